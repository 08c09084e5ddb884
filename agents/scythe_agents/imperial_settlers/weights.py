"""What things are worth to the script, in hundredths of a victory point: the weights of its plan."""

from __future__ import annotations

from typing import Final

from scythe_env.imperial_settlers.components import GOODS
from scythe_env.imperial_settlers.ops import OFFER, OPS

from ..weights import MOST as MOST
from ..weights import WeightTable
from ..weights import weight as weight

_TABLE: Final = WeightTable()
_weight = _TABLE.row

# -- goods, in the order of components.GOODS ---------------------------------------------------------------------------
_GOODS: Final = {
    **{"wood": 110, "stone": 100, "food": 70, "gold": 420, "worker": 130, "raze": 50, "vp": 100, "card": 250},
    **{"defence": 35, "common_card": 70, "faction_card": 125, "samurai": 40},
}
GOOD: Final = min([_weight(good, _GOODS[good]) for good in GOODS])
LAST_ROUND: Final = _weight("last_round", 15)  # percentage that goods other than points are worth in the last round

# -- effects that are not goods, in the order of components.OPS --------------------------------------------------------
EFFECT: Final = min([_weight(f"effect_{op}", 150) for op in OPS[OFFER:]])

# -- locations and cards -----------------------------------------------------------------------------------------------
COMMON_LOCATION: Final = _weight("common_location", 140)
FACTION_LOCATION: Final = _weight("faction_location", 800)
FEATURE_RATE: Final = _weight("feature_rate", 55)  # percentage: how often a feature rewards something in a round
USE_NOW: Final = _weight("use_now", 12)  # percentage: an activation in the round that is under way
RESOURCE_PAID: Final = _weight("resource_paid", 150)  # in a building cost: resources are lost in Cleanup
SYMBOL: Final = _weight("symbol", 125)  # a location symbol, to a card that is not yet in hand
SACRIFICE: Final = _weight("sacrifice", 280)  # percentage of the location that is discarded as cost
DEAL_HELD: Final = _weight("deal_held", 225)  # a faction card that becomes a deal
RAZE_HELD: Final = _weight("raze_held", 12)  # percentage of the card that is razed from hand
HARM: Final = _weight("harm", 50)  # percentage of what another player loses

# -- turns -------------------------------------------------------------------------------------------------------------
HASTE: Final = _weight("haste", 200)  # percentage by which activations come before buildings
LACKING: Final = _weight("lacking", 170)  # for each resource that a building lacks
CARD_FOR_WORKERS: Final = _weight("card_for_workers", 250)
SPEND_WORKERS: Final = _weight("spend_workers", 140)
DEFEND: Final = _weight("defend", 25)
KEEP_GOOD: Final = _weight("keep_good", 40)  # a good that may be given up for points

# -- variety -----------------------------------------------------------------------------------------------------------
WHIM: Final = _weight("whim", 0)  # number of a whim, with which each action is liked more or less by chance; 0: none

NAMES: Final = _TABLE.names
NUM_WEIGHTS: Final = len(NAMES)
DEFAULTS: Final = _TABLE.defaults
