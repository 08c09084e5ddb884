"""One game under way: :class:`Session`, the checked face of a game, with a log on request."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from textwrap import indent
from typing import Any, Final, Literal, SupportsIndex

import gymnasium.logger
import numpy as np
from gymnasium.error import ResetNeeded
from numpy.typing import NDArray

from .events import Event
from .fields import SPECTATOR, shown, whole
from .game import NONE, RENDER_MODES, Game, Mask, Observation, States, check_render_mode, check_seed
from .random import Chance, drawn

Viewer = int | Literal["all"] | None
"""Who reads a log: a seat, somebody who may see everything, or a spectator (None)."""

POSITIONS: Final = ("document", "actions")
"""Options of an environment's reset that say where a game begins: see :func:`position`."""

_SHOWN_ACTIONS: Final = 12
_INDENT: Final = "  "


@dataclass(slots=True)
class Log:
    """What a session records.

    Attributes:
        seed: of the deal; None where the log does not begin with one from a seed.
        dealt: the game as dealt (:meth:`.Game.save`); None where the log began with a game under way.
        events: all that has happened since the log began, secrets included.
        decisions: seat and text of each action that was chosen; forced ones are not among them.
        chance: what was drawn after each of these decisions, before the next.
    """

    seed: int | None = None
    dealt: bytes | None = None
    events: list[Event] = field(default_factory=list)
    decisions: list[tuple[int, str]] = field(default_factory=list)
    chance: list[Chance | None] = field(default_factory=list)

    def copy(self) -> Log:
        """An independent log; its entries never change."""
        return Log(self.seed, self.dealt, self.events[:], self.decisions[:], self.chance[:])


class Session:
    """One game under way, which checks its arguments.

    Copies, deep copies and pickles hold the game as it stands, and its log. Arrays that are returned belong to the
    caller, except ``states`` and ``mask``. With a log, forced decisions are played one by one, so that each is logged.

    Args:
        game: the rules.
        log: whether to keep a log.
        viewer: for whom the log is written.

    Raises:
        TypeError, ValueError: there is no such viewer.

    Attributes:
        game: the rules.
        seat: the seat to act, :data:`NONE` before the first reset and when the game is over.
        mask: legal actions of that seat, int8 (``num_actions``,), read-only.
        viewer: for whom the log is written; may be changed.
    """

    def __init__(self, game: Game, *, log: bool = False, viewer: Viewer = None) -> None:
        self.game = game
        self.mask: Mask = np.zeros(game.num_actions, np.int8)
        self.seat = NONE
        self.viewer = self._checked_viewer(viewer)
        self._states = game.new_states(1)
        self._dealt = False
        self._log = Log() if log else None

    @property
    def states(self) -> States:
        """Array of the one record, (1,)."""
        return self._states

    @property
    def running(self) -> bool:
        """Whether a game is under way."""
        return self.seat != NONE

    @property
    def legal(self) -> list[str]:
        """The texts of the actions that are legal now."""
        return [self.game.action_text(self._states, 0, action) for action in np.flatnonzero(self.mask).tolist()]

    @property
    def actor(self) -> str | None:
        """What the seat to act is called; None unless a game is under way."""
        return self.game.player_name(self._states, 0, self.seat) if self.running else None

    @property
    def decision(self) -> str | None:
        """The decision that is due, as text; None unless a game is under way."""
        return self.game.steps[int(self._states["decision"][0])].text if self.running else None

    @property
    def question(self) -> str | None:
        """The decision that is due and what it is about, as logs have it: ``token (B5)``; None as :attr:`decision`."""
        if not self.running:
            return None
        subject = self.game.subject(self._states, 0)
        return f"{self.decision} ({', '.join(subject)})" if subject else self.decision

    # -- playing -------------------------------------------------------------------------------------------------------

    def reset(self, seed: int) -> None:
        """Deal a new game.

        Raises:
            TypeError, ValueError: see :func:`check_seed`.
        """
        seed = check_seed(seed)
        self.game.reset(self._states, 0, seed, self.mask)
        self._begin(seed, self.game.save(self._states, 0) if self._log is not None else None)

    def take_up(self, states: States, i: int = 0, *, dealt: bool = False) -> None:
        """Go on with game ``i`` of an array, which stays as it is.

        Args:
            states: records of the game, (n,).
            i: which of them.
            dealt: whether it was just dealt, so that a replay can begin with it.

        Raises:
            ValueError: these are not records of the game.
            IndexError: ``i`` is out of range.
        """
        taken = states[[self.game.fields.place(states, i, f"records of {self.game.name}")]]
        self.game.check(taken)
        self._states, deal = taken, self.game.save(taken, 0) if dealt else None
        with self._asked_all() as play_on:
            self.game.legal(self._states, 0, self.mask)
            self._begin(None, deal)
            if play_on:
                self._play_forced()

    def step(self, action: SupportsIndex) -> None:
        """Play an action of the seat to act.

        Raises:
            gymnasium.error.ResetNeeded: no game is under way.
            TypeError: the action is not an integer.
            ValueError: the action is not legal; the message lists the legal ones.
        """
        if self.seat == NONE:
            self._require_dealt()
            raise ResetNeeded("the game is over: call reset() before the next step")
        number = self._checked(action)
        if self._log is None:
            self.game.step(self._states, 0, number, self.mask)
            self.seat = self.game.seat_to_act(self._states, 0)
        else:
            self._step_and_tell(self._log, number)

    def play(self, action: SupportsIndex | str, chance: Chance | None = None) -> list[Event]:
        """Play an action, given by its number or its text; for sessions with a log.

        Args:
            action: the action.
            chance: what is drawn after it instead of what the game's own generator would draw.

        Returns:
            The events that it brought about, and the forced actions after it, as ``viewer`` may know them.

        Raises:
            TypeError: the action is neither an integer nor a text.
            ValueError: the game is over, or the action is not legal; nothing has changed.
        """
        if self.seat == NONE:
            raise ValueError("the game is over")
        number = self._checked(self.game.parse_action(self._states, 0, action) if isinstance(action, str) else action)
        known = len(self.log.events)
        if chance is not None:
            self._states["rng"][0] = chance.rng
        self._step_and_tell(self.log, number)
        return self.seen_by(self.viewer, known)

    # -- the log -------------------------------------------------------------------------------------------------------

    @property
    def log(self) -> Log:
        """What was recorded, secrets included.

        Raises:
            ValueError: the session does not keep a log.
        """
        if self._log is None:
            raise ValueError("there is no log: make the Session with log=True")
        return self._log

    @property
    def events(self) -> list[Event]:
        """All that has happened since the log began, as ``viewer`` may know it."""
        return self.seen_by(self.viewer)

    @property
    def decisions(self) -> list[tuple[int, str]]:
        """Seat and text of each action that was chosen; forced ones are not among them."""
        return self.log.decisions

    def seen_by(self, viewer: Viewer, start: int = 0) -> list[Event]:
        """What has happened, as somebody may know it.

        Args:
            viewer: a seat, ``"all"``, or None for a spectator.
            start: number of the first event.

        Raises:
            TypeError, ValueError: there is no such viewer.
        """
        events = self.log.events[whole(start, "the number of an event") :]
        if (viewer := self._checked_viewer(viewer)) == "all":
            return events
        name = None if viewer is None else self.game.player_name(self._states, 0, viewer)
        return [event.seen_by(name) for event in events if event.is_seen_by(name)]

    def lines(self, events: Iterable[Event] | None = None) -> Iterator[str]:
        """The log as lines of text: all of it as ``viewer`` may know it, or the given events unchanged."""
        for event in self.events if events is None else events:
            yield from indent(event.text(), _INDENT * event.level).split("\n")

    def __str__(self) -> str:
        return object.__repr__(self) if self._log is None else "\n".join(self.lines())

    def _begin(self, seed: int | None, dealt: bytes | None) -> None:
        """Record a new game, and what was dealt if it begins with that."""
        self._dealt = True
        self.seat = self.game.seat_to_act(self._states, 0)
        if self._log is not None:
            self._log = Log(seed, dealt)
            self._log.events.extend(self.game.beginning(self._states, 0))

    @contextmanager
    def _asked_all(self) -> Iterator[bool]:
        """Make a game with a log ask for forced decisions too; returns whether they are to be played."""
        names = self._states.dtype.names or ()
        if self._log is None or "play_forced" not in names or not self._states["play_forced"][0]:
            yield False
            return
        self._states["play_forced"] = 0
        try:
            yield True
        finally:
            self._states["play_forced"] = 1

    def _step_and_tell(self, log: Log, action: int) -> None:
        """Play a legal action and the forced ones after it."""
        log.decisions.append((self.seat, self.game.action_text(self._states, 0, action)))
        before = self._generator()
        with self._asked_all() as play_on:
            self._tell(action, forced=False)
            if play_on:
                self._play_forced()
        log.chance.append(drawn(before, self._generator()) if before else None)

    def _play_forced(self) -> None:
        while self.running and self.mask.sum() == 1:
            self._tell(int(self.mask.argmax()), forced=True)

    def _tell(self, action: int, forced: bool) -> None:
        before = self._states.copy()
        self.game.step(self._states, 0, action, self.mask)
        self.seat = self.game.seat_to_act(self._states, 0)
        self.log.events.extend(self.game.events(before, self._states, action, forced))

    def _generator(self) -> list[int]:
        """The words of the game's generator; empty if it does not have one."""
        return self._states["rng"][0].tolist() if "rng" in (self._states.dtype.names or ()) else []

    # -- what is known of the game -------------------------------------------------------------------------------------

    def observe(self, seat: int) -> Observation:
        """A new array with what a seat may know, float32 (``observation_size``,).

        Raises:
            gymnasium.error.ResetNeeded: no game was dealt yet.
            TypeError, ValueError: the seat is not an integer of 0 .. ``num_players - 1``.
        """
        self._require_dealt()
        seat = whole(seat, "the seat")
        if not 0 <= seat < self.game.num_players:
            raise ValueError(f"seat {seat} is not in 0..{self.game.num_players - 1}")
        out: Observation = np.empty(self.game.observation_size, np.float32)
        self.game.observe(self._states, 0, seat, out)
        return out

    def rewards(self) -> list[float]:
        """The reward of each seat, for a game that is over."""
        return self.game.rewards(self._states, 0)

    def infos(self) -> list[dict[str, int]]:
        """New dictionaries of useful facts about each seat (:meth:`.Game.infos`)."""
        return self.game.infos(self._states, 0)

    def result(self) -> dict[str, Any]:
        """How the game stands, as JSON values."""
        return self.game.result(self._states, 0)

    def truncated(self) -> bool:
        """Whether a game that is over was cut off by a limit."""
        return self.game.truncated(self._states, 0)

    def render(self, mode: str | None) -> str | NDArray[np.uint8] | None:
        """Show the game in one of the :data:`RENDER_MODES`; "human" prints it and returns nothing.

        Raises:
            gymnasium.error.ResetNeeded: no game was dealt yet.
            ValueError: the mode is unknown.
        """
        self._require_dealt()
        check_render_mode(mode)
        if mode is None:
            gymnasium.logger.warn(f"render() does nothing without a render_mode; allowed are {', '.join(RENDER_MODES)}")
            return None
        if mode == "human":
            print_ansi(str(self.game.render(self._states, 0, "ansi")))
            return None
        return self.game.render(self._states, 0, mode)

    def _repr_html_(self) -> str | None:
        """What notebooks show of a game whose log began with the deal: all of it, to step through."""
        if self._log is None or self._log.dealt is None or self._repr_svg_() is None:
            return None
        from html import escape

        from .viewer import game_page  # which needs sessions

        page = escape(game_page(self, self.viewer))
        return f'<iframe srcdoc="{page}" style="width: 100%; height: 42rem; border: 0"></iframe>'

    def _repr_svg_(self) -> str | None:
        """What notebooks show: the game as the seat sees it that the log is written for, else as a spectator does."""
        if not self._dealt:
            return None
        seat = self.viewer if isinstance(self.viewer, int) else SPECTATOR
        picture = self.game.picture(self._states, 0, seat)
        return None if picture is None else picture.svg

    def save(self) -> bytes:
        """The game as bytes (:meth:`Game.save`).

        Raises:
            gymnasium.error.ResetNeeded: no game was dealt yet.
        """
        self._require_dealt()
        return self.game.save(self._states, 0)

    def _require_dealt(self) -> None:
        if not self._dealt:
            raise ResetNeeded("no game was dealt yet: call reset() first")

    def _checked_viewer(self, viewer: Viewer) -> Viewer:
        if viewer is None or (isinstance(viewer, str) and viewer == "all"):
            return viewer
        seat = whole(viewer, "a viewer that is not None or 'all'")
        if not 0 <= seat < self.game.num_players:
            raise ValueError(f"seat {seat} is not in 0..{self.game.num_players - 1}")
        return seat

    def _checked(self, action: SupportsIndex) -> int:
        try:
            number = whole(action, "an action")
        except TypeError:
            raise TypeError(
                f"an action is an integer of 0..{self.game.num_actions - 1}, "
                f"not {shown(action)} ({type(action).__name__})"
            ) from None
        if not 0 <= number < self.game.num_actions:
            raise ValueError(f"action {number} is not in 0..{self.game.num_actions - 1}; {self._legal_text()}")
        if not self.mask[number]:
            text = self.game.action_text(self._states, 0, number)
            raise ValueError(f"action {number} ({text!r}) is not legal now; {self._legal_text()}")
        return number

    def _legal_text(self) -> str:
        actions = np.flatnonzero(self.mask).tolist()
        texts = [f"{action} {self.game.action_text(self._states, 0, action)!r}" for action in actions[:_SHOWN_ACTIONS]]
        if len(actions) > _SHOWN_ACTIONS:
            texts.append(f"and {len(actions) - _SHOWN_ACTIONS} more")
        return f"legal actions: {', '.join(texts)}"

    def __getstate__(self) -> dict[str, Any]:
        """The rules, the game under way as bytes, and the log."""
        record, log = self.game.save(self._states, 0), self._log and self._log.copy()
        return {"game": self.game, "record": record, "dealt": self._dealt, "viewer": self.viewer, "log": log}

    def __setstate__(self, state: dict[str, Any]) -> None:
        """Restore a saved game.

        Raises:
            ValueError: the bytes are damaged or of another layout.
        """
        Session.__init__(self, state["game"], viewer=state["viewer"])
        self._states = self.game.opened(state["record"])
        self._log = state["log"]
        if state["dealt"]:
            self._dealt = True
            self.game.legal(self._states, 0, self.mask)
            self.seat = self.game.seat_to_act(self._states, 0)


def reset_options(options: object) -> dict[str, Any]:
    """A new dictionary of the options of a reset, which are None or a mapping.

    Raises:
        TypeError: they are something else.
    """
    if options is not None and not isinstance(options, Mapping):
        raise TypeError(f"options of a reset are a dictionary or None, not {shown(options)}")
    return dict(options or {})


def position(game: Game, seed: int, options: Mapping[str, Any]) -> States:
    """Where a game begins that does not begin with a deal.

    Args:
        game: the rules.
        seed: of the deal, where the position follows one.
        options: ``{"document": document}`` for the position of a document, whose generator the chance to come is drawn
            from; ``{"actions": [...]}`` for the one that actions lead to after the deal, numbers or texts, as
            :attr:`Session.decisions` keeps them.

    Returns:
        An array of the one record, (1,).

    Raises:
        TypeError: the actions are not a list of integers and texts.
        ValueError: there are other options or both; the document is not one of a game with this configuration; an
            action is not legal; or the game is over.
    """
    if list(options) == ["document"]:
        states = game.of_document(options["document"])
        game.check_configured(states)
    elif list(options) == ["actions"]:
        session = Session(game)
        session.reset(seed)
        if not isinstance(options["actions"], list | tuple | np.ndarray):
            raise TypeError(f"actions are a list of numbers and texts, not {shown(options['actions'])}")
        for k, action in enumerate(options["actions"]):
            try:
                session.step(game.parse_action(session.states, 0, action) if isinstance(action, str) else action)
            except (ResetNeeded, ValueError) as error:
                raise ValueError(f"actions[{k}] cannot be played: {error}") from None
        states = session.states
    else:
        raise ValueError(f"unknown options {sorted(map(str, options))}; allowed is one of {', '.join(POSITIONS)}")
    if game.seat_to_act(states, 0) == NONE:
        raise ValueError("the game is over in the position that is given")
    return states


def print_ansi(text: str) -> None:
    """Print a text with ANSI colours, without these where standard output does not show them or NO_COLOR is set."""
    from rich.console import Console  # takes a while, and few games are printed
    from rich.text import Text

    console = Console()
    print(text if console.color_system and not console.no_color else Text.from_ansi(text).plain)
