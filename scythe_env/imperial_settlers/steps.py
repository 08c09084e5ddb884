"""The steps of a game, one row each: the decisions, in which a seat is asked, and the automatic steps.

The codes are those of the rule section that puts a game in order. :mod:`scythe_env.core.steps` says what the columns
mean and how a row finds its rules.
"""

from __future__ import annotations

from functools import partial
from typing import Final

from ..core.steps import NOTHING, Number, StepTable
from . import purposes
from .components import CARDS, FACES
from .constants import NUM_EFFECTS, NUM_FACES

TABLE: Final = StepTable()

# -- groups of steps ---------------------------------------------------------------------------------------------------
COURSE: Final = "course"  # what a round consists of
ACTS: Final = "acts"  # parts of a turn or of a Production

# -- numbers that several steps have -----------------------------------------------------------------------------------
FACE: Final = Number("face", FACES)
CARD: Final = Number("card", CARDS)
PURPOSE: Final = Number("purpose", purposes.PURPOSES)
EFFECT_ROW: Final = Number("effect", most=NUM_EFFECTS - 1)
AMOUNTS: Final = Number("amounts", most=63)  # wood + 4 x stone + 16 x food
PAID_FOR: Final = Number("for", CARDS, optional=True)
POINTS: Final = Number("vp", most=9)

decision, automatic = TABLE.decision, TABLE.automatic
asked, acted = (partial(row, on=(COURSE, ACTS), groups=(ACTS,)) for row in (decision, automatic))
drafted, dealt = (partial(row, on=(COURSE,), groups=(COURSE,)) for row in (decision, automatic))
of_round = partial(automatic, groups=(COURSE,))

# fmt: off
# -- decisions ---------------------------------------------------------------------------------------------------------
TURN: Final = asked("turn", "T1, T7", "an action, a free placement, or the end; done: the action was taken",
    a=Number("done", most=1))
PICK: Final = drafted("pick", "L1, L2, LV, LS", "one of the open cards")
KEEP: Final = drafted("keep", "LA", "one of the cards in front of the player; received: they came from the right",
    a=Number("received", most=1), secret=True)
HAND: Final = asked("hand", "B1, D1, H1, K3", "a hand card; about: victory points, or the effect that asks",
    a=Number("use", purposes.HAND_USES), b=Number("about"))
LOCATION: Final = asked("location", "TARGET, B2, K1, P4",
    "a location by its face; about: its controller, or the card that asks or is put there",
    a=PURPOSE, b=Number("about", most=NUM_FACES + 203))
COPY_OF: Final = decision("copy of", "COPY", "which copy of the face chosen below", a=FACE, on=("location", "deal"),
    groups=(ACTS,))
PLAYER: Final = asked("player", "TARGET", "an opponent", a=PURPOSE)
DEAL: Final = asked("deal", "hit_deal, use_deal", "a deal of a seat by its face, an attack card by its good",
    a=PURPOSE, b=Number("whose", most=3))
GOOD: Final = asked("good", "steal, PAY, T8", "a good; about: whose it is, or the card whose field it is",
    a=Number("use", purposes.GOOD_USES), b=Number("about", most=203))
GOLD: Final = asked("gold", "PAY", "how many of the next resource due are paid in gold", a=AMOUNTS, b=PAID_FOR)
DECK: Final = asked("deck", "DRAW", "the deck to draw from; noted: the cards may be given up",
    a=Number("left"), b=Number("noted", most=1))
USES: Final = asked("uses", "K2", "once or twice", a=CARD)
OPTION: Final = asked("option", "choose", "one of two goods", a=EFFECT_ROW)
OFFERED: Final = asked("offer", "B4", "a good to pay with, or none", a=EFFECT_ROW)
EXCHANGE: Final = asked("exchange", "W1", "what a pair of workers brings; begun: one may stop",
    a=Number("begun", most=1))
CONVERT: Final = asked("convert", "P3, S100", "a good just gained to give up, or stop", a=POINTS)
KEEP_DRAWN: Final = asked("keep drawn", "draw_keep", "which of the cards just drawn is kept", a=EFFECT_ROW, secret=True)
CHAPEL: Final = asked("chapel", "S100", "raze from hand or an opponent's location")

# -- steps without a decision ------------------------------------------------------------------------------------------
START_ROUND: Final = automatic("start round", "G1", "the next round: a faction card for everyone", on=(NOTHING,))
END_ROUND: Final = of_round("end round", "G5", "Cleanup", on=(NOTHING,))
CLOSE_ROUND: Final = of_round("close round", "G7", "the next round, or the end", on=(NOTHING,))
ATTACK: Final = of_round("attack", "A2", "an attack of the virtual player", on=("close round", "attack"))
NEXT_TURN: Final = of_round("next turn", "G4", "the next seat that has not passed", on=("end round",))
PRODUCE: Final = of_round("production", "P1", "Production of a seat", on=("next turn", "production"))
OPEN_CARDS: Final = dealt("open cards", "L1, LV", "cards are laid open until so many lie there", a=Number("number"))
CLEAR_CARDS: Final = dealt("clear cards", "L1, LV", "what lies open is discarded")
KEPT: Final = dealt("cards kept", "LA", "the cards chosen are taken; the others are passed on or discarded",
    a=Number("received", most=1))
GIVE_CARD: Final = dealt("card for the virtual player", "LS", "a random one of the open cards")
CONVERTED: Final = acted("converted", "P3", "goods just gained can no longer be given up")
EFFECT: Final = acted("effect", "K4", "a primitive of a card", a=EFFECT_ROW, b=CARD)
USE: Final = acted("use", "K3", "an activation is paid for and carried out, so many times",
    a=CARD, b=Number("times", most=2))
PAYMENT: Final = acted("payment", "PAY", "resources are paid", a=AMOUNTS, b=PAID_FOR)
ENTER: Final = acted("enter", "B3", "a paid card enters the empire", a=FACE)
TUCK: Final = acted("tuck", "D1", "a paid deal lies under the board", a=FACE)
ANSWERS: Final = acted("features", "B4", "features that reward building, one after the other", a=CARD, b=Number("next"))
RAZED: Final = acted("razed", "O1", "what becomes of a razed location; Raid, Gallows", a=CARD)
RAZED_HAND: Final = acted("razed card", "H1", "the razed hand card is discarded; Raid, Gallows", a=FACE)
BOUGHT: Final = acted("bought", "B4", "victory points that were paid for", a=POINTS)
DEAL_MADE: Final = acted("deal made", "D1", "features that reward deals")
SETTLE_DRAWN: Final = acted("cards drawn", "draw_keep", "one of the cards just drawn is chosen to be kept",
    a=EFFECT_ROW)
# fmt: on

TABLE.close(globals())
DECISIONS: Final = TABLE.decisions
NUM_DECISIONS: Final = len(DECISIONS)
