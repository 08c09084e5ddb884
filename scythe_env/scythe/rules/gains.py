"""Gains of encounter and Factory cards: rows of data, turned into steps in a fixed order."""

from __future__ import annotations

from ...core.compiling import rule
from ...core.machine import push
from .. import constants, steps
from ..actions import A_DONE, A_FACTION, A_NUMBER, A_TAKE, MAX_NUMBER
from ..constants import FLAG, LAKE, NONE, NUM_HEXES, NUM_SLOTS, UNIT_CHARACTER
from ..tables import beside, terrain
from .control import enemy_unit, has_unit, mechs_at, place_fighter, structure_owner
from .goods import gain, see_hand
from .produce import note_producers


@rule
def push_gain(s, seat, kind, n, place):
    """Queue one gain. On a card's own territory ``place`` says where; NONE lets the player choose, as on the mat."""
    if kind == constants.GAIN_LOOK:
        push(s, steps.LOOK, seat, 0, 0)
    elif kind < constants.GAIN_METAL:
        gain(s, seat, kind - constants.GAIN_POWER, n)
    elif kind < constants.GAIN_ANY:
        push(s, steps.PRINTED_TOKENS, seat, kind - constants.GAIN_METAL, n)
    elif kind == constants.GAIN_ANY:
        if place == NONE:
            push(s, steps.TOKEN_PLACE, seat, n, 1)
        else:
            push(s, steps.TOKEN, seat, n, place)
    elif kind == constants.GAIN_WORKER:
        push(s, steps.WORKER_PLACE if place == NONE else steps.GAIN_WORKER_HERE, seat, 0, 0)
    elif kind < constants.GAIN_RELOCATE:
        push_improvement(s, seat, kind - constants.GAIN_UPGRADE, place)
    elif kind == constants.GAIN_RELOCATE:
        push(s, steps.RELOCATE_PLACE, seat, 0, 0)
    else:  # GAIN_PRODUCE
        note_producers(s, seat, n, NONE)


@rule
def push_improvement(s, seat, bottom, place):
    """Queue the benefit of a bottom action; ``place`` NONE lets the player choose the territory."""
    if bottom == constants.UPGRADE:
        push(s, steps.UPGRADE_CUBE, seat, 0, 0)
    elif bottom == constants.DEPLOY:
        push(s, steps.DEPLOY_MECH, seat, place, 0)
    elif bottom == constants.BUILD:
        push(s, steps.BUILD_STRUCTURE, seat, place, 0)
    else:
        push(s, steps.ENLIST_RECRUIT, seat, 0, 0)


# -- printed tokens and the worker, on the character's territory (R147) ------------------------------------------------


@rule
def legal_printed_tokens(number, mask):
    """EN3: any number up to the printed one (Q20)."""
    for k in range(number + 1):
        mask[A_NUMBER + k] = 1


@rule
def do_printed_tokens(s, seat, resource, action):
    """EN3: the tokens go to the character's territory."""
    s.tokens[s.character[seat], resource] += action - A_NUMBER


@rule
def legal_gain_worker_here(s, seat, mask):
    """EN3: the worker, if one is left on the mat, or not."""
    mask[A_DONE] = 1
    if s.workers_left[seat] > 0:
        mask[A_TAKE] = 1


@rule
def do_gain_worker_here(s, seat, action):
    """EN3: it goes to the character's territory."""
    if action == A_TAKE:
        put_worker(s, seat, s.character[seat])


@rule
def put_worker(s, seat, place):
    """A worker comes from the mat."""
    s.workers_left[seat] -= 1
    s.workers[seat, place] += 1


@rule
def legal_worker_place(s, seat, mask):
    """FA3: the worker of card 14 goes to a territory with an own mech, lakes included (Q161)."""
    mask[A_DONE] = 1
    if s.workers_left[seat] > 0:
        for slot in range(NUM_SLOTS):
            place = s.mechs[seat, slot]
            if place != NONE and place < NUM_HEXES:
                mask[place] = 1


@rule
def do_worker_place(s, seat, action):
    """FA3: the worker goes there."""
    if action != A_DONE:
        put_worker(s, seat, action)


# -- promo card 31: a look at a hand -----------------------------------------------------------------------------------


@rule
def legal_look(s, seat, mask):
    """EN3: an opponent."""
    for other in range(s.players):
        if other != seat:
            mask[A_FACTION + s.faction[other]] = 1


@rule
def do_look(s, seat, action):
    """EN3: the player alone sees that hand."""
    see_hand(s, seat, s.seat_of[action - A_FACTION])


# -- promo card 42: units go to a neighbouring territory ---------------------------------------------------------------


@rule
def legal_relocate_place(s, seat, mask):
    """EN3: an adjacent land territory without unit, structure, flag or trap of any player; or not."""
    mask[A_DONE] = 1
    for hex_ in range(NUM_HEXES):
        if beside(s.character[seat], hex_) and terrain(hex_) != LAKE and s.faction_tokens[hex_] < FLAG:
            if enemy_unit(s, NONE, hex_) == NONE and structure_owner(s, hex_) == NONE:
                mask[hex_] = 1


@rule
def do_relocate_place(s, seat, action):
    """EN3: how many of each go there is asked next, tokens last."""
    if action != A_DONE:
        for kind in range(constants.NUM_RELOCATED - 1, -1, -1):
            push(s, steps.RELOCATE_COUNT, seat, kind, action)


@rule
def relocatable(s, seat, kind, place):
    """How many of a kind (RELOCATE constants) may go; tokens need a unit to go with."""
    here = s.ended[UNIT_CHARACTER]  # the encounter's territory, even if the character has left
    if kind == constants.RELOCATE_CHARACTER:
        return 1
    if kind == constants.RELOCATE_MECHS:
        return mechs_at(s, seat, here)
    if kind == constants.RELOCATE_WORKERS:
        return s.workers[seat, here]
    return s.tokens[here, kind - constants.RELOCATE_TOKENS] if has_unit(s, seat, place) else 0


@rule
def legal_relocate_count(s, seat, kind, place, mask):
    """EN3: any number of those that are there."""
    n = relocatable(s, seat, kind, place)
    if n > 0:
        for k in range(min(n, MAX_NUMBER) + 1):
            mask[A_NUMBER + k] = 1


@rule
def do_relocate_count(s, seat, kind, place, action):
    """EN3: they go."""
    here = s.ended[UNIT_CHARACTER]  # the encounter's territory, even if the character has left
    n = action - A_NUMBER
    if kind == constants.RELOCATE_CHARACTER:
        if n > 0:
            s.character[seat] = place
    elif kind == constants.RELOCATE_MECHS:
        for slot in range(NUM_SLOTS):
            if n > 0 and s.mechs[seat, slot] == here:
                place_fighter(s, seat, 1 + slot, place)
                n -= 1
    elif kind == constants.RELOCATE_WORKERS:
        s.workers[seat, here] -= n
        s.workers[seat, place] += n
    else:
        s.tokens[here, kind - constants.RELOCATE_TOKENS] -= n
        s.tokens[place, kind - constants.RELOCATE_TOKENS] += n
        if n == MAX_NUMBER:
            push(s, steps.RELOCATE_COUNT, seat, kind, place)
