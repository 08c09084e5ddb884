"""Determinisation: everything hidden from a seat dealt anew, consistently with what that seat knows (R14, R167).

The basis of search under hidden information: neither hands nor coming draws can be read from a re-dealt state.
"""

from __future__ import annotations

from ..core.compiling import rule
from ..core.random import below, draw_weighted, keep_some, seed_rng, total
from . import constants, steps
from .constants import NONE, NUM_CARD_VALUES, OBJECTIVES_DEALT
from .knowledge import knows_factory, sees_choice
from .rules.combat import card_limit
from .rules.control import hand_size, is_automa
from .rules.setup import deal_factory, draw_objective

REDEAL_STREAM = 2


@rule
def redeal(s, seat, low, high):
    """Re-deal for a seat and re-seed the future. What the seat knows, and its own hand, stay."""
    seed_rng(s, low, high, REDEAL_STREAM)
    redeal_hands(s, seat)
    redeal_objectives(s, seat)
    if not knows_factory(s, seat):
        redeal_factory(s)
    for side in range(constants.NUM_SIDES):
        if not sees_choice(s, seat, side):
            redeal_choice(s, side)


@rule
def draw_from_deck(s):
    """Take a random card out of the deck; returns its value index."""
    value = draw_weighted(s, s.deck)
    s.deck[value] -= 1
    return value


@rule
def redeal_hands(s, seat):
    """Cards that the seat does not know to be in a hand are shuffled into the deck and drawn again."""
    for owner in range(s.players):
        if owner != seat:
            for value in range(NUM_CARD_VALUES):
                s.deck[value] += s.cards[owner, value] - s.known[seat, owner, value]
    for owner in range(s.players):
        if owner == seat:
            continue
        unknown = hand_size(s, owner)
        for value in range(NUM_CARD_VALUES):
            s.cards[owner, value] = s.known[seat, owner, value]
        unknown -= hand_size(s, owner)
        for _ in range(unknown):
            s.cards[owner, draw_from_deck(s)] += 1
        for knower in range(s.players):
            if knower != seat and knower != owner:
                redeal_knowledge(s, knower, owner)


@rule
def redeal_knowledge(s, knower, owner):
    """At random as many cards of the new hand as another seat knew of the old one."""
    n = total(s.known[knower, owner])
    for value in range(NUM_CARD_VALUES):
        s.known[knower, owner, value] = s.cards[owner, value]
    keep_some(s, s.known[knower, owner], n)


@rule
def redeal_objectives(s, seat):
    """Objectives of others that were never revealed are drawn again from the cards that the seat has not seen."""
    for other in range(s.players):
        for k in range(OBJECTIVES_DEALT):
            if other != seat and s.objective_state[other, k] != constants.OBJECTIVE_COMPLETED:
                s.objective[other, k] = NONE
    for other in range(s.players):
        for k in range(OBJECTIVES_DEALT):
            if s.objective[other, k] == NONE and not is_automa(s, other):
                s.objective[other, k] = draw_objective(s)


@rule
def redeal_factory(s):
    """The cards on the Factory are drawn again from those that no seat has."""
    number = total(s.factory_deck)
    for card in range(constants.NUM_FACTORY_CARDS):
        s.factory_deck[card] = 0
    deal_factory(s, number)


@rule
def redeal_choice(s, side):
    """A secret choice of a combat that is not revealed yet: any dial and cards that the side could have chosen."""
    owner = s.active if side == constants.ATTACKER else s.defender
    s.dial[side] = below(s, min(constants.MAX_DIAL, s.power[owner]) + 1)
    most = min(card_limit(s, owner), hand_size(s, owner))
    if s.step_kind[s.depth - 1] == steps.COMBAT_CARD and s.step_a[s.depth - 1] == side:
        most -= 1  # a further card can still be chosen
    n = below(s, most + 1)
    for value in range(NUM_CARD_VALUES):
        s.played[side, value] = s.cards[owner, value]
    keep_some(s, s.played[side], n)
