"""What Scythe offers to the search over turns, :mod:`scythe_env.core.search`: the varied heuristic, inputs of nets."""

from __future__ import annotations

from typing import Final

import numpy as np

from scythe_env.core.compiling import rule
from scythe_env.core.mcts import tree_searcher
from scythe_env.core.random import below
from scythe_env.core.search import Plans, searcher
from scythe_env.scythe.actions import NUM_ACTIONS
from scythe_env.scythe.config import ScytheConfig
from scythe_env.scythe.constants import MAX_PLAYERS, NUM_RESOURCES
from scythe_env.scythe.game import Scythe
from scythe_env.scythe.observation import GAME_SIZE, SEAT_SIZE, observe_seat
from scythe_env.scythe.rules.control import controlled_tokens
from scythe_env.scythe.rules.scoring import NUM_SCORE_PARTS, SCORE_RANK, SCORE_TOTAL, score_game
from scythe_env.scythe.state import LAYOUT

from .heuristic.decisions import choose_action
from .heuristic.steering import owner, turn
from .heuristic.weights import MOST, NUM_WEIGHTS

STANDING: Final = SCORE_TOTAL + 2 + NUM_RESOURCES
"""Features of a seat beside its observation: parts of its score, its score, its lead, tokens it controls."""

STANDINGS_AT: Final = GAME_SIZE + MAX_PLAYERS * SEAT_SIZE
NUM_FEATURES: Final = STANDINGS_AT + MAX_PLAYERS * STANDING

MARGIN: Final = 60  # coins that decide as much as they can
MARGIN_SHARE: Final = 0.4  # of what a game is worth; the rest is victory

_DRAWS: Final = 4  # uniform draws whose sum is taken for a normal one
_SCALE: Final = float(np.sqrt(12 / _DRAWS)) / 65536


@rule
def script(s, weights, mask):
    """The heuristic's action."""
    return choose_action(s, weights, mask)


@rule
def vary(dice, weights, spread, out):
    """Each weight is multiplied by a log-normal draw."""
    for k in range(NUM_WEIGHTS):
        total = 0
        for _ in range(_DRAWS):
            total += below(dice, 65536) - 32768
        value = np.rint(weights[k] * np.exp(spread * _SCALE * total))
        out[k] = min(max(value, -MOST), MOST)


@rule
def features(s, seat, scores, out):
    """What a net judges by: the observation, as at a table of seven, and how each seat stands, the own one first."""
    for k in range(NUM_FEATURES):
        out[k] = 0.0
    observe_seat(s, seat, out)
    score_game(s, scores)
    for distance in range(s.players):
        other = (seat + distance) % s.players
        at = STANDINGS_AT + distance * STANDING
        for part in range(SCORE_TOTAL):
            out[at + part] = scores[other, part] / 25
        out[at + SCORE_TOTAL] = scores[other, SCORE_TOTAL] / 50
        out[at + SCORE_TOTAL + 1] = (scores[other, SCORE_TOTAL] - scores[seat, SCORE_TOTAL]) / 50
        for r in range(NUM_RESOURCES):
            out[at + SCORE_TOTAL + 2 + r] = controlled_tokens(s, other, r) / 4


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


PLANS: Final = Plans(
    script, turn, owner, vary, features, outcome, Scythe(ScytheConfig(players=MAX_PLAYERS)).interface(),
    NUM_WEIGHTS, NUM_FEATURES, NUM_ACTIONS, (MAX_PLAYERS, NUM_SCORE_PARTS),
)  # fmt: skip
"""What the search needs to know of Scythe."""

_choose = searcher(LAYOUT, Scythe.rules, PLANS)
_choose_in_tree = tree_searcher(LAYOUT, Scythe.rules, PLANS)


@rule
def choose_by_plans(s, dice, mask, weights, scratch):
    """The rule of agents that search."""
    return _choose(s, dice, mask, weights, scratch)


@rule
def choose_in_tree(s, dice, mask, weights, scratch):
    """The rule of agents that search a tree of decisions."""
    return _choose_in_tree(s, dice, mask, weights, scratch)
