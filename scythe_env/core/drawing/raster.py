"""Pictures of pixels, by Pillow. Shapes are drawn at four times their size and scaled down, as this smooths edges."""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import cache, lru_cache
from typing import ClassVar, Final

from PIL import Image, ImageDraw, ImageFilter, ImageFont

from .surface import INK, Medium, Pen, Point, Sheet

SCALE: Final = 4  # how much larger shapes are drawn


@cache
def _font(size: int) -> ImageFont.FreeTypeFont:
    font = ImageFont.load_default(size)
    assert isinstance(font, ImageFont.FreeTypeFont)  # the built-in font has one size only where FreeType is missing
    return font


@lru_cache(4096)
def _letters(text: str, size: float, bold: bool) -> Image.Image:
    """The mask of a text; the middle of its capital letters is the middle of its height."""
    font = _font(round(size * SCALE))
    stroke = size * SCALE / 30 if bold else 0
    width = font.getlength(text) + 2 * stroke
    height = round(1.5 * size) * SCALE
    mask = Image.new("L", (math.ceil(width / SCALE + 1) * SCALE, height), 0)
    top, bottom = font.getbbox("H")[1::2]
    draw = ImageDraw.Draw(mask)
    draw.text((stroke, height / 2 - (top + bottom) / 2), text, 255, font, stroke_width=stroke, stroke_fill=255)
    return mask.reduce(SCALE)


def text_width(text: str, size: float, bold: bool) -> int:
    """The width of a text in pixels."""
    return _letters(text, size, bold).width


class RasterSheet(Sheet):
    """A sheet of pixels.

    Args:
        image: of Pillow, RGB or RGBA.
    """

    def __init__(self, image: Image.Image) -> None:
        self.image = image
        self.width, self.height = image.size

    def write(
        self, x: float, y: float, text: str, size: float, fill: str = INK, anchor: str = "l", bold: bool = False
    ) -> float:
        """See :meth:`.Sheet.write`."""
        mask = _letters(text, size, bold)
        left = x - {"l": 0.0, "m": mask.width / 2, "r": float(mask.width)}[anchor]
        self.image.paste(fill, (round(left), round(y - mask.height / 2)), mask)
        return mask.width

    def lay(self, x: float, y: float, part: RasterSheet) -> None:
        """See :meth:`.Sheet.lay`."""
        self.image.paste(part.image, (round(x), round(y)), part.image)

    def blurred(self, radius: float) -> RasterSheet:
        """See :meth:`.Sheet.blurred`."""
        return RasterSheet(self.image.filter(ImageFilter.GaussianBlur(radius)))

    def rimmed(self, colour: str) -> RasterSheet:
        """See :meth:`.Sheet.rimmed`."""
        rim = Image.new("RGBA", self.image.size, colour)
        rim.putalpha(self.image.getchannel("A").filter(ImageFilter.MaxFilter(3)))
        return RasterSheet(Image.alpha_composite(rim, self.image))

    def copy(self) -> RasterSheet:
        """See :meth:`.Sheet.copy`."""
        return RasterSheet(self.image.copy())


class RasterPen(Pen):
    """Draws pixels."""

    scale: ClassVar[float] = SCALE

    def __init__(self, width: float, height: float) -> None:
        super().__init__(width, height)
        self._image = Image.new("RGBA", (round(width * SCALE), round(height * SCALE)), (0, 0, 0, 0))
        self._draw = ImageDraw.Draw(self._image)

    def polygon(self, points: Sequence[Point], fill: str | None, line: str | None = None, width: float = 0) -> None:
        """See :meth:`.Pen.polygon`."""
        if fill:
            self._draw.polygon(self._at(points), fill)
        if line:
            self.path([*points, *points[:2]], line, width)

    def path(self, points: Sequence[Point], line: str, width: float) -> None:
        """See :meth:`.Pen.path`."""
        at, pixels = self._at(points), width * self._zoom
        self._draw.line(at, line, round(pixels), joint="curve")
        for x, y in (at[0], at[-1]):
            self._draw.ellipse((x - pixels / 2, y - pixels / 2, x + pixels / 2, y + pixels / 2), line)

    def oval(
        self, x: float, y: float, rx: float, ry: float, fill: str | None, line: str | None = None, width: float = 0
    ) -> None:
        """See :meth:`.Pen.oval`."""
        (left, top), (right, bottom) = self._at([(x - rx, y - ry), (x + rx, y + ry)])
        self._draw.ellipse((left, top, right, bottom), fill, line, round(width * self._zoom))

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
        (left, top), (right, bottom) = self._at([(x, y), (x + w, y + h)])
        edge = round(width * self._zoom)
        self._draw.rounded_rectangle((left, top, right, bottom), radius * self._zoom, fill, line, edge)

    def arc(self, x: float, y: float, r: float, start: float, end: float, line: str, width: float) -> None:
        """See :meth:`.Pen.arc`."""
        (left, top), (right, bottom) = self._at([(x - r, y - r), (x + r, y + r)])
        self._draw.arc((left, top, right, bottom), start, end, line, round(width * self._zoom))

    def pie(self, x: float, y: float, r: float, start: float, end: float, fill: str) -> None:
        """See :meth:`.Pen.pie`."""
        (left, top), (right, bottom) = self._at([(x - r, y - r), (x + r, y + r)])
        self._draw.pieslice((left, top, right, bottom), start, end, fill)

    def text(self, x: float, y: float, text: str, size: float, fill: str) -> None:
        """See :meth:`.Pen.text`."""
        font = _font(round(size * self._zoom))
        self._draw.text(
            self._at([(x, y)])[0], text, fill, font, anchor="mm", stroke_width=font.size / 28, stroke_fill=fill
        )

    def finish(self) -> RasterSheet:
        """See :meth:`.Pen.finish`."""
        return RasterSheet(self._image.reduce(SCALE))


class RasterMedium(Medium):
    """Pixels."""

    pen = RasterPen

    def ground(self, width: int, height: int, colour: str) -> RasterSheet:
        """See :meth:`.Medium.ground`."""
        return RasterSheet(Image.new("RGB", (width, height), colour))


RASTER: Final = RasterMedium()
RasterSheet.medium = RASTER
