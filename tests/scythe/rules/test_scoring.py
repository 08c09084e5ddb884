"""Chapter M: scoring and ranks (R188-R199)."""

from __future__ import annotations

import numpy as np
import pytest

from scythe_env.scythe import engine

from .table import Table, fighter, seat

LAND = ["F1", "F2", "F3", "F4", "F5", "F6", "F7", "G1", "G3", "G4", "G5", "G6", "H1", "E1", "E2", "E3", "E4", "E6"]


def stars(number: int) -> dict:
    """Stars for combats, which Saxony may have in any number."""
    return {"combat_wins": number} if number else {}


def score(tile: str = "longest_line", tokens: dict | None = None, others: list | None = None, **keys) -> dict[str, int]:
    me = {"coins": 0, "popularity": 0, "workers": {"base": 2}} | keys
    table = Table(
        seat("saxony", **me),
        *(others or [seat("albion", workers={"base": 2})]),
        tokens=tokens or {},
        tile=tile,
        turn={"status": "ended"} if me.get("stars", {}).get("combat_wins") == 6 else {},
    )
    return table.scores()["saxony"]


# -- the vectors -------------------------------------------------------------------------------------------------------

# structures that make a bonus of 0, 2, 6 coins, as the longest line of 0, 1, 3; and of 4 coins, of 2
LINES: dict[int, tuple[str, ...]] = {0: (), 2: ("F1",), 4: ("F1", "F2"), 6: ("F1", "F2", "F3")}


@pytest.mark.rule("R188", "R189", "R190", "R192", "R195")
@pytest.mark.parametrize(
    ("coins", "popularity", "star_number", "territories", "resources", "bonus", "total"),
    [
        (27, 7, 5, 5, 23, 2, 86),
        (21, 2, 6, 8, 18, 4, 68),
        (31, 10, 4, 2, 2, 0, 55),
        (39, 18, 5, 7, 27, 2, 133),
        (26, 18, 6, 8, 33, 6, 142),
    ],
)
def test_score_vectors(
    coins: int, popularity: int, star_number: int, territories: int, resources: int, bonus: int, total: int
) -> None:
    built = dict(zip(("mine", "monument", "armory"), LINES[bonus], strict=False))
    held = LAND[:territories]
    workers = {place: 1 for place in held if place not in built.values()} | {"base": 8}
    workers["base"] -= len(workers) - 1
    got = score(
        coins=coins, popularity=popularity, stars=stars(star_number), structures=built,
        workers={place: number for place, number in workers.items() if number},
        tokens={held[0]: {"oil": resources - 1}, held[1]: {"wood": 1}},
    )  # fmt: skip
    assert got["total"] == total
    assert (got["coins"], got["structures"]) == (coins, bonus)


# -- the parts ---------------------------------------------------------------------------------------------------------


@pytest.mark.rule("R188")
@pytest.mark.parametrize(
    ("popularity", "star", "territory", "pair"),
    [(0, 3, 2, 1), (6, 3, 2, 1), (7, 4, 3, 2), (12, 4, 3, 2), (13, 5, 4, 3), (18, 5, 4, 3)],
)
def test_popularity_tiers(popularity: int, star: int, territory: int, pair: int) -> None:
    got = score(popularity=popularity, stars=stars(1), workers={"G1": 1, "base": 1}, tokens={"G1": {"oil": 2}})
    assert (got["stars"], got["territories"], got["resources"]) == (star, territory, pair)


@pytest.mark.rule("R189")
@pytest.mark.parametrize(("tokens", "pairs"), [(0, 0), (1, 0), (2, 1), (12, 6), (13, 6), (14, 7)])
def test_pairs_of_resources(tokens: int, pairs: int) -> None:
    spread = {"G1": {"oil": tokens}} if tokens else {}
    assert score(workers={"G1": 2}, tokens=spread)["resources"] == pairs


@pytest.mark.rule("R189")
def test_resources_are_counted_in_total() -> None:
    tokens = {"G1": {"oil": 1, "wood": 1, "food": 1}, "F1": {"metal": 1}, "F2": {"metal": 8}}
    assert score(workers={"G1": 1, "F1": 1}, tokens=tokens)["resources"] == 2  # F2 is not controlled


@pytest.mark.rule("R190", "R43")
def test_lakes_count_and_bases_do_not() -> None:
    table = Table(
        seat("polania", popularity=0, character="B1", mechs={"submerge": "base"}, workers={"base": 2}), seat("nordic")
    )
    assert table.scores()["polania"]["territories"] == 2


@pytest.mark.rule("R191")
def test_the_factory_counts_three() -> None:
    assert score(character="D4")["territories"] == 6
    assert score(character="D4", workers={"G1": 2})["territories"] == 8


@pytest.mark.rule("R195", "R196")
def test_what_scores_nothing() -> None:
    got = score(coins=11, power=15, combat_cards={"5": 6})
    assert got["total"] == got["coins"] == 11


@pytest.mark.rule("R192")
def test_structures_count_for_the_tile_in_enemy_hands() -> None:
    others = [seat("crimea", workers={"F1": 2})]
    assert score(structures={"mill": "F1"}, others=others)["structures"] == 2
    assert score(structures={"mill": "F1"}, others=others)["territories"] == 0


# -- the six tiles -----------------------------------------------------------------------------------------------------

STRUCTURES = ("mine", "monument", "armory", "mill")
TILES = [
    ("lakes_beside", (), 0),
    ("lakes_beside", ("A6",), 0),
    ("lakes_beside", ("G1",), 2),
    ("lakes_beside", ("G1", "F2"), 2),  # the same lake
    ("lakes_beside", ("D5",), 4),  # C4, E5
    ("lakes_beside", ("D5", "G1"), 4),  # 3
    ("lakes_beside", ("C3", "E6"), 6),  # B3, C4, D3, E5, E7: 5
    ("lakes_beside", ("B2", "D5"), 6),  # B1, B3, C4, E5: 4 lakes are $6 (R194)
    ("lakes_beside", ("C3", "E6", "B2"), 9),  # 6
    ("lakes_beside", ("C3", "E6", "B2", "G1"), 9),  # 7
    # tunnels B4, C2, C5, E3, E6, F4
    ("tunnels_beside", ("A1",), 0),
    ("tunnels_beside", ("C3",), 4),  # B4, C2
    ("tunnels_beside", ("E2",), 2),  # E3
    ("tunnels_beside", ("A3",), 2),  # B4, over a river (R193)
    ("tunnels_beside", ("B4",), 0),  # a structure's own tunnel does not count alone
    ("tunnels_beside", ("B4", "C3"), 4),  # B4 beside C3, and C2
    ("tunnels_beside", ("C3", "D5"), 6),  # B4, C2, C5, E6
    ("tunnels_beside", ("C3", "E2"), 4),  # 3
    ("tunnels_beside", ("C3", "D5", "F3"), 9),  # and E3, F4: 6
    ("tunnels_beside", ("C3", "D5", "E2"), 6),  # 5
    # encounters A3, B2, B5, B7, D2, D6, E1, F2, F3, F6, G4
    ("encounters_beside", ("F4",), 4),  # F3 and, over a river, G4
    ("encounters_beside", ("G1",), 2),  # F2
    ("encounters_beside", ("F3",), 2),  # F2
    ("encounters_beside", ("F2", "F3"), 4),  # each beside the other
    ("encounters_beside", ("A2",), 4),  # A3, B2
    ("encounters_beside", ("A2", "G1"), 4),  # 3
    ("encounters_beside", ("A2", "C6"), 6),  # A3, B2, B7, D6: 4
    ("encounters_beside", ("A2", "C6", "G1"), 6),  # 5
    ("encounters_beside", ("A2", "C6", "F4"), 9),  # 6
    ("encounters_beside", ("A2", "C6", "F4", "E2"), 9),  # more
    ("on_tunnels", ("A1", "F3"), 0),
    ("on_tunnels", ("B4",), 2),
    ("on_tunnels", ("B4", "C2"), 4),
    ("on_tunnels", ("B4", "C2", "C5"), 6),
    ("on_tunnels", ("B4", "C2", "C5", "E3"), 6),
    ("on_farm_or_tundra", ("A1", "F2", "C1", "D4"), 0),
    ("on_farm_or_tundra", ("A2",), 2),
    ("on_farm_or_tundra", ("A2", "G1"), 4),
    ("on_farm_or_tundra", ("A2", "G1", "D1"), 6),
    ("on_farm_or_tundra", ("A2", "G1", "D1", "F4"), 9),
    ("longest_line", ("F1",), 2),
    ("longest_line", ("F1", "A1"), 2),
    ("longest_line", ("F1", "F3"), 2),  # a gap
    ("longest_line", ("F1", "F2"), 4),
    ("longest_line", ("F2", "F3"), 4),  # over a river
    ("longest_line", ("F1", "F2", "F3"), 6),
    ("longest_line", ("F1", "F2", "F3", "F4"), 9),
    ("longest_line", ("F1", "F2", "E3"), 4),  # bent: F2-E3 is another direction
    ("longest_line", ("H1", "G3", "A1", "A2"), 4),
    ("longest_line", ("C3", "B4", "A4"), 6),  # along another axis
]


@pytest.mark.rule("R193", "R194", "R192", "Q193")
@pytest.mark.parametrize(("tile", "hexes", "coins"), TILES)
def test_structure_bonus_tiles(tile: str, hexes: tuple[str, ...], coins: int) -> None:
    got = score(tile, structures=dict(zip(STRUCTURES, hexes, strict=False)))
    assert got["structures"] == coins


@pytest.mark.rule("R193", "Q193")
def test_the_mine_is_no_tunnel_and_spent_encounters_count() -> None:
    assert score("on_tunnels", structures={"mine": "G1"})["structures"] == 0
    assert score("tunnels_beside", structures={"mine": "G1", "mill": "F1"})["structures"] == 0
    table = Table(seat("saxony", structures={"mill": "G1"}), seat("albion"), tile="encounters_beside", encounters=[])
    assert table.scores()["saxony"]["structures"] == 2


# -- ranks and ties ----------------------------------------------------------------------------------------------------


def ranks(first: dict, second: dict, **document) -> tuple[int, int]:
    base = {"coins": 10, "popularity": 3, "power": 5, "workers": {"base": 2}, "combat_cards": {}}
    table = Table(seat("saxony", **base | first), seat("crimea", **base | second), **document)
    scores = table.scores()
    return scores["saxony"]["rank"], scores["crimea"]["rank"]


@pytest.mark.rule("R197")
def test_rank_by_score() -> None:
    assert ranks({"coins": 11}, {"power": 15, "workers": {"base": 8}}) == (1, 2)


@pytest.mark.rule("R197", "P23", "Q197.1", "R178")
@pytest.mark.parametrize("piece", [{"workers": {"base": 3}}, {"mechs": {"speed": "base"}}])
def test_first_tie_break_pieces_that_left_the_mats(piece: dict) -> None:
    assert ranks(piece, {"power": 15}) == (1, 2)


@pytest.mark.rule("R197", "P23")
def test_first_tie_break_counts_structures() -> None:
    # a structure that an enemy holds brings no territory; the tile pays for it
    first = {"structures": {"mill": "H1"}, "coins": 10}
    second = {"workers": {"H1": 2}, "coins": 10, "power": 15}
    assert ranks(first, second, tile="longest_line") == (1, 2)


@pytest.mark.rule("R197")
def test_the_character_is_no_piece() -> None:
    # both hold one territory, Crimea by its character
    assert ranks({"workers": {"G1": 1, "base": 1}}, {"character": "G3"}) == (1, 1)


@pytest.mark.rule("R197")
def test_second_tie_break_power() -> None:
    assert ranks({"power": 6}, {"popularity": 6}) == (1, 2)


@pytest.mark.rule("R197")
def test_third_tie_break_popularity() -> None:
    assert ranks({"popularity": 4}, {"workers": {"G3": 1, "base": 1}, "coins": 7}, tokens={"G3": {"oil": 2}}) == (1, 2)


@pytest.mark.rule("R197")
def test_fourth_tie_break_resources() -> None:
    first = {"workers": {"G1": 1, "base": 1}}
    second = {"workers": {"G3": 1, "base": 1}}
    assert ranks(first, second, tokens={"G1": {"oil": 3}, "G3": {"oil": 2}}) == (1, 2)


@pytest.mark.rule("R197", "R198", "Q198")
def test_fifth_tie_break_territories_the_factory_once() -> None:
    # two territories against one star less coins: 4 + 10 = 14
    first = {"workers": {"G1": 1, "F1": 1}, "coins": 10}
    second = {"workers": {"G3": 1, "base": 1}, "coins": 12}
    assert ranks(first, second) == (1, 2)
    # the Factory (three for the score) loses against two territories with $2 more
    first = {"workers": {"D4": 1, "base": 1}, "coins": 10}
    second = {"workers": {"G3": 1, "H1": 1}, "coins": 12}
    assert ranks(first, second) == (2, 1)


@pytest.mark.rule("R197")
def test_sixth_tie_break_stars() -> None:
    assert ranks({"stars": {"combat_wins": 1}, "coins": 7}, {"coins": 10}) == (1, 2)


@pytest.mark.rule("R197", "Q197.2")
def test_equal_in_everything() -> None:
    assert ranks({}, {}) == (1, 1)
    base = {"coins": 10, "popularity": 3, "power": 5, "workers": {"base": 2}, "combat_cards": {}}
    table = Table(seat("saxony", **base), seat("albion", **base), seat("crimea", **base | {"coins": 9}))
    assert [table.scores()[name]["rank"] for name in ("saxony", "albion", "crimea")] == [1, 1, 3]


@pytest.mark.rule("Q52", "Q185")
def test_a_game_cut_off_before_a_combat_counts_for_the_holder() -> None:
    table = Table(
        fighter("saxony", mechs={"speed": "G1"}, popularity=0),
        fighter("crimea", mechs={"speed": "F1"}, popularity=0),
    ).units().move("mech G1", "F1")  # fmt: skip
    assert table.scores()["crimea"]["territories"] == 2
    assert table.scores()["saxony"]["territories"] == 0


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
        (("E3", "F4", "A6", "B7"), 4),  # E3 and F4 are not neighbours
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
