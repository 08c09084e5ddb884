"""What each viewer is shown does not depend on what is hidden from it (section O); ``tests.secrets`` compares more."""

from __future__ import annotations

import numpy as np
import pytest

from scythe_env.core.compiling import JIT

from ..secrets.imperial_settlers import OBSERVED, RE_DEALS, TOLD, Shown
from ..secrets.leaks import search
from ..secrets.stretches import stretches


@pytest.mark.rule("S6", "S78", "S110")
@pytest.mark.parametrize("name", TOLD)
def test_nothing_shown_depends_on_what_is_hidden(name: str) -> None:
    found = stretches(Shown, TOLD[name], 1, 200 if JIT else 20, 1)
    assert found["documents"] >= (200 if JIT else 20) and found["pictures"] == 1


@pytest.mark.skipif(not JIT, reason="too slow when interpreted")
@pytest.mark.rule("S6", "S78", "S110")
def test_observations_masks_and_infos_of_re_deals() -> None:
    leak, (decisions, redeals, _), dealt = search(RE_DEALS, OBSERVED["four, alternative"], (1, 2), 20_000)
    assert not leak and decisions == 20_000 and redeals >= 80_000 and min(dealt) > 0


def test_views_do_not_tell_how_often_others_had_a_choice() -> None:
    """Whether a decision is played by itself depends on hands; the number of decisions made counts the others alone."""
    game = TOLD["two"]
    states = game.new_states(1)
    game.reset(states, 0, 1, np.zeros(game.num_actions, np.int8))
    assert "decisions" in game.to_document(states, 0)
    assert not any("decisions" in game.to_document(states, 0, viewer) for viewer in (-1, 0, 1))
