"""Games at the table: people's decisions, agents' moves, and what may be taken back."""

from __future__ import annotations

import copy
import time
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import pytest
from scythe_training.table.play import HUMAN, Conflict, TableGame
from scythe_training.undo import Past, reveals

from scythe_env.core.agent import Agent, RandomAgent
from scythe_env.core.registry import parse_agent
from scythe_env.core.session import Session
from scythe_env.scythe.config import ScytheConfig
from scythe_env.scythe.game import Scythe
from tests.core.race.game import Race, RaceConfig

TWO = Scythe(ScytheConfig(players=2))


class Failing(Agent):
    """Fails at once."""

    def act(self, observation: Any, mask: Any) -> int:
        raise RuntimeError("no idea")


class Unready(RandomAgent):
    """Fails before the game begins."""

    def reset(self, seed: int) -> None:
        raise KeyError("engine")


class Speechless(RandomAgent):
    """Fails as it is asked what it thought."""

    def insight(self) -> None:
        raise ZeroDivisionError("no tries")


class Slow(RandomAgent):
    """Needs a while."""

    def act(self, observation: Any, mask: Any) -> int:
        time.sleep(0.3)
        return super().act(observation, mask)


@pytest.fixture
def begin() -> Iterator[Callable[..., TableGame]]:
    games: list[TableGame] = []

    def begin(*seats: str, agents: dict[str, Agent] | None = None, game: Any = TWO, **how: Any) -> TableGame:
        session = Session(game, log=True)
        session.reset(how.pop("deal", 3))
        games.append(TableGame(session, seats, agents or {"random": RandomAgent()}, **how))
        return games[-1]

    yield begin
    for game in games:
        game.close()


def until(table: TableGame, what: Callable[[], Any], seconds: float = 20) -> None:
    with table.lock:
        assert table.lock.wait_for(what, seconds), "this did not come about"


def act(table: TableGame, text: str | None = None) -> None:
    """Play a decision of the person who is asked, by default the first that is legal."""
    session = table.session
    action = session.game.parse_action(session.states, 0, text or session.legal[0])
    table.act(session.seat, action, table.version)


def test_agents_play_until_a_person_is_asked(begin: Callable[..., TableGame]) -> None:
    table = begin(HUMAN, "random")
    for _ in range(30):
        until(table, lambda: table.session.seat == 0 or not table.session.running)
        if not table.session.running:
            break
        act(table)
    seats = [seat for seat, _ in table.session.decisions]
    assert {0, 1} <= set(seats)


def test_only_the_seat_that_is_asked_can_decide_and_only_in_the_present_game(begin: Callable[..., TableGame]) -> None:
    table = begin(HUMAN, HUMAN)
    seat, legal = table.session.seat, int(table.session.mask.argmax())
    for wrong, version, message in ((1 - seat, 0, "not this seat's decision"), (seat, 5, "has moved on")):
        with pytest.raises(Conflict, match=message):
            table.act(wrong, legal, version)
    with pytest.raises(ValueError, match="not legal now"):
        table.act(seat, int(table.session.mask.argmin()), 0)
    assert table.version == 0 and not table.session.decisions
    table.act(seat, legal, 0)
    with pytest.raises(Conflict, match="has moved on"):  # the click of a second tab
        table.act(seat, legal, 0)
    assert len(table.session.decisions) == 1


def test_a_paused_game_goes_on_by_decisions_and_turns(begin: Callable[..., TableGame]) -> None:
    table = begin("random", "random", paused=True)
    time.sleep(0.1)
    assert not table.session.decisions
    table.pace(paused=True, delay=0, until="decision")
    until(table, lambda: len(table.session.decisions) == 1)
    turn = TWO.turn(table.session.states, 0)
    table.pace(paused=True, delay=0, until="turn")
    until(table, lambda: TWO.turn(table.session.states, 0) != turn)
    done = len(table.session.decisions)
    time.sleep(0.2)
    assert len(table.session.decisions) == done
    table.pace(paused=False, delay=0)
    until(table, lambda: not table.session.running)
    assert [turn["turn"] for turn in table.course][-1] == -1
    assert table.course[0]["seats"] == [{"coins": coins, "stars": 0, "power": power, "popularity": popularity}
                                        for coins, power, popularity in start(3)]  # fmt: skip


def start(seed: int) -> list[tuple[int, int, int]]:
    states, mask = TWO.new_states(1), np.zeros(TWO.num_actions, np.int8)
    TWO.reset(states, 0, seed, mask)
    return [tuple(int(states[name][0, seat]) for name in ("coins", "power", "popularity")) for seat in range(2)]


@pytest.mark.parametrize(
    ("how", "message"), [({"delay": -1}, "0 to 60 seconds"), ({"until": "star"}, "a decision or a turn, not 'star'")]
)
def test_impossible_paces_are_refused(begin: Callable[..., TableGame], how: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        begin("random", "random", paused=True).pace(**{"paused": True, "delay": 0, **how})


def test_an_agent_that_fails_is_told_and_the_game_is_kept(begin: Callable[..., TableGame]) -> None:
    for agent, reason in (
        (Failing(), "RuntimeError: no idea"),
        (Unready(), "KeyError: 'engine'"),
        (Speechless(), "its thoughts: ZeroDivisionError: no tries"),
    ):
        table = begin("failing", "failing", agents={"failing": agent})
        until(table, lambda table=table: table.failure)
        assert table.failure == f"agent 'failing' at seat {table.session.seat}: {reason}"
        assert table.session.running and not table.session.decisions


def test_what_an_agent_thinks_of_a_game_that_was_changed_meanwhile_is_dropped(begin: Callable[..., TableGame]) -> None:
    table = begin(HUMAN, "slow", "slow", agents={"slow": Slow()}, game=Race(RaceConfig(limit=50)), analysis=True)
    act(table, "walk")
    until(table, lambda: table.session.seat == 1)
    table.undo(0, table.version)
    time.sleep(0.5)
    assert table.session.seat == 0 and not table.session.decisions


def test_seats_and_players_fit() -> None:
    with pytest.raises(ValueError, match="3 players for 2 seats"):
        TableGame(Session(TWO, log=True), [HUMAN] * 3, {})


# -- taking back -------------------------------------------------------------------------------------------------------


def test_a_choice_that_shows_nothing_can_be_taken_back(begin: Callable[..., TableGame]) -> None:
    table = begin(HUMAN, HUMAN)
    before = table.session.save()
    act(table, "section produce")
    seat = table.session.seat
    assert table.can_undo(seat) and not table.can_undo(1 - seat)
    table.undo(seat, table.version)
    assert table.session.save() == before and not table.session.decisions
    with pytest.raises(Conflict, match="there is no decision of this seat"):
        table.undo(seat, table.version)


def test_drawing_cards_cannot_be_taken_back_except_in_analysis(begin: Callable[..., TableGame]) -> None:
    for analysis in (False, True):
        table = begin(HUMAN, HUMAN, analysis=analysis)
        seat = table.session.seat
        act(table, "section bolster")
        act(table, "take")
        act(table, "combat cards")
        assert table.can_undo(seat) == analysis
        if not analysis:
            with pytest.raises(Conflict, match="something hidden was revealed since"):
                table.undo(seat, table.version)


def test_nothing_is_taken_back_after_others_decided(begin: Callable[..., TableGame]) -> None:
    table = begin(HUMAN, HUMAN)
    seat = table.session.seat
    while table.session.seat == seat:
        act(table, "done" if "done" in table.session.legal else None)
    act(table)
    with pytest.raises(Conflict, match="others have decided since"):
        table.undo(seat, table.version)


def test_looking_at_what_was_hidden_cannot_be_taken_back_although_nothing_is_drawn() -> None:
    """Who reaches the Factory looks through its cards (R157)."""
    session, agent = Session(TWO, log=True), parse_agent("heuristic", TWO)
    for seed in range(100):
        session.reset(seed)
        while session.running:
            before, seat = copy.copy(session), session.seat
            session.step(agent.act_on_state(session.states.copy(), 0, session.mask.copy()))
            looked = session.running and session.seat == seat and session.decision == "factory choice"
            if looked and session.log.chance[-1] is None and len(np.flatnonzero(before.states["factory_deck"][0])) > 1:
                assert reveals(before, [session.decisions[-1][1]], seat, session)
                return
    pytest.fail("nobody reached the Factory")


def test_free_pasts_take_back_anything() -> None:
    session = Session(TWO, log=True)
    session.reset(3)
    past = Past(free=True)
    past.add(copy.copy(session), 0)
    session.play(session.legal[0])
    assert past.why_not(session, 0) == "" and past.why_not(session, 1) != ""
    assert not past.take_back(0).decisions
