"""The blocks of an observation vector, each declared once as a row."""

from __future__ import annotations

import math
from collections.abc import Iterator
from itertools import product
from typing import NamedTuple


class Block(NamedTuple):
    """A named part of the observation vector: its shape, the bounds of its values, its slice, its meaning."""

    name: str
    shape: tuple[int, ...]
    low: float
    high: float
    where: slice
    meaning: str


class BlockTable:
    """Blocks that follow one another, in the order in which they are declared.

    A module declares the rows as constants, which hold where a block begins::

        GAME = BlockTable()
        G_ROUND: Final = GAME.block("round", (1,), 1, "round / maximum number of rounds")

    Args:
        behind: a table with whose blocks this one begins.
    """

    def __init__(self, behind: BlockTable | None = None) -> None:
        self._blocks: list[Block] = list(behind.blocks()) if behind else []

    def block(self, name: str, shape: tuple[int, ...], high: float, meaning: str, low: float = 0) -> int:
        """Declare a block with values from ``low`` to ``high``; returns where it begins."""
        start = self.size
        where = slice(start, start + math.prod(shape))
        self._blocks.append(Block(name, shape, float(low), float(high), where, meaning))
        return start

    @property
    def size(self) -> int:
        """The total length of all blocks."""
        return self._blocks[-1].where.stop if self._blocks else 0

    def blocks(self, first: int = 0, prefix: str = "") -> Iterator[Block]:
        """The blocks as placed in a vector from index ``first`` on, their names with a prefix."""
        for block in self._blocks:
            where = slice(first + block.where.start, first + block.where.stop)
            yield block._replace(name=prefix + block.name, where=where)


def layout(seats: int, game: BlockTable, *of_seat: BlockTable) -> tuple[Block, ...]:
    """The blocks of an observation in order: those of the game, then a table's for each seat from the observer on.

    The latter are called ``seat_0.power`` and so on; seat 0 is the observer, seat k the k-th after it in turn order.
    A second table of seats follows the first one's blocks of all seats.
    """
    blocks = list(game.blocks())
    for table, k in product(of_seat, range(seats)):
        blocks += table.blocks(blocks[-1].where.stop, f"seat_{k}.")
    return tuple(blocks)
