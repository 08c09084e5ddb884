"""Games to look into in a browser: a page that shows one, in a file of its own, in notebooks, and at the table."""

from __future__ import annotations

import gzip
import json
from base64 import b64encode
from html import escape
from pathlib import Path
from typing import Any, Final

from ..fields import SPECTATOR
from ..session import Session, Viewer
from .recorded import RecordedGame

FILES: Final = Path(__file__).parent
"""Folder of the page's scripts and looks."""

_PAGE: Final = """<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{title}</title>
<style>{style}</style>
</head>
<body>
<main id="main"></main>
<script type="application/octet-stream" id="game">{data}</script>
<script type="module">{script}</script>
</body>
</html>
"""


def game_page(session: Session, viewer: Viewer = None) -> str:
    """A page that shows a game, as text of one file that needs nothing else.

    Args:
        session: the game, with a log that began with the deal.
        viewer: whose view it is; ``"all"`` shows what spectators see, with the log of everything.

    Raises:
        ValueError: the log did not begin with the deal, or the game does not have pictures.
    """
    recorded = RecordedGame(session)
    packed = gzip.compress(json.dumps(_data(recorded, viewer), separators=(",", ":")).encode(), mtime=0)
    script = "".join((FILES / name).read_text(encoding="utf-8") for name in ("view.js", "file.js"))
    lines = [line.removeprefix("export ") for line in script.splitlines() if not line.startswith("import ")]
    return _PAGE.format(
        title=escape(session.game.title),
        style=(FILES / "view.css").read_text(encoding="utf-8"),
        data=b64encode(packed).decode(),
        script="\n".join(lines),
    )


def _data(recorded: RecordedGame, viewer: Viewer) -> dict[str, Any]:
    """What the page shows; frames say which lines of the one before them are replaced, by the numbers of texts."""
    game, session = recorded.game, recorded.session
    seat = viewer if isinstance(viewer, int) else SPECTATOR
    numbers: dict[str, int] = {}
    parts: dict[str, str] = {}
    frames: list[tuple[int, int, list[int]]] = []
    before: list[int] = []
    shape: dict[str, Any] = {}
    for at in range(recorded.count + 1):
        picture = game.picture(recorded.at(at).states, 0, seat)
        if picture is None:
            raise ValueError(f"{game.name} cannot be drawn")
        shape = {"width": picture.width, "height": picture.height, "panes": picture.panes}
        parts |= picture.parts
        lines = [numbers.setdefault(line, len(numbers)) for line in picture.lines]
        frames.append(_difference(before, lines))
        before = lines
    states = session.states
    return {
        "shape": shape,
        "parts": parts,
        "texts": [*numbers],
        "frames": frames,
        "log": [recorded.lines(at, viewer) for at in range(recorded.count + 1)],
        "count": recorded.count,
        "marks": recorded.marks,
        "course": recorded.course,
        "names": [game.player_name(states, 0, seat).title() for seat in range(game.num_players)],
        "colours": game.colours(states, 0),
        "results": None if session.running else game.results(game.scores(states, 0)),
    }


def _difference(before: list[int], after: list[int]) -> tuple[int, int, list[int]]:
    """Where two lists begin to differ, how much of the first is replaced, and by what."""
    first = 0
    while first < min(len(before), len(after)) and before[first] == after[first]:
        first += 1
    last = 0
    while last < min(len(before), len(after)) - first and before[-1 - last] == after[-1 - last]:
        last += 1
    return first, len(before) - last - first, after[first : len(after) - last]
