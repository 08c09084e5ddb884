"""Mutation testing: which small changes of the rules do the situation tests notice?

Run as ``python -m tests.mutation --mutants 200 --seed 1`` where the extra ``mutation`` is installed; ``--game`` takes
the rules of another game, ``--under scythe_env/scythe/rules/automa`` those of one folder alone. A copy of the working
tree is mutated. Prints the score, the survivors and what ran out of time; docs/mutation.md explains them.
"""

from __future__ import annotations

import argparse
import os
import random
import re
import shlex
import shutil
import subprocess
import sys
import tempfile
import tomllib
from collections.abc import Sequence
from pathlib import Path
from string import Template
from typing import NamedTuple

from cosmic_ray.work_db import WorkDB, use_db
from cosmic_ray.work_item import MutationSpec, TestOutcome, WorkerOutcome, WorkItem, WorkResult

ROOT = Path(__file__).parents[2]
COPIED = ("agents", "scythe_env", "tests", "pyproject.toml")
CONFIG = "tests/mutation/cosmic-ray.toml"
SKIPPED = WorkResult(WorkerOutcome.SKIPPED, output="not drawn")


class Sampled(NamedTuple):
    """What is mutated of a game, and the tests that are to notice it."""

    rules: str
    tests: str


SITUATIONS = " ".join(
    f"tests/imperial_settlers/test_{name}.py" for name in ("turns", "cards", "rounds", "solo", "designs", "knowledge")
)
GAMES = {
    "scythe": Sampled("scythe_env/scythe/rules", "tests/scythe/rules tests/scythe/test_environments.py::test_rewards"),
    "imperial-settlers": Sampled("scythe_env/imperial_settlers/rules", SITUATIONS),
}


def mutation(item: WorkItem) -> MutationSpec:
    """The one mutation of an item."""
    return item.mutations[0]


def order(item: WorkItem) -> tuple[str, str, int]:
    """A key that is the same in every session, as the numbers of the items are not."""
    spec = mutation(item)
    return str(spec.module_path), spec.operator_name, spec.occurrence


def copy_tree(target: Path) -> None:
    """Copy what the tests need."""
    for name in COPIED:
        if (ROOT / name).is_dir():
            shutil.copytree(ROOT / name, target / name, ignore=shutil.ignore_patterns("__pycache__"))
        else:
            shutil.copy(ROOT / name, target / name)


def configure(folder: Path, sampled: Sampled) -> list[str]:
    """Write the configuration of a game into a copy; returns the command of its tests."""
    text = Template((ROOT / CONFIG).read_text("utf-8")).safe_substitute(sampled._asdict())
    (folder / CONFIG).write_text(text, "utf-8")
    return shlex.split(tomllib.loads(text)["cosmic-ray"]["test-command"])


def draw(db: WorkDB, mutants: int, seed: int, under: Path) -> None:
    """Leave a random sample of the pending mutants in files under a path."""
    pending = sorted(db.pending_work_items, key=order)
    allowed = [k for k, item in enumerate(pending) if Path(mutation(item).module_path).is_relative_to(under)]
    drawn = random.Random(seed).sample(allowed, min(mutants, len(allowed)))
    print(f"{len(drawn)} of {len(allowed)} mutants, seed {seed}", flush=True)
    rest = set(range(len(pending))) - set(drawn)
    db.set_multiple_results([pending[number].job_id for number in sorted(rest)], SKIPPED)


def report(db: WorkDB) -> None:
    """Print the score, the changes that no test noticed, and those that were noticed by the time they took."""
    tested = {job: result for job, result in db.results if result.worker_outcome != WorkerOutcome.SKIPPED}
    survivors = {job for job, result in tested.items() if result.test_outcome == TestOutcome.SURVIVED}
    named = {job for job, result in tested.items() if re.search("^(FAILED|ERROR) ", result.output or "", re.MULTILINE)}
    late = tested.keys() - survivors - named
    killed = len(tested) - len(survivors)
    print(f"killed {killed} of {len(tested)}, {killed / len(tested):.1%}, {len(late)} of them by running out of time")
    for item in sorted(db.work_items, key=order):
        if item.job_id in survivors | late:
            spec, lines = mutation(item), (tested[item.job_id].diff or "").splitlines()
            print(f"\n{'late' if item.job_id in late else 'survived'}: {spec.module_path}:{spec.start_pos[0]}")
            print(*(line for line in lines if line[:1] in "+-" and line[:3] not in ("---", "+++")), sep="\n")


def main(arguments: Sequence[str] | None = None) -> int:
    """Run, and print what was found."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--mutants", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--game", choices=GAMES, default="scythe")
    parser.add_argument("--under", type=Path, help="take the rules below this path alone")
    args = parser.parse_args(arguments)
    sampled = GAMES[args.game]
    scripts = Path(sys.executable).parent
    env = {**os.environ, "NUMBA_DISABLE_JIT": "1", "PATH": f"{scripts}{os.pathsep}{os.environ['PATH']}"}
    with tempfile.TemporaryDirectory() as folder:
        copy_tree(Path(folder))
        tests = configure(Path(folder), sampled)
        session = Path(folder) / "session.sqlite"

        def tool(name: str, *parameters: str | Path) -> None:
            subprocess.run([name, *parameters], cwd=folder, env=env, check=True)

        tool(*tests)  # without a mutant they pass, and leave bytecode that saves each mutant two seconds
        tool("cosmic-ray", "init", CONFIG, session)
        tool("cr-filter-operators", session, CONFIG)
        with use_db(session, WorkDB.Mode.open) as db:
            draw(db, args.mutants, args.seed, args.under or Path(sampled.rules))
        tool("cosmic-ray", "exec", CONFIG, session)
        with use_db(session, WorkDB.Mode.open) as db:
            report(db)
    return 0


if __name__ == "__main__":
    sys.exit(main())
