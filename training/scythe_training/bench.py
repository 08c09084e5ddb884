"""How fast the environment is: :func:`measure`. Each figure is the median of a few repetitions, on one thread."""

from __future__ import annotations

import functools
import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass
from functools import partial
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Final, NamedTuple

import numpy as np
from numba import float32, int8, int64
from numpy.typing import NDArray

from scythe_env.core.aec import GameEnv, wrap
from scythe_env.core.agent import Agent, Player
from scythe_env.core.batch import Batch, rollout
from scythe_env.core.compiling import Layout, entry
from scythe_env.core.game import NONE, Game, Mask, States
from scythe_env.core.kernel import raw_bytes
from scythe_env.core.loops import SEATING
from scythe_env.core.net import MOST_HIDDEN, Net, net_value
from scythe_env.core.planning import PlanningAgent
from scythe_env.core.random import random_legal
from scythe_env.core.registry import agent_names, game_class, parse_agent, registered_name
from scythe_env.core.search import Plans
from scythe_env.core.single_agent import SingleAgentEnv

from .evaluation import baselines
from .origin import machine
from .random_play import random_loop

PLAYERS: Final = 5
"""Seats where Scythe is compared with other packages or measured on a GPU."""

SEARCHERS: Final = ("quick", "expert")
"""Registered names of the agents whose search is measured, where a game has them."""

_REPETITIONS: Final = 5
_MANY: Final = 16_384
_GAMES: Final = 1024  # of a rollout
_TRAINED: Final = 32_768  # decisions learned from in a measurement of training
_COUNTED: Final = 64  # games whose decisions are counted
_TURNS: Final = 24  # of a game, evenly spaced, that are planned in a measurement

_MAKE: Final = """
import time
began = time.perf_counter()
from scythe_env.core.aec import GameEnv, wrap
from {module} import {kind}
"""
"""The beginning of Python code that runs in its own process: it has the class of the game and measures."""

_IMPORT: Final = "print(time.perf_counter() - began)"
_START: Final = """
env = wrap(GameEnv({kind}()))
env.reset(seed=0)
env.step(int(env.last()[0]["action_mask"].argmax()))
env.last()
print(time.perf_counter() - began)
"""
_COMPILE: Final = """
from scythe_env.core.batch import Batch
from scythe_env.core.compiling import compile_all
from scythe_env.core.registry import parse_agent
game = {kind}()
agents = [parse_agent(name, game) for name in {agents}]
compile_all(lambda *_: None)
Batch(game, 1, "random").reset(0)
print(time.perf_counter() - began)
"""
_INTERPRETED: Final = """
from scythe_training.bench import compiled_play
print(compiled_play({kind}(), 1, 0, 0.5)())
"""


@dataclass(frozen=True)
class Figure:
    """A measured figure.

    Attributes:
        key: name in JSON.
        meaning: what was measured.
        value: the median.
        unit: of the value.
    """

    key: str
    meaning: str
    value: float
    unit: str


def measure(game: Game, seconds: float = 1.0, compiling: bool = True, threads: int = 1) -> Iterator[Figure]:
    """Measure one figure after the other.

    Args:
        game: what is played; processes of their own play it with its default options.
        seconds: duration of each repetition.
        compiling: measure the first compile too, which takes most of a minute.
        threads: of the training, which is measured if SB3 is installed.

    At a table of scripted seats alone only these are measured.
    """
    if not game.agent_seats:
        yield Figure("scripted_turn", "a turn of a scripted seat", _scripted_turn(game, seconds), "us")
        return
    with_sb3 = find_spec("sb3_contrib") is not None
    code = {"module": type(game).__module__, "kind": type(game).__qualname__, "agents": baselines(game)}
    begin, start, compile_, interpreted = (
        (_MAKE + part).format(**code) for part in (_IMPORT, _START, _COMPILE, _INTERPRETED)
    )
    yield Figure("state", "size of a state", game.layout.dtype.itemsize, "bytes")
    players, megabytes = game.num_players, _memory(game, _MANY) / 1e6
    yield Figure("memory", f"16,384 games of {players} players in a batch, without observations", megabytes, "MB")
    for loops in _loops(game, with_sb3):
        runs = [loop.begin(seconds) for loop in loops]
        for run in runs:
            run()  # compiles, warms up
        rounds = [[run() for run in runs] for _ in range(_REPETITIONS)]  # alternating, as the speed of machines changes
        for loop, values in zip(loops, zip(*rounds, strict=True), strict=True):
            yield Figure(loop.key, loop.meaning, statistics.median(values), loop.unit)
    rate = _subprocess(interpreted, jit=False)
    yield Figure("interpreted", "compiled loop with masks, interpreted instead", rate, "decisions/s")
    yield from parts(game, seconds)
    yield from searches(game, seconds)
    if with_sb3:
        yield from _training(registered_name(game), threads)
    yield Figure("import", "importing the environment in a new process", _timed(begin), "s")
    yield Figure("start", "a new process from start to first step, rules from the cache", _timed(start), "s")
    if compiling:
        with tempfile.TemporaryDirectory() as cache:
            seconds = _subprocess(compile_, cache=cache)
        yield Figure("compile", "first compile of all that a demo needs", seconds, "s")


def ratios(figures: dict[str, float]) -> list[tuple[str, float]]:
    """What the figures say about each other, as sentences with a factor."""
    pairs = (
        ("compiled play is faster than interpreted by", "random", "interpreted"),
        ("leaving out the observations makes compiled play faster by", "random", "random_observed"),
        (
            "the compiled loop with observations is faster than the PettingZoo loop by",
            "random_observed",
            "pettingzoo_raw",
        ),
        ("the PettingZoo loop is faster without its usual wrappers by", "pettingzoo_raw", "pettingzoo"),
        ("two threads are faster than one by", "rollouts_2", "rollouts"),
        ("a decision in 16 games costs as much as in 16,384 times", "batch_16384", "batch_16"),
        ("the heuristic costs as much as random play times", "rollouts", "rollouts_heuristic"),
        ("decisions in the search of quick, over those in rollouts of the heuristic:", "search_quick", "script"),
        ("decisions in the search of expert, over those in rollouts of the heuristic:", "search_expert", "script"),
    )
    return [(text, figures[a] / figures[b]) for text, a, b in pairs if a in figures and b in figures]


def as_dict(figures: list[Figure]) -> dict[str, Any]:
    """The result as JSON values."""
    values = {figure.key: figure.value for figure in figures}
    return {
        "machine": machine(),
        "figures": [asdict(figure) for figure in figures],
        "ratios": [{"meaning": text, "factor": factor} for text, factor in ratios(values)],
    }


# -- what is measured --------------------------------------------------------------------------------------------------


def compiled_play(game: Game, maskings: int, observations: int, seconds: float) -> Callable[[], float]:
    """Uniformly random games in one compiled loop; see :func:`.random_loop`."""
    loop, states = random_loop(game.layout, game.rules), game.new_states(2)
    raw = raw_bytes(states)
    mask = np.zeros(game.num_actions, np.int8)
    out = np.zeros(game.observation_size, np.float32)

    def play(decisions: int) -> None:
        loop(states, raw, 0, 1, 0, decisions, mask, out, maskings, observations)

    return lambda: _rate(play, seconds)


def _pettingzoo(env: Any, seconds: float) -> Callable[[], float]:
    """The loop of PettingZoo's documentation: last, sample from the mask, step."""

    def play(decisions: int) -> None:
        env.reset(seed=1)
        for _ in range(decisions):
            observation, _, terminated, truncated, _ = env.last()
            if terminated or truncated:
                env.reset()
                continue
            legal = observation["action_mask"].nonzero()[0]
            env.step(int(legal[rng.integers(len(legal))]))

    rng = np.random.default_rng(1)
    return lambda: _rate(play, seconds)


def _single_agent(game: Game, seconds: float) -> Callable[[], float]:
    """The Gymnasium environment with random opponents; the learner's decisions count."""
    env = SingleAgentEnv(game)
    rng = np.random.default_rng(1)

    def play(decisions: int) -> None:
        env.reset(seed=1)
        for _ in range(decisions):
            legal = env.action_masks().nonzero()[0]
            _, _, terminated, truncated, _ = env.step(int(legal[rng.integers(len(legal))]))
            if terminated or truncated:
                env.reset()

    return lambda: _rate(play, seconds)


def _batch(game: Game, n: int, observing: bool, seconds: float) -> Callable[[], float]:
    """Steps of n games in which all seats are asked; the time to choose actions does not count."""
    batch = Batch(game, n, observing=observing)
    batch.reset(0)
    rng = np.random.default_rng(1)

    def play() -> float:
        steps, spent = 0, 0.0
        while spent < seconds:
            actions = random_actions(batch.arrays.masks, rng)
            began = time.perf_counter()
            batch.step(actions)
            spent += time.perf_counter() - began
            steps += 1
        return steps * n / spent

    return play


def random_actions(masks: NDArray[np.int8], rng: np.random.Generator) -> NDArray[np.int64]:
    """A uniformly random legal action in each of n games, int64 (n,); 0 where none is legal."""
    columns = np.flatnonzero(masks) % masks.shape[1]
    counts = masks.sum(1, dtype=np.int64)
    chosen = np.cumsum(counts) - counts + (rng.random(len(masks)) * counts).astype(np.int64)
    return np.where(counts > 0, columns[np.minimum(chosen, len(columns) - 1)], 0)


def parts(game: Game, seconds: float = 1.0) -> Iterator[Figure]:
    """What a decision of a compiled random game costs, measured by doing each part of it more than once."""
    more = 4
    plain, masked, observed = (compiled_play(game, *counts, seconds) for counts in ((1, 0), (1 + more, 0), (1, more)))
    times: dict[str, list[float]] = {"all": [], "mask": [], "observation": [], "draw": []}
    for _ in range(1 + _REPETITIONS):  # alternating, as the speed of machines changes
        whole = 1e9 / plain()
        times["all"].append(whole)
        times["mask"].append((1e9 / masked() - whole) / more)
        times["observation"].append((1e9 / observed() - whole) / more)
        times["draw"].append(1e9 / _draws(game, seconds)())
    median = {name: statistics.median(values[1:]) for name, values in times.items()}
    yield Figure("ns_mask", "of a decision: finding the legal actions", median["mask"], "ns")
    yield Figure("ns_draw", "of a decision: drawing a random legal one", median["draw"], "ns")
    rest = median["all"] - median["mask"] - median["draw"]
    yield Figure("ns_play", "of a decision: playing it and what follows from it", rest, "ns")
    yield Figure("ns_observation", "in addition: writing an observation", median["observation"], "ns")


@entry(SEATING, int64, int8[::1], int64[::1])
def _draw_often(seating: NDArray[np.void], n: int, mask: NDArray[np.int8], last: NDArray[np.int64]) -> None:
    for _ in range(n):
        last[0] = random_legal(seating[0], mask)


def _draws(game: Game, seconds: float) -> Callable[[], float]:
    """Random draws from a mask with few legal actions, as most have."""
    mask = np.zeros(game.num_actions, np.int8)
    mask[10::40] = mask[0] = 1
    seating, last = np.zeros(1, SEATING.dtype), np.zeros(1, np.int64)
    return lambda: _rate(lambda n: _draw_often(seating, n, mask, last), seconds)


def searches(game: Game, seconds: float = 1.0) -> Iterator[Figure]:
    """What agents that search take for the same turns of a game, and how fast they play and judge in them.

    Decisions of a search are all that its re-deals need; beside them stand those of rollouts of the best baseline.
    """
    agents = {name: parse_agent(name, game) for name in SEARCHERS if name in agent_names(game)}
    planners = {name: agent for name, agent in agents.items() if isinstance(agent, PlanningAgent)}
    if not planners:
        return
    first, script = next(iter(planners.values())), baselines(game)[0]
    positions = _turns(game, first)
    runs = {"script": _script(game, parse_agent(script, game), seconds)}
    if (net := first.material(game, None, None)[2]) is not None:
        runs["net"] = _net(net, first.plans, game, positions, seconds)
    found: dict[str, list[float]] = {}
    for _ in range(1 + _REPETITIONS):  # alternating, as the speed of machines changes
        for name, run in runs.items():
            found.setdefault(name, []).append(run())
        for name, planner in planners.items():
            rate, milliseconds = _planned(planner, positions)
            found.setdefault(f"search_{name}", []).append(rate)
            found.setdefault(f"turn_{name}", []).append(milliseconds)
    median = {name: statistics.median(values[1:]) for name, values in found.items()}
    seats = f"{game.num_players} players"
    yield Figure("script", f"in rollouts of games of {seats}, all players {script}", median["script"], "decisions/s")
    for name in planners:
        yield Figure(f"search_{name}", f"within the search of {name}", median[f"search_{name}"], "decisions/s")
    if net is not None:
        yield Figure("net", "positions judged by the value net, with finding its inputs", median["net"], "positions/s")
    for name in planners:
        yield Figure(
            f"turn_{name}", f"a turn of {name}, mean of {len(positions)} of a game", median[f"turn_{name}"], "ms"
        )


def _turns(game: Game, agent: PlanningAgent) -> list[tuple[States, Mask]]:
    """Beginnings of turns of a game in which the agent plays all seats, with their legal actions."""
    states, found = game.new_states(1), []
    mask: Mask = np.zeros(game.num_actions, np.int8)
    game.reset(states, 0, 0, mask)
    agent.reset(0)
    while game.seat_to_act(states, 0) != NONE:
        before, known = (states.copy(), mask.copy()), agent.thoughts
        action = agent.act_on_state(states.copy(), 0, mask.copy())
        if agent.thoughts is not known:
            found.append(before)
        game.step(states, 0, action, mask)
    return found[:: max(1, len(found) // _TURNS)]


def _planned(agent: PlanningAgent, positions: list[tuple[States, Mask]]) -> tuple[float, float]:
    """Decisions a second in the search for turns, and milliseconds a turn."""
    played, began = 0, time.perf_counter()
    for states, mask in positions:
        agent.reset(0)
        agent.act_on_state(states, 0, mask)
        played += agent.thoughts.played if agent.thoughts else 0
    spent = time.perf_counter() - began
    return played / spent, 1000 * spent / len(positions)


def _script(game: Game, agent: Agent, seconds: float) -> Callable[[], float]:
    """Whole games inside compiled calls, whose decisions were counted in a game by game play before."""
    player, states, decisions = Player(game, agent), game.new_states(1), 0
    mask: Mask = np.zeros(game.num_actions, np.int8)
    for seed in range(_COUNTED):
        game.reset(states, 0, seed, mask)
        while (seat := game.seat_to_act(states, 0)) != NONE:
            game.step(states, 0, player.choose(states, 0, seat, mask), mask)
            decisions += 1

    def play() -> float:
        times, began = 0, time.perf_counter()
        while time.perf_counter() - began < seconds:
            rollout(game, agent, range(_COUNTED))
            times += 1
        return times * decisions / (time.perf_counter() - began)

    return play


def _net(
    net: Net, plans: Plans, game: Game, positions: list[tuple[States, Mask]], seconds: float
) -> Callable[[], float]:
    """Positions judged one after the other for the seat to act, as a search does at the end of a rollout."""
    states = np.concatenate([states for states, _ in positions])
    judge, room = _judge(game.layout, plans), np.zeros(net.inputs + 2 * MOST_HIDDEN, np.float32)
    return lambda: _rate(lambda n: judge(states, n, net.values, *net.hidden, room), seconds)


@functools.cache
def _judge(layout: Layout, plans: Plans) -> Any:
    features, inputs = plans.features, plans.num_features

    @entry(layout, int64, float32[::1], int64, int64, float32[::1])
    def judge(states, n, net, n1, n2, room):  # type: ignore[no-untyped-def]
        x = room[:inputs]
        h1 = room[inputs : inputs + MOST_HIDDEN]
        h2 = room[inputs + MOST_HIDDEN :]
        total = 0.0
        for k in range(n):
            s = states[k % len(states)]
            features(s, s.seat_to_act, x)
            total += net_value(x, net, inputs, n1, n2, h1, h2)
        return total

    return judge


def _memory(game: Game, n: int) -> int:
    """Bytes of a batch of n games without observations."""
    batch = Batch(game, n, observing=False)
    arrays = (getattr(batch.arrays, name) for name in batch.arrays.__slots__)
    return int(batch.states.nbytes + batch.seating.nbytes + sum(array.nbytes for array in arrays))


def _rollouts(game: Game, agent: Agent, threads: int, seconds: float) -> Callable[[], float]:
    """Whole games inside compiled calls."""

    def play() -> float:
        games, began = 0, time.perf_counter()
        while time.perf_counter() - began < seconds:
            rollout(game, agent, range(games, games + _GAMES), threads=threads)
            games += _GAMES
        return games / (time.perf_counter() - began)

    return play


def _scripted_turn(game: Game, seconds: float) -> float:
    """Microseconds for a turn in games that nobody is asked in; a seat has one in each round."""
    states, mask = game.new_states(1), np.zeros(game.num_actions, np.int8)

    def play(first: int) -> float:
        turns, seed, began = 0, first, time.perf_counter()
        while turns == 0 or time.perf_counter() - began < seconds:
            game.reset(states, 0, seed, mask)
            turns, seed = turns + game.rounds(states, 0) * game.num_players, seed + 1
        return 1e6 * (time.perf_counter() - began) / turns

    play(0)  # compiles
    return statistics.median(play(0) for _ in range(_REPETITIONS))


def _vec_env(game: Game, seconds: float) -> Callable[[], float]:
    """What SB3 steps: 256 games against random opponents; choosing the learner's actions counts."""
    from .vec_env import LearnerVecEnv

    env = LearnerVecEnv(game, 256, ["random"])
    env.seed(0)
    env.reset()
    rng = np.random.default_rng(1)

    def play(decisions: int) -> None:
        for _ in range(0, decisions, env.num_envs):
            env.step(random_actions(env.batch.arrays.masks, rng))

    return lambda: _rate(play, seconds)


def _training(name: str, threads: int) -> Iterator[Figure]:
    """MaskablePPO as ``scythe train`` runs it by default, but with a network of 2 x 256, against all baselines."""
    from .settings import TrainingSettings
    from .training import TrainingRun

    opponents = tuple(baselines(game_class(name)))
    settings = TrainingSettings(game=name, hidden=(256, 256), opponents=opponents, threads=threads)
    with tempfile.TemporaryDirectory() as folder:
        model = TrainingRun.start(settings, Path(folder) / "run").model
        env: Any = model.env
        spent = {"total": 0.0, "environment": 0.0}
        for name in ("step_wait", "env_method"):
            setattr(env, name, _adding_time(getattr(env, name), spent))
        model.learn(settings.games * settings.steps)  # warms up
        spent["environment"], began = 0.0, time.perf_counter()
        model.learn(_TRAINED, reset_num_timesteps=False)
        spent["total"] = time.perf_counter() - began
    yield Figure(
        "training",
        f"learned by MaskablePPO, network of 2 x 256, {settings.make_game().num_players} players, {threads} threads",
        _TRAINED / spent["total"],
        "decisions/s",
    )
    share = 100 * spent["environment"] / spent["total"]
    yield Figure("training_environment", "of its time: environment, masks and opponents", share, "%")


def _adding_time(method: Callable[..., Any], spent: dict[str, float]) -> Callable[..., Any]:
    """The method, which adds its time to ``spent["environment"]``."""

    def timed(*args: Any, **kwargs: Any) -> Any:
        began = time.perf_counter()
        try:
            return method(*args, **kwargs)
        finally:
            spent["environment"] += time.perf_counter() - began

    return timed


class _Loop(NamedTuple):
    """What is measured for a figure; ``begin`` gets the seconds of a repetition and returns what makes one."""

    key: str
    meaning: str
    begin: Callable[[float], Callable[[], float]]
    unit: str = "decisions/s"


def _loops(game: Game, with_sb3: bool) -> Iterator[list[_Loop]]:
    """What is measured of a game; loops that are compared come together."""
    seats, agents = f"{game.num_players} players", {name: parse_agent(name, game) for name in baselines(game)}
    random = agents.pop("random")
    compiled = f"random games of {seats} in one compiled loop, with masks"
    yield [
        _Loop("random", compiled, partial(compiled_play, game, 1, 0)),
        _Loop("random_observed", "the same, with masks and observations", partial(compiled_play, game, 1, 1)),
    ]
    stepped = f"batch of 16 games of {seats}, a step for each decision"
    yield [
        _Loop("batch_16", stepped, partial(_batch, game, 16, False)),
        _Loop("batch_16384", "the same with 16,384 games", partial(_batch, game, _MANY, False)),
    ]
    yield [_Loop("batch_observed", "256 games, with observations", partial(_batch, game, 256, True))]
    yield [
        _Loop("rollouts", f"random games of {seats} to their end", partial(_rollouts, game, random, 1), "games/s"),
        _Loop("rollouts_2", "the same on two threads", partial(_rollouts, game, random, 2), "games/s"),
    ] + [
        _Loop(
            f"rollouts_{name}",
            f"the same, all players {name}",
            partial(_rollouts, game, agent, 1),
            "games/s",
        )
        for name, agent in agents.items()
    ]
    usual = "PettingZoo loop, raw_env: last, random legal action, step"
    yield [
        _Loop("pettingzoo_raw", usual, lambda s: _pettingzoo(GameEnv(game), s)),
        _Loop("pettingzoo", "the same with the usual wrappers: env", lambda s: _pettingzoo(wrap(GameEnv(game)), s)),
    ]
    learner = f"Gymnasium loop against {game.num_players - 1} random agents, learner's decisions"
    yield [_Loop("single_agent", learner, partial(_single_agent, game))]
    if with_sb3:
        kind: Any = type(game)
        table = kind(kind.config_type(**kind.lesson))
        what = f"SB3 VecEnv, 256 games of {table.num_players}, learner's decisions"
        yield [_Loop("vec_env", what, partial(_vec_env, table))]


def _rate(play: Callable[[int], None], seconds: float) -> float:
    """Decisions per second: as many are played as take about ``seconds``, judged by a shorter run before."""
    decisions = 200
    while True:
        began = time.perf_counter()
        play(decisions)
        duration = time.perf_counter() - began
        if duration >= seconds / 2:
            return decisions / duration
        decisions = int(decisions * min(max(seconds / max(duration, 1e-6), 1.5), 100))


def _subprocess(code: str, *, jit: bool = True, cache: str | None = None) -> float:
    """The number that a piece of Python prints in its own process."""
    environment = dict(os.environ)
    environment.pop("NUMBA_DISABLE_JIT", None)
    if not jit:
        environment["NUMBA_DISABLE_JIT"] = "1"
    if cache is not None:
        environment["SCYTHE_ENV_CACHE_DIR"] = cache
    command = [sys.executable, "-c", code]
    done = subprocess.run(command, env=environment, check=True, stdout=subprocess.PIPE, text=True)
    return float(done.stdout.split()[-1])


def _timed(code: str) -> float:
    """Median duration in seconds, which the code prints itself."""
    return statistics.median(_subprocess(code) for _ in range(_REPETITIONS))
