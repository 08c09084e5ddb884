"""Many games at once: :class:`Batch` steps an array of games in one compiled call, :func:`rollout` plays them out.

The loops are compiled from the rules of a game (:class:`.Rules`). Compiled agents
(:attr:`.Agent.rule`) make their decisions inside the call. Each game has its own random numbers and its own rows of the
arrays, so the result is the same for any number of threads.
"""

from __future__ import annotations

import copy
import functools
import os
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from typing import Any, Final, SupportsIndex

import numpy as np
import numpy.typing as npt
from gymnasium.error import ResetNeeded
from gymnasium.vector import AutoresetMode
from numpy.typing import NDArray

from .agent import Agent, Player, RuleAgent
from .fields import shown, whole
from .game import ENDED, NONE, RUNNING, TRUNCATED, Game, States, check_agent_seat, check_seed
from .kernel import GO_ON, raw_bytes
from .loops import ASKED, DEAL, MAX_DEALS, MAX_SEATS, SEATING, START, calls, observer, stepper
from .random import M32
from .registry import LineUp, parse_line_up
from .rewards import GAME_REWARD, LearnerReward
from .steering import steered

Seeds = SupportsIndex | Sequence[SupportsIndex] | NDArray[np.integer[Any]]

_MOST: Final = 256  # games of a compiled call: even whole games of these take less than a second
MAX_GAMES: Final = 2**20
"""The largest number of games of a batch."""

MAX_THREADS: Final = 1024
"""The largest number of threads that may be asked for."""

_LEAST: Final = 32  # games that are worth a thread of their own


@dataclass(frozen=True, slots=True)
class Arrays:
    """What a batch of n games writes, all C-contiguous; a caller may own them, in shared memory for example.

    Attributes:
        masks: legal actions of the seat to act, int8 (n, ``num_actions``), or choices of the learner where it steers a
            script; zeros when the game is over. A batch decides by them what is legal: those that it makes itself are
            read-only, a caller's own must not be edited.
        observations: what the seat to act may know, float32 (n, ``observation_size``), or (0, 0) to save time.
        final_observations: what the learner may know at the end of its last game, of the same shape. It may be the
            same array, unless a new game begins in the step that ends the old one.
        rewards: reward of each seat by the game that ended in the last step, else 0, float64 (n, ``num_players``).
        scores: score table of the last game that ended, int32 (n, rows, columns).
        outcomes: RUNNING, ENDED or TRUNCATED as the game stood after the last step, before another one was dealt,
            int8 (n,).
    """

    masks: NDArray[np.int8]
    observations: NDArray[np.float32]
    final_observations: NDArray[np.float32]
    rewards: NDArray[np.float64]
    scores: NDArray[np.int32]
    outcomes: NDArray[np.int8]

    @classmethod
    def make(
        cls, game: Game, n: int, *, observing: bool = True, same_step: bool = False, choices: int | None = None
    ) -> Arrays:
        """New arrays for n games.

        Args:
            game: the rules.
            n: number of games.
            observing: whether observations are written.
            same_step: whether new games begin in the step that ends the old ones.
            choices: number of choices where the learners steer a script.
        """
        shape = (n, game.observation_size) if observing else (0, 0)
        observations = np.zeros(shape, np.float32)
        return cls(
            np.zeros((n, game.num_actions if choices is None else choices), np.int8),
            observations,
            np.zeros(shape, np.float32) if same_step else observations,
            np.zeros((n, game.num_players), np.float64),
            np.zeros((n, *game.score_shape), np.int32),
            np.zeros(n, np.int8),
        )

    def check(self, game: Game, n: int, choices: int | None = None) -> None:
        """Refuse arrays that do not fit.

        Raises:
            ValueError: naming the first array that does not fit, and what would.
        """
        wanted = Arrays.make(game, n, observing=self.observations.size > 0, choices=choices)
        for name in Arrays.__slots__:
            found, fit = getattr(self, name), getattr(wanted, name)
            if found.shape != fit.shape or found.dtype != fit.dtype or not found.flags.carray:
                raise ValueError(
                    f"{name} must be a writable C-contiguous array of {fit.dtype} {fit.shape}, "
                    f"not of {found.dtype} {found.shape}"
                )


class Batch:
    """N games of one kind under way, stepped together.

    Without opponents the caller makes every decision of every seat; ``observations`` and ``masks`` are those of the
    seat to act. With opponents a game has one learner: a step plays its action and then the other seats up to its next
    decision or the end of the game. Compiled agents (:attr:`.Agent.rule`) act inside the compiled call, others
    for all their games at once (:meth:`.Agent.act_many`).

    With a script to steer, the learner acts once a turn: its actions are choices, by which the script plays the turn
    (:mod:`.steering`), inside the compiled call too. ``arrays.masks`` are then those of the choices.

    Every game depends only on its seed, not on its place in the batch: episode e of a game that was reset with a seed
    is dealt like ``Session.reset(seed + (e << 32))``, so seeds should differ in their lower 32 bits.

    Copies and pickles hold the games as they stand.

    Args:
        game: the rules.
        n: number of games, up to :data:`MAX_GAMES`.
        opponents: line-ups of opponents, spread evenly: game i meets ``opponents[i % len(opponents)]``. A line-up
            is an agent that plays all other seats, or one agent for each, clockwise from the learner's left neighbour;
            agents may be given as texts (:mod:`.registry`). Scripted seats (:attr:`.Game.scripted_seats`) are left
            out: they have no agents.
        seat: the learner's seat; without one it is drawn for each game.
        autoreset_mode: what follows the end of a game, as in Gymnasium: the next step deals a new game whatever its
            action (NEXT_STEP), the same step deals it (SAME_STEP), or the caller resets it (DISABLED).
        observing: whether observations are written.
        threads: number of threads; None for one on each core. Short steps gain little.
        learner_reward: what :meth:`learner_rewards` are; by default what the games pay at their end.
        steer: the script that the learner steers, an agent or its text; without one it makes every decision itself.
        states: records with the configuration of each game, such as ``game.new_states(n)``, the default.
        arrays: what is written into; by default new arrays.
        player: seats an opponent that is not compiled.

    Attributes:
        game: the rules.
        num_actions: number of actions of the caller, or of choices where it steers a script.
        states: the records of the games (n,). After replacing them, call :meth:`resume`.
        seating: records of :data:`SEATING` (n,), read-only.
        arrays: the current result.

    Raises:
        ValueError: an argument has an impossible value.
    """

    def __init__(
        self,
        game: Game,
        n: int,
        opponents: Agent | str | Sequence[LineUp] = (),
        *,
        seat: int | None = None,
        autoreset_mode: AutoresetMode | str = AutoresetMode.NEXT_STEP,
        observing: bool = True,
        threads: int | None = 1,
        learner_reward: LearnerReward = GAME_REWARD,
        steer: Agent | str | None = None,
        states: States | None = None,
        arrays: Arrays | None = None,
        player: Callable[[Game, Agent], Player] = Player,
    ) -> None:
        self._player = player
        known: dict[str, Agent] = {}
        line_ups: Sequence[Any] = opponents if isinstance(opponents, list | tuple) else [opponents]
        seated = [parse_line_up(line_up, game, known) for line_up in line_ups]
        n = whole(n, "the number of games")
        if not 1 <= n <= MAX_GAMES:
            raise ValueError(f"a batch holds 1 to {MAX_GAMES} games, not {n}")
        if seated or seat is not None:
            check_agent_seat(game, seat)
        if seat is not None and not seated:
            raise ValueError(f"seat {seat} is given, but no opponents: without them the caller plays all seats")
        if learner_reward.needed and not seated:
            raise ValueError("a learner's reward is given, but no opponents: without them there is no learner")
        if steer is not None and not seated:
            raise ValueError("a script to steer is given, but no opponents: without them there is no learner")
        self._steered = None if steer is None else steered(steer, game)
        choices = None if self._steered is None else len(self._steered.steering.choices)
        self.num_actions = choices or game.num_actions
        self.autoreset_mode = check_autoreset_mode(autoreset_mode)
        same_step = self.autoreset_mode is AutoresetMode.SAME_STEP
        self.game = game
        self.states = game.new_states(n) if states is None else _checked_states(game, n, states, dealt=False)
        self.seating: States = np.zeros(n, SEATING.dtype)
        self.arrays = arrays or Arrays.make(game, n, observing=observing, same_step=same_step, choices=choices)
        self.arrays.check(game, n, choices)
        self._legal, self._own_masks = self.arrays.masks, arrays is None  # what the caller may do
        self._masks = self._legal if self._steered is None else np.zeros((n, game.num_actions), np.int8)
        self._protect_masks()
        if same_step and observing and self.arrays.final_observations is self.arrays.observations:
            raise ValueError("final_observations must be a separate array in SAME_STEP mode")
        self.threads = check_threads(threads)
        self._ready = np.zeros(n, np.bool_)
        self._all = np.arange(n)
        self._learner_reward = learner_reward
        self._deals_at_once = same_step and not learner_reward.needed  # in the call that ends a game
        self._learner_rewards = np.zeros(n)
        self._learning = bool(seated)
        self._seat_players(seated, seat)

    @property
    def size(self) -> int:
        """The number of games."""
        return len(self.seating)

    @property
    def seats(self) -> NDArray[np.int16]:
        """Seat to act in each game, (n,), NONE when it is over; a read-only view."""
        return self.states["seat_to_act"]

    @property
    def learners(self) -> NDArray[np.int64]:
        """Seat of the learner in each game, int64 (n,), NONE without opponents; a read-only view."""
        return self.seating["learner"]

    @property
    def terminated(self) -> NDArray[np.bool_]:
        """Whether the last step ended each game by its rules, bool (n,)."""
        return self.arrays.outcomes == ENDED  # type: ignore[no-any-return]

    @property
    def truncated(self) -> NDArray[np.bool_]:
        """Whether the last step ended each game by a limit, bool (n,)."""
        return self.arrays.outcomes == TRUNCATED  # type: ignore[no-any-return]

    def learner_rewards(self) -> NDArray[np.float64]:
        """A new array with what the last step brought the learner of each game, float64 (n,).

        That is what the game pays, at its end, or what ``learner_reward`` says. It is 0 where a new game was dealt.
        """
        if self._learner_reward.needed:
            return self._learner_rewards.copy()
        return self.arrays.rewards[self._all, self.seating["last"]]  # type: ignore[no-any-return]

    def reset(self, seeds: Seeds, games: NDArray[np.bool_] | None = None) -> None:
        """Deal new games and play them up to the first decision of the caller.

        Args:
            seeds: a seed of 0 .. 2**64 - 1 for each game of the batch, (n,), or one number s for s, s + 1, ....
            games: which games to reset, bool (n,); all by default. Agents that are not compiled restart their own
                generators only when all games are reset.

        Raises:
            ValueError: the seeds do not fit, or ``games`` chooses none.
        """
        chosen = self._seed(seeds, games)
        self._go_on(chosen, np.full(len(chosen), DEAL))
        self._ready[chosen] = True

    def start(self, states: States, seeds: Seeds, games: NDArray[np.bool_] | None = None) -> None:
        """Begin with given positions instead of deals, and play them up to the first decision of the caller.

        Args:
            states: records of games under way, one for each of the chosen games in order. They are copied, with the
                generators that what they draw comes from.
            seeds: as for :meth:`reset`: they decide drawn seats of learners, the dice of the players, and the games
                that follow.
            games: which games, bool (n,); all by default.

        Raises:
            ValueError: the records, seeds or games do not fit, or a learner is not asked anything from its position on;
                then these games must be reset.
        """
        number = self.size if games is None else int(_checked_choice(games, self.size).sum())
        _checked_states(self.game, number, states, dealt=True)
        chosen = self._seed(seeds, games)
        raw_bytes(self.states)[chosen] = raw_bytes(states)
        drawn = chosen[self.seating["drawn"][chosen] == 1]
        words = self.seating[drawn]["low"].tolist(), self.seating[drawn]["high"].tolist()
        for i, low, high in zip(drawn.tolist(), *words, strict=True):
            self.seating["learner"][i] = np.random.default_rng([low, high]).choice(self.game.agent_seats)
        self.seating["asked"][chosen] = 0
        self.seating["episode"][chosen] = 1  # the position stands for the first one
        self._ready[chosen] = False
        self._go_on(chosen, np.full(len(chosen), START))
        if (lost := self.seating["episode"][chosen] > 1).any():
            i = int(chosen[lost.argmax()])
            raise ValueError(f"game {i} ends before its learner is asked anything")
        self._ready[chosen] = True

    def _seed(self, seeds: Seeds, games: NDArray[np.bool_] | None) -> NDArray[np.int64]:
        """Note the seeds of some games, and start the players if these are all; returns which games."""
        words = seed_words(seeds, self.size)
        chosen = self._all if games is None else np.flatnonzero(_checked_choice(games, self.size))
        for name, values in zip(("low", "high"), words, strict=True):
            self.seating[name][chosen] = values[chosen]
        self.seating["episode"][chosen] = 0
        if games is None:
            for player, seed in zip(self._players, player_seeds(words, len(self._players)), strict=True):
                player.reset(seed)
        return chosen

    def resume(self) -> None:
        """Continue the games in ``states`` up to the next decision of the caller.

        The dice of the players continue from where they are; :meth:`reset` restarts them.

        Raises:
            ValueError: a record is not one of a game of the batch's configuration that was dealt.
        """
        _checked_states(self.game, self.size, self.states, dealt=True)
        self._go_on(self._all, np.full(self.size, GO_ON))
        self._ready[:] = True

    def step(self, actions: npt.ArrayLike, games: NDArray[np.bool_] | None = None) -> None:
        """Play an action in each game, up to the next decision of the caller; the result is in ``arrays``.

        Args:
            actions: integers (n,), choices where the learners steer a script. If a game is over, its action is ignored
                (NEXT_STEP) or an error (DISABLED).
            games: which games, bool (n,); all by default. Others stay as they are, whatever their actions.

        Raises:
            gymnasium.error.ResetNeeded: a game was never dealt, an opponent failed in the last call, or it is over in
                DISABLED mode.
            TypeError: the actions are not integers.
            ValueError: their number is wrong, one is not legal, or ``games`` chooses none; the games have not changed.
                Or an opponent chose an action that is not legal; then the games must be reset.
        """
        numbers = np.array(actions)  # a copy
        if numbers.dtype.kind not in "iu":
            raise TypeError(f"actions are integers, not {numbers.dtype}")
        if numbers.shape != (self.size,):
            raise ValueError(f"actions must have the shape ({self.size},), not {numbers.shape}")
        chosen = self._all if games is None else np.flatnonzero(_checked_choice(games, self.size))
        numbers = numbers.astype(np.int64, copy=False)[chosen]
        ready = self._ready[chosen]
        if not ready.all():
            raise ResetNeeded(
                f"game {int(chosen[ready.argmin()])} was not dealt yet, or an opponent failed: call reset() first"
            )
        over = self.states["status"][chosen] != RUNNING
        if over.any():
            if self.autoreset_mode is AutoresetMode.DISABLED:
                raise ResetNeeded(f"game {int(chosen[over.argmax()])} is over: reset it before the next step")
            numbers[over] = 0
        inside = (numbers >= 0) & (numbers < self.num_actions)
        legal = inside & (self._legal[chosen, np.where(inside, numbers, 0)] != 0) | over
        if not legal.all():
            self._refuse(int(chosen[legal.argmin()]), int(numbers[legal.argmin()]))
        numbers[over] = DEAL
        self._go_on(chosen, numbers)

    def observe(self, seats: npt.ArrayLike, out: NDArray[np.float32] | None = None) -> NDArray[np.float32]:
        """What a seat of each game may know.

        Args:
            seats: a seat for each game, integers (n,) of 0 .. ``num_players - 1``.
            out: where to write it, float32 (n, ``observation_size``); by default a new array.

        Raises:
            TypeError: ``out`` is not an array.
            ValueError: the seats or the array do not fit.
        """
        given = np.array(seats)
        fits = given.shape == (self.size,) and given.dtype.kind in "iu"
        if not fits or given.min() < 0 or given.max() >= self.game.num_players:
            raise ValueError(
                f"seats must be integers of 0..{self.game.num_players - 1}, one for each game ({self.size},)"
            )
        chosen, shape = given.astype(np.int64), (self.size, self.game.observation_size)
        if out is None:
            out = np.empty(shape, np.float32)
        elif not isinstance(out, np.ndarray):
            raise TypeError(f"out must be an array of float32 {shape}, not {shown(out)}")
        elif out.shape != shape or out.dtype != np.float32 or not out.flags.carray:
            raise ValueError(
                f"out must be a writable C-contiguous array of float32 {shape}, not of {out.dtype} {out.shape}"
            )
        observer(self.game.layout, self.game.rules)(self.states, chosen, out)
        return out

    # -- inside --------------------------------------------------------------------------------------------------------

    def _protect_masks(self) -> None:
        """Show the batch's own masks read-only, so that what is legal does not depend on what others write."""
        if self._own_masks:
            view = self._legal.view()
            view.flags.writeable = False
            self.arrays = replace(self.arrays, masks=view)

    def _seat_players(self, opponents: Sequence[Agent | list[Agent]], seat: int | None) -> None:
        """Write into ``seating`` who plays where, and keep the agents."""
        others = len(self.game.agent_seats) - 1
        line_ups = [[line_up] * others if isinstance(line_up, Agent) else list(line_up) for line_up in opponents]
        for line_up in line_ups:
            if len(line_up) != others:
                raise ValueError(
                    f"a line-up has {len(line_up)} opponents; {others} are needed at a table of "
                    f"{self.game.num_players}, or a single agent that plays all other seats"
                )
        agents = list({id(agent): agent for line_up in line_ups for agent in line_up}.values())
        numbers = self._take_rules([*agents, *([self._steered] if self._steered else [])])
        asked = [agent for agent in agents if agent.rule is None]
        if asked and not self.arrays.observations.size:
            raise ValueError(f"{type(asked[0]).__name__} is not a compiled agent: it needs observing=True")
        self._players = [self._player(self.game, agent) for agent in asked]
        self._asks = np.full((self.size, MAX_SEATS), -1)  # which of the players plays, clockwise from the learner
        self.seating["player"] = ASKED
        if self._steered:
            self.seating["player"][:, 0] = numbers[id(self._steered)]
        for k, line_up in enumerate(line_ups):
            for distance, agent in enumerate(line_up, 1):
                if agent.rule is None:
                    self._asks[k :: len(line_ups), distance] = next(i for i, a in enumerate(asked) if a is agent)
                self.seating["player"][k :: len(line_ups), distance] = numbers[id(agent)]
        self.seating["learner"] = NONE if not self._learning else 0 if seat is None else seat
        self.seating["drawn"] = self._learning and seat is None

    def _take_rules(self, agents: Sequence[Agent]) -> dict[int, int]:
        """Keep what loops need of agents; returns the number of each by its id, ASKED if it is not compiled."""
        self._rule_agents: list[RuleAgent] = []
        known: dict[tuple[Any, int], int] = {}
        numbers = {}
        for agent in agents:
            numbers[id(agent)] = ASKED
            if one := RuleAgent.of(agent):
                number = numbers[id(agent)] = known.setdefault((one.rule, id(one.weights)), len(known))
                if number == len(self._rule_agents):
                    self._rule_agents.append(one)
        self._calls = calls(self.game.layout, self._rule_agents)
        return numbers

    def _go_on(self, games: NDArray[np.int64], actions: NDArray[np.int64]) -> None:
        """Play an action in each of some games and then the opponents; if one of these fails, no game is ready."""
        self.arrays.outcomes[games] = RUNNING
        self.arrays.rewards[games] = 0
        try:
            if self._learner_reward.needed:
                self._go_on_with_reward(games, actions)
            else:
                self._play(games, actions)
                self._play_others(games)
        except BaseException:
            self._ready[games] = False
            raise
        if self._steered:
            self._steered.tell_choices(self.states, self._masks, self._legal)

    def _go_on_with_reward(self, games: NDArray[np.int64], actions: NDArray[np.int64]) -> None:
        """What :meth:`_go_on` does where the final records are needed before new games are dealt in their place."""
        acting = games[actions >= 0]
        before = _records(self.states, acting)
        self._play(games, actions)
        self._play_others(games)
        self._learner_rewards[:] = 0
        if len(acting):
            seats, after = self.seating["learner"][acting], _records(self.states, acting)
            paid = self.arrays.rewards[acting, seats]
            self._learner_rewards[acting] = self._learner_reward.of(before, after, seats, paid)
        ended = games[self.arrays.outcomes[games] != RUNNING]
        if len(ended) and self.autoreset_mode is AutoresetMode.SAME_STEP:
            self._play(ended, np.full(len(ended), DEAL))
            self._play_others(ended)

    def _play(self, games: NDArray[np.int64], actions: NDArray[np.int64]) -> None:
        """Play an action in each of some games, on as many threads as are worth it."""
        game, arrays = self.game, self.arrays
        play = stepper(game.layout, game.rules)
        scratch = max((agent.scratch for agent in self._rule_agents), default=0)
        rest = (
            game.num_players, game.reward_kind, int(self._deals_at_once), self._masks, arrays.observations,
            arrays.final_observations, arrays.scores, arrays.rewards, arrays.outcomes,
        )  # fmt: skip
        raw = raw_bytes(self.states)

        def work(first: int, last: int) -> None:
            own = np.empty(scratch, np.float32)  # of this thread
            play(self.states, raw, self.seating, self._calls, own, games, actions, first, last, *rest)

        _share(work, len(games), self.threads)
        if self._rule_agents and self.seating["failed"].any():
            i = int(self.seating["failed"].argmax())
            name, action = self._rule_agents[self.seating["failed"][i] - 1].name, int(self.seating["wrong"][i])
            self.seating["failed"] = 0
            raise ValueError(f"{name} chose action {action} in game {i}, which is not legal")

    def _play_others(self, games: NDArray[np.int64]) -> None:
        """Let the opponents that are not compiled act, each in all its games at once, until only learners are due."""
        episodes = self.seating["episode"].copy()
        while self._players:
            waiting = games[(self.seats != self.learners)[games] & (self.states["status"][games] == RUNNING)]
            if not len(waiting) or (self.seating["episode"] - episodes).max() > MAX_DEALS:
                break
            seats = self.seats[waiting].astype(np.int64)
            places = np.searchsorted(self.game.agent_seats, (seats, self.learners[waiting]))
            asks = self._asks[waiting, (places[0] - places[1]) % len(self.game.agent_seats)]
            actions = np.zeros(len(waiting), np.int64)
            for k, player in enumerate(self._players):
                mine = asks == k
                if mine.any():
                    k_th = waiting[mine]
                    actions[mine] = player.choose_many(
                        self.states, k_th, seats[mine], self.arrays.observations[k_th], self._masks[k_th]
                    )
            self._play(waiting, actions)
        if self._learning and (self.seats != self.learners)[games[self.arrays.outcomes[games] == RUNNING]].any():
            raise RuntimeError(f"{MAX_DEALS} games in a row ended before their learner was asked anything")

    def _refuse(self, i: int, action: int) -> None:
        if self._steered:
            possible = self._steered.named(self._legal[i])
            raise ValueError(f"choice {action} is not legal in game {i}; legal choices: {possible}")
        game = self.game
        legal = [f"{k} {game.action_text(self.states, i, k)!r}" for k in np.flatnonzero(self._legal[i]).tolist()]
        raise ValueError(f"action {action} is not legal in game {i}; legal actions: {', '.join(legal)}")

    def __copy__(self) -> Batch:
        """A deep copy: a game shared by two batches would be stepped twice."""
        return copy.deepcopy(self)

    def __getstate__(self) -> dict[str, Any]:
        """Everything but addresses; records as bytes, as numpy is slow at copying them."""
        return self.__dict__ | {"states": self.states.tobytes(), "seating": self.seating.tobytes(), "_calls": None}

    def __setstate__(self, state: dict[str, Any]) -> None:
        """Restore the games as they were."""
        self.__dict__.update(state)
        self.states = np.frombuffer(bytearray(state["states"]), self.game.layout.dtype)
        self.seating = np.frombuffer(bytearray(state["seating"]), SEATING.dtype)
        self._protect_masks()
        self._calls = calls(self.game.layout, self._rule_agents)


def rollout(
    game: Game,
    agents: LineUp,
    seeds: Seeds,
    states: States | None = None,
    *,
    threads: int | None = 1,
) -> NDArray[np.int32]:
    """Play many games to their end inside compiled calls.

    Args:
        game: the rules.
        agents: compiled agents (:attr:`.Agent.rule`) or their texts, one for every seat or for each that is not
            scripted.
        seeds: a seed for each game, (n,), or one number s for s, s + 1, .... Without ``states`` new games are dealt
            from them, those of ``Session.reset(seed)``; with ``states`` they start the players' dice.
        states: the games as they stand, (n,); they are not changed. They draw from the generators in their records: a
            search should play out determinized records.
        threads: number of threads; None for one on each core.

    Returns:
        The final score tables, int32 (n, rows, columns).

    Raises:
        ValueError: an agent is not compiled, or the number of agents, the records or the seeds do not fit.
    """
    seats = len(game.agent_seats)
    line_up = parse_line_up(agents, game, {})
    line_up = [line_up] * seats if isinstance(line_up, Agent) else line_up
    if len(line_up) != seats:
        raise ValueError(f"{len(line_up)} agents were given for {seats} seats")
    for agent in line_up:
        if agent.rule is None:
            raise ValueError(f"{type(agent).__name__} is not a compiled agent: it cannot play inside a compiled call")
    n = len(states) if states is not None else len(seeds) if isinstance(seeds, Sequence | np.ndarray) else 1
    batch = Batch(game, n, observing=False, threads=threads)
    if states is not None:
        batch.states.view(np.uint8)[:] = _checked_states(game, n, states, dealt=True).view(np.uint8)
    numbers = batch._take_rules(line_up)
    batch.seating["player"][:, :seats] = [numbers[id(agent)] for agent in line_up]
    batch.seating["low"], batch.seating["high"] = seed_words(seeds, n)
    batch._play(batch._all, np.full(n, DEAL if states is None else START))
    return batch.arrays.scores


# -- helpers -----------------------------------------------------------------------------------------------------------


def checked_seeds(seeds: Seeds, n: int) -> list[int]:
    """A seed for each of n games.

    Raises:
        TypeError, ValueError: see :func:`.check_seed`; or their number is wrong.
    """
    if isinstance(seeds, Sequence) or (isinstance(seeds, np.ndarray) and seeds.ndim):
        checked = [check_seed(seed) for seed in seeds]
    else:
        first = check_seed(seeds)
        checked = [check_seed(first + i) for i in range(n)]
    if len(checked) != n:
        raise ValueError(f"{len(checked)} seeds were given for {n} games: give one for each, or the first as a number")
    return checked


def seed_words(seeds: Seeds, n: int) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """The lower and the upper 32 bits of a seed for each of n games.

    Raises:
        TypeError, ValueError: see :func:`.check_seed`; or their number is wrong.
    """
    words = np.array(checked_seeds(seeds, n), np.uint64)
    return (words & np.uint64(M32)).astype(np.int64), (words >> np.uint64(32)).astype(np.int64)


def player_seeds(words: tuple[NDArray[np.int64], NDArray[np.int64]], n: int) -> list[int]:
    """Seeds for n agents that are not compiled, independent of those of the games."""
    return list(map(int, np.random.SeedSequence(np.concatenate(words).tolist()).generate_state(n, np.uint64)))


def _records(states: States, games: NDArray[np.int64]) -> States:
    """Copies of some records, as bytes: numpy copies structured ones field by field."""
    return states.view(f"V{states.dtype.itemsize}")[games].view(states.dtype)


def _checked_states(game: Game, n: int, states: States, *, dealt: bool) -> States:
    game.check(states, dealt=dealt)
    if len(states) != n:
        raise ValueError(f"states must be an array of {n} records of {game.name}, not of {len(states)}")
    if not states.flags.carray:
        raise ValueError("states must be writable and C-contiguous")
    return states


def _checked_choice(games: npt.ArrayLike, n: int) -> NDArray[np.bool_]:
    games = np.asarray(games)
    if games.shape != (n,) or games.dtype != np.bool_ or not games.any():
        raise ValueError(f"games must choose at least one of {n} games by bool ({n},), not by {games!r}")
    return games


def check_threads(threads: int | None) -> int:
    """The number of threads itself, or that of the cores for None.

    Raises:
        TypeError, ValueError: it is not an integer of 1 .. ``MAX_THREADS``.
    """
    if threads is None:
        return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    threads = whole(threads, "threads")
    if not 1 <= threads <= MAX_THREADS:
        raise ValueError(f"threads must be 1 to {MAX_THREADS}, or None for one on each core, not {threads}")
    return threads


def check_autoreset_mode(mode: AutoresetMode | str) -> AutoresetMode:
    """The mode that a text or a mode means.

    Raises:
        ValueError: it is none.
    """
    names = [one.value for one in AutoresetMode]
    if not isinstance(mode, AutoresetMode) and not (isinstance(mode, str) and mode in names):
        raise ValueError(f"autoreset_mode must be one of {', '.join(map(repr, names))}, not {shown(mode)}")
    return AutoresetMode(mode)


def _share(work: Callable[[int, int], object], n: int, threads: int) -> None:
    """Do ``work(first, last)`` for slices of n games, on several threads if there is enough to do."""
    size = _MOST if threads == 1 else min(max(-(-n // (8 * threads)), _LEAST), _MOST)
    slices = [(first, min(first + size, n)) for first in range(0, n, size)]
    if threads == 1 or len(slices) == 1:
        for one in slices:
            work(*one)
    else:
        for _ in _pool(threads, os.getpid()).map(lambda one: work(*one), slices):
            pass


@functools.cache
def _pool(threads: int, process: int) -> ThreadPoolExecutor:
    """Threads of this process: those of a parent do not survive a fork."""
    return ThreadPoolExecutor(threads, "batch")
