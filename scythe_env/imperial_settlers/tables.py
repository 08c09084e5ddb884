"""Constant tables of the components, as the rules read them: a rule for each table that looks up an element.

The text below a rule begins with what it is called with.
"""

from __future__ import annotations

from typing import Final

import numpy as np

from ..core.compiling import lookup
from . import ops
from .components import COLORS, PAY_KEYS, RAZE_GOODS, TRIGGERS, Ability, load_components
from .constants import NONE, NUM_CARDS

_DATA: Final = load_components()
_DESIGNS: Final = [_DATA.designs[face.design] for face in _DATA.faces]
_FACE_OF: Final = [k for k, face in enumerate(_DATA.faces) for _ in range(face.copies)]
_FIRST: Final = [_FACE_OF.index(face) for face in range(len(_DATA.faces))]
_ROWS: Final = [
    (face, ability, effect)
    for face, design in enumerate(_DESIGNS)
    for ability in design.abilities
    for effect in ability.effects
]
NUM_EFFECTS: Final = len(_ROWS)


def _ranges() -> np.ndarray:
    """First and last + 1 effect (faces, triggers, 2) of each ability; both 0 where there is none."""
    found = np.zeros((len(_DATA.faces), len(TRIGGERS), 2), int)
    for row, (face, ability, _) in enumerate(_ROWS):
        cell = found[face, TRIGGERS.index(ability.trigger)]
        cell[0] = cell[0] if cell[1] else row
        cell[1] = row + 1
    return found


def _activation(face: int) -> Ability | None:
    return next((a for a in _DESIGNS[face].abilities if a.trigger == "activate"), None)


def _with(trigger: str) -> list[int]:
    """The cards with an ability of a trigger."""
    return [card for card, face in enumerate(_FACE_OF) if any(a.trigger == trigger for a in _DESIGNS[face].abilities)]


def _answers() -> list[tuple[int, int, int]]:
    """What answers to a building: card, effect, and the colour asked for, NONE for a faction location.

    Those that gain by themselves come first, then those with a choice, at last those that are paid for.
    """
    rows = [
        (card, row, NONE if ability.arg == "faction" else int(ability.arg or 0))
        for card, face in enumerate(_FACE_OF)
        for row, (owner, ability, _) in enumerate(_ROWS)
        if owner == face and ability.trigger == "you_build"
    ]
    return sorted(rows, key=lambda answer: {ops.CHOOSE: 1, ops.OFFER: 2}.get(_ROWS[answer[1]][2].op, 0))


# -- faces and cards ---------------------------------------------------------------------------------------------------
card_face: Final = lookup(_FACE_OF, np.int16)
"""(card): its face."""
first_card: Final = lookup(_FIRST, np.int16)
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
board_good: Final = lookup([board.production for board in _DATA.boards])
"""(faction, good): what its board produces (S27)."""
board_stores: Final = lookup([board.stores for board in _DATA.boards])
"""(faction): the good that it keeps in Cleanup (S68)."""
attack_cards: Final = lookup(_DATA.attack_cards)
"""(good): attack cards with this target (S140)."""

# -- abilities ---------------------------------------------------------------------------------------------------------
effects: Final = lookup(_ranges(), np.int16)
"""(face, trigger, k): first effect of the ability with a trigger (k = 0), one behind its last (k = 1); equal: none."""
effect_face: Final = lookup([face for face, _, _ in _ROWS], np.int16)
"""(effect): the face that it belongs to."""
effect_op: Final = lookup([effect.op for _, _, effect in _ROWS])
"""(effect): its primitive."""
effect_good: Final = lookup([effect.goods for _, _, effect in _ROWS])
"""(effect, good): goods that it gives."""
parameter: Final = lookup([effect.parameters for _, _, effect in _ROWS])
"""(effect, k): its k-th number."""
_ACTIVATIONS: Final = [_activation(face) for face in range(len(_DATA.faces))]
activation_cost: Final = lookup([a.cost if a else [0] * len(PAY_KEYS) for a in _ACTIVATIONS])
"""(face, key): what an activation costs, by components.PAY_KEYS."""
activation_uses: Final = lookup([a.uses if a else 0 for a in _ACTIVATIONS])
"""(face): how often a round it can be activated (S57); 0: it has no action."""

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

_LISTED: Final = [_with(trigger) for trigger in TRIGGERS]
num_with: Final = lookup([len(cards) for cards in _LISTED], np.int16)
"""(trigger): how many cards have an ability of this trigger."""
card_with: Final = lookup([[*cards, *[NONE] * (NUM_CARDS - len(cards))] for cards in _LISTED], np.int16)
"""(trigger, k): the k-th of them."""
_ANSWERS: Final = _answers()
NUM_ANSWERS: Final = len(_ANSWERS)
answer: Final = lookup(_ANSWERS, np.int16)
"""(k, what): the k-th answer to a building: its card, its effect, the colour that it asks for (NONE: faction)."""
least_gain: Final = lookup(
    [next((int(a.arg or 0) for a in design.abilities if a.trigger == "you_gain_vp"), 0) for design in _DESIGNS]
)
"""(face): victory points of one source from which it answers to them (S85)."""
exchange_limit: Final = lookup(
    [next((a.uses for a in design.abilities if a.trigger == "opponent_exchange"), 0) for design in _DESIGNS]
)
"""(face): how often a round it answers to the exchange of workers by others (S83)."""
deposits: Final = lookup(
    [
        next(
            (1 + effect.parameters[0] for a in design.abilities for effect in a.effects if effect.op == ops.DEPOSIT), 0
        )
        for design in _DESIGNS
    ]
)
"""(face): what is put on it in the own turn: GATE for hand cards, SHRINE for resources, 0 for nothing."""
building_amounts: Final = lookup([sum(n << (2 * k) for k, n in enumerate(face.cost[:3])) for face in _DATA.faces])
"""(face): the resources that a building costs, as one number (wood + 4 x stone + 16 x food)."""
