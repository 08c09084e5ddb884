"""What SB3 sees of a batch of games."""

from __future__ import annotations

import numpy as np
import pytest

pytest.importorskip("sb3_contrib")

from sb3_contrib.common.maskable.utils import get_action_masks, is_masking_supported
from scythe_agents import HeuristicAgent, RandomAgent
from scythe_training.vec_env import LearnerVecEnv

from scythe_env.core.game import NONE
from scythe_env.core.session import Session
from scythe_env.scythe.config import ScytheConfig
from scythe_env.scythe.game import Scythe

GAME = Scythe(ScytheConfig(players=2, max_rounds=2), "margin")


def first_legal(env: LearnerVecEnv) -> np.ndarray:
    return env.action_masks().argmax(1)


def test_masks_are_those_of_the_present_games() -> None:
    env = LearnerVecEnv(GAME, 5, [RandomAgent()])
    env.seed(1)
    assert all(observation in env.observation_space for observation in env.reset())
    assert is_masking_supported(env)
    for _ in range(80):
        masks = get_action_masks(env)
        assert masks.shape == (5, GAME.num_actions) and masks.dtype == np.bool_ and masks.any(1).all()
        assert (masks == (env.batch.arrays.masks == 1)).all()
        env.step(first_legal(env))


def test_a_game_ends_with_its_result_and_the_next_one_begins() -> None:
    """Against a hand-played game of the same seed: opponent and learner take the first legal action."""

    class First(RandomAgent):
        rule = None

        def act(self, observation: np.ndarray, mask: np.ndarray) -> int:
            return int(mask.argmax())

    env = LearnerVecEnv(GAME, 1, [First()])
    env.seed(7)
    env.reset()
    seating = env.batch.seating
    match, seat = Session(GAME), int(seating["learner"][0])
    match.reset(int(seating["low"][0]) + (int(seating["high"][0]) << 32))
    steps = 0
    while True:
        observations, rewards, dones, infos = env.step(first_legal(env))
        steps += 1
        if dones[0]:
            break
        assert rewards[0] == 0 and infos == [{}]
    while match.seat != NONE:
        match.step(int(match.mask.argmax()))
    assert rewards.dtype == np.float32 and rewards[0] == np.float32(match.rewards()[seat])
    (info,) = infos
    assert info["episode"] == {"r": float(rewards[0]), "l": steps, "t": 0.0}
    assert info["is_success"] == (match.infos()[seat]["rank"] == 1)
    assert (info["terminal_observation"] == match.observe(seat)).all()
    assert "TimeLimit.truncated" not in info  # the limit of rounds is an end
    match.reset(int(seating["low"][0]) + (int(seating["high"][0]) + 1 << 32))
    while match.seat != seating["learner"][0]:
        match.step(int(match.mask.argmax()))
    assert (observations[0] == match.observe(match.seat)).all()


def test_seeds_decide_the_games() -> None:
    def play(seed: int, threads: int) -> bytes:
        env = LearnerVecEnv(GAME, 40, [RandomAgent(), HeuristicAgent()], threads=threads)
        assert env.seed(seed) == [seed] * 40
        trace = [env.reset()]
        for _ in range(20):
            trace.append(env.step(first_legal(env))[0])
        return np.array(trace).tobytes()

    assert play(1, 1) == play(1, 2) != play(2, 1)


def test_results_belong_to_the_caller() -> None:
    env = LearnerVecEnv(GAME, 2, [RandomAgent()])
    first = env.reset()
    kept = first.copy()
    env.step(first_legal(env))
    assert (first == kept).all()


def test_the_rest_of_the_interface() -> None:
    env = LearnerVecEnv(GAME, 3, [RandomAgent()])
    env.reset()
    assert env.get_attr("render_mode") == [None] * 3 and env.get_attr("num_envs", 1) == [3]
    assert [mask.tolist() for mask in env.env_method("action_masks", indices=[2, 0])] == env.action_masks()[
        [2, 0]
    ].tolist()
    assert env.env_is_wrapped(object, [0, 1]) == [False, False]
    with pytest.raises(AttributeError, match="do not have a method 'legal'"):
        env.env_method("legal")
    with pytest.raises(AttributeError, match="share their attributes"):
        env.set_attr("render_mode", "ansi")
    with pytest.raises(ValueError, match="not legal in game 1"):
        env.step(np.array([first_legal(env)[0], 219, 0]))
    env.close()
