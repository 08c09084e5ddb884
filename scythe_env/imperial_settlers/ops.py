"""The numbers of the primitives that abilities are made of."""

from __future__ import annotations

from .components import OPS

# fmt: off
(
    GAIN, GAIN_PER, CHOOSE, OFFER, DRAW_KEEP, COPY_PRODUCTION, RESET, STEAL, RAZING, GAIN_RAZE_GOOD, REMOVE, HIT_DEAL,
    USE_DEAL, BUILD_WAIVED, TRADE_ROUTE, OPPONENT_DISCARDS, BLOCK, TAKE_OVER, TO_FOUNDATION, DEPOSIT, END_BONUS,
    KEEP_GOODS, CONVERT_DEAL_GOODS,
) = range(len(OPS))
# fmt: on
