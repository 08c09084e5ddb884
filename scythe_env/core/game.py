"""The contract that a game fulfils towards the environments: :class:`Game`, and one game under way: :class:`Match`.

A game is a set of functions over an array of records, ``states``; ``i`` picks one game of the array. Games trust their
caller: they may compute nonsense when an action is illegal or a seat does not exist. :class:`Match` is the checked face
of a single game, on which the environments are built.
"""

from __future__ import annotations

import hashlib
import operator
from abc import ABC, abstractmethod
from typing import Any, ClassVar, Final, SupportsIndex

import gymnasium.logger
import numpy as np
from gymnasium import spaces
from gymnasium.error import ResetNeeded
from numpy.typing import NDArray

from .compiling import Layout
from .kernel import ENDED as ENDED
from .kernel import NONE as NONE
from .kernel import RUNNING as RUNNING
from .kernel import TRUNCATED as TRUNCATED
from .kernel import Kernel, kernel, raw_bytes
from .kernel import Mask as Mask
from .kernel import Observation as Observation
from .kernel import Rules as Rules
from .kernel import States as States
from .random import M32

RENDER_MODES: Final = ("human", "ansi", "rgb_array")
"""Ways to show a game: print it, return it as text, return it as a picture."""

MAX_SEED: Final = 2**64 - 1
_DIGEST_SIZE: Final = 16
_SHOWN_ACTIONS: Final = 12


class Game(ABC):
    """A configured game: an immutable object that knows the rules and holds no game.

    Attributes:
        name: what the game is called in ``metadata["name"]``.
        num_players: number of seats, 0 .. ``num_players - 1`` in turn order.
        num_actions: size n of the action space, 0 .. n - 1; what an action means may depend on the decision due.
        observation_size: length of a seat's observation vector.
        score_shape: shape of the score table, a row for each seat at least.
        reward_kind: which of its rewards the game pays, a number for :attr:`Rules.reward`.
        rules: the rules as compiled functions.
        layout: layout of the record of one game. Among its fields are ``players`` (``num_players``), ``status``
            (:data:`RUNNING`, :data:`ENDED`, :data:`TRUNCATED`) and ``seat_to_act`` (:data:`NONE` unless running).
        scripted_seats: seats that are played by :attr:`Rules.script` and never by agents. The record of a game that
            may have some shows them in its field ``scripted``, bit k for seat k.
        kernel: what Python calls, derived from rules and layout.
        version: of what the record means, to be raised when that changes while the layout does not.
    """

    name: str
    num_players: int
    num_actions: int
    observation_size: int
    score_shape: tuple[int, int]
    reward_kind: int
    rules: Rules
    layout: Layout
    version: int
    scripted_seats: tuple[int, ...] = ()
    kernel: ClassVar[Kernel]

    def __init_subclass__(cls) -> None:
        if "rules" in cls.__dict__:
            cls.kernel = kernel(cls.layout, cls.rules)

    @abstractmethod
    def configure(self, states: States) -> None:
        """Write the configuration into new records, whose fields are zero but for those of :meth:`seats_fields`."""

    @property
    def agent_seats(self) -> tuple[int, ...]:
        """The seats that agents play, in turn order."""
        return tuple(seat for seat in range(self.num_players) if seat not in self.scripted_seats)

    def seats_fields(self) -> dict[str, int]:
        """What the record says about the seats."""
        fields = {"players": self.num_players}
        if self.rules.script is not None:
            fields["scripted"] = sum(1 << seat for seat in self.scripted_seats)
        return fields

    def new_states(self, n: int) -> States:
        """An array of n records that hold the configuration; each becomes a game by :meth:`reset`."""
        states = np.zeros(n, self.layout.dtype)
        for name, value in self.seats_fields().items():
            states[name] = value
        self.configure(states)
        return states

    def reset(self, states: States, i: int, seed: int, mask: Mask) -> None:
        """Deal game ``i`` anew from a seed of 0 .. ``MAX_SEED`` and write the legal actions into ``mask`` (n,)."""
        self.kernel.setup(states, raw_bytes(states), i, seed & M32, seed >> 32, mask)

    def step(self, states: States, i: int, action: int, mask: Mask) -> None:
        """Play a legal action and write the legal actions of the decision that follows into ``mask`` (n,).

        The mask holds at least one 1 while the game runs, and only zeros when it is over.
        """
        self.kernel.apply(states, i, action, mask)

    def legal(self, states: States, i: int, mask: Mask) -> None:
        """Write the legal actions of the decision that is due into ``mask`` (n,)."""
        self.kernel.resume(states, i, mask)

    def seat_to_act(self, states: States, i: int) -> int:
        """The seat whose decision is due, :data:`NONE` when the game is over."""
        return int(states["seat_to_act"][i])

    def truncated(self, states: States, i: int) -> bool:
        """Whether a game that is over was cut off by a limit instead of ending by its rules."""
        return bool(states["status"][i] == TRUNCATED)

    def observe(self, states: States, i: int, seat: int, out: Observation) -> None:
        """Write what a seat may know into ``out`` (``observation_size``,), every element of it."""
        self.kernel.observe(states, i, seat, out)

    def determinize(self, states: States, i: int, seat: int, seed: int) -> None:
        """Deal everything hidden from a seat anew, consistently with what it knows, and re-seed the future."""
        self.kernel.determinize(states, i, seat, seed & M32, seed >> 32)

    def scores(self, states: States, i: int) -> NDArray[np.int32]:
        """The score table as the game stands, int32 (rows, columns)."""
        table = np.zeros(self.score_shape, np.int32)
        self.kernel.score(states, i, table)
        return table

    def rewards(self, states: States, i: int) -> list[float]:
        """The reward of each seat in a game that is over, from -1 to 1; there are no rewards before."""
        rewards = np.empty(self.num_players)
        self.kernel.reward(self.scores(states, i), self.num_players, self.reward_kind, rewards)
        return rewards.tolist()

    @abstractmethod
    def infos(self, states: States, i: int) -> list[dict[str, Any]]:
        """New dictionaries of what is worth knowing about each seat, results too once the game is over; no arrays."""

    @abstractmethod
    def results(self, scores: NDArray[np.int32]) -> list[dict[str, Any]]:
        """New dictionaries of what a score table says of each seat, as in :meth:`infos` once the game is over."""

    @abstractmethod
    def action_text(self, states: States, i: int, action: int) -> str:
        """The text of an action in the decision that is due."""

    @abstractmethod
    def parse_action(self, states: States, i: int, text: str) -> int:
        """The action with this text in the decision that is due; the inverse of :meth:`action_text`.

        Raises:
            ValueError: there is no such action.
        """

    @abstractmethod
    def render(self, states: States, i: int, mode: str) -> str | NDArray[np.uint8]:
        """The game as text (mode "ansi") or as a picture (height, width, 3) (mode "rgb_array"); needs no display."""

    @abstractmethod
    def observation_space(self) -> spaces.Box:
        """A new space of the observation vectors, float32 (``observation_size``,)."""

    def save(self, states: States, i: int) -> bytes:
        """Game ``i`` as bytes: digest of game, version and layout, digest of the record, record."""
        record = states[i : i + 1].tobytes()
        return self._kind() + _digest(record) + record

    def load(self, states: States, i: int, data: bytes) -> None:
        """Put a game from :meth:`save` into place ``i``.

        Raises:
            ValueError: the bytes are damaged, or come from another game or layout; ``states`` is as before.
        """
        kind, digest, record = data[:_DIGEST_SIZE], data[_DIGEST_SIZE : 2 * _DIGEST_SIZE], data[2 * _DIGEST_SIZE :]
        if kind != self._kind():
            raise ValueError(
                f"not a saved game of {self.name} in its present version and layout ({self._kind().hex()}): "
                f"the data begin with {kind.hex() or 'nothing'}"
            )
        if _digest(record) != digest:
            raise ValueError(
                f"a saved game of {self.name} is damaged: its {len(record)} bytes do not match their digest"
            )
        states[i : i + 1].view(np.uint8)[:] = np.frombuffer(record, np.uint8)

    def _kind(self) -> bytes:
        """Digest of what must be equal where saved games are loaded."""
        return _digest(f"{self.name} {self.version} {self.layout.digest}".encode())

    def __deepcopy__(self, memo: dict[int, Any]) -> Game:
        """The game itself, as it does not change."""
        return self


def _digest(data: bytes) -> bytes:
    return hashlib.blake2b(data, digest_size=_DIGEST_SIZE).digest()


def check_seed(seed: SupportsIndex) -> int:
    """The seed as an int.

    Raises:
        TypeError: it is no integer.
        ValueError: it is not in 0 .. ``MAX_SEED``.
    """
    value = operator.index(seed)
    if not 0 <= value <= MAX_SEED:
        raise ValueError(f"seed {value} is not in 0..2**64 - 1")
    return value


class Match:
    """One game under way, which checks what it is asked to do.

    Copies, deep copies and pickles hold the game where it stands. Arrays that are handed out belong to the caller.

    Attributes:
        game: the rules.
        states: array of the one record, (1,).
        seat: the seat to act, :data:`NONE` before the first reset and when the game is over.
        mask: legal actions of that seat, int8 (``num_actions``,), to be read only.
    """

    def __init__(self, game: Game) -> None:
        self.game = game
        self.states = game.new_states(1)
        self.mask: Mask = np.zeros(game.num_actions, np.int8)
        self.seat = NONE
        self._dealt = False

    def reset(self, seed: int) -> None:
        """Deal a new game.

        Raises:
            TypeError, ValueError: see :func:`check_seed`.
        """
        self.game.reset(self.states, 0, check_seed(seed), self.mask)
        self.seat = self.game.seat_to_act(self.states, 0)
        self._dealt = True

    def step(self, action: SupportsIndex) -> None:
        """Play an action of the seat to act.

        Raises:
            gymnasium.error.ResetNeeded: no game is under way.
            TypeError: the action is no integer.
            ValueError: the action is not legal; the message lists the legal ones.
        """
        if self.seat == NONE:
            self._require_dealt()
            raise ResetNeeded("the game is over: call reset() before the next step")
        number = self._checked(action)
        self.game.step(self.states, 0, number, self.mask)
        self.seat = self.game.seat_to_act(self.states, 0)

    def observe(self, seat: int) -> Observation:
        """A new array with what a seat may know, float32 (``observation_size``,).

        Raises:
            gymnasium.error.ResetNeeded: no game was dealt yet.
        """
        self._require_dealt()
        out: Observation = np.empty(self.game.observation_size, np.float32)
        self.game.observe(self.states, 0, seat, out)
        return out

    def rewards(self) -> list[float]:
        """The reward of each seat, for a game that is over."""
        return self.game.rewards(self.states, 0)

    def infos(self) -> list[dict[str, Any]]:
        """New dictionaries of what is worth knowing about each seat."""
        return self.game.infos(self.states, 0)

    def truncated(self) -> bool:
        """Whether a game that is over was cut off by a limit."""
        return self.game.truncated(self.states, 0)

    def render(self, mode: str | None) -> str | NDArray[np.uint8] | None:
        """Show the game in one of the :data:`RENDER_MODES`; "human" prints it and returns nothing.

        Raises:
            gymnasium.error.ResetNeeded: no game was dealt yet.
        """
        self._require_dealt()
        if mode is None:
            gymnasium.logger.warn(f"render() does nothing without a render_mode; allowed are {', '.join(RENDER_MODES)}")
            return None
        if mode == "human":
            print(self.game.render(self.states, 0, "ansi"))
            return None
        return self.game.render(self.states, 0, mode)

    def save(self) -> bytes:
        """The game as bytes (:meth:`Game.save`).

        Raises:
            gymnasium.error.ResetNeeded: no game was dealt yet.
        """
        self._require_dealt()
        return self.game.save(self.states, 0)

    def _require_dealt(self) -> None:
        if not self._dealt:
            raise ResetNeeded("no game was dealt yet: call reset() first")

    def _checked(self, action: SupportsIndex) -> int:
        try:
            number = operator.index(action)
        except TypeError:
            raise TypeError(
                f"an action is an integer of 0..{self.game.num_actions - 1}, not {action!r} ({type(action).__name__})"
            ) from None
        if not 0 <= number < self.game.num_actions:
            raise ValueError(f"action {number} is not in 0..{self.game.num_actions - 1}; {self._legal_text()}")
        if not self.mask[number]:
            text = self.game.action_text(self.states, 0, number)
            raise ValueError(f"action {number} ({text!r}) is not legal now; {self._legal_text()}")
        return number

    def _legal_text(self) -> str:
        actions = np.flatnonzero(self.mask).tolist()
        texts = [f"{action} {self.game.action_text(self.states, 0, action)!r}" for action in actions[:_SHOWN_ACTIONS]]
        if len(actions) > _SHOWN_ACTIONS:
            texts.append(f"and {len(actions) - _SHOWN_ACTIONS} more")
        return f"legal actions: {', '.join(texts)}"

    def __getstate__(self) -> dict[str, Any]:
        """The rules and the game under way as bytes."""
        return {"game": self.game, "record": self.game.save(self.states, 0), "dealt": self._dealt}

    def __setstate__(self, state: dict[str, Any]) -> None:
        """Take up a saved game.

        Raises:
            ValueError: the bytes are damaged or of another layout.
        """
        Match.__init__(self, state["game"])
        self.game.load(self.states, 0, state["record"])
        if state["dealt"]:
            self._dealt = True
            self.game.legal(self.states, 0, self.mask)
            self.seat = self.game.seat_to_act(self.states, 0)


def check_agent_seat(game: Game, seat: int | None) -> None:
    """Refuse a seat that agents do not play; None is for any of theirs.

    Raises:
        ValueError: there is no such seat, or it is scripted.
    """
    if seat is not None and seat not in game.agent_seats:
        seats = ", ".join(map(str, game.agent_seats))
        raise ValueError(f"seat {seat!r} is not one of {seats}; None draws one for each game")


def check_render_mode(mode: str | None) -> str | None:
    """The render mode itself.

    Raises:
        ValueError: there is no such mode.
    """
    if mode is not None and mode not in RENDER_MODES:
        raise ValueError(f"render_mode {mode!r} is unknown; allowed are None, {', '.join(map(repr, RENDER_MODES))}")
    return mode
