"""What factions, mats and places are worth: the models find what games were made with."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

pytest.importorskip("scipy")

from scythe_training.strengths import LEAST_GAMES, assess, community_bids, community_means
from scythe_training.study import SEAT, Seats, Study

from scythe_env.scythe.components import FACTIONS, MATS

FACTION = np.array([12.0, -6, -6, 0, 4, -4, 0])  # coins
MAT = np.array([0.0, 9, -9, 3, -3, 0, 0])
PLACE = {3: np.array([5.0, 0, -5]), 4: np.array([3.0, -1, -1, -1])}
SPREAD = 8.0  # of Gumbel noise, which makes the winners those of a conditional logit with worths in units of it


def made_games(size: int, games: int, seed: int = 1) -> Seats:
    """Games whose scores are sums of what is known above and noise."""
    draw = np.random.default_rng((seed, size))
    seats = np.zeros((games, size), SEAT)
    seats["game"] = np.arange(games)[:, None]
    for column in ("faction", "mat"):
        seats[column] = draw.permuted(np.tile(np.arange(7), (games, 1)), axis=1)[:, :size]
    seats["turn"] = draw.permuted(np.tile(np.arange(size) + 1, (games, 1)), axis=1)
    worth = FACTION[seats["faction"]] + MAT[seats["mat"]] + PLACE[size][seats["turn"] - 1]
    table = draw.normal(60, 15, (games, 1))  # a long game is one for all
    seats["total"] = np.rint(table + worth + draw.gumbel(0, SPREAD, (games, size)))
    best = seats["total"] == seats["total"].max(1, keepdims=True)
    seats["win"] = best / best.sum(1, keepdims=True)
    return seats


def made_study(games: int) -> Study:
    study = Study.start(Path("unused"), {})
    study.seats = {("made", size): made_games(size, games) for size in (3, 4)}
    return study


@pytest.fixture(scope="module")
def found():
    return assess(made_study(1500))


def test_margins_and_bids_are_the_coins_that_games_were_made_with(found) -> None:
    truth = {("faction", name): worth for name, worth in zip(FACTIONS, FACTION - FACTION.mean(), strict=True)}
    truth |= {("mat", name): worth for name, worth in zip(MATS, MAT - MAT.mean(), strict=True)}
    covered = []
    for row in found.strengths:
        known = {**truth, **{("turn order", str(k + 1)): worth for k, worth in enumerate(PLACE.get(row.players, ()))}}
        coins = known[row.about, row.name]
        for estimate in (row.margin, row.bid):
            assert estimate.value == pytest.approx(coins, abs=2.5)
            covered.append(estimate.low <= coins <= estimate.high)
            assert 0.5 < estimate.high - estimate.low < 5
    assert np.mean(covered) > 0.85  # of 95 % intervals, which are not independent
    assert len(found.strengths) == 3 * 14 + 3 + 4


def test_chances_are_those_that_games_were_made_with(found) -> None:
    covered = []
    for row in found.strengths:
        if row.about == "faction" and row.players:
            worth = (FACTION - FACTION.mean())[FACTIONS.index(row.name)] / SPREAD
            chance = np.exp(worth) / (np.exp(worth) + row.players - 1)
            assert row.chance.value == pytest.approx(chance, abs=0.05)
            covered.append(row.chance.low <= chance <= row.chance.high)
    assert len(covered) == 14 and np.mean(covered) > 0.85


def test_bids_leave_equal_chances(found) -> None:
    bids = {row.name: row.bid.value for row in found.strengths if row.players == 4}
    seats = made_games(4, 1500)
    names = [np.array(group)[seats[column] - first] for group, column, first in
             ((FACTIONS, "faction", 0), (MATS, "mat", 0), (["1", "2", "3", "4"], "turn", 1))]  # fmt: skip
    left = seats["total"] - sum(np.vectorize(bids.get)(group) for group in names)
    won = left == left.max(1, keepdims=True)
    for group in names:
        for name in np.unique(group):
            assert won[group == name].mean() == pytest.approx(0.25, abs=0.02)


def test_combinations_are_the_sums_of_their_parts_where_nothing_else_was_made(found) -> None:
    assert len(found.bids) == 49
    for bid in found.bids:
        coins = FACTION[FACTIONS.index(bid.faction)] + MAT[MATS.index(bid.mat)] - FACTION.mean() - MAT.mean()
        assert bid.summed.value == pytest.approx(coins, abs=3)
        assert bid.own.value == pytest.approx(coins, abs=6)
    assert sum(bid.seats for bid in found.bids) == 1500 * (3 + 4)


def test_agreement_with_the_community() -> None:
    study = made_study(300)
    means = community_means()
    for (_, size), seats in study.seats.items():
        of_faction, of_mat = (np.array([means[name] for name in names]) for names in (FACTIONS, MATS))
        noise = np.random.default_rng(size).normal(0, 3, seats.shape)
        seats["total"] = np.rint(60 + of_faction[seats["faction"]] + of_mat[seats["mat"]] + noise)
    for agreement in assess(study).agreements:
        assert agreement.correlation.value > 0.9 and agreement.correlation.high <= 1


def test_community_bids_are_from_their_mean_on() -> None:
    bids = community_bids()
    assert set(bids) == {(faction, mat) for faction in FACTIONS for mat in MATS}
    assert sum(bids.values()) == pytest.approx(0)
    assert bids["rusviet", "innovative"] - bids["togawa", "mechanical"] == 35
    assert community_means()["rusviet"] == max(community_means().values())


def test_few_games_and_tables_of_one_have_no_strengths() -> None:
    study = Study.start(Path("unused"), {})
    study.seats["alone", 1] = np.zeros((LEAST_GAMES, 1), SEAT)
    study.seats["made", 3] = made_games(3, LEAST_GAMES - 1)
    assert assess(study) == ([], [], [])
    study.seats["made", 4] = made_games(4, LEAST_GAMES)
    assert {row.players for row in assess(study).strengths} == {4, 0}
