"""The policy that PPO trains: :class:`LearnerPolicy`. Imports torch."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple, Self

import torch
from sb3_contrib.common.maskable.policies import MaskableActorCriticPolicy
from torch import Tensor
from torch.nn import functional

from .policy import StoredPolicy

_NEVER = -1e8  # the score of an action that is not legal, as MaskablePPO has it


class Layer(NamedTuple):
    """A linear layer: weight (out, in) and bias (out,)."""

    weight: Any
    bias: Any


class Inputs(NamedTuple):
    """Observations by what is not 0 in them: as that is a tenth or less, sums over it cost less than products.

    Attributes:
        places: where the numbers that are not 0 are in their observations, int64 (k,).
        firsts: the first of them in each observation, int64 (n,).
        values: these numbers, float32 (k,).
    """

    places: Tensor
    firsts: Tensor
    values: Tensor

    @classmethod
    def of(cls, observations: Tensor) -> Self:
        """The inputs for observations, float32 (n, ``observation_size``)."""
        rows, places = observations.nonzero(as_tuple=True)
        return cls(places, torch.searchsorted(rows, torch.arange(len(observations))), observations[rows, places])

    def through(self, layers: Sequence[Layer]) -> tuple[Tensor, ...]:
        """What each of some linear layers makes of the observations, float32 (n, out)."""
        weights, biases = torch.cat([layer.weight for layer in layers]), torch.cat([layer.bias for layer in layers])
        table = weights.t().contiguous()
        sums = functional.embedding_bag(self.places, table, self.firsts, mode="sum", per_sample_weights=self.values)
        return torch.split(sums + biases, [len(layer.bias) for layer in layers], 1)


class LearnerPolicy(MaskableActorCriticPolicy):
    """The policy of MaskablePPO, which may be kept close to a teacher.

    In PPO's loss the entropy stands for a bonus: here the weighted entropy, less the weighted divergence from the
    teacher, so that the bonus itself is to be weighted by 1 (``ent_coef``). The divergence is KL(teacher || policy), by
    which clones are trained too. Its gradient at a score is the difference of two probabilities, however sure the
    teacher is; that of KL(policy || teacher) grows with the logarithm of what the teacher never does.

    Attributes:
        entropy_weight: weight of the entropy in the bonus.
        teacher: the teacher's scores of all actions, (n, ``num_actions``); None without a teacher.
        teacher_weight: weight of the divergence in the bonus.
        entropy: the mean entropy in the batch that was learned from last.
        divergence: the mean divergence in it, 0 while it has no weight.
    """

    entropy_weight: float = 0.0
    teacher: Callable[[Inputs], Tensor] | None = None
    teacher_weight: float = 0.0
    entropy: float = 0.0
    divergence: float = 0.0

    def evaluate_actions(
        self, obs: Tensor, actions: Tensor, action_masks: Tensor | None = None
    ) -> tuple[Tensor, Tensor, Tensor]:
        """What PPO's loss is made of.

        Args:
            obs: observations, float32 (n, ``observation_size``).
            actions: the actions that were taken, int64 (n,).
            action_masks: 1 for legal actions, (n, ``num_actions``).

        Returns:
            Values (n, 1), log-probabilities of the actions (n,), bonus (n,).
        """
        assert action_masks is not None
        illegal, inputs = action_masks == 0, Inputs.of(obs)
        actor, critic = self.mlp_extractor.policy_net, self.mlp_extractor.value_net
        for_actor, for_critic = inputs.through([Layer(net[0].weight, net[0].bias) for net in (actor, critic)])
        own = self.action_net(actor[1:](for_actor)).masked_fill(illegal, _NEVER).log_softmax(1)
        entropy = -(own.exp() * own).sum(1)
        self.entropy, self.divergence = float(entropy.detach().mean()), 0.0
        bonus = self.entropy_weight * entropy
        if self.teacher is not None and self.teacher_weight:
            taught = self.teacher(inputs).masked_fill(illegal, _NEVER).log_softmax(1)
            divergence = (taught.exp() * (taught - own)).sum(1)
            self.divergence = float(divergence.detach().mean())
            bonus = bonus - self.teacher_weight * divergence
        return self.value_net(critic[1:](for_critic)), own.gather(1, actions[:, None])[:, 0], bonus


def scores_of(policy: StoredPolicy) -> Callable[[Inputs], Tensor]:
    """What gives the scores of a stored policy to torch, as :meth:`.StoredPolicy.scores` gives them to numpy."""
    training = policy.settings.training
    activation = {"tanh": torch.tanh, "relu": torch.relu}[training.activation]
    layers = [
        Layer(*(torch.from_numpy(policy.weights[f"actor.{k}.{part}"]) for part in Layer._fields))
        for k in range(len(training.hidden) + 1)
    ]

    def scores(inputs: Inputs) -> Tensor:
        (x,) = inputs.through(layers[:1])
        for layer in layers[1:]:
            x = functional.linear(activation(x), *layer)
        return x

    return scores
