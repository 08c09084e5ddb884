"""The ladder: games are played once, kept, and rated."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

pytest.importorskip("choix")

from scythe_training.cli import app
from scythe_training.files import alone
from scythe_training.ladder import ANCHOR_RATING, GAMES_FILE, LADDER_FILE, RECORD_FILE, Ladder
from typer.testing import CliRunner, Result

from scythe_env.scythe.config import ScytheConfig
from scythe_env.scythe.game import Scythe

GAME = Scythe(ScytheConfig(players=3, max_rounds=6))
AGENTS = ["random", "heuristic", "tuned"]


def started(folder: Path, agents: list[str] = AGENTS, deals: int = 3) -> Ladder:
    ladder = Ladder.start(folder, GAME, seed=5)
    ladder.join(agents)
    ladder.play(deals)
    return ladder


def call(*args: str, code: int = 0) -> Result:
    result = CliRunner().invoke(app, args, env={"COLUMNS": "200"})
    assert result.exit_code == code, result.output
    return result


def test_each_deal_is_played_from_every_seat_against_those_that_joined_before(tmp_path: Path) -> None:
    ladder = started(tmp_path / "ladder")
    assert len(ladder.games) == 2 * 3 * 3
    for (agent, deal, turn), outcome in ladder.games.items():
        line_up = [outcome.seating[(seat + turn) % 3] for seat in range(3)]
        assert line_up[0] == agent
        assert all(AGENTS.index(other) < AGENTS.index(agent) for other in line_up[1:])
        assert line_up == ladder.games[agent, deal, 0].seating


def test_a_ladder_that_was_stopped_has_the_same_games(tmp_path: Path) -> None:
    whole = started(tmp_path / "whole")
    parts = Ladder.start(tmp_path / "parts", GAME, seed=5)
    parts.join(AGENTS)
    parts.play(3, stopped=lambda: True)
    assert len(parts.games) == 3
    with (tmp_path / "parts" / GAMES_FILE).open("a") as file:
        file.write('{"agent": "heur')  # the process died here
    again = Ladder.open(tmp_path / "parts")
    assert again.games == parts.games
    again.play(3)
    assert again.games == whole.games
    assert Ladder.open(tmp_path / "parts").ratings() == whole.ratings()


def test_a_deal_of_which_games_are_missing_is_played_again(tmp_path: Path) -> None:
    whole = started(tmp_path / "ladder")
    file = tmp_path / "ladder" / GAMES_FILE
    file.write_text("".join(file.read_text().splitlines(keepends=True)[:-1]))
    again = Ladder.open(tmp_path / "ladder")
    assert again.missing(3) == [("tuned", 2)]
    again.play(3)
    assert again.games == whole.games
    assert Ladder.open(tmp_path / "ladder").games == whole.games


def test_looking_at_a_ladder_that_is_played_leaves_it_alone(tmp_path: Path) -> None:
    ladder = started(tmp_path / "ladder", deals=1)
    file = tmp_path / "ladder" / GAMES_FILE
    with file.open("a") as other:
        other.write('{"agent": "heur')  # is being written
    before = file.read_bytes()
    assert Ladder.open(tmp_path / "ladder").games == ladder.games and file.read_bytes() == before
    with pytest.raises(ValueError, match="another command has written to it"):
        ladder.play(2)
    assert file.read_bytes() == before
    with alone(tmp_path / "ladder"):
        told = call("ladder", str(tmp_path / "ladder"), "--deals", "2", code=2).stderr
    assert "another command is at work in it" in told and file.read_bytes() == before
    call("ladder", str(tmp_path / "ladder"), "--deals", "2")
    assert len(Ladder.open(tmp_path / "ladder").games) == 2 * 2 * 3


def test_games_before_an_abrupt_end_have_their_run(tmp_path: Path) -> None:
    ladder = Ladder.start(tmp_path / "ladder", GAME, seed=5)
    ladder.join(AGENTS)
    played: list[int] = []

    def advance() -> None:
        played.append(1)
        if len(played) == 2:
            raise KeyboardInterrupt  # as a second Ctrl-C does

    with pytest.raises(KeyboardInterrupt):
        ladder.play(3, advance)
    again = Ladder.open(tmp_path / "ladder")
    assert [run.games for run in again.record.runs] == [len(again.games)] == [6]


def test_a_new_agent_changes_no_game(tmp_path: Path) -> None:
    ladder = started(tmp_path / "ladder", AGENTS[:2])
    before = dict(ladder.games)
    ladder.join(["tuned", "random"])
    assert ladder.agents == AGENTS and len(ladder.missing(3)) == 3
    ladder.play(3)
    assert {key: ladder.games[key] for key in before} == before
    assert ladder.games == started(tmp_path / "other").games


def test_ratings_follow_from_wins(tmp_path: Path) -> None:
    game = Scythe(ScytheConfig(players=2))
    ladder = Ladder.start(tmp_path / "ladder", game)
    ladder.join(["random", "heuristic", "tuned"])
    assert ladder.ratings() == []
    ladder.play(30)
    found = {one.agent: one for one in ladder.ratings()}
    assert found["heuristic"].rating == ANCHOR_RATING and found["heuristic"].low == found["heuristic"].high
    assert found["random"].high < ANCHOR_RATING < found["tuned"].high
    assert [one.agent for one in ladder.ratings()][-1] == "random"
    assert found["heuristic"].games + found["random"].games + found["tuned"].games == 2 * len(ladder.games)
    assert sum(one.wins * one.games for one in found.values()) == pytest.approx(len(ladder.games))


def test_what_is_known_of_a_ladder_beside_its_ratings(tmp_path: Path) -> None:
    ladder = started(tmp_path / "ladder")
    found = Ladder.open(tmp_path / "ladder").as_dict()
    assert found == ladder.as_dict()
    assert set(found["milliseconds"]) == set(AGENTS) and min(found["milliseconds"].values()) > 0
    assert [(run["games"], run["cluster"]) for run in found["runs"]] == [(18, False)]
    assert (
        found["command"] == "scythe ladder FOLDER random heuristic tuned --deals 3 --seed 5 --players 3 --max-rounds 6"
    )
    assert sum(pair["games"] for pair in found["pairs"] if pair["agent"] < pair["other"]) <= 3 * 18
    for pair in found["pairs"]:
        (back,) = [one for one in found["pairs"] if (one["agent"], one["other"]) == (pair["other"], pair["agent"])]
        assert pair["wins"] + back["wins"] == pytest.approx(1) and pair["games"] == back["games"]


def test_seats_count_with_the_faction_that_they_were_dealt(tmp_path: Path) -> None:
    from scythe_env.scythe.components import FACTIONS

    game = Scythe(ScytheConfig(players=3, max_rounds=6, factions=("nordic", "rusviet", "saxony")))
    ladder = Ladder.start(tmp_path / "ladder", game)
    ladder.join(AGENTS)
    ladder.play(4)
    shares = ladder.shares("faction")
    ratings = {one.agent: one for one in ladder.ratings()}
    assert {one.name for one in shares} == {"nordic", "saxony", "rusviet"} < set(FACTIONS)
    for agent, rating in ratings.items():
        own = [one for one in shares if one.agent == agent]
        assert sum(one.games for one in own) == rating.games
        assert sum(one.wins * one.games for one in own) == pytest.approx(rating.wins * rating.games)
        assert all(one.low <= one.rating <= one.high for one in own)
    assert np.mean([one.rating for one in shares if one.agent == "heuristic"]) == pytest.approx(ANCHOR_RATING)


def test_equal_agents_are_rated_alike(tmp_path: Path) -> None:
    from scythe_training.ladder import _rated

    wins = np.array([[0, 30, 10], [10, 0, 10], [10, 10, 0]], float)
    rated = _rated(wins, [1])
    assert rated[1] == ANCHOR_RATING
    assert rated[0] > rated[1] and abs(rated[2] - (rated[0] + rated[1]) / 2) < 60
    two = _rated(np.array([[0, 100.0], [10.0, 0]]), [1])
    assert two[0] - two[1] == pytest.approx(400, abs=5)  # ten wins to one, but for the prior


@pytest.mark.parametrize(
    ("agent", "message"),
    [("nobody", "unknown agent 'nobody'"), ("expert:seconds=0.1", "plays by the clock")],
)
def test_agents_that_cannot_be_rated_are_refused(tmp_path: Path, agent: str, message: str) -> None:
    ladder = Ladder.start(tmp_path / "ladder", GAME)
    with pytest.raises(ValueError, match=message):
        ladder.join(["random", agent])
    assert Ladder.open(tmp_path / "ladder").agents == []


@pytest.mark.parametrize(
    ("name", "change", "message"),
    [
        (GAMES_FILE, lambda text: text.replace('"turn": 0', '"turn": 7', 1), "line 1: not a game of this ladder"),
        (GAMES_FILE, lambda text: text.replace('"heuristic"', '"nobody"', 1), "line 1: not a game"),
        (GAMES_FILE, lambda text: text.replace("{", "[", 1), "line 1"),
        (GAMES_FILE, lambda text: text + text.splitlines(keepends=True)[0], "there twice"),
        (GAMES_FILE, lambda text: text.replace('"rounds": ', '"rounds": 1e', 1), "line 1: not a game"),
        (LADDER_FILE, lambda text: text.replace('"seed": 5', '"seed": -5'), "the seed is a number of at least 0"),
        (LADDER_FILE, lambda text: text.replace('"scythe"', '"chess"'), "unknown game 'chess'"),
        (LADDER_FILE, lambda text: text.replace('"players": 3', '"players": 9'), "players"),
        (LADDER_FILE, lambda text: "[]", "not a ladder"),
        (RECORD_FILE, lambda text: text.replace('"cores"', '"kernels"'), "record.json: runs.0.origin"),
        (RECORD_FILE, lambda text: text.replace('"games": ', '"games": "x'), "record.json"),
    ],
)
def test_damaged_files_are_refused(tmp_path: Path, name: str, change, message: str) -> None:
    started(tmp_path / "ladder", deals=1)
    file = tmp_path / "ladder" / name
    file.write_text(change(file.read_text()))
    with pytest.raises(ValueError, match=message):
        Ladder.open(tmp_path / "ladder")


def test_the_command_starts_goes_on_and_lets_agents_join(tmp_path: Path) -> None:
    folder = str(tmp_path / "ladder")
    options = ("--players", "3", "--max-rounds", "4")
    shown = call("ladder", folder, "random", "heuristic", "--deals", "2", *options).stdout
    assert "6 games of 3 players" in shown and "1000" in shown
    found = json.loads(call("ladder", folder, "tuned", "--deals", "2", "--json").stdout)
    assert found["games"] == 12 and found["players"] == 3 and len(found["ratings"]) == 3
    assert "give agents, --deals and --ray only" in call("ladder", folder, "--players", "2", code=2).stderr
    assert "unknown agent" in call("ladder", folder, "nobody", code=2).stderr
    (tmp_path / "full").mkdir()
    (tmp_path / "full" / "file").touch()
    assert "is not an empty folder" in call("ladder", str(tmp_path / "full"), code=2).stderr
    assert "two players or more" in call("ladder", str(tmp_path / "one"), "--players", "1", code=2).stderr
