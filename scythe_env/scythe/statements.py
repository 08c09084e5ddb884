"""The rule statements of Scythe, and which tests hold them.

The statements lie in ``data/statements.json``: R1 to R238 with lettered additions go through the rules chapter by
chapter, P1 to P28 say which printing is followed, Q rows settle what the rules leave open (named after the statement
that they settle: Q64, or Q27.1 and Q27.2 if there are several), and the steps of a turn (T0, BO1, ...) put all of it in
order. A statement that the game cannot break carries the reason why.

Tests name what they check by ``@pytest.mark.rule("R45", "Q30")``. :func:`rule_tests` reads these marks without running
anything, and ``python -m scythe_env.scythe.statements > docs/conformance.md`` writes the table of both.
"""

from __future__ import annotations

import argparse
import ast
import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from itertools import groupby
from pathlib import Path
from typing import Any, Final

__all__ = ["Statement", "conformance", "find", "load_statements", "rule_tests"]

_FILE: Final = "data/statements.json"


@dataclass(frozen=True, slots=True)
class Statement:
    """A rule statement.

    Attributes:
        id: its name, such as R45, R33a, P3, Q27.1 or MV4.
        chapter: title of its chapter.
        text: what it says.
        none: why no test can check it; None for all that the game can keep or break.
    """

    id: str
    chapter: str
    text: str
    none: str | None = None


@cache
def load_statements() -> tuple[Statement, ...]:
    """Return all statements in order.

    Raises:
        ValueError: a fault in the data; the message names the file and the row.
    """
    raw = json.loads((files(__package__) / _FILE).read_text("utf-8"))
    statements = tuple(
        _statement(chapter["chapter"], row, f"{_FILE}: {chapter['chapter']}: row {number}")
        for chapter in raw
        for number, row in enumerate(chapter["statements"], 1)
    )
    seen: set[str] = set()
    for statement in statements:
        if statement.id in seen:
            raise ValueError(f"{_FILE}: {statement.id} stands there twice")
        seen.add(statement.id)
    return statements


def _statement(chapter: str, row: Any, where: str) -> Statement:
    if not isinstance(row, dict) or not {"id", "text"} <= row.keys() <= {"id", "text", "none"}:
        raise ValueError(f"{where}: {row!r} is no object of id, text and, where no test is possible, none")
    for key, value in row.items():
        if not isinstance(value, str) or not value.strip():
            raise ValueError(f"{where}: {key} is {value!r}, not a text")
    return Statement(row["id"], chapter, row["text"], row.get("none"))


def find(name: str) -> Statement:
    """Return the statement with a name; case does not matter, and a bare number means R.

    Raises:
        ValueError: there is no such statement, or the name fits several, which are named.
    """
    wanted = name.strip().lower()
    if wanted[:1].isdigit():
        wanted = f"r{wanted}"
    known = {statement.id.lower(): statement for statement in load_statements()}
    if wanted in known:
        return known[wanted]
    rows = [statement.id for key, statement in known.items() if key.startswith(f"{wanted}.")]
    if rows:
        raise ValueError(f"{name!r} fits several statements: {', '.join(rows)}")
    raise ValueError(f"there is no statement {name!r}; examples of names: R45, 45, R33a, P3, Q64, Q27.1, MV4")


def rule_tests(folder: Path) -> dict[str, tuple[str, ...]]:
    """Read the rule marks of all tests below a folder.

    Marks of modules (``pytestmark``), classes, functions and single parameter sets count for every test they cover.

    Args:
        folder: the folder with the ``test_*.py`` files.

    Returns:
        The tests by the name in the mark, each as ``file::function`` or ``file::Class::function``, the file relative to
        the folder's parent, in the order of the files.

    Raises:
        ValueError: there is no such folder, or a mark whose arguments are not plain texts, with file and line.
    """
    if not folder.is_dir():
        raise ValueError(f"{folder} is no folder with tests")
    found: dict[str, list[str]] = {}
    for path in sorted(folder.rglob("test_*.py")):
        name = path.relative_to(folder.parent).as_posix()
        for test, marks in _tests(ast.parse(path.read_text("utf-8")), name, name, frozenset()):
            for mark in sorted(marks):
                found.setdefault(mark, []).append(test)
    return {mark: tuple(tests) for mark, tests in found.items()}


def _tests(
    node: ast.Module | ast.ClassDef, name: str, file: str, marks: frozenset[str]
) -> Iterator[tuple[str, frozenset[str]]]:
    """Yield the tests of a module or class with all marks that cover them."""
    for child in node.body:
        if isinstance(child, ast.Assign) and any(
            isinstance(t, ast.Name) and t.id == "pytestmark" for t in child.targets
        ):
            marks |= _marks(child.value, file)
    for child in node.body:
        if isinstance(child, ast.FunctionDef | ast.ClassDef):
            own = marks.union(*(_marks(decorator, file) for decorator in child.decorator_list))
            if isinstance(child, ast.ClassDef):
                yield from _tests(child, f"{name}::{child.name}", file, own)
            elif child.name.startswith("test") and own:
                yield f"{name}::{child.name}", own


def _marks(tree: ast.expr, file: str) -> frozenset[str]:
    """Return the statements named by the rule marks in an expression."""
    marks: list[str] = []
    for call in ast.walk(tree):
        if not (isinstance(call, ast.Call) and ast.unparse(call.func).endswith("mark.rule")):
            continue
        for argument in call.args:
            if not (isinstance(argument, ast.Constant) and isinstance(argument.value, str)):
                raise ValueError(f"{file}:{argument.lineno}: {ast.unparse(argument)} in a rule mark is no plain text")
            marks.append(argument.value)
    return frozenset(marks)


_HEAD: Final = """\
# The rules and their tests

Every rule of Scythe that the environment keeps, as a numbered statement in short, with the tests that hold it. R goes
through the rules chapter by chapter; P says which printing is followed; Q settles what the rules leave open, each row
named after the statement that it settles; the steps of a turn put all of it in order. Tests are named by file (below
`tests/`, without `test_` and `.py`) and function.

This page is written by `python -m scythe_env.scythe.statements > docs/conformance.md` from the statements in
`scythe_env/scythe/data/statements.json` and the marks of the tests; a test checks that it is up to date.
"""


def conformance(tests: Mapping[str, tuple[str, ...]]) -> str:
    """Return the table of statements and tests as Markdown.

    Args:
        tests: tests by statement, as :func:`rule_tests` returns them.
    """
    statements = load_statements()
    covered = sum(statement.id in tests for statement in statements)
    none = sum(statement.id not in tests and statement.none is not None for statement in statements)
    lines = [
        _HEAD,
        f"{len(statements)} statements: {covered} covered by tests, {none} without consequence in the game, "
        f"{len(statements) - covered - none} open.",
    ]
    for chapter, group in groupby(statements, key=lambda statement: statement.chapter):
        lines += ["", f"## {chapter}", "", "| | statement | tests |", "| --- | --- | --- |"]
        for statement in group:
            names = [_short(test) for test in tests.get(statement.id, ())]
            held = "<br>".join(names) or statement.none or "open"
            lines.append(f"| {statement.id} | {statement.text} | {held} |")
    return "\n".join(lines) + "\n"


def _short(test: str) -> str:
    """Return a test's name without what all tests have in common."""
    file, *rest = test.split("::")
    file = re.sub(r"^tests/|(?<=/)test_|\.py$", "", file)
    return f"{file}: {'.'.join(part.removeprefix('test_') for part in rest)}"


def main() -> None:
    """Print the table of statements and tests."""
    parser = argparse.ArgumentParser(
        prog="python -m scythe_env.scythe.statements", description="Print the table of rule statements and their tests."
    )
    parser.add_argument(
        "tests", nargs="?", type=Path, default=Path("tests"), help="folder of the tests (default tests)"
    )
    args = parser.parse_args()
    try:
        print(conformance(rule_tests(args.tests)), end="")
    except ValueError as error:
        parser.error(str(error))


if __name__ == "__main__":
    main()
