"""The state of one game: one element of the structured dtype :data:`STATE`.

Fields are signed integers without padding (8, then 2, then 1 byte each), so a copy is a memory copy and equal games
have equal bytes. Seats are 0 .. ``players - 1`` in clockwise order; places are the 47 hexes, then the 7 home bases in
the order of the factions; -1 stands for "none" or "not on the board".
"""

from __future__ import annotations

from typing import Final

import numpy as np

from ..core.compiling import Layout
from .constants import (
    MAX_PLAYERS,
    NUM_CUBES,
    NUM_ENCOUNTERS,
    NUM_FACTORY_CARDS,
    NUM_FIGHTERS,
    NUM_HEXES,
    NUM_PLACES,
    NUM_RESOURCES,
    NUM_SLOTS,
    NUM_STAR_KINDS,
)

P, H, L, R, S, F = MAX_PLAYERS, NUM_HEXES, NUM_PLACES, NUM_RESOURCES, NUM_SLOTS, NUM_FIGHTERS
STACK_SIZE: Final = 24

LAYOUT: Final = Layout(
    [
        ("rng", np.int64, (4,)),  # generator of play (sfc32 words)
        # -- 2 bytes: configuration ----------------------------------------------------------------------------------
        ("players", np.int16),
        ("max_rounds", np.int16),
        ("promo_encounters", np.int16),
        ("promo_factory", np.int16),
        ("promo_objectives", np.int16),
        ("exclude_banned_pairs", np.int16),
        ("relentless_factory", np.int16),
        ("camaraderie_always", np.int16),
        ("decline_gains", np.int16),
        ("play_forced", np.int16),  # decisions with one legal action are played on automatically
        ("wanted_tile", np.int16),  # the one asked for, -1: drawn
        # -- 2 bytes: course of the game -------------------------------------------------------------------------------
        ("tile", np.int16),  # structure bonus tile in play, 0..5
        ("status", np.int16),  # RUNNING, ENDED, TRUNCATED
        ("round", np.int16),  # from 1
        ("first", np.int16),  # seat that began
        ("active", np.int16),  # seat whose turn it is
        ("decision", np.int16),  # decision that is due, -1 when the game is over
        ("seat_to_act", np.int16),  # whose decision it is, -1 when the game is over
        ("depth", np.int16),  # steps on the stack
        ("step_kind", np.int16, (STACK_SIZE,)),
        ("step_seat", np.int16, (STACK_SIZE,)),
        ("step_a", np.int16, (STACK_SIZE,)),
        ("step_b", np.int16, (STACK_SIZE,)),
        # -- 2 bytes: marks of the turn --------------------------------------------------------------------------------
        ("coerced", np.int16),  # Coercion used (R111)
        ("crossed", np.int16),  # Toka used (R229)
        ("drove_off", np.int16),  # an enemy worker was driven off (objective 6)
        # -- 2 bytes: the Move action under way ------------------------------------------------------------------------
        ("unit", np.int16),  # moving unit: 0 character, 1..4 mech, 5 worker, -1 none
        ("unit_place", np.int16),  # where it stands
        ("steps_left", np.int16),
        ("stopped", np.int16),
        ("encounter_due", np.int16),
        ("token_due", np.int16),  # the character may still be asked for a flag or trap
        ("cargo", np.int16, (2 + R,)),  # chosen to go along: workers, walked workers, tokens by type
        ("came_tokens", np.int16, (F, R)),  # tokens that came with a unit which waits for a combat (R186)
        # -- 2 bytes: Produce, encounter, combat under way -------------------------------------------------------------
        ("produce_left", np.int16),  # territories that may still be chosen, the Mill's apart
        ("mill_place", np.int16),  # the extra territory, -1 none
        ("encounter_card", np.int16),  # 0..41, -1 none
        ("combat_place", np.int16),  # of the combat under way or the last one, -1 none
        ("defender", np.int16),
        ("winner", np.int16),  # -1 until revealed
        ("driven", np.int16),  # workers of the loser that had to leave
        # -- 2 bytes: what can be large --------------------------------------------------------------------------------
        ("coins", np.int16, (P,)),
        ("tokens", np.int16, (L, R)),  # resource tokens by place
        # -- 1 byte: configuration -------------------------------------------------------------------------------------
        ("wanted_faction", np.int8, (P,)),  # asked for, -1: drawn
        ("wanted_mat", np.int8, (P,)),
        # -- 1 byte: seats ---------------------------------------------------------------------------------------------
        ("faction", np.int8, (P,)),
        ("mat", np.int8, (P,)),
        ("seat_of", np.int8, (P,)),  # by faction, -1 not in the game
        ("power", np.int8, (P,)),
        ("popularity", np.int8, (P,)),
        ("cards", np.int8, (P, 4)),  # combat cards in hand by value 2..5
        ("known", np.int8, (P, P, 4)),  # [knower, owner]: cards the knower knows to be in the owner's hand
        ("objective", np.int8, (P, 2)),  # card index, number - 1
        ("objective_state", np.int8, (P, 2)),
        ("factory_card", np.int8, (P,)),  # card index, -1 none
        ("section", np.int8, (P,)),  # of the last turn, or of this one once chosen; -1 none
        ("cubes", np.int8, (P, NUM_CUBES)),  # 1: taken off, the benefit is upgraded
        ("boxes", np.int8, (P, S)),  # cubes on the cost of each bottom action
        ("recruits", np.int8, (P, S)),  # enlisted, by bottom action
        ("one_time", np.int8, (P, S)),  # one-time bonus spaces used, by good
        ("stars", np.int8, (P, NUM_STAR_KINDS)),
        ("workers_left", np.int8, (P,)),  # on the player mat
        ("character", np.int8, (P,)),  # place
        ("mechs", np.int8, (P, S)),  # place by slot, -1 on the mat
        ("structures", np.int8, (P, S)),  # hex by kind, -1 on the mat
        ("workers", np.int8, (P, L)),
        # -- 1 byte: board ---------------------------------------------------------------------------------------------
        ("encounters", np.int8, (H,)),  # tokens
        ("faction_tokens", np.int8, (H,)),  # NO_TOKEN, FLAG, TRAP + good
        ("armed", np.int8, (H,)),
        # -- 1 byte: decks ---------------------------------------------------------------------------------------------
        ("deck", np.int8, (4,)),  # combat cards by value
        ("discard", np.int8, (4,)),
        ("encounter_deck", np.int8, (NUM_ENCOUNTERS,)),  # 1: not drawn yet
        ("factory_deck", np.int8, (NUM_FACTORY_CARDS,)),  # 1: on the Factory
        # -- 1 byte: marks of the turn ---------------------------------------------------------------------------------
        ("new_recruits", np.int8, (S,)),  # of the active seat: no ongoing bonus yet (R99)
        ("new_structures", np.int8, (S,)),  # of the active seat: no bonus yet (R95)
        # -- 1 byte: the Move action under way -------------------------------------------------------------------------
        ("moved", np.int8, (F,)),
        ("walked", np.int8, (L,)),  # workers there that have walked in this action
        ("origin", np.int8, (F,)),  # place where the unit's move began, -1 has not moved
        ("ended", np.int8, (F,)),  # place where it ended
        ("came_workers", np.int8, (F,)),  # workers that came with a unit which waits for a combat
        ("rearm_due", np.int8, (F,)),
        ("combat_due", np.int8, (H,)),
        # -- 1 byte: Produce, encounter, combat under way --------------------------------------------------------------
        ("producers", np.int8, (H,)),
        ("options_taken", np.int8, (3,)),
        ("dial", np.int8, (2,)),  # power spent by attacker and defender
        ("played", np.int8, (2, 4)),  # combat cards chosen by each
        ("retreat_lakes", np.int8, (H,)),  # lakes to which a mech of the loser went
        ("spare", np.int8, (6,)),
    ]
)
"""The fields of a state; the comments beside them say what they mean."""

STATE: Final = LAYOUT.dtype
"""The structured dtype of one game."""
