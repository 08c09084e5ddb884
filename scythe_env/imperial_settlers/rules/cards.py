"""Cards on the table and in hands: who controls them, how they come and go, which copies differ."""

from __future__ import annotations

from ...core.compiling import rule
from .. import constants, tables


@rule
def parties(s):
    """How many there are to aim at and to be aimed at: the seats, with the virtual player at least two."""
    return max(s.players, 2)


@rule
def is_virtual(s, party):
    """Whether this is the virtual player."""
    return s.players == 1 and party == constants.VIRTUAL


@rule
def distance(s, seat, party):
    """How far a party sits from a seat, clockwise; the virtual player is next to the only one."""
    return (party + parties(s) - seat) % parties(s)


@rule
def controller(s, card):
    """Who controls a location: who took it over for the round (S86), else its owner."""
    return s.owner[card] if s.taken_by[card] == constants.NONE else s.taken_by[card]


@rule
def controls(s, seat, card):
    """Whether a seat controls a location."""
    return s.place[card] == constants.BUILT and controller(s, card) == seat


@rule
def own_deck(s, seat):
    """The faction deck of a seat."""
    return 1 + s.faction[seat]


@rule
def controls_with(s, seat, trigger, deposit):
    """Whether a seat controls a location with an ability of a trigger; ``deposit`` is GATE or SHRINE, 0 for others."""
    for k in range(tables.num_with(trigger)):
        card = tables.card_with(trigger, k)
        if controls(s, seat, card) and tables.deposits(tables.card_face(card)) == deposit:
            return True
    return False


@rule
def count_per(s, seat, what):
    """Locations of a colour that a seat controls (S42), or samurai on them."""
    n = 0
    for card in range(constants.NUM_CARDS):
        if controls(s, seat, card):
            if what == constants.PER_SAMURAI:
                n += s.guard[card] if tables.face_deck(tables.card_face(card)) != constants.COMMON_DECK else 0
            else:
                n += tables.has_color(tables.card_face(card), what)
    return n


@rule
def leaves_hand(s, seat, face):
    """A card leaves a hand in the open: what others knew of the hand holds for one card less of this face."""
    s.hand[seat, face] -= 1
    if face < constants.NUM_COMMON_FACES:
        s.known[seat, face] -= s.known[seat, face] > 0
        s.from_right[seat, face] -= s.from_right[seat, face] > 0


@rule
def allow(counts, mask):
    """Let the things be chosen of which there are any; their actions are the first ones of ``mask``."""
    for k in range(counts.shape[0]):
        mask[k] = counts[k] > 0


@rule
def clear_drawn(s):
    """What was just drawn is a hand card like the others."""
    for face in range(constants.NUM_FACES):
        s.drawn[face] = 0
    s.drawer = constants.NONE


@rule
def free_place(s, face):
    """The first free place of a face, one without deals of Trade Routes that outlive a location if there is any."""
    found = constants.NONE
    for card in range(tables.first_card(face), tables.first_card(face) + tables.copies(face)):
        better = found == constants.NONE or (has_routes(s, found) and not has_routes(s, card))
        if s.place[card] == constants.NONE and better:
            found = card
    return found


@rule
def lay(s, party, face, place):
    """A card comes to the table; returns it."""
    card = free_place(s, face)
    s.place[card] = place
    s.owner[card] = party
    return card


@rule
def lay_marker(s, seat, face, location):
    """A card goes face down under a location as a marker (S78), to the last free place of its face."""
    card = tables.first_card(face) + tables.copies(face) - 1
    while s.place[card] != constants.NONE:
        card -= 1
    s.place[card] = constants.MARKER
    s.owner[card] = seat
    s.under[card] = location - constants.NUM_COMMON_CARDS


@rule
def lies_under(s, card, location):
    """Whether a card lies under a location, which is a faction card."""
    return s.under[card] == location - constants.NUM_COMMON_CARDS


@rule
def take_off(s, card):
    """A card leaves its place on the table.

    If a marker of the face lies before it, the marker takes its place: where the next card of the face comes to lie
    must not tell of markers, which nobody saw.
    """
    other = tables.first_card(tables.card_face(card))
    while other < card and s.place[other] != constants.MARKER:
        other += 1
    if other < card:
        s.place[card] = constants.MARKER
        s.owner[card] = s.owner[other]
        s.under[card] = s.under[other]
    s.place[other] = constants.NONE
    s.owner[other] = constants.NONE
    s.under[other] = constants.NONE
    if card < constants.NUM_COMMON_CARDS:
        s.age[card] = 0


@rule
def discard_laid(s, card):
    """A card on the table goes to its discard pile."""
    take_off(s, card)
    s.discard[tables.card_face(card)] += 1


@rule
def strip(s, card):
    """All that lies on or under a location, and all marks of it, are gone (S37)."""
    s.guard[card] = 0
    s.uses[card] = 0
    s.blocked[card] = 0
    s.taken_by[card] = constants.NONE
    if tables.deposits(tables.card_face(card)) == constants.SHRINE:
        s.shrine = 0
    if card >= constants.NUM_COMMON_CARDS:
        for other in range(constants.NUM_CARDS):
            if lies_under(s, other, card) and s.place[other] == constants.UNDER_GATE:
                discard_laid(s, other)
        for row in range(constants.NUM_MERCHANTS):
            while s.routes_outlive_locations == 0 and routes_of(s, row, card) > 0:
                drop_route(s, row, card)


@rule
def routes_of(s, row, location):
    """The deals in a row of the record by markers under a location, or under one that was in its place."""
    there = row != constants.NONE and location >= constants.NUM_COMMON_CARDS
    return s.routes[row, location - constants.NUM_COMMON_CARDS] if there else 0


@rule
def has_routes(s, location):
    """Whether there is a deal by a marker under a location."""
    for row in range(constants.NUM_MERCHANTS):
        if routes_of(s, row, location) > 0:
            return True
    return False


@rule
def drop_route(s, row, location):
    """A deal by a marker of a faction ends: the marker goes to the discards of the faction (S78)."""
    s.routes[row, location - constants.NUM_COMMON_CARDS] -= 1
    card = constants.NUM_COMMON_CARDS
    while (
        s.place[card] != constants.MARKER
        or not lies_under(s, card, location)
        or tables.route_row(tables.face_deck(tables.card_face(card)) - 1) != row
    ):
        card += 1
    discard_laid(s, card)


@rule
def discard_location(s, card):
    """A location leaves play."""
    strip(s, card)
    discard_laid(s, card)


@rule
def count_laid(s, party, place):
    """How many cards of a party lie in a place."""
    n = 0
    for card in range(constants.NUM_CARDS):
        n += s.place[card] == place and s.owner[card] == party
    return n


@rule
def turn_over(s, card):
    """A card becomes the youngest foundation of its owner (S49, S84)."""
    strip(s, card)
    s.age[card] = count_laid(s, s.owner[card], constants.FOUNDATION) + 1
    s.place[card] = constants.FOUNDATION


@rule
def use_foundation(s, seat):
    """The oldest foundation of a seat is discarded (S55)."""
    for card in range(constants.NUM_COMMON_CARDS):
        if s.place[card] == constants.FOUNDATION and s.owner[card] == seat:
            s.age[card] -= 1
            if s.age[card] == 0:
                discard_laid(s, card)


@rule
def deals_for(s, seat, good):
    """How many deals for a good a seat has: tucked cards, markers of Trade Routes, attack cards taken (solo)."""
    n = s.attack_deals[good]
    row = tables.route_row(s.faction[seat])
    for card in range(constants.NUM_COMMON_CARDS, constants.NUM_CARDS):
        if tables.face_deal(tables.card_face(card)) == good:
            n += routes_of(s, row, card) + (s.place[card] == constants.DEAL and s.owner[card] == seat)
    return n


@rule
def num_deals(s, seat):
    """How many deals a seat has."""
    n = 0
    for good in range(constants.NUM_TARGETS):
        n += deals_for(s, seat, good)
    return n


@rule
def under_gate(s, gate):
    """Cards under a Gate."""
    n = 0
    for card in range(constants.NUM_CARDS):
        n += s.place[card] == constants.UNDER_GATE and lies_under(s, card, gate)
    return n


@rule
def state_of(s, seat, card):
    """All in which copies of a face can differ for a seat, as one number that orders them: by owner, then by state."""
    number = distance(s, seat, s.owner[card])
    keeps = tables.face_row(tables.card_face(card)) != constants.PRODUCTION  # nothing lies on what only produces
    number = number * 8 + (s.uses[card] if keeps else 0)
    number = ((number * 2 + s.guard[card]) * 2 + s.blocked[card]) * 2 + (s.taken_by[card] != constants.NONE)
    for row in range(constants.NUM_MERCHANTS):
        number = number * 32 + routes_of(s, row, card)
    return number * 256 + (under_gate(s, card) if tables.deposits(tables.card_face(card)) == constants.GATE else 0)
