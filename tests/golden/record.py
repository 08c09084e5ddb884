"""Record the golden games anew: ``python -m tests.golden.record``.

Do so only when the rules, the action texts or the replay format change on purpose, and say in the commit what changed.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

import numpy as np
from scythe_agents import HeuristicAgent

from scythe_env.core.replay import Replay, game_of
from scythe_env.core.session import Session
from scythe_env.core.testing.golden import legal_digests
from scythe_env.scythe.config import ScytheConfig
from scythe_env.scythe.game import Scythe
from scythe_env.scythe.log import load_replay, save_replay

FOLDER: Final = Path(__file__).parent
LEGAL_FILE: Final = FOLDER / "legal.json"
"""By game: a digest of all that was legal in each round, from the first on."""

PROMO: Final = {"promo_encounters": True, "promo_factory": True, "promo_objectives": True}

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
    "automa_easy": Game(11, {"players": 1, "automas": 1, "automa_level": 1, "factions": ["nordic", "saxony"]}),
    "automa_normal_togawa": Game(
        12, {"players": 1, "automas": 1, "automa_level": 2, "factions": ["crimea", "togawa"]}, (0,)
    ),
    "automa_hard_albion": Game(
        13, {"players": 1, "automas": 1, "automa_level": 3, "factions": ["albion", "polania"], "automa_seats": [0]}
    ),
    "automa_very_hard": Game(14, {"players": 1, "automas": 1, "automa_level": 4, "automa_stay_counts": False}, (0,)),
    "automas_in_company": Game(
        17,
        {
            "players": 3,
            "automas": 3,
            "automa_seats": [1, 3, 5],
            "automa_level": [2, 4, 1],
            "automa_shared_deck": True,
            "automa_cards_per_unit": True,
            "decline_gains": True,
        },
        (0, 2),
    ),
    "automas_together": Game(
        16,
        {
            "players": 2,
            "automas": 3,
            "automa_team": "cooperative",
            "automa_level": [1, 2, 3],
            "automa_scores_resources": False,
            "automa_places_tokens": False,
        },
        (1,),
    ),
}


def play(game: Game) -> Session:
    """Play a game to its end."""
    session = Session(Scythe(ScytheConfig(**game.config)), log=True)
    session.reset(game.seed)
    rng = np.random.default_rng(game.seed)
    while session.running:
        at_random = session.seat in game.lively and rng.random() < _AT_RANDOM
        legal = np.flatnonzero(session.mask)
        advised = HeuristicAgent().act_on_state(session.states.copy(), 0, session.mask.copy())
        session.play(int(rng.choice(legal) if at_random else advised))
    return session


def replay_rounds(record: Replay) -> tuple[Session, list[str]]:
    """Play a recorded game again; also digests of the legal actions of each round."""
    session = Session(game_of(record, Scythe), log=True)
    return session, legal_digests(session, record, lambda session: int(session.states["round"][0]))


def main() -> None:
    """Record all games."""
    legal = {}
    for name, game in GAMES.items():
        path = FOLDER / f"{name}.jsonl"
        save_replay(path, play(game))
        session, digests = replay_rounds(load_replay(path))
        legal[name] = " ".join(digests)
        result = session.result()
        totals = " ".join(f"{score['faction']} {score['total']}" for score in result["scores"])
        print(f"{name}: {result['status']} in round {result['round']}, {len(session.decisions)} decisions, {totals}")
    LEGAL_FILE.write_text(json.dumps(legal, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
