"""Determinisation: everything hidden from a seat dealt anew, consistently with what that seat knows (section O).

Hands of others but for what is known of them, cards in front of others, secret choices, and markers of Trade Routes.
Decks have no order, so that re-seeding the generator shuffles them.
"""

from __future__ import annotations

from ..core.compiling import rule
from ..core.random import below, keep_some, seed_rng, total
from . import purposes, steps, tables
from .constants import COMMON_DECK, MARKER, NONE, NUM_CARDS, NUM_COMMON_CARDS, NUM_COMMON_FACES, OFFERED
from .rules.cards import lay_marker, own_deck, routes_of, take_off
from .rules.goods import draw
from .state import sees_offered, sees_right

REDEAL_STREAM = 2
COUNT_BITS = 8  # of how many cards of a deck are hidden in a hand; those of all seats make one number
MOST_HIDDEN = (1 << COUNT_BITS) - 1
TO_BE_DEALT = NONE - 1  # in place of a card in front of a seat


@rule
def redeal(s, seat, low, high):
    """Re-deal for a seat and re-seed the future. What the seat knows, and its own hand, stay.

    All that is hidden goes back to the decks before anything is dealt, so that each card can be anywhere.
    """
    seed_rng(s, low, high, REDEAL_STREAM)
    common = 0
    faction = 0
    for holder in range(s.players):
        if holder != seat:
            common |= take_back(s, seat, holder, COMMON_DECK) << (COUNT_BITS * holder)
            faction |= take_back(s, seat, holder, own_deck(s, holder)) << (COUNT_BITS * holder)
            take_offered(s, seat, holder)
    for card in range(NUM_CARDS):
        if s.place[card] == MARKER:
            s.deck[tables.card_face(card)] += 1
            take_off(s, card)
    for holder in range(s.players):
        if holder != seat:
            deal_hand(s, holder, COMMON_DECK, common >> (COUNT_BITS * holder) & MOST_HIDDEN)
            deal_hand(s, holder, own_deck(s, holder), faction >> (COUNT_BITS * holder) & MOST_HIDDEN)
            if not sees_right(s, seat, holder):  # as many cards of the new hand as the neighbour knew of the old one
                n = total(s.from_right[holder])
                for face in range(NUM_COMMON_FACES):
                    s.from_right[holder, face] = s.hand[holder, face] - s.known[holder, face]
                keep_some(s, s.from_right[holder], n)
            deal_offered(s, holder)
        for card in range(NUM_COMMON_CARDS, NUM_CARDS):
            for _ in range(routes_of(s, tables.route_row(s.faction[holder]), card)):
                lay_marker(s, holder, draw(s, own_deck(s, holder)), card)


@rule
def certain(s, seat, holder, face):
    """How many cards of a face a seat knows to be in a hand."""
    n = 0
    if face < NUM_COMMON_FACES:
        n += s.known[holder, face]
        if sees_right(s, seat, holder):
            n += s.from_right[holder, face]
    return min(max(n, on_its_way(s, holder, face)), s.hand[holder, face])


@rule
def on_its_way(s, holder, face):
    """1 if a card of the face was shown and leaves the hand as soon as its Gate is chosen (S74), else 0."""
    for level in range(s.depth):
        if s.step_kind[level] == steps.LOCATION and s.step_a[level] == purposes.OWN_GATE:
            if s.step_seat[level] == holder and s.step_b[level] == face:
                return 1
    return 0


@rule
def take_back(s, seat, holder, deck):
    """The cards of a hand that a seat does not know go back to their deck; returns how many."""
    hidden = 0
    for face in range(tables.deck_start(deck), tables.deck_start(deck + 1)):
        n = s.hand[holder, face] - certain(s, seat, holder, face)
        s.hand[holder, face] -= n
        s.deck[face] += n
        hidden += n
    return hidden


@rule
def deal_hand(s, holder, deck, hidden):
    """A hand gets so many cards of a deck; as many of them as before were just drawn."""
    drawn = 0
    if s.drawer == holder:
        for face in range(tables.deck_start(deck), tables.deck_start(deck + 1)):
            drawn += s.drawn[face]
            s.drawn[face] = 0
    for k in range(hidden):
        face = draw(s, deck)
        s.hand[holder, face] += 1
        s.drawn[face] += k < drawn


@rule
def take_offered(s, seat, holder):
    """Cards in front of a holder go back to the deck, but for a seat that passed them."""
    if not sees_offered(s, seat, holder):
        for place in range(OFFERED):
            if s.offered[holder, place] != NONE:
                s.deck[s.offered[holder, place]] += 1
                s.offered[holder, place] = TO_BE_DEALT


@rule
def deal_offered(s, holder):
    """New cards come in front of a holder; then the choice among them is made anew."""
    n = 0
    for place in range(OFFERED):
        if s.offered[holder, place] == TO_BE_DEALT:
            s.offered[holder, place] = draw(s, COMMON_DECK)
        n += s.offered[holder, place] != NONE
    if s.kept[holder] != NONE:
        s.kept[holder] = s.offered[holder, below(s, n)]
