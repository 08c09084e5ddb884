"""The frame of a turn game: a stack of steps, each declared once as a row of a :class:`StepTable`.

A record holds a small stack of steps in its fields ``step_kind``, ``step_seat``, ``step_a`` and ``step_b``, with
``depth`` of them on it. The one on top is due: a **decision** waits there for an action of its seat, an **automatic**
step runs and pushes what follows it. What comes first is pushed last.

A row declares everything about a step: its number, its text, what its two numbers mean, which seat must carry it out,
what may be below it on the stack and what it needs there. Its rules are found by the name of its constant: a decision
``TOKEN`` has the rules ``legal_token`` (marks the legal actions) and ``do_token`` (carries one out), perhaps
``skip_token`` (what happens when nobody has to be asked); an automatic step ``PAY`` has ``run_pay``. A parameter of a
rule that has the name of one of the step's numbers gets that number. The dispatch (:mod:`.machine`), documents, logs
and checks follow from the rows.
"""

from __future__ import annotations

import linecache
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import count
from typing import Any, Final, NamedTuple

import numpy as np

from .compiling import rule
from .fields import check_limits
from .kernel import NONE, RUNNING, States

Names = tuple[str, ...]
PLAIN: Final[Names] = ()
"""In place of names: the values are plain numbers."""

MAX_STEP_NUMBER: Final = 10_000
"""Largest plain number of a step."""

NOTHING: Final = "nothing"
"""In place of the text of a step: the bottom of the stack."""


class OnStack(NamedTuple):
    """A step of a record as its checks see it: the record, its level on the stack, the seat and the numbers."""

    state: Any
    level: int
    seat: int
    a: int
    b: int


class Need(NamedTuple):
    """What a step needs to be carried out: in words, and a test whether it is there."""

    text: str
    there: Callable[[OnStack], Any]


@dataclass(frozen=True, slots=True)
class Number:
    """What one of the two numbers of a step means.

    Attributes:
        key: its key in documents and the name of the parameters that get it.
        names: what its values are called, :data:`PLAIN` for a plain number; or a function that tells, given what
            tells the seat apart (:meth:`StepTable.holders`).
        optional: whether it may be -1, for nothing.
        most: the largest value of a plain number.
    """

    key: str
    names: Names | Callable[[int], Names] = PLAIN
    optional: bool = False
    most: int = MAX_STEP_NUMBER

    def names_for(self, whose: int) -> Names:
        """What the values are called for a seat that is told apart by this."""
        return self.names if isinstance(self.names, tuple) else self.names(whose)


def anybody(at: OnStack) -> int:
    """Any seat may have to carry a step out."""
    return at.seat


def nothing(action: str) -> bool:
    """All choices are seen."""
    return False


def everything(action: str) -> bool:
    """No choice is seen."""
    return True


@dataclass(frozen=True, slots=True, kw_only=True)
class Step:
    """A row: one kind of step.

    Attributes:
        number: its number in records.
        text: its name in documents, logs and observations.
        chapter: its code in the rules of the game.
        meaning: what is asked, or what it does; after a semicolon, more on its numbers or on what follows.
        is_decision: whether a seat is asked.
        a, b: what its numbers mean; None where one is not used.
        on: texts of the steps, or names of the groups of steps, that may be right below it; :data:`NOTHING` for none.
        groups: groups that it belongs to.
        seat: gives the seat that must carry it out.
        needs: what must be there for it.
        secret: whether the others learn later what was chosen.
        unseen: whether the others are not told at all that an action of this text was chosen, because whether it can be
            chosen or is asked for depends on what is hidden from them.
        place: field of the record that holds the place it is about, where none of its numbers does.
        name: name of its constant in lower case.
    """

    number: int
    text: str
    chapter: str
    meaning: str
    is_decision: bool
    a: Number | None = None
    b: Number | None = None
    on: Names = ()
    groups: Names = ()
    seat: Callable[[OnStack], int]
    needs: Sequence[Need] = ()
    secret: bool = False
    unseen: Callable[[str], bool] = nothing
    place: str = ""
    name: str = ""

    @property
    def numbers(self) -> tuple[Number, ...]:
        """The numbers that are used."""
        return tuple(number for number in (self.a, self.b) if number is not None)

    @property
    def asks(self) -> str:
        """The meaning without what it says of the numbers."""
        return self.meaning.partition(";")[0]

    @property
    def is_quiet(self) -> bool:
        """Whether the others are not told that the decision is due: it may be asked for what is hidden from them."""
        return self.unseen is not nothing and not self.secret


class StepTable:
    """The steps of a game, in the order of their numbers: the decisions first.

    A module declares the rows as constants and then closes the table::

        TABLE = StepTable()
        WALK: Final = TABLE.decision("walk", "W1", "a place, or stop", a=Number("left"), on=("end of turn",))
        END_TURN: Final = TABLE.automatic("end of turn", "W2", "the next seat", on=(NOTHING,))
        TABLE.close(globals())

    Attributes:
        key: what a seat is called in documents: the field of the record by which they tell the seats apart, such as
            their factions; without one, "seat".
        seat: gives the seat that must carry out a step, for rows that do not say it.
    """

    def __init__(self, by: str = "", names: Names = (), seat: Callable[[OnStack], int] = anybody) -> None:
        """Begin a table.

        Args:
            by: field of the record by which documents tell the seats apart; by default their numbers.
            names: what its values are called.
            seat: see above.
        """
        self.key = by or "seat"
        self.seat = seat
        self._by = by
        self._names = names
        self._rows: list[Step] = []

    def names(self, state: Any) -> Sequence[str | int]:
        """What :meth:`holders` of a record are called."""
        return self._names if self._by else range(int(state["players"]))

    def holders(self, state: Any) -> list[int]:
        """What tells each seat of a record apart, as an index of :meth:`names`."""
        seats = range(int(state["players"]))
        return state[self._by][: len(seats)].tolist() if self._by else list(seats)

    def decision(self, text: str, chapter: str, meaning: str, **row: Any) -> int:
        """Declare a decision; the keywords are attributes of :class:`Step`. Returns its number.

        Raises:
            ValueError: an automatic step was declared before.
        """
        if self._rows and not self._rows[-1].is_decision:
            raise ValueError(f"{text!r}: decisions come before automatic steps")
        return self._add(text, chapter, meaning, is_decision=True, **row)

    def automatic(self, text: str, chapter: str, meaning: str, **row: Any) -> int:
        """Declare an automatic step; the keywords are attributes of :class:`Step`. Returns its number."""
        return self._add(text, chapter, meaning, is_decision=False, **row)

    def close(self, constants: Mapping[str, Any]) -> None:
        """Name the rows after the constants that hold their numbers, and check what rows say about each other.

        Raises:
            ValueError: a text occurs twice, or a row names a step or group that does not exist.
        """
        # a number may be that of a constant which the module imports, too: the row's own comes later
        names = {value: name for name, value in constants.items() if name.isupper() and type(value) is int}
        self._rows = [replace(row, name=names[row.number].lower()) for row in self._rows]
        groups = {group for row in self for group in row.groups}
        for row in self:
            if self.texts.count(row.text) > 1:
                raise ValueError(f"two steps have the same text: {row.text!r}")
            for below in row.on:
                if below not in (NOTHING, *self.texts, *groups):
                    raise ValueError(f"{row.text!r} is above {below!r}, which is neither a step nor a group of steps")

    def __getitem__(self, number: int) -> Step:
        return self._rows[number]

    def __iter__(self) -> Iterator[Step]:
        return iter(self._rows)

    def __len__(self) -> int:
        return len(self._rows)

    @property
    def texts(self) -> Names:
        """The text of each step, by its number."""
        return tuple(row.text for row in self)

    @property
    def decisions(self) -> Names:
        """The text of each decision, by its number."""
        return tuple(row.text for row in self if row.is_decision)

    def group(self, name: str) -> tuple[int, ...]:
        """The numbers of the steps of a group."""
        return tuple(row.number for row in self if name in row.groups)

    def lies_on(self, row: Step) -> Names:
        """The texts of all steps that may be right below a step, with :data:`NOTHING` if it may be the lowest."""
        found: dict[str, None] = {}
        for below in row.on:
            found |= dict.fromkeys(
                [below] if below in (NOTHING, *self.texts) else [self[k].text for k in self.group(below)]
            )
        return tuple(found)

    def subject(self, state: Any) -> Names:
        """What the step on top of a record's stack is about: the names among its numbers."""
        top = int(state["depth"]) - 1
        whose = self.holders(state)[state["step_seat"][top]]
        numbers = self[int(state["step_kind"][top])].numbers
        values = state["step_a"][top], state["step_b"][top]
        named = ((number.names_for(whose), value) for number, value in zip(numbers, values, strict=False))
        return tuple(names[value] for names, value in named if names and value != NONE)

    def hide(self, states: States, seat: int) -> None:
        """Take off the stack of record 0 the decisions of others that a seat is not told of (:attr:`Step.is_quiet`)."""
        state = states[0]
        while (top := int(state["depth"]) - 1) >= 0 and self[state["step_kind"][top]].is_quiet:
            if state["seat_to_act"] == seat:
                return
            state["depth"], state["decision"] = top, NONE
            for field in ("step_kind", "step_seat", "step_a", "step_b"):
                state[field][top] = 0

    def check(self, states: States) -> None:
        """Refuse records whose stack of steps rules could not go on with.

        Args:
            states: array of states of shape (n,).

        Raises:
            ValueError: names the record, the field and what is allowed.
        """
        kinds, depth = states["step_kind"], states["depth"]
        used = np.arange(kinds.shape[1]) < depth[:, None]
        known = np.where(used & (kinds >= 0) & (kinds < len(self)), kinds, 0)
        allowed: dict[str, tuple[Any, Any]] = {
            "depth": (states["status"] == RUNNING, kinds.shape[1]),
            "step_kind": (0, len(self) - 1),
            "step_seat": (0, states["players"][:, None] - 1),
        }
        for field, numbers in (("step_a", [row.a for row in self]), ("step_b", [row.b for row in self])):
            least, most = zip(*(self._limits(number) for number in numbers), strict=True)
            allowed[field] = np.array(least)[known], np.array(most)[known]
        for field, (low, high) in allowed.items():
            check_limits(field, states[field], low, high, used if field != "depth" else True)

    def _limits(self, number: Number | None) -> tuple[int, int]:
        """The smallest and the largest value of a step's number."""
        if number is None:
            return NONE, MAX_STEP_NUMBER
        sizes = [len(number.names_for(whose)) for whose in range(max(1, len(self._names)))]
        return NONE if number.optional else 0, max(sizes) - 1 if max(sizes) else number.most

    def dispatch(
        self,
        verb: str,
        rules: Mapping[str, Any],
        given: Names,
        *,
        last: str = "",
        otherwise: Any = None,
        needed: Iterable[Step] = (),
        strict: bool = True,
    ) -> Any:
        """A rule that calls ``verb_name`` of the step that it is given.

        It is generated as one chain of ifs, which LLVM turns into a jump table; halving runs at half that speed.

        Args:
            verb: what the rules' names begin with, such as ``legal``.
            rules: where they are looked up by name, such as ``legal_token``.
            given: parameters of the new rule, besides ``kind, a, b``; rules with parameters of these names get them.
            last: the one of them that is the last parameter of each rule, whatever its name there.
            otherwise: the rule that answers for steps without one of their own, where the new rule returns something.
            needed: the steps that must have such a rule.
            strict: whether each rule of such a name must have its step.

        Raises:
            TypeError: a rule is missing or does not belong to a step, or has an unknown parameter.
        """
        found = {row.number: f"{verb}_{row.name}" for row in self if f"{verb}_{row.name}" in rules}
        for row in needed:
            if row.number not in found:
                raise TypeError(f"the step {row.text!r} needs a rule {verb}_{row.name}")
        for name in rules if strict else ():
            if name.startswith(f"{verb}_") and name not in found.values():
                raise TypeError(f"{name} does not belong to a step")
        lines = [f"def {verb}({', '.join(('kind', 'a', 'b', *given))}):"]
        for k, name in found.items():
            lines.append(f"    {'if' if len(lines) == 1 else 'elif'} kind == {k}:")
            call = f"{name}({', '.join(self._arguments(self[k], rules[name], given, last))})"
            lines.append(f"        {'return ' if otherwise else ''}{call}")
        scope = {name: rules[name] for name in found.values()} | {"__name__": __name__}
        if otherwise:
            scope["otherwise"] = otherwise
        lines.append(f"    return otherwise({', '.join(_parameters(otherwise))})" if otherwise else "    return")
        return rule(_function("\n".join(lines) + "\n", verb, scope))

    def _add(self, text: str, chapter: str, meaning: str, **row: Any) -> int:
        row = {"seat": self.seat} | row
        self._rows.append(Step(number=len(self), text=text, chapter=chapter, meaning=meaning, **row))
        return len(self) - 1

    @staticmethod
    def _arguments(row: Step, called: Any, given: Names, last: str) -> Iterator[str]:
        """What a rule is called with, by the names of its parameters."""
        parameters = _parameters(called)
        numbers = {number.key: slot for slot, number in (("a", row.a), ("b", row.b)) if number is not None}
        for place, parameter in enumerate(parameters):
            key = parameter.removesuffix("_")
            if last and place == len(parameters) - 1:
                yield last
            elif key in numbers:
                yield numbers[key]
            elif parameter in given:
                yield parameter
            else:
                raise TypeError(
                    f"{called.__name__}: the parameter {parameter!r} is neither a number of the step {row.text!r} "
                    f"({', '.join(numbers) or 'none'}) nor one of {', '.join(given)}"
                )


def _parameters(called: Any) -> Names:
    """The names of a rule's parameters."""
    code = getattr(called, "py_func", called).__code__
    return tuple(code.co_varnames[: code.co_argcount])


_serial = count()


def _function(source: str, name: str, scope: dict[str, Any]) -> Any:
    """The function in a source text, which tracebacks can show."""
    file = f"<steps {next(_serial)}: {name}>"
    linecache.cache[file] = (len(source), None, source.splitlines(keepends=True), file)
    exec(compile(source, file, "exec"), scope)
    return scope[name]
