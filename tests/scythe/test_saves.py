"""Games as bytes: what is loaded is a game of the same table, whatever was done to the bytes."""

from __future__ import annotations

import hashlib
import random
from typing import Any

import numpy as np
import pytest

from scythe_env.core.compiling import JIT
from scythe_env.core.game import RUNNING
from scythe_env.core.session import Session
from scythe_env.scythe.config import ScytheConfig
from scythe_env.scythe.game import Scythe
from scythe_env.scythe.notation import from_json, to_json

from .invariants import FAULTS, find_fault
from .playing import choose_lively, new_record, random_game

DIGEST = 16  # bytes
HEADER = 2 * DIGEST


def saved(decisions: int, **options: Any) -> tuple[Scythe, bytes]:
    """A game under way, and its bytes."""
    game = Scythe(ScytheConfig(**options))
    session, draw = Session(game), np.random.default_rng(decisions)
    session.reset(decisions)
    for _ in range(decisions):
        session.step(choose_lively(session.mask, draw))
    return game, session.save()


def sealed(game: bytes, record: bytes) -> bytes:
    """The bytes of a record with a digest that fits."""
    return game[:DIGEST] + hashlib.blake2b(record, digest_size=DIGEST).digest() + record


def load(game: Scythe, data: bytes) -> np.ndarray:
    states = game.new_states(1)
    game.load(states, 0, data)
    return states


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"players": 3}, "game 0 has 5 in its field 'players'; 3 is needed here"),
        ({"players": 7}, "game 0 has 5 in its field 'players'; 7 is needed here"),
        ({"players": 5, "promo_factory": True}, "option promo_factory = False; True is needed"),
        ({"players": 5, "max_rounds": 99}, "option max_rounds = 100; 99 is needed"),
        ({"players": 5, "play_forced": False}, "option play_forced = True; False is needed"),
        ({"players": 5, "tile": "longest_line"}, "option tile = None; 'longest_line' is needed"),
    ],
)
def test_a_save_is_of_one_configuration(options: dict[str, Any], message: str) -> None:
    _, data = saved(30, players=5)
    other = Scythe(ScytheConfig(**options))
    states = other.new_states(2)
    before = states.tobytes()
    with pytest.raises(ValueError, match=message):
        other.load(states, 1, data)
    assert states.tobytes() == before


def test_a_place_outside_the_array_is_refused() -> None:
    game, data = saved(3, players=2)
    states = game.new_states(2)
    for i in (-1, 2, 10**6):
        with pytest.raises(IndexError, match=f"game {i} of 2 does not exist"):
            game.save(states, i)
        with pytest.raises(IndexError, match=f"game {i} of 2 does not exist"):
            game.load(states, i, data)


def test_records_of_another_length_are_refused() -> None:
    game, data = saved(3, players=2)
    record = data[HEADER:]
    for other in (b"", record[:-1], record + b"\0", record * 2):
        with pytest.raises(ValueError, match=f"has {len(record)} bytes, not {len(other)}"):
            load(game, sealed(data, other))
    for cut in (b"", data[:10], data[:DIGEST], data[:-1], b"\0" * len(data)):
        with pytest.raises(ValueError, match="saved game of scythe_v0"):
            load(game, cut)


@pytest.mark.parametrize("players", [1, 2, 5, 7])
def test_edited_records_are_refused_or_games(players: int) -> None:
    """Whatever number is changed under a digest that fits: it is refused, or a game that plays on without a fault."""
    draw, taken = random.Random(players), 0
    mask_draw = np.random.default_rng(players)
    for trial in range(150 if JIT else 10):
        game, data = saved(draw.randrange(150), players=players, play_forced=bool(trial % 2))
        record = np.frombuffer(bytearray(data[HEADER:]), game.layout.dtype)
        field = draw.choice(game.layout.dtype.names)
        numbers = record[field].reshape(-1)
        limits = np.iinfo(numbers.dtype)
        numbers[draw.randrange(numbers.size)] = draw.choice(
            [0, -1, 1, 2, 7, 50, 127, int(limits.min), int(limits.max), draw.randrange(-30, 30)]
        )
        try:
            states = load(game, sealed(data, record.tobytes()))
        except ValueError as error:
            assert str(error)
            continue
        taken += 1
        mask = np.zeros(game.num_actions, np.int8)
        game.legal(states, 0, mask)
        for _ in range(200):
            fault = find_fault(states, 0, mask)
            assert not fault, f"{field}: {FAULTS[fault]}"
            if not mask.any():
                break
            game.step(states, 0, choose_lively(mask, mask_draw), mask)
    assert taken


@pytest.mark.rule("R185")
@pytest.mark.parametrize("players", range(1, 8))
def test_every_end_of_a_game_can_be_written_down(players: int) -> None:
    """All open steps lapse with the end, so nothing is left of what they marked."""
    for seed in range(40 if JIT else 2):
        states = new_record(players, max_rounds=60, decline_gains=seed % 2, promo_encounters=seed % 3 == 0)
        for _ in random_game(states, seed):
            pass
        assert states["status"][0] != RUNNING
        assert from_json(to_json(states[:1])).tobytes() == states[:1].tobytes()
