"""Distances on the board by kind of mobility, built once from the component data."""

from __future__ import annotations

from typing import Final

import numpy as np

from scythe_env.core.compiling import lookup
from scythe_env.scythe.components import FACTIONS, TERRAINS, load_components
from scythe_env.scythe.constants import ALBION, NORDIC, NUM_HEXES, NUM_PLACES, TOGAWA

ON_FOOT: Final = 0  # workers
PLAIN: Final = 1  # character and mechs without abilities
RIVERS: Final = 2  # with the ability to cross rivers of the first mech
RIVERS_LAKES: Final = 3  # and sailing
NUM_MOBILITIES: Final = 4
FAR: Final = 15


def _distances() -> np.ndarray:
    """Steps from place to hex, at most FAR, by faction and mobility: int (7, 4, 54, 47)."""
    board = load_components().board
    edges = [
        (place, other, board.edge_kind(place, other))
        for place, others in enumerate(board.neighbours)
        for other in others
    ]
    for index, base in enumerate(board.bases):
        edges += [(NUM_HEXES + index, edge.hex, edge.kind) for edge in base.edges]
    edges += [(a, b, "land") for a in board.tunnels for b in board.tunnels if a != b]
    steps = np.full((len(FACTIONS), NUM_MOBILITIES, NUM_PLACES, NUM_PLACES), FAR)
    for faction, row in enumerate(load_components().factions):
        for place, other, kind in edges:
            if faction == ALBION:
                crosses = place in board.tunnels or other in board.tunnels
            else:
                crosses = faction == TOGAWA or TERRAINS[_terrain(other)] in row.riverwalk
            for mobility in range(NUM_MOBILITIES):
                swims = mobility == ON_FOOT and faction == NORDIC
                open_river = kind == "river" and (swims or (mobility >= RIVERS and crosses))
                if kind == "land" or open_river or (kind == "lake" and mobility == RIVERS_LAKES):
                    steps[faction, mobility, place, other] = 1
    steps[:, :, range(NUM_PLACES), range(NUM_PLACES)] = 0
    for k in range(NUM_PLACES):
        steps = np.minimum(steps, steps[:, :, :, k, None] + steps[:, :, None, k, :])
    return steps[:, :, :, :NUM_HEXES]


def _terrain(hex_: int) -> int:
    return TERRAINS.index(load_components().board.hexes[hex_].terrain)


distance: Final = lookup(_distances())
"""(faction, mobility, place, hex_): steps to a hex, enemies left out of account; FAR where there is no way."""
