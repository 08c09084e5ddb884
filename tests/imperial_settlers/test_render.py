"""What people are shown of a game: the picture with what can be clicked, the log, and that neither betrays a secret."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from typing import Any
from xml.etree import ElementTree

import numpy as np
import pytest

from scythe_env.core.events import Event
from scythe_env.core.game import States
from scythe_env.core.picture import Picture
from scythe_env.core.session import Session
from scythe_env.core.viewer import game_page
from scythe_env.imperial_settlers.actions import A_FACE
from scythe_env.imperial_settlers.components import FACES, load_components
from scythe_env.imperial_settlers.config import ImperialSettlersConfig
from scythe_env.imperial_settlers.constants import NONE, VP
from scythe_env.imperial_settlers.game import ImperialSettlers
from scythe_env.imperial_settlers.render.log import Attacked, Drew, Held, LaidOpen
from scythe_env.imperial_settlers.render.view import FACE_OF, view

from .playing import lively
from .table import Table

SVG = "{http://www.w3.org/2000/svg}"
GAMES = [
    ImperialSettlers(ImperialSettlersConfig(players=1)),
    ImperialSettlers(ImperialSettlersConfig(players=2, robbers_hit_routes=True)),
    ImperialSettlers(ImperialSettlersConfig(players=3, lookout="alternative")),
    ImperialSettlers(ImperialSettlersConfig(players=4, lookout="advanced", gold_on_shrine=True)),
]


def positions(game: ImperialSettlers, seed: int, every: int = 1) -> Iterator[tuple[States, np.ndarray]]:
    """The positions of a game played at random, each with what is legal in it; at last the end."""
    states, mask = game.new_states(1), np.zeros(game.num_actions, np.int8)
    game.reset(states, 0, seed, mask)
    rng, number = np.random.default_rng(seed), 0
    while states["seat_to_act"][0] != NONE:
        if number % every == 0:
            yield states.copy(), mask.copy()
        game.step(states, 0, lively(mask, rng), mask)
        number += 1
    yield states, mask


def clicked(picture: Picture) -> list[tuple[list[int], tuple[float, float]]]:
    """The actions of each element that can be clicked, and its middle."""
    found = []
    for line in picture.lines:
        if match := re.search(r'data-actions="([\d ]+)" points="([\d., ]+)"', line):
            corners = [tuple(map(float, corner.split(","))) for corner in match[2].split()]
            middle = sum(x for x, _ in corners) / len(corners), sum(y for _, y in corners) / len(corners)
            found.append(([*map(int, match[1].split())], middle))
    return found


@pytest.mark.parametrize("game", GAMES, ids=lambda game: f"{game.num_players} players")
def test_all_that_is_legal_can_be_clicked(game: ImperialSettlers) -> None:
    decisions = set()
    for states, mask in positions(game, 1, every=7):
        if (seat := int(states["seat_to_act"][0])) != NONE:
            actions = {action for actions, _ in clicked(game.picture(states, 0, seat)) for action in actions}
            missing = set(np.flatnonzero(mask).tolist()) - actions
            assert not missing, [game.action_text(states, 0, action) for action in missing]
            decisions.add(int(states["decision"][0]))
    assert len(decisions) >= 5


def test_a_click_on_a_card_chooses_that_card() -> None:
    table = Table("romans", "japanese").goods(0, wood=3, stone=3)
    table.hand(0, "mason a", "lumberjacks", "rom builder")
    table.stack(("END_ROUND", 0), ("NEXT_TURN", 0), ("TURN", 0, 1, 0), ("HAND", 0, 0, 0)).refresh()
    picture = table.game.picture(table.states, 0, 0)
    faces = sorted(FACES.index(name) for name in ("mason a", "lumberjacks", "rom builder"))
    assert [actions for actions, _ in clicked(picture)] == [[A_FACE + face] for face in faces]
    assert not clicked(table.game.picture(table.states, 0, 1))


@pytest.mark.parametrize("game", GAMES, ids=lambda game: f"{game.num_players} players")
def test_svg_is_whole_and_its_panes_show_every_click(game: ImperialSettlers) -> None:
    for states, _ in positions(game, 4, every=80):
        picture = game.picture(states, 0, 0)
        root = ElementTree.fromstring(picture.svg)
        defined = {part.get("id") for part in root.iter(f"{SVG}g")} - {None}
        used = {use.get("href", "")[1:] for use in root.iter(f"{SVG}use")}
        assert used == defined == set(picture.parts)
        for _, (x, y) in clicked(picture):
            assert sum(a <= x < a + w and b <= y < b + h for a, b, w, h in picture.panes) == 1
    image: Any = game.render(states, 0, "rgb_array", 0)
    assert image.shape == (picture.height, picture.width, 3) and image.dtype == np.uint8


@pytest.mark.parametrize("game", GAMES[1:], ids=lambda game: f"{game.num_players} players")
def test_pictures_are_those_of_every_game_that_a_viewer_cannot_tell_apart(game: ImperialSettlers) -> None:
    differ = 0
    for states, _ in positions(game, 5, every=50):
        again = states.copy()
        game.determinize(again, 0, 1, 7)
        assert game.picture(again, 0, 1) == game.picture(states, 0, 1)
        assert game.picture(again, 0) == game.picture(states, 0)
        differ += game.picture(again, 0, 0) != game.picture(states, 0, 0)
    assert differ


def test_a_picture_shows_what_lies_on_the_table() -> None:
    table = Table("romans", "egyptians").goods(0, wood=2, vp=5, defence=1).hand(0, "tavern").hand(1, "sawmill")
    table.lay(0, "castle a", "rom bank")
    table.deals(0, "rom legion")
    table.foundation(1, "ruins")
    shown = view(table.refresh().states, 0, 0, table.game.scores(table.states, 0))
    first, second = shown.seats
    assert [[FACES[location.face] for location in row] for row in first.locations] == [["rom bank"], [], ["castle a"]]
    assert (first.goods[0], first.goods[VP], first.defence, first.hand, second.hand) == (2, 5, 1, 1, 1)
    assert [FACES[face] for face in (*first.deals, *shown.hand)] == ["rom legion", "tavern"]
    assert second.foundations == 1
    texts = re.findall(r">([^<>]+)</text>", "".join((*table.game.picture(table.states, 0, 0).parts.values(),)))
    assert {"Castle", "Roman Bank", "Tavern"} <= set(texts) and "Sawmill" not in texts


def test_marks_change_the_picture() -> None:
    table = Table("romans", "egyptians")
    card = table.lay(0, "castle a")
    plain = table.game.picture(table.refresh().states, 0)
    for field in ("guard", "blocked", "uses", "taken_by"):
        table.states[field][0, card] = 1
        assert table.game.picture(table.states, 0) != plain
        plain = table.game.picture(table.states, 0)


def test_nothing_is_drawn_before_the_deal() -> None:
    game = GAMES[1]
    with pytest.raises(ValueError, match=r"no game has been dealt in states\[0\]"):
        game.picture(game.new_states(1), 0)


def test_every_card_has_a_tile_that_differs_from_those_of_others() -> None:
    from scythe_env.core.drawing.svg import SVG as MEDIUM
    from scythe_env.imperial_settlers.render.tile import tile

    data = load_components()
    bodies = ["".join(tile(MEDIUM, face, 160, 60).lines) for face in range(len(FACES))]
    named = {(face.name, bodies[k]) for k, face in enumerate(data.faces)}
    assert len({body for _, body in named}) == len(FACES) == len(set(FACE_OF))


def test_pillow_is_imported_with_the_first_image_only() -> None:
    code = "import sys, scythe_env.imperial_settlers.game; assert 'PIL' not in sys.modules"
    subprocess.run([sys.executable, "-c", code], check=True, env=dict(os.environ))


# -- the log -----------------------------------------------------------------------------------------------------------
def told(table: Table, *actions: str, viewer: Any = "all") -> list[str]:
    """What a log says while a seat plays actions given by their texts."""
    session = Session(table.game, log=True, viewer=viewer)
    session.take_up(table.refresh().states)
    lines: list[str] = []
    for action in actions:
        lines += session.lines(session.play(action))
    return [line.strip() for line in lines]


def test_the_log_tells_what_was_built_and_paid() -> None:
    table = Table("romans", "egyptians").goods(0, wood=1, stone=1).hand(0, "quarry common")
    lines = told(table, "build", "quarry common")
    assert "Romans: quarry common is built" in lines
    # it brings a stone at once, and another as its first production
    assert "Romans: -1 wood (0), +1 stone (2), -1 common card (0)" in lines


def test_the_log_tells_what_was_razed_and_gained() -> None:
    table = Table("romans", "egyptians").goods(0, raze=2)
    table.lay(1, "mason a")
    lines = told(table, "raze an opponent", "opponent 1", "mason a")
    assert "Egyptians: mason a is razed and a foundation" in lines
    assert any(line.startswith("Romans: +1 wood (1), +1 stone (1), -2 raze (0)") for line in lines)


def test_the_log_names_drawn_cards_to_their_seat_alone() -> None:
    def drawn(viewer: Any) -> list[str]:
        table = Table("romans", "egyptians").goods(0, worker=2)
        return told(table, "spend workers", "common card", viewer=viewer)

    assert any("new in hand" in line for line in drawn(0)) and any("new in hand" in line for line in drawn("all"))
    for viewer in (1, None):
        assert not any("new in hand" in line for line in drawn(viewer))
        assert "Romans: -2 worker (0), +1 common card (1)" in drawn(viewer)


def seen(events: list[Event], name: str | None) -> list[str]:
    """The texts of events as somebody may know them, but for cards that come from a deck in the open."""
    visible = [event.seen_by(name) for event in events if event.is_seen_by(name)]
    return [event.text() for event in visible if not isinstance(event, LaidOpen | Attacked)]


@pytest.mark.parametrize("players", [2, 4])
@pytest.mark.parametrize("lookout", ["standard", "alternative"])
def test_logs_are_those_of_every_game_that_a_viewer_cannot_tell_apart(players: int, lookout: str) -> None:
    """The same action in a game and in a re-deal is told to a viewer in the same words, if it is not the viewer's."""
    game = ImperialSettlers(ImperialSettlersConfig(players=players, lookout=lookout, play_forced=False))
    compared, other = 0, np.zeros(game.num_actions, np.int8)
    for states, mask in positions(game, 2, every=5):
        if (seat := int(states["seat_to_act"][0])) == NONE:
            continue
        viewer = (seat + 1) % players
        again = states.copy()
        game.determinize(again, 0, viewer, 11)
        again["rng"] = states["rng"]
        game.legal(again, 0, other)
        for action in np.flatnonzero(mask & other).tolist()[:1]:
            texts = []
            for before in (states, again):
                after = before.copy()
                game.step(after, 0, action, other)
                events = [*game.events(before, after, action, False)]
                texts.append(seen(events, game.player_name(states, 0, viewer)))
            assert texts[0] == texts[1]
            compared += 1
    assert compared > 30


def test_the_log_of_a_game_has_rounds_turns_hands_and_scores() -> None:
    game = GAMES[0]
    session = Session(game, log=True, viewer="all")
    session.reset(3)
    rng = np.random.default_rng(3)
    while session.running:
        session.step(lively(session.mask, rng))
    kinds = {event.mark for event in session.events} - {""}
    assert {"round", "turn", "building", "attack"} <= kinds
    assert any(isinstance(event, Held) and event.cards for event in session.events)
    assert any(isinstance(event, Drew) for event in session.events)
    assert "The game ends in round 5 after the last round" in str(session)
    page = game_page(session)
    assert "<svg" not in page and 'id="game"' in page and len(page) < 500_000
