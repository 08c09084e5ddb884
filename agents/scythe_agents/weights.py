"""The weights of a script, one row each: its constant is its index in an array of weights, float32 (k,).

Rules read a weight by :func:`weight`; the default is what the script plays with, others play the same plan with weights
of their own.
"""

from __future__ import annotations

from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from scythe_env.core.compiling import rule
from scythe_env.core.random import below

MOST: Final = 2000
"""The largest absolute value of a weight, so that sums of products stay small integers."""


_DRAWS: Final = 4  # uniform draws whose sum is taken for a normal one
_SCALE: Final = float(np.sqrt(12 / _DRAWS)) / 65536


class WeightTable:
    """The weights of a script, in the order in which they are declared."""

    def __init__(self) -> None:
        self._rows: dict[str, int] = {}

    def row(self, name: str, default: int) -> int:
        """Declare a further weight; returns its index."""
        self._rows[name] = default
        return len(self._rows) - 1

    @property
    def names(self) -> tuple[str, ...]:
        """What the weights are called."""
        return tuple(self._rows)

    @property
    def defaults(self) -> NDArray[np.float32]:
        """The weights that the script plays with, float32 (k,)."""
        return np.array(list(self._rows.values()), np.float32)


@rule
def weight(w: Any, k: int) -> int:
    """Weight ``k``, an integer."""
    return int(w[k])


@rule
def varied(dice: Any, value: float, spread: float) -> float:
    """A weight multiplied by a log-normal draw, whole and within bounds."""
    total = 0
    for _ in range(_DRAWS):
        total += below(dice, 65536) - 32768
    drawn: float = np.rint(value * np.exp(spread * _SCALE * total))
    return min(max(drawn, -MOST), MOST)
