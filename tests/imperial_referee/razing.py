"""Razing (section H), and what else is done to locations of others."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

from .choices import choose_hand, choose_location, choose_target, targets
from .components import GOODS, Face
from .goods import Gained, gain, gain_vp, give_up
from .primitives import Effect, primitive
from .table import Card, Deciding, Table, ask

HAND_TOKENS = 1
TOKENS = 2  # for an opponent's location


def razable_hand(table: Table, seat: int) -> list[Face]:
    """The hand cards with a raze field: common ones, and those of the Japanese (S46, S47, S52)."""
    return [face for face in +table.players[seat].hand if face.raze is not None]


def razable(tokens: int) -> Callable[[Card], bool]:
    """Whether so many tokens are enough to raze a location; each protection costs one more (S48-S54)."""
    return lambda card: card.face.raze is not None and TOKENS + card.guard <= tokens


def can_raze_opponent(table: Table, seat: int) -> bool:
    """Whether an opponent's location can be razed for tokens."""
    return bool(targets(table, seat, razable(table.players[seat].goods["raze"])))


def raze_hand(table: Table, seat: int, noted: Gained | None = None) -> Deciding:
    """Raze a card from hand (H1)."""
    player = table.players[seat]
    face = yield from choose_hand(table, seat, razable_hand(table, seat))
    player.lose(face)
    player.goods["raze"] -= HAND_TOKENS
    assert face.raze is not None
    yield from gain(table, seat, face.raze, noted)
    table.put_away(face)
    reward_razing(table, seat)


def raze_opponent(table: Table, seat: int, noted: Gained | None = None) -> Deciding:
    """Raze an opponent's location for tokens (O1)."""
    player = table.players[seat]
    card = yield from choose_target(table, seat, razable(player.goods["raze"]))
    player.goods["raze"] -= TOKENS + card.guard
    yield from raze(table, seat, card, noted)


def raze(table: Table, seat: int, card: Card, noted: Gained | None = None) -> Deciding:
    """Raze a location that is paid for."""
    assert card.face.raze is not None
    yield from gain(table, seat, card.face.raze, noted)
    controller = card.controller
    if not card.face.common or (table.solo and card.owner != seat):
        table.remove(card)  # a faction location, or one of the virtual player (S50, S128)
    else:
        table.leave(card)
        table.players[card.owner].foundations.append(card.face)
        table.players[controller].goods["wood"] += 1
    reward_razing(table, seat)


def reward_razing(table: Table, seat: int) -> None:
    """Features that reward razing (S104)."""
    for card in table.own(seat):
        for ability in card.face.abilities("you_raze"):
            for effect in ability.effects:
                gain_vp(table, seat, effect["goods"]["vp"])


# -- primitives --------------------------------------------------------------------------------------------------------


def razable_own(table: Table, seat: int) -> list[Card]:
    """The own common locations with a raze field (S98)."""
    return [card for card in table.own(seat) if card.face.common and card.face.raze is not None]


def has_raze_field(card: Card) -> bool:
    """Whether a location has a raze field."""
    return card.face.raze is not None


def can_raze(table: Table, seat: int, card: Card, effect: Effect, left: Counter[str]) -> bool:
    """Whether there is something that the effect can raze."""
    if "own_common" in effect["targets"]:
        return bool(razable_own(table, seat))
    if effect["protection"] == "ignored":
        return bool(targets(table, seat, has_raze_field))
    return bool(chapel_choices(table, seat))


def chapel_choices(table: Table, seat: int) -> list[str]:
    """What Dark Chapel can raze (S100)."""
    tokens = table.players[seat].goods["raze"]
    from_hand = tokens >= HAND_TOKENS and bool(razable_hand(table, seat))
    return ["raze from hand"] * from_hand + ["raze an opponent"] * can_raze_opponent(table, seat)


@primitive("raze", can_raze)
def raze_effect(table: Table, seat: int, card: Card, effect: Effect) -> Deciding:
    """Rabble, Chariot Builder and Dark Chapel."""
    if "own_common" in effect["targets"]:
        yield from raze(table, seat, (yield from choose_location(table, seat, razable_own(table, seat))))
    elif effect["protection"] == "ignored":
        yield from raze(table, seat, (yield from choose_target(table, seat, has_raze_field)))
    else:
        noted = Gained()
        what = yield from ask(seat, "chapel", chapel_choices(table, seat))
        yield from (raze_hand if what == "raze from hand" else raze_opponent)(table, seat, noted)
        goods = [good for good in GOODS if good != "vp" or not table.options.chapel_keeps_vp]
        yield from give_up(table, seat, noted, effect["vp_for_good"], goods)


def any_field(table: Table, seat: int, card: Card, effect: Effect, left: Counter[str]) -> bool:
    """Whether an opponent's location has a raze field."""
    return bool(targets(table, seat, has_raze_field))


@primitive("gain_raze_good", any_field)
def gain_raze_good(table: Table, seat: int, card: Card, effect: Effect) -> Deciding:
    """One good of the raze field of an opponent's location (S103)."""
    target = yield from choose_target(table, seat, has_raze_field)
    assert target.face.raze is not None
    good = yield from ask(seat, "good", target.face.raze)
    yield from gain(table, seat, {good: 1})
