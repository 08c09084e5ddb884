"""Values that nobody expects, and damage to documents and bytes, all drawn from one generator."""

from __future__ import annotations

import copy
import json
import math
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from decimal import Decimal
from fractions import Fraction
from random import Random
from typing import Any

import numpy as np


class Refused(Exception):
    """An input was refused as the border should refuse it."""


@contextmanager
def border(*more: type[Exception]) -> Iterator[None]:
    """Where an input may be refused by a ValueError, a TypeError or another error that is documented there.

    Raises:
        Refused: it was.
    """
    try:
        yield
    except (ValueError, TypeError, *more) as error:
        assert str(error), f"{type(error).__name__} without a word"
        raise Refused(f"{type(error).__name__}: {error}") from error


DEPTHS = (900, 960, 980, 990, 3000)
"""Levels of lists: almost as many as a recursive function can reach the end of, or more."""


def nested(depth: int) -> list[Any]:
    """A list in a list in a list ..."""
    value: list[Any] = []
    for _ in range(depth):
        value = [value]
    return value


NUMBERS = (
    *range(-3, 13), 16, 18, 50, 99, 100, 101, 127, 128, 250, 251, 255, 256, -128, 10_000, 32_767, 32_768, -32_769,
    2**31 - 1, 2**31, 2**32, 2**53, 2**63 - 1, 2**63, -(2**63), 2**64 - 1, 2**64, 10**30, -(10**30),
)  # fmt: skip
FLOATS = (0.0, 1.0, 2.0, 0.5, -1.0, 1e9, 1e308, math.nan, math.inf, -math.inf)
TEXTS = ("", "0", "1", "-1", "1.0", "random", "heuristic", "nobody", "None", "\0", "ü", "\ud800", "[x/]", "a" * 5000)
OTHERS: tuple[Callable[[], Any], ...] = (
    *(lambda: None, lambda: True, lambda: False, list, dict, set, tuple, object, lambda: object, lambda: len),
    *(lambda: b"", lambda: b"\0" * 9, lambda: bytearray(3), lambda: [0], lambda: [None], lambda: {"a": 1}, lambda: {0}),
    *(lambda: 1j, lambda: Fraction(1, 2), lambda: Decimal("1"), lambda: range(3), lambda: iter([0, 1]), lambda: "é"),
    *(lambda: np.int64(1), lambda: np.int8(-1), lambda: np.uint64(2**64 - 1), lambda: np.float32(1), lambda: np.True_),
    *(lambda: np.array(1), lambda: np.array(1.0), lambda: np.array("a"), lambda: np.array(None), lambda: np.zeros(0)),
    *(lambda: np.zeros((2, 2), int), lambda: np.zeros(3, bool), lambda: np.full(2, np.nan), lambda: np.str_("random")),
    *(lambda: np.datetime64("NaT"), lambda: np.ma.masked, lambda: [[0], [0, 1]], lambda: Ellipsis),
)  # fmt: skip


def odd(draw: Random) -> Any:
    """Something that is seldom wanted."""
    kind = draw.random()
    if kind < 0.35:
        return draw.choice(NUMBERS)
    if kind < 0.5:
        return draw.choice(FLOATS)
    return draw.choice(TEXTS) if kind < 0.62 else draw.choice(OTHERS)()


def odd_json(draw: Random) -> Any:
    """The same among what JSON can say."""
    value = odd(draw)
    return value if isinstance(value, int | float | str | dict | None) else nested(draw.choice([1, 2, 60]))


def spots(value: Any) -> Iterator[tuple[Any, Any]]:
    """Every place in a document: the container and the key or index in it."""
    for key in value if isinstance(value, dict) else range(len(value)):
        yield value, key
        if isinstance(value[key], dict | list):
            yield from spots(value[key])


def _nudge(draw: Random, value: Any) -> Any:
    """Something like it: a number near by or of another type, a text with another end, a longer or mixed list."""
    if isinstance(value, bool):
        return draw.choice([not value, int(value), str(value).lower(), None])
    if isinstance(value, int):
        near = [value + 1, value - 1] * 3 + [
            -value,
            value * 1000,
            float(value),
            str(value),
            bool(value),
            np.int64(value),
            value + 0.5,
        ]
        return draw.choice(near)
    if isinstance(value, str):
        return draw.choice(
            [value + " ", value[:-1], value.upper(), value * 2, [value], {value: 1}, value.encode(errors="replace")]
        )
    if isinstance(value, list):
        return draw.choice([value * 2, value[1:], value[::-1], draw.sample(value, len(value)), tuple(value)])
    if isinstance(value, dict):
        return draw.choice([list(value), list(value.items()), {key: value[key] for key in list(value)[1:]}])
    return value


def damaged(draw: Random, document: Any, other: Any, value: Callable[[Random], Any] = odd) -> Any:
    """A copy of a document with one to three entries gone, changed, doubled, renamed, swapped, or taken from another.

    Args:
        draw: the generator.
        document: objects and lists as JSON has them.
        other: a document like it.
        value: draws the odd values.
    """
    document = copy.deepcopy(document)
    for _ in range(draw.choice([1, 1, 1, 2, 3])):
        places = list(spots(document)) if isinstance(document, dict | list) else []
        if not places:
            return value(draw)
        container, key = draw.choice(places)
        how = draw.randrange(10)
        if how == 0:
            del container[key]
        elif how == 1 and isinstance(container, list):
            container.append(container[key])
        elif how == 2 and isinstance(container, dict):
            container[draw.choice([f"{key}x", "a", 0, None, 1.5, draw.choice(places)[1]])] = container.pop(key)
        elif how in (3, 4):
            container[key] = value(draw)
        elif how == 5:
            there, name = draw.choice(places)
            container[key], there[name] = copy.deepcopy((there[name], container[key]))
        elif how == 6 and (places := list(spots(other))):
            there, name = draw.choice([place for place in places if place[1] == key] or places)
            container[key] = copy.deepcopy(there[name])
        else:
            container[key] = _nudge(draw, container[key])
    if value is odd and draw.random() < 0.02 and (places := list(spots(document))):
        container, key = draw.choice(places)
        container[key] = nested(draw.choice(DEPTHS))
    return document


def as_text(draw: Random, document: Any) -> str:
    """JSON of a document as far as there is one, sometimes with a key twice, deep lists, or what JSON does not have."""
    text = json.dumps(document, default=lambda value: str(value)[:60], skipkeys=True)
    if draw.random() < 0.03:
        depth = draw.choice(DEPTHS)
        text = text.replace(": 1", f": {'[' * depth}{']' * depth}", 1)
    if draw.random() < 0.1 and isinstance(document, dict) and document:
        key = draw.choice(list(document))
        text = f"{text[:-1]}, {json.dumps(str(key))}: {draw.choice(['1', 'NaN', '1e999', '0', 'null'])}}}"
    return text


def torn(draw: Random, data: bytes) -> bytes:
    """Bytes of which some were changed, cut out, doubled, put in or cut off."""
    for _ in range(draw.choice([1, 1, 2, 5])):
        first, size = draw.randrange(len(data) + 1), draw.choice([1, 1, 2, 8, 100])
        last, how = first + size, draw.randrange(6)
        if how == 0:
            data = data[:first]
        elif how == 1:
            data = data[:first] + data[last:]
        elif how == 2:
            data = data[:last] + data[first:]
        else:
            put = draw.choice([bytes(size), b"\xff" * size, draw.randbytes(size), b"9" * size, b"[" * 5000])
            data = data[:first] + put + data[first if how == 3 else last :]
    return data
