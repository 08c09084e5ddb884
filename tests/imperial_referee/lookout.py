"""Lookout (sections C, V and Y)."""

from __future__ import annotations

from collections import Counter

from .components import COMMON, faces
from .table import VIRTUAL, Card, Deciding, Table, ask

OFFERED = 3  # cards in front of each player in the alternative Lookout
ADVANCED_OPEN = 5


def lookout(table: Table) -> Deciding:
    """The Lookout of a round, after the blind cards."""
    if table.solo:
        yield from solo(table)
    elif table.options.lookout == "alternative":
        yield from alternative(table)
    elif table.options.lookout == "advanced":
        yield from advanced(table)
    else:
        yield from standard(table)


def pick(table: Table, seat: int) -> Deciding:
    """Take one of the open cards; everybody sees which."""
    if table.open.total():
        face = faces()[(yield from ask(seat, "pick", [face.name for face in +table.open]))]
        table.open[face] -= 1
        table.players[seat].hand[face] += 1
        table.players[seat].known[face] += 1


def clear(table: Table) -> None:
    """Discard what lies open."""
    table.discard[COMMON] += table.open
    table.open = Counter()


def standard(table: Table) -> Deciding:
    """One card each, clockwise, then once more the other way round (S24, S25, S115)."""
    order = table.clockwise(table.first)
    for seats in (order,) if table.options.peaceful else (order, order[::-1]):
        table.open_cards(len(seats) + 1)
        for seat in seats:
            yield from pick(table, seat)
        clear(table)


def advanced(table: Table) -> Deciding:
    """One go or two from the same open cards, which are added to (S111-S113)."""
    order = table.clockwise(table.first)
    table.open_cards(ADVANCED_OPEN)
    for place, seat in enumerate(order):
        if place >= 2:
            table.open_cards(4)
        yield from pick(table, seat)
    if not table.options.peaceful:
        for place, seat in enumerate(order):
            if len(order) > 2 and 0 < place < len(order) - 1:
                table.open_cards(3)
            yield from pick(table, seat)
    clear(table)


def alternative(table: Table) -> Deciding:
    """Three cards each: keep one, pass two to the left, keep one of those received (S110)."""
    order = table.clockwise(table.first)
    for seat in order:
        player = table.players[seat]
        while len(player.in_front) < OFFERED and (face := table.draw(COMMON)) is not None:
            player.in_front.append(face)
    yield from keep(table, order)
    if not table.options.peaceful:
        passed = [player.in_front for player in table.players]
        for seat, player in enumerate(table.players):
            player.in_front = passed[seat - 1]
        yield from keep(table, order, received=True)
    for player in table.players:
        for face in player.in_front:
            table.put_away(face)
        player.in_front = []


def keep(table: Table, order: list[int], received: bool = False) -> Deciding:
    """Everyone keeps one of the cards in front; they are taken when all have chosen."""
    for seat in order:
        player = table.players[seat]
        if player.in_front:
            player.kept = faces()[(yield from ask(seat, "keep", [face.name for face in player.in_front]))]
    for player in table.players:
        if player.kept is not None:
            player.in_front.remove(player.kept)
            player.hand[player.kept] += 1
            if received:  # who passed the cards sees which of them is not discarded
                player.known_to_right[player.kept] += 1
            player.kept = None


def solo(table: Table) -> Deciding:
    """Two of four cards; the virtual player gets the others, one of them by chance (S125)."""
    table.open_cards(4)
    yield from pick(table, 0)
    if table.open.total():
        to_virtual(table)
    yield from pick(table, 0)
    while table.open.total():
        to_virtual(table)


def to_virtual(table: Table) -> None:
    """Give the virtual player an open card, by chance if several are there."""
    face = table.dice.draw(+table.open, lambda face: face.number)
    table.open[face] -= 1
    table.locations.append(Card(face, VIRTUAL))
