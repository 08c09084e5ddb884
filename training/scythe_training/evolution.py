"""Weights of a script found by evolution: CMA-ES over the logarithms of their ratios to those that it starts from.

A candidate is a set of weights. All candidates of a generation play the same deals, each from every seat, against the
same opponents, and each is worth its mean result. What is found is the middle of the distribution that candidates are
drawn from, as a single candidate that did well was lucky, too.
"""

from __future__ import annotations

import json
import time
from dataclasses import asdict
from pathlib import Path
from typing import Any, Final

import numpy as np
from cmaes import CMA
from numpy.typing import NDArray
from rich.console import Console
from safetensors.numpy import save as save_tensors
from scythe_agents.script import Script

from scythe_env.core.agent import Agent
from scythe_env.core.batch import rollout
from scythe_env.core.registry import parse_agent

from .files import check_new, check_whole, read_json, write_whole
from .policy import check_tensors, read_tensors
from .settings import EvolutionSettings, read
from .signals import Interrupted, first_signal
from .tables import progress_bar

HISTORY_FILE: Final = "history.safetensors"
SETTINGS_FILE: Final = "settings.json"
WEIGHTS_FILE: Final = "weights.json"


class Evolution:
    """An evolution in a folder, begun by :meth:`start` or continued by :meth:`resume`, then :meth:`run`.

    What it did is its memory: the candidates and results of all generations, from which it is played again to go on.

    Attributes:
        settings: what it evolves with.
        folder: where it keeps its history and the weights found.
        script: the agent that plays the candidates.
    """

    def __init__(self, settings: EvolutionSettings, folder: Path) -> None:
        self.settings, self.folder = settings, folder
        self._game = settings.make_game()
        self.script = _evolvable(parse_agent(settings.agent, self._game), settings.agent)
        self._opponents = [parse_agent(text, self._game) for text in settings.opponents]
        generator = np.random.default_rng((settings.seed, 1))
        size = len(self.script.weights)
        self._origin = self.script.weights.astype(np.float64) * np.exp(generator.normal(0, settings.scatter, size))
        self._search = CMA(np.zeros(size), settings.sigma, seed=settings.seed, population_size=settings.population)
        self._candidates: list[NDArray[np.float32]] = []
        self._results: list[NDArray[np.float32]] = []

    @classmethod
    def start(cls, settings: EvolutionSettings, folder: Path) -> Evolution:
        """A new evolution in a new or empty folder.

        Raises:
            ValueError: the folder is not empty, or an agent does not exist or has no weights that can be evolved.
            OSError: it cannot be written.
        """
        evolution = cls(settings, check_new(folder))
        evolution.save()
        return evolution

    @classmethod
    def resume(cls, folder: Path) -> Evolution:
        """The evolution in a folder, as it stood after its last generation.

        Raises:
            ValueError: it is missing or damaged, or an agent no longer exists.
        """
        check_whole(folder, HISTORY_FILE, SETTINGS_FILE, WEIGHTS_FILE)
        document = read_json(folder / SETTINGS_FILE)
        evolution = cls(read(EvolutionSettings, document, str(folder / SETTINGS_FILE)), folder)
        history = read_tensors(folder / HISTORY_FILE)
        settings, size = evolution.settings, len(evolution.script.weights)
        done = len(history["results"]) if "results" in history else 0
        kind, shape = np.dtype(np.float32), (done, settings.population)
        check_tensors(folder / HISTORY_FILE, history, {"candidates": (kind, (*shape, size)), "results": (kind, shape)})
        for candidates, results in zip(history["candidates"], history["results"], strict=True):
            if not np.array_equal(evolution._ask(), candidates):
                raise ValueError(f"{folder / HISTORY_FILE}: these are not the candidates of its settings")
            evolution._tell(candidates, results)
        return evolution

    @property
    def generation(self) -> int:
        """Generations that are done."""
        return len(self._results)

    @property
    def weights(self) -> NDArray[np.float32]:
        """The weights found so far, float32 (k,), whole numbers."""
        return self._weights(self._search.mean)

    @property
    def told(self) -> str:
        """How far it is, in a phrase."""
        return f"{self.generation:,} of {self.settings.generations:,} generations"

    def run(self, minutes: float | None = None, console: Console | None = None) -> NDArray[np.float32]:
        """Evolve until all generations are done, the time is over, or SIGINT or SIGTERM comes.

        Args:
            minutes: stop after this time even if generations are left.
            console: shows the progress; by default nothing is shown.

        Returns:
            The weights found, which are also in the folder.

        Raises:
            Interrupted: a signal came; what was found is in the folder.
            OSError: a file cannot be written; what was saved before stays.
        """
        stopped: list[int] = []
        deadline = None if minutes is None else time.monotonic() + 60 * minutes
        console = console or Console(quiet=True)
        with progress_bar(console) as progress, first_signal(stopped.append):
            task = progress.add_task("evolving", total=self.settings.generations, completed=self.generation)
            while self.generation < self.settings.generations and not stopped:
                candidates = self._ask()
                results = np.array([self.result(self._weights(one)) for one in candidates], np.float32)
                self._tell(candidates, results)
                self.save()
                progress.update(task, completed=self.generation)
                if self.generation % 10 == 0:
                    progress.console.print(f"  generation {self.generation}: mean result {results.mean():+.3f}")
                if deadline is not None and time.monotonic() > deadline:
                    break
        if stopped:
            raise Interrupted(stopped[0])
        return self.weights

    def result(self, weights: NDArray[np.float32]) -> float:
        """The mean result of weights in the deals of the generation, from -1 to 1."""
        settings, game = self.settings, self._game
        self.script.weights[:] = weights
        # with a spawn key the deals are none that evaluations and ladders have, even by the same seed
        words = np.random.SeedSequence(settings.seed, spawn_key=(self.generation,))
        deals = words.generate_state(settings.deals, np.uint64)
        total = 0.0
        for place, seat in enumerate(game.agent_seats):
            for k, opponent in enumerate(self._opponents):
                line_up: list[Agent] = [opponent] * len(game.agent_seats)
                line_up[place] = self.script
                seeds = deals[k :: len(self._opponents)]
                if len(seeds):
                    scores = rollout(game, line_up, seeds, threads=settings.threads)
                    total += sum(self.script.outcome(one, game.num_players, seat) for one in scores)
        return total / (settings.deals * len(game.agent_seats))

    def save(self) -> None:
        """Write the history and the weights found, as a whole."""
        shape = self.generation, self.settings.population
        history = {
            "candidates": np.array(self._candidates, np.float32).reshape(*shape, len(self._origin)),
            "results": np.array(self._results, np.float32).reshape(shape),
        }
        settings = json.dumps(asdict(self.settings), indent=2) + "\n"
        files = {HISTORY_FILE: save_tensors(history), SETTINGS_FILE: settings.encode()}
        found = self.script.document(self.weights, generations=self.generation, settings=asdict(self.settings))
        write_whole(self.folder, files | {WEIGHTS_FILE: found.encode()})

    def _ask(self) -> NDArray[np.float32]:
        return np.array([self._search.ask() for _ in range(self.settings.population)], np.float32)

    def _tell(self, candidates: NDArray[np.float32], results: NDArray[np.float32]) -> None:
        self._search.tell(
            [(x.astype(np.float64), -float(result)) for x, result in zip(candidates, results, strict=True)]
        )
        self._candidates.append(candidates)
        self._results.append(results)

    def _weights(self, x: NDArray[Any]) -> NDArray[np.float32]:
        return self.script.bounded(self._origin * np.exp(x))


def _evolvable(agent: Agent, text: str) -> Script:
    if not isinstance(agent, Script):
        raise ValueError(f"agent {text!r} is not a script with weights")
    return agent
