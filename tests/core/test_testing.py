"""The harness for tests of games, on the toy game: what holds passes, and a faulty game is found out."""

from __future__ import annotations

import pytest

from scythe_env.core.compiling import rule
from scythe_env.core.game import Observation, States
from scythe_env.core.random import random_legal
from scythe_env.core.testing.contract import check_game
from scythe_env.core.testing.differential import Difference, Tally, compare, first_difference
from scythe_env.core.testing.soak import soak
from tests.core.race.game import GOAL, O_SECRET, Race, RaceConfig


@pytest.mark.parametrize("seed", range(5))
def test_the_toy_game_fulfils_the_contract(seed: int) -> None:
    check_game(Race(RaceConfig(limit=20)), seed)


class Open(Race):
    """Shows what is hidden."""

    def observe(self, states: States, i: int, seat: int, out: Observation) -> None:
        super().observe(states, i, seat, out)
        out[O_SECRET] = states["secret"][i, seat - 1] / 3


class Mute(Race):
    """Tells its actions not apart."""

    def action_text(self, states: States, i: int, action: int) -> str:
        return "go"


def test_a_game_that_shows_too_much_is_found_out() -> None:
    with pytest.raises(AssertionError, match="sees what is hidden from it"):
        for seed in range(5):
            check_game(Open(RaceConfig(limit=20)), seed)


def test_two_texts_that_are_equal_are_found_out() -> None:
    with pytest.raises(AssertionError):
        check_game(Mute(), 1)


@rule
def nothing(s, mask):
    return 0


@rule
def arrived(s, mask):
    for seat in range(s.players):
        if s.way[seat] >= GOAL:
            return 1 + seat
    return 0


@rule
def choose(s, dice, mask):
    return random_legal(dice, mask)


@rule
def turns(s):
    return s.turn


def test_a_long_run_counts_and_stops_at_a_fault() -> None:
    found, (games, ended, length, decisions) = soak(Race(RaceConfig(limit=60)), nothing, choose, turns, (1, 0), 500)
    assert found == 0 and games == ended > 10 and games + decisions == 500 and length > GOAL * games
    assert soak(Race(RaceConfig(limit=4)), nothing, choose, turns, (1, 0), 500) == (0, [100, 0, 400, 400])
    found, (games, _, _, decisions) = soak(Race(RaceConfig(limit=60)), arrived, choose, turns, (1, 0), 500)
    assert found in (1, 2, 3) and games == 0 and GOAL < decisions < 40


def test_differences_are_found_and_counted(capsys: pytest.CaptureFixture[str]) -> None:
    assert first_difference({"a": [1, {"b": 2}]}, {"a": [1, {"b": 3}]}) == ("a 1 b", 2, 3)
    assert first_difference({"a": [1]}, {"a": [1, 2]}) == ("a", [1], [1, 2])
    assert first_difference({"a": None}, {}) is None and first_difference([1], [1]) is None
    tally = Tally()

    def play(seed: int) -> list[Difference | None]:
        tally.decisions["walk"] += 1
        return [Difference(seed, 3, "race", "position", 1, 2, ["2: walk"]) if seed % 2 else None]

    compare(range(1, 100), play, tally, 2, 2)
    assert [difference.seed for difference in tally.differences] == [1, 3]
    assert capsys.readouterr().out.splitlines() == [
        "seed 1, decision 3: position", "  race", "  engine : 1", "  referee: 2", "    2: walk",
        "2 games, 2 decisions, 1 differences",
        "seed 3, decision 3: position", "  race", "  engine : 1", "  referee: 2", "    2: walk",
    ]  # fmt: skip
