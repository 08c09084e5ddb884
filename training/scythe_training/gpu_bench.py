"""How fast games run on this machine's GPU: :func:`measure`."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from importlib.util import find_spec
from typing import Final

from scythe_env.core import gpu
from scythe_env.core.gpu import DeviceGames
from scythe_env.scythe.config import ScytheConfig
from scythe_env.scythe.game import Scythe

from .bench import PLAYERS, Figure

SIZES: Final = (1024, 16_384, 131_072)
"""Numbers of games at once."""


def device() -> str:
    """The GPU that is measured.

    Raises:
        ImportError, RuntimeError: none can be used; see :func:`.gpu.require_device`.
    """
    gpu.require_device()
    return str(gpu.cuda.get_current_device().name)


def torch_sees_games() -> bool:
    """Whether PyTorch is installed and supports the memory that games are in."""
    if not find_spec("torch"):
        return False
    import torch

    return gpu.SIMULATED or torch.cuda.is_available()


def measure(seconds: float = 1.0, sizes: Sequence[int] = SIZES) -> Iterator[Figure]:
    """Measure one figure after the other, in decisions of all games together.

    Args:
        seconds: minimum duration of a measurement.
        sizes: numbers of games at once.

    Raises:
        ImportError, RuntimeError: no GPU can be used; see :func:`.gpu.require_device`.
    """
    game = Scythe(ScytheConfig(players=PLAYERS))
    for n in sizes:
        for observing in (False, True):
            games = DeviceGames(game, n, observing=observing)
            key = f"gpu_random{'_observed' if observing else ''}_{n}"
            what = "masks and observations" if observing else "masks"
            value = _rate(games, games.play_random, seconds)
            yield Figure(key, f"{n:,} random games in one launch, {what}", value, "decisions/s")
        if torch_sees_games():
            value = _rate(games, _by_torch(games), seconds)
            what = "the same, a launch for each decision, PyTorch draws the actions from the masks"
            yield Figure(f"gpu_torch_{n}", what, value, "decisions/s")


def _by_torch(games: DeviceGames) -> Callable[[int], None]:
    """Play random decisions that PyTorch draws, on the GPU too."""
    import torch
    from torch.utils.dlpack import from_dlpack

    masks = from_dlpack(games.masks)

    def play(decisions: int) -> None:
        for _ in range(decisions):
            games.step(torch.multinomial(masks.float(), 1).squeeze(1))

    return play


def _rate(games: DeviceGames, play: Callable[[int], None], seconds: float) -> float:
    """Decisions per second, judged by the first run that lasts long enough."""
    games.reset(0)
    play(1)  # compiles
    games.play_random(500)  # so that games are of all ages
    decisions = 8
    while True:
        games.outcomes.to_host()  # waits for the GPU
        began = time.perf_counter()
        play(decisions)
        games.outcomes.to_host()
        duration = time.perf_counter() - began
        if duration >= seconds:
            return games.size * decisions / duration
        decisions *= 2
