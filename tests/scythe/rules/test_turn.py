"""Chapter B: the frame of a turn (R17-R26)."""

from __future__ import annotations

import random

import pytest

from scythe_env.scythe.notation import from_json, to_json

from .table import Table, seat

SECTIONS = {"section move", "section bolster", "section trade", "section produce"}


def two(**keys) -> Table:
    return Table(seat("saxony", "industrial", **keys), seat("nordic"))


@pytest.mark.rule("R17", "R24", "Q17")
def test_any_section_may_open_the_game() -> None:
    assert two().legal == SECTIONS


@pytest.mark.rule("R17", "Q17")
@pytest.mark.parametrize("last", ["move", "bolster", "trade", "produce"])
def test_the_section_of_the_last_turn_is_closed(last: str) -> None:
    assert two(section=last).legal == SECTIONS - {f"section {last}"}


@pytest.mark.rule("R17")
def test_the_section_is_open_again_two_turns_later() -> None:
    table = two(section="move").play("section trade").end_turn()
    table.play("section move").end_turn()
    assert table.active == "saxony"
    assert table.legal == SECTIONS - {"section trade"}


@pytest.mark.rule("R17")
def test_top_comes_before_bottom() -> None:
    table = two(workers={"G1": 2}, coins=4).play("section bolster")
    assert table.decision == "top action"
    table = Table(seat("saxony", "industrial", workers={"G1": 2}), seat("nordic"), tokens={"G1": {"oil": 3}})
    table.play("section bolster", "done")
    assert table.decision == "bottom action"
    table.play("take", "done")  # the bottom action is over, its upgrade declined
    assert (table.active, table.decision) == ("nordic", "section")


@pytest.mark.rule("R18", "R21", "Q17")
def test_a_turn_without_action_still_moves_the_token() -> None:
    table = two().play("section bolster", "done")
    assert table.active == "nordic"
    table.play("section trade", "done")
    assert table.legal == SECTIONS - {"section bolster"}


@pytest.mark.rule("R18", "R20", "R21", "Q17")
@pytest.mark.parametrize(("coins", "payable"), [(0, False), (1, True), (2, True)])
@pytest.mark.parametrize("section", ["bolster", "trade"])
def test_a_section_that_cannot_be_paid_for_is_chosen_and_skipped(section: str, coins: int, payable: bool) -> None:
    table = two(coins=coins)
    assert f"section {section}" in table.legal
    table.play(f"section {section}")
    if payable:
        assert table.legal == {"take", "done"}
    else:
        assert (table.active, table.decision) == ("nordic", "section")  # neither action can be paid for


@pytest.mark.rule("R19")
def test_gains_of_the_top_action_pay_for_the_bottom_action() -> None:
    # Industrial: bolster stands above upgrade; Trade above enlist, which costs 4 food
    table = Table(seat("saxony", "industrial", workers={"G1": 1, "F1": 1}), seat("nordic"), tokens={"G1": {"food": 2}})
    assert table.copy().play("section trade", "done").active == "nordic"  # 2 food alone do not pay
    table.start("trade").play("resources", "G1", "food", "food")
    assert table.decision == "bottom action"
    assert "take" in table.legal


@pytest.mark.rule("R19")
def test_each_action_is_taken_once() -> None:
    table = two(coins=9).start("bolster").play("power")
    assert (table.active, table.decision) == ("nordic", "section")


@pytest.mark.rule("R20")
@pytest.mark.parametrize(("oil", "payable"), [(2, False), (3, True), (4, True)])
def test_a_cost_is_paid_in_full(oil: int, payable: bool) -> None:
    table = Table(seat("saxony", "industrial", workers={"G1": 2}), seat("nordic"), tokens={"G1": {"oil": oil}})
    table.play("section bolster", "done")
    assert (table.active == "saxony") is payable
    if payable:
        table.play("take")
        assert table.tokens("G1").get("oil", 0) == oil - 3


@pytest.mark.rule("R20", "R26", "Q20.2")
def test_what_the_action_gains_does_not_change_its_cost() -> None:
    # 3 workers on the board: nothing to pay, though the fourth comes with this action
    table = Table(seat("saxony", workers={"F2": 3}, power=0, popularity=0, coins=0), seat("nordic"))
    table.start("produce").play("F2", "3")
    assert table["saxony"].workers == {"F2": 6}
    assert (table["saxony"].power, table["saxony"].popularity) == (0, 0)


@pytest.mark.rule("Q20.1")
@pytest.mark.parametrize("section", ["bolster", "produce"])
def test_an_action_without_effect_may_be_taken(section: str) -> None:
    table = Table(seat("saxony", workers={"base": 4}, power=16, stars={"power": 1}, coins=1), seat("nordic")).start(
        section
    )
    if section == "bolster":
        table.play("power")
        assert (table["saxony"].power, table["saxony"].coins) == (16, 0)
    else:
        assert table["saxony"].power == 15  # paid, and nobody to produce
    assert table.active == "nordic"


@pytest.mark.rule("R22", "R23")
def test_relentless_may_stay() -> None:
    table = Table(seat("rusviet", section="produce"), seat("saxony", section="produce"))
    assert table.legal == SECTIONS
    table = Table(seat("rusviet", section="produce"), seat("saxony", section="produce"), active="saxony")
    assert table.legal == SECTIONS - {"section produce"}


@pytest.mark.rule("R23", "P3", "Q23")
@pytest.mark.parametrize("allowed", [True, False])
def test_relentless_and_the_factory_card(allowed: bool) -> None:
    rusviet = seat("rusviet", factory_card=3, section="factory")
    table = Table(rusviet, seat("saxony"), options={"relentless_factory": allowed})
    assert ("section factory" in table.legal) is allowed
    assert table.legal >= SECTIONS
    assert "section factory" in Table(rusviet, seat("saxony")).legal  # the default


@pytest.mark.rule("R23", "R160")
def test_others_may_not_stay_on_their_factory_card() -> None:
    table = Table(seat("saxony", factory_card=3, section="factory"), seat("nordic"))
    assert table.legal == SECTIONS
    table = Table(seat("saxony", factory_card=3, section="move"), seat("nordic"))
    assert table.legal == {*SECTIONS, "section factory"} - {"section move"}


@pytest.mark.rule("R25")
def test_turns_follow_each_other() -> None:
    table = Table(seat("saxony"), seat("polania"), seat("nordic"))
    order = []
    for _ in range(4):
        order.append(table.active)
        table.play("section trade" if len(order) < 4 else "section move", "done")
    assert order == ["saxony", "polania", "nordic", "saxony"]


@pytest.mark.rule("R26", "R68")
def test_costs_come_before_benefits() -> None:
    # Produce with 4 workers costs 1 power: without power it cannot be taken although nothing else is missing
    table = Table(seat("saxony", workers={"G1": 4}, power=0), seat("nordic"))
    table.play("section produce")
    assert table.active == "nordic"


@pytest.mark.rule("Q20.2")
def test_an_upgrade_lowers_the_cost_from_then_on() -> None:
    upgrades = {"benefits": ["move units"], "costs": {"deploy": 1}}
    table = Table(
        seat("saxony", "industrial", workers={"G1": 2}, upgrades=upgrades), seat("nordic"), tokens={"G1": {"metal": 2}}
    )
    table.bottom("produce")
    assert table.tokens("G1") == {}


@pytest.mark.rule("Q-length")
def test_the_last_round_ends_the_game_as_it_stands() -> None:
    table = Table(seat("saxony"), seat("nordic"), options={"max_rounds": 2}, turn={"round": 2})
    table.play("section trade", "done")
    assert not table.over
    table.play("section trade", "done")
    assert table.over
    assert table.scores()["saxony"]["total"] > 0


@pytest.mark.rule("R237", "R140")
def test_others_are_asked_in_combat_only() -> None:
    """No decision is a deal: beside the active player only a defender and the loser of a combat are ever asked."""
    mechs = {"albion": "shield", "nordic": "artillery", "rusviet": "township", "crimea": "scout", "saxony": "disarm"}
    places = dict(zip(mechs, ("C3", "B4", "D5", "E4", "E6"), strict=True))
    asked = set()
    for number in range(2):
        table = Table(*(seat(name, mechs={mech: places[name]}) for name, mech in mechs.items()), seed=number)
        chance = random.Random(number)
        for _ in range(1000):
            if table.over:
                break
            if table.actor != table.active:
                asked.add(table.decision)
            table.play(chance.choice(sorted(table.legal)))
    assert "dial" in asked
    assert asked <= {"combat ability", "dial", "combat card", "retreat unit", "retreat worker"}


@pytest.mark.rule("R25")
@pytest.mark.parametrize("action", ["move", "produce"])
def test_an_action_that_is_over_leaves_no_mark(action: str) -> None:
    table = Table(seat("saxony", character="F1", workers={"F2": 2}, power=5), seat("albion")).start(action)
    if action == "move":
        table.play("units").move("character", "G1").move("worker F2", "F1")
    else:
        table.play("F2", "2")
    assert (table.active, table.decision) == ("albion", "section")
    document = to_json(table.states)
    assert set(document["in_progress"]) == {"steps"}
    assert from_json(document).tobytes() == table.states.tobytes()
