"""Chapter F: Deploy (R89, R90)."""

from __future__ import annotations

from ...core.compiling import rule
from ...core.machine import push
from .. import steps
from ..actions import A_ABILITY, A_DONE
from ..constants import NONE, NUM_HEXES, NUM_SLOTS
from .control import takes_mech


@rule
def legal_deploy_place(s, seat, mask):
    """BA5: a controlled territory with an own worker, except lakes."""
    for hex_ in range(NUM_HEXES):
        if takes_mech(s, seat, hex_):
            mask[hex_] = 1


@rule
def do_deploy_place(s, seat, mech, action):
    """BA5: it is deployed there, and its ability works at once (R90)."""
    s.mechs[seat, mech] = action


@rule
def legal_deploy_mech(s, seat, place, mask):
    """BA5: any mech on the mat if there is a place for it (an encounter gives the place), or decline."""
    possible = place != NONE
    for hex_ in range(NUM_HEXES):
        if not possible:
            possible = takes_mech(s, seat, hex_)
    for slot in range(NUM_SLOTS):
        if possible and s.mechs[seat, slot] == NONE:
            mask[A_ABILITY + slot] = 1
    mask[A_DONE] = 1


@rule
def do_deploy_mech(s, seat, place, action):
    """BA5: the mech is taken; its place is asked next unless a card gives it."""
    if action == A_DONE:
        return
    if place == NONE:
        push(s, steps.DEPLOY_PLACE, seat, action - A_ABILITY, 0)
    else:
        s.mechs[seat, action - A_ABILITY] = place
