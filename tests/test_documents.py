"""What README, the pages and the notebooks show runs, and what they name exists."""

from __future__ import annotations

import importlib.util
import json
import re
import shlex
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import typer
from scythe_training.cli import app

from scythe_env.core.agent import Agent
from scythe_env.scythe.config import ScytheConfig
from scythe_env.scythe.game import Scythe

from .integrations import PACKAGES, examples, run

ROOT = Path(__file__).parents[1]
PAGES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").rglob("*.md"))]
ELSEWHERE = {
    "distributed.md": "tests/training/test_distributed.py",
    "gpu.md": "tests/gpu",
    "integrations.md": "tests/integrations.py",
    "notation.md": "tests/scythe/test_notation.py",
    "referee.md": "tests/referee/test_documents.py",
}
"""Where the code of a page is run that needs more than the page, such as a document or a library."""
EXTRAS = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["optional-dependencies"]


def blocks(page: Path, language: str) -> list[str]:
    return re.findall(rf"```{language}\n(.*?)```", re.sub(r"(?m)^ {4}(?=```)", "", page.read_text("utf-8")), re.DOTALL)


def run_examples(page: Path, folder: Path) -> dict[str, Any]:
    """Run the code of a page, whose examples build on each other; one that begins with the name of a file is one."""
    scope: dict[str, Any] = {"__name__": page.stem}
    for block in blocks(page, "python"):
        if named := re.match(r"# (\w+\.py)\n", block):
            (folder / named[1]).write_text(block, "utf-8")
        else:
            exec(block, scope)
    return scope


SELF_CONTAINED = [
    page
    for page in PAGES[2:]
    if blocks(page, "python") and page.name not in ELSEWHERE and page.name not in ("agents.md", "recipes.md")
]


@pytest.mark.parametrize("page", SELF_CONTAINED, ids=lambda page: page.parent.name + "/" + page.name)
def test_examples_of_a_page(page: Path, tmp_path: Path) -> None:
    run_examples(page, tmp_path)


def test_readme_examples() -> None:
    pytest.importorskip("sb3_contrib")
    aec, sb3, vector = blocks(ROOT / "README.md", "python")
    scope: dict[str, Any] = {}
    exec(aec, scope)
    assert not scope["env"].agents
    assert "learn(20_000)" in sb3
    short = sb3.replace("learn(20_000)", "learn(100)").replace("gamma=1.0", "gamma=1.0, n_steps=64")
    exec(re.sub(r"model\.save.*", "", short), scope)
    assert scope["model"].num_timesteps >= 100
    exec(vector, scope)
    assert scope["observations"].shape == (64, 1341)


def test_agents_of_the_page_play(tmp_path: Path) -> None:
    """Each plays a short game to its end; they are in files, as the command line names them."""
    from scythe_training.evaluation import evaluate

    from scythe_env.core.registry import parse_agent

    page, game = ROOT / "docs" / "agents.md", Scythe(ScytheConfig(players=2, max_rounds=2))
    scope = run_examples(page, tmp_path)
    kinds = [
        kind for kind in scope.values() if isinstance(kind, type) and issubclass(kind, Agent) and kind is not Agent
    ]
    found = {kind.__name__: kind(game) for kind in kinds if kind.__module__ == page.stem}
    found["First"] = parse_agent(f"{tmp_path / 'first.py'}:First", game)
    assert set(found) == {"Fighter", "Greedy", "FlatMonteCarlo", "First"}
    for name, agent in found.items():
        result = evaluate(game, {name: agent, "random": parse_agent("random", game)}, deals=1)
        assert result.total[name].games == 2


def test_code_that_is_run_elsewhere_is_run_there() -> None:
    for name, place in ELSEWHERE.items():
        files = [ROOT / place] if place.endswith(".py") else (ROOT / place).glob("*.py")
        assert any(name in file.read_text("utf-8") for file in files), f"{place} does not run the code of {name}"


def test_examples_for_other_libraries_are_short() -> None:
    """They are run by ``python -m tests.integrations``."""
    assert len(examples()) == 7
    assert all(len(code.splitlines()) < 40 for code in examples().values())


def test_the_versions_of_other_libraries_are_those_that_are_pinned() -> None:
    """After a change of the constraints: python -m tests.integrations."""
    lines = (ROOT / "constraints.txt").read_text("utf-8").replace("-", "_").splitlines()
    pinned = dict(line.split("==") for line in lines if "==" in line)
    (told,) = blocks(ROOT / "docs" / "integrations.md", "text")
    versions = dict(line.split() for line in told.splitlines())
    assert list(versions) == PACKAGES.split()
    assert all(version.partition("+")[0] == pinned[name] for name, version in versions.items())


@pytest.mark.slow
@pytest.mark.parametrize("title", ["Stable-Baselines3", "CleanRL's style: one file"])
def test_examples_that_need_no_other_libraries_run(title: str) -> None:
    pytest.importorskip("sb3_contrib")
    good, said = run(sys.executable, examples()[title])
    assert good, said


def test_the_recipe_of_a_game_is_that_of_the_tests() -> None:
    (recipe,) = blocks(ROOT / "docs" / "recipes.md", "python")
    whole = (ROOT / "tests" / "core" / "race" / "game.py").read_text("utf-8")
    assert all(line in whole for line in recipe.splitlines())


def commands(page: Path) -> Iterator[list[str]]:
    """The shell commands that a page shows: in blocks, indented, and in the text."""
    text = page.read_text("utf-8")
    shown = [line for block in blocks(page, "bash") for line in block.splitlines()]
    shown += re.findall(r"(?m)^    ((?:scythe|python|pip) .*)$", text)
    shown += [re.sub(r"\s+", " ", line) for line in re.findall(r"`(scythe [a-z][^`]*)`", text)]
    for line in shown:
        words = shlex.split(line.replace("\\\n", ""), comments=True)
        while words:
            end = next((k for k, word in enumerate(words) if word in ("&&", ">", "|")), len(words))
            yield words[:end]
            words = words[end + 1 :] if words[end : end + 1] == ["&&"] else []


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.parent.name + "/" + page.name)
def test_commands_are_as_they_are_shown(page: Path) -> None:
    """What a page lets people type is understood: names of commands and options, kinds of values, modules, extras."""
    for words in commands(page):
        while words and ("=" in words[0] or words[0] == "..."):  # settings of the environment
            words = words[1:]
        program = Path(words[0]).name if words else ""
        if program == "scythe" and words[1:] not in ([], ["--help"]) and "..." not in words:
            check_command(words[1:], page.name)
        elif program in ("python", "python3") and words[1] == "-m":
            assert importlib.util.find_spec(words[2]) is not None or words[2] == "build", words
        elif program == "docker" and "scythe-env" in words and words[1] == "run":
            check_command(words[words.index("scythe-env") + 1 :], page.name)
        for word in words if program == "pip" else ():
            for extra in re.findall(r"\[(.*)\]", word):
                assert set(extra.split(",")) <= set(EXTRAS), f"{page.name}: {word}"


def test_the_image_of_the_page_is_made_of_what_there_is() -> None:
    """No container is built: extras and commands exist, and what the shell looks for in the constraints is there."""
    (image,) = blocks(ROOT / "docs" / "containers.md", "dockerfile")
    constraints = (ROOT / "constraints.txt").read_text("utf-8").splitlines()
    (extras,) = re.findall(r"\.whl\)\[(.*)\]", image)
    assert set(extras.split(",")) <= set(EXTRAS)
    for start in re.findall(r"grep \^(\S+) constraints", image):
        assert any(line.startswith(start) for line in constraints)
    shell = [step.strip() for line in re.findall(r"(?m)^RUN (.*)$", image) for step in line.split("&&")]
    known = [shlex.split(step)[1:] for step in shell if step.startswith("scythe ")]
    assert known
    for words in known:
        check_command(words, "containers.md")


def check_command(words: list[str], page: str) -> None:
    """Let a command read its arguments, without running it.

    One without arguments is spoken of, and an option at the end stands for it with any value.
    """
    group: Any = typer.main.get_command(app)
    context = group.make_context("scythe", [*words])
    name, command, rest = group.resolve_command(context, words)
    if not rest or "--help" in rest or "METHOD" in rest or "race" in rest:  # any method, the game of the tests
        return
    try:
        command.make_context(name, [*rest], parent=context)
    except Exception as error:
        if not rest[-1].startswith("--"):
            raise AssertionError(f"{page}: scythe {shlex.join(words)}: {error}") from error
        command.make_context(name, [*rest, "1"], parent=context)


def test_notebooks_are_kept_as_they_ran() -> None:
    """With outputs, which the site shows, and without faults."""
    for file in (ROOT / "notebooks").glob("*.ipynb"):
        cells = [cell for cell in json.loads(file.read_text("utf-8"))["cells"] if cell["cell_type"] == "code"]
        outputs = [output for cell in cells for output in cell["outputs"]]
        assert all(cell["execution_count"] for cell in cells), file.name
        assert outputs and not any(output["output_type"] == "error" for output in outputs), file.name


@pytest.mark.slow
def test_notebooks_run() -> None:
    """Each in a kernel of its own, in less than a minute."""
    pytest.importorskip("nbmake")
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-o", "addopts=", "--nbmake", "--nbmake-timeout=300", "notebooks"],
        cwd=ROOT, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stdout


@pytest.mark.parametrize("path", PAGES, ids=lambda path: path.parent.name + "/" + path.name)
def test_links_lead_somewhere(path: Path) -> None:
    for target in re.findall(r"\]\(([^)#\s]+)\)", path.read_text("utf-8")):
        if "://" not in target:
            assert (path.parent / target).exists(), f"{path.name} links to {target}"


def test_generated_pages_are_up_to_date() -> None:
    """After a change: python docs/pages.py."""
    spec = importlib.util.spec_from_file_location("pages", ROOT / "docs" / "pages.py")
    assert spec is not None and spec.loader is not None
    pages = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(pages)
    for name, text in pages.pages().items():
        assert (ROOT / "docs" / name).read_text("utf-8") == text, name
