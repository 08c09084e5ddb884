"""The primitives that cards are made of: each effect is a row of data (S10)."""

from __future__ import annotations

from ...core.compiling import rule
from ...core.machine import push
from ...core.random import total
from .. import ops, steps, tables
from ..actions import A_FACE
from ..constants import NONE, NUM_FACES
from .cards import clear_drawn, count_per, own_deck
from .goods import draw_noted, gain, gain_effect


@rule
def fixed_effect(s, seat, row):
    """An effect that gives goods by itself, all of them or one for each of something."""
    if tables.effect_op(row) == ops.GAIN:
        gain_effect(s, seat, row)
    else:
        number = count_per(s, seat, tables.parameter(row, 1))
        gain(s, seat, tables.parameter(row, 0), min(number, tables.parameter(row, 2)))


@rule
def run_effect(s, seat, effect, card):
    """K4: one primitive of a card, for a seat."""
    op = tables.effect_op(effect)
    kind = tables.asked(effect, 0)
    if op == ops.DRAW_KEEP:
        draw_to_keep(s, seat, effect)
    elif kind == NONE:
        fixed_effect(s, seat, effect)
    else:
        about = card if kind == steps.LOCATION else (seat if kind == steps.DEAL else 0)
        push(s, kind, seat, tables.asked(effect, 1), about)


# -- drawing several cards and keeping some (S92, S99) -----------------------------------------------------------------


@rule
def draw_to_keep(s, seat, effect):
    """Draw the cards, each from either deck or all from the own faction deck; then they are sorted."""
    push(s, steps.SETTLE_DRAWN, seat, effect, 0)
    if tables.parameter(effect, 2) == 0:
        push(s, steps.DECK, seat, tables.parameter(effect, 0), 1)
    else:
        for _ in range(tables.parameter(effect, 0)):
            draw_noted(s, seat, own_deck(s, seat))


@rule
def run_settle_drawn(s, seat, effect):
    """If there are more cards than may be kept, the player chooses; a single one is kept."""
    if total(s.drawn) > tables.parameter(effect, 1):
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
        if tables.parameter(effect, 3) == 0:
            s.discard[face] += s.drawn[face]
        else:
            s.deck[face] += s.drawn[face]
    clear_drawn(s)
