"""The rules of Scythe, and the entries of the kernel that are derived from them (:class:`.Kernel`).

Masks are int8 of shape (NUM_ACTIONS,), observations float32 of shape (observation_size,), score tables int32
of shape (7, NUM_SCORE_PARTS).
"""

from __future__ import annotations

from typing import Final

from ..core.kernel import RAW as RAW
from ..core.kernel import Kernel, Rules, States, kernel
from ..core.kernel import raw_bytes as raw_bytes
from .observation import observe_seat
from .redeal import redeal
from .rules.decisions import advance, do
from .rules.scoring import reward_game, score_game
from .rules.setup import setup_game
from .state import LAYOUT

RULES: Final = Rules(setup_game, do, advance, observe_seat, score_game, reward_game, redeal)

setup, apply, resume, observe, score, reward, determinize = KERNEL = kernel(LAYOUT, RULES)


def kernel_of(states: States, i: int = 0) -> Kernel:
    """The kernel that plays game ``i`` of an array of records, with Automas or without."""
    if not states["scripted"][i]:
        return KERNEL
    from .automa_engine import KERNEL as WITH_AUTOMAS

    return WITH_AUTOMAS
