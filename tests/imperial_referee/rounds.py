"""The rounds of a game, Cleanup, and the attacks of the virtual player."""

from __future__ import annotations

from .attack import attack_phase
from .components import COMMON, GOODS
from .goods import take_card
from .lookout import lookout
from .production import production
from .table import ROUNDS, Deciding, Table
from .turn import action_phase


def game(table: Table) -> Deciding:
    """All rounds (section R); the blind cards of the one that it begins with were dealt."""
    begun = table.round
    while table.round < ROUNDS:
        table.round += 1
        if table.round > begun + 1:
            take_blind_cards(table)
        yield from lookout(table)
        for seat in table.clockwise(table.first):
            yield from production(table, seat)
        yield from action_phase(table)
        table.active = None
        if table.round < ROUNDS:
            cleanup(table)
        end_marks(table)
        if table.solo:
            yield from attack_phase(table)
    table.status = "ended"


def take_blind_cards(table: Table) -> None:
    """Everyone takes a faction card, in the peaceful game a common card too (S23, S115)."""
    for seat in table.clockwise(table.first):
        take_card(table, seat, table.players[seat].board.deck)
        if table.options.peaceful:
            take_card(table, seat, COMMON)


def cleanup(table: Table) -> None:
    """What is not stored is discarded; the first-player marker moves on (S68-S70)."""
    for player in table.players:
        kept = {player.board.stores, "vp"}
        for card in table.having(player.seat, "keep"):
            kept |= set((card.face.effect("keep") or {})["goods"])
        for good in set(GOODS) - kept:
            player.goods[good] = 0
        player.defence = 0
    for card in table.locations:
        card.guard = card.guard and not card.face.common
    table.first = (table.first + 1) % len(table.players)


def end_marks(table: Table) -> None:
    """Uses, blocks and marks of Temple of Ra end, and everybody may act again."""
    for card in table.locations:
        card.uses, card.blocked, card.taken_by = 0, False, None
    for player in table.players:
        player.passed = False
