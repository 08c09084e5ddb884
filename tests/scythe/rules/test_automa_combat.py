"""Automas, chapters J and L: combat with them (A61-A67), and what lies on territories taken from them (A72-A75)."""

from __future__ import annotations

import pytest

from scythe_env.scythe.components import FACTIONS

from .table import Table, automa, seat

FIVE_STARS = {"combat_wins": 2, "objective": 1, "popularity": 1, "workers": 1}


def drawing(card: int, *players: dict, active: str, **document) -> Table:
    """The table after the Automa whose turn it is has drawn this card; a seed is looked for that does so."""
    ring = sorted(players, key=lambda player: FACTIONS.index(player["faction"]))
    tables = (Table(*ring, active=active, seed=seed, **{"encounters": []} | document) for seed in range(50))
    return next(table for table in tables if table[active].card == card)


def attack(dial: str | None = None, us: dict | None = None, them: dict | None = None, deck=(5,), **document) -> Table:
    """Saxony's mech attacks the mech of the Automa Nordic on F1; with a dial the combat is fought.

    Card 5 spends 2, 4 or 7 power and plays one combat card. Card 16 is in use; its resource box shows 4.
    """
    ours = {"power": 7, "combat_cards": {}, "workers": {"G1": 2}, "mechs": {"speed": "G1"}} | (us or {})
    theirs = {"power": 9, "combat_cards": {"2": 1}, "workers": {"base": 2}, "mechs": {"speed": "F1"}} | (them or {})
    of = theirs.pop("of", {"card": 16})
    tokens = {"G1": {"oil": 6, "metal": 6, "food": 6, "wood": 6}} | document.pop("tokens", {})  # to pay a bottom action
    document |= {"encounters": [], "tokens": tokens}
    table = Table(seat("saxony", **ours), automa("nordic", *deck, of=of, **theirs), **document)
    table.units().move("mech G1", "F1")
    while table.decision == "unit":
        table.play("done")
    return table if dial is None else fight(table, dial)


def fight(table: Table, dial: str, *cards: str) -> Table:
    """The choice of the one human in a combat."""
    table.play(dial, *cards)
    if table.decision == "combat card":
        table.play("done")
    return table


def defend(us: dict | None = None, them: dict | None = None, deck=(16, 5), **document) -> Table:
    """The Automa Nordic attacks Saxony's units on E4 from D4: card 16 in scheme II, with 5 power or more.

    Cards are drawn in the order of ``deck``.
    """
    ours = {"power": 9, "character": "D4", "workers": {"base": 2}} | (us or {})
    theirs = {"character": "E4", "workers": {"base": 2}, "power": 7, "combat_cards": {}} | (them or {})
    players = automa("nordic", *deck, space=9, **ours), seat("saxony", **theirs)
    return drawing(deck[0], *players, active="nordic", **document)


# -- the fight ---------------------------------------------------------------------------------------------------------


@pytest.mark.rule("A61", "A22", "QA62", "AC2", "AC3")
def test_the_human_chooses_before_the_automa_card_is_drawn() -> None:
    table = attack()
    assert (table.decision, table.actor) == ("dial", "saxony")
    assert table["nordic"].deck == {5}
    fight(table, "7")
    assert table["nordic"].deck == set() and table["nordic"].card == 16  # no card in use
    assert table.active == "saxony" and table.decision == "bottom action"


@pytest.mark.rule("A63", "A64", "A65", "A66", "A67", "A29", "AC4", "AC5")
def test_the_automa_loses_a_defence() -> None:
    table = attack("7", them={"workers": {"F1": 2, "base": 1}}, us={"popularity": 5})
    nordic, saxony = table["nordic"], table["saxony"]
    assert nordic.power == 5 and saxony.power == 0  # 4 + a card of 2 against 7
    assert nordic.mechs == {} and nordic.workers == {"nordic base": 3}
    assert nordic.cards == 1 and table.discard["2"] == 1  # it revealed something, so it draws one
    assert (saxony.stars, saxony.popularity) == ({"combat_wins": 1}, 3)
    assert nordic.popularity == 10


@pytest.mark.rule("A67", "A65")
def test_the_automa_wins_a_defence() -> None:
    table = attack("5", tokens={"F1": {"metal": 1}})
    assert table["nordic"].stars == {"combat_wins": 1} and table["nordic"].mechs == {"speed": "F1"}
    assert table["saxony"].mechs == {"speed": "saxony base"} and table["saxony"].cards == 1
    assert table.tokens("F1") == {"metal": 1}
    assert table["nordic"].power == 5 and table["nordic"].cards == 0


@pytest.mark.rule("A65", "A60")
def test_a_tie_is_the_attackers() -> None:
    assert attack("6")["saxony"].stars == {"combat_wins": 1}
    table = fight(defend(us={"combat_cards": {}}), "4")  # 4 against 4
    assert table["nordic"].stars == {"combat_wins": 1}


@pytest.mark.rule("A63")
def test_it_spends_at_most_the_power_it_has() -> None:
    table = attack("7", them={"power": 1, "combat_cards": {}})
    assert table["nordic"].power == 0


@pytest.mark.rule("A64", "QA64")
@pytest.mark.parametrize(("per_unit", "played"), [(False, 3), (True, 1)])
def test_it_plays_as_many_cards_as_the_box_shows(per_unit: bool, played: int) -> None:
    options = {"automa_cards_per_unit": per_unit}
    them = {"power": 0, "combat_cards": {"2": 4, "3": 1}}
    table = attack("0", deck=(13,), them=them, options=options)  # card 13: three cards
    assert table["nordic"].cards == 5 - played and sum(table.discard.values()) == played
    few = attack("0", deck=(13,), them={"power": 0, "combat_cards": {"5": 1}}, options=options)
    assert few["nordic"].cards == 0


@pytest.mark.rule("A64", "QA62")
def test_its_cards_are_random() -> None:
    seen = set()
    for seed in range(40):
        table = attack("0", them={"power": 0, "combat_cards": {"2": 1, "3": 1, "5": 1}}, seed=seed)
        seen |= set(table.discard)
    assert seen == {"2", "3", "5"}


@pytest.mark.rule("A62", "QA63", "QA62", "QA2", "AC1")
def test_abilities_of_humans_work_first() -> None:
    # Disarm on a tunnel takes 2 of 9 power: 7 is in the first range, which spends 2
    us = {"mechs": {"speed": "E3", "disarm": "base"}, "power": 4}
    table = Table(
        seat("saxony", workers={"E2": 2}, combat_cards={}, **us),
        automa("nordic", 5, power=9, character="F4", workers={"base": 2}, mechs={"artillery": "base"}),
        encounters=[], tokens={"E2": {"oil": 9, "metal": 9, "wood": 9, "food": 9}},
    )  # fmt: skip
    table.units().move("mech E3", "E4", "F4")
    while table.decision != "dial":
        table.play("done")
    assert table["nordic"].power == 7
    assert table.actor == "saxony"  # the Automa's Artillery is not asked for
    assert fight(table, "4")["nordic"].power == 5


@pytest.mark.rule("QA2", "QA66", "A4")
@pytest.mark.parametrize(
    ("faction", "mech"), [("polania", "camaraderie"), ("nordic", "seaworthy"), ("rusviet", "peoples_army")]
)
def test_its_mechs_give_it_no_abilities(faction: str, mech: str) -> None:
    human = seat("saxony", power=7, combat_cards={}, workers={"base": 2}, mechs={"speed": "G1"}, popularity=5)
    us = automa(faction, 5, power=0, character="base", workers={"F2": 1, "base": 1}, mechs={mech: "F2"})
    table = Table(human, us, encounters=[])
    table.units().move("mech G1", "F2").play("done")
    fight(table, "1")
    assert table[faction].mechs == {}  # to the mat: neither to the base nor to the lake G2


@pytest.mark.rule("A62", "QA5.2", "A97")
def test_scout_takes_a_card_that_only_the_thief_knows() -> None:
    human = seat("crimea", power=1, combat_cards={}, workers={"base": 2}, mechs={"scout": "G3"})
    us = automa("saxony", 5, power=0, workers={"base": 2}, mechs={"speed": "G4"}, combat_cards={"5": 1})
    table = Table(human, us, encounters=[])
    table.units().move("mech G3", "G4").play("done")
    assert table.decision == "dial"
    assert table["crimea"].hand == {"5": 1} and table["saxony"].cards == 0
    assert not table.state["known"].any()


@pytest.mark.rule("A60", "A65", "A66")
def test_the_automa_loses_an_attack() -> None:
    table = fight(defend(us={"combat_cards": {}}), "7")
    assert table["nordic"].character == "nordic base"  # from the mat: card 16 in scheme II has a figure
    assert table["saxony"].stars == {"combat_wins": 1} and table["saxony"].character == "E4"
    assert table.all_tokens == {}  # nothing is left when it is beaten as the attacker (A74)


@pytest.mark.rule("A60", "A67", "A75", "QA60", "AU4")
def test_the_automa_wins_an_attack() -> None:
    them = {"workers": {"E4": 1, "base": 1}, "structures": {"mine": "E4"}, "popularity": 3}
    table = fight(defend(them=them, tokens={"E4": {"oil": 2}}), "0")
    assert table["nordic"].character == "E4" and table["nordic"].stars == {"combat_wins": 1}
    assert table["saxony"].workers == {"saxony base": 2} and table["saxony"].character == "saxony base"
    assert table["saxony"].structures == {"mine": "E4"} and table.tokens("E4") == {"oil": 2}
    assert (table["nordic"].popularity, table["saxony"].popularity) == (10, 3)


@pytest.mark.rule("A61", "A5")
def test_a_human_is_asked_in_the_turn_of_an_automa() -> None:
    table = defend()
    assert (table.decision, table.actor, table.active) == ("dial", "saxony", "nordic")
    assert table.legal == {str(number) for number in range(8)}


@pytest.mark.rule("QA67", "A5")
def test_a_human_may_retreat_to_a_lake() -> None:
    human = seat("nordic", character="E4", workers={"base": 2}, power=0, combat_cards={}, mechs={"seaworthy": "base"})
    us = automa("saxony", 16, 5, space=9, power=9, character="D4", workers={"base": 2})
    table = drawing(16, us, human, active="saxony")
    fight(table, "0")
    assert (table.decision, table.actor, table.active) == ("retreat unit", "nordic", "saxony")
    assert {"D3", "E5", "nordic base"} <= table.legal


@pytest.mark.rule("A87", "A67", "A88")
def test_two_combat_stars_at_most_for_saxony_too() -> None:
    human = seat("crimea", power=0, combat_cards={}, workers={"base": 2}, mechs={"speed": "G3"})
    for had, has in ((1, 2), (2, 2)):
        us = automa("saxony", 5, workers={"base": 2}, mechs={"speed": "G4"}, power=9, stars={"combat_wins": had})
        table = Table(human, us, encounters=[])
        table.units().move("mech G3", "G4")
        while table.decision == "unit":
            table.play("done")
        assert fight(table, "0")["saxony"].stars == {"combat_wins": has}


@pytest.mark.rule("A89", "QA30", "QA89.3", "AC8")
def test_a_sixth_star_by_combat_ends_the_game_after_it() -> None:
    table = defend(us={"stars": {"power": 1}}, them={"power": 0})
    table.state["space"][0] = 20  # four stars and the next one by the tracker is far
    assert fight(table, "0").over
    assert table["nordic"].power == 5 and table["nordic"].space == 20  # paid; gains and tracker lapse


@pytest.mark.rule("QA89.1", "A89")
def test_units_of_a_human_that_wait_for_a_combat_go_back() -> None:
    mechs = {"speed": "G1", "disarm": "G3"}
    theirs = {"power": 9, "combat_cards": {}, "workers": {"base": 2}, "mechs": {"speed": "F1", "artillery": "G4"}}
    table = Table(
        seat("saxony", power=7, combat_cards={}, workers={"base": 2}, mechs=mechs),
        automa("nordic", 5, 6, of={"card": 16}, space=20, **theirs),
        encounters=[],
    )
    table.units().move("mech G1", "F1").move("mech G3", "G4").play("F1")
    fight(table, "0")
    assert table.over  # five stars of the tracker and one for the combat
    assert table["saxony"].mechs == {"speed": "saxony base", "disarm": "G3"}


@pytest.mark.rule("QA89.3", "A89", "A62")
@pytest.mark.parametrize(("dial", "winner"), [("0", "nordic"), ("7", "albion")])
def test_a_sixth_star_by_an_ability_lets_the_fight_go_on_and_both_may_have_six(dial: str, winner: str) -> None:
    # Shield brings Albion from 14 power to the star for 16
    them = {"mechs": {"shield": "D4"}, "power": 14, "popularity": 18, "workers": {"base": 8}, "stars": FIVE_STARS}
    ours = {"power": 5, "character": "C3", "workers": {"base": 2}, "stars": {"combat_wins": 1, "power": 1}}
    us = automa("nordic", 16, 3, space=17, **ours)  # with three stars of the tracker it has five
    albion = seat("albion", character="base", combat_cards={}, **them)
    table = drawing(16, albion, us, active="nordic")
    assert not table.over and table["albion"].stars == FIVE_STARS | {"power": 1}
    fight(table, dial)
    assert table.over and table["nordic"].coins == 5 and table["nordic"].face_down == set()  # gains lapse
    scores = table.scores()
    assert (scores["nordic"]["stars"], scores["albion"]["stars"]) == ((24, 30) if winner == "nordic" else (20, 30))
    assert table["nordic"].character == ("D4" if winner == "nordic" else None)


@pytest.mark.rule("A57", "QA68", "QA95.1", "A68", "A69")
@pytest.mark.parametrize("won", [True, False])
def test_only_after_a_won_attack_the_character_takes_what_lies_there(won: bool) -> None:
    for place, encounters in (("F3", ["F3"]), ("D4", [])):
        us = automa("albion", 16, 3, space=9, power=5, character="E4", workers={"base": 2})
        human = seat("saxony", character=place, workers={"base": 2}, power=7, combat_cards={})
        table = drawing(16, us, human, active="albion", encounters=encounters)
        fight(table, "0" if won else "7")
        assert table.encounters == (set() if won else set(encounters))
        assert table.flags == ({place} if won else set())
        assert len(table["albion"].face_down) == (won and place == "D4")


@pytest.mark.rule("QA51", "A59", "A57", "A63")
def test_after_a_trap_it_fights_with_the_power_that_is_left() -> None:
    # card 17 in scheme II asks for 8 power, and the trap takes 3 of them: card 3 spends 3 of 5, not 7 of 8
    us = automa("nordic", 17, 3, space=9, power=8, character="D4", workers={"base": 2})
    human = seat("togawa", character="E4", workers={"base": 2}, power=4, combat_cards={})
    table = drawing(17, us, human, active="nordic", traps={"E4": {"takes": "power"}})
    assert table["nordic"].power == 5 and table.traps == {"E4": "power disarmed"}
    fight(table, "4")
    assert table["nordic"].power == 2 and table["togawa"].character == "E4"


@pytest.mark.rule("A62", "A97", "QA62")
@pytest.mark.parametrize(
    ("faction", "place", "keys", "power", "cards"),
    [
        ("rusviet", "E4", {"mechs": {"peoples_army": "base"}, "workers": {"E4": 2}}, (3, 9), 2),
        ("togawa", "E5", {"mechs": {"suiton": "base"}}, (3, 9), 2),
        ("togawa", "E4", {"mechs": {"ronin": "base"}}, (5, 9), 1),
        ("albion", "E4", {"mechs": {"shield": "base"}}, (5, 9), 1),
        ("albion", "E4", {"mechs": {"sword": "base"}}, (3, 9), 1),  # for attackers alone
        ("saxony", "F4", {"mechs": {"disarm": "base"}}, (3, 7), 1),
    ],
)
def test_abilities_of_a_human_who_is_attacked(
    faction: str, place: str, keys: dict, power: tuple[int, int], cards: int
) -> None:
    us = automa("nordic", 16, 3, space=9, power=9, character="E4" if place == "F4" else "D4", workers={"base": 2})
    human = seat(faction, character=place, power=3, combat_cards={"2": 3}, **{"workers": {"base": 2}} | keys)
    table = drawing(16, us, human, active="nordic")
    assert (table[faction].power, table["nordic"].power) == power
    table.play("0", *["card 2"] * cards)
    assert table.decision != "combat card" or table.legal == {"done"}


# -- resources left behind ---------------------------------------------------------------------------------------------


@pytest.mark.rule("A72", "A73", "A106", "QA72.2")
def test_tokens_of_the_territorys_kind_lie_on_what_is_taken() -> None:
    table = attack("7")
    assert table.tokens("F1") == {"metal": 4}  # card 16 is the one in use, not card 5 of the combat
    assert attack("7", them={"of": {"card": 1}}).tokens("F1") == {"metal": 1}
    assert attack("7", them={"of": {"card": 13}}).tokens("F1") == {}


@pytest.mark.rule("A72", "QA72.1")
def test_before_its_first_turn_nothing_lies_there() -> None:
    assert attack("7", them={"of": {}}).tokens("F1") == {}


@pytest.mark.rule("A72", "QA24.2")
def test_after_the_shuffle_of_all_cards_the_last_box_counts() -> None:
    every = list(range(1, 20))
    assert attack("7", deck=every, them={"of": {"card": 16}, "combat_cards": {}, "power": 0}).tokens("F1") == {
        "metal": 4
    }


@pytest.mark.rule("A73", "QA73", "QA72.2")
def test_on_a_village_the_human_chooses_each_kind() -> None:
    human = seat("saxony", power=7, combat_cards={}, workers={"base": 2}, mechs={"speed": "G1"})
    us = automa("nordic", 5, power=0, workers={"base": 2}, mechs={"speed": "F2"}, of={"card": 9}, combat_cards={})
    table = Table(human, us, encounters=[], options={"decline_gains": True})
    table.units().move("mech G1", "F2").play("done")
    fight(table, "1")
    assert (table.decision, table.actor) == ("resource left", "saxony")
    assert table.legal == {"metal", "food", "oil", "wood"}  # all of them have to be placed
    table.play("metal", "wood", "wood")
    assert table.tokens("F2") == {"metal": 1, "wood": 2}


@pytest.mark.rule("A73", "QA73")
@pytest.mark.parametrize(("start", "place"), [("E4", "D4"), ("E4", "E5")])
def test_on_the_factory_and_on_a_lake_the_kind_is_free_too(start: str, place: str) -> None:
    human = seat("nordic", power=7, combat_cards={}, workers={"base": 2}, mechs={"seaworthy": start})
    us = automa("saxony", 5, level=4, power=0, workers={"base": 2}, character=place, of={"card": 2})
    table = Table(human, us, encounters=[])
    table.units().move(f"mech {start}", place).play("done")
    fight(table, "1")
    table.play("food", "oil")
    assert table.tokens(place) == {"food": 1, "oil": 1}


@pytest.mark.rule("QA72.2", "A89")
def test_tokens_left_behind_count_though_the_star_of_the_fight_ends_the_game() -> None:
    stars = FIVE_STARS | {"combat_wins": 1, "power": 1}
    us = {"power": 16, "popularity": 18, "stars": stars, "workers": {"G1": 8}}
    table = attack("7", us=us, them={"power": 0, "combat_cards": {}}, tokens={"G1": {}})
    assert table.over and table.tokens("F1") == {"metal": 4}
    assert table.scores()["saxony"]["resources"] == 2 * 3


@pytest.mark.rule("A75", "A97")
def test_camaraderie_saves_popularity_in_a_fight_but_not_where_workers_are_alone() -> None:
    for character, popularity in (("C1", 5), ("base", 3)):
        human = seat(
            "polania", power=7, combat_cards={}, workers={"base": 2}, mechs={"camaraderie": "D1"}, popularity=5
        )
        us = automa("nordic", 5, power=0, workers={"C1": 2}, character=character, of={"card": 1})
        table = Table(us, human, active="polania", encounters=[])
        table.units().move("mech D1", "C1")
        while table.decision in ("unit", "dial"):
            table.play("done" if table.decision == "unit" else "1")
        assert table["polania"].popularity == popularity and table.tokens("C1") == {"wood": 1}


@pytest.mark.rule("A72", "A75", "QA5.1", "A58")
def test_driving_off_workers_brings_tokens_and_costs_popularity() -> None:
    human = seat("saxony", character="G1", workers={"base": 2}, mechs={"speed": "base"}, popularity=5)
    us = automa("nordic", workers={"F2": 2, "base": 1}, of={"card": 9})
    table = Table(human, us, encounters=[])
    table.units().play("character").load().play("F2")
    assert (table.decision, table["saxony"].popularity) == ("resource left", 3)  # at once, before the next unit
    assert table["nordic"].workers == {"nordic base": 3}
    table.play("oil", "oil", "oil")
    assert table.tokens("F2") == {"oil": 3} and table.decision == "unit"
    assert table.state["drove_off"] == 1  # for objective 6


@pytest.mark.rule("QA72.2", "A75", "AC6", "AC7")
def test_popularity_comes_before_the_tokens_and_these_before_the_losers_card() -> None:
    human = seat("saxony", power=7, combat_cards={}, workers={"base": 2}, mechs={"speed": "G1"}, popularity=4)
    us = automa(
        "nordic", 5, power=9, workers={"F2": 1, "base": 1}, mechs={"speed": "F2"}, of={"card": 9}, combat_cards={}
    )
    table = Table(human, us, encounters=[])
    table.units().move("mech G1", "F2").play("done")
    fight(table, "7")
    assert table.decision == "resource left" and table["saxony"].popularity == 3
    assert table["nordic"].cards == 0 and table["saxony"].stars == {}
    table.play("oil", "oil", "oil")
    assert table["nordic"].cards == 1 and table["saxony"].stars == {"combat_wins": 1}


@pytest.mark.rule("A71", "A107", "A54")
def test_tokens_that_an_automa_controls_stay_where_they_are() -> None:
    us = automa("nordic", 3, workers={"A4": 1, "A5": 1})
    table = Table(us, seat("saxony"), active="nordic", tokens={"A4": {"wood": 3}})
    assert table["nordic"].last[1] == "A4" and table.tokens("A4") == {"wood": 3}


# -- the deck in combats -----------------------------------------------------------------------------------------------


@pytest.mark.rule("A22", "QA17.2")
def test_a_card_drawn_for_combat_does_nothing_else() -> None:
    table = attack("7", deck=(4,), them={"level": 1})
    assert table["nordic"].space == 0 and table["nordic"].card == 16 and table["nordic"].deck == set()


@pytest.mark.rule("A23", "QA21.2")
def test_in_a_fight_the_card_in_use_stays_out_of_the_shuffle() -> None:
    table = attack("7", deck=(), them={"of": {"card": 16, "deck": []}})
    assert 16 not in table["nordic"].deck and len(table["nordic"].deck) == 17  # nor is the card just drawn in it


@pytest.mark.rule("A105", "A74", "QA22", "QA37")
@pytest.mark.parametrize("shared", [False, True])
def test_automa_against_automa(shared: bool) -> None:
    own = {"power": 9, "combat_cards": {}, "workers": {"base": 2}}
    found = set()
    for seed in range(30):
        first = automa("nordic", 16, 6, 10, space=9, character="D4", **own)
        second = automa("saxony", 10, 6, character="E4", **own)
        if shared:
            second["automa"].pop("deck")
        human = seat("rusviet", workers={"base": 2})
        table = Table(
            first, human, second, active="nordic", encounters=[], seed=seed, tokens={"E4": {"oil": 1}},
            options={"automa_shared_deck": shared},
        )  # fmt: skip
        if table["nordic"].last != ("attack_combat", "D4", "E4"):
            continue
        drawn = [int(card) + 1 for card in table.state["fight_cards"]]
        found.add(tuple(drawn))
        assert len(set(drawn)) == 2 or not shared
        nordic_wins = drawn[0] == 6 or drawn[1] == 10  # card 6 spends 7, card 10 nothing; a tie is the attacker's
        assert table["nordic" if nordic_wins else "saxony"].stars == {"combat_wins": 1}
        assert table.tokens("E4") == {"oil": 1}  # no resources are placed
        assert (table["nordic"].power, table["saxony"].power)[1] == 9 - (7 if drawn[1] == 6 else 0)
        loser = table["saxony" if nordic_wins else "nordic"]
        assert loser.character in (None, "saxony base", "nordic base") and "E4" not in loser.workers
    assert len(found) >= 2


@pytest.mark.rule("A101", "A105", "QA21.2")
def test_a_card_open_in_a_fight_stays_out_of_the_shuffle_of_a_shared_deck() -> None:
    own = {"power": 9, "combat_cards": {}, "workers": {"base": 2}}
    fights = 0
    for seed in range(20):
        first, second = automa("nordic", 16, 6, space=9, character="D4", **own), automa("saxony", character="E4", **own)
        human = seat("rusviet", workers={"base": 2})
        options = {"automa_shared_deck": True}
        table = Table(first, human, second, active="nordic", encounters=[], seed=seed, options=options)
        if table["nordic"].last == ("attack_combat", "D4", "E4"):
            drawn = [int(card) + 1 for card in table.state["fight_cards"]]
            assert drawn[0] == 6  # the last one, so the other Automa draws after a shuffle
            assert table["nordic"].deck == set(range(1, 20)) - {16, *drawn}
            fights += 1
    assert fights


@pytest.mark.rule("QA37")
def test_the_combat_of_an_automa_is_settled_at_once() -> None:
    table = fight(defend(), "0")
    assert not table.state["combat_due"].any() and table.decision == "section"
