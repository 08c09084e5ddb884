"""The action catalogue: one ``Discrete(NUM_ACTIONS)`` space, made of named blocks.

What an action means depends on the decision that is due (:mod:`scythe_env.scythe.steps`): ``F2`` is a destination in
one decision and the territory of a new mech in another. Every action has a stable text in its decision, and the text
parses back.
"""

from __future__ import annotations

from typing import Final

from . import steps
from .components import BOTTOM_ACTIONS, FACTIONS, HEX_NAMES, RESOURCES, STRUCTURES, TOP_ACTIONS, load_components

GOODS: Final = ("power", "coins", "popularity", "combat cards")
CUBES: Final = ("move units", "move coins", "bolster power", "bolster cards", "trade popularity", "produce territories")
PLACES: Final = HEX_NAMES + tuple(f"{faction} base" for faction in FACTIONS)
SECTIONS: Final = (*TOP_ACTIONS, "factory")
MAX_NUMBER: Final = 16

# -- the blocks: first action of each ----------------------------------------------------------------------------------
A_PLACE: Final = 0  # 54: the hexes and the home bases
A_MECH: Final = 54  # 54: an own mech in that place
A_CHARACTER: Final = 108
A_DONE: Final = 109  # stop, skip, decline, pass
A_TAKE: Final = 110  # do it: take the action, use the ability, go on
A_SECTION: Final = 111  # 5: the sections by their top action, the Factory card last
A_REVEAL: Final = 116  # 27: an objective by its number
A_OPTION: Final = 143  # 3: an option of the encounter card
A_FACTORY_CARD: Final = 146  # 18: a Factory card by its number
A_GOOD: Final = 164  # 4: power, coins, popularity, combat cards
A_RESOURCE: Final = 168  # 4: metal, food, oil, wood
A_CARD: Final = 172  # 4: a combat card of value 2, 3, 4, 5
A_NUMBER: Final = 176  # 17: 0..16
A_CUBE: Final = 193  # 6: an upgradable benefit of the top row
A_BOTTOM: Final = 199  # 4: upgrade, deploy, build, enlist
A_ABILITY: Final = 203  # 4: a mech by its slot on the faction mat
A_STRUCTURE: Final = 207  # 4: mine, monument, armory, mill
A_FACTION: Final = 211  # 7
A_UNITS: Final = 218  # Move: units rather than coins
A_RESOURCES: Final = 219  # Trade: resources rather than popularity
NUM_ACTIONS: Final = 220

BLOCKS: Final[tuple[tuple[str, int, int], ...]] = (
    ("place", A_PLACE, 54),
    ("mech", A_MECH, 54),
    ("character", A_CHARACTER, 1),
    ("done", A_DONE, 1),
    ("take", A_TAKE, 1),
    ("section", A_SECTION, 5),
    ("reveal", A_REVEAL, 27),
    ("option", A_OPTION, 3),
    ("factory_card", A_FACTORY_CARD, 18),
    ("good", A_GOOD, 4),
    ("resource", A_RESOURCE, 4),
    ("card", A_CARD, 4),
    ("number", A_NUMBER, MAX_NUMBER + 1),
    ("cube", A_CUBE, 6),
    ("bottom", A_BOTTOM, 4),
    ("ability", A_ABILITY, 4),
    ("structure", A_STRUCTURE, 4),
    ("faction", A_FACTION, len(FACTIONS)),
    ("units", A_UNITS, 1),
    ("resources", A_RESOURCES, 1),
)
"""Name, first action and size of each block, in order."""


def _catalogue(faction: int) -> tuple[str, ...]:
    """The texts of all actions for a faction (only the names of the mechs differ)."""
    texts: list[str] = [*PLACES, *(f"mech {place}" for place in PLACES), "character", "done", "take"]
    texts += [f"section {name}" for name in SECTIONS]
    texts += [f"reveal {number}" for number in range(1, 28)]
    texts += [f"option {letter}" for letter in "ABC"]
    texts += [f"factory card {number}" for number in range(1, 19)]
    texts += [*GOODS, *RESOURCES]
    texts += [f"card {value}" for value in (2, 3, 4, 5)]
    texts += [str(number) for number in range(MAX_NUMBER + 1)]
    texts += [*CUBES, *BOTTOM_ACTIONS]
    texts += [ability.replace("_", " ") for ability in load_components().factions[faction].mechs]
    texts += [*STRUCTURES, *FACTIONS, "units", "resources"]
    return tuple(texts)


_TEXTS: Final = tuple(_catalogue(faction) for faction in range(len(FACTIONS)))
_UNIT_TEXTS: Final = tuple(f"worker {place}" for place in PLACES)
_NUMBERS: Final = tuple({text: action for action, text in enumerate(texts)} for texts in _TEXTS)


def action_text(action: int, decision: int, faction: int) -> str:
    """The stable text of an action.

    Args:
        action: 0 .. ``NUM_ACTIONS - 1``.
        decision: the decision that is due (a constant of :mod:`.steps`).
        faction: index of the acting seat's faction; its mechs have names of their own.

    Raises:
        ValueError: the action is no number of the catalogue.
    """
    if not 0 <= action < NUM_ACTIONS:
        raise ValueError(f"action {action} is not in 0..{NUM_ACTIONS - 1}")
    if decision == steps.UNIT and action < A_MECH:
        return _UNIT_TEXTS[action]
    return _TEXTS[faction][action]


def parse_action(text: str, decision: int, faction: int) -> int:
    """The action with this text; the inverse of :func:`action_text`.

    Raises:
        ValueError: no action of the catalogue has the text.
    """
    words = " ".join(text.split())
    if decision == steps.UNIT:
        if words in _UNIT_TEXTS:
            return _UNIT_TEXTS.index(words)
        if words in PLACES:
            raise ValueError(
                f"unknown action {text!r}: a worker is chosen as 'worker {words}', a mech as 'mech {words}'"
            )
    try:
        return _NUMBERS[faction][words]
    except KeyError:
        raise ValueError(
            f"unknown action {text!r} in decision {steps.DECISIONS[decision]!r}; "
            "the catalogue is printed by 'scythe info --actions'"
        ) from None
