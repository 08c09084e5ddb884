"""Stored policies: what comes back, what is refused, and how they act. Needs no torch."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

pytest.importorskip("safetensors")

from scythe_training.files import DIGESTS_FILE, check_whole, put_back, seal, write_whole
from scythe_training.policy import SETTINGS_FILE, WEIGHTS_FILE, PolicyAgent, StoredPolicy, shapes
from scythe_training.settings import TrainingSettings

from scythe_env.core.agent import Player
from scythe_env.core.batch import Batch
from scythe_env.core.registry import parse_agent
from scythe_env.core.session import Session
from scythe_env.scythe.config import ScytheConfig
from scythe_env.scythe.game import Scythe
from tests.core.race.game import Race

SETTINGS = TrainingSettings(
    config=ScytheConfig(players=2, factions=["nordic", None], max_rounds=4),
    hidden=(8, 4),
    opponents=("random", "heuristic"),
)


def random_policy(settings: TrainingSettings = SETTINGS) -> StoredPolicy:
    rng = np.random.default_rng(0)
    weights = {name: rng.normal(size=shape).astype(np.float32) for name, shape in shapes(settings).items()}
    return StoredPolicy.make(weights, settings, 1234, 5)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    random_policy().save(tmp_path / "policy")
    return tmp_path / "policy"


def edit(folder: Path, change: dict[str, Any]) -> None:
    file = folder / SETTINGS_FILE
    document = json.loads(file.read_text())
    for key, value in change.items():
        target = document
        *path, last = key.split(".")
        for part in path:
            target = target[part]
        if value is None:
            del target[last]
        else:
            target[last] = value
    file.write_text(json.dumps(document))
    seal(folder)


def test_what_is_stored_comes_back(folder: Path) -> None:
    stored, loaded = random_policy(), StoredPolicy.load(folder)
    assert loaded.settings == stored.settings
    assert loaded.settings.training.config == SETTINGS.config
    assert list(loaded.weights) and all(
        np.array_equal(loaded.weights[name], stored.weights[name]) for name in stored.weights
    )


def test_the_agent_plays_legal_actions_and_repeats_itself(folder: Path) -> None:
    game = Scythe(SETTINGS.config)
    for greedy in (True, False):
        games = []
        for _ in range(2):
            agent = PolicyAgent(StoredPolicy.load(folder), game, greedy)
            agent.reset(7)
            states, mask = game.new_states(1), np.zeros(game.num_actions, np.int8)
            observation = np.zeros(game.observation_size, np.float32)
            game.reset(states, 0, 11, mask)
            actions = []
            while (seat := game.seat_to_act(states, 0)) >= 0:
                game.observe(states, 0, seat, observation)
                actions.append(agent.act(observation, mask))
                assert mask[actions[-1]]
                game.step(states, 0, actions[-1], mask)
            games.append(actions)
        assert games[0] == games[1]


def test_scores_of_a_batch_are_those_of_its_rows() -> None:
    policy = random_policy()
    observations = (
        np.random.default_rng(1).normal(size=(3, Scythe(SETTINGS.config).observation_size)).astype(np.float32)
    )
    rows = [policy.scores(row) for row in observations]
    assert np.allclose(policy.scores(observations), rows, rtol=1e-4, atol=1e-4)


def test_drawn_actions_follow_their_probabilities() -> None:
    policy = random_policy()
    agent = PolicyAgent(policy, Scythe(SETTINGS.config), greedy=False)
    agent.reset(3)
    observation = np.zeros(Scythe(SETTINGS.config).observation_size, np.float32)
    mask = np.zeros(220, np.int8)
    mask[[4, 9]] = 1
    scores = policy.scores(observation)
    expected = 1 / (1 + np.exp(scores[9] - scores[4]))
    share = np.mean([agent.act(observation, mask) == 4 for _ in range(2000)])
    assert abs(share - expected) < 0.05


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"format": "scythe-policy-0"}, "not the settings of a policy"),
        ({"interface": "0" * 16}, "other observations or actions"),
        ({"training.hidden": [8, 5]}, "by its settings"),
        ({"training.hidden": [8]}, "by its settings"),
        ({"training.config.players": 3}, "factions has 2 entries"),
        ({"training.config.factions": ["nordic", "nordic"]}, "twice"),
        ({"training.reward": "fame"}, "training: reward .fame. is unknown"),
        ({"training.gamma": "high"}, "training.gamma"),
        ({"decisions": 1.5}, "decisions"),
        ({"updates": None}, "updates: Field required"),
        ({"updates": -1}, "updates must be at least 0, not -1"),
        ({"decisions": -5}, "decisions must be at least 0, not -5"),
        ({"training.entropy": 1e999}, "Infinity is not a number in JSON"),
        ({"training.threads": 100_000}, "threads must be an integer from 1 to 1024"),
        ({"more": 1}, r"unknown \['more'\]"),
        ({"training.config.tiles": 1}, r"training: config: unknown \['tiles'\]"),
        ({"training.game": "chess"}, "training: unknown game 'chess'"),
    ],
)
def test_settings_that_do_not_fit_are_refused(folder: Path, change: dict[str, Any], message: str) -> None:
    edit(folder, change)
    with pytest.raises(ValueError, match=message):
        StoredPolicy.load(folder)


def test_damaged_files_are_refused(folder: Path) -> None:
    for name in (WEIGHTS_FILE, SETTINGS_FILE):
        whole = (folder / name).read_bytes()
        (folder / name).write_bytes(whole[: len(whole) // 2])
        with pytest.raises(ValueError, match=f"{name}: damaged"):
            StoredPolicy.load(folder)
        (folder / name).unlink()
        with pytest.raises(ValueError, match=f"{name}: No such file"):
            StoredPolicy.load(folder)
        (folder / name).write_bytes(whole)
    (folder / SETTINGS_FILE).write_text("[]")
    with pytest.raises(ValueError, match="not the settings of a policy"):
        StoredPolicy.load(folder)


@pytest.mark.parametrize("change", ["missing", "more", "shape", "type", "nan"])
def test_weights_that_do_not_fit_are_refused(tmp_path: Path, change: str) -> None:
    policy = random_policy()
    bias = policy.weights["actor.1.bias"]
    if change == "missing":
        del policy.weights["actor.1.bias"]
    elif change == "more":
        policy.weights["actor.9.bias"] = bias
    else:
        wrong = {"shape": bias[:-1], "type": bias.astype(np.float64), "nan": bias * np.nan}
        policy.weights["actor.1.bias"] = wrong[change].astype(wrong[change].dtype)
    if change == "nan":
        with pytest.raises(ValueError, match=r"the weights 'actor\.1\.bias' are not finite"):
            policy.save(tmp_path / "policy")
        assert not list(tmp_path.iterdir())
        return
    policy.save(tmp_path)
    with pytest.raises(ValueError, match=r"actor\.[19]\.bias"):
        StoredPolicy.load(tmp_path)


def test_files_of_different_policies_do_not_mix(folder: Path, tmp_path: Path) -> None:
    other = random_policy()
    other.weights["actor.0.bias"] += 1
    other.save(tmp_path / "other")
    for name in (WEIGHTS_FILE, SETTINGS_FILE, DIGESTS_FILE):
        whole = (folder / name).read_bytes()
        (folder / name).write_bytes((tmp_path / "other" / name).read_bytes())
        if (folder / name).read_bytes() != whole:
            with pytest.raises(ValueError, match=f"{WEIGHTS_FILE}: damaged: it is not the file that was written with"):
                StoredPolicy.load(folder)
        (folder / name).write_bytes(whole)
    StoredPolicy.load(folder)
    (folder / DIGESTS_FILE).write_text("{}")
    with pytest.raises(ValueError, match=r"digests of policy.safetensors, settings.json are needed"):
        StoredPolicy.load(folder)
    (folder / DIGESTS_FILE).unlink()
    with pytest.raises(ValueError, match=f"{DIGESTS_FILE}: No such file"):
        StoredPolicy.load(folder)


def test_policies_without_digests_are_of_the_first_format(folder: Path) -> None:
    edit(folder, {"format": "scythe-policy-1"})
    (folder / DIGESTS_FILE).unlink()
    loaded = StoredPolicy.load(folder)
    assert all((loaded.weights[name] == values).all() for name, values in random_policy().weights.items())


def test_a_policy_replaces_another_when_it_is_whole(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    newer = random_policy()
    newer.weights["actor.0.bias"] += 1
    with monkeypatch.context() as full:

        def fail(path: Path, data: bytes) -> int:
            raise OSError(28, "No space left on device", str(path))

        full.setattr(Path, "write_bytes", fail)
        with pytest.raises(OSError, match="No space left"):
            newer.save(folder)
    before = StoredPolicy.load(folder)
    assert (before.weights["actor.0.bias"] == random_policy().weights["actor.0.bias"]).all()
    newer.save(folder)
    assert (StoredPolicy.load(folder).weights["actor.0.bias"] == newer.weights["actor.0.bias"]).all()
    assert [path.name for path in folder.parent.iterdir()] == [folder.name]


def test_a_folder_that_a_process_was_replacing_as_it_died_is_not_lost(tmp_path: Path) -> None:
    folder = tmp_path / "folder"
    write_whole(folder, {"one": b"1"})
    folder.rename(tmp_path / "folder.old")
    put_back(folder)
    check_whole(folder, "one")
    folder.rename(tmp_path / "folder.old")
    with pytest.raises(ValueError, match="holds 'one' besides"):
        write_whole(folder, {"two": b"2"})
    assert [path.name for path in tmp_path.iterdir()] == ["folder"]


def test_a_folder_with_other_files_is_not_replaced(tmp_path: Path) -> None:
    (tmp_path / "thesis.tex").write_text("all my work")
    with pytest.raises(ValueError, match=r"holds 'thesis.tex' besides what is written"):
        random_policy().save(tmp_path)
    assert (tmp_path / "thesis.tex").read_text() == "all my work"


def test_names_in_digests_do_not_leave_the_folder(tmp_path: Path) -> None:
    (tmp_path / "secret").write_text("s")
    write_whole(tmp_path / "folder", {"one": b"1"})
    (tmp_path / "folder" / DIGESTS_FILE).write_text('{"one": "", "../secret": ""}')
    with pytest.raises(ValueError, match="one: damaged"):
        check_whole(tmp_path / "folder", "one")


def test_json_that_is_nested_deeply_or_repeats_keys_is_refused(folder: Path) -> None:
    for text, message in (
        ("[" * 989 + "]" * 989, "nested too deeply|not the settings"),
        ("[" * 100_000, "nested too deeply"),
        ('{"format": 1, "format": 2}', "the key 'format' occurs twice"),
        ('{"a": NaN}', "NaN is not a number"),
    ):
        (folder / SETTINGS_FILE).write_text(text)
        with pytest.raises(ValueError, match=message):
            StoredPolicy.load(folder)


def test_types_that_numpy_does_not_have_are_refused(folder: Path) -> None:
    torch = pytest.importorskip("torch")
    from safetensors.torch import save_file

    save_file({"actor.0.bias": torch.zeros(3, dtype=torch.bfloat16)}, folder / WEIGHTS_FILE)
    seal(folder)
    with pytest.raises(ValueError, match=f"{WEIGHTS_FILE}: damaged"):
        StoredPolicy.load(folder)


@pytest.mark.parametrize("name", ["entropy", "learning_rate", "gamma", "gae_lambda", "clip"])
@pytest.mark.parametrize("value", [float("nan"), float("inf"), -float("inf")])
def test_settings_are_finite(name: str, value: float) -> None:
    with pytest.raises(ValueError, match=f"{name} must be a finite number"):
        replace(SETTINGS, **{name: value})


def test_rows_that_a_stored_policy_lacks_have_their_defaults(folder: Path) -> None:
    newer = ("game", "shaping", "start", "warm_up", "teacher", "teacher_weight", "teacher_fade", "snapshots")
    edit(folder, dict.fromkeys((f"training.{name}" for name in (*newer, "config.decline_gains")), None))
    assert StoredPolicy.load(folder).settings == random_policy().settings


def test_what_policies_see_and_do_has_not_changed() -> None:
    assert Scythe(ScytheConfig(players=2)).interface() == "e9d2c0c6b1429b85"  # of the policies that are stored
    assert Scythe(ScytheConfig(players=7)).interface() == "b5be353594969c74"


def test_a_folder_is_the_text_of_an_agent(folder: Path) -> None:
    agent = parse_agent(f"{folder}:greedy=no", Scythe(SETTINGS.config))
    assert isinstance(agent, PolicyAgent) and not agent.greedy
    with pytest.raises(ValueError, match="trained for 2 players, not for 3"):
        parse_agent(str(folder), Scythe(ScytheConfig(players=3)))
    with pytest.raises(ValueError, match="trained for scythe_v0, not for race_v0"):
        parse_agent(str(folder), Race())


def observing(players: int = 2, **options: Any) -> StoredPolicy:
    """A policy that was trained with some options of observations."""
    return random_policy(TrainingSettings(config=ScytheConfig(players=players, **options), hidden=(8,)))


WIDE: Any = {"observe_seats": 7, "observe_standing": True}


@pytest.mark.parametrize("players", [1, 3, 7])
def test_a_policy_plays_at_every_table_that_its_observation_has_room_for(players: int) -> None:
    """And sees what it saw in training, whatever the options of the table are."""
    policy, wide = observing(2, **WIDE), Scythe(ScytheConfig(players=players, **WIDE))
    session = Session(wide)
    session.reset(2)
    expected = int(np.where(session.mask, policy.scores(session.observe(session.seat)), -np.inf).argmax())
    for options in ({}, {"observe_seats": 7}, {"observe_standing": True}, WIDE):
        game = Scythe(ScytheConfig(players=players, **options))
        player = Player(game, PolicyAgent(policy, game))
        assert player.choose(session.states, 0, session.seat, session.mask) == expected
        given = np.full((1, game.observation_size), np.nan, np.float32)
        game.observe(session.states, 0, session.seat, given[0])
        asked = session.states, np.array([0]), np.array([session.seat]), given, session.mask[None]
        assert player.choose_many(*asked).tolist() == [expected]


def test_a_policy_refuses_tables_that_its_observation_does_not_fit() -> None:
    four = Scythe(ScytheConfig(players=4, **WIDE))
    with pytest.raises(ValueError, match="trained for 2 players, not for 4"):
        PolicyAgent(observing(2, observe_seats=3), four)
    with pytest.raises(ValueError, match="trained for 5 players, not for 4"):
        PolicyAgent(observing(5), four)  # it never saw an empty seat
    agent = PolicyAgent(observing(4), four)
    with pytest.raises(ValueError, match="the policy observes 1989 numbers, not 3045"):
        agent.act(np.zeros(four.observation_size, np.float32), np.ones(four.num_actions, np.int8))
    with pytest.raises(ValueError, match="observe_seats must be at least the number of seats, 4, not 3"):
        Player(four, PolicyAgent(observing(2, observe_seats=3), Scythe(ScytheConfig(players=3))))
    with pytest.raises(ValueError, match="race_v0 cannot be observed like scythe_v0"):
        Player(Race(), agent)


@pytest.mark.parametrize("options", [{}, WIDE])
def test_policies_of_different_observations_share_a_table_of_four(options: dict[str, Any]) -> None:
    """In a batch and one game after the other they do the same, as every environment asks them."""
    game = Scythe(ScytheConfig(players=4, max_rounds=3, **options))
    kinds = ((4, {}), (2, {"observe_seats": 5}), (3, WIDE))
    agents = [PolicyAgent(observing(players, **kind), game) for players, kind in kinds]
    batch = Batch(game, 2, [agents], seat=0, autoreset_mode="Disabled")
    batch.reset(5)
    session, seats = Session(game), [None, *(Player(game, agent) for agent in agents)]
    session.reset(5)
    for _ in range(10_000):
        while session.running and (player := seats[session.seat]) is not None:
            session.step(player.choose(session.states, 0, session.seat, session.mask))
        assert batch.states[0].tobytes() == session.states[0].tobytes()
        if not session.running:
            break
        action = int(session.mask.argmax())
        session.step(action)
        others = batch.arrays.masks[1].argmax() if batch.arrays.masks[1].any() else -1
        if others < 0:
            batch.reset(5, np.array([False, True]))
            others = batch.arrays.masks[1].argmax()
        batch.step([action, others])
    assert not session.running


def test_policies_of_versions_without_options_of_observations_can_be_read(folder: Path) -> None:
    edit(folder, {"training.config.observe_seats": None, "training.config.observe_standing": None})
    assert StoredPolicy.load(folder).settings == random_policy().settings


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"decisions": 0}, "decisions must be an integer from 1"),
        ({"games": 10**9}, "games must be an integer from 1 to 1048576"),
        ({"games": 2**20}, "games x steps must be at most"),
        ({"games": 100}, "batch 1024 must divide games x steps, 100 x 64, as 800 does"),
        ({"games": 2.5}, "games must be an integer"),
        ({"batch": 0}, "batch must be an integer from 2"),
        ({"clip": 0.0}, "clip must be a finite number above 0"),
        ({"entropy": -0.1}, "entropy must be a finite number from 0"),
        ({"hidden": (10**6,)}, "hidden must be an integer from 1 to 4096"),
        ({"hidden": (8,) * 9}, "at most 8 layers"),
        ({"gamma": 1.5}, "gamma"),
        ({"learning_rate": 0.0}, "learning_rate"),
        ({"seed": -1}, "seed"),
        ({"opponents": ()}, "opponents"),
        ({"hidden": (0,)}, "hidden"),
        ({"batch": 500}, "batch 500 must divide"),
        ({"reward": "fame"}, "allowed are win, rank, score, margin"),
        ({"activation": "step"}, "allowed are tanh, relu"),
    ],
)
def test_impossible_settings_are_refused(change: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        TrainingSettings(**change)
