"""The picture of a game: the board on the left, tracks and mats on the right.

What does not change is drawn once and kept: the board with its terrain, the empty tracks and mats, each icon and text.
A picture puts these together, of pixels or as SVG.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from ...core.drawing.raster import RASTER, RasterSheet
from ...core.drawing.surface import Medium, Sheet
from ...core.drawing.svg import SVG, SvgSheet
from ...core.picture import Picture
from .board import BOARD_WIDTH, HEIGHT, WIDTH, blank, card_targets, draw_board, place_targets
from .panel import draw_panel, panel_bottom, section_targets

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from .view import View


def draw(game: View) -> NDArray[np.uint8]:
    """The image as a new array of shape (960, 1440, 3)."""
    sheet = picture(RASTER, game)
    assert isinstance(sheet, RasterSheet)
    return np.array(sheet.image)


def picture(medium: Medium, game: View) -> Sheet:
    """The picture as a sheet."""
    sheet = blank(medium).copy()
    draw_board(sheet, game)
    draw_panel(sheet, game)
    return sheet


def draw_svg(game: View) -> Picture:
    """The picture as SVG, in which places, sections and cards stand for the actions that choose them."""
    sheet = picture(SVG, game)
    assert isinstance(sheet, SvgSheet)
    for actions, corners in (*place_targets(game), *section_targets(game), *card_targets(game)):
        sheet.target(actions, corners)
    panes = ((0, 0, BOARD_WIDTH, HEIGHT), (BOARD_WIDTH, 0, WIDTH - BOARD_WIDTH, panel_bottom(game)))
    return Picture(WIDTH, HEIGHT, sheet.parts, tuple(sheet.lines), panes)
