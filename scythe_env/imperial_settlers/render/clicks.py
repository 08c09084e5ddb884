"""What in the picture stands for which actions."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Final

from .. import actions, purposes, steps
from ..actions import A_COPY, A_DECK, A_FACE, A_FOUNDATION, A_GOOD, A_KIND, A_NUMBER, A_PLAYER, A_STOP, MAX_COPIES
from ..constants import ACTION, CARD, GOLD, NONE, NUM_PLAIN, VP, WORKER
from .places import Box, Places
from .view import Location, View

Clicks = Iterator[tuple[list[int], Box]]

_FROM_HAND: Final = (purposes.K_BUILD, purposes.K_DEAL, purposes.K_RAZE_HAND, purposes.K_GATE)
_HAND: Final = NUM_PLAIN + 1  # place of the hand in the line of goods, behind goods and defence tokens
_DEFENCE: Final = NUM_PLAIN


def targets(game: View, where: Places) -> Clicks:
    """What can be chosen in the decision that is due, as the seat to act chooses it: actions and where they are.

    A place may stand for several actions, and for some that are not legal.
    """
    if game.decision != NONE:
        yield from _CLICKS.get(game.decision, _stop)(game, where)


def _holds(game: View) -> bool:
    """Whether the hand in the picture is that of the seat to act."""
    return game.viewer == game.seat_to_act


def _turn(game: View, where: Places) -> Clicks:
    own = where.parties[game.seat_to_act]
    if _holds(game):
        yield [A_KIND + kind for kind in _FROM_HAND], where.hand
    for k, party in enumerate(where.parties):
        if k != game.seat_to_act:
            yield [A_KIND + purposes.K_RAZE], party.box
    yield [A_KIND + purposes.K_ACTIVATE], own.rows[ACTION]
    yield [A_KIND + purposes.K_WORKERS, A_KIND + purposes.K_SAMURAI], own.counts[WORKER]
    yield [A_KIND + purposes.K_DEFENCE], own.counts[_DEFENCE]
    for good in range(GOLD + 1):
        yield [A_KIND + purposes.K_SHRINE], own.counts[good]
    yield [A_KIND + purposes.K_PASS, A_KIND + purposes.K_END], own.flag


def _cards(cards: Iterable[tuple[int, int, Box]]) -> Clicks:
    for face, _, box in cards:
        yield [A_FACE + face], box


def _pick(game: View, where: Places) -> Clicks:
    yield from _cards(where.shelf_cards)


def _hand(game: View, where: Places) -> Clicks:
    if _holds(game):
        yield from _cards(where.hand_cards)


def _goods(game: View, where: Places, seat: int) -> Clicks:
    """Goods in the line of a seat; its cards in hand stand for a card."""
    for good in range(VP + 1):
        yield [A_GOOD + good], where.parties[seat].counts[good]
    yield [A_GOOD + CARD], where.parties[seat].counts[_HAND]


def _good(game: View, where: Places) -> Clicks:
    yield from _goods(game, where, game.b if game.a == purposes.GOOD_STEAL else game.seat_to_act)


def _own_good(game: View, where: Places) -> Clicks:
    yield from _goods(game, where, game.seat_to_act)
    yield from _decks(game, where)
    yield from _stop(game, where)


def _locations(game: View, where: Places, controls: Callable[[int, Location], bool]) -> Iterator[tuple[int, Box]]:
    for k, party in enumerate(where.parties):
        for row in party.locations:
            for location, box in row:
                if controls(k, location):
                    yield location.face, box


def _location(game: View, where: Places) -> Clicks:
    whose = game.b if game.a in purposes.AT_LOCATIONS else game.seat_to_act

    def controls(owner: int, location: Location) -> bool:
        return whose == (owner if location.taken_by == NONE else location.taken_by)

    for face, box in _locations(game, where, controls):
        yield [A_FACE + face], box
    yield [A_FOUNDATION], where.parties[game.seat_to_act].foundations


def _copy(game: View, where: Places) -> Clicks:
    """All locations and deals of the face: which copy each one is, the texts of the actions say."""
    copies = [A_COPY + k for k in range(MAX_COPIES)]
    for face, box in _locations(game, where, lambda owner, location: location.face == game.a):
        if face == game.a:
            yield copies, box


def _player(game: View, where: Places) -> Clicks:
    parties = len(where.parties)
    for k in range(1, parties):
        yield [A_PLAYER + k - 1], where.parties[(game.seat_to_act + k) % parties].box


def _deal(game: View, where: Places) -> Clicks:
    whose = where.parties[game.b]
    for face, box in whose.deals:
        yield [A_FACE + face], box
    for good, box in whose.attack_deals:
        yield [A_GOOD + good], box
    if game.virtual and game.b != game.seat_to_act:
        for good, box in zip(game.line, whose.counts[1:], strict=False):
            yield [A_GOOD + good], box
    for face, box in _locations(game, where, lambda owner, location: location.routes > 0):
        yield [A_FACE + face], box


def _gold(game: View, where: Places) -> Clicks:
    yield [A_NUMBER + k for k in range(actions.MAX_NUMBER + 1)], where.parties[game.seat_to_act].counts[GOLD]


def _uses(game: View, where: Places) -> Clicks:
    yield [A_NUMBER + 1, A_NUMBER + 2], where.parties[game.seat_to_act].rows[ACTION]


def _decks(game: View, where: Places) -> Clicks:
    yield [A_DECK], where.decks[0]
    yield [A_DECK + 1], where.decks[1 + game.seat_to_act]


def _chapel(game: View, where: Places) -> Clicks:
    if _holds(game):
        yield [A_KIND + purposes.K_RAZE_HAND], where.hand
    for k, party in enumerate(where.parties):
        if k != game.seat_to_act:
            yield [A_KIND + purposes.K_RAZE], party.box


def _stop(game: View, where: Places) -> Clicks:
    yield [A_STOP], where.parties[game.seat_to_act].flag


_CLICKS: Final[dict[int, Callable[[View, Places], Clicks]]] = {
    steps.TURN: _turn,
    steps.PICK: _pick,
    steps.KEEP: _pick,
    steps.HAND: _hand,
    steps.LOCATION: _location,
    steps.COPY_OF: _copy,
    steps.PLAYER: _player,
    steps.DEAL: _deal,
    steps.GOOD: _good,
    steps.GOLD: _gold,
    steps.DECK: _decks,
    steps.USES: _uses,
    steps.OPTION: _own_good,
    steps.OFFERED: _own_good,
    steps.EXCHANGE: _own_good,
    steps.CONVERT: _own_good,
    steps.KEEP_DRAWN: _hand,
    steps.CHAPEL: _chapel,
}
"""What stands for the actions of each decision."""
