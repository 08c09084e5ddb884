"""Games alone against one Automa."""

from __future__ import annotations

import json
import sys

import pytest
from scythe_training.solo import LEVELS, against_automas, main

from scythe_env.core.agent import RandomAgent
from scythe_env.scythe.components import FACTIONS


class Unwilling(RandomAgent):
    """Does what comes first."""

    def act(self, observation, mask):
        return int(mask.argmax())


def test_each_level_and_faction_gets_as_many_games():
    played = []
    found = list(against_automas(["heuristic"], 15, seed=3, advance=played.append))
    assert [one.level for one in found] == list(LEVELS)
    assert played == [2] * (len(FACTIONS) * len(LEVELS))
    for one in found:
        assert one.games == 14 and list(one.factions) == list(FACTIONS)
        assert sum(one.factions.values()) / len(FACTIONS) == pytest.approx(one.wins.rate)
    assert found[0].wins.rate > found[3].wins.rate
    assert found[0].score > found[3].score


def test_an_agent_that_does_nothing_never_wins():
    assert all(one.wins.rate == 0 for one in against_automas([f"{__file__}:Unwilling"], 7))


def test_what_is_stopped_is_not_told():
    assert list(against_automas(["heuristic"], 14, stopped=lambda: True)) == []


def test_command(monkeypatch, capsys):
    args = ["solo", "heuristic", "--games", "7"]
    monkeypatch.setattr(sys, "argv", args)
    assert main() == 0
    assert "By the faction of the agent" in capsys.readouterr().out
    monkeypatch.setattr(sys, "argv", [*args, "--json"])
    assert main() == 0
    rows = json.loads(capsys.readouterr().out)["rows"]
    assert [(row["agent"], row["level"], row["games"]) for row in rows] == [("heuristic", k, 7) for k in LEVELS]


@pytest.mark.parametrize(
    ("wrong", "message"), [(["--games", "6"], "7 games or more"), (["--seed", "-1"], "seed"), (["genius"], "genius")]
)
def test_wrong_arguments_are_named(monkeypatch, capsys, wrong, message):
    monkeypatch.setattr(sys, "argv", ["solo", "heuristic", *wrong])
    with pytest.raises(SystemExit, match="2"):
        main()
    assert message in capsys.readouterr().err
