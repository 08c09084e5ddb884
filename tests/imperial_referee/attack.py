"""The attack phase of the solo game (S129-S136)."""

from __future__ import annotations

from collections.abc import Sequence

from .choices import choose_location
from .components import GOODS, RESOURCES
from .table import VIRTUAL, Card, Choice, Deciding, Table

ATTACKS = 2
ORDER_OF_ROWS = ("action", "feature", "production")
ORDER_OF_DEALS = ("card", "raze", "gold", "vp", "stone", "worker", "food", "wood")


def attack_phase(table: Table) -> Deciding:
    """His locations go to his collection, then he attacks twice."""
    for card in table.own(VIRTUAL):
        table.leave(card)
        table.collection.append(card.face)
    for _ in range(ATTACKS):
        open_attack_card(table)
        yield from attack(table)


def open_attack_card(table: Table) -> None:
    """Open the next attack card: it is the first target."""
    target = table.dice.draw(table.attack_deck, (*GOODS, "card").index)
    table.attack_deck[target] -= 1
    table.line.insert(0, target)


def attack(table: Table) -> Deciding:
    """One attack: a location that fits the first target and another one goes to the collection."""
    found, other = candidates(table)
    if not found:
        return
    card = yield from victim(table, found)
    table.leave(card)
    table.collection.append(card.face)
    first = table.line[0]
    second = table.line[other]
    table.line = [target for place, target in enumerate(table.line) if place not in (0, other)] + [first, second]


def candidates(table: Table) -> tuple[list[Card], int]:
    """The locations that are attacked and the place of the second target; none if the attack fails."""
    first, others = table.line[0], table.line[1:]
    if first == "vp" and "vp" in others:
        faction = [card for card in table.own(0) if not card.face.common and card.face.raze is not None]
        if faction:
            best = min(ORDER_OF_DEALS.index(card.face.deal or "") for card in faction)
            return [card for card in faction if card.face.deal == ORDER_OF_DEALS[best]], 1 + others.index("vp")
    common = [card for card in table.own(0) if card.face.common and first in (card.face.raze or {})]
    for place, target in enumerate(others, 1):
        fitting = [card for card in common if target in other_goods(card, first)]
        if fitting:
            return fitting, place
    return [], 0


def other_goods(card: Card, first: str) -> list[str]:
    """The goods of a raze field beside the first target."""
    goods = [good for good, number in (card.face.raze or {}).items() for _ in range(number)]
    goods.remove(first)
    return goods


def victim(table: Table, found: Sequence[Card]) -> Choice[Card]:
    """Of several the action before the feature, the one that cost more; else the human chooses (S133)."""

    def rank(card: Card) -> tuple[int, int, int]:
        cost = card.face.cost
        resources = sum(cost.get(good, 0) for good in RESOURCES)
        return ORDER_OF_ROWS.index(card.face.design.row), -resources, -cost.get("stone", 0)

    best = min(map(rank, found))
    return (yield from choose_location(table, 0, [card for card in found if rank(card) == best]))
