"""A long run of random games in all configurations, every decision checked against the invariants.

Run as ``python -m tests.scythe.soak --decisions 10000000 --seed 1``; prints a table, and fails at the first fault.
"""

from __future__ import annotations

import argparse
import itertools
import sys
from typing import Any

from scythe_env.core.testing.soak import soak
from scythe_env.scythe.config import ScytheConfig
from scythe_env.scythe.game import Scythe

from .invariants import FAULTS, choose_lively, fault, rounds

OPTIONS: dict[str, dict[str, Any]] = {
    "default": {},
    "promo cards": {"promo_encounters": True, "promo_factory": True, "promo_objectives": True},
    "gains declined": {"decline_gains": True},
    "other readings": {"exclude_banned_pairs": True, "relentless_factory": False, "camaraderie_always": True},
    "forced decisions asked": {"play_forced": False},
    "short games": {"max_rounds": 12},
}


def main() -> int:
    """Run, and print what was played."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--decisions", type=int, default=10_000_000)
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    runs = list(itertools.product(range(1, 8), OPTIONS))
    share = -(-args.decisions // len(runs))
    print("| players | options | decisions | games | by a sixth star | mean rounds |")
    print("| --- | --- | --- | --- | --- | --- |")
    for k, (players, name) in enumerate(runs):
        game = Scythe(ScytheConfig(players=players, **OPTIONS[name]))
        found, counts = soak(game, fault, choose_lively, rounds, (args.seed, k), share)
        games, stars, length, decisions = counts
        print(
            f"| {players} | {name} | {decisions:,} | {games:,} | {stars:,} | {length / max(games, 1):.1f} |", flush=True
        )
        if found:
            print(f"fault: {FAULTS[found]}")
            return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
