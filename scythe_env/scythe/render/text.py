"""The text picture of a game: the board as a wall of bricks, rows shifted by half a brick, and a table of the seats.

Two bricks touch where two hexes have a common edge, so that rivers (``≈``) are drawn where they run. Colours are ANSI
codes; they help the eye, but everything can be read without them.
"""

from __future__ import annotations

from itertools import groupby
from typing import Final

from ..components import FACTIONS, HEX_NAMES, MATS, STAR_GOALS, load_components
from ..constants import NONE, NUM_HEXES
from ..names import SECTIONS
from .view import TILE_TEXTS, Place, Seat, View

_DATA: Final = load_components()
_SPOTS: Final = (
    *((spot.q, spot.r) for spot in _DATA.board.hexes),
    *((base.q, base.r) for base in _DATA.board.bases),
)

_INNER: Final = 13  # letters within a brick
_HALF: Final = (_INNER + 1) // 2
_LINES: Final = 4  # lines within a brick
_WIDTH: Final = 14 * _HALF + _INNER + 2
_HEIGHT: Final = 9 * (_LINES + 1) + 1

_GROUNDS: Final = {
    "mountain": 138, "farm": 186, "tundra": 252, "forest": 150, "village": 216, "lake": 117, "factory": 246,
}  # fmt: skip
_FACTION_STYLES: Final = (
    "1;97;48;5;28", "1;97;48;5;26", "1;97;48;5;124", "1;97;48;5;91", "1;30;48;5;220", "1;97;48;5;234", "1;30;48;5;231"
)  # fmt: skip
_INK: Final = "38;5;235"
_BORDER: Final = "38;5;240"
_RIVER: Final = "1;38;5;33"
_FAINT: Final = "38;5;245"
_STRUCTURES: Final = ("mine", "monu", "armo", "mill")
_TRAPS: Final = "p$♥c"
_TOKENS: Final = "mfow"
_JOINTS: Final = " ╵╶└╷│┌├╴┘─┴┐┤┬┼"  # by the sum of the arms: 1 up, 2 right, 4 down, 8 left
_LEGEND: Final = (
    "@ character, M mechs, w workers (after the letter of the faction) · ∩ tunnel · ? encounter · ! combat · ≈ river\n"
    "tokens: m metal, f food, o oil, w wood · trap: p power, $ coins, ♥ popularity, c combat cards, ! armed"
)

Cell = tuple[str, str]  # a character and its ANSI style
Piece = tuple[str, str]  # a text and its style, "" for that of the ground


def _corner(at: int) -> tuple[int, int]:
    """Column and line of the upper left corner of a brick."""
    q, r = _SPOTS[at]
    return (2 * q + r + 7) * _HALF, (r + 4) * (_LINES + 1)


def _walls() -> tuple[dict[tuple[int, int], int], list[tuple[int, int]]]:
    """The arms of the box-drawing character at each border cell, and the cells that show a river."""
    arms: dict[tuple[int, int], int] = {}
    rivers: list[tuple[int, int]] = []

    def line(x: int, y: int, dx: int, dy: int, length: int) -> None:
        for k in range(length):
            here, there = (x + k * dx, y + k * dy), (x + (k + 1) * dx, y + (k + 1) * dy)
            arms[here] = arms.get(here, 0) | (2 if dx else 4)
            arms[there] = arms.get(there, 0) | (8 if dx else 1)

    for at in range(len(_SPOTS)):
        x, y = _corner(at)
        line(x, y, 1, 0, 2 * _HALF)
        line(x, y + _LINES + 1, 1, 0, 2 * _HALF)
        line(x, y, 0, 1, _LINES + 1)
        line(x + 2 * _HALF, y, 0, 1, _LINES + 1)

    base_rivers = [
        (at, edge.hex)
        for at, base in enumerate(_DATA.board.bases, NUM_HEXES)
        for edge in base.edges
        if edge.kind == "river"
    ]
    for pair in (*_DATA.board.rivers, *base_rivers):
        (y, x), (lower, right) = sorted(_corner(at)[::-1] for at in pair)
        if y == lower:
            rivers += [(right, y + k) for k in range(1, _LINES + 1)]
        else:
            rivers += [(max(x, right) + k, lower) for k in range(1, _HALF)]
    return arms, rivers


_ARMS, _RIVERS = _walls()


def _letter(seat: Seat) -> Piece:
    return FACTIONS[seat.faction][0].upper(), _FACTION_STYLES[seat.faction]


def _number(sign: str, number: int) -> str:
    return "" if number == 0 else sign if number == 1 else f"{sign}{number}"


def _content(at: int, place: Place, seats: tuple[Seat, ...]) -> list[list[Piece]]:
    """The lines of a brick: name and marks, structure and faction token, units, resource tokens."""
    if at < NUM_HEXES:
        spot = _DATA.board.hexes[at]
        title = f"{HEX_NAMES[at]} {spot.terrain}"
        marks = "∩" * spot.tunnel + "?" * place.encounter + "!" * place.combat
        lines = [[(title + marks.rjust(_INNER - len(title)), "")]]
    else:
        faction = at - NUM_HEXES
        playing = any(seat.faction == faction for seat in seats)
        lines = [[(FACTIONS[faction].capitalize().center(_INNER), _FACTION_STYLES[faction] if playing else _FAINT)]]
    second: list[Piece] = []
    if place.structure:
        seat, kind = place.structure
        second += [_letter(seats[seat]), (f" {_STRUCTURES[kind]} ", "")]
    if place.flag:
        second.append(("flag", ""))
    if place.trap is not None:
        second.append((f"trap{_TRAPS[place.trap]}" + "!" * place.armed, ""))
    units: list[Piece] = []
    for group in place.units:
        text = "@" * group.character + _number("M", group.mechs) + _number("w", group.workers)
        units += [(" ", "")] * bool(units) + [_letter(seats[group.seat]), (text, "")]
    tokens = [f"{number}{sign}" for sign, number in zip(_TOKENS, place.tokens, strict=True) if number]
    text = " ".join(tokens)
    return [*lines, second, units, [(text if len(text) <= _INNER else "".join(tokens), "")]]


def _board(game: View) -> str:
    """The wall of bricks."""
    cells: list[list[Cell]] = [[(" ", "")] * _WIDTH for _ in range(_HEIGHT)]
    for (x, y), arms in _ARMS.items():
        cells[y][x] = (_JOINTS[arms], _BORDER)
    for x, y in _RIVERS:
        cells[y][x] = ("≈", _RIVER)
    for at, place in enumerate(game.places):
        left, top = _corner(at)
        ground = f"{_INK};48;5;{_GROUNDS[_DATA.board.hexes[at].terrain]}" if at < NUM_HEXES else ""
        for y, pieces in enumerate(_content(at, place, game.seats), top + 1):
            letters = [(letter, style or ground) for text, style in pieces for letter in text]
            letters += [(" ", ground)] * (_INNER - len(letters))
            cells[y][left + 1 : left + 1 + _INNER] = letters[:_INNER]
    return "\n".join(
        "".join(_styled("".join(letter for letter, _ in run), style) for style, run in groupby(row, key=lambda c: c[1]))
        for row in cells
    )


def _styled(text: str, style: str) -> str:
    return f"\x1b[{style}m{text}\x1b[0m" if style else text


def _factory(seat: Seat) -> object:
    if seat.automa:
        return "yes" if seat.automa.factory else "-"
    return "-" if seat.factory_card == NONE else seat.factory_card + 1


def _automas(game: View) -> list[str]:
    """A line for each Automa: its tracker, its card in use and what it has moved."""
    lines = []
    for seat in game.seats:
        if automa := seat.automa:
            tracker = _DATA.automa.trackers[automa.level - 1]
            card = f"card {automa.card + 1}" if automa.card != NONE else "no card yet"
            what = f"{tracker.name}, space {automa.space + 1} of {tracker.spaces}, {card}"
            lines.append(f"{FACTIONS[seat.faction].capitalize()}: {what}{automa.last and f' ({automa.last})'}")
    return lines


def _table(game: View) -> str:
    """A row per seat; ``>`` marks the seat that is asked. Score and rank are added when the game is over."""
    columns: list[tuple[str, int]] = [
        ("mat", -12), ("power", 5), ("popularity", 10), ("coins", 5), ("cards", 5), ("workers", 7), ("mechs", 5),
        ("upgrades", 8), ("structures", 10), ("recruits", 8), ("factory", 7), ("last", -7), ("stars", -5),
    ]  # fmt: skip
    if game.over:
        columns[:0] = [("score", 5), ("rank", 4)]
    rows = ["  faction  " + " ".join(f"{name:{'<>'[width > 0]}{abs(width)}}" for name, width in columns).rstrip()]
    for number, seat in enumerate(game.seats):
        stars = [
            goal.replace("_", " ") + (f" x{count}" if count > 1 else "")
            for goal, count in zip(STAR_GOALS, seat.stars, strict=True)
            if count
        ]
        if seat.automa and seat.automa.stars:
            stars.append(f"tracker x{seat.automa.stars}")
        values: list[object] = [
            *(seat.result or ()),
            f"automa {seat.automa.level}" if seat.automa else MATS[seat.mat],
            seat.power,
            seat.popularity,
            seat.coins,
            seat.cards,
            seat.workers,
            sum(seat.mechs),
            sum(seat.cubes),
            sum(seat.structures),
            sum(seat.recruits),
            _factory(seat),
            "-" if seat.section == NONE else SECTIONS[seat.section],
            f"{seat.star_total}: {', '.join(stars)}" if stars else "0",
        ]
        cells = (f"{value:{'<>'[width > 0]}{abs(width)}}" for value, (_, width) in zip(values, columns, strict=True))
        faction = _styled(f"{FACTIONS[seat.faction].capitalize():<8}", _FACTION_STYLES[seat.faction])
        rows.append(f"{'>' if number == game.seat_to_act else ' '} {faction} {' '.join(cells).rstrip()}")
    return "\n".join(rows)


def draw(game: View) -> str:
    """The text picture: header, board, legend and table."""
    if game.over:
        course = f"game over, {game.due}"
    else:
        active, asked = (FACTIONS[game.seats[seat].faction].capitalize() for seat in (game.active, game.seat_to_act))
        course = f"turn of {active} · due: {asked}, {game.due}"
    supplies = (
        f"structure bonus: {TILE_TEXTS[game.tile].lower()} · combat cards: {game.deck} in the deck,"
        f" {game.discard} discarded · encounter cards: {game.encounter_deck} · Factory cards: {game.factory_deck}"
    )
    return "\n".join(
        (
            f"Round {game.round} · {course}",
            supplies,
            _board(game),
            _LEGEND,
            "",
            _table(game),
            *_automas(game),
            *map(", ".join, game.hands),
        )
    )
