"""What a seat sees: one float32 vector, divided into named blocks, from the observing seat's point of view.

It holds what the seat may know at the table, with a perfect memory, and nothing else. Blocks of the game
come first; then each seat has the same blocks, the observer first, the others in turn order from it; then, if wanted,
each has those of how it stands. What never changes (terrain, rivers) is left out.
:meth:`~.Scythe.observation_blocks` lists the blocks with their slices.
"""

from __future__ import annotations

from typing import Final

from ..core.compiling import lookup, rule
from ..core.observation import BlockTable
from ..core.steps import Step
from . import steps
from .components import HEX_NAMES
from .constants import (
    COINS,
    FACTORY_SECTION,
    FLAG,
    MAX_DIAL,
    MAX_POPULARITY,
    MAX_POWER,
    MAX_STARS,
    NONE,
    NUM_BOTTOMS,
    NUM_CARD_VALUES,
    NUM_CARGO,
    NUM_COMBAT_CARDS,
    NUM_CUBES,
    NUM_FACTIONS,
    NUM_FACTORY_CARDS,
    NUM_GAINS,
    NUM_GOODS,
    NUM_HEXES,
    NUM_MATS,
    NUM_OBJECTIVES,
    NUM_OPTIONS,
    NUM_PLACES,
    NUM_RESOURCES,
    NUM_SIDES,
    NUM_SLOTS,
    NUM_STAR_KINDS,
    NUM_STRUCTURES,
    NUM_TILES,
    NUM_WORKERS,
    OBJECTIVE_COMPLETED,
    OBJECTIVE_IN_HAND,
    OBJECTIVES_DEALT,
    POPULARITY,
    RUNNING,
    START_WORKERS,
    TRAP,
    UNIT_WORKER,
)
from .knowledge import knows_factory
from .names import SIDES
from .rules.control import controlled_tokens, hand_size
from .rules.flow import star_count
from .rules.scoring import SCORE_TOTAL, score_part
from .tables import encounter_gain, encounter_pay

ENCOUNTER_GAINS: Final = 3  # behind what was taken and what is paid for it
CLIP: Final = 16.0  # counts without a limit in the rules (coins, tokens) are clipped here, after scaling

GAME: Final = BlockTable()
SEAT: Final = BlockTable()
STANDING: Final = BlockTable()

# -- the blocks of the game -------------------------------------------------------------------------------------------
G_ACTING: Final = GAME.block(
    "acting", (1,), 1, "1 if the observer has to act; then the blocks up to 'drove_off' say what is asked"
)
G_DECISION: Final = GAME.block("decision", (steps.NUM_OWN_DECISIONS,), 1, "decision that is due, one-hot")
G_ARGUMENTS: Final = GAME.block("arguments", (2,), CLIP, "numbers that come with the decision, / 16")
G_FOCUS: Final = GAME.block("focus", (NUM_PLACES,), 1, "place that the decision is about, one-hot")
G_UNIT: Final = GAME.block("unit", (UNIT_WORKER + 1,), 1, "moving unit: character, mechs by slot, worker, one-hot")
G_STEPS: Final = GAME.block("steps_left", (1,), 1, "steps of the moving unit, / 4")
G_CARGO: Final = GAME.block("cargo", (NUM_CARGO,), CLIP, "loaded: workers, walked workers, tokens by type, / 8")
G_COMBAT: Final = GAME.block(
    "combat",
    (NUM_SIDES + 1 + NUM_CARD_VALUES,),
    1,
    "observer attacks, defends, its dial / 7, its chosen cards by value / 4",
)
G_COERCED: Final = GAME.block("coerced", (1,), 1, "Coercion used this turn")
G_CROSSED: Final = GAME.block("crossed", (1,), 1, "Toka used this turn")
G_DROVE_OFF: Final = GAME.block("drove_off", (1,), 1, "an enemy worker was driven off this turn")
G_OBJECTIVES: Final = GAME.block("objectives", (NUM_OBJECTIVES,), 1, "objective cards in the observer's hand")
G_FACTORY: Final = GAME.block(
    "factory_deck", (NUM_FACTORY_CARDS,), 1, "cards on the Factory, if the observer has looked through them"
)
G_ENCOUNTER: Final = GAME.block(
    "encounter",
    (NUM_OPTIONS, ENCOUNTER_GAINS + NUM_GAINS),
    2,
    "open encounter card: option taken, cost in coins and popularity, gains, / 4",
)
G_ROUND: Final = GAME.block("round", (1,), 1, "round / maximum number of rounds")
G_TILE: Final = GAME.block("tile", (NUM_TILES,), 1, "structure bonus tile, one-hot")
G_DECK: Final = GAME.block("deck", (1,), 1, "combat cards in the deck / 42")
G_DISCARD: Final = GAME.block("discard", (NUM_CARD_VALUES,), 1, "combat cards in the discard pile by value / 16")
G_TOKENS: Final = GAME.block("tokens", (NUM_PLACES, NUM_RESOURCES), CLIP, "resource tokens / 4")
G_ENCOUNTERS: Final = GAME.block("encounters", (NUM_HEXES,), 1, "encounter tokens")
G_FLAGS: Final = GAME.block("flags", (NUM_HEXES,), 1, "flags")
G_ARMED: Final = GAME.block(
    "armed_traps", (NUM_HEXES,), 1, "armed traps by kind: power 0.25, coins 0.5, popularity 0.75, combat cards 1"
)
G_DISARMED: Final = GAME.block("disarmed_traps", (NUM_HEXES,), 1, "disarmed traps")
G_COMBAT_DUE: Final = GAME.block("combat_due", (NUM_HEXES,), 1, "territories in which a combat is due")
GAME_SIZE: Final = GAME.size

# -- the blocks of a seat ----------------------------------------------------------------------------------------------
S_ACTIVE: Final = SEAT.block("active", (1,), 1, "it is this seat's turn")
S_FACTION: Final = SEAT.block("faction", (NUM_FACTIONS,), 1, "one-hot, in ring order")
S_MAT: Final = SEAT.block("mat", (NUM_MATS,), 1, "player mat, one-hot")
S_POWER: Final = SEAT.block("power", (1,), 1, "/ 16")
S_POPULARITY: Final = SEAT.block("popularity", (1,), 1, "/ 18")
S_COINS: Final = SEAT.block("coins", (1,), CLIP, "/ 32")
S_HAND: Final = SEAT.block("hand", (1,), CLIP, "combat cards in hand / 8")
S_CARDS: Final = SEAT.block(
    "cards", (NUM_CARD_VALUES,), CLIP, "cards by value that the observer knows to be in this hand, / 4"
)
S_SHOWN: Final = SEAT.block(
    "shown", (NUM_CARD_VALUES,), CLIP, "cards by value of the observer's hand that this seat knows, / 4"
)
S_WORKERS_LEFT: Final = SEAT.block("workers_left", (1,), 1, "workers on the mat / 6")
S_CUBES: Final = SEAT.block("cubes", (NUM_CUBES,), 1, "upgraded benefits")
S_BOXES: Final = SEAT.block("boxes", (NUM_BOTTOMS,), 1, "covered costs of the bottom actions / 3")
S_DEPLOYED: Final = SEAT.block("deployed", (NUM_SLOTS,), 1, "mechs deployed, by slot")
S_BUILT: Final = SEAT.block("built", (NUM_STRUCTURES,), 1, "structures built, by kind")
S_RECRUITS: Final = SEAT.block("recruits", (NUM_BOTTOMS,), 1, "recruits enlisted, by bottom action")
S_ONE_TIME: Final = SEAT.block("one_time", (NUM_GOODS,), 1, "one-time bonuses taken, by good")
S_STARS: Final = SEAT.block("stars", (NUM_STAR_KINDS,), MAX_STARS, "stars by kind")
S_STAR_TOTAL: Final = SEAT.block("star_total", (1,), 1, "stars / 6")
S_SECTION: Final = SEAT.block("section", (FACTORY_SECTION + 1,), 1, "section of the last (or this) turn, one-hot")
S_FACTORY: Final = SEAT.block("factory_card", (NUM_FACTORY_CARDS,), 1, "Factory card, one-hot")
S_OBJECTIVES_LEFT: Final = SEAT.block("objectives_left", (1,), 1, "objective cards in hand / 2")
S_OBJECTIVES_DONE: Final = SEAT.block("objectives_done", (NUM_OBJECTIVES,), 1, "objectives revealed")
S_CHARACTER: Final = SEAT.block("character", (NUM_PLACES,), 1, "one-hot")
S_MECHS: Final = SEAT.block("mechs", (NUM_PLACES,), 1, "mechs by place / 4")
S_WORKERS: Final = SEAT.block("workers", (NUM_PLACES,), 1, "workers by place / 8")
S_STRUCTURES: Final = SEAT.block("structures", (NUM_HEXES,), 1, "mine 0.25, monument 0.5, armory 0.75, mill 1")
SEAT_SIZE: Final = SEAT.size

# -- how a seat stands -------------------------------------------------------------------------------------------------
T_PARTS: Final = STANDING.block(
    "score_parts",
    (SCORE_TOTAL,),
    CLIP,
    "score as it stands: coins, stars, territories, resources, structures, meander, / 25",
)
T_SCORE: Final = STANDING.block("score", (1,), CLIP, "their sum / 50")
T_LEAD: Final = STANDING.block("lead", (1,), CLIP, "how far it is ahead of the observer's score / 50", low=-CLIP)
T_TOKENS: Final = STANDING.block("resources", (NUM_RESOURCES,), CLIP, "resource tokens that it controls / 4")
STANDING_SIZE: Final = STANDING.size


# -- writing -----------------------------------------------------------------------------------------------------------


@rule
def clipped(value):
    """A scaled count within the range of its block."""
    return min(value, CLIP)


NO_PLACE: Final = 0
IN_A: Final = 1
IN_B: Final = 2
IN_COMBAT: Final = 3


def _place_source(step: Step) -> int:
    """Where the place is that a step is about: the number that is a territory, or the field that its row names."""
    for source, number in ((IN_A, step.a), (IN_B, step.b)):
        if number is not None and number.names == HEX_NAMES:
            return source
    return IN_COMBAT if step.place == "combat_place" else NO_PLACE


place_source: Final = lookup([_place_source(step) for step in steps.TABLE])
"""(kind): where the place is that a step is about, NO_PLACE, IN_A, IN_B or IN_COMBAT."""
is_of_side: Final = lookup([step.a is not None and step.a.names is SIDES for step in steps.TABLE])
"""(kind): 1 if the first number of a step is a side of a combat."""


@rule
def focus_place(s, kind, a, b):
    """The place that a decision is about, -1 for none."""
    if s.unit != NONE:
        return s.unit_place
    source = place_source(kind)
    if source == IN_COMBAT:
        return s.combat_place
    if source == IN_A:
        return a
    return b if source == IN_B else NONE


@rule
def observe_seat(s, seat, out):
    """Write the observation of a seat into ``out``, float32.

    The length of ``out`` says how many seats there is room for, and whether it ends with how they stand: that is a
    matter of the observer, so the record does not know it.
    """
    for k in range(out.shape[0]):
        out[k] = 0.0
    if s.status == RUNNING and s.seat_to_act == seat:
        observe_decision(s, seat, out)
    observe_game(s, seat, out)
    for k in range(s.players):
        # a slice, as compiled code checks for each index of unknown sign whether it counts from the end, which is slow
        observe_one(s, seat, (seat + k) % s.players, out[GAME_SIZE + k * SEAT_SIZE :])
    room = (out.shape[0] - GAME_SIZE) // SEAT_SIZE  # all standings together are shorter than the blocks of a seat
    standings = GAME_SIZE + room * SEAT_SIZE
    if standings < out.shape[0]:
        observe_standings(s, seat, out[standings:])


@rule
def observe_decision(s, seat, out):
    """What the observer is asked, and the marks that its answer depends on."""
    top = s.depth - 1
    kind = s.step_kind[top]
    a = s.step_a[top]
    b = s.step_b[top]
    out[G_ACTING] = 1.0
    if kind < steps.NUM_OWN_DECISIONS:
        out[G_DECISION + kind] = 1.0
    out[G_ARGUMENTS] = clipped(max(a, 0) / 16)
    out[G_ARGUMENTS + 1] = clipped(max(b, 0) / 16)
    place = focus_place(s, kind, a, b)
    if place != NONE:
        out[G_FOCUS + place] = 1.0
    if s.unit != NONE:
        out[G_UNIT + s.unit] = 1.0
        out[G_STEPS] = s.steps_left / 4
        for k in range(NUM_CARGO):
            out[G_CARGO + k] = clipped(s.cargo[k] / 8)
    if is_of_side(kind):
        out[G_COMBAT + a] = 1.0
        out[G_COMBAT + NUM_SIDES] = s.dial[a] / MAX_DIAL
        for value in range(NUM_CARD_VALUES):
            out[G_COMBAT + NUM_SIDES + 1 + value] = s.played[a, value] / 4
    if seat == s.active:
        out[G_COERCED] = s.coerced
        out[G_CROSSED] = s.crossed
        out[G_DROVE_OFF] = s.drove_off


@rule
def observe_game(s, seat, out):
    """Board and decks."""
    for k in range(OBJECTIVES_DEALT):
        if s.objective_state[seat, k] == OBJECTIVE_IN_HAND:
            out[G_OBJECTIVES + s.objective[seat, k]] = 1.0
    if knows_factory(s, seat):
        for card in range(NUM_FACTORY_CARDS):
            out[G_FACTORY + card] = s.factory_deck[card]
    if s.encounter_card != NONE:
        observe_encounter(s, out)
    out[G_ROUND] = s.round / s.max_rounds
    out[G_TILE + s.tile] = 1.0
    deck = 0
    for value in range(NUM_CARD_VALUES):
        deck += s.deck[value]
        out[G_DISCARD + value] = s.discard[value] / 16
    out[G_DECK] = deck / NUM_COMBAT_CARDS
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
            out[start + hex_] = (token - TRAP + 1) / NUM_GOODS


@rule
def observe_encounter(s, out):
    """The open encounter card: what its options cost and give."""
    for option in range(NUM_OPTIONS):
        start = G_ENCOUNTER + option * (ENCOUNTER_GAINS + NUM_GAINS)
        out[start] = s.options_taken[option]
        out[start + 1] = encounter_pay(s.encounter_card, option, COINS) / 4
        out[start + 2] = encounter_pay(s.encounter_card, option, POPULARITY) / 4
        for kind in range(NUM_GAINS):
            out[start + ENCOUNTER_GAINS + kind] = encounter_gain(s.encounter_card, option, kind) / 4


@rule
def observe_one(s, observer, seat, out):
    """The blocks of one seat, which ``out`` begins with."""
    if seat == s.active:
        out[S_ACTIVE] = 1.0
    out[S_FACTION + s.faction[seat]] = 1.0
    if s.mat[seat] != NONE:
        out[S_MAT + s.mat[seat]] = 1.0
    out[S_POWER] = s.power[seat] / MAX_POWER
    out[S_POPULARITY] = s.popularity[seat] / MAX_POPULARITY
    out[S_COINS] = clipped(s.coins[seat] / 32)
    out[S_HAND] = hand_size(s, seat) / 8
    for value in range(NUM_CARD_VALUES):
        known = s.cards[seat, value] if seat == observer else s.known[observer, seat, value]
        out[S_CARDS + value] = known / 4
        out[S_SHOWN + value] = s.known[seat, observer, value] / 4
    out[S_WORKERS_LEFT] = s.workers_left[seat] / (NUM_WORKERS - START_WORKERS)
    for cube in range(NUM_CUBES):
        out[S_CUBES + cube] = s.cubes[seat, cube]
    for bottom in range(NUM_BOTTOMS):
        out[S_BOXES + bottom] = s.boxes[seat, bottom] / 3
        out[S_RECRUITS + bottom] = s.recruits[seat, bottom]
    for good in range(NUM_GOODS):
        out[S_ONE_TIME + good] = s.one_time[seat, good]
    for slot in range(NUM_SLOTS):
        if s.mechs[seat, slot] != NONE:
            out[S_DEPLOYED + slot] = 1.0
            out[S_MECHS + s.mechs[seat, slot]] += 1 / NUM_SLOTS
    for kind in range(NUM_STRUCTURES):
        if s.structures[seat, kind] != NONE:
            out[S_BUILT + kind] = 1.0
            out[S_STRUCTURES + s.structures[seat, kind]] = (kind + 1) / NUM_STRUCTURES
    for kind in range(NUM_STAR_KINDS):
        out[S_STARS + kind] = s.stars[seat, kind]
    out[S_STAR_TOTAL] = star_count(s, seat) / MAX_STARS
    if s.section[seat] != NONE:
        out[S_SECTION + s.section[seat]] = 1.0
    if s.factory_card[seat] != NONE:
        out[S_FACTORY + s.factory_card[seat]] = 1.0
    for k in range(OBJECTIVES_DEALT):
        if s.objective_state[seat, k] == OBJECTIVE_IN_HAND:
            out[S_OBJECTIVES_LEFT] += 1 / OBJECTIVES_DEALT
        elif s.objective_state[seat, k] == OBJECTIVE_COMPLETED:
            out[S_OBJECTIVES_DONE + s.objective[seat, k]] = 1.0
    if s.character[seat] != NONE:
        out[S_CHARACTER + s.character[seat]] = 1.0
    for place in range(NUM_PLACES):
        out[S_WORKERS + place] = s.workers[seat, place] / NUM_WORKERS


@rule
def observe_standings(s, observer, out):
    """How the seats stand, the observer first: the blocks which ``out`` begins with."""
    own = 0
    for k in range(s.players):
        seat = (observer + k) % s.players
        at = k * STANDING_SIZE
        score = 0
        for part in range(SCORE_TOTAL):
            coins = score_part(s, seat, part)
            out[at + T_PARTS + part] = clipped(coins / 25)
            score += coins
        if k == 0:
            own = score
        out[at + T_SCORE] = clipped(score / 50)
        out[at + T_LEAD] = max(clipped((score - own) / 50), -CLIP)
        for r in range(NUM_RESOURCES):
            out[at + T_TOKENS + r] = clipped(controlled_tokens(s, seat, r) / 4)
