"""Automas, chapters D to I and M to O: deck, turn, what follows a move, gains, recruit bonus, stars."""

from __future__ import annotations

import pytest

from scythe_env.scythe.components import BOTTOM_ACTIONS, FACTIONS, load_components
from scythe_env.scythe.constants import NUM_AUTOMA_CARDS
from scythe_env.scythe.rules.automa.deck import run_automa_star
from scythe_env.scythe.state import LAYOUT

from .table import Table, automa, seat

CARDS = {card.number: card for card in load_components().automa.cards}
HOME = {"character": "base", "workers": {"base": 2}}
FOUR = ("rusviet", "togawa", "crimea", "saxony")


def turn(*deck: int, faction: str = "nordic", them: dict | None = None, others: tuple[dict, ...] = (), **keys) -> Table:
    """The table after the turn of an Automa, which draws from these cards; ``keys`` are its own and the document's."""
    document = {key: keys.pop(key) for key in tuple(keys) if key in DOCUMENT}
    human = seat("saxony", **HOME | (them or {}))
    return Table(automa(faction, *deck, **keys), *others, human, active=faction, **document)


def pass_turn(table: Table, section: str = "bolster") -> Table:
    """Let the human choose a section and take nothing, up to the next turn of a human."""
    table.play(f"section {section}")
    while not table.over and table.decision != "section":
        table.play("done")
    return table


DOCUMENT = ("options", "traps", "flags", "tokens", "encounters", "seed", "tie_token", "turn", "combat_deck")


# -- deck --------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("A21", "QA21.1", "AU0")
def test_the_card_drawn_is_in_use_until_the_next_one() -> None:
    table = turn(3, 6)
    first = table["nordic"].card
    assert first in (3, 6) and table["nordic"].deck == {3, 6} - {first}
    pass_turn(table)
    assert table["nordic"].card == 9 - first and table["nordic"].deck == set()


@pytest.mark.rule("A23", "QA23", "QA21.2")
def test_an_empty_deck_is_shuffled_with_the_card_that_was_in_use() -> None:
    cards = {turn(of={"card": 4, "deck": []}, seed=seed)["nordic"].card for seed in range(150)}
    assert cards == set(range(1, NUM_AUTOMA_CARDS + 1))
    table = turn(of={"card": 4, "deck": []})
    assert len(table["nordic"].deck) == NUM_AUTOMA_CARDS - 1 and table["nordic"].card not in table["nordic"].deck


@pytest.mark.rule("A24", "QA24.1", "QA24.2")
def test_scheme_two_begins_with_a_shuffle_of_all_cards() -> None:
    table = turn(3, space=8)
    assert table["nordic"].space == 9
    assert table["nordic"].deck == set(range(1, NUM_AUTOMA_CARDS + 1))  # the card in use is in it again
    assert table["nordic"].card == 3
    assert len(turn(3, space=9)["nordic"].deck) == 0  # only when the space is reached


@pytest.mark.rule("A25", "A26", "A30")
@pytest.mark.parametrize(("space", "power", "workers"), [(8, 3, 6), (9, 2, 5)])
def test_the_scheme_is_that_of_the_beginning_of_the_turn(space: int, power: int, workers: int) -> None:
    # card 3: 3 power in scheme I, 2 power and a worker in scheme II
    table = turn(3, space=space, power=0, **HOME)
    assert (table["nordic"].power, table["nordic"].workers_left) == (power, workers)


@pytest.mark.rule("A6", "A85", "A17")
@pytest.mark.parametrize(("level", "steps"), [(1, 14), (2, 16), (3, 16), (4, 16)])
def test_one_pass_through_the_cards_moves_the_token(level: int, steps: int) -> None:
    moved = 0
    for card in CARDS:
        moved += turn(card, level=level)["nordic"].space
    assert moved == steps


@pytest.mark.rule("A17", "QA17", "AU1")
@pytest.mark.parametrize(("level", "space"), [(1, 0), (2, 1)])
def test_the_crossed_gear_skips_the_card_on_the_easiest_level(level: int, space: int) -> None:
    them = {"recruits": ["build"], "one_time_bonuses": ["power"], "popularity": 5}
    table = turn(7, level=level, them=them, coins=0, **HOME)
    skipped = level == 1
    nordic = table["nordic"]
    assert (nordic.space, nordic.coins, nordic.workers_left) == ((0, 0, 6) if skipped else (1, 1, 5))
    assert nordic.last is None if skipped else nordic.last[0] == "worker"
    assert table["saxony"].popularity == (5 if skipped else 6)
    assert nordic.card == 7  # it is the card in use all the same
    assert table.actor == "saxony"


@pytest.mark.rule("QA17", "A72")
def test_the_resource_box_of_a_skipped_card_counts() -> None:
    human = seat("saxony", character="base", workers={"base": 2}, mechs={"speed": "G1"})
    us = automa("nordic", 7, level=1, of={"card": 16}, character="base", workers={"F1": 2})
    table = Table(us, human, active="nordic")
    table.units().move("mech G1", "F1")
    assert table.tokens("F1") == {"metal": 2}


# -- turn --------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("A27", "A31", "A32", "A33", "QA31", "AU2")
def test_the_first_symbol_that_can_be_carried_out_moves_one_unit() -> None:
    # card 8: encounter of Togawa alone, mech, worker
    assert turn(8, **HOME)["nordic"].last == ("worker", "nordic base", "A4")
    mech = turn(8, mechs={"speed": "base"}, workers={"A4": 1, "A5": 1})
    assert mech["nordic"].last[0] == "mech" and mech["nordic"].workers == {"A4": 1, "A5": 1}
    togawa = turn(8, faction="togawa", character="base", workers={"F7": 1, "G6": 1}, options=NO_TOKENS)
    assert togawa["togawa"].last[:2] == ("encounter_factory", "togawa base")


NO_TOKENS = {"automa_places_tokens": False}


@pytest.mark.rule("A33", "A34", "A2")
def test_without_a_move_the_turn_goes_on() -> None:
    # card 14 in scheme II: attacks with too little power or nothing to attack, and no mech on the board
    table = turn(14, space=9, power=6, **HOME)
    assert table["nordic"].last is None
    assert table["nordic"].power == 9 and table["nordic"].space == 10


@pytest.mark.rule("A51", "A34", "QA51")
@pytest.mark.parametrize(("power", "attacks"), [(3, False), (4, True)])
def test_an_attack_needs_the_printed_power(power: int, attacks: bool) -> None:
    # card 13: Saxony attacks with 4 power
    them = seat("crimea", character="E4", workers={"base": 2}, combat_cards={})
    us = automa("saxony", 13, 1, power=power, character="D4", workers={"base": 2})
    table = Table(them, us, active="saxony", encounters=[])
    if table["saxony"].card == 1:
        table = Table(them, us, active="saxony", encounters=[], seed=4)
    assert (table.decision == "dial") == attacks


@pytest.mark.rule("A53", "A54", "A37", "AU3")
def test_a_unit_is_put_on_its_destination_alone() -> None:
    us = {"character": "base", "workers": {"D5": 2, "base": 1}}
    table = turn(15, tokens={"D5": {"metal": 2}}, **us)  # encounter or Factory
    assert table["nordic"].last == ("encounter_factory", "nordic base", "D4")
    assert table["nordic"].workers == {"D5": 2, "nordic base": 1} and table.all_tokens == {"D5": {"metal": 2}}


@pytest.mark.rule("A56", "QA56", "A68")
def test_a_unit_on_its_best_territory_stays_and_triggers_nothing() -> None:
    # B5 is the only token in reach, and the character stands on it
    us = {"character": "B5", "workers": {"base": 2}, "power": 0, "them": {"character": "A6"}}
    table = turn(15, encounters=["B5"], **us)
    assert table["nordic"].last == ("encounter_factory", "B5", "B5")
    assert table.encounters == {"B5"}
    other = turn(15, encounters=["B5"], options={"automa_stay_counts": False}, **us)
    assert other["nordic"].last == ("character", "B5", "A5")  # the next symbol of the line
    assert other.encounters == {"B5"}


@pytest.mark.rule("A5", "A14", "A98")
def test_turns_follow_each_other_at_the_seats() -> None:
    table = Table(seat("nordic", **HOME), automa("rusviet", 3), automa("crimea", 6), seat("polania", **HOME))
    pass_turn(table)
    assert (table.actor, table["rusviet"].card, table["crimea"].card) == ("polania", 3, 6)
    assert table.state["round"] == 1
    pass_turn(table)
    assert (table.actor, int(table.state["round"])) == ("nordic", 2)


# -- what follows a move -----------------------------------------------------------------------------------------------


@pytest.mark.rule("A68", "QA68", "A70", "A57", "AU5")
def test_the_character_takes_a_token_away() -> None:
    us = {"character": "base", "workers": {"A4": 1, "base": 1}}
    # card 1 in scheme I ends with "encounter or Factory" for others than Nordic; card 15 has it alone
    table = turn(15, encounters=["B5", "G4"], **us)
    assert table["nordic"].last == ("encounter_factory", "nordic base", "B5")
    assert table.encounters == {"G4"}
    assert len([card for card in table.state["encounter_deck"] if card]) == 28  # no card is drawn
    # by the symbol of the character too
    table = turn(15, encounters=["B5", "G4"], of={"factory_card": [2]}, character="A5", workers={"A4": 1, "base": 1})
    assert table.encounters == {"G4"}


@pytest.mark.rule("A69", "A70", "QA69.1")
def test_the_character_takes_a_factory_card_once() -> None:
    us = {"character": "C3", "workers": {"base": 2}}
    taken = set()
    for seed in range(40):
        table = turn(15, seed=seed, **us)
        assert table["nordic"].character == "D4" and len(table.factory) == 2
        assert len(table["nordic"].face_down) == 1 and table["nordic"].factory_card is None
        taken |= table["nordic"].face_down
    assert len(taken) > 8
    table = turn(15, of={"factory_card": [5]}, character="C3", workers={"base": 2}, encounters=[])
    assert table["nordic"].face_down == {5} and len(table.factory) == 2


@pytest.mark.rule("A59", "QA59", "QA57", "A97")
@pytest.mark.parametrize(
    ("takes", "left"),
    [
        ("power", (2, 5, 3, 10)),
        ("coins", (5, 1, 3, 10)),
        ("combat cards", (5, 5, 1, 10)),
        ("popularity", (5, 5, 3, 10)),
    ],
)
def test_an_enemy_trap_takes_goods_but_no_popularity(takes: str, left: tuple[int, ...]) -> None:
    them = seat("togawa", **HOME)
    us = automa("nordic", 4, power=5, workers={"A4": 1, "base": 1}, combat_cards={"2": 3})
    # card 4 in scheme I: worker; then a combat card
    table = Table(us, them, active="nordic", traps={"B5": {"takes": takes}}, encounters=[])
    nordic = table["nordic"]
    assert nordic.last == ("worker", "nordic base", "B5")
    assert table.traps == {"B5": f"{takes} disarmed"}
    assert (nordic.power, nordic.coins, nordic.cards - 1, nordic.popularity) == left


@pytest.mark.rule("QA59", "QA57")
def test_a_trap_is_disarmed_even_if_it_costs_nothing() -> None:
    us = automa("nordic", 3, power=0, workers={"A4": 1, "base": 1}, coins=0)
    table = Table(us, seat("togawa", **HOME), active="nordic", traps={"B5": {"takes": "coins"}})
    assert table.traps == {"B5": "coins disarmed"} and table["nordic"].coins == 0


@pytest.mark.rule("A58", "A52", "A53", "A67", "AU3")
def test_workers_driven_off_go_home_and_tokens_stay() -> None:
    # card 19 in scheme I: attack on workers
    table = turn(19, character="D4", workers={"base": 2}, tokens={"E4": {"oil": 2}}, encounters=[],
                 them={"workers": {"E4": 3, "base": 1}})  # fmt: skip
    assert table["nordic"].last == ("attack_workers", "D4", "E4")
    assert table["saxony"].workers == {"saxony base": 4}
    assert table.tokens("E4") == {"oil": 2} and table["nordic"].popularity == 10
    assert table["nordic"].stars == {}


@pytest.mark.rule("A95", "QA95.1", "QA95.2", "A57")
def test_albion_places_flags_where_its_character_goes() -> None:
    us = {"character": "base", "workers": {"A1": 1, "A2": 1}}
    human = seat("saxony", **HOME)
    for flags in ([], ["A1"], ["A1", "A2", "C1"], ["A1", "A2", "C1", "D1"]):
        goal = {*flags} | ({"A3"} if len(flags) < 4 else set())
        table = Table(automa("albion", 18, **us), human, active="albion", flags=flags)
        assert table["albion"].character == "A3" and table.flags == goal
    table = Table(automa("albion", 18, **us), human, active="albion", options=NO_TOKENS)
    assert table.flags == set()
    # a mech places none
    table = Table(automa("albion", 10, mechs={"burrow": "base"}, **us), human, active="albion")
    assert table["albion"].last[0] == "mech" and table.flags == set()


@pytest.mark.rule("A95", "QA95.1", "QA95.2")
def test_togawa_places_armed_traps_of_kinds_that_are_left() -> None:
    us = {"character": "base", "workers": {"F7": 1, "G6": 1}}
    human = seat("saxony", **HOME)
    kinds = set()
    for seed in range(30):
        table = Table(automa("togawa", 18, **us), human, active="togawa", seed=seed)
        assert table["togawa"].last[2] == "F6"
        kinds.add(table.traps["F6"])
    assert kinds == {"power armed", "coins armed", "popularity armed", "combat cards armed"}
    rest = {"A1": {"takes": "power"}, "A2": {"takes": "coins"}, "A4": {"takes": "popularity", "armed": False}}
    table = Table(automa("togawa", 18, **us), human, active="togawa", traps=rest)
    assert table.traps["F6"] == "combat cards armed" and table.traps["A4"] == "popularity disarmed"


@pytest.mark.rule("QA95.2")
def test_one_faction_token_a_territory_and_no_rearming() -> None:
    us = {"character": "base", "workers": {"F7": 1, "G6": 1}, "mechs": {"shinobi": "base"}}
    trap = {"F6": {"takes": "power", "armed": False}}
    table = Table(automa("togawa", 18, **us), seat("saxony", **HOME), active="togawa", traps=trap)
    assert table["togawa"].character == "F6" and table.traps == {"F6": "power disarmed"}


# -- gains -------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("A76", "A27", "A77", "A78", "A79", "AU6")
def test_all_symbols_of_the_gains_line_are_taken() -> None:
    # card 7 in scheme II: a figure for Rusviet, a figure, a combat card
    rusviet = turn(7, faction="rusviet", space=9, **HOME)["rusviet"]
    assert len(rusviet.mechs) == 2 and set(rusviet.mechs.values()) == {"rusviet base"} and rusviet.cards == 1
    nordic = turn(7, space=9, **HOME)["nordic"]
    assert len(nordic.mechs) == 1 and nordic.cards == 1
    crimea = Table(automa("crimea", 4, space=9, **HOME), seat("saxony"), active="crimea")["crimea"]
    assert crimea.coins == 5 + 1 + 2


@pytest.mark.rule("A77", "A2", "A11")
def test_power_ends_at_sixteen_and_popularity_stays() -> None:
    nordic = turn(12, power=14, **HOME)["nordic"]
    assert (nordic.power, nordic.popularity) == (16, 10)


@pytest.mark.rule("A78", "A79", "QA66")
def test_pieces_come_from_the_faction_mat_while_there_are_some() -> None:
    nordic = turn(19, workers={"base": 7, "A4": 1}, character="base")["nordic"]
    assert nordic.workers_left == 0 and sum(nordic.workers.values()) == 8
    back = turn(10, character="mat", mechs={"speed": "base"}, workers={"base": 2})["nordic"]
    assert back.character == "nordic base" and len(back.mechs) == 1  # the character first
    full = dict.fromkeys(("riverwalk", "seaworthy", "artillery", "speed"), "base")
    assert len(turn(10, mechs=full, **HOME)["nordic"].mechs) == 4


@pytest.mark.rule("A80", "A30")
def test_what_is_gained_does_not_move_in_the_same_turn() -> None:
    # card 10: mech, worker; then a figure
    table = turn(10, character="base", workers={"A4": 1, "A5": 1})
    assert table["nordic"].last[0] == "worker" and set(table["nordic"].mechs.values()) == {"nordic base"}


# -- recruit bonus -----------------------------------------------------------------------------------------------------


@pytest.mark.rule("A81", "A82", "A107", "QA81.2", "AU7")
@pytest.mark.parametrize(
    ("card", "recruit", "good"), [(1, "upgrade", "power"), (5, "deploy", "coins"), (7, "build", "popularity")]
)
def test_human_neighbours_with_the_recruit_get_the_bonus(card: int, recruit: str, good: str) -> None:
    def human(faction: str, *recruits: str) -> dict:
        bonuses = ["power", "coins", "popularity", "combat cards"][: len(recruits)]
        return seat(faction, **HOME, power=1, coins=1, popularity=1, recruits=list(recruits), one_time_bonuses=bonuses)

    others = [name for name in BOTTOM_ACTIONS if name != recruit]
    table = Table(
        human("albion", recruit), automa("nordic", card, **HOME), human("rusviet", recruit), human("crimea", recruit),
        human("polania", *others), active="nordic",
    )  # fmt: skip
    assert [getattr(table[name], good) for name in ("albion", "rusviet", "crimea", "polania")] == [2, 2, 1, 1]
    first = Table(automa("nordic", card, **HOME), *(human(name, recruit) for name in FOUR), active="nordic")
    assert [getattr(first[name], good) for name in FOUR] == [2, 1, 1, 2]  # the seats beside it, around the ring
    last = Table(*(human(name, recruit) for name in FOUR), automa("nordic", card, **HOME), active="nordic")
    assert [getattr(last[name], good) for name in FOUR] == [2, 1, 1, 2]


@pytest.mark.rule("AU7", "A82", "A77")
def test_of_the_last_combat_cards_the_automa_draws_first_and_then_its_left_neighbour() -> None:
    them = HOME | {"recruits": ["enlist"], "one_time_bonuses": ["power"], "combat_cards": {}}
    rest = {"2": 16, "3": 12, "4": 8, "5": 4}
    players = seat("rusviet", **them), seat("togawa", **HOME, combat_cards=rest), seat("crimea", **them)
    # card 14 in scheme I: a worker and a combat card; then a combat card for both neighbours
    table = Table(automa("nordic", 14, **HOME), *players, active="nordic", combat_deck={"5": 2})
    assert [table[name].cards for name in ("nordic", "rusviet", "crimea")] == [1, 1, 0]


@pytest.mark.rule("A82", "QA81.2", "QA81.3")
def test_with_two_seats_the_bonus_comes_once() -> None:
    them = {"recruits": ["enlist"], "one_time_bonuses": ["power"], "combat_cards": {}}
    assert turn(4, them=them, **HOME)["saxony"].cards == 1  # card 4 in scheme I: a combat card


@pytest.mark.rule("QA81.3")
def test_with_decline_gains_the_bonus_is_a_choice() -> None:
    them = {"recruits": ["upgrade"], "one_time_bonuses": ["power"], "power": 3}
    table = turn(1, them=them, options={"decline_gains": True}, **HOME)
    assert (table.decision, table.actor, table.active) == ("gain", "saxony", "nordic")
    assert table.play("0")["saxony"].power == 3 and table.actor == "saxony"


@pytest.mark.rule("A84", "QA5.2")
def test_an_automa_gets_nothing_from_bottom_actions() -> None:
    human = seat("saxony", section="trade", workers={"F1": 1, "G1": 1}, mat="industrial")
    table = Table(human, automa("nordic", 3), tokens={"F1": {"oil": 4, "metal": 4, "wood": 4, "food": 4}})
    before = table["nordic"].__dict__
    table.bottom("produce")
    while table.active == "saxony" and table.decision != "end of turn":
        table.play("done" if "done" in table.legal else sorted(table.legal)[0])
    after = table["nordic"].__dict__
    assert {key: after[key] for key in ("power", "coins", "popularity", "cards")} == {
        key: before[key] for key in ("power", "coins", "popularity", "cards")
    }


@pytest.mark.rule("QA81.1", "QA89.3", "AU9")
def test_a_star_by_the_bonus_comes_at_the_end_of_the_turn() -> None:
    them = {"recruits": ["upgrade"], "one_time_bonuses": ["power"], "power": 15}
    assert turn(1, them=them, **HOME)["saxony"].stars == {"power": 1}
    # not if the Automa's own sixth star has ended the game
    ended = turn(1, them=them, space=20, **HOME)
    assert ended.over and ended["saxony"].stars == {} and ended["saxony"].power == 16


@pytest.mark.rule("AU9", "QA81.1", "QA81.3")
def test_of_stars_by_the_bonus_the_first_sixth_one_clockwise_ends_the_game() -> None:
    five = {"combat_wins": 2, "objective": 1, "popularity": 1, "workers": 1}
    them = {"recruits": ["upgrade"], "one_time_bonuses": ["power"], "power": 15}
    them |= {"character": "base", "workers": {"base": 8}, "popularity": 18, "stars": five}
    players = seat("rusviet", **them), seat("togawa", **HOME), seat("crimea", **them)
    table = Table(automa("nordic", 1, **HOME), *players, active="nordic")
    assert table.over and table["nordic"].space == 1  # its turn is over first
    assert table["rusviet"].stars == five | {"power": 1}
    assert table["crimea"].stars == five and table["crimea"].power == 16
    # what goes beyond the track is lost
    full = {"recruits": ["build"], "one_time_bonuses": ["power"], "popularity": 18, "stars": {"popularity": 1}}
    assert turn(9, them=full, **HOME)["saxony"].popularity == 18


# -- stars -------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("A86", "A18", "A85", "AU8")
@pytest.mark.parametrize(("space", "card", "stars"), [(8, 3, 1), (13, 3, 2), (13, 15, 1), (14, 3, 2)])
def test_star_spaces_bring_stars(space: int, card: int, stars: int) -> None:
    table = turn(card, space=space, **HOME)
    assert table["nordic"].space == space + CARDS[card].star
    assert table["nordic"].stars == {}  # they belong to no goal
    assert table.scores()["nordic"]["stars"] == stars * 4


@pytest.mark.rule("A87", "QA30")
def test_one_star_for_sixteen_power() -> None:
    table = turn(12, power=13, **HOME)
    assert table["nordic"].stars == {"power": 1}
    assert turn(12, power=12, **HOME)["nordic"].stars == {"power": 1}
    assert turn(12, power=11, **HOME)["nordic"].stars == {}
    again = turn(12, power=13, stars={"power": 1}, **HOME)
    assert again["nordic"].stars == {"power": 1}


@pytest.mark.rule("A87", "QA66", "A2")
def test_no_other_goal_brings_a_star() -> None:
    full = dict.fromkeys(("riverwalk", "seaworthy", "artillery", "speed"), "base")
    table = turn(19, mechs=full, workers={"base": 7, "A4": 1}, character="base")
    assert table["nordic"].stars == {} and table["nordic"].workers_left == 0


@pytest.mark.rule("A89", "QA30", "QA89.3", "A19")
def test_a_sixth_star_ends_the_game_at_once() -> None:
    by_tracker = turn(3, space=20, them={"power": 15}, **HOME)
    assert by_tracker.over and by_tracker["nordic"].space == 21
    them = {"recruits": ["upgrade"], "one_time_bonuses": ["power"], "power": 3}
    by_power = turn(1, space=20, power=15, them=them, **HOME)  # card 1 in scheme II: 4 power, bonus, star
    assert by_power.over and by_power["nordic"].stars == {"power": 1}
    assert (by_power["saxony"].power, by_power["nordic"].space) == (3, 20)  # the rest of the turn lapses


@pytest.mark.rule("QA85")
def test_on_the_last_space_the_token_stays() -> None:
    # no game comes there and goes on, so the rule is asked alone
    table = turn(3, space=20, **HOME)
    assert table.over and table["nordic"].space == 21
    run_automa_star(LAYOUT.view(table.states, 0), int(table.state["seat_of"][FACTIONS.index("nordic")]))
    assert table["nordic"].space == 21


@pytest.mark.rule("QA89.2", "A89")
def test_automas_take_part_in_rounds_and_in_the_cut() -> None:
    table = turn(3, **HOME, options={"max_rounds": 3}, turn={"round": 3, "active": "nordic"})
    assert table.over and table.state["status"] == 2
    assert table.scores()["nordic"]["total"] > 0
