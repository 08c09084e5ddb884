"""Chapter F: Enlist, and the ongoing bonuses of recruits (R96-R104)."""

from __future__ import annotations

from ...core.compiling import rule
from ...core.machine import push
from .. import steps
from ..actions import A_BOTTOM, A_DONE, A_GOOD
from ..constants import NUM_BOTTOMS, NUM_GOODS
from ..tables import one_time_bonus, recruit_bonus
from .goods import gain


@rule
def legal_enlist_recruit(s, seat, mask):
    """BA5: any recruit still on the mat, or decline."""
    for bottom in range(NUM_BOTTOMS):
        if s.recruits[seat, bottom] == 0:
            mask[A_BOTTOM + bottom] = 1
    mask[A_DONE] = 1


@rule
def do_enlist_recruit(s, seat, action):
    """BA5: the recruit is taken; its one-time bonus is chosen next."""
    if action != A_DONE:
        push(s, steps.ENLIST_BONUS, seat, action - A_BOTTOM, 0)


@rule
def legal_enlist_bonus(s, seat, mask):
    """BA5: an open one-time space."""
    for good in range(NUM_GOODS):
        if s.one_time[seat, good] == 0:
            mask[A_GOOD + good] = 1


@rule
def do_enlist_bonus(s, seat, recruit, action):
    """BA5: the bonus comes at once; the ongoing bonus counts from the next turn on (R99)."""
    s.recruits[seat, recruit] = 1
    s.new_recruits[recruit] = 1
    s.one_time[seat, action - A_GOOD] = 1
    gain(s, seat, action - A_GOOD, one_time_bonus(action - A_GOOD))


@rule
def gain_ongoing(s, seat, bottom):
    """BA6: the ongoing bonus of a recruit."""
    for good in range(NUM_GOODS):
        gain(s, seat, good, recruit_bonus(bottom, good))


@rule
def neighbours_gain(s, seat, bottom):
    """The ongoing bonus of neighbours that have the recruit, the left one before the right one, each once (R101)."""
    left = (seat + 1) % s.players
    right = (seat + s.players - 1) % s.players
    if right != left and s.recruits[right, bottom]:
        gain_ongoing(s, right, bottom)
    if left != seat and s.recruits[left, bottom]:
        gain_ongoing(s, left, bottom)


@rule
def run_bonuses(s, seat, action):
    """BA6: the active player and both neighbours (R97-R104)."""
    neighbours_gain(s, seat, action)
    if s.recruits[seat, action] and not s.new_recruits[action]:
        gain_ongoing(s, seat, action)
