"""The engine's record: what the referee reads of a deal, and positions of both sides in the same terms."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import fields
from functools import cache
from typing import Any

from scythe_env.core.game import NONE, States
from scythe_env.imperial_settlers import steps
from scythe_env.imperial_settlers.components import CARDS, FACES, FACTIONS, PLAIN_GOODS, RAZE_GOODS
from scythe_env.imperial_settlers.config import ImperialSettlersConfig
from scythe_env.imperial_settlers.constants import MERCHANTS, NUM_COMMON_CARDS, PLACES

from .chance import Dice
from .components import COMMON, Face, faces
from .referee import Referee
from .table import Card, Deal, Options, Player, Table, new_table

Position = dict[str, Any]

STATUSES = ("running", "ended", "truncated")
FACE_OF = [card.rpartition(" ")[0] if card.rpartition(" ")[2].isdigit() else card for card in CARDS]
"""The face of each card: copies have numbers."""

PRODUCES = [faces()[face].design.row == "production" for face in FACE_OF]
"""Whether a card is a production location; the engine notes in its uses that it has produced."""


# -- reading a deal ----------------------------------------------------------------------------------------------------


def referee_of(config: ImperialSettlersConfig, states: States) -> Referee:
    """A referee before a game that was just dealt; it asks the first decision even if there is one answer."""
    s = states[0]
    options = Options(**{row.name: getattr(config, row.name) for row in fields(Options)})
    factions = [FACTIONS[number] for number in s["faction"].tolist()[: config.players]]
    table = new_table(options, factions, Dice(s["rng"].tolist()))
    table.first = int(s["first"])
    table.round = int(s["round"]) - 1
    table.shrine = int(s["shrine"])
    for player in table.players:
        player.hand = counted(s["hand"][player.seat])
        player.in_front = [faces()[name] for name in named(s["offered"][player.seat], FACES)]
        player.goods = Counter(numbers(s["goods"][player.seat], PLAIN_GOODS))
        player.defence = int(s["defence"][player.seat])
    for deck in table.deck:
        table.deck[deck] = Counter({face: n for face, n in counted(s["deck"]).items() if face.design.deck == deck})
    table.open = counted(s["open"])
    lay_out(table, s)
    table.attack_deck = Counter(numbers(s["attack_deck"], RAZE_GOODS))
    table.line = named(s["line"], RAZE_GOODS)
    for good, number in numbers(s["attack_deals"], RAZE_GOODS).items():
        table.players[0].deals += [Deal(good_of_card=good) for _ in range(number)]
    return Referee(table)


def lay_out(table: Table, s: Any) -> None:
    """Put the cards on the table, on which nothing lies but protection."""
    place, owner, guard, age = (s[key].tolist() for key in ("place", "owner", "guard", "age"))
    age += [0] * (len(place) - len(age))  # common cards alone become foundations
    for card in sorted((card for card, where in enumerate(place) if where != NONE), key=age.__getitem__):
        face = faces()[FACE_OF[card]]
        if PLACES[place[card]] == "location":
            table.locations.append(Card(face, owner[card], guard=bool(guard[card])))
        elif PLACES[place[card]] == "deal":
            table.players[owner[card]].deals.append(Deal(face))
        else:
            table.players[owner[card]].foundations.append(face)


def setup_faults(config: ImperialSettlersConfig, table: Table) -> list[str]:
    """What is wrong with a deal (S18-S25, S123)."""
    factions = [player.board.faction for player in table.players]
    faults = ["factions"] if len(set(factions)) < len(factions) else []
    wanted = config.factions or factions
    faults += ["chosen factions"] * any(want not in (None, got) for want, got in zip(wanted, factions, strict=True))
    for player in table.players:
        hand = Counter(face.design.deck for face in player.hand.elements())
        if hand != {COMMON: 2 + config.peaceful, player.board.deck: 3}:
            faults.append(f"hand of {player.board.faction}: {hand}")
        if len(player.in_front) != 3 * (config.lookout == "alternative"):
            faults.append(f"cards in front of {player.board.faction}: {len(player.in_front)}")
    standard = 4 if table.solo else len(factions) + 1
    if table.open.total() != {"alternative": 0, "advanced": 5}.get(config.lookout, standard):
        faults.append(f"open cards: {table.open.total()}")
    if len(table.line) != table.solo:
        faults.append(f"open attack cards: {table.line}")
    return faults


def numbers(row: Any, names: Sequence[str]) -> dict[str, int]:
    """What a row of the record counts, by name, without zeros."""
    there = row.nonzero()[0]
    return {names[k]: number for k, number in zip(there.tolist(), row[there].tolist(), strict=True)}


def named(row: Any, names: Sequence[str]) -> list[str]:
    """What a row of the record names."""
    return [names[number] for number in row.tolist() if number != NONE]


def counted(row: Any) -> Counter[Face]:
    """Cards by face."""
    return Counter({faces()[name]: number for name, number in numbers(row, FACES).items()})


# -- positions of the engine -------------------------------------------------------------------------------------------


def engine_position(states: States) -> Position:
    """What a record says that the referee knows too; copies of a card are not told apart."""
    s = states[0]
    due = int(s["decision"])
    return {
        "status": STATUSES[s["status"]],
        "due": None if due == NONE else (steps.DECISIONS[due], int(s["seat_to_act"])),
        **{key: int(s[key]) for key in ("round", "decisions", "first", "active", "shrine")},
        "rng": s["rng"].tolist(),
        **{key: numbers(s[key], FACES) for key in ("deck", "discard", "open")},
        "players": [engine_player(s, seat) for seat in range(int(s["players"]))],
        "table": engine_table(s),
        "line": named(s["line"], RAZE_GOODS),
        **{key: numbers(s[key], RAZE_GOODS) for key in ("attack_deck", "attack_deals")},
    }


def engine_player(s: Any, seat: int) -> Position:
    """What a seat has."""
    kept = int(s["kept"][seat])
    return {
        "goods": numbers(s["goods"][seat], PLAIN_GOODS),
        "defence": int(s["defence"][seat]),
        "passed": bool(s["passed"][seat]),
        **{key: numbers(s[key][seat], FACES) for key in ("hand", "known", "from_right")},
        "kept": None if kept == NONE else FACES[kept],
        "offered": sorted(named(s["offered"][seat], FACES)),
    }


def engine_table(s: Any) -> dict[str, int]:
    """The cards on the table, each with all that lies on it, as texts with their numbers."""
    keys = ("place", "owner", "under", "taken_by", "guard", "blocked", "uses", "age")
    place, owner, under, taken_by, guard, blocked, uses, age = (s[key].tolist() for key in keys)
    under = [location + NUM_COMMON_CARDS for location in under]
    there = (s["place"] != NONE).nonzero()[0].tolist()
    outlive = bool(s["routes_outlive_locations"])
    found: Counter[str] = Counter()
    foundations: list[tuple[int, int, str]] = []
    lying: dict[int, list[str]] = {}
    for card in there:
        what, face = PLACES[place[card]], FACE_OF[card]
        if what == "marker":
            found[f"marker {face} at {FACE_OF[under[card]]}"] += 1
        if what == "gate" or (what == "marker" and not outlive):
            lying.setdefault(under[card], []).append(f"{what} {face}")
    for card in there:
        what, face = PLACES[place[card]], FACE_OF[card]
        if what == "foundation":
            foundations.append((owner[card], age[card], face))
        elif what == "location":
            on_it = tuple(sorted(lying[card])) if card in lying else ()
            marks = taken_by[card], guard[card], blocked[card], 0 if PRODUCES[card] else uses[card], on_it
            found[location_text(face, owner[card], *marks)] += 1
        elif what in ("deal", "collection"):
            found[f"{what} {face} of {owner[card]}"] += 1
    for row, location in zip(*(axis.tolist() for axis in s["routes"].nonzero()), strict=True):
        face = FACE_OF[location + NUM_COMMON_CARDS]
        found[f"route of {MERCHANTS[row]} to {face}"] += int(s["routes"][row, location])
    return dict(found) | foundation_texts(foundations)


@cache
def location_text(
    face: str, owner: int, taken_by: int, guard: int, blocked: int, uses: int, on_it: tuple[str, ...]
) -> str:
    """A location with what lies on it as a text."""
    marks = [f"taken by {taken_by}"] * (taken_by != NONE) + ["guarded"] * guard + ["blocked"] * blocked
    return ", ".join([f"location {face} of {owner}", *marks, *[f"uses {uses}"] * (uses > 0), *on_it])


def foundation_texts(foundations: Iterable[tuple[int, int, str]]) -> dict[str, int]:
    """Foundations by owner, with their ranks, the oldest first, as texts."""
    ranks: Counter[int] = Counter()
    found = {}
    for owner, _, face in sorted(foundations):
        ranks[owner] += 1
        found[f"foundation {ranks[owner]} of {owner}: {face}"] = 1
    return found


# -- positions of the referee ------------------------------------------------------------------------------------------


def referee_position(referee: Referee) -> Position:
    """The same of a referee."""
    table, decision = referee.table, referee.decision
    attack_deals = Counter(deal.good for player in table.players for deal in player.deals if deal.good_of_card)
    return {
        "status": table.status,
        "due": None if decision is None else (decision, referee.seat),
        "round": table.round,
        "decisions": referee.decisions,
        "first": table.first,
        "active": NONE if table.active is None else table.active,
        "shrine": table.shrine,
        "rng": table.dice.words,
        "deck": by_name(*table.deck.values()),
        "discard": by_name(*table.discard.values()),
        "open": by_name(table.open),
        "players": [referee_player(player) for player in table.players],
        "table": referee_table(table),
        "line": table.line,
        "attack_deck": dict(+table.attack_deck),
        "attack_deals": dict(attack_deals),
    }


def by_name(*piles: Counter[Face]) -> dict[str, int]:
    """Cards by name, without zeros."""
    return {face.name: number for pile in piles for face, number in pile.items() if number}


def referee_player(player: Player) -> Position:
    """What a player has."""
    return {
        "goods": dict(+player.goods),
        "defence": player.defence,
        "passed": player.passed,
        "hand": by_name(player.hand),
        "known": by_name(player.known),
        "from_right": by_name(player.known_to_right),
        "kept": player.kept and player.kept.name,
        "offered": sorted(face.name for face in player.in_front),
    }


def referee_table(table: Table) -> dict[str, int]:
    """The cards on the table."""
    found: Counter[str] = Counter()
    foundations: list[tuple[int, int, str]] = []
    lying: dict[Card, list[str]] = {}
    for player in table.players:
        for deal in player.deals:
            if deal.location is not None and deal.marker is not None:
                found[f"route of {player.board.faction} to {deal.name}"] += 1
                found[f"marker {deal.marker.name} at {deal.name}"] += 1
                if not table.options.routes_outlive_locations:
                    lying.setdefault(deal.location, []).append(f"marker {deal.marker.name}")
            elif deal.face is not None:
                found[f"deal {deal.name} of {player.seat}"] += 1
        foundations += [(player.seat, age, face.name) for age, face in enumerate(player.foundations)]
    for card in table.locations:
        on_it = tuple(sorted([*lying.get(card, ()), *(f"gate {face.name}" for face in card.under)]))
        taken_by = NONE if card.taken_by is None else card.taken_by
        found[location_text(card.face.name, card.owner, taken_by, card.guard, card.blocked, card.uses, on_it)] += 1
    for face in table.collection:
        found[f"collection {face.name} of 1"] += 1
    return dict(found) | foundation_texts(foundations)
