"""The rule statements, the marks of the tests, and the table made of both."""

from __future__ import annotations

import json
import runpy
import sys
from pathlib import Path

import pytest

from scythe_env.core import statements
from scythe_env.core.statements import Statement, Statements, rule_tests
from scythe_env.imperial_settlers.statements import STATEMENTS as OTHERS
from scythe_env.scythe.components import HEX_NAMES
from scythe_env.scythe.statements import STATEMENTS

ROOT = Path(__file__).parents[2]

OPEN: tuple[str, ...] = ()
"""Statements that no test holds yet. The list only shrinks: a new test takes its statement off."""


@pytest.fixture(scope="module")
def tests() -> dict[str, tuple[str, ...]]:
    """The tests by statement; those of other games have statements of their own."""
    others = {statement.id for statement in OTHERS.rows}
    return {mark: names for mark, names in rule_tests(ROOT / "tests").items() if mark not in others}


# -- the table ---------------------------------------------------------------------------------------------------------


def test_every_mark_names_a_statement(tests: dict[str, tuple[str, ...]]) -> None:
    known = {statement.id for statement in STATEMENTS.rows}
    assert {mark: names for mark, names in tests.items() if mark not in known} == {}


def test_every_statement_has_a_test_or_a_reason(tests: dict[str, tuple[str, ...]]) -> None:
    assert [s.id for s in STATEMENTS.rows if s.id not in tests and s.none is None] == list(OPEN)


def test_no_reason_stands_beside_a_test(tests: dict[str, tuple[str, ...]]) -> None:
    assert [s.id for s in STATEMENTS.rows if s.id in tests and s.none is not None] == []


def test_the_page_is_up_to_date(tests: dict[str, tuple[str, ...]]) -> None:
    page = (ROOT / "docs" / "conformance.md").read_text("utf-8")
    assert page == STATEMENTS.page(tests), "run: python -m scythe_env.scythe.statements > docs/conformance.md"


@pytest.mark.parametrize("folder", ["scythe_env", "agents", "training", "tests"])
def test_statements_that_are_cited_exist(folder: str) -> None:
    assert [place for place in STATEMENTS.unknown(ROOT / folder, HEX_NAMES) if "imperial_settlers" not in place] == []


def test_citations_of_what_does_not_exist_are_found(tmp_path: Path) -> None:
    (tmp_path / "it.py").write_text('"""As in R45 and Q27."""\n\n# R45a, MV4, R999 (Q3) and P77\nX = "R998"\n')
    assert [found.rpartition("/")[2] for found in STATEMENTS.unknown(tmp_path)] == [
        f"it.py:3: {name}" for name in ("R45a", "R999", "Q3", "P77")
    ]


# -- the statements ----------------------------------------------------------------------------------------------------


def test_the_statements_are_complete() -> None:
    ids = {statement.id for statement in STATEMENTS.rows}
    assert {f"R{number}" for number in range(1, 239)} <= ids
    assert {f"P{number}" for number in range(1, 29)} <= ids
    assert {f"A{number}" for number in range(1, 111)} <= ids
    assert len(ids) == 602


@pytest.mark.parametrize("name", ["131", "r131", "R131", " R131 "])
def test_a_statement_is_found_by_number_or_name(name: str) -> None:
    assert STATEMENTS.find(name).id == "R131"


@pytest.mark.parametrize(
    ("name", "found"), [("33A", "R33a"), ("q27.2", "Q27.2"), ("mv4", "MV4"), ("q-length", "Q-length")]
)
def test_case_does_not_matter(name: str, found: str) -> None:
    assert STATEMENTS.find(name).id == found


@pytest.mark.parametrize("name", ["R239", "239", "", "T9", "Q"])
def test_an_unknown_name_is_refused(name: str) -> None:
    with pytest.raises(ValueError, match="there is no statement"):
        STATEMENTS.find(name)


def test_a_name_of_several_rows_is_refused() -> None:
    with pytest.raises(ValueError, match=r"fits several statements: Q27\.1, Q27\.2"):
        STATEMENTS.find("Q27")


ROW = {"id": "R1", "text": "A rule."}


@pytest.mark.parametrize(
    ("rows", "message"),
    [
        ([{"id": "R1"}], r"A: row 1: \{'id': 'R1'\} is not an object"),
        ([ROW, {**ROW, "grade": "A"}], "A: row 2: .* is not an object"),
        ([{**ROW, "text": " "}], "A: row 1: text is ' ', not a text"),
        ([{**ROW, "none": 3}], "A: row 1: none is 3, not a text"),
        ([ROW, ROW], "R1 occurs twice"),
    ],
)
def test_faults_in_the_data_are_named(
    rows: object, message: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "data").mkdir()
    (tmp_path / "data" / "statements.json").write_text(json.dumps([{"chapter": "A", "statements": rows}]))
    monkeypatch.setattr(statements, "files", lambda package: tmp_path)
    with pytest.raises(ValueError, match=message):
        _ = Statements("any").rows


# -- the marks ---------------------------------------------------------------------------------------------------------

MODULE = """
import pytest

pytestmark = [pytest.mark.rule("R1"), pytest.mark.other("R9")]

@pytest.mark.rule("R2", "R3")
@pytest.mark.parametrize("x", [1, pytest.param(2, marks=pytest.mark.rule("R4"))])
def test_one(x): ...

@pytest.mark.rule("R5")
class TestClass:
    pytestmark = pytest.mark.rule("R6")

    def test_two(self): ...

    @pytest.mark.rule("R9")
    def helper(self): ...
"""


def test_marks_of_modules_classes_functions_and_parameters(tmp_path: Path) -> None:
    folder = tmp_path / "tests"
    (folder / "rules").mkdir(parents=True)
    (folder / "rules" / "test_it.py").write_text(MODULE)
    one, two = "tests/rules/test_it.py::test_one", "tests/rules/test_it.py::TestClass::test_two"
    assert rule_tests(folder) == {
        "R1": (one, two),
        "R2": (one,),
        "R3": (one,),
        "R4": (one,),
        "R5": (two,),
        "R6": (two,),
    }


def test_a_computed_mark_is_refused(tmp_path: Path) -> None:
    (tmp_path / "test_it.py").write_text("@pytest.mark.rule(*NAMES)\ndef test_one(): ...\n")
    with pytest.raises(ValueError, match=r"test_it\.py:1: \*NAMES in a rule mark is not a plain text"):
        rule_tests(tmp_path)


def test_a_missing_folder_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="is not a folder with tests"):
        rule_tests(tmp_path / "tests")


def test_the_page_counts_and_shortens(monkeypatch: pytest.MonkeyPatch) -> None:
    rows = (
        Statement("R1", "A. One", "A rule."),
        Statement("R2", "A. One", "Talk.", "Only talk."),
        Statement("T0", "B", "x"),
    )
    some = Statements("scythe_env.scythe")
    monkeypatch.setattr(some, "rows", rows)
    page = some.page({"R1": ("tests/scythe/rules/test_move.py::test_it", "tests/test_a.py::TestB::test_c")})
    assert "3 statements: 1 covered by tests, 1 without consequence in the game, 1 open." in page
    assert "| R1 | A rule. | scythe/rules/move: it<br>a: TestB.c |\n| R2 | Talk. | Only talk. |" in page
    assert "## B\n\n| | statement | tests |\n| --- | --- | --- |\n| T0 | x | open |\n" in page


def command(monkeypatch: pytest.MonkeyPatch, *arguments: str) -> None:
    """Run ``python -m scythe_env.scythe.statements``."""
    monkeypatch.setattr(sys, "argv", ["statements", *arguments])
    monkeypatch.delitem(sys.modules, "scythe_env.scythe.statements")  # runpy would warn of a second copy
    runpy.run_module("scythe_env.scythe.statements", run_name="__main__")


def test_the_command_prints_the_table_of_a_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "test_it.py").write_text('@pytest.mark.rule("R1")\ndef test_one(): ...\n')
    command(monkeypatch, str(tmp_path))
    assert capsys.readouterr().out == STATEMENTS.page(rule_tests(tmp_path))


def test_the_command_refuses_a_missing_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit, match="2"):
        command(monkeypatch, str(tmp_path / "tests"))
    assert f"{tmp_path / 'tests'} is not a folder with tests" in capsys.readouterr().err
