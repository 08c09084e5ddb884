"""What drives the game: the steps, with the rules of all chapters that carry them out, and the limit of decisions."""

from __future__ import annotations

from ...core.compiling import rule
from ...core.machine import machine, pop
from ..actions import A_STOP, NUM_ACTIONS
from ..constants import RUNNING, TRUNCATED
from ..steps import TABLE
from . import activation, attack, building, choices, costs, goods, lookout, production, razing, rounds, turn

CHAPTERS = rounds, lookout, production, turn, building, razing, activation, choices, costs, goods, attack
_machine = machine(TABLE, CHAPTERS, NUM_ACTIONS, A_STOP)
carry_out = _machine.do
advance = _machine.advance


@rule
def do(s, action):
    """Carry out an action of the decision that is due; at the limit of decisions the game is cut off."""
    carry_out(s, action)
    s.decisions += 1
    if s.decisions >= s.max_decisions and s.status == RUNNING:
        while s.depth > 0:
            pop(s)
        s.status = TRUNCATED
