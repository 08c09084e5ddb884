"""Chapter C: Move (R27-R60)."""

from __future__ import annotations

import pytest

from .table import Table, fighter, seat


def lone(faction: str = "saxony", other: str = "albion", **keys) -> Table:
    """A faction with the given pieces; its opponent stays at home in the north."""
    document = {key: keys.pop(key) for key in ("tokens", "encounters", "options", "traps", "flags") if key in keys}
    return Table(seat(faction, **keys), seat(other), **document)


# -- units and coins ---------------------------------------------------------------------------------------------------


@pytest.mark.rule("R27", "R87")
@pytest.mark.parametrize(("upgraded", "units"), [(False, 2), (True, 3)])
def test_number_of_units(upgraded: bool, units: int) -> None:
    upgrades = {"benefits": ["move units"], "costs": {"deploy": 1}} if upgraded else None
    table = lone(mat="industrial", workers={"G1": 4}, upgrades=upgrades).units()
    for moved in range(units):
        assert table["saxony"].workers.get("F1", 0) == moved
        table.move("worker G1", "F1")
    assert table["saxony"].workers == {"F1": units, "G1": 4 - units}
    assert table.active == "albion"  # no unit is left to move, and nothing can be paid below


@pytest.mark.rule("R27", "Q27.1")
def test_a_unit_moves_once_in_an_action() -> None:
    table = lone(character="G1", workers={"base": 2}, mechs={"disarm": "F1"}).units()
    table.move("character", "F1")
    assert "character" not in table.legal
    table.move("mech F1", "G1")
    table = lone(workers={"G1": 2}).units().move("worker G1", "F1")
    assert "worker F1" not in table.legal
    assert "worker G1" in table.legal


@pytest.mark.rule("R27", "R18", "Q27.1")
def test_fewer_units_may_move_and_none_at_all() -> None:
    table = lone().units().play("done")
    assert table.active == "albion"
    table = lone().units().move("worker G1", "F1").play("done")
    assert table.active == "albion"


@pytest.mark.rule("Q27.1")
def test_a_unit_without_a_legal_step_cannot_be_chosen() -> None:
    # H1 has land edges to G3 and G4 only; enemy units hold both, so the worker stays
    table = Table(seat("crimea", workers={"H1": 2}), seat("saxony", workers={"G3": 1, "G4": 1})).units()
    assert table.legal == {"character", "done"}


@pytest.mark.rule("R28", "R87")
@pytest.mark.parametrize(("upgraded", "coins"), [(False, 1), (True, 2)])
def test_coins_instead_of_units(upgraded: bool, coins: int) -> None:
    upgrades = {"benefits": ["move coins"], "costs": {"deploy": 1}} if upgraded else None
    table = lone(mat="industrial", coins=5, upgrades=upgrades).start("move")
    assert table.legal == {"coins", "units"}
    table.play("coins")
    assert table["saxony"].coins == 5 + coins
    assert table.active == "albion"  # one or the other


@pytest.mark.rule("R29", "P20", "Q29")
def test_a_move_of_two_steps_is_not_split() -> None:
    table = lone(character="G1", mechs={"speed": "F1"}).units().play("mech F1").load().play("F2")
    assert table.decision == "onward"
    assert table.legal == {"take", "done"}
    table.play("done")
    assert "mech F2" not in table.legal


@pytest.mark.rule("Q29")
def test_a_place_already_left_may_be_entered_again() -> None:
    table = lone(mechs={"speed": "F1"}).units().move("mech F1", "F2", "F1")
    assert table["saxony"].mechs == {"speed": "F1"}


# -- carrying ----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("R30")
@pytest.mark.parametrize("unit", ["character", "mech G1", "worker G1"])
def test_every_unit_carries_tokens(unit: str) -> None:
    table = lone(character="G1", workers={"G1": 2}, mechs={"disarm": "G1"}, tokens={"G1": {"oil": 9, "wood": 1}})
    table.units().move(unit, "F1", take={"oil": 8, "wood": 1})
    assert table.all_tokens == {"G1": {"oil": 1}, "F1": {"oil": 8, "wood": 1}}


@pytest.mark.rule("R30", "Q30")
def test_more_tokens_than_one_answer_can_name() -> None:
    table = lone(character="G1", tokens={"G1": {"oil": 40}}).units().play("character", "16", "16", "3", "F1", "done")
    assert table.all_tokens == {"G1": {"oil": 5}, "F1": {"oil": 35}}


@pytest.mark.rule("R31")
def test_a_mech_carries_workers_and_no_character() -> None:
    table = (
        lone(character="G1", workers={"G1": 8}, mechs={"disarm": "G1"})
        .units()
        .move("mech G1", "F1", take={"workers": 8})
    )
    saxony = table["saxony"]
    assert (saxony.mechs, saxony.workers, saxony.character) == ({"disarm": "F1"}, {"F1": 8}, "G1")


@pytest.mark.rule("R31")
@pytest.mark.parametrize("unit", ["character", "worker G1"])
def test_character_and_worker_carry_no_workers(unit: str) -> None:
    table = lone(character="G1", workers={"G1": 3}).units().play(unit)
    assert table.decision == "step"


@pytest.mark.rule("R32")
def test_a_carried_worker_may_walk_afterwards() -> None:
    table = lone(workers={"G1": 2}, mechs={"disarm": "G1"}).units()
    table.move("mech G1", "F1", take={"workers": 2}).move("worker F1", "F2")
    assert table["saxony"].workers == {"F1": 1, "F2": 1}


@pytest.mark.rule("R32", "Q27.2")
def test_a_worker_that_walked_may_be_carried_on() -> None:
    table = lone(workers={"G1": 2}, mechs={"disarm": "F1"}).units().move("worker G1", "F1")
    table.move("mech F1", "F2", take={"walked workers": 1})
    assert table["saxony"].workers == {"G1": 1, "F2": 1}


@pytest.mark.rule("Q27.2", "Q32")
def test_workers_that_look_alike_keep_their_marks() -> None:
    upgrades = {"benefits": ["move units"], "costs": {"deploy": 1}}
    table = lone(mat="industrial", workers={"G1": 1, "F1": 1}, mechs={"disarm": "F1"}, upgrades=upgrades).units()
    table.move("worker G1", "F1")
    fresh = table.copy().move("mech F1", "F2", take={"workers": 1})
    assert "worker F2" in fresh.legal  # the one that has not walked came along
    walked = table.move("mech F1", "F2", take={"walked workers": 1})
    assert "worker F2" not in walked.legal
    assert "worker F1" in walked.legal


@pytest.mark.rule("R33", "R33a", "P28", "Q30")
def test_loading_and_dropping_on_the_way() -> None:
    table = lone(
        workers={"F1": 2, "G1": 2}, mechs={"speed": "G1"}, tokens={"G1": {"oil": 2}, "F1": {"metal": 3}}
    ).units()
    table.play("mech G1", "2", "2", "F1", "take")  # both workers and both oil to F1
    table.play("3", "3", "1", "F2")  # three of the four workers, all metal, one of the oil go on
    assert table["saxony"].workers == {"F1": 1, "F2": 3}
    assert table.all_tokens == {"F1": {"oil": 1}, "F2": {"metal": 3, "oil": 1}}


@pytest.mark.rule("R34", "R206", "Q34")
def test_nothing_is_left_on_a_lake() -> None:
    # Polania with Submerge and Speed: over the lake B1, cargo stays aboard
    table = lone(
        "polania", "togawa", workers={"C1": 3}, mechs={"submerge": "C1", "speed": "base"}, tokens={"C1": {"wood": 2}}
    ).units()
    table.play("mech C1", "2", "2", "B1", "take")
    assert table.decision == "step"  # nothing to choose: all goes along
    table.play("A1")
    assert table["polania"].workers == {"C1": 1, "A1": 2}
    assert table.all_tokens == {"A1": {"wood": 2}}


@pytest.mark.rule("R206", "Q34", "P12")
def test_units_on_a_lake_hand_cargo_over() -> None:
    table = lone(
        "polania",
        "togawa",
        character="B1",
        workers={"B1": 1, "D1": 1},
        mechs={"submerge": "B1", "speed": "B1"},
        tokens={"B1": {"wood": 2}},
    ).units()
    character = table.copy().play("character")
    assert character.legal == {"0", "1", "2"}  # the mechs can keep the tokens
    mech = table.copy().play("mech B1")
    assert mech.decision == "cargo"  # the other mech can keep the worker
    one = lone(
        "polania",
        "togawa",
        character="B1",
        workers={"B1": 1, "D1": 1},
        mechs={"submerge": "B1"},
        tokens={"B1": {"wood": 2}},
    ).units()
    assert one.copy().play("mech B1").legal == {"0", "1", "2"}  # the worker must come, tokens stay with the character
    assert one.play("mech B1", "0", "C1").copy()["polania"].workers == {"C1": 1, "D1": 1}


@pytest.mark.rule("R41", "R38", "R206")
def test_a_worker_on_a_lake_does_not_walk() -> None:
    table = lone("nordic", "saxony", workers={"C4": 2}, mechs={"seaworthy": "C4"}).units()
    assert "worker C4" not in table.legal


# -- tunnels, rivers, lakes, bases -------------------------------------------------------------------------------------

TUNNELS = {"B4", "C2", "C5", "E3", "E6", "F4"}


@pytest.mark.rule("R35", "R36", "Q35")
@pytest.mark.parametrize("unit", ["character", "worker F4", "mech F4"])
@pytest.mark.parametrize("held", [False, True])
def test_tunnels_are_adjacent_for_every_unit(unit: str, held: bool) -> None:
    other = seat("albion", mechs={"burrow": "C5"}) if held else seat("albion")
    table = Table(seat("crimea", character="F4", workers={"F4": 2}, mechs={"scout": "F4"}), other)
    closed = {"C5"} if held and unit == "worker F4" else set()
    # besides the tunnels, F4's land edges without river: E4, F3, F5; the lake E5 is closed
    assert table.reach(unit) == TUNNELS - {"F4"} - closed | {"E4", "F3", "F5"}


@pytest.mark.rule("R36", "R57")
def test_a_tunnel_step_is_one_of_two() -> None:
    table = lone("crimea", "albion", mechs={"speed": "F4"}).units().move("mech F4", "B4", "C3")
    assert table["crimea"].mechs == {"speed": "C3"}


@pytest.mark.rule("R37", "R38")
@pytest.mark.parametrize("unit", ["character", "worker F3", "mech F3"])
def test_rivers_and_lakes_block(unit: str) -> None:
    # F3: rivers to F2 and G3, lake G2; dry E3, E4, F4
    table = lone("crimea", "albion", character="F3", workers={"F3": 2}, mechs={"scout": "F3"})
    assert table.reach(unit) == {"E3", "E4", "F4"}


@pytest.mark.rule("R39", "R41", "R90")
def test_riverwalk_asks_for_the_terrain_entered() -> None:
    # Crimea's Riverwalk: farm and tundra. From the village F3 onto the farm G3, not onto the village F2
    table = lone("crimea", "albion", character="F3", workers={"F3": 2}, mechs={"riverwalk": "F3"})
    assert table.reach("character") == {"E3", "E4", "F4", "G3"}
    assert table.reach("mech F3") == {"E3", "E4", "F4", "G3"}
    assert table.reach("worker F3") == {"E3", "E4", "F4"}
    # and back from the farm G3 neither onto F3 (village), but onto F4 (tundra)
    table = lone("crimea", "albion", character="G3", workers={"H1": 2}, mechs={"riverwalk": "H1"})
    assert table.reach("character") == {"F4", "G4", "H1"}


RIVERWALK = {
    "nordic": ("forest", "mountain"),
    "rusviet": ("farm", "village"),
    "crimea": ("farm", "tundra"),
    "saxony": ("forest", "mountain"),
    "polania": ("village", "mountain"),
}
RIVERS = [  # from, over the river onto, terrain there
    ("B4", "A4", "forest"),
    ("B4", "B5", "mountain"),
    ("E1", "D1", "farm"),
    ("B4", "A3", "village"),
    ("D2", "C2", "mountain"),
    ("C6", "B6", "farm"),
    ("B5", "B4", "tundra"),
    ("C5", "D6", "tundra"),
    ("F1", "E2", "forest"),
    ("G4", "G5", "village"),
]


@pytest.mark.rule("R37", "R39")
@pytest.mark.parametrize("faction", RIVERWALK)
@pytest.mark.parametrize(("start", "end", "ground"), RIVERS)
def test_riverwalk_terrains(faction: str, start: str, end: str, ground: str) -> None:
    opponent = "togawa"
    dry = lone(faction, opponent, character=start, encounters=[], workers={"base": 2})
    assert end not in dry.reach("character")
    wet = lone(faction, opponent, character=start, encounters=[], workers={"base": 2}, mechs={"riverwalk": "base"})
    assert (end in wet.reach("character")) is (ground in RIVERWALK[faction])


@pytest.mark.rule("R40", "Q35")
def test_riverwalk_from_the_base() -> None:
    table = lone("rusviet", "albion", mechs={"peoples_army": "base"}, workers={"base": 2})
    assert table.reach("character") == {"C6", "D7"}
    table = lone("rusviet", "albion", mechs={"riverwalk": "base"}, workers={"base": 2})
    assert table.reach("character") == {"C6", "D7", "B7"}
    assert table.reach("mech rusviet base") == {"C6", "D7", "B7"}
    assert table.reach("worker rusviet base") == {"C6", "D7"}


HOMES = {
    "albion": {"A1", "A2"},
    "nordic": {"A4", "A5"},
    "rusviet": {"C6", "D7"},
    "togawa": {"F7", "G6"},
    "crimea": {"H1", "G3"},
    "saxony": {"G1", "F1"},
    "polania": {"C1", "D1"},
}


@pytest.mark.rule("R3", "R42")
@pytest.mark.parametrize("faction", HOMES)
def test_a_base_is_left_by_land_and_not_entered(faction: str) -> None:
    other = "saxony" if faction != "saxony" else "albion"
    table = lone(faction, other, workers={"base": 2})
    assert table.reach("character") == HOMES[faction]
    assert table.reach(f"worker {faction} base") == HOMES[faction]
    for hex_ in HOMES[faction]:
        back = lone(faction, other, character=hex_)
        assert not any(place.endswith("base") for place in back.reach("character"))


@pytest.mark.rule("Q42", "Q30")
def test_workers_on_the_base_are_loaded_there() -> None:
    table = lone(workers={"base": 3}, mechs={"disarm": "base"}).units()
    table.move("mech saxony base", "G1", take={"workers": 2})
    assert table["saxony"].workers == {"saxony base": 1, "G1": 2}


@pytest.mark.rule("R44")
def test_no_limit_in_a_territory() -> None:
    table = lone(
        character="G1",
        workers={"G1": 8},
        stars={"workers": 1},
        mechs={"disarm": "G1", "speed": "G1", "underpass": "G1", "riverwalk": "F1"},
        tokens={"G1": {"oil": 99, "metal": 99}},
    )
    table.units().move("mech F1", "G1")
    assert set(table["saxony"].mechs.values()) == {"G1"}


# -- entering places with enemies --------------------------------------------------------------------------------------


@pytest.mark.rule("R45", "R46", "R47", "R48", "P1")
@pytest.mark.parametrize("unit", ["character", "mech G1"])
@pytest.mark.parametrize("popularity", [0, 1, 2, 3])
def test_driving_workers_off(unit: str, popularity: int) -> None:
    table = Table(
        seat("saxony", character="G1", mechs={"speed": "G1"}, workers={"base": 2}, popularity=popularity),
        seat("crimea", workers={"F1": 2}, combat_cards={"2": 1}),
        tokens={"F1": {"metal": 3}},
    ).units()
    table.move(unit, "F1")
    assert table["crimea"].workers == {"crimea base": 2}
    assert table.tokens("F1") == {"metal": 3}
    assert table["saxony"].popularity == max(0, popularity - 2)
    assert table["saxony"].stars == {}
    assert table["crimea"].cards == 1  # no card, no combat
    assert unit not in table.legal and "mech F1" not in table.legal


@pytest.mark.rule("R46", "R46a")
def test_an_evicted_territory_is_open_at_once() -> None:
    table = Table(
        seat("saxony", character="base", mechs={"disarm": "G1"}, workers={"G1": 2}),
        seat("crimea", workers={"F1": 2}),
    ).units()
    table.move("mech G1", "F1", take={"workers": 1})
    assert {"worker F1", "worker G1"} <= table.legal  # the passenger may walk on, others may follow
    assert table.copy().move("worker F1", "F2")["saxony"].workers == {"G1": 1, "F2": 1}
    assert table.move("worker G1", "F1")["saxony"].workers == {"F1": 2}


@pytest.mark.rule("R46", "R57")
def test_a_second_unit_passes_through() -> None:
    table = Table(seat("saxony", mechs={"speed": "G1"}, workers={"base": 2}), seat("crimea", workers={"F1": 2})).units()
    table.move("mech G1", "F1").move("character", "F1", "F2")
    assert table["saxony"].character == "F2"


@pytest.mark.rule("R49", "Q49")
@pytest.mark.parametrize("enemy", [{"character": "F1"}, {"mechs": {"scout": "F1"}}, {"workers": {"F1": 2}}])
def test_workers_on_foot_stay_out_of_enemy_territories(enemy: dict) -> None:
    table = Table(seat("saxony", workers={"G1": 2}), seat("crimea", **enemy))
    assert table.reach("worker G1") == {"F2"}


@pytest.mark.rule("R49", "R51", "Q49")
def test_structures_stop_nobody() -> None:
    table = Table(
        seat("saxony", character="base", workers={"G1": 2}, mechs={"speed": "G1"}),
        seat("crimea", structures={"mill": "F1"}),
        tokens={"F1": {"metal": 1}},
    )
    walked = table.copy().units().move("worker G1", "F1")
    assert walked["crimea"].structures == {"mill": "F1"}
    assert "F1" in table.reach("worker G1")
    table.units().move("mech G1", "F1", "F2").move("character", "F1", "F2")
    assert (table["saxony"].mechs, table["saxony"].character) == ({"speed": "F2"}, "F2")


@pytest.mark.rule("R50", "Q32")
def test_workers_dropped_into_a_combat_stay_there() -> None:
    upgrades = {"benefits": ["move units"], "costs": {"deploy": 1}}
    table = Table(
        seat("saxony", "industrial", workers={"G1": 2}, mechs={"disarm": "G1"}, upgrades=upgrades),
        seat("crimea", mechs={"scout": "F1"}),
    ).units()
    table.move("mech G1", "F1", take={"workers": 2})
    assert "worker F1" not in table.legal


@pytest.mark.rule("R52", "R53", "R54", "Q52")
def test_entering_a_territory_with_an_enemy_mech() -> None:
    table = Table(
        seat("saxony", character="base", workers={"G1": 2}, mechs={"speed": "G1"}, power=5),
        seat("crimea", mechs={"scout": "F1"}, workers={"F1": 1, "H1": 1}, power=0, combat_cards={}),
    ).units()
    table.play("mech G1", "1", "F1")
    assert table.decision == "unit"  # no second step in spite of Speed
    assert table["crimea"].workers == {"F1": 1, "H1": 1}  # nobody leaves before the combat
    table.move("character", "F1")  # a second unit joins
    assert table.decision == "dial"
    table.play("0")
    assert table.decision == "combat card"


@pytest.mark.rule("R55", "R56")
def test_encounter_tokens_stop_the_character_only() -> None:
    table = lone(character="F1", workers={"F1": 2}, mechs={"speed": "F1"}).units()
    mech = table.copy().move("mech F1", "F2", "G1")
    assert "F2" in mech.encounters
    worker = table.copy().move("worker F1", "F2").play("done")
    assert "F2" in worker.encounters
    table.play("character", "F2")
    assert table.decision == "unit"  # stopped in spite of Speed


@pytest.mark.rule("R57", "R27", "R90")
@pytest.mark.parametrize("speed", [False, True])
@pytest.mark.parametrize("unit", ["character", "mech G1", "worker G1"])
def test_speed(unit: str, speed: bool) -> None:
    mechs = {"speed": "G1"} if speed else {"disarm": "G1"}
    table = lone(character="G1", workers={"G1": 2}, mechs=mechs).units().play(unit).load().play("F1")
    assert table.decision == ("onward" if speed and unit != "worker G1" else "unit")


@pytest.mark.rule("R57")
def test_speed_is_two_steps_and_no_more() -> None:
    table = lone(character="G1", mechs={"speed": "base"}, encounters=[], workers={"base": 2}).units()
    table.play("character", "F1", "take", "F2")
    assert table.decision == "unit"


# -- Mine --------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("R58", "R59", "R58a")
@pytest.mark.parametrize("unit", ["character", "worker G1", "mech G1"])
def test_the_mine_is_a_tunnel_for_its_owner(unit: str) -> None:
    keys = {"character": "G1", "workers": {"G1": 2}, "mechs": {"disarm": "G1"}}
    assert lone(**keys).reach(unit) == {"F1", "F2"}
    assert lone(**keys, structures={"mine": "G1"}).reach(unit) == {"F1", "F2"} | TUNNELS


@pytest.mark.rule("R58", "R59")
def test_the_mine_is_reached_from_the_tunnels() -> None:
    table = lone(character="B4", structures={"mine": "G1"})
    assert "G1" in table.reach("character")
    enemy = Table(seat("saxony", character="B4"), seat("crimea", structures={"mine": "G3"}))
    assert "G3" not in enemy.reach("character")


@pytest.mark.rule("R58", "R93", "R58a")
def test_the_mine_works_for_its_owner_under_enemy_control() -> None:
    table = Table(
        seat("saxony", character="B4", workers={"B4": 2}, structures={"mine": "G1"}),
        seat("crimea", mechs={"scout": "G1"}),
    )
    assert "G1" in table.reach("character")  # a combat there
    assert "G1" not in table.reach("worker B4")  # workers on foot do not enter
    crimea = Table(
        seat("saxony", workers={"base": 2}, structures={"mine": "G1"}),
        seat("crimea", mechs={"scout": "G1"}),
        active="crimea",
    )
    assert crimea.reach("mech G1") == {"F1", "F2"}


@pytest.mark.rule("R95", "Q95", "P27")
def test_a_new_mine_is_no_tunnel_yet() -> None:
    # Factory card 11 builds the Mine, and the card's own Move follows in the same turn
    table = Table(seat("saxony", workers={"G1": 2}, factory_card=11, coins=9), seat("nordic"))
    table.start("factory").play("mine", "G1", "take")
    assert table.copy().play("worker G1").legal == {"F1", "F2"}
    table.play("done")
    assert table.active == "nordic"
    table.play("section trade", "done")
    assert table.reach("worker G1") == {"F1", "F2"} | TUNNELS


# -- order -------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("R60", "R115", "R143", "R157")
def test_combat_then_encounter_then_bottom_action() -> None:
    table = Table(
        seat("saxony", "industrial", character="F1", mechs={"disarm": "G1"}, power=7, workers={"G1": 2}),
        seat("crimea", mechs={"scout": "F2"}, power=0, combat_cards={}),
        encounter_deck=[15],
        tokens={"G1": {"wood": 3}},
    ).units()
    table.move("character", "F2")
    assert table.decision == "unit"
    table.play("done")
    assert table.decision == "dial"
    table.play("1")
    while table.decision in ("dial", "combat card", "combat ability"):
        table.play("0" if table.decision == "dial" else "done")
    assert table.decision == "encounter"
    table.play("option A")
    assert table.decision == "bottom action"
    assert "F2" not in table.encounters


@pytest.mark.rule("R60", "R157")
def test_the_factory_choice_follows_the_moves() -> None:
    table = Table(seat("saxony", character="D5", workers={"D5": 2}), seat("nordic"), factory_cards=[3, 5, 8]).units()
    table.play("character", "D4")
    assert table.decision == "unit"  # other units still move first
    table.play("done")
    assert table.decision == "factory choice"
    assert table.legal == {"factory card 3", "factory card 5", "factory card 8"}


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


@pytest.mark.rule("R49", "R35", "R58a")
def test_no_tunnel_leads_workers_among_enemies() -> None:
    table = Table(seat("saxony", workers={"E3": 2}, character="F1"), seat("nordic", workers={"B4": 2}, character="C2"))
    assert table.reach("worker E3") & {"B4", "C2", "C5", "E6", "F4"} == {"C5", "E6", "F4"}
    table = Table(seat("saxony", character="E3", workers={"base": 2}), seat("nordic", workers={"B4": 2}))
    assert "B4" in table.reach("character")


@pytest.mark.rule("R206", "R203")
def test_no_worker_swims_off_a_lake() -> None:
    table = Table(
        seat("nordic", mechs={"seaworthy": "B3"}, workers={"B3": 2}, character="base"), seat("saxony")
    ).units()
    assert table.legal == {"mech B3", "character", "done"}
