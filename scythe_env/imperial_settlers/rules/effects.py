"""The primitives that cards are made of: each effect is a row of data (S10)."""

from __future__ import annotations

from ...core.compiling import rule
from ...core.machine import push
from .. import ops, purposes, steps
from ..actions import A_FACE
from ..constants import FROM_DEAL, NUM_FACES
from ..tables import effect_op, parameter
from .cards import clear_drawn, count_per, num_drawn, own_deck
from .goods import draw_noted, gain, gain_effect
from .targets import aim_of


@rule
def fixed_effect(s, seat, row):
    """An effect that gives goods by itself, all of them or one for each of something."""
    if effect_op(row) == ops.GAIN:
        gain_effect(s, seat, row)
    else:
        gain(s, seat, parameter(row, 0), min(count_per(s, seat, parameter(row, 1)), parameter(row, 2)))


@rule
def run_effect(s, seat, effect, card):
    """K4: one primitive of a card, for a seat."""
    op = effect_op(effect)
    if op == ops.GAIN or op == ops.GAIN_PER:
        fixed_effect(s, seat, effect)
    elif op == ops.CHOOSE:
        push(s, steps.OPTION, seat, effect, 0)
    elif op == ops.OFFER:
        push(s, steps.OFFERED, seat, effect, 0)
    elif op == ops.DRAW_KEEP:
        draw_to_keep(s, seat, effect)
    elif op == ops.COPY_PRODUCTION:
        push(s, steps.LOCATION, seat, purposes.OWN_COPY, card)
    elif op == ops.RESET:
        push(s, steps.LOCATION, seat, purposes.OWN_RESET, card)
    elif op == ops.BUILD_WAIVED:
        if parameter(effect, 0) == FROM_DEAL:
            push(s, steps.DEAL, seat, purposes.DEAL_BUILD, seat)
        else:
            push(s, steps.HAND, seat, purposes.HAND_WAIVED, 0)
    elif op == ops.USE_DEAL:
        push(s, steps.DEAL, seat, purposes.DEAL_USE, seat)
    elif op == ops.TO_FOUNDATION:
        push(s, steps.HAND, seat, purposes.HAND_FOUNDATION, 0)
    elif op == ops.RAZING and parameter(effect, 0) > 0:
        push(s, steps.CHAPEL, seat, 0, 0)
    elif op == ops.RAZING and parameter(effect, 2) >= 0:
        push(s, steps.LOCATION, seat, purposes.OWN_RAZE, 0)
    else:
        push(s, steps.PLAYER, seat, aim_of(effect), 0)


# -- drawing several cards and keeping some (S92, S99) -----------------------------------------------------------------


@rule
def draw_to_keep(s, seat, effect):
    """Draw the cards, each from either deck or all from the own faction deck; then they are sorted."""
    push(s, steps.SETTLE_DRAWN, seat, effect, 0)
    if parameter(effect, 2) == 0:
        push(s, steps.DECK, seat, parameter(effect, 0), 1)
    else:
        for _ in range(parameter(effect, 0)):
            draw_noted(s, seat, own_deck(s, seat))


@rule
def run_settle_drawn(s, seat, effect):
    """If there are more cards than may be kept, the player chooses; a single one is kept."""
    if num_drawn(s) > parameter(effect, 1):
        push(s, steps.KEEP_DRAWN, seat, effect, 0)
    else:
        clear_drawn(s)


@rule
def legal_keep_drawn(s, mask):
    """One of the cards just drawn."""
    for face in range(NUM_FACES):
        if s.drawn[face] > 0:
            mask[A_FACE + face] = 1


@rule
def do_keep_drawn(s, seat, effect, action):
    """It stays in hand; the others are discarded, or shuffled back into their deck."""
    s.drawn[action - A_FACE] -= 1
    for face in range(NUM_FACES):
        s.hand[seat, face] -= s.drawn[face]
        if parameter(effect, 3) == 0:
            s.discard[face] += s.drawn[face]
        else:
            s.deck[face] += s.drawn[face]
    clear_drawn(s)
