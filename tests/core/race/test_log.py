"""The log of a game for each reader, and its replay, which follow from its steps, actions and record."""

from __future__ import annotations

from pathlib import Path

from scythe_env.core.replay import game_of, play_again, read_replay, record, write_replay
from scythe_env.core.session import Session
from tests.core.race.game import Race, RaceConfig

TIPS = ("tip on 2", "no tip", "tip on 0")


def started(**options: bool | int) -> Session:
    session = Session(Race(RaceConfig(tips=True, **options)), log=True)
    session.reset(3)
    for action in TIPS:
        session.play(action)
    return session


def test_secret_choices_are_told_to_those_who_made_them() -> None:
    session = started()
    assert list(session.lines()) == [f"  Seat {seat} > tip: (hidden)" for seat in range(3)]
    session.viewer = 2
    assert list(session.lines())[-1] == "  Seat 2 > tip: tip on 0"
    session.viewer = "all"
    assert list(session.lines()) == [f"  Seat {seat} > tip: {text}" for seat, text in enumerate(TIPS)]


def test_nobody_is_asked_where_nothing_can_be_said() -> None:
    session = Session(Race(), log=True)
    session.reset(1)
    assert session.legal == ["walk", "leap"]


def test_forced_decisions_are_told() -> None:
    session = started(play_forced=True)
    for action in ("leap", "leap", "leap"):
        session.play(action)
    assert not session.running and session.decisions[-1] == (2, "leap")
    assert list(session.lines())[-1].endswith("pace: walk")  # why is for the player to know
    session.viewer = 1
    assert list(session.lines())[-1].endswith("pace: walk (forced)")


def test_a_replay_deals_draws_and_ends_alike(tmp_path: Path) -> None:
    session, path = started(limit=20), tmp_path / "race.jsonl"
    while session.running:
        session.play(session.legal[-1])
    write_replay(path, record(session))
    replay = read_replay(path, Race.name, Race.version)
    for forced in (False, True):
        again = Session(game_of(replay, Race), log=True, viewer="all")
        play_again(again, replay, forced=forced)
        assert again.save() == session.save() and again.result() == session.result()
        assert again.log.events == session.log.events
