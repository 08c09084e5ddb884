"""The Lookout phase: cards are drafted (S23-S25, S110-S115, S125)."""

from __future__ import annotations

from typing import Final

from ...core.compiling import lookup, rule
from ...core.machine import push
from ...core.random import draw_weighted, total
from .. import steps
from ..actions import A_FACE
from ..constants import ALTERNATIVE, BUILT, COMMON_DECK, LOOKOUTS, MAX_PLAYERS, NONE, NUM_COMMON_FACES, OFFERED, VIRTUAL
from .cards import allow, lay
from .goods import can_draw, draw

Plan = list[tuple[int, int, int]]  # a step, its seat from the first player on or NONE, and its number


def _open(number: int) -> Plan:
    return [(steps.OPEN_CARDS, NONE, number)]


def _pick(*places: int) -> Plan:
    return [(steps.PICK, place, 0) for place in places]


def _plan(lookout: str, players: int, peaceful: int) -> Plan:
    """L1 to LS2: the steps of a Lookout; if it is peaceful, the first go only (S115)."""
    seats, clear = range(players), [(steps.CLEAR_CARDS, NONE, 0)]
    if players == 1:  # a random one of those left is the virtual player's, and so is the last one (S125)
        return _open(4) + 2 * [*_pick(0), (steps.GIVE_CARD, NONE, 0)]
    if lookout == "alternative":  # everyone keeps one of three, then one of the two that come from the right (S110)
        gos = [[*((steps.KEEP, k, go) for k in seats), (steps.KEPT, NONE, go)] for go in range(2)]
    elif lookout == "standard":  # clockwise from the first player, then back from the last one (S24, S25)
        gos = [_open(players + 1) + _pick(*seats[::way]) + clear for way in (1, -1)]
    elif players == 2:  # in turn (S111)
        gos = [_open(5) + _pick(0, 1), _pick(0, 1)]
    else:  # refilled before some picks (S112, S113)
        gos = [_open(5), []]
        for k in seats:
            gos[0] += _open(4) * (k > 1) + _pick(k)
            gos[1] += _open(3) * (0 < k < players - 1) + _pick(k)
    return gos[0] + (gos[1] if not peaceful else []) + clear * (lookout == "advanced")


_PLANS: Final = [
    [_plan(lookout, players, peaceful) for players in range(1, MAX_PLAYERS + 1) for peaceful in range(2)]
    for lookout in LOOKOUTS
]
MAX_PLAN: Final = max(len(plan) for plans in _PLANS for plan in plans)
planned = lookup([[plan + [(NONE, 0, 0)] * (MAX_PLAN - len(plan)) for plan in plans] for plans in _PLANS])
"""(lookout, 2 x players - 2 + peaceful, k, what): the k-th step, NONE behind the last; its place; its number."""


@rule
def push_lookout(s):
    """L1 to LS2: what a Lookout consists of, the first step on top; in the alternative one cards are dealt (S110)."""
    for k in range(MAX_PLAN - 1, -1, -1):
        game = 2 * s.players - 2 + s.peaceful
        kind = planned(s.lookout, game, k, 0)
        place = planned(s.lookout, game, k, 1)
        if kind != NONE:
            push(s, kind, 0 if place == NONE else (s.first + place) % s.players, planned(s.lookout, game, k, 2), 0)
    if s.lookout == ALTERNATIVE:
        for k in range(s.players):
            for place in range(OFFERED):
                if can_draw(s, COMMON_DECK):
                    s.offered[(s.first + k) % s.players, place] = draw(s, COMMON_DECK)


@rule
def run_open_cards(s, number):
    """Common cards are laid open until so many lie there, as far as there are any."""
    while total(s.open) < number and can_draw(s, COMMON_DECK):
        s.open[draw(s, COMMON_DECK)] += 1


@rule
def run_clear_cards(s):
    """What lies open is discarded."""
    for face in range(NUM_COMMON_FACES):
        s.discard[face] += s.open[face]
        s.open[face] = 0


@rule
def run_give_card(s):
    """LS: one of the open cards, at random, is a location of the virtual player (S125, S127)."""
    if total(s.open) > 0:
        face = draw_weighted(s, s.open)
        s.open[face] -= 1
        lay(s, VIRTUAL, face, BUILT)


@rule
def legal_pick(s, mask):
    """L1, L2, LV, LS: the faces of the open cards."""
    allow(s.open, mask[A_FACE:])


@rule
def do_pick(s, seat, action):
    """L1, L2, LV, LS: the card goes to the hand, and everybody knows it."""
    face = action - A_FACE
    s.open[face] -= 1
    s.hand[seat, face] += 1
    s.known[seat, face] += 1


@rule
def legal_keep(s, seat, mask):
    """LA1, LA2: the faces of the cards in front of the seat."""
    for place in range(OFFERED):
        if s.offered[seat, place] != NONE:
            mask[A_FACE + s.offered[seat, place]] = 1


@rule
def do_keep(s, seat, action):
    """LA1, LA2: the choice is secret until all have chosen."""
    s.kept[seat] = action - A_FACE


@rule
def take_kept(s, seat):
    """The card chosen goes to the hand; the others in front of the seat close up."""
    if s.kept[seat] == NONE:
        return
    s.hand[seat, s.kept[seat]] += 1
    place = 0
    while s.offered[seat, place] != s.kept[seat]:
        place += 1
    for k in range(place, OFFERED - 1):
        s.offered[seat, k] = s.offered[seat, k + 1]
    s.offered[seat, OFFERED - 1] = NONE


@rule
def run_kept(s, received):
    """LA: the cards chosen are taken; then the others go to the left, at last (or if peaceful) to the discards.

    Who passed two cards sees from the open discard which one was kept.
    """
    for seat in range(s.players):
        take_kept(s, seat)
        if received and s.kept[seat] != NONE:
            s.from_right[seat, s.kept[seat]] += 1
        s.kept[seat] = NONE
    s.passed_on = not received and s.peaceful == 0
    for place in range(OFFERED):
        last = s.offered[s.players - 1, place]
        for seat in range(s.players - 1, -1, -1):
            face = s.offered[seat, place]
            if s.passed_on == 1:
                s.offered[seat, place] = s.offered[seat - 1, place] if seat > 0 else last
            elif face != NONE:
                s.discard[face] += 1
                s.offered[seat, place] = NONE
