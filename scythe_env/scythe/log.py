"""The log of a game of Scythe, and recorded games: :class:`~scythe_env.core.session.Session` with shortcuts."""

from __future__ import annotations

import os
from typing import Any

from numpy.typing import NDArray

from ..core.replay import Replay, game_of, play_again, read_replay, record, write_replay
from ..core.session import Session
from .config import ScytheConfig
from .game import Scythe
from .state import FIELDS

__all__ = ["GameLog", "load_replay", "replay", "save_replay"]


class GameLog(Session):
    """Plays a game decision by decision and logs what happens, for spectators or, with ``full``, secrets included.

    Args:
        states: array of :data:`~scythe_env.scythe.state.STATE`, shape (n,), with a game that is under way; it stays as
            it is.
        i: which of its games.
        full: show hands, objectives, drawn cards and secret choices too.

    Raises:
        ValueError: the array has another dtype.
    """

    game: Scythe

    def __init__(self, states: NDArray[Any], i: int = 0, *, full: bool = False) -> None:
        i = FIELDS.place(states, i)
        super().__init__(Scythe.of_record(states, i), log=True, viewer="all" if full else None)
        self.take_up(states, i)

    @classmethod
    def deal(cls, config: ScytheConfig, seed: int, *, full: bool = False) -> GameLog:
        """Begin with a new game.

        Raises:
            TypeError, ValueError: the seed is not an integer of 0 .. 2**64 - 1.
        """
        log = cls.of(Scythe(config), full)
        log.reset(seed)
        return log

    @classmethod
    def of(cls, game: Scythe, full: bool) -> GameLog:
        """The log of a game that is not dealt yet."""
        log = cls.__new__(cls)
        Session.__init__(log, game, log=True, viewer="all" if full else None)
        return log

    @property
    def states(self) -> NDArray[Any]:
        """A copy of the game as it stands, array of STATE of shape (1,)."""
        return self._states.copy()

    @property
    def config(self) -> ScytheConfig | None:
        """The configuration of the deal, where the log began with it; else None."""
        return self.game.config if self.log.dealt is not None else None

    @property
    def seed(self) -> int | None:
        """The seed of the deal, where the log began with it; else None."""
        return self.log.seed


def save_replay(path: str | os.PathLike[str], log: Session) -> None:
    """Record the game of a log that began with its deal.

    Raises:
        ValueError: the log began with a game under way.
    """
    write_replay(path, record(log))


def load_replay(path: str | os.PathLike[str]) -> Replay:
    """Read a recorded game of Scythe.

    Raises:
        OSError: the file cannot be read.
        ValueError: it is not a replay of this game and version, or it was damaged, truncated or edited; names the line.
    """
    return read_replay(path, Scythe.name, Scythe.version)


def replay(record: Replay, decisions: int | None = None, *, full: bool = False, forced: bool = False) -> GameLog:
    """Play a recorded game again, up to its end or for the given number of decisions.

    Args:
        record: the game.
        decisions: how many of its decisions; None for all.
        full: show hands, objectives, drawn cards and secret choices too.
        forced: begin with the recorded deal and draw what was recorded, instead of dealing and drawing from the seed.

    Raises:
        ValueError: the configuration or a decision is not allowed, or what was dealt, drawn or reached differs from
            what was recorded; names the line of the file.
    """
    log = GameLog.of(game_of(record, Scythe), full)
    play_again(log, record, decisions, forced=forced)
    return log
