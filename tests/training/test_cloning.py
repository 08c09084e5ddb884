"""Cloning on tiny games: what a run leaves behind, that it learns, and that it goes on where it stood."""

from __future__ import annotations

import io
import signal
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

pytest.importorskip("torch")
pytest.importorskip("sb3_contrib")

import torch
from rich.console import Console
from scythe_training import datasets
from scythe_training.cli import app
from scythe_training.cloning import SETTINGS_FILE, Cloning, _tensors, returns
from scythe_training.policy import PolicyAgent, StoredPolicy
from scythe_training.settings import CloneSettings
from scythe_training.signals import Interrupted
from scythe_training.training import last_checkpoint
from tensorboard.backend.event_processing.event_accumulator import EventAccumulator
from typer.testing import CliRunner

from scythe_env.core.agent import RandomAgent
from scythe_env.core.recording import note_decisions
from scythe_env.core.registry import parse_agent
from scythe_env.scythe.config import ScytheConfig
from scythe_env.scythe.game import Scythe

SHORT = ScytheConfig(players=2, max_rounds=4)
SETTINGS = CloneSettings(
    config=SHORT, decisions=3000, games=16, batch=64, hidden=(16, 12), taught=0.5, checkpoint_every=1000
)


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, StoredPolicy, str]:
    """The folder of a small run, its policy, and what it showed."""
    folder, shown = tmp_path_factory.mktemp("runs") / "run", io.StringIO()
    policy = Cloning.start(SETTINGS, folder).run(console=Console(file=shown, width=200))
    return folder, policy, shown.getvalue()


def test_a_run_leaves_policy_checkpoints_and_logs(run: tuple[Path, StoredPolicy, str]) -> None:
    folder, policy, shown = run
    learned = policy.settings.decisions
    names = [int(path.name) for path in sorted((folder / "checkpoints").iterdir())]
    assert names[0] == 0 and names[-1] == learned >= 3000 and len(names) == 4
    assert (np.diff(names[:-1]) >= 1000).all()
    stored = StoredPolicy.load(folder / "policy")
    assert stored.settings == policy.settings and stored.settings.updates >= learned / 64
    assert stored.settings.training.hidden == (16, 12) and stored.settings.training.config == SHORT
    assert "decisions: agrees in" in shown and "cloning" in shown
    events = EventAccumulator(str(folder / "tensorboard"))
    events.Reload()
    assert {"train/agreement", "train/policy_loss", "train/value_loss", "games/score"} <= set(events.Tags()["scalars"])


def test_a_policy_learns_what_its_teacher_does_and_what_that_brings(tmp_path: Path) -> None:
    settings = replace(SETTINGS, decisions=20_000, hidden=(32, 32), learning_rate=4e-3, checkpoint_every=0)
    policy = Cloning.start(settings, tmp_path / "run").run()
    game = settings.make_game()
    teacher, random = parse_agent("heuristic", game), RandomAgent()
    found = note_decisions(game, [[teacher, random], [random, teacher]] * 20, 2**40, of=[teacher])
    agent = PolicyAgent(policy, game)
    agreement = (agent.act_many(found.observations.dense(), found.masks) == found.actions).mean()
    by_chance = (1 / found.masks.sum(1)).mean()
    assert agreement > 0.7 > by_chance + 0.2
    hidden = found.observations.dense()
    for k in range(3):
        hidden = hidden @ policy.weights[f"critic.{k}.weight"].T + policy.weights[f"critic.{k}.bias"]
        hidden = np.maximum(hidden, 0) if k < 2 else hidden
    assert np.corrcoef(hidden[:, 0], found.rewards)[0, 1] > 0.2


@pytest.fixture(scope="module")
def data_set(tmp_path_factory: pytest.TempPathFactory) -> str:
    """Games of the heuristic, under the name of an agent that is not installed."""
    file, game = tmp_path_factory.mktemp("data") / "games.npz", SETTINGS.make_game()
    parts = datasets.recorded(game, [parse_agent("heuristic", game), RandomAgent()], 60)
    datasets.write_arrays(file, game, ["master", "random"], parts)
    return str(file)


def test_examples_are_learned_from_without_their_agent(tmp_path: Path, data_set: str) -> None:
    settings = replace(SETTINGS, agent="master", examples=data_set, decisions=12_000, hidden=(32, 32))
    policy = Cloning.start(settings, tmp_path / "run").run()
    assert policy.settings.decisions == 12_000
    game = settings.make_game()
    teacher, random = parse_agent("heuristic", game), RandomAgent()
    found = note_decisions(game, [[teacher, random], [random, teacher]] * 20, 2**40, of=[teacher])
    agreement = (PolicyAgent(policy, game).act_many(found.observations.dense(), found.masks) == found.actions).mean()
    assert agreement > 0.6 > (1 / found.masks.sum(1)).mean() + 0.1
    Cloning.start(settings, tmp_path / "parts").run(minutes=0)
    parts = Cloning.resume(tmp_path / "parts").run()
    assert all(np.array_equal(parts.weights[name], values) for name, values in policy.weights.items())


def test_games_follow_the_examples(tmp_path: Path, data_set: str) -> None:
    settings = replace(SETTINGS, agent="master", examples=data_set, examples_share=0.5)
    with pytest.raises(ValueError, match="unknown agent 'master'"):  # it is to be asked
        Cloning.start(settings, tmp_path / "run")
    mine = tmp_path / "games.npz"
    game = settings.make_game()
    datasets.write_arrays(
        mine, game, ["heuristic"] * 2, datasets.recorded(game, [parse_agent("heuristic", game)] * 2, 4)
    )
    run = Cloning.start(replace(settings, agent="heuristic", examples=str(mine)), tmp_path / "run")
    taught: list[int] = []
    play = run._play
    run._play = lambda *args: taught.append(run.learned) or play(*args)  # type: ignore[method-assign]
    assert run.run().settings.decisions >= 3000
    assert taught and taught[0] == 1500


def test_the_stored_policy_scores_as_the_learned_one(run: tuple[Path, StoredPolicy, str]) -> None:
    game = SETTINGS.make_game()
    agent = parse_agent(str(run[0] / "policy"), game)
    assert isinstance(agent, PolicyAgent)
    found = note_decisions(game, [[RandomAgent()] * 2] * 4, 0)
    with torch.no_grad():
        learned = Cloning.resume(run[0])._actor(*_tensors(found.observations)).numpy()
    assert np.allclose(agent.policy.scores(found.observations.dense()), learned, atol=1e-4)


def test_a_run_that_was_stopped_ends_as_one_that_was_not(run: tuple[Path, StoredPolicy, str], tmp_path: Path) -> None:
    Cloning.start(SETTINGS, tmp_path / "run").run(minutes=0)
    assert 0 < Cloning.resume(tmp_path / "run").learned < 3000
    again = Cloning.resume(tmp_path / "run").run()
    assert again.settings == run[1].settings
    assert all(np.array_equal(again.weights[name], values) for name, values in run[1].weights.items())


def test_a_signal_ends_a_run_with_checkpoint_and_policy(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    cloning = Cloning.start(SETTINGS, tmp_path / "run")
    learn = cloning._learn

    def stop(*args):
        signal.raise_signal(signal.SIGTERM)
        return learn(*args)

    monkeypatch.setattr(cloning, "_learn", stop)
    with pytest.raises(Interrupted):
        cloning.run()
    learned = StoredPolicy.load(tmp_path / "run" / "policy").settings.decisions
    assert Cloning.resume(tmp_path / "run").learned == learned == int(last_checkpoint(tmp_path / "run").name) > 0


@pytest.mark.parametrize("play", ["greedy", "sampled"])
def test_other_tables_and_opponents(tmp_path: Path, play: str, run: tuple[Path, StoredPolicy, str]) -> None:
    policy = str(run[0] / "policy")
    settings = replace(SETTINGS, opponents=("random", policy), agent=policy, play=play, decisions=1, gamma=0.99)
    assert Cloning.start(settings, tmp_path / "by policy").run().settings.decisions > 0
    three = replace(SETTINGS, config=replace(SHORT, players=3), decisions=1, taught=0.0, reward="win", epochs=2)
    stored = Cloning.start(three, tmp_path / "three").run().settings
    assert stored.training.reward == "win" and stored.updates == 2 * -(-stored.decisions // 64)


def test_returns_are_discounted_by_the_decisions_of_the_seat() -> None:
    game = Scythe(SHORT)
    found = note_decisions(game, [[RandomAgent()] * 2] * 3, 0)
    assert np.array_equal(returns(found, 1.0), found.rewards)
    values = returns(found, 0.5)
    for number in range(3):
        for seat in range(2):
            own = (found.games == number) & (found.seats == seat)
            left = np.arange(own.sum())[::-1]
            assert np.allclose(values[own], found.rewards[own] * 0.5**left)


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"agent": "nobody"}, "unknown agent 'nobody'"),
        ({"opponents": ("nobody",)}, "unknown agent 'nobody'"),
        ({"hidden": (8,) * 9}, "hidden must have at most 8 layers"),
        ({"taught": 1.5}, "taught must be a finite number from 0 to 1"),
        ({"play": "badly"}, "play 'badly' is unknown; allowed are greedy, sampled"),
        ({"reward": "fame"}, "reward 'fame' is unknown"),
        ({"examples": "games.csv"}, "a data set is a file that ends in .npz or .parquet, or Minari's folder"),
        ({"examples": "nowhere.npz"}, "nowhere.npz: No such file or directory"),
        ({"examples_share": 0}, "examples_share must be a finite number above 0"),
    ],
)
def test_what_cannot_be_is_refused(tmp_path: Path, settings: dict[str, object], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        Cloning.start(CloneSettings(config=SHORT, **settings), tmp_path / "run")
    assert not (tmp_path / "run").exists()


def test_a_damaged_run_is_refused(tmp_path: Path) -> None:
    folder = tmp_path / "run"
    Cloning.start(replace(SETTINGS, decisions=1), folder).run()
    with pytest.raises(ValueError, match="not an empty folder"):
        Cloning.start(SETTINGS, folder)
    moments = last_checkpoint(folder) / "optimizer.safetensors"
    data = moments.read_bytes()
    moments.write_bytes(data[:-4] + b"\1\2\3\4")
    with pytest.raises(ValueError, match=r"optimizer\.safetensors: damaged"):
        Cloning.resume(folder)
    moments.write_bytes(data)
    assert Cloning.resume(folder).learned > 0
    (folder / SETTINGS_FILE).write_text("{}")
    with pytest.raises(ValueError, match=r"clone\.json"):
        Cloning.resume(folder)


def test_the_command_clones_and_resumes(tmp_path: Path) -> None:
    def call(*args: str, code: int = 0) -> str:
        result = CliRunner().invoke(app, ["train", str(tmp_path / "run"), *args], env={"COLUMNS": "300"})
        assert result.exit_code == code, result.output
        return result.output

    options = "--method clone --players 2 --max-rounds 2 --games 8 --batch 32 --hidden 8 --threads 1"
    games = str(tmp_path / "games.npz")
    told = CliRunner().invoke(app, ["dataset", games, "random", "--players", "2", "--max-rounds", "3", "--games", "2"])
    assert told.exit_code == 0
    refused = call(*options.split(), "--agent", "random", "--examples", games, code=2)
    assert "max_rounds is 3 there, 2 here" in refused and not (tmp_path / "run").exists()
    assert "decisions learned" in call(*options.split(), "--decisions", "400", "--minutes", "0")
    assert "decisions learned" in call("--resume")
    assert StoredPolicy.load(tmp_path / "run" / "policy").settings.decisions >= 400
    assert "--resume takes games" in call("--resume", "--games", "4", code=2)
