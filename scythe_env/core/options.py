"""The options of a game: the fields of a frozen dataclass, each declared once as a row by :func:`option`.

From the rows follow the checks of given values, the configuration fields of a record in both directions, the options in
documents, and what a command line needs to offer them (:func:`options`).
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from typing import Any, NamedTuple, TypeVar

import numpy as np

from .document import mapping
from .fields import MARK, NONE, Axis, Field, Number, Record, States, fail, shown

C = TypeVar("C", bound=type)


class Option(NamedTuple):
    """An option of a game.

    Attributes:
        name: keyword of the configuration, and key in documents.
        type: ``bool``, ``int``, ``str`` (a name or None), ``tuple`` (a name or None for each seat, or None), ``list``
            or ``set`` (some numbers, at least 1, or some different ones; a configuration says itself what None or one
            number stands for).
        default: its value when it is not given.
        help: what it does, in a phrase.
        names: the names that are allowed, for ``str`` and ``tuple``.
        least: the smallest number that is allowed, for ``int``, ``list`` and ``set``.
        most: the largest.
        field: its field in the record, which has the same value, or the index of the name, -1 for None; a ``list`` is
            followed by zeros, of a ``set`` there are the bits.
        within: an option without which, if it is 0, this one says nothing: it is 0 in the record, and documents and
            replays leave it out.
        observing: whether it says how the game is observed instead of how it is played; the record does not hold it.
        common: whether people who begin a game often choose it; a form shows the others folded.
    """

    name: str
    type: type[Any]
    default: Any
    help: str
    names: tuple[str, ...]
    least: int
    most: int
    field: str
    within: str
    observing: bool
    common: bool

    def check(self, value: Any, seats: int) -> Any:
        """The value as it is kept: names of seats as a tuple, or None if none is given; some numbers as a tuple.

        Raises:
            ValueError: the value is not allowed; the message says what is.
        """
        if self.type is bool:
            if not isinstance(value, bool | np.bool_):
                raise ValueError(f"{self.name} must be True or False, not {shown(value)}")
            return bool(value)
        if self.type is int and not (value is self.default is None):
            return self._number(value)
        if self.type in (list, set) and isinstance(value, Sequence) and not isinstance(value, str):
            return tuple(map(self._number, value))
        if self.type in (list, set) and value is not None:
            return self._number(value)
        if self.type is str:
            if value is None and self.default is not None:
                raise ValueError(f"{self.name} must be one of {', '.join(self.names)}, not None")
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

    def _number(self, value: object) -> int:
        if isinstance(value, bool) or not isinstance(value, int | np.integer) or not self.least <= value <= self.most:
            raise ValueError(f"{self.name} must be an integer from {self.least} to {self.most}, not {shown(value)}")
        return int(value)

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
    several: type[Any] | None = None,
    least: int = 1,
    most: int = 0,
    field: str = "",
    within: str = "",
    observing: bool = False,
    common: bool = False,
) -> Any:
    """A row of the options, described as in :class:`Option`.

    With ``each_seat`` there is a name for each seat; ``several`` is ``list`` or ``set`` for some numbers.
    """
    kind = several or (tuple if each_seat else str if names else int if most else type(default))
    row = {"type": kind, "default": default, "help": text, "names": names, "least": least, "most": most}
    row |= {"field": field, "within": within, "observing": observing, "common": common}
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
        number = MARK if row.type is bool else Number(row.least, row.most)
        holds: Number | Axis = Axis(row.name, len(row.names), row.names) if row.names else number
        if row.type in (list, set):
            holds = Number(0, row.most if row.type is list else 2 ** (row.most + 1) - 1)
        yield Field(row.field, np.int64, (seat,) if row.type in (tuple, list) else (), holds)


def documented(config: C) -> C:
    """Let the docstring of a configuration say what each of its options is; a decorator above that of the dataclass."""
    rows = (f"        {row.name}: {row.help}; by default {row.default}.\n" for row in options(config))
    config.__doc__ = f"{config.__doc__}\n    Attributes:\n{''.join(rows)}"
    return config


def seats(config: Any) -> int:
    """The number of seats: ``seats`` of a configuration that tells them apart from its ``players``."""
    return int(getattr(config, "seats", config.players))


def check(config: Any) -> None:
    """Check the options of a frozen configuration while it is made, and make their values hashable.

    Raises:
        ValueError: a value is not allowed; the message says what is.
    """
    for row in options(config.__class__):
        entries = seats(config) if row.type is tuple else 0
        object.__setattr__(config, row.name, row.check(getattr(config, row.name), entries))


def write(config: Any, states: States) -> None:
    """Set the configuration fields of all records in an array of states."""
    for row in recorded(config.__class__):
        value = getattr(config, row.name)
        states[row.field] = NONE if row.names else 0
        if row.within and not getattr(config, row.within):
            states[row.field] = 0
        elif row.type is list:
            states[row.field][:, : len(value)] = value
        elif row.type is set:
            states[row.field] = sum(1 << number for number in value)
        elif row.type is tuple:
            for seat, name in enumerate(value or ()):
                states[row.field][:, seat] = NONE if name is None else row.names.index(name)
        elif value is not None:
            states[row.field] = row.names.index(value) if row.names else value


def read(config: Any, state: Record) -> dict[str, Any]:
    """The options of a record, by their names, as :func:`write` set them; without those that say nothing."""

    def name(row: Option, index: Any) -> str | None:
        return None if index == NONE else row.names[index]

    values: dict[str, Any] = {}
    within = {row.name: row.field for row in options(config)}
    for row in recorded(config):
        cell = state[row.field]
        if row.within and not state[within[row.within]]:
            continue
        if row.type is list:
            values[row.name] = [int(number) for number in cell if number]
        elif row.type is set:
            values[row.name] = [number for number in range(row.most + 1) if int(cell) >> number & 1]
        elif row.type is tuple:
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
    values = named(given, [row.name for row in recorded(config) if row.name not in known])
    try:
        return config(**known, **values)
    except ValueError as error:
        fail("options", str(error))


def named(given: object, allowed: Sequence[str]) -> dict[str, Any]:
    """Options from elsewhere by their names, without those that are None, which stands for the default.

    Args:
        given: the options; their values are not checked.
        allowed: the names that there may be.

    Raises:
        ValueError: these are no options by names, or one has another name.
    """
    values = mapping(given, "options")
    for key in values:
        if key not in allowed:
            fail("options", f"unknown key {key!r:.60}; allowed are {', '.join(allowed)}")
    return {key: value for key, value in values.items() if value is not None}


def briefly(config: Any) -> dict[str, Any]:
    """The options of a configuration without those that follow from the others, and one number for several equal ones.

    So another number of seats can be asked for without what followed from the former one.
    """
    said = {row.name: getattr(config, row.name) for row in options(config.__class__)}
    for name, value in list(said.items()):
        others = {key: said[key] for key in said if key != name}
        shorter = [others, *([others | {name: value[0]}] if isinstance(value, tuple) and value else [])]
        said = next((one for one in shorter if _makes(one, config)), said)
    return said


def _makes(values: dict[str, Any], config: Any) -> bool:
    try:
        return bool(config.__class__(**values) == config)
    except ValueError:
        return False
