"""Who knows what: the special cases of what a seat may see, for observations, re-deals and the rows of the state.

They call no other rules, as views call them without compiling.
"""

from __future__ import annotations

from ..core.compiling import rule
from . import steps
from .constants import ATTACKER, NONE, OBJECTIVE_COMPLETED


@rule
def knows_factory(s, seat):
    """Whether a seat knows the cards on the Factory: it has looked through them, or does so now (R157)."""
    if seat != NONE and s.factory_card[seat] != NONE:
        return True
    top = s.depth - 1
    return s.depth > 0 and s.step_kind[top] == steps.FACTORY_CHOICE and s.step_seat[top] == seat


@rule
def sees_choice(s, seat, side):
    """Whether nothing of a side's dial and cards is hidden from a seat.

    They are hidden from others once they are chosen, wholly or in part, until the reveal (Q 121).
    """
    owner = s.active if side == ATTACKER else s.defender
    if seat == owner or s.combat_place == NONE or s.winner != NONE or s.depth == 0:
        return True
    kind = s.step_kind[s.depth - 1]
    if kind != steps.DIAL and kind != steps.COMBAT_CARD:
        return True
    chooser = s.step_a[s.depth - 1]
    return side > chooser or (side == chooser and kind == steps.DIAL)


def sees_known(s, seat, knower, owner):
    """Whether a seat knows which cards of an owner's hand a knower knows: it is one of the two."""
    return seat in (knower, owner)


def sees_objective(s, seat, owner, k):
    """Whether a seat knows an objective card of an owner (R167)."""
    return seat == owner or s.objective_state[owner, k] == OBJECTIVE_COMPLETED
