"""The games' random generator: Chris Doty-Humphrey's sfc32, as rules over a record with a field ``rng``.

The field is four int64 words, each below 2**32: ``("rng", np.int64, 4)``. 32-bit words in 64-bit fields never overflow
and need no casts, so that compiled and interpreted games draw the same numbers on every machine.
"""

from __future__ import annotations

from collections.abc import Sequence
from types import SimpleNamespace
from typing import Any, NamedTuple

from scythe_env.core.compiling import rule

M32 = 0xFFFFFFFF
BLOCK = 32  # weights that are summed at once, which is fast


class Chance(NamedTuple):
    """What was drawn from a generator.

    Attributes:
        rng: the four words of the generator before.
        words: the numbers that were drawn by :func:`draw32`.
    """

    rng: tuple[int, ...]
    words: tuple[int, ...]


@rule
def draw32(s: Any) -> int:
    """Draw an integer, uniform over 0 .. 2**32 - 1."""
    a = s.rng[0]
    b = s.rng[1]
    c = s.rng[2]
    d = s.rng[3]
    out = (a + b + d) & M32
    s.rng[0] = b ^ (b >> 9)
    s.rng[1] = (c + (c << 3)) & M32
    s.rng[2] = (((c << 21) | (c >> 11)) + out) & M32
    s.rng[3] = (d + 1) & M32
    return out  # type: ignore[no-any-return]


@rule
def seed_rng(s: Any, low: int, high: int, stream: int) -> None:
    """Start the generator from a 64-bit seed, given as two 32-bit halves, and a stream.

    Each of the three counts modulo 2**32. Streams of one seed are independent: one each for setup, play, agents.
    """
    s.rng[0] = low & M32
    s.rng[1] = high & M32
    s.rng[2] = stream & M32
    s.rng[3] = 1
    for _ in range(15):  # until neighbouring seeds and streams differ in half of their bits
        draw32(s)


@rule
def below(s: Any, n: int) -> int:
    """Draw an integer, exactly uniform over 0 .. n - 1, for n of 1 .. 2**31 - 1 (Lemire's method, unbiased)."""
    m = draw32(s) * n
    if (m & M32) < n:
        threshold = (M32 + 1 - n) % n
        while (m & M32) < threshold:
            m = draw32(s) * n
    return m >> 32


@rule
def total(weights: Any) -> int:
    """The sum of a one-dimensional array of integers."""
    n = 0
    for i in range(weights.shape[0]):
        n += weights[i]
    return n


@rule
def draw_weighted(dice: Any, weights: Any) -> int:
    """Draw an index of ``weights``, integers of at least 0, each as likely as its weight; one must be above 0.

    ``dice`` is any record with a field ``rng``, so that players need not draw from the game's own generator.
    """
    k = below(dice, total(weights))
    i = 0
    part = total(weights[:BLOCK])
    while k >= part:
        k -= part
        i += BLOCK
        part = total(weights[i : i + BLOCK])
    while k >= weights[i]:
        k -= weights[i]
        i += 1
    return i


@rule
def keep_some(dice: Any, counts: Any, n: int) -> None:
    """Keep ``n`` of the things that ``counts`` has of each kind, at random: ``counts`` becomes what is kept."""
    things = total(counts)
    for k in range(counts.shape[0]):
        for _ in range(counts[k]):
            if below(dice, things) < n:
                n -= 1
            else:
                counts[k] -= 1
            things -= 1


@rule
def random_legal(dice: Any, mask: Any) -> int:
    """Draw one of the actions that a mask holds a 1 for, each equally likely; there must be one."""
    return draw_weighted(dice, mask)


def drawn(before: Sequence[int], after: Sequence[int]) -> Chance | None:
    """What was drawn while the words of a generator went from one state to another; None if nothing was.

    Raises:
        ValueError: draws do not lead from one to the other.
    """
    generator = SimpleNamespace(rng=list(before))
    draw = getattr(draw32, "py_func", draw32)
    words = tuple(draw(generator) for _ in range((after[3] - before[3]) & M32))  # the last word counts the draws
    if generator.rng != list(after):
        raise ValueError(f"no draws lead from the generator {before} to {after}")
    return Chance(tuple(before), words) if words else None
