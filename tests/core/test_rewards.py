"""Rewards of learners that are functions of records, in single environments, batches and vector environments."""

from __future__ import annotations

import copy

import numpy as np
import pytest
from gymnasium.vector import AutoresetMode

from scythe_env import scythe_v0
from scythe_env.core.batch import Batch
from scythe_env.core.rewards import LearnerReward, Standing
from scythe_env.core.single_agent import SingleAgentEnv
from scythe_env.core.vector import GameVectorEnv
from tests.core.race.game import GOAL, LEAP, WALK, Race
from tests.core.test_batch import Walker, last_legal
from tests.core.test_single_agent import Scripted

MODES = pytest.mark.parametrize("mode", list(AutoresetMode), ids=lambda mode: mode.value)
HALF = 0.5


def way(states, seats):
    """How far the learners have come."""
    return states["way"][np.arange(len(seats)), seats]


def steps(before, after, seats):
    """How far a step brought the learners, negative for a start that is not at the start."""
    return way(after, seats) - way(before, seats)


def rewards_of(env: SingleAgentEnv, action: int = WALK) -> list[float]:
    env.reset(seed=1)
    rewards, over = [], False
    while not over:
        _, reward, terminated, truncated, _ = env.step(action)
        rewards.append(reward)
        over = terminated or truncated
    return rewards


@pytest.mark.parametrize("seat", [0, 1])
def test_a_function_replaces_the_reward_of_the_game(seat):
    env = SingleAgentEnv(Race(), Scripted(), seat=seat, learner_reward=LearnerReward(steps))
    assert rewards_of(env) == [1.0] * (GOAL - seat)  # also the step in which another seat ends the game


@pytest.mark.parametrize(("seat", "paid"), [(0, 1.0), (2, -1.0)])
def test_a_potential_is_added_and_is_0_at_the_end(seat, paid):
    env = SingleAgentEnv(Race(), Scripted(), seat=seat, learner_reward=LearnerReward(None, way, HALF))
    rewards = rewards_of(env)
    last = len(rewards) - 1
    assert rewards == [*(HALF * (k + 1) - k for k in range(last)), paid - last]
    undiscounted = SingleAgentEnv(Race(), Scripted(), seat=seat, learner_reward=LearnerReward(potential=way))
    assert sum(rewards_of(undiscounted)) == paid  # the shaping cancels out over a game


def test_what_games_would_pay_as_they_stand_is_a_potential():
    game = Race()
    batch = Batch(game, 6, "random", learner_reward=LearnerReward(None, Standing(game, HALF)))
    batch.reset(1)
    for _ in range(3):
        batch.step(last_legal(batch.arrays.masks))
    potentials = {seat: Standing(game, HALF)(batch.states, np.full(6, seat)).tolist() for seat in range(3)}
    for seat, found in potentials.items():
        assert found == [HALF * game.rewards(batch.states, i)[seat] for i in range(6)]
    assert {HALF, -HALF} == {one for found in potentials.values() for one in found}


@MODES
@pytest.mark.parametrize("asked", [False, True])
def test_batches_pay_what_single_games_pay(mode, asked):
    """Each step of a batch, also the one that ends a game and the one that deals the next."""
    calls = []

    def noting(before, after, seats):
        assert len(before) == len(after) == len(seats) > 0
        calls.append(len(seats))
        return steps(before, after, seats)

    opponent = Scripted() if asked else Walker()
    reward = LearnerReward(noting, way, HALF)
    batch = Batch(Race(), 5, opponent, seat=1, autoreset_mode=mode, learner_reward=reward)
    env = SingleAgentEnv(Race(), Scripted(), seat=1, learner_reward=LearnerReward(steps, way, HALF))
    batch.reset(3)
    assert not batch.learner_rewards().any()
    for _ in range(2):
        for expected in rewards_of(env):
            batch.step(np.full(5, WALK))
            assert batch.learner_rewards().tolist() == [expected] * 5
        assert batch.terminated.all()
        if mode is AutoresetMode.NEXT_STEP:
            batch.step(np.full(5, WALK))
            assert not batch.learner_rewards().any()
        elif mode is AutoresetMode.DISABLED:
            batch.reset(9)
    assert calls == [5] * (2 * (GOAL - 1))


def test_functions_cannot_change_the_games_and_are_called_once_a_step():
    def spoiling(before, after, seats):
        after["way"] = 0

    env = SingleAgentEnv(Race(), learner_reward=LearnerReward(spoiling))
    env.reset(seed=1)
    with pytest.raises(ValueError, match="read-only"):
        env.step(WALK)


@pytest.mark.parametrize("wrong", [lambda *_: 1.0, lambda *_: [np.nan], lambda *_: ["1"], lambda *_: None])
def test_wrong_values_are_refused(wrong):
    for reward, name in ((LearnerReward(wrong), "reward"), (LearnerReward(None, wrong), "potential")):
        batch = Batch(Race(), 1, Walker(), learner_reward=reward)
        batch.reset(1)
        with pytest.raises(ValueError, match=f"the {name} function must return 1 finite numbers"):
            batch.step([WALK])


def test_wrong_arguments_are_refused():
    with pytest.raises(TypeError, match="potential must be a function, not 'way'"):
        LearnerReward(None, "way")  # type: ignore[arg-type]
    with pytest.raises(ValueError, match=r"discount 1.1 is not in 0\.\.1"):
        LearnerReward(None, way, 1.1)
    with pytest.raises(ValueError, match="without them there is no learner"):
        Batch(Race(), 2, learner_reward=LearnerReward(steps))


def test_scythe_takes_them_as_options():
    """Rewards of a coin for each coin; over a game they sum up to what the learner has more than at the deal."""

    def coins(states, seats):
        return states["coins"][np.arange(len(seats)), seats]

    def earned(before, after, seats):
        return coins(after, seats) - coins(before, seats)

    env = scythe_v0.single_agent_env(players=2, seat=0, max_rounds=5, reward=earned, illegal_action="raise")
    _, info = env.reset(seed=1)
    at_first, total, over = coins(env.session.states, [0])[0], 0.0, False
    while not over:
        _, reward, _, over, info = env.step(int(info["action_mask"].nonzero()[0][-1]))
        total += reward
    assert total == coins(env.session.states, [0])[0] - at_first
    vector = scythe_v0.vector_env(3, players=2, max_rounds=5, reward="margin", potential=coins, discount=0.9)
    _, infos = vector.reset(seed=1)
    for _ in range(30):
        held = coins(vector.batch.states, infos["seat"])
        _, rewards, _, ends, infos = vector.step(last_legal(infos["action_mask"]))
        if ends.any():
            break
        expected = 0.9 * coins(vector.batch.states, infos["seat"]) - held
        assert rewards == pytest.approx(expected)
    else:
        raise AssertionError("no game ended")


def test_copies_keep_them():
    env = GameVectorEnv(Race(), 2, Walker(), learner_reward=LearnerReward(steps))
    env.reset(seed=1)
    twin = copy.deepcopy(env)
    for one in (env, twin):
        assert one.step(np.array([LEAP, WALK]))[1][1] == 1
