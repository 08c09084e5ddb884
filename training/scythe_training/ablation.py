"""Why Rusviet wins so often: equal deals, by all rules and with changes of which sections may be chosen twice in a row.

    python -m scythe_training.ablation --games 4000
    python -m scythe_training.ablation --agent quick --games 300 --exclude-banned-pairs

Rusviet sits at every table, the other factions and all mats are drawn, and one agent plays all seats. The rules are as
they are: as Rusviet the agent does without sections that it might repeat, or at its turn it makes the game forget what
the other seats did last, so that they may do it again.
"""

from __future__ import annotations

import argparse
import json
import math
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, ClassVar, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray
from rich.console import Console
from rich.table import Table
from scythe_agents import HeuristicAgent
from scythe_agents.heuristic import choose_action
from scythe_agents.heuristic.weights import NUM_WEIGHTS, weight
from scythe_agents.plans import PLANS, vary
from scythe_agents.search import NET_FILE, tuned_file

from scythe_env.core.batch import rollout
from scythe_env.core.compiled import CompiledAgent
from scythe_env.core.compiling import rule
from scythe_env.core.game import Game
from scythe_env.core.machine import top_step
from scythe_env.core.net import Net, read_net
from scythe_env.core.planning import PlanningAgent
from scythe_env.core.search import Plans, searcher
from scythe_env.scythe import steps
from scythe_env.scythe.actions import A_SECTION
from scythe_env.scythe.config import ScytheConfig
from scythe_env.scythe.constants import FACTORY_SECTION, MOVE, NONE, PRODUCE, RUSVIET, TRADE
from scythe_env.scythe.game import Scythe
from scythe_env.scythe.rules.scoring import SCORE_RANK
from scythe_env.scythe.state import LAYOUT

from .evaluation import CONFIDENCE_Z, Interval, wilson
from .signals import first_signal
from .tables import progress_bar, simple_table

EVERYBODY: Final = -1
"""In place of sections: every seat may repeat all of them."""

CHANGES: Final = {
    "all rules": 0,
    "no repeat by Rusviet": (1 << (FACTORY_SECTION + 1)) - 1,
    "no repeated Produce": 1 << PRODUCE,
    "no repeated Trade, Move": 1 << TRADE | 1 << MOVE,
    "all may repeat": EVERYBODY,
}
"""What is changed: a bit for each section that Rusviet does not repeat."""

CHANGE: Final = NUM_WEIGHTS  # a further weight of the script

_PART: Final = 16  # deals that are played by all changes, before the next ones

Floats = NDArray[np.float64]


# -- the agents --------------------------------------------------------------------------------------------------------


@rule
def script(s, w, mask):
    """The heuristic's action, with the change in its last weight."""
    kind, seat, _, _ = top_step(s)
    if kind == steps.SECTION:
        change = weight(w, CHANGE)
        if change == EVERYBODY:
            for other in range(s.players):
                if other != seat:
                    s.section[other] = NONE
        elif s.faction[seat] == RUSVIET and s.section[seat] != NONE:
            last = s.section[seat]
            legal = mask[A_SECTION + last]
            if (change >> last) & 1:
                mask[A_SECTION + last] = 0
            action = choose_action(s, w, mask)
            mask[A_SECTION + last] = legal
            return action
    return choose_action(s, w, mask)


@rule
def vary_weights(dice, weights, spread, out):
    """All weights vary but the change."""
    vary(dice, weights, spread, out)
    out[CHANGE] = weights[CHANGE]


CHANGED_PLANS: Final = PLANS._replace(script=script, vary=vary_weights, num_weights=NUM_WEIGHTS + 1)

_search = searcher(LAYOUT, Scythe.rules, CHANGED_PLANS)


@rule
def _choose_by_script(s, dice, mask, weights, scratch):
    return script(s, weights, mask)


@rule
def _choose_by_plans(s, dice, mask, weights, scratch):
    return _search(s, dice, mask, weights, scratch)


class ChangedScript(CompiledAgent):
    """The heuristic with a change.

    It may write into the record that it is given, so it plays in compiled loops only.

    Args:
        game: the game that is to be played.
        change: one of those of :data:`CHANGES`.
    """

    rule: ClassVar[Any] = staticmethod(_choose_by_script)

    def __init__(self, game: Scythe, change: int) -> None:
        super().__init__(LAYOUT)
        self.weights = _changed(HeuristicAgent(), change)


class ChangedSearch(PlanningAgent):
    """The agent ``quick`` with a change, which it reckons with in its plans too; else as :class:`ChangedScript`."""

    plans: ClassVar[Plans] = CHANGED_PLANS
    rule: ClassVar[Any] = staticmethod(_choose_by_plans)

    def __init__(self, game: Scythe, change: int) -> None:
        self._change = change
        super().__init__(game, candidates=8, turns=5)

    def material(
        self, game: Game, weights: Path | None, net: Path | None
    ) -> tuple[NDArray[np.float32], Sequence[NDArray[np.float32]], Net | None]:
        """The tuned script, as rivals the heuristic's and its own, the shipped net; all with the change."""
        own, other = (
            _changed(agent, self._change) for agent in (HeuristicAgent(tuned_file(game.num_players)), HeuristicAgent())
        )
        return own, [other, own], read_net(NET_FILE, PLANS.num_features, PLANS.interface)


AGENTS: Final[dict[str, Callable[[Scythe, int], CompiledAgent]]] = {"heuristic": ChangedScript, "quick": ChangedSearch}


def _changed(agent: HeuristicAgent, change: int) -> NDArray[np.float32]:
    return np.append(agent.weights, np.float32(change))


# -- the games ---------------------------------------------------------------------------------------------------------


class Effect(NamedTuple):
    """How often Rusviet wins with a change, and how much more often than by all rules, with 95 % intervals."""

    change: str
    games: int
    wins: Interval
    more: Interval


def ablate(
    agent: str,
    games: int,
    *,
    players: int = 4,
    seed: int = 0,
    exclude_banned_pairs: bool = False,
    advance: Callable[[int], Any] = lambda deals: None,
    stopped: Callable[[], bool] = lambda: False,
) -> list[Effect]:
    """Play equal deals with each change.

    Args:
        agent: one of :data:`AGENTS`.
        games: with each change.
        players: at the table.
        seed: of the deals.
        exclude_banned_pairs: whether pairs that are banned are not dealt.
        advance: called with a number of deals when all changes have played them.
        stopped: asked then whether to end with those that are played.

    Raises:
        ValueError: the agent is unknown, or a number is impossible.
    """
    if agent not in AGENTS or games < 2 or players < 2 or seed < 0:
        raise ValueError(
            f"agent {agent!r}, {games} games, {players} players, seed {seed}: the agent must be one of "
            f"{', '.join(AGENTS)}, there must be 2 games and 2 players or more, and a seed of 0 or larger"
        )
    factions = ("rusviet", *[None] * (players - 1))
    game = Scythe(ScytheConfig(players=players, factions=factions, exclude_banned_pairs=exclude_banned_pairs))
    line_up = [AGENTS[agent](game, change) for change in CHANGES.values()]
    deals = np.random.SeedSequence(seed).generate_state(games, np.uint64)
    parts: list[Floats] = []
    for first in range(0, games, _PART):
        part = deals[first : first + _PART]
        parts.append(np.array([_wins(game, player, part) for player in line_up]))
        advance(len(part))
        if stopped():
            break
    wins = np.hstack(parts)
    return [_effect(change, own, wins[0]) for change, own in zip(CHANGES, wins, strict=True)]


def _wins(game: Scythe, agent: CompiledAgent, deals: NDArray[Any]) -> Floats:
    """Rusviet's share in the victory of each game, (deals,)."""
    first = rollout(game, agent, deals)[:, : game.num_players, SCORE_RANK] == 1
    return np.asarray(first[:, 0] / first.sum(1))


def _effect(change: str, own: Floats, by_rules: Floats) -> Effect:
    more = own - by_rules
    mean, half = float(more.mean()), CONFIDENCE_Z * float(more.std(ddof=1)) / math.sqrt(len(more))
    return Effect(change, len(own), wilson(float(own.sum()), len(own)), Interval(mean, mean - half, mean + half))


# -- the command -------------------------------------------------------------------------------------------------------


def main() -> int:
    """Play, and print what was found."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--agent", choices=list(AGENTS), default="heuristic", help="who plays (default: %(default)s)")
    parser.add_argument("--games", type=int, default=1000, help="with each change (default: %(default)s)")
    parser.add_argument("--players", type=int, default=4, help="at the table (default: %(default)s)")
    parser.add_argument("--seed", type=int, default=0, help="of the deals (default: %(default)s)")
    parser.add_argument("--exclude-banned-pairs", action="store_true", help="do not deal pairs that are banned")
    parser.add_argument("--json", action="store_true", help="print JSON instead of a table")
    given = vars(parser.parse_args())
    as_json, stops = given.pop("json"), list[int]()
    with progress_bar(Console(stderr=True)) as progress, first_signal(stops.append):
        task = progress.add_task("deals", total=given["games"])
        try:
            found = ablate(**given, advance=lambda deals: progress.advance(task, deals), stopped=lambda: bool(stops))
        except ValueError as error:
            parser.error(str(error))
    if as_json:
        print(
            json.dumps({**given, "games": found[0].games, "effects": [effect._asdict() for effect in found]}, indent=2)
        )
    else:
        Console(highlight=False).print(table(found))
    return 128 + stops[0] if stops else 0


def table(effects: list[Effect]) -> Table:
    """A row for each change."""
    title = f"{effects[0].games:,} games with each change, 95 % intervals"
    shown = simple_table(title, "change", "Rusviet wins", "points more")
    for change, _, wins, more in effects:
        rate = f"{wins.rate:.1%} ({wins.low:.1%} to {wins.high:.1%})"
        shown.add_row(change, rate, f"{100 * more.rate:+.1f} ({100 * more.low:+.1f} to {100 * more.high:+.1f})")
    return shown


if __name__ == "__main__":
    sys.exit(main())
