"""The Gymnasium vector environment: its conventions, and its games those of the single-agent environment."""

from __future__ import annotations

import copy
import json
import pickle

import gymnasium
import numpy as np
import pytest
from gymnasium.error import ResetNeeded
from gymnasium.vector import AutoresetMode
from gymnasium.wrappers.vector import RecordEpisodeStatistics

import scythe_env  # noqa: F401 (registers)
from scythe_env.core.agent import RandomAgent
from scythe_env.core.game import NONE
from scythe_env.core.session import Session
from scythe_env.core.vector import GameVectorEnv, Mixture
from scythe_env.scythe_v0 import vector_env
from tests.core.race.game import GAME_SIZE, GOAL, LEAP, O_WAY, SEATS, WALK, Race
from tests.core.test_batch import Last, Walker, last_legal

OWN_WAY = GAME_SIZE + O_WAY
MODES = list(AutoresetMode)


def by_mode(test):
    return pytest.mark.parametrize("mode", MODES, ids=lambda mode: mode.value)(test)


@by_mode
def test_spaces_and_conventions(mode):
    env = GameVectorEnv(Race(), 4, autoreset_mode=mode)
    assert env.num_envs == 4 and env.metadata["autoreset_mode"] is mode
    assert env.action_space == gymnasium.spaces.MultiDiscrete([Race.num_actions] * 4)
    assert env.observation_space.shape == (4, Race().observation_size) and env.single_action_space.n == Race.num_actions
    observations, infos = env.reset(seed=4)
    for k in range(60):
        assert observations in env.observation_space and observations.dtype == np.float32
        masks = env.action_masks()
        assert masks.shape == (4, Race.num_actions) and masks.dtype == np.bool_
        observations, rewards, terminations, truncations, infos = env.step(last_legal(masks))
        assert rewards.dtype == np.float64 and terminations.dtype == truncations.dtype == np.bool_
        assert rewards.shape == terminations.shape == truncations.shape == (4,)
        assert (rewards != 0).tolist() == terminations.tolist() and not truncations.any()
        if mode is AutoresetMode.DISABLED and terminations.any():
            assert not env.action_masks()[terminations].any()
            with pytest.raises(ResetNeeded, match="is over"):
                env.step(np.zeros(4, np.int64))
            _, infos = env.reset(seed=k, options={"reset_mask": terminations})
            assert infos["_seat"].tolist() == terminations.tolist()
        else:
            assert infos["_seat"].all() and (infos["action_mask"] == env.action_masks()).all()
            names = {"seat", "shirt", "score", "rank", "action_mask"}
            assert {name for name in infos if name[0] != "_"} - {"final_obs", "final_info"} == names
            assert infos["action_mask"].dtype == np.int8


def test_next_step_returns_the_first_observation_whatever_the_action():
    env = GameVectorEnv(Race(), 2, Walker(), seat=0)
    env.reset(seed=1)
    for _ in range(GOAL - 1):
        env.step(np.array([WALK, WALK]))
    observations, rewards, terminations, _, infos = env.step(np.array([WALK, WALK]))
    assert terminations.all() and rewards.tolist() == [1, 1]
    assert (observations[:, OWN_WAY] == np.float32(GOAL / (GOAL + 2))).all()
    assert infos["score"].tolist() == [GOAL, GOAL] and infos["seat"].tolist() == [0, 0] and infos["_score"].all()
    assert not env.action_masks().any()
    observations, rewards, terminations, _, infos = env.step(np.array([LEAP, -7]))
    assert not terminations.any() and rewards.tolist() == [0, 0] and (observations[:, GAME_SIZE:] == 0).all()
    assert infos["seat"].tolist() == infos["score"].tolist() == [0, 0]
    assert env.action_masks()[:, [WALK, LEAP]].all()


def test_same_step_keeps_the_final_observation_and_info():
    env = GameVectorEnv(Race(), 3, Mixture((Walker(), Last())), seat=1, autoreset_mode="SameStep")
    env.reset(seed=1)
    for _ in range(GOAL - 2):
        _, _, terminations, _, infos = env.step(np.full(3, WALK))
        if terminations[1]:  # it met the leapers
            break
        assert "final_info" not in infos and not infos["score"].any()
    else:
        _, _, terminations, _, infos = env.step(np.full(3, WALK))
    assert infos["_final_info"].tolist() == terminations.tolist() == infos["_final_obs"].tolist()
    for i in np.flatnonzero(terminations):
        assert infos["final_obs"][i][OWN_WAY] == np.float32(infos["final_info"]["score"][i] / (GOAL + 2))
        assert infos["final_info"]["seat"][i] == 1 and infos["seat"][i] == 1 and infos["score"][i] == 0
        assert not infos["final_info"]["action_mask"][i].any()
    assert env.action_masks()[terminations][:, [WALK, LEAP]].all()


@by_mode
def test_games_are_those_of_single_games(mode):
    """Each episode is the one that its seed deals, and infos are those of the game."""
    env = vector_env(3, players=2, max_rounds=1, autoreset_mode=mode, opponents=Last())
    game = env.batch.game
    _, infos = env.reset(seed=[3, 4, 5])
    match, seats = Session(game), infos["seat"].copy()
    for _ in range(60):
        _, rewards, terminations, truncations, infos = env.step(last_legal(env.batch.arrays.masks))
        if truncations[1]:
            break
    match.reset(4)
    while match.seat != NONE:
        match.step(int(match.mask.nonzero()[0][-1]))
    assert not terminations.any() and rewards[1] == match.rewards()[seats[1]]
    final = infos["final_info"] if mode is AutoresetMode.SAME_STEP else infos
    expected = match.infos()[seats[1]]
    assert {name: final[name][1] for name in expected} == expected and expected["rank"] > 0
    if mode is AutoresetMode.SAME_STEP:
        match.reset(4 + 2**32)
        assert infos["faction"][1] == match.infos()[infos["seat"][1]]["faction"]


def test_gymnasium_makes_it():
    env = gymnasium.make_vec(
        "scythe_env/Scythe-v0", num_envs=3, vectorization_mode="vector_entry_point", players=2, max_rounds=1
    )
    assert isinstance(env.unwrapped, GameVectorEnv) and env.num_envs == 3
    wrapped = RecordEpisodeStatistics(env)
    wrapped.reset(seed=0)
    lengths = []
    for _ in range(100):
        *_, infos = wrapped.step(last_legal(env.unwrapped.batch.arrays.masks))
        if "episode" in infos:
            lengths += infos["episode"]["l"][infos["_episode"]].tolist()
    assert len(lengths) > 2 and min(lengths) > 1


def test_seeds_and_threads():
    def trace(seed, threads=1):
        env = vector_env(40, players=2, max_rounds=1, threads=threads)
        observations = [env.reset(seed=seed)[0]]
        for _ in range(15):
            observations.append(env.step(last_legal(env.batch.arrays.masks))[0])
        return np.array(observations).tobytes()

    assert trace(3) == trace(3, threads=2) == trace(list(range(3, 43)), threads=None)
    assert trace(3) != trace(4)
    env = GameVectorEnv(Race(), 2)
    env.reset(seed=1)
    first = env.reset()[0]
    env.reset(seed=1)
    assert (env.reset()[0] == first).all()  # games without a seed follow from the last one


def test_arrays_belong_to_the_caller_and_copies_keep_the_games():
    env = GameVectorEnv(Race(), 2)
    observations, _ = env.reset(seed=1)
    kept = observations.copy()
    env.action_masks()[:] = False
    others = [copy.deepcopy(env), pickle.loads(pickle.dumps(env))]
    after = [one.step(np.full(2, LEAP)) for one in (env, *others)]
    assert (observations == kept).all()
    for step in after[1:]:
        assert (step[0] == after[0][0]).all()


def test_rendering():
    assert GameVectorEnv(Race(), 2).render() is None
    env = GameVectorEnv(Race(), 2, render_mode="ansi", seat=0)
    env.reset(seed=0)
    assert [json.loads(text)["way"] for text in env.render()] == [{}, {}]
    pictures = GameVectorEnv(Race(), 2, render_mode="rgb_array").render()
    assert [picture.shape for picture in pictures] == [(1, SEATS, 3)] * 2


def test_wrong_arguments_are_refused():
    for arguments, message in (
        ({"render_mode": "human"}, "'human' is for a single game"),
        ({"render_mode": "film"}, "render_mode 'film' is unknown"),
        ({"autoreset_mode": "soon"}, "autoreset_mode must be one of 'NextStep', 'SameStep', 'Disabled', not 'soon'"),
        ({"autoreset_mode": ["NextStep"]}, "autoreset_mode must be one of 'NextStep'"),
        ({"opponents": [RandomAgent()]}, "a line-up has 1 opponents; 2 are needed"),
        ({"seat": 3}, "seat 3 is not one of"),
    ):
        with pytest.raises(ValueError, match=message):
            GameVectorEnv(Race(), 2, **arguments)
    env = GameVectorEnv(Race(), 2)
    with pytest.raises(ValueError, match=r"unknown options \['limit'\]; allowed are reset_mask, document, actions"):
        env.reset(options={"limit": 3})
    with pytest.raises(ValueError, match="3 seeds were given for 2 games"):
        env.reset(seed=[1, 2, 3])
    env.reset(seed=0)
    with pytest.raises(ValueError, match="action 5 is not legal in game 1"):
        env.step(np.array([0, 5]))
    with pytest.raises(TypeError, match="unknown options rounds"):
        vector_env(2, rounds=3)
