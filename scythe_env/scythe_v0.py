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

All factories take the fields of `ScytheConfig` as keyword arguments; what is not given is drawn for each game. With
`automas=1` a seat is an Automa's, the solo opponent of the rules: `env(players=1, automas=1, automa_level=2)`. Spaces
are seeded separately, with `env.action_space(agent).seed(...)`. A `parallel_env` is not offered, as players act in
turn.

Version history: v0, the first one.
"""

from __future__ import annotations

from dataclasses import fields
from typing import Any

from gymnasium.vector import AutoresetMode

from .core.aec import GameEnv, WrappedEnv, wrap
from .core.agent import Agent
from .core.registry import LineUp
from .core.rewards import LearnerReward, Potential, RewardFunction
from .core.single_agent import IllegalAction, SingleAgentEnv
from .core.vector import GameVectorEnv, Mixture
from .scythe.components import FACTIONS, MATS
from .scythe.config import ScytheConfig
from .scythe.game import Scythe
from .scythe.rules.scoring import Reward

__all__ = ["FACTIONS", "MATS", "env", "raw_env", "single_agent_env", "vector_env"]


def env(*, reward: Reward = "win", render_mode: str | None = None, **options: Any) -> WrappedEnv:
    """The AEC environment in PettingZoo's usual wrappers: an illegal action loses the game (-1) and ends it for all.

    Args:
        reward: "win", "rank", "score" or "margin"; see :class:`.Scythe`.
        render_mode: "human" (print), "ansi" (text), "rgb_array" (image) or None.
        options: fields of :class:`.ScytheConfig`.

    Raises:
        TypeError: an option is unknown.
        ValueError: an argument has an impossible value.
    """
    return wrap(raw_env(reward=reward, render_mode=render_mode, **options))


def raw_env(*, reward: Reward = "win", render_mode: str | None = None, **options: Any) -> GameEnv:
    """The AEC environment without wrappers: faster, and an illegal action raises a ValueError.

    Arguments and exceptions are those of :func:`env`.
    """
    return GameEnv(_game(reward, options), render_mode)


def single_agent_env(
    *,
    opponents: LineUp | None = None,
    seat: int | None = None,
    illegal_action: IllegalAction = "lose",
    masked_observations: bool = False,
    reward: Reward | RewardFunction = "win",
    potential: Potential | None = None,
    discount: float = 1.0,
    steer: Agent | str | None = None,
    render_mode: str | None = None,
    **options: Any,
) -> SingleAgentEnv:
    """The Gymnasium environment, in which one seat learns; also ``gymnasium.make("scythe_env/Scythe-v0")``.

    Args:
        opponents: an agent for all other seats, or one for each; without any, they play at random. Agents may be given
            as texts (:mod:`.registry`), such as "heuristic".
        seat: the learner's seat; without one it is drawn for each game.
        illegal_action: "lose" or "raise"; see :class:`.SingleAgentEnv`.
        masked_observations: whether observations are dictionaries of "observation" and "action_mask".
        reward: "win", "rank", "score" or "margin", see :class:`.Scythe`; or a function, see :class:`.LearnerReward`.
        potential: of positions, for shaping; see :class:`.LearnerReward`.
        discount: what the potential is discounted by in a step.
        steer: a script that plays the learner's turns, such as "tuned": the learner chooses how at the beginning of
            each; see :mod:`.steering`. ``gymnasium.make("scythe_env/Scythe-macro-v0")`` steers the tuned one.
        render_mode: "human" (print), "ansi" (text), "rgb_array" (image) or None.
        options: fields of :class:`.ScytheConfig`.

    Raises:
        TypeError: an option is unknown.
        ValueError: an argument has an impossible value.
    """
    named, learner_reward = _learner_reward(reward, potential, discount)
    return SingleAgentEnv(
        _game(named, options),
        opponents,
        seat=seat,
        illegal_action=illegal_action,
        masked_observations=masked_observations,
        learner_reward=learner_reward,
        steer=steer,
        render_mode=render_mode,
    )


def vector_env(
    num_envs: int = 1,
    *,
    opponents: LineUp | Mixture | None = None,
    seat: int | None = None,
    autoreset_mode: AutoresetMode | str = AutoresetMode.NEXT_STEP,
    threads: int | None = 1,
    masked_observations: bool = False,
    reward: Reward | RewardFunction = "win",
    potential: Potential | None = None,
    discount: float = 1.0,
    steer: Agent | str | None = None,
    render_mode: str | None = None,
    **options: Any,
) -> GameVectorEnv:
    """The Gymnasium vector environment: many games for one learner; also by ``gymnasium.make_vec``.

    Args:
        num_envs: number of games.
        opponents: an agent for all other seats, one for each, or a :class:`.Mixture`; without any, they play at random.
            Agents may be given as texts (:mod:`.registry`), such as "heuristic".
        seat: the learner's seat; without one it is drawn for each game.
        autoreset_mode: NEXT_STEP, SAME_STEP or DISABLED, as Gymnasium has them.
        threads: number of threads; None for one on each core.
        masked_observations: whether observations are dictionaries of "observation" and "action_mask".
        reward: "win", "rank", "score" or "margin", see :class:`.Scythe`; or a function, see :class:`.LearnerReward`.
        potential: of positions, for shaping; see :class:`.LearnerReward`.
        discount: what the potential is discounted by in a step.
        steer: a script that plays the learners' turns, as in :func:`single_agent_env`.
        render_mode: "ansi" (text), "rgb_array" (image) or None.
        options: fields of :class:`.ScytheConfig`.

    Raises:
        TypeError: an option is unknown.
        ValueError: an argument has an impossible value.
    """
    named, learner_reward = _learner_reward(reward, potential, discount)
    return GameVectorEnv(
        _game(named, options),
        num_envs,
        opponents,
        seat=seat,
        autoreset_mode=autoreset_mode,
        threads=threads,
        masked_observations=masked_observations,
        learner_reward=learner_reward,
        steer=steer,
        render_mode=render_mode,
    )


def _learner_reward(
    reward: Reward | RewardFunction, potential: Potential | None, discount: float
) -> tuple[Reward, LearnerReward]:
    """The game's own reward, and what a learner is rewarded with."""
    if callable(reward):
        return "win", LearnerReward(reward, potential, discount)
    return reward, LearnerReward(None, potential, discount)


def _game(reward: Reward, options: dict[str, Any]) -> Scythe:
    allowed = [field.name for field in fields(ScytheConfig)]
    unknown = [name for name in options if name not in allowed]
    if unknown:
        raise TypeError(f"unknown options {', '.join(unknown)}; allowed are {', '.join(allowed)}")
    return Scythe(ScytheConfig(**options), reward)
