"""``scythe demo``: a game to look at, a training and a comparison, in a few minutes. Imports torch."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from rich.console import Console

from scythe_env.core.game import Game
from scythe_env.core.registry import agent_names, parse_agent

from .evaluation import baselines, evaluate, num_games
from .games import played, summary
from .options import spelled
from .settings import TrainingSettings
from .tables import evaluation_tables, progress_bar
from .training import POLICY_FOLDER, TENSORBOARD_FOLDER, TrainingRun

DEALS: Final = 50
SEARCH: Final = "quick"
"""Registered name of an agent that is shown beside the baselines; not every game has it."""

_FIRST_LINES: Final = 30
_LAST_LINES: Final = 12


def show_game(game: Game, seed: int, console: Console) -> None:
    """Play a game of the best baseline against itself and print how it begins and ends."""
    names = baselines(game)[:1] * len(game.agent_seats)
    log = played(game, [parse_agent(name, game) for name in names], seed)
    lines = list(log.lines())
    if len(lines) > _FIRST_LINES + _LAST_LINES:
        lines[_FIRST_LINES:-_LAST_LINES] = [f"... {len(lines) - _FIRST_LINES - _LAST_LINES} lines ..."]
    console.print("\n".join(lines), soft_wrap=True)
    console.print(summary(log, names), soft_wrap=True)


def train(folder: Path, training: TrainingSettings, minutes: float, console: Console) -> None:
    """Train a policy.

    Args:
        folder: of the run.
        training: what it is trained with.
        minutes: limit of the training.
        console: where it is shown.

    Raises:
        Stopped, ValueError, OSError: see :meth:`.TrainingRun.learn`.
    """
    TrainingRun.start(training, folder).learn(minutes, console)


def compare(folder: Path, training: TrainingSettings, console: Console) -> None:
    """Show how the policy of a run performs against agents that come with the game; the seed is fixed.

    Args:
        folder: of the run.
        training: what it was trained with.
        console: where it is shown.
    """
    game = training.make_game()
    policy = str(folder / POLICY_FOLDER)
    shown = [name for name in (SEARCH, *baselines(game)) if name in agent_names(game)]
    agents = {"trained": parse_agent(policy, game), **{name: parse_agent(name, game) for name in shown}}
    with progress_bar(console) as progress:
        task = progress.add_task("comparing", total=num_games(len(agents), game.num_players, DEALS))
        result = evaluate(game, agents, deals=DEALS, advance=lambda: progress.advance(task))
    console.print(*evaluation_tables(result))
    console.print(
        f"The policy is in {policy}. Go on, for example, with\n"
        f"  scythe evaluate {policy} random {spelled(game)} --deals 500\n"
        f"  scythe train {folder} --resume --decisions {2 * training.decisions}\n"
        f"  tensorboard --logdir {folder / TENSORBOARD_FOLDER}",
        soft_wrap=True,
    )
