"""What a faction, a player mat and a place in the order of play are worth, each with the others held equal.

A seat is worth the sum of what its faction, its mat and its place are worth, in each of three models of the games of a
study:

- chance: each seat wins with a chance in proportion to the exponential of its worth (a conditional logit);
- margin: its worth is by how many coins its score exceeds the mean of its table (least squares);
- bid: its worth is the coins which, taken off the score, leave all factions, all mats and all places equal chances.

What is worth more than the mean of its kind is above 0. Intervals come from drawing the games anew.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from functools import cached_property, partial
from pathlib import Path
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import minimize
from scipy.sparse import csr_array
from scipy.special import expit, log_softmax

from scythe_env.scythe.components import FACTIONS, MATS

from .evaluation import CONFIDENCE_Z
from .study import Seats, Study

COMMUNITY_FILE: Final = Path(__file__).with_name("community_bids.json")
"""Coins that people think combinations are worth, with the source."""

LEAST_GAMES: Final = 50
"""Games of an agent at a size of table from which on models are fitted to them."""

_DRAWS: Final = 100  # of the games, for standard errors
_RIDGE: Final = 1e-6  # weight of squared worths: one that has won all games, or none, has a finite worth
_LEAST: Final = 3  # of what a correlation is taken over
_EMPTY: Final = -1e9  # score of a place at which nobody sits

Floats = NDArray[np.float64]


class Estimate(NamedTuple):
    """An estimate with its 95 % interval."""

    value: float
    low: float
    high: float

    def __str__(self) -> str:
        return f"{self.value:+.1f} ±{(self.high - self.low) / 2:.1f}"


class Strength(NamedTuple):
    """What a faction, a mat or a place in the order of play is worth; ``players`` is 0 for all tables together.

    Attributes:
        agent: who played.
        players: size of the tables.
        about: "faction", "mat" or "turn order".
        name: which.
        seats: that had it.
        chance: of winning at a table where all else is average.
        margin: coins, see the module.
        bid: coins, see the module.
    """

    agent: str
    players: int
    about: str
    name: str
    seats: int
    chance: Estimate
    margin: Estimate
    bid: Estimate

    def __str__(self) -> str:
        return f"{self.chance.value:.0%}"

    @property
    def interval(self) -> str:
        """The chance with its interval."""
        return f"{self} ({self.chance.low:.0%}-{self.chance.high:.0%})"


class Bid(NamedTuple):
    """What a combination is worth in coins, at all tables together, from the mean of all combinations on.

    Attributes:
        agent: who played.
        faction: of the combination.
        mat: of the combination.
        seats: that had it.
        summed: what its faction and its mat are worth.
        own: what it is worth by itself, which leaves every combination equal chances.
        community: what people think it is worth.
    """

    agent: str
    faction: str
    mat: str
    seats: int
    summed: Estimate
    own: Estimate
    community: float


class Agreement(NamedTuple):
    """How well an agent's bids agree with the community's: Pearson's correlation over what ``about`` says."""

    agent: str
    about: str
    correlation: Estimate


class Assessment(NamedTuple):
    """What the models say of a study."""

    strengths: list[Strength]
    bids: list[Bid]
    agreements: list[Agreement]


def assess(study: Study) -> Assessment:
    """Fit the models to the games of each agent at each size of table, and at all of these together.

    Tables of one, and those at which it has played less than :data:`LEAST_GAMES`, are left out, and so are all with
    Automas, which have no mat.
    """
    found = Assessment([], [], [])
    if study.options["automas"]:
        return found
    for agent in study.agents:
        games = [study.seats[agent, size] for size in study.sizes(agent) if size > 1]
        games = [seats for seats in games if len(seats) >= LEAST_GAMES]
        for seats in games:
            found.strengths.extend(_strengths(agent, seats.shape[1], _Models([seats], _parts)))
        if games:
            together, pairs = _Models(games, _parts), _Models(games, _pairs)
            found.strengths.extend(row for row in _strengths(agent, 0, together) if row.about != "turn order")
            found.bids.extend(_bids(agent, together, pairs))
            found.agreements.extend(_agreements(agent, together, pairs))
    return found


def community_bids() -> dict[tuple[str, str], float]:
    """What people think a combination of faction and mat is worth, in coins, from the mean of all combinations on."""
    coins = json.loads(COMMUNITY_FILE.read_text(encoding="utf-8"))["coins"]
    mean = np.mean([list(row.values()) for row in coins.values()])
    return {(faction, mat): float(bid - mean) for mat, row in coins.items() for faction, bid in row.items()}


def community_means() -> dict[str, float]:
    """What people think factions and mats are worth: the means of their combinations."""
    people = community_bids()
    factions = {faction: float(np.mean([people[faction, mat] for mat in MATS])) for faction in FACTIONS}
    return factions | {mat: float(np.mean([people[faction, mat] for faction in FACTIONS])) for mat in MATS}


# -- models ------------------------------------------------------------------------------------------------------------


class _Worth(NamedTuple):
    """What each code is worth: the estimates (k,), and those of each draw of the games (draws, k)."""

    values: Floats
    draws: Floats

    def estimate(self, *chosen: int) -> Estimate:
        """The sum of what some codes are worth."""
        value, half = self.values[[*chosen]].sum(), CONFIDENCE_Z * self.draws[:, [*chosen]].sum(1).std(ddof=1)
        return Estimate(float(value), float(value - half), float(value + half))


class _Models:
    """The models of some games, in which a seat is worth the sum of what its codes are worth.

    Args:
        games: at tables of several sizes, (games, seats) each.
        coded: gives the codes of seats, int64 (games, seats, codes).

    Attributes:
        codes: (k,), sorted.
        seats: (k,) how many had each.
    """

    def __init__(self, games: Sequence[Seats], coded: Callable[[Seats], NDArray[np.int64]]) -> None:
        most = max(seats.shape[1] for seats in games)
        there = np.concatenate([np.tile(np.arange(most) < seats.shape[1], (len(seats), 1)) for seats in games])
        codes = np.concatenate([coded(seats).reshape(seats.size, -1) for seats in games])
        self.codes, column, self.seats = np.unique(codes, return_inverse=True, return_counts=True)
        row = np.repeat(np.flatnonzero(there), codes.shape[1])
        ones = np.ones(codes.size)
        self._has = csr_array((ones, (row, column.ravel())), shape=(there.size, len(self.codes)))
        self._there, self._equal = there, there / there.sum(1, keepdims=True)
        self._total, self._win = np.zeros(there.shape), np.zeros(there.shape)
        self._total[there] = np.concatenate([seats["total"].ravel() for seats in games])
        self._win[there] = np.concatenate([seats["win"].ravel() for seats in games])
        drawn = np.random.default_rng(0).multinomial(len(there), np.full(len(there), 1 / len(there)), _DRAWS)
        self._weights = np.vstack([np.ones(len(there)), drawn]) / len(there)  # (1 + draws, games), the first as played

    @cached_property
    def chances(self) -> _Worth:
        """Logarithms of the odds of winning."""
        return self._fitted(np.zeros(self._there.shape), self._win)

    @cached_property
    def margins(self) -> _Worth:
        """Coins by which scores exceed the mean of the table."""
        has = self._has.toarray().reshape(*self._there.shape, -1)
        has = (has - np.einsum("gsk,gs->gk", has, self._equal)[:, None]) * self._there[:, :, None]
        above = (self._total - (self._total * self._equal).sum(1, keepdims=True)) * self._there
        found = []
        for weights in self._weights:
            weighted = has * weights[:, None, None]
            normal = np.tensordot(weighted, has, ((0, 1), (0, 1))), np.tensordot(weighted, above, ((0, 1), (0, 1)))
            found.append(np.linalg.lstsq(*normal, rcond=1e-9)[0])
        return self._centred(np.array(found))

    @cached_property
    def bids(self) -> _Worth:
        """Coins that, taken off the scores, leave equal chances."""
        worth = self._fitted(self._total, self._equal)
        return _Worth(-worth.values, -worth.draws)

    def place(self, code: int) -> int:
        """Where a code stands among them."""
        return int(np.searchsorted(self.codes, code))

    def share(self, worth: float) -> float:
        """The chance of winning of one that is worth so much against average ones, at tables of the sizes played."""
        others = self._there.sum(1) - 1
        return float(np.average(expit(worth - np.log(others)), weights=others + 1))

    def _fitted(self, base: Floats, target: Floats) -> _Worth:
        """The worth by which the softmax of ``base`` + worth is nearest to the target at each table.

        With the scores as base and equal chances as target its slope is, for each code, how much more often than equal
        chances it has the highest score: so at the best worth all win alike.
        """
        base = np.where(self._there, base, _EMPTY)

        def loss(worth: Floats, weights: Floats) -> tuple[float, Floats]:
            logs = log_softmax(base + (self._has @ worth).reshape(base.shape), axis=1)
            slope = self._has.T @ ((np.exp(logs) - target) * weights[:, None]).ravel()
            return _RIDGE * worth @ worth - weights @ (target * logs).sum(1), slope + 2 * _RIDGE * worth

        fit = partial(minimize, loss, jac=True, method="BFGS")
        first = fit(np.zeros(len(self.codes)), args=(self._weights[0],))
        near = {"hess_inv0": (first.hess_inv + first.hess_inv.T) / 2}
        draws = [fit(first.x, args=(weights,), options=near).x for weights in self._weights[1:]]
        return self._centred(np.array([first.x, *draws]))

    def _centred(self, worth: Floats) -> _Worth:
        """Worths from the mean of their kind on, as only differences matter; (1 + draws, k)."""
        for kind in np.unique(self.codes // 100):
            chosen = self.codes // 100 == kind
            worth[:, chosen] -= worth[:, chosen].mean(1, keepdims=True)
        return _Worth(worth[0], worth[1:])


# A code is 10,000 x kind + 100 x size of the table, where that matters, + number.
_KINDS: Final = ("faction", "mat", "turn order", "combination")
_FACTION, _MAT, _PLACE, _PAIR = range(0, 40_000, 10_000)


def _parts(seats: Seats) -> NDArray[np.int64]:
    """Faction, mat and place in the order of play of each seat."""
    return np.stack([_FACTION + seats["faction"], _MAT + seats["mat"], _placed(seats)], axis=-1)


def _pairs(seats: Seats) -> NDArray[np.int64]:
    """Combination and place in the order of play of each seat."""
    return np.stack([_PAIR + seats["faction"] * len(MATS) + seats["mat"], _placed(seats)], axis=-1)


def _placed(seats: Seats) -> NDArray[np.int64]:
    return np.asarray(_PLACE + 100 * seats.shape[1] + seats["turn"], np.int64)


# -- results -----------------------------------------------------------------------------------------------------------


def _strengths(agent: str, players: int, models: _Models) -> Iterator[Strength]:
    chances, margins, bids = models.chances, models.margins, models.bids
    for k, code in enumerate(models.codes.tolist()):
        kind, number = _KINDS[code // 10_000], code % 100
        name = str(number) if kind == "turn order" else (FACTIONS if kind == "faction" else MATS)[number]
        chance = Estimate(*map(models.share, chances.estimate(k)))
        yield Strength(agent, players, kind, name, int(models.seats[k]), chance, margins.estimate(k), bids.estimate(k))


class _Pair(NamedTuple):
    """A combination that was played: where it stands in the models of pairs, and its parts in those of parts."""

    faction: str
    mat: str
    own: int
    parts: list[int]
    seats: int


def _played(together: _Models, pairs: _Models) -> Iterator[_Pair]:
    for k, code in enumerate(pairs.codes.tolist()):
        if code >= _PAIR:
            faction, mat = divmod(code - _PAIR, len(MATS))
            parts = [together.place(_FACTION + faction), together.place(_MAT + mat)]
            yield _Pair(FACTIONS[faction], MATS[mat], k, parts, int(pairs.seats[k]))


def _bids(agent: str, together: _Models, pairs: _Models) -> Iterator[Bid]:
    people = community_bids()
    for pair in _played(together, pairs):
        summed, own = together.bids.estimate(*pair.parts), pairs.bids.estimate(pair.own)
        yield Bid(agent, pair.faction, pair.mat, pair.seats, summed, own, people[pair.faction, pair.mat])


def _agreements(agent: str, together: _Models, pairs: _Models) -> Iterator[Agreement]:
    people, means, rows = community_bids(), community_means(), list(_played(together, pairs))
    of_parts, of_pairs = (np.vstack([models.bids.values, models.bids.draws]) for models in (together, pairs))
    factions, mats = ({row.parts[k]: means[(row.faction, row.mat)[k]] for row in rows} for k in (0, 1))
    community = [people[row.faction, row.mat] for row in rows]
    for about, worth, other in (
        ("factions", of_parts[:, list(factions)], list(factions.values())),
        ("mats", of_parts[:, list(mats)], list(mats.values())),
        ("combinations, summed", of_parts[:, [row.parts for row in rows]].sum(2), community),
        ("combinations, own", of_pairs[:, [row.own for row in rows]], community),
    ):
        if len(other) >= _LEAST:
            agreement = np.array([np.corrcoef(draw, other)[0, 1] for draw in worth])
            value, half = float(agreement[0]), CONFIDENCE_Z * float(agreement[1:].std(ddof=1))
            yield Agreement(agent, about, Estimate(value, max(value - half, -1.0), min(value + half, 1.0)))
