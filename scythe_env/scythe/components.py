"""Boards, mats and cards of Scythe as immutable, checked data.

The facts are in the JSON files of the ``data`` folder beside this module. :func:`load_components` reads them once into
a :class:`Components` made of frozen dataclasses, tuples and integers. The annotations of a dataclass say what its rows
may hold; an error raises a :class:`ValueError` that names the file, the row and what is allowed there. Tests check that
the rows together, such as their sums and counts, are those of the printed game.

Hexes, factions and player mats are referred to by index: a hex by its place in :data:`HEX_NAMES`, a faction by its
place in :data:`FACTIONS`, a player mat by its place in :data:`MATS`. All three follow the rows of the files.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache, cached_property
from typing import Annotated, Any, Final, TypeVar

from ..core.fields import fail
from ..core.rows import Keys, check_keys, data_of, read

_T = TypeVar("_T")

YIELDS: Final = {"mountain": "metal", "farm": "food", "tundra": "oil", "forest": "wood"}
"""The terrains that produce a resource, and which; terrain and resource have the same index."""

RESOURCES: Final = tuple(YIELDS.values())
"""Resource types, in the order of the terrains they come from."""

PRIMARY_TERRAINS: Final = (*YIELDS, "village")
"""The terrains that produce something; a village produces workers."""

TERRAINS: Final = (*PRIMARY_TERRAINS, "lake", "factory")
"""Terrains of the hexes."""

STRUCTURE_ACTIONS: Final = {"move": "mine", "bolster": "monument", "trade": "armory", "produce": "mill"}
"""The top actions of the player mats, and the structure that belongs to each; both have the same index."""

TOP_ACTIONS: Final = tuple(STRUCTURE_ACTIONS)
"""Top actions of the player mats."""

STRUCTURES: Final = tuple(STRUCTURE_ACTIONS.values())
"""Structures, each at the place of the top action it belongs to in :data:`TOP_ACTIONS`."""

BOTTOM_COSTS: Final = {"upgrade": "oil", "deploy": "metal", "build": "wood", "enlist": "food"}
"""The bottom actions of the player mats in the order of the columns, and the resource that pays for each."""

BOTTOM_ACTIONS: Final = tuple(BOTTOM_COSTS)
"""Bottom actions of the player mats, in the order of the columns."""

BOTTOM_RESOURCES: Final = tuple(BOTTOM_COSTS.values())
"""What each bottom action is paid with, in the order of :data:`BOTTOM_ACTIONS`."""

BONUSES: Final = ("power", "coins", "popularity", "combat_cards")
"""The goods: what recruits, structures and traps give or take."""

STAR_GOALS: Final = (
    *("upgrades", "mechs", "structures", "recruits", "workers"),
    *("objective", "combat_wins", "popularity", "power"),
)
"""What stars are placed for."""

EDGE_KINDS: Final = ("land", "river", "lake")
"""What can be between two places that have a common edge."""

DIRECTIONS: Final = ((1, 0), (1, -1), (0, -1), (-1, 0), (-1, 1), (0, 1))
"""Axial steps to the east, north-east, north-west, west, south-west and south-east; opposite ones are three apart."""

GAINS: Final = ("look", *BONUSES, *RESOURCES, "any", "worker", *BOTTOM_ACTIONS, "relocate", "produce")
"""What an encounter option or a Factory card can give, in the order it is carried out.

``look`` is a look at the hand of one opponent, ``any`` a resource of free choice, ``relocate`` a shift of units from
the encounter's territory, ``produce`` (Factory cards only) the number of territories that may produce.
"""

TOKEN_PAYMENTS: Final = (*RESOURCES, "any", "different")
"""How resource tokens are paid: ``any`` is resources of free choice, ``different`` ones of different types."""

LETTERS: Final = ("A", "B", "C")
"""The options of an encounter card."""

TIMINGS: Final = ("any", "end_of_turn")
"""When an objective may be revealed: in any window of the own turn, or only in the last one."""

CONTROLLED_TERRAINS: Final = tuple(f"controlled_{terrain}" for terrain in PRIMARY_TERRAINS)
"""The :data:`QUANTITIES` that count the controlled territories of a terrain."""
QUANTITIES: Final = (
    *CONTROLLED_TERRAINS,
    *("controlled_tunnels", "controlled_factory", "highest_power", "drove_off_worker", "power", "popularity", "coins"),
    *("factory_cards", "mechs", "workers", "upgrades", "structures", "recruits", "workers_minus_recruits"),
    *("most_tokens_with_all_types", "most_pieces", "fewest_tokens_by_type", "wolf_territories"),
    *("controlled_around_factory", "most_controlled_around_lake", "most_tokens_of_type", "combat_cards"),
    *("combat_stars", "most_workers_beside_factory", "terrains_with_worker", "structures_beside_home"),
)
"""Numbers that an objective can ask for.

- ``controlled_*``: territories of that kind that the player controls; ``controlled_around_factory`` beside the Factory.
- ``highest_power``: 1 if no other player has more power, else 0.
- ``drove_off_worker``: 1 if a worker of an opponent had to leave a territory this turn, else 0.
- ``workers``, ``mechs``, ``structures``, ``recruits``, ``upgrades``: those that have left the mats.
- ``most_tokens_with_all_types``: most tokens on one controlled territory that has all four types, else 0.
- ``most_pieces``: most own pieces on one territory.
- ``fewest_tokens_by_type``, ``most_tokens_of_type``: smallest and largest number of controlled tokens over the types.
- ``wolf_territories``: controlled territories with the own character, exactly one own mech and one own worker, and at
  least :attr:`Tracks.wolf_tokens` resource tokens.
- ``most_controlled_around_lake``: most controlled territories around one lake.
- ``most_workers_beside_factory``: most own workers on one territory beside the Factory.
- ``terrains_with_worker``: primary terrains among the controlled territories that hold an own worker.
- ``structures_beside_home``: own structures beside the own home base.
"""

AUTOMA_ACTS: Final = ("worker", "encounter_factory", "character", "mech", "attack_combat", "attack_workers")
"""The symbols of an Automa's move line: who goes where."""

AUTOMA_GAINS: Final = (*BONUSES, "worker", "character_or_mech")
"""The symbols of an Automa's gains line."""


Amounts = tuple[tuple[str, int], ...]
"""Names with numbers, in the order in which the names are declared."""

_Number = Annotated[int, range(1, 100)]
_Coordinate = Annotated[int, range(-9, 10)]
_Hex = Annotated[int, "hexes"]  # a name in the data
_Faction = Annotated[str, "factions"]
_Mat = Annotated[str, "mats"]
_Goods = Annotated[tuple[tuple[str, _Number], ...], Keys(BONUSES)]
_EachGood = Annotated[tuple[tuple[str, _Number], ...], Keys(BONUSES, all=True)]
_Gains = Annotated[tuple[tuple[str, _Number], ...], Keys(GAINS)]


# -- the rows; the first entry of a row names it, so no other row of the list repeats it -------------------------------


@dataclass(frozen=True, slots=True)
class Hex:
    """A hex of the board; ``q`` grows to the east, ``r`` to the south, the Factory is at (0, 0)."""

    name: str
    q: _Coordinate
    r: _Coordinate
    terrain: Annotated[str, TERRAINS]
    encounter: bool
    tunnel: bool

    @property
    def is_lake(self) -> bool:
        """Whether the hex is a lake."""
        return self.terrain == "lake"


@dataclass(frozen=True, slots=True)
class BaseEdge:
    """An edge of a home base: the hex behind it and what lies between."""

    hex: _Hex
    kind: Annotated[str, EDGE_KINDS]


@dataclass(frozen=True, slots=True)
class HomeBase:
    """The home base of a faction, at the centre of a lattice cell outside the hexes."""

    faction: _Faction
    q: _Coordinate
    r: _Coordinate
    edges: tuple[BaseEdge, ...]


@dataclass(frozen=True)
class Board:
    """The standard board: hexes, rivers as pairs of hexes, the lower index first, and bases by faction."""

    provenance: str
    hexes: tuple[Hex, ...]
    rivers: tuple[tuple[_Hex, _Hex], ...]
    bases: tuple[HomeBase, ...]

    @cached_property
    def neighbours(self) -> tuple[tuple[int, ...], ...]:
        """For each hex those with a common edge, rivers and lakes included, in ascending order."""
        at = {(hex_.q, hex_.r): index for index, hex_ in enumerate(self.hexes)}
        around = ((at.get((hex_.q + dq, hex_.r + dr)) for dq, dr in DIRECTIONS) for hex_ in self.hexes)
        return tuple(tuple(sorted(other for other in others if other is not None)) for others in around)

    @cached_property
    def factory(self) -> int:
        """The hex of the Factory."""
        return next(index for index, hex_ in enumerate(self.hexes) if hex_.terrain == "factory")

    @cached_property
    def tunnels(self) -> tuple[int, ...]:
        """The hexes with a printed tunnel."""
        return tuple(index for index, hex_ in enumerate(self.hexes) if hex_.tunnel)

    @cached_property
    def encounters(self) -> tuple[int, ...]:
        """The hexes with an encounter token at the start."""
        return tuple(index for index, hex_ in enumerate(self.hexes) if hex_.encounter)

    def edge_kind(self, a: int, b: int) -> str:
        """What lies between two neighbouring hexes, one of :data:`EDGE_KINDS`."""
        if self.hexes[a].is_lake or self.hexes[b].is_lake:
            return "lake"
        return "river" if (min(a, b), max(a, b)) in self.rivers else "land"


@dataclass(frozen=True, slots=True)
class Column:
    """A section of a player mat: its actions, the printed cost of the bottom one and the coins it brings.

    ``coverable`` is the number of bracketed boxes of the cost, each of which an upgrade can cover.
    """

    bottom: Annotated[str, BOTTOM_ACTIONS]
    top: Annotated[str, TOP_ACTIONS]
    cost: int
    coverable: int
    coins: int


@dataclass(frozen=True, slots=True)
class PlayerMat:
    """A player mat; of those in the game the first in the file plays first."""

    name: str
    popularity: int
    coins: int
    columns: tuple[Column, ...]


@dataclass(frozen=True, slots=True)
class Faction:
    """A faction mat: starting values and the hexes of the first two workers.

    ``mechs`` are the abilities under the four mechs from left to right; ``riverwalk`` the terrains that Riverwalk leads
    onto, empty if the faction lacks that mech.
    """

    name: str
    power: int
    combat_cards: int
    workers: tuple[_Hex, _Hex]
    riverwalk: tuple[Annotated[str, PRIMARY_TERRAINS], ...]
    mechs: tuple[str, str, str, str]


@dataclass(frozen=True, slots=True)
class CombatCardKind:
    """A value of combat card and how many of it the deck has."""

    value: _Number
    count: _Number


@dataclass(frozen=True, slots=True)
class Condition:
    """A bound on one of the :data:`QUANTITIES`; ``None`` leaves that side open."""

    quantity: Annotated[str, QUANTITIES]
    min: int | None = None
    max: int | None = None


@dataclass(frozen=True, slots=True)
class Objective:
    """An objective card; all its conditions must hold together."""

    number: _Number
    name: str
    promo: bool
    timing: Annotated[str, TIMINGS]
    conditions: tuple[Condition, ...]


@dataclass(frozen=True, slots=True)
class EncounterOption:
    """An option of an encounter card: what it costs and what it gives."""

    option: Annotated[str, LETTERS]
    pay: _Goods
    gain: _Gains


@dataclass(frozen=True, slots=True)
class EncounterCard:
    """An encounter card with its options A, B and C."""

    number: _Number
    promo: bool
    options: tuple[EncounterOption, EncounterOption, EncounterOption]


@dataclass(frozen=True, slots=True)
class FactoryCard:
    """The top action of a Factory card; the bottom action is the same Move on all of them.

    ``take`` says whether ``all`` of the gains come or ``one`` of choice.
    """

    number: _Number
    promo: bool
    pay: Annotated[tuple[tuple[str, _Number], ...], Keys((*BONUSES, *TOKEN_PAYMENTS))]
    gain: _Gains
    take: Annotated[str, ("all", "one")]


@dataclass(frozen=True, slots=True)
class StructureTile:
    """A structure bonus tile: what it counts and the coins for 0, 1, 2, ...; more than the last pays as the last.

    ``*_beside`` counts different places beside own structures, ``on_*`` own structures on such places, and
    ``longest_line`` the own structures in the longest unbroken straight line.
    """

    kind: str
    coins: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Tier:
    """A part of the popularity track and the coins it gives per star, territory and pair of resources."""

    min: int
    max: int
    star: int
    territory: int
    resource_pair: int


@dataclass(frozen=True, slots=True)
class TopBenefit:
    """A benefit of a top action, before and after its upgrade."""

    name: str
    top: Annotated[str, TOP_ACTIONS]
    value: _Number
    upgraded: _Number


@dataclass(frozen=True, slots=True)
class Tracks:
    """Numbers that are the same for all players.

    - ``move_steps``: steps of a unit in Move; ``speed_steps``: what Speed adds; ``factory_move_*``: Move on a card.
    - ``top_costs``: in coins; ``trade_resources``: resource tokens that Trade gives.
    - ``produce_costs``: number of workers off the mat from which one of a good is due.
    - ``ability_power``: what Disarm, Artillery and Sword take, and what Shield and Ronin give.
    - ``artillery_cost``: in power; ``loser_cards``: what the loser of a combat draws.
    - ``traps``: what each takes; ``meander_*``: coins per encounter territory, from how many players on.
    - ``wayfare_base_players``: the most players with whom Wayfare leads to home bases.
    """

    provenance: str
    power_max: _Number
    popularity_max: _Number
    dial_max: _Number
    workers: _Number
    stars: _Number
    star_goals: Annotated[tuple[tuple[str, _Number], ...], Keys(STAR_GOALS, all=True)]
    tiers: tuple[Tier, ...]
    factory_territories: _Number
    objectives_dealt: _Number
    wolf_tokens: _Number
    factory_cards_beyond_players: int
    move_steps: _Number
    speed_steps: _Number
    factory_move_units: _Number
    factory_move_steps: _Number
    top_costs: Annotated[Amounts, Keys(TOP_ACTIONS, all=True)]
    top_benefits: tuple[TopBenefit, ...]
    trade_resources: _Number
    produce_costs: _Goods
    structure_bonuses: Annotated[tuple[tuple[str, _Goods], ...], Keys(STRUCTURES)]
    recruit_bonuses: Annotated[tuple[tuple[str, _Goods], ...], Keys(BOTTOM_ACTIONS, all=True)]
    one_time_bonuses: _EachGood
    ability_power: _Number
    artillery_cost: _Number
    loser_cards: _Number
    flags: _Number
    traps: _EachGood
    wayfare_base_players: _Number
    meander_coins: _Number
    meander_players: _Number
    banned_pairs: tuple[tuple[_Faction, _Mat], ...]

    def tier(self, popularity: int) -> Tier:
        """The part of the popularity track that contains ``popularity``."""
        return next(tier for tier in self.tiers if tier.min <= popularity <= tier.max)


@dataclass(frozen=True, slots=True, kw_only=True)
class AutomaMove:
    """A symbol of an Automa's move line; one with a faction is there for that faction alone (A27).

    ``min_power`` is what an attack on combat units needs (A51).
    """

    faction: _Faction | None = None
    act: Annotated[str, AUTOMA_ACTS]
    min_power: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class AutomaGain:
    """A symbol of an Automa's gains line; one with a faction is there for that faction alone (A27)."""

    faction: _Faction | None = None
    gain: Annotated[str, AUTOMA_GAINS]
    number: _Number


@dataclass(frozen=True, slots=True)
class AutomaHalf:
    """A half of an Automa card; ``bonus`` is the recruit bonus that human neighbours get (A81)."""

    scheme: Annotated[str, ("I", "II")]
    moves: tuple[AutomaMove, ...]
    gains: tuple[AutomaGain, ...]
    bonus: Annotated[str, BONUSES] | None = None


@dataclass(frozen=True, slots=True)
class AutomaCard:
    """An Automa card (A26): the halves of the schemes I and II, and what belongs to both.

    - ``star``: the tracker's token moves; ``gear``: the crossed gear, which the easiest tracker obeys (A17).
    - ``power``: spent in a combat, by the ranges of :attr:`Automa.power_ranges`; ``combat_cards``: played in it.
    - ``resources``: tokens on a territory taken from the Automa (A72).
    """

    number: _Number
    star: bool
    gear: bool
    power: tuple[int, int, int]
    combat_cards: int
    resources: int
    halves: tuple[AutomaHalf, AutomaHalf]


@dataclass(frozen=True, slots=True)
class StarTracker:
    """A level of the Automa (A16); spaces count from 0, and scheme II begins on the first of ``stars_at``."""

    level: _Number
    name: str
    spaces: _Number
    water_open_from: int
    stars_at: tuple[_Number, ...]
    obeys_gear: bool


@dataclass(frozen=True, slots=True)
class TieToken:
    """The token that settles ties with more than two seats (A103): the base it starts on, and the bases it goes on."""

    start: _Faction
    step: _Number


@dataclass(frozen=True, slots=True)
class Automa:
    """What Automas are played with; ``power_ranges`` begin at these amounts of power (A29)."""

    provenance: str
    coins: _Number
    popularity: _Number
    power_ranges: tuple[int, int, int]
    tie_token: TieToken
    trackers: tuple[StarTracker, ...]
    cards: tuple[AutomaCard, ...]


@dataclass(frozen=True, slots=True)
class Components:
    """All components: the board, the mats, the cards (promotional ones included) and the common numbers.

    Cards are in the order of their numbers, those of the base game first.
    """

    board: Board
    mats: tuple[PlayerMat, ...]
    factions: tuple[Faction, ...]
    combat_cards: tuple[CombatCardKind, ...]
    objectives: tuple[Objective, ...]
    encounters: tuple[EncounterCard, ...]
    factory_cards: tuple[FactoryCard, ...]
    structure_tiles: tuple[StructureTile, ...]
    tracks: Tracks
    automa: Automa


# -- reading -----------------------------------------------------------------------------------------------------------

_FILES: Final = (
    *("board", "player_mats", "factions", "combat_cards", "objectives"),
    *("encounters", "factory_cards", "structure_bonus", "tracks", "automa"),
)


def _declared(raw: Mapping[str, Any], file: str, key: str) -> tuple[str, ...]:
    """The names of the rows of a file, which other rows refer to."""
    rows = raw[file].get(key)
    if not isinstance(rows, list) or not all(isinstance(row, Mapping) for row in rows):
        fail(f"{file}.json, {key}", "a list of objects is needed")
    names = tuple(row.get("name") for row in rows)
    if not all(isinstance(name, str) for name in names):
        fail(f"{file}.json, {key}", "each object needs a text for 'name'")
    return names


def parse(raw: Mapping[str, Any]) -> Components:
    """Check the contents of the data files, keyed by file name without its ending, and build the components.

    Internal: callers use :func:`load_components`.
    """
    names = {
        "hexes": _declared(raw, "board", "hexes"),
        "factions": _declared(raw, "factions", "factions"),
        "mats": _declared(raw, "player_mats", "mats"),
    }

    def rows(file: str, key: str, kind: Any) -> Any:
        check_keys(raw[file], ("provenance", key), ("provenance", key), f"{file}.json")
        read(str, raw[file]["provenance"], f"{file}.json, provenance", names)
        return read(tuple[kind, ...], raw[file][key], f"{file}.json, {key}", names)

    return Components(
        board=read(Board, raw["board"], "board.json", names),
        mats=rows("player_mats", "mats", PlayerMat),
        factions=rows("factions", "factions", Faction),
        combat_cards=rows("combat_cards", "cards", CombatCardKind),
        objectives=rows("objectives", "objectives", Objective),
        encounters=rows("encounters", "cards", EncounterCard),
        factory_cards=rows("factory_cards", "cards", FactoryCard),
        structure_tiles=rows("structure_bonus", "tiles", StructureTile),
        tracks=read(Tracks, raw["tracks"], "tracks.json", names),
        automa=read(Automa, raw["automa"], "automa.json", names),
    )


def read_raw() -> dict[str, Any]:
    """The contents of the data files, unchecked, keyed by file name without its ending. Internal."""
    return {name: data_of("scythe_env.scythe", f"{name}.json") for name in _FILES}


@cache
def load_components() -> Components:
    """Read and check the data files; later calls return the same object."""
    return parse(read_raw())


HEX_NAMES: Final = tuple(hex_.name for hex_ in load_components().board.hexes)
"""Names of the hexes in index order: a letter for the row from the north, a number from the west."""

FACTIONS: Final = tuple(faction.name for faction in load_components().factions)
"""Factions clockwise around the board."""

MATS: Final = tuple(mat.name for mat in load_components().mats)
"""Player mats from the one that plays first to the one that plays last."""

TOP_BENEFITS: Final = tuple(benefit.name for benefit in load_components().tracks.top_benefits)
"""The top-row benefits that an upgrade can raise."""

TILE_KINDS: Final = tuple(tile.kind for tile in load_components().structure_tiles)
"""What the structure bonus tiles count."""

AUTOMA_LEVELS: Final = tuple(tracker.name for tracker in load_components().automa.trackers)
"""The star trackers of the Automa from the easiest to the hardest, the levels 1, 2, ..."""
