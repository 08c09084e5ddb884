"""The plan of play: what each legal action of a decision is worth, in hundredths of a point; the best one is played.

It builds what pays most, activates what brings more than it costs, makes deals while they still produce, and turns
workers that are left into what its hand lacks. It uses neither chance nor anything that the seat to act may not know.
"""

from __future__ import annotations

from scythe_env.core.compiling import rule
from scythe_env.imperial_settlers import ops, purposes, steps
from scythe_env.imperial_settlers.actions import (
    A_COPY,
    A_DECK,
    A_FACE,
    A_FOUNDATION,
    A_GOOD,
    A_KIND,
    A_NUMBER,
    A_PLAYER,
    A_STOP,
    NUM_ACTIONS,
)
from scythe_env.imperial_settlers.components import PAY_KEYS, TRIGGERS
from scythe_env.imperial_settlers.constants import (
    BUILT,
    COMMON_CARD,
    COMMON_DECK,
    FEATURE,
    FOOD,
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
    RAZE_TOKENS,
    VP,
)
from scythe_env.imperial_settlers.rules.cards import count_per, parties
from scythe_env.imperial_settlers.rules.costs import can_sacrifice
from scythe_env.imperial_settlers.rules.targets import aims_at, can_activate, fits_use
from scythe_env.imperial_settlers.tables import (
    ACTIVATE_TRIGGER,
    BUILT_TRIGGER,
    PRODUCE_TRIGGER,
    activation_cost,
    activation_uses,
    at_razeable,
    card_face,
    effect_good,
    effect_op,
    effects,
    face_cost,
    face_deal,
    face_deck,
    face_row,
    parameter,
    raze_good,
)

from .weights import (
    CARD_FOR_WORKERS,
    COMMON_LOCATION,
    DEAL_HELD,
    DEFEND,
    EFFECT,
    FACTION_LOCATION,
    FEATURE_RATE,
    GOOD,
    HARM,
    HASTE,
    KEEP_GOOD,
    LACKING,
    LAST_ROUND,
    RAZE_HELD,
    RESOURCE_PAID,
    SACRIFICE,
    SPEND_WORKERS,
    SYMBOL,
    USE_NOW,
    WHIM,
    weight,
)

NOTHING = 1_000_000  # more than any location is worth: there is none to be discarded
AT_ONCE = 1_000_000  # what comes before everything else
WHIM_SIZE = 200
NUM_TRIGGERS = len(TRIGGERS)
NUM_PAY_KEYS = len(PAY_KEYS)  # of an activation; those behind the goods are cards, deals, resources of choice


@rule
def rounds_left(s):
    """Rounds after this one."""
    return NUM_ROUNDS - s.round


# -- cards -------------------------------------------------------------------------------------------------------------


@rule
def good_worth(s, w, good):
    """What one of a good is worth."""
    worth = weight(w, GOOD + good)
    return worth * weight(w, LAST_ROUND) // 100 if s.round == NUM_ROUNDS and good != VP else worth


@rule
def effects_worth(s, w, seat, face, trigger):
    """What the effects of an ability are worth once."""
    worth = 0
    for row in range(effects(face, trigger, 0), effects(face, trigger, 1)):
        op = effect_op(row)
        if op == ops.GAIN:
            for good in range(NUM_GOODS):
                worth += good_worth(s, w, good) * effect_good(row, good)
        elif op == ops.GAIN_PER:
            count = min(count_per(s, seat, parameter(row, 1)) + 1, parameter(row, 2))
            worth += good_worth(s, w, parameter(row, 0)) * count
        elif op == ops.CHOOSE:
            best = 0
            for good in range(NUM_GOODS):
                best = max(best, good_worth(s, w, good) * effect_good(row, good))
            worth += best
        else:
            worth += weight(w, EFFECT + op - ops.OFFER)
    return worth


@rule
def activation_net(s, w, seat, face):
    """What an activation brings above its cost."""
    worth = effects_worth(s, w, seat, face, ACTIVATE_TRIGGER)
    for good in range(RAZE + 1):
        worth -= good_worth(s, w, good) * activation_cost(face, good)
    for key in range(RAZE + 1, NUM_PAY_KEYS):
        worth -= good_worth(s, w, COMMON_CARD) * activation_cost(face, key)
    return worth


@rule
def feature_worth(s, w, seat, face):
    """What the features of a card are worth in a round."""
    worth = 0
    for trigger in range(ACTIVATE_TRIGGER + 1, NUM_TRIGGERS):
        worth += effects_worth(s, w, seat, face, trigger)
    return worth * weight(w, FEATURE_RATE) // 100


@rule
def face_worth(s, w, seat, face):
    """What a card is worth as a location from now on."""
    left = rounds_left(s)
    worth = weight(w, COMMON_LOCATION if face_deck(face) == COMMON_DECK else FACTION_LOCATION)
    worth += effects_worth(s, w, seat, face, BUILT_TRIGGER)
    worth += effects_worth(s, w, seat, face, PRODUCE_TRIGGER) * (left + 1)
    if face_row(face) == FEATURE:
        worth += feature_worth(s, w, seat, face) * left
    if activation_uses(face) > 0:
        net = max(activation_net(s, w, seat, face), weight(w, GOOD + VP) // 10)
        worth += net * activation_uses(face) * (weight(w, USE_NOW) + 100 * left) // 100
    return worth


@rule
def resources_paid(w, face):
    """What the resources of a building cost are worth."""
    worth = 0
    for resource in range(NUM_RESOURCES):
        worth += weight(w, RESOURCE_PAID) * face_cost(face, resource)
    return worth


@rule
def pick_worth(s, w, seat, face):
    """What a card is worth that comes to the hand."""
    symbol = weight(w, SYMBOL) * face_cost(face, LOCATION)
    return face_worth(s, w, seat, face) - resources_paid(w, face) - symbol


@rule
def cheapest(s, w, seat):
    """What the least valuable location is worth that can be discarded as cost; a foundation is worth nothing."""
    least = NOTHING
    for card in range(NUM_CARDS):
        if s.owner[card] == seat and can_sacrifice(s, seat, card):
            least = min(least, 0 if s.place[card] == FOUNDATION else face_worth(s, w, seat, card_face(card)))
    return least


@rule
def build_worth(s, w, seat, face, sacrifice):
    """What building a card brings above its cost."""
    worth = face_worth(s, w, seat, face) - resources_paid(w, face)
    return worth - (sacrifice * weight(w, SACRIFICE) // 100 if face_cost(face, LOCATION) > 0 else 0)


@rule
def deal_worth(s, w, face):
    """What a faction card is worth as a deal, above what it is worth in hand."""
    good = face_deal(face)
    return good_worth(s, w, good) * (rounds_left(s) + 1) - good_worth(s, w, FOOD) - weight(w, DEAL_HELD)


@rule
def field_worth(s, w, face):
    """What the raze field of a card brings."""
    worth = 0
    for good in range(NUM_TARGETS):
        worth += good_worth(s, w, good) * raze_good(face, good)
    return worth


@rule
def razed_from_hand(s, w, seat, face):
    """What razing a hand card brings."""
    return field_worth(s, w, face) - face_worth(s, w, seat, face) * weight(w, RAZE_HELD) // 100


@rule
def target_worth(s, w, seat, face):
    """What razing another player's location brings."""
    return field_worth(s, w, face) + face_worth(s, w, seat, face) * weight(w, HARM) // 100


# -- turns -------------------------------------------------------------------------------------------------------------


@rule
def best_build(s, w, seat):
    """The best that can be built now, at least 0."""
    sacrifice = cheapest(s, w, seat)
    best = 0
    for face in range(NUM_FACES):
        if fits_use(s, seat, purposes.HAND_BUILD, face, sacrifice < NOTHING):
            best = max(best, build_worth(s, w, seat, face, sacrifice))
    return best


@rule
def best_deal(s, w, seat):
    """The best deal that can be made now, below 0 if none pays."""
    best = -1
    for face in range(NUM_FACES):
        if fits_use(s, seat, purposes.HAND_DEAL, face, False):
            best = max(best, deal_worth(s, w, face))
    return best


@rule
def best_activation(s, w, seat):
    """The best activation that is possible now, below 0 if none pays."""
    best = -1
    for card in range(NUM_CARDS):
        if s.place[card] == BUILT and can_activate(s, seat, card):
            best = max(best, activation_net(s, w, seat, card_face(card)))
    return best


@rule
def best_razed_card(s, w, seat):
    """The best that razing from hand brings, below 0 if none pays."""
    best = -1
    for face in range(NUM_FACES):
        if fits_use(s, seat, purposes.HAND_RAZE, face, False):
            best = max(best, razed_from_hand(s, w, seat, face) - good_worth(s, w, RAZE))
    return best


@rule
def best_target(s, w, seat, victim):
    """The best that razing a location of a player brings, below 0 if none pays."""
    best = -1
    for card in range(NUM_CARDS):
        if s.place[card] == BUILT and aims_at(s, seat, purposes.AIM_RAZE, victim, card):
            tokens = RAZE_TOKENS + s.guard[card]
            best = max(best, target_worth(s, w, seat, card_face(card)) - good_worth(s, w, RAZE) * tokens)
    return best


@rule
def best_victim(s, w, seat):
    """The best that razing any location of another player brings, below 0 if none pays."""
    best = -1
    for victim in range(parties(s)):
        if victim != seat and s.passed[victim] == 0:
            best = max(best, best_target(s, w, seat, victim))
    return best


@rule
def turn_worth(s, w, seat, kind):
    """What an entry of a turn promises; passing is worth 0."""
    worth = -1
    if kind == purposes.K_BUILD:
        worth = best_build(s, w, seat)
    elif kind == purposes.K_DEAL:
        worth = best_deal(s, w, seat)
    elif kind == purposes.K_ACTIVATE:
        worth = best_activation(s, w, seat) * weight(w, HASTE) // 100
    elif kind == purposes.K_RAZE_HAND:
        worth = best_razed_card(s, w, seat)
    elif kind == purposes.K_RAZE:
        worth = best_victim(s, w, seat)
    elif kind == purposes.K_WORKERS:
        worth = weight(w, SPEND_WORKERS)
    elif kind == purposes.K_DEFENCE:
        worth = weight(w, DEFEND)
    elif kind == purposes.K_GATE:
        worth = 1 if rounds_left(s) == 0 else -1
    elif kind == purposes.K_SHRINE:
        worth = 1
    elif kind == purposes.K_PASS or kind == purposes.K_END:
        worth = 0
    return worth


@rule
def good_exchange(s, w, seat, resource):
    """What one more of a resource does for the hand: the best building, less for what is lacking still."""
    best = 0
    for face in range(NUM_FACES):
        if s.hand[seat, face] > 0 and s.goods[seat, resource] < face_cost(face, resource):
            lacks = -s.goods[seat, GOLD]
            for other in range(NUM_RESOURCES):
                lacks += max(face_cost(face, other) - s.goods[seat, other], 0)
            if lacks > 0:
                best = max(best, face_worth(s, w, seat, face) - weight(w, LACKING) * lacks)
    return best


# -- what is chosen in it ----------------------------------------------------------------------------------------------


@rule
def card_hand(s, w, seat, use, face):
    """What choosing a hand card for a use is worth."""
    if use == purposes.HAND_BUILD or use == purposes.HAND_WAIVED:
        symbol = use == purposes.HAND_BUILD and face_cost(face, LOCATION) > 0
        return build_worth(s, w, seat, face, cheapest(s, w, seat) if symbol else 0)
    if use == purposes.HAND_DEAL:
        return deal_worth(s, w, face)
    if use == purposes.HAND_RAZE or use == purposes.HAND_CHAPEL:
        return razed_from_hand(s, w, seat, face)
    return -face_worth(s, w, seat, face)


@rule
def card_location(s, w, seat, purpose, face):
    """What choosing a location for a purpose is worth."""
    if purpose == purposes.OWN_SACRIFICE:
        return -face_worth(s, w, seat, face)
    if purpose == purposes.OWN_RAZE:
        return field_worth(s, w, face) - face_worth(s, w, seat, face)
    if purpose == purposes.OWN_ACTIVATE or purpose == purposes.OWN_RESET:
        return activation_net(s, w, seat, face)
    if purpose == purposes.OWN_COPY:
        return effects_worth(s, w, seat, face, PRODUCE_TRIGGER)
    if at_razeable(purpose):
        return target_worth(s, w, seat, face)
    return face_worth(s, w, seat, face)


@rule
def card_deal(s, w, purpose, face):
    """What choosing a deal for a purpose is worth."""
    wanted = purpose != purposes.DEAL_PAY and purpose != purposes.DEAL_BUILD
    return good_worth(s, w, face_deal(face)) * (1 if wanted else -1)


card_worth = steps.TABLE.dispatch("card", globals(), ("s", "w", "seat", "face"), otherwise=pick_worth, strict=False)
"""What choosing a card by its face is worth, ``(kind, a, b, s, w, seat, face)``."""


@rule
def good_convert(s, w, vp, good):
    """What points are worth above the good that is given up for them."""
    return good_worth(s, w, VP) * vp - good_worth(s, w, good) - weight(w, KEEP_GOOD)


@rule
def good_offered(s, w, effect, good):
    """What points are worth above the good that is offered for them."""
    return good_worth(s, w, VP) * effect_good(effect, good) - good_worth(s, w, good)


@rule
def good_good(s, w, use, good):
    """What a good that is taken, or paid, is worth."""
    paid = use == purposes.GOOD_PAY or use == purposes.GOOD_SHRINE
    return good_worth(s, w, good) * (-1 if paid else 1)


chosen_good_worth = steps.TABLE.dispatch(
    "good", globals(), ("s", "w", "seat", "good"), last="good", otherwise=good_worth, strict=False
)
"""What choosing a good is worth, ``(kind, a, b, s, w, seat, good)``."""


@rule
def victim_worth(s, w, seat, aim, victim):
    """What choosing an opponent is worth: one with a good target, or the one that is ahead."""
    if aim == purposes.AIM_RAZE or aim == purposes.AIM_CHAPEL:
        return best_target(s, w, seat, victim)
    return s.goods[victim, VP]


@rule
def action_worth(s, w, seat, kind, a, b, action):
    """What a legal action of a decision is worth."""
    if action < A_KIND:
        return card_worth(kind, a, b, s, w, seat, action - A_FACE)
    if kind == steps.TURN:
        return turn_worth(s, w, seat, action - A_KIND)
    if action == A_STOP:
        return AT_ONCE if kind == steps.EXCHANGE else 0
    if action < A_DECK:
        return chosen_good_worth(kind, a, b, s, w, seat, action - A_GOOD)
    if action < A_PLAYER:
        return weight(w, CARD_FOR_WORKERS if kind == steps.EXCHANGE else GOOD + COMMON_CARD + action - A_DECK)
    if action < A_COPY:
        return victim_worth(s, w, seat, a, (seat + 1 + action - A_PLAYER) % parties(s))
    if kind == steps.GOLD:
        return A_NUMBER - action  # as little gold as possible
    return 1 if action == A_FOUNDATION else 0


@rule
def liking(w, action):
    """What an action is liked more by a whim, from -WHIM_SIZE to WHIM_SIZE."""
    number = (weight(w, WHIM) * 65537 + action * 40503 + 1) & 0xFFFFFFFF
    number = ((number ^ (number >> 15)) * 0x2C1B3C6D) & 0xFFFFFFFF
    number = ((number ^ (number >> 12)) * 0x297A2D39) & 0xFFFFFFFF
    return WHIM_SIZE * ((number >> 16) - 32768) // 32768


@rule
def choose_action(s, w, mask):
    """The legal action that is worth most, the first of equals."""
    top = s.depth - 1
    whims = weight(w, WHIM) > 0
    best = -1
    found = 0
    for action in range(NUM_ACTIONS):
        if mask[action]:
            worth = action_worth(s, w, s.step_seat[top], s.step_kind[top], s.step_a[top], s.step_b[top], action)
            if whims:
                worth += liking(w, action)
            if best < 0 or worth > found:
                best = action
                found = worth
    return best
