"""The toy race with options, and an agent for it: what another package would register; :func:`install` does."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from scythe_env.core.agent import Agent
from scythe_env.core.game import Game, Mask, Observation, States
from scythe_env.core.options import check, option
from tests.core.toy_race import LEAP, SEATS, WALK, Race

ENTRY_POINTS = """
[scythe_env.games]
sprint = tests.training.sprint:Sprint
[scythe_env.agents.sprint]
leaper = tests.training.sprint:Leaper
"""


@dataclass(frozen=True, kw_only=True)
class SprintConfig:
    """What a race is run with."""

    limit: int = option(100, "number of turns after which a game is cut off", most=1000)
    shirts: Sequence[str | None] | None = option(
        None, "the colour of each seat", names=("red", "green", "blue"), each_seat=True
    )
    loud: bool = option(True, "whether people cheer")
    players = SEATS

    def __post_init__(self) -> None:
        check(self)


class Sprint(Race):
    """A race of three with options, rounds and ranks."""

    name = "sprint_v3"
    config_type = SprintConfig
    reward_names = ("win",)
    lesson: ClassVar[Mapping[str, Any]] = {"limit": 12, "players": 2}
    action_blocks = (("walk", WALK, 1), ("leap", LEAP, 1))
    decision_names = ("pace",)

    def __init__(self, config: SprintConfig | None = None, reward: str = "win") -> None:
        self.config = config or SprintConfig()
        super().__init__(self.config.limit)

    def options(self) -> dict[str, Any]:
        return Game.options(self)

    @classmethod
    def of_options(cls, options: Mapping[str, Any]) -> Sprint:
        return cls(SprintConfig(**options))

    def rounds(self, states: States, i: int) -> int:
        return int(states["turn"][i]) // SEATS + 1

    def results(self, scores: NDArray[np.int32]) -> list[dict[str, Any]]:
        ways = scores[:, 0].tolist()
        return [{"score": way, "rank": 1 + sum(other > way for other in ways)} for way in ways]


class Leaper(Agent):
    """Leaps as soon as it has walked a few steps."""

    def __init__(self, game: Sprint, patience: int = 0, steady: bool = False) -> None:
        if patience < 0:
            raise ValueError(f"patience is at least 0, not {patience}")
        self.game, self.patience, self.steady = game, patience, steady

    def act(self, observation: Observation, mask: Mask) -> int:
        return LEAP if mask[LEAP] and observation[0] * 11 >= self.patience else WALK


def install(folder: Path, name: str = "sprint", entry_points: str = ENTRY_POINTS) -> None:
    """Make a package that is installed in a folder."""
    info = folder / f"{name}-1.0.dist-info"
    info.mkdir(parents=True)
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text(entry_points)
