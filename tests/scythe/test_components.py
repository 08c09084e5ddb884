"""The component data against the rules, against the sums and counts they share, and against damage."""

import copy
import dataclasses
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from scythe_env.core import document
from scythe_env.core.compiling import JIT
from scythe_env.scythe import components as scythe
from scythe_env.scythe import constants
from scythe_env.scythe.components import BOTTOM_ACTIONS, DIRECTIONS, FACTIONS, HEX_NAMES, MATS, Board, Components

COMPONENTS = scythe.load_components()
BOARD = COMPONENTS.board
LAKES = {index for index, place in enumerate(BOARD.hexes) if place.is_lake}
RAW = scythe.read_raw()

no_rules = pytest.mark.skipif(not JIT, reason="takes long, and no rule runs in it")


def hexes(names: str) -> set[int]:
    return {HEX_NAMES.index(name) for name in names.split()}


def land(faction: str) -> tuple[int, ...]:
    """The hexes that a home base is joined to by land."""
    return tuple(edge.hex for edge in BOARD.bases[FACTIONS.index(faction)].edges if edge.kind == "land")


def land_region(board: Board, start: tuple[int, ...]) -> set[int]:
    """What a unit without abilities reaches on foot, rivers and lakes closed and tunnels open."""
    reached, todo = set(start), list(start)
    while todo:
        here = todo.pop()
        steps = [n for n in board.neighbours[here] if board.edge_kind(here, n) == "land"]
        if here in board.tunnels:
            steps += board.tunnels
        todo += [step for step in steps if step not in reached]
        reached.update(steps)
    return reached


# -- set-up ------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("R2")
def test_starting_power_and_combat_cards() -> None:
    found = {faction.name: (faction.power, faction.combat_cards) for faction in COMPONENTS.factions}
    assert found == {
        "saxony": (1, 4),
        "rusviet": (3, 2),
        "nordic": (4, 1),
        "crimea": (5, 0),
        "polania": (2, 3),
        "albion": (3, 0),
        "togawa": (0, 2),
    }


@pytest.mark.rule("R3")
def test_workers_start_on_the_two_land_neighbours() -> None:
    for faction in COMPONENTS.factions:
        assert set(faction.workers) == set(land(faction.name))
        assert len(land(faction.name)) == 2
    assert {f.name: {BOARD.hexes[w].terrain for w in f.workers} for f in COMPONENTS.factions} == {
        "nordic": {"forest", "tundra"},
        "rusviet": {"village", "mountain"},
        "crimea": {"farm", "village"},
        "saxony": {"mountain", "tundra"},
        "polania": {"forest", "farm"},
        "albion": {"mountain", "farm"},
        "togawa": {"tundra", "farm"},
    }
    assert COMPONENTS.tracks.workers == 2 + 6


@pytest.mark.rule("R5")
def test_factions_sit_clockwise() -> None:
    assert FACTIONS == ("albion", "nordic", "rusviet", "togawa", "crimea", "saxony", "polania")
    assert tuple(faction.name for faction in COMPONENTS.factions) == FACTIONS
    # Going clockwise around the Factory, the cross product of neighbouring bases stays on one side (r points south).
    points = [(base.q + base.r / 2, base.r) for base in BOARD.bases]
    for (x1, y1), (x2, y2) in zip(points, points[1:] + points[:1], strict=True):
        assert x1 * y2 - x2 * y1 > 0


@pytest.mark.rule("R6")
def test_mat_numbers_and_turn_rank() -> None:
    assert MATS == ("industrial", "engineering", "militant", "patriotic", "innovative", "mechanical", "agricultural")


@pytest.mark.rule("R7")
def test_starting_popularity_and_coins() -> None:
    found = {mat.name: (mat.popularity, mat.coins) for mat in COMPONENTS.mats}
    assert found == {
        "industrial": (2, 4),
        "engineering": (2, 5),
        "militant": (3, 4),
        "patriotic": (2, 6),
        "innovative": (3, 5),
        "mechanical": (3, 6),
        "agricultural": (4, 7),
    }


@pytest.mark.rule("R8")
@pytest.mark.parametrize("mat", COMPONENTS.mats, ids=MATS)
def test_sums_that_all_mats_share(mat: scythe.PlayerMat) -> None:
    assert sum(column.cost for column in mat.columns) == 13
    assert sum(column.cost - column.coverable for column in mat.columns) == 7
    assert sum(column.coins for column in mat.columns) == 6
    assert sum(column.coverable for column in mat.columns) == 6
    assert max(column.coverable for column in mat.columns) <= 3
    assert sorted(column.top for column in mat.columns) == sorted(scythe.TOP_ACTIONS)
    assert tuple(column.bottom for column in mat.columns) == BOTTOM_ACTIONS
    assert all(column.coverable <= column.cost for column in mat.columns)
    assert scythe.BOTTOM_RESOURCES == ("oil", "metal", "wood", "food")


def test_pairings_differ_between_mats() -> None:
    layouts = {tuple((c.top, c.cost, c.coverable, c.coins) for c in mat.columns) for mat in COMPONENTS.mats}
    assert len(layouts) == 7


@pytest.mark.rule("R10")
def test_eleven_encounters() -> None:
    assert set(BOARD.encounters) == hexes("A3 B2 B5 B7 D2 D6 E1 F2 F3 F6 G4")


@pytest.mark.rule("R12")
def test_combat_deck() -> None:
    assert {kind.value: kind.count for kind in COMPONENTS.combat_cards} == {2: 16, 3: 12, 4: 8, 5: 6}
    assert sum(kind.count for kind in COMPONENTS.combat_cards) == 42


@pytest.mark.rule("R16")
def test_banned_pairs() -> None:
    assert set(COMPONENTS.tracks.banned_pairs) == {("rusviet", "industrial"), ("crimea", "patriotic")}


# -- board -------------------------------------------------------------------------------------------------------------


def test_hexes_rivers_and_terrains() -> None:
    lengths = {"A": 6, "B": 7, "C": 6, "D": 7, "E": 7, "F": 7, "G": 6, "H": 1}
    assert tuple(f"{row}{n}" for row, length in lengths.items() for n in range(1, length + 1)) == HEX_NAMES
    assert Counter(place.terrain for place in BOARD.hexes) == Counter(
        mountain=8, farm=7, tundra=8, forest=7, village=9, lake=7, factory=1
    )
    assert len(BOARD.rivers) == len(set(BOARD.rivers)) == 31
    assert BOARD.factory == HEX_NAMES.index("D4")
    assert BOARD.hexes[BOARD.factory].terrain == "factory"
    assert hexes("B1 B3 C4 D3 E5 E7 G2") == LAKES
    for place in BOARD.hexes:
        assert place.terrain not in ("lake", "factory") or not (place.encounter or place.tunnel)


def test_positions() -> None:
    """The rows lie from north to south, each without a gap from west to east, around the Factory at (0, 0)."""
    for name, place in zip(HEX_NAMES, BOARD.hexes, strict=True):
        assert place.r == "ABCDEFGH".index(name[0]) - 3
        assert place.q - BOARD.hexes[HEX_NAMES.index(f"{name[0]}1")].q == int(name[1]) - 1
    assert (BOARD.hexes[BOARD.factory].q, BOARD.hexes[BOARD.factory].r) == (0, 0)
    spots = [(spot.q, spot.r) for spot in (*BOARD.hexes, *BOARD.bases)]
    assert len(set(spots)) == len(spots)


def test_adjacency() -> None:
    assert all((-q, -r) == DIRECTIONS[(k + 3) % 6] for k, (q, r) in enumerate(DIRECTIONS))
    for here, around in enumerate(BOARD.neighbours):
        steps = {(BOARD.hexes[n].q - BOARD.hexes[here].q, BOARD.hexes[n].r - BOARD.hexes[here].r) for n in around}
        assert steps <= set(DIRECTIONS)
        assert len(steps) == len(around)
        assert all(here in BOARD.neighbours[n] for n in around)
    assert set(BOARD.neighbours[BOARD.factory]) == hexes("C3 C4 D3 D5 E4 E5")
    assert set(BOARD.neighbours[HEX_NAMES.index("H1")]) == hexes("G3 G4")
    assert set(BOARD.neighbours[HEX_NAMES.index("E6")]) == hexes("E7 D6 D5 E5 F5 F6")
    edges = {(a, b) for a in range(47) for b in BOARD.neighbours[a] if a < b and not {a, b} & LAKES}
    assert len(edges) == 79
    assert set(BOARD.rivers) <= edges


@pytest.mark.rule("R35")
def test_tunnels() -> None:
    assert set(BOARD.tunnels) == hexes("B4 C2 C5 E3 E6 F4")


@pytest.mark.rule("R37")
@pytest.mark.parametrize(
    ("faction", "region"),
    [
        ("nordic", "A4 A5 B5"),
        ("rusviet", "C6 D6 D7"),
        ("crimea", "G3 G4 H1"),
        ("saxony", "F1 F2 G1"),
        ("polania", "C1 D1 D2"),
    ],
)
def test_base_factions_start_locked_in_by_rivers(faction: str, region: str) -> None:
    assert land_region(BOARD, land(faction)) == hexes(region)


@pytest.mark.rule("R233")
def test_albion_and_togawa_walk_to_the_factory() -> None:
    regions = [land_region(BOARD, land(name)) for name in ("albion", "togawa")]
    assert regions[0] == regions[1]
    assert len(regions[0]) == 25
    assert BOARD.factory in regions[0]
    for name in ("albion", "togawa"):
        mechs = COMPONENTS.factions[FACTIONS.index(name)].mechs
        assert not {"riverwalk", "speed"} & set(mechs)


@pytest.mark.rule("R37", "R38")
def test_rivers_lie_between_land_hexes() -> None:
    for a, b in BOARD.rivers:
        assert a < b
        assert b in BOARD.neighbours[a]
        assert not {a, b} & LAKES
        assert BOARD.edge_kind(a, b) == BOARD.edge_kind(b, a) == "river"
    assert BOARD.edge_kind(*sorted(hexes("A1 A2"))) == "land"
    assert BOARD.edge_kind(*sorted(hexes("A1 B1"))) == "lake"


@pytest.mark.rule("R40")
def test_edges_of_home_bases() -> None:
    found = {base.faction: {(HEX_NAMES[edge.hex], edge.kind) for edge in base.edges} for base in BOARD.bases}
    land = "land"
    for base in BOARD.bases:  # all hexes beside the base, and what they are, are told
        around = {(base.q + q, base.r + r) for q, r in DIRECTIONS}
        assert {edge.hex for edge in base.edges} == {k for k, h in enumerate(BOARD.hexes) if (h.q, h.r) in around}
        assert all((edge.kind == "lake") == BOARD.hexes[edge.hex].is_lake for edge in base.edges)
    assert tuple(base.faction for base in BOARD.bases) == FACTIONS
    assert found == {
        "albion": {("A1", land), ("A2", land)},
        "nordic": {("A4", land), ("A5", land)},
        "rusviet": {("C6", land), ("D7", land), ("B7", "river")},
        "togawa": {("F7", land), ("G6", land)},
        "crimea": {("H1", land), ("G3", land), ("G2", "lake")},
        "saxony": {("F1", land), ("G1", land)},
        "polania": {("C1", land), ("D1", land), ("B1", "lake")},
    }


# -- mats and tracks ---------------------------------------------------------------------------------------------------


@pytest.mark.rule("R39", "R233")
def test_riverwalk_terrains() -> None:
    assert {faction.name: set(faction.riverwalk) for faction in COMPONENTS.factions} == {
        "nordic": {"forest", "mountain"},
        "rusviet": {"farm", "village"},
        "crimea": {"farm", "tundra"},
        "saxony": {"forest", "mountain"},
        "polania": {"village", "mountain"},
        "albion": set(),
        "togawa": set(),
    }
    for faction in COMPONENTS.factions:
        assert len(set(faction.riverwalk)) == len(faction.riverwalk)
        assert bool(faction.riverwalk) == (faction.mechs[0] == "riverwalk") == (faction.mechs[3] == "speed")


def test_abilities() -> None:
    shown = Counter(mech for faction in COMPONENTS.factions for mech in faction.mechs)
    assert shown.pop("riverwalk") == shown.pop("speed") == 5
    assert set(shown.values()) == {1}
    assert len(shown) == 18


@pytest.mark.rule("R27", "R28", "R61", "R63", "R68", "R87")
def test_top_actions() -> None:
    tracks = COMPONENTS.tracks
    assert {benefit.name: (benefit.value, benefit.upgraded) for benefit in tracks.top_benefits} == {
        "move_units": (2, 3),
        "move_coins": (1, 2),
        "bolster_power": (2, 3),
        "bolster_cards": (1, 2),
        "trade_popularity": (1, 2),
        "produce_territories": (2, 3),
    }
    assert all(benefit.name.startswith(benefit.top) for benefit in tracks.top_benefits)
    assert dict(tracks.top_costs) == {"move": 0, "bolster": 1, "trade": 1, "produce": 0}
    assert (tracks.move_steps, tracks.speed_steps) == (1, 1)
    assert tracks.trade_resources == 2


@pytest.mark.rule("R62", "R66", "R96", "R98", "R226")
def test_bonuses() -> None:
    tracks = COMPONENTS.tracks
    assert tracks.structure_bonuses == (("monument", (("popularity", 1),)), ("armory", (("power", 1),)))
    assert tracks.recruit_bonuses == (
        ("upgrade", (("power", 1),)),
        ("deploy", (("coins", 1),)),
        ("build", (("popularity", 1),)),
        ("enlist", (("combat_cards", 1),)),
    )
    assert dict(tracks.one_time_bonuses) == {"power": 2, "coins": 2, "popularity": 2, "combat_cards": 2}
    assert dict(tracks.traps) == {"popularity": 2, "power": 3, "coins": 4, "combat_cards": 2}
    assert tracks.flags == 4


@pytest.mark.rule("R69")
@pytest.mark.parametrize(
    ("workers", "cost"),
    [
        (2, ""),
        (3, ""),
        (4, "power"),
        (5, "power"),
        (6, "power popularity"),
        (7, "power popularity"),
        (8, "power popularity coins"),
    ],
)
def test_produce_costs(workers: int, cost: str) -> None:
    assert {name for name, start in COMPONENTS.tracks.produce_costs if workers >= start} == set(cost.split())


@pytest.mark.rule("R67", "R121", "R175", "R180", "R191")
def test_limits_and_stars() -> None:
    tracks = COMPONENTS.tracks
    assert (tracks.power_max, tracks.popularity_max, tracks.dial_max, tracks.stars) == (16, 18, 7, 6)
    assert dict(tracks.star_goals) == {
        "upgrades": 6,
        "mechs": 4,
        "structures": 4,
        "recruits": 4,
        "workers": 8,
        "objective": 1,
        "combat_wins": 2,
        "popularity": 18,
        "power": 16,
    }
    goals = dict(tracks.star_goals)
    assert (goals["popularity"], goals["power"], goals["workers"]) == (
        tracks.popularity_max,
        tracks.power_max,
        tracks.workers,
    )
    assert goals["upgrades"] == len(tracks.top_benefits)
    assert {goals["upgrades"]} == {sum(column.coverable for column in mat.columns) for mat in COMPONENTS.mats}
    assert (goals["mechs"], goals["structures"], goals["recruits"]) == (
        constants.NUM_SLOTS,
        constants.NUM_STRUCTURES,
        constants.NUM_BOTTOMS,
    )
    assert tracks.factory_territories == 3


@pytest.mark.rule("R131", "R202", "R208", "R211", "R235")
def test_numbers_of_combat_and_abilities() -> None:
    tracks = COMPONENTS.tracks
    assert (tracks.loser_cards, tracks.ability_power, tracks.artillery_cost) == (1, 2, 1)
    assert (tracks.wayfare_base_players, tracks.meander_players, tracks.meander_coins) == (5, 6, 3)


@pytest.mark.rule("R188")
@pytest.mark.parametrize(
    ("popularity", "coins"),
    [(0, (3, 2, 1)), (6, (3, 2, 1)), (7, (4, 3, 2)), (12, (4, 3, 2)), (13, (5, 4, 3)), (18, (5, 4, 3))],
)
def test_popularity_tiers(popularity: int, coins: tuple[int, int, int]) -> None:
    tier = COMPONENTS.tracks.tier(popularity)
    assert (tier.star, tier.territory, tier.resource_pair) == coins


@pytest.mark.rule("R188")
def test_tiers_follow_one_another() -> None:
    tiers = COMPONENTS.tracks.tiers
    assert [tier.min for tier in tiers] == [0, *(tier.max + 1 for tier in tiers[:-1])]
    assert tiers[-1].max == COMPONENTS.tracks.popularity_max


@pytest.mark.rule("R193", "R194")
def test_structure_tiles() -> None:
    tiles = {tile.kind: tile.coins for tile in COMPONENTS.structure_tiles}
    assert tuple(tiles) == scythe.TILE_KINDS
    for coins in tiles.values():
        assert coins[:2] == (0, 2)
        assert len(coins) >= 5
        assert list(coins) == sorted(coins)
    assert tiles["lakes_beside"][4] == 6
    assert [tiles[kind][6] for kind in ("tunnels_beside", "lakes_beside", "encounters_beside")] == [9, 9, 9]
    assert [tiles[kind][4] for kind in ("on_tunnels", "longest_line", "on_farm_or_tundra")] == [6, 9, 9]


# -- objectives --------------------------------------------------------------------------------------------------------

THRESHOLDS = {
    1: "controlled_mountain >= 3",
    2: "controlled_tunnels >= 3",
    3: "controlled_farm >= 3",
    4: "controlled_tundra >= 3",
    5: "controlled_factory >= 1, highest_power >= 1",
    6: "drove_off_worker >= 1, power >= 7",
    7: "factory_cards >= 1, mechs >= 1, workers <= 3",
    8: "coins <= 2, workers >= 4, popularity >= 7",
    9: "most_tokens_with_all_types >= 9",
    10: "controlled_forest >= 3",
    11: "controlled_village >= 3",
    12: "coins >= 20",
    13: "most_pieces >= 6",
    14: "upgrades >= 1, mechs >= 1, structures >= 1, recruits >= 1, fewest_tokens_by_type >= 1",
    15: "workers_minus_recruits >= 0, workers_minus_recruits <= 0",
    16: "wolf_territories >= 1",
    17: "factory_cards <= 0, controlled_around_factory >= 2",
    18: "power <= 0, popularity >= 13, workers >= 5",
    19: "most_controlled_around_lake >= 5",
    20: "structures >= 3, popularity >= 7, mechs <= 0",
    21: "most_tokens_of_type >= 9",
    22: "factory_cards >= 1, upgrades <= 0",
    23: "combat_cards >= 8, combat_stars >= 1",
    24: "most_workers_beside_factory >= 5",
    25: "popularity <= 3, power >= 13, mechs >= 2",
    26: "terrains_with_worker >= 5",
    27: "structures >= 3, structures_beside_home <= 0",
}


@pytest.mark.rule("R173", "R174")
@pytest.mark.parametrize("objective", COMPONENTS.objectives, ids=lambda objective: str(objective.number))
def test_objective_thresholds(objective: scythe.Objective) -> None:
    found = []
    for condition in objective.conditions:
        found += [f"{condition.quantity} >= {condition.min}"] if condition.min is not None else []
        found += [f"{condition.quantity} <= {condition.max}"] if condition.max is not None else []
    assert ", ".join(found) == THRESHOLDS[objective.number]


@pytest.mark.rule("R171")
def test_objectives_of_the_end_of_the_turn() -> None:
    end = {objective.number for objective in COMPONENTS.objectives if objective.timing == "end_of_turn"}
    assert end == {1, 2, 3, 4, 5, 9, 10, 11, 12, 14, 16, 17, 19, 21, 24, 26}


@pytest.mark.rule("R173", "R174")
def test_objective_numbers_and_quantities() -> None:
    assert [objective.number for objective in COMPONENTS.objectives] == list(range(1, 28))
    assert {objective.number for objective in COMPONENTS.objectives if objective.promo} == {24, 25, 26, 27}
    assert len({objective.name for objective in COMPONENTS.objectives}) == 27
    used = {condition.quantity for objective in COMPONENTS.objectives for condition in objective.conditions}
    assert used == set(scythe.QUANTITIES)
    assert (COMPONENTS.tracks.objectives_dealt, COMPONENTS.tracks.wolf_tokens) == (2, 5)


# -- encounters and Factory cards --------------------------------------------------------------------------------------


@pytest.mark.rule("R146", "R155")
@pytest.mark.parametrize("card", COMPONENTS.encounters, ids=lambda card: str(card.number))
def test_encounter_options(card: scythe.EncounterCard) -> None:
    free, coins, popularity = card.options
    assert [option.option for option in card.options] == ["A", "B", "C"]
    assert free.pay == ()
    assert 1 <= dict(free.gain)["popularity"] <= 2
    assert coins.pay in ((("coins", number),) for number in (2, 3, 4))
    assert popularity.pay in ((("popularity", number),) for number in (2, 3))
    for option in card.options:
        order = [scythe.GAINS.index(name) for name, _ in option.gain]
        assert order == sorted(order)
        assert len(order) > 0
        assert "produce" not in dict(option.gain)


@pytest.mark.rule("R155")
@pytest.mark.parametrize("card", COMPONENTS.encounters[:28], ids=lambda card: str(card.number))
def test_prices_of_base_encounters(card: scythe.EncounterCard) -> None:
    for option in card.options:
        pay, gains = dict(option.pay), dict(option.gain)
        price = pay.get("coins", 0), pay.get("popularity", 0)
        tokens = sum(gains.get(name, 0) for name in (*scythe.RESOURCES, "any"))
        assert set(gains.values()) <= {1, 2, 3, 4, 5}
        if "deploy" in gains:
            assert price in {(4, 0), (0, 3)}
        if "enlist" in gains or "build" in gains:
            assert price in {(3, 0), (0, 2)}
        if "upgrade" in gains:
            assert price == ((0, 2) if tokens == 2 else (2, 0))
            assert tokens in (0, 2)
        if tokens == 4:
            assert price in {(2, 0), (0, 2)}
        if tokens == 5:
            assert (price, gains) == ((0, 3), {"any": 5})
        assert price[1] == 3 or tokens < 5
        for name in ("worker", "upgrade", "deploy", "build", "enlist"):
            assert gains.get(name, 1) == 1


@pytest.mark.rule("R155")
def test_promotional_encounters() -> None:
    assert [card.number for card in COMPONENTS.encounters] == list(range(1, 43))
    assert {card.number for card in COMPONENTS.encounters if card.promo} == set(range(29, 43))
    gains = {(card.number, o.option): o.gain for card in COMPONENTS.encounters for o in card.options}
    assert gains[31, "C"] == (("look", 1), ("combat_cards", 3))
    assert gains[42, "B"] == (("relocate", 1),)
    for special, place in (("look", (31, "C")), ("relocate", (42, "B"))):
        assert {key for key, value in gains.items() if special in dict(value)} == {place}
    upgrades = [o for o in COMPONENTS.encounters[28].options if dict(o.gain) == {"upgrade": 1}]
    assert [o.pay for o in upgrades] == [(("coins", 3),)]


@pytest.mark.rule("R9", "R160", "R162", "R165")
def test_factory_cards() -> None:
    cards = COMPONENTS.factory_cards
    assert [card.number for card in cards] == list(range(1, 19))
    assert {card.number for card in cards if card.promo} == set(range(13, 19))
    assert {card.number for card in cards if card.take == "one"} == {2, 7, 13, 18}
    assert [(card.number, card.gain) for card in cards if "produce" in dict(card.gain)] == [(1, (("produce", 2),))]
    assert all(len(card.gain) >= (2 if card.take == "one" else 1) for card in cards)
    assert all(card.pay for card in cards)
    assert all(not set(scythe.RESOURCES) & set(dict(card.pay)) for card in cards)
    assert all(not {"any", "different"} & set(dict(card.pay)) for card in cards if not card.promo)
    assert COMPONENTS.tracks.factory_cards_beyond_players == 1
    assert (COMPONENTS.tracks.factory_move_units, COMPONENTS.tracks.factory_move_steps) == (1, 2)


# -- form --------------------------------------------------------------------------------------------------------------


def test_components_are_cached_and_immutable() -> None:
    assert scythe.load_components() is COMPONENTS
    assert hash(COMPONENTS) == hash(scythe.parse(RAW))
    assert scythe.parse(RAW) == COMPONENTS
    with pytest.raises(dataclasses.FrozenInstanceError):
        COMPONENTS.tracks.stars = 7  # type: ignore[misc]


def test_names_agree_with_the_index_constants() -> None:
    for faction in COMPONENTS.factions:
        assert [getattr(constants, mech.upper()) for mech in faction.mechs] == [0, 1, 2, 3]
    assert len(HEX_NAMES) == constants.NUM_HEXES
    assert len(HEX_NAMES) + len(FACTIONS) == constants.NUM_PLACES
    for group, first in ((scythe.BONUSES, "power"), (scythe.RESOURCES, "metal"), (BOTTOM_ACTIONS, "upgrade")):
        at = getattr(constants, f"GAIN_{first.upper()}")
        assert scythe.GAINS[at : at + len(group)] == group


def test_every_number_drives_something() -> None:
    """No number of the tracks is there for the tests alone."""
    folder = Path(scythe.__file__).parent
    source = "".join(file.read_text("utf-8") for file in folder.rglob("*.py") if file.name != "components.py")
    unused = [field.name for field in dataclasses.fields(scythe.Tracks) if f".{field.name}" not in source]
    assert unused == ["provenance"]


# -- damage ------------------------------------------------------------------------------------------------------------

Keys = tuple[str | int, ...]


def damaged(path: Keys, value: Any) -> dict[str, Any]:
    """A copy of the data with the entry at ``path`` replaced, or changed if ``value`` is a function."""
    raw = dict(RAW)
    place: Any = raw
    for key in path[:-1]:
        place[key] = copy.copy(place[key])
        place = place[key]
    place[path[-1]] = value(copy.copy(place[path[-1]])) if callable(value) else value
    return raw


def without(row: dict[str, Any], key: str) -> dict[str, Any]:
    return {name: value for name, value in row.items() if name != key}


HEXES, RIVERS, BASES = ("board", "hexes"), ("board", "rivers"), ("board", "bases")
MAT, FACTION, OBJECTIVES = ("player_mats", "mats"), ("factions", "factions"), ("objectives", "objectives")
ENCOUNTERS, FACTORY, TILES = ("encounters", "cards"), ("factory_cards", "cards"), ("structure_bonus", "tiles")

DAMAGE: list[tuple[Keys, Any, str]] = [
    # board
    ((*HEXES,), {}, r"board.json, hexes: a list of objects is needed"),
    ((*HEXES, 1, "name"), "A1", r"board.json, hexes: name A1 occurs twice"),
    ((*HEXES, 1, "name"), None, r"board.json, hexes: each object needs a text for 'name'"),
    ((*HEXES, 1, "terrain"), "swamp", r"hexes\[A2\], terrain: unknown name 'swamp'; allowed are mountain"),
    ((*HEXES, 1, "q"), 10, r"hexes\[A2\], q: a whole number from -9 to 9 is needed, not 10"),
    ((*HEXES, 1, "encounter"), 1, r"hexes\[A2\], encounter: true or false is needed, not 1"),
    ((*HEXES, 1), lambda row: without(row, "tunnel"), r"hexes\[A2\]: the key 'tunnel' is missing"),
    ((*HEXES, 1), lambda row: {**row, "snow": 1}, r"hexes\[A2\]: unknown key 'snow'; allowed are name"),
    ((*RIVERS, 0), ["A1", "Z1"], r"rivers\[0\]\[1\]: unknown name 'Z1'; allowed are A1, A2"),
    ((*RIVERS, 0), ["B4"], r"rivers\[0\]: 1 entries, but 2 are needed"),
    ((*BASES, 1, "faction"), "albion", r"bases: faction albion occurs twice"),
    ((*BASES, 1, "faction"), "fenris", r"bases\[fenris\], faction: unknown name 'fenris'; allowed are albion"),
    ((*BASES, 2, "edges", 0, "kind"), "bridge", r"unknown name 'bridge'; allowed are land, river, lake"),
    ((*BASES, 2, "edges", 0), {"hex": "C6", "kind": "land"}, r"bases\[rusviet\], edges: hex C6 occurs twice"),
    # player mats
    ((*MAT,), [], r"banned_pairs\[0\]\[1\]: unknown name 'industrial'; allowed are"),
    ((*MAT, 0, "popularity"), 100, r"mats\[industrial\], popularity: a whole number from 0 to 99 is needed, not 100"),
    ((*MAT, 0, "columns", 0, "bottom"), "enlist", r"mats\[industrial\], columns: bottom enlist occurs twice"),
    ((*MAT, 0, "columns", 0, "bottom"), "fly", r"unknown name 'fly'; allowed are upgrade, deploy, build, enlist"),
    # factions
    ((*FACTION, 0, "name"), "fenris", r"bases\[albion\], faction: unknown name 'albion'; allowed are fenris, nordic"),
    ((*FACTION, 0, "workers"), ["A1"], r"factions\[albion\], workers: 1 entries, but 2 are needed"),
    ((*FACTION, 1, "riverwalk", 0), "lake", r"unknown name 'lake'; allowed are mountain, farm"),
    ((*FACTION, 1, "mechs", 1), 5, r"factions\[nordic\], mechs\[1\]: a text is needed, not 5"),
    # cards and tiles
    (("combat_cards", "cards", 0, "value"), 3, r"combat_cards.json, cards: value 3 occurs twice"),
    ((*OBJECTIVES, 1, "number"), 1, r"objectives.json, objectives: number 1 occurs twice"),
    ((*OBJECTIVES, 1, "timing"), "never", r"objectives\[2\], timing: unknown name 'never'; allowed are any"),
    ((*OBJECTIVES, 1, "conditions", 0, "quantity"), "gold", r"unknown name 'gold'; allowed are controlled_mountain"),
    ((*OBJECTIVES, 7, "conditions", 1, "quantity"), "coins", r"conditions: quantity coins occurs twice"),
    ((*ENCOUNTERS, 5, "options"), lambda rows: rows[:2], r"cards\[6\], options: 2 entries, but 3 are needed"),
    ((*ENCOUNTERS, 5, "options", 1, "pay"), {"food": 1}, r"pay: unknown key 'food'; allowed are power, coins"),
    ((*ENCOUNTERS, 5, "options", 1, "gain"), {"food": 0}, r"gain, food: a whole number from 1 to 99 is needed, not 0"),
    ((*FACTORY, 2, "gain"), {"mech": 1}, r"cards\[3\], gain: unknown key 'mech'; allowed are look, power"),
    ((*FACTORY, 2, "take"), "two", r"cards\[3\], take: unknown name 'two'; allowed are all, one"),
    ((*TILES, 0, "kind"), "on_tunnels", r"structure_bonus.json, tiles: kind on_tunnels occurs twice"),
    # tracks
    (("tracks", "top_costs", "fly"), 2, r"top_costs: unknown key 'fly'; allowed are move"),
    (("tracks", "recruit_bonuses"), lambda row: without(row, "build"), r"recruit_bonuses: the key 'build' is missing"),
    (("tracks", "banned_pairs", 0), ["rusviet"], r"banned_pairs\[0\]: 1 entries, but 2 are needed"),
    (("tracks", "banned_pairs", 0, 1), "wild", r"banned_pairs\[0\]\[1\]: unknown name 'wild'; allowed are industrial"),
    (("tracks",), lambda row: without(row, "flags"), r"tracks.json: the key 'flags' is missing"),
    # files
    (("tracks",), lambda row: without(row, "provenance"), r"tracks.json: the key 'provenance' is missing"),
    (("objectives",), lambda row: {**row, "more": 1}, r"objectives.json: unknown key 'more'; allowed are provenance"),
    (("board", "provenance"), " ", r"board.json, provenance: a text is needed"),
]


@pytest.mark.parametrize(("path", "value", "message"), DAMAGE, ids=lambda part: part if isinstance(part, str) else "")
def test_damaged_data_is_refused(path: Keys, value: Any, message: str) -> None:
    if path[-1] == "fly":
        raw = damaged(path[:-1], lambda row: {**row, "fly": value})
    else:
        raw = damaged(path, value)
    with pytest.raises(ValueError, match=message):
        scythe.parse(raw)


def test_a_repeated_key_is_refused() -> None:
    with pytest.raises(ValueError, match=r"tracks.json: the key 'stars' occurs twice"):
        document.unique("tracks.json", [("stars", 6), ("stars", 7)])


def entries(value: Any, path: Keys = ()) -> Iterator[Keys]:
    """The paths of the entries below ``value``, of long lists only the first ones (the others have the same form)."""
    items = value.items() if isinstance(value, dict) else enumerate(value[:6]) if isinstance(value, list) else ()
    for key, entry in items:
        yield (*path, key)
        yield from entries(entry, (*path, key))


@no_rules
@pytest.mark.parametrize("name", sorted(RAW))
def test_every_entry_is_checked(name: str) -> None:
    """Whatever entry is of the wrong type or out of range, the fault is reported with the file it lies in."""
    for path in entries(RAW[name], (name,)):
        for value in (None, 100):
            with pytest.raises(ValueError, match=rf"^{name}\.json"):
                scythe.parse(damaged(path, value))


@no_rules
@pytest.mark.parametrize("name", sorted(RAW))
def test_every_key_is_needed(name: str) -> None:
    """Only an open side of a condition, what few Automa symbols have and entries of free amounts may be left out."""
    for path in entries(RAW[name], (name,)):
        key, free = path[-1], ("gain", "pay", "structure_bonuses", "produce_costs")
        if isinstance(key, int) or path[-2] in free or {"recruit_bonuses", "structure_bonuses"} & set(path[:-2]):
            continue
        if "conditions" in path and key in ("min", "max"):
            continue
        if name == "automa" and key in ("faction", "bonus", "min_power"):
            continue
        with pytest.raises(ValueError, match=rf"^{name}\.json.*{key}"):
            scythe.parse(damaged(path[:-1], lambda row, key=key: without(row, key)))


def test_types_are_plain() -> None:
    def check(value: Any) -> None:
        if dataclasses.is_dataclass(value):
            for field in dataclasses.fields(value):
                check(getattr(value, field.name))
        elif isinstance(value, tuple):
            for entry in value:
                check(entry)
        else:
            assert value is None or type(value) in (int, bool, str)

    assert isinstance(COMPONENTS, Components)
    check(COMPONENTS)
