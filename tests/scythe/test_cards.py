"""What cards say in words, and which of it each seat may read."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Hashable, Iterable
from dataclasses import replace

import pytest

from scythe_env.core.fields import SPECTATOR
from scythe_env.scythe.cards import encounter, factory, objective
from scythe_env.scythe.components import GAINS, QUANTITIES, Condition, load_components
from scythe_env.scythe.config import ScytheConfig
from scythe_env.scythe.game import Scythe

from .rules.table import Table, automa, seat

DATA = load_components()
TWO = Scythe(ScytheConfig(players=2))


def numbers(text: str) -> list[int]:
    return sorted(map(int, re.findall(r"\d+", text)))


def agree(pairs: Iterable[tuple[Hashable, str]]) -> None:
    """Equal data have equal words, and different data different ones."""
    words, data = defaultdict(set), defaultdict(set)
    for row, text in pairs:
        words[row].add(text)
        data[text].add(row)
    assert all(len(found) == 1 for found in (*words.values(), *data.values()))


# -- the words ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("number", "name", "text"),
    [
        (3, "Harvest Advantage", "at the end of your turn: at least 3 farms that you control"),
        (5, "King of the Hill", "at the end of your turn: control of the Factory, no opponent with more power"),
        (
            *(8, "Roll Up Your Sleeves with the Common Man"),
            "at any time in your turn: at most 2 coins, at least 4 workers off your mat, at least 7 popularity",
        ),
        (15, "Balanced Workforce", "at any time in your turn: as many workers off your mat as recruits enlisted"),
        (
            *(16, "A Wolf Among the Sheep"),
            "at the end of your turn: at least 1 territory with your character, exactly one mech, exactly one worker "
            "and at least 5 resources",
        ),
        (22, "Technological Breakthrough", "at any time in your turn: a Factory card, no upgrades made"),
    ],
)
def test_objectives_in_words(number: int, name: str, text: str) -> None:
    assert objective(DATA.objectives[number - 1]) == f"objective {number} ({name}), {text}"


def test_encounters_in_words() -> None:
    assert encounter(DATA.encounters[4]) == (
        "option A: 1 popularity, 2 food",
        "option B for 4 coins: 1 mech",
        "option C for 2 popularity: 2 metal, 2 food",
    )
    look, relocate = (encounter(DATA.encounters[card - 1]) for card in (31, 42))
    assert look[2] == "option C for 2 popularity: 1 look at the combat cards of an opponent, 3 combat cards"
    assert relocate[1] == "option B for 2 coins: 1 shift of units from there to an empty territory beside it"


@pytest.mark.parametrize(
    ("number", "top"),
    [
        (1, "1 coin, 1 combat card for production on 2 territories"),
        (7, "1 popularity for 1 mech or 1 structure"),
        (13, "2 resources of different types for 1 mech or 1 structure"),
        (16, "1 resource of your choice for 1 power, 1 coin, 1 popularity"),
    ],
)
def test_factory_cards_in_words(number: int, top: str) -> None:
    words = factory(DATA.factory_cards[number - 1])
    assert words == f"Factory card {number}: {top} (top), a move of 1 unit up to 2 territories (bottom)"


def test_every_card_tells_its_numbers_and_equal_cards_the_same() -> None:
    for card in DATA.encounters:
        for option, text in zip(card.options, encounter(card), strict=True):
            assert numbers(text) == sorted(number for _, number in (*option.pay, *option.gain)), text
    for one in DATA.factory_cards:
        top = factory(one).partition(": ")[2].partition(" (top)")[0]
        assert numbers(top) == sorted(number for _, number in (*one.pay, *one.gain)), top
    agree(
        ((option.option, option.pay, option.gain), text)
        for card in DATA.encounters
        for option, text in zip(card.options, encounter(card), strict=True)
    )
    agree(((card.pay, card.gain, card.take), factory(replace(card, number=1))) for card in DATA.factory_cards)
    agree(((card.timing, card.conditions), objective(replace(card, number=1, name=""))) for card in DATA.objectives)


def test_a_changed_row_changes_the_words() -> None:
    free = DATA.encounters[0].options[0]
    words = {}
    for name in GAINS:
        for number in (1, 2):
            option = replace(free, gain=((name, number),))
            words[name, number] = encounter(replace(DATA.encounters[0], options=(option,) * 3))[0]
    agree(words.items())
    assert words["worker", 1] == "option A: 1 worker" and words["worker", 2] == "option A: 2 workers"
    card = DATA.objectives[0]
    asked = [Condition(quantity, low, high) for quantity in QUANTITIES for low, high in ((1, None), (None, 0))]
    texts = {condition: objective(replace(card, conditions=(condition,))) for condition in asked}
    agree(texts.items())
    assert not any(mark in text for text in texts.values() for mark in "{}_")


def test_bounds_in_words() -> None:
    card = DATA.objectives[0]
    said = {
        (low, high): objective(replace(card, conditions=(Condition("mechs", low, high),))).rpartition(": ")[2]
        for low, high in ((1, None), (2, None), (None, 1), (None, 0), (2, 2), (1, 3))
    }
    assert list(said.values()) == [
        *("at least 1 mech deployed", "at least 2 mechs deployed", "at most 1 mech deployed"),
        *("no mechs deployed", "exactly 2 mechs deployed", "1 to 3 mechs deployed"),
    ]


# -- who may read them -------------------------------------------------------------------------------------------------


def test_objectives_are_told_to_their_owner_in_hand_and_completed() -> None:
    saxony = seat("saxony", objectives=[12, 6], completed_objectives=[12], stars={"objective": 1})
    table = Table(saxony, seat("nordic", objectives=[3, 7]))
    texts = {number: objective(DATA.objectives[number - 1]) for number in (12, 6, 3, 7)}
    assert TWO.notes(table.states, 0, 0) == [f"completed: {texts[12]}", f"in hand: {texts[6]}"]
    assert TWO.notes(table.states, 0, 1) == [f"in hand: {texts[3]}", f"in hand: {texts[7]}"]
    assert TWO.notes(table.states, 0) == TWO.notes(table.states, 0, SPECTATOR) == []


def test_objectives_that_left_the_hand_are_not_told() -> None:
    nordic = seat("nordic", objectives=[12, 6], completed_objectives=[12], stars={"objective": 1})
    table = Table(seat("saxony"), nordic)
    assert TWO.notes(table.states, 0, 1) == [f"completed: {objective(DATA.objectives[11])}"]


def test_everybody_reads_the_options_of_an_encounter_under_way() -> None:
    table = Table(seat("saxony", character="F1", workers={"base": 2}), seat("nordic"), encounter_deck=[5])
    assert not any("option" in line for line in TWO.notes(table.states, 0, 0))
    table.units().move("character", "F2").play("done")
    assert table.decision == "encounter"
    options = list(encounter(DATA.encounters[4]))
    assert TWO.notes(table.states, 0) == options
    for number in (0, 1):
        assert TWO.notes(table.states, 0, number)[:3] == options
    table.play("option A")
    while table.decision != "section":
        table.play("done" if "done" in table.legal else min(table.legal))
    assert TWO.notes(table.states, 0) == []


def test_the_cards_on_the_factory_are_read_by_who_chooses_and_then_the_own_one() -> None:
    table = Table(seat("saxony", character="D5", workers={"base": 2}), seat("nordic"), factory_cards=[4, 9, 2])
    before = [TWO.notes(table.states, 0, number) for number in (0, 1)]
    table.units().move("character", "D4").play("done")
    assert table.decision == "factory choice"
    cards = [factory(DATA.factory_cards[number - 1]) for number in (2, 4, 9)]
    assert TWO.notes(table.states, 0, 0) == [*cards, *before[0]]
    assert TWO.notes(table.states, 0, 1) == before[1] and TWO.notes(table.states, 0) == []
    table.play("factory card 4")
    assert TWO.notes(table.states, 0, 0) == [cards[1], *before[0]]


def test_an_automa_has_nothing_to_read() -> None:
    table = Table(seat("saxony"), automa("nordic"))
    game = Scythe(ScytheConfig(players=1, automas=1))
    assert len(game.notes(table.states, 0, 0)) == 2 and game.notes(table.states, 0, 1) == []
