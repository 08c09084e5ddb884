"""What the end of a game is worth to each seat, by a table of scores: a rule for all games."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from .compiling import rule
from .kernel import NONE

REWARDS: Final = ("win", "rank", "score", "margin")
"""The rewards that there are:

- ``"win"``: 1 for the winner, -1 for the others; k seats that share the victory get ``2 / k - 1`` each.
- ``"rank"``: falls evenly from 1 for the first place to -1 for the last; equal seats share the mean of their places.
- ``"score"``: the own score in its unit, cut off at 1.
- ``"margin"``: the distance to the best other score, at least 0, in its unit, cut off at -1 and 1.
"""


def rewards(names: Sequence[str], score: int, rank: int, *, margin_unit: int, score_unit: int = 1) -> Any:
    """A rule ``(scores, players, kind, out)`` that writes the reward of each seat, float64 (players,), from -1 to 1.

    Args:
        names: the rewards of a game, some of :data:`REWARDS`, by their kind.
        score: the column of scores in the table ``scores``, int32 (players or more, columns).
        rank: the column of ranks: 1 is best, equal seats share one.
        margin_unit: what a score must be ahead by for the largest reward by margin.
        score_unit: the score that brings the largest reward by score.
    """
    win, by_rank, own = (names.index(name) if name in names else NONE for name in REWARDS[:-1])

    def reward_game(scores, players, kind, out):  # type: ignore[no-untyped-def]
        for seat in range(players):
            place = scores[seat, rank]
            equals = 0
            best_other = 0
            for other in range(players):
                equals += scores[other, rank] == place
                if other != seat:
                    best_other = max(best_other, scores[other, score])
            if kind == win:
                out[seat] = 2 / equals - 1 if place == 1 else -1.0
            elif kind == by_rank:
                out[seat] = 1 - 2 * (place - 1 + (equals - 1) / 2) / max(players - 1, 1)
            elif kind == own:
                out[seat] = min(scores[seat, score] / score_unit, 1.0)
            else:
                out[seat] = min(max((scores[seat, score] - best_other) / margin_unit, -1.0), 1.0)

    # code of equal names is taken for the same
    reward_game.__qualname__ = f"rewards_{'_'.join(names)}_{score}_{rank}_{margin_unit}_{score_unit}"
    return rule(reward_game)
