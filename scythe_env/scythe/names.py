"""Names that documents and logs use beside those of the components and the actions."""

from __future__ import annotations

from typing import Final

from . import steps
from .actions import CUBES, GOODS, PLACES
from .components import BOTTOM_ACTIONS, RESOURCES, STRUCTURES, load_components

CARD_VALUES: Final = ("2", "3", "4", "5")
STATUSES: Final = ("running", "ended", "truncated")
SIDES: Final = ("attacker", "defender")
LETTERS: Final = ("A", "B", "C")
"""Options of an encounter card."""

CARGO: Final = ("workers", "walked workers", *RESOURCES)
RELOCATED: Final = ("character", "mechs", "workers", *RESOURCES)
PAYMENTS: Final = (*RESOURCES, "any", "different")

Names = tuple[str, ...]
NUMBER: Final[Names] = ()
"""Stands for a plain number where others have names."""

_STEP_KEYS: Final[dict[int, tuple[tuple[str, Names], ...]]] = {
    steps.TOKEN_PLACE: (("tokens", NUMBER), ("optional", NUMBER)),
    steps.TOKEN: (("left", NUMBER), ("place", PLACES)),
    steps.PRODUCE_COUNT: (("place", PLACES),),
    steps.UNIT: (("left", NUMBER), ("steps", NUMBER)),
    steps.CARGO: (("kind", CARGO), ("chosen", NUMBER)),
    steps.COMBAT_ABILITY: (("side", SIDES),),
    steps.DIAL: (("side", SIDES),),
    steps.COMBAT_CARD: (("side", SIDES),),
    steps.ENCOUNTER: (("taken", NUMBER),),
    steps.PRINTED_TOKENS: (("resource", RESOURCES), ("number", NUMBER)),
    steps.RELOCATE_COUNT: (("kind", RELOCATED), ("place", PLACES)),
    steps.PAY_CARD: (("left", NUMBER),),
    steps.COERCE: (("resource", PAYMENTS), ("number", NUMBER)),
    steps.PAY_TYPE: (("left", NUMBER), ("excluded", RESOURCES)),
    steps.PAY_PLACE: (("resource", RESOURCES), ("left", NUMBER)),
    steps.UPGRADE_BOX: (("benefit", CUBES),),
    steps.DEPLOY_MECH: (("place", PLACES),),
    steps.BUILD_STRUCTURE: (("place", PLACES),),
    steps.BUILD_PLACE: (("structure", STRUCTURES),),
    steps.ENLIST_BONUS: (("recruit", BOTTOM_ACTIONS),),
    steps.GAIN: (("good", GOODS), ("number", NUMBER)),
    steps.BONUSES: (("action", BOTTOM_ACTIONS),),
    steps.PAY: (("resource", PAYMENTS), ("number", NUMBER)),
}
MAY_BE_NULL: Final = (steps.PAY_TYPE, steps.DEPLOY_MECH, steps.BUILD_STRUCTURE)
"""Steps that may name nothing: no type is excluded, the place is not chosen yet."""


def mech_names(faction: int) -> Names:
    """The mechs of a faction by slot, named by their abilities."""
    return load_components().factions[faction].mechs


def unit_names(faction: int) -> Names:
    """The units of a faction: the character, the mechs by slot, a worker."""
    return ("character", *mech_names(faction), "worker")


def step_keys(kind: int, faction: int) -> tuple[tuple[str, Names], ...]:
    """What the two numbers of a step mean: a key for each that is used, and the names of its values."""
    if kind in (steps.REARM, steps.RETREAT_UNIT):
        return (("unit", unit_names(faction)[:-1]),)
    if kind == steps.DEPLOY_PLACE:
        return (("mech", mech_names(faction)),)
    return _STEP_KEYS.get(kind, ())
