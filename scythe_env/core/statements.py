"""The rule statements of a game, and which tests check them.

Statements are in a game's ``data/statements.json``, chapter by chapter: a name, a text, and, for what the game cannot
break, the reason why tests cannot check it. Tests name what they check by ``@pytest.mark.rule("R45", "Q30")``.
:func:`rule_tests` reads these marks without running anything, and :meth:`Statements.page` writes the table of both.
"""

from __future__ import annotations

import argparse
import ast
import io
import json
import re
import tokenize
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from importlib.resources import files
from itertools import groupby
from pathlib import Path
from typing import Any, Final

_FILE: Final = "data/statements.json"
_HEAD: Final = "data/statements.md"


@dataclass(frozen=True, slots=True)
class Statement:
    """A rule statement.

    Attributes:
        id: its name, such as R45, R33a, P3, Q27.1 or MV4.
        chapter: title of its chapter.
        text: what it says.
        none: why tests cannot check it; None for all that the game can keep or break.
    """

    id: str
    chapter: str
    text: str
    none: str | None = None


class Statements:
    """The statements of the game in a package.

    Args:
        package: name of the package, with ``data/statements.json`` and ``data/statements.md``, the head of the page.
    """

    def __init__(self, package: str) -> None:
        self.package = package

    @cached_property
    def rows(self) -> tuple[Statement, ...]:
        """All statements in order.

        Raises:
            ValueError: the data are wrong; the message names the file and the row.
        """
        rows = tuple(
            _statement(chapter["chapter"], row, f"{_FILE}: {chapter['chapter']}: row {number}")
            for chapter in json.loads((files(self.package) / _FILE).read_text("utf-8"))
            for number, row in enumerate(chapter["statements"], 1)
        )
        seen: set[str] = set()
        for row in rows:
            if row.id in seen:
                raise ValueError(f"{_FILE}: {row.id} occurs twice")
            seen.add(row.id)
        return rows

    def find(self, name: str) -> Statement:
        """Return the statement with a name; case does not matter, and a bare number means R.

        Raises:
            ValueError: the statement is unknown, or the name fits several, which are listed.
        """
        wanted = name.strip().lower()
        if wanted[:1].isdigit():
            wanted = f"r{wanted}"
        known = {row.id.lower(): row for row in self.rows}
        if wanted in known:
            return known[wanted]
        fitting = [row.id for key, row in known.items() if key.startswith(f"{wanted}.")]
        if fitting:
            raise ValueError(f"{name!r} fits several statements: {', '.join(fitting)}")
        examples = {re.match(r"\D*", row.id)[0]: row.id for row in self.rows}  # type: ignore[index]  # it fits anything
        raise ValueError(f"there is no statement {name!r}; examples of names: {', '.join(examples.values())}")

    def page(self, tests: Mapping[str, tuple[str, ...]]) -> str:
        """Return the table of statements and tests as Markdown.

        Args:
            tests: tests by statement, as :func:`rule_tests` returns them.
        """
        covered = sum(row.id in tests for row in self.rows)
        none = sum(row.id not in tests and row.none is not None for row in self.rows)
        lines = [
            (files(self.package) / _HEAD).read_text("utf-8"),
            f"{len(self.rows)} statements: {covered} covered by tests, {none} without consequence in the game, "
            f"{len(self.rows) - covered - none} open.",
        ]
        for chapter, group in groupby(self.rows, key=lambda row: row.chapter):
            lines += ["", f"## {chapter}", "", "| | statement | tests |", "| --- | --- | --- |"]
            for row in group:
                held = "<br>".join(map(_short, tests.get(row.id, ()))) or row.none or "open"
                lines.append(f"| {row.id} | {row.text} | {held} |")
        return "\n".join(lines) + "\n"

    def unknown(self, folder: Path, others: Collection[str] = ()) -> list[str]:
        """Citations of statements that do not exist, in comments and docstrings below a folder.

        A citation is a number after one of the letters that statements begin with, as in R45 or Q27.1; a name
        without a part may stand for several, as Q27 for Q27.1 and Q27.2.

        Args:
            folder: with Python files, at any depth.
            others: names of other things that look alike, such as hexes.

        Returns:
            File, line and name of each.
        """
        known = {name for row in self.rows for name in (row.id, row.id.partition(".")[0])}.union(others)
        letters = sorted({match[0] for row in self.rows if (match := re.match(r"[A-Z]+(?=\d)", row.id))})
        citation = re.compile(rf"\b({'|'.join(letters)})(\d+[a-z]?(?:\.\d+)?)\b")
        return [
            f"{path}:{token.start[0]}: {letter}{number}"
            for path in sorted(folder.rglob("*.py"))
            for token in tokenize.generate_tokens(io.StringIO(path.read_text("utf-8")).readline)
            if token.type == tokenize.COMMENT or (token.type == tokenize.STRING and token.string.startswith('"""'))
            for letter, number in citation.findall(token.string)
            if f"{letter}{number}" not in known
        ]

    def main(self) -> None:
        """Print the table of statements and tests."""
        parser = argparse.ArgumentParser(
            prog=f"python -m {self.package}.statements",
            description="Print the table of rule statements and their tests.",
        )
        parser.add_argument(
            "tests", nargs="?", type=Path, default=Path("tests"), help="folder of the tests (default tests)"
        )
        args = parser.parse_args()
        try:
            print(self.page(rule_tests(args.tests)), end="")
        except ValueError as error:
            parser.error(str(error))


def _statement(chapter: str, row: Any, where: str) -> Statement:
    if not isinstance(row, dict) or not {"id", "text"} <= row.keys() <= {"id", "text", "none"}:
        raise ValueError(f"{where}: {row!r} is not an object of id, text and, where no test is possible, none")
    for key, value in row.items():
        if not isinstance(value, str) or not value.strip():
            raise ValueError(f"{where}: {key} is {value!r}, not a text")
    return Statement(row["id"], chapter, row["text"], row.get("none"))


def rule_tests(folder: Path) -> dict[str, tuple[str, ...]]:
    """Read the rule marks of all tests below a folder.

    Marks of modules (``pytestmark``), classes, functions and single parameter sets count for every test they cover.

    Args:
        folder: the folder with the ``test_*.py`` files.

    Returns:
        The tests by the name in the mark, each as ``file::function`` or ``file::Class::function``, the file relative to
        the folder's parent, in the order of the files.

    Raises:
        ValueError: the folder does not exist, or the arguments of a mark are not plain texts; with file and line.
    """
    if not folder.is_dir():
        raise ValueError(f"{folder} is not a folder with tests")
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
                raise ValueError(
                    f"{file}:{argument.lineno}: {ast.unparse(argument)} in a rule mark is not a plain text"
                )
            marks.append(argument.value)
    return frozenset(marks)


def _short(test: str) -> str:
    """Return a test's name without what all tests have in common."""
    file, *rest = test.split("::")
    file = re.sub(r"^tests/|(?<=/)test_|\.py$", "", file)
    return f"{file}: {'.'.join(part.removeprefix('test_') for part in rest)}"
