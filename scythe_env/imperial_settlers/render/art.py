"""The elements of the picture: colours, and the icons of goods, kinds of cards and marks."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from ...core.drawing.art import GOLD, SHAPES, Draw, Icons, ink_on, mix
from ...core.drawing.surface import Pen

CARD_COLOURS: Final = ("#37322f", "#8450a3", "#3f78bd", "#8f5f36", "#e0ac2f", "#cc4434", "#e39ab0", "#98a0a5")
"""The colours of cards, in the order of :data:`.COLORS`."""


# -- icons: each draws into the square -1 <= x, y <= 1 with a fill and a line colour -----------------------------------
def _stone(pen: Pen, fill: str, line: str) -> None:
    pen.polygon([(-0.95, 0.6), (-0.7, -0.3), (-0.1, -0.75), (0.6, -0.45), (0.95, 0.6)], fill, line, 0.16)
    pen.polygon([(-0.45, -0.2), (-0.05, -0.5), (0.35, -0.3), (0.0, -0.05)], mix(fill, "#ffffff", 0.6))


def _gold(pen: Pen, fill: str, line: str) -> None:
    pen.disc(0, 0, 0.92, fill, line, 0.15)
    pen.disc(0, 0, 0.5, mix(fill, "#ffffff", 0.45), line, 0.1)


def _raze(pen: Pen, fill: str, line: str) -> None:
    for colour, extra in ((line, 0.22), (fill, 0.0)):
        pen.path([(0.72, -0.75), (-0.35, 0.35)], colour, 0.3 + extra)
        pen.path([(-0.7, 0.05), (-0.05, 0.7)], colour, 0.2 + extra)
        pen.path([(-0.5, 0.5), (-0.76, 0.76)], colour, 0.26 + extra)


def _defence(pen: Pen, fill: str, line: str) -> None:
    pen.polygon([(-0.8, -0.85), (0.8, -0.85), (0.8, 0.1), (0, 0.95), (-0.8, 0.1)], fill, line, 0.16)
    pen.path([(0, -0.6), (0, 0.5)], ink_on(fill), 0.16)


def _samurai(pen: Pen, fill: str, line: str) -> None:
    SHAPES["worker"](pen, fill, line)
    pen.polygon([(-0.85, -0.4), (0, -1), (0.85, -0.4)], fill, line, 0.14)


def _location(pen: Pen, fill: str, line: str) -> None:
    pen.polygon([(-0.7, 0.85), (-0.7, -0.1), (0, -0.8), (0.7, -0.1), (0.7, 0.85)], fill, line, 0.17)
    pen.box(-0.2, 0.25, 0.4, 0.6, line)


def _foundation(pen: Pen, fill: str, line: str) -> None:
    pen.box(-0.95, 0.1, 1.9, 0.7, fill, line, 0.16)
    pen.box(-0.6, -0.55, 1.2, 0.65, fill, line, 0.16)


def _deal(pen: Pen, fill: str, line: str) -> None:
    pen.box(-0.65, -0.9, 1.3, 1.8, fill, line, 0.15, 0.2)
    for y in (-0.4, 0.0, 0.4):
        pen.path([(-0.3, y), (0.3, y)], line, 0.12)


def _production(pen: Pen, fill: str, line: str) -> None:
    pen.arc(0, 0, 0.75, -40, 230, line, 0.3)
    pen.polygon([(0.1, -0.75), (0.95, -0.65), (0.6, 0.1)], line)


def _feature(pen: Pen, fill: str, line: str) -> None:
    pen.polygon([(0, -0.95), (0.7, 0), (0, 0.95), (-0.7, 0)], fill, line, 0.18)


def _action(pen: Pen, fill: str, line: str) -> None:
    pen.path([(-0.85, 0), (0.2, 0)], line, 0.34)
    pen.polygon([(0.1, -0.65), (0.95, 0), (0.1, 0.65)], line)


def _bonus(pen: Pen, fill: str, line: str) -> None:
    pen.path([(0, -0.75), (0, 0.2)], line, 0.36)
    pen.disc(0, 0.75, 0.22, line)


def _build(pen: Pen, fill: str, line: str) -> None:
    pen.path([(0.1, -0.2), (-0.65, 0.75)], line, 0.26)
    pen.polygon([(-0.45, -0.55), (0.1, -0.95), (0.85, -0.05), (0.45, 0.3)], fill, line, 0.14)


def _crown(pen: Pen, fill: str, line: str) -> None:
    points = [(-0.85, 0.7), (-0.9, -0.5), (-0.4, 0), (0, -0.8), (0.4, 0), (0.9, -0.5), (0.85, 0.7)]
    pen.polygon(points, fill, line, 0.16)


def _flag(pen: Pen, fill: str, line: str) -> None:
    pen.path([(-0.55, -0.9), (-0.55, 0.92)], line, 0.22)
    pen.polygon([(-0.5, -0.85), (0.85, -0.45), (-0.5, 0.1)], fill, line, 0.15)


def _cross(pen: Pen, fill: str, line: str) -> None:
    for ends in ([(-0.65, -0.65), (0.65, 0.65)], [(0.65, -0.65), (-0.65, 0.65)]):
        pen.path(ends, fill, 0.42)


def _colour(pen: Pen, fill: str, line: str) -> None:
    pen.box(-0.75, -0.75, 1.5, 1.5, fill, line, 0.18, 0.35)


ICONS: Final[Mapping[str, Draw]] = {
    "wood": SHAPES["wood"],
    "stone": _stone,
    "food": SHAPES["food"],
    "gold": _gold,
    "worker": SHAPES["worker"],
    "raze": _raze,
    "vp": SHAPES["star"],
    "card": SHAPES["cards"],
    "defence": _defence,
    "common_card": SHAPES["cards"],
    "faction_card": SHAPES["cards"],
    "samurai": _samurai,
    "location": _location,
    "foundation": _foundation,
    "deal": _deal,
    "production": _production,
    "feature": _feature,
    "action": _action,
    "bonus": _bonus,
    "build": _build,
    "crown": _crown,
    "flag": _flag,
    "cross": _cross,
    "colour": _colour,
}
"""What draws each icon."""

FILLS: Final = {
    "wood": "#a2683b",
    "stone": "#a9b4bd",
    "food": "#f2b632",
    "gold": "#f0c64a",
    "worker": "#e8c9a0",
    "raze": "#d84a3c",
    "vp": GOLD,
    "card": "#46607c",
    "defence": "#7f95ab",
    "common_card": "#8b7f70",
    "faction_card": "#7a4a9c",
    "samurai": "#b9a6d6",
    "location": "#d9b48c",
    "foundation": "#c4b7a2",
    "deal": "#f3e2b8",
    "production": "#ffffff",
    "feature": "#9fd0c0",
    "action": "#ffffff",
    "bonus": "#ffffff",
    "build": "#b7bcc0",
    "crown": "#f0c64a",
    "flag": "#e8e4dc",
    "cross": "#d3302f",
}
"""Usual fill of the icons; squares of colours are filled with theirs."""

put: Final = Icons(ICONS, FILLS).put
