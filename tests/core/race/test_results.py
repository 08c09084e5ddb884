"""Results, information and rounds of a game, which follow from the columns of its score table."""

from __future__ import annotations

import numpy as np
import pytest

from scythe_env.core.game import NONE
from tests.core.race.game import GOAL, NEXT_TURN, TIP_WORTH, Race


def test_ranks_follow_from_the_scores() -> None:
    game, states = Race(), Race().new_states(1)
    game.reset(states, 0, 1, np.zeros(Race.num_actions, np.int8))
    assert game.infos(states, 0) == [{"shirt": NONE, "rank": 0, "score": 0}] * 3 and Race.score_shape == (3, 1)
    states["way"], states["tip"], states["turn"] = [[4, GOAL, 6]], [[1, -1, 0]], 2
    states["depth"], states["step_kind"][0, 0] = 1, NEXT_TURN
    game.legal(states, 0, np.zeros(Race.num_actions, np.int8))
    found = [(info["score"], info["rank"]) for info in game.infos(states, 0)]
    assert found == [(4 + TIP_WORTH, 2), (GOAL, 1), (6, 2)]
    assert game.result(states, 0)["seats"] == game.infos(states, 0)
    assert game.rewards(states, 0) == [-1, 1, -1]


def test_rewards_are_known_by_name() -> None:
    assert Race().reward == Race(reward="win").reward == "win"
    with pytest.raises(ValueError, match="reward 'fame' is unknown; allowed are 'win'"):
        Race(reward="fame")
