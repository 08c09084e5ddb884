"""Seats that the game itself plays: in its record and turn order, and not among the agents of any environment."""

from __future__ import annotations

import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from pettingzoo.test import api_test

from scythe_env.core.aec import GameEnv
from scythe_env.core.agent import Agent, RandomAgent
from scythe_env.core.batch import Batch, rollout
from scythe_env.core.compiling import rule
from scythe_env.core.game import NONE
from scythe_env.core.session import Session
from scythe_env.core.single_agent import SingleAgentEnv
from scythe_env.core.vector import GameVectorEnv
from tests.core.race.game import LEAP, NO_TIP, SEATS, TIP, WALK, Race, RaceConfig


@rule
def leap_first(s, mask):
    """What a scripted seat does."""
    if s.decision == TIP:
        return NO_TIP
    return LEAP if mask[LEAP] == 1 else WALK


class ScriptedRace(Race):
    """The race with scripted seats, which leap as soon as they may."""

    name = "scripted_race_v0"
    rules = Race.rules._replace(script=leap_first)

    def __init__(self, config: RaceConfig | None = None, scripted_seats: tuple[int, ...] = (1,)) -> None:
        super().__init__(config)
        self.scripted_seats = scripted_seats


@rule
def choose_to_leap(s, dice, mask):
    return leap_first(s, mask)


class Leaper(Agent):
    """What the script of the game does, as an agent."""

    rule = staticmethod(choose_to_leap)

    def act(self, observation, mask):
        return LEAP if mask[LEAP] else WALK


class AskedLeaper(Leaper):
    """The same, asked from Python."""

    rule = None


@pytest.mark.parametrize("scripted", [(0,), (1,), (2,), (0, 1), (0, 2), (1, 2)])
def test_the_script_plays_as_an_agent_would(scripted):
    game, free = ScriptedRace(scripted_seats=scripted), Race()
    assert game.agent_seats == tuple(seat for seat in range(SEATS) if seat not in scripted)
    match, other = Session(game), Session(free)
    match.reset(4)
    other.reset(4)
    while True:
        while other.seat in scripted:
            other.step(Leaper().act(None, other.mask))
        assert match.seat == other.seat and (match.mask == other.mask).all()
        for name in ("way", "leapt", "turn", "rng"):
            assert (match.states[name] == other.states[name]).all()
        if match.seat == NONE:
            break
        match.step(WALK)
        other.step(WALK)
    assert match.rewards() == other.rewards()
    line_up = [Leaper() if seat in scripted else RandomAgent() for seat in range(SEATS)]
    assert (rollout(game, RandomAgent(), range(20)) == rollout(free, line_up, range(20))).all()


def test_pettingzoo_agents_leave_it_out():
    env = GameEnv(ScriptedRace())
    api_test(env)
    env.reset(seed=1)
    assert env.possible_agents == env.agents == ["player_0", "player_2"]
    assert set(env.observation_spaces) == set(env.action_spaces) == set(env.infos) == set(env.agents)
    assert env.infos["player_2"] == {"shirt": NONE, "rank": 0, "score": 0}
    env.step(WALK)
    assert env.agent_selection == "player_2" and env.session.states["leapt"][0].tolist() == [0, 1, 0]
    while not any(env.terminations.values()):
        env.step(WALK)
    assert set(env.rewards) == {"player_0", "player_2"} and set(env.infos) == set(env.rewards)
    assert env.infos["player_0"]["score"] == env.session.states["way"][0, 0]


def test_the_single_agent_environment_leaves_it_out():
    check_env(SingleAgentEnv(ScriptedRace()))
    env = SingleAgentEnv(ScriptedRace(), [Leaper()])
    seats = {env.reset(seed=seed)[1]["seat"] for seed in range(20)}
    assert seats == {0, 2}
    for arguments, message in (
        ({"seat": 1}, "seat 1 is not one of 0, 2"),
        ({"opponents": [Leaper()] * 2}, "2 opponents were given; 1 are needed"),
    ):
        with pytest.raises(ValueError, match=message):
            SingleAgentEnv(ScriptedRace(), **arguments)


@pytest.mark.parametrize("agent", [Leaper(), AskedLeaper()], ids=["rule", "agent"])
def test_batches_leave_it_out(agent):
    game, n = ScriptedRace(), 12
    env = GameVectorEnv(game, n, [agent])
    env.reset(seed=3)
    batch = env.batch
    assert set(batch.learners.tolist()) == {0, 2}
    env.step(np.full(n, WALK))
    leapt, of_seat_0 = batch.states["leapt"], batch.learners == 0
    assert (leapt[of_seat_0] == [0, 1, 1]).all() and (leapt[~of_seat_0] == [1, 1, 0]).all()
    with pytest.raises(ValueError, match="a line-up has 2 opponents; 1 are needed"):
        Batch(game, 1, [[agent, agent]])
    with pytest.raises(ValueError, match="3 agents were given for 2 seats"):
        rollout(game, [Leaper()] * SEATS, 1)
    with pytest.raises(ValueError, match="game 0 has 0 in its field 'scripted'; 2 is needed here"):
        Batch(game, 2, states=Race().new_states(2))
