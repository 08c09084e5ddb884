"""Engine and referee agree on whole games: all player counts, factions, mats, card sets and rule options."""

from __future__ import annotations

import pytest

from .differential import Tally, play


@pytest.mark.parametrize("seed", range(1, 201))
def test_engine_and_referee_agree(seed: int) -> None:
    difference = play(seed, Tally())
    assert difference is None, str(difference)
