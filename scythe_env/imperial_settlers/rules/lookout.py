"""The Lookout phase: cards are drafted (S23-S25, S110-S115, S125)."""

from __future__ import annotations

from ...core.compiling import rule
from ...core.machine import push
from ...core.random import draw_weighted, total
from .. import steps
from ..actions import A_FACE
from ..constants import ADVANCED, ALTERNATIVE, BUILT, COMMON_DECK, NONE, NUM_COMMON_FACES, OFFERED, VIRTUAL
from .cards import lay
from .goods import can_draw, draw

SOLO_CARDS = 4  # open in the solo game (S125)
ADVANCED_CARDS = 5  # open in the Advanced Lookout (S111, S112)
FIRST_GO = 4  # open for everyone but the first player in the first go (S112)
SECOND_GO = 3  # and for everyone but the last in the second one (S113)


@rule
def push_lookout(s):
    """L1 to LS2: the picks of a round, the first one on top."""
    if s.players == 1:
        push_solo(s)
    elif s.lookout == ALTERNATIVE:
        push_alternative(s)
    elif s.lookout == ADVANCED and s.players == 2:
        push_advanced_pair(s)
    elif s.lookout == ADVANCED:
        push_advanced(s)
    else:
        push_standard(s)


@rule
def pick_at(s, k):
    """A pick of the k-th seat from the first player on."""
    push(s, steps.PICK, (s.first + k) % s.players, 0, 0)


@rule
def push_standard(s):
    """L1, L2: clockwise from the first player, then back from the last one (S24, S25); one pick if peaceful (S115)."""
    if s.peaceful == 0:
        push(s, steps.CLEAR_CARDS, 0, 0, 0)
        for k in range(s.players):
            pick_at(s, k)
        push(s, steps.OPEN_CARDS, 0, s.players + 1, 0)
    push(s, steps.CLEAR_CARDS, 0, 0, 0)
    for k in range(s.players - 1, -1, -1):
        pick_at(s, k)
    push(s, steps.OPEN_CARDS, 0, s.players + 1, 0)


@rule
def push_advanced_pair(s):
    """LV with two players: they take one in turn, each two (S111)."""
    push(s, steps.CLEAR_CARDS, 0, 0, 0)
    for _ in range(1 if s.peaceful else 2):
        pick_at(s, 1)
        pick_at(s, 0)
    push(s, steps.OPEN_CARDS, 0, ADVANCED_CARDS, 0)


@rule
def push_advanced(s):
    """LV with three or four players: two goes with refills (S112, S113)."""
    push(s, steps.CLEAR_CARDS, 0, 0, 0)
    if s.peaceful == 0:
        for k in range(s.players - 1, -1, -1):
            pick_at(s, k)
            if 0 < k < s.players - 1:
                push(s, steps.OPEN_CARDS, 0, SECOND_GO, 0)
    for k in range(s.players - 1, -1, -1):
        pick_at(s, k)
        if k > 1:
            push(s, steps.OPEN_CARDS, 0, FIRST_GO, 0)
    push(s, steps.OPEN_CARDS, 0, ADVANCED_CARDS, 0)


@rule
def push_solo(s):
    """LS1, LS2: one of four; a random one for the virtual player; one of two; the last one is his, too (S125)."""
    push(s, steps.GIVE_CARD, 0, 0, 0)
    pick_at(s, 0)
    push(s, steps.GIVE_CARD, 0, 0, 0)
    pick_at(s, 0)
    push(s, steps.OPEN_CARDS, 0, SOLO_CARDS, 0)


@rule
def push_alternative(s):
    """LA1, LA2: everyone keeps one of three, then one of the two that come from the right (S110)."""
    if s.peaceful == 0:
        push(s, steps.KEPT, 0, 1, 0)
        for k in range(s.players - 1, -1, -1):
            push(s, steps.KEEP, (s.first + k) % s.players, 1, 0)
    push(s, steps.KEPT, 0, 0, 0)
    for k in range(s.players - 1, -1, -1):
        push(s, steps.KEEP, (s.first + k) % s.players, 0, 0)
    for k in range(s.players):
        for place in range(OFFERED):
            if can_draw(s, COMMON_DECK):
                s.offered[(s.first + k) % s.players, place] = draw(s, COMMON_DECK)


# -- open cards --------------------------------------------------------------------------------------------------------


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
    for face in range(NUM_COMMON_FACES):
        if s.open[face] > 0:
            mask[A_FACE + face] = 1


@rule
def do_pick(s, seat, action):
    """L1, L2, LV, LS: the card goes to the hand, and everybody knows it."""
    face = action - A_FACE
    s.open[face] -= 1
    s.hand[seat, face] += 1
    s.known[seat, face] += 1


# -- the alternative Lookout -------------------------------------------------------------------------------------------


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
def discard_offered(s, seat):
    """The cards in front of a seat are discarded."""
    for place in range(OFFERED):
        if s.offered[seat, place] != NONE:
            s.discard[s.offered[seat, place]] += 1
            s.offered[seat, place] = NONE


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
        if received or s.peaceful:
            discard_offered(s, seat)
    s.passed_on = 0
    if not received and s.peaceful == 0:
        pass_on(s)


@rule
def pass_on(s):
    """The cards in front of the seats go to the left-hand neighbours."""
    s.passed_on = 1
    for place in range(OFFERED):
        last = s.offered[s.players - 1, place]
        for seat in range(s.players - 1, 0, -1):
            s.offered[seat, place] = s.offered[seat - 1, place]
        s.offered[0, place] = last
