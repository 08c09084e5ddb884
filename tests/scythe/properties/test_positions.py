"""What holds in every position: random documents and what random decisions make of them."""

from __future__ import annotations

import json

from hypothesis import given
from hypothesis import strategies as st

from scythe_env.core import options
from scythe_env.core.testing.contract import check_position
from scythe_env.scythe import engine, steps
from scythe_env.scythe.actions import NUM_ACTIONS, action_text, parse_action
from scythe_env.scythe.components import FACTIONS
from scythe_env.scythe.config import ScytheConfig
from scythe_env.scythe.game import Scythe
from scythe_env.scythe.notation import from_json, to_json

from ...properties import PROPERTY, decisions
from .documents import Document, documents
from .games import check, choice, legal, play, played, scored


@PROPERTY
@given(documents(), decisions())
def test_invariants(document: Document, choices: bytes) -> None:
    states = from_json(document)
    for mask in played(states, choices):
        check(states, mask)


@PROPERTY
@given(documents(), decisions(30))
def test_what_holds_for_every_game(document: Document, choices: bytes) -> None:
    """Texts and documents can be read back, looking changes nothing, and what is seen is within its ranges."""
    states = from_json(document)
    players = int(states["players"][0])
    game = Scythe(options.of_document(ScytheConfig, document["options"], players=players))
    for k, mask in enumerate(played(states, choices)):
        if k % 5 == 0 and mask.any():
            check_position(game, states, mask, k)
    assert from_json(to_json(states)).tobytes() == states.tobytes()


@PROPERTY
@given(st.integers(0, NUM_ACTIONS - 1), st.integers(0, steps.NUM_DECISIONS - 1), st.integers(0, len(FACTIONS) - 1))
def test_every_action_of_the_catalogue_parses_back(action: int, decision: int, faction: int) -> None:
    text = action_text(action, decision, faction)
    assert parse_action(f"  {text.replace(' ', '  ')} ", decision, faction) == action


@PROPERTY
@given(documents(), decisions(), decisions(), decisions())
def test_copies_are_independent(document: Document, before: bytes, one: bytes, other: bytes) -> None:
    states = from_json(document)
    play(states, before)
    text, copy = json.dumps(to_json(states)), states.copy()
    play(copy, one)
    assert json.dumps(to_json(states)) == text
    after = copy.tobytes()
    play(states, other)
    assert copy.tobytes() == after
    again = from_json(text)
    play(again, one)
    assert again.tobytes() == after


@PROPERTY
@given(documents(), decisions())
def test_scores_are_the_sums_of_their_parts(document: Document, choices: bytes) -> None:
    states = from_json(document)
    play(states, choices)
    players = int(states["players"][0])
    scores = scored(states)
    assert (scores >= 0).all() and not scores[players:].any()
    *parts, total, rank = scores[:players].T
    assert (parts[0] == states["coins"][0, :players]).all()
    assert (total == sum(parts)).all()
    assert rank.min() == 1
    for seat in range(players):
        assert (total > total[seat]).sum() < rank[seat] <= (total >= total[seat]).sum()


@PROPERTY
@given(documents(), decisions())
def test_forced_decisions_may_be_played_by_hand(document: Document, choices: bytes) -> None:
    """A game in which forced decisions are asked comes to where one comes that plays them on by itself."""
    quick = from_json(document | {"options": document["options"] | {"play_forced": True}})
    slow = from_json(document | {"options": document["options"] | {"play_forced": False}})
    slow_mask = legal(slow)
    for k, mask in enumerate(played(quick, choices)):
        while slow_mask.sum() == 1:
            engine.apply(slow, 0, int(slow_mask.argmax()), slow_mask)
        assert (slow_mask == mask).all()
        if k < len(choices) and mask.any():
            engine.apply(slow, 0, choice(mask, choices[k]), slow_mask)
    slow["play_forced"] = 1
    assert quick.tobytes() == slow.tobytes()
