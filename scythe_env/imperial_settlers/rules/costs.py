"""Costs: what a seat can pay for, and paying, in which gold may stand for resources (S4, S33-S36, S75, S107)."""

from __future__ import annotations

from typing import NamedTuple

from ...core.compiling import rule
from ...core.machine import push
from .. import ops, steps, tables
from ..actions import A_NUMBER
from ..constants import BUILT, COMMON_DECK, DEAL, FOUNDATION, FROM_DEAL, GOLD, NONE, NUM_CARDS, NUM_FACES, NUM_RESOURCES


@rule
def unpacked(amounts, resource):
    """How much of a resource is in amounts of all of them, each below 4, as one number."""
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
def can_build_waived(s, seat, row, paid):
    """Whether an effect finds a card to build whose cost can be paid on top of what is paid before (S75, S107)."""
    if tables.parameter(row, 0) == FROM_DEAL:
        for card in range(NUM_CARDS):
            if s.place[card] == DEAL and s.owner[card] == seat:
                if affords(s, seat, tables.building_amounts(tables.card_face(card)), paid):
                    return True
    else:
        for face in range(tables.deck_start(COMMON_DECK + 1), NUM_FACES):
            if s.hand[seat, face] > 0 and affords(s, seat, tables.building_amounts(face), paid):
                return True
    return False


class Range(NamedTuple):
    """Numbers from ``low`` to ``high``."""

    low: int
    high: int


@rule
def next_due(amounts):
    """The first resource that is still due; there is one."""
    resource = 0
    while unpacked(amounts, resource) == 0:
        resource += 1
    return resource


@rule
def gold_range(s, seat, amounts):
    """How many of the first resource due may be paid in gold, so that the rest can be paid, too."""
    resource = next_due(amounts)
    gold = s.goods[seat, GOLD]
    for other in range(resource + 1, NUM_RESOURCES):
        gold -= max(unpacked(amounts, other) - s.goods[seat, other], 0)
    due = unpacked(amounts, resource)
    return Range(max(due - s.goods[seat, resource], 0), min(due, gold))


@rule
def take_payment(s, seat, amounts, gold):
    """Pay the first resource due, so many of it in gold; returns what is still due."""
    resource = next_due(amounts)
    due = unpacked(amounts, resource)
    s.goods[seat, resource] -= due - gold
    s.goods[seat, GOLD] -= gold
    return amounts - (due << (2 * resource))


@rule
def run_payment(s, seat, amounts, for_):
    """PAY: what can be paid in one way only is paid; the player is asked about the rest (S4)."""
    while amounts > 0:
        ways = gold_range(s, seat, amounts)
        if ways.low < ways.high:
            push(s, steps.GOLD, seat, amounts, for_)
            return
        amounts = take_payment(s, seat, amounts, ways.low)


@rule
def legal_gold(s, seat, amounts, for_, mask):
    """PAY: each number of gold that leaves an effect possible that is paid for (S107, S75)."""
    ways = gold_range(s, seat, amounts)
    for gold in range(ways.low, ways.high + 1):
        mask[A_NUMBER + gold] = for_ == NONE or leaves_effect(s, seat, amounts, gold, for_)


@rule
def leaves_effect(s, seat, amounts, gold, card):
    """Whether a payment for an activation leaves its effect possible."""
    row = tables.effects(tables.card_face(card), tables.ACTIVATE_TRIGGER, 0)
    if tables.effect_op(row) != ops.BUILD_WAIVED:
        return True
    resource = next_due(amounts)
    paid = unpacked(amounts, resource) - gold
    s.goods[seat, resource] -= paid
    s.goods[seat, GOLD] -= gold
    possible = can_build_waived(s, seat, row, 0)
    s.goods[seat, resource] += paid
    s.goods[seat, GOLD] += gold
    return possible


@rule
def do_gold(s, seat, amounts, for_, action):
    """PAY: the resource is paid; the others are next."""
    push(s, steps.PAYMENT, seat, take_payment(s, seat, amounts, action - A_NUMBER), for_)
