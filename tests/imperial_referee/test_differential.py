"""Engine and referee agree on whole games: all numbers of players, factions, Lookouts and rule options."""

from __future__ import annotations

from typing import Any

import pytest

from . import differential, turn
from .differential import Tally, main, play


def seeds(start: int, quick: int, slow: int) -> list[Any]:
    """The seeds of ``quick`` games and of ``slow`` more."""
    end = start + quick
    return [*range(start, end), *(pytest.param(seed, marks=pytest.mark.slow) for seed in range(end, end + slow))]


@pytest.mark.parametrize("seed", seeds(1, 8, 100))
def test_games_from_the_start(seed: int) -> None:
    difference = play(seed, Tally())
    assert difference is None, str(difference)


@pytest.mark.parametrize("seed", seeds(1, 12, 200))
def test_games_from_random_positions(seed: int) -> None:
    difference = play(seed, Tally(), scrambled=True)
    assert difference is None, str(difference)


@pytest.mark.parametrize("seed", seeds(101, 1, 50))
def test_games_of_the_heuristic(seed: int) -> None:
    difference = play(seed, Tally(), heuristic=True)
    assert difference is None, str(difference)


# -- the comparison itself ---------------------------------------------------------------------------------------------


def test_a_difference_is_found_where_it_begins(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(turn, "PAIR", 1)
    difference = play(1, Tally())
    assert difference is not None
    assert difference.what == "position: players 0 goods worker"
    assert "exchange: " in difference.decisions[-1]


def test_an_interrupted_run_ends_with_its_summary(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def played(seed: int, tally: Tally, *kinds: bool) -> None:
        if seed == 5:
            raise KeyboardInterrupt
        tally.games += 1
        tally.decisions["turn"] += 10

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
