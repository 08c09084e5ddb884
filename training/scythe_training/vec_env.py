"""The games that SB3 learns from, stepped in compiled calls: :class:`LearnerVecEnv`. Imports torch, as SB3 does."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
from gymnasium import spaces
from gymnasium.vector import AutoresetMode
from numpy.typing import NDArray
from stable_baselines3.common.vec_env import VecEnv

from scythe_env.core.agent import Agent, Player
from scythe_env.core.batch import Batch
from scythe_env.core.game import MAX_SEED, Game
from scythe_env.core.registry import LineUp
from scythe_env.core.rewards import GAME_REWARD, LearnerReward


class LearnerVecEnv(VecEnv):
    """Many games with one learner in each, as MaskablePPO should see them.

    A limit ends a game as its rules do: the observation tells how far the game is and the score is final, so there is
    nothing to estimate beyond it. Infos are empty except for what the trainer logs at the end of a game, where the
    reward is what the game itself paid.

    Args:
        game: the rules.
        n: number of games.
        opponents: line-ups of opponents, spread evenly; see :class:`.Batch`.
        threads: number of threads; None for one on each core.
        learner_reward: what a step brings the learners; by default what the games pay at their end.
        steer: the script that the learners steer with a choice for each of their turns; see :class:`.Batch`.
        player: seats an opponent that is not compiled.

    Raises:
        ValueError: an argument has an impossible value.
    """

    def __init__(
        self,
        game: Game,
        n: int,
        opponents: Sequence[LineUp],
        *,
        threads: int | None = 1,
        learner_reward: LearnerReward = GAME_REWARD,
        steer: Agent | str | None = None,
        player: Callable[[Game, Agent], Player] = Player,
    ) -> None:
        self.batch = Batch(
            game,
            n,
            opponents,
            autoreset_mode=AutoresetMode.SAME_STEP,
            threads=threads,
            learner_reward=learner_reward,
            steer=steer,
            player=player,
        )
        self.render_mode = None
        super().__init__(n, game.observation_space(), spaces.Discrete(self.batch.num_actions))
        self._rng = np.random.default_rng()
        self._lengths = np.zeros(n, np.int64)
        self._actions = np.zeros(n, np.int64)

    def seed(self, seed: int | None = None) -> Sequence[int | None]:
        """Choose the games that the next reset deals; returns the seed for each game, which SB3 ignores."""
        self._rng = np.random.default_rng(seed)
        return [seed] * self.num_envs

    def reset(self) -> NDArray[np.float32]:
        """Deal new games.

        Returns:
            The learner's observations, float32 (n, ``observation_size``); a copy.
        """
        self.batch.reset(self._rng.integers(MAX_SEED, size=self.num_envs, dtype=np.uint64, endpoint=True))
        self._lengths[:] = 0
        return self.batch.arrays.observations.copy()

    def step_async(self, actions: NDArray[np.int64]) -> None:
        """Take the actions, int64 (n,)."""
        self._actions = actions

    def step_wait(
        self,
    ) -> tuple[NDArray[np.float32], NDArray[np.float32], NDArray[np.bool_], list[dict[str, Any]]]:
        """Play the actions and the other seats; games that end are dealt anew.

        Returns:
            Observations, rewards, dones, infos; the arrays are new.

        Raises:
            ValueError: an action is not legal; no game has changed.
        """
        batch, arrays = self.batch, self.batch.arrays
        batch.step(self._actions)
        self._lengths += 1
        dones, rewards = arrays.outcomes != 0, batch.learner_rewards().astype(np.float32)
        infos: list[dict[str, Any]] = [{} for _ in range(self.num_envs)]
        for i in np.flatnonzero(dones).tolist():
            seat = int(batch.seating["last"][i])
            result = batch.game.results(arrays.scores[i])[seat]
            infos[i] = {
                "episode": {"r": float(arrays.rewards[i, seat]), "l": int(self._lengths[i]), "t": 0.0},
                "is_success": result["rank"] == 1,
                "terminal_observation": arrays.final_observations[i].copy(),
            }
            self._lengths[i] = 0
        return arrays.observations.copy(), rewards, dones, infos

    def action_masks(self) -> NDArray[np.bool_]:
        """The learner's legal actions, bool (n, number of them); a copy."""
        return self.batch.arrays.masks.astype(np.bool_)

    def env_method(self, method_name: str, *method_args: Any, indices: Any = None, **method_kwargs: Any) -> list[Any]:
        """What a method tells of each game; MaskablePPO asks for ``action_masks``.

        Raises:
            AttributeError: the method is unknown.
        """
        if method_name != "action_masks":
            raise AttributeError(f"games of a batch do not have a method {method_name!r}; allowed is action_masks")
        return [*self.action_masks()[self._chosen(indices)]]

    def get_attr(self, attr_name: str, indices: Any = None) -> list[Any]:
        """An attribute, for each game.

        Raises:
            AttributeError: the attribute is unknown.
        """
        return [getattr(self, attr_name)] * len(self._chosen(indices))

    def set_attr(self, attr_name: str, value: Any, indices: Any = None) -> None:
        """Not possible, as the games share their attributes.

        Raises:
            AttributeError: always.
        """
        raise AttributeError(f"games of a batch share their attributes: {attr_name} cannot be set for some of them")

    def env_is_wrapped(self, wrapper_class: Any, indices: Any = None) -> list[bool]:
        """Whether each game is wrapped: none is, but infos hold what ``Monitor`` would add."""
        return [False] * len(self._chosen(indices))

    def close(self) -> None:
        """Does nothing: nothing is held open."""

    def _chosen(self, indices: Any) -> NDArray[np.int64]:
        return np.arange(self.num_envs) if indices is None else np.atleast_1d(indices)
