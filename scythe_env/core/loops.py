"""The loops over many games that batches run, compiled from the rules of a game.

Compiled agents (:attr:`.Agent.rule`) are compiled one by one and called by address, so that a loop does not depend on
who plays, and a new mix of agents compiled before compiles nothing.
"""

from __future__ import annotations

import functools
from collections.abc import Sequence
from typing import Any, Final

import numpy as np
from numba import float32, float64, int8, int32, int64
from numpy.typing import NDArray

from .agent import RuleAgent
from .compiling import Layout, address_of, call_at, compile_progress, entry, floats_at, rule
from .kernel import GO_ON, MASK, NONE, RAW, RUNNING, Rules, agents_of
from .random import M32, below, seed_rng

DEAL: Final = -3  # in place of an action: deal a new game
START: Final = -2  # in place of an action: start the players' dice
ASKED: Final = -1  # in place of an agent's number, or of the action of the learner's: what is given from outside
MAX_DEALS: Final = 1000  # games in a row that may end before their learner is asked anything
PLAYERS_STREAM: Final = 16  # of the generator that the players draw from, apart from those of a game
MAX_SEATS: Final = 8

SEATING: Final = Layout(
    [
        ("rng", np.int64, (4,)),  # dice of the compiled agents
        ("low", np.int64),  # seed words of the first game
        ("high", np.int64),
        ("episode", np.int64),  # games dealt since: the next one has the seed words low, high + episode
        ("learner", np.int64),  # seat of the learner, NONE without one
        ("drawn", np.int64),  # 1: it is drawn for each game
        ("asked", np.int64),  # 1: the learner has acted in this game
        ("last", np.int64),  # seat of the learner in the game that ended last
        ("failed", np.int64),  # 1 + the number of the compiled agent that chose an action that is not legal; 0 for none
        ("wrong", np.int64),  # that action
        ("turn", np.int64, (MAX_SEATS,)),  # notes of a compiled agent at each seat: a turn, and what it plans in it
        ("plan", np.int64, (MAX_SEATS,)),
        ("player", np.int16, (MAX_SEATS,)),  # who acts, clockwise from the learner: ASKED or the number of an agent
    ]
)
"""Who plays in each game of a batch, and with which seeds."""

NO_WEIGHTS: Final = 0  # in place of an address


def calls(layout: Layout, agents: Sequence[RuleAgent]) -> NDArray[np.int64]:
    """Where compiled agents are in this process.

    Returns:
        int64 (k, 3): for each agent the address of its code, that of its weights, which the caller keeps in memory, and
        the number of its weights.
    """
    found = np.zeros((len(agents), 3), np.int64)
    with compile_progress():
        for row, agent in zip(found, agents, strict=True):
            if agent.weights is None:
                row[:] = address_of(agent.rule, layout, SEATING, MASK), NO_WEIGHTS, 0
            else:
                address = address_of(agent.rule, layout, SEATING, MASK, float32[::1], float32[::1])
                row[:] = address, agent.weights.ctypes.data, agent.weights.size
    return found


@rule
def start_players(seats, low, high):
    """Start the dice of the compiled agents of a game, and let them forget the last one."""
    seed_rng(seats, low, high, PLAYERS_STREAM)
    for seat in range(MAX_SEATS):
        seats.turn[seat] = NONE
        seats.plan[seat] = 0


@rule
def choose(s, who, dice, mask, agents, scratch):
    """What the ``who``-th agent does."""
    if agents[who, 1] == NO_WEIGHTS:
        return call_at(agents[who, 0], (s, dice, mask))
    weights = floats_at(agents[who, 1], agents[who, 2])
    return call_at(agents[who, 0], (s, dice, mask, weights, scratch))


@functools.cache
def stepper(layout: Layout, rules: Rules) -> Any:
    """The loop over the games of a batch."""
    do, observe, score, reward = rules.do, rules.observe, rules.score, rules.reward
    advance, place_of = agents_of(rules).advance, agents_of(rules).place_of
    deal = dealer(rules)

    @rule
    def go_on(s, seats, num_players, agents, scratch, mask):
        """Play up to the next decision of the caller, to the end, or to the failure of an agent."""
        advance(s, mask)
        while s.status == RUNNING:
            distance = place_of(s, s.seat_to_act) - place_of(s, max(seats.learner, 0))
            if distance < 0:
                distance += place_of(s, num_players)
            who = seats.player[distance]
            if who == ASKED:
                break
            action = choose(s, who, seats, mask, agents, scratch)
            if action == ASKED and s.seat_to_act == seats.learner:
                break
            if action < 0 or action >= mask.shape[0] or mask[action] == 0:
                seats.failed = who + 1
                seats.wrong = action
                break
            do(s, action)
            advance(s, mask)

    @entry(
        layout, RAW, SEATING, int64[:, ::1], float32[::1], int64[::1], int64[::1], int64, int64, int64, int64, int64,
        int8[:, ::1], float32[:, ::1], float32[:, ::1], int32[:, :, ::1], float64[:, ::1], int8[::1],
    )  # fmt: skip
    def play(
        states, raw, seating, agents, scratch, games, actions, first, last, num_players, reward_kind, same_step,
        masks, observations, final_observations, scores, rewards, outcomes,
    ):  # fmt: skip
        for k in range(first, last):
            i = games[k]
            s = states[i]
            seats = seating[i]
            mask = masks[i]
            action = actions[k]
            if action == DEAL:
                deal(s, raw, i, seats, num_players)
            elif action == START:
                start_players(seats, seats.low, seats.high)
            elif action != GO_ON:
                if s.seat_to_act == seats.learner:
                    seats.asked = 1
                if seats.player[0] == ASKED or s.seat_to_act != seats.learner:
                    do(s, action)
                else:
                    seats.plan[seats.learner] = action  # a choice, by which an agent plays the turn
            go_on(s, seats, num_players, agents, scratch, mask)
            deals = 0
            while s.status != RUNNING and deals < MAX_DEALS:
                if seats.learner == NONE or seats.asked:
                    seats.last = max(seats.learner, 0)
                    outcomes[i] = s.status
                    score(s, scores[i])
                    reward(scores[i], num_players, reward_kind, rewards[i])
                    if final_observations.shape[0] > 0:
                        observe(s, seats.last, final_observations[i])
                    if same_step == 0:
                        break
                deal(s, raw, i, seats, num_players)
                go_on(s, seats, num_players, agents, scratch, mask)
                deals += 1
            if observations.shape[0] > 0 and s.status == RUNNING:
                observe(s, s.seat_to_act, observations[i])

    return play


@functools.cache
def dealer(rules: Rules) -> Any:
    """The rule that deals the next episode of a game, by its seating, and starts the dice of its players."""
    setup, place_of, seat_at = rules.setup, agents_of(rules).place_of, agents_of(rules).seat_at

    @rule
    def deal(s, raw, i, seats, num_players):
        high = (seats.high + seats.episode) & M32
        seats.episode += 1
        seats.asked = 0
        setup(s, raw, i, seats.low, high)
        start_players(seats, seats.low, high)
        drawn = below(seats, place_of(s, num_players))  # always, so that what players draw later does not depend on it
        if seats.drawn:
            seats.learner = seat_at(s, drawn)

    return deal


@functools.cache
def observer(layout: Layout, rules: Rules) -> Any:
    """The loop that observes a seat of each game."""
    observe_seat = rules.observe

    @entry(layout, int64[::1], float32[:, ::1])
    def observe(states, seats, out):
        for i in range(seats.shape[0]):
            observe_seat(states[i], seats[i], out[i])

    return observe


@functools.cache
def payer(layout: Layout, rules: Rules) -> Any:
    """The loop that finds what each game would pay a seat if it ended as it stands."""
    score, reward = rules.score, rules.reward

    @entry(layout, int64[::1], int64, int64, int32[:, ::1], float64[::1], float64[::1])
    def pay(states, seats, num_players, reward_kind, table, rewards, out):
        for i in range(seats.shape[0]):
            score(states[i], table)
            reward(table, num_players, reward_kind, rewards)
            out[i] = rewards[seats[i]]

    return pay
