"""Training, evaluation and the demo with another game than the first one, by the command."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

pytest.importorskip("sb3_contrib")

from scythe_training.cli import app
from typer.testing import CliRunner, Result

GAME = ("--game", "imperial-settlers")
SMALL = ("--games", "8", "--steps", "32", "--batch", "64", "--evaluate-every", "0", "--hidden", "16", "--threads", "1")


def call(*args: str, code: int = 0) -> Result:
    result = CliRunner().invoke(app, args, env={"COLUMNS": "200"})
    assert result.exit_code == code, result.output
    return result


def test_a_policy_learns_goes_on_and_plays(tmp_path: Path) -> None:
    run = tmp_path / "run"
    call("train", str(run), *GAME, "--decisions", "512", "--opponent", "heuristic", "--opponent", "random", *SMALL)
    assert "1,024 decisions learned" in call("train", str(run), "--resume", "--decisions", "1024").stdout
    policy = str(run / "policy")
    found = json.loads(call("evaluate", policy, "random", *GAME, "--deals", "2", "--json").stdout)
    assert found["games"] == 4 and set(found["agents"]) == {policy, "random"} and found["mean_rounds"] == 5
    assert "policy" in call("play", policy, "heuristic", *GAME, "--seed", "1").stdout
    refused = call("evaluate", policy, "random", "--deals", "1", code=2).stderr
    assert "Traceback" not in refused and policy in refused.replace("\n", "")


def test_weights_of_the_script_are_evolved(tmp_path: Path) -> None:
    run = tmp_path / "run"
    small = ("--players", "2", "--generations", "1", "--population", "4", "--deals", "2", "--threads", "1")
    assert "1 of 1 generations" in call("train", str(run), *GAME, "--method", "evolve", *small).stdout
    evolved = f"heuristic:weights={run / 'weights.json'}"
    found = json.loads(call("evaluate", evolved, "random", *GAME, "--deals", "1", "--json").stdout)
    assert found["agents"][evolved]["games"] == 2


def test_a_value_net_is_trained_and_judges_for_the_search(tmp_path: Path) -> None:
    run = tmp_path / "run"
    small = ("--play", "heuristic", "--tables", "2", "--games", "1", "--hidden", "8,4", "--epochs", "1")
    call("train", str(run), *GAME, "--method", "value", *small, "--positions", "1", "--threads", "1")
    searching = f"expert:net={run / 'value.safetensors'},turns=3,candidates=2"
    found = json.loads(call("evaluate", searching, "random", *GAME, "--deals", "1", "--json").stdout)
    assert found["agents"][searching]["games"] == 2


def test_a_policy_is_cloned_from_the_script(tmp_path: Path) -> None:
    run = tmp_path / "run"
    small = ("--decisions", "400", "--games", "2", "--batch", "64", "--epochs", "1", "--hidden", "8", "--threads", "1")
    call("train", str(run), *GAME, "--method", "clone", "--players", "2", *small)
    assert (run / "policy" / "settings.json").exists()


def test_the_demo_shows_a_game_trains_and_compares(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("scythe_training.demo.DEALS", 2)
    run = str(tmp_path / "demo")
    shown = call("demo", *GAME, "--minutes", "0.05", "--folder", run, "--decisions", "256", *SMALL).stdout
    assert "3. An agent is trained" in shown and "trained" in shown and f"The policy is in {run}" in shown
