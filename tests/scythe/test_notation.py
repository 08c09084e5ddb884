"""Documents of games and situations: round trips, set-up values, refusals."""

from __future__ import annotations

import copy
import json
import random
from collections.abc import Callable
from itertools import islice
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from scythe_env.core.compiling import JIT
from scythe_env.scythe import engine, steps
from scythe_env.scythe.actions import NUM_ACTIONS, PLACES, action_text, parse_action
from scythe_env.scythe.components import FACTIONS, HEX_NAMES
from scythe_env.scythe.config import ScytheConfig
from scythe_env.scythe.constants import NONE, SAXONY
from scythe_env.scythe.log import GameLog
from scythe_env.scythe.notation import BOARD_KEYS, ENGINE_KEYS, FORM, from_json, to_json
from scythe_env.scythe.state import STATE

from .playing import random_game

Document = dict[str, Any]

CONFIGS: tuple[dict[str, Any], ...] = (
    {"players": 1, "max_rounds": 30},
    {"players": 2, "factions": ["crimea", "polania"], "promo_encounters": True, "promo_factory": True},
    {"players": 3, "factions": ["albion", "nordic", "togawa"], "play_forced": False, "max_rounds": 30},
    {"players": 4, "decline_gains": True, "promo_objectives": True, "max_rounds": 30},
    {"players": 5, "factions": [None, "saxony", None, None, None], "tile": "longest_line", "max_rounds": 30},
    {"players": 7, "camaraderie_always": True, "relentless_factory": False, "max_rounds": 20},
)


def configured(config: dict[str, Any]) -> np.ndarray:
    """A record to be dealt."""
    states = np.zeros(1, STATE)
    ScytheConfig(**config).write(states)
    return states


def after(decisions: int, seed: int, config: dict[str, Any]) -> np.ndarray:
    """A random game after some decisions."""
    states = configured(config)
    for _ in islice(random_game(states, seed), decisions):
        pass
    return states


def situation() -> Document:
    """The example of the documentation."""
    return {
        "players": [
            {
                "faction": "saxony",
                "mat": "industrial",
                "mechs": {"disarm": "F2"},
                "character": "F1",
                "power": 3,
            },
            {"faction": "nordic", "mat": "patriotic", "character": "F3", "workers": {"A4": 2, "base": 1}},
        ],
        "tokens": {"F2": {"metal": 3}},
        "turn": {"active": "nordic", "round": 5},
    }


def full() -> Document:
    """A document of a set-up that leaves nothing out, ready to be changed."""
    return to_json(from_json(situation()))


def seats_of(*factions: str) -> list[Document]:
    """Players with different mats."""
    mats = ("industrial", "engineering", "militant", "patriotic", "innovative", "mechanical", "agricultural")
    return [{"faction": faction, "mat": mat} for faction, mat in zip(factions, mats, strict=False)]


# -- round trips -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("config", CONFIGS, ids=lambda config: f"{config['players']} players")
def test_documents_give_back_the_same_bytes(config: dict[str, Any]) -> None:
    states = configured(config)
    for number, _ in enumerate(random_game(states, 1)):
        if number % 5 == 0:
            text = json.dumps(to_json(states), sort_keys=True)
            assert from_json(text).tobytes() == states.tobytes()
    assert from_json(to_json(states)).tobytes() == states.tobytes()


@pytest.mark.skipif(not JIT, reason="takes long")
def test_every_kind_of_decision_comes_back() -> None:
    """Documents of all decisions that lively random games come to, a few of each."""
    seen = dict.fromkeys(steps.DECISIONS[: steps.NUM_OWN_DECISIONS], 0)
    for seed in range(120):
        config = CONFIGS[seed % len(CONFIGS)] | {"promo_encounters": True, "promo_factory": True, "max_rounds": 100}
        states = configured(config)
        for _ in random_game(states, seed):
            due = steps.DECISIONS[states["decision"][0]]
            seen[due] += 1
            if seen[due] < 4:
                assert from_json(to_json(states)).tobytes() == states.tobytes()
    assert {due for due, number in seen.items() if not number} <= set(rarely())


def rarely() -> dict[str, tuple[Document, list[str]]]:
    """A situation and the decisions that lead to each of the rare decisions."""
    nordic = {"faction": "nordic", "mat": "patriotic", "power": 0, "combat_cards": {}}
    ships = {"seaworthy": "B4", "riverwalk": "A1"}
    ships_fight = {
        "players": [
            nordic | {"mechs": ships, "workers": {"B4": 1, "A5": 1}},
            {"faction": "saxony", "mat": "industrial", "character": "C3", "combat_cards": {}},
        ],
        "turn": {"active": "saxony"},
    }
    two_fights = {
        "players": [
            nordic | {"mechs": ships | {"riverwalk": "C2"}},
            {"faction": "saxony", "mat": "industrial", "character": "C3", "mechs": {"speed": "C3"}},
        ],
        "turn": {"active": "saxony"},
    }
    moves = ["section move", "take", "units", "character"]
    fight = [*moves, "B4", "done", "1"]
    explorer = {"faction": "crimea", "mat": "industrial", "character": "G4", "combat_cards": {}}
    explorer |= {"popularity": 18, "stars": {"popularity": 1}, "workers": {"G3": 2}, "coins": 20}
    others = {"faction": "saxony", "mat": "patriotic"}
    encounter = {
        "players": [explorer | {"character": "G3"}, others, {"faction": "polania", "mat": "militant"}],
        "options": {"promo_encounters": True},
        "encounters": ["G4"],
        "turn": {"active": "crimea"},
    }
    met = [*moves, "G4", "done"]
    ronin = {"faction": "togawa", "mat": "industrial", "mechs": {"shinobi": "F7"}}
    traps = {"players": [ronin, others], "traps": {"F6": {"takes": "coins", "armed": False}}, "turn": {}}
    factory = {
        "options": {"promo_factory": True},
        "tokens": {"G3": {"oil": 1, "wood": 1}},
        "turn": {"active": "crimea"},
    }
    smith = explorer | {"factory_card": 14, "combat_cards": {"2": 1}, "mechs": {"scout": "G3"}}
    return {
        "retreat unit": (ships_fight, fight),
        "retreat worker": (ships_fight, [*fight, "B3"]),
        "look": (encounter | {"encounter_deck": [31]}, [*met, "option C"]),
        "relocate to": (encounter | {"encounter_deck": [42]}, [*met, "option B"]),
        "relocate number": (encounter | {"encounter_deck": [42]}, [*met, "option B", "G5"]),
        "rearm": (traps, ["section move", "take", "units", "mech F7", "0", "F6"]),
        "combat": (two_fights, [*moves, "B4", "mech C3", "C2"]),
        "worker to": ({"players": [smith, others], **factory}, ["section factory", "take"]),
        "pay type": (
            {"players": [smith | {"factory_card": 15, "combat_cards": {}}, others], **factory},
            ["section factory", "take"],
        ),
        "factory gain": ({"players": [smith | {"factory_card": 2}, others], **factory}, ["section factory", "take"]),
    }


def play(states: np.ndarray, texts: list[str]) -> None:
    mask = np.zeros(NUM_ACTIONS, np.int8)
    engine.resume(states, 0, mask)
    for text in texts:
        decision, seat = int(states["decision"][0]), int(states["seat_to_act"][0])
        action = parse_action(text, decision, int(states["faction"][0][seat]))
        legal = [action_text(int(a), decision, int(states["faction"][0][seat])) for a in np.flatnonzero(mask)]
        assert mask[action], f"{steps.DECISIONS[decision]}: {text} is none of {legal}"
        engine.apply(states, 0, action, mask)


@pytest.mark.parametrize("name", rarely())
def test_rare_decisions_come_back(name: str) -> None:
    document, texts = rarely()[name]
    states = from_json(document)
    play(states, texts)
    written = to_json(states)
    assert written["turn"]["decision"] == name
    assert from_json(written).tobytes() == states.tobytes()


def test_documents_play_on_like_the_game() -> None:
    states = after(150, 3, CONFIGS[1])
    copied = from_json(to_json(states))
    masks = np.zeros((2, NUM_ACTIONS), np.int8)
    draw = random.Random(1)
    engine.resume(states, 0, masks[0])
    engine.resume(copied, 0, masks[1])
    for _ in range(100):
        assert masks[0].tolist() == masks[1].tolist()
        action = int(draw.choice(np.flatnonzero(masks[0])))
        engine.apply(states, 0, action, masks[0])
        engine.apply(copied, 0, action, masks[1])
    assert states.tobytes() == copied.tobytes()


@pytest.mark.skipif(not JIT, reason="no rule runs while documents are compared")
@pytest.mark.parametrize("decisions", [1, 300])
def test_every_element_of_a_state_is_in_its_document(decisions: int) -> None:
    states = after(decisions, 11, CONFIGS[2])
    document = to_json(states)
    hidden = []
    for name in STATE.names or ():
        for k in range(states[name].size):
            changed = states.copy()
            changed[name].reshape(-1)[k] += 1
            try:
                if to_json(changed) == document:
                    hidden.append(f"{name}[{k}]")
            except ValueError:
                continue  # no state of a game any more, and said so
    assert not hidden


def test_the_parts_of_a_document() -> None:
    assert {*full(), "tie_token"} == {*BOARD_KEYS, *ENGINE_KEYS}  # which games with Automas have alone
    assert json.loads(json.dumps(full())) == full()


def test_one_game_of_several() -> None:
    states = np.concatenate([from_json(situation()), after(20, 5, CONFIGS[0])])
    assert to_json(states, 1) == to_json(states[1:])
    with pytest.raises(IndexError):
        to_json(states, 2)


def test_other_arrays_and_damaged_records_are_refused() -> None:
    with pytest.raises(ValueError, match="an array of STATE of shape"):
        to_json(np.zeros(3))
    with pytest.raises(ValueError, match="an array of STATE of shape"):
        to_json(np.zeros((1, 1), STATE))
    for name, value in (("spare", 1), ("power", 99), ("seat_of", 3), ("decision", 7), ("workers_left", 5), ("tile", 9)):
        states = from_json(situation())
        states[name] = value
        with pytest.raises(ValueError, match=r"states\[0\] is not a state of a game"):
            to_json(states)


# -- what a document leaves out ----------------------------------------------------------------------------------------


def test_the_shortest_document_is_the_set_up() -> None:
    """All that is not drawn is as the engine deals it."""
    states = np.zeros(1, STATE)
    config = ScytheConfig(
        players=3, factions=["rusviet", "crimea", "albion"], mats=["militant", "engineering", "mechanical"]
    )
    config.write(states)
    engine.setup(states, engine.raw_bytes(states), 0, 1, 0, np.zeros(NUM_ACTIONS, np.int8))
    document = {
        "players": [
            {"faction": "rusviet", "mat": "militant"},
            {"faction": "crimea", "mat": "engineering"},
            {"faction": "albion", "mat": "mechanical"},
        ],
        "options": {
            "factions": ["rusviet", "crimea", "albion"],
            "mats": ["militant", "engineering", "mechanical"],
        },
    }
    made = from_json(document)
    drawn = ("rng", "tile", "cards", "deck", "objective", "factory_deck")
    for name in STATE.names or ():
        if name not in drawn:
            assert np.array_equal(made[name], states[name]), name
    assert made["cards"].sum(axis=2).tolist() == states["cards"].sum(axis=2).tolist()
    assert made["factory_deck"].sum() == 4
    assert FACTIONS[made["faction"][0][made["active"][0]]] == "crimea"


def test_a_situation_in_a_few_lines() -> None:
    state = from_json(situation())[0]
    assert state["power"][:2].tolist() == [3, 4]
    assert state["mechs"][0].tolist() == [NONE, NONE, HEX_NAMES.index("F2"), NONE]
    assert PLACES[state["character"][1]] == "F3"
    assert state["workers"][1][PLACES.index("A4")] == 2
    assert state["workers"][1][PLACES.index("nordic base")] == 1
    assert state["workers_left"][:2].tolist() == [6, 5]
    assert state["tokens"][HEX_NAMES.index("F2")].tolist() == [3, 0, 0, 0]
    assert (state["round"], state["active"], state["seat_to_act"]) == (5, 1, 1)
    assert state["decision"] == steps.SECTION
    assert state["encounters"].sum() == 11


def test_a_situation_can_be_played() -> None:
    states, mask = from_json(situation()), np.zeros(NUM_ACTIONS, np.int8)
    for text in ("section produce", "take"):
        decision, seat = int(states["decision"][0]), int(states["seat_to_act"][0])
        engine.apply(states, 0, parse_action(text, decision, int(states["faction"][0][seat])), mask)
    assert to_json(states)["turn"]["decision"] == "produce on"


def test_hidden_cards_are_dealt_from_the_seed() -> None:
    random.seed(1)
    np.random.seed(1)
    once = from_json(situation() | {"seed": 7})
    random.seed(2)
    np.random.seed(2)
    assert from_json(situation() | {"seed": 7}).tobytes() == once.tobytes()
    assert from_json(situation() | {"seed": 8}).tobytes() != once.tobytes()
    assert from_json(situation()).tobytes() == from_json(situation() | {"seed": 0}).tobytes()


def test_cards_that_are_given_stay_and_the_others_are_dealt() -> None:
    document = situation() | {"factory_cards": [3, 9, 12], "tile": "on_tunnels"}
    document["players"][0] |= {"combat_cards": {"2": 1, "5": 6}, "objectives": [4]}
    document["players"][1] |= {"objectives": [23, 1]}
    state = from_json(document)[0]
    assert state["cards"][0].tolist() == [1, 0, 0, 6]
    assert state["cards"][1].sum() == 1 and state["cards"][1][3] == 0  # no card of value 5 was left
    assert state["objective"][0][0] == 3 and state["objective"][1].tolist() == [22, 0]
    assert len(set(state["objective"][:2].ravel().tolist())) == 4
    assert np.flatnonzero(state["factory_deck"]).tolist() == [2, 8, 11]
    total = state["cards"].sum(axis=0) + state["deck"] + state["discard"]
    assert total.tolist() == [16, 12, 8, 6]


@pytest.mark.rule("R12")
def test_deck_and_discard_pile_complete_each_other() -> None:
    hands = {"combat_cards": {}}
    document = situation()
    for player in document["players"]:
        player |= hands
    state = from_json(document | {"combat_deck": {"5": 1}})[0]
    assert (state["deck"].tolist(), state["discard"].tolist()) == ([0, 0, 0, 1], [16, 12, 8, 5])
    state = from_json(document | {"combat_discard": {"2": 4}})[0]
    assert (state["deck"].tolist(), state["discard"].tolist()) == ([12, 12, 8, 6], [4, 0, 0, 0])
    both = {"combat_deck": {"2": 16, "3": 12}, "combat_discard": {"4": 8, "5": 6}}
    assert from_json(document | both)[0]["deck"].tolist() == [16, 12, 0, 0]


@pytest.mark.rule("R167")
def test_stars_for_objectives_complete_the_first_ones() -> None:
    document = situation()
    document["players"][0] |= {"stars": {"objective": 1, "combat_wins": 3}}
    document["players"][1] |= {"objectives": [1, 2], "stars": {"objective": 1}, "completed_objectives": [2]}
    written = to_json(from_json(document))["players"]
    assert written[0]["completed_objectives"] == written[0]["objectives"][:1] and not written[0]["left_objectives"]
    assert written[1]["completed_objectives"] == [2] and written[1]["left_objectives"] == [1]


def test_a_turn_under_way_can_be_given() -> None:
    """Steps lie from bottom to top; those without a decision run on to the next one."""
    top = {"step": "bottom action", "faction": "nordic"}
    below = [{"step": step, "faction": "nordic"} for step in ("end turn", "end of turn")]
    document = situation()
    document["players"][1]["section"] = "trade"
    state = from_json(document | {"in_progress": {"steps": [*below, top]}})
    assert to_json(state)["turn"]["decision"] == "section"  # neither could be paid, so that the turn ended
    document["tokens"]["F3"] = {"wood": 4}
    states = from_json(document | {"in_progress": {"steps": [*below, top]}})
    assert to_json(states)["turn"] == {
        "status": "running",
        "round": 5,
        "first": "saxony",
        "active": "nordic",
        "decision": "bottom action",
        "to_act": "nordic",
    }


def test_the_examples_of_the_documentation() -> None:
    text = (Path(__file__).parents[2] / "docs" / "notation.md").read_text(encoding="utf-8")
    examples = [from_json(part.split("```")[0]) for part in text.split("```json\n")[1:]]
    due = [to_json(states)["turn"]["decision"] for states in examples]
    assert due == ["section", "bottom action", "section", "dial", "encounter"]
    log = GameLog(examples[2])
    for action in ("section move", "take", "units", "character", "F3", "done"):
        log.play(action)
    assert (log.decision, to_json(log.states)["in_progress"]["encounter"]["card"]) == ("encounter", 15)
    log = GameLog(examples[3])
    for action in ("4", "card 5", "3", "card 3"):
        log.play(action)
    assert "nordic wins" in str(log).lower()
    assert GameLog(examples[4]).play("option A")
    tree = FORM.tree
    for part in (
        tree,
        tree["players[]"],
        tree["players[]"]["automa"],
        tree["turn"],
        tree["in_progress"],
        tree["in_progress"]["move"],
    ):
        assert all(f"`{key.removesuffix('[]')}`" in text for key in part)


def test_reading_leaves_the_document_alone() -> None:
    document = full()
    before = copy.deepcopy(document)
    from_json(document)
    assert document == before


# -- refusals ----------------------------------------------------------------------------------------------------------


def put(path: str, value: Any) -> Callable[[Document], None]:
    """A change of a document at a path such as ``players.0.power``."""

    def change(document: Document) -> None:
        *folders, last = [int(part) if part.isdigit() else part for part in path.split(".")]
        for part in folders:
            document = document[part] if isinstance(document, list) else document.setdefault(part, {})
        document[last] = value

    return change


def crowd(document: Document) -> None:
    document["players"] = seats_of("nordic", "togawa", "crimea")
    document["players"][2]["mechs"] = {"wayfare": "G3"}
    document["turn"] = {}


REFUSED: dict[str, tuple[list[Callable[[Document], None]], str]] = {
    "unknown key": ([put("players.0.powr", 3)], r"players\[0\]: unknown key 'powr'; allowed are faction, mat, power"),
    "unknown top key": ([put("token", {})], "the document: unknown key 'token'; allowed are version"),
    "unknown option": ([put("options.promo", True)], "options: unknown key 'promo'"),
    "impossible option": ([put("options.max_rounds", 0)], "options: max_rounds must be an integer from 1"),
    "other version": ([put("version", 2)], "version: a whole number from 1 to 1 is needed, not 2"),
    "no players": ([put("players", [])], "players: a list of 1 to 7 entries is needed, not of 0"),
    "unknown faction": (
        [put("players.0.faction", "saxon")],
        r"players\[0\].faction: unknown faction 'saxon'; allowed are",
    ),
    "unknown hex": ([put("players.0.character", "Z9")], r"players\[0\].character: unknown place 'Z9'"),
    "unknown mech": (
        [put("players.0.mechs", {"scout": "F2"})],
        r"players\[0\].mechs: unknown mech 'scout'; allowed are .*disarm",
    ),
    "mech twice": (
        [put("players.0.mechs", {"speed": "F2", "Speed": "F1"})],
        r"players\[0\].mechs: .*speed occurs twice",
    ),
    "text for a number": (
        [put("players.0.power", "3")],
        r"players\[0\].power: a whole number from 0 to 16 is needed, not '3'",
    ),
    "fraction": (
        [put("players.0.coins", 1.5)],
        r"players\[0\].coins: a whole number from 0 to 10000 is needed, not 1.5",
    ),
    "power 17": ([put("players.0.power", 17)], r"players\[0\].power: a whole number from 0 to 16 is needed, not 17"),
    "popularity 19": (
        [put("players.1.popularity", 19)],
        r"players\[1\].popularity: a whole number from 0 to 18 is needed, not 19",
    ),
    "negative coins": (
        [put("players.1.coins", -1)],
        r"players\[1\].coins: a whole number from 0 to 10000 is needed, not -1",
    ),
    "faction twice": (
        [put("players.1.faction", "saxony"), put("turn", {})],
        r"players: factions has 'saxony' twice",
    ),
    "mat twice": ([put("players.1.mat", "industrial")], r"players: mats has 'industrial' twice"),
    "ring": (
        [put("players", seats_of("nordic", "saxony", "crimea"))],
        r"players: factions nordic, saxony, crimea cannot sit in this order: clockwise",
    ),
    "asked for": ([put("options.mats", ["militant", None])], r"options.mats\[0\]: militant was asked for, but"),
    "tile asked for": (
        [put("options.tile", "on_tunnels"), put("tile", "longest_line")],
        "tile: options.tile asks for on_tunnels",
    ),
    "9 workers": ([put("players.0.workers", {"F1": 9})], r"players\[0\].workers: 2 to 8 .* not 9"),
    "1 worker": ([put("players.0.workers", {"F1": 1})], r"players\[0\].workers: 2 to 8 .* not 1"),
    "workers on the mat": ([put("players.0.workers_on_mat", 5)], r"workers_on_mat: with 2 on the board there are 6"),
    "workers on a lake": ([put("players.0.workers", {"F1": 1, "B1": 1})], r"workers.B1: B1 is a lake, which saxony"),
    "worker without mech on a lake": (
        [put("players.1.mechs", {"seaworthy": "A4"}), put("players.1.workers", {"A4": 1, "B3": 1})],
        r"players\[1\].workers.B3: B3 is a lake; workers need an own mech there",
    ),
    "ship without Seaworthy": (
        [put("players.1.character", "B3")],
        r"players\[1\].character: B3 is a lake, which nordic",
    ),
    "two armies": (
        [put("players.1.character", "F1")],
        "players: units of saxony and nordic are on F1, where no combat",
    ),
    "workers among enemies": ([put("players.1.workers", {"F2": 2})], "players: units of saxony and nordic are on F2"),
    "foreign base": (
        [put("players.1.character", "saxony base")],
        r"players\[1\].character: .* cannot be on saxony base",
    ),
    "Wayfare to a base in the game": (
        [crowd, put("players.2.character", "togawa base")],
        r"players\[2\].character: a unit of crimea cannot be on togawa base",
    ),
    "structure on a lake": ([put("players.0.structures", {"mill": "B1"})], r"structures.mill: B1 is a lake"),
    "structure on a base": ([put("players.0.structures", {"mill": "saxony base"})], "unknown hex 'saxony base'"),
    "two structures": (
        [put("players.0.structures", {"mill": "F1"}), put("players.1.structures", {"mine": "F1"})],
        r"players\[1\].structures.mine: on F1 there is the mill of players\[0\] \(R91\)",
    ),
    "own structures on one hex": (
        [put("players.0.structures", {"mill": "F1", "mine": "F1"})],
        r"structures.mill: on F1 there is the mine of players\[0\]",
    ),
    "cubes and boxes": (
        [put("players.0.upgrades", {"benefits": ["move units"], "costs": {}})],
        r"players\[0\].upgrades: 1 cubes were taken off the benefits, but 0 cover costs",
    ),
    "no brackets": (
        [put("players.0.upgrades", {"benefits": ["move units", "move coins"], "costs": {"upgrade": 2}})],
        r"players\[0\].upgrades.costs.upgrade: the industrial mat has 1 brackets there",
    ),
    "cube twice": (
        [put("players.0.upgrades", {"benefits": ["move units", "move units"], "costs": {"deploy": 2}})],
        r"players\[0\].upgrades.benefits: move units occurs twice",
    ),
    "recruits and bonuses": ([put("players.0.recruits", ["deploy"])], r"one_time_bonuses: 0 are used, but there are 1"),
    "no Factory card": ([put("players.0.section", "factory")], r"players\[0\].section: factory needs a factory_card"),
    "seven stars": (
        [put("players.0.stars", {"combat_wins": 5, "power": 1, "popularity": 1})],
        r"players\[0\].stars: at most 6 in all are allowed, not 7",
    ),
    "third combat star": ([put("players.1.stars", {"combat_wins": 3})], r"stars.combat_wins: at most 2 are allowed"),
    "star without mechs": (
        [put("players.0.stars", {"mechs": 1})],
        r"stars.mechs: the star needs all 4, but there are 1",
    ),
    "six stars in a running game": (
        [put("players.0.stars", {"combat_wins": 6})],
        r"players\[0\].stars: with 6 stars the game is over",
    ),
    "ended without six stars": ([put("turn.status", "ended")], "turn.status: the game ends when a player has 6 stars"),
    "objective without star": (
        [put("players.0.objectives", [1, 2]), put("players.0.completed_objectives", [1])],
        r"completed_objectives: 1 are completed, but there are 0 stars",
    ),
    "objective of another": (
        [put("players.0.objectives", [1, 2]), put("players.0.completed_objectives", [3])],
        r"completed_objectives: 3 is not one of the objectives \[1, 2\]",
    ),
    "objective twice": (
        [put("players.0.objectives", [1, 2]), put("players.1.objectives", [2, 3])],
        r"players\[1\].objectives: 2 belongs to players\[0\] already",
    ),
    "left without completed": (
        [put("players.0.objectives", [1, 2]), put("players.0.left_objectives", [1])],
        r"players\[0\].left_objectives: the other card leaves when one is completed",
    ),
    "promo objective": ([put("players.0.objectives", [24])], r"players\[0\].objectives: 24 is a promo card"),
    "17 cards of value 2": ([put("players.0.combat_cards", {"2": 17})], "combat_deck: 1 too many of value 2"),
    "43 cards": (
        [put("combat_deck", {"2": 16, "3": 12, "4": 8, "5": 6})],
        "combat_deck: 1 too many of value|combat_cards: .* are to be dealt",
    ),
    "41 cards": (
        [
            put("players.0.combat_cards", {}),
            put("players.1.combat_cards", {}),
            put("combat_deck", {"2": 15}),
            put("combat_discard", {"3": 12, "4": 8, "5": 6}),
        ],
        "combat_deck: 15 of value 2 are in hands, deck and discard pile; the game has 16",
    ),
    "card of value 6": (
        [put("players.0.combat_cards", {"6": 1})],
        "unknown combat card value '6'; allowed are 2, 3, 4, 5",
    ),
    "knowledge of cards that are not there": (
        [put("players.0.combat_cards", {}), put("players.1.knows", {"saxony": {"3": 1}})],
        r"players\[1\].knows.saxony: that hand has 0 of value 3",
    ),
    "knowledge of nobody": (
        [put("players.1.knows", {"crimea": {"3": 1}})],
        r"knows: unknown player 'crimea'; allowed are saxony, nordic",
    ),
    "knowledge of oneself": (
        [put("players.1.knows", {"nordic": {"3": 1}})],
        r"knows.nordic: cards of others are meant",
    ),
    "few encounter cards": (
        [put("encounter_deck", [1])],
        "encounter_deck: there are 11 tokens of encounters, so as many cards",
    ),
    "objective completed and left": (
        [
            put("players.1.objectives", [4, 8]),
            put("players.1.stars", {"objective": 1}),
            put("players.1.completed_objectives", [4]),
            put("players.1.left_objectives", [4]),
        ],
        r"players\[1\].left_objectives: 4 is among completed_objectives too",
    ),
    "promo encounter": ([put("encounter_deck", [29])], "encounter_deck: 29 is a promo card"),
    "Factory cards": ([put("factory_cards", [1, 2])], "factory_cards: 3 are needed.*not 2"),
    "promo Factory card": ([put("factory_cards", [1, 2, 13])], "factory_cards: 13 is a promo card"),
    "own promo Factory card": ([put("players.0.factory_card", 18)], r"players\[0\].factory_card: 18 is a promo card"),
    "Factory card taken": (
        [put("players.0.factory_card", 1), put("factory_cards", [1, 2])],
        r"factory_cards: 1 belongs to players\[0\] already",
    ),
    "Factory card of two": (
        [put("players.0.factory_card", 1), put("players.1.factory_card", 1)],
        r"players\[1\].factory_card: 1 belongs to players\[0\] already",
    ),
    "tokens adrift": (
        [put("tokens", {"B3": {"oil": 1}})],
        "tokens.B3: tokens on a lake need a character or mech there",
    ),
    "tokens at home": ([put("tokens", {"nordic base": {"oil": 1}})], "tokens.nordic base: only Crimea's Wayfare"),
    "tokens at a base that plays": (
        [crowd, put("tokens", {"togawa base": {"oil": 1}})],
        "tokens.togawa base: only Crimea's Wayfare",
    ),
    "encounter elsewhere": ([put("encounters", ["A1"])], "encounters: A1 is not an encounter hex; allowed are A3, B2"),
    "flag without Albion": ([put("flags", ["A1"])], "flags: albion is not in the game"),
    "five flags": (
        [put("flags", ["A1", "A2", "A3", "A4", "A5"])],
        "flags: a list of 0 to 4 entries is needed, not of 5",
    ),
    "flag on a lake": (
        [put("players", seats_of("albion", "nordic")), put("flags", ["B1"]), put("turn", {})],
        "is a lake",
    ),
    "trap without Togawa": ([put("traps", {"A1": {"takes": "power"}})], "traps.A1: togawa is not in the game"),
    "trap twice": (
        [crowd, put("traps", {"A1": {"takes": "power"}, "A2": {"takes": "power"}})],
        "traps.A2: the trap that takes power is on A1 already",
    ),
    "trap beside a flag": (
        [
            put("players", seats_of("albion", "togawa")),
            put("turn", {}),
            put("flags", ["A1"]),
            put("traps", {"A1": {"takes": "power"}}),
        ],
        "traps.A1: there is a flag; one faction token per territory",
    ),
    "trap on a lake": (
        [crowd, put("traps", {"F6": {"takes": "coins"}, "B1": {"takes": "power"}})],
        "traps.B1: B1 is a lake",
    ),
    "active player": (
        [put("turn.active", "crimea")],
        "turn.active: unknown player 'crimea'; allowed are saxony, nordic",
    ),
    "first player": (
        [put("turn.first", "nordic")],
        "turn.first: saxony begins, who has the player mat with the lowest",
    ),
    "round": ([put("options.max_rounds", 4)], r"turn.round: at most options.max_rounds \(4\) is allowed, not 5"),
    "decision": ([put("turn.decision", "dial")], "turn.decision: 'section' is due, not 'dial'"),
    "seat to act": ([put("turn.to_act", "saxony")], "turn.to_act: nordic is to act, not saxony"),
    "banned pair": (
        [
            put("players", [{"faction": "rusviet", "mat": "industrial"}]),
            put("turn", {}),
            put("tokens", {}),
            put("options.exclude_banned_pairs", True),
        ],
        r"players: rusviet with industrial is a banned pair",
    ),
    "words of the generator": ([put("rng", [1, 2, 3])], "rng: a list of 4 to 4 entries is needed, not of 3"),
}


@pytest.mark.parametrize("name", REFUSED)
def test_inconsistent_documents_are_refused(name: str) -> None:
    changes, message = REFUSED[name]
    document = situation()
    for change in changes:
        change(document)
    with pytest.raises(ValueError, match=message):
        from_json(document)


def step(name: str, faction: str = "nordic", **values: Any) -> Document:
    return {"step": name, "faction": faction, **values}


TURN = [step("end turn"), step("end of turn")]
MOVE = [
    *TURN,
    *(step(name) for name in ("bottom action", "end move", "tokens due", "factory due", "encounter due")),
]
UNIT = [*MOVE, step("end units"), step("unit", left=0, steps=1)]
PRODUCE = [*TURN, step("bottom action"), step("stars"), step("produce on")]
BAD_STEPS: dict[str, tuple[Document, str]] = {
    "none": ({"steps": []}, "in_progress.steps: the game is running, so a step is due"),
    "unknown": (
        {"steps": [step("dance")]},
        r"in_progress.steps\[0\].step: 'dance' is not allowed; allowed are section",
    ),
    "unknown key": ({"steps": [step("section", left=1)]}, r"steps\[0\]: unknown key 'left'; allowed are step, faction"),
    "no seat": ({"steps": [{"step": "section"}]}, r"steps\[0\].faction: None is not allowed"),
    "seat": ({"steps": [step("section", "crimea")]}, r"steps\[0\].faction: crimea is not in the game"),
    "other seat": ({"steps": [step("section", "saxony")]}, r"steps\[0\].faction: 'section' is due of nordic"),
    "Coercion by another": (
        {
            "steps": [
                *TURN,
                step("star round"),
                step("ongoing bonuses", action="build"),
                step("coerce", resource="wood", number=2),
            ]
        },
        "'coerce' needs Crimea",
    ),
    "many coins": (
        {"steps": [*TURN, step("bottom action"), step("gain", good="coins", number=101)]},
        r"steps\[\d\].number: 101 is not allowed; a number of 0..100 is needed",
    ),
    "long way (R162)": (
        {"steps": [*MOVE, step("unit", left=1, steps=3)]},
        r"steps\[\d\].steps: 3 is not allowed; a number of 0..2 is needed",
    ),
    "many steps left (R57, R162)": (
        {"steps": [*UNIT, step("end unit")], "move": {"unit": "character", "place": "F3", "steps_left": 4}},
        "in_progress.move.steps_left: a whole number from 0 to 3 is needed, not 4",
    ),
    "second Factory card": (
        {"steps": [*MOVE[:5], step("factory choice")]},
        r"steps\[5\]: 'factory choice' needs a player without factory_card",
    ),
    "order": ({"steps": [step("end of turn")]}, r"steps\[0\]: 'end of turn' is above nothing; allowed are 'end turn'"),
    "two turns": (
        {"steps": [step("section"), step("section")]},
        r"steps\[1\]: 'section' is above 'section'; .* nothing",
    ),
    "too many": (
        {"steps": [step("section")] * 25},
        "in_progress.steps: a list of 0 to 24 entries is needed, not of 25",
    ),
    "number": ({"steps": [*MOVE, step("end units"), step("unit", left=-1, steps=1)]}, r"steps\[8\].left: -1 is not"),
    "name": (
        {"steps": [*TURN, step("star round"), step("ongoing bonuses", action="dig")]},
        r"steps\[3\].action: 'dig' is not allowed; allowed are upgrade, deploy",
    ),
    "no unit": (
        {"steps": [*UNIT, step("end unit")]},
        r"steps\[9\]: 'end unit' needs in_progress.move.unit",
    ),
    "unit elsewhere": (
        {"steps": [*UNIT, step("end unit")], "move": {"unit": "character", "place": "A1"}},
        "move.place: the character is not on A1",
    ),
    "unit nowhere": (
        {"steps": [*UNIT, step("end unit")], "move": {"unit": "worker"}},
        "move.place: unit and place belong together",
    ),
    "unit out of time": (
        {"steps": [*MOVE], "move": {"unit": "character", "place": "F3"}},
        "in_progress.move.unit: this needs 'end unit' among the steps",
    ),
    "producers out of time": (
        {"steps": [*TURN], "produce": {"producers": {"A4": 1}}},
        "in_progress.produce.producers: this needs 'produce on' among the steps",
    ),
    "encounter out of time": (
        {"steps": [*TURN], "encounter": {"card": 1}},
        "in_progress.encounter.card: this needs 'end encounter' among the steps",
    ),
    "unknown unit": (
        {"steps": [*TURN], "move": {"moved": ["tank"]}},
        "move.moved: unknown unit 'tank'; allowed are character",
    ),
    "cargo": (
        {"steps": [*UNIT, step("end unit")], "move": {"unit": "character", "place": "F3", "cargo": {"oil": 1}}},
        "move.cargo.oil: 0 can go along from F3, not 1",
    ),
    "worker that moves and has not walked": (
        {"steps": [*UNIT, step("end unit")], "move": {"unit": "worker", "place": "A4"}},
        "in_progress.move.walked.A4: the worker that is moving counts as one that has walked",
    ),
    "cargo out of time": (
        {"steps": UNIT, "move": {"cargo": {"oil": 1}}},
        "move.cargo: this needs 'end unit' among the steps",
    ),
    "cargo of nobody": (
        {"steps": [*UNIT, step("end unit")], "move": {"cargo": {"oil": 1}}},
        "in_progress.move.cargo: no unit is moving",
    ),
    "walkers that are not there": (
        {"steps": UNIT, "move": {"walked": {"A4": 3}}},
        r"in_progress.move.walked.A4: there are 2 workers",
    ),
    "mech on the mat moved": (
        {"steps": UNIT, "move": {"moved": ["speed"]}},
        "in_progress.move.moved: the speed is not on the board",
    ),
    "mech on the mat brought workers": (
        {"steps": MOVE, "move": {"came_workers": {"speed": 1}}},
        "in_progress.move.came_workers: the speed is not on the board",
    ),
    "mech on the mat brought tokens": (
        {"steps": MOVE, "move": {"came_tokens": {"speed": {"oil": 1}}}},
        "in_progress.move.came_tokens: the speed is not on the board",
    ),
    "no combat": (
        {"steps": [*MOVE, step("reveal combat")]},
        "in_progress.combat.place: 'reveal combat' needs a territory of",
    ),
    "combat alone": ({"steps": [*MOVE], "move": {"combat_due": ["F3"]}}, "combat_due: a combat on F3 needs the active"),
    "encounter": ({"steps": [*MOVE[:6], step("end encounter")]}, "'end encounter' needs in_progress.encounter.card"),
    "section": ({"steps": [*TURN]}, "'end turn' needs the section of the active player"),
    "Coercion": ({"steps": [step("section")], "coercion_used": True}, "coercion_used: only Crimea has Coercion"),
    "Toka": ({"steps": [step("section")], "river_crossed": True}, "river_crossed: only Togawa has Toka"),
    "recruits": (
        {"steps": [step("section")], "new_recruits": ["build"]},
        "new_recruits: nordic does not have the recruit of build",
    ),
    "structures": ({"steps": [step("section")], "new_structures": ["mill"]}, "nordic has not built the mill"),
    "lakes": ({"steps": [step("section")], "combat": {"retreat_lakes": ["A1"]}}, "retreat_lakes: A1 is not a lake"),
    "mill": ({"steps": PRODUCE, "produce": {"mill": "A4"}}, "produce.mill: the mill of nordic is not there"),
    "producers": ({"steps": PRODUCE, "produce": {"producers": {"A4": 3}}}, "producers.A4: at most 2 can"),
    "defender": (
        {"steps": [step("section")], "combat": {"defender": "crimea"}},
        "combat.defender: unknown player 'crimea'",
    ),
}


@pytest.mark.parametrize("name", BAD_STEPS)
def test_steps_that_make_no_sense_are_refused(name: str) -> None:
    progress, message = BAD_STEPS[name]
    document = situation()
    if name != "section":
        document["players"][1] |= {"section": "move", "factory_card": 2}
    with pytest.raises(ValueError, match=message):
        from_json(document | {"in_progress": progress})


def combat_document() -> Document:
    """Nordic's character has attacked Saxony's mech on F2, and the attacker chooses a dial."""
    document = situation()
    document["players"][1] |= {"character": "F2", "section": "move"}
    order = [("combat card", 1), ("dial", 1), ("combat card", 0), ("dial", 0)]
    names = ("attacker", "defender")
    fight = [step(name, ("nordic", "saxony")[side], side=names[side]) for name, side in order]
    return document | {
        "in_progress": {
            "steps": [*MOVE, step("reveal combat"), *fight],
            "move": {"ended": {"character": "F2"}, "origin": {"character": "F3"}, "combat_due": ["F2"]},
            "combat": {"place": "F2", "defender": "saxony"},
        }
    }


@pytest.mark.rule("R121")
def test_a_combat_under_way_can_be_written_down() -> None:
    states, mask = from_json(combat_document()), np.zeros(NUM_ACTIONS, np.int8)
    assert to_json(states)["turn"]["decision"] == "dial"
    engine.resume(states, 0, mask)
    assert mask.sum() == 5  # 0 to 4: Nordic has 4 power


@pytest.mark.parametrize(
    ("path", "value", "message"),
    [
        ("in_progress.combat.place", "F3", "combat.place: 'reveal combat' needs a territory of in_progress.move.comb"),
        ("in_progress.combat.defender", "nordic", "combat.defender: 'reveal combat' needs an opponent"),
        ("in_progress.combat.winner", "nordic", r"combat.winner: in_progress.steps\[7\] comes before the reveal"),
        ("in_progress.combat.dial", {"attacker": 5}, "combat.dial.attacker: only 4 power is left"),
        (
            "in_progress.combat.dial",
            {"attacker": 8},
            "combat.dial.attacker: a whole number from 0 to 7 is needed, not 8",
        ),
        ("in_progress.combat.played", {"defender": {"5": 6}}, "combat.played.defender: the cards are not in the hand"),
        ("in_progress.move.came_workers", {"character": 1}, "move.came_workers: there are 0 workers on F2"),
        (
            "in_progress.move.came_tokens",
            {"character": {"metal": 4}},
            "came_tokens: there are fewer tokens on F2",
        ),
        ("players.0.mechs", {"disarm": "F1"}, "combat_due: a combat on F2 needs the active player and one other"),
        ("turn.to_act", "saxony", "turn.to_act: nordic is to act, not saxony"),
        ("turn.decision", "section", "turn.decision: 'dial' is due, not 'section'"),
        ("in_progress.steps.8.faction", "nordic", r"steps\[8\].faction: 'combat card' is due of saxony"),
    ],
)
def test_combats_that_make_no_sense_are_refused(path: str, value: Any, message: str) -> None:
    document = combat_document()
    put(path, value)(document)
    with pytest.raises(ValueError, match=message):
        from_json(document)


def test_the_two_sides_of_a_combat_are_those_on_its_territory() -> None:
    document = combat_document()
    document["players"].append({"faction": "crimea", "mat": "militant"})
    put("in_progress.combat.defender", "crimea")(document)
    with pytest.raises(ValueError, match=r"combat.place: the defender needs a character or mech on F2"):
        from_json(document)


def test_a_combat_that_was_revealed_has_a_winner() -> None:
    document = combat_document()
    put("in_progress.steps", [*MOVE, step("end combat")])(document)
    with pytest.raises(ValueError, match=r"combat.winner: in_progress.steps\[7\] comes after the reveal"):
        from_json(document)


def test_what_was_gained_this_turn_is_written_down() -> None:
    document = situation()
    document["players"][1] |= {"section": "move", "structures": {"mill": "A4"}}
    document["players"][1] |= {"recruits": ["build"], "one_time_bonuses": ["coins"]}
    document["tokens"]["A4"] = {"metal": 4, "food": 4, "oil": 4, "wood": 4}
    progress = {"steps": [*TURN, step("bottom action")], "new_structures": ["mill"], "new_recruits": ["build"]}
    assert to_json(from_json(document | {"in_progress": progress}))["in_progress"] == progress


@pytest.mark.rule("R181")
def test_a_game_that_is_over() -> None:
    document = situation()
    document["players"][0] |= {"stars": {"combat_wins": 6}}
    document["turn"]["status"] = "ended"
    state = from_json(document)[0]
    assert (state["decision"], state["seat_to_act"], state["depth"]) == (NONE, NONE, 0)
    with pytest.raises(ValueError, match=r"in_progress.steps: the game is over, so no step is left"):
        from_json(document | {"in_progress": {"steps": [step("section")]}})
    assert to_json(from_json(document))["turn"]["decision"] is None
    with pytest.raises(ValueError, match=r"turn.decision: nothing is due, not 'section'"):
        from_json(document | {"turn": {"status": "ended", "decision": "section"}})
    assert from_json(document | {"turn": {"status": "truncated"}})[0]["status"] == 2


def test_text_is_read_as_json() -> None:
    assert from_json(json.dumps(full())).tobytes() == from_json(full()).tobytes()
    for text, message in (
        ('{"players": [\n  {"faction": "saxony"\n', "line 3, column 1: damaged JSON: Expecting"),
        ("", "line 1, column 1: damaged JSON"),
        ('{"players": [], "players": []}', "the document: the key 'players' occurs twice"),
        ('{"seed": NaN}', "the document: NaN is not a number in JSON"),
        ("[" * 100_000, "the document: it is nested too deeply"),
        ("[]", "the document: an object is needed"),
        ("3", "the document: an object is needed"),
        ("{}", "players: it is missing"),
    ):
        with pytest.raises(ValueError, match=message):
            from_json(text)


def test_the_active_seat_of_saxony_may_reveal_twice() -> None:
    """Saxony keeps its second objective in a document with one completed."""
    document = situation()
    document["players"][0] |= {"objectives": [12, 8], "stars": {"objective": 1}, "coins": 30}
    state = from_json(document)[0]
    assert state["faction"][0] == SAXONY and state["objective_state"][0].tolist() == [1, 0]


def test_integers_of_numpy_and_keys_are_integers() -> None:
    document = situation()
    plain = from_json(document)

    def with_numpy(value: Any) -> Any:
        if isinstance(value, dict):
            return {int(key) if str(key).isdecimal() else key: with_numpy(one) for key, one in value.items()}
        if isinstance(value, list):
            return [with_numpy(one) for one in value]
        return np.int16(value) if type(value) is int else value

    assert from_json(with_numpy(document)).tobytes() == plain.tobytes()
    document["players"][0]["combat_cards"] = {2: 1, "2": 1}
    with pytest.raises(ValueError, match=r"players\[0\].combat_cards: 2 occurs twice"):
        from_json(document)
    for value in (True, 1.0, "1"):
        document["players"][0]["combat_cards"] = {"2": value}
        with pytest.raises(ValueError, match=r"combat_cards.2: a whole number"):
            from_json(document)


@pytest.mark.parametrize(
    ("saxony", "nordic", "others", "told"),
    [
        ({}, {"character": "F1"}, {}, r'players\[0\].workers is {"F1": 1, "G1": 1} when left out'),
        ({"character": "nordic base"}, {}, {}, "cannot be on nordic base"),
        ({}, {"workers": {"saxony base": 2}}, {}, "cannot be on saxony base"),
        ({"stars": {"workers": 1}}, {}, {}, r'players\[0\].workers is {"F1": 1, "G1": 1} when left out$'),
        ({"one_time_bonuses": ["power"]}, {}, {}, r"players\[0\].recruits is \[\] when left out$"),
        ({"recruits": ["build"]}, {}, {}, r"players\[0\].one_time_bonuses is \[\] when left out$"),
        ({}, {}, {"encounter_deck": [1, 2]}, r'encounters is \["A3", .*\] when left out$'),
    ],
)
def test_what_collides_and_was_left_out_is_told(saxony, nordic, others, told):
    players = [
        {"faction": "saxony", "mat": "industrial", **saxony},
        {"faction": "nordic", "mat": "patriotic", **nordic},
    ]
    with pytest.raises(ValueError, match=told):
        from_json({"players": players, **others})


@pytest.mark.parametrize("given", [5, b"{}", [1], None, Path("position.json")])
def test_other_things_than_documents_are_refused(given):
    with pytest.raises(ValueError, match=f"a document is a dictionary or JSON text, not {type(given).__name__}$"):
        from_json(given)


def test_what_documents_are_made_of_is_told():
    states = from_json({"players": [{"faction": "saxony", "mat": "industrial"}]})
    for given in (states, GameLog(states)):
        with pytest.raises(ValueError, match=r"not \w+: to_json makes one"):
            from_json(given)
