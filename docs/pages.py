"""Writes the pages that follow from declarations: ``python docs/pages.py``; a test checks that they are up to date.

They are ``decisions.md`` (the steps of a turn), ``actions.md`` and ``observation.md``, with their pictures.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from html import escape
from pathlib import Path

from scythe_env.core.steps import PLAIN, Number
from scythe_env.imperial_settlers import actions as settlers_actions
from scythe_env.imperial_settlers import observation as settlers_observation
from scythe_env.imperial_settlers import steps as settlers_steps
from scythe_env.scythe.actions import ACTIONS
from scythe_env.scythe.components import FACTIONS, load_components
from scythe_env.scythe.observation import GAME, GAME_SIZE, SEAT, SEAT_SIZE, STANDING, STANDING_SIZE, observation_size
from scythe_env.scythe.steps import TABLE

DOCS = Path(__file__).parent
_COLORS = ("#cfe3f5", "#f6e2c4", "#d9ead0", "#ead5e8", "#f5d3cf", "#dedede")
_TERRAINS = {
    "mountain": "#d8c3a5", "farm": "#f5e3a1", "tundra": "#dfe6ea", "forest": "#bcd8b0", "village": "#f0c9b8",
    "lake": "#a9cfe8", "factory": "#c9c9c9",
}  # fmt: skip
_SIZE = 34  # of a hex, in units of the picture
_EXAMPLE = FACTIONS.index("nordic")


def pages() -> dict[str, str]:
    """All pages and pictures, by their place in the folder of documents."""
    return {
        "decisions.md": decisions(),
        "actions.md": actions(),
        "observation.md": observation(),
        "imperial_settlers/decisions.md": settlers_decisions(),
        "imperial_settlers/actions.md": settlers_action_page(),
        "imperial_settlers/observation.md": settlers_observation_page(),
        "images/hexes.svg": hexes(),
        "images/actions.svg": bar([(block.name, block.first, block.size) for block in ACTIONS.blocks]),
        "images/observation.svg": bar(
            [(block.name, block.where.start, math.prod(block.shape)) for block in GAME.blocks()]
        ),
        "images/observation_seat.svg": bar(
            [(block.name, block.where.start, math.prod(block.shape)) for block in SEAT.blocks()]
        ),
    }


def table(header: Iterable[str], rows: Iterable[Iterable[object]]) -> str:
    """A table in Markdown."""
    header = list(header)
    lines = [header, ["---"] * len(header), *rows]
    return "\n".join(f"| {' | '.join(map(str, line))} |" for line in lines)


def decisions() -> str:
    """The steps of a turn."""

    def meaning(number: Number | None) -> str:
        if number is None:
            return ""
        names = number.names_for(_EXAMPLE)
        values = "a number" if names is PLAIN else "a hex" if len(names) > 20 else ", ".join(names)
        return f"`{number.key}`: {values}{' or null' if number.optional else ''}"

    def row(number: int) -> tuple[str, ...]:
        step = TABLE[number]
        on, groups = ", ".join(step.on), ", ".join(step.groups)
        return str(number), step.text, step.chapter, step.meaning, meaning(step.a), meaning(step.b), on, groups

    header = ("number", "step", "rule", "what it is about", "first number", "second number", "above", "group")
    split = len(TABLE.decisions)
    return f"""# The steps of a turn

A turn is a stack of steps; the one on top is due. A decision waits for an action of its seat; automatic steps run by
themselves. The tables follow from `scythe_env/scythe/steps.py`, where each step is declared in one row; the codes are those of
the rule statements ([conformance.md](conformance.md)). Documents ([notation.md](notation.md)) use the names of the steps
and of their numbers; the mechs shown here are Nordic's. The column "above" names the steps, or the groups of steps, that may
be directly below a step on the stack.

## Decisions

{table(header, map(row, range(split)))}

## Automatic steps

{table(header, map(row, range(split, len(TABLE))))}
"""


def actions() -> str:
    """The catalogue of actions."""
    rows = []
    for block in ACTIONS.blocks:
        texts = block.texts_for(_EXAMPLE, -1)
        shown = ", ".join(f"`{text}`" for text in texts[:4]) + (", ..." if block.size > 4 else "")
        where = f"{block.first}..{block.first + block.size - 1}" if block.size > 1 else block.first
        rows.append((f"`{block.name}`", where, block.size, shown, block.meaning))
    return f"""# The actions

`Discrete({ACTIONS.size})`: one space for the whole game, divided into blocks. What an action means depends on the decision that is
due ([decisions.md](decisions.md)); the mask says which are legal. Each action has a text, which logs and documents use and
which can be parsed back; `scythe info --actions` lists them all. The table follows from `scythe_env/scythe/actions.py`.

![The blocks of the action space](images/actions.svg)

{table(("block", "actions", "size", "texts", "what they stand for"), rows)}

Places are the {len(load_components().board.hexes)} hexes in the order of this picture, then the home bases in the order of the
factions:

![The hexes by name and number](images/hexes.svg)
"""


def observation() -> str:
    """The blocks of the observation."""

    def rows(blocks: Iterable) -> Iterator[tuple[object, ...]]:
        for block in blocks:
            shape = " x ".join(map(str, block.shape))
            where = f"{block.where.start}:{block.where.stop}"
            yield f"`{block.name}`", where, shape, f"{block.low:g} to {block.high:g}", block.meaning

    header = ("block", "slice", "shape", "range", "meaning")
    sizes = ", ".join(f"{observation_size(players):,} at {players}" for players in range(1, 8))
    return f"""# The observation

A vector of float32 with what the observing seat may know at the table, including what a perfect memory would remember, and
nothing else. It begins with {GAME_SIZE} numbers about the game, followed by {SEAT_SIZE} for each seat, the observer first, the
others clockwise from it: {sizes} players. The tables follow from `scythe_env/scythe/observation.py`.

## The game

![The blocks of the game](images/observation.svg)

{table(header, rows(GAME.blocks()))}

## Each seat

The slices count from the beginning of the seat's part: {GAME_SIZE} + k x {SEAT_SIZE} for the k-th seat from the observer.

![The blocks of a seat](images/observation_seat.svg)

{table(header, rows(SEAT.blocks()))}

## Room for more seats, and how each stands

Two options of the game change what is observed, not what is played, so records, saved games and documents do not hold them:

- `observe_seats`: the observation has room for so many seats, of which the last are 0 at smaller tables. A policy trained with room
  for seven plays at every table.
- `observe_standing`: after the blocks of all seats follow {STANDING_SIZE} numbers for each seat that there is room for, in the same
  order, which anybody at the table can count. The slices count from the beginning of the seat's part: with room for n seats that is
  {GAME_SIZE} + n x {SEAT_SIZE} + k x {STANDING_SIZE} for the k-th seat from the observer.

{table(header, rows(STANDING.blocks()))}

An agent may observe otherwise than the game is set to (`Agent.observing`): stored policies observe every table as they did in
training.
"""


# -- Imperial Settlers -------------------------------------------------------------------------------------------------


def settlers_decisions() -> str:
    """The steps of a game of Imperial Settlers."""

    def meaning(number: Number | None) -> str:
        if number is None:
            return ""
        names = number.names_for(0)
        values = "a number" if names is PLAIN else "a card or face" if len(names) > 40 else ", ".join(names)
        return f"`{number.key}`: {values}{' or null' if number.optional else ''}"

    def row(number: int) -> tuple[str, ...]:
        step = settlers_steps.TABLE[number]
        return str(number), step.text, step.chapter, step.meaning, meaning(step.a), meaning(step.b)

    header = ("number", "step", "code", "what it is about", "first number", "second number")
    split = len(settlers_steps.TABLE.decisions)
    return f"""# Imperial Settlers: the steps of a game

A game is a stack of steps; the one on top is due. A decision waits for an action of its seat; automatic steps run by themselves. The
tables follow from `scythe_env/imperial_settlers/steps.py`.

## Decisions

{table(header, map(row, range(split)))}

## Automatic steps

{table(header, map(row, range(split, len(settlers_steps.TABLE))))}
"""


def settlers_action_page() -> str:
    """The catalogue of actions of Imperial Settlers."""
    rows = []
    for block in settlers_actions.ACTIONS.blocks:
        texts = block.texts_for(0, -1)
        shown = ", ".join(f"`{text}`" for text in texts[:12]) + (", ..." if block.size > 12 else "")
        where = f"{block.first}..{block.first + block.size - 1}" if block.size > 1 else block.first
        rows.append((f"`{block.name}`", where, block.size, shown, block.meaning))
    return f"""# Imperial Settlers: the actions

`Discrete({settlers_actions.NUM_ACTIONS})`: one space for the whole game, divided into blocks. What an action means depends on the decision
that is due ([decisions.md](decisions.md)); the mask says which are legal. `scythe info --actions --game imperial-settlers` lists
them all. The table follows from `scythe_env/imperial_settlers/actions.py`.

{table(("block", "actions", "size", "texts", "what they stand for"), rows)}
"""


def settlers_observation_page() -> str:
    """The blocks of the observation of Imperial Settlers."""

    def rows(blocks: Iterable) -> Iterator[tuple[object, ...]]:
        for block in blocks:
            shape = " x ".join(map(str, block.shape))
            where = f"{block.where.start}:{block.where.stop}"
            yield f"`{block.name}`", where, shape, f"{block.low:g} to {block.high:g}", block.meaning

    game, seat = settlers_observation.GAME, settlers_observation.SEAT
    sizes = ", ".join(f"{settlers_observation.observation_size(players):,} at {players}" for players in range(1, 5))
    header = ("block", "slice", "shape", "range", "meaning")
    return f"""# Imperial Settlers: the observation

A vector of float32 with what the observing seat may know at the table, including what a perfect memory would remember, and nothing
else: {game.size} numbers about the game, followed by {seat.size} for each seat, the observer first, the others clockwise from it: {sizes}
players. The tables follow from `scythe_env/imperial_settlers/observation.py`; faces are numbered as the actions of the block `face`.

## The game

{table(header, rows(game.blocks()))}

## Each seat

The slices count from the beginning of the seat's part: {game.size} + k x {seat.size} for the k-th seat from the observer.

{table(header, rows(seat.blocks()))}
"""


# -- pictures ----------------------------------------------------------------------------------------------------------


def svg(width: float, height: float, parts: Iterable[str]) -> str:
    """A picture."""
    lines = "\n".join(parts)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:.0f} {height:.0f}" font-family="sans-serif">\n'
        f"{lines}\n</svg>\n"
    )


def bar(blocks: list[tuple[str, int, int]]) -> str:
    """Blocks as fields in rows, in their order; wide ones grow with the root of their size, so that small ones show."""
    width, height, x, y = 900, 46, 0.0, 0.0
    parts = []
    for k, (name, first, size) in enumerate(blocks):
        wide = max(9 * len(name), 14 * math.sqrt(size), 60)
        if x + wide > width:
            x, y = 0.0, y + height + 4
        where = f"{first}..{first + size - 1}" if size > 1 else f"{first}"
        middle = x + wide / 2
        parts.append(
            f'<rect x="{x:.0f}" y="{y:.0f}" width="{wide:.0f}" height="{height}" fill="{_COLORS[k % len(_COLORS)]}" '
            f'stroke="#888"/><text x="{middle:.0f}" y="{y + 19:.0f}" font-size="13" text-anchor="middle">{escape(name)}'
            f'</text><text x="{middle:.0f}" y="{y + 36:.0f}" font-size="11" fill="#555" text-anchor="middle">{where}</text>'
        )
        x += wide + 4
    return svg(width, y + height, parts)


def hexes() -> str:
    """The board: each hex with its name and number, each home base with its number."""
    board = load_components().board
    places = [(h.q, h.r, h.name, k, _TERRAINS[h.terrain]) for k, h in enumerate(board.hexes)]
    places += [(b.q, b.r, b.faction, len(board.hexes) + k, "#ffffff") for k, b in enumerate(board.bases)]
    points = [(_SIZE * math.sqrt(3) * (q + r / 2), _SIZE * 1.5 * r) for q, r, *_ in places]
    left, top = min(x for x, _ in points) - _SIZE, min(y for _, y in points) - _SIZE - 2
    parts = []
    for (x, y), (_, _, name, number, color) in zip(points, places, strict=True):
        x, y = x - left, y - top
        corners = " ".join(
            f"{x + _SIZE * math.sin(math.pi / 3 * k):.1f},{y - _SIZE * math.cos(math.pi / 3 * k):.1f}" for k in range(6)
        )
        parts.append(
            f'<polygon points="{corners}" fill="{color}" stroke="#777"/>'
            f'<text x="{x:.1f}" y="{y:.1f}" font-size="12" text-anchor="middle">{name}</text>'
            f'<text x="{x:.1f}" y="{y + 15:.1f}" font-size="11" fill="#555" text-anchor="middle">{number}</text>'
        )
    width, height = max(x for x, _ in points) - left + _SIZE, max(y for _, y in points) - top + _SIZE + 2
    return svg(width, height, parts)


if __name__ == "__main__":
    for name, text in pages().items():
        (DOCS / name).write_text(text, encoding="utf-8")
