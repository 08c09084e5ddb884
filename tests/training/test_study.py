"""The study of play: what is noted of a game and kept, the figures made of it, and the files."""

from __future__ import annotations

import csv
import json
from pathlib import Path

import numpy as np
import pytest

pytest.importorskip("matplotlib")
pytest.importorskip("scipy")

from rich.console import Console
from scythe_training.cli import app
from scythe_training.conduct import CONDUCT
from scythe_training.files import alone
from scythe_training.strengths import LEAST_GAMES
from scythe_training.study import SEAT, SEATS_FILE, STUDY_FILE, Study, _Watched
from scythe_training.study_report import Report
from typer.testing import CliRunner

from scythe_env.core.agent import Agent
from scythe_env.core.game import Mask, Observation
from scythe_env.scythe import steps
from scythe_env.scythe.config import ScytheConfig
from scythe_env.scythe.game import Scythe
from scythe_env.scythe.rules.scoring import SCORE_PARTS


class First(Agent):
    """Chooses the first legal action."""

    def act(self, observation: Observation, mask: Mask) -> int:
        return int(mask.argmax())


AGENTS = ["random", "heuristic"]


def small_study(folder: Path, seed: int = 0, games: int = 3) -> Study:
    study = Study.start(folder, {"max_rounds": 4}, seed)
    study.play(AGENTS, [1, 3], games)
    return study


def same_games(one: Study, other: Study) -> bool:
    return one.seats.keys() == other.seats.keys() and all(
        (one.seats[key] == other.seats[key]).all() for key in one.seats
    )


def test_what_is_kept_of_games(tmp_path: Path) -> None:
    done: list[int] = []
    study = Study.start(tmp_path / "new" / "folder", {"max_rounds": 4})
    study.play(AGENTS, [1, 3], 3, advance=lambda: done.append(1))
    assert len(done) == 12
    assert {key: seats.shape for key, seats in study.seats.items()} == {
        (name, size): (3, size) for name in AGENTS for size in (1, 3)
    }
    for seats in study.seats.values():
        assert (seats["game"] == [[0], [1], [2]]).all()
        assert (seats["rounds"] == 4).all() and (seats["sixth_star"] == 0).all()
        assert (sum(seats[part] for part in SCORE_PARTS) == seats["total"]).all()
        assert (seats["win"].sum(1) == 1).all()
        assert ((seats["win"] > 0) == (seats["rank"] == 1)).all()
        assert (np.sort(seats["turn"], axis=1) == np.arange(1, seats.shape[1] + 1)).all()
        # the lowest mat plays first (R4), and the columns are of one and the same seat
        assert (seats["mat"].argmin(1) == seats["turn"].argmin(1)).all()
    assert (study.seats["random", 3]["faction"] == study.seats["heuristic", 3]["faction"]).all()


def test_automas_are_seats_without_a_mat(tmp_path: Path) -> None:
    options = {"automas": 2, "automa_level": [1, 4], "max_rounds": 25}
    study = Study.start(tmp_path / "study", options)
    study.play(["heuristic"], [1, 2], 8)
    for size in (1, 2):
        seats = study.seats["heuristic", size]
        assert seats.shape == (8, size + 2)
        assert ((seats["mat"] == -1) == [False] * size + [True] * 2).all()
        assert ((seats["win"] > 0) == (seats["rank"] == 1)).all()
    assert study.seats["heuristic", 2]["combats"].sum() > 0
    again = Study.open(tmp_path / "study")
    assert same_games(study, again)
    assert sum(row.games for row in study.wins() if row.players == 2 and row.about == "faction") == 2 * 8
    assert {row.chance for row in study.wins() if row.players == 2} == {1 / 4}
    report = Report.of(study)
    assert not report.assessment.strengths
    assert all(file.exists() for file in report.save())


def test_equal_seeds_give_equal_studies_and_other_seeds_others(tmp_path: Path) -> None:
    first, again, other = (small_study(tmp_path / str(k), seed).seats["random", 3] for k, seed in enumerate((3, 3, 4)))
    assert (first == again).all()
    assert (first != other).any()


def test_a_study_that_was_stopped_goes_on(tmp_path: Path) -> None:
    whole = small_study(tmp_path / "whole")
    parts, done = Study.start(tmp_path / "parts", {"max_rounds": 4}), []
    parts.play(AGENTS, [1, 3], 3, lambda: done.append(1), lambda: len(done) == 7)
    assert sum(len(seats) for seats in parts.seats.values()) == 7
    file = tmp_path / "parts" / SEATS_FILE
    seat = next(line for line in file.read_text().splitlines() if line.startswith("random,3,0,"))
    with file.open("ab") as lines:  # the process died within a character
        lines.write(seat.replace("random,3,0,", "random,3,2,").encode() + b"\nrandom,3,2,4,0\xc3")
    again = Study.open(tmp_path / "parts")
    assert same_games(again, parts)
    assert len(again.missing(AGENTS, [1, 3], 3)) == 5
    again.play(AGENTS, [1, 3], 3)
    assert same_games(again, whole) and same_games(Study.open(tmp_path / "parts"), whole)
    before = file.read_bytes()
    again.play(AGENTS, [1, 3], 3)
    assert file.read_bytes() == before


def test_one_command_at_a_time_plays_a_study(tmp_path: Path) -> None:
    folder = tmp_path / "study"
    first, second = (Study.start(folder, {"max_rounds": 4}) for _ in range(2))
    first.play(["random"], [2], 2)
    before = (folder / SEATS_FILE).read_bytes()
    with pytest.raises(ValueError, match="another command has written to it"):
        second.play(["random"], [2], 2)
    with alone(folder):
        done = CliRunner().invoke(app, ["study", str(folder), "--games", "3"])
    assert done.exit_code == 2 and "another command is at work in it" in done.output.replace("\n", "")
    assert (folder / SEATS_FILE).read_bytes() == before


def test_agents_sizes_and_games_join_later(tmp_path: Path) -> None:
    study = Study.start(tmp_path / "study", {"max_rounds": 4})
    study.play(["random"], [3], 2)
    study.play(AGENTS, [1, 3], 3)
    assert same_games(study, small_study(tmp_path / "other"))


def test_games_that_are_played_elsewhere_are_the_same(tmp_path: Path) -> None:
    """The other machines are this one, and the last part comes first."""

    def spread(work, number, chunk):
        parts = [range(first, min(first + chunk, number)) for first in range(0, number, chunk)]
        yield from ((part, work(part)) for part in reversed(parts))

    study = Study.start(tmp_path / "study", {"max_rounds": 4})
    study.play(AGENTS, [1, 3], 3, spread=spread)
    assert same_games(study, small_study(tmp_path / "other"))


@pytest.mark.parametrize(
    ("name", "change", "message"),
    [
        (SEATS_FILE, lambda text: text.replace("agent,", "who,", 1), "line 1: not the heading of a study"),
        (SEATS_FILE, lambda text: "", "line 1: not the heading"),
        (SEATS_FILE, lambda text: text + text.splitlines(keepends=True)[1], "line 26: this game is there twice"),
        (SEATS_FILE, lambda text: text.replace("random,3,0", "random,2,0"), "not a game of a study"),
        (SEATS_FILE, lambda text: text.replace("random,1,0,4", "random,1,0,40000"), "line 2: not a game"),
        (SEATS_FILE, lambda text: text.replace("random,1,0,4", "random,1,0,four"), "line 2: not a game"),
        (SEATS_FILE, lambda text: text.replace("random,1,0,4", "random,0,0,4"), "line 2: not a game"),
        (SEATS_FILE, lambda text: text.replace("random,1,0,4", "\nrandom,1,0,4"), "line 2: not a game"),
        (STUDY_FILE, lambda text: text.replace('"seed": 0', '"seed": -1'), "a seed of at least 0 are needed"),
        (STUDY_FILE, lambda text: text.replace("max_rounds", "most_rounds"), "the options of the game"),
        (STUDY_FILE, lambda text: "[]", "not a study"),
        (STUDY_FILE, lambda text: "{", "damaged"),
    ],
)
def test_damaged_files_are_refused(tmp_path: Path, name: str, change, message: str) -> None:
    small_study(tmp_path / "study")
    file = tmp_path / "study" / name
    file.write_text(change(file.read_text()))
    with pytest.raises(ValueError, match=message):
        Study.open(tmp_path / "study")


def test_each_attack_is_counted_once() -> None:
    game = Scythe(ScytheConfig(players=2))
    states, mask = game.new_states(1), np.zeros(game.num_actions, np.int8)
    game.reset(states, 0, 0, mask)
    player, active = _Watched(game, "first", First(), CONDUCT), int(states["active"][0])
    for decision in (steps.SECTION, steps.DIAL, steps.COMBAT_CARD):
        states["decision"][0] = decision
        for seat in range(2):
            player.choose(states, 0, seat, mask)
    assert player.attacks == 1
    states["active"][0] = 1 - active
    states["decision"][0] = steps.DIAL
    player.choose(states, 0, active, mask)  # the defender
    assert player.attacks == 1


def known_study() -> Study:
    """Four games of two seats with figures that can be worked out by hand."""
    seats = np.zeros((4, 2), SEAT)
    seats["rounds"] = np.array([[1], [2], [3], [4]])
    seats["sixth_star"] = np.array([[1], [1], [1], [0]])
    seats["total"] = [[50, 40], [60, 61], [30, 30], [10, 5]]
    seats["win"] = [[1, 0], [0, 1], [0.5, 0.5], [1, 0]]
    seats["star_combat_wins"] = [[2, 1], [0, 1], [2, 1], [0, 0]]
    seats["faction"], seats["mat"], seats["turn"] = [2, 6], [0, 1], [1, 2]
    study = Study.start(Path("unused"), {})
    study.seats["known", 2] = seats
    return study


def test_means_and_their_intervals() -> None:
    facts = {(fact.players, fact.about, fact.name): fact for fact in known_study().facts()}
    rounds = facts[2, "game", "rounds"]
    assert (rounds.games, rounds.mean) == (4, 2.5)
    assert rounds.high - rounds.mean == pytest.approx(1.96 * 1.2910 / 2, abs=1e-3)
    assert rounds.mean - rounds.low == pytest.approx(rounds.high - rounds.mean)
    assert facts[2, "game", "ended by stars"].mean == 0.75
    assert facts[2, "score", "winner"].mean == (50 + 61 + 30 + 10) / 4
    assert facts[2, "score", "lead over second"].mean == (10 + 1 + 0 + 5) / 4
    assert facts[2, "winner's stars", "combat wins"].mean == (2 + 1 + 1.5 + 0) / 4
    assert facts[2, "stars of a seat", "combat wins"].mean == (1.5 + 0.5 + 1.5 + 0) / 4
    assert facts[0, "game", "rounds"].mean == rounds.mean


def test_win_rates() -> None:
    wins = {(win.players, win.about, win.name): win for win in known_study().wins()}
    polania = wins[2, "faction", "polania"]
    assert (polania.games, polania.wins, polania.rate, polania.chance) == (4, 1.5, 0.375, 0.5)
    assert polania.low < polania.rate < polania.high
    assert (2, "faction", "nordic") not in wins
    assert wins[2, "mat", "industrial"].rate == wins[2, "turn order", "1"].rate == 0.625


def test_chances_at_tables_of_several_sizes(tmp_path: Path) -> None:
    wins = [win for win in small_study(tmp_path).wins() if win.agent == "random" and win.players == 0]
    for about in ("faction", "mat", "turn order"):
        chosen = [win for win in wins if win.about == about]
        assert sum(win.wins for win in chosen) == pytest.approx(6)
        assert sum(win.chance * win.games for win in chosen) == pytest.approx(6)


def test_files_tables_and_document(tmp_path: Path) -> None:
    report = Report.of(small_study(tmp_path, games=LEAST_GAMES))
    files = report.save()
    assert [file.name for file in files] == [
        *(f"study_{name}.csv" for name in ("facts", "wins", "strengths", "bids")),
        *(f"study_{name}.png" for name in ("rounds", "scores", "stars", "wins", "bids")),
    ]
    for file in files[4:]:
        assert file.read_bytes().startswith(b"\x89PNG")
    with (tmp_path / SEATS_FILE).open(encoding="utf-8") as lines:
        rows = list(csv.DictReader(lines))
    assert len(rows) == 2 * LEAST_GAMES * (1 + 3)
    assert {row["faction"] for row in rows} <= {"albion", "nordic", "rusviet", "togawa", "crimea", "saxony", "polania"}
    found = report.assessment
    for file, entries in zip(files, (report.facts, report.wins, found.strengths, found.bids), strict=False):
        with file.open(encoding="utf-8") as lines:
            assert len(list(csv.DictReader(lines))) == len(entries) > 0
    console = Console(width=200, record=True)
    for table in report.tables():
        console.print(table)
    text = console.export_text()
    assert "random: means" in text and "heuristic: win rates" in text and "combat wins" in text and "fair bid" in text
    assert all(len(line.rstrip()) <= 80 for line in text.splitlines())
    document = json.loads(json.dumps(report.as_dict()))
    assert (document["max_rounds"], document["seed"], document["agents"]["random"]["games"]) == (
        4,
        0,
        {"1": 50, "3": 50},
    )
    assert document["agents"]["random"]["means"]["all"]["game"]["rounds"] == [4, 4, 4]


def test_figures_are_of_agents_that_have_played_twice(tmp_path: Path) -> None:
    study, done = Study.start(tmp_path, {"max_rounds": 2}), []
    study.play(AGENTS, [2, 3], 2, lambda: done.append(1), lambda: len(done) == 5)
    assert study.agents == ["random"] and study.sizes("random") == [2]
    assert {fact.agent for fact in Report.of(study).facts} == {"random"}


def test_command(tmp_path: Path) -> None:
    folder = str(tmp_path / "study")
    args = ["study", folder, "random", "--players", "2", "--games", "2", "--max-rounds", "2"]
    for wrong in (["--players", "8"], ["--games", "1"], ["clever"]):
        done = CliRunner().invoke(app, [*args, *wrong])
        assert done.exit_code == 2 and "Traceback" not in done.output
        assert not Path(folder).exists()
    done = CliRunner().invoke(app, args)
    assert done.exit_code == 0, done.output
    assert "random: means" in done.stdout and "study_wins.png" in done.stdout
    done = CliRunner().invoke(app, ["study", folder, "heuristic", "--games", "2", "--json"])
    document = json.loads(done.stdout)
    assert document["max_rounds"] == 2 and [*document["agents"]] == AGENTS
    done = CliRunner().invoke(app, [*args[:-1], "3", "--seed", "7"])
    assert done.exit_code == 2 and "begun with another max_rounds, seed" in done.output.replace("\n", "")


@pytest.mark.parametrize(("agents", "players", "games"), [(AGENTS, [], 2), (AGENTS, [2], 1), ([], [2], 2)])
def test_impossible_studies_are_refused(tmp_path: Path, agents: list[str], players: list[int], games: int) -> None:
    with pytest.raises(ValueError, match="at least one agent"):
        Study.start(tmp_path, {}).play(agents, players, games)
    assert not list(tmp_path.iterdir())


def test_other_impossible_studies(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="players must be"):
        Study.start(tmp_path, {}).missing(AGENTS, [8], 2)
    with pytest.raises(ValueError, match="unknown agent"):
        Study.start(tmp_path, {}).missing(["clever"], [2], 2)
    with pytest.raises(ValueError, match="unknown option 'players'"):
        Study.start(tmp_path, {"players": 2})
    with pytest.raises(ValueError, match="0 or larger"):
        Study.start(tmp_path, {}, -1)
    (tmp_path / "file").touch()
    with pytest.raises(ValueError, match="is not an empty folder"):
        Study.start(tmp_path, {})
