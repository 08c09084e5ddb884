"""Games on a Ray cluster of two workers: what comes back is what is played here, and RLlib trains with masks."""

from __future__ import annotations

import os
import re
import secrets
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

# read when Ray is imported: nothing is reported to its makers, only these tests may connect, no file is left behind
os.environ.update(RAY_USAGE_STATS_ENABLED="0", RAY_AUTH_MODE="token", RAY_AUTH_TOKEN=secrets.token_hex())
pytest.importorskip("ray", reason="the extra 'ray' is not installed")

import ray
from ray.cluster_utils import Cluster
from scythe_agents import HeuristicAgent, RandomAgent
from scythe_training import distributed
from scythe_training.cli import app
from scythe_training.evaluation import Evaluation, evaluate
from scythe_training.games import played
from scythe_training.policy import PolicyAgent, StoredPolicy
from scythe_training.settings import TrainingSettings
from typer.testing import CliRunner

from scythe_env.core.agent import Agent
from scythe_env.core.batch import rollout
from scythe_env.core.game import Mask, Observation
from scythe_env.core.registry import parse_agent
from scythe_env.scythe.config import ScytheConfig
from scythe_env.scythe.game import Scythe

CONFIG = ScytheConfig(players=2, max_rounds=4)
GAME = Scythe(CONFIG)


class Cheat(Agent):
    """Chooses what is not legal."""

    def act(self, observation: Observation, mask: Mask) -> int:
        return int(mask.argmin())


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    """The address of a cluster of two nodes with a worker each."""
    cluster = Cluster()
    for _ in range(2):
        cluster.add_node(num_cpus=1, include_dashboard=False, object_store_memory=distributed.LOCAL_STORE)
    yield cluster.address
    cluster.shutdown()


@pytest.fixture
def connected(address: str) -> Iterator[None]:
    with distributed.cluster(address):
        assert ray.cluster_resources()["CPU"] == len(ray.nodes()) == 2
        yield


@pytest.fixture(scope="module")
def policy() -> StoredPolicy:
    """One that was not trained: its weights are drawn."""
    rng = np.random.default_rng(5)
    shapes = {"actor": (8, GAME.observation_size), "critic": (8, GAME.observation_size)}
    weights = {f"{name}.0.weight": rng.normal(size=shape) for name, shape in shapes.items()}
    weights |= {f"{name}.0.bias": np.zeros(8) for name in shapes}
    weights |= {"actor.1.weight": rng.normal(size=(GAME.num_actions, 8)), "actor.1.bias": np.zeros(GAME.num_actions)}
    weights |= {"critic.1.weight": rng.normal(size=(1, 8)), "critic.1.bias": np.zeros(1)}
    training = TrainingSettings(config=CONFIG, hidden=(8,))
    return StoredPolicy.make({name: array.astype(np.float32) for name, array in weights.items()}, training, 0, 0)


def agents(policy: StoredPolicy) -> dict[str, Agent]:
    return {"policy": PolicyAgent(policy, GAME, greedy=False), "heuristic": HeuristicAgent(), "random": RandomAgent()}


def test_a_tournament_is_the_same_on_any_number_of_workers(connected: None, policy: StoredPolicy) -> None:
    done = []
    found = distributed.evaluate(GAME, agents(policy), deals=7, seed=3, advance=lambda: done.append(1))
    assert found == evaluate(GAME, agents(policy), deals=7, seed=3)
    assert found.games == len(done) == 3 * 7 * 2
    assert found != distributed.evaluate(GAME, agents(policy), deals=7, seed=4)


def test_a_tournament_on_one_worker_of_a_cluster_started_here() -> None:
    players: dict[str, Agent] = {"heuristic": HeuristicAgent(), "random": RandomAgent()}
    with distributed.cluster(workers=1):
        assert ray.cluster_resources()["CPU"] == 1
        found = distributed.evaluate(GAME, players, deals=9)
    assert not ray.is_initialized()
    assert found == evaluate(GAME, players, deals=9)


@pytest.mark.parametrize("rules", [True, False])
def test_rollouts_are_the_same_in_any_parts(connected: None, policy: StoredPolicy, rules: bool) -> None:
    seats: list[Agent] = [RandomAgent(), RandomAgent() if rules else PolicyAgent(policy, GAME)]
    seeds = [2**64 - 1, *range(50, 70)]
    expected = distributed.play_out(GAME, seats, seeds)
    assert expected.shape == (21, 2, 8)
    for chunk in (4, 50):
        scores = np.zeros_like(expected)
        parts = []
        for part, found in distributed.rollouts(GAME, seats, seeds, chunk=chunk):
            scores[part] = found
            parts += part
        assert sorted(parts) == list(range(21))
        np.testing.assert_array_equal(scores, expected)


def test_a_ladder_on_a_cluster_has_the_same_games(connected: None, tmp_path: Path) -> None:
    from scythe_training.ladder import Ladder

    ladders = [Ladder.start(tmp_path / name, GAME) for name in ("here", "there")]
    for ladder, spread in zip(ladders, (None, distributed.share_out), strict=True):
        ladder.join(["random", "heuristic", "tuned", "quick"])
        ladder.play(3, spread=spread)
    assert ladders[0].games == ladders[1].games == Ladder.open(tmp_path / "there").games


SLOW = """
import os
import time
from pathlib import Path
import ray
from scythe_env.core.agent import RandomAgent

class Slow(RandomAgent):
    def __init__(self, log: Path) -> None:
        super().__init__()
        self.log = log

    def reset(self, seed):
        super().reset(seed)
        if ray.is_initialized():
            with self.log.open("a") as file:
                file.write(f"{ray.get_runtime_context().get_node_id()} {os.getpid()}\\n")
            time.sleep(1)
"""


@pytest.mark.slow
def test_a_node_that_is_lost_loses_no_game_and_none_counts_twice(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each time a node is killed on which a game has just begun, so that game begins once more elsewhere."""
    from scythe_training.ladder import Ladder

    monkeypatch.setattr(distributed, "_CHUNK", 2)
    (tmp_path / "slow.py").write_text(SLOW)
    slow, log, deals = f"{tmp_path / 'slow.py'}:Slow:log={tmp_path / 'log'}", tmp_path / "log", 12
    ray.cloudpickle.register_pickle_by_value(sys.modules[type(parse_agent(slow, GAME)).__module__])
    nodes: dict[str, Any] = {}

    def lose_once() -> Callable[[], None]:
        left, calls = len(nodes) - 1, iter(range(100))

        def lose() -> None:
            if next(calls) > 2 and len(nodes) > left:
                before = log.read_text()
                while (text := log.read_text()) == before:
                    time.sleep(0.01)
                where, process = text.split()[-2:]
                sockets = {node["NodeID"]: node["RayletSocketName"] for node in ray.nodes()}
                cluster.remove_node(nodes.pop(sockets[where]), allow_graceful=False)
                os.kill(int(process), signal.SIGKILL)  # which would play on for a while

        return lose

    def ladder(name: str, **how: Any) -> Ladder:
        found = Ladder.start(tmp_path / name, GAME)
        found.join(["random", slow])
        found.play(deals, **how)
        return found

    def evaluation(run: Callable[..., Evaluation], **how: Any) -> Evaluation:
        return run(GAME, {"slow": parse_agent(slow, GAME), "random": RandomAgent()}, deals=deals, **how)

    cluster = Cluster()
    for cpus in (0, 1, 1, 1):  # the first one's is this process
        node = cluster.add_node(num_cpus=cpus, include_dashboard=False, object_store_memory=distributed.LOCAL_STORE)
        nodes |= {node.raylet_socket_name: node} if cpus else {}
    try:
        with distributed.cluster(cluster.address):
            there = ladder("there", spread=distributed.share_out, advance=lose_once())
            begun = len(log.read_text().splitlines())
            assert len(nodes) == 2 and begun > 2 * deals
            found = evaluation(distributed.evaluate, advance=lose_once())
            assert len(nodes) == 1 and len(log.read_text().splitlines()) - begun > 2 * deals
    finally:
        cluster.shutdown()
    assert there.games == ladder("here").games == Ladder.open(tmp_path / "there").games
    assert found == evaluation(evaluate)


def test_a_study_on_a_cluster_has_the_same_games(connected: None, tmp_path: Path) -> None:
    from scythe_training.study import Study

    studies = [Study.start(tmp_path / name, {"max_rounds": 4}) for name in ("here", "there")]
    for study, spread in zip(studies, (None, distributed.share_out), strict=True):
        study.play(["random", "heuristic"], [2, 3], 6, spread=spread)
    for key, seats in studies[0].seats.items():
        np.testing.assert_array_equal(seats, studies[1].seats[key])


def test_rollouts_can_be_left_early(connected: None) -> None:
    part, scores = next(iter(distributed.rollouts(GAME, RandomAgent(), range(500), chunk=5)))
    assert len(part) == len(scores) == 5


def test_what_an_agent_does_wrong_is_told(connected: None) -> None:
    ray.cloudpickle.register_pickle_by_value(sys.modules[__name__])  # workers cannot import a test
    with pytest.raises(ValueError, match=r"Cheat at seat \d chose action 0, which is not legal"):
        distributed.evaluate(GAME, {"cheat": Cheat()}, deals=1)


def test_agents_that_are_rules_play_compiled_games() -> None:
    seeds = [3, 9]
    table = distributed.play_out(GAME, RandomAgent(), seeds)
    np.testing.assert_array_equal(table, rollout(GAME, RandomAgent(), seeds)[:, :2])


def test_other_agents_play_the_games_of_scythe_play(policy: StoredPolicy) -> None:
    seats: list[Agent] = [PolicyAgent(policy, GAME), RandomAgent()]
    table = distributed.play_out(GAME, seats, [9])
    assert [score["total"] for score in played(GAME, seats, 9).result()["scores"]] == table[0, :, -2].tolist()


def test_evaluate_command_on_a_cluster(address: str, policy: StoredPolicy, tmp_path: Path) -> None:
    policy.save(tmp_path)
    args = ["evaluate", str(tmp_path), "random", "--max-rounds", "4", "--deals", "9", "--json"]
    here, there = (CliRunner().invoke(app, [*args, *more]) for more in ([], ["--ray", address]))
    assert there.exit_code == 0, there.output
    assert there.stdout == here.stdout and '"games": 18' in there.stdout


def test_the_code_in_the_documents_runs(address: str, capsys: pytest.CaptureFixture[str]) -> None:
    text = (Path(__file__).parents[2] / "docs/distributed.md").read_text("utf-8")
    snippets = re.findall(r"```python\n(.*?)```", text, re.DOTALL)
    scope: dict[str, object] = {}
    for snippet in snippets:
        exec(snippet.replace('"local", workers=2', repr(address)), scope)
    shown = capsys.readouterr().out
    assert len(snippets) == 2 and "Interval" in shown and "games 900 to 999: " in shown


@pytest.mark.parametrize(
    ("where", "message"),
    [
        ("127.0.0.1:1", "no Ray cluster answers at 127.0.0.1:1: "),
        ("nowhere.invalid:6379", "no Ray cluster answers at nowhere.invalid:6379: "),
        ("127.0.0.1", "allowed are local, auto and HOST:PORT"),
        ("127.0.0.1:99999", "allowed are local, auto and HOST:PORT"),
    ],
)
def test_a_cluster_that_cannot_be_reached(where: str, message: str) -> None:
    result = CliRunner().invoke(app, ["evaluate", "--ray", where], env={"COLUMNS": "200"})
    assert result.exit_code == 2 and message in result.stderr
    assert "Traceback" not in result.output


def test_bad_arguments_are_refused() -> None:
    with pytest.raises(ValueError, match="workers must be at least 1, not 0"), distributed.cluster(workers=0):
        pass
    with pytest.raises(ValueError, match="auto has its own"), distributed.cluster("auto", workers=2):
        pass
    with pytest.raises(ValueError, match="0 deals"):
        distributed.evaluate(GAME, {"random": RandomAgent()}, deals=0)
    with pytest.raises(ValueError, match="1 agents were given for 2 seats"):
        distributed.rollouts(GAME, [RandomAgent()], [1])
    with pytest.raises(ValueError, match="seed -1 is not in"):
        distributed.rollouts(GAME, RandomAgent(), [-1])
    with pytest.raises(ValueError, match="chunk must be at least 1"):
        distributed.rollouts(GAME, RandomAgent(), [1], chunk=0)
    assert not ray.is_initialized()


def test_without_ray_it_is_said_what_to_install() -> None:
    for code in (
        "import scythe_training.distributed",
        "from scythe_training.cli import app; app(['evaluate', '--ray', 'local'])",
    ):
        code = f"import sys; sys.modules['ray'] = None; {code}"
        done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
        assert done.returncode and "scythe-env[ray]" in done.stderr


@pytest.mark.slow
def test_rllib_trains_with_masks(address: str, capsys: pytest.CaptureFixture[str]) -> None:
    from scythe_training.rllib_example import main

    main(iterations=1, max_rounds=2, batch=256, address=address, deals=1)
    shown = capsys.readouterr().out
    figures = re.search(r"1: (\d+) decisions, entropy (\d\.\d\d), value error \d", shown)
    assert figures and int(figures[1]) >= 256 and 0 < float(figures[2]) < np.log(GAME.num_actions)
    assert "trained" in shown and "2 games of 2 players" in shown


def test_rllib_environment_plays_games_to_their_end() -> None:
    from scythe_training.rllib_example import MaskedEnv

    env = MaskedEnv({"players": 2, "max_rounds": 2, "reward": "margin"})
    seen, _ = env.reset(seed=4)
    rng = np.random.default_rng(4)
    totals = dict.fromkeys(env.possible_agents, 0.0)
    while True:
        ((agent, shown),) = seen.items()
        seen, rewards, over, cut_off, infos = env.step({agent: rng.choice(shown["action_mask"].nonzero()[0])})
        for name, reward in rewards.items():
            totals[name] += reward
        assert not any(cut_off.values())
        if over["__all__"]:
            break
    assert sum(totals.values()) == 0 != totals["player_0"]
    assert all(over[name] and "rank" in infos[name] for name in env.possible_agents)


def test_rllib_network_excludes_what_is_not_legal() -> None:
    import torch
    from ray.rllib.core.columns import Columns
    from scythe_training.rllib_example import MaskedEnv, MaskedNetwork, NetworkAgent

    env = MaskedEnv({"players": 2})
    seen = env.reset(seed=4)[0]["player_0"] if env.env.agent_selection == "player_0" else env.env.observe("player_0")
    mask = np.zeros(GAME.num_actions, np.int8)
    mask[[3, 7]] = 1
    network = MaskedNetwork(
        observation_space=env.observation_spaces["player_0"],
        action_space=env.action_spaces["player_0"],
        model_config={"hidden": (8,)},
    )
    batch = {"observation": torch.tensor(seen["observation"])[None].repeat(2, 1)}
    batch["action_mask"] = torch.tensor(np.stack([mask, np.zeros_like(mask)]))  # none is legal after the last decision
    logits = network.forward_exploration({Columns.OBS: batch})[Columns.ACTION_DIST_INPUTS]
    chances = torch.softmax(logits, -1)
    assert chances[0].nonzero().flatten().tolist() == [3, 7]
    assert torch.isfinite(chances).all()
    assert network.compute_values({Columns.OBS: batch}).shape == (2,)
    assert NetworkAgent(network).act(seen["observation"], mask) == int(logits[0].argmax())
