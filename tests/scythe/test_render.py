"""The pictures of a game: what they show, what they hide, and that they come out alike everywhere."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from functools import cache
from xml.etree import ElementTree

import numpy as np
import pytest
from numpy.typing import NDArray

from scythe_env.core.drawing.raster import RASTER, RasterSheet
from scythe_env.core.drawing.svg import SVG, SvgSheet
from scythe_env.core.session import Session
from scythe_env.scythe import engine, steps
from scythe_env.scythe.actions import A_CARD, A_CHARACTER, A_DONE, A_MECH, A_PLACE, A_REVEAL, A_SECTION, NUM_ACTIONS
from scythe_env.scythe.components import FACTIONS, HEX_NAMES, MATS, load_components
from scythe_env.scythe.config import ScytheConfig
from scythe_env.scythe.constants import ALBION, FACTORY_SECTION, FLAG, NUM_HEXES, NUM_PLACES, RUNNING, TRAP
from scythe_env.scythe.game import Scythe
from scythe_env.scythe.render import render, render_ansi, render_rgb, render_svg
from scythe_env.scythe.render.image import picture
from scythe_env.scythe.render.view import view
from scythe_env.scythe.state import STATE

BOARD = load_components().board
SIZE = 65  # pixels from the centre of a hex to its corner


@cache
def _played(players: int, seed: int, decisions: int) -> NDArray[np.void]:
    states = np.zeros(1, STATE)
    ScytheConfig(players=players).write(states)
    mask = np.zeros(NUM_ACTIONS, np.int8)
    rng = np.random.default_rng(seed)
    engine.setup(states, engine.raw_bytes(states), 0, seed, 0, mask)
    for _ in range(decisions):
        if states["status"][0] != RUNNING:
            break
        if mask.sum() > 1:
            mask[A_DONE] = 0
        engine.apply(states, 0, int(rng.choice(np.flatnonzero(mask))), mask)
    return states


def played(players: int, seed: int = 1, decisions: int = 600) -> NDArray[np.void]:
    """A game that was played at random, in an array of its own."""
    return _played(players, seed, decisions).copy()


def plain(text: str) -> str:
    """A text without its colours."""
    return re.sub(r"\x1b\[[0-9;]*m", "", text)


def differ(a: NDArray[np.void], b: NDArray[np.void]) -> tuple[bool, bool]:
    """Whether the texts and the images of two games differ."""
    return render_ansi(a) != render_ansi(b), not np.array_equal(render_rgb(a), render_rgb(b))


@pytest.mark.parametrize("players", range(1, 8))
@pytest.mark.parametrize("decisions", [0, 200, 900, 10**6])
def test_all_numbers_of_players_and_stages(players: int, decisions: int) -> None:
    states = played(players, decisions=decisions)
    before = states.tobytes()
    image = render_rgb(states)
    assert image.shape == (960, 1440, 3)
    assert image.dtype == np.uint8
    assert image.flags.writeable
    lines = plain(render_ansi(states)).splitlines()
    width = max(map(len, lines[2:48]))
    assert [len(line) for line in lines[2:48]] == [width] * 46
    assert len([line for line in lines[50:] if line]) == 1 + players
    assert states.tobytes() == before


@pytest.mark.parametrize("players", range(1, 8))
def test_svg_is_whole_and_uses_what_it_defines(players: int) -> None:
    for decisions in (0, 900):
        picture = render_svg(played(players, decisions=decisions), 0, 0)
        root = ElementTree.fromstring(picture.svg)
        space = "{http://www.w3.org/2000/svg}"
        assert root.tag == f"{space}svg" and root.get("viewBox") == "0 0 1440 960"
        (left, top, width, height), (beside, above, rest, lower) = picture.panes
        assert (left, top, height) == (0, 0, 960) and (beside, above, width + rest) == (width, 0, 1440)
        assert 300 < lower <= 960
        defined = {part.get("id") for part in root.iter(f"{space}g")} - {None}
        used = {use.get("href", "")[1:] for use in root.iter(f"{space}use")}
        assert used == defined == set(picture.parts)


def test_svg_and_pixels_show_the_same_texts_and_pieces(monkeypatch: pytest.MonkeyPatch) -> None:
    """Both are drawn by the same code: the same texts and parts are put in the same places."""
    game, drawn = view(played(5), 0, 2), {}
    for medium, kind in ((RASTER, RasterSheet), (SVG, SvgSheet)):
        picture(medium, game)  # so that all parts are there
        drawn[kind] = []
        for name in ("lay", "write"):
            done = getattr(kind, name)

            def noted(sheet, x, y, *what, done=done, found=drawn[kind], **how):
                found.append((x, y, *(one for one in what if isinstance(one, str | float | int))))
                return done(sheet, x, y, *what, **how)

            monkeypatch.setattr(kind, name, noted)
        picture(medium, game)
    assert drawn[SvgSheet] and drawn[SvgSheet] == drawn[RasterSheet]


def test_svg_says_which_actions_its_elements_stand_for() -> None:
    states = played(3, decisions=0)
    seat = int(states["seat_to_act"][0])
    root = ElementTree.fromstring(render_svg(states, 0, seat).svg)
    targets = [element.get("data-actions", "").split() for element in root.iter() if element.get("data-actions")]
    home = int(states["character"][0, seat])
    assert targets[home] == [str(A_PLACE + home), str(A_MECH + home), str(A_CHARACTER)]
    sections, cards = targets[NUM_PLACES:][: FACTORY_SECTION + 1], targets[NUM_PLACES + FACTORY_SECTION + 1 :]
    assert sorted(int(one) for (one,) in sections) == [A_SECTION + k for k in range(5)]
    hand = [A_CARD + value for value, n in enumerate(states["cards"][0, seat]) for _ in range(n)]
    assert [int(one) for (one,) in cards] == hand + [A_REVEAL + card for card in states["objective"][0, seat].tolist()]


def test_svg_hides_what_the_pixels_hide() -> None:
    states, game = played(3), Scythe(ScytheConfig(players=3))
    again = states.copy()
    game.determinize(again, 0, 1, 7)
    assert game.picture(again, 0, 1) == game.picture(states, 0, 1) != game.picture(states, 0, 0)


def test_notebooks_show_a_session_as_its_viewer_sees_it() -> None:
    session = Session(Scythe(ScytheConfig(players=2)), viewer=1)
    assert session._repr_svg_() is None  # nothing is dealt
    session.reset(3)
    assert session._repr_svg_() == render_svg(session.states, 0, 1).svg
    session.viewer = "all"
    assert session._repr_svg_() == render_svg(session.states).svg


def test_same_state_gives_the_same_picture() -> None:
    states = played(5)
    image = render_rgb(states)
    image[:] = 0  # it belongs to the caller
    assert differ(states, played(5)) == (False, False)
    assert render_rgb(states).any()


def test_picks_the_game() -> None:
    states = np.concatenate([played(5), played(7), played(2)])
    assert render(states, 1, "ansi") == render_ansi(played(7))
    assert np.array_equal(render(states, 2, "rgb_array"), render_rgb(played(2)))


def test_unknown_mode() -> None:
    with pytest.raises(ValueError, match=r"'human' is unknown; allowed are ansi, rgb_array"):
        render(played(2), 0, "human")


@pytest.mark.parametrize("mode", ["ansi", "rgb_array"])
def test_no_game(mode: str) -> None:
    with pytest.raises(ValueError, match=r"no game has been dealt in states\[0\]"):
        render(np.zeros(1, STATE), 0, mode)
    with pytest.raises(IndexError):
        render(played(2), 1, mode)


def test_text_shows_what_is_public() -> None:
    states = played(4)
    game = states[0]
    text = plain(render_ansi(states))
    asked = FACTIONS[game["faction"][game["seat_to_act"]]].capitalize()
    assert f"Round {game['round']} " in text
    assert f"due: {asked}, {steps.DECISIONS[game['decision']]}" in text
    for name in HEX_NAMES:
        assert f"│{name} " in text or f"≈{name} " in text
    for seat in range(4):
        faction, mat = FACTIONS[game["faction"][seat]].capitalize(), MATS[game["mat"][seat]]
        row = next(line for line in text.splitlines() if re.match(rf"[> ] {faction} +{mat} ", line))
        stars = game["stars"][seat].sum()
        numbers = [
            game["power"][seat], game["popularity"][seat], game["coins"][seat], game["cards"][seat].sum(),
            8 - game["workers_left"][seat], (game["mechs"][seat] >= 0).sum(), game["cubes"][seat].sum(),
            (game["structures"][seat] >= 0).sum(), game["recruits"][seat].sum(),
        ]  # fmt: skip
        assert row.lstrip("> ").split()[2:11] == [str(number) for number in numbers]
        assert f" {stars}: " in row if stars else row.endswith(" 0")


def test_text_shows_pieces() -> None:
    states = played(2, decisions=0)
    game, at = states[0], HEX_NAMES.index("D5")
    first, second = (FACTIONS[game["faction"][seat]][0].upper() for seat in range(2))
    game["character"][0] = game["mechs"][0, :2] = game["structures"][0, 1] = game["mechs"][1, 3] = at
    game["workers"][:2, at] = 1, 3
    game["tokens"][at] = 12, 0, 1, 9
    game["encounters"][at] = game["combat_due"][at] = 1
    game["faction_tokens"][at], game["armed"][at] = TRAP + 1, 1
    lines = plain(render_ansi(states)).splitlines()
    top = next(k for k, line in enumerate(lines) if "D5 mountain" in line)
    left = lines[top].index("D5 mountain")
    assert [line[left : left + 13].strip() for line in lines[top : top + 4]] == [
        "D5 mountain?!",
        f"{first} monu trap$!",
        f"{first}@M2w {second}Mw3",
        "12m 1o 9w",
    ]


def test_text_shows_all_rivers_and_no_others() -> None:
    pairs = [*BOARD.rivers]
    beside = sum(BOARD.hexes[a].r == BOARD.hexes[b].r for a, b in pairs)
    sloping = len(pairs) - beside + sum(edge.kind == "river" for base in BOARD.bases for edge in base.edges)
    board = "\n".join(plain(render_ansi(played(1))).splitlines()[2:48])
    assert board.count("≈") == 4 * beside + 6 * sloping
    assert re.search(r"A3 village [?! ]*≈A4 forest", board)


def test_text_can_be_read_in_colour_or_without() -> None:
    text = render_ansi(played(7))
    assert "\x1b[" in text
    assert all(line.count("\x1b[0m") * 2 == line.count("\x1b[") for line in text.splitlines())


@pytest.mark.rule("R14")
def test_secrets_do_not_show() -> None:
    states = played(5)
    for seed in range(5):
        other, rng = states.copy(), np.random.default_rng(seed)
        game = other[0]
        for seat in range(5):
            game["cards"][seat] = rng.multinomial(game["cards"][seat].sum(), [0.25] * 4)
        game["deck"] = rng.multinomial(game["deck"].sum(), [0.25] * 4)
        game["known"] = rng.integers(0, 3, game["known"].shape)
        game["objective"] = rng.integers(0, 27, game["objective"].shape)
        game["encounter_deck"] = rng.permutation(game["encounter_deck"])
        game["factory_deck"] = rng.permutation(game["factory_deck"])
        game["rng"] = rng.integers(0, 2**32, 4)
        assert differ(states, other) == (False, False)


@pytest.mark.rule("R14", "Q-open")
def test_a_seat_sees_its_own_hand_and_no_other() -> None:
    states = played(3)
    game = Scythe(ScytheConfig(players=3))
    for seat in range(3):
        hands = [one.hand for one in view(states, 0, seat).seats]
        assert [hand is not None for hand in hands] == [seat == k for k in range(3)]
        assert hands[seat] == tuple(states["cards"][0, seat])
        own = render_ansi(states, 0, seat)
        assert own.splitlines()[:-1] == render_ansi(states).splitlines()
        assert own.splitlines()[-1].startswith(FACTIONS[states["faction"][0, seat]].capitalize() + ": cards ")
        again = states.copy()
        game.determinize(again, 0, seat, 7)
        assert render_ansi(again, 0, seat) == own
        assert (render_rgb(again, 0, seat) == render_rgb(states, 0, seat)).all()
        assert (render_rgb(states, 0, seat) != render_rgb(states)).any()
    with pytest.raises(ValueError, match="seat 3 is not in the game of 3 players"):
        view(states, 0, 3)


@pytest.mark.rule("R121")
@pytest.mark.parametrize("decision", [steps.DIAL, steps.COMBAT_CARD])
def test_choices_of_a_combat_do_not_show(decision: int) -> None:
    states = played(3)
    states["decision"], states["combat_place"], states["defender"] = decision, 5, (states["active"] + 1) % 3
    other = states.copy()
    other["dial"], other["played"], other["step_b"] = 7, 1, 2
    assert differ(states, other) == (False, False)


@pytest.mark.parametrize(
    ("field", "index", "value"),
    [
        ("round", (), 99),
        ("tile", (), 5),
        ("decision", (), steps.REARM),
        ("encounter_card", (), 20),
        ("power", 1, 13),
        ("popularity", 1, 17),
        ("coins", 1, 77),
        ("cards", (1, 2), 9),
        ("workers_left", 1, 1),
        ("cubes", (1, 3), 1),
        ("recruits", (1, 2), 1),
        ("stars", (1, 6), 2),
        ("factory_card", 1, 3),
        ("section", 1, 4),
        ("character", 1, 22),
        ("mechs", (1, 2), 22),
        ("structures", (1, 2), 22),
        ("workers", (1, 22), 3),
        ("tokens", (22, 3), 4),
        ("tokens", (NUM_HEXES + ALBION, 3), 4),
        ("encounters", 22, 1),
        ("faction_tokens", 22, FLAG),
        ("faction_tokens", 22, TRAP + 2),
        ("combat_due", 22, 1),
        ("deck", 0, 33),
        ("discard", 0, 33),
    ],
)
def test_public_changes_show(field: str, index: tuple[int, ...] | int, value: int) -> None:
    states = played(3, decisions=0)
    other = states.copy()
    other[field][(0, *(index if isinstance(index, tuple) else (index,)))] = value
    assert differ(states, other) == (True, True)


def test_boxes_show_in_the_image() -> None:
    states = played(3, decisions=0)
    other = states.copy()
    other["boxes"][0, 1] = 1
    assert differ(states, other) == (False, True)


def test_each_factory_card_has_its_own_image() -> None:
    states = played(2, decisions=0)
    images = []
    for card in range(-1, 18):
        states["factory_card"][0, 1] = card
        images.append(render_rgb(states).tobytes())
    assert len(set(images)) == len(images)


@pytest.mark.parametrize("at", range(0, NUM_HEXES + 7, 3))
def test_pieces_lie_in_their_hex(at: int) -> None:
    states = played(2, decisions=0)
    states["workers"] = 0
    states["character"][0, :2] = -1
    other = states.copy()
    other["character"][0, 0] = other["mechs"][0, 1] = at
    other["workers"][0, 0, at] = 8
    rows, columns = np.nonzero((render_rgb(states) != render_rgb(other)).any(2)[:, :938])
    spot = BOARD.hexes[at] if at < NUM_HEXES else BOARD.bases[at - NUM_HEXES]
    height = SIZE * 3**0.5 / 2
    # the Factory is in the middle of the board
    assert abs(columns.mean() - (469 + height * (2 * spot.q + spot.r))) < SIZE / 4
    assert abs(rows.mean() - (480 + 1.5 * SIZE * spot.r)) < SIZE / 4
    assert np.ptp(columns) < 2 * height
    assert np.ptp(rows) < 2 * SIZE


@pytest.mark.rule("R197")
def test_results_of_a_game_that_is_over() -> None:
    states = played(3, decisions=10**6)
    parts = np.zeros((7, 8), np.int32)
    engine.score(states, 0, parts)
    text = plain(render_ansi(states))
    assert "game over" in text
    for seat in range(3):
        faction = FACTIONS[states["faction"][0, seat]].capitalize()
        assert re.search(rf"^  {faction} +{parts[seat, 6]} +{parts[seat, 7]} ", text, re.MULTILINE)


def _python(code: str, **environment: str) -> str:
    display = ("DISPLAY", "WAYLAND_DISPLAY", "SDL_VIDEODRIVER", "XDG_RUNTIME_DIR")
    kept = {name: value for name, value in os.environ.items() if name not in display}
    done = subprocess.run([sys.executable, "-c", code], env={**kept, **environment}, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_same_picture_in_another_process_without_a_display() -> None:
    states = played(5)
    code = f"""if True:
        import hashlib
        import numpy as np
        from scythe_env.scythe.render import render_ansi, render_rgb
        from scythe_env.scythe.state import STATE
        states = np.frombuffer(bytearray.fromhex("{states.tobytes().hex()}"), STATE)
        print(hashlib.sha256(render_ansi(states).encode() + render_rgb(states).tobytes()).hexdigest())
    """
    assert _python(code, PYTHONHASHSEED="1") == _python(code, PYTHONHASHSEED="2")


def test_pillow_is_imported_with_the_first_image_only() -> None:
    code = "import sys, scythe_env, scythe_env.scythe.render; assert 'PIL' not in sys.modules"
    _python(code)
