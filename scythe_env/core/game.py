"""The contract between a game and the environments: :class:`Game`.

A game is a set of functions over an array of records, ``states``; ``i`` picks one game of the array. Games trust their
caller: results are undefined if an action is illegal or a seat does not exist. :class:`.Session` is the checked
face of a single game, on which the environments are built.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, replace
from functools import cache
from typing import TYPE_CHECKING, Any, ClassVar, Final, Self, SupportsIndex

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from . import options
from .actions import ActionTable
from .compiling import Layout
from .document import Form, check_steps, read_steps, write_steps
from .events import Event, decided
from .fields import SPECTATOR, Fields, Record, check_viewer, shown, whole
from .kernel import ENDED as ENDED
from .kernel import NONE as NONE
from .kernel import RUNNING as RUNNING
from .kernel import TRUNCATED as TRUNCATED
from .kernel import Kernel, kernel, raw_bytes
from .kernel import Mask as Mask
from .kernel import Observation as Observation
from .kernel import Rules as Rules
from .kernel import States as States
from .machine import STACK
from .observation import Block, BlockTable, layout
from .picture import Picture
from .random import M32
from .steps import StepTable

if TYPE_CHECKING:
    from .statements import Statements

RENDER_MODES: Final = ("human", "ansi", "rgb_array")
"""Ways to show a game: print it, return it as text, return it as a picture."""

MaskedObservation = dict[str, NDArray[Any]]
"""``"observation"``, float32 (..., ``observation_size``), and ``"action_mask"``, int8 (..., ``num_actions``)."""

MAX_SEED: Final = 2**64 - 1
_DIGEST_SIZE: Final = 16


SEAT_COLOURS: Final = ("#2f71bd", "#c8372d", "#3c8a4b", "#7d4aa5", "#d39a00", "#3a3738", "#9a8a70", "#00838f")
"""Colours of the seats of a game that does not have its own."""


class Game:
    """A configured game: an immutable object that knows the rules and holds no game.

    A game declares its tables and its rules. What the methods below say about documents, texts, events, spaces and
    results follows from the tables; a game that has more to say overrides them.

    Args:
        config: the options, by default those of ``config_type``.
        reward: the name of the reward, by default the first one.

    Raises:
        ValueError: there is no such reward.

    Attributes:
        name: what the game is called in ``metadata["name"]``.
        version: of what the record means, to be raised when that changes while the layout does not.
        config_type: frozen dataclass of the options (:mod:`.options`); its ``players`` is the number of seats, whether
            that can be chosen or not. If some are scripted, ``players`` may count the others and ``seats`` all of them.
        fields: the fields of the record of one game. Among them are ``players`` (``num_players``), ``status``
            (:data:`RUNNING`, :data:`ENDED`, :data:`TRUNCATED`), ``seat_to_act`` (:data:`NONE` unless running),
            ``decision`` and those of the options. A game that can play decisions with one legal action by itself does
            so while a field ``play_forced`` is 1. Replays keep what a generator in a field ``rng`` (:mod:`.random`)
            draws.
        steps: the steps, among them the kinds of decisions.
        actions: the actions; what one means may depend on the decision due.
        blocks: the observation's blocks of the game, and those that each seat has.
        score_columns: names of the columns of the score table, ``score`` among them.
        score_rows: number of rows of the score table, one for each seat at least.
        reward_names: names of the rewards by their number; training takes the last one by default.
        rules: the rules as compiled functions.
        lesson: options that make games short enough for a first training.
        ending: what ends a game that is not cut off, in a word.
        info_names: for numbers in :meth:`infos` that stand for names, the names by their number.
        seat_key: field of the record by whose names in ``info_names`` seats are called; by default seats have numbers.
        seat_colours: by its values the colours of the seats, ``#rrggbb``; by default any that differ well.
        scripted_seats: seats that are played by :attr:`Rules.script`, or are never asked, and never by agents. The
            record of a game that may have some shows them in its field ``scripted``, bit k for seat k.
        script_name: what their player is called in results.
        by_sides: whether seats win or lose as two sides, by their ranks: each seat of the winning one has won.
        layout: layout of the record.
        num_actions: size n of the action space, 0 .. n - 1.
        score_shape: shape of the score table.
        kernel: what Python calls, derived from rules and layout.
        config: the options of this game, an object of ``config_type``.
        reward: name of the reward that this game pays, and ``reward_kind`` its number.
        num_players: number of seats, 0 .. ``num_players - 1`` in turn order.
        observation_size: length of a seat's observation vector.
    """

    name: ClassVar[str]
    version: ClassVar[int]
    config_type: ClassVar[Any]
    fields: ClassVar[Fields]
    steps: ClassVar[StepTable]
    actions: ClassVar[ActionTable]
    blocks: ClassVar[tuple[BlockTable, BlockTable]]
    score_columns: ClassVar[tuple[str, ...]]
    score_rows: ClassVar[int]
    reward_names: ClassVar[tuple[str, ...]] = ("win",)
    rules: ClassVar[Rules]
    lesson: ClassVar[Mapping[str, Any]] = {}
    ending: ClassVar[str] = "rules"
    info_names: ClassVar[Mapping[str, Sequence[str]]] = {}
    seat_key: ClassVar[str] = ""
    seat_colours: ClassVar[Sequence[str]] = SEAT_COLOURS
    layout: ClassVar[Layout]
    num_actions: ClassVar[int]
    score_shape: ClassVar[tuple[int, int]]
    kernel: ClassVar[Kernel]
    script_name: ClassVar[str] = "script"
    scripted_seats: tuple[int, ...] = ()
    by_sides: bool = False

    def __init_subclass__(cls) -> None:
        cls.layout, cls.num_actions = cls.fields.layout, cls.actions.size
        cls.score_shape = cls.score_rows, len(cls.score_columns)
        cls.kernel = kernel(cls.layout, cls.rules)

    def __init__(self, config: Any = None, reward: str | None = None) -> None:
        self.reward = self.reward_names[0] if reward is None else reward
        if self.reward not in self.reward_names:
            allowed = ", ".join(map(repr, self.reward_names))
            raise ValueError(f"reward {shown(reward)} is unknown; allowed are {allowed}")
        self.reward_kind = self.reward_names.index(self.reward)
        self.config = self.config_type() if config is None else config
        if not isinstance(self.config, self.config_type):
            raise TypeError(f"the configuration must be a {self.config_type.__name__}, not {shown(config)}")
        self.num_players: int = options.seats(self.config)
        self.observation_size = self.observation_blocks()[-1].where.stop

    def variant(self, states: States, i: int) -> int:
        """What the texts of actions and steps of the seat to act differ by, such as its faction, as a number."""
        return 0

    @property
    def agent_seats(self) -> tuple[int, ...]:
        """The seats that agents play, in turn order."""
        return tuple(seat for seat in range(self.num_players) if seat not in self.scripted_seats)

    def seated(self, agents: Sequence[str]) -> list[str]:
        """The names of the players of all seats, from those of the agents in turn order."""
        names = iter(agents)
        return [self.script_name if k in self.scripted_seats else next(names) for k in range(self.num_players)]

    def seats_fields(self) -> dict[str, int]:
        """What the record says about the seats."""
        fields = {"players": self.num_players}
        if "scripted" in self.fields.rows:
            fields["scripted"] = sum(1 << seat for seat in self.scripted_seats)
        return fields

    def new_states(self, n: int) -> States:
        """An array of n records that hold the configuration; each becomes a game by :meth:`reset`."""
        states = np.zeros(n, self.layout.dtype)
        options.write(self.config, states)
        for name, value in self.seats_fields().items():
            states[name] = value
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
        return states["seat_to_act"].item(i)  # type: ignore[no-any-return]

    def truncated(self, states: States, i: int) -> bool:
        """Whether a game that is over was cut off by a limit instead of ending by its rules."""
        return bool(states["status"][i] == TRUNCATED)

    def observe(self, states: States, i: int, seat: int, out: Observation) -> None:
        """Write what a seat may know into ``out`` (``observation_size``,), every element of it."""
        self.kernel.observe(states, i, seat, out)

    def determinize(self, states: States, i: int, seat: int, seed: int) -> None:
        """Deal everything hidden from a seat anew, consistently with what it knows, and re-seed the future.

        Raises:
            TypeError, ValueError, IndexError: the game or the seat does not exist, or see :func:`check_seed`.
        """
        i, seed = self.fields.place(states, i, self._records), check_seed(seed)
        if not 0 <= (seat := whole(seat, "the seat")) < self.num_players:
            raise ValueError(f"seat {seat} is not in 0..{self.num_players - 1}")
        self.kernel.determinize(states, i, seat, seed & M32, seed >> 32)

    def scores(self, states: States, i: int) -> NDArray[np.int32]:
        """The score of each seat as the game stands: its rows of the score table, int32 (``num_players``, columns)."""
        table = np.zeros(self.score_shape, np.int32)
        self.kernel.score(states, self.fields.place(states, i, self._records), table)
        return table[: self.num_players]

    def rewards(self, states: States, i: int) -> list[float]:
        """The reward of each seat in a game that is over, from -1 to 1; earlier decisions are not rewarded."""
        rewards = np.empty(self.num_players)
        self.kernel.reward(self.scores(states, i), self.num_players, self.reward_kind, rewards)
        return rewards.tolist()

    def about(self, states: States, i: int, seat: int) -> dict[str, int]:
        """A new dictionary of what is worth knowing about a seat at any time, in numbers.

        By default it has the fields of the record that ``info_names`` gives names for.
        """
        return {name: int(states[name][i, seat]) for name in self.info_names if name in self.fields.rows}

    def infos(self, states: States, i: int) -> list[dict[str, int]]:
        """New dictionaries of what is worth knowing about each seat: :meth:`about` it, and its :meth:`results`.

        All are numbers under the same names from the deal to the end, as libraries that stack infos need them: results
        are 0 while the game runs, and names of ``info_names`` are given by their number.
        """
        if states["status"][i] == RUNNING:
            results = [dict.fromkeys(result, 0) for result in self.results(np.zeros(self.score_shape, np.int32))]
        else:
            results = self.results(self.scores(states, i))
        return [self.about(states, i, seat) | result for seat, result in enumerate(results)]

    def results(self, scores: NDArray[np.int32]) -> list[dict[str, int]]:
        """New dictionaries of what a score table says of each seat, as in :meth:`infos` once the game is over.

        Among it are ``score`` and ``rank`` (1 is best, equal seats share one), which follows from the scores where the
        table does not hold it.
        """
        rows = [dict(zip(self.score_columns, row, strict=True)) for row in scores[: self.num_players].tolist()]
        if "rank" in self.score_columns:
            return rows
        return [{"rank": 1 + sum(other["score"] > row["score"] for other in rows), **row} for row in rows]

    def subject(self, states: States, i: int) -> tuple[str, ...]:
        """What the decision that is due is about: the names among the numbers of its step, such as a place."""
        return self.steps.subject(states[i])

    def action_text(self, states: States, i: int, action: int) -> str:
        """The text of an action in the decision that is due."""
        return self.actions.text(action, int(states["decision"][i]), self.variant(states, i))

    def parse_action(self, states: States, i: int, text: str) -> int:
        """The action with this text in the decision that is due; the inverse of :meth:`action_text`.

        Raises:
            ValueError: the text does not name an action.
        """
        return self.actions.parse(text, int(states["decision"][i]), self.variant(states, i))

    def render(self, states: States, i: int, mode: str, seat: int = SPECTATOR) -> str | NDArray[np.uint8]:
        """The game as a seat sees it, by default as a spectator does; needs no display.

        Args:
            states: records of the game, (n,).
            i: which of them.
            mode: "ansi" for text, by default the document; "rgb_array" for a picture (height, width, 3).
            seat: whose view it is.

        Raises:
            ValueError: the game has no pictures, which only a game that draws them itself has.
        """
        if mode == "rgb_array":
            raise ValueError(f"{self.name} cannot be drawn")
        return json.dumps(self.to_document(states, i, seat), indent=1)

    def picture(self, states: States, i: int, seat: int = SPECTATOR) -> Picture | None:
        """The game as SVG, as a seat sees it, by default as a spectator does; None for a game without pictures."""
        return None

    def notes(self, states: States, i: int, seat: int = SPECTATOR) -> list[str]:
        """What a seat may want to read beside the game, a line each, such as what its cards say; by default nothing.

        Args:
            states: records of the game, (n,).
            i: which of them.
            seat: the seat that reads, by default a spectator; only what it may know is told.
        """
        return []

    # -- what logs and replays need ------------------------------------------------------------------------------------

    @property
    def title(self) -> str:
        """What people call the game: Scythe, where :attr:`name` is scythe_v0."""
        return self.name.rpartition("_v")[0].replace("_", " ").title()

    def player_name(self, states: States, i: int, seat: int) -> str:
        """What a seat is called in events."""
        return self.info_names[self.seat_key][int(states[self.seat_key][i, seat])] if self.seat_key else f"seat {seat}"

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
        name, step = self.player_name(before, 0, self.seat_to_act(before, 0)), self.steps[int(before["decision"][0])]
        yield decided(step, name, self.subject(before, 0), self.action_text(before, 0, action), forced)

    def result(self, states: States, i: int) -> dict[str, Any]:
        """How game ``i`` stands, as JSON values; its scores too once it is over."""
        return {"status": int(states["status"][i]), "seats": self.infos(states, i)}

    def options(self) -> dict[str, Any]:
        """The configuration as JSON values, without what says nothing; :meth:`of_options` makes the game from them."""
        given = asdict(self.config)
        for row in options.options(self.config_type):
            if row.within and not getattr(self.config, row.within):
                del given[row.name]
        return {key: list(value) if isinstance(value, tuple) else value for key, value in given.items()}

    @classmethod
    def of_options(cls, options: Mapping[str, Any]) -> Self:
        """The game with the configuration from :meth:`options`.

        Raises:
            TypeError, ValueError: the configuration is impossible.
        """
        return cls(cls.config_type(**options))

    @classmethod
    def of_record(cls, states: States, i: int) -> Self:
        """The game with the options that a record holds.

        Raises:
            TypeError, ValueError: the configuration is impossible.
        """
        given = options.read(cls.config_type, states[i])
        if "players" in given and "scripted" in cls.fields.rows:
            given["players"] -= int(states["scripted"][i]).bit_count()
        return cls.of_options(given)

    def observing_like(self, other: Game) -> Self:
        """The game with the same records that is observed as another one is.

        Raises:
            ValueError: the other is not of this kind, or its observations have no room for the seats of this one.
        """
        if other.name != self.name:
            raise ValueError(f"{self.name} cannot be observed like {other.name}")
        rows = (row.name for row in options.options(self.config_type) if row.observing)
        return type(self)(replace(self.config, **{name: getattr(other.config, name) for name in rows}), self.reward)

    def to_document(self, states: States, i: int, seat: int | None = None) -> dict[str, Any]:
        """Game ``i`` as JSON values; :meth:`of_document` gives back the same record.

        Args:
            states: records of the game, (n,).
            i: which of them.
            seat: whose view is wanted, :data:`.SPECTATOR` for everybody's, None for the whole game.
        """
        i = self.fields.place(states, i, self._records)
        form = _form(self.fields, self.config_type)

        def written(state: Record) -> dict[str, Any]:
            by_hand = {"options": options.read(self.config_type, state), "steps": write_steps(self.steps, state)}
            return form.write(state, by_hand)

        if seat is None:
            return written(states[i])
        visible, shown = self.fields.hide(states, i, check_viewer(seat, self.num_players))
        self.steps.hide(visible, seat)
        document = written(visible[0])
        form.conceal(document, states[i], shown)
        return document

    def of_document(self, document: Mapping[str, Any]) -> States:
        """An array of the one game in a document of the whole game.

        Raises:
            ValueError: it is not a document of this game; names the place in it.
        """
        form, states = _form(self.fields, self.config_type), self.fields.empty()
        form.check(document)
        if missing := [key for part in form.tree if (key := part.removesuffix("[]")) not in document]:
            raise ValueError(f"not a document of {self.name}: it lacks {', '.join(missing)}")
        for name, value in self.seats_fields().items():
            states[name] = value
        options.write(options.of_document(self.config_type, document["options"]), states)
        form.read(states, dict(document))
        read_steps(self.steps, states[0], document["steps"], "steps")
        check_steps(self.steps, states[0], "steps")
        return states

    # -- records from elsewhere ----------------------------------------------------------------------------------------

    def check(self, states: Any, *, dealt: bool = True) -> None:
        """Refuse what is not an array of records of this game that compiled rules can be given.

        Numbers must be within their limits and the steps on the stack within theirs, so that no rule reads or writes
        beyond a record. Whether a position can come about is up to :meth:`load` and to documents.

        Args:
            states: what should be records of the game, (n,).
            dealt: whether they must hold games, under way or over, instead of the configuration alone.

        Raises:
            ValueError: says what is wrong with which record.
        """
        states = self.fields.array(states, self._records)
        for name, wanted in self.seats_fields().items():
            wrong = states[name] != wanted
            if wrong.any():
                i = int(wrong.argmax())
                raise ValueError(f"game {i} has {states[name][i]} in its field {name!r}; {wanted} is needed here")
        self.fields.check(states, None if dealt else [row.field for row in options.recorded(self.config_type)])
        if dealt:
            undecided = states["status"] < RUNNING
            if undecided.any():
                raise ValueError(f"game {int(undecided.argmax())} is neither under way nor over")
            self.steps.check(states)

    def check_configured(self, states: States) -> None:
        """Refuse games that :meth:`check` refuses or that are played with other options than this one.

        Args:
            states: records of the game, (n,).

        Raises:
            ValueError: says what is wrong.
        """
        self.check(states)
        wanted = options.read(self.config_type, self.new_states(1)[0])
        for state in states:
            given = options.read(self.config_type, state)
            for name in given | wanted:  # some say nothing without others
                if given.get(name) != wanted.get(name):
                    raise ValueError(
                        f"the game given has the option {name} = {given.get(name)!r}; {wanted.get(name)!r} is needed"
                    )

    # -- games as bytes ------------------------------------------------------------------------------------------------

    def save(self, states: States, i: int) -> bytes:
        """Game ``i`` as bytes: digest of game, version and layout, digest of the record, record.

        Raises:
            IndexError: there is no such game.
        """
        i = self.fields.place(states, i, self._records)
        record = states[i : i + 1].tobytes()
        return self._kind() + _digest(record) + record

    def load(self, states: States, i: int, data: bytes) -> None:
        """Put a game from :meth:`save` into place ``i``.

        Raises:
            ValueError: the bytes are damaged, come from another game, layout or configuration, or hold a position that
                no game comes to; ``states`` is as before.
            IndexError: there is no place ``i``.
        """
        i = self.fields.place(states, i, self._records)
        record = self.opened(data)
        self.check_configured(record)
        try:
            again = self.of_document(self.to_document(record, 0))
        except (ValueError, IndexError) as error:
            raise ValueError(f"the saved game is not a position of {self.name}: {error}") from None
        if again.tobytes() != record.tobytes():
            raise ValueError(f"the saved game is not a position of {self.name}: its document gives another")
        states[i : i + 1] = record

    def opened(self, data: bytes) -> States:
        """The record in bytes from :meth:`save`, an array (1,); what it holds is not checked.

        Raises:
            TypeError: these are not bytes.
            ValueError: the bytes are damaged, or come from another game or layout.
        """
        if not isinstance(data, bytes | bytearray | memoryview):
            raise TypeError(f"a saved game is bytes from save(), not {type(data).__name__}")
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
        if len(record) != self.layout.dtype.itemsize:
            raise ValueError(f"a saved game of {self.name} has {self.layout.dtype.itemsize} bytes, not {len(record)}")
        return np.frombuffer(bytearray(record), self.layout.dtype)

    @property
    def _records(self) -> str:
        return f"records of {self.name}"

    def _kind(self) -> bytes:
        """Digest of what must be equal where saved games are loaded."""
        return _digest(f"{self.name} {self.version} {self.layout.digest}".encode())

    def __deepcopy__(self, memo: dict[int, Any]) -> Game:
        """The game itself, as it does not change."""
        return self

    # -- what commands, training and descriptions ask ------------------------------------------------------------------

    @classmethod
    def statements(cls) -> Statements:
        """The statements of the rules, from the package in which the game is."""
        from .statements import Statements  # which only their readers need

        return Statements(cls.__module__.rpartition(".")[0])

    @property
    def action_blocks(self) -> tuple[tuple[str, int, int], ...]:
        """Name, first action and size of each block of the actions, in order."""
        return tuple((block.name, block.first, block.size) for block in self.actions.blocks)

    def action_texts(self, action: int) -> list[str]:
        """The texts that an action has in the decisions in which it may be legal."""
        return self.actions.all_texts(action)

    @property
    def decision_names(self) -> tuple[str, ...]:
        """The kinds of decisions."""
        return self.steps.decisions

    def rounds(self, states: States, i: int) -> int:
        """The round that the game is in, from 1; by default what the field ``round`` holds."""
        return int(states["round"][i])

    def turn(self, states: States, i: int) -> int:
        """The turn under way, by a number that no other turn of the game has; by default each seat has one in a round.

        It is that of the seat in the field ``active``, also while others decide in it; without one, of who decides. It
        is for people who step through a game, so it may be coarser or finer than the rules' idea of a turn.
        """
        seat = states["active"][i] if "active" in self.fields.rows else states["seat_to_act"][i]
        return self.rounds(states, i) * self.num_players + max(int(seat), 0)

    def tracks(self, states: States, i: int) -> list[dict[str, int]]:
        """What everybody may know of each seat that is worth following over a game, for graphs; by default nothing."""
        return [{} for _ in range(self.num_players)]

    def colours(self, states: States, i: int) -> list[str]:
        """The colour of each seat as pictures and graphs show it, ``#rrggbb``."""
        seats = range(self.num_players)
        return [self.seat_colours[states[self.seat_key][i, seat] if self.seat_key else seat] for seat in seats]

    def observation_blocks(self) -> tuple[Block, ...]:
        """The blocks of a seat's observation, in order.

        Those of a seat are called ``seat_k.name``, where seat 0 observes and seat k is the k-th after it.
        """
        return layout(self.num_players, *self.blocks)

    def observation_space(self) -> spaces.Box:
        """A new space of the observation vectors, float32 (``observation_size``,), with the bounds of their blocks."""
        low, high = np.empty((2, self.observation_size), np.float32)
        for block in self.observation_blocks():
            low[block.where], high[block.where] = block.low, block.high
        return spaces.Box(low, high, dtype=np.float32)

    def masked_space(self, num_actions: int | None = None) -> spaces.Dict:
        """A new space of dictionaries with an observation and the mask of legal actions (:data:`MaskedObservation`).

        Args:
            num_actions: of those who choose something else than the actions of the game.
        """
        mask = spaces.Box(0, 1, (num_actions or self.num_actions,), np.int8)
        return spaces.Dict({"observation": self.observation_space(), "action_mask": mask})

    def interface(self) -> str:
        """Digest of what observations and actions mean: a policy can act only where it is the same."""
        text = repr((self.observation_blocks(), self.action_blocks))
        return hashlib.sha256(text.encode()).hexdigest()[:16]


@cache
def _form(fields: Fields, config: Any) -> Form:
    """What documents look like that follow from the tables alone: options, steps, then the other fields by name."""
    known = {"players", "scripted", *STACK, *(row.field for row in options.recorded(config))}
    return Form(
        (replace(row, key=row.key or row.name) for row in fields if row.name not in known), ["options", "steps"]
    )


def _digest(data: bytes) -> bytes:
    return hashlib.blake2b(data, digest_size=_DIGEST_SIZE).digest()


def check_seed(seed: SupportsIndex) -> int:
    """The seed as an int.

    Raises:
        TypeError: it is not an integer.
        ValueError: it is not in 0 .. ``MAX_SEED``.
    """
    value = whole(seed, "a seed")
    if not 0 <= value <= MAX_SEED:
        raise ValueError(f"seed {value} is not in 0..2**64 - 1")
    return value


def check_agent_seat(game: Game, seat: int | None) -> None:
    """Refuse a seat that agents do not play; None stands for any of theirs.

    Raises:
        TypeError: the seat is not an integer.
        ValueError: the seat does not exist or is scripted, or all seats are.
    """
    if not game.agent_seats:
        raise ValueError(f"all {game.num_players} seats are scripted: an environment needs one for an agent")
    if seat is not None and whole(seat, "the seat") not in game.agent_seats:
        seats = ", ".join(map(str, game.agent_seats))
        raise ValueError(f"seat {seat!r} is not one of {seats}; None draws one for each game")


def check_render_mode(mode: str | None) -> str | None:
    """The render mode itself.

    Raises:
        ValueError: the mode is unknown.
    """
    if mode is not None and mode not in RENDER_MODES:
        raise ValueError(
            f"render_mode {shown(mode)} is unknown; allowed are None, {', '.join(map(repr, RENDER_MODES))}"
        )
    return mode
