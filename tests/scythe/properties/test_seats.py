"""Who sits where does not matter: a game with its seats numbered from another one is the same game."""

from __future__ import annotations

from typing import TypeVar

import numpy as np
from hypothesis import assume, given
from hypothesis import strategies as st

from scythe_env.scythe import engine
from scythe_env.scythe.actions import NUM_ACTIONS
from scythe_env.scythe.notation import from_json, to_json
from scythe_env.scythe.observation import observation_size

from .documents import PROPERTY, Document, choice, decisions, documents, played

T = TypeVar("T")


def turned(document: Document, seats: int) -> Document:
    """The document of the same game with its seats numbered from another one."""

    def turn(values: list[T]) -> list[T]:
        return values[seats:] + values[:seats]

    options = document["options"]
    options = options | {"factions": turn(options["factions"]), "mats": turn(options["mats"])}
    return document | {"players": turn(document["players"]), "options": options}


@PROPERTY
@given(documents(least=2), decisions(), st.integers(1, 6))
def test_turning_the_seats_turns_the_game(document: Document, choices: bytes, seats: int) -> None:
    """The same decisions lead to the same game, chance included: what is drawn does not depend on seats."""
    states = from_json(document)
    seats %= len(document["players"])
    assume(seats)
    other = from_json(turned(to_json(states), seats))
    other_mask = np.zeros(NUM_ACTIONS, np.int8)
    engine.resume(other, 0, other_mask)
    for k, mask in enumerate(played(states, choices)):
        assert (other_mask == mask).all()
        if k < len(choices) and mask.any():
            engine.apply(other, 0, choice(mask, choices[k]), other_mask)
    assert to_json(other) == turned(to_json(states), seats)


@PROPERTY
@given(documents(least=2), decisions(), st.integers(1, 6))
def test_turning_the_seats_turns_views_and_scores(document: Document, choices: bytes, seats: int) -> None:
    states = from_json(document)
    for _ in played(states, choices):
        pass
    players = len(document["players"])
    other = from_json(turned(to_json(states), seats % players))
    views = np.zeros((2, observation_size(players)), np.float32)
    scores = np.zeros((2, 7, 8), np.int32)
    for seat in range(players):
        engine.observe(states, 0, (seat + seats) % players, views[0])
        engine.observe(other, 0, seat, views[1])
        assert (views[0] == views[1]).all()
    engine.score(states, 0, scores[0])
    engine.score(other, 0, scores[1])
    assert (np.roll(scores[0, :players], -seats, axis=0) == scores[1, :players]).all()
