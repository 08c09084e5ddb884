"""What something is chosen for: cards on the table, opponents, hand cards, goods; and the entries of a turn."""

from __future__ import annotations

from typing import Final

# -- what a location, a player or a deal is chosen for -----------------------------------------------------------------
PURPOSES: Final = (
    *("raze", "raze by chapel", "raze by chariot", "good of raze field", "remove", "block", "take over", "trade route"),
    *("steal", "discard deal", "discard deal and gain", "take deal", "discards a card"),
    *("sacrifice", "activate", "raze own", "reset", "copy production", "produce", "defence token", "samurai"),
    *("samurai gained", "gate", "attacked", "use deal", "pay deal", "build deal"),
)
(
    AIM_RAZE,  # aims at an opponent's location, up to AIM_ROUTE
    AIM_CHAPEL,
    AIM_CHARIOT,
    AIM_FIELD,
    AIM_REMOVE,
    AIM_BLOCK,
    AIM_TAKE_OVER,
    AIM_ROUTE,
    AIM_STEAL,  # aims at an opponent, up to AIM_DISCARD
    AIM_DEAL_OUT,
    AIM_DEAL_GAIN,
    AIM_DEAL_TAKE,
    AIM_DISCARD,
    OWN_SACRIFICE,  # own locations, up to OWN_ATTACKED
    OWN_ACTIVATE,
    OWN_RAZE,
    OWN_RESET,
    OWN_COPY,
    OWN_PRODUCE,
    OWN_DEFENCE,
    OWN_SAMURAI,
    OWN_GAINED_SAMURAI,
    OWN_GATE,
    OWN_ATTACKED,
    DEAL_USE,  # own deals
    DEAL_PAY,
    DEAL_BUILD,
) = range(len(PURPOSES))

# -- what a hand card is chosen for ------------------------------------------------------------------------------------
HAND_USES: Final = (
    *("build", "deal", "raze", "raze by chapel", "pay", "build waived", "foundation", "gate", "give up"),
    "discard",
)
(
    HAND_BUILD,
    HAND_DEAL,
    HAND_RAZE,
    HAND_CHAPEL,
    HAND_PAY,
    HAND_WAIVED,
    HAND_FOUNDATION,
    HAND_GATE,
    HAND_GIVE_UP,
    HAND_DISCARD,
) = range(len(HAND_USES))

# -- what a good is chosen for -----------------------------------------------------------------------------------------
GOOD_USES: Final = ("steal", "pay", "raze field", "shrine")
GOOD_STEAL, GOOD_PAY, GOOD_FIELD, GOOD_SHRINE = range(len(GOOD_USES))

# -- entries of a turn -------------------------------------------------------------------------------------------------
KINDS: Final = (
    *("build", "deal", "raze from hand", "raze an opponent", "activate", "spend workers", "pass"),
    *("place a defence token", "place a samurai", "card under the Gate", "resource on the Shrine", "end turn"),
)
(
    K_BUILD,
    K_DEAL,
    K_RAZE_HAND,
    K_RAZE,
    K_ACTIVATE,
    K_WORKERS,
    K_PASS,
    K_DEFENCE,
    K_SAMURAI,
    K_GATE,
    K_SHRINE,
    K_END,
) = range(len(KINDS))
