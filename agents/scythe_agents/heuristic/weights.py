"""What things are worth to the heuristic, in tenths of a coin at the end of the game: the weights of its plan."""

from __future__ import annotations

from typing import Final

from ..weights import MOST as MOST
from ..weights import WeightTable
from ..weights import weight as weight

_TABLE: Final = WeightTable()
_weight = _TABLE.row

# -- goods -------------------------------------------------------------------------------------------------------------
COIN: Final = _weight("coin", 10)
COIN_POOR: Final = _weight("coin_poor", 10)  # for the first few, on top
POWER_POINT: Final = _weight("power_point", 8)
POWER_WEAK: Final = _weight("power_weak", 8)  # for the first few, on top
POWER_POINT_SPENT: Final = _weight("power_point_spent", 5)  # once the power star is placed, or in a combat
COMBAT_CARD: Final = _weight("combat_card", 7)
POPULARITY_POINT: Final = _weight("popularity_point", 20)
POPULARITY_POINT_TOP: Final = _weight("popularity_point_top", 7)  # in the top tier

# -- stars and the end of the game -------------------------------------------------------------------------------------
STAR: Final = _weight("star", 70)
WINNING_STAR: Final = _weight("winning_star", 1000)
LOSING_STAR: Final = _weight("losing_star", -300)
PATIENCE: Final = _weight("patience", 36)  # rounds after which the sixth star is placed at any rank

# -- resource tokens ---------------------------------------------------------------------------------------------------
TOKEN_NEEDED: Final = _weight("token_needed", 22)  # for the next bottom action of its kind
TOKEN_LATER: Final = _weight("token_later", 16)  # for the one after
TOKEN_SOMEDAY: Final = _weight("token_someday", 10)
TOKEN_STAR: Final = _weight("token_star", 50)  # percentage of the share in a star for tokens that are needed
COMPLETES: Final = _weight("completes", 20)  # the last token of a cost, on top
PRODUCE_GAIN: Final = _weight("produce_gain", 40)  # Produce on a Factory card

# -- the bottom row, without the share of a star -----------------------------------------------------------------------
UPGRADE_BASE: Final = _weight("upgrade_base", 30)
UPGRADE_EARLY: Final = _weight("upgrade_early", 4)  # for each that is left
DEPLOY_BASE: Final = _weight("deploy_base", 35)
DEPLOY_RIVERWALK: Final = _weight("deploy_riverwalk", 25)
BUILD_BASE: Final = _weight("build_base", 35)
ENLIST_BASE: Final = _weight("enlist_base", 40)
ENLIST_EARLY: Final = _weight("enlist_early", 5)
HASTE: Final = _weight("haste", 8)  # percentage by which benefits lose for each star of the leader
PAID_TOKEN: Final = _weight("paid_token", 4)

# -- workers -----------------------------------------------------------------------------------------------------------
NEW_WORKER: Final = _weight("new_worker", 20)
WORKER_GROUP: Final = _weight("worker_group", 5)  # for each of up to two others in the same territory
WORKER_CROWD: Final = _weight("worker_crowd", 12)  # for each beyond

# -- board -------------------------------------------------------------------------------------------------------------
ENCOUNTER_TOKEN: Final = _weight("encounter_token", 90)
FACTORY_CARD: Final = _weight("factory_card", 90)
PREY: Final = _weight("prey", 10)  # a won combat, in addition to its star
LAND_EARLY: Final = _weight("land_early", 16)  # percentage of a territory's coins that counts from the start
LAND_PER_STAR: Final = _weight("land_per_star", 20)  # and for each star of the leader
AIM_SHARE: Final = _weight("aim_share", 60)  # percentage of a star that an objective about territories counts
DRIVEN_WORKER: Final = _weight("driven_worker", 22)
TRAP_COST: Final = _weight("trap_cost", 30)
ONE_STEP: Final = _weight("one_step", 60)  # percentage of a goal's worth that is left at a distance
TWO_STEPS: Final = _weight("two_steps", 40)
FARTHER_STEP: Final = _weight("farther_step", 14)  # less for each further step
LEAST_STEP: Final = _weight("least_step", 1)  # gain below which a unit stays
CARD_GUESS: Final = _weight("card_guess", 4)  # assumed value of a combat card in another hand

NAMES: Final = _TABLE.names
NUM_WEIGHTS: Final = len(NAMES)
DEFAULTS: Final = _TABLE.defaults
