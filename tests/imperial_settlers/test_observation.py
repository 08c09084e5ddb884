"""What a seat observes where a decision is due, of what was just drawn, and of cards passed on."""

from __future__ import annotations

import numpy as np
import pytest

from scythe_env.imperial_settlers import purposes, steps
from scythe_env.imperial_settlers.components import FACES

from .table import Table
from .test_rounds import Dealt


def seen(t: Table, seat: int) -> dict[str, np.ndarray]:
    """The blocks of a seat's observation."""
    t.refresh()
    out = np.full(t.game.observation_size, np.nan, np.float32)
    t.game.observe(t.states, 0, seat, out)
    return {block.name: out[block.where] for block in t.game.observation_blocks()}


def marked(block: np.ndarray) -> dict[int, float]:
    """What is not 0 in a block, by its index."""
    return {int(k): float(block[k]) for k in np.flatnonzero(block)}


def test_the_choice_of_a_copy_says_what_it_is_for() -> None:
    t = Table("romans", "barbarians", "egyptians").goods(0, raze=3)
    t.set("guard", t.lay(1, "gold mine"))
    t.lay(1, "gold mine")
    t.play("raze an opponent", "opponent 1", "gold mine")
    blocks = seen(t, 0)
    assert t.due == "copy of" and marked(blocks["acting"]) == {0: 1}
    assert marked(blocks["decision"]) == {steps.COPY_OF: 1} and marked(blocks["purpose"]) == {purposes.AIM_RAZE: 1}
    assert marked(blocks["whose"]) == {1: 1} and marked(blocks["focus"]) == {FACES.index("gold mine"): 1}
    others = seen(t, 1)
    assert not any(others[name].any() for name in ("acting", "decision", "purpose", "whose", "focus"))


def test_the_choice_of_a_good_says_whose_it_is() -> None:
    t = Table("barbarians", "romans", "egyptians").goods(0, worker=1).goods(2, wood=1, food=2)
    t.lay(0, "bar saboteurs a")
    t.play("activate", "bar saboteurs a", "opponent 2")
    blocks = seen(t, 0)
    assert marked(blocks["good_use"]) == {purposes.GOOD_STEAL: 1} and marked(blocks["whose"]) == {2: 1}
    assert marked(blocks["seat_2.goods"]) == {0: 1 / 8, 2: 2 / 8}


@pytest.mark.rule("S6", "S99")
def test_cards_just_drawn_are_seen_by_who_drew_them() -> None:
    t = Table("barbarians", "romans").goods(0, worker=1).only("mill", "bar altar")
    t.lay(0, "bar mission")
    t.play("activate", "bar mission", "common card", "faction card")
    drawn = {FACES.index(name): 0.5 for name in ("mill", "bar altar")}
    assert marked(seen(t, 0)["drawn"]) == marked(seen(t, 0)["seat_0.cards"]) == drawn
    assert not seen(t, 1)["drawn"].any() and not seen(t, 1)["seat_1.cards"].any()
    assert marked(seen(t, 1)["seat_1.hand"]) == {0: 1 / 8, 1: 1 / 8}, "one of each back"


@pytest.mark.rule("S110")
def test_who_passed_cards_sees_them() -> None:
    t = Dealt(5, players=3, lookout="alternative")
    while not t.states["passed_on"][0]:
        assert not any(seen(t, seat)["passed_on"].any() for seat in range(3))
        t.play(t.legal[0])
    for seat in range(3):
        passed = marked(seen(t, seat)["passed_on"])
        assert passed == marked(seen(t, (seat + 1) % 3)["in_front"]) and sum(passed.values()) == 1
