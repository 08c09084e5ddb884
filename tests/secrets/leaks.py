"""Observations, masks and infos of random games and of re-deals, compared at every decision, in compiled code."""

from __future__ import annotations

import functools
from typing import Any, Final, NamedTuple

import numpy as np
from numba import float32, int8, int32, int64

from scythe_env.core.compiling import Layout, entry, rule
from scythe_env.core.game import RUNNING, Game, Rules
from scythe_env.core.kernel import RAW, raw_bytes
from scythe_env.core.loops import PLAYERS_STREAM
from scythe_env.core.random import draw32, seed_rng

LEAKS: Final = ("none", "the observation", "the decision that is due", "the mask", "the infos")
SEATS: Final = 16  # more than any game has


class ReDeals(NamedTuple):
    """What the comparison needs to know of a game, besides its rules.

    Attributes:
        deal_anew: the rule ``(s, seat, low, high)`` that deals everything anew that is hidden from a seat.
        count_dealt: a rule ``(s, twin, dealt)`` that counts in int64 (kinds,) in which of the kinds a re-deal differs.
        same_infos: a rule ``(s, twin, seat)``: whether the infos of a seat are the same but for scores.
        choose: a rule ``(s, dice, mask)`` that chooses an action; it draws from ``dice`` and may change the mask.
        kinds: what a re-deal can change.
    """

    deal_anew: Any
    count_dealt: Any
    same_infos: Any
    choose: Any
    kinds: tuple[str, ...]


@functools.cache
def _searcher(layout: Layout, rules: Rules, re_deals: ReDeals) -> Any:
    setup, do, advance, observe, score = rules.setup, rules.do, rules.advance, rules.observe, rules.score
    deal_anew, count_dealt, same_infos, choose, _ = re_deals

    @rule
    def leak(s, twin, seat, mask, twin_mask, seen, twin_seen, scores, twin_scores):  # type: ignore[no-untyped-def]
        """What a seat is shown that differs between a game and its re-deal (an index of LEAKS), 0 for nothing.

        The masks and ``scores`` are those of the game; the others are written here.
        """
        observe(s, seat, seen)
        observe(twin, seat, twin_seen)
        for k in range(seen.shape[0]):
            if seen[k] != twin_seen[k]:
                return 1
        if s.status == RUNNING and s.seat_to_act == seat:
            advance(twin, twin_mask)
            if twin.status != s.status or twin.decision != s.decision or twin.seat_to_act != seat:
                return 2
            for action in range(mask.shape[0]):
                if mask[action] != twin_mask[action]:
                    return 3
        score(twin, twin_scores)
        for k in range(s.players):
            for part in range(scores.shape[1]):
                if scores[k, part] != twin_scores[k, part]:
                    return 4
            if not same_infos(s, twin, k):
                return 4
        return 0

    @entry(
        layout, RAW, int64, int64, int64, int8[:, ::1], float32[:, ::1], int32[:, :, ::1], int64[::1], int64[::1]
    )  # fmt: skip
    def go_through(states, raw, low, high, decisions, masks, seen, scores, counts, dealt):  # type: ignore[no-untyped-def]
        s, dice, twin = states[0], states[1], states[2]
        mask, twin_mask = masks[0], masks[1]
        seed_rng(dice, low, high, PLAYERS_STREAM)
        setup(s, raw, 0, low, high)
        advance(s, mask)
        while counts[0] < decisions:
            score(s, scores[0])
            for seat in range(s.players):
                for k in range(raw.shape[1]):
                    raw[2, k] = raw[0, k]
                deal_anew(twin, seat, draw32(dice), draw32(dice))
                count_dealt(s, twin, dealt)
                counts[1] += 1
                found = leak(s, twin, seat, mask, twin_mask, seen[0], seen[1], scores[0], scores[1])
                if found:
                    return found * SEATS + seat
            if s.status == RUNNING:
                counts[0] += 1
                do(s, choose(s, dice, mask))
            else:
                counts[2] += 1
                setup(s, raw, 0, draw32(dice), draw32(dice))
            advance(s, mask)
        return 0

    return go_through


def search(re_deals: ReDeals, game: Game, seed: tuple[int, int], decisions: int) -> tuple[str, list[int], list[int]]:
    """Play random games, and compare what each seat is shown at every decision with a re-deal for it.

    Args:
        re_deals: what the game needs for it.
        game: the configuration.
        seed: two words below 2**32.
        decisions: how many decisions to go through.

    Returns:
        The first leak in words, empty for none; the numbers of decisions, re-deals and games; and how many of the
        re-deals differed in each of the kinds.
    """
    states, counts, dealt = game.new_states(3), np.zeros(3, np.int64), np.zeros(len(re_deals.kinds), np.int64)
    masks = np.zeros((2, game.num_actions), np.int8)
    seen = np.zeros((2, game.observation_size), np.float32)
    scores = np.zeros((2, *game.score_shape), np.int32)
    go_through = _searcher(game.layout, game.rules, re_deals)
    found = go_through(states, raw_bytes(states), *seed, decisions, masks, seen, scores, counts, dealt)
    where = f"{LEAKS[found // SEATS]} of seat {found % SEATS} tells what is hidden" if found else ""
    return where, counts.tolist(), dealt.tolist()
