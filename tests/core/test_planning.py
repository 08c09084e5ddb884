"""The search over plans, on the race: a script that never leaps, and plans that do."""

from __future__ import annotations

import copy
import pickle

import numpy as np
import pytest

from scythe_env.core.agent import RandomAgent
from scythe_env.core.batch import Batch, rollout
from scythe_env.core.compiling import rule
from scythe_env.core.mcts import MctsAgent, tree_searcher
from scythe_env.core.net import MOST_HIDDEN, Net, net_size, read_net, write_net
from scythe_env.core.planning import PlanningAgent
from scythe_env.core.random import below
from scythe_env.core.recording import note_positions
from scythe_env.core.search import Plans, searcher
from scythe_env.core.session import Session
from tests.core.race import game as race
from tests.core.race.game import LEAP, NO_TIP, PACE, SEATS, WALK, Race

SIZE = Race().observation_size


@rule
def script(s, weights, mask):
    if mask[NO_TIP] == 1:
        return NO_TIP
    return LEAP if mask[LEAP] == 1 and weights[0] >= 50 else WALK


@rule
def turn(s):
    return s.turn + 1 if s.decision == PACE else 0


@rule
def owner(s):
    return s.seat_to_act


@rule
def vary(dice, weights, spread, out):
    out[0] = below(dice, 100)


@rule
def outcome(scores, players, seat):
    best = 0
    for other in range(players):
        best = max(best, scores[other, 0])
    return 1.0 if scores[seat, 0] == best else -1.0


PLANS = Plans(script, turn, owner, vary, race.observe, outcome, "race", 1, SIZE, Race.num_actions, (SEATS, 1))
GAME = Race()
choose = searcher(GAME.layout, GAME.rules, PLANS)


@rule
def choose_by_plans(s, dice, mask, weights, scratch):
    return choose(s, dice, mask, weights, scratch)


class Planner(PlanningAgent):
    plans = PLANS
    rule = staticmethod(choose_by_plans)

    def __init__(self, net: Net | None, **settings):
        self.judge = net
        super().__init__(GAME, **settings)

    def material(self, game, weights, net):
        return NEVER, (), self.judge


NEVER = np.zeros(1, np.float32)


def agent(net: Net | None = None, **settings):
    return Planner(net, **{"turns": 0, "candidates": 8, "samples": 4} | settings)


def constant_net(value: float) -> Net:
    values = np.zeros(net_size(SIZE, 4, 2), np.float32)
    values[-1] = value
    return Net(values, SIZE, (4, 2))


def won(agents, games: int = 400) -> np.ndarray:
    """Share of the games in which each seat has the best score."""
    scores = rollout(GAME, agents, range(games))[:, :, 0]
    return (scores == scores.max(1, keepdims=True)).mean(0)


def test_planning_wins_more_than_the_script_alone():
    """The first seat wins where all walk; one that leaps in time is before it."""
    planned = won([agent(candidates=1), agent(), agent(candidates=1)])
    assert won([agent(candidates=1)] * 3).tolist() == [1, 0, 0]
    assert planned[1] > 0.5 and planned[2] == 0


def test_with_one_candidate_the_script_plays():
    scores = rollout(GAME, [agent(candidates=1)] * 3, range(20))
    assert np.array_equal(scores, rollout(GAME, [agent(candidates=1, caution=-10)] * 3, range(20)))
    assert (scores[:, :, 0].max(1) == race.GOAL).all()  # nobody has leapt


def to_act(session) -> int:
    return int(session.states["seat_to_act"][0])


def play(players, seed: int) -> list[int]:
    """The actions of a game in which each agent is asked from Python."""
    session, actions = Session(GAME), []
    session.reset(seed)
    while (seat := to_act(session)) >= 0:
        actions.append(players[seat].act_on_state(session.states, 0, session.mask.copy()))
        session.step(actions[-1])
    return actions


def test_the_same_seed_gives_the_same_game():
    players = [agent() for _ in range(SEATS)]
    games = []
    for _ in range(2):
        for k, player in enumerate(players):
            player.reset(k + 2**40)
        games.append(play(players, 3))
    assert games[0] == games[1]


@pytest.mark.parametrize("threads", [1, 3])
def test_moves_do_not_depend_on_threads(threads):
    one, other = (rollout(GAME, [agent()] * 3, range(100), threads=n) for n in (1, threads))
    assert np.array_equal(one, other)


def test_plans_from_python_are_those_of_batches():
    """The parts of planning one by one do what the rule does by itself."""
    session = Session(GAME)
    for seed in range(40):
        session.reset(seed)
        for _ in range(4):
            session.step(NO_TIP if session.mask[NO_TIP] else WALK)
        asked, ruled = agent(), agent()
        for one in (asked, ruled):
            one.reset(seed)
        mask = session.mask.copy()
        assert asked.act_on_state(session.states, 0, mask) == ruled.ask(session.states, 0, mask)
        assert asked.notes.tobytes() == ruled.notes.tobytes()
        assert asked.thoughts.chosen == asked.notes["plan"][0, to_act(session)] & 255


def test_what_is_hidden_does_not_matter():
    session = Session(GAME)
    for seed in range(40):
        session.reset(seed)
        for _ in range(4):
            session.step(NO_TIP if session.mask[NO_TIP] else WALK)
        actions = set()
        for deal in range(6):
            states = session.states.copy()
            if deal:
                GAME.determinize(states, 0, to_act(session), deal)
            one = agent()
            one.reset(seed)
            actions.add(one.act_on_state(states, 0, session.mask.copy()))
        assert len(actions) == 1


def test_thoughts_tell_what_was_compared():
    session = Session(GAME)
    session.reset(1)
    one = agent(candidates=8, samples=3)
    assert one.thoughts is None
    one.act_on_state(session.states, 0, session.mask.copy())
    assert one.thoughts.compared == 3 + 6 + 12
    assert sorted(plan.number for plan in one.thoughts.tried) == list(range(8))
    assert [plan.kept for plan in one.thoughts.tried] == [True] * 2 + [False] * 6
    assert one.thoughts.tried[0].number == 0 and one.thoughts.tried[0].gain == 0
    assert one.thoughts.chosen in (0, one.thoughts.tried[1].number)
    assert sorted(plan.visits for plan in one.thoughts.tried) == [3] * 4 + [3 + 6] * 2 + [3 + 6 + 12] * 2
    own, *others = one.thoughts.tried
    assert all(plan.value == pytest.approx(own.value + plan.gain) for plan in others if plan.kept)
    assert -1 <= own.value <= 1


def test_plans_that_choose_the_same_are_worth_the_same_and_played_to_the_end_once():
    session = Session(GAME)
    session.reset(1)
    while session.mask[NO_TIP]:
        session.step(NO_TIP)
    played = []
    for candidates in (2, 64):
        one = agent(candidates=candidates, samples=1, caution=-10)
        one.reset(3)
        one.act_on_state(session.states, 0, session.mask.copy())
        played.append(one.thoughts.played / one.thoughts.compared)
    by_line: dict[tuple, set[float]] = {}
    for plan in one.thoughts.tried:
        if plan.visits == 1:
            by_line.setdefault(plan.line, set()).add(plan.value)
    assert len(by_line) == 2 and all(len(values) == 1 for values in by_line.values())
    assert played[1] < 4 * played[0]  # with all played to the end it would be more than ten times as much


def test_lines_are_what_the_plans_choose_in_the_turn():
    """A walker's turn is one choice; who leaps has other weights than its own."""
    session = Session(GAME)
    session.reset(1)
    while session.mask[NO_TIP]:
        session.step(NO_TIP)
    one = agent(candidates=8, samples=3)
    action = one.act_on_state(session.states, 0, session.mask.copy())
    own, *others = one.thoughts.tried
    assert own.line == ((PACE, WALK),)
    assert {plan.line for plan in others} == {((PACE, WALK),), ((PACE, LEAP),)}
    assert {plan.number: plan.line for plan in one.thoughts.tried}[one.thoughts.chosen] == ((PACE, action),)
    assert one.thoughts.played > 8 * 3


def test_a_budget_of_time_is_kept_and_one_that_is_too_short_plays_the_script():
    session = Session(GAME)
    session.reset(1)
    while session.mask[NO_TIP]:
        session.step(NO_TIP)
    short = agent(seconds=1e-6)
    assert short.act_on_state(session.states, 0, session.mask.copy()) == WALK
    assert short.thoughts.compared == short.thoughts.played == short.thoughts.chosen == 0
    assert all((plan.visits, plan.value, plan.gain, plan.line) == (0, 0, 0, ()) for plan in short.thoughts.tried)
    longer = agent(seconds=0.05)
    longer.act_on_state(session.states, 0, session.mask.copy())
    assert longer.thoughts.compared > 21
    batch = Batch(GAME, 4, longer, seat=0)
    batch.reset(0)
    batch.step(batch.arrays.masks.argmax(1))


def test_plans_are_kept_by_copies_and_pickles():
    session = Session(GAME)
    session.reset(1)
    one = agent()
    one.act_on_state(session.states, 0, session.mask.copy())
    for other in (copy.deepcopy(one), pickle.loads(pickle.dumps(one))):
        assert other.notes.tobytes() == one.notes.tobytes()
        mask = session.mask.copy()
        assert other.act_on_state(session.states, 0, mask) == one.act_on_state(session.states, 0, mask)


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"candidates": 0}, "candidates must be from 1 to 256, not 0"),
        ({"candidates": 257}, "candidates must be from 1 to 256"),
        ({"samples": 0}, "samples must be from 1 to 10000, not 0"),
        ({"turns": 4}, "turns is 4, but there is no net"),
        ({"seconds": 0}, "seconds must be from 1e-06 to 3600, not 0"),
        ({"seconds": float("nan")}, "seconds must be from"),
        ({"spread": -1}, "spread must be from 0 to 3, not -1"),
        ({"caution": float("inf")}, "caution must be from -10 to 10, not inf"),
        ({"net": Net(np.zeros(3, np.float32), SIZE, (4, 2))}, r"a net of 12 inputs .* is needed, not of .* 3 weights"),
        ({"net": Net(np.zeros(net_size(5, 4, 2), np.float32), 5, (4, 2))}, "a net of 12 inputs .* not of 5,"),
    ],
)
def test_impossible_settings_are_refused(settings, message):
    with pytest.raises(ValueError, match=message):
        agent(**settings)


@pytest.mark.parametrize("settings", [{"candidates": 2.5}, {"samples": True}, {"spread": "wide"}, {"seconds": [1]}])
def test_other_things_than_numbers_are_refused(settings):
    with pytest.raises(TypeError, match=r"must be|integer"):
        agent(**settings)


# -- nets --------------------------------------------------------------------------------------------------------------


def test_a_net_judges_where_rollouts_are_cut():
    session = Session(GAME)
    session.reset(1)
    for value in (-0.5, 0.25):
        one = agent(net=constant_net(value), turns=1, caution=-10)
        one.act_on_state(session.states, 0, session.mask.copy())
        assert all(plan.gain == 0 for plan in one.thoughts.tried)  # all are judged alike


def test_a_net_computes_what_numpy_does():
    """With the value of one plan known, the net's judgement of the other is its gain."""
    draw = np.random.default_rng(5)
    inputs, hidden = SIZE, (7, 3)
    net = Net(draw.normal(0, 0.3, net_size(inputs, *hidden)).astype(np.float32), inputs, hidden)
    found = note_positions(GAME, PLANS, [[RandomAgent()] * 3] * 20, 0, 1.0)

    def value(x):
        n1, n2 = hidden
        first, second = inputs * n1, (inputs + 1) * n1
        w = net.values.astype(np.float64)
        h1 = np.maximum(x @ w[:first].reshape(inputs, n1) + w[first:second], 0)
        h2 = np.maximum(h1 @ w[second : second + n1 * n2].reshape(n1, n2) + w[second + n1 * n2 :][:n2], 0)
        return np.clip(h2 @ w[-n2 - 1 : -1] + w[-1], -1, 1)

    from scythe_env.core.net import net_value

    plain = getattr(net_value, "py_func", net_value)
    for x in found.features[:30]:
        h1, h2 = np.zeros(MOST_HIDDEN, np.float32), np.zeros(MOST_HIDDEN, np.float32)
        assert plain(x, net.values, inputs, *hidden, h1, h2) == pytest.approx(value(x), abs=1e-5)


def test_files_of_nets_come_back(tmp_path):
    draw = np.random.default_rng(1)
    net = Net(draw.normal(size=net_size(SIZE, 4, 2)).astype(np.float16).astype(np.float32), SIZE, (4, 2))
    file = tmp_path / "net.safetensors"
    file.write_bytes(write_net(net, "race"))
    found = read_net(file, SIZE, "race")
    assert np.array_equal(found.values, net.values) and found[1:] == net[1:]
    for inputs, interface, message in ((SIZE + 1, "race", "not a value net of"), (SIZE, "chess", "other inputs")):
        with pytest.raises(ValueError, match=message):
            read_net(file, inputs, interface)
    data = file.read_bytes()
    for damaged in (data[:40], data[:-1], b"", b"\0" * 100):
        file.write_bytes(damaged)
        with pytest.raises(ValueError, match=r"net\.safetensors"):
            read_net(file, SIZE, "race")
    file.write_bytes(write_net(net._replace(values=np.full_like(net.values, np.inf)), "race"))
    with pytest.raises(ValueError, match="not finite"):
        read_net(file, SIZE, "race")
    with pytest.raises(ValueError, match="No such file"):
        read_net(tmp_path / "none", SIZE, "race")


# -- positions ---------------------------------------------------------------------------------------------------------


def test_positions_are_noted_with_what_the_game_was_worth():
    line_ups = [[RandomAgent(), agent(), RandomAgent()], [agent(candidates=1)] * 3] * 30
    found = note_positions(GAME, PLANS, line_ups, 7, 1.0)
    assert np.bincount(found.games, minlength=60).min() > 0
    scores = rollout(GAME, line_ups[1], [7 + i for i in range(60)])
    for game, seat, value in zip(found.games, found.seats, found.values, strict=True):
        if game % 2:
            assert value == (1 if scores[game, seat, 0] == scores[game, :, 0].max() else -1)
    again = note_positions(GAME, PLANS, line_ups, 7, 1.0)
    assert all(np.array_equal(a, b) for a, b in zip(found, again, strict=True))
    assert len(note_positions(GAME, PLANS, line_ups, 7, 0.0).values) == 0
    fewer = note_positions(GAME, PLANS, line_ups, 7, 0.2)
    assert 0.1 < len(fewer.values) / len(found.values) < 0.3


def test_positions_of_agents_that_are_not_compiled_are_refused():
    class Asked(RandomAgent):
        rule = None

    with pytest.raises(ValueError, match="Asked is not a compiled agent"):
        note_positions(GAME, PLANS, [[Asked()] * 3], 0, 1.0)
    with pytest.raises(ValueError, match="rate must be from 0 to 1"):
        note_positions(GAME, PLANS, [[RandomAgent()] * 3], 0, 1.5)


# -- the tree over decisions -------------------------------------------------------------------------------------------

choose_leaf = tree_searcher(GAME.layout, GAME.rules, PLANS)


@rule
def choose_in_tree(s, dice, mask, weights, scratch):
    return choose_leaf(s, dice, mask, weights, scratch)


class Searcher(MctsAgent):
    plans = PLANS
    rule = staticmethod(choose_in_tree)


def test_a_tree_wins_more_than_its_script():
    assert won([agent(candidates=1), Searcher(GAME, NEVER, iterations=60), agent(candidates=1)], 200)[1] > 0.5


def test_a_tree_finds_the_winning_move():
    """With its last leap a seat reaches the goal before the first seat does."""
    session = Session(GAME)
    session.reset(1)
    while session.mask[NO_TIP]:
        session.step(NO_TIP)
    session.states["way"][0] = [8, 6, 0]
    session.states["secret"][0] = [1, 3, 1]
    session.states["turn"] = 1
    session.states["step_seat"][0, session.states["depth"][0] - 1] = session.states["seat_to_act"] = 1
    searcher = Searcher(GAME, NEVER, iterations=100)
    assert searcher.act_on_state(session.states, 0, session.mask.copy()) == LEAP


def test_a_tree_is_the_same_whatever_is_hidden_and_however_it_is_asked():
    session = Session(GAME)
    for seed in range(20):
        session.reset(seed)
        for _ in range(4):
            session.step(NO_TIP if session.mask[NO_TIP] else WALK)
        actions = set()
        for deal in range(5):
            states = session.states.copy()
            if deal:
                GAME.determinize(states, 0, to_act(session), deal)
            one = Searcher(GAME, NEVER, iterations=30)
            one.reset(seed)
            actions.add(one.act_on_state(states, 0, session.mask.copy()))
        assert len(actions) == 1
    one, other = (rollout(GAME, [Searcher(GAME, NEVER, iterations=20)] * 3, range(70), threads=n) for n in (1, 3))
    assert np.array_equal(one, other)


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"iterations": 0}, "iterations must be from 1 to 1e.06, not 0"),
        ({"exploration": float("nan")}, "exploration must be from 0 to 100"),
    ],
)
def test_impossible_settings_of_a_tree_are_refused(settings, message):
    with pytest.raises(ValueError, match=message):
        Searcher(GAME, NEVER, **settings)
