"""The data files as plain objects: the board, the mats, the cards and the tracks."""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

DATA = Path(__file__).parents[2] / "scythe_env" / "scythe" / "data"
AUTOMA_DATA = Path(__file__).parent / "automa.json"

FACTIONS = ("albion", "nordic", "rusviet", "togawa", "crimea", "saxony", "polania")
RESOURCES = ("metal", "food", "oil", "wood")
TERRAIN_YIELD = {"mountain": "metal", "farm": "food", "tundra": "oil", "forest": "wood", "village": "worker"}
TOPS = ("move", "bolster", "trade", "produce")
BOTTOMS = ("upgrade", "deploy", "build", "enlist")
BOTTOM_RESOURCE = {"upgrade": "oil", "deploy": "metal", "build": "wood", "enlist": "food"}
STRUCTURES = ("mine", "monument", "armory", "mill")
GOODS = ("power", "coins", "popularity", "combat cards")
CUBES = ("move units", "move coins", "bolster power", "bolster cards", "trade popularity", "produce territories")
CARD_VALUES = (2, 3, 4, 5)
STAR_KINDS = (
    "upgrades",
    "mechs",
    "structures",
    "recruits",
    "workers",
    "objective",
    "combat_wins",
    "popularity",
    "power",
)
NEIGHBOUR_STEPS = ((1, 0), (1, -1), (0, -1), (-1, 0), (-1, 1), (0, 1))


@cache
def load(name: str) -> Any:
    """The contents of one data file."""
    return json.loads((DATA / f"{name}.json").read_text(encoding="utf-8"))


@dataclass(frozen=True)
class Hex:
    """A territory of the board."""

    name: str
    q: int
    r: int
    terrain: str
    encounter: bool
    tunnel: bool


class Board:
    """The map: which places lie beside which, and what lies between them."""

    def __init__(self) -> None:
        """Read the map."""
        data = load("board")
        self.hexes = {row["name"]: Hex(**row) for row in data["hexes"]}
        self.at = {(h.q, h.r): h.name for h in self.hexes.values()}
        self.rivers = {frozenset(pair) for pair in data["rivers"]}
        self.base_edges = {
            base_of(base["faction"]): {edge["hex"]: edge["kind"] for edge in base["edges"]} for base in data["bases"]
        }
        self.cells = {name: position for position, name in self.at.items()}
        self.cells |= {base_of(base["faction"]): (base["q"], base["r"]) for base in data["bases"]}
        self.places = [*self.hexes, *(base_of(faction) for faction in FACTIONS)]
        self.tunnels = [h.name for h in self.hexes.values() if h.tunnel]
        self.lakes = [h.name for h in self.hexes.values() if h.terrain == "lake"]
        self.factory = next(h.name for h in self.hexes.values() if h.terrain == "factory")

    def is_base(self, place: str) -> bool:
        """Whether the place is a home base, which is no territory (R43)."""
        return place not in self.hexes

    def is_lake(self, place: str) -> bool:
        """Whether the place is a lake."""
        return place in self.hexes and self.hexes[place].terrain == "lake"

    def terrain(self, place: str) -> str:
        """Terrain of a territory, "base" for a home base."""
        return self.hexes[place].terrain if place in self.hexes else "base"

    def beside(self, place: str) -> list[str]:
        """The territories that have a common edge with the place, rivers and lakes included."""
        if self.is_base(place):
            return list(self.base_edges[place])
        here = self.hexes[place]
        around = ((here.q + q, here.r + r) for q, r in NEIGHBOUR_STEPS)
        return [self.at[position] for position in around if position in self.at]

    def edge(self, place: str, other: str) -> str:
        """What lies between a place and a territory beside it: land, river or lake."""
        if self.is_base(place):
            return str(self.base_edges[place][other])
        if self.is_lake(place) or self.is_lake(other):
            return "lake"
        return "river" if frozenset((place, other)) in self.rivers else "land"

    def distance(self, place: str, other: str) -> int:
        """Steps on the lattice between two places, whatever lies between them (A40)."""
        (q, r), (other_q, other_r) = self.cells[place], self.cells[other]
        q, r = q - other_q, r - other_r
        return max(abs(q), abs(r), abs(q + r))


def base_of(faction: str) -> str:
    """The name of a faction's home base."""
    return f"{faction} base"


@cache
def board() -> Board:
    """The map, read once."""
    return Board()


@cache
def factions() -> dict[str, Any]:
    """Faction mats by name."""
    return {row["name"]: row for row in load("factions")["factions"]}


@cache
def mats() -> dict[str, Any]:
    """Player mats by name."""
    return {row["name"]: row for row in load("player_mats")["mats"]}


@cache
def tracks() -> Any:
    """The numbers that are the same for all players."""
    return load("tracks")


@cache
def automa_data() -> Any:
    """Cards, star trackers and numbers of the Automa, and positions in which its moves are known."""
    return json.loads(AUTOMA_DATA.read_text(encoding="utf-8"))


@cache
def automa_cards() -> dict[int, Any]:
    """Automa cards by number."""
    return {card["number"]: card for card in automa_data()["cards"]}


@cache
def trackers() -> dict[int, Any]:
    """Star trackers by level."""
    return {tracker["level"]: tracker for tracker in automa_data()["star_trackers"]}


def good_name(name: str) -> str:
    """The name of a good as the decisions write it; the data files write an underscore."""
    return name.replace("_", " ")


@cache
def objectives() -> dict[int, Any]:
    """Objective cards by number."""
    return {row["number"]: row for row in load("objectives")["objectives"]}


@cache
def encounters() -> dict[int, Any]:
    """Encounter cards by number: for each letter the cost and the gains."""
    return {
        card["number"]: {option["option"]: option for option in card["options"]} for card in load("encounters")["cards"]
    }


@cache
def factory_cards() -> dict[int, Any]:
    """Factory cards by number."""
    return {card["number"]: card for card in load("factory_cards")["cards"]}


@cache
def tiles() -> dict[str, Any]:
    """Structure bonus tiles by what they count."""
    return {tile["kind"]: tile for tile in load("structure_bonus")["tiles"]}
