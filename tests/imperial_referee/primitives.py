"""The table of primitives that cards are made of; each module of rules enters its own."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from .table import Card, Deciding, Table

Effect = Mapping[str, Any]
CarryOut = Callable[[Table, int, Card, Effect], Deciding]
Possible = Callable[[Table, int, Card, Effect, Counter[str]], bool]


@dataclass(frozen=True)
class Primitive:
    """How an effect is carried out for a seat, and whether an activation may begin with it."""

    carry_out: CarryOut
    possible: Possible


PRIMITIVES: dict[str, Primitive] = {}


def always(table: Table, seat: int, card: Card, effect: Effect, left: Counter[str]) -> bool:
    """What can always be carried out."""
    return True


def primitive(op: str, possible: Possible = always) -> Callable[[CarryOut], CarryOut]:
    """Enter a function as what a primitive does.

    Args:
        op: the primitive.
        possible: whether it can be carried out, given the goods that are left after the payment.
    """

    def enter(carry_out: CarryOut) -> CarryOut:
        PRIMITIVES[op] = Primitive(carry_out, possible)
        return carry_out

    return enter


def carry_out(table: Table, seat: int, card: Card, effect: Effect) -> Deciding:
    """Carry out an effect of a card for a seat."""
    table.carried_out[effect["op"]] += 1
    yield from PRIMITIVES[effect["op"]].carry_out(table, seat, card, effect)


def possible(table: Table, seat: int, card: Card, left: Counter[str]) -> bool:
    """Whether the first effect of an action location can be carried out after the payment (S56)."""
    effect = card.face.action.effects[0]
    return PRIMITIVES[effect["op"]].possible(table, seat, card, effect, left)


def produce(table: Table, seat: int, card: Card) -> Deciding:
    """Gain what a location produces."""
    for ability in card.face.abilities("produce"):
        for effect in ability.effects:
            yield from carry_out(table, seat, card, effect)
