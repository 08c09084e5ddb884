"""The elements of Scythe's picture: colours, and the icons of all pieces."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Final

from ...core.drawing.art import GOLD, SHAPES, Draw, Icons, ink_on, mix, star
from ...core.drawing.surface import Pen

GHOST_LINE: Final = "#b3a489"
RIVER: Final = "#3f8fc6"
UPGRADED: Final = "#3f9d57"


# -- icons: each draws into the square -1 <= x, y <= 1 with a fill and a line colour -----------------------------------
def _character(pen: Pen, fill: str, line: str) -> None:
    pen.disc(0, 0, 1, line)
    pen.disc(0, 0, 0.91, GOLD)
    pen.disc(0, 0, 0.74, line)
    pen.disc(0, 0, 0.66, fill)
    pen.polygon(star(5, 0.42, 0.58), ink_on(fill))


def _mech(pen: Pen, fill: str, line: str) -> None:
    for side in (-1, 1):
        leg = [(side * 0.3, 0.1), (side * 0.62, 0.4), (side * 0.5, 0.82)]
        pen.path(leg, line, 0.5)
        pen.box(side * 0.5 - 0.38, 0.66, 0.76, 0.34, line, radius=0.12)
        pen.path(leg, fill, 0.24)
        pen.box(side * 0.5 - 0.25, 0.77, 0.5, 0.13, fill, radius=0.05)
    pen.box(0.2, -0.42, 0.8, 0.4, line, radius=0.1)
    pen.box(0.3, -0.31, 0.59, 0.18, fill)
    pen.box(-0.72, -0.95, 1.3, 1.2, line, radius=0.34)
    pen.box(-0.6, -0.83, 1.06, 0.96, fill, radius=0.24)
    pen.box(-0.4, -0.56, 0.66, 0.26, ink_on(fill), radius=0.1)


def _mine(pen: Pen, fill: str, line: str) -> None:
    pen.polygon([(-1, 0.85), (-0.5, -0.5), (0, -0.9), (0.5, -0.5), (1, 0.85)], fill, line, 0.16)
    dark = ink_on(fill)
    pen.pie(0, 0.4, 0.38, 180, 360, dark)
    pen.box(-0.38, 0.38, 0.76, 0.45, dark)


def _monument(pen: Pen, fill: str, line: str) -> None:
    pen.polygon([(-0.34, 0.55), (-0.22, -0.6), (0, -0.95), (0.22, -0.6), (0.34, 0.55)], fill, line, 0.16)
    pen.box(-0.75, 0.48, 1.5, 0.44, fill, line, 0.14)


def _armory(pen: Pen, fill: str, line: str) -> None:
    high, low = -0.9, -0.5
    wall = [(-0.8, 0.88)]
    for left in (-0.8, -0.2, 0.4):
        wall += [(left, low), (left, high), (left + 0.4, high), (left + 0.4, low)]
    wall.append((0.8, 0.88))
    pen.polygon(wall, fill, line, 0.16)
    pen.polygon([(-0.32, -0.12), (0.32, -0.12), (0.32, 0.25), (0, 0.62), (-0.32, 0.25)], ink_on(fill))


def _mill(pen: Pen, fill: str, line: str) -> None:
    pen.polygon([(-0.6, 0.92), (-0.34, -0.3), (0, -0.55), (0.34, -0.3), (0.6, 0.92)], fill, line, 0.16)
    for angle in (45, 135, 225, 315):
        x, y = math.cos(math.radians(angle)), math.sin(math.radians(angle))
        pen.path([(0, -0.22), (x * 0.82, -0.22 + y * 0.72)], line, 0.22)
    pen.disc(0, -0.22, 0.16, ink_on(line))


def _metal(pen: Pen, fill: str, line: str) -> None:
    pen.polygon([(-0.95, 0.6), (-0.6, -0.6), (0.6, -0.6), (0.95, 0.6)], fill, line, 0.16)
    pen.polygon([(-0.42, -0.32), (0.42, -0.32), (0.5, -0.02), (-0.5, -0.02)], mix(fill, "#ffffff", 0.55))


def _oil(pen: Pen, fill: str, line: str) -> None:
    for grow, colour in ((0.14, line), (0.0, fill)):
        pen.disc(0, 0.3, 0.56 + grow, colour)
        pen.polygon([(-0.52 - grow, 0.12), (0, -0.92 - 1.6 * grow), (0.52 + grow, 0.12)], colour)
    pen.arc(0, 0.3, 0.34, 100, 170, "#f5f5f5", 0.14)


def _power(pen: Pen, fill: str, line: str) -> None:
    bolt = [(0.22, -1), (-0.68, 0.14), (-0.08, 0.14), (-0.3, 1), (0.66, -0.22), (0.06, -0.22)]
    pen.polygon(bolt, fill, line, 0.12)


def _popularity(pen: Pen, fill: str, line: str) -> None:
    for grow, colour in ((0.12, line), (0.0, fill)):
        for side in (-1, 1):
            pen.disc(side * 0.42, -0.3, 0.44 + grow, colour)
        pen.polygon([(-0.82 - grow, -0.12), (0, 0.82 + grow), (0.82 + grow, -0.12), (0, -0.4)], colour)


def _coin(pen: Pen, fill: str, line: str) -> None:
    pen.disc(0, 0, 0.95, fill, line, 0.14)
    pen.text(0, 0.02, "$", 1.45, line)


def _cube(pen: Pen, fill: str, line: str) -> None:
    pen.box(-0.8, -0.8, 1.6, 1.6, fill, line, 0.2, 0.3)


def _objective(pen: Pen, fill: str, line: str) -> None:
    pen.disc(0, 0, 0.95, fill, line, 0.14)
    pen.disc(0, 0, 0.5, "#ffffff", line, 0.14)
    pen.disc(0, 0, 0.15, line)


def _recruit(pen: Pen, fill: str, line: str) -> None:
    pen.disc(0, 0, 0.95, fill, line, 0.14)
    pen.disc(0, -0.26, 0.28, line)
    pen.pie(0, 0.62, 0.5, 180, 360, line)


def _factory(pen: Pen, fill: str, line: str) -> None:
    pen.polygon(
        [(-0.9, 0.85), (-0.9, -0.1), (-0.35, -0.45), (-0.35, -0.1), (0.2, -0.45), (0.2, -0.1), (0.4, -0.1),
         (0.46, -0.9), (0.76, -0.9), (0.86, 0.85)],
        fill, line, 0.15,
    )  # fmt: skip


def _tunnel(pen: Pen, fill: str, line: str) -> None:
    pen.pie(0, 0.1, 0.95, 180, 360, fill)
    pen.box(-0.95, 0.08, 1.9, 0.74, fill)
    pen.pie(0, 0.2, 0.56, 180, 360, line)
    pen.box(-0.56, 0.18, 1.12, 0.64, line)


def _encounter(pen: Pen, fill: str, line: str) -> None:
    pen.polygon([(0, -1), (0.94, 0), (0, 1), (-0.94, 0)], fill, line, 0.14)
    pen.text(0, 0, "?", 1.2, line)


def _flag(pen: Pen, fill: str, line: str) -> None:
    pen.path([(-0.55, -0.9), (-0.55, 0.92)], line, 0.22)
    pen.polygon([(-0.5, -0.85), (0.85, -0.45), (-0.5, 0.1)], fill, line, 0.15)


def _trap(pen: Pen, fill: str, line: str) -> None:
    pen.polygon(star(8, 0.74, 1.0), fill, line, 0.12)
    pen.disc(0, 0, 0.6, "#ffffff")


ICONS: Final[Mapping[str, Draw]] = {
    **SHAPES,
    "character": _character,
    "mech": _mech,
    "mine": _mine,
    "monument": _monument,
    "armory": _armory,
    "mill": _mill,
    "metal": _metal,
    "oil": _oil,
    "power": _power,
    "coins": _coin,
    "popularity": _popularity,
    "cube": _cube,
    "objective": _objective,
    "recruit": _recruit,
    "factory": _factory,
    "tunnel": _tunnel,
    "encounter": _encounter,
    "flag": _flag,
    "trap": _trap,
}
"""What draws each icon."""

FILLS: Final = {
    "metal": "#a9b4bd",
    "food": "#f2b632",
    "oil": "#2b2b31",
    "wood": "#a2683b",
    "power": "#e2553a",
    "coins": "#f0c64a",
    "popularity": "#d83a4b",
    "cards": "#46607c",
    "cube": UPGRADED,
    "objective": "#d3a04a",
    "swords": "#e8e4dc",
    "encounter": "#5fb7a0",
    "tunnel": "#e8dcc6",
    "factory": "#8d8580",
}
"""Usual fill of the icons that do not have a faction's colour."""

put: Final = Icons(ICONS, FILLS).put
