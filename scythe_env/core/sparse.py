"""Rows of numbers that are mostly 0, kept by those that are not: :class:`SparseRows`."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray


@dataclass(frozen=True, slots=True)
class SparseRows:
    """N rows of float32.

    Attributes:
        width: how long a row is.
        columns: where the numbers that are not 0 are in their rows, int32 (k,), row by row.
        entries: these numbers, float32 (k,).
        starts: where those of each row begin, int64 (n,).
    """

    width: int
    columns: NDArray[np.int32]
    entries: NDArray[np.float32]
    starts: NDArray[np.int64]

    @classmethod
    def of(cls, rows: NDArray[np.float32]) -> SparseRows:
        """The rows of an array, float32 (n, ``width``)."""
        flat, width = rows.reshape(-1), rows.shape[1]
        found = np.flatnonzero(flat != 0)  # several times as fast as np.nonzero of the rows
        starts = np.searchsorted(found, np.arange(len(rows)) * width)
        return cls(width, (found % width).astype(np.int32), flat[found], starts)

    @classmethod
    def joined(cls, parts: Sequence[SparseRows]) -> SparseRows:
        """The rows of several such, at least one, of the same width."""
        before = np.cumsum([0, *(len(part.columns) for part in parts[:-1])])
        starts = [part.starts + first for part, first in zip(parts, before, strict=True)]
        columns, entries = ([getattr(part, name) for part in parts] for name in ("columns", "entries"))
        return cls(parts[0].width, *map(np.concatenate, (columns, entries, starts)))

    def __len__(self) -> int:
        return len(self.starts)

    @property
    def counts(self) -> NDArray[np.int64]:
        """How many numbers of each row are not 0, int64 (n,)."""
        return np.diff(self.starts, append=len(self.columns))

    def take(self, which: NDArray[np.int64]) -> SparseRows:
        """Some of the rows, by their numbers (m,)."""
        counts = self.counts[which]
        starts = np.cumsum(counts) - counts
        where = np.repeat(self.starts[which] - starts, counts) + np.arange(counts.sum())
        return SparseRows(self.width, self.columns[where], self.entries[where], starts)

    def dense(self) -> NDArray[np.float32]:
        """The rows as a new array, float32 (n, ``width``)."""
        rows = np.zeros((len(self), self.width), np.float32)
        rows[np.repeat(np.arange(len(self)), self.counts), self.columns] = self.entries
        return rows
