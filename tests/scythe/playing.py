"""Random games for tests: dealing, choosing, and the invariants that hold after every decision."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator

import numpy as np

from scythe_env.scythe import engine
from scythe_env.scythe.actions import NUM_ACTIONS
from scythe_env.scythe.constants import (
    FLAG,
    MAX_PLAYERS,
    MAX_STARS,
    NONE,
    NUM_HEXES,
    NUM_WORKERS,
    RUNNING,
    STAR_COMBAT,
    STAR_OBJECTIVE,
    TRAP,
)
from scythe_env.scythe.state import STACK_SIZE, STATE
from scythe_env.scythe.tables import is_tunnel, mat_brackets, terrain

SAXONY, LAKE = 5, 5


def new_record(players: int, **fields: object) -> np.ndarray:
    """Two records, the first configured (the second gives room to policies of compiled play)."""
    states = np.zeros(2, STATE)
    defaults = {"players": players, "max_rounds": 100, "relentless_factory": 1, "play_forced": 1, "wanted_tile": -1}
    for name, value in {**defaults, "wanted_faction": -1, "wanted_mat": -1, **fields}.items():
        states[name][0] = value
    return states


def deal(states: np.ndarray, seed: int) -> np.ndarray:
    """Deal game 0; returns its mask."""
    mask = np.zeros(NUM_ACTIONS, np.int8)
    engine.setup(states, engine.raw_bytes(states), 0, seed, 0, mask)
    return mask


def random_game(states: np.ndarray, seed: int, lively: bool = True) -> Iterator[tuple[np.ndarray, int]]:
    """Play game 0 to its end; yields (mask, action) before each action.

    A lively player takes what there is rather than pass, so that the games reach further than uniform play does.
    """
    mask = deal(states, seed)
    rng = np.random.default_rng(seed)
    while states["status"][0] == RUNNING:
        legal = np.flatnonzero(mask)
        if lively and mask[109] and len(legal) > 1 and rng.random() < 0.85:
            legal = legal[legal != 109]
        action = int(legal[rng.integers(len(legal))])
        yield mask, action
        engine.apply(states, 0, action, mask)


def digest(states: np.ndarray) -> str:
    """Digest of game 0."""
    return hashlib.blake2b(states[:1].tobytes(), digest_size=8).hexdigest()


def check_invariants(states: np.ndarray, mask: np.ndarray) -> None:
    """What holds after every decision of a legal game."""
    s = {name: states[name][0] for name in STATE.names}
    n = int(s["players"])
    running = s["status"] == RUNNING
    assert mask.any() == running, "a mask is empty exactly when the game is over"
    assert set(np.unique(mask)) <= {0, 1}
    assert 0 <= s["depth"] < STACK_SIZE
    assert (s["depth"] > 0) == running
    # cards (R12): 42 combat cards by value; objectives and Factory cards are unique
    total = s["deck"] + s["discard"] + s["cards"].sum(axis=0)
    assert total.tolist() == [16, 12, 8, 6]
    assert (s["cards"] >= 0).all() and (s["deck"] >= 0).all() and (s["discard"] >= 0).all()
    objectives = s["objective"][:n].ravel().tolist()
    assert len(set(objectives)) == 2 * n
    held = [int(card) for card in s["factory_card"][:n] if card != NONE]
    assert len(set(held)) == len(held) and not any(s["factory_deck"][card] for card in held)
    assert len(held) + s["factory_deck"].sum() == n + 1  # R9
    for seat in range(n):
        check_seat(s, seat)
    assert not s["cards"][n:].any() and not s["workers"][n:].any()
    # what a seat knows of a hand is in that hand
    for knower in range(n):
        for owner in range(n):
            assert (s["known"][knower, owner] <= s["cards"][owner]).all()
            assert (s["known"][knower, owner] >= 0).all()
    check_board(s)


def check_seat(s: dict[str, np.ndarray], seat: int) -> None:
    """Tracks within bounds, pieces conserved."""
    assert 0 <= s["power"][seat] <= 16 and 0 <= s["popularity"][seat] <= 18 and s["coins"][seat] >= 0  # R67
    assert (s["workers"][seat] >= 0).all()
    assert s["workers"][seat].sum() + s["workers_left"][seat] == NUM_WORKERS
    assert s["cubes"][seat].sum() == s["boxes"][seat].sum()  # R86
    for bottom in range(4):
        assert 0 <= s["boxes"][seat, bottom] <= mat_brackets(int(s["mat"][seat]), bottom)
    assert s["recruits"][seat].sum() == s["one_time"][seat].sum()  # R96
    assert s["stars"][seat].sum() <= MAX_STARS  # R180
    saxony = s["faction"][seat] == SAXONY
    for kind, stars in enumerate(s["stars"][seat].tolist()):
        limit = 1
        if kind == STAR_COMBAT:
            limit = MAX_STARS if saxony else 2
        elif kind == STAR_OBJECTIVE:
            limit = 2 if saxony else 1
        assert 0 <= stars <= limit  # R175, R179
    home = NUM_HEXES + int(s["faction"][seat])
    for place in (int(s["character"][seat]), *s["mechs"][seat].tolist(), *np.flatnonzero(s["workers"][seat]).tolist()):
        if place >= NUM_HEXES and place != home:  # a foreign base is reached by Wayfare only (R211)
            assert s["faction"][seat] == 4 and s["seat_of"][place - NUM_HEXES] == NONE


def check_board(s: dict[str, np.ndarray]) -> None:
    """One controller a territory, one structure and one faction token a territory, lakes as R206 and R207 say."""
    n = int(s["players"])
    assert (s["tokens"] >= 0).all()
    structures = [hex_ for hex_ in s["structures"][:n].ravel().tolist() if hex_ != NONE]
    assert len(set(structures)) == len(structures) and all(terrain(hex_) != LAKE for hex_ in structures)  # R91, R207
    character, mechs = s["character"].tolist(), s["mechs"].tolist()
    occupied = {hex_ for places in (character[:n], *mechs[:n]) for hex_ in places if hex_ < NUM_HEXES}
    occupied |= set(np.flatnonzero(s["workers"].sum(axis=0)[:NUM_HEXES]).tolist()) - {NONE}
    for hex_ in sorted(occupied - {NONE}):
        fighters = [seat for seat in range(n) if hex_ in (character[seat], *mechs[seat])]
        present = [seat for seat in range(n) if seat in fighters or s["workers"][seat, hex_] > 0]
        if s["combat_due"][hex_] and (s["combat_place"] != hex_ or s["winner"] == NONE):
            assert len(present) == 2 and int(s["active"]) in present and len(fighters) == 2
        elif not s["combat_due"][hex_]:
            assert len(present) <= 1  # R105
        if terrain(hex_) == LAKE:
            for seat in present:
                assert not s["workers"][seat, hex_] or (s["mechs"][seat] == hex_).any()  # R206
    tokens = s["faction_tokens"].tolist()
    assert tokens.count(FLAG) <= 4
    assert all(tokens.count(TRAP + good) <= 1 for good in range(4))
    assert all(token >= TRAP for token, armed in zip(tokens, s["armed"].tolist(), strict=True) if armed)
    assert int(s["encounters"].sum()) <= 11 and is_tunnel(NUM_HEXES) == 0
    assert sorted(seat for seat in s["seat_of"].tolist() if seat != NONE) == list(range(n))
    assert n <= MAX_PLAYERS
