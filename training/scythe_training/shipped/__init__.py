"""Agents that play policies which come with the package; docs/strength.md tells how each was trained.

A policy here is a folder as ``scythe train`` writes it, so a better run replaces it by its files.
"""

from __future__ import annotations

from pathlib import Path
from typing import Final

from scythe_env.core.agent import Agent
from scythe_env.core.game import Game

from ..policy import PolicyAgent

SHIPPED: Final = Path(__file__).parent
"""Folder of the policies, one in a folder each."""


def ppo(game: Game, *, greedy: bool = True) -> Agent:
    """The agent ``ppo``: a policy that MaskablePPO has trained on single decisions, for two players.

    Args:
        game: the game that is to be played.
        greedy: choose the likeliest action, instead of drawing one by its probability.

    Raises:
        ValueError: the game is another one, or has other seats.
    """
    return PolicyAgent.load(SHIPPED / "ppo", game, greedy)


def ppo_macro(game: Game, *, greedy: bool = True) -> Agent:
    """The agent ``ppo-macro``: a policy of MaskablePPO that chooses how ``tuned`` plays its turns, for two players.

    Args:
        game: the game that is to be played.
        greedy: choose the likeliest section, instead of drawing one by its probability.

    Raises:
        ValueError: the game is another one, or has other seats.
    """
    return PolicyAgent.load(SHIPPED / "ppo_macro", game, greedy)
