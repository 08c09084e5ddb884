"""What a seat sees in a game with Automas: the blocks of all games, and those of Automas behind them."""

from __future__ import annotations

from typing import Final

from ..core.compiling import rule
from ..core.observation import BlockTable
from . import steps
from .constants import (
    COOPERATIVE,
    MAX_SPACES,
    NONE,
    NUM_AUTOMA_CARDS,
    NUM_FACTIONS,
    NUM_FACTORY_CARDS,
    NUM_LEVELS,
    RUNNING,
    TWO_SEATS,
)
from .observation import G_FACTORY, GAME, SEAT, observe_decision, observe_game, observe_one, observe_standings
from .rules.automa.arrive import has_factory_card
from .rules.automa.deck import scheme
from .rules.automa.move import water_is_open
from .rules.control import is_automa

AUTOMA_GAME: Final = BlockTable(GAME)
AUTOMA_SEAT: Final = BlockTable(SEAT)

# -- the blocks of the game --------------------------------------------------------------------------------------------
G_OF_AUTOMAS: Final = AUTOMA_GAME.block(
    "automa_decision", (steps.NUM_DECISIONS - steps.NUM_OWN_DECISIONS,), 1, "decision that only Automas bring, one-hot"
)
G_COOPERATIVE: Final = AUTOMA_GAME.block("cooperative", (1,), 1, "the Automas play together")
G_TIE_TOKEN: Final = AUTOMA_GAME.block("tie_token", (NUM_FACTIONS,), 1, "home base of the tie token, one-hot")
AUTOMA_GAME_SIZE: Final = AUTOMA_GAME.size

# -- the blocks of a seat ----------------------------------------------------------------------------------------------
S_LEVEL: Final = AUTOMA_SEAT.block("automa", (NUM_LEVELS,), 1, "level of an Automa, one-hot")
S_SPACE: Final = AUTOMA_SEAT.block("space", (1,), 1, f"space of its star tracker / {MAX_SPACES - 1}")
S_SCHEME: Final = AUTOMA_SEAT.block("scheme_2", (1,), 1, "scheme II counts")
S_WATER: Final = AUTOMA_SEAT.block("water_open", (1,), 1, "water is open for it")
S_CARD: Final = AUTOMA_SEAT.block("automa_card", (NUM_AUTOMA_CARDS,), 1, "its card in use, one-hot")
S_DECK: Final = AUTOMA_SEAT.block("automa_deck", (NUM_AUTOMA_CARDS,), 1, "cards left in its deck")
S_FACE_DOWN: Final = AUTOMA_SEAT.block("face_down", (1,), 1, "it has a Factory card")
AUTOMA_SEAT_SIZE: Final = AUTOMA_SEAT.size


@rule
def observe_with_automas(s, seat, out):
    """Write the observation of a seat into ``out``, as :func:`.observe_seat` does without Automas."""
    for k in range(out.shape[0]):
        out[k] = 0.0
    if s.status == RUNNING and s.seat_to_act == seat:
        observe_decision(s, seat, out)
        kind = s.step_kind[s.depth - 1]
        if kind >= steps.NUM_OWN_DECISIONS:
            out[G_OF_AUTOMAS + kind - steps.NUM_OWN_DECISIONS] = 1.0
    observe_game(s, seat, out)
    for other in range(s.players):  # one of the cards that it has seen, it does not know which (QA69.2)
        if (s.drawn_from[other] >> seat) & 1:
            for card in range(NUM_FACTORY_CARDS):
                out[G_FACTORY + card] += s.face_down[other, card]
    out[G_COOPERATIVE] = s.automa_team == COOPERATIVE
    if s.players > TWO_SEATS:
        out[G_TIE_TOKEN + s.tie_base] = 1.0
    for k in range(s.players):
        other = (seat + k) % s.players
        part = out[AUTOMA_GAME_SIZE + k * AUTOMA_SEAT_SIZE :]
        observe_one(s, seat, other, part)
        if is_automa(s, other):
            observe_automa(s, other, part)
    room = (out.shape[0] - AUTOMA_GAME_SIZE) // AUTOMA_SEAT_SIZE
    standings = AUTOMA_GAME_SIZE + room * AUTOMA_SEAT_SIZE
    if standings < out.shape[0]:
        observe_standings(s, seat, out[standings:])


@rule
def observe_automa(s, seat, out):
    """The blocks of an Automa, behind those of a seat."""
    out[S_LEVEL + s.level[seat] - 1] = 1.0
    out[S_SPACE] = s.space[seat] / (MAX_SPACES - 1)
    out[S_SCHEME] = scheme(s, seat)
    out[S_WATER] = water_is_open(s, seat)
    pile = s.pile[seat]
    if s.automa_card[pile] != NONE:
        out[S_CARD + s.automa_card[pile]] = 1.0
    for card in range(NUM_AUTOMA_CARDS):
        out[S_DECK + card] = s.automa_deck[pile, card]
    out[S_FACE_DOWN] = has_factory_card(s, seat)
