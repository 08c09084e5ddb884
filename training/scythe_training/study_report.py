"""What a study shows: tables for the terminal, CSV files, plots, and a document for JSON."""

from __future__ import annotations

import io
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, Final

import numpy as np
from matplotlib.figure import Figure
from rich.table import Table

from scythe_env.scythe.components import FACTIONS
from scythe_env.scythe.rules.scoring import SCORE_PARTS

from .files import csv_text, write_file
from .strengths import Assessment, Bid, Estimate, Strength, assess, community_means
from .study import STARS, Fact, Study, Wins
from .tables import simple_table

HUMAN_ROUNDS: Final = (18, 22)
"""Rounds of a game at tables of experienced people."""

HUMAN_SCORES: Final = (60, 100)
"""Usual winning scores of people."""


_DIGITS: Final = 4  # of figures in a document


@dataclass(frozen=True)
class Report:
    """The figures of a study.

    Attributes:
        study: the games.
        facts: means.
        wins: win rates.
        assessment: what the fitted models say.
    """

    study: Study
    facts: list[Fact]
    wins: list[Wins]
    assessment: Assessment

    @classmethod
    def of(cls, study: Study) -> Report:
        """The report on a study in which at least one agent has played two games at a table."""
        return cls(study, list(study.facts()), list(study.wins()), assess(study))

    def tables(self) -> Iterator[Table]:
        """For each agent the means, the win rates, chances by the model, and coins beside the community's bids.

        There is a column for each size of table, the last one with intervals.
        """
        sizes = [*self.study.players, 0] if len(self.study.players) > 1 else self.study.players
        kinds: tuple[tuple[str, Sequence[Fact | Wins | Strength]], ...] = (
            ("means", self.facts),
            ("win rates", self.wins),
            ("chances, all else average", self.assessment.strengths),
        )
        for agent in self.study.agents:
            for title, entries in kinds:
                if own := [entry for entry in entries if entry.agent == agent]:
                    yield _by_size(f"{agent}: {title}", own, sizes)
            if any(bid.agent == agent for bid in self.assessment.bids):
                yield self._coins(agent)

    def _coins(self, agent: str) -> Table:
        """What factions and mats are worth in coins, at all tables together."""
        table = simple_table(f"{agent}: coins above the average, 95 % intervals", "", "score", "fair bid", "community")
        community = community_means()
        for row in self.assessment.strengths:
            if row.agent == agent and row.players == 0:
                table.add_row(row.name, str(row.margin), str(row.bid), f"{community[row.name]:+.1f}")
        table.add_section()
        for agreement in self.assessment.agreements:
            if agreement.agent == agent:
                table.add_row(f"correlation, {agreement.about}", "", "", f"{agreement.correlation.value:.2f}")
        return table

    def save(self) -> list[Path]:
        """Write CSV files and plots beside the games; existing ones are replaced.

        Returns:
            The files: ``study_facts.csv`` (:class:`.Fact`), ``study_wins.csv`` (:class:`.Wins`),
            ``study_strengths.csv`` (:class:`.Strength`), ``study_bids.csv`` (:class:`.Bid`), and plots of rounds and
            combats, scores, stars, wins and bids.

        Raises:
            OSError: the folder cannot be written to.
        """
        folder, written = self.study.folder, []
        tables: dict[str, Sequence[Any]] = {
            "facts": self.facts,
            "wins": self.wins,
            "strengths": self.assessment.strengths,
            "bids": self.assessment.bids,
        }
        for name, entries in tables.items():
            rows = [_flat(entry) for entry in entries]
            written.append(folder / f"study_{name}.csv")
            text = csv_text([*([list(rows[0])] if rows else []), *(row.values() for row in rows)])
            write_file(written[-1], text.encode())
        for name, draw in (
            ("rounds", _draw_rounds),
            ("scores", _draw_scores),
            ("stars", _draw_stars),
            ("wins", _draw_wins),
            ("bids", _draw_bids),
        ):
            written.append(folder / f"study_{name}.png")
            image = io.BytesIO()
            draw(self).savefig(image, dpi=100)
            write_file(written[-1], image.getvalue())
        return written

    def as_dict(self) -> dict[str, Any]:
        """The report as it is written to JSON: each figure is a list of its value and the ends of its interval."""
        study, found = self.study, self.assessment
        agents = {}
        for agent in study.agents:
            strengths = [row for row in found.strengths if row.agent == agent]
            bids = [row for row in found.bids if row.agent == agent]
            agents[agent] = {
                "games": {str(size): len(study.seats[agent, size]) for size in study.sizes(agent)},
                "means": _nested((row, (row.mean, row.low, row.high)) for row in self.facts if row.agent == agent),
                "wins": _nested((row, (row.rate, row.low, row.high)) for row in self.wins if row.agent == agent),
                "chances": _nested((row, row.chance) for row in strengths),
                "margins": _nested((row, row.margin) for row in strengths),
                "bids": _nested((row, row.bid) for row in strengths),
                "combinations": {f"{row.faction} {row.mat}": _rounded(row.own) for row in bids},
                "agreement": {row.about: _rounded(row.correlation) for row in found.agreements if row.agent == agent},
            }
        return {**study.options, "seed": study.seed, "agents": agents}


def _by_size(title: str, entries: Sequence[Fact | Wins | Strength], sizes: Sequence[int]) -> Table:
    table = simple_table(f"{title} by number of players, 95 % intervals", "", *(str(size or "all") for size in sizes))
    cells: dict[str, dict[str, dict[int, str]]] = {}
    for entry in entries:
        row = cells.setdefault(entry.about, {}).setdefault(entry.name, {})
        row[entry.players] = entry.interval if entry.players == sizes[-1] else str(entry)
    for about, names in cells.items():
        table.add_section()
        table.add_row(about, style="bold")
        for name, row in names.items():
            table.add_row(f"  {name}", *(row.get(size, "") for size in sizes))
    return table


def _flat(entry: Fact | Wins | Strength | Bid) -> dict[str, Any]:
    """A row of a CSV file: estimates become three columns."""
    row: dict[str, Any] = {}
    for name, value in (entry._asdict() if isinstance(entry, Strength | Bid) else asdict(entry)).items():
        if isinstance(value, Estimate):
            row |= {name: value.value, f"{name}_low": value.low, f"{name}_high": value.high}
        else:
            row[name] = value
    return row


def _nested(entries: Iterable[tuple[Fact | Wins | Strength, Iterable[float]]]) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for entry, values in entries:
        at = found.setdefault(str(entry.players or "all"), {}).setdefault(entry.about, {})
        at[entry.name] = _rounded(values)
    return found


def _rounded(values: Iterable[float]) -> list[float]:
    return [round(value, _DIGITS) for value in values]


# -- plots -------------------------------------------------------------------------------------------------------------


def _panels(study: Study, rows: int = 1, height: float = 4.0) -> tuple[Figure, Any]:
    """A figure with a column of panels for each agent; the panels are an array (rows, agents)."""
    figure = Figure(figsize=(5.0 * len(study.agents), height * rows), layout="constrained")
    axes = figure.subplots(rows, len(study.agents), squeeze=False)
    for axis, agent in zip(axes[0], study.agents, strict=True):
        axis.set_title(agent)
    return figure, axes


def _draw_rounds(report: Report) -> Figure:
    study = report.study
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


def _draw_scores(report: Report) -> Figure:
    study = report.study
    figure, axes = _panels(study)
    facts = {(fact.agent, fact.about, fact.name, fact.players): fact for fact in report.facts}
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


def _draw_stars(report: Report) -> Figure:
    study = report.study
    figure, axes = _panels(study)
    facts = [fact for fact in report.facts if fact.players == 0]
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


def _draw_wins(report: Report) -> Figure:
    kinds = ("faction", "mat")
    study = report.study
    figure, axes = _panels(study, len(kinds), 3.0)
    wins = [win for win in report.wins if win.players == 0]
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


def _draw_bids(report: Report) -> Figure:
    """Each combination by what people think it is worth and what its faction and its mat are worth in the games."""
    study = report.study
    figure, axes = _panels(study, height=4.5)
    for axis, agent in zip(axes[0], study.agents, strict=True):
        for faction in FACTIONS:
            chosen = [bid for bid in report.assessment.bids if (bid.agent, bid.faction) == (agent, faction)]
            errors = [bid.summed.value - bid.summed.low for bid in chosen]
            summed = [bid.summed.value for bid in chosen]
            axis.errorbar([bid.community for bid in chosen], summed, errors, fmt="o", capsize=2, label=faction)
        axis.axline((0, 0), slope=1, color="grey", linewidth=0.8)
        axis.set(xlabel="community's bid, coins above its mean", ylabel="fair bid, coins above the mean")
    axes[0][-1].legend(fontsize="small", loc="center left", bbox_to_anchor=(1, 0.5))
    return figure
