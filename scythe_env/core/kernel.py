"""The rules of a game as core needs them, :class:`Rules`, and what Python calls, derived from them: :class:`Kernel`."""

from __future__ import annotations

import functools
from typing import Any, Final, NamedTuple

import numpy as np
from numba import float32, float64, int8, int32, int64
from numpy.typing import NDArray

from .compiling import Layout, entry, rule

States = NDArray[np.void]
Mask = NDArray[np.int8]
Observation = NDArray[np.float32]

RAW: Final = int8[:, ::1]
MASK: Final = int8[::1]

NONE: Final = -1
"""In place of a seat or any other number: none, such as the seat to act once the game is over."""

RUNNING: Final = 0
ENDED: Final = 1
TRUNCATED: Final = 2
STATUSES: Final = ("running", "ended", "truncated")
"""How a game stands: it is under way, ended by its rules, or was cut off by a limit."""

GO_ON: Final = -1
"""In place of an action: go on with the game as it stands."""


class Rules(NamedTuple):
    """The rules of a game, each a :func:`.rule` over a record ``s``; all that runs its games is compiled from them.

    Attributes:
        setup: ``(s, raw, i, low, high)`` deals a new game from two seed words below 2**32 and the configuration in the
            record, which is row ``i`` of ``raw``, the memory of the array of records as int8.
        do: ``(s, action)`` plays a legal action.
        advance: ``(s, mask)`` goes on to the next decision and writes its legal actions, none when the game is over.
        observe: ``(s, seat, out)`` writes what a seat may know.
        score: ``(s, out)`` writes the score table, int32 of the game's ``score_shape``.
        reward: ``(scores, num_players, reward_kind, out)`` writes the reward of each seat, float64, from that table.
        determinize: ``(s, seat, low, high)`` deals anew, from two seed words, all that is hidden from a seat,
            consistently with what it knows, and re-seeds the future.
        script: ``(s, mask) -> action`` plays the scripted seats, if the game may have any that are asked; it draws from
            the game's own generator.
        seats_left_out: whether there may be scripted seats that are never asked anything, so that no script is needed.
    """

    setup: Any
    do: Any
    advance: Any
    observe: Any
    score: Any
    reward: Any
    determinize: Any
    script: Any = None
    seats_left_out: bool = False


class Kernel(NamedTuple):
    """What Python calls to play a game, each over game ``i`` of an array of records. It trusts its callers.

    Attributes:
        setup: ``(states, raw, i, low, high, mask)`` deals a game, as :attr:`Rules.setup` does, and goes on to the first
            decision.
        apply: ``(states, i, action, mask)`` plays a legal action and goes on to the next decision.
        resume: ``(states, i, mask)`` goes on from where the game stands; at a decision it writes the mask only.
        observe: ``(states, i, seat, out)``, as the rule.
        score: ``(states, i, out)``, as the rule.
        reward: ``(scores, num_players, reward_kind, out)``, as the rule.
        determinize: ``(states, i, seat, low, high)``, as the rule.
    """

    setup: Any
    apply: Any
    resume: Any
    observe: Any
    score: Any
    reward: Any
    determinize: Any


@functools.cache
def kernel(layout: Layout, rules: Rules) -> Kernel:
    """The kernel of a game.

    Only one of its entries reaches all rules, because each that does optimises them again.
    """
    setup, do, observe = rules.setup, rules.do, rules.observe
    score, reward, determinize = rules.score, rules.reward, rules.determinize
    advance = agents_of(rules).advance

    @entry(layout, RAW, int64, int64, int64)
    def deal_game(states, raw, i, low, high):
        setup(states[i], raw, i, low, high)

    @entry(layout, int64, int64, MASK)
    def play(states, i, action, mask):
        s = states[i]
        if action != GO_ON:
            do(s, action)
        advance(s, mask)

    @entry(layout, int64, int64, float32[::1])
    def observe_game(states, i, seat, out):
        observe(states[i], seat, out)

    @entry(layout, int64, int32[:, ::1])
    def score_game(states, i, out):
        score(states[i], out)

    @entry(int32[:, ::1], int64, int64, float64[::1])
    def reward_game(scores, num_players, reward_kind, out):
        reward(scores, num_players, reward_kind, out)

    @entry(layout, int64, int64, int64, int64)
    def determinize_game(states, i, seat, low, high):
        determinize(states[i], seat, low, high)

    def set_up(states, raw, i, low, high, mask):
        deal_game(states, raw, i, low, high)
        play(states, i, GO_ON, mask)

    def resume(states, i, mask):
        play(states, i, GO_ON, mask)

    return Kernel(set_up, play, resume, observe_game, score_game, reward_game, determinize_game)


class AgentRules(NamedTuple):
    """Rules that leave out scripted seats: these are played automatically, and agents are counted without them.

    Attributes:
        advance: ``(s, mask)``, as :attr:`Rules.advance`, to the next decision of an agent.
        place_of: ``(s, seat) -> place``, the number of agents at the seats before.
        seat_at: ``(s, place) -> seat``, the seat of the agent with that many agents before it.
    """

    advance: Any
    place_of: Any
    seat_at: Any


@functools.cache
def agents_of(rules: Rules) -> AgentRules:
    """How to leave out the scripted seats, whose bits are set in the record's field ``scripted``, if rules have any."""
    go_on, do, script = rules.advance, rules.do, rules.script

    @rule
    def same(s, number):
        return number

    if script is None and not rules.seats_left_out:
        return AgentRules(go_on, same, same)

    @rule
    def is_scripted(s, seat):
        return (s.scripted >> seat) & 1

    @rule
    def play_scripted(s, mask):
        go_on(s, mask)
        while s.status == RUNNING and is_scripted(s, s.seat_to_act) == 1:
            do(s, script(s, mask))
            go_on(s, mask)

    advance = go_on if script is None else play_scripted

    @rule
    def place_of(s, seat):
        place = 0
        for other in range(seat):
            place += 1 - is_scripted(s, other)
        return place

    @rule
    def seat_at(s, place):
        seat = 0
        while place > 0 or is_scripted(s, seat) == 1:
            place -= 1 - is_scripted(s, seat)
            seat += 1
        return seat

    return AgentRules(advance, place_of, seat_at)


def raw_bytes(states: States) -> NDArray[np.int8]:
    """The memory of an array of n records as int8 (n, bytes per record); a view."""
    return states.view(np.int8).reshape(len(states), -1)
