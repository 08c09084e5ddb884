"""Production: boards, deals and locations (S26-S29, S79)."""

from __future__ import annotations

from ...core.compiling import rule
from ...core.machine import push
from .. import purposes, steps, tables
from ..constants import CARD, NUM_CARDS, NUM_EFFECTS, PRODUCTION, VP
from .cards import controls, controls_with, deals_for
from .goods import gain, gain_effect


@rule
def run_produce(s, seat):
    """P1: board, deals, locations that give fixed goods; then draws of deals, and what has a choice (S26)."""
    s.active = seat
    school = controls_with(s, seat, tables.DEALS_TRIGGER, 0)
    push(s, steps.LOCATION, seat, purposes.OWN_PRODUCE, 0)
    gain_effect(s, seat, NUM_EFFECTS + s.faction[seat])
    gain_of_deals(s, seat, school)
    for card in range(NUM_CARDS):
        face = tables.card_face(card)
        by_itself = tables.face_row(face) == PRODUCTION and tables.suits(purposes.OWN_PRODUCE, face) == 0
        if by_itself and controls(s, seat, card):
            gain_effect(s, seat, tables.effects(face, tables.PRODUCE_TRIGGER, 0))
    if school:
        push(s, steps.CONVERTED, seat, 0, 0)
        push(s, steps.CONVERT, seat, tables.SCHOOL_VP, 0)
    drawn = deals_for(s, seat, CARD)
    if drawn > 0:
        push(s, steps.DECK, seat, drawn, school)


@rule
def gain_of_deals(s, seat, school):
    """S28: the goods of all deals, one by one, but for cards.

    With a School of Diplomacy they may be given up, but for victory points (S79).
    """
    for good in range(CARD):
        n = deals_for(s, seat, good)
        for _ in range(n):
            gain(s, seat, good, 1)
        if school and good != VP:
            s.convertible[good] += n
