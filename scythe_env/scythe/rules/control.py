"""Chapter G, first half: who is where, who controls a territory, what is held there (R105-R109)."""

from __future__ import annotations

from ...core.compiling import rule
from ...core.random import total
from .. import constants
from ..constants import LAKE, MINE, NONE, NUM_HEXES, NUM_SLOTS, NUM_STRUCTURES, UNIT_CHARACTER
from ..tables import terrain


@rule
def is_automa(s, seat):
    """Whether a seat is an Automa's (A1)."""
    return s.level[seat] != constants.NO_AUTOMA


@rule
def home(s, seat):
    """The seat's home base as a place."""
    return NUM_HEXES + s.faction[seat]


@rule
def fighter_place(s, seat, unit):
    """Where the character (unit 0) or a mech (unit 1..4) is, -1 for a mech on the mat."""
    if unit == UNIT_CHARACTER:
        return s.character[seat]
    return s.mechs[seat, unit - 1]


@rule
def place_fighter(s, seat, unit, place):
    """Put the character or a mech on a place."""
    if unit == UNIT_CHARACTER:
        s.character[seat] = place
    else:
        s.mechs[seat, unit - 1] = place


@rule
def mechs_at(s, seat, place):
    """Mechs of a seat on a place."""
    n = 0
    for slot in range(NUM_SLOTS):
        if s.mechs[seat, slot] == place:
            n += 1
    return n


@rule
def fighters_at(s, seat, place):
    """Character and mechs of a seat on a place."""
    n = mechs_at(s, seat, place)
    if s.character[seat] == place:
        n += 1
    return n


@rule
def has_unit(s, seat, place):
    """Whether the seat has a character, mech or worker on a place."""
    return s.workers[seat, place] > 0 or fighters_at(s, seat, place) > 0


@rule
def enemy_fighter(s, seat, place):
    """An opponent with a character or mech on a place, -1 for none."""
    for other in range(s.players):
        if other != seat and fighters_at(s, other, place) > 0:
            return other
    return NONE


@rule
def enemy_unit(s, seat, place):
    """An opponent with a unit on a place, -1 for none."""
    for other in range(s.players):
        if other != seat and has_unit(s, other, place):
            return other
    return NONE


@rule
def structure_owner(s, hex_):
    """The seat whose structure is on a hex, -1 for none."""
    for seat in range(s.players):
        for kind in range(NUM_STRUCTURES):
            if s.structures[seat, kind] == hex_:
                return seat
    return NONE


@rule
def controls(s, seat, hex_):
    """Whether the seat controls a territory (R105); newcomers to a combat do not before they win (R52)."""
    if has_unit(s, seat, hex_):
        return s.combat_due[hex_] == 0 or seat != s.active
    for kind in range(NUM_STRUCTURES):
        if s.structures[seat, kind] == hex_:
            return enemy_unit(s, seat, hex_) == NONE
    return False


@rule
def tokens_on(s, place):
    """Resource tokens on a place."""
    return total(s.tokens[place])


@rule
def controlled_tokens(s, seat, r):
    """Tokens of a type in territories that the seat controls (R106-R109)."""
    n = 0
    for hex_ in range(NUM_HEXES):
        if s.tokens[hex_, r] > 0 and controls(s, seat, hex_):
            n += s.tokens[hex_, r]
    return n


@rule
def hand_size(s, seat):
    """Combat cards in hand."""
    return total(s.cards[seat])


@rule
def workers_out(s, seat):
    """Workers that have left the mat, those on the home base included (R178)."""
    return constants.NUM_WORKERS - s.workers_left[seat]


@rule
def has_mech(s, seat, slot):
    """Whether the mech of a slot is deployed, so that its ability works (R90)."""
    return s.mechs[seat, slot] != NONE


@rule
def has_structure_bonus(s, seat, kind):
    """Whether the bonus of a structure works: from the turn after it was built (R95)."""
    return s.structures[seat, kind] != NONE and (seat != s.active or s.new_structures[kind] == 0)


@rule
def own_mine(s, seat):
    """Hex of the seat's Mine if its tunnel works, else -1 (R58, R95)."""
    if has_structure_bonus(s, seat, MINE):
        return s.structures[seat, MINE]
    return NONE


@rule
def takes_mech(s, seat, hex_):
    """Whether the mat lets a mech be deployed on a territory (R89)."""
    return s.workers[seat, hex_] > 0 and terrain(hex_) != LAKE


@rule
def takes_structure(s, seat, hex_):
    """Whether the mat lets a structure be built on a territory (R91)."""
    return s.workers[seat, hex_] > 0 and terrain(hex_) != LAKE and structure_owner(s, hex_) == NONE


@rule
def on_factory_card(s, seat):
    """Whether the section of this turn is the Factory card."""
    return s.section[seat] == constants.FACTORY_SECTION
