"""The component data against the rules, against the sums and counts they share, and against damage."""

import copy
import dataclasses
from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from scythe_env.scythe import components as scythe
from scythe_env.scythe import constants
from scythe_env.scythe.components import BOTTOM_ACTIONS, FACTIONS, HEX_NAMES, MATS, TERRAINS, Board, Components

COMPONENTS = scythe.load_components()
BOARD = COMPONENTS.board
RAW = scythe.read_raw()


def hexes(names: str) -> set[int]:
    return {HEX_NAMES.index(name) for name in names.split()}


def land_region(board: Board, start: tuple[int, ...]) -> set[int]:
    """What a unit without abilities reaches on foot, rivers and lakes closed and tunnels open."""
    reached, todo = set(start), list(start)
    while todo:
        here = todo.pop()
        steps = [n for n in board.neighbours[here] if n not in board.lakes and not board.is_river(here, n)]
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
    for faction, base in zip(COMPONENTS.factions, BOARD.bases, strict=True):
        assert set(faction.workers) == set(base.land)
        assert len(base.land) == 2
    assert {f.name: {BOARD.hexes[w].terrain for w in f.workers} for f in COMPONENTS.factions} == {
        "nordic": {"forest", "tundra"},
        "rusviet": {"village", "mountain"},
        "crimea": {"farm", "village"},
        "saxony": {"mountain", "tundra"},
        "polania": {"forest", "farm"},
        "albion": {"mountain", "farm"},
        "togawa": {"tundra", "farm"},
    }
    assert dict(COMPONENTS.tracks.pieces)["workers"] == 2 + 6


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
    assert [(mat.name, mat.number, mat.rank) for mat in COMPONENTS.mats] == [
        ("industrial", "1", 1),
        ("engineering", "2", 2),
        ("militant", "2a", 3),
        ("patriotic", "3", 4),
        ("innovative", "3a", 5),
        ("mechanical", "4", 6),
        ("agricultural", "5", 7),
    ]


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
    assert sum(column.minimum for column in mat.columns) == 7
    assert sum(column.coins for column in mat.columns) == 6
    assert sum(column.coverable for column in mat.columns) == 6
    assert max(column.coverable for column in mat.columns) <= 3
    assert sorted(column.top for column in mat.columns) == sorted(scythe.TOP_ACTIONS)
    assert tuple(column.bottom for column in mat.columns) == BOTTOM_ACTIONS
    assert [column.resource for column in mat.columns] == ["oil", "metal", "wood", "food"]


def test_columns_are_found_by_action() -> None:
    mat = COMPONENTS.mats[0]
    assert [mat.column_of(action) for action in ("bolster", "produce", "move", "trade")] == [0, 1, 2, 3]
    assert [mat.column_of(action) for action in BOTTOM_ACTIONS] == [0, 1, 2, 3]
    with pytest.raises(ValueError, match="no action 'fly'"):
        mat.column_of("fly")


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
    assert len(BOARD.hexes) == len(HEX_NAMES) == 47
    assert (HEX_NAMES[0], HEX_NAMES[22], HEX_NAMES[46]) == ("A1", "D4", "H1")
    assert Counter(place.terrain for place in BOARD.hexes) == Counter(
        mountain=8, farm=7, tundra=8, forest=7, village=9, lake=7, factory=1
    )
    assert len(BOARD.rivers) == 31
    assert BOARD.factory == HEX_NAMES.index("D4")
    assert BOARD.hexes[BOARD.factory].terrain == "factory"
    assert set(BOARD.lakes) == hexes("B1 B3 C4 D3 E5 E7 G2")
    assert [place.index for place in BOARD.hexes if place.is_lake] == list(BOARD.lakes)


def test_adjacency() -> None:
    for here, around in enumerate(BOARD.directed):
        assert tuple(sorted(n for n in around if n >= 0)) == BOARD.neighbours[here]
        for direction, there in enumerate(around):
            if there >= 0:
                assert BOARD.directed[there][(direction + 3) % 6] == here
    assert set(BOARD.neighbours[BOARD.factory]) == hexes("C3 C4 D3 D5 E4 E5")
    assert set(BOARD.neighbours[HEX_NAMES.index("H1")]) == hexes("G3 G4")
    assert [HEX_NAMES[n] for n in BOARD.directed[HEX_NAMES.index("E6")]] == ["E7", "D6", "D5", "E5", "F5", "F6"]
    edges = {(a, b) for a in range(47) for b in BOARD.neighbours[a] if a < b and not {a, b} & set(BOARD.lakes)}
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
    base = BOARD.bases[FACTIONS.index(faction)]
    assert land_region(BOARD, base.land) == hexes(region)


@pytest.mark.rule("R233")
def test_albion_and_togawa_walk_to_the_factory() -> None:
    regions = [land_region(BOARD, BOARD.bases[FACTIONS.index(name)].land) for name in ("albion", "togawa")]
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
        assert not {a, b} & set(BOARD.lakes)
        assert BOARD.is_river(a, b)
        assert BOARD.is_river(b, a)
    assert not BOARD.is_river(*sorted(hexes("A1 A2")))


@pytest.mark.rule("R40")
def test_edges_of_home_bases() -> None:
    found = {base.faction: {(HEX_NAMES[edge.hex], edge.kind) for edge in base.edges} for base in BOARD.bases}
    land = "land"
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
        assert bool(faction.riverwalk) == (faction.mechs[0] == "riverwalk") == (faction.mechs[3] == "speed")


def test_abilities() -> None:
    shown = [mech for faction in COMPONENTS.factions for mech in faction.mechs]
    assert set(shown) == set(scythe.MECH_ABILITIES)
    assert len(shown) == 28
    assert tuple(faction.ability for faction in COMPONENTS.factions) == scythe.ABILITIES
    assert len({faction.color for faction in COMPONENTS.factions}) == 7


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
    assert dict(zip(scythe.TOP_ACTIONS, tracks.top_costs, strict=True)) == {
        "move": 0,
        "bolster": 1,
        "trade": 1,
        "produce": 0,
    }
    assert tracks.trade_resources == 2


@pytest.mark.rule("R62", "R66", "R96", "R98", "R226")
def test_bonuses() -> None:
    tracks = COMPONENTS.tracks
    assert tracks.structure_bonuses == (None, ("popularity", 1), ("power", 1), None)
    assert tracks.recruit_bonuses == (("power", 1), ("coins", 1), ("popularity", 1), ("combat_cards", 1))
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
    assert COMPONENTS.tracks.produce_cost(workers) == tuple((name, 1) for name in cost.split())


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
    assert tracks.factory_territories == 3


@pytest.mark.rule("R188")
@pytest.mark.parametrize(
    ("popularity", "coins"),
    [(0, (3, 2, 1)), (6, (3, 2, 1)), (7, (4, 3, 2)), (12, (4, 3, 2)), (13, (5, 4, 3)), (18, (5, 4, 3))],
)
def test_popularity_tiers(popularity: int, coins: tuple[int, int, int]) -> None:
    tier = COMPONENTS.tracks.tier(popularity)
    assert (tier.star, tier.territory, tier.resource_pair) == coins


@pytest.mark.rule("R188")
@pytest.mark.parametrize("popularity", [-1, 19])
def test_no_tier_off_the_track(popularity: int) -> None:
    with pytest.raises(ValueError, match="track of 0 to 18"):
        COMPONENTS.tracks.tier(popularity)


@pytest.mark.rule("R193", "R194")
def test_structure_tiles() -> None:
    tiles = {tile.kind: tile for tile in COMPONENTS.structure_tiles}
    assert tuple(tiles) == scythe.TILE_KINDS
    assert tiles["lakes_beside"].pays(4) == 6
    for tile in tiles.values():
        assert tile.pays(0) == 0
        assert tile.pays(1) == 2
        assert tile.pays(99) == tile.coins[-1] == max(tile.coins)
    assert [tiles[kind].pays(6) for kind in ("tunnels_beside", "lakes_beside", "encounters_beside")] == [9, 9, 9]
    assert [tiles[kind].pays(4) for kind in ("on_tunnels", "longest_line", "on_farm_or_tundra")] == [6, 9, 9]


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
    bounds = {tuple(text.split()) for text in THRESHOLDS[objective.number].split(", ")}
    assert {bound[0] for bound in bounds} == {condition.quantity for condition in objective.conditions}
    for condition in objective.conditions:
        limits = [(sign, int(limit)) for quantity, sign, limit in bounds if quantity == condition.quantity]
        for value in range(-2, 25):
            expected = all(value >= limit if sign == ">=" else value <= limit for sign, limit in limits)
            assert condition.holds(value) == expected


@pytest.mark.rule("R171")
def test_objectives_of_the_end_of_the_turn() -> None:
    end = {objective.number for objective in COMPONENTS.objectives if objective.end_of_turn}
    assert end == {1, 2, 3, 4, 5, 9, 10, 11, 12, 14, 16, 17, 19, 21, 24, 26}


@pytest.mark.rule("R173", "R174")
def test_objective_numbers_and_quantities() -> None:
    assert [objective.number for objective in COMPONENTS.objectives] == list(range(1, 28))
    assert {objective.number for objective in COMPONENTS.objectives if objective.promo} == {24, 25, 26, 27}
    used = {condition.quantity for objective in COMPONENTS.objectives for condition in objective.conditions}
    assert used == set(scythe.QUANTITIES)
    assert COMPONENTS.tracks.objectives_dealt == 2


# -- encounters and Factory cards --------------------------------------------------------------------------------------


@pytest.mark.rule("R146", "R155")
@pytest.mark.parametrize("card", COMPONENTS.encounters, ids=lambda card: str(card.number))
def test_encounter_options(card: scythe.EncounterCard) -> None:
    free, coins, popularity = card.options
    assert (free.coins, free.popularity) == (0, 0)
    assert 1 <= dict(free.gains)["popularity"] <= 2
    assert 2 <= coins.coins <= 4
    assert coins.popularity == 0
    assert 2 <= popularity.popularity <= 3
    assert popularity.coins == 0
    for option in card.options:
        order = [scythe.GAINS.index(name) for name, _ in option.gains]
        assert order == sorted(order)


@pytest.mark.rule("R155")
@pytest.mark.parametrize("card", COMPONENTS.encounters[:28], ids=lambda card: str(card.number))
def test_prices_of_base_encounters(card: scythe.EncounterCard) -> None:
    for option in card.options:
        price, gains = (option.coins, option.popularity), dict(option.gains)
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
        assert option.popularity == 3 or tokens < 5
        for name in ("worker", "upgrade", "deploy", "build", "enlist"):
            assert gains.get(name, 1) == 1


@pytest.mark.rule("R155")
def test_promotional_encounters() -> None:
    assert [card.number for card in COMPONENTS.encounters] == list(range(1, 43))
    assert {card.number for card in COMPONENTS.encounters if card.promo} == set(range(29, 43))
    assert {card.number for card in COMPONENTS.encounters if card.confidence == "medium"} == {12, *range(37, 43)}
    gains = {(card.number, o.option): o.gains for card in COMPONENTS.encounters for o in card.options}
    assert gains[31, "C"] == (("look", 1), ("combat_cards", 3))
    assert gains[42, "B"] == (("relocate", 1),)
    for special, place in (("look", (31, "C")), ("relocate", (42, "B"))):
        assert {key for key, value in gains.items() if special in dict(value)} == {place}
    upgrades = [o for o in COMPONENTS.encounters[28].options if dict(o.gains) == {"upgrade": 1}]
    assert [o.coins for o in upgrades] == [3]


@pytest.mark.rule("R9", "R160", "R162", "R165")
def test_factory_cards() -> None:
    cards = COMPONENTS.factory_cards
    assert [card.number for card in cards] == list(range(1, 19))
    assert {card.number for card in cards if card.promo} == set(range(13, 19))
    assert {card.number for card in cards if card.take == "one"} == {2, 7, 13, 18}
    assert [(card.number, card.gains) for card in cards if "produce" in dict(card.gains)] == [(1, (("produce", 2),))]
    assert all(not {"any", "different"} & set(dict(card.pay)) for card in cards if not card.promo)
    assert COMPONENTS.tracks.factory_cards_beyond_players == 1
    assert COMPONENTS.tracks.factory_move_steps == 2


# -- form --------------------------------------------------------------------------------------------------------------


def test_components_are_cached_and_immutable() -> None:
    assert scythe.load_components() is COMPONENTS
    assert hash(COMPONENTS) == hash(scythe.parse(RAW))
    assert scythe.parse(RAW) == COMPONENTS
    with pytest.raises(dataclasses.FrozenInstanceError):
        COMPONENTS.tracks.stars = 7  # type: ignore[misc]


def test_names_agree_with_the_index_constants() -> None:
    def index(name: str) -> int:
        value = getattr(constants, name.upper())
        assert isinstance(value, int)
        return value

    for group in (TERRAINS, scythe.RESOURCES, FACTIONS, scythe.TOP_ACTIONS, BOTTOM_ACTIONS, scythe.STRUCTURES):
        assert [index(name) for name in group] == list(range(len(group)))
    for faction in COMPONENTS.factions:
        assert [index(mech) for mech in faction.mechs] == [0, 1, 2, 3]
    assert [index(name) for name in ("power", "coins", "popularity", "cards")] == [0, 1, 2, 3]
    assert len(HEX_NAMES) == constants.NUM_HEXES
    assert len(scythe.GAINS) == constants.NUM_GAINS
    for name in ("look", "power", "metal", "any", "worker", "upgrade", "relocate", "produce"):
        assert scythe.GAINS.index(name) == index(f"gain_{name}")
    assert len(scythe.FACTORY_PAYMENTS) == constants.NUM_PAYS
    assert scythe.FACTORY_PAYMENTS.index("any") == constants.PAY_ANY
    assert scythe.FACTORY_PAYMENTS.index("different") == constants.PAY_DIFFERENT
    assert len(scythe.STAR_GOALS) == constants.NUM_STAR_KINDS
    for goal in scythe.STAR_GOALS:
        assert scythe.STAR_GOALS.index(goal) == index(f"star_{goal.removesuffix('_wins')}")


# -- damage ------------------------------------------------------------------------------------------------------------

Path = tuple[str | int, ...]


def damaged(path: Path, value: Any) -> dict[str, Any]:
    """A copy of the data with the entry at ``path`` replaced, or changed if ``value`` is a function."""
    raw = dict(RAW)
    place: Any = raw
    for key in path[:-1]:
        place[key] = copy.copy(place[key])
        place = place[key]
    place[path[-1]] = value(copy.copy(place[path[-1]])) if callable(value) else value
    return raw


def swap(first: int, second: int) -> Callable[[list[Any]], list[Any]]:
    def swapped(rows: list[Any]) -> list[Any]:
        rows[first], rows[second] = rows[second], rows[first]
        return rows

    return swapped


def without(row: dict[str, Any], key: str) -> dict[str, Any]:
    return {name: value for name, value in row.items() if name != key}


HEXES, RIVERS, BASES = ("board", "hexes"), ("board", "rivers"), ("board", "bases")
MAT, FACTION, OBJECTIVES = ("player_mats", "mats"), ("factions", "factions"), ("objectives", "objectives")
ENCOUNTERS, FACTORY, TILES = ("encounters", "cards"), ("factory_cards", "cards"), ("structure_bonus", "tiles")

DAMAGE: list[tuple[Path, Any, str]] = [
    # board
    ((*HEXES,), lambda rows: rows[:-1], r"board.json, hexes: 46 entries, but 47 are needed"),
    ((*HEXES,), swap(0, 1), r"board.json: the order is A2, A1"),
    ((*HEXES, 1, "name"), "A1", r"board.json: hex A1 occurs twice"),
    ((*HEXES, 1, "name"), "A9", r"hexes\[A9\], name: unknown name 'A9'; allowed are A1, A2"),
    ((*HEXES, 1, "terrain"), "swamp", r"hexes\[A2\], terrain: unknown name 'swamp'; allowed are mountain"),
    ((*HEXES, 1, "terrain"), "forest", r"hexes of terrain farm: 6, but 7 are needed"),
    ((*HEXES, 1, "terrain"), "factory", r"hexes\[A2\]: the factory is at \(0, -3\), but must be at \(0, 0\)"),
    ((*HEXES, 1, "q"), -1, r"hexes\[A2\]: \(-1, -3\) is the position of A1 too"),
    ((*HEXES, 1, "q"), 7, r"hexes\[A2\]: q is 7, but A1 to its west has q -1: 0 is needed"),
    ((*HEXES, 1, "r"), 5, r"hexes\[A2\]: r is 5, but row A has r -3"),
    ((*HEXES, 1, "encounter"), True, r"encounter hexes: 12, but 11 are needed"),
    ((*HEXES, 1, "encounter"), 1, r"hexes\[A2\], encounter: true or false is needed, not 1"),
    ((*HEXES, 1, "tunnel"), True, r"tunnel hexes: 7, but 6 are needed"),
    ((*HEXES, 6, "tunnel"), True, r"hexes\[B1\]: neither an encounter nor a tunnel is allowed on terrain lake"),
    ((*HEXES, 1), lambda row: without(row, "tunnel"), r"hexes\[A2\]: the key 'tunnel' is missing"),
    ((*HEXES, 1), lambda row: {**row, "snow": 1}, r"hexes\[A2\]: unknown key 'snow'; allowed are name"),
    ((*RIVERS,), lambda rows: rows[1:], r"board.json, rivers: 30 entries, but 31 are needed"),
    ((*RIVERS, 0), ["A1", "H1"], r"rivers\[0\]: A1 and H1 are not adjacent"),
    ((*RIVERS, 0), ["A1", "B1"], r"rivers\[0\]: B1 is a lake"),
    ((*RIVERS, 0), ["A1", "Z1"], r"rivers\[0\]: unknown name 'Z1'"),
    ((*RIVERS, 0), ["B4", "A4"], r"the river A4-B4 occurs twice"),
    ((*RIVERS, 0), ["B4"], r"rivers\[0\]: a pair of hexes is needed"),
    ((*BASES,), swap(1, 2), r"bases: the order is albion, rusviet, nordic"),
    ((*BASES, 1, "faction"), "albion", r"bases: faction albion occurs twice"),
    ((*BASES, 0, "r"), -3, r"bases\[albion\]: \(0, -3\) is the position of hex A2"),
    ((*BASES, 1), lambda row: {**row, "q": 0, "r": -4}, r"bases\[nordic\]: \(0, -4\) is the position of another base"),
    ((*BASES, 0, "q"), 1, r"bases\[albion\], edges\[A1\]: A1 is not adjacent to \(1, -4\); adjacent are A2, A3"),
    ((*BASES, 2, "edges"), lambda rows: rows[1:], r"bases\[rusviet\]: the adjacent hexes B7 have no edge"),
    ((*BASES, 2, "edges", 0, "kind"), "land", r"bases\[rusviet\]: land edges: 3, but 2 are needed"),
    ((*BASES, 2, "edges", 0, "kind"), "lake", r"edges\[B7\]: the kind lake does not fit the terrain farm"),
    ((*BASES, 2, "edges", 0, "kind"), "bridge", r"unknown name 'bridge'; allowed are land, river, lake"),
    ((*BASES, 2, "edges", 0), {"hex": "C6", "kind": "land"}, r"edges\[C6\]: C6 occurs twice"),
    # player mats
    ((*MAT,), swap(0, 1), r"player_mats.json: the order is engineering, industrial"),
    ((*MAT, 0, "name"), "lazy", r"mats\[lazy\], name: unknown name 'lazy'; allowed are industrial"),
    ((*MAT, 0, "number"), "2", r"player_mats.json: number 2 occurs twice"),
    ((*MAT, 0, "rank"), 2, r"player_mats.json: rank 2 occurs twice"),
    ((*MAT, 0, "popularity"), 19, r"mats\[industrial\], popularity: a whole number from 0 to 18 is needed, not 19"),
    ((*MAT, 0, "columns", 0, "cost"), 4, r"mats\[industrial\]: sum of the printed costs: 14, but 13"),
    ((*MAT, 0, "columns", 0, "coverable"), 2, r"mats\[industrial\]: sum of the bracketed boxes: 7, but 6"),
    ((*MAT, 0, "columns", 0, "coverable"), 4, r"columns\[upgrade\], coverable: a whole number from 0 to 3"),
    ((*MAT, 0, "columns", 0, "coins"), 2, r"mats\[industrial\]: sum of the coins of the columns: 5, but 6"),
    ((*MAT, 0, "columns", 0, "top"), "move", r"mats\[industrial\]: top action move occurs twice"),
    ((*MAT, 0, "columns", 0, "bottom"), "enlist", r"mats\[industrial\]: bottom action enlist occurs twice"),
    ((*MAT, 0, "columns", 0, "bottom"), "fly", r"unknown name 'fly'; allowed are upgrade, deploy, build, enlist"),
    ((*MAT, 0, "columns"), swap(0, 1), r"mats\[industrial\]: the order is deploy, upgrade"),
    # factions
    ((*FACTION,), swap(0, 1), r"factions.json: the order is nordic, albion"),
    ((*FACTION, 0, "name"), "fenris", r"factions\[fenris\], name: unknown name 'fenris'; allowed are albion"),
    ((*FACTION, 0, "color"), "blue", r"factions\[nordic\]: the color blue occurs twice"),
    ((*FACTION, 0, "workers", 0), "A3", r"factions\[albion\], workers: A2, A3 are not the land neighbours"),
    ((*FACTION, 0, "workers"), ["A1"], r"factions\[albion\], workers: 1 entries, but 2 are needed"),
    ((*FACTION, 0, "riverwalk"), ["farm"], r"factions\[albion\], riverwalk: 0 different terrains are needed"),
    ((*FACTION, 1, "riverwalk"), ["farm"], r"factions\[nordic\], riverwalk: 2 different terrains are needed"),
    ((*FACTION, 1, "riverwalk", 0), "lake", r"unknown name 'lake'; allowed are mountain, farm"),
    ((*FACTION, 1, "mechs", 1), "flight", r"mechs\[1\]: unknown name 'flight'; allowed are riverwalk"),
    ((*FACTION, 1, "mechs", 1), "speed", r"factions\[nordic\], mechs: an ability occurs twice"),
    ((*FACTION, 1, "mechs", 1), "sword", r"factions\[nordic\], mechs: the ability sword belongs to another faction"),
    ((*FACTION, 1, "ability"), "meander", r"factions\[nordic\], ability: meander, but nordic has swim"),
    # cards and tiles
    (("combat_cards", "cards", 0, "count"), 15, r"combat_cards.json: cards of value 2: 15, but 16 are needed"),
    (("combat_cards", "cards", 0, "value"), 3, r"combat_cards.json: value 3 occurs twice"),
    (("combat_cards", "cards", 0, "value"), 6, r"combat_cards.json: unknown value 6; allowed are 2, 3, 4, 5"),
    ((*OBJECTIVES,), lambda rows: rows[:-1], r"objectives.json: number 27 is missing"),
    ((*OBJECTIVES, 1, "number"), 1, r"objectives.json: number 1 occurs twice"),
    ((*OBJECTIVES, 1, "number"), 28, r"objectives.json: unknown number 28"),
    ((*OBJECTIVES, 1, "promo"), True, r"objectives.json: base cards \(promo false\): 22, but 23 are needed"),
    ((*OBJECTIVES, 1, "name"), "Harvest Advantage", r"the name 'Harvest Advantage' occurs twice"),
    ((*OBJECTIVES, 1, "timing"), "never", r"objectives\[2\], timing: unknown name 'never'; allowed are any"),
    ((*OBJECTIVES, 1, "conditions"), [], r"objectives\[2\], conditions: at least one condition"),
    ((*OBJECTIVES, 1, "conditions", 0), {"quantity": "coins"}, r"conditions\[coins\]: min, max or both are needed"),
    ((*OBJECTIVES, 1, "conditions", 0, "quantity"), "gold", r"unknown name 'gold'; allowed are controlled_mountain"),
    ((*OBJECTIVES, 1, "conditions", 0, "max"), 2, r"min 3 is above max 2"),
    ((*OBJECTIVES, 7, "conditions", 1, "quantity"), "coins", r"the quantity coins occurs twice"),
    ((*ENCOUNTERS,), lambda rows: rows[:-1], r"encounters.json: number 42 is missing"),
    ((*ENCOUNTERS, 5, "number"), 5, r"encounters.json: number 5 occurs twice"),
    ((*ENCOUNTERS, 5, "promo"), True, r"encounters.json: base cards \(promo false\): 27, but 28"),
    ((*ENCOUNTERS, 5, "options"), lambda rows: rows[:2], r"cards\[6\], options: 2 entries, but 3 are needed"),
    ((*ENCOUNTERS, 5, "options"), swap(0, 1), r"cards\[6\]: the order is B, A, C"),
    ((*ENCOUNTERS, 5, "options", 0, "pay"), {"coins": 1}, r"options\[A\], pay: option A costs nothing, not coins"),
    ((*ENCOUNTERS, 5, "options", 1, "pay"), {"power": 1}, r"pay: unknown key 'power'; allowed are coins, popularity"),
    ((*ENCOUNTERS, 5, "options", 1, "pay"), {}, r"options\[B\], pay: option B costs coins, not nothing"),
    ((*ENCOUNTERS, 5, "options", 1, "gain"), {}, r"options\[B\], gain: at least one gain is needed"),
    ((*ENCOUNTERS, 5, "options", 1, "gain"), {"produce": 2}, r"gain: unknown key 'produce'; allowed are look, power"),
    ((*ENCOUNTERS, 5, "options", 1, "gain"), {"food": 0}, r"gain, food: a whole number from 1 to 99 is needed, not 0"),
    ((*ENCOUNTERS, 5, "confidence"), "sure", r"cards\[6\], confidence: unknown name 'sure'; allowed are high, medium"),
    ((*FACTORY,), lambda rows: rows[1:], r"factory_cards.json: number 1 is missing"),
    ((*FACTORY, 12, "promo"), False, r"factory_cards.json: base cards \(promo false\): 13, but 12"),
    ((*FACTORY, 2, "pay"), {}, r"cards\[3\], pay: a cost is needed"),
    ((*FACTORY, 2, "pay"), {"metal": 1}, r"cards\[3\], pay: unknown key 'metal'; allowed are power, coins"),
    ((*FACTORY, 2, "gain"), {"mech": 1}, r"cards\[3\], gain: unknown key 'mech'; allowed are look, power"),
    ((*FACTORY, 2, "take"), "one", r"cards\[3\], gain: too few gains to take one"),
    ((*FACTORY, 2, "take"), "two", r"cards\[3\], take: unknown name 'two'; allowed are all, one"),
    ((*TILES,), lambda rows: rows[1:], r"structure_bonus.json: number 1 is missing"),
    ((*TILES, 0, "kind"), "on_lakes", r"tiles\[1\], kind: unknown name 'on_lakes'; allowed are tunnels_beside"),
    ((*TILES, 0, "kind"), "on_tunnels", r"structure_bonus.json: kind on_tunnels occurs twice"),
    ((*TILES, 0, "coins"), [0, 2, 4], r"tiles\[1\], coins: at least 5 values"),
    ((*TILES, 0, "coins"), [0, 2, 4, 3, 6], r"tiles\[1\], coins: at least 5 values .* not 0, 2, 4, 3, 6"),
    # tracks
    (("tracks", "star_goals", "mechs"), 3, r"tracks.json, star_goals: mechs is 3, but a star needs all 4"),
    (("tracks", "power_max"), 17, r"tracks.json, star_goals: power is 16, but a star needs all 17"),
    (("tracks", "tiers", 1, "min"), 8, r"tiers\[1\], min: 8, but .* 7 is needed"),
    (("tracks", "tiers", 2, "max"), 17, r"tracks.json, tiers: the last tier ends at 17, but the track ends at 18"),
    (("tracks", "tiers"), lambda rows: rows[:2], r"tracks.json, tiers: 2 entries, but 3 are needed"),
    (("tracks", "top_benefits"), swap(0, 1), r"top_benefits: the order is move_coins, move_units"),
    (("tracks", "top_benefits", 0, "top"), "trade", r"top_benefits\[move_units\], top: move_units does not belong"),
    (("tracks", "top_benefits", 0, "upgraded"), 2, r"upgraded: a whole number from 3 to 99 is needed, not 2"),
    (("tracks", "top_costs", "fly"), 2, r"top_costs: unknown key 'fly'; allowed are move"),
    (("tracks", "produce_costs", "coins"), 9, r"produce_costs: coins is due from 9 workers, but there are 8"),
    (("tracks", "structure_bonuses", "monument"), {}, r"structure_bonuses, monument: exactly one of power"),
    (("tracks", "recruit_bonuses"), lambda row: without(row, "build"), r"recruit_bonuses: the key 'build' is missing"),
    (("tracks", "banned_pairs", 0), ["rusviet"], r"banned_pairs\[0\]: a faction and a player mat are needed"),
    (("tracks", "banned_pairs", 0, 1), "wild", r"banned_pairs\[0\]: unknown name 'wild'; allowed are industrial"),
    (("tracks",), lambda row: without(row, "flags"), r"tracks.json: the key 'flags' is missing"),
    # files
    (("tracks",), lambda row: without(row, "provenance"), r"tracks.json: an object with the key 'provenance'"),
    (("board", "provenance"), " ", r"board.json, provenance: a text is needed"),
    (("extra",), {}, r"data: unknown file extra; allowed are board"),
]


@pytest.mark.parametrize(("path", "value", "message"), DAMAGE, ids=lambda part: part if isinstance(part, str) else "")
def test_damaged_data_is_refused(path: Path, value: Any, message: str) -> None:
    if path == ("extra",):
        raw = {**RAW, "extra": value}
    elif path[-1] in ("max", "confidence", "fly"):
        raw = damaged(path[:-1], lambda row: {**row, path[-1]: value})
    else:
        raw = damaged(path, value)
    with pytest.raises(ValueError, match=message):
        scythe.parse(raw)


def test_promotional_flags_follow_the_numbers() -> None:
    def swapped(rows: list[Any]) -> list[Any]:
        return [{**row, "promo": row["promo"] != (row["number"] in (2, 24))} for row in rows]

    raw = damaged(OBJECTIVES, swapped)
    with pytest.raises(ValueError, match=r"objectives\[2\]: promo must be false; promotional numbers begin at 24"):
        scythe.parse(raw)


def test_a_missing_file_is_named() -> None:
    with pytest.raises(ValueError, match="file tracks is missing"):
        scythe.parse(without(RAW, "tracks"))


def test_a_repeated_key_is_refused() -> None:
    with pytest.raises(ValueError, match=r"tracks.json: the key 'stars' occurs twice"):
        scythe._object("tracks", [("stars", 6), ("stars", 7)])


def entries(value: Any, path: Path = ()) -> Iterator[Path]:
    """The paths of the entries below ``value``, of long lists only the first ones (the others have the same form)."""
    items = value.items() if isinstance(value, dict) else enumerate(value[:6]) if isinstance(value, list) else ()
    for key, entry in items:
        yield (*path, key)
        yield from entries(entry, (*path, key))


@pytest.mark.parametrize("name", sorted(RAW))
def test_every_entry_is_checked(name: str) -> None:
    """Whatever entry is of the wrong type or out of range, the fault is reported with the file it lies in."""
    for path in entries(RAW[name], (name,)):
        for value in (None, 100):
            with pytest.raises(ValueError, match=rf"^{name}\.json"):
                scythe.parse(damaged(path, value))


@pytest.mark.parametrize("name", sorted(RAW))
def test_every_key_is_needed(name: str) -> None:
    """Only ``confidence``, an open side of a condition and an entry of a free list of amounts may be left out."""
    for path in entries(RAW[name], (name,)):
        key, free = path[-1], {"confidence", "min", "max"}
        if isinstance(key, int) or key in free or path[-2] in ("gain", "pay", "structure_bonuses"):
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
