"""The code that the README and the notebooks show runs."""

from __future__ import annotations

import importlib.util
import json
import re
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parents[1]
SNIPPETS = re.findall(r"```python\n(.*?)```", (ROOT / "README.md").read_text("utf-8"), re.DOTALL)


def test_readme_pettingzoo_example() -> None:
    scope: dict[str, object] = {}
    exec(SNIPPETS[0], scope)
    assert not scope["env"].agents  # type: ignore[attr-defined]


def test_readme_vector_example() -> None:
    scope: dict[str, object] = {}
    exec(SNIPPETS[2], scope)
    assert scope["observations"].shape == (64, 1341)  # type: ignore[attr-defined]


def test_readme_sb3_example() -> None:
    pytest.importorskip("sb3_contrib")
    assert "learn(20_000)" in SNIPPETS[1]
    scope: dict[str, object] = {}
    exec(SNIPPETS[1].replace("learn(20_000)", "learn(100)").replace("gamma=1.0", "gamma=1.0, n_steps=64"), scope)
    assert scope["model"].num_timesteps >= 100  # type: ignore[attr-defined]


def run_examples(page: str) -> dict[str, Any]:
    """Run the code of a page, whose examples build on each other."""
    scope: dict[str, Any] = {}
    for snippet in re.findall(r"```python\n(.*?)```", (ROOT / "docs" / page).read_text("utf-8"), re.DOTALL):
        exec(snippet, scope)
    return scope


def test_examples_of_batches() -> None:
    assert run_examples("batches.md")["scores"].shape == (500, 7, 8)


def test_examples_of_environments() -> None:
    scope = run_examples("environments.md")
    assert scope["learners"].batch.states["seat_to_act"].shape == (8,)


@pytest.mark.parametrize("path", sorted((ROOT / "notebooks").glob("*.ipynb")), ids=lambda path: path.stem)
def test_notebook(path: Path) -> None:
    scope: dict[str, object] = {}
    for cell in json.loads(path.read_text("utf-8"))["cells"]:
        if cell["cell_type"] == "code":
            exec("".join(cell["source"]), scope)


@pytest.mark.parametrize("path", [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").glob("*.md"))])
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
