"""Goods: drawing cards, gaining, and what answers to gains (S7, S8, S13, S15, S85)."""

from __future__ import annotations

from ...core.compiling import rule
from ...core.machine import push
from ...core.random import draw_weighted, total
from .. import ops, purposes, steps, tables
from ..actions import A_DECK, A_GOOD, A_STOP
from ..constants import CARD, COMMON_CARD, COMMON_DECK, DEFENCE, NUM_GOODS, NUM_PLAIN, SAMURAI, VP
from .cards import allow, clear_drawn, controls, count_per, own_deck


@rule
def in_deck(s, deck):
    """Cards in a deck."""
    return total(s.deck[tables.deck_start(deck) : tables.deck_start(deck + 1)])


@rule
def can_draw(s, deck):
    """Whether a card can be drawn from a deck, or from its discards if they are shuffled into a new one (S15)."""
    if in_deck(s, deck) > 0:
        return True
    renews = deck == COMMON_DECK or s.reshuffle_factions == 1
    return renews and total(s.discard[tables.deck_start(deck) : tables.deck_start(deck + 1)]) > 0


@rule
def draw(s, deck):
    """Take a card of a deck, which must have one, and return its face; an empty deck is made of its discards."""
    if in_deck(s, deck) == 0:
        for face in range(tables.deck_start(deck), tables.deck_start(deck + 1)):
            s.deck[face] = s.discard[face]
            s.discard[face] = 0
    face = tables.deck_start(deck) + draw_weighted(s, s.deck[tables.deck_start(deck) : tables.deck_start(deck + 1)])
    s.deck[face] -= 1
    return face


@rule
def draw_to_hand(s, seat, deck, noted):
    """A seat takes the top card of a deck, if there is one; with ``noted`` it may have to give it up."""
    if can_draw(s, deck):
        face = draw(s, deck)
        s.hand[seat, face] += 1
        if noted:
            s.drawn[face] += 1
            s.drawer = seat


@rule
def legal_deck(s, seat, mask):
    """DRAW: the common deck or the own faction deck, where there is a card (S13)."""
    mask[A_DECK] = can_draw(s, COMMON_DECK)
    mask[A_DECK + 1] = can_draw(s, own_deck(s, seat))


@rule
def draw_from(s, seat, action, noted):
    """A seat draws from the deck that an action names."""
    draw_to_hand(s, seat, COMMON_DECK if action == A_DECK else own_deck(s, seat), noted)


@rule
def do_deck(s, seat, left, noted, action):
    """DRAW: one card; the next one is asked for when this one is seen (S29)."""
    draw_from(s, seat, action, noted)
    if left > 1:
        push(s, steps.DECK, seat, left - 1, noted)


@rule
def gain_vp(s, seat, n):
    """Victory points of one source, and what answers to them, which answers to nothing itself (S85)."""
    s.goods[seat, VP] += n
    for k in range(tables.num_with(tables.VP_TRIGGER)):
        card = tables.card_with(tables.VP_TRIGGER, k)
        if controls(s, seat, card) and n >= tables.least_gain(tables.card_face(card)):
            s.goods[seat, VP] += tables.effect_good(tables.effects(tables.card_face(card), tables.VP_TRIGGER, 0), VP)


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
                draw_to_hand(s, seat, COMMON_DECK if good == COMMON_CARD else own_deck(s, seat), False)


@rule
def gain_effect(s, seat, row):
    """What an effect gives by itself: goods, or one for each of something; also what a faction board gives (S27)."""
    for good in range(NUM_GOODS):
        gain(s, seat, good, tables.effect_good(row, good))
    if tables.effect_op(row) == ops.GAIN_PER:
        number = count_per(s, seat, tables.parameter(row, 1))
        gain(s, seat, tables.parameter(row, 0), min(number, tables.parameter(row, 2)))


@rule
def answer(s, seat, trigger):
    """Locations reward what their player did: Dojo deals (S79), Raid and Gallows razing (S104)."""
    for k in range(tables.num_with(trigger)):
        card = tables.card_with(trigger, k)
        if controls(s, seat, card):
            gain_effect(s, seat, tables.effects(tables.card_face(card), trigger, 0))


@rule
def legal_convert(s, mask):
    """P3: each kind of good just gained, or stop."""
    mask[A_STOP] = 1
    allow(s.convertible, mask[A_GOOD:])
    mask[A_GOOD + CARD] = total(s.drawn) > 0


@rule
def do_convert(s, seat, vp, action):
    """P3: one of it is discarded for victory points; for a card, which one is asked."""
    if action == A_STOP:
        return
    push(s, steps.CONVERT, seat, vp, 0)
    good = action - A_GOOD
    if good == CARD:
        push(s, steps.HAND, seat, purposes.HAND_GIVE_UP, vp)
    else:
        s.convertible[good] -= 1
        s.goods[seat, good] -= 1
        gain_vp(s, seat, vp)


@rule
def run_converted(s, seat):
    """What is left is kept."""
    for good in range(NUM_PLAIN):
        s.convertible[good] = 0
    clear_drawn(s)
