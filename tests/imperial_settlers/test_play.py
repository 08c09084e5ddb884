"""Whole games: what holds for every game, and what holds for this one."""

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
from scythe_env.imperial_settlers.components import FACTIONS
from scythe_env.imperial_settlers.config import ImperialSettlersConfig
from scythe_env.imperial_settlers.game import ImperialSettlers

from .playing import check, lively

ROOT = Path(__file__).parents[2]
CONFIGS: list[dict[str, object]] = [
    {"players": 1},
    {"players": 2, "lookout": "alternative", "reshuffle_factions": True},
    {"players": 3, "lookout": "advanced", "reset_activates": True, "robbers_hit_routes": True},
    {"players": 4},
    {"players": 3, "peaceful": True, "gold_on_shrine": True, "chapel_keeps_vp": True, "play_forced": False},
    {"players": 4, "lookout": "alternative", "peaceful": True, "routes_outlive_locations": True},
]


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


@pytest.mark.rule("SQ86.1")
def test_factions_of_all_numbers_of_players_meet() -> None:
    assert {len(game({"players": n}).agent_seats) for n in range(1, 5)} == {1, 2, 3, 4} and len(FACTIONS) == 4
