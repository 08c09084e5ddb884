"""Documents of a game: its record as JSON, in the names that people use, read and written from the rows of its fields.

The last axis of a field of marks becomes a list of names, any other axis an object with a key for each entry that is
not empty, and an axis without names a plain list; an index becomes the name of what it means. What several fields say
together is left to the game, which reads and writes it by hand; but the stack of steps is read, written and checked
here, from the rows of its table.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from functools import partial
from typing import Any, NoReturn

import numpy as np
from numpy.typing import NDArray

from .fields import MARK, NONE, At, Axis, Field, Number, Record, States, fail, find, shown
from .steps import NOTHING, PLAIN, OnStack, StepTable

Document = dict[str, Any]


def unique(place: str, pairs: list[tuple[str, Any]]) -> Document:
    """An object of JSON, as ``object_pairs_hook``: ``json`` itself would keep the last of two equal keys in silence.

    Raises:
        ValueError: two keys are equal.
    """
    value = dict(pairs)
    if len(value) < len(pairs):
        twice = next(key for key, count in Counter(key for key, _ in pairs).items() if count > 1)
        fail(place, f"the key {twice!r} occurs twice in one object")
    return value


def parse(text: str) -> Any:
    """The value of a document's JSON text; equal keys and numbers such as NaN are refused.

    Raises:
        ValueError: the text is damaged; the message says where.
    """

    def constant(name: str) -> NoReturn:
        fail("the document", f"{name} is not a number in JSON")

    try:
        return json.loads(text, object_pairs_hook=partial(unique, "the document"), parse_constant=constant)
    except json.JSONDecodeError as error:
        fail(f"line {error.lineno}, column {error.colno}", f"damaged JSON: {error.msg}")
    except RecursionError:
        fail("the document", "it is nested too deeply")


def number(value: object, limits: Number, place: str) -> int:
    """A number of a document.

    Raises:
        ValueError: it is not a whole number within the limits.
    """
    whole = type(value) is int or isinstance(value, np.integer)
    if not whole or not limits.low <= value <= limits.high:  # type: ignore[operator]
        fail(place, f"a whole number from {limits.low} to {limits.high} is needed, not {shown(value)}")
    return int(value)  # type: ignore[call-overload,no-any-return]


def mark(value: object, place: str) -> bool:
    """A mark of a document.

    Raises:
        ValueError: it is neither true nor false.
    """
    if type(value) is not bool:
        fail(place, f"true or false is needed, not {shown(value)}")
    return value


def entries(value: object, place: str, least: int = 0, most: int = 10_000) -> list[Any]:
    """A list of a document.

    Raises:
        ValueError: it is not a list of ``least`` to ``most`` entries.
    """
    if not isinstance(value, list):
        fail(place, f"a list is needed, not {shown(value)}")
    if not least <= len(value) <= most:
        fail(place, f"a list of {least} to {most} entries is needed, not of {len(value)}")
    return value


def mapping(value: object, place: str) -> Mapping[Any, Any]:
    """An object of a document.

    Raises:
        ValueError: it is not an object.
    """
    if not isinstance(value, Mapping):
        fail(place, f"an object is needed, not {shown(value)}")
    return value


def indices(axis: Axis, state: Record, at: At, names: Iterable[object], place: str) -> dict[int, object]:
    """The names of different entries of an axis, by their index.

    Raises:
        ValueError: a name is unknown, or an entry occurs twice.
    """
    found: dict[int, object] = {}
    for name in names:
        index = axis.index(state, at, name, place)
        if index in found:
            fail(place, f"{axis.names_in(state, at)[index]} occurs twice")
        found[index] = name
    return found


class Form:
    """What documents of a game look like, and how they are read and written.

    Attributes:
        tree: the keys of a document in their order, each with the keys of its value if that is an object; a key that
            ends in ``[]`` has a list of such objects. Empty for other values.
    """

    def __init__(self, fields: Iterable[Field], order: Iterable[str]) -> None:
        """Make the form of documents.

        Args:
            fields: the rows of the record.
            order: keys like those of :attr:`.Field.key`, in the order of documents, including those that the
                game reads and writes by hand; keys of fields that are not among them come last.
        """
        self.rows = {field.key: field for field in fields if field.key}
        self.keys = tuple(dict.fromkeys((*order, *self.rows)))
        self.tree: dict[str, Any] = {}
        for key in self.keys:
            node = self.tree
            for part in key.split("."):
                node = node.setdefault(part, {})

    def check(self, document: object) -> None:
        """Check the keys of a document and that there are objects and lists where they should be.

        Raises:
            ValueError: names the place in the document and what is allowed there.
        """
        _check(self.tree, document, "")

    def read(self, states: States, document: Document, *keys: str) -> None:
        """Write what a checked document says about fields into record 0; what it leaves out stays.

        Args:
            states: array of states of shape (1,).
            document: a document that :meth:`check` has passed.
            keys: those to read, in the order of the fields; by default all.

        Raises:
            ValueError: names the place in the document and what is allowed there.
        """
        objects: dict[str, list[tuple[str, At, Document]]] = {}
        for key in keys or self.rows:
            folder, _, last = key.rpartition(".")
            if folder not in objects:
                objects[folder] = _objects(folder, document)
            for place, at, node in objects[folder]:
                if (value := node.get(last)) is not None:
                    field = self.rows[key]
                    cells = states[field.name]
                    cells[(0, *at)] = field.empty
                    _read(field, cells, states[0], at, value, place + last)

    def write(self, state: Record, by_hand: Mapping[str, Any]) -> Document:
        """The document of a record.

        Args:
            state: element of an array of states.
            by_hand: what the game itself writes, by key; for a key in a list, one value for each of its objects.

        Returns:
            A dictionary with all keys of fields and those given, in order.
        """
        columns = {field.name: state[field.name].tolist() for field in self.rows.values()}

        def written(tree: Mapping[str, Any], before: str, at: At) -> Document:
            node: Document = {}
            for part, inner in tree.items():
                key = before + part
                if part.endswith("[]"):
                    axis = next(field.axes[0] for row, field in self.rows.items() if row.startswith(key))
                    count = len(axis.names_in(state, ()))
                    node[part[:-2]] = [written(inner, f"{key}.", (k,)) for k in range(count)]
                elif inner:
                    node[part] = written(inner, f"{key}.", at)
                elif key in by_hand:
                    node[part] = by_hand[key][at[0]] if at else by_hand[key]
                elif key in self.rows:
                    field = self.rows[key]
                    column = columns[field.name]
                    node[part] = _write(field, state, at, column[at[0]] if at else column)
            return node

        return written(self.tree, "", ())

    def conceal(self, document: Document, state: Record, shown: Mapping[str, NDArray[Any]]) -> None:
        """Remove from a document what is hidden, or replace it by its sum where that may be known.

        Args:
            document: written from the record that :meth:`.Fields.hide` returned.
            state: the record with nothing hidden.
            shown: what may be seen, by field, as :meth:`.Fields.hide` returned it.
        """
        for key, field in self.rows.items():
            if field.name not in shown:
                continue
            folder, _, last = key.rpartition(".")
            for _, at, node in _objects(folder, document):
                if not shown[field.name][at].any():
                    node.pop(last, None)
                    if field.counted:
                        node[last] = int(state[field.name][at].sum())


def read_steps(table: StepTable, state: Record, steps: object, place: str) -> None:
    """Put the steps of a document on the empty stack of a record, and note the decision that is due.

    Args:
        table: the rows of the steps.
        state: the record, in which the seats are set.
        steps: a list of objects with the keys ``step``, :attr:`.StepTable.key` and those of the step's numbers.
        place: where the steps stand in the document.

    Raises:
        ValueError: names the place in the document and what is allowed there.
    """
    by, called, seated = table.key, table.names(state), table.holders(state)
    state["decision"] = state["seat_to_act"] = NONE
    for level, given in enumerate(entries(steps, place, most=len(state["step_kind"]))):
        at = f"{place}[{level}]"
        step = mapping(given, at)
        kind = _named(step.get("step"), table.texts, f"{at}.step")
        whose = _named(step.get(by), called, f"{at}.{by}")
        if whose not in seated:
            fail(f"{at}.{by}", f"{called[whose]} is not in the game")
        row, seat = table[kind], seated.index(whose)
        allowed = ["step", by, *(meant.key for meant in row.numbers)]
        for key in step:
            if key not in allowed:
                fail(at, f"unknown key {key!r}; allowed are {', '.join(allowed)}")
        state["step_kind"][level], state["step_seat"][level], state["depth"] = kind, seat, level + 1
        state["decision"], state["seat_to_act"] = (kind, seat) if row.is_decision else (NONE, NONE)
        for field, meant in zip(("step_a", "step_b"), row.numbers, strict=False):
            value, names = step.get(meant.key), meant.names_for(whose)
            if names is not PLAIN:
                nothing = value is None and meant.optional
                state[field][level] = NONE if nothing else _named(value, names, f"{at}.{meant.key}")
            elif type(value) is not int or not 0 <= value <= meant.most:
                fail(f"{at}.{meant.key}", f"{shown(value)} is not allowed; a number of 0..{meant.most} is needed")
            else:
                state[field][level] = value


def write_steps(table: StepTable, state: Record) -> list[Document]:
    """The steps of a record as :func:`read_steps` reads them."""
    steps: list[Document] = []
    called, seated = table.names(state), table.holders(state)
    for level in range(int(state["depth"])):
        row, whose = table[state["step_kind"][level]], seated[state["step_seat"][level]]
        steps.append({"step": row.text, table.key: called[whose]})
        for field, meant in zip(("step_a", "step_b"), row.numbers, strict=False):
            value, names = int(state[field][level]), meant.names_for(whose)
            steps[-1][meant.key] = value if names is PLAIN else None if value == NONE else names[value]
    return steps


def check_steps(table: StepTable, state: Record, place: str) -> None:
    """Check that steps lie on steps that wait for them, belong to the right seat, and find what they work on.

    Raises:
        ValueError: names the place in the document and what is needed there.
    """
    below = NOTHING
    for level in range(int(state["depth"])):
        step = table[state["step_kind"][level]]
        at = OnStack(state, level, *(int(state[field][level]) for field in ("step_seat", "step_a", "step_b")))
        if below not in (allowed := table.lies_on(step)):
            under, *names = (name if name == NOTHING else repr(name) for name in (below, *allowed))
            fail(f"{place}[{level}]", f"{step.text!r} is above {under}; allowed are {', '.join(names)}")
        if at.seat != (seat := step.seat(at)):
            whose = table.names(state)[table.holders(state)[seat]]
            fail(f"{place}[{level}].{table.key}", f"{step.text!r} is due of {whose}")
        for need in step.needs:
            if not need.there(at):
                fail(f"{place}[{level}]", f"{step.text!r} needs {need.text}")
        below = step.text


def _named(value: object, names: Sequence[str | int], place: str) -> int:
    """The index of a name of a step, as :meth:`.Axis.index`."""
    index = find(names, value)
    if index is None:
        fail(place, f"{shown(value)} is not allowed; allowed are {', '.join(map(str, names))}")
    return index


def filled(entries: Document) -> Document:
    """The entries that hold something, also inside nested objects."""
    inner = {key: filled(value) if isinstance(value, dict) else value for key, value in entries.items()}
    return {key: value for key, value in inner.items() if value not in (None, False, 0, [], {})}


def _check(tree: Mapping[str, Any], value: object, place: str) -> None:
    node, allowed = mapping(value, place or "the document"), [part.removesuffix("[]") for part in tree]
    for key in node:
        if key not in allowed:
            fail(place or "the document", f"unknown key {key!r:.60}; allowed are {', '.join(allowed)}")
    for (part, inner), name in zip(tree.items(), allowed, strict=True):
        where = f"{place}.{name}" if place else name
        if not inner or node.get(name) is None:
            continue
        if part == name:
            _check(inner, node[name], where)
        else:
            for k, entry in enumerate(entries(node[name], where)):
                _check(inner, entry, f"{where}[{k}]")


def _objects(folder: str, document: Document) -> list[tuple[str, At, Document]]:
    """The objects in which a folder's keys are: the text of the place before a key, the indices, the object."""
    found: list[tuple[str, At, Document]] = [("", (), document)]
    for part in folder.split(".") if folder else ():
        name = part.removesuffix("[]")
        there = [(place + name, at, node[name]) for place, at, node in found if node.get(name) is not None]
        if name == part:
            found = [(f"{place}.", at, node) for place, at, node in there]
        else:
            found = [(f"{place}[{k}].", (*at, k), node) for place, at, nodes in there for k, node in enumerate(nodes)]
    return found


def _read(field: Field, cells: NDArray[Any], state: Record, at: At, value: Any, place: str) -> None:
    """Write the value at a place of a document into the part ``at`` of a field; ``cells`` has shape (1, ...)."""
    axes = field.axes[len(at) :]
    if not axes:
        cells[(0, *at)] = _element(field.holds, state, at, value, place)
    elif not axes[0].names:
        size = axes[0].size
        for k, entry in enumerate(entries(value, place, size, size)):
            _read(field, cells, state, (*at, k), entry, f"{place}[{k}]")
    elif len(axes) == 1 and field.holds is MARK:
        for k in indices(axes[0], state, at, entries(value, place), place):
            cells[(0, *at, k)] = 1
    else:
        for k, name in indices(axes[0], state, at, mapping(value, place), place).items():
            _read(field, cells, state, (*at, k), value[name], f"{place}.{name}")


def _element(holds: Number | Axis, state: Record, at: At, value: object, place: str) -> int:
    if isinstance(holds, Axis):
        return holds.index(state, at, value, place)
    return mark(value, place) if holds is MARK else number(value, holds, place)


def _write(field: Field, state: Record, at: At, part: Any) -> Any:
    """What a document says about the part ``at`` of a field, whose elements are given as (lists of) integers."""
    axes, holds = field.axes[len(at) :], field.holds
    if axes and not axes[0].names:
        return [_write(field, state, (*at, k), entry) for k, entry in enumerate(part)]
    if axes:
        names, empty = axes[0].names_in(state, at), field.nothing[len(at) + 1]
        full = [k for k, entry in enumerate(part[: len(names)]) if entry != empty]
        if len(axes) > 1 or isinstance(holds, Axis):
            return {names[k]: _write(field, state, (*at, k), part[k]) for k in full}
        return [names[k] for k in full] if holds is MARK else {names[k]: part[k] for k in full}
    if isinstance(holds, Axis):
        return None if part == NONE else holds.names_in(state, at)[part]
    return bool(part) if holds is MARK else part
