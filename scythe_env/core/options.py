"""The options of a game: the fields of a frozen dataclass, each declared once as a row by :func:`option`.

From the rows follow the checks of given values, the configuration fields of a record in both directions, the options in
documents, and what a command line needs to offer them (:func:`options`).
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from typing import Any, NamedTuple

import numpy as np

from .document import mapping
from .fields import MARK, NONE, Axis, Field, Number, Record, States, fail, shown


class Option(NamedTuple):
    """An option of a game.

    Attributes:
        name: keyword of the configuration, and key in documents.
        type: ``bool``, ``int``, ``str`` (a name or None), or ``tuple`` (a name or None for each seat, or None).
        default: its value when it is not given.
        help: what it does, in a phrase.
        names: the names that are allowed, for ``str`` and ``tuple``.
        most: the largest number that is allowed, for ``int``; the smallest is 1.
        field: its field in the record, which has the same value, or the index of the name, -1 for None.
        observing: whether it says how the game is observed instead of how it is played; the record does not hold it.
    """

    name: str
    type: type[Any]
    default: Any
    help: str
    names: tuple[str, ...]
    most: int
    field: str
    observing: bool

    def check(self, value: Any, seats: int) -> Any:
        """The value as it is kept: names of seats as a tuple, or None if none is given.

        Raises:
            ValueError: the value is not allowed; the message says what is.
        """
        if self.type is bool:
            if not isinstance(value, bool | np.bool_):
                raise ValueError(f"{self.name} must be True or False, not {shown(value)}")
            return bool(value)
        if self.type is int and not (value is self.default is None):
            if isinstance(value, bool) or not isinstance(value, int | np.integer) or not 1 <= value <= self.most:
                raise ValueError(f"{self.name} must be an integer from 1 to {self.most}, not {shown(value)}")
            return int(value)
        if self.type is str:
            self._check_names([value])
        if self.type is not tuple or value is None:
            return value
        if isinstance(value, str) or not isinstance(value, Sequence):
            raise ValueError(f"{self.name} must be a sequence with an entry for each seat, or None, not {shown(value)}")
        if len(value) != seats:
            raise ValueError(
                f"{self.name} has {len(value)} entries, but there are {seats} players: "
                "give one for each seat, None where it is to be drawn"
            )
        self._check_names(value)
        given = [entry for entry in value if entry is not None]
        for entry in given:
            if given.count(entry) > 1:
                raise ValueError(f"{self.name} has {entry!r} twice; each can be played by one seat only")
        return tuple(value) if given else None

    def _check_names(self, values: Iterable[object]) -> None:
        for value in values:
            if value is not None and value not in self.names:
                raise ValueError(f"{self.name}: unknown name {shown(value)}; allowed are {', '.join(self.names)}")


def option(
    default: Any,
    text: str,
    *,
    names: tuple[str, ...] = (),
    each_seat: bool = False,
    most: int = 0,
    field: str = "",
    observing: bool = False,
) -> Any:
    """A row of the options, described as in :class:`Option`; with ``each_seat`` there is a name for each seat."""
    kind = tuple if each_seat else str if names else int if most else type(default)
    row = {"type": kind, "default": default, "help": text, "names": names, "most": most, "field": field}
    row["observing"] = observing
    return dataclasses.field(default=default, metadata={"option": row})  # one key, as pydantic interprets others itself


@cache
def options(config: Any) -> tuple[Option, ...]:
    """The options of a configuration, in their order."""
    rows = (Option(field.name, **field.metadata["option"]) for field in dataclasses.fields(config))
    return tuple(row._replace(field=row.field or row.name) for row in rows)


@cache
def recorded(config: Any) -> tuple[Option, ...]:
    """The options that the record of a game holds, in their order."""
    return tuple(row for row in options(config) if not row.observing)


def fields(config: Any, seat: Axis) -> Iterator[Field]:
    """The fields of a record that hold the options of a configuration, 8 bytes each; names by seat along ``seat``."""
    for row in recorded(config):
        number = MARK if row.type is bool else Number(1, row.most)
        holds = Axis(row.name, len(row.names), row.names) if row.names else number
        yield Field(row.field, np.int64, (seat,) if row.type is tuple else (), holds)


def check(config: Any) -> None:
    """Check the options of a frozen configuration while it is made, and make their values hashable.

    Raises:
        ValueError: a value is not allowed; the message says what is.
    """
    for row in options(config.__class__):
        object.__setattr__(config, row.name, row.check(getattr(config, row.name), config.players))


def write(config: Any, states: States) -> None:
    """Set the configuration fields of all records in an array of states."""
    for row in recorded(config.__class__):
        value = getattr(config, row.name)
        if row.names:
            states[row.field] = NONE
        if row.type is tuple:
            for seat, name in enumerate(value or ()):
                states[row.field][:, seat] = NONE if name is None else row.names.index(name)
        elif value is not None:
            states[row.field] = row.names.index(value) if row.names else value


def read(config: Any, state: Record) -> dict[str, Any]:
    """The options of a record, by their names, as :func:`write` set them."""

    def name(row: Option, index: Any) -> str | None:
        return None if index == NONE else row.names[index]

    values: dict[str, Any] = {}
    for row in recorded(config):
        cell = state[row.field]
        if row.type is tuple:
            values[row.name] = [name(row, index) for index in cell[: state["players"]]]
        else:
            values[row.name] = name(row, cell) if row.names else row.type(cell)
    return values


def of_document(config: Any, given: object, **known: Any) -> Any:
    """The configuration of the options in a document, where None stands for the default.

    Args:
        config: its type.
        given: the options, by their names.
        known: those that the document has elsewhere.

    Raises:
        ValueError: an option is unknown or not allowed; the message says what is.
    """
    allowed = [row.name for row in recorded(config) if row.name not in known]
    values = mapping(given, "options")
    for key in values:
        if key not in allowed:
            fail("options", f"unknown key {key!r:.60}; allowed are {', '.join(allowed)}")
    try:
        return config(**known, **{key: value for key, value in values.items() if value is not None})
    except ValueError as error:
        fail("options", str(error))
