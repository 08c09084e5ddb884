"""The data file and its checks; options of the configuration."""

from __future__ import annotations

import copy
import json
from importlib.resources import files
from typing import Any

import pytest

from scythe_env.imperial_settlers.components import FACES, GOODS, load_components, parse_components
from scythe_env.imperial_settlers.config import ImperialSettlersConfig
from scythe_env.imperial_settlers.ops import OPS

DATA: dict[str, Any] = json.loads((files("scythe_env.imperial_settlers") / "data" / "cards.json").read_text("utf-8"))


@pytest.mark.rule("S12")
def test_copies_differ_in_cost_raze_field_or_deal() -> None:
    data = load_components()
    for design in range(len(data.designs)):
        faces = [(face.cost, face.raze, face.deal) for face in data.faces if face.design == design]
        assert len(set(faces)) == len(faces)


def test_only_faction_cards_have_deals_and_location_symbols() -> None:
    data = load_components()
    for face in data.faces:
        common = data.designs[face.design].deck == 0
        assert (face.deal is None) == common
        assert not common or face.cost[-1] == 0
        if common and face.name != "ruins":
            assert face.raze is not None and sum(face.raze) == 2


def test_each_primitive_is_used() -> None:
    used = {e.op for design in load_components().designs for a in design.abilities for e in a.effects}
    assert used == set(range(len(OPS))) and len(OPS) == 23 and len(FACES) == 137 and len(GOODS) == 12


@pytest.mark.parametrize(
    ("path", "value", "message"),
    [
        (("cards", 0, "deck"), "XYZ", r"cards\[statue\], deck: unknown name 'XYZ'; allowed are COM"),
        (("cards", 0, "deck"), "ROM", r"cards\[supplier\]: cards of one deck stand together"),
        (("cards", 0, "colors"), ["white"], r"cards\[statue\], colors\[0\]: unknown name 'white'"),
        (
            ("cards", 0, "faces", 0, "cost"),
            {"wood": 0},
            r"faces\[0\], cost, wood: a whole number from 1 to 99 is needed, not 0",
        ),
        (("cards", 0, "faces", 0, "raze"), {"glass": 1}, r"cards\[statue\], faces\[0\], raze: unknown key 'glass'"),
        (("boards", 0, "stores"), "glory", r"boards\[barbarians\], stores: unknown name 'glory'"),
    ],
)
def test_faults_in_the_data_are_named(path: tuple[str | int, ...], value: object, message: str) -> None:
    data = copy.deepcopy(DATA)
    node: Any = data
    for key in path[:-1]:
        node = node[key]
    node[path[-1]] = value
    with pytest.raises(ValueError, match=message):
        parse_components(data)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"players": 5}, "players must be an integer from 1 to 4, not 5"),
        ({"lookout": "blind"}, "lookout: unknown name 'blind'; allowed are standard, alternative, advanced"),
        ({"lookout": None}, "lookout must be one of standard"),
        ({"factions": ["romans"]}, "factions has 1 entries, but there are 4 players"),
        ({"max_decisions": 0}, "max_decisions must be an integer from 1 to 10000, not 0"),
    ],
)
def test_impossible_options_are_refused(options: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        ImperialSettlersConfig(**options)
