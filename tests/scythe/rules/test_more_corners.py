"""Corners where several statements meet."""

from __future__ import annotations

import pytest

from scythe_env.scythe.components import FACTIONS

from .table import Table, seat


def fighter(faction: str, **keys) -> dict:
    """A seat without cards, workers at its base."""
    return seat(faction, **{"power": 7, "combat_cards": {}, "workers": {"base": 2}} | keys)


# -- Move --------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("Q32", "R227", "R32")
def test_a_rider_walks_on_where_a_trap_stopped_its_mech() -> None:
    table = Table(
        seat("saxony", mechs={"speed": "G1"}, workers={"G1": 2}, coins=9),
        seat("togawa"),
        traps={"F1": {"takes": "coins", "armed": True}},
    ).units()
    table.play("mech G1", "1", "F1")
    assert table["saxony"].coins == 5
    assert "worker F1" in table.legal
    table.move("worker F1", "F2")
    assert table["saxony"].workers == {"G1": 1, "F2": 1}


@pytest.mark.rule("R50", "R53", "Q32", "Q27.1")
def test_nobody_leaves_a_territory_where_a_combat_is_due() -> None:
    upgrades = {"benefits": ["move units"], "costs": {"deploy": 1}}
    table = Table(
        fighter("saxony", mat="industrial", mechs={"speed": "G1"}, workers={"G1": 2}, upgrades=upgrades),
        fighter("crimea", mechs={"speed": "F1"}),
    ).units()
    table.play("mech G1", "1", "F1")
    assert table.legal == {"character", "worker G1", "done"}


@pytest.mark.rule("R214", "R57", "Q35")
def test_township_from_a_village_entered_on_the_way() -> None:
    table = Table(
        seat("rusviet", mechs={"township": "D7", "speed": "base"}, workers={"base": 2}, character="base"),
        seat("saxony"),
    ).units()
    table.play("mech D7", "C6", "take")
    assert "D4" in table.legal  # it controls the village it stands in
    assert "D4" not in Table(
        seat("rusviet", mechs={"township": "D7", "speed": "base"}, workers={"base": 2}), seat("saxony")
    ).reach("mech D7")


@pytest.mark.rule("R200", "R57", "Q35")
def test_underpass_from_a_mountain_entered_on_the_way() -> None:
    table = Table(
        seat("saxony", mechs={"underpass": "G1", "speed": "base"}, workers={"G1": 1, "base": 1}, character="D5"),
        seat("nordic"),
    ).units()
    table.play("mech G1").load().play("F1", "take")
    assert table.legal == {"G1", "F2", "D5", "B4", "C2", "C5", "E3", "E6", "F4"}


@pytest.mark.rule("R58", "R45", "R58a")
def test_the_mine_serves_its_owner_where_enemies_stand() -> None:
    table = Table(
        seat("nordic", character="E6", workers={"E6": 2}, structures={"mine": "A4"}, popularity=3),
        seat("saxony", workers={"A4": 2}),
    )
    assert "A4" in table.reach("character")
    assert "A4" not in table.reach("worker E6")
    table.units().move("character", "A4")
    assert table["saxony"].workers == {"saxony base": 2}
    assert table["nordic"].popularity == 1


@pytest.mark.rule("R49", "R35", "R58a")
def test_no_tunnel_leads_workers_among_enemies() -> None:
    table = Table(seat("saxony", workers={"E3": 2}, character="F1"), seat("nordic", workers={"B4": 2}, character="C2"))
    assert table.reach("worker E3") & {"B4", "C2", "C5", "E6", "F4"} == {"C5", "E6", "F4"}
    table = Table(seat("saxony", character="E3", workers={"base": 2}), seat("nordic", workers={"B4": 2}))
    assert "B4" in table.reach("character")


@pytest.mark.rule("Q34", "R206")
@pytest.mark.parametrize("left", ["character", "mech B3"])
def test_tokens_stay_on_a_lake_with_the_other_fighter(left: str) -> None:
    table = Table(
        seat("nordic", character="B3", mechs={"seaworthy": "B3"}, workers={"base": 2}),
        seat("saxony"),
        tokens={"B3": {"oil": 2}},
    ).units()
    table.play(left)
    assert (table.decision, table.legal) == ("cargo", {"0", "1", "2"})
    table.play("0", "A2")
    assert table.all_tokens == {"B3": {"oil": 2}}
    other = "mech B3" if left == "character" else "character"
    table.play(other)
    assert table.decision == "step"  # now everything comes along
    table.play("A2")
    assert table.all_tokens == {"A2": {"oil": 2}}


@pytest.mark.rule("R212", "R211", "Q211.2")
def test_a_base_is_inactive_only_without_its_faction() -> None:
    table = Table(seat("crimea", mechs={"wayfare": "H1"}, workers={"base": 2}), seat("polania"), seat("togawa"))
    bases = {place for place in table.reach("mech H1") if place.endswith("base")}
    assert bases == {f"{name} base" for name in ("albion", "nordic", "rusviet", "saxony", "crimea")}


@pytest.mark.rule("R229", "Q229")
@pytest.mark.parametrize(("first", "second"), [("character", "mech F5"), ("mech F5", "character")])
@pytest.mark.parametrize("crossing", [True, False])
def test_toka_serves_one_unit_a_turn(first: str, second: str, crossing: bool) -> None:
    table = Table(
        seat("togawa", character="F5", mechs={"toka": "F5"}, workers={"base": 2}),
        seat("saxony"),
        traps={"E6": {"takes": "coins", "armed": True}},  # no room for another one
    )
    assert "G4" in table.reach(second)
    table.units().move(first, "G4" if crossing else "E6")
    assert ("G4" in table.play(second).load().legal) is not crossing


# -- Produce and cards -------------------------------------------------------------------------------------------------


@pytest.mark.rule("Q71", "R71")
def test_the_mill_on_the_factory_makes_nothing() -> None:
    table = Table(seat("saxony", workers={"D4": 1, "G1": 1}, structures={"mill": "D4"}), seat("nordic"))
    assert table.start("produce").legal == {"G1", "done"}


@pytest.mark.rule("Q90", "R90", "R162")
def test_a_mech_of_the_factory_card_moves_at_once_with_its_ability() -> None:
    table = Table(seat("saxony", workers={"G1": 2}, factory_card=10, coins=2), seat("nordic"))
    table.start("factory").play("speed")
    if table.decision == "deploy to":
        table.play("G1")
    table.play("take", "mech G1").load().play("F1", "take").load().play("F2", "take").load().play("F1")
    assert table["saxony"].mechs == {"speed": "F1"}
    assert table.active == "nordic"  # three steps


@pytest.mark.rule("Q154", "R154", "R181")
def test_a_sixth_star_between_the_options_ends_the_game() -> None:
    stars = {"combat_wins": 2, "objective": 1, "workers": 1, "recruits": 1}
    table = Table(
        seat("polania", character="D1", workers={"base": 8}, popularity=16, coins=9, stars=stars,
             recruits=["upgrade", "deploy", "build", "enlist"],
             one_time_bonuses=["power", "coins", "popularity", "combat cards"]),
        seat("saxony"),
        encounter_deck=[15],
    ).units().play("character", "D2", "done")  # fmt: skip
    table.play("option A")  # 2 popularity
    assert table.over
    assert table["polania"].stars["popularity"] == 1


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


# -- combat ------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("R227", "Q227.1", "R52")
def test_a_trap_weakens_the_attacker_before_the_combat() -> None:
    table = Table(
        fighter("saxony", mechs={"speed": "G1"}),
        fighter("togawa", mechs={"toka": "F1"}),
        traps={"F1": {"takes": "power", "armed": True}},
    ).units().move("mech G1", "F1").play("done")  # fmt: skip
    assert (table.decision, table.actor) == ("dial", "saxony")
    assert table["saxony"].power == 4
    assert table.legal == {"0", "1", "2", "3", "4"}


@pytest.mark.rule("R138", "R223", "R224", "G4")
def test_two_players_may_have_six_stars() -> None:
    five = {"stars": {"combat_wins": 1, "objective": 1, "popularity": 1, "workers": 1, "recruits": 1}, "popularity": 18,
            "workers": {"base": 8}, "recruits": ["upgrade", "deploy", "build", "enlist"],
            "one_time_bonuses": ["power", "coins", "popularity", "combat cards"]}  # fmt: skip
    table = Table(
        fighter("saxony", character="A2", **five),
        fighter("albion", power=14, mechs={"shield": "A1"}, **{k: v for k, v in five.items() if k != "power"}),
    ).units().move("character", "A1").play("done")  # fmt: skip
    assert table["albion"].stars["power"] == 1  # the sixth, and the combat goes on
    assert not table.over
    table.fight(("7",), ("0",))
    assert table.over
    assert sum(table["saxony"].stars.values()) == sum(table["albion"].stars.values()) == 6


@pytest.mark.rule("R129", "R126", "R130", "R142")
def test_the_beaten_defender_leaves_structure_and_tokens() -> None:
    table = Table(
        fighter("saxony", mechs={"speed": "G1"}, popularity=5),
        fighter("crimea", mechs={"speed": "F1", "scout": "F1"}, workers={"F1": 2}, character="F1", power=0,
                structures={"armory": "F1"}),
        tokens={"F1": {"metal": 3}},
    ).units().move("mech G1", "F1").play("done")  # fmt: skip
    table.fight(("1",), ("0",))
    crimea = table["crimea"]
    assert (crimea.character, crimea.mechs) == ("crimea base", {"speed": "crimea base", "scout": "crimea base"})
    assert crimea.workers == {"crimea base": 2}
    assert crimea.structures == {"armory": "F1"}
    assert table.all_tokens == {"F1": {"metal": 3}}
    assert table["saxony"].popularity == 3
    assert table.scores()["saxony"]["territories"] >= 2


@pytest.mark.rule("Q52", "Q185")
def test_a_game_cut_off_before_a_combat_counts_for_the_holder() -> None:
    table = Table(
        fighter("saxony", mechs={"speed": "G1"}, popularity=0),
        fighter("crimea", mechs={"speed": "F1"}, popularity=0),
    ).units().move("mech G1", "F1")  # fmt: skip
    assert table.scores()["crimea"]["territories"] == 2
    assert table.scores()["saxony"]["territories"] == 0


@pytest.mark.rule("Q129", "R204")
def test_refuge_only_on_lakes_without_foreign_units() -> None:
    table = Table(
        fighter("albion", mechs={"sword": "A2"}),
        fighter("nordic", mechs={"seaworthy": "B2", "speed": "B3"}, power=0),
        fighter("polania", mechs={"submerge": "B1"}),
    ).units().move("mech A2", "B2").play("done")  # fmt: skip
    table.fight(("1",), ("0",))
    assert (table.decision, table.legal) == ("retreat unit", {"nordic base", "B3"})  # own units do not hinder


@pytest.mark.rule("R204", "Q129", "R142")
def test_a_beaten_attacker_may_take_refuge_too() -> None:
    table = Table(
        fighter("nordic", mechs={"seaworthy": "A2"}, workers={"A2": 2}, power=0),
        fighter("albion", mechs={"sword": "B2"}),
    ).units()
    table.play("mech A2", "2", "B2", "done")
    table.fight(("0",), ("1",))
    assert (table.decision, table.actor, table.legal) == ("retreat unit", "nordic", {"nordic base", "B1", "B3"})
    table.play("B1", "B1", "nordic base")
    assert (table["nordic"].mechs, table["nordic"].workers) == ({"seaworthy": "B1"}, {"B1": 1, "nordic base": 1})
    assert table["albion"].stars == {"combat_wins": 1}
    assert table["albion"].popularity == 2  # a defender loses none


@pytest.mark.rule("R107", "R126", "R33a")
def test_cargo_of_a_beaten_attacker_falls_to_the_winner() -> None:
    table = Table(
        fighter("saxony", mechs={"speed": "G1"}, power=0),
        fighter("crimea", mechs={"speed": "F1"}),
        tokens={"G1": {"oil": 3}},
    ).units()
    table.play("mech G1", "2", "F1", "done").fight(("0",), ("1",))
    assert table["saxony"].mechs == {"speed": "saxony base"}
    assert table.all_tokens == {"G1": {"oil": 1}, "F1": {"oil": 2}}


@pytest.mark.rule("R208", "R119")
@pytest.mark.parametrize("power", [0, 1, 2, 3])
def test_artillery_takes_what_there_is(power: int) -> None:
    table = Table(
        fighter("nordic", mechs={"artillery": "A2"}, power=1), fighter("albion", mechs={"burrow": "B2"}, power=power)
    ).units()
    table.play("mech A2", "B2", "done", "take")
    assert (table["nordic"].power, table["albion"].power) == (0, max(power - 2, 0))


# -- flags, traps, encounters, the Factory -----------------------------------------------------------------------------


@pytest.mark.rule("R219", "Q219", "R157", "R60")
def test_a_flag_on_the_factory_comes_before_the_choice_of_a_card() -> None:
    table = Table(
        seat("albion", character="C3", workers={"A1": 2}), seat("saxony", factory_card=5), factory_cards=[2, 9]
    ).units()
    table.play("character", "D4")
    assert table.decision == "faction token"
    table.play("take")
    assert (table.decision, table.flags) == ("unit", {"D4"})
    table.play("done")
    assert table.decision == "factory choice"


@pytest.mark.rule("R219", "R164", "TK3")
def test_a_flag_after_the_move_of_a_factory_card() -> None:
    table = Table(
        seat("albion", character="A1", workers={"base": 2}, factory_card=5), seat("saxony"), encounter_deck=[15]
    ).play("section factory", "done", "take")
    table.play("character", "B2")
    assert table.decision == "encounter"
    table.play("option A")
    assert table.decision == "faction token"
    table.play("take")
    assert (table.flags, table.active) == ({"B2"}, "saxony")


@pytest.mark.rule("Q227.1", "R227", "R55")
@pytest.mark.parametrize("coins", [3, 6])
def test_a_trap_on_an_encounter_territory_takes_first(coins: int) -> None:
    table = Table(
        seat("saxony", character="F1", workers={"base": 2}, coins=coins, popularity=0),
        seat("togawa"),
        traps={"F2": {"takes": "coins", "armed": True}},
        encounter_deck=[15],
    ).units()
    table.play("character", "F2", "done")
    assert table["saxony"].coins == max(coins - 4, 0)
    assert ("option B" in table.legal) == (coins == 6)  # it costs 2 coins


@pytest.mark.rule("R206", "R203")
def test_no_worker_swims_off_a_lake() -> None:
    table = Table(
        seat("nordic", mechs={"seaworthy": "B3"}, workers={"B3": 2}, character="base"), seat("saxony")
    ).units()
    assert table.legal == {"mech B3", "character", "done"}


# -- the sixth star ----------------------------------------------------------------------------------------------------

RECRUITS = {
    "recruits": ["upgrade", "deploy", "build", "enlist"],
    "one_time_bonuses": ["power", "coins", "popularity", "combat cards"],
}


@pytest.mark.rule("R181", "S", "T1")
def test_a_reveal_may_end_the_game() -> None:
    table = Table(
        seat("saxony", coins=2, popularity=7, workers={"base": 4}, objectives=[8, 1], stars={"combat_wins": 5}),
        seat("nordic"),
    )
    assert table.play("reveal 8").over


@pytest.mark.rule("R181", "Q181", "S")
def test_producing_the_eighth_worker_may_end_the_game() -> None:
    table = Table(
        seat("saxony", "industrial", workers={"F2": 7}, power=5, popularity=5, stars={"combat_wins": 5}),
        seat("nordic"),
        tokens={"F2": {"metal": 3}},
    ).start("produce").play("F2", "1")  # fmt: skip
    assert table.over  # its bottom action, Deploy, lapses
    assert table.tokens("F2") == {"metal": 3}


@pytest.mark.rule("R181", "Q181", "FA3")
def test_the_top_action_of_a_factory_card_may_end_the_game() -> None:
    table = Table(
        seat("saxony", workers={"G1": 2}, power=1, popularity=16, factory_card=5, stars={"combat_wins": 5}),
        seat("nordic"),
    )
    table.start("factory")
    assert table.over  # before its Move
    assert table["saxony"].stars == {"combat_wins": 5, "popularity": 1}


@pytest.mark.rule("R183", "BA7")
def test_a_popularity_star_in_anothers_turn() -> None:
    table = Table(
        seat("saxony", "industrial", workers={"G1": 2}),
        seat("nordic", **RECRUITS, popularity=17, stars={"recruits": 1}),
        tokens={"G1": {"wood": 3}},
    ).bottom("move").play("done")  # fmt: skip
    assert table["nordic"].stars == {"recruits": 1, "popularity": 1}
    assert table.active == "nordic"


# -- what is known of hands --------------------------------------------------------------------------------------------


def known(table: Table, observer: str, owner: str) -> dict[str, int]:
    """The cards that a player knows to be in another one's hand."""
    row = table.state["known"][
        table.state["seat_of"][FACTIONS.index(observer)], table.state["seat_of"][FACTIONS.index(owner)]
    ]
    return {value: int(number) for value, number in zip("2345", row, strict=True) if number}


def robbed(**keys) -> Table:
    """Crimea's Scout takes a card of Saxony's; Albion looks on."""
    return Table(
        fighter("crimea", mechs={"scout": "G3"}, **keys),
        fighter("saxony", mechs={"speed": "H1"}, combat_cards={"4": 1, "5": 1}),
        fighter("albion", knows={"saxony": {"4": 1}}),
    ).units().move("mech G3", "H1").play("done")  # fmt: skip


@pytest.mark.rule("R213", "Q14")
def test_a_stolen_card_unsettles_what_others_know() -> None:
    table = robbed(knows={"saxony": {"4": 1, "5": 1}})
    assert known(table, "albion", "saxony") == {}  # it may be the one that is gone
    assert known(table, "crimea", "saxony") == table["saxony"].hand  # the thief knows which one is left
    assert known(table, "saxony", "crimea") == table["crimea"].hand
    assert known(table, "albion", "crimea") == {}


@pytest.mark.rule("R213", "R12a", "Q14")
def test_a_card_played_is_known_no_longer() -> None:
    table = robbed()
    (value,) = table["crimea"].hand
    table.play("0", f"card {value}", "0", "done")
    assert known(table, "saxony", "crimea") == {}
    assert table.discard[value] > 0


# -- rivers and lakes --------------------------------------------------------------------------------------------------


@pytest.mark.rule("R229", "R58", "Q35")
@pytest.mark.parametrize("mine", ["A3", None])
def test_a_tunnel_along_a_river_leaves_toka_unused(mine: str | None) -> None:
    # A3 and B4 are neighbours over a river; with a Mine on A3 they are also joined by a tunnel
    built = {"mine": mine} if mine else {}
    table = Table(
        seat("togawa", character="B4", mechs={"toka": "B4"}, workers={"base": 2}, structures=built),
        seat("saxony"),
        encounters=[],
        traps={"A3": {"takes": "coins", "armed": True}},
    ).units()  # fmt: skip
    table.move("character", "A3")
    assert ("A4" in table.play("mech B4").legal) is (mine is not None)


@pytest.mark.rule("Q155.2")
def test_card_42_moves_more_tokens_than_one_answer_can_name() -> None:
    table = Table(
        seat("saxony", character="F1", workers={"base": 2}, coins=9, popularity=9),
        seat("nordic"),
        tokens={"F2": {"oil": 20}},
        encounter_deck=[42],
        options={"promo_encounters": True},
    ).units().play("character", "F2", "done", "option B", "G1", "1", "16", "4")  # fmt: skip
    assert table.all_tokens == {"G1": {"oil": 20}}
    assert table["saxony"].character == "G1"
