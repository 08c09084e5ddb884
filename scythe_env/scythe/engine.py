"""The entries of the kernel: what Python calls, each over one game ``i`` of an array of states.

Masks are int8 of shape (NUM_ACTIONS,), observations float32 of shape (observation_size(players),). Seeds are two words
below 2**32. The kernel trusts its callers: a legal action for the game that is running.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt
from numba import float32, int8, int32, int64

from ..core.compiling import entry
from ..core.random import below, seed_rng
from .actions import NUM_ACTIONS
from .constants import RUNNING
from .observation import observe_seat
from .redeal import redeal
from .rules.decisions import advance, do
from .rules.scoring import score_game
from .rules.setup import setup_game
from .state import LAYOUT

PLAYOUT_STREAM = 3  # of the random player's generator, apart from set-up, play and re-deals

RAW = int8[:, ::1]
MASK = int8[::1]


def raw_bytes(states: npt.NDArray[np.void]) -> npt.NDArray[np.int8]:
    """The memory of an array of states as int8 of shape (games, bytes a state)."""
    return states.view(np.int8).reshape(len(states), -1)


@entry(LAYOUT, RAW, int64, int64, int64, MASK)
def setup(states, raw, i, low, high, mask):
    """Deal a new game from the configuration fields of the record; ``raw`` is :func:`raw_bytes` of ``states``."""
    s = states[i]
    setup_game(s, raw, i, low, high)
    advance(s, mask)


@entry(LAYOUT, int64, int64, MASK)
def apply(states, i, action, mask):
    """Play a legal action, and forced ones if ``play_forced``; ``mask`` gets what is legal then."""
    s = states[i]
    do(s, action)
    advance(s, mask)


@entry(LAYOUT, int64, MASK)
def resume(states, i, mask):
    """Go on from the steps on the stack to the next decision; ``mask`` gets what is legal then.

    At a decision nothing changes, but for one that is forced.
    """
    advance(states[i], mask)


@entry(LAYOUT, int64, int64, float32[::1])
def observe(states, i, seat, out):
    """Write a seat's observation."""
    observe_seat(states[i], seat, out)


@entry(LAYOUT, int64, int64, MASK, float32[::1])
def step(states, i, action, mask, out):
    """:func:`apply`, then the observation of the seat that acts next (untouched when the game is over)."""
    s = states[i]
    do(s, action)
    advance(s, mask)
    if s.status == RUNNING:
        observe_seat(s, s.seat_to_act, out)


@entry(LAYOUT, int64, int32[:, ::1])
def score(states, i, out):
    """Score parts, total and rank of every seat, int32 of shape (7, NUM_SCORE_PARTS)."""
    score_game(states[i], out)


@entry(LAYOUT, int64, int64, int64, int64)
def determinize(states, i, seat, low, high):
    """Re-deal in place what is hidden from a seat, consistently with what it knows, and re-seed the future."""
    redeal(states[i], seat, low, high)


@entry(LAYOUT, RAW, int64, int64, int64, int64, MASK, float32[::1], int64)
def random_games(states, raw, i, low, high, decisions, mask, out, observing):
    """Play uniformly random games one after another in one record until ``decisions`` were made.

    With ``observing`` the acting seat's observation is written before every decision. Game ``k`` has the seed words
    ``(low + k, high)``. Returns the number of games that ended.
    """
    s = states[i]
    policy = states[i + 1]  # only its generator is used
    seed_rng(policy, low, high, PLAYOUT_STREAM)
    setup_game(s, raw, i, low, high)
    advance(s, mask)
    games = 0
    for _ in range(decisions):
        if observing:
            observe_seat(s, s.seat_to_act, out)
        count = 0
        for action in range(NUM_ACTIONS):
            count += mask[action]
        k = below(policy, count)
        action = -1
        while k >= 0:
            action += 1
            k -= mask[action]
        do(s, action)
        advance(s, mask)
        if s.status != RUNNING:
            games += 1
            setup_game(s, raw, i, (low + games) & 0xFFFFFFFF, high)
            advance(s, mask)
    return games


@entry(LAYOUT, int64, int64, int64, MASK)
def random_rollout(states, i, low, high, mask):
    """Play a running game to its end with uniformly random actions; returns the number of decisions.

    ``states`` holds a second record behind ``i`` whose generator the random player uses.
    """
    s = states[i]
    policy = states[i + 1]
    seed_rng(policy, low, high, PLAYOUT_STREAM)
    advance(s, mask)
    n = 0
    while s.status == RUNNING:
        count = 0
        for action in range(NUM_ACTIONS):
            count += mask[action]
        k = below(policy, count)
        action = -1
        while k >= 0:
            action += 1
            k -= mask[action]
        do(s, action)
        advance(s, mask)
        n += 1
    return n
