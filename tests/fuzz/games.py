"""Valid inputs to begin with, and what must hold for every position that was accepted."""

from __future__ import annotations

import functools
from random import Random
from typing import Any

import numpy as np

from scythe_env.core.game import NONE, RUNNING, Game, States
from scythe_env.core.kernel import STATUSES
from scythe_env.core.session import Session
from scythe_env.core.testing.contract import at_random, check_position
from scythe_env.scythe.config import ScytheConfig
from scythe_env.scythe.game import Scythe
from scythe_env.scythe.render import render
from tests.core.race.game import Race
from tests.scythe.invariants import FAULTS, find_fault
from tests.scythe.playing import choose_lively

POSITIONS = 160
OPTIONS: tuple[dict[str, Any], ...] = (
    {},
    {"promo_encounters": True, "promo_factory": True, "promo_objectives": True, "max_rounds": 30},
    {"decline_gains": True, "camaraderie_always": True},
    {"play_forced": False, "relentless_factory": False, "tile": "longest_line"},
    {"observe_seats": 7, "observe_standing": True},
)
RACE = Race()


@functools.cache
def table(players: int, options: int = 0) -> Scythe:
    """A game of so many players with one of the sets of options."""
    return Scythe(ScytheConfig(players=players, **OPTIONS[options]))


@functools.cache
def position(number: int) -> tuple[Scythe, bytes]:
    """A position in play: every fourth wherever it is, the others with ever more steps under way, and some ends."""
    game, rng = table(1 + number % 7, number // 7 % len(OPTIONS)), np.random.default_rng(number)
    session = Session(game)
    session.reset(number)
    first, wanted = rng.integers(600), number % 4 + 1
    for k in range(10_000):
        if k >= first and session.states["depth"][0] > wanted and number % 20:
            break
        session.step(choose_lively(session.mask, rng))
        if not session.running:
            break
    return game, session.save()


def some_position(draw: Random) -> tuple[Scythe, States]:
    """One of the positions, as its game and record."""
    game, saved = position(draw.randrange(POSITIONS))
    return game, game.opened(saved)


def uphold(draw: Random, game: Game, states: States) -> None:
    """Assert that an accepted position, states (1,), is as good as any: written, read, seen, re-dealt and played on.

    Positions of Scythe keep its invariants. One in eight is played to its end, the others for some decisions.
    """
    game.check(states)
    assert game.of_document(game.to_document(states, 0)).tobytes() == states.tobytes(), "the document gives another"
    session, rng = Session(game), np.random.default_rng(draw.getrandbits(32))
    session.take_up(states)
    scythe, decisions = isinstance(game, Scythe), 10_000 if draw.random() < 0.125 else draw.choice([0, 3, 40])
    if scythe and draw.random() < 0.02:
        render(states, 0, "rgb_array")
    if session.running:
        check_position(game, states, session.mask, draw.getrandbits(30))
    space = game.observation_space()
    for k in range(decisions + 1):
        found = scythe and find_fault(session.states, 0, session.mask)
        assert not found, FAULTS[found]
        if k % 8 == 0:
            assert all(space.contains(session.observe(seat)) for seat in range(game.num_players)), "out of range"
        if not session.running or k == decisions:
            break
        session.step(choose_lively(session.mask, rng) if scythe else at_random(session.mask, rng))
    else:
        raise AssertionError("the game does not end")
    if not session.running:
        assert session.seat == NONE and session.states["status"][0] > RUNNING
        assert all(-1 <= reward <= 1 for reward in session.rewards())
        assert not scythe or session.result()["status"] in STATUSES
    assert game.of_document(game.to_document(session.states, 0)).tobytes() == session.states.tobytes()
