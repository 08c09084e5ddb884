"""What drives a game without Automas: the steps, with the rules of all chapters that carry them out."""

from __future__ import annotations

from typing import Final

from ...core.machine import machine
from ..actions import A_DONE, NUM_ACTIONS
from ..steps import AUTOMAS, TABLE
from . import (
    abilities,
    bolster,
    build,
    combat,
    deploy,
    encounter,
    enlist,
    factory,
    gains,
    goods,
    move,
    payment,
    produce,
    stars,
    trade,
    turn,
    upgrade,
)

CHAPTERS: Final = (
    turn, bolster, trade, produce, move, abilities, combat, encounter, gains, factory, payment, upgrade, deploy, build,
    enlist, stars, goods,
)  # fmt: skip

do, advance = machine(TABLE, CHAPTERS, NUM_ACTIONS, A_DONE, AUTOMAS)
