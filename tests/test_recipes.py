"""The recipes of docs/recipes.md are complete: with their diffs applied the package plays the changed game."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[1]
DIFFS = re.findall(r"```diff\n(.*?)```", (ROOT / "docs" / "recipes.md").read_text("utf-8"), re.DOTALL)
PLAY = """
import numpy as np
from scythe_env.scythe.game import Scythe
from scythe_env.scythe.config import ScytheConfig
from scythe_env.scythe.log import GameLog
from scythe_env.scythe.notation import from_json, to_json
from scythe_env.scythe.steps import DECISIONS

sold, log = 0, GameLog.deal(ScytheConfig(players=3, max_rounds=12), 5)
choose = np.random.default_rng(5)
while log.running:
    legal = log.legal
    if DECISIONS[log.states["decision"][0]] == "haggle":
        document = to_json(log.states)
        assert to_json(from_json(document)) == document
        sold += log.play("take") is not None
        haggled = to_json(log.states)["in_progress"].get("haggled", False)
        assert haggled == ("haggled" in log.states.dtype.names), "the mark of this turn"
    else:
        log.play(legal[choose.integers(len(legal))])
assert sold > 0
print("sold", sold)
"""


def apply(diff: str, folder: Path) -> None:
    """Replace what each hunk takes away, found by its text, by what it brings."""
    for part in re.split(r"(?m)^--- ", diff)[1:]:
        head, *hunks = re.split(r"(?m)^@@.*\n", part)
        file = folder / re.search(r"\+\+\+ b/(\S+)", head)[1]  # type: ignore[index]
        text = file.read_text("utf-8")
        for hunk in hunks:
            lines = hunk.splitlines(keepends=True)
            old = "".join(line[1:] for line in lines if line[0] in " -")
            assert text.count(old) == 1, f"{file.name} holds {text.count(old)} times:\n{old}"
            text = text.replace(old, "".join(line[1:] for line in lines if line[0] in " +"))
        file.write_text(text, "utf-8")


def test_the_recipes_are_complete(tmp_path: Path) -> None:
    shutil.copytree(ROOT / "scythe_env", tmp_path / "scythe_env", ignore=shutil.ignore_patterns("__pycache__"))
    environment = os.environ | {"PYTHONPATH": str(tmp_path), "NUMBA_DISABLE_JIT": "1"}
    for diff in DIFFS:  # the decision alone works before the field comes
        apply(diff, tmp_path)
        if "state.py" in diff or "steps.py" in diff:
            continue  # a row without its rules
        done = subprocess.run(
            [sys.executable, "-c", PLAY], env=environment, cwd=tmp_path, capture_output=True, text=True, check=False
        )
        assert done.returncode == 0 and done.stdout.startswith("sold"), done.stderr
