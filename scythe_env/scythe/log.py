"""The log of a game of Scythe, and recorded games: :class:`~scythe_env.core.session.Session` made handy."""

from __future__ import annotations

import os
from typing import Any, cast

from numpy.typing import NDArray

from ..core.replay import Replay, game_of, play_again, read_replay, record, write_replay
from ..core.session import Session
from .config import ScytheConfig
from .game import Scythe
from .state import STATE

__all__ = ["GameLog", "load_replay", "replay", "save_replay"]


class GameLog(Session):
    """Plays a game decision by decision and notes what happens, for spectators or, with ``full``, for who may see all.

    Args:
        states: array of :data:`~scythe_env.scythe.state.STATE`, shape (n,), with a game that is under way; it stays as
            it is.
        i: which of its games.
        full: show hands, objectives, drawn cards and secret choices too.

    Raises:
        ValueError: the array has another dtype.
    """

    def __init__(self, states: NDArray[Any], i: int = 0, *, full: bool = False) -> None:
        if states.dtype != STATE or states.ndim != 1:
            raise ValueError(f"an array of STATE of shape (n,) is needed, not {states.dtype} of shape {states.shape}")
        self._prepare(Scythe(ScytheConfig(players=int(states["players"][i]))), full)
        self.take_up(states, i)

    def _prepare(self, game: Scythe, full: bool) -> None:
        super().__init__(game, log=True, viewer="all" if full else None)

    @classmethod
    def deal(cls, config: ScytheConfig, seed: int, *, full: bool = False) -> GameLog:
        """Begin with a new game.

        Raises:
            TypeError, ValueError: the seed is not an integer of 0 .. 2**64 - 1.
        """
        log = cls._of(Scythe(config), full)
        log.reset(seed)
        return log

    @classmethod
    def _of(cls, game: Scythe, full: bool) -> GameLog:
        log = cls.__new__(cls)
        log._prepare(game, full)
        return log

    @property
    def states(self) -> NDArray[Any]:
        """A copy of the game where it stands, array of STATE of shape (1,)."""
        return self._states.copy()

    @property
    def config(self) -> ScytheConfig | None:
        """The configuration of the deal, where the log began with it; else None."""
        return cast(Scythe, self.game).config if self.log.dealt is not None else None

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
        ValueError: it is no replay of this game and version, or it was damaged, cut off or edited; names the line.
    """
    return read_replay(path, Scythe.name, Scythe.version)


def replay(record: Replay, decisions: int | None = None, *, full: bool = False, forced: bool = False) -> GameLog:
    """Play a recorded game again, as far as its end or the number of decisions that is asked for.

    Args:
        record: the game.
        decisions: how many of its decisions; None for all.
        full: show hands, objectives, drawn cards and secret choices too.
        forced: begin with the recorded deal and draw what was recorded, instead of dealing and drawing from the seed.

    Raises:
        ValueError: the configuration or a decision is not allowed, or what was dealt, drawn or reached is something
            else than recorded; names the line of the file.
    """
    log = GameLog._of(game_of(record, Scythe), full)
    play_again(log, record, decisions, forced=forced)
    return log
