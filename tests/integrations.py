"""Runs the examples of docs/integrations.md, each in a process of its own: ``python -m tests.integrations``.

They need libraries that nothing else needs, so they get an environment of their own, from the extra ``integrations``;
``--here`` takes the one that runs this.
"""

from __future__ import annotations

import argparse
import os
import re
import subprocess
import sys
import tempfile
import time
import venv
from pathlib import Path

ROOT = Path(__file__).parents[1]
PACKAGES = (
    "gymnasium pettingzoo numpy torch stable_baselines3 sb3_contrib ray torchrl tensordict tianshou supersuit minari"
)


def examples() -> dict[str, str]:
    """The examples by the titles of their sections."""
    found = {}
    for section in re.split(r"(?m)^## ", (ROOT / "docs" / "integrations.md").read_text("utf-8"))[1:]:
        if code := re.search(r"```python\n(.*?)```", section, re.DOTALL):
            found[section.partition("\n")[0]] = code[1]
    return found


def run(python: str, code: str) -> tuple[bool, str]:
    """Whether an example ends well in an empty folder, and the last of what it said."""
    with tempfile.TemporaryDirectory() as folder:
        environment = os.environ | {"MINARI_DATASETS_PATH": folder, "RAY_USAGE_STATS_ENABLED": "0"}
        done = subprocess.run(
            [python, "-c", code], cwd=folder, env=environment, capture_output=True, text=True, check=False
        )
    return done.returncode == 0, (done.stdout + done.stderr)[-2000:]


def installed(folder: Path) -> str:
    """The Python of a new environment with the extra."""
    venv.create(folder, with_pip=True)
    python = folder / "bin" / "python"
    source = [str(python), "-m", "pip", "install", "-q", "-c", "constraints.txt", "-e", ".[integrations]"]
    subprocess.run(source, cwd=ROOT, check=True)
    return str(python)


def main() -> int:
    """Run all, tell how each ended, and the versions; 1 if one failed."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--here", action="store_true", help="take the environment that runs this")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        python = sys.executable if arguments.here else installed(Path(folder))
        failed = 0
        for title, code in examples().items():
            began = time.perf_counter()
            good, said = run(python, code)
            failed += not good
            print(f"{'ran' if good else 'FAILED'}: {title}, {time.perf_counter() - began:.0f} s", flush=True)
            if not good:
                print(said)
        tell = f"from importlib.metadata import version\nfor name in {PACKAGES.split()}: print(name, version(name))"
        subprocess.run([python, "-c", tell], check=False)
    return int(failed > 0)


if __name__ == "__main__":
    sys.exit(main())
