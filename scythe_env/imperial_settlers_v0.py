"""Imperial Settlers for PettingZoo and Gymnasium.

| | |
| --- | --- |
| Agents | 1 to 4: `player_0`, `player_1`, ..., clockwise; they act one at a time, often more than once in a row |
| Action space | `Discrete(174)`; a turn is a sequence of small decisions, the mask says what is legal in the one due |
| Observation | `{"observation": float32 (n,), "action_mask": int8 (174,)}`; n depends on the number of players |
| Rewards | once, for all, when the game is over: `reward="win"`, `"rank"` or `"margin"` (see `ImperialSettlers`) |
| Termination | after the fifth round for all agents at once |
| Truncation | after `max_decisions` decisions, for all agents at once; the game is scored as it stands |
| Info | number of the faction (`FACTIONS` has the names); score, its parts and rank, 0 until the end |

    from scythe_env import imperial_settlers_v0

    env = imperial_settlers_v0.env(players=3, factions=["romans", None, "japanese"])
    env.reset(seed=42)
    for agent in env.agent_iter():
        observation, reward, termination, truncation, info = env.last()
        if termination or truncation:
            action = None
        else:
            action = env.action_space(agent).sample(observation["action_mask"])
        env.step(action)

All factories (:class:`.Environments`) take the fields of `ImperialSettlersConfig` as keyword arguments; what is not
given is drawn for each game. A `parallel_env` is not offered, as players act in turn.

Version history: v0, the first one: the base game with all variants and the solo game, without expansions.
"""

from __future__ import annotations

from typing import Final

from .core.environments import Environments
from .imperial_settlers.components import FACTIONS
from .imperial_settlers.game import ImperialSettlers

__all__ = ["FACTIONS", "env", "raw_env", "single_agent_env", "vector_env"]

_MADE: Final = Environments(ImperialSettlers)
env, raw_env = _MADE.env, _MADE.raw_env
single_agent_env, vector_env = _MADE.single_agent_env, _MADE.vector_env
