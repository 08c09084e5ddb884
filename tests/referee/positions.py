"""Random positions in the middle of a game, as documents: they reach in a few turns what random play hardly ever
reaches. Each is one that :func:`scythe_env.scythe.notation.from_json` accepts.
"""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

from .adapter import OFF_BOARD, is_automa, named_mechs, with_factory_card
from .components import (
    BOTTOMS,
    CARD_VALUES,
    CUBES,
    GOODS,
    RESOURCES,
    STRUCTURES,
    automa_cards,
    base_of,
    board,
    factions,
    mats,
    trackers,
)
from .documents import Document, among, card_numbers, cards
from .movement import SEAFARING

LAST_BASE_ENCOUNTER = 28
LAST_OBJECTIVE = 27


def scramble(document: Document, seed: int) -> Document:
    """Rearrange a game that has just been set up; the decision that is due stays the first player's section."""
    draw = random.Random(seed)
    at_hand = [place for place in board().hexes if not board().is_lake(place)]
    regions = _regions(draw, len(document["players"]))
    document = {key: value for key, value in document.items() if key not in ("in_progress", "rng")}
    deck, factory_cards = cards(document["combat_deck"]), list(document["factory_cards"])
    players = []
    for player, region in zip(document["players"], regions, strict=True):
        taken = _combat_cards(draw, deck)
        deck -= taken
        pieces = (
            _automa(draw, player, region)
            if is_automa(player)
            else _mats(draw, player["mat"]) | _units(draw, player["faction"], region)
        )
        players.append(player | pieces | {"combat_cards": card_numbers(cards(player["combat_cards"]) + taken)})
        if draw.random() < 0.4:
            card = factory_cards.pop(draw.randrange(len(factory_cards)))
            players[-1] = with_factory_card(players[-1], card)
    for place in draw.sample(at_hand, draw.randint(0, 8)):
        structures = draw.choice([player for player in players if not is_automa(player)])["structures"]
        left = [kind for kind in STRUCTURES if kind not in structures]
        if left:
            structures[draw.choice(left)] = place
    characters = [player["character"] for player in players]
    encounters = [place for place in document["encounters"] if place not in characters and draw.random() < 0.7]
    encounter_deck = document["encounter_deck"]
    if document["options"]["promo_encounters"] and draw.random() < 0.6:  # the rare gains are on the promo cards
        encounter_deck = [card for card in encounter_deck if card > LAST_BASE_ENCOUNTER]
    for player in players:
        player |= _automa_stars(draw, player) if is_automa(player) else _stars(draw, player)
    _share_deck(document, players)
    return document | {
        "players": players,
        "tokens": {place: _tokens(draw) for place in draw.sample(at_hand, draw.randint(0, 25))},
        "encounters": encounters,
        "encounter_deck": encounter_deck,
        "combat_deck": card_numbers(deck),
        "factory_cards": factory_cards,
        **_faction_tokens(draw, players),
    }


def level(document: Document, seed: int) -> Document:
    """Make the players of a random position alike, so that the tie-breakers decide (R197)."""
    draw = random.Random(seed)
    players = [dict(player) for player in document["players"]]
    humans = [player for player in players if not is_automa(player)]
    automas = [player for player in players if is_automa(player)]
    tokens, traps = document["tokens"], document["traps"]
    for key in ("power", "popularity"):
        if draw.random() < 0.8:
            number = 10 if automas and key == "popularity" else draw.randint(0, 12)
            for player in players:
                player[key] = number
    if draw.random() < 0.8:
        held = [player["character"] for player in players if player["character"] in board().hexes]
        tokens = {place: {"metal": draw.randint(0, 1)} for place in held if draw.random() < 0.5}
    if draw.random() < 0.8:
        workers = draw.randint(2, 4)
        for player in players:
            base = base_of(player["faction"])
            if player["character"] == OFF_BOARD or board().is_lake(player["character"]):
                player["character"] = base
            spots = Counter(draw.choice((player["character"], base)) for _ in range(workers))
            player |= {"workers": dict(spots), "workers_on_mat": 8 - workers}
            player |= {"mechs": {}} | ({} if is_automa(player) else {"structures": {}})
            full = ("structures", "mechs", "workers")
            player["stars"] = {kind: number for kind, number in player["stars"].items() if kind not in full}
        # without mechs nothing is on the lakes
        tokens, traps = ({at: what for at, what in on.items() if not board().is_lake(at)} for on in (tokens, traps))
    if draw.random() < 0.5:
        for player in humans:
            completed = draw.random() < 0.5
            player |= {"stars": {"objective": 1} if completed else {}} | _objective_star(player, completed)
    return document | {"players": players, "tokens": tokens, "traps": traps}


def with_objectives(document: Document, faction: str, chosen: tuple[int, int]) -> Document:
    """A position in which a player holds two objectives unrevealed, whatever was dealt before."""
    left = [card for card in range(1, LAST_OBJECTIVE + 1) if card not in chosen]
    players = []
    for player in document["players"]:
        if is_automa(player):
            players.append(player)
            continue
        dealt = list(chosen) if player["faction"] == faction else [left.pop(), left.pop()]
        completed = player["faction"] != faction and "objective" in player["stars"]
        stars = {kind: number for kind, number in player["stars"].items() if kind != "objective" or completed}
        players.append(player | {"objectives": dealt, "stars": stars})
        players[-1] |= _objective_star(players[-1], completed)
    return document | {"players": players, "options": document["options"] | {"promo_objectives": True}}


def _regions(draw: random.Random, players: int) -> list[list[str]]:
    """Territories for each player, so that no two share one."""
    places = list(board().hexes)
    draw.shuffle(places)
    return [places[seat :: players + 1] for seat in range(players)]


def _mats(draw: random.Random, mat: str) -> Document:
    """Tracks, coins, upgrades, recruits."""
    boxes = [column["bottom"] for column in mats()[mat]["columns"] for _ in range(int(column["coverable"]))]
    upgrades, recruits = draw.choice((0, 1, 3, 5, 6)), draw.choice((0, 1, 2, 3, 4))
    return {
        "power": draw.randint(0, 16),
        "popularity": draw.randint(0, 18),
        "coins": draw.choice((0, 1, 2, 3, 5, 8, 20)),
        "section": draw.choice((None, "move", "bolster", "trade", "produce")),
        "upgrades": {
            "benefits": among(draw.sample(CUBES, upgrades), CUBES),
            "costs": dict(Counter(draw.sample(boxes, upgrades))),
        },
        "recruits": among(draw.sample(BOTTOMS, recruits), BOTTOMS),
        "one_time_bonuses": among(draw.sample(GOODS, recruits), GOODS),
        "structures": {},
    }


def _units(draw: random.Random, faction: str, region: list[str]) -> Document:
    """Mechs, character and workers on the player's territories and on the home base."""
    base = base_of(faction)
    mechs = draw.sample(factions()[faction]["mechs"], draw.randint(0, 4))
    land = [place for place in region if not board().is_lake(place)]
    places = region if any(mech in SEAFARING for mech in mechs) else land

    def somewhere() -> str:
        return draw.choice(places) if places and draw.random() < 0.9 else base

    at = {mech: somewhere() for mech in mechs}
    number = draw.randint(2, 8)
    homes = [*draw.sample(land, min(len(land), draw.randint(1, 4))), *at.values()]
    workers = Counter(draw.choice(homes) if homes and draw.random() < 0.95 else base for _ in range(number))
    return {"mechs": at, "character": somewhere(), "workers": dict(workers), "workers_on_mat": 8 - number}


def _automa(draw: random.Random, player: Document, region: list[str]) -> Document:
    """Track, coins, deck and units of an Automa: no two combat units in a territory, none on closed water."""
    state, base = player["automa"], base_of(player["faction"])
    tracker = trackers()[state["level"]]
    space = draw.choice((0, draw.randrange(tracker["spaces"] - 1)))
    deck = draw.sample(sorted(automa_cards()), draw.choice((1, 2, 5, 12, 18)))
    used = [card for card in automa_cards() if card not in deck]
    places = [place for place in region if space >= tracker["water_open_from"] or not board().is_lake(place)]
    fighters = [place if draw.random() < 0.8 else base for place in draw.sample(places, min(5, len(places)))]
    fighters = [place if draw.random() < 0.6 else None for place in fighters]
    number = draw.randint(2, 8)
    homes = [*draw.sample(places, min(len(places), draw.randint(1, 4))), base, *filter(None, fighters)]
    return {
        "automa": state | {"space": space, "deck": sorted(deck), "card": draw.choice([None, *used])},
        "power": draw.randint(0, 16),
        "coins": draw.randint(0, 30),
        "character": next(iter(fighters), None) or OFF_BOARD,
        "mechs": named_mechs(player["faction"], filter(None, fighters[1:])),
        "workers": dict(Counter(draw.choice(homes) for _ in range(number))),
        "workers_on_mat": 8 - number,
    }


def _automa_stars(draw: random.Random, player: Document) -> Document:
    """The stars that an Automa has by its tracker and power, and some for combats; never the sixth."""
    state = player["automa"]
    reached = sum(space <= state["space"] for space in trackers()[state["level"]]["stars_at"])
    power = int(player["power"] == 16 and reached < 5)
    wins = min(draw.randint(0, 2), 5 - reached - power)
    stars = {"combat_wins": wins, "power": power}
    lowered = {} if power == (player["power"] == 16) else {"power": 15}
    return lowered | {"stars": {kind: number for kind, number in stars.items() if number}}


def _share_deck(document: Document, players: list[Document]) -> None:
    """With one deck for all, the first Automa has it."""
    automas = [player for player in players if is_automa(player)]
    if automas and document["options"]["automa_shared_deck"]:
        for player in automas[1:]:
            player["automa"] |= {"deck": [], "card": None}


def _combat_cards(draw: random.Random, deck: Counter[int]) -> Counter[int]:
    """More combat cards from the deck, sometimes most of it."""
    number = draw.choice((0, 0, 1, 3, 8))
    taken = Counter[int]()
    for _ in range(number):
        values = [value for value in CARD_VALUES if deck[value] > taken[value]]
        if values:
            taken[draw.choice(values)] += 1
    return taken


def _tokens(draw: random.Random) -> dict[str, int]:
    """Resource tokens on a territory, now and then more than fit into one number."""
    tokens = Counter[str]()
    for _ in range(draw.randint(1, 4)):
        tokens[draw.choice(RESOURCES)] += draw.choice((1, 1, 2, 3, 17))
    return dict(tokens)


def _faction_tokens(draw: random.Random, players: list[Document]) -> Document:
    """Flags and traps, if their factions are in the game; on lakes only what Suiton can have brought there."""
    places = [place for place in board().hexes if draw.random() < 0.5]
    draw.shuffle(places)
    flags: list[str] = []
    traps: dict[str, Any] = {}
    for player in players:
        if player["faction"] not in ("albion", "togawa"):
            continue
        for kind in draw.sample(GOODS, draw.randint(0, 4)):
            place = places.pop()
            if board().is_lake(place) and (is_automa(player) or "suiton" not in player["mechs"]):
                continue
            if player["faction"] == "albion":
                flags.append(place)
            else:
                traps[place] = {"takes": kind, "armed": draw.random() < 0.7}
    return {"flags": flags, "traps": traps}


def _stars(draw: random.Random, player: Document) -> Document:
    """Place the stars that are due, and some for combats; never the sixth."""
    due = {
        "upgrades": len(player["upgrades"]["benefits"]) == 6,
        "mechs": len(player["mechs"]) == 4,
        "structures": len(player["structures"]) == 4,
        "recruits": len(player["recruits"]) == 4,
        "workers": player["workers_on_mat"] == 0,
        "objective": draw.random() < 0.4,
        "popularity": player["popularity"] == 18,
        "power": player["power"] == 16,
    }
    stars = [kind for kind, is_due in due.items() if is_due]
    tracks = {key: player[key] - (key in stars[5:]) for key in ("popularity", "power")}
    completed = "objective" in stars[:5]
    wins = min(draw.randint(0, 4 if player["faction"] == "saxony" else 2), 5 - len(stars[:5]))
    combats = {"combat_wins": wins} if wins else {}
    return tracks | {"stars": dict.fromkeys(stars[:5], 1) | combats} | _objective_star(player, completed)


def _objective_star(player: Document, completed: bool) -> Document:
    """The first objective as completed, or both as unrevealed."""
    first, second = player["objectives"]
    stays = player["faction"] == "saxony" or not completed
    return {"completed_objectives": [first] * completed, "left_objectives": [] if stays else [second]}
