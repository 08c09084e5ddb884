"""A scripted player of Scythe with a sensible plan, written as compiled rules over the record of a game.

Each decision has a function that says what a legal action is worth, in tenths of a coin; the best action is played, the
first of equals. It does not use chance, nor anything that the seat to act may not know.
"""

from __future__ import annotations

from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from scythe_env.core.compiling import Layout, rule
from scythe_env.scythe.state import LAYOUT

from ..outcome import outcome
from ..script import Script
from .decisions import choose_action
from .steering import SteeredHeuristic
from .weights import DEFAULTS, MOST, NAMES

__all__ = ["HeuristicAgent", "choose_action"]


@rule
def _choose_by_plan(s, dice, mask, weights, scratch):
    return choose_action(s, weights, mask)


class HeuristicAgent(Script):
    """A script: what a choice is worth by some weights; it keeps no memory and draws no random numbers.

    The plan is that of :func:`choose_action`.

    Args:
        weights: a file of weights; by default those of :mod:`.weights`.

    Raises:
        ValueError: the file cannot be read, or does not hold such weights.
    """

    rule: ClassVar[Any] = staticmethod(_choose_by_plan)
    outcome: ClassVar[Any] = staticmethod(outcome)
    names: ClassVar[tuple[str, ...]] = NAMES
    defaults: ClassVar[NDArray[np.float32]] = DEFAULTS
    most: ClassVar[int] = MOST
    layout: ClassVar[Layout] = LAYOUT
    steered: ClassVar[type[Any] | None] = SteeredHeuristic
