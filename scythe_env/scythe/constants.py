"""Constants of the Scythe record: what its indices mean, and the numbers of the game.

Rule functions use these names; all come from the names and the data of :mod:`scythe_env.scythe.components`. Everything
is a plain module-level ``int``, as Numba freezes those into compiled code.
"""

from __future__ import annotations

from typing import Final

from ..core.game import ENDED as ENDED
from ..core.game import NONE as NONE  # "no seat", "not on the board", "no card"
from ..core.game import RUNNING as RUNNING
from ..core.game import TRUNCATED as TRUNCATED
from .components import (
    AUTOMA_ACTS,
    AUTOMA_GAINS,
    AUTOMA_LEVELS,
    BONUSES,
    BOTTOM_ACTIONS,
    EDGE_KINDS,
    FACTIONS,
    GAINS,
    LETTERS,
    PRIMARY_TERRAINS,
    RESOURCES,
    STAR_GOALS,
    STRUCTURES,
    TERRAINS,
    TOKEN_PAYMENTS,
    TOP_ACTIONS,
    TOP_BENEFITS,
    load_components,
)
from .names import CARGO, FOUGHT_PARTS, LAST_PARTS, RELOCATED, SIDES, TEAMS

_DATA: Final = load_components()
_TRACKS: Final = _DATA.tracks
_AUTOMA: Final = _DATA.automa

# -- sizes -------------------------------------------------------------------------------------------------------------
MAX_PLAYERS: Final = 7  # seats
NUM_FACTIONS: Final = len(FACTIONS)
NUM_MATS: Final = len(_DATA.mats)
NUM_HEXES: Final = len(_DATA.board.hexes)
NUM_PLACES: Final = NUM_HEXES + NUM_FACTIONS  # the hexes, then the home bases in the order of the factions
NUM_RESOURCES: Final = len(RESOURCES)
NUM_GOODS: Final = len(BONUSES)
NUM_WORKERS: Final = _TRACKS.workers
NUM_SLOTS: Final = len(_DATA.factions[0].mechs)  # mechs on a faction mat
NUM_STRUCTURES: Final = len(STRUCTURES)
NUM_BOTTOMS: Final = len(BOTTOM_ACTIONS)  # bottom actions, and the recruit of each
NUM_CARD_VALUES: Final = len(_DATA.combat_cards)
NUM_COMBAT_CARDS: Final = sum(kind.count for kind in _DATA.combat_cards)
NUM_OBJECTIVES: Final = len(_DATA.objectives)
NUM_ENCOUNTERS: Final = len(_DATA.encounters)
NUM_OPTIONS: Final = len(LETTERS)
NUM_FACTORY_CARDS: Final = len(_DATA.factory_cards)
NUM_TILES: Final = len(_DATA.structure_tiles)

# -- numbers of the game -----------------------------------------------------------------------------------------------
MAX_STARS: Final = _TRACKS.stars
MAX_COMBAT_STARS: Final = dict(_TRACKS.star_goals)["combat_wins"]  # does not hold for Saxony (R179)
MAX_POWER: Final = _TRACKS.power_max
MAX_POPULARITY: Final = _TRACKS.popularity_max
MAX_DIAL: Final = _TRACKS.dial_max
START_WORKERS: Final = len(_DATA.factions[0].workers)
OBJECTIVES_DEALT: Final = _TRACKS.objectives_dealt
WOLF_TOKENS: Final = _TRACKS.wolf_tokens
OBJECTIVES_BASE: Final = sum(not card.promo for card in _DATA.objectives)
ENCOUNTER_CARDS_BASE: Final = sum(not card.promo for card in _DATA.encounters)
FACTORY_CARDS_BASE: Final = sum(not card.promo for card in _DATA.factory_cards)
FACTORY_CARDS_BEYOND_PLAYERS: Final = _TRACKS.factory_cards_beyond_players
FACTORY_HEX: Final = _DATA.board.factory
FACTORY_TERRITORIES: Final = _TRACKS.factory_territories  # what the Factory counts for at the end (R191)
MOVE_STEPS: Final = _TRACKS.move_steps
SPEED_STEPS: Final = _TRACKS.speed_steps
FACTORY_MOVE_UNITS: Final = _TRACKS.factory_move_units
FACTORY_MOVE_STEPS: Final = _TRACKS.factory_move_steps
TRADE_TOKENS: Final = _TRACKS.trade_resources  # never upgraded (R87)
ABILITY_POWER: Final = _TRACKS.ability_power  # what Disarm, Artillery and Sword take, what Shield and Ronin give
ARTILLERY_COST: Final = _TRACKS.artillery_cost
LOSER_CARDS: Final = _TRACKS.loser_cards
MAX_FLAGS: Final = _TRACKS.flags
WAYFARE_BASE_PLAYERS: Final = _TRACKS.wayfare_base_players  # with more players Wayfare leads to farms instead (R235)
MEANDER_COINS: Final = _TRACKS.meander_coins  # R235
MEANDER_PLAYERS: Final = _TRACKS.meander_players

# -- terrains; a terrain that yields a resource has the resource's index -----------------------------------------------
MOUNTAIN: Final = TERRAINS.index("mountain")
FARM: Final = TERRAINS.index("farm")
TUNDRA: Final = TERRAINS.index("tundra")
VILLAGE: Final = TERRAINS.index("village")
LAKE: Final = TERRAINS.index("lake")
FACTORY: Final = TERRAINS.index("factory")
HOME: Final = len(TERRAINS)  # a home base, which is not a territory
NUM_PRIMARY_TERRAINS: Final = len(PRIMARY_TERRAINS)  # those that produce something come first

# -- edges between neighbouring places, 0 where there is none ----------------------------------------------------------
EDGE_LAND: Final = 1 + EDGE_KINDS.index("land")
EDGE_RIVER: Final = 1 + EDGE_KINDS.index("river")
EDGE_LAKE: Final = 1 + EDGE_KINDS.index("lake")

# -- factions in clockwise order around the board (R5) -----------------------------------------------------------------
ALBION: Final = FACTIONS.index("albion")
NORDIC: Final = FACTIONS.index("nordic")
RUSVIET: Final = FACTIONS.index("rusviet")
TOGAWA: Final = FACTIONS.index("togawa")
CRIMEA: Final = FACTIONS.index("crimea")
SAXONY: Final = FACTIONS.index("saxony")
POLANIA: Final = FACTIONS.index("polania")


def _slot(ability: str) -> int:
    return next(faction.mechs.index(ability) for faction in _DATA.factions if ability in faction.mechs)


# -- mech abilities: the slot of each on its faction mat ---------------------------------------------------------------
RIVERWALK: Final = _slot("riverwalk")  # Nordic, Rusviet, Crimea, Saxony, Polania
SPEED: Final = _slot("speed")  # the same five
SEAWORTHY: Final = _slot("seaworthy")
ARTILLERY: Final = _slot("artillery")
TOWNSHIP: Final = _slot("township")
PEOPLES_ARMY: Final = _slot("peoples_army")
WAYFARE: Final = _slot("wayfare")
SCOUT: Final = _slot("scout")
UNDERPASS: Final = _slot("underpass")
DISARM: Final = _slot("disarm")
SUBMERGE: Final = _slot("submerge")
CAMARADERIE: Final = _slot("camaraderie")
BURROW: Final = _slot("burrow")
SWORD: Final = _slot("sword")
SHIELD: Final = _slot("shield")
RALLY: Final = _slot("rally")
TOKA: Final = _slot("toka")
SUITON: Final = _slot("suiton")
RONIN: Final = _slot("ronin")
SHINOBI: Final = _slot("shinobi")

# -- sections, named by their top action; structures have the index of the top action they belong to -------------------
MOVE: Final = TOP_ACTIONS.index("move")
BOLSTER: Final = TOP_ACTIONS.index("bolster")
TRADE: Final = TOP_ACTIONS.index("trade")
PRODUCE: Final = TOP_ACTIONS.index("produce")
FACTORY_SECTION: Final = len(TOP_ACTIONS)
MINE: Final = STRUCTURES.index("mine")
MONUMENT: Final = STRUCTURES.index("monument")
ARMORY: Final = STRUCTURES.index("armory")
MILL: Final = STRUCTURES.index("mill")

# -- bottom actions ----------------------------------------------------------------------------------------------------
UPGRADE: Final = BOTTOM_ACTIONS.index("upgrade")
DEPLOY: Final = BOTTOM_ACTIONS.index("deploy")
BUILD: Final = BOTTOM_ACTIONS.index("build")
ENLIST: Final = BOTTOM_ACTIONS.index("enlist")

# -- goods: what is gained without a place; also the one-time recruit bonuses and what a trap takes --------------------
POWER: Final = BONUSES.index("power")
COINS: Final = BONUSES.index("coins")
POPULARITY: Final = BONUSES.index("popularity")
CARDS: Final = BONUSES.index("combat_cards")

# -- cubes: the upgradable benefits of the top row (R87) ---------------------------------------------------------------
CUBE_MOVE_UNITS: Final = TOP_BENEFITS.index("move_units")
CUBE_MOVE_COINS: Final = TOP_BENEFITS.index("move_coins")
CUBE_BOLSTER_POWER: Final = TOP_BENEFITS.index("bolster_power")
CUBE_BOLSTER_CARDS: Final = TOP_BENEFITS.index("bolster_cards")
CUBE_TRADE_POPULARITY: Final = TOP_BENEFITS.index("trade_popularity")
CUBE_PRODUCE: Final = TOP_BENEFITS.index("produce_territories")
NUM_CUBES: Final = len(TOP_BENEFITS)

# -- units of one seat -------------------------------------------------------------------------------------------------
UNIT_CHARACTER: Final = 0  # then the mechs by slot
NUM_FIGHTERS: Final = 1 + NUM_SLOTS  # character and mechs
UNIT_WORKER: Final = NUM_FIGHTERS

# -- what goes along with a moving unit --------------------------------------------------------------------------------
CARGO_WORKERS: Final = CARGO.index("workers")
CARGO_WALKED: Final = CARGO.index("walked workers")  # in this action
CARGO_TOKENS: Final = CARGO.index(RESOURCES[0])  # CARGO_TOKENS + resource
NUM_CARGO: Final = len(CARGO)

# -- sides of a combat -------------------------------------------------------------------------------------------------
ATTACKER: Final = SIDES.index("attacker")
DEFENDER: Final = SIDES.index("defender")
NUM_SIDES: Final = len(SIDES)

# -- what may be relocated by promo encounter card 42 ------------------------------------------------------------------
RELOCATE_CHARACTER: Final = RELOCATED.index("character")
RELOCATE_MECHS: Final = RELOCATED.index("mechs")
RELOCATE_WORKERS: Final = RELOCATED.index("workers")
RELOCATE_TOKENS: Final = RELOCATED.index(RESOURCES[0])  # RELOCATE_TOKENS + resource
NUM_RELOCATED: Final = len(RELOCATED)

# -- stars (R175) ------------------------------------------------------------------------------------------------------
STAR_UPGRADES: Final = STAR_GOALS.index("upgrades")
STAR_MECHS: Final = STAR_GOALS.index("mechs")
STAR_STRUCTURES: Final = STAR_GOALS.index("structures")
STAR_RECRUITS: Final = STAR_GOALS.index("recruits")
STAR_WORKERS: Final = STAR_GOALS.index("workers")
STAR_OBJECTIVE: Final = STAR_GOALS.index("objective")
STAR_COMBAT: Final = STAR_GOALS.index("combat_wins")
STAR_POPULARITY: Final = STAR_GOALS.index("popularity")
STAR_POWER: Final = STAR_GOALS.index("power")
NUM_STAR_KINDS: Final = len(STAR_GOALS)

# -- faction tokens on a hex: a flag, or a trap of the good it takes ---------------------------------------------------
NO_TOKEN: Final = 0
FLAG: Final = 1
TRAP: Final = 2  # TRAP + good

# -- an objective card of a seat ---------------------------------------------------------------------------------------
OBJECTIVE_IN_HAND: Final = 0
OBJECTIVE_COMPLETED: Final = 1
OBJECTIVE_LEFT: Final = 2  # left the hand unrevealed (R167)

# -- gains of encounter and Factory cards, in the order in which they are taken ----------------------------------------
GAIN_LOOK: Final = GAINS.index("look")
GAIN_POWER: Final = GAINS.index("power")  # GAIN_POWER + good
GAIN_METAL: Final = GAINS.index("metal")  # GAIN_METAL + resource
GAIN_ANY: Final = GAINS.index("any")
GAIN_WORKER: Final = GAINS.index("worker")
GAIN_UPGRADE: Final = GAINS.index("upgrade")  # GAIN_UPGRADE + bottom action
GAIN_RELOCATE: Final = GAINS.index("relocate")
GAIN_PRODUCE: Final = GAINS.index("produce")
NUM_GAINS: Final = len(GAINS)

# -- what resource tokens are paid for: a resource, or one of these ----------------------------------------------------
PAY_ANY: Final = TOKEN_PAYMENTS.index("any")
PAY_DIFFERENT: Final = TOKEN_PAYMENTS.index("different")
NUM_PAYS: Final = len(TOKEN_PAYMENTS)

# -- Automas -----------------------------------------------------------------------------------------------------------
NUM_LEVELS: Final = len(AUTOMA_LEVELS)
NO_AUTOMA: Final = 0  # in place of a level: the seat of an agent
NUM_AUTOMA_CARDS: Final = len(_AUTOMA.cards)
MAX_SPACES: Final = max(tracker.spaces for tracker in _AUTOMA.trackers)
AUTOMA_COINS: Final = _AUTOMA.coins
AUTOMA_POPULARITY: Final = _AUTOMA.popularity
TIE_START: Final = FACTIONS.index(_AUTOMA.tie_token.start)
TIE_STEP: Final = _AUTOMA.tie_token.step
ACT_WORKER: Final = AUTOMA_ACTS.index("worker")
ACT_ENCOUNTER: Final = AUTOMA_ACTS.index("encounter_factory")
ACT_CHARACTER: Final = AUTOMA_ACTS.index("character")
ACT_MECH: Final = AUTOMA_ACTS.index("mech")
ACT_ATTACK: Final = AUTOMA_ACTS.index("attack_combat")
ACT_ATTACK_WORKERS: Final = AUTOMA_ACTS.index("attack_workers")
AUTOMA_GAIN_WORKER: Final = AUTOMA_GAINS.index("worker")  # a good has its own number
AUTOMA_GAIN_FIGHTER: Final = AUTOMA_GAINS.index("character_or_mech")
TWO_SEATS: Final = 2  # with more of them the tie token replaces reading order (A103)
LAST_CARD: Final = LAST_PARTS.index("card")  # parts of what an Automa's last turn did, for logs and pictures
LAST_ACT: Final = LAST_PARTS.index("act")
LAST_UNIT: Final = LAST_PARTS.index("unit")
LAST_FROM: Final = LAST_PARTS.index("from")
LAST_TO: Final = LAST_PARTS.index("to")
NUM_LAST: Final = len(LAST_PARTS)
FOUGHT_DEFENDER: Final = FOUGHT_PARTS.index("defender")  # parts of a fight with an Automa, for logs: the seat + 1
FOUGHT_DIAL: Final = FOUGHT_PARTS.index("attacker_dial")  # then that of the defender
FOUGHT_CARDS: Final = FOUGHT_PARTS.index("attacker_23")  # of each side two parts, each the digits of two values
FOUGHT_DIGIT: Final = 8  # a side never plays as many cards of a value
NUM_FOUGHT: Final = len(FOUGHT_PARTS)
COOPERATIVE: Final = TEAMS.index("cooperative")
