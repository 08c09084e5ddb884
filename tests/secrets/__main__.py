"""Compare what every viewer is shown of random games and of games in which everything hidden from it is dealt anew.

Run as ``python -m tests.secrets --decisions 10000000 --documents 100000 --pictures 2000 --seed 1``, for another game
with ``--game imperial-settlers``; prints what was compared as tables, and fails at the first difference.
"""

from __future__ import annotations

import argparse
import importlib
import sys
from collections import Counter

from .leaks import search
from .stretches import LeakError, stretches

GAMES = {"scythe": "scythe", "imperial-settlers": "imperial_settlers"}
"""Modules of this folder by the names of their games."""


def main() -> int:
    """Run, and print what was compared."""
    parser = argparse.ArgumentParser(prog="python -m tests.secrets", description=__doc__)
    parser.add_argument("--game", choices=GAMES, default="scythe")
    parser.add_argument("--decisions", type=int, default=10_000_000, help="for observations, masks and infos")
    parser.add_argument("--documents", type=int, default=100_000, help="documents, and the logs between them")
    parser.add_argument("--pictures", type=int, default=2_000)
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    tested = importlib.import_module(f".{GAMES[args.game]}", __package__)
    kinds, share = tested.RE_DEALS.kinds, -(-args.decisions // len(tested.OBSERVED))
    print("| table | decisions | games | re-deals", *kinds, sep=" | ", end=" |\n")
    print("| ---" * (4 + len(kinds)), end=" |\n")
    for k, (name, game) in enumerate(tested.OBSERVED.items() if args.decisions else ()):
        leak, counts, dealt = search(tested.RE_DEALS, game, (args.seed, k), share)
        row = (*(f"{number:,}" for number in (counts[0], counts[2], counts[1], *dealt)),)
        print("|", name, "|", " | ".join(row), "|", flush=True)
        if leak:
            print(leak)
            return 1
    total: Counter[str] = Counter()
    documents, pictures = (-(-number // len(tested.TOLD)) for number in (args.documents, args.pictures))
    for k, (name, game) in enumerate(tested.TOLD.items()):
        try:
            total += stretches(tested.Shown, game, args.seed + k, documents, pictures)
        except LeakError as leak:
            print(f"{name}: {leak}")
            return 1
    print("\n| compared, or why a stretch ended | number |\n| --- | --- |")
    for what, number in total.items():
        print(f"| {what} | {number:,} |")
    return 0


if __name__ == "__main__":
    sys.exit(main())
