"""Marks that last for one turn or one Move action (section R), and their clearing."""

from __future__ import annotations

from ...core.compiling import rule
from ..constants import NONE, NUM_FIGHTERS, NUM_HEXES, NUM_PLACES, NUM_RESOURCES, NUM_SLOTS


@rule
def clear_turn(s):
    """T0: what was marked in the last turn no longer counts."""
    s.coerced = 0
    s.crossed = 0
    s.drove_off = 0
    for k in range(NUM_SLOTS):
        s.new_recruits[k] = 0
        s.new_structures[k] = 0


@rule
def clear_moved(s):
    """No unit is moving and none counts as moved any more."""
    s.unit = NONE
    s.unit_place = NONE
    s.steps_left = 0
    s.stopped = 0
    for unit in range(NUM_FIGHTERS):
        s.moved[unit] = 0
    for place in range(NUM_PLACES):
        s.walked[place] = 0
    clear_cargo(s)


@rule
def clear_cargo(s):
    """Nothing is loaded."""
    for kind in range(2 + NUM_RESOURCES):
        s.cargo[kind] = 0


@rule
def clear_move(s):
    """The Move action is over: forget where its units came from and what was due where they ended."""
    clear_moved(s)
    s.encounter_due = 0
    s.token_due = 0
    for unit in range(NUM_FIGHTERS):
        s.origin[unit] = NONE
        s.ended[unit] = NONE
        s.came_workers[unit] = 0
        s.rearm_due[unit] = 0
        for r in range(NUM_RESOURCES):
            s.came_tokens[unit, r] = 0


@rule
def clear_produce(s):
    """Produce is over."""
    s.produce_left = 0
    s.mill_place = NONE
    for hex_ in range(NUM_HEXES):
        s.producers[hex_] = 0
