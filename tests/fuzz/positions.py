"""Hostile documents and saves."""

from __future__ import annotations

import hashlib
import json
from random import Random
from typing import Any

import numpy as np

from scythe_env.core.document import parse
from scythe_env.scythe.config import ScytheConfig
from scythe_env.scythe.game import Scythe
from scythe_env.scythe.notation import from_json, to_json

from .games import OPTIONS, RACE, some_position, table, uphold
from .values import NUMBERS, Refused, as_text, border, damaged, odd, odd_json, torn

DIGEST = 16  # bytes, two of them before the record


def documents(draw: Random) -> None:
    """A document in which something is wrong, as an object or as text."""
    _, states = some_position(draw)
    document, (_, other) = to_json(states), some_position(draw)
    if draw.random() < 0.3:  # a situation, which leaves out most of what there is
        document = {key: document[key] for key in document if draw.random() < 0.6 or key in ("options", "players")}
    how = draw.random()
    if how < 0.65:
        given: Any = damaged(draw, document, to_json(other))
    else:
        text = as_text(draw, damaged(draw, document, to_json(other), odd_json)) if how < 0.85 else json.dumps(document)
        if how >= 0.85:
            text = torn(draw, text.encode()).decode(errors="replace")
        with border():
            given = parse(text)
    if draw.random() < 0.01:
        given = odd(draw)
    with border():
        taken = from_json(given)
    again = to_json(taken)
    assert from_json(json.loads(json.dumps(again))).tobytes() == taken.tobytes()
    options = again["options"]
    uphold(draw, Scythe(ScytheConfig(players=len(again["players"]), **options)), taken)


def saves(draw: Random) -> None:
    """Bytes of a saved game that were changed, under a digest that fits or not, loaded into one game or another."""
    game, states = some_position(draw)
    data: Any = game.save(states, 0)
    how, fits = draw.random(), True
    record = bytearray(data[2 * DIGEST :])
    if how < 0.7:
        cells = np.frombuffer(record, game.layout.dtype)
        _, other = some_position(draw)
        for _ in range(draw.choice([1, 1, 1, 2, 3])):
            name = draw.choice(game.layout.dtype.names)
            numbers = cells[name].reshape(-1)
            limits, k = np.iinfo(numbers.dtype), draw.randrange(numbers.size)
            if draw.random() < 0.25:
                numbers[:] = other[name].reshape(-1)
            elif draw.random() < 0.4:
                numbers[k] = np.clip(int(numbers[k]) + draw.choice([-1, 1]), limits.min, limits.max)
            else:
                numbers[k] = np.clip(draw.choice([*NUMBERS, -1, 0, 1]), limits.min, limits.max)
    elif how < 0.85:
        record = bytearray(torn(draw, bytes(record)))
    elif how < 0.9:
        data, fits = torn(draw, data), False
    elif how < 0.92:
        data, fits = odd(draw), False
    elif how < 0.94:
        data = RACE.save(_raced(draw), 0)
        record = bytearray(data[2 * DIGEST :])
    if fits:
        data = data[:DIGEST] + hashlib.blake2b(record, digest_size=DIGEST).digest() + bytes(record)
    if draw.random() < 0.1:
        game = table(draw.randint(1, 7), draw.randrange(len(OPTIONS)))
    loaded = game.new_states(2)
    before = loaded.tobytes()
    try:
        with border():
            game.load(loaded, 1, data)
    except Refused:
        assert loaded.tobytes() == before, "something was loaded"
        raise
    assert loaded.tobytes() == before[: len(before) // 2] + bytes(data[2 * DIGEST :]), "another game was loaded"
    uphold(draw, game, loaded[1:].copy())


def _raced(draw: Random) -> Any:
    states = RACE.new_states(1)
    RACE.reset(states, 0, draw.getrandbits(64), np.zeros(RACE.num_actions, np.int8))
    return states
