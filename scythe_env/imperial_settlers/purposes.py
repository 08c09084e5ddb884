"""What something is chosen for: cards on the table, opponents, hand cards, goods; and the entries of a turn."""

from __future__ import annotations

from typing import Final

# fmt: off
PURPOSES: Final = (
    "raze", "raze by chapel", "raze by chariot", "good of raze field", "remove", "block", "take over", "trade route",
    "steal", "discard deal", "discard deal and gain", "take deal", "discards a card",
    "sacrifice", "activate", "raze own", "reset", "copy production", "produce", "defence token", "samurai",
    "samurai gained", "gate", "attacked", "use deal", "pay deal", "build deal",
)
"""What a location, an opponent or a deal is chosen for."""

(   # an opponent's location
    AIM_RAZE, AIM_CHAPEL, AIM_CHARIOT, AIM_FIELD, AIM_REMOVE, AIM_BLOCK, AIM_TAKE_OVER, AIM_ROUTE,
    # an opponent, or one of its deals
    AIM_STEAL, AIM_DEAL_OUT, AIM_DEAL_GAIN, AIM_DEAL_TAKE, AIM_DISCARD,
    # an own location
    OWN_SACRIFICE, OWN_ACTIVATE, OWN_RAZE, OWN_RESET, OWN_COPY, OWN_PRODUCE, OWN_DEFENCE, OWN_SAMURAI,
    OWN_GAINED_SAMURAI, OWN_GATE, OWN_ATTACKED,
    # an own deal
    DEAL_USE, DEAL_PAY, DEAL_BUILD,
) = range(len(PURPOSES))

HAND_USES: Final = (
    "build", "deal", "raze", "raze by chapel", "pay", "build waived", "foundation", "gate", "give up", "discard",
)
"""What a hand card is chosen for."""

(
    HAND_BUILD, HAND_DEAL, HAND_RAZE, HAND_CHAPEL, HAND_PAY, HAND_WAIVED, HAND_FOUNDATION, HAND_GATE, HAND_GIVE_UP,
    HAND_DISCARD,
) = range(len(HAND_USES))

GOOD_USES: Final = ("steal", "pay", "raze field", "shrine")
"""What a good is chosen for."""

GOOD_STEAL, GOOD_PAY, GOOD_FIELD, GOOD_SHRINE = range(len(GOOD_USES))

KINDS: Final = (
    "build", "deal", "raze from hand", "raze an opponent", "activate", "spend workers", "pass",
    "place a defence token", "place a samurai", "card under the Gate", "resource on the Shrine", "end turn",
)
"""The entries of a turn."""

(
    K_BUILD, K_DEAL, K_RAZE_HAND, K_RAZE, K_ACTIVATE, K_WORKERS, K_PASS, K_DEFENCE, K_SAMURAI, K_GATE, K_SHRINE, K_END,
) = range(len(KINDS))
# fmt: on
