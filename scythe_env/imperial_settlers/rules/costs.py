"""What a seat can pay for: resources with gold in their place, buildings, waived buildings (S4, S33-S36, S75, S107)."""

from __future__ import annotations

from ...core.compiling import rule
from .. import tables
from ..constants import (
    BUILT,
    COMMON_DECK,
    DEAL,
    FOOD,
    FOUNDATION,
    FROM_DEAL,
    GOLD,
    NONE,
    NUM_CARDS,
    NUM_FACES,
    NUM_RESOURCES,
    STONE,
    WOOD,
)


@rule
def packed(wood, stone, food):
    """Amounts of the resources, each below 4, as one number."""
    return wood | stone << 2 | food << 4


@rule
def unpacked(amounts, resource):
    """How much of a resource is in such a number."""
    return amounts >> (2 * resource) & 3


@rule
def shortage(s, seat, amounts, more):
    """How many resources a seat lacks for two costs, each as one number: so many are to be paid in gold."""
    lack = 0
    for resource in range(NUM_RESOURCES):
        lack += max(unpacked(amounts, resource) + unpacked(more, resource) - s.goods[seat, resource], 0)
    return lack


@rule
def affords(s, seat, amounts, more):
    """Whether a seat can pay two costs, each as one number."""
    return shortage(s, seat, amounts, more) <= s.goods[seat, GOLD]


@rule
def activation_amounts(face):
    """The resources that an activation costs, as one number."""
    return packed(
        tables.activation_cost(face, WOOD), tables.activation_cost(face, STONE), tables.activation_cost(face, FOOD)
    )


@rule
def can_sacrifice(s, seat, card):
    """Whether a location or foundation can be discarded as cost: an own one that is not taken over (S35, S87)."""
    return s.owner[card] == seat and (
        s.place[card] == FOUNDATION or (s.place[card] == BUILT and s.taken_by[card] == NONE)
    )


@rule
def has_sacrifice(s, seat):
    """Whether a seat has a location or foundation to be discarded as cost."""
    for card in range(NUM_CARDS):
        if s.owner[card] == seat and can_sacrifice(s, seat, card):
            return True
    return False


@rule
def is_own_deal(s, seat, card):
    """Whether a card is a deal of a seat, tucked under its board."""
    return s.place[card] == DEAL and s.owner[card] == seat


@rule
def can_build_waived(s, seat, row, paid):
    """Whether an effect finds a card to build whose cost can be paid on top of what is paid before (S75, S107)."""
    if tables.parameter(row, 0) == FROM_DEAL:
        for card in range(NUM_CARDS):
            if is_own_deal(s, seat, card):
                if affords(s, seat, tables.building_amounts(tables.card_face(card)), paid):
                    return True
    else:
        for face in range(tables.deck_start(COMMON_DECK + 1), NUM_FACES):
            if s.hand[seat, face] > 0 and affords(s, seat, tables.building_amounts(face), paid):
                return True
    return False
