"""Rows of fields and options: what is derived from them, shown on a small game of gold and votes."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import pytest

from scythe_env.core import options
from scythe_env.core.document import Form
from scythe_env.core.fields import MARK, NONE, SPECTATOR, Axis, Field, Fields, Number, nobody, owner
from scythe_env.core.options import option

NAMES = ("red", "green", "blue")
SEAT = Axis("player", 3, lambda state, *at: NAMES[: state["players"]])
CARD = Axis("card", 4, (1, 2, 3, 4))
GOOD = Axis("good", 2, ("fine wood", "stone"))
FIELDS = Fields(
    Field("seed", np.int16, (Axis("word", 2),), Number(0, 999), seen=nobody, key="memory.seed"),
    Field("players", np.int16),
    Field("over", np.int16, holds=MARK, key="memory.over"),
    Field("first", np.int8, holds=SEAT, key="first"),
    Field("gold", np.int8, (SEAT,), Number(0, 20), key="seats[].gold"),
    Field("vote", np.int8, (SEAT,), SEAT, seen=owner, key="seats[].vote"),
    Field("hand", np.int8, (SEAT, CARD), MARK, seen=owner, counted=True, key="seats[].hand"),
    Field("goods", np.int8, (SEAT, GOOD), key="seats[].goods"),
    Field("likes", np.int8, (SEAT, SEAT), MARK, key="seats[].likes"),
)
FORM = Form(FIELDS, ["seats[].gold", "seats[].note", "first", "memory.seed"])
DOCUMENT: dict[str, Any] = {
    "seats": [
        {"gold": 3, "note": "a", "vote": "green", "hand": [2, 4], "goods": {"stone": 2}, "likes": ["red", "green"]},
        {"gold": 0, "note": "b", "vote": None, "hand": [], "goods": {}, "likes": []},
    ],
    "first": "green",
    "memory": {"seed": [7, 8], "over": False},
}


def record(document: dict[str, Any] = DOCUMENT) -> np.ndarray:
    states = FIELDS.empty()
    states["players"] = 2
    FORM.check(document)
    FORM.read(states, document)
    return states


def written(states: np.ndarray) -> dict[str, Any]:
    return FORM.write(states[0], {"seats[].note": ["a", "b"]})


def test_an_empty_record_has_none_for_indices() -> None:
    state = FIELDS.empty()[0]
    assert (state["first"], state["vote"].tolist(), state["hand"].any()) == (NONE, [NONE] * 3, False)


def test_documents_follow_from_the_rows_in_both_directions() -> None:
    states = record()
    assert states["hand"][0].tolist() == [[0, 1, 0, 1], [0] * 4, [0] * 4]
    assert (states["first"][0], states["goods"][0, 0].tolist()) == (1, [0, 2])
    assert written(states) == DOCUMENT and list(written(states)) == ["seats", "first", "memory"]


def test_what_a_document_leaves_out_stays_and_capitals_do_not_matter() -> None:
    states = record()
    FORM.read(states, {"first": "Red", "seats": [{"goods": {"Fine_Wood": 1}}, {"gold": None}]})
    assert (states["first"][0], states["gold"][0, 0], states["goods"][0, 0].tolist()) == (0, 3, [1, 0])


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ([], r"the document: an object is needed, not \[\]"),
        ({"last": 1}, "the document: unknown key 'last'; allowed are seats, first, memory"),
        ({"memory": 3}, "memory: an object is needed, not 3"),
        ({"seats": {}}, "seats: a list is needed, not {}"),
        ({"seats": [{}, {"golds": 1}]}, r"seats\[1\]: unknown key 'golds'; allowed are gold, note, vote"),
        ({"seats": [{"gold": 21}]}, r"seats\[0\].gold: a whole number from 0 to 20 is needed, not 21"),
        ({"seats": [{"gold": -1}]}, r"seats\[0\].gold: a whole number from 0 to 20 is needed, not -1"),
        ({"seats": [{"gold": True}]}, r"seats\[0\].gold: a whole number from 0 to 20 is needed, not True"),
        ({"seats": [{"vote": "blue"}]}, r"seats\[0\].vote: unknown player 'blue'; allowed are red, green"),
        ({"seats": [{"hand": [1, 5]}]}, r"seats\[0\].hand: unknown card 5; allowed are 1, 2, 3, 4"),
        ({"seats": [{"hand": [True]}]}, r"seats\[0\].hand: unknown card True"),
        ({"seats": [{"hand": [2, 2]}]}, r"seats\[0\].hand: 2 occurs twice"),
        ({"seats": [{"goods": {"stone": 1, "Stone": 1}}]}, r"seats\[0\].goods: stone occurs twice"),
        ({"memory": {"seed": [1]}}, "memory.seed: a list of 2 to 2 entries is needed, not of 1"),
        ({"memory": {"seed": [1, 1000]}}, r"memory.seed\[1\]: a whole number from 0 to 999 is needed"),
        ({"memory": {"over": 1}}, "memory.over: true or false is needed, not 1"),
    ],
)
def test_documents_of_another_shape_are_refused(change: Any, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        record(change)


@pytest.mark.parametrize("seat", [0, 1, SPECTATOR])
def test_views_follow_from_who_sees_a_field(seat: int) -> None:
    states = record()
    visible, shown = FIELDS.hide(states, 0, seat)
    view = written(visible)
    FORM.conceal(view, states[0], shown)
    assert view["memory"] == {"over": False}
    assert view["seats"][0].get("vote", "hidden") == ("green" if seat == 0 else "hidden")
    assert [player["hand"] for player in view["seats"]] == [[2, 4] if seat == 0 else 2, [] if seat == 1 else 0]
    assert written(states) == DOCUMENT


def test_a_rule_empties_fields() -> None:
    states, clear = record(), FIELDS.emptying("clear", FIELDS["first"], FIELDS["hand"], FIELDS["goods"])
    clear(FIELDS.layout.view(states, 0))
    assert written(states) == DOCUMENT | {
        "first": None,
        "seats": [entry | {"hand": [], "goods": {}} for entry in DOCUMENT["seats"]],
    }


@dataclass(frozen=True, kw_only=True)
class Config:
    players: int = option(2, "number of seats", most=3)
    colors: tuple[str | None, ...] | None = option(
        None, "color of each seat", names=NAMES, each_seat=True, field="wanted"
    )
    goal: str | None = option(None, "what wins", names=("gold", "votes"))
    quick: bool = option(False, "half the rounds")

    def __post_init__(self) -> None:
        options.check(self)


def test_options_are_checked_written_and_read() -> None:
    states = np.zeros(2, [("players", np.int8), ("wanted", np.int8, 3), ("goal", np.int8), ("quick", np.int8)])
    for config in (Config(), Config(players=3, colors=[None, "blue", "red"], goal="votes", quick=True)):
        options.write(config, states)
        assert Config(**options.read(Config, states[1])) == config
    assert states["wanted"].tolist() == [[-1, 2, 0]] * 2
    with pytest.raises(ValueError, match="colors: unknown name 'pink'; allowed are red, green, blue"):
        Config(colors=["pink", None])
    row = options.options(Config)[3]
    assert (row.name, row.type, row.default, row.help) == ("quick", bool, False, "half the rounds")
