"""Names that documents, logs and actions use besides those of the components."""

from __future__ import annotations

from typing import Final

from .components import FACTIONS, HEX_NAMES, RESOURCES, TOP_ACTIONS, load_components

Names = tuple[str, ...]

GOODS: Final = ("power", "coins", "popularity", "combat cards")
CUBES: Final = ("move units", "move coins", "bolster power", "bolster cards", "trade popularity", "produce territories")
PLACES: Final = HEX_NAMES + tuple(f"{faction} base" for faction in FACTIONS)
SECTIONS: Final = (*TOP_ACTIONS, "factory")
CARD_VALUES: Final = ("2", "3", "4", "5")
STATUSES: Final = ("running", "ended", "truncated")
SIDES: Final = ("attacker", "defender")
LETTERS: Final = ("A", "B", "C")
"""Options of an encounter card."""

CARGO: Final = ("workers", "walked workers", *RESOURCES)
RELOCATED: Final = ("character", "mechs", "workers", *RESOURCES)
PAYMENTS: Final = (*RESOURCES, "any", "different")


def mech_names(faction: int) -> Names:
    """The mechs of a faction by slot, named by their abilities."""
    return load_components().factions[faction].mechs


def fighter_names(faction: int) -> Names:
    """The character and the mechs of a faction by slot."""
    return ("character", *mech_names(faction))


def unit_names(faction: int) -> Names:
    """The units of a faction: the character, the mechs by slot, a worker."""
    return (*fighter_names(faction), "worker")
