"""Games that people play in the terminal."""

from __future__ import annotations

import os
import signal
from pathlib import Path

import pytest
from scythe_training.cli import app
from scythe_training.terminal import HUMAN, play_by_hand
from typer.testing import CliRunner

from scythe_env.core.registry import parse_agent
from scythe_env.core.replay import read_replay
from scythe_env.core.session import Session
from scythe_env.scythe.config import ScytheConfig
from scythe_env.scythe.game import Scythe

TWO = Scythe(ScytheConfig(players=2))
AGENTS = {"heuristic": parse_agent("heuristic", TWO)}


class Table:
    """Answers from a list, and what was told."""

    def __init__(self, *answers: str) -> None:
        self.answers, self.told = list(answers), []

    def ask(self, prompt: str) -> str:
        self.told.append(prompt)
        if not self.answers:
            raise EOFError
        return self.answers.pop(0)

    @property
    def text(self) -> str:
        return "\n".join(self.told)

    def play(self, *seats: str):
        return play_by_hand(TWO, seats, AGENTS, 3, self.ask, self.told.append)


def dealt() -> Session:
    """The game of a table as it begins."""
    session = Session(TWO)
    session.reset(3)
    return session


def played_until(decision: str) -> tuple[Session, list[str]]:
    """The game of a table when its first seat has this decision to make, and what that seat answered so far."""
    session, agent, answers = dealt(), AGENTS["heuristic"], []
    while (session.seat, session.question) != (0, decision):
        action = agent.act_on_state(session.states.copy(), 0, session.mask.copy())
        if session.seat == 0:
            answers.append(str(1 + session.mask[:action].sum()))
        session.step(action)
    return session, answers


def test_choices_are_numbered_and_taken_by_number_or_text() -> None:
    table = Table("4", "take", "quit")
    session = table.play(HUMAN, "heuristic")
    own = [text for seat, text in session.decisions if seat == 0]
    assert own[:2] == ["section produce", "take"]
    assert "1 section move  2 section bolster  3 section trade  4 section produce" in table.text
    assert "Round 1" in table.text and "objectives" in table.text  # the board with the own hand


def test_what_can_be_answered_is_told_at_once() -> None:
    table = Table("quit")
    table.play(HUMAN, "heuristic")
    assert table.told[0].startswith("a number or a text chooses; ? explains the decision")


def test_what_is_not_a_choice_is_told() -> None:
    table = Table("99", "fly", "")
    assert not [seat for seat, _ in table.play(HUMAN, "heuristic").decisions if seat == 0]
    for wrong in ("99", "fly", ""):
        assert f"{wrong!r} is not a choice now; a number or a text chooses" in table.text


def test_the_rule_of_the_decision_is_explained() -> None:
    table = Table("?")
    table.play(HUMAN, "heuristic")
    step = next(step for step in TWO.steps if step.text == "section")
    assert f"section ({step.chapter}): {step.meaning}" in table.text
    assert TWO.statements().find(step.chapter).text in table.text


def test_a_choice_is_taken_back_if_nothing_was_revealed() -> None:
    table = Table("section produce", "undo", "section move")
    assert [text for seat, text in table.play(HUMAN, "heuristic").decisions if seat == 0] == ["section move"]
    table = Table("undo")
    table.play(HUMAN, "heuristic")
    assert "there is no decision of this seat to take back" in table.text


def test_a_game_is_saved_on_the_way(tmp_path: Path) -> None:
    file = tmp_path / "game.jsonl"
    table = Table("1", f"save {file}", f"save {tmp_path}/none/game.jsonl")
    session = table.play(HUMAN, "heuristic")
    assert list(read_replay(file, TWO.name, TWO.version).decisions) == session.decisions
    assert f"{tmp_path}/none/game.jsonl: No such file" in table.text


def test_several_people_do_not_see_each_others_hands() -> None:
    table = Table(*["1", "done", "", "1"] * 3)
    table.play(HUMAN, HUMAN)
    curtain = next(k for k, text in enumerate(table.told) if "when nobody else looks" in text)
    first = [text for text in table.told[:curtain] if "objectives" in text]
    assert first and all("Togawa: cards" not in text for text in first if "Rusviet: cards" in text)
    session = dealt()
    own, other = (TWO.notes(session.states, 0, seat) for seat in (session.seat, 1 - session.seat))
    assert set(own) <= set(table.told[:curtain]) and not set(other) & set(table.told[:curtain])
    assert set(other) <= set(table.told[curtain:])


def test_what_the_own_cards_say_is_told_above_the_first_question_of_a_turn_and_when_asked() -> None:
    table = Table("section produce", "?", "board")
    table.play(HUMAN, "heuristic")
    objectives = TWO.notes(dealt().states, 0, 0)
    assert len(objectives) == 2 and all(text.startswith("in hand: objective") for text in objectives)
    first, second = (k for k, text in enumerate(table.told) if text.startswith("Rusviet, "))
    for text in objectives:
        before, *asked = (k for k, told in enumerate(table.told) if told == text)
        assert before < first and len(asked) == 2 and min(asked) > second


@pytest.mark.parametrize(("decision", "card"), [("encounter", "option "), ("factory choice", "Factory card ")])
def test_what_there_is_to_choose_from_is_told_once_in_full(decision: str, card: str) -> None:
    session, answers = played_until(decision)
    table = Table(*answers)
    table.play(HUMAN, "heuristic")
    contents = [text for text in TWO.notes(session.states, 0, 0) if text.startswith(card)]
    question = max(k for k, text in enumerate(table.told) if text == f"Rusviet, {decision}:")
    assert len(contents) == 3
    for text in contents:
        assert "\n".join(table.told[:question]).count(text) == 1


def test_the_command_plays_with_people(tmp_path: Path) -> None:
    args = ("play", "human", "heuristic", "--seed", "3", "--replay", str(tmp_path / "g.jsonl"))
    result = CliRunner().invoke(app, args, input="1\nquit\n", env={"COLUMNS": "300"})
    assert result.exit_code == 0, result.output
    assert "1 section move" in result.output and "seat 0: human as rusviet" in result.output
    assert (tmp_path / "g.jsonl").exists()


def test_a_signal_keeps_the_game_of_people(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    answers = iter(["1"])

    def interrupted(prompt: str) -> str:
        for answer in answers:
            return answer
        os.kill(os.getpid(), signal.SIGINT)
        return "never"

    monkeypatch.setattr("builtins.input", interrupted)
    args = ("play", "human", "heuristic", "--seed", "3", "--replay", str(tmp_path / "g.jsonl"))
    result = CliRunner().invoke(app, args, env={"COLUMNS": "300"})
    assert result.exit_code == 128 + signal.SIGINT and "stopped by SIGINT" in result.stderr
    assert len(read_replay(tmp_path / "g.jsonl", TWO.name, TWO.version).decisions) >= 1


@pytest.mark.parametrize("seats", [("human", "nobody")])
def test_unknown_agents_are_named(seats: tuple[str, ...]) -> None:
    result = CliRunner().invoke(app, ("play", *seats), env={"COLUMNS": "300"})
    assert result.exit_code == 2 and "unknown agent 'nobody'" in result.output
