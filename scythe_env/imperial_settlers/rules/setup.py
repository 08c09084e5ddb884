"""Set-up (S18-S21, S123), from the configuration fields of the record."""

from __future__ import annotations

from ...core.compiling import rule
from ...core.machine import push
from ...core.random import below, seed_rng
from .. import steps, tables
from ..constants import COMMON_DECK, NONE, NUM_FACES, NUM_FACTIONS, NUM_TARGETS, RUNNING
from ..state import CONFIGURED, FIELDS
from .attack import open_card
from .cards import own_deck
from .goods import draw_to_hand

SETUP_STREAM = 0
FIRST_CARDS = 2  # of each deck (S21)
clear = FIELDS.clearing(CONFIGURED)


@rule
def setup_game(s, raw, i, low, high):
    """Deal a new game into a record. ``raw`` is the same memory as int8 of shape (games, bytes), ``i`` its row.

    The configuration fields stay; ``low`` and ``high`` are the words of the seed.
    """
    clear(raw, i)
    seed_rng(s, low, high, SETUP_STREAM)
    s.status = RUNNING
    for seat in range(s.players):
        s.faction[seat] = s.wanted_faction[seat]
    for seat in range(s.players):
        while s.faction[seat] == NONE:  # a random one that no seat has (S19)
            faction = below(s, NUM_FACTIONS)
            if not is_played(s, faction):
                s.faction[seat] = faction
    for face in range(NUM_FACES):
        if tables.face_deck(face) == COMMON_DECK or is_played(s, tables.face_deck(face) - 1):
            s.deck[face] = tables.copies(face)
    s.first = below(s, s.players)
    for k in range(s.players):
        seat = (s.first + k) % s.players
        for _ in range(FIRST_CARDS):
            draw_to_hand(s, seat, COMMON_DECK, False)
            draw_to_hand(s, seat, own_deck(s, seat), False)
    if s.players == 1:
        for good in range(NUM_TARGETS):
            s.attack_deck[good] = tables.attack_cards(good)
        open_card(s)
    push(s, steps.START_ROUND, 0, 0, 0)


@rule
def is_played(s, faction):
    """Whether a seat plays a faction."""
    for seat in range(s.players):
        if s.faction[seat] == faction:
            return True
    return False
