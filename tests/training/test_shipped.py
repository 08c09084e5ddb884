"""Policies that come with the package."""

from __future__ import annotations

import pytest

pytest.importorskip("safetensors")

from scythe_agents.search import SHIPPED as WEIGHTS
from scythe_training.evaluation import evaluate
from scythe_training.policy import StoredPolicy
from scythe_training.shipped import SHIPPED

from scythe_env.core.registry import parse_agent
from scythe_env.scythe.config import ScytheConfig
from scythe_env.scythe.game import Scythe

TWO = Scythe(ScytheConfig(players=2))
FOLDERS = [folder for folder in sorted(SHIPPED.iterdir()) if (folder / "settings.json").exists()]


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.name)
def test_shipped_policies_are_whole_and_name_no_place_of_the_machine_that_made_them(folder):
    training = StoredPolicy.load(folder).settings.training
    assert not training.start.startswith("/")
    assert not training.teacher.startswith("/")


def test_all_that_is_shipped_is_small():
    files = [file for place in (SHIPPED, WEIGHTS) for file in place.rglob("*") if file.is_file()]
    assert sum(file.stat().st_size for file in files) < 5_000_000


def test_ppo_has_most_of_the_coins_of_the_heuristic():
    agents = {name: parse_agent(name, TWO) for name in ("ppo", "heuristic")}
    found = evaluate(TWO, agents, deals=50, seed=7).total
    assert found["ppo"].score / found["ppo"].games > 60


def test_ppo_macro_beats_the_heuristic():
    agents = {name: parse_agent(name, TWO) for name in ("ppo-macro", "heuristic")}
    assert evaluate(TWO, agents, deals=100, seed=7).total["ppo-macro"].win_rate.rate > 0.55


def test_other_tables_are_refused():
    with pytest.raises(ValueError, match="for 2 players, not for 4"):
        parse_agent("ppo-macro", Scythe(ScytheConfig(players=4)))
