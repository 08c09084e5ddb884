"""Scythe for PettingZoo and Gymnasium.

| | |
| --- | --- |
| Agents | 1 to 7: `player_0`, `player_1`, ..., clockwise; they act one at a time, often several times in a row |
| Action space | `Discrete(220)`; a turn is a sequence of small decisions, the mask says what is legal in the one due |
| Observation | `{"observation": float32 (n,), "action_mask": int8 (220,)}`; n depends on the options |
| Rewards | once, for all, when the game is over: `reward="win"`, `"rank"`, `"score"` or `"margin"` (see `Scythe`) |
| Termination | a sixth star ends the game for all agents at once |
| Truncation | after `max_rounds` rounds, for all agents at once; the game is scored as it stands |
| Info | numbers of faction and mat (`FACTIONS`, `MATS` have their names); score, its parts and rank, 0 until the end |

    from scythe_env import scythe_v0

    env = scythe_v0.env(players=3, factions=["nordic", None, "crimea"])
    env.reset(seed=42)
    for agent in env.agent_iter():
        observation, reward, termination, truncation, info = env.last()
        if termination or truncation:
            action = None
        else:
            action = env.action_space(agent).sample(observation["action_mask"])
        env.step(action)

All factories (:class:`.Environments`) take the fields of `ScytheConfig` as keyword arguments; what is not given is
drawn for each game. With `automas=1` a seat is an Automa's, the solo opponent of the rules: `env(players=1, automas=1,
automa_level=2)`. With `steer="tuned"` (`scythe_env/Scythe-macro-v0`) a learner decides once a turn how this script
plays. Spaces are seeded separately, with `env.action_space(agent).seed(...)`. A `parallel_env` is not offered, as
players act in turn.

Version history: v0, the first one.
"""

from __future__ import annotations

from typing import Final

from .core.environments import Environments
from .scythe.components import FACTIONS, MATS
from .scythe.game import Scythe

__all__ = ["FACTIONS", "MATS", "env", "raw_env", "single_agent_env", "vector_env"]

_MADE: Final = Environments(Scythe)
env, raw_env = _MADE.env, _MADE.raw_env
single_agent_env, vector_env = _MADE.single_agent_env, _MADE.vector_env
