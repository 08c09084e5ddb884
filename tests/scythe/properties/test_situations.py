"""Situations of branches that neither the other rule tests nor random play come to."""

from __future__ import annotations

import pytest

from scythe_env.scythe.components import HEX_NAMES, load_components

from ..rules.table import Table, seat

TUNNELS = {HEX_NAMES[hex_] for hex_ in load_components().board.tunnels}


@pytest.mark.rule("R74")
def test_no_worker_of_factory_card_14_without_one_on_the_mat() -> None:
    polania = seat(
        "polania", factory_card=14, workers={"base": 8}, stars={"workers": 1}, mechs={"submerge": "C1"}, coins=0,
        combat_cards={"2": 1},
    )  # fmt: skip
    table = Table(polania, seat("nordic"), options={"promo_factory": True})
    table.play("section factory", "take", "card 2")
    assert table.decision == "bottom action"
    assert (table["polania"].coins, table["polania"].workers) == (2, {"polania base": 8})


@pytest.mark.rule("R111")
def test_coercion_pays_all_of_a_cost_of_one() -> None:
    crimea = seat(
        "crimea", factory_card=15, workers={"G3": 2}, mechs={"riverwalk": "base"}, combat_cards={"3": 1}, power=0
    )
    table = Table(crimea, seat("nordic"), tokens={"G3": {"oil": 1}}, options={"promo_factory": True})
    table.play("section factory", "take", "card 3")
    assert table.decision == "bottom action"
    assert table.tokens("G3") == {"oil": 1}
    assert table["crimea"].power == 2


@pytest.mark.rule("R59")
@pytest.mark.parametrize(("structures", "leaves"), [({"mine": "A3"}, True), ({}, False)])
def test_a_worker_that_can_only_jump_may_move(structures: dict[str, str], leaves: bool) -> None:
    """Rivers, a lake and Nordic's worker on A2 shut A3 in."""
    saxony = seat("saxony", character="F1", workers={"A3": 1, "F1": 1}, structures=structures)
    table = Table(saxony, seat("nordic", workers={"A2": 1, "base": 1})).units()
    assert ("worker A3" in table.legal) == leaves
    if leaves:
        assert table.play("worker A3").legal == TUNNELS


@pytest.mark.rule("R162", "R42")
def test_a_worker_that_is_shut_in_cannot_go_on() -> None:
    """The home base cannot be entered again, and Nordic's workers bar the other ways out of A1."""
    albion = seat("albion", factory_card=5, workers={"base": 2})
    table = Table(albion, seat("nordic", workers={"A2": 1, "B2": 1}))
    table.play("section factory", "done", "take", "worker albion base", "A1")
    assert table.active == "nordic"  # a step on is not offered
    assert table["albion"].workers == {"A1": 1, "albion base": 1}
