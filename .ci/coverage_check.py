"""Check ``coverage json`` for each game: lines and branches each have a limit, which ``fail_under`` would mix."""

import json
import sys
import tomllib
from pathlib import Path

LEAST = {"lines": ("covered_lines", "num_statements", 98), "branches": ("covered_branches", "num_branches", 95)}

games = tomllib.loads(Path("pyproject.toml").read_text("utf-8"))["tool"]["coverage"]["run"]["source"]
files = json.loads(Path(sys.argv[1]).read_text("utf-8"))["files"]
short = False
for game in games:
    of_game = [found["summary"] for path, found in files.items() if Path(path).is_relative_to(game)]
    for name, (covered, all_, least) in LEAST.items():
        reached, there = (sum(summary[key] for summary in of_game) for key in (covered, all_))
        percent = 100 * reached / there
        short |= percent < least
        print(f"{game}, {name}: {reached} of {there} covered, {percent:.2f} % (at least {least} %)")
sys.exit(short)
