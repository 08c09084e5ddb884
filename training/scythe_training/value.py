"""Value nets for agents that plan: given agents play games, and the net learns what these were worth in the end.

In further generations the agents plan with the last net, and the next one learns from all games so far. The games are
kept in pieces, each written when it is whole, as each net is, so that a run that was stopped goes on with the next one.
"""

from __future__ import annotations

import copy
import json
import math
import time
from collections.abc import Mapping, Sequence
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any, Final, NamedTuple

import numpy as np
import torch
from numpy.typing import NDArray
from rich.console import Console
from rich.progress import Progress
from safetensors.numpy import save
from scythe_agents.script import Script

from scythe_env.core.agent import Agent
from scythe_env.core.net import Net, read_net, write_net
from scythe_env.core.planning import PlanningAgent
from scythe_env.core.recording import note_positions
from scythe_env.core.registry import game_class, parse_agent
from scythe_env.core.search import Plans

from .files import check_new, read_json, write_file
from .policy import Tensors, read_tensors
from .settings import PIECE_GAMES, ValueSettings, read
from .signals import Interrupted, first_signal
from .tables import progress_bar

SETTINGS_FILE: Final = "settings.json"
NET_FILE: Final = "value.safetensors"
PIECES_FOLDER: Final = "games"
NETS_FOLDER: Final = "nets"

_LINE_UPS: Final = 64  # that a piece's games share
_TURNS: Final = 24  # of each seat in a game, about
_HELD_OUT: Final = 21  # each such piece is not learned from
_KINDS: Final = {
    "columns": np.int16,
    "entries": np.float16,
    "counts": np.int32,
    "last": np.bool_,
    "values": np.float32,
}  # of the arrays of a piece


class _Table(NamedTuple):
    """What is played at tables of one size."""

    game: Any
    plans: Plans
    agents: list[Agent]


class ValueRun:
    """The training of a value net in a folder.

    Attributes:
        settings: what it trains with.
        folder: where it keeps games and net.
    """

    def __init__(self, settings: ValueSettings, folder: Path) -> None:
        self.settings, self.folder = settings, folder
        if settings.make_game().scripted_seats:
            raise ValueError("value nets learn from games of agents alone: leave scripted seats out")
        self._tables = {players: self._table(players) for players in dict.fromkeys(settings.tables)}
        self._plans = self._tables[settings.tables[0]].plans

    @classmethod
    def start(cls, settings: ValueSettings, folder: Path) -> ValueRun:
        """A new run in a new or empty folder.

        Raises:
            ValueError: the folder is not empty, or an agent does not exist or does not fit.
        """
        run = cls(settings, check_new(folder))
        for name in (PIECES_FOLDER, NETS_FOLDER):
            (folder / name).mkdir(parents=True)
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
        return f"{pieces * PIECE_GAMES:,} games played, in pieces of {PIECE_GAMES}"

    def run(self, minutes: float | None = None, console: Console | None = None) -> Net:
        """Play the games that are missing, and then train the net.

        Args:
            minutes: stop playing after this time and learn from the games that are there.
            console: shows the progress; by default nothing is shown.

        Returns:
            The net, which is also in the folder.

        Raises:
            Interrupted: a signal came; the games are kept.
            ValueError: a piece is damaged, or no positions were noted.
        """
        stopped: list[int] = []
        deadline = math.inf if minutes is None else time.monotonic() + 60 * minutes
        with progress_bar(console or Console(quiet=True)) as progress, first_signal(stopped.append):
            for generation in range(self.settings.generations):
                if self._net_file(generation).exists():
                    continue
                whole = self._play_games(generation, deadline, progress, stopped)
                if not stopped:
                    net = self._learn(generation, progress, stopped)
                if stopped:
                    raise Interrupted(stopped[0])
                data = write_net(net, self._plans.interface)
                write_file(self.folder / NET_FILE, data)
                if not whole:
                    break
                write_file(self._net_file(generation), data)
        return self._read_net(self.folder / NET_FILE)

    def _play_games(self, generation: int, deadline: float, progress: Progress, stopped: Sequence[int]) -> bool:
        """Play the pieces of a generation that are missing; tells whether all of them are there then."""
        first, last = self._first_piece(generation), self._first_piece(generation + 1)
        task = progress.add_task(f"playing{self._ordinal(generation)}", total=last - first)
        tables = self._tables_of(generation)
        for k in range(first, last):
            file = self._piece_file(k)
            if not file.exists():
                if stopped or (time.monotonic() > deadline and k > 0):
                    return False
                write_file(file, save(self._play(k, tables)))
            progress.update(task, completed=k + 1 - first)
        return True

    def _first_piece(self, generation: int) -> int:
        """The pieces are shared evenly by the generations."""
        return -(-self.settings.games // PIECE_GAMES) * generation // self.settings.generations

    def _piece_file(self, k: int) -> Path:
        return self.folder / PIECES_FOLDER / f"{k:06d}.safetensors"

    def _net_file(self, generation: int) -> Path:
        return self.folder / NETS_FOLDER / f"{generation:03d}.safetensors"

    def _read_net(self, file: Path) -> Net:
        return read_net(file, self._plans.num_features, self._plans.interface)

    def _ordinal(self, generation: int) -> str:
        return f" {generation + 1} of {self.settings.generations}" if self.settings.generations > 1 else ""

    def _tables_of(self, generation: int) -> dict[int, _Table]:
        """The tables, where agents that plan with a net have that of the last generation."""
        if generation == 0:
            return self._tables
        net = self._read_net(self._net_file(generation - 1))
        return {
            players: table._replace(
                agents=[one.with_net(net) if isinstance(one, PlanningAgent) else one for one in table.agents]
            )
            for players, table in self._tables.items()
        }

    def _table(self, players: int) -> _Table:
        kind: Any = game_class(self.settings.game)
        game = kind(replace(self.settings.config, players=players))
        planner = parse_agent(self.settings.agent, game)
        if not isinstance(planner, PlanningAgent):
            raise ValueError(f"agent {self.settings.agent!r} does not plan with a net")
        agents = [parse_agent(text, game) for text in self.settings.play]
        for agent, text in zip(agents, self.settings.play, strict=True):
            if agent.rule is None:
                raise ValueError(f"agent {text!r} is not compiled")
        return _Table(game, planner.plans, agents)

    def _play(self, k: int, tables: Mapping[int, _Table]) -> Tensors:
        """The positions of piece ``k``; only those features are kept that are not 0."""
        settings = self.settings
        players = settings.tables[k % len(settings.tables)]
        game, plans, agents = tables[players]
        draw = np.random.default_rng((settings.seed, k))
        line_ups = [[self._varied(agents, draw) for _ in range(players)] for _ in range(_LINE_UPS)]
        seeds = draw.integers(2**63, size=PIECE_GAMES, dtype=np.uint64)
        rate = min(1.0, settings.positions / (_TURNS * players))
        found = note_positions(game, plans, [line_ups[i % _LINE_UPS] for i in range(PIECE_GAMES)], seeds, rate)
        rows, columns = np.nonzero(found.features)
        return {
            "columns": columns.astype(np.int16),
            "entries": found.features[rows, columns].astype(np.float16),
            "counts": np.bincount(rows, minlength=len(found.values)).astype(np.int32),
            "last": np.diff(found.games, append=-1) != 0,
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

    def _learn(self, generation: int, progress: Progress, stopped: Sequence[int]) -> Net:
        """The net that learns from all games up to those of a generation."""
        settings, plans = self.settings, self._plans
        torch.set_num_threads(settings.threads)
        torch.manual_seed(settings.seed)
        task = progress.add_task(f"learning{self._ordinal(generation)}", total=1.0)
        pieces = [file for k in range(self._first_piece(generation + 1)) if (file := self._piece_file(k)).exists()]
        held = [piece for k, piece in enumerate(pieces) if k % _HELD_OUT == _HELD_OUT - 1]
        training = _Positions([piece for piece in pieces if piece not in held], plans.num_features)
        if not training.size:
            raise ValueError("no positions were noted in the games: let more of each be noted, or play more")
        judged = _Positions(held, plans.num_features) if held else None
        if generation > 0 and settings.td_lambda < 1:
            training.look_ahead(_Model.of(self._read_net(self._net_file(generation - 1))), settings.td_lambda)
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
                progress.update(task, completed=done / steps)
            if judged is not None:
                progress.console.print(f"  pass {epoch + 1}: explained variance {judged.explained(model):.3f}")
        return model.net()


class _Positions:
    """Positions of several pieces in memory."""

    def __init__(self, pieces: Sequence[Path], inputs: int) -> None:
        parts = [_read_piece(piece, inputs) for piece in pieces]
        self._columns, self._entries, counts, self._last, self._values = (
            torch.from_numpy(np.concatenate([part[name] for part in parts])) for name in _KINDS
        )
        self._ends = torch.cumsum(counts.long(), 0)
        self._starts = self._ends - counts
        self.size = len(self._values)

    def rows(self, which: NDArray[np.int64]) -> tuple[torch.Tensor, ...]:
        """Columns, entries, where each position's begin, and its value."""
        chosen = torch.from_numpy(which)
        starts, counts = self._starts[chosen], self._ends[chosen] - self._starts[chosen]
        first = torch.cumsum(counts, 0) - counts
        where = torch.arange(int(counts.sum())) + torch.repeat_interleave(starts - first, counts)
        return self._columns[where].long(), self._entries[where].float(), first, self._values[chosen]

    def judged(self, model: _Model) -> torch.Tensor:
        """What a model makes of each position."""
        with torch.no_grad():
            batches = [self.rows(np.arange(k, min(k + 4096, self.size))) for k in range(0, self.size, 4096)]
            return torch.cat([model(*inputs) for *inputs, _ in batches])

    def explained(self, model: _Model) -> float:
        """The share of the variance of the values that a model explains."""
        return float(1 - ((self.judged(model) - self._values) ** 2).mean() / self._values.var())

    def look_ahead(self, model: _Model, td_lambda: float) -> None:
        """Make the values those of TD(lambda): what a model makes of the next position of the game counts too."""
        values = td_targets(self._values.numpy(), self.judged(model).numpy(), self._last.numpy(), td_lambda)
        self._values = torch.from_numpy(values)


class _Model(torch.nn.Module):
    """The net as torch trains it: the first layer adds up the rows of the inputs that are not 0."""

    def __init__(self, inputs: int, n1: int, n2: int) -> None:
        super().__init__()
        self.first = torch.nn.EmbeddingBag(inputs, n1, mode="sum")
        torch.nn.init.normal_(self.first.weight, 0, 0.1)
        self.bias = torch.nn.Parameter(torch.zeros(n1))
        self.second, self.last = torch.nn.Linear(n1, n2), torch.nn.Linear(n2, 1)

    @classmethod
    def of(cls, net: Net) -> _Model:
        """A net as a model."""
        model = cls(net.inputs, *net.hidden)
        parts = model._parts()
        with torch.no_grad():
            for part, values in zip(
                parts, np.split(net.values, np.cumsum([part.numel() for part in parts])[:-1]), strict=True
            ):
                part.copy_(torch.from_numpy(values).reshape(part.shape))
        return model

    def forward(self, columns: torch.Tensor, entries: torch.Tensor, first: torch.Tensor) -> torch.Tensor:
        """The value of each position."""
        hidden = torch.relu(self.first(columns, first, per_sample_weights=entries) + self.bias)
        return self.last(torch.relu(self.second(hidden)))[:, 0]  # type: ignore[no-any-return]

    def net(self) -> Net:
        """The net as agents use it."""
        inputs, n1 = self.first.weight.shape
        values = np.concatenate([part.detach().numpy().reshape(-1) for part in self._parts()])
        return Net(values, inputs, (n1, self.second.out_features))

    def _parts(self) -> tuple[torch.Tensor, ...]:
        """The weights in the order of a net, each (inputs, outputs)."""
        second, last = self.second, self.last
        return self.first.weight, self.bias, second.weight.T, second.bias, last.weight[0], last.bias


def td_targets(
    values: NDArray[np.float32], judged: NDArray[np.float32], last: NDArray[np.bool_], td_lambda: float
) -> NDArray[np.float32]:
    """The targets of TD(lambda) without rewards before the end of a game.

    Args:
        values: what the game of each position was worth in the end, float32 (n,); those of a game are in their order.
        judged: what a net makes of each position, float32 (n,).
        last: whether it is the last one of its game, bool (n,).
        td_lambda: weight of what comes later, 0 to 1.

    Returns:
        float32 (n,): the value at the last position of a game; before it ``(1 - td_lambda)`` of what the net makes of
        the next position, and ``td_lambda`` of the target there.
    """
    targets = values.copy()
    for k in range(len(values) - 2, -1, -1):
        if not last[k]:
            targets[k] = (1 - td_lambda) * judged[k + 1] + td_lambda * targets[k + 1]
    return targets


def _read_piece(file: Path, inputs: int) -> Tensors:
    """The positions in a file.

    Raises:
        ValueError: it is damaged.
    """
    found = read_tensors(file)
    right = set(found) == set(_KINDS) and all(found[name].dtype == kind for name, kind in _KINDS.items())
    if not right or any(one.ndim != 1 or not np.isfinite(one).all() for one in found.values()):
        raise ValueError(f"{file}: damaged: these are not positions")
    columns, counts = found["columns"], found["counts"]
    sizes = len(columns) == len(found["entries"]) == counts.sum()
    sizes &= len(counts) == len(found["last"]) == len(found["values"])
    if not sizes or (counts < 0).any() or (len(columns) and not 0 <= columns.min() <= columns.max() < inputs):
        raise ValueError(f"{file}: damaged: these are not positions")
    return found
