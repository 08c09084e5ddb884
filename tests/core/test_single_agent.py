"""One learner's transitions and the agents it meets, on a game that has nothing to do with Scythe."""

from __future__ import annotations

import copy
import pickle
import re
import warnings

import gymnasium
import numpy as np
import pytest
from gymnasium.error import ResetNeeded
from gymnasium.utils.env_checker import check_env

from scythe_env.core.agent import Agent, Player, RandomAgent
from scythe_env.core.game import NONE
from scythe_env.core.single_agent import SingleAgentEnv
from tests.core.race.game import GAME_SIZE, GOAL, LEAP, O_LEAPT, O_WAY, SEAT_SIZE, SEATS, WALK, Race, RaceConfig

WAYS = slice(GAME_SIZE + O_WAY, None, SEAT_SIZE)
LEAPS = slice(GAME_SIZE + O_LEAPT, None, SEAT_SIZE)


class Scripted(Agent):
    """Always the same action where it is legal; notes what it was shown."""

    def __init__(self, action: int = WALK) -> None:
        self.action = action
        self.seeds: list[int] = []
        self.shown: list[np.ndarray] = []

    def reset(self, seed: int) -> None:
        self.seeds.append(seed)

    def act(self, observation: np.ndarray, mask: np.ndarray) -> int:
        self.shown.append(observation)
        return self.action if mask[self.action] else WALK


class Seer(Scripted):
    """Acts on records of the game, notes the secrets that stand in them, and spoils them."""

    needs_state = True

    def __init__(self) -> None:
        super().__init__()
        self.secrets: list[list[int]] = []

    def act_on_state(self, states: np.ndarray, i: int, mask: np.ndarray) -> int:
        self.secrets.append(states["secret"][i].tolist())
        states["way"][i] = 0
        mask[:] = 0
        return WALK


def walk_to_the_end(env: SingleAgentEnv) -> list[tuple]:
    steps = [env.step(WALK)]
    while not (steps[-1][2] or steps[-1][3]):
        steps.append(env.step(WALK))
    return steps


@pytest.mark.parametrize("seat", [None, 0, 2])
def test_gymnasium_accepts_it(seat):
    gymnasium.register("Race-v0", entry_point=lambda **kwargs: SingleAgentEnv(Race(), **kwargs))
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            check_env(gymnasium.make("Race-v0", seat=seat).unwrapped)
    finally:
        del gymnasium.registry["Race-v0"]


@pytest.mark.parametrize(("seat", "reward"), [(0, 1.0), (1, -1.0), (2, -1.0)])
def test_the_last_transition_carries_the_result_whoever_made_the_last_move(seat, reward):
    env = SingleAgentEnv(Race(), Scripted(), seat=seat)
    _, info = env.reset(seed=1)
    mask = info.pop("action_mask")
    assert mask.dtype == np.int8 and (mask == env.action_masks()).all() and mask.any()
    assert info == {"seat": seat, "shirt": NONE, "score": 0, "rank": 0, "illegal_action": 0}
    *others, (observation, last, terminated, truncated, end) = walk_to_the_end(env)
    # seat 0 walks to the goal with its own last move; the others see it arrive after theirs, one step behind
    assert len(others) == GOAL - 1 - (seat > 0)
    assert all(step[1:4] == (0.0, False, False) for step in others)
    assert all(step[4].pop("action_mask")[WALK] == 1 and step[4] == info for step in others)
    assert (last, terminated, truncated) == (reward, True, False)
    assert not end.pop("action_mask").any()
    assert end == info | {"score": GOAL - (seat > 0), "rank": 1 + (seat > 0)} and list(end) == list(info)
    assert observation in env.observation_space
    assert not env.action_masks().any()


def test_a_limit_truncates():
    env = SingleAgentEnv(Race(RaceConfig(limit=7)), Scripted(), seat=0)
    env.reset(seed=1)
    assert [step[1:4] for step in walk_to_the_end(env)] == [(0.0, False, False)] * 2 + [(1.0, False, True)]


def test_transitions_run_between_own_decisions():
    env = SingleAgentEnv(Race(), Scripted(), seat=1)
    observation, _ = env.reset(seed=1)
    assert observation[WAYS].tolist() == pytest.approx([0, 0, 1 / 11])  # the learner's, then on to the left
    observation, *_ = env.step(LEAP)
    assert observation[WAYS][1:].tolist() == pytest.approx([1 / 11, 2 / 11])
    assert observation[LEAPS].tolist() == [1, 0, 0]
    assert env.action_masks()[[WALK, LEAP]].tolist() == [True, False]
    assert env.action_masks().dtype == np.bool_


def test_masks_belong_to_the_new_game_after_a_reset():
    env = SingleAgentEnv(Race(), Scripted(), seat=0)
    for _ in range(3):
        env.reset()
        assert env.action_masks()[[WALK, LEAP]].tolist() == [True, True]
        env.step(LEAP)
        assert env.action_masks()[[WALK, LEAP]].tolist() == [True, False]
        walk_to_the_end(env)
        assert not env.action_masks().any()


def test_opponents_sit_clockwise_from_the_learners_left():
    for seat in range(SEATS):
        left, right = Scripted(), Scripted(LEAP)
        env = SingleAgentEnv(Race(), [left, right], seat=seat)
        env.reset(seed=1)
        env.step(WALK)
        env.step(WALK)
        leapt = env.session.states["leapt"][0]
        assert [leapt[(seat + k) % SEATS] for k in range(SEATS)] == [0, 0, 1]
        assert left.seeds and right.seeds and left.seeds != right.seeds


def test_the_seat_is_drawn_for_each_game_or_fixed():
    env = SingleAgentEnv(Race(), Scripted())
    seats = [env.reset(seed=7)[1]["seat"], *(env.reset()[1]["seat"] for _ in range(30))]
    assert sorted(set(seats)) == [0, 1, 2]
    env = SingleAgentEnv(Race(), Scripted())
    assert [env.reset(seed=7)[1]["seat"], *(env.reset()[1]["seat"] for _ in range(30))] == seats
    env = SingleAgentEnv(Race(), Scripted(), seat=2)
    assert {env.reset()[1]["seat"] for _ in range(30)} == {2}


def test_deals_depend_on_the_seed_alone():
    """Neither the seat of the learner nor what the agents draw changes what is dealt in this game and the next."""
    deals = []
    for seat, opponents in ((0, Scripted()), (2, RandomAgent()), (None, [RandomAgent(), Seer()])):
        env = SingleAgentEnv(Race(), opponents, seat=seat)
        env.reset(seed=5)
        secrets = []
        for _ in range(4):
            secrets.append(env.session.states["secret"][0].tolist())
            walk_to_the_end(env)
            env.reset()
        deals.append(secrets)
    assert deals[0] == deals[1] == deals[2]


def test_agents_on_states_cannot_read_what_is_hidden():
    seer = Seer()
    env = SingleAgentEnv(Race(), [Scripted(), seer], seat=0)  # the seer sits at seat 2
    env.reset(seed=3)
    truth = env.session.states["secret"][0].tolist()
    walk_to_the_end(env)
    assert {secrets[2] for secrets in seer.secrets} == {truth[2]}  # its own number is true
    assert len({tuple(secrets[:2]) for secrets in seer.secrets}) > 3  # the others' are dealt anew each time
    assert env.session.states["way"][0].tolist() == [GOAL, GOAL - 1, GOAL - 1]  # and the game is not touched


def test_random_agents_draw_from_their_own_generators():
    def choices(agent: Agent, seed: int) -> list[int]:
        agent.reset(seed)
        return [agent.act(np.zeros(7, np.float32), np.array([1, 0, 1, 1], np.int8)) for _ in range(200)]

    agent = RandomAgent()
    first = choices(agent, 1)
    np.random.seed(0)
    assert choices(agent, 1) == first != choices(agent, 2)
    assert sorted(set(first)) == [0, 2, 3]


def test_a_faulty_agent_is_named_and_its_game_is_given_up():
    class Faulty(Scripted):
        def act(self, observation: np.ndarray, mask: np.ndarray) -> int:
            return 5

    env = SingleAgentEnv(Race(), Faulty(), seat=0)
    env.reset(seed=1)
    with pytest.raises(ValueError, match="Faulty at seat 1 chose action 5, which is not legal"):
        env.step(WALK)
    with pytest.raises(ResetNeeded):
        env.step(WALK)


def test_players_get_their_own_observation():
    game, agent = Race(), Scripted()
    states, mask = game.new_states(1), np.zeros(Race.num_actions, np.int8)
    game.reset(states, 0, 1, mask)
    player = Player(game, agent)
    player.reset(1)
    assert player.choose(states, 0, 0, mask) == WALK
    expected = np.zeros(game.observation_size, np.float32)
    game.observe(states, 0, 0, expected)
    assert np.array_equal(agent.shown[0], expected)


def test_an_illegal_action_loses_or_raises(caplog):
    env = SingleAgentEnv(Race(), Scripted(), seat=0)
    env.reset(seed=1)
    env.step(LEAP)
    _, reward, terminated, truncated, info = env.step(LEAP)
    assert (reward, terminated, truncated) == (-1.0, True, False)
    assert info["illegal_action"] == 1 and info["rank"] == 0 and not info["action_mask"].any()
    assert "action 1 ('leap') is not legal now; legal actions: 0 'walk'" in caplog.text
    assert not env.action_masks().any()
    with pytest.raises(ResetNeeded):
        env.step(WALK)
    for seed in range(3):
        env.reset(seed=seed)
        env.step(LEAP)
        assert env.step(LEAP)[-1]["illegal_action"] == 1
    assert len(caplog.records) == 1
    assert "action_masks()" in caplog.text and "MaskablePPO" in caplog.text

    env = SingleAgentEnv(Race(), Scripted(), seat=0, illegal_action="raise")
    env.reset(seed=1)
    env.step(LEAP)
    before = env.session.save()
    for action in (LEAP, 2):
        with pytest.raises(ValueError, match="legal actions: 0 'walk'"):
            env.step(action)
    with pytest.raises(TypeError):
        env.step(np.array([0]))
    assert env.session.save() == before
    assert env.step(WALK)[1:4] == (0.0, False, False)


def test_steps_out_of_order_are_refused():
    env = SingleAgentEnv(Race(), Scripted(), seat=0)
    assert not env.action_masks().any()
    for call in (lambda: env.step(WALK), env.render):
        with pytest.raises(ResetNeeded):
            call()
    env.reset(seed=1)
    walk_to_the_end(env)
    with pytest.raises(ResetNeeded):
        env.step(WALK)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"opponents": [RandomAgent()]}, "1 opponents were given; 2 are needed at a table of 3"),
        ({"seat": 3}, "seat 3 is not one of 0, 1, 2"),
        ({"seat": -1}, "seat -1 is not one of 0, 1, 2"),
        ({"illegal_action": "ignore"}, "'ignore' is unknown; allowed are 'lose', 'raise'"),
        ({"render_mode": "pdf"}, "'pdf' is unknown; allowed are None"),
    ],
)
def test_wrong_arguments_are_refused(arguments, message):
    with pytest.raises(ValueError, match=message):
        SingleAgentEnv(Race(), **arguments)


def test_unknown_options_are_refused():
    env = SingleAgentEnv(Race(), Scripted(), seat=0)
    env.reset(seed=1)
    before = env.session.save()
    with pytest.raises(ValueError, match=r"unknown options \['colour'\]"):
        env.reset(seed=2, options={"colour": 1})
    assert env.session.save() == before


def test_a_learner_who_is_never_asked_is_told():
    with pytest.raises(RuntimeError, match="ended before seat 2 was asked"):
        SingleAgentEnv(Race(RaceConfig(limit=2)), Scripted(), seat=2).reset(seed=1)


@pytest.mark.parametrize("copied", [copy.deepcopy, lambda env: pickle.loads(pickle.dumps(env))])
def test_copies_keep_the_game_under_way(copied):
    env = SingleAgentEnv(Race(), [RandomAgent(), RandomAgent()])
    env.reset(seed=2)
    for _ in range(2):
        twin = copied(env)
        games = []
        for game in (env, twin):
            states = []
            for _ in range(3):
                walk_to_the_end(game)
                states.append(game._session.save())
                game.reset()
                states.append(game._session.save())
            games.append(states)
        assert games[0] == games[1]


def test_rendering(capsys):
    env = SingleAgentEnv(Race(), Scripted(), seat=1, render_mode="human")
    env.reset(seed=1)
    env.step(WALK)
    assert env.render() is None
    assert re.findall(r'"seat .": (.)', capsys.readouterr().out) == [*"1", *"211", *"211"]
    env = SingleAgentEnv(Race(), Scripted(), seat=1, render_mode="rgb_array")
    env.reset(seed=1)
    assert env.render().shape == (1, SEATS, 3)


@pytest.mark.parametrize("answer", [0.0, 0.5, None, "0", np.float32(0)])
def test_an_opponent_that_does_not_answer_with_an_integer_is_named(answer):
    class Vague(Agent):
        def act(self, observation, mask):
            return answer

    with pytest.raises(ValueError, match=r"Vague at seat 0 chose action .* which is not legal"):
        SingleAgentEnv(Race(), Vague(), seat=2).reset(seed=0)
