"""Rusviet with less repeating: what the changed agents do, and what is counted."""

from __future__ import annotations

import json
import sys
from itertools import pairwise

import numpy as np
import pytest
from scythe_agents import HeuristicAgent, QuickAgent
from scythe_training.ablation import AGENTS, CHANGES, EVERYBODY, ChangedScript, ablate, main

from scythe_env.core.batch import rollout
from scythe_env.core.session import Session
from scythe_env.scythe import steps
from scythe_env.scythe.actions import A_SECTION
from scythe_env.scythe.config import ScytheConfig
from scythe_env.scythe.constants import FACTORY_SECTION, PRODUCE, RUSVIET
from scythe_env.scythe.game import Scythe

WITH = Scythe(ScytheConfig(players=3, factions=("rusviet", None, None)))
WITHOUT = Scythe(ScytheConfig(players=2, factions=("albion", "nordic")))


def repeats(change: int, games: int = 12) -> dict[bool, set[int]]:
    """The sections that Rusviet (True) and the others (False) chose twice in a row in some games."""
    found: dict[bool, set[int]] = {True: set(), False: set()}
    session, agent = Session(WITH), ChangedScript(WITH, change)
    for seed in range(games):
        session.reset(seed)
        chosen: dict[int, list[int]] = {seat: [] for seat in range(3)}
        while session.running:
            section = session.states["decision"][0] == steps.SECTION
            action = agent.act_on_state(session.states, 0, session.mask.copy())
            if section and A_SECTION <= action <= A_SECTION + FACTORY_SECTION:
                chosen[session.seat].append(action - A_SECTION)
            session.step(action)
        for seat, sections in chosen.items():
            is_rusviet = bool(session.states["faction"][0, seat] == RUSVIET)
            found[is_rusviet] |= {one for one, other in pairwise(sections) if one == other}
    return found


@pytest.mark.parametrize("change", CHANGES.values(), ids=CHANGES)
def test_who_repeats_what(change: int) -> None:
    found = repeats(change)
    if change == EVERYBODY:
        assert PRODUCE in found[False]
    else:
        assert not found[False]
        assert not [section for section in found[True] if change >> section & 1]
        assert (PRODUCE in found[True]) == (not change >> PRODUCE & 1)


def test_without_a_change_the_agents_are_those_that_they_come_from() -> None:
    for game in (WITH, WITHOUT):
        by_rules = rollout(game, HeuristicAgent(), range(20))
        for change in CHANGES.values():
            same = (rollout(game, ChangedScript(game, change), range(20)) == by_rules).all()
            assert same == (change == 0 or (game is WITHOUT and change != EVERYBODY))


@pytest.mark.slow
def test_the_search_without_a_change_is_quick() -> None:
    agent = AGENTS["quick"](WITH, 0)
    assert (rollout(WITH, agent, range(4)) == rollout(WITH, QuickAgent(WITH), range(4))).all()
    less = AGENTS["quick"](WITH, CHANGES["no repeat by Rusviet"])
    assert (rollout(WITH, less, range(4)) != rollout(WITH, QuickAgent(WITH), range(4))).any()


def test_effects_are_counted_on_equal_deals() -> None:
    found = ablate("heuristic", 20, players=3, seed=2)
    assert [effect.change for effect in found] == list(CHANGES)
    deals = np.random.SeedSequence(2).generate_state(20, np.uint64)
    first = rollout(WITH, HeuristicAgent(), deals)[:, :3, 7] == 1
    assert found[0].wins.rate == pytest.approx((first[:, 0] / first.sum(1)).mean())
    assert found[0].more == (0, 0, 0)
    for effect in found:
        assert effect.games == 20
        assert effect.more.rate == pytest.approx(effect.wins.rate - found[0].wins.rate)
        assert effect.more.low <= effect.more.rate <= effect.more.high
    assert ablate("heuristic", 20, players=3, seed=2, stopped=lambda: True) == ablate(
        "heuristic", 16, players=3, seed=2
    )
    assert ablate("heuristic", 20, players=3, seed=2, exclude_banned_pairs=True) != found


def test_command(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    args = ["ablation", "--games", "4", "--players", "2"]
    monkeypatch.setattr(sys, "argv", args)
    assert main() == 0
    assert "no repeated Produce" in capsys.readouterr().out
    monkeypatch.setattr(sys, "argv", [*args, "--json"])
    assert main() == 0
    document = json.loads(capsys.readouterr().out)
    assert (document["agent"], document["games"], len(document["effects"])) == ("heuristic", 4, len(CHANGES))
    for wrong in (["--games", "1"], ["--players", "1"], ["--players", "8"], ["--seed", "-1"], ["--agent", "random"]):
        monkeypatch.setattr(sys, "argv", [*args, *wrong])
        with pytest.raises(SystemExit, match="2"):
            main()
        assert "error: " in capsys.readouterr().err
