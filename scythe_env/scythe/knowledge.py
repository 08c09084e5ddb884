"""Who knows what: the special cases of what a seat may see, for observations, re-deals and the rows of the state.

They call no other rules, as views call them without compiling.
"""

from __future__ import annotations

from ..core.compiling import rule
from . import steps
from .constants import ATTACKER, NO_AUTOMA, NONE, OBJECTIVE_COMPLETED


@rule
def knows_factory(s, seat):
    """Whether a seat knows the cards on the Factory: it has looked through them, or does so now (R157)."""
    if seat != NONE and s.factory_card[seat] != NONE:
        return True
    top = s.depth - 1
    return s.depth > 0 and s.step_kind[top] == steps.FACTORY_CHOICE and s.step_seat[top] == seat


def sees_factory_deck(s, seat):
    """Whether a seat knows which cards are on the Factory: no Automa has drawn one since it has looked (QA69.2)."""
    top = s.depth - 1
    if s.depth > 0 and s.step_kind[top] == steps.FACTORY_CHOICE and s.step_seat[top] == seat:
        return True
    if seat == NONE or s.factory_card[seat] == NONE:
        return False
    for other in range(s.players):
        if (s.drawn_from[other] >> seat) & 1:
            return False
    return True


@rule
def sees_choice(s, seat, side):
    """Whether nothing of a side's dial and cards is hidden from a seat.

    They are hidden from others once they are chosen, wholly or in part, until the reveal (Q121). An Automa draws its
    card when the others have chosen (A61).
    """
    owner = s.active if side == ATTACKER else s.defender
    if seat == owner or s.level[owner] != NO_AUTOMA or s.combat_place == NONE or s.winner != NONE or s.depth == 0:
        return True
    kind = s.step_kind[s.depth - 1]
    if kind != steps.DIAL and kind != steps.COMBAT_CARD:
        return True
    chooser = s.step_a[s.depth - 1]
    return side > chooser or (side == chooser and kind == steps.DIAL)


def sees_hand(s, seat, owner):
    """Whether a seat knows all combat cards of an owner; nobody looks at those of an Automa (A9)."""
    return seat == owner and s.level[owner] == NO_AUTOMA


def sees_known(s, seat, knower, owner):
    """Whether a seat knows which cards of an owner's hand a knower knows: it is one of the two."""
    return seat in (knower, owner)


def sees_objective(s, seat, owner, k):
    """Whether a seat knows an objective card of an owner (R167)."""
    return seat == owner or s.objective_state[owner, k] == OBJECTIVE_COMPLETED
