"""What a seat sees: one float32 vector, made of named blocks, written from the observing seat's point of view.

It holds what the seat may know at the table, also what a perfect memory knows, and nothing else. Blocks of the game
come first; then each seat has the same blocks, the observer first, the others in turn order from it. What never changes
(terrain, rivers) is left out. :func:`layout` lists the blocks with their slices.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from ..core.compiling import rule
from ..core.game import Block
from . import steps
from .constants import (
    FACTORY_SECTION,
    FLAG,
    NONE,
    NUM_CUBES,
    NUM_FACTIONS,
    NUM_FACTORY_CARDS,
    NUM_GAINS,
    NUM_HEXES,
    NUM_MATS,
    NUM_OBJECTIVES,
    NUM_PLACES,
    NUM_RESOURCES,
    NUM_SLOTS,
    NUM_STAR_KINDS,
    NUM_TILES,
    OBJECTIVE_COMPLETED,
    OBJECTIVE_IN_HAND,
    RUNNING,
    TRAP,
)
from .knowledge import knows_factory
from .rules.control import hand_size
from .rules.flow import star_count
from .tables import encounter_gain, encounter_pay

CLIP: Final = 16.0  # counts without a limit in the rules (coins, tokens) are clipped here, after scaling


_GAME: Final = (
    ("acting", (1,), 1, "1 if the observer has to act; then the blocks up to 'drove_off' say what is asked"),
    ("decision", (steps.NUM_DECISIONS,), 1, "decision that is due, one-hot"),
    ("arguments", (2,), CLIP, "numbers that come with the decision, / 16"),
    ("focus", (NUM_PLACES,), 1, "place that the decision is about, one-hot"),
    ("unit", (6,), 1, "moving unit: character, mechs by slot, worker, one-hot"),
    ("steps_left", (1,), 1, "steps of the moving unit, / 4"),
    ("cargo", (2 + NUM_RESOURCES,), CLIP, "loaded: workers, walked workers, tokens by type, / 8"),
    ("combat", (7,), 1, "observer attacks, defends, its dial / 7, its chosen cards by value / 4"),
    ("coerced", (1,), 1, "Coercion used this turn"),
    ("crossed", (1,), 1, "Toka used this turn"),
    ("drove_off", (1,), 1, "an enemy worker was driven off this turn"),
    ("objectives", (NUM_OBJECTIVES,), 1, "objective cards in the observer's hand"),
    ("factory_deck", (NUM_FACTORY_CARDS,), 1, "cards on the Factory, if the observer has looked through them"),
    ("encounter", (3, 3 + NUM_GAINS), 2, "open encounter card: option taken, cost in coins and popularity, gains, / 4"),
    ("round", (1,), 1, "round / maximum number of rounds"),
    ("tile", (NUM_TILES,), 1, "structure bonus tile, one-hot"),
    ("deck", (1,), 1, "combat cards in the deck / 42"),
    ("discard", (4,), 1, "combat cards in the discard pile by value / 16"),
    ("tokens", (NUM_PLACES, NUM_RESOURCES), CLIP, "resource tokens / 4"),
    ("encounters", (NUM_HEXES,), 1, "encounter tokens"),
    ("flags", (NUM_HEXES,), 1, "flags"),
    ("armed_traps", (NUM_HEXES,), 1, "armed traps by kind: power 0.25, coins 0.5, popularity 0.75, combat cards 1"),
    ("disarmed_traps", (NUM_HEXES,), 1, "disarmed traps"),
    ("combat_due", (NUM_HEXES,), 1, "territories in which a combat is due"),
)
_SEAT: Final = (
    ("active", (1,), 1, "it is this seat's turn"),
    ("faction", (NUM_FACTIONS,), 1, "one-hot, in ring order"),
    ("mat", (NUM_MATS,), 1, "player mat, one-hot"),
    ("power", (1,), 1, "/ 16"),
    ("popularity", (1,), 1, "/ 18"),
    ("coins", (1,), CLIP, "/ 32"),
    ("hand", (1,), CLIP, "combat cards in hand / 8"),
    ("cards", (4,), CLIP, "cards by value that the observer knows to be in this hand, / 4"),
    ("shown", (4,), CLIP, "cards by value of the observer's hand that this seat knows, / 4"),
    ("workers_left", (1,), 1, "workers on the mat / 6"),
    ("cubes", (NUM_CUBES,), 1, "upgraded benefits"),
    ("boxes", (NUM_SLOTS,), 1, "covered costs of the bottom actions / 3"),
    ("deployed", (NUM_SLOTS,), 1, "mechs deployed, by slot"),
    ("built", (NUM_SLOTS,), 1, "structures built, by kind"),
    ("recruits", (NUM_SLOTS,), 1, "recruits enlisted, by bottom action"),
    ("one_time", (NUM_SLOTS,), 1, "one-time bonuses taken, by good"),
    ("stars", (NUM_STAR_KINDS,), 6, "stars by kind"),
    ("star_total", (1,), 1, "stars / 6"),
    ("section", (FACTORY_SECTION + 1,), 1, "section of the last (or this) turn, one-hot"),
    ("factory_card", (NUM_FACTORY_CARDS,), 1, "Factory card, one-hot"),
    ("objectives_left", (1,), 1, "objective cards in hand / 2"),
    ("objectives_done", (NUM_OBJECTIVES,), 1, "objectives revealed"),
    ("character", (NUM_PLACES,), 1, "one-hot"),
    ("mechs", (NUM_PLACES,), 1, "mechs by place / 4"),
    ("workers", (NUM_PLACES,), 1, "workers by place / 8"),
    ("structures", (NUM_HEXES,), 1, "mine 0.25, monument 0.5, armory 0.75, mill 1"),
)


def _size(shape: tuple[int, ...]) -> int:
    size = 1
    for n in shape:
        size *= n
    return size


def _starts(blocks: tuple[tuple[str, tuple[int, ...], float, str], ...]) -> Iterator[int]:
    """Offset of each block, and last the size of all."""
    offset = 0
    for _, shape, _, _ in blocks:
        yield offset
        offset += _size(shape)
    yield offset


(
    G_ACTING, G_DECISION, G_ARGUMENTS, G_FOCUS, G_UNIT, G_STEPS, G_CARGO, G_COMBAT, G_COERCED, G_CROSSED, G_DROVE_OFF,
    G_OBJECTIVES, G_FACTORY, G_ENCOUNTER, G_ROUND, G_TILE, G_DECK, G_DISCARD, G_TOKENS, G_ENCOUNTERS, G_FLAGS, G_ARMED,
    G_DISARMED, G_COMBAT_DUE, GAME_SIZE,
) = _starts(_GAME)  # fmt: skip
(
    S_ACTIVE, S_FACTION, S_MAT, S_POWER, S_POPULARITY, S_COINS, S_HAND, S_CARDS, S_SHOWN, S_WORKERS_LEFT, S_CUBES,
    S_BOXES, S_DEPLOYED, S_BUILT, S_RECRUITS, S_ONE_TIME, S_STARS, S_STAR_TOTAL, S_SECTION, S_FACTORY,
    S_OBJECTIVES_LEFT, S_OBJECTIVES_DONE, S_CHARACTER, S_MECHS, S_WORKERS, S_STRUCTURES, SEAT_SIZE,
) = _starts(_SEAT)  # fmt: skip


def observation_size(players: int) -> int:
    """Length of the observation vector for a number of players."""
    return GAME_SIZE + players * SEAT_SIZE


def layout(players: int) -> tuple[Block, ...]:
    """The blocks of the observation vector in order; those of a seat are called ``seat_0.power`` and so on.

    Seat 0 is the observer, seat k the k-th after it in turn order.
    """
    blocks = []
    for (name, shape, high, meaning), start in zip(_GAME, _starts(_GAME), strict=False):
        blocks.append(Block(name, shape, 0.0, float(high), slice(start, start + _size(shape)), meaning))
    for k in range(players):
        for (name, shape, high, meaning), start in zip(_SEAT, _starts(_SEAT), strict=False):
            first = GAME_SIZE + k * SEAT_SIZE + start
            blocks.append(
                Block(f"seat_{k}.{name}", shape, 0.0, float(high), slice(first, first + _size(shape)), meaning)
            )
    return tuple(blocks)


# -- writing -----------------------------------------------------------------------------------------------------------


@rule
def clipped(value):
    """A scaled count within the range of its block."""
    return min(value, CLIP)


@rule
def focus_place(s, kind, a, b):
    """The place that a decision is about, -1 if it is about none."""
    if s.unit != NONE:
        return s.unit_place
    if steps.COMBAT_ABILITY <= kind <= steps.RETREAT_WORKER:
        return s.combat_place
    if kind == steps.TOKEN or kind == steps.RELOCATE_COUNT:
        return b
    if kind == steps.PRODUCE_COUNT or kind == steps.DEPLOY_MECH or kind == steps.BUILD_STRUCTURE:
        return a
    return NONE


@rule
def observe_seat(s, seat, out):
    """Write the observation of a seat into ``out``, float32 of shape (observation_size(players),)."""
    for k in range(GAME_SIZE + s.players * SEAT_SIZE):
        out[k] = 0.0
    if s.status == RUNNING and s.seat_to_act == seat:
        observe_decision(s, seat, out)
    observe_game(s, seat, out)
    for k in range(s.players):
        # a slice, as compiled code counts an index of unknown sign from the end where it is negative, which is slow
        observe_one(s, seat, (seat + k) % s.players, out[GAME_SIZE + k * SEAT_SIZE :])


@rule
def observe_decision(s, seat, out):
    """What the observer is asked, and the marks that its answer depends on."""
    top = s.depth - 1
    kind = s.step_kind[top]
    a = s.step_a[top]
    b = s.step_b[top]
    out[G_ACTING] = 1.0
    out[G_DECISION + kind] = 1.0
    out[G_ARGUMENTS] = clipped(max(a, 0) / 16)
    out[G_ARGUMENTS + 1] = clipped(max(b, 0) / 16)
    place = focus_place(s, kind, a, b)
    if place != NONE:
        out[G_FOCUS + place] = 1.0
    if s.unit != NONE:
        out[G_UNIT + s.unit] = 1.0
        out[G_STEPS] = s.steps_left / 4
        for k in range(2 + NUM_RESOURCES):
            out[G_CARGO + k] = clipped(s.cargo[k] / 8)
    if kind == steps.DIAL or kind == steps.COMBAT_CARD or kind == steps.COMBAT_ABILITY:
        out[G_COMBAT + a] = 1.0
        out[G_COMBAT + 2] = s.dial[a] / 7
        for value in range(4):
            out[G_COMBAT + 3 + value] = s.played[a, value] / 4
    if seat == s.active:
        out[G_COERCED] = s.coerced
        out[G_CROSSED] = s.crossed
        out[G_DROVE_OFF] = s.drove_off


@rule
def observe_game(s, seat, out):
    """Board and decks."""
    for k in range(2):
        if s.objective_state[seat, k] == OBJECTIVE_IN_HAND:
            out[G_OBJECTIVES + s.objective[seat, k]] = 1.0
    if knows_factory(s, seat):
        for card in range(NUM_FACTORY_CARDS):
            out[G_FACTORY + card] = s.factory_deck[card]
    if s.encounter_card != NONE:
        observe_encounter(s, out)
    out[G_ROUND] = s.round / s.max_rounds
    out[G_TILE + s.tile] = 1.0
    out[G_DECK] = (s.deck[0] + s.deck[1] + s.deck[2] + s.deck[3]) / 42
    for value in range(4):
        out[G_DISCARD + value] = s.discard[value] / 16
    for place in range(NUM_PLACES):
        for r in range(NUM_RESOURCES):
            out[G_TOKENS + place * NUM_RESOURCES + r] = clipped(s.tokens[place, r] / 4)
    for hex_ in range(NUM_HEXES):
        out[G_ENCOUNTERS + hex_] = s.encounters[hex_]
        out[G_COMBAT_DUE + hex_] = s.combat_due[hex_]
        token = s.faction_tokens[hex_]
        if token == FLAG:
            out[G_FLAGS + hex_] = 1.0
        elif token >= TRAP:
            start = G_ARMED if s.armed[hex_] else G_DISARMED
            out[start + hex_] = (token - TRAP + 1) / 4


@rule
def observe_encounter(s, out):
    """The open encounter card: what its options cost and give."""
    for option in range(3):
        start = G_ENCOUNTER + option * (3 + NUM_GAINS)
        out[start] = s.options_taken[option]
        out[start + 1] = encounter_pay(s.encounter_card, option, 0) / 4
        out[start + 2] = encounter_pay(s.encounter_card, option, 1) / 4
        for kind in range(NUM_GAINS):
            out[start + 3 + kind] = encounter_gain(s.encounter_card, option, kind) / 4


@rule
def observe_one(s, observer, seat, out):
    """The blocks of one seat, which ``out`` begins with."""
    if seat == s.active:
        out[S_ACTIVE] = 1.0
    out[S_FACTION + s.faction[seat]] = 1.0
    out[S_MAT + s.mat[seat]] = 1.0
    out[S_POWER] = s.power[seat] / 16
    out[S_POPULARITY] = s.popularity[seat] / 18
    out[S_COINS] = clipped(s.coins[seat] / 32)
    out[S_HAND] = hand_size(s, seat) / 8
    for value in range(4):
        known = s.cards[seat, value] if seat == observer else s.known[observer, seat, value]
        out[S_CARDS + value] = known / 4
        out[S_SHOWN + value] = s.known[seat, observer, value] / 4
    out[S_WORKERS_LEFT] = s.workers_left[seat] / 6
    for cube in range(NUM_CUBES):
        out[S_CUBES + cube] = s.cubes[seat, cube]
    for k in range(NUM_SLOTS):
        out[S_BOXES + k] = s.boxes[seat, k] / 3
        out[S_RECRUITS + k] = s.recruits[seat, k]
        out[S_ONE_TIME + k] = s.one_time[seat, k]
        if s.mechs[seat, k] != NONE:
            out[S_DEPLOYED + k] = 1.0
            out[S_MECHS + s.mechs[seat, k]] += 0.25
        if s.structures[seat, k] != NONE:
            out[S_BUILT + k] = 1.0
            out[S_STRUCTURES + s.structures[seat, k]] = (k + 1) / 4
    for kind in range(NUM_STAR_KINDS):
        out[S_STARS + kind] = s.stars[seat, kind]
    out[S_STAR_TOTAL] = star_count(s, seat) / 6
    if s.section[seat] != NONE:
        out[S_SECTION + s.section[seat]] = 1.0
    if s.factory_card[seat] != NONE:
        out[S_FACTORY + s.factory_card[seat]] = 1.0
    for k in range(2):
        if s.objective_state[seat, k] == OBJECTIVE_IN_HAND:
            out[S_OBJECTIVES_LEFT] += 0.5
        elif s.objective_state[seat, k] == OBJECTIVE_COMPLETED:
            out[S_OBJECTIVES_DONE + s.objective[seat, k]] = 1.0
    out[S_CHARACTER + s.character[seat]] = 1.0
    for place in range(NUM_PLACES):
        out[S_WORKERS + place] = s.workers[seat, place] / 8
