"""Determinisation: everything hidden from a seat dealt anew, consistently with what that seat knows (section O).

Hands of others but for what is known of them, cards in front of others, secret choices, and markers of Trade Routes.
Decks have no order, so that re-seeding the generator shuffles them.
"""

from __future__ import annotations

from ..core.compiling import rule
from ..core.random import below, seed_rng
from . import tables
from .constants import COMMON_DECK, MARKER, NONE, NUM_CARDS, NUM_COMMON_FACES, OFFERED
from .rules.cards import lay_marker, own_deck, take_off
from .rules.goods import draw

REDEAL_STREAM = 2


@rule
def knows_right(s, seat, holder):
    """Whether a seat knows what the right-hand neighbour of a holder knows, as in the rows of the state."""
    return seat == holder or seat == (holder + s.players - 1) % s.players


@rule
def redeal(s, seat, low, high):
    """Re-deal for a seat and re-seed the future. What the seat knows, and its own hand, stay."""
    seed_rng(s, low, high, REDEAL_STREAM)
    for holder in range(s.players):
        if holder != seat:
            redeal_hand(s, seat, holder)
            redeal_offered(s, seat, holder)
    for card in range(NUM_CARDS):
        redeal_marker(s, card)


@rule
def certain(s, seat, holder, face):
    """How many cards of a common face a seat knows to be in a hand."""
    n = s.known[holder, face]
    if knows_right(s, seat, holder):
        n += s.from_right[holder, face]
    return min(n, s.hand[holder, face])


@rule
def redeal_hand(s, seat, holder):
    """The cards of a hand that a seat does not know are shuffled into their decks, and as many are drawn again."""
    for deck in range(COMMON_DECK, own_deck(s, holder) + 1):
        if deck == COMMON_DECK or deck == own_deck(s, holder):
            hidden = 0
            drawn = 0
            for face in range(tables.deck_start(deck), tables.deck_start(deck + 1)):
                n = s.hand[holder, face]
                if face < NUM_COMMON_FACES:
                    n -= certain(s, seat, holder, face)
                s.hand[holder, face] -= n
                s.deck[face] += n
                hidden += n
                if s.drawer == holder:
                    drawn += s.drawn[face]
                    s.drawn[face] = 0
            for k in range(hidden):
                face = draw(s, deck)
                s.hand[holder, face] += 1
                s.drawn[face] += k < drawn
    if not knows_right(s, seat, holder):
        redeal_from_right(s, holder)


@rule
def redeal_from_right(s, holder):
    """At random as many common cards of a new hand as the neighbour knew of the old one."""
    left = 0
    hand = 0
    for face in range(NUM_COMMON_FACES):
        left += s.from_right[holder, face]
        hand += s.hand[holder, face] - s.known[holder, face]
    for face in range(NUM_COMMON_FACES):
        n = 0
        for _ in range(s.hand[holder, face] - s.known[holder, face]):
            if below(s, hand) < left:
                n += 1
                left -= 1
            hand -= 1
        s.from_right[holder, face] = n


@rule
def redeal_offered(s, seat, holder):
    """Cards in front of a seat that did not pass them, and the choice among them."""
    if not (s.passed_on == 1 and knows_right(s, seat, holder)):
        n = 0
        for place in range(OFFERED):
            if s.offered[holder, place] != NONE:
                s.deck[s.offered[holder, place]] += 1
                n += 1
        for place in range(n):
            s.offered[holder, place] = draw(s, COMMON_DECK)
    if s.kept[holder] != NONE:
        n = 0
        for place in range(OFFERED):
            n += s.offered[holder, place] != NONE
        s.kept[holder] = s.offered[holder, below(s, n)]


@rule
def redeal_marker(s, card):
    """A marker of a Trade Route is shuffled into its deck and drawn again."""
    if s.place[card] == MARKER:
        face = tables.card_face(card)
        holder = s.owner[card]
        location = s.under[card]
        take_off(s, card)
        s.deck[face] += 1
        lay_marker(s, holder, draw(s, tables.face_deck(face)), location)
