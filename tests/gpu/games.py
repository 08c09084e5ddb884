"""Games played alike by a batch on the processor and by a GPU or its simulator, told apart by digests.

``python -m tests.gpu.games scythe`` prints the digests of games in device memory, as the environment variables say.
"""

from __future__ import annotations

import hashlib
import json
import sys
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from gymnasium.vector import AutoresetMode
from scythe_training.gpu_bench import measure, torch_sees_games

from scythe_env.core import gpu
from scythe_env.core.agent import RandomAgent
from scythe_env.core.batch import Batch, rollout
from scythe_env.core.game import RUNNING, Game
from scythe_env.core.gpu import REFUSED, DeviceGames
from scythe_env.imperial_settlers.config import ImperialSettlersConfig
from scythe_env.imperial_settlers.game import ImperialSettlers
from scythe_env.scythe.config import ScytheConfig
from scythe_env.scythe.game import Scythe

SEEDS = [2**64 - 1, 3, 2**40 + 7, 12345]
GAMES = [
    Scythe(ScytheConfig(players=2, max_rounds=3, promo_encounters=True), "rank"),
    Scythe(ScytheConfig(players=5, max_rounds=2, decline_gains=True), "margin"),
    Scythe(ScytheConfig(players=7, max_rounds=1, promo_factory=True), "win"),
]
SETTLERS = [
    ImperialSettlers(ImperialSettlersConfig(players=1, factions=["japanese"]), "win"),
    ImperialSettlers(ImperialSettlersConfig(players=3, lookout="alternative", max_decisions=45), "rank"),
    ImperialSettlers(
        ImperialSettlersConfig(players=4, lookout="advanced", reset_activates=True, max_decisions=42), "margin"
    ),
]
BY_NAME: Mapping[str, Sequence[Game]] = {"scythe": GAMES, "imperial_settlers": SETTLERS}
SHORT, LONG = 90, 600  # decisions in each game


def digest(*arrays: Any) -> str:
    """A digest of the bytes of some arrays."""
    return hashlib.blake2b(b"".join(array.tobytes() for array in arrays), digest_size=8).hexdigest()


def chosen(masks: np.ndarray, rng: np.random.Generator) -> np.ndarray:
    """A legal action for each game."""
    return np.array([rng.choice(np.flatnonzero(mask)) for mask in masks])


def on_processor(game: Game, decisions: int = SHORT) -> tuple[list[str], int]:
    """Digests of all that a batch writes in each step, and how many games ended."""
    batch = Batch(game, len(SEEDS), autoreset_mode=AutoresetMode.SAME_STEP)
    rng = np.random.default_rng(1)
    batch.reset(np.array(SEEDS, np.uint64))
    digests, over = [], 0
    for _ in range(decisions):
        batch.step(chosen(batch.arrays.masks, rng))
        a = batch.arrays
        rewards, seats = a.rewards.astype(np.float32), batch.seats.astype(np.int64)
        digests.append(digest(batch.states, a.masks, a.observations, a.outcomes, rewards, a.scores, seats))
        over += np.count_nonzero(a.outcomes)
    return digests, int(over)


def on_device(game: Game, decisions: int = SHORT) -> list[str]:
    """The same digests of games in device memory."""
    games = DeviceGames(game, len(SEEDS))
    rng = np.random.default_rng(1)
    games.reset(np.array(SEEDS, np.uint64))
    digests = []
    for _ in range(decisions):
        games.step(to_device(chosen(games.masks.to_host(), rng)))
        arrays = games.masks, games.observations, games.outcomes, games.rewards, games.scores, games.seats
        digests.append(digest(games.states(), *(array.to_host() for array in arrays)))
    return digests


def to_device(array: np.ndarray) -> Any:
    """An array in device memory."""
    return array if gpu.SIMULATED else gpu.cuda.to_device(array)


def check_random(game: Game, n: int = 3) -> None:
    """Random games are those of a batch's random player, whether a launch plays one decision or many."""
    expected = rollout(game, RandomAgent(), range(n))
    games, twin = DeviceGames(game, n, observing=False), DeviceGames(game, n)
    games.reset(0)
    found, over, decisions = np.zeros_like(expected), np.zeros(n, bool), 0
    while not over.all():
        games.play_random(1)
        ended = (games.outcomes.to_host() != RUNNING) & ~over
        found[ended] = games.scores.to_host()[ended]
        over |= ended
        decisions += 1
    assert np.array_equal(found, expected)
    twin.reset(0)
    twin.play_random(decisions)
    assert digest(twin.states(), twin.masks.to_host()) == digest(games.states(), games.masks.to_host())
    assert twin.observations.to_host().any() and not games.observations.to_host().any()


def check_refusals(game: Game) -> None:
    """An action that is not legal leaves its game as it was; actions of another kind are refused."""
    games = DeviceGames(game, 4)
    games.reset(8)
    before, masks = games.states(), games.masks.to_host()
    actions = np.array([-1, game.num_actions, int(masks[2].argmin()), int(masks[3].argmax())])
    games.step(to_device(actions))
    assert games.outcomes.to_host().tolist() == [REFUSED, REFUSED, REFUSED, 0]
    assert (games.states() == before).tolist() == [True, True, True, False]
    for wrong in (actions.astype(np.int32), actions[:3], np.zeros((4, 2), np.int64)[:, 0]):
        try:
            games.step(to_device(wrong))
        except TypeError as error:
            assert "contiguous int64 (4,)" in str(error)
        else:
            raise AssertionError(f"{wrong.dtype} {wrong.shape} was taken")


def check_sharing(game: Game) -> None:
    """Others see the games' own memory."""
    import torch

    games = DeviceGames(game, 3)
    games.reset(8)
    masks, observations = torch.from_dlpack(games.masks), torch.from_dlpack(games.observations)
    rewards = torch.from_dlpack(games.rewards)
    assert masks.is_cuda is not gpu.SIMULATED
    assert masks.shape == games.masks.shape and masks.dtype == torch.int8
    assert observations.shape == games.observations.shape and observations.dtype == torch.float32
    for _ in range(60):
        actions = (masks != 0).long().argmax(1)
        games.step(actions)
        assert np.array_equal(masks.cpu(), games.masks.to_host())
        assert np.array_equal(observations.cpu(), games.observations.to_host())
        assert np.array_equal(rewards.cpu(), games.rewards.to_host())
    rewards += 1  # either side writes
    assert (games.rewards.to_host() == rewards.cpu().numpy()).all()


def check_benchmark() -> None:
    """The benchmark gives a positive figure for each of its rows."""
    figures = list(measure(0.01, sizes=[2]))
    assert len({figure.key for figure in figures}) == 2 + torch_sees_games()
    assert all(figure.value > 0 for figure in figures)


def main(name: str) -> None:
    """Check the games of a name, and print their digests."""
    games = BY_NAME[name]
    check_random(games[0])
    check_refusals(games[1])
    if name == "scythe":
        if torch_sees_games():
            check_sharing(games[0])
        check_benchmark()
    print(json.dumps([on_device(game) for game in games]))


if __name__ == "__main__":
    main(sys.argv[1])
