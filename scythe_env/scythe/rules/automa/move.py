"""The six move symbols of an Automa (A31-A56): which unit goes where. Sets of places are numbers, a bit for each."""

from __future__ import annotations

from ....core.compiling import rule
from ....core.machine import push
from ... import steps
from ...constants import (
    ACT_ATTACK,
    ACT_ATTACK_WORKERS,
    ACT_CHARACTER,
    ACT_ENCOUNTER,
    ACT_MECH,
    ACT_WORKER,
    EDGE_LAND,
    FACTORY_HEX,
    LAKE,
    LAST_ACT,
    LAST_FROM,
    LAST_TO,
    LAST_UNIT,
    NONE,
    NUM_FACTIONS,
    NUM_FIGHTERS,
    NUM_HEXES,
    NUM_PLACES,
    NUM_SLOTS,
    TIE_STEP,
    TWO_SEATS,
    UNIT_CHARACTER,
    UNIT_WORKER,
)
from ...tables import (
    MAX_AUTOMA_MOVES,
    MAX_NEIGHBOURS,
    automa_move,
    distance,
    edge_kind,
    neighbour,
    terrain,
    water_open_from,
)
from ..control import (
    enemy_unit,
    fighter_place,
    fighters_at,
    home,
    mechs_at,
    place_fighter,
)
from .arrive import has_factory_card, is_enemy, meet
from .deck import card_in_use, scheme

FAR = 99  # beyond any distance and any number of units


# -- words: enemies, neighbourhoods, ties ------------------------------------------------------------------------------


@rule
def enemy_fighters(s, seat, place):
    """Combat units of enemies on a place."""
    n = 0
    for other in range(s.players):
        if is_enemy(s, seat, other):
            n += fighters_at(s, other, place)
    return n


@rule
def enemy_workers(s, seat, place):
    """Workers of enemies on a place."""
    n = 0
    for other in range(s.players):
        if is_enemy(s, seat, other):
            n += s.workers[other, place]
    return n


@rule
def water_is_open(s, seat):
    """Whether lakes are territories and rivers do not exist for an Automa (A3)."""
    return s.space[seat] >= water_open_from(s.level[seat])


@rule
def leads_to(s, seat, kind):
    """Whether an edge belongs to an own unit's neighbourhood: by land, and over water once it is open (A37, A38)."""
    return kind == EDGE_LAND or water_is_open(s, seat)


@rule
def own_units(s, seat, hex_):
    """Own units in whose neighbourhood a territory is: those on it and on territories next to it (A37, A39)."""
    n = s.workers[seat, hex_] + fighters_at(s, seat, hex_)
    for k in range(MAX_NEIGHBOURS):
        other = neighbour(hex_, k)
        if other != NONE and leads_to(s, seat, edge_kind(hex_, k)):
            n += s.workers[seat, other] + fighters_at(s, seat, other)
    return n


@rule
def is_around(s, seat, place, hex_):
    """Whether a territory is in the neighbourhood of a place (A37), which may be the own home base (QA39)."""
    if place == hex_:
        return True
    for k in range(MAX_NEIGHBOURS):
        if neighbour(place, k) == hex_ and leads_to(s, seat, edge_kind(place, k)):
            return True
    return False


@rule
def threatened(s, seat, hex_):
    """Whether a territory without enemies is next to an enemy combat unit; water never cuts (QA38)."""
    for k in range(MAX_NEIGHBOURS):
        other = neighbour(hex_, k)
        if other != NONE and enemy_fighters(s, seat, other) > 0:
            return True
    return False


@rule
def nearest(places, place):
    """Those of a set of places that are nearest to a place (A40)."""
    best = FAR
    found = 0
    for other in range(NUM_PLACES):
        if (places >> other) & 1:
            far = 0 if other == place else distance(place, other)
            if far < best:
                best = far
                found = 0
            if far == best:
                found |= 1 << other
    return found


@rule
def break_tie(s, tied):
    """One of a set of places: the first in reading order, or with more than two seats by the tie token (A103, QA103).

    A use of the token moves it; what is still tied is settled from its next base.
    """
    if s.players > TWO_SEATS:
        while tied & (tied - 1):
            tied = nearest(tied, NUM_HEXES + s.tie_base)
            s.tie_base = (s.tie_base + TIE_STEP) % NUM_FACTIONS
    place = 0
    while (tied >> place) & 1 == 0:
        place += 1
    return place


# -- which unit --------------------------------------------------------------------------------------------------------


@rule
def selects(act, unit):
    """Whether a symbol may select the character or a mech (A46-A52)."""
    if unit == UNIT_CHARACTER:
        return act != ACT_WORKER and act != ACT_MECH
    return act == ACT_MECH or act == ACT_ATTACK or act == ACT_ATTACK_WORKERS


@rule
def select_place(s, seat, act):
    """Where the unit is that a symbol selects, the nearest to the home base; NONE without a unit of its kind (A34)."""
    places = 0
    if act == ACT_WORKER:
        for place in range(NUM_PLACES):
            if s.workers[seat, place] > 0:
                places |= 1 << place
    for unit in range(NUM_FIGHTERS):
        place = fighter_place(s, seat, unit)
        if place != NONE and selects(act, unit):
            places |= 1 << place
    if places == 0:
        return NONE
    return break_tie(s, nearest(places, home(s, seat)))


@rule
def select_unit(s, seat, act, place):
    """The unit on that place; where both may go, a mech goes before the character (A51)."""
    if act == ACT_WORKER:
        return UNIT_WORKER
    for slot in range(NUM_SLOTS):
        if s.mechs[seat, slot] == place and selects(act, 1 + slot):
            return 1 + slot
    return UNIT_CHARACTER


# -- where to ----------------------------------------------------------------------------------------------------------


@rule
def is_valid(s, seat, act, place, hex_):
    """Whether a territory is valid for the unit that a symbol has selected on a place (A44-A52, A55)."""
    if terrain(hex_) == LAKE and not water_is_open(s, seat):
        return False
    if own_units(s, seat, hex_) == 0 and not (act == ACT_WORKER and is_around(s, seat, home(s, seat), hex_)):
        return False
    if act == ACT_ATTACK:
        return enemy_fighters(s, seat, hex_) > 0
    if act == ACT_ATTACK_WORKERS:
        return enemy_workers(s, seat, hex_) > 0 and enemy_fighters(s, seat, hex_) == 0
    if enemy_unit(s, seat, hex_) != NONE:  # of any other seat, in a cooperative game too (QA36)
        return False
    itself = 1 if hex_ == place else 0
    if act == ACT_WORKER:
        return s.workers[seat, hex_] == itself and not threatened(s, seat, hex_)
    if act == ACT_MECH:
        return fighters_at(s, seat, hex_) == itself
    if mechs_at(s, seat, hex_) > 0:
        return False
    is_factory = hex_ == FACTORY_HEX and not has_factory_card(s, seat)
    return act == ACT_CHARACTER or is_factory or s.encounters[hex_] != 0


@rule
def foe_distance(s, seat, hex_):
    """Steps to the nearest enemy combat unit; those on home bases count if there are no others (A49, QA47)."""
    for first, last in ((0, NUM_HEXES), (NUM_HEXES, NUM_PLACES)):
        best = FAR
        for place in range(first, last):
            if enemy_fighters(s, seat, place) > 0:
                best = min(best, distance(place, hex_))
        if best < FAR:
            return best
    return FAR


@rule
def preference(s, seat, act, place, hex_):
    """What decides first between valid territories: the smallest number wins (A45-A52)."""
    if act == ACT_WORKER:
        itself = 1 if place < NUM_HEXES and is_around(s, seat, place, hex_) else 0  # lifted (A42); none on a base (A39)
        return itself - own_units(s, seat, hex_)
    if act == ACT_ENCOUNTER:
        return 0
    if act == ACT_ATTACK:
        return enemy_fighters(s, seat, hex_)
    if act == ACT_ATTACK_WORKERS:
        return -enemy_workers(s, seat, hex_)
    return foe_distance(s, seat, hex_)


@rule
def destination(s, seat, act, place):
    """Where the unit that a symbol has selected on a place goes; NONE without a valid territory (A34).

    Ties go to what is nearer to the Factory, then to :func:`break_tie`.
    """
    best = FAR * (FAR + 1)
    tied = 0
    for hex_ in range(NUM_HEXES):
        if is_valid(s, seat, act, place, hex_):
            worth = preference(s, seat, act, place, hex_) * FAR + distance(FACTORY_HEX, hex_)
            if worth < best:
                best = worth
                tied = 0
            if worth == best:
                tied |= 1 << hex_
    return NONE if tied == 0 else break_tie(s, tied)


# -- the move line -----------------------------------------------------------------------------------------------------


@rule
def run_automa_move(s, seat):
    """AU2, AU3: the first symbol of the line that can be carried out, and nothing else (A31-A33)."""
    card = card_in_use(s, seat)
    half = scheme(s, seat)
    for k in range(MAX_AUTOMA_MOVES):
        act = automa_move(card, half, k, 0)
        faction = automa_move(card, half, k, 2)
        if act != NONE and (faction == NONE or faction == s.faction[seat]):
            if s.power[seat] >= automa_move(card, half, k, 1) and carries_out(s, seat, act):
                return


@rule
def carries_out(s, seat, act):
    """Whether a symbol can be carried out; if so, its unit is put down (A53), or stays (A56, QA56, QA31)."""
    place = select_place(s, seat, act)
    if place == NONE:
        return False
    hex_ = destination(s, seat, act, place)
    if hex_ == NONE or (hex_ == place and s.automa_stay_counts == 0):
        return False
    unit = select_unit(s, seat, act, place)
    s.last[seat, LAST_ACT] = act
    s.last[seat, LAST_UNIT] = unit
    s.last[seat, LAST_FROM] = place
    s.last[seat, LAST_TO] = hex_
    if hex_ != place:
        if unit == UNIT_WORKER:
            s.workers[seat, place] -= 1
            s.workers[seat, hex_] += 1
        else:
            place_fighter(s, seat, unit, hex_)
        push(s, steps.END_MOVE, seat, 0, 0)
        push(s, steps.AUTOMA_LANDS, seat, unit, hex_)
        meet(s, seat, act, hex_)
    return True
