"""The action phase (section E): turns with their actions, and free placements before and after."""

from __future__ import annotations

from .activation import activate, usable
from .building import build_from_hand, buildable, dealable, make_deal
from .choices import choose_hand, choose_location
from .components import COMMON, RESOURCES
from .goods import gain_vp, may_bear_samurai, take_card
from .razing import HAND_TOKENS, can_raze_opponent, razable_hand, raze_hand, raze_opponent
from .table import Card, Deciding, Table, ask

PAIR = 2


def action_phase(table: Table) -> Deciding:
    """Turns, round and round, until all have passed (S30)."""
    seat = table.first
    while not all(player.passed for player in table.players):
        if not table.players[seat].passed:
            yield from turn(table, seat)
        seat = (seat + 1) % len(table.players)


def turn(table: Table, seat: int) -> Deciding:
    """Free placements, one action or pass, free placements."""
    table.active = seat
    acted = False
    while True:
        texts = free_placements(table, seat) + (["end turn"] if acted else [*actions(table, seat), "pass"])
        if texts == ["end turn"]:
            return
        answer = yield from ask(seat, "turn", texts)
        if answer == "end turn":
            return
        if answer == "pass":
            table.players[seat].passed = True
            return
        if answer in FREE:
            yield from FREE[answer](table, seat)
        else:
            yield from ACTIONS[answer](table, seat)
            acted = True


# -- actions -----------------------------------------------------------------------------------------------------------


def actions(table: Table, seat: int) -> list[str]:
    """The actions that are possible (S31)."""
    player = table.players[seat]
    found = {
        "build": buildable(table, seat),
        "deal": dealable(table, seat),
        "raze from hand": player.goods["raze"] >= HAND_TOKENS and razable_hand(table, seat),
        "raze an opponent": not table.options.peaceful and can_raze_opponent(table, seat),
        "activate": usable(table, seat),
        "spend workers": player.goods["worker"] >= PAIR,
    }
    return [text for text, ways in found.items() if ways]


def spend_workers(table: Table, seat: int) -> Deciding:
    """Pairs of workers for resources or cards (S61, S62)."""
    player = table.players[seat]
    decks = {"common card": COMMON, "faction card": player.board.deck}
    begun = False
    while player.goods["worker"] >= PAIR:
        texts = [*RESOURCES, *(text for text, deck in decks.items() if table.has(deck))]
        answer = yield from ask(seat, "exchange", [*texts, "stop"] if begun else texts)
        if answer == "stop":
            return
        begun = True
        player.goods["worker"] -= PAIR
        if answer in decks:
            take_card(table, seat, decks[answer])
        else:
            player.goods[answer] += 1
        reward_exchange(table, seat)


def reward_exchange(table: Table, seat: int) -> None:
    """Oases of opponents bring a worker for each pair, so many a round (S83)."""
    for card in table.locations:
        for ability in card.face.abilities("opponent_exchange"):
            if card.controller != seat and card.uses < ability.uses:
                card.uses += 1
                table.players[card.controller].goods["worker"] += 1


# -- free placements ---------------------------------------------------------------------------------------------------


def free_placements(table: Table, seat: int) -> list[str]:
    """The free placements that are possible (S63, S65, S74, S77)."""
    player = table.players[seat]
    found = {
        DEFENCE: player.defence and unprotected(table, seat),
        SAMURAI: player.board.faction == "japanese" and player.goods["worker"] and may_bear_samurai(table, seat),
        GATE: player.hand.total() and depositories(table, seat, "hand_card"),
        SHRINE: for_shrine(table, seat) and depositories(table, seat, "resource"),
    }
    return [text for text, ways in found.items() if ways]


def unprotected(table: Table, seat: int) -> list[Card]:
    """The common locations of a player without a defence token (S63, S64)."""
    return [card for card in table.own(seat) if card.face.common and not card.guard]


def depositories(table: Table, seat: int, what: str) -> list[Card]:
    """The locations that hand cards, or resources, may be put on."""
    found = [(card, card.face.effect("deposit")) for card in table.own(seat)]
    return [card for card, effect in found if effect is not None and effect["what"] == what]


def for_shrine(table: Table, seat: int) -> list[str]:
    """What a player may lay on the Shrine."""
    kinds = (*RESOURCES, "gold") if table.options.gold_on_shrine else RESOURCES
    return [good for good in kinds if table.players[seat].goods[good]]


def place_defence(table: Table, seat: int) -> Deciding:
    """Put a defence token on an own common location."""
    card = yield from choose_location(table, seat, unprotected(table, seat))
    card.guard = True
    table.players[seat].defence -= 1


def place_samurai(table: Table, seat: int) -> Deciding:
    """Put a worker on an own faction location."""
    card = yield from choose_location(table, seat, may_bear_samurai(table, seat))
    card.guard = True
    table.players[seat].goods["worker"] -= 1


def card_under_gate(table: Table, seat: int) -> Deciding:
    """Put a hand card under a Gate; everybody sees it (S74)."""
    player = table.players[seat]
    face = yield from choose_hand(table, seat, +player.hand)
    gate = yield from choose_location(table, seat, depositories(table, seat, "hand_card"))
    player.lose(face)
    gate.under.append(face)
    effect = gate.face.effect("deposit")
    assert effect is not None
    gain_vp(table, seat, effect["vp_each"])


def resource_on_shrine(table: Table, seat: int) -> Deciding:
    """Lay a resource on the Shrine (S77)."""
    good = yield from ask(seat, "good", for_shrine(table, seat))
    table.players[seat].goods[good] -= 1
    table.shrine += 1


DEFENCE, SAMURAI = "place a defence token", "place a samurai"
GATE, SHRINE = "card under the Gate", "resource on the Shrine"
FREE = {DEFENCE: place_defence, SAMURAI: place_samurai, GATE: card_under_gate, SHRINE: resource_on_shrine}
ACTIONS = {
    "build": build_from_hand,
    "deal": make_deal,
    "raze from hand": raze_hand,
    "raze an opponent": raze_opponent,
    "activate": activate,
    "spend workers": spend_workers,
}
