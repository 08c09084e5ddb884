"""Activating action locations (S56-S60, S90), and the primitives that cards are made of, rows of data (S10)."""

from __future__ import annotations

from ...core.compiling import rule
from ...core.machine import push
from ...core.random import total
from .. import ops, purposes, steps, tables
from ..actions import A_FACE, A_NUMBER
from ..constants import GOLD, NONE, NUM_FACES, PAY_ANY, PAY_DEAL, PAY_HAND, RAZE
from .building import push_effects
from .cards import allow, clear_drawn, own_deck
from .goods import draw_to_hand, gain_effect
from .targets import can_activate, can_pay_activation, has_effect


@rule
def activate(s, seat, card):
    """K1: once, or as often as the player says if it can be paid for twice now (S58)."""
    face = tables.card_face(card)
    if tables.activation_uses(face) - s.uses[card] > 1 and can_pay_activation(s, seat, face, 2):
        push(s, steps.USES, seat, card, 0)
    else:
        push(s, steps.USE, seat, card, 1)


@rule
def legal_uses(mask):
    """K2: once or twice."""
    mask[A_NUMBER + 1] = 1
    mask[A_NUMBER + 2] = 1


@rule
def do_uses(s, seat, card, action):
    """K2: the activations begin."""
    push(s, steps.USE, seat, card, action - A_NUMBER)


@rule
def run_use(s, seat, card, times):
    """K3: one activation, if it is possible; then the next one (S58)."""
    if can_activate(s, seat, card):
        if times > 1:
            push(s, steps.USE, seat, card, times - 1)
        s.uses[card] += 1
        push_effects(s, seat, card, tables.ACTIVATE_TRIGGER)
        pay_activation(s, seat, card)


@rule
def pay_activation(s, seat, card):
    """K3: what an activation costs; what the player has to choose is asked first."""
    face = tables.card_face(card)
    for good in range(GOLD, RAZE + 1):
        s.goods[seat, good] -= tables.activation_cost(face, good)
    if tables.activation_cost(face, PAY_HAND) > 0:
        push(s, steps.HAND, seat, purposes.HAND_PAY, 0)
    if tables.activation_cost(face, PAY_DEAL) > 0:
        push(s, steps.DEAL, seat, purposes.DEAL_PAY, seat)
    for _ in range(tables.activation_cost(face, PAY_ANY)):
        push(s, steps.GOOD, seat, purposes.GOOD_PAY, 0)
    push(s, steps.PAYMENT, seat, tables.activation_amounts(face), card)


@rule
def reset(s, seat, card):
    """S90: all uses of an action location come back; with ``reset_activates`` it is activated at once, free.

    One that resets, too, is not: each reset is paid for, or two of them would go on for ever.
    """
    s.uses[card] = 0
    row = tables.effects(tables.card_face(card), tables.ACTIVATE_TRIGGER, 0)
    at_once = s.reset_activates == 1 and tables.effect_op(row) != ops.RESET
    if at_once and s.blocked[card] == 0 and has_effect(s, seat, card, 0):
        s.uses[card] = 1
        push_effects(s, seat, card, tables.ACTIVATE_TRIGGER)


@rule
def run_effect(s, seat, effect, card):
    """K4: one primitive of a card, for a seat."""
    op = tables.effect_op(effect)
    kind = tables.asked(effect, 0)
    if op == ops.DRAW_KEEP:
        draw_to_keep(s, seat, effect)
    elif kind == NONE:
        gain_effect(s, seat, effect)
    else:
        about = card if kind == steps.LOCATION else (seat if kind == steps.DEAL else 0)
        push(s, kind, seat, tables.asked(effect, 1), about)


@rule
def draw_to_keep(s, seat, effect):
    """Draw the cards, each from either deck or all from the own faction deck; then they are sorted."""
    push(s, steps.SETTLE_DRAWN, seat, effect, 0)
    if tables.parameter(effect, 2) == 0:
        push(s, steps.DECK, seat, tables.parameter(effect, 0), 1)
    else:
        for _ in range(tables.parameter(effect, 0)):
            draw_to_hand(s, seat, own_deck(s, seat), True)


@rule
def run_settle_drawn(s, seat, effect):
    """If there are more cards than may be kept, the player chooses; a single one is kept."""
    if total(s.drawn) > tables.parameter(effect, 1):
        push(s, steps.KEEP_DRAWN, seat, effect, 0)
    else:
        clear_drawn(s)


@rule
def legal_keep_drawn(s, mask):
    """One of the cards just drawn."""
    allow(s.drawn, mask[A_FACE:])


@rule
def do_keep_drawn(s, seat, effect, action):
    """It stays in hand; the others are discarded, or shuffled back into their deck."""
    s.drawn[action - A_FACE] -= 1
    for face in range(NUM_FACES):
        s.hand[seat, face] -= s.drawn[face]
        if tables.parameter(effect, 3) == 0:
            s.discard[face] += s.drawn[face]
        else:
            s.deck[face] += s.drawn[face]
    clear_drawn(s)
