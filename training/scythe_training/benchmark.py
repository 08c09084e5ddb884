"""Learning tasks on which methods are compared: the same games, opponents, budget and test for all.

A task (:data:`TASKS`) never changes: what changes a game of its test, such as other weights of an opponent, makes a new
version with a new name. A method learns once for each training seed, and each agent that comes out plays the deals of
the test. What is found is a file (:class:`Result`) that anybody can add to those in ``docs/results/benchmark``.
"""

from __future__ import annotations

import json
import math
import statistics
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final

from scythe_env.core.game import Game
from scythe_env.core.registry import game_class

from . import DEFAULT_GAME
from .conduct import CONDUCT, Conduct
from .evaluation import Interval, evaluate, wilson
from .files import check_new, read_json, write_file
from .origin import Origin
from .settings import TrainingSettings, read

if TYPE_CHECKING:
    from rich.console import Console

FORMAT: Final = "scythe-benchmark-1"
ENTRY_FILE: Final = "entry.json"
RESULT_FILE: Final = "result.json"

LEAST_SEEDS: Final = 3
_T95: Final = (4.3027, 3.1824, 2.7764, 2.5706, 2.4469, 2.3646, 2.3060, 2.2622)
"""Two-sided 95 % quantiles of Student's t for 3, 4, ... values."""

MOST_SEEDS: Final = LEAST_SEEDS + len(_T95) - 1


@dataclass(frozen=True, kw_only=True)
class Task:
    """What is to be learned, and how it is tested.

    Attributes:
        name: of the task, with its version.
        opponent: the agent that plays all other seats in the test, as a text.
        decisions: that the learner may make in all, for each training seed.
        deals: of the test, each played once in every seat.
        test_seed: of the deals of the test; no training may use it, and those of ``scythe train`` are below 2**32.
        options: of the game, where they differ from its defaults.
        game: its registered name.
    """

    name: str
    opponent: str
    decisions: int
    deals: int
    test_seed: int
    options: Mapping[str, Any]
    game: str = DEFAULT_GAME

    def make_game(self) -> Game:
        """The game that is learned."""
        kind: Any = game_class(self.game)
        return kind(kind.config_type(**self.options))  # type: ignore[no-any-return]

    @property
    def games(self) -> int:
        """Games of the test of an agent."""
        return self.deals * self.make_game().num_players


_TWO: Final = MappingProxyType({"players": 2})
_FOUR: Final = MappingProxyType({"players": 4})
_BUDGET: Final = 1_000_000

TASKS: Final = {
    name: Task(name=name, opponent=opponent, decisions=_BUDGET, deals=deals, test_seed=test_seed, options=options)
    for name, opponent, deals, test_seed, options in (
        ("two-heuristic-v1", "heuristic", 500, 2**41, _TWO),
        ("two-tuned-v1", "tuned", 500, 2**41 + 1, _TWO),
        ("four-heuristic-v1", "heuristic", 250, 2**41 + 2, _FOUR),
    )
}
"""The tasks by name."""


def task_of(name: str) -> Task:
    """The task of a name.

    Raises:
        ValueError: there is none.
    """
    if name not in TASKS:
        raise ValueError(f"task {name!r} is unknown; allowed are {', '.join(TASKS)}")
    return TASKS[name]


# -- results -----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, kw_only=True)
class SeedResult:
    """How the agent of a training seed did in the test.

    Attributes:
        seed: number of the training seed.
        agent: its text.
        decisions: that it has learned from.
        games: that it has played.
        wins: games won; those that k share are 1/k of one each.
        score: its mean score.
    """

    seed: int
    agent: str
    decisions: int
    games: int
    wins: float
    score: float

    @property
    def rate(self) -> Interval:
        """The share of games won, with Wilson's interval."""
        return wilson(self.wins, self.games)


@dataclass(frozen=True, kw_only=True)
class Result:
    """How a method did on a task.

    Attributes:
        format: name and version of the format.
        task: name of the task.
        method: name of the method.
        settings: of the training, if ``scythe benchmark`` trained the agents.
        origin: when, by which code and where it was found.
        seeds: by training seed.

    Raises:
        ValueError: the task is unknown, or numbers do not fit it.
    """

    format: str
    task: str
    method: str
    settings: dict[str, Any] | None
    origin: Origin
    seeds: tuple[SeedResult, ...]

    def __post_init__(self) -> None:
        if self.format != FORMAT:
            raise ValueError(f"format {self.format!r} is unknown; needed is {FORMAT!r}")
        task = task_of(self.task)
        check_method(self.method)
        check_agents([one.agent for one in self.seeds])
        if len({one.seed for one in self.seeds}) < len(self.seeds):
            raise ValueError("each training seed may be there once")
        for one in self.seeds:
            check_decisions(one.decisions, task)
            if one.games != task.games or not 0 <= one.wins <= one.games or not math.isfinite(one.score):
                raise ValueError(
                    f"seed {one.seed}: {one.wins} wins in {one.games} games with {one.score} points on average: "
                    f"{task.name} has {task.games} games, and wins from 0 to their number"
                )

    @property
    def rate(self) -> Interval:
        """The mean share of games won, with Student's 95 % interval over the training seeds."""
        rates = [one.rate.rate for one in self.seeds]
        mean, spread = statistics.fmean(rates), statistics.stdev(rates) / math.sqrt(len(rates))
        half = _T95[len(rates) - LEAST_SEEDS] * spread
        return Interval(mean, max(0.0, mean - half), min(1.0, mean + half))

    @property
    def worst(self) -> SeedResult:
        """The training seed whose agent won least."""
        return min(self.seeds, key=lambda one: one.wins)

    @property
    def score(self) -> float:
        """The mean score over the training seeds."""
        return statistics.fmean(one.score for one in self.seeds)


def read_result(file: Path) -> Result:
    """The result in a file.

    Raises:
        ValueError: it is missing, damaged or impossible; the message names the file and what is wrong.
    """
    return read(Result, read_json(file), str(file))


def check_method(name: str) -> None:
    """Refuse what is no name of a method for a table.

    Raises:
        ValueError: says what is allowed.
    """
    if not name.strip() or len(name) > 80 or not name.isprintable() or "|" in name:
        raise ValueError(f"method {name!r}: its name is a line of 1 to 80 printable characters without '|'")


def check_agents(agents: Sequence[str]) -> None:
    """Refuse agents that are not one for each of enough training seeds.

    Raises:
        ValueError: they are too few, too many or not different.
    """
    if not LEAST_SEEDS <= len(agents) <= MOST_SEEDS or len(set(agents)) < len(agents):
        raise ValueError(
            f"{len(set(agents))} different agents of {len(agents)}: a method learns from {LEAST_SEEDS} to {MOST_SEEDS} "
            "training seeds, and each has an agent of its own"
        )


def check_decisions(decisions: int, task: Task) -> None:
    """Refuse a number of decisions that is not within the budget.

    Raises:
        ValueError: says what is allowed.
    """
    if not 0 <= decisions <= task.decisions:
        raise ValueError(f"{decisions} decisions were learned from: the budget of {task.name} is {task.decisions}")


# -- entries -----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, kw_only=True)
class Entry:
    """Agents that enter a task.

    Attributes:
        task: name of the task.
        method: name of the method by which they learned.
        decisions: that each has learned from, or will have.
        agents: their texts, one for each training seed: the k-th has seed k.
        settings: of their training, if it is still to be done; its seed does not matter.

    Raises:
        ValueError: the task is unknown, or something is not allowed in it.
    """

    task: str
    method: str
    decisions: int
    agents: tuple[str, ...]
    settings: TrainingSettings | None = None

    def __post_init__(self) -> None:
        check_method(self.method)
        check_agents(self.agents)
        check_decisions(self.decisions, task_of(self.task))

    @classmethod
    def trained(cls, task: Task, method: str, seeds: int, folder: Path, **settings: Any) -> Entry:
        """An entry whose agents will be trained in a folder.

        The decisions are rounded down to whole updates, as training ends with one.

        Args:
            task: the task.
            method: name of the method.
            seeds: number of training seeds.
            folder: where agents are trained.
            settings: of the training; those that are not given are as the task has them, or the defaults.

        Raises:
            ValueError: a setting is impossible, or not allowed in the task.
        """
        given = {"opponents": (task.opponent,), "decisions": task.decisions, **settings}
        check_decisions(given["decisions"], task)
        training = TrainingSettings(game=task.game, config=task.make_game().config, **given)
        update = training.games * training.steps
        if training.decisions < update:
            raise ValueError(f"{training.decisions} decisions are fewer than the {update} of an update")
        decisions = training.decisions // update * update
        agents = tuple(str(_run_folder(folder, seed) / "policy") for seed in range(1, seeds + 1))
        return cls(
            task=task.name,
            method=method,
            decisions=decisions,
            agents=agents,
            settings=replace(training, decisions=decisions),
        )


class Benchmark:
    """An entry to a task in a folder, which keeps what is done of it.

    Args:
        entry: what enters.
        folder: a new one, or that of the same entry.
        conduct: how it deals with agents; a game in which one failed is lost for it, unless all ends.

    Attributes:
        entry: what enters.
        task: what it enters.
        folder: where it is kept.
        failures: what went wrong in the games that agents lost by failing.

    Raises:
        ValueError: an agent does not exist or does not fit the game, or the folder holds something else.
        OSError: it cannot be written.
    """

    def __init__(self, entry: Entry, folder: Path, conduct: Conduct = CONDUCT) -> None:
        self.entry, self.folder, self.task, self._conduct = entry, folder, task_of(entry.task), conduct
        self.failures: list[str] = []
        self._game = self.task.make_game()
        file, document = folder / ENTRY_FILE, json.loads(json.dumps(asdict(entry)))
        if file.exists():
            if read_json(file) != document:
                raise ValueError(f"{folder} is of another task, method, agents or settings: give another --folder")
            return
        check_new(folder, instead="")
        for text in entry.agents if entry.settings is None else entry.settings.opponents:
            conduct.agent(text, self._game)
        folder.mkdir(parents=True, exist_ok=True)
        write_file(file, (json.dumps(document, indent=2) + "\n").encode())

    def missing(self) -> list[int]:
        """The training seeds whose agents were not tested yet."""
        return [seed for seed in range(1, len(self.entry.agents) + 1) if not self._file(seed).exists()]

    def train(self, seed: int, console: Console | None = None) -> None:
        """Train the agent of a seed, if that is to be done, or go on with it.

        Args:
            seed: the training seed.
            console: shows the progress; by default nothing is shown.

        Raises:
            Stopped: a signal came (:mod:`.training`); what was learned is kept.
            ValueError: another training is under way in the folder, or the weights are no longer finite numbers.
            OSError: a file cannot be written.
        """
        if self.entry.settings is None:
            return
        from .training import TrainingRun, last_checkpoint

        folder = _run_folder(self.folder, seed)
        try:
            last_checkpoint(folder)
        except ValueError:  # it has not begun
            settings = replace(self.entry.settings, seed=seed)
            run = TrainingRun.start(settings, folder, trusted=self._conduct.trusted)
        else:
            run = TrainingRun.resume(folder, trusted=self._conduct.trusted)
        run.learn(console=console)

    def test(
        self, seed: int, advance: Callable[[], Any] = lambda: None, stopped: Callable[[], bool] = lambda: False
    ) -> None:
        """Play the test with the agent of a seed, and keep what is found unless it was stopped.

        Args:
            seed: the training seed.
            advance: called after each game.
            stopped: asked after each game whether to end.

        Raises:
            ValueError: an agent cannot be made or failed, and all ends then.
            OSError: the result cannot be written.
        """
        task, text = self.task, self.entry.agents[seed - 1]
        named = {"method": text, "opponent": task.opponent}
        agents = {name: self._conduct.agent(one, self._game) for name, one in named.items()}
        found = evaluate(
            self._game, agents, deals=task.deals, seed=task.test_seed,
            conduct=self._conduct, advance=advance, stopped=stopped,
        )  # fmt: skip
        self.failures += [f"{text}: {failure}" for failure in found.failures]
        if found.games < task.games:
            return
        tally = found.total["method"]
        result = SeedResult(
            seed=seed, agent=text, decisions=self.entry.decisions,
            games=tally.games, wins=tally.wins, score=tally.score / tally.games,
        )  # fmt: skip
        write_file(self._file(seed), (json.dumps(asdict(result), indent=2) + "\n").encode())

    def result(self) -> Result:
        """The result, which is also written into the folder; its origin remains that of when it was first complete.

        Raises:
            ValueError: a seed is missing or damaged.
            OSError: it cannot be written.
        """
        files = [self._file(seed) for seed in range(1, len(self.entry.agents) + 1)]
        seeds = tuple(read(SeedResult, read_json(file), str(file)) for file in files)
        written = self.folder / RESULT_FILE
        if written.exists() and (known := read_result(written)).seeds == seeds:
            return known
        settings = None if self.entry.settings is None else asdict(self.entry.settings) | {"seed": None}
        result = Result(
            format=FORMAT,
            task=self.task.name,
            method=self.entry.method,
            settings=json.loads(json.dumps(settings)),
            origin=Origin.here(),
            seeds=seeds,
        )
        write_file(written, (json.dumps(asdict(result), indent=2) + "\n").encode())
        return result

    def _file(self, seed: int) -> Path:
        return self.folder / f"seed-{seed}.json"


def _run_folder(folder: Path, seed: int) -> Path:
    """Where the agent of a seed is trained."""
    return folder / f"seed-{seed}"
