"""The statements of a game and their page, which lie beside it."""

from __future__ import annotations

from pathlib import Path

from scythe_env.core.statements import rule_tests
from tests.core.race.game import Race


def test_the_page_says_which_tests_hold_a_statement(tmp_path: Path) -> None:
    folder = tmp_path / "tests"
    folder.mkdir()
    (folder / "test_pace.py").write_text("@pytest.mark.rule('R3')\ndef test_leap(): ...\n")
    statements = Race.statements()
    assert statements.find("3").text.startswith("In turn, a seat walks one step")
    page = statements.page(rule_tests(folder))
    assert page.startswith("# The rules of the race and their tests")
    assert "6 statements: 1 covered by tests, 1 without consequence in the game, 4 open." in page
    assert "| pace: leap |" in page and "| not part of the game |" in page


def test_comments_cite_statements_that_exist() -> None:
    assert Race.statements().unknown(Path(__file__).parent) == []
