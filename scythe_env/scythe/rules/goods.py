"""Goods: power, coins, popularity, combat cards; how they are gained and lost, and the combat deck (R12-R14, R67)."""

from __future__ import annotations

from ...core.compiling import rule
from ...core.machine import push
from ...core.random import draw_weighted, total
from .. import steps
from ..actions import A_NUMBER, MAX_NUMBER
from ..constants import COINS, MAX_POPULARITY, MAX_POWER, NONE, NUM_CARD_VALUES, NUM_GOODS, POPULARITY, POWER
from ..tables import structure_bonus
from .control import hand_size, has_structure_bonus, is_automa


@rule
def gain(s, seat, good, n):
    """Queue a gain of goods. Nothing is asked, except with ``decline_gains`` (Q20, R85)."""
    if n > 0:
        push(s, steps.GAIN, seat, good, n)


@rule
def legal_gain(s, seat, number, mask):
    """With ``decline_gains`` any part of the gain may be taken; otherwise, and for Automas, nothing is to decide."""
    if s.decline_gains and not is_automa(s, seat):
        for k in range(min(number, MAX_NUMBER) + 1):
            mask[A_NUMBER + k] = 1


@rule
def do_gain(s, seat, good, action):
    """With ``decline_gains``: this much of it is taken."""
    give(s, seat, good, action - A_NUMBER)


@rule
def skip_gain(s, seat, good, number):
    """Without a choice all of it comes."""
    give(s, seat, good, number)


@rule
def give(s, seat, good, n):
    """Give goods; what goes beyond a track is lost (R67)."""
    if good == POWER:
        s.power[seat] = min(MAX_POWER, s.power[seat] + n)
    elif good == COINS:
        s.coins[seat] += n
    elif good == POPULARITY:
        s.popularity[seat] = min(MAX_POPULARITY, s.popularity[seat] + n)
    else:
        for _ in range(n):
            draw_card(s, seat)


@rule
def gain_from_structure(s, seat, kind):
    """What a structure adds to its top action, if its bonus works (R62, R66)."""
    if has_structure_bonus(s, seat, kind):
        for good in range(NUM_GOODS):
            gain(s, seat, good, structure_bonus(kind, good))


@rule
def lose(s, seat, good, n):
    """Take goods away, as far as they last; combat cards at random (R47, R226)."""
    if good == POWER:
        s.power[seat] = max(0, s.power[seat] - n)
    elif good == COINS:
        s.coins[seat] = max(0, s.coins[seat] - n)
    elif good == POPULARITY:
        s.popularity[seat] = max(0, s.popularity[seat] - n)
    else:
        for _ in range(n):
            value = random_card(s, seat)
            if value != NONE:
                discard_card(s, seat, value)


@rule
def stock(s, seat, good):
    """How much of a good a seat has."""
    if good == POWER:
        return s.power[seat]
    if good == COINS:
        return s.coins[seat]
    if good == POPULARITY:
        return s.popularity[seat]
    return hand_size(s, seat)


@rule
def draw_card(s, seat):
    """Draw a combat card; discards are shuffled in when the deck is empty; if both are empty, none is drawn (R13)."""
    if total(s.deck) == 0:
        for value in range(NUM_CARD_VALUES):
            s.deck[value] = s.discard[value]
            s.discard[value] = 0
    if total(s.deck) > 0:
        value = draw_weighted(s, s.deck)
        s.deck[value] -= 1
        s.cards[seat, value] += 1


@rule
def random_card(s, seat):
    """Value index of a random combat card of a hand, -1 if the hand is empty."""
    if hand_size(s, seat) == 0:
        return NONE
    return draw_weighted(s, s.cards[seat])


@rule
def forget_card(s, seat, value):
    """A card of this value left the hand openly: others know one less."""
    for knower in range(s.players):
        if s.known[knower, seat, value] > 0:
            s.known[knower, seat, value] -= 1


@rule
def discard_card(s, seat, value):
    """Put a combat card of a hand on the discard pile, face up (R12a)."""
    s.cards[seat, value] -= 1
    s.discard[value] += 1
    forget_card(s, seat, value)


@rule
def steal_card(s, thief, owner):
    """Scout: a random card changes hands (R213); both know which, others lose track of the hand.

    An Automa does not know its cards (A9).
    """
    value = random_card(s, owner)
    s.cards[owner, value] -= 1
    s.cards[thief, value] += 1
    for knower in range(s.players):
        if knower == thief or knower == owner:
            continue
        for v in range(NUM_CARD_VALUES):
            if s.known[knower, owner, v] > 0:
                s.known[knower, owner, v] -= 1
    if s.known[thief, owner, value] > 0:
        s.known[thief, owner, value] -= 1
    if not is_automa(s, owner):
        s.known[owner, thief, value] += 1


@rule
def see_hand(s, knower, owner):
    """A seat looks at another's combat cards."""
    for value in range(NUM_CARD_VALUES):
        s.known[knower, owner, value] = s.cards[owner, value]


@rule
def legal_hand(s, seat, mask, first):
    """Offer the values of the combat cards in hand; ``first`` is the action of the lowest value."""
    for value in range(NUM_CARD_VALUES):
        if s.cards[seat, value] > 0:
            mask[first + value] = 1
