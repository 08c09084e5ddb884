"""Agents that play Imperial Settlers: a script with a sensible plan, and searches that go on with it to the end."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from scythe_env.core.compiling import Layout, rule
from scythe_env.core.game import Game
from scythe_env.core.mcts import MctsAgent
from scythe_env.core.net import Net, read_net
from scythe_env.core.planning import PlanningAgent
from scythe_env.core.search import Plans
from scythe_env.imperial_settlers.state import LAYOUT

from ..script import Script
from .decisions import choose_action
from .plans import PLANS, choose_by_plans, choose_in_tree, outcome
from .weights import DEFAULTS, MOST, NAMES


@rule
def _choose_by_plan(s, dice, mask, weights, scratch):
    return choose_action(s, weights, mask)


class HeuristicAgent(Script):
    """A script: what a choice is worth by some weights; it keeps no memory and draws no random numbers.

    The plan is that of :func:`.choose_action`.

    Args:
        weights: a file of weights; by default those of :mod:`.weights`.

    Raises:
        ValueError: the file cannot be read, or does not hold such weights.
    """

    rule: ClassVar[Any] = staticmethod(_choose_by_plan)
    outcome: ClassVar[Any] = staticmethod(outcome)
    names: ClassVar[tuple[str, ...]] = NAMES
    defaults: ClassVar[NDArray[np.float32]] = DEFAULTS
    most: ClassVar[int] = MOST
    layout: ClassVar[Layout] = LAYOUT


class ExpertAgent(PlanningAgent):
    """Searches over its next action, with the heuristic to play games to their end.

    Args:
        game: the game that is to be played.
        candidates, samples, spread, caution, seconds, weights, net: see :class:`.PlanningAgent`.
        turns: turns after which a net judges, which has to be given then; 0: games are played to their end.
    """

    plans: ClassVar[Plans] = PLANS
    rule: ClassVar[Any] = staticmethod(choose_by_plans)

    def __init__(
        self,
        game: Game,
        *,
        candidates: int = 16,
        samples: int = 1,
        turns: int = 0,
        spread: float = 0.5,
        caution: float = 1.0,
        seconds: float | None = None,
        weights: Path | None = None,
        net: Path | None = None,
    ) -> None:
        super().__init__(
            game, candidates=candidates, samples=samples, turns=turns, spread=spread, caution=caution,
            seconds=seconds, weights=weights, net=net,
        )  # fmt: skip

    def material(
        self, game: Game, weights: Path | None, net: Path | None
    ) -> tuple[NDArray[np.float32], Sequence[NDArray[np.float32]], Net | None]:
        """The script of given weights or the heuristic's, rivals with the heuristic's, the given net or none."""
        judge = None if net is None else read_net(net, PLANS.num_features, PLANS.interface)
        return HeuristicAgent(weights).weights, [DEFAULTS], judge


class TreeAgent(MctsAgent):
    """Monte-Carlo tree search over single decisions, with the heuristic to play games to their end.

    Args:
        game: the game that is to be played.
        iterations, exploration: see :class:`.MctsAgent`.
    """

    plans: ClassVar[Plans] = PLANS
    rule: ClassVar[Any] = staticmethod(choose_in_tree)

    def __init__(self, game: Game, *, iterations: int = 200, exploration: float = 0.7) -> None:
        super().__init__(game, DEFAULTS, iterations=iterations, exploration=exploration)
