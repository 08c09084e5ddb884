"""Chapter L: Stars (R175-R184)."""

from __future__ import annotations

from ...core.compiling import rule
from ...core.random import total
from .. import constants
from ..constants import NONE, RUNNING
from ..tables import star_goal
from .control import is_automa, workers_out
from .flow import end_if_six_stars, star_count


@rule
def upgrades(s, seat):
    """Upgrades made."""
    return total(s.cubes[seat])


@rule
def recruits(s, seat):
    """Recruits enlisted."""
    return total(s.recruits[seat])


@rule
def mechs(s, seat):
    """Mechs deployed."""
    n = 0
    for slot in range(constants.NUM_SLOTS):
        if s.mechs[seat, slot] != NONE:
            n += 1
    return n


@rule
def structures(s, seat):
    """Structures built."""
    n = 0
    for kind in range(constants.NUM_STRUCTURES):
        if s.structures[seat, kind] != NONE:
            n += 1
    return n


@rule
def progress(s, seat, kind):
    """How many a seat has of what a star counts; 0 for objective and combat stars, which are not automatic."""
    if kind == constants.STAR_UPGRADES:
        return upgrades(s, seat)
    if kind == constants.STAR_MECHS:
        return mechs(s, seat)
    if kind == constants.STAR_STRUCTURES:
        return structures(s, seat)
    if kind == constants.STAR_RECRUITS:
        return recruits(s, seat)
    if kind == constants.STAR_WORKERS:
        return workers_out(s, seat)
    if kind == constants.STAR_POPULARITY:
        return s.popularity[seat]
    if kind == constants.STAR_POWER:
        return s.power[seat]
    return 0


@rule
def place_stars(s, seat):
    """S: place every star whose condition is met, as far as stars are left (R176, R180)."""
    left = constants.MAX_STARS - star_count(s, seat)
    for kind in range(constants.NUM_STAR_KINDS):
        if left > 0 and s.stars[seat, kind] == 0 and progress(s, seat, kind) >= star_goal(kind):
            s.stars[seat, kind] = 1
            left -= 1


@rule
def run_stars(s, seat):
    """S: after a complete step; a sixth star ends the game."""
    place_stars(s, seat)
    end_if_six_stars(s)


@rule
def run_star_round(s, seat):
    """BA7: the active player's stars, then the others' clockwise, until somebody has six (R182-R184)."""
    for k in range(s.players):
        other = (seat + k) % s.players
        if s.status == RUNNING and not is_automa(s, other):  # nothing that others do brings an Automa a star (A87)
            place_stars(s, other)
            end_if_six_stars(s)
