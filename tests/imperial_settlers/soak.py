"""A long run of random games in all configurations, every decision checked against the invariants.

It goes in pieces, and the record where a piece ends is checked as a loaded one is.

Run as ``python -m tests.imperial_settlers.soak --decisions 5000000 --seed 1``; prints a table, stops at a fault.
"""

from __future__ import annotations

import argparse
import sys
from typing import Any

from scythe_env.core.testing.soak import soak
from scythe_env.imperial_settlers.config import ImperialSettlersConfig
from scythe_env.imperial_settlers.game import ImperialSettlers

from .invariants import FAULTS, choose_lively, fault, rounds

PIECE = 20_000  # decisions
CONFIGS: dict[str, dict[str, Any]] = {
    "solo": {"players": 1},
    "two": {"players": 2},
    "two, alternative": {"players": 2, "lookout": "alternative", "reshuffle_factions": True},
    "three, advanced": {"players": 3, "lookout": "advanced", "reset_activates": True, "robbers_hit_routes": True},
    "three, peaceful": {"players": 3, "peaceful": True, "gold_on_shrine": True, "chapel_keeps_vp": True},
    "four": {"players": 4},
    "four, alternative": {"players": 4, "lookout": "alternative", "routes_outlive_locations": True},
    "four, all asked": {"players": 4, "lookout": "advanced", "play_forced": False},
}


def configured(name: str, **options: Any) -> ImperialSettlers:
    """The game of a configuration, perhaps with other options besides."""
    return ImperialSettlers(ImperialSettlersConfig(**CONFIGS[name] | options))


def main() -> int:
    """Run, and print what was played."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--decisions", type=int, default=5_000_000)
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    print("| options | decisions | games | ended by the rules |\n| --- | --- | --- | --- |")
    pieces = -(-args.decisions // (len(CONFIGS) * PIECE))
    for k, name in enumerate(CONFIGS):
        game = configured(name)
        counts = [0, 0, 0, 0]
        for piece in range(pieces):
            found, more = soak(game, fault, choose_lively, rounds, (args.seed, k * pieces + piece), PIECE)
            counts = [a + b for a, b in zip(counts, more, strict=True)]
            if found:
                print(f"fault in piece {piece} of {name}: {FAULTS[found]}")
                return 1
        games, ended, _, decisions = counts
        print(f"| {name} | {decisions:,} | {games:,} | {ended:,} |", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
