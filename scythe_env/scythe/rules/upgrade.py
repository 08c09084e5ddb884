"""Chapter F: Upgrade (R86-R88)."""

from __future__ import annotations

from ...core.compiling import rule
from ...core.machine import push
from .. import steps
from ..actions import A_BOTTOM, A_CUBE, A_DONE
from ..constants import NUM_BOTTOMS, NUM_CUBES
from ..tables import mat_brackets


@rule
def legal_upgrade_cube(s, seat, mask):
    """BA5: any cube that is still on the top row, or decline."""
    for cube in range(NUM_CUBES):
        if s.cubes[seat, cube] == 0:
            mask[A_CUBE + cube] = 1
    mask[A_DONE] = 1


@rule
def do_upgrade_cube(s, seat, action):
    """BA5: the cube is lifted; its box is chosen next."""
    if action != A_DONE:
        push(s, steps.UPGRADE_BOX, seat, action - A_CUBE, 0)


@rule
def legal_upgrade_box(s, seat, mask):
    """BA5: any empty bracketed box of the bottom row."""
    for bottom in range(NUM_BOTTOMS):
        if s.boxes[seat, bottom] < mat_brackets(s.mat[seat], bottom):
            mask[A_BOTTOM + bottom] = 1


@rule
def do_upgrade_box(s, seat, benefit, action):
    """BA5: the cube covers a box."""
    s.cubes[seat, benefit] = 1
    s.boxes[seat, action - A_BOTTOM] += 1
