"""Scythe with Automas as a game of the environments: :class:`ScytheWithAutomas`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any, ClassVar

from ..core.game import States
from .automa_engine import RULES
from .automa_observation import AUTOMA_GAME, AUTOMA_SEAT
from .components import AUTOMA_LEVELS, FACTIONS, MATS
from .config import ScytheConfig
from .constants import COOPERATIVE
from .game import Scythe
from .names import TEAMS
from .rules.scoring import Reward


class ScytheWithAutomas(Scythe):
    """What :class:`.Scythe` makes for a configuration with Automas, whose seats are scripted.

    In a cooperative game agents and Automas are two sides, and their means are compared: an agent's reward is that of
    its side, and "win" and "rank" are 0 in a draw; "score" is its own.
    """

    rules = RULES
    blocks = AUTOMA_GAME, AUTOMA_SEAT
    script_name = "automa"
    info_names: ClassVar[Mapping[str, Sequence[str]]] = MappingProxyType(
        {"faction": FACTIONS, "mat": MATS, "automa": ("none", *AUTOMA_LEVELS)}
    )

    def __init__(self, config: ScytheConfig | None = None, reward: Reward | None = None) -> None:
        super().__init__(config, reward)
        self.scripted_seats = self.config.seats_of_automas
        self.by_sides = self.config.automa_team == TEAMS[COOPERATIVE]
        if self.by_sides:
            self.reward_kind += len(self.reward_names)  # as rules.automa.scoring numbers them

    @classmethod
    def of_options(cls, options: Mapping[str, Any]) -> Any:
        """The game of a configuration, with or without Automas."""
        return Scythe.of_options(options)

    def about(self, states: States, i: int, seat: int) -> dict[str, int]:
        """Faction, player mat (-1 for none), level of an Automa (0 for none) and space of its tracker."""
        automa = {"automa": int(states["level"][i, seat]), "space": int(states["space"][i, seat])}
        return super().about(states, i, seat) | automa
