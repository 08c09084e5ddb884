"""Chapter L: Stars (R175-R180), and the end of the game (R181-R187)."""

from __future__ import annotations

import pytest

from .table import Table, fighter, seat

BENEFITS = ["move units", "move coins", "bolster power", "bolster cards", "trade popularity", "produce territories"]
FIVE = {"combat_wins": 2, "objective": 1, "mechs": 1, "structures": 1}
MECHS = {"riverwalk": "base", "underpass": "base", "disarm": "base", "speed": "base"}
STRUCTURES = {"mine": "F1", "monument": "F2", "armory": "F3", "mill": "G1"}
ALL_RECRUITS = {"recruits": ["upgrade", "deploy", "build", "enlist"],
                "one_time_bonuses": ["power", "coins", "popularity", "combat cards"]}  # fmt: skip


def five_stars(**keys) -> dict:
    """A player one star short of the end."""
    return {"stars": FIVE, "mechs": MECHS, "structures": STRUCTURES, "workers": {"base": 2}} | keys


# -- each star, one before and at its condition ------------------------------------------------------------------------


@pytest.mark.rule("R175", "R176", "Q175")
@pytest.mark.parametrize(("before", "starred"), [(4, False), (5, True)])
def test_six_upgrades(before: int, starred: bool) -> None:
    costs = {"deploy": 2, "build": 1, "enlist": before - 3}
    table = (
        Table(
            seat("saxony", "industrial", workers={"G1": 2}, upgrades={"benefits": BENEFITS[:before], "costs": costs}),
            seat("nordic"),
            tokens={"G1": {"oil": 3}},
        )
        .bottom("bolster")
        .play("produce territories", "upgrade")
    )
    assert table["saxony"].stars == ({"upgrades": 1} if starred else {})


@pytest.mark.rule("R175", "R176", "Q175")
@pytest.mark.parametrize(("before", "starred"), [(2, False), (3, True)])
def test_four_mechs(before: int, starred: bool) -> None:
    mechs = dict(list(MECHS.items())[:before])
    table = (
        Table(seat("saxony", "industrial", workers={"G1": 2}, mechs=mechs), seat("nordic"), tokens={"G1": {"metal": 3}})
        .bottom("produce")
        .play("speed", "G1")
    )
    assert table["saxony"].stars == ({"mechs": 1} if starred else {})


@pytest.mark.rule("R175", "R176", "Q175")
@pytest.mark.parametrize(("before", "starred"), [(2, False), (3, True)])
def test_four_structures(before: int, starred: bool) -> None:
    built = dict(list(STRUCTURES.items())[:before])
    table = (
        Table(
            seat("saxony", "industrial", workers={"G1": 2}, structures=built),
            seat("nordic"),
            tokens={"G1": {"wood": 3}},
        )
        .bottom("move")
        .play("mill", "G1")
    )
    assert table["saxony"].stars == ({"structures": 1} if starred else {})


@pytest.mark.rule("R175", "R176", "Q175")
@pytest.mark.parametrize(("before", "starred"), [(2, False), (3, True)])
def test_four_recruits(before: int, starred: bool) -> None:
    keys = {name: values[:before] for name, values in ALL_RECRUITS.items()}
    table = (
        Table(seat("saxony", "industrial", workers={"G1": 2}, **keys), seat("nordic"), tokens={"G1": {"food": 4}})
        .bottom("trade")
        .play("enlist", "combat cards")
    )
    assert table["saxony"].stars == ({"recruits": 1} if starred else {})


@pytest.mark.rule("R175", "R176", "R178", "Q175")
@pytest.mark.parametrize(("workers", "starred"), [({"F2": 3, "base": 3}, False), ({"F2": 3, "base": 4}, True)])
def test_eight_workers_the_base_included(workers: dict, starred: bool) -> None:
    table = Table(seat("saxony", workers=workers, power=5, popularity=5), seat("nordic")).start("produce")
    table.play("F2", "1")
    assert table["saxony"].stars == ({"workers": 1} if starred else {})


@pytest.mark.rule("R175", "R176", "Q175")
@pytest.mark.parametrize(("before", "starred"), [(13, False), (14, True), (15, True)])
def test_sixteen_power(before: int, starred: bool) -> None:
    table = Table(seat("saxony", power=before, coins=5), seat("nordic")).start("bolster").play("power")
    assert table["saxony"].stars == ({"power": 1} if starred else {})


@pytest.mark.rule("R175", "R176", "Q175")
@pytest.mark.parametrize(("before", "starred"), [(16, False), (17, True)])
def test_eighteen_popularity(before: int, starred: bool) -> None:
    table = Table(seat("saxony", popularity=before, coins=5), seat("nordic")).start("trade").play("popularity")
    assert table["saxony"].stars == ({"popularity": 1} if starred else {})


@pytest.mark.rule("R175", "R176")
def test_a_star_stays_and_is_placed_once() -> None:
    table = (
        Table(seat("saxony", power=16, coins=5, workers={"G1": 4}, stars={"power": 1}), seat("nordic"))
        .start("produce")
        .play("done")
    )
    assert (table["saxony"].power, table["saxony"].stars) == (15, {"power": 1})
    table.play("section move", "done", "section bolster", "take", "power")
    assert (table["saxony"].power, table["saxony"].stars) == (16, {"power": 1})


@pytest.mark.rule("R176", "Q175", "Q154")
def test_a_star_stays_when_the_next_option_spends_what_brought_it() -> None:
    table = Table(
        seat("polania", popularity=16, coins=5, workers={"base": 2}, character="D1"),
        seat("nordic"),
        encounter_deck=[15],
    ).units()
    table.move("character", "D2").play("done", "option A", "option C", "done")  # 2 popularity, then 3 are paid
    assert table["polania"].popularity == 15
    assert table["polania"].stars == {"popularity": 1}


@pytest.mark.rule("R176", "Q138")
def test_a_power_star_stays_when_the_dial_spends_the_power() -> None:
    table = Table(
        seat("togawa", power=14, combat_cards={}, mechs={"ronin": "G6"}, workers={"base": 2}),
        seat("saxony", power=0, combat_cards={}, mechs={"speed": "F7"}, workers={"base": 2}),
    ).units()
    table.move("mech G6", "F7").play("done").fight(("7",), ("0",))
    assert table["togawa"].power == 9
    assert table["togawa"].stars == {"power": 1, "combat_wins": 1}


@pytest.mark.rule("R180", "R127", "Q180", "Q138")
def test_a_winner_with_six_stars_places_no_seventh() -> None:
    mechs = {"burrow": "base", "sword": "base", "shield": "F1", "rally": "base"}
    table = (
        Table(
            seat("saxony", power=7, combat_cards={}, mechs={"speed": "G1"}, workers={"base": 2}),
            seat(
                "albion",
                power=14,
                combat_cards={},
                popularity=18,
                mechs=mechs,
                workers={"base": 2},
                stars={"combat_wins": 1, "objective": 1, "popularity": 1, "mechs": 1, "recruits": 1},
                **ALL_RECRUITS,
            ),
        )
        .units()
        .move("mech G1", "F1")
        .play("done")
    )
    table.fight(("0",), ("1",))
    assert table.over
    assert table["albion"].stars == {"combat_wins": 1, "objective": 1, "popularity": 1, "mechs": 1, "recruits": 1,
                                     "power": 1}  # fmt: skip


@pytest.mark.rule("R177")
def test_several_players_have_stars_for_the_same() -> None:
    table = (
        Table(seat("saxony", power=14, coins=5), seat("nordic", power=16, stars={"power": 1}))
        .start("bolster")
        .play("power")
    )
    assert table["saxony"].stars == table["nordic"].stars == {"power": 1}


@pytest.mark.rule("R180", "Q180", "R181")
def test_no_more_than_six() -> None:
    # 2 power and 2 popularity bring two stars at once; only one is left
    table = (
        Table(
            seat("saxony", **five_stars(character="F1", power=14, popularity=16, coins=5)),
            seat("nordic"),
            encounter_deck=[13],
        )
        .units()
        .move("character", "F2")
        .play("done", "option B")
    )
    assert table.over
    assert sum(table["saxony"].stars.values()) == 6


# -- the end -----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("R181", "Q181", "R187")
def test_the_sixth_star_ends_the_game_at_once() -> None:
    # Industrial: Upgrade below Bolster could be paid, and is not reached
    table = (
        Table(seat("saxony", "industrial", **five_stars(power=14, coins=5)), seat("nordic"), tokens={"G1": {"oil": 9}})
        .start("bolster")
        .play("power")
    )
    assert table.over
    assert not table.mask.any()
    assert table["saxony"].boxes == {}


@pytest.mark.rule("R181")
def test_five_stars_do_not_end_it() -> None:
    stars = {"combat_wins": 2, "objective": 1, "mechs": 1}
    table = (
        Table(seat("saxony", power=14, coins=5, stars=stars, mechs=MECHS, workers={"base": 2}), seat("nordic"))
        .start("bolster")
        .play("power")
    )
    assert sum(table["saxony"].stars.values()) == 5
    assert not table.over


@pytest.mark.rule("R182", "P15", "Q83")
def test_a_bottom_action_is_completed_with_all_bonuses() -> None:
    # the sixth star is the sixth upgrade; coins, own and neighbours' ongoing bonuses still come
    recruit = {"recruits": ["upgrade"], "one_time_bonuses": ["popularity"], "power": 3}
    keys = five_stars(
        workers={"G1": 2},
        coins=5,
        upgrades={"benefits": BENEFITS[:5], "costs": {"deploy": 2, "build": 1, "enlist": 2}},
    )
    table = (
        Table(
            seat("saxony", "industrial", **recruit, **keys),
            seat("polania", **recruit),
            seat("nordic", **recruit),
            tokens={"G1": {"oil": 3}},
        )
        .bottom("bolster")
        .play("produce territories", "upgrade")
    )
    assert table.over
    assert table["saxony"].coins == 8
    assert [table[name].power for name in ("saxony", "polania", "nordic")] == [4, 4, 4]


def waiting(recruit: str = "upgrade", **players: dict) -> Table:
    """Saxony upgrades; Polania (left) and Crimea (right) have its recruit, Albion and Nordic are not neighbours."""
    keys = {"recruits": [recruit], "one_time_bonuses": ["coins"]}
    table = Table(
        seat("saxony", "industrial", **{"workers": {"G1": 2}} | players.get("saxony", {})),
        seat("polania", **keys | players.get("polania", {})),
        seat("albion"),
        seat("crimea", **keys | players.get("crimea", {})),
        tokens={"G1": {"oil": 3}},
    ).bottom("bolster")
    while table.decision == "upgrade cube":
        table.play(*(("produce territories", "upgrade") if "saxony" in players else ("done",)))
    return table


@pytest.mark.rule("R183", "R184", "P16")
def test_a_neighbours_star_comes_after_the_action() -> None:
    table = waiting(polania={"power": 15}, crimea={"power": 15})
    assert table["polania"].stars == table["crimea"].stars == {"power": 1}
    assert not table.over


@pytest.mark.rule("R183", "R182", "P16")
def test_no_waiting_star_after_the_active_players_sixth() -> None:
    keys = five_stars(
        workers={"G1": 2}, upgrades={"benefits": BENEFITS[:5], "costs": {"deploy": 2, "build": 1, "enlist": 2}}
    )
    table = waiting(saxony=keys, polania={"power": 15}, crimea={"power": 15})
    assert table.over
    assert table["polania"].power == 16  # the bonus is paid
    assert table["polania"].stars == table["crimea"].stars == {}


@pytest.mark.rule("R183", "R184", "P16", "R181")
def test_waiting_stars_stop_at_the_first_sixth() -> None:
    mechs = {"riverwalk": "base", "submerge": "base", "camaraderie": "base", "speed": "base"}
    keys = {"power": 15, "stars": {"combat_wins": 2, "objective": 1, "mechs": 1, "recruits": 1}, "mechs": mechs,
            "recruits": ALL_RECRUITS["recruits"], "one_time_bonuses": ALL_RECRUITS["one_time_bonuses"]}  # fmt: skip
    table = waiting(polania=keys, crimea={"power": 15})
    assert table.over
    assert table["polania"].stars["power"] == 1
    assert table["crimea"].power == 16
    assert table["crimea"].stars == {}  # later in clockwise order
    # the other way round: Crimea ends the game, Polania was before it
    mechs = {"riverwalk": "base", "wayfare": "base", "scout": "base", "speed": "base"}
    table = waiting(crimea=keys | {"mechs": mechs}, polania={"power": 15})
    assert table.over
    assert table["polania"].stars == {"power": 1}
    assert table["crimea"].stars["power"] == 1


@pytest.mark.rule("R187")
def test_no_equal_number_of_turns() -> None:
    table = (
        Table(
            seat("nordic", mat="engineering"),
            seat("saxony", "industrial", **five_stars(power=14, coins=5)),
            active="saxony",
        )
        .start("bolster")
        .play("power")
    )
    assert table.over


@pytest.mark.rule("R185", "R186", "Q185")
@pytest.mark.parametrize("start", ["base", "G1"])
def test_waiting_units_return_to_where_their_move_began(start: str) -> None:
    # the sixth star comes by the first combat; the other unit, its passenger and its cargo go back
    keys = five_stars(
        stars={"combat_wins": 5},
        character="E3",
        power=7,
        combat_cards={},
        structures={},
        workers={start: 2},
        mechs={"speed": start, "disarm": "base"},
    )
    table = Table(
        seat("saxony", **keys),
        seat("albion", power=0, combat_cards={}, mechs={"sword": "F3"}, workers={"base": 2}),
        seat("crimea", power=0, combat_cards={}, mechs={"scout": "F2"}, workers={"base": 2}),
        tokens={"F1": {"metal": 1}},
    ).units()
    unit = "mech G1" if start == "G1" else "mech saxony base"
    table.play(unit)
    table.load({"workers": 1}).play("F1", "take").load({"workers": 1, "metal": 1}).play("F2")
    table.move("character", "F3").play("F3").fight(("3",), ("0",))
    assert table.over
    saxony = table["saxony"]
    place = "G1" if start == "G1" else "saxony base"
    assert saxony.mechs["speed"] == place
    assert saxony.workers == {place: 2}
    assert saxony.character == "F3"
    assert table["crimea"].mechs == {"scout": "F2"}
    assert table.all_tokens == {place: {"metal": 1}}  # picked up on the way, goes there as well


@pytest.mark.rule("Q185", "R186")
def test_waiting_units_go_home_if_an_enemy_stands_there_by_then() -> None:
    table = Table(
        seat("polania", power=7, combat_cards={}, popularity=5, workers={"base": 2}, character="C5",
             mechs={"submerge": "C4", "riverwalk": "base", "camaraderie": "base", "speed": "base"},
             stars={"combat_wins": 1, "mechs": 1, "objective": 1, "power": 1, "popularity": 1}),
        seat("nordic", power=0, combat_cards={}, workers={"base": 2}, mechs={"seaworthy": "D5"}),
        seat("crimea", power=0, combat_cards={}, workers={"base": 2}, mechs={"scout": "B5"}),
        tokens={"C4": {"oil": 2}},
    ).units()  # fmt: skip
    table.move("mech C4", "B5", take={"oil": 2}).move("character", "D5").play("D5").fight(("1",), ("0",))
    assert (table.decision, table.actor) == ("retreat unit", "nordic")
    table.play("C4")  # the lake that Polania's mech left
    assert table.over
    assert table["nordic"].mechs == {"seaworthy": "C4"}
    assert table["polania"].mechs["submerge"] == "polania base"
    assert table.all_tokens == {"B5": {"oil": 2}}  # the tokens stay


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
        seat("nordic", **ALL_RECRUITS, popularity=17, stars={"recruits": 1}),
        tokens={"G1": {"wood": 3}},
    ).bottom("move").play("done")  # fmt: skip
    assert table["nordic"].stars == {"recruits": 1, "popularity": 1}
    assert table.active == "nordic"
