"""Engine and referee agree on whole games: all player counts, factions, mats, card sets and rule options."""

from __future__ import annotations

import pytest

from .differential import Tally, play, probe_objectives, probe_scores


@pytest.mark.parametrize("seed", range(1, 61))
def test_games_from_the_start(seed: int) -> None:
    difference = play(seed, Tally())
    assert difference is None, str(difference)


@pytest.mark.parametrize("seed", range(101, 121))
def test_games_of_the_heuristic(seed: int) -> None:
    difference = play(seed, Tally(), heuristic=True)
    assert difference is None, str(difference)


@pytest.mark.parametrize("seed", range(1, 241))
def test_games_from_random_positions(seed: int) -> None:
    difference = play(seed, Tally(), scrambled=True)
    assert difference is None, str(difference)


@pytest.mark.rule("R188", "R189", "R190", "R191", "R192", "R193", "R197", "R198")
@pytest.mark.parametrize("seeds", [range(start, start + 100) for start in range(0, 1000, 100)])
def test_scores_of_random_positions(seeds: range) -> None:
    for seed in seeds:
        difference = probe_scores(seed)
        assert difference is None, str(difference)


@pytest.mark.rule("R169", "R171", "R173", "R174")
@pytest.mark.parametrize("seeds", [range(start, start + 10) for start in range(0, 100, 10)])
def test_objectives_in_random_positions(seeds: range) -> None:
    for seed in seeds:
        difference = probe_objectives(seed)
        assert difference is None, str(difference)
