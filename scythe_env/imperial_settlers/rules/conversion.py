"""Goods just gained that are given up for victory points: School of Diplomacy (S79) and Dark Chapel (S100)."""

from __future__ import annotations

from ...core.compiling import rule
from ...core.machine import push
from .. import purposes, steps
from ..actions import A_GOOD, A_STOP
from ..constants import CARD, NUM_PLAIN
from .cards import clear_drawn, give_up_drawn, num_drawn
from .goods import gain_vp


@rule
def legal_convert(s, mask):
    """P3: each kind of good just gained, or stop."""
    mask[A_STOP] = 1
    for good in range(NUM_PLAIN):
        if s.convertible[good] > 0:
            mask[A_GOOD + good] = 1
    if num_drawn(s) > 0:
        mask[A_GOOD + CARD] = 1


@rule
def do_convert(s, seat, vp, action):
    """P3: one of it is discarded for victory points; for a card, which one is asked."""
    if action == A_STOP:
        return
    push(s, steps.CONVERT, seat, vp, 0)
    good = action - A_GOOD
    if good == CARD:
        push(s, steps.HAND, seat, purposes.HAND_GIVE_UP, vp)
    else:
        s.convertible[good] -= 1
        s.goods[seat, good] -= 1
        gain_vp(s, seat, vp)


@rule
def give_up_card(s, seat, face, vp):
    """P3: a card just drawn is discarded for victory points."""
    give_up_drawn(s, seat, face)
    gain_vp(s, seat, vp)


@rule
def run_converted(s, seat):
    """What is left is kept."""
    for good in range(NUM_PLAIN):
        s.convertible[good] = 0
    clear_drawn(s)
