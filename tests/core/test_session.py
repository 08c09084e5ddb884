"""Sessions of any game: what they check, their log, and their replays."""

from __future__ import annotations

import copy
import json
import pickle
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from gymnasium.error import ResetNeeded

from scythe_env.core.game import NONE
from scythe_env.core.random import Chance, drawn
from scythe_env.core.replay import game_of, play_again, read_replay, record, write_replay
from scythe_env.core.session import Session
from tests.core.race.game import Race, RaceConfig


@pytest.fixture
def session() -> Session:
    session = Session(Race(RaceConfig(limit=20)), log=True)
    session.reset(4)
    return session


def play_on(session: Session) -> None:
    while session.running:
        session.play(session.legal[-1])


def test_a_game_without_events_gets_a_log_of_its_decisions(session: Session) -> None:
    session.play("leap")
    session.play(0)
    assert session.decisions == [(0, "leap"), (1, "walk")]
    assert list(session.lines()) == ["  Seat 0 > pace: leap", "  Seat 1 > pace: walk"]
    assert str(session) == "\n".join(session.lines())
    assert session.result()["status"] == 0


def test_notebooks_show_games_without_pictures_as_text(session: Session) -> None:
    assert session.game.picture(session.states, 0) is None and session._repr_svg_() is None


def test_a_session_without_a_log_says_so() -> None:
    session = Session(Race())
    session.reset(1)
    session.step(0)
    for ask in (lambda: session.log, lambda: session.events, lambda: session.decisions, lambda: record(session)):
        with pytest.raises(ValueError, match="there is no log: make the Session with log=True"):
            ask()
    assert "Session" in str(session)


def test_both_ways_of_playing_check_alike(session: Session) -> None:
    before = session.save(), list(session.decisions)
    session.play("leap")
    session.play("walk")
    session.play("walk")
    for act in (lambda: session.play("leap"), lambda: session.step(1)):
        with pytest.raises(ValueError, match=r"action 1 \('leap'\) is not legal now; legal actions: 0 'walk'"):
            act()
    with pytest.raises(TypeError, match="an action is an integer"):
        session.play(None)  # type: ignore[arg-type]
    assert before[1] == [] and len(session.decisions) == 3
    play_on(session)
    assert session.seat == NONE and not session.running and session.legal == []
    with pytest.raises(ValueError, match="the game is over"):
        session.play("walk")
    with pytest.raises(ResetNeeded):
        session.step(0)


def test_a_session_takes_up_a_game_and_leaves_it_alone(session: Session) -> None:
    states = np.concatenate([session.states, session.states])
    kept = states.tobytes()
    other = Session(Race(), log=True)
    other.take_up(states, 1)
    other.play("walk")
    assert states.tobytes() == kept and other.seat == 1
    with pytest.raises(ValueError, match="this log began with a game under way"):
        record(other)
    with pytest.raises(ValueError, match=r"array of records of race_v0 of shape \(n,\) is needed, not float64"):
        other.take_up(np.zeros(2))


@pytest.mark.parametrize("twin_of", [copy.copy, copy.deepcopy, lambda session: pickle.loads(pickle.dumps(session))])
def test_copies_keep_the_game_and_the_log(session: Session, twin_of: Callable[[Session], Session]) -> None:
    session.play("leap")
    session.viewer = 2
    twin = twin_of(session)
    assert (twin.save(), twin.log, twin.seat, twin.viewer) == (session.save(), session.log, session.seat, 2)
    twin.play("walk")
    assert len(session.decisions) == 1 and str(twin).startswith(str(session))
    session.play("walk")
    assert (twin.save(), twin.log) == (session.save(), session.log)


# -- what was drawn ----------------------------------------------------------------------------------------------------


def test_what_was_drawn_is_found_between_two_states_of_a_generator() -> None:
    states = np.zeros(1, Race.layout.dtype)
    game = Race()
    game.reset(states, 0, 3, np.zeros(Race.num_actions, np.int8))
    after = states["rng"][0].tolist()

    chance = drawn((3, 0, 0, 1), after)  # where the seed 3 begins, with 15 draws for nothing; then the deal draws
    assert chance is not None and chance.rng == (3, 0, 0, 1)
    assert [1 + (word * 3 >> 32) for word in chance.words[15:]] == states["secret"][0].tolist()
    assert drawn(after, after) is None
    with pytest.raises(ValueError, match="no draws lead from"):
        drawn(after, [*after[:3], after[3] + 1])


# -- replays -----------------------------------------------------------------------------------------------------------


def again(path: Path, **arguments: Any) -> Session:
    replay = read_replay(path, Race.name, Race.version)
    session = Session(game_of(replay, Race), log=True)
    play_again(session, replay, **arguments)
    return session


def test_a_replay_of_any_game(session: Session, tmp_path: Path) -> None:
    play_on(session)
    path = tmp_path / "race.jsonl"
    write_replay(path, record(session))
    head = json.loads(path.read_text().splitlines()[0])
    assert head["config"] == session.game.options() and head["config"]["limit"] == 20
    assert list(head["dealt"]["secret"].values()) == session.states["secret"][0].tolist()
    assert again(path).save() == again(path, forced=True).save() == session.save()
    assert again(path, decisions=2).decisions == session.decisions[:2]
    assert record(again(path)) == record(session)


def test_a_replay_needs_no_seed_when_the_deal_is_recorded(session: Session, tmp_path: Path) -> None:
    play_on(session)
    path = tmp_path / "race.jsonl"
    write_replay(path, replace(record(session), seed=None))
    with pytest.raises(ValueError, match="line 1: the seed was not recorded"):
        again(path)
    unseeded = again(path, forced=True)
    assert unseeded.save() == session.save()
    assert record(unseeded) == replace(record(session), seed=None)


def test_what_was_dealt_is_checked(session: Session) -> None:
    play_on(session)
    replay = record(session)
    assert replay.dealt is not None
    for dealt, arguments, message in (
        (replay.dealt | {"secret": [3, 3, 3]}, {}, "line 1: seed 4 deals another game than the recorded one"),
        ({"secret": [1, 1, 1]}, {"forced": True}, "line 1: not a document of race_v0: it lacks options, steps, rng"),
        (replay.dealt | {"secret": "x"}, {"forced": True}, "line 1: "),
        (None, {"forced": True}, "line 1: the deal was not recorded"),
    ):
        with pytest.raises(ValueError, match=message):
            play_again(Session(Race(RaceConfig(limit=20)), log=True), replace(replay, dealt=dealt), **arguments)
    with pytest.raises(ValueError, match="line 2: nothing was drawn, not the recorded "):
        chance = (Chance((1, 2, 3, 4), (5,)), *replay.chance[1:])
        play_again(Session(Race(RaceConfig(limit=20)), log=True), replace(replay, chance=chance))
    with pytest.raises(ValueError, match="a replay is written with its deal and what was drawn"):
        write_replay("unused", replace(replay, dealt=None))
