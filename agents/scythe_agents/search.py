"""Agents that search over plans for their turns, with scripts and a value net that come with the package."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any, ClassVar, Final, Self, TypeVar

import numpy as np
from numpy.typing import NDArray

from scythe_env.core.game import Game
from scythe_env.core.mcts import MctsAgent
from scythe_env.core.net import Net, read_net
from scythe_env.core.planning import PlanningAgent
from scythe_env.core.search import Plans

from .heuristic import HeuristicAgent
from .plans import PLANS, choose_by_plans, choose_in_tree

_T = TypeVar("_T")

SHIPPED: Final = Path(__file__).parent / "shipped"
"""Folder of weights found by training."""

NET_FILE: Final = SHIPPED / "value.safetensors"


def _for_game(kind: type[_T], game: Game | None) -> type[_T]:
    """The class that plays a game: another one where there are Automas."""
    if game is None or not game.scripted_seats:
        return kind
    from .with_automas import SEATED

    return SEATED.get(kind, kind)


class TunedAgent(HeuristicAgent):
    """The heuristic with weights found by evolution, for two players or for more.

    Args:
        game: the game that is to be played.
    """

    def __init__(self, game: Game) -> None:
        super().__init__(tuned_file(game.num_players))


def tuned_file(players: int) -> Path:
    """The file of tuned weights for a table."""
    return SHIPPED / ("tuned_two.json" if players == 2 else "tuned_more.json")


class ExpertAgent(PlanningAgent):
    """Searches over plans for whole turns, with the tuned script and a value net; ``seconds`` sets its time for a turn.

    The settings are those of :class:`.PlanningAgent`.
    """

    plans: ClassVar[Plans] = PLANS
    rule: ClassVar[Any] = staticmethod(choose_by_plans)

    def __new__(cls, game: Game | None = None, *args: Any, **settings: Any) -> Self:
        """The agent for a game; with Automas it is another class (:mod:`.with_automas`)."""
        return super().__new__(_for_game(cls, game))

    def material(
        self, game: Game, weights: Path | None, net: Path | None
    ) -> tuple[NDArray[np.float32], Sequence[NDArray[np.float32]], Net | None]:
        """The script of given or tuned weights, rivals with the heuristic's and its own, the given or shipped net."""
        own = HeuristicAgent(weights or tuned_file(game.num_players)).weights
        return own, [HeuristicAgent().weights, own], read_net(net or NET_FILE, PLANS.num_features, PLANS.interface)


class QuickAgent(ExpertAgent):
    """The search of expert with a small budget, for rollouts and batches.

    Args:
        game: the game that is to be played.
    """

    def __init__(self, game: Game) -> None:
        super().__init__(game, candidates=8, turns=5)


class TreeAgent(MctsAgent):
    """Monte-Carlo tree search over single decisions, with the tuned script to play games to their end.

    It is the well-known baseline, not a strong player: single decisions are too many and too alike for it.

    Args:
        game: the game that is to be played.
        iterations, exploration: see :class:`.MctsAgent`.
    """

    plans: ClassVar[Plans] = PLANS
    rule: ClassVar[Any] = staticmethod(choose_in_tree)

    def __new__(cls, game: Game | None = None, **settings: Any) -> Self:
        """The agent for a game; with Automas it is another class (:mod:`.with_automas`)."""
        return super().__new__(_for_game(cls, game))

    def __init__(self, game: Game, *, iterations: int = 200, exploration: float = 0.7) -> None:
        script = HeuristicAgent(tuned_file(game.num_players)).weights
        super().__init__(game, script, iterations=iterations, exploration=exploration)
