"""The Action phase: turns, free placements, passing, and pairs of workers (S30-S32, S61-S66, S74, S77, S83)."""

from __future__ import annotations

from typing import Final

from ...core.compiling import lookup, rule
from ...core.machine import push
from ...core.random import total
from .. import purposes, steps, tables
from ..actions import A_DECK, A_GOOD, A_KIND, A_STOP
from ..components import FACTIONS
from ..constants import BUILT, GATE, GOLD, NONE, NUM_RESOURCES, PAIR, SHRINE, WORKER
from .building import FOOD_OF_DEAL
from .cards import controller, controls, controls_with
from .costs import affords
from .goods import draw_from, gain_effect, legal_deck
from .targets import any_fits, any_in_hand, can_activate_any, can_aim_any

JAPANESE = FACTIONS.index("japanese")
BEGINNINGS: Final = {
    purposes.K_BUILD: (steps.HAND, purposes.HAND_BUILD),
    purposes.K_DEAL: (steps.HAND, purposes.HAND_DEAL),
    purposes.K_RAZE_HAND: (steps.HAND, purposes.HAND_RAZE),
    purposes.K_RAZE: (steps.PLAYER, purposes.AIM_RAZE),
    purposes.K_ACTIVATE: (steps.LOCATION, purposes.OWN_ACTIVATE),
    purposes.K_WORKERS: (steps.EXCHANGE, 0),
    purposes.K_DEFENCE: (steps.LOCATION, purposes.OWN_DEFENCE),
    purposes.K_SAMURAI: (steps.LOCATION, purposes.OWN_SAMURAI),
    purposes.K_GATE: (steps.HAND, purposes.HAND_GATE),
    purposes.K_SHRINE: (steps.GOOD, purposes.GOOD_SHRINE),
}
beginning = lookup([BEGINNINGS.get(kind, (NONE, 0)) for kind in range(len(purposes.KINDS))])
"""(kind, k): the decision that an entry of a turn begins with (k = 0), and its first number (k = 1)."""


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
def mark_free(s, seat, mask):
    """Free placements (S63, S65, S74, S77); returns whether there are any."""
    mask[A_KIND + purposes.K_DEFENCE] = s.defence[seat] > 0 and any_fits(s, seat, purposes.OWN_DEFENCE, 0)
    mask[A_KIND + purposes.K_SAMURAI] = (
        s.faction[seat] == JAPANESE and s.goods[seat, WORKER] > 0 and any_fits(s, seat, purposes.OWN_SAMURAI, 0)
    )
    has_gate = controls_with(s, seat, tables.TURN_TRIGGER, GATE)
    mask[A_KIND + purposes.K_GATE] = has_gate and total(s.hand[seat]) > 0
    lays = total(s.goods[seat][:NUM_RESOURCES]) > 0 or (s.gold_on_shrine == 1 and s.goods[seat, GOLD] > 0)
    mask[A_KIND + purposes.K_SHRINE] = controls_with(s, seat, tables.TURN_TRIGGER, SHRINE) and lays
    placements = 0
    for kind in range(len(purposes.KINDS)):
        placements += tables.is_placement(kind) * mask[A_KIND + kind]
    return placements > 0


@rule
def legal_turn(s, seat, done, mask):
    """T1: an action, a free placement, or pass; T7: behind the action, if a free placement is possible."""
    free = mark_free(s, seat, mask)
    if done:
        mask[A_KIND + purposes.K_END] = free
        return
    mask[A_KIND + purposes.K_BUILD] = any_in_hand(s, seat, purposes.HAND_BUILD)
    mask[A_KIND + purposes.K_DEAL] = any_in_hand(s, seat, purposes.HAND_DEAL) and affords(s, seat, FOOD_OF_DEAL, 0)
    mask[A_KIND + purposes.K_RAZE_HAND] = any_in_hand(s, seat, purposes.HAND_RAZE)
    mask[A_KIND + purposes.K_RAZE] = s.peaceful == 0 and can_aim_any(s, seat, purposes.AIM_RAZE)
    mask[A_KIND + purposes.K_ACTIVATE] = can_activate_any(s, seat)
    mask[A_KIND + purposes.K_WORKERS] = s.goods[seat, WORKER] >= PAIR
    mask[A_KIND + purposes.K_PASS] = 1


@rule
def do_turn(s, seat, done, action):
    """T1, T7: what was chosen begins; a free placement leaves the turn as it is."""
    kind = action - A_KIND
    if kind == purposes.K_PASS:
        s.passed[seat] = 1
    elif kind != purposes.K_END:
        push(s, steps.TURN, seat, done if tables.is_placement(kind) else 1, 0)
        push(s, beginning(kind, 0), seat, beginning(kind, 1), 0)


@rule
def legal_exchange(s, seat, begun, mask):
    """W1: a resource or a card for two workers; after the first pair one may stop (S61, S62)."""
    if s.goods[seat, WORKER] >= PAIR:
        for resource in range(NUM_RESOURCES):
            mask[A_GOOD + resource] = 1
        legal_deck(s, seat, mask)
    mask[A_STOP] = begun


@rule
def do_exchange(s, seat, begun, action):
    """W1: the pair is spent; an Oasis of another seat answers, so many times a round (S83)."""
    if action == A_STOP:
        return
    s.goods[seat, WORKER] -= PAIR
    if action < A_DECK:
        s.goods[seat, action - A_GOOD] += 1
    else:
        draw_from(s, seat, action, False)
    for k in range(tables.num_with(tables.EXCHANGE_TRIGGER)):
        card = tables.card_with(tables.EXCHANGE_TRIGGER, k)
        face = tables.card_face(card)
        if s.place[card] == BUILT and not controls(s, seat, card) and s.uses[card] < tables.exchange_limit(face):
            s.uses[card] += 1
            gain_effect(s, controller(s, card), tables.effects(face, tables.EXCHANGE_TRIGGER, 0))
    push(s, steps.EXCHANGE, seat, 1, 0)
