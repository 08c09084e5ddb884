"""The configuration of a game: what is refused and why, and how it gets into a record."""

from __future__ import annotations

import dataclasses
import pickle

import numpy as np
import pytest

from scythe_env.scythe.components import FACTIONS, MATS, TILE_KINDS, load_components
from scythe_env.scythe.config import ScytheConfig
from scythe_env.scythe.state import STATE


def written(**options: object) -> np.ndarray:
    states = np.full(2, 77, np.int8).repeat(STATE.itemsize).view(STATE)
    ScytheConfig(**options).write(states)
    return states


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"players": 0}, "players and automas must be 1 to 7 together, not 0 and 0"),
        ({"players": 8}, "players must be an integer from 0 to 7, not 8"),
        ({"players": "2"}, "players must be an integer from 0 to 7, not '2'"),
        ({"players": True}, "players must be an integer"),
        ({"max_rounds": 0}, "max_rounds must be an integer from 1 to 250, not 0"),
        ({"max_rounds": 2.5}, "max_rounds must be an integer"),
        ({"promo_factory": 1}, "promo_factory must be True or False, not 1"),
        ({"play_forced": None}, "play_forced must be True or False, not None"),
        ({"tile": "longest line"}, f"tile: unknown name 'longest line'; allowed are {', '.join(TILE_KINDS)}"),
        ({"tile": 3}, "tile: unknown name 3; allowed are tunnels_beside"),
        ({"players": 2, "factions": ["saxony"]}, "factions has 1 entries, but there are 2 players"),
        ({"players": 1, "mats": ["militant"] * 2}, "mats has 2 entries, but there are 1 players"),
        ({"players": 1, "factions": "saxony"}, "factions must be a sequence .*, not 'saxony'"),
        ({"players": 1, "mats": 3}, "mats must be a sequence .*, not 3"),
        ({"players": 1, "factions": ["Saxony"]}, f"factions: unknown name 'Saxony'; allowed are {', '.join(FACTIONS)}"),
        ({"players": 1, "mats": [1]}, f"mats: unknown name 1; allowed are {', '.join(MATS)}"),
        ({"players": 2, "factions": ["saxony", "saxony"]}, "factions has 'saxony' twice"),
        ({"observe_seats": 8}, "observe_seats must be an integer from 1 to 7, not 8"),
        ({"observe_seats": True}, "observe_seats must be an integer from 1 to 7, not True"),
        ({"players": 3, "observe_seats": 2}, "observe_seats must be at least the number of seats, 3, not 2"),
        ({"observe_standing": None}, "observe_standing must be True or False, not None"),
        ({"players": 3, "mats": ["militant", None, "militant"]}, "mats has 'militant' twice"),
    ],
)
def test_impossible_values_are_refused(options, message):
    with pytest.raises(ValueError, match=message):
        ScytheConfig(**options)


def test_unknown_options_are_refused():
    with pytest.raises(TypeError, match="fraction"):
        ScytheConfig(fraction="saxony")


@pytest.mark.rule("R5")
@pytest.mark.parametrize(
    "factions",
    [
        "albion nordic rusviet togawa crimea saxony polania",
        "crimea saxony polania albion nordic rusviet togawa",
        "polania nordic togawa",
        "saxony albion",
        "- - polania - - - -",
        "- albion",
        "rusviet - crimea",
        "polania - nordic",
        "- saxony - albion",
        "- - -",
        "togawa",
    ],
)
def test_seats_follow_the_ring(factions):
    names = [None if name == "-" else name for name in factions.split()]
    ScytheConfig(players=len(names), factions=names)


@pytest.mark.rule("R5")
@pytest.mark.parametrize(
    "factions",
    [
        "nordic albion rusviet",
        "polania saxony crimea",
        "rusviet - togawa",  # nobody sits between them
        "saxony - - albion",  # only Polania does
        "nordic - - - - albion -",  # nobody sits between Albion and Nordic
        "rusviet - - - nordic crimea",
    ],
)
def test_other_orders_are_refused(factions):
    names = [None if name == "-" else name for name in factions.split()]
    with pytest.raises(
        ValueError, match=r"cannot sit in this order: clockwise the seats follow the ring albion, nordic"
    ):
        ScytheConfig(players=len(names), factions=names)


@pytest.mark.rule("R16")
def test_banned_pairs():
    banned = {"exclude_banned_pairs": True}
    assert load_components().tracks.banned_pairs == (("rusviet", "industrial"), ("crimea", "patriotic"))
    ScytheConfig(players=1, factions=["rusviet"], mats=["industrial"])
    for faction, mat in load_components().tracks.banned_pairs:
        with pytest.raises(ValueError, match=f"{faction} with {mat} is a banned pair, and exclude_banned_pairs is set"):
            ScytheConfig(players=2, factions=[None, faction], mats=[None, mat], **banned)
    ScytheConfig(players=7, **banned)
    ScytheConfig(players=2, factions=[None, "rusviet"], mats=["industrial", None], **banned)
    ScytheConfig(players=7, mats=MATS, **banned)  # Rusviet must sit elsewhere than on seat 0

    ring, five = list(FACTIONS), list(MATS[1:3]) + list(MATS[4:])  # all but Industrial and Patriotic
    seats = {name: None for name in ring}
    others = [name for name in ring if name not in ("rusviet", "crimea")]
    mats = {**seats, **dict(zip(others, five, strict=True))}
    ScytheConfig(players=7, factions=ring, mats=list(mats.values()), **banned)  # Rusviet Patriotic, Crimea Industrial
    mats = {**seats, **dict(zip([*others, "crimea"], [*five, "patriotic"], strict=True))}
    with pytest.raises(ValueError, match="banned pair"):
        ScytheConfig(players=7, factions=ring, mats=list(mats.values()), **banned)
    mats = {**seats, **dict(zip([*others, "crimea"], [*five[:4], "patriotic", five[4]], strict=True))}
    with pytest.raises(
        ValueError, match="leaves no way to deal the player mats: rusviet with industrial and crimea with"
    ):
        ScytheConfig(players=7, factions=ring, mats=list(mats.values()), **banned)


def test_the_configuration_is_written_into_records():
    for record in written():
        assert record["players"] == 5 and record["max_rounds"] == 100
        assert record["relentless_factory"] == record["play_forced"] == 1
        for name in ("promo_encounters", "promo_factory", "promo_objectives", "exclude_banned_pairs"):
            assert record[name] == 0
        assert record["camaraderie_always"] == record["decline_gains"] == 0
        assert record["wanted_tile"] == -1
        assert record["wanted_faction"].tolist() == record["wanted_mat"].tolist() == [-1] * 7
    states = written(
        players=3, factions=[None, "crimea", "albion"], mats=("industrial", None, None), tile="longest_line",
        promo_encounters=True, promo_factory=True, promo_objectives=True, exclude_banned_pairs=True,
        relentless_factory=False, camaraderie_always=True, decline_gains=True, play_forced=False, max_rounds=9,
    )  # fmt: skip
    for record in states:
        assert record["players"] == 3 and record["max_rounds"] == 9 and record["wanted_tile"] == 4
        for name in ("promo_encounters", "promo_factory", "promo_objectives", "exclude_banned_pairs"):
            assert record[name] == 1
        assert record["camaraderie_always"] == record["decline_gains"] == 1
        assert record["relentless_factory"] == record["play_forced"] == 0
        assert record["wanted_faction"].tolist() == [-1, 4, 0, -1, -1, -1, -1]
        assert record["wanted_mat"].tolist() == [0, -1, -1, -1, -1, -1, -1]
        assert record["coins"].tobytes() == np.full(14, 77, np.int8).tobytes()  # nothing else is touched


def test_configurations_are_values():
    config = ScytheConfig(players=2, factions=["saxony", None])
    assert config == ScytheConfig(players=2, factions=("saxony", None))
    assert len({config, pickle.loads(pickle.dumps(config)), dataclasses.replace(config)}) == 1
    assert ScytheConfig(players=2, factions=[None, None]) == ScytheConfig(players=2)
    with pytest.raises(dataclasses.FrozenInstanceError):
        config.players = 3
    with pytest.raises(ValueError, match="factions has 2 entries, but there are 3 players"):
        dataclasses.replace(config, players=3)


def test_numbers_of_numpy_are_numbers() -> None:
    config = ScytheConfig(players=np.int64(3), max_rounds=np.int16(9), promo_factory=np.bool_(True))
    assert config == ScytheConfig(players=3, max_rounds=9, promo_factory=True)
    assert type(config.players) is int and type(config.promo_factory) is bool
    for wrong in (3.0, np.float64(3), np.bool_(True), True):
        with pytest.raises(ValueError, match="players must be an integer from 0 to 7"):
            ScytheConfig(players=wrong)
