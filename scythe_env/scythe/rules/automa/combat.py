"""Combat with Automas (A61-A67), and what humans find on a territory taken from one (A72-A75)."""

from __future__ import annotations

from ....core.compiling import rule
from ....core.machine import push
from ....core.random import keep_some, total
from ... import steps
from ...actions import A_RESOURCE
from ...constants import (
    ATTACKER,
    DEFENDER,
    FOUGHT_CARDS,
    FOUGHT_DEFENDER,
    FOUGHT_DIAL,
    FOUGHT_DIGIT,
    NONE,
    NUM_AUTOMA_CARDS,
    NUM_CARD_VALUES,
    NUM_RESOURCES,
    NUM_SIDES,
)
from ...tables import automa_combat_cards, automa_power, automa_resources, terrain
from ..combat import side_seat
from ..control import fighters_at, hand_size, is_automa
from .deck import card_in_use, draw_automa_card, forget_fight


@rule
def run_automa_cards(s):
    """AC3: after the choices of humans each Automa draws its card, the attacker first (A61, QA22)."""
    for side in range(NUM_SIDES):
        if is_automa(s, side_seat(s, side)):
            draw_for_combat(s, side_seat(s, side), side)
    note_fight(s)


@rule
def note_fight(s):
    """What both sides reveal stays on record for logs: other fights of Automas may follow before somebody decides."""
    seat = side_seat(s, ATTACKER)
    forget_fight(s, seat)
    s.fought[seat, FOUGHT_DEFENDER] = side_seat(s, DEFENDER) + 1
    for side in range(NUM_SIDES):
        s.fought[seat, FOUGHT_DIAL + side] = s.dial[side]
        for value in range(NUM_CARD_VALUES):
            part = FOUGHT_CARDS + 2 * side + value // 2
            s.fought[seat, part] = FOUGHT_DIGIT * s.fought[seat, part] + s.played[side, value]


@rule
def draw_for_combat(s, seat, side):
    """AC3: the power that the card shows for the power there is, and as many random combat cards (A63, A64)."""
    pile = s.pile[seat]
    if total(s.automa_deck[pile]) == 0:
        shuffle_used(s, pile)
    card = draw_automa_card(s, pile)
    s.fight_cards[side] = card
    s.dial[side] = min(s.power[seat], automa_power(card, s.power[seat]))
    cards = min(automa_combat_cards(card), hand_size(s, seat))
    if s.automa_cards_per_unit:
        cards = min(cards, fighters_at(s, seat, s.combat_place))
    for value in range(NUM_CARD_VALUES):
        s.played[side, value] = s.cards[seat, value]
    keep_some(s, s.played[side], cards)


@rule
def shuffle_used(s, pile):
    """AC3: all used cards but the one in use and one that is open in this combat (QA21)."""
    for card in range(NUM_AUTOMA_CARDS):
        if card != s.automa_card[pile]:
            s.automa_deck[pile, card] = 1
    for side in range(NUM_SIDES):
        drawn = s.fight_cards[side]
        if drawn != NONE and s.pile[side_seat(s, side)] == pile:
            s.automa_deck[pile, drawn] = 0


# -- resources on a territory taken from an Automa ---------------------------------------------------------------------


@rule
def run_spoils(s, seat, place, loser):
    """AC6, MV4: as many tokens as the card in use shows, of the territory's kind or of free choice (A72-A74, QA73)."""
    card = card_in_use(s, loser)
    n = 0 if card == NONE or is_automa(s, seat) else automa_resources(card)
    if terrain(place) < NUM_RESOURCES:
        s.tokens[place, terrain(place)] += n
    elif n > 0:
        push(s, steps.SPOIL, seat, n, place)


@rule
def legal_spoil(mask):
    """AC6: the kind of one token; all of them have to be placed (QA72.2)."""
    for resource in range(NUM_RESOURCES):
        mask[A_RESOURCE + resource] = 1


@rule
def do_spoil(s, seat, left, place, action):
    """AC6: it is placed; then the next."""
    s.tokens[place, action - A_RESOURCE] += 1
    if left > 1:
        push(s, steps.SPOIL, seat, left - 1, place)
