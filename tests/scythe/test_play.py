"""Random games at every player count hold the invariants; compiled and interpreted play agree decision by decision."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from scythe_env.core.compiling import JIT, PLAIN
from scythe_env.core.testing.contract import check_game
from scythe_env.scythe import engine, steps
from scythe_env.scythe.actions import NUM_ACTIONS
from scythe_env.scythe.config import ScytheConfig
from scythe_env.scythe.constants import ENDED, RUNNING, TRUNCATED
from scythe_env.scythe.game import Scythe

from .playing import check_invariants, choose_lively, deal, digest, new_record, random_game

GAMES = 5 if JIT else 1
EVERY = 1 if JIT else 10  # decisions between two checks of the invariants
LOOK_EVERY = 7 if JIT else 60  # decisions between two looks at all that is offered
OPTIONS: dict[str, dict[str, int]] = {
    "default": {},
    "promo": {"promo_encounters": 1, "promo_factory": 1, "promo_objectives": 1},
    "decline gains": {"decline_gains": 1, "play_forced": 0},
    "other readings": {"exclude_banned_pairs": 1, "relentless_factory": 0, "camaraderie_always": 1},
}


@pytest.mark.parametrize(
    ("players", "name"),
    [(n, name) for n in range(1, 8) for k, name in enumerate(OPTIONS) if JIT or k == n % len(OPTIONS)],
)
def test_random_games_hold_the_invariants(players: int, name: str) -> None:
    states = new_record(players, **OPTIONS[name])
    for seed in range(GAMES):
        for k, (mask, _) in enumerate(random_game(states, seed)):
            if k % EVERY == 0:
                check_invariants(states, mask)
        assert states["status"][0] in (ENDED, TRUNCATED)
        mask = np.ones(NUM_ACTIONS, np.int8)
        engine.resume(states, 0, mask)
        check_invariants(states, mask)


@pytest.mark.parametrize("faction", range(7))
def test_every_faction_and_mat_is_played(faction: int) -> None:
    for mat in range(7):
        states = new_record(
            3, wanted_faction=[faction, *[-1] * 6], wanted_mat=[mat, *[-1] * 6], max_rounds=30 if JIT else 10
        )
        for k, (mask, _) in enumerate(random_game(states, 10 * faction + mat)):
            if k % EVERY == 0:
                check_invariants(states, mask)
        assert states["faction"][0, 0] == faction and states["mat"][0, 0] == mat


@pytest.mark.parametrize("players", (2, 5, 7))
def test_every_legal_action_applies(players: int) -> None:
    states = new_record(players, promo_encounters=1, promo_factory=1)
    trial = new_record(players)
    after = np.zeros(NUM_ACTIONS, np.int8)
    for k, (mask, _) in enumerate(random_game(states, 100 + players)):
        if k % (5 if JIT else 40):
            continue
        for action in np.flatnonzero(mask).tolist():
            engine.raw_bytes(trial)[0] = engine.raw_bytes(states)[0]
            engine.apply(trial, 0, action, after)
            check_invariants(trial, after)
            assert digest(trial) != digest(states)


@pytest.mark.rule("R14", "Q14", "Q121")
@pytest.mark.parametrize("players", range(1, 8))
def test_what_holds_for_every_game(players: int) -> None:
    """Nothing hidden leaks, values are in their ranges, and texts, bytes, documents and copies can be read back."""
    promo = players % 2 == 0
    config = ScytheConfig(
        players=players,
        max_rounds=100 if JIT else 40,
        promo_encounters=promo,
        promo_factory=promo,
        decline_gains=not promo,
    )

    def looked_at(states: np.ndarray, k: int) -> bool:
        return k % LOOK_EVERY == 0 or states["decision"][0] in (steps.DIAL, steps.COMBAT_CARD)

    check_game(Scythe(config), 40 + players, choose_lively, looked_at)


def test_forced_decisions_do_not_change_the_game() -> None:
    """Playing forced decisions on gives the game in which the same seat makes them."""
    quick, slow = new_record(3), new_record(3, play_forced=0)
    slow_mask = deal(slow, 5)
    for mask, action in random_game(quick, 5):
        while slow_mask.sum() == 1:
            engine.apply(slow, 0, int(slow_mask.argmax()), slow_mask)
        assert (slow_mask == mask).all()
        engine.apply(slow, 0, action, slow_mask)
    while slow["status"][0] == RUNNING and slow_mask.sum() == 1:
        engine.apply(slow, 0, int(slow_mask.argmax()), slow_mask)
    slow["play_forced"][0] = 1
    assert digest(slow) == digest(quick)


def trace(games: int) -> str:
    """Digests of whole games at all player counts, decision by decision."""
    lines = []
    for players in range(1, 8):
        for seed in range(games):
            states = new_record(players, promo_encounters=1, promo_factory=1, decline_gains=seed % 2, max_rounds=25)
            for mask, action in random_game(states, seed):
                lines.append(f"{players} {seed} {action} {digest(states)} {np.packbits(mask).tobytes().hex()}")
            lines.append(digest(states))
    return "\n".join(lines)


def run_python(code: str, **environment: str) -> str:
    """What a fresh process prints that runs in the root of the project."""
    root = Path(__file__).parents[2]
    done = subprocess.run(
        [sys.executable, "-c", f"import sys; sys.path.insert(0, {str(root)!r}); {code}"],
        capture_output=True,
        text=True,
        env={**os.environ, **environment},
        check=True,
        cwd=root,
    )
    return done.stdout


@pytest.mark.skipif(not JIT or PLAIN, reason="compares our compiling with other modes")
@pytest.mark.parametrize(
    "switch", ["NUMBA_DISABLE_JIT", pytest.param("SCYTHE_ENV_PLAIN_NUMBA", marks=pytest.mark.slow)]
)
def test_all_modes_play_the_same_games(switch: str) -> None:
    code = "from tests.scythe.test_play import trace; print(trace(2))"
    other, compiled = run_python(code, **{switch: "1"}).splitlines(), trace(2).splitlines()
    assert len(other) == len(compiled)
    for k, (a, b) in enumerate(zip(other, compiled, strict=True)):
        assert a == b, f"decision {k}"


@pytest.mark.slow
@pytest.mark.skipif(not JIT or PLAIN, reason="checks what was compiled")
def test_one_signature_a_rule(tmp_path: Path) -> None:
    """Play compiles each rule once, and again only for arrays of other shapes, in a fresh process without a cache."""
    code = (
        "from tests.scythe.playing import deal, new_record; from scythe_env.core.compiling import RULES; "
        "deal(new_record(2), 0); compiled = {r.__name__: len(r.signatures) for r in RULES if r.signatures}; "
        "print(len(compiled), *(name for name, versions in compiled.items() if versions > 1))"
    )
    rules, *several = run_python(code, SCYTHE_ENV_CACHE_DIR=str(tmp_path)).split()
    assert int(rules) > 200 and set(several) == {"total", "draw_weighted"}
