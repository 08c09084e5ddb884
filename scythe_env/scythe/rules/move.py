"""Chapter C: Move (R27-R60), on the mat and on a Factory card (R162)."""

from __future__ import annotations

from ...core.compiling import rule
from ...core.machine import push
from .. import constants, steps
from ..actions import A_CHARACTER, A_DONE, A_GOOD, A_MECH, A_NUMBER, A_TAKE, A_UNITS, MAX_NUMBER
from ..constants import ALBION, LAKE, NONE, NUM_FIGHTERS, NUM_HEXES, POLANIA, TOGAWA, UNIT_CHARACTER, UNIT_WORKER
from ..tables import MAX_NEIGHBOURS, cube_value, edge_kind, neighbour, terrain, trap_penalty
from .abilities import add_jumps, crosses_river, needs_toka, sails
from .control import (
    enemy_fighter,
    enemy_unit,
    fighter_place,
    fighters_at,
    has_mech,
    home,
    is_automa,
    mechs_at,
    place_fighter,
)
from .goods import gain, lose
from .marks import clear_cargo, clear_move, clear_moved


@rule
def legal_move_gain(mask):
    """MV0: coins or units (R28)."""
    mask[A_GOOD + constants.COINS] = 1
    mask[A_UNITS] = 1


@rule
def do_move_gain(s, seat, action):
    """MV0: gain coins, or start moving units."""
    if action == A_UNITS:
        units = cube_value(constants.CUBE_MOVE_UNITS, s.cubes[seat, constants.CUBE_MOVE_UNITS])
        start_move(s, seat, units, constants.MOVE_STEPS)
    else:
        gain(s, seat, constants.COINS, cube_value(constants.CUBE_MOVE_COINS, s.cubes[seat, constants.CUBE_MOVE_COINS]))


@rule
def start_move(s, seat, units, unit_steps):
    """Queue a Move action: the units, then combats, encounter, Factory card, flags and traps that had to wait (R60)."""
    clear_move(s)
    push(s, steps.END_MOVE, seat, 0, 0)
    push(s, steps.TOKENS_DUE, seat, 0, 0)
    push(s, steps.FACTORY_DUE, seat, 0, 0)
    push(s, steps.ENCOUNTER_DUE, seat, 0, 0)
    push(s, steps.END_UNITS, seat, 0, 0)
    push(s, steps.UNIT, seat, units, unit_steps)


@rule
def run_end_units(s, seat):
    """CO0: the units have moved, the combats are next."""
    clear_moved(s)
    push(s, steps.COMBAT, seat, 0, 0)


# -- MV1: which unit ---------------------------------------------------------------------------------------------------


@rule
def combat_is_due(s, place):
    """Whether a combat has to be fought on a place (R118)."""
    return place < NUM_HEXES and s.combat_due[place] != 0


@rule
def steps_from(s, seat, walker, place, mask, write):
    """Number of places a unit may enter from a place, marked in ``mask`` if ``write``; else 1 stands for "some"."""
    n = 0
    for k in range(MAX_NEIGHBOURS):
        other = neighbour(place, k)
        if other == NONE:
            break
        kind = edge_kind(place, k)
        if kind == constants.EDGE_LAKE:
            passable = not walker and sails(s, seat)
        else:
            passable = kind != constants.EDGE_RIVER or crosses_river(s, seat, walker, place, other)
        if passable and is_open(s, seat, walker, other):
            n += 1
            if not write:
                return n
            mask[other] = 1
    return n + add_jumps(s, seat, walker, place, mask, write)


@rule
def is_open(s, seat, walker, hex_):
    """Whether a territory may be entered at all: on foot neither lakes nor territories with enemy units (R38, R49)."""
    return not walker or (terrain(hex_) != LAKE and enemy_unit(s, seat, hex_) == NONE)


@rule
def legal_unit(s, seat, left, mask):
    """MV1: a unit that has not moved, waits for no combat and has a legal step; or finish (Q27)."""
    mask[A_DONE] = 1
    if left == 0:
        return
    for unit in range(NUM_FIGHTERS):
        place = fighter_place(s, seat, unit)
        if place == NONE or s.moved[unit] or combat_is_due(s, place):
            continue
        if steps_from(s, seat, 0, place, mask, 0) > 0:
            mask[A_CHARACTER if unit == UNIT_CHARACTER else A_MECH + place] = 1
    for place in range(constants.NUM_PLACES):
        if s.workers[seat, place] > s.walked[place] and not combat_is_due(s, place):
            if steps_from(s, seat, 1, place, mask, 0) > 0:
                mask[place] = 1


@rule
def do_unit(s, seat, left, steps_, action):
    """MV1: this unit moves now."""
    if action == A_DONE:
        return
    if action == A_CHARACTER:
        s.unit = UNIT_CHARACTER
        s.unit_place = s.character[seat]
    elif action >= A_MECH:
        s.unit_place = action - A_MECH
        for slot in range(constants.NUM_SLOTS - 1, -1, -1):
            if s.mechs[seat, slot] == s.unit_place and s.moved[1 + slot] == 0:
                s.unit = 1 + slot
    else:
        s.unit = UNIT_WORKER
        s.unit_place = action
        s.walked[action] += 1
    s.steps_left = steps_
    if s.unit < NUM_FIGHTERS:
        s.moved[s.unit] = 1
        s.origin[s.unit] = s.unit_place
        if s.faction[seat] != ALBION and s.faction[seat] != TOGAWA and has_mech(s, seat, constants.SPEED):
            s.steps_left += constants.SPEED_STEPS
    push(s, steps.UNIT, seat, left - 1, steps_)
    push(s, steps.END_UNIT, seat, 0, 0)
    push_step(s, seat)


@rule
def push_step(s, seat):
    """Queue the next step of the moving unit: what goes along, kind by kind, then the place."""
    clear_cargo(s)
    push(s, steps.STEP, seat, 0, 0)
    for kind in range(constants.NUM_CARGO - 1, -1, -1):
        push(s, steps.CARGO, seat, kind, 0)


# -- MV2: what goes along ----------------------------------------------------------------------------------------------


@rule
def loadable(s, seat, kind):
    """How many of a cargo kind (CARGO constants) the moving unit may take; workers go with mechs only."""
    if kind >= constants.CARGO_TOKENS:
        return s.tokens[s.unit_place, kind - constants.CARGO_TOKENS]
    if s.unit == UNIT_CHARACTER or s.unit == UNIT_WORKER:
        return 0
    walked = s.walked[s.unit_place]
    return walked if kind == constants.CARGO_WALKED else s.workers[seat, s.unit_place] - walked


@rule
def must_load(s, seat, kind):
    """Whether all has to go along: on a lake workers need a mech, tokens a mech or the character (Q34, R206)."""
    if terrain(s.unit_place) != LAKE:
        return False
    others = mechs_at(s, seat, s.unit_place) if kind < constants.CARGO_TOKENS else fighters_at(s, seat, s.unit_place)
    return others <= 1


@rule
def legal_cargo(s, seat, kind, chosen, mask):
    """MV2: any number up to what is there; a choice of the largest number is followed by one on the rest."""
    left = loadable(s, seat, kind) - chosen
    if left > 0 and not must_load(s, seat, kind):
        for n in range(min(left, MAX_NUMBER) + 1):
            mask[A_NUMBER + n] = 1


@rule
def do_cargo(s, seat, kind, chosen, action):
    """MV2: this many go along."""
    n = action - A_NUMBER
    s.cargo[kind] = chosen + n
    if n == MAX_NUMBER:
        push(s, steps.CARGO, seat, kind, chosen + n)


@rule
def skip_cargo(s, seat, kind):
    """MV2 without a choice: everything that may not stay on a lake."""
    if must_load(s, seat, kind):
        s.cargo[kind] = loadable(s, seat, kind)


# -- MV3, MV4: the step ------------------------------------------------------------------------------------------------


@rule
def legal_step(s, seat, mask):
    """MV3: the places that the moving unit may enter."""
    steps_from(s, seat, 1 if s.unit == UNIT_WORKER else 0, s.unit_place, mask, 1)


@rule
def do_step(s, seat, place):
    """MV3, MV4: enter a place with the cargo, and meet what is there."""
    if s.faction[seat] == TOGAWA and needs_toka(s, seat, s.unit_place, place):
        s.crossed = 1
    carry(s, seat, place)
    s.steps_left -= 1
    push(s, steps.ONWARD, seat, 0, 0)
    if place < NUM_HEXES:
        enter(s, seat, place)


@rule
def carry(s, seat, place):
    """The unit and its cargo go to a place; what is carried is there from now on (R33a)."""
    old = s.unit_place
    s.unit_place = place
    walked = s.cargo[constants.CARGO_WALKED]
    workers = s.cargo[constants.CARGO_WORKERS] + walked
    if s.unit == UNIT_WORKER:
        walked = 1
        workers = 1
    else:
        place_fighter(s, seat, s.unit, place)
    s.workers[seat, old] -= workers
    s.workers[seat, place] += workers
    s.walked[old] -= walked
    s.walked[place] += walked
    for r in range(constants.NUM_RESOURCES):
        s.tokens[old, r] -= s.cargo[constants.CARGO_TOKENS + r]
        s.tokens[place, r] += s.cargo[constants.CARGO_TOKENS + r]


@rule
def enter(s, seat, hex_):
    """MV4: an armed trap, then enemy workers or a combat, then an encounter; each ends the unit's move."""
    if s.armed[hex_] and s.seat_of[TOGAWA] != seat:
        s.armed[hex_] = 0
        s.stopped = 1
        good = s.faction_tokens[hex_] - constants.TRAP
        lose(s, seat, good, trap_penalty(good))
    if s.unit == UNIT_WORKER:
        return
    if enemy_fighter(s, seat, hex_) != NONE:
        s.combat_due[hex_] = 1
        s.stopped = 1
    else:
        drive_off_workers(s, seat, hex_)
    if s.unit == UNIT_CHARACTER and s.encounters[hex_]:
        s.encounter_due = 1
        s.stopped = 1


@rule
def drive_off_workers(s, seat, hex_):
    """Enemy workers without a character or mech go home at once, for 1 popularity each (R45-R48)."""
    spared = s.camaraderie_always and s.faction[seat] == POLANIA and has_mech(s, seat, constants.CAMARADERIE)
    for other in range(s.players):
        n = s.workers[other, hex_]
        if other != seat and n > 0:
            s.workers[other, hex_] = 0
            s.workers[other, home(s, other)] += n
            s.drove_off = 1
            s.stopped = 1
            if not spared:
                lose(s, seat, constants.POPULARITY, n)
            if is_automa(s, other):
                push(s, steps.SPOILS, seat, hex_, other)


# -- MV5, MV6: on, or the end of the unit's move -----------------------------------------------------------------------


@rule
def legal_onward(s, seat, mask):
    """MV5: another step if there is one, or stop."""
    mask[A_DONE] = 1
    if s.stopped == 0 and s.steps_left > 0:
        if steps_from(s, seat, 1 if s.unit == UNIT_WORKER else 0, s.unit_place, mask, 0) > 0:
            mask[A_TAKE] = 1


@rule
def do_onward(s, seat, action):
    """MV5: load again for the next step."""
    if action == A_TAKE:
        push_step(s, seat)


@rule
def run_end_unit(s, seat):
    """The move of a unit is over: note what came into a combat; flags and traps now, if nothing is due there (R219)."""
    unit = s.unit
    place = s.unit_place
    if unit < NUM_FIGHTERS:
        s.ended[unit] = place
        s.rearm_due[unit] = 1
        if unit == UNIT_CHARACTER:
            s.token_due = 1
        if combat_is_due(s, place):
            s.came_workers[unit] = s.cargo[constants.CARGO_WORKERS] + s.cargo[constants.CARGO_WALKED]
            for r in range(constants.NUM_RESOURCES):
                s.came_tokens[unit, r] = s.cargo[constants.CARGO_TOKENS + r]
        elif not (s.encounter_due and s.character[seat] == place):
            push_tokens(s, seat, unit)
    s.unit = NONE
    s.unit_place = NONE
    s.steps_left = 0
    s.stopped = 0
    clear_cargo(s)


@rule
def push_tokens(s, seat, unit):
    """TK1, TK2: the choices about faction tokens that a unit's move brings, once each."""
    if s.rearm_due[unit]:
        s.rearm_due[unit] = 0
        push(s, steps.REARM, seat, unit, 0)
    if unit == UNIT_CHARACTER and s.token_due:
        s.token_due = 0
        push(s, steps.FACTION_TOKEN, seat, 0, 0)


@rule
def run_tokens_due(s, seat):
    """TK1, TK2: the choices that had to wait for a combat or an encounter, for units that are still there."""
    for unit in range(NUM_FIGHTERS - 1, -1, -1):
        if s.ended[unit] != NONE and fighter_place(s, seat, unit) == s.ended[unit]:
            push_tokens(s, seat, unit)


@rule
def run_end_move(s):
    """TK3: the Move action is over."""
    clear_move(s)
