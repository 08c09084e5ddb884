"""Chapter G, second half: paying resources from the board, and Crimea's Coercion (R106, R111-R113)."""

from __future__ import annotations

from ...core.compiling import rule
from ...core.machine import push
from .. import steps
from ..actions import A_CARD, A_DONE, A_RESOURCE
from ..constants import CRIMEA, NONE, NUM_HEXES, NUM_RESOURCES, PAY_DIFFERENT
from .control import controlled_tokens, controls, hand_size
from .goods import discard_card, legal_hand


@rule
def may_coerce(s, seat):
    """Whether a combat card may stand for a token now (R111)."""
    return s.faction[seat] == CRIMEA and s.coerced == 0 and hand_size(s, seat) > 0


@rule
def tokens_suffice(s, seat, kind, n):
    """Whether controlled tokens pay ``n`` of a resource type, of any type (PAY_ANY) or of different types."""
    if kind < NUM_RESOURCES:
        return controlled_tokens(s, seat, kind) >= n
    held = 0
    for r in range(NUM_RESOURCES):
        if controlled_tokens(s, seat, r) > 0:
            held += 1
    return held >= n if kind == PAY_DIFFERENT else n == 0 or held > 0


@rule
def can_pay(s, seat, kind, n):
    """Whether the cost can be paid in full, counting a coerced combat card (R20)."""
    if tokens_suffice(s, seat, kind, n):
        return True
    return may_coerce(s, seat) and tokens_suffice(s, seat, kind, n - 1)


@rule
def run_pay(s, seat, resource, number):
    """Start the payment of tokens: Coercion is offered first."""
    if number > 0 and may_coerce(s, seat):
        push(s, steps.COERCE, seat, resource, number)
    else:
        pay_tokens(s, seat, resource, number)


@rule
def pay_tokens(s, seat, kind, n):
    """Go on with tokens from the board."""
    if n > 0:
        if kind < NUM_RESOURCES:
            push(s, steps.PAY_PLACE, seat, kind, n)
        else:
            push(s, steps.PAY_TYPE, seat, n, NONE)


@rule
def legal_coerce(s, seat, resource, number, mask):
    """BA2: any card of the hand, or none if the tokens suffice."""
    legal_hand(s, seat, mask, A_CARD)
    if tokens_suffice(s, seat, resource, number):
        mask[A_DONE] = 1


@rule
def do_coerce(s, seat, resource, number, action):
    """BA2: the card is discarded and stands for one token (R112)."""
    if action == A_DONE:
        pay_tokens(s, seat, resource, number)
    else:
        s.coerced = 1
        discard_card(s, seat, action - A_CARD)
        pay_tokens(s, seat, resource, number - 1)


@rule
def legal_pay_type(s, seat, excluded, mask):
    """FA1: types of which a token is controlled; two tokens have different types."""
    for r in range(NUM_RESOURCES):
        if r != excluded and controlled_tokens(s, seat, r) > 0:
            mask[A_RESOURCE + r] = 1


@rule
def do_pay_type(s, seat, left, action):
    """FA1: a token of this type is paid now; more than one token means different types."""
    r = action - A_RESOURCE
    if left > 1:
        push(s, steps.PAY_TYPE, seat, left - 1, r)
    push(s, steps.PAY_PLACE, seat, r, 1)


@rule
def legal_pay_place(s, seat, resource, left, mask):
    """BA3: the territories that can pay; nothing is asked if the ways do not differ (Q106)."""
    places = 0
    total = 0
    for hex_ in range(NUM_HEXES):
        if s.tokens[hex_, resource] > 0 and controls(s, seat, hex_):
            places += 1
            total += s.tokens[hex_, resource]
    if places > 1 and total > left:
        for hex_ in range(NUM_HEXES):
            if s.tokens[hex_, resource] > 0 and controls(s, seat, hex_):
                mask[hex_] = 1


@rule
def do_pay_place(s, seat, resource, left, hex_):
    """BA3: one token from this territory."""
    s.tokens[hex_, resource] -= 1
    if left > 1:
        push(s, steps.PAY_PLACE, seat, resource, left - 1)


@rule
def skip_pay_place(s, seat, resource, left):
    """BA3 with only one way: take the tokens from where they are."""
    for hex_ in range(NUM_HEXES):
        if left > 0 and s.tokens[hex_, resource] > 0 and controls(s, seat, hex_):
            taken = min(left, s.tokens[hex_, resource])
            s.tokens[hex_, resource] -= taken
            left -= taken
