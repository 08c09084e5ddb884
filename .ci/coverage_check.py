"""Check the totals of ``coverage json``: lines and branches each have a limit, which ``fail_under`` would mix."""

import json
import sys
from pathlib import Path

LEAST = {"lines": ("covered_lines", "num_statements", 98), "branches": ("covered_branches", "num_branches", 95)}

totals = json.loads(Path(sys.argv[1]).read_text("utf-8"))["totals"]
short = False
for name, (covered, all_, least) in LEAST.items():
    percent = 100 * totals[covered] / totals[all_]
    short |= percent < least
    print(f"{name}: {totals[covered]} of {totals[all_]} covered, {percent:.2f} % (at least {least} %)")
sys.exit(short)
