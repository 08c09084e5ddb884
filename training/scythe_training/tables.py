"""What the commands show on the terminal."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import TYPE_CHECKING, Final

from rich import box
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn, TimeRemainingColumn
from rich.table import Table

if TYPE_CHECKING:
    from .agents import Installed, Rated
    from .benchmark import Result
    from .evaluation import Evaluation
    from .ladder import Ladder


FAILURES_SHOWN: Final = 20
"""Games in which an agent failed that are told one by one."""


def progress_bar(console: Console) -> Progress:
    """A bar with counts, elapsed and remaining time."""
    return Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeElapsedColumn(),
        TextColumn("left"),
        TimeRemainingColumn(),
        console=console,
    )


def simple_table(title: str, *columns: str, left: int = 1) -> Table:
    """A table whose first columns, ``left`` of them, are texts, and whose others are figures."""
    table = Table(title=title, title_justify="left", box=box.SIMPLE)
    for k, column in enumerate(columns):
        table.add_column(column, justify="left" if k < left else "right")
    return table


def tell_failures(failures: Sequence[str]) -> None:
    """Say on standard error in which games an agent failed: the first of them, and how many there are."""
    shown = failures[:FAILURES_SHOWN]
    more = len(failures) - len(shown)
    for line in [*shown, *([f"... and {more} games more"] if more else [])]:
        Console(stderr=True, highlight=False, markup=False).print(line, soft_wrap=True)


def evaluation_tables(result: Evaluation) -> Iterator[Table]:
    """A row for each agent; and where there are more than two, who won how often against whom."""
    players = "1 player" if result.players == 1 else f"{result.players} players"
    table = Table(
        title=f"{result.games:,} games of {players}, {result.rounds / result.games:.0f} rounds on average, "
        f"{result.ended / result.games:.0%} ended by {result.ending}",
        title_justify="left",
        caption="A shared victory counts as a part of one.",
        caption_justify="left",
        box=box.SIMPLE_HEAD,
    )
    table.add_column("agent", overflow="fold")
    for heading in ("games", "wins", "95 % interval", "mean score", "mean rank"):
        table.add_column(heading, justify="right", no_wrap=True)
    played = result.names
    for name in played:
        tally = result.total[name]
        rate, low, high = tally.win_rate
        means = f"{tally.score / tally.games:.1f}", f"{tally.rank / tally.games:.2f}"
        table.add_row(name, f"{tally.games:,}", f"{rate:.1%}", f"{low:.1%} to {high:.1%}", *means)
    yield table
    if len(played) > 2:
        pairs = Table(title="Wins at tables with", title_justify="left", box=box.SIMPLE_HEAD)
        pairs.add_column("agent", overflow="fold")
        for name in played:
            pairs.add_column(name, justify="right", overflow="fold")
        for name, versus in result.versus.items():
            shares = (f"{versus[other].win_rate.rate:.1%}" if other in versus else "" for other in played)
            pairs.add_row(name, *shares)
        yield pairs


def ladder_table(ladder: Ladder) -> Table:
    """A row for each agent, the strongest first."""
    table = Table(
        title=f"{len(ladder.games):,} games of {ladder.game.num_players} players",
        title_justify="left",
        box=box.SIMPLE_HEAD,
    )
    table.add_column("agent", overflow="fold")
    for heading in ("rating", "95 % interval", "games", "wins", "mean score"):
        table.add_column(heading, justify="right", no_wrap=True)
    for one in ladder.ratings():
        spread = f"{one.low:.0f} to {one.high:.0f}"
        table.add_row(one.agent, f"{one.rating:.0f}", spread, f"{one.games:,}", f"{one.wins:.1%}", f"{one.score:.1f}")
    return table


def agents_tables(agents: Sequence[Installed]) -> Iterator[Table]:
    """For each game a table with a row for each agent; what is known of none of them has no column."""
    for game, group in groupby(agents, key=lambda agent: agent.game):
        rows = list(group)
        rated = sorted({about for agent in rows for about in agent.ratings})
        timed = any(agent.milliseconds is not None for agent in rows)
        table = Table(title=game, title_justify="left", caption_justify="left", box=box.SIMPLE_HEAD)
        table.add_column("agent", no_wrap=True)
        for heading in (*(["ms a turn"] if timed else []), *rated):
            table.add_column(heading, justify="right", no_wrap=True)
        table.add_column("what it is")
        several = len({agent.package for agent in rows}) > 1
        if several:
            table.add_column("from")
        for agent in rows:
            cost = [] if not timed else ["" if agent.milliseconds is None else number(agent.milliseconds)]
            ratings = (_rating(agent.ratings[about]) if about in agent.ratings else "" for about in rated)
            table.add_row(agent.name, *cost, *ratings, agent.about, *([agent.package] if several else []))
        if rated:
            table.caption = "Ratings are Elo: the baseline has 1000, and 400 points more are ten wins to one."
        yield table


def _rating(one: Rated) -> str:
    return f"{one.rating:.0f} ±{(one.high - one.low) / 2:.0f}"


def benchmark_table(result: Result) -> Table:
    """A row for each training seed, then their mean."""
    table = Table(
        title=f"{result.task}: {result.method}",
        title_justify="left",
        caption="Intervals: Student's over the training seeds for their mean, Wilson's over its games for each.",
        caption_justify="left",
        box=box.SIMPLE_HEAD,
    )
    for heading in ("seed", "decisions", "games", "wins", "95 % interval", "mean score"):
        table.add_column(heading, justify="right", no_wrap=True)
    for one in result.seeds:
        rate, low, high = one.rate
        figures = f"{rate:.1%}", f"{low:.1%} to {high:.1%}", f"{one.score:.1f}"
        table.add_row(str(one.seed), f"{one.decisions:,}", f"{one.games:,}", *figures)
    rate, low, high = result.rate
    table.add_section()
    table.add_row("mean", "", "", f"{rate:.1%}", f"{low:.1%} to {high:.1%}", f"{result.score:.1f}")
    return table


def number(value: float) -> str:
    """A figure with three or more significant digits."""
    return f"{value:,.0f}" if value >= 100 else f"{value:.3g}"
