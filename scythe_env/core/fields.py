"""Declaring the record of a game: one row per field, from which everything else about the field is derived.

A :class:`Field` says its type, its axes by name, what its elements mean (and thus its empty value), who may see it,
and where documents have it. :class:`Fields` makes of the rows the layout, the record that a set-up starts with, and the
record that a seat may look at; :mod:`.document` makes documents of them::

    SEAT = Axis("player", 4, lambda state: NAMES[: state["players"]])
    FIELDS = Fields(
        Field("players", np.int16),
        Field("gold", np.int8, (SEAT,), Number(0, 20), key="players[].gold"),
        Field("vote", np.int8, (SEAT,), SEAT, seen=owner, key="players[].vote"),
    )
"""

from __future__ import annotations

import inspect
import math
import operator
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache, cached_property, lru_cache
from itertools import groupby
from typing import Any, Final, NamedTuple, NoReturn, SupportsIndex

import numpy as np
from numpy.typing import NDArray

from .compiling import Layout, describe, rule, table
from .kernel import NONE as NONE

SPECTATOR: Final = -1
"""In place of a seat: a viewer who sees what everybody may see."""

Record = Any  # one element of an array of states; numpy types its fields loosely
States = NDArray[Any]
Name = str | int
At = tuple[int, ...]


def fail(place: str, text: str) -> NoReturn:
    """Refuse a document because of what it has at a place.

    Raises:
        ValueError: always.
    """
    raise ValueError(f"{place}: {text}")


def shown(value: object) -> str:
    """A value as messages show it, in at most 60 characters; a list may be nested too deeply to be written out."""
    try:
        return f"{value!r:.60}"
    except (RecursionError, ValueError):  # numbers of thousands of digits too
        return f"such a {type(value).__name__}"


def whole(value: SupportsIndex, what: str) -> int:
    """An integer, which may be numpy's, as an int.

    Raises:
        TypeError: it is not an integer; True, False and floats are not.
    """
    if type(value) is int:  # the common case first
        return value
    try:
        if not isinstance(value, bool | np.bool_):
            return operator.index(value)
    except TypeError:
        pass
    raise TypeError(f"{what} must be an integer, not {shown(value)} ({type(value).__name__})")


def check_viewer(seat: SupportsIndex, players: int) -> int:
    """The seat of a viewer, or :data:`SPECTATOR`, as an int.

    Raises:
        TypeError, ValueError: it is not an integer, or there is no such seat.
    """
    number = whole(seat, "the seat")
    if not SPECTATOR <= number < players:
        raise ValueError(f"seat {number} is not in the game of {players} players")
    return number


@dataclass(frozen=True)
class Axis:
    """What an index counts: the axis of a field, or the kind of thing whose index a field holds.

    Attributes:
        kind: what an entry is called in messages.
        size: number of entries.
        names: names of the entries in documents, strings or numbers; or a function that gives them for a record and the
            indices on the axes before this one; empty where entries have none.
    """

    kind: str
    size: int
    names: Sequence[Name] | Callable[..., Sequence[Name]] = ()

    def names_in(self, state: Record, at: At) -> Sequence[Name]:
        """The names of the entries in a record, given the indices ``at`` on the axes before."""
        return self.names(state, *at) if callable(self.names) else self.names

    def index(self, state: Record, at: At, value: object, place: str) -> int:
        """The index of a name, which is not case-sensitive; words may be joined by spaces or underscores.

        Raises:
            ValueError: no entry has this name.
        """
        names = self.names_in(state, at)
        index = find(names, value)
        if index is None:
            fail(place, f"unknown {self.kind} {shown(value)}; allowed are {', '.join(map(str, names))}")
        return index


def named(kind: str, names: Sequence[Name]) -> Axis:
    """An axis whose entries always have the same names."""
    return Axis(kind, len(names), names)


def find(names: Sequence[Name], value: object) -> int | None:
    """The index of a name as :meth:`Axis.index` compares it, None if it is none of them; 2 is the name "2" too."""
    if type(value) is not str and (isinstance(value, bool) or not isinstance(value, int | np.integer)):
        return None
    index = _indices(names).get(_plain(value))
    return _indices(names).get(str(value)) if index is None else index


@lru_cache(4096)
def _plain(name: Any) -> Name:
    return name.lower().replace(" ", "_") if isinstance(name, str) else name


@cache
def _indices(names: Sequence[Name]) -> dict[Name, int]:
    return {_plain(name): index for index, name in enumerate(names)}


def within(name: str, value: Any, low: float, high: float) -> Any:
    """A number between two others.

    Raises:
        TypeError: it is not a number; True and False are not.
        ValueError: it is smaller or larger, or not a number in the sense of floats.
    """
    if isinstance(value, bool | np.bool_) or not isinstance(value, int | float | np.number):
        raise TypeError(f"{name} must be a number, not {shown(value)}")
    if not low <= value <= high:
        raise ValueError(f"{name} must be from {low:g} to {high:g}, not {value}")
    return value


class Number(NamedTuple):
    """Elements are numbers from ``low`` to ``high``."""

    low: int
    high: int


MARK: Final = Number(0, 1)
"""Elements are marks that are set or not."""

COUNT: Final = Number(0, 100)
"""Elements are small numbers."""


def everybody(s: Any, seat: int) -> bool:
    """Seen by all."""
    return True


def nobody(s: Any, seat: int) -> bool:
    """Seen by none, not even its owner."""
    return False


def owner(s: Any, seat: int, holder: int) -> bool:
    """Seen by the seat that is the index on the first axis."""
    return seat == holder


@dataclass(frozen=True)
class Field:
    """A field of the record.

    Attributes:
        name: its name in the record.
        dtype: signed integer type.
        axes: its axes, none for a single number.
        holds: what its elements are: numbers, marks (:data:`MARK`), or the indices of an axis.
        seen: who may see it, as a function or rule of the record (as :meth:`.Layout.view` gives it), the seat that
            looks (or :data:`SPECTATOR`) and the indices on as many of the first axes as it asks for.
        counted: whether the sum of a hidden part may be known.
        until: the step that empties it; it is empty unless this step is on the stack. NONE if steps do not matter.
        key: its place in documents: keys joined by dots, with ``players[]`` for a list along the first axis;
            empty for a field that is written by hand.
    """

    name: str
    dtype: type[np.signedinteger[Any]]
    axes: tuple[Axis, ...] = ()
    holds: Number | Axis = COUNT
    seen: Callable[..., bool] = everybody
    counted: bool = False
    until: int = NONE
    key: str = ""

    @property
    def empty(self) -> int:
        """Value of its elements when there is nothing: an index of nothing, or 0."""
        return NONE if isinstance(self.holds, Axis) else 0

    @property
    def limits(self) -> Number:
        """The smallest and the largest value of its elements."""
        return Number(NONE, self.holds.size - 1) if isinstance(self.holds, Axis) else self.holds

    @property
    def shape(self) -> tuple[int, ...]:
        """Its size on each axis."""
        return tuple(axis.size for axis in self.axes)

    @cached_property
    def nothing(self) -> tuple[Any, ...]:
        """What is in its parts where they are empty, in (lists of) integers, by the number of axes before them."""
        return tuple(np.full(self.shape[k:], self.empty).tolist() for k in range(len(self.axes) + 1))

    def shown(self, s: Any, seat: int) -> NDArray[np.bool_]:
        """Which elements a seat may see in a record (a :meth:`.Layout.view`): a bool array of the field's shape."""
        seen = getattr(self.seen, "py_func", self.seen)  # a compiled rule takes long to be handed a record
        known = len(inspect.signature(seen).parameters) - 2
        marks = np.array([seen(s, seat, *at) for at in np.ndindex(self.shape[:known])], bool)
        return np.broadcast_to(marks.reshape(self.shape[:known] + (1,) * (len(self.axes) - known)), self.shape)


def check_limits(name: str, found: NDArray[Any], low: Any, high: Any, used: Any = True) -> None:
    """Refuse numbers of a field of records that are out of their limits.

    Args:
        name: the field.
        found: what is in it, of shape (n, ...).
        low: the smallest number allowed, one for all or for each element.
        high: the largest, likewise.
        used: which elements matter.

    Raises:
        ValueError: names the record, the field and the limits.
    """
    wrong = ((found < low) | (found > high)) & used
    if wrong.any():
        where = tuple(map(int, np.argwhere(wrong)[0]))
        least, most = (int(np.broadcast_to(limit, found.shape)[where]) for limit in (low, high))
        place = "".join(f"[{k}]" for k in where[1:])
        raise ValueError(f"game {where[0]} has {found[where]} as its {name}{place}; allowed are {least} to {most}")


class Fields:
    """The fields of a record, in its order."""

    def __init__(self, *fields: Field) -> None:
        self.rows = {field.name: field for field in fields}
        self.layout = Layout([(field.name, field.dtype, field.shape) for field in fields])

    def __getitem__(self, name: str) -> Field:
        return self.rows[name]

    def __iter__(self) -> Iterator[Field]:
        return iter(self.rows.values())

    def bytes(self, value: Callable[[Field], int]) -> NDArray[np.int8]:
        """The bytes of one record in which all elements of a field have one value: int8 of shape (bytes,)."""
        states = np.zeros(1, self.layout.dtype)
        for field in self:
            states[field.name] = value(field)
        return states.view(np.int8)

    def place(self, states: object, i: SupportsIndex, kind: str = "STATE") -> int:
        """The number of a game of an array as an int.

        Args:
            states: what should be an array of records, (n,).
            i: which of them.
            kind: what they are called in messages.

        Raises:
            TypeError: ``i`` is not an integer.
            ValueError: ``states`` is not an array of these records.
            IndexError: it has no such game.
        """
        states, number = self.array(states, kind), whole(i, "the number of a game")
        if not 0 <= number < len(states):
            raise IndexError(f"game {number} of {len(states)} does not exist")
        return number

    def array(self, states: object, kind: str = "STATE") -> States:
        """What should be an array of records, (n,), itself.

        Raises:
            ValueError: it is something else.
        """
        if not isinstance(states, np.ndarray) or states.dtype != self.layout.dtype or states.ndim != 1:
            found = describe(states)
            if isinstance(states, np.ndarray):
                found = f"{'other records' if states.dtype.names else states.dtype} {states.shape}"
            raise ValueError(f"an array of {kind} of shape (n,) is needed, not {found}")
        return states

    def empty(self) -> States:
        """One record in which there is nothing, as array of shape (1,)."""
        return self._nothing.copy().view(self.layout.dtype)

    @cached_property
    def _nothing(self) -> NDArray[np.int8]:
        return self.bytes(lambda field: field.empty)

    def check(self, states: States, names: Iterable[str] | None = None) -> None:
        """Refuse records in which a number is out of its limits.

        Args:
            states: array of states of shape (n,).
            names: the fields to look at; all by default.

        Raises:
            ValueError: names the record, the field and its limits.
        """
        if names is None:
            low, high = self._limits
            if all(((part >= low[k]) & (part <= high[k])).all() for k, part in enumerate(self._by_type(states))):
                return
        for name in names or self.rows:
            check_limits(name, states[name], *self[name].limits)

    @cached_property
    def _limits(self) -> tuple[list[NDArray[Any]], list[NDArray[Any]]]:
        """The limits of all elements, as :meth:`_by_type` has them."""
        low, high = self.bytes(lambda field: field.limits.low), self.bytes(lambda field: field.limits.high)
        return self._by_type(low.view(self.layout.dtype)), self._by_type(high.view(self.layout.dtype))

    def _by_type(self, states: States) -> list[NDArray[Any]]:
        """The elements of records in an array (n, elements) for each integer type: a record has one after the other."""
        raw, start, parts = states.view(np.int8).reshape(len(states), -1), 0, []
        for dtype, group in groupby(self, lambda field: np.dtype(field.dtype)):
            end = start + sum(math.prod(field.shape) for field in group) * dtype.itemsize
            parts.append(raw[:, start:end].view(dtype))
            start = end
        return parts

    def clearing(self, kept: Collection[str]) -> Any:
        """A rule ``clear(raw, i)`` that empties a record but for the fields with these names.

        ``raw`` is the memory of an array of records as int8, (records, bytes), and ``i`` which of them is emptied.
        """
        stays = table(self.bytes(lambda field: NONE if field.name in kept else 0), np.int8)
        empty = table(self.bytes(lambda field: 0 if field.name in kept else field.empty), np.int8)
        size = self.layout.dtype.itemsize

        def clear(raw, i):  # type: ignore[no-untyped-def]
            for k in range(size):
                raw[i, k] = raw[i, k] & stays[k] | empty[k]

        clear.__qualname__ = f"clear_{self.layout.digest}"  # code of equal names is taken for the same
        return rule(clear)

    def emptying(self, name: str, *fields: Field) -> Any:
        """A rule ``name(s)`` that empties fields; those of one shape in one loop, which compiles sooner than many."""
        lines = [f"def {name}(s):"]
        for shape in dict.fromkeys(field.shape for field in fields):
            loops = [f"{' ' * k}for k{k} in range({size}):" for k, size in enumerate(shape, 1)]
            index = ", ".join(f"k{k}" for k in range(1, len(shape) + 1))
            same = (field for field in fields if field.shape == shape)
            lines += loops
            lines += [f"{' ' * (len(shape) + 1)}s.{f.name}{index and f'[{index}]'} = {f.empty}" for f in same]
        scope: dict[str, Any] = {"__name__": __name__}
        exec("\n".join(lines), scope)
        return rule(scope[name])

    def hide(self, states: States, i: int, seat: int) -> tuple[States, dict[str, NDArray[np.bool_]]]:
        """What a seat may see of game ``i``.

        Args:
            states: array of states of shape (n,).
            i: which of its games.
            seat: the seat that looks, or :data:`SPECTATOR`.

        Returns:
            A copy of the record as an array of shape (1,), in which everything that the seat may not see is empty; and
            for each field that may be hidden in part a bool array of its shape: what may be seen.
        """
        copy = np.frombuffer(bytearray(states[i : i + 1].tobytes()), self.layout.dtype)
        s = self.layout.view(copy, 0)
        marks = {field.name: field.shown(s, seat) for field in self if field.seen is not everybody}
        for name, shown in marks.items():
            copy[name][~shown[None]] = self[name].empty
        return copy, marks
