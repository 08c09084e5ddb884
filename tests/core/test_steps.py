"""Tables of steps: what rows may say, and the machine that is derived from them, in a small game of counting."""

from __future__ import annotations

from types import ModuleType
from typing import Any

import numpy as np
import pytest
from numba import int8, int64

from scythe_env.core.compiling import Layout, entry, rule
from scythe_env.core.document import check_steps, read_steps, write_steps
from scythe_env.core.game import ENDED, NONE, RUNNING
from scythe_env.core.machine import machine, push
from scythe_env.core.steps import NOTHING, Number, StepTable

TABLE = StepTable("colour", ("red", "blue", "green"), lambda at: int(at.state["active"]))
PICK = TABLE.decision("pick", "A1", "a unit", a=Number("left"), on=("end",))
ADD = TABLE.decision(
    "add",
    "A2",
    "how many",
    a=Number("left"),
    b=Number("unit", ("one", "ten")),
    on=("pick", "adding"),
    groups=("adding",),
)
END = TABLE.automatic("end", "A3", "the game ends", on=(NOTHING,))
TABLE.close(globals())

ONE, TEN, DONE, NUM_ACTIONS = 0, 1, 2, 3
LAYOUT = Layout(
    [(name, np.int64) for name in ("depth", "status", "decision", "seat_to_act", "play_forced", "total", "skipped")]
    + [(name, np.int64, (4,)) for name in ("step_kind", "step_seat", "step_a", "step_b", "colour")]
    + [("players", np.int64), ("active", np.int64)]
)


@rule
def legal_pick(left, mask):
    mask[DONE] = 1
    if left > 0:
        mask[ONE] = 1
        mask[TEN] = 1


@rule
def do_pick(s, seat, left, action):
    if action != DONE:
        push(s, PICK, seat, left - 1, 0)
        push(s, ADD, seat, left, action)


@rule
def legal_add(s, unit, mask):
    """Only tens ask how many of them."""
    if unit == TEN:
        mask[ONE] = 1
        mask[TEN] = 1


@rule
def do_add(s, unit, action):
    s.total += 10 * (action + 1)


@rule
def skip_add(s, left, unit_):
    s.total += 1
    s.skipped += left


@rule
def run_end(s):
    s.status = ENDED


CHAPTER = ModuleType("chapter")
vars(CHAPTER).update((name, value) for name, value in globals().items() if "_" in name and callable(value))
do, advance = machine(TABLE, [CHAPTER], NUM_ACTIONS, DONE)


@entry(LAYOUT, int64, int8[::1])
def play(states, action, mask):
    s = states[0]
    if action >= 0:
        do(s, action)
    advance(s, mask)


def start(left: int, play_forced: int = 0) -> tuple[np.ndarray, np.ndarray]:
    states = np.zeros(1, LAYOUT.dtype)
    mask = np.zeros(NUM_ACTIONS, np.int8)
    states["status"], states["play_forced"] = RUNNING, play_forced
    states["depth"], states["step_kind"][0, :2], states["step_seat"][0, 1], states["step_a"][0, 1] = (
        2,
        (END, PICK),
        3,
        left,
    )
    play(states, -1, mask)
    return states, mask


def test_the_machine_asks_skips_and_runs() -> None:
    states, mask = start(2)
    assert (states["decision"][0], states["seat_to_act"][0], mask.tolist()) == (PICK, 3, [1, 1, 1])
    play(states, ONE, mask)  # nothing is asked of ones: skipped
    assert (states["total"][0], states["skipped"][0], states["decision"][0]) == (1, 2, PICK)
    play(states, TEN, mask)
    assert (states["decision"][0], mask.tolist()) == (ADD, [1, 1, 0])
    play(states, TEN, mask)  # then nothing but done is left of "pick", so the game runs to its end
    assert (states["total"][0], states["status"][0]) == (21, ENDED)
    assert (states["decision"][0], states["seat_to_act"][0], mask.any()) == (NONE, NONE, False)
    assert not states["step_kind"].any() and states["depth"][0] == 0


def test_rows_know_their_constant_and_what_they_lie_on() -> None:
    assert [row.name for row in TABLE] == ["pick", "add", "end"]
    assert TABLE.texts == ("pick", "add", "end") and TABLE.decisions == ("pick", "add")
    assert TABLE.lies_on(TABLE[ADD]) == ("pick", "add") and TABLE.group("adding") == (ADD,)
    assert [number.key for number in TABLE[ADD].numbers] == ["left", "unit"]


def test_a_decision_is_about_the_names_among_its_numbers() -> None:
    assert TABLE.subject(read(step("end"), step("pick", left=2), step("add", left=2, unit="ten"))) == ("ten",)
    assert TABLE.subject(read(step("end"), step("pick", left=2))) == ()


def step(text: str, colour: str = "red", **numbers: Any) -> dict[str, Any]:
    return {"step": text, "colour": colour, **numbers}


def read(*steps: dict[str, Any]) -> Any:
    state = np.zeros(1, LAYOUT.dtype)[0]
    state["players"], state["active"], state["colour"][:2] = 2, 1, (1, 0)  # seats blue and red; red is active
    read_steps(TABLE, state, list(steps), "steps")
    check_steps(TABLE, state, "steps")
    return state


def test_steps_are_read_and_written_by_the_colours_of_their_seats() -> None:
    steps = [step("end"), step("pick", left=2), step("add", left=2, unit="ten")]
    state = read(*steps)
    assert (state["depth"], state["decision"], state["seat_to_act"]) == (3, ADD, 1)
    assert (state["step_b"].tolist(), write_steps(TABLE, state)) == ([0, 0, TEN, 0], steps)
    assert (read(step("end"))["decision"], read()["seat_to_act"]) == (NONE, NONE)


@pytest.mark.parametrize(
    ("steps", "message"),
    [
        ([step("end")] * 5, "steps: a list of 0 to 4 entries is needed, not of 5"),
        ([step("End it")], r"steps\[0\].step: 'End it' is not allowed; allowed are pick, add, end"),
        ([step("end", "pink")], r"steps\[0\].colour: 'pink' is not allowed; allowed are red, blue, green"),
        ([step("end", "green")], r"steps\[0\].colour: green is not in the game"),
        ([step("end", "blue")], r"steps\[0\].colour: 'end' is due of red"),
        ([step("end", left=1)], r"steps\[0\]: unknown key 'left'; allowed are step, colour"),
        ([step("end"), step("pick", left=True)], r"steps\[1\].left: True is not allowed; a number of 0..10000"),
        ([step("pick", left=1)], r"steps\[0\]: 'pick' is above nothing; allowed are 'end'"),
    ],
)
def test_steps_that_cannot_be_are_refused(steps: list[dict[str, Any]], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        read(*steps)


def closed(rows: list[tuple[str, dict[str, Any]]]) -> StepTable:
    table = StepTable()
    table.close({f"ROW_{k}": table.decision(text, "X", "", **row) for k, (text, row) in enumerate(rows)})
    return table


def test_impossible_rows_are_refused() -> None:
    with pytest.raises(ValueError, match="'a' is above 'b', which is neither a step nor a group of steps"):
        closed([("a", {"on": ("b",)})])
    with pytest.raises(ValueError, match="two steps have the same text: 'a'"):
        closed([("a", {}), ("a", {})])
    table = StepTable()
    table.automatic("b", "X", "")
    with pytest.raises(ValueError, match="'a': decisions come before automatic steps"):
        table.decision("a", "X", "")


def test_rules_that_do_not_fit_the_rows_are_refused() -> None:
    table = closed([("a", {"a": Number("left")})])

    @rule
    def legal_row_0(right, mask):
        mask[right] = 1

    with pytest.raises(TypeError, match="the step 'a' needs a rule legal_row_0"):
        table.dispatch("legal", {}, ("s", "mask"), last="mask", needed=table)
    with pytest.raises(TypeError, match=r"'right' is neither a number of the step 'a' \(left\) nor one of s, mask"):
        table.dispatch("legal", {"legal_row_0": legal_row_0}, ("s", "mask"), last="mask", needed=table)
    with pytest.raises(TypeError, match="skip_row_1 does not belong to a step"):
        table.dispatch("skip", {"skip_row_1": legal_row_0}, ("s",))
    with pytest.raises(TypeError, match="the step 'end' needs a rule run_end"):
        without = ModuleType("chapter")
        vars(without).update((name, value) for name, value in vars(CHAPTER).items() if name != "run_end")
        machine(TABLE, (without,), NUM_ACTIONS, DONE)


def test_a_dispatch_finds_each_of_many_rows_and_nothing_else() -> None:
    count = 61
    table = closed([(f"row {k}", {"a": Number("left")}) for k in range(count)])
    answers: dict[str, Any] = {}
    for k in range(0, count, 3):

        def make(k: int) -> Any:
            @rule
            def answer(left):
                return 1000 * k + left

            return answer

        answers[f"value_row_{k}"] = make(k)

    @rule
    def otherwise(b):
        return -b

    value = table.dispatch("value", answers, ("s",), otherwise=otherwise)

    @entry(int64, int64, int64)
    def find(kind, a, b):
        return value(kind, a, b, 0)

    nothing = table.dispatch("skip", {}, ("s",))
    assert getattr(nothing, "py_func", nothing)(0, 7, 9, None) is None  # a dispatch to no rule at all
    for kind in range(-2, count + 2):
        assert find(kind, 7, 9) == (1000 * kind + 7 if 0 <= kind < count and kind % 3 == 0 else -9)
