"""Chapter E: Produce (R68-R82)."""

from __future__ import annotations

import pytest

from .table import Table, seat

UPGRADED = {"benefits": ["produce territories"], "costs": {"deploy": 1}}


def saxony(tokens: dict | None = None, **keys) -> Table:
    """Saxony on Industrial, against Nordic."""
    return Table(seat("saxony", "industrial", **keys), seat("nordic"), tokens=tokens or {})


@pytest.mark.rule("R68", "R69", "R70")
@pytest.mark.parametrize(
    ("workers", "power", "popularity", "coins"),
    [(2, 0, 0, 0), (3, 0, 0, 0), (4, 1, 0, 0), (5, 1, 0, 0), (6, 1, 1, 0), (7, 1, 1, 0), (8, 1, 1, 1)],
)
def test_cost_by_workers_on_the_board(workers: int, power: int, popularity: int, coins: int) -> None:
    stars = {"workers": 1} if workers == 8 else {}
    keys = {"workers": {"G1": workers}, "stars": stars}
    table = saxony(**keys, power=5, popularity=5, coins=5).start("produce")
    paid = table["saxony"]
    assert (paid.power, paid.popularity, paid.coins) == (5 - power, 5 - popularity, 5 - coins)
    exact = saxony(**keys, power=power, popularity=popularity, coins=coins).play("section produce")
    assert exact.legal == {"take", "done"}
    for missing, due in (("power", power), ("popularity", popularity), ("coins", coins)):
        if due:
            have = {"power": power, "popularity": popularity, "coins": coins} | {missing: 0}
            table = saxony(**keys, **have).play("section produce")
            assert table.active == "nordic", missing


@pytest.mark.rule("R69", "R178")
def test_workers_on_the_base_count_for_the_cost() -> None:
    table = saxony(workers={"G1": 1, "base": 3}, power=5).start("produce")
    assert table["saxony"].power == 4


@pytest.mark.rule("R68", "R78", "R87", "P5")
@pytest.mark.parametrize(("upgrades", "number"), [(None, 2), (UPGRADED, 3)])
def test_number_of_territories(upgrades: dict | None, number: int) -> None:
    fields = ["G1", "F1", "E2", "E3"]
    table = saxony(workers=dict.fromkeys(fields, 1), power=5, upgrades=upgrades).start("produce")
    for done in range(number):
        assert table.legal == {*fields[done:], "done"}  # no territory twice
        table.play(fields[done], "1")
    assert table.active == "nordic"
    assert set(table.all_tokens) == set(fields[:number])


@pytest.mark.rule("R71")
@pytest.mark.parametrize(
    ("place", "token"),
    [("F1", "metal"), ("E3", "food"), ("G1", "oil"), ("E2", "wood")],
)
def test_terrains_and_their_tokens(place: str, token: str) -> None:
    table = saxony(workers={place: 3}).start("produce").play(place)
    assert table.legal == {"0", "1", "2", "3"}
    assert table.play("3").all_tokens == {place: {token: 3}}


@pytest.mark.rule("R71")
def test_villages_make_workers() -> None:
    table = saxony(workers={"F2": 3}).start("produce").play("F2", "3")
    assert table["saxony"].workers == {"F2": 6}
    assert table["saxony"].workers_left == 2


@pytest.mark.rule("R71")
def test_factory_lake_and_base_make_nothing() -> None:
    table = Table(
        seat("nordic", workers={"D4": 1, "C4": 1, "base": 1}, mechs={"seaworthy": "C4"}), seat("saxony")
    ).start("produce")
    assert table.active == "saxony"  # nothing to choose


@pytest.mark.rule("R72", "P25", "Q20.3", "Q68")
def test_producing_is_optional_for_each_worker() -> None:
    table = saxony(workers={"F1": 2}).start("produce").play("F1", "1")
    assert table.all_tokens == {"F1": {"metal": 1}}
    assert saxony(workers={"F1": 2}).start("produce").play("F1", "0").all_tokens == {}
    assert saxony(workers={"F1": 2}).start("produce").play("done").active == "nordic"


@pytest.mark.rule("R73", "Q68")
def test_new_workers_do_not_produce() -> None:
    table = saxony(workers={"F2": 2}, upgrades=UPGRADED).start("produce").play("F2", "2")
    assert table["saxony"].workers == {"F2": 4}
    assert table.active == "nordic"  # the village has produced, and nobody else can


@pytest.mark.rule("R74", "R75", "Q68")
@pytest.mark.parametrize(("left", "most"), [(0, None), (1, 1), (2, 2), (3, 3), (4, 3)])
def test_worker_supply(left: int, most: int | None) -> None:
    stars = {"workers": 1} if left == 0 else {}
    table = saxony(workers={"F2": 3, "G1": 5 - left}, power=5, popularity=5, coins=5, stars=stars).start("produce")
    if most is None:
        assert "F2" not in table.legal
    else:
        assert table.play("F2").legal == {str(number) for number in range(most + 1)}


@pytest.mark.rule("R74", "Q68")
def test_with_few_workers_left_the_order_decides() -> None:
    table = saxony(workers={"F2": 3, "F3": 3}, power=5, popularity=5).start("produce")
    table.play("F3", "2")
    assert table["saxony"].workers == {"F2": 3, "F3": 5}
    assert table.active == "nordic"  # no worker left for F2


@pytest.mark.rule("R76", "R81", "Q71", "Q77", "R87")
@pytest.mark.parametrize(("upgrades", "number"), [(None, 2), (UPGRADED, 3)])
def test_the_mill_is_one_more_territory(upgrades: dict | None, number: int) -> None:
    fields = ["F1", "E2", "E3", "G3"]
    table = saxony(workers=dict.fromkeys(fields, 1), structures={"mill": "G1"}, power=5, upgrades=upgrades)
    table.start("produce")
    for field in fields[:number]:
        table.play(field, "1")
    assert table.legal == {"G1", "done"}  # the Mill's own territory only, held by the Mill alone
    assert table.play("G1").legal == {"0", "1"}
    assert table.play("1").tokens("G1") == {"oil": 1}
    assert table.active == "nordic"


@pytest.mark.rule("R76", "R78", "Q71", "P24")
def test_the_mill_never_uses_up_a_choice_and_adds_one_producer() -> None:
    table = saxony(workers={"G1": 2, "F1": 1, "E2": 1}, structures={"mill": "G1"}, power=5).start("produce")
    assert table.play("G1").legal == {"0", "1", "2", "3"}
    table.play("3")
    assert table.legal == {"F1", "E2", "done"}
    table.play("F1", "1", "E2", "1")
    assert table.all_tokens == {"G1": {"oil": 3}, "F1": {"metal": 1}, "E2": {"wood": 1}}


@pytest.mark.rule("R77", "Q77")
def test_the_mill_gives_no_extra_territory_elsewhere() -> None:
    table = saxony(workers={"F1": 1, "E2": 1, "E3": 1}, structures={"mill": "G1"}).start("produce")
    table.play("F1", "1", "E2", "1")
    assert table.legal == {"G1", "done"}


@pytest.mark.rule("R79", "R82", "P4")
@pytest.mark.parametrize("enemy", [{"character": "G1"}, {"mechs": {"artillery": "G1"}}, {"workers": {"G1": 2}}])
def test_the_mill_needs_control(enemy: dict) -> None:
    players = (
        seat("saxony", workers={"F1": 2}, structures={"mill": "G1"}),
        seat("nordic", **{"workers": {"base": 2}} | enemy),
    )
    assert Table(*players).start("produce").legal == {"F1", "done"}
    table = Table(*players, active="nordic").play("section produce", "take")
    if enemy == {"workers": {"G1": 2}}:
        assert table.play("G1").legal == {"0", "1", "2"}  # the enemy's Mill does nothing for you
    else:
        assert table.active == "saxony"


@pytest.mark.rule("R80", "Q71")
@pytest.mark.parametrize("left", [0, 1])
def test_a_mill_in_a_village_makes_a_worker_while_there_are_some(left: int) -> None:
    stars = {} if left else {"workers": 1}
    table = saxony(workers={"G1": 8 - left}, structures={"mill": "F2"}, power=5, popularity=5, coins=5, stars=stars)
    table.start("produce")
    assert ("F2" in table.legal) is (left > 0)
    if left:
        assert table.play("F2", "1")["saxony"].workers == {"G1": 7, "F2": 1}


@pytest.mark.rule("Q71")
def test_a_mill_on_the_factory_makes_nothing() -> None:
    table = saxony(workers={"D4": 2}, structures={"mill": "D4"}).start("produce")
    assert table.active == "nordic"


@pytest.mark.rule("R75")
def test_a_worker_driven_home_does_not_return_to_the_mat() -> None:
    table = Table(seat("saxony", character="G1"), seat("crimea", workers={"F2": 2}), encounters=[]).units()
    table.move("character", "F2").play("done")
    assert table["crimea"].workers == {"crimea base": 2}
    assert table["crimea"].workers_left == 6


@pytest.mark.rule("Q71", "R71")
def test_the_mill_on_the_factory_makes_nothing() -> None:
    table = Table(seat("saxony", workers={"D4": 1, "G1": 1}, structures={"mill": "D4"}), seat("nordic"))
    assert table.start("produce").legal == {"G1", "done"}
