"""What the end of a game is worth to a seat, for searches, value nets and evolution alike."""

from __future__ import annotations

from typing import Final

from scythe_env.core.compiling import rule
from scythe_env.scythe.rules.scoring import SCORE_RANK, SCORE_TOTAL

MARGIN: Final = 60  # coins that decide as much as they can
MARGIN_SHARE: Final = 0.4  # of what a game is worth; the rest is victory


@rule
def outcome(scores, players, seat):
    """What the end of a game is worth, -1 to 1: victory above all, the margin to the best other seat beside."""
    winners = 0
    best = 0
    for other in range(players):
        winners += scores[other, SCORE_RANK] == 1
        if other != seat:
            best = max(best, scores[other, SCORE_TOTAL])
    margin = min(max((scores[seat, SCORE_TOTAL] - best) / MARGIN, -1.0), 1.0)
    victory = 2.0 / winners - 1 if scores[seat, SCORE_RANK] == 1 else -1.0
    return (1 - MARGIN_SHARE) * victory + MARGIN_SHARE * margin
