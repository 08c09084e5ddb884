"""What Imperial Settlers offers to the search over turns, :mod:`scythe_env.core.search`: the script with whims.

A turn is one action with its free placements, or a decision in Lookout or Production. Besides other weights, a plan has
other likings for cards and kinds of actions, as most turns have few possibilities that weights alone tell apart.
"""

from __future__ import annotations

from typing import Final

from scythe_env.core.compiling import rule
from scythe_env.core.mcts import tree_searcher
from scythe_env.core.random import below
from scythe_env.core.search import Plans, searcher
from scythe_env.imperial_settlers import steps
from scythe_env.imperial_settlers.actions import NUM_ACTIONS
from scythe_env.imperial_settlers.config import ImperialSettlersConfig
from scythe_env.imperial_settlers.constants import MAX_PLAYERS, NONE
from scythe_env.imperial_settlers.game import ImperialSettlers
from scythe_env.imperial_settlers.observation import observe_seat
from scythe_env.imperial_settlers.rules.scoring import NUM_PARTS, RANK, SCORE
from scythe_env.imperial_settlers.state import LAYOUT

from ..outcome import outcome_by
from ..weights import varied
from .decisions import choose_action
from .weights import MOST, NUM_WEIGHTS, WHIM

OBSERVED: Final = ImperialSettlers(ImperialSettlersConfig(players=MAX_PLAYERS))
"""What a net judges by is the observation of this game, at any table."""

MARGIN: Final = 30  # points that decide as much as they can

outcome: Final = outcome_by(SCORE, RANK, MARGIN)
"""What the end of a game is worth."""


@rule
def script(s, weights, mask):
    """The heuristic's action."""
    return choose_action(s, weights, mask)


@rule
def turn(s):
    """The decision with which a turn began; NONE for those that follow in it."""
    for level in range(s.depth - 1):
        if s.step_kind[level] == steps.TURN:
            return NONE
    top = s.depth - 1
    return NONE if s.step_kind[top] == steps.TURN and s.step_a[top] == 1 else s.decisions


@rule
def owner(s):
    """Whose turn it is; in Lookout the seat that chooses."""
    return s.seat_to_act if s.active == NONE else s.active


@rule
def vary(dice, weights, spread, out):
    """Each weight is multiplied by a log-normal draw, and there is a new whim."""
    for k in range(NUM_WEIGHTS):
        out[k] = varied(dice, weights[k], spread)
    out[WHIM] = 1 + below(dice, MOST)


PLANS: Final = Plans(
    script, turn, owner, vary, observe_seat, outcome, OBSERVED.interface(),
    NUM_WEIGHTS, OBSERVED.observation_size, NUM_ACTIONS, (MAX_PLAYERS, NUM_PARTS),
)  # fmt: skip
"""What the search needs to know of Imperial Settlers."""

_choose = searcher(LAYOUT, ImperialSettlers.rules, PLANS)
_choose_in_tree = tree_searcher(LAYOUT, ImperialSettlers.rules, PLANS)


@rule
def choose_by_plans(s, dice, mask, weights, scratch):
    """The rule of agents that search."""
    return _choose(s, dice, mask, weights, scratch)


@rule
def choose_in_tree(s, dice, mask, weights, scratch):
    """The rule of agents that search a tree of decisions."""
    return _choose_in_tree(s, dice, mask, weights, scratch)
