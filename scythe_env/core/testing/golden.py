"""Recorded games that detect every change of play."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from typing import Any, Final

from ..replay import Replay
from ..session import Session

_DIGEST_BYTES: Final = 4


def legal_digests(session: Session, replay: Replay, part: Callable[[Session], int]) -> list[str]:
    """Play a recorded game again, and digest all that was legal in each part of it, such as a round.

    Args:
        session: of the game, with a log; it is dealt anew.
        replay: the recorded game.
        part: the number of the part that the game is in.

    Raises:
        ValueError: another seat is to act, or the action is not allowed.
    """
    assert replay.seed is not None
    session.reset(replay.seed)
    digests: dict[int, Any] = {}
    for number, (seat, text) in enumerate(replay.decisions, 1):
        if seat != session.seat:
            raise ValueError(f"decision {number}: seat {session.seat} is to act, not seat {seat}")
        digest = digests.setdefault(part(session), hashlib.blake2b(digest_size=_DIGEST_BYTES))
        digest.update("\n".join([*session.legal, ""]).encode())
        session.play(text)
    return [digest.hexdigest() for digest in digests.values()]
