"""What the end of a game is worth to a seat, for searches, value nets and evolution alike."""

from __future__ import annotations

from typing import Any, Final

from scythe_env.core.compiling import rule
from scythe_env.scythe.rules.scoring import SCORE_RANK, SCORE_TOTAL

MARGIN: Final = 60  # coins that decide as much as they can
MARGIN_SHARE: Final = 0.4  # of what a game is worth; the rest is victory


def outcome_by(total: int, rank: int, most: int) -> Any:
    """The rule ``(scores, players, seat) -> float`` that tells what the end of a game is worth.

    Args:
        total: column of the scores.
        rank: column of the ranks.
        most: margin that decides as much as it can.
    """

    @rule
    def outcome(scores, players, seat):
        """What the end is worth, -1 to 1: victory above all, the margin to the best other seat beside."""
        winners = 0
        best = 0
        for other in range(players):
            winners += scores[other, rank] == 1
            if other != seat:
                best = max(best, scores[other, total])
        margin = min(max((scores[seat, total] - best) / most, -1.0), 1.0)
        victory = 2.0 / winners - 1 if scores[seat, rank] == 1 else -1.0
        return (1 - MARGIN_SHARE) * victory + MARGIN_SHARE * margin

    return outcome


outcome: Final = outcome_by(SCORE_TOTAL, SCORE_RANK, MARGIN)
"""What the end of a game of Scythe is worth."""
