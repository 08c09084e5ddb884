"""Whole games: what holds for every game, and what holds for this one."""

from __future__ import annotations

import numpy as np
import pytest

from scythe_env.core.testing.contract import check_game, random_game
from scythe_env.imperial_settlers.components import FACTIONS
from scythe_env.imperial_settlers.config import ImperialSettlersConfig
from scythe_env.imperial_settlers.game import ImperialSettlers

from .playing import check, lively

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


@pytest.mark.rule("SQ86.1")
def test_factions_of_all_numbers_of_players_meet() -> None:
    assert {len(game({"players": n}).agent_seats) for n in range(1, 5)} == {1, 2, 3, 4} and len(FACTIONS) == 4
