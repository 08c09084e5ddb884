"""The right part of the image: what is due, the tracks, and the mats of all seats."""

from __future__ import annotations

import math
from functools import cache
from typing import Final

from ...core.drawing.art import CARD, FAINT, GHOST, GOLD, LINE, badge, ink_on, mix
from ...core.drawing.surface import INK, Medium, Point, Sheet, Target
from ..actions import A_SECTION
from ..components import BOTTOM_ACTIONS, BOTTOM_RESOURCES, FACTIONS, MATS, STRUCTURES, TOP_ACTIONS, load_components
from ..constants import FACTORY_SECTION, NONE, NUM_SLOTS
from ..names import SECTIONS
from .art import FILLS, GHOST_LINE, ICONS, UPGRADED, put
from .board import BOARD_WIDTH, WIDTH
from .colours import FACTION_COLOURS
from .view import Automa, Seat, View

_DATA: Final = load_components()
_LEFT: Final = BOARD_WIDTH + 10
_COLUMN: Final = WIDTH - _LEFT - 14  # width of the cards in this part


@cache
def _card(medium: Medium, height: int, strip: str, acting: bool = False) -> Sheet:
    """A card of paper with a coloured left edge and, for the seat that is asked, a strong border."""
    pen = medium.pen(_COLUMN, height)
    edge = 2.5 if acting else 1.0
    inner = height - 2 * edge
    pen.box(0, 0, _COLUMN, height, mix(GOLD, INK, 0.12) if acting else LINE, radius=9)
    pen.box(edge, edge, 40, inner, strip, radius=8)
    pen.box(10, edge, _COLUMN - 10 - edge, inner, CARD, radius=8)
    pen.box(10, edge, 20, inner, CARD)
    return pen.finish()


def _draw_header(sheet: Sheet, game: View) -> None:
    """The round, whose turn it is and what is due; or how the game ended."""
    seat = game.active if game.over else game.seat_to_act
    sheet.lay(_LEFT, 12, _card(sheet.medium, 50, FACTION_COLOURS[game.seats[seat].faction]))
    sheet.write(_LEFT + 22, 37, f"Round {game.round}", 24, INK, bold=True)
    right, turn = _LEFT + _COLUMN - 14, f"Turn of {_name(game.active, game)}"
    sheet.write(right, 28, "Game over" if game.over else turn, 15, INK, "r", bold=True)
    asked = "" if seat == game.active else f" of {_name(seat, game)}"
    sheet.write(right, 48, game.due if game.over else f"Decision{asked}: {game.due}", 13, FAINT, "r")


def _name(seat: int, game: View) -> str:
    return FACTIONS[game.seats[seat].faction].capitalize()


# -- tracks ------------------------------------------------------------------------------------------------------------
_TRACKS_TOP: Final = 68
_TRACKS_HEIGHT: Final = 148
_STARS: Final = ("cube", "mech", "mine", "recruit", "worker", "objective", "swords", "popularity", "power")
_CELLS: Final = (_DATA.tracks.power_max + 1, _DATA.tracks.popularity_max + 1, len(_STARS))
_TIER_COLOURS: Final = ("#f6e7de", "#f3d0c4", "#edb5a8")


def _cell(track: int, place: int) -> tuple[float, float, float]:
    """Left, top and width of a cell of the power (0), popularity (1) or star track (2), within the tracks."""
    width = (_COLUMN - 42) / _CELLS[track]
    return 34 + place * width, 8 + track * 44, width - 1.5


@cache
def _tracks(medium: Medium) -> Sheet:
    """The empty power, popularity and star tracks."""
    pen = medium.pen(_COLUMN, _TRACKS_HEIGHT)
    pen.box(0, 0, _COLUMN, _TRACKS_HEIGHT, LINE, radius=9)
    pen.box(1, 1, _COLUMN - 2, _TRACKS_HEIGHT - 2, CARD, radius=8)
    for track, cells in enumerate(_CELLS):
        for place in range(cells):
            x, y, width = _cell(track, place)
            tint = "#f3dfd2" if track == 0 else "#efe6d3"
            if track == 1:
                tint = _TIER_COLOURS[_DATA.tracks.tiers.index(_DATA.tracks.tier(place))]
            if track < 2 and place == cells - 1:  # the star
                tint = mix(tint, GOLD, 0.5)
            pen.box(x, y, width, 45 if track == 2 else 39, tint, radius=3)
    sheet = pen.finish()
    for track, name in enumerate(("power", "popularity", "star")):
        put(sheet, 18, _cell(track, 0)[1] + 20, name, 19, GOLD if name == "star" else "")
        for place in range(_CELLS[track]):
            x, y, width = _cell(track, place)
            if track < 2:
                sheet.write(x + width / 2, y + 7, str(place), 9.5, mix(INK, CARD, 0.3), "m")
            else:
                put(sheet, x + width / 2, y + 10, _STARS[place], 15, FILLS.get(_STARS[place], "#c9b994"))
    return sheet


def _draw_tracks(sheet: Sheet, seats: tuple[Seat, ...]) -> None:
    """The tracks with the markers of the seats."""
    sheet.lay(_LEFT, _TRACKS_TOP, _tracks(sheet.medium))
    for track, values in enumerate(([seat.power for seat in seats], [seat.popularity for seat in seats])):
        for place in range(_CELLS[track]):
            here = [seat.faction for seat, value in zip(seats, values, strict=True) if value == place]
            x, y, width = _cell(track, place)
            size = 13 if len(here) <= 2 else 10 if len(here) <= 4 else 8
            for faction, (dx, dy) in zip(here, _grid(len(here), 2, min(size, 11), size), strict=True):
                middle = _LEFT + x + width / 2, _TRACKS_TOP + y + 25.5
                put(sheet, middle[0] + dx, middle[1] + dy, "disc", size, FACTION_COLOURS[faction])
    for kind in range(len(_STARS)):
        owners = [(seat.faction, seat.stars[kind]) for seat in seats if seat.stars[kind]]
        x, y, width = _cell(2, kind)
        for (faction, number), (dx, dy) in zip(owners, _grid(len(owners), 4, 11.5, 12), strict=True):
            middle = _LEFT + x + width / 2 + dx, _TRACKS_TOP + y + 32 + dy
            put(sheet, *middle, "star", 14 if len(owners) < 4 else 12, FACTION_COLOURS[faction])
            if number > 1:
                badge(sheet, middle[0] + 4, middle[1] + 5, number, 8)


def _grid(count: int, columns: int, step_x: float, step_y: float) -> list[tuple[float, float]]:
    """Where ``count`` things go around a middle, row by row, each row centred."""
    rows = math.ceil(count / columns)
    spots = []
    for nth in range(count):
        row, column = divmod(nth, columns)
        across = min(columns, count - row * columns)
        spots.append(((column - (across - 1) / 2) * step_x, (row - (rows - 1) / 2) * step_y))
    return spots


# -- seats -------------------------------------------------------------------------------------------------------------
_SEATS_TOP: Final = _TRACKS_TOP + _TRACKS_HEIGHT + 6
_SHORT: Final = 99  # height of a seat's card with six and seven players
_TALL: Final = 122
_TALL_PLAYERS: Final = 5
_STEP: Final = 96  # from section to section
_SECTION: Final = _STEP - 4
_MAT_LEFT: Final = 16  # of the mat within the card of a seat
_MAT_TOP: Final = 29
_FACTORY: Final = _COLUMN - 24 - FACTORY_SECTION * _STEP  # width of the place for the Factory card
_BENEFITS: Final = tuple(
    tuple(cube for cube, benefit in enumerate(_DATA.tracks.top_benefits) if benefit.top == top) for top in TOP_ACTIONS
)
_AMOUNTS: Final = {"combat_cards": "cards", "upgrade": "cube", "deploy": "mech", "build": "mine", "enlist": "recruit"}


@cache
def _mat(medium: Medium, mat: int) -> Sheet:
    """The sections of a player mat and the place of the Factory card, without cubes and pieces."""
    pen = medium.pen(_COLUMN - 24, 64)
    for k in range(len(SECTIONS)):
        x, width = k * _STEP, _SECTION if k < FACTORY_SECTION else _FACTORY
        pen.box(x, 0, width, 64, LINE, radius=5)
        pen.box(x + 1, 1, width - 2, 62, "#f3ead9", radius=4)
        pen.box(x + 1, 22, width - 2, 41, "#e7dac2", radius=4)
        pen.box(x + 1, 22, width - 2, 8, "#e7dac2")
    sheet = pen.finish()
    for k, column in enumerate(_DATA.mats[mat].columns):
        x = k * _STEP
        sheet.write(x + 6, 11, column.top.capitalize(), 11.5, INK, bold=True)
        sheet.write(x + 6, 33, column.bottom.capitalize(), 11.5, INK, bold=True)
        if column.coins:
            sheet.write(x + _SECTION - 22, 33, f"${column.coins}", 10.5, mix(GOLD, INK, 0.5), "r", bold=True)
    return sheet


@cache
def _frame(medium: Medium, width: int, colour: str) -> Sheet:
    """The mark of the section of the last turn."""
    pen = medium.pen(width, 64)
    pen.box(0, 0, width, 64, None, INK, 3.4, 5)
    pen.box(0.6, 0.6, width - 1.2, 62.8, None, colour, 2.2, 5)
    return pen.finish()


def _put_piece(sheet: Sheet, x: float, y: float, name: str, size: float, there: bool, colour: str) -> None:
    """The icon of a piece on a mat, faint when it is not there."""
    line = "#ffffff" if name == "recruit" and ink_on(colour) == "#ffffff" else INK
    put(sheet, x, y, name, size, colour if there else GHOST, line=line if there else GHOST_LINE)


def _draw_seat(sheet: Sheet, y: float, tall: bool, seat: Seat, acting: bool) -> None:
    """The mats of a seat; tall ones name the abilities of the mechs and show what the Factory card does."""
    colour = FACTION_COLOURS[seat.faction]
    sheet.lay(_LEFT, y, _card(sheet.medium, _TALL if tall else _SHORT, colour, acting))
    width = sheet.write(_LEFT + 18, y + 15, FACTIONS[seat.faction].capitalize(), 15, INK, bold=True)
    x = _LEFT + 24 + width
    if seat.result is None:
        sheet.write(x, y + 15, f"Automa {seat.automa.level}" if seat.automa else MATS[seat.mat], 12, FAINT)
    else:
        total, rank = seat.result
        x += sheet.write(x, y + 15, f"${total}", 15, mix(GOLD, INK, 0.5), bold=True) + 6
        sheet.write(x, y + 15, f"rank {rank}", 12, FAINT)
    numbers = {
        "power": seat.power,
        "popularity": seat.popularity,
        "coins": seat.coins,
        "cards": seat.cards,
        "worker": seat.workers,
        "star": seat.star_total,
    }
    for k, (name, number) in enumerate(numbers.items()):
        x = _LEFT + _COLUMN - 47 * (len(numbers) - k)
        put(sheet, x + 4, y + 15, name, 16, FILLS.get(name, colour))
        sheet.write(x + 16, y + 15, str(number), 14, INK, bold=True)
    left, top = _LEFT + _MAT_LEFT, y + _MAT_TOP
    factory = left + FACTORY_SECTION * _STEP
    if seat.automa:
        _draw_automa(sheet, left, top, seat.automa, colour)
    else:
        sheet.lay(left, top, _mat(sheet.medium, seat.mat))
        for k in range(FACTORY_SECTION):
            _draw_section(sheet, left + k * _STEP, top, seat, k)
        _draw_factory(sheet, factory, top, seat, tall)
    for slot in range(NUM_SLOTS):
        if tall:
            x = left + slot * _STEP
            ability = _DATA.factions[seat.faction].mechs[slot].replace("peoples_", "people's ").capitalize()
            _put_piece(sheet, x + 9, top + 77, "mech", 15, seat.mechs[slot], colour)
            sheet.write(x + 20, top + 77, ability, 11.5, INK if seat.mechs[slot] else FAINT)
        else:
            _put_piece(sheet, factory + 11 + slot * 16, top + 43, "mech", 15, seat.mechs[slot], colour)


@cache
def _tracker(medium: Medium, level: int) -> Sheet:
    """The spaces of a star tracker; those with a star are marked, and those on which water is closed are darker."""
    tracker, pen = _DATA.automa.trackers[level - 1], medium.pen(_COLUMN - 24, 64)
    width = (_COLUMN - 24) / tracker.spaces
    for space in range(tracker.spaces):
        tint = "#f3ead9" if space >= tracker.water_open_from else "#e7dac2"
        pen.box(space * width, 0, width - 2, 28, mix(tint, GOLD, 0.5) if space in tracker.stars_at else tint, radius=4)
    sheet = pen.finish()
    for space in tracker.stars_at:
        put(sheet, (space + 0.5) * width - 1, 14, "star", 13, GOLD)
    return sheet


def _draw_automa(sheet: Sheet, x: float, y: float, automa: Automa, colour: str) -> None:
    """The star tracker of an Automa with its token, its card in use and what it has moved."""
    sheet.lay(x, y, _tracker(sheet.medium, automa.level))
    width = (_COLUMN - 24) / _DATA.automa.trackers[automa.level - 1].spaces
    put(sheet, x + (automa.space + 0.5) * width - 1, y + 14, "disc", 15, colour)
    card = "no card yet" if automa.card == NONE else f"card {automa.card + 1}"
    right = sheet.write(x + 2, y + 43, card, 12, INK, bold=True)
    sheet.write(x + 10 + right, y + 43, automa.last, 11.5, FAINT)
    if automa.factory:
        put(sheet, x + _COLUMN - 38, y + 43, "factory", 15, FILLS["factory"])


def _draw_section(sheet: Sheet, x: float, y: float, seat: Seat, k: int) -> None:
    """The pieces on column ``k`` of a mat: cubes, structure, recruit, cost."""
    column, colour = _DATA.mats[seat.mat].columns[k], FACTION_COLOURS[seat.faction]
    section, bottom = TOP_ACTIONS.index(column.top), BOTTOM_ACTIONS.index(column.bottom)
    if seat.section == section:
        sheet.lay(x, y, _frame(sheet.medium, _SECTION, colour))
    right = x + _SECTION - 11
    _put_piece(sheet, right, y + 11, STRUCTURES[section], 16, seat.structures[section], colour)
    for nth, cube in enumerate(reversed(_BENEFITS[section])):
        _put_piece(sheet, right - 15 - nth * 11, y + 11, "cube", 9.5, bool(seat.cubes[cube]), UPGRADED)
    _put_piece(sheet, right, y + 33, "recruit", 15, bool(seat.recruits[bottom]), colour)
    for nth in range(column.cost):
        covered = nth >= column.cost - seat.boxes[bottom]
        name, size, fill = ("cube", 11, UPGRADED) if covered else (BOTTOM_RESOURCES[bottom], 13, "")
        put(sheet, x + 13 + nth * 16, y + 52, name, size, fill)


def _draw_factory(sheet: Sheet, x: float, y: float, seat: Seat, tall: bool) -> None:
    """The Factory card of a seat."""
    has = seat.factory_card != NONE
    if seat.section == FACTORY_SECTION:
        sheet.lay(x, y, _frame(sheet.medium, _FACTORY, FACTION_COLOURS[seat.faction]))
    _put_piece(sheet, x + 13, y + 11, "factory", 15, has, FILLS["factory"])
    sheet.write(x + 25, y + 11, f"card {seat.factory_card + 1}" if has else "no card", 11, INK if has else FAINT)
    if has and tall:
        card = _DATA.factory_cards[seat.factory_card]
        _draw_amounts(sheet, x + 7, y + 33, card.pay, "")
        _draw_amounts(sheet, x + 7, y + 52, card.gain, "/" if card.take == "one" else "")


def _draw_amounts(sheet: Sheet, x: float, y: float, amounts: tuple[tuple[str, int], ...], between: str) -> None:
    """A cost or a gain: numbers and icons, or words where an icon is missing."""
    for nth, (name, number) in enumerate(amounts):
        if nth:
            x += sheet.write(x, y, between, 11) + 1
        if number > 1:
            x += sheet.write(x, y, str(number), 11, bold=True) + 1
        name = _AMOUNTS.get(name, name)
        if name in ICONS:
            put(sheet, x + 7, y, name, 14, FILLS.get(name, GHOST))
            x += 17
        else:
            x += sheet.write(x, y, name, 10.5)


def _seat_top(game: View, number: int) -> float:
    """The upper edge of the card of a seat."""
    return _SEATS_TOP + number * (_TALL + 11 if _is_tall(game) else _SHORT + 5)


def panel_bottom(game: View) -> int:
    """The lower edge of this part of the picture."""
    return int(_seat_top(game, len(game.seats)))


def _is_tall(game: View) -> bool:
    return len(game.seats) <= _TALL_PLAYERS


def draw_panel(sheet: Sheet, game: View) -> None:
    """Draw the right part of the image on a copy of the blank board."""
    _draw_header(sheet, game)
    _draw_tracks(sheet, game.seats)
    for number, seat in enumerate(game.seats):
        _draw_seat(sheet, _seat_top(game, number), _is_tall(game), seat, number == game.seat_to_act)


def section_targets(game: View) -> list[Target]:
    """The sections of the seat to act with the actions that choose them."""
    if game.over:
        return []
    targets: list[Target] = []
    top = _seat_top(game, game.seat_to_act) + _MAT_TOP
    tops = [column.top for column in _DATA.mats[game.seats[game.seat_to_act].mat].columns]
    for k in range(len(SECTIONS)):
        left, width = _LEFT + _MAT_LEFT + k * _STEP, _SECTION if k < FACTORY_SECTION else _FACTORY
        section = TOP_ACTIONS.index(tops[k]) if k < FACTORY_SECTION else FACTORY_SECTION
        corners: list[Point] = [(left, top), (left + width, top), (left + width, top + 64), (left, top + 64)]
        targets.append(([A_SECTION + section], corners))
    return targets
