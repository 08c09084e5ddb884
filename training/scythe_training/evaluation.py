"""How well agents play against each other: many games over seeds and seat rotations, with confidence intervals."""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations
from typing import Any, Final, NamedTuple

import numpy as np

from scythe_env.core.agent import Agent, Player
from scythe_env.core.game import NONE, Game, Mask, States
from scythe_env.core.registry import agent_names

from .conduct import CONDUCT, LEFT_OUT, STOP, AgentFailed, Conduct, ranked_last

BASELINES: Final = ("heuristic", "random")
"""Registered names of the agents that others are measured by; not every game has all of them."""

MOST_GAMES: Final = 10_000_000
"""Games of an evaluation."""

CONFIDENCE_Z: Final = 1.959963984540054
"""The normal quantile of two-sided 95 % intervals."""


class Interval(NamedTuple):
    """A share of games with its 95 % confidence interval, all from 0 to 1."""

    rate: float
    low: float
    high: float


def wilson(wins: float, games: int, z: float = CONFIDENCE_Z) -> Interval:
    """Wilson's score interval of a share.

    Args:
        wins: games won, from 0 to ``games``; shared victories count as parts of one.
        games: games played, at least 1.
        z: normal quantile of the confidence wanted.

    Raises:
        ValueError: the numbers are impossible.
    """
    if games < 1 or not 0 <= wins <= games:
        raise ValueError(f"{wins} wins in {games} games: give at least one game and wins from 0 to their number")
    rate, spread = wins / games, z * z / games
    middle = (rate + spread / 2) / (1 + spread)
    half = z / (1 + spread) * math.sqrt(rate * (1 - rate) / games + spread / (4 * games))
    low = 0.0 if wins == 0 else middle - half  # rounding would leave a little
    return Interval(rate, low, 1.0 if wins == games else middle + half)


@dataclass
class Tally:
    """The results of one agent, summed over its games; a seat at a table counts as a game."""

    games: int = 0
    wins: float = 0.0
    score: float = 0.0
    rank: float = 0.0

    def add(self, score: int, ranks: Sequence[int], rank: int, by_sides: bool = False) -> None:
        """Count a game; k seats that share the victory get 1/k of it each, equal seats the mean of their places.

        Where a game is won ``by_sides``, each seat of the winning one has won it, and a draw is half a victory.
        """
        share = (0.5 if max(ranks) == 1 else 1.0) if by_sides else 1 / ranks.count(1)
        self.games += 1
        self.wins += share if rank == 1 else 0.0
        self.score += score
        self.rank += rank + (ranks.count(rank) - 1) / 2

    @property
    def win_rate(self) -> Interval:
        """The share of games won."""
        return wilson(self.wins, self.games)

    def as_dict(self) -> dict[str, Any]:
        """Games, win rate with its interval, mean score and mean rank."""
        rate, low, high = self.win_rate
        return {
            "games": self.games,
            "wins": self.wins,
            "win_rate": rate,
            "win_rate_95": [low, high],
            "mean_score": self.score / self.games,
            "mean_rank": self.rank / self.games,
        }


class Outcome(NamedTuple):
    """How a game of an evaluation went.

    Attributes:
        seating: the agent of each seat.
        rounds: rounds played.
        ended: whether the rules ended it, not a limit.
        scores: the score of each seat.
        ranks: the rank of each seat, 1 is best; equal seats share one.
        failure: why it was not played to its end, if an agent failed; that one has the last rank.
    """

    seating: list[str]
    rounds: int
    ended: bool
    scores: list[int]
    ranks: list[int]
    failure: str = ""


@dataclass
class Evaluation:
    """The result of :func:`evaluate`.

    Attributes:
        agents: names, in the order given.
        players: seats at a table that are not scripted.
        deals: deals of each combination of agents; each is played once with every agent in every seat.
        seed: of the deals and the agents.
        ending: what ends a game that is not cut off, in a word (:attr:`.Game.ending`).
        by_sides: whether games are won by sides (:attr:`.Game.by_sides`).
        total: by agent that has played, over all games.
        versus: by agent and by each other agent that sat at its table.
        games: games played.
        rounds: rounds, summed over the games.
        ended: games that the rules ended, not a limit.
        failures: what went wrong, for each game in which an agent failed.

    Raises:
        ValueError: agents or deals are missing or too many, or the seed is negative.
    """

    agents: list[str]
    players: int
    deals: int
    seed: int
    ending: str = "rules"
    by_sides: bool = False
    total: dict[str, Tally] = field(default_factory=dict)
    versus: dict[str, dict[str, Tally]] = field(default_factory=dict)
    games: int = 0
    rounds: int = 0
    ended: int = 0
    failures: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        if not self.agents or self.deals < 1 or self.seed < 0:
            raise ValueError(
                f"{len(self.agents)} agents, {self.deals} deals, seed {self.seed}: give at least one agent, one deal, "
                "and a seed of 0 or larger"
            )
        games = num_games(len(self.agents), self.players, self.deals)
        if games > MOST_GAMES:
            raise ValueError(f"{self.deals} deals are {games} games: at most {MOST_GAMES} are played")

    def count(self, outcome: Outcome, conduct: Conduct = CONDUCT) -> None:
        """Add a game, unless an agent failed in it and such games are left out."""
        seating, rounds, ended, scores, ranks, failure = outcome
        if failure:
            self.failures.append(failure)
            if conduct.failures == LEFT_OUT:
                return
        self.games += 1
        self.rounds += rounds
        self.ended += ended
        for name, score, rank in zip(seating, scores, ranks, strict=True):
            self.total.setdefault(name, Tally()).add(score, ranks, rank, self.by_sides)
            against = self.versus.setdefault(name, {})
            for other in dict.fromkeys(seating):
                if other != name:
                    against.setdefault(other, Tally()).add(score, ranks, rank, self.by_sides)

    def as_dict(self) -> dict[str, Any]:
        """The result as it is written to JSON."""
        return {
            "players": self.players,
            "deals": self.deals,
            "seed": self.seed,
            "games": self.games,
            "mean_rounds": self.rounds / self.games,
            f"ended_by_{self.ending}": self.ended / self.games,
            "agents": {
                name: {
                    **self.total[name].as_dict(),
                    "against": {other: tally.as_dict() for other, tally in self.versus[name].items()},
                }
                for name in self.names
            },
            **({"failures": self.failures} if self.failures else {}),
        }

    @property
    def names(self) -> list[str]:
        """Those who have played: the agents in the order given, then the player of scripted seats."""
        return [name for name in dict.fromkeys((*self.agents, *self.total)) if name in self.total]


def play(game: Game, states: States, mask: Mask, seats: Mapping[int, Player], seed: int) -> None:
    """Play record 0 of ``states`` from deal to end, with a player for each seat of an agent, reset by the caller."""
    game.reset(states, 0, seed, mask)
    seat = game.seat_to_act(states, 0)
    while seat != NONE:
        game.step(states, 0, seats[seat].choose(states, 0, seat, mask), mask)
        seat = game.seat_to_act(states, 0)


def evaluate(
    game: Game,
    agents: Mapping[str, Agent],
    *,
    deals: int,
    seed: int = 0,
    conduct: Conduct = CONDUCT,
    advance: Callable[[], Any] = lambda: None,
    stopped: Callable[[], bool] = lambda: False,
) -> Evaluation:
    """Play agents against each other.

    With fewer agents than seats the last one plays the seats that are left. With more, every combination of them that
    fills the table plays. Each deal is played once for each seat of the table, turned by one seat from game to game, so
    that luck of the draw and of the seat affects all equally.

    Args:
        game: the rules; its reward does not matter.
        agents: agents by the names of the result.
        deals: deals of each combination.
        seed: 0 or larger, of the deals and the agents; equal seeds give equal results.
        conduct: what follows if an agent fails; by default all ends.
        advance: called after each of the ``num_games`` games.
        stopped: asked after each game whether to end with those that are played.

    Raises:
        ValueError: agents or deals are missing or too many, the seed is negative, or an agent failed.
    """
    result = Evaluation(list(agents), len(game.agent_seats), deals, seed, game.ending, game.by_sides)
    for outcome in outcomes(game, agents, deals=deals, seed=seed, conduct=conduct):
        result.count(outcome, conduct)
        advance()
        if stopped():
            break
    return result


def outcomes(
    game: Game,
    agents: Mapping[str, Agent],
    *,
    deals: int,
    seed: int,
    conduct: Conduct = CONDUCT,
    part: range | None = None,
) -> Iterator[Outcome]:
    """Play the games of an evaluation, or some of them: each depends only on its number, wherever it is played.

    Args:
        game: the rules.
        agents: agents by name.
        deals: deals of each combination of agents.
        seed: of the evaluation.
        conduct: what follows if an agent fails; by default all ends.
        part: the numbers of the games to play, from 0 to :func:`num_games` - 1; without it, all.

    Raises:
        ValueError: an agent failed.
    """
    names, seats = list(agents), len(game.agent_seats)
    tables = _tables(names, seats)
    players = {name: conduct.player(game, name, agent) for name, agent in agents.items()}
    for number in part if part is not None else range(num_games(len(names), seats, deals)):
        which, rest = divmod(number, deals * max(seats, 1))
        deal, turn = divmod(rest, max(seats, 1))  # the table is turned by this many seats
        seating = [tables[which][(seat - turn) % seats] for seat in range(seats)]
        deal_seed, *_ = np.random.SeedSequence((seed, deal)).generate_state(1, np.uint64).tolist()
        own = np.random.SeedSequence((seed, deal, turn)).generate_state(len(names), np.uint64).tolist()
        for name, agent_seed in zip(names, own, strict=True):
            players[name].reset(agent_seed)
        yield played(game, players, seating, deal_seed, conduct, f"game {number}")


def played(
    game: Game, players: Mapping[str, Player], seating: list[str], seed: int, conduct: Conduct, called: str
) -> Outcome:
    """Play a game from its deal to its end, or until an agent fails; then it is scored as it stands.

    Args:
        game: the rules.
        players: by name, reset by the caller.
        seating: the name of the player of each seat that is not scripted.
        seed: of the deal.
        conduct: what follows if an agent fails.
        called: which game this is, for those who read that an agent failed in it.

    Raises:
        AgentFailed: an agent failed, and all ends then.
    """
    states, failure = game.new_states(1), ""
    seats = {seat: players[name] for seat, name in zip(game.agent_seats, seating, strict=True)}
    try:
        play(game, states, np.zeros(game.num_actions, np.int8), seats, seed)
    except AgentFailed as failed:
        failure = f"{called}: {failed}"
        if conduct.failures == STOP:
            raise AgentFailed(failure) from failed
    results = game.results(game.scores(states, 0))
    scores, ranks = [result["score"] for result in results], [result["rank"] for result in results]
    ended = not failure and not game.truncated(states, 0)
    if failure:
        ranks = ranked_last(ranks, game.seat_to_act(states, 0))
    return Outcome(game.seated(seating), game.rounds(states, 0), ended, scores, ranks, failure)


def turn_time(game: Game, name: str, agent: Agent, conduct: Conduct = CONDUCT, seed: int = 0) -> float:
    """Seconds that a turn takes an agent, asked from Python: the mean of a game in which it plays all seats.

    Raises:
        AgentFailed: it failed, whatever follows in other games.
    """
    player, states = conduct.player(game, name, agent), game.new_states(1)
    mask: Mask = np.zeros(game.num_actions, np.int8)
    game.reset(states, 0, seed, mask)
    player.reset(seed)
    player.choose(states, 0, game.seat_to_act(states, 0), mask)  # compiles
    player.reset(seed)
    began = time.perf_counter()
    play(game, states, mask, dict.fromkeys(game.agent_seats, player), seed)
    return (time.perf_counter() - began) / (game.rounds(states, 0) * len(game.agent_seats))


def baselines(game: Game | type[Game]) -> list[str]:
    """Names of the game's agents that others are measured by, the best one first."""
    return [name for name in BASELINES if name in agent_names(game)]


def num_games(agents: int, players: int, deals: int) -> int:
    """Number of games that :func:`evaluate` plays."""
    return math.comb(max(agents, players), players) * deals * max(players, 1)


def _tables(names: list[str], seats: int) -> list[tuple[str, ...]]:
    """Who sits together: the agents of each seat of a table before it is turned."""
    if len(names) > seats:
        return list(combinations(names, seats))
    return [(*names, *[names[-1]] * (seats - len(names)))]
