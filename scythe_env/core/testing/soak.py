"""Long runs of random games, every decision checked, compiled like the rules."""

from __future__ import annotations

import functools
from typing import Any

import numpy as np
from numba import int8, int64

from ..compiling import Layout, entry
from ..game import ENDED, RUNNING, Game, Mask, Rules
from ..kernel import raw_bytes
from ..loops import PLAYERS_STREAM
from ..random import M32, seed_rng


@functools.cache
def _soaker(layout: Layout, rules: Rules, fault: Any, choose: Any, length: Any) -> Any:
    setup, do, advance = rules.setup, rules.do, rules.advance

    @entry(layout, int8[:, ::1], int64, int64, int64, int8[::1], int64[::1])
    def play(states, raw, low, high, decisions, mask, summary):  # type: ignore[no-untyped-def]
        s = states[0]
        dice = states[1]
        seed_rng(dice, low, high, PLAYERS_STREAM)
        setup(s, raw, 0, low, high)
        advance(s, mask)
        for k in range(decisions):
            found = fault(s, mask)
            if found:
                return found
            if s.status == RUNNING:
                summary[3] += 1
                do(s, choose(s, dice, mask))
            else:
                summary[0] += 1
                summary[1] += s.status == ENDED
                summary[2] += length(s)
                setup(s, raw, 0, (low + k) & M32, high)
            advance(s, mask)
        return 0

    return play


def soak(
    game: Game, fault: Any, choose: Any, length: Any, seed: tuple[int, int], decisions: int
) -> tuple[int, list[int]]:
    """Play random games, checking every decision, up to the first fault.

    Args:
        game: the game; the record has a field ``rng``.
        fault: a rule ``(s, mask)`` that gives the number of a fault of the position, 0 for none.
        choose: a rule ``(s, dice, mask)`` that chooses an action; it draws from ``dice`` and may change the mask.
        length: a rule ``(s)`` that gives the length of a game that is over, such as its rounds.
        seed: two words below 2**32.
        decisions: how many decisions and deals to go through.

    Raises:
        ValueError: the position at the end is not one of the game's, see :meth:`.Game.check`.

    Returns:
        The fault, and the numbers of games, games that ended by the rules, their lengths in all, and decisions.
    """
    states, summary = game.new_states(2), np.zeros(4, np.int64)
    mask: Mask = np.zeros(game.num_actions, np.int8)
    play = _soaker(game.layout, game.rules, fault, choose, length)
    found = play(states, raw_bytes(states), *seed, decisions, mask, summary)
    game.check(states[:1])
    return found, summary.tolist()
