"""Chapter J: Factory (R157-R166)."""

from __future__ import annotations

import pytest

from .table import Table, seat

# The cards as the rules' component list has them: cost, gains, and whether one of two is chosen (promo from 13 on).
CARDS = {
    1: ({"coins": 1, "cards": 1}, {"produce": 2}, "all"),
    2: ({"popularity": 1}, {"upgrade": 1, "enlist": 1}, "one"),
    3: ({"cards": 1}, {"popularity": 2}, "all"),
    4: ({"cards": 1}, {"coins": 3}, "all"),
    5: ({"power": 1}, {"popularity": 2}, "all"),
    6: ({"power": 1}, {"coins": 3}, "all"),
    7: ({"popularity": 1}, {"deploy": 1, "build": 1}, "one"),
    8: ({"cards": 1}, {"any": 3}, "all"),
    9: ({"coins": 2}, {"popularity": 1, "upgrade": 1}, "all"),
    10: ({"coins": 2}, {"power": 1, "deploy": 1}, "all"),
    11: ({"coins": 2}, {"popularity": 1, "build": 1}, "all"),
    12: ({"coins": 2}, {"power": 1, "enlist": 1}, "all"),
    13: ({"different": 2}, {"deploy": 1, "build": 1}, "one"),
    14: ({"cards": 1}, {"coins": 2, "worker": 1}, "all"),
    15: ({"any": 1}, {"power": 2, "cards": 1}, "all"),
    16: ({"any": 1}, {"power": 1, "coins": 1, "popularity": 1}, "all"),
    17: ({"cards": 1}, {"power": 1, "upgrade": 1}, "all"),
    18: ({"different": 2}, {"upgrade": 1, "enlist": 1}, "one"),
}
GOODS = ("power", "coins", "popularity", "cards")
STOCK = {"power": 5, "coins": 5, "popularity": 5, "cards": 5}


def owner(card: int, tokens: dict | None = None, faction: str = "saxony", **keys) -> Table:
    """A player of a Factory card with five of each good, workers on G1 and a mech on F1, at the start of the turn."""
    me = {"power": 5, "coins": 5, "popularity": 5, "combat_cards": {"2": 5}, "workers": {"G1": 2},
          "mechs": {"disarm": "F1"}} | keys  # fmt: skip
    return Table(
        seat(faction, "industrial", factory_card=card, **me),
        seat("nordic", combat_cards={}),
        tokens=tokens or {},
        options={"promo_factory": card > 12},
    )


def stock(table: Table) -> dict[str, int]:
    side = table["saxony"]
    return {"power": side.power, "coins": side.coins, "popularity": side.popularity, "cards": side.cards}


def document(good: str, number: int) -> dict:
    """A number of a good, as a player's document has it."""
    return {"combat_cards": {"2": number}} if good == "cards" else {good: number}


# -- the choice --------------------------------------------------------------------------------------------------------


def arrive(**keys) -> Table:
    """Saxony's character enters the Factory."""
    return Table(seat("saxony", character="D5", workers={"base": 2}), seat("nordic"), **keys).units().move(
        "character", "D4"
    ).play("done")  # fmt: skip


@pytest.mark.rule("R157", "R159", "R9", "Q145", "Q14")
def test_the_first_to_arrive_chooses_among_all_cards() -> None:
    table = arrive(factory_cards=[3, 5, 8])
    assert table.legal == {"factory card 3", "factory card 5", "factory card 8"}  # compulsory
    table.play("factory card 5")
    assert table["saxony"].factory_card == 5
    assert table.factory == {3, 8}


@pytest.mark.rule("R157", "R159")
def test_the_second_to_arrive_sees_one_card_less() -> None:
    table = (
        Table(seat("saxony", character="D5", workers={"base": 2}), seat("nordic", factory_card=7), factory_cards=[3, 5])
        .units()
        .move("character", "D4")
        .play("done")
    )
    assert table.legal == {"factory card 3", "factory card 5"}


@pytest.mark.rule("R158")
def test_one_card_for_the_whole_game() -> None:
    table = (
        Table(seat("saxony", character="D5", workers={"base": 2}, factory_card=7), seat("nordic"), factory_cards=[3, 5])
        .units()
        .move("character", "D4")
        .play("done")
    )
    assert table.active == "nordic"
    assert table["saxony"].factory_card == 7


@pytest.mark.rule("R157")
@pytest.mark.parametrize("unit", ["mech D5", "worker D5"])
def test_only_the_character_gets_a_card(unit: str) -> None:
    table = Table(seat("saxony", workers={"D5": 2}, mechs={"disarm": "D5"}), seat("nordic")).units()
    table.move(unit, "D4").play("done")
    assert table.active == "nordic"


@pytest.mark.rule("R157a")
def test_passing_over_the_factory_gives_no_card() -> None:
    table = (
        Table(seat("saxony", character="D5", workers={"base": 2}, mechs={"speed": "base"}), seat("nordic"))
        .units()
        .move("character", "D4", "C3")
        .play("done")
    )
    assert table.active == "nordic"
    assert table["saxony"].factory_card is None


@pytest.mark.rule("R157")
def test_a_lost_combat_gives_no_card() -> None:
    table = (
        Table(
            seat("saxony", character="D5", workers={"base": 2}, power=0, combat_cards={}),
            seat("nordic", power=7, mechs={"speed": "D4"}),
        )
        .units()
        .move("character", "D4")
        .play("done")
    )
    table.play("0").play("1")
    if table.decision == "combat card":
        table.play("done")
    assert table.active == "nordic"
    assert table["saxony"].factory_card is None


@pytest.mark.rule("R157", "R60")
def test_a_won_combat_comes_before_the_choice() -> None:
    table = (
        Table(
            seat("saxony", character="D5", workers={"base": 2}, power=7, combat_cards={}),
            seat("nordic", power=0, combat_cards={}, mechs={"speed": "D4"}),
        )
        .units()
        .move("character", "D4")
        .play("done")
    )
    table.fight(("1",), ("0",))
    assert table.decision == "factory choice"


# -- the fifth section -------------------------------------------------------------------------------------------------


@pytest.mark.rule("R160", "R17")
def test_the_card_is_a_fifth_section() -> None:
    table = owner(5)
    assert "section factory" in table.legal
    table.play("section factory")
    assert table.legal == {"take", "done"}
    table.play("done")
    assert (table.decision, table.legal) == ("bottom action", {"take", "done"})
    table.play("done")
    assert table.active == "nordic"
    table.play("section move", "done")
    assert "section factory" not in table.legal
    assert "section factory" not in owner(5).play("section factory", "done", "done").legal


@pytest.mark.rule("R160")
def test_without_a_card_there_are_four_sections() -> None:
    assert "section factory" not in Table(seat("saxony"), seat("nordic")).legal


# -- every card --------------------------------------------------------------------------------------------------------


@pytest.mark.rule("R160", "R20", "Q161")
@pytest.mark.parametrize("card", CARDS)
def test_cost_of_every_card(card: int) -> None:
    pay = CARDS[card][0]
    for good, number in pay.items():
        if good in GOODS:
            for have in (number - 1, number):
                table = owner(card, **document(good, have)).play("section factory")
                # without the cost there is only the card's Move below
                assert (table.decision == "top action") is (have >= number)
        else:
            for tokens, possible in (({}, 0), ({"oil": 2}, 1), ({"oil": 1, "wood": 1}, 2)):
                table = owner(card, {"G1": tokens} if tokens else {}).play("section factory")
                assert (table.decision == "top action") is (possible >= number)


@pytest.mark.rule("R161", "R161a", "R165a", "R166", "Q161", "R150")
@pytest.mark.parametrize("card", CARDS)
def test_gains_of_every_card(card: int) -> None:
    pay, gain, mode = CARDS[card]
    for choice in gain if mode == "one" else (None,):
        table = owner(card, {"G1": {"oil": 1, "wood": 1}}).start("factory")
        expected = dict(STOCK)
        for good in GOODS:
            expected[good] -= pay.get(good, 0)
        if "cards" in pay:
            assert (table.decision, table.legal) == ("pay card", {"card 2"})
            table.play("card 2")
        tokens = {"oil": 1, "wood": 1}
        if "any" in pay:
            assert (table.decision, table.legal) == ("pay type", {"oil", "wood"})
            table.play("wood")
            tokens = {"oil": 1}
        if "different" in pay:
            table.play("wood")
            assert table.legal == {"oil"}
            table.play("oil")
            tokens = {}
        if choice:
            assert (table.decision, table.legal) == ("factory gain", set(gain))
            table.play(choice)
        wanted = {choice} if choice else set(gain)
        while table.decision != "bottom action":
            if table.decision == "produce on":
                assert table.legal == {"G1", "done"}
                table.play("G1", "2")
                tokens["oil"] = tokens.get("oil", 0) + 2
                wanted.discard("produce")
            elif table.decision == "upgrade cube":
                table.play("move coins", "build")
                assert table["saxony"].benefits == {"move coins"}
                wanted.discard("upgrade")
            elif table.decision == "enlist recruit":
                table.play("build", "coins")
                expected["coins"] += 2
                wanted.discard("enlist")
            elif table.decision == "deploy mech":
                table.play("speed")
                assert table.legal == {"G1"}  # with an own worker, not on F1
                table.play("G1")
                wanted.discard("deploy")
            elif table.decision == "build structure":
                table.play("armory")
                assert table.legal == {"G1"}
                table.play("G1")
                wanted.discard("build")
            elif table.decision == "tokens to":
                assert table.legal == {"G1", "done"}
                table.play("G1", "food", "food", "metal")
                tokens |= {"food": 2, "metal": 1}
                wanted.discard("any")
            else:
                assert table.decision == "worker to"
                assert table.legal == {"F1", "done"}  # with an own mech
                table.play("F1")
                assert table["saxony"].workers == {"G1": 2, "F1": 1}
                wanted.discard("worker")
        for good in GOODS:
            if not choice:
                expected[good] += gain.get(good, 0)
            wanted.discard(good)
        assert not wanted
        assert stock(table) == expected
        assert table.tokens("G1") == tokens


@pytest.mark.rule("R161")
def test_no_bonuses_by_a_factory_card() -> None:
    keys = {"structures": {"monument": "G1", "armory": "F1"}, "recruits": ["upgrade"], "one_time_bonuses": ["coins"]}
    table = owner(9, **keys).start("factory").play("move units", "build")
    assert stock(table) == STOCK | {"coins": 3, "popularity": 6}


@pytest.mark.rule("R165", "R165a", "R68", "R70", "Q161")
def test_card_1_produces_without_the_mill_and_the_cost_of_the_mat() -> None:
    keys = {"workers": {"G1": 2, "F1": 2, "E2": 2}, "structures": {"mill": "G3"}}
    table = owner(1, **keys).start("factory").play("card 2")
    assert table.legal == {"G1", "F1", "E2", "done"}
    table.play("G1")
    assert table.legal == {"0", "1", "2"}
    table.play("2", "F1", "2")
    assert table.decision == "bottom action"
    assert stock(table) == STOCK | {"coins": 4, "cards": 4}


@pytest.mark.rule("R165a", "R166")
def test_card_1_stays_at_two_territories() -> None:
    upgrades = {"benefits": ["produce territories"], "costs": {"deploy": 1}}
    table = owner(1, workers={"G1": 1, "F1": 1, "E2": 1}, upgrades=upgrades).start("factory").play("card 2")
    table.play("G1", "1", "F1", "1")
    assert table.decision == "bottom action"


@pytest.mark.rule("R165a", "R71", "R74")
def test_card_1_obeys_the_rules_of_producing() -> None:
    table = owner(1, workers={"F2": 3, "D4": 1}).start("factory").play("card 2")
    assert table.legal == {"F2", "done"}
    assert table.play("F2", "3")["saxony"].workers == {"F2": 6, "D4": 1}


@pytest.mark.rule("Q161")
def test_paid_combat_cards_are_of_the_players_choice() -> None:
    table = owner(4, combat_cards={"2": 1, "5": 1}).start("factory")
    assert table.legal == {"card 2", "card 5"}
    table.play("card 5")
    assert table["saxony"].hand == {"2": 1}
    assert table.discard == {"5": 1}


@pytest.mark.rule("Q161")
def test_gains_without_a_place_are_lost() -> None:
    table = owner(8, workers={"base": 2}).start("factory").play("card 2")
    assert table.decision == "bottom action"
    assert table.all_tokens == {}
    table = owner(14, mechs={}).start("factory").play("card 2")
    assert table.decision == "bottom action"
    assert table["saxony"].workers == {"G1": 2}
    table = owner(10, workers={"base": 2}).start("factory")
    assert table.decision == "bottom action"
    assert stock(table) == STOCK | {"coins": 3, "power": 6}


@pytest.mark.rule("Q161")
def test_the_worker_of_card_14_may_go_to_a_mech_on_a_lake() -> None:
    table = (
        Table(
            seat("polania", factory_card=14, mechs={"submerge": "B1", "speed": "base"}, combat_cards={"2": 1}),
            seat("nordic"),
            options={"promo_factory": True},
        )
        .start("factory")
        .play("card 2")
    )
    assert table.legal == {"B1", "done"}


@pytest.mark.rule("Q9", "R9")
@pytest.mark.parametrize("players", range(1, 8))
def test_number_of_cards_on_the_factory(players: int) -> None:
    ring = ["albion", "nordic", "rusviet", "togawa", "crimea", "saxony", "polania"][:players]
    table = Table(*(seat(faction) for faction in ring))
    assert len(table.factory) == players + 1
    assert max(table.factory) <= 12


# -- its Move ----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("R162", "R27", "R166")
@pytest.mark.parametrize("speed", [False, True])
@pytest.mark.parametrize("unit", ["character", "mech G1", "worker G1"])
def test_the_move_of_the_card(unit: str, speed: bool) -> None:
    mechs = {"speed": "G1"} if speed else {"disarm": "G1"}
    upgrades = {"benefits": ["move units"], "costs": {"deploy": 1}}
    table = owner(5, character="G1", mechs=mechs, upgrades=upgrades).play("section factory", "done", "take")
    assert (table.decision, table.legal) == ("unit", {"character", "mech G1", "worker G1", "done"})
    table.play(unit)
    steps = 3 if speed and unit != "worker G1" else 2
    for step, place in enumerate(("F1", "G1", "F1")[:steps]):
        if step:
            table.play("take")
        table.load().play(place)
    assert table.active == "nordic"  # one unit


@pytest.mark.rule("R162", "R33")
def test_a_worker_carries_over_both_steps() -> None:
    table = owner(5, {"G1": {"oil": 2}, "F1": {"metal": 1}}).play("section factory", "done", "take")
    table.play("worker G1", "2", "F1", "take", "1", "1", "G1")
    assert table.all_tokens == {"F1": {"oil": 1}, "G1": {"oil": 1, "metal": 1}}


@pytest.mark.rule("R163", "R55", "R164", "R143")
def test_encounters_stop_the_move_of_the_card_and_end_the_turn() -> None:
    table = Table(seat("saxony", factory_card=5, character="F1"), seat("nordic"), encounter_deck=[15]).play(
        "section factory", "done", "take", "character", "F2"
    )
    assert table.decision == "encounter"
    assert table.play("option A").active == "nordic"


@pytest.mark.rule("R163", "R164", "R52")
def test_combat_stops_the_move_of_the_card() -> None:
    table = (
        Table(
            seat("saxony", factory_card=5, mechs={"disarm": "G1"}, workers={"base": 2}, power=7, combat_cards={}),
            seat("crimea", mechs={"speed": "F1"}, power=0, combat_cards={}),
        )
        .play("section factory", "done", "take")
        .move("mech G1", "F1")
    )
    table.fight(("1",), ("0",))
    assert table["saxony"].stars == {"combat_wins": 1}
    assert table.active == "crimea"


@pytest.mark.rule("R163", "R58")
def test_the_mine_serves_the_move_of_the_card() -> None:
    table = owner(5, structures={"mine": "G1"}).play("section factory", "done", "take", "worker G1")
    assert {"B4", "F4"} <= table.legal


@pytest.mark.rule("R164", "R157")
def test_the_move_of_the_card_triggers_no_second_card() -> None:
    table = owner(5, character="D5").play("section factory", "done", "take").move("character", "D4")
    assert table.active == "nordic"


@pytest.mark.rule("Q20.3", "Q20.4", "R85", "Q161")
def test_items_of_a_card_may_be_declined() -> None:
    assert owner(8).start("factory").play("card 2", "done").all_tokens == {}
    assert owner(8).start("factory").play("card 2", "G1", "oil", "done").all_tokens == {"G1": {"oil": 1}}
    assert owner(14).start("factory").play("card 2", "done")["saxony"].workers == {"G1": 2}
    assert owner(10).start("factory").play("done")["saxony"].mechs == {"disarm": "F1"}
    assert owner(12).start("factory").play("done")["saxony"].recruits == set()
    assert owner(2).start("factory").play("upgrade", "done")["saxony"].benefits == set()


@pytest.mark.rule("Q20.1", "R152", "R160")
def test_a_card_whose_gain_is_impossible_may_be_used() -> None:
    four = {"riverwalk": "base", "underpass": "base", "disarm": "base", "speed": "base"}
    table = owner(10, mechs=four, stars={"mechs": 1}).start("factory")
    assert table.decision == "bottom action"
    assert stock(table) == STOCK | {"coins": 3, "power": 6}


@pytest.mark.rule("R175", "Q175", "R181")
def test_stars_by_the_top_action_of_a_card() -> None:
    three = {"riverwalk": "base", "underpass": "base", "disarm": "base"}
    table = owner(10, mechs=three).start("factory").play("speed", "G1")
    assert table["saxony"].stars == {"mechs": 1}
    table = owner(10, mechs=three, stars={"combat_wins": 5}).start("factory").play("speed", "G1")
    assert table.over


@pytest.mark.rule("Q90", "R90", "R162")
def test_a_mech_of_the_factory_card_moves_at_once_with_its_ability() -> None:
    table = Table(seat("saxony", workers={"G1": 2}, factory_card=10, coins=2), seat("nordic"))
    table.start("factory").play("speed")
    if table.decision == "deploy to":
        table.play("G1")
    table.play("take", "mech G1").load().play("F1", "take").load().play("F2", "take").load().play("F1")
    assert table["saxony"].mechs == {"speed": "F1"}
    assert table.active == "nordic"  # three steps


@pytest.mark.rule("Q161", "R161a")
def test_the_worker_of_card_14_needs_an_own_mech() -> None:
    options = {"promo_factory": True}
    keys = {"combat_cards": {"2": 1}, "factory_card": 14, "coins": 0}
    table = Table(
        seat("nordic", mechs={"seaworthy": "B3", "speed": "B4"}, workers={"A5": 2}, **keys), seat("saxony"),
        options=options,
    ).start("factory").play("card 2")  # fmt: skip
    assert (table.decision, table.legal) == ("worker to", {"B3", "B4", "done"})  # a lake included
    table.play("B3")
    assert table["nordic"].workers == {"A5": 2, "B3": 1}
    table = Table(seat("nordic", workers={"A5": 2}, **keys), seat("saxony"), options=options).start("factory")
    table.play("card 2")
    assert (table["nordic"].coins, table["nordic"].workers) == (2, {"A5": 2})
    assert table.decision == "bottom action"


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
