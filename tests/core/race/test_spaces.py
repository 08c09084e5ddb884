"""Spaces, texts and the interface of a game, which follow from its tables of actions, steps and blocks."""

from __future__ import annotations

import numpy as np
import pytest

from tests.core.race.game import GAME_SIZE, LEAP, SEAT_SIZE, SEATS, TIP_ON, Race


def test_the_observation_follows_from_its_blocks() -> None:
    game = Race()
    assert game.observation_size == GAME_SIZE + SEATS * SEAT_SIZE == 12
    names = [block.name for block in game.observation_blocks()]
    assert names[2:6] == [
        "tip",
        "seat_0.way",
        "seat_0.leapt",
        "seat_1.way",
    ]
    space = game.observation_space()
    assert space.shape == (12,) and space.dtype == np.float32 and (space.low == 0).all() and (space.high == 1).all()


def test_actions_and_decisions_follow_from_their_rows() -> None:
    game = Race()
    assert game.action_blocks == (("walk", 0, 1), ("leap", LEAP, 1), ("no_tip", 2, 1), ("tip_on", TIP_ON, SEATS))
    assert game.num_actions == 6 and game.decision_names == ("tip", "pace")
    assert game.action_texts(TIP_ON + 1) == ["tip on 1"]
    states = game.new_states(1)
    game.reset(states, 0, 1, np.zeros(6, np.int8))
    assert game.parse_action(states, 0, game.action_text(states, 0, LEAP)) == LEAP
    with pytest.raises(ValueError, match="unknown action 'jump' in decision 'pace'"):
        game.parse_action(states, 0, "jump")
    assert len(game.interface()) == 16


def test_a_game_without_pictures_says_so() -> None:
    class Plain(Race):
        """The race as text alone."""

        render = Race.__mro__[1].render  # type: ignore[assignment]

    with pytest.raises(ValueError, match="race_v0 cannot be drawn"):
        Plain().render(Plain().new_states(1), 0, "rgb_array")
