"""Razing: hand cards and locations (S46-S54, S82, S88, S98, S100, S104, S128)."""

from __future__ import annotations

from ...core.compiling import rule
from ...core.machine import push
from .. import steps, tables
from ..constants import CARD, NUM_COMMON_FACES, NUM_TARGETS, RAZE, VP, WOOD
from .cards import controller, discard_location, is_virtual, turn_over
from .goods import answer, gain


@rule
def raze_location(s, seat, card, tokens, noted):
    """O1: a location is razed for so many tokens (S48)."""
    raze(s, seat, steps.RAZED, card, tables.card_face(card), tokens, noted)


@rule
def raze(s, seat, kind, card, face, tokens, noted):
    """Tokens are paid, the goods of a raze field gained (S46); ``kind`` is the step in which the card goes then.

    With ``noted`` any number of them may be given up at once (S100); no victory points where they stay.
    """
    s.goods[seat, RAZE] -= tokens
    if noted:
        push(s, steps.CONVERTED, seat, 0, 0)
        push(s, steps.CONVERT, seat, tables.CHAPEL_VP, 0)
    push(s, kind, seat, card, 0)
    for good in range(NUM_TARGETS):
        n = tables.raze_good(face, good)
        if noted and good == CARD and n > 0:
            push(s, steps.DECK, seat, n, 1)
        else:
            gain(s, seat, good, n)
        if noted and good != CARD and not (good == VP and s.chapel_keeps_vp == 1):
            s.convertible[good] += n


@rule
def run_razed_hand(s, seat, face):
    """H1: the card is discarded; Raid, Gallows (S46, S104)."""
    s.discard[face] += 1
    answer(s, seat, tables.RAZE_TRIGGER)


@rule
def run_razed(s, seat, card):
    """O1: a common location becomes a foundation and brings a wood; others are discarded; Raid, Gallows.

    The wood is the controller's, the foundation the owner's (S88); the virtual player gets neither (S128).
    """
    if tables.card_face(card) < NUM_COMMON_FACES and not is_virtual(s, s.owner[card]):
        s.goods[controller(s, card), WOOD] += 1
        turn_over(s, card)
    else:
        discard_location(s, card)
    answer(s, seat, tables.RAZE_TRIGGER)
