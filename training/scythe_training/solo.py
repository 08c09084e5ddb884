"""How often agents win alone against one Automa, at each of its levels and with each faction.

    python -m scythe_training.solo heuristic tuned quick
    python -m scythe_training.solo expert:candidates=12 --games 400 --json > solo.json

The Automa's faction and the player mat are drawn for each game, and each faction of the agent gets as many games.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Callable, Iterator, Sequence
from typing import Any, Final, NamedTuple

import numpy as np
from rich.box import SIMPLE
from rich.console import Console
from rich.table import Table

from scythe_env.core.batch import rollout
from scythe_env.core.registry import parse_agent
from scythe_env.scythe.components import FACTIONS
from scythe_env.scythe.config import ScytheConfig
from scythe_env.scythe.game import Scythe
from scythe_env.scythe.rules.scoring import SCORE_RANK, SCORE_TOTAL

from .evaluation import Interval, wilson
from .signals import first_signal
from .tables import progress_bar

LEVELS: Final = (1, 2, 3, 4)


class Solo(NamedTuple):
    """How often an agent wins against one Automa of a level.

    Attributes:
        agent: its text.
        level: of the Automa, 1 to 4.
        games: that were played.
        wins: the share of the agent in the victories, with its 95 % interval.
        score: mean of the agent.
        automa: mean score of the Automa.
        factions: the share by the agent's faction.
    """

    agent: str
    level: int
    games: int
    wins: Interval
    score: float
    automa: float
    factions: dict[str, float]


def against_automas(
    agents: Sequence[str],
    games: int,
    *,
    seed: int = 0,
    advance: Callable[[int], Any] = lambda games: None,
    stopped: Callable[[], bool] = lambda: False,
) -> Iterator[Solo]:
    """Play agents against one Automa of each level, one after the other.

    Args:
        agents: their texts.
        games: of each agent at each level; as many for each of the factions, so up to six are left out.
        seed: of the deals, which are the same for all agents.
        advance: called with the number of games that were played since.
        stopped: asked then whether to end; an agent's games at a level are told only when all are played.

    Raises:
        ValueError: an agent is unknown, or a number is impossible.
    """
    each = games // len(FACTIONS)
    if each < 1 or seed < 0:
        raise ValueError(
            f"{games} games, seed {seed}: there must be {len(FACTIONS)} games or more, and a seed of 0 or larger"
        )
    deals = np.random.SeedSequence(seed).generate_state(each, np.uint64)
    for text in agents:
        for level in LEVELS:
            shares, totals = [], []
            for faction in FACTIONS:
                options = ScytheConfig(players=1, automas=1, automa_level=level, factions=(faction, None))
                game = Scythe(options)
                found = rollout(game, parse_agent(text, game), deals)[:, :2]
                first = found[:, :, SCORE_RANK] == 1
                shares.append(float((first[:, 0] / first.sum(1)).sum()))
                totals.append(found[:, :, SCORE_TOTAL].mean(0))
                advance(each)
                if stopped():
                    return
            played, (score, automa) = each * len(FACTIONS), np.mean(totals, axis=0).tolist()
            by_faction = {faction: share / each for faction, share in zip(FACTIONS, shares, strict=True)}
            yield Solo(text, level, played, wilson(sum(shares), played), score, automa, by_faction)


def main() -> int:
    """Play, and print what was found."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("agents", nargs="+", help="as texts")
    parser.add_argument("--games", type=int, default=2002, help="of each agent at each level (default: %(default)s)")
    parser.add_argument("--seed", type=int, default=0, help="of the deals (default: %(default)s)")
    parser.add_argument("--json", action="store_true", help="print JSON instead of a table")
    given = vars(parser.parse_args())
    as_json, stops = given.pop("json"), list[int]()
    with progress_bar(Console(stderr=True)) as progress, first_signal(stops.append):
        task = progress.add_task("games", total=len(given["agents"]) * len(LEVELS) * given["games"])
        try:
            found = list(
                against_automas(
                    **given, advance=lambda games: progress.advance(task, games), stopped=lambda: bool(stops)
                )
            )
        except ValueError as error:
            parser.error(str(error))
    if as_json:
        rows = [{**one._asdict(), "wins": one.wins._asdict()} for one in found]
        print(json.dumps({"seed": given["seed"], "rows": rows}, indent=2))
    else:
        Console(highlight=False).print(*tables(found), sep="\n")
    return 128 + stops[0] if stops else 0


def tables(found: Sequence[Solo]) -> Iterator[Table]:
    """The wins with a row for each agent and level, and the same by faction."""
    shown = Table(title="Wins against one Automa, 95 % intervals", title_justify="left", box=SIMPLE)
    by_faction = Table(title="By the faction of the agent", title_justify="left", box=SIMPLE)
    for kind, columns in ((shown, ("games", "wins", "interval", "score", "Automa's")), (by_faction, FACTIONS)):
        kind.add_column("agent")
        for column in ("level", *columns):
            kind.add_column(column, justify="right")
    for one in found:
        wins, name = one.wins, (one.agent, str(one.level))
        interval = f"{wins.low:.1%} to {wins.high:.1%}"
        shown.add_row(*name, f"{one.games:,}", f"{wins.rate:.1%}", interval, f"{one.score:.0f}", f"{one.automa:.0f}")
        by_faction.add_row(*name, *(f"{one.factions[faction]:.0%}" for faction in FACTIONS))
    yield from (shown, by_faction)


if __name__ == "__main__":
    sys.exit(main())
