"""What makes the environments of a game from its options: :class:`Environments`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from gymnasium.vector import AutoresetMode

from . import options as rows
from .aec import GameEnv, WrappedEnv, wrap
from .agent import Agent
from .game import Game
from .registry import LineUp
from .rewards import LearnerReward, Potential, RewardFunction
from .single_agent import IllegalAction, SingleAgentEnv
from .vector import GameVectorEnv, Mixture


@dataclass(frozen=True)
class Environments:
    """Makes the environments of a game for PettingZoo and Gymnasium; a module of the game offers its methods.

    Attributes:
        game: the class of the game. Its options, the fields of its ``config_type``, are keyword arguments of all
            methods.
    """

    game: type[Game]

    def env(self, *, reward: str = "win", render_mode: str | None = None, **options: Any) -> WrappedEnv:
        """The AEC environment in PettingZoo's usual wrappers: an illegal action costs -1 and ends the game for all.

        Args:
            reward: the name of a reward of the game.
            render_mode: "human" (print), "ansi" (text), "rgb_array" (image) or None.
            options: those of the game.

        Raises:
            TypeError: an option is unknown.
            ValueError: an argument has an impossible value.
        """
        return wrap(self.raw_env(reward=reward, render_mode=render_mode, **options))

    def raw_env(self, *, reward: str = "win", render_mode: str | None = None, **options: Any) -> GameEnv:
        """The AEC environment without wrappers: faster, and an illegal action raises a ValueError.

        Arguments and exceptions are those of :meth:`env`.
        """
        return GameEnv(self._configured(reward, options), render_mode)

    def single_agent_env(
        self,
        *,
        opponents: LineUp | None = None,
        seat: int | None = None,
        illegal_action: IllegalAction = "lose",
        masked_observations: bool = False,
        reward: str | RewardFunction = "win",
        potential: Potential | None = None,
        discount: float = 1.0,
        steer: Agent | str | None = None,
        render_mode: str | None = None,
        **options: Any,
    ) -> SingleAgentEnv:
        """The Gymnasium environment, in which one seat learns; also by ``gymnasium.make``.

        Args:
            opponents: an agent for all other seats, or one for each; without any, they play at random. Agents may be
                given as texts (:mod:`.registry`), such as "heuristic".
            seat: the learner's seat; without one it is drawn for each game.
            illegal_action: "lose" or "raise"; see :class:`.SingleAgentEnv`.
            masked_observations: whether observations are dictionaries of "observation" and "action_mask".
            reward: the name of a reward of the game, or a function, see :class:`.LearnerReward`.
            potential: of positions, for shaping; see :class:`.LearnerReward`.
            discount: what the potential is discounted by in a step.
            steer: a script that plays the learner's turns: the learner chooses how at the beginning of each; see
                :mod:`.steering`.
            render_mode: "human" (print), "ansi" (text), "rgb_array" (image) or None.
            options: those of the game.

        Raises:
            TypeError: an option is unknown.
            ValueError: an argument has an impossible value, or the script cannot be steered.
        """
        named, learner_reward = _learner_reward(reward, potential, discount)
        return SingleAgentEnv(
            self._configured(named, options),
            opponents,
            seat=seat,
            illegal_action=illegal_action,
            masked_observations=masked_observations,
            learner_reward=learner_reward,
            steer=steer,
            render_mode=render_mode,
        )

    def vector_env(
        self,
        num_envs: int = 1,
        *,
        opponents: LineUp | Mixture | None = None,
        seat: int | None = None,
        autoreset_mode: AutoresetMode | str = AutoresetMode.NEXT_STEP,
        threads: int | None = 1,
        masked_observations: bool = False,
        reward: str | RewardFunction = "win",
        potential: Potential | None = None,
        discount: float = 1.0,
        steer: Agent | str | None = None,
        render_mode: str | None = None,
        **options: Any,
    ) -> GameVectorEnv:
        """The Gymnasium vector environment: many games for one learner; also by ``gymnasium.make_vec``.

        Other arguments and exceptions are those of :meth:`single_agent_env`.

        Args:
            num_envs: number of games.
            opponents: an agent for all other seats, one for each, or a :class:`.Mixture`.
            autoreset_mode: NEXT_STEP, SAME_STEP or DISABLED, as Gymnasium has them.
            threads: number of threads; None for one on each core.
            render_mode: "ansi" (text), "rgb_array" (image) or None.
        """
        named, learner_reward = _learner_reward(reward, potential, discount)
        return GameVectorEnv(
            self._configured(named, options),
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

    def _configured(self, reward: str, options: dict[str, Any]) -> Game:
        allowed = [row.name for row in rows.options(self.game.config_type)]
        unknown = [name for name in options if name not in allowed]
        if unknown:
            raise TypeError(f"unknown options {', '.join(unknown)}; allowed are {', '.join(allowed)}")
        return self.game(self.game.config_type(**options), reward)


def _learner_reward(
    reward: str | RewardFunction, potential: Potential | None, discount: float
) -> tuple[str, LearnerReward]:
    """The game's own reward, and what a learner is rewarded with."""
    if callable(reward):
        return "win", LearnerReward(reward, potential, discount)
    return reward, LearnerReward(None, potential, discount)
