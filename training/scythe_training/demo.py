"""``scythe demo``: a game to look at, a training and a comparison, in a few minutes. Imports torch."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path
from typing import Any, Final

from rich.console import Console

from scythe_env.core.game import Game
from scythe_env.core.registry import agent_names, game_class, parse_agent

from .evaluation import baselines, evaluate, num_games
from .games import played, summary
from .options import spelled
from .settings import TrainingSettings
from .tables import evaluation_tables, progress_bar
from .training import POLICY_FOLDER, TENSORBOARD_FOLDER, TrainingRun

DEALS: Final = 50
SHOWN: Final = ("quick", "ppo", "ppo-macro")
"""Registered names of agents that are shown beside the baselines; not every game has them."""

_OWN_SCORE: Final = "score"  # name of the reward that a beginner learns most by; not every game pays it

_FIRST_LINES: Final = 30
_LAST_LINES: Final = 12


def lesson(name: str) -> dict[str, Any]:
    """The opponents and the reward of the training, for a game by its registered name."""
    kind = game_class(name)
    reward = {"reward": _OWN_SCORE} if _OWN_SCORE in kind.reward_names else {}
    return {"opponents": tuple(baselines(kind)[:1]), **reward}


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
    agents = {"trained": parse_agent(policy, game)}
    for name in (*SHOWN, *baselines(game)):
        if name in agent_names(game):
            with suppress(ValueError):  # it plays at other tables only
                agents[name] = parse_agent(name, game)
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
