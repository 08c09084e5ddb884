"""Index constants of the Scythe record: what the numbers in the state, the tables and the actions mean.

Rule functions use these names; the names that people read come from :mod:`scythe_env.scythe.components` and
:mod:`scythe_env.scythe.actions`. Everything is a plain module-level ``int``, as Numba freezes those into compiled code.
"""

from __future__ import annotations

from typing import Final

from ..core.game import ENDED as ENDED
from ..core.game import NONE as NONE  # "no seat", "not on the board", "no card"
from ..core.game import RUNNING as RUNNING
from ..core.game import TRUNCATED as TRUNCATED

# -- sizes -------------------------------------------------------------------------------------------------------------
MAX_PLAYERS: Final = 7
NUM_HEXES: Final = 47
NUM_PLACES: Final = 54  # the hexes, then the home bases in the order of the factions
NUM_RESOURCES: Final = 4
NUM_WORKERS: Final = 8
NUM_SLOTS: Final = 4  # mechs, structures, recruits, bottom actions, one-time bonuses: four of each
NUM_OBJECTIVES: Final = 27
NUM_ENCOUNTERS: Final = 42
NUM_FACTORY_CARDS: Final = 18
NUM_TILES: Final = 6
MAX_STARS: Final = 6
MAX_POWER: Final = 16
MAX_POPULARITY: Final = 18

# -- terrains; a terrain that yields a resource has the resource's index -----------------------------------------------
MOUNTAIN: Final = 0
FARM: Final = 1
TUNDRA: Final = 2
FOREST: Final = 3
VILLAGE: Final = 4
LAKE: Final = 5
FACTORY: Final = 6
HOME: Final = 7  # a home base, which is no territory

METAL: Final = 0
FOOD: Final = 1
OIL: Final = 2
WOOD: Final = 3

# -- edges between neighbouring places ---------------------------------------------------------------------------------
EDGE_LAND: Final = 1
EDGE_RIVER: Final = 2
EDGE_LAKE: Final = 3

# -- factions in clockwise order around the board (R5) -----------------------------------------------------------------
ALBION: Final = 0
NORDIC: Final = 1
RUSVIET: Final = 2
TOGAWA: Final = 3
CRIMEA: Final = 4
SAXONY: Final = 5
POLANIA: Final = 6

# -- mech abilities: the slot of each on its faction mat ---------------------------------------------------------------
RIVERWALK: Final = 0  # Nordic, Rusviet, Crimea, Saxony, Polania
SPEED: Final = 3  # the same five
SEAWORTHY: Final = 1
ARTILLERY: Final = 2
TOWNSHIP: Final = 1
PEOPLES_ARMY: Final = 2
WAYFARE: Final = 1
SCOUT: Final = 2
UNDERPASS: Final = 1
DISARM: Final = 2
SUBMERGE: Final = 1
CAMARADERIE: Final = 2
BURROW: Final = 0
SWORD: Final = 1
SHIELD: Final = 2
RALLY: Final = 3
TOKA: Final = 0
SUITON: Final = 1
RONIN: Final = 2
SHINOBI: Final = 3

# -- sections, named by their top action; structures have the index of the top action they belong to -------------------
MOVE: Final = 0
BOLSTER: Final = 1
TRADE: Final = 2
PRODUCE: Final = 3
FACTORY_SECTION: Final = 4
MINE: Final = 0
MONUMENT: Final = 1
ARMORY: Final = 2
MILL: Final = 3

# -- bottom actions; a recruit's ongoing bonus is the good with the index of its action (R98) --------------------------
UPGRADE: Final = 0
DEPLOY: Final = 1
BUILD: Final = 2
ENLIST: Final = 3

# -- goods: what is gained without a place; also the one-time recruit bonuses and what a trap takes --------------------
POWER: Final = 0
COINS: Final = 1
POPULARITY: Final = 2
CARDS: Final = 3

# -- cubes: the six upgradable benefits of the top row (R87) -----------------------------------------------------------
CUBE_MOVE_UNITS: Final = 0
CUBE_MOVE_COINS: Final = 1
CUBE_BOLSTER_POWER: Final = 2
CUBE_BOLSTER_CARDS: Final = 3
CUBE_TRADE_POPULARITY: Final = 4
CUBE_PRODUCE: Final = 5
NUM_CUBES: Final = 6

# -- units of one seat -------------------------------------------------------------------------------------------------
UNIT_CHARACTER: Final = 0  # 1..4 are the mechs by slot
UNIT_WORKER: Final = 5
NUM_FIGHTERS: Final = 5  # character and mechs

# -- stars (R175) ------------------------------------------------------------------------------------------------------
STAR_UPGRADES: Final = 0
STAR_MECHS: Final = 1
STAR_STRUCTURES: Final = 2
STAR_RECRUITS: Final = 3
STAR_WORKERS: Final = 4
STAR_OBJECTIVE: Final = 5
STAR_COMBAT: Final = 6
STAR_POPULARITY: Final = 7
STAR_POWER: Final = 8
NUM_STAR_KINDS: Final = 9

# -- faction tokens on a hex: a flag, or a trap of the good it takes ---------------------------------------------------
NO_TOKEN: Final = 0
FLAG: Final = 1
TRAP: Final = 2  # TRAP + good

# -- an objective card of a seat ---------------------------------------------------------------------------------------
OBJECTIVE_IN_HAND: Final = 0
OBJECTIVE_COMPLETED: Final = 1
OBJECTIVE_LEFT: Final = 2  # left the hand unrevealed (R167)

# -- gains of encounter and Factory cards, in the order in which they are taken ----------------------------------------
GAIN_LOOK: Final = 0
GAIN_POWER: Final = 1  # GAIN_POWER + good for the four goods
GAIN_METAL: Final = 5  # GAIN_METAL + resource for the four resources
GAIN_ANY: Final = 9
GAIN_WORKER: Final = 10
GAIN_UPGRADE: Final = 11  # GAIN_UPGRADE + bottom action for the four of them
GAIN_RELOCATE: Final = 15
GAIN_PRODUCE: Final = 16
NUM_GAINS: Final = 17

# -- costs of Factory cards: the four goods, then resources ------------------------------------------------------------
PAY_ANY: Final = 4
PAY_DIFFERENT: Final = 5
NUM_PAYS: Final = 6
