"""Chapter D: Bolster (R61, R62)."""

from __future__ import annotations

from ...core.compiling import rule
from ...core.machine import push
from .. import steps
from ..actions import A_GOOD
from ..constants import CARDS, CUBE_BOLSTER_CARDS, CUBE_BOLSTER_POWER, MONUMENT, POPULARITY, POWER
from ..tables import cube_value
from .control import has_structure_bonus
from .goods import gain


@rule
def legal_bolster_gain(mask):
    """BO1: power or combat cards."""
    mask[A_GOOD + POWER] = 1
    mask[A_GOOD + CARDS] = 1


@rule
def do_bolster_gain(s, seat, action):
    """BO1: pay $1, gain, and with the Monument 1 popularity whichever was chosen."""
    s.coins[seat] -= 1
    push(s, steps.STARS, seat, 0, 0)
    if has_structure_bonus(s, seat, MONUMENT):
        gain(s, seat, POPULARITY, 1)
    cube = CUBE_BOLSTER_POWER if action == A_GOOD + POWER else CUBE_BOLSTER_CARDS
    gain(s, seat, action - A_GOOD, cube_value(cube) + s.cubes[seat, cube])
