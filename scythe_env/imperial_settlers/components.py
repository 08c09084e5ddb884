"""Cards and boards of Imperial Settlers as immutable, checked data.

The facts are in ``data/cards.json``. A **design** is a card as its abilities make it; a **face** is what a player can
tell apart: a design with its building cost, raze field and deal field; a **card** is one of the copies of a face.
Designs, faces and cards are numbered in the order of the file, deck by deck; the common deck comes first.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any, Final

from ..core.document import unique
from ..core.fields import fail

RESOURCES: Final = ("wood", "stone", "food")
"""What buildings cost; gold may stand in for each of them (S4)."""

PLAIN_GOODS: Final = (*RESOURCES, "gold", "worker", "raze", "vp")
"""Goods that a player has any number of: resources, gold, workers, raze tokens, victory points."""

GOODS: Final = (*PLAIN_GOODS, "card", "defence", "common_card", "faction_card", "samurai")
"""All that can be gained (S3); ``card`` is drawn from the deck of one's choice."""

COLORS: Final = ("black", "purple", "blue", "brown", "gold", "red", "pink", "grey")
"""Colours of the cards (S11)."""

ROWS: Final = ("production", "feature", "action")
"""The kinds of abilities, and of cards (S10)."""

TRIGGERS: Final = (
    *("built", "produce", "activate", "you_build", "you_raze", "you_deal", "you_gain_vp", "opponent_exchange"),
    *("deals_produced", "cleanup", "own_turn", "game_end"),
)
"""When an ability works: ``built`` is the building bonus, the others are abilities."""

OPS: Final = (
    *("gain", "gain_per", "choose", "offer", "draw_keep", "copy_production", "reset", "steal", "raze"),
    *("gain_raze_good", "remove", "hit_deal", "use_deal", "build_waived", "trade_route", "opponent_discards", "block"),
    *("take_over", "to_foundation", "deposit", "end_bonus", "keep", "convert_deal_goods"),
)
"""The primitives that abilities are made of."""

COST_KEYS: Final = (*RESOURCES, "location")
"""What a building can cost; ``location`` is the location symbol (S35)."""

PAY_KEYS: Final = (*RESOURCES, "gold", "worker", "raze", "hand_card", "own_deal", "any_resource")
"""What an activation can cost."""

RAZE_GOODS: Final = (*PLAIN_GOODS, "card")
"""Goods of raze and deal fields."""

PARAMETERS: Final = 9
"""Numbers of an effect besides its goods."""

_VALUES: Final = {
    "deck": ("either", "faction"),
    "rest": ("discard", "shuffle_back"),
    "protection": ("adds", "ignored", "none"),
    "mode": ("discard", "discard_and_gain", "steal"),
    "source": ("hand_faction", "own_deal"),
    "what": ("hand_card", "resource"),
    "count": ("cards_on_it", "resources_on_it"),
    "per": (*(f"color:{color}" for color in COLORS), "samurai"),
    "good": GOODS,
}
"""Values of parameters that are words."""

_KEYS: Final[Mapping[str, tuple[str, ...]]] = {
    "gain_per": ("good", "per", "max"),
    "draw_keep": ("draw", "keep", "deck", "rest"),
    "copy_production": ("self_allowed",),
    "hit_deal": ("mode",),
    "build_waived": ("source",),
    "opponent_discards": ("count",),
    "deposit": ("what", "vp_each"),
    "convert_deal_goods": ("vp_each",),
}
"""The parameters of primitives that have plain ones, in the order of their numbers."""

Amounts = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Effect:
    """One primitive: its number in :data:`OPS`, goods in the order of :data:`GOODS`, and numbers."""

    op: int
    goods: Amounts
    parameters: Amounts


@dataclass(frozen=True, slots=True)
class Ability:
    """When it works, what the trigger asks for, what an activation costs, how often a round, and what it does.

    ``arg`` is the colour or ``"faction"`` that a built location must have, or what a gain must be at least.
    """

    trigger: str
    arg: str | int | None
    cost: Amounts
    uses: int
    effects: tuple[Effect, ...]


@dataclass(frozen=True, slots=True)
class Face:
    """A card as a player sees it: cost in the order of :data:`COST_KEYS`, raze field, deal good, number of copies."""

    name: str
    design: int
    copies: int
    cost: Amounts
    raze: Amounts | None
    deal: int | None


@dataclass(frozen=True, slots=True)
class Design:
    """What the copies of a card have in common."""

    key: str
    name: str
    deck: int
    row: int
    colors: tuple[int, ...]
    abilities: tuple[Ability, ...]


@dataclass(frozen=True, slots=True)
class Board:
    """A faction board: what it produces, by :data:`GOODS`, and which good it stores."""

    faction: str
    deck: str
    production: Amounts
    stores: int


@dataclass(frozen=True)
class Components:
    """All of it; deck 0 is the common one, deck k + 1 that of board k."""

    boards: tuple[Board, ...]
    designs: tuple[Design, ...]
    faces: tuple[Face, ...]
    attack_cards: Amounts

    @property
    def decks(self) -> tuple[str, ...]:
        """The names of the decks in the file."""
        return ("COM", *(board.deck for board in self.boards))


@cache
def load_components() -> Components:
    """Read the data file.

    Raises:
        ValueError: it is wrong; names the place and what is allowed there.
    """
    text = (files(__package__) / "data" / "cards.json").read_text("utf-8")
    return parse_components(json.loads(text, object_pairs_hook=lambda pairs: unique("cards.json", pairs)))


def parse_components(data: Mapping[str, Any]) -> Components:
    """The components in the values of a data file; see :func:`load_components`."""
    boards = tuple(_board(row, f"board {row['faction']}") for row in data["boards"])
    decks = ("COM", *(board.deck for board in boards))
    designs: list[Design] = []
    faces: list[Face] = []
    for row in data["cards"]:
        place = f"card {row['key']}"
        name = row["key"].replace("_", " ")
        for k, face in enumerate(row["faces"]):
            letter = f" {'abc'[k]}" if len(row["faces"]) > 1 else ""
            faces.append(_face(face, f"{name}{letter}", len(designs), place))
        abilities = tuple(_ability(ability, place) for ability in row["abilities"])
        colors = tuple(_index(color, COLORS, place) for color in row["colors"])
        deck, kind = _index(row["deck"], decks, place), _index(row["row"], ROWS, place)
        if designs and deck < designs[-1].deck:
            fail(place, "cards of one deck stand together, in the order of the decks")
        designs.append(Design(row["key"], row["name"], deck, kind, colors, abilities))
    return Components(boards, tuple(designs), tuple(faces), _amounts(data["attack_cards"], RAZE_GOODS, "attack_cards"))


def _board(row: Mapping[str, Any], place: str) -> Board:
    production = _amounts(row["production"], GOODS, place)
    return Board(row["faction"], row["deck"], production, _index(row["stores"], GOODS, place))


def _face(row: Mapping[str, Any], name: str, design: int, place: str) -> Face:
    raze = None if row["raze"] is None else _amounts(row["raze"], RAZE_GOODS, place)
    deal = None if row["deal"] is None else _index(row["deal"], RAZE_GOODS, place)
    return Face(name, design, _count(row["copies"], place), _amounts(row["cost"], COST_KEYS, place), raze, deal)


def _ability(row: Mapping[str, Any], place: str) -> Ability:
    trigger = TRIGGERS[_index(row["trigger"], TRIGGERS, place)]
    kind, _, value = row.get("arg", "").partition(":")
    arg = _index(value, COLORS, place) if kind == "color" else int(value) if kind == "at_least" else kind or None
    effects = tuple(_effect(effect, place) for effect in row["effects"])
    return Ability(trigger, arg, _amounts(row.get("cost", {}), PAY_KEYS, place), row.get("uses", 0), effects)


def _effect(row: Mapping[str, Any], place: str) -> Effect:
    op, goods, numbers = row["op"], (0,) * len(GOODS), []
    if op == "gain":
        goods = _amounts(row["goods"], GOODS, place)
    elif op == "choose":
        for option in row["options"]:
            ((good, number),) = option.items()
            numbers += [_index(good, GOODS, place), number]
    elif op == "offer":
        for option in row["options"]:
            ((good, _),) = option["pay"].items()
            numbers += [_index(good, GOODS, place), option["gain"]["vp"]]
    elif op == "raze":
        targets = (row["targets"].get(target, -1) for target in ("hand", "opponent", "own_common"))
        numbers = [*targets, _index(row["protection"], _VALUES["protection"], place), row["vp_for_good"]]
    elif op == "end_bonus":
        numbers = [_index(row["count"], _VALUES["count"], place), *(n for step in row["steps"] for n in step)]
    else:
        for key in _KEYS.get(op, ()):
            value = row[key]
            numbers.append(_index(value, _VALUES[key], place) if isinstance(value, str) else int(value))
    return Effect(_index(op, OPS, place), goods, (*numbers, *(0,) * (PARAMETERS - len(numbers))))


def _index(name: Any, names: tuple[str, ...], place: str) -> int:
    if name not in names:
        fail(place, f"unknown word {name!r}; allowed are {', '.join(names)}")
    return names.index(name)


def _count(number: Any, place: str) -> int:
    if type(number) is not int or not 0 < number < 100:
        fail(place, f"a number from 1 to 99 is needed, not {number!r}")
    return number


def _amounts(row: Mapping[str, Any], names: Iterable[str], place: str) -> Amounts:
    """Numbers by the order of ``names``; what is left out is 0."""
    names = tuple(names)
    for name, number in row.items():
        _index(name, names, place)
        _count(number, place)
    return tuple(row.get(name, 0) for name in names)


FACTIONS: Final = tuple(board.faction for board in load_components().boards)
"""The four factions, in the order of their decks."""

FACES: Final = tuple(face.name for face in load_components().faces)
"""What each face is called, by its number."""

CARDS: Final = tuple(
    f"{face.name} {copy + 1}" if face.copies > 1 else face.name
    for face in load_components().faces
    for copy in range(face.copies)
)
"""What each card is called, by its number; the copies of a face follow one another."""
