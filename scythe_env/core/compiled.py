"""Compiled agents asked from Python, one decision at a time: :class:`CompiledAgent`."""

from __future__ import annotations

import functools
from typing import Any, ClassVar

import numpy as np
from numba import float32, int64

from .agent import Agent, RuleAgent
from .compiling import Layout, entry
from .game import Mask, States
from .kernel import MASK
from .loops import SEATING, calls, choose, start_players
from .random import M32


class CompiledAgent(Agent):
    """Base of agents that are compiled rules: outside batches they play by the same code.

    Args:
        layout: layout of the records of the game that it plays.

    Attributes:
        notes: a record of :data:`.loops.SEATING` with the agent's dice and its notes.
    """

    needs_state: ClassVar[bool] = True

    steered: ClassVar[type[Any] | None] = None
    """What plays this agent's script with choices for its turns, a :class:`.SteeredAgent`, if there are any."""

    def __init__(self, layout: Layout) -> None:
        self._layout = layout
        self._prepared: tuple[Any, Any, Any] | None = None  # the weights, where they and the rule are, working space
        self.notes: States = np.zeros(1, SEATING.dtype)
        self.reset(0)

    def reset(self, seed: int) -> None:
        """Start the dice, and forget the last game."""
        _start(self.notes, seed & M32, seed >> 32)

    def act_on_state(self, states: States, i: int, mask: Mask) -> int:
        """Choose a legal action from the record of a game."""
        return self.ask(states, i, mask)

    def ask(self, states: States, i: int, mask: Mask) -> int:
        """What the agent's rule answers in a game."""
        if self._prepared is None or self._prepared[0] is not self.weights:
            rule = type(self).rule  # also of an agent that batches ask from Python
            one = RuleAgent(type(self).__name__, rule, self.weights, self.scratch)
            self._prepared = self.weights, calls(self._layout, [one]), np.empty(one.scratch, np.float32)
        _, agents, scratch = self._prepared
        return int(_asker(self._layout)(states, i, self.notes, mask, agents, scratch))

    def __getstate__(self) -> dict[str, Any]:
        """Everything but addresses."""
        return self.__dict__ | {"_prepared": None}


@entry(SEATING, int64, int64)
def _start(seating: States, low: int, high: int) -> None:
    start_players(seating[0], low, high)  # type: ignore[no-untyped-call]


@functools.cache
def _asker(layout: Layout) -> Any:
    @entry(layout, int64, SEATING, MASK, int64[:, ::1], float32[::1])
    def ask(states, i, seating, mask, agents, scratch):  # type: ignore[no-untyped-def]
        return choose(states[i], 0, seating[0], mask, agents, scratch)  # type: ignore[no-untyped-call]

    return ask
