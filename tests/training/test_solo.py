"""Games alone against one Automa."""

from __future__ import annotations

import json
import sys
import time

import pytest
from scythe_training.conduct import Conduct
from scythe_training.solo import LEVELS, against_automas, main

from scythe_env.core.agent import Agent
from scythe_env.scythe.components import FACTIONS


class Unwilling(Agent):
    """Does what comes first."""

    def act(self, observation, mask):
        return int(mask.argmax())


class Tired(Unwilling):
    """Fails in every other game."""

    games = 0

    def reset(self, seed):
        self.games += 1

    def act(self, observation, mask):
        return int(mask.argmax()) if self.games % 2 else -1


class Dozes(Unwilling):
    def act(self, observation, mask):
        time.sleep(9)


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
    found = list(against_automas([f"{__file__}:Unwilling"], 7))
    assert len(found) == len(LEVELS) and all(one.wins.rate == 0 and one.games == 7 for one in found)


def test_games_in_which_an_agent_failed_end_all_are_lost_or_left_out():
    agent, failures = f"{__file__}:Tired", list[str]()
    with pytest.raises(ValueError, match=f"game 1 as {FACTIONS[0]} at level 1: agent '.*Tired' at seat 0: .*not legal"):
        list(against_automas([agent], 14))
    for how, games in (("lost", 14), ("left-out", 7)):
        conduct = Conduct(failures=how)
        for one in against_automas([agent], 14, conduct=conduct, failed=failures.append):
            assert (one.games, one.wins.rate) == (games, 0) and list(one.factions) == list(FACTIONS)
    assert len(failures) == 2 * len(LEVELS) * len(FACTIONS)


def test_an_agent_that_cannot_be_made_or_takes_too_long_fails_in_each_game(monkeypatch, capsys):
    for agent, more in (("genius", []), (f"{__file__}:Dozes", ["--time-limit", "0.05"])):
        monkeypatch.setattr(sys, "argv", ["solo", agent, "--games", "7", "--failures", "left-out", "--json", *more])
        assert main() == 0
        out, err = capsys.readouterr()
        document = json.loads(out)
        assert not document["rows"] and len(document["failures"]) == len(LEVELS) * len(FACTIONS)
        assert "... and 8 games more" in err and document["failures"][0] in err


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
