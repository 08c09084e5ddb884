"""Record the golden games anew: ``python -m tests.imperial_settlers.golden.record``.

Do so only when the rules, the action texts or the replay format change on purpose, and say in the commit what changed.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

import numpy as np

from scythe_env.core.replay import Replay, game_of, read_replay, record, write_replay
from scythe_env.core.session import Session
from scythe_env.core.testing.golden import legal_digests
from scythe_env.imperial_settlers.config import ImperialSettlersConfig
from scythe_env.imperial_settlers.game import ImperialSettlers
from tests.imperial_settlers.playing import lively

FOLDER: Final = Path(__file__).parent
LEGAL_FILE: Final = FOLDER / "legal.json"
"""By game: a digest of all that was legal in each round, from the first on."""

GAMES: Final[Mapping[str, tuple[int, dict[str, Any]]]] = {
    "four": (11, {"players": 4, "factions": ["barbarians", "japanese", "romans", "egyptians"]}),
    "three_unforced": (12, {"players": 3, "factions": ["egyptians", None, None], "play_forced": False}),
    "two": (13, {"players": 2, "factions": ["japanese", "egyptians"]}),
    "two_alternative": (14, {"players": 2, "lookout": "alternative", "reshuffle_factions": True}),
    "three_advanced": (15, {"players": 3, "lookout": "advanced", "reset_activates": True, "robbers_hit_routes": True}),
    "four_peaceful": (16, {"players": 4, "peaceful": True, "gold_on_shrine": True, "chapel_keeps_vp": True}),
    "solo": (17, {"players": 1, "factions": ["japanese"]}),
    "solo_romans": (18, {"players": 1, "factions": ["romans"], "max_decisions": 120}),
}


def play(seed: int, options: dict[str, Any]) -> Session:
    """Play a game to its end."""
    session = Session(ImperialSettlers(ImperialSettlersConfig(**options)), log=True)
    session.reset(seed)
    rng = np.random.default_rng(seed)
    while session.running:
        session.play(lively(session.mask, rng))
    return session


def load(name: str) -> Replay:
    """A recorded game."""
    return read_replay(FOLDER / f"{name}.jsonl", ImperialSettlers.name, ImperialSettlers.version)


def replay_rounds(replay: Replay) -> tuple[Session, list[str]]:
    """Play a recorded game again; also digests of the legal actions of each round."""
    session = Session(game_of(replay, ImperialSettlers), log=True)
    return session, legal_digests(session, replay, lambda session: int(session.states["round"][0]))


def main() -> None:
    """Record all games."""
    legal = {}
    for name, (seed, options) in GAMES.items():
        write_replay(FOLDER / f"{name}.jsonl", record(play(seed, options)))
        session, digests = replay_rounds(load(name))
        legal[name] = " ".join(digests)
        scores = " ".join(f"{row['faction']} {row['score']}" for row in session.result()["scores"])
        print(f"{name}: {len(session.decisions)} decisions, {scores}")
    LEGAL_FILE.write_text(json.dumps(legal, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
