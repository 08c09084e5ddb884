"""Chapter M: the final score, ranks and ties (R185-R198)."""

from __future__ import annotations

from typing import Final, Literal, get_args

from ...core.compiling import rule
from ...core.scoring import rewards
from .. import constants, tables
from ..components import TILE_KINDS
from ..constants import ALBION, FARM, FLAG, LAKE, NONE, NUM_HEXES, NUM_STRUCTURES, POLANIA, TOGAWA, TRAP, TUNDRA
from ..tables import axial, beside, direction, is_encounter, is_tunnel, terrain
from .control import controls, enemy_unit, home, is_automa, structure_owner, tokens_on, workers_out
from .flow import star_count
from .stars import mechs, structures

SCORE_PARTS: Final = ("coins", "stars", "territories", "resources", "structures", "meander")
"""The first columns of a score table, in coins; total and rank follow. "meander" is Polania's at 6 or 7 (R235)."""
SCORE_COINS = SCORE_PARTS.index("coins")
SCORE_STARS = SCORE_PARTS.index("stars")
SCORE_TERRITORIES = SCORE_PARTS.index("territories")
SCORE_RESOURCES = SCORE_PARTS.index("resources")
SCORE_STRUCTURES = SCORE_PARTS.index("structures")
SCORE_TOTAL = len(SCORE_PARTS)
SCORE_RANK = SCORE_TOTAL + 1
NUM_SCORE_PARTS = SCORE_RANK + 1
NUM_TIE_BREAKS = 6

Reward = Literal["win", "rank", "score", "margin"]
REWARDS = get_args(Reward)
REWARD_SCORE = REWARDS.index("score")
REWARD_MARGIN = REWARDS.index("margin")
SCORE_UNIT = 200  # coins
MARGIN_UNIT = 100

TILE_LAKES_BESIDE = TILE_KINDS.index("lakes_beside")
TILE_ENCOUNTERS_BESIDE = TILE_KINDS.index("encounters_beside")
TILE_ON_TUNNELS = TILE_KINDS.index("on_tunnels")
TILE_LONGEST_LINE = TILE_KINDS.index("longest_line")
TILE_FARM_OR_TUNDRA = TILE_KINDS.index("on_farm_or_tundra")


@rule
def holds(s, seat, hex_):
    """Control at the end: as usual, and an armed trap alone holds its territory for Togawa (R228)."""
    if controls(s, seat, hex_):
        return True
    if s.faction[seat] != TOGAWA or s.faction_tokens[hex_] < TRAP or s.armed[hex_] == 0:
        return False
    return enemy_unit(s, seat, hex_) == NONE and structure_owner(s, hex_) == NONE


@rule
def territories(s, seat, factory):
    """Controlled territories; the Factory counts as ``factory``, a scoring flag as one more (R190, R191, R218)."""
    n = 0
    for hex_ in range(NUM_HEXES):
        if holds(s, seat, hex_):
            n += factory if hex_ == constants.FACTORY_HEX else 1
            if s.faction_tokens[hex_] == FLAG and s.faction[seat] == ALBION and beside(home(s, seat), hex_) == 0:
                n += 1
    return n


@rule
def held_tokens(s, seat):
    """Resource tokens in all controlled territories (R189); those of an Automa may be left out (QA90)."""
    if is_automa(s, seat) and s.automa_scores_resources == 0:
        return 0
    n = 0
    for hex_ in range(NUM_HEXES):
        on_hex = tokens_on(s, hex_)
        if on_hex > 0 and holds(s, seat, hex_):
            n += on_hex
    return n


@rule
def structure_count(s, seat):
    """What the structure bonus tile of the game counts for a seat (R192, R193)."""
    n = 0
    if s.tile == TILE_LONGEST_LINE:
        for kind in range(NUM_STRUCTURES):
            if s.structures[seat, kind] != NONE:
                n = max(n, longest_line(s, seat, s.structures[seat, kind]))
        return n
    if s.tile == TILE_ON_TUNNELS or s.tile == TILE_FARM_OR_TUNDRA:
        for kind in range(NUM_STRUCTURES):
            hex_ = s.structures[seat, kind]
            if hex_ != NONE and counts_for_tile(s.tile, hex_):
                n += 1
        return n
    for hex_ in range(NUM_HEXES):
        if counts_for_tile(s.tile, hex_):
            touched = 0
            for kind in range(NUM_STRUCTURES):
                if s.structures[seat, kind] != NONE and beside(s.structures[seat, kind], hex_):
                    touched = 1
            n += touched
    return n


@rule
def counts_for_tile(tile, hex_):
    """Whether a tile looks at this kind of territory."""
    if tile == TILE_LAKES_BESIDE:
        return terrain(hex_) == LAKE
    if tile == TILE_ENCOUNTERS_BESIDE:
        return is_encounter(hex_) != 0
    if tile == TILE_FARM_OR_TUNDRA:
        return terrain(hex_) == FARM or terrain(hex_) == TUNDRA
    return is_tunnel(hex_) != 0


@rule
def longest_line(s, seat, start):
    """Longest unbroken straight row of own structures that begins at a hex and goes in one of three directions."""
    best = 0
    for line in range(tables.NUM_LINES):
        length = 1
        going = True
        while going:
            going = False
            for kind in range(NUM_STRUCTURES):
                hex_ = s.structures[seat, kind]
                if hex_ != NONE and axial(hex_, 0) == axial(start, 0) + length * direction(line, 0):
                    if axial(hex_, 1) == axial(start, 1) + length * direction(line, 1):
                        going = True
            if going:
                length += 1
        best = max(best, length)
    return best


@rule
def meander_coins(s, seat):
    """Coins of Polania for the encounters that it controls at large tables (R235)."""
    coins = 0
    if s.faction[seat] == POLANIA and s.players >= constants.MEANDER_PLAYERS and not is_automa(s, seat):
        for hex_ in range(NUM_HEXES):
            if is_encounter(hex_) and controls(s, seat, hex_):
                coins += constants.MEANDER_COINS
    return coins


@rule
def score_part(s, seat, part):
    """G3: a part of a seat's score, in coins."""
    popularity = s.popularity[seat]
    if part == SCORE_COINS:
        return s.coins[seat]
    if part == SCORE_STARS:
        return star_count(s, seat) * tables.star_coins(popularity)
    if part == SCORE_TERRITORIES:
        return territories(s, seat, constants.FACTORY_TERRITORIES) * tables.territory_coins(popularity)
    if part == SCORE_RESOURCES:
        return held_tokens(s, seat) // 2 * tables.resource_pair_coins(popularity)
    if part == SCORE_STRUCTURES:
        return tables.tile_coins(s.tile, structure_count(s, seat))
    return meander_coins(s, seat)


@rule
def score_seat(s, seat, out):
    """G3: the parts of a seat's score in coins, and their sum, into ``out[seat]``."""
    total = 0
    for part in range(SCORE_TOTAL):
        coins = score_part(s, seat, part)
        out[seat, part] = coins
        total += coins
    out[seat, SCORE_TOTAL] = total


@rule
def tie_break(s, seat, k):
    """The k-th tie-breaker of R197."""
    if k == 0:
        return workers_out(s, seat) + mechs(s, seat) + structures(s, seat)
    if k == 1:
        return s.power[seat]
    if k == 2:
        return s.popularity[seat]
    if k == 3:
        return held_tokens(s, seat)
    if k == 4:
        return territories(s, seat, 1)
    return star_count(s, seat)


@rule
def is_ahead(s, seat, other, out):
    """Whether a seat ranks before another: by score, then by the tie-breakers."""
    difference = out[seat, SCORE_TOTAL] - out[other, SCORE_TOTAL]
    for k in range(NUM_TIE_BREAKS):
        if difference == 0:
            difference = tie_break(s, seat, k) - tie_break(s, other, k)
    return difference > 0


@rule
def score_game(s, out):
    """G3, G4: scores of all seats and their ranks (1 is best, equal seats share a rank); other rows are zero.

    ``out`` is int32 of shape (7, NUM_SCORE_PARTS).
    """
    for seat in range(constants.MAX_PLAYERS):
        for part in range(NUM_SCORE_PARTS):
            out[seat, part] = 0
    for seat in range(s.players):
        score_seat(s, seat, out)
    for seat in range(s.players):
        rank = 1
        for other in range(s.players):
            if other != seat and is_ahead(s, other, seat, out):
                rank += 1
        out[seat, SCORE_RANK] = rank


reward_game = rewards(REWARDS, SCORE_TOTAL, SCORE_RANK, margin_unit=MARGIN_UNIT, score_unit=SCORE_UNIT)
"""What the end of the game is worth to each seat, by the table of :func:`score_game`."""
