"""The end of the game: points, ties, rewards (S71, S72, S137)."""

from __future__ import annotations

from typing import Literal, get_args

from ...core.compiling import rule
from ...core.random import total
from ...core.scoring import rewards
from .. import tables
from ..constants import BUILT, COLLECTED, COMMON_DECK, GATE, MAX_PLAYERS, NUM_CARDS, NUM_RESOURCES, SHRINE, VP, WORKER
from .cards import under_gate

PARTS = (
    *("track", "common_locations", "faction_locations", "gate", "shrine", "goods", "hand", "collection"),
    *("score", "rank"),
)
TRACK, COMMON, FACTION, OF_GATE, OF_SHRINE, GOODS, HAND, COLLECTION, SCORE, RANK = range(len(PARTS))
NUM_PARTS = len(PARTS)
FACTION_VP = 2
MAX_STEPS = 4  # of an end bonus
Reward = Literal["win", "rank", "margin"]


@rule
def end_bonus(face, number):
    """What so many cards or resources on a Gate or Shrine are worth: the highest step reached (S74, S77)."""
    row = tables.effects(face, tables.END_TRIGGER, 0)
    best = 0
    for k in range(MAX_STEPS):
        least = tables.parameter(row, 1 + 2 * k)
        if 0 < least <= number:
            best = tables.parameter(row, 2 + 2 * k)
    return best


@rule
def score_seat(s, seat, out):
    """The parts of a seat's score as the game stands, by the owners of the cards (S71)."""
    out[seat, TRACK] = s.goods[seat, VP]
    for card in range(NUM_CARDS):
        face = tables.card_face(card)
        if s.place[card] == BUILT and s.owner[card] == seat:
            if tables.face_deck(face) == COMMON_DECK:
                out[seat, COMMON] += 1
            else:
                out[seat, FACTION] += FACTION_VP
            if tables.deposits(face) == GATE:
                out[seat, OF_GATE] += end_bonus(face, under_gate(s, card))
            elif tables.deposits(face) == SHRINE:
                out[seat, OF_SHRINE] += end_bonus(face, s.shrine)
        elif s.place[card] == COLLECTED:
            out[seat, COLLECTION] += 1
    for part in range(TRACK, GOODS):
        out[seat, SCORE] += out[seat, part]
    out[seat, GOODS] = s.goods[seat, WORKER] + total(s.goods[seat][:NUM_RESOURCES])
    out[seat, HAND] = total(s.hand[seat])


@rule
def score_game(s, out):
    """Scores of all seats and their ranks (1 is best, equal seats share a rank); int32 (MAX_PLAYERS, NUM_PARTS).

    In the solo game the rank says whether the virtual player is beaten: 1 won, 2 lost (S137).
    """
    for seat in range(MAX_PLAYERS):
        for part in range(NUM_PARTS):
            out[seat, part] = 0
    for seat in range(s.players):
        score_seat(s, seat, out)
    for seat in range(s.players):
        rank = 1
        own = (out[seat, SCORE], out[seat, GOODS], out[seat, HAND])  # ties: goods, then cards (S72)
        for other in range(s.players):
            rank += (out[other, SCORE], out[other, GOODS], out[other, HAND]) > own
        if s.players == 1 and out[seat, COLLECTION] >= out[seat, FACTION] // FACTION_VP:
            rank = 2
        out[seat, RANK] = rank


reward_game = rewards(get_args(Reward), SCORE, RANK, margin_unit=100)
"""What the end of the game is worth to each seat, by the table of :func:`score_game`."""
