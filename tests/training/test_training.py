"""Training on tiny games: what a run leaves behind, and that it goes on where it stood."""

from __future__ import annotations

import errno
import io
import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

pytest.importorskip("sb3_contrib")

import torch
from rich.console import Console
from safetensors.numpy import load, save
from sb3_contrib.common.maskable.policies import MaskableActorCriticPolicy
from scythe_training.files import alone, seal
from scythe_training.policy import PolicyAgent, StoredPolicy
from scythe_training.settings import TrainingSettings
from scythe_training.training import TrainingRun, _weights, last_checkpoint
from tensorboard.backend.event_processing.event_accumulator import EventAccumulator

from scythe_env.core.game import NONE
from scythe_env.scythe.config import ScytheConfig
from scythe_env.scythe.game import Scythe
from tests.training.kills import COMMAND, kills

SETTINGS = TrainingSettings(
    config=ScytheConfig(players=2, max_rounds=3),
    decisions=128,
    games=4,
    steps=16,
    batch=32,
    epochs=2,
    hidden=(8, 8),
    evaluate_every=64,
    evaluation_deals=1,
    checkpoint_every=64,
)


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, TrainingRun, str]:
    """The folder of a small run, the run, and what it showed."""
    folder = tmp_path_factory.mktemp("run")
    shown = io.StringIO()
    training = TrainingRun.start(SETTINGS, folder)
    training.learn(console=Console(file=shown, width=200))
    return folder, training, shown.getvalue()


def test_a_run_leaves_policy_checkpoints_and_logs(run: tuple[Path, TrainingRun, str]) -> None:
    folder, _, shown = run
    assert [path.name for path in sorted((folder / "checkpoints").iterdir())] == ["000000000", "000000064", "000000128"]
    assert StoredPolicy.load(folder / "policy").settings.decisions == 128
    assert "64 decisions:" in shown and "against heuristic" in shown and "training" in shown
    events = EventAccumulator(str(folder / "tensorboard"))
    events.Reload()
    assert {"evaluation/win_rate_against_random", "train/value_loss", "rollout/ep_rew_mean"} <= set(
        events.Tags()["scalars"]
    )


def test_no_file_of_a_run_needs_pickle(run: tuple[Path, TrainingRun, str]) -> None:
    names = {path.suffix for path in run[0].rglob("*") if path.is_file() and "tensorboard" not in path.parts}
    assert names == {".safetensors", ".json", ".lock"}


def test_the_stored_policy_acts_as_the_trained_one(run: tuple[Path, TrainingRun, str]) -> None:
    folder, training, _ = run
    game = Scythe(SETTINGS.config)
    agent = PolicyAgent(StoredPolicy.load(folder / "policy"), game)
    states, mask = game.new_states(1), np.zeros(game.num_actions, np.int8)
    observation = np.zeros(game.observation_size, np.float32)
    compared = 0
    for seed in range(5):
        game.reset(states, 0, seed, mask)
        while (seat := game.seat_to_act(states, 0)) != NONE:
            game.observe(states, 0, seat, observation)
            action = agent.act(observation, mask)
            expected, _ = training.model.predict(observation, action_masks=mask.astype(bool), deterministic=True)
            assert action == expected
            compared += 1
            game.step(states, 0, action, mask)
    assert compared > 50


def test_a_run_goes_on_where_it_stood(run: tuple[Path, TrainingRun, str]) -> None:
    folder, training, _ = run
    state = torch.get_rng_state()
    again = TrainingRun.resume(folder, decisions=256)
    assert again.model.num_timesteps == 128
    assert again.model._n_updates == training.model._n_updates == 2 * SETTINGS.epochs
    before, after = training.model.policy.state_dict(), again.model.policy.state_dict()
    assert all(torch.equal(before[name], after[name]) for name in before)
    moments, restored = (model.policy.optimizer.state_dict()["state"] for model in (training.model, again.model))
    assert all(torch.equal(moments[k][part], restored[k][part]) for k in moments for part in moments[k])
    assert torch.equal(torch.get_rng_state(), state)  # nothing was drawn since the run ended
    assert again.settings == replace(SETTINGS, decisions=256)
    again.learn()
    assert last_checkpoint(folder).name == "000000256"
    assert StoredPolicy.load(folder / "policy").settings.decisions == 256


def test_equal_seeds_train_equal_policies(tmp_path: Path) -> None:
    settings = replace(SETTINGS, decisions=64, evaluate_every=0, opponents=("random", "heuristic"))
    first, second = (TrainingRun.start(settings, tmp_path / name).learn() for name in "ab")
    other = TrainingRun.start(replace(settings, seed=1), tmp_path / "c").learn()
    assert all(np.array_equal(first.weights[name], second.weights[name]) for name in first.weights)
    assert not np.array_equal(first.weights["actor.0.weight"], other.weights["actor.0.weight"])


def test_a_policy_may_be_the_opponent(run: tuple[Path, TrainingRun, str], tmp_path: Path) -> None:
    settings = replace(SETTINGS, decisions=64, evaluate_every=0, opponents=(str(run[0] / "policy"),))
    assert TrainingRun.start(settings, tmp_path / "next").learn().settings.training.opponents == settings.opponents


def changed(before: StoredPolicy, after: StoredPolicy, network: str) -> bool:
    """Whether any weight of a network differs."""
    names = [name for name in before.weights if name.startswith(network)]
    return any((before.weights[name] != after.weights[name]).any() for name in names)


def test_a_run_starts_with_the_weights_of_a_policy(run: tuple[Path, TrainingRun, str], tmp_path: Path) -> None:
    given = shutil.copytree(run[0] / "policy", tmp_path / "given")
    settings = replace(SETTINGS, start=str(given), decisions=256, warm_up=128, evaluate_every=0, reward="win")
    TrainingRun.start(settings, tmp_path / "run").learn()
    shutil.rmtree(given)
    at_first, _, warm, end, _ = map(StoredPolicy.load, sorted((tmp_path / "run" / "checkpoints").iterdir()))
    assert not changed(StoredPolicy.load(run[0] / "policy"), at_first, "")
    assert not changed(at_first, warm, "actor") and changed(at_first, warm, "critic")
    assert changed(warm, end, "actor")
    for number in ("000000192", "000000256"):
        shutil.rmtree(tmp_path / "run" / "checkpoints" / number)
    again = TrainingRun.resume(tmp_path / "run").learn()
    assert again.settings.decisions == 256 and changed(warm, again, "actor")
    with pytest.raises(ValueError, match=r"start: .* has hidden 8,8 with tanh, but hidden 8,8 with relu is"):
        TrainingRun.start(replace(SETTINGS, start=str(run[0] / "policy"), activation="relu"), tmp_path / "other")
    three = replace(SETTINGS, config=ScytheConfig(players=3), start=str(run[0] / "policy"))
    with pytest.raises(ValueError, match="start: the policy was trained for 2 players, not for 3"):
        TrainingRun.start(three, tmp_path / "other")


def test_a_teacher_is_followed_and_kept(run: tuple[Path, TrainingRun, str], tmp_path: Path) -> None:
    teacher = StoredPolicy.load(run[0] / "policy")
    teacher.weights["actor.2.bias"][::2] += 2  # a taste of its own
    teacher.save(tmp_path / "teacher")
    settings = replace(SETTINGS, decisions=2048, checkpoint_every=1024, evaluate_every=0, learning_rate=0.01)
    settings = replace(settings, teacher=str(tmp_path / "teacher"))

    def divergence(training: TrainingRun) -> float:
        training.learn()
        return float(training.model.policy.divergence)

    free = divergence(TrainingRun.start(replace(settings, teacher_weight=1e-9), tmp_path / "free"))
    close = divergence(TrainingRun.start(replace(settings, teacher_weight=5.0), tmp_path / "close"))
    assert close < 0.2 * free
    fading = TrainingRun.start(replace(settings, teacher_weight=5.0, teacher_fade=1024), tmp_path / "fading")
    fading.learn()
    assert fading.model.policy.teacher_weight == 0
    shutil.rmtree(tmp_path / "teacher")
    shutil.rmtree(tmp_path / "close" / "checkpoints" / "000002048")
    assert divergence(TrainingRun.resume(tmp_path / "close")) < 0.2 * free


def test_what_the_loss_is_made_of(run: tuple[Path, TrainingRun, str], tmp_path: Path) -> None:
    """Values and log-probabilities as SB3 finds them, and the bonus, on observations of which most numbers are 0."""
    settings = replace(SETTINGS, entropy=0.5, teacher=str(run[0] / "policy"), teacher_weight=2.0)
    model = TrainingRun.start(settings, tmp_path / "run").model
    model.policy.teacher_weight = settings.teacher_weight
    rng = np.random.default_rng(1)
    observations = rng.random((20, Scythe(SETTINGS.config).observation_size), np.float32)
    observations[rng.random(observations.shape) < 0.9] = 0
    observations[[4, 19]] = 0  # all of them
    masks = rng.random((20, 220)) < 0.1

    def probabilities(policy: StoredPolicy) -> np.ndarray:
        scores = np.where(masks, np.exp(policy.scores(observations).astype(np.float64)), 0)
        return scores / scores.sum(1, keepdims=True)

    taught = probabilities(StoredPolicy.load(run[0] / "policy"))
    own = probabilities(StoredPolicy.make(_weights(model), settings, 0, 0))
    with np.errstate(divide="ignore", invalid="ignore"):
        entropy, divergence = -np.nansum(own * np.log(own), 1), np.nansum(taught * np.log(taught / own), 1)
    given = [torch.from_numpy(one) for one in (observations, masks.argmax(1), masks.astype(np.float32))]
    found = [one.detach().numpy() for one in model.policy.evaluate_actions(*given)]
    expected = [one.detach().numpy() for one in MaskableActorCriticPolicy.evaluate_actions(model.policy, *given)[:2]]
    for one, another in zip(found, [*expected, 0.5 * entropy - 2 * divergence], strict=True):
        assert one.shape == another.shape and one == pytest.approx(another, abs=1e-5)


def test_a_run_meets_its_own_checkpoints(tmp_path: Path) -> None:
    settings = replace(
        SETTINGS, opponents=("self", "random"), snapshots=2, decisions=192, evaluate_every=0, checkpoint_every=64
    )
    training = TrainingRun.start(settings, tmp_path / "run")
    met = [agent for agent in training._selves]
    players = training.model.env.batch.seating["player"][:, 1].tolist()
    assert players.count(players[0]) == 2 and len(met) == 2  # half of the games, which the two share
    training.learn()
    decisions = [agent.policy.settings.decisions for agent in met]
    assert decisions == [128, 192]
    again = TrainingRun.resume(tmp_path / "run", decisions=256)
    assert [agent.policy.settings.decisions for agent in again._selves] == decisions
    again.learn()
    assert [agent.policy.settings.decisions for agent in again._selves] == [192, 256]


def test_shaping_pays_at_once_what_the_reward_changes_by(tmp_path: Path) -> None:
    settings = replace(SETTINGS, reward="score", shaping=0.5, gamma=0.9)
    env: Any = TrainingRun.start(settings, tmp_path / "run").model.env
    env.seed(3)
    env.reset()
    batch = env.batch

    def standing() -> list[float]:
        return [batch.game.rewards(batch.states, i)[seat] for i, seat in enumerate(batch.learners.tolist())]

    for _ in range(60):
        before = standing()
        _, rewards, dones, infos = env.step(env.action_masks().argmax(1))
        after = standing()
        for i in range(batch.size):
            paid = infos[i]["episode"]["r"] if dones[i] else 0
            change = 0.9 * (0 if dones[i] else after[i]) - before[i]
            assert rewards[i] == pytest.approx(paid + 0.5 * change, abs=1e-6)
        if dones.any():
            return
    raise AssertionError("no game ended")


def test_time_ends_a_run_with_a_checkpoint(tmp_path: Path) -> None:
    training = TrainingRun.start(replace(SETTINGS, decisions=10**9, evaluate_every=0), tmp_path / "run")
    policy = training.learn(minutes=0.01)
    assert policy.settings.decisions < 10**9
    assert policy.settings.decisions % (SETTINGS.games * SETTINGS.steps) == 0
    if policy.settings.decisions:
        assert last_checkpoint(tmp_path / "run").name == f"{policy.settings.decisions:09d}"


def test_runs_that_cannot_begin_or_go_on(run: tuple[Path, TrainingRun, str], tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="not an empty folder"):
        TrainingRun.start(SETTINGS, run[0])
    with pytest.raises(ValueError, match="unknown agent 'genius'"):
        TrainingRun.start(replace(SETTINGS, opponents=("genius",)), tmp_path / "run")
    with pytest.raises(ValueError, match="no checkpoint"):
        TrainingRun.resume(tmp_path)


@pytest.mark.parametrize("damage", ["cut", "gone"])
def test_a_damaged_checkpoint_is_refused(tmp_path: Path, damage: str) -> None:
    TrainingRun.start(replace(SETTINGS, decisions=64, evaluate_every=0), tmp_path / "run").learn()
    file = last_checkpoint(tmp_path / "run") / "optimizer.safetensors"
    if damage == "cut":
        file.write_bytes(file.read_bytes()[:-10])
    else:
        file.unlink()
    with pytest.raises(ValueError, match=r"optimizer\.safetensors"):
        TrainingRun.resume(tmp_path / "run")


def test_files_of_different_checkpoints_do_not_mix(run: tuple[Path, TrainingRun, str], tmp_path: Path) -> None:
    checkpoints = shutil.copytree(run[0] / "checkpoints", tmp_path / "checkpoints")
    older, newer = (path / "optimizer.safetensors" for path in (checkpoints / "000000064", last_checkpoint(tmp_path)))
    newer.write_bytes(older.read_bytes())
    with pytest.raises(ValueError, match=r"optimizer\.safetensors: damaged: it is not the file that was written with"):
        TrainingRun.resume(tmp_path)


def test_the_last_checkpoint_has_the_most_decisions(run: tuple[Path, TrainingRun, str], tmp_path: Path) -> None:
    checkpoints = shutil.copytree(run[0] / "checkpoints", tmp_path / "checkpoints")
    shutil.copytree(checkpoints / "000000128", checkpoints / "1000000128")
    for stray in ("notes", "2000000000", "000000256.partial", "³"):
        (checkpoints / stray).mkdir()
    (checkpoints / "9999999999").write_text("a file")
    assert last_checkpoint(tmp_path).name == "1000000128"


@pytest.mark.parametrize(
    ("name", "change", "message"),
    [
        ("numpy_rng", lambda words: np.append(words[:-1], np.uint32(2 * 10**9)), "numpy_rng is not a state"),
        ("numpy_rng", lambda words: words[:-1], "numpy_rng"),
        ("torch_rng", lambda words: np.full_like(words, 255), "torch_rng is not a state"),
        ("torch_rng", lambda words: words[:-8], "torch_rng"),
    ],
)
def test_generators_that_cannot_be_are_refused(
    run: tuple[Path, TrainingRun, str], tmp_path: Path, name: str, change: Callable[[Any], Any], message: str
) -> None:
    shutil.copytree(run[0] / "checkpoints", tmp_path / "checkpoints")
    checkpoint = last_checkpoint(tmp_path)
    file = checkpoint / "optimizer.safetensors"
    tensors = load(file.read_bytes())
    file.write_bytes(save(tensors | {name: np.ascontiguousarray(change(tensors[name]))}))
    seal(checkpoint)
    with pytest.raises(ValueError, match=message):
        TrainingRun.resume(tmp_path)


def test_weights_that_are_not_finite_are_never_saved(tmp_path: Path) -> None:
    run = TrainingRun.start(replace(SETTINGS, evaluate_every=0), tmp_path / "run")
    run.learn()
    before = StoredPolicy.load(tmp_path / "run" / "policy")
    again = TrainingRun.resume(tmp_path / "run", decisions=256)
    with torch.no_grad():
        next(again.model.policy.value_net.parameters()).fill_(np.nan)
    with pytest.raises(ValueError, match="not finite"):
        again.learn()
    after = StoredPolicy.load(tmp_path / "run" / "policy")
    assert all((after.weights[name] == values).all() for name, values in before.weights.items())


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_signal_ends_a_run_with_checkpoint_and_policy(tmp_path: Path, number: signal.Signals) -> None:
    folder = tmp_path / "run"
    options = "--max-rounds 3 --decisions 1000000 --games 16 --hidden 8 --evaluate-every 0 --checkpoint-every 1024"
    with subprocess.Popen(
        [sys.executable, "-c", "from scythe_training.cli import app; app()", "train", str(folder), *options.split()],
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    ) as process:
        while not (folder / "checkpoints" / "000001024").exists() and process.poll() is None:
            time.sleep(0.05)
        process.send_signal(number)
        told, _ = process.communicate(timeout=60)
    assert process.returncode == 128 + number
    assert f"stopped by {number.name}" in told and "--resume' goes on" in told
    policy = StoredPolicy.load(folder / "policy")
    assert last_checkpoint(folder).name == f"{policy.settings.decisions:09d}"
    assert TrainingRun.resume(folder).model.num_timesteps == policy.settings.decisions > 0
    assert not list(folder.rglob("*.partial"))


@pytest.mark.slow
def test_a_training_that_is_killed_goes_on(tmp_path: Path) -> None:
    assert len(list(kills(tmp_path / "run", times=2, seed=3))) == 2


def test_a_run_can_be_resumed_from_its_beginning(tmp_path: Path) -> None:
    settings = replace(SETTINGS, decisions=64, evaluate_every=0)
    whole = TrainingRun.start(settings, tmp_path / "run").learn()
    for name in ("000000064", "../policy"):
        shutil.rmtree(tmp_path / "run" / "checkpoints" / name)
    again = TrainingRun.resume(tmp_path / "run").learn()
    assert all((again.weights[name] == values).all() for name, values in whole.weights.items())


def test_one_training_at_a_time(tmp_path: Path) -> None:
    first, second = (TrainingRun.start(replace(SETTINGS, evaluate_every=0), tmp_path) for _ in range(2))
    with alone(tmp_path), pytest.raises(ValueError, match="another command is at work in it"):
        first.learn()
    first.learn()
    before = sorted(tmp_path.rglob("*"))
    with pytest.raises(ValueError, match="another training has been in it"):
        second.learn()
    assert sorted(tmp_path.rglob("*")) == before


def test_a_full_disk_ends_a_run_with_what_was_saved(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write = Path.write_bytes

    def fill(path: Path, data: bytes) -> int:
        if "000000128" in str(path):
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))  # names no file, as a write does
        return write(path, data)

    monkeypatch.setattr(Path, "write_bytes", fill)
    with pytest.raises(OSError, match=r"No space left on device: .*000000128"):
        TrainingRun.start(replace(SETTINGS, evaluate_every=0), tmp_path / "run").learn()
    assert last_checkpoint(tmp_path / "run").name == "000000064"
    assert not list(tmp_path.rglob("*.partial"))


@pytest.mark.slow
def test_a_run_whose_folder_is_removed_ends_with_one_line(tmp_path: Path) -> None:
    folder = tmp_path / "run"
    options = "--max-rounds 3 --games 16 --steps 16 --batch 128 --hidden 8 --evaluate-every 0 --checkpoint-every 0"
    with subprocess.Popen(
        [*COMMAND, str(folder), *options.split(), "--decisions", "100000000"], stderr=subprocess.PIPE, text=True
    ) as process:
        while not list(folder.glob("tensorboard/*")) and process.poll() is None:
            time.sleep(0.05)
        time.sleep(1)
        shutil.rmtree(folder)
        _, told = process.communicate(timeout=60)
    assert process.returncode == 2
    assert told.startswith("error: ") and told.count("\n") == 1 and str(folder) in told
