"""Recorded games go as they went: every decision is allowed, nothing else has become so, draws and scores are equal.

Where a change of the rules is meant to alter them, ``python -m tests.golden.record`` records them anew.
"""

from __future__ import annotations

import functools
import json

import pytest

from scythe_env.core.options import recorded
from scythe_env.core.replay import Replay
from scythe_env.core.session import Session
from scythe_env.scythe import steps
from scythe_env.scythe.components import FACTIONS, MATS
from scythe_env.scythe.config import ScytheConfig
from scythe_env.scythe.constants import ENCOUNTER_CARDS_BASE, FACTORY_CARDS_BASE, OBJECTIVES_BASE
from scythe_env.scythe.events import Decided, EncounterDrawn, FactoryCardTaken, LogBegan, ObjectiveRevealed, Start
from scythe_env.scythe.log import load_replay

from .record import FOLDER, GAMES, LEGAL_FILE, replay_rounds


@functools.cache
def replayed(name: str) -> tuple[Replay, Session, list[str]]:
    record = load_replay(FOLDER / f"{name}.jsonl")
    return record, *replay_rounds(record)


@pytest.mark.parametrize("name", GAMES)
def test_game_goes_as_recorded(name: str) -> None:
    record, session, legal = replayed(name)
    assert not session.running
    assert session.result() == record.result
    assert session.log.chance == list(record.chance), f"{name}: other numbers are drawn than when it was recorded"
    recorded = json.loads(LEGAL_FILE.read_text(encoding="utf-8"))[name].split()
    other = [number for number, (now, then) in enumerate(zip(legal, recorded, strict=True), 1) if now != then]
    assert not other, f"{name}: in rounds {other} other actions are allowed than when the game was recorded"


@pytest.mark.parametrize("name", GAMES)
def test_record_is_of_the_game_described(name: str) -> None:
    record = load_replay(FOLDER / f"{name}.jsonl")
    assert record.seed == GAMES[name].seed
    assert ScytheConfig(**record.config) == ScytheConfig(**GAMES[name].config)


def test_every_file_is_a_game() -> None:
    assert sorted(path.stem for path in FOLDER.glob("*.jsonl")) == sorted(GAMES)
    assert list(json.loads(LEGAL_FILE.read_text(encoding="utf-8"))) == list(GAMES)


def test_the_games_show_all_of_the_game() -> None:
    logs = [replayed(name)[1] for name in GAMES]
    configs = [ScytheConfig(**replayed(name)[0].config) for name in GAMES]
    assert {config.seats for config in configs} == set(range(2, 8))
    assert {level for config in configs for level in config.automa_level} == {1, 2, 3, 4}
    assert {config.automa_team for config in configs} == {"competitive", "cooperative"}
    for option in recorded(ScytheConfig):
        if option.type is bool:
            assert {getattr(config, option.name) for config in configs} == {False, True}, option
    events = [event for log in logs for event in log.log.events]
    seats = [seat for event in events if isinstance(event, LogBegan) for seat in event.seats]
    assert {seat.faction for seat in seats} == set(FACTIONS)
    assert {seat.mat for seat in seats if isinstance(seat, Start)} == set(MATS)
    asked = {event.decision for event in events if isinstance(event, Decided)}
    assert asked == set(steps.DECISIONS)
    # promo cards were used, not only shuffled in
    assert any(isinstance(event, EncounterDrawn) and event.number > ENCOUNTER_CARDS_BASE for event in events)
    assert any(isinstance(event, FactoryCardTaken) and event.number > FACTORY_CARDS_BASE for event in events)
    revealed = [int(event.objective.split()[0]) for event in events if isinstance(event, ObjectiveRevealed)]
    assert max(revealed) > OBJECTIVES_BASE
