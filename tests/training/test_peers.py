"""Peers of the benchmark: what is measured, what is said of those that are missing, and the table."""

from __future__ import annotations

import json
from collections.abc import Iterator
from io import StringIO
from itertools import repeat

import pytest
from rich.console import Console
from scythe_training import peers
from scythe_training.bench import Figure
from scythe_training.peers import Absent, Peer, PeerFigure

SCYTHE = (
    Figure("random", "compiled", 3000.0, "decisions/s"),
    Figure("random_observed", "compiled, observed", 1000.0, "decisions/s"),
    Figure("pettingzoo_raw", "stepped", 500.0, "decisions/s"),
)


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


def shown(rows: list[PeerFigure | Absent]) -> list[list[str]]:
    """The cells of the table's body."""
    console = Console(width=200, file=StringIO())
    console.print(peers.table(SCYTHE, rows))
    lines = [line for line in console.file.getvalue().splitlines() if line.startswith("|")]  # type: ignore[attr-defined]
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in lines[2:]]


def test_each_peer_is_measured_or_its_absence_explained(capsys: pytest.CaptureFixture[str]) -> None:
    rows = list(
        peers.measure(
            0.01,
            (
                Peer("missing", "no-such-package", "game A", _missing),
                Peer("broken", "numpy", "game B", _broken),
                Peer("loud", "numpy", "game C", _loud, compiled="random"),
                Peer("fast", "numpy", "game D", lambda: repeat(1000), stepped="pettingzoo_raw"),
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
    cells = shown(
        [
            PeerFigure("a", "game A", 250.0, "decisions/s", "package 1.0", "random_observed", "pettingzoo_raw"),
            PeerFigure("b", "game B", 1000.0, "decisions/s", "package 1.0", None, "pettingzoo_raw"),
            PeerFigure("c", "game C", 1000.0, "decisions/s", "package 1.0", None, "not measured"),
            Absent("d", "game D", "other", "not installed: No module named 'other'"),
        ]
    )
    assert [row[1:] for row in cells] == [
        ["compiled, observed", "1,000", "", ""],
        ["stepped", "500", "", ""],
        ["game A", "250", "4", "2"],
        ["game B", "1,000", "", "0.5"],
        ["game C", "1,000", "", ""],
        ["game D: not installed: No module named 'other'", "–", "", ""],
    ]
    assert cells[0][0].startswith("scythe-env") and cells[-1][0] == "other"


def test_json_holds_the_same() -> None:
    rows = [
        PeerFigure("a", "game A", 250.0, "decisions/s", "package 1.0", "random", None),
        Absent("b", "game B", "other", "failed"),
    ]
    first, second = json.loads(json.dumps(peers.as_dict(SCYTHE, rows)))
    assert first["value"] == 250.0 and first["faster_compiled"] == 12.0 and first["faster_stepped"] is None
    assert second == {"key": "b", "meaning": "game B", "package": "other", "reason": "failed"}


def test_all_peers_have_keys_of_their_own() -> None:
    keys = [peer.key for peer in peers.PEERS]
    assert len(set(keys)) == len(keys)
    assert {peer.package for peer in peers.PEERS} >= {"pettingzoo", "open_spiel", "rlcard", "pgx", "catanatron"}


@pytest.mark.parametrize(
    ("key", "module"),
    [
        ("pettingzoo_connect_four_v3_env", "pygame"),
        ("open_spiel_hearts", "pyspiel"),
        ("rlcard_uno", "rlcard"),
        ("pgx_connect_four_1", "pgx"),
        ("catanatron", "catanatron"),
    ],
)
def test_installed_peers_play(key: str, module: str) -> None:
    pytest.importorskip(module)
    (row,) = peers.measure(0.01, [peer for peer in peers.PEERS if peer.key == key])
    assert isinstance(row, PeerFigure), row
    assert row.value > 0
