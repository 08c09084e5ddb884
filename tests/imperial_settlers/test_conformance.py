"""The rule statements, the marks of the tests, and the page made of both."""

from __future__ import annotations

from pathlib import Path

import pytest

from scythe_env.core.statements import rule_tests
from scythe_env.imperial_settlers.statements import STATEMENTS

ROOT = Path(__file__).parents[2]

OPEN: tuple[str, ...] = ()
"""Statements that no test holds yet. The list only shrinks: a new test takes its statement off."""


@pytest.fixture(scope="module")
def tests() -> dict[str, tuple[str, ...]]:
    return rule_tests(ROOT / "tests" / "imperial_settlers")


def test_every_mark_names_a_statement(tests: dict[str, tuple[str, ...]]) -> None:
    assert set(tests) <= {statement.id for statement in STATEMENTS.rows}


def test_every_statement_has_a_test_or_a_reason(tests: dict[str, tuple[str, ...]]) -> None:
    assert [s.id for s in STATEMENTS.rows if s.id not in tests and s.none is None] == list(OPEN)


def test_no_reason_stands_beside_a_test(tests: dict[str, tuple[str, ...]]) -> None:
    assert [s.id for s in STATEMENTS.rows if s.id in tests and s.none is not None] == []


def test_the_statements_are_complete() -> None:
    assert {f"S{number}" for number in range(1, 145)} <= {statement.id for statement in STATEMENTS.rows}


@pytest.mark.parametrize("folder", ["scythe_env", "tests"])
def test_statements_that_are_cited_exist(folder: str) -> None:
    assert STATEMENTS.unknown(ROOT / folder / "imperial_settlers") == []


def test_the_page_is_up_to_date() -> None:
    page = (ROOT / "docs" / "imperial_settlers" / "conformance.md").read_text("utf-8")
    made = STATEMENTS.page(rule_tests(ROOT / "tests"))
    assert page == made, (
        "run: python -m scythe_env.imperial_settlers.statements > docs/imperial_settlers/conformance.md"
    )
