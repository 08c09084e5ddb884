"""Agents by name."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from scythe_env.core.agent import Agent, RandomAgent

from .heuristic import HeuristicAgent

AGENTS: Final[dict[str, Callable[[], Agent]]] = {"random": RandomAgent, "heuristic": HeuristicAgent}
"""What makes the agent of each name."""


def make_agent(name: str) -> Agent:
    """A new agent of the given name, one of :data:`AGENTS`.

    Raises:
        ValueError: there is no such agent; the message lists those that there are.
    """
    if name not in AGENTS:
        raise ValueError(f"there is no agent {name!r}; allowed are {', '.join(AGENTS)}")
    return AGENTS[name]()
