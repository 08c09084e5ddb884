"""The loops over many games that batches run, compiled from the rules of a game and of its players."""

from __future__ import annotations

import functools
from typing import Any, Final

import numpy as np
from numba import float32, float64, int8, int32, int64

from .compiling import Layout, entry, rule
from .game import NOBODY, RUNNING, Rules
from .random import M32, below, seed_rng

DEAL: Final = -3  # in place of an action: deal a new game
START: Final = -2  # in place of an action: start the players' dice
GO_ON: Final = -1  # in place of an action: none
ASKED: Final = -1  # in place of a rule's number: the seat's actions are given from outside
MAX_DEALS: Final = 1000  # games in a row that end before their learner was asked anything
PLAYERS_STREAM: Final = 16  # of the generator that the players draw from, apart from those of a game
MAX_SEATS: Final = 8

SEATING: Final = Layout(
    [
        ("rng", np.int64, (4,)),  # dice of the players that are rules
        ("low", np.int64),  # seed words of the first game
        ("high", np.int64),
        ("episode", np.int64),  # games dealt since: the next one has the seed words low, high + episode
        ("learner", np.int64),  # seat of the learner, NOBODY without one
        ("drawn", np.int64),  # 1: it is drawn for each game
        ("asked", np.int64),  # 1: the learner has acted in this game
        ("last", np.int64),  # seat of the learner in the game that ended last
        ("player", np.int8, (MAX_SEATS,)),  # who acts, clockwise from the learner: ASKED or the number of a rule
    ]
)
"""Who plays in each game of a batch, and with which seeds."""


@functools.cache
def stepper(layout: Layout, rules: Rules, players: tuple[Any, ...]) -> Any:
    """The loop over the games of a batch, compiled for a game and for players that are rules."""
    choose, deal = one_of(players), dealer(rules.setup)
    do, advance, observe, score, reward = rules[1:]

    @rule
    def go_on(s, seats, num_players, mask):
        """Play up to the next decision that is asked for, or to the end."""
        advance(s, mask)
        while s.status == RUNNING:
            who = seats.player[(s.seat_to_act - max(seats.learner, 0) + num_players) % num_players]
            if who == ASKED:
                break
            do(s, choose(s, who, seats, mask))
            advance(s, mask)

    @entry(
        layout, int8[:, ::1], SEATING, int64[::1], int64[::1], int64, int64, int64, int64, int64,
        int8[:, ::1], float32[:, ::1], float32[:, ::1], int32[:, :, ::1], float64[:, ::1], int8[::1],
    )  # fmt: skip
    def play(
        states, raw, seating, games, actions, first, last, num_players, reward_kind, same_step,
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
                seed_rng(seats, seats.low, seats.high, PLAYERS_STREAM)
            elif action != GO_ON:
                if s.seat_to_act == seats.learner:
                    seats.asked = 1
                do(s, action)
            go_on(s, seats, num_players, mask)
            deals = 0
            while s.status != RUNNING and deals < MAX_DEALS:
                if seats.learner == NOBODY or seats.asked:
                    seats.last = max(seats.learner, 0)
                    outcomes[i] = s.status
                    score(s, scores[i])
                    reward(scores[i], num_players, reward_kind, rewards[i])
                    if final_observations.shape[0] > 0:
                        observe(s, seats.last, final_observations[i])
                    if same_step == 0:
                        break
                deal(s, raw, i, seats, num_players)
                go_on(s, seats, num_players, mask)
                deals += 1
            if observations.shape[0] > 0 and s.status == RUNNING:
                observe(s, s.seat_to_act, observations[i])

    return play


@functools.cache
def dealer(setup: Any) -> Any:
    """The rule that deals the next episode of a game, by its seating, and starts the dice of its players."""

    @rule
    def deal(s, raw, i, seats, num_players):
        high = (seats.high + seats.episode) & M32
        seats.episode += 1
        seats.asked = 0
        setup(s, raw, i, seats.low, high)
        seed_rng(seats, seats.low, high, PLAYERS_STREAM)
        drawn = below(seats, num_players)  # always, as what players draw later must not depend on it
        if seats.drawn:
            seats.learner = drawn

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
def one_of(players: tuple[Any, ...]) -> Any:
    """A rule that chooses as the ``who``-th of some rules does."""
    first = players[0]
    if len(players) == 1:

        @rule
        def choose_as_only(s, who, dice, mask):
            return first(s, dice, mask)

        return choose_as_only
    others = one_of(players[1:])

    @rule
    def choose_as(s, who, dice, mask):
        if who == 0:
            return first(s, dice, mask)
        return others(s, who - 1, dice, mask)

    return choose_as
