"""The elements of pictures: colours, icons that are drawn once and kept, shapes of pieces that several games have."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from functools import cache
from typing import Final

from PIL import ImageColor

from .raster import text_width
from .surface import INK, Medium, Pen, Point, Sheet

FAINT: Final = "#8b7f70"
PAPER: Final = "#e9dfcd"
CARD: Final = "#fbf7ef"
LINE: Final = "#cdbfa8"
GHOST: Final = "#dccfb6"  # pieces that are not there
GOLD: Final = "#e0ac2f"
ALERT: Final = "#d3302f"

Draw = Callable[[Pen, str, str], None]
"""Draws an icon into the square -1 <= x, y <= 1 with a fill and a line colour."""


def ink_on(colour: str) -> str:
    """The colour of lines and letters on ``colour``."""
    red, green, blue = ImageColor.getrgb(colour)[:3]
    return INK if 0.3 * red + 0.59 * green + 0.11 * blue > 140 else "#ffffff"


def mix(colour: str, other: str, share: float) -> str:
    """``colour`` with ``share`` (0..1) of it replaced by ``other``."""
    pairs = zip(ImageColor.getrgb(colour)[:3], ImageColor.getrgb(other)[:3], strict=True)
    return "#" + "".join(f"{round(a + (b - a) * share):02x}" for a, b in pairs)


def star(points: int = 5, inner: float = 0.45, radius: float = 1.0) -> list[Point]:
    """The corners of a star that points upwards."""
    return [
        (math.sin(math.pi * k / points) * r, -math.cos(math.pi * k / points) * r)
        for k in range(2 * points)
        for r in (radius if k % 2 == 0 else radius * inner,)
    ]


class Icons:
    """The icons of a game.

    Args:
        draw: what draws each of them, by their names.
        fills: usual colour of those that do not have an owner's.
    """

    def __init__(self, draw: Mapping[str, Draw], fills: Mapping[str, str]) -> None:
        self._draw, self._fills = draw, fills

    def put(
        self,
        sheet: Sheet,
        x: float,
        y: float,
        name: str,
        size: float,
        fill: str = "",
        halo: bool = False,
        line: str = INK,
    ) -> None:
        """Put an icon ``size`` pixels wide with its centre on (x, y); with ``halo`` it has a light rim."""
        sheet.stamp(x, y, _icon(sheet.medium, self._draw[name], size, fill or self._fills[name], halo, line))


@cache
def _icon(medium: Medium, draw: Draw, size: float, fill: str, halo: bool, line: str) -> Sheet:
    """An icon on a transparent ground."""
    edge = 2 if halo else 1
    width = math.ceil(size) + 2 * edge
    pen = medium.pen(width, width)
    pen.place(width / 2, width / 2, size / 2)
    draw(pen, fill, line)
    sheet = pen.finish()
    return sheet.rimmed("#fffdf6") if halo else sheet


@cache
def _badge(medium: Medium, text: str, size: float) -> Sheet:
    width = max(text_width(text, size, True) + 3, math.ceil(size * 1.2))
    height = round(size * 1.25)
    pen = medium.pen(width, height)
    pen.box(0, 0, width - 0.25, height - 0.25, INK, radius=height / 2.2)
    sheet = pen.finish()
    sheet.write(width / 2, height / 2, text, size, "#ffffff", "m", bold=True)
    return sheet


def badge(sheet: Sheet, x: float, y: float, number: int, size: float = 11) -> None:
    """A number on a dark plate around (x, y)."""
    sheet.stamp(x, y, _badge(sheet.medium, str(number), size))


# -- shapes ------------------------------------------------------------------------------------------------------------
def _worker(pen: Pen, fill: str, line: str) -> None:
    for grow, colour in ((0.13, line), (0.0, fill)):
        pen.pie(0, 0.86 + grow, 0.72 + grow, 180, 360, colour)
        pen.disc(0, -0.38, 0.45 + grow, colour)
        pen.box(-0.2 - grow, -0.2, 0.4 + 2 * grow, 0.6, colour)


def _food(pen: Pen, fill: str, line: str) -> None:
    pen.path([(0, 0.95), (0, -0.2)], line, 0.2)
    for x, y in ((0, -0.62), (-0.4, -0.3), (0.4, -0.3), (-0.4, 0.28), (0.4, 0.28)):
        pen.oval(x, y, 0.32, 0.36, fill, line, 0.14)


def _wood(pen: Pen, fill: str, line: str) -> None:
    pen.box(-0.95, -0.5, 1.6, 1.0, fill, line, 0.15, 0.3)
    pen.oval(0.52, 0, 0.4, 0.5, mix(fill, "#ffffff", 0.55), line, 0.14)
    pen.oval(0.52, 0, 0.12, 0.18, fill)
    pen.path([(-0.65, -0.12), (-0.1, -0.12)], mix(fill, line, 0.5), 0.1)
    pen.path([(-0.5, 0.16), (0, 0.16)], mix(fill, line, 0.5), 0.1)


def _card(pen: Pen, fill: str, line: str) -> None:
    pen.box(-0.62, -0.92, 1.24, 1.84, fill, line, 0.15, 0.2)
    pen.path([(-0.25, -0.3), (0.25, 0.3)], "#ffffff", 0.16)
    pen.path([(0.25, -0.3), (-0.25, 0.3)], "#ffffff", 0.16)


def _star(pen: Pen, fill: str, line: str) -> None:
    pen.polygon(star(5, 0.46, 0.92), fill, line, 0.16)


def _disc(pen: Pen, fill: str, line: str) -> None:
    pen.disc(0, 0, 0.95, fill, line, 0.18)


def _swords(pen: Pen, fill: str, line: str) -> None:
    for colour, extra in ((line, 0.2), (fill, 0.0)):
        for side in (-1, 1):
            pen.path([(side * 0.78, -0.78), (-side * 0.62, 0.62)], colour, 0.2 + extra)
            pen.path([(-side * 0.72, 0.2), (-side * 0.2, 0.72)], colour, 0.16 + extra)
            pen.path([(-side * 0.62, 0.62), (-side * 0.8, 0.8)], colour, 0.22 + extra)


SHAPES: Final[Mapping[str, Draw]] = {
    "worker": _worker,
    "food": _food,
    "wood": _wood,
    "cards": _card,
    "star": _star,
    "disc": _disc,
    "swords": _swords,
}
"""What draws the icons of pieces that several games have."""
