"""Agents by the names that the command line, settings and result files use."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from scythe_agents import HeuristicAgent, RandomAgent

from scythe_env.core.agent import Agent
from scythe_env.scythe.game import Scythe

BUILT_IN: Final = {"random": RandomAgent, "heuristic": HeuristicAgent}
"""The baseline agents by name."""


def make_agent(name: str, game: Scythe) -> Agent:
    """A new agent that plays ``game``.

    Args:
        name: one of :data:`BUILT_IN`, or the folder of a stored policy.
        game: the game that it is to play.

    Raises:
        ModuleNotFoundError: a policy is asked for and safetensors is not installed.
        ValueError: there is no such agent, the policy is damaged, or it was trained for another game.
    """
    if name in BUILT_IN:
        return BUILT_IN[name]()
    folder = Path(name)
    if not folder.is_dir():
        raise ValueError(f"unknown agent {name!r}: allowed are {', '.join(BUILT_IN)} and the folder of a stored policy")
    from .policy import PolicyAgent, StoredPolicy

    return PolicyAgent(StoredPolicy.load(folder), game)
