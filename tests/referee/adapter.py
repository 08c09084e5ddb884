"""The names by which the engine knows Automas: of options, decisions, and keys of documents; elsewhere none is used."""

from __future__ import annotations

import random
from typing import Any

from .components import FACTIONS, STAR_KINDS
from .table import Automa, AutomaDeck, Config, Table

Document = dict[str, Any]

AUTOMA_DECISION = "automa turn"
AUTOMA_ACTION = "take"
LEFT_BEHIND_DECISION = "left behind"
ASKS_AUTOMAS = False  # whether the engine's documents stop before an Automa's turn, with a decision of one answer
MOST_UNWATCHED = 3  # Automas between two decisions; with more, what they may have drawn is too much to try
TRACKER_STAR = "tracker"
AUTOMA_STAR_KINDS = (*STAR_KINDS, TRACKER_STAR)

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
AUTOMA_STATE = ("level", "space", "card", "deck", "factory_card")


# -- configurations ----------------------------------------------------------------------------------------------------


def draw_config(draw: random.Random) -> dict[str, Any]:
    """Keywords of a configuration with Automas, at least one human among them."""
    seats = draw.choice((2, 2, 2, 3, 3, 4, 5, 6, 7))
    most = 6 if ASKS_AUTOMAS else MOST_UNWATCHED
    automas = draw.randint(1, min(seats - 1, draw.choice((1, 2, most))))
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
    """Put what only an Automa has, and its mechs, which are alike."""
    state, deck = entry["automa"], deck_of(entry)
    automa.space = state["space"]
    automa.deck.cards, automa.deck.in_use = deck.cards, deck.in_use
    automa.mechs = dict(zip(automa.mechs, [*mechs_of(entry), None, None, None, None], strict=False))


def deck_of(entry: Document) -> AutomaDeck:
    """The deck of an Automa; with one deck for all, each entry shows it."""
    return AutomaDeck(set(entry["automa"]["deck"]), entry["automa"]["card"])


def mechs_of(entry: Document) -> list[str]:
    """Where the mechs of an Automa are; the engine tells them apart, as slots of the record, the rules do not."""
    mechs = entry["mechs"]
    return sorted(mechs.values() if isinstance(mechs, dict) else mechs)


def factory_card_of(entry: Document) -> int | None:
    """The Factory card of a player."""
    if not is_automa(entry):
        return entry["factory_card"]
    return next(iter(entry["automa"]["factory_card"]), None)


def own_of(entry: Document) -> tuple[int, int, int]:
    """What only the own turns of an Automa change, as :attr:`.table.Automa.own`."""
    return entry["automa"]["space"], entry["coins"], entry["workers_on_mat"]


def lay_out_tie_token(table: Table, document: Document) -> None:
    """Put the token that settles ties of Automas."""
    if has_tie_token(table):
        table.tie_token = document["tie_token"]


def has_tie_token(table: Table) -> bool:
    """Whether ties go by the token (A103)."""
    return bool(table.automas) and len(table.players) > 2


# -- writing documents -------------------------------------------------------------------------------------------------


def automa_entry(automa: Automa) -> Document:
    """What the entry of an Automa has instead of what player mat and objectives bring."""
    return {
        "automa": {
            "level": automa.level,
            "space": automa.space,
            "card": automa.deck.in_use,
            "deck": sorted(automa.deck.cards),
            "factory_card": [] if automa.factory_card is None else [automa.factory_card],
        },
        "mechs": sorted(place for place in automa.mechs.values() if place is not None),
    }


def shared_entries(table: Table) -> Document:
    """The keys of a document that concern all Automas."""
    return {"tie_token": table.tie_token} if has_tie_token(table) else {}


def like_the_referee(document: Document) -> Document:
    """The board part of an engine's document as the referee writes it: of Automas only what is known to matter."""
    players = []
    for entry in document["players"]:
        if is_automa(entry):
            told = entry["automa"]
            entry = {key: entry[key] for key in AUTOMA_KEYS} | {"mechs": mechs_of(entry)}
            entry["automa"] = {key: told[key] for key in AUTOMA_STATE} | {"deck": sorted(told["deck"])}
        players.append(entry)
    return document | {"players": players}
