"""The actions: one ``Discrete(NUM_ACTIONS)`` space, divided into named blocks.

What an action means depends on the decision that is due (:mod:`scythe_env.imperial_settlers.steps`). Cards are named by
their face, so that copies that nobody can tell apart share an action.
"""

from __future__ import annotations

from typing import Final

from ..core.actions import ActionTable
from . import purposes, steps
from .components import FACES, RAZE_GOODS
from .constants import MAX_PLAYERS

ACTIONS: Final = ActionTable(steps.DECISIONS)
MAX_COPIES: Final = 6
MAX_NUMBER: Final = 3

_block = ACTIONS.block

A_FACE: Final = _block("face", FACES, "a card by its face: in hand, open, built, a deal")
A_KIND: Final = _block("kind", purposes.KINDS, "what to do in a turn")
A_GOOD: Final = _block("good", RAZE_GOODS, "a good; an attack card by its target")
A_DECK: Final = _block("deck", ("common card", "faction card"), "the deck to draw from")
A_PLAYER: Final = _block(
    "player", tuple(f"opponent {k}" for k in range(1, MAX_PLAYERS)), "the k-th opponent clockwise from the player"
)
A_COPY: Final = _block(
    "copy", tuple(f"copy {k}" for k in range(1, MAX_COPIES + 1)), "one of several copies, ordered by owner and state"
)
A_NUMBER: Final = _block("number", tuple(map(str, range(MAX_NUMBER + 1))), "how many")
A_FOUNDATION: Final = _block("foundation", ("foundation",), "the oldest own foundation")
A_STOP: Final = _block("stop", ("stop",), "no more, or none")
NUM_ACTIONS: Final = ACTIONS.size
