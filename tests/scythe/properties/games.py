"""Playing a game on from a document, and looking at it."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from scythe_env.scythe import engine
from scythe_env.scythe.actions import A_DONE, NUM_ACTIONS

from ..invariants import FAULTS, find_fault
from ..playing import observation_size


def choice(mask: np.ndarray, byte: int) -> int:
    """A legal action: the first one for 0, and done, which ends what is under way, for few of the bytes only."""
    legal = np.flatnonzero(mask)
    others = legal[legal != A_DONE]
    if mask[A_DONE] and (byte >= 224 or not len(others)):
        return A_DONE
    return int(others[byte % len(others)])


def played(states: np.ndarray, choices: bytes) -> Iterator[np.ndarray]:
    """Play a game on; yields the mask of every decision that comes up, in one array that is written anew.

    The last one is the decision after all choices, or an empty mask if the game is over.
    """
    mask = np.zeros(NUM_ACTIONS, np.int8)
    engine.resume(states, 0, mask)
    yield mask
    for byte in choices:
        if not mask.any():
            return
        engine.apply(states, 0, choice(mask, byte), mask)
        yield mask


def play(states: np.ndarray, choices: bytes) -> np.ndarray:
    """Play a game on; returns the last mask."""
    *_, mask = played(states, choices)
    return mask


def legal(states: np.ndarray) -> np.ndarray:
    """The mask of the decision that is due."""
    mask = np.ones(NUM_ACTIONS, np.int8)
    engine.resume(states, 0, mask)
    return mask


def observed(states: np.ndarray, seat: int) -> np.ndarray:
    """The observation of a seat, written over garbage."""
    out = np.full(observation_size(int(states["players"][0])), np.nan, np.float32)
    engine.observe(states, 0, seat, out)
    return out


def scored(states: np.ndarray) -> np.ndarray:
    """The score of all seats, written over garbage."""
    out = np.full((7, 8), -1, np.int32)
    engine.score(states, 0, out)
    return out


def check(states: np.ndarray, mask: np.ndarray) -> None:
    """The invariants of a state."""
    found = find_fault(states, 0, mask)
    assert not found, FAULTS[found]
