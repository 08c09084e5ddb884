"""Documents in which something was changed: either refused by a ValueError, or games that hold the invariants."""

from __future__ import annotations

import copy
from collections.abc import Iterator
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from scythe_env.scythe.actions import CUBES, GOODS, PLACES
from scythe_env.scythe.components import BOTTOM_ACTIONS, FACTIONS, LETTERS, MATS, STAR_GOALS, STRUCTURES
from scythe_env.scythe.names import CARD_VALUES
from scythe_env.scythe.notation import from_json, to_json
from scythe_env.scythe.steps import STEPS

from ...properties import PROPERTY, decisions
from .documents import Document, documents
from .games import check, legal, play, played

WORDS = (*PLACES, *FACTIONS, *MATS, *GOODS, *CUBES, *BOTTOM_ACTIONS, *STRUCTURES, *STAR_GOALS, *CARD_VALUES)
WORDS += (*LETTERS, *STEPS, "base", "", "character", "worker", "attacker", "defender", "running", "ended", "truncated")

scalars = (
    st.none() | st.booleans() | st.integers(-2, 20) | st.integers() | st.floats() | st.sampled_from(WORDS) | st.text()
)
values = st.recursive(
    scalars,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(WORDS), inner, max_size=3),
    max_leaves=4,
)


def spots(value: Any) -> Iterator[tuple[Any, Any]]:
    """Every place in a document: the container and the key or index in it."""
    for key in value if isinstance(value, dict) else range(len(value)):
        yield value, key
        if isinstance(value[key], dict | list):
            yield from spots(value[key])


def damage(document: Document, where: int, how: str, value: Any) -> Document:
    """A copy in which one entry is gone, has another value, stands twice or under another key."""
    damaged = copy.deepcopy(document)
    places = list(spots(damaged))
    container, key = places[where % len(places)]
    if how == "remove":
        del container[key]
    elif how == "double" and isinstance(container, list):
        container.append(container[key])
    elif how == "rename" and isinstance(container, dict) and isinstance(value, str):
        container[value] = container.pop(key)
    else:
        container[key] = value
    return damaged


@PROPERTY
@given(
    documents(), decisions(), st.integers(0, 10_000), st.sampled_from(["change", "remove", "double", "rename"]), values
)
def test_damaged_documents_are_refused_or_games(
    document: Document, choices: bytes, where: int, how: str, value: Any
) -> None:
    states = from_json(document)
    play(states, choices)
    for whole in (document, to_json(states)):
        try:
            damaged = from_json(damage(whole, where, how, value))
        except ValueError as error:
            assert str(error)
            continue
        check(damaged, legal(damaged))
        assert from_json(to_json(damaged)).tobytes() == damaged.tobytes()
        for mask in played(damaged, choices):
            check(damaged, mask)
