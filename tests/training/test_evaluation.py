"""Evaluation: the interval against published numbers, what a game counts, and who sits where."""

from __future__ import annotations

import json

import pytest
from scythe_agents import HeuristicAgent, RandomAgent
from scythe_training.evaluation import Tally, evaluate, num_games, wilson
from scythe_training.tables import evaluation_tables

from scythe_env.core.agent import Agent
from scythe_env.core.game import Mask, Observation
from scythe_env.scythe.config import ScytheConfig
from scythe_env.scythe.game import Scythe


class First(Agent):
    """Chooses the first legal action."""

    def act(self, observation: Observation, mask: Mask) -> int:
        return int(mask.argmax())


def game(players: int = 2) -> Scythe:
    return Scythe(ScytheConfig(players=players, max_rounds=4))


@pytest.mark.parametrize(
    ("wins", "games", "low", "high"),
    # Newcombe, Statistics in Medicine 17 (1998), table I, method 3
    [(81, 263, 0.2553, 0.3662), (15, 148, 0.0624, 0.1605), (0, 20, 0.0, 0.1611), (1, 29, 0.0061, 0.1718)],
)
def test_wilson_interval(wins: int, games: int, low: float, high: float) -> None:
    interval = wilson(wins, games)
    assert interval.rate == wins / games
    assert (round(interval.low, 4), round(interval.high, 4)) == (low, high)


def test_wilson_interval_is_symmetric_and_keeps_to_0_and_1() -> None:
    assert wilson(20, 20).low == pytest.approx(1 - wilson(0, 20).high)
    for games in range(1, 100):  # also where rounding would leave a little
        assert wilson(0, games).low == 0 and wilson(games, games).high == 1


@pytest.mark.parametrize(("wins", "games"), [(0, 0), (-1, 5), (6, 5)])
def test_wilson_refuses_impossible_numbers(wins: int, games: int) -> None:
    with pytest.raises(ValueError, match="give at least one game"):
        wilson(wins, games)


def test_tally_shares_victories_and_ranks() -> None:
    tally = Tally()
    tally.add(50, [1, 1, 3], 1)
    tally.add(20, [1, 2, 2], 2)
    tally.add(60, [1, 2, 3], 1)
    assert (tally.games, tally.wins) == (3, 1.5)
    assert tally.as_dict()["mean_score"] == pytest.approx(130 / 3)
    assert tally.as_dict()["mean_rank"] == pytest.approx((1.5 + 2.5 + 1) / 3)


@pytest.mark.rule("A99")
def test_sides_win_as_one() -> None:
    """Two agents beside two Automas: whoever is of the winning side has won, and in a draw everyone has half."""
    tally = Tally()
    tally.add(40, [1, 1, 2, 2], 1, by_sides=True)
    tally.add(40, [2, 2, 1, 1], 2, by_sides=True)
    tally.add(40, [1, 1, 1, 1], 1, by_sides=True)
    assert (tally.games, tally.wins) == (3, 1.5)
    game = Scythe(ScytheConfig(players=2, automas=2, automa_team="cooperative", max_rounds=12))
    found = evaluate(game, {"heuristic": HeuristicAgent()}, deals=3).total
    assert found["heuristic"].games == found["automa"].games
    assert found["heuristic"].wins + found["automa"].wins == found["automa"].games


def test_every_agent_sits_in_every_seat_equally_often() -> None:
    result = evaluate(game(3), {"a": First(), "b": RandomAgent(), "c": RandomAgent()}, deals=2)
    assert result.games == num_games(3, 3, 2) == 6
    assert {name: tally.games for name, tally in result.total.items()} == {"a": 6, "b": 6, "c": 6}
    assert sum(tally.wins for tally in result.total.values()) == pytest.approx(6)
    assert result.versus["a"]["b"].games == 6


def test_the_last_agent_fills_the_table() -> None:
    result = evaluate(game(3), {"a": First(), "b": RandomAgent()}, deals=1)
    assert {name: tally.games for name, tally in result.total.items()} == {"a": 3, "b": 6}
    assert result.games == num_games(2, 3, 1) == 3


def test_more_agents_than_seats_play_in_all_combinations() -> None:
    agents = {"a": First(), "b": RandomAgent(), "c": RandomAgent()}
    done = []
    result = evaluate(game(2), agents, deals=2, advance=lambda: done.append(1))
    assert result.games == len(done) == num_games(3, 2, 2) == 12
    assert {name: tally.games for name, tally in result.total.items()} == {"a": 8, "b": 8, "c": 8}
    assert result.versus["a"]["b"].games == result.versus["b"]["c"].games == 4


def test_equal_seeds_give_equal_results_and_other_seeds_others() -> None:
    first, again, other = (
        json.dumps(evaluate(game(), {"a": RandomAgent(), "b": First()}, deals=2, seed=seed).as_dict())
        for seed in (3, 3, 4)
    )
    assert first == again
    assert first != other


def test_an_evaluation_that_is_stopped_keeps_its_games() -> None:
    agents = {"a": First(), "b": RandomAgent(), "c": RandomAgent()}
    result = evaluate(game(), agents, deals=2, stopped=lambda: True)
    assert result.games == 1
    assert set(result.as_dict()["agents"]) == {"a", "b"}
    assert len(list(evaluation_tables(result))) == 1


def test_alone_at_the_table() -> None:
    result = evaluate(game(1), {"a": RandomAgent()}, deals=2)
    assert result.total["a"].win_rate.rate == 1
    assert result.versus["a"] == {}


@pytest.mark.parametrize(("deals", "seed"), [(0, 0), (1, -1), (10**9, 0)])
def test_impossible_evaluations_are_refused(deals: int, seed: int) -> None:
    with pytest.raises(ValueError, match=r"at least one|at most 10000000"):
        evaluate(game(), {"a": RandomAgent()}, deals=deals, seed=seed)
    with pytest.raises(ValueError, match="at least one agent"):
        evaluate(game(), {}, deals=1)
