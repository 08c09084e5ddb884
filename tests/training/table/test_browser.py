"""The table in a real browser: Chromium, driven by Playwright; skipped where it is not installed."""

from __future__ import annotations

import json
import os
import re
import shutil
import threading
import time
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("playwright")
pytest.importorskip("uvicorn")

import uvicorn
from playwright.sync_api import sync_playwright
from scythe_training.table.command import address_of
from scythe_training.table.server import Table, application

from scythe_env.core.registry import parse_agent
from scythe_env.core.replay import record, replay_text
from scythe_env.core.session import Session
from scythe_env.core.viewer import game_page
from scythe_env.imperial_settlers.config import ImperialSettlersConfig
from scythe_env.imperial_settlers.game import ImperialSettlers
from scythe_env.scythe.cards import encounter
from scythe_env.scythe.components import load_components
from scythe_env.scythe.config import ScytheConfig
from scythe_env.scythe.game import Scythe

CHROMIUM = os.environ.get("CHROMIUM") or shutil.which("chromium") or shutil.which("chromium-browser")
if CHROMIUM is None:
    if os.environ.get("NEEDS_CHROMIUM"):
        raise RuntimeError("Chromium is needed for the tests of the table: apt-get install chromium")
    pytest.skip("Chromium is not installed", allow_module_level=True)

TWO = Scythe(ScytheConfig(players=2, max_rounds=3))
SEVEN = Scythe(ScytheConfig(players=7))
SETTLERS = ImperialSettlers(ImperialSettlersConfig(players=2))
AGENTS = {name: partial(parse_agent, name) for name in ("random", "heuristic", "quick", "ppo")}


class Place:
    """A table that is served, and its address."""

    def __init__(self, game: Any, folder: Path, agents: tuple[str, ...] = ("random", "heuristic", "quick")) -> None:
        self.table = Table(game, {name: AGENTS[name] for name in agents}, folder, agents[-1])
        listening, self.url = address_of("127.0.0.1", 0, None)
        self.port = listening.getsockname()[1]
        app = application(self.table, [f"127.0.0.1:{self.port}"], None, lambda: not self.server.should_exit)
        self.server = uvicorn.Server(uvicorn.Config(app, log_level="warning", lifespan="off"))
        self._thread = threading.Thread(target=self.server.run, kwargs={"sockets": [listening]}, daemon=True)
        self._thread.start()

    def stop(self) -> None:
        self.server.should_exit = True
        self._thread.join(30)
        self.table.close()


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    with sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        yield browser
        browser.close()


@pytest.fixture
def place(tmp_path: Path) -> Iterator[Place]:
    place = Place(TWO, tmp_path)
    yield place
    place.stop()


@pytest.fixture
def page(browser: Any) -> Iterator[Any]:
    context = browser.new_context(viewport={"width": 1400, "height": 900})
    context.grant_permissions(["clipboard-read", "clipboard-write"])
    page = context.new_page()
    faults: list[str] = []
    page.on("pageerror", lambda error: faults.append(str(error)))
    page.set_default_timeout(60_000)
    yield page
    context.close()
    assert not faults


def begin(page: Any, place: Place, *seats: str, seed: int = 3, analysis: bool = False) -> None:
    page.goto(place.url)
    page.select_option('select[aria-label="Players"]', str(len(seats)))
    for number, text in enumerate(seats, 1):
        page.select_option(f'select[aria-label="Seat {number}"]', text)
    page.fill('input[aria-label="Seed"]', str(seed))
    if analysis:
        page.check("label:has-text('analysis') input")
    page.click("button:text-is('Begin')")


def version(page: Any, place: Place) -> int:
    return int(place.table.game_of(page.url.split("game=")[1]).version)


def choose(page: Any, place: Place) -> None:
    """Click a choice on the board if one is lit, else the last in the list, and wait until it was taken."""
    before = version(page, place)
    page.wait_for_selector(f".board[data-version='{before}']")
    if page.locator(".target.lit").count():
        page.locator(".target.lit").first.click()
        if page.locator(".menu button").count():
            page.locator(".menu button").first.click()
    else:
        page.locator("[data-action]").last.click()
    deadline = time.monotonic() + 30
    while version(page, place) == before and time.monotonic() < deadline:
        page.wait_for_timeout(10)
    assert version(page, place) > before


def press(page: Any, place: Place, key: str) -> None:
    """Press a key that chooses, and wait until a person is asked again."""
    before = version(page, place)
    page.wait_for_selector(f".board[data-version='{before}']")
    page.keyboard.press(key)
    deadline = time.monotonic() + 30
    while version(page, place) == before and time.monotonic() < deadline:
        page.wait_for_timeout(10)
    assert wait_for_turn(page, place)
    page.wait_for_selector(f".board[data-version='{version(page, place)}']")


def wait_for_turn(page: Any, place: Place) -> bool:
    """Wait until a person is asked; False if the game is over."""
    game = place.table.game_of(page.url.split("game=")[1])
    with game.lock:
        assert game.lock.wait_for(lambda: not game.session.running or game.seats[game.session.seat] == "human", 30)
        return bool(game.session.running)


def test_a_whole_game_is_played_by_clicks(page: Any, place: Place) -> None:
    begin(page, place, "human", "heuristic")
    page.wait_for_selector("[data-action]")
    while wait_for_turn(page, place):
        choose(page, place)
    page.wait_for_selector("h2:has-text('The game is over')")
    assert page.inner_text("section[aria-label='The game is over'] tr.score").split()[0] == "score"
    game = place.table.game_of(page.url.split("game=")[1])
    assert {seat for seat, _ in game.session.decisions} == {0, 1}


@pytest.mark.parametrize("width", [1400, 390])
def test_imperial_settlers_is_played_by_clicks_on_its_picture(page: Any, tmp_path: Path, width: int) -> None:
    page.set_viewport_size({"width": width, "height": 900})
    place = Place(SETTLERS, tmp_path, ("random", "heuristic"))
    try:
        begin(page, place, "human", "random")
        page.wait_for_selector("[data-action]")
        for _ in range(15):
            assert wait_for_turn(page, place)
            page.wait_for_selector(f".board[data-version='{version(page, place)}'] .target.lit")
            choose(page, place)
        assert wait_for_turn(page, place)
        page.wait_for_selector(f".board[data-version='{version(page, place)}']")
        game = place.table.game_of(page.url.split("game=")[1])
        shown = page.inner_html(".board")
        assert f">Round {game.session.states['round'][0]} of 5<" in shown
        assert f">{game.session.states['hand'][0, 1].sum()}<" in shown  # the other hand, as a number
        assert page.evaluate("document.documentElement.scrollWidth") <= width
    finally:
        place.stop()


def test_the_results_of_imperial_settlers_fit_the_page(page: Any, tmp_path: Path) -> None:
    session = Session(SETTLERS, log=True)
    session.reset(3)
    while session.running:
        session.step(int(session.mask.nonzero()[0][0]))
    file = tmp_path / "game.html"
    file.write_text(game_page(session), encoding="utf-8")
    for width in (1400, 390):
        page.set_viewport_size({"width": width, "height": 900})
        page.goto(file.as_uri())
        page.click("button[aria-label='end']")
        page.wait_for_selector("table")
        assert page.evaluate("document.documentElement.scrollWidth") <= width


def test_keys_choose_and_take_back(page: Any, place: Place) -> None:
    begin(page, place, "human", "human")
    page.click("text=Show my hand")
    page.wait_for_selector("[data-action]")
    page.keyboard.press("4")
    page.wait_for_selector("button:text-is('Undo (u)'):enabled")
    game = place.table.game_of(page.url.split("game=")[1])
    assert [text for _, text in game.session.decisions] == ["section produce"]
    page.keyboard.press("u")
    page.wait_for_selector("button:text-is('Undo (u)'):disabled")
    assert not game.session.decisions
    page.focus(".target.lit")
    page.keyboard.press("Enter")
    page.wait_for_selector("button:text-is('Undo (u)'):enabled")
    assert len(game.session.decisions) == 1


def test_who_chooses_by_tab_and_enter_goes_on_from_the_first_choice(page: Any, place: Place) -> None:
    begin(page, place, "human", "heuristic")
    page.wait_for_selector("[data-action]")
    while page.evaluate("document.activeElement.dataset.action") is None:
        page.keyboard.press("Tab")
    for _ in range(5):
        press(page, place, "Enter")
        first = page.query_selector("[data-action]").get_attribute("data-action")
        assert page.evaluate("document.activeElement.dataset.action") == first


def test_a_decision_is_asked_with_what_it_is_about_and_what_it_means(page: Any, place: Place) -> None:
    begin(page, place, "human", "heuristic")
    page.wait_for_selector("[data-action]")
    for key in "421":
        press(page, place, key)
    assert re.search(r": produce number \([A-H]\d\)", page.inner_text(".due h2"))
    assert page.inner_text(".due .hint") == "how many pieces are produced there"


def test_what_cards_say_is_read_beside_the_board(page: Any, tmp_path: Path) -> None:
    place = Place(Scythe(ScytheConfig(players=2)), tmp_path)
    try:
        begin(page, place, "human", "heuristic")
        page.wait_for_selector("[data-action]")
        game = place.table.game_of(page.url.split("game=")[1])
        agent = AGENTS["heuristic"](game.session.game)

        def read() -> list[str]:
            page.wait_for_selector(f".board[data-version='{version(page, place)}']")
            return [str(text) for text in page.locator("section[aria-label=Cards] li").all_inner_texts()]

        objectives = read()
        assert len(objectives) == 2 and objectives == game.session.game.notes(game.session.states, 0, 0)
        while game.session.question != "encounter":
            game.act(0, agent.act_on_state(game.session.states.copy(), 0, game.session.mask.copy()), game.version)
            assert wait_for_turn(page, place)
        options = encounter(load_components().encounters[game.session.states["encounter_card"][0]])
        assert read() == [*options, *objectives]
        page.set_viewport_size({"width": 390, "height": 844})
        assert page.evaluate("document.documentElement.scrollWidth") <= 390
    finally:
        place.stop()


def test_games_begun_in_this_browser_are_listed_until_they_are_gone(page: Any, place: Place) -> None:
    begin(page, place, "human", "heuristic")
    page.wait_for_selector("[data-action]")
    address = page.url
    page.goto(place.url + "#new")
    page.click("section[aria-label='Go on with'] a:has-text('human, heuristic')")
    page.wait_for_selector("[data-action]")
    assert page.url == address
    place.table._games.clear()
    name = address.split("game=")[1]
    (place.table.folder / f"{name}.json").unlink()
    page.reload()
    page.wait_for_selector("#notice:has-text('no such game')")
    page.goto(place.url + "#new")
    page.wait_for_selector("button:text-is('Begin')")
    assert not page.query_selector("section[aria-label='Go on with']")


@pytest.mark.parametrize("width", [1400, 390])
def test_a_game_alone_against_automas_is_begun_from_the_form(page: Any, place: Place, width: int) -> None:
    page.set_viewport_size({"width": width, "height": 900})
    page.goto(place.url)
    page.wait_for_selector('select[aria-label="Seat 2"]')
    assert not page.is_visible('input[aria-label="Automa level"]')  # says nothing without Automas
    page.select_option('select[aria-label="Players"]', "1")
    page.select_option('select[aria-label="Automas"]', "2")
    page.fill('input[aria-label="Automa level"]', "3")
    page.wait_for_selector(".seat:has-text('Seat 3') >> text=automa")
    assert page.query_selector_all('select[aria-label^="Seat"]')[0].input_value() == "human"
    assert not page.query_selector('select[aria-label="Seat 2"]')
    page.select_option('select[aria-label="Seat 1: Factions"]', "nordic")
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    page.click("button:text-is('Begin')")
    page.wait_for_selector("[data-action]")
    game = place.table.game_of(page.url.split("game=")[1])
    config = game.session.game.config
    assert (config.players, config.automa_level, config.factions) == (1, (3, 3), ("nordic", None, None))
    assert config.max_rounds == 3 and game.seats == ["human", "automa", "automa"]
    assert not page.query_selector("section[aria-label=Agents]")
    page.click("button:text-is('New game')")
    page.wait_for_selector("section[aria-label='Go on with'] a:has-text('human, automa, automa')")


def test_the_form_begins_with_the_options_of_the_command_and_is_used_by_keys(page: Any, tmp_path: Path) -> None:
    place = Place(SETTLERS, tmp_path, ("random", "heuristic"))
    try:
        page.goto(place.url)
        page.wait_for_selector('select[aria-label="Seat 2"]')
        assert page.input_value('select[aria-label="Players"]') == "2"
        box = 'input[aria-label="Gold on shrine"]'
        assert not page.is_visible(box)
        page.focus("summary")
        page.keyboard.press("Enter")
        while page.evaluate("document.activeElement.ariaLabel") != "Gold on shrine":
            page.keyboard.press("Tab")
        page.keyboard.press("Space")
        assert page.is_checked(box) and page.inner_text("#help-of-gold_on_shrine").startswith("gold may lie")
        page.focus("button:text-is('Begin')")
        page.keyboard.press("Enter")
        page.wait_for_selector("[data-action]")
        config = place.table.game_of(page.url.split("game=")[1]).session.game.config
        assert config == ImperialSettlersConfig(players=2, gold_on_shrine=True)
    finally:
        place.stop()


def test_what_the_options_do_not_allow_is_told_and_the_form_stays_as_it_was(page: Any, tmp_path: Path) -> None:
    place = Place(TWO, tmp_path, ("random", "ppo", "heuristic"))
    try:
        page.goto(place.url)
        page.select_option('select[aria-label="Players"]', "4")
        page.wait_for_selector('select[aria-label="Seat 4"]')
        page.select_option('select[aria-label="Seat 3"]', "ppo")
        page.select_option('select[aria-label="Seat 2: Mats"]', "industrial")
        page.click("summary")
        page.fill('input[aria-label="Max rounds"]', "many")
        page.click("button:text-is('Begin')")
        page.wait_for_selector("#notice:has-text('max_rounds must be an integer from 1 to 250, not')")
        page.fill('input[aria-label="Max rounds"]', "2")
        page.click("button:text-is('Begin')")
        page.wait_for_selector("#notice:has-text('the policy was trained for 2 players, not for 4')")
        assert page.input_value('select[aria-label="Seat 3"]') == "ppo"
        assert page.input_value('select[aria-label="Seat 2: Mats"]') == "industrial"
        page.select_option('select[aria-label="Seat 3"]', "random")
        page.click("button:text-is('Begin')")
        page.wait_for_selector("[data-action]")
    finally:
        place.stop()


def test_people_at_one_screen_have_a_curtain_between_them(page: Any, place: Place) -> None:
    begin(page, place, "human", "human")
    page.wait_for_selector("#curtain:not([hidden])")
    assert not page.inner_html("main > .board")
    page.click("text=Show my hand")
    page.wait_for_selector("[data-action]")
    first = page.inner_text("aside h2")
    for _ in range(40):
        page.wait_for_selector(f".board[data-version='{version(page, place)}'], #curtain:not([hidden])")
        if page.query_selector("#curtain:not([hidden])"):
            break
        choose(page, place)
    page.click("text=Show my hand")
    page.wait_for_selector("[data-action]")
    assert page.inner_text("aside h2").split(":")[0] != first.split(":")[0]


def test_the_network_shows_no_secret(page: Any, place: Place) -> None:
    answers: list[Any] = []
    page.on("response", lambda answer: answers.append(answer) if "/api/games/" in answer.url else None)
    begin(page, place, "human", "random", seed=5)
    page.wait_for_selector("[data-action]")
    for _ in range(6):
        wait_for_turn(page, place)
        choose(page, place)
    sent = [answer.text() for answer in answers]
    game = place.table.game_of(page.url.split("game=")[1])
    other = TWO.player_name(game.session.states, 0, 1).capitalize()
    texts = "".join(line for one in sent if "picture" in one for line in json.loads(one)["picture"]["lines"])
    own = TWO.player_name(game.session.states, 0, 0).capitalize()
    assert f">{own}: cards" in texts and f">{other}: cards" not in texts
    assert all(json.loads(one)["thoughts"] is None for one in sent if "thoughts" in one)


def test_a_game_is_watched_with_thoughts_and_chances(page: Any, place: Place) -> None:
    begin(page, place, "quick", "quick")
    page.click("text=One turn")
    page.wait_for_selector("section[aria-label=Thoughts] .bar")
    page.wait_for_selector(".target.thought", state="detached")  # as another seat decides now
    page.click("text=One decision")
    page.wait_for_selector(".target.thought")
    page.click("button:text-is('Play')")
    page.wait_for_selector("text=The game is over")
    for kind in ("chance", "coins", "stars", "power"):
        assert page.query_selector(f"svg[aria-label='{kind} by turn'] polyline")


def test_a_reload_and_a_second_tab_show_the_same_game(page: Any, place: Place) -> None:
    begin(page, place, "human", "human", seed=4)
    page.click("text=Show my hand")
    page.wait_for_selector("[data-action]")
    page.keyboard.press("1")
    page.wait_for_selector("button:text-is('Undo (u)'):enabled")
    second = page.context.new_page()
    second.goto(page.url)
    second.click("text=Show my hand")
    second.wait_for_selector("[data-action]")
    choices = [one.get_attribute("data-action") for one in second.query_selector_all("[data-action]")]
    page.reload()
    page.click("text=Show my hand")
    page.wait_for_selector("[data-action]")
    assert [one.get_attribute("data-action") for one in page.query_selector_all("[data-action]")] == choices
    stale = int(choices[0] or 0)
    choose(page, place)
    told = second.evaluate(
        """async ([game, action]) => (await fetch(`/api/games/${game}/actions`, {method: "POST",
        headers: {"Content-Type": "application/json"}, body: JSON.stringify({seat: 0, action, version: 1})})).status""",
        [page.url.split("game=")[1], stale],
    )
    assert told == 409


def test_a_recorded_game_is_opened_stepped_through_and_gone_on_from(page: Any, place: Place, tmp_path: Path) -> None:
    session = Session(Scythe(ScytheConfig(players=2)), log=True)
    session.reset(3)
    agent = parse_agent("heuristic", session.game)
    while session.running:
        session.step(agent.act_on_state(session.states.copy(), 0, session.mask.copy()))
    file = tmp_path / "game.jsonl"
    file.write_text(replay_text(record(session)))
    page.goto(place.url + "#recorded")
    page.set_input_files("input[type=file]", file)
    page.wait_for_selector("input[type=range]")
    page.click("button[aria-label='next star']")
    page.wait_for_selector("text=* star for")
    page.click("button[aria-label='end']")
    page.wait_for_selector("table")
    page.click("button[aria-label='beginning']")
    page.wait_for_selector("output:has-text('0 of')")
    page.click("text=Look into the position")
    page.wait_for_selector("section[aria-label='What is legal'] >> text=section")
    page.click("text=What would")
    page.wait_for_selector("text=would choose section")
    page.click("text=Play from here")
    page.select_option('select[aria-label="Seat 2"]', "random")
    page.click("button:text-is('Begin')")
    page.wait_for_selector("[data-action]")


def test_wrong_input_is_told_on_the_page(page: Any, place: Place, tmp_path: Path) -> None:
    file = tmp_path / "bad.jsonl"
    file.write_text("{}\n")
    page.goto(place.url + "#recorded")
    page.set_input_files("input[type=file]", file)
    page.wait_for_selector("#notice:has-text('bad.jsonl, line 1')")
    page.click("text=Position")
    page.fill("textarea", "{")
    page.click("text=Show")
    page.wait_for_selector("#notice:has-text('This is not JSON')")
    page.fill("textarea", '{"version": 1}')
    page.click("text=Show")
    page.wait_for_selector("#notice:has-text('players')")
    page.goto(place.url + "#game=none")
    page.wait_for_selector("#notice:has-text('no such game')")


def test_a_server_that_stops_is_told(page: Any, tmp_path: Path) -> None:
    place = Place(TWO, tmp_path)
    begin(page, place, "human", "human")
    page.click("text=Show my hand")
    page.wait_for_selector("[data-action]")
    place.stop()
    page.wait_for_selector("#notice:has-text('The server does not answer')")


def test_the_pages_fit_a_phone(page: Any, place: Place) -> None:
    page.set_viewport_size({"width": 390, "height": 844})
    begin(page, place, "human", "heuristic")
    page.wait_for_selector("[data-action]")
    wide = page.evaluate("document.documentElement.scrollWidth")
    assert wide <= 390, f"{wide} pixels on a phone of 390"
    for top in (0, 400):  # however far the board is scrolled, what can be chosen is in sight
        page.evaluate(f"scrollTo(0, {top})")
        box = page.locator("[data-action]").last.bounding_box()
        assert box["y"] >= 0 and box["y"] + box["height"] <= 844


def test_a_game_in_one_file_is_shown_offline(page: Any, tmp_path: Path) -> None:
    session = Session(TWO, log=True)
    session.reset(3)
    agent = parse_agent("heuristic", TWO)
    while session.running:
        session.step(agent.act_on_state(session.states.copy(), 0, session.mask.copy()))
    file = tmp_path / "game.html"
    file.write_text(game_page(session), encoding="utf-8")
    page.context.set_offline(True)
    page.goto(file.as_uri())
    page.wait_for_selector("svg .target")
    first = page.inner_html(".board")
    page.click("button[aria-label='end']")
    page.wait_for_selector("table")
    assert page.inner_html(".board") != first
    assert re.search(rf"{len(session.decisions)} of {len(session.decisions)}", page.inner_text("output"))
