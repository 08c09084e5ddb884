"""How games go when agents play against themselves: rounds, scores, stars, combats, winners, with 95 % intervals."""

from __future__ import annotations

import csv
import math
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import astuple, dataclass, field, fields
from pathlib import Path
from typing import Any, Final

import numpy as np
from matplotlib.figure import Figure
from numpy.typing import NDArray
from rich.box import SIMPLE
from rich.table import Table

from scythe_env.core.agent import Agent, Player
from scythe_env.core.game import Mask, States
from scythe_env.scythe import steps
from scythe_env.scythe.components import FACTIONS, MATS, STAR_GOALS
from scythe_env.scythe.config import ScytheConfig
from scythe_env.scythe.constants import ENDED
from scythe_env.scythe.game import SCORE_PARTS, Scythe
from scythe_env.scythe.rules.scoring import SCORE_RANK, SCORE_TOTAL

from .evaluation import CONFIDENCE_Z, play, wilson
from .files import naming

HUMAN_ROUNDS: Final = (18, 22)
"""Rounds of a game at tables of experienced people."""

HUMAN_SCORES: Final = (60, 100)
"""Usual winning scores of people."""

STARS: Final = tuple(goal.replace("_", " ") for goal in STAR_GOALS)
"""What a star is placed for, as tables name it."""

SEAT: Final = np.dtype(
    [
        ("game", np.int32),
        ("rounds", np.int16),
        ("sixth_star", np.int16),  # whether that ended the game, not the limit of rounds
        ("combats", np.int16),  # in the whole game
        ("turn", np.int16),  # place in the order of play, from 1
        ("faction", np.int16),
        ("mat", np.int16),
        *((part, np.int16) for part in SCORE_PARTS),
        ("total", np.int16),
        ("rank", np.int16),
        ("win", np.float64),  # k seats that share the victory get 1/k each
        *((f"star_{goal}", np.int16) for goal in STAR_GOALS),
    ]
)
"""What is recorded about a seat in a game."""

Seats = NDArray[np.void]  # (games, seats) of SEAT
Series = NDArray[np.float64]  # a figure of each game


@dataclass(frozen=True)
class Fact:
    """A mean over games, or a share of them, with its 95 % interval; ``players`` is 0 for all tables together."""

    agent: str
    players: int
    about: str
    name: str
    games: int
    mean: float
    low: float
    high: float

    def __str__(self) -> str:
        return f"{self.mean:.1f}" if abs(self.mean) >= 10 else f"{self.mean:.2f}"

    @property
    def interval(self) -> str:
        """The mean with its interval."""
        return f"{self} ±{(self.high - self.low) / 2:.2f}"


@dataclass(frozen=True)
class Wins:
    """The share of games won by a faction, a mat or a place in the order of play, and what equal chances would give."""

    agent: str
    players: int
    about: str
    name: str
    games: int
    wins: float
    rate: float
    low: float
    high: float
    chance: float

    def __str__(self) -> str:
        return f"{self.rate:.0%}"

    @property
    def interval(self) -> str:
        """The rate with its interval."""
        return f"{self} ({self.low:.0%}-{self.high:.0%})"


@dataclass
class Study:
    """The games of :func:`run_study`.

    Attributes:
        agents: names, in the order given.
        players: sizes of the tables.
        seats: the games of each agent at each size of table, (games, players) of :data:`SEAT`; those that were not
            played before the study was stopped are missing.
    """

    agents: list[str]
    players: list[int]
    seats: dict[tuple[str, int], Seats] = field(default_factory=dict)

    def sizes(self, agent: str) -> list[int]:
        """The sizes of the tables at which an agent has played."""
        return [size for size in self.players if (agent, size) in self.seats]

    def facts(self) -> Iterator[Fact]:
        """Means of each agent at each size of table, then of all tables together."""
        for agent in self.agents:
            pooled: dict[tuple[str, str], list[Series]] = {}
            for players in self.sizes(agent):
                for key, values in _series(self.seats[agent, players]).items():
                    pooled.setdefault(key, []).append(values)
                    yield _fact(agent, players, *key, values)
            for key, parts in pooled.items():
                yield _fact(agent, 0, *key, np.concatenate(parts))

    def wins(self) -> Iterator[Wins]:
        """Win rates by faction, mat and place in the order of play, at each size of table and at all together."""
        groups: list[tuple[str, str, Sequence[str], int]] = [
            ("faction", "faction", FACTIONS, 0),
            ("mat", "mat", MATS, 0),
            ("turn order", "turn", [str(place) for place in range(1, max(self.players) + 1)], 1),
        ]
        for agent in self.agents:
            for players in (*self.sizes(agent), 0):
                sizes = [size for size in self.sizes(agent) if players in (0, size)]
                seats = np.concatenate([self.seats[agent, size].ravel() for size in sizes])
                chance = np.concatenate([np.full(self.seats[agent, size].size, 1 / size) for size in sizes])
                for about, column, names, first in groups:
                    for value, name in enumerate(names, first):
                        chosen = seats[column] == value
                        if games := int(chosen.sum()):
                            won = float(seats["win"][chosen].sum())
                            interval = wilson(min(won, games), games)
                            yield Wins(agent, players, about, name, games, won, *interval, float(chance[chosen].mean()))


class _Watched(Player):
    """A player whose attacks are counted: a combat asks the attacker for power once, if forced decisions are asked."""

    attacks = 0

    def choose(self, states: States, i: int, seat: int, mask: Mask) -> int:
        if states["decision"][i] == steps.DIAL and states["active"][i] == seat:
            self.attacks += 1
        return super().choose(states, i, seat, mask)


def run_study(
    agents: Mapping[str, Callable[[Scythe], Agent]],
    players: Sequence[int],
    *,
    games: int,
    seed: int = 0,
    advance: Callable[[], Any] = lambda: None,
    stopped: Callable[[], bool] = lambda: False,
    **options: Any,
) -> Study:
    """Play games of each agent against itself.

    Args:
        agents: what makes an agent that plays a game, by name; it is called for each seat.
        players: sizes of the tables.
        games: games of each agent at each size; deals are the same for all agents.
        seed: 0 or larger; equal seeds give equal results.
        advance: called after each game.
        stopped: asked after each game whether to end with those that are played.
        options: of the games, as :class:`.ScytheConfig` has them; forced decisions are always asked.

    Raises:
        ValueError: agents or sizes are missing, fewer than 2 games are requested, the seed is negative, the
            configuration is impossible, or an agent chose an illegal action.
    """
    if not agents or not players or games < 2 or seed < 0:
        raise ValueError(
            f"{len(agents)} agents, {len(players)} sizes of tables, {games} games, seed {seed}: "
            "give at least one agent, one size and 2 games, and a seed of 0 or larger"
        )
    study = Study(list(agents), list(players))
    for name, make in agents.items():
        for size in players:
            game = Scythe(ScytheConfig(**{**options, "players": size, "play_forced": False}))
            states = game.new_states(1)
            mask: Mask = np.zeros(game.num_actions, np.int8)
            seats = [_Watched(game, make(game)) for _ in range(size)]
            rows = np.zeros((games, size), SEAT)
            for number in range(games):
                deal, *own = np.random.SeedSequence((seed, size, number)).generate_state(size + 1, np.uint64).tolist()
                for player, player_seed in zip(seats, own, strict=True):
                    player.reset(player_seed)
                    player.attacks = 0
                play(game, states, mask, dict(enumerate(seats)), deal)
                rows[number]["game"] = number
                rows[number]["combats"] = sum(player.attacks for player in seats)
                _note(game, states, rows[number])
                advance()
                if stopped():
                    rows = rows[: number + 1]
                    break
            if len(rows) > 1:  # intervals need two
                study.seats[name, size] = rows
            if stopped():
                study.agents = [agent for agent in agents if study.sizes(agent)]
                return study
    return study


def _note(game: Scythe, states: States, row: Seats) -> None:
    """Write the end of a game into the (seats,) of its row."""
    state, scores, size = states[0], game.scores(states, 0), game.num_players
    row["rounds"], row["sixth_star"] = state["round"], state["status"] == ENDED
    row["turn"] = (np.arange(size) - state["first"]) % size + 1
    row["faction"], row["mat"] = state["faction"][:size], state["mat"][:size]
    for k, part in enumerate(SCORE_PARTS):
        row[part] = scores[:, k]
    row["total"], row["rank"] = scores[:, SCORE_TOTAL], scores[:, SCORE_RANK]
    row["win"] = (row["rank"] == 1) / (row["rank"] == 1).sum()
    for k, goal in enumerate(STAR_GOALS):
        row[f"star_{goal}"] = state["stars"][:size, k]


# -- figures -----------------------------------------------------------------------------------------------------------


def _series(seats: Seats) -> dict[tuple[str, str], Series]:
    """Figures of each game by what they are about and their name; those of the winner are the mean of joint winners."""

    def winner(column: str) -> Series:
        return np.asarray((seats[column] * seats["win"]).sum(1))

    totals = np.sort(seats["total"].astype(float), axis=1)
    series = {
        ("game", "rounds"): seats["rounds"][:, 0],
        ("game", "ended by stars"): seats["sixth_star"][:, 0],
        ("game", "combats"): seats["combats"][:, 0],
        ("score", "winner"): winner("total"),
        ("score", "mean of seats"): seats["total"].mean(1),
    }
    if seats.shape[1] > 1:
        series["score", "lead over second"] = totals[:, -1] - totals[:, -2]
    series |= {("winner's score", part): winner(part) for part in SCORE_PARTS}
    columns = {name: f"star_{goal}" for name, goal in zip(STARS, STAR_GOALS, strict=True)}
    series |= {("winner's stars", name): winner(column) for name, column in columns.items()}
    series |= {("stars of a seat", name): seats[column].mean(1) for name, column in columns.items()}
    return {key: np.asarray(values, np.float64) for key, values in series.items()}


def _fact(agent: str, players: int, about: str, name: str, values: Series) -> Fact:
    if name == "ended by stars":
        return Fact(agent, players, about, name, len(values), *wilson(float(values.sum()), len(values)))
    mean = float(values.mean())
    half = CONFIDENCE_Z * float(values.std(ddof=1)) / math.sqrt(len(values))
    return Fact(agent, players, about, name, len(values), mean, mean - half, mean + half)


# -- tables ------------------------------------------------------------------------------------------------------------


def study_tables(study: Study) -> Iterator[Table]:
    """For each agent the means, then the win rates; a column for each size of table, the last one with intervals."""
    sizes = [*study.players, 0] if len(study.players) > 1 else study.players
    for agent in study.agents:
        rows: tuple[tuple[str, Iterable[Fact | Wins]], ...] = (("means", study.facts()), ("win rates", study.wins()))
        for title, entries in rows:
            table = Table(
                title=f"{agent}: {title} by number of players, 95 % intervals", title_justify="left", box=SIMPLE
            )
            table.add_column()
            for size in sizes:
                table.add_column(str(size) if size else "all", justify="right")
            cells: dict[str, dict[str, dict[int, str]]] = {}
            for entry in entries:
                if entry.agent == agent:
                    row = cells.setdefault(entry.about, {}).setdefault(entry.name, {})
                    row[entry.players] = entry.interval if entry.players == sizes[-1] else str(entry)
            for about, names in cells.items():
                table.add_section()
                table.add_row(about, style="bold")
                for name, row in names.items():
                    table.add_row(f"  {name}", *(row.get(size, "") for size in sizes))
            yield table


def save_study(study: Study, folder: Path) -> list[Path]:
    """Write CSV files and plots; existing ones are replaced.

    Returns:
        The files: ``study_seats.csv`` (a row for each seat of each game), ``study_facts.csv`` (:class:`Fact`),
        ``study_wins.csv`` (:class:`Wins`), and plots of rounds and combats, scores, stars and wins.

    Raises:
        OSError: the folder cannot be written to.
    """
    folder.mkdir(parents=True, exist_ok=True)
    tables: dict[str, tuple[Sequence[str], Iterable[Sequence[Any]]]] = {
        "seats": (("agent", "players", *(SEAT.names or ())), _seat_rows(study)),
        "facts": ([column.name for column in fields(Fact)], map(astuple, study.facts())),
        "wins": ([column.name for column in fields(Wins)], map(astuple, study.wins())),
    }
    written = []
    for name, (heading, rows) in tables.items():
        written.append(folder / f"study_{name}.csv")
        with naming(written[-1]), written[-1].open("w", newline="", encoding="utf-8") as file:
            csv.writer(file).writerows([heading, *rows])
    for name, draw in (
        ("rounds", _draw_rounds),
        ("scores", _draw_scores),
        ("stars", _draw_stars),
        ("wins", _draw_wins),
    ):
        written.append(folder / f"study_{name}.png")
        with naming(written[-1]):
            draw(study).savefig(written[-1], dpi=100)
    return written


def _seat_rows(study: Study) -> Iterator[Sequence[Any]]:
    for (agent, players), seats in study.seats.items():
        for seat in seats.ravel():
            values = dict(zip(SEAT.names or (), seat.tolist(), strict=True))
            values["faction"], values["mat"] = FACTIONS[seat["faction"]], MATS[seat["mat"]]
            yield (agent, players, *values.values())


# -- plots -------------------------------------------------------------------------------------------------------------


def _panels(study: Study, rows: int = 1, height: float = 4.0) -> tuple[Figure, Any]:
    """A figure with a column of panels for each agent; the panels are an array (rows, agents)."""
    figure = Figure(figsize=(5.0 * len(study.agents), height * rows), layout="constrained")
    axes = figure.subplots(rows, len(study.agents), squeeze=False)
    for axis, agent in zip(axes[0], study.agents, strict=True):
        axis.set_title(agent)
    return figure, axes


def _draw_rounds(study: Study) -> Figure:
    figure, axes = _panels(study, 2, 3.0)
    for column, agent in enumerate(study.agents):
        for axis, name in zip(axes[:, column], ("rounds", "combats"), strict=True):
            values = [study.seats[agent, size][name][:, 0] for size in study.sizes(agent)]
            axis.boxplot(values, tick_labels=list(map(str, study.sizes(agent))), whis=(5, 95), showfliers=False)
            axis.set(xlabel="players", ylabel=name, ylim=(0, None))
        axes[0][column].axhspan(*HUMAN_ROUNDS, color="tab:green", alpha=0.25, label="experienced people")
    axes[0][-1].legend()
    figure.supxlabel("boxes: half of the games, whiskers: nine of ten", fontsize="small")
    return figure


def _draw_scores(study: Study) -> Figure:
    figure, axes = _panels(study)
    facts = {(fact.agent, fact.about, fact.name, fact.players): fact for fact in study.facts()}
    for axis, agent in zip(axes[0], study.agents, strict=True):
        axis.axhspan(*HUMAN_SCORES, color="tab:green", alpha=0.25, label="winners among people")
        sizes = [str(size) for size in study.sizes(agent)]
        rise, fall = np.zeros(len(sizes)), np.zeros(len(sizes))
        for part in SCORE_PARTS:
            means = np.array([facts[agent, "winner's score", part, size].mean for size in study.sizes(agent)])
            axis.bar(sizes, means, 0.6, np.where(means >= 0, rise, fall), label=part)
            rise, fall = rise + np.maximum(means, 0), fall + np.minimum(means, 0)
        chosen = [facts[agent, "score", "winner", size] for size in study.sizes(agent)]
        heights = [fact.mean for fact in chosen]
        errors = [[fact.mean - fact.low for fact in chosen], [fact.high - fact.mean for fact in chosen]]
        axis.errorbar(sizes, heights, errors, fmt="k_", capsize=3, label="95 % interval")
        axis.set(xlabel="players", ylabel="mean score of the winner")
    axes[0][-1].legend(fontsize="small", loc="center left", bbox_to_anchor=(1, 0.5))
    return figure


def _draw_stars(study: Study) -> Figure:
    figure, axes = _panels(study)
    facts = [fact for fact in study.facts() if fact.players == 0]
    places = np.arange(len(STARS))
    for axis, agent in zip(axes[0], study.agents, strict=True):
        for shift, about in ((-0.2, "winner's stars"), (0.2, "stars of a seat")):
            chosen = [fact for fact in facts if (fact.agent, fact.about) == (agent, about)]
            errors = [[fact.mean - fact.low for fact in chosen], [fact.high - fact.mean for fact in chosen]]
            axis.barh(places + shift, [fact.mean for fact in chosen], 0.4, xerr=errors, capsize=2, label=about)
        axis.set_yticks(places, STARS)
        axis.invert_yaxis()
        axis.set(xlabel="stars per game, all numbers of players", xlim=(0, None))
        axis.legend()
    return figure


def _draw_wins(study: Study) -> Figure:
    kinds = ("faction", "mat")
    figure, axes = _panels(study, len(kinds), 3.0)
    wins = [win for win in study.wins() if win.players == 0]
    for row, by in zip(axes, kinds, strict=True):
        for axis, agent in zip(row, study.agents, strict=True):
            chosen = [win for win in wins if (win.agent, win.about) == (agent, by)]
            names, rates = [win.name for win in chosen], [win.rate for win in chosen]
            errors = [[win.rate - win.low for win in chosen], [win.high - win.rate for win in chosen]]
            axis.errorbar(rates, names, xerr=errors, fmt="o", capsize=3)
            axis.plot([win.chance for win in chosen], names, "k|", markersize=14, label="equal chances")
            axis.invert_yaxis()
            axis.set(xlabel=f"share of games won by {by}, all numbers of players", xlim=(0, None))
    axes[0][-1].legend(loc="lower right")
    return figure
