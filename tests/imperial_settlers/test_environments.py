"""The environments of PettingZoo and Gymnasium, and agents at the table."""

from __future__ import annotations

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from pettingzoo.test import api_test
from scythe_agents.imperial_settlers import HeuristicAgent

from scythe_env import imperial_settlers_v0
from scythe_env.core.agent import RandomAgent
from scythe_env.core.batch import rollout
from scythe_env.core.session import Session
from scythe_env.imperial_settlers.actions import NUM_ACTIONS
from scythe_env.imperial_settlers.config import ImperialSettlersConfig
from scythe_env.imperial_settlers.game import ImperialSettlers
from scythe_env.imperial_settlers.observation import GAME_SIZE, SEAT_SIZE


@pytest.mark.parametrize("players", [1, 3])
def test_pettingzoo(players: int) -> None:
    env = imperial_settlers_v0.raw_env(players=players)
    api_test(env, num_cycles=30)
    env.reset(seed=3)
    observation, *_, info = env.last()
    assert observation is not None
    assert observation["observation"].shape == (GAME_SIZE + players * SEAT_SIZE,)
    assert observation["action_mask"].shape == (NUM_ACTIONS,)
    assert imperial_settlers_v0.FACTIONS[info["faction"]] in ("barbarians", "japanese", "romans", "egyptians")


def test_gymnasium() -> None:
    env = gymnasium.make("scythe_env/ImperialSettlers-v0", players=2, illegal_action="lose", disable_env_checker=True)
    check_env(env.unwrapped, skip_render_check=True)
    observation, info = env.reset(seed=1)
    assert observation in env.observation_space and info["action_mask"].any()


def test_vector_env() -> None:
    envs = imperial_settlers_v0.vector_env(3, players=2)
    _, infos = envs.reset(seed=1)
    for _ in range(20):
        actions = np.array([np.flatnonzero(mask)[0] for mask in infos["action_mask"]])
        observations, *_, infos = envs.step(actions)
    assert observations.shape == (3, GAME_SIZE + 2 * SEAT_SIZE)


def test_an_unknown_option_is_refused() -> None:
    with pytest.raises(TypeError, match="unknown options expansion; allowed are players, factions"):
        imperial_settlers_v0.env(expansion=1)


def test_results_have_the_parts_of_the_score() -> None:
    session = Session(ImperialSettlers(ImperialSettlersConfig(players=1)), log=True)
    session.reset(2)
    agent = HeuristicAgent()
    while session.running:
        session.play(agent.act_on_state(session.states.copy(), 0, session.mask.copy()))
    (row,) = session.result()["scores"]
    assert row["score"] == sum(
        row[part] for part in ("track", "common_locations", "faction_locations", "gate", "shrine")
    )
    assert row["won"] == (row["collection"] < row["faction_locations"] // 2) and row["title"]
    assert session.game.render(session.states, 0, "ansi", 0).startswith("Round 5")
    assert "virtual player" in str(session.game.render(session.states, 0, "ansi"))


def test_rollouts() -> None:
    game = ImperialSettlers(ImperialSettlersConfig(players=3))
    scores = rollout(game, RandomAgent(), [5, 6])
    assert scores.shape == (2, 4, len(game.score_columns))
    assert (scores[:, :3, -1] >= 1).all()
