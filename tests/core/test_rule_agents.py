"""Agents that are rules inside batches: leagues of any size, and rules that come with learned numbers."""

from __future__ import annotations

import copy

import numpy as np
import pytest
from numba import int64

from scythe_env.core.agent import Agent, RandomAgent
from scythe_env.core.batch import Batch, rollout
from scythe_env.core.compiling import JIT, compile_progress, entry, rule
from scythe_env.core.session import Session
from tests.core.race import game as race
from tests.core.race.game import LEAP, WALK, Race

RULES = 40 if JIT else 256  # each is compiled by itself
SIZE = Race().observation_size


def make_rule(k):
    @rule
    def choose(s, dice, mask):
        return LEAP if mask[LEAP] == 1 and (k >> s.seat_to_act) & 1 == 1 else WALK

    return choose


def agent_of(chosen):
    return type("Ruled", (Agent,), {"rule": staticmethod(chosen)})()


@rule
def choose_linearly(s, dice, mask, weights, scratch):
    race.observe(s, s.seat_to_act, scratch)
    worth = 0.0
    for k in range(weights.shape[0]):
        worth += weights[k] * scratch[k]
    return LEAP if mask[LEAP] == 1 and worth > 0 else WALK


class Linear(Agent):
    """Leaps where a weighted sum of the observation is positive."""

    rule = staticmethod(choose_linearly)
    scratch = SIZE

    def __init__(self, weights) -> None:
        self.weights = np.array(weights, np.float32)

    def act(self, observation, mask):
        worth = sum(float(a) * float(b) for a, b in zip(self.weights, observation, strict=True))
        return LEAP if mask[LEAP] and worth > 0 else WALK


class Asked(Linear):
    """The same, asked from Python."""

    rule = None


def weights(n: int) -> list[np.ndarray]:
    return list(np.random.default_rng(1).normal(size=(n, SIZE)))


def after(batch: Batch, steps: int = 12) -> bytes:
    batch.reset(5)
    for _ in range(steps):
        batch.step(np.zeros(batch.size, np.int8))
    return batch.states.tobytes()


def test_a_league_of_rules_starts_without_compiling_once_all_are_known():
    agents = [agent_of(make_rule(k)) for k in range(RULES)]
    batch = Batch(Race(), RULES, agents, seat=0)
    batch.reset(0)
    batch.step(np.zeros(RULES, np.int8))
    assert batch.states["leapt"].tolist() == [[0, k >> 1 & 1, k >> 2 & 1] for k in range(RULES)]
    compiled: list[str] = []
    with compile_progress(lambda done, total, name: compiled.append(name)):
        mixed = Batch(Race(), 8, [[agents[6], agents[1]], [agents[9], agents[4]]], seat=0)
        mixed.reset(0)
        mixed.step(np.zeros(8, np.int8))
    assert mixed.states["leapt"].tolist() == [[0, 1, 0], [0, 0, 1]] * 4
    assert not compiled


def test_checkpoints_of_one_architecture_share_their_code():
    first, *others = weights(257)
    after(Batch(Race(), 4, [Linear(first)]))
    compiled: list[str] = []
    with compile_progress(lambda done, total, name: compiled.append(name)):
        found = after(Batch(Race(), 256, [Linear(one) for one in others]))
    assert not compiled
    assert found == after(Batch(Race(), 256, [Asked(one) for one in others]))


@pytest.mark.parametrize("threads", [2, 5])
def test_scratch_space_is_not_shared_by_threads(threads):
    line_ups = [[Linear(one), Linear(-one)] for one in weights(7)]
    assert after(Batch(Race(), 100, line_ups, threads=threads)) == after(Batch(Race(), 100, line_ups))


def test_weights_are_read_when_they_are_used():
    agent, game = Linear(np.zeros(SIZE)), Race()
    batch = Batch(game, 3, [agent, RandomAgent()], seat=0)
    never = after(batch)
    other = copy.deepcopy(batch)
    agent.weights[:] = 1
    changed = after(batch)
    assert after(other) == never != changed
    assert changed == after(Batch(game, 3, [Asked(agent.weights), RandomAgent()], seat=0))


def test_rollouts_play_them():
    one, two = map(Linear, weights(2))
    line_up, seeds = [one, two, Linear(-one.weights)], range(50)
    tables = rollout(Race(), line_up, seeds, threads=2)
    for table, seed in zip(tables, seeds, strict=True):
        match = Session(Race())
        match.reset(seed)
        while match.seat >= 0:
            match.step(line_up[match.seat].act(match.observe(match.seat), match.mask))
        assert table[:, 0].tolist() == match.states["way"][0].tolist()


@pytest.mark.parametrize("wrong", [np.zeros(SIZE), np.zeros((2, 2), np.float32), np.zeros(8, np.float32)[::2]])
def test_weights_of_another_kind_are_refused(wrong):
    agent = Linear(np.zeros(SIZE))
    agent.weights = wrong
    with pytest.raises(ValueError, match="weights of Linear must be a writable C-contiguous array of float32"):
        Batch(Race(), 1, [agent])


def test_a_rule_that_does_not_go_with_its_weights_is_refused():
    agent = Linear(np.zeros(SIZE))
    agent.weights = None
    with pytest.raises(ValueError, match=r"the rule of Linear must take \(s, dice, mask\), as it is without weights"):
        Batch(Race(), 1, [agent])


determinize, do = Race.rules.determinize, Race.rules.do


@entry(Race.layout, Race.layout, int64)
def search(states, plans, n):
    """How far the first game's seat to act comes by leaping, over n deals of what it may not know."""
    seat, way = states[0].seat_to_act, 0
    for k in range(n):
        plans[0] = states[0]
        determinize(plans[0], seat, k, 0)
        do(plans[0], LEAP)
        way += plans[0].way[seat]
    return way


def test_a_compiled_search_deals_anew_what_is_hidden():
    game, mask = Race(), np.zeros(Race.num_actions, np.int8)
    states, plans, again = (game.new_states(1) for _ in range(3))
    game.reset(states, 0, 3, mask)
    before = states.tobytes()
    assert search(states, plans, 5) == 5 * states["secret"][0, 0] and states.tobytes() == before
    again.view(np.uint8)[:] = states.view(np.uint8)
    game.determinize(again, 0, 0, 4)
    assert (plans["secret"] == again["secret"]).all() and (plans["rng"] == again["rng"]).all()


@pytest.mark.parametrize(("scratch", "error"), [(-1, ValueError), (2**53, ValueError), (0.5, TypeError)])
def test_working_space_that_cannot_be_had_is_refused(scratch, error):
    agent = Linear(weights(1)[0])
    agent.scratch = scratch
    with pytest.raises(error, match="scratch of Linear must be"):
        Batch(Race(), 2, agent)
