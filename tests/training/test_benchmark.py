"""The benchmark: tasks stay what they are, methods enter them, and results are checked."""

from __future__ import annotations

import hashlib
import json
from dataclasses import replace
from pathlib import Path

import pytest
from scythe_training import benchmark
from scythe_training.benchmark import ENTRY_FILE, RESULT_FILE, TASKS, Benchmark, Entry, SeedResult, Task, read_result
from scythe_training.benchmark import Result as Found
from scythe_training.cli import app
from scythe_training.evaluation import evaluate, outcomes, wilson
from scythe_training.origin import Origin
from scythe_training.signals import Interrupted
from typer.testing import CliRunner, Result

from scythe_env.core.registry import parse_agent

TINY = Task(
    name="tiny-v1",
    opponent="heuristic",
    decisions=1000,
    deals=2,
    test_seed=2**41,
    options={"players": 3, "max_rounds": 3},
)
AGENTS = ("random", "tuned", "quick")
SMALL = ("--games", "16", "--steps", "16", "--batch", "64", "--hidden", "8", "--threads", "1", "--evaluate-every", "0")


@pytest.fixture(autouse=True)
def tiny(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(TASKS, TINY.name, TINY)


def call(*args: str, code: int = 0) -> Result:
    result = CliRunner().invoke(app, args, env={"COLUMNS": "200"})
    assert result.exit_code == code, result.output
    return result


def enter(folder: Path, *more: str, code: int = 0) -> Result:
    """Enter agents that have learned elsewhere."""
    return call("benchmark", TINY.name, *AGENTS, "--folder", str(folder), *more, code=code)


MINE = ("--method", "Mine", "--decisions", "900")


@pytest.mark.parametrize(
    ("name", "digest"),
    [
        ("two-heuristic-v1", "06b703e6c5acd2c4"),
        ("two-tuned-v1", "823f42ec5cf2a55b"),
        ("four-heuristic-v1", "c07c23378dfd1cbc"),
    ],
)
def test_tasks_are_what_they_were(name: str, digest: str) -> None:
    """If this fails, rules, deals or opponents have changed: a task with results needs a new version, so a new name."""
    task = TASKS[name]
    game = task.make_game()
    agents = {text: parse_agent(text, game) for text in ("random", task.opponent)}
    found = repr([one[:5] for one in outcomes(game, agents, deals=2, seed=task.test_seed)])
    assert hashlib.sha256(found.encode()).hexdigest()[:16] == digest


def test_agents_from_elsewhere_play_the_deals_of_the_test(tmp_path: Path) -> None:
    shown = enter(tmp_path / "run", *MINE).stdout
    assert "tiny-v1: Mine" in shown and "mean" in shown
    result = read_result(tmp_path / "run" / RESULT_FILE)
    assert [one.agent for one in result.seeds] == list(AGENTS) and [one.seed for one in result.seeds] == [1, 2, 3]
    game = TINY.make_game()
    for one in result.seeds:
        agents = {"one": parse_agent(one.agent, game), "other": parse_agent("heuristic", game)}
        tally = evaluate(game, agents, deals=2, seed=2**41).total["one"]
        assert (one.games, one.wins, one.score) == (6, tally.wins, tally.score / 6)
        assert one.rate == wilson(one.wins, 6) and one.decisions == 900
    rates = [one.wins / 6 for one in result.seeds]
    assert result.rate.rate == pytest.approx(sum(rates) / 3) and result.worst.rate.rate == min(rates)
    assert result.settings is None and result.origin.version == "0.1.0"


def test_a_result_keeps_where_it_comes_from(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    enter(tmp_path / "run", *MINE)
    before = (tmp_path / "run" / RESULT_FILE).read_bytes()
    later = replace(Origin.here(), date="2030-01-01")
    monkeypatch.setattr(Origin, "here", lambda: later)
    enter(tmp_path / "run", *MINE)
    assert (tmp_path / "run" / RESULT_FILE).read_bytes() == before
    (tmp_path / "run" / "seed-1.json").unlink()
    (tmp_path / "run" / RESULT_FILE).write_bytes(before.replace(b'"seed": 1', b'"seed": 9'))
    enter(tmp_path / "run", *MINE)  # tested anew
    assert read_result(tmp_path / "run" / RESULT_FILE).origin == later


def test_a_benchmark_that_was_stopped_goes_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    test = Benchmark.test

    def stop(self: Benchmark, seed: int, *more: object) -> None:
        if seed == 2:
            raise Interrupted(15)
        test(self, seed)

    monkeypatch.setattr(Benchmark, "test", stop)
    told = enter(tmp_path / "run", *MINE, code=128 + 15).stderr
    assert "stopped by SIGTERM" in told and "the same command goes on" in told
    monkeypatch.setattr(Benchmark, "test", test)
    kept = tmp_path / "run" / "seed-1.json"
    kept.write_text(json.dumps(json.loads(kept.read_text()) | {"score": 12345.0}))
    enter(tmp_path / "run", *MINE)
    result = read_result(tmp_path / "run" / RESULT_FILE)
    assert result.seeds[0].score == 12345 > result.seeds[1].score  # the first was not tested again


def test_ppo_learns_once_for_each_training_seed_within_the_budget(tmp_path: Path) -> None:
    pytest.importorskip("sb3_contrib")
    from scythe_training.policy import StoredPolicy
    from scythe_training.training import TrainingRun, last_checkpoint

    settings = {"games": 16, "steps": 16, "batch": 64, "hidden": (8,), "threads": 1, "evaluate_every": 0}
    folder = tmp_path / "run"
    begun = Benchmark(Entry.trained(TINY, "ppo", 3, folder, **settings), folder)
    assert begun.entry.decisions == 768 and begun.entry.settings is not None
    TrainingRun.start(begun.entry.settings, folder / "seed-1").learn(minutes=0)  # it was stopped here
    assert int(last_checkpoint(folder / "seed-1").name) < 768
    call("benchmark", TINY.name, "--folder", str(folder), *SMALL)
    result = read_result(folder / RESULT_FILE)
    assert result.method == "ppo" and result.settings is not None and result.settings["opponents"] == ["heuristic"]
    policies = [StoredPolicy.load(Path(one.agent)).settings for one in result.seeds]
    assert [one.decisions for one in policies] == [one.decisions for one in result.seeds] == [768] * 3
    assert [one.training.seed for one in policies[1:]] == [2, 3]
    other = call("benchmark", TINY.name, "--folder", str(folder), *SMALL, "--gamma", "0.99", code=2)
    assert "give another --folder" in other.stderr


def test_intervals_over_training_seeds_are_students() -> None:
    stats = pytest.importorskip("scipy.stats")
    quantiles = [stats.t.ppf(0.975, n - 1) for n in range(benchmark.LEAST_SEEDS, benchmark.MOST_SEEDS + 1)]
    assert pytest.approx(quantiles, abs=1e-4) == benchmark._T95
    wins = {1: 2.5, 2: 3.0, 3: 3.5}
    seeds = tuple(SeedResult(seed=k, agent=f"a{k}", decisions=9, games=6, wins=wins[k], score=k) for k in wins)
    origin = Origin.here()
    result = Found(format=benchmark.FORMAT, task="tiny-v1", method="Mine", settings=None, origin=origin, seeds=seeds)
    assert tuple(result.rate) == pytest.approx((0.5, *stats.t.interval(0.95, 2, 0.5, 1 / 12 / 3**0.5)), abs=1e-4)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda text: text.replace("tiny-v1", "tiny-v2"), "task 'tiny-v2' is unknown; allowed are two-heuristic-v1,"),
        (lambda text: text.replace("benchmark-1", "benchmark-9"), "format 'scythe-benchmark-9' is unknown"),
        (lambda text: text.replace('"quick"', '"tuned"'), "2 different agents of 3: a method learns from 3 to 10"),
        (lambda text: text.replace('"seed": 3', '"seed": 2'), "each training seed may be there once"),
        (lambda text: text.replace('"games": 6', '"games": 7', 1), "tiny-v1 has 6 games"),
        (lambda text: text.replace('"wins": ', '"wins": 9', 1), "wins from 0 to their number"),
        (lambda text: text.replace('"wins": ', '"wins": -', 1), "wins from 0 to their number"),
        (lambda text: text.replace('"decisions": 900', '"decisions": 1001', 1), "the budget of tiny-v1 is 1000"),
        (lambda text: text.replace('"method": "Mine"', '"method": "a|b"'), "method 'a|b'"),
        (lambda text: text.replace('"date": "2', '"date": "x'), "origin"),
        (lambda text: text.replace('"score"', '"points"', 1), "score"),
        (lambda text: json.dumps({**json.loads(text), "seeds": json.loads(text)["seeds"][:2]}), "2 different agents"),
        (lambda text: text[:50], "result.json"),
    ],
)
def test_results_that_cannot_be_are_refused(tmp_path: Path, change, message: str) -> None:
    seeds = [
        {"seed": k, "agent": agent, "decisions": 900, "games": 6, "wins": 0.5, "score": 3.5}
        for k, agent in enumerate(AGENTS, 1)
    ]
    origin = {"date": "2026-11-29", "version": "0.1.0", "commit": None, "processor": "any", "cores": 2}
    document = {"format": benchmark.FORMAT, "task": "tiny-v1", "method": "Mine", "settings": None}
    text = json.dumps(document | {"origin": origin, "seeds": seeds})
    file = tmp_path / RESULT_FILE
    file.write_text(text)
    assert read_result(file).score == 3.5
    file.write_text(change(text))
    with pytest.raises(ValueError, match=r"result\.json") as refused:
        read_result(file)
    assert message in str(refused.value)


@pytest.mark.parametrize(
    ("args", "message"),
    [
        (("chess-v1",), "task 'chess-v1' is unknown; allowed are two-heuristic-v1, two-tuned-v1, four-heuristic-v1"),
        (("tiny-v1", *AGENTS), "agents are given with --method and --decisions"),
        (("tiny-v1", *AGENTS, *MINE, "--hidden", "8"), "with no setting of a training"),
        (("tiny-v1", *AGENTS[:2], *MINE), "2 different agents of 2"),
        (("tiny-v1", "random", "tuned", "nobody", *MINE), "unknown agent 'nobody'"),
        (("tiny-v1", *AGENTS, "--method", "Mine", "--decisions", "1001"), "the budget of tiny-v1 is 1000"),
        (("tiny-v1", "--decisions", "1001"), "the budget of tiny-v1 is 1000"),
        (("tiny-v1", *SMALL, "--decisions", "255"), "255 decisions are fewer than the 256 of an update"),
        (("tiny-v1", *SMALL, "--opponent", "nobody"), "unknown agent 'nobody'"),
        (("tiny-v1", "--players", "2"), "No such option"),
        (("tiny-v1", "--seeds", "2"), "--seeds"),
    ],
)
def test_bad_entries_end_with_a_short_message(tmp_path: Path, args: tuple[str, ...], message: str) -> None:
    shown = call("benchmark", *args, "--folder", str(tmp_path / "run"), code=2)
    assert message in " ".join(shown.stderr.replace("│", " ").split()) and "Traceback" not in shown.output
    assert not (tmp_path / "run" / ENTRY_FILE).exists()


def test_help_names_every_task() -> None:
    shown = call("benchmark", "--help").stdout
    assert all(name in shown for name in TASKS if name != TINY.name)
