"""Positions noted at the beginning of turns while compiled agents play, for value nets to learn from."""

from __future__ import annotations

import functools
from collections.abc import Sequence
from typing import Any, Final, NamedTuple

import numpy as np
from numba import float32, float64, int32, int64
from numpy.typing import NDArray

from .agent import Agent, RuleAgent
from .batch import Seeds, seed_words
from .compiling import Layout, entry
from .game import Game
from .kernel import NONE, RAW, RUNNING, Rules, agents_of, raw_bytes
from .loops import SEATING, calls, choose, dealer
from .random import below, seed_rng
from .search import Plans, notes_of

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
    agents = list({id(agent): agent for line_up in line_ups for agent in line_up}.values())
    numbers = {id(agent): k for k, agent in enumerate(agents)}
    ruled = [RuleAgent.of(agent) for agent in agents]
    compiled = [one for one in ruled if one is not None]
    if len(compiled) < len(ruled):
        raise ValueError(f"{type(agents[ruled.index(None)]).__name__} is not a compiled agent")
    states, seating, notes = game.new_states(n), np.zeros(n, SEATING.dtype), np.zeros(1, notes_of(plans).dtype)
    seating["low"], seating["high"] = seed_words(seeds, n)
    seating["player"][:, :players] = [[numbers[id(agent)] for agent in line_up] for line_up in line_ups]
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
                if turn(s) != now:
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
