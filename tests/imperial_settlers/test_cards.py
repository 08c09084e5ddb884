"""Single cards with a rule of their own (chapter M)."""

from __future__ import annotations

import pytest

from scythe_env.imperial_settlers.components import FACES, PLAIN_GOODS
from scythe_env.imperial_settlers.constants import NUM_COMMON_CARDS

from .table import BUILT, MARKER, Table

TURN = (("END_ROUND", 0), ("NEXT_TURN", 0), ("TURN", 0))


# -- Japanese ----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("S67", "S73", "SQ67")
@pytest.mark.parametrize("target", ["gold mine", "rom bank", "ruins"])
def test_garrison(target: str) -> None:
    """Discards any location of an opponent, protected or not; no razing, so no wood and no foundation."""
    t = Table("japanese", "romans").goods(0, raze=2)
    t.lay(0, "jap garrison", "gallows")
    t.set("guard", t.lay(1, target))
    t.play("activate", "jap garrison", "opponent 1", target)
    assert t.discards == [target] and t.has(0) == {} and t.has(1) == {}
    assert t.on_table(1) == t.on_table(1, "foundation") == []


@pytest.mark.rule("S74", "SQ74.1")
def test_gate() -> None:
    t = Table("japanese", "romans").hand(0, "mill", "jap farm", "ruins")
    t.lay(0, "jap gate")
    t.play("card under the Gate", "mill", "jap gate", "card under the Gate", "jap farm", "jap gate")
    assert t.vp(0) == 2 and sorted(t.on_table(0, "gate")) == ["jap farm", "mill"]
    assert t.score(0)["gate"] == 0
    t.play("card under the Gate", "ruins", "jap gate")
    assert t.vp(0) == 3 and t.score(0)["gate"] == 2 and t.cards(0) == []


@pytest.mark.rule("S74")
def test_the_gate_is_asked_for_if_two_hold_different_numbers() -> None:
    t = Table("japanese", "romans").hand(0, "mill", "ruins", "brewer")
    t.lay(0, "jap gate", "jap gate")
    t.play("card under the Gate", "mill", "jap gate", "card under the Gate", "ruins", "jap gate")
    assert t.legal == ["copy 1", "copy 2"]
    t.play("copy 2")
    assert t.vp(0) == 2


@pytest.mark.rule("SQ74.2")
def test_cards_under_a_gate_that_leaves_are_discarded() -> None:
    t = Table("japanese", "romans").goods(0, wood=1).hand(0, "mill", "jap stalls")
    t.lay(0, "jap gate", "jap shrine")
    t.states["shrine"] = 4
    t.play("card under the Gate", "mill", "jap gate", "build", "jap stalls", "jap gate")
    assert sorted(t.discards) == ["jap gate", "mill"] and t.vp(0) == 1
    assert t.states["shrine"][0] == 4


@pytest.mark.rule("SQ74.2", "S37")
def test_resources_on_a_shrine_that_leaves_are_lost() -> None:
    t = Table("japanese", "romans").goods(0, wood=1).hand(0, "jap stalls")
    t.lay(0, "jap shrine")
    t.states["shrine"] = 4
    t.play("build", "jap stalls", "jap shrine")
    assert t.states["shrine"][0] == 0 and t.has(0) == {}


@pytest.mark.rule("S77", "SQ77")
@pytest.mark.parametrize("gold", [False, True])
def test_shrine(gold: bool) -> None:
    t = Table("japanese", "romans", gold_on_shrine=gold).goods(0, wood=2, food=1, gold=1)
    t.lay(0, "jap shrine")
    t.play("resource on the Shrine")
    assert t.legal == ["wood", "food", *(["gold"] if gold else [])]
    t.play("wood", "resource on the Shrine", "food")
    assert t.states["shrine"][0] == 2 and t.has(0) == {"wood": 1, "gold": 1}


@pytest.mark.rule("S75", "SQ107", "SQ4")
def test_negotiator() -> None:
    t = Table("japanese", "romans").goods(0, worker=1, wood=1)
    t.lay(0, "jap negotiator")
    t.deals(0, "jap stalls", "jap farm", "jap shrine")
    t.play("activate", "jap negotiator")
    assert t.legal == ["jap farm", "jap stalls"], "the Shrine cannot be paid for"
    t.play("jap farm")
    assert sorted(t.on_table(0)) == ["jap farm", "jap negotiator"] and len(t.on_table(0, "deal")) == 2
    assert t.has(0) == {"worker": 1, "food": 1}, "it produces at once"


@pytest.mark.rule("S76", "SQ76")
def test_the_bonus_of_ninjas() -> None:
    t = Table("japanese", "romans").goods(0, stone=1).hand(0, "jap ninjas")
    t.foundation(0, "ruins")
    t.lay(0, "jap farm")
    t.play("build", "jap ninjas", "foundation")
    assert sorted(t.legal) == ["jap farm", "jap ninjas"]
    t.play("jap ninjas", "jap farm")
    assert t.states["guard"][0].sum() == 2 and t.has(0) == {}
    t = Table("japanese", "romans").goods(0, stone=1).hand(0, "jap ninjas")
    t.foundation(0, "ruins")
    t.play("build", "jap ninjas", "foundation", "jap ninjas")
    assert t.states["guard"][0].sum() == 1, "with one place only the second is lost"


@pytest.mark.rule("S76")
def test_the_action_of_ninjas() -> None:
    t = Table("japanese", "romans").goods(0, worker=1)
    t.lay(0, "jap ninjas")
    t.deals(1, "rom bank")
    t.play("activate", "jap ninjas", "opponent 1", "rom bank")
    assert t.has(0) == {"gold": 1} and t.discards == ["rom bank"] and t.on_table(1, "deal") == []


@pytest.mark.rule("S78", "S79", "SQ78")
def test_trade_route() -> None:
    t = Table("japanese", "romans").goods(0, food=1).only("jap farm")
    t.lay(0, "jap trade route a", "jap dojo", "jap dojo")
    t.lay(1, "rom bank", "statue")
    t.play("activate", "jap trade route a", "opponent 1")
    assert t.legal == ["rom bank"], "a faction location"
    t.play("rom bank")
    assert t.has(0) == {"gold": 1, "vp": 2}, "its deal good, and it is a deal made"
    assert t.states["routes"][0].sum() == 1
    assert t.states["place"][0].tolist().count(MARKER) == 1 and t.states["deck"][0, FACES.index("jap farm")] == 0
    t.stack(("END_ROUND", 0), ("NEXT_TURN", 0), ("PRODUCE", 0))
    assert t.has(0)["gold"] == 2, "in every Production"


@pytest.mark.rule("S78", "SQ78")
def test_a_location_that_bears_a_marker_may_get_another_one() -> None:
    t = Table("japanese", "romans").goods(0, food=2)
    t.lay(0, "jap trade route a", "jap trade route b")
    t.lay(1, "rom bank")
    t.play("activate", "jap trade route a", "opponent 1", "rom bank").stack(*TURN)
    t.play("activate", "jap trade route b", "0", "opponent 1", "rom bank")
    assert t.states["routes"][0].sum() == 2 and t.has(0) == {"gold": 2}


@pytest.mark.rule("SQ78")
def test_trade_route_needs_a_card_for_the_marker() -> None:
    t = Table("japanese", "romans").goods(0, food=1).empty("japanese")
    t.lay(0, "jap trade route a")
    t.lay(1, "rom bank")
    assert "activate" not in t.legal


@pytest.mark.rule("S78", "SQ78")
@pytest.mark.parametrize("outlive", [False, True])
def test_a_route_ends_when_its_location_leaves(outlive: bool) -> None:
    t = Table("japanese", "romans", routes_outlive_locations=outlive).goods(0, food=1, raze=2).only("jap farm")
    t.lay(0, "jap trade route a", "jap garrison")
    t.lay(1, "rom bank")
    t.play("activate", "jap trade route a", "opponent 1", "rom bank").stack(*TURN)
    t.play("activate", "jap garrison", "opponent 1", "rom bank")
    assert t.states["routes"][0].sum() == outlive
    assert sorted(t.discards) == (["rom bank"] if outlive else ["jap farm", "rom bank"])
    t.stack(("END_ROUND", 0), ("NEXT_TURN", 0), ("PRODUCE", 0))
    assert t.has(0).get("gold", 0) == 1 + outlive


@pytest.mark.rule("SQ78", "S105", "S106")
@pytest.mark.parametrize(
    ("card", "goods", "deals"),
    [("imperial messenger", {"worker": 2}, 1), ("hanseatic league", {"worker": 1, "vp": 2}, 0)],
)
def test_a_route_that_outlives_its_location_is_a_deal_like_others(card: str, goods: dict[str, int], deals: int) -> None:
    t = Table("japanese", "romans", routes_outlive_locations=True).goods(0, food=1, raze=2, worker=1)
    t.lay(0, "jap trade route a", "jap garrison", card)
    t.lay(1, "rom gladiator school")
    t.play("activate", "jap trade route a", "opponent 1", "rom gladiator school").stack(*TURN)
    t.play("activate", "jap garrison", "opponent 1", "rom gladiator school")
    t.hand(1, "rom gladiator school").goods(1, food=1).stack(*TURN[:2], ("TURN", 1))
    t.play("deal", "rom gladiator school")
    t.stack(*TURN).play("activate", card)
    assert (t.due, t.legal) == ("deal", ["rom gladiator school"])
    t.play("rom gladiator school")
    assert t.has(0) == goods and t.states["routes"].sum() == deals
    assert t.on_table(1, "deal") == ["rom gladiator school"], "the other copy is a deal of the Romans"


@pytest.mark.rule("S35", "SQ78")
def test_a_route_that_outlives_its_location_lies_under_no_other_copy() -> None:
    t = Table("japanese", "romans", routes_outlive_locations=True).goods(0, food=1, raze=2)
    t.lay(0, "jap trade route a", "jap garrison")
    t.lay(1, "rom headquarters")
    t.play("activate", "jap trade route a", "opponent 1", "rom headquarters").stack(*TURN)
    t.play("activate", "jap garrison", "opponent 1", "rom headquarters")
    t.lay(1, "ruins")
    t.hand(1, "rom headquarters").goods(1, stone=2).stack(*TURN[:2], ("TURN", 1))
    t.play("build", "rom headquarters", "ruins")
    built = (t.states["place"][0] == BUILT) & (t.states["owner"][0] == 1)
    assert t.states["routes"].sum() == 1 and not t.states["routes"][0, :, built[NUM_COMMON_CARDS:]].any()


@pytest.mark.rule("S78")
def test_the_deals_stay_if_trade_route_is_lost() -> None:
    t = Table("japanese", "romans").goods(0, food=1, wood=1).hand(0, "jap stalls")
    t.lay(0, "jap trade route a")
    t.lay(1, "rom bank")
    t.play("activate", "jap trade route a", "opponent 1", "rom bank", "pass")
    t.play("build", "jap stalls", "jap trade route a")
    assert t.states["routes"][0].sum() == 1


@pytest.mark.rule("S79")
def test_dojo_rewards_deals() -> None:
    t = Table("japanese", "romans").goods(0, food=1).hand(0, "jap farm")
    t.lay(0, "jap dojo", "jap dojo")
    t.play("deal", "jap farm")
    assert t.has(0) == {"worker": 1, "vp": 2}


@pytest.mark.rule("S79", "SQ28")
def test_school_of_diplomacy() -> None:
    t = Table("japanese", "romans").only("statue", "jap farm")
    t.lay(0, "jap school of diplomacy")
    t.deals(0, "jap casino", "jap rice fields", "jap dojo", "jap shrine", "jap stalls")
    t.stack(("END_ROUND", 0), ("NEXT_TURN", 0), ("PRODUCE", 0))
    t.play("common card")
    assert (t.due, t.legal) == ("convert", ["food", "gold", "card", "stop"]), "a victory point may not be discarded"
    assert t.vp(0) == 1
    t.play("food", "card", "statue", "food")
    assert t.legal == ["gold", "stop"]
    t.play("stop")
    assert t.has(0) == {"worker": 4, "wood": 1, "raze": 1, "defence": 1, "gold": 1, "vp": 4}
    assert t.cards(0) == [] and t.discards == ["statue"]
    assert t.states["convertible"][0].sum() == t.states["drawn"][0].sum() == 0


@pytest.mark.rule("S80")
@pytest.mark.parametrize("samurai", range(5))
def test_daimyos_castle(samurai: int) -> None:
    t = Table("japanese", "romans")
    t.lay(0, "jap daimyos castle a")
    for name in ("jap farm", "jap gate", "jap dojo", "jap stalls")[:samurai]:
        t.set("guard", t.lay(0, name))
    t.set("guard", t.lay(0, "statue"))  # a defence token is no samurai
    t.stack(("END_ROUND", 0), ("NEXT_TURN", 0), ("PRODUCE", 0))
    assert t.vp(0) == min(samurai, 3)


# -- Egyptians ---------------------------------------------------------------------------------------------------------


@pytest.mark.rule("S81", "SQ56")
def test_desert() -> None:
    t = Table("egyptians", "romans", "japanese").hand(0, "mill").hand(2, "jap farm", "statue")
    t.lay(0, "egy desert")
    t.play("activate", "egy desert", "mill")
    assert t.legal == ["opponent 1", "opponent 2"], "also one with an empty hand"
    t.play("opponent 2")
    assert (t.seat, t.legal) == (2, ["statue", "jap farm"])
    t.play("jap farm")
    assert t.vp(0) == 1 and t.discards == ["mill", "jap farm"] and t.cards(2) == ["statue"]
    t = Table("egyptians", "romans").hand(0, "mill")
    t.lay(0, "egy desert")
    assert t.play("activate", "egy desert", "mill").legal == ["opponent 1"]
    t.play("opponent 1")
    assert t.vp(0) == 1 and t.seat == 1


@pytest.mark.rule("S82")
def test_chariot_builder() -> None:
    t = Table("egyptians", "romans").goods(0, raze=1)
    t.lay(0, "egy chariot builder", "gallows")
    t.set("guard", t.lay(1, "gold mine"))
    t.lay(1, "rom bank")
    t.play("activate", "egy chariot builder", "opponent 1")
    assert t.legal == ["gold mine"]
    t.play("gold mine")
    assert t.has(0) == {"gold": 1, "vp": 2}, "the field and Gallows"
    assert t.on_table(1, "foundation") == ["gold mine"] and t.has(1) == {"wood": 1}


@pytest.mark.rule("S83", "SQ83")
def test_oasis() -> None:
    t = Table("romans", "egyptians").goods(0, worker=14).goods(1)
    t.lay(1, "egy oasis")
    t.states["passed"][0, 1] = 1  # it reacts all the same
    t._changed().play("spend workers", "wood", "wood", "wood", "wood", "wood", "stop")
    assert t.has(1) == {"worker": 4}, "at most four a round"
    t.stack(("END_ROUND", 0)).refresh()
    assert t.states["uses"][0].sum() == 0, "it counts again each round"


@pytest.mark.rule("S83")
def test_oasis_does_not_answer_its_own_seat() -> None:
    t = Table("egyptians", "romans").goods(0, worker=2)
    t.lay(0, "egy oasis")
    t.play("spend workers", "wood")
    assert t.has(0) == {"wood": 1}


@pytest.mark.rule("S84", "SQ46", "SQ74.1")
def test_sanctuary() -> None:
    t = Table("egyptians", "romans").goods(0, worker=1).hand(0, "egy oasis", "mill")
    t.lay(0, "egy sanctuary", "gallows")
    t.play("activate", "egy sanctuary")
    assert t.legal == ["mill"]
    t.play("mill")
    assert t.has(0) == {"stone": 1, "vp": 1}, "no razing"
    assert t.on_table(0, "foundation") == ["mill"]


@pytest.mark.rule("S85", "SQ85")
def test_sphinx() -> None:
    t = Table("egyptians", "romans").goods(0, worker=4, gold=2, raze=1, food=1).hand(0, "gold mine", "statue")
    t.lay(0, "egy sphinx", "egy sphinx", "egy goldsmith", "egy slaves")
    t.play("activate", "egy goldsmith")  # three at once
    assert t.vp(0) == 5
    t.play("pass", "activate", "egy slaves")  # one
    assert t.vp(0) == 6
    t.play("raze from hand", "gold mine")  # one of the field
    assert t.vp(0) == 7


@pytest.mark.rule("S85", "SQ85")
def test_each_use_of_an_action_is_a_source_for_the_sphinx() -> None:
    t = Table("egyptians", "romans").goods(0, food=2, gold=4)
    t.lay(0, "egy sphinx", "brewer", "egy avenue of sphinxes")
    assert t.play("activate", "brewer", "2", *["0"] * 2).vp(0) == 2, "twice one point"
    assert t.stack(*TURN).play("activate", "egy avenue of sphinxes", "2").vp(0) == 8, (
        "twice two points, and one for each"
    )


@pytest.mark.rule("S85")
def test_sphinx_in_production() -> None:
    t = Table("egyptians", "romans")
    t.lay(0, "egy sphinx", "egy pharaohs guard", "monument")
    t.stack(("END_ROUND", 0), ("NEXT_TURN", 0), ("PRODUCE", 0)).play("egy pharaohs guard", "vp")
    assert t.vp(0) == 4, "two and one, and one from Monument, which is a source of its own"


@pytest.mark.rule("S86", "S87", "SQ86.1")
def test_temple_of_ra() -> None:
    t = (
        Table("egyptians", "romans", "japanese")
        .goods(0, stone=1, worker=1, wood=9)
        .hand(0, "egy sphinx", "quarry common")
    )
    t.lay(0, "egy temple of ra")
    t.lay(1, "supplier", "gold mine", "rom bank")
    t.play("activate", "egy temple of ra", "opponent 1", "supplier")
    assert t.states["taken_by"][0].max() == 0
    t.goods(0, stone=9).stack(*TURN).play("build", "quarry common")
    assert t.has(0) == {"wood": 8, "stone": 10, "worker": 1, "gold": 1, "vp": 1}, "the Supplier works for the Egyptian"
    t.stack(*TURN).play("build", "egy sphinx")
    assert "supplier" not in t.legal, "not as cost"
    t.goods(1, stone=1).hand(1, "rom stonemason").goods(1, wood=1)
    t.stack(("END_ROUND", 0), ("NEXT_TURN", 1), ("TURN", 1)).play("build", "rom stonemason")
    assert sorted(t.legal) == ["gold mine", "rom bank"], "nor by its owner"
    t.play("gold mine")
    assert "gold" not in t.has(1), "nor does it reward the owner"
    t.stack(("END_ROUND", 0)).refresh()
    assert t.states["taken_by"][0].max() == -1 and "supplier" in t.on_table(1)


@pytest.mark.rule("S86", "S87")
def test_a_taken_action_location_is_activated_by_the_egyptian() -> None:
    t = Table("egyptians", "romans").goods(0, worker=2)
    t.lay(0, "egy temple of ra")
    mine = t.lay(1, "gold mine")
    t.set("uses", mine)
    t.play("activate", "egy temple of ra", "opponent 1", "gold mine", "pass")
    t.play("activate", "gold mine")
    assert t.has(0) == {"worker": 1, "gold": 1}, "one of its two uses was left"
    t.set("uses", mine, 2).stack(*TURN)
    assert "activate" not in t.legal


@pytest.mark.rule("S88", "SQ86.1")
def test_a_taken_location_that_a_third_player_razes() -> None:
    t = Table("barbarians", "egyptians", "romans").goods(0, raze=2)
    t.set("taken_by", t.lay(2, "old forest"), 1)
    t.play("raze an opponent")
    assert t.legal == ["opponent 1"], "the Egyptian controls it"
    t.play("opponent 1", "old forest")
    assert t.has(1) == {"wood": 1} and t.has(2) == {} and t.on_table(2, "foundation") == ["old forest"]


@pytest.mark.rule("S88")
def test_a_taken_production_location_does_not_produce() -> None:
    t = Table("egyptians", "romans")
    t.lay(0, "egy temple of ra")
    t.lay(1, "old forest")
    t.play("activate", "egy temple of ra", "opponent 1", "old forest")
    assert t.has(0) == {}


@pytest.mark.rule("SQ86.1")
def test_the_end_value_of_a_taken_location_is_its_owners() -> None:
    t = Table("egyptians", "romans")
    t.set("taken_by", t.lay(1, "rom bank"), 0)
    assert (t.score(0)["faction_locations"], t.score(1)["faction_locations"]) == (0, 2)


@pytest.mark.rule("SQ86.1")
def test_a_passed_egyptian_protects_what_he_took() -> None:
    t = Table("barbarians", "egyptians", "romans").goods(0, raze=2)
    t.set("taken_by", t.lay(2, "old forest"), 1)
    t.states["passed"][0, 1] = 1
    assert "raze an opponent" not in t._changed().legal


@pytest.mark.rule("S88", "SQ86.1")
def test_an_owner_may_raze_what_was_taken_from_him() -> None:
    t = Table("barbarians", "egyptians").goods(0, raze=2)
    t.set("taken_by", t.lay(0, "mill"), 1)
    t.play("raze an opponent", "opponent 1", "mill")
    assert t.has(0) == {"worker": 1, "food": 1} and t.on_table(0, "foundation") == ["mill"]
    assert t.has(1) == {"wood": 1}


@pytest.mark.rule("SQ86.1")
def test_an_owner_who_has_passed_does_not_protect_what_was_taken() -> None:
    t = Table("barbarians", "egyptians", "romans").goods(0, raze=2)
    t.set("taken_by", t.lay(2, "old forest"), 1)
    t.states["passed"][0, 2] = 1
    assert t._changed().play("raze an opponent").legal == ["opponent 1"]


@pytest.mark.rule("S86", "SQ86.1")
@pytest.mark.parametrize(("builder", "points"), [(0, 2), (1, 1)])
def test_a_taken_location_has_its_colour_for_the_egyptian(builder: int, points: int) -> None:
    t = Table("egyptians", "romans").goods(builder, wood=1, stone=2).hand(builder, "statue")
    t.set("taken_by", t.lay(1, "coal mine"), 0)
    t.stack(("END_ROUND", 0), ("NEXT_TURN", builder), ("TURN", builder)).play("build", "statue")
    assert t.vp(builder) == points


@pytest.mark.rule("S63", "S65", "S86", "SQ86.1")
def test_tokens_on_taken_locations_are_the_egyptians() -> None:
    t = Table("egyptians", "japanese").goods(0, defence=1, worker=1).goods(1, defence=1, worker=1)
    mill = t.lay(1, "mill")
    t.set("taken_by", mill, 0).set("taken_by", t.lay(1, "jap farm"), 0)
    assert t.legal == ["pass", "place a defence token"], "samurai are for Japanese only"
    t.play("place a defence token", "mill", "pass")
    assert t.legal == ["pass"], "its owner places nothing there"
    assert t.states["guard"][0, mill] == 1


@pytest.mark.rule("S86", "SQ86.1")
def test_what_the_egyptian_puts_on_gate_and_shrine_stays_there_for_the_owner() -> None:
    t = Table("egyptians", "japanese").goods(0, wood=3).hand(0, "mill", "statue", "egy oasis")
    t.set("taken_by", t.lay(1, "jap gate"), 0).set("taken_by", t.lay(1, "jap shrine"), 0)
    for name in ("mill", "statue", "egy oasis"):
        t.play("card under the Gate", name, "jap gate", "resource on the Shrine", "wood")
    t.stack(("END_ROUND", 0)).refresh()
    assert (t.score(0)["score"], t.score(1)["score"]) == (3, 4 + 2 + 2), "a point for each card, the rest at the end"


@pytest.mark.rule("S96", "SQ86.1")
def test_taken_warehouses_store_for_the_egyptian() -> None:
    t = Table("egyptians", "romans").goods(0, wood=2, gold=1, worker=1).goods(1, stone=2, raze=1)
    t.set("taken_by", t.lay(1, "rom warehouses"), 0).stack(("END_ROUND", 0)).refresh()
    assert (t.has(0), t.has(1)) == ({"wood": 2, "gold": 1}, {"raze": 1})


@pytest.mark.rule("S80", "S86", "S108", "SQ86.1")
@pytest.mark.parametrize(("seat", "points"), [(0, 1), (1, 0)])
def test_a_samurai_on_a_taken_location_counts_for_the_egyptian(seat: int, points: int) -> None:
    t = Table("egyptians", "japanese").goods(seat, food=1)
    farm = t.lay(1, "jap farm")
    t.set("guard", farm).set("taken_by", farm, 0)
    castle = t.lay(1, "jap daimyos castle a")
    t.lay(seat, "porters")
    if seat == 0:
        t.set("taken_by", castle, 0)
    t.stack(("END_ROUND", 0), ("NEXT_TURN", seat), ("TURN", seat))
    t.play("activate", "porters", "jap daimyos castle a")
    assert t.vp(seat) == points


@pytest.mark.rule("S88", "S98", "SQ86.1")
def test_a_taken_rabble_razes_a_taken_location() -> None:
    t = Table("egyptians", "barbarians").goods(0, worker=2)
    t.set("taken_by", t.lay(1, "bar rabble"), 0).set("taken_by", t.lay(1, "mill"), 0)
    t.lay(1, "brewer")
    t.play("activate", "bar rabble")
    assert t.legal == ["mill"]
    t.play("mill")
    assert t.has(0) == {"worker": 1, "food": 1, "wood": 1} and t.on_table(1, "foundation") == ["mill"]


@pytest.mark.rule("S85", "S100", "SQ85")
def test_each_good_given_up_at_a_taken_chapel_is_a_source_for_the_sphinx() -> None:
    t = Table("egyptians", "barbarians").goods(0, raze=1).hand(0, "old forest")
    t.lay(0, "egy sphinx")
    t.set("taken_by", t.lay(1, "bar dark chapel a"), 0)
    t.play("activate", "bar dark chapel a", "raze from hand", "old forest", "wood", "wood")
    assert t.has(0) == {"vp": 6}


@pytest.mark.rule("S95", "SQ86.1", "SQ95")
def test_a_deal_stolen_by_taken_spies_goes_to_the_pile_of_its_own_faction() -> None:
    t = Table("egyptians", "romans", "barbarians").goods(0, worker=2)
    t.lay(0, "hanseatic league")
    t.set("taken_by", t.lay(1, "rom spies"), 0)
    t.deals(2, "bar altar")
    t.play("activate", "rom spies", "opponent 2", "bar altar")
    assert t.has(0) == {"worker": 1, "vp": 1} and t.on_table(0, "deal") == ["bar altar"], "its good comes in Production"
    t.stack(*TURN).play("activate", "hanseatic league", "bar altar")
    assert t.vp(0) == 3 and t.discards == ["bar altar"]


@pytest.mark.rule("S75", "S91", "SQ86.1", "SQ107")
def test_a_taken_negotiator_builds_a_deal_of_the_egyptian() -> None:
    t = Table("egyptians", "japanese").goods(0, worker=1, stone=2)
    t.lay(0, "egy slaver")
    t.deals(0, "egy pyramid")
    t.set("taken_by", t.lay(1, "jap negotiator"), 0)
    t.play("activate", "jap negotiator", "egy pyramid", "gold")
    assert t.has(0) == {"stone": 1, "vp": 2}, "produced, and its gold paid to the Slaver"


@pytest.mark.rule("S76", "S78", "SQ86.1")
def test_ninjas_discard_the_deal_of_a_trade_route() -> None:
    t = Table("japanese", "egyptians", "romans").goods(0, food=1).goods(1, worker=1).only("jap stalls")
    t.lay(0, "jap trade route a")
    t.lay(2, "rom bank")
    t.play("activate", "jap trade route a", "opponent 2", "rom bank")
    t.set("taken_by", t.lay(0, "jap ninjas"), 1)
    t.stack(("END_ROUND", 0), ("NEXT_TURN", 1), ("TURN", 1)).play("activate", "jap ninjas", "opponent 2", "rom bank")
    assert t.has(1) == {"gold": 1} and t.discards == ["jap stalls"] and t.on_table(2) == ["rom bank"]


@pytest.mark.rule("S78", "SQ86.1")
def test_a_trade_route_leads_to_an_own_location_that_was_taken() -> None:
    t = Table("japanese", "egyptians").goods(0, food=1)
    t.lay(0, "jap trade route a")
    farm = t.lay(0, "jap farm")
    assert "activate" not in t.legal
    t.set("taken_by", farm, 1).play("activate", "jap trade route a", "opponent 1", "jap farm")
    assert t.has(0) == {"worker": 1}


@pytest.mark.rule("S86", "S89")
def test_a_scorpions_mark_holds_for_who_takes_the_location() -> None:
    t = Table("egyptians", "romans").goods(0, worker=1)
    mine = t.lay(1, "gold mine")
    t.set("blocked", mine).set("taken_by", mine, 0)
    assert "activate" not in t.legal


@pytest.mark.rule("SQ86.2")
def test_each_use_of_the_temple_marks_one_more() -> None:
    t = Table("egyptians", "romans").goods(0, gold=1)
    t.lay(0, "egy temple of ra", "egy royal baths")
    t.lay(1, "mill", "brewer")
    t.play("activate", "egy temple of ra", "opponent 1", "mill").stack(*TURN)
    t.play("activate", "egy royal baths", "egy temple of ra").stack(*TURN)
    t.play("activate", "egy temple of ra", "opponent 1")
    assert t.legal == ["brewer"]
    t.play("brewer")
    assert (t.states["taken_by"][0] == 0).sum() == 2


@pytest.mark.rule("S89")
def test_scorpion_breeder() -> None:
    t = Table("egyptians", "romans").goods(0, worker=1).goods(1, worker=2)
    t.lay(0, "egy scorpion breeder")
    t.lay(1, "gold mine", "old forest", "supplier")
    t.play("activate", "egy scorpion breeder", "opponent 1")
    assert t.legal == ["gold mine"], "an action location"
    t.play("gold mine")
    assert t.seat == 1 and "activate" not in t.legal
    t.stack(("END_ROUND", 0)).refresh()
    assert t.states["blocked"][0].sum() == 0


@pytest.mark.rule("S90", "SQ90")
@pytest.mark.parametrize("name", ["egy royal baths", "acting troupe"])
@pytest.mark.parametrize("at_once", [False, True])
def test_resetting(name: str, at_once: bool) -> None:
    t = Table("egyptians", "romans", reset_activates=at_once).goods(0, gold=1, worker=1)
    t.lay(0, name)
    mine = t.lay(0, "gold mine")
    t.lay(0, "joiner")
    t.set("uses", mine, 2)
    t.play("activate", name)
    assert t.legal == ["gold mine"], "another one that was used"
    before = t.has(0).get("gold", 0)
    t.play("gold mine")
    assert t.states["uses"][0, mine] == at_once
    assert t.has(0).get("gold", 0) == before + at_once


@pytest.mark.rule("SQ90")
def test_what_is_activated_at_once_costs_nothing() -> None:
    t = Table("romans", "japanese", reset_activates=True).goods(0, worker=1, stone=1).hand(0, "rom bank")
    t.lay(0, "acting troupe")
    t.set("uses", t.lay(0, "settlers"))
    t.play("activate", "acting troupe", "settlers", "rom bank")
    assert t.has(0) == {"gold": 1} and "rom bank" in t.on_table(0)


@pytest.mark.rule("SQ90", "SQ-length")
@pytest.mark.parametrize("at_once", [False, True])
def test_two_that_reset_each_other_come_to_an_end(at_once: bool) -> None:
    t = Table("egyptians", "romans", reset_activates=at_once).goods(0, gold=1)
    baths = t.lay(0, "egy royal baths")
    troupe = t.lay(0, "acting troupe")
    t.set("uses", troupe).play("activate", "egy royal baths", "acting troupe")
    assert t.seat == 1 and t.states["uses"][0, [baths, troupe]].tolist() == [1, 0], "each reset is paid for"


@pytest.mark.rule("SQ90")
def test_a_scorpions_mark_stays() -> None:
    t = Table("egyptians", "romans").goods(0, gold=1)
    t.lay(0, "egy royal baths")
    mine = t.lay(0, "gold mine")
    t.set("uses", mine, 1).set("blocked", mine)
    t.play("activate", "egy royal baths", "gold mine")
    assert t.states["blocked"][0, mine] == 1


@pytest.mark.rule("S91", "SQ39")
def test_slaver() -> None:
    t = Table("egyptians", "romans").goods(0, stone=2, gold=2).hand(0, "egy slaver")
    t.foundation(0, "ruins")
    t.play("build", "egy slaver", "foundation", "0")
    assert (t.due, t.legal) == ("offer", ["stone", "gold", "stop"]), "itself included"
    t.play("gold")
    assert t.has(0) == {"stone": 1, "gold": 1, "vp": 2}
    t.hand(0, "egy pyramid").goods(0, stone=2, gold=1, vp=0).stack(*TURN).play("build", "egy pyramid", "0", "stone")
    assert t.due == "gold", "gold may stand in for the stone"
    t.play("1")
    assert t.has(0) == {"stone": 1, "gold": 1, "vp": 1}
    t.hand(0, "egy pyramid").goods(0, stone=2, gold=0).stack(*TURN).play("build", "egy pyramid")
    assert t.has(0)["gold"] == 1 and t.legal == ["stone", "gold", "stop"], "also the only gold"
    t.play("stop").goods(0, gold=1)
    t.hand(0, "mill").goods(0, wood=3).stack(*TURN).play("build", "mill", "0")
    assert t.due == "turn", "a common location is none"


@pytest.mark.rule("S91", "SQ39")
def test_what_the_new_location_produces_pays_the_slaver() -> None:
    t = Table("egyptians", "romans").goods(0, stone=1).hand(0, "egy stone pit")
    t.lay(0, "egy slaver")
    t.foundation(0, "mill")
    t.play("build", "egy stone pit", "foundation", "stone")
    assert t.has(0) == {"stone": 1, "vp": 1}


@pytest.mark.rule("S92")
@pytest.mark.parametrize(("faction", "name"), [("romans", "rom architect"), ("japanese", "jap temple of buddha")])
def test_draw_two_keep_one(faction: str, name: str) -> None:
    first, second = ("rom bank", "rom spies") if faction == "romans" else ("jap farm", "jap gate")
    t = Table(faction, "egyptians").only(first, second)
    t.lay(0, name)
    t.stack(("END_ROUND", 0), ("NEXT_TURN", 0), ("PRODUCE", 0)).play(name)
    assert t.legal == sorted((first, second), key=FACES.index)
    t.play(first)
    assert t.cards(0) == [first] and t.discards == [] and t.states["deck"][0, FACES.index(second)] == 1


@pytest.mark.rule("SQ92")
def test_a_single_card_is_kept() -> None:
    t = Table("romans", "egyptians").only("rom bank")
    t.lay(0, "rom architect")
    t.stack(("END_ROUND", 0), ("NEXT_TURN", 0), ("PRODUCE", 0)).play("rom architect")
    assert t.cards(0) == ["rom bank"] and t.due == "turn"


# -- Romans ------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("S93", "S67")
def test_engineers() -> None:
    t = Table("romans", "japanese").goods(0, worker=2)
    t.lay(0, "rom engineers")
    t.set("guard", t.lay(1, "jap gate"))
    t.play("activate", "rom engineers", "opponent 1", "jap gate")
    assert t.vp(0) == 1 and t.discards == ["jap gate"] and t.has(1) == {}


@pytest.mark.rule("S95", "SQ95")
def test_spies() -> None:
    t = Table("romans", "japanese").goods(0, worker=1)
    t.lay(0, "rom spies")
    t.deals(1, "jap casino")
    t.play("activate", "rom spies", "opponent 1", "jap casino")
    assert t.has(0) == {"vp": 1}, "no making of a deal"
    assert t.on_table(0, "deal") == ["jap casino"] and t.on_table(1, "deal") == []
    t.stack(("END_ROUND", 0), ("NEXT_TURN", 0), ("PRODUCE", 0))
    assert t.has(0)["gold"] == 1, "from the next Production on"
    t.lay(0, "hanseatic league")
    t.stack(*TURN).play("activate", "hanseatic league", "jap casino")
    assert t.discards == ["jap casino"]


@pytest.mark.rule("S95", "S101", "SQ101")
@pytest.mark.parametrize("option", [False, True])
@pytest.mark.parametrize(("faction", "name"), [("romans", "rom spies"), ("barbarians", "bar robbers")])
def test_trade_route_deals_are_untouchable(faction: str, name: str, option: bool) -> None:
    t = Table("japanese", faction, robbers_hit_routes=option).goods(0, food=1).goods(1, worker=9)
    t.lay(0, "jap trade route a")
    t.lay(1, name, "rom bank" if faction == "romans" else "bar raid")
    t.play("activate", "jap trade route a", "opponent 1", "rom bank" if faction == "romans" else "bar raid")
    assert ("activate" in t.legal) == (option and name == "bar robbers")


@pytest.mark.rule("S97")
def test_administration_and_headquarters() -> None:
    t = Table("romans", "japanese").goods(0, food=1, wood=1, stone=1).hand(0, "rom barracks", "quarry common")
    t.foundation(0, "ruins")
    t.lay(0, "rom administration", "rom headquarters")
    t.play("build", "rom barracks", "foundation")
    assert t.legal == ["gold", "vp"]
    t.play("gold", "pass", "build", "quarry common", "0", "0", "vp")
    assert t.has(0) == {"worker": 2, "gold": 1, "vp": 1, "stone": 2}


# -- Barbarians --------------------------------------------------------------------------------------------------------


@pytest.mark.rule("S98", "S51", "SQ46")
def test_rabble() -> None:
    t = Table("barbarians", "romans").goods(0, worker=2)
    t.lay(0, "bar rabble", "gold mine", "ruins", "bar raid")
    t.play("activate", "bar rabble")
    assert t.legal == ["gold mine"]
    t.play("gold mine")
    assert t.has(0) == {"wood": 1, "gold": 1, "vp": 2}, "the field, a wood, Raid"
    assert t.on_table(0, "foundation") == ["gold mine"]


@pytest.mark.rule("S99")
def test_mission() -> None:
    t = Table("barbarians", "romans").goods(0, worker=1).only("mill", "bar altar")
    t.lay(0, "bar mission")
    t.play("activate", "bar mission", "common card")
    assert t.cards(0) == ["mill"] and t.legal == ["faction card"]
    t.play("faction card", "bar altar")
    assert t.cards(0) == ["bar altar"] and t.discards == ["mill"]


@pytest.mark.rule("S100", "S104", "SQ100")
@pytest.mark.parametrize("keeps", [False, True])
def test_dark_chapel(keeps: bool) -> None:
    t = Table("barbarians", "romans", chapel_keeps_vp=keeps).goods(0, raze=3)
    t.lay(0, "bar dark chapel a", "bar raid")
    t.set("guard", t.lay(1, "gold mine"))
    t.play("activate", "bar dark chapel a")
    assert t.legal == ["raze an opponent"]
    t.play("raze an opponent", "opponent 1", "gold mine")
    assert t.legal == ["gold", *([] if keeps else ["vp"]), "stop"]
    t.play("gold")
    assert t.has(0) == {"vp": 4}, "one of the field, Raid, and two for the gold"
    if not keeps:
        t.play("vp")
        assert t.vp(0) == 5, "one point becomes two"
    assert t.seat == 1 or t.play("stop").seat == 1
    assert t.has(1) == {"wood": 1}


@pytest.mark.rule("S100")
def test_dark_chapel_converts_cards() -> None:
    t = Table("barbarians", "romans").goods(0, raze=1).hand(0, "castle a", "ruins").only("mill", "brewer")
    t.lay(0, "bar dark chapel a")
    t.play("activate", "bar dark chapel a", "raze from hand", "castle a", "common card", "common card")
    t.play("card")
    assert t.legal == ["mill", "brewer"], "one of those just drawn"
    t.play("mill", "stop")
    assert t.vp(0) == 2 and t.cards(0) == ["brewer", "ruins"] and sorted(t.discards) == ["castle a", "mill"]


@pytest.mark.rule("S101")
def test_robbers() -> None:
    t = Table("barbarians", "romans").goods(0, worker=2)
    t.lay(0, "bar robbers")
    t.deals(1, "rom bank")
    t.play("activate", "bar robbers", "opponent 1", "rom bank", "common card")
    assert t.has(0) == {"vp": 1} and len(t.cards(0)) == 1 and t.discards == ["rom bank"]


@pytest.mark.rule("S102", "SQ102")
def test_saboteurs() -> None:
    t = Table("barbarians", "romans", "egyptians").goods(0, worker=1).goods(1, wood=1, food=2).goods(2, gold=3)
    t.lay(0, "bar saboteurs a")
    t.play("activate", "bar saboteurs a")
    assert t.legal == ["opponent 1"]
    t.play("opponent 1")
    assert t.legal == ["wood", "food"]
    t.play("food")
    assert t.has(0) == {"food": 1} and t.has(1) == {"wood": 1, "food": 1}


@pytest.mark.rule("S103", "SQ46")
def test_pack() -> None:
    t = Table("barbarians", "japanese").goods(0, worker=2)
    t.lay(0, "bar pack a", "bar raid")
    t.lay(1, "gold mine", "jap gate")
    t.play("activate", "bar pack a", "2", "opponent 1")
    assert t.legal == ["gold mine"]
    t.play("gold mine")
    assert t.legal == ["gold", "vp"]
    t.play("gold", "opponent 1", "gold mine", "vp")
    assert t.has(0) == {"gold": 1, "vp": 1} and "gold mine" in t.on_table(1)


@pytest.mark.rule("S104")
def test_raid_and_gallows() -> None:
    t = Table("barbarians", "romans").goods(0, raze=1).hand(0, "town")
    t.lay(0, "bar raid", "bar raid", "gallows")
    t.play("raze from hand", "town")
    assert t.has(0) == {"worker": 2, "vp": 3}


@pytest.mark.rule("S4", "SQ4")
def test_barter_takes_any_resources_and_gold() -> None:
    t = Table("barbarians", "romans").goods(0, wood=1, gold=2, stone=1)
    t.lay(0, "bar barter")
    t.play("activate", "bar barter", "2")
    assert t.legal == ["wood", "stone", "gold"]
    t.play("gold", "wood", "stone")
    assert t.legal == ["gold"]
    t.play("gold")
    assert t.has(0) == {"vp": 4}
    t = Table("barbarians", "romans").goods(0, gold=1)
    t.lay(0, "bar barter")
    assert "activate" not in t.legal, "it takes two"


# -- common cards ------------------------------------------------------------------------------------------------------


@pytest.mark.rule("S105")
def test_imperial_messenger() -> None:
    t = Table("japanese", "romans").goods(0, worker=2, food=1)
    t.lay(0, "imperial messenger", "jap trade route a")
    t.deals(0, "jap farm")
    t.lay(1, "rom bank")
    t.play("activate", "jap trade route a", "opponent 1", "rom bank", "end turn", "pass")
    t.play("activate", "imperial messenger")
    assert t.legal == ["jap farm", "rom bank"], "Trade Route deals too"
    t.play("rom bank")
    assert t.has(0) == {"gold": 2, "worker": 1}


@pytest.mark.rule("S106")
def test_hanseatic_league() -> None:
    t = Table("japanese", "romans").goods(0, worker=2, food=1).only("jap farm")
    t.lay(0, "hanseatic league", "jap trade route a")
    t.deals(0, "jap stalls")
    t.lay(1, "rom bank")
    t.play("activate", "jap trade route a", "opponent 1", "rom bank", "end turn", "pass")
    t.play("activate", "hanseatic league", "2")
    t.play("rom bank", "jap stalls")
    assert t.has(0) == {"gold": 1, "vp": 4} and t.discards == ["jap farm", "jap stalls"]
    assert t.states["routes"][0].sum() == 0


@pytest.mark.rule("S107", "SQ4", "SQ107")
def test_settlers() -> None:
    t = Table("romans", "japanese").goods(0, wood=1, gold=2).hand(0, "rom bank", "rom gardens", "mill")
    t.lay(0, "settlers", "rom administration")
    t.play("activate", "settlers", "0")
    assert t.legal == ["rom gardens", "rom bank"]
    t.play("rom bank", "gold")
    assert t.has(0) == {"gold": 3} and "rom bank" in t.on_table(0), "built in every respect, but without a location"


@pytest.mark.rule("SQ4")
def test_the_payment_of_settlers_leaves_its_effect_possible() -> None:
    t = Table("romans", "japanese").goods(0, wood=1, gold=1).hand(0, "rom bank")
    t.lay(0, "settlers")
    t.play("activate", "settlers")
    assert (t.due, t.legal) == ("gold", ["0"]), "the gold is needed for the stone"
    t.play("0", "rom bank")
    assert t.has(0) == {"gold": 1}
    t = Table("romans", "japanese").goods(0, wood=1).hand(0, "rom bank")
    t.lay(0, "settlers")
    assert "activate" not in t.legal


@pytest.mark.rule("S108", "SQ108")
def test_porters_and_farmers_at_work() -> None:
    t = Table("romans", "japanese").goods(0, food=2)
    t.lay(0, "porters", "rom stonemason", "gold mine")
    t.play("activate", "porters")
    assert t.legal == ["rom stonemason"]
    t.play("rom stonemason")
    assert t.has(0) == {"stone": 2, "food": 1}
    t.lay(0, "farmers at work")
    t.states["uses"][0] = 0
    t.stack(*TURN).play("activate", "porters", "farmers at work")
    assert t.legal == ["rom stonemason"], "Farmers then names another one"
    assert t.play("rom stonemason").has(0) == {"stone": 4}
    alone = Table("romans", "japanese").goods(0, food=1)
    alone.lay(0, "porters", "farmers at work")
    assert "activate" not in alone.legal, "Farmers has nothing to produce"


@pytest.mark.rule("S3")
def test_goods() -> None:
    assert PLAIN_GOODS == ("wood", "stone", "food", "gold", "worker", "raze", "vp")
