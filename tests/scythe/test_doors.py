"""What users hand in by mistake is refused with what is wanted, and what is meant is taken."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable

import numpy as np
import pytest

from scythe_env.core.agent import RandomAgent
from scythe_env.core.batch import Batch, rollout
from scythe_env.core.session import Session
from scythe_env.scythe.config import ScytheConfig
from scythe_env.scythe.game import Scythe
from scythe_env.scythe.log import GameLog
from scythe_env.scythe.notation import to_json
from scythe_env.scythe.render import render_ansi

GAME = Scythe(ScytheConfig(players=2))


def dealt() -> Session:
    session = Session(GAME, log=True)
    session.reset(7)
    return session


INTEGERS: dict[str, Callable[[object], object]] = {
    "games of a batch": lambda value: Batch(GAME, value),
    "threads": lambda value: Batch(GAME, 2, threads=value),
    "learner": lambda value: Batch(GAME, 2, "random", seat=value),
    "seed of a batch": lambda value: Batch(GAME, 2).reset(value),
    "seeds of a batch": lambda value: Batch(GAME, 1).reset([value]),
    "seed of a session": lambda value: Session(GAME).reset(value),
    "seed of a rollout": lambda value: rollout(GAME, RandomAgent(), value),
    "action": lambda value: dealt().play(value),
    "observer": lambda value: dealt().observe(value),
    "viewer": lambda value: dealt().seen_by(value),
    "first event": lambda value: dealt().seen_by(None, value),
    "game to take up": lambda value: dealt().take_up(dealt().states, value),
    "game to save": lambda value: GAME.save(dealt().states, value),
    "game to load": lambda value: GAME.load(dealt().states, value, dealt().save()),
    "game of a document": lambda value: to_json(dealt().states, value),
    "seat of a document": lambda value: to_json(dealt().states, 0, value),
    "game of a log": lambda value: GameLog(dealt().states, value),
    "game of a picture": lambda value: render_ansi(dealt().states, value),
    "seat of a picture": lambda value: render_ansi(dealt().states, 0, value),
    "scores": lambda value: GAME.scores(dealt().states, value),
    "re-dealt game": lambda value: GAME.determinize(dealt().states, value, 0, 1),
    "re-dealt seat": lambda value: GAME.determinize(dealt().states, 0, value, 1),
    "seed of a re-deal": lambda value: GAME.determinize(dealt().states, 0, 0, value),
}


@pytest.mark.parametrize("give", INTEGERS.values(), ids=INTEGERS)
@pytest.mark.parametrize("value", [0.5, 1.0, np.float64(1), True, np.bool_(True), "1"], ids=repr)
def test_what_is_not_an_integer_is_refused(give: Callable[[object], object], value: object) -> None:
    if value == "1" and give is INTEGERS["action"]:
        return  # the text of an action
    with pytest.raises(TypeError, match="integer"):
        give(value)


@pytest.mark.parametrize("name", [name for name in INTEGERS if "game " not in name and name != "re-dealt game"])
def test_integers_of_numpy_are_integers(name: str) -> None:
    value = 112 if name == "action" else 0 if name == "scores" else 1
    INTEGERS[name](np.int64(value))


@pytest.mark.parametrize("i", [-1, 1, 10**6])
def test_games_that_do_not_exist_are_refused(i: int) -> None:
    for name in (
        "game to take up", "game to save", "game to load", "game of a document", "game of a log", "game of a picture",
        "scores", "re-dealt game",
    ):  # fmt: skip
        with pytest.raises(IndexError, match=f"game {i} of 1 does not exist"):
            INTEGERS[name](i)


@pytest.mark.parametrize("seat", [-2, 2, 10**6])
def test_seats_that_do_not_exist_are_refused(seat: int) -> None:
    for name in ("learner", "observer", "viewer", "seat of a document", "seat of a picture", "re-dealt seat"):
        with pytest.raises(ValueError, match=f"seat {seat} is not"):
            INTEGERS[name](seat)


@pytest.mark.parametrize("given", [RandomAgent, lambda mask: 0, None, 3, {"random": 1}, b"random", [None], [["x", 7]]])
def test_what_are_not_opponents_is_refused(given: object) -> None:
    with pytest.raises((TypeError, ValueError), match=r"Agent or its text such as .random., not|unknown agent 'x'"):
        Batch(GAME, 2, given)  # type: ignore[arg-type]


def test_names_are_agents_everywhere() -> None:
    assert Batch(GAME, 2, ["random"]).size == 2
    assert rollout(GAME, "random", 3).tolist() == rollout(GAME, [RandomAgent(), "random"], np.int64(3)).tolist()


def test_other_things_than_records_say_how_to_get_some() -> None:
    document = to_json(dealt().states)
    for ask in (
        lambda given: to_json(given),
        lambda given: GAME.check(given),
        lambda given: GAME.save(given, 0),
        lambda given: dealt().take_up(given),
        lambda given: GameLog(given),
        lambda given: render_ansi(given),
    ):
        with pytest.raises(ValueError, match=r"needed, not dict: Game.of_document makes one of a document"):
            ask(document)
        with pytest.raises(ValueError, match="needed, not Session: its states are one"):
            ask(dealt())
    with pytest.raises(TypeError, match=r"states must be .*, not dict: Game.of_document makes one"):
        GAME.observe(document, 0, 0, np.empty(GAME.observation_size, np.float32))  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="a saved game is bytes"):
        GAME.load(dealt().states, 0, document)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="must be a ScytheConfig, not"):
        Scythe({"players": 2})


def test_logs_tell_who_decides_what() -> None:
    session = dealt()
    assert (session.actor, session.decision) == (to_json(session.states)["turn"]["to_act"], "section")
    while session.running:
        session.step(session.mask.argmax())
    assert (session.actor, session.decision) == (None, None)


SHOW = """
import os, sys
from scythe_env import scythe_v0
env = scythe_v0.raw_env(players=2, render_mode="human")
env.reset(1)
env.render()
sys.stdout.flush()
os._exit(0)  # where colorama is installed, numba resets the colours of the terminal at its end
"""


def shown(terminal: bool, **variables: str) -> str:
    unset = {"NO_COLOR", "FORCE_COLOR", "TTY_COMPATIBLE"}
    environment = {key: value for key, value in os.environ.items() if key not in unset} | {"TERM": "xterm"} | variables
    command = [sys.executable, "-c", SHOW]
    if not terminal:
        return subprocess.run(command, env=environment, capture_output=True, text=True, check=True).stdout
    command = [sys.executable, "-c", "import pty, sys; sys.exit(pty.spawn(sys.argv[1:]))", *command]
    return subprocess.run(
        command, env=environment, stdin=subprocess.DEVNULL, capture_output=True, text=True, check=True
    ).stdout


def test_colours_are_for_terminals() -> None:
    assert "\x1b[" in shown(True)
    for text in (shown(False), shown(True, NO_COLOR="1"), shown(True, TERM="dumb")):
        assert "Round 1" in text and "\x1b" not in text
