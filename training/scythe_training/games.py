"""One game between agents, with its log."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np

from scythe_env.core.agent import Agent
from scythe_env.core.events import Event
from scythe_env.core.game import Game
from scythe_env.core.session import Session, Viewer

from .conduct import CONDUCT, Conduct


def fill_seats(names: Sequence[str], players: int) -> list[str]:
    """A name for each of the seats of agents: if there are too few, the last one takes the remaining seats.

    Raises:
        ValueError: there are more names than seats, or none.
    """
    if players == 0:
        return []
    if not 1 <= len(names) <= players:
        raise ValueError(f"{len(names)} agents for {players} seats: give one to {players} of them")
    return [*names, *[names[-1]] * (players - len(names))]


def play_logged(
    game: Game, agents: Sequence[Agent], seed: int, viewer: Viewer = None, conduct: Conduct = CONDUCT
) -> Iterator[tuple[Session, list[Event]]]:
    """Play a game decision by decision.

    Args:
        game: the game.
        agents: one for each seat that is not scripted.
        seed: 0 to 2**64 - 1, of the deal and the agents.
        viewer: for whom the log is written.
        conduct: how long an agent may take; the first failure ends the game.

    Yields:
        The session, the same each time, and the events that are new: first those of the deal, then those of each
        decision.

    Raises:
        ValueError: an agent failed.
    """
    seated = zip(game.agent_seats, agents, strict=True)
    players = {seat: conduct.player(game, type(agent).__name__, agent) for seat, agent in seated}
    seeds = np.random.SeedSequence(seed).generate_state(len(players), np.uint64)
    for player, own in zip(players.values(), seeds, strict=True):
        player.reset(int(own))
    session = Session(game, log=True, viewer=viewer)
    session.reset(seed)
    yield session, session.events
    while session.running:
        action = players[session.seat].choose(session.states, 0, session.seat, session.mask)
        yield session, session.play(action)


def played(game: Game, agents: Sequence[Agent], seed: int) -> Session:
    """The session of a game that is played to its end; arguments as for :func:`play_logged`."""
    *_, (session, _) = play_logged(game, agents, seed)
    return session


def summary(session: Session, names: Sequence[str]) -> str:
    """Who played what and how the game stands, in a line."""
    game, states = session.game, session.states
    results = enumerate(zip(game.seated(names), game.results(game.scores(states, 0)), strict=True))
    return "; ".join(
        f"seat {seat}: {name} as {game.player_name(states, 0, seat)}, score {result['score']}, rank {result['rank']}"
        for seat, (name, result) in results
    )
