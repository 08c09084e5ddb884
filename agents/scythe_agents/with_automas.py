"""The agents that search, for games with Automas: these have rules of their own, which others need not compile."""

from __future__ import annotations

from typing import Any, ClassVar

from scythe_env.core.compiling import rule
from scythe_env.core.mcts import tree_searcher
from scythe_env.core.search import searcher
from scythe_env.scythe.automa_engine import RULES
from scythe_env.scythe.state import LAYOUT

from .plans import PLANS
from .search import ExpertAgent, QuickAgent, TreeAgent

_choose = searcher(LAYOUT, RULES, PLANS)
_choose_in_tree = tree_searcher(LAYOUT, RULES, PLANS)


@rule
def choose_by_plans(s, dice, mask, weights, scratch):
    """The rule of agents that search."""
    return _choose(s, dice, mask, weights, scratch)


@rule
def choose_in_tree(s, dice, mask, weights, scratch):
    """The rule of agents that search a tree of decisions."""
    return _choose_in_tree(s, dice, mask, weights, scratch)


class ExpertWithAutomas(ExpertAgent):
    """What :class:`.ExpertAgent` makes for a game with Automas."""

    rule: ClassVar[Any] = staticmethod(choose_by_plans)


class QuickWithAutomas(QuickAgent):
    """What :class:`.QuickAgent` makes for a game with Automas."""

    rule: ClassVar[Any] = staticmethod(choose_by_plans)


class TreeWithAutomas(TreeAgent):
    """What :class:`.TreeAgent` makes for a game with Automas."""

    rule: ClassVar[Any] = staticmethod(choose_in_tree)


SEATED = {ExpertAgent: ExpertWithAutomas, QuickAgent: QuickWithAutomas, TreeAgent: TreeWithAutomas}
"""The class that plays in games with Automas, for each that plays without."""
