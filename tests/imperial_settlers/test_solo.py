"""The solo game against the virtual player (chapter Y)."""

from __future__ import annotations

import pytest

from scythe_env.imperial_settlers.components import FACES, RAZE_GOODS
from scythe_env.imperial_settlers.config import ImperialSettlersConfig
from scythe_env.imperial_settlers.constants import COLLECTED, NONE
from scythe_env.imperial_settlers.game import title
from scythe_env.imperial_settlers.tables import attack_cards

from .table import Table, rule_of
from .test_rounds import Dealt

VIRTUAL = 1


class Solo(Table):
    """A solo table with the attack cards that a test wants: those open, the first target first, and the next ones."""

    def __init__(self, faction: str, *line: str, deck: tuple[str, ...] = (), **options: object) -> None:
        super().__init__(faction, **options)
        s = self.states[0]
        s["line"] = NONE
        for k, good in enumerate(line):
            s["line"][k] = RAZE_GOODS.index(good)
        s["attack_deck"] = 0
        for good in deck:
            s["attack_deck"][RAZE_GOODS.index(good)] += 1

    def attack(self) -> Solo:
        """One attack."""
        self.stack(("CLOSE_ROUND", 0), ("ATTACK", 0)).refresh()
        return self


@pytest.mark.rule("S123", "S140", "S122", "SQ140")
def test_set_up() -> None:
    t = Dealt(3, players=1)
    assert [rule_of(attack_cards)(good) for good in range(len(RAZE_GOODS))] == [3, 2, 1, 3, 2, 0, 2, 3]
    assert t.states["attack_deck"][0].sum() == 15 and len(t.line()) == 1
    assert t.states["goods"][0, VIRTUAL].sum() == 0 and t.states["faction"][0, VIRTUAL] == NONE
    assert len(t.cards(0)) == 5


@pytest.mark.rule("S125")
def test_lookout() -> None:
    t = Dealt(3, players=1)
    opened = t.open()
    assert len(opened) == 4
    t.play(opened[0])
    assert len(t.open()) == 2 and len(t.on_table(VIRTUAL)) == 1
    second = t.open()[0]
    t.play(second)
    assert t.open() == [] and len(t.on_table(VIRTUAL)) == 2
    assert sorted([opened[0], second, *t.on_table(VIRTUAL)]) == sorted(opened) and t.discards == []


@pytest.mark.rule("S125", "SQ24.1")
def test_the_virtual_player_finds_no_card() -> None:
    t = Table("romans").empty("common")
    t.states["open"][0, FACES.index("statue")] = 1
    t.stack(("END_ROUND", 0), ("TURN", 0), ("GIVE_CARD", 0), ("PICK", 0)).play("statue")
    assert t.cards(0) == ["statue"] and t.on_table(VIRTUAL) == []


@pytest.mark.rule("SQ121")
def test_variants_are_refused() -> None:
    for options in ({"lookout": "advanced"}, {"peaceful": True}):
        with pytest.raises(ValueError, match="need 2 to 4 players"):
            ImperialSettlersConfig(players=1, **options)


@pytest.mark.rule("S127", "S128", "SQ127.2")
def test_his_locations_are_targets() -> None:
    t = Solo("barbarians").goods(0, raze=2, worker=9, food=9)
    t.lay(VIRTUAL, "gold mine")
    t.lay(0, "bar saboteurs a", "jap trade route a")
    t.play("activate") if "activate" in t.legal else None
    assert t.due == "turn", "he has no supply and no faction location"
    t.play("raze an opponent", "opponent 1", "gold mine")
    assert t.has(0)["gold"] == 1 and t.discards == ["gold mine"], "no foundation"
    assert t.on_table(VIRTUAL) == t.on_table(VIRTUAL, "foundation") == []


@pytest.mark.rule("SQ127.2")
def test_he_may_be_named_by_desert_without_effect() -> None:
    t = Solo("egyptians").hand(0, "mill", "brewer")
    t.lay(0, "egy desert")
    t.play("activate", "egy desert", "mill", "opponent 1")
    assert t.vp(0) == 1 and t.cards(0) == ["brewer"] and t.due == "turn"


@pytest.mark.rule("S127", "SQ127.1")
@pytest.mark.parametrize(
    ("faction", "name", "deals", "goods"),
    [("barbarians", "bar robbers", 0, 0), ("japanese", "jap ninjas", 0, 1), ("romans", "rom spies", 1, 0)],
)
def test_open_attack_cards_are_his_deals(faction: str, name: str, deals: int, goods: int) -> None:
    t = Solo(faction, "stone", "gold").goods(0, worker=2)
    t.lay(0, name)
    t.play("activate", name, "opponent 1")
    assert t.legal == ["stone", "gold"]
    t.play("gold")
    assert t.line() == ["stone"]
    assert t.states["attack_deals"][0].sum() == deals and t.has(0).get("gold", 0) == goods


@pytest.mark.rule("SQ127.1")
def test_an_attack_card_taken_is_an_own_deal() -> None:
    t = Solo("romans").goods(0, worker=2)
    t.states["attack_deals"][0, RAZE_GOODS.index("gold")] = 1
    t.lay(0, "hanseatic league", "imperial messenger")
    t.play("activate", "imperial messenger", "gold")
    assert t.has(0) == {"worker": 1, "gold": 1}
    t.play("activate", "hanseatic league", "gold")
    assert t.has(0) == {"gold": 1, "vp": 2} and t.states["attack_deals"][0].sum() == 0
    t.states["attack_deals"][0, RAZE_GOODS.index("gold")] = 2
    t.stack(("END_ROUND", 0), ("NEXT_TURN", 0), ("PRODUCE", 0))
    assert t.has(0)["gold"] == 3


@pytest.mark.rule("S124", "S129", "S130", "S126")
def test_the_attack_phase() -> None:
    t = Solo("romans", "wood", deck=("stone", "gold", "food"))
    t.lay(VIRTUAL, "mill", "brewer")
    t.states["round"] = 5
    t.stack(("END_ROUND", 0)).refresh()
    assert t.states["place"][0].tolist().count(COLLECTED) == 2, "his locations go to the collection"
    assert len(t.line()) == 3 and t.line()[2] == "wood", "two cards were opened onto the line, in the fifth round too"
    assert t.states["status"][0] == 1


@pytest.mark.rule("S129", "S37")
def test_what_lies_on_a_collected_location_is_lost() -> None:
    t = Solo("egyptians", "wood", deck=("stone", "gold"))
    t.lay(VIRTUAL, "mill")
    taken = t.lay(VIRTUAL, "brewer")
    t.set("taken_by", taken, 0).goods(0, defence=1)
    t.play("place a defence token", "brewer", "pass")
    assert t.on_table(VIRTUAL, "collection") == ["mill", "brewer"]
    assert t.states["guard"][0].sum() == 0
    t = Solo("egyptians", "wood", deck=("stone", "gold"))
    t.set("taken_by", t.lay(VIRTUAL, "brewer"), 0).goods(0, defence=1)
    t.states["round"] = 5
    t.play("place a defence token", "brewer", "pass")
    assert t.states["guard"][0].sum() == 0, "in the last round, which has no Cleanup, too"


@pytest.mark.rule("S131", "S132", "SQ124")
def test_no_fit_ends_the_attack() -> None:
    t = Solo("romans", "stone", "gold", deck=("food",))
    t.lay(0, "old forest", "gold mine")
    t.attack()
    assert t.line() == ["food", "stone", "gold"], "no candidate"
    t = Solo("romans", "stone", "gold", deck=("food",))
    t.lay(0, "mill")  # worker and food
    t.attack()
    assert t.line() == ["food", "stone", "gold"] and t.on_table(0) == ["mill"], "only pairs with the first target count"


@pytest.mark.rule("S132", "S134", "S135", "SQ135", "S139")
def test_the_first_pair_that_fits_takes_a_location() -> None:
    t = Solo("romans", "stone", "worker", "gold", "wood", deck=("food",))
    mill, confectioner = t.lay(0, "mill"), t.lay(0, "confectioner")
    t.set("guard", mill).set("guard", confectioner)
    t.attack()
    assert t.due == "location" and t.legal == ["mill"], "worker is compared before gold"
    t.play("mill")
    assert t.on_table(VIRTUAL, "collection") == ["mill"] and t.on_table(0) == ["confectioner"]
    assert t.on_table(0, "foundation") == [] and t.has(0) == {}
    assert t.line() == ["stone", "gold", "wood", "food", "worker"]


@pytest.mark.rule("SQ132")
def test_two_equal_goods_need_two_open_cards() -> None:
    t = Solo("romans", "stone", deck=("wood",))
    t.lay(0, "old forest")
    t.attack()
    assert t.on_table(0) == ["old forest"]
    t = Solo("romans", "stone", "wood", deck=("wood",))
    t.lay(0, "old forest")
    assert t.attack().legal == ["old forest"]


@pytest.mark.rule("S133", "SQ136.2")
@pytest.mark.parametrize(
    ("names", "taken"),
    [
        (("lumberjacks", "old forest", "wood storage"), ["lumberjacks"]),  # action
        (("wood storage", "old forest"), ["wood storage"]),  # feature
        (("old forest", "wood supplier"), ["wood supplier"]),  # more resources in the cost
        (("lumberjacks", "new forest"), ["lumberjacks"]),
        (("lumberjacks route", "old forest"), ["old forest", "lumberjacks route"]),  # the human chooses
    ],
)
def test_of_several_that_fit(names: tuple[str, ...], taken: list[str]) -> None:
    t = Solo("romans", "wood", deck=("wood",))
    t.lay(0, *names)
    assert t.attack().legal == taken


@pytest.mark.rule("S133")
def test_more_stone_decides() -> None:
    t = Solo("romans", "stone", deck=("vp",))
    t.lay(0, "mason b", "armorer", "barracks")
    assert t.attack().legal == ["mason b"]
    t = Solo("romans", "card", deck=("card",))
    t.lay(0, "castle a", "castle b", "tavern")
    assert t.attack().legal == ["castle b"]


@pytest.mark.rule("S136", "SQ136.2")
def test_japanese_lose_faction_locations_to_two_vp() -> None:
    t = Solo("japanese", "stone", "vp", deck=("vp",))
    t.lay(0, "jap farm", "jap casino", "jap garrison", "jap shrine", "armorer")
    assert t.attack().legal == ["jap garrison"], "raze comes first of their deal goods; the Shrine has no raze field"
    t.play("jap garrison")
    assert t.on_table(VIRTUAL, "collection") == ["jap garrison"] and t.line() == ["stone", "vp", "vp"]


@pytest.mark.rule("S136", "SQ136.2")
def test_the_deal_good_decides_before_the_kind() -> None:
    """A worker comes before food, also where the location with the food has an action."""
    t = Solo("japanese", "vp", deck=("vp",))
    t.lay(0, "jap farm", "jap stalls")
    assert t.attack().legal == ["jap farm"]


@pytest.mark.rule("S136")
def test_two_vp_count_only_from_the_first_target_on() -> None:
    t = Solo("japanese", "vp", deck=("card",))
    t.lay(0, "jap farm", "jap stalls")
    assert t.attack().due != "location" and t.on_table(VIRTUAL, "collection") == []


@pytest.mark.rule("SQ131", "SQ136.1")
def test_japanese_without_such_a_location() -> None:
    t = Solo("japanese", "stone", "vp", deck=("vp",))
    t.lay(0, "jap shrine", "jap gate", "armorer")
    assert t.attack().legal == ["armorer"], "the attack goes on as usual"


@pytest.mark.rule("S37", "S129", "SQ86.1")
def test_a_token_on_a_location_of_his_is_lost_when_it_is_collected() -> None:
    """An Egyptian may have put it there; the fifth round has no Cleanup that takes it off."""
    t = Solo("egyptians", deck=("food", "food"))
    t.set("guard", t.lay(VIRTUAL, "gold mine"))
    t.states["round"] = 5
    t.stack(("END_ROUND", 0)).refresh()
    assert t.on_table(VIRTUAL, "collection") == ["gold mine"] and t.states["guard"][0].sum() == 0


@pytest.mark.rule("S121", "S137", "SQ137")
@pytest.mark.parametrize(("collection", "reward"), [(1, 1.0), (2, -1.0), (3, -1.0)])
def test_won_or_lost(collection: int, reward: float) -> None:
    t = Solo("romans").goods(0, vp=30)
    t.lay(0, "rom bank", "rom spies", "mill")
    t.lay(VIRTUAL, *["ruins"] * collection, place=COLLECTED)
    t.states["status"] = 1
    assert t.game.rewards(t.states, 0) == [reward]
    assert t.score(0)["score"] == 35 and t.score(0)["collection"] == collection


@pytest.mark.rule("S138")
@pytest.mark.parametrize(
    ("score", "name"),
    [
        (0, "plebeian"), (29, "plebeian"), (30, "servant"), (40, "squire"), (50, "knight"), (60, "castellan"),
        (79, "king"), (80, "emperor"), (140, "emperor"),
    ],
)  # fmt: skip
def test_titles(score: int, name: str) -> None:
    assert title(score) == name
