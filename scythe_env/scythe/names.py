"""Names that documents, logs and actions use besides those of the components."""

from __future__ import annotations

from typing import Final

from ..core.steps import Names
from .components import BONUSES, FACTIONS, HEX_NAMES, RESOURCES, TOP_ACTIONS, TOP_BENEFITS, load_components

GOODS: Final = tuple(name.replace("_", " ") for name in BONUSES)
CUBES: Final = tuple(name.replace("_", " ") for name in TOP_BENEFITS)
PLACES: Final = HEX_NAMES + tuple(f"{faction} base" for faction in FACTIONS)
SECTIONS: Final = (*TOP_ACTIONS, "factory")
CARD_VALUES: Final = tuple(str(kind.value) for kind in load_components().combat_cards)
LAST_PARTS: Final = ("card", "act", "unit", "from", "to")
FOUGHT_PARTS: Final = (
    "defender", "attacker_dial", "defender_dial", "attacker_23", "attacker_45", "defender_23", "defender_45",
)  # fmt: skip
SIDES: Final = ("attacker", "defender")
CARGO: Final = ("workers", "walked workers", *RESOURCES)
TEAMS: Final = ("competitive", "cooperative")  # how several Automas play (A99)
RELOCATED: Final = ("character", "mechs", "workers", *RESOURCES)


def mech_names(faction: int) -> Names:
    """The mechs of a faction by slot, named by their abilities."""
    return load_components().factions[faction].mechs


def fighter_names(faction: int) -> Names:
    """The character and the mechs of a faction by slot."""
    return ("character", *mech_names(faction))


def unit_names(faction: int) -> Names:
    """The units of a faction: the character, the mechs by slot, a worker."""
    return (*fighter_names(faction), "worker")
