"""Record the golden games anew: ``python -m tests.golden.record``.

Do so only when the rules, the action texts or the replay format change on purpose, and say in the commit what changed.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

import numpy as np
from scythe_agents.heuristic import choose

from scythe_env.core.replay import Replay
from scythe_env.scythe.config import ScytheConfig
from scythe_env.scythe.game import Scythe
from scythe_env.scythe.log import GameLog, load_replay, save_replay

FOLDER: Final = Path(__file__).parent
LEGAL_FILE: Final = FOLDER / "legal.json"
"""By game: a digest of all that was legal in each round, from the first on."""

PROMO: Final = {"promo_encounters": True, "promo_factory": True, "promo_objectives": True}

_DIGEST_BYTES: Final = 4
_AT_RANDOM: Final = 0.4  # share of a lively player's decisions


@dataclass(frozen=True)
class Game:
    """A game to be recorded. The heuristic decides; ``lively`` seats decide at random at times."""

    seed: int
    config: Mapping[str, Any]
    lively: tuple[int, ...] = field(default=())


GAMES: Final = {
    "two": Game(50, {"players": 2, "factions": ["albion", "togawa"], "mats": ["militant", "innovative"]}),
    "two_lively": Game(
        73, {"players": 2, "factions": ["togawa", "nordic"], "play_forced": False, "max_rounds": 30}, (0, 1)
    ),
    "three_strong_pairs": Game(
        17,
        {
            "players": 3,
            "factions": ["rusviet", "crimea", "polania"],
            "mats": ["industrial", "patriotic", "mechanical"],
        },
    ),
    "three_without_banned_pairs": Game(
        132, {"players": 3, "factions": [None, "rusviet", "crimea"], "exclude_banned_pairs": True, **PROMO}, (0, 1, 2)
    ),
    "four": Game(
        68,
        {
            "players": 4,
            "factions": ["nordic", "rusviet", "saxony", "polania"],
            "mats": ["engineering", None, "agricultural", None],
            "tile": "longest_line",
        },
    ),
    "four_decline_gains": Game(
        299, {"players": 4, "decline_gains": True, "max_rounds": 25, "tile": "lakes_beside", **PROMO}, (1, 3)
    ),
    "five_promo": Game(199, {"players": 5, **PROMO}, (0, 2, 4)),
    "five_lively": Game(162, {"players": 5, "max_rounds": 30, **PROMO}, (0, 1, 2, 3, 4)),
    "six": Game(31, {"players": 6, "tile": "tunnels_beside"}),
    "six_other_readings": Game(
        45, {"players": 6, "relentless_factory": False, "camaraderie_always": True, "max_rounds": 25}, (0, 3)
    ),
    "seven_promo": Game(28, {"players": 7, **PROMO}),
    "seven_lively": Game(218, {"players": 7, "max_rounds": 20, "decline_gains": True}, (0, 2, 4, 6)),
}


def play(game: Game) -> GameLog:
    """Play a game to its end."""
    rules = Scythe(ScytheConfig(**game.config))
    log = GameLog.deal(rules.config, game.seed)
    rng = np.random.default_rng(game.seed)
    mask = np.zeros(rules.num_actions, np.int8)
    while log.running:
        states = log.states
        rules.legal(states, 0, mask)
        at_random = log.seat in game.lively and rng.random() < _AT_RANDOM
        log.play(int(rng.choice(np.flatnonzero(mask)) if at_random else choose(states, 0, mask)))
    return log


def replay_rounds(record: Replay) -> tuple[GameLog, str]:
    """Play a recorded game again; also digests of the legal actions of each round, separated by spaces.

    Raises:
        ValueError: another seat is to act, or the action is not allowed.
    """
    log = GameLog.deal(ScytheConfig(**record.config), record.seed)
    digests: dict[int, Any] = {}
    for number, (seat, text) in enumerate(record.decisions, 1):
        if seat != log.seat:
            raise ValueError(f"decision {number}: seat {log.seat} is to act, not seat {seat}")
        digest = digests.setdefault(int(log.states["round"][0]), hashlib.blake2b(digest_size=_DIGEST_BYTES))
        digest.update("\n".join([*log.legal, ""]).encode())
        log.play(text)
    return log, " ".join(digest.hexdigest() for digest in digests.values())


def main() -> None:
    """Record all games."""
    legal = {}
    for name, game in GAMES.items():
        path = FOLDER / f"{name}.jsonl"
        save_replay(path, play(game))
        log, legal[name] = replay_rounds(load_replay(path))
        result = log.result()
        totals = " ".join(f"{score['faction']} {score['total']}" for score in result["scores"])
        print(f"{name}: {result['status']} in round {result['round']}, {len(log.decisions)} decisions, {totals}")
    LEGAL_FILE.write_text(json.dumps(legal, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
