"""Cards on the table and in hands: who controls them, how they come and go, which copies differ."""

from __future__ import annotations

from ...core.compiling import rule
from ..constants import (
    BUILT,
    COMMON_DECK,
    DEAL,
    FOUNDATION,
    GATE,
    MARKER,
    NONE,
    NUM_CARDS,
    NUM_COMMON_FACES,
    NUM_FACES,
    NUM_FACTIONS,
    NUM_TARGETS,
    PER_SAMURAI,
    SHRINE,
    UNDER_GATE,
    VIRTUAL,
)
from ..tables import card_face, card_with, copies, deposits, face_deck, first_card, has_color, num_with


@rule
def parties(s):
    """How many there are to aim at and to be aimed at: the seats, with the virtual player at least two."""
    return max(s.players, 2)


@rule
def is_virtual(s, party):
    """Whether this is the virtual player."""
    return s.players == 1 and party == VIRTUAL


@rule
def controller(s, card):
    """Who controls a location: who took it over for the round (S86), else its owner."""
    return s.owner[card] if s.taken_by[card] == NONE else s.taken_by[card]


@rule
def controls(s, seat, card):
    """Whether a seat controls a location."""
    return s.place[card] == BUILT and controller(s, card) == seat


@rule
def own_deck(s, seat):
    """The faction deck of a seat."""
    return 1 + s.faction[seat]


@rule
def controlled_with(s, seat, trigger):
    """How many locations with an ability of a trigger a seat controls."""
    n = 0
    for k in range(num_with(trigger)):
        n += controls(s, seat, card_with(trigger, k))
    return n


@rule
def count_per(s, seat, what):
    """Locations of a colour that a seat controls (S42), or samurai on them."""
    n = 0
    for card in range(NUM_CARDS):
        if s.place[card] == BUILT and controls(s, seat, card):
            if what == PER_SAMURAI:
                n += s.guard[card] if face_deck(card_face(card)) != COMMON_DECK else 0
            else:
                n += has_color(card_face(card), what)
    return n


# -- hands -------------------------------------------------------------------------------------------------------------


@rule
def hand_size(s, seat):
    """Cards in hand."""
    n = 0
    for face in range(NUM_FACES):
        n += s.hand[seat, face]
    return n


@rule
def leaves_hand(s, seat, face):
    """A card leaves a hand in the open: what others knew of the hand holds for one card less of this face."""
    s.hand[seat, face] -= 1
    if face < NUM_COMMON_FACES:
        s.known[seat, face] -= s.known[seat, face] > 0
        s.from_right[seat, face] -= s.from_right[seat, face] > 0


@rule
def give_up_drawn(s, seat, face):
    """A card just drawn is discarded; the others see that it is one of these, so what they know of the hand stays."""
    s.drawn[face] -= 1
    s.hand[seat, face] -= 1
    s.discard[face] += 1


@rule
def num_drawn(s):
    """Cards just drawn that may be given up."""
    n = 0
    for face in range(NUM_FACES):
        n += s.drawn[face]
    return n


@rule
def clear_drawn(s):
    """What was just drawn is a hand card like the others."""
    for face in range(NUM_FACES):
        s.drawn[face] = 0
    s.drawer = NONE


# -- cards come to the table and leave it ------------------------------------------------------------------------------


@rule
def lay(s, party, face, place):
    """A card comes to the table; returns it."""
    card = first_card(face)
    while s.place[card] != NONE:
        card += 1
    s.place[card] = place
    s.owner[card] = party
    return card


@rule
def lay_marker(s, seat, face, location):
    """A card goes face down under a location as a marker (S78), to the last free place of its face."""
    card = first_card(face) + copies(face) - 1
    while s.place[card] != NONE:
        card -= 1
    s.place[card] = MARKER
    s.owner[card] = seat
    s.under[card] = location


@rule
def take_off(s, card):
    """A card leaves its place on the table.

    If a marker of the face lies before it, the marker takes its place: where the next card of the face comes to lie
    must not tell of markers, which nobody saw.
    """
    other = first_card(card_face(card))
    while other < card and s.place[other] != MARKER:
        other += 1
    if other < card:
        s.place[card] = MARKER
        s.owner[card] = s.owner[other]
        s.under[card] = s.under[other]
    s.place[other] = NONE
    s.owner[other] = NONE
    s.under[other] = NONE
    s.age[card] = 0


@rule
def discard_laid(s, card):
    """A card on the table goes to its discard pile."""
    take_off(s, card)
    s.discard[card_face(card)] += 1


@rule
def strip(s, card):
    """All that lies on or under a location, and all marks of it, are gone (S37)."""
    s.guard[card] = 0
    s.uses[card] = 0
    s.blocked[card] = 0
    s.taken_by[card] = NONE
    takes = deposits(card_face(card))
    if takes == GATE:
        for other in range(NUM_CARDS):
            if s.place[other] == UNDER_GATE and s.under[other] == card:
                discard_laid(s, other)
    elif takes == SHRINE:
        s.shrine = 0
    if s.routes_outlive_locations == 0:
        for row in range(NUM_FACTIONS):
            while s.routes[row, card] > 0:
                drop_route(s, row, card)


@rule
def drop_route(s, row, location):
    """A deal by a marker of a faction ends: the marker goes to the discards of the faction (S78)."""
    s.routes[row, location] -= 1
    card = 0
    while s.place[card] != MARKER or s.under[card] != location or face_deck(card_face(card)) != row + 1:
        card += 1
    discard_laid(s, card)


@rule
def discard_location(s, card):
    """A location leaves play."""
    strip(s, card)
    discard_laid(s, card)


@rule
def foundations(s, seat):
    """How many foundations a seat has."""
    n = 0
    for card in range(NUM_CARDS):
        n += s.place[card] == FOUNDATION and s.owner[card] == seat
    return n


@rule
def turn_over(s, card):
    """A location becomes the youngest foundation of its owner (S49)."""
    strip(s, card)
    s.age[card] = foundations(s, s.owner[card]) + 1
    s.place[card] = FOUNDATION


@rule
def lay_foundation(s, seat, face):
    """A hand card becomes the youngest foundation of a seat (S84)."""
    age = foundations(s, seat) + 1
    s.age[lay(s, seat, face, FOUNDATION)] = age


@rule
def use_foundation(s, seat):
    """The oldest foundation of a seat is discarded (S55)."""
    for card in range(NUM_CARDS):
        if s.place[card] == FOUNDATION and s.owner[card] == seat:
            s.age[card] -= 1
            if s.age[card] == 0:
                discard_laid(s, card)


# -- deals -------------------------------------------------------------------------------------------------------------


@rule
def num_deals(s, seat):
    """All deals of a seat: tucked cards, markers of Trade Routes, attack cards taken (solo)."""
    n = 0
    for card in range(NUM_CARDS):
        n += s.place[card] == DEAL and s.owner[card] == seat
        n += s.routes[s.faction[seat], card]
    if s.players == 1:
        for good in range(NUM_TARGETS):
            n += s.attack_deals[good]
    return n


# -- which copies differ -----------------------------------------------------------------------------------------------


@rule
def under_gate(s, gate):
    """Cards under a Gate."""
    n = 0
    for card in range(NUM_CARDS):
        n += s.place[card] == UNDER_GATE and s.under[card] == gate
    return n


@rule
def state_of(s, seat, card):
    """All in which copies of a face on the table can differ, as one number that orders them: by owner, then by state.

    The owner counts from the seat that looks.
    """
    number = (s.owner[card] + parties(s) - seat) % parties(s)
    number = number * 8 + s.uses[card]
    number = ((number * 2 + s.guard[card]) * 2 + s.blocked[card]) * 2 + (s.taken_by[card] != NONE)
    for row in range(NUM_FACTIONS):
        number = number * 32 + s.routes[row, card]
    return number * 256 + (under_gate(s, card) if deposits(card_face(card)) == GATE else 0)
