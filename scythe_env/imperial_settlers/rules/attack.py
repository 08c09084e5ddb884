"""The attacks of the virtual player in the solo game (S129-S136, S139)."""

from __future__ import annotations

from ...core.compiling import rule
from ...core.machine import push
from ...core.random import draw_weighted
from .. import purposes, steps, tables
from ..constants import BUILT, COLLECTED, COMMON_DECK, NONE, NUM_ATTACK_CARDS, NUM_CARDS, VIRTUAL, VP
from .cards import strip

HUMAN = 0
FACTION_ATTACK = NUM_ATTACK_CARDS  # added to the place of the second target where faction locations are meant


@rule
def open_card(s):
    """The next attack card is opened and is the first target (S130)."""
    good = draw_weighted(s, s.attack_deck)
    s.attack_deck[good] -= 1
    for k in range(NUM_ATTACK_CARDS - 1, 0, -1):
        s.line[k] = s.line[k - 1]
    s.line[0] = good


@rule
def take_out(s, k):
    """Take the k-th card out of the line; returns its target."""
    good = s.line[k]
    for place in range(k, NUM_ATTACK_CARDS - 1):
        s.line[place] = s.line[place + 1]
    s.line[NUM_ATTACK_CARDS - 1] = NONE
    return good


@rule
def put_last(s, good):
    """Put a card at the far end of the line."""
    k = 0
    while s.line[k] != NONE:
        k += 1
    s.line[k] = good


@rule
def fits(s, card, second):
    """Whether a location has the first target and the one at a place of the line in its raze field (S131, S132).

    From FACTION_ATTACK on: whether it is a Japanese location that can be taken (S136).
    """
    face = tables.card_face(card)
    if s.place[card] != BUILT or s.owner[card] != HUMAN or tables.can_raze(face) == 0:
        return False
    is_faction = tables.face_deck(face) != COMMON_DECK
    if is_faction or second >= FACTION_ATTACK:
        return is_faction and second >= FACTION_ATTACK
    first = s.line[0]
    other = s.line[second]
    return tables.raze_good(face, first) >= 1 + (first == other) and tables.raze_good(face, other) > 0


@rule
def is_attacked(s, card, second):
    """Whether a location may be the one that an attack takes: none that fits comes before it (S133)."""
    return fits(s, card, second) and tables.attack_order(tables.card_face(card)) == first_order(s, second)


@rule
def first_order(s, second):
    """The order (S133) of the first location that fits, NONE without one."""
    order = NONE
    for card in range(NUM_CARDS):
        if fits(s, card, second):
            order = max(order, tables.attack_order(tables.card_face(card)))
    return order


@rule
def run_attack(s, seat):
    """A2: an attack card is opened; the first pair of targets that fits a location takes one (S130-S133, S136)."""
    open_card(s)
    if s.line[0] == VP and first_order(s, FACTION_ATTACK) != NONE:
        for k in range(1, NUM_ATTACK_CARDS):
            if s.line[k] == VP:
                push(s, steps.LOCATION, seat, purposes.OWN_ATTACKED, FACTION_ATTACK + k)
                return
    for k in range(1, NUM_ATTACK_CARDS):
        if s.line[k] != NONE and first_order(s, k) != NONE:
            push(s, steps.LOCATION, seat, purposes.OWN_ATTACKED, k)
            return


@rule
def take_by_attack(s, card, second):
    """A3: the location goes to the collection, the two attack cards to the far end (S134, S135)."""
    strip(s, card)
    s.place[card] = COLLECTED
    s.owner[card] = VIRTUAL
    other = take_out(s, second % FACTION_ATTACK)
    put_last(s, take_out(s, 0))
    put_last(s, other)
