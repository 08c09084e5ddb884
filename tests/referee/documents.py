"""The documents of docs/notation.md as the referee reads and writes them.

A document says what lies on the table; how a turn under way came there it says in the engine's own terms, which the
referee does not share. So the referee begins at the start of a turn and is told the decisions made since. What it
writes are the keys of ``BOARD_KEYS``: all but the engine's steps and marks, and the state of its random generator.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from scythe_env.scythe.notation import BOARD_KEYS

from .adapter import (
    AUTOMA_DECISION,
    AUTOMA_KEYS,
    add_automas,
    automa_entry,
    board_keys,
    decks_of,
    factory_card_of,
    is_automa,
    lay_out_automa,
    lay_out_tie_token,
    own_of,
    shared_entries,
    turn_card_of,
)
from .components import BOTTOMS, CARD_VALUES, CUBES, GOODS, RESOURCES, STAR_KINDS, STRUCTURES
from .referee import Referee
from .table import Automa, Chance, Config, Deal, Options, Player, Table

Document = dict[str, Any]
Made = str | tuple[str, Chance]
"""A decision, with what chance did in answer where that is known; otherwise the referee draws by itself."""

COMPLETE = "; to_json(from_json(document)) completes a document"
PLAYER_KEYS = (
    "faction", "mat", "power", "popularity", "coins", "combat_cards", "knows", "objectives", "completed_objectives",
    "left_objectives", "factory_card", "section", "upgrades", "mechs", "structures", "recruits", "one_time_bonuses",
    "character", "workers", "workers_on_mat", "stars",
)  # fmt: skip


def legal(document: Document, decisions_since: Sequence[Made] = ()) -> list[str]:
    """The legal decisions, as text.

    Args:
        document: complete, at the start of a turn or at the end of a game.
        decisions_since: made in it since.

    Raises:
        ValueError: the document is not complete, or stands within a turn.
        RefereeError: one of the decisions is not legal.
    """
    return referee_of(document, decisions_since).legal()


def after(
    document: Document, decision: str, chance: Chance | None = None, decisions_since: Sequence[Made] = ()
) -> Document:
    """The document after one more decision; arguments and errors as for :func:`legal`.

    ``chance`` is what an engine drew in answer (:func:`chance_of` of its next document); without it the referee draws
    by itself.
    """
    referee = referee_of(document, decisions_since)
    referee.apply(decision, chance)
    return document_of(referee, document)


def referee_of(document: Document, decisions_since: Sequence[Made] = ()) -> Referee:
    """A referee before whom the position of a document lies; arguments and errors as for :func:`legal`."""
    check_complete(document)
    check_start_of_turn(document)
    referee = set_up(document)
    lay_out(referee.table, document)
    referee.begin_turn()
    for made in decisions_since:
        decision, chance = (made, None) if isinstance(made, str) else made
        referee.apply(decision, chance)
    return referee


def check_complete(document: Document) -> None:
    """Refuse a document that leaves out what is on the table."""
    for key in board_keys(document.get("players", []), BOARD_KEYS):
        if key not in document:
            raise ValueError(f"{key} is missing{COMPLETE}")
    for seat, player in enumerate(document["players"]):
        for key in AUTOMA_KEYS if is_automa(player) else PLAYER_KEYS:
            if key not in player:
                raise ValueError(f"players[{seat}].{key} is missing{COMPLETE}")


def check_start_of_turn(document: Document) -> None:
    """Refuse a document that stands within a turn."""
    steps = [step["step"] for step in (document.get("in_progress") or {}).get("steps", ())]
    decision = document["turn"].get("decision")
    starts = ("start turn", "section", AUTOMA_DECISION)
    if decision not in (None, "section", AUTOMA_DECISION) or steps not in ([], *([step] for step in starts)):
        due = f"{decision!r} is due" if decision else f"the steps are {', '.join(steps)}"
        raise ValueError(
            f"the document stands within a turn ({due}): the referee needs the document at the start of the turn, and "
            "the decisions made since"
        )


# -- reading -----------------------------------------------------------------------------------------------------------


def set_up(document: Document) -> Referee:
    """A referee at the very start of the game of a document, with the same options and deal."""
    options, players = document["options"], document["players"]
    names = ("relentless_factory", "camaraderie_always", "decline_gains", "play_forced", "max_rounds")
    config = Config(
        factions=[player["faction"] for player in players],
        mats=[None if is_automa(player) else player["mat"] for player in players],
        tile=document["tile"],
        options=Options(**{name: options[name] for name in names}),
    )
    add_automas(config, document)
    referee = Referee(
        config,
        Deal(
            objectives=[[] if is_automa(player) else player["objectives"] for player in players],
            hands=[cards(player["combat_cards"]) for player in players],
            factory_cards=document["factory_cards"],
        ),
    )
    if options["promo_encounters"]:
        referee.table.encounter_deck.update(range(29, 43))
    return referee


def lay_out(table: Table, document: Document) -> None:
    """Put everything where a document says that it is."""
    turn = document["turn"]
    seats = {player.faction: player.seat for player in table.players}
    table.status, table.round, table.active = turn["status"], turn["round"], seats[turn["active"]]
    for player, entry in zip(table.players, document["players"], strict=True):
        lay_out_pieces(player, entry)
        if isinstance(player, Automa):
            lay_out_automa(player, entry)
            continue
        lay_out_player(player, entry)
        for faction, known in entry["knows"].items():
            table.known[player.seat, seats[faction]] = cards(known)
    for seat, deck in decks_of(document).items():
        automa = table.players[seat]
        assert isinstance(automa, Automa)
        automa.deck.cards, automa.deck.in_use = deck.cards, deck.in_use
    lay_out_tie_token(table, document)
    table.tokens = {place: Counter(document["tokens"].get(place)) for place in table.board.places}
    table.encounters = set(document["encounters"])
    table.faction_tokens = dict.fromkeys(document["flags"], "flag")
    table.faction_tokens |= {place: trap["takes"] for place, trap in document["traps"].items()}
    table.armed = {place for place, trap in document["traps"].items() if trap["armed"]}
    table.deck, table.discard = cards(document["combat_deck"]), cards(document["combat_discard"])
    table.encounter_deck = set(document["encounter_deck"])
    table.factory_cards = set(document["factory_cards"])


def lay_out_pieces(player: Player, entry: Document) -> None:
    """Put what a player has, human or not."""
    player.power, player.popularity, player.coins = entry["power"], entry["popularity"], entry["coins"]
    player.factory_card = factory_card_of(entry)
    player.hand, player.stars = cards(entry["combat_cards"]), Counter(entry["stars"])
    player.workers_left, player.workers = entry["workers_on_mat"], Counter(entry["workers"])
    player.character = entry["character"]


def lay_out_player(player: Player, entry: Document) -> None:
    """Put what only a human has, and the mechs by ability."""
    for key, status in (("completed_objectives", "completed"), ("left_objectives", "left")):
        player.objectives |= dict.fromkeys(entry[key], status)
    player.section = entry["section"]
    player.cubes = set(entry["upgrades"]["benefits"])
    player.boxes |= entry["upgrades"]["costs"]
    player.recruits, player.one_time = set(entry["recruits"]), set(entry["one_time_bonuses"])
    player.mechs |= entry["mechs"]
    player.structures |= entry["structures"]


def chance_of(document: Document) -> Chance:
    """The cards as they lie in a document."""
    automas = {seat: player for seat, player in enumerate(document["players"]) if is_automa(player)}
    return Chance(
        hands=[cards(player["combat_cards"]) for player in document["players"]],
        deck=cards(document["combat_deck"]),
        discard=cards(document["combat_discard"]),
        encounter_deck=set(document["encounter_deck"]),
        factory_card=[factory_card_of(player) for player in document["players"]],
        traps={place: trap["takes"] for place, trap in document["traps"].items()},
        automa_decks=decks_of(document),
        turn_cards={seat: turn_card_of(player) for seat, player in automas.items()},
        own={seat: own_of(player) for seat, player in automas.items()},
    )


def cards(numbers: Mapping[str, int]) -> Counter[int]:
    """Combat cards by value."""
    return Counter({int(value): number for value, number in numbers.items() if number})


# -- writing -----------------------------------------------------------------------------------------------------------


def document_of(referee: Referee, before: Document) -> Document:
    """The document of the position before a referee, of the game that the document ``before`` is of."""
    table = referee.table
    places, hexes = table.board.places, list(table.board.hexes)
    return {
        **{key: before[key] for key in ("version", "options")},
        "players": [player_entry(table, player) for player in table.players],
        "tokens": {place: amounts(table.tokens[place], RESOURCES) for place in places if table.tokens[place].total()},
        "encounters": among(table.encounters, hexes),
        "flags": [place for place in hexes if table.faction_tokens.get(place) == "flag"],
        "traps": {
            place: {"takes": table.faction_tokens[place], "armed": place in table.armed}
            for place in hexes
            if table.faction_tokens.get(place, "flag") != "flag"
        },
        "combat_deck": card_numbers(table.deck),
        "combat_discard": card_numbers(table.discard),
        "encounter_deck": sorted(table.encounter_deck),
        "factory_cards": sorted(table.factory_cards),
        "tile": table.tile,
        "turn": {
            "status": table.status,
            "round": table.round,
            "first": table.players[table.first].faction,
            "active": table.player.faction,
            "decision": referee.decision,
            "to_act": None if referee.seat is None else table.players[referee.seat].faction,
        },
        **shared_entries(table),
    }


def player_entry(table: Table, player: Player) -> Document:
    """One player's entry in a document."""
    entry = {
        "faction": player.faction,
        "power": player.power,
        "popularity": player.popularity,
        "coins": player.coins,
        "combat_cards": card_numbers(player.hand),
        "factory_card": player.factory_card,
        "mechs": {mech: place for mech, place in player.mechs.items() if place is not None},
        "character": player.character,
        "workers": amounts(player.workers, table.board.places),
        "workers_on_mat": player.workers_left,
        "stars": amounts(player.stars, STAR_KINDS),
    }
    if isinstance(player, Automa):
        owner = next(automa for automa in table.automas if automa.deck is player.deck)
        return {key: entry[key] for key in entry if key in AUTOMA_KEYS} | automa_entry(player, player is owner)
    known = {other.faction: table.known[player.seat, other.seat] for other in table.players}
    entry |= {
        "mat": player.mat,
        "knows": {faction: card_numbers(hand) for faction, hand in known.items() if hand.total()},
        "objectives": list(player.objectives),
        "completed_objectives": [card for card, status in player.objectives.items() if status == "completed"],
        "left_objectives": [card for card, status in player.objectives.items() if status == "left"],
        "section": player.section,
        "upgrades": {"benefits": among(player.cubes, CUBES), "costs": amounts(player.boxes, BOTTOMS)},
        "structures": {name: player.structures[name] for name in STRUCTURES if player.structures[name] is not None},
        "recruits": among(player.recruits, BOTTOMS),
        "one_time_bonuses": among(player.one_time, GOODS),
    }
    return {key: entry[key] for key in PLAYER_KEYS}


def amounts(numbers: Mapping[str, int], names: Iterable[str]) -> dict[str, int]:
    """The numbers that are not zero, in the order of the names."""
    return {name: numbers[name] for name in names if numbers.get(name)}


def card_numbers(hand: Mapping[int, int]) -> dict[str, int]:
    """Combat cards by value, without zeros."""
    return {str(value): hand[value] for value in CARD_VALUES if hand.get(value)}


def among(chosen: Iterable[str], names: Iterable[str]) -> list[str]:
    """What was chosen, in the order of the names."""
    chosen = set(chosen)
    return [name for name in names if name in chosen]
