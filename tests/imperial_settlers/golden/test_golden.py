"""Recorded games go as they went: every decision is allowed, nothing else has become so, draws and scores are equal.

Where a change of the rules is meant to alter them, ``python -m tests.imperial_settlers.golden.record`` records them
anew.
"""

from __future__ import annotations

import json

import pytest

from scythe_env.core.replay import play_again
from scythe_env.core.session import Session
from scythe_env.imperial_settlers.components import FACTIONS

from .record import GAMES, LEGAL_FILE, load, replay_rounds


@pytest.mark.parametrize("name", GAMES)
def test_game_goes_as_recorded(name: str) -> None:
    session, digests = replay_rounds(load(name))
    assert " ".join(digests) == json.loads(LEGAL_FILE.read_text("utf-8"))[name]
    again = Session(session.game, log=True)
    play_again(again, load(name), None)
    assert again.states.tobytes() == session.states.tobytes()


def test_the_games_show_all_factions() -> None:
    seen = set()
    for name in GAMES:
        session, _ = replay_rounds(load(name))
        seen |= {FACTIONS[faction] for faction in session.states["faction"][0] if faction >= 0}
    assert seen == set(FACTIONS)
