"""Random games for tests: dealing, choosing, and the invariants that hold after every decision."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator

import numpy as np

from scythe_env.core.observation import Block
from scythe_env.core.testing import contract
from scythe_env.scythe import engine
from scythe_env.scythe.actions import A_DONE, NUM_ACTIONS
from scythe_env.scythe.config import ScytheConfig
from scythe_env.scythe.game import Scythe
from scythe_env.scythe.state import STATE

from .invariants import FAULTS, find_fault

GAME = Scythe()  # plays records of any configuration


def layout(players: int) -> tuple[Block, ...]:
    """The blocks of observations at a table of so many."""
    return Scythe(ScytheConfig(players=players)).observation_blocks()


def observation_size(players: int) -> int:
    """Their length."""
    return layout(players)[-1].where.stop


def new_record(players: int, **fields: object) -> np.ndarray:
    """Two records, the first configured (the second gives room to policies of compiled play)."""
    states = np.zeros(2, STATE)
    defaults = {"players": players, "max_rounds": 100, "relentless_factory": 1, "play_forced": 1, "wanted_tile": -1}
    for name, value in {**defaults, "wanted_faction": -1, "wanted_mat": -1, **fields}.items():
        states[name][0] = value
    return states


def deal(states: np.ndarray, seed: int) -> np.ndarray:
    """Deal game 0; returns its mask."""
    mask = np.zeros(NUM_ACTIONS, np.int8)
    engine.setup(states, engine.raw_bytes(states), 0, seed, 0, mask)
    return mask


def choose_lively(mask: np.ndarray, rng: np.random.Generator) -> int:
    """A random action of a player that passes seldom, so that the games reach further than uniform play does."""
    legal = np.flatnonzero(mask)
    if mask[A_DONE] and len(legal) > 1 and rng.random() < 0.85:
        legal = legal[legal != A_DONE]
    return int(legal[rng.integers(len(legal))])


def random_game(states: np.ndarray, seed: int) -> Iterator[tuple[np.ndarray, int]]:
    """Play game 0 to its end; yields (mask, action) before each action."""
    return contract.random_game(GAME, states, seed, choose_lively)


def digest(states: np.ndarray) -> str:
    """Digest of game 0."""
    return hashlib.blake2b(states[:1].tobytes(), digest_size=8).hexdigest()


def check_invariants(states: np.ndarray, mask: np.ndarray) -> None:
    """What holds after every decision of a legal game."""
    found = find_fault(states, 0, mask)
    assert not found, FAULTS[found]
