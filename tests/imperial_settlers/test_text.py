"""The text picture."""

from __future__ import annotations

from .table import Table


def test_locations_show_what_lies_on_them() -> None:
    t = Table("egyptians", "japanese", "romans").goods(0, vp=3)
    t.set("taken_by", t.lay(2, "rom bank"), 0)
    t.set("blocked", t.lay(1, "jap garrison"))
    t.set("guard", t.lay(1, "jap farm"))
    t.set("uses", t.lay(0, "mill"), 2)
    t.lay(0, "ruins", "ruins")
    text = str(t.refresh().game.render(t.states, 0, "ansi"))
    assert text.startswith("Round 1, egyptians first; egyptians to decide: turn")
    for line in (
        "  locations: mill (used 2), 2 x ruins",
        "  locations: jap farm (protected), jap garrison (blocked)",
        "  locations: rom bank (taken over by egyptians)",
    ):
        assert line in text.split("\n")


def test_markers_open_cards_and_the_own_hand_are_shown() -> None:
    t = Table("japanese", "romans").goods(0, food=1).hand(0, "mill").hand(1, "brewer")
    t.lay(0, "jap trade route a")
    t.lay(1, "rom bank")
    t.play("activate", "jap trade route a", "opponent 1", "rom bank")
    t.states["open"][0, 0] = 2
    text = str(t.game.render(t.states, 0, "ansi", 0))
    assert "rom bank (bears 1 marker)" in text and "  hand: mill" in text and "brewer" not in text
    assert text.split("\n")[-1].startswith("open: 2 x ")
