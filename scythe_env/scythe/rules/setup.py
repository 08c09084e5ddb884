"""Chapter A: Set-up (R1-R16), from the configuration fields of the record."""

from __future__ import annotations

from ...core.compiling import rule
from ...core.machine import push
from ...core.random import below, seed_rng
from .. import constants, steps, tables
from ..constants import NONE, NUM_FACTIONS, NUM_HEXES, NUM_MATS, OBJECTIVES_DEALT
from ..state import CONFIGURED, FIELDS
from .control import is_automa
from .goods import draw_card

SETUP_STREAM = 0
PLAY_STREAM = 1

clear = FIELDS.clearing(CONFIGURED)


@rule
def setup_game(s, raw, i, low, high):
    """Deal a new game into a record. ``raw`` is the same memory as int8 of shape (games, bytes), ``i`` its row.

    The configuration fields stay; ``low`` and ``high`` are the words of the seed.
    """
    clear(raw, i)
    automas = 0
    for seat in range(s.players):
        if (s.scripted >> seat) & 1:
            s.level[seat] = s.wanted_level[automas]
            automas += 1
    seed_rng(s, low, high, SETUP_STREAM)
    s.tile = below(s, constants.NUM_TILES) if s.wanted_tile == NONE else s.wanted_tile
    draw_seats(s)
    fill_decks(s)
    for seat in range(s.players):
        set_seat(s, seat)
    s.first = 0
    lowest = NUM_MATS
    for seat in range(s.players):
        if not is_automa(s, seat) and s.mat[seat] < lowest:  # Automas have no mat and begin only among themselves
            s.first = seat
            lowest = s.mat[seat]
    s.active = s.first
    s.status = constants.RUNNING
    s.round = 1
    seed_rng(s, low, high, PLAY_STREAM)
    push(s, steps.START_TURN, s.active, 0, 0)


@rule
def draw_seats(s):
    """Factions and mats of the seats (R1); drawn again as long as an excluded banned pair comes up (R16)."""
    going = True
    while going:
        draw_factions(s)
        draw_mats(s)
        going = False
        for seat in range(s.players):
            if s.exclude_banned_pairs and not is_automa(s, seat) and tables.is_banned(s.faction[seat], s.mat[seat]):
                going = True
    for seat in range(s.players):
        s.seat_of[s.faction[seat]] = seat


@rule
def draw_factions(s):
    """Requested factions stay; the others are drawn so that the seats follow R5's ring, all ways equally likely."""
    anchor = NONE
    for seat in range(s.players - 1, -1, -1):
        s.faction[seat] = s.wanted_faction[seat]
        if s.faction[seat] != NONE:
            anchor = seat
    if anchor == NONE:
        anchor = 0
        s.faction[0] = below(s, NUM_FACTIONS)
    seat = anchor
    going = True
    while going:
        gap = 0
        following = (seat + 1) % s.players
        while s.faction[following] == NONE:
            gap += 1
            following = (following + 1) % s.players
        between = (s.faction[following] - s.faction[seat] - 1) % NUM_FACTIONS
        faction = s.faction[seat]
        for k in range(between):
            faction = (faction + 1) % NUM_FACTIONS
            if gap > 0 and below(s, between - k) < gap:
                seat = (seat + 1) % s.players
                s.faction[seat] = faction
                gap -= 1
        seat = following
        going = seat != anchor


@rule
def draw_mats(s):
    """Requested player mats stay; the others are drawn. Automas have none."""
    for seat in range(s.players):
        s.mat[seat] = s.wanted_mat[seat]
    for seat in range(s.players):
        if s.mat[seat] == NONE and not is_automa(s, seat):
            s.mat[seat] = draw_mat(s)


@rule
def draw_mat(s):
    """A random player mat that no seat has."""
    free = NUM_MATS
    for seat in range(s.players):
        if s.mat[seat] != NONE:
            free -= 1
    k = below(s, free)
    mat = -1
    while k >= 0:
        mat += 1
        k -= 1
        for seat in range(s.players):
            if s.mat[seat] == mat:
                k += 1  # taken, so it does not count
    return mat


@rule
def fill_decks(s):
    """Combat deck, encounter tokens and cards, and one Factory card more than there are players (R9, R10, R12)."""
    for value in range(constants.NUM_CARD_VALUES):
        s.deck[value] = tables.combat_cards(value)
    for hex_ in range(NUM_HEXES):
        s.encounters[hex_] = tables.is_encounter(hex_)
    for card in range(constants.NUM_ENCOUNTERS if s.promo_encounters else constants.ENCOUNTER_CARDS_BASE):
        s.encounter_deck[card] = 1
    deal_factory(s, s.players + constants.FACTORY_CARDS_BEYOND_PLAYERS)


@rule
def deal_factory(s, left):
    """So many random cards on the Factory, of those that no seat has."""
    cards = constants.NUM_FACTORY_CARDS if s.promo_factory else constants.FACTORY_CARDS_BASE
    free = cards
    for seat in range(s.players):
        if s.factory_card[seat] != NONE:
            free -= 1
    for card in range(cards):
        owned = False
        for seat in range(s.players):
            if s.factory_card[seat] == card:
                owned = True
        if not owned:
            if below(s, free) < left:
                s.factory_deck[card] = 1
                left -= 1
            free -= 1


@rule
def set_seat(s, seat):
    """A seat's tracks, pieces and cards (R2, R3, R7); Automas have no mat and no objectives (A9-A12)."""
    faction = s.faction[seat]
    mat = s.mat[seat]
    s.power[seat] = tables.faction_power(faction)
    s.popularity[seat] = constants.AUTOMA_POPULARITY if is_automa(s, seat) else tables.mat_popularity(mat)
    s.coins[seat] = constants.AUTOMA_COINS if is_automa(s, seat) else tables.mat_start_coins(mat)
    s.character[seat] = NUM_HEXES + faction
    s.workers_left[seat] = constants.NUM_WORKERS - constants.START_WORKERS
    for k in range(constants.START_WORKERS):
        s.workers[seat, tables.start_worker(faction, k)] = 1
    for _ in range(tables.faction_cards(faction)):
        draw_card(s, seat)
    for k in range(OBJECTIVES_DEALT):
        if is_automa(s, seat):
            s.objective_state[seat, k] = constants.OBJECTIVE_LEFT
        else:
            s.objective[seat, k] = draw_objective(s)


@rule
def draw_objective(s):
    """A random objective card that no seat has or had."""
    cards = constants.NUM_OBJECTIVES if s.promo_objectives else constants.OBJECTIVES_BASE
    card = below(s, cards)
    while is_dealt(s, card):
        card = below(s, cards)
    return card


@rule
def is_dealt(s, card):
    """Whether some seat has or had an objective card."""
    for seat in range(s.players):
        for k in range(OBJECTIVES_DEALT):
            if s.objective[seat, k] == card:
                return True
    return False
