"""What is gained, drawn and given up, and the primitives that are gains."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from .choices import choose_hand, choose_location
from .components import COMMON, Face, faces
from .payment import can_pay, pay_resources
from .primitives import Effect, primitive, produce
from .table import Card, Choice, Deciding, Table, ask

SPHINX_FROM = 2  # VP gained at once (S85)
DRAWN = ("card", "common_card", "faction_card", "samurai")  # goods that are not counted in the supply


@dataclass
class Gained:
    """What was just gained and may be given up."""

    goods: Counter[str] = field(default_factory=Counter)
    cards: Counter[Face] = field(default_factory=Counter)


# -- gaining -----------------------------------------------------------------------------------------------------------


def gain_vp(table: Table, seat: int, number: int) -> None:
    """Gain VP from one source; each Sphinx adds one (S85)."""
    sphinxes = sum(bool(card.face.abilities("you_gain_vp")) for card in table.own(seat))
    table.players[seat].goods["vp"] += number + (sphinxes if number >= SPHINX_FROM else 0)


def gain_at_once(table: Table, seat: int, goods: Mapping[str, int], noted: Gained | None = None) -> None:
    """Gain from one source what asks nothing."""
    player = table.players[seat]
    for good, number in goods.items():
        if good in DRAWN:
            continue
        if good == "vp":
            gain_vp(table, seat, number)
        elif good == "defence":
            player.defence += number
        else:
            player.goods[good] += number
        if noted is not None:
            noted.goods[good] += number


def gain(table: Table, seat: int, goods: Mapping[str, int], noted: Gained | None = None) -> Deciding:
    """Gain goods from one source: first those that ask nothing."""
    gain_at_once(table, seat, goods, noted)
    yield from gain_cards(table, seat, goods.get("card", 0), noted)
    for deck, key in ((COMMON, "common_card"), (table.players[seat].board.deck, "faction_card")):
        for _ in range(goods.get(key, 0)):
            take_card(table, seat, deck)
    for _ in range(goods.get("samurai", 0)):
        yield from place_samurai_gained(table, seat)


def gain_cards(table: Table, seat: int, number: int, noted: Gained | None = None) -> Deciding:
    """Draw cards one by one, each from the deck of one's choice (S13, S29)."""
    for _ in range(number):
        deck = yield from choose_deck(table, seat)
        if deck is not None and (face := take_card(table, seat, deck)) is not None and noted is not None:
            noted.cards[face] += 1


def choose_deck(table: Table, seat: int) -> Choice[str | None]:
    """The deck to draw from; None if there is no card anywhere."""
    decks = {"common card": COMMON, "faction card": table.players[seat].board.deck}
    texts = [text for text, deck in decks.items() if table.has(deck)]
    return decks[(yield from ask(seat, "deck", texts))] if texts else None


def take_card(table: Table, seat: int, deck: str) -> Face | None:
    """Draw a card from a deck into hand, if there is one."""
    face = table.draw(deck)
    if face is not None:
        table.players[seat].hand[face] += 1
    return face


def may_bear_samurai(table: Table, seat: int) -> list[Card]:
    """The faction locations of a player without a samurai (S65)."""
    return [card for card in table.own(seat) if not card.face.common and not card.guard]


def place_samurai_gained(table: Table, seat: int) -> Deciding:
    """Put a samurai of the supply on a faction location; without a legal place it is lost (S76)."""
    if places := may_bear_samurai(table, seat):
        card = yield from choose_location(table, seat, places)
        card.guard = True


def give_up(table: Table, seat: int, noted: Gained, vp: int, goods: Iterable[str]) -> Deciding:
    """Discard any number of goods just gained for VP each (S79, S100)."""
    goods = tuple(goods)
    while texts := [good for good in goods if noted.goods[good]] + ["card"] * (noted.cards.total() > 0):
        good = yield from ask(seat, "convert", [*texts, "stop"])
        if good == "stop":
            return
        if good == "card":
            face = yield from choose_hand(table, seat, +noted.cards)
            noted.cards[face] -= 1
            table.players[seat].hand[face] -= 1  # one of those just drawn, so what is known of the hand stays
            table.put_away(face)
        else:
            noted.goods[good] -= 1
            table.players[seat].goods[good] -= 1
        gain_vp(table, seat, vp)


# -- primitives --------------------------------------------------------------------------------------------------------


@primitive("gain")
def gain_effect(table: Table, seat: int, card: Card, effect: Effect) -> Deciding:
    """Goods from the supply."""
    yield from gain(table, seat, effect["goods"])


@primitive("gain_per")
def gain_per(table: Table, seat: int, card: Card, effect: Effect) -> Deciding:
    """One good for each location of a colour or samurai, up to a limit."""
    number = min(table.count(seat, effect["per"]), effect["max"])
    yield from gain(table, seat, {effect["good"]: number})


@primitive("choose")
def choose_effect(table: Table, seat: int, card: Card, effect: Effect) -> Deciding:
    """One of two gains."""
    options = {good: option for option in effect["options"] for good in option}
    yield from gain(table, seat, options[(yield from ask(seat, "option", options))])


@primitive("offer")
def offer(table: Table, seat: int, card: Card, effect: Effect) -> Deciding:
    """One of several payments for a gain, or none (S91)."""
    player = table.players[seat]
    options = {good: option for option in effect["options"] for good in option["pay"] if can_pay(player, option["pay"])}
    if not options:
        return
    good = yield from ask(seat, "offer", [*options, "stop"])
    if good != "stop":
        player.goods["gold"] -= options[good]["pay"].get("gold", 0)
        yield from pay_resources(player, options[good]["pay"])
        yield from gain(table, seat, options[good]["gain"])


@primitive("draw_keep")
def draw_keep(table: Table, seat: int, card: Card, effect: Effect) -> Deciding:
    """Draw two cards and keep one (S92, S99)."""
    drawn: list[Face] = []
    for _ in range(effect["draw"]):
        deck = (yield from choose_deck(table, seat)) if effect["deck"] == "either" else table.players[seat].board.deck
        if deck is not None and (face := take_card(table, seat, deck)) is not None:
            drawn.append(face)
    if not drawn:
        return
    kept = drawn[0]
    if len(drawn) > effect["keep"]:
        kept = faces()[(yield from ask(seat, "keep drawn", [face.name for face in drawn]))]
    drawn.remove(kept)
    for face in drawn:
        table.players[seat].hand[face] -= 1
        if effect["rest"] == "discard":
            table.put_away(face)
        else:
            table.deck[face.design.deck][face] += 1


def copied(table: Table, seat: int, card: Card) -> list[Card]:
    """The production locations that a card may copy (S108); one that copies, too, needs another one to do so."""
    own = table.own(seat, "production")
    return [o for o in own if o is not card and (len(own) > 1 or o.face.effect("copy_production") is None)]


@primitive("copy_production", lambda table, seat, card, effect, left: bool(copied(table, seat, card)))
def copy_production(table: Table, seat: int, card: Card, effect: Effect) -> Deciding:
    """What another own production location produces."""
    if sources := copied(table, seat, card):
        yield from produce(table, seat, (yield from choose_location(table, seat, sources)))
