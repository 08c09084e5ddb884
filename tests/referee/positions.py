"""Random positions in the middle of a game, written into an engine's record: they reach in a few turns what random play
hardly ever reaches.
"""

from __future__ import annotations

import random
from typing import Any

from scythe_env.scythe import constants
from scythe_env.scythe.actions import PLACES

from .components import FACTIONS, RESOURCES, STRUCTURES, board, mats

SEAFARERS = {"nordic": 1, "polania": 1, "togawa": 1}  # the slot of the mech that lets a faction onto lakes
INDEX = {place: index for index, place in enumerate(PLACES)}


def scramble(state: Any, seed: int) -> None:
    """Rearrange a game that has just been set up; the decision that is due stays the first player's section."""
    draw = random.Random(seed)
    players = range(int(state["players"]))
    land = [place for place in board().hexes if not board().is_lake(place)]
    region = _regions(draw, list(players))
    for seat in players:
        _mats(draw, state, seat)
        _units(draw, state, seat, region[seat])
        _cards(draw, state, seat)
    for place in draw.sample(land, draw.randint(0, 8)):
        seat = draw.choice(list(players))
        kinds = [kind for kind in range(4) if state["structures"][seat][kind] < 0]
        if kinds:
            state["structures"][seat][draw.choice(kinds)] = INDEX[place]
    for place in draw.sample(land, draw.randint(0, 25)):
        for _ in range(draw.randint(1, 4)):
            state["tokens"][INDEX[place]][draw.randrange(len(RESOURCES))] += draw.choice((1, 1, 2, 3, 17))
    _faction_tokens(draw, state)
    for place in board().hexes:
        if draw.random() < 0.3:
            state["encounters"][INDEX[place]] = 0
    if state["promo_encounters"] and draw.random() < 0.6:  # the rare gains are on the promo cards
        state["encounter_deck"][:28] = 0
    for seat in players:
        if state["character"][seat] < constants.NUM_HEXES:
            state["encounters"][state["character"][seat]] = 0
        _stars(draw, state, seat)


def level(state: Any, seed: int) -> None:
    """Make the players of a random position alike, so that the tie-breakers decide (R197)."""
    draw = random.Random(seed)
    players = range(int(state["players"]))
    for field in ("power", "popularity"):
        if draw.random() < 0.8:
            state[field][: len(players)] = draw.randint(0, 12)
    if draw.random() < 0.8:
        state["tokens"] = 0
        for seat in players:
            place = state["character"][seat]
            if place < constants.NUM_HEXES and draw.random() < 0.5:
                state["tokens"][place] = draw.randint(0, 1)
    if draw.random() < 0.8:
        workers = draw.randint(2, 4)
        state["structures"] = -1
        state["mechs"] = -1
        state["workers"] = 0
        for seat in players:
            base = constants.NUM_HEXES + int(state["faction"][seat])
            places = [state["character"][seat], base]
            for _ in range(workers):
                state["workers"][seat][draw.choice(places)] += 1
            state["workers_left"][seat] = 8 - workers
    if draw.random() < 0.5:
        state["stars"] = 0
        for seat in players:
            state["stars"][seat][constants.STAR_OBJECTIVE] = draw.randint(0, 1)


def _regions(draw: random.Random, players: list[int]) -> list[list[str]]:
    """Territories for each seat, so that no two share one."""
    places = list(board().hexes)
    draw.shuffle(places)
    return [places[seat :: len(players) + 1] for seat in players]


def _mats(draw: random.Random, state: Any, seat: int) -> None:
    """Tracks, coins, upgrades, recruits."""
    state["power"][seat] = draw.randint(0, 16)
    state["popularity"][seat] = draw.randint(0, 18)
    state["coins"][seat] = draw.choice((0, 1, 2, 3, 5, 8, 20))
    state["section"][seat] = draw.randint(-1, 3)
    coverable = {
        column["bottom"]: column["coverable"] for column in list(mats().values())[state["mat"][seat]]["columns"]
    }
    boxes = [
        index
        for index, bottom in enumerate(("upgrade", "deploy", "build", "enlist"))
        for _ in range(int(coverable[bottom]))
    ]
    number = draw.choice((0, 1, 3, 5, 6))
    for cube in draw.sample(range(6), number):
        state["cubes"][seat][cube] = 1
    for box in draw.sample(boxes, number):
        state["boxes"][seat][box] += 1
    number = draw.choice((0, 1, 2, 3, 4))
    for recruit, bonus in zip(draw.sample(range(4), number), draw.sample(range(4), number), strict=True):
        state["recruits"][seat][recruit] = 1
        state["one_time"][seat][bonus] = 1


def _units(draw: random.Random, state: Any, seat: int, region: list[str]) -> None:
    """Mechs, character and workers on the seat's territories and on its home base."""
    faction = FACTIONS[state["faction"][seat]]
    base = constants.NUM_HEXES + int(state["faction"][seat])
    for slot in draw.sample(range(4), draw.randint(0, 4)):
        state["mechs"][seat][slot] = base
    lakes_too = faction in SEAFARERS and state["mechs"][seat][SEAFARERS[faction]] >= 0
    land = [place for place in region if not board().is_lake(place)]
    places = [INDEX[place] for place in (region if lakes_too else land)]

    def somewhere() -> int:
        return draw.choice(places) if places and draw.random() < 0.9 else base

    for slot in range(4):
        if state["mechs"][seat][slot] >= 0:
            state["mechs"][seat][slot] = somewhere()
    state["character"][seat] = somewhere()
    state["workers"][seat] = 0
    number = draw.randint(2, 8)
    state["workers_left"][seat] = 8 - number
    homes = [INDEX[place] for place in draw.sample(land, min(len(land), draw.randint(1, 4)))]
    homes += [int(place) for place in state["mechs"][seat] if place >= 0]
    for _ in range(number):
        state["workers"][seat][draw.choice(homes) if draw.random() < 0.95 else base] += 1


def _cards(draw: random.Random, state: Any, seat: int) -> None:
    """More combat cards, sometimes most of the deck; a Factory card."""
    for _ in range(draw.choice((0, 0, 1, 3, 8))):
        values = [value for value in range(4) if state["deck"][value]]
        if values:
            value = draw.choice(values)
            state["deck"][value] -= 1
            state["cards"][seat][value] += 1
    left = [card for card in range(constants.NUM_FACTORY_CARDS) if state["factory_deck"][card]]
    if draw.random() < 0.4:
        card = draw.choice(left)
        state["factory_deck"][card] = 0
        state["factory_card"][seat] = card


def _faction_tokens(draw: random.Random, state: Any) -> None:
    """Flags and traps, if their factions are in the game."""
    places = [place for place in board().hexes if draw.random() < 0.5]
    draw.shuffle(places)
    for faction in ("albion", "togawa"):
        if int(state["seat_of"][FACTIONS.index(faction)]) < 0:
            continue
        for kind in draw.sample(range(4), draw.randint(0, 4)):
            place = places.pop()
            if faction == "albion" and board().is_lake(place):
                continue
            state["faction_tokens"][INDEX[place]] = constants.FLAG if faction == "albion" else constants.TRAP + kind
            state["armed"][INDEX[place]] = int(faction == "togawa" and draw.random() < 0.7)


def _stars(draw: random.Random, state: Any, seat: int) -> None:
    """Place the stars that are due, and some for combats; never the sixth."""
    stars = state["stars"][seat]
    stars[constants.STAR_UPGRADES] = int(state["cubes"][seat].sum() == 6)
    stars[constants.STAR_MECHS] = int((state["mechs"][seat] >= 0).all())
    stars[constants.STAR_STRUCTURES] = int((state["structures"][seat] >= 0).sum() == len(STRUCTURES))
    stars[constants.STAR_RECRUITS] = int(state["recruits"][seat].sum() == 4)
    stars[constants.STAR_WORKERS] = int(state["workers_left"][seat] == 0)
    stars[constants.STAR_POPULARITY] = int(state["popularity"][seat] == 18)
    stars[constants.STAR_POWER] = int(state["power"][seat] == 16)
    limit = 4 if FACTIONS[state["faction"][seat]] == "saxony" else 2
    if draw.random() < 0.4:
        stars[constants.STAR_OBJECTIVE] = 1
        state["objective_state"][seat][0] = constants.OBJECTIVE_COMPLETED
        if FACTIONS[state["faction"][seat]] != "saxony":
            state["objective_state"][seat][1] = constants.OBJECTIVE_LEFT
    stars[constants.STAR_COMBAT] = min(draw.randint(0, limit), max(0, 5 - int(stars.sum())))
    if stars.sum() > 5:
        state["power"][seat] = min(int(state["power"][seat]), 15)
        stars[constants.STAR_POWER] = 0
        state["popularity"][seat] = min(int(state["popularity"][seat]), 17)
        stars[constants.STAR_POPULARITY] = 0
