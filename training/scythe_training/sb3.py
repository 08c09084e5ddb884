"""Models that Stable-Baselines3 and sb3-contrib have saved, as agents. Loading one may run code that it holds."""

from __future__ import annotations

import json
import zipfile
from pathlib import Path
from typing import Any, ClassVar, Self

import numpy as np
import torch
from gymnasium import spaces
from numpy.typing import NDArray
from sb3_contrib import MaskablePPO
from sb3_contrib.common.maskable.policies import MaskableActorCriticPolicy
from stable_baselines3 import A2C, PPO
from stable_baselines3.common.policies import ActorCriticPolicy

from scythe_env.core.agent import Agent
from scythe_env.core.game import Game, Mask, Observation


class Sb3Agent(Agent):
    """Plays the policy of a model; what is illegal has no chance, also where the policy was trained without masks.

    Args:
        policy: a policy that gives actions probabilities: MaskablePPO's, PPO's or A2C's.
        game: the game that it is to play.
        greedy: choose the likeliest action, instead of drawing one by its probability.

    Raises:
        ValueError: the policy was trained on other observations or actions.
    """

    _masked: ClassVar[frozenset[str]] = frozenset(("observation", "action_mask"))

    def __init__(self, policy: ActorCriticPolicy | MaskableActorCriticPolicy, game: Game, greedy: bool = True) -> None:
        seen, actions = policy.observation_space, policy.action_space
        self._as_dictionary = isinstance(seen, spaces.Dict) and set(seen.spaces) == self._masked
        box = seen["observation"] if isinstance(seen, spaces.Dict) and self._as_dictionary else seen
        if box.shape != (game.observation_size,):
            raise ValueError(
                f"the model observes {box.shape}, not ({game.observation_size},) as here: play with the options that "
                "it was trained with, such as --players"
            )
        if not isinstance(actions, spaces.Discrete) or actions.n != game.num_actions:
            raise ValueError(f"the model's actions are {actions}, not Discrete({game.num_actions})")
        self.policy = policy
        self.greedy = greedy
        self._rng = np.random.default_rng()

    @classmethod
    def load(cls, file: Path, game: Game, trusted: bool, greedy: bool = True) -> Self:
        """Plays a model that MaskablePPO, PPO or A2C of Stable-Baselines3 has saved in a file.

        Args:
            file: what the model's ``save`` has written.
            game: the game that it is to play.
            trusted: whether it may be loaded, as it may hold code that is run then.
            greedy: choose the likeliest action, instead of drawing one by its probability.

        Raises:
            ValueError: the file is not trusted, is not such a model, or does not fit the game.
        """
        if not trusted:
            raise ValueError(
                "a model's .zip holds pickles, which can run code when they are loaded: if you trust whoever made it, "
                "say so by --trust, in Python by trusted=True"
            )
        return cls(_kind(file).load(file, device="cpu").policy, game, greedy)

    def reset(self, seed: int) -> None:
        """Start the generator."""
        self._rng = np.random.default_rng(seed)

    def act(self, observation: Observation, mask: Mask) -> int:
        """The likeliest legal action, or one drawn by its probability."""
        return int(self.act_many(observation[None], mask[None])[0])

    @torch.no_grad()
    def act_many(self, observations: NDArray[np.float32], masks: NDArray[np.int8]) -> NDArray[np.int64]:
        """The same for n games, in one pass of the network."""
        seen: Any = {"observation": observations, "action_mask": masks} if self._as_dictionary else observations
        chances: Any = self.policy.get_distribution(self.policy.obs_to_tensor(seen)[0]).distribution
        scores = np.where(masks, chances.logits.numpy(), -np.inf)
        if not self.greedy:
            scores += self._rng.gumbel(size=scores.shape)  # the largest is then a draw from the softmax
        return scores.argmax(1)  # type: ignore[no-any-return]


def _kind(file: Path) -> type[MaskablePPO | PPO | A2C]:
    """The algorithm that saved a model, told by what it saves; nothing is unpickled.

    Raises:
        ValueError: the file is missing, or no model of an algorithm whose policy gives actions probabilities.
    """
    try:
        with zipfile.ZipFile(file) as archive:
            data = json.loads(archive.read("data"))
        described = str(data["policy_class"]["__module__"])
    except OSError as error:
        raise ValueError(f"{file}: {error.strerror}") from None
    except (zipfile.BadZipFile, KeyError, TypeError, ValueError):
        raise ValueError(f"{file}: not a model saved by Stable-Baselines3") from None
    if described == "sb3_contrib.common.maskable.policies":
        return MaskablePPO
    if described == "stable_baselines3.common.policies":
        return PPO if "clip_range" in data else A2C
    raise ValueError(f"{file}: a model of {described}; those of MaskablePPO, PPO and A2C can be played")
