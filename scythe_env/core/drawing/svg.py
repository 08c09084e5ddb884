"""Pictures as SVG, which scale to any size and can be clicked.

A sheet is a list of lines, each an element; parts that are laid on it are defined once by their content and used by
their digest.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from hashlib import blake2b
from typing import Final, NamedTuple
from xml.sax.saxutils import escape

from .raster import text_width
from .surface import INK, Medium, Pen, Point, Sheet

_CAPITALS: Final = 0.36  # of the size of letters: half the height of capitals
_RIM: Final = 2.0  # pixels: a line of this width shows a rim of half of it


class Shape(NamedTuple):
    """An element without its colours.

    Attributes:
        head: tag and geometry.
        fill: colour of its inside, None for none.
        line: colour of its outline, None for none.
        width: of the outline in pixels.
        tail: what follows the tag, such as the letters of a text.
    """

    head: str
    fill: str | None
    line: str | None = None
    width: float = 0
    tail: str = ""

    def __str__(self) -> str:
        line = f' stroke="{self.line}" stroke-width="{_number(self.width)}"' if self.line and self.width else ""
        ending = f">{self.tail}</{self.head.split()[0]}>" if self.tail else "/>"
        return f'<{self.head} fill="{self.fill or "none"}"{line}{ending}'

    def rim(self, colour: str) -> Shape:
        """The shape in one colour, wider by the rim."""
        return self._replace(
            fill=self.fill and colour, line=colour, width=_RIM + (self.width if self.line or not self.fill else 0)
        )


class SvgSheet(Sheet):
    """A sheet of SVG.

    Args:
        width: in pixels.
        height: in pixels.
        shapes: what is drawn on it.

    Attributes:
        lines: its elements in their order.
        parts: the bodies of the parts that they use, by their names.
    """

    def __init__(self, width: float, height: float, shapes: Iterable[Shape] = ()) -> None:
        self.width, self.height = width, height
        self._shapes = list(shapes)
        self.lines = [str(shape) for shape in self._shapes]
        self.parts: dict[str, str] = {}

    def write(
        self, x: float, y: float, text: str, size: float, fill: str = INK, anchor: str = "l", bold: bool = False
    ) -> float:
        """See :meth:`.Sheet.write`."""
        width = text_width(text, size, bold)
        if text:
            left = x - {"l": 0.0, "m": width / 2, "r": float(width)}[anchor]
            weight = ' font-weight="600"' if bold else ""
            self.lines.append(
                f'<text x="{_number(left)}" y="{_number(y + _CAPITALS * size)}" font-size="{_number(size)}" '
                f'textLength="{width - 1}" lengthAdjust="spacingAndGlyphs" fill="{fill}"{weight}>{escape(text)}</text>'
            )
        return width

    def lay(self, x: float, y: float, part: SvgSheet) -> None:
        """See :meth:`.Sheet.lay`."""
        body = "".join(part.lines)
        if not body:
            return
        name = blake2b(body.encode(), digest_size=6).hexdigest()
        self.parts |= {**part.parts, name: body}
        self.lines.append(f'<use href="#{name}" x="{_number(x)}" y="{_number(y)}"/>')

    def target(self, actions: Sequence[int], points: Sequence[Point]) -> None:
        """Add an invisible polygon that stands for actions.

        Args:
            actions: their numbers.
            points: its corners in pixels.
        """
        numbers = " ".join(map(str, actions))
        self.lines.append(f'<polygon class="target" data-actions="{numbers}" points="{_points(points)}"/>')

    def blurred(self, radius: float) -> SvgSheet:
        """See :meth:`.Sheet.blurred`."""
        other = SvgSheet(self.width, self.height)
        blur = f'<filter id="blur"><feGaussianBlur stdDeviation="{_number(radius)}"/></filter>'
        other.lines = [blur, f'<g filter="url(#blur)">{"".join(self.lines)}</g>']
        other.parts = self.parts
        return other

    def rimmed(self, colour: str) -> SvgSheet:
        """See :meth:`.Sheet.rimmed`."""
        return SvgSheet(self.width, self.height, [*(shape.rim(colour) for shape in self._shapes), *self._shapes])

    def copy(self) -> SvgSheet:
        """See :meth:`.Sheet.copy`."""
        other = SvgSheet(self.width, self.height)
        other.lines, other.parts = self.lines[:], dict(self.parts)
        return other


class SvgPen(Pen):
    """Draws elements."""

    def __init__(self, width: float, height: float) -> None:
        super().__init__(width, height)
        self._size = width, height
        self._shapes: list[Shape] = []

    def polygon(self, points: Sequence[Point], fill: str | None, line: str | None = None, width: float = 0) -> None:
        """See :meth:`.Pen.polygon`."""
        head = f'polygon stroke-linejoin="round" points="{_points(self._at(points))}"'
        self._shapes.append(Shape(head, fill, line, width * self._unit))

    def path(self, points: Sequence[Point], line: str, width: float) -> None:
        """See :meth:`.Pen.path`."""
        head = f'polyline stroke-linejoin="round" stroke-linecap="round" points="{_points(self._at(points))}"'
        self._shapes.append(Shape(head, None, line, width * self._unit))

    def oval(
        self, x: float, y: float, rx: float, ry: float, fill: str | None, line: str | None = None, width: float = 0
    ) -> None:
        """See :meth:`.Pen.oval`."""
        inset = width / 2 if line else 0  # outlines lie inside
        ((cx, cy),) = self._at([(x, y)])
        radii = " ".join(f'{name}="{_number((r - inset) * self._unit)}"' for name, r in (("rx", rx), ("ry", ry)))
        self._shapes.append(
            Shape(f'ellipse cx="{_number(cx)}" cy="{_number(cy)}" {radii}', fill, line, width * self._unit)
        )

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
        """See :meth:`.Pen.box`."""
        inset = width / 2 if line else 0
        ((left, top),) = self._at([(x + inset, y + inset)])
        numbers = {"x": left, "y": top, "rx": max(radius - inset, 0) * self._unit}
        numbers |= {"width": (w - 2 * inset) * self._unit, "height": (h - 2 * inset) * self._unit}
        head = "rect " + " ".join(f'{name}="{_number(value)}"' for name, value in numbers.items() if value)
        self._shapes.append(Shape(head, fill, line, width * self._unit))

    def arc(self, x: float, y: float, r: float, start: float, end: float, line: str, width: float) -> None:
        """See :meth:`.Pen.arc`."""
        head = f'path d="{self._curve(x, y, r - width / 2, start, end)}"'
        self._shapes.append(Shape(head, None, line, width * self._unit))

    def pie(self, x: float, y: float, r: float, start: float, end: float, fill: str) -> None:
        """See :meth:`.Pen.pie`."""
        ((cx, cy),) = self._at([(x, y)])
        middle = f"{_number(cx)} {_number(cy)}"
        self._shapes.append(Shape(f'path d="{self._curve(x, y, r, start, end)}L{middle}Z"', fill))

    def text(self, x: float, y: float, text: str, size: float, fill: str) -> None:
        """See :meth:`.Pen.text`."""
        ((cx, cy),) = self._at([(x, y)])
        pixels = size * self._unit
        head = (
            f'text x="{_number(cx)}" y="{_number(cy + _CAPITALS * pixels)}" font-size="{_number(pixels)}" '
            'text-anchor="middle" font-weight="600"'
        )
        self._shapes.append(Shape(head, fill, tail=escape(text)))

    def finish(self) -> SvgSheet:
        """See :meth:`.Pen.finish`."""
        return SvgSheet(*self._size, self._shapes)

    def _curve(self, x: float, y: float, r: float, start: float, end: float) -> str:
        ends = [(x + r * math.cos(math.radians(a)), y + r * math.sin(math.radians(a))) for a in (start, end)]
        first, last = (f"{_number(px)} {_number(py)}" for px, py in self._at(ends))
        radius = _number(r * self._unit)
        return f"M{first}A{radius} {radius} 0 {int(end - start > 180)} 1 {last}"


class SvgMedium(Medium):
    """SVG."""

    pen = SvgPen

    def ground(self, width: int, height: int, colour: str) -> SvgSheet:
        """See :meth:`.Medium.ground`."""
        return SvgSheet(width, height, [Shape(f'rect width="{width}" height="{height}"', colour)])


SVG: Final = SvgMedium()
SvgSheet.medium = SVG


def _number(value: float) -> str:
    return f"{value:.2f}".rstrip("0").rstrip(".")


def _points(points: Sequence[Point]) -> str:
    return " ".join(f"{_number(x)},{_number(y)}" for x, y in points)
