"""What each seat knows of what is hidden, and what stays possible for it (section O)."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest

from scythe_env.imperial_settlers.components import CARDS, FACES
from scythe_env.imperial_settlers.constants import MARKER, NUM_CARDS, NUM_COMMON_CARDS
from scythe_env.imperial_settlers.tables import card_face

from .table import Table, rule_of
from .test_rounds import Dealt

TURN = (("END_ROUND", 0), ("NEXT_TURN", 0), ("TURN", 0))
FACE_OF = [rule_of(card_face)(card) for card in range(NUM_CARDS)]


@pytest.mark.rule("S6")
def test_views_hide_hands_and_count_them() -> None:
    t = Table("romans", "japanese").hand(0, "mill", "rom bank").hand(1, "brewer")
    t.refresh()
    for seat, own in ((0, {"mill": 1, "rom bank": 1}), (1, 2), (-1, 2)):
        assert t.game.to_document(t.states, 0, seat)["players"][0]["hand"] == own


def test_open_picks_are_known_until_a_card_of_the_face_leaves() -> None:
    t = Dealt(3, players=2)
    first = int(t.states["first"][0])
    taken = t.legal[0]
    t.play(taken)
    assert t.states["known"][0, first, FACES.index(taken)] == 1
    for seed in range(5):
        t.game.determinize(t.states, 0, 1 - first, seed)
        assert taken in t.cards(first)


@pytest.mark.rule("S110")
def test_who_passed_a_card_that_was_kept_knows_it() -> None:
    t = Dealt(5, players=3, lookout="alternative")
    while t.due == "keep":
        t.play(t.legal[0])
    holder = next(seat for seat in range(3) if t.states["from_right"][0, seat].any())
    kept = FACES[int(t.states["from_right"][0, holder].argmax())]
    passer, other = (holder + 2) % 3, (holder + 1) % 3
    for seat, knows in ((passer, True), (other, False), (-1, False)):
        assert ("known_to_right" in t.game.to_document(t.states, 0, seat)["players"][holder]) == knows
    found = set()
    for seed in range(20):
        t.game.determinize(t.states, 0, passer, seed)
        assert kept in t.cards(holder)
    for seed in range(20):
        t.game.determinize(t.states, 0, other, seed)
        found.add(kept in t.cards(holder))
    assert False in found


@pytest.mark.rule("S78")
def test_nobody_sees_markers() -> None:
    t = Table("japanese", "romans").goods(0, food=1)
    t.lay(0, "jap trade route a")
    t.lay(1, "rom bank")
    t.play("activate", "jap trade route a", "opponent 1", "rom bank")
    marker = int(np.flatnonzero(t.states["place"][0] == MARKER)[0])
    for seat in (0, 1, -1):
        document = t.game.to_document(t.states, 0, seat)
        assert "marker" not in document["cards"]["place"].values() and document["cards"]["under"] == {}
        assert document["routes"] == {"japanese": {"rom bank": 1}}
    found = set()
    for seed in range(20):
        t.game.determinize(t.states, 0, 0, seed)
        found.add(FACE_OF[int(np.flatnonzero(t.states["place"][0] == MARKER)[0])])
        check = t.states["under"][0][t.states["place"][0] == MARKER]
        assert check.tolist() == [int(np.flatnonzero(t.states["routes"][0].any(0))[0])]
    assert len(found) > 3 and marker >= 0


@pytest.mark.rule("S6")
def test_a_card_that_nobody_knows_may_be_in_any_hand() -> None:
    """With an empty deck the hands of two opponents hold all that is hidden."""
    t = Table("romans", "barbarians", "egyptians").hand(1, "mill").hand(2, "brewer").empty("common")
    found = Counter[str]()
    for seed in range(40):
        t.game.determinize(t.states, 0, 0, seed)
        assert sorted(t.cards(1) + t.cards(2)) == ["brewer", "mill"]
        found.update(t.cards(1))
    assert min(found["mill"], found["brewer"]) > 5


@pytest.mark.rule("S78")
def test_a_marker_may_be_any_faction_card_that_nobody_knows() -> None:
    """With an empty deck the marker and the hand of its owner hold all that is hidden."""
    t = Table("japanese", "romans").goods(0, food=1).only("jap gate")
    t.lay(0, "jap trade route a")
    t.lay(1, "rom bank")
    t.hand(0, "jap shrine").play("activate", "jap trade route a", "opponent 1", "rom bank")
    found = Counter[str]()
    for seed in range(40):
        t.game.determinize(t.states, 0, 1, seed)
        found.update(t.on_table(0, "marker"))
        assert sorted(t.on_table(0, "marker") + t.cards(0)) == ["jap gate", "jap shrine"]
    assert min(found["jap gate"], found["jap shrine"]) > 5


@pytest.mark.rule("S78")
def test_the_places_of_cards_do_not_tell_of_markers() -> None:
    """Of two markers of a face the one that lies last leaves; the next card comes to lie as if there were no other."""
    t = Table("japanese", "romans").goods(0, food=2, raze=2).only("jap farm", "jap farm", "jap farm")
    t.lay(0, "jap trade route a", "jap trade route b", "jap garrison")
    t.lay(1, "rom bank", "rom legion")
    for route, location in (("a", "rom bank"), ("b", "rom legion")):
        t.play("activate", f"jap trade route {route}", *["0"] * (route == "b"), "opponent 1", location).stack(*TURN)
    cards = np.flatnonzero(t.states["place"][0] == MARKER)
    assert [FACES[rule_of(card_face)(int(card))] for card in cards] == ["jap farm", "jap farm"]
    last = CARDS[int(t.states["under"][0, cards[-1]]) + NUM_COMMON_CARDS]
    t.play("activate", "jap garrison", "opponent 1", last)
    assert np.flatnonzero(t.states["place"][0] == MARKER).tolist() == [cards[-1]]


@pytest.mark.rule("S74")
def test_a_card_named_for_a_gate_stays_in_hand() -> None:
    """While it is asked under which of two Gates it goes, everybody knows the card."""
    t = Table("japanese", "romans").hand(0, "jap farm", "ruins")
    t.lay(0, "jap gate", "jap gate")
    t.play("card under the Gate", "ruins", "jap gate", "card under the Gate", "jap farm")
    assert t.due == "location"
    for seed in range(10):
        twin = t.states.copy()
        t.game.determinize(twin, 0, 1, seed)
        assert twin["hand"][0, 0].tolist() == t.states["hand"][0, 0].tolist()
