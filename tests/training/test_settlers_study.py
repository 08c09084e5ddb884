"""The study of Imperial Settlers: what is noted of games, the figures made of it, and the command."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest
from scythe_training.cli import app
from scythe_training.settlers_study import CARDS, Games, _by_card, _played, check, game_of, study, tables
from typer.testing import CliRunner, Result

from scythe_env.imperial_settlers.components import FACTIONS
from scythe_env.imperial_settlers.rules.scoring import COMMON, FACTION, FACTION_VP, PARTS, RANK, SCORE

GAME = ("--game", "imperial-settlers")


def call(*args: str, code: int = 0) -> Result:
    result = CliRunner().invoke(app, args, env={"COLUMNS": "200"})
    assert result.exit_code == code, result.output
    return result


def test_what_is_noted_of_games() -> None:
    games = Games.of(list(_played({}, "heuristic", 3, 4, 0)))
    assert (np.sort(games.factions, axis=1)[:, 1:] != np.sort(games.factions, axis=1)[:, :-1]).all()
    assert (np.sort(games.places, axis=1) == [1, 2, 3]).all()
    assert (games.wins.sum(1) == 1).all() and ((games.wins > 0) == (games.scores[:, :, RANK] == 1)).all()
    decks = np.array([card.deck for card in CARDS])
    common, own = games.built[:, :, decks == "common"].sum(2), games.built[:, :, decks != "common"].sum(2)
    assert (common >= games.scores[:, :, COMMON]).all()  # some were discarded later
    assert (own >= games.scores[:, :, FACTION] // FACTION_VP).all()
    for faction, name in enumerate(FACTIONS):
        assert not games.built[games.factions == faction][:, (decks != "common") & (decks != name)].any()


def test_the_first_place_is_that_of_the_seat_that_begins() -> None:
    """The marker has gone on when the game is over; the deals tell where it was."""
    rows = list(_played({}, "random", 2, 6, 3))
    game, states = game_of({}, 2), game_of({}, 2).new_states(1)
    mask = np.zeros(game.num_actions, np.int8)
    for number, (_, places, *_) in enumerate(rows):
        deal, *_ = np.random.SeedSequence((3, 2, number)).generate_state(3, np.uint64).tolist()
        game.reset(states, 0, deal, mask)
        assert np.asarray(places)[int(states["first"][0])] == 1


def scored(scores: list[list[int]], built: list[list[int]], factions: list[list[int]]) -> Games:
    """Games of two seats with given scores, in which a seat built the first card as often as said."""
    rows = []
    for totals, first_card, faction in zip(scores, built, factions, strict=True):
        table = np.zeros((2, len(PARTS)), int)
        table[:, SCORE] = totals
        table[:, RANK] = [1 + (totals[1 - seat] > totals[seat]) for seat in range(2)]
        cards = np.zeros((2, len(CARDS)), int)
        cards[:, 0] = first_card
        rows.append((faction, [1, 2], table, cards))
    return Games.of(rows)


def test_figures_of_cards_are_beyond_those_of_factions() -> None:
    """The first faction wins 30 of 40 games; with the first card 20 of 20: 0.25 beyond."""
    scores = [[9, 1]] * 20 + [[9, 1]] * 10 + [[1, 9]] * 10
    games = scored(scores, [[1, 0]] * 20 + [[0, 0]] * 20, [[0, 1]] * 40)
    assert list(_by_card([games])) == []  # too few seats built it
    twice = [games, games]
    (row,) = _by_card(twice)
    assert (row["card"], row["seats"], row["wins"][0]) == (CARDS[0].name, 40, 1.0)
    assert row["beyond"][0] == 0.25


def test_the_document_has_figures_for_each_agent_and_size() -> None:
    done: list[int] = []
    found = study({"lookout": "alternative"}, ["random", "heuristic"], [2, 3], 4, 5, lambda: done.append(1))
    assert len(done) == 16 and list(found["agents"]) == ["random", "heuristic"]
    again = study({"lookout": "alternative"}, ["heuristic"], [3], 4, 5)
    assert again["agents"]["heuristic"]["scores"]["3"] == found["agents"]["heuristic"]["scores"]["3"]
    winner = found["agents"]["heuristic"]["scores"]["3"]
    assert winner["winner"][1] < winner["winner"][0] < winner["winner"][2]
    parts = sum(value[0] for name, value in winner.items() if name.startswith("winner: ") and "goods" not in name)
    assert parts - winner["winner: hand"][0] == pytest.approx(winner["winner"][0], abs=0.01)
    assert sum(1 for _ in tables(found)) == 6


def test_a_study_that_is_stopped_begins_no_other_game() -> None:
    done: list[int] = []
    found = study({}, ["random", "heuristic"], [2, 3], 4, 5, lambda: done.append(1), lambda: len(done) == 3)
    assert len(done) == 3 and found["agents"]["random"]["games"] == {"2": 3} and list(found["agents"]) == ["random"]


def test_the_command_writes_what_it_prints(tmp_path: Path) -> None:
    args = ("study", str(tmp_path), "random", *GAME, "-p", "1", "-p", "2", "--games", "3")
    printed = json.loads(call(*args, "--json").stdout)
    assert json.loads((tmp_path / "imperial_settlers.json").read_text()) == printed
    assert set(printed["agents"]["random"]["scores"]["1"]) >= {"score", "beats the virtual player"}
    assert "random: factions by number of players" in call(*args).stdout


@pytest.mark.parametrize(
    ("args", "message"),
    [
        (("--players", "5"), "players must be an integer from 1 to 4, not 5"),
        (("nobody",), "unknown agent 'nobody'"),
        (("--ray", "local"), "is not distributed"),
        (("--games", "1"), "--games"),
        (("--mats", "x"), "No such option"),
    ],
)
def test_impossible_studies_are_refused(tmp_path: Path, args: tuple[str, ...], message: str) -> None:
    result = call("study", str(tmp_path), *GAME, *args, code=2)
    assert message in result.stderr and "Traceback" not in result.output


def test_a_study_needs_agents_sizes_and_games() -> None:
    for agents, players, games, seed in (([], [2], 2, 0), (["random"], [], 2, 0), (["random"], [2], 1, 0)):
        with pytest.raises(ValueError, match="give at least one agent, one size, 2 games"):
            check({}, agents, players, games, seed)
    with pytest.raises(ValueError, match="seed of 0 or larger"):
        check({}, ["random"], [2], 2, -1)
