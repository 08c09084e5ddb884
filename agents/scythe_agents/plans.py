"""What Scythe offers to the search over turns, :mod:`scythe_env.core.search`: the varied heuristic, inputs of nets."""

from __future__ import annotations

from typing import Final

from scythe_env.core.compiling import rule
from scythe_env.core.mcts import tree_searcher
from scythe_env.core.search import Plans, searcher
from scythe_env.scythe.actions import NUM_ACTIONS
from scythe_env.scythe.config import ScytheConfig
from scythe_env.scythe.constants import MAX_PLAYERS
from scythe_env.scythe.game import Scythe
from scythe_env.scythe.observation import observe_seat
from scythe_env.scythe.rules.scoring import NUM_SCORE_PARTS
from scythe_env.scythe.state import LAYOUT

from .heuristic.decisions import choose_action
from .heuristic.steering import owner, turn
from .heuristic.weights import NUM_WEIGHTS
from .outcome import outcome
from .weights import varied

OBSERVED: Final = Scythe(ScytheConfig(players=MAX_PLAYERS, observe_standing=True))
"""What a net judges by is the observation of this game, at any table."""


@rule
def script(s, weights, mask):
    """The heuristic's action."""
    return choose_action(s, weights, mask)


@rule
def vary(dice, weights, spread, out):
    """Each weight is multiplied by a log-normal draw."""
    for k in range(NUM_WEIGHTS):
        out[k] = varied(dice, weights[k], spread)


PLANS: Final = Plans(
    script, turn, owner, vary, observe_seat, outcome, Scythe(ScytheConfig(players=MAX_PLAYERS)).interface(),
    NUM_WEIGHTS, OBSERVED.observation_size, NUM_ACTIONS, (MAX_PLAYERS, NUM_SCORE_PARTS),
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
