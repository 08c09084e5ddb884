"""Chapter H: Combat (R115-R142)."""

from __future__ import annotations

import pytest

from .table import Table, fighter, seat


def battle(attack: dict | None = None, defence: dict | None = None, tokens: dict | None = None, **document) -> Table:
    """Saxony's mech stands on G1, Crimea's on F1; Saxony attacks F1 and the first dial is due.

    Neither has cards or other pieces on the board unless the test says so.
    """
    saxony = {"power": 7, "combat_cards": {}, "workers": {"base": 2}, "mechs": {"speed": "G1"}} | (attack or {})
    crimea = {"power": 7, "combat_cards": {}, "workers": {"base": 2}, "mechs": {"speed": "F1"}} | (defence or {})
    table = Table(seat("saxony", **saxony), seat("crimea", **crimea), tokens=tokens or {}, **document).units()
    return table.move("mech G1", "F1")


def go(table: Table) -> Table:
    """Finish the moves."""
    while table.decision == "unit":
        table.play("done")
    return table


# -- when and where ----------------------------------------------------------------------------------------------------


@pytest.mark.rule("R115", "R118", "R52")
def test_combat_follows_the_moves() -> None:
    table = battle({"character": "base"})
    assert table.decision == "unit"
    table.move("character", "G1")
    assert (table.decision, table.actor) == ("dial", "saxony")
    assert "done" not in table.legal  # it must be fought


@pytest.mark.rule("R116", "R136", "Q136")
@pytest.mark.parametrize("order", [("F1", "F2"), ("F2", "F1")])
def test_several_combats_in_chosen_order(order: tuple[str, str]) -> None:
    table = Table(
        seat("saxony", character="G1", power=7, mechs={"disarm": "G1"}, workers={"base": 2}, combat_cards={}),
        seat("albion", power=0, mechs={"burrow": "F2"}, workers={"base": 2}, combat_cards={}),
        seat("crimea", power=0, mechs={"speed": "F1"}, workers={"base": 2}, combat_cards={}),
        encounters=[],
    )
    table.units().move("character", "F1").move("mech G1", "F2")
    assert (table.decision, table.actor, table.legal) == ("combat", "saxony", {"F1", "F2"})
    table.play(order[0])
    assert "7" in table.legal
    table.fight(("5",), ("0",))
    assert table.actor == "saxony"
    assert table.legal == {"0", "1", "2"}  # the power that is left after the first combat
    table.fight(("2",), ("0",))
    assert table["saxony"].stars == {"combat_wins": 2}
    assert table["saxony"].power == 0


@pytest.mark.rule("R117", "P18", "R124")
def test_attacking_with_nothing() -> None:
    table = go(battle({"power": 0, "popularity": 0}, {"power": 0}))
    assert table.legal == {"0"}
    table.fight(("0",), ("0",))
    assert table["saxony"].stars == {"combat_wins": 1}  # a tie is the attacker's


@pytest.mark.rule("R141")
def test_no_combat_with_workers_or_structures() -> None:
    table = Table(
        seat("saxony", character="G1", workers={"base": 2}),
        seat("crimea", workers={"F1": 2}, structures={"mill": "F2"}),
        encounters=[],
    )
    assert table.copy().units().move("character", "F1").play("done").active == "crimea"
    assert table.units().move("character", "F2").play("done").active == "crimea"


@pytest.mark.rule("R140")
def test_third_players_take_no_part() -> None:
    table = (
        Table(
            seat("saxony", power=7, mechs={"speed": "G1"}, workers={"base": 2}, combat_cards={}),
            seat("albion", mechs={"sword": "F2"}),
            seat("crimea", power=7, mechs={"speed": "F1"}, workers={"base": 2}, combat_cards={}),
        )
        .units()
        .move("mech G1", "F1")
    )
    actors = []
    go(table)
    while table.decision in ("dial", "combat card"):
        actors.append(table.actor)
        table.play("0" if table.decision == "dial" else "done")
    assert actors == ["saxony", "crimea"]


# -- dial and cards ----------------------------------------------------------------------------------------------------


@pytest.mark.rule("R121")
@pytest.mark.parametrize("power", [0, 1, 6, 7, 8, 16])
def test_the_dial_goes_to_seven_and_not_above_the_power(power: int) -> None:
    stars = {"power": 1} if power == 16 else {}
    numbers = {str(number) for number in range(min(power, 7) + 1)}
    table = go(battle({"power": power, "stars": stars}))
    assert table.legal == numbers
    table = go(battle({}, {"power": power, "stars": stars})).play("0")
    assert (table.actor, table.legal) == ("crimea", numbers)


@pytest.mark.rule("R122", "R54")
@pytest.mark.parametrize(("units", "limit"), [(1, 1), (2, 2), (3, 3)])
def test_one_card_for_each_character_and_mech(units: int, limit: int) -> None:
    attackers = {"character": "G1", "mechs": {"speed": "G1", "disarm": "G1"}, "combat_cards": {"2": 5}}
    upgrades = {"benefits": ["move units"], "costs": {"deploy": 1}}
    table = battle({**attackers, "mat": "industrial", "upgrades": upgrades})
    for unit in ("character", "mech G1")[: units - 1]:
        table.move(unit, "F1")
    go(table).play("0")
    for played in range(limit):
        assert table.legal == {"card 2", "done"}, played
        table.play("card 2")
    assert table.actor == "crimea"


@pytest.mark.rule("R122", "R54")
def test_the_defender_counts_all_its_units() -> None:
    defence = {"character": "F1", "mechs": {"speed": "F1", "riverwalk": "F1"}, "combat_cards": {"3": 4}}
    table = go(battle({}, defence)).play("0", "0")
    for _ in range(3):
        assert table.legal == {"card 3", "done"}
        table.play("card 3")
    assert table.decision != "combat card"


@pytest.mark.rule("R122", "R123")
def test_workers_give_no_card() -> None:
    table = (
        Table(
            seat("saxony", power=7, combat_cards={"2": 5}, workers={"G1": 4}, mechs={"speed": "G1"}),
            seat("crimea", power=0, combat_cards={}, workers={"base": 2}, mechs={"speed": "F1"}),
        )
        .units()
        .move("mech G1", "F1", take={"workers": 4})
    )
    go(table).play("0", "card 2")
    assert table.actor == "crimea"


@pytest.mark.rule("R123", "R216")
@pytest.mark.parametrize(("deployed", "workers", "limit"), [(True, 1, 2), (True, 3, 2), (True, 0, 1), (False, 1, 1)])
@pytest.mark.parametrize("attacks", [True, False])
def test_peoples_army(deployed: bool, workers: int, limit: int, attacks: bool) -> None:
    mechs = {"peoples_army" if deployed else "riverwalk": "D7"}
    rusviet = seat("rusviet", power=0, combat_cards={"2": 5}, workers={"D7": workers, "base": 4}, mechs=mechs)
    crimea = seat("crimea", power=0, combat_cards={}, workers={"base": 2}, mechs={"speed": "C6"})
    table = Table(rusviet, crimea, active="rusviet" if attacks else "crimea").units()
    if attacks:
        table.move("mech D7", "C6", take={"workers": workers})
    else:
        table.move("mech C6", "D7")
    go(table).play("0")
    if not attacks:
        table.play("0")
    for _ in range(limit):
        assert table.legal == {"card 2", "done"}
        table.play("card 2")
    assert not (table.decision == "combat card" and table.actor == "rusviet")


@pytest.mark.rule("R121", "R122", "Q121", "R14")
def test_the_choice_of_the_attacker_is_secret_and_comes_first() -> None:
    table = go(battle({"combat_cards": {"5": 1}}, {"combat_cards": {"4": 1}}))
    table.play("3", "card 5")
    assert (table.decision, table.actor) == ("dial", "crimea")
    assert table["saxony"].power == 7  # nothing is paid before both have chosen
    assert table["saxony"].cards == 1
    assert table.discard == {}


# -- the result --------------------------------------------------------------------------------------------------------


@pytest.mark.rule("R124", "R125", "R12a", "Q125")
@pytest.mark.parametrize(
    ("attack", "defence", "attacker_wins"),
    [
        (("3",), ("2",), True),
        (("3",), ("3",), True),
        (("3",), ("4",), False),
        (("0", "card 5"), ("5",), True),
        (("0", "card 5"), ("6",), False),
        (("2", "card 3"), ("1", "card 4"), True),
        (("2", "card 3"), ("2", "card 4"), False),
        (("7", "card 5"), ("7", "card 4"), True),
    ],
)
def test_totals(attack: tuple, defence: tuple, attacker_wins: bool) -> None:
    hand = {"3": 1, "4": 1, "5": 1}
    table = go(battle({"combat_cards": hand}, {"combat_cards": hand, "structures": {}}))
    table.fight(attack, defence)
    saxony, crimea = table["saxony"], table["crimea"]
    assert saxony.power == 7 - int(attack[0])
    assert crimea.power == 7 - int(defence[0])
    thrown = [text.split()[1] for text in (*attack[1:], *defence[1:])]
    assert table.discard == {value: thrown.count(value) for value in sorted(set(thrown))}
    lost = 1  # both revealed something, so the loser draws a card
    assert saxony.cards == 3 - len(attack[1:]) + (0 if attacker_wins else lost)
    assert crimea.cards == 3 - len(defence[1:]) + (lost if attacker_wins else 0)
    assert saxony.mechs["speed"] == ("F1" if attacker_wins else "saxony base")
    assert crimea.mechs["speed"] == ("crimea base" if attacker_wins else "F1")
    assert saxony.stars == ({"combat_wins": 1} if attacker_wins else {})
    assert crimea.stars == ({} if attacker_wins else {"combat_wins": 1})


@pytest.mark.rule("R126", "R129", "R130", "R142", "R107")
@pytest.mark.parametrize("attacker_wins", [True, False])
def test_what_stays_and_what_leaves(attacker_wins: bool) -> None:
    table = Table(
        seat("saxony", power=7, combat_cards={}, workers={"G1": 3}, mechs={"speed": "G1"}, popularity=9),
        seat("crimea", power=6, combat_cards={}, workers={"F1": 2}, mechs={"speed": "F1"}, character="F1",
             structures={"armory": "F1"}, popularity=9),
        tokens={"F1": {"metal": 3}, "G1": {"oil": 2}},
    ).units().move("mech G1", "F1", take={"workers": 2, "oil": 2})  # fmt: skip
    go(table).fight(("7" if attacker_wins else "0",), ("6",))
    saxony, crimea = table["saxony"], table["crimea"]
    assert table.all_tokens == {"F1": {"metal": 3, "oil": 2}}
    assert crimea.structures == {"armory": "F1"}
    if attacker_wins:
        assert (saxony.mechs, saxony.workers) == ({"speed": "F1"}, {"G1": 1, "F1": 2})
        assert (crimea.mechs, crimea.character) == ({"speed": "crimea base"}, "crimea base")
        assert crimea.workers == {"crimea base": 2}
        assert (saxony.popularity, crimea.popularity) == (7, 9)
    else:
        assert (saxony.mechs, saxony.workers) == ({"speed": "saxony base"}, {"G1": 1, "saxony base": 2})
        assert (crimea.mechs, crimea.character, crimea.workers) == ({"speed": "F1"}, "F1", {"F1": 2})
        assert (saxony.popularity, crimea.popularity) == (9, 9)  # a winning defender loses nothing (R133)


@pytest.mark.rule("R132", "R134", "R133")
@pytest.mark.parametrize("popularity", [0, 1, 2, 3])
def test_popularity_for_workers_sent_home(popularity: int) -> None:
    table = go(battle({"popularity": popularity}, {"workers": {"F1": 2}})).fight(("7",), ("0",))
    assert table["saxony"].popularity == max(0, popularity - 2)
    assert table["crimea"].workers == {"crimea base": 2}


@pytest.mark.rule("R133", "R142")
def test_a_winning_defender_pays_nothing_for_workers() -> None:
    table = (
        Table(
            seat("saxony", power=0, combat_cards={}, workers={"G1": 2}, mechs={"speed": "G1"}),
            seat("crimea", power=6, combat_cards={}, workers={"base": 2}, mechs={"speed": "F1"}, popularity=4),
        )
        .units()
        .move("mech G1", "F1", take={"workers": 2})
    )
    go(table).fight(("0",), ("6",))
    assert table["saxony"].workers == {"saxony base": 2}
    assert table["crimea"].popularity == 4


@pytest.mark.rule("R131")
@pytest.mark.parametrize(
    ("attack", "defence", "drawn"),
    [(("7",), ("0",), 0), (("7",), ("1",), 1), (("7",), ("0", "card 2"), 1), (("0",), ("0",), 0)],
)
def test_a_losing_defender_draws_a_card_if_it_revealed_something(attack: tuple, defence: tuple, drawn: int) -> None:
    table = go(battle({}, {"combat_cards": {"2": 3}})).fight(attack, defence)
    assert table["crimea"].cards == 3 - len(defence[1:]) + drawn


@pytest.mark.rule("R131")
@pytest.mark.parametrize(("attack", "drawn"), [(("0",), 0), (("1",), 1), (("0", "card 2"), 1)])
def test_a_losing_attacker_draws_a_card_if_it_revealed_something(attack: tuple, drawn: int) -> None:
    table = go(battle({"combat_cards": {"2": 3}})).fight(attack, ("7",))
    assert table["saxony"].cards == 3 - len(attack[1:]) + drawn


@pytest.mark.rule("R131", "R13", "Q125")
def test_discarded_cards_may_come_back_at_once() -> None:
    # the deck is empty: the loser's card is drawn from the cards just discarded
    table = (
        Table(
            seat("saxony", power=7, combat_cards={"2": 1}, workers={"base": 2}, mechs={"speed": "G1"}),
            seat("nordic", combat_cards={"2": 15, "3": 12, "4": 8, "5": 6}),
            seat("crimea", power=7, combat_cards={}, workers={"base": 2}, mechs={"speed": "F1"}),
            combat_deck={},
            combat_discard={},
        )
        .units()
        .move("mech G1", "F1")
    )
    go(table).fight(("7", "card 2"), ("1",))
    assert table["crimea"].hand == {"2": 1}


# -- stars -------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("R127", "R135", "R175")
@pytest.mark.parametrize(("before", "after"), [(0, 1), (1, 2), (2, 2)])
def test_two_combat_stars(before: int, after: int) -> None:
    stars = {"combat_wins": before} if before else {}
    table = (
        Table(
            seat("crimea", power=7, combat_cards={}, workers={"base": 2}, mechs={"speed": "G3"}, stars=stars),
            seat("nordic", power=0, combat_cards={}, workers={"base": 2}, mechs={"speed": "H1"}),
        )
        .units()
        .move("mech G3", "H1")
    )
    go(table).fight(("7",), ("0",))
    assert table["crimea"].stars["combat_wins"] == after


@pytest.mark.rule("R127", "R128", "R179")
@pytest.mark.parametrize("before", [2, 3, 4])
def test_saxony_has_no_limit(before: int) -> None:
    table = go(battle({"stars": {"combat_wins": before}})).fight(("7",), ("0",))
    assert table["saxony"].stars["combat_wins"] == before + 1


@pytest.mark.rule("R127a", "R127")
def test_a_winning_defender_places_its_star_at_once() -> None:
    table = go(battle({"power": 0})).fight(("0",), ("1",))
    assert table["crimea"].stars == {"combat_wins": 1}


@pytest.mark.rule("R136")
def test_a_card_drawn_in_one_combat_serves_in_the_next() -> None:
    table = (
        Table(
            seat("saxony", character="G1", power=1, mechs={"disarm": "G1"}, workers={"base": 2}, combat_cards={}),
            seat("albion", power=7, mechs={"burrow": "F2"}, workers={"base": 2}, combat_cards={}),
            seat("crimea", power=7, mechs={"speed": "F1"}, workers={"base": 2}, combat_cards={}),
            encounters=[],
        )
        .units()
        .move("character", "F1")
        .move("mech G1", "F2")
    )
    table.play("F1").fight(("1",), ("7",))
    assert table["saxony"].cards == 1
    table.play("0")
    assert len(table.legal) == 2  # the new card, or none


@pytest.mark.rule("R139", "R181", "R185", "Q181", "Q185", "R156")
def test_the_sixth_star_cancels_what_is_left() -> None:
    table = Table(
        seat("saxony", character="G1", power=7, mechs={"disarm": "G1"}, workers={"G1": 2}, combat_cards={},
             stars={"combat_wins": 5}),
        seat("albion", power=0, mechs={"burrow": "F2"}, workers={"base": 2}, combat_cards={}),
        seat("crimea", power=0, mechs={"speed": "F1"}, workers={"base": 2}, combat_cards={}),
        tokens={"G1": {"oil": 2}},
    ).units().move("mech G1", "F1", take={"workers": 1}).move("character", "F2", take={"oil": 2})  # fmt: skip
    table.play("F1").fight(("7",), ("0",))
    assert table.over
    saxony = table["saxony"]
    assert saxony.stars == {"combat_wins": 6}
    assert (saxony.mechs, saxony.workers) == ({"disarm": "F1"}, {"G1": 1, "F1": 1})
    assert saxony.character == "G1"  # back to where its move began, with what it carried
    assert table.all_tokens == {"G1": {"oil": 2}}
    assert table["albion"].mechs == {"burrow": "F2"}
    assert "F2" in table.encounters  # the encounter is not drawn any more


@pytest.mark.rule("R138", "R224", "P17", "Q138")
def test_a_power_star_inside_a_combat_does_not_stop_it() -> None:
    # Albion's Shield brings power from 14 to 16: its sixth star; Saxony wins the combat and has six as well
    stars = {"combat_wins": 2, "objective": 1, "popularity": 1, "mechs": 1}
    albion = seat("albion", power=14, combat_cards={}, workers={"base": 2}, popularity=18, stars=stars,
                  mechs={"burrow": "base", "sword": "base", "shield": "F1", "rally": "base"})  # fmt: skip
    saxony = seat("saxony", power=7, combat_cards={"5": 1}, workers={"base": 2}, mechs={"speed": "G1"},
                  stars={"combat_wins": 5})  # fmt: skip
    table = go(Table(saxony, albion).units().move("mech G1", "F1"))
    assert table["albion"].power == 16
    assert sum(table["albion"].stars.values()) == 6
    assert not table.over
    table.fight(("7", "card 5"), ("0",))
    assert table.over
    assert sum(table["saxony"].stars.values()) == 6


# -- abilities before the dials ----------------------------------------------------------------------------------------


@pytest.mark.rule("R119", "R120", "Q119")
def test_attackers_ability_first_then_defenders() -> None:
    # Nordic attacks Albion: Artillery (a choice) before Shield
    nordic = seat("nordic", power=5, combat_cards={}, workers={"base": 2}, mechs={"artillery": "A4", "speed": "A4"})
    albion = seat("albion", power=15, combat_cards={}, workers={"base": 2}, mechs={"shield": "A5"})
    table = Table(nordic, albion).units().move("mech A4", "A5")
    table.move("mech A4", "A5")
    assert (table.decision, table.actor) == ("combat ability", "nordic")
    table.play("take")
    assert table["nordic"].power == 4  # once, though two mechs fight
    assert table["albion"].power == 15  # 15 - 2 + 2; the other order would leave 14
    assert (table.decision, table.actor) == ("dial", "nordic")


# -- lakes -------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("R137", "P21", "R132")
def test_combat_on_a_lake() -> None:
    table = (
        Table(
            seat("polania", power=7, combat_cards={}, workers={"base": 2}, mechs={"submerge": "D5"}, popularity=9),
            seat("togawa", power=0, combat_cards={}, workers={"C4": 2}, mechs={"suiton": "C4"}),
            tokens={"C4": {"oil": 3}},
        )
        .units()
        .move("mech D5", "C4")
    )
    go(table).fight(("7",), ("0",))
    assert table["togawa"].mechs == {"suiton": "togawa base"}
    assert table["togawa"].workers == {"togawa base": 2}
    assert table["polania"].popularity == 7
    assert table.tokens("C4") == {"oil": 3}
    assert table.scores()["polania"]["resources"] > 0


@pytest.mark.rule("Q42")
def test_units_on_a_base_are_in_no_combat() -> None:
    table = Table(seat("saxony", mechs={"speed": "base"}), seat("crimea", mechs={"wayfare": "H1"}), active="crimea")
    assert "saxony base" not in table.reach("mech H1")


@pytest.mark.rule("R129", "R126", "R130", "R142")
def test_the_beaten_defender_leaves_structure_and_tokens() -> None:
    table = Table(
        fighter("saxony", mechs={"speed": "G1"}, popularity=5),
        fighter("crimea", mechs={"speed": "F1", "scout": "F1"}, workers={"F1": 2}, character="F1", power=0,
                structures={"armory": "F1"}),
        tokens={"F1": {"metal": 3}},
    ).units().move("mech G1", "F1").play("done")  # fmt: skip
    table.fight(("1",), ("0",))
    crimea = table["crimea"]
    assert (crimea.character, crimea.mechs) == ("crimea base", {"speed": "crimea base", "scout": "crimea base"})
    assert crimea.workers == {"crimea base": 2}
    assert crimea.structures == {"armory": "F1"}
    assert table.all_tokens == {"F1": {"metal": 3}}
    assert table["saxony"].popularity == 3
    assert table.scores()["saxony"]["territories"] >= 2


@pytest.mark.rule("R107", "R126", "R33a")
def test_cargo_of_a_beaten_attacker_falls_to_the_winner() -> None:
    table = Table(
        fighter("saxony", mechs={"speed": "G1"}, power=0),
        fighter("crimea", mechs={"speed": "F1"}),
        tokens={"G1": {"oil": 3}},
    ).units()
    table.play("mech G1", "2", "F1", "done").fight(("0",), ("1",))
    assert table["saxony"].mechs == {"speed": "saxony base"}
    assert table.all_tokens == {"G1": {"oil": 1}, "F1": {"oil": 2}}
