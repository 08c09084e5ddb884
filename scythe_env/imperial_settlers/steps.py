"""The steps of a game, one row each: the decisions, in which a seat is asked, and the automatic steps.

The codes are those of the rule section that puts a game in order. :mod:`scythe_env.core.steps` says what the columns
mean and how a row finds its rules.
"""

from __future__ import annotations

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

BEGINNING = {"on": (COURSE,), "groups": (COURSE,)}
ACTING = {"on": (COURSE, ACTS), "groups": (ACTS,)}
decision, automatic = TABLE.decision, TABLE.automatic

# fmt: off
# -- decisions ---------------------------------------------------------------------------------------------------------
TURN: Final = decision("turn", "T1, T7", "an action, a free placement, or the end; done: the action was taken",
    a=Number("done", most=1), **ACTING)
PICK: Final = decision("pick", "L1, L2, LV, LS", "one of the open cards", **BEGINNING)
KEEP: Final = decision("keep", "LA", "one of the cards in front of the player; received: they came from the right",
    a=Number("received", most=1), secret=True, **BEGINNING)
HAND: Final = decision("hand", "B1, D1, H1, K3", "a hand card; about: victory points, or the effect that asks",
    a=Number("use", purposes.HAND_USES), b=Number("about"), **ACTING)
LOCATION: Final = decision("location", "TARGET, B2, K1, P4",
    "a location by its face; about: its controller, or the card that asks or is put there",
    a=PURPOSE, b=Number("about", most=NUM_FACES + 203), **ACTING)
COPY_OF: Final = decision("copy of", "COPY", "which copy of the face chosen below", a=FACE,
    on=("location", "deal"), groups=(ACTS,))
PLAYER: Final = decision("player", "TARGET", "an opponent", a=PURPOSE, **ACTING)
DEAL: Final = decision("deal", "hit_deal, use_deal", "a deal of a seat by its face, an attack card by its good",
    a=PURPOSE, b=Number("whose", most=3), **ACTING)
GOOD: Final = decision("good", "steal, PAY, T8", "a good; about: whose it is, or the card whose field it is",
    a=Number("use", purposes.GOOD_USES), b=Number("about", most=203), **ACTING)
GOLD: Final = decision("gold", "PAY", "how many of the next resource due are paid in gold",
    a=AMOUNTS, b=Number("for", CARDS, optional=True), **ACTING)
DECK: Final = decision("deck", "DRAW", "the deck to draw from; noted: the cards may be given up",
    a=Number("left"), b=Number("noted", most=1), **ACTING)
USES: Final = decision("uses", "K2", "once or twice", a=CARD, **ACTING)
OPTION: Final = decision("option", "choose", "one of two goods", a=EFFECT_ROW, **ACTING)
OFFERED: Final = decision("offer", "B4", "a good to pay with, or none", a=EFFECT_ROW, **ACTING)
EXCHANGE: Final = decision("exchange", "W1", "what a pair of workers brings; begun: one may stop",
    a=Number("begun", most=1), **ACTING)
CONVERT: Final = decision("convert", "P3, S100", "a good just gained to give up, or stop", a=Number("vp", most=9),
    **ACTING)
KEEP_DRAWN: Final = decision("keep drawn", "draw_keep", "which of the cards just drawn is kept", a=EFFECT_ROW,
    secret=True, **ACTING)
CHAPEL: Final = decision("chapel", "S100", "raze from hand or an opponent's location", **ACTING)

# -- steps without a decision ------------------------------------------------------------------------------------------
START_ROUND: Final = automatic("start round", "G1", "the next round: a faction card for everyone", on=(NOTHING,))
END_ROUND: Final = automatic("end round", "G5", "Cleanup", on=(NOTHING,), groups=(COURSE,))
CLOSE_ROUND: Final = automatic("close round", "G7", "the next round, or the end", on=(NOTHING,), groups=(COURSE,))
ATTACK: Final = automatic("attack", "A2", "an attack of the virtual player", on=("close round", "attack"),
    groups=(COURSE,))
NEXT_TURN: Final = automatic("next turn", "G4", "the next seat that has not passed", on=("end round",),
    groups=(COURSE,))
PRODUCE: Final = automatic("production", "P1", "Production of a seat", on=("next turn", "production"),
    groups=(COURSE,))
OPEN_CARDS: Final = automatic("open cards", "L1, LV", "cards are laid open until so many lie there",
    a=Number("number"), **BEGINNING)
CLEAR_CARDS: Final = automatic("clear cards", "L1, LV", "what lies open is discarded", **BEGINNING)
KEPT: Final = automatic("cards kept", "LA", "the cards chosen are taken; the others are passed on or discarded",
    a=Number("received", most=1), **BEGINNING)
GIVE_CARD: Final = automatic("card for the virtual player", "LS", "a random one of the open cards", **BEGINNING)
CONVERTED: Final = automatic("converted", "P3", "goods just gained can no longer be given up", **ACTING)
EFFECT: Final = automatic("effect", "K4", "a primitive of a card", a=EFFECT_ROW, b=CARD, **ACTING)
USE: Final = automatic("use", "K3", "an activation is paid for and carried out, so many times", a=CARD,
    b=Number("times", most=2), **ACTING)
PAYMENT: Final = automatic("payment", "PAY", "resources are paid", a=AMOUNTS, b=Number("for", CARDS, optional=True),
    **ACTING)
ENTER: Final = automatic("enter", "B3", "a paid card enters the empire", a=FACE, **ACTING)
TUCK: Final = automatic("tuck", "D1", "a paid deal lies under the board", a=FACE, **ACTING)
ANSWERS: Final = automatic("features", "B4", "features that reward building, one after the other", a=CARD,
    b=Number("next"), **ACTING)
RAZED: Final = automatic("razed", "O1", "what becomes of a razed location; Raid, Gallows", a=CARD, **ACTING)
RAZED_HAND: Final = automatic("razed card", "H1", "the razed hand card is discarded; Raid, Gallows", a=FACE, **ACTING)
BOUGHT: Final = automatic("bought", "B4", "victory points that were paid for", a=Number("vp", most=9), **ACTING)
DEAL_MADE: Final = automatic("deal made", "D1", "features that reward deals", **ACTING)
SETTLE_DRAWN: Final = automatic("cards drawn", "draw_keep", "one of the cards just drawn is chosen to be kept",
    a=EFFECT_ROW, **ACTING)
# fmt: on

TABLE.close(globals())
DECISIONS: Final = TABLE.decisions
NUM_DECISIONS: Final = len(DECISIONS)
