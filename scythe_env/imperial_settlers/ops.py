"""The primitives that abilities are made of, by their names in the data."""

from __future__ import annotations

from typing import Final

from ..core.rows import Numbering

_op = Numbering()

GAIN: Final = _op("gain")
GAIN_PER: Final = _op("gain_per")
CHOOSE: Final = _op("choose")
OFFER: Final = _op("offer")
DRAW_KEEP: Final = _op("draw_keep")
COPY_PRODUCTION: Final = _op("copy_production")
RESET: Final = _op("reset")
STEAL: Final = _op("steal")
RAZING: Final = _op("raze")
GAIN_RAZE_GOOD: Final = _op("gain_raze_good")
REMOVE: Final = _op("remove")
HIT_DEAL: Final = _op("hit_deal")
USE_DEAL: Final = _op("use_deal")
BUILD_WAIVED: Final = _op("build_waived")
TRADE_ROUTE: Final = _op("trade_route")
OPPONENT_DISCARDS: Final = _op("opponent_discards")
BLOCK: Final = _op("block")
TAKE_OVER: Final = _op("take_over")
TO_FOUNDATION: Final = _op("to_foundation")
DEPOSIT: Final = _op("deposit")
END_BONUS: Final = _op("end_bonus")
KEEP_GOODS: Final = _op("keep")
CONVERT_DEAL_GOODS: Final = _op("convert_deal_goods")
OPS: Final = _op.names()
"""Their names."""
