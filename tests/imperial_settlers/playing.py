"""Random games for tests: a player that gets far, and the invariants that hold after every decision."""

from __future__ import annotations

import numpy as np

from scythe_env.core.game import Mask, States
from scythe_env.imperial_settlers.actions import A_KIND
from scythe_env.imperial_settlers.purposes import K_BUILD, K_END, K_PASS

from .invariants import FAULTS, find_fault

BUILDS = 0.6  # how often a building is preferred, as it opens most possibilities


def lively(mask: Mask, rng: np.random.Generator) -> int:
    """A legal action, passing and ending a turn only where nothing else is possible, or seldom."""
    legal = np.flatnonzero(mask)
    if mask[A_KIND + K_BUILD] and rng.random() < BUILDS:
        return A_KIND + K_BUILD
    going_on = [action for action in legal if action not in (A_KIND + K_PASS, A_KIND + K_END)]
    if going_on and rng.random() < 0.95:
        return int(rng.choice(going_on))
    return int(rng.choice(legal))


def check(states: States, mask: Mask) -> None:
    """The invariants of game 0."""
    found = find_fault(states, 0, mask)
    assert not found, FAULTS[found]
