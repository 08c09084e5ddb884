"""The names by which the engine knows Automas: of options, decisions, and keys of documents; elsewhere none is used."""

from __future__ import annotations

import random
from collections.abc import Iterable
from typing import Any

from .components import FACTIONS, factions
from .table import Automa, AutomaDeck, Config, Table

Document = dict[str, Any]

AUTOMA_DECISION = "automa turn"
AUTOMA_ACTION = "take"
LEFT_BEHIND_DECISION = "resource left"
ASKS_AUTOMAS = False  # whether the engine's documents stop before an Automa's turn, with a decision of one answer
MOST_UNWATCHED = 3  # Automas between two decisions; with more, what they may have drawn is too much to try
OFF_BOARD = "mat"  # where a character is that an Automa has on its faction mat

RULE_OPTIONS = (
    "automa_stay_counts",
    "automa_cards_per_unit",
    "automa_scores_resources",
    "automa_places_tokens",
)
"""Options with the same name in the engine's configuration, in documents and in :class:`.table.Options`."""

AUTOMA_KEYS = (
    "faction", "automa", "power", "popularity", "coins", "combat_cards", "mechs", "character", "workers",
    "workers_on_mat", "stars",
)  # fmt: skip
AUTOMA_STATE = ("level", "space", "card", "deck", "factory_card", "last")


# -- configurations ----------------------------------------------------------------------------------------------------


def draw_config(draw: random.Random) -> dict[str, Any]:
    """Keywords of a configuration with Automas, at least one human among them."""
    seats = draw.choice((2, 2, 2, 3, 3, 4, 5, 6, 7))
    automas = draw.randint(1, min(seats - 1, draw.choice((1, 2, MOST_UNWATCHED))))
    chosen = sorted(draw.sample(range(len(FACTIONS)), seats))
    turned = draw.randrange(seats)
    return {
        "players": seats - automas,
        "automas": automas,
        "factions": [FACTIONS[faction] for faction in chosen[turned:] + chosen[:turned]],
        "automa_seats": draw.choice((None, sorted(draw.sample(range(seats), automas)))),
        "automa_level": draw.choice((draw.randint(1, 4), [draw.randint(1, 4) for _ in range(automas)])),
        "automa_team": draw.choice(("competitive", "cooperative")),
        "automa_shared_deck": draw.random() < 0.5,
        **{name: draw.random() < 0.5 for name in RULE_OPTIONS},
    }


# -- reading documents -------------------------------------------------------------------------------------------------


def is_automa(entry: Document) -> bool:
    """Whether the entry of a player is that of an Automa."""
    return "automa" in entry


def add_automas(config: Config, document: Document) -> None:
    """Say in a configuration which seats of a document are Automas, and by which rules they play."""
    entries = enumerate(document["players"])
    config.automas = {seat: entry["automa"]["level"] for seat, entry in entries if is_automa(entry)}
    if config.automas:
        options = document["options"]
        config.cooperative = options["automa_team"] == "cooperative"
        config.one_deck = options["automa_shared_deck"]
        config.options.ask_automas = ASKS_AUTOMAS
        for name in RULE_OPTIONS:
            setattr(config.options, name, options[name])


def lay_out_automa(automa: Automa, entry: Document) -> None:
    """Put what only an Automa has, and its mechs, which are alike; the stars of its tracker follow from its space."""
    state = entry["automa"]
    automa.space, automa.last = state["space"], dict(state["last"])
    automa.stars["tracker"] = sum(space <= automa.space for space in automa.tracker["stars_at"])
    automa.mechs = dict(zip(automa.mechs, [*mechs_of(entry), None, None, None, None], strict=False))
    automa.character = None if entry["character"] == OFF_BOARD else entry["character"]


def decks_of(document: Document) -> dict[int, AutomaDeck]:
    """The decks of Automas by seat; with one deck for all, it is in the entry of the first."""
    entries = {seat: entry["automa"] for seat, entry in enumerate(document["players"]) if is_automa(entry)}
    if entries and document["options"]["automa_shared_deck"]:
        entries = dict.fromkeys(entries, next(iter(entries.values())))
    return {seat: AutomaDeck(set(entry["deck"]), entry["card"]) for seat, entry in entries.items()}


def turn_card_of(entry: Document) -> int | None:
    """The card that an Automa drew for its last turn."""
    card: int | None = entry["automa"]["last"].get("card")
    return card


def mechs_of(entry: Document) -> list[str]:
    """Where the mechs of an Automa are; the engine tells them apart, as slots of the record, the rules do not."""
    return sorted(entry["mechs"].values())


def named_mechs(faction: str, places: Iterable[str]) -> dict[str, str]:
    """Mechs of an Automa as documents have them, the first places under the first names."""
    return dict(zip(factions()[faction]["mechs"], sorted(places), strict=False))


def factory_card_of(entry: Document) -> int | None:
    """The Factory card of a player."""
    if not is_automa(entry):
        return entry["factory_card"]
    return next(iter(entry["automa"]["factory_card"]), None)


def with_factory_card(entry: Document, card: int) -> Document:
    """The entry of a player who has a Factory card."""
    if not is_automa(entry):
        return entry | {"factory_card": card}
    return entry | {"automa": entry["automa"] | {"factory_card": [card]}}


def own_of(entry: Document) -> tuple[int, int, int]:
    """What only the own turns of an Automa change, as :attr:`.table.Automa.own`."""
    return entry["automa"]["space"], entry["coins"], entry["workers_on_mat"]


def lay_out_tie_token(table: Table, document: Document) -> None:
    """Put the token that settles ties of Automas."""
    if has_tie_token(table):
        table.tie_token = document["tie_token"]


def has_tie_token(table: Table) -> bool:
    """Whether ties go by the token (A103)."""
    return has_ties(len(table.automas), len(table.players))


def has_ties(automas: int, players: int) -> bool:
    """Whether there are ties of Automas that a token settles."""
    return automas > 0 and players > 2


def board_keys(players: list[Document], keys: Iterable[str]) -> list[str]:
    """Those keys of documents that one with these players has."""
    tied = has_ties(sum(map(is_automa, players)), len(players))
    return [key for key in keys if key != "tie_token" or tied]


# -- writing documents -------------------------------------------------------------------------------------------------


def automa_entry(automa: Automa, owns_deck: bool) -> Document:
    """What the entry of an Automa has instead of what player mat and objectives bring; one of those with one deck for
    all owns it.
    """
    return {
        "character": automa.character or OFF_BOARD,
        "automa": {
            "level": automa.level,
            "space": automa.space,
            "card": automa.deck.in_use if owns_deck else None,
            "deck": sorted(automa.deck.cards) if owns_deck else [],
            "factory_card": [] if automa.factory_card is None else [automa.factory_card],
            "last": automa.last,
        },
        "mechs": named_mechs(automa.faction, filter(None, automa.mechs.values())),
    }


def shared_entries(table: Table) -> Document:
    """The keys of a document that concern all Automas."""
    return {"tie_token": table.tie_token} if has_tie_token(table) else {}


def last_of(last: Document) -> Document:
    """What an Automa's last turn did, with mechs that are alike."""
    unit = last.get("unit")
    return last | ({"unit": unit if unit in ("worker", "character") else "mech"} if unit else {})


def comparable(document: Document) -> Document:
    """A document with what the rules know of Automas alone, whose mechs are alike."""
    players = []
    for entry in document["players"]:
        if is_automa(entry):
            told = entry["automa"]
            entry = {key: entry[key] for key in AUTOMA_KEYS}
            entry["mechs"] = named_mechs(entry["faction"], mechs_of(entry))
            entry["automa"] = {key: told[key] for key in AUTOMA_STATE} | {"last": last_of(told["last"])}
        players.append(entry)
    return document | {"players": players}
