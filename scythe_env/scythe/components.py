"""Boards, mats and cards of Scythe as immutable, validated data.

The facts lie in the JSON files of the ``data`` folder beside this module. :func:`load_components` reads them once,
checks every row and every count, and returns a :class:`Components` made of frozen dataclasses, tuples and integers. A
fault in the data raises a :class:`ValueError` that names the file, the row and what is allowed there.

Hexes and factions are referred to by index: a hex by its place in :data:`HEX_NAMES`, a faction by its place in
:data:`FACTIONS`, a player mat by its place in :data:`MATS`.
"""

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, partial
from importlib.resources import files
from typing import Any, Final, NoReturn, TypeVar

__all__ = [
    "ABILITIES",
    "BONUSES",
    "BOTTOM_ACTIONS",
    "BOTTOM_RESOURCES",
    "DIRECTIONS",
    "EDGE_KINDS",
    "FACTIONS",
    "FACTORY_PAYMENTS",
    "GAINS",
    "HEX_NAMES",
    "MATS",
    "MAT_NUMBERS",
    "MECH_ABILITIES",
    "PRIMARY_TERRAINS",
    "QUANTITIES",
    "RESOURCES",
    "STAR_GOALS",
    "STRUCTURES",
    "TERRAINS",
    "TILE_KINDS",
    "TIMINGS",
    "TOP_ACTIONS",
    "TOP_BENEFITS",
    "BaseEdge",
    "Board",
    "Column",
    "CombatCardKind",
    "Components",
    "Condition",
    "EncounterCard",
    "EncounterOption",
    "Faction",
    "FactoryCard",
    "Hex",
    "HomeBase",
    "Objective",
    "PlayerMat",
    "StructureTile",
    "Tier",
    "TopBenefit",
    "Tracks",
    "load_components",
]

_T = TypeVar("_T")

_ROW_LENGTHS: Final = {"A": 6, "B": 7, "C": 6, "D": 7, "E": 7, "F": 7, "G": 6, "H": 1}

HEX_NAMES: Final = tuple(f"{row}{n}" for row, length in _ROW_LENGTHS.items() for n in range(1, length + 1))
"""Names of the 47 hexes in index order: a letter for the row from the north, a number from the west."""

TERRAINS: Final = ("mountain", "farm", "tundra", "forest", "village", "lake", "factory")
"""Terrains; the first four produce the resource at the same place in :data:`RESOURCES`, a village produces workers."""

PRIMARY_TERRAINS: Final = TERRAINS[:5]
"""The terrains that produce something."""

RESOURCES: Final = ("metal", "food", "oil", "wood")
"""Resource types, in the order of the terrains they come from."""

FACTIONS: Final = ("albion", "nordic", "rusviet", "togawa", "crimea", "saxony", "polania")
"""Factions clockwise around the board."""

MATS: Final = ("industrial", "engineering", "militant", "patriotic", "innovative", "mechanical", "agricultural")
"""Player mats from the one that plays first to the one that plays last."""

MAT_NUMBERS: Final = ("1", "2", "2a", "3", "3a", "4", "5")
"""Numbers printed on the player mats, in the order of :data:`MATS`."""

TOP_ACTIONS: Final = ("move", "bolster", "trade", "produce")
"""Top actions of the player mats."""

BOTTOM_ACTIONS: Final = ("upgrade", "deploy", "build", "enlist")
"""Bottom actions of the player mats, in the order of the columns."""

BOTTOM_RESOURCES: Final = ("oil", "metal", "wood", "food")
"""What each bottom action is paid with, in the order of :data:`BOTTOM_ACTIONS`."""

STRUCTURES: Final = ("mine", "monument", "armory", "mill")
"""Structures, each at the place of the top action it belongs to in :data:`TOP_ACTIONS`."""

BONUSES: Final = ("power", "coins", "popularity", "combat_cards")
"""What recruits, structures and traps give or take."""

TOP_BENEFITS: Final = (
    "move_units",
    "move_coins",
    "bolster_power",
    "bolster_cards",
    "trade_popularity",
    "produce_territories",
)
"""The six top-row benefits that an upgrade can raise."""

STAR_GOALS: Final = (
    "upgrades",
    "mechs",
    "structures",
    "recruits",
    "workers",
    "objective",
    "combat_wins",
    "popularity",
    "power",
)
"""What stars are placed for."""

EDGE_KINDS: Final = ("land", "river", "lake")
"""What can lie between a home base and a hex beside it."""

DIRECTIONS: Final = ((1, 0), (1, -1), (0, -1), (-1, 0), (-1, 1), (0, 1))
"""Axial steps to the east, north-east, north-west, west, south-west and south-east; opposite ones are three apart."""

ABILITIES: Final = ("exalt", "swim", "relentless", "maifuku", "coercion", "dominate", "meander")
"""Faction abilities, in the order of :data:`FACTIONS`."""

MECH_ABILITIES: Final = (
    "riverwalk",
    "speed",
    "burrow",
    "sword",
    "shield",
    "rally",
    "seaworthy",
    "artillery",
    "township",
    "peoples_army",
    "toka",
    "suiton",
    "ronin",
    "shinobi",
    "wayfare",
    "scout",
    "underpass",
    "disarm",
    "submerge",
    "camaraderie",
)
"""Abilities that deployed mechs uncover: the two shared ones, then the others faction by faction."""

GAINS: Final = (
    "look",
    "power",
    "coins",
    "popularity",
    "combat_cards",
    "metal",
    "food",
    "oil",
    "wood",
    "any",
    "worker",
    "upgrade",
    "deploy",
    "build",
    "enlist",
    "relocate",
    "produce",
)
"""What an encounter option or a Factory card can give, in the order it is carried out.

``look`` is a look at the hand of one opponent, ``any`` a resource of free choice, ``relocate`` a shift of units from
the encounter's territory, ``produce`` (Factory cards only) the number of territories that may produce.
"""

FACTORY_PAYMENTS: Final = (*BONUSES, "any", "different")
"""What a Factory card can cost: ``any`` is resources of free choice, ``different`` ones of different types."""

TIMINGS: Final = ("any", "end_of_turn")
"""When an objective may be revealed: in any window of the own turn, or only in the last one."""

QUANTITIES: Final = (
    "controlled_mountain",
    "controlled_farm",
    "controlled_tundra",
    "controlled_forest",
    "controlled_village",
    "controlled_tunnels",
    "controlled_factory",
    "highest_power",
    "drove_off_worker",
    "power",
    "popularity",
    "coins",
    "factory_cards",
    "mechs",
    "workers",
    "upgrades",
    "structures",
    "recruits",
    "workers_minus_recruits",
    "most_tokens_with_all_types",
    "most_pieces",
    "fewest_tokens_by_type",
    "wolf_territories",
    "controlled_around_factory",
    "most_controlled_around_lake",
    "most_tokens_of_type",
    "combat_cards",
    "combat_stars",
    "most_workers_beside_factory",
    "terrains_with_worker",
    "structures_beside_home",
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
  least five tokens.
- ``most_controlled_around_lake``: most controlled territories around one lake.
- ``most_workers_beside_factory``: most own workers on one territory beside the Factory.
- ``terrains_with_worker``: primary terrains among the controlled territories that hold an own worker.
- ``structures_beside_home``: own structures beside the own home base.
"""

TILE_KINDS: Final = (
    "tunnels_beside",
    "lakes_beside",
    "encounters_beside",
    "on_tunnels",
    "longest_line",
    "on_farm_or_tundra",
)
"""What a structure bonus tile counts.

``*_beside`` counts different places beside own structures, ``on_*`` own structures on such places, and ``longest_line``
the own structures in the longest unbroken straight line.
"""

_TERRAIN_COUNTS: Final = {"mountain": 8, "farm": 7, "tundra": 8, "forest": 7, "village": 9, "lake": 7, "factory": 1}
_COMBAT_CARDS: Final = {2: 16, 3: 12, 4: 8, 5: 6}
_FILES: Final = (
    "board",
    "player_mats",
    "factions",
    "combat_cards",
    "objectives",
    "encounters",
    "factory_cards",
    "structure_bonus",
    "tracks",
)


@dataclass(frozen=True, slots=True)
class Hex:
    """A hex of the board; ``q`` grows to the east, ``r`` to the south, the Factory is at (0, 0)."""

    index: int
    name: str
    q: int
    r: int
    terrain: str
    encounter: bool
    tunnel: bool

    @property
    def is_lake(self) -> bool:
        """Whether the hex is a lake."""
        return self.terrain == "lake"


@dataclass(frozen=True, slots=True)
class BaseEdge:
    """An edge of a home base: the hex behind it and what lies between (``land``, ``river`` or ``lake``)."""

    hex: int
    kind: str


@dataclass(frozen=True, slots=True)
class HomeBase:
    """The home base of a faction, at the centre of a lattice cell outside the hexes."""

    faction: str
    q: int
    r: int
    edges: tuple[BaseEdge, ...]

    @property
    def land(self) -> tuple[int, ...]:
        """The hexes joined to the base by land."""
        return tuple(edge.hex for edge in self.edges if edge.kind == "land")


@dataclass(frozen=True, slots=True)
class Board:
    """The standard board.

    ``bases`` follow :data:`FACTIONS`. ``neighbours`` holds for each hex the indices of the hexes with a common edge,
    rivers and lakes included, in ascending order; ``directed`` holds them by direction as in :data:`DIRECTIONS`, with
    -1 where the board ends. ``rivers`` are pairs of hexes, the lower index first.
    """

    hexes: tuple[Hex, ...]
    rivers: tuple[tuple[int, int], ...]
    bases: tuple[HomeBase, ...]
    neighbours: tuple[tuple[int, ...], ...]
    directed: tuple[tuple[int, ...], ...]
    factory: int
    lakes: tuple[int, ...]
    tunnels: tuple[int, ...]
    encounters: tuple[int, ...]

    def is_river(self, a: int, b: int) -> bool:
        """Whether a river lies between the hexes ``a`` and ``b``."""
        return ((a, b) if a < b else (b, a)) in self.rivers


@dataclass(frozen=True, slots=True)
class Column:
    """A section of a player mat: its actions, the printed cost of the bottom one and the coins it brings.

    ``coverable`` is the number of bracketed boxes of the cost, each of which an upgrade can cover.
    """

    top: str
    bottom: str
    cost: int
    coverable: int
    coins: int

    @property
    def minimum(self) -> int:
        """The cost with all bracketed boxes covered."""
        return self.cost - self.coverable

    @property
    def resource(self) -> str:
        """The resource that the bottom action is paid with."""
        return BOTTOM_RESOURCES[BOTTOM_ACTIONS.index(self.bottom)]


@dataclass(frozen=True, slots=True)
class PlayerMat:
    """A player mat; the one with the lowest ``rank`` in the game plays first."""

    name: str
    number: str
    rank: int
    popularity: int
    coins: int
    columns: tuple[Column, ...]

    def column_of(self, action: str) -> int:
        """The place of the column with the top or bottom action ``action``."""
        for place, column in enumerate(self.columns):
            if action in (column.top, column.bottom):
                return place
        raise ValueError(f"no action {action!r} on a player mat; allowed are {TOP_ACTIONS + BOTTOM_ACTIONS}")


@dataclass(frozen=True, slots=True)
class Faction:
    """A faction mat: starting values, the hexes of the first two workers, and the abilities.

    ``mechs`` are the abilities under the four mechs from left to right; ``riverwalk`` the terrains that Riverwalk leads
    onto, empty where the faction has no such mech.
    """

    name: str
    color: str
    power: int
    combat_cards: int
    workers: tuple[int, int]
    riverwalk: tuple[str, ...]
    mechs: tuple[str, str, str, str]
    ability: str


@dataclass(frozen=True, slots=True)
class CombatCardKind:
    """A value of combat card and how many of it the deck has."""

    value: int
    count: int


@dataclass(frozen=True, slots=True)
class Condition:
    """A bound on one of the :data:`QUANTITIES`; ``None`` leaves that side open."""

    quantity: str
    min: int | None
    max: int | None

    def holds(self, value: int) -> bool:
        """Whether ``value`` of the quantity satisfies the condition."""
        return (self.min is None or value >= self.min) and (self.max is None or value <= self.max)


@dataclass(frozen=True, slots=True)
class Objective:
    """An objective card; all its conditions must hold together."""

    number: int
    name: str
    promo: bool
    timing: str
    conditions: tuple[Condition, ...]

    @property
    def end_of_turn(self) -> bool:
        """Whether the card may be revealed only at the end of the own turn."""
        return self.timing == "end_of_turn"


@dataclass(frozen=True, slots=True)
class EncounterOption:
    """An option of an encounter card: what it costs, and its gains as pairs in the order of :data:`GAINS`."""

    option: str
    coins: int
    popularity: int
    gains: tuple[tuple[str, int], ...]


@dataclass(frozen=True, slots=True)
class EncounterCard:
    """An encounter card with its options A, B and C; ``confidence`` says how well the row is attested."""

    number: int
    promo: bool
    options: tuple[EncounterOption, EncounterOption, EncounterOption]
    confidence: str


@dataclass(frozen=True, slots=True)
class FactoryCard:
    """The top action of a Factory card; the bottom action is the same Move on all of them.

    ``pay`` is in the order of :data:`FACTORY_PAYMENTS`, ``gains`` in the order of :data:`GAINS`; ``take`` says whether
    ``all`` of the gains come or ``one`` of choice.
    """

    number: int
    promo: bool
    pay: tuple[tuple[str, int], ...]
    gains: tuple[tuple[str, int], ...]
    take: str


@dataclass(frozen=True, slots=True)
class StructureTile:
    """A structure bonus tile: what it counts (one of :data:`TILE_KINDS`) and the coins for 0, 1, 2, ..."""

    number: int
    kind: str
    coins: tuple[int, ...]

    def pays(self, count: int) -> int:
        """The coins for ``count``; a count beyond the table pays its last value."""
        return self.coins[min(count, len(self.coins) - 1)]


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
    top: str
    value: int
    upgraded: int


@dataclass(frozen=True, slots=True)
class Tracks:
    """Numbers that are the same for all players.

    ``pieces`` and ``star_goals`` are pairs of a name and a number. ``top_costs`` follow :data:`TOP_ACTIONS` and are in
    coins. ``top_benefits`` follow :data:`TOP_BENEFITS`. ``produce_costs`` are pairs of what is paid and the number of
    workers off the mat from which one of it is due. ``structure_bonuses`` follow :data:`STRUCTURES` (``None``: no
    gain) and ``recruit_bonuses`` :data:`BOTTOM_ACTIONS`. ``one_time_bonuses`` and ``traps`` (what each takes) follow
    :data:`BONUSES`. ``banned_pairs`` are pairs of a faction and a player mat.
    """

    power_max: int
    popularity_max: int
    dial_max: int
    stars: int
    star_goals: tuple[tuple[str, int], ...]
    tiers: tuple[Tier, ...]
    factory_territories: int
    pieces: tuple[tuple[str, int], ...]
    objectives_dealt: int
    factory_cards_beyond_players: int
    factory_move_steps: int
    top_costs: tuple[int, int, int, int]
    top_benefits: tuple[TopBenefit, ...]
    trade_resources: int
    produce_costs: tuple[tuple[str, int], ...]
    structure_bonuses: tuple[tuple[str, int] | None, ...]
    recruit_bonuses: tuple[tuple[str, int], ...]
    one_time_bonuses: tuple[tuple[str, int], ...]
    flags: int
    traps: tuple[tuple[str, int], ...]
    banned_pairs: tuple[tuple[str, str], ...]

    def tier(self, popularity: int) -> Tier:
        """The part of the popularity track that ``popularity`` lies in."""
        for tier in self.tiers:
            if tier.min <= popularity <= tier.max:
                return tier
        raise ValueError(f"popularity {popularity} is not on the track of 0 to {self.popularity_max}")

    def produce_cost(self, workers: int) -> tuple[tuple[str, int], ...]:
        """What Produce costs with ``workers`` workers off the mat."""
        return tuple((name, 1) for name, start in self.produce_costs if workers >= start)


@dataclass(frozen=True, slots=True)
class Components:
    """All components: the board, the mats, the cards (promotional ones included) and the common numbers.

    ``mats`` follow :data:`MATS`, ``factions`` follow :data:`FACTIONS`, the cards and tiles their numbers.
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


class _Row:
    """A place in a data file, for reading checked values and for naming the place in error messages."""

    def __init__(self, value: Any, place: str) -> None:
        self.value = value
        self.place = place

    def fail(self, problem: str) -> NoReturn:
        raise ValueError(f"{self.place}: {problem}")

    def fields(self, required: Iterable[str], optional: Iterable[str] = ()) -> "_Row":
        """Check that the row is an object with just these keys."""
        required, optional = tuple(required), tuple(optional)
        if not isinstance(self.value, Mapping):
            self.fail(f"an object with the keys {_list(required)} is needed, not {self.value!r}")
        for key in required:
            if key not in self.value:
                self.fail(f"the key {key!r} is missing; needed are {_list(required)}")
        for key in self.value:
            if key not in required and key not in optional:
                self.fail(f"unknown key {key!r}; allowed are {_list(required + optional)}")
        return self

    def __getitem__(self, key: str) -> "_Row":
        return _Row(self.value[key], f"{self.place}, {key}")

    def has(self, key: str) -> bool:
        return key in self.value

    def rows(self, key: str, count: int | None = None, label: str = "") -> list["_Row"]:
        """The entries of a list; each is named by its ``label`` entry if it has one, else by its place."""
        entries = self[key]
        if not isinstance(entries.value, Sequence) or isinstance(entries.value, str):
            entries.fail(f"a list is needed, not {entries.value!r}")
        if count is not None and len(entries.value) != count:
            entries.fail(f"{len(entries.value)} entries, but {count} are needed")
        rows = []
        for place, value in enumerate(entries.value):
            name = value.get(label) if label and isinstance(value, Mapping) else None
            rows.append(_Row(value, f"{self.place}, {key}[{place if name is None else name}]"))
        return rows

    def integer(self, low: int = 0, high: int = 99) -> int:
        if not isinstance(self.value, int) or isinstance(self.value, bool) or not low <= self.value <= high:
            self.fail(f"a whole number from {low} to {high} is needed, not {self.value!r}")
        return self.value

    def boolean(self) -> bool:
        if not isinstance(self.value, bool):
            self.fail(f"true or false is needed, not {self.value!r}")
        return self.value

    def text(self) -> str:
        if not isinstance(self.value, str) or not self.value.strip():
            self.fail(f"a text is needed, not {self.value!r}")
        return self.value

    def one_of(self, allowed: Sequence[str]) -> str:
        if not isinstance(self.value, str) or self.value not in allowed:
            self.fail(f"unknown name {self.value!r}; allowed are {_list(allowed)}")
        return self.value

    def hex(self) -> int:
        return HEX_NAMES.index(self.one_of(HEX_NAMES))

    def amounts(self, allowed: Sequence[str], *, need_all: bool = False) -> tuple[tuple[str, int], ...]:
        """Names with positive numbers, in the order of ``allowed``."""
        if not isinstance(self.value, Mapping):
            self.fail(f"an object with keys from {_list(allowed)} is needed, not {self.value!r}")
        self.fields(allowed if need_all else (), allowed)
        return tuple((name, self[name].integer(1)) for name in allowed if name in self.value)


def _list(names: Iterable[Any]) -> str:
    return ", ".join(str(name) for name in names)


def _exactly(row: _Row, what: str, found: Sequence[Any], needed: Sequence[Any]) -> None:
    """Check that the names or numbers of the rows are the needed ones, in their order."""
    seen: set[Any] = set()
    for value in found:
        if value in seen:
            row.fail(f"{what} {value} occurs twice")
        seen.add(value)
    for value in found:
        if value not in needed:
            row.fail(f"unknown {what} {value}; allowed are {_list(needed)}")
    for value in needed:
        if value not in seen:
            row.fail(f"{what} {value} is missing; needed are {_list(needed)}")
    if list(found) != list(needed):
        row.fail(f"the order is {_list(found)}, but must be {_list(needed)}")


def _count(row: _Row, what: str, found: int, needed: int) -> None:
    if found != needed:
        row.fail(f"{what}: {found}, but {needed} are needed")


def _numbered(row: _Row, key: str, base: int, promo: int, read: Callable[[_Row, int, bool], _T]) -> tuple[_T, ...]:
    """Read cards that are numbered through, first the base ones and then the promotional ones."""
    rows = row.rows(key, label="number")
    numbers = []
    for card in rows:
        if not isinstance(card.value, Mapping):
            card.fail(f"an object is needed, not {card.value!r}")
        for name in ("number", "promo"):
            if not card.has(name):
                card.fail(f"the key {name!r} is missing")
        numbers.append(card["number"].integer(1))
    _exactly(row, "number", numbers, range(1, base + promo + 1))
    flags = [card["promo"].boolean() for card in rows]
    _count(row, "base cards (promo false)", flags.count(False), base)
    for card, number, flag in zip(rows, numbers, flags, strict=True):
        if flag != (number > base):
            card.fail(f"promo must be {str(number > base).lower()}; promotional numbers begin at {base + 1}")
    return tuple(read(card, number, flag) for card, number, flag in zip(rows, numbers, flags, strict=True))


def _parse_board(row: _Row) -> Board:
    row.fields(("provenance", "hexes", "rivers", "bases"))
    hexes: list[Hex] = []
    rows = row.rows("hexes", len(HEX_NAMES), "name")
    for entry in rows:
        entry.fields(("name", "q", "r", "terrain", "encounter", "tunnel"))
        hexes.append(
            Hex(
                index=len(hexes),
                name=entry["name"].one_of(HEX_NAMES),
                q=entry["q"].integer(-9, 9),
                r=entry["r"].integer(-9, 9),
                terrain=entry["terrain"].one_of(TERRAINS),
                encounter=entry["encounter"].boolean(),
                tunnel=entry["tunnel"].boolean(),
            )
        )
    _exactly(row, "hex", [place.name for place in hexes], HEX_NAMES)
    cells: dict[tuple[int, int], int] = {}
    for place, entry in zip(hexes, rows, strict=True):
        if (place.q, place.r) in cells:
            entry.fail(f"({place.q}, {place.r}) is the position of {hexes[cells[place.q, place.r]].name} too")
        if "ABCDEFGH"[place.r + 3 : place.r + 4] != place.name[0]:
            entry.fail(f"r is {place.r}, but row {place.name[0]} has r {'ABCDEFGH'.index(place.name[0]) - 3}")
        west = hexes[place.index - 1] if place.index and hexes[place.index - 1].r == place.r else None
        if west and place.q != west.q + 1:
            entry.fail(f"q is {place.q}, but {west.name} to its west has q {west.q}: {west.q + 1} is needed")
        if place.terrain in ("lake", "factory") and (place.encounter or place.tunnel):
            entry.fail(f"neither an encounter nor a tunnel is allowed on terrain {place.terrain}")
        if place.terrain == "factory" and (place.q, place.r) != (0, 0):
            entry.fail(f"the factory is at ({place.q}, {place.r}), but must be at (0, 0)")
        cells[place.q, place.r] = place.index
    for terrain, needed in _TERRAIN_COUNTS.items():
        _count(row["hexes"], f"hexes of terrain {terrain}", sum(h.terrain == terrain for h in hexes), needed)
    encounters = tuple(h.index for h in hexes if h.encounter)
    tunnels = tuple(h.index for h in hexes if h.tunnel)
    _count(row["hexes"], "encounter hexes", len(encounters), 11)
    _count(row["hexes"], "tunnel hexes", len(tunnels), 6)

    directed = tuple(tuple(cells.get((h.q + dq, h.r + dr), -1) for dq, dr in DIRECTIONS) for h in hexes)
    neighbours = tuple(tuple(sorted(n for n in around if n >= 0)) for around in directed)

    rivers: list[tuple[int, int]] = []
    for entry in row.rows("rivers", 31):
        if not isinstance(entry.value, Sequence) or isinstance(entry.value, str) or len(entry.value) != 2:
            entry.fail(f"a pair of hexes is needed, not {entry.value!r}")
        a, b = sorted(_Row(end, entry.place).hex() for end in entry.value)
        for end in (a, b):
            if hexes[end].is_lake:
                entry.fail(f"{hexes[end].name} is a lake; rivers are allowed between two land hexes only")
        if b not in neighbours[a]:
            entry.fail(f"{hexes[a].name} and {hexes[b].name} are not adjacent")
        if (a, b) in rivers:
            entry.fail(f"the river {hexes[a].name}-{hexes[b].name} occurs twice")
        rivers.append((a, b))

    bases: list[HomeBase] = []
    rows = row.rows("bases", len(FACTIONS), "faction")
    for entry in rows:
        entry.fields(("faction", "q", "r", "edges"))
        faction = entry["faction"].one_of(FACTIONS)
        q, r = entry["q"].integer(-9, 9), entry["r"].integer(-9, 9)
        if (q, r) in cells:
            entry.fail(f"({q}, {r}) is the position of hex {hexes[cells[q, r]].name}; a base lies outside the hexes")
        if any((base.q, base.r) == (q, r) for base in bases):
            entry.fail(f"({q}, {r}) is the position of another base too")
        around = {cells[q + dq, r + dr] for dq, dr in DIRECTIONS if (q + dq, r + dr) in cells}
        edges: list[BaseEdge] = []
        for edge in entry.rows("edges", label="hex"):
            edge.fields(("hex", "kind"))
            at, kind = edge["hex"].hex(), edge["kind"].one_of(EDGE_KINDS)
            if at not in around:
                edge.fail(f"{HEX_NAMES[at]} is not adjacent to ({q}, {r}); adjacent are {_names(around)}")
            if any(other.hex == at for other in edges):
                edge.fail(f"{HEX_NAMES[at]} occurs twice")
            if hexes[at].is_lake != (kind == "lake"):
                edge.fail(f"the kind {kind} does not fit the terrain {hexes[at].terrain}")
            edges.append(BaseEdge(at, kind))
        missing = around - {edge.hex for edge in edges}
        if missing:
            entry.fail(f"the adjacent hexes {_names(missing)} have no edge; needed are {_names(around)}")
        base = HomeBase(faction, q, r, tuple(edges))
        _count(entry, "land edges", len(base.land), 2)
        bases.append(base)
    _exactly(row["bases"], "faction", [base.faction for base in bases], FACTIONS)
    return Board(
        hexes=tuple(hexes),
        rivers=tuple(sorted(rivers)),
        bases=tuple(bases),
        neighbours=neighbours,
        directed=directed,
        factory=cells[0, 0],
        lakes=tuple(h.index for h in hexes if h.is_lake),
        tunnels=tunnels,
        encounters=encounters,
    )


def _names(hexes: Iterable[int]) -> str:
    return _list(HEX_NAMES[index] for index in sorted(hexes))


def _parse_mats(row: _Row) -> tuple[PlayerMat, ...]:
    row.fields(("provenance", "mats"))
    mats: list[PlayerMat] = []
    for entry in row.rows("mats", len(MATS), "name"):
        entry.fields(("name", "number", "rank", "popularity", "coins", "columns"))
        columns: list[Column] = []
        for part in entry.rows("columns", 4, "bottom"):
            part.fields(("top", "bottom", "cost", "coverable", "coins"))
            cost = part["cost"].integer(1, 9)
            columns.append(
                Column(
                    top=part["top"].one_of(TOP_ACTIONS),
                    bottom=part["bottom"].one_of(BOTTOM_ACTIONS),
                    cost=cost,
                    coverable=part["coverable"].integer(0, cost),
                    coins=part["coins"].integer(0, 9),
                )
            )
        _exactly(entry, "top action", sorted((c.top for c in columns), key=TOP_ACTIONS.index), TOP_ACTIONS)
        _exactly(entry, "bottom action", [c.bottom for c in columns], BOTTOM_ACTIONS)
        _count(entry, "sum of the printed costs", sum(c.cost for c in columns), 13)
        _count(entry, "sum of the bracketed boxes", sum(c.coverable for c in columns), 6)
        _count(entry, "sum of the lowest costs", sum(c.minimum for c in columns), 7)
        _count(entry, "sum of the coins of the columns", sum(c.coins for c in columns), 6)
        mats.append(
            PlayerMat(
                name=entry["name"].one_of(MATS),
                number=entry["number"].one_of(MAT_NUMBERS),
                rank=entry["rank"].integer(1, len(MATS)),
                popularity=entry["popularity"].integer(0, 18),
                coins=entry["coins"].integer(),
                columns=tuple(columns),
            )
        )
    _exactly(row, "mat", [mat.name for mat in mats], MATS)
    _exactly(row, "number", [mat.number for mat in mats], MAT_NUMBERS)
    _exactly(row, "rank", [mat.rank for mat in mats], range(1, len(MATS) + 1))
    return tuple(mats)


def _parse_factions(row: _Row, board: Board) -> tuple[Faction, ...]:
    row.fields(("provenance", "factions"))
    factions: list[Faction] = []
    colors: set[str] = set()
    for entry in row.rows("factions", len(FACTIONS), "name"):
        entry.fields(("name", "color", "power", "combat_cards", "workers", "riverwalk", "mechs", "ability"))
        name = entry["name"].one_of(FACTIONS)
        color = entry["color"].text()
        if color in colors:
            entry.fail(f"the color {color} occurs twice")
        colors.add(color)
        first, second = (worker.hex() for worker in entry.rows("workers", 2))
        land = board.bases[FACTIONS.index(name)].land
        if {first, second} != set(land):
            entry["workers"].fail(
                f"{_names((first, second))} are not the land neighbours of the home base; allowed are {_names(land)}"
            )
        mechs = tuple(mech.one_of(MECH_ABILITIES) for mech in entry.rows("mechs", 4))
        if len(set(mechs)) < len(mechs):
            entry["mechs"].fail(f"an ability occurs twice in {_list(mechs)}")
        for mech in mechs:
            if mech not in ("riverwalk", "speed") and any(mech in other.mechs for other in factions):
                entry["mechs"].fail(f"the ability {mech} belongs to another faction too")
        riverwalk = tuple(terrain.one_of(PRIMARY_TERRAINS) for terrain in entry.rows("riverwalk"))
        needed = 2 if "riverwalk" in mechs else 0
        if len(riverwalk) != needed or len(set(riverwalk)) != needed:
            entry["riverwalk"].fail(f"{needed} different terrains are needed, not {_list(riverwalk) or 'none'}")
        ability = entry["ability"].one_of(ABILITIES)
        if ability != ABILITIES[FACTIONS.index(name)]:
            entry["ability"].fail(f"{ability}, but {name} has {ABILITIES[FACTIONS.index(name)]}")
        factions.append(
            Faction(
                name=name,
                color=color,
                power=entry["power"].integer(0, 16),
                combat_cards=entry["combat_cards"].integer(0, 42),
                workers=(first, second),
                riverwalk=riverwalk,
                mechs=(mechs[0], mechs[1], mechs[2], mechs[3]),
                ability=ability,
            )
        )
    _exactly(row, "faction", [faction.name for faction in factions], FACTIONS)
    return tuple(factions)


def _parse_combat_cards(row: _Row) -> tuple[CombatCardKind, ...]:
    row.fields(("provenance", "cards"))
    kinds: list[CombatCardKind] = []
    for entry in row.rows("cards", label="value"):
        entry.fields(("value", "count"))
        kinds.append(CombatCardKind(entry["value"].integer(1), entry["count"].integer(1)))
    _exactly(row, "value", [kind.value for kind in kinds], tuple(_COMBAT_CARDS))
    for kind in kinds:
        _count(row, f"cards of value {kind.value}", kind.count, _COMBAT_CARDS[kind.value])
    return tuple(kinds)


def _read_objective(entry: _Row, number: int, promo: bool) -> Objective:
    entry.fields(("number", "name", "promo", "timing", "conditions"))
    conditions: list[Condition] = []
    for part in entry.rows("conditions", label="quantity"):
        part.fields(("quantity",), ("min", "max"))
        quantity = part["quantity"].one_of(QUANTITIES)
        low = part["min"].integer() if part.has("min") else None
        high = part["max"].integer() if part.has("max") else None
        if low is None and high is None:
            part.fail("min, max or both are needed")
        if low is not None and high is not None and low > high:
            part.fail(f"min {low} is above max {high}")
        if any(other.quantity == quantity for other in conditions):
            part.fail(f"the quantity {quantity} occurs twice")
        conditions.append(Condition(quantity, low, high))
    if not conditions:
        entry["conditions"].fail("at least one condition is needed")
    return Objective(number, entry["name"].text(), promo, entry["timing"].one_of(TIMINGS), tuple(conditions))


def _parse_objectives(row: _Row) -> tuple[Objective, ...]:
    row.fields(("provenance", "objectives"))
    objectives = _numbered(row, "objectives", 23, 4, _read_objective)
    names: set[str] = set()
    for objective in objectives:
        if objective.name in names:
            row.fail(f"the name {objective.name!r} occurs twice")
        names.add(objective.name)
    return objectives


def _read_encounter(entry: _Row, number: int, promo: bool) -> EncounterCard:
    entry.fields(("number", "promo", "options"), ("confidence",))
    options: list[EncounterOption] = []
    for part in entry.rows("options", 3, "option"):
        part.fields(("option", "pay", "gain"))
        letter = part["option"].one_of(("A", "B", "C"))
        pay = dict(part["pay"].amounts(("coins", "popularity")))
        gains = part["gain"].amounts(tuple(gain for gain in GAINS if gain != "produce"))
        if not gains:
            part["gain"].fail("at least one gain is needed")
        kinds = {"A": set[str](), "B": {"coins"}, "C": {"popularity"}}[letter]
        if set(pay) != kinds:
            part["pay"].fail(f"option {letter} costs {_list(kinds) or 'nothing'}, not {_list(pay) or 'nothing'}")
        options.append(EncounterOption(letter, pay.get("coins", 0), pay.get("popularity", 0), gains))
    _exactly(entry, "option", [option.option for option in options], ("A", "B", "C"))
    confidence = entry["confidence"].one_of(("high", "medium")) if entry.has("confidence") else "high"
    return EncounterCard(number, promo, (options[0], options[1], options[2]), confidence)


def _read_factory_card(entry: _Row, number: int, promo: bool) -> FactoryCard:
    entry.fields(("number", "promo", "pay", "gain", "take"))
    pay = entry["pay"].amounts(FACTORY_PAYMENTS)
    gains = entry["gain"].amounts(GAINS)
    take = entry["take"].one_of(("all", "one"))
    if not pay:
        entry["pay"].fail(f"a cost is needed; allowed are {_list(FACTORY_PAYMENTS)}")
    if len(gains) < (2 if take == "one" else 1):
        entry["gain"].fail(f"too few gains to take {take}")
    return FactoryCard(number, promo, pay, gains, take)


def _parse_tiles(row: _Row) -> tuple[StructureTile, ...]:
    row.fields(("provenance", "tiles"))
    tiles: list[StructureTile] = []
    for entry in row.rows("tiles", label="number"):
        entry.fields(("number", "kind", "coins"))
        coins = tuple(value.integer() for value in entry.rows("coins"))
        if len(coins) < 5 or coins[0] != 0 or list(coins) != sorted(coins):
            entry["coins"].fail(f"at least 5 values that begin with 0 and never fall are needed, not {_list(coins)}")
        tiles.append(StructureTile(entry["number"].integer(1), entry["kind"].one_of(TILE_KINDS), coins))
    _exactly(row, "number", [tile.number for tile in tiles], range(1, len(TILE_KINDS) + 1))
    _exactly(row, "kind", [tile.kind for tile in tiles], TILE_KINDS)
    return tuple(tiles)


def _single(row: _Row) -> tuple[str, int]:
    """A single bonus."""
    amounts = row.amounts(BONUSES)
    if len(amounts) != 1:
        row.fail(f"exactly one of {_list(BONUSES)} is needed")
    return amounts[0]


def _parse_tracks(row: _Row) -> Tracks:
    names = tuple(Tracks.__dataclass_fields__)
    row.fields(("provenance", *names))
    popularity_max = row["popularity_max"].integer(1)
    power_max = row["power_max"].integer(1)
    star_goals = row["star_goals"].amounts(STAR_GOALS, need_all=True)
    pieces = row["pieces"].amounts(("workers", "mechs", "structures", "recruits", "upgrades"), need_all=True)
    limits = {**dict(pieces), "popularity": popularity_max, "power": power_max}
    for goal, number in star_goals:
        if goal in limits and number != limits[goal]:
            row["star_goals"].fail(f"{goal} is {number}, but a star needs all {limits[goal]}")

    tiers: list[Tier] = []
    for entry in row.rows("tiers", 3):
        entry.fields(("min", "max", "star", "territory", "resource_pair"))
        low = tiers[-1].max + 1 if tiers else 0
        if entry["min"].integer() != low:
            entry["min"].fail(f"{entry['min'].value}, but the tiers must follow one another: {low} is needed")
        tiers.append(
            Tier(
                min=low,
                max=entry["max"].integer(low, popularity_max),
                star=entry["star"].integer(1),
                territory=entry["territory"].integer(1),
                resource_pair=entry["resource_pair"].integer(1),
            )
        )
    if tiers[-1].max != popularity_max:
        row["tiers"].fail(f"the last tier ends at {tiers[-1].max}, but the track ends at {popularity_max}")

    benefits: list[TopBenefit] = []
    for entry in row.rows("top_benefits", len(TOP_BENEFITS), "name"):
        entry.fields(("name", "top", "value", "upgraded"))
        value = entry["value"].integer(1)
        name, top = entry["name"].one_of(TOP_BENEFITS), entry["top"].one_of(TOP_ACTIONS)
        if not name.startswith(top):
            entry["top"].fail(f"{name} does not belong to {top}")
        benefits.append(TopBenefit(name, top, value, entry["upgraded"].integer(value + 1)))
    _exactly(row["top_benefits"], "benefit", [benefit.name for benefit in benefits], TOP_BENEFITS)

    costs = row["top_costs"].fields(TOP_ACTIONS)
    move, bolster, trade, produce = (costs[name].integer() for name in TOP_ACTIONS)
    structures = row["structure_bonuses"].fields((), STRUCTURES)
    recruits = row["recruit_bonuses"].fields(BOTTOM_ACTIONS)
    pairs: list[tuple[str, str]] = []
    for entry in row.rows("banned_pairs"):
        if not isinstance(entry.value, Sequence) or isinstance(entry.value, str) or len(entry.value) != 2:
            entry.fail(f"a faction and a player mat are needed, not {entry.value!r}")
        faction, mat = (_Row(name, entry.place) for name in entry.value)
        pairs.append((faction.one_of(FACTIONS), mat.one_of(MATS)))
    produce_costs = row["produce_costs"].amounts(("power", "popularity", "coins"), need_all=True)
    for name, workers in produce_costs:
        if workers > limits["workers"]:
            row["produce_costs"].fail(f"{name} is due from {workers} workers, but there are {limits['workers']}")
    return Tracks(
        power_max=power_max,
        popularity_max=popularity_max,
        dial_max=row["dial_max"].integer(1),
        stars=row["stars"].integer(1),
        star_goals=star_goals,
        tiers=tuple(tiers),
        factory_territories=row["factory_territories"].integer(1),
        pieces=pieces,
        objectives_dealt=row["objectives_dealt"].integer(1),
        factory_cards_beyond_players=row["factory_cards_beyond_players"].integer(),
        factory_move_steps=row["factory_move_steps"].integer(1),
        top_costs=(move, bolster, trade, produce),
        top_benefits=tuple(benefits),
        trade_resources=row["trade_resources"].integer(1),
        produce_costs=produce_costs,
        structure_bonuses=tuple(_single(structures[name]) if structures.has(name) else None for name in STRUCTURES),
        recruit_bonuses=tuple(_single(recruits[name]) for name in BOTTOM_ACTIONS),
        one_time_bonuses=row["one_time_bonuses"].amounts(BONUSES, need_all=True),
        flags=row["flags"].integer(1),
        traps=row["traps"].amounts(BONUSES, need_all=True),
        banned_pairs=tuple(pairs),
    )


def parse(raw: Mapping[str, Any]) -> Components:
    """Check the contents of the data files, keyed by file name without its ending, and build the components.

    Internal: callers use :func:`load_components`.
    """
    _exactly(_Row(raw, "data"), "file", sorted(raw, key=lambda name: (name not in _FILES, str(name))), sorted(_FILES))
    rows = {name: _Row(raw[name], f"{name}.json") for name in _FILES}
    for row in rows.values():
        if not isinstance(row.value, Mapping) or not row.has("provenance"):
            row.fail("an object with the key 'provenance' is needed")
        row["provenance"].text()
    board = _parse_board(rows["board"])
    return Components(
        board=board,
        mats=_parse_mats(rows["player_mats"]),
        factions=_parse_factions(rows["factions"], board),
        combat_cards=_parse_combat_cards(rows["combat_cards"]),
        objectives=_parse_objectives(rows["objectives"]),
        encounters=_numbered(rows["encounters"].fields(("provenance", "cards")), "cards", 28, 14, _read_encounter),
        factory_cards=_numbered(
            rows["factory_cards"].fields(("provenance", "cards")), "cards", 12, 6, _read_factory_card
        ),
        structure_tiles=_parse_tiles(rows["structure_bonus"]),
        tracks=_parse_tracks(rows["tracks"]),
    )


def read_raw() -> dict[str, Any]:
    """The contents of the data files, unchecked, keyed by file name without its ending. Internal."""
    folder = files("scythe_env.scythe").joinpath("data")
    return {
        name: json.loads(
            folder.joinpath(f"{name}.json").read_text(encoding="utf-8"),
            object_pairs_hook=partial(_object, name),
        )
        for name in _FILES
    }


def _object(name: str, pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """Build an object of a data file; the standard reader would keep the last of two equal keys in silence."""
    value: dict[str, Any] = {}
    for key, entry in pairs:
        if key in value:
            raise ValueError(f"{name}.json: the key {key!r} occurs twice in one object ({_list(value)})")
        value[key] = entry
    return value


@cache
def load_components() -> Components:
    """Read and check the data files; later calls return the same object."""
    return parse(read_raw())
