"""Chapter D: Bolster and Trade (R61-R67)."""

from __future__ import annotations

import pytest

from .table import Table, seat


def upgraded(benefit: str) -> dict:
    return {"benefits": [benefit], "costs": {"deploy": 1}}


def saxony(tokens: dict | None = None, **keys) -> Table:
    """Saxony on Industrial with $5, against Nordic."""
    return Table(seat("saxony", "industrial", **{"coins": 5, **keys}), seat("nordic"), tokens=tokens or {})


# -- Bolster -----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("R61", "R87")
@pytest.mark.parametrize(("upgrades", "power"), [(None, 2), (upgraded("bolster power"), 3)])
def test_bolster_power(upgrades: dict | None, power: int) -> None:
    table = saxony(power=4, upgrades=upgrades).start("bolster")
    assert table.legal == {"power", "combat cards"}
    cards = table["saxony"].cards
    table.play("power")
    assert (table["saxony"].power, table["saxony"].coins, table["saxony"].cards) == (4 + power, 4, cards)


@pytest.mark.rule("R61", "R87")
@pytest.mark.parametrize(("upgrades", "cards"), [(None, 1), (upgraded("bolster cards"), 2)])
def test_bolster_cards(upgrades: dict | None, cards: int) -> None:
    table = saxony(power=4, combat_cards={"2": 1}, upgrades=upgrades).start("bolster").play("combat cards")
    assert (table["saxony"].power, table["saxony"].coins, table["saxony"].cards) == (4, 4, 1 + cards)


@pytest.mark.rule("R61", "R87")
def test_the_other_benefit_is_not_upgraded() -> None:
    assert saxony(power=4, upgrades=upgraded("bolster cards")).start("bolster").play("power")["saxony"].power == 6


@pytest.mark.rule("R62", "R93")
@pytest.mark.parametrize("choice", ["power", "combat cards"])
def test_monument(choice: str) -> None:
    table = saxony(popularity=3, structures={"monument": "G1"}).start("bolster").play(choice)
    assert table["saxony"].popularity == 4
    assert saxony(popularity=3).start("bolster").play(choice)["saxony"].popularity == 3


@pytest.mark.rule("R62", "R93")
def test_monument_and_armory_work_on_a_lost_territory() -> None:
    table = Table(
        seat("saxony", coins=5, power=0, popularity=3, structures={"monument": "G3", "armory": "H1"}),
        seat("crimea", mechs={"scout": "G3"}, workers={"H1": 2}),
    )
    assert table.copy().start("bolster").play("power")["saxony"].popularity == 4
    assert table.start("trade").play("popularity")["saxony"].power == 1


@pytest.mark.rule("R62", "R66")
def test_the_structures_of_others_do_nothing() -> None:
    table = Table(
        seat("saxony", coins=5, power=0, popularity=3),
        seat("crimea", structures={"monument": "F2", "armory": "F3"}),
    )
    assert table.copy().start("bolster").play("power")["saxony"].popularity == 3
    assert table.start("trade").play("popularity")["saxony"].power == 0


# -- Trade -------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("R63", "R87")
@pytest.mark.parametrize(("upgrades", "popularity"), [(None, 1), (upgraded("trade popularity"), 2)])
def test_trade_popularity(upgrades: dict | None, popularity: int) -> None:
    table = saxony(popularity=3, upgrades=upgrades).start("trade").play("popularity")
    assert (table["saxony"].popularity, table["saxony"].coins) == (3 + popularity, 4)
    assert table.all_tokens == {}


@pytest.mark.rule("R63", "R87", "Q20.4")
@pytest.mark.parametrize("upgrades", [None, upgraded("trade popularity")])
def test_trade_resources(upgrades: dict | None) -> None:
    table = saxony(popularity=3, upgrades=upgrades).start("trade").play("resources", "F1")
    assert table.legal == {"metal", "food", "oil", "wood", "done"}
    same = table.copy().play("oil", "oil")
    assert same.all_tokens == {"F1": {"oil": 2}}
    assert same.active == "nordic"  # two, never more
    assert table.copy().play("oil", "metal").all_tokens == {"F1": {"oil": 1, "metal": 1}}
    assert table.copy().play("oil", "done").all_tokens == {"F1": {"oil": 1}}
    assert table.play("oil", "oil")["saxony"].popularity == 3


@pytest.mark.rule("R64", "Q64")
def test_traded_resources_lie_on_one_territory_with_a_worker() -> None:
    table = saxony(character="F3", mechs={"disarm": "E3"}, structures={"mill": "F2"}, workers={"G1": 1, "F1": 1}).start(
        "trade"
    )
    table.play("resources")
    assert table.legal == {"G1", "F1"}  # not where only character, mech or structure is
    table.play("F1", "wood")
    assert table.decision == "token"  # the second one comes to the same place
    assert table.play("food").all_tokens == {"F1": {"wood": 1, "food": 1}}


@pytest.mark.rule("R65", "P6", "Q65", "R43")
def test_trade_with_all_workers_at_the_base() -> None:
    table = saxony(workers={"base": 3}, popularity=3).start("trade")
    assert table.legal == {"popularity"}
    assert table.play("popularity")["saxony"].popularity == 4


@pytest.mark.rule("R66", "R93")
@pytest.mark.parametrize("choice", ["popularity", "resources"])
def test_armory(choice: str) -> None:
    table = saxony(power=3, structures={"armory": "G1"}).start("trade").play(choice)
    if choice == "resources":
        table.play("G1", "oil", "oil")
    assert table["saxony"].power == 4


@pytest.mark.rule("R62", "R66")
def test_each_structure_belongs_to_its_action() -> None:
    table = saxony(power=3, popularity=3, structures={"armory": "G1", "monument": "F1"})
    bolstered = table.copy().start("bolster").play("combat cards")["saxony"]
    assert (bolstered.power, bolstered.popularity) == (3, 4)
    traded = table.start("trade").play("popularity")["saxony"]
    assert (traded.power, traded.popularity) == (4, 4)


@pytest.mark.rule("R207", "Q207")
def test_trade_onto_a_lake_with_worker_and_mech() -> None:
    table = Table(seat("nordic", coins=5, workers={"C4": 1, "A4": 1}, mechs={"seaworthy": "C4"}), seat("saxony"))
    table.start("trade").play("resources")
    assert table.legal == {"C4", "A4"}
    assert table.play("C4", "oil", "oil").all_tokens == {"C4": {"oil": 2}}


# -- the ends of the tracks --------------------------------------------------------------------------------------------


@pytest.mark.rule("R67")
@pytest.mark.parametrize(("before", "after"), [(13, 15), (14, 16), (15, 16), (16, 16)])
def test_power_ends_at_16(before: int, after: int) -> None:
    stars = {"power": 1} if before == 16 else {}
    assert saxony(power=before, stars=stars).start("bolster").play("power")["saxony"].power == after


@pytest.mark.rule("R67")
@pytest.mark.parametrize(("before", "after"), [(15, 17), (16, 18), (17, 18), (18, 18)])
def test_popularity_ends_at_18(before: int, after: int) -> None:
    stars = {"popularity": 1} if before == 18 else {}
    table = saxony(popularity=before, stars=stars, upgrades=upgraded("trade popularity")).start("trade")
    assert table.play("popularity")["saxony"].popularity == after


@pytest.mark.rule("Q20.3", "R85")
def test_goods_are_taken_in_full_unless_they_may_be_declined() -> None:
    table = Table(seat("saxony", coins=5, power=4), seat("nordic"), options={"decline_gains": True})
    table.start("bolster").play("power")
    assert (table.decision, table.legal) == ("gain", {"0", "1", "2"})
    assert table.play("1")["saxony"].power == 5


# -- combat cards (R12-R14) --------------------------------------------------------------------------------------------


@pytest.mark.rule("R13", "Q13")
@pytest.mark.parametrize(
    ("deck", "discard", "drawn"),
    [({"5": 2}, True, {"5": 2}), ({"5": 1}, True, None), ({}, False, {})],
)
def test_the_combat_deck_runs_out(deck: dict, discard: bool, drawn: dict | None) -> None:
    everything = {"2": 16, "3": 12, "4": 8, "5": 6}
    rest = {value: number - deck.get(value, 0) for value, number in everything.items()}
    pile = rest if discard else {}
    nordic = {} if discard else rest
    table = Table(
        seat("saxony", "industrial", coins=5, combat_cards={}, upgrades=upgraded("bolster cards")),
        seat("nordic", combat_cards=nordic),
        combat_deck=deck,
        combat_discard=pile,
    )
    table.start("bolster").play("combat cards")
    if drawn is not None:
        assert table["saxony"].hand == drawn
        assert table.discard == pile  # not shuffled in before a card is due
    else:
        # the last card of the deck, then one of the shuffled discards
        assert table["saxony"].cards == 2
        assert table["saxony"].hand.get("5", 0) >= 1
        assert table.discard == {}
        assert sum(table.deck.values()) == 40


@pytest.mark.rule("R14", "Q13")
def test_no_limit_of_cards_in_hand() -> None:
    table = saxony(combat_cards={"2": 16, "3": 12, "4": 8}).start("bolster").play("combat cards")
    assert table["saxony"].cards == 37


@pytest.mark.rule("Q20.4", "R63")
def test_traded_resources_may_all_be_left() -> None:
    table = saxony().start("trade").play("resources", "G1", "done")
    assert table.all_tokens == {}
    assert table["saxony"].coins == 4
