"""Scoring (S71, S72, S137)."""

from __future__ import annotations

from .components import RESOURCES
from .table import Card, Table

FACTION_VP = 2


def scores(table: Table) -> list[dict[str, int]]:
    """The parts of each seat's score, and its place."""
    rows = [parts(table, seat) for seat in range(len(table.players))]
    for row in rows:
        if table.solo:
            row["rank"] = 1 if won(table) else 2
        else:
            row["rank"] = 1 + sum(key(other) > key(row) for other in rows)
    return rows


def key(row: dict[str, int]) -> tuple[int, int, int]:
    """What decides who is before whom."""
    return row["score"], row["goods"], row["hand"]


def won(table: Table) -> bool:
    """Whether a single player has more faction locations than the collection has cards (S137)."""
    return len(table.collection) < sum(not card.face.common for card in owned(table, 0))


def owned(table: Table, seat: int) -> list[Card]:
    """The locations that count for a player at the end: what somebody else marked returns to its owner."""
    return [card for card in table.locations if card.owner == seat]


def parts(table: Table, seat: int) -> dict[str, int]:
    """The parts of a score."""
    player, cards = table.players[seat], owned(table, seat)
    row = {
        "track": player.goods["vp"],
        "common_locations": sum(card.face.common for card in cards),
        "faction_locations": FACTION_VP * sum(not card.face.common for card in cards),
        "gate": sum(end_bonus(table, card, "cards_on_it") for card in cards),
        "shrine": sum(end_bonus(table, card, "resources_on_it") for card in cards),
    }
    row["score"] = sum(row.values())
    row["goods"] = sum(player.goods[good] for good in (*RESOURCES, "worker"))
    row["hand"] = player.hand.total()
    row["collection"] = len(table.collection)
    return row


def end_bonus(table: Table, card: Card, what: str) -> int:
    """VP for what lies on a location: those of the highest step reached (S74, S77)."""
    effect = card.face.effect("end_bonus")
    if effect is None or effect["count"] != what:
        return 0
    number = len(card.under) if what == "cards_on_it" else table.shrine
    return max((vp for least, vp in effect["steps"] if number >= least), default=0)
