"""What holds in every position of random games of all numbers of players, variants and options."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest
from gymnasium.error import ResetNeeded
from hypothesis import assume, given, note
from hypothesis import strategies as st

from scythe_env.core.game import Mask, States
from scythe_env.core.session import Session
from scythe_env.core.testing.contract import check_position
from scythe_env.imperial_settlers.actions import A_KIND, NUM_ACTIONS
from scythe_env.imperial_settlers.components import FACTIONS
from scythe_env.imperial_settlers.config import ImperialSettlersConfig
from scythe_env.imperial_settlers.constants import LOOKOUTS, NUM_COMMON_FACES
from scythe_env.imperial_settlers.game import ImperialSettlers
from scythe_env.imperial_settlers.purposes import K_END, K_PASS

from ..properties import PROPERTY, decisions
from .playing import check

LONG = 300  # decisions: most of a game of two
SEEDS = st.integers(0, 2**64 - 1)


@st.composite
def games(draw: st.DrawFn, **fixed: Any) -> ImperialSettlers:
    """Games of any configuration."""
    players = draw(st.integers(1, 4))
    switch = st.booleans()
    wanted = draw(st.permutations(FACTIONS))[:players]
    options: dict[str, Any] = {
        "players": players,
        "factions": [draw(st.sampled_from([None, faction])) for faction in wanted],
        "lookout": draw(st.sampled_from(LOOKOUTS)) if players > 1 else "standard",
        "peaceful": players > 1 and draw(switch),
        "reshuffle_factions": draw(switch),
        "gold_on_shrine": draw(switch),
        "routes_outlive_locations": draw(switch),
        "robbers_hit_routes": draw(switch),
        "reset_activates": draw(switch),
        "chapel_keeps_vp": draw(switch),
        "play_forced": draw(switch),
        "max_decisions": draw(st.sampled_from([100, 4000])),
    }
    note(str(options | fixed))
    return ImperialSettlers(ImperialSettlersConfig(**options | fixed))


def dealt(game: ImperialSettlers, seed: int) -> tuple[States, Mask]:
    """A game as it is dealt, and its mask."""
    states, mask = game.new_states(1), np.ones(game.num_actions, np.int8)
    game.reset(states, 0, seed, mask)
    return states, mask


def choice(mask: Mask, byte: int) -> int:
    """A legal action; passing and ending a turn, which bring nothing about, for few of the bytes only."""
    legal = np.flatnonzero(mask)
    going_on = legal[(legal != A_KIND + K_PASS) & (legal != A_KIND + K_END)]
    return int(going_on[byte % len(going_on)] if len(going_on) and byte < 250 else legal[byte % len(legal)])


def played(game: ImperialSettlers, states: States, mask: Mask, choices: bytes) -> Iterator[int]:
    """Play a game on; yields the number of every decision that comes up, at last that of the end."""
    for k, byte in enumerate(choices):
        yield k
        if not mask.any():
            return
        game.step(states, 0, choice(mask, byte), mask)
    yield len(choices)


def play(game: ImperialSettlers, states: States, choices: bytes) -> bytes:
    """Play a game on from where it stands; returns the record that it comes to."""
    mask: Mask = np.ones(game.num_actions, np.int8)
    game.legal(states, 0, mask)
    for _ in played(game, states, mask, choices):
        pass
    return states.tobytes()


@pytest.mark.rule("S1", "S2", "S6", "S7", "SQ24.2")
@PROPERTY
@given(games(), SEEDS, decisions(LONG))
def test_invariants(game: ImperialSettlers, seed: int, choices: bytes) -> None:
    states, mask = dealt(game, seed)
    for _ in played(game, states, mask, choices):
        check(states, mask)


@PROPERTY
@given(games(), SEEDS, decisions(LONG))
def test_what_holds_for_every_game(game: ImperialSettlers, seed: int, choices: bytes) -> None:
    """Texts, documents and saves can be read back, looking changes nothing, what is seen is within its ranges."""
    states, mask = dealt(game, seed)
    for k in played(game, states, mask, choices):
        if k % 30 == 29 and mask.any():
            check_position(game, states, mask, seed)
    assert game.of_document(game.to_document(states, 0)).tobytes() == states.tobytes()


@PROPERTY
@given(games(), SEEDS, decisions(LONG), decisions(40), SEEDS)
def test_redeals_keep_what_a_seat_knows_and_play_on(
    game: ImperialSettlers, seed: int, choices: bytes, more: bytes, chance: int
) -> None:
    """Its view and the backs of all hands stay as they are, and the new cards make a legal game."""
    states, mask = dealt(game, seed)
    for _ in played(game, states, mask, choices):
        pass
    for seat in game.agent_seats:
        twin, twin_mask = states.copy(), mask.copy()
        game.determinize(twin, 0, seat, chance)
        assert game.to_document(twin, 0, seat) == game.to_document(states, 0, seat)
        for part in (slice(NUM_COMMON_FACES), slice(NUM_COMMON_FACES, None)):  # backs can be told apart
            hands = (record["hand"][0][:, part].sum(1).tolist() for record in (states, twin))
            assert next(hands) == next(hands)
        game.legal(twin, 0, twin_mask)
        for _ in played(game, twin, twin_mask, more):
            check(twin, twin_mask)


@PROPERTY
@given(games(), SEEDS, decisions(LONG), decisions(60))
def test_saves_documents_and_copies_play_on_alike(
    game: ImperialSettlers, seed: int, choices: bytes, more: bytes
) -> None:
    states, _ = dealt(game, seed)
    before = play(game, states, choices)
    loaded, copy = game.new_states(1), states.copy()
    game.load(loaded, 0, game.save(states, 0))
    read = game.of_document(json.loads(json.dumps(game.to_document(states, 0))))
    assert play(game, loaded, more) == play(game, read, more) == play(game, copy, more)
    assert states.tobytes() == before


@PROPERTY
@given(games(), SEEDS, decisions(LONG), st.integers(0, NUM_ACTIONS - 1))
def test_an_illegal_action_is_refused(game: ImperialSettlers, seed: int, choices: bytes, action: int) -> None:
    states, _ = dealt(game, seed)
    before = play(game, states, choices)
    session = Session(game)
    session.take_up(states, dealt=True)
    assume(not session.mask[action])
    with pytest.raises((ValueError, ResetNeeded)):
        session.step(action)
    assert session.states.tobytes() == before


@PROPERTY
@given(games(play_forced=True, max_decisions=4000), SEEDS, decisions(LONG))
def test_forced_decisions_may_be_played_by_hand(game: ImperialSettlers, seed: int, choices: bytes) -> None:
    """A game in which forced decisions are asked comes to where one comes that plays them on by itself."""
    quick, mask = dealt(game, seed)
    asking = ImperialSettlers.of_options(game.options() | {"play_forced": False})
    slow, slow_mask = dealt(asking, seed)
    for k in played(game, quick, mask, choices):
        while slow_mask.sum() == 1:
            asking.step(slow, 0, int(slow_mask.argmax()), slow_mask)
        assert (slow_mask == mask).all()
        if k < len(choices) and mask.any():
            asking.step(slow, 0, choice(slow_mask, choices[k]), slow_mask)
    slow["play_forced"], slow["decisions"] = quick["play_forced"], quick["decisions"]
    assert quick.tobytes() == slow.tobytes()


@pytest.mark.rule("S71", "S72")
@PROPERTY
@given(games(), SEEDS, decisions(LONG))
def test_scores_are_the_sums_of_their_parts(game: ImperialSettlers, seed: int, choices: bytes) -> None:
    states, _ = dealt(game, seed)
    play(game, states, choices)
    rows = [dict(zip(game.score_columns, row, strict=True)) for row in game.scores(states, 0).tolist()]
    for row in rows:
        parts = ("track", "common_locations", "faction_locations", "gate", "shrine")
        assert row["score"] == sum(row[part] for part in parts) and min(row.values()) >= 0
        places = [other["score"] for other in rows]
        if game.num_players > 1:
            assert sum(n > row["score"] for n in places) < row["rank"] <= sum(n >= row["score"] for n in places)
