"""Agents that play a game: what they are asked, and what they may know then."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Sequence
from typing import Any, ClassVar, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from .compiling import rule
from .fields import shown, whole
from .game import MAX_SEED, Game, Mask, Observation, States
from .random import random_legal

MAX_SCRATCH: Final = 2**26
"""The largest working space of a compiled agent, in float32."""


class Choice(NamedTuple):
    """A decision and what is chosen in it; :meth:`.ActionTable.text` tells it.

    Attributes:
        decision: its kind, a number of :attr:`.Game.decision_names`; None for the one that was due.
        action: what is chosen.
    """

    decision: int | None
    action: int


class Weighed(NamedTuple):
    """Something that an agent weighed before it acted.

    Attributes:
        line: one choice, or several that follow each other.
        share: how much it is preferred, 0 to 1.
        visits: how often it was tried, None for agents that do not try.
        value: what the game is worth with it, -1 to 1, if the agent has an idea of that.
    """

    line: tuple[Choice, ...]
    share: float
    visits: int | None = None
    value: float | None = None


class Insight(NamedTuple):
    """What an agent thought when it acted, for people who look on.

    Attributes:
        value: what the game is worth to its seat, -1 to 1, if it has an idea of that.
        choices: what it weighed, the best first.
    """

    value: float | None
    choices: tuple[Weighed, ...]


class Agent:
    """Base of all agents.

    A subclass implements :meth:`act`, or sets ``needs_state`` and implements :meth:`act_on_state`. An agent may sit at
    several seats of a table. It draws random numbers only from its own generator, started by :meth:`reset`.
    """

    needs_state: ClassVar[bool] = False
    """Whether the agent acts on a record of the game (searches, scripts) instead of on an observation."""

    observing: Game | None = None
    """The game as the agent observes it, if its observations are not those of the table that it plays at.

    The agent then gets observations like those of this game (:meth:`.Game.observing_like`), whatever the options of the
    table say about them.
    """

    rule: ClassVar[Any] = None
    """The agent as a compiled rule ``(s, dice, mask) -> action``, if there is one: batches then play it in their loops.

    It acts on the game's own record, so it must look only at what the seat to act may know; it draws from ``dice``, a
    record with a field ``rng`` (:mod:`.random`), and leaves the mask as it is. In the fields ``turn`` and ``plan`` of
    ``dice`` it may note a number each for every seat, which is kept until a game begins: -1 and 0 then. With
    :attr:`weights` it is ``(s, dice, mask, weights, scratch) -> action``.
    """

    weights: NDArray[np.float32] | None = None
    """What a compiled agent has learned, float32 (k,), writable and C-contiguous.

    Agents that differ in it alone share their compiled code. A batch keeps the array that it was given: numbers that
    are written into it count from the next decision on.
    """

    scratch: int = 0
    """How many float32 a compiled agent with weights needs as working space; they are not initialised."""

    def __setstate__(self, state: dict[str, Any]) -> None:
        """Restore the agent; arrays that come from memory shared by processes are read-only, so they are copied."""
        for name, value in state.items():
            shared = isinstance(value, np.ndarray) and not value.flags.writeable
            self.__dict__[name] = value.copy() if shared else value

    def reset(self, seed: int) -> None:
        """Get ready for a new game; ``seed``, 0 .. 2**64 - 1, is for the agent's own generator."""

    def insight(self) -> Insight | None:
        """What the agent thought when it was last asked for one decision; None for agents that do not tell."""
        return None

    def act(self, observation: Observation, mask: Mask) -> int:
        """Choose a legal action.

        Args:
            observation: what the seat to act may know, float32 (``observation_size``,).
            mask: 1 for each legal action, int8 (``num_actions``,).
        """
        raise NotImplementedError

    def act_many(self, observations: NDArray[np.float32], masks: NDArray[np.int8]) -> NDArray[np.int64]:
        """Choose a legal action in each of n games; by default :meth:`act` is called for one after the other.

        Args:
            observations: float32 (n, ``observation_size``).
            masks: int8 (n, ``num_actions``).

        Returns:
            int64 (n,).
        """
        return np.array([self.act(*one) for one in zip(observations, masks, strict=True)])

    def act_on_state(self, states: States, i: int, mask: Mask) -> int:
        """Choose a legal action from the record of a game.

        Args:
            states: array of records; the agent may play on in record ``i``. What is hidden from the seat to act was
                dealt anew in it, so it does not reveal anything that the seat may not know.
            i: the record.
            mask: 1 for each legal action, int8 (``num_actions``,).
        """
        raise NotImplementedError


class RuleAgent(NamedTuple):
    """What loops need of a compiled agent: see the attributes of :class:`Agent`."""

    name: str
    rule: Any
    weights: NDArray[np.float32] | None
    scratch: int

    @classmethod
    def of(cls, agent: Agent) -> RuleAgent | None:
        """The agent for loops; None if it is asked from Python.

        Raises:
            TypeError: the weights are not an array, the rule cannot be called, or the working space is not an integer.
            ValueError: the weights are another kind of array, the rule lacks the parameters that go with them, or the
                working space is too large.
        """
        if agent.rule is None:
            return None
        name, weights = type(agent).__name__, agent.weights
        if weights is not None and not isinstance(weights, np.ndarray):
            raise TypeError(f"weights of {name} must be an array of float32 (k,), not {shown(weights)}")
        if weights is not None and (weights.dtype != np.float32 or weights.ndim != 1 or not weights.flags.carray):
            raise ValueError(f"weights of {name} must be a writable C-contiguous array of float32 (k,)")
        wanted = ("s", "dice", "mask") if weights is None else ("s", "dice", "mask", "weights", "scratch")
        if len(inspect.signature(agent.rule).parameters) != len(wanted):
            with_ = "without" if weights is None else "with"
            raise ValueError(f"the rule of {name} must take ({', '.join(wanted)}), as it is {with_} weights")
        scratch = whole(agent.scratch, f"scratch of {name}")
        if not 0 <= scratch <= MAX_SCRATCH:
            raise ValueError(f"scratch of {name} must be 0 to {MAX_SCRATCH}, not {scratch}")
        return cls(name, agent.rule, weights, scratch)

    @classmethod
    def of_all(cls, agents: Sequence[Agent]) -> list[RuleAgent]:
        """The agents for loops.

        Raises:
            TypeError, ValueError: see :meth:`of`; or an agent is not compiled.
        """
        found = []
        for agent in agents:
            if (one := cls.of(agent)) is None:
                raise ValueError(f"{type(agent).__name__} is not a compiled agent")
            found.append(one)
        return found


@rule
def _choose_at_random(s: Any, dice: Any, mask: Any) -> int:
    return random_legal(dice, mask)


class RandomAgent(Agent):
    """Chooses uniformly among the legal actions."""

    rule: ClassVar[Any] = staticmethod(_choose_at_random)

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
    """An agent at the table: it is shown what its seat may know, and its answer is checked.

    Raises:
        ValueError: the agent's own observations have no room for the seats of the game.
    """

    def __init__(self, game: Game, agent: Agent) -> None:
        self.agent = agent
        self._game = game
        self._seen = game if agent.observing is None else game.observing_like(agent.observing)
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
        game, agent, seen = self._game, self.agent, self._seen
        if agent.needs_state:
            dealt = np.empty(1, game.layout.dtype)
            dealt.view(np.uint8)[:] = states[i : i + 1].view(np.uint8)
            game.determinize(dealt, 0, seat, int(self._rng.integers(MAX_SEED, dtype=np.uint64, endpoint=True)))
            action = self.ask(agent.act_on_state, dealt, 0, mask.copy())
        else:
            observation: Observation = np.empty(seen.observation_size, np.float32)
            seen.observe(states, i, seat, observation)
            action = self.ask(agent.act, observation, mask.copy())
        whole = isinstance(action, int | np.integer) and not isinstance(action, bool)
        if not (whole and 0 <= action < game.num_actions and mask[action]):
            raise ValueError(f"{type(agent).__name__} at seat {seat} chose action {shown(action)}, which is not legal")
        return int(action)

    def ask(self, method: Callable[..., Any], *arguments: Any) -> Any:
        """What a method of the agent answers; a subclass may watch it."""
        return method(*arguments)

    def choose_many(
        self,
        states: States,
        games: NDArray[np.int64],
        seats: NDArray[np.int64],
        observations: NDArray[np.float32],
        masks: NDArray[np.int8],
    ) -> NDArray[np.int64]:
        """The agent's actions for the seats to act in some games.

        Args:
            states: records of a batch.
            games: which of them, (k,).
            seats: the seat to act in each, (k,).
            observations: what those seats may know, float32 (k, ``observation_size``), as the game is observed.
            masks: their legal actions, int8 (k, ``num_actions``).

        Returns:
            int64 (k,).

        Raises:
            ValueError: the agent chose an action that is not legal, or not one for each game.
        """
        if self.agent.needs_state:
            asked = zip(games.tolist(), seats.tolist(), masks, strict=True)
            return np.array([self.choose(states, i, seat, mask) for i, seat, mask in asked], np.int64)
        if self._seen.config != self._game.config:
            observations = np.empty((len(games), self._seen.observation_size), np.float32)
            for i, seat, out in zip(games.tolist(), seats.tolist(), observations, strict=True):
                self._seen.observe(states, i, seat, out)
        name, actions = type(self.agent).__name__, np.asarray(self.ask(self.agent.act_many, observations, masks.copy()))
        if actions.dtype.kind not in "iu":
            raise ValueError(f"{name} chose {actions.dtype} as actions, which are integers")
        legal = actions.shape == games.shape and actions.min() >= 0 and actions.max() < self._game.num_actions
        if not legal or not masks[np.arange(len(games)), actions].all():
            raise ValueError(f"{name} chose actions that are not legal: {actions.tolist()}")
        return actions.astype(np.int64, copy=False)
