"""The stack of steps that drives a game, and its end."""

from __future__ import annotations

from ...core.compiling import rule
from ..constants import ENDED, MAX_STARS, NONE, NUM_HEXES, NUM_RESOURCES, NUM_STAR_KINDS, RUNNING
from .control import enemy_unit, fighter_place, home, place_fighter
from .marks import clear_move


@rule
def push(s, kind, seat, a, b):
    """Put a step on the stack: it comes before all that is there."""
    s.step_kind[s.depth] = kind
    s.step_seat[s.depth] = seat
    s.step_a[s.depth] = a
    s.step_b[s.depth] = b
    s.depth += 1


@rule
def top_step(s):
    """Kind, seat, a and b of the step on top of the stack."""
    top = s.depth - 1
    return s.step_kind[top], s.step_seat[top], s.step_a[top], s.step_b[top]


@rule
def pop(s):
    """Take the step on top off the stack; unused slots stay zero, so that equal games have equal bytes."""
    s.depth -= 1
    s.step_kind[s.depth] = 0
    s.step_seat[s.depth] = 0
    s.step_a[s.depth] = 0
    s.step_b[s.depth] = 0


@rule
def star_count(s, seat):
    """Stars that a seat has placed."""
    total = 0
    for kind in range(NUM_STAR_KINDS):
        total += s.stars[seat, kind]
    return total


@rule
def end_if_six_stars(s):
    """End the game if some seat has placed its sixth star (R181)."""
    for seat in range(s.players):
        if s.status == RUNNING and star_count(s, seat) >= MAX_STARS:
            end_game(s, ENDED)


@rule
def end_game(s, status):
    """G1, G2: all open steps lapse; units that wait for a combat go back where they came from (R139, R185, R186)."""
    seat = s.active
    for unit in range(5):
        place = fighter_place(s, seat, unit)
        if place == NONE or place >= NUM_HEXES or s.combat_due[place] == 0:
            continue
        back = s.origin[unit]
        to_base = back < NUM_HEXES and enemy_unit(s, seat, back) != NONE
        if to_base:
            back = home(s, seat)
        place_fighter(s, seat, unit, back)
        s.workers[seat, place] -= s.came_workers[unit]
        s.workers[seat, back] += s.came_workers[unit]
        if not to_base:
            for r in range(NUM_RESOURCES):
                s.tokens[place, r] -= s.came_tokens[unit, r]
                s.tokens[back, r] += s.came_tokens[unit, r]
    clear_move(s)
    s.status = status
    while s.depth > 0:
        pop(s)
