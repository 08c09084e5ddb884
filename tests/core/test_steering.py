"""Learners that decide once a turn, on the race: a script that walks, and is told when to leap."""

from __future__ import annotations

import copy
import pickle
import warnings
from itertools import pairwise

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

from scythe_env.core.agent import Agent, RandomAgent
from scythe_env.core.batch import Arrays, Batch, rollout
from scythe_env.core.compiled import CompiledAgent
from scythe_env.core.compiling import rule
from scythe_env.core.kernel import NONE, RUNNING
from scythe_env.core.net import PolicyNet
from scythe_env.core.rewards import LearnerReward
from scythe_env.core.single_agent import SingleAgentEnv
from scythe_env.core.steering import OWN_TURN, SteeredAgent, Steering, helmsman, steered
from scythe_env.core.vector import GameVectorEnv
from tests.core.race.game import LEAP, NO_TIP, PACE, WALK, Race, RaceConfig

GAME = Race()
TIPS = Race(RaceConfig(tips=True))  # decisions that belong to nobody's turn come first
SIZE = GAME.observation_size
LEAPING = 1


@rule
def walk(s, mask):
    return NO_TIP if mask[NO_TIP] == 1 else WALK


@rule
def play_turn(s, choice, weights, mask):
    return LEAP if choice == LEAPING else walk(s, mask)


@rule
def allows(s, choice, mask):
    return 1 if choice == OWN_TURN else mask[LEAP]


@rule
def turn(s):
    return s.turn


@rule
def owner(s):
    return s.seat_to_act if s.decision == PACE else NONE


STEERING = Steering(play_turn, allows, turn, owner, ("walk", "leap"), 2)
play = helmsman(GAME.rules, STEERING)


@rule
def play_as_chosen(s, dice, mask, weights, scratch):
    return play(s, dice, mask, weights, scratch)


class Steered(SteeredAgent):
    steering = STEERING
    rule = staticmethod(play_as_chosen)


@rule
def walk_on(s, dice, mask, weights, scratch):
    return walk(s, mask)


class Walker(CompiledAgent):
    rule = staticmethod(walk_on)
    steered = Steered

    def __init__(self) -> None:
        super().__init__(GAME.layout)
        self.weights = np.zeros(2, np.float32)


class First(Agent):
    """The first legal action of the game, asked from Python."""

    def act(self, observation, mask):
        assert mask.shape == (GAME.num_actions,)
        return int(mask.argmax())


def net(seed: int = 1, hidden: tuple[int, ...] = (5, 3), tanh: bool = True) -> PolicyNet:
    draw, sizes = np.random.default_rng(seed), (SIZE, *hidden, 2)
    weights = [draw.normal(size=(b, a)) for a, b in pairwise(sizes)]
    return PolicyNet.of_layers(weights, [draw.normal(size=len(layer)) for layer in weights], tanh)


def numpy_scores(net: PolicyNet, x: np.ndarray) -> np.ndarray:
    at = 0
    for k, (a, b) in enumerate(pairwise(net.sizes)):
        if k:
            x = np.tanh(x) if net.tanh else np.maximum(x, 0)
        x = x @ net.values[at : at + a * b].reshape(a, b) + net.values[at + a * b : at + (a + 1) * b]
        at += (a + 1) * b
    return x


# -- choices of a caller -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("opponents", ["random", First()])
def test_choices_play_what_the_actions_would(opponents):
    steering = Batch(TIPS, 6, opponents, steer=Walker(), seat=1)
    acting = Batch(TIPS, 6, opponents, seat=1)
    steering.reset(3)
    acting.reset(3)
    acting.step(np.full(6, NO_TIP))  # which the script does unasked
    rng = np.random.default_rng(1)
    for _ in range(4):
        assert steering.states.tobytes() == acting.states.tobytes()
        assert np.array_equal(steering.arrays.observations, acting.arrays.observations)
        assert np.array_equal(steering.arrays.masks, acting.arrays.masks[:, [WALK, LEAP]])
        choices = rng.integers(2, size=6) & steering.arrays.masks[:, LEAPING]
        steering.step(choices)
        acting.step(np.where(choices == LEAPING, LEAP, WALK))


def test_a_choice_that_is_not_possible_is_refused():
    batch = Batch(GAME, 3, "random", steer=Walker(), seat=0)
    batch.reset(0)
    batch.step([1, 0, 0])
    before = batch.states.tobytes()
    for wrong in (1, 2, -1):
        with pytest.raises(ValueError, match=f"choice {wrong} is not legal in game 0; legal choices: 0 'walk'$"):
            batch.step([wrong, 0, 0])
    assert batch.states.tobytes() == before


def test_copies_of_a_batch_go_on_alike():
    batch = Batch(GAME, 5, RandomAgent(), steer=Walker(), autoreset_mode="SameStep")
    batch.reset(1)
    batch.step(batch.arrays.masks[:, LEAPING])
    others = copy.deepcopy(batch), pickle.loads(pickle.dumps(batch))
    for _ in range(30):
        for one in (batch, *others):
            one.step(one.arrays.masks[:, LEAPING])
    for one in others:
        assert one.states.tobytes() == batch.states.tobytes()
        assert np.array_equal(one.arrays.masks, batch.arrays.masks)
        assert not one.arrays.masks.flags.writeable


def test_arrays_of_the_caller_have_a_place_for_each_choice():
    arrays = Arrays.make(GAME, 4, choices=2)
    batch = Batch(GAME, 4, "random", steer=Walker(), arrays=arrays, seat=0)
    batch.reset(0)
    assert arrays.masks.tolist() == [[1, 1]] * 4
    with pytest.raises(ValueError, match=r"masks must be .* int8 \(4, 2\)"):
        Batch(GAME, 4, "random", steer=Walker(), arrays=Arrays.make(GAME, 4))


def test_what_cannot_be_steered_is_refused():
    with pytest.raises(ValueError, match="turns of RandomAgent cannot be steered"):
        Batch(GAME, 2, "random", steer="random")
    with pytest.raises(ValueError, match="a script to steer is given, but no opponents"):
        Batch(GAME, 2, steer=Walker())
    with pytest.raises(ValueError, match="Steered chose action -1 in game 0, which is not legal"):
        rollout(GAME, steered(Walker(), GAME), range(2))  # there is nobody to choose
    with pytest.raises(ValueError, match=r"a script of 2 weights is needed, not one of \(3,\)"):
        Steered(GAME, np.zeros(3, np.float32))
    with pytest.raises(ValueError, match=rf"from {SIZE} numbers to 2 choices is needed, not from {SIZE} to 3"):
        Steered(GAME, np.zeros(2, np.float32), net()._replace(sizes=(SIZE, 4, 3)))


# -- environments ------------------------------------------------------------------------------------------------------


def test_a_single_environment_plays_the_games_of_a_batch():
    for seed in range(5):
        env = SingleAgentEnv(TIPS, First(), steer=Walker(), seat=2)
        observation, info = env.reset(seed=seed)
        batch = Batch(TIPS, 1, First(), steer=Walker(), seat=2)
        batch.states[0] = env.session.states[0]
        batch.resume()
        over = False
        while not over:
            mask = batch.arrays.masks[0]
            assert np.array_equal(observation, batch.arrays.observations[0])
            assert np.array_equal(info["action_mask"], mask) and np.array_equal(env.action_masks(), mask == 1)
            choice = int(mask[LEAPING])
            observation, reward, over, _, info = env.step(choice)
            batch.step([choice])
        assert reward == batch.learner_rewards()[0]
        assert batch.states["status"][0] != RUNNING and not info["action_mask"].any() and not batch.arrays.masks.any()


@pytest.mark.parametrize("masked", [False, True])
def test_gymnasium_accepts_it(masked):
    arguments = {"steer": Walker(), "masked_observations": masked}
    gymnasium.register("Race-v0", entry_point=lambda **kwargs: SingleAgentEnv(GAME, **arguments, **kwargs))
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            check_env(gymnasium.make("Race-v0").unwrapped)
    finally:
        del gymnasium.registry["Race-v0"]


def test_an_impossible_choice_loses_or_raises():
    env = SingleAgentEnv(GAME, steer=Walker(), illegal_action="raise")
    env.reset(seed=1)
    before = env.state_bytes()
    for wrong, error in ((2, ValueError), (1.0, TypeError)):
        with pytest.raises(error):
            env.step(wrong)
    assert env.state_bytes() == before
    env = SingleAgentEnv(GAME, steer=Walker())
    env.reset(seed=1)
    assert env.step(7)[1:3] == (-1.0, True)


def test_a_vector_environment_has_choices():
    env = GameVectorEnv(GAME, 3, steer=Walker(), masked_observations=True, autoreset_mode="SameStep")
    observation, _ = env.reset(seed=1)
    assert env.single_action_space == gymnasium.spaces.Discrete(2) and observation in env.observation_space
    for _ in range(15):
        observation, *_, infos = env.step(env.action_masks()[:, LEAPING].astype(int))
        assert observation in env.observation_space and infos["action_mask"].shape == (3, 2)


def test_rewards_are_for_whole_turns():
    def ways(states, seats):
        return states["way"][np.arange(len(seats)), seats]

    reward = LearnerReward(lambda before, after, seats: ways(after, seats) - ways(before, seats))
    batch = Batch(GAME, 50, "random", steer=Walker(), seat=0, learner_reward=reward)
    env = SingleAgentEnv(GAME, steer=Walker(), seat=0, learner_reward=reward)
    batch.reset(0)
    batch.step(np.ones(50, int))
    assert np.array_equal(batch.learner_rewards(), batch.states["secret"][:, 0])
    env.reset(seed=1)
    assert env.step(LEAPING)[1] == env.session.states["secret"][0, 0]


# -- choices of a net --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("hidden", [(4,), (5, 3), (6, 5, 4)])
@pytest.mark.parametrize("tanh", [True, False])
def test_a_net_chooses_what_numpy_would(hidden, tanh):
    rng, leaps = np.random.default_rng(1), []
    for seed in range(4):
        judge = net(seed, hidden, tanh)
        agent = Steered(GAME, np.zeros(2, np.float32), judge)
        batch = Batch(GAME, 20)
        batch.reset(0)
        for _ in range(15):
            scores, may = numpy_scores(judge, batch.arrays.observations), batch.arrays.masks[:, LEAP] == 1
            expected = np.where(may & (scores[:, LEAPING] > scores[:, OWN_TURN]), LEAP, WALK)
            for i in range(20):
                agent.reset(0)
                assert agent.act_on_state(batch.states, i, batch.arrays.masks[i].copy()) == expected[i]
            leaps += expected.tolist()
            batch.step(rng.integers(2, size=20) & may)
    assert 0 < np.mean(leaps) < 1


def test_drawn_choices_follow_their_probabilities():
    judge = net(2)
    agent = Steered(GAME, np.zeros(2, np.float32), judge, greedy=False)
    batch = Batch(GAME, 1)
    batch.reset(1)
    scores = numpy_scores(judge, batch.arrays.observations[0])
    chosen = []
    for seed in range(3000):
        agent.reset(seed)
        chosen.append(agent.act_on_state(batch.states, 0, batch.arrays.masks[0].copy()) == LEAP)
    assert np.mean(chosen) == pytest.approx(1 / (1 + np.exp(scores[0] - scores[1])), abs=0.03)


def test_an_agent_with_a_net_plays_in_batches_and_rollouts():
    agent = Steered(GAME, np.zeros(2, np.float32), net())
    again = pickle.loads(pickle.dumps(agent))
    scores = rollout(GAME, [agent, "random", agent], range(200))
    assert np.array_equal(scores, rollout(GAME, [again, "random", again], range(200), threads=3))
    batch = Batch(GAME, 8, agent, steer=Walker())
    batch.reset(0)
    for _ in range(12):
        batch.step(np.zeros(8, int))


def test_new_weights_of_a_net_count_at_once():
    eager, lazy = (net()._replace(values=np.zeros_like(net().values)) for _ in range(2))
    eager.values[-2:], lazy.values[-2:] = (0, 1), (1, 0)
    agent, other = (Steered(GAME, np.zeros(2, np.float32), one) for one in (eager, lazy))
    before = rollout(GAME, [agent, "random", "random"], range(20))
    agent.weights[:] = other.weights
    after = rollout(GAME, [agent, "random", "random"], range(20))
    assert np.array_equal(after, rollout(GAME, [other, "random", "random"], range(20)))
    assert not np.array_equal(before, after)
