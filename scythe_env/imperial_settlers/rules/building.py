"""Building locations and making deals, and what answers to them (S33-S45, S79, S91, S97)."""

from __future__ import annotations

from ...core.compiling import rule
from ...core.machine import push
from .. import purposes, steps, tables
from ..actions import A_GOOD, A_STOP
from ..constants import BUILT, COMMON_DECK, DEAL, GOLD, LOCATION, NONE, NUM_RESOURCES, NUM_TARGETS, PRODUCTION
from .cards import controls, lay
from .goods import answer, gain, gain_vp

FOOD_OF_DEAL = 1 << 4  # one food, as a packed amount (S44)


@rule
def pay_and_enter(s, seat, face, waived):
    """B2, B3: the location symbol unless it is waived, then the resources; then the card enters."""
    push(s, steps.ENTER, seat, face, 0)
    push(s, steps.PAYMENT, seat, tables.building_amounts(face), NONE)
    if tables.face_cost(face, LOCATION) > 0 and not waived:
        push(s, steps.LOCATION, seat, purposes.OWN_SACRIFICE, 0)


@rule
def push_effects(s, seat, card, trigger):
    """The effects of an ability of a card are due for a seat, the first one first."""
    face = tables.card_face(card)
    for row in range(tables.effects(face, trigger, 1) - 1, tables.effects(face, trigger, 0) - 1, -1):
        push(s, steps.EFFECT, seat, row, card)


@rule
def run_enter(s, seat, face):
    """B3, B4: the card enters the empire; its bonus, its production, then features (S38-S41)."""
    card = lay(s, seat, face, BUILT)
    push(s, steps.ANSWERS, seat, card, 0)
    if tables.face_row(face) == PRODUCTION:
        push_effects(s, seat, card, tables.PRODUCE_TRIGGER)
    push_effects(s, seat, card, tables.BUILT_TRIGGER)


@rule
def run_answers(s, seat, card, next_):
    """B4: the features of the builder that fit, first those that gain, then those with a choice, at last Slaver."""
    face = tables.card_face(card)
    for k in range(next_, tables.NUM_ANSWERS):
        color = tables.answers(k, 2)
        fits = tables.face_deck(face) != COMMON_DECK if color == NONE else tables.has_color(face, color) == 1
        if fits and controls(s, seat, tables.answers(k, 0)):
            push(s, steps.ANSWERS, seat, card, k + 1)
            push(s, steps.EFFECT, seat, tables.answers(k, 1), tables.answers(k, 0))
            return


@rule
def legal_option(effect, mask):
    """S97, Pharaoh's Guard: one of two goods."""
    for good in range(NUM_TARGETS):
        mask[A_GOOD + good] = tables.effect_good(effect, good) > 0


@rule
def do_option(s, seat, effect, action):
    """S97, Pharaoh's Guard: it is gained."""
    gain(s, seat, action - A_GOOD, tables.effect_good(effect, action - A_GOOD))


@rule
def legal_offered(s, seat, effect, mask):
    """S91: one gold, one stone (or a gold for it), or none."""
    mask[A_STOP] = 1
    for good in range(GOLD + 1):
        held = s.goods[seat, good] > 0 or s.goods[seat, GOLD] > 0
        mask[A_GOOD + good] = held and tables.effect_good(effect, good) > 0


@rule
def do_offered(s, seat, effect, action):
    """S91: it is paid, and brings victory points."""
    if action == A_STOP:
        return
    good = action - A_GOOD
    push(s, steps.BOUGHT, seat, tables.effect_good(effect, good), 0)
    if good < NUM_RESOURCES:
        push(s, steps.PAYMENT, seat, 1 << (2 * good), NONE)
    else:
        s.goods[seat, good] -= 1


@rule
def run_bought(s, seat, vp):
    """S91: what was paid for is gained."""
    gain_vp(s, seat, vp)


@rule
def run_tuck(s, seat, face):
    """D1: the card lies under the board and gives its good; Dojo (S44, S79)."""
    lay(s, seat, face, DEAL)
    gain_of_new_deal(s, seat, tables.face_deal(face))


@rule
def gain_of_new_deal(s, seat, good):
    """The good of a deal that was just made; then what answers to it."""
    push(s, steps.DEAL_MADE, seat, 0, 0)
    gain(s, seat, good, 1)


@rule
def run_deal_made(s, seat):
    """D1: Dojo (S79)."""
    answer(s, seat, tables.DEAL_TRIGGER)
