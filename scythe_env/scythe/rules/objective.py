"""Chapter K: Objectives (R167-R174). What each card asks for is data; here are the quantities it uses."""

from __future__ import annotations

from ...core.compiling import rule
from .. import constants, tables
from ..actions import A_REVEAL
from ..components import QUANTITIES
from ..constants import FACTORY_HEX, LAKE, NONE, NUM_HEXES, NUM_RESOURCES, NUM_STRUCTURES, OBJECTIVES_DEALT, SAXONY
from ..tables import beside, is_tunnel, terrain
from .control import controlled_tokens, controls, hand_size, home, mechs_at, tokens_on, workers_out
from .flow import end_if_six_stars
from .stars import mechs, recruits, structures, upgrades

Q_TUNNELS = QUANTITIES.index("controlled_tunnels")
Q_FACTORY = QUANTITIES.index("controlled_factory")
Q_HIGHEST_POWER = QUANTITIES.index("highest_power")
Q_DROVE_OFF = QUANTITIES.index("drove_off_worker")
Q_POWER = QUANTITIES.index("power")
Q_POPULARITY = QUANTITIES.index("popularity")
Q_COINS = QUANTITIES.index("coins")
Q_FACTORY_CARDS = QUANTITIES.index("factory_cards")
Q_MECHS = QUANTITIES.index("mechs")
Q_WORKERS = QUANTITIES.index("workers")
Q_UPGRADES = QUANTITIES.index("upgrades")
Q_STRUCTURES = QUANTITIES.index("structures")
Q_RECRUITS = QUANTITIES.index("recruits")
Q_WORKERS_MINUS_RECRUITS = QUANTITIES.index("workers_minus_recruits")
Q_TOKENS_ALL_TYPES = QUANTITIES.index("most_tokens_with_all_types")
Q_PIECES = QUANTITIES.index("most_pieces")
Q_FEWEST_TOKENS = QUANTITIES.index("fewest_tokens_by_type")
Q_WOLF = QUANTITIES.index("wolf_territories")
Q_AROUND_FACTORY = QUANTITIES.index("controlled_around_factory")
Q_AROUND_LAKE = QUANTITIES.index("most_controlled_around_lake")
Q_TOKENS_OF_TYPE = QUANTITIES.index("most_tokens_of_type")
Q_COMBAT_CARDS = QUANTITIES.index("combat_cards")
Q_COMBAT_STARS = QUANTITIES.index("combat_stars")
Q_WORKERS_BESIDE_FACTORY = QUANTITIES.index("most_workers_beside_factory")
Q_TERRAINS_WITH_WORKER = QUANTITIES.index("terrains_with_worker")
Q_STRUCTURES_BESIDE_HOME = QUANTITIES.index("structures_beside_home")


@rule
def legal_reveal(s, seat, any_card, mask):
    """The completed objectives in hand; those of the end of the turn only if ``any_card`` (R168-R171)."""
    for k in range(OBJECTIVES_DEALT):
        card = s.objective[seat, k]
        if s.objective_state[seat, k] == constants.OBJECTIVE_IN_HAND and (any_card or tables.end_of_turn(card) == 0):
            if is_completed(s, seat, card):
                mask[A_REVEAL + card] = 1


@rule
def do_reveal(s, seat, action):
    """Reveal an objective for a star; then both cards leave, but Saxony keeps the other (R167, R179)."""
    s.stars[seat, constants.STAR_OBJECTIVE] += 1
    for k in range(OBJECTIVES_DEALT):
        if s.objective[seat, k] == action - A_REVEAL:
            s.objective_state[seat, k] = constants.OBJECTIVE_COMPLETED
        elif s.objective_state[seat, k] == constants.OBJECTIVE_IN_HAND and s.faction[seat] != SAXONY:
            s.objective_state[seat, k] = constants.OBJECTIVE_LEFT
    end_if_six_stars(s)


@rule
def is_completed(s, seat, card):
    """Whether all conditions of a card hold now (R169)."""
    for k in range(tables.MAX_CONDITIONS):
        q = tables.asked_quantity(card, k)
        if q == NONE:
            break
        value = quantity(s, seat, q)
        if value < tables.at_least(card, k) or value > tables.at_most(card, k):
            return False
    return True


@rule
def quantity(s, seat, q):
    """A quantity of :data:`~scythe_env.scythe.components.QUANTITIES` for a seat."""
    if tables.counted_terrain(q) != NONE:
        n = 0
        for hex_ in range(NUM_HEXES):
            if terrain(hex_) == tables.counted_terrain(q) and controls(s, seat, hex_):
                n += 1
        return n
    if q == Q_TUNNELS:
        n = 0
        for hex_ in range(NUM_HEXES):
            if is_tunnel(hex_) and controls(s, seat, hex_):
                n += 1
        return n
    if q == Q_FACTORY:
        return 1 if controls(s, seat, FACTORY_HEX) else 0
    if q == Q_HIGHEST_POWER:
        for other in range(s.players):
            if s.power[other] > s.power[seat]:
                return 0
        return 1
    if q == Q_DROVE_OFF:
        return s.drove_off
    if q == Q_POWER:
        return s.power[seat]
    if q == Q_POPULARITY:
        return s.popularity[seat]
    if q == Q_COINS:
        return s.coins[seat]
    if q == Q_FACTORY_CARDS:
        return 1 if s.factory_card[seat] != NONE else 0
    if q == Q_MECHS:
        return mechs(s, seat)
    if q == Q_WORKERS:
        return workers_out(s, seat)
    if q == Q_UPGRADES:
        return upgrades(s, seat)
    if q == Q_STRUCTURES:
        return structures(s, seat)
    if q == Q_RECRUITS:
        return recruits(s, seat)
    if q == Q_WORKERS_MINUS_RECRUITS:
        return workers_out(s, seat) - recruits(s, seat)
    return board_quantity(s, seat, q)


@rule
def board_quantity(s, seat, q):
    """Quantities that are added up or compared over the board or the hand."""
    best = 0
    if q == Q_COMBAT_CARDS:
        best = hand_size(s, seat)
    elif q == Q_COMBAT_STARS:
        best = s.stars[seat, constants.STAR_COMBAT]
    elif q == Q_FEWEST_TOKENS or q == Q_TOKENS_OF_TYPE:
        best = controlled_tokens(s, seat, 0)
        for r in range(1, NUM_RESOURCES):
            n = controlled_tokens(s, seat, r)
            best = min(best, n) if q == Q_FEWEST_TOKENS else max(best, n)
    elif q == Q_TERRAINS_WITH_WORKER:
        for ground in range(constants.NUM_PRIMARY_TERRAINS):
            found = 0
            for hex_ in range(NUM_HEXES):
                if terrain(hex_) == ground and s.workers[seat, hex_] > 0:
                    found = 1
            best += found
    elif q == Q_STRUCTURES_BESIDE_HOME:
        for kind in range(NUM_STRUCTURES):
            if s.structures[seat, kind] != NONE:
                best += beside(home(s, seat), s.structures[seat, kind])
    else:
        for hex_ in range(NUM_HEXES):
            n = territory_quantity(s, seat, hex_, q)
            best = best + n if q == Q_WOLF or q == Q_AROUND_FACTORY else max(best, n)
    return best


@rule
def territory_quantity(s, seat, hex_, q):
    """What one territory adds to a quantity."""
    if q == Q_TOKENS_ALL_TYPES:
        for r in range(NUM_RESOURCES):
            if s.tokens[hex_, r] == 0:
                return 0
        return tokens_on(s, hex_) if controls(s, seat, hex_) else 0
    if q == Q_PIECES:
        return pieces_on(s, seat, hex_)
    if q == Q_WOLF:
        pack = s.character[seat] == hex_ and mechs_at(s, seat, hex_) == 1 and s.workers[seat, hex_] == 1
        return 1 if pack and tokens_on(s, hex_) >= constants.WOLF_TOKENS else 0
    if q == Q_AROUND_FACTORY:
        return 1 if beside(FACTORY_HEX, hex_) and controls(s, seat, hex_) else 0
    if q == Q_WORKERS_BESIDE_FACTORY:
        return s.workers[seat, hex_] if beside(FACTORY_HEX, hex_) else 0
    n = 0
    if q == Q_AROUND_LAKE and terrain(hex_) == LAKE:
        for other in range(NUM_HEXES):
            if beside(hex_, other) and controls(s, seat, other):
                n += 1
    return n


@rule
def pieces_on(s, seat, hex_):
    """Own character, workers, mechs and structures on a territory."""
    n = s.workers[seat, hex_] + mechs_at(s, seat, hex_)
    if s.character[seat] == hex_:
        n += 1
    for kind in range(NUM_STRUCTURES):
        if s.structures[seat, kind] == hex_:
            n += 1
    return n
