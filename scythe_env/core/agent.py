"""Agents that play a game: what they are asked, and what they may know when they are."""

from __future__ import annotations

from typing import ClassVar

import numpy as np

from .game import MAX_SEED, Game, Mask, Observation, States


class Agent:
    """Base of all agents.

    A subclass implements :meth:`act`, or sets ``needs_state`` and implements :meth:`act_on_state`. An agent may sit at
    several seats of a table. It draws random numbers from its own generator only, started by :meth:`reset`.
    """

    needs_state: ClassVar[bool] = False
    """Whether the agent acts on a record of the game (searches, scripts) instead of on an observation."""

    def reset(self, seed: int) -> None:
        """Get ready for a new game; ``seed``, 0 .. 2**64 - 1, is for the agent's own generator."""

    def act(self, observation: Observation, mask: Mask) -> int:
        """Choose a legal action.

        Args:
            observation: what the seat to act may know, float32 (``observation_size``,).
            mask: 1 for each legal action, int8 (``num_actions``,).
        """
        raise NotImplementedError

    def act_on_state(self, states: States, i: int, mask: Mask) -> int:
        """Choose a legal action from the record of a game.

        Args:
            states: array of records; the agent may play on in record ``i``. What is hidden from the seat to act was
                dealt anew in it, so nothing can be read from it that the seat may not know.
            i: the record.
            mask: 1 for each legal action, int8 (``num_actions``,).
        """
        raise NotImplementedError


class RandomAgent(Agent):
    """Chooses uniformly among the legal actions."""

    def __init__(self) -> None:
        self._rng = np.random.default_rng()

    def reset(self, seed: int) -> None:
        """Start the generator."""
        self._rng = np.random.default_rng(seed)

    def act(self, observation: Observation, mask: Mask) -> int:
        """Choose a legal action; the observation does not matter."""
        legal = mask.nonzero()[0]
        return int(legal[self._rng.integers(len(legal))])


class Player:
    """An agent at the table: it is shown what its seat may know, and its answer is checked."""

    def __init__(self, game: Game, agent: Agent) -> None:
        self.agent = agent
        self._game = game
        self._rng = np.random.default_rng()

    def reset(self, seed: int) -> None:
        """Get ready for a new game: the agent and what it is dealt for planning get a generator each."""
        agent_seed, deal_seed = np.random.SeedSequence(seed).generate_state(2, np.uint64).tolist()
        self._rng = np.random.default_rng(deal_seed)
        self.agent.reset(agent_seed)

    def choose(self, states: States, i: int, seat: int, mask: Mask) -> int:
        """The agent's action for the seat to act.

        Raises:
            ValueError: the agent chose an action that is not legal.
        """
        game, agent = self._game, self.agent
        if agent.needs_state:
            dealt = np.empty(1, game.layout.dtype)
            dealt.view(np.uint8)[:] = states[i : i + 1].view(np.uint8)
            game.determinize(dealt, 0, seat, int(self._rng.integers(MAX_SEED, dtype=np.uint64, endpoint=True)))
            action = agent.act_on_state(dealt, 0, mask.copy())
        else:
            observation: Observation = np.empty(game.observation_size, np.float32)
            game.observe(states, i, seat, observation)
            action = agent.act(observation, mask.copy())
        if not (0 <= action < game.num_actions and mask[action]):
            raise ValueError(f"{type(agent).__name__} at seat {seat} chose action {action!r}, which is not legal")
        return int(action)
