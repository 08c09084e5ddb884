"""Peers of the benchmark: what is measured, what is said of those that are missing, and the table."""

from __future__ import annotations

import json
from collections.abc import Iterator
from io import StringIO
from itertools import repeat

import pytest
from rich.console import Console
from scythe_training import peers
from scythe_training.peers import Absent, Loop, PeerFigure


def _missing() -> Iterator[int]:
    import no_such_package  # type: ignore[import-not-found]

    yield no_such_package.play()


def _broken() -> Iterator[int]:
    yield 1
    raise ValueError("the dice are gone\nand so is the board")


def _loud() -> Iterator[int]:
    while True:
        print("welcome to this package")
        yield 1


def figure(key: str, value: float, compiled: str | None = None, stepped: str | None = None) -> PeerFigure:
    return PeerFigure(key, f"game {key}", value, "decisions/s", "package 1.0", compiled, stepped)


ROWS = (
    figure("ours", 1000.0),
    figure("ours_stepped", 500.0),
    figure("both", 250.0, "ours", "ours_stepped"),
    figure("one", 1000.0, None, "ours_stepped"),
    figure("none", 1000.0, None, "left out"),
    Absent("gone", "game gone", "other", "not installed: No module named 'other'"),
)


def test_each_loop_is_measured_or_its_absence_explained(capsys: pytest.CaptureFixture[str]) -> None:
    rows = list(
        peers.measure(
            0.01,
            (
                Loop("missing", "no-such-package", "game A", _missing),
                Loop("broken", "numpy", "game B", _broken),
                Loop("loud", "numpy", "game C", _loud),
                Loop("fast", "numpy", "game D", lambda: repeat(1000)),
            ),
        )
    )
    missing, broken, loud, fast = rows
    assert isinstance(missing, Absent) and missing.package == "no-such-package"
    assert missing.reason == "not installed: No module named 'no_such_package'"
    assert isinstance(broken, Absent) and broken.package.startswith("numpy ")
    assert broken.reason == "failed: ValueError: the dice are gone"
    assert isinstance(loud, PeerFigure) and isinstance(fast, PeerFigure)
    assert 0 < loud.value < fast.value and fast.unit == "decisions/s"
    assert capsys.readouterr().out == ""  # which JSON may go to


def test_table_sets_like_beside_like() -> None:
    output = StringIO()
    Console(width=200, file=output).print(peers.table(ROWS))
    lines = [line for line in output.getvalue().splitlines() if line.startswith("|")]
    assert [[cell.strip() for cell in line.strip("|").split("|")] for line in lines[2:]] == [
        ["package 1.0", "game ours", "1,000", "", ""],
        ["package 1.0", "game ours_stepped", "500", "", ""],
        ["package 1.0", "game both", "250", "4", "2"],
        ["package 1.0", "game one", "1,000", "", "0.5"],
        ["package 1.0", "game none", "1,000", "", ""],
        ["other", "game gone: not installed: No module named 'other'", "–", "", ""],
    ]


def test_json_holds_the_same() -> None:
    rows = json.loads(json.dumps(peers.as_dict(ROWS)))
    assert [row["key"] for row in rows] == [row.key for row in ROWS]
    assert rows[2]["value"] == 250.0 and rows[2]["faster_compiled"] == 4.0 and rows[2]["faster_stepped"] == 2.0
    assert rows[5]["reason"] == "not installed: No module named 'other'" and "value" not in rows[5]


def test_loops_compare_with_loops_of_scythe() -> None:
    packages = {loop.key: loop.package for loop in peers.LOOPS}
    assert len(packages) == len(peers.LOOPS)
    assert {"pettingzoo", "open_spiel", "rlcard", "pgx", "catanatron"} <= set(packages.values())
    for loop in peers.LOOPS:
        against = [key for key in (loop.compiled, loop.stepped) if key is not None]
        assert bool(against) == (loop.package != "scythe-env")
        assert all(packages[key] == "scythe-env" for key in against)


@pytest.mark.parametrize(
    ("key", "module"),
    [
        ("scythe_observed", "scythe_env"),
        ("scythe_env", "scythe_env"),
        ("scythe_single_agent", "scythe_env"),
        ("pettingzoo_connect_four_v3_env", "pygame"),
        ("open_spiel_hearts", "pyspiel"),
        ("rlcard_uno", "rlcard"),
        ("pgx_connect_four_1", "pgx"),
        ("catanatron", "catanatron"),
    ],
)
def test_what_is_installed_plays(key: str, module: str) -> None:
    pytest.importorskip(module)
    (row,) = peers.measure(0.01, [loop for loop in peers.LOOPS if loop.key == key])
    assert isinstance(row, PeerFigure), row
    assert row.value > 0
