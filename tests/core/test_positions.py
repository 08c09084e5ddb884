"""Environments that begin with a position instead of a deal."""

from __future__ import annotations

import numpy as np
import pytest
from gymnasium.error import ResetNeeded

from scythe_env import scythe_v0
from scythe_env.core.aec import GameEnv, wrap
from scythe_env.core.batch import Batch
from scythe_env.core.session import Session
from scythe_env.core.single_agent import SingleAgentEnv
from scythe_env.core.vector import GameVectorEnv
from tests.core.race.game import GAME_SIZE, GOAL, LEAP, O_WAY, SEAT_SIZE, SEATS, WALK, Race, RaceConfig
from tests.core.test_batch import Walker, last_legal
from tests.core.test_single_agent import Scripted

GAME = Race()
OWN_WAY = GAME_SIZE + O_WAY


def at(*ways: int, turns: int = 0, game: Race = GAME) -> dict:
    """The document of a race in which the seats have come so far."""
    session = Session(game)
    session.reset(1)
    for _ in range(turns):
        session.step(WALK)
    session.states["way"][0] = ways
    return game.to_document(session.states, 0)


def ways(session: Session) -> list[int]:
    return session.states["way"][0].tolist()


def test_a_document_is_where_any_environment_begins():
    document = at(5, 6, 7)
    env = wrap(GameEnv(Race()))
    env.reset(seed=3, options={"document": document})
    assert ways(env.unwrapped.session) == [5, 6, 7]
    assert GAME.to_document(env.unwrapped.session.states, 0) == document and env.agent_selection == "player_0"
    single = SingleAgentEnv(Race(), Scripted(), seat=1)
    observation, info = single.reset(seed=3, options={"document": document})
    assert ways(single.session) == [6, 6, 7] and info["seat"] == 1  # the seat before it has walked
    assert observation[OWN_WAY::SEAT_SIZE].tolist() == pytest.approx([6 / 11, 7 / 11, 6 / 11])
    vector = GameVectorEnv(Race(), 2, Walker(), seat=2)
    observations, _ = vector.reset(seed=3, options={"document": document})
    assert vector.batch.states["way"].tolist() == [[6, 7, 7]] * 2
    assert observations[:, OWN_WAY] == pytest.approx(7 / 11)


def test_actions_lead_to_a_decision_of_the_game_that_a_seed_deals():
    played = Session(Race())
    played.reset(3)
    for action in (LEAP, WALK, LEAP):
        played.step(action)
    env = GameEnv(Race())
    env.reset(seed=3, options={"actions": ["leap", WALK, np.int64(LEAP)]})
    assert env.state_bytes() == played.save() and env.agent_selection == "player_0"
    vector = GameVectorEnv(Race(), 2, Walker(), seat=0)
    vector.reset(seed=[3, 3], options={"actions": [["leap", WALK, LEAP], []]})
    assert vector.batch.states["way"][0].tolist() == ways(played) and not vector.batch.states["way"][1].any()
    single = SingleAgentEnv(Race(), Scripted(), seat=0)
    single.reset(seed=3)
    dealt = single.session.states["secret"][0].tolist()
    single.reset(seed=3, options={"actions": [LEAP]})
    assert single.session.states["secret"][0].tolist() == dealt and ways(single.session) == [dealt[0], 1, 1]


def test_vectors_take_one_document_for_each_game_and_deal_later_ones():
    documents = [at(8, 0, 0), at(7, 0, 0), at(8, 1, 1)]
    env = GameVectorEnv(Race(), 3, Walker(), seat=0, autoreset_mode="SameStep")
    env.reset(seed=5, options={"document": documents})
    assert env.batch.states["way"][:, 0].tolist() == [8, 7, 8]
    *_, infos = env.step(np.full(3, WALK))
    assert infos["_final_info"].tolist() == [True, False, True]
    session = Session(Race())
    for i in (0, 2):  # the position stood for the first episode
        session.reset(5 + i + 2**32)
        assert env.batch.states["secret"][i].tolist() == session.states["secret"][0].tolist()
        assert not env.batch.states["way"][i].any()


def test_some_games_of_a_vector_begin_with_a_position():
    env = GameVectorEnv(Race(), 2, Walker(), seat=0)
    env.reset(seed=1)
    env.step(np.full(2, WALK))
    chosen = np.array([False, True])
    _, infos = env.reset(seed=1, options={"document": at(4, 4, 4), "reset_mask": chosen})
    assert env.batch.states["way"].tolist() == [[1, 1, 1], [4, 4, 4]]
    assert infos["_seat"].tolist() == chosen.tolist()


def test_a_drawn_learner_is_drawn_by_the_seed():
    seats = []
    for seed in range(30):
        env = GameVectorEnv(Race(), 1, Walker())
        seats.append(int(env.reset(seed=seed, options={"document": at(1, 1, 1)})[1]["seat"][0]))
        assert int(env.reset(seed=seed, options={"document": at(1, 1, 1)})[1]["seat"][0]) == seats[-1]
    assert set(seats) == set(range(SEATS))
    single = SingleAgentEnv(Race(), Scripted())
    assert {single.reset(options={"document": at(1, 1, 1)})[1]["seat"] for _ in range(30)} == set(range(SEATS))


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"document": {}}, "not a document of race_v0: it lacks"),
        ({"document": at(0, 0, 0, game=Race(RaceConfig(limit=50)))}, "has the option limit = 50; 100 is needed"),
        ({"document": {**at(0, 0, 0), "status": 1}}, "."),
        ({"actions": [LEAP, WALK, WALK, LEAP]}, r"actions\[3\] cannot be played: action 1 \('leap'\) is not legal"),
        ({"actions": ["swim"]}, r"actions\[0\] cannot be played"),
        ({"actions": [WALK] * SEATS * GOAL}, r"actions\[25\] cannot be played: the game is over"),
        ({"actions": [WALK] * (SEATS * (GOAL - 1) + 1)}, "the game is over in the position"),
        ({"document": at(0, 0, 0), "actions": []}, r"unknown options \['actions', 'document'\]; allowed is one of"),
    ],
)
def test_what_does_not_fit_is_refused_and_changes_nothing(options, message):
    env = GameEnv(Race())
    env.reset(seed=1)
    env.step(LEAP)
    before = env.state_bytes()
    with pytest.raises(ValueError, match=message):
        env.reset(seed=2, options=options)
    assert env.state_bytes() == before and env.agent_selection == "player_1"
    env.step(WALK)
    with pytest.raises(ValueError, match=message):
        SingleAgentEnv(Race()).reset(seed=2, options=options)
    if "actions" in options:
        options = {name: [value] * 2 if name == "actions" else value for name, value in options.items()}
    vector = GameVectorEnv(Race(), 2, Walker())
    vector.reset(seed=1)
    before = vector.batch.states.tobytes()
    with pytest.raises(ValueError, match=message):
        vector.reset(seed=2, options=options)
    assert vector.batch.states.tobytes() == before


def test_entries_must_be_one_for_each_game():
    with pytest.raises(ValueError, match="the option document must have 3 entries, one for each game"):
        GameVectorEnv(Race(), 3).reset(options={"document": [at(0, 0, 0)] * 2})
    batch = Batch(Race(), 3, Walker())
    batch.reset(1)
    with pytest.raises(ValueError, match="an array of 3 records of race_v0, not of 2"):
        batch.start(batch.states[:2].copy(), 1)


def test_a_position_in_which_the_learner_is_never_asked_is_refused():
    options = {"document": at(0, 8, 0, turns=1)}  # seat 1 is next, and walks to the goal
    for opponent, kind in ((Scripted(), SingleAgentEnv), (Scripted(), GameVectorEnv), (Walker(), GameVectorEnv)):
        env = kind(Race(), opponents=opponent, seat=0)
        with pytest.raises(ValueError, match=r"ends before .* is asked anything"):
            env.reset(seed=1, options=options)
        action = WALK if kind is SingleAgentEnv else [WALK]
        with pytest.raises(ResetNeeded):
            env.step(action)
        env.reset(seed=1)
        env.step(action)


def test_scythe_begins_in_the_middle_of_a_game():
    env = scythe_v0.raw_env(players=3)
    env.reset(seed=4)
    rng = np.random.default_rng(0)
    for _ in range(300):
        env.step(int(rng.choice(env.observe(env.agent_selection)["action_mask"].nonzero()[0])))
    game = env.session.game
    document, record = game.to_document(env.session.states, 0), env.state_bytes()
    again = scythe_v0.raw_env(players=3)
    again.reset(options={"document": document})
    assert again.state_bytes() == record
    vector = scythe_v0.vector_env(4, players=3, opponents="random")
    _, infos = vector.reset(seed=1, options={"document": document})
    rounds = vector.batch.states["round"]
    assert (rounds >= env.session.states["round"][0]).all()
    vector.step(last_legal(infos["action_mask"]))
    with pytest.raises(ValueError, match="2 is needed"):
        scythe_v0.raw_env(players=2).reset(options={"document": document})


@pytest.mark.parametrize("options", [3, "document", [1], {"actions": 5}, {"actions": "walk"}, {"document": 5}])
def test_options_of_other_types_are_refused(options):
    for env in (GameEnv(Race()), SingleAgentEnv(Race()), GameVectorEnv(Race(), 2)):
        with pytest.raises((TypeError, ValueError), match=r"options of a reset|actions are a list|must have|needed"):
            env.reset(seed=1, options=options)
