"""Chapter J: Factory (R157-R166)."""

from __future__ import annotations

from ...core.compiling import rule
from ...core.machine import push
from .. import constants, steps
from ..actions import A_BOTTOM, A_CARD, A_FACTORY_CARD
from ..constants import CARDS, GAIN_UPGRADE, NONE, NUM_BOTTOMS, NUM_GAINS, NUM_GOODS, NUM_PAYS
from ..tables import factory_gain, factory_one, factory_pay, factory_tokens
from .gains import push_gain, push_improvement
from .goods import discard_card, legal_hand, lose, stock
from .payment import can_pay


@rule
def run_factory_due(s, seat):
    """FC1: a character on the Factory chooses a card, once per game (R157, R158)."""
    if s.character[seat] == constants.FACTORY_HEX and s.factory_card[seat] == NONE:
        push(s, steps.FACTORY_CHOICE, seat, 0, 0)


@rule
def legal_factory_choice(s, mask):
    """FC1: the cards that are left; compulsory."""
    for card in range(constants.NUM_FACTORY_CARDS):
        if s.factory_deck[card]:
            mask[A_FACTORY_CARD + card] = 1


@rule
def do_factory_choice(s, seat, action):
    """FC1: the card is the seat's fifth section from now on (R160)."""
    s.factory_card[seat] = action - A_FACTORY_CARD
    s.factory_deck[action - A_FACTORY_CARD] = 0


@rule
def can_pay_factory(s, seat, card):
    """Whether the top action of a Factory card can be paid in full."""
    for good in range(NUM_GOODS):
        if stock(s, seat, good) < factory_pay(card, good):
            return False
    for kind in range(NUM_PAYS):
        if factory_tokens(card, kind) > 0 and not can_pay(s, seat, kind, factory_tokens(card, kind)):
            return False
    return True


@rule
def start_factory_top(s, seat):
    """FA1-FA3: pay, then the gains of the card, without bonuses of recruits or structures (R161)."""
    card = s.factory_card[seat]
    push(s, steps.STARS, seat, 0, 0)
    if factory_one(card):
        push(s, steps.FACTORY_GAIN, seat, 0, 0)
    else:
        for kind in range(NUM_GAINS - 1, -1, -1):
            n = factory_gain(card, kind)
            if n > 0:
                push_gain(s, seat, kind, n, NONE)
    for good in range(NUM_GOODS):
        if good != CARDS:
            lose(s, seat, good, factory_pay(card, good))
    for kind in range(NUM_PAYS):
        if factory_tokens(card, kind) > 0:
            push(s, steps.PAY, seat, kind, factory_tokens(card, kind))
    if factory_pay(card, CARDS) > 0:
        push(s, steps.PAY_CARD, seat, factory_pay(card, CARDS), 0)


@rule
def legal_pay_card(s, seat, mask):
    """FA1: which combat card is paid."""
    legal_hand(s, seat, mask, A_CARD)


@rule
def do_pay_card(s, seat, left, action):
    """FA1: it is discarded."""
    discard_card(s, seat, action - A_CARD)
    if left > 1:
        push(s, steps.PAY_CARD, seat, left - 1, 0)


@rule
def legal_factory_gain(s, seat, mask):
    """FA2: one of the gains of the card."""
    for bottom in range(NUM_BOTTOMS):
        if factory_gain(s.factory_card[seat], GAIN_UPGRADE + bottom) > 0:
            mask[A_BOTTOM + bottom] = 1


@rule
def do_factory_gain(s, seat, action):
    """FA3: that gain."""
    push_improvement(s, seat, action - A_BOTTOM, NONE)
