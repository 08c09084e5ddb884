"""Agents of others: models of Stable-Baselines3, and agents that fail."""

from __future__ import annotations

import json
import shutil
import zipfile
from pathlib import Path

import numpy as np
import pytest
from scythe_training import agents, benchmark, datasets
from scythe_training.cli import app
from scythe_training.conduct import Conduct, ranked_last
from typer.testing import CliRunner, Result

from scythe_env import scythe_v0
from scythe_env.core.registry import parse_agent
from scythe_env.scythe.config import ScytheConfig
from scythe_env.scythe.game import Scythe

SHORT = ("--players", "2", "--max-rounds", "2", "--deals", "2")
BAD = """
import time
from scythe_env.core.agent import Agent

class First(Agent):
    def act(self, observation, mask):
        return int(mask.argmax())

class Raises(First):
    decisions = 0
    def act(self, observation, mask):
        self.decisions += 1
        if self.decisions > 3:
            raise KeyError("lost my way")
        return super().act(observation, mask)

class Cheats(First):
    def act(self, observation, mask):
        return int(mask.argmin())

class Dozes(First):
    def act(self, observation, mask):
        while True:
            try:
                time.sleep(1)
            except Exception:
                pass

class Unready(First):
    def reset(self, seed):
        raise RuntimeError("no engine")

class Plain:
    pass

class Unmade(First):
    def __init__(self):
        raise OSError("no file")
"""
LIMIT = {"Dozes": ("--time-limit", "0.5")}
REASONS = {
    "Raises": "KeyError: 'lost my way'",
    "Cheats": "which is not legal",
    "Dozes": "took longer than 0.5 s",
    "Unready": "RuntimeError: no engine",
    "Plain": "is not an Agent",
    "Unmade": "OSError: no file",
    "Absent": "cannot be imported",
}


def call(*args: str, code: int = 0) -> Result:
    result = CliRunner().invoke(app, args, env={"COLUMNS": "200"})
    assert result.exit_code == code, result.output
    return result


@pytest.fixture
def bad(tmp_path: Path) -> str:
    file = tmp_path / "bad.py"
    file.write_text(BAD, "utf-8")
    return str(file)


@pytest.mark.parametrize("name", REASONS)
def test_the_first_failure_ends_an_evaluation_in_one_line(bad: str, name: str) -> None:
    told = call("evaluate", f"{bad}:{name}", "random", *SHORT, *LIMIT.get(name, ()), code=2).stderr
    assert REASONS[name] in told and told.count("error:") == 1 and "Traceback" not in told
    assert name in told and ("at seat" in told) == (name not in ("Plain", "Unmade", "Absent"))


@pytest.mark.parametrize("name", REASONS)
def test_a_failure_loses_its_game_and_the_rest_is_played(bad: str, name: str) -> None:
    agent, other = f"{bad}:{name}", f"{bad}:First"
    args = ("evaluate", agent, "random", other, *SHORT, *LIMIT.get(name, ()), "--json")
    lost = call(*args, "--failures", "lost")
    document = json.loads(lost.stdout)
    assert document["games"] == 12 and document["agents"][other]["games"] == 8
    assert len(document["failures"]) == 8 and document["agents"][agent]["wins"] == 0
    for seat in (0, 1):
        assert any(f"at seat {seat}" in line and line.startswith("game ") for line in document["failures"])
    assert REASONS[name] in document["failures"][0] and document["failures"][0] in lost.stderr
    left_out = json.loads(call(*args, "--failures", "left-out").stdout)
    assert left_out["games"] == 4 and set(left_out["agents"]) == {"random", other}
    for one, against in (("random", other), (other, "random")):
        same = document["agents"][one]["against"][against]
        assert left_out["agents"][one] == {**same, "against": {against: same}}


def test_nothing_is_told_if_an_agent_failed_in_every_game(bad: str) -> None:
    told = call("evaluate", f"{bad}:Cheats", *SHORT, "--failures", "left-out", "--json", code=2)
    assert not told.stdout and "failed in every game: there is nothing to tell" in told.stderr


def test_a_data_set_without_a_whole_game_can_be_stopped(bad: str) -> None:
    game, left_out = Scythe(ScytheConfig(players=2, max_rounds=2)), list[str]()
    agents = [Conduct(failures="left-out").agent(f"{bad}:Cheats", game)] * 2
    parts = datasets.recorded(
        game, agents, 1000, conduct=Conduct(failures="left-out"), left_out=left_out.append, stopped=lambda: True
    )
    with pytest.raises(ValueError, match="failed in every game"):
        list(parts)
    assert len(left_out) == 1


def test_a_failure_is_kept_in_a_ladder_and_counts_as_it_is_asked(bad: str, tmp_path: Path) -> None:
    pytest.importorskip("choix")
    folder, agent = str(tmp_path / "ladder"), f"{bad}:Raises"
    call("ladder", folder, "random", "heuristic", *SHORT)
    assert "KeyError" in call("ladder", folder, agent, "--deals", "2", code=2).stderr
    call("ladder", folder, "--deals", "2")  # it has not joined
    lost = call("ladder", folder, agent, "--deals", "2", "--failures", "lost", "--json")
    document = json.loads(lost.stdout)
    assert next(one for one in document["ratings"] if one["agent"] == agent)["wins"] == 0
    assert len(document["failures"]) == 4 and "KeyError" in lost.stderr
    left_out = json.loads(call("ladder", folder, "--deals", "2", "--failures", "left-out", "--json").stdout)
    assert {one["agent"] for one in left_out["ratings"]} == {"random", "heuristic"}


def test_a_study_leaves_out_games_in_which_an_agent_failed(bad: str, tmp_path: Path) -> None:
    pytest.importorskip("choix")
    for game, names in (("scythe", (f"{bad}:First", f"{bad}:Raises")), ("imperial-settlers", (f"{bad}:Raises",))):
        args = ("study", str(tmp_path / game), *names, "--game", game, "--players", "2", "--games", "2")
        args += ("--max-rounds", "2") if game == "scythe" else ()
        told = call(*args, code=2).stderr
        assert told.count("error:") == 1 and "game 0 of 2 players: agent" in told and "KeyError" in told
        left_out = call(*args, "--failures", "left-out", "--json")
        assert left_out.stderr.count("KeyError: 'lost my way'") == 2 and "game 1 of 2 players" in left_out.stderr
        document = json.loads(left_out.stdout)
        assert not any(f"{bad}:Raises" in json.dumps(part) for name, part in document.items() if name != "failures")
    assert "allowed are stop, left-out" in call(*args, "--failures", "lost", code=2).stderr


def test_a_data_set_leaves_out_games_in_which_an_agent_failed(bad: str, tmp_path: Path) -> None:
    third = """
class Third(First):
    games = 0
    def reset(self, seed):
        self.games += 1
    def act(self, observation, mask):
        return -1 if self.games == 3 else super().act(observation, mask)
"""
    (tmp_path / "third.py").write_text(BAD + third)
    file, agent = tmp_path / "games.npz", f"{tmp_path / 'third.py'}:Third"
    args = (str(file), "random", agent, "--players", "2", "--max-rounds", "2", "--games", "4")
    left_out = call("dataset", *args, "--failures", "left-out").stderr
    assert left_out.startswith(f"game 2: agent {agent!r} at seat") and "not legal" in left_out.splitlines()[0]
    assert np.unique(np.load(file)["games"]).tolist() == [0, 1, 3]
    told = call("dataset", str(file), f"{bad}:Raises", *args[3:], code=2).stderr
    assert "one of games 0 to 3: agent" in told and "at seats 0, 1: KeyError" in told and "Traceback" not in told
    told = call("dataset", str(file), f"{bad}:Dozes", *args[3:], "--time-limit", "0.2", code=2).stderr
    assert "game 0: agent" in told and "took longer than 0.2 s" in told
    told = call("dataset", str(file), f"{bad}:Unmade", *args[3:], "--failures", "left-out", code=2).stderr
    assert "OSError: no file" in told and "nothing to write" in told
    assert len(np.load(file)["games"])  # of before
    assert "allowed are stop, left-out" in call("dataset", *args, "--failures", "lost", code=2).stderr


def test_a_benchmark_counts_failures_as_lost(bad: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("sb3_contrib")
    task = benchmark.Task(
        name="tiny-v1", opponent="random", decisions=10, deals=2, test_seed=0, options={"players": 2, "max_rounds": 2}
    )
    monkeypatch.setitem(benchmark.TASKS, task.name, task)
    args = ("benchmark", task.name, *(f"{bad}:{name}" for name in ("First", "Raises", "Cheats")))
    args += ("--method", "Mine", "--decisions", "10", "--folder", str(tmp_path / "run"), "--json")
    assert "KeyError" in call(*args, code=2).stderr
    lost = call(*args, "--failures", "lost")
    wins = {seed["agent"]: (seed["wins"], seed["games"]) for seed in json.loads(lost.stdout)["seeds"]}
    assert wins[args[3]] == wins[args[4]] == (0, 4) and lost.stderr.count("KeyError") == 4
    assert "allowed are stop, lost" in call(*args, "--failures", "left-out", code=2).stderr


def test_a_failure_in_a_shown_game_is_named(bad: str) -> None:
    told = call("play", f"{bad}:Raises", "random", "--max-rounds", "2", code=2).stderr
    assert "'Raises' at seat 0: KeyError: 'lost my way'" in told and "Traceback" not in told
    told = call("play", f"{bad}:Dozes", "--players", "2", "--time-limit", "0.2", code=2).stderr
    assert "'Dozes' at seat" in told and "took longer than 0.2 s" in told
    told = call("play", f"{bad}:Unready", "human", "--players", "2", "--mats", "industrial,-", code=2).stderr  # begins
    assert "Unready' at seat 0: RuntimeError: no engine" in told and "Traceback" not in told


def test_a_failure_ends_a_training_in_one_line(bad: str, tmp_path: Path) -> None:
    pytest.importorskip("sb3_contrib")
    run = ("train", str(tmp_path / "run"), "--players", "2", "--max-rounds", "2", "--games", "4", "--batch", "16")
    for method in (("--steps", "4"), ("--method", "clone")):
        told = call(*run, *method, "--opponent", f"{bad}:Raises", "--hidden", "8", "--decisions", "64", code=2).stderr
        assert "agent 'Raises' at seat" in told and "KeyError: 'lost my way'" in told and "Traceback" not in told
        shutil.rmtree(tmp_path / "run")


def test_who_fails_is_behind_all_others() -> None:
    assert ranked_last([1, 2, 3, 4], 0) == [4, 1, 2, 3]
    assert ranked_last([1, 1, 3], 1) == [1, 3, 3]
    assert ranked_last([2, 1], 0) == [2, 1] and ranked_last([1], 0) == [2]


@pytest.mark.parametrize("option", [("--failures", "ignore"), ("--time-limit", "0")])
def test_impossible_conduct_is_refused(option: tuple[str, str]) -> None:
    told = call("evaluate", "random", *SHORT, *option, code=2).stderr
    assert told.startswith("error:") and ("allowed are stop, lost, left-out" in told or "above 0" in told)


@pytest.mark.parametrize("kind", ["MaskablePPO", "PPO", "A2C"])
def test_a_model_plays_if_it_is_trusted(kind: str, tmp_path: Path) -> None:
    contrib, sb3 = pytest.importorskip("sb3_contrib"), pytest.importorskip("stable_baselines3")
    file = str(tmp_path / "model.zip")
    env = scythe_v0.single_agent_env(players=2, max_rounds=2, masked_observations=kind == "PPO")
    policy = "MultiInputPolicy" if kind == "PPO" else "MlpPolicy"
    getattr(contrib if kind == "MaskablePPO" else sb3, kind)(policy, env, policy_kwargs={"net_arch": [8]}).save(file)
    for command in ("evaluate", "play"):
        told = call(command, file, "random", *(SHORT if command == "evaluate" else SHORT[:4]), code=2).stderr
        assert "pickles" in told and "--trust" in told and told.count("\n") == 1
    told = call("evaluate", file, "random", *SHORT, "--trust").stdout
    assert file in told and "4 games" in told
    call("play", file, "random", *SHORT[:4], "--trust", "--replay", str(tmp_path / "game.jsonl"))
    assert "trained with" in call("evaluate", file, "random", "--players", "3", "--trust", code=2).stderr
    with pytest.raises(ValueError, match="unknown setting 'trusted'"):
        parse_agent(f"{file}:trusted=true", Scythe(ScytheConfig(players=2)))
    with pytest.raises(ValueError, match="--trust"):
        parse_agent(f"sb3:file={file}", Scythe(ScytheConfig(players=2)))
    if kind == "MaskablePPO":
        pytest.importorskip("choix")
        run, game = ("train", str(tmp_path / "run")), ("--players", "2", "--max-rounds", "2")
        small = ("--games", "4", "--batch", "16", "--hidden", "8", "--decisions", "16", *game)
        ppo = ("--opponent", file, "--steps", "4", "--evaluate-every", "0")
        for method in (ppo, ("--method", "clone", "--agent", file)):
            assert "--trust" in call(*run, *method, *small, code=2).stderr
            call(*run, *method, *small, "--trust")
            assert "--trust" in call(*run, "--resume", code=2).stderr
            call(*run, "--resume", "--trust")
            shutil.rmtree(tmp_path / "run")
        assert "does nothing for evolve" in call("train", "r", "--method", "evolve", "--trust", code=2).stderr
        study = ("study", str(tmp_path / "study"), file, *SHORT[:4], "--games", "2")
        assert "--trust" in call(*study, code=2).stderr
        call(*study, "--trust")
        call("ladder", str(tmp_path / "ladder"), "random", file, *SHORT, "--trust")
        assert "--trust" in call("ladder", str(tmp_path / "ladder"), "--deals", "3", code=2).stderr


def test_what_is_no_model_is_refused(tmp_path: Path) -> None:
    pytest.importorskip("sb3_contrib")
    (tmp_path / "text.zip").write_text("text")
    with zipfile.ZipFile(tmp_path / "other.zip", "w") as archive:
        archive.writestr("data", json.dumps({"policy_class": {"__module__": "stable_baselines3.dqn.policies"}}))
    for name, reason in (("none", "No such file"), ("text", "not a model"), ("other", "dqn.policies")):
        told = call("evaluate", str(tmp_path / f"{name}.zip"), *SHORT, "--trust", code=2).stderr
        assert reason in told and told.count("\n") == 1


MADE_UP = {
    "game": "scythe",
    "players": 2,
    "ratings": [{"agent": "random", "rating": 12.04, "low": 2.0, "high": 32.0, "games": 8}],
    "milliseconds": {"random": 3.5},
}


def test_agents_lists_what_is_installed_with_the_ratings_of_ladders(tmp_path: Path) -> None:
    listed = {(one["game"], one["name"]): one for one in json.loads(call("agents", "--json").stdout)}
    assert ("scythe", "heuristic") in listed and ("imperial-settlers", "heuristic") in listed
    assert listed["scythe", "heuristic"]["package"].startswith("scythe-env ")
    ladder = tmp_path / "two.json"
    ladder.write_text(json.dumps(MADE_UP))
    shown = call("agents", "--game", "scythe", "--ladder", str(ladder)).stdout
    row = next(line for line in shown.splitlines() if "  random  " in line)
    assert "3.5" in row and "12 ±15" in row and "2 players" in shown and "Ratings are" in shown
    ladder.write_text("{}")
    assert "not a ladder" in call("agents", "--ladder", str(ladder), code=2).stderr


def test_without_a_ladder_agents_have_the_ratings_that_come_with_the_package(monkeypatch: pytest.MonkeyPatch) -> None:
    shipped = agents.shipped_ratings()
    monkeypatch.setattr(agents, "shipped_ratings", lambda: [*shipped, agents.ratings_of({**MADE_UP, "players": 7})])
    listed = {one["name"]: one for one in json.loads(call("agents", "--game", "scythe", "--json").stdout)}
    own = {f"{one['players']} players": one["ratings"] for one in shipped if one["game"] == "scythe"}
    for name, one in listed.items():
        known = {about: ratings[name] for about, ratings in own.items() if name in ratings}
        made_up = {"7 players": {"rating": 12.0, "low": 2.0, "high": 32.0}} if name == "random" else {}
        assert one["ratings"] == known | made_up
