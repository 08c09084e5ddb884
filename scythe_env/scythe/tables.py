"""Constant tables of the components, as the rules read them: one small accessor rule a table.

The tables are built once at import from the data files; compiled code carries them as constants. Only the accessors
touch them, so that each table is stored once whatever number of rules reads it.
"""

from __future__ import annotations

from typing import Final

import numpy as np

from ..core.compiling import rule, table
from .components import (
    BONUSES,
    BOTTOM_ACTIONS,
    BOTTOM_RESOURCES,
    FACTORY_PAYMENTS,
    GAINS,
    QUANTITIES,
    RESOURCES,
    TERRAINS,
    TOP_ACTIONS,
    load_components,
)
from .constants import (
    EDGE_LAKE,
    EDGE_LAND,
    EDGE_RIVER,
    HOME,
    LAKE,
    NONE,
    NUM_ENCOUNTERS,
    NUM_FACTORY_CARDS,
    NUM_GAINS,
    NUM_HEXES,
    NUM_OBJECTIVES,
    NUM_PAYS,
    NUM_PLACES,
)

_DATA: Final = load_components()
_EDGES: Final = {"land": EDGE_LAND, "river": EDGE_RIVER, "lake": EDGE_LAKE}
MAX_NEIGHBOURS: Final = 6
NUM_TUNNELS: Final = 6
NUM_QUANTITIES: Final = len(QUANTITIES)
MAX_CONDITIONS: Final = max(len(objective.conditions) for objective in _DATA.objectives)
NO_LIMIT: Final = 9999
FACTORY_HEX: Final = _DATA.board.factory
ENCOUNTER_CARDS_BASE: Final = 28
FACTORY_CARDS_BASE: Final = 12
OBJECTIVES_BASE: Final = 23


def _edges() -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Neighbours (54, 6), kinds of the edges to them (54, 6), common edges (54, 47)."""
    board = _DATA.board
    neighbours = np.full((NUM_PLACES, MAX_NEIGHBOURS), NONE)
    kinds = np.zeros((NUM_PLACES, MAX_NEIGHBOURS), int)
    beside = np.zeros((NUM_PLACES, NUM_HEXES), int)
    for place, others in enumerate(board.neighbours):
        for k, other in enumerate(others):
            if board.hexes[place].is_lake or board.hexes[other].is_lake:
                kind = EDGE_LAKE
            else:
                kind = EDGE_RIVER if board.is_river(place, other) else EDGE_LAND
            neighbours[place, k], kinds[place, k], beside[place, other] = other, kind, 1
    for index, base in enumerate(board.bases):
        for k, edge in enumerate(base.edges):
            place = NUM_HEXES + index
            neighbours[place, k], kinds[place, k], beside[place, edge.hex] = edge.hex, _EDGES[edge.kind], 1
    return neighbours, kinds, beside


def _objectives() -> tuple[np.ndarray, np.ndarray]:
    """Conditions (27, MAX_CONDITIONS, 3): quantity (-1: none), minimum, maximum; end-of-turn marks (27)."""
    conditions = np.full((NUM_OBJECTIVES, MAX_CONDITIONS, 3), NONE)
    for card, objective in enumerate(_DATA.objectives):
        for k, condition in enumerate(objective.conditions):
            low = -NO_LIMIT if condition.min is None else condition.min
            high = NO_LIMIT if condition.max is None else condition.max
            conditions[card, k] = QUANTITIES.index(condition.quantity), low, high
    return conditions, np.array([objective.end_of_turn for objective in _DATA.objectives], int)


def _mats() -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray]:
    """Bottom action under each top action; cost, bracketed boxes and coins of each bottom action; all (7, 4)."""
    bottom, cost, brackets, coins = (np.zeros((len(_DATA.mats), 4), int) for _ in range(4))
    for m, mat in enumerate(_DATA.mats):
        for column in mat.columns:
            b = BOTTOM_ACTIONS.index(column.bottom)
            bottom[m, TOP_ACTIONS.index(column.top)] = b
            cost[m, b], brackets[m, b], coins[m, b] = column.cost, column.coverable, column.coins
    return bottom, cost, brackets, coins


def _row(pairs: tuple[tuple[str, int], ...], names: tuple[str, ...]) -> list[int]:
    """Numbers in the order of ``names``, 0 for those that are left out."""
    return [dict(pairs).get(name, 0) for name in names]


_NEIGHBOURS, _EDGE_KINDS, _BESIDE = (table(values, np.int8) for values in _edges())
_TERRAIN = table(
    [TERRAINS.index(hex_.terrain) for hex_ in _DATA.board.hexes] + [HOME] * (NUM_PLACES - NUM_HEXES), np.int8
)
_TUNNELS = table([int(hex_.tunnel) for hex_ in _DATA.board.hexes] + [0] * (NUM_PLACES - NUM_HEXES), np.int8)
_TUNNEL_LIST = table([index for index, hex_ in enumerate(_DATA.board.hexes) if hex_.tunnel], np.int8)
_ENCOUNTERS = table([int(hex_.encounter) for hex_ in _DATA.board.hexes], np.int8)
_AXIAL = table([(hex_.q, hex_.r) for hex_ in _DATA.board.hexes], np.int8)
_RIVERWALK = table([[int(name in faction.riverwalk) for name in TERRAINS] for faction in _DATA.factions], np.int8)
_FACTION_START = table([(faction.power, faction.combat_cards) for faction in _DATA.factions], np.int8)
_START_WORKERS = table([faction.workers for faction in _DATA.factions], np.int8)
_MAT_BOTTOM, _MAT_COST, _MAT_BRACKETS, _MAT_COINS = (table(values, np.int8) for values in _mats())
_BOTTOM_RESOURCES = table([RESOURCES.index(name) for name in BOTTOM_RESOURCES], np.int8)
_MAT_START = table([(mat.popularity, mat.coins) for mat in _DATA.mats], np.int8)
_COMBAT_CARDS = table([kind.count for kind in _DATA.combat_cards], np.int8)
_CONDITIONS, _END_OF_TURN = (table(values, np.int16) for values in _objectives())
_ENCOUNTER_PAY = table(
    [[(option.coins, option.popularity) for option in card.options] for card in _DATA.encounters], np.int8
)
_ENCOUNTER_GAIN = table([[_row(option.gains, GAINS) for option in card.options] for card in _DATA.encounters], np.int8)
_FACTORY_PAY = table([_row(card.pay, FACTORY_PAYMENTS) for card in _DATA.factory_cards], np.int8)
_FACTORY_GAIN = table([_row(card.gains, GAINS) for card in _DATA.factory_cards], np.int8)
_FACTORY_ONE = table([int(card.take == "one") for card in _DATA.factory_cards], np.int8)
_TILE_COINS = table([[tile.pays(n) for n in range(NUM_HEXES + 1)] for tile in _DATA.structure_tiles], np.int8)
_TIERS = table([(tier.star, tier.territory, tier.resource_pair) for tier in _DATA.tracks.tiers], np.int8)
_TIER_STARTS = table([tier.min for tier in _DATA.tracks.tiers], np.int8)
_TRAP_PENALTIES = table([dict(_DATA.tracks.traps)[name] for name in BONUSES], np.int8)
_BANNED = table(
    [[int((faction.name, mat.name) in _DATA.tracks.banned_pairs) for mat in _DATA.mats] for faction in _DATA.factions],
    np.int8,
)
_CUBE_VALUES = table([benefit.value for benefit in _DATA.tracks.top_benefits], np.int8)

assert len(GAINS) == NUM_GAINS and len(FACTORY_PAYMENTS) == NUM_PAYS
assert _ENCOUNTER_GAIN.shape == (NUM_ENCOUNTERS, 3, NUM_GAINS) and _FACTORY_PAY.shape == (NUM_FACTORY_CARDS, NUM_PAYS)
assert TERRAINS[LAKE] == "lake" and RESOURCES == ("metal", "food", "oil", "wood")


@rule
def neighbour(place: int, k: int) -> int:
    """The k-th hex with an edge to a place (k < 6), -1 behind the last."""
    return _NEIGHBOURS[place, k]


@rule
def edge_kind(place: int, k: int) -> int:
    """Kind of the edge to the k-th neighbour: EDGE_LAND, EDGE_RIVER or EDGE_LAKE."""
    return _EDGE_KINDS[place, k]


@rule
def beside(place: int, hex_: int) -> int:
    """1 if a place has a common edge with a hex, whatever lies on the edge."""
    return _BESIDE[place, hex_]


@rule
def terrain(place: int) -> int:
    """Terrain of a place; HOME for a home base."""
    return _TERRAIN[place]


@rule
def is_tunnel(place: int) -> int:
    """1 for a territory with a printed tunnel (R35)."""
    return _TUNNELS[place]


@rule
def tunnel(k: int) -> int:
    """The k-th of the six hexes with a printed tunnel."""
    return _TUNNEL_LIST[k]


@rule
def is_encounter(hex_: int) -> int:
    """1 for a territory that had an encounter token at set-up (R10)."""
    return _ENCOUNTERS[hex_]


@rule
def axial(hex_: int, k: int) -> int:
    """Axial coordinate of a hex: q (k = 0) or r (k = 1)."""
    return _AXIAL[hex_, k]


@rule
def riverwalk(faction: int, ground: int) -> int:
    """1 if the faction's Riverwalk leads onto this terrain."""
    return _RIVERWALK[faction, ground]


@rule
def faction_power(faction: int) -> int:
    """Power at the start (R2)."""
    return _FACTION_START[faction, 0]


@rule
def faction_cards(faction: int) -> int:
    """Combat cards at the start (R2)."""
    return _FACTION_START[faction, 1]


@rule
def start_worker(faction: int, k: int) -> int:
    """Hex of the first or second worker at the start (R3)."""
    return _START_WORKERS[faction, k]


@rule
def mat_bottom(mat: int, top: int) -> int:
    """Bottom action in the section of a top action."""
    return _MAT_BOTTOM[mat, top]


@rule
def mat_cost(mat: int, bottom: int) -> int:
    """Printed cost of a bottom action."""
    return _MAT_COST[mat, bottom]


@rule
def mat_brackets(mat: int, bottom: int) -> int:
    """Boxes of a bottom action's cost that cubes may cover (R86)."""
    return _MAT_BRACKETS[mat, bottom]


@rule
def mat_coins(mat: int, bottom: int) -> int:
    """Coins that come with a bottom action (R83)."""
    return _MAT_COINS[mat, bottom]


@rule
def bottom_resource(bottom: int) -> int:
    """The resource that a bottom action costs, the same on all mats."""
    return _BOTTOM_RESOURCES[bottom]


@rule
def mat_popularity(mat: int) -> int:
    """Popularity at the start (R7)."""
    return _MAT_START[mat, 0]


@rule
def mat_start_coins(mat: int) -> int:
    """Coins at the start (R7)."""
    return _MAT_START[mat, 1]


@rule
def combat_cards(value: int) -> int:
    """Combat cards of value 2 + ``value`` in the game (R12)."""
    return _COMBAT_CARDS[value]


@rule
def condition(card: int, k: int, part: int) -> int:
    """Part of an objective's k-th condition: 0 quantity (-1: no such condition), 1 minimum, 2 maximum."""
    return _CONDITIONS[card, k, part]


@rule
def end_of_turn(card: int) -> int:
    """1 for an objective that is revealed at the end of the turn only (R171)."""
    return _END_OF_TURN[card]


@rule
def encounter_pay(card: int, option: int, part: int) -> int:
    """Cost of an encounter option: 0 coins, 1 popularity."""
    return _ENCOUNTER_PAY[card, option, part]


@rule
def encounter_gain(card: int, option: int, gain: int) -> int:
    """How much of a gain (GAIN constants) an encounter option gives."""
    return _ENCOUNTER_GAIN[card, option, gain]


@rule
def factory_pay(card: int, part: int) -> int:
    """Cost of a Factory card: the four goods, then PAY_ANY and PAY_DIFFERENT resources."""
    return _FACTORY_PAY[card, part]


@rule
def factory_gain(card: int, gain: int) -> int:
    """How much of a gain (GAIN constants) a Factory card gives."""
    return _FACTORY_GAIN[card, gain]


@rule
def factory_one(card: int) -> int:
    """1 for a Factory card that gives one of its gains, 0 for all."""
    return _FACTORY_ONE[card]


@rule
def tile_coins(tile: int, count: int) -> int:
    """Coins of a structure bonus tile for a count (R193)."""
    return _TILE_COINS[tile, count]


@rule
def tier_coins(popularity: int, part: int) -> int:
    """Coins at a popularity (R188): 0 a star, 1 a territory, 2 a pair of resources."""
    tier = 0
    for k in range(1, 3):
        if popularity >= _TIER_STARTS[k]:
            tier = k
    return _TIERS[tier, part]


@rule
def cube_value(cube: int) -> int:
    """Benefit of the top row before its upgrade, which adds one (R87)."""
    return _CUBE_VALUES[cube]


@rule
def trap_penalty(good: int) -> int:
    """What a trap of a kind takes of its good (R226)."""
    return _TRAP_PENALTIES[good]


@rule
def is_banned(faction: int, mat: int) -> int:
    """1 for a pair of faction and player mat that is officially banned (R16)."""
    return _BANNED[faction, mat]
