"""What each viewer is shown does not depend on what is hidden from it (section O); ``tests.secrets`` compares more."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest

from scythe_env.core.compiling import JIT
from scythe_env.imperial_settlers.components import CARDS, FACES
from scythe_env.imperial_settlers.constants import MARKER
from scythe_env.imperial_settlers.tables import card_face

from ..secrets.imperial_settlers import OBSERVED, RE_DEALS, TOLD, Shown
from ..secrets.leaks import search
from ..secrets.stretches import stretches
from .table import Table, rule_of

TURN = (("END_ROUND", 0), ("NEXT_TURN", 0), ("TURN", 0))


@pytest.mark.rule("S6", "S78", "S110")
@pytest.mark.parametrize("name", TOLD)
def test_nothing_shown_depends_on_what_is_hidden(name: str) -> None:
    found = stretches(Shown, TOLD[name], 1, 200 if JIT else 20, 1)
    assert found["documents"] >= (200 if JIT else 20) and found["pictures"] == 1


@pytest.mark.skipif(not JIT, reason="too slow when interpreted")
@pytest.mark.rule("S6", "S78", "S110")
def test_observations_masks_and_infos_of_re_deals() -> None:
    leak, (decisions, redeals, _), dealt = search(RE_DEALS, OBSERVED["four, alternative"], (1, 2), 5_000)
    assert not leak and decisions == 5_000 and redeals >= 20_000 and min(dealt) > 0


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
    last = CARDS[int(t.states["under"][0, cards[-1]])]
    t.play("activate", "jap garrison", "opponent 1", last)
    assert np.flatnonzero(t.states["place"][0] == MARKER).tolist() == [cards[-1]]


def test_views_do_not_tell_how_often_others_had_a_choice() -> None:
    """Whether a decision is played by itself depends on hands; the number of decisions made counts the others alone."""
    game = TOLD["two"]
    states = game.new_states(1)
    game.reset(states, 0, 1, np.zeros(game.num_actions, np.int8))
    assert "decisions" in game.to_document(states, 0)
    assert not any("decisions" in game.to_document(states, 0, viewer) for viewer in (-1, 0, 1))
