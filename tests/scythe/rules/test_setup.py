"""Chapter A: Set-up (R1-R16), and the games of one to seven players (R234)."""

from __future__ import annotations

from itertools import combinations
from typing import Any

import numpy as np
import pytest

from scythe_env.scythe import engine
from scythe_env.scythe.actions import NUM_ACTIONS
from scythe_env.scythe.components import FACTIONS, MATS
from scythe_env.scythe.state import STATE

from .table import Table, seat

RING = ["albion", "nordic", "rusviet", "togawa", "crimea", "saxony", "polania"]
POWER = {"saxony": 1, "rusviet": 3, "nordic": 4, "crimea": 5, "polania": 2, "albion": 3, "togawa": 0}
CARDS = {"saxony": 4, "rusviet": 2, "nordic": 1, "crimea": 0, "polania": 3, "albion": 0, "togawa": 2}
WORKERS = {
    "albion": {"A1", "A2"},
    "nordic": {"A4", "A5"},
    "rusviet": {"C6", "D7"},
    "togawa": {"F7", "G6"},
    "crimea": {"G3", "H1"},
    "saxony": {"F1", "G1"},
    "polania": {"C1", "D1"},
}
MAT_ORDER = ["industrial", "engineering", "militant", "patriotic", "innovative", "mechanical", "agricultural"]
POPULARITY = [2, 2, 3, 2, 3, 3, 4]
COINS = [4, 5, 4, 6, 5, 6, 7]
ENCOUNTERS = {"A3", "B2", "B5", "B7", "D2", "D6", "E1", "F2", "F3", "F6", "G4"}


def dealt(players: int, seed: int = 0, factions: list | None = None, mats: list | None = None, **fields: Any) -> Table:
    """A new game; ``None`` in ``factions`` or ``mats`` is drawn."""
    states = np.zeros(1, STATE)
    states["players"] = players
    states["max_rounds"] = 100
    states["wanted_tile"] = -1
    states["wanted_faction"] = [[-1 if name is None else FACTIONS.index(name) for name in factions or []]
                                + [-1] * (7 - len(factions or []))]  # fmt: skip
    states["wanted_mat"] = [[-1 if name is None else MATS.index(name) for name in mats or []]
                            + [-1] * (7 - len(mats or []))]  # fmt: skip
    for name, value in fields.items():
        states[name] = value
    table = Table.__new__(Table)
    table.states, table.mask = states, np.zeros(NUM_ACTIONS, np.int8)
    engine.setup(states, engine.raw_bytes(states), 0, seed, 0, table.mask)
    return table


def seated(table: Table) -> list[str]:
    """The factions in seat order."""
    return [FACTIONS[faction] for faction in table.state["faction"][: table.state["players"]]]


@pytest.mark.rule("R1", "R2", "R3", "R7", "R42")
@pytest.mark.parametrize("faction", RING)
@pytest.mark.parametrize("mat", range(7))
def test_what_a_player_starts_with(faction: str, mat: int) -> None:
    side = dealt(2, factions=[faction], mats=[MAT_ORDER[mat]])[faction]
    assert (side.power, side.cards) == (POWER[faction], CARDS[faction])
    assert (side.popularity, side.coins) == (POPULARITY[mat], COINS[mat])
    assert side.workers == dict.fromkeys(sorted(WORKERS[faction]), 1)
    assert side.workers_left == 6
    assert side.character == f"{faction} base"
    assert (side.mechs, side.structures, side.recruits, side.stars) == ({}, {}, set(), {})
    assert len(set(side.objectives)) == 2


@pytest.mark.rule("R1", "R4", "R5", "R6", "R234")
@pytest.mark.parametrize("players", range(1, 8))
@pytest.mark.parametrize("seed", range(8))
def test_seats_and_first_player(players: int, seed: int) -> None:
    table = dealt(players, seed)
    factions = seated(table)
    turned = sorted(factions, key=RING.index)
    start = turned.index(factions[0])
    assert factions == turned[start:] + turned[:start]
    mats = [table[name].mat for name in factions]
    assert len(set(mats)) == len(set(factions)) == players
    first = min(factions, key=lambda name: MAT_ORDER.index(table[name].mat))
    assert table.active == first


@pytest.mark.rule("R4", "R6", "R25")
@pytest.mark.parametrize(("low", "high"), list(combinations(range(7), 2)))
def test_the_lower_mat_begins_and_play_goes_clockwise(low: int, high: int) -> None:
    table = dealt(2, factions=["saxony", "nordic"], mats=[MAT_ORDER[high], MAT_ORDER[low]])
    assert table.active == "nordic"
    table.play("section move", "done")
    if table.active == "nordic":
        table.end_turn()
    assert table.active == "saxony"


@pytest.mark.rule("R4")
def test_play_goes_clockwise_not_by_mat_number() -> None:
    table = dealt(3, factions=["nordic", "crimea", "polania"], mats=["mechanical", "industrial", "agricultural"])
    order = []
    for _ in range(3):
        order.append(table.active)
        table.play("section move", "done")
        if table.active == order[-1]:
            table.end_turn()
    assert order == ["crimea", "polania", "nordic"]


@pytest.mark.rule("R1", "R5")
def test_all_factions_and_mats_come_up() -> None:
    games = [dealt(3, seed) for seed in range(60)]
    assert {name for table in games for name in seated(table)} == set(RING)
    assert {table[name].mat for table in games for name in seated(table)} == set(MAT_ORDER)


@pytest.mark.rule("R9", "Q9")
@pytest.mark.parametrize("players", range(1, 8))
@pytest.mark.parametrize(("promo", "most"), [(0, 12), (1, 18)])
def test_factory_deck(players: int, promo: int, most: int) -> None:
    seen: set[int] = set()
    for seed in range(25):
        factory = dealt(players, seed, promo_factory=promo).factory
        assert len(factory) == players + 1
        seen |= factory
    assert seen <= set(range(1, most + 1))
    assert max(seen) > 9


@pytest.mark.rule("R10")
def test_eleven_encounter_tokens() -> None:
    assert dealt(2).encounters == ENCOUNTERS
    assert len(ENCOUNTERS) == 11


@pytest.mark.rule("R11")
def test_one_of_six_tiles() -> None:
    assert {int(dealt(2, seed).state["tile"]) for seed in range(60)} == set(range(6))
    assert all(int(dealt(2, 5, wanted_tile=tile).state["tile"]) == tile for tile in range(6))


@pytest.mark.rule("R12", "R2")
@pytest.mark.parametrize("players", range(1, 8))
def test_combat_deck(players: int) -> None:
    table = dealt(players)
    total = {"2": 16, "3": 12, "4": 8, "5": 6}
    for name in seated(table):
        for value, number in table[name].hand.items():
            total[value] -= number
    assert table.deck == {value: number for value, number in total.items() if number}
    assert table.discard == {}


@pytest.mark.rule("R1", "R15", "R167", "Q9")
@pytest.mark.parametrize(("promo", "highest"), [(0, 23), (1, 27)])
def test_objectives_are_dealt_once(promo: int, highest: int) -> None:
    seen: set[int] = set()
    for seed in range(25):
        table = dealt(7, seed, promo_objectives=promo)
        cards = [card for name in seated(table) for card in table[name].objectives]
        assert len(set(cards)) == 14
        seen |= set(cards)
    assert seen == set(range(1, highest + 1))


@pytest.mark.rule("R16", "P22", "Q16")
@pytest.mark.parametrize(("faction", "mat"), [("rusviet", "industrial"), ("crimea", "patriotic")])
def test_banned_pairs(faction: str, mat: str) -> None:
    def pairs(exclude: int) -> set[str]:
        return {dealt(2, seed, factions=[faction], exclude_banned_pairs=exclude)[faction].mat for seed in range(60)}

    assert mat in pairs(0)
    assert pairs(1) == set(MAT_ORDER) - {mat}


@pytest.mark.rule("R234", "Q234.1")
def test_one_player_practises_alone() -> None:
    table = dealt(1, factions=["saxony"])
    assert len(table.factory) == 2
    table.play("section move", "done")
    while table.decision != "section":
        table.play("done")
    assert table.active == "saxony"
    assert "section move" not in table.legal


@pytest.mark.rule("R234")
def test_seven_players() -> None:
    table = Table(*(seat(name) for name in RING))
    order = []
    for _ in range(8):
        order.append(table.active)
        table.play("section move" if len(order) < 8 else "section trade", "done")
    assert order == [*RING, "albion"]


ALL_CARDS = {"2": 16, "3": 12, "4": 8, "5": 6}


def without(cards: dict[str, int]) -> dict[str, int]:
    """All combat cards but these."""
    return {value: number - cards.get(value, 0) for value, number in ALL_CARDS.items()}


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
