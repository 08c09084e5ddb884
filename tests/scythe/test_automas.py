"""Games with Automas in everything around the rules: documents, saves, logs, replays, pictures, batches, agents."""

from __future__ import annotations

import json
import pickle
from collections import Counter
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest
from scythe_agents import HeuristicAgent
from scythe_agents.search import ExpertAgent, QuickAgent, TreeAgent

from scythe_env import scythe_v0
from scythe_env.core.agent import RandomAgent
from scythe_env.core.batch import Batch, rollout
from scythe_env.core.compiling import JIT
from scythe_env.core.events import Decided
from scythe_env.core.session import Session
from scythe_env.scythe.components import STAR_GOALS
from scythe_env.scythe.config import ScytheConfig
from scythe_env.scythe.events import (
    AutomaDrew,
    CardsDrawnUnseen,
    CombatBegan,
    CombatDecided,
    Returned,
    TrackerMoved,
    TurnBegan,
    Went,
)
from scythe_env.scythe.game import Scythe
from scythe_env.scythe.log import GameLog, load_replay, replay, save_replay
from scythe_env.scythe.notation import from_json, to_json
from scythe_env.scythe.state import FIELDS

from .playing import choose_lively

DECLINE = {"decline_gains": True}
MIXES = {
    "alone": {"players": 1, "automas": 1, "automa_level": 1},
    "company": {
        "players": 2,
        "automas": 3,
        "automa_seats": [0, 2, 3],
        "automa_level": [1, 2, 4],
        "decline_gains": True,
    },
    "together": {"players": 2, "automas": 2, "automa_team": "cooperative", "automa_shared_deck": True},
    "seven": {"players": 1, "automas": 6, "automa_stay_counts": False, "promo_factory": True},
}


def played(seed: int, game: Scythe, log: bool = False) -> Session:
    """A game of lively players."""
    session = Session(game, log=log)
    session.reset(seed)
    rng = np.random.default_rng(seed)
    while session.running:
        session.step(choose_lively(session.mask, rng))
    return session


@pytest.mark.parametrize("mix", MIXES)
def test_whole_games_hold_what_holds_for_automas(mix: str) -> None:
    """Documents and saves give back the record; two combat units never share a territory; popularity stays 10."""
    game = Scythe(ScytheConfig(**MIXES[mix]))
    states, mask = game.new_states(1), np.zeros(game.num_actions, np.int8)
    game.reset(states, 0, 3, mask)
    rng, number = np.random.default_rng(3), 0
    automas = np.flatnonzero(states["level"][0]).tolist()
    while mask.any():
        assert int(states["seat_to_act"][0]) not in automas
        if number % 25 == 0:
            document = json.loads(json.dumps(to_json(states)))
            assert from_json(document).tobytes() == states.tobytes()
            again = game.new_states(1)
            game.load(again, 0, game.save(states, 0))
            assert again.tobytes() == states.tobytes()
        game.step(states, 0, choose_lively(mask, rng), mask)
        FIELDS.check(states)
        number += 1
        for seat in automas:
            spots = [int(states["character"][0, seat]), *states["mechs"][0, seat].tolist()]
            on_board = [spot for spot in spots if 0 <= spot < 47]
            assert len(on_board) == len(set(on_board))
            assert states["popularity"][0, seat] == 10 and states["coins"][0, seat] >= 0
    assert states["status"][0] > 0


AUTOMA = {"faction": "nordic", "automa": {}}
HUMAN = {"faction": "saxony", "mat": "industrial"}
REFUSED: dict[str, tuple[dict, str]] = {
    "level": (
        {"players": [AUTOMA | {"automa": {"level": 0}}, HUMAN]},
        r"players\[0\].automa.level: .* 1 to 4 .*, not 0",
    ),
    "space": ({"players": [AUTOMA | {"automa": {"space": 22}}, HUMAN]}, r"automa.space: 0 to 21 .* level 2, not 22"),
    "who knew": (
        {"players": [AUTOMA | {"automa": {"factory_card": [3], "drawn_from": ["saxony"]}}, HUMAN]},
        "saxony knew",
    ),
    "popularity": (
        {"players": [AUTOMA | {"popularity": 7}, HUMAN]},
        r"players\[0\].popularity: it stays on 10 .*, not 7",
    ),
    "what it has not": (
        {"players": [AUTOMA | {"structures": {"mine": "A4"}}, HUMAN]},
        "structures: an Automa has none",
    ),
    "stars": ({"players": [AUTOMA | {"stars": {"objective": 1}}, HUMAN]}, r"stars.objective: no such goal .* \(A87\)"),
    "closed water": (
        {"players": [AUTOMA | {"character": "B3"}, HUMAN]},
        r"B3 is a lake, which this .* \(A3\)",
    ),
    "two units": ({"players": [AUTOMA | {"character": "E4", "mechs": {"speed": "E4"}}, HUMAN]}, "are on E4"),
    "tie token": ({"players": [AUTOMA, HUMAN], "tie_token": "saxony"}, "tie_token: .* more than two seats"),
    "tie token without Automas": (
        {"players": [{"faction": "nordic", "mat": "militant"}, HUMAN], "tie_token": "saxony"},
        "tie_token: it is only used with Automas",
    ),
}


@pytest.mark.rule("A61", "AC3")
@pytest.mark.parametrize("automa", [True, False])
def test_in_a_fight_under_way_automas_have_yet_to_draw_their_cards(automa: bool) -> None:
    names = "end turn", "end of turn", "bottom action", "end move", "tokens due", "factory due", "encounter due"
    turn = [{"step": name, "faction": "saxony"} for name in (*names, "reveal combat")]
    draw = [{"step": "automa cards", "faction": "saxony"}]
    choice = [{"step": name, "faction": "saxony", "side": "attacker"} for name in ("combat card", "dial")]
    theirs = AUTOMA if automa else {"faction": "nordic", "mat": "militant"}
    players = [
        theirs | {"character": "F1"},
        HUMAN | {"section": "move", "workers": {"G1": 2}, "mechs": {"speed": "F1"}},
    ]
    marks = {"move": {"ended": {"speed": "F1"}, "origin": {"speed": "G1"}, "combat_due": ["F1"]}}
    marks |= {"combat": {"place": "F1", "defender": "nordic"}}
    players.append({"faction": "polania", "automa": {}})  # who does not fight
    document = {"players": players, "turn": {"active": "saxony"}, "encounters": []}
    good, bad = (draw, []) if automa else ([], draw)
    from_json(document | {"in_progress": marks | {"steps": turn + good + choice}})
    with pytest.raises(ValueError, match=r"in_progress.steps\[8\]: 'automa cards' is (needed|not allowed)"):
        from_json(document | {"in_progress": marks | {"steps": turn + bad + choice}})


@pytest.mark.parametrize("name", REFUSED)
def test_impossible_positions_of_automas_are_refused(name: str) -> None:
    document, message = REFUSED[name]
    with pytest.raises(ValueError, match=message):
        from_json(document)


def test_a_game_without_automas_says_nothing_of_them() -> None:
    game = Scythe(ScytheConfig(players=2))
    assert type(game) is Scythe and not any("automa" in key for key in game.options())
    session = Session(game)
    session.reset(1)
    assert "automa" not in json.dumps(to_json(session.states)) and "tie_token" not in to_json(session.states)
    with pytest.raises(ValueError, match="in its field 'scripted'"):
        with_automa = Session(Scythe(ScytheConfig(players=1, automas=1)))
        with_automa.reset(1)
        session.take_up(with_automa.states)


def test_environments_and_their_copies_play_on() -> None:
    env = scythe_v0.env(players=1, automas=2, factions=["nordic", None, "crimea"])
    env.reset(seed=4)
    for _ in range(20):
        env.step(int(np.flatnonzero(env.last()[0]["action_mask"])[0]))
    again = pickle.loads(pickle.dumps(env))
    for one in (env, again):
        while one.agents:
            observation, _, over, cut, _ = one.last()
            one.step(None if over or cut else int(np.flatnonzero(observation["action_mask"])[-1]))
    assert env.unwrapped.session.states.tobytes() == again.unwrapped.session.states.tobytes()
    assert env.unwrapped.session.game.agent_seats == (0,)


def test_a_batch_plays_what_single_games_play() -> None:
    game = Scythe(ScytheConfig(players=1, automas=2, max_rounds=12))
    batch = Batch(game, 3, RandomAgent(), seat=0)
    batch.reset(7)
    session = Session(game)
    session.reset(7)
    rng = np.random.default_rng(1)
    while session.running:
        assert (batch.arrays.masks[0] == session.mask).all()
        action = int(rng.choice(np.flatnonzero(session.mask)))
        batch.step(np.array([action, *(int(mask.argmax()) for mask in batch.arrays.masks[1:])]))
        session.step(action)
    assert (batch.arrays.scores[0][:3] == game.scores(session.states, 0)).all()


def test_automas_among_themselves() -> None:
    game = Scythe(ScytheConfig(players=0, automas=4, automa_level=[1, 2, 3, 4]))
    scores = rollout(game, [], range(5))
    assert (scores[:, :4, 6] > 0).all() and (scores[:, 4:] == 0).all()
    assert (rollout(game, [], range(5)) == scores).all()


# -- logs, replays, pictures -------------------------------------------------------------------------------------------


def test_the_log_tells_what_automas_do() -> None:
    session = played(3, Scythe(ScytheConfig(players=1, automas=2, automa_level=[2, 4])), log=True)
    events = session.log.events
    drawn = [event for event in events if isinstance(event, AutomaDrew)]
    assert len(drawn) == sum(isinstance(event, TurnBegan) and event.faction == drawn[0].faction for event in events) * 2
    assert any(isinstance(event, TrackerMoved) for event in events)
    for first, second in pairwise(events):
        assert not isinstance(second, AutomaDrew) or (isinstance(first, TurnBegan) and first.faction == second.faction)
    assert "draws Automa card" in str(session) and "(Automa of level 4)" in str(session)
    hands = [event for event in events if isinstance(event, CardsDrawnUnseen)]
    assert hands and all(event.cards for event in hands)
    for viewer in (0, 1, 2, None):  # not even from an Automa's own seat
        seen = [event for event in session.seen_by(viewer) if isinstance(event, CardsDrawnUnseen)]
        assert len(seen) == len(hands) and not any(event.cards for event in seen)


@pytest.mark.rule("A61", "A65", "A87", "A105")
def test_the_log_tells_combats_with_automas() -> None:
    """Each attack by a card has its combat, people reveal what they chose, and who is said to win gets the star."""
    fought: set[tuple[bool, bool]] = set()
    for seed in range(12):
        session = played(seed, Scythe(ScytheConfig(players=2, automas=3, automa_level=4)), log=True)
        names = [session.game.player_name(session.states, 0, seat) for seat in range(session.game.num_players)]
        people = {names[seat] for seat in session.game.agent_seats}
        begun: CombatBegan | None = None
        attacked: str | None = None  # where the card of an Automa brought an attack
        dials: dict[str, int] = {}
        wins = Counter[str]()
        for event in session.log.events:
            if isinstance(event, AutomaDrew) and (event.move or "").startswith("attack combat"):
                attacked = str(event.move).rsplit(" ", 1)[1]
            elif isinstance(event, Decided) and event.decision == "dial":
                dials[event.player] = int(str(event.action))
            elif isinstance(event, CombatBegan):
                assert begun is None
                assert attacked == event.place or (attacked is None and event.attacker in people)
                begun = event
            elif isinstance(event, CombatDecided):
                assert begun and begun.place == event.place
                assert (begun.attacker, begun.defender) == (event.attacker.faction, event.defender.faction)
                assert all(
                    dials[side.faction] == side.dial
                    for side in (event.attacker, event.defender)
                    if side.faction in people
                )
                fought.add((begun.attacker in people, begun.defender in people))
                wins[event.winner] += 1
                begun = attacked = None
            elif isinstance(event, TurnBegan):
                assert attacked is None
        stars = session.states["stars"][0]
        ended = stars.sum(axis=1).max() == 6  # the last combat may have no star then
        for seat, name in enumerate(names):
            most = 6 if name == "saxony" and name in people else 2
            won, placed = wins[name], int(stars[seat, STAR_GOALS.index("combat_wins")])
            assert placed == min(won, most) or (ended and placed == min(won - 1, most)), (seed, name, won, placed)
    assert {(False, False), (False, True), (True, False)} <= fought


@pytest.mark.rule("A61", "A105")
def test_the_log_tells_two_combats_without_a_decision_between_them() -> None:
    """What a human's fight showed is told although another one, of Automas, has followed before somebody was asked."""
    for seed in range(20):
        session = played(seed, Scythe(ScytheConfig(players=1, automas=6, automa_level=4)), log=True)
        [person] = session.game.agent_seats
        name = session.game.player_name(session.states, 0, person)
        fights: list[CombatDecided] = []
        dial = None
        for event in session.log.events:
            if isinstance(event, Decided):
                fights = []
                dial = int(str(event.action)) if event.decision == "dial" else dial
            elif isinstance(event, CombatDecided):
                fights.append(event)
            if len(fights) == 2 and name in (fights[0].attacker.faction, fights[0].defender.faction):
                own = fights[0].attacker if fights[0].attacker.faction == name else fights[0].defender
                assert own.dial == dial and name not in (fights[1].attacker.faction, fights[1].defender.faction)
                return
    raise AssertionError("no fight of Automas followed one of a human at once")


@pytest.mark.rule("QA27", "R14")
def test_the_log_tells_in_the_turn_of_an_automa_whom_it_drove_off() -> None:
    """Not before the end of the human's turn, which would tell that nothing was to be decided in between."""
    found = 0
    for seed in range(20):
        session = played(seed, Scythe(ScytheConfig(players=1, automas=2, automa_level=4)), log=True)
        [person] = session.game.agent_seats
        name = session.game.player_name(session.states, 0, person)
        drawn = fought = False
        for event in session.log.events:
            if isinstance(event, Decided):
                drawn = fought = False
            drawn |= isinstance(event, AutomaDrew)
            fought |= isinstance(event, CombatDecided)
            if isinstance(event, Went) and event.faction == name and event.place == f"{name} base" and not fought:
                assert drawn
                found += 1
    assert found


def test_the_log_tells_what_an_automa_loses_after_the_turn_in_which_it_is_lost() -> None:
    home = {"character": "base", "workers": {"base": 2}, "combat_cards": {}}
    weak = {"faction": "rusviet", "automa": {"deck": [2]}, "workers": {"D4": 2}, "mechs": {"speed": "C3"}, "power": 0}
    players = [
        {"faction": "nordic", "mat": "industrial", **home},
        home | weak,
        {"faction": "togawa", "automa": {"deck": [19]}, **home, "character": "E4"},
        {"faction": "crimea", "automa": {"deck": [16], "space": 9}, **home, "character": "C2", "power": 9},
    ]
    log = GameLog(from_json({"players": players, "turn": {"active": "nordic"}, "encounters": []}))
    log.play("section bolster")
    log.play("done")
    order = [
        event.faction + " " * isinstance(event, AutomaDrew)
        for event in log.log.events
        if isinstance(event, AutomaDrew) or (isinstance(event, Went | Returned) and event.faction == "rusviet")
    ]
    assert order == ["rusviet ", "togawa ", "crimea ", "rusviet", "rusviet"]  # a mech and workers leave last


def test_games_are_replayed(tmp_path: Path) -> None:
    log = GameLog.deal(ScytheConfig(players=1, automas=1, automa_level=3, max_rounds=5), 8)
    rng = np.random.default_rng(8)
    while log.running:
        log.play(choose_lively(log.mask, rng))
    save_replay(tmp_path / "game.jsonl", log)
    again = replay(load_replay(tmp_path / "game.jsonl"))
    assert again.states.tobytes() == log.states.tobytes() and str(again) == str(log)
    log.states["rng"] = 0
    assert GameLog(log.states).game.config.automa_level == (3,)


def test_pictures_show_tracker_and_card() -> None:
    game = Scythe(ScytheConfig(players=1, automas=1, automa_level=4, factions=["nordic", "saxony"], max_rounds=4))
    session = played(2, game)
    text = str(game.render(session.states, 0, "ansi"))
    assert "automa 4" in text and "Saxony: ultimaszyna, space" in text
    other = session.states.copy()
    other["space"][0, 1] += 1
    pictures = [np.asarray(game.render(states, 0, "rgb_array")) for states in (session.states, other)]
    assert (pictures[0] != pictures[1]).any()


def test_graphs_count_the_stars_of_trackers() -> None:
    session = Session(Scythe(ScytheConfig(players=1, automas=1, automa_level=4)), log=True)
    session.reset(2)
    while session.running:
        session.step(int(session.mask.nonzero()[0][0]))
    assert "by a sixth star" in str(session)
    assert session.game.tracks(session.states, 0)[1]["stars"] == 6


# -- agents ------------------------------------------------------------------------------------------------------------


def test_the_heuristic_plays_against_automas() -> None:
    for mix in MIXES.values():
        session = Session(Scythe(ScytheConfig(**mix)))
        session.reset(1)
        agent = HeuristicAgent()
        while session.running:
            session.step(agent.act_on_state(session.states.copy(), 0, session.mask.copy()))
        assert session.states["status"][0] == 1


def test_agents_that_search_have_rules_for_games_with_automas() -> None:
    game, without = Scythe(ScytheConfig(players=1, automas=1)), Scythe(ScytheConfig(players=2))
    for kind in (ExpertAgent, QuickAgent, TreeAgent):
        agent, other = kind(game), kind(without)
        assert isinstance(agent, kind) and type(agent) is not kind and type(other) is kind
        assert agent.rule is not other.rule
        assert type(pickle.loads(pickle.dumps(agent))) is type(agent)


@pytest.mark.skipif(not JIT, reason="the search takes long when interpreted")
def test_a_search_beats_the_easiest_automa() -> None:
    game = Scythe(ScytheConfig(players=1, automas=1, automa_level=1))
    scores = rollout(game, "quick", range(12))
    assert (scores[:, 0, 7] == 1).sum() > 6
