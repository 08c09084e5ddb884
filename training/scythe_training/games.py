"""One game between agents, with its log."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np

from scythe_env.core.agent import Agent, Player
from scythe_env.core.game import Mask
from scythe_env.scythe.config import ScytheConfig
from scythe_env.scythe.events import Event
from scythe_env.scythe.game import Scythe
from scythe_env.scythe.log import GameLog


def fill_seats(names: Sequence[str], players: int) -> list[str]:
    """A name for each seat: where some are missing, the last one takes the seats that are left.

    Raises:
        ValueError: there are more names than seats, or none.
    """
    if not 1 <= len(names) <= players:
        raise ValueError(f"{len(names)} agents for {players} seats: give one to {players} of them")
    return [*names, *[names[-1]] * (players - len(names))]


def play_logged(
    config: ScytheConfig, agents: Sequence[Agent], seed: int, full: bool = False
) -> Iterator[tuple[GameLog, list[Event]]]:
    """Play a game decision by decision.

    Args:
        config: of the game.
        agents: one for each seat.
        seed: 0 to 2**64 - 1, of the deal and the agents.
        full: note hands and secret choices too.

    Yields:
        The log, the same each time, and the events that are new: first those of the deal, then those of each decision.
    """
    game = Scythe(config)
    players = [Player(game, agent) for agent in agents]
    for player, own in zip(players, np.random.SeedSequence(seed).generate_state(len(players), np.uint64), strict=True):
        player.reset(int(own))
    log = GameLog.deal(config, seed, full=full)
    yield log, list(log.events)
    mask: Mask = np.zeros(game.num_actions, np.int8)
    while log.running:
        states = log.states
        game.legal(states, 0, mask)
        yield log, log.play(players[log.seat].choose(states, 0, log.seat, mask))


def played(config: ScytheConfig, agents: Sequence[Agent], seed: int) -> GameLog:
    """The log of a game that is played to its end; arguments as for :func:`play_logged`."""
    *_, (log, _) = play_logged(config, agents, seed)
    return log


def summary(log: GameLog, names: Sequence[str]) -> str:
    """Who played what and how it stands, in a line."""
    scores = enumerate(zip(names, log.result()["scores"], strict=True))
    return "; ".join(
        f"seat {seat}: {name} as {score['faction']}, {score['total']} coins, rank {score['rank']}"
        for seat, (name, score) in scores
    )
