"""The state of one game: one element of the structured dtype :data:`STATE`, declared field by field in :data:`FIELDS`.

Fields are signed integers without padding (8, then 2, then 1 byte each), so a copy is a memory copy and equal games
have equal bytes. Seats are 0 .. ``players - 1`` in clockwise order; places are the 47 hexes, then the 7 home bases in
the order of the factions; -1 stands for "none" or "not on the board".
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

import numpy as np

from ..core.fields import MARK, Axis, Field, Fields, Name, Number, named, nobody
from ..core.machine import STATUS, STEP_NUMBER
from . import components, constants, names
from .config import MAX_ROUNDS, RECORDED
from .constants import MAX_DIAL, MAX_PLAYERS, MAX_SPACES, NONE, NUM_FIGHTERS, NUM_LEVELS
from .knowledge import sees_choice, sees_factory_deck, sees_hand, sees_known, sees_objective
from .names import PLACES, mech_names, unit_names
from .steps import DECISIONS, END_ENCOUNTER, END_MOVE, END_UNIT, PRODUCE_PLACE, UNIT

I8, I2, I1 = np.int64, np.int16, np.int8
AMOUNT: Final = Number(0, 10_000)
STEPS: Final = Number(0, max(constants.MOVE_STEPS, constants.FACTORY_MOVE_STEPS) + constants.SPEED_STEPS)  # R57, R162
STACK_SIZE: Final = 24


def _factions(state: Any, *at: int) -> tuple[str, ...]:
    """Seats are called by their factions."""
    return tuple(components.FACTIONS[faction] for faction in state["faction"][: state["players"]].tolist())


def _units(state: Any) -> tuple[str, ...]:
    """The units of the active seat."""
    return unit_names(int(state["faction"][state["active"]]))


def _done(state: Any, seat: int, part: int) -> Sequence[Name]:
    """What the parts of an Automa's last turn are called."""
    units = unit_names(int(state["faction"][seat]))
    return (range(1, constants.NUM_AUTOMA_CARDS + 1), components.AUTOMA_ACTS, units, PLACES, PLACES)[part]


class _OwnPlace(Axis):
    """Places that a seat may also call its base."""

    def index(self, state: Any, at: tuple[int, ...], value: object, place: str) -> int:
        home = constants.NUM_HEXES + int(state["faction"][at[0]])
        return home if value == "base" else super().index(state, at, value, place)


class _CharacterPlace(_OwnPlace):
    """Places of a character; that of an Automa may be on the faction mat, which is nowhere (A66)."""

    def index(self, state: Any, at: tuple[int, ...], value: object, place: str) -> int:
        return NONE if value == "mat" and state["level"][at[0]] else super().index(state, at, value, place)


# -- what is counted ---------------------------------------------------------------------------------------------------
SEAT: Final = Axis("player", MAX_PLAYERS, _factions)
FACTION: Final = named("faction", components.FACTIONS)
MAT: Final = named("player mat", components.MATS)
HEX: Final = named("hex", components.HEX_NAMES)
PLACE: Final = named("place", PLACES)
OWN_PLACE: Final = _OwnPlace("place", len(PLACES), PLACES)
CHARACTER_PLACE: Final = _CharacterPlace("place", len(PLACES), PLACES)
RESOURCE: Final = named("resource", components.RESOURCES)
VALUE: Final = named("combat card value", names.CARD_VALUES)
SECTION: Final = named("section", names.SECTIONS)
CUBE: Final = named("upgradable benefit", names.CUBES)
BOTTOM: Final = named("bottom action", components.BOTTOM_ACTIONS)
GOOD: Final = named("good", names.GOODS)
MECH: Final = Axis("mech", constants.NUM_SLOTS, lambda state, seat: mech_names(int(state["faction"][seat])))
STRUCTURE: Final = named("structure", components.STRUCTURES)
STAR: Final = named("kind of star", components.STAR_GOALS)
TILE: Final = named("structure bonus tile", components.TILE_KINDS)
DECISION: Final = named("decision", DECISIONS)
MOVER: Final = Axis("unit", NUM_FIGHTERS + 1, _units)
FIGHTER: Final = Axis("unit", NUM_FIGHTERS, lambda state: _units(state)[:NUM_FIGHTERS])
LOADED: Final = named("kind of cargo", names.CARGO)
SIDE: Final = named("side", names.SIDES)
OPTION: Final = named("option", components.LETTERS)
OBJECTIVE: Final = named("objective", range(1, constants.NUM_OBJECTIVES + 1))
ENCOUNTER: Final = named("encounter card", range(1, constants.NUM_ENCOUNTERS + 1))
FACTORY_CARD: Final = named("Factory card", range(1, constants.NUM_FACTORY_CARDS + 1))
DEALT: Final = Axis("dealt objective", constants.OBJECTIVES_DEALT)
WORD: Final = Axis("word", 4)
LEVEL: Final = Axis("step", STACK_SIZE)
SEAT_NUMBER: Final = named("seat", range(MAX_PLAYERS))
AUTOMA_CARD: Final = named("Automa card", range(1, constants.NUM_AUTOMA_CARDS + 1))
TEAM: Final = named("team", names.TEAMS)
LAST: Final = named("part of the last turn", names.LAST_PARTS)
FOUGHT: Final = named("part of a fight", names.FOUGHT_PARTS)
DONE: Final = Axis("entry", len(PLACES), _done)

FIELDS: Final = Fields(
    Field("rng", I8, (WORD,), Number(0, 2**32 - 1), seen=nobody, key="rng"),  # generator of play (sfc32 words)
    # -- 2 bytes: configuration ----------------------------------------------------------------------------------------
    Field("players", I2),
    Field("max_rounds", I2, holds=Number(1, MAX_ROUNDS)),
    *(Field(option.field, I2, holds=MARK) for option in RECORDED if option.type is bool),
    Field("wanted_tile", I2, holds=TILE),  # the one asked for, NONE: drawn
    Field("automas", I2, holds=Number(0, MAX_PLAYERS)),  # seats of Automas
    Field("scripted", I2, holds=Number(0, 2**MAX_PLAYERS - 1)),  # bit k: seat k is an Automa's
    Field("automa_team", I2, holds=TEAM),
    # -- 2 bytes: course of the game -----------------------------------------------------------------------------------
    Field("tile", I2, holds=TILE, key="tile"),  # structure bonus tile in play
    Field("status", I2, holds=STATUS, key="turn.status"),
    Field("round", I2, holds=Number(1, MAX_ROUNDS + 1), key="turn.round"),
    Field("first", I2, holds=SEAT, key="turn.first"),  # seat that began
    Field("active", I2, holds=SEAT, key="turn.active"),  # seat whose turn it is
    Field("decision", I2, holds=DECISION, key="turn.decision"),  # NONE when the game is over
    Field("seat_to_act", I2, holds=SEAT, key="turn.to_act"),  # who makes it
    Field("depth", I2),  # steps on the stack
    Field("step_kind", I2, (LEVEL,)),
    Field("step_seat", I2, (LEVEL,)),
    Field("step_a", I2, (LEVEL,), STEP_NUMBER),
    Field("step_b", I2, (LEVEL,), STEP_NUMBER),
    # -- 2 bytes: marks of the turn ------------------------------------------------------------------------------------
    Field("coerced", I2, holds=MARK, key="in_progress.coercion_used"),  # Coercion used (R111)
    Field("crossed", I2, holds=MARK, key="in_progress.river_crossed"),  # Toka used (R229)
    Field("drove_off", I2, holds=MARK, key="in_progress.drove_off"),  # an enemy worker was driven off (objective 6)
    # -- 2 bytes: the Move action under way ----------------------------------------------------------------------------
    Field("unit", I2, holds=MOVER, until=END_UNIT, key="in_progress.move.unit"),  # moving unit
    Field("unit_place", I2, holds=PLACE, until=END_UNIT, key="in_progress.move.place"),  # where it is
    Field("steps_left", I2, holds=STEPS, until=END_UNIT, key="in_progress.move.steps_left"),
    Field("stopped", I2, holds=MARK, until=END_UNIT, key="in_progress.move.stopped"),
    Field("encounter_due", I2, holds=MARK, until=END_MOVE, key="in_progress.move.encounter_due"),
    Field("token_due", I2, holds=MARK, until=END_MOVE, key="in_progress.move.token_due"),  # for a flag or trap
    Field("cargo", I2, (LOADED,), AMOUNT, until=END_UNIT, key="in_progress.move.cargo"),  # chosen to go along
    # what came with a unit that waits for a combat (R186), as came_workers below
    Field("came_tokens", I2, (FIGHTER, RESOURCE), AMOUNT, until=END_MOVE, key="in_progress.move.came_tokens"),
    # -- 2 bytes: Produce, encounter, combat under way -----------------------------------------------------------------
    Field("produce_left", I2, until=PRODUCE_PLACE, key="in_progress.produce.left"),  # territories to choose
    Field("mill_place", I2, holds=PLACE, until=PRODUCE_PLACE, key="in_progress.produce.mill"),  # one more
    Field("encounter_card", I2, holds=ENCOUNTER, until=END_ENCOUNTER, key="in_progress.encounter.card"),
    Field("combat_place", I2, holds=PLACE, key="in_progress.combat.place"),  # of this or the last combat
    Field("defender", I2, holds=SEAT, key="in_progress.combat.defender"),
    Field("winner", I2, holds=SEAT, key="in_progress.combat.winner"),  # NONE until revealed
    Field("tie_base", I2, holds=FACTION, key="tie_token"),  # home base on which the token for ties is (A103)
    Field("driven", I2, key="in_progress.combat.driven"),  # workers of the loser that had to leave
    # -- 2 bytes: what can be large ------------------------------------------------------------------------------------
    Field("coins", I2, (SEAT,), AMOUNT, key="players[].coins"),
    Field("tokens", I2, (PLACE, RESOURCE), AMOUNT, key="tokens"),
    # -- 1 byte: configuration -----------------------------------------------------------------------------------------
    Field("wanted_faction", I1, (SEAT,), FACTION),  # asked for, NONE: drawn
    Field("wanted_mat", I1, (SEAT,), MAT),
    Field("wanted_level", I1, (SEAT,), Number(0, NUM_LEVELS)),  # of each Automa, in turn order
    # -- 1 byte: seats -------------------------------------------------------------------------------------------------
    Field("faction", I1, (SEAT,), FACTION, key="players[].faction"),
    Field("mat", I1, (SEAT,), MAT, key="players[].mat"),
    Field("seat_of", I1, (FACTION,), SEAT),  # NONE: not in the game
    Field("power", I1, (SEAT,), Number(0, constants.MAX_POWER), key="players[].power"),
    Field("popularity", I1, (SEAT,), Number(0, constants.MAX_POPULARITY), key="players[].popularity"),
    Field("cards", I1, (SEAT, VALUE), seen=sees_hand, counted=True, key="players[].combat_cards"),  # in hand
    Field("known", I1, (SEAT, SEAT, VALUE), seen=sees_known, key="players[].knows"),  # [knower, owner]: in its hand
    Field("objective", I1, (SEAT, DEALT), OBJECTIVE, seen=sees_objective),
    Field("objective_state", I1, (SEAT, DEALT)),
    Field("factory_card", I1, (SEAT,), FACTORY_CARD, key="players[].factory_card"),
    Field("section", I1, (SEAT,), SECTION, key="players[].section"),  # this turn's once chosen, or the last
    Field("cubes", I1, (SEAT, CUBE), MARK, key="players[].upgrades.benefits"),  # taken off, the benefit is upgraded
    Field("boxes", I1, (SEAT, BOTTOM), key="players[].upgrades.costs"),  # cubes on the cost of each bottom action
    Field("recruits", I1, (SEAT, BOTTOM), MARK, key="players[].recruits"),  # enlisted
    Field("one_time", I1, (SEAT, GOOD), MARK, key="players[].one_time_bonuses"),  # spaces used
    Field("stars", I1, (SEAT, STAR), key="players[].stars"),
    Field("workers_left", I1, (SEAT,), key="players[].workers_on_mat"),
    Field("character", I1, (SEAT,), CHARACTER_PLACE, key="players[].character"),
    Field("mechs", I1, (SEAT, MECH), OWN_PLACE, key="players[].mechs"),  # NONE: on the mat
    Field("structures", I1, (SEAT, STRUCTURE), HEX, key="players[].structures"),  # NONE: on the mat
    Field("workers", I1, (SEAT, OWN_PLACE), key="players[].workers"),
    # -- 1 byte: Automas -----------------------------------------------------------------------------------------------
    Field("level", I1, (SEAT,), Number(0, NUM_LEVELS), key="players[].automa.level"),  # NO_AUTOMA: an agent
    Field("space", I1, (SEAT,), Number(0, MAX_SPACES - 1), key="players[].automa.space"),  # of the star tracker
    Field("pile", I1, (SEAT,), SEAT_NUMBER),  # seat whose deck and card in use are this Automa's
    Field("automa_card", I1, (SEAT,), AUTOMA_CARD, key="players[].automa.card"),  # in use (A21)
    Field("automa_deck", I1, (SEAT, AUTOMA_CARD), MARK, key="players[].automa.deck"),  # 0: used
    # the Factory card that it took, face down (A69); the seats, by bits, that know the cards it was drawn from
    Field("face_down", I1, (SEAT, FACTORY_CARD), MARK, seen=nobody, counted=True, key="players[].automa.factory_card"),
    Field("drawn_from", I1, (SEAT,), Number(0, 2**MAX_PLAYERS - 1)),
    # what moved in the last turn, and by which card, for logs and pictures
    Field("last", I1, (SEAT, LAST), DONE, key="players[].automa.last"),
    # the last fight with an Automa that each seat began: what both sides revealed, for logs
    Field("fought", I1, (SEAT, FOUGHT), Number(0, constants.FOUGHT_DIGIT**2 - 1), key="in_progress.automa_fights"),
    # -- 1 byte: board -------------------------------------------------------------------------------------------------
    Field("encounters", I1, (HEX,), MARK, key="encounters"),  # tokens
    Field("faction_tokens", I1, (HEX,)),  # NO_TOKEN, FLAG, TRAP + good
    Field("armed", I1, (HEX,), MARK),
    # -- 1 byte: decks -------------------------------------------------------------------------------------------------
    Field("deck", I1, (VALUE,), seen=nobody, counted=True, key="combat_deck"),
    Field("discard", I1, (VALUE,), key="combat_discard"),
    Field("encounter_deck", I1, (ENCOUNTER,), MARK, key="encounter_deck"),  # not drawn yet
    Field("factory_deck", I1, (FACTORY_CARD,), MARK, seen=sees_factory_deck, counted=True, key="factory_cards"),
    # -- 1 byte: marks of the turn -------------------------------------------------------------------------------------
    Field("new_recruits", I1, (BOTTOM,), MARK, key="in_progress.new_recruits"),  # no ongoing bonus yet (R99)
    Field("new_structures", I1, (STRUCTURE,), MARK, key="in_progress.new_structures"),  # no bonus yet (R95)
    # -- 1 byte: the Move action under way -----------------------------------------------------------------------------
    Field("moved", I1, (FIGHTER,), MARK, until=UNIT, key="in_progress.move.moved"),
    Field("walked", I1, (PLACE,), until=UNIT, key="in_progress.move.walked"),  # workers there that have walked
    Field("origin", I1, (FIGHTER,), PLACE, until=END_MOVE, key="in_progress.move.origin"),  # where its move began
    Field("ended", I1, (FIGHTER,), PLACE, until=END_MOVE, key="in_progress.move.ended"),  # where it ended
    Field("came_workers", I1, (FIGHTER,), until=END_MOVE, key="in_progress.move.came_workers"),
    Field("rearm_due", I1, (FIGHTER,), MARK, until=END_MOVE, key="in_progress.move.rearm_due"),
    Field("combat_due", I1, (HEX,), MARK, until=END_MOVE, key="in_progress.move.combat_due"),
    # -- 1 byte: Produce, encounter, combat under way ------------------------------------------------------------------
    Field("producers", I1, (HEX,), until=PRODUCE_PLACE, key="in_progress.produce.producers"),
    Field("options_taken", I1, (OPTION,), MARK, until=END_ENCOUNTER, key="in_progress.encounter.options_taken"),
    Field("dial", I1, (SIDE,), Number(0, MAX_DIAL), seen=sees_choice, key="in_progress.combat.dial"),  # power spent
    Field("played", I1, (SIDE, VALUE), seen=sees_choice, key="in_progress.combat.played"),  # combat cards chosen
    Field("fight_cards", I1, (SIDE,), AUTOMA_CARD, key="in_progress.combat.automa_cards"),  # drawn in the combat
    Field("retreat_lakes", I1, (HEX,), MARK, key="in_progress.combat.retreat_lakes"),  # where the loser's mechs went
    Field("spare", I1, (Axis("byte", 1),)),
)
"""The fields of a state, with comments where the name does not say what they mean."""

CONFIGURED: Final = frozenset(option.field for option in RECORDED)
"""Names of the fields that hold the configuration; a set-up leaves them."""

LAYOUT: Final = FIELDS.layout
STATE: Final = LAYOUT.dtype
"""The structured dtype of one game."""
