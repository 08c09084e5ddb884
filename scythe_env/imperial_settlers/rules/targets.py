"""What can be chosen: opponents' locations and deals, own locations, and what can be activated (S48-S57, S67).

These rules only look; what happens to what was chosen is in :mod:`.choices`.
"""

from __future__ import annotations

from ...core.compiling import rule
from .. import ops, purposes
from ..constants import (
    ACTION,
    BUILT,
    CARD,
    COMMON_DECK,
    DEAL,
    GATE,
    GOLD,
    LOCATION,
    NONE,
    NUM_ATTACK_CARDS,
    NUM_CARDS,
    NUM_COMMON_FACES,
    NUM_FACES,
    NUM_RESOURCES,
    NUM_TARGETS,
    PAY_ANY,
    PAY_DEAL,
    PAY_HAND,
    PRODUCTION,
    RAZE,
    RAZE_HAND_TOKENS,
    RAZE_TOKENS,
)
from ..tables import (
    ACTIVATE_TRIGGER,
    PRODUCE_TRIGGER,
    activation_cost,
    activation_uses,
    building_amounts,
    can_raze,
    card_face,
    deposits,
    effect_good,
    effect_op,
    effects,
    face_cost,
    face_deck,
    face_row,
    parameter,
)
from .attack import is_attacked
from .cards import controls, hand_size, is_virtual, num_deals, own_deck, parties
from .costs import activation_amounts, affords, can_build_waived, can_sacrifice, has_sacrifice, shortage
from .goods import can_draw

# -- opponents' locations ----------------------------------------------------------------------------------------------


@rule
def aims_at(s, seat, aim, victim, card):
    """Whether a location that a victim controls is a target of an aim."""
    if not controls(s, victim, card):
        return False
    face = card_face(card)
    if aim == purposes.AIM_RAZE or aim == purposes.AIM_CHAPEL:
        return can_raze(face) and s.goods[seat, RAZE] >= RAZE_TOKENS + s.guard[card]
    if aim == purposes.AIM_CHARIOT or aim == purposes.AIM_FIELD:
        return can_raze(face) == 1
    if aim == purposes.AIM_BLOCK:
        return face_row(face) == ACTION
    if aim == purposes.AIM_ROUTE:
        return face_deck(face) != COMMON_DECK
    return True


@rule
def is_deal(s, purpose, whose, card):
    """Whether there is a deal of a seat for a purpose: a card under its board, or a marker under a location."""
    if s.place[card] == DEAL and s.owner[card] == whose:
        return purpose != purposes.DEAL_BUILD or affords(s, whose, building_amounts(card_face(card)), 0)
    if s.place[card] != BUILT and s.routes_outlive_locations == 0:
        return False
    if is_virtual(s, whose) or s.routes[s.faction[whose], card] == 0:
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
    for k in range(NUM_ATTACK_CARDS):
        if s.line[k] == good:
            return True
    return False


@rule
def has_resource(s, party):
    """Whether a party has wood, stone or food in the supply."""
    for resource in range(NUM_RESOURCES):
        if s.goods[party, resource] > 0:
            return True
    return False


# -- own locations -----------------------------------------------------------------------------------------------------


@rule
def produces(s, seat, card, other):
    """Whether a card is a production location of a seat, another one than ``other`` (S108).

    One that produces what another one produces needs one.
    """
    face = card_face(card)
    if card == other or not controls(s, seat, card) or face_row(face) != PRODUCTION:
        return False
    if effect_op(effects(face, PRODUCE_TRIGGER, 0)) != ops.COPY_PRODUCTION:
        return True
    for source in range(NUM_CARDS):
        if source != card and controls(s, seat, source) and face_row(card_face(source)) == PRODUCTION:
            return True
    return False


@rule
def was_used(s, seat, card, other):
    """Whether a card is another own action location that was used this round (S90)."""
    return card != other and controls(s, seat, card) and face_row(card_face(card)) == ACTION and s.uses[card] > 0


@rule
def can_raze_own(s, seat, card):
    """Whether a card is an own common location with a raze field (S98)."""
    face = card_face(card)
    return controls(s, seat, card) and face < NUM_COMMON_FACES and can_raze(face) == 1


@rule
def needs_choice(card):
    """Whether a production location asks its player something, so that its turn in Production is chosen (S26)."""
    row = effects(card_face(card), PRODUCE_TRIGGER, 0)
    op = effect_op(row)
    return op == ops.CHOOSE or op == ops.COPY_PRODUCTION or op == ops.DRAW_KEEP or effect_good(row, CARD) > 0


@rule
def is_own(s, seat, purpose, about, card):
    """Whether an own location can be chosen for a purpose besides activation."""
    if purpose == purposes.OWN_SACRIFICE:
        return s.place[card] == BUILT and can_sacrifice(s, seat, card)
    if not controls(s, seat, card):
        return False
    face = card_face(card)
    if purpose == purposes.OWN_RAZE:
        return can_raze_own(s, seat, card)
    if purpose == purposes.OWN_RESET:
        return was_used(s, seat, card, about)
    if purpose == purposes.OWN_COPY:
        return produces(s, seat, card, about)
    if purpose == purposes.OWN_PRODUCE:
        return face_row(face) == PRODUCTION and needs_choice(card) and s.uses[card] == 0
    if purpose == purposes.OWN_GATE:
        return deposits(face) == GATE
    if purpose == purposes.OWN_ATTACKED:
        return is_attacked(s, card, about)
    return s.guard[card] == 0 and (face_deck(face) == COMMON_DECK) == (purpose == purposes.OWN_DEFENCE)


@rule
def fits(s, seat, purpose, about, card):
    """Whether a card on the table can be chosen for a purpose besides activation."""
    if purpose <= purposes.AIM_ROUTE:
        return aims_at(s, seat, purpose, about, card)
    if purposes.OWN_SACRIFICE <= purpose <= purposes.OWN_ATTACKED:
        return is_own(s, seat, purpose, about, card)
    return is_deal(s, purpose, about, card)


@rule
def is_there(s, card):
    """Whether a card is on the table, or a deal may have outlived it."""
    return s.place[card] != NONE or s.routes_outlive_locations == 1


@rule
def any_fits(s, seat, purpose, about):
    """Whether there is such a card."""
    for card in range(NUM_CARDS):
        if is_there(s, card) and fits(s, seat, purpose, about, card):
            return True
    return False


# -- hand cards --------------------------------------------------------------------------------------------------------


@rule
def fits_use(s, seat, use, face, sacrifice):
    """Whether a card of a hand can be chosen for a use; ``sacrifice`` says whether there is one for a building."""
    if s.hand[seat, face] == 0:
        return False
    if use == purposes.HAND_BUILD:
        return (sacrifice or face_cost(face, LOCATION) == 0) and affords(s, seat, building_amounts(face), 0)
    if use == purposes.HAND_DEAL:
        return face >= NUM_COMMON_FACES
    if use == purposes.HAND_RAZE or use == purposes.HAND_CHAPEL:
        return can_raze(face) == 1 and s.goods[seat, RAZE] >= RAZE_HAND_TOKENS
    if use == purposes.HAND_WAIVED:
        return face >= NUM_COMMON_FACES and affords(s, seat, building_amounts(face), 0)
    if use == purposes.HAND_FOUNDATION:
        return face < NUM_COMMON_FACES
    return use != purposes.HAND_GIVE_UP or s.drawn[face] > 0


@rule
def any_in_hand(s, seat, use):
    """Whether there is such a card."""
    sacrifice = use == purposes.HAND_BUILD and has_sacrifice(s, seat)
    for face in range(NUM_FACES):
        if fits_use(s, seat, use, face, sacrifice):
            return True
    return False


# -- opponents ---------------------------------------------------------------------------------------------------------


@rule
def can_aim(s, seat, aim, victim):
    """Whether an aim finds something at a party; one that has passed is safe (S32)."""
    if victim == seat or s.passed[victim]:
        return False
    if aim == purposes.AIM_STEAL:
        return has_resource(s, victim)
    if aim == purposes.AIM_DISCARD:
        return True
    if aim == purposes.AIM_ROUTE and not can_draw(s, own_deck(s, seat)):
        return False
    for good in range(NUM_TARGETS):
        if aim > purposes.AIM_ROUTE and is_attack_deal(s, aim, victim, good):
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
def aim_of(row):
    """The aim of an effect that asks for an opponent."""
    op = effect_op(row)
    if op == ops.STEAL:
        return purposes.AIM_STEAL
    if op == ops.RAZING:
        return purposes.AIM_CHARIOT
    if op == ops.GAIN_RAZE_GOOD:
        return purposes.AIM_FIELD
    if op == ops.REMOVE:
        return purposes.AIM_REMOVE
    if op == ops.BLOCK:
        return purposes.AIM_BLOCK
    if op == ops.TAKE_OVER:
        return purposes.AIM_TAKE_OVER
    if op == ops.TRADE_ROUTE:
        return purposes.AIM_ROUTE
    if op == ops.HIT_DEAL:
        return purposes.AIM_DEAL_OUT + parameter(row, 0)
    return purposes.AIM_DISCARD


# -- activation --------------------------------------------------------------------------------------------------------


@rule
def can_pay_activation(s, seat, face, times):
    """Whether a seat can pay for so many activations (once or twice) of a card (S56, S58)."""
    for good in range(GOLD, RAZE + 1):
        if s.goods[seat, good] < activation_cost(face, good) * times:
            return False
    amounts = activation_amounts(face)
    more = amounts if times > 1 else 0
    if shortage(s, seat, amounts, more) > s.goods[seat, GOLD] - activation_cost(face, GOLD) * times:
        return False
    held = s.goods[seat, GOLD]
    for resource in range(NUM_RESOURCES):
        held += s.goods[seat, resource]
    if held < activation_cost(face, PAY_ANY) * times:
        return False
    if activation_cost(face, PAY_DEAL) and num_deals(s, seat) < times:
        return False
    return activation_cost(face, PAY_HAND) == 0 or hand_size(s, seat) >= times


@rule
def has_effect(s, seat, card, paid):
    """Whether the first part of an activation's effect is possible once resources are paid for it (S56)."""
    face = card_face(card)
    row = effects(face, ACTIVATE_TRIGGER, 0)
    op = effect_op(row)
    if op <= ops.DRAW_KEEP:
        return True
    if op == ops.COPY_PRODUCTION:
        return any_fits(s, seat, purposes.OWN_COPY, card)
    if op == ops.RESET:
        return any_fits(s, seat, purposes.OWN_RESET, card)
    if op == ops.BUILD_WAIVED:
        return can_build_waived(s, seat, row, paid)
    if op == ops.USE_DEAL:
        return num_deals(s, seat) > 0
    if op == ops.TO_FOUNDATION:
        return any_in_hand(s, seat, purposes.HAND_FOUNDATION)
    if op == ops.RAZING:
        if parameter(row, 0) > 0:
            return any_in_hand(s, seat, purposes.HAND_CHAPEL) or can_aim_any(s, seat, purposes.AIM_CHAPEL)
        if parameter(row, 2) >= 0:
            return any_fits(s, seat, purposes.OWN_RAZE, 0)
    return can_aim_any(s, seat, aim_of(row))


@rule
def can_activate(s, seat, card):
    """Whether a seat can activate an action location that it controls (K1)."""
    face = card_face(card)
    return (
        face_row(face) == ACTION
        and controls(s, seat, card)
        and s.blocked[card] == 0
        and s.uses[card] < activation_uses(face)
        and can_pay_activation(s, seat, face, 1)
        and has_effect(s, seat, card, activation_amounts(face))
    )


@rule
def qualifies(s, seat, purpose, about, card):
    """Whether a card on the table can be chosen for a purpose."""
    if purpose == purposes.OWN_ACTIVATE:
        return can_activate(s, seat, card)
    return is_there(s, card) and fits(s, seat, purpose, about, card)


@rule
def can_activate_any(s, seat):
    """Whether a seat can activate a location."""
    for card in range(NUM_CARDS):
        if s.place[card] == BUILT and can_activate(s, seat, card):
            return True
    return False
