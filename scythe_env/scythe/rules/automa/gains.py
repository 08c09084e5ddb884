"""What an Automa gains, and the recruit bonus for its neighbours (A76-A84, A87)."""

from __future__ import annotations

from ....core.compiling import rule
from ...constants import (
    AUTOMA_GAIN_FIGHTER,
    AUTOMA_GAIN_WORKER,
    MAX_STARS,
    NONE,
    NUM_BOTTOMS,
    NUM_SLOTS,
    STAR_POWER,
)
from ...tables import MAX_AUTOMA_GAINS, automa_bonus, automa_gain, recruit_bonus, star_goal
from ..control import home
from ..enlist import neighbours_gain
from ..flow import end_if_six_stars, star_count
from ..gains import put_worker
from ..goods import give
from .deck import card_in_use, scheme


@rule
def run_automa_gains(s, seat):
    """AU6: all symbols of the line in printed order, then perhaps the star for power (A76, A87, QA30)."""
    card = card_in_use(s, seat)
    half = scheme(s, seat)
    for k in range(MAX_AUTOMA_GAINS):
        gain = automa_gain(card, half, k, 0)
        faction = automa_gain(card, half, k, 2)
        if gain != NONE and (faction == NONE or faction == s.faction[seat]):
            take_gain(s, seat, gain, automa_gain(card, half, k, 1))
    if s.power[seat] >= star_goal(STAR_POWER) and s.stars[seat, STAR_POWER] == 0 and star_count(s, seat) < MAX_STARS:
        s.stars[seat, STAR_POWER] = 1
        end_if_six_stars(s)


@rule
def take_gain(s, seat, gain, n):
    """AU6: goods, or pieces from the faction mat to the home base (A77-A79)."""
    if gain < AUTOMA_GAIN_WORKER:
        give(s, seat, gain, n)
    for _ in range(n):
        if gain == AUTOMA_GAIN_WORKER and s.workers_left[seat] > 0:
            put_worker(s, seat, home(s, seat))
        elif gain == AUTOMA_GAIN_FIGHTER:
            take_fighter(s, seat)


@rule
def take_fighter(s, seat):
    """AU6: the character if it is on the faction mat, otherwise a mech if one is there (A79)."""
    if s.character[seat] == NONE:
        s.character[seat] = home(s, seat)
        return
    for slot in range(NUM_SLOTS):
        if s.mechs[seat, slot] == NONE:
            s.mechs[seat, slot] = home(s, seat)
            return


@rule
def run_automa_bonus(s, seat):
    """AU7: human neighbours with the recruit of the printed bonus get it, the left one first, each once (A81, A82)."""
    good = automa_bonus(card_in_use(s, seat), scheme(s, seat))
    if good == NONE:
        return
    for bottom in range(NUM_BOTTOMS):
        if recruit_bonus(bottom, good) > 0:
            neighbours_gain(s, seat, bottom)
