"""What can happen in a game, as the events of a log. Each event has a text for people who know the board game.

Names are those of documents and actions: factions, hexes, resources, abilities. Where an event holds something secret,
that field is ``None`` in the log of a spectator.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

Cards = Mapping[str, int]
"""Combat cards: how many of each value."""


def listed(amounts: Mapping[str, int]) -> str:
    """Amounts as ``2 metal, 1 oil``."""
    return ", ".join(f"{number} {name}" for name, number in amounts.items())


def cards_text(cards: Cards) -> str:
    """Combat cards as ``2, 2, 5``."""
    return ", ".join(value for value, number in cards.items() for _ in range(number)) or "none"


def table(header: Iterable[str], rows: Iterable[Iterable[Any]]) -> str:
    """A table as text, the first column to the left, the others to the right."""
    lines = [[str(cell) for cell in row] for row in (header, *rows)]
    widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
    return "\n".join("  ".join([row[0].ljust(widths[0]), *map(str.rjust, row[1:], widths[1:])]) for row in lines)


@dataclass(frozen=True, slots=True)
class Event:
    """Something that happened; ``level`` is how far its text is indented."""

    level: ClassVar[int] = 2

    def text(self) -> str:
        """One or more lines without indentation."""
        raise NotImplementedError


@dataclass(frozen=True, slots=True)
class Start:
    """A seat at the beginning of the log; hand and objectives are secret."""

    faction: str
    mat: str
    coins: int
    power: int
    popularity: int
    combat_cards: int
    hand: Cards | None
    objectives: tuple[str, ...] | None

    def text(self) -> str:
        """One line."""
        line = (
            f"{self.faction.title()} ({self.mat}): ${self.coins}, {self.power} power, {self.popularity} popularity, "
            f"{self.combat_cards} combat cards"
        )
        if self.hand is not None and self.objectives is not None:
            line += f" ({cards_text(self.hand)}); objectives {' and '.join(self.objectives)}"
        return line


@dataclass(frozen=True, slots=True)
class LogBegan(Event):
    """The log begins; with the first decision of a game that is the set-up."""

    level: ClassVar[int] = 0
    tile: str
    seats: tuple[Start, ...]

    def text(self) -> str:
        """The seats clockwise."""
        head = f"Scythe with {len(self.seats)} player{'s' * (len(self.seats) > 1)}; structure bonus: {self.tile}"
        return "\n".join([head, *(f"  {seat.text()}" for seat in self.seats)])


@dataclass(frozen=True, slots=True)
class TurnBegan(Event):
    """A turn begins."""

    level: ClassVar[int] = 0
    round: int
    faction: str

    def text(self) -> str:
        """The heading of the turn."""
        return f"\nRound {self.round}, {self.faction.title()}"


@dataclass(frozen=True, slots=True)
class Decided(Event):
    """A seat chose an action; ``about`` is what the decision was about, such as a place or a resource.

    Dial and cards of a combat are secret until both sides reveal.
    """

    level: ClassVar[int] = 1
    faction: str
    decision: str
    about: tuple[str, ...]
    action: str | None
    forced: bool

    def text(self) -> str:
        """The decision and what was chosen."""
        about = f" ({', '.join(self.about)})" if self.about else ""
        forced = " (forced)" if self.forced else ""
        return f"{self.faction.title()} > {self.decision}{about}: {self.action or '(hidden)'}{forced}"


@dataclass(frozen=True, slots=True)
class Moved(Event):
    """A unit made a step, with its cargo."""

    faction: str
    unit: str
    origin: str
    place: str
    workers: int
    tokens: Mapping[str, int]

    def text(self) -> str:
        """From where to where, with what."""
        cargo = {"worker" if self.workers == 1 else "workers": self.workers} if self.workers else {}
        cargo |= dict(self.tokens)
        with_cargo = f" with {listed(cargo)}" if cargo else ""
        return f"{self.faction.title()}: {self.unit} {self.origin} -> {self.place}{with_cargo}"


@dataclass(frozen=True, slots=True)
class Went(Event):
    """Units changed their place in another way: sent home, retreated, relocated."""

    faction: str
    unit: str
    number: int
    origin: str
    place: str

    def text(self) -> str:
        """Which units, from where to where."""
        who = self.unit if self.number == 1 else f"{self.number} {self.unit}s"
        return f"{self.faction.title()}: {who} from {self.origin} to {self.place}"


@dataclass(frozen=True, slots=True)
class Tokens(Event):
    """Resource tokens came to a place (positive) or left it."""

    place: str
    amounts: Mapping[str, int]

    def text(self) -> str:
        """The changes by type."""
        return f"{', '.join(f'{number:+d} {name}' for name, number in self.amounts.items())} on {self.place}"


@dataclass(frozen=True, slots=True)
class Goods(Event):
    """Coins, power or popularity of a seat changed; values are pairs of the change and what there is now."""

    faction: str
    changes: Mapping[str, tuple[int, int]]

    def text(self) -> str:
        """The changes, and in brackets what there is now."""
        parts = []
        for good, (change, now) in self.changes.items():
            if good == "coins":
                parts.append(f"{'+' if change > 0 else '-'}${abs(change)} (${now})")
            else:
                parts.append(f"{change:+d} {good} ({now})")
        return f"{self.faction.title()}: {', '.join(parts)}"


@dataclass(frozen=True, slots=True)
class CardsDrawn(Event):
    """A seat drew combat cards; which ones is secret."""

    faction: str
    number: int
    cards: Cards | None
    now: int

    def text(self) -> str:
        """How many, and in brackets the size of the hand."""
        which = "" if self.cards is None else f": {cards_text(self.cards)}"
        plural = "s" * (self.number > 1)
        return f"{self.faction.title()}: draws {self.number} combat card{plural}{which} ({self.now} in hand)"


@dataclass(frozen=True, slots=True)
class CardsDiscarded(Event):
    """Combat cards of a seat went to the discard pile, face up, outside a combat."""

    faction: str
    cards: Cards
    now: int

    def text(self) -> str:
        """The values, and in brackets the size of the hand."""
        return f"{self.faction.title()}: discards combat cards {cards_text(self.cards)} ({self.now} in hand)"


@dataclass(frozen=True, slots=True)
class CardStolen(Event):
    """A combat card changed hands; its value is known to these two only."""

    thief: str
    owner: str
    value: str | None

    def text(self) -> str:
        """Who took from whom."""
        which = "" if self.value is None else f" of value {self.value}"
        return f"{self.thief.title()}: takes a combat card{which} from {self.owner.title()}"


@dataclass(frozen=True, slots=True)
class NewWorkers(Event):
    """Workers came from the mat."""

    faction: str
    number: int
    place: str
    left: int

    def text(self) -> str:
        """How many, where, and how many are left."""
        workers = "worker" if self.number == 1 else "workers"
        return f"{self.faction.title()}: +{self.number} {workers} on {self.place} ({self.left} on the mat)"


@dataclass(frozen=True, slots=True)
class Upgraded(Event):
    """A cube went from a benefit to a cost."""

    faction: str
    benefit: str
    cost: str

    def text(self) -> str:
        """From where to where."""
        return f"{self.faction.title()}: upgrades {self.benefit}, {self.cost} costs 1 less"


@dataclass(frozen=True, slots=True)
class Deployed(Event):
    """A mech came to the board."""

    faction: str
    mech: str
    place: str

    def text(self) -> str:
        """Which, where."""
        return f"{self.faction.title()}: deploys {self.mech} on {self.place}"


@dataclass(frozen=True, slots=True)
class Built(Event):
    """A structure came to the board."""

    faction: str
    structure: str
    place: str

    def text(self) -> str:
        """Which, where."""
        return f"{self.faction.title()}: builds the {self.structure} on {self.place}"


@dataclass(frozen=True, slots=True)
class Enlisted(Event):
    """A recruit left a section for a one-time bonus."""

    faction: str
    section: str
    bonus: str

    def text(self) -> str:
        """Which, for what."""
        return f"{self.faction.title()}: enlists the recruit of {self.section}, one-time bonus {self.bonus}"


@dataclass(frozen=True, slots=True)
class StarPlaced(Event):
    """A seat placed a star."""

    faction: str
    goal: str
    stars: int

    def text(self) -> str:
        """For what, and the number of stars."""
        return f"{self.faction.title()}: * star for {self.goal} ({self.stars} of 6)"


@dataclass(frozen=True, slots=True)
class ObjectiveRevealed(Event):
    """A seat revealed an objective."""

    faction: str
    objective: str

    def text(self) -> str:
        """Which."""
        return f"{self.faction.title()}: reveals objective {self.objective}"


@dataclass(frozen=True, slots=True)
class TokenPlaced(Event):
    """Albion placed a flag, or Togawa a trap or armed one again; ``takes`` is what the trap takes."""

    faction: str
    place: str
    takes: str | None
    rearmed: bool

    def text(self) -> str:
        """Which, where."""
        if self.takes is None:
            return f"{self.faction.title()}: places a flag on {self.place}"
        return f"{self.faction.title()}: {'arms' if self.rearmed else 'places'} the {self.takes} trap on {self.place}"


@dataclass(frozen=True, slots=True)
class TrapSprung(Event):
    """A unit entered an armed trap."""

    place: str
    takes: str

    def text(self) -> str:
        """Which, where."""
        return f"The {self.takes} trap on {self.place} springs"


@dataclass(frozen=True, slots=True)
class EncounterDrawn(Event):
    """An encounter card was drawn."""

    faction: str
    number: int
    options: tuple[str, ...]

    def text(self) -> str:
        """The card."""
        options = (f"\n  {line}" for line in self.options)
        return f"{self.faction.title()}: draws encounter {self.number}{''.join(options)}"


@dataclass(frozen=True, slots=True)
class FactoryCardTaken(Event):
    """A seat took a Factory card."""

    faction: str
    number: int
    card: str

    def text(self) -> str:
        """The card."""
        return f"{self.faction.title()}: takes Factory card {self.number} ({self.card})"


@dataclass(frozen=True, slots=True)
class HandSeen(Event):
    """A seat looked at the hand of another; what it saw is secret."""

    faction: str
    owner: str
    hand: Cards | None

    def text(self) -> str:
        """Whose."""
        what = "" if self.hand is None else f": {cards_text(self.hand)}"
        return f"{self.faction.title()}: looks at the combat cards of {self.owner.title()}{what}"


@dataclass(frozen=True, slots=True)
class CombatBegan(Event):
    """A combat begins."""

    place: str
    attacker: str
    defender: str

    def text(self) -> str:
        """Who fights whom, where."""
        return f"Combat on {self.place}: {self.attacker.title()} attacks {self.defender.title()}"


@dataclass(frozen=True, slots=True)
class Side:
    """What a side of a combat revealed."""

    faction: str
    dial: int
    cards: Cards

    @property
    def total(self) -> int:
        """Dial and cards."""
        return self.dial + sum(int(value) * number for value, number in self.cards.items())

    def text(self) -> str:
        """Dial, cards and total."""
        return f"{self.faction.title()} dial {self.dial}, cards {cards_text(self.cards)} = {self.total}"


@dataclass(frozen=True, slots=True)
class CombatDecided(Event):
    """Both sides of a combat revealed."""

    place: str
    attacker: Side
    defender: Side
    winner: str

    def text(self) -> str:
        """Both sides and the winner."""
        return f"Combat on {self.place}: {self.attacker.text()}; {self.defender.text()}: {self.winner.title()} wins"


@dataclass(frozen=True, slots=True)
class GameOver(Event):
    """The game is over; ``scores`` are in seat order, one dictionary of parts, total and rank a seat."""

    level: ClassVar[int] = 0
    status: str
    round: int
    scores: tuple[Mapping[str, Any], ...]

    def text(self) -> str:
        """The table of scores, the winner first."""
        why = "by a sixth star" if self.status == "ended" else "by the limit of rounds"
        rows = sorted(self.scores, key=lambda score: score["rank"])
        columns = list(rows[0])
        lines = table(columns, ([str(row[key]).title() for key in columns] for row in rows))
        return f"\nThe game ends in round {self.round} {why}\n{lines}"
