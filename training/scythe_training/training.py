"""MaskablePPO on one seat of a game: :class:`TrainingRun`. Imports torch.

A run is a folder::

    RUN/policy/                 the current policy: policy.safetensors, settings.json, and their digests.json
    RUN/checkpoints/000100352/  the same and optimizer.safetensors, to resume from, by decisions learned from
    RUN/teacher/                the policy that this one is kept close to, if there is one
    RUN/tensorboard/            the course of the training
    RUN/run.lock                held by the training that is under way
"""

from __future__ import annotations

import re
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any, Final, cast

import numpy as np
import torch
from rich.console import Console
from rich.progress import Progress
from sb3_contrib import MaskablePPO
from stable_baselines3.common.callbacks import BaseCallback
from stable_baselines3.common.logger import configure
from stable_baselines3.common.vec_env import VecEnv

from scythe_env.core.agent import Agent
from scythe_env.core.game import Game
from scythe_env.core.registry import parse_agent
from scythe_env.core.rewards import LearnerReward, Standing
from scythe_env.core.steering import OWN_TURN

from .conduct import seated
from .evaluation import baselines, evaluate
from .files import alone, check_new, check_whole
from .learner import LearnerPolicy, scores_of
from .policy import (
    FORMAT,
    SETTINGS_FILE,
    WEIGHTS_FILE,
    PolicyAgent,
    StoredPolicy,
    Tensors,
    agent_of,
    check_tensors,
    read_tensors,
    shapes,
)
from .settings import SELF, TrainingSettings
from .signals import Interrupted, first_signal
from .tables import progress_bar
from .vec_env import LearnerVecEnv

POLICY_FOLDER: Final = "policy"
CHECKPOINTS_FOLDER: Final = "checkpoints"
TEACHER_FOLDER: Final = "teacher"
TENSORBOARD_FOLDER: Final = "tensorboard"
OPTIMIZER_FILE: Final = "optimizer.safetensors"

_OWN_TURN_FIRST: Final = 3.0  # score of a script's own turn where nothing is learned yet; those of others are near 0
_EVALUATION_SEED: Final = 2**40  # distinct from those of training, which are below 2**32
_ADAM: Final = ("step", "exp_avg", "exp_avg_sq")
_MT19937_WORDS: Final = 624  # of the state of numpy's global generator, and the largest position in it


class Stopped(Interrupted):
    """A training was stopped by a signal, and what it had learned was saved.

    Attributes:
        policy: what was saved.
    """

    def __init__(self, number: int, policy: StoredPolicy) -> None:
        super().__init__(number)
        self.policy = policy


class TrainingRun:
    """A training in a folder, to be begun by :meth:`start` or continued by :meth:`resume`, then to :meth:`learn`.

    Attributes:
        settings: what it trains with.
        folder: where it keeps its results.
        model: the learner, as SB3 has it.
        saved: decisions at the last checkpoint, 0 without one.
    """

    def __init__(
        self, settings: TrainingSettings, folder: Path, teacher: StoredPolicy | None = None, *, trusted: bool = False
    ) -> None:
        self.settings = settings
        self.folder = folder
        self._teacher = teacher
        self._selves = _selves(settings)
        self.model = _new_model(settings, _line_ups(settings, self._selves, trusted), teacher)
        self.saved = 0

    @classmethod
    def start(cls, settings: TrainingSettings, folder: Path, *, trusted: bool = False) -> TrainingRun:
        """A new run in a new or empty folder.

        Args:
            settings: what it trains with.
            folder: the folder.
            trusted: whether opponents may be loaded from files that can run code then.

        Raises:
            ValueError: the folder is not empty, an opponent does not exist or does not fit the game, or the policy with
                which to start or the teacher is missing, damaged or does not fit.
        """
        folder, game = check_new_run(folder), settings.make_game()
        teacher = _policy_for("teacher", settings.teacher, game) if settings.teacher else None
        run = cls(settings, folder, teacher, trusted=trusted)
        if settings.start:
            first = _policy_for("start", settings.start, game)
            if (layers := _layers(first.settings.training)) != _layers(settings):
                raise ValueError(f"start: {settings.start} has {layers}, but {_layers(settings)} is to be trained")
            _put(run.model, first)
        return run

    @classmethod
    def resume(cls, folder: Path, decisions: int | None = None, *, trusted: bool = False) -> TrainingRun:
        """The run in a folder, from its last checkpoint on.

        Weights, optimizer, learning rate, counters and the generators of torch and SB3 are what they were; the games
        that were under way are dealt anew.

        Args:
            folder: the folder of the run.
            decisions: decisions in all, if different from when the run began.
            trusted: as for :meth:`start`.

        Raises:
            ValueError: the checkpoint or the teacher is missing or damaged, or an opponent no longer exists.
        """
        checkpoint = last_checkpoint(folder)
        stored = StoredPolicy.load(checkpoint)
        if stored.settings.format == FORMAT:
            check_whole(checkpoint, WEIGHTS_FILE, SETTINGS_FILE, OPTIMIZER_FILE)
        optimizer = _load_optimizer(checkpoint / OPTIMIZER_FILE, stored)
        settings = stored.settings.training
        teacher = StoredPolicy.load(folder / TEACHER_FOLDER) if settings.teacher else None
        settings = settings if decisions is None else replace(settings, decisions=decisions)
        run = cls(settings, folder, teacher, trusted=trusted)
        _restore(run.model, stored, optimizer)
        run.saved = stored.settings.decisions
        run.meet_itself()
        return run

    def learn(self, minutes: float | None = None, console: Console | None = None) -> StoredPolicy:
        """Train until all decisions are made; a checkpoint is written at the end too.

        SIGINT (Ctrl-C) and SIGTERM end it like the time does, where this runs in the main thread; a second one
        interrupts at once.

        Args:
            minutes: stop after this time even if decisions are left.
            console: shows a progress bar and the evaluations; by default nothing is shown.

        Returns:
            The policy, which is also in ``folder / "policy"``.

        Raises:
            Stopped: a signal came; checkpoint and policy were written.
            ValueError: another training is or was in the folder, or the weights are no longer finite numbers; what was
                saved before stays.
            OSError: a file cannot be written; what was saved before stays.
        """
        model, settings = self.model, self.settings
        with self._alone(), _writer_without_tracebacks(), progress_bar(console or Console(quiet=True)) as progress:
            watcher = _Watcher(self, progress, minutes)
            left = settings.decisions - model.num_timesteps
            if not _checkpoints(self.folder):
                if self._teacher is not None:
                    self._teacher.save(self.folder / TEACHER_FOLDER)
                watcher.checkpoint()  # so that from here on there is one to resume from
            model.set_logger(configure(str(self.folder / TENSORBOARD_FOLDER), ["tensorboard"]))
            with first_signal(watcher.stop):
                if left > 0:
                    model.learn(left, callback=watcher, reset_num_timesteps=False)
                model.logger.close()
                if watcher.learned > self.saved:
                    watcher.checkpoint()
                policy = watcher.policy()
                policy.save(self.folder / POLICY_FOLDER)
        if watcher.signal is not None:
            raise Stopped(watcher.signal, policy)
        return policy

    def meet_itself(self) -> None:
        """Let the opponents that stand for the run itself play its last checkpoints."""
        if self._selves:
            last = [StoredPolicy.load(path) for path in _checkpoints(self.folder)[-len(self._selves) :]]
            for k, agent in enumerate(self._selves):
                agent.policy = last[k % len(last)]

    @contextmanager
    def _alone(self) -> Iterator[None]:
        """Keep other trainings out of the folder, and this one if another has been there."""
        with alone(self.folder):
            found = _checkpoints(self.folder)
            if (int(found[-1].name) if found else 0) != self.saved:
                raise ValueError(f"{self.folder}: another training has been in it: resume that one")
            yield


def check_new_run(folder: Path) -> Path:
    """The folder, if a new run may begin in it; raises what :func:`.check_new` does."""
    return check_new(folder, () if _checkpoints(folder) else (CHECKPOINTS_FOLDER, TEACHER_FOLDER))


def last_checkpoint(folder: Path) -> Path:
    """The checkpoint of a run with the most decisions.

    Raises:
        ValueError: there is none.
    """
    found = _checkpoints(folder)
    if not found:
        raise ValueError(f"{folder}: no checkpoint to resume from")
    return found[-1]


def _checkpoints(folder: Path) -> list[Path]:
    """The checkpoints of a run, by their decisions."""
    found = [path for path in (folder / CHECKPOINTS_FOLDER).glob("*") if re.fullmatch("[0-9]+", path.name)]
    return sorted((path for path in found if (path / SETTINGS_FILE).is_file()), key=lambda path: int(path.name))


@contextmanager
def _writer_without_tracebacks() -> Iterator[None]:
    """Let the thread of TensorBoard's writer show no fault of a file, which is raised again where it is written to."""
    before = threading.excepthook

    def show(args: threading.ExceptHookArgs) -> None:
        if not isinstance(args.exc_value, OSError):
            before(args)

    threading.excepthook = show
    try:
        yield
    finally:
        threading.excepthook = before


def _policy_for(what: str, folder: str, game: Game) -> StoredPolicy:
    """The policy in a folder that a setting names.

    Raises:
        ValueError: it is missing or damaged, or does not fit the game; names the setting.
    """
    try:
        policy = StoredPolicy.load(Path(folder))
        agent_of(policy, game)
    except ValueError as error:
        raise ValueError(f"{what}: {error}") from None
    if policy.settings.interface != game.interface():
        raise ValueError(f"{what}: {folder} was trained with other observations or actions than these games have")
    return policy


def _layers(settings: TrainingSettings) -> str:
    """The network of a policy in words."""
    return f"hidden {','.join(map(str, settings.hidden))} with {settings.activation}"


def _selves(settings: TrainingSettings) -> list[PolicyAgent]:
    """The opponents that stand for the run itself; until there is a checkpoint they play at random."""
    if SELF not in settings.opponents:
        return []
    blank = {name: np.zeros(shape, np.float32) for name, shape in shapes(settings).items()}
    policy = StoredPolicy.make(blank, settings, 0, 0)
    return [PolicyAgent(policy, settings.make_game(), greedy=False) for _ in range(settings.snapshots)]


def _line_ups(settings: TrainingSettings, selves: Sequence[PolicyAgent], trusted: bool) -> Sequence[Agent]:
    """The line-ups of opponents, which share the games evenly, as do those that stand for the run itself.

    Raises:
        ValueError: an opponent does not exist, or does not fit the game.
    """
    game, others = settings.make_game(), dict.fromkeys(text for text in settings.opponents if text != SELF)
    known = {text: parse_agent(text, game, trusted=trusted) for text in others}
    if not selves:
        return [known[text] for text in settings.opponents]
    return [one if text == SELF else known[text] for one in selves for text in settings.opponents]


def _new_model(settings: TrainingSettings, line_ups: Sequence[Agent], teacher: StoredPolicy | None) -> MaskablePPO:
    game = settings.make_game()
    potential = Standing(game, settings.shaping) if settings.shaping else None
    torch.set_num_threads(settings.threads)
    torch.distributions.Distribution.set_default_validate_args(False)  # costs a few percent of the time
    model = MaskablePPO(
        LearnerPolicy,
        LearnerVecEnv(
            game,
            settings.games,
            line_ups,
            threads=settings.threads,
            learner_reward=LearnerReward(None, potential, settings.gamma),
            steer=settings.steer or None,
            player=seated,
        ),
        learning_rate=lambda remaining: settings.learning_rate * max(remaining, 0.0),
        n_steps=settings.steps,
        batch_size=settings.batch,
        n_epochs=settings.epochs,
        gamma=settings.gamma,
        gae_lambda=settings.gae_lambda,
        clip_range=settings.clip,
        ent_coef=1.0,  # of the policy's bonus
        policy_kwargs={
            "net_arch": list(settings.hidden),
            "activation_fn": {"tanh": torch.nn.Tanh, "relu": torch.nn.ReLU}[settings.activation],
        },
        seed=settings.seed,
        device="cpu",
    )
    if settings.steer:
        with torch.no_grad():
            cast(torch.nn.Linear, model.policy.action_net).bias[OWN_TURN] = _OWN_TURN_FIRST
    policy = cast(LearnerPolicy, model.policy)
    policy.entropy_weight, policy.teacher = settings.entropy, scores_of(teacher) if teacher is not None else None
    return model


def _set_stage(policy: LearnerPolicy, settings: TrainingSettings, decisions: int) -> None:
    """Say what the next update learns: whether the actor does, and how close it is kept to the teacher."""
    fade = settings.teacher_fade
    for part in (policy.mlp_extractor.policy_net, policy.action_net):
        part.requires_grad_(decisions >= settings.warm_up)
    policy.teacher_weight = settings.teacher_weight * (max(0.0, 1 - decisions / fade) if fade else 1.0)


class _Watcher(BaseCallback):
    """Shows progress, evaluates and saves, between updates; stops when the time is over.

    Attributes:
        learned: decisions that the weights have learned from.
        signal: the signal that stopped it, None without one.
    """

    def __init__(self, run: TrainingRun, progress: Progress, minutes: float | None) -> None:
        super().__init__()
        self.learned = self._evaluated = run.model.num_timesteps
        self._run = run
        self._settings = run.settings
        self._progress = progress
        self._in_time = True
        self.signal: int | None = None
        self._deadline = None if minutes is None else time.monotonic() + 60 * minutes
        self._task = progress.add_task(_task_name(minutes), total=run.settings.decisions, completed=self.learned)

    def stop(self, number: int) -> None:
        """Stop at the next decision, because of a signal."""
        self.signal = number

    def policy(self) -> StoredPolicy:
        """The current policy."""
        model = self._run.model
        return StoredPolicy.make(_weights(model), self._settings, self.learned, model._n_updates)

    def checkpoint(self) -> None:
        """Write a checkpoint under its final name only when it is complete."""
        folder = self._run.folder / CHECKPOINTS_FOLDER / f"{self.learned:09d}"
        self.policy().save(folder, {OPTIMIZER_FILE: _optimizer(self._run.model)})
        self._run.saved = self.learned
        self._run.meet_itself()

    def _on_rollout_start(self) -> None:  # the last update is done
        settings = self._settings
        self.learned = self.model.num_timesteps
        if settings.evaluate_every and self.learned - self._evaluated >= settings.evaluate_every:
            self._evaluate()
        if settings.checkpoint_every and self.learned - self._run.saved >= settings.checkpoint_every:
            self.checkpoint()
        policy = cast(LearnerPolicy, self.model.policy)
        self.logger.record("train/entropy", policy.entropy)
        self.logger.record("train/divergence_from_teacher", policy.divergence)
        _set_stage(policy, settings, self.learned)

    def _on_step(self) -> bool:
        self._progress.update(self._task, completed=min(self.model.num_timesteps, self._settings.decisions))
        self._in_time = self.signal is None and (self._deadline is None or time.monotonic() < self._deadline)
        return self._in_time

    def _on_training_end(self) -> None:
        if self._in_time:  # else the decisions played last would not have been learned from
            self.learned = self.model.num_timesteps

    def _evaluate(self) -> None:
        settings = self._settings
        self._evaluated = self.learned
        game = settings.make_game()
        texts = []
        for name in baselines(game):
            agents = {"policy": agent_of(self.policy(), game), name: parse_agent(name, game)}
            stopped = lambda: self.signal is not None  # noqa: E731
            found = evaluate(game, agents, deals=settings.evaluation_deals, seed=_EVALUATION_SEED, stopped=stopped)
            if self.signal is not None:
                return
            tally = found.total["policy"]
            self.logger.record(f"evaluation/win_rate_against_{name}", tally.win_rate.rate)
            self.logger.record(f"evaluation/score_against_{name}", tally.score / tally.games)
            texts.append(f"{tally.win_rate.rate:.0%} wins, mean score {tally.score / tally.games:.0f} against {name}")
        self.logger.dump(self.learned)
        self._progress.console.print(f"  {self.learned:,} decisions: {', '.join(texts)}")


def _task_name(minutes: float | None) -> str:
    return "training" if minutes is None else f"training, at most {minutes:g} min"


# -- weights and optimizer as arrays -----------------------------------------------------------------------------------


def _names(model: MaskablePPO) -> dict[str, str]:
    """The name in files of each parameter of the policy, in its order."""
    layers = len(model.policy.net_arch)
    names = {}
    for network, stored, head in (("policy_net", "actor", "action_net"), ("value_net", "critic", "value_net")):
        for part in ("weight", "bias"):
            for k in range(layers):
                names[f"mlp_extractor.{network}.{2 * k}.{part}"] = f"{stored}.{k}.{part}"
            names[f"{head}.{part}"] = f"{stored}.{layers}.{part}"
    return {name: names[name] for name, _ in model.policy.named_parameters()}


def _weights(model: MaskablePPO) -> Tensors:
    names = _names(model)
    return {names[name]: value.detach().numpy().copy() for name, value in model.policy.named_parameters()}


def _optimizer(model: MaskablePPO) -> bytes:
    """The optimizer and the generators as a safetensors file."""
    from safetensors.numpy import save

    state = model.policy.optimizer.state_dict()["state"]
    tensors: Tensors = {}
    for k, (name, values) in enumerate(_weights(model).items()):
        none = {part: torch.zeros(() if part == "step" else values.shape) for part in _ADAM}  # of what has not learned
        tensors |= {f"{name}.{part}": value.numpy() for part, value in (none | state.get(k, {})).items()}
    _, keys, position, _, _ = np.random.get_state()  # SB3 shuffles with numpy's global generator
    tensors |= {"torch_rng": torch.get_rng_state().numpy(), "numpy_rng": np.append(keys, np.uint32(position))}
    return save(tensors)


def _put(model: MaskablePPO, stored: StoredPolicy) -> None:
    """Put the weights of a stored policy into a model."""
    names = _names(model)
    with torch.no_grad():
        for name, parameter in model.policy.named_parameters():
            parameter.copy_(torch.from_numpy(stored.weights[names[name]]))


def _restore(model: MaskablePPO, stored: StoredPolicy, optimizer: Tensors) -> None:
    """Put a checkpoint into a new model."""
    _put(model, stored)
    names = _names(model)
    state = model.policy.optimizer.state_dict()
    state["state"] = {
        k: {part: torch.from_numpy(optimizer[f"{name}.{part}"]) for part in _ADAM}
        for k, name in enumerate(names.values())
    }
    model.policy.optimizer.load_state_dict(state)
    settings = stored.settings
    model.num_timesteps, model._n_updates = settings.decisions, settings.updates
    cast(VecEnv, model.env).seed((settings.training.seed + settings.decisions) % 2**32)  # other games than at the start
    torch.set_rng_state(torch.from_numpy(optimizer["torch_rng"]))
    keys, position = optimizer["numpy_rng"][:-1], int(optimizer["numpy_rng"][-1])
    np.random.set_state({"bit_generator": "MT19937", "state": {"key": keys, "pos": position}})


def _load_optimizer(file: Path, stored: StoredPolicy) -> Tensors:
    optimizer = read_tensors(file)
    expected: dict[str, tuple[np.dtype[Any], tuple[int, ...]]] = {
        f"{name}.{part}": (np.dtype(np.float32), () if part == "step" else value.shape)
        for name, value in stored.weights.items()
        for part in _ADAM
    }
    expected["torch_rng"] = (np.dtype(np.uint8), tuple(torch.get_rng_state().shape))
    expected["numpy_rng"] = (np.dtype(np.uint32), (_MT19937_WORDS + 1,))
    check_tensors(file, optimizer, expected)
    if optimizer["numpy_rng"][-1] > _MT19937_WORDS:
        raise ValueError(f"{file}: numpy_rng is not a state of its generator")
    try:
        torch.Generator().set_state(torch.from_numpy(optimizer["torch_rng"]))
    except RuntimeError as error:
        raise ValueError(f"{file}: torch_rng is not a state of its generator: {error}") from None
    return optimizer
