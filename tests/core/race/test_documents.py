"""Documents of a game and views of a seat, which follow from its fields and options."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from scythe_env.core.fields import SPECTATOR
from scythe_env.core.session import Session
from tests.core.race.game import Race, RaceConfig


@pytest.fixture
def session() -> Session:
    """A race in which two seats have given a tip, and one has walked."""
    session = Session(Race(RaceConfig(tips=True, shirts=("red", None, "blue"))), log=True)
    session.reset(3)
    for action in ("tip on 2", "no tip", "tip on 0", "walk"):
        session.play(action)
    return session


def document(session: Session, seat: int | None = None) -> dict[str, Any]:
    return session.game.to_document(session.states, 0, seat)


def test_a_document_gives_back_the_record(session: Session) -> None:
    written = document(session)
    assert written["options"] == session.game.options()
    assert written["status"] == "running"
    assert written["steps"] == [{"step": "next turn", "seat": 0}, {"step": "pace", "seat": 1}]
    assert written["way"] == {"seat 0": 1} and written["tip"] == {"seat 0": "seat 2", "seat 2": "seat 0"}
    again = Race().of_document(json.loads(json.dumps(written)))  # the options are those of the document
    assert again.tobytes() == session.states.tobytes()


def test_a_seat_sees_its_own_and_a_spectator_nothing(session: Session) -> None:
    secrets = session.states["secret"][0].tolist()
    seen = document(session, 2)
    assert seen["secret"] == {"seat 2": secrets[2]} and seen["tip"] == {"seat 2": "seat 0"}
    assert document(session, SPECTATOR).keys() == document(session).keys() - {"rng", "secret", "tip"}
    assert json.loads(str(session.render("ansi"))) == document(session, SPECTATOR)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda given: given.pop("way"), "not a document of race_v0: it lacks way"),
        (lambda given: given.update(wind=3), "the document: unknown key 'wind'; allowed are options, steps, rng"),
        (
            lambda given: given["steps"][1].update(step="jump"),
            r"steps\[1\].step: 'jump' is not allowed; allowed are tip",
        ),
        (lambda given: given["steps"][1].update(seat=3), r"steps\[1\].seat: 3 is not allowed; allowed are 0, 1, 2"),
        (lambda given: given["steps"].pop(0), r"steps\[0\]: 'pace' is above nothing; allowed are 'next turn'"),
        (lambda given: given["options"].update(limit=0), "limit must be an integer from 1 to 1000, not 0"),
        (lambda given: given["options"].update(wind=3), "options: unknown key 'wind'; allowed are limit, shirts, tips"),
        (lambda given: given.update(options=[]), r"options: an object is needed, not \[\]"),
    ],
)
def test_other_documents_are_refused(session: Session, change: Callable[[Any], Any], message: str) -> None:
    given = document(session)
    change(given)
    with pytest.raises(ValueError, match=message):
        session.game.of_document(given)


def test_options_are_fields_of_the_record() -> None:
    states = Race(RaceConfig(limit=7, shirts=(None, "blue", None), tips=True)).new_states(2)
    assert (states["limit"] == 7).all() and (states["tips"] == 1).all()
    assert states["shirts"].tolist() == [[-1, 2, -1]] * 2 and states["shirts"].dtype == np.int64
