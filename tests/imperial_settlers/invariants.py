"""What holds after every decision of a legal game of Imperial Settlers, as rules."""

from __future__ import annotations

from numba import int8, int64

from scythe_env.core.compiling import entry, rule
from scythe_env.core.random import below, random_legal
from scythe_env.imperial_settlers import steps
from scythe_env.imperial_settlers.actions import A_KIND, NUM_ACTIONS
from scythe_env.imperial_settlers.components import FACTIONS
from scythe_env.imperial_settlers.constants import (
    BUILT,
    COMMON_DECK,
    FOUNDATION,
    MARKER,
    NONE,
    NUM_ATTACK_CARDS,
    NUM_CARDS,
    NUM_COMMON_CARDS,
    NUM_COMMON_FACES,
    NUM_FACES,
    NUM_MERCHANTS,
    NUM_PLAIN,
    NUM_TARGETS,
    OFFERED,
    RUNNING,
    SHRINE,
    TRUNCATED,
    UNDER_GATE,
)
from scythe_env.imperial_settlers.purposes import K_PASS
from scythe_env.imperial_settlers.rules.cards import count_laid
from scythe_env.imperial_settlers.rules.setup import is_played
from scythe_env.imperial_settlers.state import LAYOUT, STACK_SIZE
from scythe_env.imperial_settlers.tables import (
    activation_uses,
    attack_cards,
    card_face,
    copies,
    deposits,
    exchange_limit,
    face_deck,
    first_card,
    route_row,
)

EGYPTIANS = FACTIONS.index("egyptians")

FAULTS = (
    "none",
    "a mask is empty exactly when the game is over",
    "the stack of steps is within its bounds, and empty exactly when the game is over",
    "each card is in one place (S2)",
    "no number of cards, goods or tokens is negative (S7)",
    "cards on the table have an owner, those that lie under another card such a one (S74, S78)",
    "only locations bear tokens, uses and marks, and no more uses than their cards allow (S37, S57, S64, S83)",
    "only Egyptians take locations over (S86)",
    "foundations are numbered by their age (S55)",
    "markers of Trade Routes are counted where they lie, at the end of the places of their face (S78)",
    "what others know of a hand is in that hand (S110)",
    "goods that may be given up are there (S79, S100)",
    "attack cards are in their deck, in a line without gaps, or deals (S123, S130)",
    "resources lie on a Shrine (S77)",
    "the cards in front of a seat have no gaps, and a choice is one of them (S110)",
)


@rule
def count_cards(s, face):
    """How many cards of a face there are, wherever they lie."""
    n = s.deck[face] + s.discard[face]
    if face < NUM_COMMON_FACES:
        n += s.open[face]
    for seat in range(s.players):
        n += s.hand[seat, face]
        for place in range(OFFERED):
            n += s.offered[seat, place] == face
    for card in range(first_card(face), first_card(face) + copies(face)):
        n += s.place[card] != NONE
    for level in range(s.depth):
        kind = s.step_kind[level]
        if kind == steps.ENTER or kind == steps.TUCK or kind == steps.RAZED_HAND:
            n += s.step_a[level] == face
    return n


@rule
def face_fault(s, face):
    """Number of a fault of the cards of a face, 0 if there is none."""
    played = face_deck(face) == COMMON_DECK or is_played(s, face_deck(face) - 1)
    missing = (copies(face) if played else 0) - count_cards(s, face)
    if missing < 0 or (missing > 0 and s.status != TRUNCATED):  # a card on its way is gone where a game is cut off
        return 3
    if s.deck[face] < 0 or s.discard[face] < 0 or s.drawn[face] < 0:
        return 4
    if face < NUM_COMMON_FACES and s.open[face] < 0:
        return 4
    if s.drawn[face] > 0 and (s.drawer == NONE or s.drawn[face] > s.hand[s.drawer, face]):
        return 11
    for seat in range(s.players):
        if s.hand[seat, face] < 0:
            return 4
        if face < NUM_COMMON_FACES:
            known = s.known[seat, face] + s.from_right[seat, face]
            if s.drawer == seat:
                known += s.drawn[face]
            if s.known[seat, face] < 0 or s.from_right[seat, face] < 0 or known > s.hand[seat, face]:
                return 10
    return 0


@rule
def card_fault(s, card):
    """Number of a fault of a card's place on the table, 0 if there is none."""
    place = s.place[card]
    under = (place == MARKER) | (place == UNDER_GATE)
    if (s.owner[card] != NONE) != (place != NONE) or (s.under[card] != NONE) != under:
        return 5
    if (
        under
        and s.place[s.under[card] + NUM_COMMON_CARDS] != BUILT
        and not (place == MARKER and s.routes_outlive_locations)
    ):
        return 5
    if s.guard[card] < 0 or s.guard[card] > 1 or s.blocked[card] < 0 or s.blocked[card] > 1:
        return 6
    if s.uses[card] < 0 or s.uses[card] > max(activation_uses(card_face(card)), exchange_limit(card_face(card)), 1):
        return 6
    if place != BUILT and (s.guard[card] + s.uses[card] + s.blocked[card] > 0 or s.taken_by[card] != NONE):
        return 6
    taker = s.taken_by[card]
    if taker != NONE and (taker == s.owner[card] or s.faction[taker] != EGYPTIANS):
        return 7
    if card >= NUM_COMMON_CARDS:
        return 8 if place == FOUNDATION else marker_fault(s, card) if place == MARKER else 0
    if (s.age[card] > 0) != (place == FOUNDATION):
        return 8
    if place == FOUNDATION:
        return foundation_fault(s, card)
    return 9 if place == MARKER else 0  # faction cards alone are markers


@rule
def foundation_fault(s, card):
    """Number of a fault of a foundation, 0 if there is none."""
    for other in range(card):
        if s.place[other] == FOUNDATION and s.owner[other] == s.owner[card] and s.age[other] == s.age[card]:
            return 8
    return 8 if s.age[card] > count_laid(s, s.owner[card], FOUNDATION) else 0


@rule
def marker_fault(s, card):
    """Number of a fault of a marker, 0 if there is none: no place of its face behind it is free."""
    deck = face_deck(card_face(card))
    for other in range(card, first_card(card_face(card)) + copies(card_face(card))):
        if s.place[other] == NONE:
            return 9
    n = 0
    for other in range(NUM_CARDS):
        if s.place[other] == MARKER and s.under[other] == s.under[card] and face_deck(card_face(other)) == deck:
            n += 1
    return 9 if s.routes[route_row(deck - 1), s.under[card]] != n else 0


@rule
def routes_fault(s):
    """Number of a fault of the deals by markers, 0 if there is none: there are as many as markers."""
    n = 0
    for card in range(NUM_CARDS):
        n -= s.place[card] == MARKER
    for row in range(NUM_MERCHANTS):
        for location in range(NUM_CARDS - NUM_COMMON_CARDS):
            n += s.routes[row, location]
    return 9 if n != 0 else 0


@rule
def seat_fault(s, seat):
    """Number of a fault of what a seat has, 0 if there is none."""
    for good in range(NUM_PLAIN):
        if s.goods[seat, good] < 0:
            return 4
    if s.defence[seat] < 0:
        return 4
    chosen = s.kept[seat] == NONE
    for place in range(OFFERED):
        chosen |= s.offered[seat, place] == s.kept[seat]
        if place > 0 and s.offered[seat, place] != NONE and s.offered[seat, place - 1] == NONE:
            return 14
    return 0 if chosen else 14


@rule
def attack_fault(s):
    """Number of a fault of the attack cards, 0 if there is none; deals that were discarded have left the game."""
    for good in range(NUM_TARGETS):
        n = s.attack_deck[good] + s.attack_deals[good]
        for k in range(NUM_ATTACK_CARDS):
            n += s.line[k] == good
        if s.attack_deck[good] < 0 or s.attack_deals[good] < 0 or n > (attack_cards(good) if s.players == 1 else 0):
            return 12
    for k in range(1, NUM_ATTACK_CARDS):
        if s.line[k] != NONE and s.line[k - 1] == NONE:
            return 12
    return 0


@rule
def goods_fault(s):
    """Number of a fault of goods that lie elsewhere or may be given up, 0 if there is none."""
    for good in range(NUM_PLAIN):
        if s.convertible[good] < 0:
            return 11
        if s.convertible[good] > 0 and (s.active == NONE or s.convertible[good] > s.goods[s.active, good]):
            return 11
    shrines = 0
    for card in range(NUM_CARDS):
        shrines += s.place[card] == BUILT and deposits(card_face(card)) == SHRINE
    return 13 if s.shrine < 0 or (s.shrine > 0 and shrines == 0) else 0


@rule
def fault(s, mask):
    """Number of the first fault of a state (an index of FAULTS), 0 if there is none."""
    legal = 0
    for action in range(NUM_ACTIONS):
        legal += mask[action]
    if (legal > 0) != (s.status == RUNNING):
        return 1
    if s.depth < 0 or s.depth >= STACK_SIZE or (s.depth > 0) != (s.status == RUNNING):
        return 2
    found = attack_fault(s)
    if found == 0:
        found = goods_fault(s)
    if found == 0:
        found = routes_fault(s)
    for face in range(NUM_FACES):
        if found == 0:
            found = face_fault(s, face)
    for card in range(NUM_CARDS):
        if found == 0:
            found = card_fault(s, card)
    for seat in range(s.players):
        if found == 0:
            found = seat_fault(s, seat)
    return found


@entry(LAYOUT, int64, int8[::1])
def find_fault(states, i, mask):
    """:func:`fault` of game ``i``."""
    return fault(states[i], mask)


@rule
def choose_lively(s, dice, mask):
    """A random action; passing only now and then where something else is possible."""
    if mask[A_KIND + K_PASS] and below(dice, 20) > 0:
        mask[A_KIND + K_PASS] = 0
        others = 0
        for action in range(NUM_ACTIONS):
            others += mask[action]
        if others == 0:
            mask[A_KIND + K_PASS] = 1
    return random_legal(dice, mask)


@rule
def rounds(s):
    """How far a game has come."""
    return s.round
