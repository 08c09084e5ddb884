"""Automas, chapters F to H: words (A35-A42) and the six move symbols (A43-A56)."""

from __future__ import annotations

import json
from itertools import pairwise
from pathlib import Path

import pytest

from scythe_env.scythe.components import AUTOMA_ACTS, FACTIONS, HEX_NAMES, load_components
from scythe_env.scythe.names import PLACES
from scythe_env.scythe.rules.automa.move import break_tie, destination, nearest, select_place, select_unit
from scythe_env.scythe.state import LAYOUT

from .table import Table, automa, seat

POSITIONS = json.loads((Path(__file__).parent / "automa_positions.json").read_text("utf-8"))
OPEN_WATER, CLOSED_WATER = 4, 0  # spaces of level 2


def chosen(table: Table, faction: str, act: str) -> tuple[str, str, str] | None:
    """Unit, place and destination of a symbol; None if it cannot be carried out for want of a unit or a territory."""
    s, number = LAYOUT.view(table.states, 0), AUTOMA_ACTS.index(act)
    at = int(table.state["seat_of"][FACTIONS.index(faction)])
    if (place := select_place(s, at, number)) < 0:
        return None
    unit = ("character", "mech", "mech", "mech", "mech", "worker")[select_unit(s, at, number, place)]
    goal = destination(s, at, number, place)
    return None if goal < 0 else (unit, PLACES[place].replace(f"{faction} base", "base"), PLACES[goal])


def board(faction: str, units: list[dict[str, str]]) -> dict:
    """The keys of a player with these units; mechs are alike, and one without workers has them on its base."""
    names = iter(load_components().factions[FACTIONS.index(faction)].mechs)
    keys: dict = {"workers": {}, "mechs": {}, "character": "base"}
    for unit in units:
        at = "base" if unit["at"].startswith("base") else unit["at"]
        if unit["kind"] == "worker":
            keys["workers"][at] = keys["workers"].get(at, 0) + 1
        elif unit["kind"] == "mech":
            keys["mechs"][next(names)] = at
        else:
            keys["character"] = at
    if sum(keys["workers"].values()) < 2:
        keys["workers"]["base"] = keys["workers"].get("base", 0) + 2 - sum(keys["workers"].values())
    return keys


@pytest.mark.rule("A37", "A38", "A40", "A43", "A44", "A45", "A46", "A47", "A48", "A51", "QA39.2", "QA56")
@pytest.mark.parametrize("position", POSITIONS, ids=[f"{p['name']}_{p['act']}" for p in POSITIONS])
def test_positions(position: dict) -> None:
    bases = [unit["at"].partition(":")[2] for unit in position["enemy_units"] if ":" in unit["at"]]
    enemy = bases[0] if bases else "saxony"
    of = {"factory_card": [1]} if position["has_factory_card"] else {}
    tokens = {} if position["encounter_tokens"] == "all 11" else {"encounters": position["encounter_tokens"]}
    own = board(position["automa"], position["automa_units"])
    space = OPEN_WATER if position["water_open"] else CLOSED_WATER
    us = automa(position["automa"], space=space, of=of, power=position["power"], **own)
    # Riverwalk and Seaworthy do not matter; the enemy's turn is due, so nothing has moved yet
    them = seat(enemy, **board(enemy, position["enemy_units"]))
    table = Table(*sorted((us, them), key=lambda player: FACTIONS.index(player["faction"])), active=enemy, **tokens)
    found = chosen(table, position["automa"], position["act"])
    if position["power"] < position.get("min_power", 0):
        found = None  # the power test comes first
    wanted = position["result"]
    assert found == (wanted and (wanted["unit"], wanted["from"], wanted["to"]))


# -- words -------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("A41")
def test_reading_order_is_that_of_the_hexes() -> None:
    rows = [name[0] for name in HEX_NAMES]
    assert rows == sorted(rows)
    cells = load_components().board.hexes
    for a, b in pairwise(cells):
        assert b.r > a.r or (b.r == a.r and b.q > a.q)


def table_of(*, space: int = OPEN_WATER, us: dict | None = None, them: dict | None = None, **keys) -> Table:
    """Nordic as Automa against Saxony, which is about to begin its turn."""
    own = {"character": "base", "workers": {"base": 2}} | (us or {})
    other = {"character": "base", "workers": {"base": 2}} | (them or {})
    return Table(automa("nordic", space=space, **own), seat("saxony", **other), active="saxony", **keys)


@pytest.mark.rule("A3", "A38", "QA38")
@pytest.mark.parametrize(("space", "lakes"), [(3, False), (4, True)])
def test_water_opens_on_its_space(space: int, lakes: bool) -> None:
    # from B5 the lake C4, and C5 and B4 over the river, are near the Factory
    table = table_of(space=space, us={"character": "B5"}, encounters=["B5"])
    assert chosen(table, "nordic", "character") == ("character", "B5", "C4" if lakes else "B5")
    assert chosen(table, "nordic", "encounter_factory") == ("character", "B5", "B5")


@pytest.mark.rule("A38", "QA38")
def test_enemies_threaten_over_water_that_is_closed() -> None:
    # rivers part B4 from A4 and B5, all that is in reach; the mech on it threatens them all the same
    us = {"workers": {"A5": 1, "base": 1}}
    assert chosen(table_of(space=0, us=us, them={"mechs": {"speed": "B4"}}), "nordic", "worker") is None
    assert chosen(table_of(space=0, us=us, them={"mechs": {"speed": "C3"}}), "nordic", "worker")[2] == "B5"


@pytest.mark.rule("A39", "QA39.1", "A34", "A33")
def test_with_all_units_at_home_only_workers_go() -> None:
    table = table_of(us={"mechs": {"speed": "base"}})
    for act in ("encounter_factory", "character", "mech", "attack_combat", "attack_workers"):
        assert chosen(table, "nordic", act) is None
    assert chosen(table, "nordic", "worker") == ("worker", "base", "A4")  # both as near to the Factory as A5 or nearer


@pytest.mark.rule("QA39.3", "A39")
@pytest.mark.parametrize(("space", "goal"), [(0, None), (4, ("worker", "base", "B7"))])
def test_a_home_base_has_neighbours_over_water_once_it_is_open(space: int, goal: tuple | None) -> None:
    us = automa("rusviet", space=space, character="base", workers={"base": 2})
    table = Table(us, seat("crimea", workers={"C6": 1, "D7": 1}), active="crimea")
    assert chosen(table, "rusviet", "worker") == goal


@pytest.mark.rule("A36", "A35", "A55")
def test_units_bar_a_territory_and_nothing_else_does() -> None:
    us = automa("nordic", space=4, character="E3", workers={"base": 2})
    them = {"character": "G3", "structures": {"mine": "F3"}}
    things = {"traps": {"F3": {"takes": "power"}}, "tokens": {"F3": {"oil": 1}}}
    table = Table(us, seat("togawa", workers={"base": 2}, **them), active="togawa", **things)
    assert chosen(table, "nordic", "character") == ("character", "E3", "F3")  # next to G3
    table = Table(us, seat("togawa", workers={"F3": 1, "base": 1}, **them), active="togawa", **things)
    assert chosen(table, "nordic", "character") == ("character", "E3", "E4")


@pytest.mark.rule("A42", "A45")
def test_the_moving_unit_does_not_count_but_makes_territories_valid() -> None:
    # with itself the worker of E3 would count twice on D3 and E3, and stay away from the Factory
    table = table_of(us={"workers": {"E3": 1, "E4": 1}})
    assert chosen(table, "nordic", "worker") == ("worker", "E3", "D4")
    # E2 is valid by the lifted worker alone
    assert chosen(table_of(us={"workers": {"E3": 2}}), "nordic", "worker") == ("worker", "E3", "D3")


# -- symbols -----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("A43", "QA43", "QA40")
def test_a_worker_on_the_base_is_the_nearest() -> None:
    assert chosen(table_of(us={"workers": {"A4": 1, "base": 2}}), "nordic", "worker")[1] == "base"
    # A4 and A5 are both one step away: reading order
    assert chosen(table_of(us={"workers": {"A4": 1, "A5": 1}}), "nordic", "worker")[1] == "A4"


@pytest.mark.rule("A44")
def test_a_worker_goes_where_an_own_combat_unit_is_but_not_to_another_worker() -> None:
    us = {"workers": {"A4": 1, "A5": 1}, "mechs": {"speed": "B5"}}
    assert chosen(table_of(space=0, us=us), "nordic", "worker") == ("worker", "A4", "B5")
    us = {"workers": {"A4": 1, "B5": 1}, "mechs": {"speed": "B5"}}
    assert chosen(table_of(space=0, us=us), "nordic", "worker")[2] != "B5"


@pytest.mark.rule("A45")
def test_a_worker_stays_away_from_combat_units() -> None:
    them = {"mechs": {"speed": "B6", "disarm": "B4"}}
    us = {"workers": {"A4": 1, "A5": 1}, "character": "base"}
    table = table_of(space=0, us=us, them=them)  # every territory in reach is next to one of them
    assert chosen(table, "nordic", "worker") is None


@pytest.mark.rule("A46", "QA31")
def test_the_character_goes_to_the_nearest_token_or_to_the_factory() -> None:
    us = {"character": "C3", "workers": {"B5": 1, "C2": 1}}
    assert chosen(table_of(us=us), "nordic", "encounter_factory") == ("character", "C3", "D4")
    own = table_of(us=us | {"automa": {"level": 2, "space": 4, "factory_card": [3]}}, encounters=["B2", "B5"])
    assert chosen(own, "nordic", "encounter_factory") == (
        "character",
        "C3",
        "B5",
    )  # two steps from the Factory, B2 three
    none = table_of(us=us | {"automa": {"level": 2, "space": 4, "factory_card": [3]}}, encounters=[])
    assert chosen(none, "nordic", "encounter_factory") is None


@pytest.mark.rule("A46", "A47", "A50")
def test_the_character_does_not_go_to_an_own_mech() -> None:
    us = {"character": "C3", "workers": {"base": 2}, "mechs": {"speed": "D4"}}
    assert chosen(table_of(us=us, encounters=[]), "nordic", "encounter_factory") is None
    assert chosen(table_of(us=us, them={"character": "E3"}), "nordic", "character")[2] != "D4"


@pytest.mark.rule("A47", "A48", "A49", "QA47")
def test_character_and_mech_go_towards_combat_units() -> None:
    us = {"character": "C3", "mechs": {"speed": "B5", "artillery": "F5"}}
    table = table_of(us=us, them={"character": "G6", "mechs": {"speed": "base"}})
    assert chosen(table, "nordic", "mech") == ("mech", "B5", "F6")  # by the neighbourhood of the other mech
    # those on home bases count only when there are no others
    assert chosen(table_of(us=us), "nordic", "character") == ("character", "C3", "D3")


@pytest.mark.rule("A48", "A49")
def test_the_first_territory_counts_like_all_others() -> None:
    us = {"mechs": {"speed": "A3"}}
    assert chosen(table_of(us=us, them={"character": "A1"}), "nordic", "mech") == ("mech", "A3", "A2")


@pytest.mark.rule("QA47")
def test_without_combat_units_the_factory_decides() -> None:
    # an Automa whose combat units are all on its mat is alone with this one
    other = automa("saxony", character="mat", workers={"F1": 1, "G1": 1})
    us = automa("nordic", space=4, character="C5", workers={"base": 2})
    table = Table(us, other, seat("polania", character="base"), active="polania")
    table.state["character"][2] = -1  # nobody has one left
    assert chosen(table, "nordic", "character") == ("character", "C5", "C4")


@pytest.mark.rule("A48", "A50")
def test_a_mech_goes_to_no_own_combat_unit() -> None:
    us = {"character": "D4", "mechs": {"speed": "C3", "artillery": "D5"}}
    found = chosen(table_of(us=us, them={"character": "E3"}), "nordic", "mech")
    assert found[:2] == ("mech", "C3") and found[2] not in ("D4", "D5", "E3")


@pytest.mark.rule("A51", "QA51")
def test_an_attack_seeks_the_fewest_combat_units() -> None:
    us = {"character": "D4", "mechs": {"speed": "C3"}}
    them = {"character": "E4", "mechs": {"speed": "E4", "disarm": "D5"}}
    assert chosen(table_of(us=us, them=them), "nordic", "attack_combat") == ("mech", "C3", "D5")


@pytest.mark.rule("A51", "QA43")
def test_on_one_place_a_mech_attacks_before_the_character() -> None:
    us = {"character": "base", "mechs": {"speed": "base"}, "workers": {"A5": 1, "base": 1}}
    found = chosen(table_of(us=us, them={"character": "B6"}), "nordic", "attack_combat")
    assert found == ("mech", "base", "B6")  # it is put straight on the destination (A53)


@pytest.mark.rule("A52")
def test_an_attack_on_workers_seeks_the_most() -> None:
    us = {"character": "D4", "workers": {"base": 2}}
    them = {"workers": {"E4": 1, "C3": 2, "D5": 3}, "character": "D5"}
    assert chosen(table_of(us=us, them=them), "nordic", "attack_workers") == ("character", "D4", "C3")


@pytest.mark.rule("A52", "A51")
def test_a_mech_attacks_workers_too() -> None:
    us = {"character": "D4", "mechs": {"speed": "C3"}}
    found = chosen(table_of(us=us, them={"workers": {"E4": 1, "base": 1}}), "nordic", "attack_workers")
    assert found == ("mech", "C3", "E4")


# -- ties --------------------------------------------------------------------------------------------------------------


def bits(*places: str) -> int:
    return sum(1 << PLACES.index(place) for place in places)


@pytest.mark.rule("A103", "A104", "QA103.1", "QA103.2")
def test_the_tie_token_goes_two_bases_after_every_use() -> None:
    seats = automa("nordic"), automa("rusviet"), seat("crimea")
    table = Table(*seats, active="crimea")
    s = LAYOUT.view(table.states, 0)
    ring = []
    for _ in range(8):
        ring.append(FACTIONS[table.state["tie_base"]])
        break_tie(s, bits("A1", "H1"))
    assert ring == ["albion", "rusviet", "crimea", "polania", "nordic", "togawa", "saxony", "albion"]
    table.state["tie_base"] = FACTIONS.index("crimea")
    assert PLACES[break_tie(s, bits("A1", "H1"))] == "H1"
    assert PLACES[break_tie(s, bits("A1"))] == "A1"  # no tie, no use
    assert FACTIONS[table.state["tie_base"]] == "polania"


@pytest.mark.rule("QA103.1", "QA103.2")
def test_a_unit_chosen_by_the_token_uses_it_though_no_territory_follows() -> None:
    # card 19: no workers are there to attack for one of two mechs; a worker goes to B5, which is nearest the Factory
    us = automa("nordic", 19, character="mat", mechs={"speed": "A4", "artillery": "A5"}, workers={"base": 2})
    others = (seat(name, character="base", workers={"base": 2}) for name in ("crimea", "saxony"))
    table = Table(us, *others, active="nordic")
    assert table["nordic"].last == ("worker", "nordic base", "B5")
    assert FACTIONS[table.state["tie_base"]] == "rusviet"  # used once


@pytest.mark.rule("A103", "QA103.2")
def test_what_is_still_tied_is_settled_from_the_next_base() -> None:
    table = Table(automa("nordic"), automa("rusviet"), seat("crimea"), active="crimea")
    s = LAYOUT.view(table.states, 0)
    # A1 and A2 are one step from Albion's base; from Rusviet's the second is nearer
    assert PLACES[break_tie(s, bits("A1", "A2"))] == "A2"
    assert FACTIONS[table.state["tie_base"]] == "crimea"


@pytest.mark.rule("A103")
def test_every_tie_is_settled() -> None:
    """No two territories are as far from all seven bases."""
    for a in range(len(HEX_NAMES)):
        for b in range(a):
            places = 1 << a | 1 << b
            assert any(nearest(places, len(HEX_NAMES) + base) != places for base in range(len(FACTIONS)))


@pytest.mark.rule("QA103.2", "A41")
def test_with_two_seats_reading_order_settles_ties() -> None:
    table = table_of()
    s = LAYOUT.view(table.states, 0)
    assert PLACES[break_tie(s, bits("H1", "A2", "B5"))] == "A2"
