"""Where everything is in the picture, for those who draw it and for those who click."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from .view import Location, Party, View

WIDTH: Final = 1440
HEIGHT: Final = 960
_EDGE: Final = 10
COLUMN: Final = 705  # width of each of the two columns
_TOP: Final = 64  # height of the panels in which is told what is due and what lies in the decks
_SHELF: Final = 150  # height of the panels of the hand and of the open cards; with two boards more
_LARGE_SHELF: Final = 190
_TITLE: Final = 22  # height of the title of such a panel
_HEAD: Final = 40  # height of the line of goods of a party
_FOOT: Final = 34  # height of the line of foundations and deals
_BOARD: Final = 180  # width of what a faction board produces, beside the deals
_GAP: Final = 4
_SIZES: Final = ((4, 78), (5, 64), (5, 54))
"""How many tiles are side by side on a board, and how high their lines are: the first that fit."""
_ROW_LEFT: Final = 36  # where the tiles of a row begin, beside its symbol
_GOODS_LEFT: Final = 172
_GOODS_STEP: Final = 56
NUM_COUNTS: Final = 9
"""Numbers in the line of goods: the goods, defence tokens, cards in hand."""


@dataclass(frozen=True, slots=True)
class Box:
    """A rectangle in pixels."""

    x: int
    y: int
    width: int
    height: int

    @property
    def corners(self) -> list[tuple[float, float]]:
        """Its corners in order."""
        right, bottom = self.x + self.width, self.y + self.height
        return [(self.x, self.y), (right, self.y), (right, bottom), (self.x, bottom)]

    @property
    def pane(self) -> tuple[int, int, int, int]:
        """The part of the picture that shows it alone, with some ground around."""
        return self.x - _EDGE // 2, self.y - _EDGE // 2, self.width + _EDGE, self.height + _EDGE


@dataclass(frozen=True, slots=True)
class PartyPlaces:
    """The places of what a party has; ``rows`` begin with the place of their symbol."""

    box: Box
    flag: Box
    counts: tuple[Box, ...]
    rows: tuple[Box, ...]
    locations: tuple[tuple[tuple[Location, Box], ...], ...]
    foundations: Box
    deals: tuple[tuple[int, Box], ...]
    attack_deals: tuple[tuple[int, Box], ...]


@dataclass(frozen=True, slots=True)
class Places:
    """The places of a picture; cards that are equal and lie on a shelf share a tile, with their number."""

    status: Box
    piles: Box
    decks: tuple[Box, ...]
    hand: Box
    hand_cards: tuple[tuple[int, int, Box], ...]
    shelf: Box
    shelf_cards: tuple[tuple[int, int, Box], ...]
    parties: tuple[PartyPlaces, ...]

    @property
    def panes(self) -> tuple[tuple[int, int, int, int], ...]:
        """The parts for narrow windows: what is due, the hand, what lies open, the decks, then the parties."""
        own = (self.status, self.hand, self.shelf, self.piles, *(party.box for party in self.parties))
        return tuple(box.pane for box in own)


def _needed(numbers: Sequence[int], across: int) -> int:
    """How many lines rows of so many tiles need."""
    return sum(max(1, -(-number // across)) for number in numbers)


def _flow(numbers: Sequence[int], area: Box, lines: int, least: int) -> list[list[Box]]:
    """Tiles in rows that begin on a line each, ``least`` or as many more side by side as it takes to need few lines."""
    across = least
    while _needed(numbers, across) > lines:
        across += 1
    width = area.width // across
    height = area.height // lines
    boxes, line = [], 0
    for number in numbers:
        boxes.append(
            [
                Box(area.x + k % across * width, area.y + (line + k // across) * height, width - _GAP, height - _GAP)
                for k in range(number)
            ]
        )
        line += max(1, -(-number // across))
    return boxes


def _shelf(faces: Sequence[int], box: Box) -> tuple[tuple[int, int, Box], ...]:
    """Equal cards on one tile each: face, number and place."""
    area = Box(box.x + 10, box.y + _TITLE + 4, box.width - 16, box.height - _TITLE - 6)
    kinds = [*Counter(faces).items()]
    (boxes,) = _flow([len(kinds)], area, 2, _SIZES[0][0])
    return tuple((face, number, box) for (face, number), box in zip(kinds, boxes, strict=True))


def _party(party: Party, box: Box) -> PartyPlaces:
    bottom = box.y + box.height
    area = Box(box.x + _ROW_LEFT, box.y + _HEAD, box.width - _ROW_LEFT - 6, box.height - _HEAD - _FOOT)
    rows = [*party.locations]
    if party.collection:
        rows.append(tuple(Location(face, -1, False, False, 0, 0, 0) for face in party.collection))
    numbers = [len(row) for row in rows]
    fitting = ((across, lines) for across, high in _SIZES if _needed(numbers, across) <= (lines := area.height // high))
    across, lines = next(fitting, (_SIZES[-1][0], max(area.height // _SIZES[-1][1], len(rows))))
    tiles = _flow(numbers, area, lines, across)
    height, line, places = area.height // lines, 0, []
    for row in tiles:
        used = len({tile.y for tile in row}) or 1
        places.append(Box(box.x + 10, area.y + line * height - 2, box.width - 16, used * height - 1))
        line += used
    deals = len(party.deals) + len(party.attack_deals)
    left, room = box.x + 110, box.width - 118 - _BOARD
    (chips,) = _flow([deals], Box(left, bottom - _FOOT, room, _FOOT), 1, 4)
    counts = tuple(
        Box(box.x + _GOODS_LEFT + k * _GOODS_STEP, box.y + 6, _GOODS_STEP - _GAP, _HEAD - 10) for k in range(NUM_COUNTS)
    )
    return PartyPlaces(
        box=box,
        flag=Box(box.x + box.width - 32, box.y + 6, 28, 28),
        counts=counts,
        rows=tuple(places),
        locations=tuple(tuple(zip(row, boxes, strict=True)) for row, boxes in zip(rows, tiles, strict=True)),
        foundations=Box(box.x + 30, bottom - _FOOT, 74, _FOOT - _GAP),
        deals=tuple(zip(party.deals, chips, strict=False)),
        attack_deals=tuple(zip(party.attack_deals, chips[len(party.deals) :], strict=True)),
    )


def places(game: View) -> Places:
    """The places of what a view shows."""
    columns = (_EDGE, WIDTH - _EDGE - COLUMN)
    status, piles = (Box(x, _EDGE, COLUMN, _TOP) for x in columns)
    below = _EDGE + _TOP + 8
    pair = len(game.parties) <= 2
    upper = _LARGE_SHELF if pair else _SHELF
    hand, shelf = (Box(x, below, COLUMN, upper) for x in columns)
    top = below + upper + 8
    height = (HEIGHT - _EDGE - top) if pair else (HEIGHT - _EDGE - top - 8) // 2
    boxes = [Box(columns[k % 2], top + k // 2 * (height + 8), COLUMN, height) for k in range(len(game.parties))]
    return Places(
        status=status,
        piles=piles,
        decks=tuple(Box(piles.x + 8 + k * 138, piles.y + 6, 134, _TOP - 12) for k in range(5)),
        hand=hand,
        hand_cards=_shelf(game.hand, hand),
        shelf=shelf,
        shelf_cards=_shelf((*game.open, *game.front), shelf),
        parties=tuple(_party(party, box) for party, box in zip(game.parties, boxes, strict=True)),
    )
