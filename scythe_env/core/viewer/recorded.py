"""Games to look into: :class:`RecordedGame`, any of whose positions can be shown."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from ..game import Game, States
from ..session import Session, Viewer

Judge = Callable[[States, int, int], float]
"""What a position is worth to a seat, -1 to 1, from the records, the number of one, and the seat."""


def tracked(session: Session, turn: int, judge: Judge | None) -> dict[str, Any]:
    """How a game stands at the beginning of a turn, for its course.

    Args:
        session: the game.
        turn: number of the turn.
        judge: tells the chances of the seats, None for nobody.
    """
    game, states = session.game, session.states
    return {
        "turn": turn,
        "round": game.rounds(states, 0),
        "decisions": len(session.decisions),
        "seats": game.tracks(states, 0),
        "chances": None if judge is None or not session.running else chances(game, states, judge),
    }


def chances(game: Game, states: States, judge: Judge) -> list[float]:
    """Estimated chances to win, from what each seat knows; they add up to 1."""
    hopes = [(1 + judge(states, 0, seat)) / 2 + 1e-6 for seat in range(game.num_players)]
    return [hope / sum(hopes) for hope in hopes]


class RecordedGame:
    """A game with all its positions.

    Args:
        session: the game, with a log that began with the deal.
        judge: tells the chances of the seats, for the course; None for nobody.

    Raises:
        ValueError: the log did not begin with the deal.

    Attributes:
        game: the rules.
        session: the game after its last decision.
        count: its decisions.
        marks: what people look for, in order: ``decision``, ``kind`` and ``text`` of each.
        course: how the game stood at the beginning of each turn, see :func:`tracked`.
    """

    def __init__(self, session: Session, judge: Judge | None = None) -> None:
        self.game, self.session, self._judge = session.game, session, judge
        log = session.log
        if log.dealt is None:
            raise ValueError("the log of this game did not begin with the deal, so there is nothing to go back to")
        self.count = len(log.decisions)
        self.marks: list[dict[str, Any]] = []
        self.course: list[dict[str, Any]] = []
        again = Session(self.game, log=True)
        states = self.game.new_states(1)
        self.game.load(states, 0, log.dealt)
        again.take_up(states, dealt=True)
        records, self._events = [again.states.copy()], [0]
        self._note(again, 0)
        for k, ((_, text), chance) in enumerate(zip(log.decisions, log.chance, strict=True)):
            again.play(text, chance)
            records.append(again.states.copy())
            self._note(again, k + 1)
        self._records = np.concatenate(records)

    def _note(self, session: Session, decision: int) -> None:
        events = session.log.events
        for event in events[self._events[-1] :]:
            if event.mark:
                text = event.seen_by(None).text().strip().split("\n")[0]
                self.marks.append({"decision": decision, "kind": event.mark, "text": text})
        self._events.append(len(events))
        number = self.game.turn(session.states, 0) if session.running else -1
        if not self.course or self.course[-1]["turn"] != number:
            self.course.append(tracked(session, number, self._judge))

    def at(self, decision: int) -> Session:
        """The game after so many decisions, without a log.

        Raises:
            ValueError: it does not have so many.
        """
        if not 0 <= decision <= self.count:
            raise ValueError(f"the game has {self.count} decisions, so there is nothing after {decision}")
        session = Session(self.game)
        session.take_up(self._records, decision)
        return session

    def lines(self, decision: int, viewer: Viewer) -> list[str]:
        """The log of one decision, of the deal for 0, as somebody may know it."""
        first, last = self._events[decision], self._events[decision + 1]
        events = self.session.log.events[first:last]
        if viewer != "all":
            name = None if viewer is None else self.game.player_name(self._records, 0, viewer)
            events = [event.seen_by(name) for event in events if event.is_seen_by(name)]
        return list(self.session.lines(events))
