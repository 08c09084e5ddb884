"""Policies that learn to do what another agent does, by DAgger. Imports torch.

In the first rounds the teacher plays, later more and more the policy itself: so it learns what the teacher would do in
the positions that its own mistakes lead to (Ross, Gordon and Bagnell, 2011). A round's games are played to their end,
learned from and forgotten, as new ones cost less than learning does. The value network learns what the games brought.
Decisions that were recorded (:mod:`.datasets`) can come before the games, or in their place.

A run is a folder::

    RUN/clone.json              what it learns with
    RUN/policy/                 the current policy, as after other trainings
    RUN/checkpoints/000500352/  the same and optimizer.safetensors, to resume from, by decisions learned from
    RUN/tensorboard/            the course of the training
"""

from __future__ import annotations

import json
import time
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from itertools import pairwise
from pathlib import Path
from typing import Any, Final, NamedTuple

import numpy as np
import torch
from numpy.typing import NDArray
from rich.console import Console
from safetensors.numpy import save
from torch.utils.tensorboard import SummaryWriter

from scythe_env.core.agent import Agent
from scythe_env.core.game import Game
from scythe_env.core.recording import Decisions, note_decisions
from scythe_env.core.registry import parse_agent
from scythe_env.core.sparse import SparseRows

from .conduct import seated
from .datasets import Examples, read_examples
from .files import check_new, check_whole, read_json, write_file
from .policy import SETTINGS_FILE as POLICY_SETTINGS_FILE
from .policy import WEIGHTS_FILE, PolicyAgent, StoredPolicy, Tensors, check_tensors, read_tensors
from .settings import CloneSettings, read
from .signals import Interrupted, first_signal
from .tables import progress_bar
from .training import CHECKPOINTS_FOLDER, OPTIMIZER_FILE, POLICY_FOLDER, TENSORBOARD_FOLDER, last_checkpoint

SETTINGS_FILE: Final = "clone.json"

EXAMPLES_AT_ONCE: Final = 2**13
"""Decisions of a data set that are learned from in a round."""

_ADAM: Final = ("step", "exp_avg", "exp_avg_sq")
_FIRST_SPREAD: Final = 0.1  # of the first weights of the first layer, of whose inputs most are 0


class Lesson(NamedTuple):
    """Decisions to learn from.

    Attributes:
        observations: what was known, n rows of ``observation_size``.
        masks: the legal actions, int8 (n, ``num_actions``).
        answers: what the teacher does, int64 (n,).
        goals: what is to be expected, float32 (n,).
    """

    observations: SparseRows
    masks: NDArray[np.int8]
    answers: NDArray[np.int64]
    goals: NDArray[np.float32]

    def take(self, which: NDArray[np.int64]) -> Lesson:
        """Some of the decisions, by their numbers (m,)."""
        return Lesson(self.observations.take(which), self.masks[which], self.answers[which], self.goals[which])


class Cloning:
    """The cloning of an agent in a folder, begun by :meth:`start` or continued by :meth:`resume`, then :meth:`run`.

    Attributes:
        settings: what it learns with.
        folder: where it keeps its results.
        learned: decisions learned from.
    """

    def __init__(self, settings: CloneSettings, folder: Path, *, trusted: bool = False) -> None:
        self.settings, self.folder, self.learned = settings, folder, 0
        self._game = settings.make_game()
        self._examples = _lesson(settings, self._game) if settings.examples else None
        self._from_examples = int(settings.decisions * settings.examples_share) if self._examples else 0
        played = self._from_examples < settings.decisions
        texts = (settings.agent, *settings.opponents) if played else ()
        self._agents = [parse_agent(text, self._game, trusted=trusted) for text in texts]
        torch.set_num_threads(settings.threads)
        torch.manual_seed(settings.seed)
        inputs = self._game.observation_size, *settings.hidden
        self._actor = _Perceptron((*inputs, self._game.num_actions), settings.activation)
        self._critic = _Perceptron((*inputs, 1), settings.activation)
        self._parameters = {
            f"{network}.{k // 2}.{('weight', 'bias')[k % 2]}": parameter
            for network, module in (("actor", self._actor), ("critic", self._critic))
            for k, parameter in enumerate(module.parameters())
        }
        self._optimizer = torch.optim.Adam(self._parameters.values(), settings.learning_rate, fused=True)
        self._steps = 0

    @classmethod
    def start(cls, settings: CloneSettings, folder: Path, *, trusted: bool = False) -> Cloning:
        """A new run in a new or empty folder.

        Args:
            settings: what it learns with.
            folder: the folder.
            trusted: whether agents may be loaded from files that can run code then.

        Raises:
            ValueError: the folder is not empty, an agent does not exist or does not fit, or the data set does not.
            OSError: it cannot be written.
        """
        run = cls(settings, check_new(folder), trusted=trusted)
        folder.mkdir(parents=True, exist_ok=True)
        write_file(folder / SETTINGS_FILE, (json.dumps(asdict(settings), indent=2) + "\n").encode())
        run._save_checkpoint()
        return run

    @classmethod
    def resume(cls, folder: Path, *, trusted: bool = False) -> Cloning:
        """The run in a folder, as it was at its last checkpoint.

        Args:
            folder: the folder.
            trusted: as for :meth:`start`.

        Raises:
            ValueError: settings, checkpoint or data set are missing or damaged, or an agent no longer exists.
        """
        file = folder / SETTINGS_FILE
        run = cls(read(CloneSettings, read_json(file), str(file)), folder, trusted=trusted)
        checkpoint = last_checkpoint(folder)
        stored = StoredPolicy.load(checkpoint)
        if stored.settings.training != run.settings.policy():
            raise ValueError(f"{file}: these are not the settings of its checkpoint {checkpoint.name}")
        check_whole(checkpoint, WEIGHTS_FILE, POLICY_SETTINGS_FILE, OPTIMIZER_FILE)
        moments = read_tensors(checkpoint / OPTIMIZER_FILE)
        expected = {name: (values.dtype, values.shape) for name, values in run._moments().items()}
        check_tensors(checkpoint / OPTIMIZER_FILE, moments, expected)
        run._restore(stored, moments)
        return run

    @property
    def told(self) -> str:
        """How far it is, in a phrase."""
        return f"{self.learned:,} decisions learned"

    def policy(self) -> StoredPolicy:
        """The current policy."""
        weights = {name: _turned(name, parameter) for name, parameter in self._parameters.items()}
        return StoredPolicy.make(weights, self.settings.policy(), self.learned, self._steps)

    def run(self, minutes: float | None = None, console: Console | None = None) -> StoredPolicy:
        """Learn until all decisions are learned from, the time is over, or SIGINT or SIGTERM comes.

        Args:
            minutes: stop after this time even if decisions are left.
            console: shows a progress bar and how well the policy does; by default nothing is shown.

        Returns:
            The policy, which is also in ``folder / "policy"``.

        Raises:
            Interrupted: a signal came; checkpoint and policy were written.
            ValueError: the weights are no longer finite numbers; what was saved before stays.
            OSError: a file cannot be written; what was saved before stays.
        """
        settings, stopped = self.settings, list[int]()
        deadline = None if minutes is None else time.monotonic() + 60 * minutes
        saved = self.learned
        with (
            progress_bar(console or Console(quiet=True)) as progress,
            SummaryWriter(str(self.folder / TENSORBOARD_FOLDER)) as writer,
            first_signal(stopped.append),
        ):
            task = progress.add_task("cloning", total=settings.decisions, completed=self.learned)
            while self.learned < settings.decisions and not stopped:
                told = self._round()
                for name, value in told.items():
                    writer.add_scalar(name, value, self.learned)
                progress.update(task, completed=min(self.learned, settings.decisions))
                if settings.checkpoint_every and self.learned - saved >= settings.checkpoint_every:
                    self._save_checkpoint()
                    saved = self.learned
                    progress.console.print(f"  {self.learned:,} decisions: {_shown(told)}")
                if deadline is not None and time.monotonic() > deadline:
                    break
            if self.learned > saved:
                self._save_checkpoint()
            policy = self.policy()
            policy.save(self.folder / POLICY_FOLDER)
        if stopped:
            raise Interrupted(stopped[0])
        return policy

    def _round(self) -> dict[str, float]:
        """Learn from examples or from games, and say how well the policy did, by the names of logs."""
        settings = self.settings
        draw = np.random.default_rng((settings.seed, self.learned))
        done = self.learned / settings.decisions
        for group in self._optimizer.param_groups:
            group["lr"] = settings.learning_rate * max(1 - done, 0.0)
        if self._examples is None or self.learned >= self._from_examples:
            return self._play(done, draw)
        lesson = self._next_examples(self._examples)
        told = self._learn(lesson, draw)
        self.learned += len(lesson.answers)
        return told

    def _next_examples(self, examples: Lesson) -> Lesson:
        """The next examples of a pass over all of them, each of which has an order of its own."""
        turn, first = divmod(self.learned, len(examples.answers))
        order = np.random.default_rng((self.settings.seed, turn, 1)).permutation(len(examples.answers))
        return examples.take(order[first : first + min(EXAMPLES_AT_ONCE, self._from_examples - self.learned)])

    def _play(self, done: float, draw: np.random.Generator) -> dict[str, float]:
        """Play games and learn from them.

        Args:
            done: the share of all decisions that was learned from.
            draw: what the round draws from.
        """
        settings, teacher = self.settings, self._agents[0]
        pupil = PolicyAgent(self.policy(), self._game, greedy=settings.play == "greedy")
        taught = draw.random(settings.games) * settings.taught >= done  # true in as many games as the teacher plays
        line_ups = [self._line_up(i, teacher if taught[i] else pupil, draw) for i in range(settings.games)]
        seeds = draw.integers(2**63, size=settings.games, dtype=np.uint64)
        found = note_decisions(self._game, line_ups, seeds, of=[teacher, pupil], teacher=teacher, player=seated)
        told = self._learn(Lesson(found.observations, found.masks, found.answers, returns(found, settings.gamma)), draw)
        self.learned += len(found.actions)
        games, first = np.unique(found.games, return_index=True)
        own = first[~taught[games]]
        if len(own):
            told |= {"games/score": found.scores[own].mean(), "games/first_places": (found.ranks[own] == 1).mean()}
        return told

    def _line_up(self, i: int, agent: Agent, draw: np.random.Generator) -> list[Agent]:
        """The agents of the ``i``-th game of a round."""
        seats = len(self._game.agent_seats)
        _, *opponents = self._agents
        line_up = [opponents[i % len(opponents)]] * seats
        line_up[int(draw.integers(seats))] = agent
        return line_up

    def _learn(self, lesson: Lesson, draw: np.random.Generator) -> dict[str, float]:
        """Learn from decisions; says how well they were known before."""
        settings, actor, critic = self.settings, self._actor, self._critic
        masks, answers = torch.from_numpy(lesson.masks.astype(np.bool_)), torch.from_numpy(lesson.answers)
        goals = torch.from_numpy(lesson.goals)
        told: list[tuple[float, float, float]] = []
        for epoch in range(settings.epochs):
            order = draw.permutation(len(answers))
            for first in range(0, len(order), settings.batch):
                which = order[first : first + settings.batch]
                rows, some = _tensors(lesson.observations.take(which)), torch.from_numpy(which)
                scores = actor(*rows).masked_fill(~masks[some], -torch.inf)
                policy_loss = torch.nn.functional.cross_entropy(scores, answers[some])
                value_loss = ((critic(*rows)[:, 0] - goals[some]) ** 2).mean()
                self._optimizer.zero_grad()
                (policy_loss + value_loss).backward()
                self._optimizer.step()
                self._steps += 1
                if epoch == 0:
                    agreed = (scores.argmax(1) == answers[some]).float().mean()
                    told.append((policy_loss.item(), value_loss.item(), agreed.item()))
        names = ("train/policy_loss", "train/value_loss", "train/agreement")
        return dict(zip(names, np.mean(told, 0).tolist(), strict=True))

    def _save_checkpoint(self) -> None:
        """Write a checkpoint under its final name only when it is complete."""
        folder = self.folder / CHECKPOINTS_FOLDER / f"{self.learned:09d}"
        self.policy().save(folder, {OPTIMIZER_FILE: save(self._moments())})

    def _moments(self) -> Tensors:
        """What Adam keeps of each weight."""
        state = self._optimizer.state
        return {
            f"{name}.{part}": _turned(name, state[weight][part] if state else torch.zeros(shape))
            for name, weight in self._parameters.items()
            for part, shape in zip(_ADAM, ((), weight.shape, weight.shape), strict=True)
        }

    def _restore(self, stored: StoredPolicy, moments: Tensors) -> None:
        """Put a checkpoint into a new run."""
        ours = self._parameters
        with torch.no_grad():
            for name, parameter in ours.items():
                parameter.copy_(torch.from_numpy(_turned(name, stored.weights[name])))
        state = self._optimizer.state_dict()
        state["state"] = {
            k: {part: torch.from_numpy(_turned(name, moments[f"{name}.{part}"])) for part in _ADAM}
            for k, name in enumerate(ours)
        }
        self._optimizer.load_state_dict(state)
        self.learned, self._steps = stored.settings.decisions, stored.settings.updates


class _Perceptron(torch.nn.Module):
    """A network whose first layer adds up the rows of the inputs that are not 0, twice as fast as a dense one."""

    def __init__(self, widths: Sequence[int], activation: str) -> None:
        super().__init__()
        self.first = torch.nn.Parameter(torch.randn(widths[0], widths[1]) * _FIRST_SPREAD)
        self.bias = torch.nn.Parameter(torch.zeros(widths[1]))
        self.rest = torch.nn.ModuleList(torch.nn.Linear(*pair) for pair in pairwise(widths[1:]))
        self._activation = {"tanh": torch.tanh, "relu": torch.relu}[activation]

    def forward(self, columns: torch.Tensor, starts: torch.Tensor, entries: torch.Tensor) -> torch.Tensor:
        """The outputs for some rows."""
        x = torch.nn.functional.embedding_bag(columns, self.first, starts, mode="sum", per_sample_weights=entries)
        x = x + self.bias
        for layer in self.rest:
            x = layer(self._activation(x))
        return x


def _lesson(settings: CloneSettings, game: Game) -> Lesson:
    """The examples that settings name."""
    found = read_examples(Path(settings.examples), game, settings.agent)
    return Lesson(found.observations, found.masks, found.actions, returns(found, settings.gamma))


def returns(found: Decisions | Examples, gamma: float) -> NDArray[np.float32]:
    """What the games brought the seats from each decision on, float32 (n,): the reward, discounted for each decision
    that the seat has yet to make after it.
    """
    if gamma == 1:
        return found.rewards
    key = found.games * (1 + found.seats.max(initial=0)) + found.seats
    order = np.argsort(key, kind="stable")
    _, first, counts = np.unique(key[order], return_index=True, return_counts=True)
    left = np.empty(len(key))
    left[order] = np.repeat(first + counts, counts) - 1 - np.arange(len(key))
    return (found.rewards * gamma**left).astype(np.float32)


def _tensors(rows: SparseRows) -> tuple[torch.Tensor, ...]:
    """Rows as a network takes them."""
    return torch.from_numpy(rows.columns), torch.from_numpy(rows.starts), torch.from_numpy(rows.entries)


def _shown(told: Mapping[str, float]) -> str:
    """How well the policy does, in a phrase."""
    text = f"agrees in {told['train/agreement']:.1%}"
    if "games/score" in told:
        text += f", mean score {told['games/score']:.1f}, first in {told['games/first_places']:.0%} of its games"
    return text


def _turned(name: str, values: Any) -> NDArray[Any]:
    """A weight or its moment as it is stored, from how it is learned, or the other way round."""
    array = np.asarray(values.detach() if isinstance(values, torch.Tensor) else values)
    return np.array(array.T if name.endswith(".0.weight") else array, order="C")
