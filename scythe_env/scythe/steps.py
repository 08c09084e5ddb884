"""The steps of a turn, a row each: the decisions, in which a seat is asked, and the steps that run by themselves.

The codes are the steps of rule section R. :mod:`scythe_env.core.steps` says what the columns mean and how a row finds
its rules; what documents call a step, log lines, observations and checks follow from the rows alone.
"""

from __future__ import annotations

from typing import Final

from ..core.steps import NOTHING, Need, Number, OnStack, StepTable
from .components import BOTTOM_ACTIONS, HEX_NAMES, RESOURCES, STRUCTURES, load_components
from .constants import CRIMEA, NONE, NUM_HEXES, UNIT_CHARACTER
from .names import CARGO as CARGO_NAMES
from .names import CUBES, GOODS, PAYMENTS, RELOCATED, SIDES, fighter_names, mech_names

TABLE: Final = StepTable()

MOST_GAINED: Final = 100
"""Largest number that a step GAIN may hold."""

# -- groups of steps ---------------------------------------------------------------------------------------------------
GAINS: Final = "gains"  # what the gains of actions and cards are carried out by
PAYMENT: Final = "payment"
BEFORE_REVEAL: Final = "before the reveal"  # of a combat
AFTER_REVEAL: Final = "after the reveal"
OVER_GAINS: Final = (GAINS,)
OVER_IMPROVEMENTS: Final = (GAINS, "ongoing bonuses")
OVER_PAYMENTS: Final = (GAINS, PAYMENT, "factory gain", "ongoing bonuses")

# -- numbers that several steps have -----------------------------------------------------------------------------------
HEX: Final = Number("place", HEX_NAMES)
SIDE: Final = Number("side", SIDES)
LEFT: Final = Number("left")
AMOUNT: Final = Number("number")


# -- whose a step of a combat is ---------------------------------------------------------------------------------------
def _fighter(at: OnStack) -> int:
    """The seat of a side."""
    return int(at.state["active" if at.a == SIDES.index("attacker") else "defender"])


def _loser(at: OnStack) -> int:
    active = int(at.state["active"])
    return int(at.state["defender"]) if at.state["winner"] == active else active


def _anybody(at: OnStack) -> int:
    return at.seat


# -- what a step needs -------------------------------------------------------------------------------------------------
_SECTION = Need("the section of the active player", lambda at: at.state["section"][at.seat] != NONE)
_UNIT = Need("in_progress.move.unit", lambda at: at.state["unit"] != NONE)
_CARD = Need("in_progress.encounter.card", lambda at: at.state["encounter_card"] != NONE)
_ON_LAND = Need("a character on a territory", lambda at: at.state["character"][at.seat] < NUM_HEXES)
_TAKEN = Need(
    "as many in_progress.encounter.options_taken as taken", lambda at: at.a == at.state["options_taken"].sum()
)
_ENCOUNTER = Need(
    "an 'end encounter' below it",
    lambda at: "end encounter" in (TABLE[kind].text for kind in at.state["step_kind"][: at.level]),
)
_FROM_LAND = Need(
    "in_progress.move.ended of the character on a territory",
    lambda at: 0 <= at.state["ended"][UNIT_CHARACTER] < NUM_HEXES,
)
_NO_FACTORY_CARD = Need("a player without factory_card (R158)", lambda at: at.state["factory_card"][at.seat] == NONE)
_CRIMEA = Need("Crimea (R111)", lambda at: at.state["faction"][at.seat] == CRIMEA)
_NOT_TOO_MANY = Need(f"a number up to {MOST_GAINED}", lambda at: at.b <= MOST_GAINED)
_ON_BOARD = Need("a unit on the board", lambda at: at.a == 0 or at.state["mechs"][at.seat][at.a - 1] != NONE)
_CUBE = Need("a benefit that is not upgraded", lambda at: at.state["cubes"][at.seat][at.a] == 0)
_MECH = Need("a mech on the mat", lambda at: at.state["mechs"][at.seat][at.a] == NONE)
_STRUCTURE = Need("a structure on the mat", lambda at: at.state["structures"][at.seat][at.a] == NONE)
_RECRUIT = Need("a recruit on the mat", lambda at: at.state["recruits"][at.seat][at.a] == 0)


def _has_choice(at: OnStack) -> bool:
    card = int(at.state["factory_card"][at.seat])
    return card != NONE and load_components().factory_cards[card].take == "one"


_CHOICE = Need("a factory_card with a choice", _has_choice)

decision, automatic = TABLE.decision, TABLE.automatic

# -- decisions ---------------------------------------------------------------------------------------------------------
SECTION: Final = decision("section", "T1", on=(NOTHING,))
"""Reveal an objective or choose a section."""
TOP: Final = decision("top action", "T2", on=("bottom action",), needs=[_SECTION])
"""Take the top action or skip it."""
BOTTOM: Final = decision("bottom action", "T3", on=("end of turn",), needs=[_SECTION])
"""Reveal, take the bottom action or pass."""
END: Final = decision("end of turn", "T4", on=("end turn",), needs=[_SECTION])
"""Reveal or end the turn."""
BOLSTER_GAIN: Final = decision("bolster", "BO1", on=("bottom action",))
"""Power or combat cards."""
TRADE_GAIN: Final = decision("trade", "TR1", on=("bottom action",))
"""Popularity or resources."""
TOKEN_PLACE: Final = decision(
    "tokens to", "TR2", a=Number("tokens"), b=Number("optional"), on=OVER_GAINS, groups=(GAINS,)
)
"""Territory of gained tokens; ``optional`` is 1 if they may be declined."""
TOKEN: Final = decision("token", "TR3", a=LEFT, b=HEX, on=OVER_GAINS, groups=(GAINS,))
"""Type of a gained token or stop."""
PRODUCE_PLACE: Final = decision("produce on", "PR2", on=OVER_GAINS, groups=(GAINS,))
PRODUCE_COUNT: Final = decision("produce number", "PR3", a=HEX, on=("produce on",))
MOVE_GAIN: Final = decision("move", "MV0", on=("bottom action",))
"""Coins or units."""
UNIT: Final = decision("unit", "MV1", a=LEFT, b=Number("steps"), on=("end units",))
"""A unit or finish; ``steps`` is what each unit may walk."""
CARGO: Final = decision(
    "cargo", "MV2", a=Number("kind", CARGO_NAMES), b=Number("chosen"), on=("cargo", "step"), needs=[_UNIT]
)
"""How many of a kind go along, ``chosen`` of them already."""
STEP: Final = decision("step", "MV3", on=("end unit",), needs=[_UNIT])
"""The place to enter."""
ONWARD: Final = decision("onward", "MV5", on=("end unit",), needs=[_UNIT])
"""Another step or stop."""
FACTION_TOKEN: Final = decision("faction token", "TK1", on=("unit", "end move", "rearm"))
"""A flag, or a trap of a kind, or not."""
REARM: Final = decision(
    "rearm", "TK2", a=Number("unit", fighter_names), on=("unit", "end move", "rearm", "faction token"),
    needs=[_ON_BOARD],
)  # fmt: skip
COMBAT: Final = decision("combat", "CO1", on=("encounter due",))
"""The territory fought over now."""
COMBAT_ABILITY: Final = decision(
    "combat ability", "CO2, CO3", a=SIDE, on=("dial", "combat ability"), groups=(BEFORE_REVEAL,), seat=_fighter,
    place="combat_place",
)  # fmt: skip
"""Use it or not."""
DIAL: Final = decision(
    "dial", "CO4, CO5", a=SIDE, on=("combat card",), groups=(BEFORE_REVEAL,), seat=_fighter, place="combat_place"
)
"""Power spent."""
COMBAT_CARD: Final = decision(
    "combat card", "CO4, CO5", a=SIDE, on=("reveal combat", "dial"), groups=(BEFORE_REVEAL,), seat=_fighter,
    place="combat_place",
)  # fmt: skip
"""A card or stop."""
RETREAT_UNIT: Final = decision(
    "retreat unit", "CO7", a=Number("unit", fighter_names), on=("retreat worker", "retreat unit"),
    groups=(AFTER_REVEAL,), seat=_loser, place="combat_place",
)  # fmt: skip
"""Home or a lake."""
RETREAT_WORKER: Final = decision(
    "retreat worker", "CO7", on=("after combat",), groups=(AFTER_REVEAL,), seat=_loser, place="combat_place"
)
"""Home or a lake with a mech that went there."""
ENCOUNTER: Final = decision(
    "encounter", "EN2, EN4", a=Number("taken"), on=("end encounter",), needs=[_CARD, _ON_LAND, _TAKEN]
)
"""An option; ``taken`` of them were taken before."""
PRINTED_TOKENS: Final = decision(
    "printed tokens", "EN3", a=Number("resource", RESOURCES), b=AMOUNT, on=OVER_GAINS, groups=(GAINS,),
    needs=[_ENCOUNTER],
)  # fmt: skip
"""How many of the printed tokens."""
GAIN_WORKER_HERE: Final = decision("worker", "EN3", on=OVER_GAINS, groups=(GAINS,), needs=[_ENCOUNTER])
"""The worker or not."""
LOOK: Final = decision("look", "EN3", on=OVER_GAINS, groups=(GAINS,), needs=[_ENCOUNTER])
"""An opponent whose combat cards are seen."""
RELOCATE_PLACE: Final = decision("relocate to", "EN3", on=OVER_GAINS, groups=(GAINS,), needs=[_ENCOUNTER, _FROM_LAND])
"""Territory to which units go, or not."""
RELOCATE_COUNT: Final = decision(
    "relocate number", "EN3", a=Number("kind", RELOCATED), b=HEX, on=OVER_GAINS, groups=(GAINS,),
    needs=[_ENCOUNTER, _FROM_LAND],
)  # fmt: skip
"""How many of a kind go."""
FACTORY_CHOICE: Final = decision("factory choice", "FC1", on=("tokens due",), needs=[_NO_FACTORY_CARD])
"""A Factory card."""
FACTORY_GAIN: Final = decision("factory gain", "FA2", on=("stars",), needs=[_CHOICE])
"""One of the two gains."""
WORKER_PLACE: Final = decision("worker to", "FA3", on=OVER_GAINS, groups=(GAINS,))
"""Territory of the worker of card 14, or not."""
PAY_CARD: Final = decision("pay card", "FA1", a=LEFT, on=OVER_PAYMENTS, groups=(PAYMENT,))
"""Combat card paid."""
COERCE: Final = decision(
    "coerce", "BA2", a=Number("resource", PAYMENTS), b=AMOUNT, on=OVER_PAYMENTS, groups=(PAYMENT,), needs=[_CRIMEA]
)
"""A combat card for a token, or not."""
PAY_TYPE: Final = decision(
    "pay type", "FA1", a=LEFT, b=Number("excluded", RESOURCES, optional=True), on=OVER_PAYMENTS, groups=(PAYMENT,)
)
"""Type of a token paid."""
PAY_PLACE: Final = decision(
    "pay from", "BA3", a=Number("resource", RESOURCES), b=LEFT, on=OVER_PAYMENTS, groups=(PAYMENT,)
)
"""Territory that pays a token."""
UPGRADE_CUBE: Final = decision("upgrade cube", "BA5", on=OVER_IMPROVEMENTS, groups=(GAINS,))
"""Benefit to uncover, or decline."""
UPGRADE_BOX: Final = decision(
    "upgrade box", "BA5", a=Number("benefit", CUBES), on=OVER_IMPROVEMENTS, groups=(GAINS,), needs=[_CUBE]
)
"""Cost to cover."""
DEPLOY_MECH: Final = decision(
    "deploy mech", "BA5", a=Number("place", HEX_NAMES, optional=True), on=OVER_IMPROVEMENTS, groups=(GAINS,)
)
"""A mech, or decline; without ``place`` that is chosen next."""
DEPLOY_PLACE: Final = decision(
    "deploy to", "BA5", a=Number("mech", mech_names), on=OVER_IMPROVEMENTS, groups=(GAINS,), needs=[_MECH]
)
BUILD_STRUCTURE: Final = decision(
    "build structure", "BA5", a=Number("place", HEX_NAMES, optional=True), on=OVER_IMPROVEMENTS, groups=(GAINS,)
)
"""A structure, or decline; without ``place`` that is chosen next."""
BUILD_PLACE: Final = decision(
    "build on", "BA5", a=Number("structure", STRUCTURES), on=OVER_IMPROVEMENTS, groups=(GAINS,), needs=[_STRUCTURE]
)
ENLIST_RECRUIT: Final = decision("enlist recruit", "BA5", on=OVER_IMPROVEMENTS, groups=(GAINS,))
"""A recruit, or decline."""
ENLIST_BONUS: Final = decision(
    "enlist bonus", "BA5", a=Number("recruit", BOTTOM_ACTIONS), on=OVER_IMPROVEMENTS, groups=(GAINS,), needs=[_RECRUIT]
)
"""One-time bonus."""
GAIN: Final = decision(
    "gain", "Q20", a=Number("good", GOODS), b=AMOUNT,
    on=(GAINS, "bottom action", "ongoing bonuses", "star round", "end combat"), groups=(GAINS,), seat=_anybody,
    needs=[_NOT_TOO_MANY],
)  # fmt: skip
"""How much of a gain is taken; asked with ``decline_gains`` only, and of neighbours too."""

# -- steps without a decision ------------------------------------------------------------------------------------------
START_TURN: Final = automatic("start turn", "T0", on=(NOTHING,))
END_TURN: Final = automatic("end turn", "T5", on=(NOTHING,), needs=[_SECTION])
STARS: Final = automatic("stars", "S", on=("bottom action", "encounter", "end encounter"), groups=(GAINS,))
BONUSES: Final = automatic("ongoing bonuses", "BA6", a=Number("action", BOTTOM_ACTIONS), on=("star round",))
STAR_ROUND: Final = automatic("star round", "BA7", on=("end of turn",))
PAY: Final = automatic("pay", "BA2, BA3", a=Number("resource", PAYMENTS), b=AMOUNT, on=OVER_PAYMENTS, groups=(PAYMENT,))
END_UNIT: Final = automatic("end unit", "MV4, MV5", on=("unit",), needs=[_UNIT])
"""The move of a unit is over."""
END_UNITS: Final = automatic("end units", "CO0", on=("encounter due",))
"""The last unit has moved."""
REVEAL_COMBAT: Final = automatic("reveal combat", "CO6", on=("encounter due",), groups=(BEFORE_REVEAL,))
AFTER_COMBAT: Final = automatic("after combat", "CO8", on=("end combat",), groups=(AFTER_REVEAL,))
END_COMBAT: Final = automatic("end combat", "CO8, CO9", on=("encounter due",), groups=(AFTER_REVEAL,))
ENCOUNTER_DUE: Final = automatic("encounter due", "EN1", on=("factory due",))
END_ENCOUNTER: Final = automatic("end encounter", "EN5", on=("factory due",), needs=[_CARD, _ON_LAND])
FACTORY_DUE: Final = automatic("factory due", "FC1", on=("tokens due",))
TOKENS_DUE: Final = automatic("tokens due", "TK1, TK2", on=("end move",))
"""Flags and traps that had to wait."""
END_MOVE: Final = automatic("end move", "TK3", on=("bottom action", "end of turn"))

TABLE.close(globals())
DECISIONS: Final = TABLE.decisions
"""Readable name of each decision, by its number."""
NUM_DECISIONS: Final = len(DECISIONS)
STEPS: Final = TABLE.texts
"""Readable name of each step, decisions first."""
