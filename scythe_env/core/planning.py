"""The agent that plans its turns by the search over plans (:mod:`.search`): :class:`PlanningAgent`."""

from __future__ import annotations

import copy
import functools
import math
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any, ClassVar, NamedTuple, Self

import numpy as np
from numba import float32, int64
from numpy.typing import NDArray

from .agent import Choice, Insight, Weighed
from .compiled import CompiledAgent
from .compiling import Layout, entry
from .fields import whole, within
from .game import Game, Mask, States
from .net import MOST_HIDDEN, Net, net_size, net_value
from .search import (
    BEGIN,
    CANDIDATES,
    COMPARE,
    HALVE,
    HIDDEN_1,
    HIDDEN_2,
    LINE,
    MOST_CANDIDATES,
    NEED,
    NUM_SETTINGS,
    PLAN_BITS,
    PLAY,
    RIVALS,
    SAMPLES,
    SETTLE,
    TASK,
    Plans,
    notes_of,
    room_of,
)


class Tried(NamedTuple):
    """A plan that was considered.

    Attributes:
        number: of the candidate, 0 for the script's own plan.
        visits: re-deals that it was tried on.
        value: what these were worth with it, -1 to 1, on average; 0 without one.
        gain: what they were worth more than with the script's own plan, -2 to 2, on average; 0 without one.
        kept: whether it was compared to the end.
        line: its choices in the turn, on the re-deal that it was tried on last. What it draws or meets may be different
            at the table, and then it may choose otherwise.
    """

    number: int
    visits: int
    value: float
    gain: float
    kept: bool
    line: tuple[Choice, ...]


class Thoughts(NamedTuple):
    """What an agent thought at the beginning of a turn.

    Attributes:
        tried: the plans, the script's own first, then those compared to the end, the best one first.
        compared: re-deals on which these were tried; 0 if the time was too short for one.
        played: decisions that were played in all re-deals.
        chosen: number of the plan that is played.
    """

    tried: tuple[Tried, ...]
    compared: int
    played: int
    chosen: int


class PlanningAgent(CompiledAgent):
    """Searches over plans for its turns; the same seed and settings give the same moves.

    A subclass for a game sets :attr:`plans`, and :attr:`rule` to a rule of its module that calls what
    :func:`.searcher` gives for them, so that agents can be pickled; and it has what is planned with (:meth:`material`).

    Args:
        game: the game that is to be played.
        candidates: plans that are considered for a turn, 1 to 256; with 1 the script plays.
        samples: re-deals in the first comparison; each further one, of the better half, has twice as many.
        turns: turns after which the net judges, its own among them; 0: games are played to their end.
        spread: standard deviation of the logarithms of a candidate's weights.
        caution: standard errors by which a plan must be better than the script's own.
        seconds: time for a turn, in place of ``samples``. Moves then depend on the machine, and batches ask the agent
            from Python.
        weights: a file of weights of the script; by default what comes with the agent.
        net: a file of a value net; by default what comes with the agent.

    Attributes:
        thoughts: on the turn planned last, except in the compiled loops of batches; None before.

    Raises:
        TypeError, ValueError: a setting is impossible, or a file cannot be read or does not fit.
    """

    plans: ClassVar[Plans]
    """What the game offers."""

    def __init__(
        self,
        game: Game,
        *,
        candidates: int = 32,
        samples: int = 1,
        turns: int = 8,
        spread: float = 0.5,
        caution: float = 1.0,
        seconds: float | None = None,
        weights: Path | None = None,
        net: Path | None = None,
    ) -> None:
        super().__init__(game.layout)
        script, rivals, judge = self.material(game, weights, net)
        candidates, samples, turns = (
            within(name, whole(value, name), low, high)
            for name, value, low, high in (
                ("candidates", candidates, 1, MOST_CANDIDATES),
                ("samples", samples, 1, 10_000),
                ("turns", turns, 0, 10_000),
            )
        )
        if turns and judge is None:
            raise ValueError(f"turns is {turns}, but there is no net to judge then: 0, to the end, is possible")
        if judge is not None:
            self._check(judge)
        self.seconds = None if seconds is None else within("seconds", seconds, 1e-6, 3600)
        self.thoughts: Thoughts | None = None
        if seconds is not None:
            self.rule = None  # type: ignore[misc]
        self._room, self._notes = room_of(game.layout, self.plans), notes_of(self.plans)
        self.scratch = self._room.end
        spread, caution = within("spread", spread, 0, 3), within("caution", caution, -10, 10)
        hidden = judge.hidden if judge else (0, 0)
        settings = (candidates, samples, turns, spread, caution, len(rivals), *hidden, PLAY)
        parts = (settings, script, *rivals, judge.values if judge else ())
        self.weights: NDArray[np.float32] = np.concatenate([np.asarray(part, np.float32) for part in parts])

    def with_net(self, net: Net) -> Self:
        """The same agent with another net.

        Raises:
            ValueError: the net does not fit the game.
        """
        self._check(net)
        other = copy.copy(self)
        scripts = NUM_SETTINGS + self.plans.num_weights * (1 + int(self.weights[RIVALS]))
        other.weights = np.concatenate([self.weights[:scripts], net.values])
        other.weights[[HIDDEN_1, HIDDEN_2]] = net.hidden
        return other

    def material(
        self, game: Game, weights: Path | None, net: Path | None
    ) -> tuple[NDArray[np.float32], Sequence[NDArray[np.float32]], Net | None]:
        """What the agent plans with.

        Args:
            game: the game that is to be played.
            weights: a file of weights of the script, None for those that come with the agent.
            net: a file of a value net, likewise.

        Returns:
            The weights of the script, float32 (``plans.num_weights``,); those of players that it expects to meet, in
            equal shares, its own if there are none; the net, without which games are played to their end.

        Raises:
            ValueError: a file cannot be read, or does not fit.
        """
        raise NotImplementedError

    def act_on_state(self, states: States, i: int, mask: Mask) -> int:
        """Choose a legal action from the record of a game, and plan the turn first if it has just begun."""
        if self._do(NEED, states, i, mask):
            self._plan(states, i, mask)
        return self._do(PLAY, states, i, mask)

    def _check(self, net: Net) -> None:
        fits = net.inputs == self.plans.num_features and max(net.hidden) <= MOST_HIDDEN
        if not fits or net.values.shape != (net_size(net.inputs, *net.hidden),):
            raise ValueError(
                f"a net of {self.plans.num_features} inputs and hidden layers up to {MOST_HIDDEN} is needed, not of "
                f"{net.inputs}, {net.hidden} with {net.values.size} weights"
            )

    @property
    def has_net(self) -> bool:
        """Whether the agent has a net to judge by."""
        return bool(self.weights[HIDDEN_1])

    def judge(self, states: States, i: int, seat: int) -> float:
        """What the agent's net makes of game ``i`` for a seat, which sees it as in :attr:`.Plans.features`, -1 to 1.

        Raises:
            ValueError: the agent does not have a net.
        """
        if not self.has_net:
            raise ValueError(f"{type(self).__name__} does not have a net to judge by")
        hidden = tuple(map(int, self.weights[[HIDDEN_1, HIDDEN_2]]))
        net = self.weights[NUM_SETTINGS + self.plans.num_weights * (1 + int(self.weights[RIVALS])) :]
        scratch = np.zeros(self.plans.num_features + sum(hidden), np.float32)
        return float(_judge(self._layout, self.plans)(states, i, seat, net, *hidden, scratch))

    def insight(self) -> Insight | None:
        """The plans that were compared to the end for the turn planned last, the one that is played first."""
        if self.thoughts is None:
            return None
        chosen = self.thoughts.chosen
        kept = [plan for plan in self.thoughts.tried if plan.kept]
        kept.sort(key=lambda plan: (plan.number == chosen, plan.value), reverse=True)
        most = max(1, *(plan.visits for plan in kept))
        lines = {plan.line: plan for plan in reversed(kept)}  # of plans that choose the same, the first
        shown = [plan for plan in kept if lines[plan.line] is plan]
        weighed = tuple(Weighed(plan.line, plan.visits / most, plan.visits, plan.value) for plan in shown)
        return Insight(kept[0].value if kept[0].visits else None, weighed)

    def _plan(self, states: States, i: int, mask: Mask) -> None:
        """Plan the turn, as the rule does by itself in batches."""
        began = time.perf_counter()
        left = self._do(BEGIN, states, i, mask)
        stages = math.ceil(math.log2(left))
        for stage in range(stages):
            if self.seconds is None:
                for _ in range(int(self.weights[SAMPLES]) << stage):
                    self._do(COMPARE, states, i, mask)
            else:
                until = began + self.seconds * (stage + 1) / stages
                while time.perf_counter() < until:
                    self._do(COMPARE, states, i, mask)
            self._do(HALVE, states, i, mask)
        self._do(SETTLE, states, i, mask)
        self.thoughts = self._thoughts(int(states["seat_to_act"][i]))

    def _do(self, task: int, states: States, i: int, mask: Mask) -> int:
        self.weights[TASK] = task
        try:
            return self.ask(states, i, mask)
        finally:
            self.weights[TASK] = PLAY

    def _thoughts(self, seat: int) -> Thoughts:
        assert self._prepared is not None  # as it has compared
        room, scratch = self._room, self._prepared[2]
        notes = scratch[room.notes : room.plan].view(self._notes.dtype)[0]
        order = scratch[room.order :][: int(self.weights[CANDIDATES])].astype(int).tolist()
        tried = tuple(self._tried(scratch, c, k < int(notes["left"])) for k, c in enumerate(order))
        chosen = int(self.notes["plan"][0, seat]) & ((1 << PLAN_BITS) - 1)
        return Thoughts(tried, int(notes["compared"]), int(notes["played"]), chosen)

    def _tried(self, scratch: NDArray[np.float32], c: int, kept: bool) -> Tried:
        room = self._room
        visits, value, gain = (float(scratch[at + c]) for at in (room.visits, room.values, room.sums))
        number, *line = scratch[room.lines + c * LINE :][:LINE]
        choices = tuple(Choice(int(line[2 * k]), int(line[2 * k + 1])) for k in range(int(number)))
        return Tried(c, int(visits), value / max(visits, 1), gain / max(visits, 1), kept, choices)


@functools.cache
def _judge(layout: Layout, plans: Plans) -> Any:
    features, inputs = plans.features, plans.num_features

    @entry(layout, int64, int64, float32[::1], int64, int64, float32[::1])
    def judge(states, i, seat, net, n1, n2, scratch):  # type: ignore[no-untyped-def]
        x = scratch[:inputs]
        features(states[i], seat, x)
        first = scratch[inputs : inputs + n1]
        return net_value(x, net, inputs, n1, n2, first, scratch[inputs + n1 :])

    return judge
