"""Agents that play the games of :mod:`scythe_env`."""

from scythe_env.core.agent import RandomAgent

from .heuristic import HeuristicAgent
from .search import ExpertAgent, QuickAgent, TreeAgent, TunedAgent

__all__ = ["ExpertAgent", "HeuristicAgent", "QuickAgent", "RandomAgent", "TreeAgent", "TunedAgent"]
