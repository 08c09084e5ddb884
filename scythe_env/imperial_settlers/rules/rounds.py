"""Rounds: their beginning, Cleanup, and the end of the game (S22, S23, S68-S70, S124, S129)."""

from __future__ import annotations

from ...core.compiling import rule
from ...core.machine import push
from .. import steps, tables
from ..constants import BUILT, COLLECTED, COMMON_DECK, ENDED, NONE, NUM_CARDS, NUM_RESOURCES, NUM_ROUNDS, RAZE
from .cards import controls_with, is_virtual, own_deck, strip
from .goods import draw_to_hand
from .lookout import push_lookout

ATTACKS = 2  # a round (S130)


@rule
def run_start_round(s):
    """G1: everyone takes a faction card, in the peaceful game a common one, too; then the phases (S22, S23, S115)."""
    s.round += 1
    push(s, steps.END_ROUND, 0, 0, 0)
    push(s, steps.NEXT_TURN, 0, 0, 0)
    for k in range(s.players - 1, -1, -1):
        push(s, steps.PRODUCE, (s.first + k) % s.players, 0, 0)
    for k in range(s.players):
        seat = (s.first + k) % s.players
        draw_to_hand(s, seat, own_deck(s, seat), False)
        if s.peaceful:
            draw_to_hand(s, seat, COMMON_DECK, False)
    push_lookout(s)


@rule
def clean_up(s, seat):
    """S68, S69, S96: goods that are not stored go back; victory points are none of these."""
    keeps = controls_with(s, seat, tables.CLEANUP_TRIGGER, 0)
    for good in range(RAZE + 1):
        if good != tables.board_stores(s.faction[seat]) and not (keeps and good < NUM_RESOURCES):
            s.goods[seat, good] = 0
    s.defence[seat] = 0


@rule
def run_end_round(s):
    """G5: Cleanup, but in the last round; uses and marks of the round end; then the attacks of the solo game."""
    cleaned = s.round < NUM_ROUNDS
    if cleaned:
        for seat in range(s.players):
            clean_up(s, seat)
        s.first = (s.first + 1) % s.players
    for card in range(NUM_CARDS):
        s.uses[card] = 0
        s.blocked[card] = 0
        s.taken_by[card] = NONE
        if cleaned and tables.face_deck(tables.card_face(card)) == COMMON_DECK:
            s.guard[card] = 0
    for seat in range(s.players):
        s.passed[seat] = 0
    s.active = NONE
    push(s, steps.CLOSE_ROUND, 0, 0, 0)
    for _ in range(ATTACKS if s.players == 1 else 0):
        push(s, steps.ATTACK, 0, 0, 0)
    collect(s)


@rule
def collect(s):
    """A1: the virtual player's locations go to his collection (S129)."""
    for card in range(NUM_CARDS):
        if s.place[card] == BUILT and is_virtual(s, s.owner[card]):
            strip(s, card)
            s.place[card] = COLLECTED


@rule
def run_close_round(s):
    """G7: the next round, or the end of the game."""
    if s.round < NUM_ROUNDS:
        push(s, steps.START_ROUND, 0, 0, 0)
    else:
        s.status = ENDED
