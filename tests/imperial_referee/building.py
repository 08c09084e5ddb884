"""Building locations (section F) and making deals (section G)."""

from __future__ import annotations

from collections import Counter

from .choices import FOUNDATION, choose_copy, choose_deal, choose_hand, choose_target, targets
from .components import RESOURCES, Face
from .goods import gain, gain_at_once
from .payment import can_pay_resources, pay_resources
from .primitives import Effect, carry_out, primitive, produce
from .table import Card, Deal, Deciding, Table, ask

DEAL_COST = {"food": 1}


def resources_of(face: Face) -> dict[str, int]:
    """What a card costs without the location symbol."""
    return {good: face.cost[good] for good in RESOURCES if good in face.cost}


def own_undisputed(table: Table, seat: int) -> list[Card]:
    """The locations that a player may discard as a cost: own ones that nobody has taken over (S35, S87)."""
    return [card for card in table.locations if card.owner == seat and card.taken_by is None]


def buildable(table: Table, seat: int) -> list[Face]:
    """The hand cards that can be paid for."""
    player = table.players[seat]
    symbol = bool(own_undisputed(table, seat) or player.foundations)
    return [
        face
        for face in +player.hand
        if can_pay_resources(player.goods, resources_of(face)) and (symbol or "location" not in face.cost)
    ]


def build_from_hand(table: Table, seat: int) -> Deciding:
    """Build a hand card (B1-B4)."""
    face = yield from choose_hand(table, seat, buildable(table, seat))
    table.players[seat].lose(face)
    if "location" in face.cost:
        yield from sacrifice(table, seat)
    yield from build(table, seat, face)


def sacrifice(table: Table, seat: int) -> Deciding:
    """Discard an own location, or the oldest foundation, for the location symbol (B2)."""
    player, cards = table.players[seat], own_undisputed(table, seat)
    texts = [card.face.name for card in cards] + [FOUNDATION] * bool(player.foundations)
    answer = yield from ask(seat, "location", texts)
    if answer == FOUNDATION:
        table.put_away(player.foundations.pop(0))
    else:
        table.remove((yield from choose_copy(table, seat, [card for card in cards if card.face.name == answer])))


def build(table: Table, seat: int, face: Face) -> Deciding:
    """Pay for a card that was taken from where it lay, and put it into the empire (B3, B4)."""
    yield from pay_resources(table.players[seat], resources_of(face))
    card = Card(face, seat)
    table.locations.append(card)
    table.built[face] += 1
    for ability in face.abilities("built"):
        for effect in ability.effects:
            yield from carry_out(table, seat, card, effect)
    yield from produce(table, seat, card)
    yield from reward_building(table, seat, card)


def reward_building(table: Table, seat: int, built: Card) -> Deciding:
    """Features that reward building: those that gain, those with a choice, Slaver last."""
    found = [
        (source, effect)
        for source in table.own(seat)
        for ability in source.face.abilities("you_build")
        if built.face.fits(ability.arg)
        for effect in ability.effects
    ]
    ranks = ("gain", "choose", "offer")
    for source, effect in sorted(found, key=lambda pair: ranks.index(pair[1]["op"])):
        yield from carry_out(table, seat, source, effect)


def dealable(table: Table, seat: int) -> list[Face]:
    """The hand cards that a deal can be made of, if its food can be paid."""
    player = table.players[seat]
    return [face for face in +player.hand if not face.common] if can_pay_resources(player.goods, DEAL_COST) else []


def make_deal(table: Table, seat: int) -> Deciding:
    """Make a deal (D1)."""
    player = table.players[seat]
    face = yield from choose_hand(table, seat, dealable(table, seat))
    player.lose(face)
    yield from pay_resources(player, DEAL_COST)
    yield from settle_deal(table, seat, Deal(face))


def settle_deal(table: Table, seat: int, deal: Deal) -> Deciding:
    """A deal that was made brings its good at once; Dojo rewards it (S44, S79)."""
    table.players[seat].deals.append(deal)
    yield from gain(table, seat, {deal.good: 1})
    for card in table.own(seat):
        for ability in card.face.abilities("you_deal"):
            for effect in ability.effects:
                gain_at_once(table, seat, effect["goods"])


# -- primitives --------------------------------------------------------------------------------------------------------


def waived_cards(table: Table, seat: int, goods: Counter[str]) -> list[Face]:
    """The faction cards in hand whose cost without the location symbol can be paid (S107)."""
    hand = table.players[seat].hand
    return [face for face in +hand if not face.common and can_pay_resources(goods, resources_of(face))]


def waived_deals(table: Table, seat: int, goods: Counter[str]) -> list[Deal]:
    """The own deals, but for those of Trade Routes and attack cards, whose cost can be paid (S75)."""
    deals = table.players[seat].deals
    return [deal for deal in deals if deal.face is not None and can_pay_resources(goods, resources_of(deal.face))]


def can_build_waived(table: Table, seat: int, card: Card, effect: Effect, left: Counter[str]) -> bool:
    """Whether the cost of a card is there on top of the payment."""
    return bool((waived_deals if effect["source"] == "own_deal" else waived_cards)(table, seat, left))


@primitive("build_waived", can_build_waived)
def build_waived(table: Table, seat: int, card: Card, effect: Effect) -> Deciding:
    """Settlers and Negotiator."""
    player = table.players[seat]
    if effect["source"] == "own_deal":
        deal = yield from choose_deal(table, seat, waived_deals(table, seat, player.goods))
        player.deals.remove(deal)
        assert deal.face is not None
        face = deal.face
    else:
        face = yield from choose_hand(table, seat, waived_cards(table, seat, player.goods))
        player.lose(face)
    yield from build(table, seat, face)


def is_faction(card: Card) -> bool:
    """Whether a location is a faction location."""
    return not card.face.common


def can_route(table: Table, seat: int, card: Card, effect: Effect, left: Counter[str]) -> bool:
    """Whether there is a card for a marker and a location for a deal."""
    return table.has(table.players[seat].board.deck) and bool(targets(table, seat, is_faction))


@primitive("trade_route", can_route)
def trade_route(table: Table, seat: int, card: Card, effect: Effect) -> Deciding:
    """A deal with a faction location of an opponent (S78)."""
    location = yield from choose_target(table, seat, is_faction)
    marker = table.draw(table.players[seat].board.deck)
    yield from settle_deal(table, seat, Deal(location=location, marker=marker))
