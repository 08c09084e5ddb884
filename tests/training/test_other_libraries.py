"""Libraries that take environments as they are; the extra ``interop`` installs them."""

from __future__ import annotations

import pytest

from scythe_env import scythe_v0

pytestmark = pytest.mark.slow
SHORT = {"players": 2, "max_rounds": 2}
NAMES = {"faction", "mat", "coins", "stars", "territories", "resources", "structures", "meander", "score", "rank"}


@pytest.mark.parametrize("maker", [scythe_v0.env, scythe_v0.raw_env], ids=lambda maker: maker.__name__)
def test_torchrl_plays_the_aec_environment(maker):
    pettingzoo = pytest.importorskip("torchrl.envs.libs.pettingzoo")
    env = pettingzoo.PettingZooWrapper(maker(**SHORT), use_mask=True, group_map=None, done_on_any=False)
    played = env.rollout(500)
    assert 4 <= len(played) < 500 and played["next", "done"][-1].all() and not played["next", "done"][:-1].any()
    for agent in ("player_0", "player_1"):
        assert set(played[agent, "info"].keys()) == NAMES
        ranks = played["next", agent, "info", "rank"].flatten().tolist()
        assert set(ranks[:-1]) == {0} and ranks[-1] in (1, 2)


def test_minari_records_infos(tmp_path, monkeypatch):
    minari = pytest.importorskip("minari")
    monkeypatch.setenv("MINARI_DATASETS_PATH", str(tmp_path))
    env = minari.DataCollector(scythe_v0.single_agent_env(illegal_action="raise", **SHORT), record_infos=True)
    for seed in range(2):
        _, info = env.reset(seed=seed)
        over = False
        while not over:
            *_, terminated, truncated, info = env.step(env.action_space.sample(info["action_mask"]))
            over = terminated or truncated
    about = {"author": "a", "author_email": "a@b.c", "code_permalink": "d"}
    episodes = list(env.create_dataset("scythe/short-v0", algorithm_name="random", **about).iterate_episodes())
    assert len(episodes) == 2
    for episode in episodes:
        assert set(episode.infos) == NAMES | {"seat", "illegal_action", "action_mask"}
        assert episode.infos["action_mask"].shape == (len(episode.actions) + 1, 220)
        assert (episode.infos["rank"][:-1] == 0).all() and episode.infos["rank"][-1] in (1, 2)
