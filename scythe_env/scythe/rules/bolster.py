"""Chapter D: Bolster (R61, R62)."""

from __future__ import annotations

from ...core.compiling import rule
from ...core.machine import push
from .. import steps
from ..actions import A_GOOD
from ..constants import BOLSTER, CARDS, CUBE_BOLSTER_CARDS, CUBE_BOLSTER_POWER, MONUMENT, POWER
from ..tables import cube_value, top_cost
from .goods import gain, gain_from_structure


@rule
def legal_bolster_gain(mask):
    """BO1: power or combat cards."""
    mask[A_GOOD + POWER] = 1
    mask[A_GOOD + CARDS] = 1


@rule
def do_bolster_gain(s, seat, action):
    """BO1: pay, gain, and with the Monument its bonus, whatever was chosen."""
    s.coins[seat] -= top_cost(BOLSTER)
    push(s, steps.STARS, seat, 0, 0)
    gain_from_structure(s, seat, MONUMENT)
    cube = CUBE_BOLSTER_POWER if action == A_GOOD + POWER else CUBE_BOLSTER_CARDS
    gain(s, seat, action - A_GOOD, cube_value(cube, s.cubes[seat, cube]))
