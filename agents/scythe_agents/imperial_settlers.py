"""A scripted player of Imperial Settlers with a sensible plan, written as compiled rules over the record of a game.

It builds what pays most, in tenths of a victory point, activates what brings more than it costs, makes deals while they
still produce, and turns workers that are left into what its hand lacks. It uses neither chance nor anything that the
seat to act may not know.
"""

from __future__ import annotations

from typing import Any, ClassVar, Final

from scythe_env.core.compiled import CompiledAgent
from scythe_env.core.compiling import lookup, rule
from scythe_env.imperial_settlers import ops, purposes, steps
from scythe_env.imperial_settlers.actions import (
    A_COPY,
    A_DECK,
    A_FACE,
    A_FOUNDATION,
    A_GOOD,
    A_KIND,
    A_NUMBER,
    A_STOP,
    NUM_ACTIONS,
)
from scythe_env.imperial_settlers.components import GOODS
from scythe_env.imperial_settlers.constants import (
    BUILT,
    COMMON_DECK,
    FOUNDATION,
    GOLD,
    LOCATION,
    NUM_CARDS,
    NUM_FACES,
    NUM_GOODS,
    NUM_RESOURCES,
    NUM_ROUNDS,
    NUM_TARGETS,
    RAZE,
)
from scythe_env.imperial_settlers.rules.cards import count_per
from scythe_env.imperial_settlers.rules.costs import can_sacrifice
from scythe_env.imperial_settlers.rules.targets import can_activate, fits_use
from scythe_env.imperial_settlers.state import LAYOUT
from scythe_env.imperial_settlers.tables import (
    ACTIVATE_TRIGGER,
    BUILT_TRIGGER,
    PRODUCE_TRIGGER,
    activation_cost,
    activation_uses,
    card_face,
    effect_good,
    effect_op,
    effects,
    face_cost,
    face_deal,
    face_deck,
    parameter,
    raze_good,
)

_WORTH: Final = {"wood": 4, "stone": 5, "food": 4, "gold": 7, "worker": 3, "raze": 4, "vp": 10, "card": 5}
_WORTH_TOO: Final = {"defence": 1, "common_card": 5, "faction_card": 6, "samurai": 2}
good_worth = lookup([(_WORTH | _WORTH_TOO)[good] for good in GOODS])
"""(good): what one of it is worth."""
SPECIAL: Final = 8  # what the effect of a primitive without goods is worth
FEATURE: Final = 6  # what a feature is worth a round
COMMON_VALUE: Final = 10
FACTION_VALUE: Final = 20
RESOURCE: Final = 3  # what a resource of a building cost is worth: it is lost in Cleanup
LACKING: Final = 9  # for each resource that a building lacks
HALF: Final = 2  # cards in hand and in front of others count by half


@rule
def rounds_left(s):
    """Rounds after this one."""
    return NUM_ROUNDS - s.round


@rule
def effects_worth(s, seat, face, trigger):
    """What the effects of an ability are worth once."""
    worth = 0
    for row in range(effects(face, trigger, 0), effects(face, trigger, 1)):
        op = effect_op(row)
        if op == ops.GAIN:
            for good in range(NUM_GOODS):
                worth += good_worth(good) * effect_good(row, good)
        elif op == ops.GAIN_PER:
            count = min(count_per(s, seat, parameter(row, 1)) + 1, parameter(row, 2))
            worth += good_worth(parameter(row, 0)) * count
        else:
            worth += SPECIAL
    return worth


@rule
def activation_net(s, seat, face):
    """What an activation brings above its cost."""
    worth = effects_worth(s, seat, face, ACTIVATE_TRIGGER)
    for good in range(RAZE + 1):
        worth -= good_worth(good) * activation_cost(face, good)
    for key in range(RAZE + 1, 9):
        worth -= SPECIAL // 2 * activation_cost(face, key)
    return worth


@rule
def face_worth(s, seat, face):
    """What a card is worth as a location from now on."""
    left = rounds_left(s)
    worth = COMMON_VALUE if face_deck(face) == COMMON_DECK else FACTION_VALUE
    worth += effects_worth(s, seat, face, BUILT_TRIGGER)
    worth += effects_worth(s, seat, face, PRODUCE_TRIGGER) * (left + 1)
    if activation_uses(face) > 0:
        worth += max(activation_net(s, seat, face), 1) * activation_uses(face) * (2 * left + 1) // 2
    elif effects(face, PRODUCE_TRIGGER, 1) == 0:
        worth += FEATURE * left
    return worth


@rule
def cheapest(s, seat):
    """What the least valuable location is worth that can be discarded as cost; a foundation is worth nothing."""
    least = 1000
    for card in range(NUM_CARDS):
        if s.owner[card] == seat and can_sacrifice(s, seat, card):
            least = min(least, 0 if s.place[card] == FOUNDATION else face_worth(s, seat, card_face(card)))
    return least


@rule
def build_worth(s, seat, face, sacrifice):
    """What building a card brings above its cost."""
    worth = face_worth(s, seat, face)
    for resource in range(NUM_RESOURCES):
        worth -= RESOURCE * face_cost(face, resource)
    return worth - (sacrifice if face_cost(face, LOCATION) > 0 else 0)


@rule
def best_build(s, seat):
    """The best that can be built now, at least 0."""
    sacrifice = cheapest(s, seat)
    best = 0
    for face in range(NUM_FACES):
        if fits_use(s, seat, purposes.HAND_BUILD, face, sacrifice < 1000):
            best = max(best, build_worth(s, seat, face, sacrifice))
    return best


@rule
def deal_worth(s, face):
    """What a faction card is worth as a deal, above what it is worth in hand."""
    return good_worth(face_deal(face)) * (rounds_left(s) + 1) - good_worth(2) - FACTION_VALUE // 2


@rule
def field_worth(face):
    """What the raze field of a card brings."""
    worth = 0
    for good in range(NUM_TARGETS):
        worth += good_worth(good) * raze_good(face, good)
    return worth


@rule
def turn_worth(s, seat, kind):
    """What an entry of a turn promises; passing is worth 0."""
    best = -1
    if kind == purposes.K_BUILD:
        best = best_build(s, seat)
    elif kind == purposes.K_DEAL:
        for face in range(NUM_FACES):
            if fits_use(s, seat, purposes.HAND_DEAL, face, False):
                best = max(best, deal_worth(s, face))
    elif kind == purposes.K_ACTIVATE:
        for card in range(NUM_CARDS):
            if s.place[card] == BUILT and can_activate(s, seat, card):
                best = max(best, 2 * activation_net(s, seat, card_face(card)))
    elif kind == purposes.K_RAZE_HAND:
        for face in range(NUM_FACES):
            if fits_use(s, seat, purposes.HAND_RAZE, face, False):
                best = max(best, field_worth(face) - face_worth(s, seat, face) // 8 - good_worth(RAZE))
    elif kind == purposes.K_RAZE:
        best = 5
    elif kind == purposes.K_WORKERS:
        best = 3
    elif kind == purposes.K_DEFENCE:
        best = 2
    elif kind == purposes.K_GATE or kind == purposes.K_SHRINE:
        best = 1 if rounds_left(s) == 0 else -1
    elif kind == purposes.K_PASS or kind == purposes.K_END:
        best = 0
    return best


@rule
def exchange_worth(s, seat, resource):
    """What one more of a resource does for the hand: the best building, less for what is lacking still."""
    best = 0
    for face in range(NUM_FACES):
        if s.hand[seat, face] > 0:
            lacks = -s.goods[seat, GOLD]
            helps = s.goods[seat, resource] < face_cost(face, resource)
            for other in range(NUM_RESOURCES):
                lacks += max(face_cost(face, other) - s.goods[seat, other], 0)
            if helps and lacks > 0:
                best = max(best, face_worth(s, seat, face) - LACKING * lacks)
    return best


@rule
def hand_worth(s, seat, use, face):
    """What choosing a hand card for a use is worth."""
    if use == purposes.HAND_BUILD or use == purposes.HAND_WAIVED:
        return build_worth(s, seat, face, cheapest(s, seat) if use == purposes.HAND_BUILD else 0)
    if use == purposes.HAND_DEAL:
        return deal_worth(s, face)
    if use == purposes.HAND_RAZE or use == purposes.HAND_CHAPEL:
        return field_worth(face) - face_worth(s, seat, face) // 8
    return -face_worth(s, seat, face)


@rule
def location_worth(s, seat, purpose, face):
    """What choosing a location for a purpose is worth."""
    if purpose == purposes.OWN_SACRIFICE:
        return -face_worth(s, seat, face)
    if purpose == purposes.OWN_ACTIVATE:
        return activation_net(s, seat, face)
    if purpose == purposes.OWN_COPY:
        return effects_worth(s, seat, face, PRODUCE_TRIGGER)
    if purpose == purposes.AIM_RAZE or purpose == purposes.OWN_RAZE or purpose == purposes.AIM_FIELD:
        return 2 * field_worth(face) + face_worth(s, seat, face) // 4
    return face_worth(s, seat, face)


@rule
def action_worth(s, seat, kind, a, action):
    """What a legal action of a decision is worth."""
    if action < A_KIND:
        face = action - A_FACE
        if kind == steps.HAND:
            return hand_worth(s, seat, a, face)
        if kind == steps.LOCATION:
            return location_worth(s, seat, a, face)
        if kind == steps.DEAL:
            return good_worth(face_deal(face)) * (1 if a == purposes.DEAL_USE or a <= purposes.AIM_DEAL_TAKE else -1)
        worth = face_worth(s, seat, face)
        return worth - (COMMON_VALUE if face_cost(face, LOCATION) > 0 else 0)
    if kind == steps.TURN:
        return turn_worth(s, seat, action - A_KIND)
    if kind == steps.EXCHANGE:
        if action == A_STOP:
            return 1000
        return exchange_worth(s, seat, action - A_GOOD) if action < A_DECK else LACKING
    if kind == steps.GOLD:
        return A_NUMBER - action  # as little gold as possible
    if kind == steps.CONVERT and action != A_STOP:
        return 10 * a - good_worth(action - A_GOOD) - 3
    if action == A_FOUNDATION:
        return 1
    if action == A_STOP:
        return 0
    if A_GOOD <= action < A_DECK:
        return good_worth(action - A_GOOD)
    return action - A_COPY if action < A_COPY else 0


@rule
def choose_by_plan(s, dice, mask):
    """The legal action that is worth most, the first of equals."""
    top = s.depth - 1
    best = -1
    found = -100_000
    for action in range(NUM_ACTIONS):
        if mask[action]:
            worth = action_worth(s, s.step_seat[top], s.step_kind[top], s.step_a[top], action)
            if worth > found:
                best = action
                found = worth
    return best


class HeuristicAgent(CompiledAgent):
    """Plays the plan of :func:`choose_by_plan`; it keeps no memory and draws no random numbers."""

    rule: ClassVar[Any] = staticmethod(choose_by_plan)

    def __init__(self) -> None:
        super().__init__(LAYOUT)
