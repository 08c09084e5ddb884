"""Chapter N: faction and mech abilities (R200-R233), and the overlays for six and seven players (R235)."""

from __future__ import annotations

import pytest

from scythe_env.scythe.components import FACTIONS

from .table import Table, fighter, seat

TUNNELS = {"B4", "C2", "C5", "E3", "E6", "F4"}
LAKES = {"B1", "B3", "C4", "D3", "E5", "E7", "G2"}


def alone(faction: str, other: str = "saxony", **keys) -> Table:
    """A faction with the given pieces; its opponent stays at home."""
    document = {name: keys.pop(name) for name in ("tokens", "flags", "traps", "encounters", "options") if name in keys}
    rest = {"workers": {"base": 2}} if "workers" not in keys else {}
    return Table(seat(faction, **rest, **keys), seat(other, workers={"base": 2}), **document)


def clash(attacker: dict, defender: dict, unit: str, place: str, take: dict | None = None, **document) -> Table:
    """The attacker moves a unit into an enemy territory and ends its moves; the combat begins."""
    table = Table(attacker, defender, **document).units().move(unit, place, take=take)
    while table.decision == "unit":
        table.play("done")
    return table


# -- Saxony ------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("R200", "R201", "P8", "Q35", "R41")
def test_underpass_joins_controlled_mountains_and_tunnels() -> None:
    keys = {"character": "F1", "workers": {"F1": 1, "D5": 1}, "mechs": {"underpass": "F1"}}
    near = {"F2", "G1"}
    table = alone("saxony", "albion", **keys)
    assert table.reach("character") == near | TUNNELS | {"D5"}  # another controlled mountain, no other mountain
    assert table.reach("mech F1") == near | TUNNELS | {"D5"}
    assert table.reach("worker F1") == near
    without = alone("saxony", "albion", **keys | {"mechs": {"disarm": "F1"}})
    assert without.reach("character") == near


@pytest.mark.rule("R200", "R201")
def test_underpass_from_tunnels_and_the_own_mine() -> None:
    keys = {"workers": {"F1": 1, "base": 1}, "mechs": {"underpass": "base"}, "structures": {"mine": "A1"}}
    assert {"F1", "A1"} | TUNNELS - {"B4"} <= alone("saxony", "albion", character="B4", **keys).reach("character")
    assert {"F1"} | TUNNELS <= alone("saxony", "albion", character="A1", **keys).reach("character")
    assert {"A1"} | TUNNELS <= alone("saxony", "albion", character="F1", **keys).reach("character")


@pytest.mark.rule("R201", "Q35")
def test_underpass_attacks_no_mountain_but_a_tunnel() -> None:
    table = Table(
        seat("saxony", character="F1", workers={"base": 2}, mechs={"underpass": "base"}, structures={"mill": "D7"}),
        seat("nordic", mechs={"speed": "D7", "artillery": "B4"}),
    )
    assert "D7" not in table.reach("character")  # the enemy controls it
    assert "B4" in table.reach("character")


@pytest.mark.rule("R202", "P7")
@pytest.mark.parametrize("attacks", [True, False])
@pytest.mark.parametrize(
    ("start", "place", "mine", "works"),
    [("E4", "F4", None, True), ("F4", "E4", None, False), ("F1", "G1", "G1", True), ("F1", "G1", None, False)],
)
def test_disarm(attacks: bool, start: str, place: str, mine: str | None, works: bool) -> None:
    structures = {"mine": mine} if mine else {}
    saxony = fighter("saxony", mechs={"disarm": start if attacks else place}, structures=structures)
    crimea = fighter("crimea", mechs={"riverwalk": place if attacks else start})
    first, second = (saxony, crimea) if attacks else (crimea, saxony)
    table = clash(first, second, f"mech {start}", place)
    assert table["crimea"].power == (5 if works else 7)
    assert table["saxony"].power == 7


@pytest.mark.rule("R202", "R120")
@pytest.mark.parametrize(("power", "left"), [(0, 0), (1, 0), (2, 0), (3, 1)])
def test_disarm_takes_what_there_is(power: int, left: int) -> None:
    table = clash(
        fighter("saxony", mechs={"disarm": "E4"}),
        fighter("crimea", mechs={"scout": "F4"}, power=power),
        "mech E4",
        "F4",
    )
    assert table["crimea"].power == left


@pytest.mark.rule("R202")
def test_disarm_does_not_use_an_opponents_mine() -> None:
    table = clash(
        fighter("saxony", mechs={"disarm": "F1"}),
        fighter("crimea", mechs={"scout": "G1"}, structures={"mine": "G1"}),
        "mech F1",
        "G1",
    )
    assert table["crimea"].power == 7


# -- Nordic ------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("R203", "R41")
def test_swim() -> None:
    # B4: rivers to A3, A4 and B5, dry C3, lakes B3 and C4
    table = alone("nordic", workers={"B4": 2}, character="B4", mechs={"speed": "B4"})
    assert table.reach("worker B4") == {"A3", "A4", "B5", "C3"} | TUNNELS - {"B4"}
    assert table.reach("character") == {"C3"} | TUNNELS - {"B4"}
    assert table.reach("mech B4") == {"C3"} | TUNNELS - {"B4"}


@pytest.mark.rule("R203", "R41")
def test_others_do_not_swim() -> None:
    table = alone("saxony", "albion", workers={"B4": 2}, mechs={"riverwalk": "base"})
    assert table.reach("worker B4") == {"C3"} | TUNNELS - {"B4"}


@pytest.mark.rule("R204", "R38", "R41", "R209", "R230")
@pytest.mark.parametrize(("faction", "mech"), [("nordic", "seaworthy"), ("polania", "submerge"), ("togawa", "suiton")])
def test_abilities_that_sail(faction: str, mech: str) -> None:
    keys = {"character": "D4", "workers": {"D4": 2}}
    table = alone(faction, mechs={mech: "D4"}, **keys)
    dry = alone(faction, mechs={}, **keys)
    assert not dry.reach("character") & LAKES
    assert table.reach("character") == dry.reach("character") | {"C4", "D3", "E5"}
    assert table.reach("mech D4") == table.reach("character")
    assert not table.reach("worker D4") & LAKES
    # and off again, onto any land at its shore
    afloat = alone(faction, character="C4", mechs={mech: "base"}, encounters=[])
    assert {"B4", "B5", "C3", "C5", "D4", "D5"} <= afloat.reach("character")


@pytest.mark.rule("R204", "R209", "R230")
def test_only_submerge_goes_from_lake_to_lake() -> None:
    assert alone("polania", character="C4", mechs={"submerge": "base"}).reach("character") >= LAKES - {"C4"}
    assert not alone("nordic", character="C4", mechs={"seaworthy": "base"}).reach("character") & LAKES
    assert not alone("togawa", character="C4", mechs={"suiton": "base"}).reach("character") & LAKES


@pytest.mark.rule("R209", "Q35", "R58a")
def test_submerge_from_the_base_and_into_a_fight() -> None:
    assert alone("polania", mechs={"submerge": "base"}).reach("character") == {"B1", "C1", "D1"}
    assert alone("polania", mechs={"camaraderie": "base"}).reach("character") == {"C1", "D1"}
    table = Table(
        seat("polania", character="C4", mechs={"submerge": "base"}, workers={"base": 2}),
        seat("nordic", mechs={"seaworthy": "B1"}),
    )
    assert "B1" in table.reach("character")


@pytest.mark.rule("R38")
def test_crimeas_lake_beside_the_base_stays_closed() -> None:
    assert alone("crimea", mechs={"riverwalk": "base"}).reach("character") == {"G3", "H1"}


def lost_by_nordic(**keys) -> Table:
    """Polania wins on D5, where Nordic's units stand; the lakes C4 and E5 are adjacent."""
    nordic = fighter("nordic", **{"power": 0, "mechs": {"seaworthy": "D5"}} | keys)
    table = clash(fighter("polania", character="C5", popularity=9), nordic, "character", "D5")
    return table.fight(("1",), ("0",))


@pytest.mark.rule("R204", "R205", "Q129", "P11")
def test_seaworthy_retreat_unit_by_unit() -> None:
    table = lost_by_nordic(character="D5", mechs={"seaworthy": "D5", "speed": "D5"})
    assert (table.actor, table.decision, table.legal) == ("nordic", "retreat unit", {"nordic base", "C4", "E5"})
    table.play("C4", "nordic base", "E5")
    side = table["nordic"]
    assert (side.character, side.mechs) == ("C4", {"seaworthy": "nordic base", "speed": "E5"})
    assert table.active == "nordic"


@pytest.mark.rule("R205", "R132a", "Q129")
def test_workers_follow_a_mech_to_its_lake() -> None:
    table = lost_by_nordic(character="D5", workers={"D5": 2}, mechs={"seaworthy": "D5"})
    alone_ = table.copy().play("C4", "nordic base")  # the character cannot take them
    assert alone_["nordic"].workers == {"nordic base": 2}
    table.play("nordic base", "E5")
    assert (table.decision, table.legal) == ("retreat worker", {"nordic base", "E5"})
    table.play("E5", "nordic base")
    assert table["nordic"].workers == {"E5": 1, "nordic base": 1}
    assert table["polania"].popularity == 7  # both had to leave the territory


@pytest.mark.rule("R204", "Q129", "P11")
def test_no_retreat_to_a_lake_with_enemies_or_an_armed_trap() -> None:
    nordic = fighter("nordic", power=0, mechs={"seaworthy": "D5"})
    rusviet = fighter("rusviet", character="C5")
    togawa = fighter("togawa", mechs={"suiton": "base"})
    polania = fighter("polania", mechs={"submerge": "C4"})
    for traps, lakes in (({}, {"E5"}), ({"E5": {"takes": "coins"}}, set()),
                         ({"E5": {"takes": "coins", "armed": False}}, {"E5"})):  # fmt: skip
        table = Table(nordic, rusviet, togawa, polania, traps=traps, active="rusviet").units()
        table.move("character", "D5").play("done").fight(("1",), ("0",))
        if lakes:
            assert table.legal == {"nordic base", *lakes}
        else:
            assert table["nordic"].mechs == {"seaworthy": "nordic base"}


@pytest.mark.rule("R204", "R209", "R129")
@pytest.mark.parametrize(("faction", "mech"), [("polania", "submerge"), ("togawa", "suiton"), ("nordic", "artillery")])
def test_others_go_home(faction: str, mech: str) -> None:
    table = clash(
        fighter("rusviet", character="C5"), fighter(faction, power=0, mechs={mech: "D5"}), "character", "D5"
    ).fight(("1",), ("0",))
    assert table[faction].mechs == {mech: f"{faction} base"}


@pytest.mark.rule("Q129")
def test_workers_driven_off_without_combat_go_home() -> None:
    table = (
        Table(fighter("rusviet", character="C5"), seat("nordic", workers={"D5": 2}, mechs={"seaworthy": "base"}))
        .units()
        .move("character", "D5")
    )
    assert table["nordic"].workers == {"nordic base": 2}


@pytest.mark.rule("R208", "R119", "Q119")
@pytest.mark.parametrize("attacks", [True, False])
@pytest.mark.parametrize(("power", "choice"), [(0, False), (1, True), (2, True)])
def test_artillery(attacks: bool, power: int, choice: bool) -> None:
    nordic = fighter("nordic", power=power, mechs={"artillery": "A4" if attacks else "A5"})
    crimea = fighter("crimea", power=7, mechs={"riverwalk": "A5" if attacks else "A4"})
    table = clash(*((nordic, crimea) if attacks else (crimea, nordic)), "mech A4", "A5")
    if not choice:
        assert table.decision == "dial"
        return
    assert (table.decision, table.actor, table.legal) == ("combat ability", "nordic", {"take", "done"})
    kept = table.copy().play("done")
    assert (kept["nordic"].power, kept["crimea"].power) == (power, 7)
    table.play("take")
    assert (table["nordic"].power, table["crimea"].power) == (power - 1, 5)
    assert table.decision == "dial"


# -- Rusviet -----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("R214", "R215", "R41", "Q35")
def test_township() -> None:
    keys = {"character": "C6", "workers": {"C6": 1, "F3": 1, "D7": 1}}
    table = alone("rusviet", "albion", mechs={"township": "C6"}, **keys)
    assert table.reach("character") == {"D6", "D7", "D4", "F3"}  # own villages and the Factory, no other village
    assert table.reach("mech C6") == {"D6", "D7", "D4", "F3"}
    assert table.reach("worker C6") == {"D6", "D7"}
    assert alone("rusviet", "albion", mechs={"peoples_army": "C6"}, **keys).reach("character") == {"D6", "D7"}


@pytest.mark.rule("R214", "R215")
def test_township_from_the_factory_and_into_a_fight_there() -> None:
    table = alone("rusviet", "albion", character="D4", workers={"C6": 2}, mechs={"township": "base"})
    assert table.reach("character") == {"C3", "D5", "E4", "C6"}
    table = Table(
        seat("rusviet", character="C6", workers={"base": 2}, mechs={"township": "base"}, structures={"mill": "F2"}),
        seat("albion", mechs={"sword": "D4", "shield": "F2"}),
    )
    assert "D4" in table.reach("character")  # it need not be controlled
    assert "F2" not in table.reach("character")  # a village must


@pytest.mark.rule("R42", "R43")
def test_township_does_not_start_from_the_base() -> None:
    table = alone("rusviet", "albion", workers={"F3": 2}, mechs={"township": "base"})
    assert table.reach("character") == {"C6", "D7"}


# -- Crimea ------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("R211", "R42", "P10", "Q211.1", "Q211.2")
def test_wayfare_to_inactive_bases_and_home() -> None:
    inactive = {f"{name} base" for name in ("albion", "nordic", "rusviet", "togawa", "polania")}
    keys = {"mechs": {"wayfare": "H1"}, "workers": {"H1": 2}}
    table = alone("crimea", character="F3", **keys)
    assert table.reach("character") >= inactive | {"crimea base"}
    assert "saxony base" not in table.reach("character")
    assert table.reach("mech H1") == {"G3", "G4", "crimea base"} | inactive
    assert table.reach("worker H1") == {"G3", "G4"}
    at_home = alone("crimea", **keys)
    assert at_home.reach("character") == {"G3", "H1"} | inactive
    away = alone("crimea", character="nordic base", **keys)
    assert away.reach("character") == {"A4", "A5", "crimea base"} | inactive - {"nordic base"}
    without = alone("crimea", character="F3", mechs={"scout": "H1"})
    assert not {place for place in without.reach("character") if place.endswith("base")}


@pytest.mark.rule("R212", "Q212", "R40")
def test_leaving_an_inactive_base() -> None:
    table = alone("crimea", character="rusviet base", mechs={"wayfare": "base"}, workers={"rusviet base": 1, "H1": 1})
    assert {"C6", "D7"} <= table.reach("character")
    assert "B7" not in table.reach("character")
    assert table.reach("worker rusviet base") == {"C6", "D7"}
    # Crimea's Riverwalk leads onto the farm B7, over the river
    table = alone("crimea", character="rusviet base", mechs={"wayfare": "base", "riverwalk": "base"})
    assert {"C6", "D7", "B7"} <= table.reach("character")


@pytest.mark.rule("R211", "R109", "P9", "Q211.2")
def test_wayfare_with_cargo_left_on_the_base() -> None:
    keys = {"mechs": {"wayfare": "H1", "speed": "base"}, "workers": {"H1": 2}, "popularity": 0, "coins": 0}
    table = alone("crimea", tokens={"H1": {"oil": 4}}, **keys).units()
    table.play("mech H1", "2", "4", "nordic base", "take", "1", "2", "A4")
    assert table["crimea"].workers == {"nordic base": 1, "A4": 1}
    assert table.all_tokens == {"nordic base": {"oil": 2}, "A4": {"oil": 2}}
    assert table.scores()["crimea"]["resources"] == 1
    assert table.scores()["crimea"]["territories"] == 2


@pytest.mark.rule("R211", "Q211.2", "R57")
def test_with_speed_a_base_may_be_a_first_step() -> None:
    table = alone("crimea", mechs={"wayfare": "H1", "speed": "base"}, workers={"base": 2}).units()
    table.move("mech H1", "polania base", "C1")
    assert table["crimea"].mechs["wayfare"] == "C1"


@pytest.mark.rule("R235", "R211", "Q234.2", "Q235")
@pytest.mark.parametrize("players", [5, 6, 7])
def test_wayfare_with_many_players(players: int) -> None:
    ring = ["albion", "nordic", "rusviet", "togawa", "crimea", "saxony", "polania"]
    names = [name for name in ring if name not in ("togawa", "polania")[: 7 - players]]
    keys = {"crimea": {"character": "F3", "mechs": {"wayfare": "base"}, "workers": {"base": 2}},
            "albion": {"workers": {"A2": 1, "A1": 1}}, "nordic": {"structures": {"mill": "B6"}},
            "saxony": {"mechs": {"disarm": "G6"}},
            "rusviet": {"workers": {"base": 2}}, "togawa": {"workers": {"F7": 2}},
            "polania": {"workers": {"base": 2}}}  # fmt: skip
    table = Table(*(seat(name, **keys[name]) for name in names), active="crimea")
    bases = {place for place in table.reach("character") if place.endswith("base")}
    if players == 5:
        assert bases == {"crimea base", "togawa base", "polania base"}
    else:
        # farms: A2 and G6 are occupied, a structure does not matter
        assert bases == set()
        assert table.reach("character") == {"E3", "E4", "F4"} | {"B6", "B7", "D1", "G3"}
        home = Table(*(seat(name, **keys[name] | ({"character": "base"} if name == "crimea" else {}))
                       for name in names), active="crimea")  # fmt: skip
        assert home.reach("character") == {"G3", "H1", "B6", "B7", "D1", "E3"}


@pytest.mark.rule("R213", "R119", "Q119")
@pytest.mark.parametrize("attacks", [True, False])
@pytest.mark.parametrize("cards", [0, 1, 3])
def test_scout(attacks: bool, cards: int) -> None:
    crimea = fighter("crimea", mechs={"scout": "G3" if attacks else "H1"})
    saxony = fighter("saxony", mechs={"speed": "H1" if attacks else "G3"}, combat_cards={"4": cards})
    table = clash(*((crimea, saxony) if attacks else (saxony, crimea)), "mech G3", "H1")
    assert table["crimea"].hand == ({"4": 1} if cards else {})
    assert table["saxony"].cards == max(0, cards - 1)
    if attacks and cards:
        table.play("0")
        assert table.legal == {"card 4", "done"}  # it can be used in this combat


@pytest.mark.rule("R213", "Q14")
def test_a_stolen_card_is_known_to_its_two_owners() -> None:
    table = (
        Table(
            fighter("crimea", mechs={"scout": "G3"}),
            fighter("saxony", mechs={"speed": "H1"}, combat_cards={"4": 1}),
            fighter("albion"),
        )
        .units()
        .move("mech G3", "H1")
        .play("done")
    )
    known = table.state["known"]
    assert known[1][0].tolist() == [0, 0, 1, 0]
    assert not known[2].any()


# -- Polania -----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("R210", "R132", "P13", "Q210")
@pytest.mark.parametrize(("mech", "popularity"), [("camaraderie", 5), ("riverwalk", 3)])
def test_camaraderie_after_a_won_combat(mech: str, popularity: int) -> None:
    crimea = fighter("crimea", power=0, mechs={"scout": "D1"}, workers={"D1": 2})
    table = clash(fighter("polania", popularity=5, mechs={mech: "C1"}), crimea, "mech C1", "D1")
    table.fight(("1",), ("0",))
    assert table["crimea"].workers == {"crimea base": 2}
    assert table["polania"].popularity == popularity


@pytest.mark.rule("R210", "R47", "P13", "Q210")
@pytest.mark.parametrize(("always", "popularity"), [(False, 3), (True, 5)])
def test_camaraderie_without_combat_by_option_only(always: bool, popularity: int) -> None:
    table = (
        Table(
            fighter("polania", popularity=5, mechs={"camaraderie": "C1"}),
            seat("crimea", workers={"D1": 2}),
            options={"camaraderie_always": always},
        )
        .units()
        .move("mech C1", "D1")
    )
    assert table["polania"].popularity == popularity


@pytest.mark.rule("R235", "Q234.2")
@pytest.mark.parametrize(("players", "each"), [(5, 0), (6, 3), (7, 3)])
def test_meander_pays_for_encounter_territories_with_many_players(players: int, each: int) -> None:
    names = ["albion", "nordic", "rusviet", "togawa", "crimea", "saxony", "polania"][7 - players :]
    keys = {"character": "D2", "workers": {"E1": 1, "D1": 1}}
    table = Table(*(seat(name, **(keys if name == "polania" else {})) for name in names), encounters=["D2"])
    assert table.scores()["polania"]["meander"] == 2 * each  # spent tokens do not matter


# -- Albion ------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("R233")
@pytest.mark.parametrize("faction", ["albion", "togawa"])
def test_no_speed_and_no_riverwalk(faction: str) -> None:
    mechs = {"albion": ["burrow", "sword", "shield", "rally"], "togawa": ["toka", "suiton", "ronin", "shinobi"]}[
        faction
    ]
    table = alone(faction, character="A2", mechs=dict.fromkeys(mechs, "base"), stars={"mechs": 1}).units()
    table.play("character").load().play("A1")
    assert table.decision in ("faction token", "unit")
    assert table.decision != "onward"


@pytest.mark.rule("R217", "R219", "R220", "Q219")
def test_exalt_after_the_characters_move() -> None:
    table = alone("albion", character="A2", workers={"A1": 2}).units()
    table.play("character", "A1")
    assert (table.decision, table.legal) == ("faction token", {"take", "done"})  # before the next unit moves
    assert table.copy().play("done").flags == set()
    table.play("take")
    assert table.flags == {"A1"}
    assert table.decision == "unit"


@pytest.mark.rule("R217", "Q219")
def test_exalt_only_for_the_character_and_only_when_it_moved() -> None:
    table = alone("albion", character="A2", mechs={"sword": "A2"}, workers={"A2": 2}).units()
    table.move("mech A2", "A1").move("worker A2", "A1")
    assert table.active == "saxony"
    assert alone("albion", character="A2").units().play("done").active == "saxony"


@pytest.mark.rule("R217", "R220", "Q219")
@pytest.mark.parametrize("number", [3, 4])
def test_four_flags_and_one_token_a_territory(number: int) -> None:
    flags = ["F1", "F2", "F3", "F4"][:number]
    table = alone("albion", character="A2", flags=flags).units().play("character", "A1")
    assert (table.decision == "faction token") is (number < 4)
    table = alone("albion", character="A2", flags=["A1"]).units().play("character", "A1")
    assert table.decision == "unit"
    table = (
        Table(
            seat("albion", character="A2", workers={"base": 2}),
            seat("togawa"),
            traps={"A1": {"takes": "power", "armed": False}},
        )
        .units()
        .play("character", "A1")
    )
    assert table.decision == "unit"


@pytest.mark.rule("R219", "R60", "Q219")
def test_exalt_waits_for_combat_and_encounter() -> None:
    table = (
        Table(
            fighter("albion", character="A2", mechs={"burrow": "A1"}),
            fighter("crimea", power=0, mechs={"scout": "B2"}),
            encounter_deck=[15],
        )
        .units()
        .play("character", "B2")
    )
    assert table.decision == "unit"
    table.play("done").fight(("1",), ("0",)).play("option A")
    assert (table.decision, table.legal) == ("faction token", {"take", "done"})
    table.play("take")
    assert table.flags == {"B2"}
    assert table.active == "crimea"


@pytest.mark.rule("R219", "Q219")
def test_no_flag_after_a_lost_combat() -> None:
    table = (
        Table(fighter("albion", character="A2", power=0), fighter("crimea", mechs={"scout": "A1"}))
        .units()
        .play("character", "A1", "done")
    )
    table.fight(("0",), ("1",))
    assert table.active == "crimea"
    assert table.flags == set()


@pytest.mark.rule("R217", "R218", "R220", "Q218")
def test_flags_at_the_end() -> None:
    def territories(flags: list[str], **keys) -> int:
        me = {"popularity": 0, "workers": {"base": 2}} | keys
        return Table(seat("albion", **me), seat("saxony"), flags=flags).scores()["albion"]["territories"] // 2

    assert territories(["F3"]) == 0  # a flag gives no control
    assert territories([], character="F3") == 1
    assert territories(["F3"], character="F3") == 2
    assert territories(["A1"], character="A1") == 1  # adjacent to the home base
    assert territories(["A3"], character="A3") == 2
    assert territories(["D4"], character="D4") == 4  # 3 + 1
    assert territories(["F3"], structures={"mill": "F3"}) == 2
    lost = Table(
        seat("albion", popularity=0, workers={"base": 2}, structures={"mill": "F3"}),
        seat("saxony", workers={"F3": 2}, popularity=0), flags=["F3"],
    ).scores()  # fmt: skip
    assert (lost["albion"]["territories"], lost["saxony"]["territories"]) == (0, 2)


@pytest.mark.rule("R221", "R41", "Q35")
def test_burrow() -> None:
    # B4 is a tunnel with rivers to A3, A4, B5
    keys = {"character": "B4", "workers": {"B4": 2}}
    out = alone("albion", mechs={"burrow": "B4"}, **keys)
    assert out.reach("character") == {"A3", "A4", "B5", "C3"} | TUNNELS - {"B4"}
    assert out.reach("worker B4") == {"C3"} | TUNNELS - {"B4"}
    into = alone("albion", character="A4", mechs={"burrow": "base"})
    assert into.reach("character") == {"A5", "B5", "B4"}  # not A3, whose river ends in no tunnel
    dry = alone("albion", mechs={"sword": "B4"}, **keys)
    assert dry.reach("character") == {"C3"} | TUNNELS - {"B4"}


@pytest.mark.rule("R221")
def test_burrow_and_mines() -> None:
    keys = {"character": "G4", "mechs": {"burrow": "base"}}
    assert "G5" not in alone("albion", **keys).reach("character")
    assert "G5" in alone("albion", structures={"mine": "G5"}, **keys).reach("character")
    other = Table(seat("albion", workers={"base": 2}, **keys), seat("saxony", structures={"mine": "G5"}))
    assert "G5" not in other.reach("character")


@pytest.mark.rule("R222", "Q35", "R41")
def test_rally() -> None:
    keys = {"character": "A2", "workers": {"A2": 1, "F6": 1, "base": 1}, "flags": ["H1"]}
    near = {"A1", "A3", "B2"}
    table = alone("albion", mechs={"rally": "A2"}, **keys)
    assert table.reach("character") == near | {"F6", "H1"}  # the worker on the base is not a target
    assert table.reach("mech A2") == near | {"F6", "H1"}
    assert table.reach("worker A2") == near
    assert alone("albion", mechs={"sword": "A2"}, **keys).reach("character") == near
    home = alone("albion", mechs={"rally": "base"}, workers={"F6": 2}, flags=["H1"])
    assert home.reach("character") == {"A1", "A2", "F6", "H1"}


@pytest.mark.rule("R222", "R58a")
def test_rally_to_a_flag_where_enemies_stand() -> None:
    table = Table(
        seat("albion", mechs={"rally": "A2"}, workers={"base": 2}), seat("saxony", mechs={"speed": "H1"}), flags=["H1"]
    )
    assert "H1" in table.reach("mech A2")


@pytest.mark.rule("Q219", "R222")
def test_a_new_flag_serves_rally_in_the_same_action() -> None:
    table = alone("albion", character="A2", mechs={"rally": "B2"}, encounters=[]).units()
    table.play("character", "A3", "take", "mech B2")
    assert "A3" in table.legal


@pytest.mark.rule("R223", "R120")
@pytest.mark.parametrize(("mech", "attacks", "albion", "crimea"), [
    ("sword", True, 7, 5), ("sword", False, 7, 7), ("shield", True, 7, 7), ("shield", False, 9, 7),
])  # fmt: skip
def test_sword_and_shield(mech: str, attacks: bool, albion: int, crimea: int) -> None:
    first = fighter("albion", mechs={mech: "A1" if attacks else "A2"})
    second = fighter("crimea", mechs={"riverwalk": "A2" if attacks else "A1"})
    table = clash(*((first, second) if attacks else (second, first)), "mech A1", "A2")
    assert (table["albion"].power, table["crimea"].power) == (albion, crimea)
    assert table.decision == "dial"


@pytest.mark.rule("R224", "R67", "R138")
@pytest.mark.parametrize(("before", "after"), [(13, 15), (14, 16), (15, 16)])
def test_shield_on_the_power_track(before: int, after: int) -> None:
    table = clash(
        fighter("crimea", mechs={"scout": "A1"}),
        fighter("albion", power=before, mechs={"shield": "A2"}),
        "mech A1",
        "A2",
    )
    assert table["albion"].power == after
    assert table["albion"].stars == ({"power": 1} if after == 16 else {})
    assert table.decision == "dial"


@pytest.mark.rule("Q119")
def test_gains_before_a_combat_are_choices_by_option() -> None:
    for faction, mech in (("albion", "shield"), ("togawa", "ronin"), ("crimea", "scout")):
        table = clash(
            fighter("saxony", mechs={"speed": "F1"}, combat_cards={"2": 1}),
            fighter(faction, mechs={mech: "G1"}),
            "mech F1",
            "G1",
            options={"decline_gains": True},
        )
        assert (table.decision, table.actor, table.legal) == ("combat ability", faction, {"take", "done"})


# -- Togawa ------------------------------------------------------------------------------------------------------------

TRAPS = {"power", "coins", "popularity", "combat cards"}


@pytest.mark.rule("R225", "R219", "R220", "Q219")
def test_maifuku() -> None:
    table = alone("togawa", character="G6", workers={"F7": 2}).units().play("character", "F7")
    assert (table.decision, table.legal) == ("faction token", TRAPS | {"done"})
    table.play("coins")
    assert table.traps == {"F7": "coins armed"}
    assert table.decision == "unit"
    again = alone("togawa", character="G6", traps={"A1": {"takes": "coins"}}).units().play("character", "F7")
    assert again.legal == TRAPS - {"coins"} | {"done"}  # one of each kind
    taken = alone("togawa", character="G6", traps={"F7": {"takes": "coins"}}).units().play("character", "F7")
    assert taken.decision == "unit"
    four = {place: {"takes": good} for place, good in zip(("A1", "A2", "A3", "A4"), sorted(TRAPS), strict=True)}
    assert alone("togawa", character="G6", traps=four).units().play("character", "F7").decision == "unit"


@pytest.mark.rule("R225")
def test_a_trap_beside_a_structure_and_on_a_lake() -> None:
    table = Table(
        seat("togawa", character="G6", workers={"base": 2}, mechs={"suiton": "base"}),
        seat("saxony", structures={"mill": "F7"}),
    )
    assert table.copy().units().play("character", "F7").decision == "faction token"
    lake = alone("togawa", character="F7", mechs={"suiton": "base"}).units().play("character", "E7", "power")
    assert lake.traps == {"E7": "power armed"}


@pytest.mark.rule("R226", "R227", "Q226", "Q227.1")
@pytest.mark.parametrize(("takes", "penalty"), [("popularity", 2), ("power", 3), ("coins", 4), ("combat cards", 2)])
@pytest.mark.parametrize("change", [-1, 0, 1, None])
def test_trap_penalties(takes: str, penalty: int, change: int | None) -> None:
    have = 0 if change is None else penalty + change
    start = {"power": 9, "coins": 9, "popularity": 9, "combat cards": 9} | {takes: have}
    cards = start.pop("combat cards")
    table = (
        Table(
            seat("saxony", character="G1", workers={"base": 2}, combat_cards={"2": cards}, **start),
            seat("togawa"),
            traps={"F1": {"takes": takes}},
        )
        .units()
        .move("character", "F1")
    )
    side = table["saxony"]
    got = {"power": side.power, "coins": side.coins, "popularity": side.popularity, "combat cards": side.cards}
    assert got == start | {"combat cards": cards} | {takes: max(0, have - penalty)}
    assert table.traps == {"F1": f"{takes} disarmed"}  # it stays
    assert sum(table.discard.values()) == (min(2, cards) if takes == "combat cards" else 0)


@pytest.mark.rule("R227", "Q227.2", "Q49")
@pytest.mark.parametrize("unit", ["character", "mech G1", "worker G1"])
@pytest.mark.parametrize("armed", [True, False])
def test_an_armed_trap_stops_every_enemy_unit(unit: str, armed: bool) -> None:
    table = Table(
        seat("saxony", character="G1", workers={"G1": 2}, coins=9, factory_card=5, mechs={"speed": "G1"}),
        seat("togawa"), traps={"F1": {"takes": "coins", "armed": armed}},
    ).play("section factory", "done", "take", unit)  # fmt: skip
    table.load().play("F1")
    if armed:
        assert table["saxony"].coins == 5
        assert table.active == "togawa"  # stopped: the Factory-card Move is over
    else:
        assert table["saxony"].coins == 9
        assert table.decision == "onward"


@pytest.mark.rule("R227", "Q227.2")
def test_a_mech_with_workers_is_one_entry_and_the_next_unit_goes_free() -> None:
    table = (
        Table(
            seat("saxony", character="G1", workers={"G1": 3}, coins=9, mechs={"disarm": "G1"}),
            seat("togawa"),
            traps={"F1": {"takes": "coins"}},
        )
        .units()
        .move("mech G1", "F1", take={"workers": 3})
    )
    assert table["saxony"].coins == 5
    assert "worker F1" in table.legal  # passengers may walk on (Q32)
    table.move("character", "F1")
    assert table["saxony"].coins == 5


@pytest.mark.rule("R227", "Q227.1", "R226")
def test_the_penalty_comes_before_eviction_and_combat() -> None:
    # 2 popularity are lost to the trap before the evicted worker costs one
    table = (
        Table(
            seat("saxony", character="G1", workers={"base": 2}, popularity=2),
            seat("togawa", workers={"F1": 2}),
            traps={"F1": {"takes": "popularity"}},
        )
        .units()
        .move("character", "F1")
    )
    assert table["saxony"].popularity == 0
    # 3 power are gone when the dial is set
    table = clash(
        fighter("saxony", mechs={"speed": "G1"}, power=4),
        fighter("togawa", mechs={"suiton": "F1"}),
        "mech G1",
        "F1",
        traps={"F1": {"takes": "power"}},
    )
    assert table.legal == {"0", "1"}


@pytest.mark.rule("R227", "R225")
def test_traps_do_not_harm_their_owner() -> None:
    table = alone("togawa", character="G6", coins=9, traps={"F7": {"takes": "coins"}}).units()
    table.move("character", "F7")
    assert table["togawa"].coins == 9
    assert table.traps == {"F7": "coins armed"}


@pytest.mark.rule("Q227.2")
def test_retreats_do_not_trigger_traps_and_jumps_do() -> None:
    table = (
        Table(
            seat("saxony", character="B4", workers={"base": 2}, coins=9),
            seat("togawa"),
            traps={"F4": {"takes": "coins"}},
        )
        .units()
        .move("character", "F4")
    )
    assert table["saxony"].coins == 5


@pytest.mark.rule("R220", "R228", "Q220")
def test_tokens_do_not_hinder_building_and_the_like() -> None:
    table = Table(
        seat("saxony", "industrial", workers={"G1": 2}, coins=5),
        seat("togawa"),
        tokens={"G1": {"wood": 3, "metal": 3}},
        traps={"G1": {"takes": "power"}},
    )
    assert "G1" in table.copy().bottom("move").play("mill").legal
    assert "G1" in table.copy().bottom("produce").play("speed").legal
    assert "G1" in table.copy().start("produce").legal
    assert "G1" in table.start("trade").play("resources").legal


@pytest.mark.rule("R228", "Q228")
@pytest.mark.parametrize(
    ("armed", "enemy", "togawa", "saxony"),
    [
        (True, {}, 1, 0),
        (False, {}, 0, 0),
        (True, {"workers": {"F3": 2}}, 0, 1),
        (True, {"structures": {"mill": "F3"}}, 0, 1),
        (False, {"structures": {"mill": "F3"}}, 0, 1),
    ],
)
def test_traps_at_the_end(armed: bool, enemy: dict, togawa: int, saxony: int) -> None:
    table = Table(
        seat("togawa", popularity=0, workers={"base": 2}),
        seat("saxony", **{"popularity": 0, "workers": {"base": 2}} | enemy),
        traps={"F3": {"takes": "power", "armed": armed}},
        tokens={"F3": {"oil": 4}},
    )
    scores = table.scores()
    assert (scores["togawa"]["territories"], scores["saxony"]["territories"]) == (2 * togawa, 2 * saxony)
    assert (scores["togawa"]["resources"], scores["saxony"]["resources"]) == (2 * togawa, 2 * saxony)


@pytest.mark.rule("Q228")
def test_during_the_game_an_armed_trap_controls_nothing() -> None:
    table = Table(
        seat("togawa", "industrial", workers={"base": 2}),
        seat("saxony"),
        traps={"F3": {"takes": "power"}},
        tokens={"F3": {"food": 4}},
    ).play("section trade", "done")
    assert table.active == "saxony"


@pytest.mark.rule("R229", "R41", "Q229")
def test_toka_once_a_turn() -> None:
    # B5: rivers to B4, B6, C5; dry A4, A5
    keys = {"character": "B5", "workers": {"B5": 2}, "encounters": []}
    table = alone("togawa", mechs={"toka": "B5"}, **keys)
    assert table.reach("character") == {"A4", "A5", "B4", "B6", "C5"}
    assert table.reach("worker B5") == {"A4", "A5"}
    assert alone("togawa", mechs={"ronin": "B5"}, **keys).reach("character") == {"A4", "A5"}
    moved = table.units().move("mech B5", "B4", take={"workers": 2})
    assert moved["togawa"].workers == {"B4": 2}
    assert moved.play("character").legal == {"A4", "A5"}  # one river a turn


@pytest.mark.rule("R229", "Q229")
def test_toka_not_twice_in_one_factory_card_move() -> None:
    table = alone("togawa", character="B5", mechs={"toka": "base"}, factory_card=5, power=5, encounters=[])
    table.play("section factory", "done", "take", "character", "C5", "take")
    assert table.legal == {"B6", "D5"} | TUNNELS - {"C5"}  # dry edges and tunnels; B5, C6, D6 lie over rivers


@pytest.mark.rule("R229", "Q35")
def test_a_tunnel_step_uses_no_toka() -> None:
    table = alone("togawa", character="B4", mechs={"toka": "B5"}, encounters=[]).units().move("character", "C5")
    if table.decision == "faction token":
        table.play("done")
    assert table.play("mech B5").legal == {"A4", "A5", "B4", "B6", "C5"}


@pytest.mark.rule("R230", "R122")
@pytest.mark.parametrize(("place", "limit"), [("C4", 2), ("D5", 1)])
def test_suiton_gives_a_card_on_lakes(place: str, limit: int) -> None:
    togawa = fighter("togawa", mechs={"suiton": "D4"}, combat_cards={"2": 4})
    polania = fighter("polania", mechs={"submerge": place})
    table = clash(togawa, polania, "mech D4", place).play("0")
    for _ in range(limit):
        assert table.legal == {"card 2", "done"}
        table.play("card 2")
    assert table.actor == "polania"


@pytest.mark.rule("R231", "Q231", "R224")
@pytest.mark.parametrize("attacks", [True, False])
@pytest.mark.parametrize(
    ("extra", "gain"),
    [({}, 2), ({"workers": 1}, 0), ({"character": True}, 0)],
)
def test_ronin(attacks: bool, extra: dict, gain: int) -> None:
    here, there = ("G6", "F7") if attacks else ("F7", "G6")
    togawa = fighter(
        "togawa",
        mechs={"ronin": here},
        workers={here: 1, "base": 1} if "workers" in extra else {"base": 2},
        character=here if "character" in extra else "base",
    )
    saxony = fighter("saxony", mechs={"speed": there})
    if attacks:
        table = Table(togawa, saxony).units().move("mech G6", "F7", take={"workers": 1} if "workers" in extra else {})
        if "character" in extra:
            table.move("character", "F7")
        while table.decision == "unit":
            table.play("done")
    else:
        table = clash(saxony, togawa, "mech G6", "F7")
    assert table["togawa"].power == 7 + gain
    assert table.decision == "dial"


@pytest.mark.rule("R231", "R224", "R138", "R67")
@pytest.mark.parametrize(("before", "after"), [(13, 15), (14, 16), (15, 16)])
def test_ronin_on_the_power_track(before: int, after: int) -> None:
    table = clash(
        fighter("togawa", power=before, mechs={"ronin": "G6"}),
        fighter("saxony", mechs={"speed": "F7"}),
        "mech G6",
        "F7",
    )
    assert table["togawa"].power == after
    assert table["togawa"].stars == ({"power": 1} if after == 16 else {})


@pytest.mark.rule("R232", "Q35", "R41")
def test_shinobi_goes_to_own_traps() -> None:
    keys = {"character": "G6", "workers": {"G6": 2},
            "traps": {"A1": {"takes": "power"}, "A2": {"takes": "coins", "armed": False}}}  # fmt: skip
    table = alone("togawa", mechs={"shinobi": "G6"}, **keys)
    near = {"F6", "F7", "G5"}
    assert table.reach("character") == near | {"A1", "A2"}
    assert table.reach("mech G6") == near | {"A1", "A2"}
    assert table.reach("worker G6") == near
    assert alone("togawa", mechs={"ronin": "G6"}, **keys).reach("character") == near
    home = alone("togawa", mechs={"shinobi": "base"}, traps={"A1": {"takes": "power"}})
    assert home.reach("character") == {"F7", "G6", "A1"}


@pytest.mark.rule("R232", "Q232")
@pytest.mark.parametrize("unit", ["character", "mech G6"])
def test_rearming(unit: str) -> None:
    keys = {"character": "G6", "traps": {"F7": {"takes": "coins", "armed": False}}}
    table = alone("togawa", mechs={"shinobi": "G6"}, **keys).units().play(unit, "F7")
    assert (table.decision, table.legal) == ("rearm", {"take", "done"})
    assert table.copy().play("done").traps == {"F7": "coins disarmed"}
    assert table.play("take").traps == {"F7": "coins armed"}  # it keeps its kind
    without = alone("togawa", mechs={"ronin": "G6"}, **keys).units().play(unit, "F7")
    assert without.decision == "unit"
    armed = alone("togawa", mechs={"shinobi": "G6"}, character="G6", traps={"F7": {"takes": "coins"}})
    assert armed.units().play(unit, "F7").decision == "unit"


@pytest.mark.rule("R232")
def test_no_rearming_by_workers() -> None:
    table = (
        alone("togawa", mechs={"shinobi": "base"}, workers={"G6": 2}, traps={"F7": {"takes": "coins", "armed": False}})
        .units()
        .play("worker G6", "F7")
    )
    assert table.decision == "unit"


@pytest.mark.rule("R232", "Q232")
def test_no_rearming_half_way() -> None:
    table = alone(
        "togawa",
        character="G6",
        mechs={"shinobi": "base"},
        factory_card=5,
        power=5,
        traps={"F7": {"takes": "coins", "armed": False}},
    ).play("section factory", "done", "take", "character", "F7")
    assert table.decision == "onward"
    assert table.copy().play("done").decision == "rearm"
    table.play("take", "G6")
    assert table.decision == "faction token"
    assert table.traps == {"F7": "coins disarmed"}


@pytest.mark.rule("R232", "Q232")
@pytest.mark.parametrize("wins", [True, False])
def test_rearming_after_a_combat_is_won(wins: bool) -> None:
    togawa = fighter("togawa", mechs={"shinobi": "G6"}, power=5 if wins else 0)
    table = clash(
        togawa,
        fighter("saxony", power=1, mechs={"speed": "F7"}),
        "mech G6",
        "F7",
        traps={"F7": {"takes": "coins", "armed": False}},
    ).fight(("1" if wins else "0",), ("1",))
    if wins:
        assert table.decision == "rearm"
        assert table.play("take").traps == {"F7": "coins armed"}
    assert table.active == "saxony"


@pytest.mark.rule("Q219", "R232", "R225")
def test_a_new_trap_serves_shinobi_in_the_same_action() -> None:
    table = alone("togawa", character="G6", mechs={"shinobi": "base"}).units().play("character", "G5")
    table.play("power", "mech togawa base").load()
    assert "G5" in table.legal


@pytest.mark.rule("R95", "Q95", "R200", "R202", "R221")
def test_a_new_mine_does_not_serve_abilities_in_its_turn() -> None:
    # Factory card 11 builds the Mine on G1; the Move of the card follows at once, and once more next turn
    table = Table(
        seat("saxony", factory_card=11, coins=9, character="G1", workers={"G1": 2}, mechs={"underpass": "base"}),
        seat("crimea", combat_cards={}),
    ).start("factory").play("mine", "G1", "take")  # fmt: skip
    assert table.copy().play("character").legal == {"F1", "F2"}
    table.play("done", "section move", "done")
    assert table.reach("character") >= TUNNELS
    table = alone("albion", factory_card=11, coins=9, character="G4", workers={"G5": 2}, mechs={"burrow": "base"})
    table.start("factory").play("mine", "G5", "take")
    assert table.play("character").legal == {
        "F4",
        "G3",
        "H1",
    }  # by Burrow over the river to the tunnel F4, not to the Mine


@pytest.mark.rule("R235", "R227", "Q235")
def test_a_trap_on_an_unoccupied_farm_works_against_wayfare() -> None:
    names = ["albion", "nordic", "rusviet", "togawa", "crimea", "saxony"]
    keys = {"crimea": {"character": "F3", "mechs": {"wayfare": "base"}, "coins": 9}}
    table = Table(*(seat(name, **keys.get(name, {})) for name in names), active="crimea",
                  traps={"B6": {"takes": "coins"}}).units()  # fmt: skip
    table.move("character", "B6")
    assert (table["crimea"].character, table["crimea"].coins) == ("B6", 5)
    assert table.traps == {"B6": "coins disarmed"}


@pytest.mark.rule("R119", "R208", "Q119")
def test_the_defenders_ability_comes_with_the_power_then_left() -> None:
    # Albion's Sword takes Nordic's last power, so that Artillery cannot be paid for
    for power, asked in ((2, False), (3, True)):
        table = clash(
            fighter("albion", mechs={"sword": "A1"}),
            fighter("nordic", power=power, mechs={"artillery": "A2"}),
            "mech A1",
            "A2",
        )
        assert (table.decision == "combat ability") is asked


@pytest.mark.rule("R229", "R232", "Q35")
def test_a_jump_over_a_river_to_a_trap_uses_no_toka() -> None:
    table = alone(
        "togawa",
        character="B5",
        mechs={"toka": "B5", "shinobi": "base"},
        encounters=[],
        traps={"C5": {"takes": "coins"}},
    ).units()
    table.move("mech B5", "C5").play("character")
    assert {"B4", "B6"} <= table.legal


@pytest.mark.rule("R222", "R54")
def test_rally_to_a_worker_that_came_with_a_mech_into_a_combat() -> None:
    table = Table(
        seat("albion", mechs={"rally": "A1"}, workers={"A1": 1, "base": 1}), seat("crimea", mechs={"scout": "B2"})
    ).units()
    table.move("mech A1", "B2", take={"workers": 1}).play("character")
    assert "B2" in table.legal


@pytest.mark.rule("R219", "R232", "Q219", "R60")
def test_traps_wait_for_the_encounter_of_the_character() -> None:
    table = Table(
        fighter("togawa", character="F7", mechs={"shinobi": "base"}),
        fighter("saxony"),
        encounter_deck=[15],
        traps={"F6": {"takes": "coins", "armed": False}},
    ).units()
    table.play("character", "F6")
    assert table.decision == "unit"
    table.play("done", "option A")
    assert (table.decision, table.legal) == ("rearm", {"take", "done"})


@pytest.mark.rule("R228", "R191", "Q228")
def test_an_armed_trap_on_the_factory_counts_three() -> None:
    table = Table(seat("togawa", popularity=0, workers={"base": 2}), seat("saxony"), traps={"D4": {"takes": "power"}})
    assert table.scores()["togawa"]["territories"] == 6


@pytest.mark.rule("R228", "R94")
def test_a_trap_beside_the_own_structure() -> None:
    table = Table(
        seat("togawa", popularity=0, workers={"base": 2}, structures={"mill": "F3"}),
        seat("saxony"),
        traps={"F3": {"takes": "power"}},
    )
    assert table.scores()["togawa"]["territories"] == 2  # one territory, once


@pytest.mark.rule("R226", "R227", "Q129", "Q42")
def test_a_lost_combat_leaves_tokens_and_flags_for_later() -> None:
    # the character was sent home: no encounter, no Factory card; the next arrival gets them
    table = Table(
        fighter("saxony", character="F1", power=0), fighter("crimea", mechs={"speed": "F2"}), encounter_deck=[15]
    ).units()
    table.move("character", "F2").play("done").fight(("0",), ("1",))
    assert table["saxony"].character == "saxony base"
    assert "F2" in table.encounters


@pytest.mark.rule("R220", "R225", "R217")
def test_no_trap_on_a_flag_and_a_flag_beside_an_enemy_structure() -> None:
    table = Table(seat("togawa", character="G6", workers={"base": 2}), seat("albion"), flags=["F7"]).units()
    assert table.play("character", "F7").decision == "unit"
    table = Table(
        seat("albion", character="A2", workers={"base": 2}), seat("saxony", structures={"mill": "A1"})
    ).units()
    assert table.play("character", "A1", "take").flags == {"A1"}


@pytest.mark.rule("R219", "Q219")
def test_no_flag_where_the_character_is_no_longer() -> None:
    # card 42 takes the character away from where its move ended
    table = Table(
        seat("albion", coins=5, character="A2", workers={"base": 2}),
        seat("saxony"),
        encounter_deck=[42],
        options={"promo_encounters": True},
    ).units()
    table.move("character", "A3").play("done", "option B", "A4", "1")
    assert table["albion"].character == "A4"
    assert table.active == "saxony"


@pytest.mark.rule("R60", "R219", "Q219")
def test_a_flag_that_waited_comes_after_the_factory_choice() -> None:
    table = clash(
        fighter("albion", character="D5"),
        fighter("crimea", power=0, mechs={"scout": "D4"}),
        "character",
        "D4",
        factory_cards=[3, 5, 8],
    ).fight(("1",), ("0",))
    assert table.decision == "factory choice"
    table.play("factory card 3")
    assert (table.decision, table.legal) == ("faction token", {"take", "done"})
    # without a combat the flag comes first, at the end of the character's own move
    table = alone("albion", character="D5").units().play("character", "D4")
    assert table.decision == "faction token"
    table.play("take", "done")
    assert table.decision == "factory choice"


@pytest.mark.rule("R223", "R208", "R67")
@pytest.mark.parametrize(("power", "left"), [(0, 0), (1, 0), (2, 0), (3, 1)])
def test_sword_and_artillery_take_what_there_is(power: int, left: int) -> None:
    table = clash(
        fighter("albion", mechs={"sword": "A1"}), fighter("crimea", power=power, mechs={"scout": "A2"}), "mech A1", "A2"
    )
    assert table["crimea"].power == left
    table = clash(
        fighter("nordic", mechs={"artillery": "A4"}),
        fighter("crimea", power=power, mechs={"riverwalk": "A5"}),
        "mech A4",
        "A5",
    ).play("take")
    assert table["crimea"].power == left


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


@pytest.mark.rule("R208", "R119")
@pytest.mark.parametrize("power", [0, 1, 2, 3])
def test_artillery_takes_what_there_is(power: int) -> None:
    table = Table(
        fighter("nordic", mechs={"artillery": "A2"}, power=1), fighter("albion", mechs={"burrow": "B2"}, power=power)
    ).units()
    table.play("mech A2", "B2", "done", "take")
    assert (table["nordic"].power, table["albion"].power) == (0, max(power - 2, 0))


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


@pytest.mark.rule("R229")
def test_only_togawa_notes_that_it_crossed_a_river() -> None:
    table = Table(seat("nordic", character="E2", workers={"E2": 1, "base": 1}), seat("albion")).units()
    table.move("worker E2", "F2")
    assert table.state["crossed"] == 0


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
