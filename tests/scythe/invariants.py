"""The invariants of a game, compiled like the rules, so that every decision of long runs can be checked."""

from __future__ import annotations

from numba import int8, int64

from scythe_env.core.compiling import entry, rule
from scythe_env.core.random import below, random_legal
from scythe_env.scythe.actions import A_DONE, NUM_ACTIONS
from scythe_env.scythe.constants import (
    AUTOMA_POPULARITY,
    CRIMEA,
    FACTORY_CARDS_BEYOND_PLAYERS,
    FLAG,
    LAKE,
    MAX_COMBAT_STARS,
    MAX_FLAGS,
    MAX_PLAYERS,
    MAX_POPULARITY,
    MAX_POWER,
    MAX_STARS,
    NONE,
    NUM_AUTOMA_CARDS,
    NUM_BOTTOMS,
    NUM_CARD_VALUES,
    NUM_CUBES,
    NUM_FACTORY_CARDS,
    NUM_GOODS,
    NUM_HEXES,
    NUM_PLACES,
    NUM_RESOURCES,
    NUM_STAR_KINDS,
    NUM_STRUCTURES,
    NUM_WORKERS,
    OBJECTIVES_DEALT,
    RUNNING,
    SAXONY,
    STAR_COMBAT,
    STAR_OBJECTIVE,
    STAR_POWER,
    TRAP,
)
from scythe_env.scythe.rules.control import fighters_at, has_unit, is_automa, mechs_at
from scythe_env.scythe.state import LAYOUT, STACK_SIZE
from scythe_env.scythe.tables import (
    combat_cards,
    is_encounter,
    mat_brackets,
    terrain,
    tracker_spaces,
    tracker_stars,
)

FAULTS = (
    "none",
    "a mask is empty exactly when the game is over",
    "the stack of steps is within its bounds, and empty exactly when the game is over",
    "42 combat cards: 16, 12, 8, 6 of each value in deck, discard pile and hands (R12)",
    "no number of cards is negative",
    "each objective card was dealt once (R15)",
    "Factory cards: one more than players, each in one place (R9, R158)",
    "power 0 to 16, popularity 0 to 18, coins not negative (R67)",
    "eight workers on mat and board (R74, R75)",
    "as many cubes on the bottom row as were taken off the top row, in bracketed boxes (R86, R88)",
    "as many one-time bonuses as recruits (R96)",
    "at most six stars, within the limit of each kind (R175, R179, R180)",
    "nobody on a foreign base but Crimea on inactive ones (R42, R211)",
    "tokens are not negative",
    "one structure a territory, none on a lake (R91, R207)",
    "combats are due between the active player and one other, both with a character or mech (R115)",
    "one player's units a territory, unless a combat is due (R105)",
    "workers on a lake have a mech there (R206)",
    "at most four flags, one trap of a kind, and only traps are armed (R217, R225)",
    "encounter tokens lie where they were at the start (R10)",
    "what a seat knows of a hand is in that hand (R14)",
    "seats and factions match",
    "tokens on a lake have a character or mech there (R206)",
    "an Automa has popularity 10, no mat, and its space is one of its tracker (A1, A11, A16)",
    "two combat units of an Automa are never on one territory (A50)",
    "an Automa has stars by the tracker, two combats and power alone (A86, A87)",
    "decks of Automas hold no card in use, unless all were shuffled (A21, QA24.2)",
)


@rule
def seat_fault(s, seat):
    """Number of a fault of one seat, 0 if there is none."""
    if (
        s.power[seat] < 0
        or s.power[seat] > MAX_POWER
        or s.popularity[seat] < 0
        or s.popularity[seat] > MAX_POPULARITY
        or s.coins[seat] < 0
    ):
        return 7
    workers = s.workers_left[seat]
    for place in range(NUM_PLACES):
        workers += s.workers[seat, place]
        if s.workers[seat, place] < 0:
            return 8
    if workers != NUM_WORKERS or s.workers_left[seat] < 0:
        return 8
    if is_automa(s, seat):
        found = automa_fault(s, seat)
        if found:
            return found
    difference = 0
    for cube in range(NUM_CUBES):
        difference += s.cubes[seat, cube]
    bonuses = 0
    for bottom in range(NUM_BOTTOMS):
        difference -= s.boxes[seat, bottom]
        if s.boxes[seat, bottom] < 0:
            return 9
        if not is_automa(s, seat) and s.boxes[seat, bottom] > mat_brackets(s.mat[seat], bottom):
            return 9
        bonuses += s.recruits[seat, bottom]
    for good in range(NUM_GOODS):
        bonuses -= s.one_time[seat, good]
    if difference != 0:
        return 9
    if bonuses != 0:
        return 10
    stars = tracker_stars(s.level[seat], s.space[seat])
    for kind in range(NUM_STAR_KINDS):
        limit = 1
        if kind == STAR_COMBAT:
            limit = MAX_STARS if s.faction[seat] == SAXONY and not is_automa(s, seat) else MAX_COMBAT_STARS
        elif kind == STAR_OBJECTIVE:
            limit = OBJECTIVES_DEALT if s.faction[seat] == SAXONY else 1
        if s.stars[seat, kind] < 0 or s.stars[seat, kind] > limit:
            return 11
        stars += s.stars[seat, kind]
    if stars > MAX_STARS:
        return 11
    for base in range(NUM_HEXES, NUM_PLACES):
        if base != NUM_HEXES + s.faction[seat] and has_unit(s, seat, base):
            if s.faction[seat] != CRIMEA or s.seat_of[base - NUM_HEXES] != NONE:
                return 12
    if s.seat_of[s.faction[seat]] != seat:
        return 21
    return 0


@rule
def automa_fault(s, seat):
    """Number of a fault of what an Automa has of its own, 0 if there is none."""
    if s.popularity[seat] != AUTOMA_POPULARITY or s.mat[seat] != NONE or s.space[seat] >= tracker_spaces(s.level[seat]):
        return 23
    for hex_ in range(NUM_HEXES):
        if fighters_at(s, seat, hex_) > 1:
            return 24
    for kind in range(NUM_STAR_KINDS):
        if s.stars[seat, kind] and kind != STAR_COMBAT and kind != STAR_POWER:
            return 25
    left = 0
    for card in range(NUM_AUTOMA_CARDS):
        left += s.automa_deck[s.pile[seat], card]
    card = s.automa_card[s.pile[seat]]
    if card != NONE and s.automa_deck[s.pile[seat], card] and tracker_stars(s.level[seat], s.space[seat]) == 0:
        return 0 if s.automa_shared_deck else 26
    return 0 if 0 <= left <= NUM_AUTOMA_CARDS else 26


@rule
def card_fault(s):
    """Number of a fault of the cards, 0 if there is none."""
    for value in range(NUM_CARD_VALUES):
        total = s.deck[value] + s.discard[value]
        for seat in range(MAX_PLAYERS):
            total += s.cards[seat, value]
            if s.cards[seat, value] < 0:
                return 4
            for owner in range(MAX_PLAYERS):
                if s.known[seat, owner, value] < 0 or s.known[seat, owner, value] > s.cards[owner, value]:
                    return 20
        if total != combat_cards(value):
            return 3
        if s.deck[value] < 0 or s.discard[value] < 0:
            return 4
    for a in range(OBJECTIVES_DEALT * s.players):
        for b in range(a):
            card = s.objective[a // OBJECTIVES_DEALT, a % OBJECTIVES_DEALT]
            if card != NONE and card == s.objective[b // OBJECTIVES_DEALT, b % OBJECTIVES_DEALT]:
                return 5
    cards = 0
    for card in range(NUM_FACTORY_CARDS):
        places = s.factory_deck[card]
        for seat in range(s.players):
            if s.factory_card[seat] == card:
                places += 1
            places += s.face_down[seat, card]
        if places < 0 or places > 1:
            return 6
        cards += places
    return 0 if cards == s.players + FACTORY_CARDS_BEYOND_PLAYERS else 6


@rule
def hex_fault(s, hex_):
    """Number of a fault of one territory, 0 if there is none."""
    structures = 0
    present = 0
    fighting = 0
    for seat in range(s.players):
        for kind in range(NUM_STRUCTURES):
            if s.structures[seat, kind] == hex_:
                structures += 1
        if has_unit(s, seat, hex_):
            present += 1
            if fighters_at(s, seat, hex_) > 0:
                fighting += 1
            alone = s.workers[seat, hex_] > 0 and mechs_at(s, seat, hex_) == 0
            if terrain(hex_) == LAKE and alone and not is_automa(s, seat):
                return 17
    if structures > 1 or (structures == 1 and terrain(hex_) == LAKE):
        return 14
    leaving = s.combat_place == hex_ and s.winner != NONE
    if s.combat_due[hex_] and not leaving:
        if present != 2 or fighting != 2 or fighters_at(s, s.active, hex_) == 0:
            return 15
    elif not s.combat_due[hex_] and present > 1:
        return 16
    if s.encounters[hex_] > is_encounter(hex_):
        return 19
    for r in range(NUM_RESOURCES):
        if s.tokens[hex_, r] < 0:
            return 13
        if terrain(hex_) == LAKE and s.tokens[hex_, r] > 0 and fighting == 0 and not leaving and s.scripted == 0:
            return 22
    return 0


@rule
def token_fault(s):
    """Number of a fault of flags and traps, 0 if there is none."""
    flags = 0
    for hex_ in range(NUM_HEXES):
        if s.faction_tokens[hex_] == FLAG:
            flags += 1
        if s.armed[hex_] and s.faction_tokens[hex_] < TRAP:
            return 18
        for other in range(hex_):
            if s.faction_tokens[hex_] >= TRAP and s.faction_tokens[hex_] == s.faction_tokens[other]:
                return 18
    return 18 if flags > MAX_FLAGS else 0


@rule
def fault(s, mask):
    """Number of the first fault of a state (an index of FAULTS), 0 if there is none."""
    legal = 0
    for action in range(NUM_ACTIONS):
        legal += mask[action]
    if (legal > 0) != (s.status == RUNNING):
        return 1
    if s.depth < 0 or s.depth >= STACK_SIZE or (s.depth > 0) != (s.status == RUNNING):
        return 2
    found = card_fault(s)
    for seat in range(s.players):
        if found == 0:
            found = seat_fault(s, seat)
    for hex_ in range(NUM_HEXES):
        if found == 0:
            found = hex_fault(s, hex_)
    return token_fault(s) if found == 0 else found


@entry(LAYOUT, int64, int8[::1])
def find_fault(states, i, mask):
    """:func:`fault` of game ``i``."""
    return fault(states[i], mask)


@rule
def choose_lively(s, dice, mask):
    """A random action of a player that passes seldom, so that games go far."""
    others = 0
    for action in range(NUM_ACTIONS):
        others += mask[action]
    if mask[A_DONE] and others > 1 and below(dice, 100) < 85:
        mask[A_DONE] = 0
    return random_legal(dice, mask)


@rule
def rounds(s):
    """How far a game has come."""
    return s.round
