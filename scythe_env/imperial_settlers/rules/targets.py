"""What can be chosen: opponents' locations and deals, own locations, and what can be activated (S48-S57, S67).

These rules only look; what happens to what was chosen is in :mod:`.choices`.
"""

from __future__ import annotations

from ...core.compiling import rule
from ...core.random import total
from .. import constants, ops, purposes, steps, tables
from .attack import is_attacked
from .cards import controls, is_virtual, num_deals, own_deck, parties, routes_of
from .costs import affords, can_build_waived, can_sacrifice, has_sacrifice, shortage
from .goods import can_draw


@rule
def aims_at(s, seat, aim, victim, card):
    """Whether a location that a victim controls is a target of an aim."""
    if not controls(s, victim, card) or tables.suits(aim, tables.card_face(card)) == 0:
        return False
    if aim == purposes.AIM_ROUTE and tables.route_row(s.faction[seat]) == constants.NONE:
        return False  # no such faction comes to a Trade Route, but a document may say so
    costs = aim == purposes.AIM_RAZE or aim == purposes.AIM_CHAPEL
    return not costs or s.goods[seat, constants.RAZE] >= tokens_needed(s, card)


@rule
def tokens_needed(s, card):
    """Raze tokens that an opponent's location costs (S48, S53, S54)."""
    return constants.RAZE_TOKENS + s.guard[card]


@rule
def is_deal(s, purpose, whose, card):
    """Whether there is a deal of a seat for a purpose: a card under its board, or a marker under a location."""
    if s.place[card] == constants.DEAL and s.owner[card] == whose:
        return purpose != purposes.DEAL_BUILD or affords(s, whose, tables.building_amounts(tables.card_face(card)), 0)
    if s.place[card] != constants.BUILT and s.routes_outlive_locations == 0:
        return False
    if is_virtual(s, whose) or routes_of(s, tables.route_row(s.faction[whose]), card) == 0:
        return False
    if purpose == purposes.AIM_DEAL_OUT:
        return s.robbers_hit_routes == 1
    return purpose == purposes.AIM_DEAL_GAIN or purpose == purposes.DEAL_USE or purpose == purposes.DEAL_PAY


@rule
def is_attack_deal(s, purpose, whose, good):
    """Whether there is an attack card with a target for a purpose: the open ones are deals of the virtual player."""
    if s.players > 1 or purpose == purposes.DEAL_BUILD:
        return False
    if whose == 0:
        return s.attack_deals[good] > 0
    for k in range(constants.NUM_ATTACK_CARDS):
        if s.line[k] == good:
            return True
    return False


@rule
def finds_source(s, seat, card):
    """Whether a production location has something to produce: one that copies another one needs such a one (S108)."""
    if tables.effect_op(tables.effects(tables.card_face(card), tables.PRODUCE_TRIGGER, 0)) != ops.COPY_PRODUCTION:
        return True
    for source in range(constants.NUM_CARDS):
        if source != card and controls(s, seat, source) and tables.suits(purposes.OWN_COPY, tables.card_face(source)):
            return True
    return False


@rule
def is_own(s, seat, purpose, about, card):
    """Whether an own location can be chosen for a purpose besides activation."""
    if purpose == purposes.OWN_SACRIFICE:
        return s.place[card] == constants.BUILT and can_sacrifice(s, seat, card)
    if not controls(s, seat, card) or tables.suits(purpose, tables.card_face(card)) == 0:
        return False
    if purpose == purposes.OWN_RESET:
        return card != about and s.uses[card] > 0
    if purpose == purposes.OWN_COPY:
        return card != about and finds_source(s, seat, card)
    if purpose == purposes.OWN_PRODUCE:
        return s.uses[card] == 0
    if purpose == purposes.OWN_ATTACKED:
        return is_attacked(s, card, about)
    guards = purpose == purposes.OWN_SAMURAI or purpose == purposes.OWN_GAINED_SAMURAI
    if guards or purpose == purposes.OWN_DEFENCE:
        return s.guard[card] == 0
    return True


@rule
def fits(s, seat, purpose, about, card):
    """Whether a card on the table can be chosen for a purpose besides activation."""
    if tables.at_location(purpose):
        return aims_at(s, seat, purpose, about, card)
    if tables.of_own(purpose):
        return is_own(s, seat, purpose, about, card)
    return is_deal(s, purpose, about, card)


@rule
def is_there(s, card):
    """Whether a card is on the table, or a deal may have outlived it."""
    return s.place[card] != constants.NONE or s.routes_outlive_locations == 1


@rule
def any_fits(s, seat, purpose, about):
    """Whether there is such a card."""
    for card in range(constants.NUM_CARDS):
        if is_there(s, card) and fits(s, seat, purpose, about, card):
            return True
    return False


@rule
def fits_use(s, seat, use, face, sacrifice):
    """Whether a card of a hand can be chosen for a use; ``sacrifice`` says whether there is one for a building."""
    if s.hand[seat, face] == 0:
        return False
    if use == purposes.HAND_BUILD:
        paid = sacrifice or tables.face_cost(face, constants.LOCATION) == 0
        return paid and affords(s, seat, tables.building_amounts(face), 0)
    if use == purposes.HAND_DEAL:
        return face >= constants.NUM_COMMON_FACES
    if use == purposes.HAND_RAZE or use == purposes.HAND_CHAPEL:
        return tables.can_raze(face) == 1 and s.goods[seat, constants.RAZE] >= constants.RAZE_HAND_TOKENS
    if use == purposes.HAND_WAIVED:
        return face >= constants.NUM_COMMON_FACES and affords(s, seat, tables.building_amounts(face), 0)
    if use == purposes.HAND_FOUNDATION:
        return face < constants.NUM_COMMON_FACES
    return use != purposes.HAND_GIVE_UP or s.drawn[face] > 0


@rule
def any_in_hand(s, seat, use):
    """Whether there is such a card."""
    sacrifice = use == purposes.HAND_BUILD and has_sacrifice(s, seat)
    for face in range(constants.NUM_FACES):
        if fits_use(s, seat, use, face, sacrifice):
            return True
    return False


@rule
def can_aim(s, seat, aim, victim):
    """Whether an aim finds something at a party; one that has passed is safe (S32)."""
    if victim == seat or s.passed[victim]:
        return False
    if aim == purposes.AIM_STEAL:
        return total(s.goods[victim][: constants.NUM_RESOURCES]) > 0
    if aim == purposes.AIM_DISCARD:
        return True
    if aim == purposes.AIM_ROUTE and not can_draw(s, own_deck(s, seat)):
        return False
    for good in range(constants.NUM_TARGETS):
        if not tables.at_location(aim) and is_attack_deal(s, aim, victim, good):
            return True
    return any_fits(s, seat, aim, victim)


@rule
def can_aim_any(s, seat, aim):
    """Whether an aim finds something at anybody."""
    for victim in range(parties(s)):
        if can_aim(s, seat, aim, victim):
            return True
    return False


@rule
def can_pay_activation(s, seat, face, times):
    """Whether a seat can pay for so many activations (once or twice) of a card (S56, S58)."""
    for good in range(constants.GOLD, constants.RAZE + 1):
        if s.goods[seat, good] < tables.activation_cost(face, good) * times:
            return False
    amounts = tables.activation_amounts(face)
    more = amounts if times > 1 else 0
    gold = s.goods[seat, constants.GOLD]
    if shortage(s, seat, amounts, more) > gold - tables.activation_cost(face, constants.GOLD) * times:
        return False
    held = gold + total(s.goods[seat][: constants.NUM_RESOURCES])
    if held < tables.activation_cost(face, constants.PAY_ANY) * times:
        return False
    if tables.activation_cost(face, constants.PAY_DEAL) and num_deals(s, seat) < times:
        return False
    return tables.activation_cost(face, constants.PAY_HAND) == 0 or total(s.hand[seat]) >= times


@rule
def can_answer_location(s, seat, purpose, about):
    """Whether there is a location for a purpose."""
    return any_fits(s, seat, purpose, about)


@rule
def can_answer_player(s, seat, purpose):
    """Whether there is an opponent to aim at."""
    return can_aim_any(s, seat, purpose)


@rule
def can_answer_chapel(s, seat):
    """Whether there is something to raze."""
    return any_in_hand(s, seat, purposes.HAND_CHAPEL) or can_aim_any(s, seat, purposes.AIM_CHAPEL)


@rule
def can_answer_hand(s, seat, use):
    """Whether there is a hand card for a use."""
    return any_in_hand(s, seat, use)


@rule
def can_answer_deal(s, seat):
    """Whether there is a deal."""
    return num_deals(s, seat) > 0


@rule
def can_answer_others(s):
    """What else an effect asks always has an answer."""
    return True


can_answer = steps.TABLE.dispatch("can_answer", globals(), ("s", "seat"), otherwise=can_answer_others, strict=False)
"""Whether a step that an effect begins with, ``(kind, a, b, s, seat)``, would have an answer."""


@rule
def has_effect(s, seat, card, paid):
    """Whether the first part of an activation's effect is possible once resources are paid for it (S56)."""
    row = tables.effects(tables.card_face(card), tables.ACTIVATE_TRIGGER, 0)
    if tables.effect_op(row) == ops.BUILD_WAIVED:
        return can_build_waived(s, seat, row, paid)
    return can_answer(tables.asked(row, 0), tables.asked(row, 1), card, s, seat)


@rule
def can_activate(s, seat, card):
    """Whether a seat can activate an action location that it controls (K1)."""
    face = tables.card_face(card)
    return (
        tables.suits(purposes.OWN_ACTIVATE, face) == 1
        and controls(s, seat, card)
        and s.blocked[card] == 0
        and s.uses[card] < tables.activation_uses(face)
        and can_pay_activation(s, seat, face, 1)
        and has_effect(s, seat, card, tables.activation_amounts(face))
    )


@rule
def can_activate_any(s, seat):
    """Whether a seat can activate a location."""
    for card in range(constants.NUM_CARDS):
        if s.place[card] == constants.BUILT and can_activate(s, seat, card):
            return True
    return False


@rule
def qualifies(s, seat, purpose, about, card):
    """Whether a card on the table can be chosen for a purpose."""
    if purpose == purposes.OWN_ACTIVATE:
        return can_activate(s, seat, card)
    return is_there(s, card) and fits(s, seat, purpose, about, card)
