"""Turns of the heuristic with a choice: its own turn, or one of a section of the player mat."""

from __future__ import annotations

from typing import Any, ClassVar, Final

from scythe_env.core.compiling import rule
from scythe_env.core.steering import OWN_TURN, SteeredAgent, Steering, helmsman
from scythe_env.scythe.actions import A_SECTION
from scythe_env.scythe.constants import MAX_PLAYERS
from scythe_env.scythe.game import Scythe
from scythe_env.scythe.names import SECTIONS

from .decisions import choose_action
from .weights import NUM_WEIGHTS

NUM_SECTIONS: Final = len(SECTIONS)


@rule
def turn(s):
    """The turn under way: each seat has one in a round."""
    return s.round * MAX_PLAYERS + s.active


@rule
def owner(s):
    """The seat whose turn it is."""
    return s.active


@rule
def play_turn(s, choice, weights, mask):
    """The heuristic's action, with the section that was chosen in place of its own; all that follows is its own."""
    action = choose_action(s, weights, mask)
    if choice != OWN_TURN and A_SECTION <= action < A_SECTION + NUM_SECTIONS:
        return A_SECTION + choice - 1
    return action


@rule
def allows(s, choice, mask):
    """Whether a section is legal."""
    return 1 if choice == OWN_TURN else mask[A_SECTION + choice - 1]


STEERING: Final = Steering(play_turn, allows, turn, owner, ("own turn", *SECTIONS), NUM_WEIGHTS)
"""How the heuristic can be steered."""

_play = helmsman(Scythe.rules, STEERING)


@rule
def play_as_chosen(s, dice, mask, weights, scratch):
    """The rule of heuristics that are steered."""
    return _play(s, dice, mask, weights, scratch)


class SteeredHeuristic(SteeredAgent):
    """Plays the heuristic's turns as choices say: its own, or those of a section."""

    steering: ClassVar[Steering] = STEERING
    rule: ClassVar[Any] = staticmethod(play_as_chosen)
