"""The tiles of cards: name, colours, what the card does in symbols, what it costs and what it is worth to others."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache, lru_cache
from typing import Final, NamedTuple

from ...core.drawing.art import CARD, mix
from ...core.drawing.raster import text_width
from ...core.drawing.surface import INK, Medium, Sheet
from ..components import COST_KEYS, GOODS, PAY_KEYS, RAZE_GOODS, Ability, Effect, load_components
from ..constants import NUM_COLORS
from ..ops import OPS
from .art import CARD_COLOURS, put
from .colours import FACTION_COLOURS

_DATA: Final = load_components()
_SIZE: Final = 52  # height of a tile in which letters have their natural size
_LEAST: Final = 6  # pixels: the smallest icons

_TRIGGERS: Final = {
    "built": "bonus",
    "produce": "production",
    "activate": "action",
    "you_build": "build",
    "you_raze": "raze",
    "you_deal": "deal",
    "you_gain_vp": "vp",
    "opponent_exchange": "worker",
    "deals_produced": "deal",
}
"""The symbols of the triggers; the others are told by their effects."""

_PAY: Final = {"hand_card": "card", "own_deal": "deal"}
"""The symbols of what is paid, where they are not those of a good."""

_WORDS: Final = {
    "copy_production": "copy",
    "draw_keep": "draw 2, keep 1",
    "end_bonus": "points at the end",
    "gain_raze_good": "gain raze field",
    "take_over": "take over",
    "to_foundation": "foundation",
}
"""What primitives without symbols are called, where their name does not say it."""

_HITS: Final = ("discard deal", "loot deal", "take deal")


class Symbol(NamedTuple):
    """A part of a line: an icon with its fill, or letters."""

    text: str
    icon: bool = False
    fill: str = ""


def _amounts(amounts: tuple[int, ...], names: tuple[str, ...]) -> Iterator[Symbol]:
    """Numbers and icons; a one is left out."""
    for name, number in zip(names, amounts, strict=True):
        if number:
            if number > 1:
                yield Symbol(str(number))
            if name == "any_resource":
                yield Symbol("any")
            else:
                yield Symbol(_PAY.get(name, name), icon=True)


def _effect(effect: Effect) -> Iterator[Symbol]:
    op, numbers = OPS[effect.op], effect.parameters
    given = {name: n for name, n in zip(GOODS, effect.goods, strict=True) if n}
    if op == "gain":
        yield from _amounts(effect.goods, GOODS)
    elif op == "gain_per":
        gained, per, most = numbers[:3]
        yield Symbol(GOODS[gained], icon=True)
        yield Symbol("per")
        yield Symbol("samurai", True) if per == NUM_COLORS else Symbol("colour", True, CARD_COLOURS[per])
        yield Symbol(f"to {most}")
    elif op == "choose":
        for k, good in enumerate(given):
            yield from [Symbol("or")] * k
            yield from _amounts((given[good],), (good,))
    elif op == "offer":
        for good, points in given.items():
            yield Symbol(good, icon=True)
            yield Symbol(f":{points}")
            yield Symbol("vp", icon=True)
    elif op == "hit_deal":
        yield Symbol(_HITS[numbers[0]])
    elif op == "deposit":
        yield Symbol("card" if numbers[0] == 0 else "food", icon=True)
        yield Symbol("on it")
    else:
        yield Symbol(_WORDS.get(op, op.replace("_", " ")))


def _ability(ability: Ability) -> Iterator[Symbol]:
    if ability.trigger in _TRIGGERS:
        yield Symbol(_TRIGGERS[ability.trigger], icon=True)
    if ability.trigger == "you_build":
        if ability.arg == "faction":
            yield Symbol("location", icon=True)
        else:
            yield Symbol("colour", True, CARD_COLOURS[int(ability.arg or 0)])
    elif ability.trigger == "you_gain_vp":
        yield Symbol(f"{ability.arg}+")
    if any(ability.cost):
        yield from _amounts(ability.cost, PAY_KEYS)
    if ability.trigger in _TRIGGERS and (any(ability.cost) or ability.trigger not in ("built", "produce", "activate")):
        yield Symbol(":")
    for effect in ability.effects:
        yield from _effect(effect)
    if ability.uses > 1:
        yield Symbol(f" x{ability.uses}")


@cache
def _does(face: int) -> tuple[Symbol, ...]:
    """What a card does."""
    line: list[Symbol] = []
    for ability in _DATA.designs[_DATA.faces[face].design].abilities:
        line += [Symbol(" ")] * bool(line)
        line += _ability(ability)
    return tuple(line)


@cache
def _bears(face: int) -> tuple[Symbol, ...]:
    """What others gain by razing a card, and what its deal brings."""
    row, line = _DATA.faces[face], []
    if row.raze is not None:
        line += [Symbol("raze", icon=True), Symbol(":"), *_amounts(row.raze, RAZE_GOODS)]
    if row.deal is not None:
        line += [Symbol(" ")] * bool(line)
        line += [Symbol("deal", icon=True), Symbol(":"), Symbol(RAZE_GOODS[row.deal], icon=True)]
    return tuple(line)


@cache
def board_line(faction: int) -> tuple[Symbol, ...]:
    """What a faction board produces, and the good that it stores."""
    board = _DATA.boards[faction]
    produced = (Symbol("production", icon=True), *_amounts(board.production, GOODS))
    return (*produced, Symbol(" stores"), Symbol(GOODS[board.stores], icon=True))


def _width(symbol: Symbol, size: float) -> float:
    return size + 2 if symbol.icon else text_width(symbol.text, size * 0.8, False) + 3


def line_width(line: tuple[Symbol, ...], size: float) -> float:
    """The width of symbols with icons of a size."""
    return sum(_width(symbol, size) for symbol in line)


def draw_line(sheet: Sheet, x: float, y: float, line: tuple[Symbol, ...], size: float) -> None:
    """Symbols side by side from x on, centred on y."""
    for symbol in line:
        width = _width(symbol, size)
        if symbol.icon:
            put(sheet, x + width / 2, y, symbol.text, size, symbol.fill)
        elif symbol.text.strip():
            sheet.write(x + 1.5, y, symbol.text, size * 0.8)
        x += width


def fitting(text: str, size: float, room: float, bold: bool = True) -> str:
    """A text, cut where it does not fit into a room."""
    if text_width(text, size, bold) <= room:
        return text
    while text and text_width(text + "..", size, bold) > room:
        text = text[:-1]
    return text.rstrip() + ".."


def _size(line: tuple[Symbol, ...], size: float, room: float) -> float:
    """The size of icons, at most the one given, with which symbols fit into a room."""
    while line_width(line, size) > room and size > _LEAST:
        size *= 0.95
    return round(size, 1)


@lru_cache(1024)
def tile(medium: Medium, face: int, width: int, height: int, marked: float = 0) -> Sheet:
    """The tile of a card; to be laid, not drawn on.

    Args:
        medium: what it is made of.
        face: the card.
        width: in pixels.
        height: in pixels.
        marked: pixels at the end of the name that are left for marks.
    """
    design, scale = _DATA.designs[_DATA.faces[face].design], height / _SIZE
    ground = mix(CARD, FACTION_COLOURS[design.deck - 1], 0.2) if design.deck else CARD
    strip = 7 * scale
    pen = medium.pen(width, height)
    pen.box(0, 0, width, height, mix(ground, INK, 0.45), radius=5)
    pen.box(1, 1, width - 2, height - 2, ground, radius=4)
    for k, colour in enumerate(design.colors):
        part = (height - 6) / len(design.colors)
        pen.box(3, 3 + k * part, strip, part, CARD_COLOURS[colour], radius=2)
    sheet = pen.finish()
    left, room = strip + 7, width - strip - 11
    letters = 10.5 * scale if text_width(design.name, 10.5 * scale, True) <= room - marked else 10.5
    sheet.write(left, 10 * scale, fitting(design.name, letters, room - marked), letters, bold=True)
    does, bears = _does(face), _bears(face)
    draw_line(sheet, left, 25.5 * scale, does, _size(does, 13 * scale, room))
    amounts = zip(COST_KEYS, _DATA.faces[face].cost, strict=True)
    cost = tuple(Symbol(name, icon=True) for name, number in amounts for _ in range(number))
    small = _size((*cost, *bears), 11 * scale, room - 4)
    draw_line(sheet, left, 42 * scale, cost, small)
    draw_line(sheet, width - 5 - line_width(bears, small), 42 * scale, bears, small)
    return sheet
