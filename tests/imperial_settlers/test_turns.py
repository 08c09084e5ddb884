"""The Action phase: building, deals, razing, activating, workers, tokens (chapters E to K)."""

from __future__ import annotations

import pytest

from scythe_env.imperial_settlers.components import FACES

from .table import Table

# -- turns -------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("S30", "S31", "S32")
def test_turns_go_round_until_all_have_passed() -> None:
    t = Table("romans", "barbarians", "egyptians")
    for seat in range(3):
        t.goods(seat, worker=8)
    t.play("spend workers", "wood", "stop")
    assert t.seat == 1
    t.play("pass")
    assert t.seat == 2
    t.play("spend workers", "stone", "stop")
    assert t.seat == 0, "the second seat has passed"
    t.play("pass")
    assert t.seat == 2
    t.play("spend workers", "stone", "stop")
    assert t.seat == 2
    t.play("pass")
    assert t.states["round"][0] == 2


@pytest.mark.rule("S32", "SQ32")
def test_who_has_passed_is_no_target() -> None:
    t = Table("barbarians", "romans", "japanese").goods(0, raze=9, worker=9)
    t.lay(0, "bar pack a", "bar saboteurs a", "bar robbers")
    for seat in (1, 2):
        t.lay(seat, "statue" if seat == 1 else "mill")
        t.deals(seat, "rom bank" if seat == 1 else "jap farm")
        t.goods(seat, wood=1)
    t.states["passed"][0, 1] = 1
    t._changed().play("raze an opponent")
    assert t.legal == ["opponent 2"]
    for location in ("bar pack a", "bar saboteurs a", "bar robbers"):
        t.stack(("END_ROUND", 0), ("NEXT_TURN", 0), ("TURN", 0)).play("activate", location)
        if t.due == "uses":
            t.play("1")
        assert t.legal == ["opponent 2"]


@pytest.mark.rule("SQ30")
def test_a_seat_that_can_only_pass_is_passed_on() -> None:
    t = Table("romans", "barbarians")
    t.states["play_forced"] = 1
    t.goods(1, worker=2)
    assert t.seat == 1 and t.states["passed"][0, 0] == 1


@pytest.mark.rule("SQ30", "SQ63")
def test_free_placements_before_and_after_the_action() -> None:
    t = Table("romans", "barbarians").goods(0, defence=2, worker=2)
    t.lay(0, "statue", "mill", "brewer")
    t.play("place a defence token", "mill")
    assert (t.due, t.seat) == ("turn", 0) and "pass" in t.legal
    t.play("spend workers", "wood")
    assert t.legal == ["place a defence token", "end turn"]
    t.play("place a defence token", "statue")
    assert t.seat == 1, "no token is left"


@pytest.mark.rule("SQ63")
def test_who_passes_places_nothing_more() -> None:
    t = Table("romans", "barbarians").goods(0, defence=1)
    t.lay(0, "statue")
    assert t.play("pass").seat == 1


# -- building ----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("S4", "SQ4")
def test_gold_stands_in_for_resources() -> None:
    t = Table("romans", "barbarians").goods(0, wood=2, stone=1, gold=2).hand(0, "rubble")  # two wood, one stone
    t.play("build", "rubble")
    assert (t.due, t.legal) == ("gold", ["0", "1", "2"])
    t.play("1")
    assert (t.due, t.legal) == ("gold", ["0", "1"])
    t.play("0")
    assert t.has(0) == {"wood": 1, "gold": 1, "stone": 1}  # the stone of its production


@pytest.mark.rule("S4", "SQ4")
def test_what_can_be_paid_in_one_way_is_not_asked() -> None:
    t = Table("romans", "barbarians").goods(0, wood=1, gold=2).hand(0, "rubble")
    assert t.play("build", "rubble").due == "turn"
    assert t.has(0) == {"stone": 1}
    t = Table("romans", "barbarians").goods(0, wood=9, stone=0).hand(0, "monument")
    assert "build" not in t.legal, "a resource does not stand in for another one"


@pytest.mark.rule("S4")
def test_resources_do_not_stand_in_for_gold() -> None:
    t = Table("egyptians", "romans").goods(0, wood=9, stone=9, food=9, gold=1)
    t.lay(0, "egy avenue of sphinxes")
    assert "activate" not in t.legal


@pytest.mark.rule("S35", "S36", "S37")
def test_any_own_location_is_a_location_symbol() -> None:
    t = Table("romans", "barbarians").goods(0, wood=1, stone=1).hand(0, "rom stonemason")
    used = t.lay(0, "gold mine")
    t.set("uses", used, 2).set("guard", used)
    t.lay(0, "rom bank", "ruins")
    t.lay(1, "statue")
    t.play("build", "rom stonemason")
    assert sorted(t.legal) == ["gold mine", "rom bank", "ruins"]
    t.play("gold mine")
    assert t.discards == ["gold mine"] and t.states["guard"][0].sum() == t.states["uses"][0].sum() == 0


@pytest.mark.rule("S35", "S55", "SQ35", "SQ55")
def test_the_oldest_foundation_goes_to_the_common_discards() -> None:
    t = Table("romans", "barbarians").goods(0, stone=2).hand(0, "rom bank", "rom builder")
    t.foundation(0, "mill")
    t.foundation(0, "brewer")
    t.play("build", "rom bank")
    assert t.legal == ["foundation"]
    t.play("foundation")
    assert t.discards == ["mill"] and t.on_table(0, "foundation") == ["brewer"]
    t.play("pass").play("build", "rom builder", "foundation")
    assert t.discards == ["mill", "brewer"] or sorted(t.discards) == ["brewer", "mill"]


@pytest.mark.rule("S55")
def test_a_foundation_is_nothing_else() -> None:
    t = Table("romans", "barbarians").goods(0, raze=9, defence=1)
    t.foundation(1, "statue")
    t.foundation(0, "mill")
    assert t.legal == ["pass"]
    assert t.score(1)["score"] == 0


@pytest.mark.rule("S7", "S8", "SQ42")
def test_a_location_discarded_as_cost_is_gone_before_the_new_one_counts() -> None:
    t = Table("barbarians", "romans").goods(0, wood=2).hand(0, "bar hill fort")
    t.lay(0, "gallows", "barracks")
    t.play("build", "bar hill fort", "gallows")
    assert t.vp(0) == 2


@pytest.mark.rule("SQ42", "SQ15.2")
def test_a_card_discarded_as_cost_may_come_back_with_the_bonus() -> None:
    t = Table("romans", "barbarians").goods(0, food=1).hand(0, "rom legion").only("mill")
    t.foundation(0, "statue")
    t.play("build", "rom legion", "foundation")
    assert sorted(t.cards(0)) == ["mill", "statue"] and t.discards == []


@pytest.mark.rule("SQ42")
def test_a_feature_discarded_as_cost_rewards_nothing() -> None:
    t = Table("barbarians", "romans").goods(0, wood=1).hand(0, "bar raid")
    t.lay(0, "bar frontier")
    assert t.play("build", "bar raid", "bar frontier").has(0) == {}


@pytest.mark.rule("S43")
def test_several_copies_stand_side_by_side() -> None:
    t = Table("romans", "barbarians").goods(0, wood=9, stone=9).hand(0, *["quarry common"] * 2)
    t.play("build", "quarry common", "pass", "build", "quarry common")
    assert t.on_table(0) == ["quarry common"] * 2


@pytest.mark.rule("SQ33")
def test_only_what_one_has_before_pays() -> None:
    t = Table("romans", "barbarians").goods(0, wood=1).hand(0, "lumberjacks route")  # two wood, gives two
    assert "build" not in t.legal


@pytest.mark.rule("S40", "S41", "SQ39")
def test_the_order_at_a_build() -> None:
    """Bonus, production, features that gain, features with a choice, Slaver last."""
    t = Table("egyptians", "romans").goods(0, wood=1, stone=2, gold=0).hand(0, "watchtower")
    t.goods(0, wood=2)
    t.play("build", "watchtower")
    assert t.due == "deck"
    t.play("common card")
    assert t.due == "deck", "the production draws, too"
    t.play("common card")
    t = Table("romans", "egyptians").goods(0, wood=1, stone=2).hand(0, "rom trade colony")
    t.foundation(0, "ruins")
    t.lay(0, "rom headquarters", "rom administration", "supplier")
    t.play("build", "rom trade colony", "foundation")
    assert t.has(0) == {"worker": 1, "gold": 2, "vp": 1}, "production and Supplier come first"
    assert t.due == "option"
    t.play("vp", "gold")
    assert t.has(0) == {"worker": 1, "gold": 3, "vp": 2}


@pytest.mark.rule("S109")
def test_building_a_free_card_is_the_action() -> None:
    t = Table("romans", "barbarians").goods(0, worker=2).hand(0, "ruins", "ruins")
    assert t.play("build", "ruins").seat == 1
    assert t.has(0) == {"worker": 3}


# -- deals -------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("S44", "S45")
def test_a_deal() -> None:
    t = Table("romans", "barbarians").goods(0, food=1).hand(0, "rom bank", "statue")
    t.play("deal")
    assert t.legal == ["rom bank"], "common cards make no deals"
    t.play("rom bank")
    assert t.has(0) == {"gold": 1} and t.on_table(0, "deal") == ["rom bank"] and t.on_table(0) == []


@pytest.mark.rule("S45")
def test_any_number_of_deals() -> None:
    t = Table("romans", "barbarians").goods(0, food=9)
    t.deals(0, *["rom legion"] * 2, "rom bank", "rom spies", "rom barracks")
    assert "deal" in t.hand(0, "rom stonemason").legal


# -- razing ------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("S46")
def test_raze_from_hand() -> None:
    t = Table("romans", "barbarians").goods(0, raze=1).hand(0, "gold mine", "rom bank", "ruins")
    t.play("raze from hand")
    assert t.legal == ["gold mine"]
    t.play("gold mine")
    assert t.has(0) == {"vp": 1, "gold": 1} and t.discards == ["gold mine"]


@pytest.mark.rule("S47")
def test_the_japanese_raze_their_own_cards_from_hand() -> None:
    t = Table("japanese", "barbarians").goods(0, raze=1).hand(0, "jap farm", "jap gate")
    t.play("raze from hand")
    assert t.legal == ["jap farm"]
    assert t.play("jap farm").vp(0) == 1 and t.discards == ["jap farm"]


@pytest.mark.rule("S48", "S49", "S51", "S52")
def test_raze_an_opponents_location() -> None:
    t = Table("barbarians", "romans", "egyptians").goods(0, raze=2)
    t.lay(0, "brewer")
    t.lay(1, "gold mine", "rom bank", "ruins")
    t.lay(2, "egy slaver")
    t.play("raze an opponent")
    assert t.legal == ["opponent 1"], "no faction location, no own one, none without a raze field"
    t.play("opponent 1")
    assert t.legal == ["gold mine"]
    t.play("gold mine")
    assert t.has(0) == {"vp": 1, "gold": 1} and t.has(1) == {"wood": 1}
    assert t.on_table(1, "foundation") == ["gold mine"]
    assert sorted(t.on_table(1)) == ["rom bank", "ruins"]


@pytest.mark.rule("S50", "SQ50")
def test_a_razed_japanese_location_is_discarded() -> None:
    t = Table("barbarians", "japanese").goods(0, raze=2)
    t.lay(1, "jap farm", "jap gate")
    t.play("raze an opponent", "opponent 1")
    assert t.legal == ["jap farm"]
    t.play("jap farm")
    assert t.vp(0) == 1 and t.discards == ["jap farm"] and t.has(1) == {} and t.on_table(1) == ["jap gate"]


@pytest.mark.rule("S53", "S54")
@pytest.mark.parametrize("name", ["gold mine", "jap farm"])
def test_protection_costs_a_token_more(name: str) -> None:
    t = Table("barbarians", "japanese").goods(0, raze=2)
    t.set("guard", t.lay(1, name))
    assert "raze an opponent" not in t.legal
    t.goods(0, raze=4).play("raze an opponent", "opponent 1", name)
    assert t.has(0)["raze"] == 1
    assert t.states["guard"][0].sum() == 0 and "defence" not in t.has(1) and "worker" not in t.has(1)


@pytest.mark.rule("SQ37")
def test_what_lies_on_a_location_that_becomes_a_foundation_is_gone() -> None:
    t = Table("barbarians", "romans").goods(0, raze=9)
    mine = t.lay(1, "gold mine")
    for field in ("guard", "uses", "blocked"):
        t.set(field, mine)
    t.play("raze an opponent", "opponent 1", "gold mine")
    assert [int(t.states[field][0, mine]) for field in ("guard", "uses", "blocked")] == [0, 0, 0]


@pytest.mark.rule("S116")
def test_peaceful_games_have_no_razing_of_opponents() -> None:
    t = Table("barbarians", "romans", peaceful=True).goods(0, raze=9).hand(0, "mill")
    t.lay(1, "gold mine")
    t.lay(0, "bar dark chapel a")
    assert "raze an opponent" not in t.legal and "raze from hand" in t.legal
    t.play("activate", "bar dark chapel a")
    assert "raze an opponent" in t.legal, "abilities of cards raze"


# -- activating --------------------------------------------------------------------------------------------------------


@pytest.mark.rule("S58")
def test_twice_cards_are_used_twice_in_one_turn_or_in_two() -> None:
    t = Table("romans", "barbarians").goods(0, worker=3)
    t.lay(0, "gold mine")
    t.play("activate", "gold mine", "1")
    assert t.has(0) == {"worker": 2, "gold": 1}
    t.play("pass", "activate", "gold mine")
    assert t.has(0) == {"worker": 1, "gold": 2}, "one use is left, so nothing is asked"
    assert "activate" not in t.legal


@pytest.mark.rule("S59", "S69")
def test_what_was_paid_is_in_nobodys_supply() -> None:
    t = Table("barbarians", "romans").goods(0, worker=2, wood=1)
    t.lay(0, "joiner")
    t.play("activate", "joiner")
    assert t.has(0) == {"worker": 1, "vp": 2}
    t.stack(("END_ROUND", 0)).refresh()
    assert t.has(0) == {"worker": 1, "vp": 2}, "what was paid is not stored"


@pytest.mark.rule("S60")
@pytest.mark.parametrize(("name", "gains"), [("tavern", {"vp": 2}), ("egy desert", {"vp": 1})])
def test_a_hand_card_is_paid(name: str, gains: dict[str, int]) -> None:
    t = Table("egyptians", "romans")
    t.lay(0, name)
    assert "activate" not in t.legal
    t.hand(0, "mill", "egy oasis").play("activate", name, "egy oasis")
    if name == "egy desert":
        t.play("opponent 1")
    assert t.discards == ["egy oasis"] and t.cards(0) == ["mill"] and t.has(0) == gains


@pytest.mark.rule("SQ56")
def test_an_activation_needs_an_effect() -> None:
    t = Table("romans", "barbarians").goods(0, worker=9, food=9)
    t.lay(0, "rom engineers", "rom spies", "porters", "imperial messenger", "acting troupe")
    assert "activate" not in t.legal
    t.lay(1, "ruins")
    assert t.play("activate").legal == ["rom engineers"]


@pytest.mark.rule("SQ56")
def test_parts_that_follow_are_carried_out_as_far_as_they_can_be() -> None:
    t = Table("barbarians", "romans").goods(0, worker=2).empty("common").empty("barbarians")
    t.lay(0, "bar robbers")
    t.deals(1, "rom bank")
    t.play("activate", "bar robbers", "opponent 1", "rom bank")
    assert t.vp(0) == 1 and t.cards(0) == []


@pytest.mark.rule("SQ58")
def test_a_second_use_that_has_become_impossible_is_dropped_unpaid() -> None:
    t = Table("egyptians", "romans").goods(0, gold=2)
    t.lay(0, "egy royal baths")
    t.set("uses", t.lay(0, "gold mine"), 2)
    t.play("activate", "egy royal baths", "2", "gold mine")
    assert t.has(0) == {"gold": 1}
    assert t.states["uses"][0].sum() == 1


@pytest.mark.rule("SQ58")
def test_both_payments_must_be_there_before_the_first_use() -> None:
    t = Table("barbarians", "romans").goods(0, worker=1)
    t.lay(0, "bar pack a")
    t.lay(1, "town")
    t.play("activate", "bar pack a")
    assert t.due == "player", "a worker gained by Pack does not count"


# -- workers -----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("S61", "S62", "SQ61")
def test_pairs_of_workers() -> None:
    t = Table("romans", "barbarians").goods(0, worker=9).only("statue", "rom bank")
    t.play("spend workers")
    assert t.legal == ["wood", "stone", "food", "common card", "faction card"]
    t.play("wood", "wood", "common card", "faction card")
    assert t.seat == 1, "one worker is left"
    assert t.has(0) == {"wood": 2, "worker": 1} and t.cards(0) == ["statue", "rom bank"]


# -- tokens ------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("S63", "S64", "SQ64")
def test_defence_tokens_go_to_common_locations() -> None:
    t = Table("japanese", "barbarians").goods(0, defence=3)
    t.lay(0, "statue", "jap farm")
    t.lay(1, "mill")
    t.play("place a defence token")
    assert t.legal == ["statue"]
    t.play("statue")
    assert t.has(0) == {"defence": 2} and "place a defence token" not in t.legal


@pytest.mark.rule("S65")
def test_samurai_go_to_faction_locations() -> None:
    t = Table("japanese", "barbarians").goods(0, worker=3)
    t.lay(0, "statue", "jap farm", "jap gate")
    t.play("place a samurai")
    assert sorted(t.legal) == ["jap farm", "jap gate"]
    t.play("jap gate", "place a samurai", "jap farm")
    assert t.has(0) == {"worker": 1} and "place a samurai" not in t.legal
    other = Table("romans", "barbarians").goods(0, worker=3)
    other.lay(0, "rom bank")
    assert "place a samurai" not in other.legal


@pytest.mark.rule("S66")
def test_a_samurai_is_lost_with_its_location() -> None:
    t = Table("japanese", "barbarians").goods(0, wood=1).hand(0, "jap stalls")
    t.set("guard", t.lay(0, "jap farm"))
    t.play("build", "jap stalls", "jap farm")
    assert t.states["guard"][0].sum() == 0 and t.has(0) == {}


@pytest.mark.rule("S35")
def test_copies_that_differ_are_told_apart() -> None:
    t = Table("romans", "barbarians").goods(0, wood=1, stone=1).hand(0, "rom stonemason")
    t.set("guard", t.lay(0, "gold mine"))
    t.lay(0, "gold mine")
    t.play("build", "rom stonemason", "gold mine")
    assert (t.due, t.legal) == ("copy of", ["copy 1", "copy 2"])
    t.play("copy 1")
    assert t.states["guard"][0].sum() == 1, "the first copy bears nothing"
    assert t.on_table(0) == ["gold mine", "rom stonemason"]
    assert t.discards == [FACES[FACES.index("gold mine")]]


@pytest.mark.rule("S35", "S108")
def test_copies_of_which_one_has_produced_are_alike() -> None:
    t = Table("romans", "barbarians").hand(0, "rom stonemason")
    t.lay(0, "watchtower", "watchtower", "farmers at work")
    t.stack(("END_ROUND", 0), ("NEXT_TURN", 0), ("PRODUCE", 0))
    t.play("watchtower", "common card", "farmers at work", "watchtower")
    assert t.due == "deck", "nobody is asked which of the towers is copied"
    t.play("common card", "watchtower", "common card")
    t.stack(("END_ROUND", 0), ("NEXT_TURN", 0), ("TURN", 0)).play("build", "rom stonemason", "watchtower")
    assert t.on_table(0) == ["farmers at work", "watchtower", "rom stonemason"]
