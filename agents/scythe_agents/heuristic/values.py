"""What goods, tokens, benefits and stars are worth to a seat in its present situation, in tenths of a coin."""

from __future__ import annotations

from typing import NamedTuple

from scythe_env.core.compiling import rule
from scythe_env.scythe.components import load_components
from scythe_env.scythe.constants import (
    BUILD,
    CARDS,
    COINS,
    DEPLOY,
    ENLIST,
    FACTORY_TERRITORIES,
    GAIN_ANY,
    GAIN_METAL,
    GAIN_POWER,
    GAIN_PRODUCE,
    GAIN_UPGRADE,
    GAIN_WORKER,
    MAX_POPULARITY,
    MAX_POWER,
    MAX_STARS,
    NONE,
    NUM_BOTTOMS,
    NUM_CUBES,
    NUM_GOODS,
    NUM_HEXES,
    NUM_RESOURCES,
    NUM_SLOTS,
    NUM_STRUCTURES,
    POWER,
    RIVERWALK,
    STAR_POPULARITY,
    STAR_POWER,
    UPGRADE,
)
from scythe_env.scythe.rules.control import controlled_tokens, takes_mech, takes_structure
from scythe_env.scythe.rules.flow import star_count
from scythe_env.scythe.rules.payment import may_coerce
from scythe_env.scythe.rules.scoring import held_tokens, structure_count, territories
from scythe_env.scythe.rules.stars import mechs, recruits, structures, upgrades
from scythe_env.scythe.rules.turn import bottom_cost
from scythe_env.scythe.tables import (
    bottom_resource,
    mat_coins,
    recruit_bonus,
    resource_bottom,
    resource_pair_coins,
    star_coins,
    territory_coins,
    tile_coins,
)

from .weights import (
    BUILD_BASE,
    COIN,
    COIN_POOR,
    COMBAT_CARD,
    COMPLETES,
    DEPLOY_BASE,
    DEPLOY_RIVERWALK,
    ENLIST_BASE,
    ENLIST_EARLY,
    HASTE,
    LOSING_STAR,
    NEW_WORKER,
    PAID_TOKEN,
    PATIENCE,
    POPULARITY_POINT,
    POPULARITY_POINT_TOP,
    POWER_POINT,
    POWER_POINT_SPENT,
    POWER_WEAK,
    PRODUCE_GAIN,
    STAR,
    TOKEN_LATER,
    TOKEN_NEEDED,
    TOKEN_SOMEDAY,
    TOKEN_STAR,
    UPGRADE_BASE,
    UPGRADE_EARLY,
    WINNING_STAR,
    weight,
)

POOR = 3  # coins
WEAK = 3  # power
MOST_EXTRA = 200  # for a token
TOP_TIER = load_components().tracks.tiers[-1].min  # popularity


# -- stars -------------------------------------------------------------------------------------------------------------


@rule
def fortune(s, seat, more_stars):
    """Coins that a seat would have if the game ended now with this many more stars for it."""
    popularity = s.popularity[seat]
    total = s.coins[seat] + (star_count(s, seat) + more_stars) * star_coins(popularity)
    total += territories(s, seat, FACTORY_TERRITORIES) * territory_coins(popularity)
    total += held_tokens(s, seat) // 2 * resource_pair_coins(popularity)
    return total + tile_coins(s.tile, structure_count(s, seat))


@rule
def star_worth(s, w, seat):
    """A further star: only the leader wants the sixth, until patience runs out."""
    if star_count(s, seat) < MAX_STARS - 1:
        return weight(w, STAR)
    if s.round < weight(w, PATIENCE):
        own = fortune(s, seat, 1)
        for other in range(s.players):
            if other != seat and fortune(s, other, 0) >= own:
                return weight(w, LOSING_STAR)
    return weight(w, WINNING_STAR)


@rule
def leading_stars(s):
    """Stars of the seat that has the most."""
    most = 0
    for seat in range(s.players):
        most = max(most, star_count(s, seat))
    return most


@rule
def star_share(star, left):
    """The share of a star's worth that a step towards it is worth when this many are left to go."""
    if left == 1:
        return star
    return max(star, 0) // left


# -- goods -------------------------------------------------------------------------------------------------------------


@rule
def good_worth(s, w, seat, star, good, n):
    """``n`` more of power, coins, popularity or combat cards."""
    if good == COINS:
        return weight(w, COIN) * n + weight(w, COIN_POOR) * min(n, max(0, POOR - s.coins[seat]))
    if good == CARDS:
        return weight(w, COMBAT_CARD) * n
    if good == POWER:
        gained = min(MAX_POWER - s.power[seat], n)
        if s.stars[seat, STAR_POWER]:
            return weight(w, POWER_POINT_SPENT) * gained
        weak = weight(w, POWER_WEAK) * min(n, max(0, WEAK - s.power[seat]))
        if gained > 0 and s.power[seat] + n >= MAX_POWER:
            return weight(w, POWER_POINT) * gained + star
        return (weight(w, POWER_POINT) + max(star, 0) // MAX_POWER) * gained + weak
    worth = 0
    for k in range(n):
        popularity = s.popularity[seat] + k
        if popularity < MAX_POPULARITY:
            worth += weight(w, POPULARITY_POINT) if popularity < TOP_TIER else weight(w, POPULARITY_POINT_TOP)
            if s.stars[seat, STAR_POPULARITY] == 0:
                worth += star if popularity == MAX_POPULARITY - 1 else max(star, 0) // MAX_POPULARITY
    return worth


# -- the bottom row ----------------------------------------------------------------------------------------------------


@rule
def left_to_do(s, seat, bottom):
    """Benefits of a bottom action that are left until its star."""
    if bottom == UPGRADE:
        return NUM_CUBES - upgrades(s, seat)
    if bottom == DEPLOY:
        return NUM_SLOTS - mechs(s, seat)
    if bottom == BUILD:
        return NUM_STRUCTURES - structures(s, seat)
    return NUM_BOTTOMS - recruits(s, seat)


@rule
def benefit_worth(s, w, seat, star, bottom):
    """The benefit of a bottom action, without its coins and bonuses."""
    left = left_to_do(s, seat, bottom)
    if left == 0:
        return 0
    if bottom == UPGRADE:
        use = weight(w, UPGRADE_BASE) + weight(w, UPGRADE_EARLY) * left
    elif bottom == ENLIST:
        use = weight(w, ENLIST_BASE) + weight(w, ENLIST_EARLY) * left
    elif bottom == DEPLOY:
        use = weight(w, DEPLOY_BASE) + (weight(w, DEPLOY_RIVERWALK) if s.mechs[seat, RIVERWALK] == NONE else 0)
    else:
        use = weight(w, BUILD_BASE)
    return use * (100 - weight(w, HASTE) * leading_stars(s)) // 100 + star_share(star, left)


@rule
def has_site(s, seat, bottom):
    """Whether there is a territory for the mech or structure of a bottom action; others need none."""
    for hex_ in range(NUM_HEXES):
        if bottom == BUILD:
            suits = takes_structure(s, seat, hex_)
        else:
            suits = bottom != DEPLOY or takes_mech(s, seat, hex_)
        if suits:
            return True
    return False


@rule
def ongoing_worth(s, w, seat, star, bottom):
    """The ongoing bonus of a recruit, once."""
    worth = 0
    for good in range(NUM_GOODS):
        worth += good_worth(s, w, seat, star, good, recruit_bonus(bottom, good))
    return worth


@rule
def bottom_worth(s, w, seat, star, bottom):
    """A bottom action of the mat with all that comes with it, its tokens taken off."""
    worth = weight(w, COIN) * mat_coins(s.mat[seat], bottom)
    if has_site(s, seat, bottom):
        worth += benefit_worth(s, w, seat, star, bottom)
    if s.recruits[seat, bottom]:
        worth += ongoing_worth(s, w, seat, star, bottom)
    return worth - weight(w, PAID_TOKEN) * bottom_cost(s, seat, bottom)


@rule
def shortfall(s, seat, bottom, more):
    """Tokens that a bottom action lacks, with this many more of its resource in hand; 0 or less: it can be paid."""
    lacking = bottom_cost(s, seat, bottom) - more - controlled_tokens(s, seat, bottom_resource(bottom))
    return lacking - 1 if may_coerce(s, seat) else lacking


# -- resource tokens ---------------------------------------------------------------------------------------------------


@rule
def token_worth(s, w, seat, star, r, more):
    """One more token of a resource, when ``more`` come beside what is held."""
    bottom = resource_bottom(r)
    have = controlled_tokens(s, seat, r) + more
    cost = bottom_cost(s, seat, bottom)
    left = left_to_do(s, seat, bottom)
    if have >= left * cost:
        return resource_pair_coins(s.popularity[seat]) * weight(w, COIN) // 2
    if have < cost:
        return weight(w, TOKEN_NEEDED) + min(MOST_EXTRA, max(star, 0) * weight(w, TOKEN_STAR) // (100 * cost * left))
    return weight(w, TOKEN_LATER) if have < 2 * cost else weight(w, TOKEN_SOMEDAY)


@rule
def tokens_worth(s, w, seat, star, r, n, wanted):
    """``n`` more tokens of a resource; ``wanted`` is the bottom action that comes next, NONE if none does."""
    worth = 0
    for k in range(n):
        worth += token_worth(s, w, seat, star, r, k)
    if wanted != NONE and r == bottom_resource(wanted) and n > 0:
        if shortfall(s, seat, wanted, 0) > 0 and shortfall(s, seat, wanted, n) <= 0:
            worth += weight(w, COMPLETES)
    return worth


class Pair(NamedTuple):
    """Two tokens of free choice."""

    worth: int
    first: int
    second: int


@rule
def best_pair(s, w, seat, star, wanted):
    """The best two tokens of free choice, the last of equals."""
    best = Pair(0, 0, 0)
    for first in range(NUM_RESOURCES):
        for second in range(first, NUM_RESOURCES):
            if first == second:
                worth = tokens_worth(s, w, seat, star, first, 2, wanted)
            else:
                worth = tokens_worth(s, w, seat, star, first, 1, wanted)
                worth += tokens_worth(s, w, seat, star, second, 1, wanted)
            if worth >= best.worth:
                best = Pair(worth, first, second)
    return best


@rule
def in_pair(pair, r):
    """How many tokens of a resource are in a pair."""
    return (pair.first == r) + (pair.second == r)


@rule
def worker_worth(s, w, seat, star):
    """One more worker from the mat."""
    if s.workers_left[seat] == 0:
        return 0
    return weight(w, NEW_WORKER) + star_share(star, s.workers_left[seat])


# -- gains of encounter and Factory cards ------------------------------------------------------------------------------


@rule
def gain_worth(s, w, seat, star, kind, n):
    """A gain of a card (GAIN constants), ``n`` of it."""
    if n == 0:
        return 0
    if GAIN_POWER <= kind < GAIN_METAL:
        return good_worth(s, w, seat, star, kind - GAIN_POWER, n)
    if GAIN_METAL <= kind < GAIN_ANY:
        return tokens_worth(s, w, seat, star, kind - GAIN_METAL, n, NONE)
    if kind == GAIN_ANY:
        return best_pair(s, w, seat, star, NONE).worth * n // 2
    if kind == GAIN_WORKER:
        return worker_worth(s, w, seat, star)
    if GAIN_UPGRADE <= kind < GAIN_UPGRADE + NUM_BOTTOMS:
        return benefit_worth(s, w, seat, star, kind - GAIN_UPGRADE)
    return weight(w, PRODUCE_GAIN) if kind == GAIN_PRODUCE else 0
