"""Logs and recorded games."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from dataclasses import fields
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from scythe_env.core.compiling import JIT
from scythe_env.core.random import Chance
from scythe_env.core.replay import FIRST_DECISION, _check, read_replay
from scythe_env.scythe import engine, events
from scythe_env.scythe.actions import CUBES, GOODS, NUM_ACTIONS, PLACES, parse_action
from scythe_env.scythe.components import BOTTOM_ACTIONS, FACTIONS, HEX_NAMES, RESOURCES, STRUCTURES
from scythe_env.scythe.config import ScytheConfig
from scythe_env.scythe.constants import FLAG, NONE, TRAP
from scythe_env.scythe.log import GameLog, load_replay, replay, save_replay
from scythe_env.scythe.names import CARD_VALUES, unit_names
from scythe_env.scythe.notation import from_json
from scythe_env.scythe.state import STATE

CONFIGS: tuple[dict[str, Any], ...] = (
    {"players": 1, "max_rounds": 20},
    {"players": 2, "promo_encounters": True, "promo_factory": True},
    {"players": 2, "factions": ["crimea", "saxony"], "max_rounds": 60},
    {"players": 3, "factions": ["albion", "nordic", "togawa"], "max_rounds": 40},
    {"players": 3, "play_forced": False, "decline_gains": True, "promo_objectives": True, "max_rounds": 40},
    {"players": 5, "camaraderie_always": True, "max_rounds": 30},
    {"players": 7, "max_rounds": 12},
)


def choose(log: GameLog, draw: random.Random) -> str:
    """A random action that rarely passes."""
    legal = log.legal
    if "done" in legal and len(legal) > 1 and draw.random() < 0.85:
        legal.remove("done")
    return draw.choice(legal)


def played(seed: int, config: dict[str, Any], full: bool = False) -> GameLog:
    """A log of a whole random game."""
    log, draw = GameLog.deal(ScytheConfig(**config), seed, full=full), random.Random(seed)
    while log.running:
        log.play(choose(log, draw))
    return log


def fight() -> dict[str, Any]:
    """Saxony's character is beside a mech of Nordic with a worker."""
    return {
        "players": [
            {
                "faction": "nordic",
                "mat": "patriotic",
                "mechs": {"seaworthy": "B4", "riverwalk": "A1"},
                "workers": {"B4": 1, "A5": 1},
                "power": 2,
                "combat_cards": {"3": 1},
            },
            {
                "faction": "saxony",
                "mat": "industrial",
                "character": "C3",
                "power": 5,
                "popularity": 2,
                "combat_cards": {"2": 1, "5": 1},
                "mechs": {"disarm": "F1"},
            },
        ],
        "tokens": {"B4": {"oil": 2}},
        "turn": {"active": "saxony", "round": 7},
        "combat_deck": {"4": 1},
    }


class Ledger:
    """Keeps account of a game from nothing but the events of its full log."""

    FIELDS = (
        "coins", "power", "popularity", "tokens", "workers", "workers_left", "character", "mechs", "cards",
        "structures", "cubes", "boxes", "recruits", "one_time", "faction_tokens", "armed", "factory_card",
    )  # fmt: skip

    def __init__(self, states: np.ndarray) -> None:
        self.books = {name: states[name][0].copy() for name in self.FIELDS}
        self.stars = states["stars"][0].sum(axis=1).tolist()
        self.seat = {FACTIONS[faction]: seat for seat, faction in enumerate(states["faction"][0]) if faction != NONE}

    def check(self, states: np.ndarray) -> None:
        for name, book in self.books.items():
            assert np.array_equal(book, states[name][0]), name
        assert self.stars == states["stars"][0].sum(axis=1).tolist()

    def take(self, event: events.Event) -> None:
        """Enter an event."""
        getattr(self, type(event).__name__, lambda event: None)(event)

    def put(self, faction: str, unit: str, place: int) -> None:
        number = unit_names(FACTIONS.index(faction)).index(unit)
        if number == 0:
            self.books["character"][self.seat[faction]] = place
        else:
            self.books["mechs"][self.seat[faction]][number - 1] = place

    def shift(self, faction: str, number: int, origin: str, place: str) -> None:
        self.books["workers"][self.seat[faction]][PLACES.index(origin)] -= number
        self.books["workers"][self.seat[faction]][PLACES.index(place)] += number

    def hand(self, faction: str, cards: Any, sign: int) -> None:
        for value, number in cards.items():
            self.books["cards"][self.seat[faction]][CARD_VALUES.index(value)] += sign * number

    def Moved(self, event: events.Moved) -> None:
        if event.unit == "worker":
            self.shift(event.faction, 1, event.origin, event.place)
        else:
            self.put(event.faction, event.unit, PLACES.index(event.place))
        self.shift(event.faction, event.workers, event.origin, event.place)
        for name, number in event.tokens.items():
            self.books["tokens"][PLACES.index(event.origin)][RESOURCES.index(name)] -= number
            self.books["tokens"][PLACES.index(event.place)][RESOURCES.index(name)] += number

    def Went(self, event: events.Went) -> None:
        if event.unit == "worker":
            self.shift(event.faction, event.number, event.origin, event.place)
        else:
            self.put(event.faction, event.unit, PLACES.index(event.place))

    def Deployed(self, event: events.Deployed) -> None:
        self.put(event.faction, event.mech, PLACES.index(event.place))

    def Tokens(self, event: events.Tokens) -> None:
        for name, number in event.amounts.items():
            self.books["tokens"][PLACES.index(event.place)][RESOURCES.index(name)] += number

    def Goods(self, event: events.Goods) -> None:
        for good, (change, now) in event.changes.items():
            self.books[good][self.seat[event.faction]] += change
            assert self.books[good][self.seat[event.faction]] == now

    def CardsDrawn(self, event: events.CardsDrawn) -> None:
        assert event.cards is not None and sum(event.cards.values()) == event.number
        self.hand(event.faction, event.cards, 1)

    def CardsDiscarded(self, event: events.CardsDiscarded) -> None:
        self.hand(event.faction, event.cards, -1)

    def CardStolen(self, event: events.CardStolen) -> None:
        self.hand(event.owner, {event.value: 1}, -1)
        self.hand(event.thief, {event.value: 1}, 1)

    def CombatDecided(self, event: events.CombatDecided) -> None:
        for side in (event.attacker, event.defender):
            self.hand(side.faction, side.cards, -1)

    def NewWorkers(self, event: events.NewWorkers) -> None:
        self.books["workers"][self.seat[event.faction]][PLACES.index(event.place)] += event.number
        self.books["workers_left"][self.seat[event.faction]] = event.left

    def Upgraded(self, event: events.Upgraded) -> None:
        self.books["cubes"][self.seat[event.faction]][CUBES.index(event.benefit)] += 1
        self.books["boxes"][self.seat[event.faction]][BOTTOM_ACTIONS.index(event.cost)] += 1

    def Built(self, event: events.Built) -> None:
        place = HEX_NAMES.index(event.place)
        self.books["structures"][self.seat[event.faction]][STRUCTURES.index(event.structure)] = place

    def Enlisted(self, event: events.Enlisted) -> None:
        self.books["recruits"][self.seat[event.faction]][BOTTOM_ACTIONS.index(event.section)] += 1
        self.books["one_time"][self.seat[event.faction]][GOODS.index(event.bonus)] += 1

    def StarPlaced(self, event: events.StarPlaced) -> None:
        self.stars[self.seat[event.faction]] += 1
        assert self.stars[self.seat[event.faction]] == event.stars

    def TokenPlaced(self, event: events.TokenPlaced) -> None:
        place = HEX_NAMES.index(event.place)
        self.books["faction_tokens"][place] = FLAG if event.takes is None else TRAP + GOODS.index(event.takes)
        self.books["armed"][place] = event.takes is not None

    def TrapSprung(self, event: events.TrapSprung) -> None:
        self.books["armed"][HEX_NAMES.index(event.place)] = 0

    def FactoryCardTaken(self, event: events.FactoryCardTaken) -> None:
        self.books["factory_card"][self.seat[event.faction]] = event.number - 1


ATTACK = ["section move", "take", "units", "character", "B4", "done"]


def openings() -> dict[str, tuple[dict[str, Any], list[str]]]:
    """Situations with events that random games seldom have, and the decisions that lead to them."""
    fighting = fight()
    nordic, saxony = fighting["players"]
    scout = fighting | {
        "players": [nordic, saxony | {"faction": "crimea", "mechs": {"scout": "F1"}}],
        "turn": {"active": "crimea"},
    }
    trapped = fighting | {
        "players": [saxony | {"mechs": {}, "popularity": 3}, {"faction": "togawa", "mat": "patriotic"}],
        "traps": {"C2": {"takes": "combat cards"}},
        "turn": {"active": "saxony"},
        "tokens": {},
    }
    factory = fighting | {"players": [nordic | {"workers": {"A5": 2}, "mechs": {}}, saxony]}
    met = fighting | {
        "players": [nordic, saxony | {"character": "C2"}, {"faction": "polania", "mat": "militant"}],
        "options": {"promo_encounters": True},
        "encounters": ["B2"],
        "encounter_deck": [31],
    }
    move = ATTACK[:4]
    return {
        "combat": (fighting, [*ATTACK, "1", "card 5", "card 3", "B3", "B3"]),
        "lost attack": (fighting, [*ATTACK, "0", "done", "card 3"]),
        "scout": (scout, [*ATTACK, "3", "done"]),
        "trap": (trapped, [*move, "C2"]),
        "factory": (factory, [*move, "D4", "done", "factory card 5"]),
        "encounter": (met, [*move, "B2", "done", "option A", "2"]),
        "look": (met, [*move, "B2", "done", "option C", "nordic"]),
    }


@pytest.mark.parametrize("name", openings())
def test_events_account_for_what_is_rare(name: str) -> None:
    document, texts = openings()[name]
    states = from_json(document | ({"factory_cards": [3, 5, 7]} if name == "factory" else {}))
    log, draw = GameLog(states, full=True), random.Random(3)
    ledger = Ledger(states)
    kinds = {
        "combat": {"CombatBegan", "CombatDecided", "Went", "StarPlaced", "CardsDrawn"},
        "lost attack": {"CombatDecided", "Went"},
        "scout": {"CardStolen"},
        "trap": {"TrapSprung", "CardsDiscarded"},
        "factory": {"FactoryCardTaken"},
        "encounter": {"EncounterDrawn", "Tokens"},
        "look": {"HandSeen"},
    }[name]
    seen = set()
    while log.running and (texts or len(log.decisions) < 150):
        for event in log.play(texts.pop(0) if texts else choose(log, draw)):
            ledger.take(event)
            seen.add(type(event).__name__)
        ledger.check(log.states)
        assert texts or kinds <= seen


def test_events_account_for_all_that_changes() -> None:
    """A ledger that knows the events alone has the position after every decision."""
    for seed in range((2 if JIT else 1) * len(CONFIGS)):
        log, draw = GameLog.deal(ScytheConfig(**CONFIGS[seed % len(CONFIGS)]), seed, full=True), random.Random(seed)
        ledger = Ledger(log.states)
        while log.running:
            for event in log.play(choose(log, draw)):
                ledger.take(event)
            ledger.check(log.states)


@pytest.mark.parametrize("config", CONFIGS if JIT else CONFIGS[::2], ids=lambda config: f"{config['players']} players")
def test_a_log_plays_like_the_engine(config: dict[str, Any]) -> None:
    states, mask = np.zeros(1, STATE), np.zeros(NUM_ACTIONS, np.int8)
    ScytheConfig(**config).write(states)
    engine.setup(states, engine.raw_bytes(states), 0, 4, 0, mask)
    log, draw = GameLog.deal(ScytheConfig(**config), 4), random.Random(4)
    while log.running:
        assert log.states.tobytes() == states.tobytes()
        text = choose(log, draw)
        action = parse_action(text, int(states["decision"][0]), int(states["faction"][0][log.seat]))
        log.play(text if draw.random() < 0.5 else action)
        engine.apply(states, 0, action, mask)
    assert log.states.tobytes() == states.tobytes()


def test_a_log_leaves_the_game_alone() -> None:
    states = np.concatenate([from_json(fight()), from_json(fight())])
    before = states.tobytes()
    log = GameLog(states, 1)
    log.play("section move")
    assert states.tobytes() == before
    log.states["coins"] = 99
    assert log.states["coins"].max() < 99


def test_a_combat_in_the_log_of_a_spectator() -> None:
    log = GameLog(from_json(fight()))
    for text in ("section move", "take", "units", "character", "B4", "done", "1", "card 5", "card 3"):
        log.play(text)
    for text in ("B3", "B3"):
        log.play(text)
    text = str(log)
    expected = """\
Round 7, Saxony
  Saxony > section: section move
  Saxony > top action: take
  Saxony > move: units
  Saxony > unit: character
  Saxony > step: B4
    Saxony: character C3 -> B4
  Saxony > unit: done
    Nordic: -2 power (0)
    Combat on B4: Saxony attacks Nordic
  Saxony > dial (attacker): (hidden)
  Nordic > dial (defender): (hidden)
    Combat on B4: Saxony dial 1, cards 5 = 6; Nordic dial 0, cards 3 = 3: Saxony wins
    Saxony: -1 power (4)
  Nordic > retreat unit (seaworthy): B3
    Nordic: seaworthy from B4 to B3
  Nordic > retreat worker: B3
    Nordic: worker from B4 to B3
    Saxony: -1 popularity (1)
    Nordic: draws 1 combat card (1 in hand)
    Saxony: * star for combat wins (1 of 6)"""
    assert expected in text


@pytest.mark.rule("R121", "Q121")
def test_nobody_is_told_how_many_cards_were_chosen_before_the_reveal() -> None:
    told = set()
    for cards in ((), ("card 2",), ("card 5",)):
        log = GameLog(from_json(fight()))
        for text in ("section move", "take", "units", "character", "B4", "done", "1", *cards):
            log.play(text)
        if log.seat == 1 and log.running:
            log.play("done")
        assert FACTIONS[log.states["faction"][0][log.seat]] == "nordic"
        told.add((str(log), "\n".join(log.lines(log.seen_by(0)))))
        own = "\n".join(log.lines(log.seen_by(1)))
        assert ("combat card (attacker): done" in own or "card" in own) and "dial (attacker): 1" in own
    assert len(told) == 1


@pytest.mark.rule("R14", "R167", "R168")
def test_nobody_is_told_that_a_player_could_have_revealed_an_objective() -> None:
    """Saxony completes objectives 12 (20 coins) and 18 (no power, 13 popularity, 5 workers), and keeps them."""
    asked, told = set(), set()
    for card in (12, 18, 3, 1):
        saxony = {"faction": "saxony", "mat": "industrial", "power": 0, "popularity": 13, "coins": 20}
        saxony |= {"workers": {"base": 5}, "objectives": [card, 6], "combat_cards": {}}
        albion = {"faction": "albion", "mat": "mechanical", "objectives": [23, 22], "combat_cards": {}}
        log = GameLog(from_json({"players": [saxony, albion], "turn": {"active": "saxony"}}))
        log.play("section move")
        while log.seat == 0:
            log.play("done")
        own = "\n".join(log.lines(log.seen_by(0)))
        asked |= {text for text in ("bottom action: done", "end of turn: done") if text in own}
        told.add((str(log), "\n".join(log.lines(log.seen_by(1)))[-400:]))
    assert asked == {"bottom action: done", "end of turn: done"}
    assert len({public for public, _ in told}) == 1
    assert not any(text in public for text in asked for public, _ in told)


@pytest.mark.rule("R14")
def test_nobody_is_told_that_a_choice_was_forced() -> None:
    """Crimea pays with a combat card: one value in its hand forces the choice, two do not."""
    log = played(3, CONFIGS[1], full=True)
    forced = [event for event in log.log.events if isinstance(event, events.Decided) and event.forced]
    assert forced and all("(forced)" in event.text() for event in forced)
    for event in forced:
        for name in (*FACTIONS, None):
            assert ("(forced)" in event.seen_by(name).text()) == (name == event.player)


def test_the_full_log_hides_nothing() -> None:
    log = GameLog(from_json(fight()), full=True)
    for text in ("section move", "take", "units", "character", "B4", "done", "1", "card 5", "card 3", "B3", "B3"):
        log.play(text)
    text = str(log)
    assert "(hidden)" not in text
    assert "2 combat cards (2, 5); objectives " in text
    assert "Saxony > dial (attacker): 1" in text
    assert "Nordic: draws 1 combat card: 4 (1 in hand)" in text


@pytest.mark.rule("R14", "R121", "R167")
def test_the_log_of_a_spectator_tells_no_secrets() -> None:
    """Nothing in it depends on hands, objectives or choices that were not revealed."""
    for seed in range(6):
        log = played(seed, CONFIGS[seed % len(CONFIGS)] | {"players": 2, "factions": None})
        for event in log.events:
            if isinstance(event, events.CardsDrawn):
                assert event.cards is None
            if isinstance(event, events.CardStolen):
                assert event.value is None
            if isinstance(event, events.HandSeen):
                assert event.hand is None
            if isinstance(event, events.Decided) and event.decision in ("dial", "combat card"):
                assert event.action is None
            if isinstance(event, events.LogBegan):
                assert all(seat.hand is None and seat.objectives is None for seat in event.seats)


def test_every_event_has_a_text() -> None:
    kinds = [kind for kind in vars(events).values() if isinstance(kind, type) and issubclass(kind, events.Told)]
    assert len(kinds) > 30
    for kind in set(kinds) - {events.Told, events.Event, events.Happened, events.OfSeat}:
        assert kind.template and kind.__doc__


@pytest.mark.parametrize(
    ("event", "texts"),
    [
        (
            events.CardsDrawn("nordic", 2, {"2": 1, "5": 1}, 4),
            {
                "nordic": "Nordic: draws 2 combat cards: 2, 5 (4 in hand)",
                None: "Nordic: draws 2 combat cards (4 in hand)",
                "saxony": "Nordic: draws 2 combat cards (4 in hand)",
            },
        ),
        (
            events.CardStolen("crimea", "nordic", "4"),
            {
                "crimea": "Crimea: takes a combat card of value 4 from Nordic",
                "nordic": "Crimea: takes a combat card of value 4 from Nordic",
                "saxony": "Crimea: takes a combat card from Nordic",
            },
        ),
        (
            events.HandSeen("nordic", "saxony", {"3": 1}),
            {
                "nordic": "Nordic: looks at the combat cards of Saxony: 3",
                "saxony": "Nordic: looks at the combat cards of Saxony: 3",
                "albion": "Nordic: looks at the combat cards of Saxony",
            },
        ),
        (
            events.DecidedInSecret("nordic", "dial", ("attacker",), "7", False),
            {"nordic": "Nordic > dial (attacker): 7", "saxony": "Nordic > dial (attacker): (hidden)"},
        ),
        (
            events.LogBegan(
                "tunnels", (events.Start("nordic", "militant", 4, 3, 2, 1, {"5": 1}, ("3 (Hoard)", "7 (Get Rich)")),)
            ),
            {
                "nordic": "Scythe with 1 player; structure bonus: tunnels\n"
                "  Nordic (militant): $4, 3 power, 2 popularity, "
                "1 combat card (5); objectives 3 (Hoard) and 7 (Get Rich)",
                None: "Scythe with 1 player; structure bonus: tunnels\n"
                "  Nordic (militant): $4, 3 power, 2 popularity, "
                "1 combat card",
            },
        ),
    ],
    ids=lambda part: type(part).__name__ if isinstance(part, events.Event) else "",
)
def test_secrets_are_told_to_whom_they_belong(event: events.Event, texts: dict[str | None, str]) -> None:
    assert {player: event.seen_by(player).text() for player in texts} == texts


@pytest.mark.parametrize(
    ("event", "text"),
    [
        (
            events.Moved("nordic", "character", "A4", "A5", 1, {"oil": 2}),
            "Nordic: character A4 -> A5 with 1 worker, 2 oil",
        ),
        (events.Moved("nordic", "speed", "A4", "A5", 2, {}), "Nordic: speed A4 -> A5 with 2 workers"),
        (events.Went("saxony", "worker", 2, "G1", "saxony base"), "Saxony: 2 workers from G1 to saxony base"),
        (events.Tokens("A5", {"oil": 2, "wood": -1}), "+2 oil, -1 wood on A5"),
        (events.Goods("nordic", {"coins": (-2, 1), "power": (1, 4)}), "Nordic: -$2 ($1), +1 power (4)"),
        (events.CardsDiscarded("crimea", {"2": 2, "5": 1}, 0), "Crimea: discards combat cards 2, 2, 5 (0 in hand)"),
        (events.CardStolen("crimea", "nordic", None), "Crimea: takes a combat card from Nordic"),
        (events.CardStolen("crimea", "nordic", "4"), "Crimea: takes a combat card of value 4 from Nordic"),
        (events.NewWorkers("polania", 1, "B4", 3), "Polania: +1 worker on B4 (3 on the mat)"),
        (events.NewWorkers("polania", 3, "B4", 0), "Polania: +3 workers on B4 (0 on the mat)"),
        (events.Upgraded("nordic", "move_coins", "build"), "Nordic: upgrades move_coins, build costs 1 less"),
        (events.Deployed("nordic", "speed", "A4"), "Nordic: deploys speed on A4"),
        (events.Built("nordic", "mill", "A4"), "Nordic: builds the mill on A4"),
        (events.Enlisted("nordic", "build", "coins"), "Nordic: enlists the recruit of build, one-time bonus coins"),
        (events.ObjectiveRevealed("nordic", "3 (Hoard)"), "Nordic: reveals objective 3 (Hoard)"),
        (events.TokenPlaced("albion", "A2", None, False), "Albion: places a flag on A2"),
        (events.TokenPlaced("togawa", "F6", "power", False), "Togawa: places the power trap on F6"),
        (events.TokenPlaced("togawa", "F6", "power", True), "Togawa: arms the power trap on F6"),
        (events.TrapSprung("F6", "coins"), "The coins trap on F6 springs"),
        (
            events.EncounterDrawn("nordic", 5, ("option A: 1 oil", "option B for 2 coins: 1 mech")),
            "Nordic: draws encounter 5\n  option A: 1 oil\n  option B for 2 coins: 1 mech",
        ),
        (
            events.FactoryCardTaken("nordic", 2, "1 popularity for 1 upgrade or 1 recruit"),
            "Nordic: takes Factory card 2 (1 popularity for 1 upgrade or 1 recruit)",
        ),
        (events.HandSeen("nordic", "saxony", None), "Nordic: looks at the combat cards of Saxony"),
        (events.HandSeen("nordic", "saxony", {}), "Nordic: looks at the combat cards of Saxony: none"),
    ],
    ids=lambda part: type(part).__name__ if isinstance(part, events.Event) else "",
)
def test_texts_of_events(event: events.Event, text: str) -> None:
    assert event.text() == text


def test_a_log_of_a_game_that_is_over_tells_its_beginning_only() -> None:
    log = GameLog(from_json(fight() | {"turn": {"status": "truncated"}}))
    assert [type(event) for event in log.events] == [events.LogBegan]
    assert not log.running and log.legal == []


def test_a_defender_may_play_fewer_cards_than_it_has() -> None:
    log = GameLog(from_json(fight()))
    for text in (*ATTACK, "1", "done", "done"):
        log.play(text)
    decided = [event for event in log.events if isinstance(event, events.CombatDecided)]
    assert [dict(event.defender.cards) for event in decided] == [{}]
    assert log.states["cards"][0, 0].sum() == 1


def test_turns_and_scores_are_told() -> None:
    log = played(2, CONFIGS[0])
    lines = list(log.lines())
    assert lines[0].startswith("Scythe with 1 player; structure bonus: ")
    assert [line for line in lines if line.startswith("Round ")] == [
        f"Round {number}, {FACTIONS[log.states['faction'][0][0]].title()}" for number in range(1, 21)
    ]
    assert lines[-3] == "The game ends in round 20 by the limit of rounds"
    assert lines[-2].split()[-2:] == ["total", "rank"]
    assert lines[-1].split()[-2:] == [str(log.result()["scores"][0]["total"]), "1"]
    turn = log.lines(log.events[-2:])
    assert next(turn).strip().startswith(lines[-4].strip()[:5])


def test_what_is_not_allowed_is_refused() -> None:
    log = GameLog(from_json(fight()))
    before = log.states.tobytes(), len(log.events)
    for action, message in (
        ("section dance", "unknown action 'section dance'"),
        ("done", r"action 109 \('done'\) is not legal now; legal actions: .*'section move'"),
        (500, r"action 500 is not in 0..219"),
        (-1, r"action -1 is not in 0..219"),
    ):
        with pytest.raises(ValueError, match=message):
            log.play(action)
    assert (log.states.tobytes(), len(log.events)) == before
    over = played(1, CONFIGS[0])
    assert over.legal == [] and over.seat == NONE
    with pytest.raises(ValueError, match="the game is over"):
        over.play("done")
    with pytest.raises(ValueError, match="an array of STATE"):
        GameLog(np.zeros(2))


# -- recorded games ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("config", CONFIGS if JIT else CONFIGS[::2], ids=lambda config: f"{config['players']} players")
def test_a_recorded_game_is_played_again(tmp_path: Path, config: dict[str, Any]) -> None:
    log = played(9, config)
    save_replay(tmp_path / "game.jsonl", log)
    record = load_replay(tmp_path / "game.jsonl")
    again = replay(record)
    assert again.states.tobytes() == log.states.tobytes()
    assert again.events == log.events and again.config == log.config
    part = replay(record, 10)
    assert part.running and part.events == log.events[: len(part.events)]
    assert replay(record, 0).decisions == []
    assert [path.name for path in tmp_path.iterdir()] == ["game.jsonl"]


def test_replays_of_games_under_way(tmp_path: Path) -> None:
    log = GameLog.deal(ScytheConfig(**CONFIGS[3]), 2**64 - 1)
    save_replay(tmp_path / "game.jsonl", log)
    assert replay(load_replay(tmp_path / "game.jsonl")).states.tobytes() == log.states.tobytes()
    with pytest.raises(ValueError, match="a replay begins with the deal"):
        save_replay(tmp_path / "other.jsonl", GameLog(from_json(fight())))
    with pytest.raises(ValueError, match="seed"):
        GameLog.deal(ScytheConfig(), -1)


@pytest.fixture
def recorded(tmp_path: Path) -> Path:
    save_replay(tmp_path / "game.jsonl", played(9, CONFIGS[0]))
    return tmp_path / "game.jsonl"


def test_damaged_replays_are_refused(recorded: Path) -> None:
    lines = recorded.read_text().splitlines()
    last = len(lines)
    for changed, message in (
        ([], "line 1: a replay begins with"),
        (lines[1:], "line 1: the check does not match"),
        (lines[:5] + lines[6:], "line 6: the check does not match"),
        (lines[:5] + lines[4:], "line 6: the check does not match"),
        (lines[:-1], rf"line {last}: the result is missing: the file was cut off"),
        ([*lines[:-1], lines[-1][:20]], rf"line {last}: damaged: this is not JSON"),
        ([*lines[:3], lines[3][:-9]], "line 4: damaged: this is not JSON"),
        ([*lines[:3], "[]"], "line 4: damaged: an object with a check is needed"),
        ([*lines[:2], lines[2].replace('"seat": 0', '"seat": 1'), *lines[3:]], "line 3: the check does not match"),
        ([lines[0].replace('"seed": 9', '"seed": 8'), *lines[1:]], "line 1: the check does not match"),
        ([*lines[:-1], lines[-1].replace('"rank": 1', '"rank": 2')], rf"line {last}: the check does not match"),
        ([*lines, lines[-1]], rf"line {last + 1}: the check does not match"),
    ):
        recorded.write_text("\n".join(changed))
        with pytest.raises(ValueError, match=message):
            load_replay(recorded)
    recorded.write_bytes(b"\xff\xfe")
    with pytest.raises(ValueError, match="it is not UTF-8 text"):
        load_replay(recorded)
    with pytest.raises(FileNotFoundError):
        load_replay(recorded.with_name("missing"))


def test_other_games_and_versions_are_refused(recorded: Path) -> None:
    with pytest.raises(ValueError, match="line 1: game 'scythe_v0' cannot be read; 'chess' is needed"):
        read_replay(recorded, "chess", 1)
    with pytest.raises(ValueError, match="line 1: version 1 cannot be read; 2 is needed"):
        read_replay(recorded, "scythe_v0", 2)


def test_replays_that_the_rules_refuse(recorded: Path) -> None:
    """Forged records with right checks fail when they are played again, at the line that is wrong."""
    record = load_replay(recorded)

    def forged(**changes: Any) -> Any:
        values = {field.name: getattr(record, field.name) for field in fields(record)}
        return type(record)(**values | changes)

    decisions = record.decisions
    for other, message in (
        (forged(config={"players": 9}), "line 1: players must be an integer"),
        (forged(config={"player": 1}), "line 1: .*unexpected keyword"),
        (forged(decisions=((1, decisions[0][1]), *decisions[1:])), "line 2: seat 0 is to act, not seat 1"),
        (forged(decisions=((0, "dance"), *decisions[1:])), "line 2: unknown action 'dance'"),
        (forged(decisions=(*decisions[:2], (0, "67"), *decisions[3:])), "line 4: "),
        (forged(result={"status": "ended"}), rf"line {len(decisions) + 2}: the game played again ends with"),
    ):
        with pytest.raises(ValueError, match=message):
            replay(other)


def rewritten(path: Path, change: Callable[[list[dict[str, Any]]], object]) -> Path:
    """The file with other content and right checks."""
    lines, check = [json.loads(line) for line in path.read_text().splitlines()], ""
    for line in lines:
        line.pop("check")
    change(lines)
    for line in lines:
        check = line["check"] = _check(check, line)
    path.write_text("\n".join(map(json.dumps, lines)) + "\n")
    return path


@pytest.mark.parametrize("config", CONFIGS if JIT else CONFIGS[::2], ids=lambda config: f"{config['players']} players")
def test_what_was_drawn_is_recorded_and_plays_without_the_seed(tmp_path: Path, config: dict[str, Any]) -> None:
    log = played(11, config)
    path = tmp_path / "game.jsonl"
    save_replay(path, log)
    assert any(load_replay(path).chance) == (config["players"] > 1)
    rewritten(path, lambda lines: lines[0].update(seed=None))
    again = replay(load_replay(path), forced=True)
    assert again.states.tobytes() == log.states.tobytes() and again.events == log.events


@pytest.fixture
def drawing(tmp_path: Path) -> tuple[Path, int, dict[str, Any]]:
    """A recorded game with number and content of the first line on which something was drawn."""
    path = tmp_path / "game.jsonl"
    save_replay(path, played(11, CONFIGS[2]))
    lines = enumerate(map(json.loads, path.read_text().splitlines()), 1)
    return path, *next((number, line) for number, line in lines if "drawn" in line)


@pytest.mark.parametrize("forced", [False, True])
@pytest.mark.parametrize("change", [{"drawn": [5]}, {"rng": [1, 2, 3, 4]}], ids=lambda change: next(iter(change)))
def test_other_draws_than_the_recorded_ones_are_named(
    drawing: tuple[Path, int, dict[str, Any]], change: dict[str, list[int]], forced: bool
) -> None:
    path, number, _ = drawing
    rewritten(path, lambda lines: lines[number - 1].update(change))
    with pytest.raises(ValueError, match=rf"line {number}: .* was drawn, not the recorded "):
        replay(load_replay(path), forced=forced)


@pytest.mark.parametrize("change", [{"rng": [1, 2, 3]}, {"drawn": [2**32]}, {"drawn": 3}], ids=str)
def test_draws_that_cannot_be_read_are_refused(
    drawing: tuple[Path, int, dict[str, Any]], change: dict[str, Any]
) -> None:
    path, number, _ = drawing
    rewritten(path, lambda lines: lines[number - 1].update(change))
    with pytest.raises(ValueError, match=f"line {number}: what was drawn is rng"):
        load_replay(path)


def test_a_draw_can_be_forced(drawing: tuple[Path, int, dict[str, Any]]) -> None:
    path, number, line = drawing
    record = load_replay(path)
    log = replay(record, number - FIRST_DECISION)
    log.play(line["action"], Chance((1, 2, 3, 4), ()))
    chance = log.log.chance[-1]
    assert chance is not None and chance.rng == (1, 2, 3, 4) and chance.words[0] == 1 + 2 + 4


def test_replays_of_format_1_can_be_read(drawing: tuple[Path, int, dict[str, Any]]) -> None:
    def to_format_1(lines: list[dict[str, Any]]) -> None:
        lines[0]["format"] = 1
        for line in lines:
            for key in ("dealt", "rng", "drawn"):
                line.pop(key, None)

    path, number, _ = drawing
    whole = load_replay(path)
    record = load_replay(rewritten(path, to_format_1))
    assert record.dealt is None and record.chance == () and record.decisions == whole.decisions
    assert replay(record).log.chance == list(whole.chance)
    with pytest.raises(ValueError, match="line 1: the deal was not recorded"):
        replay(record, forced=True)
    rewritten(path, lambda lines: lines[number - 1].update(drawn=[1]))
    with pytest.raises(ValueError, match=f"line {number}: a decision has a seat and an action"):
        load_replay(path)


def test_each_seat_has_a_log_of_its_own() -> None:
    log = played(5, CONFIGS[4])
    for seat in range(3):
        name = FACTIONS[log.states["faction"][0][seat]]
        told = [event for event in log.log.events if event.is_seen_by(name)]
        for event, seen in zip(told, log.seen_by(seat), strict=True):
            if isinstance(event, events.CardsDrawn):
                assert seen == (event if event.faction == name else event.seen_by(None))
            if isinstance(event, events.DecidedInSecret):
                assert seen.text().endswith("(hidden)") == (event.player != name)
            if isinstance(event, events.LogBegan):
                assert [start.hand is not None for start in seen.seats] == [k == seat for k in range(3)]
    assert log.seen_by("all") == log.log.events and log.seen_by(None) == log.events


def test_a_replay_is_readable(recorded: Path) -> None:
    head, *decisions, last = map(json.loads, recorded.read_text().splitlines())
    assert head["game"] == "scythe_v0" and head["config"]["players"] == 1 and head["seed"] == 9
    assert decisions[0]["action"].startswith("section ")
    assert last["result"]["status"] == "truncated" and last["result"]["scores"][0]["rank"] == 1
