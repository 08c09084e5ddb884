"""The rules of games with Automas, and the entries of their kernel; imported only where such a game is played.

Record, masks and score tables are those of all games of Scythe; observations have blocks of their own
(:mod:`.automa_observation`).
"""

from __future__ import annotations

from typing import Final

from ..core.kernel import Rules, kernel
from .automa_observation import observe_with_automas
from .rules.automa.decisions import advance, do
from .rules.automa.redeal import redeal_with_automas
from .rules.automa.scoring import reward_with_automas, score_with_automas
from .rules.automa.setup import setup_with_automas
from .state import LAYOUT

RULES: Final = Rules(
    setup_with_automas, do, advance, observe_with_automas, score_with_automas, reward_with_automas,
    redeal_with_automas, seats_left_out=True,
)  # fmt: skip

setup, apply, resume, observe, score, reward, determinize = KERNEL = kernel(LAYOUT, RULES)
