"""What lies on the table: players, pieces, decks, the marks of a turn, and who controls what."""

from __future__ import annotations

import random
from collections import Counter, defaultdict
from collections.abc import Callable, Container, Generator, Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeVar

from .components import (
    BOTTOMS,
    CARD_VALUES,
    CUBES,
    GOODS,
    RESOURCES,
    STAR_KINDS,
    STRUCTURES,
    automa_cards,
    automa_data,
    base_of,
    board,
    factions,
    mats,
    trackers,
    tracks,
)

Thing = TypeVar("Thing")


class RefereeError(Exception):
    """The referee was told something that cannot have happened."""


class GameEndError(Exception):
    """The game ends here (R181): all open steps lapse."""


@dataclass(frozen=True)
class Ask:
    """A decision: who is asked what, and the answers that are legal."""

    seat: int
    decision: str
    options: tuple[str, ...]


Deciding = Generator[Ask, str, None]
Choosing = Generator[Ask, str, str]
Counting = Generator[Ask, str, int]


def ask(seat: int, decision: str, options: Iterable[str]) -> Choosing:
    """Ask a seat and return its answer."""
    answer = yield Ask(seat, decision, tuple(dict.fromkeys(options)))
    return answer


def ask_number(seat: int, decision: str, most: int) -> Counting:
    """Ask for a number from 0 to ``most``."""
    return int((yield from ask(seat, decision, map(str, range(most + 1)))))


@dataclass
class Options:
    """The rule options of section Q that play looks at."""

    relentless_factory: bool = True
    camaraderie_always: bool = False
    decline_gains: bool = False
    play_forced: bool = False  # a decision with one legal answer is not asked
    max_rounds: int = 100
    automa_stay_counts: bool = True
    automa_cards_per_unit: bool = False
    automa_scores_resources: bool = True
    automa_places_tokens: bool = True
    ask_automas: bool = False  # an Automa's turn waits for a word, so that somebody can look between two of them


@dataclass
class Config:
    """A set-up: who sits where with which mats, the structure tile, the rule options.

    Automas have no mat; ``automas`` holds their levels by seat.
    """

    factions: list[str]
    mats: list[str | None]
    tile: str = "tunnels_beside"
    automas: dict[int, int] = field(default_factory=dict)
    cooperative: bool = False
    one_deck: bool = False
    options: Options = field(default_factory=Options)


@dataclass
class Deal:
    """What chance dealt at the set-up: objectives and combat hands by seat, the Factory cards in play."""

    objectives: list[list[int]]
    hands: list[dict[int, int]]
    factory_cards: list[int]


@dataclass
class AutomaDeck:
    """Automa cards: those still to be drawn, and the card in use; all others are used."""

    cards: set[int] = field(default_factory=lambda: set(automa_cards()))
    in_use: int | None = None


@dataclass
class Chance:
    """What another engine drew in answer to a decision: the cards as they lie afterwards.

    Where these leave open what was drawn, :meth:`Table.pick` takes what fits best; ``plan`` tells it to take others:
    for each of its picks the number of the one to take. ``own`` holds for Automas that are to be checked when their
    turn is over what nobody else's turn changes: space, coins, workers on the mat.
    """

    hands: list[Counter[int]]
    deck: Counter[int]
    discard: Counter[int]
    encounter_deck: set[int]
    factory_card: list[int | None] = field(default_factory=list)
    traps: dict[str, str] = field(default_factory=dict)
    automa_decks: dict[int, AutomaDeck] = field(default_factory=dict)  # by seat, as what follows
    turn_cards: dict[int, int | None] = field(default_factory=dict)  # what Automas have drawn for their last turns
    own: dict[int, tuple[int, int, int]] = field(default_factory=dict)
    plan: tuple[int, ...] = ()


class Player:
    """A player: the mats, the pieces, the cards."""

    def __init__(self, seat: int, faction: str, mat: str | None, objectives: list[int], hand: dict[int, int]) -> None:
        """Set a player up (R1-R7); an Automa has no player mat (A1, A10, A11)."""
        start = automa_data()["setup"] if mat is None else mats()[mat]
        self.seat, self.faction, self.mat = seat, faction, mat
        self.power: int = factions()[faction]["power"]
        self.popularity: int = start["popularity"]
        self.coins: int = start["coins"]
        self.columns = {column["top"]: column for column in start.get("columns", ())}
        self.hand = Counter({value: number for value, number in hand.items() if number})
        self.objectives = dict.fromkeys(objectives, "in hand")
        self.factory_card: int | None = None
        self.section: str | None = None
        self.cubes: set[str] = set()
        self.boxes = dict.fromkeys(BOTTOMS, 0)
        self.recruits: set[str] = set()
        self.one_time: set[str] = set()
        self.stars: Counter[str] = Counter()
        self.workers_left = 6
        self.character = base_of(faction)
        self.mechs: dict[str, str | None] = dict.fromkeys(factions()[faction]["mechs"])
        self.structures: dict[str, str | None] = dict.fromkeys(STRUCTURES)
        self.workers = Counter(factions()[faction]["workers"])

    @property
    def base(self) -> str:
        """The own home base."""
        return base_of(self.faction)

    @property
    def refuge(self) -> str | None:
        """Where character and mechs retreat to."""
        return self.base

    def has(self, ability: str) -> bool:
        """Whether the mech over an ability has been deployed (R90)."""
        return self.mechs.get(ability) is not None

    def mechs_at(self, place: str) -> list[str]:
        """The own mechs in a place, by slot."""
        return [mech for mech, where in self.mechs.items() if where == place]

    def fighters_at(self, place: str) -> int:
        """The number of own characters and mechs in a place."""
        return len(self.mechs_at(place)) + (self.character == place)

    def units_at(self, place: str) -> int:
        """The number of own units of any type in a place."""
        return self.fighters_at(place) + self.workers[place]

    def structures_at(self, place: str) -> list[str]:
        """The own structures in a place (at most one)."""
        return [structure for structure, where in self.structures.items() if where == place]

    @property
    def cards(self) -> int:
        """The number of combat cards in hand."""
        return self.hand.total()

    @property
    def workers_out(self) -> int:
        """Workers that have left the mat, the ones on the home base included (R178)."""
        return 8 - self.workers_left

    @property
    def mechs_out(self) -> int:
        """Mechs that have left the mat."""
        return sum(where is not None for where in self.mechs.values())

    @property
    def structures_out(self) -> int:
        """Structures that have left the mat."""
        return sum(where is not None for where in self.structures.values())

    def column_of_bottom(self, bottom: str) -> dict[str, Any]:
        """The column of the player mat with a bottom action."""
        return next(column for column in self.columns.values() if column["bottom"] == bottom)

    def move_worker(self, start: str, to: str, number: int = 1) -> None:
        """Put workers from one place to another."""
        if self.workers[start] < number:
            raise RefereeError(f"{self.faction} has no {number} workers in {start}")
        self.workers[start] -= number
        self.workers[to] += number


class Automa(Player):
    """An Automa: a player without a player mat, whom a deck and a star tracker drive. None is its faction mat."""

    def __init__(self, seat: int, faction: str, level: int, hand: dict[int, int], deck: AutomaDeck) -> None:
        """Set an Automa up (A8-A13)."""
        super().__init__(seat, faction, None, [], hand)
        self.level, self.deck, self.space = level, deck, 0
        self.last: dict[str, Any] = {}  # of its last turn: card, and act, unit, from, to of what was carried out

    @property
    def refuge(self) -> None:
        """Its faction mat (A4, A66)."""
        return

    def has(self, ability: str) -> bool:
        """It never uses an ability (A2)."""
        return False

    @property
    def tracker(self) -> Any:
        """The star tracker of its level."""
        return trackers()[self.level]

    @property
    def water_open(self) -> bool:
        """Whether lakes are territories and rivers do not exist for it (A3)."""
        return bool(self.space >= self.tracker["water_open_from"])

    @property
    def scheme(self) -> str:
        """The scheme of its cards that holds (A24, A25)."""
        return "II" if self.space >= self.tracker["scheme_II_at"] else "I"

    @property
    def own(self) -> tuple[int, int, int]:
        """What changes in its own turns only: space, coins, workers on the mat."""
        return self.space, self.coins, self.workers_left

    def units(self) -> list[str]:
        """The places of all its units, base included, each as often as a unit is there."""
        fighters = [self.character, *self.mechs.values()]
        return [*filter(None, fighters), *self.workers.elements()]


@dataclass
class Turn:
    """The marks kept for one turn, and those of its Move action (section R)."""

    coerced: bool = False
    crossed: bool = False
    drove_off: bool = False
    new_recruits: set[str] = field(default_factory=set)
    new_structures: set[str] = field(default_factory=set)
    combats: set[str] = field(default_factory=set)  # territories with a combat due
    moved: set[str] = field(default_factory=set)  # "character" and the mechs that have moved
    walked: Counter[str] = field(default_factory=Counter)  # workers that have walked, by place
    origin: dict[str, str] = field(default_factory=dict)  # where the move of a unit began
    ended: dict[str, str] = field(default_factory=dict)  # where it ended
    came: dict[str, tuple[int, Counter[str]]] = field(default_factory=dict)  # what came to a place with a combat due
    encounter: str | None = None  # territory of the encounter that is due
    asked: set[str] = field(default_factory=set)  # units whose choice of a token (TK1) or re-arming (TK2) is over


class Table:
    """Everything on the table."""

    def __init__(self, config: Config, deal: Deal, seed: int = 0) -> None:
        """Set the game up."""
        self.options = config.options
        self.tile = config.tile
        self.board = board()
        self.random = random.Random(seed)
        self.cooperative = config.cooperative
        one_deck = AutomaDeck()
        self.players: list[Player] = []
        for seat, (faction, mat) in enumerate(zip(config.factions, config.mats, strict=True)):
            if seat in config.automas:
                deck = one_deck if config.one_deck else AutomaDeck()
                self.players.append(Automa(seat, faction, config.automas[seat], deal.hands[seat], deck))
            else:
                self.players.append(Player(seat, faction, mat, deal.objectives[seat], deal.hands[seat]))
        humans = {player.mat: player.seat for player in self.players if player.mat is not None}
        self.first = min(humans.items(), key=lambda human: list(mats()).index(human[0]))[1] if humans else 0
        self.tie_token: str = automa_data()["tie_token"]["start"]  # the faction of the base where it stands
        self.active = self.first
        self.round = 1
        self.status = "running"
        self.tokens: dict[str, Counter[str]] = {place: Counter() for place in self.board.places}
        self.encounters = {h.name for h in self.board.hexes.values() if h.encounter}
        self.faction_tokens: dict[str, str] = {}  # territory: flag, or the good that a trap takes
        self.armed: set[str] = set()
        deck = Counter({2: 16, 3: 12, 4: 8, 5: 6})
        for player in self.players:
            deck -= player.hand
        self.deck, self.discard = deck, Counter[int]()
        self.encounter_card: int | None = None
        self.encounter_deck = set(range(1, 29))  # without the promo cards
        self.factory_cards = set(deal.factory_cards)
        self.turn = Turn()
        self.known: defaultdict[tuple[int, int], Counter[int]] = defaultdict(Counter)  # by knower and owner, for sure
        self.chance: Chance | None = None  # what is drawn until the next decision, where that is told
        self.picks: list[tuple[int, list[bool]]] = []  # since then: the number taken, and which were as likely as any

    # -- seats -----------------------------------------------------------------------------------------------------
    @property
    def player(self) -> Player:
        """The player whose turn it is."""
        return self.players[self.active]

    def others(self, player: Player) -> list[Player]:
        """The other players, clockwise from a player."""
        count = len(self.players)
        return [self.players[(player.seat + step) % count] for step in range(1, count)]

    def neighbours(self, player: Player) -> list[Player]:
        """The left (next) and the right neighbour; with two players one, once (R97, R102)."""
        others = self.others(player)
        return others if len(others) < 2 else [others[0], others[-1]]

    def find(self, faction: str) -> Player | None:
        """The player with a faction, if it is in the game."""
        return next((player for player in self.players if player.faction == faction), None)

    @property
    def automas(self) -> list[Automa]:
        """The Automas, in seat order."""
        return [player for player in self.players if isinstance(player, Automa)]

    def foes(self, automa: Automa) -> list[Player]:
        """The enemies of an Automa, clockwise from it: all others, or the humans in a cooperative game (A36)."""
        return [other for other in self.others(automa) if not (self.cooperative and isinstance(other, Automa))]

    def next_seat(self) -> None:
        """T5: count the round; the next player clockwise."""
        following = (self.active + 1) % len(self.players)
        if following == self.first:
            if self.round == self.options.max_rounds:
                self.status = "truncated"
                return
            self.round += 1
        self.active = following

    # -- control ---------------------------------------------------------------------------------------------------
    def enemies_at(self, player: Player, place: str) -> list[Player]:
        """Other players with a unit in a place. A home base is nobody's target (Q 42)."""
        if self.board.is_base(place):
            return []
        return [other for other in self.others(player) if other.units_at(place)]

    def enemy_fighters_at(self, player: Player, place: str) -> Player | None:
        """The other player with a character or mech in a territory."""
        return next((other for other in self.enemies_at(player, place) if other.fighters_at(place)), None)

    def builder_at(self, place: str) -> Player | None:
        """Whose structure stands in a place."""
        return next((player for player in self.players if player.structures_at(place)), None)

    def controller(self, place: str) -> Player | None:
        """Who controls a territory (R105); newcomers with a combat due do not yet (Q 52)."""
        if self.board.is_base(place):
            return None
        present = [player for player in self.players if player.units_at(place)]
        if place in self.turn.combats:
            present = [player for player in present if player.seat != self.active]
        if len(present) > 1:
            raise RefereeError(f"{[player.faction for player in present]} share {place}")
        return present[0] if present else self.builder_at(place)

    def controlled(self, player: Player) -> list[str]:
        """The territories that a player controls."""
        touched = {player.character, *player.mechs.values(), *player.structures.values(), *player.workers}
        return [place for place in self.board.hexes if place in touched and self.controller(place) is player]

    def with_worker(self, player: Player) -> list[str]:
        """Controlled territories with an own worker."""
        return [place for place in self.controlled(player) if player.workers[place]]

    def tokens_of(self, player: Player, resource: str) -> dict[str, int]:
        """The tokens of a type that a player may spend, by territory (R106-R109)."""
        return {
            place: self.tokens[place][resource] for place in self.controlled(player) if self.tokens[place][resource]
        }

    def own_mine(self, player: Player) -> str | None:
        """The territory of the Mine, if it works already (R58, Q 95)."""
        new = player.seat == self.active and "mine" in self.turn.new_structures
        return None if new else player.structures["mine"]

    def structure_works(self, player: Player, structure: str) -> bool:
        """Whether a structure stands and gives its bonus already (Q 95)."""
        new = player.seat == self.active and structure in self.turn.new_structures
        return player.structures[structure] is not None and not new

    def is_tunnel_for(self, player: Player, place: str) -> bool:
        """Whether a territory is a printed tunnel or holds the player's own Mine."""
        return place in self.board.tunnels or place == self.own_mine(player)

    # -- stars -----------------------------------------------------------------------------------------------------
    def star_due(self, player: Player, kind: str) -> bool:
        """Whether the condition of a star holds (R175); objectives and combats have their own moments."""
        due = {
            "upgrades": len(player.cubes) == 6,
            "mechs": player.mechs_out == 4,
            "structures": player.structures_out == 4,
            "recruits": len(player.recruits) == 4,
            "workers": player.workers_left == 0,
            "popularity": player.popularity == int(tracks()["popularity_max"]),
            "power": player.power == int(tracks()["power_max"]),
        }
        return due.get(kind, False)

    def place_star(self, player: Player, kind: str) -> None:
        """Place a star, as far as one is left (R180)."""
        if player.stars.total() < 6:
            player.stars[kind] += 1

    def place_stars(self, player: Player, kinds: Iterable[str] = STAR_KINDS) -> None:
        """Place every star that is due and has not been placed yet (R176)."""
        for kind in kinds:
            if not player.stars[kind] and self.star_due(player, kind):
                self.place_star(player, kind)

    def end_if_six(self) -> None:
        """End the game if somebody has six stars (R181)."""
        if any(player.stars.total() == 6 for player in self.players):
            raise GameEndError

    def stars_step(self, player: Player) -> None:
        """Step S: the player's stars, and the end of the game if it was the sixth."""
        self.place_stars(player)
        self.end_if_six()

    # -- goods -----------------------------------------------------------------------------------------------------
    def gain(self, player: Player, good: str, number: int) -> Deciding:
        """An automatic gain; with ``decline_gains`` the receiver says how much of it is taken."""
        if number and self.options.decline_gains and not isinstance(player, Automa):
            number = yield from ask_number(player.seat, "gain", number)
        if good == "power":
            player.power = min(tracks()["power_max"], player.power + number)
        elif good == "popularity":
            player.popularity = min(tracks()["popularity_max"], player.popularity + number)
        elif good == "coins":
            player.coins += number
        elif good == "combat cards":
            for _ in range(number):
                self.draw_card(player)
        else:
            raise RefereeError(f"unknown good {good}; known are {GOODS}")

    # -- cards -----------------------------------------------------------------------------------------------------
    def draw_card(self, player: Player) -> None:
        """Draw one combat card (R13): the discards are shuffled in only when a card is due."""
        if not self.deck.total():
            if not self.discard.total():
                return
            self.deck, self.discard = self.discard, Counter()
        value = self._random_card(
            self.deck, lambda end: end.hands[player.seat] - player.hand, lambda end: self.deck - end.deck
        )
        self.deck[value] -= 1
        player.hand[value] += 1

    def throw_random_card(self, player: Player) -> None:
        """Put a random card of a hand on the discard pile."""
        if player.cards:
            value = self._random_card(player.hand, lambda end: end.discard - self.discard)
            self.spend_card(player, value)

    def random_pledge(self, player: Player, pledged: list[int]) -> int:
        """A random card of a hand beside those already pledged in a combat."""
        return self._random_card(
            player.hand - Counter(pledged), lambda end: end.discard - self.discard - Counter(pledged)
        )

    def steal_random_card(self, thief: Player, owner: Player) -> None:
        """Take a random card from another hand. It is known to both; others can be sure of one card less of each value
        (Q 14).
        """
        value = self._random_card(
            owner.hand,
            lambda end: owner.hand - end.hands[owner.seat],
            lambda end: end.hands[thief.seat] - thief.hand,
        )
        owner.hand[value] -= 1
        thief.hand[value] += 1
        for other in self.others(owner):
            self.known[other.seat, owner.seat] -= Counter([value] if other is thief else CARD_VALUES)
        if not isinstance(owner, Automa):
            self.known[owner.seat, thief.seat][value] += 1

    def spend_card(self, player: Player, value: int) -> None:
        """Put a card of a hand on the discard pile, where all see it (R12a)."""
        if player.hand[value] < 1:
            raise RefereeError(f"{player.faction} has no card of value {value}")
        player.hand[value] -= 1
        self.discard[value] += 1
        for other in self.others(player):
            self.known[other.seat, player.seat] -= Counter([value])

    def look_at_hand(self, player: Player, other: Player) -> None:
        """See all cards of another hand."""
        self.known[player.seat, other.seat] = Counter(other.hand)

    def _random_card(self, pile: Counter[int], *moved: Callable[[Chance], Counter[int]]) -> int:
        """A card of a pile; with :class:`Chance`, one of those that its ends tell to have moved, as far as they do."""
        likely = () if self.chance is None else [+cards(self.chance) for cards in moved]
        return self.pick(sorted(pile.elements()), *likely)

    def pick(self, things: Sequence[Thing], *likely: Container[Thing]) -> Thing:
        """One of some things that chance takes; with :class:`Chance`, the first of those that are likely, or as its
        plan says.
        """
        if self.chance is None:
            return self.random.choice(things)

        def unlikely(thing: Thing) -> list[bool]:
            return [thing not in some for some in likely]

        sorts = sorted(dict.fromkeys(things), key=unlikely)
        number = self.chance.plan[len(self.picks)] if len(self.picks) < len(self.chance.plan) else 0
        self.picks.append((number, [unlikely(thing) == unlikely(sorts[0]) for thing in sorts]))
        return sorts[number]

    def check_turn(self, automa: Automa) -> None:
        """Refuse a turn that is over and cannot have been this one."""
        known = {} if self.chance is None else self.chance.own
        if known.get(automa.seat, automa.own) != automa.own:
            raise RefereeError(f"{automa.faction}: {automa.own} by the rules, {known[automa.seat]} by chance")

    def draw_encounter(self) -> int:
        """Turn up an encounter card."""
        drawn = () if self.chance is None else (self.encounter_deck - self.chance.encounter_deck,)
        card = self.pick(sorted(self.encounter_deck), *drawn)
        self.encounter_deck.discard(card)
        self.encounter_card = card
        return card

    def send_home(self, player: Player, place: str) -> int:
        """Send all units of a player in a place to the home base, an Automa's character and mechs to its mat; returns
        the number of workers (R129, A66).
        """
        workers = player.workers[place]
        if workers:
            player.move_worker(place, player.base, workers)
        for mech in player.mechs_at(place):
            player.mechs[mech] = player.refuge
        if player.character == place:
            player.character = player.refuge
        return workers


def hand_options(hand: Counter[int]) -> list[str]:
    """The cards of a hand as actions."""
    return [f"card {value}" for value in CARD_VALUES if hand[value]]


__all__ = [
    "CUBES",
    "RESOURCES",
    "Ask",
    "Automa",
    "AutomaDeck",
    "Chance",
    "Choosing",
    "Config",
    "Counting",
    "Deal",
    "Deciding",
    "GameEndError",
    "Options",
    "Player",
    "RefereeError",
    "Table",
    "Turn",
    "ask",
    "ask_number",
    "hand_options",
]
