"""Agents that play the games of :mod:`scythe_env`."""

from scythe_env.core.agent import RandomAgent

from .heuristic import HeuristicAgent

__all__ = ["HeuristicAgent", "RandomAgent"]
