"""Recorded games to look into: :class:`RecordedGame`, any of whose positions can be shown."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from scythe_env.core.game import Game
from scythe_env.core.replay import Replay, game_of, play_again
from scythe_env.core.session import Session

from .play import Judge, tracked


class RecordedGame:
    """A recorded game with all its positions.

    Args:
        replay: the game.
        game: its class.
        judge_for: what tells the chances of the seats in a game, see :class:`.TableGame`.

    Raises:
        ValueError: its configuration is impossible, or it does not go as it was recorded.

    Attributes:
        game: the rules.
        session: the game after its last decision.
        count: its decisions.
        marks: what people look for, in order: ``decision``, ``kind`` and ``text`` of each.
        course: see :attr:`.TableGame.course`.
    """

    def __init__(self, replay: Replay, game: type[Game], judge_for: Callable[[Game], Judge | None]) -> None:
        self.game = game_of(replay, game)
        self._judge = judge_for(self.game)
        self.session = Session(self.game, log=True)
        play_again(self.session, replay, forced=replay.seed is None)
        self.count = len(self.session.decisions)
        self.marks: list[dict[str, Any]] = []
        self.course: list[dict[str, Any]] = []
        again = Session(self.game, log=True)
        self.game.load(states := self.game.new_states(1), 0, self.session.log.dealt or b"")
        again.take_up(states, dealt=True)
        records, self._events = [again.states.copy()], [0]
        self._note(again, 0)
        for k, ((_, text), chance) in enumerate(zip(self.session.decisions, self.session.log.chance, strict=True)):
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

    def lines(self, decision: int, viewer: int | None) -> list[str]:
        """The log of one decision, of the deal for 0, as somebody may know it."""
        first, last = self._events[decision], self._events[decision + 1]
        name = None if viewer is None else self.game.player_name(self._records, 0, viewer)
        events = [event.seen_by(name) for event in self.session.log.events[first:last] if event.is_seen_by(name)]
        return list(self.session.lines(events))
