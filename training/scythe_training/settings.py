"""What a training run is made with: :class:`TrainingSettings` and its like, and their way to JSON and back."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import Field, asdict, dataclass, field, fields
from typing import Any, ClassVar, Final, NamedTuple, TypeVar

import numpy as np
import pydantic

from scythe_env.core.batch import MAX_THREADS
from scythe_env.core.game import Game
from scythe_env.core.registry import game_class

from . import DEFAULT_GAME

T = TypeVar("T")

LARGEST: Final = 10**12
"""The largest number of decisions."""

MOST_DECISIONS: Final = 2**20
"""Decisions between two updates, of all games together: they are kept with their observations."""

PIECE_GAMES: Final = 512
"""Games that a value run plays, and keeps, in one piece."""

MOST_LAYERS: Final = 8
"""Hidden layers of a network."""

SELF: Final = "self"
"""In place of the text of an opponent: earlier checkpoints of the run itself."""


class Setting(NamedTuple):
    """A setting of a training.

    Attributes:
        name: keyword of the settings.
        type: ``int``, ``float`` or ``str``; in a tuple, that of an entry.
        many: whether it is a tuple.
        default: its value when it is not given.
        help: what it is, in a phrase.
        low: the smallest number that is allowed; a float must be above it if ``above``.
        high: the largest.
        above: see ``low``.
        names: the names that are allowed, for ``str``.
    """

    name: str
    type: type[Any]
    many: bool
    default: Any
    help: str
    low: float
    high: float
    above: bool
    names: tuple[str, ...]

    @property
    def allowed(self) -> str:
        """The numbers or names that are allowed, in a phrase; empty for any text."""
        if self.type is str:
            return f"allowed are {', '.join(self.names)}" if self.names else ""
        return f"above {self.low} and at most {self.high}" if self.above else f"from {self.low} to {self.high}"

    def check(self, value: Any) -> Any:
        """The value as it is kept, with Python's numbers and tuples.

        Raises:
            ValueError: it, or an entry of it, is not allowed; the message says what is.
        """
        if self.many:
            if not isinstance(value, tuple | list) or not value:
                raise ValueError(f"{self.name}: give at least one, in a tuple, not {value!r}")
            return tuple(map(self._replace(many=False).check, value))
        kinds = {int: int | np.integer, float: float | int | np.floating | np.integer, str: str}[self.type]
        right = isinstance(value, kinds) and not isinstance(value, bool)
        if self.type is str:
            if not right or (self.names and value not in self.names):
                raise ValueError(f"{self.name} {value!r} is unknown; {self.allowed or 'a text is wanted'}")
        elif not right or not self.low <= value <= self.high or (self.above and value == self.low):  # NaN is not right
            kind = "an integer" if self.type is int else "a finite number"
            raise ValueError(f"{self.name} must be {kind} {self.allowed}, not {value!r}")
        return self.type(value)


def row(
    default: Any, text: str, low: float = 0, high: float = 0, *, above: bool = False, names: tuple[str, ...] = ()
) -> Any:
    """A row of the settings, described as in :class:`Setting`."""
    kind = type(default[0] if isinstance(default, tuple) else default)
    row = (kind, isinstance(default, tuple), default, text, low, high, above, names)
    return field(default=default, metadata={"setting": row})  # one key, as pydantic interprets others itself


@dataclass(frozen=True, kw_only=True)
class GameSettings:
    """The game of a training, the base of its settings; subclasses add rows (:func:`row`).

    Raises:
        ValueError: a setting is impossible; the message says what is allowed.

    Attributes:
        game: the registered name of the game.
        config: its options, by default those of a first lesson (:attr:`.Game.lesson`) or the game's own; a JSON
            document is read.
    """

    as_lesson: ClassVar[bool] = True
    """Whether the options of the game are by default those of a first lesson."""

    game: str = DEFAULT_GAME
    config: Any = None

    def __init_subclass__(cls) -> None:
        """Describe the rows in the class's documentation."""
        described = (
            f"        {name}: {value.metadata['setting'][3]}; by default {value.default!r}.\n"
            for name, value in vars(cls).items()
            if isinstance(value, Field) and "setting" in value.metadata
        )
        cls.__doc__ = f"{cls.__doc__}".rstrip() + "\n\n    Attributes:\n" + "".join(described)

    def __post_init__(self) -> None:
        kind = game_class(self.game)
        if self.config is None:
            object.__setattr__(self, "config", kind.config_type(**(kind.lesson if self.as_lesson else {})))
        elif isinstance(self.config, dict):
            object.__setattr__(self, "config", read(kind.config_type, self.config, "config"))
        if getattr(self, "reward", None) == "":
            object.__setattr__(self, "reward", kind.reward_names[-1])
        for one in rows(type(self)):
            checked = one._replace(names=kind.reward_names) if one.name == "reward" else one
            object.__setattr__(self, one.name, checked.check(getattr(self, one.name)))

    def make_game(self) -> Game:
        """The game that is trained for."""
        kind: Any = game_class(self.game)
        return kind(self.config, *([self.reward] if hasattr(self, "reward") else []))  # type: ignore[no-any-return]


def rows(kind: type[GameSettings]) -> tuple[Setting, ...]:
    """The settings of a kind in their order, without the game and its options."""
    found = ((one.name, one.metadata.get("setting")) for one in fields(kind))
    return tuple(Setting(name, *row) for name, row in found if row)


@dataclass(frozen=True, kw_only=True)
class TrainingSettings(GameSettings):
    """Settings of MaskablePPO and of the games it learns from.

    Raises:
        ValueError: a setting is impossible; the message says what is allowed.
    """

    reward: str = row("", "what the end of a game is worth, one of the game's rewards; without it, the last of them")
    opponents: tuple[str, ...] = row(
        ("random",),
        f"agents as texts, {SELF!r} for the run's last checkpoints; they share the games evenly, and each plays all "
        "other seats of its games",
    )
    snapshots: int = row(4, f"last checkpoints that share the games of the opponent {SELF!r}", 1, 64)
    steer: str = row(
        "",
        "a script as a text, such as tuned: it plays the learner's turns, and a decision of the learner is how, at the "
        "beginning of each; without it the learner makes every decision of the game",
    )
    decisions: int = row(500_000, "decisions of the learner in all", 1, LARGEST)
    games: int = row(128, "games that are played at the same time, with one forward pass for all", 1, MOST_DECISIONS)
    steps: int = row(64, "decisions of each game between two updates", 1, MOST_DECISIONS)
    batch: int = row(1024, "decisions in a gradient step; it must divide games x steps", 2, MOST_DECISIONS)
    epochs: int = row(4, "passes over the decisions of an update", 1, 1000)
    learning_rate: float = row(3e-4, "of Adam at the start; it falls linearly to 0", 0, 1, above=True)
    gamma: float = row(1.0, "discount of a decision", 0, 1, above=True)
    gae_lambda: float = row(0.95, "bias against variance of the advantages", 0, 1, above=True)
    clip: float = row(0.2, "clipping range of PPO", 0, 1, above=True)
    entropy: float = row(0.01, "weight of the entropy bonus", 0, 1)
    shaping: float = row(
        0.0, "weight of potential-based shaping by the reward as if the game ended as it stands, 0 for none", 0, 100
    )
    start: str = row("", "folder of a policy of the same layers with whose weights, actor and critic, it begins")
    warm_up: int = row(0, "decisions at the beginning from which only the value network learns", 0, LARGEST)
    teacher: str = row("", "folder of a policy that this one is kept close to")
    teacher_weight: float = row(0.1, "weight of the divergence from the teacher, KL(teacher || policy)", 0, 100)
    teacher_fade: int = row(0, "decisions over which that weight falls linearly to 0, 0 if it does not", 0, LARGEST)
    hidden: tuple[int, ...] = row(
        (128, 128), f"widths of the hidden layers of each network, policy and value, {MOST_LAYERS} at most", 1, 4096
    )
    activation: str = row("tanh", "of the hidden layers", names=("tanh", "relu"))
    seed: int = row(0, "of network, games and opponents", 0, 2**32 - 1)
    threads: int = row(
        1, "of torch and of the games; more than there are idle cores are slower than one", 1, MAX_THREADS
    )
    evaluate_every: int = row(100_000, "decisions between two evaluations, 0 for none", 0, LARGEST)
    evaluation_deals: int = row(
        25, "deals that the policy plays in every seat against each of the game's baselines", 1, 100_000
    )
    checkpoint_every: int = row(100_000, "decisions between two checkpoints, 0 for one at the end only", 0, LARGEST)

    def __post_init__(self) -> None:
        super().__post_init__()
        if len(self.hidden) > MOST_LAYERS:
            raise ValueError(f"hidden must have at most {MOST_LAYERS} layers, not {len(self.hidden)}")
        if self.steer and SELF in self.opponents:
            raise ValueError(
                f"the opponent {SELF!r} makes every decision, so it cannot be met by one that steers a script"
            )
        decisions = self.games * self.steps
        if decisions > MOST_DECISIONS:
            raise ValueError(f"games x steps must be at most {MOST_DECISIONS}, not {self.games} x {self.steps}")
        if decisions % self.batch:
            fits = [f", as {size} does" for size in range(2, self.batch) if decisions % size == 0]
            raise ValueError(
                f"batch {self.batch} must divide games x steps, {self.games} x {self.steps}{''.join(fits[-1:])}"
            )


@dataclass(frozen=True, kw_only=True)
class EvolutionSettings(GameSettings):
    """Settings of an evolution and of the games that it is decided by.

    Raises:
        ValueError: a setting is impossible; the message says what is allowed.
    """

    as_lesson: ClassVar[bool] = False

    agent: str = row("heuristic", "the script that is evolved, as a text; its weights are where it starts")
    opponents: tuple[str, ...] = row(
        ("heuristic",), "agents as texts; they share the deals, and each plays all other seats"
    )
    generations: int = row(200, "generations in all", 1, 100_000)
    population: int = row(32, "candidates in a generation", 4, 1024)
    deals: int = row(64, "that each candidate plays, once in every seat", 1, 100_000)
    sigma: float = row(0.25, "standard deviation of the first candidates", 0, 2, above=True)
    scatter: float = row(0.0, "standard deviation by which the start differs from the agent's weights", 0, 2)
    seed: int = row(0, "of candidates and deals", 0, 2**32 - 1)
    threads: int = row(1, "of the games", 1, MAX_THREADS)


@dataclass(frozen=True, kw_only=True)
class ValueSettings(GameSettings):
    """Settings of the training of a value net, and of the games that it learns from.

    Raises:
        ValueError: a setting is impossible; the message says what is allowed.
    """

    as_lesson: ClassVar[bool] = False

    agent: str = row("expert", "the agent that plans with the net, as a text")
    play: tuple[str, ...] = row(("heuristic", "tuned"), "agents as texts, drawn for each seat of each game")
    spread: float = row(
        0.3, "standard deviation of the logarithms by which the weights of scripts among them vary", 0, 3
    )
    tables: tuple[int, ...] = row((2, 2, 3, 4, 5), "numbers of players at the tables, which share the games", 1, 8)
    games: int = row(100_000, "games in all", 1, 10**8)
    generations: int = row(
        1,
        "nets that are trained, each on all games so far; agents in play that plan with a net take the last one",
        1,
        100,
    )
    td_lambda: float = row(
        1.0,
        "1: a position is worth what the game was in the end; less: also what the last net makes of its next one",
        0,
        1,
    )
    positions: float = row(8.0, "positions of a game that are noted, on average", 0, 100, above=True)
    epochs: int = row(4, "passes over the positions", 1, 1000)
    batch: int = row(1024, "positions in a gradient step", 1, 2**20)
    learning_rate: float = row(2e-3, "of Adam at its largest", 0, 1, above=True)
    hidden: tuple[int, ...] = row((64, 32), "widths of the two hidden layers", 1, 512)
    seed: int = row(0, "of games and net", 0, 2**32 - 1)
    threads: int = row(1, "of torch", 1, MAX_THREADS)

    def __post_init__(self) -> None:
        super().__post_init__()
        if len(self.hidden) != 2:
            raise ValueError(f"hidden must be the widths of two layers, not {self.hidden}")
        if self.games <= PIECE_GAMES * (self.generations - 1):
            needed = f"{self.generations} generations need more than {PIECE_GAMES * (self.generations - 1)}"
            raise ValueError(f"games are played in pieces of {PIECE_GAMES}: {needed}, not {self.games}")


@dataclass(frozen=True, kw_only=True)
class CloneSettings(GameSettings):
    """Settings of the cloning of a compiled agent as a policy, and of the games that it is learned in.

    Raises:
        ValueError: a setting is impossible; the message says what is allowed.
    """

    as_lesson: ClassVar[bool] = False

    agent: str = row("heuristic", "the teacher, an agent as a text; a compiled one is asked fastest")
    examples: str = row("", "data set of scythe dataset, whose decisions of that agent are learned from first")
    examples_share: float = row(
        1.0, "share of all decisions, the first ones, that come from it; with 1 no games are played", 0, 1, above=True
    )
    reward: str = row("", "what the end of a game is worth, one of the game's rewards; without it, the last of them")
    opponents: tuple[str, ...] = row(
        ("heuristic",), "agents as texts; they share the games evenly, and each plays all other seats of its games"
    )
    decisions: int = row(5_000_000, "decisions that are learned from in all", 1, LARGEST)
    games: int = row(256, "games between two rounds of learning, each played to its end", 1, 2**14)
    taught: float = row(
        0.25, "share of the decisions in which the teacher's part of the games falls from all to none", 0, 1
    )
    play: str = row("greedy", "how the policy plays its games", names=("greedy", "sampled"))
    batch: int = row(512, "decisions in a gradient step", 1, MOST_DECISIONS)
    epochs: int = row(2, "passes over the decisions of a round", 1, 1000)
    learning_rate: float = row(4e-3, "of Adam at the start; it falls linearly to 0", 0, 1, above=True)
    gamma: float = row(1.0, "discount of a decision, for the value network", 0, 1, above=True)
    hidden: tuple[int, ...] = row(
        (256, 256), f"widths of the hidden layers of each network, policy and value, {MOST_LAYERS} at most", 1, 4096
    )
    activation: str = row("relu", "of the hidden layers", names=("tanh", "relu"))
    seed: int = row(0, "of networks, games and agents", 0, 2**32 - 1)
    threads: int = row(1, "of torch", 1, MAX_THREADS)
    checkpoint_every: int = row(500_000, "decisions between two checkpoints, 0 for one at the end only", 0, LARGEST)

    def __post_init__(self) -> None:
        super().__post_init__()
        self.policy()

    def policy(self) -> TrainingSettings:
        """What the policy is said to be trained with, from which MaskablePPO could go on."""
        shared = {name: getattr(self, name) for name in _OF_POLICIES}
        return TrainingSettings(game=self.game, config=self.config, **shared)


_OF_POLICIES: Final = (
    *("reward", "opponents", "decisions", "gamma", "hidden", "activation", "seed", "threads", "checkpoint_every"),
)

METHODS: Final[dict[str, type[GameSettings]]] = {
    "ppo": TrainingSettings,
    "evolve": EvolutionSettings,
    "value": ValueSettings,
    "clone": CloneSettings,
}
"""What can be trained, and with which settings: a policy, the weights of a script, a value net, a policy by example."""


def read(kind: type[T], document: Any, what: str) -> T:
    """An object of a dataclass from a JSON document of its fields, those of nested ones too.

    Fields that the document lacks get their defaults, as there were fewer when it was written.

    Raises:
        ValueError: a field is unknown or wrong, or one without a default is missing; ``what`` names the document in the
            message.
    """
    try:
        found = pydantic.TypeAdapter(kind).validate_json(json.dumps(document), strict=True)
    except pydantic.ValidationError as error:
        first = error.errors()[0]
        place = ".".join(map(str, first["loc"]))
        text = first["msg"].removeprefix("Value error, ")
        raise ValueError(f"{what}: {place + ': ' if place else ''}{text}") from None
    unknown = set(_keys(document)) - set(_keys(asdict(found)))  # type: ignore[call-overload]
    if unknown:
        raise ValueError(f"{what}: unknown {sorted(unknown)}")
    return found


def _keys(document: dict[str, Any], path: str = "") -> Iterator[str]:
    for key, value in document.items():
        yield path + key
        if isinstance(value, dict):
            yield from _keys(value, f"{path}{key}.")
