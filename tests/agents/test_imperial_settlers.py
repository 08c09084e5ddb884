"""The agents of Imperial Settlers: the script, its whims, and the searches."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from scythe_agents.imperial_settlers import ExpertAgent, HeuristicAgent, TreeAgent
from scythe_agents.imperial_settlers.plans import owner, turn
from scythe_agents.imperial_settlers.weights import DEFAULTS, NAMES, WHIM

from scythe_env.core.agent import Agent, RandomAgent
from scythe_env.core.batch import rollout
from scythe_env.core.registry import agent_names, parse_agent
from scythe_env.core.session import Session
from scythe_env.imperial_settlers import steps
from scythe_env.imperial_settlers.config import ImperialSettlersConfig
from scythe_env.imperial_settlers.constants import NONE
from scythe_env.imperial_settlers.game import ImperialSettlers
from scythe_env.imperial_settlers.rules.scoring import RANK, SCORE
from tests.imperial_settlers.table import rule_of


def game(players: int = 2) -> ImperialSettlers:
    return ImperialSettlers(ImperialSettlersConfig(players=players))


def wins(agents: list[Agent], games: int) -> np.ndarray:
    """The share of games that each seat wins; a shared victory counts as its share."""
    first = rollout(game(len(agents)), agents, range(games))[:, : len(agents), RANK] == 1
    return np.asarray((first / first.sum(1, keepdims=True)).mean(0))


def with_whim(number: int) -> HeuristicAgent:
    agent = HeuristicAgent()
    agent.weights[WHIM] = number
    return agent


def test_every_agent_that_is_registered_is_made() -> None:
    kinds = {"expert": ExpertAgent, "heuristic": HeuristicAgent, "mcts": TreeAgent}
    for name, kind in kinds.items():
        assert name in agent_names(ImperialSettlers) and type(parse_agent(name, game())) is kind


@pytest.mark.parametrize("seat", [0, 1])
def test_the_script_beats_random_play_from_any_seat(seat: int) -> None:
    agents: list[Agent] = [RandomAgent(), RandomAgent()]
    agents[seat] = HeuristicAgent()
    assert wins(agents, 200)[seat] >= 0.97


@pytest.mark.parametrize(("players", "least"), [(1, 35), (2, 45), (4, 55)])
def test_winners_among_scripts_score_as_people_do(players: int, least: int) -> None:
    scores = rollout(game(players), HeuristicAgent(), range(100))[:, :players, SCORE]
    assert scores.max(1).mean() >= least


def test_a_search_beats_its_script_from_any_seat() -> None:
    expert = ExpertAgent(game(), candidates=12)
    won = wins([expert, HeuristicAgent()], 6)[0] + wins([HeuristicAgent(), expert], 6)[1]
    assert won / 2 >= 0.6


def test_a_search_looks_only_at_what_its_seat_knows() -> None:
    session = Session(game(3))
    for seed, kind in ((1, ExpertAgent(game(3), candidates=6)), (2, TreeAgent(game(3), iterations=8))):
        session.reset(seed)
        script = HeuristicAgent()
        for _ in range(40):
            session.step(script.act_on_state(session.states.copy(), 0, session.mask.copy()))
        chosen = set()
        for deal in range(4):
            states = session.states.copy()
            if deal:
                session.game.determinize(states, 0, session.seat, deal)
            kind.reset(seed)
            chosen.add(kind.act_on_state(states, 0, session.mask.copy()))
        assert len(chosen) == 1


def test_a_turn_is_an_action_with_what_is_chosen_in_it() -> None:
    session, script = Session(game(3)), HeuristicAgent()
    session.reset(4)
    numbers: list[int] = []
    while session.running:
        s = session.states.view(np.recarray)[0]
        number, whose = rule_of(turn)(s), rule_of(owner)(s)
        top = s["depth"] - 1
        under_way = s["step_kind"][top] == steps.TURN or steps.TURN in s["step_kind"][:top]
        begins = not under_way or (s["step_kind"][top] == steps.TURN and s["step_a"][top] == 0)
        assert (number != NONE) == begins
        if begins:
            assert whose == session.seat
            numbers.append(number)
        session.step(script.act_on_state(session.states.copy(), 0, session.mask.copy()))
    assert len(set(numbers)) == len(numbers) > 50


def test_a_whim_changes_what_is_chosen_and_nothing_by_chance() -> None:
    scores = [rollout(game(), with_whim(number), range(20))[:, :2, SCORE].tolist() for number in (0, 1, 1, 2)]
    assert scores[1] == scores[2]
    assert scores[0] != scores[1] != scores[3]
    assert DEFAULTS[WHIM] == 0


def test_weights_from_a_file_play(tmp_path: Path) -> None:
    file = tmp_path / "weights.json"
    file.write_text(HeuristicAgent.document(with_whim(3).weights))
    agent = parse_agent(f"heuristic:weights={file}", game())
    assert np.array_equal(agent.weights, with_whim(3).weights)  # type: ignore[arg-type]
    file.write_text(file.read_text().replace(NAMES[0], "coin"))
    with pytest.raises(ValueError, match=f"the weight '{NAMES[0]}' is missing"):
        parse_agent(f"heuristic:weights={file}", game())


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("expert:turns=4", "turns is 4, but there is no net to judge then"),
        ("expert:candidates=0", "candidates must be from 1 to 256, not 0"),
        ("expert:net=nowhere.safetensors,turns=4", "nowhere.safetensors"),
        ("mcts:iterations=0", "iterations must be from 1"),
        ("quick", "unknown agent 'quick'; allowed are the registered names"),
    ],
)
def test_impossible_agents_are_refused(text: str, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        parse_agent(text, game())
