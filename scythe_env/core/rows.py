"""Data files of components, read into frozen dataclasses: the annotations say what their rows may hold.

The first field of a dataclass names its rows, so no other row of a list repeats it. Annotated types say more: names or
a range that are allowed, :class:`Keys`, the key of such names, or a function (value, place) that reads the value.
Errors name the place and what is allowed there.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import MISSING, fields, is_dataclass
from functools import partial
from importlib.resources import files
from types import UnionType
from typing import Annotated, Any, NamedTuple, TypeVar, Union, get_args, get_origin

from .document import mark, number, unique
from .fields import Number, fail

_T = TypeVar("_T")

Names = Mapping[str, tuple[str, ...]]


class Keys(NamedTuple):
    """The keys of an object in the data: one of each at most, or just one of each if they are ``all`` needed.

    It is read into pairs of keys and values; or, annotated as a tuple of numbers, into one for each key, 0 by default.
    """

    allowed: tuple[str, ...]
    all: bool = False


class Numbering:
    """Numbers things from 0 on as they are declared: ``WOOD: Final = good("wood")`` with ``good = Numbering()``."""

    def __init__(self) -> None:
        self._names: list[str] = []

    def __call__(self, name: str) -> int:
        """The number of the next thing, which has this name in data and documents."""
        self._names.append(name)
        return len(self._names) - 1

    def since(self, first: int) -> range:
        """The numbers of a thing and of all that were declared after it."""
        return range(first, len(self._names))

    def names(self) -> tuple[str, ...]:
        """The names of all, by their number."""
        return tuple(self._names)


def data_of(package: str, file: str) -> dict[str, Any]:
    """What a JSON file in the folder ``data`` of a package holds, unchecked.

    Raises:
        ValueError: a key occurs twice.
    """
    text = (files(package) / "data" / file).read_text("utf-8")
    return json.loads(text, object_pairs_hook=partial(unique, file))  # type: ignore[no-any-return]


def _listed(names: Iterable[Any]) -> str:
    return ", ".join(str(name) for name in names)


def read(kind: Any, value: Any, place: str, names: Names) -> Any:
    """Read an entry at a place of the data files.

    Args:
        kind: what it has to be: the annotation of a field.
        value: what the file holds there.
        place: where that is, for messages.
        names: names in the data that annotations refer to, such as those of hexes.

    Raises:
        ValueError: it is something else.
    """
    bound: Any = None
    if get_origin(kind) in (UnionType, Union):  # what may be left out
        kind = get_args(kind)[0]
    if get_origin(kind) is Annotated:
        kind, bound = get_args(kind)
    if callable(bound):
        return bound(value, place)
    if is_dataclass(kind):
        return _read_row(kind, value, place, names)  # type: ignore[arg-type]
    if isinstance(bound, Keys):
        needed = bound.allowed if bound.all else ()
        check_keys(value, needed, bound.allowed, place)
        kind = get_args(kind)[0]
        if get_origin(kind) is not tuple:
            given = {key: read(kind, value[key], f"{place}, {key}", names) for key in value}
            return tuple(given.get(key, 0) for key in bound.allowed)
        kind = get_args(kind)[1]
        return tuple((key, read(kind, value[key], f"{place}, {key}", names)) for key in bound.allowed if key in value)
    if get_origin(kind) is tuple:
        return _read_list(get_args(kind), value, place, names)
    if isinstance(bound, str | tuple):
        allowed = names[bound] if isinstance(bound, str) else bound
        if not isinstance(value, str) or value not in allowed:
            fail(place, f"unknown name {value!r}; allowed are {_listed(allowed)}")
        return allowed.index(value) if kind is int else value
    if kind is bool:
        return mark(value, place)
    if kind is str and (not isinstance(value, str) or not value.strip()):
        fail(place, f"a text is needed, not {value!r}")
    if kind is int:
        numbers = bound or range(100)
        return number(value, Number(numbers[0], numbers[-1]), place)
    return value


def check_keys(value: Any, needed: Iterable[str], allowed: Iterable[str], place: str) -> None:
    """Refuse what is not an object with all the keys that are needed and no others than are allowed.

    Raises:
        ValueError: it is not.
    """
    if not isinstance(value, Mapping):
        fail(place, f"an object with keys from {_listed(allowed)} is needed, not {value!r}")
    for key in needed:
        if key not in value:
            fail(place, f"the key {key!r} is missing; needed are {_listed(needed)}")
    for key in value:
        if key not in allowed:
            fail(place, f"unknown key {key!r}; allowed are {_listed(allowed)}")


def _read_row(kind: type[_T], value: Any, place: str, names: Names) -> _T:
    """Read an object into a dataclass; fields with a default may be left out."""
    row = {field.name: field for field in fields(kind)}  # type: ignore[arg-type]
    check_keys(value, [name for name, field in row.items() if field.default is MISSING], tuple(row), place)
    return kind(**{key: read(row[key].type, value[key], f"{place}, {key}", names) for key in value})


def _read_list(kinds: tuple[Any, ...], value: Any, place: str, names: Names) -> tuple[Any, ...]:
    """Read a list; its rows are named in messages by their first entries, other entries by their places."""
    if not isinstance(value, list):
        fail(place, f"a list is needed, not {value!r}")
    if kinds[1] is Ellipsis:
        kinds = kinds[:1] * len(value)
    if len(value) != len(kinds):
        fail(place, f"{len(value)} entries, but {len(kinds)} are needed")
    labels: list[Any] = list(range(len(value)))
    if kinds and is_dataclass(kinds[0]):
        first = fields(kinds[0])[0].name
        labels = [row.get(first, k) if isinstance(row, Mapping) else k for k, row in enumerate(value)]
        for label in labels:
            if labels.count(label) > 1:
                fail(place, f"{first} {label} occurs twice")
    return tuple(
        read(kind, entry, f"{place}[{label}]", names) for kind, entry, label in zip(kinds, value, labels, strict=True)
    )
