"""What a seat sees: one float32 vector, divided into named blocks, from the observing seat's point of view.

It holds what the seat may know at the table, with a perfect memory, and nothing else. Blocks of the game come first;
then each seat has the same blocks, the observer first, the others in turn order from it.
"""

from __future__ import annotations

from typing import Final

import numpy as np

from ..core.compiling import lookup, rule
from ..core.kernel import NONE
from ..core.observation import BlockTable
from ..core.random import total
from ..core.steps import PLAIN, Step
from . import constants, purposes, steps, tables
from .components import PLAIN_GOODS
from .constants import MAX_PLAYERS, NUM_COMMON_FACES, NUM_FACES, NUM_FACTIONS, NUM_PLAIN, NUM_RESOURCES, NUM_TARGETS
from .redeal import certain
from .rules.cards import controller, count_laid, distance, is_virtual, own_deck, routes_of
from .rules.costs import unpacked
from .rules.goods import in_deck

CLIP: Final = 4.0  # counts are clipped here, after scaling
POINTS: Final = 16.0  # and goods, among which are victory points
BLOCKED: Final = 2  # a blocked location counts as so many more uses
FACTION_DECK_SIZE: Final = 30
NUM_FACTION_FACES: Final = NUM_FACES - NUM_COMMON_FACES

GAME: Final = BlockTable()
SEAT: Final = BlockTable()

# -- the blocks of the game --------------------------------------------------------------------------------------------
G_ACTING: Final = GAME.block("acting", (1,), 1, "1 if the observer has to act; then the next blocks say what is asked")
G_DECISION: Final = GAME.block("decision", (steps.NUM_DECISIONS,), 1, "decision that is due, one-hot")
G_PURPOSE: Final = GAME.block(
    "purpose", (len(purposes.PURPOSES),), 1, "what a card on the table or an opponent is chosen for"
)
G_HAND_USE: Final = GAME.block("hand_use", (len(purposes.HAND_USES),), 1, "what a hand card is chosen for, one-hot")
G_GOOD_USE: Final = GAME.block("good_use", (len(purposes.GOOD_USES),), 1, "what a good is chosen for, one-hot")
G_WHOSE: Final = GAME.block("whose", (MAX_PLAYERS,), 1, "whose card or good is chosen, by distance from the observer")
G_NUMBER: Final = GAME.block("number", (1,), CLIP, "a number that comes with the decision, / 4")
G_DUE: Final = GAME.block("due", (NUM_RESOURCES,), 1, "resources still to be paid / 4")
G_FOCUS: Final = GAME.block("focus", (NUM_FACES,), 1, "face of the card that asks or that is meant, one-hot")
G_ROUND: Final = GAME.block("round", (1,), 1, "round / 5")
G_OPEN: Final = GAME.block("open", (NUM_COMMON_FACES,), CLIP, "open cards by face / 2")
G_IN_FRONT: Final = GAME.block("in_front", (NUM_COMMON_FACES,), CLIP, "cards in front of the observer by face / 2")
G_PASSED_ON: Final = GAME.block("passed_on", (NUM_COMMON_FACES,), CLIP, "cards that it passed to the left by face / 2")
G_DRAWN: Final = GAME.block("drawn", (NUM_FACES,), CLIP, "cards that the observer has just drawn by face / 2")
G_CONVERTIBLE: Final = GAME.block("convertible", (NUM_PLAIN,), CLIP, "goods just gained that may be given up / 8")
G_DISCARD: Final = GAME.block("discard", (NUM_FACES,), CLIP, "discards by face / 2")
G_DECK: Final = GAME.block("deck", (1,), 1, "cards in the common deck / 84")
G_TAKEN: Final = GAME.block("taken", (NUM_FACES,), 1, "locations taken over: distance of the owner + 1, / 4")
G_SHRINE: Final = GAME.block("shrine", (1,), CLIP, "resources on the Shrine / 8")
G_GATE: Final = GAME.block("gate", (NUM_FACES,), CLIP, "cards under Gates by face / 2")
G_ATTACK: Final = GAME.block("attack", (3, NUM_TARGETS), CLIP, "solo: attack cards in the deck, open, own deals, / 2")
G_TARGETS: Final = GAME.block("targets", (2, NUM_TARGETS), 1, "solo: the first and the second target, one-hot")
G_VIRTUAL: Final = GAME.block("virtual", (NUM_COMMON_FACES,), CLIP, "solo: locations of the virtual player / 2")
G_COLLECTION: Final = GAME.block("collection", (1,), CLIP, "solo: cards in the collection / 16")
GAME_SIZE: Final = GAME.size

# -- the blocks of a seat ----------------------------------------------------------------------------------------------
S_FACTION: Final = SEAT.block("faction", (NUM_FACTIONS,), 1, "one-hot")
S_FIRST: Final = SEAT.block("first", (1,), 1, "has the first-player marker")
S_ACTIVE: Final = SEAT.block("active", (1,), 1, "it is this seat's turn")
S_PASSED: Final = SEAT.block("passed", (1,), 1, "has passed")
S_GOODS: Final = SEAT.block("goods", (len(PLAIN_GOODS),), POINTS, "goods and victory points / 8")
S_DEFENCE: Final = SEAT.block("defence", (1,), CLIP, "defence tokens / 8")
S_HAND: Final = SEAT.block("hand", (2,), CLIP, "common and faction cards in hand / 8")
S_DECK: Final = SEAT.block("deck", (1,), 1, "cards in the faction deck / 30")
S_FOUNDATIONS: Final = SEAT.block("foundations", (1,), CLIP, "foundations / 8")
S_CARDS: Final = SEAT.block("cards", (NUM_FACES,), CLIP, "hand cards by face, as far as the observer knows them, / 2")
S_SHOWN: Final = SEAT.block("shown", (NUM_COMMON_FACES,), CLIP, "hand cards that everybody knows by face / 2")
S_BUILT: Final = SEAT.block("built", (NUM_FACES,), CLIP, "locations that it controls by face / 2")
S_USES: Final = SEAT.block("uses", (NUM_FACES,), CLIP, "uses of these this round, 2 more for a blocked one, / 2")
S_GUARDED: Final = SEAT.block("guarded", (NUM_FACES,), CLIP, "those with a defence token or samurai by face / 2")
S_DEALS: Final = SEAT.block("deals", (NUM_FACTION_FACES,), CLIP, "deals under the board by face / 2")
S_ROUTES: Final = SEAT.block("routes", (NUM_FACTION_FACES,), CLIP, "deals by markers under locations by face / 2")
SEAT_SIZE: Final = SEAT.size

_FIRST_CARD: Final = NUM_FACES
_FIRST_EFFECT: Final = NUM_FACES + constants.NUM_CARDS
_THINGS: Final = {steps.FACE: 0, steps.CARD: _FIRST_CARD, steps.PAID_FOR: _FIRST_CARD, steps.EFFECT_ROW: _FIRST_EFFECT}
"""What numbers of steps name, by the place of the first one in ``tables.thing_face``."""


def _focus(step: Step) -> tuple[int, int]:
    """Which number of a step names a card, NONE without one, and the place of the first such thing."""
    return next(((k, _THINGS[number]) for k, number in enumerate(step.numbers) if number in _THINGS), (NONE, 0))


focus: Final = lookup([_focus(step) for step in steps.TABLE], np.int16)
"""(kind, k): which number of a step names a card (k = 0), NONE without one, and where such things begin (k = 1)."""
_COUNTED: Final = (steps.FACE, steps.CARD, steps.PURPOSE, steps.EFFECT_ROW, steps.AMOUNTS)
is_number: Final = lookup(
    [int(step.a is not None and step.a.names is PLAIN and step.a not in _COUNTED) for step in steps.TABLE]
)
"""(kind): 1 if the first number of a step is one to be observed."""


# -- writing -----------------------------------------------------------------------------------------------------------


@rule
def clipped(value):
    """A scaled count within the range of its block."""
    return min(value, CLIP)


@rule
def write_counts(counts, out):
    """Numbers of cards, in the block that ``out`` begins with."""
    for k in range(counts.shape[0]):
        out[k] = clipped(counts[k] / 2)


@rule
def observe_seat(s, seat, out):
    """Write the observation of a seat into ``out``, float32 (GAME_SIZE + players x SEAT_SIZE,)."""
    for k in range(out.shape[0]):
        out[k] = 0.0
    if s.status == constants.RUNNING and s.seat_to_act == seat:
        observe_decision(s, seat, out)
    observe_game(s, seat, out)
    observe_table(s, seat, out)
    for k in range(s.players):
        observe_one(s, seat, (seat + k) % s.players, out[GAME_SIZE + k * SEAT_SIZE :])


@rule
def ask_location(s, seat, purpose, about, out):
    """What a location is chosen for, and whose it is if it is not an own one."""
    out[G_PURPOSE + purpose] = 1.0
    if not tables.of_own(purpose):
        out[G_WHOSE + distance(s, seat, about)] = 1.0


@rule
def ask_player(purpose, out):
    """What an opponent is chosen for."""
    out[G_PURPOSE + purpose] = 1.0


@rule
def ask_deal(s, seat, purpose, whose, out):
    """What a deal is chosen for, and whose it is."""
    out[G_PURPOSE + purpose] = 1.0
    out[G_WHOSE + distance(s, seat, whose)] = 1.0


@rule
def ask_hand(use, out):
    """What a hand card is chosen for."""
    out[G_HAND_USE + use] = 1.0


@rule
def ask_good(s, seat, use, about, out):
    """What a good is chosen for, and whose it is, or on which field."""
    out[G_GOOD_USE + use] = 1.0
    if use == purposes.GOOD_STEAL:
        out[G_WHOSE + distance(s, seat, about)] = 1.0
    elif use == purposes.GOOD_FIELD:
        out[G_FOCUS + tables.card_face(about)] = 1.0


@rule
def ask_gold(amounts, out):
    """The resources that are due."""
    for resource in range(NUM_RESOURCES):
        out[G_DUE + resource] = unpacked(amounts, resource) / 4


ask = steps.TABLE.dispatch("ask", globals(), ("s", "seat", "out"), last="out")
"""What the numbers of a step say beside the card that they name, ``(kind, a, b, s, seat, out)``."""


@rule
def observe_decision(s, seat, out):
    """What the observer is asked."""
    top = s.depth - 1
    kind = s.step_kind[top]
    out[G_ACTING] = 1.0
    out[G_DECISION + kind] = 1.0
    face = focus_face(kind, s.step_a[top], s.step_b[top])
    if face != NONE:
        out[G_FOCUS + face] = 1.0
    if kind == steps.COPY_OF:  # of what is asked below
        top -= 1
        kind = s.step_kind[top]
    ask(kind, s.step_a[top], s.step_b[top], s, seat, out)
    if is_number(kind):
        out[G_NUMBER] = clipped(s.step_a[top] / 4)


@rule
def focus_face(kind, a, b):
    """The face of the card that a decision is about, NONE without one."""
    number = b if focus(kind, 0) == 1 else a
    named = focus(kind, 0) != NONE and number != NONE
    return tables.thing_face(focus(kind, 1) + number) if named else NONE


@rule
def observe_game(s, seat, out):
    """Draft, piles, and what was just gained."""
    out[G_ROUND] = s.round / constants.NUM_ROUNDS
    out[G_DECK] = in_deck(s, constants.COMMON_DECK) / constants.NUM_COMMON_CARDS
    out[G_SHRINE] = clipped(s.shrine / 8)
    # a slice, as compiled code checks for each index of unknown sign whether it counts from the end, which is slow
    write_counts(s.open, out[G_OPEN:])
    write_counts(s.discard, out[G_DISCARD:])
    if s.drawer == seat:
        write_counts(s.drawn, out[G_DRAWN:])
    left = (seat + 1) % s.players
    for place in range(constants.OFFERED):
        if s.offered[seat, place] != NONE:
            out[G_IN_FRONT + s.offered[seat, place]] += 0.5
        if s.passed_on == 1 and s.offered[left, place] != NONE:
            out[G_PASSED_ON + s.offered[left, place]] += 0.5
    if s.active == seat:
        for good in range(NUM_PLAIN):
            out[G_CONVERTIBLE + good] = clipped(s.convertible[good] / 8)
    if s.players == 1:
        observe_attacks(s, out)


@rule
def observe_attacks(s, out):
    """Attack cards (solo)."""
    write_counts(s.attack_deck, out[G_ATTACK:])
    write_counts(s.attack_deals, out[G_ATTACK + 2 * NUM_TARGETS :])
    for k in range(constants.NUM_ATTACK_CARDS):
        if s.line[k] != NONE:
            out[G_ATTACK + NUM_TARGETS + s.line[k]] += 0.5
            if k < 2:
                out[G_TARGETS + k * NUM_TARGETS + s.line[k]] = 1.0


@rule
def observe_table(s, seat, out):
    """Cards on the table, in the blocks of the game or of their seats."""
    for card in range(constants.NUM_CARDS):
        place = s.place[card]
        if place == constants.BUILT:
            observe_location(s, seat, card, out)
        elif place == constants.DEAL:
            start = GAME_SIZE + distance(s, seat, s.owner[card]) * SEAT_SIZE
            out[start + S_DEALS + tables.card_face(card) - NUM_COMMON_FACES] += 0.5
        elif place == constants.UNDER_GATE:
            out[G_GATE + tables.card_face(card)] += 0.5
        elif place == constants.COLLECTED:
            out[G_COLLECTION] += 1 / 16


@rule
def observe_location(s, seat, card, out):
    """A location: who controls it, how often it was used, what protects it, whose deals it bears."""
    face = tables.card_face(card)
    if is_virtual(s, s.owner[card]):
        out[G_VIRTUAL + face] += 0.5
    else:
        start = GAME_SIZE + distance(s, seat, controller(s, card)) * SEAT_SIZE
        out[start + S_BUILT + face] += 0.5
        out[start + S_USES + face] += (s.uses[card] + BLOCKED * s.blocked[card]) / 2
        out[start + S_GUARDED + face] += s.guard[card] / 2
    if s.taken_by[card] != NONE:
        out[G_TAKEN + face] = (distance(s, seat, s.owner[card]) + 1) / 4


@rule
def observe_one(s, observer, seat, out):
    """The blocks of one seat, which ``out`` begins with, but for cards on the table."""
    out[S_FACTION + s.faction[seat]] = 1.0
    out[S_FIRST] = s.first == seat
    out[S_ACTIVE] = s.active == seat
    out[S_PASSED] = s.passed[seat]
    for good in range(NUM_PLAIN):
        out[S_GOODS + good] = min(s.goods[seat, good] / 8, POINTS)
    out[S_DEFENCE] = clipped(s.defence[seat] / 8)
    write_counts(s.known[seat], out[S_SHOWN:])
    if seat == observer:
        write_counts(s.hand[seat], out[S_CARDS:])
    else:
        for face in range(NUM_COMMON_FACES):
            out[S_CARDS + face] = clipped(certain(s, observer, seat, face) / 2)
    common = total(s.hand[seat][:NUM_COMMON_FACES])
    out[S_HAND] = clipped(common / 8)
    out[S_HAND + 1] = clipped((total(s.hand[seat]) - common) / 8)
    out[S_DECK] = in_deck(s, own_deck(s, seat)) / FACTION_DECK_SIZE
    out[S_FOUNDATIONS] = clipped(count_laid(s, seat, constants.FOUNDATION) / 8)
    row = tables.route_row(s.faction[seat])
    for card in range(constants.NUM_COMMON_CARDS, constants.NUM_CARDS):
        if routes_of(s, row, card) > 0:
            out[S_ROUTES + tables.card_face(card) - NUM_COMMON_FACES] += routes_of(s, row, card) / 2
