"""Agents that search over plans for their turns, with scripts and a value net that come with the package."""

from __future__ import annotations

import functools
from pathlib import Path
from typing import Final

import numpy as np

from scythe_env.core.game import Game
from scythe_env.core.planning import Net, PlanningAgent
from scythe_env.scythe.config import ScytheConfig
from scythe_env.scythe.constants import MAX_PLAYERS
from scythe_env.scythe.game import Scythe

from .heuristic import HeuristicAgent
from .plans import NUM_FEATURES, PLANS

SHIPPED: Final = Path(__file__).parent / "shipped"
"""Folder of weights found by training."""

NET_FILE: Final = SHIPPED / "value.safetensors"


class TunedAgent(HeuristicAgent):
    """The heuristic with weights found by evolution, for two players or for more.

    Args:
        game: the game that is to be played.
    """

    def __init__(self, game: Game) -> None:
        super().__init__(tuned_file(game.num_players))


def tuned_file(players: int) -> Path:
    """The file of tuned weights for a table."""
    return SHIPPED / ("tuned_two.json" if players == 2 else "tuned_more.json")


class ExpertAgent(PlanningAgent):
    """Searches over plans for its turns, about 0.1 s each.

    Args:
        game: the game that is to be played.
        candidates, samples, turns, spread, caution, seconds: see :class:`.PlanningAgent`.
        weights: a file of weights of the script; by default the tuned ones.
        net: a file of a value net (:func:`read_net`); by default the shipped one.

    Raises:
        TypeError, ValueError: a setting is impossible, or a file cannot be read or does not fit.
    """

    def __init__(
        self,
        game: Game,
        *,
        candidates: int = 32,
        samples: int = 3,
        turns: int = 6,
        spread: float = 0.5,
        caution: float = 1.0,
        seconds: float | None = None,
        weights: Path | None = None,
        net: Path = NET_FILE,
    ) -> None:
        own = HeuristicAgent(weights or tuned_file(game.num_players)).weights
        rivals = [HeuristicAgent().weights, own]
        settings = {"candidates": candidates, "samples": samples, "turns": turns, "spread": spread, "caution": caution}
        super().__init__(game, PLANS, own, rivals, read_net(Path(net)), seconds=seconds, **settings)  # type: ignore[arg-type]


class QuickAgent(ExpertAgent):
    """The same search with a small budget, about 4 ms a turn, for rollouts and batches.

    Args:
        game: the game that is to be played.
    """

    def __init__(self, game: Game) -> None:
        super().__init__(game, candidates=8, samples=1, turns=4)


def read_net(file: Path) -> Net:
    """The value net in a safetensors file.

    Its tensors are ``0.weight`` (inputs, n1), ``0.bias``, ``1.weight`` (n1, n2), ``1.bias``, ``2.weight`` (n2, 1) and
    ``2.bias``, float16 or float32.

    Raises:
        ValueError: the file is missing, damaged or not such a net, or was trained for other observations.
    """
    from safetensors import SafetensorError, safe_open

    names = [f"{layer}.{part}" for layer in range(3) for part in ("weight", "bias")]
    try:
        with safe_open(file, "np") as stored:
            metadata = stored.metadata() or {}
            found = set(stored.keys())
            tensors = [stored.get_tensor(name).astype(np.float32) for name in names if name in found]
    except OSError as error:
        raise ValueError(f"{file}: {error.strerror or error}") from None
    except (SafetensorError, KeyError) as error:
        raise ValueError(f"{file}: damaged: {error}") from None
    shapes = [tensor.shape for tensor in tensors]
    if len(tensors) == len(names) and all(len(shape) == 2 - k % 2 for k, shape in enumerate(shapes)):
        n1, n2 = shapes[1][0], shapes[3][0]
        if shapes == [(NUM_FEATURES, n1), (n1,), (n1, n2), (n2,), (n2, 1), (1,)]:
            if metadata.get("interface") != net_interface():
                raise ValueError(f"{file}: the net was trained for other observations: train it anew")
            values = np.concatenate([tensor.reshape(-1) for tensor in tensors])
            if not np.isfinite(values).all():
                raise ValueError(f"{file}: the net holds numbers that are not finite")
            return Net(values, NUM_FEATURES, (n1, n2))
    raise ValueError(f"{file}: not a value net of {NUM_FEATURES} inputs: its tensors are {shapes}")


@functools.cache
def net_interface() -> str:
    """Digest of what the inputs of nets mean."""
    return Scythe(ScytheConfig(players=MAX_PLAYERS)).interface()
