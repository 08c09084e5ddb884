"""``scythe demo``: a game to look at, a training and a comparison, in a few minutes. Imports torch."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from rich.console import Console

from scythe_env.scythe.config import ScytheConfig
from scythe_env.scythe.game import Scythe

from .evaluation import evaluate, num_games
from .games import played, summary
from .players import make_agent
from .settings import TrainingSettings
from .tables import evaluation_tables, progress_bar
from .training import POLICY_FOLDER, TENSORBOARD_FOLDER, TrainingRun

CONFIG: Final = ScytheConfig(players=2, max_rounds=30)
DEALS: Final = 50
_FIRST_LINES: Final = 30
_LAST_LINES: Final = 12


def settings(seed: int, threads: int) -> TrainingSettings:
    """What the demo trains with."""
    return TrainingSettings(config=CONFIG, decisions=400_000, seed=seed, threads=threads, evaluate_every=50_000)


def show_game(seed: int, console: Console) -> None:
    """Play a game of the heuristic agents and print how it begins and ends."""
    names = ["heuristic"] * CONFIG.players
    log = played(Scythe(CONFIG), [make_agent(name, Scythe(CONFIG)) for name in names], seed)
    lines = list(log.lines())
    shown = [*lines[:_FIRST_LINES], f"... {len(lines) - _FIRST_LINES - _LAST_LINES} lines ...", *lines[-_LAST_LINES:]]
    console.print("\n".join(shown), markup=False, soft_wrap=True)
    console.print(summary(log, names), soft_wrap=True)


def train_and_compare(folder: Path, minutes: float, seed: int, threads: int, console: Console) -> None:
    """Train a policy for a table of two and show how it does against the baselines.

    Args:
        folder: of the run.
        minutes: limit of the training.
        seed: of the training; that of the comparison is fixed.
        threads: of torch.
        console: where it is shown.
    """
    training = settings(seed, threads)
    TrainingRun.start(training, folder).learn(minutes, console)
    game = Scythe(CONFIG)
    policy = str(folder / POLICY_FOLDER)
    agents = {"trained": make_agent(policy, game), **{name: make_agent(name, game) for name in ("heuristic", "random")}}
    with progress_bar(console) as progress:
        task = progress.add_task("comparing", total=num_games(len(agents), game.num_players, DEALS))
        result = evaluate(game, agents, deals=DEALS, advance=lambda: progress.advance(task))
    console.print(*evaluation_tables(result))
    console.print(
        f"The policy is in {policy}. Go on, for example, with\n"
        f"  scythe evaluate {policy} random --max-rounds {CONFIG.max_rounds} --deals 500\n"
        f"  scythe train {folder} --resume --decisions {2 * training.decisions}\n"
        f"  tensorboard --logdir {folder / TENSORBOARD_FOLDER}",
        soft_wrap=True,
    )
