"""Who sits where does not matter: a game with its seats numbered from another one is the same game."""

from __future__ import annotations

from typing import TypeVar

import numpy as np
from hypothesis import assume, given
from hypothesis import strategies as st

from scythe_env.scythe import engine
from scythe_env.scythe.notation import from_json, to_json

from ...properties import PROPERTY, decisions
from .documents import Document, documents
from .games import choice, legal, observed, play, played, scored

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
    other_mask = legal(other)
    for k, mask in enumerate(played(states, choices)):
        assert (other_mask == mask).all()
        if k < len(choices) and mask.any():
            engine.apply(other, 0, choice(mask, choices[k]), other_mask)
    assert to_json(other) == turned(to_json(states), seats)


@PROPERTY
@given(documents(least=2), decisions(), st.integers(1, 6))
def test_turning_the_seats_turns_views_and_scores(document: Document, choices: bytes, seats: int) -> None:
    states = from_json(document)
    play(states, choices)
    players = len(document["players"])
    other = from_json(turned(to_json(states), seats % players))
    for seat in range(players):
        assert (observed(states, (seat + seats) % players) == observed(other, seat)).all()
    assert (np.roll(scored(states)[:players], -seats, axis=0) == scored(other)[:players]).all()
