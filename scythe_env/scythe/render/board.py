"""The left part of the picture: the board with its pieces, the decks, the structure bonus and the legend."""

from __future__ import annotations

import math
import re
from functools import cache
from typing import Final

from ...core.drawing.art import ALERT, CARD, FAINT, GHOST, GOLD, LINE, PAPER, badge, mix
from ...core.drawing.raster import text_width
from ...core.drawing.surface import INK, Medium, Pen, Point, Sheet, Target
from ..actions import A_CARD, A_CHARACTER, A_MECH, A_PLACE, A_REVEAL
from ..components import FACTIONS, RESOURCES, STRUCTURES, TERRAINS, load_components
from ..constants import ALBION, NUM_HEXES, TOGAWA
from ..names import CARD_VALUES
from .art import FILLS, RIVER, put
from .colours import FACTION_COLOURS
from .view import TILE_TEXTS, Place, Seat, Units, View

WIDTH: Final = 1440
HEIGHT: Final = 960
BOARD_WIDTH: Final = 938  # of the left part

_DATA: Final = load_components()
_TERRAIN_COLOURS: Final = {
    "mountain": "#b79f8f",
    "farm": "#e6cd84",
    "tundra": "#c9d3d0",
    "forest": "#9fb877",
    "village": "#dca68d",
    "lake": "#8fc3dc",
    "factory": "#857e7c",
}
_GOODS: Final = ("power", "coins", "popularity", "cards")

# -- the board: pointy hexes in axial coordinates, in pixels -----------------------------------------------------------
_SIZE: Final = 65.0  # from the centre of a hex to a corner
_HALF: Final = _SIZE * math.sqrt(3) / 2
_CENTRE: Final = (469.0, 480.0)
_CORNERS: Final = tuple((math.sin(math.pi / 3 * k), -math.cos(math.pi / 3 * k)) for k in range(6))


def _position(q: int, r: int) -> Point:
    return _CENTRE[0] + _HALF * (2 * q + r), _CENTRE[1] + 1.5 * _SIZE * r


_CENTRES: Final = (
    *(_position(spot.q, spot.r) for spot in _DATA.board.hexes),
    *(_position(base.q, base.r) for base in _DATA.board.bases),
)
"""Middle of each place: the hexes, then the home bases."""


def _hexagon(share: float = 1.0) -> list[Point]:
    return [(x * share, y * share) for x, y in _CORNERS]


def _scenery(pen: Pen, terrain: str, tone: str) -> None:
    """What grows or is on a terrain, in a tone close to the ground's."""
    if terrain == "mountain":
        for x, y, s in ((-0.36, 0.02, 0.36), (0.36, 0.1, 0.32), (0.0, 0.3, 0.44)):
            pen.polygon([(x - s, y + s * 0.7), (x, y - s), (x + s, y + s * 0.7)], tone)
            pen.polygon([(x - s * 0.3, y - s * 0.5), (x, y - s), (x + s * 0.3, y - s * 0.5)], "#e9e1da")
    elif terrain == "farm":
        for x, y in ((-0.42, -0.14), (0.44, -0.12), (0.02, -0.3), (-0.2, 0.2), (0.24, 0.24), (0.0, 0.6), (-0.5, 0.46),
                     (0.5, 0.5)):  # fmt: skip
            pen.path([(x, y + 0.18), (x, y - 0.1)], tone, 0.035)
            pen.oval(x, y - 0.16, 0.045, 0.075, tone)
            for up in (-0.08, 0.02, 0.12):
                for side in (-1, 1):
                    pen.path([(x, y + up + 0.05), (x + side * 0.1, y + up - 0.05)], tone, 0.05)
    elif terrain == "tundra":
        for x, y in ((-0.42, -0.1), (0.4, -0.2), (0.0, 0.12), (-0.3, 0.45), (0.38, 0.4), (0.05, -0.42)):
            for lean in (-0.09, 0.0, 0.09):
                pen.path([(x, y + 0.08), (x + lean, y - 0.1)], tone, 0.035)
            pen.path([(x - 0.16, y + 0.1), (x + 0.16, y + 0.1)], tone, 0.03)
    elif terrain == "forest":
        for x, y in ((-0.44, -0.14), (0.44, -0.1), (0.02, -0.3), (-0.24, 0.16), (0.26, 0.2), (0.0, 0.5), (-0.5, 0.42),
                     (0.52, 0.46)):  # fmt: skip
            pen.polygon([(x - 0.15, y + 0.08), (x, y - 0.2), (x + 0.15, y + 0.08)], tone)
            pen.polygon([(x - 0.19, y + 0.2), (x, y - 0.06), (x + 0.19, y + 0.2)], tone)
    elif terrain == "village":
        for x, y in ((-0.4, -0.12), (0.36, -0.18), (-0.06, 0.14), (0.44, 0.34), (-0.44, 0.42), (0.02, 0.56)):
            pen.polygon([(x - 0.17, y), (x, y - 0.17), (x + 0.17, y), (x + 0.13, y), (x + 0.13, y + 0.15),
                         (x - 0.13, y + 0.15), (x - 0.13, y)], tone)  # fmt: skip
    elif terrain == "lake":
        for x, y in ((-0.3, -0.32), (0.34, -0.14), (-0.34, 0.1), (0.22, 0.34), (-0.16, 0.56)):
            wave = [(x - 0.27 + k * 0.045, y + 0.05 * math.sin(k * math.pi / 3)) for k in range(13)]
            pen.path(wave, tone, 0.04)
    else:
        teeth = [
            (math.sin(a) * r, 0.06 - math.cos(a) * r)
            for k in range(12)
            for a, r in ((math.pi / 6 * (k - 0.28), 0.62), (math.pi / 6 * (k - 0.2), 0.76),
                         (math.pi / 6 * (k + 0.2), 0.76), (math.pi / 6 * (k + 0.28), 0.62))
        ]  # fmt: skip
        pen.polygon(teeth, tone)
        pen.disc(0, 0.06, 0.3, _TERRAIN_COLOURS["factory"])


@cache
def blank(medium: Medium) -> Sheet:
    """The whole picture without pieces, home bases and seats; to be copied, not drawn on."""
    shadow, land = medium.pen(BOARD_WIDTH, HEIGHT), medium.pen(BOARD_WIDTH, HEIGHT)
    grounds = [(x, y, spot) for (x, y), spot in zip(_CENTRES, _DATA.board.hexes, strict=False)]
    for x, y, spot in grounds:
        shadow.place(x, y + 5, _SIZE)
        shadow.polygon(_hexagon(1.03), "#6d5f4c80")
        land.place(x, y, _SIZE)
        land.polygon(_hexagon(1.045), mix(_TERRAIN_COLOURS[spot.terrain], INK, 0.55))
    for x, y, spot in grounds:
        ground = _TERRAIN_COLOURS[spot.terrain]
        land.place(x, y, _SIZE)
        land.polygon(_hexagon(0.985), ground)
        land.polygon(_hexagon(0.92), mix(ground, "#ffffff", 0.12))
        _scenery(land, spot.terrain, mix(ground, INK, 0.09))
    for a, b in _DATA.board.rivers:
        _river(land, _CENTRES[a], _CENTRES[b])
    for at, base in enumerate(_DATA.board.bases, NUM_HEXES):
        for edge in base.edges:
            if edge.kind == "river":
                _river(land, _CENTRES[at], _CENTRES[edge.hex])
    sheet = medium.ground(WIDTH, HEIGHT, PAPER)
    sheet.lay(0, 0, shadow.finish().blurred(5))
    sheet.lay(0, 0, land.finish())
    for x, y, spot in grounds:
        ground = _TERRAIN_COLOURS[spot.terrain]
        letters = "#f3eee6" if spot.terrain == "factory" else mix(ground, INK, 0.75)
        sheet.write(x, y - 51, spot.name, 12, letters, "m", bold=True)
        if spot.tunnel:
            put(sheet, x - 35, y - 25, "tunnel", 21, halo=True)
        if spot.encounter:
            put(sheet, x - 35, y - 25, "disc", 15, mix(ground, "#ffffff", 0.3), line=FAINT)
    sheet.write(26, 44, "Scythe", 30, mix(INK, PAPER, 0.12), bold=True)
    _draw_legend(sheet)
    return sheet


def _river(pen: Pen, a: Point, b: Point) -> None:
    """A river along the common edge of the hexes around ``a`` and ``b``."""
    pen.place((a[0] + b[0]) / 2, (a[1] + b[1]) / 2, 1)
    dx, dy = (b[0] - a[0]) / (2 * _HALF), (b[1] - a[1]) / (2 * _HALF)
    ends = [(-dy * _SIZE / 2, dx * _SIZE / 2), (dy * _SIZE / 2, -dx * _SIZE / 2)]
    pen.path(ends, mix(RIVER, INK, 0.45), 10)
    pen.path(ends, RIVER, 7.5)
    pen.path(ends, mix(RIVER, "#ffffff", 0.45), 2)


@cache
def _base(medium: Medium, faction: int, active: bool) -> Sheet:
    """A home base; that of a faction which is not in the game is faint."""
    colour = FACTION_COLOURS[faction] if active else mix(FACTION_COLOURS[faction], PAPER, 0.72)
    side = 2 * _SIZE + 4
    pen = medium.pen(side, side)
    pen.place(side / 2, side / 2, _SIZE)
    pen.polygon(_hexagon(0.86), mix(colour, INK, 0.45) if active else mix(colour, FAINT, 0.4))
    pen.polygon(_hexagon(0.83), colour)
    pen.polygon(_hexagon(0.72), mix(PAPER, colour, 0.16))
    sheet = pen.finish()
    sheet.write(side / 2, side / 2 - 28, FACTIONS[faction].capitalize(), 12, INK if active else FAINT, "m", bold=True)
    return sheet


@cache
def _ring(medium: Medium, colour: str) -> Sheet:
    """A bright outline for a hex."""
    side = 2 * _SIZE + 12
    pen = medium.pen(side, side)
    pen.place(side / 2, side / 2, _SIZE)
    pen.polygon(_hexagon(0.98), None, "#ffffff", 0.11)
    pen.polygon(_hexagon(0.98), None, colour, 0.07)
    return pen.finish()


# -- pieces ------------------------------------------------------------------------------------------------------------
def _draw_units(sheet: Sheet, x: float, y: float, units: Units, colour: str, size: float) -> None:
    """The units of one seat side by side around (x, y)."""
    kinds = (("character", int(units.character)), ("mech", units.mechs), ("worker", units.workers))
    row = [(name, number) for name, number in kinds if number]
    for k, (name, number) in enumerate(row):
        left = x + size * 1.3 * (k - (len(row) - 1) / 2)
        put(sheet, left, y, name, size * (0.86 if name == "worker" else 1), colour, halo=True)
        if number > 1:
            badge(sheet, left + size * 0.46, y + size * 0.38, number, 11 if size > 25 else 10)


def _draw_place(sheet: Sheet, at: int, place: Place, seats: tuple[Seat, ...]) -> None:
    """The pieces of one hex or home base."""
    x, y = _CENTRES[at]
    if place.moving:
        sheet.stamp(x, y, _ring(sheet.medium, GOLD))
    if place.combat:
        sheet.stamp(x, y, _ring(sheet.medium, ALERT))
        put(sheet, x, y - _SIZE - 5, "swords", 22, "#ffffff", halo=True, line=ALERT)
    if place.encounter:
        put(sheet, x - 35, y - 25, "encounter", 23, halo=True)
    if place.structure:
        seat, kind = place.structure
        put(sheet, x, y - 28, STRUCTURES[kind], 24, FACTION_COLOURS[seats[seat].faction], halo=True)
    if place.flag:
        put(sheet, x + 35, y - 25, "flag", 21, FACTION_COLOURS[ALBION], halo=True)
    if place.trap is not None:
        put(sheet, x + 35, y - 25, "trap", 25, FACTION_COLOURS[TOGAWA] if place.armed else GHOST, halo=True)
        put(sheet, x + 35, y - 25, _GOODS[place.trap], 11)
    rows = len(place.units)
    for row, units in enumerate(place.units):
        colour = FACTION_COLOURS[seats[units.seat].faction]
        if rows == 1:
            _draw_units(sheet, x, y + 5, units, colour, 29)
        else:
            _draw_units(sheet, x, y - 6 + 23 * row, units, colour, 22)
    kinds = [kind for kind, number in enumerate(place.tokens) if number]
    step = 19 if len(kinds) == len(RESOURCES) else 22
    for k, kind in enumerate(kinds):
        left = x + step * (k - (len(kinds) - 1) / 2)
        put(sheet, left, y + 37, RESOURCES[kind], 17, halo=True)
        if place.tokens[kind] > 1:
            badge(sheet, left + 6, y + 44, place.tokens[kind], 9.5)


# -- the corners beside the board --------------------------------------------------------------------------------------
_TERRAIN_YIELDS: Final = ("metal", "food", "oil", "wood", "worker", "", "")
_LEGEND: Final = (
    ("character", "character"), ("mech", "mech"), ("worker", "worker"), ("mine", "mine"), ("monument", "monument"),
    ("armory", "armory"), ("mill", "mill"), ("tunnel", "tunnel"), ("encounter", "encounter"), ("flag", "flag"),
    ("trap", "trap"), ("recruit", "recruit"), ("cube", "upgrade"), ("power", "power"), ("popularity", "popularity"),
    ("cards", "combat cards"),
)  # fmt: skip


def _draw_legend(sheet: Sheet) -> None:
    """What the terrains yield, and the pieces."""
    for k, (terrain, good) in enumerate(zip(TERRAINS, _TERRAIN_YIELDS, strict=True)):
        x, y = 26 + k // 4 * 132, 864 + k % 4 * 22
        pen = sheet.medium.pen(24, 24)
        pen.place(12, 12, 10)
        pen.polygon(_hexagon(1), mix(_TERRAIN_COLOURS[terrain], INK, 0.45))
        pen.polygon(_hexagon(0.88), _TERRAIN_COLOURS[terrain])
        sheet.stamp(x, y, pen.finish())
        sheet.write(x + 16, y, terrain, 12)
        if good:
            put(sheet, x + 84, y, good, 14, FAINT if good == "worker" else "")
    for k, (name, text) in enumerate(_LEGEND):
        x, y = 556 + k // 4 * 96, 864 + k % 4 * 22
        put(sheet, x, y, name, 16, "" if name in FILLS else GHOST)
        sheet.write(x + 14, y, text, 12)


_HAND: Final = ((314, 85), (314, 106))  # where the combat cards and objectives of the viewing seat are written
_HAND_SIZE: Final = 15


@cache
def _tile(medium: Medium, tile: int) -> Sheet:
    """The structure bonus tile in play: what it counts, and the coins for each count."""
    coins = _DATA.structure_tiles[tile].coins[1:]
    width, step = 270, 32
    pen = medium.pen(width, 84)
    left = width - step * len(coins)
    for nth in range(len(coins)):
        pen.box(left + nth * step, 44, step - 3, 38, CARD, LINE, 1, 4)
    sheet = pen.finish()
    sheet.write(width, 12, "Structure bonus", 14, INK, "r", bold=True)
    sheet.write(width, 31, TILE_TEXTS[tile], 12.5, FAINT, "r")
    for nth, value in enumerate(coins):
        x = left + nth * step + (step - 3) / 2
        sheet.write(x, 54, f"{nth + 1}+" if nth == len(coins) - 1 else str(nth + 1), 11, FAINT, "m")
        sheet.write(x, 70, f"${value}", 13, mix(GOLD, INK, 0.5), "m", bold=True)
    return sheet


def _draw_decks(sheet: Sheet, game: View) -> None:
    """How many cards are left, and what the viewing seat holds."""
    piles = (
        ("cards", f"{game.deck} combat cards, {game.discard} discarded"),
        ("encounter", f"{game.encounter_deck} encounter cards"),
        ("factory", f"{game.factory_deck} Factory cards"),
    )
    for k, (name, text) in enumerate(piles):
        put(sheet, 322, 20 + k * 21, name, 16)
        sheet.write(338, 20 + k * 21, text, 12.5)
    for hand in game.hands:
        for (x, y), text in zip(_HAND, hand, strict=True):
            sheet.write(x, y, text, _HAND_SIZE)


def draw_board(sheet: Sheet, game: View) -> None:
    """Draw home bases and pieces, and what is beside the board, on a copy of :func:`blank`."""
    playing = [seat.faction for seat in game.seats]
    for faction in range(len(FACTIONS)):
        sheet.stamp(*_CENTRES[NUM_HEXES + faction], _base(sheet.medium, faction, faction in playing))
    for at, place in enumerate(game.places):
        _draw_place(sheet, at, place, game.seats)
    _draw_decks(sheet, game)
    sheet.lay(656, 14, _tile(sheet.medium, game.tile))


def place_targets(game: View) -> list[Target]:
    """The hexes and home bases with the actions that choose them or a unit there."""
    targets = []
    for at, (x, y) in enumerate(_CENTRES):
        own = [units for units in game.places[at].units if units.seat == game.seat_to_act]
        actions = [A_PLACE + at, A_MECH + at, *([A_CHARACTER] if own and own[0].character else [])]
        targets.append((actions, [(x + _SIZE * dx, y + _SIZE * dy) for dx, dy in _CORNERS]))
    return targets


def card_targets(game: View) -> list[Target]:
    """The cards in the hand of the viewing seat with the actions that choose them."""
    targets: list[Target] = []
    for cards, objectives in game.hands:
        for (x, y), text in zip(_HAND, (cards, objectives), strict=True):
            for card in re.finditer(r"\d+", text):
                value = card.group()
                action = A_REVEAL + int(value) - 1 if text is objectives else A_CARD + CARD_VALUES.index(value)
                left = x + text_width(text[: card.start()], _HAND_SIZE, False) - 2
                right = left + text_width(value, _HAND_SIZE, False) + 4
                targets.append(([action], [(left, y - 10), (right, y - 10), (right, y + 10), (left, y + 10)]))
    return targets
