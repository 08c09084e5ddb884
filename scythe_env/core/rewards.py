"""What a step brings a learner where that is not the reward of the game alone: :class:`LearnerReward`."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt
from numpy.typing import NDArray

from .game import RUNNING, Game, States
from .loops import payer

RewardFunction = Callable[[States, States, NDArray[np.int64]], npt.ArrayLike]
"""Rewards of learners, float (n,), from the records of their games at their last decisions (n,), the records now (n,),
and their seats (n,)."""

Potential = Callable[[States, NDArray[np.int64]], npt.ArrayLike]
"""How good positions of games under way are for learners, float (n,), from the records (n,) and their seats (n,)."""


@dataclass(frozen=True)
class LearnerReward:
    """A reward given as a function, potential-based shaping, or both; called once a step for all games of a batch.

    A step runs from the learner's decision to its next one, or to the end of the game. With a potential p it brings
    ``discount * p(after) - p(before)`` more, where p is 0 once the game is over: with the discount of the learner's
    algorithm this changes what is learned first, not what is best (Ng, Harada and Russell, 1999).

    Attributes:
        function: what replaces the game's own reward.
        potential: what is added.
        discount: of the learner's algorithm, 0 to 1.

    Raises:
        ValueError: the discount is out of range.
        TypeError: an argument is of another type.
    """

    function: RewardFunction | None = None
    potential: Potential | None = None
    discount: float = 1.0

    def __post_init__(self) -> None:
        for name in ("function", "potential"):
            given = getattr(self, name)
            if given is not None and not callable(given):
                raise TypeError(f"{name} must be a function, not {given!r}")
        if not 0 <= self.discount <= 1:
            raise ValueError(f"discount {self.discount!r} is not in 0..1")

    @property
    def needed(self) -> bool:
        """Whether the reward differs from that of the game."""
        return self.function is not None or self.potential is not None

    def of(
        self, before: States, after: States, seats: NDArray[np.int64], rewards: NDArray[np.float64]
    ) -> NDArray[np.float64]:
        """The rewards of a step.

        Args:
            before: records at the learners' last decisions, (n,).
            after: records now, (n,).
            seats: the learners' seats, int64 (n,).
            rewards: what the games themselves pay, float64 (n,).

        Raises:
            ValueError: a function returned anything but n finite numbers.
        """
        before, after = _read_only(before), _read_only(after)
        if self.function is not None:
            rewards = _numbers("reward", self.function(before, after, seats), len(seats))
        if self.potential is not None:
            then = _numbers("potential", self.potential(before, seats), len(seats))
            now = _numbers("potential", self.potential(after, seats), len(seats))
            rewards = rewards + self.discount * np.where(after["status"] == RUNNING, now, 0) - then
        return rewards


@dataclass(frozen=True)
class Standing:
    """A potential: what a game would pay a seat if it ended as it stands.

    Shaping by it, with weight and discount 1, pays step by step what the game pays at its end.

    Attributes:
        game: the rules.
        weight: what it is multiplied by.
    """

    game: Game
    weight: float = 1.0

    def __call__(self, states: States, seats: NDArray[np.int64]) -> NDArray[np.float64]:
        """How good positions are for seats.

        Args:
            states: records of the game, (n,).
            seats: a seat of each, int64 (n,).

        Returns:
            float64 (n,).
        """
        game = self.game
        records = np.frombuffer(bytearray(states.tobytes()), game.layout.dtype)  # as compiled loops want to write
        table, rewards, paid = np.zeros(game.score_shape, np.int32), np.zeros(game.num_players), np.zeros(len(seats))
        payer(game.layout, game.rules)(records, seats, game.num_players, game.reward_kind, table, rewards, paid)
        return self.weight * paid


GAME_REWARD = LearnerReward()
"""The reward of the game, and nothing else."""


def _read_only(records: States) -> States:
    view = records.view()
    view.flags.writeable = False
    return view


def _numbers(name: str, values: Any, n: int) -> NDArray[np.float64]:
    numbers = np.asarray(values)
    if numbers.shape != (n,) or numbers.dtype.kind not in "iufb" or not np.isfinite(numbers).all():
        raise ValueError(f"the {name} function must return {n} finite numbers, not {values!r}")
    return numbers.astype(np.float64)
