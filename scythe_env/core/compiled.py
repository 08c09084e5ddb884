"""Compiled agents asked from Python: one decision at a time by :class:`CompiledAgent`, in many games at once by
:class:`CompiledPlayers`.
"""

from __future__ import annotations

import functools
from collections.abc import Sequence
from typing import Any, ClassVar

import numpy as np
from numba import float32, int64
from numpy.typing import NDArray

from .agent import Agent, RuleAgent
from .compiling import Layout, entry
from .game import Mask, States
from .kernel import MASK, RAW
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


class CompiledPlayers:
    """Compiled agents that are asked in many games at once.

    Args:
        layout: layout of the records of the game that they play.
        agents: the agents, which are numbered in this order.

    Raises:
        ValueError: an agent is not compiled.
    """

    def __init__(self, layout: Layout, agents: Sequence[Agent]) -> None:
        self._layout = layout
        self._agents = RuleAgent.of_all(agents)
        self._calls = calls(layout, self._agents)
        self._scratch = np.empty(max((one.scratch for one in self._agents), default=0), np.float32)

    def choose_many(
        self,
        states: States,
        notes: States,
        games: NDArray[np.int64],
        who: NDArray[np.int64],
        masks: NDArray[np.int8],
    ) -> NDArray[np.int64]:
        """What the agents would do; the games stay as they are.

        Args:
            states: records of games.
            notes: records of :data:`.loops.SEATING` with the dice and the notes of the agents, one for each game;
                those of a batch's ``seating`` when it was reset are a beginning.
            games: which games, (k,).
            who: the number of the agent that is asked in each, (k,).
            masks: the legal actions in each, int8 (k, ``num_actions``).

        Returns:
            int64 (k,).

        Raises:
            ValueError: an agent chose an action that is not legal.
        """
        actions = np.empty(len(games), np.int64)
        _many_asker(self._layout)(states, notes, games, who, masks, self._calls, self._scratch, actions)
        inside = (actions >= 0) & (actions < masks.shape[1])
        legal = inside & (masks[np.arange(len(games)), np.where(inside, actions, 0)] != 0)
        if not legal.all():
            k = int(legal.argmin())
            name = self._agents[who[k]].name
            raise ValueError(f"{name} chose action {actions[k]} in game {games[k]}, which is not legal")
        return actions


@entry(SEATING, int64, int64)
def _start(seating: States, low: int, high: int) -> None:
    start_players(seating[0], low, high)  # type: ignore[no-untyped-call]


@functools.cache
def _asker(layout: Layout) -> Any:
    @entry(layout, int64, SEATING, MASK, int64[:, ::1], float32[::1])
    def ask(states, i, seating, mask, agents, scratch):  # type: ignore[no-untyped-def]
        return choose(states[i], 0, seating[0], mask, agents, scratch)  # type: ignore[no-untyped-call]

    return ask


@functools.cache
def _many_asker(layout: Layout) -> Any:
    @entry(layout, SEATING, int64[::1], int64[::1], RAW, int64[:, ::1], float32[::1], int64[::1])
    def ask(states, seating, games, who, masks, agents, scratch, actions):  # type: ignore[no-untyped-def]
        for k in range(games.shape[0]):
            i = games[k]
            actions[k] = choose(states[i], who[k], seating[i], masks[k], agents, scratch)  # type: ignore[no-untyped-call]

    return ask
