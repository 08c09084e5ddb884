"""How fast board games of other packages are played on this machine: :func:`measure`, and :func:`table` beside Scythe.

Every peer plays uniformly random legal moves on one core. A decision is one move of one player; chance events, which
some packages play as steps of their own, cost time but do not count.
"""

from __future__ import annotations

import contextlib
import os
import random
import statistics
import sys
import time
import warnings
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import asdict, dataclass
from functools import partial
from importlib import import_module
from importlib.metadata import PackageNotFoundError, version
from typing import Any, Final

import numpy as np
from rich import box
from rich.table import Table

from .bench import Figure
from .tables import number

_REPETITIONS: Final = 3
_PGX_STEPS: Final = 256  # decisions of a compiled call at least, so that the call itself costs nothing


@dataclass(frozen=True)
class Peer:
    """A loop of another package that is measured.

    Attributes:
        key: name in JSON.
        package: the distribution that the game comes in.
        meaning: the game, and what a decision includes.
        play: begins random play without end that yields after each stretch how many decisions it took. It imports the
            package.
        compiled: key of Scythe's figure that a compiled loop is compared by, None if none is alike.
        stepped: the same for a loop in Python that steps a single game.
    """

    key: str
    package: str
    meaning: str
    play: Callable[[], Iterator[int]]
    compiled: str | None = None
    stepped: str | None = None


@dataclass(frozen=True)
class PeerFigure(Figure):
    """What was measured of a peer; ``package`` includes its version, otherwise see :class:`Peer`."""

    package: str
    compiled: str | None
    stepped: str | None


@dataclass(frozen=True)
class Absent:
    """A peer that could not be measured, and why."""

    key: str
    meaning: str
    package: str
    reason: str


def measure(seconds: float, peers: Iterable[Peer]) -> Iterator[PeerFigure | Absent]:
    """Measure one peer after the other; one that is not installed or fails is said to be so.

    Args:
        seconds: duration of each of three repetitions, the median of which counts.
        peers: what to measure; :data:`PEERS` are all.
    """
    for peer in peers:
        # packages greet on the output, and warn about their own insides
        with contextlib.redirect_stdout(sys.stderr), warnings.catch_warnings(), _one_core():
            warnings.simplefilter("ignore")
            result = _measured(peer, seconds)
        yield result


def table(figures: Iterable[Figure], rows: Iterable[PeerFigure | Absent]) -> Table:
    """Scythe's figures and those of the peers, with how many times faster Scythe is; Markdown when printed.

    Args:
        figures: of Scythe, measured in the same run.
        rows: of the peers.
    """
    rows = list(rows)
    compared = {key for row in rows if isinstance(row, PeerFigure) for key in (row.compiled, row.stepped)}
    figures = [figure for figure in figures if figure.key in compared]
    values = {figure.key: figure.value for figure in figures}
    result = Table(box=box.MARKDOWN)
    result.add_column("package")
    result.add_column("random legal play on one core")
    for heading in ("decisions/s", "Scythe compiled: times faster", "Scythe from Python: times faster"):
        result.add_column(heading, justify="right")
    for figure in figures:
        result.add_row(_with_version("scythe-env"), figure.meaning, number(figure.value))
    for row in rows:
        if isinstance(row, Absent):
            result.add_row(row.package, f"{row.meaning}: {row.reason}", "–")
        else:
            shown = ("" if factor is None else f"{factor:.3g}" for factor in _factors(row, values))
            result.add_row(row.package, row.meaning, number(row.value), *shown)
    return result


def as_dict(figures: Iterable[Figure], rows: Iterable[PeerFigure | Absent]) -> list[dict[str, Any]]:
    """The rows as they are written to JSON; those that were measured with the factors of :func:`table`."""
    values = {figure.key: figure.value for figure in figures}
    result = []
    for row in rows:
        result.append(asdict(row))
        if isinstance(row, PeerFigure):
            compiled, stepped = _factors(row, values)
            result[-1] |= {"faster_compiled": compiled, "faster_stepped": stepped}
    return result


# -- what is measured --------------------------------------------------------------------------------------------------


def _pettingzoo(module: str, make: str) -> Iterator[int]:
    """The loop that Scythe's own environments are measured by."""
    env = getattr(import_module(f"pettingzoo.classic.{module}"), make)()
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


def _open_spiel(name: str) -> Iterator[int]:
    """Observations are written into an array by an observer, the fastest way that there is from Python."""
    import pyspiel
    from open_spiel.python.observation import make_observation

    game = pyspiel.load_game(name)
    # some games write nothing but all that a player has seen so far
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

    steps = max(_PGX_STEPS // batch, 1)
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

PEERS: Final[tuple[Peer, ...]] = (
    *(
        Peer(
            f"pettingzoo_{game}_{make}",
            "pettingzoo",
            f"{game}, {make}(): {_ALL}",
            partial(_pettingzoo, game, make),
            stepped={"raw_env": "pettingzoo_raw", "env": "pettingzoo"}[make],
        )
        for game in _PETTINGZOO
        for make in ("raw_env", "env")
    ),
    *(
        Peer(
            f"open_spiel_{game}",
            "open_spiel",
            f"{game}, stepped from Python: {_ALL}",
            partial(_open_spiel, game),
            "random_observed",
            "pettingzoo_raw",
        )
        for game in _OPEN_SPIEL
    ),
    *(
        Peer(
            f"rlcard_{game}",
            "rlcard",
            f"{game}, stepped from Python: {_LISTED}",
            partial(_rlcard, game),
            "random_observed",
            "pettingzoo_raw",
        )
        for game in _RLCARD
    ),
    *(
        Peer(
            f"pgx_{game}_{batch}",
            "pgx",
            f"{game}, compiled loop, batch {batch:,}: {_ALL}",
            partial(_pgx, game, batch),
            "random_observed",
        )
        for game in _PGX
        for batch in (1, 1024)
    ),
    Peer(
        "catanatron",
        "catanatron",
        "Catan of 4, its own loop: rules + legal moves as a list",
        _catanatron,
        "random",
    ),
    Peer(
        "catanatron_gym",
        "catanatron_gym",
        f"Catan against 3 random players, Gymnasium loop: {_LISTED}",
        _catanatron_gym,
        stepped="single_agent",
    ),
)


def _measured(peer: Peer, seconds: float) -> PeerFigure | Absent:
    package = _with_version(peer.package)
    try:
        play = peer.play()
        _rate(play, seconds / 2)  # imports, compiles, warms up
        value = statistics.median(_rate(play, seconds) for _ in range(_REPETITIONS))
    except ModuleNotFoundError as error:
        return Absent(peer.key, peer.meaning, package, f"not installed: {error}")
    except Exception as error:  # whatever goes wrong inside a peer is reported and does not stop the others
        reason = f"failed: {type(error).__name__}: {error}".splitlines()[0]
        return Absent(peer.key, peer.meaning, package, reason)
    return PeerFigure(peer.key, peer.meaning, value, "decisions/s", package, peer.compiled, peer.stepped)


def _rate(play: Iterator[int], seconds: float) -> float:
    """Decisions a second, over the time that is given and what is left of the last stretch."""
    decisions = 0
    began = time.perf_counter()
    while (duration := time.perf_counter() - began) < seconds:
        decisions += next(play)
    return decisions / duration


def _factors(row: PeerFigure, values: Mapping[str, float]) -> tuple[float | None, float | None]:
    """How many times faster Scythe is, compiled and from Python; None where nothing is alike."""
    compiled, stepped = (
        values[key] / row.value if key is not None and key in values else None for key in (row.compiled, row.stepped)
    )
    return compiled, stepped


def _with_version(package: str) -> str:
    try:
        return f"{package} {version(package)}"
    except PackageNotFoundError:
        return package


@contextlib.contextmanager
def _one_core() -> Iterator[None]:
    """Whatever threads a package starts share one core, where the system can be told so."""
    if not hasattr(os, "sched_setaffinity"):
        yield
        return
    cores = os.sched_getaffinity(0)
    os.sched_setaffinity(0, {min(cores)})
    try:
        yield
    finally:
        os.sched_setaffinity(0, cores)
