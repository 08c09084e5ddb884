"""What a training run is made with: :class:`TrainingSettings`, and its way to JSON and back."""

from __future__ import annotations

import json
import math
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from typing import Any, Final, Literal, TypeVar, get_args

import pydantic

from scythe_env.core.batch import check_threads
from scythe_env.core.game import Game
from scythe_env.core.registry import game_class

from . import DEFAULT_GAME

Activation = Literal["tanh", "relu"]
T = TypeVar("T")


@dataclass(frozen=True, kw_only=True)
class TrainingSettings:
    """Settings of MaskablePPO and of the games it learns from.

    Attributes:
        game: the registered name of the game.
        config: its options, by default those of a first lesson (:attr:`.Game.lesson`); a JSON document is read. Fewer
            rounds make shorter episodes.
        reward: one of those that the game has, by default the last, at the end of each game only.
        opponents: agents as texts (:mod:`scythe_env.core.registry`); they share the games evenly, and each plays
            all other seats of its games.
        decisions: decisions of the learner in all.
        games: games that are played at the same time, one forward pass for all of them.
        steps: decisions of each game between two updates.
        batch: decisions in a gradient step.
        epochs: passes over the decisions of an update.
        learning_rate: of Adam at the start; it falls linearly to 0.
        gamma: discount of a decision.
        gae_lambda: bias against variance of the advantages.
        clip: clipping range of PPO.
        entropy: weight of the entropy bonus.
        hidden: widths of the hidden layers, of the policy and of the value network each.
        activation: "tanh" or "relu".
        seed: of network, games and opponents; 0 to 2**32 - 1.
        threads: threads of torch and of the games. At most the number of idle cores: on busy ones more threads
            are slower than one.
        evaluate_every: decisions between two evaluations, 0 for none.
        evaluation_deals: deals that the policy plays in every seat against each of the game's baselines.
        checkpoint_every: decisions between two checkpoints, 0 for one at the end only.

    Raises:
        ValueError: a setting is impossible; the message says what is allowed.
    """

    game: str = DEFAULT_GAME
    config: Any = None
    reward: str = ""
    opponents: tuple[str, ...] = ("random",)
    decisions: int = 500_000
    games: int = 128
    steps: int = 64
    batch: int = 1024
    epochs: int = 4
    learning_rate: float = 3e-4
    gamma: float = 1.0
    gae_lambda: float = 0.95
    clip: float = 0.2
    entropy: float = 0.01
    hidden: tuple[int, ...] = (128, 128)
    activation: Activation = "tanh"
    seed: int = 0
    threads: int = 1
    evaluate_every: int = 100_000
    evaluation_deals: int = 25
    checkpoint_every: int = 100_000

    def __post_init__(self) -> None:
        kind = game_class(self.game)
        if self.config is None:
            object.__setattr__(self, "config", kind.config_type(**kind.lesson))
        elif isinstance(self.config, dict):
            object.__setattr__(self, "config", read(kind.config_type, self.config, "config"))
        if not self.reward:
            object.__setattr__(self, "reward", kind.reward_names[-1])
        for name, value in vars(self).items():
            if isinstance(value, float) and not math.isfinite(value):
                raise ValueError(f"{name} must be a finite number, not {value}")
        check_threads(self.threads)
        for name, low in _AT_LEAST.items():
            if getattr(self, name) < low:
                raise ValueError(f"{name} must be at least {low}, not {getattr(self, name)}")
        for name in ("gamma", "gae_lambda", "clip"):
            if not 0 < getattr(self, name) <= 1:
                raise ValueError(f"{name} must be above 0 and at most 1, not {getattr(self, name)}")
        if not 0 < self.learning_rate < 1:
            raise ValueError(f"learning_rate must be between 0 and 1, not {self.learning_rate}")
        if not 0 <= self.seed < 2**32:
            raise ValueError(f"seed must be in 0..2**32 - 1, not {self.seed}")
        if not self.opponents:
            raise ValueError("opponents: give at least one agent")
        if not self.hidden or min(self.hidden) < 1:
            raise ValueError(f"hidden must hold the width of at least one layer, not {self.hidden}")
        if self.games * self.steps % self.batch:
            raise ValueError(f"batch {self.batch} must divide games x steps, {self.games} x {self.steps}")
        for name, allowed in (("reward", kind.reward_names), ("activation", get_args(Activation))):
            if getattr(self, name) not in allowed:
                raise ValueError(f"{name} {getattr(self, name)!r} is unknown; allowed are {', '.join(allowed)}")

    def make_game(self) -> Game:
        """The game that is trained for."""
        kind: Any = game_class(self.game)
        return kind(self.config, self.reward)  # type: ignore[no-any-return]


_AT_LEAST: Final = {
    "decisions": 1, "games": 1, "steps": 1, "batch": 2, "epochs": 1, "entropy": 0, "evaluate_every": 0,
    "evaluation_deals": 1, "checkpoint_every": 0,
}  # fmt: skip


def read(kind: type[T], document: Any, what: str) -> T:
    """An object of a dataclass from a JSON document with exactly its fields, those of nested ones too.

    Raises:
        ValueError: a field is missing, unknown or wrong; ``what`` names the document in the message.
    """
    try:
        found = pydantic.TypeAdapter(kind).validate_json(json.dumps(document), strict=True)
    except pydantic.ValidationError as error:
        first = error.errors()[0]
        place = ".".join(map(str, first["loc"]))
        text = first["msg"].removeprefix("Value error, ")
        raise ValueError(f"{what}: {place + ': ' if place else ''}{text}") from None
    given, expected = set(_keys(document)), set(_keys(asdict(found)))  # type: ignore[call-overload]
    if given != expected:
        raise ValueError(f"{what}: missing {sorted(expected - given)}, unknown {sorted(given - expected)}")
    return found


def _keys(document: dict[str, Any], path: str = "") -> Iterator[str]:
    for key, value in document.items():
        yield path + key
        if isinstance(value, dict):
            yield from _keys(value, f"{path}{key}.")
