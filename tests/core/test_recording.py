"""Decisions of given agents, noted with what a teacher would do and how the games ended."""

from __future__ import annotations

import numpy as np
import pytest

from scythe_env.core.agent import Agent, RandomAgent
from scythe_env.core.batch import rollout
from scythe_env.core.compiling import rule
from scythe_env.core.game import NONE
from scythe_env.core.recording import Decisions, note_decisions
from scythe_env.core.session import Session
from scythe_env.core.sparse import SparseRows
from tests.core.race.game import LEAP, NO_TIP, WALK, Race, RaceConfig
from tests.core.test_scripted_seats import ScriptedRace

GAME = Race(RaceConfig(tips=True))


@rule
def choose_to_walk(s, dice, mask):
    return NO_TIP if mask[NO_TIP] == 1 else WALK


@rule
def choose_what_cannot_be(s, dice, mask):
    return LEAP if mask[NO_TIP] == 1 else WALK


class Walker(Agent):
    rule = staticmethod(choose_to_walk)


class Faulty(Agent):
    rule = staticmethod(choose_what_cannot_be)


class Asked(RandomAgent):
    """Chooses at random, asked from Python, and notes what it was asked."""

    rule = None

    def __init__(self) -> None:
        super().__init__()
        self.seen: list[np.ndarray] = []

    def act(self, observation, mask):
        self.seen.append(observation.copy())
        return super().act(observation, mask)


def replayed(found: Decisions, number: int, seed: int) -> list[tuple[int, np.ndarray, np.ndarray]]:
    """Seats, observations and masks of a game in which the noted actions are played one by one; checks its result."""
    session, told = Session(GAME), []
    session.reset(seed)
    own = found.games == number
    for action in found.actions[own]:
        told.append((session.seat, session.observe(session.seat).copy(), session.mask.copy()))
        session.step(int(action))
    assert session.seat == NONE
    results, rewards = GAME.results(GAME.scores(session.states, 0)), GAME.rewards(session.states, 0)
    for k in np.flatnonzero(own):
        seat = found.seats[k]
        assert (found.scores[k], found.ranks[k]) == (results[seat]["score"], results[seat]["rank"])
        assert found.rewards[k] == rewards[seat] and not found.truncated[k]
    finals = found.finals.dense().reshape(-1, GAME.num_players, GAME.observation_size)
    assert all(np.array_equal(finals[number, seat], session.observe(seat)) for seat in range(GAME.num_players))
    return told


def test_what_is_noted_is_what_was_played():
    found = note_decisions(GAME, [[RandomAgent(), Asked(), Walker()]] * 5, 70)
    for number in range(5):
        own = np.flatnonzero(found.games == number)
        told = replayed(found, number, 70 + number)
        assert found.numbers[own].tolist() == list(range(len(told)))
        assert found.seats[own].tolist() == [seat for seat, _, _ in told]
        assert np.array_equal(found.observations.take(own).dense(), [observation for _, observation, _ in told])
        assert np.array_equal(found.masks[own], [mask for _, _, mask in told])
    assert np.array_equal(found.answers, found.actions)


def test_compiled_agents_play_the_games_of_rollouts():
    line_up = [RandomAgent(), Walker(), RandomAgent()]
    found = note_decisions(GAME, [line_up] * 40, 3)
    scores = rollout(GAME, line_up, range(3, 43))[:, :, 0]
    assert np.array_equal(found.scores, scores[found.games, found.seats])
    assert len(np.unique(scores, axis=0)) > 5


def test_a_teacher_says_what_it_would_do_in_the_place_of_others():
    pupil, teacher = Asked(), Walker()
    line_ups = [[pupil, RandomAgent(), RandomAgent()], [RandomAgent(), teacher, RandomAgent()]] * 3
    found = note_decisions(GAME, line_ups, 5, of=[pupil, teacher], teacher=teacher)
    assert len(found.actions) and np.array_equal(found.seats, found.games % 2)
    assert np.array_equal(found.answers, np.where(found.masks[:, NO_TIP], NO_TIP, WALK))
    theirs = found.games % 2 == 1
    assert np.array_equal(found.answers[theirs], found.actions[theirs])
    assert (found.answers != found.actions)[~theirs].any()
    assert np.array_equal(np.sort(pupil.seen, 0), np.sort(found.observations.dense()[~theirs], 0))
    alone = note_decisions(GAME, line_ups, 5, of=[pupil, teacher])
    assert np.array_equal(alone.actions, found.actions)  # whom nobody asks plays the same


def test_a_teacher_may_be_asked_from_python():
    found = note_decisions(GAME, [[Walker()] * 3] * 20, 5, teacher=Asked())
    assert found.masks[np.arange(len(found.answers)), found.answers].all()
    assert (found.answers != found.actions).any()


def test_games_with_scripted_seats_and_a_limit():
    game = ScriptedRace(RaceConfig(limit=4))
    found = note_decisions(game, [[Walker(), Walker()]] * 3, 1)
    assert set(found.seats) == {0, 2} and found.truncated.all()


def test_wrong_line_ups_and_illegal_actions_are_refused():
    with pytest.raises(ValueError, match="a line-up has 2 agents for 3 seats"):
        note_decisions(GAME, [[Walker()] * 3, [Walker()] * 2], 0)
    with pytest.raises(ValueError, match="2 seeds were given for 1 games"):
        note_decisions(GAME, [[Walker()] * 3], [1, 2])
    with pytest.raises(ValueError, match=f"Faulty chose action {LEAP} in game 1, which is not legal"):
        note_decisions(GAME, [[Walker()] * 3, [Faulty()] * 3], 0)
    with pytest.raises(ValueError, match=f"Faulty chose action {LEAP} in game 0, which is not legal"):
        note_decisions(GAME, [[Walker()] * 3], 0, teacher=Faulty())


def test_sparse_rows_are_the_rows_they_come_from():
    dice = np.random.default_rng(1)
    rows = np.where(dice.random((40, 9)) < 0.2, dice.normal(size=(40, 9)), 0).astype(np.float32)
    rows[[0, 7, 8, 39]] = 0
    sparse = SparseRows.of(rows)
    assert len(sparse) == 40 and np.array_equal(sparse.dense(), rows)
    which = np.array([39, 3, 3, 0, 12])
    assert np.array_equal(sparse.take(which).dense(), rows[which])
    assert np.array_equal(sparse.counts, (rows != 0).sum(1))
    parts = [SparseRows.of(part) for part in (rows[:7], rows[7:8], rows[8:8], rows[8:])]
    assert np.array_equal(SparseRows.joined(parts).dense(), rows)
