import numpy as np
from scythe_agents import RandomAgent

NOTHING = np.zeros(0, np.float32)


def choices(agent: RandomAgent, mask: np.ndarray, n: int) -> list[int]:
    return [agent.act(NOTHING, mask) for _ in range(n)]


def test_chooses_all_legal_actions_alike():
    mask = np.zeros(220, np.int8)
    mask[[0, 7, 111, 219]] = 1
    agent = RandomAgent()
    agent.reset(1)
    actions, counts = np.unique(choices(agent, mask, 4000), return_counts=True)
    assert actions.tolist() == [0, 7, 111, 219]
    assert abs(counts - 1000).max() < 130  # 4.7 standard deviations


def test_repeats_itself_for_the_same_seed_only():
    mask = np.ones(220, np.int8)
    agents = [RandomAgent() for _ in range(3)]
    for agent, seed in zip(agents, (5, 5, 6), strict=True):
        agent.reset(seed)
    first, second, third = (choices(agent, mask, 50) for agent in agents)
    assert first == second != third


def test_has_a_generator_of_its_own():
    mask = np.ones(220, np.int8)
    agent = RandomAgent()
    agent.reset(5)
    expected = choices(agent, mask, 20)
    agent.reset(5)
    np.random.seed(0)
    before = np.random.get_state()[1].tolist()
    assert choices(agent, mask, 20) == expected
    assert np.random.get_state()[1].tolist() == before
