"""The steps of a turn, one row each: the decisions, in which a seat is asked, and the automatic steps.

The codes are the steps of rule section R. :mod:`scythe_env.core.steps` says what the columns mean and how a row finds
its rules; what documents call a step, log lines, observations and checks follow from the rows alone.
"""

from __future__ import annotations

from typing import Any, Final

from ..core.steps import NOTHING, Need, Number, OnStack, StepTable, anybody, everything
from .components import BOTTOM_ACTIONS, FACTIONS, HEX_NAMES, RESOURCES, STRUCTURES, TOKEN_PAYMENTS, load_components
from .constants import ATTACKER, CRIMEA, FACTORY_MOVE_STEPS, MAX_PLAYERS, MOVE_STEPS, NONE, NUM_HEXES, UNIT_CHARACTER
from .names import CARGO as CARGO_NAMES
from .names import CUBES, GOODS, RELOCATED, SIDES, fighter_names, mech_names


def _active(at: OnStack) -> int:
    return int(at.state["active"])


def passing(action: str) -> bool:
    """Nothing is done; what could have been may be an objective in the hand."""
    return action == "done"


TABLE: Final = StepTable("faction", FACTIONS, _active)

# -- groups of steps ---------------------------------------------------------------------------------------------------
GAINS: Final = "gains"  # steps that carry out the gains of actions and cards
PAYMENT: Final = "payment"
BEFORE_REVEAL: Final = "before the reveal"  # of a combat
AFTER_REVEAL: Final = "after the reveal"
AUTOMAS: Final = "with Automas"  # steps of games with Automas alone

# -- numbers that several steps have -----------------------------------------------------------------------------------
HEX: Final = Number("place", HEX_NAMES)
SIDE: Final = Number("side", SIDES)
LEFT: Final = Number("left")
AMOUNT: Final = Number("number")


# -- which seat a step of a combat belongs to --------------------------------------------------------------------------
def _fighter(at: OnStack) -> int:
    """The seat of a side."""
    return int(at.state["active" if at.a == ATTACKER else "defender"])


def _loser(at: OnStack) -> int:
    active = _active(at)
    return int(at.state["defender"]) if at.state["winner"] == active else active


# -- what several rows have in common ----------------------------------------------------------------------------------
GAINED: Final[dict[str, Any]] = {"on": (GAINS,), "groups": (GAINS,)}
IMPROVEMENT: Final[dict[str, Any]] = {"on": (GAINS, "ongoing bonuses"), "groups": (GAINS,)}
PAID: Final[dict[str, Any]] = {"on": (GAINS, PAYMENT, "factory gain", "ongoing bonuses"), "groups": (PAYMENT,)}
FIGHTING: Final[dict[str, Any]] = {"seat": _fighter, "place": "combat_place", "groups": (BEFORE_REVEAL,)}
RETREATING: Final[dict[str, Any]] = {"seat": _loser, "place": "combat_place", "groups": (AFTER_REVEAL,)}


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
_ON_BOARD = Need("a unit on the board", lambda at: at.a == 0 or at.state["mechs"][at.seat][at.a - 1] != NONE)
_CUBE = Need("a benefit that is not upgraded", lambda at: at.state["cubes"][at.seat][at.a] == 0)
_MECH = Need("a mech on the mat", lambda at: at.state["mechs"][at.seat][at.a] == NONE)
_STRUCTURE = Need("a structure on the mat", lambda at: at.state["structures"][at.seat][at.a] == NONE)
_AUTOMA = Need("an Automa", lambda at: at.state["level"].any())
_AUTOMA_TURN = Need("the turn of an Automa", lambda at: at.state["level"][_active(at)] > 0)
_RECRUIT = Need("a recruit on the mat", lambda at: at.state["recruits"][at.seat][at.a] == 0)


OF_AUTOMA: Final[dict[str, Any]] = {"groups": (AUTOMAS,), "needs": [_AUTOMA_TURN]}
SPOILS_LEFT: Final[dict[str, Any]] = {
    "on": ("onward", "gain", "end combat"), "groups": (AUTOMAS,), "needs": [_AUTOMA],
}  # fmt: skip


def _has_choice(at: OnStack) -> bool:
    card = int(at.state["factory_card"][at.seat])
    return card != NONE and load_components().factory_cards[card].take == "one"


_CHOICE = Need("a factory_card with a choice", _has_choice)

decision, automatic = TABLE.decision, TABLE.automatic

# fmt: off
# -- decisions ---------------------------------------------------------------------------------------------------------
SECTION: Final = decision("section", "T1", "reveal an objective or choose a section", on=(NOTHING,))
TOP: Final = decision("top action", "T2", "take the top action or skip it", on=("bottom action",), needs=[_SECTION])
BOTTOM: Final = decision("bottom action", "T3", "reveal, take the bottom action or pass",
    on=("end of turn",), unseen=passing, needs=[_SECTION])
END: Final = decision("end of turn", "T4", "reveal or end the turn", on=("end turn",), unseen=passing, needs=[_SECTION])
BOLSTER_GAIN: Final = decision("bolster", "BO1", "power or combat cards", on=("bottom action",))
TRADE_GAIN: Final = decision("trade", "TR1", "popularity or resources", on=("bottom action",))
TOKEN_PLACE: Final = decision("tokens to", "TR2", "territory of gained tokens; optional: 1 if they may be declined",
    a=Number("tokens"), b=Number("optional"), **GAINED)
TOKEN: Final = decision("token", "TR3", "type of a gained token or stop", a=LEFT, b=HEX, **GAINED)
PRODUCE_PLACE: Final = decision("produce on", "PR2", "a territory to produce on next, or stop", **GAINED)
PRODUCE_COUNT: Final = decision("produce number", "PR3", "how many pieces are produced there",
    a=HEX, on=("produce on",))
MOVE_GAIN: Final = decision("move", "MV0", "coins or units", on=("bottom action",))
UNIT: Final = decision("unit", "MV1", "a unit or finish; steps: how far each unit may go",
    a=LEFT, b=Number("steps", most=max(MOVE_STEPS, FACTORY_MOVE_STEPS)), on=("end units",))
CARGO: Final = decision("cargo", "MV2", "how many of a kind go along; chosen: those already chosen",
    a=Number("kind", CARGO_NAMES), b=Number("chosen"), on=("cargo", "step"), needs=[_UNIT])
STEP: Final = decision("step", "MV3", "the place to enter", on=("end unit",), needs=[_UNIT])
ONWARD: Final = decision("onward", "MV5", "another step or stop", on=("end unit",), needs=[_UNIT])
FACTION_TOKEN: Final = decision("faction token", "TK1", "a flag, or a trap of a kind, or not",
    on=("unit", "end move", "rearm"))
REARM: Final = decision("rearm", "TK2", "arm the own trap there again, or not",
    a=Number("unit", fighter_names), on=("unit", "end move", "rearm", "faction token"), needs=[_ON_BOARD])
COMBAT: Final = decision("combat", "CO1", "the territory fought over now", on=("encounter due", "automa lands"))
COMBAT_ABILITY: Final = decision("combat ability", "CO2, CO3", "use it or not",
    a=SIDE, on=("dial", "combat ability"), **FIGHTING)
DIAL: Final = decision("dial", "CO4, CO5", "power spent",
    a=SIDE, on=("combat card",), secret=True, **FIGHTING)
COMBAT_CARD: Final = decision("combat card", "CO4, CO5", "a card or stop",
    a=SIDE, on=("reveal combat", "automa cards", "dial"), secret=True, unseen=everything, **FIGHTING)
RETREAT_UNIT: Final = decision("retreat unit", "CO7", "home or a lake",
    a=Number("unit", fighter_names), on=("retreat worker", "retreat unit"), **RETREATING)
RETREAT_WORKER: Final = decision("retreat worker", "CO7", "home or a lake with a mech that went there",
    on=("after combat",), **RETREATING)
ENCOUNTER: Final = decision("encounter", "EN2, EN4", "an option; taken: how many were taken before",
    a=Number("taken"), on=("end encounter",), needs=[_CARD, _ON_LAND, _TAKEN])
PRINTED_TOKENS: Final = decision("printed tokens", "EN3", "how many of the printed tokens",
    a=Number("resource", RESOURCES), b=AMOUNT, needs=[_ENCOUNTER], **GAINED)
GAIN_WORKER_HERE: Final = decision("worker", "EN3", "the worker or not", needs=[_ENCOUNTER], **GAINED)
LOOK: Final = decision("look", "EN3", "an opponent whose combat cards are seen", needs=[_ENCOUNTER], **GAINED)
RELOCATE_PLACE: Final = decision("relocate to", "EN3", "territory to which units go, or not",
    needs=[_ENCOUNTER, _FROM_LAND], **GAINED)
RELOCATE_COUNT: Final = decision("relocate number", "EN3", "how many of a kind go",
    a=Number("kind", RELOCATED), b=HEX, needs=[_ENCOUNTER, _FROM_LAND], **GAINED)
FACTORY_CHOICE: Final = decision("factory choice", "FC1", "a Factory card",
    on=("tokens due",), needs=[_NO_FACTORY_CARD])
FACTORY_GAIN: Final = decision("factory gain", "FA2", "one of the two gains", on=("stars",), needs=[_CHOICE])
WORKER_PLACE: Final = decision("worker to", "FA3", "territory of the worker of card 14, or not", **GAINED)
PAY_CARD: Final = decision("pay card", "FA1", "combat card paid", a=LEFT, **PAID)
COERCE: Final = decision("coerce", "BA2", "a combat card for a token, or not",
    a=Number("resource", TOKEN_PAYMENTS), b=AMOUNT, needs=[_CRIMEA], **PAID)
PAY_TYPE: Final = decision("pay type", "FA1", "type of a token paid",
    a=LEFT, b=Number("excluded", RESOURCES, optional=True), **PAID)
PAY_PLACE: Final = decision("pay from", "BA3", "territory that pays a token",
    a=Number("resource", RESOURCES), b=LEFT, **PAID)
UPGRADE_CUBE: Final = decision("upgrade cube", "BA5", "benefit to uncover, or decline", **IMPROVEMENT)
UPGRADE_BOX: Final = decision("upgrade box", "BA5", "cost to cover",
    a=Number("benefit", CUBES), needs=[_CUBE], **IMPROVEMENT)
DEPLOY_MECH: Final = decision("deploy mech", "BA5", "a mech, or decline; its place may follow",
    a=Number("place", HEX_NAMES, optional=True), **IMPROVEMENT)
DEPLOY_PLACE: Final = decision("deploy to", "BA5", "territory of the mech",
    a=Number("mech", mech_names), needs=[_MECH], **IMPROVEMENT)
BUILD_STRUCTURE: Final = decision("build structure", "BA5", "a structure, or decline; its place may follow",
    a=Number("place", HEX_NAMES, optional=True), **IMPROVEMENT)
BUILD_PLACE: Final = decision("build on", "BA5", "territory of the structure",
    a=Number("structure", STRUCTURES), needs=[_STRUCTURE], **IMPROVEMENT)
ENLIST_RECRUIT: Final = decision("enlist recruit", "BA5", "a recruit, or decline", **IMPROVEMENT)
ENLIST_BONUS: Final = decision("enlist bonus", "BA5", "one-time bonus",
    a=Number("recruit", BOTTOM_ACTIONS), needs=[_RECRUIT], **IMPROVEMENT)
GAIN: Final = decision("gain", "Q85", "how much of a gain is taken, with decline_gains; also of neighbours",
    a=Number("good", GOODS), b=Number("number", most=100),
    on=(GAINS, "bottom action", "ongoing bonuses", "star round", "end combat", "automa star"), groups=(GAINS,),
    seat=anybody)
SPOIL: Final = decision("resource left", "AC6", "type of a token on a territory taken from an Automa",
    a=LEFT, b=HEX, **SPOILS_LEFT)

# -- steps without a decision ------------------------------------------------------------------------------------------
START_TURN: Final = automatic("start turn", "T0", "marks of the last turn are cleared", on=(NOTHING,))
END_TURN: Final = automatic("end turn", "T5", "the next seat clockwise", on=(NOTHING,), needs=[_SECTION])
STARS: Final = automatic("stars", "S", "stars that are due are placed",
    on=("bottom action", "encounter", "end encounter"), groups=(GAINS,))
BONUSES: Final = automatic("ongoing bonuses", "BA6", "ongoing bonuses of recruits",
    a=Number("action", BOTTOM_ACTIONS), on=("star round",))
STAR_ROUND: Final = automatic("star round", "BA7", "stars of all seats, from the active one on", on=("end of turn",))
PAY: Final = automatic("pay", "BA2, BA3", "a payment of tokens begins",
    a=Number("resource", TOKEN_PAYMENTS), b=AMOUNT, **PAID)
END_UNIT: Final = automatic("end unit", "MV4, MV5", "the move of a unit is over", on=("unit",), needs=[_UNIT])
END_UNITS: Final = automatic("end units", "CO0", "the last unit has moved", on=("encounter due",))
REVEAL_COMBAT: Final = automatic("reveal combat", "CO6", "both sides reveal; the loser leaves",
    on=("encounter due", "automa lands"), groups=(BEFORE_REVEAL,))
AFTER_COMBAT: Final = automatic("after combat", "CO8", "popularity for workers driven off, a card for the loser",
    on=("end combat",), groups=(AFTER_REVEAL,))
END_COMBAT: Final = automatic("end combat", "CO8, CO9", "the winner's star; then the next combat",
    on=("encounter due", "automa lands"), groups=(AFTER_REVEAL,))
ENCOUNTER_DUE: Final = automatic("encounter due", "EN1", "an encounter card is drawn where the character met a token",
    on=("factory due",))
END_ENCOUNTER: Final = automatic("end encounter", "EN5", "the encounter card leaves",
    on=("factory due",), needs=[_CARD, _ON_LAND])
FACTORY_DUE: Final = automatic("factory due", "FC1", "a character on the Factory gets a card", on=("tokens due",))
TOKENS_DUE: Final = automatic("tokens due", "TK1, TK2", "flags and traps that had to wait", on=("end move",))
END_MOVE: Final = automatic("end move", "TK3", "marks of the Move action are cleared",
    on=("bottom action", "end of turn", "automa gains"))
AUTOMA_TURN: Final = automatic("automa turn", "AU0, AU1", "an Automa draws its card", on=(NOTHING,), **OF_AUTOMA)
AUTOMA_MOVE: Final = automatic("automa move", "AU2, AU3", "the first symbol that can be carried out; its unit goes",
    on=("automa gains",), **OF_AUTOMA)
AUTOMA_LANDS: Final = automatic("automa lands", "AU5", "encounter token, Factory card, flag or trap",
    a=Number("unit", fighter_names), b=HEX, on=("end move",), **OF_AUTOMA)
AUTOMA_GAINS: Final = automatic("automa gains", "AU6", "what the card gives", on=("automa bonus",), **OF_AUTOMA)
AUTOMA_BONUS: Final = automatic("automa bonus", "AU7", "the recruit bonus for human neighbours",
    on=("automa star",), **OF_AUTOMA)
AUTOMA_STAR: Final = automatic("automa star", "AU8", "the token of the star tracker", on=("automa end",), **OF_AUTOMA)
AUTOMA_END: Final = automatic("automa end", "AU9", "stars of others; the next seat clockwise",
    on=(NOTHING,), **OF_AUTOMA)
AUTOMA_CARDS: Final = automatic("automa cards", "AC3", "Automas in a combat draw their cards",
    on=("reveal combat",), groups=(BEFORE_REVEAL, AUTOMAS), needs=[_AUTOMA], place="combat_place")
SPOILS: Final = automatic("spoils", "AC6, MV4", "resources on a territory taken from an Automa",
    a=HEX, b=Number("loser", most=MAX_PLAYERS - 1), **SPOILS_LEFT)
# fmt: on

TABLE.close(globals())
DECISIONS: Final = TABLE.decisions
"""Readable name of each decision, by its number."""
NUM_DECISIONS: Final = len(DECISIONS)
NUM_OWN_DECISIONS: Final = len([row for row in TABLE if row.is_decision and AUTOMAS not in row.groups])
"""Number of the decisions of games without Automas, which come first."""
STEPS: Final = TABLE.texts
"""Readable name of each step, decisions first."""
