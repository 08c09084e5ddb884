"""Any game as a PettingZoo AEC environment."""

from __future__ import annotations

import copy
from typing import Any, SupportsIndex

import numpy as np
from gymnasium import spaces
from gymnasium.error import ResetNeeded
from numpy.typing import NDArray
from pettingzoo import AECEnv
from pettingzoo.utils.wrappers import AssertOutOfBoundsWrapper, OrderEnforcingWrapper, TerminateIllegalWrapper

from .fields import shown
from .game import MAX_SEED, NONE, RENDER_MODES, Game, MaskedObservation, check_agent_seat, check_render_mode, check_seed
from .session import POSITIONS, Session, position, reset_options


class GameEnv(AECEnv):  # type: ignore[misc]
    """A game for agents ``player_0``, ``player_1``, ... who act one at a time; scripted seats have no agents.

    Observations are dictionaries: ``"observation"``, float32 (``observation_size``,), what the agent may know, and
    ``"action_mask"``, int8 (``num_actions``,), 1 for each legal action. The mask of an agent that is not to act is all
    zero. Rewards are zero until the game is over; then all agents get theirs in the same step and are terminated, or
    truncated if a limit ended the game. Agents that have finished are stepped with ``None``. ``infos`` say what
    :meth:`.Game.infos` says. :meth:`state` is what all agents know together, for a central critic.

    ``copy.deepcopy``, :meth:`clone` and pickles keep the game that is under way and all generators; copies share the
    observation spaces. A pickle made under another layout of the game's record is refused with a ValueError.

    Args:
        game: the rules.
        render_mode: ``"human"`` (print the game after each step), ``"ansi"`` (text), ``"rgb_array"`` (picture) or None.

    Raises:
        ValueError: the render mode is unknown.
    """

    def __init__(self, game: Game, render_mode: str | None = None) -> None:
        super().__init__()
        self.render_mode = check_render_mode(render_mode)
        check_agent_seat(game, None)
        self.metadata = {
            "name": game.name,
            "render_modes": list(RENDER_MODES),
            "is_parallelizable": False,
            "render_fps": 1,
        }
        self.possible_agents = [f"player_{seat}" for seat in game.agent_seats]
        self._seats = dict(zip(self.possible_agents, game.agent_seats, strict=True))
        self.observation_spaces = {agent: game.masked_space() for agent in self.possible_agents}
        space = game.observation_space()
        n = len(self.possible_agents)
        self.state_space = spaces.Box(np.tile(space.low, n), np.tile(space.high, n))
        self.action_spaces = {agent: spaces.Discrete(game.num_actions) for agent in self.possible_agents}
        self.agents: list[str] = []
        self.agent_selection = self.possible_agents[0]
        self._names = {seat: agent for agent, seat in self._seats.items()}
        self._session = Session(game)
        self._rng = np.random.default_rng()

    @property
    def session(self) -> Session:
        """The game under way; its record is the full truth, hidden parts included."""
        return self._session

    def observation_space(self, agent: str) -> spaces.Dict:
        """The space of an agent's observations, the same object at each call.

        Raises:
            ValueError: there is no such agent.
        """
        self._seat(agent)
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Discrete[np.int64]:
        """The space of an agent's actions, the same object at each call.

        Raises:
            ValueError: there is no such agent.
        """
        self._seat(agent)
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Deal a new game, or begin with a position.

        Args:
            seed: the game's seed, 0 .. 2**64 - 1. Without one, the next in the sequence that the last given one began.
            options: where the game begins, if not with the deal: see :func:`.position`. Others are ignored, as
                PettingZoo's tests want it.

        Raises:
            TypeError, ValueError: the seed is not an integer or out of range, or the options do not fit; the game is as
                before.
        """
        rng = self._rng if seed is None else np.random.default_rng(check_seed(seed))
        if seed is None:
            seed = int(rng.integers(MAX_SEED, dtype=np.uint64, endpoint=True))
        known = {name: value for name, value in reset_options(options).items() if name in POSITIONS}
        if known:
            self._session.take_up(position(self._session.game, seed, known))
        else:
            self._session.reset(seed)
        self._rng = rng
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos = self._of_agents(self._session.infos())
        self._skip_agent_selection = None
        self._select()

    def step(self, action: SupportsIndex | None) -> None:
        """Play an action of ``agent_selection``; ``None`` for an agent that has finished.

        Raises:
            gymnasium.error.ResetNeeded: no game was dealt yet, or all agents have finished.
            TypeError: the action is not an integer.
            ValueError: the action is not legal, or an agent that has finished is given one; the game is as before.
        """
        if not self.agents:
            raise ResetNeeded("no agent is left to act: call reset() before the next step")
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self._session.step(action)  # type: ignore[arg-type]  # None is refused there as any other wrong type
        self._select()

    def observe(self, agent: str) -> MaskedObservation:
        """A new dictionary of new arrays with what an agent may know, and with its legal actions.

        Raises:
            gymnasium.error.ResetNeeded: no game was dealt yet.
            ValueError: there is no such agent.
        """
        session, seat = self._session, self._seat(agent)
        mask = session.mask
        return {
            "observation": session.observe(seat),
            "action_mask": mask.copy() if seat == session.seat else np.zeros(len(mask), np.int8),
        }

    def state(self) -> NDArray[np.float32]:
        """A new array with the observations of all agents in turn order, one behind the other, float32.

        Raises:
            gymnasium.error.ResetNeeded: no game was dealt yet.
        """
        return np.concatenate([self._session.observe(seat) for seat in self._names])

    def render(self) -> str | NDArray[np.uint8] | None:
        """Show the game as ``render_mode`` says; no mode needs a display.

        Raises:
            gymnasium.error.ResetNeeded: no game was dealt yet.
        """
        return self._session.render(self.render_mode)

    def close(self) -> None:
        """Does nothing: nothing is held open."""

    def state_bytes(self) -> bytes:
        """The game under way as bytes: equal games have equal bytes (:meth:`.Game.save`).

        Raises:
            gymnasium.error.ResetNeeded: no game was dealt yet.
        """
        return self._session.save()

    def clone(self) -> GameEnv:
        """An independent copy, with the game that is under way."""
        return copy.deepcopy(self)

    def __deepcopy__(self, memo: dict[int, Any]) -> GameEnv:
        for spaces_ in (self.observation_spaces, self.state_space):  # large, and they do not change
            memo[id(spaces_)] = spaces_
        twin = object.__new__(type(self))
        memo[id(self)] = twin
        twin.__dict__.update(copy.deepcopy(self.__dict__, memo))
        return twin

    def _seat(self, agent: str) -> int:
        seat = self._seats.get(agent)
        if seat is None:
            raise ValueError(f"unknown agent {shown(agent)}; allowed are {', '.join(self.possible_agents)}")
        return seat

    def _of_agents(self, values: list[Any]) -> dict[str, Any]:
        """The entries of a list by seats, by agent."""
        return {agent: values[seat] for agent, seat in self._seats.items()}

    def _select(self) -> None:
        """Update what PettingZoo reads to the state of the game."""
        session = self._session
        if session.seat != NONE:
            self.agent_selection = self._names[session.seat]
        else:
            truncated = session.truncated()
            self.rewards = self._of_agents(session.rewards())
            self.terminations = dict.fromkeys(self.agents, not truncated)
            self.truncations = dict.fromkeys(self.agents, truncated)
            self.infos = self._of_agents(session.infos())
            self._accumulate_rewards()
            self._deads_step_first()
        if self.render_mode == "human":
            self.render()


class WrappedEnv(OrderEnforcingWrapper):  # type: ignore[misc]
    """The outermost of PettingZoo's usual wrappers, which copies the ones inside with itself."""

    def clone(self) -> WrappedEnv:
        """An independent copy, with its wrappers and the game that is under way."""
        return copy.deepcopy(self)

    def __str__(self) -> str:
        return str(self.unwrapped)


def wrap(env: GameEnv) -> WrappedEnv:
    """The environment in PettingZoo's usual wrappers: an illegal action loses the game (-1) and ends it for all."""
    return WrappedEnv(AssertOutOfBoundsWrapper(TerminateIllegalWrapper(env, illegal_reward=-1)))
