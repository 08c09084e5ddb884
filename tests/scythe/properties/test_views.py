"""The document of a seat says what this seat may know, all of it and nothing else; a spectator's what all may know."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from scythe_env.core.fields import SPECTATOR
from scythe_env.scythe import engine
from scythe_env.scythe.actions import A_CARD, A_DONE, A_NUMBER, NUM_ACTIONS
from scythe_env.scythe.notation import from_json, to_json
from scythe_env.scythe.state import FIELDS

from ...properties import PROPERTY, decisions
from ..playing import layout
from ..test_notation import combat_document, situation
from .documents import Document, documents
from .games import legal, observed, play

COUNTED = ("deck", "hand")
"""Blocks of the observation that are sums of hidden cards."""


def redealt(states: np.ndarray, seat: int, seed: int) -> np.ndarray:
    """The game with everything dealt anew that is hidden from a seat."""
    other = states.copy()
    engine.determinize(other, 0, seat, seed, 0)
    return other


def check_views(states: np.ndarray, seed: int) -> None:
    """Views do not change with what they hide, and show what observations show."""
    players = int(states["players"][0])
    for seat in range(players):
        other, view = redealt(states, seat, seed), to_json(states, 0, seat)
        assert to_json(other, 0, seat) == view
        assert to_json(other, 0, SPECTATOR) == to_json(states, 0, SPECTATOR)
        visible, _ = FIELDS.hide(states, 0, seat)
        seen, all_seen = observed(visible, seat), observed(states, seat)
        for block in layout(players):
            if block.name.split(".")[-1] not in COUNTED:
                assert (seen[block.where] == all_seen[block.where]).all(), block.name
        assert view["combat_deck"] == states["deck"].sum()
        for k, player in enumerate(view["players"]):
            assert k == seat or player["combat_cards"] == states["cards"][0, k].sum()


@pytest.mark.rule("R14", "Q14", "Q121")
@PROPERTY
@given(documents(), decisions(), st.integers(0, 2**32 - 1))
def test_views_do_not_change_with_what_they_hide(document: Document, choices: bytes, seed: int) -> None:
    states = from_json(document)
    play(states, choices)
    check_views(states, seed)


@pytest.mark.rule("Q121")
def test_choices_of_a_combat_are_seen_by_their_side_until_the_reveal() -> None:
    document = combat_document()
    document["players"][0] |= {"combat_cards": {"3": 2}, "power": 5}
    document["players"][1] |= {"combat_cards": {"2": 1, "4": 1}, "mechs": {"speed": "F2"}}
    states = from_json(document)
    combats: list[list[Document]] = []
    for seed, action in enumerate((A_NUMBER + 3, A_CARD + 2, A_DONE, A_NUMBER + 2, A_CARD + 1)):
        assert legal(states)[action]
        engine.apply(states, 0, action, np.zeros(NUM_ACTIONS, np.int8))
        check_views(states, seed)
        combats.append([to_json(states, 0, seat)["in_progress"]["combat"] for seat in (0, 1, SPECTATOR)])
    attacker: Document = {"dial": {"attacker": 3}, "played": {"attacker": {"4": 1}}}
    for (saxony, nordic, spectator), chosen in zip(
        combats[:3], ({"dial": {"attacker": 3}}, attacker, attacker), strict=True
    ):
        assert nordic == spectator | chosen
        assert saxony == spectator and not {"dial", "played"} & set(spectator)
    saxony, nordic, spectator = combats[3]
    assert (saxony, nordic) == (spectator | {"dial": {"defender": 2}}, spectator | attacker)
    saxony, nordic, spectator = combats[4]
    assert saxony == nordic == spectator and spectator["played"] == {"attacker": {"4": 1}, "defender": {"3": 1}}


def view_of(seat: int, **changes: Any) -> Document:
    """A view of the example of the documentation."""
    document = situation()
    document["players"][0] |= {"combat_cards": {"2": 1, "5": 2}, "objectives": [3, 7]}
    document["players"][1] |= {"combat_cards": {"3": 1}, "knows": {"saxony": {"5": 1}}}
    document["players"][1] |= {"objectives": [1, 2], "stars": {"objective": 1}, "completed_objectives": [2]}
    return to_json(from_json(document | {"factory_cards": [1, 2, 3]} | changes), 0, seat)


def test_a_view_has_numbers_in_the_place_of_hidden_cards() -> None:
    saxony, nordic = view_of(0)["players"]
    assert (saxony["combat_cards"], saxony["objectives"]) == ({"2": 1, "5": 2}, [3, 7])
    assert (nordic["combat_cards"], nordic["knows"]) == (1, {"saxony": {"5": 1}})
    assert (nordic["objectives"], nordic["completed_objectives"], nordic["left_objectives"]) == ([None, 2], [2], [None])
    assert (view_of(0)["combat_deck"], view_of(0)["factory_cards"]) == (38, 3)
    assert view_of(1)["players"][1]["knows"] == {"saxony": {"5": 1}}


def test_a_spectator_sees_what_lies_open() -> None:
    view = view_of(SPECTATOR)
    saxony, nordic = view["players"]
    assert (saxony["combat_cards"], nordic["combat_cards"]) == (3, 1)
    assert (saxony["objectives"], nordic["objectives"]) == ([None, None], [None, 2])
    assert "knows" not in saxony and "knows" not in nordic and "rng" not in view
    assert (view["combat_discard"], view["factory_cards"]) == ({}, 3)


def test_who_has_a_factory_card_has_seen_the_others() -> None:
    document = situation()
    document["players"][0] |= {"factory_card": 4}
    states = from_json(document | {"factory_cards": [5, 6]})
    assert [to_json(states, 0, seat)["factory_cards"] for seat in (0, 1, SPECTATOR)] == [[5, 6], 2, 2]


def test_there_must_be_such_a_seat() -> None:
    with pytest.raises(ValueError, match="seat 2 is not in the game of 2 players"):
        view_of(2)
