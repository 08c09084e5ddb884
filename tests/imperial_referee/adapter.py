"""The engine's documents: what the referee reads of a deal, and positions of both sides in the same terms."""

from __future__ import annotations

from collections import Counter
from dataclasses import fields
from typing import Any

from .chance import Dice
from .components import COMMON, Face, boards, faces
from .referee import Referee
from .table import VIRTUAL, Card, Options, Player, Table, new_table

Document = dict[str, Any]


# -- reading a deal ----------------------------------------------------------------------------------------------------


def referee_of(document: Document) -> Referee:
    """A referee before a game that was just dealt; it asks the first decision even if there is one answer."""
    options = Options(**{row.name: document["options"][row.name] for row in fields(Options)})
    entries = document["players"]
    table = new_table(options, [entry["faction"] for entry in entries], Dice(document["rng"]))
    table.first = number_of(document["first"])
    for player, entry in zip(table.players, entries, strict=True):
        player.hand = cards(entry["hand"])
        player.in_front = list(cards(entry["in_front"].values()).elements())
    table.open = cards(document["lookout"]["open"])
    for pile in (table.open, *(player.hand for player in table.players), *(Counter(p.in_front) for p in table.players)):
        for face, number in pile.items():
            table.deck[face.design.deck][face] -= number
    table.attack_deck = Counter(document["solo"]["deck"])
    table.line = list(document["solo"]["line"].values())
    return Referee(table)


def setup_faults(document: Document) -> list[str]:
    """What is wrong with a deal (S18-S25, S123)."""
    options, players = document["options"], document["players"]
    peaceful, lookout = options["peaceful"], options["lookout"]
    factions = [player["faction"] for player in players]
    faults = ["factions"] if len(set(factions)) < len(factions) else []
    wanted = options["factions"] or [None] * len(players)
    faults += ["chosen factions"] * any(want not in (None, faction) for want, faction in zip(wanted, factions))
    for player in players:
        hand = cards(player["hand"])
        deck = boards()[player["faction"]].deck
        numbers = Counter(face.design.deck for face in hand.elements())
        if numbers != Counter({COMMON: 2 + peaceful, deck: 3}):
            faults.append(f"hand {player['hand']}")
        if len(player["in_front"]) != 3 * (lookout == "alternative"):
            faults.append(f"cards in front {player['in_front']}")
    standard = 4 if len(players) == 1 else len(players) + 1
    wanted_open = {"alternative": 0, "advanced": 5}.get(lookout, standard)
    if sum(document["lookout"]["open"].values()) != wanted_open:
        faults.append(f"open {document['lookout']['open']}")
    opened = list(document["solo"]["line"].values())
    if len(opened) != (len(players) == 1):
        faults.append(f"attack cards {opened}")
    return faults


def number_of(seat: str | None) -> int:
    """The number of a seat by its name; the virtual player follows the single one."""
    return VIRTUAL if seat == "virtual player" else int((seat or "").removeprefix("player_"))


def cards(names: Any) -> Counter[Face]:
    """Cards by face, from their names."""
    counted = Counter(names)
    return Counter({faces()[name]: number for name, number in counted.items()})


# -- positions in the same terms ---------------------------------------------------------------------------------------


def engine_position(document: Document) -> Document:
    """What a document says that the referee knows too; copies of a card are not told apart."""
    decks = {name: document[name] for name in ("deck", "discard")}
    due = document["steps"][-1] if document["status"] == "running" and document["steps"] else None
    return {
        **{key: document[key] for key in ("status", "round", "decisions", "rng", "first", "active", "shrine")},
        "due": None if due is None else (due["step"], due["seat"]),
        **decks,
        "open": document["lookout"]["open"],
        "players": [engine_player(entry) for entry in document["players"]],
        "cards": table_of(document),
        "line": list(document["solo"]["line"].values()),
        "attack deck": document["solo"]["deck"],
        "attack deals": document["solo"]["deals"],
    }


def engine_player(entry: Document) -> Document:
    """The entry of a player."""
    keys = ("goods", "defence", "faction", "passed", "hand", "kept", "known", "known_to_right")
    return {key: entry[key] for key in keys} | {"in_front": sorted(entry["in_front"].values())}


def table_of(document: Document) -> dict[str, int]:
    """The cards on the table, each with all that lies on it, as texts with their numbers."""
    told, found = document["cards"], Counter[str]()
    outlive = document["options"]["routes_outlive_locations"]  # then a marker may lie under no location
    lying: dict[str, list[str]] = {}
    for card, above in told["under"].items():
        if told["place"][card] != "marker" or not outlive:
            lying.setdefault(above, []).append(f"{told['place'][card]} {face_of(card)}")
    for faction, on in document["routes"].items():
        for card, number in on.items():
            found[f"route of {faction} to {face_of(card)}"] += number
    oldest: dict[str, list[tuple[int, str]]] = {}
    for card, place in told["place"].items():
        owner = told["owner"][card]
        if place == "foundation":
            oldest.setdefault(owner, []).append((told["age"][card], face_of(card)))
        elif place == "marker":
            found[f"marker {face_of(card)} at {face_of(told['under'][card])}"] += 1
        elif place in ("location", "deal", "collection"):
            marks = {
                "taken by": told["taken_by"].get(card),
                "guarded": card in told["guarded"],
                "blocked": card in told["blocked"],
                "uses": told["uses"].get(card, 0) if faces()[face_of(card)].design.row != "production" else 0,
                "under": sorted(lying.get(card, ())),
            }
            found[text(place, face_of(card), owner, marks)] += 1
    for owner, foundations in oldest.items():
        for place, (_, face) in enumerate(sorted(foundations)):
            found[text("foundation", face, owner, {"place": place})] += 1
    return dict(found)


def text(place: str, face: str, owner: str, marks: Document) -> str:
    """One card on the table as a text."""
    told = [f"{key} {value}" for key, value in marks.items() if value]
    return ", ".join([f"{place} {face} of {owner}", *told])


def face_of(card: str) -> str:
    """The face of a card by its name: copies have numbers."""
    name, _, number = card.rpartition(" ")
    return name if number.isdigit() else card


def referee_position(referee: Referee) -> Document:
    """The same of a referee."""
    table = referee.table
    attack_deals = Counter(deal.good for player in table.players for deal in player.deals if deal.good_of_card)
    decision = referee.decision
    return {
        "status": table.status,
        "round": table.round,
        "decisions": referee.decisions,
        "rng": table.dice.words,
        "first": seat_name(table, table.first),
        "active": None if table.active is None else seat_name(table, table.active),
        "shrine": table.shrine,
        "due": None if decision is None else (decision, referee.seat),
        "deck": by_name(table.deck.values()),
        "discard": by_name(table.discard.values()),
        "open": by_name([table.open]),
        "players": [player_position(player) for player in table.players],
        "cards": cards_position(table),
        "line": table.line,
        "attack deck": dict(+table.attack_deck),
        "attack deals": dict(attack_deals),
    }


def by_name(piles: Any) -> dict[str, int]:
    """Cards by name, without zeros."""
    return {face.name: number for pile in piles for face, number in pile.items() if number}


def player_position(player: Player) -> Document:
    """What a player has."""
    return {
        "goods": dict(+player.goods),
        "defence": player.defence,
        "faction": player.board.faction,
        "passed": player.passed,
        "hand": by_name([player.hand]),
        "kept": player.kept and player.kept.name,
        "known": by_name([player.known]),
        "known_to_right": by_name([player.known_to_right]),
        "in_front": sorted(face.name for face in player.in_front),
    }


def cards_position(table: Table) -> dict[str, int]:
    """The cards on the table."""
    found: Counter[str] = Counter()
    for card in table.locations:
        found[text("location", card.face.name, seat_name(table, card.owner), marks_of(table, card))] += 1
    for player in table.players:
        owner = seat_name(table, player.seat)
        for deal in player.deals:
            if deal.face is not None:
                found[text("deal", deal.face.name, owner, {})] += 1
            if deal.location is not None and deal.marker is not None:
                found[f"route of {player.board.faction} to {deal.name}"] += 1
                found[f"marker {deal.marker.name} at {deal.name}"] += 1
        for place, face in enumerate(player.foundations):
            found[text("foundation", face.name, owner, {"place": place})] += 1
    for face in table.collection:
        found[text("collection", face.name, seat_name(table, VIRTUAL), {})] += 1
    return dict(found)


def marks_of(table: Table, card: Card) -> Document:
    """What lies on a location."""
    lying = [f"gate {face.name}" for face in card.under]
    if not table.options.routes_outlive_locations:
        lying += [f"marker {d.marker.name}" for p in table.players for d in p.deals if d.location is card and d.marker]
    return {
        "taken by": None if card.taken_by is None else seat_name(table, card.taken_by),
        "guarded": card.guard,
        "blocked": card.blocked,
        "uses": card.uses,
        "under": sorted(lying),
    }


def seat_name(table: Table, seat: int) -> str:
    """The name of a seat."""
    return "virtual player" if table.solo and seat == VIRTUAL else f"player_{seat}"
