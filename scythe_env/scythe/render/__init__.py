"""Pictures of a game for people: text, pixels and SVG of what a spectator or a seat sees; a display is not needed.

What draws, and Pillow, are imported when the first one is asked for.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from ...core.fields import SPECTATOR, shown

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from ...core.picture import Picture

MODES: Final = ("ansi", "rgb_array")


def render(states: NDArray[np.void], i: int, mode: str, seat: int = SPECTATOR) -> str | NDArray[np.uint8]:
    """Game ``i`` as text ("ansi", see :func:`render_ansi`) or as an image ("rgb_array", see :func:`render_rgb`).

    Raises:
        IndexError: ``i`` is out of range.
        ValueError: the mode is unknown, or no game has been dealt in ``states[i]``.
    """
    if mode == "ansi":
        return render_ansi(states, i, seat)
    if mode == "rgb_array":
        return render_rgb(states, i, seat)
    raise ValueError(f"render mode {shown(mode)} is unknown; allowed are {', '.join(MODES)}")


def render_ansi(states: NDArray[np.void], i: int = 0, seat: int = SPECTATOR) -> str:
    """Game ``i`` as lines of text with ANSI colours: the board, and a table of the seats.

    Args:
        states: array of games of the dtype ``STATE``, (n,).
        i: 0 .. n - 1.
        seat: whose view it is, by default what everybody may see.

    Raises:
        IndexError: ``i`` is out of range.
        ValueError: no game has been dealt in ``states[i]``, or the seat does not exist.
    """
    from .text import draw
    from .view import view

    return draw(view(states, i, seat))


def render_rgb(states: NDArray[np.void], i: int = 0, seat: int = SPECTATOR) -> NDArray[np.uint8]:
    """Game ``i`` as an image: a new uint8 array of shape (960, 1440, 3), red, green and blue.

    Arguments and exceptions are those of :func:`render_ansi`.
    """
    from .image import draw
    from .view import view

    return draw(view(states, i, seat))


def render_svg(states: NDArray[np.void], i: int = 0, seat: int = SPECTATOR) -> Picture:
    """Game ``i`` as SVG of 1440 x 960 pixels; places and sections stand for the actions that choose them.

    Arguments and exceptions are those of :func:`render_ansi`.
    """
    from .image import draw_svg
    from .view import view

    return draw_svg(view(states, i, seat))
