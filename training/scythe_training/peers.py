"""How fast Scythe and board games of other packages are played on this machine: :func:`measure`, :func:`table`.

All loops play uniformly random legal moves and are measured in the same way: decisions per second of processor time,
over all threads, so that neither threads nor other programs on the machine distort the comparison. A decision is
one move of one player; chance events, which some packages play as steps of their own, cost time but do not count.
"""

from __future__ import annotations

import contextlib
import os
import random
import statistics
import sys
import time
import warnings
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass
from functools import partial
from importlib import import_module
from importlib.metadata import PackageNotFoundError, version
from typing import Any, Final

import numpy as np
from rich import box
from rich.table import Table

from scythe_env import scythe_v0
from scythe_env.scythe import engine
from scythe_env.scythe.config import ScytheConfig
from scythe_env.scythe.game import Scythe

from .bench import PLAYERS, Figure
from .random_play import random_loop
from .tables import number

_REPETITIONS: Final = 3
_SCYTHE_DECISIONS: Final = 10_000  # of a compiled call
_PGX_DECISIONS: Final = 256  # minimum of a compiled call, so that the cost of the call itself is negligible


@dataclass(frozen=True)
class Loop:
    """A way to play a game that is measured.

    Attributes:
        key: name in JSON.
        package: the distribution that the game comes in.
        meaning: the game, and what a decision includes.
        play: starts endless random play that yields after each stretch how many decisions it took. It imports the
            package.
        compiled: key of Scythe's compiled loop to compare with, None if none is comparable.
        stepped: the same for Scythe's loops in Python, which step a single game.
    """

    key: str
    package: str
    meaning: str
    play: Callable[[], Iterator[int]]
    compiled: str | None = None
    stepped: str | None = None


@dataclass(frozen=True)
class PeerFigure(Figure):
    """What was measured of a loop; ``package`` includes its version, otherwise see :class:`Loop`."""

    package: str
    compiled: str | None = None
    stepped: str | None = None


@dataclass(frozen=True)
class Absent:
    """A loop that could not be measured, and why."""

    key: str
    meaning: str
    package: str
    reason: str


def measure(seconds: float, loops: Iterable[Loop]) -> Iterator[PeerFigure | Absent]:
    """Measure one loop after the other; one whose package is not installed or fails is reported as such.

    Args:
        seconds: duration of each of three repetitions, the median of which counts.
        loops: what to measure; :data:`LOOPS` are all.
    """
    for loop in loops:
        # packages print greetings, and warn about their own internals
        with contextlib.redirect_stdout(sys.stderr), warnings.catch_warnings():
            warnings.simplefilter("ignore")
            result = _measured(loop, seconds)
        yield result


def table(rows: Sequence[PeerFigure | Absent]) -> Table:
    """All loops, with how many times faster Scythe's loop of the same kind is; Markdown when printed."""
    result = Table(box=box.MARKDOWN)
    result.add_column("package")
    result.add_column("random legal play on one core")
    for heading in ("decisions/s", "Scythe compiled: times faster", "Scythe from Python: times faster"):
        result.add_column(heading, justify="right")
    for row, factors in zip(rows, _factors(rows), strict=True):
        if isinstance(row, Absent):
            result.add_row(row.package, f"{row.meaning}: {row.reason}", "–")
        else:
            shown = (
                "" if factor is None else f"{factor:.2g}" if factor < 10 else f"{factor:.0f}" for factor in factors
            )
            result.add_row(row.package, row.meaning, number(row.value), *shown)
    return result


def as_dict(rows: Sequence[PeerFigure | Absent]) -> list[dict[str, Any]]:
    """The rows as JSON values, with the factors of :func:`table`."""
    return [
        asdict(row) | {"faster_compiled": compiled, "faster_stepped": stepped}
        for row, (compiled, stepped) in zip(rows, _factors(rows), strict=True)
    ]


# -- what is measured --------------------------------------------------------------------------------------------------


def _scythe(observing: bool) -> Iterator[int]:
    """Whole games inside compiled calls."""
    game, loop = Scythe(ScytheConfig(players=PLAYERS)), random_loop(Scythe.layout, Scythe.rules)
    states = game.new_states(2)
    raw = engine.raw_bytes(states)
    mask = np.zeros(game.num_actions, np.int8)
    out = np.zeros(game.observation_size, np.float32)
    for seed in range(1, 1 << 30):
        loop(states, raw, 0, seed, 0, _SCYTHE_DECISIONS, mask, out, 1, int(observing))
        yield _SCYTHE_DECISIONS


def _scythe_single_agent() -> Iterator[int]:
    env = scythe_v0.single_agent_env(players=PLAYERS)
    rng = np.random.default_rng(1)
    for seed in range(1 << 30):
        env.reset(seed=seed)
        over = False
        while not over:
            legal = env.action_masks().nonzero()[0]
            _, _, terminated, truncated, _ = env.step(int(legal[rng.integers(len(legal))]))
            over = terminated or truncated
            yield 1


def _pettingzoo(make: Callable[[], Any]) -> Iterator[int]:
    """The loop of PettingZoo's documentation: last, sample from the mask, step."""
    env = make()
    rng = np.random.default_rng(1)
    for seed in range(1 << 30):
        env.reset(seed=seed)
        for _ in env.agent_iter():
            observation, _, terminated, truncated, _ = env.last()
            if terminated or truncated:
                break
            legal = observation["action_mask"].nonzero()[0]
            env.step(int(legal[rng.integers(len(legal))]))
            yield 1


def _classic(module: str, make: str) -> Iterator[int]:
    return _pettingzoo(getattr(import_module(f"pettingzoo.classic.{module}"), make))


def _open_spiel(name: str) -> Iterator[int]:
    """Observations are written into an array by an observer, the fastest way from Python."""
    import pyspiel
    from open_spiel.python.observation import make_observation

    game = pyspiel.load_game(name)
    # some games can write only all that a player has seen so far
    observer = make_observation(game) or make_observation(game, pyspiel.IIGObservationType(perfect_recall=True))
    mask = np.zeros(game.num_distinct_actions(), np.int8)
    rng = random.Random(1)
    while True:
        state = game.new_initial_state()
        while not state.is_terminal():
            if state.is_chance_node():
                outcomes, chances = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(rng.choices(outcomes, chances)[0])
                continue
            observer.set_from(state, state.current_player())
            legal = state.legal_actions()
            mask.fill(0)
            mask[legal] = 1
            state.apply_action(rng.choice(legal))
            yield 1


def _rlcard(name: str) -> Iterator[int]:
    import rlcard

    env = rlcard.make(name, config={"seed": 1})
    rng = random.Random(1)
    while True:
        state, _ = env.reset()
        while not env.is_over():
            state, _ = env.step(rng.choice(list(state["legal_actions"])))
            yield 1


def _pgx(name: str, batch: int) -> Iterator[int]:
    """Steps of all games of a batch, chosen and taken inside compiled calls, with automatic reset."""
    os.environ.setdefault("JAX_PLATFORMS", "cpu")
    import jax
    import pgx
    from pgx.experimental import auto_reset

    env = pgx.make(name)
    step = jax.vmap(auto_reset(env.step, env.init))

    def advance(state: Any, key: Any) -> tuple[Any, None]:
        choosing, stepping = jax.random.split(key)
        logits = jax.numpy.where(state.legal_action_mask, 0.0, -jax.numpy.inf)
        return step(state, jax.random.categorical(choosing, logits), jax.random.split(stepping, batch)), None

    steps = max(_PGX_DECISIONS // batch, 1)
    run = jax.jit(lambda state, key: jax.lax.scan(advance, state, jax.random.split(key, steps))[0])
    key = jax.random.key(1)
    state = jax.jit(jax.vmap(env.init))(jax.random.split(key, batch))
    while True:
        key, now = jax.random.split(key)
        state = jax.block_until_ready(run(state, now))
        yield steps * batch


def _catanatron() -> Iterator[int]:
    from catanatron.game import TURNS_LIMIT, Game
    from catanatron.models.player import Color, RandomPlayer

    for seed in range(1, 1 << 30):
        game = Game([RandomPlayer(color) for color in Color], seed=seed)
        while game.winning_color() is None and game.state.num_turns < TURNS_LIMIT:
            game.play_tick()
            yield 1


def _catanatron_gym() -> Iterator[int]:
    from catanatron.models.player import Color, RandomPlayer
    from catanatron_gym.envs import CatanatronEnv

    env = CatanatronEnv({"enemies": [RandomPlayer(color) for color in Color if color != Color.BLUE]})
    rng = random.Random(1)
    for seed in range(1, 1 << 30):
        _, info = env.reset(seed=seed)
        over = False
        while not over:
            _, _, terminated, truncated, info = env.step(rng.choice(info["valid_actions"]))
            over = terminated or truncated
            yield 1


_ALL: Final = "rules + observation + mask"
_LISTED: Final = "rules + observation + legal moves as a list"
_PETTINGZOO: Final = ("connect_four_v3", "chess_v6", "go_v5", "texas_holdem_no_limit_v6", "hanabi_v5")
_OPEN_SPIEL: Final = ("connect_four", "chess", "backgammon", "gin_rummy", "hearts", "hive")
_RLCARD: Final = ("uno", "gin-rummy", "no-limit-holdem", "mahjong")
_PGX: Final = ("connect_four", "backgammon", "chess")

LOOPS: Final[tuple[Loop, ...]] = (
    Loop("scythe", "scythe-env", "Scythe of 5, compiled loop: rules + mask", partial(_scythe, False)),
    Loop("scythe_observed", "scythe-env", f"Scythe of 5, compiled loop: {_ALL}", partial(_scythe, True)),
    *(
        Loop(
            f"scythe_{make.__name__}",
            "scythe-env",
            f"Scythe of 5, {make.__name__}(): {_ALL}",
            partial(_pettingzoo, partial(make, players=PLAYERS)),
        )
        for make in (scythe_v0.raw_env, scythe_v0.env)
    ),
    Loop(
        "scythe_single_agent",
        "scythe-env",
        f"Scythe against 4 random players, Gymnasium loop: {_ALL}",
        _scythe_single_agent,
    ),
    *(
        Loop(
            f"pettingzoo_{game}_{make}",
            "pettingzoo",
            f"{game}, {make}(): {_ALL}",
            partial(_classic, game, make),
            stepped=f"scythe_{make}",
        )
        for game in _PETTINGZOO
        for make in ("raw_env", "env")
    ),
    *(
        Loop(
            f"open_spiel_{game}",
            "open_spiel",
            f"{game}, stepped from Python: {_ALL}",
            partial(_open_spiel, game),
            "scythe_observed",
            "scythe_raw_env",
        )
        for game in _OPEN_SPIEL
    ),
    *(
        Loop(
            f"rlcard_{game}",
            "rlcard",
            f"{game}, stepped from Python: {_LISTED}",
            partial(_rlcard, game),
            "scythe_observed",
            "scythe_raw_env",
        )
        for game in _RLCARD
    ),
    *(
        Loop(
            f"pgx_{game}_{batch}",
            "pgx",
            f"{game}, compiled loop, batch {batch:,}: {_ALL}",
            partial(_pgx, game, batch),
            "scythe_observed",
        )
        for game in _PGX
        for batch in (1, 1024)
    ),
    Loop("catanatron", "catanatron", "Catan of 4, its own loop: rules + legal moves as a list", _catanatron, "scythe"),
    Loop(
        "catanatron_gym",
        "catanatron_gym",
        f"Catan against 3 random players, Gymnasium loop: {_LISTED}",
        _catanatron_gym,
        stepped="scythe_single_agent",
    ),
)


def _measured(loop: Loop, seconds: float) -> PeerFigure | Absent:
    package = _with_version(loop.package)
    try:
        play = loop.play()
        _rate(play, seconds / 2)  # imports, compiles, warms up
        value = statistics.median(_rate(play, seconds) for _ in range(_REPETITIONS))
    except ModuleNotFoundError as error:
        return Absent(loop.key, loop.meaning, package, f"not installed: {error}")
    except Exception as error:  # errors inside a package are reported and do not stop the others
        reason = f"failed: {type(error).__name__}: {error}".splitlines()[0]
        return Absent(loop.key, loop.meaning, package, reason)
    return PeerFigure(loop.key, loop.meaning, value, "decisions/s", package, loop.compiled, loop.stepped)


def _rate(play: Iterator[int], seconds: float) -> float:
    """Decisions per second of processor time, played for the given wall time and then to the end of a stretch."""
    decisions = 0
    began = time.process_time()
    end = time.perf_counter() + seconds
    while time.perf_counter() < end:
        decisions += next(play)
    return decisions / (time.process_time() - began)


def _factors(rows: Sequence[PeerFigure | Absent]) -> Iterator[tuple[float | None, float | None]]:
    """How many times faster Scythe is for each row, compiled and from Python; None where nothing is comparable."""
    values: dict[str | None, float] = {row.key: row.value for row in rows if isinstance(row, PeerFigure)}
    for row in rows:
        if isinstance(row, Absent):
            yield None, None
        else:
            compiled, stepped = (
                values[key] / row.value if key in values else None for key in (row.compiled, row.stepped)
            )
            yield compiled, stepped


def _with_version(package: str) -> str:
    try:
        return f"{package} {version(package)}"
    except PackageNotFoundError:
        return package
