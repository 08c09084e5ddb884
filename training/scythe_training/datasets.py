"""Decisions of given agents as data for offline learning: numpy files, and Minari data sets."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterable, Iterator, Sequence
from importlib.metadata import version
from pathlib import Path
from typing import Any, Final

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from scythe_env.core.agent import Agent
from scythe_env.core.game import Game
from scythe_env.core.recording import Decisions, note_decisions
from scythe_env.core.sparse import SparseRows

from .files import naming

AT_ONCE: Final = 64
"""Games that are played at the same time."""

_ROWS: Final = ("masks", "actions", "games", "seats", "numbers", "scores", "ranks", "rewards", "truncated")


def recorded(game: Game, agents: Sequence[Agent], games: int, seed: int = 0) -> Iterator[Decisions]:
    """Play games, and note the decisions of all seats.

    Args:
        game: the rules.
        agents: one for each seat that agents play; in each game they sit one seat further.
        games: how many are played.
        seed: game k is dealt from ``seed + k``.

    Yields:
        The decisions of up to :data:`AT_ONCE` games.

    Raises:
        ValueError: see :func:`.note_decisions`.
    """
    for first in range(0, games, AT_ONCE):
        numbers = range(first, min(first + AT_ONCE, games))
        line_ups = [[agents[(seat - k) % len(agents)] for seat in range(len(agents))] for k in numbers]
        found = note_decisions(game, line_ups, seed + first)
        yield found._replace(games=found.games + first)


def write_arrays(file: Path, game: Game, names: Sequence[str], parts: Iterable[Decisions]) -> int:
    """Write decisions as a numpy file of compressed arrays with a row for each.

    Its arrays are those of :class:`.Decisions` but for answers and finals; ``observations`` is float32
    (n, ``observation_size``). Besides, ``agents`` is the number of the agent that decided, int64 (n,), and ``names``
    are the names of the agents by their numbers.

    Args:
        file: the file, ``.npz``.
        game: the rules.
        names: the names of the agents that were given to :func:`recorded`.
        parts: what it yielded.

    Returns:
        The number of decisions.

    Raises:
        OSError: the file cannot be written.
    """
    found = list(parts)
    arrays: dict[str, Any] = {name: np.concatenate([getattr(part, name) for part in found]) for name in _ROWS}
    arrays["agents"] = np.concatenate([_agents(game, len(names), part) for part in found])
    observations = SparseRows.joined([part.observations for part in found]).dense()
    with naming(file), file.open("wb") as out:
        np.savez_compressed(out, observations=observations, names=np.array(names), **arrays)
    return len(observations)


def write_minari(folder: Path, game: Game, names: Sequence[str], parts: Iterable[Decisions]) -> int:
    """Write decisions as a Minari data set, in which what a seat did in a game is an episode.

    An episode's options are the number of the game, the seat, and the name of its agent. Its infos have, as those of
    environments do, the mask of legal actions (``action_mask``) and ``score`` and ``rank``, which are 0 until the end.
    Needs the extra ``minari``; ``minari.MinariDataset(folder)`` reads it.

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
    partial = folder.absolute().with_name(f"{folder.name}.partial")  # Minari joins relative paths to themselves
    shutil.rmtree(partial, ignore_errors=True)
    partial.mkdir(parents=True)
    space = game.observation_space()
    storage = MinariStorage.new(partial, observation_space=space, action_space=spaces.Discrete(game.num_actions))
    about = {"dataset_id": f"{game.name}/decisions-v0", "minari_version": version("minari")}
    storage.update_metadata(about | {"algorithm_name": ", ".join(names), "description": str(game.options())})
    for part in parts:
        storage.update_episodes(_episodes(game, names, part))
    decisions = int(storage.total_steps)
    os.replace(partial, folder)
    return decisions


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
