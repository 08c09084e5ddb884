"""A search over plans for whole turns, compiled from what a game offers to it: :class:`Plans`.

At the beginning of its turn a seat considers some plans: its script with weights that differ from its own at random.
Each plan plays the turn on re-dealt copies of the game, and the script goes on for all seats, up to the end of the game
or to a turn at which a value net judges the position. All plans play the same re-deals with the same draws, and are
compared by what they gain on the script's own plan there; the better half is compared on further re-deals, until
two are left. The best is played if its gain is larger than chance makes likely, else the script's own plan.

The rule that does this is an agent's (:attr:`.Agent.rule`): its settings, the weights of its script, those of the
players that it expects to meet, and the value net are numbers in its ``weights``, in this order.
"""

from __future__ import annotations

import functools
import math
from typing import Any, Final, NamedTuple

import numpy as np

from .compiling import Layout, record_in, rule
from .kernel import NONE, RUNNING, Rules, agents_of
from .net import MOST_HIDDEN, net_value
from .random import draw32, seed_rng

# -- settings, at the beginning of the weights -------------------------------------------------------------------------
CANDIDATES: Final = 0  # plans, the script's own among them
SAMPLES: Final = 1  # re-deals in the first comparison; each further one has twice as many
TURNS: Final = 2  # turns after which the net judges, the first among them; 0: games are played to their end
SPREAD: Final = 3  # standard deviation of the logarithm of a weight
CAUTION: Final = 4  # standard errors by which a gain must be above 0
RIVALS: Final = 5  # sets of weights of the players that it expects to meet; with none, its own
HIDDEN_1: Final = 6  # widths of the net's hidden layers
HIDDEN_2: Final = 7
TASK: Final = 8  # what the rule is asked to do, one of the following
NUM_SETTINGS: Final = 9

PLAY: Final = 0  # choose an action; the first decision of a turn is where it is planned
BEGIN: Final = 1  # the parts of planning one by one, for budgets of time: draw the candidates
COMPARE: Final = 2  # try those that are left on one more re-deal
HALVE: Final = 3  # keep the better half of them
SETTLE: Final = 4  # note the plan to play
NEED: Final = 5  # tell whether a turn is to be planned

MOST_CANDIDATES: Final = 256
PLAN_STREAM: Final = 17  # of the generator that plans are drawn with

PLAN_BITS: Final = 8  # of a note: which of the candidates; those before are a seed

LINE: Final = 1 + 2 * 64  # a line: how many choices, then decision and action of each; those beyond are left out


class Plans(NamedTuple):
    """What a game offers to the search, each a :func:`.rule` over a record ``s``, and what they need.

    Attributes:
        script: ``(s, weights, mask) -> action`` plays with weights of its own, float32 (``num_weights``,). It must look
            only at what the seat to act may know.
        turn: ``(s) -> number`` of the turn under way, which no other turn of the game has; NONE where a decision
            belongs to the turn that was under way before it.
        owner: ``(s) -> seat`` whose turn it is.
        vary: ``(dice, weights, spread, out)`` draws weights that differ from others.
        features: ``(s, seat, out)`` writes what the net judges by, float32 (``num_features``,).
        outcome: ``(scores, num_players, seat) -> float`` is what the end of a game is worth, -1 to 1.
        interface: digest of what the features mean: a net can judge only where it is the same.
        num_weights: weights of the script.
        num_features: inputs of the net.
        num_actions: of the game.
        score_shape: of the game.
    """

    script: Any
    turn: Any
    owner: Any
    vary: Any
    features: Any
    outcome: Any
    interface: str
    num_weights: int
    num_features: int
    num_actions: int
    score_shape: tuple[int, int]


class Room(NamedTuple):
    """Where things lie in the working space of a search, in float32, behind the record of the game that is tried.

    Attributes:
        notes: a record of :func:`notes_of`.
        plan: the weights of the plan that is played.
        plans: the weights of the candidates.
        lines: what each candidate chose in the turn when it was tried last, :data:`LINE` numbers each.
        visits: re-deals that each was tried on.
        values: sums of what they were worth there.
        sums: of the gains of each candidate.
        squares: of the same.
        order: the candidates, those that are left in front, the script's own first.
        latest: what each was worth on the re-deal that it was tried on last.
        features: inputs of the net.
        hidden: its hidden layers.
        end: the size of the working space.
    """

    notes: int
    plan: int
    plans: int
    lines: int
    visits: int
    values: int
    sums: int
    squares: int
    order: int
    latest: int
    features: int
    hidden: int
    end: int


@functools.cache
def notes_of(plans: Plans) -> Layout:
    """What a search notes beside what it adds up: what is left to compare, a mask and a score table."""
    return Layout(
        [
            ("rng", np.int64, (4,)),
            ("seed", np.int64),  # of the candidates
            ("left", np.int64),  # candidates
            ("compared", np.int64),  # re-deals so far
            ("played", np.int64),  # decisions in them
            ("scores", np.int32, plans.score_shape),
            ("mask", np.int8, (plans.num_actions,)),
            ("spare", np.int8, (-(plans.num_actions + 4 * math.prod(plans.score_shape)) % 8 or 8,)),
        ]
    )


@functools.cache
def room_of(layout: Layout, plans: Plans) -> Room:
    """The working space of a search."""
    most = MOST_CANDIDATES
    sizes = (
        layout.dtype.itemsize // 4, notes_of(plans).dtype.itemsize // 4, plans.num_weights, most * plans.num_weights,
        most * LINE, most, most, most, most, most, most, plans.num_features, 2 * MOST_HIDDEN,
    )  # fmt: skip
    return Room(*np.cumsum(sizes).tolist())


@functools.cache
def searcher(layout: Layout, rules: Rules, plans: Plans) -> Any:
    """The rule of agents that search: ``(s, dice, mask, weights, scratch)``.

    Its answer is an action if the task is to play, 0 or 1 if it is :data:`NEED`, else how many candidates are left.
    """
    room = room_of(layout, plans)
    game_in, notes_in = record_in(layout), record_in(notes_of(plans))
    do, advance, score, redeal = rules.do, agents_of(rules).advance, rules.score, rules.determinize
    script, turn, owner, vary = plans.script, plans.turn, plans.owner, plans.vary
    features, outcome = plans.features, plans.outcome
    size, num_features = plans.num_weights, plans.num_features
    notes_at, plan_at, plans_at, lines_at, visits_at, values_at, sums_at, squares_at, order_at, *rest = room
    latest_at, features_at, hidden_at, end = rest
    second_at = hidden_at + MOST_HIDDEN

    @rule
    def worth(t, seat, weights, scratch):
        """What a position is worth by the net."""
        x = scratch[features_at:hidden_at]
        features(t, seat, x)
        net = weights[NUM_SETTINGS + size * (1 + int(weights[RIVALS])) :]
        n1 = int(weights[HIDDEN_1])
        n2 = int(weights[HIDDEN_2])
        return net_value(x, net, num_features, n1, n2, scratch[hidden_at:second_at], scratch[second_at:end])

    @rule
    def expected(player, seat, seed, weights):
        """Where the weights begin with which a player is expected to play on in a re-deal."""
        rivals = int(weights[RIVALS])
        if player == seat or rivals == 0:
            return NUM_SETTINGS
        return NUM_SETTINGS + size * (1 + (seed >> (4 * player)) % rivals)

    @rule
    def over(t, now):
        """Whether another turn than a given one is under way."""
        number = turn(t)
        return number != NONE and number != now

    @rule
    def play_turn(t, seat, plan, line, seed, weights, scratch):
        """Play the turn with a plan."""
        notes = notes_in(scratch, notes_at)[0]
        mask = notes.mask
        now = turn(t)
        line[0] = 0
        advance(t, mask)
        while t.status == RUNNING and not over(t, now):
            notes.played += 1
            if t.seat_to_act == seat:
                action = script(t, plan, mask)
                at = 1 + 2 * int(line[0])
                if at < LINE:
                    line[at] = t.decision
                    line[at + 1] = action
                    line[0] += 1
                do(t, action)
            else:
                at = expected(t.seat_to_act, seat, seed, weights)
                do(t, script(t, weights[at : at + size], mask))
            advance(t, mask)

    @rule
    def play_on(t, seat, seed, weights, scratch):
        """Go on as all are expected to play, and tell what it is worth."""
        notes = notes_in(scratch, notes_at)[0]
        mask = notes.mask
        left = int(weights[TURNS])
        now = turn(t)
        while t.status == RUNNING:
            if over(t, now):
                now = turn(t)
                left -= 1
            if left == 1:
                return worth(t, seat, weights, scratch)
            notes.played += 1
            at = expected(t.seat_to_act, seat, seed, weights)
            do(t, script(t, weights[at : at + size], mask))
            advance(t, mask)
        score(t, notes.scores)
        return outcome(notes.scores, t.players, seat)

    @rule
    def draw_plan(note, weights, scratch, out):
        """The weights of the plan in a note: the script's own for number 0, else drawn by its seed."""
        number = note & ((1 << PLAN_BITS) - 1)
        own = weights[NUM_SETTINGS : NUM_SETTINGS + size]
        if number == 0:
            for k in range(size):
                out[k] = own[k]
        else:
            notes = notes_in(scratch, notes_at)[0]
            seed_rng(notes, note >> PLAN_BITS, number, PLAN_STREAM)
            vary(notes, own, weights[SPREAD], out)

    @rule
    def begin(s, dice, weights, scratch):
        notes = notes_in(scratch, notes_at)[0]
        notes.seed = draw32(dice)
        notes.left = int(weights[CANDIDATES])
        notes.compared = 0
        notes.played = 0
        for c in range(notes.left):
            at = plans_at + c * size
            draw_plan((notes.seed << PLAN_BITS) | c, weights, scratch, scratch[at : at + size])
            scratch[lines_at + c * LINE] = 0
            scratch[visits_at + c] = 0
            scratch[values_at + c] = 0.0
            scratch[sums_at + c] = 0.0
            scratch[squares_at + c] = 0.0
            scratch[order_at + c] = c

    @rule
    def same_line(k, scratch):
        """The candidate before the ``k``-th one that chose the same in the turn, NONE if there is none."""
        line = lines_at + int(scratch[order_at + k]) * LINE
        last = 2 * int(scratch[line])
        if last + 1 >= LINE:
            return NONE
        for j in range(k):
            c = int(scratch[order_at + j])
            other = lines_at + c * LINE
            at = 0
            while at <= last and scratch[other + at] == scratch[line + at]:
                at += 1
            if at > last:
                return c
        return NONE

    @rule
    def compare(s, dice, weights, scratch):
        """Try those that are left on one more re-deal, where those that choose the same are worth the same."""
        notes = notes_in(scratch, notes_at)[0]
        low = draw32(dice)
        seat = owner(s)
        base = 0.0
        for k in range(notes.left):
            c = int(scratch[order_at + k])
            plan = plans_at + c * size
            line = lines_at + c * LINE
            tried = game_in(scratch, 0)
            tried[0] = s
            t = tried[0]
            redeal(t, seat, low, notes.compared)
            play_turn(t, seat, scratch[plan : plan + size], scratch[line : line + LINE], low, weights, scratch)
            same = same_line(k, scratch)
            if same == NONE:
                scratch[latest_at + c] = play_on(t, seat, low, weights, scratch)
            else:
                scratch[latest_at + c] = scratch[latest_at + same]
            value = float(scratch[latest_at + c])
            if k == 0:
                base = value
            scratch[visits_at + c] += 1
            scratch[values_at + c] += value
            scratch[sums_at + c] += value - base
            scratch[squares_at + c] += (value - base) * (value - base)
        notes.compared += 1

    @rule
    def halve(scratch):
        notes = notes_in(scratch, notes_at)[0]
        order = scratch[order_at:features_at]
        kept = max(2, (notes.left + 1) // 2)
        for k in range(1, kept):
            best = k
            for j in range(k + 1, notes.left):
                if scratch[sums_at + int(order[j])] > scratch[sums_at + int(order[best])]:
                    best = j
            c = order[k]
            order[k] = order[best]
            order[best] = c
        notes.left = min(kept, notes.left)

    @rule
    def best(weights, scratch):
        notes = notes_in(scratch, notes_at)[0]
        if notes.left < 2 or notes.compared == 0:
            return 0
        n = notes.compared
        c = int(scratch[order_at + 1])
        mean = scratch[sums_at + c] / n
        spread = max(scratch[squares_at + c] / n - mean * mean, 0.0)
        if mean <= weights[CAUTION] * np.sqrt(spread / max(n - 1, 1)):
            return 0
        return (notes.seed << PLAN_BITS) | c

    @rule
    def plan_turn(s, dice, weights, scratch):
        """All comparisons of a turn; returns the note of the plan to play."""
        begin(s, dice, weights, scratch)
        samples = int(weights[SAMPLES])
        while notes_in(scratch, notes_at)[0].left > 1:
            for _ in range(samples):
                compare(s, dice, weights, scratch)
            last = notes_in(scratch, notes_at)[0].left == 2
            halve(scratch)
            samples *= 2
            if last:
                break
        return best(weights, scratch)

    @rule
    def needs_plan(s, dice):
        """Whether this is the first decision of a turn that the seat is asked for."""
        return owner(s) == s.seat_to_act and over(s, dice.turn[s.seat_to_act])

    @rule
    def play(s, dice, mask, weights, scratch):
        """Play by the plan for the turn."""
        seat = s.seat_to_act
        if needs_plan(s, dice):
            dice.turn[seat] = turn(s)
            dice.plan[seat] = plan_turn(s, dice, weights, scratch)
        note = dice.plan[seat] if owner(s) == seat else 0
        plan = scratch[plan_at:plans_at]
        draw_plan(note, weights, scratch, plan)
        return script(s, plan, mask)

    @rule
    def choose(s, dice, mask, weights, scratch):
        task = int(weights[TASK])
        if task == PLAY:
            return play(s, dice, mask, weights, scratch)
        if task == NEED:
            return needs_plan(s, dice)
        if task == BEGIN:
            begin(s, dice, weights, scratch)
        elif task == COMPARE:
            compare(s, dice, weights, scratch)
        elif task == HALVE:
            halve(scratch)
        else:
            dice.turn[s.seat_to_act] = turn(s)
            dice.plan[s.seat_to_act] = best(weights, scratch)
        return notes_in(scratch, notes_at)[0].left

    return choose
