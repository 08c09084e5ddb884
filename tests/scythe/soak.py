"""A long run of random games in all configurations, every decision checked against the invariants.

Run as ``python -m tests.scythe.soak --decisions 10000000 --seed 1``; prints a table, and fails at the first fault.
"""

from __future__ import annotations

import argparse
import itertools
import sys
from collections.abc import Iterator
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
AUTOMAS: dict[str, dict[str, Any]] = {
    "levels": {"automa_level": (1, 2, 3, 4, 1, 2)},
    "one deck, cooperative": {
        "automa_shared_deck": True, "automa_team": "cooperative", "automa_level": (4, 3, 2, 1, 4, 3),
    },
    "other readings": {
        "automa_stay_counts": False, "automa_cards_per_unit": True, "automa_scores_resources": False,
        "automa_places_tokens": False, "decline_gains": True, "automa_level": (2, 4, 1, 3, 2, 4),
    },
    "promo cards": {**OPTIONS["promo cards"], "play_forced": False, "automa_level": (3, 1, 4, 2, 3, 1)},
}  # fmt: skip


def configs(automas: bool) -> Iterator[tuple[str, str, ScytheConfig]]:
    """Seats, options and configurations of the runs, with Automas or without."""
    if not automas:
        for players, name in itertools.product(range(1, 8), OPTIONS):
            yield str(players), name, ScytheConfig(players=players, **OPTIONS[name])
        return
    for (players, others), name in itertools.product([(1, 1), (2, 1), (1, 2), (3, 2), (1, 6), (4, 3)], AUTOMAS):
        options = AUTOMAS[name] | {"automa_level": AUTOMAS[name]["automa_level"][:others]}
        yield f"{players} + {others}", name, ScytheConfig(players=players, automas=others, **options)


def main() -> int:
    """Run, and print what was played."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--decisions", type=int, default=10_000_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--automas", action="store_true", help="games with Automas")
    args = parser.parse_args()
    runs = list(configs(args.automas))
    share = -(-args.decisions // len(runs))
    print("| players | options | decisions | games | by a sixth star | mean rounds |")
    print("| --- | --- | --- | --- | --- | --- |")
    for k, (players, name, config) in enumerate(runs):
        game = Scythe(config)
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
