"""Production (section D)."""

from __future__ import annotations

from .choices import choose_location
from .components import GOODS
from .goods import Gained, gain_at_once, gain_cards, give_up
from .primitives import produce
from .table import Card, Deciding, Table


def production(table: Table, seat: int) -> Deciding:
    """Production of one player: board, deals, locations; first what asks nothing (Seq. 3)."""
    player, noted = table.players[seat], Gained()
    table.active = seat
    gain_at_once(table, seat, player.board.production)
    for deal in player.deals:
        gain_at_once(table, seat, {deal.good: 1}, noted)
    sources = table.own(seat, "production")
    for card in [card for card in sources if not asks(card)]:
        yield from produce(table, seat, card)
    yield from gain_cards(table, seat, sum(deal.good == "card" for deal in player.deals), noted)
    if table.having(seat, "convert_deal_goods"):
        goods = [good for good in GOODS if good != "vp"]
        yield from give_up(table, seat, noted, 1, goods)
    left = [card for card in sources if asks(card)]
    while left:
        card = yield from choose_location(table, seat, left)
        left.remove(card)
        yield from produce(table, seat, card)


def asks(card: Card) -> bool:
    """Whether what a location produces is for the player to choose."""
    effects = [effect for ability in card.face.abilities("produce") for effect in ability.effects]
    return any(effect["op"] not in ("gain", "gain_per") or "card" in effect.get("goods", ()) for effect in effects)
