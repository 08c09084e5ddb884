"""Pictures of games as SVG, in lines that can be compared and sent: :class:`Picture`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple


class Picture(NamedTuple):
    """A picture of a game; two pictures of one game share most of their lines.

    Elements with the attribute ``data-actions`` stand for actions, by their numbers, and may be clicked.

    Attributes:
        width: in pixels, at its natural size.
        height: likewise.
        parts: elements that the lines use, by their names, which follow from their content.
        lines: the elements in their order.
        panes: rectangles (left, top, width, height) that may be shown one below the other where there is little room
            beside each other; together they show everything.
    """

    width: int
    height: int
    parts: Mapping[str, str]
    lines: tuple[str, ...]
    panes: tuple[tuple[int, int, int, int], ...]

    @property
    def definitions(self) -> str:
        """The parts as one element."""
        parts = (f'<g id="{name}">{body}</g>' for name, body in self.parts.items())
        return f"<defs>{''.join(parts)}</defs>"

    @property
    def svg(self) -> str:
        """The picture as a file of its own."""
        box = f'viewBox="0 0 {self.width} {self.height}"'
        head = f'<svg xmlns="http://www.w3.org/2000/svg" {box} font-family="sans-serif">'
        style = "<style>.target{fill:transparent}</style>"
        return "\n".join((head, style, self.definitions, *self.lines, "</svg>")) + "\n"
