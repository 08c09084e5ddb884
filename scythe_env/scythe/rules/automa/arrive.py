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
    POPULARITY,
    TOGAWA,
    TRAP,
    UNIT_CHARACTER,
)
from ...tables import trap_penalty
from ..abilities import tokens_placed
from ..control import home, is_automa
from ..goods import lose


@rule
def is_enemy(s, seat, other):
    """Whether another seat is an enemy: in a cooperative game Automas are none of each other (A36)."""
    return other != seat and (s.automa_team != COOPERATIVE or not is_automa(s, other))


@rule
def meet(s, seat, act, hex_):
    """AU3, AU4: an enemy's armed trap, then workers that are driven off or a combat that is due (A57)."""
    if s.armed[hex_] and is_enemy(s, seat, s.seat_of[TOGAWA]):
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
        place_own_token(s, seat, place)


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
def place_own_token(s, seat, place):
    """AU5: Albion places a flag, Togawa an armed trap of a random kind, if one is left (QA95)."""
    if s.faction[seat] == ALBION and tokens_placed(s, FLAG) < MAX_FLAGS:
        s.faction_tokens[place] = FLAG
    elif s.faction[seat] == TOGAWA:
        left = 0
        for good in range(NUM_GOODS):
            left += 1 - tokens_placed(s, TRAP + good)
        if left > 0:
            s.faction_tokens[place] = TRAP + trap_left(s, below(s, left))
            s.armed[place] = 1


@rule
def trap_left(s, k):
    """What the trap takes that is the k-th, from 0, of those that are not placed yet."""
    good = 0
    while k > 0 or tokens_placed(s, TRAP + good) > 0:
        k -= 1 - tokens_placed(s, TRAP + good)
        good += 1
    return good
