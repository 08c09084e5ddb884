"""Random games in one compiled loop, for measurements: :func:`random_loop`."""

from __future__ import annotations

import functools
from typing import Any

from numba import float32, int64

from scythe_env.core.compiling import Layout, entry
from scythe_env.core.kernel import MASK, RAW, RUNNING, Rules, agents_of
from scythe_env.core.loops import PLAYERS_STREAM
from scythe_env.core.random import M32, random_legal, seed_rng


@functools.cache
def random_loop(layout: Layout, rules: Rules) -> Any:
    """The loop ``(states, raw, i, low, high, decisions, mask, out, maskings, observations) -> games`` of a game.

    It plays uniformly random games one after another in record ``i`` until ``decisions`` were made, and returns the
    number of games that ended; the generator of record ``i + 1`` is the players'. Before every decision the mask is
    written ``maskings`` times (at least once) and the acting seat's observation ``observations`` times: more than once
    tells what they cost. Game ``k`` has the seed words ``(low + k, high)``.
    """
    setup, do, observe, advance = rules.setup, rules.do, rules.observe, agents_of(rules).advance

    @entry(layout, RAW, int64, int64, int64, int64, MASK, float32[::1], int64, int64)
    def play(states, raw, i, low, high, decisions, mask, out, maskings, observations):  # type: ignore[no-untyped-def]
        s = states[i]
        dice = states[i + 1]
        seed_rng(dice, low, high, PLAYERS_STREAM)
        setup(s, raw, i, low, high)
        advance(s, mask)
        games = 0
        for _ in range(decisions):
            for _ in range(maskings - 1):
                advance(s, mask)
            for _ in range(observations):
                observe(s, s.seat_to_act, out)
            do(s, random_legal(dice, mask))
            advance(s, mask)
            if s.status != RUNNING:
                games += 1
                setup(s, raw, i, (low + games) & M32, high)
                advance(s, mask)
        return games

    return play
