"""A race with hidden numbers: the smallest game that needs all of the contract, for tests of the core.

Each seat holds a secret number of 1 to 3. In turn, a seat walks one step or, once a game, leaps as far as its secret
number. Who reaches the goal ends the game at once; the longest way wins. A limit of turns may cut the game off.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from scythe_env.core.compiling import Layout
from scythe_env.core.game import NOBODY, Game, Mask, Observation, States

SEATS, GOAL = 3, 9
WALK, LEAP = 0, 1
TEXTS = ("walk", "leap")


class Race(Game):
    """The rules; ``limit`` is the number of turns after which a game is cut off."""

    name = "race_v0"
    num_players = SEATS
    num_actions = 2
    observation_size = 2 * SEATS + 1
    version = 1
    layout = Layout(
        [("limit", np.int16), ("turn", np.int16), ("way", np.int8, (SEATS,)), ("leapt", np.int8, (SEATS,)),
         ("secret", np.int8, (SEATS,)), ("over", np.int8)]
    )  # fmt: skip

    def __init__(self, limit: int = 100) -> None:
        self.limit = limit

    def new_states(self, n: int) -> States:
        states = np.zeros(n, self.layout.dtype)
        states["limit"] = self.limit
        return states

    def reset(self, states: States, i: int, seed: int, mask: Mask) -> None:
        states[i] = self.new_states(1)[0]
        self._deal(states, i, seed)
        self.legal(states, i, mask)

    def _deal(self, states: States, i: int, seed: int, keep: int = NOBODY) -> None:
        numbers = np.random.default_rng(seed).integers(1, 4, SEATS)
        for seat in range(SEATS):
            if seat != keep:
                states["secret"][i, seat] = numbers[seat]

    def step(self, states: States, i: int, action: int, mask: Mask) -> None:
        seat = self.seat_to_act(states, i)
        states["way"][i, seat] += states["secret"][i, seat] if action == LEAP else 1
        states["leapt"][i, seat] |= action
        states["turn"][i] += 1
        states["over"][i] = states["way"][i, seat] >= GOAL
        self.legal(states, i, mask)

    def legal(self, states: States, i: int, mask: Mask) -> None:
        seat = self.seat_to_act(states, i)
        mask[WALK] = seat != NOBODY
        mask[LEAP] = seat != NOBODY and not states["leapt"][i, seat]

    def seat_to_act(self, states: States, i: int) -> int:
        turn = int(states["turn"][i])
        return NOBODY if states["over"][i] or turn >= states["limit"][i] else turn % SEATS

    def truncated(self, states: States, i: int) -> bool:
        return not states["over"][i]

    def observe(self, states: States, i: int, seat: int, out: Observation) -> None:
        order = [(seat + k) % SEATS for k in range(SEATS)]
        out[:SEATS] = states["way"][i, order] / (GOAL + 2)
        out[SEATS : 2 * SEATS] = states["leapt"][i, order]
        out[2 * SEATS] = states["secret"][i, seat] / 3

    def determinize(self, states: States, i: int, seat: int, seed: int) -> None:
        self._deal(states, i, seed, keep=seat)

    def rewards(self, states: States, i: int) -> list[float]:
        way = states["way"][i]
        return [1.0 if way[seat] == way.max() else -1.0 for seat in range(SEATS)]

    def infos(self, states: States, i: int) -> list[dict[str, Any]]:
        over = self.seat_to_act(states, i) == NOBODY
        return [
            {"colour": f"colour {seat}", **({"score": int(states["way"][i, seat])} if over else {})}
            for seat in range(SEATS)
        ]

    def action_text(self, states: States, i: int, action: int) -> str:
        return TEXTS[action]

    def parse_action(self, states: States, i: int, text: str) -> int:
        return TEXTS.index(text)

    def render(self, states: States, i: int, mode: str) -> str | NDArray[np.uint8]:
        way = states["way"][i]
        return " ".join(map(str, way)) if mode == "ansi" else np.repeat(way.astype(np.uint8), 3).reshape(1, SEATS, 3)

    def observation_space(self) -> spaces.Box:
        return spaces.Box(0.0, 1.0, (self.observation_size,), np.float32)
