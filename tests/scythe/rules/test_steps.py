"""The turn step by step: who is asked what, and what follows (steps T0 to G4)."""

from __future__ import annotations

import pytest

from .table import Table, seat

ANY = [8, 1]
"""Objective 8 (at most 2 coins, 4 workers, 7 popularity) at any time, objective 1 (three mountains) at the end."""
BOTH = {
    "objectives": ANY,
    "coins": 1,
    "popularity": 7,
    "character": "F1",
    "workers": {"A1": 1, "B5": 1, "G1": 3},
}
"""Pieces that fulfil both."""
MOVED = ("saxony", "industrial")
"""Industrial: Build below Move, Upgrade below Bolster, Enlist below Trade, Deploy below Produce."""


def due(table: Table) -> tuple[str | None, str | None]:
    return table.decision, table.actor


# -- frame -------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("T0")
def test_a_turn_begins_without_marks() -> None:
    table = Table(
        seat("crimea", "industrial", workers={"H1": 2}, combat_cards={"2": 2}),
        seat("saxony"),
        tokens={"H1": {"oil": 2, "metal": 2}},
    )
    table.bottom("bolster").play("card 2", "done")  # Coercion is used up for this turn
    table.play("section move", "done")
    table.bottom("produce")
    assert (table.decision, table.legal) == ("coerce", {"card 2"})
    # units that moved last turn move again
    table = Table(seat("saxony", workers={"G1": 2}), seat("nordic")).units().move("worker G1", "F1").play("done")
    table.play("section move", "done")
    table.play("section bolster", "done", "section bolster", "done")
    assert "worker F1" in table.units().legal


@pytest.mark.rule("T1")
def test_a_turn_opens_with_a_reveal_or_a_section() -> None:
    table = Table(seat(*MOVED, **BOTH), seat("nordic"))
    sections = {"section move", "section bolster", "section trade", "section produce"}
    assert (due(table), table.legal) == (("section", "saxony"), sections | {"reveal 8"})
    table.play("reveal 8")
    assert table["saxony"].stars == {"objective": 1}
    assert (due(table), table.legal) == (("section", "saxony"), sections)  # asked again


@pytest.mark.rule("T2")
@pytest.mark.parametrize("coins", [0, 1])
def test_the_top_action_is_asked_if_it_can_be_paid(coins: int) -> None:
    table = Table(seat(*MOVED, workers={"G1": 2}, coins=coins), seat("nordic"), tokens={"G1": {"oil": 3}})
    table.play("section bolster")
    if coins:
        assert (table.decision, table.legal) == ("top action", {"take", "done"})
        table.play("done")
    assert table.decision == "bottom action"


@pytest.mark.rule("T3")
@pytest.mark.parametrize("oil", [2, 3])
def test_after_the_top_action_reveal_take_or_pass(oil: int) -> None:
    table = Table(seat(*MOVED, **BOTH), seat("nordic"), tokens={"G1": {"oil": oil}})
    table.play("section bolster", "done")
    bottom = {"take"} if oil == 3 else set()
    assert (table.decision, table.legal) == ("bottom action", {"reveal 8", "done"} | bottom)
    assert table.copy().play("done").decision == "end of turn"
    table.play("reveal 8")
    if oil == 3:
        assert (table.decision, table.legal) == ("bottom action", {"take", "done"})  # asked again
        table.play("take")
        assert table.decision == "upgrade cube"
    else:
        assert table.decision == "end of turn"  # Saxony's other objective


@pytest.mark.rule("T4")
def test_a_turn_closes_with_any_objective() -> None:
    table = Table(seat(*MOVED, **BOTH), seat("nordic")).play("section trade", "done", "done")
    assert (due(table), table.legal) == (("end of turn", "saxony"), {"reveal 1", "reveal 8", "done"})
    assert table.copy().play("done").active == "nordic"
    table.play("reveal 1")
    assert table.legal == {"reveal 8", "done"}
    table.play("reveal 8")
    assert table["saxony"].stars == {"objective": 2}
    assert table.active == "nordic"


@pytest.mark.rule("T5")
def test_the_next_player_clockwise_follows() -> None:
    table = Table(seat("saxony", "industrial"), seat("nordic", "mechanical"), seat("crimea", "engineering"))
    order, rounds = [], []
    for _ in range(4):
        order.append(table.active)
        rounds.append(int(table.state["round"]))
        table.play("section trade" if len(order) < 4 else "section move").play("done")
    assert order == ["saxony", "nordic", "crimea", "saxony"]
    assert [number - rounds[0] for number in rounds] == [0, 0, 0, 1]
    assert table["saxony"].section == "move"
    assert table["nordic"].section == table["crimea"].section == "trade"


# -- Bolster, Trade, Produce -------------------------------------------------------------------------------------------


@pytest.mark.rule("BO1", "S")
def test_bolster_step_by_step() -> None:
    table = Table(
        seat(*MOVED, coins=3, power=14, popularity=4, workers={"G1": 2}, structures={"monument": "F1"}),
        seat("nordic"),
        tokens={"G1": {"oil": 3}},
    )
    table.start("bolster")
    assert (table.decision, table.legal) == ("bolster", {"power", "combat cards"})
    table.play("power")
    saxony = table["saxony"]
    assert (saxony.coins, saxony.power, saxony.popularity, saxony.stars) == (2, 16, 5, {"power": 1})
    assert table.decision == "bottom action"


@pytest.mark.rule("TR1", "TR2", "TR3")
def test_trade_step_by_step() -> None:
    table = Table(
        seat(*MOVED, coins=3, power=4, popularity=4, workers={"G1": 1, "F1": 1}, mechs={"speed": "F2"},
             structures={"armory": "F3"}),
        seat("nordic"),
        tokens={"G1": {"food": 4}},
    ).start("trade")  # fmt: skip
    assert (table.decision, table.legal) == ("trade", {"popularity", "resources"})
    assert table["saxony"].coins == 3

    popular = table.copy().play("popularity")
    saxony = popular["saxony"]
    assert (saxony.coins, saxony.power, saxony.popularity) == (2, 5, 5)
    assert popular.decision == "bottom action"

    table.play("resources")
    assert (table.decision, table.legal) == ("tokens to", {"G1", "F1"})  # with an own worker
    table.play("F1")
    assert (table.decision, table.legal) == ("token", {"metal", "food", "oil", "wood", "done"})
    stopped = table.copy().play("oil", "done")
    assert (stopped.tokens("F1"), stopped["saxony"].power) == ({"oil": 1}, 5)
    table.play("oil")
    assert (table.decision, table["saxony"].power) == ("token", 4)
    table.play("wood")
    assert (table.tokens("F1"), table["saxony"].power) == ({"oil": 1, "wood": 1}, 5)
    assert table.decision == "bottom action"


@pytest.mark.rule("PR1", "PR2", "PR3")
def test_produce_step_by_step() -> None:
    table = Table(
        seat(*MOVED, coins=3, power=4, popularity=4, workers={"G1": 3, "F1": 2, "H1": 1}, structures={"mill": "F2"}),
        seat("nordic"),
        tokens={"G1": {"metal": 3}},
    ).start("produce")
    saxony = table["saxony"]
    assert (saxony.power, saxony.popularity, saxony.coins) == (3, 3, 3)  # six workers, paid first
    assert (table.decision, table.legal) == ("produce on", {"G1", "F1", "H1", "F2", "done"})
    table.play("F2")
    assert (table.decision, table.legal) == ("produce number", {"0", "1"})  # the Mill alone
    table.play("1")
    assert table["saxony"].workers["F2"] == 1
    assert table.legal == {"G1", "F1", "H1", "done"}  # the Mill's territory used up no choice
    assert table.copy().play("done").decision == "bottom action"
    table.play("G1")
    assert table.legal == {"0", "1", "2", "3"}
    table.play("3", "H1")
    assert table.legal == {"0", "1"}  # a single worker of the mat is left, and a single producer
    table.play("1")
    assert table.decision == "bottom action"  # two territories besides the Mill's
    assert table.tokens("G1") == {"metal": 3, "oil": 3}
    assert table["saxony"].stars == {"workers": 1}


# -- Move --------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("MV0", "TK3")
def test_coins_or_units_on_the_mat_only() -> None:
    table = Table(seat(*MOVED, coins=3, workers={"G1": 2}), seat("nordic"), tokens={"G1": {"wood": 3}}).start("move")
    assert (table.decision, table.legal) == ("move", {"coins", "units"})
    paid = table.copy().play("coins")
    assert (paid["saxony"].coins, paid.decision) == (4, "bottom action")
    table.play("units", "done")
    assert table.decision == "bottom action"  # after the Move of the mat, its bottom action

    table = Table(seat(*MOVED, **BOTH, factory_card=5), seat("nordic"))
    table.play("section factory", "done", "take")
    assert table.decision == "unit"
    table.move("worker G1", "F2")
    assert table.decision == "end of turn"  # after the Move of the card, the end of the turn


@pytest.mark.rule("MV1", "CO0")
def test_units_are_named_until_none_is_left() -> None:
    table = Table(seat(*MOVED, character="F1", workers={"G1": 2}, mechs={"disarm": "base"}), seat("nordic")).units()
    assert table.legal == {"character", "worker G1", "mech saxony base", "done"}
    table.move("character", "F2")
    assert table.legal == {"worker G1", "mech saxony base", "done"}
    assert table.copy().play("done").decision == "encounter"  # no combat is due
    table.move("worker G1", "F1")
    assert table.decision == "encounter"


@pytest.mark.rule("MV1")
def test_a_factory_card_moves_one_unit() -> None:
    table = Table(seat(*MOVED, character="F1", workers={"G1": 2}, factory_card=5), seat("nordic"))
    table.play("section factory", "done", "take").move("worker G1", "F1", "G1")
    assert table.active == "nordic"


@pytest.mark.rule("MV2")
def test_the_load_is_named_kind_by_kind() -> None:
    table = Table(
        seat(*MOVED, workers={"G1": 2}, mechs={"disarm": "G1"}, character="G1"),
        seat("nordic"),
        tokens={"G1": {"oil": 3, "wood": 1}},
    ).units()
    asked = []
    mech = table.copy().play("mech G1")
    while mech.decision == "cargo":
        asked.append(mech.legal)
        mech.play("1")
    assert asked == [{"0", "1", "2"}, {"0", "1", "2", "3"}, {"0", "1"}]  # workers, oil, wood
    mech.play("F1")
    assert mech["saxony"].workers == {"G1": 1, "F1": 1}
    assert mech.all_tokens == {"G1": {"oil": 2}, "F1": {"oil": 1, "wood": 1}}
    walker = table.copy().play("character")
    assert walker.legal == {"0", "1", "2", "3"}  # no workers
    assert Table(seat(*MOVED, character="G1", workers={"base": 2}), seat("nordic")).units().play(
        "character"
    ).decision == "step"  # fmt: skip


@pytest.mark.rule("MV2", "Q34")
def test_what_a_lake_cannot_keep_comes_by_itself() -> None:
    table = Table(
        seat("polania", mechs={"submerge": "B3"}, workers={"B3": 2}),
        seat("saxony"),
        tokens={"B3": {"oil": 2}},
    ).units()
    table.play("mech B3")
    assert table.decision == "step"
    table.play("A2")
    assert table["polania"].workers == {"A2": 2}
    assert table.all_tokens == {"A2": {"oil": 2}}


@pytest.mark.rule("MV3")
def test_steps_lead_to_neighbours_and_far_connections() -> None:
    table = Table(
        seat("saxony", character="E3", workers={"E3": 1, "A1": 1}, mechs={"underpass": "base"}), seat("nordic")
    ).units()
    near = {"E4", "E2", "F3"}  # D2 and F2 lie over rivers, D3 is a lake
    tunnels = {"B4", "C2", "C5", "E6", "F4"}
    assert table.copy().play("worker E3").legal == near | tunnels
    assert table.copy().play("character").legal == near | tunnels | {"A1"}


@pytest.mark.rule("MV4")
def test_entering_is_resolved_in_order() -> None:
    table = Table(
        seat("saxony", character="E4", workers={"base": 2}, popularity=4, mechs={"speed": "base"}),
        seat("togawa", workers={"F3": 2}),
        traps={"F3": {"takes": "popularity", "armed": True}},
    ).units()
    table.play("character").load().play("F3")
    saxony = table["saxony"]
    assert table.traps == {"F3": "popularity disarmed"}
    assert saxony.popularity == 0  # 2 by the trap, then 1 for each worker
    assert table["togawa"].workers == {"togawa base": 2}
    assert saxony.character == "F3"
    assert table.decision != "onward"  # Speed does not help
    table.play("done")
    assert table.decision == "encounter"


@pytest.mark.rule("MV4")
@pytest.mark.parametrize("there", [{"workers": {"F1": 2}}, {"mechs": {"speed": "F1"}}, {"character": "F1"}])
def test_enemy_units_stop(there: dict) -> None:
    table = Table(
        seat("saxony", character="G1", workers={"base": 2}, mechs={"speed": "G1"}),
        seat("crimea", **{"workers": {"base": 2}} | there),
    ).units()
    table.play("mech G1", "F1")
    assert table.decision == "unit"


@pytest.mark.rule("MV5")
def test_a_unit_with_steps_left_may_go_on() -> None:
    table = Table(seat("saxony", mechs={"speed": "G1"}, workers={"base": 2}), seat("nordic")).units()
    table.play("mech G1", "F1")
    assert (table.decision, table.legal) == ("onward", {"take", "done"})
    assert table.copy().play("done").decision == "unit"
    table.play("take")
    assert table.decision == "step"
    table.play("F2")
    assert table.decision == "unit"  # two steps are over
    table = Table(seat("saxony", mechs={"speed": "base"}, workers={"G1": 2}), seat("nordic")).units()
    assert table.play("worker G1", "F1").decision == "unit"  # one step for a worker


@pytest.mark.rule("MV6", "TK1")
def test_a_flag_follows_the_characters_move_or_waits() -> None:
    table = Table(seat("albion", character="A1", workers={"A1": 1, "A2": 1}), seat("saxony")).units()
    free = table.copy().play("character", "A2")
    assert (free.decision, free.legal) == ("faction token", {"take", "done"})
    free.play("take")
    assert free.flags == {"A2"}
    assert free.decision == "unit"  # before the next unit moves
    waiting = Table(
        seat("albion", character="A1", workers={"A1": 1, "A2": 1}), seat("saxony"), encounter_deck=[15]
    ).units()
    waiting.play("character", "B2")
    assert waiting.decision == "unit"
    waiting.play("done")
    assert waiting.decision == "encounter"
    waiting.play("option A")
    assert waiting.decision == "faction token"


@pytest.mark.rule("TK1")
def test_a_trap_of_a_chosen_kind() -> None:
    table = Table(
        seat("togawa", character="F7", workers={"base": 2}), seat("saxony"),
        traps={"A1": {"takes": "coins", "armed": True}},
    ).units().play("character", "G6")  # fmt: skip
    assert (table.decision, table.legal) == ("faction token", {"power", "popularity", "combat cards", "done"})
    assert table.copy().play("done").traps == {"A1": "coins armed"}
    assert table.play("power").traps == {"A1": "coins armed", "G6": "power armed"}


@pytest.mark.rule("MV6", "TK2")
def test_rearming_follows_the_move() -> None:
    table = Table(
        seat("togawa", character="base", mechs={"shinobi": "F7"}, workers={"base": 2}),
        seat("saxony"),
        traps={"G6": {"takes": "coins", "armed": False}},
    ).units()
    table.play("mech F7", "G6")
    assert (table.decision, table.legal) == ("rearm", {"take", "done"})
    assert table.copy().play("done").traps == {"G6": "coins disarmed"}
    assert table.play("take").traps == {"G6": "coins armed"}


# -- combats -----------------------------------------------------------------------------------------------------------


def two_battles(nordic_power: int = 7) -> Table:
    """Albion attacks Nordic on B2 with a mech and Crimea on A3, an encounter territory, with its character."""
    table = Table(
        seat("albion", "industrial", character="A2", mechs={"sword": "A2"}, workers={"base": 2}, power=9, popularity=5,
             combat_cards={"3": 1}),
        seat("nordic", mechs={"artillery": "B2", "seaworthy": "base"}, workers={"B2": 2}, power=nordic_power,
             combat_cards={"4": 1}),
        seat("crimea", mechs={"speed": "A3"}, workers={"base": 2}, power=0, combat_cards={}),
        combat_deck={"2": 5},
        encounter_deck=[15],
    ).units()  # fmt: skip
    return table.play("mech A2", "B2", "character", "A3")


@pytest.mark.rule("CO1", "CO2", "CO3")
def test_battles_begin_with_the_abilities() -> None:
    table = two_battles()
    assert (due(table), table.legal) == (("combat", "albion"), {"A3", "B2"})
    table.play("B2")
    assert table["nordic"].power == 5  # Sword, by itself, before the defender's Artillery
    assert (due(table), table.legal) == (("combat ability", "nordic"), {"take", "done"})
    table.play("take")
    assert (table["nordic"].power, table["albion"].power) == (4, 7)
    assert due(table) == ("dial", "albion")
    # with 2 power Sword leaves nothing to pay Artillery with
    assert due(two_battles(2).play("B2")) == ("dial", "albion")
    assert due(two_battles(3).play("B2")) == ("combat ability", "nordic")


@pytest.mark.rule("CO4", "CO5", "CO6")
def test_dials_and_cards_are_chosen_unseen_and_paid() -> None:
    table = two_battles().play("B2", "done")
    assert (due(table), table.legal) == (("dial", "albion"), {str(number) for number in range(8)})
    table.play("2")
    assert (due(table), table.legal) == (("combat card", "albion"), {"card 3", "done"})
    table.play("card 3")
    assert (due(table), table.legal) == (("dial", "nordic"), {"0", "1", "2", "3", "4", "5"})
    assert (table["albion"].power, table["nordic"].power) == (9, 5)  # nothing is paid yet
    table.play("1")
    assert (due(table), table.legal) == (("combat card", "nordic"), {"card 4", "done"})
    table.play("card 4")  # 5 against 5: the attacker wins
    assert (table["albion"].power, table["nordic"].power) == (7, 4)
    assert table["albion"].hand == table["nordic"].hand == {}
    assert (table.discard["3"], table.discard["4"]) == (12, 8)  # all of these values
    assert table["albion"].mechs == {"sword": "B2"}


@pytest.mark.rule("CO7", "CO8", "CO9")
def test_retreat_and_what_follows() -> None:
    table = two_battles().play("B2", "done", "3", "done", "1", "done")
    assert (due(table), table.legal) == (("retreat unit", "nordic"), {"nordic base", "B1", "B3"})
    assert table["albion"].popularity == 5  # the attacker's popularity comes after the retreat
    table.play("B3")
    assert (due(table), table.legal) == (("retreat worker", "nordic"), {"nordic base", "B3"})
    table.play("B3", "nordic base")
    assert table["nordic"].mechs["artillery"] == "B3"
    assert table["nordic"].workers == {"B3": 1, "nordic base": 1}
    assert table["albion"].popularity == 3  # both workers count
    assert table["nordic"].cards == 2  # 1 was shown
    assert table["albion"].stars == {"combat_wins": 1}
    assert due(table) == ("dial", "albion")  # the other battle
    table.fight(("0",), ("0",))
    assert table["crimea"].cards == 0  # nothing was shown
    assert table["albion"].stars == {"combat_wins": 2}
    assert due(table) == ("encounter", "albion")


@pytest.mark.rule("CO9", "G1", "G2")
def test_the_sixth_star_leaves_the_other_battle_unfought() -> None:
    table = Table(
        seat("saxony", character="G1", power=7, mechs={"disarm": "G1"}, workers={"G1": 1, "base": 1}, combat_cards={},
             stars={"combat_wins": 5}),
        seat("albion", power=0, mechs={"burrow": "F2"}, workers={"base": 2}, combat_cards={}),
        seat("crimea", power=0, mechs={"speed": "F1"}, workers={"base": 2}, combat_cards={}),
    ).units()  # fmt: skip
    table.play("character", "F2").play("mech G1").load({"workers": 1}).play("F1")
    table.play("F2").fight(("1",), ("0",))
    assert table.over
    saxony = table["saxony"]
    assert (saxony.mechs, saxony.workers) == ({"disarm": "G1"}, {"G1": 1, "saxony base": 1})
    assert table["crimea"].mechs == {"speed": "F1"}
    assert "F2" in table.encounters  # the encounter of the winner lapses


# -- after the combats -------------------------------------------------------------------------------------------------


@pytest.mark.rule("EN1", "EN2")
def test_the_token_goes_and_a_card_is_drawn() -> None:
    keys = {"workers": {"base": 2}, "popularity": 3, "coins": 0}
    there = Table(seat(*MOVED, character="F2", **keys), seat("nordic")).units().play("done")
    assert (there.active, "F2" in there.encounters) == ("nordic", True)  # it did not enter in this action
    table = Table(seat(*MOVED, character="F1", **keys), seat("nordic"), encounter_deck=[14]).units()
    table.play("character", "F2")
    assert "F2" in table.encounters
    table.play("done")
    assert "F2" not in table.encounters
    assert (table.decision, table.legal) == ("encounter", {"option A", "option C"})  # B costs coins
    assert table["saxony"].popularity == 3


@pytest.mark.rule("EN2", "EN3", "EN5", "S")
def test_an_options_cost_gains_and_stars() -> None:
    table = Table(
        seat(*MOVED, character="F1", workers={"base": 6, "G1": 1}, popularity=3),
        seat("nordic"),
        encounter_deck=[14],
    ).units().play("character", "F2", "done", "option C")  # fmt: skip
    assert table["saxony"].popularity == 1
    assert (table.decision, table.legal) == ("printed tokens", {"0", "1", "2", "3"})
    table.play("2")
    assert (table.decision, table.legal) == ("worker", {"take", "done"})
    assert table["saxony"].stars == {}
    table.play("take")
    assert table["saxony"].workers["F2"] == 1
    assert table["saxony"].stars == {"workers": 1}
    assert not table.state["encounter_deck"].any()
    assert table.active == "nordic"


@pytest.mark.rule("EN4")
def test_polania_names_a_second_option_or_stops() -> None:
    table = Table(
        seat("polania", character="D1", workers={"base": 2}, popularity=2, coins=0),
        seat("saxony"),
        encounter_deck=[15],
    ).units().play("character", "D2", "done")  # fmt: skip
    assert table.legal == {"option A"}  # the others cost 2 coins, 3 popularity
    table.play("option A")
    assert (table.decision, table.legal) == ("encounter", {"option C", "done"})  # paid by the first one's gain
    assert table.copy().play("done").active == "saxony"
    table.play("option C")
    assert table["polania"].popularity == 1
    assert table.decision == "token"


@pytest.mark.rule("FC1", "TK3")
def test_the_factory_choice_comes_before_the_bottom_action() -> None:
    table = Table(
        seat(*MOVED, character="D5", workers={"G1": 2}),
        seat("nordic", factory_card=5),
        factory_cards=[2, 9],
        tokens={"G1": {"wood": 3}},
    ).units()
    table.play("character", "D4", "done")
    assert (table.decision, table.legal) == ("factory choice", {"factory card 2", "factory card 9"})
    table.play("factory card 9")
    assert (table["saxony"].factory_card, table.decision) == (9, "bottom action")


# -- Factory card ------------------------------------------------------------------------------------------------------


@pytest.mark.rule("FA1", "FA3")
def test_a_card_that_costs_a_combat_card_and_gives_tokens() -> None:
    table = Table(
        seat(*MOVED, workers={"G1": 1, "F1": 1}, combat_cards={"2": 1, "5": 1}, factory_card=8), seat("nordic")
    ).start("factory")
    assert (table.decision, table.legal) == ("pay card", {"card 2", "card 5"})
    table.play("card 2")
    assert (table["saxony"].hand, table.discard) == ({"5": 1}, {"2": 1})
    assert (table.decision, table.legal) == ("tokens to", {"G1", "F1", "done"})
    table.play("G1", "oil", "oil", "food")
    assert table.tokens("G1") == {"oil": 2, "food": 1}
    assert table.decision == "bottom action"


@pytest.mark.rule("FA1")
def test_combat_cards_are_paid_one_by_one() -> None:
    """No printed card costs more than one."""
    due = [{"step": name, "faction": "saxony"} for name in ("end turn", "end of turn", "bottom action", "stars")] + [
        {"step": "pay card", "faction": "saxony", "left": 2}
    ]
    table = Table(
        seat(*MOVED, combat_cards={"2": 1, "4": 1, "5": 1}, section="factory", factory_card=8),
        seat("nordic"),
        in_progress={"steps": due},
    )
    table.play("card 2")
    assert (table.decision, table.legal) == ("pay card", {"card 4", "card 5"})
    table.play("card 4")
    assert (table["saxony"].hand, table.discard) == ({"5": 1}, {"2": 1, "4": 1})
    assert table.decision == "bottom action"


@pytest.mark.rule("FA1")
def test_a_card_that_costs_tokens() -> None:
    table = Table(
        seat(*MOVED, workers={"G1": 1, "F1": 1}, factory_card=15),
        seat("nordic"),
        tokens={"G1": {"oil": 1}, "F1": {"metal": 1}},
        options={"promo_factory": True},
    ).start("factory")
    assert (table.decision, table.legal) == ("pay type", {"metal", "oil"})
    table.play("metal")
    assert table.all_tokens == {"G1": {"oil": 1}}


@pytest.mark.rule("FA2", "FA3", "S")
def test_a_card_with_two_gains() -> None:
    mechs = {"riverwalk": "base", "disarm": "base", "speed": "base"}
    table = Table(
        seat(*MOVED, workers={"G1": 1, "F1": 1}, mechs=mechs, character="F2", popularity=3, factory_card=7),
        seat("nordic"),
    ).start("factory")
    assert (table.decision, table.legal) == ("factory gain", {"deploy", "build"})
    assert table["saxony"].popularity == 2
    table.play("deploy")
    assert (table.decision, table.legal) == ("deploy mech", {"underpass", "done"})
    table.play("underpass")
    assert (table.decision, table.legal) == ("deploy to", {"G1", "F1"})  # with an own worker
    table.play("G1")
    assert table["saxony"].stars == {"mechs": 1}
    assert table.decision == "bottom action"


# -- bottom action -----------------------------------------------------------------------------------------------------


def upgrade(**keys) -> Table:
    """Crimea takes Upgrade: 3 oil, of which a card may be one; saxony is left, togawa right of it."""
    crimea = {"workers": {"G3": 1, "H1": 1}, "coins": 0, "power": 2, "combat_cards": {"2": 1, "4": 1}} | keys
    recruit = {"recruits": ["upgrade"], "one_time_bonuses": ["coins"], "workers": {"base": 2}}
    return Table(
        seat("togawa", "engineering", **recruit, power=15),
        seat("crimea", "industrial", **recruit | crimea),
        seat("saxony", "militant", **recruit, power=15),
        active="crimea",
        tokens={"G3": {"oil": 2}, "H1": {"oil": 2}},
    ).bottom("bolster")


@pytest.mark.rule("BA1", "BA2", "BA3", "BA4")
def test_payment_step_by_step() -> None:
    table = upgrade()
    assert (due(table), table.legal) == (("coerce", "crimea"), {"card 2", "card 4", "done"})
    table.play("card 4")
    assert (table["crimea"].hand, table.discard) == ({"2": 1}, {"4": 1})
    assert (table.decision, table.legal) == ("pay from", {"G3", "H1"})  # two tokens are left to pay
    assert table["crimea"].coins == 0
    table.play("G3")
    assert table.legal == {"G3", "H1"}
    table.play("H1")
    assert table.all_tokens == {"G3": {"oil": 1}, "H1": {"oil": 1}}
    assert table["crimea"].coins == 3  # with the payment, before the benefit
    assert table.decision == "upgrade cube"
    # a covered box costs nothing: two tokens are due
    covered = upgrade(upgrades={"benefits": ["move units"], "costs": {"upgrade": 1}}).play("done", "G3", "H1")
    assert covered.decision == "upgrade cube"


@pytest.mark.rule("BA3")
def test_no_question_where_it_makes_no_difference() -> None:
    table = Table(seat("saxony", "industrial", workers={"G1": 2}), seat("nordic"), tokens={"G1": {"oil": 4}})
    table.bottom("bolster")
    assert table.decision == "upgrade cube"
    assert table.tokens("G1") == {"oil": 1}


@pytest.mark.rule("BA5", "BA6", "BA7")
@pytest.mark.parametrize("declined", [True, False])
def test_benefit_bonuses_and_stars(declined: bool) -> None:
    table = upgrade(power=15).play("card 2", "G3", "G3")
    assert table.decision == "upgrade cube"
    if declined:
        table.play("done")
    else:
        table.play("bolster power")
        assert (table.decision, table.legal) == ("upgrade box", {"upgrade", "deploy", "build", "enlist"})
        assert [table[name].power for name in ("crimea", "saxony", "togawa")] == [15, 15, 15]
        table.play("deploy")
        assert (table["crimea"].benefits, table["crimea"].boxes) == ({"bolster power"}, {"deploy": 1})
    assert [table[name].power for name in ("crimea", "saxony", "togawa")] == [16, 16, 16]
    assert all(table[name].stars == {"power": 1} for name in ("crimea", "saxony", "togawa"))
    assert table.active == "saxony"


@pytest.mark.rule("BA7", "G1")
def test_the_active_players_sixth_star_ends_it_before_the_others() -> None:
    stars = {"stars": {"combat_wins": 2, "objective": 1, "popularity": 1, "workers": 1}, "popularity": 18}
    table = upgrade(power=15, workers={"G3": 4, "H1": 4}, **stars).play("done", "G3", "G3", "done")
    assert table.over
    assert table["crimea"].stars["power"] == 1
    assert table["saxony"].power == 16
    assert table["saxony"].stars == {}


# -- the end -----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("G3", "G4")
def test_score_and_rank() -> None:
    base = {"popularity": 7, "power": 5, "combat_cards": {}}
    table = Table(
        seat("saxony", coins=10, workers={"G1": 1, "F1": 1}, structures={"mill": "F2"}, stars={"power": 1}, **base),
        seat("nordic", coins=20, workers={"base": 2}, **base),
        seat("crimea", coins=20, workers={"base": 2}, **base),
        tokens={"G1": {"oil": 5}},
        tile="longest_line",
    )
    scores = table.scores()
    saxony = scores["saxony"]
    assert (saxony["coins"], saxony["stars"], saxony["territories"], saxony["resources"]) == (10, 4, 9, 4)
    assert saxony["total"] == 10 + 4 + 9 + 4 + saxony["structures"]
    assert [scores[name]["rank"] for name in ("saxony", "nordic", "crimea")] == [1, 2, 2]
