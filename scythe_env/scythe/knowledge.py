"""Who knows what: the special cases of what a seat may see, for observations, re-deals and the rows of the state."""

from __future__ import annotations

from ..core.compiling import rule
from . import steps
from .constants import NONE, OBJECTIVE_COMPLETED


@rule
def knows_factory(s, seat):
    """Whether a seat knows the cards on the Factory: it has looked through them, or does so now (R157)."""
    if seat != NONE and s.factory_card[seat] != NONE:
        return True
    top = s.depth - 1
    return s.depth > 0 and s.step_kind[top] == steps.FACTORY_CHOICE and s.step_seat[top] == seat


@rule
def choice_is_secret(s, side):
    """Whether a side's dial and cards are chosen, wholly or in part, and not revealed yet (Q 121)."""
    if s.combat_place == NONE or s.winner != NONE or s.depth == 0:
        return False
    kind = s.step_kind[s.depth - 1]
    if kind != steps.DIAL and kind != steps.COMBAT_CARD:
        return False
    chooser = s.step_a[s.depth - 1]
    return side < chooser or (side == chooser and kind == steps.COMBAT_CARD)


@rule
def sees_choice(s, seat, side):
    """Whether nothing of a side's choice is hidden from a seat."""
    owner = s.active if side == 0 else s.defender
    return seat == owner or not choice_is_secret(s, side)


@rule
def sees_known(s, seat, knower, owner):
    """Whether a seat knows which cards of an owner's hand a knower knows: it is one of the two."""
    return seat in (knower, owner)


@rule
def sees_objective(s, seat, owner, k):
    """Whether a seat knows an objective card of an owner (R167)."""
    return seat == owner or s.objective_state[owner, k] == OBJECTIVE_COMPLETED
