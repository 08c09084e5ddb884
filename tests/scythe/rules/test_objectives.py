"""Chapter K: Objectives (R167-R174)."""

from __future__ import annotations

from typing import Any

import pytest

from .table import Table, seat

FOUR = {"metal": 1, "food": 1, "oil": 1, "wood": 1}
UPGRADE = {"benefits": ["move coins"], "costs": {"deploy": 1}}
END_OF_TURN = {1, 2, 3, 4, 5, 9, 10, 11, 12, 14, 16, 17, 19, 21, 24, 26}


def table(card: int, tokens: dict | None = None, other: dict | None = None, faction: str = "saxony", **keys) -> Table:
    """A player with an objective and a quiet second one, at the start of its turn."""
    me = {"power": 3, "coins": 5, "popularity": 3, "combat_cards": {}, "workers": {"base": 2}} | keys
    # the second one is completed in none of these situations
    second = 6 if card != 6 else 13
    return Table(
        seat(faction, "industrial", objectives=[card, second], **me),
        seat("albion", **(other or {})),
        tokens=tokens or {},
        options={"promo_objectives": card > 23},
    )


def completed(card: int, **keys: Any) -> bool:
    """Whether the objective may be revealed at the end of a turn in which nothing was done."""
    game = table(card, **keys)
    game.play("section move", "done")
    while game.decision in ("top action", "bottom action"):
        game.play("done")
    return game.decision == "end of turn" and game.active != "albion" and f"reveal {card}" in game.legal


def held(*hexes: str) -> dict:
    """A worker on each of the hexes, and some at the base if that makes less than two."""
    return {"workers": dict.fromkeys(hexes, 1) | ({"base": 2} if len(hexes) < 2 else {})}


# -- thresholds --------------------------------------------------------------------------------------------------------

TERRAINS = {
    1: ("A1", "D5", "D7"),
    3: ("A2", "B6", "D1"),
    4: ("A5", "E4", "G1"),
    10: ("A4", "C1", "E2"),
    11: ("A6", "C6", "H1"),
}


@pytest.mark.rule("R173", "Q173", "R171")
@pytest.mark.parametrize("card", TERRAINS)
def test_three_territories_of_a_terrain(card: int) -> None:
    hexes = TERRAINS[card]
    other = {"workers": {"F6": 2}}
    assert not completed(card, other=other, **held(*hexes[:2]))
    assert completed(card, other=other, **held(*hexes))
    assert completed(card, other=other, **held(*hexes, "F3", "F2"))
    # a structure holds as well, an enemy unit takes it away
    assert completed(card, other=other, structures={"mill": hexes[2]}, **held(*hexes[:2]))
    assert not completed(card, other={"workers": {hexes[2]: 2}}, structures={"mill": hexes[2]}, **held(*hexes[:2]))


@pytest.mark.rule("R173", "Q173.2")
def test_2_tunnels() -> None:
    assert not completed(2, **held("B4", "C2"))
    assert completed(2, **held("B4", "C2", "E6"))
    # the Mine is not a tunnel here
    assert not completed(2, structures={"mine": "G1"}, **held("B4", "C2", "G1"))


@pytest.mark.rule("R173", "Q173")
@pytest.mark.parametrize(("power", "possible"), [(4, False), (5, True), (6, True)])
def test_5_factory_and_highest_power(power: int, possible: bool) -> None:
    assert completed(5, power=power, other={"power": 5}, **held("D4")) is possible
    assert not completed(5, power=power, other={"power": 5}, **held("D5"))


@pytest.mark.rule("Q173")
def test_5_alone_the_power_is_the_highest() -> None:
    game = Table(seat("saxony", objectives=[5, 6], power=0, workers={"D4": 2}))
    game.play("section move", "done")
    assert "reveal 5" in game.legal


@pytest.mark.rule("R173", "Q173.6")
@pytest.mark.parametrize(("power", "possible"), [(6, False), (7, True), (8, True)])
def test_6_driving_a_worker_off(power: int, possible: bool) -> None:
    game = table(6, power=power, character="G1", other={"workers": {"F1": 1, "A1": 1}}).units()
    game.move("character", "F1").play("done")
    assert ("reveal 6" in game.legal) is possible


@pytest.mark.rule("R173", "Q173.6")
def test_6_needs_the_retreat_in_the_same_turn() -> None:
    assert not completed(6, power=9)
    game = table(6, power=9, character="G1", other={"workers": {"F1": 1, "A1": 1}}).units()
    game.move("character", "F1").play("done", "reveal 6")
    assert game["saxony"].stars == {"objective": 1}
    # the retreat by a combat counts as well, of a turn before it does not
    other = {"workers": {"F1": 2}, "mechs": {"sword": "F1"}, "power": 0, "combat_cards": {}}
    game = table(6, power=8, character="G1", other=other).units().move("character", "F1").play("done")
    game.play("1")
    while game.actor == "albion" and game.active == "saxony":
        game.play("0" if game.decision == "dial" else "done")
    assert "reveal 6" in game.legal
    game.end_turn()
    game.play("section move", "done")
    assert "reveal 6" not in game.legal


@pytest.mark.rule("R173")
@pytest.mark.parametrize(("workers", "possible"), [(2, True), (3, True), (4, False)])
def test_7_factory_card_mech_and_few_workers(workers: int, possible: bool) -> None:
    keys = {"workers": {"base": workers}, "mechs": {"speed": "base"}, "factory_card": 5}
    assert completed(7, **keys) is possible
    assert not completed(7, **keys | {"mechs": {}})
    assert not completed(7, **keys | {"factory_card": None})


@pytest.mark.rule("R173", "Q173")
@pytest.mark.parametrize(
    ("coins", "workers", "popularity", "possible"),
    [(2, 4, 7, True), (0, 5, 8, True), (3, 4, 7, False), (2, 3, 7, False), (2, 4, 6, False)],
)
def test_8_common_man(coins: int, workers: int, popularity: int, possible: bool) -> None:
    assert completed(8, coins=coins, workers={"base": workers}, popularity=popularity) is possible


@pytest.mark.rule("R173")
@pytest.mark.parametrize(
    ("tokens", "possible"),
    [
        ({"G1": FOUR | {"oil": 5}}, False),  # 8
        ({"G1": FOUR | {"oil": 6}}, True),  # 9
        ({"G1": FOUR | {"oil": 7}}, True),  # 10
        ({"G1": {"metal": 3, "food": 3, "oil": 9}}, False),  # three types
        ({"G1": FOUR | {"oil": 4}, "F1": {"oil": 4}}, False),  # two territories
        ({"F1": FOUR | {"oil": 6}}, False),  # not controlled
    ],
)
def test_9_stockpile(tokens: dict, possible: bool) -> None:
    if "F1" in tokens and "G1" in tokens:
        assert completed(9, tokens=tokens, **held("G1", "F1")) is possible
    assert completed(9, tokens=tokens, **held("G1")) is possible


@pytest.mark.rule("R173")
@pytest.mark.parametrize(("coins", "possible"), [(19, False), (20, True), (21, True)])
def test_12_rich(coins: int, possible: bool) -> None:
    assert completed(12, coins=coins) is possible


@pytest.mark.rule("R173", "Q173")
def test_13_six_pieces_in_one_territory() -> None:
    pieces = {"character": "G1", "mechs": {"speed": "G1"}, "structures": {"mill": "G1"}}
    assert not completed(13, **pieces, workers={"G1": 2})  # 5
    assert completed(13, **pieces, workers={"G1": 3})  # 6
    assert completed(13, **pieces, workers={"G1": 4})
    assert completed(13, workers={"G1": 6}, popularity=3)
    assert not completed(13, workers={"base": 8}, stars={"workers": 1}, mechs={"speed": "base"})  # never a home base
    assert not completed(13, workers={"G1": 3, "F1": 3})


@pytest.mark.rule("Q173")
def test_13_flags_are_no_pieces() -> None:
    game = Table(seat("albion", objectives=[13, 6], workers={"A1": 5}), seat("saxony"), flags=["A1"])
    assert "reveal 13" not in game.legal


@pytest.mark.rule("R173")
@pytest.mark.parametrize(
    "missing", [None, "upgrades", "mechs", "structures", "recruits", "metal", "food", "oil", "wood"]
)
def test_14_one_of_everything(missing: str | None) -> None:
    keys = {"upgrades": UPGRADE, "mechs": {"speed": "G1"}, "structures": {"mill": "F1"}, "recruits": ["build"],
            "one_time_bonuses": ["power"]}  # fmt: skip
    tokens = {"G1": {"metal": 1, "food": 1}, "F1": {"oil": 1, "wood": 1}}
    if missing == "recruits":
        keys |= {"recruits": [], "one_time_bonuses": []}
    elif missing == "structures":
        tokens = {"G1": FOUR}
        keys |= {"structures": {}}
    elif missing in keys:
        keys |= {missing: {"benefits": [], "costs": {}} if missing == "upgrades" else {}}
    else:
        tokens = {place: {k: n for k, n in row.items() if k != missing} for place, row in tokens.items()}
    assert completed(14, tokens=tokens, **held("G1"), **keys) is (missing is None)


@pytest.mark.rule("R173")
@pytest.mark.parametrize(("workers", "recruits", "possible"), [(2, 1, False), (2, 2, True), (2, 3, False),
                                                               (4, 4, True), (5, 4, False), (3, 2, False)])  # fmt: skip
def test_15_as_many_workers_as_recruits(workers: int, recruits: int, possible: bool) -> None:
    names = ["upgrade", "deploy", "build", "enlist"][:recruits]
    bonuses = ["power", "coins", "popularity", "combat cards"][:recruits]
    stars = {"recruits": 1} if recruits == 4 else {}
    keys = {"workers": {"base": workers}, "recruits": names, "one_time_bonuses": bonuses, "stars": stars}
    assert completed(15, **keys) is possible


@pytest.mark.rule("R173")
@pytest.mark.parametrize(
    ("change", "tokens", "possible"),
    [
        ({}, 4, False),
        ({}, 5, True),
        ({}, 6, True),
        ({"character": "F1"}, 5, False),
        ({"mechs": {}}, 5, False),
        ({"mechs": {"speed": "G1", "disarm": "G1"}}, 5, False),
        ({"workers": {"base": 2}}, 5, False),
        ({"workers": {"G1": 2}}, 5, False),
    ],
)
def test_16_wolf(change: dict, tokens: int, possible: bool) -> None:
    keys = {"character": "G1", "mechs": {"speed": "G1"}, "workers": {"G1": 1, "base": 1}} | change
    assert completed(16, tokens={"G1": {"oil": tokens - 1, "wood": 1}}, **keys) is possible


@pytest.mark.rule("R173", "Q173")
@pytest.mark.parametrize(
    ("hexes", "card", "possible"),
    [
        (("C3",), None, False),
        (("C3", "D5"), None, True),
        (("C3", "D5"), 5, False),
        (("D5", "D4"), None, False),  # the Factory is not beside itself
        (("D5", "E6"), None, False),
    ],
)
def test_17_beside_the_factory(hexes: tuple, card: int | None, possible: bool) -> None:
    assert completed(17, factory_card=card, **held(*hexes)) is possible


@pytest.mark.rule("Q173")
def test_17_lakes_are_territories() -> None:
    game = Table(seat("polania", objectives=[17, 6], character="C4", mechs={"submerge": "D3"}), seat("saxony")).play(
        "section move", "done"
    )
    assert "reveal 17" in game.legal


@pytest.mark.rule("R173")
@pytest.mark.parametrize(
    ("power", "popularity", "workers", "possible"),
    [(0, 13, 5, True), (0, 14, 6, True), (1, 13, 5, False), (0, 12, 5, False), (0, 13, 4, False)],
)
def test_18_pacifist(power: int, popularity: int, workers: int, possible: bool) -> None:
    assert completed(18, power=power, popularity=popularity, workers={"base": workers}) is possible


@pytest.mark.rule("R173", "Q173")
@pytest.mark.parametrize(
    ("hexes", "possible"),
    [
        (("D4", "D5", "E4", "E6"), False),
        (("D4", "D5", "E4", "E6", "F4"), True),
        (("D4", "D5", "E4", "E6", "F4", "F5"), True),
        (("D4", "D5", "E4", "C3", "F3"), False),
    ],
)
def test_19_shore(hexes: tuple, possible: bool) -> None:
    assert completed(19, **held(*hexes)) is possible  # around E5


@pytest.mark.rule("R173")
@pytest.mark.parametrize(
    ("structures", "popularity", "mechs", "possible"),
    [(3, 7, 0, True), (4, 8, 0, True), (2, 7, 0, False), (3, 6, 0, False), (3, 7, 1, False)],
)
def test_20_foothold(structures: int, popularity: int, mechs: int, possible: bool) -> None:
    built = dict(zip(["mine", "monument", "armory", "mill"][:structures], ["G1", "F1", "F2", "F3"], strict=False))
    keys = {"structures": built, "popularity": popularity, "mechs": {"speed": "base"} if mechs else {}}
    assert completed(20, stars={"structures": 1} if structures == 4 else {}, **keys) is possible


@pytest.mark.rule("R173")
@pytest.mark.parametrize(
    ("tokens", "possible"),
    [({"G1": {"oil": 8}}, False), ({"G1": {"oil": 9}}, True), ({"G1": {"oil": 5}, "F1": {"oil": 4}}, True),
     ({"G1": {"oil": 8, "wood": 8}}, False), ({"G1": {"oil": 5}, "F2": {"oil": 4}}, False)],
)  # fmt: skip
def test_21_market(tokens: dict, possible: bool) -> None:
    assert completed(21, tokens=tokens, **held("G1", "F1")) is possible


@pytest.mark.rule("R173", "R109")
def test_tokens_on_a_base_do_not_count() -> None:
    game = Table(
        seat("crimea", objectives=[21, 6], mechs={"wayfare": "base"}, combat_cards={}),
        seat("saxony"),
        tokens={"crimea base": {"oil": 9}},
    ).play("section move", "done")
    assert game.active == "saxony"


@pytest.mark.rule("R173")
@pytest.mark.parametrize(("card", "upgrades", "possible"), [(5, None, True), (5, UPGRADE, False), (None, None, False)])
def test_22_breakthrough(card: int | None, upgrades: dict | None, possible: bool) -> None:
    assert completed(22, factory_card=card, upgrades=upgrades) is possible


@pytest.mark.rule("R173", "Q173")
@pytest.mark.parametrize(("cards", "stars", "possible"), [(7, 1, False), (8, 1, True), (9, 2, True), (8, 0, False)])
def test_23_mastery(cards: int, stars: int, possible: bool) -> None:
    won = {"combat_wins": stars} if stars else {}
    assert completed(23, combat_cards={"2": cards}, stars=won) is possible


@pytest.mark.rule("R174")
@pytest.mark.parametrize(
    ("workers", "possible"),
    [({"D5": 4}, False), ({"D5": 5}, True), ({"D5": 6}, True), ({"D5": 3, "C3": 3}, False), ({"D6": 5}, False),
     ({"D4": 5}, False)],
)  # fmt: skip
def test_24_human_shield(workers: dict, possible: bool) -> None:
    assert completed(24, workers=workers) is possible


@pytest.mark.rule("R174")
@pytest.mark.parametrize(
    ("popularity", "power", "mechs", "possible"),
    [(3, 13, 2, True), (2, 14, 3, True), (4, 13, 2, False), (3, 12, 2, False), (3, 13, 1, False)],
)
def test_25_warmonger(popularity: int, power: int, mechs: int, possible: bool) -> None:
    deployed = dict.fromkeys(["speed", "disarm", "riverwalk"][:mechs], "base")
    assert completed(25, popularity=popularity, power=power, mechs=deployed) is possible


@pytest.mark.rule("R174")
@pytest.mark.parametrize(
    ("hexes", "possible"),
    [(("D5", "G3", "G1", "E2"), False), (("D5", "G3", "G1", "E2", "F2"), True),
     (("D5", "G3", "G1", "E2", "D4"), False), (("D5", "G3", "G1", "E2", "F2", "F3"), True)],
)  # fmt: skip
def test_26_diversify(hexes: tuple, possible: bool) -> None:
    assert completed(26, **held(*hexes)) is possible
    assert not completed(26, character=hexes[0], **held(*hexes[1:]))  # a worker on each


@pytest.mark.rule("R174")
@pytest.mark.parametrize(
    ("hexes", "possible"),
    [(("F2", "F3"), False), (("F2", "F3", "E3"), True), (("F2", "F3", "G1"), False),
     (("F2", "F3", "E3", "F1"), False)],
)  # fmt: skip
def test_27_infrastructure(hexes: tuple, possible: bool) -> None:
    built = dict(zip(["mine", "monument", "armory", "mill"], hexes, strict=False))
    assert completed(27, structures=built, stars={"structures": 1} if len(hexes) == 4 else {}) is possible


# -- the moments -------------------------------------------------------------------------------------------------------

EASY = {  # a situation that completes the card
    1: held("D5", "D7", "F1"), 2: held("B4", "C2", "E6"), 3: held("B6", "D1", "G3"),
    4: held("A5", "E4", "G1"), 5: {"power": 9, **held("D4")}, 7: {"mechs": {"speed": "base"}, "factory_card": 5},
    8: {"coins": 2, "workers": {"base": 4}, "popularity": 7}, 10: held("A4", "C1", "E2"), 11: held("A6", "C6", "H1"),
    12: {"coins": 20}, 13: {"workers": {"G1": 6}, "power": 0}, 17: held("C3", "D5"),
    15: {"recruits": ["upgrade", "build"], "one_time_bonuses": ["power", "coins"]},
    18: {"power": 0, "popularity": 13, "workers": {"base": 5}}, 19: held("D4", "D5", "E4", "E6", "F4"),
    20: {"structures": {"mine": "G1", "mill": "F1", "armory": "F2"}, "popularity": 7},
    22: {"factory_card": 5}, 23: {"combat_cards": {"2": 8}, "stars": {"combat_wins": 1}},
    24: {"workers": {"D5": 5}}, 25: {"power": 13, "mechs": {"speed": "base", "disarm": "base"}},
    26: held("D5", "G3", "G1", "E2", "F2"),
    27: {"structures": {"mine": "F2", "monument": "F3", "armory": "E3"}},
}  # fmt: skip


@pytest.mark.rule("R168", "R171", "P2", "Q168", "R170")
@pytest.mark.parametrize("card", EASY)
def test_windows(card: int) -> None:
    game = table(card, **EASY[card])
    text = f"reveal {card}"
    assert (text in game.legal) is (card not in END_OF_TURN)
    game.play("section move")
    assert text not in game.legal  # not between the section and its top action
    game.play("take")
    assert text not in game.legal
    game.play("units")
    assert text not in game.legal
    game.play("done")
    if card not in END_OF_TURN:
        assert game.decision == "bottom action"
        assert text in game.legal
        game.play("done")
    assert game.decision == "end of turn"
    assert game.legal == {text, "done"}
    assert game.play(text)["saxony"].stars["objective"] == 1


@pytest.mark.rule("R168", "R172", "Q168")
def test_no_reveal_between_combat_and_encounter() -> None:
    game = Table(
        seat("saxony", objectives=[22, 6], factory_card=5, character="F1", power=5, popularity=5, workers={"base": 2},
             combat_cards={}),
        seat("albion", power=0, combat_cards={}, mechs={"sword": "F2"}, workers={"base": 2}),
        encounter_deck=[15],
    ).units().move("character", "F2").play("done")  # fmt: skip
    game.fight(("1",), ("0",))
    assert game.legal == {"option A", "option B", "option C"}


@pytest.mark.rule("R169")
def test_the_conditions_hold_at_the_moment_of_revealing() -> None:
    # 8: at most $2; Bolster pays the third coin
    game = table(8, coins=3, popularity=7, workers={"base": 4})
    assert "reveal 8" not in game.legal
    game.start("bolster").play("power")
    assert "reveal 8" in game.legal
    # and 22 is gone after an upgrade
    game = Table(
        seat("saxony", "industrial", objectives=[22, 6], factory_card=5, workers={"G1": 2}),
        seat("albion"),
        tokens={"G1": {"oil": 3}},
    )
    assert "reveal 22" in game.legal
    game.bottom("bolster").play("move units", "deploy")
    assert game.active == "albion"


@pytest.mark.rule("R170")
def test_revealing_may_be_delayed() -> None:
    game = table(12, coins=30).play("section move", "done", "done")
    assert game.active == "albion"
    game.play("section move", "done", "section trade", "done", "reveal 12")
    assert game["saxony"].stars == {"objective": 1}


@pytest.mark.rule("R167", "R167a", "R179")
@pytest.mark.parametrize("faction", ["nordic", "saxony"])
def test_one_objective_and_two_for_saxony(faction: str) -> None:
    game = Table(seat(faction, objectives=[22, 7], factory_card=5, mechs={"speed": "base"}), seat("albion"))
    assert {"reveal 22", "reveal 7"} <= game.legal
    game.play("reveal 22")
    assert game[faction].stars == {"objective": 1}
    if faction == "saxony":
        assert game[faction].objectives == [7]
        game.play("reveal 7")  # in the same window
        assert game[faction].stars == {"objective": 2}
    assert game[faction].objectives == []
    assert game.legal == {"section move", "section bolster", "section trade", "section produce", "section factory"}


@pytest.mark.rule("R168")
def test_not_in_the_turn_of_another() -> None:
    game = Table(seat("nordic", objectives=[22, 7], factory_card=5), seat("albion"), active="albion")
    assert not any(text.startswith("reveal") for text in game.legal)
    game.play("section move", "done")
    assert (game.actor, "reveal 22" in game.legal) == ("nordic", True)


@pytest.mark.rule("R167", "R181")
def test_a_reveal_may_end_the_game() -> None:
    stars = {"combat_wins": 2, "power": 1, "popularity": 1, "mechs": 1}
    mechs = {"riverwalk": "base", "seaworthy": "base", "artillery": "base", "speed": "base"}
    game = Table(
        seat("nordic", objectives=[22, 7], factory_card=5, power=16, popularity=18, mechs=mechs, stars=stars),
        seat("albion"),
    ).play("reveal 22")
    assert game.over


@pytest.mark.rule("R168", "Q168")
def test_the_second_window_after_a_skipped_top_action() -> None:
    game = table(22, factory_card=5).play("section trade", "done")
    assert game.decision == "bottom action"
    assert game.legal == {"reveal 22", "done"}
    game.play("done")
    assert (game.decision, game.legal) == ("end of turn", {"reveal 22", "done"})
