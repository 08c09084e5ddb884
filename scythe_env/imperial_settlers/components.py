"""Cards and boards of Imperial Settlers as immutable, checked data.

The facts are in ``data/cards.json``. A **design** is a card as its abilities make it; a **face** is what a player can
tell apart: a design with its building cost, raze field and deal field; a **card** is one of the copies of a face.
Designs, faces and cards are numbered in the order of the file, deck by deck; the common deck comes first.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import cache
from typing import Annotated, Any, Final

from ..core.fields import fail
from ..core.rows import Keys, data_of, read
from .ops import OPS

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

_Count = Annotated[int, range(1, 100)]
_Goods = Annotated[tuple[_Count, ...], Keys(GOODS)]
_RazeGoods = Annotated[tuple[_Count, ...], Keys(RAZE_GOODS)]


@dataclass(frozen=True, slots=True)
class Effect:
    """One primitive: its number in :data:`OPS`, goods in the order of :data:`GOODS`, and numbers.

    The goods are what it gives, may give one of ("choose"), or the points that it gives for one of each ("offer").
    """

    op: int
    goods: Amounts
    parameters: Amounts


def _effect(row: Mapping[str, Any], place: str) -> Effect:
    op, goods, numbers = row["op"], (0,) * len(GOODS), []
    if op == "gain":
        goods = read(_Goods, row["goods"], place, {})
    elif op == "choose":
        goods = read(_Goods, {good: n for option in row["options"] for good, n in option.items()}, place, {})
    elif op == "offer":
        points = {good: option["gain"]["vp"] for option in row["options"] for good in option["pay"]}
        goods = read(_Goods, points, place, {})
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
    return read(Annotated[int, names], name, place, {})  # type: ignore[no-any-return]


def _argument(text: str, place: str) -> str | int:
    kind, _, value = text.partition(":")
    return _index(value, COLORS, place) if kind == "color" else int(value) if kind == "at_least" else kind


def _optional(kind: Any) -> Callable[[Any, str], Any]:
    return lambda value, place: None if value is None else read(kind, value, place, {})


@dataclass(frozen=True, slots=True, kw_only=True)
class Ability:
    """When it works, what the trigger asks for, what an activation costs, how often a round, and what it does.

    ``arg`` is the colour or ``"faction"`` that a built location must have, or what a gain must be at least.
    """

    trigger: Annotated[str, TRIGGERS]
    arg: Annotated[str | int | None, _argument] = None
    cost: Annotated[tuple[_Count, ...], Keys(PAY_KEYS)] = (0,) * len(PAY_KEYS)
    uses: int = 0
    effects: tuple[Annotated[Effect, _effect], ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Face:
    """A card as a player sees it: cost in the order of :data:`COST_KEYS`, raze field, deal good, number of copies."""

    name: str = ""
    design: int = 0
    copies: _Count
    cost: Annotated[tuple[_Count, ...], Keys(COST_KEYS)]
    raze: Annotated[Amounts | None, _optional(_RazeGoods)]
    deal: Annotated[int | None, _optional(Annotated[int, RAZE_GOODS])]


@dataclass(frozen=True, slots=True)
class Design:
    """What the copies of a card have in common."""

    key: str
    name: str
    deck: Annotated[int, "decks"]
    row: Annotated[int, ROWS]
    colors: tuple[Annotated[int, COLORS], ...]
    faces: tuple[Face, ...]
    abilities: tuple[Ability, ...]


@dataclass(frozen=True, slots=True)
class Board:
    """A faction board: what it produces, by :data:`GOODS`, and which good it stores."""

    faction: str
    deck: str
    production: _Goods
    stores: Annotated[int, GOODS]


@dataclass(frozen=True)
class Components:
    """All of it; deck 0 is the common one, deck k + 1 that of board k."""

    boards: tuple[Board, ...]
    decks: tuple[str, ...]
    designs: tuple[Design, ...]
    faces: tuple[Face, ...]
    attack_cards: Amounts


@cache
def load_components() -> Components:
    """Read the data file.

    Raises:
        ValueError: it is wrong; names the place and what is allowed there.
    """
    return parse_components(data_of(__package__, "cards.json"))


def parse_components(data: Mapping[str, Any]) -> Components:
    """The components in the values of a data file; see :func:`load_components`."""
    boards = read(tuple[Board, ...], data["boards"], "boards", {})
    decks = ("COM", *(board.deck for board in boards))
    designs = read(tuple[Design, ...], data["cards"], "cards", {"decks": decks})
    faces: list[Face] = []
    for number, design in enumerate(designs):
        if number > 0 and design.deck < designs[number - 1].deck:
            fail(f"cards[{design.key}]", "cards of one deck stand together, in the order of the decks")
        for face, letter in zip(design.faces, (" a", " b", " c") if len(design.faces) > 1 else ("",), strict=False):
            faces.append(replace(face, name=design.key.replace("_", " ") + letter, design=number))
    return Components(boards, decks, designs, tuple(faces), read(_RazeGoods, data["attack_cards"], "attack_cards", {}))


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
