"""Observations, masks and infos of random games and of re-deals, compared at every decision, in compiled code."""

from __future__ import annotations

from typing import Any, Final

import numpy as np
from numba import float32, int8, int32, int64

from scythe_env.core.compiling import entry, rule
from scythe_env.core.kernel import RAW
from scythe_env.core.loops import PLAYERS_STREAM
from scythe_env.core.random import M32, below, draw32, seed_rng
from scythe_env.scythe.actions import NUM_ACTIONS
from scythe_env.scythe.constants import (
    MAX_PLAYERS,
    NONE,
    NUM_CARD_VALUES,
    NUM_FACTORY_CARDS,
    NUM_SIDES,
    OBJECTIVE_IN_HAND,
    OBJECTIVES_DEALT,
    RUNNING,
)
from scythe_env.scythe.game import Scythe
from scythe_env.scythe.observation import observe_seat
from scythe_env.scythe.redeal import redeal
from scythe_env.scythe.rules.automa.redeal import redeal_with_automas
from scythe_env.scythe.rules.decisions import advance, do
from scythe_env.scythe.rules.scoring import NUM_SCORE_PARTS, score_game
from scythe_env.scythe.rules.setup import setup_game
from scythe_env.scythe.state import LAYOUT

from ..scythe.invariants import choose_lively

LEAKS: Final = ("none", "the observation", "the decision that is due", "the mask", "the infos")
DEALT: Final = ("hands", "objectives", "Factory cards", "choices of a combat", "what others know")
"""What a re-deal can change."""


def dealing(redeal: Any) -> Any:
    """The rule that deals everything anew that is hidden from a seat, or from spectators for NONE, by a re-deal.

    An empty chair knows what a spectator knows; where all chairs are taken, the game is dealt anew for each. In which
    order the others hold their objectives is hidden, too.
    """

    @rule
    def deal_anew(s, viewer, low, high):
        if viewer != NONE:
            redeal(s, viewer, low, high)
        elif s.players < MAX_PLAYERS:
            redeal(s, s.players, low, high)
        else:
            for seat in range(s.players):
                redeal(s, seat, low, (high + seat) & M32)
        for seat in range(s.players):
            if seat != viewer and below(s, 2):
                card, state = s.objective[seat, 0], s.objective_state[seat, 0]
                s.objective[seat, 0], s.objective_state[seat, 0] = s.objective[seat, 1], s.objective_state[seat, 1]
                s.objective[seat, 1], s.objective_state[seat, 1] = card, state

    return deal_anew


deal_anew = dealing(redeal)
deal_anew_with_automas = dealing(redeal_with_automas)


@entry(LAYOUT, int64, int64, int64, int64)
def dealt_anew(states, i, viewer, low, high):
    """Deal game ``i`` anew for a viewer."""
    deal_anew(states[i], viewer, low, high)


@entry(LAYOUT, int64, int64, int64, int64)
def dealt_anew_with_automas(states, i, viewer, low, high):
    """The same of a game with Automas."""
    deal_anew_with_automas(states[i], viewer, low, high)


@rule
def count_dealt(s, twin, dealt):
    """Count in ``dealt`` in which of the kinds of :data:`DEALT` a re-deal differs."""
    hands = objectives = choices = knowledge = factory = 0
    for seat in range(s.players):
        for value in range(NUM_CARD_VALUES):
            hands |= s.cards[seat, value] != twin.cards[seat, value]
            for owner in range(s.players):
                knowledge |= s.known[seat, owner, value] != twin.known[seat, owner, value]
        for k in range(OBJECTIVES_DEALT):
            if s.objective_state[seat, k] == OBJECTIVE_IN_HAND:
                objectives |= s.objective[seat, k] != twin.objective[seat, k]
    for card in range(NUM_FACTORY_CARDS):
        factory |= s.factory_deck[card] != twin.factory_deck[card]
    for side in range(NUM_SIDES):
        choices |= s.dial[side] != twin.dial[side]
        for value in range(NUM_CARD_VALUES):
            choices |= s.played[side, value] != twin.played[side, value]
    dealt[0] += hands
    dealt[1] += objectives
    dealt[2] += factory
    dealt[3] += choices
    dealt[4] += knowledge


@rule
def leak(s, twin, seat, mask, twin_mask, seen, twin_seen, scores, twin_scores):
    """What a seat is shown that differs between a game and its re-deal (an index of :data:`LEAKS`), 0 for nothing.

    The masks and ``scores`` are those of the game; the others are written here.
    """
    observe_seat(s, seat, seen)
    observe_seat(twin, seat, twin_seen)
    for k in range(seen.shape[0]):
        if seen[k] != twin_seen[k]:
            return 1
    if s.status == RUNNING and s.seat_to_act == seat:
        advance(twin, twin_mask)
        if twin.status != s.status or twin.decision != s.decision or twin.seat_to_act != seat:
            return 2
        for action in range(NUM_ACTIONS):
            if mask[action] != twin_mask[action]:
                return 3
    score_game(twin, twin_scores)
    for k in range(s.players):
        for part in range(NUM_SCORE_PARTS):
            if scores[k, part] != twin_scores[k, part]:
                return 4
        if s.faction[k] != twin.faction[k] or s.mat[k] != twin.mat[k]:
            return 4
    return 0


@entry(
    LAYOUT, RAW, int64, int64, int64, int8[:, ::1], float32[:, ::1], int32[:, :, ::1], int64[::1], int64[::1]
)  # fmt: skip
def _search(states, raw, low, high, decisions, masks, seen, scores, counts, dealt):
    s, dice, twin = states[0], states[1], states[2]
    mask, twin_mask = masks[0], masks[1]
    seed_rng(dice, low, high, PLAYERS_STREAM)
    setup_game(s, raw, 0, low, high)
    advance(s, mask)
    while counts[0] < decisions:
        score_game(s, scores[0])
        for seat in range(s.players):
            for k in range(raw.shape[1]):
                raw[2, k] = raw[0, k]
            deal_anew(twin, seat, draw32(dice), draw32(dice))
            count_dealt(s, twin, dealt)
            counts[1] += 1
            found = leak(s, twin, seat, mask, twin_mask, seen[0], seen[1], scores[0], scores[1])
            if found:
                return found * MAX_PLAYERS + seat
        if s.status == RUNNING:
            counts[0] += 1
            do(s, choose_lively(s, dice, mask))
        else:
            counts[2] += 1
            setup_game(s, raw, 0, draw32(dice), draw32(dice))
        advance(s, mask)
    return 0


def search(game: Scythe, seed: tuple[int, int], decisions: int) -> tuple[str, list[int], list[int]]:
    """Play random games, and compare what each seat is shown at every decision with a re-deal for it.

    Args:
        game: the configuration.
        seed: two words below 2**32.
        decisions: how many decisions to go through.

    Returns:
        The first leak in words, empty for none; the numbers of decisions, re-deals and games; and how many of the
        re-deals differed in each of :data:`DEALT`.
    """
    states, counts, dealt = game.new_states(3), np.zeros(3, np.int64), np.zeros(len(DEALT), np.int64)
    masks = np.zeros((2, NUM_ACTIONS), np.int8)
    seen = np.zeros((2, game.observation_size), np.float32)
    scores = np.zeros((2, MAX_PLAYERS, NUM_SCORE_PARTS), np.int32)
    raw = states.view(np.int8).reshape(len(states), -1)
    found = _search(states, raw, *seed, decisions, masks, seen, scores, counts, dealt)
    where = f"{LEAKS[found // MAX_PLAYERS]} of seat {found % MAX_PLAYERS} tells what is hidden" if found else ""
    return where, counts.tolist(), dealt.tolist()
