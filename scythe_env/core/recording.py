"""What others learn from in games of given agents: positions at the beginning of turns, for value nets
(:func:`note_positions`), and decisions, for policies (:func:`note_decisions`).
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Sequence
from typing import Any, Final, NamedTuple

import numpy as np
from gymnasium.vector import AutoresetMode
from numba import float32, float64, int32, int64
from numpy.typing import NDArray

from .agent import Agent, Player, RuleAgent
from .batch import Batch, Seeds, player_seeds, seed_words
from .compiled import CompiledPlayers
from .compiling import Layout, entry
from .game import Game
from .kernel import NONE, RAW, RUNNING, Rules, agents_of, raw_bytes
from .loops import SEATING, calls, choose, dealer
from .random import below, seed_rng
from .search import Plans, notes_of
from .sparse import SparseRows

RATE: Final = 1_000_000
"""The chance at which a position is noted is given in parts of this."""

MOST_TURNS: Final = 1000
"""Turns of a game for which there is room; in longer games no more are noted."""

NOTING_STREAM: Final = 18  # of the generator that decides what is noted


class Positions(NamedTuple):
    """Positions of games that were played to their end.

    Attributes:
        features: what a net judges by, float32 (n, ``num_features``).
        games: number of the game of each, int64 (n,).
        seats: the seat that is judged for, int64 (n,).
        turns: the turn that began, as :attr:`.Plans.turn` numbers it, int64 (n,).
        values: what the game was worth to the seat in the end, float32 (n,).
    """

    features: NDArray[np.float32]
    games: NDArray[np.int64]
    seats: NDArray[np.int64]
    turns: NDArray[np.int64]
    values: NDArray[np.float32]


def note_positions(
    game: Game, plans: Plans, line_ups: Sequence[Sequence[Agent]], seeds: Seeds, rate: float
) -> Positions:
    """Play games and note some of their positions, in their order, for one seat of each game, drawn at random.

    Args:
        game: the rules.
        plans: what the game offers to a search.
        line_ups: for each game the compiled agents of its seats.
        seeds: a seed for each game, or one number s for s, s + 1, ....
        rate: the chance at which the beginning of a turn is noted, 0 to 1.

    Raises:
        ValueError: an agent is not compiled, the seeds do not fit, or the rate is impossible.
    """
    if not 0 <= rate <= 1:
        raise ValueError(f"the rate must be from 0 to 1, not {rate}")
    n, players = len(line_ups), game.num_players
    agents, who = _numbered(line_ups)
    compiled = RuleAgent.of_all(agents)
    states, seating, notes = game.new_states(n), np.zeros(n, SEATING.dtype), np.zeros(1, notes_of(plans).dtype)
    seating["low"], seating["high"] = seed_words(seeds, n)
    seating["player"][:, :players] = who
    scratch = np.empty(max((one.scratch for one in compiled), default=0), np.float32)
    scores = np.zeros((n, *plans.score_shape), np.int32)
    values = np.zeros((n, players), np.float64)
    most = 1 + int(n * rate * MOST_TURNS)
    features, origins = np.zeros((most, plans.num_features), np.float32), np.zeros((most, 3), np.int64)
    found = recorder(game.layout, game.rules, plans)(
        states, raw_bytes(states), seating, calls(game.layout, compiled), scratch, notes, 0, n, players,
        int(rate * RATE), features, origins, scores, values,
    )  # fmt: skip
    games, seats, turns = origins[:found].T
    return Positions(features[:found], games, seats, turns, values[games, seats].astype(np.float32))


class Decisions(NamedTuple):
    """Decisions of games that were played to their end; those of a game are in the order in which they were made.

    Attributes:
        observations: what the seat to act knew, n rows of ``observation_size``.
        masks: its legal actions, int8 (n, ``num_actions``).
        actions: what it did, int64 (n,).
        answers: what the teacher would have done, int64 (n,); without a teacher, the actions.
        games: number of the game of each, int64 (n,).
        seats: the seat that acted, int64 (n,).
        numbers: number of the decision among all of its game, from 0, int64 (n,).
        scores: what the seat scored in the end, int64 (n,).
        ranks: its rank in the end, int64 (n,).
        rewards: what the game paid it in the end, float32 (n,).
        truncated: whether a limit ended the game, bool (n,).
        finals: what the seats knew in the end, a row for each seat of each game: those of the first game come first.
    """

    observations: SparseRows
    masks: NDArray[np.int8]
    actions: NDArray[np.int64]
    answers: NDArray[np.int64]
    games: NDArray[np.int64]
    seats: NDArray[np.int64]
    numbers: NDArray[np.int64]
    scores: NDArray[np.int64]
    ranks: NDArray[np.int64]
    rewards: NDArray[np.float32]
    truncated: NDArray[np.bool_]
    finals: SparseRows


def note_decisions(
    game: Game,
    line_ups: Sequence[Sequence[Agent]],
    seeds: Seeds,
    *,
    of: Sequence[Agent] | None = None,
    teacher: Agent | None = None,
    player: Callable[[Game, Agent], Player] = Player,
) -> Decisions:
    """Play games step by step, all at once, and note decisions.

    Compiled agents play the games that they play in :func:`.rollout`; others are asked for all their games at once.

    Args:
        game: the rules.
        line_ups: for each game the agents of its seats, without scripted ones.
        seeds: a seed for each game, or one number s for s, s + 1, ....
        of: the agents whose decisions are noted; all by default.
        teacher: an agent that is asked what it would do in each of these decisions.
        player: seats an agent that is not compiled.

    Raises:
        ValueError: the line-ups or the seeds do not fit, or an agent chose an action that is not legal.
    """
    for line_up in line_ups:
        if len(line_up) != len(game.agent_seats):
            raise ValueError(f"a line-up has {len(line_up)} agents for {len(game.agent_seats)} seats")
    agents, who = _numbered(line_ups)
    batch = Batch(game, len(line_ups), autoreset_mode=AutoresetMode.DISABLED)
    batch.reset(seeds)
    table = _Table(batch, agents, seeds, player)
    school = _Table(batch, [] if teacher is None else [teacher], seeds, player)
    wanted = np.array([of is None or any(agent is one for one in of) for agent in agents])
    taught = np.array([teacher is not None and agent is not teacher for agent in agents])
    rows: list[SparseRows] = []
    parts: list[tuple[NDArray[Any], ...]] = []
    actions = np.zeros(batch.size, np.int64)
    while (running := batch.states["status"] == RUNNING).any():
        games = np.flatnonzero(running)
        asked = who[games, np.searchsorted(game.agent_seats, batch.seats[games])]
        actions[games] = table.choose(games, asked)
        noted, actors = games[wanted[asked]], asked[wanted[asked]]
        answers, others = actions[noted], taught[actors]
        answers[others] = school.choose(noted[others], np.zeros_like(noted[others]))
        rows.append(SparseRows.of(batch.arrays.observations[noted]))
        masks, seats = batch.arrays.masks[noted], batch.seats[noted].astype(np.int64)
        parts.append((masks, actions[noted], answers, noted, seats, np.full(len(noted), len(parts))))
        batch.step(actions, running)
    masks, done, answers, games, seats, numbers = map(np.concatenate, zip(*parts, strict=True))
    results = [game.results(scores) for scores in batch.arrays.scores]
    scores, ranks = (np.array([[seat[name] for seat in one] for one in results]) for name in ("score", "rank"))
    own, paid = (games, seats), batch.arrays.rewards.astype(np.float32)
    ends = [batch.observe(np.full(batch.size, seat)) for seat in range(game.num_players)]
    return Decisions(
        SparseRows.joined(rows), masks, done, answers, games, seats, numbers, scores[own], ranks[own], paid[own],
        batch.truncated[games], SparseRows.of(np.stack(ends, 1).reshape(-1, game.observation_size)),
    )  # fmt: skip


class _Table:
    """Agents that are asked in the games of a batch that was reset; those that are compiled come first."""

    def __init__(
        self, batch: Batch, agents: Sequence[Agent], seeds: Seeds, player: Callable[[Game, Agent], Player]
    ) -> None:
        compiled = [agent for agent in agents if agent.rule is not None]
        self._batch, self._notes, self._first = batch, batch.seating.copy(), len(compiled)
        self._compiled = CompiledPlayers(batch.game.layout, compiled)
        self._players = [player(batch.game, agent) for agent in agents[len(compiled) :]]
        own = player_seeds(seed_words(seeds, batch.size), len(self._players))
        for one, seed in zip(self._players, own, strict=True):
            one.reset(seed)

    def choose(self, games: NDArray[np.int64], who: NDArray[np.int64]) -> NDArray[np.int64]:
        """The actions of agents in some games, (k,), by their numbers, (k,)."""
        states, arrays, actions = self._batch.states, self._batch.arrays, np.empty(len(games), np.int64)
        compiled = who < self._first
        if compiled.any():
            asked = games[compiled]
            masks = arrays.masks[asked]
            actions[compiled] = self._compiled.choose_many(states, self._notes, asked, who[compiled], masks)
        for k, player in enumerate(self._players, self._first):
            if (mine := who == k).any():
                asked = games[mine]
                seats = self._batch.seats[asked].astype(np.int64)
                actions[mine] = player.choose_many(
                    states, asked, seats, arrays.observations[asked], arrays.masks[asked]
                )
        return actions


def _numbered(line_ups: Sequence[Sequence[Agent]]) -> tuple[list[Agent], NDArray[np.int64]]:
    """The agents of line-ups, each once, the compiled ones first, and their numbers at the seats of each game."""
    agents = {id(agent): agent for line_up in line_ups for agent in line_up}.values()
    ordered = sorted(agents, key=lambda agent: agent.rule is None)
    numbers = {id(agent): k for k, agent in enumerate(ordered)}
    return ordered, np.array([[numbers[id(agent)] for agent in line_up] for line_up in line_ups], np.int64)


@functools.cache
def recorder(layout: Layout, rules: Rules, plans: Plans) -> Any:
    """The loop that plays games of compiled agents to their end and notes positions at the beginning of turns."""
    notes = notes_of(plans)
    do, score = rules.do, rules.score
    advance, turn = agents_of(rules).advance, plans.turn
    features, outcome = plans.features, plans.outcome
    deal = dealer(rules)

    @entry(
        layout, RAW, SEATING, int64[:, ::1], float32[::1], notes, int64, int64, int64, int64,
        float32[:, ::1], int64[:, ::1], int32[:, :, ::1], float64[:, ::1],
    )  # fmt: skip
    def record(
        states, raw, seating, agents, scratch, work, first, last, num_players, rate, noted, origins, scores, values,
    ):  # fmt: skip
        n = 0
        mask = work[0].mask
        for i in range(first, last):
            seed_rng(work[0], seating[i].low, seating[i].high, NOTING_STREAM)
            s = states[i]
            seats = seating[i]
            deal(s, raw, i, seats, num_players)
            advance(s, mask)
            now = NONE
            seat = below(work[0], num_players)
            while s.status == RUNNING:
                if turn(s) != NONE and turn(s) != now:
                    now = turn(s)
                    if n < noted.shape[0] and below(work[0], RATE) < rate:
                        features(s, seat, noted[n])
                        origins[n, 0] = i
                        origins[n, 1] = seat
                        origins[n, 2] = now
                        n += 1
                do(s, choose(s, seats.player[s.seat_to_act], seats, mask, agents, scratch))
                advance(s, mask)
            score(s, scores[i])
            for seat in range(num_players):
                values[i, seat] = outcome(scores[i], num_players, seat)
        return n

    return record
