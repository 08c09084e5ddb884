"""Constant tables of the components, as the rules read them: a rule for each table that looks up an element.

The text below a rule begins with what it is called with.
"""

from __future__ import annotations

from typing import Final

import numpy as np

from ..core.compiling import lookup
from . import components, constants, ops, purposes, steps
from .components import COLORS, PAY_KEYS, RAZE_GOODS, TRIGGERS, Amounts, Effect, Face
from .constants import ACTION, CARD, COMMON_DECK, GATE, LOCATION, NONE, NUM_CARDS, NUM_RESOURCES, PRODUCTION, STONE

_DATA: Final = components.load_components()
_DESIGNS: Final = [_DATA.designs[face.design] for face in _DATA.faces]
_DOES: Final = [{ability.trigger: ability for ability in design.abilities} for design in _DESIGNS]
FACE_OF: Final = [k for k, face in enumerate(_DATA.faces) for _ in range(face.copies)]
_ROWS: Final = [
    (face, ability, effect)
    for face, design in enumerate(_DESIGNS)
    for ability in design.abilities
    for effect in ability.effects
]
_DEAL_AIMS: Final = dict(enumerate((purposes.AIM_DEAL_OUT, purposes.AIM_DEAL_GAIN, purposes.AIM_DEAL_TAKE)))


def _packed(cost: Amounts) -> int:
    """The resources of a cost, each below 4, as one number."""
    return sum(n << (2 * k) for k, n in enumerate(cost[:NUM_RESOURCES]))


def _span(face: int, trigger: str) -> tuple[int, int]:
    """First and last + 1 effect of an ability; both 0 where there is none."""
    rows = [row for row, (owner, ability, _) in enumerate(_ROWS) if owner == face and ability.trigger == trigger]
    return (rows[0], rows[-1] + 1) if rows else (0, 0)


def _answers() -> list[tuple[int, int, int]]:
    """What answers to a building: card, effect, and the colour asked for, NONE for a faction location.

    Those that gain by themselves come first, then those with a choice, at last those that are paid for.
    """
    rows = [
        (card, row, NONE if ability.arg == "faction" else int(ability.arg or 0))
        for card, face in enumerate(FACE_OF)
        for row, (owner, ability, _) in enumerate(_ROWS)
        if owner == face and ability.trigger == "you_build"
    ]
    return sorted(rows, key=lambda answer: {ops.CHOOSE: 1, ops.OFFER: 2}.get(_ROWS[answer[1]][2].op, 0))


def _asked(row: int, effect: Effect) -> tuple[int, int]:
    """The decision that an effect begins with, NONE without one, and its first number."""
    source, _, own, *_ = effect.parameters
    razed = (steps.LOCATION, purposes.OWN_RAZE) if own >= 0 else (steps.PLAYER, purposes.AIM_CHARIOT)
    asked = {
        ops.CHOOSE: (steps.OPTION, row),
        ops.OFFER: (steps.OFFERED, row),
        ops.COPY_PRODUCTION: (steps.LOCATION, purposes.OWN_COPY),
        ops.RESET: (steps.LOCATION, purposes.OWN_RESET),
        ops.RAZING: (steps.CHAPEL, 0) if source > 0 else razed,
        ops.GAIN_RAZE_GOOD: (steps.PLAYER, purposes.AIM_FIELD),
        ops.REMOVE: (steps.PLAYER, purposes.AIM_REMOVE),
        ops.BLOCK: (steps.PLAYER, purposes.AIM_BLOCK),
        ops.TAKE_OVER: (steps.PLAYER, purposes.AIM_TAKE_OVER),
        ops.TRADE_ROUTE: (steps.PLAYER, purposes.AIM_ROUTE),
        ops.STEAL: (steps.PLAYER, purposes.AIM_STEAL),
        ops.OPPONENT_DISCARDS: (steps.PLAYER, purposes.AIM_DISCARD),
        ops.HIT_DEAL: (steps.PLAYER, _DEAL_AIMS.get(source, NONE)),
        ops.USE_DEAL: (steps.DEAL, purposes.DEAL_USE),
        ops.BUILD_WAIVED: (steps.DEAL, purposes.DEAL_BUILD) if source else (steps.HAND, purposes.HAND_WAIVED),
        ops.TO_FOUNDATION: (steps.HAND, purposes.HAND_FOUNDATION),
    }
    return asked.get(effect.op, (NONE, 0))


def _chooses(face: int) -> bool:
    """Whether what a face produces asks its player something, so that its turn in Production is chosen (S26)."""
    ability = _DOES[face].get("produce")
    asking = ops.CHOOSE, ops.COPY_PRODUCTION, ops.DRAW_KEEP
    return ability is not None and (ability.effects[0].op in asking or ability.effects[0].goods[CARD] > 0)


def _suits(purpose: int, face: int) -> bool:
    """Whether a location may be chosen for a purpose as far as its face tells."""
    razes, common, row = _DATA.faces[face].raze is not None, _DESIGNS[face].deck == COMMON_DECK, _DESIGNS[face].row
    tests = {
        purposes.AT_RAZEABLE: razes,
        (purposes.AIM_BLOCK, purposes.OWN_RESET, purposes.OWN_ACTIVATE): row == ACTION,
        (purposes.AIM_ROUTE, purposes.OWN_SAMURAI, purposes.OWN_GAINED_SAMURAI): not common,
        (purposes.OWN_DEFENCE,): common,
        (purposes.OWN_RAZE,): common and razes,
        (purposes.OWN_COPY,): row == PRODUCTION,
        (purposes.OWN_PRODUCE,): _chooses(face),
        (purposes.OWN_GATE,): _deposits(face) == GATE,
    }
    return next((test for chosen, test in tests.items() if purpose in chosen), True)


def _points(op: int, k: int) -> int:
    """Victory points that a primitive gives for each thing, its k-th number; some of its rows have none."""
    return max(effect.parameters[k] for _, _, effect in _ROWS if effect.op == op)


def _deposits(face: int) -> int:
    """What is put on a face in the own turn: GATE for hand cards, SHRINE for resources, 0 for nothing."""
    return 1 + _DOES[face]["own_turn"].effects[0].parameters[0] if "own_turn" in _DOES[face] else 0


def _attacked(face: Face) -> tuple[int, ...]:
    """How an attack orders what fits: by deal good (S136), row of the card, resources in the cost, stone (S133)."""
    deals = ("wood", "food", "worker", "stone", "vp", "gold", "raze", "card")
    deal = 0 if face.deal is None else 1 + deals.index(RAZE_GOODS[face.deal])
    return deal, _DATA.designs[face.design].row, sum(face.cost[:LOCATION]), face.cost[STONE]


# -- faces and cards ---------------------------------------------------------------------------------------------------
card_face: Final = lookup(FACE_OF, np.int16)
"""(card): its face."""
first_card: Final = lookup([FACE_OF.index(face) for face in range(len(_DATA.faces))], np.int16)
"""(face): its first card."""
copies: Final = lookup([face.copies for face in _DATA.faces])
"""(face): how many cards it has."""
face_deck: Final = lookup([design.deck for design in _DESIGNS])
"""(face): its deck, 0 for the common one, else 1 + faction."""
face_row: Final = lookup([design.row for design in _DESIGNS])
"""(face): PRODUCTION, FEATURE or ACTION."""
has_color: Final = lookup([[int(color in design.colors) for color in range(len(COLORS))] for design in _DESIGNS])
"""(face, color): 1 if it has the colour; a card may have several, or none (S11)."""
face_cost: Final = lookup([face.cost for face in _DATA.faces])
"""(face, key): building cost: resources, then the location symbol."""
can_raze: Final = lookup([int(face.raze is not None) for face in _DATA.faces])
"""(face): 1 if it has a raze field (S52)."""
raze_good: Final = lookup([face.raze or [0] * len(RAZE_GOODS) for face in _DATA.faces])
"""(face, good): goods of its raze field."""
face_deal: Final = lookup([NONE if face.deal is None else face.deal for face in _DATA.faces])
"""(face): good of its deal field, NONE on common cards."""
_STARTS: Final = [next(k for k, d in enumerate(_DESIGNS) if d.deck == deck) for deck in range(len(_DATA.decks))]
deck_start: Final = lookup([*_STARTS, len(_DATA.faces)], np.int16)
"""(deck): its first face; that of the next deck is the end."""

# -- boards ------------------------------------------------------------------------------------------------------------
board_stores: Final = lookup([board.stores for board in _DATA.boards])
"""(faction): the good that it keeps in Cleanup (S68)."""
_MERCHANTS: Final = {faction: row for row, faction in enumerate(constants.MERCHANTS)}
route_row: Final = lookup([_MERCHANTS.get(board.faction, NONE) for board in _DATA.boards])
"""(faction): where the record has its deals by Trade Routes, NONE for a faction that cannot have any (S78)."""
attack_cards: Final = lookup(_DATA.attack_cards)
"""(good): attack cards with this target (S140)."""

# -- abilities ---------------------------------------------------------------------------------------------------------
effects: Final = lookup([[_span(face, trigger) for trigger in TRIGGERS] for face in range(len(_DATA.faces))], np.int16)
"""(face, trigger, k): first effect of the ability with a trigger (k = 0), one behind its last (k = 1); equal: none."""
thing_face: Final = lookup([*range(len(_DATA.faces)), *FACE_OF, *(face for face, _, _ in _ROWS)], np.int16)
"""(thing): the face itself; behind the faces: of the card; behind the cards: of the effect."""
_BOARDS: Final = [Effect(ops.GAIN, board.production, (0,) * components.PARAMETERS) for board in _DATA.boards]
_EFFECTS: Final = [*(effect for _, _, effect in _ROWS), *_BOARDS]
effect_op: Final = lookup([effect.op for effect in _EFFECTS])
"""(effect): its primitive; behind the effects of the cards stand those of the boards, faction by faction (S27)."""
effect_good: Final = lookup([effect.goods for effect in _EFFECTS])
"""(effect, good): goods that it gives."""
parameter: Final = lookup([effect.parameters for effect in _EFFECTS])
"""(effect, k): its k-th number."""
asked: Final = lookup([_asked(row, effect) for row, (_, _, effect) in enumerate(_ROWS)], np.int16)
"""(effect, k): the decision that it begins with (k = 0), NONE without one, and the first number of that (k = 1)."""
_ACTIVATIONS: Final = [does.get("activate") for does in _DOES]
activation_cost: Final = lookup([a.cost if a else [0] * len(PAY_KEYS) for a in _ACTIVATIONS])
"""(face, key): what an activation costs, by components.PAY_KEYS."""
activation_uses: Final = lookup([a.uses if a else 0 for a in _ACTIVATIONS])
"""(face): how often a round it can be activated (S57); 0: it has no action."""
GATE_VP: Final = _points(ops.DEPOSIT, 1)
"""For each card under a Gate (S74)."""
SCHOOL_VP: Final = _points(ops.CONVERT_DEAL_GOODS, 0)
"""For each good of a deal that is given up (S79)."""
CHAPEL_VP: Final = _points(ops.RAZING, 4)
"""For each good of a raze field that is given up (S100)."""

BUILT_TRIGGER: Final = TRIGGERS.index("built")
PRODUCE_TRIGGER: Final = TRIGGERS.index("produce")
ACTIVATE_TRIGGER: Final = TRIGGERS.index("activate")
RAZE_TRIGGER: Final = TRIGGERS.index("you_raze")
DEAL_TRIGGER: Final = TRIGGERS.index("you_deal")
VP_TRIGGER: Final = TRIGGERS.index("you_gain_vp")
EXCHANGE_TRIGGER: Final = TRIGGERS.index("opponent_exchange")
DEALS_TRIGGER: Final = TRIGGERS.index("deals_produced")
CLEANUP_TRIGGER: Final = TRIGGERS.index("cleanup")
TURN_TRIGGER: Final = TRIGGERS.index("own_turn")
END_TRIGGER: Final = TRIGGERS.index("game_end")

_LISTED: Final = [[card for card, face in enumerate(FACE_OF) if trigger in _DOES[face]] for trigger in TRIGGERS]
num_with: Final = lookup([len(cards) for cards in _LISTED], np.int16)
"""(trigger): how many cards have an ability of this trigger."""
card_with: Final = lookup([[*cards, *[NONE] * (NUM_CARDS - len(cards))] for cards in _LISTED], np.int16)
"""(trigger, k): the k-th of them."""
_ANSWERS: Final = _answers()
NUM_ANSWERS: Final = len(_ANSWERS)
answers: Final = lookup(_ANSWERS, np.int16)
"""(k, what): the k-th answer to a building: its card, its effect, the colour that it asks for (NONE: faction)."""
least_gain: Final = lookup([int(does["you_gain_vp"].arg or 0) if "you_gain_vp" in does else 0 for does in _DOES])
"""(face): victory points of one source from which it answers to them (S85)."""
exchange_limit: Final = lookup([does["opponent_exchange"].uses if "opponent_exchange" in does else 0 for does in _DOES])
"""(face): how often a round it answers to the exchange of workers by others (S83)."""
deposits: Final = lookup([_deposits(face) for face in range(len(_DATA.faces))])
"""(face): what is put on it in the own turn: GATE for hand cards, SHRINE for resources, 0 for nothing."""
building_amounts: Final = lookup([_packed(face.cost) for face in _DATA.faces])
"""(face): the resources that a building costs, as one number (wood + 4 x stone + 16 x food)."""
activation_amounts: Final = lookup([_packed(a.cost if a else ()) for a in _ACTIVATIONS])
"""(face): the resources that an activation costs, as one number."""
suits: Final = lookup(
    [[_suits(purpose, face) for face in range(len(_DATA.faces))] for purpose in range(len(purposes.PURPOSES))]
)
"""(purpose, face): 1 if a location may be chosen for a purpose as far as its face tells."""
at_location: Final = lookup([purpose in purposes.AT_LOCATIONS for purpose in range(len(purposes.PURPOSES))])
"""(purpose): 1 if an opponent's location is chosen."""
at_razeable: Final = lookup([purpose in purposes.AT_RAZEABLE for purpose in range(len(purposes.PURPOSES))])
"""(purpose): 1 if it is one that can be razed."""
of_own: Final = lookup([purpose in purposes.OF_OWN for purpose in range(len(purposes.PURPOSES))])
"""(purpose): 1 if an own location is chosen."""
is_placement: Final = lookup([kind in purposes.PLACEMENTS for kind in range(len(purposes.KINDS))])
"""(kind): 1 if an entry of a turn is free and leaves the turn as it is."""
_ATTACKED: Final = sorted({_attacked(face) for face in _DATA.faces})
attack_order: Final = lookup([_ATTACKED.index(_attacked(face)) for face in _DATA.faces])
"""(face): of the locations that fit, an attack takes the one with the largest number."""
