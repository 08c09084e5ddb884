"""Activating action locations: their costs, once or twice, and what comes of it (S56-S60, S90)."""

from __future__ import annotations

from ...core.compiling import rule
from ...core.machine import push
from .. import purposes, steps, tables
from ..actions import A_NUMBER
from ..constants import GOLD, PAY_ANY, PAY_DEAL, PAY_HAND, RAZE
from .building import push_effects
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
    """S90: all uses of an action location come back; with ``reset_activates`` it is activated at once, free."""
    s.uses[card] = 0
    if s.reset_activates == 1 and s.blocked[card] == 0 and has_effect(s, seat, card, 0):
        s.uses[card] = 1
        push_effects(s, seat, card, tables.ACTIVATE_TRIGGER)
