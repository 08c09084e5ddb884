"""An example of RLlib: PPO with action masks on the PettingZoo environment, one network for all seats.

    python -m scythe_training.rllib_example --iterations 50 --workers 4

Games are played by workers of a Ray cluster, the network learns in this process. ``python -m pip install
'scythe-env[train,ray]'`` brings what is needed.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Any

import numpy as np
import torch
import typer
from ray.rllib.algorithms.ppo import PPOConfig
from ray.rllib.core.columns import Columns
from ray.rllib.core.rl_module.apis import ValueFunctionAPI
from ray.rllib.core.rl_module.multi_rl_module import MultiRLModuleSpec
from ray.rllib.core.rl_module.rl_module import RLModuleSpec
from ray.rllib.core.rl_module.torch import TorchRLModule
from ray.rllib.env.wrappers.pettingzoo_env import PettingZooEnv
from ray.rllib.utils.torch_utils import FLOAT_MIN
from rich.console import Console
from scythe_agents import RandomAgent

from scythe_env import scythe_v0
from scythe_env.core.agent import Agent
from scythe_env.core.game import Mask, Observation
from scythe_env.scythe.config import ScytheConfig
from scythe_env.scythe.game import Scythe

from .distributed import cluster, evaluate
from .tables import evaluation_tables

POLICY = "shared"
"""The name of the network that plays all seats."""


class MaskedNetwork(TorchRLModule, ValueFunctionAPI):  # type: ignore[misc]
    """Two perceptrons, for policy and value; the policy gives zero probability to what the mask excludes."""

    def setup(self) -> None:
        """Make the networks that ``model_config`` describes by ``"hidden"``, the widths of their layers."""
        inputs, hidden = self.observation_space["observation"].shape[0], self.model_config["hidden"]
        self.actor = _perceptron(inputs, hidden, int(self.action_space.n))
        self.critic = _perceptron(inputs, hidden, 1)

    def _forward(self, batch: dict[str, Any], **_: Any) -> dict[str, torch.Tensor]:
        seen = batch[Columns.OBS]
        logits = self.actor(seen["observation"])
        # finite, as agents do not have a legal action in what they see after their last one
        return {Columns.ACTION_DIST_INPUTS: logits.masked_fill(seen["action_mask"] == 0, FLOAT_MIN)}

    def compute_values(self, batch: dict[str, Any], embeddings: Any = None) -> torch.Tensor:
        """The value of each position, float32 (n,)."""
        values: torch.Tensor = self.critic(batch[Columns.OBS]["observation"])
        return values.squeeze(-1)


def _perceptron(inputs: int, hidden: Sequence[int], outputs: int) -> torch.nn.Sequential:
    layers: list[torch.nn.Module] = []
    for width in hidden:
        layers += [torch.nn.Linear(inputs, width), torch.nn.Tanh()]
        inputs = width
    return torch.nn.Sequential(*layers, torch.nn.Linear(inputs, outputs))


class NetworkAgent(Agent):
    """Plays the likeliest action of a network."""

    def __init__(self, network: MaskedNetwork) -> None:
        self.network = network

    @torch.no_grad()
    def act(self, observation: Observation, mask: Mask) -> int:
        """The likeliest legal action."""
        scores = self.network.actor(torch.from_numpy(observation)).numpy()
        return int(np.where(mask, scores, -np.inf).argmax())


class MaskedEnv(PettingZooEnv):  # type: ignore[misc]
    """The environment for RLlib. It refuses illegal actions, so a run that continues has respected the masks.

    Args:
        options: those of :func:`.scythe_v0.raw_env`.
    """

    def __init__(self, options: dict[str, Any]) -> None:
        super().__init__(scythe_v0.raw_env(**options))

    def step(self, action: dict[str, Any]) -> tuple[dict[str, Any], ...]:
        """Play a decision; a game that the limit of rounds ends is scored, so its value need not be estimated."""
        observations, rewards, ended, cut_off, infos = super().step(action)
        over = {agent: ended[agent] or cut_off[agent] for agent in ended}
        return observations, rewards, over, dict.fromkeys(over, False), infos


def masked_ppo(*, players: int, max_rounds: int, workers: int, batch: int, seed: int = 0) -> PPOConfig:
    """PPO in which all seats learn, each from its own decisions and its reward at the end.

    Args:
        players: seats at the table.
        max_rounds: rounds after which a game is cut off.
        workers: processes that play; each takes a processor of the cluster.
        batch: decisions of an iteration, over all seats.
        seed: of network and games.
    """
    module = RLModuleSpec(module_class=MaskedNetwork, model_config={"hidden": (128, 128)})
    return (
        PPOConfig()
        .environment(
            MaskedEnv,
            env_config={"players": players, "max_rounds": max_rounds, "reward": "margin"},
            disable_env_checking=True,  # the check plays illegal actions
        )
        .env_runners(num_env_runners=workers)
        .multi_agent(policies={POLICY}, policy_mapping_fn=lambda agent, episode, **_: POLICY)
        .rl_module(rl_module_spec=MultiRLModuleSpec(rl_module_specs={POLICY: module}))
        .training(
            train_batch_size_per_learner=batch,
            minibatch_size=min(batch, 512),
            num_epochs=4,
            lr=3e-4,
            gamma=1.0,  # the only reward comes at the end
            lambda_=0.95,
            clip_param=0.2,
            entropy_coeff=0.01,
        )
        .debugging(seed=seed)
    )


def main(
    iterations: Annotated[int, typer.Option(min=1, help="Updates; each plays a batch of decisions.")] = 20,
    players: Annotated[int, typer.Option("--players", "-p", help="Seats at the table, 1 to 7.")] = 2,
    max_rounds: Annotated[int, typer.Option(help="The game is cut off and scored after this many rounds.")] = 30,
    batch: Annotated[int, typer.Option(min=2, help="Decisions of an iteration, over all seats.")] = 4096,
    workers: Annotated[int, typer.Option(min=1, help="Processes that play.")] = 2,
    address: Annotated[str, typer.Option(help="local, auto or HOST:PORT of a Ray cluster.")] = "local",
    seed: Annotated[int, typer.Option("--seed", "-s", min=0, max=2**32 - 1, help="Of network and games.")] = 0,
    deals: Annotated[int, typer.Option(min=1, help="Deals played against random play afterwards.")] = 50,
) -> None:
    """Train one network for all seats with RLlib's PPO and action masks, then let it play."""
    config = masked_ppo(players=players, max_rounds=max_rounds, workers=workers, batch=batch, seed=seed)
    with cluster(address, workers if address == "local" else None):
        algorithm = config.build_algo()
        for iteration in range(1, iterations + 1):
            result = algorithm.train()
            learned = result["learners"][POLICY]
            print(
                f"{iteration}: {int(result['num_env_steps_sampled_lifetime']):,} decisions, "
                f"entropy {learned['entropy']:.2f}, value error {learned['vf_loss']:.2g}",
                flush=True,
            )
        network = algorithm.get_module(POLICY)
        algorithm.stop()  # its workers leave their processors to the games
        agents = {"trained": NetworkAgent(network), "random": RandomAgent()}
        game = Scythe(ScytheConfig(players=players, max_rounds=max_rounds))
        Console(highlight=False, markup=False).print(*evaluation_tables(evaluate(game, agents, deals=deals, seed=seed)))


if __name__ == "__main__":
    typer.run(main)
