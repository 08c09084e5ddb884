"""How games deal with agents of others: what is loaded, how long they may think, what follows if one fails."""

from __future__ import annotations

import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, Final, NoReturn

import numpy as np
from numpy.typing import ArrayLike, NDArray

from scythe_env.core.agent import Agent, Player
from scythe_env.core.game import Game, Mask, Observation, States
from scythe_env.core.registry import parse_agent

STOP: Final = "stop"
LOST: Final = "lost"
LEFT_OUT: Final = "left-out"
FAILURES: Final = (STOP, LOST, LEFT_OUT)
"""What may follow if an agent fails in a game: all ends, it has lost the game, the game is not counted."""


class AgentFailed(ValueError):
    """An agent raised, chose something illegal, or took too long; says which, at which seat."""


class _TimeUp(BaseException):
    """The time for a decision is over; no Exception, so that agents that catch these do not catch it."""


@dataclass(frozen=True, kw_only=True)
class Conduct:
    """How games deal with agents.

    Attributes:
        failures: what follows if an agent fails in a game, one of :data:`FAILURES`; if all ends, an agent that cannot
            be made is refused beforehand, else it fails in each of its games.
        seconds: how long an agent may take for a decision; None for as long as it wants to. Python code is interrupted;
            compiled code is waited for.
        trusted: whether files are loaded that may run code then.

    Raises:
        ValueError: a value is impossible, or this is not a place where agents can be interrupted.
    """

    failures: str = STOP
    seconds: float | None = None
    trusted: bool = False

    def __post_init__(self) -> None:
        if self.failures not in FAILURES:
            raise ValueError(f"failures {self.failures!r} is unknown; allowed are {', '.join(FAILURES)}")
        if self.seconds is not None and not 0 < self.seconds <= 86_400:
            raise ValueError(f"the time for a decision must be above 0 and at most 86400 seconds, not {self.seconds}")
        if self.seconds is not None and not hasattr(signal, "setitimer"):
            raise ValueError("a time limit needs the timers of Unix, which this system does not have")

    @property
    def singly(self) -> bool:
        """Whether games must be played one by one, as it matters in which an agent fails, or how long it takes."""
        return self.failures != STOP or self.seconds is not None

    def agent(self, text: str, game: Game) -> Agent:
        """The agent of a text.

        Raises:
            ValueError: it cannot be made, and all ends then.
        """
        try:
            return parse_agent(text, game, trusted=self.trusted)
        except ValueError as error:
            if self.failures == STOP:
                raise
            return _Missing(str(error))

    def player(self, game: Game, name: str, agent: Agent) -> Player:
        """The agent at a table.

        Raises:
            ValueError: see :class:`.Player`; or decisions have a time limit, and this is not the main thread, in which
                alone code can be interrupted.
        """
        if self.seconds is not None and threading.current_thread() is not threading.main_thread():
            raise ValueError("a time limit works in the main thread of a process alone")
        return _Watched(game, name, agent, self.seconds)


CONDUCT: Final = Conduct()
"""All ends with the first failure, whatever time agents take."""


def seated(game: Game, agent: Agent) -> Player:
    """An agent at a table where all ends with the first failure, which names its class."""
    return CONDUCT.player(game, type(agent).__name__, agent)


class _Missing(Agent):
    """Stands for an agent that cannot be made."""

    def __init__(self, reason: str) -> None:
        self.reason = reason

    def act(self, observation: Observation, mask: Mask) -> NoReturn:
        """Fail, for the reason that there is no agent."""
        raise ValueError(self.reason)


class _Watched(Player):
    """A player whose failures are named with its seat."""

    def __init__(self, game: Game, name: str, agent: Agent, seconds: float | None) -> None:
        super().__init__(game, agent)
        self._name, self._seconds = name, seconds
        self._unready: BaseException | None = None

    def reset(self, seed: int) -> None:
        """Get ready for a new game; an agent that does not fails at its first decision, at a seat."""
        self._unready = None
        try:
            with _limited(self._seconds):
                super().reset(seed)
        except (Exception, _TimeUp) as error:  # of code that others wrote
            self._unready = error

    def choose(self, states: States, i: int, seat: int, mask: Mask) -> int:
        """The agent's action for the seat to act.

        Raises:
            AgentFailed: there is none.
        """
        with self._named([seat]):
            return super().choose(states, i, seat, mask)

    def choose_many(
        self,
        states: States,
        games: NDArray[np.int64],
        seats: NDArray[np.int64],
        observations: NDArray[np.float32],
        masks: NDArray[np.int8],
    ) -> NDArray[np.int64]:
        """The agent's actions for the seats to act in some games; a time limit is one for all of them.

        Raises:
            AgentFailed: there are none.
        """
        with self._named(seats):
            return super().choose_many(states, games, seats, observations, masks)

    @contextmanager
    def _named(self, seats: ArrayLike) -> Iterator[None]:
        """Let what goes wrong as the agent is asked tell its name and the seats."""
        try:
            if self._unready is not None:
                raise self._unready
            yield
        except AgentFailed:  # by :meth:`choose`, of which :meth:`choose_many` may make use
            raise
        except (Exception, _TimeUp) as error:  # of code that others wrote
            reason = str(error) if isinstance(error, ValueError | _TimeUp) else f"{type(error).__name__}: {error}"
            asked = np.unique(seats).tolist()
            where = f"seat{'s' * (len(asked) > 1)} {', '.join(map(str, asked))}"
            raise AgentFailed(f"agent {self._name!r} at {where}: {reason}") from error

    def ask(self, method: Callable[..., Any], *arguments: Any) -> Any:
        """What a method of the agent answers in time."""
        with _limited(self._seconds):
            return method(*arguments)


@contextmanager
def _limited(seconds: float | None) -> Iterator[None]:
    """Raise :class:`_TimeUp` in the block after some time."""
    if seconds is None:
        yield
        return

    def over(number: int, frame: object) -> NoReturn:
        raise _TimeUp(f"it took longer than {seconds:g} s for a decision")

    before = signal.signal(signal.SIGALRM, over)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


def ranked_last(ranks: list[int], seat: int) -> list[int]:
    """The ranks of a game that a seat has lost because it failed: it is behind all others, whose order remains."""
    found = [rank - (rank > ranks[seat] and ranks.count(ranks[seat]) == 1) for rank in ranks]
    found[seat] = max(len(ranks), 2)
    return found
