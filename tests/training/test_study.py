"""The study of play: what is noted of a game, the figures made of it, and the files."""

from __future__ import annotations

import csv
from pathlib import Path

import numpy as np
import pytest

pytest.importorskip("matplotlib")

from rich.console import Console
from scythe_agents import RandomAgent
from scythe_training.cli import app
from scythe_training.study import SEAT, Study, _Watched, run_study, save_study, study_tables
from typer.testing import CliRunner

from scythe_env.core.agent import Agent
from scythe_env.core.game import Mask, Observation
from scythe_env.scythe import steps
from scythe_env.scythe.config import ScytheConfig
from scythe_env.scythe.game import SCORE_PARTS, Scythe


class First(Agent):
    """Chooses the first legal action."""

    def act(self, observation: Observation, mask: Mask) -> int:
        return int(mask.argmax())


AGENTS = {"random": lambda game: RandomAgent(), "first": lambda game: First()}


def small_study(seed: int = 0) -> Study:
    return run_study(AGENTS, [1, 3], games=3, max_rounds=4, seed=seed)


def test_what_is_kept_of_games() -> None:
    done: list[int] = []
    study = run_study(AGENTS, [1, 3], games=3, max_rounds=4, advance=lambda: done.append(1))
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
    assert (study.seats["random", 3]["faction"] == study.seats["first", 3]["faction"]).all()


def test_equal_seeds_give_equal_studies_and_other_seeds_others() -> None:
    first, again, other = (small_study(seed).seats["random", 3] for seed in (3, 3, 4))
    assert (first == again).all()
    assert (first != other).any()


def test_each_attack_is_counted_once() -> None:
    game = Scythe(ScytheConfig(players=2))
    states, mask = game.new_states(1), np.zeros(game.num_actions, np.int8)
    game.reset(states, 0, 0, mask)
    player, active = _Watched(game, First()), int(states["active"][0])
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
    return Study(["known"], [2], {("known", 2): seats})


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


def test_chances_at_tables_of_several_sizes() -> None:
    study = small_study()
    wins = [win for win in study.wins() if win.agent == "random" and win.players == 0]
    for about in ("faction", "mat", "turn order"):
        chosen = [win for win in wins if win.about == about]
        assert sum(win.wins for win in chosen) == pytest.approx(6)
        assert sum(win.chance * win.games for win in chosen) == pytest.approx(6)


def test_files_and_tables(tmp_path: Path) -> None:
    study = small_study()
    files = save_study(study, tmp_path / "new" / "folder")
    assert [file.name for file in files] == [
        *(f"study_{name}.csv" for name in ("seats", "facts", "wins")),
        *(f"study_{name}.png" for name in ("rounds", "scores", "stars", "wins")),
    ]
    for file in files[3:]:
        assert file.read_bytes().startswith(b"\x89PNG")
    with files[0].open(encoding="utf-8") as lines:
        rows = list(csv.DictReader(lines))
    assert len(rows) == 2 * 3 * (1 + 3)
    assert {row["faction"] for row in rows} <= {"albion", "nordic", "rusviet", "togawa", "crimea", "saxony", "polania"}
    for file, entries in zip(files[1:3], (study.facts(), study.wins()), strict=True):
        with file.open(encoding="utf-8") as lines:
            assert len(list(csv.DictReader(lines))) == len(list(entries))
    console = Console(width=200, record=True)
    for table in study_tables(study):
        console.print(table)
    text = console.export_text()
    assert "random: means" in text and "first: win rates" in text and "combat wins" in text
    assert all(len(line.rstrip()) <= 80 for line in text.splitlines())


def test_a_study_that_is_stopped_keeps_its_games(tmp_path: Path) -> None:
    done: list[int] = []
    study = run_study(
        AGENTS, [1, 3], games=3, max_rounds=4, advance=lambda: done.append(1), stopped=lambda: len(done) == 5
    )
    assert study.agents == ["random"]
    assert {key: len(seats) for key, seats in study.seats.items()} == {("random", 1): 3, ("random", 3): 2}
    assert len(save_study(study, tmp_path)) == 7 and len(list(study_tables(study))) == 2


def test_command(tmp_path: Path) -> None:
    args = ["study", str(tmp_path), "random", "--players", "2", "--games", "2", "--max-rounds", "2"]
    done = CliRunner().invoke(app, args)
    assert done.exit_code == 0, done.output
    assert "random: means" in done.stdout and "study_wins.png" in done.stdout
    for wrong in (["--players", "8"], ["--games", "1"], ["clever"]):
        done = CliRunner().invoke(app, [*args, *wrong])
        assert done.exit_code == 2 and "Traceback" not in done.output


@pytest.mark.parametrize(("players", "games", "seed"), [([], 2, 0), ([2], 1, 0), ([2], 2, -1)])
def test_impossible_studies_are_refused(players: list[int], games: int, seed: int) -> None:
    with pytest.raises(ValueError, match="at least one agent"):
        run_study(AGENTS, players, games=games, seed=seed)
    with pytest.raises(ValueError, match="at least one agent"):
        run_study({}, [2], games=2)
    with pytest.raises(ValueError, match="players must be"):
        run_study(AGENTS, [8], games=2)
