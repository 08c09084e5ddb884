"""What can happen in a game of Scythe, as the events of a log, with texts for people who know the board game.

Names are those of documents and actions: factions, hexes, resources, abilities. Templates say what events are.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from ..core import events
from ..core.events import Decided, DecidedInSecret, Event, Told, known_to

__all__ = ["Decided", "DecidedInSecret", "Event"]

Cards = Mapping[str, int]
"""Combat cards: how many of each value."""


def _cards(cards: Cards) -> str:
    """Combat cards as ``2, 2, 5``."""
    return ", ".join(value for value, number in cards.items() for _ in range(number)) or "none"


def _good(good: str, change: int, now: int) -> str:
    """A change, and in parentheses the new value."""
    if good == "coins":
        return f"{'+' if change > 0 else '-'}${abs(change)} (${now})"
    return f"{change:+d} {good} ({now})"


FORMATS = {
    **Told.formats,
    "and": " and ".join,
    "arms": lambda rearmed: "arms" if rearmed else "places",
    "cards": _cards,
    "dealt": lambda number: f"{number} combat card{'s' * (number != 1)}",
    "goods": lambda changes: ", ".join(_good(good, *change) for good, change in changes.items()),
    "listed": lambda amounts: ", ".join(f"{number} {name}" for name, number in amounts.items()),
    "many": lambda number: f"{number} " if number > 1 else "",
    "players": lambda seats: f"{len(seats)} player{'s' * (len(seats) > 1)}",
    "signed": lambda amounts: ", ".join(f"{number:+d} {name}" for name, number in amounts.items()),
    "why": lambda status: "by a sixth star" if status == "ended" else "by the limit of rounds",
}


@dataclass(frozen=True, slots=True)
class Happened(Event):
    """An event of Scythe."""

    formats = FORMATS


@dataclass(frozen=True, slots=True)
class OfSeat(Happened):
    """An event of the seat of a faction."""

    faction: str


@dataclass(frozen=True, slots=True)
class Start(Told):
    formats = FORMATS
    template = (
        "{faction:title} ({mat}): ${coins}, {power} power, {popularity} popularity, {combat_cards:dealt}"
        "{hand:cards| (|)}{objectives:and|; objectives }"
    )
    faction: str
    mat: str
    coins: int
    power: int
    popularity: int
    combat_cards: int
    hand: Cards | None = field(metadata=known_to("faction"))
    objectives: tuple[str, ...] | None = field(metadata=known_to("faction"))


@dataclass(frozen=True, slots=True)
class AutomaStart(Told):
    formats = FORMATS
    template = "{faction:title} (Automa of level {level}): ${coins}, {power} power, {combat_cards:dealt}"
    faction: str
    level: int
    coins: int
    power: int
    combat_cards: int


@dataclass(frozen=True, slots=True)
class LogBegan(Happened):
    """The log begins; with the first decision of a game that is the set-up."""

    level = 0
    template = "Scythe with {seats:players}; structure bonus: {tile}{seats:lines}"
    tile: str
    seats: tuple[Start | AutomaStart, ...]


@dataclass(frozen=True, slots=True)
class TurnBegan(Happened):
    mark = "turn"
    level = 0
    template = "\nRound {round}, {faction:title}"
    round: int
    faction: str


@dataclass(frozen=True, slots=True)
class AutomaDrew(OfSeat):
    """An Automa drew the card of its turn; ``move`` is the symbol carried out and what its unit did, if any was."""

    template = "{faction:title}: draws Automa card {card}: {move:|||nothing moves}"
    card: int
    move: str | None


@dataclass(frozen=True, slots=True)
class TrackerMoved(OfSeat):
    """The token of an Automa's star tracker moved to a space, from 1; ``stars`` are all that it has placed."""

    template = "{faction:title}: star tracker on space {space} ({stars} of 6 stars)"
    space: int
    stars: int


@dataclass(frozen=True, slots=True)
class Returned(OfSeat):
    """A unit of an Automa went back to its faction mat."""

    template = "{faction:title}: {unit} from {origin} to the faction mat"
    unit: str
    origin: str


@dataclass(frozen=True, slots=True)
class Moved(OfSeat):
    """A unit made a step, with its cargo."""

    template = "{faction:title}: {unit} {origin} -> {place}{cargo:listed| with }"
    unit: str
    origin: str
    place: str
    workers: int
    tokens: Mapping[str, int]

    @property
    def cargo(self) -> Mapping[str, int]:
        """What went along, by name."""
        return ({f"worker{'s' * (self.workers > 1)}": self.workers} if self.workers else {}) | dict(self.tokens)


@dataclass(frozen=True, slots=True)
class Went(OfSeat):
    """Units changed their place in another way: sent home, retreated, relocated."""

    template = "{faction:title}: {number:many}{unit}{number:s} from {origin} to {place}"
    unit: str
    number: int
    origin: str
    place: str


@dataclass(frozen=True, slots=True)
class Tokens(Happened):
    """Resource tokens came to a place (positive) or left it."""

    template = "{amounts:signed} on {place}"
    place: str
    amounts: Mapping[str, int]


@dataclass(frozen=True, slots=True)
class Goods(OfSeat):
    """Coins, power or popularity of a seat changed; values are pairs of the change and the new value."""

    template = "{faction:title}: {changes:goods}"
    changes: Mapping[str, tuple[int, int]]


@dataclass(frozen=True, slots=True)
class CardsDrawn(OfSeat):
    """A seat drew combat cards; ``now`` is the size of its hand."""

    template = "{faction:title}: draws {number} combat card{number:s}{cards:cards|: } ({now} in hand)"
    number: int
    cards: Cards | None = field(metadata=known_to("faction"))
    now: int


@dataclass(frozen=True, slots=True)
class CardsDrawnUnseen(CardsDrawn):
    """The same of an Automa, whose hand nobody sees (A9)."""

    cards: Cards | None = field(metadata=known_to())


@dataclass(frozen=True, slots=True)
class CardsDiscarded(OfSeat):
    """Combat cards of a seat went to the discard pile, face up, outside a combat; ``now`` is the size of its hand."""

    template = "{faction:title}: discards combat cards {cards:cards} ({now} in hand)"
    cards: Cards
    now: int


@dataclass(frozen=True, slots=True)
class CardStolen(Happened):
    """A combat card changed hands; its value is known to these two only."""

    template = "{thief:title}: takes a combat card{value:| of value } from {owner:title}"
    thief: str
    owner: str
    value: str | None = field(metadata=known_to("thief", "owner"))


@dataclass(frozen=True, slots=True)
class NewWorkers(OfSeat):
    """Workers came from the mat, where ``left`` are left."""

    template = "{faction:title}: +{number} worker{number:s} on {place} ({left} on the mat)"
    number: int
    place: str
    left: int


@dataclass(frozen=True, slots=True)
class Upgraded(OfSeat):
    template = "{faction:title}: upgrades {benefit}, {cost} costs 1 less"
    benefit: str
    cost: str


@dataclass(frozen=True, slots=True)
class Deployed(OfSeat):
    template = "{faction:title}: deploys {mech} on {place}"
    mech: str
    place: str


@dataclass(frozen=True, slots=True)
class Built(OfSeat):
    template = "{faction:title}: builds the {structure} on {place}"
    structure: str
    place: str


@dataclass(frozen=True, slots=True)
class Enlisted(OfSeat):
    template = "{faction:title}: enlists the recruit of {section}, one-time bonus {bonus}"
    section: str
    bonus: str


@dataclass(frozen=True, slots=True)
class StarPlaced(OfSeat):
    """A seat placed a star and has ``stars`` now."""

    mark = "star"
    template = "{faction:title}: * star for {goal} ({stars} of 6)"
    goal: str
    stars: int


@dataclass(frozen=True, slots=True)
class ObjectiveRevealed(OfSeat):
    template = "{faction:title}: reveals objective {objective}"
    objective: str


@dataclass(frozen=True, slots=True)
class TokenPlaced(OfSeat):
    """Albion placed a flag, or Togawa a trap or armed one again; ``takes`` is what the trap takes."""

    template = "{faction:title}: {rearmed:arms} {takes:|the | trap|a flag} on {place}"
    place: str
    takes: str | None
    rearmed: bool


@dataclass(frozen=True, slots=True)
class TrapSprung(Happened):
    template = "The {takes} trap on {place} springs"
    place: str
    takes: str


@dataclass(frozen=True, slots=True)
class EncounterDrawn(OfSeat):
    template = "{faction:title}: draws encounter {number}{options:lines}"
    number: int
    options: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class FactoryCardTaken(OfSeat):
    template = "{faction:title}: takes Factory card {number} ({card})"
    number: int
    card: str


@dataclass(frozen=True, slots=True)
class HandSeen(OfSeat):
    template = "{faction:title}: looks at the combat cards of {owner:title}{hand:cards|: }"
    owner: str
    hand: Cards | None = field(metadata=known_to("faction", "owner"))


@dataclass(frozen=True, slots=True)
class CombatBegan(Happened):
    mark = "combat"
    template = "Combat on {place}: {attacker:title} attacks {defender:title}"
    place: str
    attacker: str
    defender: str


@dataclass(frozen=True, slots=True)
class Side(Told):
    formats = FORMATS
    template = "{faction:title} dial {dial}, cards {cards:cards} = {total}"
    faction: str
    dial: int
    cards: Cards

    @property
    def total(self) -> int:
        """Dial and cards."""
        return self.dial + sum(int(value) * number for value, number in self.cards.items())


@dataclass(frozen=True, slots=True)
class CombatDecided(Happened):
    template = "Combat on {place}: {attacker}; {defender}: {winner:title} wins"
    place: str
    attacker: Side
    defender: Side
    winner: str


@dataclass(frozen=True, slots=True)
class GameOver(events.GameOver):
    formats = FORMATS
