"""Action locations (section I), and the primitives that are aimed at others, their cards and deals."""

from __future__ import annotations

from collections import Counter

from .choices import choose_deal, choose_hand, choose_location, choose_opponent, choose_target, targets
from .components import RESOURCES
from .goods import gain
from .payment import after, can_pay, pay, times, ways_to_pay
from .primitives import Effect, carry_out, possible, primitive
from .table import VIRTUAL, Card, Deal, Deciding, Table, ask


def usable(table: Table, seat: int) -> list[Card]:
    """The action locations that a player may activate (K1)."""
    return [card for card in table.own(seat, "action") if uses_left(card) and can_use(table, seat, card)]


def uses_left(card: Card) -> int:
    """How often a location may still be used this round."""
    return 0 if card.blocked else card.face.action.uses - card.uses


def can_use(table: Table, seat: int, card: Card) -> bool:
    """Whether an activation can be paid for and has an effect then."""
    player, cost = table.players[seat], card.face.action.cost
    lefts = [after(player.goods, cost, way) for way in ways_to_pay(player.goods, cost)]
    return can_pay(player, cost) and any(possible(table, seat, card, left) for left in lefts)


def activate(table: Table, seat: int) -> Deciding:
    """Activate an action location, once or twice (K1-K4)."""
    card = yield from choose_location(table, seat, usable(table, seat))
    uses = 1
    if uses_left(card) > 1 and can_pay(table.players[seat], times(card.face.action.cost, 2)):
        uses = int((yield from ask(seat, "uses", ("1", "2"))))
    for number in range(uses):
        if number == 0 or can_use(table, seat, card):
            yield from use(table, seat, card)


def use(table: Table, seat: int, card: Card) -> Deciding:
    """Pay for one use, and carry it out."""
    card.uses += 1
    player = table.players[seat]
    yield from pay(table, player, card.face.action.cost, lambda left: possible(table, seat, card, left))
    for effect in card.face.action.effects:
        yield from carry_out(table, seat, card, effect)


# -- own locations and deals -------------------------------------------------------------------------------------------


def resettable(table: Table, seat: int, card: Card) -> list[Card]:
    """The other own action locations that were used this round (S90)."""
    return [other for other in table.own(seat, "action") if other is not card and other.uses]


def can_reset(table: Table, seat: int, card: Card, effect: Effect, left: Counter[str]) -> bool:
    """Whether there is a used location."""
    return bool(resettable(table, seat, card))


@primitive("reset", can_reset)
def reset(table: Table, seat: int, card: Card, effect: Effect) -> Deciding:
    """Clear another own action location; what is activated at once is free, but no reset is."""
    other = yield from choose_location(table, seat, resettable(table, seat, card))
    other.uses = 0
    at_once = table.options.reset_activates and not other.blocked and other.face.effect("reset") is None
    if at_once and possible(table, seat, other, table.players[seat].goods):
        other.uses = 1
        for step in other.face.action.effects:
            yield from carry_out(table, seat, other, step)


def has_deal(table: Table, seat: int, card: Card, effect: Effect, left: Counter[str]) -> bool:
    """Whether the player has a deal."""
    return bool(table.players[seat].deals)


@primitive("use_deal", has_deal)
def use_deal(table: Table, seat: int, card: Card, effect: Effect) -> Deciding:
    """Gain the good of an own deal (S105)."""
    deal = yield from choose_deal(table, seat, table.players[seat].deals)
    yield from gain(table, seat, {deal.good: 1})


def common_cards(table: Table, seat: int, card: Card, effect: Effect, left: Counter[str]) -> bool:
    """Whether there is a common card in hand."""
    return any(face.common for face in +table.players[seat].hand)


@primitive("to_foundation", common_cards)
def to_foundation(table: Table, seat: int, card: Card, effect: Effect) -> Deciding:
    """A common hand card becomes a foundation (S84)."""
    player = table.players[seat]
    face = yield from choose_hand(table, seat, [face for face in +player.hand if face.common])
    player.lose(face)
    player.foundations.append(face)


# -- opponents' locations ----------------------------------------------------------------------------------------------


def is_action(card: Card) -> bool:
    """Whether a location is an action location."""
    return card.face.design.row == "action"


def any_location(card: Card) -> bool:
    """Every location."""
    return True


def can_target(table: Table, seat: int, card: Card, effect: Effect, left: Counter[str]) -> bool:
    """Whether an opponent has a location."""
    return bool(targets(table, seat, any_location))


def can_block(table: Table, seat: int, card: Card, effect: Effect, left: Counter[str]) -> bool:
    """Whether an opponent has an action location."""
    return bool(targets(table, seat, is_action))


@primitive("remove", can_target)
def remove(table: Table, seat: int, card: Card, effect: Effect) -> Deciding:
    """Discard an opponent's location (S73, S93)."""
    table.remove((yield from choose_target(table, seat, any_location)))


@primitive("take_over", can_target)
def take_over(table: Table, seat: int, card: Card, effect: Effect) -> Deciding:
    """Mark an opponent's location as one's own for the rest of the round (S86)."""
    target = yield from choose_target(table, seat, any_location)
    target.taken_by = seat


@primitive("block", can_block)
def block(table: Table, seat: int, card: Card, effect: Effect) -> Deciding:
    """An opponent's action location cannot be activated for the rest of the round (S89)."""
    target = yield from choose_target(table, seat, is_action)
    target.blocked = True


# -- opponents' supplies, hands and deals ------------------------------------------------------------------------------


def with_resources(table: Table, seat: int) -> list[int]:
    """The opponents with a resource; the virtual player has none."""
    if table.solo:
        return []
    return [other for other in table.opponents(seat) if any(table.players[other].goods[good] for good in RESOURCES)]


def can_steal(table: Table, seat: int, card: Card, effect: Effect, left: Counter[str]) -> bool:
    """Whether an opponent has a resource."""
    return bool(with_resources(table, seat))


@primitive("steal", can_steal)
def steal(table: Table, seat: int, card: Card, effect: Effect) -> Deciding:
    """Take a resource out of an opponent's supply (S102)."""
    other = table.players[(yield from choose_opponent(table, seat, with_resources(table, seat)))]
    good = yield from ask(seat, "good", [good for good in effect["goods"] if other.goods[good]])
    other.goods[good] -= 1
    table.players[seat].goods[good] += 1


def can_name(table: Table, seat: int, card: Card, effect: Effect, left: Counter[str]) -> bool:
    """Whether there is an opponent who may be named."""
    return bool(table.opponents(seat))


@primitive("opponent_discards", can_name)
def opponent_discards(table: Table, seat: int, card: Card, effect: Effect) -> Deciding:
    """An opponent discards a hand card (S81); the virtual player has none."""
    other = yield from choose_opponent(table, seat, table.opponents(seat))
    if not table.solo and table.players[other].hand.total():
        table.discard_hand(other, (yield from choose_hand(table, other, +table.players[other].hand)))


def open_deals(table: Table, seat: int, effect: Effect) -> dict[int, list[Deal]]:
    """The deals that may be hit, by opponent; those of the virtual player are the open attack cards (S127)."""
    if table.solo:
        return {VIRTUAL: [Deal(good_of_card=good) for good in table.line]} if table.line else {}
    routes_too = {"discard": table.options.robbers_hit_routes, "discard_and_gain": True, "steal": False}[effect["mode"]]
    found = {
        other: [deal for deal in table.players[other].deals if routes_too or not deal.is_route]
        for other in table.opponents(seat)
    }
    return {other: deals for other, deals in found.items() if deals}


def can_hit_deal(table: Table, seat: int, card: Card, effect: Effect, left: Counter[str]) -> bool:
    """Whether an opponent has a deal that may be hit."""
    return bool(open_deals(table, seat, effect))


@primitive("hit_deal", can_hit_deal)
def hit_deal(table: Table, seat: int, card: Card, effect: Effect) -> Deciding:
    """Discard an opponent's deal (S101), and gain its good (S76), or take it over (S95)."""
    found = open_deals(table, seat, effect)
    other = yield from choose_opponent(table, seat, list(found))
    deal = yield from choose_deal(table, seat, found[other])
    if table.solo:
        table.line.remove(deal.good)
    elif effect["mode"] == "steal":
        table.take_deal(table.players[other], deal)
    else:
        table.end_deal(table.players[other], deal)
    if effect["mode"] == "steal":
        table.players[seat].deals.append(deal)
    elif effect["mode"] == "discard_and_gain":
        yield from gain(table, seat, {deal.good: 1})
