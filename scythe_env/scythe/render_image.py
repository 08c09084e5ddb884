"""The picture of a game: the board, the tracks and the mats of all seats.

What does not change is drawn once and kept (the board with its terrain, the empty mats); a frame pastes the pieces on it.
"""

from __future__ import annotations

import math
from functools import cache
from typing import Final

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageFilter

from .components import (
    BOTTOM_ACTIONS,
    BOTTOM_RESOURCES,
    FACTIONS,
    HEX_NAMES,
    MATS,
    RESOURCES,
    STRUCTURES,
    TERRAINS,
    TOP_ACTIONS,
    TOP_BENEFITS,
    load_components,
)
from .constants import FACTORY_SECTION, NONE, NUM_HEXES, RUNNING
from .render_art import (
    ALERT,
    CARD,
    FACTION_COLOURS,
    FAINT,
    GOLD,
    INK,
    LINE,
    PAPER,
    RIVER,
    SCALE,
    UPGRADED,
    Pen,
    Point,
    badge,
    icon,
    mix,
    stamp,
    text_width,
    write,
)
from .render_view import Place, Seat, Units, View

WIDTH: Final = 1440
HEIGHT: Final = 960

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
_STARS: Final = ("cube", "mech", "mine", "recruit", "worker", "objective", "swords", "popularity", "power")
_ACTION_BENEFITS: Final = tuple(
    tuple(k for k, benefit in enumerate(_DATA.tracks.top_benefits) if benefit.top == top) for top in TOP_ACTIONS
)

# -- the board: pointy hexes in axial coordinates, in pixels -----------------------------------------------------------
_SIZE: Final = 65.0  # from the centre of a hex to a corner
_HALF: Final = _SIZE * math.sqrt(3) / 2
_CENTRE: Final = (469.0, 480.0)
_CORNERS: Final = tuple((math.sin(math.pi / 3 * k), -math.cos(math.pi / 3 * k)) for k in range(6))


def _position(q: int, r: int) -> Point:
    return _CENTRE[0] + _HALF * (2 * q + r), _CENTRE[1] + 1.5 * _SIZE * r


_CENTRES: Final = tuple(_position(spot.q, spot.r) for spot in (*_DATA.board.hexes, *_DATA.board.bases))
"""Middle of each place: the hexes, then the home bases."""


def _hexagon(share: float = 1.0) -> list[Point]:
    return [(x * share, y * share) for x, y in _CORNERS]


def _scenery(pen: Pen, terrain: str, tone: str) -> None:
    """What grows or stands on a terrain, in a tone close to the ground's."""
    if terrain == "mountain":
        for x, y, s in ((-0.36, 0.02, 0.36), (0.36, 0.1, 0.32), (0.0, 0.3, 0.44)):
            pen.polygon([(x - s, y + s * 0.7), (x, y - s), (x + s, y + s * 0.7)], tone)
            pen.polygon([(x - s * 0.3, y - s * 0.5), (x, y - s), (x + s * 0.3, y - s * 0.5)], "#e9e1da")
    elif terrain == "farm":
        for k in range(-3, 4):
            pen.path([(k * 0.22 - 0.12, 0.58 - abs(k) * 0.06), (k * 0.22 + 0.12, -0.42 + abs(k) * 0.06)], tone, 0.05)
        for k in range(-2, 3):
            x, y = k * 0.28 + 0.06, -0.1 + 0.2 * (k % 2)
            for step in range(3):
                pen.oval(x - 0.06, y + step * 0.1, 0.05, 0.07, tone)
                pen.oval(x + 0.06, y + step * 0.1, 0.05, 0.07, tone)
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
def _board() -> Image.Image:
    """The whole picture without pieces, home bases and seats."""
    shade = Pen(WIDTH, HEIGHT, "#000000")
    for x, y in _CENTRES[:NUM_HEXES]:
        shade.place(x, y + 5, _SIZE)
        shade.polygon(_hexagon(1.03), "#707070")
    pen = Pen(WIDTH, HEIGHT, PAPER)
    for (x, y), spot in zip(_CENTRES, _DATA.board.hexes, strict=False):
        ground = _TERRAIN_COLOURS[spot.terrain]
        pen.place(x, y, _SIZE)
        pen.polygon(_hexagon(1.045), mix(ground, INK, 0.55))
    for (x, y), spot in zip(_CENTRES, _DATA.board.hexes, strict=False):
        ground = _TERRAIN_COLOURS[spot.terrain]
        pen.place(x, y, _SIZE)
        pen.polygon(_hexagon(0.985), ground)
        pen.polygon(_hexagon(0.92), mix(ground, "#ffffff", 0.12))
        _scenery(pen, spot.terrain, mix(ground, INK, 0.09))
    for a, b in _DATA.board.rivers:
        _river(pen, _CENTRES[a], _CENTRES[b])
    for at, base in enumerate(_DATA.board.bases, NUM_HEXES):
        for edge in base.edges:
            if edge.kind == "river":
                _river(pen, _CENTRES[at], _CENTRES[edge.hex])
    image = pen.finish()
    # the shadow lies on the paper only: where the board is, the drawing covers it
    blurred = shade.finish().convert("L").filter(ImageFilter.GaussianBlur(5))
    ground_only = Image.new("L", image.size, 0)
    ground_only.paste(blurred)
    paper = Image.new("RGB", image.size, PAPER)
    paper.paste("#6d5f4c", mask=ground_only)
    land = Pen(WIDTH, HEIGHT, "#000000")
    for x, y in _CENTRES[:NUM_HEXES]:
        land.place(x, y, _SIZE)
        land.polygon(_hexagon(1.045), "#ffffff")
    paper.paste(image, mask=land.finish().convert("L"))
    for (x, y), spot in zip(_CENTRES, _DATA.board.hexes, strict=False):
        colour = "#f3eee6" if spot.terrain == "factory" else mix(_TERRAIN_COLOURS[spot.terrain], "#1c1510", 0.68)
        write(paper, x, y - 51, spot.name, 12, colour, "m", bold=True)
        if spot.tunnel:
            stamp(paper, x - 35, y - 25, icon("tunnel", 21, halo=True))
        if spot.encounter:
            print_spot = icon("disc", 15, mix(_TERRAIN_COLOURS[spot.terrain], "#ffffff", 0.3), line=FAINT)
            stamp(paper, x - 35, y - 25, print_spot)
    return paper


def _river(pen: Pen, a: Point, b: Point) -> None:
    """A river along the common edge of the hexes around ``a`` and ``b``."""
    pen.place((a[0] + b[0]) / 2, (a[1] + b[1]) / 2, 1)
    dx, dy = (b[0] - a[0]) / (2 * _HALF), (b[1] - a[1]) / (2 * _HALF)
    ends = [(-dy * _SIZE / 2, dx * _SIZE / 2), (dy * _SIZE / 2, -dx * _SIZE / 2)]
    pen.path(ends, mix(RIVER, INK, 0.45), 10)
    pen.path(ends, RIVER, 7.5)
    pen.path(ends, mix(RIVER, "#ffffff", 0.45), 2)


@cache
def _base(faction: int, active: bool) -> Image.Image:
    """A home base; that of a faction which is not in the game is faint."""
    colour = FACTION_COLOURS[faction] if active else mix(FACTION_COLOURS[faction], PAPER, 0.72)
    side = 2 * _SIZE + 4
    pen = Pen(side, side)
    pen.place(side / 2, side / 2, _SIZE)
    pen.polygon(_hexagon(0.86), mix(colour, INK, 0.45) if active else mix(colour, FAINT, 0.4))
    pen.polygon(_hexagon(0.83), colour)
    pen.polygon(_hexagon(0.70), mix(PAPER, colour, 0.16))
    image = pen.finish()
    write(image, side / 2, side / 2 - 33, FACTIONS[faction].capitalize(), 12, INK if active else FAINT, "m", bold=True)
    return image


@cache
def _ring(colour: str) -> Image.Image:
    """A bright outline for a hex."""
    side = 2 * _SIZE + 12
    pen = Pen(side, side)
    pen.place(side / 2, side / 2, _SIZE)
    pen.polygon(_hexagon(0.95), None, "#ffffff", 0.13)
    pen.polygon(_hexagon(0.95), None, colour, 0.085)
    return pen.finish()


# -- pieces ------------------------------------------------------------------------------------------------------------
def _draw_units(image: Image.Image, x: float, y: float, units: Units, colour: str, size: float) -> None:
    """The units of one seat side by side around (x, y)."""
    row = [name for name, there in zip(("character", "mech", "worker"), (units.character, units.mechs, units.workers),
                                       strict=True) if there]  # fmt: skip
    step = size * 1.24
    left = x - step * (len(row) - 1) / 2
    for k, name in enumerate(row):
        at = left + k * step
        stamp(image, at, y, icon(name, size * (0.86 if name == "worker" else 1), colour, halo=True))
        number = {"character": 1, "mech": units.mechs, "worker": units.workers}[name]
        if number > 1:
            badge(image, at + size * 0.42, y + size * 0.36, number)


def _draw_place(image: Image.Image, at: int, place: Place, seats: tuple[Seat, ...]) -> None:
    """The pieces of one hex or home base."""
    x, y = _CENTRES[at]
    if place.moving:
        stamp(image, x, y, _ring(GOLD))
    if place.combat:
        stamp(image, x, y, _ring(ALERT))
        stamp(image, x + 34, y + 22, icon("swords", 20, "#ffffff", halo=True, line=ALERT))
    if place.encounter:
        stamp(image, x - 35, y - 25, icon("encounter", 23, halo=True))
    if place.structure:
        seat, kind = place.structure
        stamp(image, x, y - 28, icon(STRUCTURES[kind], 24, FACTION_COLOURS[seats[seat].faction], halo=True))
    if place.flag:
        stamp(image, x + 35, y - 25, icon("flag", 21, FACTION_COLOURS[0], halo=True))
    if place.trap is not None:
        colour = FACTION_COLOURS[3] if place.armed else "#b9aec2"
        stamp(image, x + 35, y - 25, icon("trap", 25, colour, halo=True))
        stamp(image, x + 35, y - 25, icon(_GOODS[place.trap], 11))
    rows = [(units, FACTION_COLOURS[seats[units.seat].faction]) for units in place.units]
    tokens = any(place.tokens)
    if len(rows) == 1:
        _draw_units(image, x, y + (5 if tokens else 9), *rows[0], 29)
    for k, (units, colour) in enumerate(rows if len(rows) > 1 else ()):
        _draw_units(image, x, y - 5 + 25 * k, units, colour, 24)
    if tokens:
        kinds = [kind for kind, number in enumerate(place.tokens) if number]
        step = 22 if len(kinds) < 4 else 20
        left = x - step * (len(kinds) - 1) / 2
        for k, kind in enumerate(kinds):
            stamp(image, left + k * step, y + 39, icon(RESOURCES[kind], 18, halo=True))
            if place.tokens[kind] > 1:
                badge(image, left + k * step + 6, y + 47, place.tokens[kind], 10)


# -- the column on the right: header, tracks, seats --------------------------------------------------------------------
_LEFT: Final = 948
_COLUMN: Final = WIDTH - _LEFT - 14


@cache
def _card(width: int, height: int, strip: str, border: str) -> Image.Image:
    """A card of paper with a coloured left edge."""
    pen = Pen(width, height)
    pen.box(0, 0, width - 0.3, height - 0.3, border, radius=9)
    heavy = border != LINE
    edge = 2.5 if heavy else 1.0
    pen.box(edge, edge, width - 0.3 - 2 * edge, height - 0.3 - 2 * edge, strip, radius=8 if not heavy else 7)
    pen.box(10, edge, width - 10.3 - edge, height - 0.3 - 2 * edge, CARD, radius=7)
    pen.box(10, edge, 10, height - 0.3 - 2 * edge, CARD)
    return pen.finish()


def _draw_header(image: Image.Image, game: View) -> None:
    acting = game.seat_to_act if game.seat_to_act != NONE else game.active
    colour = FACTION_COLOURS[game.seats[acting].faction]
    stamp_corner(image, _LEFT, 12, _card(_COLUMN, 50, colour, LINE))
    write(image, _LEFT + 22, 37, f"Round {game.round}", 24, INK, bold=True)
    right = _LEFT + _COLUMN - 14
    if game.status != RUNNING:
        write(image, right, 28, "Game over", 15, INK, "r", bold=True)
        write(image, right, 48, game.due, 13, FAINT, "r")
        return
    active, asked = (FACTIONS[game.seats[seat].faction].capitalize() for seat in (game.active, acting))
    write(image, right, 28, f"Turn of {active}", 15, INK, "r", bold=True)
    write(image, right, 48, game.due if active == asked else f"{asked}: {game.due}", 13, FAINT, "r")


def stamp_corner(image: Image.Image, x: float, y: float, part: Image.Image) -> None:
    """Paste a part with its upper left corner on (x, y)."""
    image.paste(part, (round(x), round(y)), part if part.mode == "RGBA" else None)


_TRACKS_TOP: Final = 68
_TRACKS_HEIGHT: Final = 148


@cache
def _tracks() -> Image.Image:
    """The empty power, popularity and star tracks."""
    tracks = _DATA.tracks
    pen = Pen(_COLUMN, _TRACKS_HEIGHT)
    pen.box(0, 0, _COLUMN - 0.3, _TRACKS_HEIGHT - 0.3, LINE, radius=9)
    pen.box(1, 1, _COLUMN - 2.3, _TRACKS_HEIGHT - 2.3, CARD, radius=8)
    for row, (last, tint) in enumerate(((tracks.power_max, "#f3ddd0"), (tracks.popularity_max, ""))):
        for value in range(last + 1):
            x, y, w = _cell(row, value)
            tier = tracks.tiers.index(tracks.tier(value)) if row else 0
            shade = tint or ("#f6e6dc", "#f2d3c8", "#eebdb1")[tier]
            pen.box(x, y, w - 1.5, 38, mix(shade, GOLD, 0.35) if value == last else shade, radius=3)
    for k in range(len(_STARS)):
        x, y, w = _cell(2, k)
        pen.box(x, y, w - 3, 44, "#efe6d3", radius=4)
    image = pen.finish()
    for row, last in enumerate((tracks.power_max, tracks.popularity_max)):
        stamp(image, 17, _cell(row, 0)[1] + 19, icon(("power", "popularity")[row], 19))
        for value in range(last + 1):
            x, y, w = _cell(row, value)
            write(image, x + w / 2 - 0.75, y + 7, str(value), 9.5, mix(INK, CARD, 0.3), "m")
    stamp(image, 17, _cell(2, 0)[1] + 22, icon("star", 19, GOLD))
    for k, name in enumerate(_STARS):
        x, y, w = _cell(2, k)
        stamp(image, x + w / 2 - 1.5, y + 10, icon(name, 15, "#c9b994" if name in ("mech", "mine", "worker", "recruit") else ""))
    return image


def _cell(row: int, value: int) -> tuple[float, float, float]:
    """Left, top and width of a cell of the power, popularity or star track, within the tracks."""
    count = (_DATA.tracks.power_max + 1, _DATA.tracks.popularity_max + 1, len(_STARS))[row]
    width = (_COLUMN - 42) / count
    return 34 + value * width, 8 + row * 44, width


def _draw_tracks(image: Image.Image, seats: tuple[Seat, ...]) -> None:
    stamp_corner(image, _LEFT, _TRACKS_TOP, _tracks())
    for row, values in enumerate(([s.power for s in seats], [s.popularity for s in seats])):
        placed: dict[int, int] = {}
        for seat, value in zip(seats, values, strict=True):
            nth, total = placed.get(value, 0), values.count(value)
            placed[value] = nth + 1
            x, y, w = _cell(row, value)
            across = 1 if total == 1 else 2
            lines = math.ceil(total / across)
            size = 13 if total <= 2 else 10 if total <= 4 else 8.5
            cx = _LEFT + x + w / 2 - 0.75 + (nth % across - (across - 1) / 2) * min(size, 11)
            cy = _TRACKS_TOP + y + 25.5 + (nth // across - (lines - 1) / 2) * min(size, 24 / lines)
            stamp(image, cx, cy, icon("disc", size, FACTION_COLOURS[seat.faction]))
    for k in range(len(_STARS)):
        owners = [(s.faction, s.stars[k]) for s in seats if s.stars[k]]
        x, y, w = _cell(2, k)
        across = min(4, len(owners))
        for nth, (faction, number) in enumerate(owners):
            line, lines = nth // 4, math.ceil(len(owners) / 4)
            cx = _LEFT + x + (w - 3) / 2 + (nth % 4 - (across - 1) / 2) * 11.5
            cy = _TRACKS_TOP + y + 31 + (line - (lines - 1) / 2) * 12
            stamp(image, cx, cy, icon("star", 14 if len(owners) < 4 else 12, FACTION_COLOURS[faction]))
            if number > 1:
                badge(image, cx + 4, cy + 5, number, 8)


_SECTION: Final = 92
_GAP: Final = 4


@cache
def _mat(mat: int, faction: int) -> Image.Image:
    """The sections of a player mat and the place of the Factory card, without cubes and pieces."""
    pen = Pen(_COLUMN - 18, 64)
    for k in range(4):
        x = k * (_SECTION + _GAP)
        pen.box(x, 0, _SECTION, 63.5, LINE, radius=5)
        pen.box(x + 1, 1, _SECTION - 2, 61.5, "#f3ead9", radius=4)
        pen.box(x + 1, 22, _SECTION - 2, 40.5, "#e7dac2", radius=4)
        pen.box(x + 1, 22, _SECTION - 2, 8, "#e7dac2")
    x = 4 * (_SECTION + _GAP)
    pen.box(x, 0, _COLUMN - 18 - x - 0.5, 63.5, LINE, radius=5)
    pen.box(x + 1, 1, _COLUMN - 18 - x - 2.5, 61.5, "#f3ead9", radius=4)
    pen.box(x + 1, 22, _COLUMN - 18 - x - 2.5, 40.5, "#e7dac2", radius=4)
    pen.box(x + 1, 22, _COLUMN - 18 - x - 2.5, 8, "#e7dac2")
    image = pen.finish()
    for k, column in enumerate(_DATA.mats[mat].columns):
        x = k * (_SECTION + _GAP)
        write(image, x + 6, 11, column.top.capitalize(), 11.5, INK, bold=True)
        write(image, x + 6, 33, column.bottom.capitalize(), 11.5, INK, bold=True)
        if column.coins:
            write(image, x + _SECTION - 22, 33, f"${column.coins}", 10.5, mix(GOLD, INK, 0.5), "r", bold=True)
    return image


def _draw_seat(image: Image.Image, y: float, height: int, seat: Seat, acting: bool) -> None:
    colour = FACTION_COLOURS[seat.faction]
    stamp_corner(image, _LEFT, y, _card(_COLUMN, height, colour, mix(GOLD, INK, 0.12) if acting else LINE))
    name = FACTIONS[seat.faction].capitalize()
    line = y + 15
    width = write(image, _LEFT + 18, line, name, 15, INK, bold=True)
    write(image, _LEFT + 24 + width, line, MATS[seat.mat], 12, FAINT)
    stats = (("power", seat.power), ("popularity", seat.popularity), ("coins", seat.coins), ("cards", seat.cards),
             ("worker", seat.workers), ("star", sum(seat.stars)))  # fmt: skip
    for k, (kind, number) in enumerate(stats):
        x = _LEFT + _COLUMN - 6 * 47 + k * 47
        stamp(image, x + 4, line, icon(kind, 16, colour if kind in ("worker", "star") else ""))
        write(image, x + 16, line, str(number), 14, INK, bold=True)
    left, top = _LEFT + 16, y + 29
    stamp_corner(image, left, top, _mat(seat.mat, seat.faction))
    for k, column in enumerate(_DATA.mats[seat.mat].columns):
        x = left + k * (_SECTION + _GAP)
        section, bottom = TOP_ACTIONS.index(column.top), BOTTOM_ACTIONS.index(column.bottom)
        built = seat.structures[section]
        stamp(image, x + _SECTION - 11, top + 11, icon(STRUCTURES[section], 16, colour if built else "#e5d9c3",
                                                        line=INK if built else "#b9aa90"))  # fmt: skip
        for nth, benefit in enumerate(reversed(_ACTION_BENEFITS[section])):
            up = seat.cubes[benefit]
            stamp(image, x + _SECTION - 26 - nth * 11, top + 11,
                  icon("cube", 9.5, UPGRADED if up else "#e5d9c3", line=INK if up else "#b9aa90"))  # fmt: skip
        enlisted = seat.recruits[bottom]
        stamp(image, x + _SECTION - 11, top + 33, icon("recruit", 15, colour if enlisted else "#d8caae",
                                                        line=_line_on(colour) if enlisted else "#ab9c82"))  # fmt: skip
        for nth in range(column.cost):
            covered = nth >= column.cost - seat.boxes[bottom]
            part = icon("cube", 11, UPGRADED) if covered else icon(BOTTOM_RESOURCES[bottom], 13)
            stamp(image, x + 13 + nth * 16, top + 52, part)
        if seat.section == section:
            _draw_token(image, x, top, _SECTION, colour)
    x = left + 4 * (_SECTION + _GAP)
    has = seat.factory_card != NONE
    stamp(image, x + 13, top + 11, icon("factory", 15, "" if has else "#e5d9c3", line=INK if has else "#b9aa90"))
    write(image, x + 27, top + 11, f"no. {seat.factory_card + 1}" if has else "none", 11.5, INK if has else FAINT)
    for slot, deployed in enumerate(seat.mechs):
        stamp(image, x + 13 + slot * 17, top + 43,
              icon("mech", 15, colour if deployed else "#d8caae", line=INK if deployed else "#ab9c82"))  # fmt: skip
    if seat.section == FACTORY_SECTION:
        _draw_token(image, x, top, _COLUMN - 18 - 4 * (_SECTION + _GAP), colour)


def _line_on(colour: str) -> str:
    return "#ffffff" if colour == FACTION_COLOURS[5] else INK


@cache
def _frame(width: int, colour: str) -> Image.Image:
    pen = Pen(width, 64)
    pen.box(0, 0, width - 0.5, 63.5, None, INK, 3.4, 5)
    pen.box(0.6, 0.6, width - 1.7, 62.3, None, colour, 2.2, 5)
    return pen.finish()


def _draw_token(image: Image.Image, x: float, y: float, width: int, colour: str) -> None:
    """Mark the section of the last turn."""
    stamp_corner(image, x, y, _frame(width, colour))


def draw(game: View) -> NDArray[np.uint8]:
    """The picture as an array of shape (HEIGHT, WIDTH, 3)."""
    image = _board().copy()
    playing = [seat.faction for seat in game.seats]
    for faction in range(len(FACTIONS)):
        stamp(image, *_CENTRES[NUM_HEXES + faction], _base(faction, faction in playing))
    for at, place in enumerate(game.places):
        if not place.empty or place.combat:
            _draw_place(image, at, place, game.seats)
    _draw_header(image, game)
    _draw_tracks(image, game.seats)
    top = _TRACKS_TOP + _TRACKS_HEIGHT + 6
    height = 99
    step = (HEIGHT - 12 - top + 5) // max(len(game.seats), 7)
    for number, seat in enumerate(game.seats):
        _draw_seat(image, top + number * step, height, seat, number == game.seat_to_act)
    return np.asarray(image)
