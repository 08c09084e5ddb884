"""Numbers of the game that rules and tables share."""

from __future__ import annotations

from typing import Final

from ..core.game import ENDED as ENDED
from ..core.game import NONE as NONE
from ..core.game import RUNNING as RUNNING
from ..core.game import TRUNCATED as TRUNCATED
from . import components, ops
from .components import (
    CARDS,
    COLORS,
    COST_KEYS,
    FACES,
    FACTIONS,
    GOODS,
    PAY_KEYS,
    PLAIN_GOODS,
    RAZE_GOODS,
    RESOURCES,
    ROWS,
)

_DATA: Final = components.load_components()

MAX_PLAYERS: Final = 4
NUM_ROUNDS: Final = 5
VIRTUAL: Final = 1  # the party that plays against a single player (S122)

NUM_FACES: Final = len(FACES)
NUM_CARDS: Final = len(CARDS)
NUM_FACTIONS: Final = len(FACTIONS)
NUM_COMMON_FACES: Final = sum(_DATA.designs[face.design].deck == 0 for face in _DATA.faces)
NUM_COMMON_CARDS: Final = sum(face.copies for face in _DATA.faces[:NUM_COMMON_FACES])
NUM_EFFECTS: Final = sum(len(a.effects) for face in _DATA.faces for a in _DATA.designs[face.design].abilities)
COMMON_DECK: Final = 0
_USED: Final = {(d.deck, e.op) for d in _DATA.designs for ability in d.abilities for e in ability.effects}
MERCHANTS: Final = tuple(
    faction for deck, faction in enumerate(FACTIONS, 1) if _USED & {(deck, ops.TRADE_ROUTE), (deck, ops.TAKE_OVER)}
)
"""The factions that can have deals by Trade Routes: by their own, or by one that they took over (S78, S86)."""
NUM_MERCHANTS: Final = len(MERCHANTS)

# -- goods ---------------------------------------------------------------------------
WOOD, STONE, FOOD = map(GOODS.index, ("wood", "stone", "food"))
GOLD, WORKER, RAZE, VP = map(GOODS.index, ("gold", "worker", "raze", "vp"))
CARD, DEFENCE, SAMURAI = map(GOODS.index, ("card", "defence", "samurai"))
COMMON_CARD, FACTION_CARD = map(GOODS.index, ("common_card", "faction_card"))
NUM_RESOURCES: Final = len(RESOURCES)
NUM_PLAIN: Final = len(PLAIN_GOODS)
NUM_GOODS: Final = len(GOODS)
NUM_TARGETS: Final = len(RAZE_GOODS)  # of attack cards, also the goods of raze and deal fields
NUM_COLORS: Final = len(COLORS)
LOCATION: Final = COST_KEYS.index("location")  # of a building cost

# -- costs of activations, behind the plain goods that they share their numbers with -----------------------------------
PAY_HAND, PAY_DEAL, PAY_ANY = map(PAY_KEYS.index, ("hand_card", "own_deal", "any_resource"))

# -- rows of cards -----------------------------------------------------------------------------------------------------
PRODUCTION, FEATURE, ACTION = map(ROWS.index, ("production", "feature", "action"))

# -- where a card on the table lies ------------------------------------------------------------------------------------
PLACES: Final = ("location", "foundation", "deal", "marker", "gate", "collection")
"""A marker of a Trade Route lies under a location; the virtual player collects cards."""

BUILT, FOUNDATION, DEAL = map(PLACES.index, ("location", "foundation", "deal"))
MARKER, UNDER_GATE, COLLECTED = map(PLACES.index, ("marker", "gate", "collection"))

# -- what effects ask for ----------------------------------------------------------------------------------------------
PER_SAMURAI: Final = NUM_COLORS  # in place of a colour that is counted
GATE: Final = 1  # locations that hand cards go under (S74)
SHRINE: Final = 2  # or that resources lie on (S77)
FROM_DEAL: Final = 1  # what is built waived: a faction card of the hand (0) or an own deal

LOOKOUTS: Final = ("standard", "alternative", "advanced")
ALTERNATIVE: Final = LOOKOUTS.index("alternative")

RAZE_HAND_TOKENS: Final = 1
RAZE_TOKENS: Final = 2
PAIR: Final = 2  # workers for a resource or a card
OFFERED: Final = 3  # cards in the alternative Lookout
NUM_ATTACK_CARDS: Final = sum(_DATA.attack_cards)
