"""What a package would register: the race, and an agent that plays it; :func:`install` makes such a package."""

from __future__ import annotations

from pathlib import Path

from scythe_env.core.agent import Agent
from scythe_env.core.game import Mask, Observation
from tests.core.race.game import GAME_SIZE, LEAP, NO_TIP, O_WAY, WALK, Race

ENTRY_POINTS = """
[scythe_env.games]
race = tests.core.race.game:Race
[scythe_env.agents.race]
leaper = tests.core.race_package:Leaper
"""


class Leaper(Agent):
    """Leaps as soon as it has walked a few steps, and gives no tip."""

    def __init__(self, game: Race, patience: int = 0, steady: bool = False) -> None:
        if patience < 0:
            raise ValueError(f"patience is at least 0, not {patience}")
        self.game, self.patience, self.steady = game, patience, steady

    def act(self, observation: Observation, mask: Mask) -> int:
        if mask[NO_TIP]:
            return NO_TIP
        return LEAP if mask[LEAP] and observation[GAME_SIZE + O_WAY] * 11 >= self.patience else WALK


def install(folder: Path, name: str = "race", entry_points: str = ENTRY_POINTS) -> None:
    """Make a package that is installed in a folder."""
    info = folder / f"{name}-1.0.dist-info"
    info.mkdir(parents=True)
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text(entry_points)
