"""What follows a move of an Automa: traps, evictions, encounter tokens, Factory, own tokens (A57-A60, A68-A70)."""

from __future__ import annotations

from ....core.compiling import rule
from ....core.machine import push
from ....core.random import below, draw_weighted
from ... import steps
from ...constants import (
    ACT_ATTACK,
    ACT_ATTACK_WORKERS,
    ALBION,
    COOPERATIVE,
    FACTORY_HEX,
    FLAG,
    MAX_FLAGS,
    NO_TOKEN,
    NONE,
    NUM_FACTORY_CARDS,
    NUM_GOODS,
    NUM_HEXES,
    POPULARITY,
    TOGAWA,
    TRAP,
    UNIT_CHARACTER,
)
from ...tables import trap_penalty
from ..control import home, is_automa
from ..goods import lose


@rule
def meet(s, seat, act, hex_):
    """AU3, AU4: an enemy's armed trap, then workers that are driven off or a combat that is due (A57)."""
    owner = s.seat_of[TOGAWA]
    if s.armed[hex_] and owner != seat and not (s.automa_team == COOPERATIVE and is_automa(s, owner)):
        spring_trap(s, seat, hex_)
    if act == ACT_ATTACK_WORKERS:
        drive_off(s, seat, hex_)
    elif act == ACT_ATTACK:
        s.combat_due[hex_] = 1
        push(s, steps.COMBAT, seat, 0, 0)


@rule
def spring_trap(s, seat, hex_):
    """AU3: it is disarmed and takes what the Automa has of its good, but never popularity (A59, QA59)."""
    s.armed[hex_] = 0
    good = s.faction_tokens[hex_] - TRAP
    if good != POPULARITY:
        lose(s, seat, good, trap_penalty(good))


@rule
def drive_off(s, seat, hex_):
    """AU3: the workers of others go home, which costs an Automa nothing (A58)."""
    for other in range(s.players):
        if other != seat:
            n = s.workers[other, hex_]
            s.workers[other, hex_] = 0
            s.workers[other, home(s, other)] += n


@rule
def run_automa_lands(s, seat, unit, place):
    """AU5: a character that is still there takes the encounter token away and a Factory card, and places a token."""
    if unit != UNIT_CHARACTER or s.character[seat] != place:
        return
    s.encounters[place] = 0
    if place == FACTORY_HEX and not has_factory_card(s, seat):
        take_factory_card(s, seat)
    if s.automa_places_tokens and s.faction_tokens[place] == NO_TOKEN:
        if s.faction[seat] == ALBION:
            place_flag(s, place)
        elif s.faction[seat] == TOGAWA:
            place_trap(s, place)


@rule
def has_factory_card(s, seat):
    """Whether an Automa has taken a Factory card (A69)."""
    for card in range(NUM_FACTORY_CARDS):
        if s.face_down[seat, card]:
            return True
    return False


@rule
def take_factory_card(s, seat):
    """AU5: a random one of those left, unseen and never used (QA69); who knew them knows no more (QA69.2)."""
    card = draw_weighted(s, s.factory_deck)
    s.factory_deck[card] = 0
    s.face_down[seat, card] = 1
    for other in range(s.players):
        if s.factory_card[other] != NONE:
            s.drawn_from[seat] |= 1 << other


@rule
def place_flag(s, place):
    """AU5: a flag, if one is left (QA95)."""
    flags = 0
    for hex_ in range(NUM_HEXES):
        if s.faction_tokens[hex_] == FLAG:
            flags += 1
    if flags < MAX_FLAGS:
        s.faction_tokens[place] = FLAG


@rule
def place_trap(s, place):
    """AU5: an armed trap of a random kind of those left (QA95)."""
    left = NUM_GOODS
    for hex_ in range(NUM_HEXES):
        if s.faction_tokens[hex_] >= TRAP:
            left -= 1
    if left == 0:
        return
    k = below(s, left)
    good = -1
    while k >= 0:
        good += 1
        k -= 1
        for hex_ in range(NUM_HEXES):
            if s.faction_tokens[hex_] == TRAP + good:
                k += 1  # placed already, so it does not count
    s.faction_tokens[place] = TRAP + good
    s.armed[place] = 1
