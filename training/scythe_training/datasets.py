"""Decisions of given agents as data for offline learning: numpy and Parquet files, and Minari data sets."""

from __future__ import annotations

import json
import os
import shutil
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from importlib.metadata import version
from pathlib import Path
from typing import Any, Final, NamedTuple

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from scythe_env.core.agent import Agent, Player
from scythe_env.core.document import parse
from scythe_env.core.game import NONE, Game
from scythe_env.core.recording import Decisions, note_decisions
from scythe_env.core.sparse import SparseRows

from .conduct import CONDUCT, STOP, AgentFailed, Conduct
from .files import naming

AT_ONCE: Final = 64
"""Games that are played at the same time."""

FORMAT: Final = "scythe-decisions-1"

_ROWS: Final = ("masks", "actions", "games", "seats", "numbers", "scores", "ranks", "rewards", "truncated")
_ABOUT: Final = "about"
_MINARI_ABOUT: Final = "scythe_decisions"  # among what Minari itself keeps
_PARQUET: Final[dict[str, Any]] = {"compression": "zstd", "write_page_checksum": True}


def recorded(
    game: Game,
    agents: Sequence[Agent],
    games: int,
    seed: int = 0,
    *,
    names: Sequence[str] | None = None,
    conduct: Conduct = CONDUCT,
    left_out: Callable[[str], Any] = lambda failure: None,
    stopped: Callable[[], bool] = lambda: False,
) -> Iterator[Decisions]:
    """Play games, and note the decisions of all seats.

    Args:
        game: the rules.
        agents: one for each seat that agents play; in each game they sit one seat further.
        games: how many are played.
        seed: game k is dealt from ``seed + k``.
        names: what failures call the agents; by default their classes.
        conduct: what follows if an agent fails: all ends, or the game is left out.
        left_out: called with what went wrong in a game that is left out.
        stopped: asked after each part, and after each game that is left out, whether to end.

    Yields:
        The decisions of up to :data:`AT_ONCE` games.

    Raises:
        ValueError: see :func:`.note_decisions`; or an agent failed, and all ends then.
    """
    called = {id(agent): name for agent, name in zip(agents, names or (), strict=False)}

    def player(game: Game, agent: Agent) -> Player:
        return conduct.player(game, called.get(id(agent), type(agent).__name__), agent)

    at_once, played = 1 if conduct.singly else AT_ONCE, 0
    for first in range(0, games, at_once):
        numbers = range(first, min(first + at_once, games))
        line_ups = [[agents[(seat - k) % len(agents)] for seat in range(len(agents))] for k in numbers]
        try:
            found = note_decisions(game, line_ups, seed + first, player=player)
        except AgentFailed as failed:
            where = f"game {first}" if len(numbers) == 1 else f"one of games {first} to {numbers[-1]}"
            if conduct.failures == STOP:
                raise AgentFailed(f"{where}: {failed}") from failed
            left_out(f"{where}: {failed}")
        else:
            played += len(numbers)
            yield found._replace(games=found.games + first)
        if stopped():
            break
    if games and not played:
        raise ValueError("an agent failed in every game: there is nothing to write")


def write_arrays(file: Path, game: Game, names: Sequence[str], parts: Iterable[Decisions]) -> int:
    """Write decisions as a numpy file of compressed arrays with a row for each.

    Its arrays are those of :class:`.Decisions` but for answers and finals; ``observations`` is float32
    (n, ``observation_size``). Besides, ``agents`` is the number of the agent that decided, int64 (n,), ``names`` are
    the names of the agents by their numbers, and ``about`` is what was played, as JSON.

    Args:
        file: the file, ``.npz``; it gets its name when all is written.
        game: the rules.
        names: the names of the agents that were given to :func:`recorded`.
        parts: what it yielded.

    Returns:
        The number of decisions.

    Raises:
        OSError: the file cannot be written.
    """
    found = list(parts)
    observations = SparseRows.joined([part.observations for part in found]).dense()
    rest = [_columns(game, names, part) for part in found]
    arrays: dict[str, Any] = {name: np.concatenate([part[name] for part in rest]) for name in rest[0]}
    with _whole(file) as partial, partial.open("wb") as out:
        about = np.array(json.dumps(_about(game, names)))
        np.savez_compressed(out, about=about, names=np.array(names), observations=observations, **arrays)
    return len(observations)


def write_parquet(file: Path, game: Game, names: Sequence[str], parts: Iterable[Decisions]) -> int:
    """Write decisions as a Parquet file with a row for each, part by part.

    Its columns are the arrays of :func:`write_arrays`; ``observations`` and ``masks`` are lists of one length. What was
    played, with the names of the agents, is JSON in the metadata of the schema, ``about``. Needs the extra ``parquet``.

    Args:
        file: the file, ``.parquet``; it gets its name when all is written.
        game: the rules.
        names: the names of the agents that were given to :func:`recorded`.
        parts: what it yields.

    Returns:
        The number of decisions.

    Raises:
        OSError: the file cannot be written.
    """
    import pyarrow as pa
    from pyarrow import parquet

    def column(values: NDArray[Any]) -> Any:
        flat = pa.array(values.reshape(-1))
        return flat if values.ndim == 1 else pa.FixedSizeListArray.from_arrays(flat, values.shape[1])

    decisions, out, about = 0, None, {_ABOUT: json.dumps(_about(game, names))}
    with _whole(file) as partial:
        try:
            for part in parts:
                arrays = {"observations": part.observations.dense(), **_columns(game, names, part)}
                rows = pa.table({name: column(values) for name, values in arrays.items()}, metadata=about)
                out = out or parquet.ParquetWriter(partial, rows.schema, **_PARQUET)
                out.write_table(rows)
                decisions += rows.num_rows
        finally:
            if out is not None:
                out.close()
    return decisions


def write_minari(folder: Path, game: Game, names: Sequence[str], parts: Iterable[Decisions]) -> int:
    """Write decisions as a Minari data set, in which what a seat did in a game is an episode.

    An episode's options are the number of the game, the seat, and the name of its agent. Its infos have, as those of
    environments do, the mask of legal actions (``action_mask``) and ``score`` and ``rank``, which are 0 until the end.
    Its metadata say what was played. Needs the extra ``minari``; ``minari.MinariDataset(folder)`` reads it.

    Args:
        folder: a new folder; it gets its name when all is written.
        game: the rules.
        names: the names of the agents that were given to :func:`recorded`.
        parts: what it yields, written part by part.

    Returns:
        The number of decisions.

    Raises:
        ValueError: the folder exists.
        OSError: the folder cannot be written.
    """
    from minari.dataset.minari_storage import MinariStorage

    if folder.exists():
        raise ValueError(f"{folder} exists: give another folder")
    with _whole(folder) as partial:  # Minari joins relative paths to themselves
        partial.mkdir()
        space = game.observation_space()
        storage = MinariStorage.new(partial, observation_space=space, action_space=spaces.Discrete(game.num_actions))
        about = {"dataset_id": f"{game.name}/decisions-v0", "minari_version": version("minari")}
        about |= {"algorithm_name": ", ".join(names), "description": str(game.options())}
        storage.update_metadata({**about, _MINARI_ABOUT: _about(game, names)})
        for part in parts:
            storage.update_episodes(_episodes(game, names, part))
        return int(storage.total_steps)


WRITERS: Final = {".npz": write_arrays, ".parquet": write_parquet}
"""What writes a file, by its ending; without one of these it is a folder of Minari."""


@contextmanager
def _whole(place: Path) -> Iterator[Path]:
    """Let a file or folder be written under another name, and give it its own when all is written, else remove it."""
    partial = place.absolute().with_name(f"{place.name}.partial")
    _remove(partial)
    with naming(place):
        partial.parent.mkdir(parents=True, exist_ok=True)
        try:
            yield partial
            os.replace(partial, place)
        finally:
            _remove(partial)


def _remove(place: Path) -> None:
    if place.is_dir():
        shutil.rmtree(place)
    else:
        place.unlink(missing_ok=True)


def _about(game: Game, names: Sequence[str]) -> dict[str, Any]:
    """What was played, as JSON values."""
    return {
        "format": FORMAT,
        "game": game.name,
        "options": game.options(),
        "reward": game.reward,
        "interface": game.interface(),
        "agents": list(names),
    }


def _columns(game: Game, names: Sequence[str], part: Decisions) -> dict[str, NDArray[Any]]:
    """The columns of files with a row for each decision, but for the observations."""
    return {name: getattr(part, name) for name in _ROWS} | {"agents": _agents(game, len(names), part)}


def _agents(game: Game, n: int, part: Decisions) -> NDArray[np.int64]:
    """The number of the agent, of n, that made each decision."""
    return (np.searchsorted(game.agent_seats, part.seats) - part.games) % n


def _episodes(game: Game, names: Sequence[str], part: Decisions) -> Iterator[Any]:
    """What each seat did in each game, as Minari has it."""
    from minari.data_collector import EpisodeBuffer

    agents, first = _agents(game, len(names), part), part.games.min()
    for number, seat in np.unique(np.stack((part.games, part.seats)), axis=1).T.tolist():
        which = np.flatnonzero((part.games == number) & (part.seats == seat))
        steps, last = len(which), which[-1]
        final = part.finals.take(np.array([(number - first) * game.num_players + seat]))
        yield EpisodeBuffer(
            options={"game": number, "seat": seat, "agent": names[agents[last]]},
            observations=SparseRows.joined([part.observations.take(which), final]).dense(),
            actions=part.actions[which],
            rewards=_at_end(steps, part.rewards[last]),
            terminations=_at_end(steps, not part.truncated[last]),
            truncations=_at_end(steps, part.truncated[last]),
            infos={
                "action_mask": np.concatenate((part.masks[which], np.zeros_like(part.masks[:1]))),
                "score": _at_end(steps + 1, part.scores[last]),
                "rank": _at_end(steps + 1, part.ranks[last]),
            },
        )


def _at_end(n: int, value: Any) -> Any:
    """An array of n zeros, the last of which is replaced by a value."""
    values = np.zeros(n, np.asarray(value).dtype)
    values[-1] = value
    return values


# -- reading -----------------------------------------------------------------------------------------------------------


class Examples(NamedTuple):
    """Decisions of an agent to learn from; those of a seat in a game are in the order in which they were made.

    Attributes:
        observations: what the seat to act knew, n rows of ``observation_size``.
        masks: its legal actions, int8 (n, ``num_actions``).
        actions: what it did, int64 (n,).
        games: number of the game of each, int64 (n,).
        seats: the seat that acted, int64 (n,).
        rewards: what the game paid it in the end, float32 (n,).
    """

    observations: SparseRows
    masks: NDArray[np.int8]
    actions: NDArray[np.int64]
    games: NDArray[np.int64]
    seats: NDArray[np.int64]
    rewards: NDArray[np.float32]


Columns = Mapping[str, NDArray[Any]]
"""The columns of :class:`Examples`, dense, and ``agents``, the numbers of the agents that decided."""


def read_examples(place: Path, game: Game, agent: str) -> Examples:
    """The decisions of an agent in a data set that ``scythe dataset`` wrote.

    Args:
        place: the file, ``.npz`` or ``.parquet``, or the folder of Minari.
        game: the game, with options and reward, in which they must have been made.
        agent: name of the agent.

    Raises:
        ValueError: the data set is missing or damaged, of another game, or without decisions of the agent; names the
            file and what is wrong.
    """
    read = _read_minari if place.is_dir() else _READERS.get(place.suffix)
    if read is None:
        raise ValueError(f"{place}: a data set is a file that ends in {' or '.join(_READERS)}, or Minari's folder")
    found: list[Examples] = []
    for about, columns in _undamaged(place, read(place)):
        numbers = _numbers(place, game, about, agent)
        _check_columns(place, game, columns, len(about["agents"]))
        mine = np.isin(columns["agents"], numbers)
        observations = SparseRows.of(columns["observations"][mine])
        found.append(Examples(observations, *(columns[name][mine] for name in Examples._fields[1:])))
    if not sum(len(part.actions) for part in found):
        raise ValueError(f"{place}: no decisions of {agent!r} are in it")
    observations = SparseRows.joined([part.observations for part in found])
    rest = (np.concatenate([getattr(part, name) for part in found]) for name in Examples._fields[1:])
    return Examples(observations, *rest)


def _undamaged(place: Path, parts: Iterator[tuple[Any, Columns]]) -> Iterator[tuple[Any, Columns]]:
    """What a reader yields; what it raises tells that the file is missing or damaged."""
    try:
        yield from parts
    except FileNotFoundError as error:
        raise ValueError(f"{place}: {error.strerror}") from None
    except (ImportError, MemoryError):
        raise
    except Exception as error:  # each library has errors of its own
        raise ValueError(f"{place}: damaged: {' '.join(str(error).split())}") from error


def _read_arrays(file: Path) -> Iterator[tuple[Any, Columns]]:
    with np.load(file) as found:
        if not isinstance(found, np.lib.npyio.NpzFile):
            raise ValueError("not a file of several arrays")
        about = parse(str(found[_ABOUT])) if _ABOUT in found else None
        yield about, {name: found[name] for name in (*Examples._fields, "agents") if name in found}


def _read_parquet(file: Path) -> Iterator[tuple[Any, Columns]]:
    import pyarrow as pa
    from pyarrow import parquet

    def array(column: Any) -> NDArray[Any]:
        if pa.types.is_fixed_size_list(column.type):
            return np.asarray(column.flatten()).reshape(len(column), column.type.list_size)
        return np.asarray(column)

    with parquet.ParquetFile(file, page_checksum_verification=True) as found:
        text = (found.schema_arrow.metadata or {}).get(_ABOUT.encode())
        about = None if text is None else parse(text.decode())
        names = [name for name in (*Examples._fields, "agents") if name in found.schema_arrow.names]
        for number in range(found.num_row_groups):
            rows = found.read_row_group(number, columns=names).combine_chunks().to_batches()
            for batch in rows:
                yield about, {name: array(batch.column(name)) for name in names}


def _read_minari(folder: Path) -> Iterator[tuple[Any, Columns]]:
    from minari.dataset.minari_storage import MinariStorage

    storage = MinariStorage.read(folder)
    about, episodes = storage.metadata.get(_MINARI_ABOUT, {}), range(storage.total_episodes)
    known, described = about.get("agents", ()), storage.get_episode_metadata(episodes)
    for one, episode in zip(described, storage.get_episodes(episodes), strict=True):
        n, options = len(episode["actions"]), one.get("options", {})
        name = options.get("agent")
        numbers = options.get("game", NONE), options.get("seat", NONE), known.index(name) if name in known else NONE
        games, seats, agents = (np.full(n, int(number), np.int64) for number in numbers)
        yield (
            about,
            {
                "observations": episode["observations"][:-1],
                "masks": episode["infos"]["action_mask"][:-1],
                "actions": episode["actions"],
                "games": games,
                "seats": seats,
                "rewards": np.full(n, episode["rewards"][-1]),
                "agents": agents,
            },
        )


_READERS: Final[dict[str, Callable[[Path], Iterator[tuple[Any, Columns]]]]] = {
    ".npz": _read_arrays,
    ".parquet": _read_parquet,
}


def _numbers(place: Path, game: Game, about: Any, agent: str) -> list[int]:
    """The numbers of an agent in a data set, which may have several seats, if the data set is of the game.

    Raises:
        ValueError: it is not, or has no such agent.
    """
    wanted = _about(game, [agent])
    if not isinstance(about, dict) or about.get("format") != FORMAT or set(about) != set(wanted):
        raise ValueError(f"{place}: not a data set of 'scythe dataset', or of another version ({FORMAT} is read)")
    options, agents = about["options"], about["agents"]
    if not isinstance(options, dict) or not isinstance(agents, list) or not all(isinstance(one, str) for one in agents):
        raise ValueError(f"{place}: damaged: options of the game and names of agents are needed")
    if about["game"] != game.name:
        raise ValueError(f"{place}: games of {about['game']}, not of {game.name}")
    ours = wanted["options"]
    if others := [name for name in (*ours, *options) if ours.get(name) != options.get(name)]:
        told = (f"{name} is {options.get(name)} there, {ours.get(name)} here" for name in dict.fromkeys(others))
        raise ValueError(f"{place}: games with other options: {'; '.join(told)}")
    if about["reward"] != game.reward:
        raise ValueError(f"{place}: the reward of its games is {about['reward']}, not {game.reward} as here")
    if about["interface"] != game.interface():
        raise ValueError(f"{place}: observations or actions have another meaning here: another version has written it")
    if agent not in agents:
        raise ValueError(f"{place}: no decisions of {agent!r}: its agents are {', '.join(map(repr, agents))}")
    return [number for number, name in enumerate(agents) if name == agent]


def _check_columns(place: Path, game: Game, columns: Columns, agents: int) -> None:
    """Refuse columns that cannot be decisions of a game.

    Raises:
        ValueError: names the first column, or the first row, that is wrong.
    """
    n = len(columns.get("actions", ()))
    kinds: dict[str, tuple[type[Any], tuple[int, ...]]] = {
        "observations": (np.float32, (n, game.observation_size)),
        "masks": (np.int8, (n, game.num_actions)),
        **dict.fromkeys(("actions", "games", "seats", "agents"), (np.int64, (n,))),
        "rewards": (np.float32, (n,)),
    }
    for name, (kind, shape) in kinds.items():
        if name not in columns:
            raise ValueError(f"{place}: the column {name!r} is missing")
        found = columns[name]
        if found.dtype != kind or found.shape != shape:
            expected = f"{np.dtype(kind)} {shape}"
            raise ValueError(f"{place}: {name!r} is {found.dtype} {found.shape}, expected is {expected}")
    actions, masks = columns["actions"], columns["masks"]
    known = (actions >= 0) & (actions < game.num_actions)
    legal = known & (masks[np.arange(n), np.where(known, actions, 0)] == 1)
    right = {
        "the observation is not finite": np.isfinite(columns["observations"]).all(1),
        "the mask has other numbers than 0 and 1": ((masks == 0) | (masks == 1)).all(1),
        "the action is not legal": legal,
        "no agent has the seat": np.isin(columns["seats"], game.agent_seats),
        "no agent has the number": (columns["agents"] >= 0) & (columns["agents"] < agents),
        "the number of the game is negative": columns["games"] >= 0,
        "the reward is not finite": np.isfinite(columns["rewards"]),
    }
    for what, rows in right.items():
        if not rows.all():
            raise ValueError(f"{place}: row {int(rows.argmin())}: {what}")
