"""Open and secret, what nobody is asked, and other points that run through all chapters."""

from __future__ import annotations

import numpy as np
import pytest

from scythe_env.scythe import engine, steps
from scythe_env.scythe.actions import ACTIONS
from scythe_env.scythe.components import FACTIONS

from ..playing import layout, new_record, observation_size, random_game
from .table import Table, seat


def view(table: Table, faction: str) -> dict[str, list[float]]:
    """What a player observes, by block."""
    players = int(table.state["players"])
    number = int(table.state["seat_of"][FACTIONS.index(faction)])
    out = np.zeros(observation_size(players), np.float32)
    engine.observe(table.states, 0, number, out)
    return {block.name: out[block.where].tolist() for block in layout(players)}


def changed(table: Table, other: Table, faction: str) -> set[str]:
    """The blocks in which a player sees a difference between two games."""
    before, after = view(table, faction), view(other, faction)
    return {name for name in before if before[name] != after[name]}


# -- negotiation -------------------------------------------------------------------------------------------------------

ASKED_IN_ANOTHERS_TURN = {steps.COMBAT_ABILITY, steps.DIAL, steps.COMBAT_CARD, steps.RETREAT_UNIT, steps.RETREAT_WORKER}


@pytest.mark.rule("R237", "R25")
def test_others_decide_in_a_combat_and_nowhere_else() -> None:
    states = new_record(7, play_forced=0, max_rounds=60)
    for _ in random_game(states, 5):
        if states["seat_to_act"][0] != states["active"][0]:
            assert int(states["decision"][0]) in ASKED_IN_ANOTHERS_TURN
    assert {block.name for block in ACTIONS.blocks}.isdisjoint({"offer", "accept", "bribe", "give"})


# -- open and secret ---------------------------------------------------------------------------------------------------


def hidden(saxony: dict | None = None, **document) -> Table:
    """Saxony with two cards; Nordic looks on."""
    keys = {"combat_cards": {"3": 2}, "objectives": [2, 12], "coins": 4, "power": 3} | (saxony or {})
    return Table(seat("saxony", **keys), seat("nordic", combat_cards={}), seat("crimea", combat_cards={}), **document)


@pytest.mark.rule("Q-open", "R14")
@pytest.mark.parametrize("secret", [{"combat_cards": {"2": 1, "5": 1}}, {"objectives": [2, 16]}])
def test_hands_and_objectives_are_seen_by_their_owner_alone(secret: dict) -> None:
    table, other = hidden(), hidden(secret)
    assert changed(table, other, "nordic") == changed(table, other, "crimea") == set()
    assert changed(table, other, "saxony")


@pytest.mark.rule("Q-open", "R14")
@pytest.mark.parametrize(
    ("open_", "block"),
    [
        ({"combat_cards": {"3": 3}}, "hand"),
        ({"coins": 5}, "coins"),
        ({"power": 4}, "power"),
        ({"factory_card": 5}, "factory_card"),
    ],
)
def test_counts_coins_and_chosen_cards_are_seen_by_all(open_: dict, block: str) -> None:
    table, other = hidden(), hidden(open_)
    for faction in ("nordic", "crimea"):
        assert any(name.endswith(f".{block}") for name in changed(table, other, faction))


@pytest.mark.rule("Q-open", "R12a")
def test_the_discard_pile_is_open_and_the_deck_is_not() -> None:
    table = hidden(combat_deck={"2": 3})
    other = hidden(combat_deck={"2": 2, "5": 1})
    assert changed(table, other, "nordic") == {"discard"}  # from which the deck may be inferred


@pytest.mark.rule("Q-open", "R159")
def test_the_factory_cards_are_known_to_those_who_looked() -> None:
    table, other = (hidden({"factory_card": 5}, factory_cards=cards) for cards in ([1, 2, 3], [1, 2, 4]))
    assert changed(table, other, "saxony") == {"factory_deck"}
    assert changed(table, other, "nordic") == set()


@pytest.mark.rule("Q14", "R167")
def test_an_objective_that_leaves_unrevealed_stays_secret() -> None:
    table, other = (
        Table(
            seat("crimea", coins=1, popularity=7, workers={"H1": 4}, objectives=[8, card]),
            seat("nordic"),
        ).play("reveal 8")
        for card in (2, 12)
    )
    assert table["crimea"].stars == {"objective": 1}
    assert table["crimea"].objectives == []
    assert changed(table, other, "nordic") == set()


@pytest.mark.rule("Q14", "R225")
def test_kind_and_side_of_a_trap_are_open() -> None:
    tables = [
        Table(seat("togawa"), seat("saxony"), traps={"D4": {"takes": takes, "armed": armed}})
        for takes, armed in (("coins", True), ("power", True), ("coins", False))
    ]
    assert changed(tables[0], tables[1], "saxony") == {"armed_traps"}
    assert changed(tables[0], tables[2], "saxony") == {"armed_traps", "disarmed_traps"}


# -- points without a place of their own -------------------------------------------------------------------------------


@pytest.mark.rule("P5", "R78")
def test_no_territory_produces_twice() -> None:
    table = Table(seat("saxony", workers={"G1": 2, "F1": 1}), seat("nordic")).start("produce")
    table.play("G1", "0")
    assert table.legal == {"F1", "done"}  # not even where nothing was made


@pytest.mark.rule("P28", "R33a")
def test_cargo_is_set_down_at_the_end_or_on_the_way() -> None:
    table = (
        Table(seat("saxony", character="G1", mechs={"speed": "base"}, workers={"base": 2}), seat("nordic"),
              tokens={"G1": {"oil": 3}, "F1": {"metal": 1}, "F2": {"wood": 1}})
        .units()
        .play("character", "3", "F1", "take")
    )  # fmt: skip
    assert table.decision == "cargo"  # in the territory passed all is chosen anew
    table.play("1", "2", "F2")  # 1 metal, 2 of the 3 oil
    assert table.all_tokens == {"F1": {"oil": 1}, "F2": {"metal": 1, "oil": 2, "wood": 1}}
    table.play("done")
    assert table.all_tokens["F2"] == {"metal": 1, "oil": 2, "wood": 1}
