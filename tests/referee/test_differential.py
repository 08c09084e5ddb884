"""Engine and referee agree on whole games: all player counts, factions, mats, card sets and rule options."""

from __future__ import annotations

from typing import Any

import pytest

from . import differential, turn
from .differential import Tally, main, play, probe_objectives, probe_scores


def seeds(start: int, quick: int, slow: int) -> list[Any]:
    """The seeds of ``quick`` games and of ``slow`` more."""
    end = start + quick
    return [*range(start, end), *(pytest.param(seed, marks=pytest.mark.slow) for seed in range(end, end + slow))]


@pytest.mark.parametrize("seed", seeds(1, 4, 10))
def test_games_from_the_start(seed: int) -> None:
    difference = play(seed, Tally())
    assert difference is None, str(difference)


@pytest.mark.parametrize("seed", seeds(101, 2, 4))
def test_games_of_the_heuristic(seed: int) -> None:
    difference = play(seed, Tally(), heuristic=True)
    assert difference is None, str(difference)


@pytest.mark.parametrize("seed", seeds(1, 30, 60))
def test_games_from_random_positions(seed: int) -> None:
    difference = play(seed, Tally(), scrambled=True)
    assert difference is None, str(difference)


@pytest.mark.parametrize("seed", seeds(1, 4, 100))
def test_games_with_automas(seed: int) -> None:
    difference = play(seed, Tally(), automas=True)
    assert difference is None, str(difference)


@pytest.mark.parametrize("seed", seeds(1, 16, 200))
def test_games_with_automas_from_random_positions(seed: int) -> None:
    difference = play(seed, Tally(), scrambled=True, automas=True)
    assert difference is None, str(difference)


@pytest.mark.rule("A90", "A91", "A92", "A96", "A99")
@pytest.mark.parametrize("start", range(0, 100, 50))
def test_scores_of_random_positions_with_automas(start: int) -> None:
    for seed in range(start, start + 50):
        difference = probe_scores(seed, automas=True)
        assert difference is None, str(difference)


@pytest.mark.rule("R188", "R189", "R190", "R191", "R192", "R193", "R197", "R198")
@pytest.mark.parametrize("start", range(0, 500, 100))
def test_scores_of_random_positions(start: int) -> None:
    for seed in range(start, start + 100):
        difference = probe_scores(seed)
        assert difference is None, str(difference)


@pytest.mark.rule("R169", "R171", "R173", "R174")
@pytest.mark.parametrize("seed", seeds(0, 10, 20))
def test_objectives_in_random_positions(seed: int) -> None:
    difference = probe_objectives(seed)
    assert difference is None, str(difference)


# -- the comparison itself ---------------------------------------------------------------------------------------------


def test_a_difference_is_found_where_it_begins(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(turn, "benefit", lambda player, cube: 1)
    difference = play(1, Tally())
    assert difference is not None
    # the first of two units has moved, and the referee allows no second
    assert difference.what == "position: turn active (unit)"
    assert difference.decisions[-1] == "4: crimea step: G3"


def test_an_interrupted_run_ends_with_its_summary(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def played(seed: int, tally: Tally, *kinds: bool) -> None:
        if seed == 5:
            raise KeyboardInterrupt
        tally.games += 1
        tally.decisions["section"] += 10

    monkeypatch.setattr(differential, "play", played)
    monkeypatch.setattr(differential, "PROGRESS", 2)
    assert main(["--seed", "1", "--games", "9"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[:3] == [
        "2 games, 20 decisions, 0 differences",
        "4 games, 40 decisions, 0 differences",
        "4 games to their end, 40 decisions",
    ]
    assert lines[-1] == "0 differences"
