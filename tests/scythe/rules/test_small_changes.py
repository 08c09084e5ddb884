"""Situations that mutation testing asked for: small changes of the rules that no other test noticed."""

from __future__ import annotations

import numpy as np
import pytest

from scythe_env.scythe import engine
from scythe_env.scythe.notation import from_json, to_json

from .table import Table, seat

TUNNELS = {"B4", "C2", "C5", "E3", "E6", "F4"}
ALL_CARDS = {"2": 16, "3": 12, "4": 8, "5": 6}


def without(cards: dict[str, int]) -> dict[str, int]:
    """All combat cards but these."""
    return {value: number - cards.get(value, 0) for value, number in ALL_CARDS.items()}


# -- cards and payments ------------------------------------------------------------------------------------------------


@pytest.mark.rule("R12", "R13")
@pytest.mark.parametrize("value", ALL_CARDS)
def test_cards_of_one_value_are_a_deck(value: str) -> None:
    two = {value: 2}
    player = seat("saxony", "industrial", coins=5, combat_cards={},
                  upgrades={"benefits": ["bolster cards"], "costs": {"deploy": 1}})  # fmt: skip
    table = Table(player, seat("nordic", combat_cards={}), combat_deck=two, combat_discard=without(two))
    table.start("bolster").play("combat cards")
    assert (table["saxony"].hand, table.deck, table.discard) == (two, {}, without(two))
    # and so they are as discards
    table = Table(player, seat("nordic", combat_cards=without(two)), combat_deck={}, combat_discard=two)
    table.start("bolster").play("combat cards")
    assert (table["saxony"].hand, table.deck, table.discard) == (two, {}, {})


@pytest.mark.rule("R161")
def test_a_card_that_is_no_choice_pays_itself_where_forced_decisions_play() -> None:
    player = seat("saxony", factory_card=4, coins=2, combat_cards={"3": 2}, workers={"base": 2})
    asked = Table(player, seat("albion")).start("factory")
    assert (asked.decision, asked.legal) == ("pay card", {"card 3"})
    table = Table(player, seat("albion"), options={"play_forced": True}).start("factory")
    assert (table["saxony"].hand, table["saxony"].coins) == ({"3": 1}, 5)


@pytest.mark.rule("R161")
def test_two_different_tokens_are_paid_and_no_third() -> None:
    table = Table(
        seat("saxony", factory_card=18, workers={"G1": 2}),
        seat("albion"),
        tokens={"G1": {"oil": 2, "wood": 2, "metal": 1}},
        options={"promo_factory": True},
    ).start("factory")
    assert table.legal == {"oil", "wood", "metal"}
    assert table.play("oil").legal == {"wood", "metal"}
    assert table.play("wood").decision == "factory gain"
    assert table.tokens("G1") == {"oil": 1, "wood": 1, "metal": 1}


# -- marks -------------------------------------------------------------------------------------------------------------


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


@pytest.mark.rule("R229")
def test_only_togawa_notes_that_it_crossed_a_river() -> None:
    table = Table(seat("nordic", character="E2", workers={"E2": 1, "base": 1}), seat("albion")).units()
    table.move("worker E2", "F2")
    assert table.state["crossed"] == 0


# -- special adjacency -------------------------------------------------------------------------------------------------


@pytest.mark.rule("R201", "R58")
@pytest.mark.parametrize(("mine", "joined"), [("E4", {"E4"}), ("G1", {"G1"}), (None, set())])
def test_underpass_leads_to_the_mine_alone(mine: str | None, joined: set[str]) -> None:
    table = Table(
        seat("saxony", character="F6", mechs={"underpass": "base"}, workers={"base": 2},
             structures={"mine": mine} if mine else {}),
        seat("albion"),
    )  # fmt: skip
    assert table.reach("character") == {"F5", "F7", "G5", "G6"} | TUNNELS | joined


@pytest.mark.rule("R217", "R219")
@pytest.mark.parametrize("flag", [True, False])
def test_a_flag_is_asked_for_once_though_a_mech_moves_after_the_character(flag: bool) -> None:
    table = Table(seat("albion", character="A2", mechs={"sword": "A2"}, workers={"base": 2}), seat("saxony")).units()
    table.play("character", "A1", "take" if flag else "done").move("mech A2", "A1")
    assert (table.active, table.decision) == ("saxony", "section")
    assert table.flags == ({"A1"} if flag else set())


@pytest.mark.rule("R222")
def test_rally_leads_to_flags_not_to_traps() -> None:
    albion = seat("albion", character="A1", mechs={"rally": "base"}, workers={"base": 2})
    table = Table(albion, seat("togawa", workers={"base": 2}), flags=["G1"], traps={"H1": {"takes": "coins"}})
    assert table.reach("character") == {"A2", "B2", "G1"}


# -- combat ------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("R223", "Q119")
@pytest.mark.parametrize("declining", [True, False])
def test_sword_is_no_gain_that_may_be_declined(declining: bool) -> None:
    table = Table(
        seat("albion", character="G6", mechs={"sword": "A1"}, workers={"base": 2}, power=3, combat_cards={}),
        seat("crimea", mechs={"scout": "A2"}, workers={"base": 2}, power=3, combat_cards={}),
        options={"decline_gains": declining},
    ).units()
    table.move("mech A1", "A2").play("done")
    assert (table.decision, table.actor, table["crimea"].power) == ("dial", "albion", 1)


@pytest.mark.rule("R185", "R186")
def test_workers_that_walked_before_they_were_carried_go_back_with_the_mech() -> None:
    mechs = {"speed": "G1"} | dict.fromkeys(("riverwalk", "underpass", "disarm"), "base")
    table = Table(
        seat("saxony", character="E3", power=7, combat_cards={}, workers={"G1": 1, "F1": 1}, mechs=mechs,
             stars={"combat_wins": 3, "objective": 1, "mechs": 1},
             upgrades={"benefits": ["move units"], "costs": {"deploy": 1}}),
        seat("albion", power=0, combat_cards={}, mechs={"sword": "F3"}, workers={"base": 2}),
        seat("crimea", power=0, combat_cards={}, mechs={"scout": "F2"}, workers={"base": 2}),
    ).units()  # fmt: skip
    table.move("worker F1", "G1").move("mech G1", "F2", take={"workers": 1, "walked workers": 1})
    table.move("character", "F3").play("F3").fight(("3",), ("0",))
    assert table.over
    assert (table["saxony"].mechs["speed"], table["saxony"].workers) == ("G1", {"G1": 2})


# -- the end -----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("R181", "R185")
def test_nothing_is_left_to_do_at_the_end() -> None:
    stars = {"combat_wins": 2, "power": 1, "popularity": 1, "mechs": 1}
    mechs = dict.fromkeys(("riverwalk", "seaworthy", "artillery", "speed"), "base")
    table = Table(
        seat("nordic", objectives=[22, 7], factory_card=5, power=16, popularity=18, mechs=mechs, stars=stars),
        seat("albion"),
    )
    assert table.play("reveal 22").over
    assert table.state["depth"] == 0
    assert not table.state["step_kind"].any() and not table.state["step_seat"].any()


@pytest.mark.rule("R188")
def test_a_score_replaces_what_the_table_held() -> None:
    table = Table(seat("nordic"), seat("albion"))
    first, second = np.zeros((7, 8), np.int32), np.full((7, 8), 9, np.int32)
    for out in (first, second):
        engine.score(table.states, 0, out)
    assert (first == second).all() and not second[2:].any()


@pytest.mark.rule("R193")
@pytest.mark.parametrize(
    ("hexes", "coins"),
    [
        (("E3", "F3", "G3", "H1"), 9),  # three directions
        (("D5", "C5", "B6", "A6"), 9),
        (("F1", "F2", "F3", "F4"), 9),
        (("A1", "B2", "C2", "F1"), 6),
        (("E3", "F4", "A6", "B7"), 4),  # E3 and F4 are no neighbours
        (("E3", "F4", "G5", "A1"), 2),
    ],
)
def test_rows_of_structures(hexes: tuple[str, ...], coins: int) -> None:
    built = dict(zip(("mine", "monument", "armory", "mill"), hexes, strict=True))
    table = Table(
        seat("saxony", structures=built, stars={"structures": 1}, workers={"base": 2}),
        seat("albion"),
        tile="longest_line",
    )
    assert table.scores()["saxony"]["structures"] == coins
