"""The referee reads and writes documents of the notation, and plays on from them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from scythe_env.scythe import engine
from scythe_env.scythe.actions import NUM_ACTIONS, parse_action
from scythe_env.scythe.notation import BOARD_KEYS, from_json, to_json

from .__main__ import main
from .adapter import comparable
from .differential import EngineGame
from .documents import Document, after, chance_of, document_of, legal, referee_of
from .positions import level, scramble
from .table import RefereeError

PRODUCE: Document = {
    "players": [
        {"faction": "saxony", "mat": "industrial", "workers": {"F1": 2, "G1": 1}, "combat_cards": {"2": 4}},
        {"faction": "nordic", "mat": "patriotic"},
    ],
    "tokens": {"F1": {"metal": 3}},
    "turn": {"round": 5},
}


def complete(**changes: Any) -> Document:
    return to_json(from_json(PRODUCE | changes))


def played(document: Document, *decisions: str) -> Document:
    """What the engine makes of a document."""
    states, mask = from_json(document), np.zeros(NUM_ACTIONS, np.int8)
    engine.resume(states, 0, mask)
    for text in decisions:
        due, seat = int(states["decision"][0]), int(states["seat_to_act"][0])
        action = parse_action(text, due, int(states["faction"][0][seat]))
        assert mask[action], text
        engine.apply(states, 0, action, mask)
    return to_json(states)


def table(document: Document) -> Document:
    return {key: document[key] for key in BOARD_KEYS if key in document}


# -- what is legal, and what follows -----------------------------------------------------------------------------------


def test_legal_at_the_start_of_a_turn() -> None:
    assert legal(complete()) == ["section move", "section bolster", "section trade", "section produce"]


def test_legal_within_a_turn() -> None:
    since = ["section produce", "take", "F1", "2"]
    assert legal(complete(), since) == ["G1", "done"]
    assert legal(complete(), [*since, "G1"]) == ["0", "1"]


def test_the_document_after_a_decision() -> None:
    document = complete()
    since = ("section produce", "take", "F1")
    engine_after = played(document, *since, "2")
    assert engine_after["tokens"] == {"F1": {"metal": 5}}
    assert after(document, "2", decisions_since=since) == table(engine_after)


def test_what_the_engine_drew_is_taken_over() -> None:
    document = complete(options={"play_forced": False})
    since = ("section bolster", "take")
    engine_after = played(document, *since, "combat cards")
    chance = chance_of(engine_after)
    assert after(document, "combat cards", chance, since) == table(engine_after)
    chance.hands[0], chance.hands[1] = chance.hands[1], chance.hands[0]
    with pytest.raises(RefereeError, match="cards of saxony"):
        after(document, "combat cards", chance, since)


def test_a_decision_with_one_answer_is_asked_only_where_the_options_say_so() -> None:
    saxony = PRODUCE["players"][0] | {"workers": {"F1": 3}}
    decisions = ("section trade", "take", "resources")
    for play_forced in (True, False):
        options = {"play_forced": play_forced}
        document = complete(players=[saxony, PRODUCE["players"][1]], options=options)
        here = after(document, decisions[-1], decisions_since=decisions[:-1])
        assert here == table(played(document, *decisions))
        assert here["turn"]["decision"] == ("token" if play_forced else "tokens to")


def test_knowledge_of_a_hand_is_kept_and_lost() -> None:
    players = [
        {"faction": "nordic", "mat": "patriotic", "knows": {"saxony": {"5": 2}, "crimea": {"3": 2}}},
        {
            "faction": "crimea",
            "mat": "engineering",
            "combat_cards": {"3": 2},
            "mechs": {"scout": "F4"},
            "workers": {"F4": 2},
        },
        {"faction": "saxony", "mat": "militant", "combat_cards": {"5": 2}, "character": "E4", "power": 0},
    ]
    document = complete(players=players, tokens={}, turn={"active": "crimea"})
    decisions = ("section move", "take", "units", "mech F4", "0", "E4", "done")
    engine_after = played(document, *decisions)
    here = after(document, decisions[-1], chance_of(engine_after), decisions[:-1])
    assert here == table(engine_after)
    assert [player["knows"] for player in here["players"]] == [
        {"saxony": {"5": 1}, "crimea": {"3": 2}},
        {},
        {"crimea": {"5": 1}},
    ]


def test_the_example_of_the_docs() -> None:
    page = (Path(__file__).parents[2] / "docs" / "referee.md").read_text(encoding="utf-8")
    scope: dict[str, Any] = {"document": PRODUCE}
    exec(page.split("```python\n")[1].split("```")[0], scope)
    since = ("section produce", "take", "F1", "2")
    assert sorted(scope["log"].legal) == sorted(legal(complete(), since))


@pytest.mark.parametrize("automas", [False, True])
@pytest.mark.parametrize("seed", range(20))
def test_what_the_referee_writes_is_a_document(seed: int, automas: bool) -> None:
    document = to_json(from_json(scramble(to_json(EngineGame(seed, automas).states), seed)))
    written = document_of(referee_of(document), document)
    assert comparable(written) == comparable(table(document))
    assert comparable(table(to_json(from_json(written)))) == comparable(written)


@pytest.mark.parametrize("seeds", [range(start, start + 50) for start in range(0, 200, 50)])
def test_random_positions_are_documents(seeds: range) -> None:
    for seed in seeds:
        position = scramble(to_json(EngineGame(seed).states), seed)
        for document in (position, level(position, seed)):
            accepted = to_json(from_json(document))
            assert accepted["traps"] == document["traps"]
            assert [player["stars"] for player in accepted["players"]] == [p["stars"] for p in document["players"]]


# -- what is refused ---------------------------------------------------------------------------------------------------


def test_a_document_within_a_turn_is_refused() -> None:
    within = played(complete(), "section produce", "take")
    with pytest.raises(ValueError, match=r"within a turn \('produce on' is due\): .* decisions made since"):
        legal(within)


@pytest.mark.parametrize("key", ["encounter_deck", "coins"])
def test_a_document_that_leaves_something_out_is_refused(key: str) -> None:
    document = complete()
    place = document if key in document else document["players"][0]
    del place[key]
    with pytest.raises(ValueError, match=rf"{key} is missing; to_json\(from_json\(document\)\) completes"):
        legal(document)


def test_a_decision_that_is_not_legal_is_refused() -> None:
    with pytest.raises(RefereeError, match="'section factory' is not legal in 'section'; legal are section move"):
        legal(complete(), ["section factory"])


def test_nothing_is_legal_when_the_game_is_over() -> None:
    stars = {"upgrades": 0, "objective": 1, "combat_wins": 4, "power": 1}
    saxony = PRODUCE["players"][0] | {"stars": stars}
    over = complete(players=[saxony, PRODUCE["players"][1]], turn={"status": "ended"})
    assert legal(over) == []
    assert document_of(referee_of(over), over) == table(over)
    with pytest.raises(RefereeError, match="the game is over"):
        legal(over, ["done"])


# -- the command -------------------------------------------------------------------------------------------------------


@pytest.fixture
def position(tmp_path: Path) -> str:
    path = tmp_path / "position.json"
    path.write_text(json.dumps(PRODUCE), encoding="utf-8")
    return str(path)


def test_command_says_what_is_legal(position: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([position]) == 0
    assert capsys.readouterr().out.splitlines() == [
        "saxony: section",
        "  section move",
        "  section bolster",
        "  section trade",
        "  section produce",
    ]


def test_command_plays_decisions(position: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([position, "section produce", "take", "F1", "2"]) == 0
    text, due = capsys.readouterr().out.split("\n}\n")
    assert json.loads(text + "}")["tokens"] == {"F1": {"metal": 5}}
    assert due.splitlines() == ["saxony: produce on", "  G1", "  done"]


def test_command_names_what_is_wrong(position: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([position, "section attack"]) == 1
    assert "'section attack' is not legal in 'section'" in capsys.readouterr().err
    assert main([position + "x"]) == 1
    assert "No such file" in capsys.readouterr().err
    Path(position).write_text('{"players": []}', encoding="utf-8")
    assert main([position]) == 1
    assert capsys.readouterr().err.startswith("players: ")
