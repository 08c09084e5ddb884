"""Any game as a Gymnasium environment in which one seat learns and agents play the others."""

from __future__ import annotations

import copy
import logging
from typing import Any, Literal, SupportsIndex, get_args

import gymnasium
import numpy as np
from gymnasium import spaces
from gymnasium.error import ResetNeeded
from numpy.typing import NDArray

from .agent import Agent, Player, RandomAgent
from .game import (
    MAX_SEED,
    NONE,
    RENDER_MODES,
    Game,
    MaskedObservation,
    Observation,
    check_agent_seat,
    check_render_mode,
)
from .loops import ASKED, MAX_DEALS
from .registry import LineUp, parse_line_up
from .rewards import GAME_REWARD, LearnerReward
from .session import Session, position, reset_options
from .steering import steered

IllegalAction = Literal["lose", "raise"]
_LOSS = -1.0  # the smallest reward of a game


class SingleAgentEnv(gymnasium.Env[Observation | MaskedObservation, np.int64]):
    """One learner's view of a game: its transitions run from its own decision to its own next decision.

    A step plays the learner's action and then all decisions of the other seats up to the learner's next one, or to the
    end of the game. The last transition carries the learner's result even if another seat made the last move. The
    observation is the flat vector of the learner's seat. ``info["action_mask"]``, int8 (``num_actions``,), holds the
    legal actions, as ``action_space.sample`` takes them; :meth:`action_masks` gives them as MaskablePPO wants them.
    Besides the mask, ``info`` holds the seat, whether the game was lost by an illegal action, and :meth:`.Game.infos`.

    The generators of the game, of the choice of seat and of each opponent are separate: the games dealt after a seed do
    not depend on who plays them from which seat. Copies and pickles keep the game under way.

    Args:
        game: the rules.
        opponents: an agent that plays all other seats, or one agent for each, clockwise from the learner's left
            neighbour; without any, they play at random. Agents may be given as texts (:mod:`.registry`). Scripted seats
            are left out.
        seat: the learner's seat; without one it is drawn for each game.
        illegal_action: what an illegal action of the learner does. ``"lose"``: as Gymnasium expects every action of the
            space to be playable, the game ends at once with reward -1, and ``info["illegal_action"]`` is 1; the first
            time a warning is logged that says why. ``"raise"``: a ValueError, and the game is as before.
        masked_observations: whether observations are dictionaries of ``"observation"`` and ``"action_mask"``.
        learner_reward: what a step brings the learner; by default what the game pays at its end.
        steer: the script that the learner steers with a choice for each of its turns, an agent or its text
            (:mod:`.steering`): actions and masks are then those of the choices.
        render_mode: ``"human"`` (print the game after each step), ``"ansi"`` (text), ``"rgb_array"`` (picture) or None.

    Raises:
        ValueError: an argument has an unknown value, or the number of opponents does not fit.
    """

    def __init__(
        self,
        game: Game,
        opponents: LineUp | None = None,
        *,
        seat: int | None = None,
        illegal_action: IllegalAction = "lose",
        masked_observations: bool = False,
        learner_reward: LearnerReward = GAME_REWARD,
        steer: Agent | str | None = None,
        render_mode: str | None = None,
    ) -> None:
        check_agent_seat(game, seat)
        others = len(game.agent_seats) - 1
        line_up = parse_line_up(RandomAgent() if opponents is None else opponents, game, {})
        if not isinstance(line_up, Agent) and len(line_up) != others:
            raise ValueError(
                f"{len(line_up)} opponents were given; {others} are needed at a table of {game.num_players}, "
                "or a single agent that plays all other seats"
            )
        if illegal_action not in get_args(IllegalAction):
            raise ValueError(f"illegal_action {illegal_action!r} is unknown; allowed are 'lose', 'raise'")
        self.render_mode = check_render_mode(render_mode)
        self.metadata = {"name": game.name, "render_modes": list(RENDER_MODES), "render_fps": 1}
        self._steered = None if steer is None else steered(steer, game)
        self._num_actions = game.num_actions if self._steered is None else len(self._steered.steering.choices)
        space = game.masked_space(self._num_actions) if masked_observations else game.observation_space()
        self.observation_space: spaces.Space[Any] = space
        self.action_space = spaces.Discrete(self._num_actions)
        self.illegal_action = illegal_action
        self.fixed_seat = seat
        self.seat = game.agent_seats[0] if seat is None else seat
        self._session = Session(game)
        agents = [line_up] if isinstance(line_up, Agent) else line_up
        self._players = [Player(game, agent) for agent in agents]
        self._masked = masked_observations
        self._learner_reward = learner_reward
        self._over = True
        self._warned = False

    @property
    def session(self) -> Session:
        """The game under way; its record is the full truth, hidden parts included."""
        return self._session

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation | MaskedObservation, dict[str, Any]]:
        """Deal a new game, or begin with a position, and play it up to the learner's first decision.

        A game that ends before the learner was asked anything is dealt anew.

        Args:
            seed: of what is dealt and drawn in this and later games.
            options: where the game begins, if not with the deal: see :func:`.position`.

        Returns:
            The learner's observation and info.

        Raises:
            TypeError, ValueError: the options do not fit, or the learner is not asked anything from the position on.
        """
        options = reset_options(options)
        super().reset(seed=seed)
        for _ in range(1 if options else MAX_DEALS):
            game_seed, players_seed = self.np_random.integers(MAX_SEED, size=2, dtype=np.uint64, endpoint=True).tolist()
            seats = self._session.game.agent_seats
            drawn = seats[self.np_random.integers(len(seats))]  # always: the next deals depend on it
            self.seat = drawn if self.fixed_seat is None else self.fixed_seat
            if options:
                self._session.take_up(position(self._session.game, game_seed, options))
            else:
                self._session.reset(game_seed)
            seeds = np.random.SeedSequence(players_seed).generate_state(len(self._players), np.uint64).tolist()
            for player, player_seed in zip(self._players, seeds, strict=True):
                player.reset(player_seed)
            if self._steered:
                self._steered.reset(0)
            self._play_others()
            if not self._over:
                break
        else:
            if options:
                raise ValueError(f"the game ends before seat {self.seat} is asked anything")
            raise RuntimeError(f"{MAX_DEALS} games in a row ended before seat {self.seat} was asked anything")
        if self.render_mode == "human":
            self.render()
        self._numbers = {"seat": self.seat, **self._session.infos()[self.seat], "illegal_action": 0}
        return self._seen()

    def step(self, action: SupportsIndex) -> tuple[Observation | MaskedObservation, float, bool, bool, dict[str, Any]]:
        """Play the learner's action and the other seats up to the learner's next decision.

        Returns:
            Observation, reward, terminated, truncated, info. The game's own reward is 0 until it is over.

        Raises:
            gymnasium.error.ResetNeeded: no game is under way.
            TypeError: the action is not an integer.
            ValueError: the action is not legal, with ``illegal_action="raise"``; the game is as before.
        """
        session = self._session
        if self._over:
            raise ResetNeeded("no game is under way: call reset() before the next step")
        before = session.states.copy() if self._learner_reward.needed else None
        try:
            if self._steered:
                self._steered.choose(session.states, 0, session.mask, action)
            else:
                session.step(action)
        except ValueError as error:
            if self.illegal_action == "raise":
                raise
            if not self._warned:
                self._warned = True
                logging.getLogger(__name__).warning(
                    "game lost by an illegal action: %s. Later ones are not logged. action_masks() gives the legal "
                    "actions, and MaskablePPO of sb3-contrib learns with them",
                    error,
                )
            self._over = True
            self._numbers["illegal_action"] = 1
            observation, info = self._seen()
            return observation, _LOSS, True, False, info
        self._play_others()
        if self.render_mode == "human":
            self.render()
        truncated = self._over and session.truncated()
        reward = 0.0
        if self._over:
            self._numbers |= session.infos()[self.seat]
            reward = session.rewards()[self.seat]
        if before is not None:
            rewards = self._learner_reward.of(before, session.states, np.array([self.seat]), np.array([reward]))
            reward = float(rewards[0])
        observation, info = self._seen()
        return observation, reward, self._over and not truncated, truncated, info

    def action_masks(self) -> NDArray[np.bool_]:
        """A new array with the learner's legal actions, bool (``num_actions``,); all False if the game is over."""
        return self._legal().astype(np.bool_)

    def render(self) -> Any:
        """Show the game as ``render_mode`` says; no mode needs a display.

        Raises:
            gymnasium.error.ResetNeeded: no game was dealt yet.
        """
        return self._session.render(self.render_mode)

    def state_bytes(self) -> bytes:
        """The game under way as bytes: equal games have equal bytes (:meth:`.Game.save`).

        Raises:
            gymnasium.error.ResetNeeded: no game was dealt yet.
        """
        return self._session.save()

    def clone(self) -> SingleAgentEnv:
        """An independent copy, with the game that is under way and the opponents as they are."""
        return copy.deepcopy(self)

    def _play_others(self) -> None:
        """Let the opponents, and the script that is steered, act until the learner is asked or the game is over."""
        session, seats, players = self._session, self._session.game.agent_seats, self._players
        self._over = True  # also if an opponent fails: the learner must not act for it
        while session.seat != NONE:
            if session.seat != self.seat:
                distance = (seats.index(session.seat) - seats.index(self.seat)) % len(seats)
                player = players[0] if len(players) == 1 else players[distance - 1]
                action = player.choose(session.states, 0, session.seat, session.mask)
            else:
                action = self._steered.ask(session.states, 0, session.mask.copy()) if self._steered else ASKED
                if action == ASKED:
                    break
            session.step(action)
        self._over = session.seat == NONE

    def _legal(self) -> NDArray[np.int8]:
        """A new array with the learner's legal actions or choices."""
        session = self._session
        if self._over:
            return np.zeros(self._num_actions, np.int8)
        return self._steered.choices(session.states, 0, session.mask) if self._steered else session.mask.copy()

    def _seen(self) -> tuple[Observation | MaskedObservation, dict[str, Any]]:
        """The learner's observation and info, of new arrays."""
        mask = self._legal()
        observation = self._session.observe(self.seat)
        info = {**self._numbers, "action_mask": mask}
        return {"observation": observation, "action_mask": mask.copy()} if self._masked else observation, info
