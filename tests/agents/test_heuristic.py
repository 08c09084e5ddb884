"""The heuristic: legal, honest, better than chance, and at an end in time."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator

import numpy as np
import pytest
from scythe_agents import HeuristicAgent, RandomAgent

from scythe_env.core.agent import Agent
from scythe_env.core.batch import rollout
from scythe_env.scythe import engine, steps
from scythe_env.scythe.actions import A_REVEAL, NUM_ACTIONS
from scythe_env.scythe.config import ScytheConfig
from scythe_env.scythe.constants import ENDED, NUM_OBJECTIVES, RUNNING
from scythe_env.scythe.game import Scythe
from scythe_env.scythe.state import STATE

Position = tuple[np.ndarray, np.ndarray]
NOTHING = np.zeros(0, np.float32)
MACHINE_OVER_MUSCLE = 6  # a Factory card, a mech, three workers at most


def new_game(players: int, seed: int, **options: int) -> Position:
    states = np.zeros(1, STATE)
    settings = {"players": players, "max_rounds": 100, "relentless_factory": 1, "play_forced": 1, "wanted_tile": -1}
    for name, value in (settings | {"wanted_faction": -1, "wanted_mat": -1} | options).items():
        states[name] = value
    mask = np.zeros(NUM_ACTIONS, np.int8)
    engine.setup(states, engine.raw_bytes(states), 0, seed, 0, mask)
    return states, mask


def play(position: Position, agents: list[Agent]) -> Iterator[int]:
    """Play a game to its end; yields each action before it is played."""
    states, mask = position
    for seat, agent in enumerate(agents):
        agent.reset(seat)
    while states["status"][0] == RUNNING:
        agent = agents[states["seat_to_act"][0]]
        action = agent.act_on_state(states, 0, mask) if agent.needs_state else agent.act(NOTHING, mask)
        yield action
        engine.apply(states, 0, action, mask)


def ranks(states: np.ndarray) -> list[int]:
    out = np.zeros((7, 8), np.int32)
    engine.score(states, 0, out)
    return out[: states["players"][0], 7].tolist()


@pytest.mark.parametrize("players", [1, 2, 3, 4, 5, 7])
def test_plays_legally_to_a_sixth_star(players):
    states, mask = position = new_game(players, 10 + players)
    for action in play(position, [HeuristicAgent()] * players):
        assert mask[action] == 1
    assert states["status"][0] == ENDED
    assert states["round"][0] <= 40
    assert states["stars"][0].sum(axis=1).max() == 6


@pytest.mark.parametrize(("players", "seed"), [(2, 1), (2, 2), (3, 3), (5, 4)])
def test_beats_random_agents_from_any_seat(players, seed):
    states, _ = position = new_game(players, seed)
    agents: list[Agent] = [RandomAgent() for _ in range(players)]
    agents[seed % players] = HeuristicAgent()
    for _ in play(position, agents):
        pass
    assert states["status"][0] == ENDED
    assert ranks(states)[seed % players] == 1


@pytest.mark.parametrize(
    "options", [{"play_forced": 0}, {"decline_gains": 1}, {"promo_encounters": 1, "promo_factory": 1}]
)
def test_knows_what_to_do_under_every_option(options):
    states, mask = position = new_game(3, 5, **options)
    for action in play(position, [HeuristicAgent(), RandomAgent(), HeuristicAgent()]):
        assert mask[action] == 1
    assert states["status"][0] == ENDED


@pytest.mark.rule("R14", "R121")
def test_chooses_the_same_whatever_is_hidden_from_it():
    states, mask = position = new_game(3, 6)
    other = np.zeros(1, STATE)
    seen = set()
    agent = HeuristicAgent()
    for n, action in enumerate(play(position, [agent] * 3)):
        decision = int(states["decision"][0])
        if decision not in seen or n % 5 == 0 or decision in (steps.DIAL, steps.COMBAT_CARD):
            seen.add(decision)
            for seed in range(2):
                other[:] = states
                engine.determinize(other, 0, int(states["seat_to_act"][0]), seed, n)
                assert other.tobytes() != states.tobytes()
                assert agent.act_on_state(other, 0, mask) == action
    assert {steps.SECTION, steps.UNIT, steps.DIAL, steps.COMBAT_CARD} <= seen


@pytest.mark.parametrize(
    ("players", "digest"),
    [
        (2, "3f3dd3debea17c9e"),
        (3, "a92eebe109986514"),
        (4, "55eb3d615c2e9a42"),
        (5, "dcdaebe2fa5cc1a9"),
        (7, "1c4c5fc703ee55fd"),
    ],
)
def test_is_a_fixed_anchor(players, digest):
    """Other agents are rated by it, so it plays as it did before its weights became parameters."""
    scores = rollout(Scythe(ScytheConfig(players=players)), HeuristicAgent(), range(200))[:, :players]
    assert hashlib.sha256(np.ascontiguousarray(scores).tobytes()).hexdigest()[:16] == digest


def test_leaves_record_and_mask_as_they_were():
    states, mask = position = new_game(4, 7)
    before = b"", b""
    for n, _ in enumerate(play(position, [HeuristicAgent()] * 4)):
        if n:
            chosen = HeuristicAgent().act_on_state(states, 0, mask)
            assert mask[chosen] == 1
        before = states.tobytes(), mask.tobytes()
        HeuristicAgent().act_on_state(states, 0, mask)
        assert (states.tobytes(), mask.tobytes()) == before
        if n == 150:
            break


def test_reveals_an_objective_as_soon_as_it_may():
    revealed = 0
    for seed in range(3):
        states, mask = position = new_game(2, 20 + seed)
        for action in play(position, [HeuristicAgent()] * 2):
            if (
                states["stars"][0, states["seat_to_act"][0]].sum() < 5
                and mask[A_REVEAL : A_REVEAL + NUM_OBJECTIVES].any()
            ):
                assert A_REVEAL <= action < A_REVEAL + NUM_OBJECTIVES
                revealed += 1
    assert revealed > 0


@pytest.mark.parametrize("rival_coins", [0, 100])
def test_places_the_sixth_star_when_it_leads(rival_coins):
    states, mask = new_game(2, 30)
    seat = int(states["seat_to_act"][0])
    states["stars"][0, seat, :5] = 1
    states["objective"][0, seat] = MACHINE_OVER_MUSCLE, MACHINE_OVER_MUSCLE + 1
    states["factory_card"][0, seat] = 0
    states["mechs"][0, seat, 0] = states["workers"][0, seat].nonzero()[0][0]
    states["coins"][0, 1 - seat] = rival_coins
    engine.resume(states, 0, mask)
    reveal = A_REVEAL + MACHINE_OVER_MUSCLE
    assert mask[reveal] == 1
    assert (HeuristicAgent().act_on_state(states, 0, mask) == reveal) == (rival_coins == 0)
