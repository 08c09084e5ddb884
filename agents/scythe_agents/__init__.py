"""Agents that play the games of :mod:`scythe_env`."""

from __future__ import annotations

from scythe_env.core.agent import RandomAgent

from .heuristic import HeuristicAgent
from .registry import AGENTS, make_agent

__all__ = ["AGENTS", "HeuristicAgent", "RandomAgent", "make_agent"]
