"""Automas, chapters A to C: what they are, the set-up with them (A1-A15), the levels and the cards (A16-A29)."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise

import numpy as np
import pytest

from scythe_env import scythe_v0
from scythe_env.scythe.components import AUTOMA_LEVELS, FACTIONS, MATS, load_components
from scythe_env.scythe.config import ScytheConfig
from scythe_env.scythe.game import Scythe
from scythe_env.scythe.tables import automa_power

from .table import Side

AUTOMA = load_components().automa
CARDS = {card.number: card for card in AUTOMA.cards}
TRACKERS = {tracker.level: tracker for tracker in AUTOMA.trackers}


def deal(seed: int = 1, **options: object) -> np.ndarray:
    """A game as dealt."""
    game = Scythe(ScytheConfig(**{"players": 1, "automas": 1, **options}))
    states = game.new_states(1)
    game.reset(states, 0, seed, np.zeros(game.num_actions, np.int8))
    return states[0]


# -- set-up ------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("A7", "QA98.1", "A98", "A15")
@pytest.mark.parametrize(("players", "automas"), [(1, 1), (2, 1), (1, 3), (3, 4)])
def test_boards_and_decks_are_those_of_all_seats(players: int, automas: int) -> None:
    state = deal(players=players, automas=automas)
    seats = players + automas
    assert state["players"] == seats
    assert state["factory_deck"].sum() == seats + 1
    assert state["encounters"].sum() == 11
    assert state["deck"].sum() + state["discard"].sum() + state["cards"].sum() == 42
    assert state["tile"] >= 0
    with_automa = [seat for seat in range(seats) if state["level"][seat]]
    assert with_automa == list(range(players, seats))  # by default the last seats
    assert (state["objective"][with_automa] == -1).all()  # it takes no part in objectives


@pytest.mark.rule("A1", "A2", "A9", "A10", "A11", "A12", "A13", "QA5.3")
@pytest.mark.parametrize("faction", FACTIONS)
def test_what_an_automa_starts_with(faction: str) -> None:
    state = deal(factions=[None, faction])
    automa, rows = Side(state, 1), load_components().factions[FACTIONS.index(faction)]
    assert (automa.faction, automa.mat, automa.section) == (faction, None, None)
    assert (automa.power, automa.cards) == (rows.power, rows.combat_cards)
    assert (automa.coins, automa.popularity) == (5, 10)
    assert automa.character == f"{faction} base"
    assert sorted(automa.workers.values()) == [1, 1] and automa.workers_left == 6
    assert not (automa.mechs or automa.structures or automa.recruits or automa.boxes or automa.stars)
    assert (automa.level, automa.space, automa.card, automa.deck) == (2, 0, None, set(range(1, 20)))


@pytest.mark.rule("A8", "QA8", "QA98.2")
def test_its_faction_is_chosen_or_drawn_and_its_seat_too() -> None:
    assert {Side(deal(seed, factions=["nordic", None]), 1).faction for seed in range(40)} == {*FACTIONS} - {"nordic"}
    state = deal(players=2, automas=2, automa_seats=[0, 2], factions=["albion", "rusviet", "crimea", "polania"])
    assert [int(level) for level in state["level"][:4]] == [2, 0, 2, 0]
    assert [Side(state, seat).faction for seat in range(4)] == ["albion", "rusviet", "crimea", "polania"]
    assert state["automa_team"] == 0  # competitive unless asked for


@pytest.mark.rule("A14", "QA14", "QA8")
def test_the_human_with_the_lowest_mat_begins() -> None:
    for seed in range(20):
        state = deal(seed, players=2, automas=3, automa_seats=[0, 2, 3])
        mats = {seat: int(state["mat"][seat]) for seat in (1, 4)}
        assert state["first"] == min(mats, key=mats.__getitem__)
    config = ScytheConfig(players=0, automas=2, max_rounds=1)
    game = Scythe(config)
    states = game.new_states(1)
    game.reset(states, 0, 3, np.zeros(game.num_actions, np.int8))
    assert states["first"][0] == 0  # among themselves the first seat begins


@pytest.mark.rule("A13", "A101", "QA101")
@pytest.mark.parametrize(("shared", "piles"), [(False, [0, 2, 3]), (True, [0, 0, 0])])
def test_each_automa_has_a_deck_or_all_have_one(shared: bool, piles: list[int]) -> None:
    state = deal(players=2, automas=3, automa_seats=[0, 2, 3], automa_shared_deck=shared)
    assert state["pile"][[0, 2, 3]].tolist() == piles
    assert state["automa_deck"].sum(axis=1).tolist() == [19 * (seat in piles) for seat in range(7)]


@pytest.mark.rule("QA8")
def test_banned_pairs_are_for_humans() -> None:
    for seed in range(60):
        state = deal(seed, players=2, automas=2, factions=["rusviet", "crimea", None, None], exclude_banned_pairs=True)
        assert (MATS[state["mat"][0]], MATS[state["mat"][1]]) not in [("industrial", "patriotic")]
        assert MATS[state["mat"][0]] != "industrial" and MATS[state["mat"][1]] != "patriotic"
        assert (state["mat"][2:4] == -1).all()


@pytest.mark.rule("A98", "A1")
def test_agents_are_the_humans_alone() -> None:
    env = scythe_v0.env(players=2, automas=2, automa_seats=[1, 2], automa_level=[1, 4])
    env.reset(seed=3)
    assert env.possible_agents == ["player_0", "player_3"]
    seats = set()
    for agent in env.agent_iter():
        observation, *_, over, cut, info = env.last()
        seats.add(agent)
        action = None if over or cut else int(np.flatnonzero(observation["action_mask"])[-1])
        assert info["automa"] == 0
        env.step(action)
    assert seats == {"player_0", "player_3"}


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"players": 4, "automas": 4}, "players and automas must be 1 to 7 together, not 4 and 4"),
        ({"players": 0}, "players and automas must be 1 to 7 together, not 0 and 0"),
        ({"automas": 1, "automa_level": 5}, "automa_level must be an integer from 1 to 4, not 5"),
        ({"automas": 1, "automa_level": [1, 2]}, "automa_level must be a number or one for each of 1 Automas"),
        ({"automas": 1, "automa_seats": [2]}, r"automa_seats must be 1 different seats of 0\.\.1"),
        ({"automas": 2, "automa_seats": [1, 1]}, r"automa_seats must be 2 different seats of 0\.\.2"),
        ({"automas": 1, "mats": [None, "militant"]}, "mats gives seat 1 'militant', but Automas have no player mat"),
        ({"automas": 1, "factions": ["nordic", "nordic"]}, "factions has 'nordic' twice"),
        ({"automas": 1, "automa_team": "both"}, "unknown name 'both'; allowed are competitive, cooperative"),
        ({"players": 0, "automas": 2, "automa_team": "cooperative"}, "cooperative needs both sides"),
    ],
)
def test_tables_that_cannot_be_are_refused(options: dict, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        ScytheConfig(**{"players": 1, **options})


def test_an_environment_needs_an_agent() -> None:
    with pytest.raises(ValueError, match="all 2 seats are scripted: an environment needs one for an agent"):
        scythe_v0.env(players=0, automas=2)


# -- levels and cards --------------------------------------------------------------------------------------------------


@pytest.mark.rule("A16", "A18", "A19", "A20", "A6")
def test_the_four_trackers() -> None:
    assert AUTOMA_LEVELS == ("autometta", "automa", "automaszyna", "ultimaszyna")
    assert {level: (t.spaces, t.water_open_from, *t.stars_at) for level, t in TRACKERS.items()} == {
        1: (24, 5, 10, 15, 18, 20, 22, 23),
        2: (22, 4, 9, 14, 17, 19, 20, 21),
        3: (19, 3, 9, 12, 14, 16, 17, 18),
        4: (18, 0, 8, 11, 13, 15, 16, 17),
    }
    for tracker in TRACKERS.values():
        assert len(tracker.stars_at) == 6 and tracker.stars_at[-1] == tracker.spaces - 1
        assert all(a < b for a, b in pairwise(tracker.stars_at))
    assert [level for level, tracker in TRACKERS.items() if tracker.obeys_gear] == [1]


@pytest.mark.rule("A6", "A26", "A17", "A85")
def test_the_nineteen_cards() -> None:
    assert sorted(CARDS) == list(range(1, 20))
    assert all([half.scheme for half in card.halves] == ["I", "II"] for card in CARDS.values())
    assert [number for number, card in CARDS.items() if card.gear] == [4, 7, 8, 17]
    assert [number for number, card in CARDS.items() if not card.star] == [4, 15, 17]
    for card in CARDS.values():
        assert len(card.power) == 3 and 0 <= card.combat_cards <= 3 and 0 <= card.resources <= 4
        assert all(half.moves and half.gains for half in card.halves)


@pytest.mark.rule("A83", "A81")
def test_six_recruit_bonuses_of_each_sign() -> None:
    signs = Counter(half.bonus for card in CARDS.values() for half in card.halves)
    assert {sign: number for sign, number in signs.items() if sign} == {
        "power": 6, "coins": 6, "popularity": 6, "combat_cards": 6,
    }  # fmt: skip


@pytest.mark.rule("A28", "A94", "QA28")
def test_the_reprinted_cards_have_symbols_of_albion_and_togawa() -> None:
    added = {
        number
        for number, card in CARDS.items()
        for half in card.halves
        for symbol in (*half.moves, *half.gains)
        if symbol.faction in ("albion", "togawa")
    }
    assert added == {5, 8, 18, 19}


@pytest.mark.rule("A29", "A63", "QA63")
@pytest.mark.parametrize(("power", "spent"), [(0, 2), (7, 2), (8, 4), (13, 4), (14, 7), (16, 7)])
def test_the_combat_box_has_three_ranges_of_power(power: int, spent: int) -> None:
    assert automa_power(4, power) == spent  # card 5: 2, 4, 7
