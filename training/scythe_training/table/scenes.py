"""What a page is sent of a game: what one seat, or a spectator, may see of it, as JSON values."""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from scythe_env.core.fields import SPECTATOR
from scythe_env.core.picture import Picture
from scythe_env.core.session import Session

from .play import HUMAN, TableGame

MOST_LINES: Final = 400
"""Lines of the log that are sent at once; the page has earlier ones already, or does without."""


class Parts:
    """The parts of all pictures that were sent, in their order: a page says how many it has and gets the rest."""

    def __init__(self) -> None:
        self._bodies: dict[str, str] = {}

    def add(self, picture: Picture) -> None:
        """Take up the parts of a picture."""
        self._bodies |= picture.parts

    def since(self, known: int) -> dict[str, Any]:
        """The parts that a page lacks which has so many of them, and how many there are then."""
        items = [*self._bodies.items()]
        known = known if 0 <= known <= len(items) else 0
        return {"new": dict(items[known:]), "count": len(items)}


def picture_of(session: Session, viewer: int | None, parts: Parts, known: int) -> dict[str, Any]:
    """The picture of a game, or its text where the game does not have pictures."""
    game, states = session.game, session.states
    seat = SPECTATOR if viewer is None else viewer
    picture = game.picture(states, 0, seat)
    if picture is None:
        return {"text": game.render(states, 0, "ansi", seat)}
    parts.add(picture)
    shape = {"width": picture.width, "height": picture.height, "panes": picture.panes}
    return {**shape, "lines": picture.lines, "parts": parts.since(known)}


def legal_actions(session: Session) -> list[dict[str, Any]]:
    """The actions that are legal now, by number and text."""
    game, states = session.game, session.states
    return [
        {"action": action, "text": game.action_text(states, 0, action)}
        for action in np.flatnonzero(session.mask).tolist()
    ]


def log_of(session: Session, viewer: int | None, known: int) -> dict[str, Any]:
    """The lines of the log that a viewer may know, from an event on, and the number of events so far."""
    count = len(session.log.events)
    lines = list(session.lines(session.seen_by(viewer, known if 0 <= known <= count else 0)))
    return {"lines": lines[-MOST_LINES:], "count": count, "from": known if 0 <= known <= count else 0}


def position(session: Session, viewer: int | None, parts: Parts, known: int) -> dict[str, Any]:
    """How a game stands: its picture, what to read beside it, what is due, and the results once it is over."""
    game, states = session.game, session.states
    asked = session.running and viewer == session.seat
    return {
        "picture": picture_of(session, viewer, parts, known),
        "notes": game.notes(states, 0, SPECTATOR if viewer is None else viewer),
        "over": not session.running,
        "seat": session.seat if session.running else None,
        "decision": session.question if asked else None,
        "asks": game.steps[int(states["decision"][0])].asks if asked else None,
        "legal": legal_actions(session) if asked else [],
        "round": game.rounds(states, 0),
        "names": [game.player_name(states, 0, seat).title() for seat in range(game.num_players)],
        "colours": game.colours(states, 0),
        "results": None if session.running else game.results(game.scores(states, 0)),
    }


def scene(table: TableGame, viewer: int | None, parts: Parts, known: int, events: int) -> dict[str, Any]:
    """All that a page shows of a game under way.

    Args:
        table: the game; its lock is held.
        viewer: the seat that looks, None for a spectator.
        parts: of all pictures.
        known: how many of these the page has.
        events: how many events of the log the page has.
    """
    session = table.session
    asked = session.running and viewer == session.seat and table.seats[session.seat] == HUMAN
    return {
        **position(session, viewer, parts, known),
        "version": table.version,
        "viewer": viewer,
        "seats": table.seats,
        "thinking": session.running and table.seats[session.seat] != HUMAN,
        "asked": asked,
        "undo": viewer is not None and table.can_undo(viewer),
        "paced": any(player != HUMAN for player in table.players),
        "paused": table.paused,
        "delay": table.delay,
        "analysis": table.analysis,
        "failure": table.failure,
        "log": log_of(session, viewer, events),
        "course": table.course if is_open(table) else [turn | {"chances": None} for turn in table.course],
        "thoughts": table.thoughts if is_open(table) else None,
    }


def is_open(table: TableGame) -> bool:
    """Whether all may see what agents think: in analysis, and where nobody plays against them."""
    return table.analysis or HUMAN not in table.seats
