"""What drives a game with Automas: the steps, with the rules of the base game and those of Automas."""

from __future__ import annotations

from typing import Final

from ....core.machine import machine
from ...actions import A_DONE, NUM_ACTIONS
from ...steps import TABLE
from ..decisions import CHAPTERS
from . import arrive, combat, deck, gains, move

AUTOMA_CHAPTERS: Final = (deck, move, arrive, combat, gains)

do, advance = machine(TABLE, (*CHAPTERS, *AUTOMA_CHAPTERS), NUM_ACTIONS, A_DONE)
