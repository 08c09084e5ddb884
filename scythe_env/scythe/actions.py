"""The action catalogue: one ``Discrete(NUM_ACTIONS)`` space, divided into named blocks.

What an action means depends on the decision that is due (:mod:`scythe_env.scythe.steps`): ``F2`` is a destination in
one decision and the territory of a new mech in another. Every action has a stable text in its decision, which can
be parsed back.
"""

from __future__ import annotations

from typing import Final

from ..core.actions import ActionTable
from . import steps
from .components import BOTTOM_ACTIONS, FACTIONS, LETTERS, RESOURCES, STRUCTURES
from .constants import NUM_FACTORY_CARDS, NUM_OBJECTIVES
from .names import CARD_VALUES, CUBES, GOODS, PLACES, SECTIONS, mech_names

ACTIONS: Final = ActionTable(steps.DECISIONS, len(FACTIONS))
MAX_NUMBER: Final = 16


def _numbered(text: str, count: int) -> tuple[str, ...]:
    return tuple(f"{text} {number}" for number in range(1, count + 1))


def _abilities(faction: int) -> tuple[str, ...]:
    return tuple(name.replace("_", " ") for name in mech_names(faction))


_WORKERS: Final = tuple(f"worker {place}" for place in PLACES)
_block = ACTIONS.block

A_PLACE: Final = _block("place", PLACES, "a hex or a home base; a worker there where a unit is chosen",
                        instead={steps.UNIT: _WORKERS})  # fmt: skip
A_MECH: Final = _block("mech", tuple(f"mech {place}" for place in PLACES), "an own mech in that place")
A_CHARACTER: Final = _block("character", ("character",), "the own character")
A_DONE: Final = _block("done", ("done",), "stop, skip, decline, pass")
A_TAKE: Final = _block("take", ("take",), "do it: take the action, use the ability, go on")
A_SECTION: Final = _block("section", tuple(f"section {name}" for name in SECTIONS), "a section by its top action")
A_REVEAL: Final = _block("reveal", _numbered("reveal", NUM_OBJECTIVES), "an objective by its number")
A_OPTION: Final = _block("option", tuple(f"option {letter}" for letter in LETTERS), "an option of the encounter card")
A_FACTORY_CARD: Final = _block("factory_card", _numbered("factory card", NUM_FACTORY_CARDS), "a Factory card")
A_GOOD: Final = _block("good", GOODS, "power, coins, popularity or combat cards")
A_RESOURCE: Final = _block("resource", RESOURCES, "a type of resource")
A_CARD: Final = _block("card", tuple(f"card {value}" for value in CARD_VALUES), "a combat card by its value")
A_NUMBER: Final = _block("number", tuple(map(str, range(MAX_NUMBER + 1))), "how many")
A_CUBE: Final = _block("cube", CUBES, "an upgradable benefit of the top row")
A_BOTTOM: Final = _block("bottom", BOTTOM_ACTIONS, "a bottom action: its cost, its recruit, its benefit")
A_ABILITY: Final = _block("ability", _abilities, "a mech by its slot on the faction mat")
A_STRUCTURE: Final = _block("structure", STRUCTURES, "a structure")
A_FACTION: Final = _block("faction", FACTIONS, "an opponent")
A_UNITS: Final = _block("units", ("units",), "Move: units rather than coins")
A_RESOURCES: Final = _block("resources", ("resources",), "Trade: resources rather than popularity")
NUM_ACTIONS: Final = ACTIONS.size

action_text = ACTIONS.text
parse_action = ACTIONS.parse
