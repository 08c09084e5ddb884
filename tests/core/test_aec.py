"""The AEC environment, on a game that has nothing to do with Scythe."""

from __future__ import annotations

import copy
import pickle
import random
import warnings

import numpy as np
import pytest
from gymnasium.error import ResetNeeded
from pettingzoo.test import api_test, render_test, seed_test

from scythe_env.core.aec import GameEnv, wrap
from scythe_env.core.compiling import Layout
from scythe_env.core.environments import Environments
from scythe_env.core.game import NONE
from tests.core.race.game import GOAL, LEAP, SEATS, WALK, Race, RaceConfig

DICT_WARNINGS = ("Observation is not a NumPy array", "Observation space for each agent probably should be")


def make(limit: int = 100, render_mode: str | None = None) -> GameEnv:
    return GameEnv(Race(RaceConfig(limit=limit)), render_mode)


def played(actions: list[int], seed: int = 1, limit: int = 100) -> GameEnv:
    env = make(limit)
    env.reset(seed=seed)
    for action in actions:
        env.step(action)
    return env


def choose(env, rng: np.random.Generator) -> int | None:
    observation, _, terminated, truncated, _ = env.last()
    return None if terminated or truncated else int(rng.choice(np.flatnonzero(observation["action_mask"])))


def history(env: GameEnv, rng: np.random.Generator) -> list[object]:
    """What happens when the game is played to its end with actions from a generator."""
    seen: list[object] = []
    while env.agents:
        observation, reward, *rest = env.last()
        seen.append((env.agent_selection, observation["observation"].tolist(), reward, rest, env.state_bytes()))
        env.step(choose(env, rng))
    return seen


@pytest.mark.parametrize("wrapped", [False, True])
@pytest.mark.parametrize("limit", [7, 100])
def test_pettingzoo_accepts_it(wrapped, limit):
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        for message in DICT_WARNINGS:
            warnings.filterwarnings("ignore", message)
        api_test(wrap(make(limit)) if wrapped else make(limit))
        seed_test(make)
        render_test(lambda render_mode: make(render_mode=render_mode))


def test_rewards_and_ends_come_to_all_in_one_step():
    env = played([WALK] * SEATS * (GOAL - 1))
    assert set(env.rewards.values()) == set(env._cumulative_rewards.values()) == {0.0}
    assert not any(env.terminations.values())
    env.step(WALK)  # player_0 reaches the goal, the others have gone one step less
    assert env.rewards == {"player_0": 1.0, "player_1": -1.0, "player_2": -1.0}
    assert all(env.terminations.values()) and not any(env.truncations.values())
    assert [info["score"] for info in env.infos.values()] == [GOAL, GOAL - 1, GOAL - 1]
    for agent, reward in (("player_0", 1.0), ("player_1", -1.0), ("player_2", -1.0)):
        observation, last_reward, terminated, _, info = env.last()
        assert (env.agent_selection, last_reward, terminated) == (agent, reward, True)
        assert info["shirt"] == NONE and not observation["action_mask"].any()
        env.step(None)
    assert env.agents == []


def test_a_limit_truncates():
    env = played([WALK] * 7, limit=7)
    assert all(env.truncations.values()) and not any(env.terminations.values())
    assert env.rewards == {"player_0": 1.0, "player_1": -1.0, "player_2": -1.0}


def test_only_the_seat_to_act_has_a_mask():
    env = played([LEAP])
    assert env.agent_selection == "player_1"
    assert [env.observe(agent)["action_mask"].any() for agent in env.agents] == [False, True, False]
    assert env.observe("player_1")["action_mask"].dtype == np.int8
    assert env.observe("player_1")["observation"].dtype == np.float32


def test_spaces_are_the_same_objects_each_time():
    env = make()
    assert env.observation_space("player_1") is env.observation_space("player_1")
    assert env.action_space("player_1") is env.action_space("player_1")
    env.reset(seed=1)
    assert env.observe("player_0") in env.observation_space("player_0")


def test_arrays_handed_out_are_the_callers():
    env = played([])
    first = env.last()[0]
    kept = copy.deepcopy(first)
    env.step(LEAP)
    env.last()
    assert np.array_equal(first["observation"], kept["observation"])
    assert np.array_equal(first["action_mask"], kept["action_mask"])
    env.reset(seed=1)
    env.last()[0]["action_mask"][:] = 0
    env.last()[0]["observation"][:] = 7
    assert env.last()[0]["action_mask"][[WALK, LEAP]].all() and env.last()[0]["observation"].max() <= 1


@pytest.mark.parametrize(
    ("action", "error", "message"),
    [
        (LEAP, ValueError, r"action 1 \('leap'\) is not legal now; legal actions: 0 'walk'$"),
        (6, ValueError, r"action 6 is not in 0\.\.5; legal actions: 0 'walk'$"),
        (-1, ValueError, "action -1 is not in"),
        (0.0, TypeError, r"an integer of 0\.\.5, not 0\.0 \(float\)"),
        ("walk", TypeError, r"not 'walk' \(str\)"),
        (np.array([0]), TypeError, r"not array\(\[0\]\) \(ndarray\)"),
        (None, TypeError, "not None"),
    ],
)
def test_wrong_actions_are_refused_and_change_nothing(action, error, message):
    env = played([LEAP, WALK, WALK])
    before = env.state_bytes(), pickle.dumps(env.last())
    with pytest.raises(error, match=message):
        env.step(action)
    assert (env.state_bytes(), pickle.dumps(env.last())) == before
    env.step(WALK)


def test_integers_of_all_kinds_are_actions():
    played([np.int8(1), np.uint64(0), np.array(1), 0])
    with pytest.raises(TypeError, match="an action is an integer"):
        played([False])


def test_calls_out_of_order_are_refused():
    env = make()
    for call in (lambda: env.step(0), lambda: env.observe("player_0"), env.last, env.state_bytes, env.render):
        with pytest.raises(ResetNeeded, match=r"call reset\(\)"):
            call()
    env = played([WALK] * 7, limit=7)
    with pytest.raises(ValueError, match="only valid action is None"):
        env.step(WALK)
    for _ in range(SEATS):
        env.step(None)
    with pytest.raises(ResetNeeded, match="no agent is left"):
        env.step(None)


@pytest.mark.parametrize("seed", [-1, 2**64])
def test_seeds_out_of_range_are_refused(seed):
    env = played([LEAP])
    before = env.state_bytes()
    with pytest.raises(ValueError, match=f"seed {seed} is not in 0"):
        env.reset(seed=seed)
    assert env.state_bytes() == before
    with pytest.raises(TypeError):
        env.reset(seed=1.5)


def test_unknown_render_modes_are_refused():
    with pytest.raises(ValueError, match="'pdf' is unknown; allowed are None, 'human', 'ansi', 'rgb_array'"):
        make(render_mode="pdf")


def test_wrapped_an_illegal_action_loses_the_game(caplog):
    env = wrap(make())
    env.reset(seed=1)
    env.step(LEAP)
    env.step(WALK)
    env.step(WALK)
    env.step(LEAP)
    assert env.rewards == {"player_0": -1.0, "player_1": 0, "player_2": 0}
    for _ in range(SEATS):
        assert env.last()[2]
        env.step(None)
    assert env.agents == []
    env.reset(seed=1)
    env.step(LEAP)
    assert env.agent_selection == "player_1" and env.last()[1] == 0


@pytest.mark.parametrize("wrapped", [False, True])
@pytest.mark.parametrize("copied", [copy.deepcopy, lambda env: pickle.loads(pickle.dumps(env))])
def test_copies_keep_the_game_under_way(copied, wrapped):
    env = wrap(make()) if wrapped else make()
    env.reset(seed=3)
    rng = np.random.default_rng(0)
    while env.agents:
        twin = copied(env)
        assert type(twin) is type(env)
        assert twin.state_bytes() == env.state_bytes()
        before = env.state_bytes()
        ends = [history(game, np.random.default_rng(5)) for game in (copied(twin), copied(env))]
        assert ends[0] == ends[1]
        assert env.state_bytes() == twin.state_bytes() == before
        action = choose(env, rng)
        for game in (env, twin):
            game.step(action)
        assert twin.state_bytes() == env.state_bytes() and twin.agents == env.agents and twin.infos == env.infos
    assert not twin.agents
    for game in (env, twin):
        game.reset()  # the sequence of seeds goes on alike
    assert twin.state_bytes() == env.state_bytes()


def test_a_clone_is_independent():
    env = played([LEAP])
    before = env.state_bytes()
    clone = env.clone()
    assert type(clone) is GameEnv and clone.state_bytes() == before
    clone.step(WALK)
    assert env.state_bytes() == before != clone.state_bytes()
    clone.action_space("player_0").seed(3)
    assert clone.action_space("player_0") is not env.action_space("player_0")
    assert clone.session.game is env.session.game


def test_a_clone_keeps_the_wrappers():
    env = wrap(make())
    env.reset(seed=1)
    clone = env.clone()
    assert type(clone) is type(env) and str(clone) == str(env) == "race_v0"
    clone.step(LEAP)
    assert env.agent_selection == "player_0" and clone.agent_selection == "player_1"
    for action in (WALK, WALK, LEAP):  # a second leap is illegal, and loses the game where there are wrappers
        clone.step(action)
    assert clone.rewards["player_0"] == -1 and env.rewards["player_0"] == 0


def test_the_state_is_what_all_agents_know():
    env = wrap(make())
    env.reset(seed=1)
    env.step(LEAP)
    state = env.state()
    assert state.dtype == np.float32 and state in env.state_space
    assert (state == np.concatenate([env.observe(agent)["observation"] for agent in env.possible_agents])).all()
    state[:] = 7
    assert env.state() in env.state_space


def test_infos_are_numbers_under_the_same_names():
    env = played([])
    assert set(map(repr, env.infos.values())) == {repr({"shirt": NONE, "rank": 0, "score": 0})}
    env = played([WALK] * 7, limit=7)
    assert env.infos["player_0"] == {"shirt": NONE, "rank": 1, "score": 3}


def test_an_environment_may_be_copied_before_its_first_game():
    for env in (copy.deepcopy(make()), pickle.loads(pickle.dumps(make()))):
        with pytest.raises(ResetNeeded):
            env.step(WALK)
        env.reset(seed=1)
        assert env.state_bytes() == played([]).state_bytes()


def test_the_class_of_a_game_is_enough_for_its_environments():
    made = Environments(Race)
    assert made.env(limit=7).unwrapped.session.game.config == RaceConfig(limit=7)
    assert made.vector_env(2, limit=7).num_envs == 2 and made.single_agent_env(seat=1).reset(seed=1)
    with pytest.raises(TypeError, match="unknown options tracks; allowed are limit, shirts"):
        made.raw_env(tracks=2)


def test_saved_games_of_another_layout_or_damaged_ones_are_refused(monkeypatch):
    env = played([LEAP])
    saved = pickle.dumps(env)
    record = env.state_bytes()
    states = env.session.game.new_states(1)
    for damaged, message in (
        (record[:-1] + bytes([record[-1] ^ 1]), "damaged"),
        (record[:-1], "damaged"),
        (record + b"0", "damaged"),
        (b"", "begin with nothing"),
        (bytes(len(record)), "not a saved game of race_v0"),
    ):
        with pytest.raises(ValueError, match=message):
            env.session.game.load(states, 0, damaged)
        assert states.tobytes() == env.session.game.new_states(1).tobytes()
    env.session.game.load(states, 0, record)
    assert states.tobytes() == env.session.states.tobytes()
    for attribute, value in (
        ("name", "walk_v0"),
        ("version", 2),
        ("layout", Layout([*Race.layout.dtype.descr, ("rest", np.int64)])),
    ):
        with monkeypatch.context() as patch:
            patch.setattr(Race, attribute, value)
            with pytest.raises(ValueError, match=r"not a saved game of .* in its present version and layout"):
                pickle.loads(saved)
    assert pickle.loads(saved).state_bytes() == record


def test_same_seed_same_game_whatever_happens_to_global_generators():
    def play(disturb: bool) -> list[object]:
        env = make()
        env.reset(seed=11)
        rng, seen = np.random.default_rng(1), []
        for _ in range(3):
            while env.agents:
                if disturb:
                    np.random.seed(len(seen))
                    random.seed(len(seen))
                seen.append(env.state_bytes())
                env.step(choose(env, rng))
            env.reset()
        return seen

    assert play(False) == play(True)


def test_without_a_seed_games_differ():
    secrets = set()
    for _ in range(20):
        env = make()
        env.reset()
        first = env.state_bytes()
        env.reset()
        secrets |= {first, env.state_bytes()}
    assert len(secrets) > 5
