"""The picture of a game: what is due, the hand and the open cards above the boards of all seats.

Tiles, frames and icons are drawn once and kept. A picture puts them together, of pixels or as SVG.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Final

import numpy as np

from ...core.drawing.art import CARD, FAINT, GOLD, LINE, PAPER, badge, mix
from ...core.drawing.raster import RASTER, RasterSheet
from ...core.drawing.surface import INK, Medium, Sheet
from ...core.drawing.svg import SVG, SvgSheet
from ...core.picture import Picture
from ..components import FACTIONS, PLAIN_GOODS, RAZE_GOODS, ROWS, load_components
from ..constants import NONE, NUM_ROUNDS
from .art import put
from .clicks import targets
from .colours import FACTION_COLOURS
from .places import HEIGHT, WIDTH, Box, PartyPlaces, Places, places
from .tile import board_line, draw_line, fitting, line_width, tile
from .view import Location, Party, Seat, View

if TYPE_CHECKING:
    from numpy.typing import NDArray

_DATA: Final = load_components()
_COUNTS: Final = (*PLAIN_GOODS, "defence", "card")
_VIRTUAL_COLOUR: Final = "#6d6a66"


def draw(game: View) -> NDArray[np.uint8]:
    """The image as a new array of shape (960, 1440, 3)."""
    sheet = picture(RASTER, game)
    assert isinstance(sheet, RasterSheet)
    return np.array(sheet.image)


def draw_svg(game: View) -> Picture:
    """The picture as SVG, in which cards, goods, decks and boards stand for the actions that choose them."""
    sheet, where = picture(SVG, game), places(game)
    assert isinstance(sheet, SvgSheet)
    for actions, box in targets(game, where):
        sheet.target(actions, box.corners)
    return Picture(WIDTH, HEIGHT, sheet.parts, tuple(sheet.lines), where.panes)


def picture(medium: Medium, game: View) -> Sheet:
    """The picture as a sheet."""
    sheet, where = medium.ground(WIDTH, HEIGHT, PAPER), places(game)
    _draw_status(sheet, game, where.status)
    _draw_piles(sheet, game, where)
    _draw_hand(sheet, game, where)
    _draw_shelf(sheet, game, where)
    for k, (party, spots) in enumerate(zip(game.parties, where.parties, strict=True)):
        _draw_party(sheet, game, k, party, spots)
    return sheet


# -- frames ------------------------------------------------------------------------------------------------------------
@cache
def _panel(medium: Medium, width: int, height: int, colour: str, acting: bool = False) -> Sheet:
    """A panel of paper with a coloured left edge; the seat that is asked has a strong border."""
    pen = medium.pen(width, height)
    edge = 3.0 if acting else 1.0
    pen.box(0, 0, width, height, mix(GOLD, INK, 0.12) if acting else LINE, radius=9)
    pen.box(edge, edge, width - 2 * edge, height - 2 * edge, colour, radius=8)
    pen.box(edge + 5, edge, width - 2 * edge - 5, height - 2 * edge, mix(CARD, PAPER, 0.35), radius=7)
    return pen.finish()


@cache
def _stripe(medium: Medium, width: int, height: int) -> Sheet:
    """The ground of a row of a board."""
    pen = medium.pen(width, height)
    pen.box(0, 0, width, height, mix(PAPER, LINE, 0.35), radius=6)
    return pen.finish()


@cache
def _chip(medium: Medium, width: int, height: int, colour: str) -> Sheet:
    pen = medium.pen(width, height)
    pen.box(0, 0, width, height, mix(colour, INK, 0.4), radius=5)
    pen.box(1, 1, width - 2, height - 2, mix(CARD, colour, 0.25), radius=4)
    return pen.finish()


@cache
def _frame(medium: Medium, width: int, height: int, colour: str) -> Sheet:
    pen = medium.pen(width, height)
    pen.box(0, 0, width, height, None, colour, 3, 5)
    return pen.finish()


def _name(game: View, seat: int) -> str:
    return FACTIONS[game.seats[seat].faction].capitalize()


# -- what is due, the decks --------------------------------------------------------------------------------------------
def _draw_status(sheet: Sheet, game: View, box: Box) -> None:
    asked = game.seat_to_act
    colour = FACTION_COLOURS[game.seats[asked].faction] if asked != NONE else _VIRTUAL_COLOUR
    sheet.lay(box.x, box.y, _panel(sheet.medium, box.width, box.height, colour))
    sheet.write(box.x + 20, box.y + 21, f"Round {game.round} of {NUM_ROUNDS}", 22, INK, bold=True)
    right = box.x + box.width - 14
    if game.over:
        sheet.write(right, box.y + 21, "Game over", 16, INK, "r", bold=True)
        sheet.write(box.x + 20, box.y + 47, _results(game), 15, INK, bold=True)
        return
    turn = f" of {_name(game, game.active)}" if game.active != NONE else ""
    sheet.write(right, box.y + 21, f"{game.phase}{turn}" if game.phase else "", 16, INK, "r", bold=True)
    sheet.write(box.x + 20, box.y + 47, f"{_name(game, asked)} to decide: {game.due}" if game.due else "", 15, FAINT)


def _results(game: View) -> str:
    """Ranks and scores, the winner first."""
    ranked = sorted((seat.result[::-1], _name(game, k)) for k, seat in enumerate(game.seats) if seat.result)
    return ", ".join(f"{rank}. {name} {score}" for (rank, score), name in ranked)


def _draw_piles(sheet: Sheet, game: View, where: Places) -> None:
    """The common deck and those of the factions that play."""
    sheet.lay(where.piles.x, where.piles.y, _panel(sheet.medium, where.piles.width, where.piles.height, LINE))
    decks = [0, *(seat.faction + 1 for seat in game.seats)]
    for deck, box in zip(decks, where.decks, strict=False):
        colour = FACTION_COLOURS[deck - 1] if deck else "#8b7f70"
        put(sheet, box.x + 18, box.y + 26, "common_card", 34, colour)
        sheet.write(box.x + 40, box.y + 13, FACTIONS[deck - 1].capitalize() if deck else "Common", 13, INK, bold=True)
        sheet.write(box.x + 40, box.y + 29, f"{game.decks[deck]} cards", 12.5)
        sheet.write(box.x + 40, box.y + 44, f"{game.discards[deck]} discarded", 11.5, FAINT)
    if game.virtual:
        box = where.decks[2]
        put(sheet, box.x + 18, box.y + 26, "raze", 30)
        sheet.write(box.x + 40, box.y + 13, "Attacks", 13, INK, bold=True)
        sheet.write(box.x + 40, box.y + 29, f"{game.attack_deck} cards", 12.5)


# -- hand and open cards -----------------------------------------------------------------------------------------------
def _draw_cards(sheet: Sheet, cards: tuple[tuple[int, int, Box], ...]) -> None:
    for face, number, box in cards:
        sheet.lay(box.x, box.y, tile(sheet.medium, face, box.width, box.height))
        if number > 1:
            badge(sheet, box.x + box.width - 10, box.y + 9, number, 13)


def _draw_hand(sheet: Sheet, game: View, where: Places) -> None:
    """The hand of the seat that looks; what was just drawn has a frame."""
    box = where.hand
    colour = FACTION_COLOURS[game.seats[game.viewer].faction] if game.viewer != NONE else LINE
    sheet.lay(box.x, box.y, _panel(sheet.medium, box.width, box.height, colour))
    if game.viewer == NONE:
        sheet.write(box.x + 16, box.y + 13, "Hands are hidden from spectators", 14, FAINT)
        return
    title = f"Hand of {_name(game, game.viewer)}: {len(game.hand)} card{'s' * (len(game.hand) != 1)}"
    sheet.write(box.x + 16, box.y + 13, title, 14, INK, bold=True)
    _draw_cards(sheet, where.hand_cards)
    for face, _, spot in where.hand_cards:
        if face in game.drawn:
            sheet.lay(spot.x, spot.y, _frame(sheet.medium, spot.width, spot.height, GOLD))


def _draw_shelf(sheet: Sheet, game: View, where: Places) -> None:
    """What lies open or in front of the seat that looks; else what everybody knows of the hands."""
    box = where.shelf
    sheet.lay(box.x, box.y, _panel(sheet.medium, box.width, box.height, LINE))
    if where.shelf_cards:
        title = "Open cards" if game.open else "In front of you"
        sheet.write(box.x + 16, box.y + 13, title, 14, INK, bold=True)
        _draw_cards(sheet, where.shelf_cards)
        return
    sheet.write(box.x + 16, box.y + 13, "In hands, as everybody knows", 14, INK, bold=True)
    for k, seat in enumerate(game.seats):
        y = box.y + 38 + k * 27
        put(sheet, box.x + 24, y, "common_card", 17, FACTION_COLOURS[seat.faction])
        names = [_DATA.designs[_DATA.faces[face].design].name for face in seat.known]
        sheet.write(
            box.x + 40,
            y,
            fitting(", ".join(names) or "nothing", 13, box.width - 50, False),
            13,
            INK if names else FAINT,
        )


# -- boards ------------------------------------------------------------------------------------------------------------
def _draw_party(sheet: Sheet, game: View, number: int, party: Party, where: PartyPlaces) -> None:
    box = where.box
    seat = party if isinstance(party, Seat) else None
    colour = FACTION_COLOURS[seat.faction] if seat else _VIRTUAL_COLOUR
    acting = seat is not None and game.seat_to_act == number
    sheet.lay(box.x, box.y, _panel(sheet.medium, box.width, box.height, colour, acting))
    if seat:
        _draw_head(sheet, game, number, seat, where)
    else:
        sheet.write(box.x + 16, box.y + 21, "Virtual player", 17, INK, bold=True)
        _draw_line(sheet, game, where)
    for k, (row, spots) in enumerate(zip(where.rows, where.locations, strict=True)):
        sheet.lay(row.x, row.y, _stripe(sheet.medium, row.width, row.height))
        put(sheet, row.x + 13, row.y + row.height / 2, (*ROWS, "location")[k], 17)
        for location, spot in spots:
            _draw_location(sheet, game, location, spot)
    _draw_foot(sheet, party, where)


def _draw_head(sheet: Sheet, game: View, number: int, seat: Seat, where: PartyPlaces) -> None:
    """Name, marks, goods and tokens of a seat."""
    box = where.box
    x = box.x + 16 + sheet.write(box.x + 16, box.y + 21, FACTIONS[seat.faction].capitalize(), 17, INK, bold=True)
    if game.first == number:
        put(sheet, x + 16, box.y + 20, "crown", 19)
    for name, n, spot in zip(_COUNTS, (*seat.goods, seat.defence, seat.hand), where.counts, strict=True):
        fill = FACTION_COLOURS[seat.faction] if name in ("worker", "card") else ""
        put(sheet, spot.x + 12, spot.y + 15, name, 21, fill)
        sheet.write(spot.x + 27, spot.y + 15, str(n), 16, INK if n else FAINT, bold=n > 0)
    fill = FACTION_COLOURS[seat.faction] if seat.passed else "#e8e4dc"
    put(sheet, where.flag.x + 14, where.flag.y + 15, "flag", 19, fill, line=INK if seat.passed else FAINT)


def _draw_line(sheet: Sheet, game: View, where: PartyPlaces) -> None:
    """The targets of the open attack cards, the first one first."""
    sheet.write(where.counts[0].x - 8, where.box.y + 21, "attacks", 13, FAINT)
    for good, spot in zip(game.line, where.counts[1:], strict=False):
        sheet.lay(spot.x, spot.y, _chip(sheet.medium, 34, spot.height, "#d84a3c"))
        put(sheet, spot.x + 17, spot.y + 15, RAZE_GOODS[good], 19, "")


def _draw_location(sheet: Sheet, game: View, location: Location, box: Box) -> None:
    """A tile with what lies on it and what happened to it."""
    marks = ["samurai" if _is_of_faction(location.face) else "defence"] * location.guarded
    marks += ["cross"] * location.blocked + ["deal"] * bool(location.routes)
    numbers = [number for number in (location.laid, location.uses) if number]
    size = max(14, round(box.height * 0.26))
    room = (len(marks) + len(numbers)) * (size + 2)
    sheet.lay(box.x, box.y, tile(sheet.medium, location.face, box.width, box.height, room))
    if location.uses:
        sheet.lay(box.x, box.y, _frame(sheet.medium, box.width, box.height, "#8b7f70"))
    if location.taken_by != NONE:
        colour = FACTION_COLOURS[game.seats[location.taken_by].faction]
        sheet.lay(box.x, box.y, _frame(sheet.medium, box.width, box.height, colour))
    x, y = box.x + box.width - 4 - size / 2, box.y + 4 + size / 2
    for name in marks:
        put(sheet, x, y, name, size, halo=True)
        x -= size + 2
    for number in numbers:
        badge(sheet, x, y, number, 11)
        x -= size + 2


def _is_of_faction(face: int) -> bool:
    """Whether a card belongs to a faction."""
    return _DATA.designs[_DATA.faces[face].design].deck > 0


def _draw_foot(sheet: Sheet, party: Party, where: PartyPlaces) -> None:
    """Foundations, deals, and what the faction board produces and stores."""
    spot = where.foundations
    if not isinstance(party, Seat):
        return
    put(sheet, spot.x + 12, spot.y + 15, "foundation", 19)
    sheet.write(spot.x + 28, spot.y + 15, str(party.foundations), 15, INK if party.foundations else FAINT, bold=True)
    put(sheet, spot.x + 62, spot.y + 15, "deal", 19)
    colour = FACTION_COLOURS[party.faction]
    board = board_line(party.faction)
    draw_line(sheet, where.box.x + where.box.width - 10 - line_width(board, 15), spot.y + 15, board, 15)
    for face, box in where.deals:
        row = _DATA.faces[face]
        sheet.lay(box.x, box.y, _chip(sheet.medium, box.width, box.height, colour))
        put(sheet, box.x + 14, box.y + box.height / 2, RAZE_GOODS[row.deal or 0], 18)
        name = fitting(_DATA.designs[row.design].name, 11, box.width - 30, False)
        sheet.write(box.x + 26, box.y + box.height / 2, name, 11)
    for good, box in where.attack_deals:
        sheet.lay(box.x, box.y, _chip(sheet.medium, box.width, box.height, "#d84a3c"))
        put(sheet, box.x + 14, box.y + box.height / 2, RAZE_GOODS[good], 18)
