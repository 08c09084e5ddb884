"""What chance does: the referee draws with the numbers of the engine's generator, so both games get the same cards."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from typing import Any, TypeVar

Thing = TypeVar("Thing")

WORD = 0xFFFFFFFF


class Dice:
    """The generator sfc32, in plain integers."""

    def __init__(self, words: Sequence[int]) -> None:
        """Go on where a generator stands."""
        self.words = list(words)

    def number(self) -> int:
        """An integer of 0 .. 2**32 - 1."""
        a, b, c, d = self.words
        number = (a + b + d) & WORD
        turned = ((c << 21) | (c >> 11)) & WORD
        self.words = [b ^ (b >> 9), (c + (c << 3)) & WORD, (turned + number) & WORD, (d + 1) & WORD]
        return number

    def below(self, n: int) -> int:
        """An integer of 0 .. n - 1, by Lemire's method."""
        while True:
            product = self.number() * n
            if (product & WORD) >= (WORD + 1) % n:
                return product >> 32

    def draw(self, things: Counter[Thing], order: Callable[[Thing], Any]) -> Thing:
        """One of some things, each copy equally likely; ``order`` is the one in which the engine has them."""
        copies = [thing for thing in sorted(things, key=order) for _ in range(things[thing])]
        return copies[self.below(len(copies))]
