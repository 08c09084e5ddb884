"""The cards and boards, read from the data file."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any, Final

RESOURCES: Final = ("wood", "stone", "food")
GOODS: Final = (*RESOURCES, "gold", "worker", "raze", "vp")
"""Goods that a player has any number of; defence tokens are apart, as no effect asks for them."""

COMMON: Final = "COM"
VP_AT_END: Final = {True: 1, False: 2}  # of a location, by whether it is common (S10)

Amounts = Mapping[str, int]


@dataclass(frozen=True, eq=False)
class Ability:
    """When it works, on what condition, what an activation costs and how often a round it is allowed, what it does."""

    trigger: str
    arg: str | None
    cost: Amounts
    uses: int
    effects: tuple[Mapping[str, Any], ...]


@dataclass(frozen=True, eq=False)
class Design:
    """What the copies of a card have in common."""

    key: str
    deck: str
    row: str
    colors: tuple[str, ...]
    abilities: tuple[Ability, ...]


@dataclass(frozen=True, eq=False)
class Face:
    """A card as a player sees it."""

    name: str
    number: int
    design: Design
    copies: int
    cost: Amounts
    raze: Amounts | None
    deal: str | None

    @property
    def common(self) -> bool:
        """Whether it is no faction card."""
        return self.design.deck == COMMON

    def abilities(self, trigger: str) -> list[Ability]:
        """The abilities that work at a time."""
        return [ability for ability in self.design.abilities if ability.trigger == trigger]

    @property
    def action(self) -> Ability:
        """The ability that is activated, of an action location."""
        return self.abilities("activate")[0]

    def effect(self, op: str) -> Mapping[str, Any] | None:
        """The effect with a primitive, if the card has one."""
        effects = [effect for ability in self.design.abilities for effect in ability.effects]
        return next((effect for effect in effects if effect["op"] == op), None)

    def fits(self, arg: str | None) -> bool:
        """Whether building it is what a feature rewards."""
        return not self.common if arg == "faction" else arg in {f"color:{color}" for color in self.design.colors}


@dataclass(frozen=True)
class Board:
    """A faction board: its deck, what it produces, what it stores."""

    faction: str
    deck: str
    production: Amounts
    stores: str


@cache
def data() -> Mapping[str, Any]:
    """The values of the data file."""
    text = files("scythe_env.imperial_settlers").joinpath("data", "cards.json").read_text("utf-8")
    values: Mapping[str, Any] = json.loads(text)
    return values


@cache
def boards() -> dict[str, Board]:
    """The boards by faction, in the order of the file."""
    return {row["faction"]: Board(**row) for row in data()["boards"]}


@cache
def faces() -> dict[str, Face]:
    """The faces by name, in the order of the file; several of one design are told apart by a letter."""
    found: dict[str, Face] = {}
    for row in data()["cards"]:
        abilities = tuple(
            Ability(a["trigger"], a.get("arg"), a.get("cost", {}), a.get("uses", 0), tuple(a["effects"]))
            for a in row["abilities"]
        )
        design = Design(row["key"], row["deck"], row["row"], tuple(row["colors"]), abilities)
        for letter, face in zip("abc", row["faces"], strict=False):
            name = row["key"].replace("_", " ") + (f" {letter}" if len(row["faces"]) > 1 else "")
            found[name] = Face(name, len(found), design, face["copies"], face["cost"], face["raze"], face["deal"])
    return found


def attack_cards() -> dict[str, int]:
    """How many attack cards of the solo game have each target."""
    return dict(data()["attack_cards"])
