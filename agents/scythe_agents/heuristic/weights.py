"""What things are worth to the heuristic, in tenths of a coin at the end of the game."""

from __future__ import annotations

from typing import Final

# -- goods -------------------------------------------------------------------------------------------------------------
COIN: Final = 10
COIN_POOR: Final = 10  # for the first few, on top
POWER_POINT: Final = 8
POWER_WEAK: Final = 8  # for the first few, on top
POWER_POINT_SPENT: Final = 5  # once the power star is placed, or in a combat
COMBAT_CARD: Final = 7
POPULARITY_POINT: Final = 20
POPULARITY_POINT_TOP: Final = 7  # in the top tier

# -- stars and the end of the game -------------------------------------------------------------------------------------
STAR: Final = 70
WINNING_STAR: Final = 1000
LOSING_STAR: Final = -300
PATIENCE: Final = 36  # rounds after which the sixth star is placed at any rank

# -- resource tokens ---------------------------------------------------------------------------------------------------
TOKEN_NEEDED: Final = 22  # for the next bottom action of its kind
TOKEN_LATER: Final = 16  # for the one after
TOKEN_SOMEDAY: Final = 10
TOKEN_STAR: Final = 50  # percentage of the share in a star that counts for the tokens that are needed
COMPLETES: Final = 20  # the last token of a cost, on top
PRODUCE_GAIN: Final = 40  # Produce on a Factory card

# -- the bottom row, without the share of a star -----------------------------------------------------------------------
UPGRADE_BASE: Final = 30
UPGRADE_EARLY: Final = 4  # for each that is left
DEPLOY_BASE: Final = 35
DEPLOY_RIVERWALK: Final = 25
BUILD_BASE: Final = 35
ENLIST_BASE: Final = 40
ENLIST_EARLY: Final = 5
HASTE: Final = 8  # percentage by which benefits lose for each star of the leader
PAID_TOKEN: Final = 4

# -- workers -----------------------------------------------------------------------------------------------------------
NEW_WORKER: Final = 20
WORKER_GROUP: Final = 5  # for each of up to two others in the same territory
WORKER_CROWD: Final = 12  # for each beyond

# -- board -------------------------------------------------------------------------------------------------------------
ENCOUNTER_TOKEN: Final = 90
FACTORY_CARD: Final = 90
PREY: Final = 10  # a won combat, in addition to its star
LAND_EARLY: Final = 16  # percentage of a territory's coins that counts from the start
LAND_PER_STAR: Final = 20  # and for each star of the leader
AIM_SHARE: Final = 60  # percentage of a star that an objective about territories counts
DRIVEN_WORKER: Final = 22
TRAP_COST: Final = 30
ONE_STEP: Final = 60  # percentage of a goal's worth that is left at a distance
TWO_STEPS: Final = 40
FARTHER_STEP: Final = 14  # less for each further step
LEAST_STEP: Final = 1  # gain below which a unit stays
CARD_GUESS: Final = 4  # assumed value of a combat card in another hand
