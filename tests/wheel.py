"""Tries a wheel where the checkout is not: ``python -m tests.wheel dist/*.whl`` (the file may be the sdist, too).

It is installed into a new environment with nothing but what it depends on; README's examples run there, all that the
package needs beside its code is found, and commands work.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tempfile
import venv
from pathlib import Path

ROOT = Path(__file__).parents[1]
CHECK = """
import json, subprocess, sys
from importlib.metadata import entry_points
from importlib.resources import files
from pathlib import Path
import scythe_env

assert "site-packages" in scythe_env.__file__, scythe_env.__file__
from scythe_env.core.registry import game_class, game_names, parse_agent
for name in game_names():
    game = game_class(name)()
    game.statements()
    parse_agent("heuristic", game)
from scythe_env.scythe.config import ScytheConfig
from scythe_env.scythe.game import Scythe
two = Scythe(ScytheConfig(players=2))
for name in ("tuned", "quick", "expert", "mcts", "ppo-macro"):
    parse_agent(name, two)
from scythe_env.core.viewer import FILES
assert all((FILES / name).is_file() for name in ("view.js", "view.css", "file.js"))
for package, names in {"scythe_training": PAGE, "scythe_env": ("py.typed",), "scythe_agents": ("py.typed",)}.items():
    for name in names:
        assert (files(package) / name).is_file(), (package, name)
"""


def examples() -> list[str]:
    """README's examples; SB3's learns for a short time."""
    found = re.findall(r"```python\n(.*?)```", (ROOT / "README.md").read_text("utf-8"), re.DOTALL)
    return [
        text.replace("learn(20_000)", "learn(256)").replace("gamma=1.0", "gamma=1.0, n_steps=128") for text in found
    ]


def page() -> tuple[str, ...]:
    """What the page of the table consists of."""
    package = ROOT / "training" / "scythe_training"
    return tuple(
        str(file.relative_to(package)) for file in package.rglob("*") if file.suffix in (".js", ".css", ".html")
    )


def main() -> None:
    """Install and try it; what fails ends this with an error."""
    (built,) = sys.argv[1:]
    source, own = Path(built).resolve(), {name: os.environ[name] for name in os.environ if name != "PYTHONPATH"}
    with tempfile.TemporaryDirectory() as folder:
        venv.create(folder, with_pip=True)
        python = Path(folder) / "bin" / "python"

        def run(*arguments: str) -> str:
            done = subprocess.run(
                [str(python), *arguments], cwd=folder, env=own, stdout=subprocess.PIPE, text=True, check=True
            )
            return done.stdout

        constraints = str(ROOT / "constraints.txt")
        run("-m", "pip", "install", "-q", "-c", constraints, str(source))
        assert "torch" not in run("-m", "pip", "list", "--format=freeze").lower(), "torch without the extra train"
        run("-c", CHECK.replace("PAGE", repr(page())))
        aec, sb3, vector = examples()
        run("-c", aec)
        run("-c", vector)
        scythe = Path(folder) / "bin" / "scythe"

        def command(line: str) -> str:
            done = subprocess.run([str(scythe), *line.split()], cwd=folder, env=own, capture_output=True, check=True)
            return done.stdout.decode()

        assert "4 games" in command("evaluate heuristic random --deals 2 --max-rounds 3")
        assert "heuristic" in command("agents")
        run("-m", "pip", "install", "-q", "-c", constraints, f"{source}[train]")
        run("-c", sb3)
        assert (Path(folder) / "model.zip").is_file()
    print(f"{source.name}: installed, its examples and commands run")


if __name__ == "__main__":
    main()
