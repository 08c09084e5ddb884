"""Batches against single games: the same seeds and actions, the same games, on however many threads."""

from __future__ import annotations

import copy
import pickle

import numpy as np
import pytest
from gymnasium.error import ResetNeeded
from gymnasium.vector import AutoresetMode

from scythe_env.core.agent import Agent, RandomAgent
from scythe_env.core.batch import Arrays, Batch, rollout
from scythe_env.core.compiling import JIT, rule
from scythe_env.core.game import ENDED, NONE, RUNNING, TRUNCATED, Game
from scythe_env.core.session import Session
from scythe_env.core.vector import GameVectorEnv
from scythe_env.scythe.config import ScytheConfig
from scythe_env.scythe.game import Scythe
from tests.core.race.game import (
    GAME_SIZE,
    GOAL,
    LEAP,
    NEXT_TURN,
    O_LEAPT,
    O_WAY,
    PACE,
    SEAT_SIZE,
    WALK,
    Race,
    RaceConfig,
)

GAMES: list[Game] = [Race(), Scythe(ScytheConfig(players=3, max_rounds=2), "rank")]
MODES = list(AutoresetMode)


class Walker(Agent):
    """Walks; notes how many games it was asked about at a time."""

    def __init__(self) -> None:
        self.asked: list[int] = []

    def act_many(self, observations, masks):
        self.asked.append(len(observations))
        return np.zeros(len(observations), np.int64)


class Last(Agent):
    """The last legal action, asked for one game at a time."""

    def act(self, observation, mask):
        return int(mask.nonzero()[0][-1])


class Seer(Last):
    """The same, on records."""

    needs_state = True

    def act_on_state(self, states, i, mask):
        states[i : i + 1].view(np.uint8)[:] = 0  # it is its own copy
        return self.act(None, mask)


def last_legal(masks: np.ndarray) -> np.ndarray:
    """The last legal action of each game, 0 without one."""
    return (masks * np.arange(1, masks.shape[1] + 1)).argmax(1)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
@pytest.mark.parametrize("mode", MODES, ids=lambda mode: mode.value)
def test_self_play_is_play_of_single_games(game, mode):
    n, seeds = 4, [5, 7 + 2**40, 2**64 - 1, 0]
    batch = Batch(game, n, autoreset_mode=mode)
    batch.reset(seeds)
    episodes, matches = [0] * n, [Session(game) for _ in range(n)]
    for match, seed in zip(matches, seeds, strict=True):
        match.reset(seed)
    ended = 0
    for _ in range(400):
        if mode is AutoresetMode.DISABLED and (batch.seats == NONE).any():
            batch.reset([seed + 1 for seed in range(n)], batch.seats == NONE)
            for i in range(n):
                if matches[i].seat == NONE:
                    matches[i].reset(i + 1)
        actions = last_legal(batch.arrays.masks)
        batch.step(actions)
        for i, match in enumerate(matches):
            if match.seat == NONE:  # NEXT_STEP
                episodes[i] += 1
                match.reset((seeds[i] + (episodes[i] << 32)) % 2**64)
                assert batch.arrays.outcomes[i] == RUNNING and not batch.arrays.rewards[i].any()
            else:
                match.step(int(actions[i]))
                over = match.seat == NONE
                assert batch.arrays.outcomes[i] == (0 if not over else TRUNCATED if match.truncated() else ENDED)
                assert batch.arrays.rewards[i].tolist() == (match.rewards() if over else [0.0] * game.num_players)
                if over:
                    ended += 1
                    assert game.results(batch.arrays.scores[i])[0].items() <= match.infos()[0].items()
                    assert (batch.arrays.final_observations[i] == match.observe(0)).all()
                    if mode is AutoresetMode.SAME_STEP:
                        episodes[i] += 1
                        match.reset((seeds[i] + (episodes[i] << 32)) % 2**64)
            assert batch.states[i].tobytes() == match.states[0].tobytes()
            assert batch.seats[i] == match.seat
            assert (batch.arrays.masks[i] == match.mask).all()
            if match.seat != NONE:
                assert (batch.arrays.observations[i] == match.observe(match.seat)).all()
    assert ended > 20


def test_games_may_be_stepped_alone():
    batch, some = Batch(Race(), 4, autoreset_mode="Disabled"), np.array([True, False, False, True])
    batch.reset(0)
    before, arrays = batch.states.copy(), copy.deepcopy(batch.arrays)
    actions = np.where(some, last_legal(batch.arrays.masks), -7)  # whatever the others' are
    batch.step(actions, some)
    other = Batch(Race(), 2, autoreset_mode="Disabled")
    other.reset([0, 3])
    other.step(actions[some])
    assert batch.states[some].tobytes() == other.states.tobytes()
    assert batch.states[~some].tobytes() == before[~some].tobytes()
    assert np.array_equal(batch.arrays.masks[some], other.arrays.masks)
    assert np.array_equal(batch.arrays.masks[~some], arrays.masks[~some])
    while (running := batch.seats != NONE)[0]:
        batch.step(last_legal(batch.arrays.masks), running & some)
    with pytest.raises(ResetNeeded, match="game 0 is over"):
        batch.step(last_legal(batch.arrays.masks), some)
    with pytest.raises(ValueError, match="games must choose at least one of 4 games"):
        batch.step(actions, np.zeros(4, bool))


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_the_result_does_not_depend_on_threads_or_neighbours(game):
    def play(n: int, seeds: list[int], threads: int | None) -> list[bytes]:
        batch = Batch(game, n, [RandomAgent()], threads=threads)
        batch.reset(seeds)
        trace = [b""] * n
        for _ in range(60):
            batch.step(last_legal(batch.arrays.masks))
            for i in range(n):
                rows = (batch.states, batch.seating, *(getattr(batch.arrays, name) for name in Arrays.__slots__))
                trace[i] += b"".join(row[i].tobytes() for row in rows)
        return trace

    n = 100 if JIT else 34
    seeds = list(range(n))
    alone = play(n, seeds, 1)
    assert play(n, seeds, 3) == alone == play(n, seeds, None)
    assert play(7, seeds[20:27], 1) == alone[20:27]
    assert play(7, seeds[20:27][::-1], 1) == alone[20:27][::-1]


@pytest.mark.parametrize("mode", MODES, ids=lambda mode: mode.value)
def test_a_learner_gets_the_result_of_each_of_its_games(mode):
    """Three walkers: seat 0 always wins, and the others learn of it after their own last decision."""
    n, walker = 9, Walker()
    batch = Batch(Race(), n, [walker], autoreset_mode=mode)
    batch.reset(1)
    seats, won, lost = batch.learners.copy(), 0, 0
    assert sorted(set(seats.tolist())) == [0, 1, 2]
    for k in range(200):
        if mode is AutoresetMode.DISABLED and (over := batch.seats == NONE).any():
            batch.reset(10 * k, over)
            seats[over] = batch.learners[over]
        assert (batch.seats == np.where(batch.seats == NONE, NONE, batch.learners)).all()
        batch.step(np.full(n, WALK))
        over = batch.terminated
        assert not batch.truncated.any()
        rewards = batch.learner_rewards()
        assert (rewards[~over] == 0).all()
        assert (rewards[over] == np.where(seats[over] == 0, 1.0, -1.0)).all()
        way = np.where(seats == 0, GOAL, GOAL - 1)[over] / (GOAL + 2)
        assert (batch.arrays.final_observations[over, GAME_SIZE + O_WAY] == way.astype(np.float32)).all()
        won, lost = won + (rewards > 0).sum(), lost + (rewards < 0).sum()
        if mode is not AutoresetMode.NEXT_STEP or not over.any():
            seats = batch.learners.copy()
    assert won > 20 and lost > 40
    assert max(walker.asked) == n  # all games at once


@pytest.mark.parametrize("mode", MODES[:2], ids=lambda mode: mode.value)
def test_opponents_in_line_ups(mode):
    """The agents of a line-up sit clockwise from the learner's left, and line-ups are shared out evenly."""
    game, walker, leaper = Race(), Walker(), Last()
    batch = Batch(game, 6, [[walker, leaper], RandomAgent(), [Seer(), RandomAgent()]], seat=1, autoreset_mode=mode)
    batch.reset(3)
    for _ in range(2):
        batch.step(np.full(6, WALK))
    leapt = batch.states["leapt"]
    for i in (0, 3):
        assert leapt[i].tolist() == [1, 0, 0]
    for i in (2, 5):
        assert leapt[i, 2] == 1 and leapt[i, 1] == 0
    others = [Batch(game, 6, [agent], seat=1) for agent in (RandomAgent(), Last(), Seer())]
    for other in others:
        other.reset(3)
        for _ in range(2):
            other.step(np.full(6, WALK))
    for i in (1, 4):
        assert batch.states[i].tobytes() == others[0].states[i].tobytes()
    assert others[1].states.tobytes() == others[2].states.tobytes()


def test_a_game_in_which_the_learner_is_never_asked_is_dealt_anew():
    """Six turns: two a seat. A limit of one turn leaves seats 1 and 2 without a decision."""
    batch = Batch(Race(RaceConfig(limit=1)), 30, [RandomAgent()])
    batch.reset(0)
    assert (batch.learners == 0).all() and batch.seating["episode"].max() > 1
    batch.step(np.full(30, WALK))
    assert batch.truncated.all()
    with pytest.raises(RuntimeError, match="1000 games in a row ended before their learner was asked"):
        Batch(Race(RaceConfig(limit=1)), 2, [Walker()], seat=2).reset(0)


@pytest.mark.parametrize("opponents", [(), [RandomAgent()], [Last()]], ids=["self-play", "rule", "agent"])
@pytest.mark.parametrize("how", [copy.copy, copy.deepcopy, lambda batch: pickle.loads(pickle.dumps(batch))])
def test_copies_hold_the_games(opponents, how):
    batch = Batch(Race(), 5, opponents)
    batch.reset(2)
    batch.step(np.full(5, WALK))
    other = how(batch)
    for _ in range(4):
        batch.step(last_legal(batch.arrays.masks))
    changed = batch.states.tobytes()
    for _ in range(4):
        other.step(last_legal(other.arrays.masks))
    assert other.states.tobytes() == changed
    assert other.states is not batch.states and other.arrays.masks is not batch.arrays.masks


def test_callers_may_own_the_arrays_and_the_records():
    game = Race()
    arrays, states = Arrays.make(game, 3), game.new_states(3)
    states["limit"] = [3, 6, 9]  # a configuration of its own for each game
    batch = Batch(game, 3, states=states, arrays=arrays)
    batch.reset(0)
    lengths = np.zeros(3, int)
    for k in range(1, 10):
        batch.step(np.zeros(3, np.int8))
        lengths[batch.truncated & (lengths == 0)] = k
    assert lengths.tolist() == [3, 6, 9]
    assert batch.states is states and batch.arrays is arrays
    states["turn"], states["status"], states["depth"], states["step_kind"][:, :2] = 4, RUNNING, 2, (NEXT_TURN, PACE)
    states["step_seat"][:, 1] = states["leapt"] = 1
    batch.resume()
    assert arrays.masks[:, [WALK, LEAP]].tolist() == [[1, 0]] * 3
    assert (arrays.observations[:, GAME_SIZE + O_LEAPT :: SEAT_SIZE] == 1).all()
    out = np.zeros((3, game.observation_size), np.float32)
    assert batch.observe([0, 1, 2], out) is out
    single = np.zeros(game.observation_size, np.float32)
    for i in range(3):
        game.observe(states, i, i, single)
        assert (out[i] == single).all() and (batch.observe([0, 1, 2])[i] == single).all()


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_rollouts_are_games_of_random_agents(game):
    """From a deal, from a position, on threads; the records given stay as they are."""
    seeds = np.arange(50, dtype=np.uint64) + 2**33
    dealt = rollout(game, RandomAgent(), seeds)
    assert dealt.shape == (50, *game.score_shape)
    assert (rollout(game, [RandomAgent()] * 3, seeds, threads=2) == dealt).all()
    batch = Batch(game, 50, observing=False)
    batch.reset(seeds)
    before = batch.states.tobytes()
    played = rollout(game, RandomAgent(), 1, batch.states, threads=2)
    assert batch.states.tobytes() == before
    assert (rollout(game, RandomAgent(), 1, batch.states) == played).all()
    assert (rollout(game, RandomAgent(), 2, batch.states) != played).any()
    match = Session(game)
    match.reset(0)
    while match.seat != NONE:
        match.step(int(match.mask.nonzero()[0][-1]))
    table = rollout(game, RandomAgent(), 0, match.states)[0]  # it is over as it stands
    assert game.results(table)[0].items() <= match.infos()[0].items()


def test_wrong_input_is_refused_and_changes_nothing():
    game = Race()
    batch = Batch(game, 3, autoreset_mode=AutoresetMode.DISABLED)
    with pytest.raises(ResetNeeded, match="game 0 was not dealt yet"):
        batch.step([0, 0, 0])
    for seeds, error, message in (
        ([1, 2], ValueError, "2 seeds were given for 3 games"),
        ([1, -2, 3], ValueError, "seed -2 is not in 0"),
        ([1.0, 2.0, 3.0], TypeError, "integer"),
        (-1, ValueError, "seed -1 is not in 0"),
        (2**64 - 1, ValueError, "seed 18446744073709551616 is not in 0"),
    ):
        with pytest.raises(error, match=message):
            batch.reset(seeds)
    for choice in (np.zeros(3, bool), np.ones(2, bool), np.ones(3, int)):
        with pytest.raises(ValueError, match="at least one of 3 games"):
            batch.reset(1, choice)
    batch.reset(1)
    batch.step([LEAP, LEAP, WALK])
    for _ in range(2):
        batch.step([WALK] * 3)
    before = batch.states.tobytes()
    for actions, error, message in (
        ([0, 0], ValueError, r"shape \(3,\)"),
        ([0.0, 0.0, 0.0], TypeError, "integers, not float64"),
        ([0, LEAP, 0], ValueError, "action 1 is not legal in game 1; legal actions: 0 'walk'"),
        ([0, 0, 2], ValueError, "action 2 is not legal in game 2; legal actions: 0 'walk', 1 'leap'"),
        ([-1, 0, 0], ValueError, "action -1 is not legal in game 0"),
        (np.array([2**64 - 2, 0, 0], np.uint64), ValueError, "not legal in game 0"),
    ):
        with pytest.raises(error, match=message):
            batch.step(actions)
        assert batch.states.tobytes() == before
    with pytest.raises(ValueError, match=r"seats must be integers of 0\.\.2, one for each game \(3,\)"):
        batch.observe([0, 1, 3])
    while not (batch.seats == NONE).any():
        batch.step([WALK] * 3)
    with pytest.raises(ResetNeeded, match="is over: reset it"):
        batch.step([WALK] * 3)


def test_wrong_batches_are_refused():
    game, scythe = Race(), Scythe(ScytheConfig(players=2))
    for arguments, message in (
        ({"n": 0}, "holds 1 to 1048576 games"),
        ({"seat": 3, "opponents": [RandomAgent()]}, "seat 3 is not one of 0, 1, 2"),
        ({"seat": 0}, "but no opponents"),
        ({"opponents": [[RandomAgent()]]}, "a line-up has 1 opponents; 2 are needed"),
        ({"opponents": [Last()], "observing": False}, "Last is not a compiled agent"),
        ({"threads": 0}, "threads must be 1 to 1024"),
        (
            {"states": scythe.new_states(2)},
            r"array of records of race_v0 of shape \(n,\) is needed, not other records \(2,\)",
        ),
        ({"states": game.new_states(3)}, "array of 2 records"),
        ({"states": game.new_states(4)[::2]}, "C-contiguous"),
        ({"arrays": Arrays.make(game, 3)}, r"masks must be .* int8 \(2, 6\)"),
        ({"arrays": Arrays.make(game, 2), "autoreset_mode": AutoresetMode.SAME_STEP}, "a separate array"),
    ):
        with pytest.raises(ValueError, match=message):
            Batch(game, **{"n": 2, **arguments})
    three = Scythe(ScytheConfig(players=3)).new_states(2)
    with pytest.raises(ValueError, match="game 0 has 3 in its field 'players'; 2 is needed here"):
        Batch(scythe, 2, states=three)
    with pytest.raises(ValueError, match="2 agents were given for 3 seats"):
        rollout(game, [RandomAgent()] * 2, 1, game.new_states(1))
    with pytest.raises(ValueError, match="Last is not a compiled agent"):
        rollout(game, Last(), 1, game.new_states(1))


@pytest.mark.parametrize("answer", [[LEAP + 1], [-1], [0, 0]])
def test_an_illegal_answer_of_an_opponent_is_refused(answer):
    class Cheat(Agent):
        def act_many(self, observations, masks):
            return np.array(answer)

    with pytest.raises(ValueError, match="Cheat chose actions that are not legal"):
        batch = Batch(Race(), 1, [Cheat()], seat=2)
        batch.reset(0)


@rule
def far_off(s, dice, mask):
    return 10**9


@rule
def below_all(s, dice, mask):
    return -1


@rule
def leap_again(s, dice, mask):
    return LEAP


class FarOff(Agent):
    rule = staticmethod(far_off)


class BelowAll(Agent):
    rule = staticmethod(below_all)


class LeapAgain(Agent):
    rule = staticmethod(leap_again)


@pytest.mark.parametrize("agent", [FarOff(), BelowAll(), LeapAgain()], ids=lambda agent: type(agent).__name__)
def test_an_illegal_answer_of_a_compiled_agent_is_refused(agent):
    name, action = type(agent).__name__, {FarOff: 10**9, BelowAll: -1, LeapAgain: LEAP}[type(agent)]
    message = f"{name} chose action {action} in game 1, which is not legal"
    game = Race()
    batch = Batch(game, 4, [RandomAgent(), agent], seat=2)
    with pytest.raises(ValueError, match=message):
        batch.reset(0)
        for _ in range(9):  # leaping is legal once
            batch.step([WALK] * 4)
    with pytest.raises(ResetNeeded, match="an opponent failed"):
        batch.step([WALK] * 4)
    with pytest.raises(ValueError, match=f"{name} chose action {action} in game 0"):
        rollout(game, [agent] * 3, [1, 2])


class FailsOnce(Agent):
    """Fails when it is asked for the second time."""

    asked = 0

    def act_many(self, observations, masks):
        self.asked += 1
        if self.asked == 2:
            raise OSError("no answer")
        return last_legal(masks)


@pytest.mark.parametrize("kind", ["batch", "vector environment"])
def test_after_an_opponent_failed_nobody_acts_for_it(kind):
    if kind == "batch":
        batch = stepped = Batch(Race(), 2, [FailsOnce()], seat=0)
        batch.reset(0)
    else:
        stepped = GameVectorEnv(Race(), 2, FailsOnce(), seat=0)
        stepped.reset(seed=0)
        batch = stepped.batch
    walk = np.array([WALK, WALK])
    with pytest.raises(OSError, match="no answer"):
        stepped.step(walk)
    before = batch.states.tobytes()
    with pytest.raises(ResetNeeded, match="an opponent failed"):
        stepped.step(walk)
    assert batch.states.tobytes() == before
    batch.reset(7, np.array([True, False]))
    with pytest.raises(ResetNeeded, match="game 1"):
        stepped.step(walk)
    batch.resume()  # the opponent is asked again
    batch.step(walk)
    assert (batch.seats == batch.learners)[batch.states["status"] == RUNNING].all()


def test_opponents_choose_integers():
    class Halves(Agent):
        def act_many(self, observations, masks):
            return last_legal(masks) + 0.5

    with pytest.raises(ValueError, match="Halves chose float64 as actions, which are integers"):
        Batch(Race(), 1, [Halves()], seat=2).reset(0)


@pytest.mark.parametrize("how", [lambda batch: batch, copy.deepcopy, lambda batch: pickle.loads(pickle.dumps(batch))])
def test_what_is_legal_cannot_be_edited(how):
    batch = Batch(Race(), 2)
    batch.reset(0)
    batch = how(batch)
    with pytest.raises(ValueError, match="read-only"):
        batch.arrays.masks[:] = 1
    batch.step([LEAP, LEAP])
    assert batch.arrays.masks[:, LEAP].tolist() == [1, 1]
    batch.step([WALK, WALK])
    batch.step([WALK, WALK])
    assert batch.arrays.masks[:, LEAP].tolist() == [0, 0]
    with pytest.raises(ValueError, match="action 1 is not legal in game 0"):
        batch.step([LEAP, LEAP])


def test_observations_go_only_where_they_fit():
    game = GAMES[1]
    batch = Batch(game, 3)
    batch.reset(0)
    size = game.observation_size
    wanted = batch.observe([0, 1, 2])
    for out in (
        np.zeros((3, size - 1), np.float32),
        np.zeros((2, size), np.float32),
        np.zeros((3, size)),
        np.zeros((3, size, 1), np.float32),
        np.zeros((6, size), np.float32)[::2],
        np.zeros((0, 0), np.float32),
    ):
        with pytest.raises(ValueError, match=rf"out must be .* float32 \(3, {size}\)"):
            batch.observe([0, 1, 2], out)
        assert not out.any()
    for seats in ([0, 1], [0, 1, 3], [0, -1, 0], [0.0, 1.0, 2.0], [True, False, True], 1):
        with pytest.raises(ValueError, match=r"seats must be integers of 0\.\.2"):
            batch.observe(seats)
    assert (batch.observe(np.array([0, 1, 2], np.int8)) == wanted).all()


def other_tables(game):
    """Records that are not games of a batch of this game, and what is said about them."""
    dealt = Batch(game, 2)
    dealt.reset(0)
    sound = dealt.states
    yield game.new_states(2), "game 0 has"  # never dealt

    def changed(**fields):
        states = sound.copy()
        for name, value in fields.items():
            states[name][1] = value
        return states

    yield changed(players=7), "game 1 has 7 in its field 'players'"
    yield changed(depth=0), "game 1 has 0 as its depth; allowed are 1"
    yield changed(depth=1000), "game 1 has 1000 as its depth; allowed are"
    yield changed(step_kind=99), r"game 1 has 99 as its step_kind\[0\]"
    yield changed(step_seat=game.num_players), r"game 1 has 3 as its step_seat\[0\]; allowed are 0 to 2"
    yield changed(step_a=9999, step_b=20_000), r"game 1 has 20000 as its step_b\[0\]"
    yield changed(status=-1), "game 1 is neither under way nor over"
    yield changed(seat_to_act=8), "game 1 has 8 as its seat_to_act"
    yield np.zeros(2), "an array of records"


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_records_are_checked_where_they_enter(game):
    for states, message in other_tables(game):
        batch = Batch(game, 2)
        if states.dtype == batch.states.dtype:
            batch.states[:] = states
            with pytest.raises(ValueError, match=message):
                batch.resume()
            with pytest.raises(ResetNeeded):
                batch.step([0, 0])
        with pytest.raises(ValueError, match=message):
            rollout(game, RandomAgent(), [1, 2], states)
        session = Session(game)
        with pytest.raises(ValueError, match=message.replace("game 1", "game 0")):
            session.take_up(states, 1)
        assert not session.running


def test_arguments_are_integers():
    game = Race()
    for arguments in ({"n": 2.0}, {"threads": 2.5}, {"seat": 0.5, "opponents": [RandomAgent()]}):
        with pytest.raises(TypeError, match="integer"):
            Batch(game, **{"n": 2, **arguments})
    for threads in (0, -1, 100_000):
        with pytest.raises(ValueError, match="threads must be 1 to 1024"):
            Batch(game, 2, threads=threads)
    whole = Batch(game, np.int64(2), RandomAgent(), seat=np.int32(1), threads=np.int8(1), autoreset_mode="Disabled")
    assert whole.size == 2 and whole.autoreset_mode is AutoresetMode.DISABLED
    with pytest.raises(ValueError, match="Never"):
        Batch(game, 2, autoreset_mode="Never")
