"""The set-up of games with Automas (A7-A15); the rest of it is that of all games."""

from __future__ import annotations

from ....core.compiling import rule
from ... import steps
from ...constants import NONE, TIE_START
from ..control import is_automa
from ..setup import setup_game
from .deck import shuffle_all


@rule
def setup_with_automas(s, raw, i, low, high):
    """Deal a new game with Automas: :func:`.setup_game`, their decks, one for all or one each, the tie token."""
    setup_game(s, raw, i, low, high)
    s.tie_base = TIE_START
    first = NONE
    for seat in range(s.players):
        if is_automa(s, seat):
            if first == NONE or s.automa_shared_deck == 0:
                first = seat
                shuffle_all(s, seat)
            s.pile[seat] = first
    if is_automa(s, s.active):  # all seats are theirs (QA8)
        s.step_kind[0] = steps.AUTOMA_TURN
