"""Chapter I: Encounters (R143-R156)."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import scythe_env.scythe

from .table import Table, seat

CARDS = json.loads((Path(scythe_env.scythe.__file__).parent / "data" / "encounters.json").read_text())["cards"]
OPTIONS = [(card["number"], option) for card in CARDS for option in card["options"]]
IDS = [f"{number}{option['option']}" for number, option in OPTIONS]
GOODS = {"power": "power", "coins": "coins", "popularity": "popularity", "combat_cards": "cards"}
RESOURCES = ("metal", "food", "oil", "wood")


def met(card: int, others: list[dict] | None = None, tokens: dict | None = None, **keys) -> Table:
    """Saxony's character has entered F2, the card is drawn and its options are due. Nordic is far away."""
    me = {"power": 5, "popularity": 5, "coins": 5, "combat_cards": {"2": 1}, "workers": {"base": 2},
          "character": "F1"} | keys  # fmt: skip
    table = Table(
        seat("saxony", "industrial", **me),
        *(others or [seat("nordic")]),
        encounter_deck=[card],
        tokens=tokens or {},
        options={"promo_encounters": card > 28},
    ).units()
    return table.move("character", "F2").play("done")


def stock(table: Table) -> dict[str, int]:
    side = table["saxony"]
    return {"power": side.power, "coins": side.coins, "popularity": side.popularity, "cards": side.cards}


# -- when --------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("R143", "R143a", "R145", "Q145")
def test_an_encounter_that_is_due_is_compulsory() -> None:
    table = met(15)
    assert (table.decision, table.legal) == ("encounter", {"option A", "option B", "option C"})
    assert "F2" not in table.encounters  # the token leaves when the card is drawn
    assert len(table.encounters) == 10


@pytest.mark.rule("R145")
def test_one_option_only() -> None:
    assert met(15).play("option A").active == "nordic"


@pytest.mark.rule("R143", "R60", "P26")
def test_the_encounter_comes_after_all_combats() -> None:
    # the character wins on an encounter territory; another combat is still to be fought first
    table = (
        Table(
            seat("saxony", character="G1", power=7, mechs={"disarm": "G1"}, workers={"base": 2}, combat_cards={}),
            seat("albion", power=0, mechs={"burrow": "F1"}, workers={"base": 2}, combat_cards={}),
            seat("crimea", power=0, mechs={"speed": "F2"}, workers={"base": 2}, combat_cards={}),
            encounter_deck=[15],
        )
        .units()
        .move("character", "F2")
        .move("mech G1", "F1")
    )
    table.play("F2").fight(("1",), ("0",))
    assert table.decision == "dial"
    table.fight(("1",), ("0",))
    assert table.decision == "encounter"


@pytest.mark.rule("R144")
def test_a_lost_combat_leaves_the_token() -> None:
    table = (
        Table(
            seat("saxony", character="F1", power=0, workers={"base": 2}, combat_cards={}),
            seat("crimea", power=7, mechs={"speed": "F2"}, workers={"base": 2}, combat_cards={}),
        )
        .units()
        .move("character", "F2")
        .play("done")
    )
    table.fight(("0",), ("1",))
    assert table.decision == "section"
    assert "F2" in table.encounters


@pytest.mark.rule("Q55")
@pytest.mark.parametrize("event", ["standing there", "winning as defender"])
def test_only_entering_triggers_an_encounter(event: str) -> None:
    saxony = seat("saxony", character="F2", power=7, workers={"G1": 2}, combat_cards={})
    crimea = seat("crimea", power=0, mechs={"speed": "F1"}, workers={"base": 2}, combat_cards={})
    if event == "standing there":
        table = Table(saxony, crimea).units().move("worker G1", "F2").play("done")
        assert table.decision == "section"
    else:
        table = Table(saxony, crimea, active="crimea").units().move("mech F1", "F2").play("done")
        table.fight(("0",), ("1",))
        assert (table.decision, table.active) == ("section", "saxony")
    assert "F2" in table.encounters


@pytest.mark.rule("R156", "R181", "Q181")
def test_no_encounter_after_a_sixth_combat_star() -> None:
    table = (
        Table(
            seat("saxony", character="F1", power=7, workers={"base": 2}, combat_cards={}, stars={"combat_wins": 5}),
            seat("crimea", power=0, mechs={"speed": "F2"}, workers={"base": 2}, combat_cards={}),
        )
        .units()
        .move("character", "F2")
        .play("done")
    )
    table.fight(("1",), ("0",))
    assert table.over
    assert "F2" in table.encounters


@pytest.mark.rule("R153")
def test_a_used_card_is_not_drawn_again() -> None:
    table = met(15).play("option A")
    assert not table.state["encounter_deck"].any()


# -- every option ------------------------------------------------------------------------------------------------------


@pytest.mark.rule("R145", "R146", "R147", "R149", "R155")
@pytest.mark.parametrize(("card", "option"), OPTIONS, ids=IDS)
def test_cost_of_every_option(card: int, option: dict) -> None:
    text = f"option {option['option']}"
    if option["option"] == "A":
        assert option["pay"] == {}
    for good, number in option["pay"].items():
        for have in (number - 1, number, number + 1):
            table = met(card, **{good: have})
            assert (text in table.legal) is (have >= number), have
            assert "option A" in table.legal  # one option is always free


@pytest.mark.rule("R145", "R147", "R149", "R151", "R155", "Q147")
@pytest.mark.parametrize(("card", "option"), OPTIONS, ids=IDS)
def test_gains_of_every_option(card: int, option: dict) -> None:
    table = met(card, combat_cards={"2": 1})
    expected = stock(table)
    table.play(f"option {option['option']}")
    for good, number in option["pay"].items():
        expected[GOODS[good]] -= number
    tokens: dict[str, int] = {}
    workers = {"saxony base": 2}
    gain = dict(option["gain"])
    relocated = False
    while table.active == "saxony" and table.decision not in ("bottom action", "section"):
        decision = table.decision
        if decision == "printed tokens":
            resource = next(name for name in RESOURCES if gain.get(name))
            number = gain.pop(resource)
            assert table.legal == {str(k) for k in range(number + 1)}
            table.play(str(number))
            tokens[resource] = tokens.get(resource, 0) + number
        elif decision == "token":
            assert table.legal == {*RESOURCES, "done"}
            table.play("oil")
            tokens["oil"] = tokens.get("oil", 0) + 1
            gain["any"] -= 1
        elif decision == "worker":
            assert table.legal == {"take", "done"}
            table.play("take")
            workers["F2"] = gain.pop("worker")
        elif decision == "upgrade cube":
            del gain["upgrade"]
            table.play("move units", "deploy")
            assert (table["saxony"].benefits, table["saxony"].boxes) == ({"move units"}, {"deploy": 1})
        elif decision == "deploy mech":
            del gain["deploy"]
            table.play("disarm")
            assert table["saxony"].mechs == {"disarm": "F2"}  # without a worker there (R151)
        elif decision == "build structure":
            del gain["build"]
            table.play("armory")
            assert table["saxony"].structures == {"armory": "F2"}
        elif decision == "enlist recruit":
            del gain["enlist"]
            table.play("build", "power")
            expected["power"] += 2
            assert table["saxony"].recruits == {"build"}
        elif decision == "look":
            del gain["look"]
            assert table.legal == {"nordic"}
            table.play("nordic")
        else:
            assert decision == "relocate to"
            del gain["relocate"]
            table.play("done")
            relocated = True
    for good, name in GOODS.items():
        expected[name] += gain.pop(good, 0)
    assert not any(gain.values())
    assert stock(table) == expected  # and no coins of the mat, no bonus
    assert table.tokens("F2") == tokens
    assert table["saxony"].workers == workers
    assert relocated is ("relocate" in option["gain"])


@pytest.mark.rule("R155")
def test_pattern_of_the_base_cards() -> None:
    base = [card for card in CARDS if not card["promo"]]
    assert [card["number"] for card in base] == list(range(1, 29))
    for card in base:
        free, coins, popularity = card["options"]
        assert free["pay"] == {}
        assert free["gain"]["popularity"] in (1, 2)
        assert set(coins["pay"]) == {"coins"} and coins["pay"]["coins"] in (2, 3, 4)
        assert set(popularity["pay"]) == {"popularity"} and popularity["pay"]["popularity"] in (2, 3)
        for option in (coins, popularity):
            (kind, price), gain = next(iter(option["pay"].items())), option["gain"]
            by_coins = kind == "coins"
            if "deploy" in gain:
                assert price == (4 if by_coins else 3)
            elif "enlist" in gain or "build" in gain:
                assert price == (3 if by_coins else 2)
            elif gain == {"any": 5}:
                assert (kind, price) == ("popularity", 3)
            else:
                assert price == 2


# -- partial and impossible gains --------------------------------------------------------------------------------------


@pytest.mark.rule("R145", "R85", "Q20.3", "Q20.4")
def test_gains_may_be_taken_in_part_or_not_at_all() -> None:
    table = met(14).play("option C", "1")  # 3 metal and a worker for 2 popularity
    table.play("done")
    assert table.tokens("F2") == {"metal": 1}
    assert table["saxony"].workers == {"saxony base": 2}
    for card, option in ((7, "B"), (5, "B"), (1, "C"), (4, "B")):  # upgrade, mech, structure, recruit
        table = met(card).play(f"option {option}", "done")
        side = table["saxony"]
        assert (side.benefits, side.mechs, side.structures, side.recruits) == (set(), {}, {}, set())
    assert met(13).play("option C", "metal", "done").tokens("F2") == {"metal": 1}


@pytest.mark.rule("R148", "P14", "Q152")
@pytest.mark.parametrize("owner", ["saxony", "nordic"])
def test_no_building_where_a_structure_stands(owner: str) -> None:
    keys = {"structures": {"mill": "F2"}}
    if owner == "saxony":
        table = met(1, **keys)
    else:
        table = met(1, others=[seat("nordic", **keys)])
    assert table.legal == {"option A", "option B"}
    assert "option C" in met(1).legal


@pytest.mark.rule("R152", "Q152")
def test_an_impossible_gain_is_simply_not_gained() -> None:
    four = {"riverwalk": "base", "underpass": "base", "disarm": "base", "speed": "base"}
    table = met(5, mechs=four, stars={"mechs": 1})
    assert "option B" in table.legal
    table.play("option B")
    assert table.active == "nordic"
    assert table["saxony"].coins == 1
    table = met(14, workers={"base": 8}, stars={"workers": 1})
    table.play("option C", "3")
    assert table["saxony"].workers == {"saxony base": 8}
    assert table.tokens("F2") == {"metal": 3}


@pytest.mark.rule("R149", "R161", "R95")
def test_no_structure_bonus_and_no_ongoing_bonus_for_a_card() -> None:
    keys = {"recruits": ["build"], "one_time_bonuses": ["power"], "popularity": 5}
    table = met(22, others=[seat("nordic", **keys)], recruits=["build"], one_time_bonuses=["power"])
    table.play("option C", "monument")
    assert table["saxony"].popularity == 3
    assert table["nordic"].popularity == 5


@pytest.mark.rule("R150", "R99", "Q99")
def test_a_recruit_by_a_card_opens_its_ongoing_bonus() -> None:
    table = met(4, others=[seat("nordic", "engineering", workers={"A4": 2})], tokens={"A4": {"oil": 3}})
    table.play("option B", "upgrade", "coins")
    assert table["saxony"].coins == 5 - 3 + 2
    power = table["saxony"].power
    table.play("section produce", "done", "take", "done")  # Nordic upgrades
    assert table["saxony"].power == power + 1


@pytest.mark.rule("Q20.2", "R88")
def test_an_upgrade_by_an_encounter_lowers_the_bottom_action_of_the_turn() -> None:
    # Industrial: Build below Move, 3 wood, one bracket
    table = met(7, tokens={"F1": {"wood": 2}}, structures={"mill": "F1"}, workers={"G1": 2})
    assert table.copy().play("option A", "0").active == "nordic"  # 2 wood are not enough
    table.play("option B", "bolster power", "build")
    assert table.decision == "bottom action"
    table.play("take")
    assert table.tokens("F1") == {}


@pytest.mark.rule("Q147", "R175")
def test_an_option_is_one_moment_for_the_stars() -> None:
    table = met(13, power=14, popularity=5).play("option B")  # 2 power and 2 popularity for $2
    assert table["saxony"].stars == {"power": 1}


@pytest.mark.rule("R73", "Q147")
def test_the_eighth_worker_by_an_encounter() -> None:
    table = met(14, workers={"base": 7}).play("option C", "0", "take")
    assert table["saxony"].workers == {"saxony base": 7, "F2": 1}
    assert table["saxony"].stars == {"workers": 1}


# -- Meander -----------------------------------------------------------------------------------------------------------


def polania(card: int, **keys) -> Table:
    me = {"power": 5, "popularity": 5, "coins": 5, "workers": {"base": 2}, "character": "D1"} | keys
    table = Table(seat("polania", **me), seat("nordic"), encounter_deck=[card]).units()
    return table.move("character", "D2").play("done")


@pytest.mark.rule("R154", "Q154")
def test_meander_takes_up_to_two_different_options() -> None:
    table = polania(15)
    assert table.legal == {"option A", "option B", "option C"}  # the first is compulsory
    table.play("option A")
    assert table.legal == {"option B", "option C", "done"}
    assert table.copy().play("done").active == "nordic"
    table.play("option B", "oil", "oil", "oil")
    assert table.active == "nordic"  # two, not three
    assert (table["polania"].popularity, table["polania"].coins) == (7, 3)


@pytest.mark.rule("R154", "R146", "Q154")
def test_gains_of_the_first_option_pay_the_second() -> None:
    table = polania(6, coins=1, popularity=0)
    assert table.legal == {"option A"}
    table.play("option A")  # $2 and 1 popularity
    assert table.legal == {"option B", "done"}  # $3 are there now; 2 popularity are not
    assert polania(6, coins=1, popularity=1).play("option A").legal == {"option B", "option C", "done"}


@pytest.mark.rule("R154", "R148")
def test_meander_in_any_order_and_building_once() -> None:
    table = polania(1).play("option C", "mill")
    assert table.legal == {"option A", "option B", "done"}
    assert table.play("option B", "4").tokens("D2") == {"food": 4}


@pytest.mark.rule("R154", "R181", "Q154")
def test_a_sixth_star_between_the_options_ends_the_game() -> None:
    stars = {"combat_wins": 2, "objective": 1, "power": 1, "mechs": 1}
    mechs = {"riverwalk": "base", "submerge": "base", "camaraderie": "base", "speed": "base"}
    table = polania(15, popularity=16, power=16, mechs=mechs, stars=stars).play("option A")
    assert table.over
    assert table["polania"].coins == 5


@pytest.mark.rule("R154")
def test_only_polania_takes_two() -> None:
    assert met(15).play("option A").active == "nordic"


# -- promo cards -------------------------------------------------------------------------------------------------------


@pytest.mark.rule("Q9", "R155")
@pytest.mark.parametrize(("promo", "cards"), [(False, 28), (True, 42)])
def test_promo_encounters_by_option(promo: bool, cards: int) -> None:
    table = Table(seat("saxony"), seat("nordic"), options={"promo_encounters": promo})
    assert int(table.state["encounter_deck"].sum()) == cards


@pytest.mark.rule("Q155.1", "R14")
def test_card_31_shows_one_hand() -> None:
    others = [seat("albion", combat_cards={"3": 2}), seat("crimea", combat_cards={"5": 1, "4": 1})]
    table = met(31, others=others, combat_cards={}).play("option C")
    assert table.legal == {"albion", "crimea"}
    table.play("crimea")
    knows = table.state["known"]
    assert knows[0][2].tolist() == [0, 0, 1, 1]
    assert not knows[0][1].any() and not knows[1].any() and not knows[2].any()
    assert table["saxony"].cards == 3


@pytest.mark.rule("Q155.2", "Q55")
def test_card_42_moves_units_to_a_free_neighbour() -> None:
    # around F2: E2 and E3 and F3 over rivers, F1, G1, the lake G2
    others = [
        seat("albion", mechs={"sword": "E2"}, workers={"A1": 1, "G1": 1}),
        seat("crimea", structures={"mill": "F1"}),
    ]
    table = met(42, others=others, mechs={"speed": "F2"}, workers={"F2": 3, "base": 1}, tokens={"F2": {"oil": 5}})
    table.play("option B")
    assert table.legal == {"E3", "F3", "done"}
    table.play("F3", "1", "1", "2", "4")
    side = table["saxony"]
    assert (side.character, side.mechs, side.workers) == ("F3", {"speed": "F3"}, {"F2": 1, "F3": 2, "saxony base": 1})
    assert table.all_tokens == {"F2": {"oil": 1}, "F3": {"oil": 4}}
    assert "F3" in table.encounters  # no new encounter
    assert table.active == "albion"


@pytest.mark.rule("Q155.2")
def test_card_42_without_a_free_neighbour_has_no_effect() -> None:
    others = [
        seat("albion", workers={"E2": 1, "E3": 1, "F3": 1}),
        seat("crimea", structures={"mill": "F1", "mine": "G1"}),
    ]
    table = met(42, others=others).play("option B")
    assert table["saxony"].coins == 3
    assert table.active == "albion"


@pytest.mark.rule("Q155.2", "R220")
def test_card_42_does_not_enter_a_flag_or_trap() -> None:
    others = [seat("albion"), seat("togawa")]
    table = (
        Table(
            seat("saxony", coins=5, workers={"base": 2}, character="F1"),
            *others,
            encounter_deck=[42],
            flags=["F1"],
            traps={"G1": {"takes": "coins"}},
            options={"promo_encounters": True},
        )
        .units()
        .move("character", "F2")
        .play("done", "option B")
    )
    assert table.legal == {"E2", "E3", "F3", "done"}


@pytest.mark.rule("R45", "R55", "R143")
def test_eviction_and_encounter_in_one_territory() -> None:
    table = met(15, others=[seat("crimea", workers={"F2": 2})], popularity=5)
    assert table["saxony"].popularity == 3
    assert table["crimea"].workers == {"crimea base": 2}
    assert table.decision == "encounter"


@pytest.mark.rule("R168", "R172", "Q168")
def test_no_reveal_inside_the_move_action() -> None:
    table = met(15, objectives=[22, 6], factory_card=5)
    assert table.legal == {"option A", "option B", "option C"}
    table.play("option A")
    assert "reveal 22" in table.legal


@pytest.mark.rule("Q155.2")
def test_card_42_takes_tokens_only_with_a_unit() -> None:
    table = met(42, mechs={"speed": "F2"}, tokens={"F2": {"oil": 2}}).play("option B", "G1")
    assert table.legal == {"0", "1"}  # the character
    stay = table.copy().play("0", "0")
    assert stay.active == "nordic"  # no unit goes, no token goes
    table.play("0", "1", "2")
    assert table.all_tokens == {"G1": {"oil": 2}}
    assert (table["saxony"].character, table["saxony"].mechs) == ("F2", {"speed": "G1"})


@pytest.mark.rule("Q155.2")
def test_card_42_goes_over_rivers_and_not_onto_a_lake() -> None:
    table = Table(
        seat("saxony", coins=5, workers={"base": 2}, character="D7", mechs={"riverwalk": "base"}),
        seat("nordic"),
        encounter_deck=[42],
        encounters=["D6"],
        options={"promo_encounters": True},
    ).units()
    table.move("character", "D6").play("done", "option B")
    assert table.legal == {"C5", "C6", "D5", "D7", "E6", "done"}


@pytest.mark.rule("R145", "R153")
def test_any_card_of_the_deck_may_come() -> None:
    drawn = set()
    for number in range(40):
        table = Table(
            seat("saxony", workers={"base": 2}, character="F1"), seat("nordic"), encounter_deck=[3, 15, 28], seed=number
        ).units()
        table.move("character", "F2").play("done")
        drawn.add(int(table.state["encounter_card"]) + 1)
        assert int(table.state["encounter_deck"].sum()) == 2
    assert drawn == {3, 15, 28}


@pytest.mark.rule("Q155.2")
def test_card_42_moves_more_tokens_than_one_answer_can_name() -> None:
    table = Table(
        seat("saxony", character="F1", workers={"base": 2}, coins=9, popularity=9),
        seat("nordic"),
        tokens={"F2": {"oil": 20}},
        encounter_deck=[42],
        options={"promo_encounters": True},
    ).units().play("character", "F2", "done", "option B", "G1", "1", "16", "4")  # fmt: skip
    assert table.all_tokens == {"G1": {"oil": 20}}
    assert table["saxony"].character == "G1"
