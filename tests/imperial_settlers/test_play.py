"""Whole games: what holds for every game, what holds for this one, and what each seat knows (section O)."""

from __future__ import annotations

import hashlib
import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from scythe_env.core.compiling import JIT
from scythe_env.core.game import Observation
from scythe_env.core.testing.contract import check_game, random_game
from scythe_env.imperial_settlers.components import FACES, FACTIONS
from scythe_env.imperial_settlers.config import ImperialSettlersConfig
from scythe_env.imperial_settlers.constants import MARKER, NUM_CARDS
from scythe_env.imperial_settlers.game import ImperialSettlers
from scythe_env.imperial_settlers.tables import card_face

from .playing import check, lively
from .table import Table, rule_of
from .test_rounds import Dealt

ROOT = Path(__file__).parents[2]
CONFIGS: list[dict[str, object]] = [
    {"players": 1},
    {"players": 2, "lookout": "alternative", "reshuffle_factions": True},
    {"players": 3, "lookout": "advanced", "reset_activates": True, "robbers_hit_routes": True},
    {"players": 4},
    {"players": 3, "peaceful": True, "gold_on_shrine": True, "chapel_keeps_vp": True, "play_forced": False},
    {"players": 4, "lookout": "alternative", "peaceful": True, "routes_outlive_locations": True},
]
FACE_OF = [rule_of(card_face)(card) for card in range(NUM_CARDS)]


def game(options: dict[str, object]) -> ImperialSettlers:
    return ImperialSettlers(ImperialSettlersConfig(**options))  # type: ignore[arg-type]


@pytest.mark.rule("S1", "S2", "S6", "S7", "SQ24.2")
@pytest.mark.parametrize("number", range(len(CONFIGS)))
def test_the_cards_stay_together(number: int) -> None:
    tested, states = game(CONFIGS[number]), game(CONFIGS[number]).new_states(1)
    for mask, _ in random_game(tested, states, number, lively):
        check(states, mask)
    check(states, np.zeros(tested.num_actions, np.int8))


@pytest.mark.parametrize("number", range(len(CONFIGS)))
def test_the_game_fulfils_the_contract(number: int) -> None:
    check_game(game(CONFIGS[number]), 10 + number, lively, lambda states, k: k % 20 == number)


def trace() -> str:
    """Digests of a game in each configuration, decision by decision: record, mask, what a seat sees, scores."""
    lines = []
    for number, options in enumerate(CONFIGS):
        tested, states = game(options), game(options).new_states(2)
        seen: Observation = np.zeros(tested.observation_size, np.float32)
        for k, (mask, action) in enumerate(random_game(tested, states, number, lively)):
            seat = k % tested.num_players
            tested.observe(states, 0, seat, seen)
            states[1:] = states[:1]
            tested.determinize(states, 1, seat, k)
            parts = (array.tobytes() for array in (states, mask, seen, tested.scores(states, 0)))
            lines.append(f"{number} {k} {action} {hashlib.blake2b(b''.join(parts), digest_size=8).hexdigest()}")
    return "\n".join(lines)


@pytest.mark.skipif(not JIT, reason="compares compiled play with interpreted play")
def test_compiled_and_interpreted_games_agree() -> None:
    code = "from tests.imperial_settlers.test_play import trace; print(trace())"
    environment = os.environ | {"NUMBA_DISABLE_JIT": "1"}
    command = [sys.executable, "-c", code]
    done = subprocess.run(command, env=environment, cwd=ROOT, capture_output=True, text=True, check=True)
    for interpreted, compiled in zip(done.stdout.splitlines(), trace().splitlines(), strict=True):
        assert interpreted == compiled


# -- who knows what ----------------------------------------------------------------------------------------------------


@pytest.mark.rule("S6")
def test_views_hide_hands_and_count_them() -> None:
    t = Table("romans", "japanese").hand(0, "mill", "rom bank").hand(1, "brewer")
    t.refresh()
    for seat, own in ((0, {"mill": 1, "rom bank": 1}), (1, 2), (-1, 2)):
        assert t.game.to_document(t.states, 0, seat)["players"][0]["hand"] == own


def test_open_picks_are_known_until_a_card_of_the_face_leaves() -> None:
    t = Dealt(3, players=2)
    first = int(t.states["first"][0])
    taken = t.legal[0]
    t.play(taken)
    assert t.states["known"][0, first, FACES.index(taken)] == 1
    for seed in range(5):
        t.game.determinize(t.states, 0, 1 - first, seed)
        assert taken in t.cards(first)


@pytest.mark.rule("S110")
def test_who_passed_a_card_that_was_kept_knows_it() -> None:
    t = Dealt(5, players=3, lookout="alternative")
    while t.due == "keep":
        t.play(t.legal[0])
    holder = next(seat for seat in range(3) if t.states["from_right"][0, seat].any())
    kept = FACES[int(t.states["from_right"][0, holder].argmax())]
    passer, other = (holder + 2) % 3, (holder + 1) % 3
    for seat, knows in ((passer, True), (other, False), (-1, False)):
        assert ("known_to_right" in t.game.to_document(t.states, 0, seat)["players"][holder]) == knows
    found = set()
    for seed in range(20):
        t.game.determinize(t.states, 0, passer, seed)
        assert kept in t.cards(holder)
    for seed in range(20):
        t.game.determinize(t.states, 0, other, seed)
        found.add(kept in t.cards(holder))
    assert False in found


@pytest.mark.rule("S78")
def test_nobody_sees_markers() -> None:
    t = Table("japanese", "romans").goods(0, food=1)
    t.lay(0, "jap trade route a")
    t.lay(1, "rom bank")
    t.play("activate", "jap trade route a", "opponent 1", "rom bank")
    marker = int(np.flatnonzero(t.states["place"][0] == MARKER)[0])
    for seat in (0, 1, -1):
        document = t.game.to_document(t.states, 0, seat)
        assert "marker" not in document["cards"]["place"].values() and document["cards"]["under"] == {}
        assert document["routes"] == {"japanese": {"rom bank": 1}}
    found = set()
    for seed in range(20):
        t.game.determinize(t.states, 0, 0, seed)
        found.add(FACE_OF[int(np.flatnonzero(t.states["place"][0] == MARKER)[0])])
        check = t.states["under"][0][t.states["place"][0] == MARKER]
        assert check.tolist() == [int(np.flatnonzero(t.states["routes"][0].any(0))[0])]
    assert len(found) > 3 and marker >= 0


@pytest.mark.rule("SQ86.1")
def test_factions_of_all_numbers_of_players_meet() -> None:
    assert {len(game({"players": n}).agent_seats) for n in range(1, 5)} == {1, 2, 3, 4} and len(FACTIONS) == 4
