"""The server of the table: what it answers, what it hides, whom it refuses, and that games outlive it."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("starlette")

from scythe_training.cli import app
from scythe_training.table.command import address_of
from scythe_training.table.server import Table, application
from starlette.testclient import TestClient
from typer.testing import CliRunner

from scythe_env.core.agent import Agent
from scythe_env.core.options import options
from scythe_env.core.registry import game_class, parse_agent
from scythe_env.core.replay import record, replay_text
from scythe_env.core.session import Session
from scythe_env.scythe.config import ScytheConfig
from scythe_env.scythe.game import Scythe
from tests.core.race.game import Race

TWO = Scythe(ScytheConfig(players=2))
AGENTS = {name: partial(parse_agent, name) for name in ("random", "heuristic")}
HOST = "127.0.0.1:8765"


def client_of(table: Table, token: str | None = None, hosts: tuple[str, ...] = (HOST,)) -> TestClient:
    client = TestClient(application(table, hosts, token), base_url=f"http://{HOST}")
    client.headers["content-type"] = "application/json"
    return client


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Table]:
    table = Table(TWO, AGENTS, tmp_path)
    yield table
    table.close()


@pytest.fixture
def client(table: Table) -> TestClient:
    return client_of(table)


def begin(client: TestClient, *seats: str, **asked: Any) -> str:
    answer = client.post("/api/games", json={"seats": seats, "seed": 3, **asked})
    assert answer.status_code == 200, answer.text
    return str(answer.json()["game"])


def look(client: TestClient, game: str, seat: int | str = "", **query: Any) -> dict[str, Any]:
    answer = client.get(f"/api/games/{game}", params={"seat": seat, **query})
    assert answer.status_code == 200, answer.text
    return dict(answer.json())


def act(client: TestClient, game: str, scene: dict[str, Any], action: int | None = None) -> Any:
    choice = scene["legal"][0]["action"] if action is None else action
    body = {"seat": scene["viewer"], "action": choice, "version": scene["version"]}
    return client.post(f"/api/games/{game}/actions", json=body)


def finished(seed: int = 3) -> Session:
    session = Session(TWO, log=True)
    session.reset(seed)
    agent = parse_agent("heuristic", TWO)
    while session.running:
        session.step(agent.act_on_state(session.states.copy(), 0, session.mask.copy()))
    return session


# -- games -------------------------------------------------------------------------------------------------------------


def test_a_game_is_played_by_requests(client: TestClient) -> None:
    game, events = begin(client, "human", "human"), 0
    for _ in range(20):
        seat = look(client, game)["seat"]
        scene = look(client, game, seat, events=events)
        assert scene["asked"] and scene["legal"] and scene["log"]["from"] == events
        events = scene["log"]["count"]
        assert act(client, game, scene).status_code == 200
    assert look(client, game)["version"] == 20


def test_the_page_gets_only_what_its_seat_may_see(table: Table, client: TestClient) -> None:
    """What is sent to the other seat and to spectators does not change when what they may not know is dealt anew."""
    game = begin(client, "human", "human")
    session = table.game_of(game).session
    seat = session.seat
    other = 1 - seat
    seen = {viewer: look(client, game, viewer) for viewer in (other, "")}
    assert look(client, game, seat)["legal"] and not any(scene["legal"] or scene["decision"] for scene in seen.values())
    for viewer, known in ((other, other), ("", other)):
        TWO.determinize(session.states, 0, known, 5)
        again = look(client, game, viewer)
        assert {**again, "log": None} == {**seen[viewer], "log": None}
    own = TWO.notes(session.states, 0, seat)
    assert len(own) == 2 and look(client, game, seat)["notes"] == own and look(client, game)["notes"] == []
    assert look(client, game, other)["notes"] == TWO.notes(session.states, 0, other) != own
    hand = "cards " + " ".join(str(2 + k) for k, n in enumerate(session.states["cards"][0, seat]) for _ in range(n))
    assert hand in "".join(look(client, game, seat)["picture"]["lines"])
    assert hand not in "".join(look(client, game, "")["picture"]["lines"])


def test_documents_and_files_do_not_tell_secrets_of_a_game_with_people(client: TestClient) -> None:
    game = begin(client, "human", "human")
    seat = look(client, game)["seat"]
    document = client.get(f"/api/games/{game}/document", params={"seat": seat}).json()
    hands = [one["combat_cards"] for one in document["players"]]
    assert isinstance(hands[seat], dict) and isinstance(hands[1 - seat], int)
    refused = client.get(f"/api/games/{game}/replay")
    assert refused.status_code == 400 and "secrets of all seats" in refused.json()["error"]
    watched = begin(client, "random", "random", paused=True)
    assert client.get(f"/api/games/{watched}/replay").text.startswith('{"format": 2')


def test_a_click_that_comes_too_late_is_told(client: TestClient) -> None:
    game = begin(client, "human", "human")
    scene = look(client, game, look(client, game)["seat"])
    assert act(client, game, scene).status_code == 200
    late = act(client, game, scene)
    assert late.status_code == 409 and "has moved on" in late.json()["error"]
    scene = look(client, game, scene["viewer"])
    illegal = act(client, game, scene, 10_000)
    assert illegal.status_code == 400 and "not in 0..219" in illegal.json()["error"]
    assert look(client, game)["version"] == scene["version"]


def test_undo_is_offered_and_done(client: TestClient) -> None:
    game = begin(client, "human", "human")
    scene = look(client, game, look(client, game)["seat"])
    assert not scene["undo"]
    act(client, game, scene)
    scene = look(client, game, scene["viewer"])
    assert scene["undo"]
    back = client.post(f"/api/games/{game}/undo", json={"seat": scene["viewer"], "version": scene["version"]})
    assert back.status_code == 200 and not look(client, game, scene["viewer"])["undo"]


def test_pictures_bring_only_parts_that_the_page_lacks(client: TestClient) -> None:
    game = begin(client, "human", "human")
    first = look(client, game)["picture"]["parts"]
    assert first["count"] == len(first["new"]) > 10
    assert look(client, game, parts=first["count"])["picture"]["parts"] == {"new": {}, "count": first["count"]}


def test_a_page_waits_for_changes(table: Table, client: TestClient) -> None:
    game = begin(client, "random", "random", paused=True)
    version = look(client, game)["version"]
    client.post(f"/api/games/{game}/pace", json={"paused": False, "delay": 0})
    assert look(client, game, version=version)["version"] > version
    for _ in range(200):
        scene = look(client, game)
        if scene["over"]:
            break
        time.sleep(0.05)
    assert sorted(result["rank"] for result in scene["results"])[0] == 1 and scene["course"][-1]["turn"] == -1


def test_games_without_pictures_are_shown_as_text() -> None:
    table = Table(Race(), {})
    client = client_of(table)
    game = begin(client, "human", "human", "human")
    assert "way" in look(client, game)["picture"]["text"]
    table.close()


def test_agents_without_a_net_tell_no_chances() -> None:
    kind: Any = game_class("imperial-settlers")
    table = Table(kind(kind.config_type(players=2)), {"expert": partial(parse_agent, "expert")}, judge="expert")
    client = client_of(table)
    assert look(client, begin(client, "human", "human"))["course"][0]["chances"] is None
    table.close()


@pytest.mark.parametrize(
    ("judge", "message"), [("nobody", "is not at this table; it has"), ("random", "has no net that tells chances")]
)
def test_judges_that_cannot_judge_are_refused(judge: str, message: str) -> None:
    told = CliRunner().invoke(app, ("table", "--judge", judge), env={"COLUMNS": "300"})
    assert told.exit_code == 2 and f"judge {judge!r} {message}" in told.stderr


def test_games_go_on_when_the_server_starts_again(tmp_path: Path) -> None:
    first = Table(TWO, AGENTS, tmp_path)
    client = client_of(first)
    game = begin(client, "human", "heuristic")
    for _ in range(3):
        while not (scene := look(client, game, 0))["asked"]:
            time.sleep(0.02)
        act(client, game, scene)
    while not (scene := look(client, game, 0))["asked"]:
        time.sleep(0.02)
    first.close()
    second = Table(TWO, AGENTS, tmp_path)
    again = look(client_of(second), game, 0)
    same = ("legal", "decision", "seats", "round")
    assert {name: again[name] for name in same} == {name: scene[name] for name in same}
    assert again["picture"]["lines"] == scene["picture"]["lines"]
    second.close()  # after which nothing is written
    (tmp_path / f"{game}.json").write_text("{}")
    third = client_of(Table(TWO, AGENTS, tmp_path)).get(f"/api/games/{game}")
    assert third.status_code == 400 and "damaged" in third.json()["error"]


def test_the_page_is_told_the_options_as_the_game_declares_them() -> None:
    table = Table(Scythe(ScytheConfig(players=2, automas=2, automa_level=3, promo_factory=True)), AGENTS)
    about = client_of(table).get("/api/about").json()
    table.close()
    rows = {row["name"]: row for row in about["options"]}
    assert list(rows) == [row.name for row in options(ScytheConfig)]
    assert {row["type"] for row in rows.values()} == {"bool", "int", "str", "tuple", "list", "set"}
    assert rows["automa_level"]["within"] == "automas" and (rows["automa_level"]["least"], rows["automas"]["most"]) == (
        1,
        7,
    )
    assert [name for name, row in rows.items() if row["common"]] == ["players", "automas", "automa_level"]
    assert about["given"] == {"players": 2, "promo_factory": True, "automas": 2, "automa_level": 3}  # no seats of 2


@pytest.mark.parametrize(
    ("given", "seats", "kept"),
    [
        ({"players": 2, "promo_factory": True}, 2, {"promo_factory": True}),
        ({"players": 3, "max_rounds": 7}, 3, {"max_rounds": 7}),
        ({"players": 2, "tile": "longest_line"}, 2, {"tile": "longest_line"}),
        ({"players": 2, "factions": ["nordic", None], "mats": [None, None]}, 2, {"factions": ("nordic", None)}),
        ({"players": 1, "automas": 2, "automa_level": 3}, 1, {"automa_level": (3, 3)}),
        ({"players": 1, "automas": 2, "automa_level": [1, 4]}, 1, {"automa_level": (1, 4)}),
        ({"players": 2, "automas": 1, "automa_seats": 0}, 2, {"automa_seats": (0,)}),
        ({"players": 2, "automas": 1, "automa_level": None}, 2, {"automa_level": (2,)}),
        ({"players": 2, "observe_seats": 5}, 2, {"observe_seats": 5}),
    ],
)
def test_a_game_is_begun_with_options_of_each_kind(
    table: Table, client: TestClient, given: dict[str, Any], seats: int, kept: dict[str, Any]
) -> None:
    config = table.game_of(begin(client, *["human"] * seats, options=given)).session.game.config
    assert config == ScytheConfig(**{"players": 2, **{name: one for name, one in given.items() if one is not None}})
    assert {name: getattr(config, name) for name in kept} == kept


def test_the_page_is_told_which_seats_are_scripted(client: TestClient) -> None:
    asked = {"options": {"players": 2, "automas": 2, "automa_seats": [0, 2]}}
    assert client.post("/api/seats", json=asked).json() == {"seats": ["automa", None, "automa", None]}
    assert client.post("/api/seats", json={}).json() == {"seats": [None, None]}
    game = begin(client, "human", "random", **asked)
    assert look(client, game)["seats"] == ["automa", "human", "automa", "random"]
    session = Session(Scythe(ScytheConfig(players=1, automas=1)))
    session.reset(3)
    document = session.game.to_document(session.states, 0)
    assert client.post("/api/seats", json={"document": document}).json() == {"seats": [None, "automa"]}
    assert look(client, begin(client, "human", document=document))["seats"] == ["human", "automa"]


def test_a_game_with_options_goes_on_when_the_server_starts_again(tmp_path: Path) -> None:
    first = Table(TWO, AGENTS, tmp_path)
    given = {"players": 1, "automas": 2, "automa_level": 3, "factions": ["nordic", None, None], "decline_gains": True}
    game = begin(client_of(first), "human", options=given)
    config = first.game_of(game).session.game.config
    first.close()
    second = Table(TWO, AGENTS, tmp_path)
    again = second.game_of(game)
    second.close()
    assert again.session.game.config == config and again.seats == ["human", "automa", "automa"]


def test_a_table_with_automas_begins_games_without_them(table: Table, tmp_path: Path) -> None:
    other = Table(Scythe(ScytheConfig(players=1, automas=2)), AGENTS, tmp_path)
    client = client_of(other)
    assert look(client, begin(client, "human", options={"players": 1}))["seats"] == ["human"]
    assert look(client, begin(client, "human"))["seats"] == ["human", "automa", "automa"]
    other.close()


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ([], "options: an object is needed"),
        ({"folder": "/etc"}, "options: unknown key 'folder'; allowed are players, factions"),
        ({"players": "2"}, "players must be an integer from 0 to 7, not '2'"),
        ({"players": 2, "promo_factory": 1}, "promo_factory must be True or False, not 1"),
        ({"players": 2, "max_rounds": 2.5}, "max_rounds must be an integer from 1 to 250, not 2.5"),
        ({"players": 2, "tile": "roof"}, "tile: unknown name 'roof'; allowed are"),
        ({"players": 2, "factions": ["nordic"]}, "factions has 1 entries, but there are 2 players"),
        ({"players": 2, "mats": [{}, None]}, "mats: unknown name {}; allowed are"),
        ({"players": 2, "automas": 2, "automa_level": [1]}, "automa_level must be a number or one for each of 2"),
        ({"players": 2, "automas": 1, "automa_seats": [9]}, "automa_seats must be an integer from 0 to 6, not 9"),
        ({"players": 5, "automas": 5}, "players and automas must be 1 to 7 together"),
        ({"players": 0, "automas": 3}, "all 3 seats are scripted: at least one is for a person or an agent"),
        ({"players": 3}, "the game has 3 seats for players, but 2 are given"),
    ],
)
def test_impossible_options_are_told_in_one_line_and_nothing_is_begun(
    table: Table, client: TestClient, tmp_path: Path, given: Any, message: str
) -> None:
    answer = client.post("/api/games", json={"seats": ["human"] * 2, "options": given})
    assert answer.status_code == 400 and message in answer.json()["error"] and "\n" not in answer.json()["error"]
    assert not table._games and not list(tmp_path.iterdir())


def test_an_agent_that_does_not_fit_the_options_is_told(tmp_path: Path) -> None:
    table = Table(TWO, {"ppo": partial(parse_agent, "ppo")}, tmp_path)
    answer = client_of(table).post("/api/games", json={"seats": ["human", *["ppo"] * 3], "options": {"players": 4}})
    table.close()
    assert answer.status_code == 400 and "trained for 2 players, not for 4" in answer.json()["error"]
    assert not table._games and not list(tmp_path.iterdir())


def test_options_of_a_position_are_its_own(client: TestClient) -> None:
    session = Session(TWO)
    session.reset(3)
    asked = {"seats": ["human"] * 2, "document": TWO.to_document(session.states, 0), "options": {"players": 2}}
    answer = client.post("/api/games", json=asked)
    assert answer.status_code == 400 and "not by options and document" in answer.json()["error"]


def test_pages_that_ask_at_once_for_a_game_of_before_get_the_same(tmp_path: Path) -> None:
    first = Table(TWO, AGENTS, tmp_path)
    game = begin(client_of(first), "human", "heuristic")
    first.close()
    second = Table(TWO, AGENTS, tmp_path)
    with ThreadPoolExecutor(4) as pages:
        found = list(pages.map(second.game_of, [game] * 4))
    assert all(one is found[0] for one in found)
    second.close()


def test_a_game_is_there_after_a_restart_whoever_was_to_begin(tmp_path: Path) -> None:
    for seed in range(8):  # either seat begins
        first = Table(TWO, AGENTS, tmp_path)
        game = begin(client_of(first), "human", "heuristic", seed=seed, paused=True)
        first.close()
        second = Table(TWO, AGENTS, tmp_path)
        assert second.game_of(game).players == ["human", "heuristic"]
        second.close()


def test_a_game_that_cannot_be_written_is_told_and_goes_on(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    table = Table(TWO, AGENTS, tmp_path / "removed")
    client = client_of(table)
    game = begin(client, "human", "human")
    table.close()
    assert f"{game}.json: No such file" in caplog.text and "would not go on" in caplog.text
    assert look(client, game)["version"] == 0


# -- recorded games and positions --------------------------------------------------------------------------------------


def test_a_recorded_game_is_looked_into_and_gone_on_from(client: TestClient) -> None:
    session = finished()
    found = client.post("/api/recorded", json={"name": "game", "text": replay_text(record(session))}).json()
    assert found["count"] == len(session.decisions)
    kinds = [mark["kind"] for mark in found["marks"]]
    assert kinds.count("star") == int(session.states["stars"][0].sum()) and "turn" in kinds
    end = client.get(f"/api/recorded/{found['recorded']}/{found['count']}").json()
    assert end["over"] and end["results"] == TWO.results(TWO.scores(session.states, 0))
    middle = client.get(f"/api/recorded/{found['recorded']}/40/document").json()
    game = begin(client, "human", "human", recorded=found["recorded"], at=40)
    now = client.post("/api/positions", json={"document": middle}).json()
    assert look(client, game)["picture"]["lines"] != end["picture"]["lines"]
    assert look(client, game)["seat"] == now["seat"] and now["legal"]
    beyond = client.get(f"/api/recorded/{found['recorded']}/{found['count'] + 1}")
    assert beyond.status_code == 400 and "so there is nothing after" in beyond.json()["error"]


@pytest.mark.parametrize(
    "change", [lambda text: text[:-40], lambda text: text.replace("section", "sectoin", 1), lambda _: "no"]
)
def test_damaged_recordings_are_refused(client: TestClient, change: Any) -> None:
    answer = client.post("/api/recorded", json={"name": "mine.jsonl", "text": change(replay_text(record(finished())))})
    assert answer.status_code == 400 and answer.json()["error"].startswith("mine.jsonl, line ")


def test_a_position_is_shown_and_given_to_an_agent(client: TestClient) -> None:
    session = Session(TWO)
    session.reset(3)
    document = TWO.to_document(session.states, 0)
    shown = client.post("/api/positions", json={"document": document, "agent": "heuristic"}).json()
    assert [one["text"] for one in shown["legal"]] == session.legal
    assert shown["advice"]["text"] in session.legal and shown["advice"]["thoughts"] is None
    game = begin(client, "human", "human", document=document)
    assert look(client, game)["seat"] == session.seat


def test_an_agent_that_fails_at_a_position_is_told(tmp_path: Path) -> None:
    class Failing(Agent):
        def act(self, observation: Any, mask: Any) -> int:
            raise KeyError("lost my way")

    session, table = Session(TWO), Table(TWO, {"mine": lambda game: Failing()})
    session.reset(3)
    asked = {"document": TWO.to_document(session.states, 0), "agent": "mine"}
    answer = client_of(table).post("/api/positions", json=asked)
    table.close()
    assert answer.status_code == 400
    assert answer.json()["error"] == f"agent 'mine' at seat {session.seat}: KeyError: 'lost my way'"


@pytest.mark.parametrize(
    ("path", "body", "message"),
    [
        ("/api/games", {"seats": ["human", "nobody"]}, "unknown agent 'nobody'; this table has random, heuristic"),
        ("/api/games", {"seats": ["human", "file.py:Class"]}, "unknown agent 'file.py:Class'"),
        ("/api/games", {"seats": "human"}, "seats must be a list of texts"),
        ("/api/games", {"seats": ["human"] * 9}, "players"),
        ("/api/games", {"seats": ["human"] * 2, "seed": -1}, "seed must be an integer from 0"),
        ("/api/games", {"seats": ["human"] * 2, "recorded": "none", "at": 1}, "no such game"),
        ("/api/positions", {"document": {"seats": 1}}, "version"),
        ("/api/positions", {"document": []}, "a position is a JSON object"),
        ("/api/recorded", {"text": ""}, "line 1"),
    ],
)
def test_bad_requests_are_told_in_one_line(client: TestClient, path: str, body: Any, message: str) -> None:
    answer = client.post(path, json=body)
    assert answer.status_code in (400, 404) and message in answer.json()["error"] and "\n" not in answer.json()["error"]


def test_what_is_not_json_is_refused(client: TestClient) -> None:
    for text in ("{", "[]", "[" * 100_000):
        answer = client.post("/api/games", content=text)
        assert answer.status_code == 400, answer.text
    assert client.get("/api/games/none").status_code == 404
    assert client.get("/api/games/..%2F..%2Fetc").status_code == 404


# -- who is let in -----------------------------------------------------------------------------------------------------


def test_other_hosts_and_origins_are_refused(client: TestClient) -> None:
    for headers in ({"host": "evil.example"}, {"origin": "http://evil.example"}, {"origin": "null"}):
        for path in ("/", "/api/about"):
            assert client.get(path, headers=headers).status_code == 403
    assert client.get("/api/about", headers={"origin": f"http://{HOST}"}).status_code == 200
    plain = client.post("/api/games", content='{"seats": ["human", "human"]}', headers={"content-type": "text/plain"})
    assert plain.status_code == 403  # as a form of another page could send it


def test_a_token_is_asked_for_once_and_kept_in_a_cookie(table: Table) -> None:
    client = client_of(table, "a" * 16, ())
    assert client.get("/api/about").status_code == 403
    assert client.get("/?token=" + "b" * 16).status_code == 403
    assert client.get("/?token=" + "a" * 16).status_code == 200
    assert client.get("/api/about").status_code == 200


@pytest.mark.parametrize(
    ("host", "token", "message"),
    [
        ("0.0.0.0", None, "others can reach 0.0.0.0: give a --token"),
        ("127.0.0.1", "short", "at least 16 characters"),
        ("example.org", None, "is not an IP address of this machine"),
        ("192.0.2.77", "a" * 16, "port 0 of 192.0.2.77"),
    ],
)
def test_addresses_that_cannot_be_listened_at(host: str, token: str | None, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        address_of(host, 0, token)


def test_a_port_in_use_is_named() -> None:
    first, url = address_of("127.0.0.1", 0, None)
    port = first.getsockname()[1]
    assert url == f"http://127.0.0.1:{port}/"
    with pytest.raises(ValueError, match=f"port {port} of 127.0.0.1: .*; give another with --port"):
        address_of("127.0.0.1", port, None)
    first.close()


def test_every_file_of_the_page_is_served_with_a_policy(client: TestClient) -> None:
    page = client.get("/")
    assert "default-src 'self'" in page.headers["content-security-policy"]
    for path in ("/table.js", "/view/view.js", "/view/view.css"):
        assert client.get(path).status_code == 200
    assert json.loads(client.get("/api/about").text)["agents"] == ["human", "random", "heuristic"]
