"""What happens to what was chosen: hand cards, opponents, locations, deals, goods, and copies that differ."""

from __future__ import annotations

from ...core.compiling import rule
from ...core.machine import pop, push, top_step
from .. import constants, purposes, steps, tables
from ..actions import A_COPY, A_FACE, A_FOUNDATION, A_GOOD, A_KIND, A_PLAYER, MAX_COPIES
from . import cards
from .activation import activate, reset
from .attack import take_by_attack, take_out
from .building import FOOD_OF_DEAL, gain_of_new_deal, pay_and_enter, push_effects
from .costs import has_sacrifice
from .goods import draw, gain, gain_vp
from .razing import raze, raze_location
from .targets import any_in_hand, can_aim, can_aim_any, fits_use, is_attack_deal, qualifies, tokens_needed

# -- hand cards --------------------------------------------------------------------------------------------------------


@rule
def legal_hand(s, seat, use, mask):
    """B1, D1, H1, K3, T8: the cards of the hand that fit."""
    sacrifice = use == purposes.HAND_BUILD and has_sacrifice(s, seat)
    for face in range(constants.NUM_FACES):
        if fits_use(s, seat, use, face, sacrifice):
            mask[A_FACE + face] = 1


@rule
def do_hand(s, seat, use, about, action):
    """B1, D1, H1, K3, T8: the card is used."""
    face = action - A_FACE
    if use == purposes.HAND_GIVE_UP:  # one of the cards just drawn, so what others know of the hand stays
        s.drawn[face] -= 1
        s.hand[seat, face] -= 1
        s.discard[face] += 1
        gain_vp(s, seat, about)
        return
    if use == purposes.HAND_GATE:
        push(s, steps.LOCATION, seat, purposes.OWN_GATE, face)
        return
    cards.leaves_hand(s, seat, face)
    if use == purposes.HAND_BUILD or use == purposes.HAND_WAIVED:
        pay_and_enter(s, seat, face, use == purposes.HAND_WAIVED)
    elif use == purposes.HAND_DEAL:
        push(s, steps.TUCK, seat, face, 0)
        push(s, steps.PAYMENT, seat, FOOD_OF_DEAL, constants.NONE)
    elif use == purposes.HAND_RAZE or use == purposes.HAND_CHAPEL:
        tokens = constants.RAZE_HAND_TOKENS
        raze(s, seat, steps.RAZED_HAND, face, face, tokens, use == purposes.HAND_CHAPEL)
    elif use == purposes.HAND_FOUNDATION:
        cards.turn_over(s, cards.lay(s, seat, face, constants.BUILT))
    else:
        s.discard[face] += 1


# -- opponents ---------------------------------------------------------------------------------------------------------


@rule
def legal_player(s, seat, purpose, mask):
    """TARGET: the opponents at whom the aim finds something."""
    for k in range(1, cards.parties(s)):
        if can_aim(s, seat, purpose, (seat + k) % cards.parties(s)):
            mask[A_PLAYER + k - 1] = 1


@rule
def do_player(s, seat, purpose, action):
    """TARGET: what is chosen there comes next."""
    victim = (seat + action - A_PLAYER + 1) % cards.parties(s)
    if tables.at_location(purpose):
        push(s, steps.LOCATION, seat, purpose, victim)
    elif purpose == purposes.AIM_STEAL:
        push(s, steps.GOOD, seat, purposes.GOOD_STEAL, victim)
    elif purpose == purposes.AIM_DISCARD:
        if victim < s.players:
            push(s, steps.HAND, victim, purposes.HAND_DISCARD, 0)
    else:
        push(s, steps.DEAL, seat, purpose, victim)


# -- cards on the table ------------------------------------------------------------------------------------------------


@rule
def next_copy(s, seat, purpose, about, face, above):
    """Of the copies of a face that qualify and whose state is above a number, the one of the lowest state; or NONE."""
    found = constants.NONE
    for card in range(tables.first_card(face), tables.first_card(face) + tables.copies(face)):
        if qualifies(s, seat, purpose, about, card) and cards.state_of(s, seat, card) > above:
            if found == constants.NONE or cards.state_of(s, seat, card) < cards.state_of(s, seat, found):
                found = card
    return found


@rule
def mark_cards(s, seat, purpose, about, mask):
    """The faces of the cards on the table that qualify."""
    for card in range(constants.NUM_CARDS):
        if qualifies(s, seat, purpose, about, card):
            mask[A_FACE + tables.card_face(card)] = 1


@rule
def legal_location(s, seat, purpose, about, mask):
    """The faces of the cards on the table that qualify; a foundation as cost (S35)."""
    mark_cards(s, seat, purpose, about, mask)
    if purpose == purposes.OWN_SACRIFICE and cards.count_laid(s, seat, constants.FOUNDATION) > 0:
        mask[A_FOUNDATION] = 1


@rule
def do_location(s, seat, purpose, about, action):
    """The copy is asked for if there are copies that differ."""
    if action == A_FOUNDATION:
        cards.use_foundation(s, seat)
    else:
        choose_copy(s, seat, steps.LOCATION, purpose, about, action - A_FACE)


@rule
def choose_copy(s, seat, kind, purpose, about, face):
    """COPY: go on with the only copy of a face, or ask which one; the step below remembers what for."""
    card = next_copy(s, seat, purpose, about, face, constants.NONE)
    if next_copy(s, seat, purpose, about, face, cards.state_of(s, seat, card)) == constants.NONE:
        use_card(s, seat, purpose, about, card)
    else:
        push(s, kind, seat, purpose, about)
        push(s, steps.COPY_OF, seat, face, 0)


@rule
def legal_copy_of(s, seat, face, mask):
    """COPY: the copies that differ, by owner and state."""
    below = s.depth - 2
    above = constants.NONE
    for k in range(MAX_COPIES):
        card = next_copy(s, seat, s.step_a[below], s.step_b[below], face, above)
        if card != constants.NONE:
            mask[A_COPY + k] = 1
            above = cards.state_of(s, seat, card)


@rule
def do_copy_of(s, seat, face, action):
    """COPY: go on with the copy chosen."""
    _, _, purpose, about = top_step(s)
    pop(s)
    card = next_copy(s, seat, purpose, about, face, constants.NONE)
    for _ in range(action - A_COPY):
        card = next_copy(s, seat, purpose, about, face, cards.state_of(s, seat, card))
    use_card(s, seat, purpose, about, card)


@rule
def use_card(s, seat, purpose, about, card):
    """What a card on the table was chosen for happens."""
    if tables.at_location(purpose):
        use_aim(s, seat, purpose, about, card)
    elif tables.of_own(purpose):
        use_own(s, seat, purpose, about, card)
    else:
        use_deal(s, seat, purpose, about, card)


@rule
def use_aim(s, seat, aim, victim, card):
    """An opponent's location was chosen."""
    if aim == purposes.AIM_RAZE or aim == purposes.AIM_CHAPEL:
        raze_location(s, seat, card, tokens_needed(s, card), aim == purposes.AIM_CHAPEL)
    elif aim == purposes.AIM_CHARIOT:
        raze_location(s, seat, card, 0, False)
    elif aim == purposes.AIM_FIELD:
        push(s, steps.GOOD, seat, purposes.GOOD_FIELD, card)
    elif aim == purposes.AIM_REMOVE:
        cards.discard_location(s, card)
    elif aim == purposes.AIM_BLOCK:
        s.blocked[card] = 1
    elif aim == purposes.AIM_TAKE_OVER:
        s.taken_by[card] = seat
    else:
        open_route(s, seat, card)


@rule
def open_route(s, seat, card):
    """S78: the top card of the own faction deck goes under a location, unseen, and its deal is made."""
    cards.lay_marker(s, seat, draw(s, cards.own_deck(s, seat)), card)
    s.routes[tables.route_row(s.faction[seat]), card - constants.NUM_COMMON_CARDS] += 1
    gain_of_new_deal(s, seat, tables.face_deal(tables.card_face(card)))


@rule
def use_own(s, seat, purpose, about, card):
    """An own location was chosen."""
    if purpose == purposes.OWN_SACRIFICE:
        cards.discard_location(s, card)
    elif purpose == purposes.OWN_ACTIVATE:
        activate(s, seat, card)
    elif purpose == purposes.OWN_RAZE:
        raze_location(s, seat, card, 0, False)
    elif purpose == purposes.OWN_RESET:
        reset(s, seat, card)
    elif purpose == purposes.OWN_COPY:
        push_effects(s, seat, card, tables.PRODUCE_TRIGGER)
    elif purpose == purposes.OWN_PRODUCE:
        s.uses[card] += 1
        push(s, steps.LOCATION, seat, purposes.OWN_PRODUCE, 0)  # P5: the next one is chosen then
        push_effects(s, seat, card, tables.PRODUCE_TRIGGER)
    elif purpose == purposes.OWN_GATE:
        cards.leaves_hand(s, seat, about)
        laid = cards.lay(s, s.owner[card], about, constants.UNDER_GATE)
        s.under[laid] = card - constants.NUM_COMMON_CARDS
        gain_vp(s, seat, tables.GATE_VP)
    elif purpose == purposes.OWN_ATTACKED:
        take_by_attack(s, card, about)
    else:
        s.guard[card] = 1
        if purpose == purposes.OWN_DEFENCE:
            s.defence[seat] -= 1
        elif purpose == purposes.OWN_SAMURAI:
            s.goods[seat, constants.WORKER] -= 1


# -- deals -------------------------------------------------------------------------------------------------------------


@rule
def legal_deal(s, seat, purpose, whose, mask):
    """The deals that qualify by face, attack cards by their good (S101, S105, S106, S127)."""
    mark_cards(s, seat, purpose, whose, mask)
    for good in range(constants.NUM_TARGETS):
        if is_attack_deal(s, purpose, whose, good):
            mask[A_GOOD + good] = 1


@rule
def do_deal(s, seat, purpose, whose, action):
    """A deal was chosen; the copy is asked for if there are copies that differ."""
    if action < A_GOOD:
        choose_copy(s, seat, steps.DEAL, purpose, whose, action - A_FACE)
    else:
        use_attack_card(s, seat, purpose, whose, action - A_GOOD)


@rule
def use_deal(s, seat, purpose, whose, card):
    """A deal was chosen: a card under a board, or a marker under a location."""
    face = tables.card_face(card)
    is_card = s.place[card] == constants.DEAL and s.owner[card] == whose
    if purpose == purposes.AIM_DEAL_TAKE:
        s.owner[card] = seat
    elif purpose == purposes.DEAL_BUILD:
        cards.take_off(s, card)
        pay_and_enter(s, seat, face, True)
    elif purpose != purposes.DEAL_USE:
        if is_card:
            cards.discard_laid(s, card)
        else:
            cards.drop_route(s, tables.route_row(s.faction[whose]), card)
    if purpose == purposes.AIM_DEAL_GAIN or purpose == purposes.DEAL_USE:
        gain(s, seat, tables.face_deal(face), 1)


@rule
def use_attack_card(s, seat, purpose, whose, good):
    """S127: an open attack card, or one that is a deal of the player, was chosen."""
    if whose != seat:
        k = 0
        while s.line[k] != good:
            k += 1
        take_out(s, k)
        s.attack_deals[good] += purpose == purposes.AIM_DEAL_TAKE
    elif purpose == purposes.DEAL_PAY:
        s.attack_deals[good] -= 1
    if purpose == purposes.AIM_DEAL_GAIN or purpose == purposes.DEAL_USE:
        gain(s, seat, good, 1)


# -- goods -------------------------------------------------------------------------------------------------------------


@rule
def legal_good(s, seat, use, about, mask):
    """S102: a resource of the victim; S4: what stands for any resource; S103: a good of the field; S77: a resource."""
    if use == purposes.GOOD_FIELD:
        for good in range(constants.NUM_TARGETS):
            if tables.raze_good(tables.card_face(about), good) > 0:
                mask[A_GOOD + good] = 1
        return
    whose = about if use == purposes.GOOD_STEAL else seat
    cards.allow(s.goods[whose][: constants.NUM_RESOURCES], mask[A_GOOD:])
    if use == purposes.GOOD_PAY or (use == purposes.GOOD_SHRINE and s.gold_on_shrine == 1):
        mask[A_GOOD + constants.GOLD] = s.goods[seat, constants.GOLD] > 0


@rule
def do_good(s, seat, use, about, action):
    """The good is taken, paid, gained, or put on the Shrine."""
    good = action - A_GOOD
    if use == purposes.GOOD_FIELD:
        gain(s, seat, good, 1)
    elif use == purposes.GOOD_STEAL:
        s.goods[about, good] -= 1
        s.goods[seat, good] += 1
    else:
        s.goods[seat, good] -= 1
        s.shrine += use == purposes.GOOD_SHRINE


@rule
def legal_chapel(s, seat, mask):
    """S100: raze from hand, or an opponent's location."""
    mask[A_KIND + purposes.K_RAZE_HAND] = any_in_hand(s, seat, purposes.HAND_CHAPEL)
    mask[A_KIND + purposes.K_RAZE] = can_aim_any(s, seat, purposes.AIM_CHAPEL)


@rule
def do_chapel(s, seat, action):
    """S100: what is razed is chosen next."""
    if action == A_KIND + purposes.K_RAZE_HAND:
        push(s, steps.HAND, seat, purposes.HAND_CHAPEL, 0)
    else:
        push(s, steps.PLAYER, seat, purposes.AIM_CHAPEL, 0)
