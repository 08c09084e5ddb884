"""A policy that is kept close to a teacher while PPO trains it: :class:`TaughtPolicy`. Imports torch."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, cast

import torch
from sb3_contrib.common.maskable.policies import MaskableActorCriticPolicy

from .policy import StoredPolicy

_NEVER = -1e8  # the score of an action that is not legal, as MaskablePPO has it


class TaughtPolicy(MaskableActorCriticPolicy):
    """The policy of MaskablePPO, whose bonus for entropy is less by its divergence from a teacher.

    The divergence is KL(teacher || policy), the loss by which clones are trained. Its gradient at a score is the
    difference of two probabilities, however sure the teacher is; that of KL(policy || teacher) grows with the
    logarithm of what the teacher never does, which a sharp teacher makes large.

    Attributes:
        teacher: the teacher's scores of all actions, (n, ``num_actions``), for observations (n, ``observation_size``).
        entropy_weight: weight of the entropy in the bonus, whose own weight (``ent_coef``) must be 1.
        teacher_weight: weight of the divergence in it.
        divergence: the mean divergence in the last batch that was learned from, while its weight was not 0.
    """

    teacher: Callable[[torch.Tensor], torch.Tensor]
    entropy_weight: float
    teacher_weight: float
    divergence: float = 0.0

    def evaluate_actions(
        self, obs: torch.Tensor, actions: torch.Tensor, action_masks: torch.Tensor | None = None
    ) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor | None]:
        """Values, log-probabilities of the actions, and the bonus, (n,) each, as PPO asks for them in its loss."""
        values, log_prob, entropy = super().evaluate_actions(obs, actions, action_masks)
        assert entropy is not None and action_masks is not None
        bonus = self.entropy_weight * entropy
        if self.teacher_weight:
            with torch.no_grad():
                taught = self.teacher(obs).masked_fill(action_masks == 0, _NEVER).log_softmax(1)
            own = cast(Any, self.action_dist).distribution.logits  # normalised, for the same actions
            divergence = (taught.exp() * (taught - own)).sum(1)
            self.divergence = float(divergence.detach().mean())
            bonus = bonus - self.teacher_weight * divergence
        return values, log_prob, bonus


def scores_of(policy: StoredPolicy) -> Callable[[torch.Tensor], torch.Tensor]:
    """The scores of a stored policy for torch, as :meth:`.StoredPolicy.scores` gives them for numpy."""
    training = policy.settings.training
    layers = [
        (torch.from_numpy(policy.weights[f"actor.{k}.weight"]), torch.from_numpy(policy.weights[f"actor.{k}.bias"]))
        for k in range(len(training.hidden) + 1)
    ]
    activation = {"tanh": torch.tanh, "relu": torch.relu}[training.activation]

    def scores(observations: torch.Tensor) -> torch.Tensor:
        x = observations
        for k, (weight, bias) in enumerate(layers):
            x = torch.nn.functional.linear(x if k == 0 else activation(x), weight, bias)
        return x

    return scores
