"""What drives a game from decision to decision, and its end."""

from __future__ import annotations

from ...core.compiling import rule
from ...core.machine import pop
from ...core.random import total
from ..constants import ENDED, MAX_STARS, NONE, NUM_FIGHTERS, NUM_HEXES, NUM_RESOURCES, RUNNING
from ..tables import tracker_stars
from .control import enemy_unit, fighter_place, home, place_fighter
from .marks import clear_open


@rule
def star_count(s, seat):
    """Stars that a seat has placed; those of an Automa's tracker belong to no goal (A86)."""
    return tracker_stars(s.level[seat], s.space[seat]) + total(s.stars[seat])


@rule
def end_if_six_stars(s):
    """End the game if some seat has placed its sixth star (R181)."""
    for seat in range(s.players):
        if s.status == RUNNING and star_count(s, seat) >= MAX_STARS:
            end_game(s, ENDED)


@rule
def end_game(s, status):
    """G1, G2: all open steps lapse; units that wait for a combat return to where they were (R139, R185, R186)."""
    seat = s.active
    for unit in range(NUM_FIGHTERS):
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
    clear_open(s)
    s.status = status
    while s.depth > 0:
        pop(s)
