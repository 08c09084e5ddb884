"""The loop that is measured plays real games."""

from __future__ import annotations

import numpy as np
from scythe_training.random_play import random_loop

from scythe_env.scythe import engine
from scythe_env.scythe.actions import NUM_ACTIONS
from scythe_env.scythe.game import Scythe
from tests.scythe.playing import check_invariants, digest, new_record, observation_size


def test_compiled_random_play_is_legal_and_does_not_depend_on_observing() -> None:
    results, loop = [], random_loop(Scythe.layout, Scythe.rules)
    for observing in (0, 1):
        states, mask = new_record(3, max_rounds=5), np.zeros(NUM_ACTIONS, np.int8)
        out = np.zeros(observation_size(3), np.float32)
        games = loop(states, engine.raw_bytes(states), 0, 7, 0, 2000, mask, out, 1 + observing, observing)
        check_invariants(states, mask)
        assert games > 1 and out.any() == bool(observing)
        results.append((games, digest(states), mask.tolist()))
    assert results[0] == results[1]
