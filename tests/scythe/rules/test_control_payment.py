"""Chapter G: control and paying (R105-R114)."""

from __future__ import annotations

import pytest

from .table import Table, seat


def pays_enlist(*players: dict, tokens: dict, **document) -> bool:
    """Whether the first player can pay 4 food for Enlist, the bottom action below Trade on Industrial."""
    table = Table(*players, tokens=tokens, **document).play("section trade", "done")
    return table.active == players[0]["faction"]


# -- control -----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("R105", "R108")
@pytest.mark.parametrize(
    "piece",
    [{"character": "F3"}, {"workers": {"F3": 1, "G1": 1}}, {"mechs": {"disarm": "F3"}}, {"structures": {"mill": "F3"}}],
)
def test_any_unit_or_a_structure_controls(piece: dict) -> None:
    assert pays_enlist(seat("saxony", "industrial", **piece), seat("nordic"), tokens={"F3": {"food": 4}})


@pytest.mark.rule("R105")
def test_without_a_piece_there_is_no_control() -> None:
    assert not pays_enlist(seat("saxony", "industrial"), seat("nordic"), tokens={"F3": {"food": 4}})


@pytest.mark.rule("R105", "R94", "R107")
@pytest.mark.parametrize("piece", [{"character": "F3"}, {"workers": {"F3": 1, "A4": 1}}, {"mechs": {"speed": "F3"}}])
def test_an_enemy_unit_takes_the_territory_of_a_structure(piece: dict) -> None:
    saxony = seat("saxony", "industrial", structures={"mill": "F3"})
    nordic = seat("nordic", "engineering", **piece)
    assert not pays_enlist(saxony, nordic, tokens={"F3": {"food": 4}})
    # the enemy spends what lies there: Engineering has Enlist for 3 food below Move
    table = Table(saxony, nordic, tokens={"F3": {"food": 4}}, active="nordic").bottom("move").play("done")
    assert table.tokens("F3") == {"food": 1}


@pytest.mark.rule("R105", "R52", "Q52")
def test_newcomers_control_nothing_before_they_win() -> None:
    table = Table(
        seat("saxony", mechs={"disarm": "E3"}, workers={"base": 2}),
        seat("crimea", mechs={"scout": "F3"}, workers={"base": 2}),
        tokens={"F3": {"oil": 2}},
    )
    before = table.scores()
    table.units().move("mech E3", "F3")
    assert table["saxony"].mechs == {"disarm": "F3"}
    assert table.scores()["crimea"] == before["crimea"]
    assert table.scores()["saxony"]["territories"] == 0


@pytest.mark.rule("R107", "R126")
def test_resources_change_hands_with_the_territory() -> None:
    table = (
        Table(
            seat("saxony", "industrial", character="F1", workers={"G1": 1, "base": 1}),
            seat("crimea", workers={"F2": 2}),
            tokens={"F2": {"food": 4}},
            encounters=[],
        )
        .units()
        .move("character", "F2")
        .play("done")
    )
    assert table.tokens("F2") == {"food": 4}
    table.play("section move", "done", "section trade", "done", "take", "done")
    assert table.tokens("F2") == {}


# -- paying ------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("R106", "Q106", "P4")
def test_payment_from_chosen_territories() -> None:
    table = Table(
        seat("saxony", "industrial", workers={"G1": 1, "F1": 1}, character="F3"),
        seat("nordic"),
        tokens={"G1": {"food": 2}, "F1": {"food": 1}, "F3": {"food": 9}},
    ).bottom("trade")
    assert (table.decision, table.legal) == ("pay from", {"G1", "F1", "F3"})
    table.play("G1", "F3", "F1")
    assert table.legal == {"G1", "F3"}  # nothing left on F1
    table.play("F3", "done")
    assert table.all_tokens == {"G1": {"food": 1}, "F3": {"food": 7}}


@pytest.mark.rule("R106", "Q106")
def test_no_question_where_one_way_exists() -> None:
    table = Table(
        seat("saxony", "industrial", workers={"G1": 1, "F1": 1}),
        seat("nordic"),
        tokens={"G1": {"food": 2}, "F1": {"food": 2}},
    ).bottom("trade")
    assert table.decision == "enlist recruit"
    assert table.all_tokens == {}


@pytest.mark.rule("R109", "P9")
def test_tokens_on_a_base_are_frozen() -> None:
    crimea = seat("crimea", "industrial", mechs={"wayfare": "base"}, character="base", combat_cards={})
    assert not pays_enlist(crimea, seat("nordic"), tokens={"crimea base": {"food": 4}})
    table = Table(crimea, seat("nordic"), tokens={"crimea base": {"food": 4}})
    assert table.scores()["crimea"]["resources"] == 0


@pytest.mark.rule("R110")
def test_workers_are_no_resources() -> None:
    table = Table(seat("saxony", workers={"G1": 4}, popularity=13), seat("nordic"))
    assert table.scores()["saxony"]["resources"] == 0


# -- Coercion ----------------------------------------------------------------------------------------------------------


def crimea(hand: dict, food: int = 4, **keys) -> Table:
    return Table(
        seat("crimea", "industrial", workers={"G3": 2}, combat_cards=hand, **keys),
        seat("nordic", combat_cards={}),
        tokens={"G3": {"food": food}} if food else {},
    )


@pytest.mark.rule("R111", "R112", "R12a", "Q111")
@pytest.mark.parametrize("value", ["2", "3", "4", "5"])
def test_a_card_of_any_value_stands_for_a_token(value: str) -> None:
    table = crimea({"2": 1, "3": 1, "4": 1, "5": 1}, 3).bottom("trade")
    assert (table.decision, table.legal) == ("coerce", {"card 2", "card 3", "card 4", "card 5"})  # it is needed
    table.play(f"card {value}", "done")
    assert table.tokens("G3") == {}
    assert table.discard == {value: 1}
    assert table["crimea"].cards == 3


@pytest.mark.rule("R111", "R113", "R20", "Q111")
@pytest.mark.parametrize(("food", "cards", "possible"), [(4, 0, True), (3, 0, False), (3, 1, True), (2, 5, False)])
def test_one_card_only_counts_for_whether_a_cost_can_be_paid(food: int, cards: int, possible: bool) -> None:
    table = crimea({"2": cards}, food).play("section trade", "done")
    assert (table.active == "crimea") is possible


@pytest.mark.rule("R111", "Q111")
def test_coercion_is_offered_also_when_tokens_would_do() -> None:
    table = crimea({"4": 1}).bottom("trade")
    assert table.legal == {"card 4", "done"}
    with_card = table.copy().play("card 4", "done")
    assert (with_card.tokens("G3"), with_card["crimea"].cards) == ({"food": 1}, 0)
    without = table.play("done", "done")
    assert (without.tokens("G3"), without["crimea"].cards) == ({}, 1)


@pytest.mark.rule("R111")
def test_only_crimea_coerces() -> None:
    table = Table(
        seat("saxony", "industrial", workers={"G1": 2}, combat_cards={"5": 3}),
        seat("nordic"),
        tokens={"G1": {"food": 3}},
    ).play("section trade", "done")
    assert table.active == "nordic"


@pytest.mark.rule("R111")
def test_coercion_is_there_again_next_turn() -> None:
    table = crimea({"2": 2}, 8).bottom("trade").play("card 2", "done")
    table.play("section move", "done", "section move", "done", "section trade", "done", "section trade", "done")
    assert table.play("take").decision == "coerce"


@pytest.mark.rule("R113")
def test_coercion_pays_nothing_but_resources() -> None:
    # Bolster and Trade cost $1, Produce with four workers 1 power
    table = Table(seat("crimea", workers={"G3": 4}, coins=0, power=0, combat_cards={"5": 3}), seat("nordic"))
    for section in ("bolster", "trade", "produce"):
        assert table.copy().play(f"section {section}").active == "nordic"


@pytest.mark.rule("R111", "R113", "Q111", "Q161")
def test_coercion_stands_for_one_of_two_different_resources() -> None:
    # promo Factory card 13: two different resources
    table = Table(
        seat("crimea", workers={"G3": 2}, combat_cards={"3": 2}, factory_card=13),
        seat("nordic"),
        tokens={"G3": {"food": 2}},
        options={"promo_factory": True},
    ).start("factory")
    assert (table.decision, table.legal) == ("coerce", {"card 3"})
    table.play("card 3", "food")
    assert table.tokens("G3") == {"food": 1}


@pytest.mark.rule("R114", "R44")
def test_tokens_are_unlimited() -> None:
    table = (
        Table(seat("saxony", workers={"F1": 7}, power=5, popularity=5), seat("nordic"), tokens={"F1": {"metal": 500}})
        .start("produce")
        .play("F1", "7")
    )
    assert table.tokens("F1") == {"metal": 507}


@pytest.mark.rule("R109", "Q30", "Q42")
def test_tokens_are_fetched_from_a_base() -> None:
    table = Table(
        seat("crimea", mechs={"wayfare": "base"}, combat_cards={}), seat("nordic"), tokens={"crimea base": {"oil": 3}}
    ).units()
    table.move("character", "H1", take={"oil": 2})
    assert table.all_tokens == {"crimea base": {"oil": 1}, "H1": {"oil": 2}}
