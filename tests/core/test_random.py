"""The generator against a reference on numpy's 32-bit words, which wrap by themselves."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numba import int8, int64

from scythe_env.core.compiling import Layout, entry
from scythe_env.core.random import below, draw32, draw_weighted, random_legal, seed_rng

LAYOUT = Layout(  # Numba warns of a record that begins as a larger one does
    [("rng", np.int64, 4), ("apart", np.int64), ("pile", np.int8, 8), ("hands", np.int8, (2, 8))]
)


@entry(LAYOUT, int64, int64, int64)
def seed(states: Any, low: int, high: int, stream: int) -> None:
    seed_rng(states[0], low, high, stream)


@entry(LAYOUT, int64[::1])
def draws(states: Any, out: Any) -> None:
    for k in range(len(out)):
        out[k] = draw32(states[0])


@entry(LAYOUT, int64, int64[::1])
def draws_below(states: Any, n: int, out: Any) -> None:
    for k in range(len(out)):
        out[k] = below(states[0], n)


@entry(LAYOUT, int64, int64[::1])
def weighted_draws(states: Any, seat: int, out: Any) -> None:
    s = states[0]
    for k in range(len(out)):
        out[k] = draw_weighted(s, s.pile) if seat < 0 else draw_weighted(s, s.hands[seat])


@entry(LAYOUT, int8[::1], int64[::1])
def legal_draws(states: Any, mask: Any, out: Any) -> None:
    for k in range(len(out)):
        out[k] = random_legal(states[0], mask)


class Reference:
    """sfc32 as published, in wrapping 32-bit arithmetic."""

    def __init__(self, low: int, high: int, stream: int) -> None:
        self.a, self.b, self.c, self.d = np.array([low, high, stream, 1], np.uint32).reshape(4, 1)
        for _ in range(15):
            self.draw()

    def below(self, n: int) -> int:
        while True:
            product = self.draw() * n
            if product % 2**32 >= 2**32 % n:  # Lemire's rejection
                return product // 2**32

    def draw(self) -> int:
        out = self.a + self.b + self.d
        self.d = self.d + np.uint32(1)
        self.a = self.b ^ (self.b >> np.uint32(9))
        self.b = self.c + (self.c << np.uint32(3))
        self.c = ((self.c << np.uint32(21)) | (self.c >> np.uint32(11))) + out
        return int(out[0])


FIXED = [3987121759, 92551270, 1122162139, 24194941]
words = st.integers(0, 2**32 - 1)


@settings(max_examples=50, deadline=None)
@given(words, words, words)
def test_draws_equal_the_reference(low: int, high: int, stream: int) -> None:
    states, out = np.zeros(1, LAYOUT.dtype), np.zeros(40, np.int64)
    seed(states, low, high, stream)
    draws(states, out)
    reference = Reference(low, high, stream)
    assert out.tolist() == [reference.draw() for _ in range(40)]
    assert states["rng"][0].tolist() == [int(w[0]) for w in (reference.a, reference.b, reference.c, reference.d)]


def test_draws_are_fixed() -> None:
    """The same numbers in every mode, on every machine, in every version: replays rest on them."""
    states, out = np.zeros(1, LAYOUT.dtype), np.zeros(4, np.int64)
    seed(states, 1, 2, 3)
    draws(states, out)
    assert out.tolist() == FIXED
    seed(states, 1 + 2**32, 2 - 2**32, 3)  # counted modulo 2**32
    draws(states, out)
    assert out.tolist() == FIXED


@settings(max_examples=50, deadline=None)
@given(words, st.integers(1, 2**31 - 1) | st.integers(1, 60))
def test_below_is_in_range_and_follows_the_draws(low: int, n: int) -> None:
    states, out = np.zeros(1, LAYOUT.dtype), np.zeros(20, np.int64)
    seed(states, low, 0, 0)
    draws_below(states, n, out)
    reference = Reference(low, 0, 0)
    expected = [reference.below(n) for _ in range(20)]
    assert out.tolist() == expected
    assert max(expected) < n


@pytest.mark.parametrize("n", [2, 7, 42])
def test_below_is_uniform(n: int) -> None:
    states, out = np.zeros(1, LAYOUT.dtype), np.zeros(1000 * n, np.int64)
    seed(states, 11, 0, n)
    draws_below(states, n, out)
    counts = np.bincount(out, minlength=n)
    assert ((counts - 1000) ** 2 / 1000).sum() < n + 5 * (2 * n) ** 0.5  # chi-square, some five deviations


@settings(max_examples=50, deadline=None)
@given(words, st.lists(st.integers(0, 40), min_size=8, max_size=8).filter(any))
def test_a_weighted_draw_is_a_draw_from_a_pile_laid_out_in_order(low: int, weights: list[int]) -> None:
    states, out = np.zeros(1, LAYOUT.dtype), np.zeros(20, np.int64)
    pile = np.repeat(np.arange(8), weights).tolist()
    for seat in (-1, 0, 1):  # a field, and rows of a field
        states["pile"] = states["hands"] = 1
        (states["pile"] if seat < 0 else states["hands"][:, seat])[0] = weights
        seed(states, low, 0, 0)
        weighted_draws(states, seat, out)
        reference = Reference(low, 0, 0)
        assert out.tolist() == [pile[reference.below(len(pile))] for _ in range(20)]
    seed(states, low, 0, 0)
    mask = np.array(weights) > 0
    legal_draws(states, mask.view(np.int8), out)
    reference = Reference(low, 0, 0)
    assert out.tolist() == [mask.nonzero()[0][reference.below(mask.sum())] for _ in range(20)]


def test_streams_and_seeds_differ() -> None:
    firsts = set()
    for low, high, stream in [(0, 0, 0), (1, 0, 0), (0, 1, 0), (0, 0, 1), (1, 1, 0), (1, 0, 1)]:
        states, out = np.zeros(1, LAYOUT.dtype), np.zeros(2, np.int64)
        seed(states, low, high, stream)
        draws(states, out)
        firsts.add(tuple(out.tolist()))
    assert len(firsts) == 6
