"""A long run of random games in all configurations, every decision checked against the invariants.

Run as ``python -m tests.scythe.soak --decisions 10000000 --seed 1``; prints a table, and fails at the first fault.
"""

from __future__ import annotations

import argparse
import itertools
import sys

import numpy as np

from scythe_env.scythe import engine
from scythe_env.scythe.actions import NUM_ACTIONS

from .invariants import FAULTS, soak
from .playing import new_record

OPTIONS: dict[str, dict[str, int]] = {
    "default": {},
    "promo cards": {"promo_encounters": 1, "promo_factory": 1, "promo_objectives": 1},
    "gains declined": {"decline_gains": 1},
    "other readings": {"exclude_banned_pairs": 1, "relentless_factory": 0, "camaraderie_always": 1},
    "forced decisions asked": {"play_forced": 0},
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
    mask = np.zeros(NUM_ACTIONS, np.int8)
    print("| players | options | decisions | games | by a sixth star | mean rounds |")
    print("| --- | --- | --- | --- | --- | --- |")
    for k, (players, name) in enumerate(runs):
        states = new_record(players, **OPTIONS[name])
        summary = np.zeros(4, np.int64)
        found = soak(states, engine.raw_bytes(states), 0, args.seed, k, share, mask, summary)
        games, stars, rounds, decisions = summary.tolist()
        print(
            f"| {players} | {name} | {decisions:,} | {games:,} | {stars:,} | {rounds / max(games, 1):.1f} |", flush=True
        )
        if found:
            print(f"fault: {FAULTS[found]}")
            return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
