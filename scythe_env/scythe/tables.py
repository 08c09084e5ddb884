"""Constant tables of the components, as the rules read them: one small accessor rule per table.

The tables are built once at import from the data files; compiled code carries them as constants. Only the accessors
touch them, so that each table is stored once however many rules read it.
"""

from __future__ import annotations

from typing import Final

import numpy as np

from ..core.compiling import rule, table
from .components import (
    BONUSES,
    BOTTOM_ACTIONS,
    BOTTOM_RESOURCES,
    DIRECTIONS,
    EDGE_KINDS,
    FACTIONS,
    GAINS,
    MATS,
    QUANTITIES,
    RESOURCES,
    STAR_GOALS,
    STRUCTURES,
    TERRAINS,
    TOKEN_PAYMENTS,
    TOP_ACTIONS,
    Amounts,
    load_components,
)
from .constants import HOME, NONE, NUM_HEXES, NUM_PLACES

_DATA: Final = load_components()
_TRACKS: Final = _DATA.tracks
MAX_NEIGHBOURS: Final = len(DIRECTIONS)
NUM_LINES: Final = len(DIRECTIONS) // 2  # directions of straight lines through a hex
NUM_TUNNELS: Final = len(_DATA.board.tunnels)
NUM_TIERS: Final = len(_TRACKS.tiers)
MAX_CONDITIONS: Final = max(len(objective.conditions) for objective in _DATA.objectives)
NO_LIMIT: Final = 9999


def _edges() -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Neighbours (places, MAX_NEIGHBOURS), kinds of the edges to them (the same), common edges (places, hexes)."""
    board = _DATA.board
    neighbours = np.full((NUM_PLACES, MAX_NEIGHBOURS), NONE)
    kinds = np.zeros((NUM_PLACES, MAX_NEIGHBOURS), int)
    beside = np.zeros((NUM_PLACES, NUM_HEXES), int)
    edges = [[(other, board.edge_kind(hex_, other)) for other in board.neighbours[hex_]] for hex_ in range(NUM_HEXES)]
    edges += [[(edge.hex, edge.kind) for edge in base.edges] for base in board.bases]
    for place, around in enumerate(edges):
        for k, (hex_, kind) in enumerate(around):
            neighbours[place, k], kinds[place, k], beside[place, hex_] = hex_, 1 + EDGE_KINDS.index(kind), 1
    return neighbours, kinds, beside


def _conditions() -> np.ndarray:
    """Conditions (cards, MAX_CONDITIONS, 3): quantity (-1: none), minimum, maximum."""
    conditions = np.full((len(_DATA.objectives), MAX_CONDITIONS, 3), NONE)
    for card, objective in enumerate(_DATA.objectives):
        for k, condition in enumerate(objective.conditions):
            low = -NO_LIMIT if condition.min is None else condition.min
            high = NO_LIMIT if condition.max is None else condition.max
            conditions[card, k] = QUANTITIES.index(condition.quantity), low, high
    return conditions


def _mats() -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray]:
    """Bottom action under each top action; cost, bracketed boxes, coins of each bottom action; all (mats, actions)."""
    bottom = np.zeros((len(MATS), len(TOP_ACTIONS)), int)
    cost, brackets, coins = (np.zeros((len(MATS), len(BOTTOM_ACTIONS)), int) for _ in range(3))
    for m, mat in enumerate(_DATA.mats):
        for column in mat.columns:
            b = BOTTOM_ACTIONS.index(column.bottom)
            bottom[m, TOP_ACTIONS.index(column.top)] = b
            cost[m, b], brackets[m, b], coins[m, b] = column.cost, column.coverable, column.coins
    return bottom, cost, brackets, coins


def _row(pairs: Amounts, names: tuple[str, ...], missing: int = 0) -> list[int]:
    """Numbers in the order of ``names``, and a number for those that are left out."""
    return [dict(pairs).get(name, missing) for name in names]


def _bonuses(pairs: tuple[tuple[str, Amounts], ...], names: tuple[str, ...]) -> list[list[int]]:
    """Goods of the bonuses in the order of ``names``."""
    return [_row(dict(pairs).get(name, ()), BONUSES) for name in names]


_NEIGHBOURS, _EDGE_KINDS, _BESIDE = (table(values, np.int8) for values in _edges())
_DIRECTIONS = table(DIRECTIONS, np.int8)
_TERRAIN = table(
    [TERRAINS.index(hex_.terrain) for hex_ in _DATA.board.hexes] + [HOME] * (NUM_PLACES - NUM_HEXES), np.int8
)
_TUNNELS = table([int(hex_.tunnel) for hex_ in _DATA.board.hexes] + [0] * (NUM_PLACES - NUM_HEXES), np.int8)
_TUNNEL_LIST = table(_DATA.board.tunnels, np.int8)
_ENCOUNTERS = table([int(hex_.encounter) for hex_ in _DATA.board.hexes], np.int8)
_AXIAL = table([(hex_.q, hex_.r) for hex_ in _DATA.board.hexes], np.int8)
_RIVERWALK = table([[int(name in faction.riverwalk) for name in TERRAINS] for faction in _DATA.factions], np.int8)
_FACTION_START = table([(faction.power, faction.combat_cards) for faction in _DATA.factions], np.int8)
_START_WORKERS = table([faction.workers for faction in _DATA.factions], np.int8)
_MAT_BOTTOM, _MAT_COST, _MAT_BRACKETS, _MAT_COINS = (table(values, np.int8) for values in _mats())
_TOP_COSTS = table(_row(_TRACKS.top_costs, TOP_ACTIONS), np.int8)
_BOTTOM_RESOURCES = table([RESOURCES.index(name) for name in BOTTOM_RESOURCES], np.int8)
_RESOURCE_BOTTOMS = table([BOTTOM_RESOURCES.index(name) for name in RESOURCES], np.int8)
_MAT_START = table([(mat.popularity, mat.coins) for mat in _DATA.mats], np.int8)
_COMBAT_CARDS = table([(kind.value, kind.count) for kind in _DATA.combat_cards], np.int8)
_CONDITIONS = table(_conditions(), np.int16)
_END_OF_TURN = table([int(objective.timing == "end_of_turn") for objective in _DATA.objectives], np.int8)
_ENCOUNTER_PAY = table(
    [[_row(option.pay, ("coins", "popularity")) for option in card.options] for card in _DATA.encounters], np.int8
)
_ENCOUNTER_GAIN = table([[_row(option.gain, GAINS) for option in card.options] for card in _DATA.encounters], np.int8)
_FACTORY_PAY = table([_row(card.pay, BONUSES) for card in _DATA.factory_cards], np.int8)
_FACTORY_TOKENS = table([_row(card.pay, TOKEN_PAYMENTS) for card in _DATA.factory_cards], np.int8)
_FACTORY_GAIN = table([_row(card.gain, GAINS) for card in _DATA.factory_cards], np.int8)
_FACTORY_ONE = table([int(card.take == "one") for card in _DATA.factory_cards], np.int8)
_TILE_COINS = table(
    [[tile.coins[min(n, len(tile.coins) - 1)] for n in range(NUM_HEXES + 1)] for tile in _DATA.structure_tiles], np.int8
)
_TIERS = table([(tier.star, tier.territory, tier.resource_pair) for tier in _TRACKS.tiers], np.int8)
_TIER_STARTS = table([tier.min for tier in _TRACKS.tiers], np.int8)
_STAR_GOALS = table(_row(_TRACKS.star_goals, STAR_GOALS), np.int8)
_CUBE_VALUES = table([(benefit.value, benefit.upgraded) for benefit in _TRACKS.top_benefits], np.int8)
_PRODUCE_COSTS = table(_row(_TRACKS.produce_costs, BONUSES, NO_LIMIT), np.int16)
_STRUCTURE_BONUSES = table(_bonuses(_TRACKS.structure_bonuses, STRUCTURES), np.int8)
_RECRUIT_BONUSES = table(_bonuses(_TRACKS.recruit_bonuses, BOTTOM_ACTIONS), np.int8)
_ONE_TIME_BONUSES = table(_row(_TRACKS.one_time_bonuses, BONUSES), np.int8)
_TRAP_PENALTIES = table(_row(_TRACKS.traps, BONUSES), np.int8)
_BANNED = table([[int((faction, mat) in _TRACKS.banned_pairs) for mat in MATS] for faction in FACTIONS], np.int8)


@rule
def neighbour(place: int, k: int) -> int:
    """The k-th hex with an edge to a place (k < MAX_NEIGHBOURS), -1 after the last."""
    return _NEIGHBOURS[place, k]


@rule
def edge_kind(place: int, k: int) -> int:
    """Kind of the edge to the k-th neighbour: EDGE_LAND, EDGE_RIVER or EDGE_LAKE."""
    return _EDGE_KINDS[place, k]


@rule
def beside(place: int, hex_: int) -> int:
    """1 if a place has a common edge with a hex, whatever is on the edge."""
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
    """The k-th of the hexes with a printed tunnel (k < NUM_TUNNELS)."""
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
def direction(line: int, k: int) -> int:
    """Step along a straight line (line < NUM_LINES): in q (k = 0) or r (k = 1)."""
    return _DIRECTIONS[line, k]


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
def top_cost(top: int) -> int:
    """Coins that a top action of the mat costs."""
    return _TOP_COSTS[top]


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
def resource_bottom(resource: int) -> int:
    """The bottom action that a resource pays for."""
    return _RESOURCE_BOTTOMS[resource]


@rule
def mat_popularity(mat: int) -> int:
    """Popularity at the start (R7)."""
    return _MAT_START[mat, 0]


@rule
def mat_start_coins(mat: int) -> int:
    """Coins at the start (R7)."""
    return _MAT_START[mat, 1]


@rule
def card_power(value: int) -> int:
    """What a combat card of a value index is worth in combat (R12)."""
    return _COMBAT_CARDS[value, 0]


@rule
def combat_cards(value: int) -> int:
    """Combat cards of a value index in the game (R12)."""
    return _COMBAT_CARDS[value, 1]


@rule
def condition(card: int, k: int, part: int) -> int:
    """Part of an objective's k-th condition: 0 quantity (-1: none), 1 minimum, 2 maximum."""
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
def factory_pay(card: int, good: int) -> int:
    """What a Factory card costs of a good."""
    return _FACTORY_PAY[card, good]


@rule
def factory_tokens(card: int, kind: int) -> int:
    """What a Factory card costs in resource tokens of a kind: a resource, PAY_ANY or PAY_DIFFERENT."""
    return _FACTORY_TOKENS[card, kind]


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
    """Coins at a popularity (R188): per star (0), territory (1) or pair of resources (2)."""
    tier = 0
    for k in range(1, NUM_TIERS):
        if popularity >= _TIER_STARTS[k]:
            tier = k
    return _TIERS[tier, part]


@rule
def star_goal(kind: int) -> int:
    """What a star of a kind needs (R175)."""
    return _STAR_GOALS[kind]


@rule
def cube_value(cube: int, upgraded: int) -> int:
    """Benefit of the top row before (0) or after (1) its upgrade (R87)."""
    return _CUBE_VALUES[cube, upgraded]


@rule
def produce_cost_from(good: int) -> int:
    """Workers off the mat from which Produce costs one of a good (R69)."""
    return _PRODUCE_COSTS[good]


@rule
def structure_bonus(structure: int, good: int) -> int:
    """What a structure adds of a good to its top action (R62, R66)."""
    return _STRUCTURE_BONUSES[structure, good]


@rule
def recruit_bonus(bottom: int, good: int) -> int:
    """What the recruit of a bottom action brings of a good whenever the action is taken (R98)."""
    return _RECRUIT_BONUSES[bottom, good]


@rule
def one_time_bonus(good: int) -> int:
    """What a one-time bonus gives of its good (R96)."""
    return _ONE_TIME_BONUSES[good]


@rule
def trap_penalty(good: int) -> int:
    """What a trap of a kind takes of its good (R226)."""
    return _TRAP_PENALTIES[good]


@rule
def is_banned(faction: int, mat: int) -> int:
    """1 for a pair of faction and player mat that is officially banned (R16)."""
    return _BANNED[faction, mat]
