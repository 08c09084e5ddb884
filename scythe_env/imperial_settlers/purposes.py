"""What something is chosen for: cards on the table, opponents, hand cards, goods; and the entries of a turn."""

from __future__ import annotations

from typing import Final

from ..core.rows import Numbering

_purpose, _hand_use, _good_use, _kind = Numbering(), Numbering(), Numbering(), Numbering()

# -- an opponent's location --------------------------------------------------------------------------------------------
AIM_RAZE: Final = _purpose("raze")
AIM_CHAPEL: Final = _purpose("raze by chapel")
AIM_CHARIOT: Final = _purpose("raze by chariot")
AIM_FIELD: Final = _purpose("good of raze field")
AT_RAZEABLE: Final = _purpose.since(AIM_RAZE)
AIM_REMOVE: Final = _purpose("remove")
AIM_BLOCK: Final = _purpose("block")
AIM_TAKE_OVER: Final = _purpose("take over")
AIM_ROUTE: Final = _purpose("trade route")
AT_LOCATIONS: Final = _purpose.since(AIM_RAZE)

# -- an opponent, or one of its deals ----------------------------------------------------------------------------------
AIM_STEAL: Final = _purpose("steal")
AIM_DEAL_OUT: Final = _purpose("discard deal")
AIM_DEAL_GAIN: Final = _purpose("discard deal and gain")
AIM_DEAL_TAKE: Final = _purpose("take deal")
AIM_DISCARD: Final = _purpose("discards a card")

# -- an own location ---------------------------------------------------------------------------------------------------
OWN_SACRIFICE: Final = _purpose("sacrifice")
OWN_ACTIVATE: Final = _purpose("activate")
OWN_RAZE: Final = _purpose("raze own")
OWN_RESET: Final = _purpose("reset")
OWN_COPY: Final = _purpose("copy production")
OWN_PRODUCE: Final = _purpose("produce")
OWN_DEFENCE: Final = _purpose("defence token")
OWN_SAMURAI: Final = _purpose("samurai")
OWN_GAINED_SAMURAI: Final = _purpose("samurai gained")
OWN_GATE: Final = _purpose("gate")
OWN_ATTACKED: Final = _purpose("attacked")
OF_OWN: Final = _purpose.since(OWN_SACRIFICE)

# -- an own deal -------------------------------------------------------------------------------------------------------
DEAL_USE: Final = _purpose("use deal")
DEAL_PAY: Final = _purpose("pay deal")
DEAL_BUILD: Final = _purpose("build deal")
PURPOSES: Final = _purpose.names()
"""What a location, an opponent or a deal is chosen for."""

# -- a hand card -------------------------------------------------------------------------------------------------------
HAND_BUILD: Final = _hand_use("build")
HAND_DEAL: Final = _hand_use("deal")
HAND_RAZE: Final = _hand_use("raze")
HAND_CHAPEL: Final = _hand_use("raze by chapel")
HAND_PAY: Final = _hand_use("pay")
HAND_WAIVED: Final = _hand_use("build waived")
HAND_FOUNDATION: Final = _hand_use("foundation")
HAND_GATE: Final = _hand_use("gate")
HAND_GIVE_UP: Final = _hand_use("give up")
HAND_DISCARD: Final = _hand_use("discard")
HAND_USES: Final = _hand_use.names()
"""What a hand card is chosen for."""

# -- a good ------------------------------------------------------------------------------------------------------------
GOOD_STEAL: Final = _good_use("steal")
GOOD_PAY: Final = _good_use("pay")
GOOD_FIELD: Final = _good_use("raze field")
GOOD_SHRINE: Final = _good_use("shrine")
GOOD_USES: Final = _good_use.names()
"""What a good is chosen for."""

# -- the entries of a turn ---------------------------------------------------------------------------------------------
K_BUILD: Final = _kind("build")
K_DEAL: Final = _kind("deal")
K_RAZE_HAND: Final = _kind("raze from hand")
K_RAZE: Final = _kind("raze an opponent")
K_ACTIVATE: Final = _kind("activate")
K_WORKERS: Final = _kind("spend workers")
K_PASS: Final = _kind("pass")
K_DEFENCE: Final = _kind("place a defence token")
K_SAMURAI: Final = _kind("place a samurai")
K_GATE: Final = _kind("card under the Gate")
K_SHRINE: Final = _kind("resource on the Shrine")
PLACEMENTS: Final = _kind.since(K_DEFENCE)
K_END: Final = _kind("end turn")
KINDS: Final = _kind.names()
"""The entries of a turn."""
