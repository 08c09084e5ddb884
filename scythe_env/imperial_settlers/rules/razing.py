"""Razing, and other ways in which locations leave an empire (S46-S54, S67, S82, S88, S98, S100, S104, S128)."""

from __future__ import annotations

from ...core.compiling import rule
from ...core.machine import push
from .. import steps, tables
from ..constants import NUM_COMMON_FACES, NUM_TARGETS, RAZE, RAZE_HAND_TOKENS, RAZE_TOKENS, VP, WOOD
from .cards import controller, discard_location, is_virtual, leaves_hand, turn_over
from .goods import answer, gain, gain_noted

CHAPEL_VP = 2  # for each good given up (S100)


@rule
def gain_field(s, seat, face, noted):
    """The goods of a raze field; with ``noted`` they may be given up (S46, S100)."""
    for good in range(NUM_TARGETS):
        if noted:
            gain_noted(s, seat, good, tables.raze_good(face, good))
        else:
            gain(s, seat, good, tables.raze_good(face, good))
    if s.chapel_keeps_vp == 1:
        s.convertible[VP] = 0


@rule
def note_conversion(s, seat):
    """S100: what is gained next may be given up."""
    push(s, steps.CONVERTED, seat, 0, 0)
    push(s, steps.CONVERT, seat, CHAPEL_VP, 0)


@rule
def raze_from_hand(s, seat, face, noted):
    """H1: a token, the goods of the card, then the card is discarded (S46)."""
    leaves_hand(s, seat, face)
    s.goods[seat, RAZE] -= RAZE_HAND_TOKENS
    if noted:
        note_conversion(s, seat)
    push(s, steps.RAZED_HAND, seat, face, 0)
    gain_field(s, seat, face, noted)


@rule
def run_razed_hand(s, seat, face):
    """H1: the card is discarded; Raid, Gallows (S46, S104)."""
    s.discard[face] += 1
    answer(s, seat, tables.RAZE_TRIGGER)


@rule
def raze_location(s, seat, card, tokens, noted):
    """O1: the goods of a location's raze field; then it goes (S48, S49). Tokens were counted by the caller."""
    s.goods[seat, RAZE] -= tokens
    if noted:
        note_conversion(s, seat)
    push(s, steps.RAZED, seat, card, 0)
    gain_field(s, seat, tables.card_face(card), noted)


@rule
def tokens_needed(s, card):
    """Raze tokens that an opponent's location costs (S48, S53, S54)."""
    return RAZE_TOKENS + s.guard[card]


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
