"""The contract between a game and the environments: :class:`Game`.

A game is a set of functions over an array of records, ``states``; ``i`` picks one game of the array. Games trust their
caller: results are undefined if an action is illegal or a seat does not exist. :class:`.Session` is the checked
face of a single game, on which the environments are built.
"""

from __future__ import annotations

import hashlib
import operator
from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping
from dataclasses import asdict
from typing import Any, ClassVar, Final, Self, SupportsIndex

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from .compiling import Layout
from .events import Decided, Event
from .kernel import ENDED as ENDED
from .kernel import NONE as NONE
from .kernel import RUNNING as RUNNING
from .kernel import TRUNCATED as TRUNCATED
from .kernel import Kernel, kernel, raw_bytes
from .kernel import Mask as Mask
from .kernel import Observation as Observation
from .kernel import Rules as Rules
from .kernel import States as States
from .observation import Block
from .random import M32

RENDER_MODES: Final = ("human", "ansi", "rgb_array")
"""Ways to show a game: print it, return it as text, return it as a picture."""

MAX_SEED: Final = 2**64 - 1
_DIGEST_SIZE: Final = 16


class Game(ABC):
    """A configured game: an immutable object that knows the rules but does not hold a game under way.

    Attributes:
        name: what the game is called in ``metadata["name"]``.
        num_players: number of seats, 0 .. ``num_players - 1`` in turn order.
        num_actions: size n of the action space, 0 .. n - 1; what an action means may depend on the decision due.
        observation_size: length of a seat's observation vector.
        score_shape: shape of the score table, a row for each seat at least.
        reward_kind: which of its rewards the game pays, a number for :attr:`Rules.reward`.
        rules: the rules as compiled functions.
        layout: layout of the record of one game. Among its fields are ``players`` (``num_players``), ``status``
            (:data:`RUNNING`, :data:`ENDED`, :data:`TRUNCATED`) and ``seat_to_act`` (:data:`NONE` unless running). A
            game that can play forced decisions automatically does so while a field ``play_forced`` is 1.
            Replays keep what a generator in a field ``rng`` (:mod:`.random`) draws.
        scripted_seats: seats that are played by :attr:`Rules.script` and never by agents. The record of a game that
            may have such seats marks them in its field ``scripted``, bit k for seat k.
        kernel: what Python calls, derived from rules and layout.
        version: of the meaning of the record, to be raised when that changes while the layout does not.
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
        """Write the configuration into new records, whose fields are zero except those of :meth:`seats_fields`."""

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
        """The score of each seat as the game stands: its rows of the score table, int32 (``num_players``, columns)."""
        table = np.zeros(self.score_shape, np.int32)
        self.kernel.score(states, i, table)
        return table[: self.num_players]

    def rewards(self, states: States, i: int) -> list[float]:
        """The reward of each seat in a game that is over, from -1 to 1; earlier decisions are not rewarded."""
        rewards = np.empty(self.num_players)
        self.kernel.reward(self.scores(states, i), self.num_players, self.reward_kind, rewards)
        return rewards.tolist()

    @abstractmethod
    def infos(self, states: States, i: int) -> list[dict[str, Any]]:
        """New dictionaries of useful facts about each seat, with results once the game is over; without arrays."""

    @abstractmethod
    def results(self, scores: NDArray[np.int32]) -> list[dict[str, Any]]:
        """New dictionaries of what a score table says of each seat, as in :meth:`infos` once the game is over.

        They include ``score`` and ``rank`` (1 is best, equal seats share one).
        """

    @abstractmethod
    def action_text(self, states: States, i: int, action: int) -> str:
        """The text of an action in the decision that is due."""

    @abstractmethod
    def parse_action(self, states: States, i: int, text: str) -> int:
        """The action with this text in the decision that is due; the inverse of :meth:`action_text`.

        Raises:
            ValueError: the text does not name an action.
        """

    @abstractmethod
    def render(self, states: States, i: int, mode: str) -> str | NDArray[np.uint8]:
        """The game as text (mode "ansi") or as a picture (height, width, 3) (mode "rgb_array"); needs no display."""

    @abstractmethod
    def observation_space(self) -> spaces.Box:
        """A new space of the observation vectors, float32 (``observation_size``,)."""

    # -- what logs and replays need ------------------------------------------------------------------------------------

    def player_name(self, states: States, i: int, seat: int) -> str:
        """What a seat is called in events."""
        return f"seat {seat}"

    def beginning(self, states: States, i: int) -> Iterable[Event]:
        """The events with which a log of game ``i`` begins; none by default."""
        return ()

    def events(self, before: States, after: States, action: int, forced: bool) -> Iterable[Event]:
        """What happened when an action was played; by default the decision alone.

        Args:
            before: array of the one record before the action, (1,).
            after: array of the one record after it, (1,).
            action: what was played.
            forced: whether it was the only legal action and was not chosen.
        """
        name = self.player_name(before, 0, self.seat_to_act(before, 0))
        yield Decided(name, "action", (), self.action_text(before, 0, action), forced)

    def result(self, states: States, i: int) -> dict[str, Any]:
        """How game ``i`` stands, as JSON values; its scores too once it is over."""
        return {"status": int(states["status"][i]), "seats": self.infos(states, i)}

    def options(self) -> dict[str, Any]:
        """The configuration as JSON values; :meth:`of_options` makes the game from them."""
        return {key: list(value) if isinstance(value, tuple) else value for key, value in asdict(self.config).items()}

    @classmethod
    def of_options(cls, options: Mapping[str, Any]) -> Self:
        """The game with the configuration from :meth:`options`.

        Raises:
            TypeError, ValueError: the configuration is impossible.
        """
        kind: Any = cls
        return kind(cls.config_type(**options))  # type: ignore[no-any-return]

    def to_document(self, states: States, i: int) -> dict[str, Any]:
        """Game ``i`` as JSON values, by default its fields; :meth:`of_document` gives back the same record."""
        return {name: states[name][i].tolist() for name in self.layout.dtype.names or ()}

    def of_document(self, document: Mapping[str, Any]) -> States:
        """An array of the one game in a document.

        Raises:
            ValueError: it is not a document of this game.
        """
        states = self.new_states(1)
        if document.keys() != set(self.layout.dtype.names or ()):
            raise ValueError(f"not a document of {self.name}: its keys are {', '.join(document)}")
        for name, value in document.items():
            states[name][0] = value
        return states

    # -- games as bytes ------------------------------------------------------------------------------------------------

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

    # -- for commands, training and descriptions: a game is made by ``type(game)(config, reward)`` ---------------------

    config_type: ClassVar[type[Any]]
    """Frozen dataclass of the options (:mod:`.options`); ``players`` is the number of seats, if that can be chosen."""

    config: Any
    """The options of this game, an object of ``config_type``."""

    reward_names: ClassVar[tuple[str, ...]]
    """Names of the rewards by their number, ``reward_kind``; training takes the last one by default."""

    lesson: ClassVar[Mapping[str, Any]] = {}
    """Options that make games short enough for a first training."""

    ending: ClassVar[str] = "rules"
    """What ends a game that is not cut off, in a word."""

    action_blocks: ClassVar[tuple[tuple[str, int, int], ...]]
    """Name, first action and size of each block of the actions, in order."""

    decision_names: ClassVar[tuple[str, ...]]
    """The kinds of decisions."""

    def rounds(self, states: States, i: int) -> int:
        """The round that the game is in, from 1; by default what the field ``round`` holds."""
        return int(states["round"][i])

    @abstractmethod
    def observation_blocks(self) -> tuple[Block, ...]:
        """The blocks of a seat's observation, in order.

        Those of a seat are called ``seat_k.name``, where seat 0 observes and seat k is the k-th after it.
        """

    @abstractmethod
    def action_texts(self, action: int) -> list[str]:
        """The texts that an action has in the decisions in which it may be legal."""

    def interface(self) -> str:
        """Digest of what observations and actions mean: a policy can act only where it is the same."""
        text = repr((self.observation_blocks(), self.action_blocks))
        return hashlib.sha256(text.encode()).hexdigest()[:16]


def _digest(data: bytes) -> bytes:
    return hashlib.blake2b(data, digest_size=_DIGEST_SIZE).digest()


def check_seed(seed: SupportsIndex) -> int:
    """The seed as an int.

    Raises:
        TypeError: it is not an integer.
        ValueError: it is not in 0 .. ``MAX_SEED``.
    """
    value = operator.index(seed)
    if not 0 <= value <= MAX_SEED:
        raise ValueError(f"seed {value} is not in 0..2**64 - 1")
    return value


def check_agent_seat(game: Game, seat: int | None) -> None:
    """Refuse a seat that agents do not play; None stands for any of theirs.

    Raises:
        ValueError: the seat does not exist or is scripted.
    """
    if seat is not None and seat not in game.agent_seats:
        seats = ", ".join(map(str, game.agent_seats))
        raise ValueError(f"seat {seat!r} is not one of {seats}; None draws one for each game")


def check_render_mode(mode: str | None) -> str | None:
    """The render mode itself.

    Raises:
        ValueError: the mode is unknown.
    """
    if mode is not None and mode not in RENDER_MODES:
        raise ValueError(f"render_mode {mode!r} is unknown; allowed are None, {', '.join(map(repr, RENDER_MODES))}")
    return mode
