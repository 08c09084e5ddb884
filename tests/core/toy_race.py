"""A race with hidden numbers: the smallest game that needs all of the contract, for tests of the core.

Each seat holds a secret number of 1 to 3. In turn, a seat walks one step or, once a game, leaps as far as its secret
number. Who reaches the goal ends the game at once; the longest way wins. A limit of turns may cut the game off.
In :class:`ScriptedRace` some seats are played by the game itself.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from scythe_env.core.compiling import Layout, rule
from scythe_env.core.game import ENDED, NONE, RUNNING, TRUNCATED, Game, Rules, States
from scythe_env.core.observation import Block
from scythe_env.core.random import below, seed_rng

SEATS, GOAL = 3, 9
WALK, LEAP = 0, 1
TEXTS = ("walk", "leap")

LAYOUT = Layout(
    [("rng", np.int64, (4,)), ("limit", np.int16), ("players", np.int16), ("turn", np.int16), ("status", np.int16),
     ("seat_to_act", np.int16), ("way", np.int8, (SEATS,)), ("leapt", np.int8, (SEATS,)), ("secret", np.int8, (SEATS,)),
     ("scripted", np.int8), ("spare", np.int8, (4,))]
)  # fmt: skip


@rule
def deal(s, low, high, keep):
    """Give every seat but ``keep`` a secret number."""
    seed_rng(s, low, high, 0)
    for seat in range(SEATS):
        number = 1 + below(s, 3)
        if seat != keep:
            s.secret[seat] = number


@rule
def setup(s, raw, i, low, high):
    s.turn = 0
    s.status = RUNNING
    s.seat_to_act = 0
    for seat in range(SEATS):
        s.way[seat] = 0
        s.leapt[seat] = 0
    deal(s, low, high, NONE)


@rule
def do(s, action):
    seat = s.seat_to_act
    s.way[seat] += s.secret[seat] if action == LEAP else 1
    s.leapt[seat] |= action
    s.turn += 1
    if s.way[seat] >= GOAL:
        s.status = ENDED
    elif s.turn >= s.limit:
        s.status = TRUNCATED
    s.seat_to_act = s.turn % SEATS if s.status == RUNNING else NONE


@rule
def advance(s, mask):
    mask[WALK] = 1 if s.status == RUNNING else 0
    mask[LEAP] = 1 if s.status == RUNNING and s.leapt[s.seat_to_act] == 0 else 0


@rule
def observe(s, seat, out):
    for k in range(SEATS):
        other = (seat + k) % SEATS
        out[k] = s.way[other] / (GOAL + 2)
        out[SEATS + k] = s.leapt[other]
    out[2 * SEATS] = s.secret[seat] / 3


@rule
def score(s, out):
    for seat in range(SEATS):
        out[seat, 0] = s.way[seat]


@rule
def reward(scores, players, kind, out):
    best = 0
    for seat in range(players):
        best = max(best, scores[seat, 0])
    for seat in range(players):
        out[seat] = 1.0 if scores[seat, 0] == best else -1.0


@rule
def determinize(s, seat, low, high):
    deal(s, low, high, seat)


@rule
def leap_first(s, mask):
    return LEAP if mask[LEAP] == 1 else WALK


class Race(Game):
    """The rules; ``limit`` is the number of turns after which a game is cut off."""

    name = "race_v0"
    num_players = SEATS
    num_actions = 2
    observation_size = 2 * SEATS + 1
    score_shape = (SEATS, 1)
    reward_kind = 0
    rules = Rules(setup, do, advance, observe, score, reward, determinize)
    version = 1
    layout = LAYOUT

    def __init__(self, limit: int = 100) -> None:
        self.limit = limit

    def options(self) -> dict[str, Any]:
        return {"limit": self.limit}

    @classmethod
    def of_options(cls, options: Mapping[str, Any]) -> Race:
        return cls(**options)

    def configure(self, states: States) -> None:
        states["limit"] = self.limit

    def infos(self, states: States, i: int) -> list[dict[str, Any]]:
        infos: list[dict[str, Any]] = [{"colour": f"colour {seat}"} for seat in range(SEATS)]
        if self.seat_to_act(states, i) == NONE:
            for info, result in zip(infos, self.results(self.scores(states, i)), strict=True):
                info.update(result)
        return infos

    def results(self, scores: NDArray[np.int32]) -> list[dict[str, Any]]:
        return [{"score": int(way)} for way in scores[:, 0]]

    def action_text(self, states: States, i: int, action: int) -> str:
        return TEXTS[action]

    def parse_action(self, states: States, i: int, text: str) -> int:
        return TEXTS.index(text)

    def render(self, states: States, i: int, mode: str) -> str | NDArray[np.uint8]:
        way = states["way"][i]
        return " ".join(map(str, way)) if mode == "ansi" else np.repeat(way.astype(np.uint8), 3).reshape(1, SEATS, 3)

    def observation_space(self) -> spaces.Box:
        return spaces.Box(0.0, 1.0, (self.observation_size,), np.float32)

    def observation_blocks(self) -> tuple[Block, ...]:
        parts = (("way", SEATS, "ways from the observer on"), ("leapt", SEATS, "who has leapt"), ("secret", 1, "own"))
        starts = (0, SEATS, 2 * SEATS)
        return tuple(
            Block(name, (size,), 0.0, 1.0, slice(start, start + size), meaning)
            for start, (name, size, meaning) in zip(starts, parts, strict=True)
        )

    def action_texts(self, action: int) -> list[str]:
        return [TEXTS[action]]


class ScriptedRace(Race):
    """The same with scripted seats, which leap as soon as they may."""

    name = "scripted_race_v0"
    rules = Race.rules._replace(script=leap_first)

    def __init__(self, limit: int = 100, scripted_seats: tuple[int, ...] = (1,)) -> None:
        super().__init__(limit)
        self.scripted_seats = scripted_seats
