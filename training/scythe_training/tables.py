"""What the commands show on the terminal."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn, TimeRemainingColumn
from rich.table import Table

if TYPE_CHECKING:
    from .evaluation import Evaluation


def progress_bar(console: Console) -> Progress:
    """A bar with counts, time gone by and time left."""
    return Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeElapsedColumn(),
        TextColumn("left"),
        TimeRemainingColumn(),
        console=console,
    )


def evaluation_table(result: Evaluation) -> Table:
    """The agents by their rows; a column for each opponent where there are several."""
    table = Table(
        title=f"{result.games:,} games of {result.players} players, {result.rounds / result.games:.0f} rounds on "
        f"average, {result.ended / result.games:.0%} ended by a sixth star",
        title_justify="left",
        caption="95 % intervals in brackets; a shared victory counts as a part of one.",
        caption_justify="left",
    )
    table.add_column("agent")
    for heading in ("games", "win rate", "mean score", "mean rank"):
        table.add_column(heading, justify="right")
    several = len(result.agents) > 2
    for name in result.agents if several else ():
        table.add_column(f"against {name}", justify="right")
    for name in result.agents:
        tally = result.total[name]
        cells = [f"{tally.games:,}", str(tally.win_rate), f"{tally.score / tally.games:.1f}",
                 f"{tally.rank / tally.games:.2f}"]  # fmt: skip
        if several:
            versus = result.versus[name]
            cells += [f"{versus[other].win_rate.rate:.1%}" if other in versus else "-" for other in result.agents]
        table.add_row(name, *cells)
    return table


def number(value: float) -> str:
    """A figure with three or more significant digits."""
    return f"{value:,.0f}" if value >= 100 else f"{value:.3g}"
