"""Where units should go: what places are worth, who can be fought, and the gain of a step."""

from __future__ import annotations

from typing import NamedTuple

from scythe_env.core.compiling import rule
from scythe_env.scythe.constants import (
    FACTORY_HEX,
    FACTORY_TERRITORIES,
    MAX_COMBAT_STARS,
    MAX_DIAL,
    NONE,
    NUM_CARD_VALUES,
    NUM_FIGHTERS,
    NUM_HEXES,
    NUM_PLACES,
    NUM_RESOURCES,
    NUM_STRUCTURES,
    OBJECTIVE_IN_HAND,
    OBJECTIVES_DEALT,
    SAXONY,
    STAR_COMBAT,
    TOGAWA,
    UNIT_CHARACTER,
    UNIT_WORKER,
    VILLAGE,
)
from scythe_env.scythe.rules.abilities import sails
from scythe_env.scythe.rules.control import (
    controls,
    enemy_fighter,
    fighter_place,
    fighters_at,
    hand_size,
    has_mech,
    tokens_on,
)
from scythe_env.scythe.rules.move import steps_from
from scythe_env.scythe.rules.objective import Q_TUNNELS
from scythe_env.scythe.tables import (
    asked_quantity,
    at_least,
    card_power,
    counted_terrain,
    is_tunnel,
    terrain,
    territory_coins,
)

from .geography import FAR, ON_FOOT, PLAIN, RIVERS, RIVERS_LAKES, distance
from .values import leading_stars, star_worth, token_worth, worker_worth
from .weights import (
    AIM_SHARE,
    CARD_GUESS,
    COIN,
    DRIVEN_WORKER,
    ENCOUNTER_TOKEN,
    FACTORY_CARD,
    FARTHER_STEP,
    LAND_EARLY,
    LAND_PER_STAR,
    LEAST_STEP,
    ONE_STEP,
    PREY,
    TOKEN_SOMEDAY,
    TRAP_COST,
    TWO_STEPS,
    WORKER_CROWD,
    WORKER_GROUP,
    weight,
)

FORBIDDEN = -10000

# -- the look around: a tuple of integers made once for a decision -----------------------------------------------------
STAR = 0  # what a further star is worth
LAND = 1  # what a further territory is worth now
FOES = 2  # set of hexes with an opponent's character or mech
PREY_SET = 3  # those of them worth attacking
NEEDS = 4  # what a worker is worth on each terrain of production, 8 bits each
HELD = 5  # set of hexes that the seat controls
AIMS = 6  # set of hexes that count for an objective in hand
AIM = 7  # what each of them is worth for it
FADING = 8  # percentage of a goal's worth that is left by distance, 8 bits each
GROUP = 9  # what a worker gains by each of up to two others
CROWD = 10  # what it loses by each beyond


@rule
def byte(x):
    """A number as it can be kept in 8 bits."""
    return min(max(x, 0), 255)


@rule
def look_around(s, w, seat):
    """What the values of steps depend on, gathered once for a decision."""
    star = star_worth(s, w, seat)
    most = leading_stars(s)
    coins = territory_coins(s.popularity[seat]) * weight(w, COIN)
    land = coins * (weight(w, LAND_EARLY) + weight(w, LAND_PER_STAR) * most) // 100
    foes = 0
    prey = 0
    for other in range(s.players):
        if other != seat:
            for unit in range(NUM_FIGHTERS):
                place = fighter_place(s, other, unit)
                if place != NONE and place < NUM_HEXES:
                    foes |= 1 << place
                    if attack_worth(s, w, seat, star, place) > 0:
                        prey |= 1 << place
    needs = byte(worker_worth(s, w, seat, max(star, 0))) << (8 * VILLAGE)
    for r in range(NUM_RESOURCES):
        needs |= byte(token_worth(s, w, seat, star, r, 0)) << (8 * r)
    held = 0
    for hex_ in range(NUM_HEXES):
        if controls(s, seat, hex_):
            held |= 1 << hex_
    aims = 0
    aim = 0
    for k in range(OBJECTIVES_DEALT):
        if s.objective_state[seat, k] == OBJECTIVE_IN_HAND:
            found = objective_hexes(s.objective[seat, k])
            missing = objective_number(s.objective[seat, k]) - count_bits(found & held)
            worth = max(star, 0) * weight(w, AIM_SHARE) // 100 // max(missing, 1)
            if found != 0 and worth > aim:
                aims = found
                aim = worth
    group = weight(w, WORKER_GROUP)
    return star, land, foes, prey, needs, held, aims, aim, fading_table(w), group, weight(w, WORKER_CROWD)


@rule
def count_bits(hexes):
    """Size of a set of hexes."""
    n = 0
    for hex_ in range(NUM_HEXES):
        n += (hexes >> hex_) & 1
    return n


@rule
def objective_number(card):
    """How many territories an objective asks for if it is only about territories of a kind."""
    return at_least(card, 0)


@rule
def objective_hexes(card):
    """The set of hexes that count for an objective about territories of a kind, empty for other objectives."""
    q = asked_quantity(card, 0)
    found = 0
    for hex_ in range(NUM_HEXES):
        if terrain(hex_) == counted_terrain(q) or (q == Q_TUNNELS and is_tunnel(hex_)):
            found |= 1 << hex_
    return found


# -- combat ------------------------------------------------------------------------------------------------------------


@rule
def best_cards(s, seat, n):
    """Sum of the best ``n`` combat cards in the own hand."""
    total = 0
    for value in range(NUM_CARD_VALUES - 1, -1, -1):
        taken = min(n, s.cards[seat, value])
        total += taken * card_power(value)
        n -= taken
    return total


@rule
def strength(s, seat, fighters):
    """The most that the own seat can bring into a combat with this many units."""
    return min(MAX_DIAL, s.power[seat]) + best_cards(s, seat, fighters)


@rule
def guessed_strength(s, w, other, fighters):
    """The most that an opponent is likely to bring into a combat: its hand is not known."""
    return min(MAX_DIAL, s.power[other]) + weight(w, CARD_GUESS) * min(fighters, hand_size(s, other))


@rule
def attack_worth(s, w, seat, star, hex_):
    """An attack by one unit on a hex, 0 or less if it should not be made."""
    other = enemy_fighter(s, seat, hex_)
    if strength(s, seat, 1) < guessed_strength(s, w, other, fighters_at(s, other, hex_)):
        return 0
    worth = weight(w, PREY) + weight(w, TOKEN_SOMEDAY) * tokens_on(s, hex_)
    if s.popularity[seat] > 0:
        worth -= weight(w, DRIVEN_WORKER) * s.workers[other, hex_]
    if s.stars[seat, STAR_COMBAT] < MAX_COMBAT_STARS or s.faction[seat] == SAXONY:
        worth += star
    return worth


# -- places ------------------------------------------------------------------------------------------------------------


@rule
def fading_table(w):
    """Percentages of a goal's worth that are left at distances of 0 to 6 steps, 8 bits each; nothing is left beyond."""
    table = 100 | byte(weight(w, ONE_STEP)) << 8
    for steps in range(2, 7):
        table |= byte(weight(w, TWO_STEPS) - weight(w, FARTHER_STEP) * (steps - 2)) << (8 * steps)
    return table


@rule
def fading(look, steps):
    """Percentage of a goal's worth that is left at a distance."""
    return (look[FADING] >> (8 * steps)) & 255 if steps < 7 else 0


@rule
def mobility(s, seat):
    """How character and mechs move."""
    if not has_mech(s, seat, 0):
        return PLAIN
    return RIVERS_LAKES if sails(s, seat) else RIVERS


@rule
def fighter_outlook(s, w, seat, look, unit, place):
    """What a place is worth to the character or a mech: the best goal, faded by its distance."""
    best = 0
    faction = s.faction[seat]
    how = mobility(s, seat)
    for hex_ in range(NUM_HEXES):
        worth = 0
        if (look[FOES] >> hex_) & 1:
            if (look[PREY_SET] >> hex_) & 1:
                worth = weight(w, PREY) + look[STAR]
        elif unit == UNIT_CHARACTER and s.encounters[hex_]:
            worth = weight(w, ENCOUNTER_TOKEN)
        elif unit == UNIT_CHARACTER and hex_ == FACTORY_HEX and s.factory_card[seat] == NONE:
            worth = weight(w, FACTORY_CARD)
        elif hex_ != place and ((look[HELD] >> hex_) & 1) == 0:
            worth = hex_worth(look, hex_)
        if worth > best:
            best = max(best, worth * fading(look, distance(faction, how, place, hex_)) // 100)
    return best


@rule
def post_worth(look, hex_, others):
    """What a hex is worth to a worker beside this many others of its seat."""
    ground = terrain(hex_)
    if ground > VILLAGE:
        return 0
    worth = (look[NEEDS] >> (8 * ground)) & 255
    return worth + look[GROUP] * min(others, 2) - look[CROWD] * max(0, others - 3)


@rule
def worker_outlook(s, seat, look, place, others, src):
    """What a place is worth to a worker from ``src`` beside some others: as its post, or on the way to another."""
    best = post_worth(look, place, others) if place < NUM_HEXES else 0
    for hex_ in range(NUM_HEXES):
        steps = distance(s.faction[seat], ON_FOOT, place, hex_)
        if 0 < steps < FAR and ((look[FOES] >> hex_) & 1) == 0:
            worth = post_worth(look, hex_, s.workers[seat, hex_] - (1 if hex_ == src else 0))
            best = max(best, worth * fading(look, steps) // 100)
    return best


@rule
def keeps(s, seat, place, leaving):
    """Whether the seat still holds a place when this many of its units have left it."""
    if place >= NUM_HEXES:
        return True
    for kind in range(NUM_STRUCTURES):
        if s.structures[seat, kind] == place:
            return True
    return s.workers[seat, place] + fighters_at(s, seat, place) > leaving


@rule
def hex_worth(look, hex_):
    """What the control of a territory is worth."""
    worth = look[LAND] * FACTORY_TERRITORIES if hex_ == FACTORY_HEX else look[LAND]
    return worth + look[AIM] if (look[AIMS] >> hex_) & 1 else worth


@rule
def land_gain(s, seat, look, src, dst):
    """Territories won and lost by the step of one unit."""
    gain = 0
    if dst < NUM_HEXES and ((look[HELD] >> dst) & 1) == 0:
        gain += hex_worth(look, dst)
    return gain if keeps(s, seat, src, 1) else gain - hex_worth(look, src)


@rule
def step_gain(s, w, seat, look, unit, src, dst):
    """What a unit gains by a step from one place to another."""
    gain = land_gain(s, seat, look, src, dst)
    if dst < NUM_HEXES and s.armed[dst] and s.faction[seat] != TOGAWA:
        gain -= weight(w, TRAP_COST)
    if unit == UNIT_WORKER:
        gain -= worker_outlook(s, seat, look, src, s.workers[seat, src] - 1, src)
        return gain + worker_outlook(s, seat, look, dst, s.workers[seat, dst], src)
    if dst < NUM_HEXES:
        if (look[FOES] >> dst) & 1:
            if ((look[PREY_SET] >> dst) & 1) == 0:
                return FORBIDDEN
            return attack_worth(s, w, seat, look[STAR], dst)
        for other in range(s.players):
            if other != seat and s.workers[other, dst] > 0:
                gain += weight(w, TOKEN_SOMEDAY) * tokens_on(s, dst) // 2
                if s.popularity[seat] > 0:
                    gain -= weight(w, DRIVEN_WORKER) * s.workers[other, dst]
    if unit != UNIT_CHARACTER:
        gain += freight(s, w, seat, look, src, dst).gain
    gain -= fighter_outlook(s, w, seat, look, unit, src)
    return gain + fighter_outlook(s, w, seat, look, unit, dst)


class Freight(NamedTuple):
    """Workers that a mech takes along, and what they gain together."""

    gain: int
    number: int


@rule
def freight(s, w, seat, look, src, dst):
    """The workers that a mech best takes along."""
    if dst >= NUM_HEXES or terrain(dst) > VILLAGE or (look[FOES] >> dst) & 1:
        return Freight(0, 0)
    total = 0
    n = 0
    for k in range(s.workers[seat, src]):
        gain = worker_outlook(s, seat, look, dst, s.workers[seat, dst] + k, src)
        gain -= worker_outlook(s, seat, look, src, s.workers[seat, src] - 1 - k, src)
        if gain < weight(w, LEAST_STEP):
            break
        total += gain
        n += 1
    return Freight(total, n)


# -- steps -------------------------------------------------------------------------------------------------------------


@rule
def reach(s, seat, unit, place, mask):
    """The set of places that a unit may enter by one step; ``mask`` serves as scratch and is restored."""
    kept = 0
    for p in range(NUM_PLACES):
        kept |= mask[p] << p
        mask[p] = 0
    steps_from(s, seat, 1 if unit == UNIT_WORKER else 0, place, mask, 1)
    found = 0
    for p in range(NUM_PLACES):
        found |= mask[p] << p
        mask[p] = (kept >> p) & 1
    return found


class Step(NamedTuple):
    """A step of a unit."""

    gain: int
    destination: int


@rule
def best_step(s, w, seat, look, unit, place, mask):
    """The best step of a unit from a place, the last of equals."""
    best = Step(FORBIDDEN, 0)
    found = reach(s, seat, unit, place, mask)
    for dst in range(NUM_PLACES):
        if (found >> dst) & 1:
            gain = step_gain(s, w, seat, look, unit, place, dst)
            if gain >= best.gain:
                best = Step(gain, dst)
    return best


@rule
def best_moves(s, w, seat, look, units, mask):
    """Sum of the gains of the best ``units`` units, up to three, each moved one step."""
    first = 0
    second = 0
    third = 0
    for unit in range(NUM_FIGHTERS + NUM_PLACES):
        if unit < NUM_FIGHTERS:
            place = fighter_place(s, seat, unit)
            kind = unit
            n = 0 if place == NONE else 1
        else:
            place = unit - NUM_FIGHTERS
            kind = UNIT_WORKER
            n = min(s.workers[seat, place], 2)
        if n == 0:
            continue
        gain = best_step(s, w, seat, look, kind, place, mask).gain
        for _ in range(n):
            if gain > first:
                third = second
                second = first
                first = gain
            elif gain > second:
                third = second
                second = gain
            elif gain > third:
                third = gain
    total = first
    if units > 1:
        total += second
    return total + third if units > 2 else total
