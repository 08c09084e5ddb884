"""The command: what it prints, what it writes, and how it refuses bad input."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import numpy as np
import pytest
from scythe_training.bench import Figure
from scythe_training.cli import app
from scythe_training.settings import TrainingSettings, rows
from typer.testing import CliRunner, Result

from scythe_env.core.compiling import cache_folder
from scythe_env.scythe.actions import NUM_ACTIONS
from tests.scythe.playing import observation_size

COMMANDS = (
    "demo",
    "benchmark",
    "ladder",
    "play",
    "replay",
    "render",
    "evaluate",
    "study",
    "bench",
    "info",
    "rules",
    "train",
    "dataset",
    "compile",
)

with_sb3 = pytest.mark.skipif(find_spec("sb3_contrib") is None, reason="the extra 'train' is not installed")


def call(*args: str, code: int = 0) -> Result:
    result = CliRunner().invoke(app, args, env={"COLUMNS": "200"})
    assert result.exit_code == code, result.output
    return result


def test_help_names_every_command_and_shows_examples() -> None:
    shown = call("--help").stdout
    assert all(command in shown for command in COMMANDS)
    for command in COMMANDS:
        assert f"scythe {command}" in call(command, "--help").stdout


@pytest.mark.parametrize("command", ["train", "ladder", "study", "dataset"])
def test_an_agent_in_place_of_the_folder_is_told(command: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert "heuristic is an agent; what is to be written comes first" in call(command, "heuristic", code=2).output
    assert not [*tmp_path.iterdir()]


def test_rules_shows_a_statement_and_its_tests() -> None:
    shown = call("rules", "131").stdout
    assert shown.startswith("R131 ") and "tests/scythe/rules/test_combat.py::" in shown
    assert "without consequence" in call("rules", "R199").stdout
    assert "R999" in call("rules", "R999", code=2).stderr


def test_help_and_baseline_commands_do_without_torch() -> None:
    code = (
        "import sys; sys.modules.update(dict.fromkeys(['torch', 'stable_baselines3', 'sb3_contrib', 'safetensors']));"
        "from scythe_training.cli import app; app(sys.argv[1:])"
    )
    for args, missing in (
        (["evaluate", "random", "--deals", "1", "--max-rounds", "1"], None),
        (["evaluate", "."], "safetensors"),
        (["train", "run"], "torch"),
    ):
        done = subprocess.run([sys.executable, "-c", code, *args], capture_output=True, text=True)
        assert done.returncode == (2 if missing else 0), done.stderr
        assert "Traceback" not in done.stderr
        if missing:
            assert f"package {missing}" in done.stderr and "scythe-env[train]" in done.stderr


def test_help_is_light() -> None:
    code = "import sys, scythe_training.cli; print([m for m in ('numpy', 'gymnasium', 'torch') if m in sys.modules])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def test_info() -> None:
    shown = call("info", "--players", "3").stdout
    assert f"({observation_size(3)},)" in shown and f"Discrete({NUM_ACTIONS})" in shown
    assert "seat_0.popularity" in shown and "section" in shown
    listed = call("info", "--actions").stdout
    assert "factory card 18" in listed and "worker A1" in listed and "riverwalk" in listed
    document = json.loads(call("info", "--players", "3", "--json").stdout)
    assert document["observation"][-1]["stop"] == document["observation_size"] == observation_size(3)
    assert len(document["actions"]) == NUM_ACTIONS


def test_play_and_replay(tmp_path: Path) -> None:
    log, record = tmp_path / "game.txt", tmp_path / "game.jsonl"
    args = ("play", "random", "--players", "3", "--seed", "4", "--max-rounds", "2")
    shown = call(*args).stdout
    assert "Round 2" in shown and shown.count("random as ") == 3
    assert call(*args).stdout == shown
    written = call(*args, "--log", str(log), "--replay", str(record)).stdout
    assert "Round 2" not in written and log.read_text().strip() in shown
    assert call("replay", str(record)).stdout.strip() == log.read_text().strip()
    assert call("replay", str(record), "--decisions", "0").stdout.strip() in shown
    record.write_text(record.read_text().replace("section ", "sektion ", 1))
    assert "line 2" in call("replay", str(record), code=2).stderr
    assert "No such file" in call("replay", str(tmp_path / "none"), code=2).stderr


def test_render(tmp_path: Path) -> None:
    image = pytest.importorskip("PIL.Image")
    file = tmp_path / "board.png"
    call("render", str(file), "random", "--players", "2", "--rounds", "2", "--seed", "1")
    assert np.asarray(image.open(file)).std() > 10
    call("render", str(tmp_path / "board.svg"), "random", "--players", "2", "--rounds", "2", "--seed", "1")
    assert (tmp_path / "board.svg").read_text().startswith("<svg ")
    assert "error" in call("render", str(tmp_path / "board.nothing"), "random", "--rounds", "1", code=2).stderr


def test_evaluate() -> None:
    args = ("evaluate", "heuristic", "random", "--deals", "3", "--max-rounds", "5")
    shown = call(*args).stdout
    assert "heuristic" in shown and "95 % interval" in shown and "6 games of 2 players" in shown
    document = json.loads(call(*args, "--json").stdout)
    low, high = document["agents"]["heuristic"]["win_rate_95"]
    assert low <= document["agents"]["heuristic"]["win_rate"] <= high
    assert document["games"] == 6 and document["max_rounds"] == 5


@pytest.mark.slow
def test_bench(monkeypatch: pytest.MonkeyPatch) -> None:
    for name, less in (("_TRAINED", 8192), ("_GAMES", 8), ("_MANY", 64), ("_COUNTED", 2), ("_TURNS", 3)):
        monkeypatch.setattr(f"scythe_training.bench.{name}", less)
    document = json.loads(call("bench", "--seconds", "0.01", "--no-compiling", "--json").stdout)
    figures = {figure["key"]: figure["value"] for figure in document["figures"]}
    parts = {"ns_mask", "ns_draw", "ns_play", "ns_observation"}  # differences, which may be anything in so short a time
    of_sb3 = {"vec_env", "training", "training_environment"} if find_spec("sb3_contrib") else set()
    rest = {"state", "memory", "random", "random_observed", "batch_16", "batch_16384", "batch_observed", "rollouts",
            "rollouts_2", "rollouts_heuristic", "pettingzoo_raw", "pettingzoo", "single_agent", "interpreted", "import",
            "start", "script", "net", "search_quick", "search_expert", "turn_quick", "turn_expert"}  # fmt: skip
    assert set(figures) == parts | of_sb3 | rest
    assert all(figures[name] > 0 for name in of_sb3 | rest) and figures["state"] <= 4096
    assert figures["turn_quick"] < figures["turn_expert"]
    assert document["ratios"] and "numba" in document["machine"]["versions"]


def test_bench_of_automas_alone() -> None:
    shown = call("bench", "--players", "0", "--automas", "2", "--seconds", "0.01", "--json").stdout
    [figure] = json.loads(shown)["figures"]
    assert figure["key"] == "scripted_turn" and figure["unit"] == "us" and figure["value"] > 0


def test_bench_as_text(monkeypatch: pytest.MonkeyPatch) -> None:
    figures = [
        Figure("random", "random games", 300_000.4, "decisions/s"),
        Figure("interpreted", "slow", 6000, "decisions/s"),
    ]
    monkeypatch.setattr("scythe_training.bench.measure", lambda game, seconds, compiling, threads: figures)
    shown = call("bench").stdout
    assert "300,000 decisions/s" in shown and "numba" in shown
    assert "compiled play is faster than interpreted by 50.0" in shown


def test_train_and_resume(tmp_path: Path) -> None:
    pytest.importorskip("sb3_contrib")
    folder = str(tmp_path / "run")
    call(
        "train",
        folder,
        "--max-rounds",
        "2",
        "--decisions",
        "4096",
        "--hidden",
        "8",
        "--evaluate-every",
        "0",
        "--threads",
        "1",
    )
    assert "16,384 decisions learned" in call("train", folder, "--resume", "--decisions", "16384").stdout
    shown = call("evaluate", f"{folder}/policy", "random", "--max-rounds", "2", "--deals", "2").stdout
    assert "policy" in shown
    assert (
        "--resume takes players, reward from the run"
        in call("train", folder, "--resume", "--players", "2", "--reward", "win", code=2).stderr
    )
    assert "not an empty folder" in call("train", folder, code=2).stderr
    assert "for 2 players, not for 3" in call("evaluate", f"{folder}/policy", "random", "--players", "3", code=2).stderr


def test_demo(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("sb3_contrib")
    monkeypatch.setattr("scythe_training.demo.DEALS", 1)
    shown = call("demo", "--minutes", "0.05", "--folder", str(tmp_path / "demo")).stdout
    for part in (
        "Round 1, ",
        "the game ends",
        "training, at most 0.05 min",
        "games of 2 players",
        "ppo-macro",
        "trained",
        "random",
    ):
        assert part.lower() in shown.lower()
    assert (tmp_path / "demo" / "policy" / "policy.safetensors").exists()


@pytest.mark.parametrize(
    ("args", "message"),
    [
        (
            ("evaluate", "genius"),
            "(expert, heuristic, mcts, policy, ppo, ppo-macro, quick, random, sb3, tuned)",
        ),
        (("play", "random", "random", "random"), "3 agents for 2 seats"),
        (("play", "--players", "8"), "players must be an integer from 0 to 7, not 8"),
        (("play", "--max-rounds", "99999"), "max_rounds must be an integer from 1"),
        (("play", "--log", "/nowhere/log"), "/nowhere/log"),
        (("play", "--seed", "-1"), "seed"),
        (("info", "--players", "0"), "players and automas must be 1 to 7 together, not 0 and 0"),
        pytest.param(("train", "run", "--players", "9"), "players must be an integer from 0 to 7", marks=with_sb3),
        pytest.param(("train", "run", "--hidden", "wide"), "hidden must be an integer from 1 to 4096", marks=with_sb3),
        pytest.param(("train", "run", "--reward", "fame"), "allowed are win, rank, score, margin", marks=with_sb3),
        pytest.param(("train", "nowhere", "--resume"), "no checkpoint", marks=with_sb3),
    ],
)
def test_bad_input_ends_with_a_short_message(args: tuple[str, ...], message: str) -> None:
    result = call(*args, code=2)
    assert message in result.stderr
    assert "Traceback" not in result.output


def test_names_with_square_brackets_are_shown_as_they_are(tmp_path: Path) -> None:
    file = tmp_path / "x[" / "]y.py"  # closes what was not opened, as markup
    file.parent.mkdir()
    file.write_text("from scythe_env.core.agent import RandomAgent\n\nclass Bold(RandomAgent):\n    pass\n")
    name = f"{file}:Bold"
    shown = call("evaluate", name, "random", "--players", "2", "--deals", "1", "--max-rounds", "2").stdout
    assert "x[/]y.py:Bold" in shown.replace("\n", "")
    assert "error: unknown agent 'a[/b]'" in call("play", "a[/b]", code=2).stderr


def test_files_that_cannot_be_written_are_named(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    study = ("study", str(tmp_path / "file"), "random", "-p", "2", "--games", "2", "--max-rounds", "1")
    for arguments in (
        ("play", "random", "--max-rounds", "1", "--log", str(tmp_path / "file" / "log.txt")),
        ("play", "random", "--max-rounds", "1", "--replay", str(tmp_path / "none" / "game.jsonl")),
        ("render", str(tmp_path / "none" / "board.png"), "--rounds", "1"),
        *([study] if find_spec("matplotlib") else []),
    ):
        shown = call(*arguments, code=2).stderr
        assert shown.splitlines()[-1].startswith("error: ") and str(tmp_path) in shown and "Traceback" not in shown


def test_compile_fills_the_cache() -> None:
    shown = call("compile").stdout
    assert f"compiled rules are in {cache_folder()}" in shown.replace("\n", "")
    assert "They were already compiled." in call("compile").stdout
    assert "unknown game 'chess'" in call("compile", "--game", "chess", code=2).stderr


@pytest.mark.slow
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
@pytest.mark.parametrize("command", ["evaluate", "study"])
def test_a_signal_keeps_the_games_that_were_played(tmp_path: Path, command: str, number: signal.Signals) -> None:
    pytest.importorskip("matplotlib")
    args = ["evaluate", "random", "heuristic", "--deals", "1000000", "--json"]
    if command == "study":
        args = ["study", str(tmp_path), "random", "--players", "2", "--max-rounds", "3", "--games", "100000"]
    code = f"""
import os, scythe_training.evaluation as e, scythe_training.study as s
from scythe_training.cli import app
play, done = e.play, []
def once(*args):
    play(*args)
    done.append(1)
    if len(done) == 3:
        os.kill(os.getpid(), {int(number)})
e.play = s.play = once
app({args})
"""
    ended = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=100)
    assert ended.returncode == 128 + number
    assert "Traceback" not in ended.stderr
    if command == "study":
        assert f"stopped by {number.name}: 99,997 of 100,000 games are left" in ended.stderr
        assert len(list(tmp_path.iterdir())) == 12
    else:
        assert f"stopped by {number.name}: 3 of" in ended.stderr
        assert json.loads(ended.stdout)["games"] == 3


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_the_cursor_comes_back(number: signal.Signals) -> None:
    code = f"""
import os
from rich.console import Console
from scythe_training import cli
def compile_all(advance):
    advance(1, 2, "a")
    os.kill(os.getpid(), {int(number)})
cli._console = lambda: Console(force_terminal=True)
import scythe_env.core.compiling as c
c.compile_all = compile_all
cli.app(["compile"])
"""
    ended = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=100)
    assert ended.returncode == 128 + number and "Traceback" not in ended.stderr
    assert ended.stdout.rfind("\x1b[?25h") > ended.stdout.rfind("\x1b[?25l") > -1


@pytest.mark.skipif(not Path("/dev/full").is_char_device(), reason="there is no /dev/full")
def test_a_full_disk_is_told_in_one_line(tmp_path: Path) -> None:
    played = ("play", "random", "--players", "2", "--max-rounds", "1")
    (tmp_path / "board.png").symlink_to("/dev/full")
    for file, arguments in (
        ("/dev/full", (*played, "--log", "/dev/full")),
        ("/dev/full", (*played, "--replay", "/dev/full")),
        (f"{tmp_path}/board.png", ("render", f"{tmp_path}/board.png", "random", "--rounds", "1")),
    ):
        assert call(*arguments, code=2).stderr == f"error: {file}: No space left on device\n"
    assert Path("/dev/full").is_char_device()
    code = "from scythe_training.cli import app; app(['info'])"
    for buffered in ("", "1"):
        environment = os.environ | {"PYTHONUNBUFFERED": buffered}
        with Path("/dev/full").open("w") as full:
            ended = subprocess.run(
                [sys.executable, "-c", code], stdout=full, stderr=subprocess.PIPE, text=True, env=environment
            )
        assert ended.returncode == 2 and ended.stderr == "error: standard output: No space left on device\n"


def test_a_picture_after_some_rounds_is_of_a_game_under_way(tmp_path: Path) -> None:
    file = tmp_path / "board.txt"
    for rounds, ended in ((3, False), (4, True)):
        call("render", str(file), "random", "--rounds", str(rounds), "--max-rounds", "4")
        assert ("game over" in file.read_text()) == ended


@pytest.mark.parametrize(
    ("args", "message"),
    [
        (("evaluate", "random", "--deals", "1000000000"), "at most 10000000 are played"),
        (("study", "x", "--games", "1000000000"), "--games"),
        pytest.param(
            ("study", "x", "-p", "3", "--factions", "nordic,-"),
            "factions has 2 entries, but there are 3 players",
            marks=with_sb3,
        ),
        (("bench", "--seconds", "inf"), "--seconds"),
        (("bench", "--gpu", "--players", "2"), "--gpu measures games with options of its own: leave out players"),
        (("ladder", "x", "--seed", "4294967296"), "--seed"),
        pytest.param(("train", "x", "--games", "1000000000"), "games must be an integer from 1 to", marks=with_sb3),
        pytest.param(("train", "x", "--games", "100"), "batch 1024 must divide games x steps", marks=with_sb3),
        pytest.param(("evaluate", "empty/", "random"), "empty/settings.json: No such file", marks=with_sb3),
        (("evaluate", "file", "random"), "unknown agent 'file'"),
    ],
)
def test_numbers_and_paths_that_cannot_be(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, args: tuple[str, ...], message: str
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "empty").mkdir()
    (tmp_path / "file").touch()
    result = call(*args, code=2)
    assert message in result.stderr and "Traceback" not in result.output


@with_sb3
def test_every_setting_of_a_training_is_an_option() -> None:
    shown = call("train", "--help").stdout
    for row in rows(TrainingSettings):
        assert f"--{'opponent' if row.name == 'opponents' else row.name.replace('_', '-')} " in shown
