"""What lies on the table: cards, players, decks, and who controls, knows and draws what."""

from __future__ import annotations

from collections import Counter
from collections.abc import Generator, Iterable
from dataclasses import dataclass, field
from typing import TypeVar

from .chance import Dice
from .components import COMMON, Board, Face, boards

Thing = TypeVar("Thing")

VIRTUAL = 1  # the party of the virtual player, who takes the second seat of a solo game
ROUNDS = 5


class RefereeError(Exception):
    """The referee was told something that cannot have happened."""


class GameEndError(Exception):
    """The game is cut off here."""


@dataclass(frozen=True)
class Ask:
    """A decision: who is asked what, and the answers that are legal."""

    seat: int
    decision: str
    options: tuple[str, ...]


Deciding = Generator[Ask, str, None]
Choosing = Generator[Ask, str, str]
Choice = Generator[Ask, str, Thing]


def ask(seat: int, decision: str, options: Iterable[str]) -> Choosing:
    """Ask a seat and return its answer."""
    answer = yield Ask(seat, decision, tuple(dict.fromkeys(options)))
    return answer


@dataclass
class Options:
    """The set-up and the rule options, by the names of the configuration."""

    lookout: str = "standard"
    peaceful: bool = False
    reshuffle_factions: bool = False
    gold_on_shrine: bool = False
    routes_outlive_locations: bool = False
    robbers_hit_routes: bool = False
    reset_activates: bool = False
    chapel_keeps_vp: bool = False
    play_forced: bool = True
    max_decisions: int = 4000


@dataclass(eq=False)
class Card:
    """A location in play, and what lies on it."""

    face: Face
    owner: int
    taken_by: int | None = None
    guard: bool = False  # a defence token, on a faction location a samurai
    blocked: bool = False
    uses: int = 0  # this round
    under: list[Face] = field(default_factory=list)  # hand cards under a Gate

    @property
    def controller(self) -> int:
        """For whom it works: who marked it by Temple of Ra, else its owner (S86)."""
        return self.owner if self.taken_by is None else self.taken_by


@dataclass(eq=False)
class Deal:
    """A deal of a player: a card under the board, a Trade Route's with a location, or an attack card."""

    face: Face | None = None
    location: Card | None = None
    marker: Face | None = None
    good_of_card: str | None = None

    @property
    def is_route(self) -> bool:
        """Whether it was made by Trade Route."""
        return self.location is not None

    @property
    def good(self) -> str:
        """What it brings."""
        if self.good_of_card is not None:
            return self.good_of_card
        face = self.face or self.location.face  # type: ignore[union-attr]  # one of the three
        assert face.deal is not None
        return face.deal

    @property
    def name(self) -> str:
        """What it is called when it is chosen."""
        return self.good_of_card or (self.face or self.location.face).name  # type: ignore[union-attr]


@dataclass(eq=False)
class Player:
    """What a player has."""

    seat: int
    board: Board
    goods: Counter[str] = field(default_factory=Counter)
    defence: int = 0
    hand: Counter[Face] = field(default_factory=Counter)
    known: Counter[Face] = field(default_factory=Counter)  # at least these are in hand, as everybody knows
    known_to_right: Counter[Face] = field(default_factory=Counter)
    passed: bool = False
    deals: list[Deal] = field(default_factory=list)
    foundations: list[Face] = field(default_factory=list)  # the oldest first
    in_front: list[Face] = field(default_factory=list)
    kept: Face | None = None

    def lose(self, face: Face) -> None:
        """Let a card leave the hand in the open: less is known of the rest (section O)."""
        if not self.hand[face]:
            raise RefereeError(f"{face.name} is not in hand")
        for cards in (self.hand, self.known, self.known_to_right):
            if cards[face]:
                cards[face] -= 1


@dataclass(eq=False)
class Table:
    """One game."""

    options: Options
    players: list[Player]
    dice: Dice
    locations: list[Card] = field(default_factory=list)
    deck: dict[str, Counter[Face]] = field(default_factory=dict)
    discard: dict[str, Counter[Face]] = field(default_factory=dict)
    open: Counter[Face] = field(default_factory=Counter)
    status: str = "running"
    round: int = 0
    first: int = 0
    active: int | None = None
    shrine: int = 0  # resources on it
    attack_deck: Counter[str] = field(default_factory=Counter)
    line: list[str] = field(default_factory=list)  # open attack cards, the first target first
    collection: list[Face] = field(default_factory=list)
    built: Counter[Face] = field(default_factory=Counter)  # what happened in the game, for its tally
    carried_out: Counter[str] = field(default_factory=Counter)

    def __post_init__(self) -> None:
        decks = (COMMON, *(player.board.deck for player in self.players))
        for deck in decks:
            self.deck[deck], self.discard[deck] = Counter(), Counter()

    # -- seats ---------------------------------------------------------------------------------------------------------
    @property
    def solo(self) -> bool:
        """Whether the virtual player is the opponent."""
        return len(self.players) == 1

    def clockwise(self, start: int) -> list[int]:
        """All seats from one on."""
        return [(start + k) % len(self.players) for k in range(len(self.players))]

    def opponents(self, seat: int) -> list[int]:
        """The opponents who may be targets, clockwise: those who have not passed (S32)."""
        if self.solo:
            return [VIRTUAL]
        return [other for other in self.clockwise(seat)[1:] if not self.players[other].passed]

    def own(self, seat: int, row: str | None = None) -> list[Card]:
        """The locations that a party controls, of one kind of ability on request."""
        return [card for card in self.locations if card.controller == seat and row in (None, card.face.design.row)]

    def having(self, seat: int, op: str) -> list[Card]:
        """The locations of a party with an effect."""
        return [card for card in self.own(seat) if card.face.effect(op) is not None]

    def count(self, seat: int, what: str) -> int:
        """How many of what an effect counts a player has: samurai, or locations of a colour (S42, S80)."""
        if what == "samurai":
            return sum(card.guard and not card.face.common for card in self.own(seat))
        return sum(card.face.fits(what) for card in self.own(seat))

    # -- drawing and discarding ----------------------------------------------------------------------------------------
    def has(self, deck: str) -> bool:
        """Whether a card can be drawn from a deck (S15)."""
        renewed = deck == COMMON or self.options.reshuffle_factions
        return self.deck[deck].total() > 0 or (renewed and self.discard[deck].total() > 0)

    def draw(self, deck: str) -> Face | None:
        """Draw a card; an empty deck is renewed when a card has to come from it."""
        if not self.has(deck):
            return None
        if not self.deck[deck].total():
            self.deck[deck], self.discard[deck] = self.discard[deck], Counter()
        face = self.dice.draw(self.deck[deck], lambda face: face.number)
        self.deck[deck][face] -= 1
        return face

    def open_cards(self, number: int) -> None:
        """Lay cards open until so many lie there, as far as there are any."""
        while self.open.total() < number and (face := self.draw(COMMON)) is not None:
            self.open[face] += 1

    def put_away(self, face: Face) -> None:
        """Put a card onto the discard pile of its kind (S14)."""
        self.discard[face.design.deck][face] += 1

    def discard_hand(self, seat: int, face: Face) -> None:
        """Discard a hand card."""
        self.players[seat].lose(face)
        self.put_away(face)

    # -- locations and deals -------------------------------------------------------------------------------------------
    def leave(self, card: Card) -> None:
        """Take a location out of play; what lies on it is lost (S37), and Trade Routes to it end."""
        self.locations.remove(card)
        for face in card.under:
            self.put_away(face)
        if card.face.effect("deposit") and not card.face.abilities("own_turn")[0].effects[0]["vp_each"]:
            self.shrine = 0
        if not self.options.routes_outlive_locations:
            for player in self.players:
                for deal in [deal for deal in player.deals if deal.location is card]:
                    self.end_deal(player, deal)

    def remove(self, card: Card) -> None:
        """Discard a location."""
        self.leave(card)
        self.put_away(card.face)

    def take_deal(self, player: Player, deal: Deal) -> Deal:
        """Take a deal from under a board."""
        player.deals.remove(deal)
        return deal

    def end_deal(self, player: Player, deal: Deal) -> None:
        """Discard a deal: its card, or the marker of a Trade Route (S78); attack cards leave the game (S127)."""
        self.take_deal(player, deal)
        for face in (deal.face, deal.marker):
            if face is not None:
                self.put_away(face)


def new_table(options: Options, factions: list[str], dice: Dice) -> Table:
    """A table on which nothing lies yet."""
    return Table(options, [Player(seat, boards()[faction]) for seat, faction in enumerate(factions)], dice)
