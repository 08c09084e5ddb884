"""What the end of a game is worth to a seat, from -1 to 1, by a table of scores and ranks: rules for all games.

``scores`` is int32 (seats, columns), ``players`` the number of its rows that count; the other arguments are a seat and
a column of the table. The best rank is 1.
"""

from __future__ import annotations

from typing import Any

from .compiling import rule


@rule
def _sharing(scores: Any, players: int, seat: int, ranks: int) -> int:
    """How many seats have the rank of a seat."""
    n = 0
    for other in range(players):
        n += scores[other, ranks] == scores[seat, ranks]
    return n


@rule
def worth_of_win(scores: Any, players: int, seat: int, ranks: int) -> float:
    """1 for the winner, -1 for the others; k seats that share the victory get ``2 / k - 1`` each."""
    return 2 / _sharing(scores, players, seat, ranks) - 1 if scores[seat, ranks] == 1 else -1.0


@rule
def worth_of_rank(scores: Any, players: int, seat: int, ranks: int) -> float:
    """Falls evenly from 1 for the first place to -1 for the last; equal seats share the mean of their places."""
    equals = _sharing(scores, players, seat, ranks)
    return 1 - 2 * (scores[seat, ranks] - 1 + (equals - 1) / 2) / max(players - 1, 1)  # type: ignore[no-any-return]


@rule
def worth_of_margin(scores: Any, players: int, seat: int, column: int, unit: int) -> float:
    """The distance to the best other score, at least 0, in units of so many points; cut off at -1 and 1."""
    best = 0
    for other in range(players):
        if other != seat:
            best = max(best, scores[other, column])
    return min(max((scores[seat, column] - best) / unit, -1.0), 1.0)
