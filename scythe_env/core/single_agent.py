"""Any game as a Gymnasium environment in which one seat learns and agents play the others."""

from __future__ import annotations

import logging
from typing import Any, Literal, SupportsIndex, get_args

import gymnasium
import numpy as np
from gymnasium import spaces
from gymnasium.error import ResetNeeded
from numpy.typing import NDArray

from .agent import Agent, Player, RandomAgent
from .game import MAX_SEED, NONE, RENDER_MODES, Game, Observation, check_agent_seat, check_render_mode
from .loops import MAX_DEALS
from .registry import LineUp, parse_line_up
from .session import Session

IllegalAction = Literal["lose", "raise"]
_LOSS = -1.0  # the smallest reward of a game


class SingleAgentEnv(gymnasium.Env[Observation, np.int64]):
    """One learner's view of a game: its transitions run from its own decision to its own next decision.

    A step plays the learner's action and then all decisions of the other seats up to the learner's next one, or to the
    end of the game. The last transition carries the learner's result even if another seat made the last move. The
    observation is the flat vector of the learner's seat; :meth:`action_masks` gives the legal actions. ``info`` holds
    the seat and :meth:`.Game.infos` after a reset and with the last transition, and is empty in between.

    The generators of the game, of the choice of seat and of each opponent are separate: the games dealt after a seed do
    not depend on who plays them from which seat. Copies and pickles keep the game under way.

    Args:
        game: the rules.
        opponents: an agent that plays all other seats, or one agent for each, clockwise from the learner's left
            neighbour; without any, they play at random. Agents may be given as texts (:mod:`.registry`). Scripted seats
            are left out.
        seat: the learner's seat; without one it is drawn for each game.
        illegal_action: what an illegal action of the learner does. ``"lose"``: as Gymnasium expects every action of the
            space to be playable, the game ends at once with reward -1, and ``info["illegal_action"]`` says why; the
            first time a warning is logged. ``"raise"``: a ValueError, and the game is as before.
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
        render_mode: str | None = None,
    ) -> None:
        others = len(game.agent_seats) - 1
        line_up = parse_line_up(RandomAgent() if opponents is None else opponents, game, {})
        if not isinstance(line_up, Agent) and len(line_up) != others:
            raise ValueError(
                f"{len(line_up)} opponents were given; {others} are needed at a table of {game.num_players}, "
                "or a single agent that plays all other seats"
            )
        check_agent_seat(game, seat)
        if illegal_action not in get_args(IllegalAction):
            raise ValueError(f"illegal_action {illegal_action!r} is unknown; allowed are 'lose', 'raise'")
        self.render_mode = check_render_mode(render_mode)
        self.metadata = {"name": game.name, "render_modes": list(RENDER_MODES), "render_fps": 1}
        self.observation_space: spaces.Space[Observation] = game.observation_space()  # type: ignore[assignment]
        self.action_space = spaces.Discrete(game.num_actions)
        self.illegal_action = illegal_action
        self.fixed_seat = seat
        self.seat = game.agent_seats[0] if seat is None else seat
        self._match = Session(game)
        agents = [line_up] if isinstance(line_up, Agent) else line_up
        self._players = [Player(game, agent) for agent in agents]
        self._over = True
        self._warned = False

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Deal a new game and play it up to the learner's first decision.

        A game that ends before the learner was asked anything is dealt anew.

        Returns:
            The learner's observation and info.

        Raises:
            ValueError: options were given; none are known.
        """
        if options:
            raise ValueError(f"unknown options {sorted(options)}: reset takes none")
        super().reset(seed=seed)
        for _ in range(MAX_DEALS):
            game_seed, players_seed = self.np_random.integers(MAX_SEED, size=2, dtype=np.uint64, endpoint=True).tolist()
            seats = self._match.game.agent_seats
            drawn = seats[self.np_random.integers(len(seats))]  # always: the next deals depend on it
            self.seat = drawn if self.fixed_seat is None else self.fixed_seat
            self._match.reset(game_seed)
            seeds = np.random.SeedSequence(players_seed).generate_state(len(self._players), np.uint64).tolist()
            for player, player_seed in zip(self._players, seeds, strict=True):
                player.reset(player_seed)
            self._play_others()
            if not self._over:
                break
        else:
            raise RuntimeError(f"{MAX_DEALS} games in a row ended before seat {self.seat} was asked anything")
        if self.render_mode == "human":
            self.render()
        return self._match.observe(self.seat), self._info()

    def step(self, action: SupportsIndex) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        """Play the learner's action and the other seats up to the learner's next decision.

        Returns:
            Observation, reward, terminated, truncated, info. The reward is 0 until the game is over.

        Raises:
            gymnasium.error.ResetNeeded: no game is under way.
            TypeError: the action is not an integer.
            ValueError: the action is not legal, with ``illegal_action="raise"``; the game is as before.
        """
        match = self._match
        if self._over:
            raise ResetNeeded("no game is under way: call reset() before the next step")
        try:
            match.step(action)
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
            return match.observe(self.seat), _LOSS, True, False, {**self._info(), "illegal_action": str(error)}
        self._play_others()
        if self.render_mode == "human":
            self.render()
        observation = match.observe(self.seat)
        if not self._over:
            return observation, 0.0, False, False, {}
        truncated = match.truncated()
        return observation, match.rewards()[self.seat], not truncated, truncated, self._info()

    def action_masks(self) -> NDArray[np.bool_]:
        """A new array with the learner's legal actions, bool (``num_actions``,); all False if the game is over."""
        return np.zeros(len(self._match.mask), np.bool_) if self._over else self._match.mask.astype(np.bool_)

    def render(self) -> Any:
        """Show the game as ``render_mode`` says; no mode needs a display.

        Raises:
            gymnasium.error.ResetNeeded: no game was dealt yet.
        """
        return self._match.render(self.render_mode)

    def _play_others(self) -> None:
        """Let the opponents act until it is the learner's decision or the game is over."""
        match, seats, players = self._match, self._match.game.agent_seats, self._players
        self._over = True  # also if an opponent fails: the learner must not act for it
        while match.seat not in (self.seat, NONE):
            distance = (seats.index(match.seat) - seats.index(self.seat)) % len(seats)
            player = players[0] if len(players) == 1 else players[distance - 1]
            match.step(player.choose(match.states, 0, match.seat, match.mask))
        self._over = match.seat == NONE

    def _info(self) -> dict[str, Any]:
        return {"seat": self.seat, **self._match.infos()[self.seat]}
