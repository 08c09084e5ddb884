"""A game as a page in one file: it holds every position, and needs nothing else."""

from __future__ import annotations

import base64
import gzip
import json
import re
from typing import Any

import numpy as np
import pytest

from scythe_env.core.registry import parse_agent
from scythe_env.core.session import Session
from scythe_env.core.viewer import game_page
from scythe_env.core.viewer.recorded import RecordedGame
from scythe_env.scythe.config import ScytheConfig
from scythe_env.scythe.game import Scythe
from tests.core.race.game import Race

TWO = Scythe(ScytheConfig(players=2))


@pytest.fixture(scope="module")
def session() -> Session:
    session = Session(TWO, log=True)
    session.reset(3)
    agent = parse_agent("heuristic", TWO)
    while session.running and len(session.decisions) < 120:
        session.step(agent.act_on_state(session.states.copy(), 0, session.mask.copy()))
    return session


def data_of(page: str) -> dict[str, Any]:
    found = re.search(r'id="game">([^<]+)<', page)
    assert found is not None
    return dict(json.loads(gzip.decompress(base64.b64decode(found[1]))))


def lines_of(data: dict[str, Any], at: int) -> list[str]:
    numbers: list[int] = []
    for first, removed, put in data["frames"][: at + 1]:
        numbers[first : first + removed] = put
    return [data["texts"][number] for number in numbers]


def test_the_page_holds_every_position(session: Session) -> None:
    data, recorded = data_of(game_page(session)), RecordedGame(session)
    assert data["count"] == 120 and len(data["frames"]) == len(data["log"]) == 121
    for at in (0, 1, 60, 120):
        picture = TWO.picture(recorded.at(at).states, 0)
        assert picture is not None and lines_of(data, at) == list(picture.lines)
        assert set(picture.parts) <= set(data["parts"])
    assert [line for lines in data["log"] for line in lines] == list(session.lines(session.seen_by(None)))


def test_the_page_needs_nothing_else(session: Session) -> None:
    page = game_page(session)
    assert (
        not re.search(r'(src|href)="(?!#)', page.split('id="game">')[0]) and "import " not in page.split("<script")[-1]
    )
    assert len(page) < 1_500_000


def test_the_page_shows_what_its_viewer_may_see(session: Session) -> None:
    """The hands of others are dealt anew where the game ends: pages for spectators and for the seat stay the same."""
    own = data_of(game_page(session, 0))
    name = session.game.player_name(session.states, 0, 0).capitalize()
    assert [sum(text in line for line in lines_of(own, 0)) for text in (f">{name}: cards", ">objectives")] == [1, 1]
    assert not any("objectives" in line for at in (0, 120) for line in lines_of(data_of(game_page(session)), at))


def test_positions_marks_and_course_are_those_of_the_game(session: Session) -> None:
    recorded, again = RecordedGame(session, lambda states, i, seat: float(seat)), Session(TWO, log=True)
    again.reset(3)
    stars, turns = 0, {TWO.turn(again.states, 0)}
    for at, (_, text) in enumerate(session.decisions):
        assert np.array_equal(recorded.at(at).states, again.states)
        again.play(text)
        turns.add(TWO.turn(again.states, 0))
    stars = int(again.states["stars"][0].sum())
    assert [mark["kind"] for mark in recorded.marks].count("star") == stars
    assert len(recorded.course) == len(turns) and recorded.course[0]["chances"] == pytest.approx(
        [1 / 3, 2 / 3], abs=1e-5
    )
    with pytest.raises(ValueError, match="120 decisions, so there is nothing after 121"):
        recorded.at(121)


def test_games_that_cannot_be_shown_are_named(session: Session) -> None:
    race = Session(Race(), log=True)
    race.reset(1)
    with pytest.raises(ValueError, match="race_v0 cannot be drawn"):
        game_page(race)
    begun = Session(TWO, log=True)
    begun.take_up(session.states)
    with pytest.raises(ValueError, match="did not begin with the deal"):
        game_page(begun)


def test_notebooks_show_whole_games(session: Session) -> None:
    shown = session._repr_html_()
    assert shown is not None and shown.startswith("<iframe srcdoc=")
    assert Session(TWO)._repr_html_() is None
