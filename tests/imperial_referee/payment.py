"""What is paid, and in which ways gold may stand in (S4)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from itertools import product

from .choices import choose_deal, choose_hand
from .components import RESOURCES, Amounts
from .table import Deciding, Player, Table, ask

Goods = Counter[str]
PLAIN = (*RESOURCES, "gold", "worker", "raze")  # parts of costs that are numbers in the supply

Way = tuple[int, ...]
"""How many of each resource of a cost are paid in gold."""


def ways_to_pay(goods: Goods, cost: Amounts) -> list[Way]:
    """The ways to pay the resources of a cost beside its gold."""
    gold = goods["gold"] - cost.get("gold", 0)
    numbers = [range(max(0, cost.get(good, 0) - goods[good]), cost.get(good, 0) + 1) for good in RESOURCES]
    return [way for way in product(*numbers) if sum(way) <= gold]


def after(goods: Goods, cost: Amounts, way: Way) -> Goods:
    """The goods that are left when a cost was paid in one way."""
    left = goods.copy()
    for good, number in cost.items():
        if good in PLAIN:
            left[good] -= number
    for good, number in zip(RESOURCES, way, strict=True):
        if number:
            left[good] += number
            left["gold"] -= number
    return left


def can_pay_resources(goods: Goods, cost: Amounts) -> bool:
    """Whether there is a way to pay the resources of a cost."""
    return bool(ways_to_pay(goods, cost))


def can_pay(player: Player, cost: Amounts) -> bool:
    """Whether a player has all that is asked for."""
    goods = player.goods
    if any(goods[good] < number for good, number in cost.items() if good in ("gold", "worker", "raze")):
        return False
    if player.hand.total() < cost.get("hand_card", 0) or len(player.deals) < cost.get("own_deal", 0):
        return False
    money = [sum(after(goods, cost, way)[good] for good in (*RESOURCES, "gold")) for way in ways_to_pay(goods, cost)]
    return bool(money) and cost.get("any_resource", 0) <= money[0]


def times(cost: Amounts, number: int) -> Amounts:
    """A cost several times."""
    return {good: amount * number for good, amount in cost.items()}


def pay_resources(player: Player, cost: Mapping[str, int], fits: Callable[[Goods], bool] | None = None) -> Deciding:
    """Pay wood, stone and food; the player says how many of each in gold, where there is more than one way.

    Args:
        player: who pays.
        cost: what is to be paid.
        fits: only ways that leave goods for which this is true are offered.
    """
    paid = {good: cost.get(good, 0) for good in RESOURCES}
    every = ways_to_pay(player.goods, paid)
    ways = [way for way in every if fits is None or fits(after(player.goods, paid, way))]
    for place, good in enumerate(RESOURCES):
        number = ways[0][place]
        if len({way[place] for way in every}) > 1:
            number = int((yield from ask(player.seat, "gold", sorted({str(way[place]) for way in ways}))))
        every, ways = ([way for way in some if way[place] == number] for some in (every, ways))
        player.goods[good] -= paid[good] - number
        player.goods["gold"] -= number


def pay(table: Table, player: Player, cost: Amounts, fits: Callable[[Goods], bool]) -> Deciding:
    """Pay what an activation costs; as for :func:`pay_resources`."""
    for good in ("gold", "worker", "raze"):
        player.goods[good] -= cost.get(good, 0)
    yield from pay_resources(player, cost, fits)
    for _ in range(cost.get("any_resource", 0)):
        good = yield from ask(player.seat, "good", [good for good in (*RESOURCES, "gold") if player.goods[good]])
        player.goods[good] -= 1
    for _ in range(cost.get("hand_card", 0)):
        table.discard_hand(player.seat, (yield from choose_hand(table, player.seat, +player.hand)))
    for _ in range(cost.get("own_deal", 0)):
        table.end_deal(player, (yield from choose_deal(table, player.seat, player.deals)))
