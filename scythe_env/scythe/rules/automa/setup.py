"""The set-up of games with Automas (A7-A15); the rest of it is that of all games."""

from __future__ import annotations

from ....core.compiling import rule
from ...constants import NONE, TIE_START
from ..setup import clear_record, deal_game
from .deck import shuffle_all


@rule
def setup_with_automas(s, raw, i, low, high):
    """Deal a new game with Automas into a record, as :func:`.setup_game` does without."""
    clear_record(raw, i)
    seat_automas(s)
    deal_game(s, low, high)


@rule
def seat_automas(s):
    """The levels of the Automas and their decks, one for all or one for each (A13, QA101)."""
    s.tie_base = TIE_START
    k = 0
    first = NONE
    for seat in range(s.players):
        if (s.scripted >> seat) & 1:
            s.level[seat] = s.wanted_level[k]
            k += 1
            if first == NONE or s.automa_shared_deck == 0:
                first = seat
                shuffle_all(s, seat)
            s.pile[seat] = first
