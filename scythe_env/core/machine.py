"""What drives a game from decision to decision by its stack of steps (:mod:`.steps`)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from types import ModuleType
from typing import Any, Final, NamedTuple

import numpy as np

from .compiling import rule
from .fields import Axis, Field, Number, nobody
from .kernel import NONE, RUNNING, STATUSES
from .random import M32
from .steps import MAX_STEP_NUMBER, StepTable

STACK: Final = ("decision", "seat_to_act", "depth", "step_kind", "step_seat", "step_a", "step_b")
"""The fields that hold the steps on the stack and what is due; documents give the steps."""

STEP_NUMBER: Final = Number(NONE, MAX_STEP_NUMBER)
"""Elements are numbers of steps."""

STATUS: Final = Axis("status", len(STATUSES), STATUSES)


def frame(table: StepTable, seat: Axis, size: int) -> Iterator[Field]:
    """The fields of a record, 8 bytes each, that hold how a game stands: generator, status, what is due, the stack.

    Args:
        table: the steps.
        seat: the seats.
        size: the largest number of steps on the stack.
    """
    decisions, level = table.decisions, Axis("step", size)
    yield Field("rng", np.int64, (Axis("word", 4),), Number(0, M32), seen=nobody)
    yield Field("status", np.int64, holds=STATUS)
    yield Field("decision", np.int64, holds=Axis("decision", len(decisions), decisions))
    yield Field("seat_to_act", np.int64, holds=seat)
    yield Field("depth", np.int64)
    for name in ("step_kind", "step_seat"):
        yield Field(name, np.int64, (level,))
    for name in ("step_a", "step_b"):
        yield Field(name, np.int64, (level,), STEP_NUMBER)


@rule
def push(s, kind, seat, a, b):
    """Put a step on top of the stack: it comes before all others."""
    s.step_kind[s.depth] = kind
    s.step_seat[s.depth] = seat
    s.step_a[s.depth] = a
    s.step_b[s.depth] = b
    s.depth += 1


@rule
def top_step(s):
    """Kind, seat, a and b of the step on top of the stack."""
    top = s.depth - 1
    return s.step_kind[top], s.step_seat[top], s.step_a[top], s.step_b[top]


@rule
def pop(s):
    """Take the step on top off the stack; unused slots stay zero, so that equal games have equal bytes."""
    s.depth -= 1
    s.step_kind[s.depth] = 0
    s.step_seat[s.depth] = 0
    s.step_a[s.depth] = 0
    s.step_b[s.depth] = 0


class Machine(NamedTuple):
    """The rules that drive a game by its stack, as :class:`.Rules` has them.

    Attributes:
        do: ``(s, action)`` carries out an action of the decision on top of the stack.
        advance: ``(s, mask)`` runs the game on to its next decision and marks the legal actions; none when it is over.
    """

    do: Any
    advance: Any


def machine(
    table: StepTable, chapters: Sequence[ModuleType], num_actions: int, done: int, without: str = ""
) -> Machine:
    """The rules that drive a game, from its steps and from the modules that hold their rules.

    A decision is due if something other than ``done`` is legal; else it is skipped. With ``play_forced`` in the record
    a single legal action is played automatically.

    Args:
        table: the steps.
        chapters: modules with ``legal_``, ``do_``, ``skip_`` and ``run_`` rules.
        num_actions: size of the action space.
        done: the action that stops, declines or passes.
        without: a group of steps that these games do not have.

    Raises:
        TypeError: see :meth:`StepTable.dispatch`.
    """
    rules = {name: value for chapter in chapters for name, value in vars(chapter).items()}
    there = [step for step in table if without not in step.groups]
    asked = [step for step in there if step.is_decision]
    legal = table.dispatch("legal", rules, ("s", "seat", "mask"), last="mask", needed=asked, strict=False)
    do_step = table.dispatch("do", rules, ("s", "seat", "action"), last="action", needed=asked, strict=False)
    skip = table.dispatch("skip", rules, ("s", "seat"))
    run = table.dispatch("run", rules, ("s", "seat"), needed=[step for step in there if not step.is_decision])
    num_decisions = len(table.decisions)

    @rule
    def do(s, action):
        kind, seat, a, b = top_step(s)
        pop(s)
        do_step(kind, a, b, s, seat, action)

    @rule
    def advance(s, mask):
        while s.status == RUNNING:
            kind, seat, a, b = top_step(s)
            if kind >= num_decisions:
                pop(s)
                run(kind, a, b, s, seat)
                continue
            for action in range(num_actions):
                mask[action] = 0
            legal(kind, a, b, s, seat, mask)
            options = 0
            for action in range(num_actions):
                options += mask[action]
            if options == mask[done]:
                pop(s)
                skip(kind, a, b, s, seat)
            elif options == 1 and s.play_forced:
                only = 0
                while mask[only] == 0:
                    only += 1
                do(s, only)
            else:
                s.decision = kind
                s.seat_to_act = seat
                return
        s.decision = NONE
        s.seat_to_act = NONE
        for action in range(num_actions):
            mask[action] = 0

    return Machine(do, advance)
