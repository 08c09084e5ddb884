"""Data sets of what agents do, read back."""

from __future__ import annotations

import sys
from pathlib import Path

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

GAME = Scythe(ScytheConfig(players=2, max_rounds=3))
NAMES = ("heuristic", "random")


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


def test_a_numpy_file_has_a_row_for_each_decision(tmp_path: Path) -> None:
    file = tmp_path / "games.npz"
    told = call(str(file), *NAMES, "--players", "2", "--max-rounds", "3", "--games", "3", "--seed", "8").stdout
    found = np.load(file)
    assert f"{len(found['actions']):,} decisions" in told
    agents = [parse_agent(name, GAME) for name in NAMES]
    (part,) = datasets.recorded(GAME, agents, 3, 8)
    assert np.array_equal(found["observations"], part.observations.dense())
    for name in ("masks", "actions", "games", "seats", "numbers", "scores", "ranks", "rewards", "truncated"):
        assert np.array_equal(found[name], getattr(part, name))
    assert found["names"].tolist() == list(NAMES)
    assert np.array_equal(found["agents"], (found["seats"] - found["games"]) % 2)


def test_a_minari_data_set_has_an_episode_for_each_seat(tmp_path: Path) -> None:
    minari = pytest.importorskip("minari")
    folder = tmp_path / "new" / "games"
    call(str(folder), *NAMES, "--players", "2", "--max-rounds", "3", "--games", "3")
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


def test_without_minari_its_extra_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "minari.dataset.minari_storage", None)
    assert "scythe-env[minari]" in call(str(tmp_path / "games"), "--games", "1", "--max-rounds", "1", code=2).stderr
    assert not list(tmp_path.iterdir())


def test_too_many_agents_are_refused(tmp_path: Path) -> None:
    told = call(str(tmp_path / "games.npz"), "random", "random", "random", "--players", "2", code=2).stderr
    assert "3 agents for 2 seats" in told
