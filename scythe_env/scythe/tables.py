"""Constant tables of the components, as the rules read them: a rule for each table that looks up an element.

The tables are built once at import from the data files; compiled code carries them as constants. The text below a rule
begins with what it is called with.
"""

from __future__ import annotations

from collections.abc import Callable
from operator import attrgetter
from typing import Any, Final

import numpy as np

from ..core.compiling import lookup
from .components import (
    AUTOMA_ACTS,
    AUTOMA_GAINS,
    BONUSES,
    BOTTOM_ACTIONS,
    BOTTOM_RESOURCES,
    CONTROLLED_TERRAINS,
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
from .constants import HOME, MAX_POWER, MAX_SPACES, NONE, NUM_HEXES, NUM_PLACES

_DATA: Final = load_components()
_TRACKS: Final = _DATA.tracks
_AUTOMA: Final = _DATA.automa
MAX_NEIGHBOURS: Final = len(DIRECTIONS)
NUM_LINES: Final = len(DIRECTIONS) // 2  # directions of straight lines through a hex
NUM_TUNNELS: Final = len(_DATA.board.tunnels)
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


def _distances() -> np.ndarray:
    """Steps on the lattice of hexes from each place to each hex, whatever lies between (A40)."""
    board = _DATA.board
    cells = np.array([(h.q, h.r) for h in board.hexes] + [(base.q, base.r) for base in board.bases])
    way = cells[:, None] - cells[None, :NUM_HEXES]
    return np.abs(np.dstack((way, way.sum(axis=2)))).max(axis=2)


def _symbols(line: str, names: tuple[str, ...], parts: Callable[[Any], tuple[str, int]]) -> np.ndarray:
    """The symbols of a line of the halves of cards (cards, halves, k, 3): symbol, number, faction or NONE for any.

    Behind the last symbol all is NONE.
    """
    halves = [getattr(half, line) for card in _AUTOMA.cards for half in card.halves]
    rows = np.full((len(halves), max(map(len, halves)), 3), NONE)
    for row, symbols in zip(rows, halves, strict=True):
        for k, symbol in enumerate(symbols):
            name, number = parts(symbol)
            row[k] = names.index(name), number, FACTIONS.index(symbol.faction) if symbol.faction else NONE
    return rows.reshape(len(_AUTOMA.cards), -1, *rows.shape[1:])


def _conditions() -> np.ndarray:
    """Conditions (3, cards, MAX_CONDITIONS): quantity (NONE: no such condition), minimum, maximum."""
    conditions = np.full((3, len(_DATA.objectives), MAX_CONDITIONS), NONE)
    for card, objective in enumerate(_DATA.objectives):
        for k, condition in enumerate(objective.conditions):
            low = -NO_LIMIT if condition.min is None else condition.min
            high = NO_LIMIT if condition.max is None else condition.max
            conditions[:, card, k] = QUANTITIES.index(condition.quantity), low, high
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


_EDGES: Final = _edges()
_MATS: Final = _mats()

neighbour: Final = lookup(_EDGES[0])
"""(place, k): the k-th hex with an edge to a place (k < MAX_NEIGHBOURS), -1 behind the last."""
edge_kind: Final = lookup(_EDGES[1])
"""(place, k): kind of the edge to the k-th neighbour: EDGE_LAND, EDGE_RIVER or EDGE_LAKE."""
beside: Final = lookup(_EDGES[2])
"""(place, hex_): 1 if a place has a common edge with a hex, whatever lies on the edge."""
terrain: Final = lookup(
    [TERRAINS.index(hex_.terrain) for hex_ in _DATA.board.hexes] + [HOME] * (NUM_PLACES - NUM_HEXES)
)
"""(place): terrain of a place; HOME for a home base."""
is_tunnel: Final = lookup([int(hex_.tunnel) for hex_ in _DATA.board.hexes] + [0] * (NUM_PLACES - NUM_HEXES))
"""(place): 1 for a territory with a printed tunnel (R35)."""
tunnel: Final = lookup(_DATA.board.tunnels)
"""(k): the k-th of the hexes with a printed tunnel (k < NUM_TUNNELS)."""
is_encounter: Final = lookup([int(hex_.encounter) for hex_ in _DATA.board.hexes])
"""(hex_): 1 for a territory that had an encounter token at set-up (R10)."""
axial: Final = lookup([(hex_.q, hex_.r) for hex_ in _DATA.board.hexes])
"""(hex_, k): Axial coordinate of a hex: q (k = 0) or r (k = 1)."""
direction: Final = lookup(DIRECTIONS)
"""(line, k): step along a straight line (line < NUM_LINES): in q (k = 0) or r (k = 1)."""
riverwalk: Final = lookup([[int(name in faction.riverwalk) for name in TERRAINS] for faction in _DATA.factions])
"""(faction, ground): 1 if the faction's Riverwalk leads onto this terrain."""
faction_power: Final = lookup([faction.power for faction in _DATA.factions])
"""(faction): power at the start (R2)."""
faction_cards: Final = lookup([faction.combat_cards for faction in _DATA.factions])
"""(faction): combat cards at the start (R2)."""
start_worker: Final = lookup([faction.workers for faction in _DATA.factions])
"""(faction, k): hex of the first or second worker at the start (R3)."""
top_cost: Final = lookup(_row(_TRACKS.top_costs, TOP_ACTIONS))
"""(top): coins that a top action of the mat costs."""
mat_bottom: Final = lookup(_MATS[0])
"""(mat, top): bottom action in the section of a top action."""
mat_cost: Final = lookup(_MATS[1])
"""(mat, bottom): printed cost of a bottom action."""
mat_brackets: Final = lookup(_MATS[2])
"""(mat, bottom): boxes of a bottom action's cost that cubes may cover (R86)."""
mat_coins: Final = lookup(_MATS[3])
"""(mat, bottom): coins that come with a bottom action (R83)."""
bottom_resource: Final = lookup([RESOURCES.index(name) for name in BOTTOM_RESOURCES])
"""(bottom): the resource that a bottom action costs, the same on all mats."""
resource_bottom: Final = lookup([BOTTOM_RESOURCES.index(name) for name in RESOURCES])
"""(resource): the bottom action that a resource pays for."""
mat_popularity: Final = lookup([mat.popularity for mat in _DATA.mats])
"""(mat): popularity at the start (R7)."""
mat_start_coins: Final = lookup([mat.coins for mat in _DATA.mats])
"""(mat): coins at the start (R7)."""
card_power: Final = lookup([kind.value for kind in _DATA.combat_cards])
"""(value): what a combat card of a value index is worth in combat (R12)."""
combat_cards: Final = lookup([kind.count for kind in _DATA.combat_cards])
"""(value): combat cards of a value index in the game (R12)."""
_CONDITIONS: Final = _conditions()
asked_quantity: Final = lookup(_CONDITIONS[0])
"""(card, k): the quantity that an objective's k-th condition bounds; NONE if it has no such condition (R169)."""
at_least: Final = lookup(_CONDITIONS[1], np.int16)
"""(card, k): the smallest value that meets a condition."""
at_most: Final = lookup(_CONDITIONS[2], np.int16)
"""(card, k): the largest value that meets a condition."""
counted_terrain: Final = lookup(
    [TERRAINS.index(q.removeprefix("controlled_")) if q in CONTROLLED_TERRAINS else NONE for q in QUANTITIES]
)
"""(quantity): the terrain whose controlled territories a quantity counts; NONE for other quantities."""
end_of_turn: Final = lookup([int(objective.timing == "end_of_turn") for objective in _DATA.objectives])
"""(card): 1 for an objective that is revealed at the end of the turn only (R171)."""
encounter_pay: Final = lookup([[_row(option.pay, BONUSES) for option in card.options] for card in _DATA.encounters])
"""(card, option, good): what an encounter option costs of a good."""
encounter_gain: Final = lookup([[_row(option.gain, GAINS) for option in card.options] for card in _DATA.encounters])
"""(card, option, gain): how much of a gain (GAIN constants) an encounter option gives."""
factory_pay: Final = lookup([_row(card.pay, BONUSES) for card in _DATA.factory_cards])
"""(card, good): what a Factory card costs of a good."""
factory_tokens: Final = lookup([_row(card.pay, TOKEN_PAYMENTS) for card in _DATA.factory_cards])
"""(card, kind): what a Factory card costs in resource tokens of a kind: a resource, PAY_ANY or PAY_DIFFERENT."""
factory_gain: Final = lookup([_row(card.gain, GAINS) for card in _DATA.factory_cards])
"""(card, gain): how much of a gain (GAIN constants) a Factory card gives."""
factory_one: Final = lookup([int(card.take == "one") for card in _DATA.factory_cards])
"""(card): 1 for a Factory card that gives one of its gains, 0 for all."""
tile_coins: Final = lookup(
    [[tile.coins[min(n, len(tile.coins) - 1)] for n in range(NUM_HEXES + 1)] for tile in _DATA.structure_tiles]
)
"""(tile, count): coins of a structure bonus tile for a count (R193)."""
star_goal: Final = lookup(_row(_TRACKS.star_goals, STAR_GOALS))
"""(kind): what a star of a kind needs (R175)."""
cube_value: Final = lookup([(benefit.value, benefit.upgraded) for benefit in _TRACKS.top_benefits])
"""(cube, upgraded): benefit of the top row before (0) or after (1) its upgrade (R87)."""
produce_cost_from: Final = lookup(_row(_TRACKS.produce_costs, BONUSES, NO_LIMIT), np.int16)
"""(good): workers off the mat from which Produce costs one of a good (R69)."""
structure_bonus: Final = lookup(_bonuses(_TRACKS.structure_bonuses, STRUCTURES))
"""(structure, good): what a structure adds of a good to its top action (R62, R66)."""
recruit_bonus: Final = lookup(_bonuses(_TRACKS.recruit_bonuses, BOTTOM_ACTIONS))
"""(bottom, good): what the recruit of a bottom action brings of a good whenever the action is taken (R98)."""
one_time_bonus: Final = lookup(_row(_TRACKS.one_time_bonuses, BONUSES))
"""(good): what a one-time bonus gives of its good (R96)."""
trap_penalty: Final = lookup(_row(_TRACKS.traps, BONUSES))
"""(good): what a trap of a kind takes of its good (R226)."""
is_banned: Final = lookup([[int((faction, mat) in _TRACKS.banned_pairs) for mat in MATS] for faction in FACTIONS])
"""(faction, mat): 1 for a pair of faction and player mat that is officially banned (R16)."""
_TIERS: Final = [_TRACKS.tier(popularity) for popularity in range(_TRACKS.popularity_max + 1)]
star_coins: Final = lookup([tier.star for tier in _TIERS])
"""(popularity): coins for a star (R188)."""
territory_coins: Final = lookup([tier.territory for tier in _TIERS])
"""(popularity): coins for a controlled territory (R188)."""
resource_pair_coins: Final = lookup([tier.resource_pair for tier in _TIERS])
"""(popularity): coins for a pair of resource tokens (R188)."""

# -- Automas; a half of a card is that of scheme I (0) or II (1), a level counts from 1, 0 is no Automa ----------------
distance: Final = lookup(_distances())
"""(place, hex_): steps on the lattice of hexes (A40)."""
_MOVES: Final = _symbols("moves", AUTOMA_ACTS, attrgetter("act", "min_power"))
_GAINS: Final = _symbols("gains", AUTOMA_GAINS, attrgetter("gain", "number"))
MAX_AUTOMA_MOVES: Final = _MOVES.shape[2]
MAX_AUTOMA_GAINS: Final = _GAINS.shape[2]
automa_move: Final = lookup(_MOVES)
"""(card, half, k, part): act (part 0, NONE behind the last), needed power (1) and faction (2, NONE: any) of a move."""
automa_gain: Final = lookup(_GAINS)
"""(card, half, k, part): gain (part 0, NONE behind the last), number (1) and faction (2, NONE: any)."""
automa_bonus: Final = lookup(
    [[NONE if half.bonus is None else BONUSES.index(half.bonus) for half in card.halves] for card in _AUTOMA.cards]
)
"""(card, half): the good of the recruit bonus, NONE for no bonus (A81)."""
automa_star: Final = lookup([int(card.star) for card in _AUTOMA.cards])
"""(card): 1 if the tracker's token moves (A85)."""
automa_gear: Final = lookup([int(card.gear) for card in _AUTOMA.cards])
"""(card): 1 for the crossed gear (A17)."""
automa_power: Final = lookup(
    [
        [card.power[sum(power >= least for least in _AUTOMA.power_ranges) - 1] for power in range(MAX_POWER + 1)]
        for card in _AUTOMA.cards
    ]
)
"""(card, power): power that a card spends in a combat, by the power there is (A29)."""
automa_combat_cards: Final = lookup([card.combat_cards for card in _AUTOMA.cards])
"""(card): combat cards that a card plays in a combat (A64)."""
automa_resources: Final = lookup([card.resources for card in _AUTOMA.cards])
"""(card): resource tokens on a territory taken from the Automa (A72)."""
tracker_spaces: Final = lookup([0, *(tracker.spaces for tracker in _AUTOMA.trackers)])
"""(level): spaces of a tracker (A16)."""
water_open_from: Final = lookup([0, *(tracker.water_open_from for tracker in _AUTOMA.trackers)])
"""(level): the first space on which water is open (A3)."""
obeys_gear: Final = lookup([0, *(int(tracker.obeys_gear) for tracker in _AUTOMA.trackers)])
"""(level): 1 if the crossed gear counts (A17)."""
tracker_stars: Final = lookup(
    [
        [sum(at <= space for at in row) for space in range(MAX_SPACES)]
        for row in ((), *(t.stars_at for t in _AUTOMA.trackers))
    ]
)
"""(level, space): stars that a tracker has brought up to a space (A86); scheme II holds from the first one on."""
