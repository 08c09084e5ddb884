"""Numbers of the game that rules and tables share."""

from __future__ import annotations

from typing import Final

from ..core.game import ENDED as ENDED
from ..core.game import NONE as NONE
from ..core.game import RUNNING as RUNNING
from ..core.game import TRUNCATED as TRUNCATED
from .components import (
    CARDS,
    COLORS,
    FACES,
    FACTIONS,
    GOODS,
    PLAIN_GOODS,
    RAZE_GOODS,
    RESOURCES,
    ROWS,
    load_components,
)

_DATA: Final = load_components()

MAX_PLAYERS: Final = 4
NUM_ROUNDS: Final = 5
VIRTUAL: Final = 1  # the party that plays against a single player (S122)

NUM_FACES: Final = len(FACES)
NUM_CARDS: Final = len(CARDS)
NUM_FACTIONS: Final = len(FACTIONS)
NUM_COMMON_FACES: Final = sum(_DATA.designs[face.design].deck == 0 for face in _DATA.faces)
COMMON_DECK: Final = 0

# -- goods, in the order of components.GOODS ---------------------------------------------------------------------------
WOOD: Final = GOODS.index("wood")
STONE: Final = GOODS.index("stone")
FOOD: Final = GOODS.index("food")
GOLD: Final = GOODS.index("gold")
WORKER: Final = GOODS.index("worker")
RAZE: Final = GOODS.index("raze")
VP: Final = GOODS.index("vp")
CARD: Final = GOODS.index("card")
DEFENCE: Final = GOODS.index("defence")
COMMON_CARD: Final = GOODS.index("common_card")
FACTION_CARD: Final = GOODS.index("faction_card")
SAMURAI: Final = GOODS.index("samurai")
NUM_RESOURCES: Final = len(RESOURCES)
NUM_PLAIN: Final = len(PLAIN_GOODS)
NUM_GOODS: Final = len(GOODS)
NUM_TARGETS: Final = len(RAZE_GOODS)  # of attack cards, also the goods of raze and deal fields
NUM_COLORS: Final = len(COLORS)
LOCATION: Final = 3  # behind the resources of a building cost

# -- costs of activations, behind the plain goods that they share their numbers with -----------------------------------
PAY_HAND: Final = 6
PAY_DEAL: Final = 7
PAY_ANY: Final = 8

# -- rows of cards -----------------------------------------------------------------------------------------------------
PRODUCTION: Final = ROWS.index("production")
FEATURE: Final = ROWS.index("feature")
ACTION: Final = ROWS.index("action")

# -- where a card on the table lies ------------------------------------------------------------------------------------
PLACES: Final = ("location", "foundation", "deal", "marker", "gate", "collection")
BUILT: Final = 0
FOUNDATION: Final = 1
DEAL: Final = 2
MARKER: Final = 3  # of a Trade Route, under a location
UNDER_GATE: Final = 4
COLLECTED: Final = 5  # by the virtual player

# -- what effects ask for ----------------------------------------------------------------------------------------------
PER_SAMURAI: Final = NUM_COLORS  # in place of a colour that is counted
GATE: Final = 1  # locations that hand cards go under (S74)
SHRINE: Final = 2  # or that resources lie on (S77)
FROM_DEAL: Final = 1  # what is built waived: a faction card of the hand (0) or an own deal

LOOKOUTS: Final = ("standard", "alternative", "advanced")
STANDARD, ALTERNATIVE, ADVANCED = range(len(LOOKOUTS))

MAX_RAZE_GOODS: Final = 2  # of a raze field
RAZE_HAND_TOKENS: Final = 1
RAZE_TOKENS: Final = 2
PAIR: Final = 2  # workers for a resource or a card
OFFERED: Final = 3  # cards in the alternative Lookout
NUM_ATTACK_CARDS: Final = sum(_DATA.attack_cards)
