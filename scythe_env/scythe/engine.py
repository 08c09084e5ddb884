"""The entries of the kernel: what Python calls, each over one game ``i`` of an array of states.

Masks are int8 of shape (NUM_ACTIONS,), observations float32 of shape (observation_size(players),). Seeds are two words
below 2**32. The kernel trusts its callers: a legal action for the game that is running.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt
from numba import float32, float64, int8, int32, int64

from ..core.compiling import entry
from ..core.game import raw_bytes as raw_bytes
from ..core.loops import DEAL, GO_ON
from .observation import observe_seat
from .redeal import redeal
from .rules.decisions import advance, do
from .rules.scoring import reward_game, score_game
from .rules.setup import setup_game
from .state import LAYOUT

RAW = int8[:, ::1]
MASK = int8[::1]
States = npt.NDArray[np.void]
Mask = npt.NDArray[np.int8]
Observation = npt.NDArray[np.float32]

_NO_BYTES = np.zeros((1, 1), np.int8)


@entry(LAYOUT, RAW, int64, int64, int64, int64, MASK)
def _play(states: States, raw: npt.NDArray[np.int8], i: int, action: int, low: int, high: int, mask: Mask) -> None:
    """Deal a game (action ``DEAL``), go on with one (``GO_ON``) or play an action; then write the mask.

    One entry for all of it, as every entry that reaches all rules costs their optimisation anew.
    """
    s = states[i]
    if action == DEAL:
        setup_game(s, raw, i, low, high)
    elif action != GO_ON:
        do(s, action)
    advance(s, mask)


def setup(states: States, raw: npt.NDArray[np.int8], i: int, low: int, high: int, mask: Mask) -> None:
    """Deal a new game from the configuration fields of the record; ``raw`` is :func:`raw_bytes` of ``states``."""
    _play(states, raw, i, DEAL, low, high, mask)


def apply(states: States, i: int, action: int, mask: Mask) -> None:
    """Play a legal action, and forced ones if ``play_forced``; ``mask`` gets what is legal then."""
    _play(states, _NO_BYTES, i, action, 0, 0, mask)


def resume(states: States, i: int, mask: Mask) -> None:
    """Go on from the steps on the stack to the next decision; ``mask`` gets what is legal then.

    At a decision nothing changes, but for one that is forced.
    """
    _play(states, _NO_BYTES, i, GO_ON, 0, 0, mask)


@entry(LAYOUT, int64, int64, float32[::1])
def observe(states: States, i: int, seat: int, out: Observation) -> None:
    """Write a seat's observation."""
    observe_seat(states[i], seat, out)


@entry(LAYOUT, int64, int32[:, ::1])
def score(states: States, i: int, out: npt.NDArray[np.int32]) -> None:
    """Score parts, total and rank of every seat, int32 of shape (7, NUM_SCORE_PARTS)."""
    score_game(states[i], out)


@entry(int32[:, ::1], int64, int64, float64[::1])
def reward(scores: npt.NDArray[np.int32], players: int, kind: int, out: npt.NDArray[np.float64]) -> None:
    """What the end of the game is worth to each seat, from the table of :func:`score`."""
    reward_game(scores, players, kind, out)


@entry(LAYOUT, int64, int64, int64, int64)
def determinize(states: States, i: int, seat: int, low: int, high: int) -> None:
    """Re-deal in place what is hidden from a seat, consistently with what it knows, and re-seed the future."""
    redeal(states[i], seat, low, high)
