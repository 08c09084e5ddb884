"""Chapter N: faction and mech abilities that open routes, and the faction tokens (R200-R233).

Abilities used in combat are in :mod:`.combat`, Coercion in :mod:`.payment`, Meander in :mod:`.encounter`.
"""

from __future__ import annotations

from ...core.compiling import rule
from .. import constants
from ..actions import A_DONE, A_GOOD, A_TAKE
from ..constants import ALBION, CRIMEA, FLAG, LAKE, NONE, NORDIC, NUM_HEXES, POLANIA, RUSVIET, SAXONY, TOGAWA, TRAP
from ..tables import MAX_NEIGHBOURS, NUM_TUNNELS, edge_kind, is_tunnel, neighbour, riverwalk, terrain, tunnel
from .control import controls, enemy_unit, fighter_place, has_mech, own_mine


@rule
def edge_between(place, other):
    """Kind of the edge between two places, 0 if they are not adjacent."""
    for k in range(MAX_NEIGHBOURS):
        if neighbour(place, k) == other:
            return edge_kind(place, k)
    return 0


# -- rivers and lakes --------------------------------------------------------------------------------------------------


@rule
def is_own_tunnel(s, seat, place):
    """A printed tunnel or the seat's own Mine (R58, R221)."""
    return is_tunnel(place) != 0 or place == own_mine(s, seat)


@rule
def crosses_river(s, seat, walker, place, other):
    """Whether a unit may cross the river between two places (R37, R39)."""
    faction = s.faction[seat]
    if walker:
        return faction == NORDIC  # Swim (R203)
    if faction == TOGAWA:
        return has_mech(s, seat, constants.TOKA) and s.crossed == 0
    if faction == ALBION:
        return has_mech(s, seat, constants.BURROW) and (is_own_tunnel(s, seat, place) or is_own_tunnel(s, seat, other))
    return has_mech(s, seat, constants.RIVERWALK) and riverwalk(faction, terrain(other)) != 0


@rule
def needs_toka(s, seat, place, other):
    """Whether a step of Togawa crosses a river, because neither a tunnel nor a trap leads there (R229)."""
    if place >= NUM_HEXES or edge_between(place, other) != constants.EDGE_RIVER:
        return False
    if is_own_tunnel(s, seat, place) and is_own_tunnel(s, seat, other):
        return False
    return not (has_mech(s, seat, constants.SHINOBI) and s.faction_tokens[other] >= TRAP)


@rule
def sails(s, seat):
    """Whether character and mechs may enter and leave lakes (R204, R209, R230)."""
    faction = s.faction[seat]
    if faction == NORDIC:
        return has_mech(s, seat, constants.SEAWORTHY)
    if faction == POLANIA:
        return has_mech(s, seat, constants.SUBMERGE)
    return faction == TOGAWA and has_mech(s, seat, constants.SUITON)


# -- jumps: special adjacency, one step each (Q35) --------------------------------------------------------------------


@rule
def add_jump(s, seat, walker, place, hex_, mask, write):
    """Offer a territory by special adjacency, if it may be entered (R58a). Returns 1 if so."""
    if hex_ == place or (walker and (terrain(hex_) == LAKE or enemy_unit(s, seat, hex_) != NONE)):
        return 0
    if write:
        mask[hex_] = 1
    return 1


@rule
def add_jumps(s, seat, walker, place, mask, write):
    """Offer all places that special adjacency opens from a place. Returns how many it offered."""
    n = 0
    faction = s.faction[seat]
    mine = own_mine(s, seat)
    if is_own_tunnel(s, seat, place):
        for k in range(NUM_TUNNELS):
            n += add_jump(s, seat, walker, place, tunnel(k), mask, write)
        if mine != NONE:
            n += add_jump(s, seat, walker, place, mine, mask, write)
    if walker:
        return n
    if faction == CRIMEA and has_mech(s, seat, constants.WAYFARE):
        return n + add_wayfare(s, place, mask, write)
    ground = terrain(place)
    if faction == SAXONY and has_mech(s, seat, constants.UNDERPASS):
        linked = ground == constants.MOUNTAIN or is_own_tunnel(s, seat, place)
    elif faction == RUSVIET and has_mech(s, seat, constants.TOWNSHIP):
        linked = ground == constants.VILLAGE or ground == constants.FACTORY
    elif faction == POLANIA and has_mech(s, seat, constants.SUBMERGE):
        linked = ground == LAKE
    elif faction == ALBION:
        linked = has_mech(s, seat, constants.RALLY)
    else:
        linked = faction == TOGAWA and has_mech(s, seat, constants.SHINOBI)
    if linked:
        for hex_ in range(NUM_HEXES):
            if is_linked(s, seat, faction, mine, hex_):
                n += add_jump(s, seat, walker, place, hex_, mask, write)
    return n


@rule
def is_linked(s, seat, faction, mine, hex_):
    """Whether the ability of a faction leads to a territory, from a place to which it applies."""
    ground = terrain(hex_)
    if faction == SAXONY:  # Underpass (R200, R201)
        return is_tunnel(hex_) != 0 or hex_ == mine or (ground == constants.MOUNTAIN and controls(s, seat, hex_))
    if faction == RUSVIET:  # Township (R214, R215)
        return ground == constants.FACTORY or (ground == constants.VILLAGE and controls(s, seat, hex_))
    if faction == POLANIA:  # Submerge (R209)
        return ground == LAKE
    if faction == ALBION:  # Rally (R222)
        return s.workers[seat, hex_] > 0 or s.faction_tokens[hex_] == FLAG
    return s.faction_tokens[hex_] >= TRAP  # Shinobi (R232)


@rule
def add_wayfare(s, place, mask, write):
    """Wayfare: inactive bases and the own one; with 6 and 7 players unoccupied farms instead (R211, R235)."""
    n = 0
    if s.players <= constants.WAYFARE_BASE_PLAYERS:
        for faction in range(constants.NUM_FACTIONS):
            base = NUM_HEXES + faction
            if base != place and (s.seat_of[faction] == NONE or faction == CRIMEA):
                n += 1
                if write:
                    mask[base] = 1
    else:
        for hex_ in range(NUM_HEXES):
            if terrain(hex_) == constants.FARM and enemy_unit(s, NONE, hex_) == NONE:
                n += 1
                if write:
                    mask[hex_] = 1
    return n


# -- flags and traps ---------------------------------------------------------------------------------------------------


@rule
def tokens_placed(s, token):
    """Faction tokens of a kind that are on the board: flags, or traps that take one good, of which there is one."""
    n = 0
    for hex_ in range(NUM_HEXES):
        if s.faction_tokens[hex_] == token:
            n += 1
    return n


@rule
def legal_faction_token(s, seat, mask):
    """TK1: a flag, or a trap of a kind that is left, in the character's territory without a token (R217-R220, R225)."""
    mask[A_DONE] = 1
    place = s.character[seat]
    if place >= NUM_HEXES or s.faction_tokens[place] != constants.NO_TOKEN:
        return
    if s.faction[seat] == ALBION:
        if tokens_placed(s, FLAG) < constants.MAX_FLAGS:
            mask[A_TAKE] = 1
    elif s.faction[seat] == TOGAWA:
        for good in range(constants.NUM_GOODS):
            if tokens_placed(s, TRAP + good) == 0:
                mask[A_GOOD + good] = 1


@rule
def do_faction_token(s, seat, action):
    """TK1: place it."""
    if action == A_TAKE:
        s.faction_tokens[s.character[seat]] = FLAG
    elif action != A_DONE:
        s.faction_tokens[s.character[seat]] = TRAP + action - A_GOOD
        s.armed[s.character[seat]] = 1


@rule
def legal_rearm(s, seat, unit, mask):
    """TK2: a unit of Togawa that ended its move on an own disarmed trap (R232)."""
    mask[A_DONE] = 1
    place = fighter_place(s, seat, unit)
    if s.faction[seat] == TOGAWA and has_mech(s, seat, constants.SHINOBI) and place < NUM_HEXES:
        if s.faction_tokens[place] >= TRAP and s.armed[place] == 0:
            mask[A_TAKE] = 1


@rule
def do_rearm(s, seat, unit, action):
    """TK2: the trap keeps its kind."""
    if action == A_TAKE:
        s.armed[fighter_place(s, seat, unit)] = 1
