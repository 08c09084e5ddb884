"""The commands with games of other packages, and the options of a game on the command line."""

from __future__ import annotations

import json
from dataclasses import fields
from itertools import takewhile
from pathlib import Path

import pytest
import typer
from scythe_training.bench import measure
from scythe_training.cli import app
from scythe_training.options import declared, game_command, spelled
from typer.testing import CliRunner, Result

from scythe_env.scythe.config import ScytheConfig
from scythe_env.scythe.game import Scythe
from tests.core.race.game import Race, RaceConfig
from tests.core.race_package import install

PLAYING = ("play", "render", "evaluate", "ladder", "bench", "info", "demo", "train")


@pytest.fixture(autouse=True)
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A package with a game and an agent for it is installed."""
    install(tmp_path / "site")
    monkeypatch.syspath_prepend(tmp_path / "site")


def call(*args: str, code: int = 0) -> Result:
    result = CliRunner().invoke(app, args, env={"COLUMNS": "200"})
    assert result.exit_code == code, result.output
    return result


def test_options_are_what_the_game_declares() -> None:
    rows = {row.name: row for row in declared(Scythe)}
    assert [(row.name, row.default) for row in rows.values()] == [
        (field.name, field.default) for field in fields(ScytheConfig)
    ]
    assert all(row.help for row in rows.values())
    assert rows["players"].type is int and rows["promo_factory"].type is bool and rows["tile"].type is str
    assert [row.help for row in declared(Race)] == [
        "number of turns after which a game is cut off",
        "the colour of each seat",
        "seats may say in secret who will reach the goal",
        "decisions with one legal action are played on automatically",
    ]


@pytest.mark.parametrize("command", PLAYING)
def test_every_command_that_plays_has_them(command: str) -> None:
    shown = call(command, "--help").stdout
    for row in declared(Scythe):
        assert f"--{row.name.replace('_', '-')}" in shown
    shown = call(command, "--game", "race", "--help").stdout
    assert "Options of race" in shown and "--limit" in shown and "--no-tips" in shown and "--relentless" not in shown


def test_options_reach_the_game() -> None:
    args = ("evaluate", "random", "--deals", "1", "--max-rounds", "1", "--json")
    found = json.loads(call(*args, "--factions", "nordic,-,crimea", "-p", "3", "--promo-encounters").stdout)
    assert found["factions"] == ["nordic", None, "crimea"] and found["promo_encounters"] is True
    assert found["players"] == 3 and found["max_rounds"] == 1 and found["relentless_factory"] is True
    assert "clockwise the seats follow" in call(*args, "-p", "3", "--factions", "crimea,rusviet,nordic", code=2).stderr
    assert "unknown name 'gold'" in call(*args, "--tile", "gold", code=2).stderr
    found = json.loads(call(*args, "-p", "1", "--automas", "2", "--automa-level", "1,3").stdout)
    assert (found["players"], found["automas"], found["automa_level"]) == (1, 2, [1, 3])
    found = json.loads(call(*args, "-p", "1", "--automas", "2", "--automa-level", "3").stdout)
    assert found["automa_level"] == [3, 3]
    assert set(found["agents"]) == {"random", "automa"}
    assert "from 1 to 4, not 5" in call(*args, "--automas", "1", "--automa-level", "5", code=2).stderr


@pytest.mark.parametrize(
    ("game", "words"),
    [
        (Scythe(), ""),
        (
            Scythe(ScytheConfig(players=2, factions=[None, "crimea"], tile="lakes_beside", relentless_factory=False)),
            "--players 2 --factions -,crimea --tile lakes_beside --no-relentless-factory",
        ),
        (
            Scythe(
                ScytheConfig(players=2, automas=2, automa_seats=[0, 3], automa_level=[1, 4], automa_team="cooperative")
            ),
            "--players 2 --automas 2 --automa-seats 0,3 --automa-level 1,4 --automa-team cooperative",
        ),
        (Race(RaceConfig(limit=7, shirts=("red", None, "blue"))), "--game race --limit 7 --shirts red,-,blue"),
    ],
    ids=["default", "scythe", "automas", "race"],
)
def test_a_game_is_spelled_as_it_is_read(game: Scythe | Race, words: str) -> None:
    assert spelled(game) == words
    found = []
    own = typer.Typer()

    @own.command(cls=game_command())
    def show(ctx: typer.Context) -> None:
        found.append(ctx.obj.make())

    result = CliRunner().invoke(own, words.split())
    assert result.exit_code == 0, result.output
    assert type(found[0]) is type(game)
    assert found[0].config == game.config


def test_a_game_of_another_package_is_described_and_evaluated() -> None:
    shown = call("info", "--game", "race").stdout
    assert "Discrete(6)" in shown and "pace" in shown and "own" in shown and "leap" in shown
    found = json.loads(call("info", "--game=race", "--json").stdout)
    assert found["actions"] == [["walk"], ["leap"], ["no tip"], *([f"tip on {seat}"] for seat in range(3))]
    assert found["observation_size"] == found["observation"][-1]["stop"] == 12
    args = ("evaluate", "--game", "race", "leaper:patience=2", "random", "--deals", "5", "--limit", "90")
    assert "ended by rules" in call(*args).stdout
    found = json.loads(call(*args, "--json").stdout)
    assert found["limit"] == 90 and found["ended_by_rules"] == 1 and found["games"] == 15
    assert set(found["agents"]) == {"leaper:patience=2", "random"}


def test_a_game_of_another_package_is_played_recorded_and_drawn(tmp_path: Path) -> None:
    record, image = tmp_path / "game.jsonl", tmp_path / "race.png"
    args = ("play", "--game", "race", "leaper", "random", "--limit", "30", "--seed", "4", "--replay", str(record))
    shown = call(*args).stdout
    assert "leap" in shown and "seat 2: random as" in shown and "rank 1" in shown
    again = call("replay", "--game", "race", str(record)).stdout
    assert again.strip() and again.strip() in shown
    assert "'scythe_v0' is needed" in call("replay", str(record), code=2).stderr
    call("render", str(image), "leaper", "--game", "race", "--rounds", "1")
    assert image.read_bytes().startswith(b"\x89PNG")
    call("render", str(image.with_suffix(".txt")), "leaper", "--game", "race", "--rounds", "1")
    assert '"way": {' in image.with_suffix(".txt").read_text() and "secret" not in image.with_suffix(".txt").read_text()


def test_a_game_of_another_package_is_measured_and_its_rules_are_shown() -> None:
    figures = takewhile(lambda figure: figure.key != "interpreted", measure(Race(), 0.001, compiling=False))
    found = {figure.key: figure.value for figure in figures}
    assert {"random", "batch_16", "rollouts_2", "pettingzoo_raw", "single_agent"} <= found.keys()
    assert "a seat walks one step" in call("rules", "r3", "--game", "race").stdout


def test_a_policy_of_another_game_is_trained_and_kept_apart(tmp_path: Path) -> None:
    pytest.importorskip("sb3_contrib")
    folder = str(tmp_path / "run")
    args = (
        "--opponent",
        "leaper:patience=3",
        "--limit",
        "30",
        "--decisions",
        "8192",
        "--hidden",
        "8",
        "--threads",
        "1",
    )
    assert "8,192 decisions learned" in call("train", folder, "--game", "race", *args).stdout
    settings = json.loads((tmp_path / "run/policy/settings.json").read_text())["training"]
    assert settings["game"] == "race" and settings["config"] == {
        "limit": 30,
        "shirts": None,
        "tips": False,
        "play_forced": False,
    }
    policy = f"{folder}/policy"
    assert "leaper" in call("evaluate", "--game", "race", policy, "leaper", "--deals", "3").stdout
    assert "trained for race_v0, not for scythe_v0" in call("evaluate", policy, code=2).stderr


@pytest.mark.parametrize(
    ("args", "message"),
    [
        (("info", "--game", "chess"), "unknown game 'chess': registered are"),
        (("info", "--game"), "requires an argument"),
        (("info", "--game", "race", "--players", "3"), "No such option"),
        (("evaluate", "--game", "race", "--limit", "0"), "limit must be an integer from 1 to 1000, not 0"),
        (("evaluate", "--game", "race", "heuristic"), "registered names (leaper, policy, random, sb3)"),
        (("bench", "--game", "race", "--peers"), "--peers and --gpu measure scythe, not race"),
    ],
)
def test_bad_input_ends_with_a_short_message(args: tuple[str, ...], message: str) -> None:
    result = call(*args, code=2)
    assert message in " ".join(result.stderr.replace("│", " ").split())
    assert "Traceback" not in result.output
