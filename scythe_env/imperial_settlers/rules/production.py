"""Production, and effects that produce again (S26-S29, S39, S79, S92, S99, S108)."""

from __future__ import annotations

from ...core.compiling import rule
from ...core.machine import push
from .. import purposes, steps, tables
from ..constants import CARD, DEAL, NUM_CARDS, NUM_TARGETS, PRODUCTION, VP
from .building import push_effects
from .cards import controlled_with, controls
from .effects import fixed_effect
from .goods import gain, gain_board

SCHOOL_VP = 1  # for each good given up (S79)


@rule
def run_produce(s, seat):
    """P1: board, deals, locations that give fixed goods; then draws of deals, and what has a choice (S26)."""
    s.active = seat
    school = controlled_with(s, seat, tables.DEALS_TRIGGER) > 0
    push(s, steps.LOCATION, seat, purposes.OWN_PRODUCE, 0)
    gain_board(s, seat)
    cards = gain_of_deals(s, seat, school)
    for card in range(NUM_CARDS):
        face = tables.card_face(card)
        by_itself = tables.face_row(face) == PRODUCTION and tables.suits(purposes.OWN_PRODUCE, face) == 0
        if by_itself and controls(s, seat, card):
            fixed_effect(s, seat, tables.effects(face, tables.PRODUCE_TRIGGER, 0))
    if school:
        push(s, steps.CONVERTED, seat, 0, 0)
        push(s, steps.CONVERT, seat, SCHOOL_VP, 0)
    if cards > 0:
        push(s, steps.DECK, seat, cards, school)


@rule
def gain_of_deals(s, seat, school):
    """S28: the goods of all deals, one by one; returns the cards to be drawn for them.

    With a School of Diplomacy they may be given up, but for victory points (S79).
    """
    cards = 0
    for card in range(NUM_CARDS):
        n = s.routes[s.faction[seat], card]
        if s.place[card] == DEAL and s.owner[card] == seat:
            n += 1
        for _ in range(n):
            cards += gain_of_deal(s, seat, tables.face_deal(tables.card_face(card)), school)
    if s.players == 1:
        for good in range(NUM_TARGETS):
            for _ in range(s.attack_deals[good]):
                cards += gain_of_deal(s, seat, good, school)
    return cards


@rule
def gain_of_deal(s, seat, good, school):
    """The good of a deal; returns the cards to be drawn for it."""
    if good == CARD:
        return 1
    gain(s, seat, good, 1)
    if school and good != VP:
        s.convertible[good] += 1
    return 0


@rule
def produce_chosen(s, seat, card):
    """P4, P5: a location with a choice produces; the next one is chosen then."""
    s.uses[card] += 1
    push(s, steps.LOCATION, seat, purposes.OWN_PRODUCE, 0)
    push_effects(s, seat, card, tables.PRODUCE_TRIGGER)
