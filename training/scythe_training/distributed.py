"""Games distributed over the workers of a Ray cluster: tournaments (:func:`evaluate`) and :func:`rollouts`.

    from scythe_training import distributed

    with distributed.cluster("10.0.0.1:6379"):
        result = distributed.evaluate(Scythe(config), agents, deals=10_000)

Agents and rules travel to the workers as pickles, weights of policies included, so the modules that define them must be
installed there. A game depends only on its seed: results are the same for any number of workers.

``python -m pip install 'scythe-env[ray]'`` brings what is needed.
"""

from __future__ import annotations

import contextlib
import logging
import socket
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from itertools import islice
from typing import Any, Final, TypeVar

import numpy as np
from numpy.typing import NDArray

from scythe_env.core.agent import Agent, Player
from scythe_env.core.batch import rollout
from scythe_env.core.game import Game, Mask, check_seed

from .conduct import CONDUCT, Conduct
from .evaluation import Evaluation, Outcome, num_games, outcomes, play

try:
    import ray
except ModuleNotFoundError as error:
    raise ModuleNotFoundError("Ray is missing: python -m pip install 'scythe-env[ray]'", name=error.name) from error

T = TypeVar("T")

LOCAL_STORE: Final = 200 * 2**20
"""Bytes of shared memory of a cluster on this machine; games and agents need little."""

_CHUNK: Final = 16  # games of a task: long against the milliseconds that a task costs, short against a tournament
_AHEAD: Final = 4  # tasks for each processor that are under way or wait: more than one, so that a cluster can grow
_ANSWER: Final = 10  # seconds


@contextlib.contextmanager
def cluster(address: str = "local", workers: int | None = None) -> Iterator[None]:
    """Connect to a Ray cluster inside the block, which is not needed if Ray is already connected.

    Args:
        address: "local" starts a cluster on this machine and stops it after the block; "auto" is the one that runs on
            this machine; HOST:PORT is that of a cluster's head.
        workers: processes of a local cluster, by default one for each processor.

    Raises:
        ConnectionError: no cluster answers, or Ray cannot join it.
        ValueError: the address is invalid, or workers are given for a cluster that has its own.
    """
    options: dict[str, Any] = {}
    if address == "local":
        if workers is not None and workers < 1:
            raise ValueError(f"workers must be at least 1, not {workers}")
        options = {"num_cpus": workers, "include_dashboard": False, "object_store_memory": LOCAL_STORE}
    elif workers is not None:
        raise ValueError(f"workers can be given for a local cluster only; {address} has its own")
    elif address != "auto":
        _check_answers(address)
    try:
        ray.init(address, log_to_driver=False, logging_level=logging.ERROR, **options)
    except (ConnectionError, RuntimeError) as error:
        raise ConnectionError(f"no connection to a Ray cluster ({address}): {error}") from error
    try:
        yield
    finally:
        ray.shutdown()


def evaluate(
    game: Game,
    agents: Mapping[str, Agent],
    *,
    deals: int,
    seed: int = 0,
    conduct: Conduct = CONDUCT,
    advance: Callable[[], Any] = lambda: None,
    stopped: Callable[[], bool] = lambda: False,
) -> Evaluation:
    """:func:`.evaluation.evaluate` on the cluster: equal arguments give an equal result, if it is not stopped.

    Raises:
        ValueError: agents or deals are missing or too many, the seed is negative, or an agent failed.
    """
    result = Evaluation(list(agents), len(game.agent_seats), deals, seed, game.ending, game.by_sides)
    played: dict[int, list[Outcome]] = {}
    run = partial(_play_part, game, dict(agents), deals, seed, conduct)
    for part, found in share_out(run, num_games(len(agents), len(game.agent_seats), deals), _CHUNK):
        played[part.start] = found
        for _ in part:
            advance()
        if stopped():
            break
    for first in sorted(played):  # sums of fractions depend on their order
        for outcome in played[first]:
            result.count(outcome, conduct)
    return result


def rollouts(
    game: Game, agents: Agent | Sequence[Agent], seeds: Sequence[int], *, chunk: int = _CHUNK
) -> Iterator[tuple[range, NDArray[np.int32]]]:
    """The final scores of many games, streamed back as the workers finish them.

    Args:
        game: the rules.
        agents: who plays, for every seat or for each.
        seeds: a seed for each game, 0 to 2**64 - 1.
        chunk: games that are played and returned together.

    Returns:
        Iterator of parts: the games as indices of ``seeds``, and their scores as :func:`play_out` returns them.
        Parts come as they finish; which games they hold, and how these end, does not depend on the workers.

    Raises:
        TypeError: a seed is not an integer.
        ValueError: a seed, the chunk or the number of agents is impossible; while iterating: an agent chose an illegal
            action.
    """
    if chunk < 1:
        raise ValueError(f"chunk must be at least 1, not {chunk}")
    run = partial(_play_out_part, game, _line_up(game, agents), [check_seed(seed) for seed in seeds])
    return share_out(run, len(seeds), chunk)


def play_out(game: Game, agents: Agent | Sequence[Agent], seeds: Sequence[int]) -> NDArray[np.int32]:
    """Play games to their end in this process; arguments as for :func:`rollouts`.

    If all agents are compiled, these are the games of :func:`.core.batch.rollout`, else those of ``scythe play``.

    Returns:
        int32 (n, ``num_players``, columns): the tables of :meth:`.Game.scores`.
    """
    line_up = _line_up(game, agents)
    if all(agent.rule is not None for agent in line_up):
        return rollout(game, line_up, seeds)[:, : game.num_players]
    states = game.new_states(1)
    mask: Mask = np.zeros(game.num_actions, np.int8)
    seats = {seat: Player(game, agent) for seat, agent in zip(game.agent_seats, line_up, strict=True)}
    found = []
    for seed in seeds:
        own = np.random.SeedSequence(seed).generate_state(len(seats), np.uint64).tolist()
        for player, player_seed in zip(seats.values(), own, strict=True):
            player.reset(player_seed)
        play(game, states, mask, seats, seed)
        found.append(game.scores(states, 0))
    return np.array(found)


def _line_up(game: Game, agents: Agent | Sequence[Agent]) -> list[Agent]:
    seats = len(game.agent_seats)
    line_up = [agents] * seats if isinstance(agents, Agent) else list(agents)
    if len(line_up) != seats:
        raise ValueError(f"{len(line_up)} agents were given for {seats} seats")
    return line_up


def _check_answers(address: str) -> None:
    """Refuse an address where nothing listens; Ray itself would keep trying for a quarter of an hour."""
    host, _, port = address.rpartition(":")
    if not host or not port.isdigit() or int(port) > 65535:
        raise ValueError(f"{address!r} is not an address of a Ray cluster: allowed are local, auto and HOST:PORT")
    try:
        socket.create_connection((host, int(port)), timeout=_ANSWER).close()
    except OSError as error:
        raise ConnectionError(f"no Ray cluster answers at {address}: {error}") from error


def share_out(run: Callable[[range], T], games: int, chunk: int) -> Iterator[tuple[range, T]]:
    """Run parts of ``range(games)`` on the cluster: each part with its result, as they finish."""
    held, task = ray.put(run), ray.remote(lambda run, part: run(part))
    parts = (range(first, min(first + chunk, games)) for first in range(0, games, chunk))
    limit = _AHEAD * max(1, int(ray.cluster_resources().get("CPU", 0)))
    waiting: dict[Any, range] = {}
    try:
        while True:
            waiting |= {task.remote(held, part): part for part in islice(parts, limit - len(waiting))}
            if not waiting:
                return
            (done,), _ = ray.wait(list(waiting))
            yield waiting.pop(done), ray.get(done)
    finally:
        if ray.is_initialized():
            for reference in waiting:
                ray.cancel(reference)


def _play_part(
    game: Game, agents: dict[str, Agent], deals: int, seed: int, conduct: Conduct, part: range
) -> list[Outcome]:
    return list(outcomes(game, agents, deals=deals, seed=seed, conduct=conduct, part=part))


def _play_out_part(game: Game, agents: list[Agent], seeds: list[int], part: range) -> NDArray[np.int32]:
    return play_out(game, agents, seeds[part.start : part.stop])
