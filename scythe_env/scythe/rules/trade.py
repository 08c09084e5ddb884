"""Chapter D: Trade (R63-R66), and the placing of resource tokens that other sources share."""

from __future__ import annotations

from ...core.compiling import rule
from ...core.machine import push
from .. import steps
from ..actions import A_DONE, A_GOOD, A_RESOURCE, A_RESOURCES
from ..constants import ARMORY, CUBE_TRADE_POPULARITY, NUM_HEXES, NUM_RESOURCES, POPULARITY, TRADE, TRADE_TOKENS
from ..tables import cube_value, top_cost
from .goods import gain, gain_from_structure


@rule
def legal_trade_gain(s, seat, mask):
    """TR1: popularity, or resources if some territory has an own worker (R64, R65)."""
    mask[A_GOOD + POPULARITY] = 1
    for hex_ in range(NUM_HEXES):
        if s.workers[seat, hex_] > 0:
            mask[A_RESOURCES] = 1
            break


@rule
def do_trade_gain(s, seat, action):
    """TR1: pay, gain, and with the Armory its bonus, whatever was chosen."""
    s.coins[seat] -= top_cost(TRADE)
    push(s, steps.STARS, seat, 0, 0)
    gain_from_structure(s, seat, ARMORY)
    if action == A_RESOURCES:
        push(s, steps.TOKEN_PLACE, seat, TRADE_TOKENS, 0)
    else:
        gain(s, seat, POPULARITY, cube_value(CUBE_TRADE_POPULARITY, s.cubes[seat, CUBE_TRADE_POPULARITY]))


@rule
def legal_token_place(s, seat, optional, mask):
    """TR2: a territory with an own worker, lakes included (Q207); a Factory card's tokens may be declined."""
    for hex_ in range(NUM_HEXES):
        if s.workers[seat, hex_] > 0:
            mask[hex_] = 1
    if optional:
        mask[A_DONE] = 1


@rule
def do_token_place(s, seat, tokens, action):
    """TR2: all tokens go to this territory (Q64)."""
    if action != A_DONE:
        push(s, steps.TOKEN, seat, tokens, action)


@rule
def legal_token(mask):
    """TR3: a type, or stop."""
    for r in range(NUM_RESOURCES):
        mask[A_RESOURCE + r] = 1
    mask[A_DONE] = 1


@rule
def do_token(s, seat, left, place, action):
    """TR3: one token of this type; stopping leaves the rest."""
    if action != A_DONE:
        s.tokens[place, action - A_RESOURCE] += 1
        if left > 1:
            push(s, steps.TOKEN, seat, left - 1, place)
