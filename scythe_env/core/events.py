"""What happens in a game as the events of a log: each a dataclass with a text template and fields, some of them secret.

A template is a format string over the fields and properties of its event. A field may be followed by how to format
it: ``{cards:listed| (|)|none}`` passes the field to the formatter ``listed`` of the event's ``formats`` (without a
name, to ``str``) and puts `` (`` and ``)`` around the result, or writes ``none`` if the result is empty. A field
that is None does not produce text: ``{value:| of value }`` is left out if the value is unknown.

A secret field says with :func:`known_to` who knows it; :meth:`Told.seen_by` gives an event as a player, or a spectator,
may know it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from string import Formatter
from typing import Any, ClassVar, Final, Self

from .steps import Step

_KNOWN_TO: Final = "known_to"


def known_to(*players: str) -> dict[str, Any]:
    """Metadata of a field that is known only to the players named in these fields of its event; to nobody without."""
    return {_KNOWN_TO: players}


def table(header: Iterable[str], rows: Iterable[Iterable[Any]]) -> str:
    """A table as text, the first column left-aligned, the others right-aligned."""
    lines = [[str(cell) for cell in row] for row in (header, *rows)]
    widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
    return "\n".join("  ".join([row[0].ljust(widths[0]), *map(str.rjust, row[1:], widths[1:])]) for row in lines)


def ranked(scores: Iterable[Mapping[str, Any]]) -> str:
    """Scores, a dictionary of parts, total and rank each, as a table, the winner first."""
    rows = sorted(scores, key=lambda score: score["rank"])
    header = (column.replace("_", " ") for column in rows[0])
    return table(header, ([str(cell).title() for cell in row.values()] for row in rows))


class _Template(Formatter):
    """Fills in the template of an event."""

    def format_field(self, value: Any, spec: str) -> str:
        told, field_value = value
        name, before, after, otherwise = [*spec.split("|"), "", "", ""][:4]
        text = "" if field_value is None else (told.formats[name] if name else str)(field_value)
        return f"{before}{text}{after}" if text else otherwise

    def get_value(self, key: int | str, args: Any, kwargs: Any) -> Any:
        return args[0], getattr(args[0], str(key))


_TEMPLATE: Final = _Template()


@dataclass(frozen=True, slots=True)
class Told:
    """Something that has a text made from a template; an event, or a part of one.

    Attributes:
        template: the text, as the module describes.
        formats: functions from the value of a field to a text, by their names in the template.
    """

    template: ClassVar[str]
    formats: ClassVar[Mapping[str, Callable[[Any], str]]] = {
        "title": str.title,
        "commas": ", ".join,
        "lines": lambda values: "".join(f"\n  {value}" for value in values),
        "s": lambda number: "s" if number > 1 else "",
        "forced": lambda forced: " (forced)" if forced else "",
        "scores": ranked,
    }

    def text(self) -> str:
        """One or more lines without indentation."""
        return _TEMPLATE.vformat(self.template, (self,), {})

    def __str__(self) -> str:
        return self.text()

    def seen_by(self, player: str | None) -> Self:
        """The same as the player of this name, or a spectator (None), may know it."""
        changes: dict[str, Any] = {}
        for one in fields(self):
            value = getattr(self, one.name)
            owners = one.metadata.get(_KNOWN_TO)
            if owners is not None and player not in [getattr(self, owner) for owner in owners]:
                changes[one.name] = None
            elif isinstance(value, tuple) and value and isinstance(value[0], Told):
                changes[one.name] = tuple(part.seen_by(player) for part in value)
        return replace(self, **changes) if changes else self


@dataclass(frozen=True, slots=True)
class Event(Told):
    """Something that happened.

    Attributes:
        level: how far its text is indented.
        mark: what people look for in a game where this happens, such as "combat"; empty for what is not worth a mark.
    """

    level: ClassVar[int] = 2
    mark: ClassVar[str] = ""

    def is_seen_by(self, player: str | None) -> bool:
        """Whether the player of this name, or a spectator (None), may know that it happened."""
        return True


@dataclass(frozen=True, slots=True)
class Decided(Event):
    """A player chose an action; ``about`` is what the decision was about, such as a place or a resource.

    Whether it was ``forced`` may depend on what the others cannot see, so they are not told.
    """

    level = 1
    template = "{player:title} > {decision}{about:commas| (|)}: {action:|||(hidden)}{forced:forced}"
    player: str
    decision: str
    about: tuple[str, ...]
    action: str | None
    forced: bool | None = field(metadata=known_to("player"))


@dataclass(frozen=True, slots=True)
class DecidedInSecret(Decided):
    """A player chose an action that the others learn later."""

    action: str | None = field(metadata=known_to("player"))


@dataclass(frozen=True, slots=True)
class DecidedUnseen(Decided):
    """A player chose an action, and the others are not told that there was something to choose."""

    def is_seen_by(self, player: str | None) -> bool:
        """Whether it is the one who chose."""
        return player == self.player


@dataclass(frozen=True, slots=True)
class GameOver(Event):
    """The game is over; ``scores`` are in seat order, one dictionary of parts, total and rank per seat.

    The format ``why`` tells in the words of a game what ended it.
    """

    level = 0
    template = "\nThe game ends in round {round} {status:why}\n{scores:scores}"
    status: str
    round: int
    scores: Sequence[Mapping[str, Any]]


def decided(step: Step, player: str, about: tuple[str, ...], action: str, forced: bool) -> Decided:
    """The event of a choice in a decision, as its row says who may know it."""
    kind = DecidedUnseen if step.unseen(action) else DecidedInSecret if step.secret else Decided
    return kind(player, step.text, about, action, forced)
