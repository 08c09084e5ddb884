"""Determinisation with Automas: :mod:`scythe_env.scythe.redeal`, and their Factory cards (QA27, QA69.2).

The order of their decks is never known and lies in the generator; their hands are dealt as those of all seats.
"""

from __future__ import annotations

from ....core.compiling import rule
from ....core.random import below, draw_weighted
from ...constants import FACTORY_CARDS_BASE, NUM_FACTORY_CARDS
from ...knowledge import knows_factory
from ...redeal import redeal
from .arrive import has_factory_card


@rule
def redeal_with_automas(s, seat, low, high):
    """Re-deal for a seat and re-seed the future: :func:`.redeal`, with the cards that lie face down.

    Cards that were drawn from those that the seat has seen, or from unknown ones, go back and are drawn again.
    """
    looked = knows_factory(s, seat)
    drawers = 0
    for other in range(s.players):
        if has_factory_card(s, other) and (not looked or (s.drawn_from[other] >> seat) & 1):
            drawers |= 1 << other
            for card in range(NUM_FACTORY_CARDS):
                s.factory_deck[card] += s.face_down[other, card]
                s.face_down[other, card] = 0
    redeal(s, seat, low, high)
    for other in range(s.players):
        if (drawers >> other) & 1:
            card = draw_weighted(s, s.factory_deck)
            s.factory_deck[card] = 0
            s.face_down[other, card] = 1
        elif has_factory_card(s, other):
            redraw_unseen(s, other)


@rule
def redraw_unseen(s, owner):
    """A card that was drawn before the seat looked: any of those that it knows neither there nor with somebody."""
    for card in range(NUM_FACTORY_CARDS):
        s.face_down[owner, card] = 0
    cards = NUM_FACTORY_CARDS if s.promo_factory else FACTORY_CARDS_BASE
    card = below(s, cards)
    while s.factory_deck[card] or is_taken(s, card):
        card = below(s, cards)
    s.face_down[owner, card] = 1


@rule
def is_taken(s, card):
    """Whether a seat has a Factory card, open or face down."""
    for seat in range(s.players):
        if s.factory_card[seat] == card or s.face_down[seat, card]:
            return True
    return False
