"""The deck of an Automa, and what its cards do in combats (chapters D and J of the Automa's statements)."""

from __future__ import annotations

from collections.abc import Collection

from .components import automa_cards, automa_data
from .table import Automa, AutomaDeck, Table

Pledge = tuple[int, list[int]]


def draw_turn_card(table: Table, automa: Automa) -> int:
    """Draw the card in use (A21); an empty deck is made of all cards again, the former card in use included."""
    deck = automa.deck
    if not deck.cards:
        deck.cards = set(automa_cards())
    deck.in_use = _draw(table, automa, in_use=True)
    return deck.in_use


def draw_combat_card(table: Table, automa: Automa, opened: Collection[int]) -> int:
    """Draw a card for a combat (A22); the card in use and those open in this combat stay out of a new deck."""
    deck = automa.deck
    if not deck.cards:
        deck.cards = set(automa_cards()) - {deck.in_use, *opened}
    return _draw(table, automa, in_use=False)


def _draw(table: Table, automa: Automa, in_use: bool) -> int:
    likely: list[set[int | None]] = []
    if table.chance is not None:
        drawn = automa.deck.cards - table.chance.automa_decks[automa.seat].cards
        turns = {table.chance.turn_cards[other.seat] for other in table.automas if other.deck is automa.deck}
        likely = [{table.chance.turn_cards[automa.seat]} if in_use else {*drawn} - turns]
    card = table.pick(sorted(automa.deck.cards), *likely)
    automa.deck.cards.discard(card)
    return card


def automa_pledge(table: Table, place: str, automa: Automa, opened: list[tuple[AutomaDeck, int]]) -> Pledge:
    """AC3: the power that an Automa spends, and the combat cards that it plays (A63, A64)."""
    number = draw_combat_card(table, automa, [card for deck, card in opened if deck is automa.deck])
    opened.append((automa.deck, number))
    box = automa_cards()[number]["combat"]
    ranges = automa_data()["power_ranges"]
    column = next(column for column, (least, most) in enumerate(ranges) if least <= automa.power <= most)
    cards: list[int] = []
    limit = box["cards"]
    if table.options.automa_cards_per_unit:
        limit = min(limit, automa.fighters_at(place))
    while len(cards) < limit and len(cards) < automa.cards:
        cards.append(table.random_pledge(automa, cards))
    return min(automa.power, box["power_by_range"][column]), cards
