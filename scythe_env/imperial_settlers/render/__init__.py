"""Pictures of a game for people: text, pixels and SVG of what a spectator or a seat sees; a display is not needed.

Pillow is imported when the first image is drawn.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from .text import render as render_ansi
from .view import view

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from ...core.game import States
    from ...core.picture import Picture

__all__ = ["render_ansi", "render_rgb", "render_svg"]


def render_rgb(states: States, i: int, seat: int, scores: NDArray[np.int32]) -> NDArray[np.uint8]:
    """Game ``i`` as an image: a new uint8 array of shape (960, 1440, 3), red, green and blue.

    Arguments and exceptions are those of :func:`.view.view`.
    """
    from .image import draw

    return draw(view(states, i, seat, scores))


def render_svg(states: States, i: int, seat: int, scores: NDArray[np.int32]) -> Picture:
    """Game ``i`` as SVG of 1440 x 960 pixels; cards, goods, decks and boards stand for the actions that choose them.

    Arguments and exceptions are those of :func:`.view.view`.
    """
    from .image import draw_svg

    return draw_svg(view(states, i, seat, scores))
