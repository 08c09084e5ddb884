"""Chapter F: Build (R91-R95)."""

from __future__ import annotations

from ...core.compiling import rule
from ...core.machine import push
from .. import steps
from ..actions import A_DONE, A_STRUCTURE
from ..constants import NONE, NUM_HEXES, NUM_STRUCTURES
from .control import structure_owner, takes_structure


@rule
def legal_build_place(s, seat, mask):
    """BA5: a controlled territory with an own worker and without a structure, except lakes."""
    for hex_ in range(NUM_HEXES):
        if takes_structure(s, seat, hex_):
            mask[hex_] = 1


@rule
def do_build_place(s, seat, structure, action):
    """BA5: it is built there."""
    put_structure(s, seat, structure, action)


@rule
def legal_build_structure(s, seat, place, mask):
    """BA5: any structure on the mat if there is a place for it (an encounter gives the place), or decline."""
    possible = place != NONE and structure_owner(s, place) == NONE
    if place == NONE:
        for hex_ in range(NUM_HEXES):
            if not possible:
                possible = takes_structure(s, seat, hex_)
    for kind in range(NUM_STRUCTURES):
        if possible and s.structures[seat, kind] == NONE:
            mask[A_STRUCTURE + kind] = 1
    mask[A_DONE] = 1


@rule
def do_build_structure(s, seat, place, action):
    """BA5: the structure is taken; its place is asked next unless a card gives it."""
    if action == A_DONE:
        return
    if place == NONE:
        push(s, steps.BUILD_PLACE, seat, action - A_STRUCTURE, 0)
    else:
        put_structure(s, seat, action - A_STRUCTURE, place)


@rule
def put_structure(s, seat, kind, hex_):
    """The structure holds its territory at once; its bonus works from the next turn on (R95)."""
    s.structures[seat, kind] = hex_
    s.new_structures[kind] = 1
