"""Decisions that people take back: :class:`Past`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

import numpy as np

from scythe_env.core.session import Session

_TRIES: Final = 8  # re-deals that tell whether decisions revealed something


class Moment(NamedTuple):
    """A game before a decision of a person.

    Attributes:
        session: a copy of it.
        seat: whose decision it was.
    """

    session: Session
    seat: int


class Past:
    """The decisions of people in a game.

    Args:
        free: whether any may be taken back; else only those since which nobody else has decided and nothing hidden was
            revealed.
    """

    def __init__(self, *, free: bool = False) -> None:
        self._free = free
        self._moments: list[Moment] = []

    def add(self, before: Session, seat: int) -> None:
        """Note a decision of a seat, with a copy of the game before it."""
        self._moments.append(Moment(before, seat))

    def why_not(self, session: Session, seat: int) -> str:
        """Why the last decision of a seat cannot be taken back; empty if it can.

        Args:
            session: the game as it stands.
            seat: the seat.
        """
        if not any(moment.seat == seat for moment in self._moments):
            return "there is no decision of this seat to take back"
        if self._free:
            return ""
        before = self._last(seat).session
        since = session.decisions[len(before.decisions) :]
        if any(other != seat for other, _ in since):
            return "others have decided since"
        if reveals(before, [text for _, text in since], seat, session):
            return "something hidden was revealed since"
        return ""

    def take_back(self, seat: int) -> Session:
        """The game before the last decision of a seat, which is forgotten, as are all decisions since."""
        moment = self._last(seat)
        del self._moments[self._moments.index(moment) :]
        return moment.session

    def _last(self, seat: int) -> Moment:
        return next(moment for moment in reversed(self._moments) if moment.seat == seat)


def reveals(before: Session, decisions: Sequence[str], seat: int, after: Session) -> bool:
    """Whether decisions of a seat have shown it something that it could not know before.

    They are played again from re-deals of all that the seat does not know: if it then sees something else anywhere,
    what it sees now was hidden before.
    """
    game, known = before.game, after.observe(seat)
    observation = np.empty_like(known)
    mask = np.empty(game.num_actions, np.int8)
    for k in range(_TRIES):
        states = before.states.copy()
        game.determinize(states, 0, seat, k)
        game.legal(states, 0, mask)
        for text in decisions:
            action = game.parse_action(states, 0, text)
            if not mask[action]:
                return True
            game.step(states, 0, action, mask)
        game.observe(states, 0, seat, observation)
        if game.seat_to_act(states, 0) != after.seat or not np.array_equal(observation, known):
            return True
    return False
