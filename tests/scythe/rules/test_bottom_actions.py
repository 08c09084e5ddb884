"""Chapter F: Upgrade, Deploy, Build, Enlist (R83-R104)."""

from __future__ import annotations

import pytest

from scythe_env.scythe.components import MATS

from .table import Table, seat

# The rules' statement of the mats: resource of each bottom action, and by mat cost, brackets and coins (R8).
RESOURCE = {"upgrade": "oil", "deploy": "metal", "build": "wood", "enlist": "food"}
PRINTED = {
    # mat: section: bottom action, cost, brackets, coins
    "industrial": {"bolster": ("upgrade", 3, 1, 3), "produce": ("deploy", 3, 2, 2), "move": ("build", 3, 1, 1),
                   "trade": ("enlist", 4, 2, 0)},
    "engineering": {"produce": ("upgrade", 3, 1, 2), "trade": ("deploy", 4, 2, 0), "bolster": ("build", 3, 2, 3),
                    "move": ("enlist", 3, 1, 1)},
    "militant": {"bolster": ("upgrade", 3, 2, 0), "move": ("deploy", 3, 1, 3), "produce": ("build", 4, 1, 1),
                 "trade": ("enlist", 3, 2, 2)},
    "patriotic": {"move": ("upgrade", 2, 0, 1), "bolster": ("deploy", 4, 3, 3), "trade": ("build", 4, 2, 0),
                  "produce": ("enlist", 3, 1, 2)},
    "innovative": {"trade": ("upgrade", 3, 0, 3), "produce": ("deploy", 3, 1, 1), "bolster": ("build", 4, 3, 2),
                   "move": ("enlist", 3, 2, 0)},
    "mechanical": {"trade": ("upgrade", 3, 1, 0), "bolster": ("deploy", 3, 2, 2), "move": ("build", 3, 1, 2),
                   "produce": ("enlist", 4, 2, 2)},
    "agricultural": {"move": ("upgrade", 2, 0, 1), "trade": ("deploy", 4, 2, 0), "produce": ("build", 4, 2, 2),
                     "bolster": ("enlist", 3, 2, 3)},
}  # fmt: skip
COLUMNS = [(mat, section) for mat, columns in PRINTED.items() for section in columns]
BENEFITS = ["move units", "move coins", "bolster power", "bolster cards", "trade popularity", "produce territories"]


def saxony(mat: str = "industrial", tokens: dict | None = None, **keys) -> Table:
    return Table(seat("saxony", mat, **{"workers": {"G1": 2}, **keys}), seat("nordic"), tokens=tokens or {})


def bottom(action: str, number: int = 9, **keys) -> Table:
    """Saxony on Industrial has taken a bottom action and now takes its benefit; it began with tokens enough."""
    section = {"upgrade": "bolster", "deploy": "produce", "build": "move", "enlist": "trade"}[action]
    table = Table(
        seat("saxony", "industrial", **{"workers": {"G1": 2}, **keys.pop("saxony", {})}),
        *keys.pop("others", [seat("nordic")]),
        tokens={"G1": {RESOURCE[action]: number}},
        **keys,
    )
    return table.bottom(section)


# -- costs and coins ---------------------------------------------------------------------------------------------------


@pytest.mark.rule("R8", "R20", "R83", "R88", "Q83")
@pytest.mark.parametrize(("mat", "section"), COLUMNS)
@pytest.mark.parametrize("covered", [False, True])
def test_cost_and_coins_of_every_column(mat: str, section: str, covered: bool) -> None:
    action, cost, brackets, coins = PRINTED[mat][section]
    upgrades = None
    if covered and brackets:
        upgrades = {"benefits": BENEFITS[:brackets], "costs": {action: brackets}}
        cost -= brackets
    keys = {"upgrades": upgrades, "coins": 4}
    poor = saxony(mat, {"G1": {RESOURCE[action]: cost - 1}}, **keys).play(f"section {section}", "done")
    assert poor.active == "nordic"  # nothing to take below
    table = saxony(mat, {"G1": {RESOURCE[action]: cost}}, **keys).bottom(section)
    assert table.all_tokens == {}
    assert table["saxony"].coins == 4 + coins


@pytest.mark.rule("R8", "R88")
@pytest.mark.parametrize("mat", MATS)
def test_invariants_of_the_mats(mat: str) -> None:
    columns = PRINTED[mat].values()
    assert sum(cost for _, cost, _, _ in columns) == 13
    assert sum(cost - brackets for _, cost, brackets, _ in columns) == 7
    assert sum(brackets for _, _, brackets, _ in columns) == 6
    assert sum(coins for _, _, _, coins in columns) == 6


@pytest.mark.rule("R83", "Q20.3")
def test_coins_may_be_declined_by_option() -> None:
    table = Table(
        seat("saxony", "industrial", workers={"G1": 2}, coins=4),
        seat("nordic"),
        tokens={"G1": {"oil": 3}},
        options={"decline_gains": True},
    ).bottom("bolster")
    assert (table.decision, table.legal) == ("gain", {"0", "1", "2", "3"})
    assert table.play("0")["saxony"].coins == 4


ALL_USED = {
    "upgrade": {"upgrades": {"benefits": BENEFITS, "costs": {"upgrade": 1, "deploy": 2, "build": 1, "enlist": 2}},
                "stars": {"upgrades": 1}},
    "deploy": {"mechs": {"riverwalk": "G1", "underpass": "G1", "disarm": "G1", "speed": "G1"}, "stars": {"mechs": 1}},
    "build": {"structures": {"mine": "G1", "monument": "F1", "armory": "F2", "mill": "F3"}, "stars": {"structures": 1}},
    "enlist": {"recruits": ["upgrade", "deploy", "build", "enlist"], "stars": {"recruits": 1},
               "one_time_bonuses": ["power", "coins", "popularity", "combat cards"]},
}  # fmt: skip
COINS = {"upgrade": 3, "deploy": 2, "build": 1, "enlist": 0}


@pytest.mark.rule("R84", "R103", "Q20.1")
@pytest.mark.parametrize("action", RESOURCE)
def test_a_used_up_action_gives_coins_and_bonuses(action: str) -> None:
    other = seat("nordic", power=3, popularity=3, coins=3, combat_cards={}, recruits=[action],
                 one_time_bonuses=["coins"])  # fmt: skip
    table = bottom(action, saxony={**ALL_USED[action], "coins": 4}, others=[other])
    assert table.active == "nordic"  # nothing to choose
    assert table["saxony"].coins == 4 + COINS[action]
    nordic = table["nordic"]
    gained = {"upgrade": nordic.power, "deploy": nordic.coins, "build": nordic.popularity, "enlist": nordic.cards + 3}
    assert gained[action] == 4


@pytest.mark.rule("R85", "Q20.3")
@pytest.mark.parametrize("action", RESOURCE)
def test_the_benefit_may_be_declined(action: str) -> None:
    table = bottom(action, 4, saxony={"coins": 4})
    assert "done" in table.legal
    table.play("done")
    side = table["saxony"]
    assert side.coins == 4 + COINS[action]
    assert (side.benefits, side.mechs, side.structures, side.recruits) == (set(), {}, {}, set())


# -- Upgrade -----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("R86", "R87")
def test_upgrade_any_cube_to_any_bracket() -> None:
    table = bottom("upgrade")
    assert table.legal == {*BENEFITS, "done"}
    for benefit in BENEFITS:
        boxes = table.copy().play(benefit)
        assert boxes.legal == {"upgrade", "deploy", "build", "enlist"}  # all four have brackets on Industrial
        for box in ("upgrade", "deploy", "build", "enlist"):
            side = boxes.copy().play(box)["saxony"]
            assert (side.benefits, side.boxes) == ({benefit}, {box: 1})


@pytest.mark.rule("R86", "R88")
def test_solid_and_full_boxes_are_closed() -> None:
    upgrades = {"benefits": ["move units", "move coins"], "costs": {"upgrade": 1, "deploy": 1}}
    table = bottom("upgrade", saxony={"upgrades": upgrades})
    assert table.legal == {*BENEFITS[2:], "done"}
    assert table.play("bolster power").legal == {"deploy", "build", "enlist"}
    patriotic = saxony("patriotic", {"G1": {"oil": 2}}).bottom("move").play("move coins")
    assert patriotic.legal == {"deploy", "build", "enlist"}  # Upgrade does not have a bracket there


@pytest.mark.rule("R86", "R175")
def test_the_sixth_upgrade() -> None:
    upgrades = {"benefits": BENEFITS[:5], "costs": {"upgrade": 1, "deploy": 2, "enlist": 2}}
    table = bottom("upgrade", saxony={"upgrades": upgrades})
    assert table.play("produce territories").legal == {"build"}
    assert table.play("build")["saxony"].stars == {"upgrades": 1}


# -- Deploy ------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("R89")
def test_deploy_any_mech_where_a_worker_is() -> None:
    keys = {"workers": {"G1": 1, "D4": 1, "base": 1}, "character": "F1", "structures": {"mill": "F2"}}
    table = bottom("deploy", saxony=keys)
    assert table.legal == {"riverwalk", "underpass", "disarm", "speed", "done"}
    table.play("disarm")
    assert table.legal == {"G1", "D4"}  # the Factory too; not where only character or structure is, not at the base
    assert table.play("D4")["saxony"].mechs == {"disarm": "D4"}


@pytest.mark.rule("R89", "R207")
def test_no_deploying_and_building_on_a_lake() -> None:
    table = Table(
        seat("nordic", "industrial", workers={"C4": 1, "A4": 1}, mechs={"seaworthy": "C4"}),
        seat("saxony"),
        tokens={"A4": {"metal": 3, "wood": 3}},
    )
    assert table.copy().bottom("produce").play("speed").legal == {"A4"}
    assert table.bottom("move").play("mine").legal == {"A4"}


@pytest.mark.rule("R85", "R89", "Q85")
@pytest.mark.parametrize("action", ["deploy", "build"])
def test_without_a_place_the_action_gives_coins_all_the_same(action: str) -> None:
    table = Table(
        seat("saxony", "industrial", character="G1", workers={"base": 2}, coins=4),
        seat("nordic"),
        tokens={"G1": {RESOURCE[action]: 3}},
    ).bottom("produce" if action == "deploy" else "move")
    assert table.active == "nordic"
    assert table["saxony"].coins == 4 + COINS[action]


@pytest.mark.rule("R90", "Q90")
def test_a_new_mech_works_from_then_on() -> None:
    # Factory card 10 deploys, and its own Move follows in the same turn: with Speed three steps, for the new mech too
    table = Table(
        seat("saxony", workers={"G1": 2}, character="F1", factory_card=10, coins=5), seat("nordic"), encounters=[]
    ).start("factory")
    table.play("speed", "G1", "take")
    for unit, path in (("mech G1", ("F2", "F1", "G1")), ("character", ("F2", "G1", "F1"))):
        moved = table.copy().move(unit, *path)
        assert moved.active == "nordic"
    walked = table.copy().play("worker G1").load().play("F2")
    assert walked.decision == "onward"
    walked.play("take").load().play("F1")
    assert walked.active == "nordic"  # two steps for a worker


# -- Build -------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("R91")
def test_build_any_structure_where_a_worker_is() -> None:
    keys = {"workers": {"G1": 1, "D4": 1, "F1": 1, "F3": 1, "base": 1}, "character": "E1",
            "structures": {"mill": "F1"}}  # fmt: skip
    table = bottom("build", saxony=keys, others=[seat("nordic", structures={"mine": "F3"})])
    assert table.legal == {"mine", "monument", "armory", "done"}
    table.play("armory")
    assert table.legal == {"G1", "D4"}  # one structure a territory, whoever built it
    assert table.play("D4")["saxony"].structures == {"mill": "F1", "armory": "D4"}


@pytest.mark.rule("R92", "R130")
def test_structures_stay_for_good() -> None:
    table = (
        Table(
            seat("saxony", character="G1", workers={"base": 2}),
            seat("crimea", structures={"monument": "F1"}, workers={"F1": 2}),
        )
        .units()
        .move("character", "F1")
        .play("done")
    )
    assert table["crimea"].structures == {"monument": "F1"}
    assert table["saxony"].character == "F1"


@pytest.mark.rule("R95", "Q95", "P27")
def test_a_new_structure_does_not_serve_the_action_of_its_turn() -> None:
    # Engineering: Bolster above Build
    table = (
        Table(
            seat("saxony", "engineering", workers={"G1": 2}, popularity=3, coins=5),
            seat("nordic"),
            tokens={"G1": {"wood": 3}},
        )
        .start("bolster")
        .play("power", "take", "monument", "G1")
    )
    assert table["saxony"].popularity == 3
    table.play("section trade", "done", "section trade", "done", "section move", "done", "section bolster", "take")
    assert table.play("power")["saxony"].popularity == 4


@pytest.mark.rule("R94", "R95", "R105", "Q95")
def test_a_new_structure_holds_its_territory_at_once() -> None:
    table = (
        Table(seat("saxony", "industrial", workers={"G1": 2}), seat("nordic"), tokens={"G1": {"wood": 3}})
        .bottom("move")
        .play("monument", "G1")
    )
    assert table.scores()["saxony"]["territories"] == 2


# -- Enlist ------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("R96")
@pytest.mark.parametrize("bonus", ["power", "coins", "popularity", "combat cards"])
@pytest.mark.parametrize("recruit", RESOURCE)
def test_enlist_gives_the_one_time_bonus_at_once(recruit: str, bonus: str) -> None:
    table = bottom("enlist", saxony={"power": 3, "coins": 3, "popularity": 3, "combat_cards": {"2": 3}})
    assert table.legal == {*RESOURCE, "done"}
    table.play(recruit)
    assert table.legal == {"power", "coins", "popularity", "combat cards"}
    side = table.play(bonus)["saxony"]
    gained = {"power": side.power, "coins": side.coins, "popularity": side.popularity, "combat cards": side.cards}
    assert gained == {"power": 3, "coins": 3, "popularity": 3, "combat cards": 3} | {bonus: 5}
    assert (side.recruits, side.bonuses) == ({recruit}, {bonus})


@pytest.mark.rule("R96")
def test_recruits_and_spaces_are_used_once() -> None:
    keys = {"recruits": ["upgrade", "build"], "one_time_bonuses": ["power", "coins"]}
    table = bottom("enlist", saxony=keys)
    assert table.legal == {"deploy", "enlist", "done"}
    assert table.play("deploy").legal == {"popularity", "combat cards"}


ONGOING = {"upgrade": "power", "deploy": "coins", "build": "popularity", "enlist": "cards"}


def stock(table: Table, faction: str) -> dict[str, int]:
    side = table[faction]
    return {"power": side.power, "coins": side.coins, "popularity": side.popularity, "cards": side.cards}


@pytest.mark.rule("R97", "R98", "R102", "R104", "Q97")
@pytest.mark.parametrize("action", RESOURCE)
def test_ongoing_bonuses_of_both_in_a_game_of_two(action: str) -> None:
    keys = {"recruits": [action], "one_time_bonuses": ["power"], "power": 3, "coins": 3, "popularity": 3,
            "combat_cards": {"2": 3}}  # fmt: skip
    table = bottom(action, 4, saxony=keys, others=[seat("nordic", **keys)]).play("done")
    start = dict.fromkeys(("power", "coins", "popularity", "cards"), 3)
    assert stock(table, "nordic") == start | {ONGOING[action]: 4}  # once, though the only neighbour is on both sides
    own = start | {ONGOING[action]: 4}
    own["coins"] += COINS[action]
    assert stock(table, "saxony") == own


@pytest.mark.rule("R97", "Q97")
@pytest.mark.parametrize("action", RESOURCE)
def test_ongoing_bonuses_of_the_neighbours_only(action: str) -> None:
    keys = {"recruits": [action], "one_time_bonuses": ["power"], "power": 3, "coins": 3, "popularity": 3,
            "combat_cards": {"2": 3}}  # fmt: skip
    others = [seat(faction, **keys) for faction in ("polania", "albion", "nordic", "crimea")]
    table = bottom(action, 4, saxony={"power": 3, "coins": 3}, others=others).play("done")
    start = dict.fromkeys(("power", "coins", "popularity", "cards"), 3)
    for faction in ("polania", "crimea"):  # left and right of Saxony
        assert stock(table, faction) == start | {ONGOING[action]: 4}
    for faction in ("albion", "nordic"):
        assert stock(table, faction) == start


@pytest.mark.rule("R97")
@pytest.mark.parametrize("action", RESOURCE)
def test_the_section_of_the_recruit_decides(action: str) -> None:
    others = [name for name in RESOURCE if name != action]
    keys = {"recruits": others, "one_time_bonuses": ["power", "coins", "popularity"], "power": 3, "coins": 3,
            "popularity": 3, "combat_cards": {"2": 3}}  # fmt: skip
    table = bottom(action, 4, others=[seat("nordic", **keys)]).play("done")
    assert stock(table, "nordic") == dict.fromkeys(("power", "coins", "popularity", "cards"), 3)


@pytest.mark.rule("R99", "P19", "Q99")
def test_a_new_recruit_has_no_ongoing_bonus_this_turn() -> None:
    table = bottom("enlist", saxony={"combat_cards": {}, "power": 3}).play("enlist", "power")
    assert table["saxony"].cards == 0
    table.play("section move", "done")
    assert table.active == "saxony"
    # the next own Enlist action gives it
    table = Table(
        seat("saxony", "industrial", combat_cards={}, workers={"G1": 2}, recruits=["enlist"],
             one_time_bonuses=["power"]),
        seat("nordic"), tokens={"G1": {"food": 4}},
    ).bottom("trade").play("done")  # fmt: skip
    assert table["saxony"].cards == 1


@pytest.mark.rule("R99", "Q99")
def test_a_recruit_of_this_turn_serves_in_the_neighbours_next_turn() -> None:
    table = (
        Table(
            seat("saxony", "industrial", workers={"G1": 2}, power=3),
            seat("nordic", "engineering", workers={"A4": 2}),
            tokens={"G1": {"food": 4}, "A4": {"oil": 3}},
        )
        .bottom("trade")
        .play("upgrade", "popularity")
    )
    table.play("section produce", "done", "take", "done")
    assert table["saxony"].power == 4


@pytest.mark.rule("R100", "R161")
def test_no_ongoing_bonus_for_top_actions_and_cards() -> None:
    keys = {"recruits": ["upgrade"], "one_time_bonuses": ["coins"], "power": 3}
    # Factory card 9: $2 for 1 popularity and an upgrade
    table = Table(seat("saxony", **keys, coins=5, factory_card=9), seat("nordic", **keys)).start("factory")
    table.play("move units", "deploy")
    assert table["saxony"].benefits == {"move units"}
    assert (table["saxony"].power, table["nordic"].power) == (3, 3)
    table = Table(seat("saxony", **keys, coins=5), seat("nordic", **keys)).start("bolster").play("combat cards")
    assert (table["saxony"].power, table["nordic"].power) == (3, 3)


@pytest.mark.rule("R101", "Q83")
def test_order_of_the_bonuses() -> None:
    # one card is left in all: the active player takes it, before the left and the right neighbour
    keys = {"recruits": ["enlist"], "one_time_bonuses": ["power"], "combat_cards": {}}
    everything = {"2": 16, "3": 12, "4": 8, "5": 5}
    table = bottom(
        "enlist",
        4,
        saxony=keys,
        others=[seat("polania", **keys), seat("nordic", combat_cards=everything), seat("crimea", **keys)],
        combat_deck={"5": 1},
        combat_discard={},
    )
    table.play("done")
    assert [table[name].cards for name in ("saxony", "polania", "crimea")] == [1, 0, 0]
    table = bottom(
        "enlist",
        4,
        saxony={"combat_cards": {}},
        others=[seat("polania", **keys), seat("nordic", combat_cards=everything), seat("crimea", **keys)],
        combat_deck={"5": 1},
        combat_discard={},
    )
    table.play("done")
    assert [table[name].cards for name in ("saxony", "polania", "crimea")] == [0, 1, 0]


@pytest.mark.rule("Q83", "R101")
def test_the_one_time_bonus_comes_before_the_ongoing_ones() -> None:
    everything = {"2": 16, "3": 12, "4": 8, "5": 4}
    keys = {"recruits": ["enlist"], "one_time_bonuses": ["power"], "combat_cards": {}}
    table = bottom(
        "enlist",
        4,
        saxony={"combat_cards": {}},
        others=[seat("polania", **keys), seat("nordic", combat_cards=everything)],
        combat_deck={"5": 2},
        combat_discard={},
    )
    table.play("deploy", "combat cards")
    assert (table["saxony"].cards, table["polania"].cards) == (2, 0)


@pytest.mark.rule("Q97")
def test_alone_there_are_no_neighbours() -> None:
    table = (
        Table(
            seat("saxony", "industrial", workers={"G1": 2}, recruits=["upgrade"], one_time_bonuses=["coins"], power=3),
            tokens={"G1": {"oil": 3}},
        )
        .bottom("bolster")
        .play("done")
    )
    assert table["saxony"].power == 4


@pytest.mark.rule("R99", "Q99")
def test_a_recruit_by_an_encounter_has_no_ongoing_bonus_in_its_turn() -> None:
    # Industrial: Build below Move
    table = (
        Table(
            seat("saxony", "industrial", coins=5, popularity=5, character="F1", workers={"G1": 2}),
            seat("nordic"),
            encounter_deck=[4],
            tokens={"G1": {"wood": 3}},
        )
        .units()
        .move("character", "F2")
        .play("done", "option B", "build", "coins", "take", "done")
    )
    assert table.active == "nordic"
    assert table["saxony"].popularity == 5


@pytest.mark.rule("R101", "Q20.3", "R98")
def test_every_receiver_is_asked_where_gains_may_be_declined() -> None:
    keys = {"recruits": ["upgrade"], "one_time_bonuses": ["coins"], "power": 3}
    table = bottom(
        "upgrade",
        3,
        saxony=keys,
        others=[seat("polania", **keys), seat("albion", **keys), seat("crimea", **keys)],
        options={"decline_gains": True},
    ).play("3", "done")
    asked = []
    while table.decision == "gain":
        asked.append(table.actor)
        table.play("0" if table.actor == "polania" else "1")
    assert asked == ["saxony", "polania", "crimea"]
    assert [table[name].power for name in ("saxony", "polania", "albion", "crimea")] == [4, 3, 3, 4]


@pytest.mark.rule("Q106", "R106")
def test_a_payment_takes_what_the_payer_does_not_choose_by_itself() -> None:
    # all of one territory and one of three elsewhere
    table = saxony(tokens={"G1": {"oil": 2}, "F1": {"oil": 3}}, workers={"G1": 1, "F1": 1}).bottom("bolster")
    table.play("G1", "G1")
    assert table.decision == "upgrade cube"  # only F1 is left: no question
    assert table.all_tokens == {"F1": {"oil": 2}}
