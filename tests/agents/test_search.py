"""Agents that search, the tuned script and the files that they come with."""

from __future__ import annotations

import json
import pickle

import numpy as np
import pytest
from scythe_agents import ExpertAgent, HeuristicAgent, QuickAgent, TunedAgent
from scythe_agents.heuristic.weights import DEFAULTS, MOST, NAMES
from scythe_agents.plans import OBSERVED, PLANS
from scythe_agents.search import NET_FILE, SHIPPED

from scythe_env.core.agent import Player
from scythe_env.core.batch import Batch, rollout
from scythe_env.core.net import net_size, read_net
from scythe_env.core.recording import note_positions
from scythe_env.core.registry import parse_agent
from scythe_env.core.session import Session
from scythe_env.scythe.config import ScytheConfig
from scythe_env.scythe.game import Scythe

TWO = Scythe(ScytheConfig(players=2))
FOUR = Scythe(ScytheConfig(players=4))


def share(game, agent, other, deals: int, seed: int = 2**33) -> float:
    """The share of victories of an agent that sits in every seat once, at a table of others."""
    wins = []
    for seat in range(game.num_players):
        line_up = [other] * game.num_players
        line_up[seat] = agent
        first = rollout(game, line_up, range(seed, seed + deals), threads=2)[:, : game.num_players, 7] == 1
        wins += (first[:, seat] / first.sum(1)).tolist()
    return float(np.mean(wins))


@pytest.mark.parametrize(("game", "deals", "least"), [(TWO, 300, 0.55), (FOUR, 100, 0.25)])
def test_tuned_weights_beat_the_heuristic(game, deals, least):
    assert share(game, TunedAgent(game), HeuristicAgent(), deals) > least


def test_quick_beats_the_heuristic():
    assert share(TWO, QuickAgent(TWO), HeuristicAgent(), 60) > 0.7


def test_quick_beats_three_heuristics():
    assert share(FOUR, QuickAgent(FOUR), HeuristicAgent(), 25) > 0.35


def test_expert_beats_the_heuristic():
    assert share(TWO, parse_agent("expert:samples=1,candidates=16", TWO), HeuristicAgent(), 20) > 0.75


@pytest.mark.rule("R14", "R121")
def test_plans_are_the_same_whatever_is_hidden():
    """A player is shown a re-deal; the same moves come out where it is shown the game itself."""
    dealt, shown = QuickAgent(TWO), QuickAgent(TWO)
    session = Session(TWO)
    session.reset(3)
    player = Player(TWO, dealt)
    player.reset(1)
    shown.notes[:] = dealt.notes
    for k in range(120):
        seat = int(session.states["seat_to_act"][0])
        if seat == 0:
            action = player.choose(session.states, 0, seat, session.mask)
            assert action == shown.act_on_state(session.states.copy(), 0, session.mask.copy())
        else:
            action = int(np.flatnonzero(session.mask)[k % session.mask.sum()])
        session.step(action)
    assert dealt.thoughts == shown.thoughts


def test_the_line_of_the_chosen_plan_is_what_is_played_until_luck_comes_between():
    agent = QuickAgent(TWO)
    session = Session(TWO)
    session.reset(3)
    player = Player(TWO, agent)
    player.reset(1)
    turns: list[tuple[list[tuple[int, int]], list[tuple[int, int]]]] = []
    thoughts = None
    while (seat := int(session.states["seat_to_act"][0])) >= 0:
        decision, mine = int(session.states["decision"][0]), session.states["active"][0] == seat == 0
        action = player.choose(session.states, 0, seat, session.mask) if seat == 0 else int(session.mask.argmax())
        if mine and agent.thoughts is not thoughts:
            thoughts = agent.thoughts
            turns.append((next(one.line for one in thoughts.tried if one.number == thoughts.chosen), []))
        if mine and turns:
            turns[-1][1].append((decision, action))
        session.step(action)
    assert len(turns) > 10 and all(played[0] == line[0] for line, played in turns)
    assert sum(tuple(played) == line for line, played in turns) / len(turns) > 0.8


def test_games_are_played_at_all_tables():
    for players in range(1, 8):
        game = Scythe(ScytheConfig(players=players))
        scores = rollout(game, QuickAgent(game), range(2))
        assert (scores[:, :players, 1] > 0).any()


@pytest.mark.parametrize("name", ["heuristic", "tuned", "quick", "mcts"])
def test_agents_from_shared_memory_play_on(name):
    """Ray hands arrays to its workers read-only."""
    buffers: list[pickle.PickleBuffer] = []
    data = pickle.dumps(parse_agent(name, TWO), protocol=5, buffer_callback=buffers.append)
    agent = pickle.loads(data, buffers=[bytes(one) for one in buffers])
    session = Session(TWO)
    session.reset(1)
    player = Player(TWO, agent)
    player.reset(1)
    assert session.mask[player.choose(session.states, 0, int(session.states["seat_to_act"][0]), session.mask)]
    assert agent.weights.flags.writeable


def test_new_weights_count_from_the_next_decision_on():
    session = Session(TWO)
    session.reset(1)
    mask = session.mask.copy()
    agent, other = HeuristicAgent(), HeuristicAgent()
    other.weights = HeuristicAgent.bounded(-DEFAULTS)
    found = {agent.act_on_state(session.states, 0, mask), other.act_on_state(session.states, 0, mask)}
    assert len(found) == 2
    agent.weights = other.weights.copy()
    assert agent.act_on_state(session.states, 0, mask) == other.act_on_state(session.states, 0, mask)


def test_batches_play_against_it():
    batch = Batch(TWO, 4, "quick", seat=0)
    batch.reset(0)
    for _ in range(20):
        batch.step(batch.arrays.masks.argmax(1))


# -- what nets judge by ------------------------------------------------------------------------------------------------


def test_nets_judge_by_the_observation_with_room_for_seven_and_the_standing():
    found = note_positions(TWO, PLANS, [[HeuristicAgent()] * 2] * 4, 1, 1.0)
    wide = Scythe(ScytheConfig(players=2, observe_seats=7, observe_standing=True))
    session = Session(wide)
    session.reset(1)
    assert found.games[0] == 0
    assert np.array_equal(found.features[0], session.observe(int(found.seats[0])))


def test_what_nets_judge_by_has_not_changed():
    assert (PLANS.num_features, PLANS.interface) == (3045, "b5be353594969c74")  # of the shipped net
    assert OBSERVED.interface() == "48be6e70f8dabba2"


def test_values_are_victory_and_margin():
    found = note_positions(FOUR, PLANS, [[HeuristicAgent()] * 4] * 20, 1, 1.0)
    scores = rollout(FOUR, HeuristicAgent(), range(1, 21))[:, :4]
    for game, seat, value in zip(found.games, found.seats, found.values, strict=True):
        totals, ranks = scores[game, :, 6], scores[game, :, 7]
        margin = np.clip((totals[seat] - np.delete(totals, seat).max()) / 60, -1, 1)
        victory = 2 / (ranks == 1).sum() - 1 if ranks[seat] == 1 else -1
        assert value == pytest.approx(0.6 * victory + 0.4 * margin, abs=1e-6)


# -- files -------------------------------------------------------------------------------------------------------------


def test_shipped_files_are_small_and_whole():
    net = read_net(NET_FILE, PLANS.num_features, PLANS.interface)
    assert net.values.shape == (net_size(net.inputs, *net.hidden),)
    assert sum(file.stat().st_size for file in SHIPPED.iterdir()) < 5_000_000
    for players in (2, 3):
        weights = TunedAgent(Scythe(ScytheConfig(players=players))).weights
        assert weights.shape == (len(NAMES),) and not np.array_equal(weights, DEFAULTS)


def test_files_of_weights_come_back(tmp_path):
    file = tmp_path / "weights.json"
    weights = HeuristicAgent.bounded(DEFAULTS * 1.3)
    file.write_text(HeuristicAgent.document(weights, how="by hand"))
    assert np.array_equal(HeuristicAgent(file).weights, weights)
    assert np.array_equal(parse_agent(f"heuristic:weights={file}", TWO).weights, weights)
    assert np.abs(HeuristicAgent.bounded(DEFAULTS * 1e9)).max() == MOST


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda weights: weights.pop("coin"), "the weight 'coin' is missing"),
        (lambda weights: weights.update(luck=3), "the weight 'luck' is unknown"),
        (lambda weights: weights.update(coin=2.5), "'coin' must be a whole number from -2000 to 2000, not 2.5"),
        (lambda weights: weights.update(coin=True), "'coin' must be a whole number"),
        (lambda weights: weights.update(coin=2001), "'coin' must be a whole number"),
    ],
)
def test_other_weights_are_refused(tmp_path, change, message):
    document = json.loads(HeuristicAgent.document(DEFAULTS))
    change(document["weights"])
    file = tmp_path / "weights.json"
    file.write_text(json.dumps(document))
    with pytest.raises(ValueError, match=message):
        HeuristicAgent(file)


@pytest.mark.parametrize("text", ["", "[]", "{}", '{"weights": 5}', '{"weights": {}', "\x00"])
def test_other_files_are_refused(tmp_path, text):
    file = tmp_path / "weights.json"
    file.write_text(text)
    with pytest.raises(ValueError, match=r"weights\.json"):
        HeuristicAgent(file)
    with pytest.raises(ValueError, match="No such file"):
        HeuristicAgent(tmp_path / "none.json")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("expert:candidates=0", "candidates must be from 1 to 256, not 0"),
        ("expert:samples=x", "setting samples=x"),
        ("expert:seconds=0", "seconds must be from"),
        ("expert:net=none.safetensors", "none.safetensors: No such file"),
        ("expert:weights=none.json", "none.json: No such file"),
        ("quick:depth=3", "unknown setting 'depth'"),
    ],
)
def test_impossible_settings_are_named(text, message):
    with pytest.raises(ValueError, match=message):
        parse_agent(text, TWO)


def test_the_expert_keeps_a_time():
    agent = ExpertAgent(TWO, seconds=0.02)
    session = Session(TWO)
    session.reset(1)
    agent.act_on_state(session.states, 0, session.mask.copy())
    assert agent.thoughts is not None and agent.thoughts.compared > 0
