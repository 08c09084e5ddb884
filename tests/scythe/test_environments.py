"""Scythe as PettingZoo and Gymnasium see it."""

from __future__ import annotations

import copy
import hashlib
import os
import pickle
import random
import subprocess
import sys
import warnings
from typing import Any

import gymnasium
import numpy as np
import pettingzoo
import pytest
from gymnasium.utils.env_checker import check_env
from pettingzoo.test import api_test, render_test, seed_test

import scythe_env
from scythe_env import scythe_v0
from scythe_env.core.aec import GameEnv
from scythe_env.core.compiling import JIT
from scythe_env.scythe import engine
from scythe_env.scythe.actions import NUM_ACTIONS
from scythe_env.scythe.components import FACTIONS, MATS
from scythe_env.scythe.config import ScytheConfig
from scythe_env.scythe.constants import ENDED
from scythe_env.scythe.game import Scythe
from scythe_env.scythe.rules.scoring import SCORE_PARTS

DICT_WARNINGS = ("Observation is not a NumPy array", "Observation space for each agent probably should be")
SHORT = {"max_rounds": 3}

of_environments = pytest.mark.skipif(not JIT, reason="takes long, and environments are the same over interpreted rules")


def choose(env: Any, rng: np.random.Generator) -> int | None:
    """A random action for the agent whose turn it is."""
    observation, _, terminated, truncated, _ = env.last()
    if terminated or truncated:
        return None
    legal = np.flatnonzero(observation["action_mask"])
    return int(legal[rng.integers(len(legal))])


def play(env: Any, rng: np.random.Generator) -> None:
    while env.agents:
        env.step(choose(env, rng))


def finished(seed: int, **options: Any) -> GameEnv:
    """A game played at random until it is over; its agents have not been stepped off yet."""
    env = scythe_v0.raw_env(**options)
    env.reset(seed=seed)
    rng = np.random.default_rng(seed)
    while not any(env.terminations.values()) and not any(env.truncations.values()):
        env.step(choose(env, rng))
    return env


# -- PettingZoo --------------------------------------------------------------------------------------------------------


@of_environments
@pytest.mark.parametrize("players", range(1, 8))
@pytest.mark.parametrize("factory", [scythe_v0.env, scythe_v0.raw_env])
def test_pettingzoo_api(factory, players):
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        for message in DICT_WARNINGS:
            warnings.filterwarnings("ignore", message)
        api_test(factory(players=players, max_rounds=10), num_cycles=300)


@of_environments
def test_pettingzoo_seeds():
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        seed_test(lambda: scythe_v0.env(players=3), num_cycles=200)


def test_pettingzoo_rendering(monkeypatch):
    monkeypatch.delenv("DISPLAY", raising=False)
    render_test(lambda render_mode: scythe_v0.env(players=2, factions=["nordic", None], render_mode=render_mode))


def test_human_mode_prints_the_game_after_each_step(capsys):
    env = scythe_v0.raw_env(players=2, factions=["nordic", None], render_mode="human")
    env.reset(seed=1)
    start = capsys.readouterr().out
    assert "nordic" in start.lower()
    env.step(choose(env, np.random.default_rng(1)))
    assert capsys.readouterr().out not in ("", start)


@pytest.mark.parametrize("players", [1, 2, 5])
def test_a_game_stops_after_the_maximum_number_of_rounds(players):
    """What PettingZoo's max_cycles_test asks of parallel games: equal numbers of turns, then all are cut off."""
    env = scythe_v0.env(players=players, play_forced=False, **SHORT)
    env.reset(seed=1)
    rng = np.random.default_rng(1)
    sections = dict.fromkeys(env.agents, 0)
    while not any(env.truncations.values()):
        action = choose(env, rng)
        states = env.unwrapped.session.states
        text = env.unwrapped.session.game.action_text(states, 0, action)
        sections[env.agent_selection] += text.startswith("section ")
        env.step(action)
        assert not any(env.terminations.values())
    assert sections == dict.fromkeys(env.agents, SHORT["max_rounds"])
    assert all(env.truncations.values())


def test_metadata_and_agents():
    env = scythe_v0.env(players=3)
    assert env.metadata["name"] == str(env) == "scythe_v0"
    assert env.metadata["render_modes"] == ["human", "ansi", "rgb_array"]
    assert env.metadata["is_parallelizable"] is False
    assert env.possible_agents == ["player_0", "player_1", "player_2"]
    assert env.action_space("player_0") == gymnasium.spaces.Discrete(NUM_ACTIONS)
    assert env.observation_space("player_0")["action_mask"].shape == (NUM_ACTIONS,)


def test_registries():
    env = pettingzoo.make("aec", "scythe_env/scythe-v0", players=2, reward="margin")
    assert str(env) == "scythe_v0" and env.unwrapped.session.game.reward == "margin"
    env = gymnasium.make("scythe_env/Scythe-v0", players=2, seat=1)
    assert env.reset(seed=1)[1]["seat"] == 1


@pytest.mark.parametrize("factory", [scythe_v0.env, scythe_v0.raw_env, scythe_v0.single_agent_env])
def test_wrong_arguments_are_refused(factory):
    for options, error, message in (
        (
            {"player": 3},
            TypeError,
            "unknown options player; allowed are players, factions, mats, tile",
        ),
        ({"players": 8}, ValueError, "players must be an integer from 0 to 7, not 8"),
        ({"reward": "points"}, ValueError, "reward 'points' is unknown; allowed are 'win', 'rank', 'score', 'margin'"),
        ({"render_mode": "svg"}, ValueError, "render_mode 'svg' is unknown"),
    ):
        with pytest.raises(error, match=message):
            factory(**options)


def test_an_illegal_action_is_named_and_changes_nothing():
    env = scythe_v0.raw_env(players=2)
    env.reset(seed=1)
    env.step(choose(env, np.random.default_rng(1)))
    env.reset(seed=1)
    before = env.state_bytes()
    with pytest.raises(ValueError, match=r"action 219 \('resources'\) is not legal now; legal actions: 111 'sec"):
        env.step(219)
    with pytest.raises(ValueError, match=r"action 220 is not in 0\.\.219"):
        env.step(220)
    with pytest.raises(TypeError, match=r"an action is an integer of 0\.\.219, not 'section move'"):
        env.step("section move")
    assert env.state_bytes() == before


# -- configuration, rewards, infos -------------------------------------------------------------------------------------


@pytest.mark.rule("R1")
@pytest.mark.rule("R5")
@pytest.mark.parametrize("players", range(1, 8))
def test_what_is_asked_for_is_dealt_and_the_rest_is_drawn(players):
    seen = []
    for seed in range(40):
        wanted = ["saxony"] + [None] * (players - 1)
        env = scythe_v0.raw_env(players=players, factions=wanted, mats=[None] * (players - 1) + ["mechanical"])
        env.reset(seed=seed)
        factions = [FACTIONS[info["faction"]] for info in env.infos.values()]
        mats = [MATS[info["mat"]] for info in env.infos.values()]
        assert factions[0] == "saxony" and mats[-1] == "mechanical"
        assert len(set(factions)) == len(set(mats)) == players
        ScytheConfig(players=players, factions=factions, mats=mats)  # which checks the ring
        seen += factions + mats
    if players > 2:
        assert set(seen) == {*FACTIONS, *MATS}


@pytest.mark.rule("R16")
def test_banned_pairs_are_not_dealt_whatever_was_asked_for():
    mats = ["industrial", "patriotic", "militant", "engineering"]
    env = scythe_v0.raw_env(players=4, mats=mats, exclude_banned_pairs=True)
    for seed in range(100):
        env.reset(seed=seed)
        pairs = [(FACTIONS[info["faction"]], MATS[info["mat"]]) for info in env.infos.values()]
        assert [mat for _, mat in pairs] == mats
        assert ("rusviet", "industrial") not in pairs and ("crimea", "patriotic") not in pairs


@pytest.mark.parametrize("players", [1, 2, 5, 7])
def test_infos(players):
    env = scythe_v0.raw_env(players=players, **SHORT)
    env.reset(seed=2)
    results = (*SCORE_PARTS, "score", "rank")
    for info in env.infos.values():
        assert tuple(info) == ("faction", "mat", *results)
        assert not any(info[name] for name in results)
        assert info["faction"] in range(len(FACTIONS)) and info["mat"] in range(len(MATS))
    env = finished(2, players=players, **SHORT)
    for info in env.infos.values():
        assert tuple(info) == ("faction", "mat", *results) and all(type(value) is int for value in info.values())
        assert info["score"] == sum(info[name] for name in SCORE_PARTS)
        better = sum(other["score"] > info["score"] for other in env.infos.values())
        assert better < info["rank"] <= players


@pytest.mark.parametrize(
    ("reward", "ranks", "totals", "expected"),
    [
        ("win", [2, 1, 3], [50, 60, 40], [-1, 1, -1]),
        ("win", [1, 1], [50, 50], [0, 0]),
        ("win", [1, 3, 1, 1], [9, 3, 9, 9], [-1 / 3, -1, -1 / 3, -1 / 3]),
        ("win", [1], [20], [1]),
        ("rank", [2, 1, 3], [50, 60, 40], [0, 1, -1]),
        ("rank", [1, 4, 2, 2, 5], [9, 3, 5, 5, 1], [1, -0.5, 0.25, 0.25, -1]),
        ("rank", [1, 1], [5, 5], [0, 0]),
        ("rank", [1], [5], [1]),
        ("score", [2, 1, 3], [50, 260, 0], [0.25, 1, 0]),
        ("margin", [2, 1, 3], [50, 62, 40], [-0.12, 0.12, -0.22]),
        ("margin", [1, 1], [50, 50], [0, 0]),
        ("margin", [1, 2], [170, 20], [1, -1]),
        ("margin", [1], [35], [0.35]),
    ],
)
def test_rewards(reward, ranks, totals, expected):
    players = len(ranks)
    scores = np.zeros((7, 8), np.int32)
    scores[:players, 6], scores[:players, 7] = totals, ranks
    rewards = np.zeros(players)
    engine.reward(scores, players, Scythe(ScytheConfig(players=players), reward).reward_kind, rewards)
    assert rewards.tolist() == pytest.approx(expected)


@pytest.mark.parametrize("reward", ["win", "rank", "score", "margin"])
def test_all_agents_get_their_rewards_at_the_end_and_none_before(reward):
    env = scythe_v0.raw_env(players=3, reward=reward, **SHORT)
    env.reset(seed=4)
    rng = np.random.default_rng(4)
    while not any(env.truncations.values()):
        assert set(env.rewards.values()) == {0.0} and env.last()[1] == 0
        env.step(choose(env, rng))
    rewards = dict(env.rewards)
    best = max(rewards, key=rewards.__getitem__)
    assert env.infos[best]["rank"] == 1
    for agent, reward_at_end in rewards.items():
        assert env.agent_selection == agent and env.last()[1] == reward_at_end
        env.step(None)


def test_a_game_that_ends_by_its_rules_terminates():
    """A sixth star: the last one is put on the board by hand, as random play seldom gets there."""
    env = scythe_v0.raw_env(players=2)
    env.reset(seed=1)
    states = env.session.states
    seat = env.session.seat
    states["stars"][0, seat, 7] = 1
    states["stars"][0, seat, 6] = 2
    states["stars"][0, seat, 5] = 1
    states["stars"][0, seat, 0] = 1
    states["power"][0, seat] = 15
    states["coins"][0, seat] = 9
    texts = iter(["section bolster", "take", "power"])
    while states["status"][0] == 0:
        env.step(env.session.game.parse_action(states, 0, next(texts)))
    assert states["status"][0] == ENDED
    assert all(env.terminations.values()) and not any(env.truncations.values())
    assert env.rewards[f"player_{seat}"] == 1.0 and env.rewards[f"player_{1 - seat}"] == -1.0


# -- the game under way is kept, and games repeat ----------------------------------------------------------------------


@of_environments
@pytest.mark.parametrize("factory", [scythe_v0.raw_env, scythe_v0.env])
@pytest.mark.parametrize("players", [1, 3, 7])
def test_copies_keep_the_game_under_way_at_every_decision(factory, players):
    env = factory(players=players, max_rounds=6)
    env.reset(seed=players)
    twins = [env, copy.deepcopy(env), pickle.loads(pickle.dumps(env)), env.unwrapped.clone()]
    rng = np.random.default_rng(players)
    while env.agents:
        copies = [copy.deepcopy(twins[1]), pickle.loads(pickle.dumps(twins[2])), twins[3].clone()]
        action = choose(env, rng)
        seen = {last_seen(twin) for twin in twins + copies}
        assert len(seen) == 1
        for twin in twins:
            twin.step(action)
        assert {last_seen(twin) for twin in copies} == seen  # the copies stand where they stood
        twins[1:] = copies
        for twin in copies:
            twin.step(action)
    for twin in twins:
        twin.reset()
    assert len({last_seen(twin) for twin in twins}) == 1


def last_seen(env: Any) -> tuple[Any, ...]:
    raw = env.unwrapped
    shown = hashlib.sha256()
    for agent in env.agents:
        observation = env.observe(agent)
        shown.update(observation["observation"].tobytes() + observation["action_mask"].tobytes())
    return raw.state_bytes(), raw.agent_selection, tuple(env.agents), repr(env.infos), shown.hexdigest()


PROGRAM = """
import hashlib, numpy as np
from scythe_env import scythe_v0
digest = hashlib.sha256()
for players in range(1, 8):
    env = scythe_v0.raw_env(players=players, max_rounds=5, promo_encounters=True, promo_factory=True)
    env.reset(seed=players)
    rng = np.random.default_rng(players)
    while env.agents:
        observation, reward, terminated, truncated, info = env.last()
        digest.update(observation["observation"].tobytes() + env.state_bytes() + repr((reward, info)).encode())
        legal = np.flatnonzero(observation["action_mask"])
        env.step(None if terminated or truncated else int(rng.choice(legal)))
    env.reset()
    digest.update(env.state_bytes())
print(digest.hexdigest())
"""


@of_environments
def test_same_games_in_separate_processes():
    digests = []
    for hash_seed in ("0", "4242"):
        result = subprocess.run(
            [sys.executable, "-c", PROGRAM],
            env={**os.environ, "PYTHONHASHSEED": hash_seed},
            capture_output=True, text=True, check=True,
        )  # fmt: skip
        digests.append(result.stdout.split()[-1])
    assert len(set(digests)) == 1


def test_global_generators_do_not_matter():
    games = []
    for disturb in (False, True):
        env = scythe_v0.raw_env(players=4, max_rounds=8)
        env.reset(seed=9)
        rng = np.random.default_rng(9)
        states = []
        while env.agents:
            if disturb:
                random.seed(len(states))
                np.random.seed(len(states))
            states.append(env.state_bytes())
            env.step(choose(env, rng))
        games.append(states)
    assert games[0] == games[1]


def test_different_seeds_give_different_games():
    env = scythe_v0.raw_env(players=2)
    starts = set()
    for seed in (0, 1, 2**32, 2**32 + 1, 2**63, 2**64 - 1):
        env.reset(seed=seed)
        starts.add(env.state_bytes())
    assert len(starts) == 6


# -- Gymnasium ---------------------------------------------------------------------------------------------------------


@of_environments
@pytest.mark.parametrize("players", [1, 2, 5, 7])
def test_gymnasium_api(players):
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        check_env(gymnasium.make("scythe_env/Scythe-v0", players=players).unwrapped)


@of_environments
@pytest.mark.parametrize("players", [2, 4])
def test_the_learners_last_transition_carries_its_result(players):
    env = gymnasium.make("scythe_env/Scythe-v0", players=players, illegal_action="raise", **SHORT)
    rng = np.random.default_rng(players)
    results = []
    for seed in range(30):
        env.reset(seed=seed)
        rewards, over = [], False
        while not over:
            mask = env.get_wrapper_attr("action_masks")()
            assert mask.any() and mask.dtype == np.bool_
            observation, reward, terminated, truncated, info = env.step(int(rng.choice(np.flatnonzero(mask))))
            over = terminated or truncated
            assert (info["action_mask"] == env.get_wrapper_attr("action_masks")()).all()
            assert over or env.action_space.sample(info["action_mask"]) in np.flatnonzero(info["action_mask"])
            assert (info["rank"] > 0) == over
            rewards.append(reward)
        assert observation in env.observation_space
        assert not env.get_wrapper_attr("action_masks")().any()
        assert set(rewards[:-1]) <= {0.0}
        results.append(rewards[-1])
        assert truncated and not terminated
        assert (info["rank"] == 1) == (rewards[-1] > -1)
    assert -1.0 in results and 1.0 in results


def test_the_learners_setup_is_drawn_or_fixed():
    env = scythe_v0.single_agent_env(players=3)
    infos = [env.reset(seed=1)[1], *(env.reset()[1] for _ in range(40))]
    assert {info["seat"] for info in infos} == {0, 1, 2}
    assert len({info["faction"] for info in infos}) == len({info["mat"] for info in infos}) == 7
    env = scythe_v0.single_agent_env(players=3, seat=1, factions=[None, "crimea", None], mats=[None, "militant", None])
    infos = [env.reset(seed=1)[1], *(env.reset()[1] for _ in range(10))]
    expected = {"seat": 1, "faction": FACTIONS.index("crimea"), "mat": MATS.index("militant")}
    assert all(info.items() >= expected.items() for info in infos)


def test_the_observation_is_the_learners():
    env = scythe_v0.single_agent_env(players=3, seat=2)
    observation, _ = env.reset(seed=5)
    for _ in range(20):
        out = np.empty_like(observation)
        env.session.game.observe(env.session.states, 0, 2, out)
        assert np.array_equal(observation, out)
        assert env.session.seat == 2
        observation, *_ = env.step(np.flatnonzero(env.action_masks())[0])


# -- the package -------------------------------------------------------------------------------------------------------


def test_importing_the_package_is_light():
    """Numba and the rules are imported with the environment, not with the package."""
    program = "import sys, scythe_env; print(any(name in sys.modules for name in ('numba', 'scythe_env.scythe')))"
    result = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert result.stdout.strip() == "False"
    assert scythe_env.__version__.count(".") == 2
