"""Data sets of what agents do, read back."""

from __future__ import annotations

import json
import shutil
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from scythe_training import datasets
from scythe_training.cli import app
from typer.testing import CliRunner, Result

from scythe_env.core.agent import RandomAgent
from scythe_env.core.recording import note_decisions
from scythe_env.core.registry import parse_agent
from scythe_env.scythe.config import ScytheConfig
from scythe_env.scythe.game import Scythe

GAME = Scythe(ScytheConfig(players=2, max_rounds=3), "margin")
THREE = Scythe(ScytheConfig(players=3, max_rounds=3), "margin")
NAMES = ("heuristic", "random")
SHORT = ("--players", "2", "--max-rounds", "3", "--games", "3")
FORMS = {"games.npz": "numpy", "games.parquet": "pyarrow.parquet", "games": "minari"}
"""Names of data sets, and what reads them."""


def call(*args: str, code: int = 0) -> Result:
    result = CliRunner().invoke(app, ["dataset", *args], env={"COLUMNS": "300"})
    assert result.exit_code == code, result.output
    return result


def test_games_are_those_of_their_seeds_and_seats_are_turned() -> None:
    heuristic, random = parse_agent("heuristic", GAME), RandomAgent()
    number = datasets.AT_ONCE + 3
    parts = list(datasets.recorded(GAME, [heuristic, random], number, seed=5))
    assert [len(np.unique(part.games)) for part in parts] == [datasets.AT_ONCE, 3]
    wanted = note_decisions(GAME, [[random, heuristic], [heuristic, random]], [6, 5 + datasets.AT_ONCE])
    for i, (part, game) in enumerate(((parts[0], 1), (parts[1], datasets.AT_ONCE))):
        assert np.array_equal(part.actions[part.games == game], wanted.actions[wanted.games == i])


def read_columns(file: Path) -> dict[str, Any]:
    """What others read in a file."""
    if file.suffix == ".npz":
        return dict(np.load(file))
    rows = pytest.importorskip("pyarrow.parquet").read_table(file)
    about = json.loads(rows.schema.metadata[b"about"])
    columns = {name: np.array(rows[name].to_pylist()) for name in rows.column_names}
    return {**columns, "about": np.array(json.dumps(about)), "names": np.array(about["agents"])}


@pytest.mark.parametrize("name", ["games.npz", "games.parquet"])
def test_a_file_has_a_row_for_each_decision(tmp_path: Path, name: str) -> None:
    file = tmp_path / name
    told = call(str(file), *NAMES, *SHORT, "--seed", "8").stdout
    found = read_columns(file)
    assert f"{len(found['actions']):,} decisions" in told and list(tmp_path.iterdir()) == [file]
    agents = [parse_agent(name, GAME) for name in NAMES]
    (part,) = datasets.recorded(GAME, agents, 3, 8)
    assert np.array_equal(found["observations"], part.observations.dense())
    for name in ("masks", "actions", "games", "seats", "numbers", "scores", "ranks", "rewards", "truncated"):
        assert np.array_equal(found[name], getattr(part, name))
    assert found["names"].tolist() == list(NAMES)
    assert np.array_equal(found["agents"], (found["seats"] - found["games"]) % 2)
    about = json.loads(str(found["about"]))
    assert (about["game"], about["reward"], about["options"]) == (GAME.name, "margin", GAME.options())


def test_a_minari_data_set_has_an_episode_for_each_seat(tmp_path: Path) -> None:
    minari = pytest.importorskip("minari")
    folder = tmp_path / "new" / "games"
    call(str(folder), *NAMES, *SHORT)
    (part,) = datasets.recorded(GAME, [parse_agent(name, GAME) for name in NAMES], 3)
    found = minari.MinariDataset(folder)
    assert found.total_episodes == 6 and found.total_steps == len(part.actions)
    assert [path.name for path in folder.parent.iterdir()] == ["games"]
    about = found.storage.get_episode_metadata(range(6))
    for k, (episode, one) in enumerate(zip(found.iterate_episodes(), about, strict=True)):
        game, seat = divmod(k, 2)
        assert one["options"] == {"game": game, "seat": seat, "agent": NAMES[(seat - game) % 2]}
        own = np.flatnonzero((part.games == game) & (part.seats == seat))
        assert np.array_equal(episode.actions, part.actions[own])
        finals = part.finals.dense()[2 * game + seat]
        assert np.array_equal(episode.observations, [*part.observations.take(own).dense(), finals])
        assert np.array_equal(episode.infos["action_mask"][:-1], part.masks[own])
        assert not episode.infos["action_mask"][-1].any()
        for name, values in (("score", part.scores), ("rank", part.ranks)):
            assert not episode.infos[name][:-1].any() and episode.infos[name][-1] == values[own[-1]]
        assert not episode.rewards[:-1].any() and episode.rewards[-1] == part.rewards[own[-1]]
        assert episode.truncations.tolist() == [False] * (len(own) - 1) + [bool(part.truncated[own[-1]])]
        assert (episode.terminations | episode.truncations).tolist() == [False] * (len(own) - 1) + [True]
    assert "exists: give another folder" in call(str(folder), code=2).stderr


@pytest.mark.parametrize(("module", "name"), [("minari.dataset.minari_storage", "games"), ("pyarrow", "g.parquet")])
def test_without_its_library_the_extra_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, module: str, name: str
) -> None:
    monkeypatch.setitem(sys.modules, module, None)
    told = call(str(tmp_path / name), "--games", "1", "--max-rounds", "1", code=2).stderr
    assert f"scythe-env[{'minari' if name == 'games' else 'parquet'}]" in told
    assert not list(tmp_path.iterdir())


def test_too_many_agents_are_refused(tmp_path: Path) -> None:
    told = call(str(tmp_path / "games.npz"), "random", "random", "random", "--players", "2", code=2).stderr
    assert "3 agents for 2 seats" in told


@pytest.fixture(params=FORMS)
def data_set(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    """A data set of three games in each form."""
    pytest.importorskip(FORMS[request.param])
    file = tmp_path / request.param
    call(str(file), *NAMES, *SHORT)
    return file


def test_decisions_of_an_agent_are_read_back(data_set: Path) -> None:
    (part,) = datasets.recorded(GAME, [parse_agent(name, GAME) for name in NAMES], 3)
    for number, name in enumerate(NAMES):
        found = datasets.read_examples(data_set, GAME, name)
        own = np.flatnonzero((part.seats - part.games) % 2 == number)
        if data_set.suffix == "":  # episode by episode
            own = own[np.lexsort((part.numbers[own], part.seats[own], part.games[own]))]
        assert np.array_equal(found.observations.dense(), part.observations.take(own).dense())
        for column in ("masks", "actions", "games", "seats", "rewards"):
            assert np.array_equal(getattr(found, column), getattr(part, column)[own]), column
            assert getattr(found, column).dtype == getattr(part, column).dtype


@pytest.mark.parametrize("name", FORMS)
def test_decisions_of_all_seats_of_an_agent_are_read_back(tmp_path: Path, name: str) -> None:
    pytest.importorskip(FORMS[name])
    file = tmp_path / name
    call(str(file), "random", "heuristic", "--players", "3", *SHORT[2:])
    part_of = {name: len(datasets.read_examples(file, THREE, name).actions) for name in ("random", "heuristic")}
    (part,) = datasets.recorded(THREE, [RandomAgent(), *[parse_agent("heuristic", THREE)] * 2], 3)
    by_random = int(((part.seats - part.games) % 3 == 0).sum())
    assert part_of == {"random": by_random, "heuristic": len(part.actions) - by_random}


@pytest.mark.parametrize(
    ("config", "reward", "message"),
    [
        ({"players": 3, "max_rounds": 3}, "margin", "players is 2 there, 3 here"),
        ({"players": 2}, "margin", "max_rounds is 3 there, 100 here"),
        ({"players": 2, "max_rounds": 3}, "win", "the reward of its games is margin, not win"),
    ],
)
def test_data_of_other_games_are_refused(data_set: Path, config: dict[str, Any], reward: str, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        datasets.read_examples(data_set, Scythe(ScytheConfig(**config), reward), "random")


def test_data_without_the_agent_are_refused(data_set: Path) -> None:
    with pytest.raises(ValueError, match="no decisions of 'tuned': its agents are 'heuristic', 'random'"):
        datasets.read_examples(data_set, GAME, "tuned")


def test_damaged_data_are_refused(data_set: Path) -> None:
    for file in sorted(path for path in (data_set, *data_set.rglob("*")) if path.is_file()):
        whole = file.read_bytes()
        for left in (whole[: len(whole) // 2], b"", b"no data"):
            file.write_bytes(left)
            with pytest.raises(ValueError, match=r"games(\.\w+)?: "):
                datasets.read_examples(data_set, GAME, "random")
        file.write_bytes(whole)
    assert len(datasets.read_examples(data_set, GAME, "random").actions)
    shutil.move(data_set, data_set.with_name("elsewhere"))
    with pytest.raises(ValueError, match=r"No such file|ends in"):
        datasets.read_examples(data_set, GAME, "random")


def _first(value: Any) -> Callable[[np.ndarray], np.ndarray]:
    """Puts a value into the first place of an array."""

    def put(array: np.ndarray) -> np.ndarray:
        array = array.copy()
        array.flat[0] = value
        return array

    return put


@pytest.mark.parametrize(
    ("column", "change", "message"),
    [
        ("masks", None, "the column 'masks' is missing"),
        ("observations", lambda array: array[:, 1:], "'observations' is float32"),
        ("rewards", lambda array: array[1:], "'rewards' is float32"),
        ("actions", lambda array: array.astype(float), "'actions' is float64"),
        ("actions", _first(10**6), "row 0: the action is not legal"),
        ("masks", _first(2), "row 0: the mask has other numbers"),
        ("observations", _first(np.nan), "row 0: the observation is not finite"),
        ("rewards", _first(np.inf), "row 0: the reward is not finite"),
        ("seats", _first(2), "row 0: no agent has the seat"),
        ("agents", _first(2), "row 0: no agent has the number"),
        ("games", _first(-1), "row 0: the number of the game is negative"),
        ("about", None, "not a data set of 'scythe dataset'"),
        ("about", lambda array: np.array(str(array).replace("scythe-decisions-1", "scythe-decisions-0")), "version"),
        ("about", lambda array: np.array(str(array).replace("scythe_v0", "chess_v0")), "games of chess_v0"),
        ("about", lambda array: np.array(str(array).replace(GAME.interface(), "other")), "another meaning"),
        ("about", lambda array: np.array("{"), "damaged"),
    ],
)
def test_columns_that_are_no_decisions_are_refused(
    tmp_path: Path, column: str, change: Callable[[np.ndarray], np.ndarray] | None, message: str
) -> None:
    file = tmp_path / "games.npz"
    (part,) = datasets.recorded(GAME, [RandomAgent()] * 2, 1)
    datasets.write_arrays(file, GAME, ["random", "random"], [part])
    arrays = dict(np.load(file))
    arrays = {name: array for name, array in arrays.items() if name != column or change is not None}
    np.savez(file, **(arrays | ({column: change(arrays[column])} if change else {})))
    with pytest.raises(ValueError, match=message) as told:
        datasets.read_examples(file, GAME, "random")
    assert str(file) in str(told.value)
