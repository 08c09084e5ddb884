"""Compare what every viewer is shown of random games and of games in which everything hidden from it is dealt anew.

Run as ``python -m tests.secrets --decisions 10000000 --documents 100000 --pictures 2000 --seed 1``; prints what was
compared as tables, and fails at the first difference.
"""

from __future__ import annotations

import argparse
import itertools
import sys
from collections import Counter
from typing import Any

from scythe_env.scythe.config import ScytheConfig
from scythe_env.scythe.game import Scythe

from .leaks import DEALT, search
from .stretches import LeakError, stretches

OPTIONS: dict[str, dict[str, Any]] = {
    "default": {},
    "promo cards": {"promo_encounters": True, "promo_factory": True, "promo_objectives": True},
    "gains declined, forced decisions asked": {"decline_gains": True, "play_forced": False},
    "standing observed": {"observe_seats": 7, "observe_standing": True},
}

AUTOMAS: tuple[dict[str, Any], ...] = (
    {"players": 1, "automas": 1},
    {"players": 2, "automas": 3, "automa_seats": [0, 2, 4], "automa_level": [1, 2, 4]},
    {"players": 1, "automas": 2, "automa_team": "cooperative", "automa_shared_deck": True},
    {"players": 3, "automas": 4, "automa_level": 4, "promo_factory": True},
)
"""Tables with Automas, of which documents, logs and pictures are compared."""


def main() -> int:
    """Run, and print what was compared."""
    parser = argparse.ArgumentParser(prog="python -m tests.secrets", description=__doc__)
    parser.add_argument("--decisions", type=int, default=10_000_000, help="for observations, masks and infos")
    parser.add_argument("--documents", type=int, default=100_000, help="documents, and the logs between them")
    parser.add_argument("--pictures", type=int, default=2_000)
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    runs = list(itertools.product(range(1, 8), OPTIONS))
    share = -(-args.decisions // len(runs))
    print("| players | options | decisions | games | re-deals", *DEALT, sep=" | ", end=" |\n")
    print("| ---" * (5 + len(DEALT)), end=" |\n")
    for k, (players, name) in enumerate(runs if args.decisions else ()):
        leak, counts, dealt = search(Scythe(ScytheConfig(players=players, **OPTIONS[name])), (args.seed, k), share)
        row = (*(f"{number:,}" for number in (counts[0], counts[2], counts[1], *dealt)),)
        print("|", players, "|", name, "|", " | ".join(row), "|", flush=True)
        if leak:
            print(leak)
            return 1
    total: Counter[str] = Counter()
    tables = [*({"players": players} | OPTIONS[name] for players, name in runs), *AUTOMAS]
    for k, table in enumerate(tables):
        game = Scythe(ScytheConfig(**table | {"play_forced": False}))
        try:
            total += stretches(game, args.seed + k, -(-args.documents // len(tables)), -(-args.pictures // len(tables)))
        except LeakError as leak:
            print(f"{table}: {leak}")
            return 1
    print("\n| compared, or why a stretch ended | number |\n| --- | --- |")
    for what, number in total.items():
        print(f"| {what} | {number:,} |")
    return 0


if __name__ == "__main__":
    sys.exit(main())
