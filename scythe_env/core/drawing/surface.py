"""What pictures are drawn on: pens for shapes, sheets for what they drew and for texts, of pixels or SVG."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import Any, ClassVar, Final

Point = tuple[float, float]
Target = tuple[list[int], list[Point]]
"""Numbers of actions, and the corners of the polygon that stands for them."""

INK: Final = "#2d2722"
"""The colour of lines and letters."""


class Sheet(ABC):
    """A picture or a part of one, ``width`` x ``height`` pixels, which may be written on and get parts laid on it.

    Attributes:
        medium: what it is made of, which also makes its parts.
        width: in pixels.
        height: in pixels.
    """

    medium: ClassVar[Medium]
    width: float
    height: float

    @abstractmethod
    def write(
        self, x: float, y: float, text: str, size: float, fill: str = INK, anchor: str = "l", bold: bool = False
    ) -> float:
        """Write a text with its left end, middle or right end (``anchor`` l, m, r) at x, centred on y; its width."""

    @abstractmethod
    def lay(self, x: float, y: float, part: Any) -> None:
        """Put a part of the same medium with its upper left corner on (x, y)."""

    def stamp(self, x: float, y: float, part: Any) -> None:
        """Put a part with its centre on (x, y)."""
        self.lay(x - part.width / 2, y - part.height / 2, part)

    @abstractmethod
    def blurred(self, radius: float) -> Sheet:
        """A copy without sharp edges."""

    @abstractmethod
    def rimmed(self, colour: str) -> Sheet:
        """A copy with a rim of one pixel around what is drawn."""

    @abstractmethod
    def copy(self) -> Sheet:
        """A copy of its own."""


class Pen(ABC):
    """Draws on a transparent canvas with an origin and a unit of one's own; at first the upper left corner and a pixel.

    Args:
        width: of the canvas in pixels.
        height: of the canvas in pixels.
    """

    scale: ClassVar[float] = 1
    """How much larger than in the end shapes are drawn."""

    def __init__(self, width: float, height: float) -> None:
        self.place(0, 0)

    def place(self, x: float, y: float, unit: float = 1) -> None:
        """Put the origin at pixel (x, y) and let one unit be ``unit`` pixels."""
        self._x, self._y, self._unit = x, y, unit

    def _at(self, points: Sequence[Point]) -> list[Point]:
        scale = self.scale
        return [((self._x + x * self._unit) * scale, (self._y + y * self._unit) * scale) for x, y in points]

    @property
    def _zoom(self) -> float:
        return self._unit * self.scale

    @abstractmethod
    def polygon(self, points: Sequence[Point], fill: str | None, line: str | None = None, width: float = 0) -> None:
        """A polygon; ``width`` of its outline is in units."""

    @abstractmethod
    def path(self, points: Sequence[Point], line: str, width: float) -> None:
        """A broken line with round joints and ends."""

    @abstractmethod
    def oval(
        self, x: float, y: float, rx: float, ry: float, fill: str | None, line: str | None = None, width: float = 0
    ) -> None:
        """An ellipse around (x, y)."""

    def disc(self, x: float, y: float, r: float, fill: str | None, line: str | None = None, width: float = 0) -> None:
        """A circle around (x, y)."""
        self.oval(x, y, r, r, fill, line, width)

    @abstractmethod
    def box(
        self,
        x: float,
        y: float,
        w: float,
        h: float,
        fill: str | None,
        line: str | None = None,
        width: float = 0,
        radius: float = 0,
    ) -> None:
        """A rectangle with rounded corners; (x, y) is its upper left corner."""

    @abstractmethod
    def arc(self, x: float, y: float, r: float, start: float, end: float, line: str, width: float) -> None:
        """A part of a circle, in degrees clockwise from the east."""

    @abstractmethod
    def pie(self, x: float, y: float, r: float, start: float, end: float, fill: str) -> None:
        """A slice of a disc, in degrees clockwise from the east."""

    @abstractmethod
    def text(self, x: float, y: float, text: str, size: float, fill: str) -> None:
        """Bold letters centred on (x, y)."""

    @abstractmethod
    def finish(self) -> Sheet:
        """The sheet with what was drawn."""


class Medium(ABC):
    """What sheets are made of."""

    pen: type[Pen]
    """What draws parts of them."""

    @abstractmethod
    def ground(self, width: int, height: int, colour: str) -> Sheet:
        """A new sheet of one colour."""
