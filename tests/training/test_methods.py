"""Evolution of scripts and training of value nets."""

from __future__ import annotations

import json
import signal
from pathlib import Path

import numpy as np
import pytest

pytest.importorskip("cmaes")
pytest.importorskip("torch")

from safetensors.numpy import load, save
from scythe_agents.plans import PLANS
from scythe_training.cli import app
from scythe_training.evolution import HISTORY_FILE, WEIGHTS_FILE, Evolution
from scythe_training.files import alone
from scythe_training.settings import METHODS, EvolutionSettings, ValueSettings, rows
from scythe_training.signals import Interrupted
from scythe_training.value import NET_FILE, NETS_FOLDER, PIECES_FOLDER, ValueRun, td_targets
from typer.testing import CliRunner, Result

from scythe_env.core.net import read_net
from scythe_env.core.registry import parse_agent
from scythe_env.scythe.config import ScytheConfig
from scythe_env.scythe.game import Scythe

TWO = Scythe(ScytheConfig(players=2))
SMALL = {"generations": 3, "population": 4, "deals": 4, "config": TWO.config}
FEW = {"games": 1024, "tables": (2,), "positions": 0.5, "epochs": 1, "play": ("heuristic",), "hidden": (8, 4)}


def call(*args: str, code: int = 0) -> Result:
    result = CliRunner().invoke(app, args, env={"COLUMNS": "300"})
    assert result.exit_code == code, result.output
    return result


# -- evolution ---------------------------------------------------------------------------------------------------------


def test_an_evolution_that_was_stopped_ends_as_one_that_was_not(tmp_path: Path) -> None:
    whole = Evolution.start(EvolutionSettings(**SMALL), tmp_path / "whole")
    whole.run()
    first = Evolution.start(EvolutionSettings(**SMALL), tmp_path / "parts")
    first.run(minutes=0)
    assert first.generation == 1
    second = Evolution.resume(tmp_path / "parts")
    assert second.generation == 1 and np.array_equal(second.weights, first.weights)
    assert np.array_equal(second.run(), whole.weights)
    assert (tmp_path / "parts" / WEIGHTS_FILE).read_bytes() == (tmp_path / "whole" / WEIGHTS_FILE).read_bytes()
    agent = parse_agent(f"heuristic:weights={tmp_path / 'whole' / WEIGHTS_FILE}", TWO)
    assert np.array_equal(agent.weights, whole.weights)


def test_deals_are_none_of_evaluations(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    evolution, played = Evolution.start(EvolutionSettings(**SMALL), tmp_path / "run"), set[int]()
    monkeypatch.setattr(
        "scythe_training.evolution.rollout",
        lambda game, line_up, seeds, **how: played.update(seeds.tolist()) or np.zeros((len(seeds), 7, 9), np.int32),
    )
    monkeypatch.setattr(evolution.script, "outcome", lambda *scores: 0.0, raising=False)
    evolution.run()
    of_others = {
        int(np.random.SeedSequence((evolution.settings.seed, deal)).generate_state(1, np.uint64)[0])
        for deal in range(100)
    }
    assert len(played) == evolution.generation * evolution.settings.deals and not played & of_others


def test_results_prefer_what_wins(tmp_path: Path) -> None:
    evolution = Evolution.start(EvolutionSettings(**SMALL | {"deals": 60}), tmp_path / "run")
    own = evolution.script.weights.copy()
    absurd = evolution.script.bounded(-own)
    assert evolution.result(own) == 0  # against itself in the same deals, from both seats
    assert evolution.result(absurd) < -0.5


def test_scatter_begins_elsewhere(tmp_path: Path) -> None:
    near, far = (Evolution.start(EvolutionSettings(**SMALL, scatter=s), tmp_path / str(s)) for s in (0.0, 0.5))
    assert np.array_equal(near.weights, near.script.weights) and not np.array_equal(far.weights, near.weights)


def test_a_damaged_history_is_refused(tmp_path: Path) -> None:
    Evolution.start(EvolutionSettings(**SMALL), tmp_path / "run").run()
    history = tmp_path / "run" / HISTORY_FILE
    data = history.read_bytes()
    history.write_bytes(data[:-4] + b"\0\0\0\0")
    with pytest.raises(ValueError, match="damaged"):
        Evolution.resume(tmp_path / "run")
    changed = load(data)
    changed["candidates"][1, 0, 0] += 1
    evolution = Evolution.start(EvolutionSettings(**SMALL), tmp_path / "other")
    evolution._candidates, evolution._results = list(changed["candidates"]), list(changed["results"])
    evolution.save()
    with pytest.raises(ValueError, match="not the candidates of its settings"):
        Evolution.resume(tmp_path / "other")


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"agent": "random"}, "'random' is not a script with weights"),
        ({"agent": "quick"}, "'quick' is not a script with weights"),
        ({"opponents": ("nobody",)}, "unknown agent 'nobody'"),
    ],
)
def test_only_scripts_are_evolved(tmp_path: Path, settings: dict[str, object], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        Evolution.start(EvolutionSettings(**SMALL | settings), tmp_path / "run")


def test_a_signal_ends_an_evolution_after_its_generation(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    evolution = Evolution.start(EvolutionSettings(**SMALL), tmp_path / "run")
    result = evolution.result

    def stop(weights):
        signal.raise_signal(signal.SIGTERM)
        monkeypatch.setattr(evolution, "result", result)
        return result(weights)

    monkeypatch.setattr(evolution, "result", stop)
    with pytest.raises(Interrupted):
        evolution.run()
    assert Evolution.resume(tmp_path / "run").generation == 1


# -- value nets --------------------------------------------------------------------------------------------------------


def test_a_value_run_that_was_stopped_ends_as_one_that_was_not(tmp_path: Path) -> None:
    net = ValueRun.start(ValueSettings(**FEW), tmp_path / "whole").run()
    assert np.isfinite(net.values).all() and net.hidden == (8, 4)
    ValueRun.start(ValueSettings(**FEW), tmp_path / "parts")
    piece = f"{PIECES_FOLDER}/000000.safetensors"
    (tmp_path / "parts" / piece).write_bytes((tmp_path / "whole" / piece).read_bytes())
    ValueRun.resume(tmp_path / "parts").run()
    assert (tmp_path / "parts" / NET_FILE).read_bytes() == (tmp_path / "whole" / NET_FILE).read_bytes()
    agent = parse_agent(f"expert:net={tmp_path / 'whole' / NET_FILE},candidates=2,samples=1", TWO)
    assert np.array_equal(agent.weights[-net.values.size :], net.values)


def test_further_generations_plan_with_the_last_net_and_learn_from_all_games(tmp_path: Path) -> None:
    settings = FEW | {"generations": 2, "td_lambda": 0.5, "play": ("expert:candidates=2,turns=1",)}
    run = ValueRun.start(ValueSettings(**settings), tmp_path / "run")
    net = run.run()
    first, second = (tmp_path / "run" / NETS_FOLDER / f"00{k}.safetensors" for k in range(2))
    assert first.read_bytes() != second.read_bytes() == (tmp_path / "run" / NET_FILE).read_bytes()
    planner, known = run._tables_of(1)[2].agents[0], read_net(first, PLANS.num_features, PLANS.interface)
    assert np.array_equal(planner.weights[-known.values.size :], known.values)
    piece = tmp_path / "run" / PIECES_FOLDER / "000001.safetensors"
    assert piece.read_bytes() != save(run._play(1, run._tables))  # which the first planner would have played
    second.unlink()
    assert np.array_equal(ValueRun.resume(tmp_path / "run").run().values, net.values)


def test_targets_look_ahead_to_the_end_of_their_game() -> None:
    values, judged = (np.array(one, np.float32) for one in ([1, 1, 1, -1, -1], [0.1, 0.2, 0.4, 0.6, 0.8]))
    last = np.array([False, False, True, False, True])
    assert td_targets(values, judged, last, 1.0).tolist() == values.tolist()
    assert td_targets(values, judged, last, 0.0) == pytest.approx([0.2, 0.4, 1, 0.8, -1])
    assert td_targets(values, judged, last, 0.5) == pytest.approx([0.5 * 0.2 + 0.5 * 0.7, 0.7, 1, -0.1, -1])


def test_a_damaged_piece_is_refused(tmp_path: Path) -> None:
    run = ValueRun.start(ValueSettings(**FEW), tmp_path / "run")
    run.run()
    (tmp_path / "run" / NETS_FOLDER / "000.safetensors").unlink()
    piece = tmp_path / "run" / PIECES_FOLDER / "000001.safetensors"
    found = load(piece.read_bytes())
    for name, change in (
        ("columns", lambda one: one + np.int16(PLANS.num_features)),
        ("counts", lambda one: one + np.int32(1)),
        ("values", lambda one: one * np.float32("nan")),
        ("entries", lambda one: one[:-1].copy()),
        ("last", lambda one: one[:-1].copy()),
    ):
        piece.write_bytes(save(found | {name: change(found[name])}))
        with pytest.raises(ValueError, match="these are not positions"):
            ValueRun.resume(tmp_path / "run").run()
    piece.write_bytes(b"")
    with pytest.raises(ValueError, match="damaged"):
        ValueRun.resume(tmp_path / "run").run()


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"agent": "heuristic"}, "'heuristic' does not plan with a net"),
        ({"play": ("nobody",)}, "unknown agent 'nobody'"),
        ({"play": ("expert:seconds=1",)}, "'expert:seconds=1' is not compiled"),
        ({"tables": (8,)}, "players"),
        ({"config": ScytheConfig(players=2, automas=1)}, "leave scripted seats out"),
    ],
)
def test_agents_that_do_not_fit_are_refused(tmp_path: Path, settings: dict[str, object], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        ValueRun.start(ValueSettings(**FEW | settings), tmp_path / "run")
    assert not (tmp_path / "run").exists()


def test_a_net_needs_positions(tmp_path: Path) -> None:
    run = ValueRun.start(ValueSettings(**FEW | {"positions": 1e-6, "games": 1}), tmp_path / "run")
    with pytest.raises(ValueError, match="no positions were noted"):
        run.run()


def test_two_layers_are_needed() -> None:
    with pytest.raises(ValueError, match="the widths of two layers"):
        ValueSettings(hidden=(64,))


def test_each_generation_needs_games() -> None:
    with pytest.raises(ValueError, match="3 generations need more than 1024, not 1024"):
        ValueSettings(games=1024, generations=3)


# -- the command -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("method", METHODS)
def test_every_setting_of_a_method_is_an_option(method: str) -> None:
    shown = call("train", "--method", method, "--help").stdout
    for row in rows(METHODS[method]):
        assert f"--{'opponent' if row.name == 'opponents' else row.name.replace('_', '-')} " in shown


def test_the_command_trains_and_resumes_by_every_method(tmp_path: Path) -> None:
    script, net = str(tmp_path / "script"), str(tmp_path / "net")
    evolve = ("--generations", "2", "--population", "4", "--deals", "2", "--players", "3")
    assert "2 of 2 generations" in call("train", script, "--method", "evolve", *evolve).stdout
    assert json.loads((tmp_path / "script" / "settings.json").read_text())["config"]["players"] == 3
    value = ("--games", "512", "--tables", "2", "--epochs", "1", "--play", "heuristic", "--positions", "0.5")
    assert "512 games played" in call("train", net, "--method", "value", *value).stdout
    for folder, method in ((script, "evolve"), (net, "value")):
        call("train", folder, "--resume")
        assert "--resume takes players" in call("train", folder, "--resume", "--players", "2", code=2).stderr
        other = call("train", folder, "--resume", "--game", "imperial-settlers", code=2).stderr
        assert "--resume takes game from the run; only --minutes goes with it" in other
        told = call("train", folder, "--resume", "--method", "clone", code=2).stderr
        assert f"the run in {folder} is trained by {method}, not by clone" in told
        with alone(Path(folder), replaced=method == "evolve"):
            assert "another command is at work in it" in call("train", folder, "--resume", code=2).stderr
        assert "is not an empty folder" in call("train", folder, "--method", "evolve", code=2).stderr


def test_an_unknown_method_is_named(tmp_path: Path) -> None:
    told = call("train", str(tmp_path / "run"), "--method", "magic", code=2).stderr
    assert "'magic' is unknown; allowed are ppo, evolve, value" in told
