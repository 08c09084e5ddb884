"""Random positions to begin with: empires, deals and supplies as after some rounds, so that rare cards meet."""

from __future__ import annotations

import random
from typing import Any

from scythe_env.core.game import NONE, States
from scythe_env.imperial_settlers.components import FACES, PLAIN_GOODS, RAZE_GOODS
from scythe_env.imperial_settlers.constants import BUILT, DEAL, FOUNDATION, VIRTUAL

from .adapter import FACE_OF
from .components import COMMON, faces
from .table import ROUNDS, Table

MOST_RESOURCES = 12  # on the Shrine, at which its last step is reached


def scramble(states: States, table: Table, seed: int) -> None:
    """Let a game that was just dealt begin in a later round with much on the table.

    Args:
        states: the record of the game, (1,), which is changed.
        table: what the referee read of the deal.
        seed: of what is put there.
    """
    draw, s = random.Random(seed), states[0]
    s["round"] = draw.randint(1, ROUNDS)
    for player in table.players:
        seat, deck = player.seat, player.board.deck
        for _ in range(draw.randint(2, 9)):
            lay(draw, s, deck, seat, BUILT)
        for _ in range(draw.randint(2, 9)):
            lay(draw, s, COMMON, seat, BUILT)
        for _ in range(draw.randint(0, 4)):
            lay(draw, s, deck, seat, DEAL)
        for age in range(1, draw.randint(1, 3)):
            s["age"][lay(draw, s, COMMON, seat, FOUNDATION)] = age
        for chosen in (COMMON, COMMON, deck, deck, deck):
            s["hand"][seat][FACES.index(take(draw, s, chosen))] += 1
        for good in range(len(PLAIN_GOODS)):
            s["goods"][seat][good] = draw.choice((0, 0, 1, 2, 4))
        s["defence"][seat] = draw.randint(0, 2)
        if FACES.index("jap shrine") in [FACES.index(FACE_OF[card]) for card in built(s, seat)]:
            s["shrine"] = draw.randint(0, MOST_RESOURCES)
    if table.solo:
        for _ in range(draw.randint(0, 3)):
            lay(draw, s, COMMON, VIRTUAL, BUILT)
        for k in range(1, draw.randint(1, 6)):
            target = draw.choice([good for good, number in enumerate(s["attack_deck"].tolist()) if number])
            s["attack_deck"][target] -= 1
            s["line"][k] = target
        s["attack_deals"][RAZE_GOODS.index("gold")] = draw.randint(0, 1)


def built(s: Any, seat: int) -> list[int]:
    """The locations of a seat."""
    return [card for card, place in enumerate(s["place"].tolist()) if place == BUILT and s["owner"][card] == seat]


def take(draw: random.Random, s: Any, deck: str) -> str:
    """Take a random card of a deck."""
    there = [face.name for face in faces().values() if face.design.deck == deck and s["deck"][face.number] > 0]
    name = draw.choice(there)
    s["deck"][FACES.index(name)] -= 1
    return name


def lay(draw: random.Random, s: Any, deck: str, owner: int, place: int) -> int:
    """Lay a random card of a deck on the table, perhaps guarded; returns it."""
    name = take(draw, s, deck)
    card = next(card for card, face in enumerate(FACE_OF) if face == name and s["place"][card] == NONE)
    s["place"][card], s["owner"][card] = place, owner
    may_be_guarded = place == BUILT and deck in (COMMON, "JAP")
    s["guard"][card] = may_be_guarded and draw.random() < 0.2
    return card
