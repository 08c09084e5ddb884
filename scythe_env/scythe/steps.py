"""The steps of a turn: the decisions, in which a seat is asked, and the steps that run by themselves.

A game keeps a small stack of steps (``step_kind``, ``step_seat``, ``step_a``, ``step_b``); the one on top is due. A
decision waits there for its seat's action; any other step runs and may push what follows it. The codes in brackets are
the steps of rule section R.
"""

from __future__ import annotations

from typing import Final

# -- decisions ---------------------------------------------------------------------------------------------------------
SECTION: Final = 0  # [T1] reveal an objective or choose a section
TOP: Final = 1  # [T2] take the top action or skip it
BOTTOM: Final = 2  # [T3] reveal, take the bottom action or pass
END: Final = 3  # [T4] reveal or end the turn
BOLSTER_GAIN: Final = 4  # [BO1] power or combat cards
TRADE_GAIN: Final = 5  # [TR1] popularity or resources
TOKEN_PLACE: Final = 6  # [TR2] territory of gained tokens; a = number of tokens, b = 1 if it may be declined
TOKEN: Final = 7  # [TR3] type of a gained token or stop; a = tokens left, b = place
PRODUCE_PLACE: Final = 8  # [PR2]
PRODUCE_COUNT: Final = 9  # [PR3] a = place
MOVE_GAIN: Final = 10  # [MV0] coins or units
UNIT: Final = 11  # [MV1] a unit or finish; a = units left, b = steps of a unit
CARGO: Final = 12  # [MV2] how many go along; a = kind (0 workers, 1 walked workers, 2.. tokens), b = chosen so far
STEP: Final = 13  # [MV3] the place to enter
ONWARD: Final = 14  # [MV5] another step or stop
FACTION_TOKEN: Final = 15  # [TK1] a flag, or a trap of a kind, or not
REARM: Final = 16  # [TK2] a = unit
COMBAT: Final = 17  # [CO1] the territory fought over now
COMBAT_ABILITY: Final = 18  # [CO2, CO3] use it or not; a = side (0 attacker, 1 defender)
DIAL: Final = 19  # [CO4, CO5] power spent; a = side
COMBAT_CARD: Final = 20  # [CO4, CO5] a card or stop; a = side
RETREAT_UNIT: Final = 21  # [CO7] home or a lake; a = unit
RETREAT_WORKER: Final = 22  # [CO7] home or a lake with a mech that went there
ENCOUNTER: Final = 23  # [EN2, EN4] an option; a = options taken so far
PRINTED_TOKENS: Final = 24  # [EN3] how many of the printed tokens; a = resource, b = printed number
GAIN_WORKER_HERE: Final = 25  # [EN3] the worker or not
LOOK: Final = 26  # [EN3] an opponent whose combat cards are seen
RELOCATE_PLACE: Final = 27  # [EN3] territory to which units go, or not
RELOCATE_COUNT: Final = 28  # [EN3] how many go; a = kind (0 character, 1 mechs, 2 workers, 3.. tokens), b = place
FACTORY_CHOICE: Final = 29  # [FC1] a Factory card
FACTORY_GAIN: Final = 30  # [FA2] one of the two gains
WORKER_PLACE: Final = 31  # [FA3] territory of the worker of card 14, or not
PAY_CARD: Final = 32  # [FA1] combat card paid; a = cards left to pay
COERCE: Final = 33  # [BA2] a combat card for a token, or not; a = resource or a PAY constant, b = number
PAY_TYPE: Final = 34  # [FA1] type of a token paid; a = tokens left, b = type that is excluded
PAY_PLACE: Final = 35  # [BA3] territory that pays a token; a = resource, b = tokens left
UPGRADE_CUBE: Final = 36  # [BA5] benefit to uncover, or decline
UPGRADE_BOX: Final = 37  # [BA5] cost to cover; a = cube
DEPLOY_MECH: Final = 38  # [BA5] a mech, or decline; a = place, NONE to choose one
DEPLOY_PLACE: Final = 39  # [BA5] a = slot
BUILD_STRUCTURE: Final = 40  # [BA5] a structure, or decline; a = place, NONE to choose one
BUILD_PLACE: Final = 41  # [BA5] a = structure
ENLIST_RECRUIT: Final = 42  # [BA5] a recruit, or decline
ENLIST_BONUS: Final = 43  # [BA5] one-time bonus; a = recruit
GAIN: Final = 44  # a = good, b = number; asked with ``decline_gains`` only
NUM_DECISIONS: Final = 45

# -- steps without a decision ------------------------------------------------------------------------------------------
START_TURN: Final = 45  # [T0]
END_TURN: Final = 46  # [T5]
STARS: Final = 47  # [S]
BONUSES: Final = 48  # [BA6] a = bottom action
STAR_ROUND: Final = 49  # [BA7]
PAY: Final = 50  # [BA2, BA3] a = resource or a PAY constant, b = number
END_UNIT: Final = 51  # [MV4, MV5] the move of a unit is over
END_UNITS: Final = 52  # [CO0] the last unit has moved
REVEAL_COMBAT: Final = 53  # [CO6]
AFTER_COMBAT: Final = 54  # [CO8]
END_COMBAT: Final = 55  # [CO8, CO9]
ENCOUNTER_DUE: Final = 56  # [EN1]
END_ENCOUNTER: Final = 57  # [EN5]
FACTORY_DUE: Final = 58  # [FC1]
TOKENS_DUE: Final = 59  # [TK1, TK2] those that had to wait
END_MOVE: Final = 60  # [TK3]
NUM_STEPS: Final = 61

DECISIONS: Final = (
    "section", "top action", "bottom action", "end of turn", "bolster", "trade", "tokens to", "token", "produce on",
    "produce number", "move", "unit", "cargo", "step", "onward", "faction token", "rearm", "combat", "combat ability",
    "dial", "combat card", "retreat unit", "retreat worker", "encounter", "printed tokens", "worker", "look",
    "relocate to", "relocate number", "factory choice", "factory gain", "worker to", "pay card", "coerce", "pay type",
    "pay from", "upgrade cube", "upgrade box", "deploy mech", "deploy to", "build structure", "build on",
    "enlist recruit", "enlist bonus", "gain",
)  # fmt: skip
"""Readable name of each decision, by its number."""

STEPS: Final = (
    *DECISIONS, "start turn", "end turn", "stars", "ongoing bonuses", "star round", "pay", "end unit", "end units",
    "reveal combat", "after combat", "end combat", "encounter due", "end encounter", "factory due", "tokens due",
    "end move",
)  # fmt: skip
"""Readable name of each step, decisions first."""
