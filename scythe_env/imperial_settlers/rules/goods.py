"""Goods: drawing cards, gaining, and what answers to gains (S7, S8, S13, S15, S85)."""

from __future__ import annotations

from ...core.compiling import rule
from ...core.machine import push
from ...core.random import draw_weighted, total
from .. import purposes, steps
from ..actions import A_DECK
from ..constants import CARD, COMMON_CARD, COMMON_DECK, DEFENCE, NONE, NUM_GOODS, SAMURAI, VP
from ..tables import (
    VP_TRIGGER,
    board_good,
    card_face,
    card_with,
    deck_start,
    effect_good,
    effects,
    least_gain,
    num_with,
)
from .cards import controls, own_deck

# -- cards -------------------------------------------------------------------------------------------------------------


@rule
def in_deck(s, deck):
    """Cards in a deck."""
    return total(s.deck[deck_start(deck) : deck_start(deck + 1)])


@rule
def in_discard(s, deck):
    """Cards of a deck in its discard pile."""
    return total(s.discard[deck_start(deck) : deck_start(deck + 1)])


@rule
def renews(s, deck):
    """Whether the discards of a deck are shuffled into a new one (S15)."""
    return deck == COMMON_DECK or s.reshuffle_factions == 1


@rule
def can_draw(s, deck):
    """Whether a card can be drawn from a deck."""
    return in_deck(s, deck) > 0 or (renews(s, deck) and in_discard(s, deck) > 0)


@rule
def draw(s, deck):
    """Take a card of a deck, which must have one, and return its face; an empty deck is made of its discards."""
    if in_deck(s, deck) == 0:
        for face in range(deck_start(deck), deck_start(deck + 1)):
            s.deck[face] = s.discard[face]
            s.discard[face] = 0
    face = deck_start(deck) + draw_weighted(s, s.deck[deck_start(deck) : deck_start(deck + 1)])
    s.deck[face] -= 1
    return face


@rule
def draw_to_hand(s, seat, deck):
    """A seat takes the top card of a deck, if there is one; returns its face or NONE."""
    if not can_draw(s, deck):
        return NONE
    face = draw(s, deck)
    s.hand[seat, face] += 1
    return face


@rule
def draw_noted(s, seat, deck):
    """A seat draws a card of which it may have to give up."""
    face = draw_to_hand(s, seat, deck)
    if face != NONE:
        s.drawn[face] += 1
        s.drawer = seat


@rule
def legal_deck(s, seat, mask):
    """DRAW: the common deck or the own faction deck, where there is a card (S13)."""
    mask[A_DECK] = can_draw(s, COMMON_DECK)
    mask[A_DECK + 1] = can_draw(s, own_deck(s, seat))


@rule
def do_deck(s, seat, left, noted, action):
    """DRAW: one card; the next one is asked for when this one is seen (S29)."""
    deck = COMMON_DECK if action == A_DECK else own_deck(s, seat)
    if noted:
        draw_noted(s, seat, deck)
    else:
        draw_to_hand(s, seat, deck)
    if left > 1:
        push(s, steps.DECK, seat, left - 1, noted)


# -- gains -------------------------------------------------------------------------------------------------------------


@rule
def gain_vp(s, seat, n):
    """Victory points of one source, and what answers to them, which answers to nothing itself (S85)."""
    s.goods[seat, VP] += n
    for k in range(num_with(VP_TRIGGER)):
        card = card_with(VP_TRIGGER, k)
        if controls(s, seat, card) and n >= least_gain(card_face(card)):
            s.goods[seat, VP] += effect_good(effects(card_face(card), VP_TRIGGER, 0), VP)


@rule
def gain(s, seat, good, n):
    """A seat gains so many of a good; draws and places of samurai are asked for next."""
    if n > 0:
        if good == VP:
            gain_vp(s, seat, n)
        elif good < VP:
            s.goods[seat, good] += n
        elif good == CARD:
            push(s, steps.DECK, seat, n, 0)
        elif good == DEFENCE:
            s.defence[seat] += n
        elif good == SAMURAI:
            for _ in range(n):
                push(s, steps.LOCATION, seat, purposes.OWN_GAINED_SAMURAI, 0)
        else:
            for _ in range(n):
                draw_to_hand(s, seat, COMMON_DECK if good == COMMON_CARD else own_deck(s, seat))


@rule
def gain_effect(s, seat, row):
    """The goods of an effect."""
    for good in range(NUM_GOODS):
        gain(s, seat, good, effect_good(row, good))


@rule
def gain_board(s, seat):
    """What the faction board gives (S27)."""
    for good in range(NUM_GOODS):
        gain(s, seat, good, board_good(s.faction[seat], good))


@rule
def gain_noted(s, seat, good, n):
    """A seat gains goods of which it may give up any number at once (S79, S100); no victory points where they stay."""
    if good == CARD:
        if n > 0:
            push(s, steps.DECK, seat, n, 1)
    else:
        gain(s, seat, good, n)
        s.convertible[good] += n
