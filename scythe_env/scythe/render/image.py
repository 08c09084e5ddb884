"""The image of a game: the board on the left, tracks and mats on the right.

What does not change is drawn once and kept: the board with its terrain, the empty tracks and mats, each icon and text.
An image pastes these together.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from .board import blank, draw_board
from .panel import draw_panel

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from .view import View


def draw(game: View) -> NDArray[np.uint8]:
    """The image as a new array of shape (960, 1440, 3)."""
    image = blank().copy()
    draw_board(image, game)
    draw_panel(image, game)
    return np.array(image)
