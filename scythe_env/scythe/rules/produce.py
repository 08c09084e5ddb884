"""Chapter E: Produce (R68-R82)."""

from __future__ import annotations

from ...core.compiling import rule
from ...core.machine import push
from .. import steps
from ..actions import A_DONE, A_NUMBER
from ..constants import CUBE_PRODUCE, MILL, NONE, NUM_GOODS, NUM_HEXES, NUM_PRIMARY_TERRAINS, VILLAGE
from ..tables import cube_value, produce_cost_from, terrain
from .control import controls, has_structure_bonus, workers_out
from .goods import lose, stock
from .marks import clear_produce


@rule
def exposed_cost(s, seat, good):
    """What Produce costs of a good: one from some number of workers on (R69)."""
    return 1 if workers_out(s, seat) >= produce_cost_from(good) else 0


@rule
def can_produce(s, seat):
    """Whether all exposed costs can be paid (R68, R70)."""
    for good in range(NUM_GOODS):
        if stock(s, seat, good) < exposed_cost(s, seat, good):
            return False
    return True


@rule
def start_produce(s, seat):
    """PR1: pay the exposed costs, then note the producers of every controlled territory."""
    for good in range(NUM_GOODS):
        lose(s, seat, good, exposed_cost(s, seat, good))
    mill = NONE
    if has_structure_bonus(s, seat, MILL):
        mill = s.structures[seat, MILL]
        if terrain(mill) >= NUM_PRIMARY_TERRAINS or not controls(s, seat, mill):
            mill = NONE
    push(s, steps.STARS, seat, 0, 0)
    note_producers(s, seat, cube_value(CUBE_PRODUCE, s.cubes[seat, CUBE_PRODUCE]), mill)


@rule
def note_producers(s, seat, territories, mill):
    """Count who may produce where; the Mill adds one, and its territory does not count as a choice (R76, R79, R81)."""
    s.produce_left = territories
    s.mill_place = mill
    for hex_ in range(NUM_HEXES):
        s.producers[hex_] = s.workers[seat, hex_] if terrain(hex_) < NUM_PRIMARY_TERRAINS else 0
    if mill != NONE:
        s.producers[mill] += 1
    push(s, steps.PRODUCE_PLACE, seat, 0, 0)


@rule
def legal_produce_place(s, seat, mask):
    """PR2: a remaining territory with producers; a village only while workers are on the mat (R74, R78)."""
    for hex_ in range(NUM_HEXES):
        if s.producers[hex_] > 0 and (s.produce_left > 0 or hex_ == s.mill_place):
            if terrain(hex_) != VILLAGE or s.workers_left[seat] > 0:
                mask[hex_] = 1
    mask[A_DONE] = 1


@rule
def do_produce_place(s, seat, action):
    """PR2: produce there next, or stop."""
    if action == A_DONE:
        clear_produce(s)
        return
    if action != s.mill_place:
        s.produce_left -= 1
    push(s, steps.PRODUCE_PLACE, seat, 0, 0)
    push(s, steps.PRODUCE_COUNT, seat, action, 0)


@rule
def skip_produce_place(s):
    """PR2 with nothing left to choose."""
    clear_produce(s)


@rule
def legal_produce_count(s, seat, place, mask):
    """PR3: any number up to the producers, in a village up to the workers left (R72, R74)."""
    most = s.producers[place]
    if terrain(place) == VILLAGE:
        most = min(most, s.workers_left[seat])
    for n in range(most + 1):
        mask[A_NUMBER + n] = 1


@rule
def do_produce_count(s, seat, place, action):
    """PR3: place the pieces; new workers come from the mat and do not produce (R73)."""
    n = action - A_NUMBER
    s.producers[place] = 0
    if terrain(place) == VILLAGE:
        s.workers[seat, place] += n
        s.workers_left[seat] -= n
    else:
        s.tokens[place, terrain(place)] += n
