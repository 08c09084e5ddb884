"""A race with hidden numbers: the smallest game that needs all of the contract, and all that a new game has to bring.

``data/statements.json`` has its rules.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar, Final

import numpy as np
from numpy.typing import NDArray

from scythe_env.core import options
from scythe_env.core.actions import ActionTable
from scythe_env.core.compiling import rule
from scythe_env.core.fields import MARK, SPECTATOR, Axis, Field, Fields, Number, owner
from scythe_env.core.game import ENDED, NONE, RUNNING, TRUNCATED, Game, Rules, States
from scythe_env.core.machine import frame, machine, push
from scythe_env.core.observation import BlockTable
from scythe_env.core.options import option
from scythe_env.core.random import below, seed_rng
from scythe_env.core.steps import NOTHING, StepTable

SEATS: Final = 3
GOAL: Final = 9
TIP_WORTH: Final = 2
SHIRTS: Final = ("red", "green", "blue")


@dataclass(frozen=True, kw_only=True)
class RaceConfig:
    """What a race is run with."""

    players: ClassVar[int] = SEATS
    limit: int = option(100, "number of turns after which a game is cut off", most=1000)
    shirts: Sequence[str | None] | None = option(None, "the colour of each seat", names=SHIRTS, each_seat=True)
    tips: bool = option(False, "seats may say in secret who will reach the goal")
    play_forced: bool = option(False, "decisions with one legal action are played on automatically")

    def __post_init__(self) -> None:
        options.check(self)


STEPS: Final = StepTable()
TIP: Final = STEPS.decision("tip", "R2", "who will reach the goal, or no tip", on=("tip", "next turn"), secret=True)
PACE: Final = STEPS.decision("pace", "R3", "walk or leap", on=("next turn",))
NEXT_TURN: Final = STEPS.automatic("next turn", "R4", "the next seat, or the end", on=(NOTHING,))
STEPS.close(globals())

ACTIONS: Final = ActionTable(STEPS.decisions)
WALK: Final = ACTIONS.block("walk", ("walk",), "one step")
LEAP: Final = ACTIONS.block("leap", ("leap",), "as many steps as the secret number says")
NO_TIP: Final = ACTIONS.block("no_tip", ("no tip",), "say nothing")
TIP_ON: Final = ACTIONS.block("tip_on", tuple(f"tip on {seat}" for seat in range(SEATS)), "who will reach the goal")

SEAT: Final = Axis("seat", SEATS, tuple(f"seat {k}" for k in range(SEATS)))
COURSE: Final = (
    *frame(STEPS, SEAT, SEATS + 1),
    Field("turn", np.int64, holds=Number(0, 1000)),
    Field("way", np.int64, (SEAT,)),
    Field("leapt", np.int64, (SEAT,), MARK),
    Field("secret", np.int64, (SEAT,), Number(1, 3), seen=owner),
    Field("tip", np.int64, (SEAT,), SEAT, seen=owner),
)
FIELDS: Final = Fields(
    Field("players", np.int64), Field("scripted", np.int64), *options.fields(RaceConfig, SEAT), *COURSE
)

OF_GAME: Final = BlockTable()
O_DECISION: Final = OF_GAME.block("decision", (len(STEPS.decisions),), 1, "what the observer is asked, one-hot")
O_SECRET: Final = OF_GAME.block("secret", (1,), 1, "the observer's own number / 3")
O_TIP: Final = OF_GAME.block("tip", (SEATS,), 1, "the observer's own tip, by distance from it, one-hot")
OF_SEAT: Final = BlockTable()
O_WAY: Final = OF_SEAT.block("way", (1,), 1, "steps / 11")
O_LEAPT: Final = OF_SEAT.block("leapt", (1,), 1, "1 if the seat has leapt")
GAME_SIZE: Final = OF_GAME.size
SEAT_SIZE: Final = OF_SEAT.size

clear = FIELDS.emptying("clear", *COURSE)


@rule
def deal(s, keep, low, high):
    """R1: give every seat but ``keep`` a secret number, and another tip where it has given one."""
    seed_rng(s, low, high, 0)
    for seat in range(SEATS):
        number = 1 + below(s, 3)
        if seat != keep:
            s.secret[seat] = number
            if s.tip[seat] != NONE:
                s.tip[seat] = below(s, SEATS)


@rule
def setup(s, raw, i, low, high):
    clear(s)
    deal(s, NONE, low, high)
    s.status = RUNNING
    push(s, NEXT_TURN, 0, 0, 0)
    for k in range(SEATS):
        push(s, TIP, SEATS - 1 - k, 0, 0)


@rule
def legal_tip(s, mask):
    mask[NO_TIP] = 1
    for seat in range(SEATS):
        mask[TIP_ON + seat] = s.tips


@rule
def do_tip(s, seat, action):
    s.tip[seat] = NONE if action == NO_TIP else action - TIP_ON


@rule
def legal_pace(s, seat, mask):
    mask[WALK] = 1
    mask[LEAP] = 1 - s.leapt[seat]


@rule
def do_pace(s, seat, action):
    s.way[seat] += s.secret[seat] if action == LEAP else 1
    s.leapt[seat] |= 1 if action == LEAP else 0
    s.turn += 1


@rule
def run_next_turn(s):
    if s.way[(s.turn - 1) % SEATS] >= GOAL:
        s.status = ENDED
    elif s.turn >= s.limit:
        s.status = TRUNCATED
    else:
        push(s, NEXT_TURN, 0, 0, 0)
        push(s, PACE, s.turn % SEATS, 0, 0)


@rule
def observe(s, seat, out):
    for k in range(GAME_SIZE + SEATS * SEAT_SIZE):
        out[k] = 0.0
    if s.seat_to_act == seat:
        out[O_DECISION + s.decision] = 1.0
    out[O_SECRET] = s.secret[seat] / 3
    if s.tip[seat] != NONE:
        out[O_TIP + (s.tip[seat] + SEATS - seat) % SEATS] = 1.0
    for k in range(SEATS):
        start = GAME_SIZE + k * SEAT_SIZE
        out[start + O_WAY] = s.way[(seat + k) % SEATS] / (GOAL + 2)
        out[start + O_LEAPT] = s.leapt[(seat + k) % SEATS]


@rule
def score(s, out):
    for seat in range(SEATS):
        tip = s.tip[seat]
        out[seat, 0] = s.way[seat] + (TIP_WORTH if tip != NONE and s.way[tip] >= GOAL else 0)


@rule
def reward(scores, players, kind, out):
    best = 0
    for seat in range(players):
        best = max(best, scores[seat, 0])
    for seat in range(players):
        out[seat] = 1.0 if scores[seat, 0] == best else -1.0


do, advance = machine(STEPS, [sys.modules[__name__]], ACTIONS.size, NO_TIP)


class Race(Game):
    """The race, from all that is above."""

    name = "race_v0"
    version = 1
    config_type = RaceConfig
    fields = FIELDS
    steps = STEPS
    actions = ACTIONS
    blocks = OF_GAME, OF_SEAT
    score_columns = ("score",)
    score_rows = SEATS
    rules = Rules(setup, do, advance, observe, score, reward, deal)

    info_names: ClassVar = {"shirt": SHIRTS}

    def about(self, states: States, i: int, seat: int) -> dict[str, int]:
        return {"shirt": int(states["shirts"][i, seat])}

    def rounds(self, states: States, i: int) -> int:
        return int(states["turn"][i]) // SEATS + 1

    def render(self, states: States, i: int, mode: str, seat: int = SPECTATOR) -> str | NDArray[np.uint8]:
        if mode == "ansi":
            return super().render(states, i, mode, seat)
        return np.repeat(states["way"][i].astype(np.uint8), 3).reshape(1, SEATS, 3)
