"""The result of games with Automas (A89-A93, A99)."""

from __future__ import annotations

from ....core.compiling import rule
from ...constants import COOPERATIVE
from ..control import is_automa
from ..scoring import (
    MARGIN_UNIT,
    REWARD_MARGIN,
    REWARD_SCORE,
    SCORE_RANK,
    SCORE_TOTAL,
    reward_game,
    score_game,
)

REWARD_KINDS = REWARD_MARGIN + 1  # the rewards of a cooperative game have these more as their numbers


@rule
def score_with_automas(s, out):
    """:func:`.score_game`; in a cooperative game the ranks are those of the sides, by their means (A99, QA93)."""
    score_game(s, out)
    if s.automa_team != COOPERATIVE:
        return
    humans = 0
    lead = 0
    for seat in range(s.players):
        humans += 0 if is_automa(s, seat) else 1
    for seat in range(s.players):
        if is_automa(s, seat):
            lead -= out[seat, SCORE_TOTAL] * humans
        else:
            lead += out[seat, SCORE_TOTAL] * (s.players - humans)
    for seat in range(s.players):
        behind = lead > 0 if is_automa(s, seat) else lead < 0
        out[seat, SCORE_RANK] = 2 if behind else 1


@rule
def reward_with_automas(scores, players, kind, out):
    """:func:`.reward_game`; in a cooperative game the sides are told apart by their ranks, equal only in a draw.

    The own score is what it is in any game.
    """
    if kind < REWARD_KINDS or kind == REWARD_KINDS + REWARD_SCORE:
        reward_game(scores, players, kind % REWARD_KINDS, out)
        return
    winners = 0
    mean_of_winners = 0.0
    mean_of_losers = 0.0
    for seat in range(players):
        if scores[seat, SCORE_RANK] == 1:
            winners += 1
            mean_of_winners += scores[seat, SCORE_TOTAL]
        else:
            mean_of_losers += scores[seat, SCORE_TOTAL]
    margin = 0.0
    if winners < players:
        margin = mean_of_winners / winners - mean_of_losers / (players - winners)
    for seat in range(players):
        worth = min(margin / MARGIN_UNIT, 1.0) if kind == REWARD_KINDS + REWARD_MARGIN else 1.0
        if winners == players:
            worth = 0.0
        out[seat] = worth if scores[seat, SCORE_RANK] == 1 else -worth
