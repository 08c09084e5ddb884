"""What a seat cannot know reaches neither its observation nor its masks nor its infos.

Hidden things are exchanged by the documents here, apart from the engine's own re-deal, which is held to the same.
"""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from scythe_env.scythe import engine
from scythe_env.scythe.config import ScytheConfig
from scythe_env.scythe.game import Scythe
from scythe_env.scythe.names import CARD_VALUES
from scythe_env.scythe.notation import from_json, to_json

from ...properties import PROPERTY, decisions
from .documents import Document, documents
from .games import check, legal, observed, play


def seen(states: np.ndarray, seat: int) -> tuple[bytes, list[int], Any]:
    """Observation, legal actions (if the seat is to act) and infos of a seat."""
    game = Scythe(ScytheConfig(players=int(states["players"][0])))
    actions = np.flatnonzero(legal(states)).tolist() if states["seat_to_act"][0] == seat else []
    return observed(states, seat).tobytes(), actions, game.infos(states, 0)[seat]


def exchange(document: Document, seat: int, draw: random.Random) -> Document:
    """A document that differs from one at the start of a turn in what a seat cannot know, and there at random."""
    players = [dict(player) for player in document["players"]]
    others = [player for k, player in enumerate(players) if k != seat]
    twin = document | {"players": players, "rng": [draw.getrandbits(32) for _ in range(4)]}

    deck = [value for value, number in document["combat_deck"].items() for _ in range(number)]
    known = players[seat]["knows"]
    hands = []
    for player in others:
        shown = known.get(player["faction"], {})
        hidden = [v for v, number in player["combat_cards"].items() for _ in range(number - shown.get(v, 0))]
        hands.append((player, shown, len(hidden)))
        deck += hidden
    draw.shuffle(deck)
    for player, shown, number in hands:
        hand = [deck.pop() for _ in range(number)] + [value for value, n in shown.items() for _ in range(n)]
        player["combat_cards"] = {value: hand.count(value) for value in CARD_VALUES}
    twin["combat_deck"] = {value: deck.count(value) for value in CARD_VALUES}
    faction = players[seat]["faction"]
    for player in others:  # what they know of each other need not hold any more
        player["knows"] = {owner: cards for owner, cards in player["knows"].items() if owner == faction}

    last = 27 if document["options"]["promo_objectives"] else 23
    open_cards = {card for player in others for card in player["completed_objectives"]}
    free = [card for card in range(1, last + 1) if card not in open_cards | set(players[seat]["objectives"])]
    draw.shuffle(free)
    for player in others:
        cards = [card if card in open_cards else free.pop() for card in player["objectives"]]
        if player["left_objectives"]:
            player["left_objectives"] = [card for card in cards if card not in open_cards]
        player["objectives"] = cards
    return twin


@pytest.mark.rule("R14", "Q14")
@PROPERTY
@given(documents(least=2), st.integers(0, 6), st.integers(0, 2**32))
def test_hidden_differences_are_not_seen(document: Document, seat: int, seed: int) -> None:
    states = from_json(document)
    seat %= int(states["players"][0])
    twin = from_json(exchange(to_json(states), seat, random.Random(seed)))
    assert seen(states, seat) == seen(twin, seat)


@pytest.mark.rule("R14", "Q14", "Q121")
@PROPERTY
@given(documents(), decisions(), st.integers(0, 2**32 - 1))
def test_redeals_are_games_that_look_alike(document: Document, choices: bytes, seed: int) -> None:
    states = from_json(document)
    play(states, choices)
    for seat in range(int(states["players"][0])):
        other = states.copy()
        engine.determinize(other, 0, seat, seed, 0)
        assert seen(states, seat) == seen(other, seat)
        check(other, legal(other))
        assert from_json(to_json(other)).tobytes() == other.tobytes()
