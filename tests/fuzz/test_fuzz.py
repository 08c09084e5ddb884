"""A short run of hostile inputs, and what longer runs have found."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest

from scythe_env.core.agent import RandomAgent
from scythe_env.core.batch import Batch
from scythe_env.core.compiling import JIT
from scythe_env.core.replay import play_again, record
from scythe_env.core.session import Session
from scythe_env.scythe.config import ScytheConfig
from scythe_env.scythe.game import Scythe
from scythe_env.scythe.log import GameLog
from scythe_env.scythe.notation import from_json
from tests.core.race.game import Race

from .run import KINDS, inputs
from .values import nested


@pytest.mark.slow
@pytest.mark.skipif(not JIT, reason="hundreds of games")
def test_a_short_run_finds_no_fault() -> None:
    counts: Counter[tuple[str, str]] = Counter()
    for kind, number, (what, text) in inputs(KINDS, seed=1, most=150, minutes=None):
        assert what != "fault", f"python -m tests.fuzz --kind {kind} --seed 1 --number {number}\n{text}"
        counts[kind, what] += 1
    assert all(counts[kind, what] for kind in KINDS for what in ("accepted", "refused"))


def test_lists_that_are_nested_deeply_are_refused() -> None:
    deep = nested(3000)
    for call in (
        lambda: from_json({"players": [{"faction": "crimea", "mat": "industrial", "mechs": deep}]}),
        lambda: ScytheConfig(tile=deep),  # type: ignore[arg-type]
        lambda: Session(Race()).seen_by(deep),  # type: ignore[arg-type]
    ):
        with pytest.raises((TypeError, ValueError)):
            call()


@pytest.mark.parametrize("data", ["a text", None, 3, [1]])
def test_a_saved_game_is_bytes(data: object) -> None:
    game = Race()
    with pytest.raises(TypeError, match="bytes"):
        game.load(game.new_states(1), 0, data)  # type: ignore[arg-type]


def test_what_is_not_an_array_is_refused_as_one() -> None:
    batch = Batch(Race(), 2)
    batch.reset(0)
    for out in ([0.0], 1.5, {}, "out"):
        with pytest.raises(TypeError, match="out must be an array"):
            batch.observe([0, 0], out)  # type: ignore[arg-type]
    agent = RandomAgent()
    agent.weights = [1.0]  # type: ignore[assignment]
    with pytest.raises(TypeError, match="weights of RandomAgent must be an array"):
        Batch(Race(), 2, agent)


@pytest.mark.parametrize("viewer", [-1, 3, "nobody", 1.0, np.array([0, 1])])
def test_logs_are_for_seats_spectators_or_all(viewer: object) -> None:
    with pytest.raises((TypeError, ValueError)):
        Session(Race(), log=True, viewer=viewer)  # type: ignore[arg-type]
    with pytest.raises((TypeError, ValueError)):
        Session(Race(), log=True).seen_by(viewer)  # type: ignore[arg-type]


def test_every_game_knows_its_ways_to_be_rendered() -> None:
    session = Session(Race())
    session.reset(0)
    with pytest.raises(ValueError, match="'sound' is unknown"):
        session.render("sound")


def test_the_deal_of_a_replay_has_the_options_of_its_first_line() -> None:
    log = GameLog.deal(ScytheConfig(players=2), 1)
    log.play(int(log.mask.argmax()))
    other = Session(Scythe(ScytheConfig(players=2, play_forced=False)), log=True)
    with pytest.raises(ValueError, match=r"line 1: .*play_forced = True; False is needed"):
        play_again(other, record(log), forced=True)


def test_a_game_replayed_from_its_deal_can_be_recorded_again() -> None:
    log = GameLog.deal(ScytheConfig(players=2), 1)
    log.play(int(log.mask.argmax()))
    again = Session(log.game, log=True)
    play_again(again, record(log), forced=True)
    assert record(again).dealt == record(log).dealt
