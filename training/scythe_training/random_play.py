"""Random games in one compiled loop, to measure by: :func:`random_games`."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt
from numba import float32, int8, int64

from scythe_env.core.compiling import entry
from scythe_env.core.game import RUNNING, Mask, Observation, States
from scythe_env.core.loops import PLAYERS_STREAM
from scythe_env.core.random import M32, random_legal, seed_rng
from scythe_env.scythe.engine import RAW
from scythe_env.scythe.observation import observe_seat
from scythe_env.scythe.rules.decisions import advance, do
from scythe_env.scythe.rules.setup import setup_game
from scythe_env.scythe.state import LAYOUT


@entry(LAYOUT, RAW, int64, int64, int64, int64, int8[::1], float32[::1], int64, int64)
def random_games(
    states: States,
    raw: npt.NDArray[np.int8],
    i: int,
    low: int,
    high: int,
    decisions: int,
    mask: Mask,
    out: Observation,
    maskings: int,
    observations: int,
) -> int:
    """Play uniformly random games one after another in one record until ``decisions`` were made.

    Before every decision the mask is written ``maskings`` times (at least once) and the acting seat's observation
    ``observations`` times: more than once tells what they cost. Game ``k`` has the seed words ``(low + k, high)``.
    Returns the number of games that ended.
    """
    s = states[i]
    policy = states[i + 1]  # only its generator is used
    seed_rng(policy, low, high, PLAYERS_STREAM)
    setup_game(s, raw, i, low, high)
    advance(s, mask)
    games = 0
    for _ in range(decisions):
        for _ in range(maskings - 1):
            advance(s, mask)
        for _ in range(observations):
            observe_seat(s, s.seat_to_act, out)
        do(s, random_legal(policy, mask))
        advance(s, mask)
        if s.status != RUNNING:
            games += 1
            setup_game(s, raw, i, (low + games) & M32, high)
            advance(s, mask)
    return games
