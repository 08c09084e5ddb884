"""What happened in a game as events for its log, derived from the record before and after an action without the rules.

Of hands everybody is told how many cards of which kind come and go; which cards came, only the seat that holds them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

import numpy as np

from ...core import events
from ...core.events import Event, decided, known_to
from ...core.fields import Record
from ..components import FACES, FACTIONS, PLAIN_GOODS, RAZE_GOODS
from ..constants import BUILT, COLLECTED, DEAL, FOUNDATION, MARKER, MERCHANTS, NONE, NUM_COMMON_FACES, UNDER_GATE
from ..steps import PICK, PRODUCE, TABLE, TURN
from ..tables import FACE_OF
from .view import routes_of

_VIRTUAL: Final = "virtual player"
_COUNTS: Final = (*PLAIN_GOODS, "defence", "common card", "faction card")

_MOVES: Final[Mapping[tuple[int, int], str]] = {
    (NONE, BUILT): "{card} is built",
    (NONE, FOUNDATION): "{card} is a foundation",
    (NONE, DEAL): "{card} is a deal",
    (NONE, UNDER_GATE): "{card} lies under the Gate",
    (BUILT, NONE): "{card} is lost",
    (BUILT, FOUNDATION): "{card} is razed and a foundation",
    (BUILT, COLLECTED): "{card} goes to the collection",
    (FOUNDATION, NONE): "the foundation {card} is used up",
    (DEAL, NONE): "the deal of {card} is gone",
    (DEAL, BUILT): "{card} is built from a deal",
    (DEAL, DEAL): "the deal of {card} goes to {owner}",
    (UNDER_GATE, NONE): "{card} leaves the Gate",
}
"""What it is called that a card goes from one place on the table to another, perhaps to another owner."""


def _changes(changes: Mapping[str, tuple[int, int]]) -> str:
    """Changes of numbers, and in parentheses the new values."""
    return ", ".join(f"{change:+d} {name} ({now})" for name, (change, now) in changes.items())


FORMATS: Final[Mapping[str, Callable[[Any], str]]] = {
    **Event.formats,
    "changes": _changes,
    "titles": lambda names: ", ".join(name.title() for name in names),
    "why": lambda status: "after the last round" if status == "ended" else "by the limit of decisions",
}


@dataclass(frozen=True, slots=True)
class Happened(Event):
    """An event of Imperial Settlers."""

    formats = FORMATS


@dataclass(frozen=True, slots=True)
class LogBegan(Happened):
    """The log begins."""

    level = 0
    template = "Imperial Settlers with {players:titles}"
    players: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Held(Happened):
    """A hand where the log begins."""

    template = "{player:title}: {number} cards in hand{cards:commas| (|)}"
    player: str
    number: int
    cards: tuple[str, ...] | None = field(metadata=known_to("player"))


@dataclass(frozen=True, slots=True)
class RoundBegan(Happened):
    """A round began."""

    level = 0
    mark = "round"
    template = "\nRound {round}, {first:title} first"
    round: int
    first: str


@dataclass(frozen=True, slots=True)
class TurnBegan(Happened):
    """A turn began."""

    level = 0
    mark = "turn"
    template = "\nRound {round}, {player:title}"
    round: int
    player: str


@dataclass(frozen=True, slots=True)
class LaidOpen(Happened):
    """Cards of the Lookout; ``cards`` are all that lie open."""

    template = "Open cards: {cards:commas}"
    cards: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Changed(Happened):
    """Goods, tokens and hand cards of a seat became more or fewer; ``why`` is the part of the round that did it."""

    template = "{player:title}{why:| (|)}: {changes:changes}"
    player: str
    why: str | None
    changes: Mapping[str, tuple[int, int]]


@dataclass(frozen=True, slots=True)
class Drew(Happened):
    """Which cards came to a hand, for its seat alone."""

    template = "{player:title}: new in hand {cards:commas}"
    player: str
    cards: tuple[str, ...]

    def is_seen_by(self, player: str | None) -> bool:
        """Whether it is the one who holds them."""
        return player == self.player


@dataclass(frozen=True, slots=True)
class OnTable(Happened):
    """Something happened to a card on the table."""

    template = "{player:title}: {what}"
    player: str
    what: str


@dataclass(frozen=True, slots=True)
class Built(OnTable):
    """A location came to the table."""

    mark = "building"


@dataclass(frozen=True, slots=True)
class Lost(OnTable):
    """A location left the table or was turned over."""

    mark = "loss"


@dataclass(frozen=True, slots=True)
class Attacked(Happened):
    """The virtual player opened an attack card."""

    mark = "attack"
    template = "Attack card: {target}"
    target: str


@dataclass(frozen=True, slots=True)
class GameOver(events.GameOver):
    """The game is over."""

    formats = FORMATS


def beginning(state: Record) -> Iterator[Event]:
    """The events with which a log begins."""
    names = _names(state)
    yield LogBegan(tuple(names[: state["players"]]))
    for seat in range(state["players"]):
        yield Held(names[seat], int(state["hand"][seat].sum()), _faces(state["hand"][seat]))
    yield RoundBegan(int(state["round"]), names[state["first"]])
    if state["open"].any():
        yield LaidOpen(_faces(state["open"]))
    if TURN in _stack(state):
        yield TurnBegan(int(state["round"]), names[state["active"]])


def changes(before: Record, after: Record, action: str, forced: bool) -> Iterator[Event]:
    """The events between the record before an action, given by its text, and the record after it, but for the end."""
    step, seat = TABLE[int(before["decision"])], int(before["seat_to_act"])
    names = _names(before)
    yield decided(step, names[seat], TABLE.subject(before), action, forced)
    for card in np.flatnonzero((before["place"] != after["place"]) | (before["owner"] != after["owner"])).tolist():
        yield from _moved(before, after, card, names)
    for card in range(len(FACE_OF)):
        yield from _marked(before, after, card, names)
    for k in range(int(before["players"])):
        yield from _seat(before, after, (seat + k) % int(before["players"]), names)
    for good, number in enumerate((before["attack_deck"] - after["attack_deck"]).tolist()):
        for _ in range(number):
            yield Attacked(RAZE_GOODS[good])
    if before["round"] != after["round"]:
        yield RoundBegan(int(after["round"]), names[after["first"]])
    if (after["open"] > before["open"]).any():
        yield LaidOpen(_faces(after["open"]))
    new = (before["round"], before["active"]) != (after["round"], after["active"])
    if TURN in _stack(after) and (new or TURN not in _stack(before)):
        yield TurnBegan(int(after["round"]), names[after["active"]])


def _names(state: Record) -> list[str]:
    """What the parties are called."""
    return [*(FACTIONS[faction] for faction in state["faction"][: state["players"]]), _VIRTUAL]


def _faces(row: Any) -> tuple[str, ...]:
    """The names of counted cards."""
    return tuple(FACES[face] for face, n in enumerate(row.tolist()) for _ in range(n))


def _stack(state: Record) -> list[int]:
    return state["step_kind"][: state["depth"]].tolist()  # type: ignore[no-any-return]


def _moved(before: Record, after: Record, card: int, names: Sequence[str]) -> Iterator[Event]:
    """A card came to the table, left it or changed its place there; nobody knows the markers of Trade Routes."""
    past, now = int(before["place"][card]), int(after["place"][card])
    if MARKER in (past, now):
        return
    owner, to = (int(state["owner"][card]) for state in (before, after))
    kind = Built if now == BUILT else Lost if past == BUILT else OnTable
    what = _MOVES[past, now].format(card=FACES[FACE_OF[card]], owner=names[to].title())
    yield kind(names[to if owner == NONE else owner], what)


def _marked(before: Record, after: Record, card: int, names: Sequence[str]) -> Iterator[Event]:
    """What was laid on a location, and who took it over or blocked it."""
    if after["place"][card] != BUILT:
        return
    owner, name = names[after["owner"][card]], FACES[FACE_OF[card]]
    if after["guard"][card] > before["guard"][card]:
        yield OnTable(owner, f"{name} is protected")
    if after["blocked"][card] > before["blocked"][card]:
        yield OnTable(owner, f"{name} is blocked")
    if after["taken_by"][card] not in (NONE, before["taken_by"][card]):
        yield OnTable(owner, f"{name} is taken over by {names[after['taken_by'][card]].title()}")
    for faction, past, now in zip(MERCHANTS, routes_of(before, card), routes_of(after, card), strict=False):
        if now != past:
            yield OnTable(faction, f"a Trade Route to {name} of {owner.title()} {'begins' if now > past else 'ends'}")


def _counts(state: Record, seat: int) -> list[int]:
    """Goods, tokens, and cards in hand by kind."""
    hand = state["hand"][seat]
    common = int(hand[:NUM_COMMON_FACES].sum())
    return [*state["goods"][seat].tolist(), int(state["defence"][seat]), common, int(hand.sum()) - common]


def _seat(before: Record, after: Record, seat: int, names: Sequence[str]) -> Iterator[Event]:
    """What became more or fewer for a seat, and its new cards unless it took them where all could see."""
    pairs = zip(_COUNTS, _counts(before, seat), _counts(after, seat), strict=True)
    changed = {name: (now - past, now) for name, past, now in pairs if past != now}
    if changed:
        yield Changed(names[seat], _why(before, after, seat), changed)
    new = np.maximum(after["hand"][seat] - before["hand"][seat], 0)
    if before["decision"] == PICK and seat == before["seat_to_act"]:
        new[:NUM_COMMON_FACES] -= np.maximum(before["open"] - after["open"], 0) > 0
    if (new > 0).any():
        yield Drew(names[seat], _faces(new))


def _why(before: Record, after: Record, seat: int) -> str | None:
    """The part of the round that changed what a seat has, where it was not a decision."""
    if before["round"] != after["round"]:
        return "end of the round"

    def produces(state: Record) -> bool:
        kinds, seats = _stack(state), state["step_seat"].tolist()
        return (PRODUCE, seat) in zip(kinds, seats, strict=False)

    return "production" if produces(before) and not produces(after) else None
