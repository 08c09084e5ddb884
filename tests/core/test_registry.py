"""Games and agents by name: what packages register, the texts of agents, and how what does not fit is refused."""

from __future__ import annotations

import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest

from scythe_env.core.agent import Agent, RandomAgent
from scythe_env.core.batch import Batch
from scythe_env.core.registry import agent_names, game_class, game_names, parse_agent, parse_line_up
from scythe_env.core.single_agent import SingleAgentEnv
from scythe_env.core.vector import GameVectorEnv, Mixture
from tests.core.race.game import Race
from tests.core.race_package import ENTRY_POINTS, Leaper, install

FILE = """
from scythe_env.core.agent import Agent

class Walker(Agent):
    def __init__(self, pace: float = 1.0, name="", worth: int | None = None, tools: dict = {}):
        self.settings = pace, name, worth

class Broken(Agent):
    def __init__(self):
        raise KeyError("shoes")

class Runner:
    pass

def walker():
    return Walker(2)

def runner():
    return Runner()
"""


@pytest.fixture(autouse=True)
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A package with a game and an agent for it is installed, and a file of agents lies there."""
    install(tmp_path / "site")
    monkeypatch.syspath_prepend(tmp_path / "site")
    (tmp_path / "own.py").write_text(FILE)
    (tmp_path / "bad.py").write_text("1 / 0")
    monkeypatch.chdir(tmp_path)


def test_what_is_registered() -> None:
    assert {"scythe", "race"} <= set(game_names())
    assert game_class("race") is Race
    assert agent_names(Race) == ["leaper", "policy", "random", "sb3"]
    assert "heuristic" in agent_names(game_class("scythe"))


def test_unknown_games_are_refused() -> None:
    with pytest.raises(ValueError, match=r"unknown game 'chess': registered are .*race, scythe"):
        game_class("chess")


def test_registered_agents_and_their_settings() -> None:
    game = Race()
    assert isinstance(parse_agent("random", game), RandomAgent)
    leaper = parse_agent("leaper:patience=3,steady=yes", game)
    assert isinstance(leaper, Leaper)
    assert (leaper.game, leaper.patience, leaper.steady) == (game, 3, True)


@pytest.mark.parametrize("text", ["tests.core.race_package:Leaper", "leaper"])
def test_classes_of_modules(text: str) -> None:
    agent = parse_agent(f"{text}:patience=2", Race())
    assert isinstance(agent, Leaper) and agent.patience == 2


@pytest.mark.parametrize("path", ["own.py", "{}/own.py"])
def test_classes_of_files(path: str, tmp_path: Path) -> None:
    path = path.format(tmp_path)
    agent = parse_agent(f"{path}:Walker:pace=1e-1,name=a=b:c,worth=7", Race())
    assert agent.settings == (0.1, "a=b:c", 7)  # type: ignore[attr-defined]
    assert type(parse_agent(f"{path}:walker", Race())) is type(agent)  # a file is run once


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "unknown agent ''; allowed are"),
        ("genius", r"registered names \(leaper, policy, random, sb3\), the folder of a stored policy, a model"),
        ("heuristic", "unknown agent 'heuristic'"),  # which is one of Scythe
        ("own.py", "unknown agent"),
        ("none.py:Walker", "cannot be imported: FileNotFoundError"),
        ("own.py:Nobody", "cannot be imported: AttributeError: own.py has no 'Nobody'"),
        ("bad.py:Walker", "cannot be imported: ZeroDivisionError"),
        ("nothing.here:Walker", "cannot be imported: ModuleNotFoundError: No module named 'nothing'"),
        ("own.py:Runner", "own.py:Runner is not an Agent"),
        ("own.py:__name__", "own.py:__name__ is not an Agent"),
        ("own.py:runner", "made a Runner, which is not an Agent"),
        ("own.py:Broken", "agent 'own.py:Broken': KeyError: 'shoes'"),
        ("leaper:patience=-1", "agent 'leaper:patience=-1': patience is at least 0, not -1"),
        ("leaper:patience=soon", "setting patience=soon: Input should be a valid integer"),
        ("leaper:speed=1", "unknown setting 'speed'; allowed are patience, steady"),
        ("leaper:game=race", "unknown setting 'game'"),
        ("random:speed=1", "unknown setting 'speed'; allowed are none"),
        ("leaper:patience=1,patience=2", "each key once"),
        ("leaper:patience=1,2", "settings are key=value with a comma between"),
        pytest.param(
            "policy",
            "missing settings folder; allowed are folder, greedy",
            marks=pytest.mark.skipif(find_spec("safetensors") is None, reason="the extra 'train' is not installed"),
        ),
    ],
)
def test_texts_that_do_not_fit_are_refused(text: str, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        parse_agent(text, Race())


def test_names_that_several_packages_claim_are_refused(tmp_path: Path) -> None:
    install(tmp_path / "site", "rival", ENTRY_POINTS.replace("Leaper", "Agent"))
    for ask in (lambda: parse_agent("leaper", Race()), lambda: game_class("race")):
        with pytest.raises(ValueError, match=r"registered more than once: .* of (rival|race), .* of (rival|race)"):
            ask()
    assert isinstance(parse_agent("random", Race()), RandomAgent)


def test_what_is_registered_as_a_game_must_be_one(tmp_path: Path) -> None:
    wrong = "[scythe_env.games]\nseats = tests.core.race.game:SEATS\nlost = tests.core.race.game:Lost\n"
    install(tmp_path / "site", "wrong", wrong)
    with pytest.raises(ValueError, match=r"game 'seats': tests.core.race.game:SEATS is not a Game"):
        game_class("seats")
    with pytest.raises(ValueError, match="game 'lost' cannot be imported: AttributeError"):
        game_class("lost")


def test_opponents_may_be_texts() -> None:
    single = SingleAgentEnv(Race(), "leaper:patience=1", seat=0)
    single.reset(seed=1)
    others = SingleAgentEnv(Race(), ["leaper", RandomAgent()], seat=0)
    others.reset(seed=1)
    many = GameVectorEnv(Race(), 4, Mixture(("random", ["leaper", "random"])), seat=1)
    many.reset(seed=1)
    assert (
        Batch(Race(), 2, "random").seating["player"].tolist()
        == Batch(Race(), 2, [RandomAgent()]).seating["player"].tolist()
    )
    with pytest.raises(ValueError, match="1 opponents were given; 2 are needed"):
        SingleAgentEnv(Race(), ["random"])
    with pytest.raises(ValueError, match="unknown agent 'genius'"):
        Batch(Race(), 2, ["genius"])
    with pytest.raises(TypeError, match="an opponent is an Agent or its text such as 'random', not 7"):
        Batch(Race(), 2, [["random", 7]])  # type: ignore[list-item]


def test_equal_texts_share_an_agent() -> None:
    known: dict[str, Agent] = {}
    first = parse_line_up(["leaper", "leaper"], Race(), known)
    assert first == [known["leaper"]] * 2 and parse_line_up("leaper", Race(), known) is known["leaper"]


def test_the_environments_import_no_agents() -> None:
    code = (
        "import sys; from scythe_env import scythe_v0;"
        "names = [name for name in sys.modules if name.startswith(('scythe_agents', 'scythe_training'))];"
        "assert not names, names;"
        "scythe_v0.single_agent_env(players=2, opponents='heuristic'); assert 'scythe_agents' in sys.modules"
    )
    subprocess.run([sys.executable, "-c", code], check=True)


def test_odd_texts_are_not_agents():
    for text in ("a" * 5000, "a\0b", "\ud800"):
        with pytest.raises(ValueError, match="unknown agent"):
            parse_agent(text, Race())
    with pytest.raises(TypeError, match="the text of an agent is needed, such as 'random', not 5"):
        parse_agent(5, Race())
