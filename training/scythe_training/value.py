"""Value nets for agents that plan: given agents play games, and the net learns what these were worth in the end.

The games are kept in pieces, each written when it is whole, so that a run that was stopped goes on with the next one.
"""

from __future__ import annotations

import copy
import json
import time
from collections.abc import Callable, Sequence
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any, Final

import numpy as np
import torch
from numpy.typing import NDArray
from rich.console import Console
from safetensors.numpy import save
from scythe_agents.script import Script

from scythe_env.core.agent import Agent
from scythe_env.core.net import Net, read_net, write_net
from scythe_env.core.planning import PlanningAgent
from scythe_env.core.recording import note_positions
from scythe_env.core.registry import game_class, parse_agent

from .files import read_json, write_file
from .policy import Tensors, read_tensors
from .settings import ValueSettings, read
from .signals import Interrupted, first_signal
from .tables import progress_bar

SETTINGS_FILE: Final = "settings.json"
NET_FILE: Final = "value.safetensors"
PIECES_FOLDER: Final = "games"

_PIECE: Final = 512  # games
_LINE_UPS: Final = 64  # that a piece's games share
_TURNS: Final = 24  # of each seat in a game, about
_HELD_OUT: Final = 21  # each such piece is not learned from


class ValueRun:
    """The training of a value net in a folder.

    Attributes:
        settings: what it trains with.
        folder: where it keeps games and net.
    """

    def __init__(self, settings: ValueSettings, folder: Path) -> None:
        self.settings, self.folder = settings, folder
        self._tables = {players: self._table(players) for players in dict.fromkeys(settings.tables)}

    @classmethod
    def start(cls, settings: ValueSettings, folder: Path) -> ValueRun:
        """A new run in a new or empty folder.

        Raises:
            ValueError: the folder is not empty, or an agent does not exist or does not fit.
        """
        if folder.exists() and any(folder.iterdir()):
            raise ValueError(f"{folder} is not an empty folder: give another, or resume the run in it")
        run = cls(settings, folder)
        (folder / PIECES_FOLDER).mkdir(parents=True)
        write_file(folder / SETTINGS_FILE, (json.dumps(asdict(settings), indent=2) + "\n").encode())
        return run

    @classmethod
    def resume(cls, folder: Path) -> ValueRun:
        """The run in a folder.

        Raises:
            ValueError: its settings are missing or damaged, or an agent no longer exists.
        """
        file = folder / SETTINGS_FILE
        return cls(read(ValueSettings, read_json(file), str(file)), folder)

    @property
    def told(self) -> str:
        """How far it is, in a phrase."""
        pieces = len(list((self.folder / PIECES_FOLDER).glob("*.safetensors")))
        return f"games of {pieces:,} pieces of {_PIECE}"

    def run(self, minutes: float | None = None, console: Console | None = None) -> Net:
        """Play the games that are missing, and then train the net.

        Args:
            minutes: stop playing after this time and learn from the games that are there.
            console: shows the progress; by default nothing is shown.

        Returns:
            The net, which is also in the folder.

        Raises:
            Interrupted: a signal came; the games are kept.
            ValueError: a piece is damaged.
        """
        stopped: list[int] = []
        deadline = None if minutes is None else time.monotonic() + 60 * minutes
        number = -(-self.settings.games // _PIECE)
        with progress_bar(console or Console(quiet=True)) as progress, first_signal(stopped.append):
            task = progress.add_task("playing", total=number)
            for k in range(number):
                file = self.folder / PIECES_FOLDER / f"{k:06d}.safetensors"
                if not file.exists():
                    if stopped or (deadline is not None and time.monotonic() > deadline and k > 0):
                        break
                    write_file(file, save(self._play(k)))
                progress.update(task, completed=k + 1)
            if not stopped:
                task = progress.add_task("learning", total=1.0)
                net = self._learn(lambda done: progress.update(task, completed=done), progress.console, stopped)
        if stopped:
            raise Interrupted(stopped[0])
        _, plans, _ = self._tables[self.settings.tables[0]]
        write_file(self.folder / NET_FILE, write_net(net, plans.interface))
        return read_net(self.folder / NET_FILE, plans.num_features, plans.interface)

    def _table(self, players: int) -> tuple[Any, Any, list[Agent]]:
        """Game, plans and agents for a number of players."""
        kind: Any = game_class(self.settings.game)
        game = kind(replace(self.settings.config, players=players))
        planner = parse_agent(self.settings.agent, game)
        if not isinstance(planner, PlanningAgent):
            raise ValueError(f"agent {self.settings.agent!r} does not plan with a net")
        agents = [parse_agent(text, game) for text in self.settings.play]
        for agent, text in zip(agents, self.settings.play, strict=True):
            if agent.rule is None:
                raise ValueError(f"agent {text!r} is not compiled")
        return game, planner.plans, agents

    def _play(self, k: int) -> Tensors:
        """The positions of piece ``k``; only those features are kept that are not 0."""
        settings = self.settings
        players = settings.tables[k % len(settings.tables)]
        game, plans, agents = self._tables[players]
        draw = np.random.default_rng((settings.seed, k))
        line_ups = [[self._varied(agents, draw) for _ in range(players)] for _ in range(_LINE_UPS)]
        seeds = draw.integers(2**63, size=_PIECE, dtype=np.uint64)
        rate = min(1.0, settings.positions / (_TURNS * players))
        found = note_positions(game, plans, [line_ups[i % _LINE_UPS] for i in range(_PIECE)], seeds, rate)
        rows, columns = np.nonzero(found.features)
        return {
            "columns": columns.astype(np.int16),
            "entries": found.features[rows, columns].astype(np.float16),
            "counts": np.bincount(rows, minlength=len(found.values)).astype(np.int32),
            "values": found.values,
        }

    def _varied(self, agents: Sequence[Agent], draw: np.random.Generator) -> Agent:
        """One of the agents; if it is a script, a copy with other weights."""
        agent = agents[int(draw.integers(len(agents)))]
        if not isinstance(agent, Script):
            return agent
        ratios = np.exp(draw.normal(0, self.settings.spread, len(agent.weights)))
        other = copy.copy(agent)
        other.weights = agent.bounded(agent.weights * ratios)
        return other

    def _learn(self, advance: Callable[[float], Any], console: Console, stopped: Sequence[int]) -> Net:
        settings = self.settings
        torch.set_num_threads(settings.threads)
        torch.manual_seed(settings.seed)
        _, plans, _ = self._tables[settings.tables[0]]
        pieces = sorted((self.folder / PIECES_FOLDER).glob("*.safetensors"))
        held = [piece for k, piece in enumerate(pieces) if k % _HELD_OUT == _HELD_OUT - 1]
        training = _Positions([piece for piece in pieces if piece not in held], plans.num_features)
        judged = _Positions(held, plans.num_features) if held else None
        model = _Model(plans.num_features, *settings.hidden)
        optimizer = torch.optim.AdamW(model.parameters(), settings.learning_rate, weight_decay=1e-3)
        steps = settings.epochs * -(-training.size // settings.batch)
        schedule = torch.optim.lr_scheduler.OneCycleLR(
            optimizer, settings.learning_rate, total_steps=steps, pct_start=0.1
        )
        draw, done = np.random.default_rng(settings.seed), 0
        for epoch in range(settings.epochs):
            order = draw.permutation(training.size)
            for first in range(0, training.size, settings.batch):
                if stopped:
                    break
                *inputs, values = training.rows(order[first : first + settings.batch])
                loss = ((model(*inputs) - values) ** 2).mean()
                optimizer.zero_grad()
                loss.backward()
                optimizer.step()
                schedule.step()
                done += 1
                advance(done / steps)
            if judged is not None:
                console.print(f"  pass {epoch + 1}: explained variance {judged.explained(model):.3f}")
        return model.net()


class _Positions:
    """Positions of several pieces in memory."""

    def __init__(self, pieces: Sequence[Path], inputs: int) -> None:
        parts = [_read_piece(piece, inputs) for piece in pieces]
        self._columns, self._entries, counts, values = (
            torch.from_numpy(np.concatenate([part[name] for part in parts]))
            for name in ("columns", "entries", "counts", "values")
        )
        self._ends = torch.cumsum(counts.long(), 0)
        self._starts = self._ends - counts
        self._values = values
        self.size = len(values)

    def rows(self, which: NDArray[np.int64]) -> tuple[torch.Tensor, ...]:
        """Columns, entries, where each position's begin, and its value."""
        chosen = torch.from_numpy(which)
        starts, counts = self._starts[chosen], self._ends[chosen] - self._starts[chosen]
        first = torch.cumsum(counts, 0) - counts
        where = torch.arange(int(counts.sum())) + torch.repeat_interleave(starts - first, counts)
        return self._columns[where].long(), self._entries[where].float(), first, self._values[chosen]

    def explained(self, model: _Model) -> float:
        """The share of the variance of the values that a model explains."""
        with torch.no_grad():
            batches = [self.rows(np.arange(k, min(k + 4096, self.size))) for k in range(0, self.size, 4096)]
            errors = torch.cat([model(*inputs) - values for *inputs, values in batches])
        return float(1 - (errors**2).mean() / self._values.var())


class _Model(torch.nn.Module):
    """The net as torch trains it: the first layer adds up the rows of the inputs that are not 0."""

    def __init__(self, inputs: int, n1: int, n2: int) -> None:
        super().__init__()
        self.first = torch.nn.EmbeddingBag(inputs, n1, mode="sum")
        torch.nn.init.normal_(self.first.weight, 0, 0.1)
        self.bias = torch.nn.Parameter(torch.zeros(n1))
        self.second, self.last = torch.nn.Linear(n1, n2), torch.nn.Linear(n2, 1)

    def forward(self, columns: torch.Tensor, entries: torch.Tensor, first: torch.Tensor) -> torch.Tensor:
        """The value of each position."""
        hidden = torch.relu(self.first(columns, first, per_sample_weights=entries) + self.bias)
        return self.last(torch.relu(self.second(hidden)))[:, 0]  # type: ignore[no-any-return]

    def net(self) -> Net:
        """The net as agents use it."""
        parts = (
            *(self.first.weight, self.bias, self.second.weight.T, self.second.bias),
            *(self.last.weight[0], self.last.bias),
        )
        inputs, n1 = self.first.weight.shape
        values = np.concatenate([part.detach().numpy().reshape(-1) for part in parts])
        return Net(values, inputs, (n1, self.second.out_features))


def _read_piece(file: Path, inputs: int) -> Tensors:
    """The positions in a file.

    Raises:
        ValueError: it is damaged.
    """
    found = read_tensors(file)
    kinds = {"columns": np.int16, "entries": np.float16, "counts": np.int32, "values": np.float32}
    right = set(found) == set(kinds) and all(found[name].dtype == kind for name, kind in kinds.items())
    if not right or any(one.ndim != 1 or not np.isfinite(one).all() for one in found.values()):
        raise ValueError(f"{file}: damaged: these are not positions")
    columns, counts = found["columns"], found["counts"]
    sizes = len(columns) == len(found["entries"]) == counts.sum() and len(counts) == len(found["values"])
    if not sizes or (counts < 0).any() or (len(columns) and not 0 <= columns.min() <= columns.max() < inputs):
        raise ValueError(f"{file}: damaged: these are not positions")
    return found
