"""The Action phase: turns, free placements, passing, and pairs of workers (S30-S32, S61-S66, S74, S77, S83)."""

from __future__ import annotations

from ...core.compiling import rule
from ...core.machine import push
from .. import purposes, steps
from ..actions import A_DECK, A_GOOD, A_KIND, A_STOP
from ..components import FACTIONS
from ..constants import BUILT, COMMON_DECK, GATE, GOLD, NUM_RESOURCES, PAIR, SHRINE, WORKER
from ..tables import (
    EXCHANGE_TRIGGER,
    TURN_TRIGGER,
    card_face,
    card_with,
    deposits,
    effects,
    exchange_limit,
    num_with,
)
from .building import can_pay_deal
from .cards import controller, controls, hand_size, own_deck
from .goods import can_draw, draw_to_hand, gain_effect
from .targets import any_fits, any_in_hand, can_activate_any, can_aim_any, has_resource

JAPANESE = FACTIONS.index("japanese")


@rule
def run_next_turn(s):
    """G4: the next seat that has not passed; when all have, the phase is over (S30)."""
    for k in range(1, s.players + 1):
        seat = (s.active + k) % s.players
        if s.passed[seat] == 0:
            s.active = seat
            push(s, steps.NEXT_TURN, seat, 0, 0)
            push(s, steps.TURN, seat, 0, 0)
            return


@rule
def controls_deposit(s, seat, kind):
    """Whether a seat controls a Gate or a Shrine."""
    for k in range(num_with(TURN_TRIGGER)):
        card = card_with(TURN_TRIGGER, k)
        if deposits(card_face(card)) == kind and controls(s, seat, card):
            return True
    return False


@rule
def mark_free(s, seat, mask):
    """Free placements (S63, S65, S74, S77); returns whether there are any."""
    mask[A_KIND + purposes.K_DEFENCE] = s.defence[seat] > 0 and any_fits(s, seat, purposes.OWN_DEFENCE, 0)
    mask[A_KIND + purposes.K_SAMURAI] = (
        s.faction[seat] == JAPANESE and s.goods[seat, WORKER] > 0 and any_fits(s, seat, purposes.OWN_SAMURAI, 0)
    )
    mask[A_KIND + purposes.K_GATE] = controls_deposit(s, seat, GATE) and hand_size(s, seat) > 0
    lays = has_resource(s, seat) or (s.gold_on_shrine == 1 and s.goods[seat, GOLD] > 0)
    mask[A_KIND + purposes.K_SHRINE] = controls_deposit(s, seat, SHRINE) and lays
    for k in range(purposes.K_DEFENCE, purposes.K_SHRINE + 1):
        if mask[A_KIND + k]:
            return True
    return False


@rule
def legal_turn(s, seat, done, mask):
    """T1: an action, a free placement, or pass; T7: behind the action, if a free placement is possible."""
    free = mark_free(s, seat, mask)
    if done:
        mask[A_KIND + purposes.K_END] = free
        return
    mask[A_KIND + purposes.K_BUILD] = any_in_hand(s, seat, purposes.HAND_BUILD)
    mask[A_KIND + purposes.K_DEAL] = any_in_hand(s, seat, purposes.HAND_DEAL) and can_pay_deal(s, seat)
    mask[A_KIND + purposes.K_RAZE_HAND] = any_in_hand(s, seat, purposes.HAND_RAZE)
    mask[A_KIND + purposes.K_RAZE] = s.peaceful == 0 and can_aim_any(s, seat, purposes.AIM_RAZE)
    mask[A_KIND + purposes.K_ACTIVATE] = can_activate_any(s, seat)
    mask[A_KIND + purposes.K_WORKERS] = s.goods[seat, WORKER] >= PAIR
    mask[A_KIND + purposes.K_PASS] = 1


@rule
def do_turn(s, seat, done, action):
    """T1, T7: what was chosen begins; a free placement leaves the turn as it is."""
    kind = action - A_KIND
    if kind != purposes.K_PASS and kind != purposes.K_END:
        push(s, steps.TURN, seat, done if kind >= purposes.K_DEFENCE else 1, 0)
    if kind == purposes.K_BUILD:
        push(s, steps.HAND, seat, purposes.HAND_BUILD, 0)
    elif kind == purposes.K_DEAL:
        push(s, steps.HAND, seat, purposes.HAND_DEAL, 0)
    elif kind == purposes.K_RAZE_HAND:
        push(s, steps.HAND, seat, purposes.HAND_RAZE, 0)
    elif kind == purposes.K_RAZE:
        push(s, steps.PLAYER, seat, purposes.AIM_RAZE, 0)
    elif kind == purposes.K_ACTIVATE:
        push(s, steps.LOCATION, seat, purposes.OWN_ACTIVATE, 0)
    elif kind == purposes.K_WORKERS:
        push(s, steps.EXCHANGE, seat, 0, 0)
    elif kind == purposes.K_PASS:
        s.passed[seat] = 1
    elif kind == purposes.K_DEFENCE:
        push(s, steps.LOCATION, seat, purposes.OWN_DEFENCE, 0)
    elif kind == purposes.K_SAMURAI:
        push(s, steps.LOCATION, seat, purposes.OWN_SAMURAI, 0)
    elif kind == purposes.K_GATE:
        push(s, steps.HAND, seat, purposes.HAND_GATE, 0)
    elif kind == purposes.K_SHRINE:
        push(s, steps.GOOD, seat, purposes.GOOD_SHRINE, 0)


# -- pairs of workers --------------------------------------------------------------------------------------------------


@rule
def legal_exchange(s, seat, begun, mask):
    """W1: a resource or a card for two workers; after the first pair one may stop (S61, S62)."""
    if s.goods[seat, WORKER] >= PAIR:
        for resource in range(NUM_RESOURCES):
            mask[A_GOOD + resource] = 1
        mask[A_DECK] = can_draw(s, COMMON_DECK)
        mask[A_DECK + 1] = can_draw(s, own_deck(s, seat))
    mask[A_STOP] = begun


@rule
def do_exchange(s, seat, begun, action):
    """W1: the pair is spent; Oasis answers (S83)."""
    if action == A_STOP:
        return
    s.goods[seat, WORKER] -= PAIR
    if action < A_DECK:
        s.goods[seat, action - A_GOOD] += 1
    else:
        draw_to_hand(s, seat, COMMON_DECK if action == A_DECK else own_deck(s, seat))
    for k in range(num_with(EXCHANGE_TRIGGER)):
        answer_exchange(s, seat, card_with(EXCHANGE_TRIGGER, k))
    push(s, steps.EXCHANGE, seat, 1, 0)


@rule
def answer_exchange(s, seat, card):
    """S83: an Oasis of another seat, so many times a round."""
    face = card_face(card)
    if s.place[card] == BUILT and not controls(s, seat, card) and s.uses[card] < exchange_limit(face):
        s.uses[card] += 1
        gain_effect(s, controller(s, card), effects(face, EXCHANGE_TRIGGER, 0))
