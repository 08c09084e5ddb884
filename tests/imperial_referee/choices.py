"""How things are chosen: hand cards, locations and their copies, opponents, deals."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from .components import Face, boards, faces
from .table import Card, Choice, Deal, Table, ask

FOUNDATION = "foundation"


def choose_hand(table: Table, seat: int, cards: Iterable[Face]) -> Choice[Face]:
    """A hand card by its face."""
    return faces()[(yield from ask(seat, "hand", [face.name for face in cards]))]


def choose_location(table: Table, seat: int, cards: Sequence[Card]) -> Choice[Card]:
    """One of some locations."""
    name = yield from ask(seat, "location", [card.face.name for card in cards])
    return (yield from choose_copy(table, seat, [card for card in cards if card.face.name == name]))


def choose_copy(table: Table, seat: int, cards: Sequence[Card]) -> Choice[Card]:
    """Which of several copies, if they differ in what lies on them or in their owner."""
    kinds = {looks(table, seat, card): card for card in reversed(cards)}
    ordered = [kinds[key] for key in sorted(kinds)]
    if len(ordered) == 1:
        return ordered[0]
    answer = yield from ask(seat, "copy of", [f"copy {k + 1}" for k in range(len(ordered))])
    return ordered[int(answer.removeprefix("copy ")) - 1]


def looks(table: Table, seat: int, card: Card) -> tuple[Any, ...]:
    """What tells copies of a face apart, in the order in which they are offered: owner, then what lies on them."""
    owner = (card.owner - seat) % max(2, len(table.players))
    taken = card.taken_by is not None
    return owner, card.uses, card.guard, card.blocked, taken, tuple(routes(table, card).values()), len(card.under)


def routes(table: Table, card: Card) -> dict[str, int]:
    """How many Trade Route deals each faction has with a location, in the order of the factions."""
    holders = {player.board.faction: player.deals for player in table.players}
    return {faction: sum(deal.location is card for deal in holders.get(faction, ())) for faction in boards()}


def choose_opponent(table: Table, seat: int, opponents: Sequence[int]) -> Choice[int]:
    """One of some opponents."""
    texts = {f"opponent {(other - seat) % max(2, len(table.players))}": other for other in opponents}
    return texts[(yield from ask(seat, "player", texts))]


def targets(table: Table, seat: int, fits: Callable[[Card], bool]) -> dict[int, list[Card]]:
    """The locations of opponents that something may be done to, by who controls them."""
    found = {other: [card for card in table.own(other) if fits(card)] for other in table.opponents(seat)}
    return {other: cards for other, cards in found.items() if cards}


def choose_target(table: Table, seat: int, fits: Callable[[Card], bool]) -> Choice[Card]:
    """A location of an opponent (TARGET)."""
    found = targets(table, seat, fits)
    other = yield from choose_opponent(table, seat, list(found))
    return (yield from choose_location(table, seat, found[other]))


def choose_deal(table: Table, seat: int, deals: Sequence[Deal]) -> Choice[Deal]:
    """One of some deals, of whomever: by face or good, then by what tells them apart."""
    name = yield from ask(seat, "deal", [deal.name for deal in deals])
    named = sorted((deal for deal in deals if deal.name == name), key=lambda deal: engine_order(table, deal))
    kinds = {deal_looks(table, seat, deal): deal for deal in reversed(named)}
    ordered = [kinds[key] for key in sorted(kinds)]
    if len(ordered) == 1:
        return ordered[0]
    answer = yield from ask(seat, "copy of", [f"copy {k + 1}" for k in range(len(ordered))])
    return ordered[int(answer.removeprefix("copy ")) - 1]


def engine_order(table: Table, deal: Deal) -> tuple[int, int]:
    """The order in which the engine takes deals that look alike: by location, then by marker, which nobody has seen."""
    place = next((k for k, card in enumerate(table.locations) if card is deal.location), len(table.locations))
    return place, 0 if deal.marker is None else deal.marker.number


def deal_looks(table: Table, seat: int, deal: Deal) -> tuple[Any, ...]:
    """What tells deals of a name apart."""
    return (0,) if deal.location is None else (1, *looks(table, seat, deal.location))
