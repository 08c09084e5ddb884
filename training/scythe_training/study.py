"""How games go when agents play against themselves: rounds, scores, stars, combats, winners, with 95 % intervals.

At tables with Automas these are seats too, without a player mat, and never those whose win rates are told.
"""

from __future__ import annotations

import csv
import json
import math
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import product
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from scythe_env.core.agent import Agent, Player
from scythe_env.core.fields import whole
from scythe_env.core.game import Game, Mask, States
from scythe_env.scythe import steps
from scythe_env.scythe.components import FACTIONS, MATS, STAR_GOALS
from scythe_env.scythe.config import RECORDED, ScytheConfig
from scythe_env.scythe.constants import ENDED, MAX_PLAYERS, NONE
from scythe_env.scythe.game import Scythe
from scythe_env.scythe.rules.scoring import SCORE_PARTS, SCORE_RANK, SCORE_TOTAL

from .conduct import CONDUCT, STOP, AgentFailed, Conduct
from .evaluation import CONFIDENCE_Z, play, wilson
from .files import GrowingFile, check_new, csv_text, read_json, write_file

STARS: Final = tuple(goal.replace("_", " ") for goal in STAR_GOALS)
"""What a star is placed for, as tables name it."""

SEAT: Final = np.dtype(
    [
        ("game", np.int32),
        ("rounds", np.int16),
        ("sixth_star", np.int16),  # whether that ended the game, not the limit of rounds
        ("combats", np.int16),  # in the whole game
        ("turn", np.int16),  # place in the order of play, from 1
        ("faction", np.int16),
        ("mat", np.int16),  # NONE for Automas
        *((part, np.int16) for part in SCORE_PARTS),
        ("total", np.int16),
        ("rank", np.int16),
        ("win", np.float64),  # k seats that share the victory get 1/k each
        *((f"star_{goal}", np.int16) for goal in STAR_GOALS),
    ]
)
"""What is recorded about a seat in a game."""

COLUMNS: Final = SEAT.names or ()

STUDY_FILE: Final = "study.json"
SEATS_FILE: Final = "study_seats.csv"
HEADING: Final = ("agent", "players", *COLUMNS)

_OWN: Final = ("players", "play_forced")  # options that a study sets itself
_CHUNK: Final = 4  # games of a task

Key = tuple[str, int, int]  # agent, size of table, number of the game
Seats = NDArray[np.void]  # (games, seats) of SEAT
Series = NDArray[np.float64]  # a figure of each game


@dataclass(frozen=True)
class Fact:
    """A mean over games, or a share of them, with its 95 % interval; ``players`` is 0 for all tables together."""

    agent: str
    players: int
    about: str
    name: str
    games: int
    mean: float
    low: float
    high: float

    def __str__(self) -> str:
        return f"{self.mean:.1f}" if abs(self.mean) >= 10 else f"{self.mean:.2f}"

    @property
    def interval(self) -> str:
        """The mean with its interval."""
        return f"{self} ±{(self.high - self.low) / 2:.2f}"


@dataclass(frozen=True)
class Wins:
    """The share of games won by a faction, a mat or a place in the order of play, and what equal chances would give."""

    agent: str
    players: int
    about: str
    name: str
    games: int
    wins: float
    rate: float
    low: float
    high: float
    chance: float

    def __str__(self) -> str:
        return f"{self.rate:.0%}"

    @property
    def interval(self) -> str:
        """The rate with its interval."""
        return f"{self} ({self.low:.0%}-{self.high:.0%})"


class Study:
    """Games of agents against themselves, kept in a folder.

    Attributes:
        folder: where they are kept.
        options: of the games, as :class:`.ScytheConfig` has them, but for the players and ``play_forced``.
        seed: of deals and agents.
        seats: the games of each agent at each size of table without Automas, (games, seats) of :data:`SEAT`, in the
            order of their numbers.
        conduct: how it deals with agents; a game in which one failed is left out, unless all ends, and tried again with
            those that are missing.
        failures: what went wrong in the games that were left out since the study was opened.
    """

    def __init__(self, folder: Path, options: Mapping[str, Any], seed: int, conduct: Conduct = CONDUCT) -> None:
        self.folder, self.options, self.seed, self.conduct = folder, dict(options), seed, conduct
        self.failures: list[str] = []
        self.seats: dict[tuple[str, int], Seats] = {}
        self._file = GrowingFile(folder / SEATS_FILE)

    @classmethod
    def start(cls, folder: Path, options: Mapping[str, Any], seed: int = 0, conduct: Conduct = CONDUCT) -> Study:
        """A new study; its folder, which is new or empty, is written when games are played.

        Args:
            folder: where the games are to be kept.
            options: those that are not given have their defaults.
            seed: 0 or larger.
            conduct: how it deals with agents.

        Raises:
            ValueError: the folder is not empty, an option is unknown, or the seed is negative.
        """
        if whole(seed, "the seed") < 0:
            raise ValueError(f"the seed of a study must be 0 or larger, not {seed}")
        study = cls(folder, _whole(options), seed, conduct)
        check_new(folder, instead="")
        return study

    @classmethod
    def open(cls, folder: Path, conduct: Conduct = CONDUCT) -> Study:
        """The study in a folder.

        Raises:
            ValueError: it is missing or damaged; names the file and the line.
        """
        file = folder / STUDY_FILE
        document = read_json(file)
        if not isinstance(document, dict) or set(document) != {"options", "seed"}:
            raise ValueError(f"{file}: not a study")
        options, seed = document["options"], document["seed"]
        if not isinstance(options, dict) or set(options) != set(_whole({})) or type(seed) is not int or seed < 0:
            raise ValueError(f"{file}: damaged: the options of the game and a seed of at least 0 are needed")
        study = cls(folder, options, seed, conduct)
        study._read_games()
        return study

    @property
    def agents(self) -> list[str]:
        """The agents that have played enough for intervals, in the order in which they began."""
        return list(dict.fromkeys(agent for (agent, _), seats in self.seats.items() if len(seats) > 1))

    @property
    def players(self) -> list[int]:
        """The sizes of the tables at which they have."""
        return sorted({size for agent in self.agents for size in self.sizes(agent)})

    def differs(self, options: Mapping[str, Any], seed: int | None) -> list[str]:
        """Which of some given options, and of the seed, are not those of the study."""
        given = {name: _plain(value) for name, value in options.items()}
        other = [name for name, value in given.items() if self.options.get(name) != value]
        return [*other, *([] if seed in (None, self.seed) else ["seed"])]

    def missing(self, agents: Sequence[str], players: Sequence[int], games: int) -> list[Key]:
        """The games that are still to be played, by agent, size of table and number.

        Args:
            agents: their texts (:mod:`.core.registry`).
            players: sizes of the tables.
            games: of each agent at each size.

        Raises:
            ValueError: agents or sizes are missing, fewer than 2 games are requested, or an agent or a configuration is
                impossible.
        """
        if not agents or not players or games < 2:
            raise ValueError(
                f"{len(agents)} agents, {len(players)} sizes of tables, {games} games: "
                "give at least one agent, one size and 2 games"
            )
        for size in players:
            game = game_of(self.options, size)
            for agent in agents:
                self.conduct.agent(agent, game)
        played = {key: set(seats["game"][:, 0].tolist()) for key, seats in self.seats.items()}
        pairs = list(product(dict.fromkeys(agents), dict.fromkeys(players)))
        return [(*pair, number) for number in range(games) for pair in pairs if number not in played.get(pair, ())]

    def play(
        self,
        agents: Sequence[str],
        players: Sequence[int],
        games: int,
        advance: Callable[[], Any] = lambda: None,
        stopped: Callable[[], bool] = lambda: False,
        spread: Callable[..., Iterator[tuple[range, Any]]] | None = None,
    ) -> None:
        """Play what is missing, and keep each game when it is over.

        Deals are the same for all agents, and a game depends on nothing but the seed, its number and its agent.

        Args:
            agents: their texts.
            players: sizes of the tables.
            games: of each agent at each size.
            advance: called after each game.
            stopped: asked after each game whether to end.
            spread: ``(work, number, chunk)`` does ``work(part)`` for parts of ``range(number)`` on other machines and
                yields parts and results as they finish (:mod:`.distributed`).

        Raises:
            ValueError: see :meth:`missing`; or an agent failed, and all ends then.
            OSError: a game cannot be written; those before are kept.
        """
        missing = self.missing(agents, players, games)
        found: Iterator[tuple[Key, Seats | str]] = _played(self.options, self.seed, self.conduct, missing)
        if spread:
            work = partial(_play_part, self.options, self.seed, self.conduct, missing)
            found = (game for _, part in spread(work, len(missing), _CHUNK) for game in part)
        new: dict[tuple[str, int], list[Seats]] = {}
        self._begin()
        try:
            with self._file.growing() as append:
                for (agent, size, _), row in found:
                    if isinstance(row, str):
                        self.failures.append(row)
                    else:
                        append(csv_text((agent, size, *_written(seat)) for seat in row))
                        new.setdefault((agent, size), []).append(row)
                    advance()
                    if stopped():
                        break
        finally:
            self._add(new)

    def _begin(self) -> None:
        """Write what is played, and the heading of the games, unless they are there."""
        if not self._file.path.exists():
            self.folder.mkdir(parents=True, exist_ok=True)
            document = {"options": self.options, "seed": self.seed}
            write_file(self.folder / STUDY_FILE, (json.dumps(document, indent=2) + "\n").encode())
            write_file(self._file.path, csv_text([HEADING]).encode())
            self._file.read()

    def _add(self, new: Mapping[tuple[str, int], list[Seats]]) -> None:
        for key, rows in new.items():
            seats = np.concatenate([*([self.seats[key]] if key in self.seats else []), np.stack(rows)])
            self.seats[key] = seats[seats["game"][:, 0].argsort()]

    def _read_games(self) -> None:
        """Read the games that are whole; what is written of another one gives way to the next that is played."""
        if not self._file.path.exists():
            return
        file, lines = self._file.path, self._file.read().split("\n")[:-1]
        rows = list(csv.reader(lines))
        if not rows or tuple(rows[0]) != HEADING:
            raise ValueError(f"{file}: line 1: not the heading of a study")
        new: dict[tuple[str, int], list[Seats]] = {}
        known: set[Key] = set()
        at = 1
        while at < len(rows):
            try:
                key, game = _read_game(rows, at, self.options["automas"])
            except (ValueError, IndexError, OverflowError):
                raise ValueError(f"{file}: line {at + 1}: not a game of a study") from None
            if len(game) < key[1] + self.options["automas"] and at + len(game) == len(rows):
                break
            if key in known:
                raise ValueError(f"{file}: line {at + 1}: this game is there twice")
            known.add(key)
            new.setdefault(key[:2], []).append(game)
            at += len(game)
        self._add(new)
        self._file.keep("".join(f"{line}\n" for line in lines[:at]))

    def sizes(self, agent: str) -> list[int]:
        """The sizes of the tables at which an agent has played enough for intervals."""
        return sorted(size for (name, size), seats in self.seats.items() if name == agent and len(seats) > 1)

    def facts(self) -> Iterator[Fact]:
        """Means of each agent at each size of table, then of all tables together."""
        for agent in self.agents:
            pooled: dict[tuple[str, str], list[Series]] = {}
            for players in self.sizes(agent):
                for key, values in _series(self.seats[agent, players]).items():
                    pooled.setdefault(key, []).append(values)
                    yield _fact(agent, players, *key, values)
            for key, parts in pooled.items():
                yield _fact(agent, 0, *key, np.concatenate(parts))

    def wins(self) -> Iterator[Wins]:
        """Win rates by faction, mat and place in the order of play, at each size of table and at all together."""
        groups: list[tuple[str, str, Sequence[str], int]] = [
            ("faction", "faction", FACTIONS, 0),
            ("mat", "mat", MATS, 0),
            ("turn order", "turn", [str(place) for place in range(1, MAX_PLAYERS + 1)], 1),
        ]
        for agent in self.agents:
            for players in (*self.sizes(agent), 0):
                sizes = [size for size in self.sizes(agent) if players in (0, size)]
                tables = [self.seats[agent, size] for size in sizes]
                seats = np.concatenate([table.ravel() for table in tables])
                chance = np.concatenate([np.full(table.size, 1 / table.shape[1]) for table in tables])
                for about, column, names, first in groups:
                    for value, name in enumerate(names, first):
                        chosen = (seats[column] == value) & (seats["mat"] != NONE)
                        if games := int(chosen.sum()):
                            won = float(seats["win"][chosen].sum())
                            interval = wilson(min(won, games), games)
                            yield Wins(agent, players, about, name, games, won, *interval, float(chance[chosen].mean()))


class _Watched(Player):
    """A player whose attacks are counted, and those of Automas on it.

    A combat asks the attacker for power once if forced decisions are asked, or else the one whom an Automa attacks.
    """

    def __init__(self, game: Game, name: str, agent: Agent, conduct: Conduct) -> None:
        super().__init__(game, agent)
        self.attacks, self._player = 0, conduct.player(game, name, agent)

    def reset(self, seed: int) -> None:
        self._player.reset(seed)
        self.attacks = 0

    def choose(self, states: States, i: int, seat: int, mask: Mask) -> int:
        attacker = states["active"][i]
        if states["decision"][i] == steps.DIAL and (attacker == seat or states["level"][i, attacker]):
            self.attacks += 1
        return self._player.choose(states, i, seat, mask)


def game_of(options: Mapping[str, Any], players: int) -> Scythe:
    """The game of a study at a size of table; forced decisions are asked, so that attacks can be counted.

    Raises:
        ValueError: the configuration is impossible.
    """
    return Scythe(ScytheConfig(**{**options, "players": players, "play_forced": False}))


def _whole(options: Mapping[str, Any]) -> dict[str, Any]:
    """All options of a study, as they are written to JSON."""
    known = {row.name: row.default for row in RECORDED if row.name not in _OWN}
    for name in options:
        if name not in known:
            raise ValueError(f"unknown option {name!r}; allowed are {', '.join(known)}")
    return known | {name: _plain(value) for name, value in options.items()}


def _plain(value: Any) -> Any:
    return list(value) if isinstance(value, tuple) else value


def _played(
    options: Mapping[str, Any], seed: int, conduct: Conduct, games: Iterable[Key]
) -> Iterator[tuple[Key, Seats | str]]:
    """Play games one after the other; each is the (seats,) of its seats, or what went wrong if an agent failed.

    Raises:
        AgentFailed: an agent failed, and all ends then.
    """
    tables: dict[tuple[str, int], tuple[Scythe, list[_Watched]]] = {}
    for agent, size, number in games:
        if (agent, size) not in tables:
            game = game_of(options, size)
            made = (conduct.agent(agent, game) for _ in range(size))
            tables[agent, size] = game, [_Watched(game, agent, one, conduct) for one in made]
        game, seats = tables[agent, size]
        deal, *own = np.random.SeedSequence((seed, size, number)).generate_state(size + 1, np.uint64).tolist()
        for player, player_seed in zip(seats, own, strict=True):
            player.reset(player_seed)
        states, mask = game.new_states(1), np.zeros(game.num_actions, np.int8)
        try:
            play(game, states, mask, dict(zip(game.agent_seats, seats, strict=True)), deal)
        except AgentFailed as failed:
            failure = f"game {number} of {size} players: {failed}"
            if conduct.failures == STOP:
                raise AgentFailed(failure) from failed
            yield (agent, size, number), failure
            continue
        row = np.zeros(game.num_players, SEAT)
        row["game"] = number
        row["combats"] = sum(player.attacks for player in seats)
        _note(game, states, row)
        yield (agent, size, number), row


def _play_part(
    options: Mapping[str, Any], seed: int, conduct: Conduct, games: Sequence[Key], part: range
) -> list[tuple[Key, Seats | str]]:
    return list(_played(options, seed, conduct, games[part.start : part.stop]))


def _note(game: Scythe, states: States, row: Seats) -> None:
    """Write the end of a game into the (seats,) of its row."""
    state, scores, size = states[0], game.scores(states, 0), game.num_players
    row["rounds"], row["sixth_star"] = state["round"], state["status"] == ENDED
    row["turn"] = (np.arange(size) - state["first"]) % size + 1
    row["faction"], row["mat"] = state["faction"][:size], state["mat"][:size]
    for k, part in enumerate(SCORE_PARTS):
        row[part] = scores[:, k]
    row["total"], row["rank"] = scores[:, SCORE_TOTAL], scores[:, SCORE_RANK]
    row["win"] = (row["rank"] == 1) / (row["rank"] == 1).sum()
    for k, goal in enumerate(STAR_GOALS):
        row[f"star_{goal}"] = state["stars"][:size, k]


# -- the file of the games ---------------------------------------------------------------------------------------------


def _written(seat: Any) -> list[Any]:
    """A seat as it stands in the file."""
    values = dict(zip(COLUMNS, seat.tolist(), strict=True))
    mat = "" if values["mat"] == NONE else MATS[values["mat"]]
    return list((values | {"faction": FACTIONS[values["faction"]], "mat": mat}).values())


_PARSE: Final[dict[str, Callable[[str], Any]]] = {
    "faction": FACTIONS.index,
    "mat": lambda text: MATS.index(text) if text else NONE,
    "win": float,
}


def _read_game(rows: list[list[str]], at: int, automas: int) -> tuple[Key, Seats]:
    """The game that begins with a row; of one that was being written the last seats are missing.

    Raises:
        ValueError, IndexError, OverflowError: the rows are not those of a game.
    """
    size = int(rows[at][1])
    block = rows[at : at + size + automas]
    seats = [tuple(_PARSE.get(name, int)(text) for name, text in zip(COLUMNS, row[2:], strict=True)) for row in block]
    game = np.array(seats, SEAT)
    keys = {(row[0], int(row[1]), number) for row, number in zip(block, game["game"].tolist(), strict=True)}
    if not 1 <= size <= MAX_PLAYERS or len(keys) != 1 or not ((game["win"] >= 0) & (game["win"] <= 1)).all():
        raise ValueError
    return keys.pop(), game


# -- figures -----------------------------------------------------------------------------------------------------------


def _series(seats: Seats) -> dict[tuple[str, str], Series]:
    """Figures of each game by what they are about and their name; those of the winner are the mean of joint winners."""

    def winner(column: str) -> Series:
        return np.asarray((seats[column] * seats["win"]).sum(1))

    totals = np.sort(seats["total"].astype(float), axis=1)
    series = {
        ("game", "rounds"): seats["rounds"][:, 0],
        ("game", "ended by stars"): seats["sixth_star"][:, 0],
        ("game", "combats"): seats["combats"][:, 0],
        ("score", "winner"): winner("total"),
        ("score", "mean of seats"): seats["total"].mean(1),
    }
    if seats.shape[1] > 1:
        series["score", "lead over second"] = totals[:, -1] - totals[:, -2]
    series |= {("winner's score", part): winner(part) for part in SCORE_PARTS}
    columns = {name: f"star_{goal}" for name, goal in zip(STARS, STAR_GOALS, strict=True)}
    series |= {("winner's stars", name): winner(column) for name, column in columns.items()}
    series |= {("stars of a seat", name): seats[column].mean(1) for name, column in columns.items()}
    return {key: np.asarray(values, np.float64) for key, values in series.items()}


def _fact(agent: str, players: int, about: str, name: str, values: Series) -> Fact:
    if name == "ended by stars":
        return Fact(agent, players, about, name, len(values), *wilson(float(values.sum()), len(values)))
    mean = float(values.mean())
    half = CONFIDENCE_Z * float(values.std(ddof=1)) / math.sqrt(len(values))
    return Fact(agent, players, about, name, len(values), mean, mean - half, mean + half)
