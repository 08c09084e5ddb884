"""How often agents win alone against one Automa, at each of its levels and with each faction.

    python -m scythe_training.solo heuristic tuned quick
    python -m scythe_training.solo expert:candidates=12 --games 400 --json > solo.json
    python -m scythe_training.solo mine.py:Bold --games 70 --failures lost --time-limit 5

The Automa's faction and the player mat are drawn for each game, and each faction of the agent gets as many games.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Callable, Iterator, Sequence
from itertools import product
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray
from rich.console import Console
from rich.table import Table

from scythe_env.core.batch import rollout
from scythe_env.scythe.components import FACTIONS
from scythe_env.scythe.config import ScytheConfig
from scythe_env.scythe.game import Scythe
from scythe_env.scythe.rules.scoring import SCORE_RANK, SCORE_TOTAL

from .conduct import CONDUCT, FAILURES, LEFT_OUT, STOP, Conduct
from .evaluation import Interval, played, wilson
from .signals import first_signal
from .tables import progress_bar, simple_table, tell_failures

LEVELS: Final = (1, 2, 3, 4)


class Solo(NamedTuple):
    """How often an agent wins against one Automa of a level.

    Attributes:
        agent: its text.
        level: of the Automa, 1 to 4.
        games: that count.
        wins: the share of the agent in the victories, with its 95 % interval.
        score: mean of the agent.
        automa: mean score of the Automa.
        factions: the share by the agent's faction, of those with which games count.
    """

    agent: str
    level: int
    games: int
    wins: Interval
    score: float
    automa: float
    factions: dict[str, float]


class _Part(NamedTuple):
    """Games of an agent: its share in the victory, its score and the Automa's, (k, 3), and why the agent failed."""

    ends: NDArray[np.float64]
    failure: str = ""


def against_automas(
    agents: Sequence[str],
    games: int,
    *,
    seed: int = 0,
    conduct: Conduct = CONDUCT,
    failed: Callable[[str], Any] = lambda failure: None,
    advance: Callable[[int], Any] = lambda games: None,
    stopped: Callable[[], bool] = lambda: False,
) -> Iterator[Solo]:
    """Play agents against one Automa of each level, one after the other.

    Args:
        agents: their texts.
        games: of each agent at each level; as many for each of the factions, so up to six are left out.
        seed: of the deals, which are the same for all agents.
        conduct: what follows if an agent fails; by default all ends.
        failed: called with what went wrong in a game in which an agent failed.
        advance: called with the number of games that were played since.
        stopped: asked then whether to end; an agent's games at a level are told only when all are played.

    Raises:
        ValueError: an agent is unknown or a number impossible; or an agent failed, and all ends then.
    """
    each = games // len(FACTIONS)
    if each < 1 or seed < 0:
        raise ValueError(
            f"{games} games, seed {seed}: there must be {len(FACTIONS)} games or more, and a seed of 0 or larger"
        )
    deals = np.random.SeedSequence(seed).generate_state(each, np.uint64)
    for text, level in product(agents, LEVELS):
        found: dict[str, list[NDArray[np.float64]]] = {}
        for faction in FACTIONS:
            for ends, failure in _played(text, level, faction, deals, conduct):
                if failure:
                    failed(failure)
                if not (failure and conduct.failures == LEFT_OUT):
                    found.setdefault(faction, []).append(ends)
                advance(len(ends))
                if stopped():
                    return
        if found:
            factions = {faction: np.concatenate(parts) for faction, parts in found.items()}
            ends = np.concatenate([*factions.values()])
            _, score, automa = ends.mean(0).tolist()
            shares = {faction: float(own[:, 0].mean()) for faction, own in factions.items()}
            yield Solo(text, level, len(ends), wilson(float(ends[:, 0].sum()), len(ends)), score, automa, shares)


def _played(text: str, level: int, faction: str, deals: NDArray[Any], conduct: Conduct) -> Iterator[_Part]:
    """The games of an agent with a faction: all at once if it is compiled and has no clock, else one by one."""
    game = Scythe(ScytheConfig(players=1, automas=1, automa_level=level, factions=(faction, None)))
    agent = conduct.agent(text, game)
    if agent.rule is not None and conduct.seconds is None:
        found = rollout(game, agent, deals)
        yield _Part(_ends(found[:, :2, SCORE_TOTAL], found[:, :2, SCORE_RANK]))
        return
    players = {text: conduct.player(game, text, agent)}
    for k, deal in enumerate(deals.tolist()):
        own, *_ = np.random.SeedSequence(deal).generate_state(1, np.uint64).tolist()
        players[text].reset(own)
        one = played(game, players, [text], deal, conduct, f"game {k} as {faction} at level {level}")
        yield _Part(_ends(np.array([one.scores]), np.array([one.ranks])), one.failure)


def _ends(totals: NDArray[Any], ranks: NDArray[Any]) -> NDArray[np.float64]:
    """How games ended, (k, 3), see :class:`_Part`, by scores and ranks of the agent and the Automa, (k, 2)."""
    first = ranks == 1
    return np.column_stack([first[:, 0] / first.sum(1), totals])


def main() -> int:
    """Play, and print what was found."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("agents", nargs="+", help="as texts")
    parser.add_argument("--games", type=int, default=2002, help="of each agent at each level (default: %(default)s)")
    parser.add_argument("--seed", type=int, default=0, help="of the deals (default: %(default)s)")
    parser.add_argument("--trust", action="store_true", help="load models of Stable-Baselines3, which can run code")
    parser.add_argument(
        "--failures", choices=FAILURES, default=STOP, help="what follows if an agent fails (default: %(default)s)"
    )
    parser.add_argument("--time-limit", type=float, metavar="SECONDS", help="how long an agent may take for a decision")
    parser.add_argument("--json", action="store_true", help="print JSON instead of a table")
    given = parser.parse_args()
    failures, stops = list[str](), list[int]()
    with progress_bar(Console(stderr=True)) as progress, first_signal(stops.append):
        total = len(given.agents) * len(LEVELS) * (given.games // len(FACTIONS) * len(FACTIONS))
        task = progress.add_task("games", total=total)
        try:
            found = list(
                against_automas(
                    given.agents, given.games, seed=given.seed,
                    conduct=Conduct(failures=given.failures, seconds=given.time_limit, trusted=given.trust),
                    failed=failures.append,
                    advance=lambda games: progress.advance(task, games),
                    stopped=lambda: bool(stops),
                )
            )  # fmt: skip
        except ValueError as error:
            parser.error(str(error))
    tell_failures(failures)
    if given.json:
        rows = [{**one._asdict(), "wins": one.wins._asdict()} for one in found]
        told = {"failures": failures} if failures else {}
        print(json.dumps({"seed": given.seed, "rows": rows, **told}, indent=2))
    else:
        Console(highlight=False, markup=False).print(*tables(found), sep="\n")
    return 128 + stops[0] if stops else 0


def tables(found: Sequence[Solo]) -> Iterator[Table]:
    """The wins with a row for each agent and level, and the same by faction."""
    columns = "agent", "level", "games", "wins", "interval", "score", "Automa's"
    shown = simple_table("Wins against one Automa, 95 % intervals", *columns)
    by_faction = simple_table("By the faction of the agent", "agent", "level", *FACTIONS)
    for one in found:
        wins, who = one.wins, (one.agent, str(one.level))
        interval = f"{wins.low:.1%} to {wins.high:.1%}"
        shown.add_row(*who, f"{one.games:,}", f"{wins.rate:.1%}", interval, f"{one.score:.0f}", f"{one.automa:.0f}")
        by_faction.add_row(*who, *(f"{one.factions[name]:.0%}" if name in one.factions else "" for name in FACTIONS))
    yield from (shown, by_faction)


if __name__ == "__main__":
    sys.exit(main())
