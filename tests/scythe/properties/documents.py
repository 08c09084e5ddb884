"""Strategies of hypothesis: random documents of the notation.

A document is any position that the notation accepts at the start of a turn, most of which no game would come to: units
of each seat somewhere, but never two seats on one place; structures, tokens, flags and traps anywhere; tracks, cards,
upgrades, recruits and stars within their limits. Decisions lead on into the middle of turns.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, TypeVar

from hypothesis import strategies as st

from scythe_env.scythe.actions import CUBES, GOODS
from scythe_env.scythe.components import (
    BOTTOM_ACTIONS,
    FACTIONS,
    HEX_NAMES,
    MATS,
    RESOURCES,
    STAR_GOALS,
    STRUCTURES,
    TILE_KINDS,
    TOP_ACTIONS,
    load_components,
)

Document = dict[str, Any]
T = TypeVar("T")

DATA = load_components()
LAND = tuple(hex_.name for hex_ in DATA.board.hexes if not hex_.is_lake)
LAKES = tuple(hex_.name for hex_ in DATA.board.hexes if hex_.is_lake)
ENCOUNTERS = tuple(HEX_NAMES[hex_] for hex_ in DATA.board.encounters)
SEAFARING = ("seaworthy", "submerge", "suiton")
"""Mechs that let a faction onto lakes."""


def some(values: Iterable[T], least: int = 0, most: int | None = None) -> st.SearchStrategy[list[T]]:
    """Some of the values, each once."""
    pool = list(values)
    if not pool:
        return st.just([])
    return st.lists(st.sampled_from(pool), unique=True, min_size=least, max_size=len(pool) if most is None else most)


def amounts(names: Sequence[str], most: int) -> st.SearchStrategy[dict[str, int]]:
    """A number of 1 to ``most`` for some of the names."""
    return st.dictionaries(st.sampled_from(names), st.integers(1, most), max_size=len(names))


@st.composite
def documents(draw: st.DrawFn, least: int = 1, most: int = 7) -> Document:
    """Documents of a turn about to start, with ``least`` to ``most`` players."""
    number = draw(st.sampled_from(range(least, most + 1)))
    ring = sorted(draw(st.permutations(FACTIONS))[:number], key=FACTIONS.index)
    start = draw(st.integers(0, len(ring) - 1))
    players = [
        {"faction": faction, "mat": mat}
        for faction, mat in zip(ring[start:] + ring[:start], draw(st.permutations(MATS)), strict=False)
    ]
    document: Document = {"options": draw(options(players)), "seed": draw(st.integers(0, 2**32 - 1))}
    territory = draw(st.permutations(LAND))
    lakes = draw(st.permutations(LAKES))
    share = len(LAND) // len(players)
    for player in players:
        own, territory = territory[:share], territory[share:]
        player |= draw(mat_state(player["mat"]))
        player |= draw(units(player["faction"], own, [lakes.pop()], bases(players)))
    put_structures(draw, players)
    deal(draw, players, document)
    for player in players:
        player |= draw(stars(player))
    document["players"] = players
    put_tokens(draw, document)
    last = document["options"]["max_rounds"]
    document["turn"] = {"active": draw(st.sampled_from(ring)), "round": draw(st.integers(1, last))}
    if document["options"]["tile"] is None:
        document["tile"] = draw(st.sampled_from(TILE_KINDS))
    return document


@st.composite
def options(draw: st.DrawFn, players: list[Document]) -> Document:
    """Rule options that the players allow."""
    banned = any((player["faction"], player["mat"]) in DATA.tracks.banned_pairs for player in players)
    switch = st.booleans()
    return {
        "factions": [draw(st.sampled_from([None, player["faction"]])) for player in players],
        "mats": [draw(st.sampled_from([None, player["mat"]])) for player in players],
        "tile": draw(st.sampled_from([None, *TILE_KINDS])),
        "promo_encounters": draw(switch),
        "promo_factory": draw(switch),
        "promo_objectives": draw(switch),
        "exclude_banned_pairs": not banned and draw(switch),
        "relentless_factory": draw(switch),
        "camaraderie_always": draw(switch),
        "decline_gains": draw(switch),
        "play_forced": draw(switch),
        "max_rounds": draw(st.sampled_from([1, 20, 100])),
    }


@st.composite
def mat_state(draw: st.DrawFn, name: str) -> Document:
    """Tracks, coins, upgrades and recruits; the section of the last turn."""
    mat = next(mat for mat in DATA.mats if mat.name == name)
    brackets = [column.bottom for column in mat.columns for _ in range(column.coverable)]
    benefits = draw(some(CUBES))
    costs = draw(st.permutations(brackets))[: len(benefits)]
    recruits = draw(some(BOTTOM_ACTIONS))
    return {
        "power": draw(st.integers(0, 16)),
        "popularity": draw(st.integers(0, 18)),
        "coins": draw(st.integers(0, 30)),
        "section": draw(st.sampled_from([None, *TOP_ACTIONS])),
        "upgrades": {"benefits": benefits, "costs": {bottom: costs.count(bottom) for bottom in BOTTOM_ACTIONS}},
        "recruits": recruits,
        "one_time_bonuses": draw(some(GOODS, len(recruits), len(recruits))),
    }


def bases(players: list[Document]) -> list[str]:
    """Home bases that Crimea's Wayfare can have reached."""
    taken = {player["faction"] for player in players}
    return [f"{faction} base" for faction in FACTIONS if faction not in taken] if len(players) <= 5 else []


@st.composite
def units(draw: st.DrawFn, faction: str, land: list[str], lakes: list[str], foreign: list[str]) -> Document:
    """Units of a seat on its land, its home base and, where its mechs let them, lakes and foreign bases."""
    names = draw(some(DATA.factions[FACTIONS.index(faction)].mechs))
    reach = ["base", *land[:6]]
    if "wayfare" in names:
        reach += foreign
    places = st.sampled_from(reach + lakes if set(names) & set(SEAFARING) else reach)
    mechs = {name: draw(places) for name in names}
    afloat = [lake for lake in lakes if lake in mechs.values()]
    workers: dict[str, int] = {}
    for place in draw(st.lists(st.sampled_from(reach + afloat), min_size=2, max_size=8)):
        workers[place] = workers.get(place, 0) + 1
    return {"character": draw(places), "mechs": mechs, "workers": workers}


def put_structures(draw: st.DrawFn, players: list[Document]) -> None:
    """Structures on land that is free of others; units may stand there."""
    for player in players:
        player["structures"] = {}
    built = draw(some([(k, kind) for k in range(len(players)) for kind in STRUCTURES], most=8))
    for (k, kind), place in zip(built, draw(some(LAND, len(built), len(built))), strict=True):
        players[k]["structures"][kind] = place


def deal(draw: st.DrawFn, players: list[Document], document: Document) -> None:
    """Deal combat cards, objectives, Factory and encounter cards; who knows which cards of whom."""
    switches = document["options"]
    left = {str(kind.value): kind.count for kind in DATA.combat_cards}
    for player in players:
        hand = draw(amounts(tuple(left), 4))
        player["combat_cards"] = {value: min(number, left[value]) for value, number in hand.items()}
        for value, number in player["combat_cards"].items():
            left[value] -= number
    document["combat_deck"] = {value: draw(st.integers(0, number)) for value, number in left.items()}
    document["combat_discard"] = {value: number - document["combat_deck"][value] for value, number in left.items()}
    objectives = draw(st.permutations(range(1, 28 if switches["promo_objectives"] else 24)))
    for player in players:
        player["knows"] = {}
        for k in draw(some([k for k, other in enumerate(players) if other is not player], most=2)):
            hand = players[k]["combat_cards"]
            known = {value: draw(st.integers(0, number)) for value, number in hand.items()}
            player["knows"][players[k]["faction"]] = known
        player["objectives"] = [objectives.pop(), objectives.pop()]
    number = len(players) + 1
    document["factory_cards"] = draw(some(range(1, 19 if switches["promo_factory"] else 13), number, number))
    for player in players:
        if draw(st.booleans()):
            player["factory_card"] = document["factory_cards"].pop()
            player["section"] = draw(st.sampled_from([player["section"], "factory"]))
    # every token on the board can still draw its card
    document["encounters"] = draw(some(ENCOUNTERS))
    document["encounter_deck"] = draw(
        some(range(1, 43 if switches["promo_encounters"] else 29), len(document["encounters"]))
    )


@st.composite
def stars(draw: st.DrawFn, player: Document) -> Document:
    """At most five stars that the player can have; those that are due may still be missing."""
    cubes = player["upgrades"]["benefits"]
    there = (len(cubes), len(player["mechs"]), len(player["structures"]), len(player["recruits"]))
    allowed = [goal for goal, n, full in zip(STAR_GOALS, there, (6, 4, 4, 4), strict=False) if n == full]
    if sum(player["workers"].values()) == 8:
        allowed.append("workers")
    saxony = player["faction"] == "saxony"
    allowed += ["objective", "combat", "popularity", "power", "combat"] + ["objective", "combat", "combat"] * saxony
    chosen = [allowed[index] for index in draw(some(range(len(allowed)), most=5))]
    number = chosen.count("objective")
    return {
        "stars": {goal: chosen.count(goal) for goal in STAR_GOALS},
        "completed_objectives": player["objectives"][:number],
        "left_objectives": player["objectives"][1:] if number and not saxony else [],
    }


def put_tokens(draw: st.DrawFn, document: Document) -> None:
    """Resource tokens, flags and traps."""
    players = document["players"]
    mechs = {player["faction"]: player["mechs"] for player in players}
    held = {place for player in players for place in (player["character"], *player["mechs"].values())}
    spots = [*LAND, *(lake for lake in LAKES if lake in held)]
    if "wayfare" in mechs.get("crimea", {}):
        spots += ["crimea base"] * (len(players) <= 5) + bases(players)
    document["tokens"] = draw(st.dictionaries(st.sampled_from(spots), amounts(RESOURCES, 4), max_size=12))
    flags = draw(some(LAND, most=4)) if "albion" in mechs else []
    free = [place for place in (*LAND, *(LAKES if "suiton" in mechs.get("togawa", {}) else ())) if place not in flags]
    kinds = draw(some(GOODS)) if "togawa" in mechs else []
    document["flags"] = flags
    document["traps"] = {
        place: {"takes": kind, "armed": draw(st.booleans())}
        for place, kind in zip(draw(some(free, len(kinds), len(kinds))), kinds, strict=True)
    }
