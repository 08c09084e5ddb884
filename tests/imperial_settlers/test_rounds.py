"""Set-up, Lookout, Production, Cleanup, the end (chapters A to D, L, V)."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest

from scythe_env.core.game import ENDED, TRUNCATED
from scythe_env.imperial_settlers.components import COLORS, FACES, FACTIONS, load_components
from scythe_env.imperial_settlers.config import ImperialSettlersConfig
from scythe_env.imperial_settlers.constants import NUM_COMMON_CARDS
from scythe_env.imperial_settlers.game import ImperialSettlers

from .table import Table


class Dealt(Table):
    """A game as it is dealt, at its first decision."""

    def __init__(self, seed: int = 1, **options: object) -> None:
        self.game = ImperialSettlers(ImperialSettlersConfig(play_forced=False, **options))  # type: ignore[arg-type]
        self.states, self.mask = self.game.new_states(1), np.zeros(self.game.num_actions, np.int8)
        self.game.reset(self.states, 0, seed, self.mask)
        self._stale = False

    def size(self, seat: int) -> int:
        return len(self.cards(seat))

    def open(self) -> list[str]:
        return self._named("open")


# -- cards and set-up --------------------------------------------------------------------------------------------------


@pytest.mark.rule("S2", "S12")
def test_the_cards() -> None:
    data = load_components()
    decks = Counter[int]()
    for face in data.faces:
        decks[data.designs[face.design].deck] += face.copies
    assert list(decks.values()) == [84, 30, 30, 30, 30]
    assert len(data.designs) == 126 and len(data.faces) == 137


@pytest.mark.rule("S120")
@pytest.mark.parametrize("deck", range(1, 5))
def test_a_faction_deck_has_three_designs_thrice_six_twice_nine_once(deck: int) -> None:
    copies = Counter[int]()
    for face in load_components().faces:
        if load_components().designs[face.design].deck == deck:
            copies[face.design] += face.copies
    assert Counter(copies.values()) == {3: 3, 2: 6, 1: 9}


@pytest.mark.rule("S11", "S94", "S109")
def test_colours() -> None:
    colors = {design.key: [COLORS[color] for color in design.colors] for design in load_components().designs}
    assert colors["ruins"] == []
    assert sorted(colors["rom_trade_colony"]) == ["brown", "grey", "red"]
    assert all(len(found) == 1 for key, found in colors.items() if key not in ("ruins", "rom_trade_colony"))


@pytest.mark.rule("S19", "SQ19")
def test_factions_are_drawn_and_differ() -> None:
    tables = [Dealt(seed, players=3, factions=(None, "romans", None)) for seed in range(30)]
    drawn = [t.states["faction"][0, :3].tolist() for t in tables]
    assert all(len(set(row)) == 3 and FACTIONS[row[1]] == "romans" for row in drawn)
    assert {row[0] for row in drawn} == {0, 1, 3}
    with pytest.raises(ValueError, match="twice"):
        ImperialSettlersConfig(players=2, factions=("romans", "romans"))


@pytest.mark.rule("S18", "S20", "S21", "S23")
def test_the_deal() -> None:
    firsts = set()
    for seed in range(12):
        t = Dealt(seed, players=3)
        firsts.add(int(t.states["first"][0]))
        assert int(t.states["round"][0]) == 1
        for seat in range(3):
            common = sum(FACES.index(name) < 58 for name in t.cards(seat))
            assert (common, t.size(seat) - common) == (2, 3)  # two of each, and the faction card of the first round
            assert t.has(seat) == {}
    assert firsts == {0, 1, 2}


# -- Lookout -----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("S24", "S25", "SQ24.2")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_two_picks_forth_and_back(players: int) -> None:
    t = Dealt(3, players=players)
    first = int(t.states["first"][0])
    order = [(first + k) % players for k in range(players)]
    for seats in (order, order[::-1]):
        assert sum(t.states["open"][0]) == players + 1
        for left, seat in zip(range(players + 1, 1, -1), seats, strict=True):
            assert (t.due, t.seat, len(t.open())) == ("pick", seat, left)
            taken = t.open()[0]
            before = t.cards(seat).count(taken)
            t.play(taken)
            assert t.cards(seat).count(taken) == before + 1
    assert len(t.discards) == 2 and t.due != "pick"


@pytest.mark.rule("SQ24.1")
def test_who_finds_no_card_takes_none() -> None:
    t = Table("romans", "japanese").empty("common")
    t.states["open"][0, FACES.index("statue")] = 1
    t.stack(("END_ROUND", 0), ("NEXT_TURN", 0), ("TURN", 0), ("PICK", 1), ("PICK", 0)).play("statue")
    assert t.cards(0) == ["statue"] and t.cards(1) == [] and (t.due, t.seat) == ("turn", 0)


@pytest.mark.rule("SQ24.1", "S110")
def test_who_finds_no_card_in_front_keeps_none() -> None:
    """The last common card lies in front of seat 0; nobody else has a choice, and it is not passed on."""
    t = Table("romans", "japanese", lookout="alternative").only("statue")
    t.stack(("START_ROUND", 0))
    assert (t.due, t.seat, t.legal) == ("keep", 0, ["statue"])
    t.play("statue")
    assert t.cards(0).count("statue") == 1 and t.discards == [] and t.due != "keep"


@pytest.mark.rule("S110", "SQ110.1")
def test_alternative_lookout() -> None:
    t = Dealt(5, players=3, lookout="alternative")
    first = int(t.states["first"][0])
    order = [(first + k) % 3 for k in range(3)]
    fronts = [[FACES[face] for face in t.states["offered"][0, seat].tolist()] for seat in range(3)]
    kept = {}
    for seat in order:
        assert (t.due, t.seat) == ("keep", seat)
        kept[seat] = t.legal[0]
        t.play(kept[seat])
    passed: dict[int, list[str]] = {}
    for seat in range(3):
        rest = list(fronts[seat])
        rest.remove(kept[seat])
        assert kept[seat] in t.cards(seat)
        passed[(seat + 1) % 3] = rest
    for seat in order:
        assert (t.due, t.seat) == ("keep", seat) and set(t.legal) == set(passed[seat])
        assert t.discards == [], "nothing is shown before all have chosen"
        t.play(passed[seat][0])
    assert sorted(t.discards) == sorted(names[1] for names in passed.values())
    for seat in range(3):  # the passer sees which card was kept
        assert t.states["from_right"][0, seat, FACES.index(passed[seat][0])] == 1


@pytest.mark.rule("S111", "S114")
def test_advanced_lookout_of_two() -> None:
    t = Dealt(4, players=2, lookout="advanced")
    first = int(t.states["first"][0])
    assert t.size(0) == t.size(1) == 5
    for left, seat in zip((5, 4, 3, 2), (first, 1 - first) * 2, strict=True):
        assert (t.due, t.seat, len(t.open())) == ("pick", seat, left)
        t.play(t.legal[0])
    assert len(t.discards) == 1


@pytest.mark.rule("S112", "S113")
@pytest.mark.parametrize(("players", "sizes"), [(3, (5, 4, 4, 3, 3, 2)), (4, (5, 4, 4, 4, 3, 3, 3, 2))])
def test_advanced_lookout_of_more(players: int, sizes: tuple[int, ...]) -> None:
    t = Dealt(4, players=players, lookout="advanced")
    first = int(t.states["first"][0])
    for k, left in enumerate(sizes):
        assert (t.due, t.seat, len(t.open())) == ("pick", (first + k) % players, left)
        t.play(t.legal[0])
    assert len(t.discards) == 1 and t.open() == []


@pytest.mark.rule("S115", "SQ110.2")
@pytest.mark.parametrize(
    ("lookout", "picks", "discards"), [("standard", 3, 1), ("alternative", 3, 6), ("advanced", 3, 3)]
)
def test_peaceful_lookout(lookout: str, picks: int, discards: int) -> None:
    """Everyone takes a common card blind; the Lookout gives one pick less."""
    t = Dealt(7, players=3, lookout=lookout, peaceful=True)
    assert [t.size(seat) for seat in range(3)] == [6, 6, 6]
    n = 0
    while t.due in ("pick", "keep"):
        t.play(t.legal[0])
        n += 1
    assert n == picks and len(t.discards) == discards
    assert t.states["passed_on"][0] == 0, "nobody gets cards from the right"
    assert [t.size(seat) for seat in range(3)] == [7, 7, 7]


# -- decks -------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("S13", "S29", "SQ13")
def test_each_card_is_drawn_from_either_deck() -> None:
    t = Table("egyptians", "romans").hand(0, "egy desert").only("statue", "egy oasis")
    t.play("build", "egy desert")
    assert t.legal == ["common card", "faction card"]
    t.play("faction card")
    assert t.legal == ["common card"], "the faction deck is empty"
    t.play("common card")
    assert t.cards(0) == ["statue", "egy oasis"]


@pytest.mark.rule("SQ13")
def test_a_draw_from_empty_decks_is_lost() -> None:
    t = Table("egyptians", "romans").hand(0, "egy desert").empty("common").empty("egyptians")
    t.play("build", "egy desert")
    assert t.cards(0) == [] and t.seat == 1


@pytest.mark.rule("S14", "S15", "SQ15.1", "SQ15.2")
@pytest.mark.parametrize("reshuffle", [False, True])
def test_empty_decks(reshuffle: bool) -> None:
    """The common deck is made of its discards once a card has to come from it; faction decks are by option only."""
    t = Table("romans", "egyptians", reshuffle_factions=reshuffle).goods(0, worker=9).empty("common").empty("romans")
    assert "common card" not in t.play("spend workers").legal
    t = Table("romans", "egyptians", reshuffle_factions=reshuffle).goods(0, worker=9).empty("common").empty("romans")
    t.states["discard"][0, FACES.index("statue")] = 1
    t.states["discard"][0, FACES.index("rom bank")] = 1
    t.play("spend workers")
    assert ("faction card" in t.legal) == reshuffle
    t.play("common card")
    assert t.cards(0) == ["statue"] and t.discards == ["rom bank"]
    assert "common card" not in t.legal


@pytest.mark.rule("SQ15.2")
def test_the_razed_card_is_not_shuffled_in() -> None:
    t = Table("romans", "egyptians").goods(0, raze=1).hand(0, "castle a").empty("common").empty("romans")
    t.states["discard"][0, FACES.index("statue")] = 1
    t.play("raze from hand", "castle a", "common card")
    assert t.cards(0) == ["statue"] and t.discards == ["castle a"]


# -- Production --------------------------------------------------------------------------------------------------------


@pytest.mark.rule("S26", "S27")
@pytest.mark.parametrize(
    ("faction", "goods"),
    [
        ("barbarians", {"worker": 5, "raze": 1, "defence": 1}),
        ("japanese", {"worker": 4, "wood": 1, "raze": 1, "defence": 1}),
        ("romans", {"worker": 2, "wood": 1, "stone": 1, "raze": 1, "defence": 1}),
        ("egyptians", {"worker": 3, "gold": 1, "raze": 1, "defence": 1}),
    ],
)
def test_boards(faction: str, goods: dict[str, int]) -> None:
    other = "romans" if faction != "romans" else "egyptians"
    t = Table(faction, other).stack(("END_ROUND", 0), ("NEXT_TURN", 0), ("PRODUCE", 1), ("PRODUCE", 0)).refresh()
    assert t.has(0) == goods and t.has(1)


@pytest.mark.rule("S26", "S28")
def test_deals_and_locations_produce() -> None:
    t = Table("romans", "egyptians")
    t.deals(0, "rom bank", "rom stonemason", "rom engineers", "rom spies")
    t.lay(0, "old forest")
    t.lay(1, "quarry common")
    t.stack(("END_ROUND", 0), ("NEXT_TURN", 0), ("PRODUCE", 0))
    assert t.legal == ["common card", "faction card"]
    t.play("common card")
    assert t.has(0) == {"worker": 2, "wood": 3, "stone": 2, "raze": 2, "defence": 1, "gold": 1}
    assert len(t.cards(0)) == 1 and t.due == "turn", "without a School of Diplomacy nothing may be given up"


@pytest.mark.rule("SQ26")
def test_sources_with_a_choice_come_in_the_players_order() -> None:
    t = Table("romans", "egyptians")
    t.lay(0, "watchtower", "watchtower", "rom architect", "farmers at work", "old forest")
    t.stack(("END_ROUND", 0), ("NEXT_TURN", 0), ("PRODUCE", 0))
    assert t.has(0)["wood"] == 3, "what is fixed comes first"
    assert sorted(t.legal) == ["farmers at work", "rom architect", "watchtower"]
    t.play("rom architect")
    assert t.due == "keep drawn"
    t.play(t.legal[0], "farmers at work", "old forest")
    assert t.has(0)["wood"] == 5
    t.play("watchtower", "common card", "watchtower", "faction card")
    assert t.due == "turn" and len(t.cards(0)) == 3


# -- Cleanup and the end -----------------------------------------------------------------------------------------------


@pytest.mark.rule("S22", "S68", "S69", "S70", "SQ68")
@pytest.mark.parametrize(
    ("faction", "kept"),
    [("barbarians", "worker"), ("japanese", "food"), ("romans", "raze"), ("egyptians", "gold")],
)
def test_cleanup(faction: str, kept: str) -> None:
    t = Table(faction, "romans" if faction != "romans" else "egyptians", lookout="advanced")
    t.goods(0, wood=1, stone=2, food=3, gold=4, worker=5, raze=6, vp=7, defence=8).hand(0, "statue")
    mine = t.lay(0, "gold mine")
    t.set("guard", mine).set("uses", mine, 2).set("blocked", mine)
    t.states["passed"][0, :2] = 1
    t.stack(("END_ROUND", 0)).refresh()
    assert t.states["passed"][0].tolist() == [0, 0, 0, 0], "all take turns again"
    amounts = {"wood": 1, "stone": 2, "food": 3, "gold": 4, "worker": 5, "raze": 6}
    assert t.has(0) == {kept: amounts[kept], "vp": 7}
    assert "statue" in t.cards(0)
    assert t.states["guard"][0].sum() == t.states["uses"][0].sum() == t.states["blocked"][0].sum() == 0
    assert (int(t.states["first"][0]), int(t.states["round"][0]), t.seat) == (1, 2, 1)


@pytest.mark.rule("S96")
def test_warehouses_keep_resources() -> None:
    t = Table("romans", "egyptians").goods(0, wood=1, stone=2, food=3, gold=4, worker=5)
    t.lay(0, "rom warehouses")
    t.stack(("END_ROUND", 0)).refresh()
    assert t.has(0) == {"wood": 1, "stone": 2, "food": 3}


@pytest.mark.rule("S66", "S69")
def test_samurai_stay() -> None:
    t = Table("japanese", "egyptians")
    t.set("guard", t.lay(0, "jap farm"))
    t.stack(("END_ROUND", 0)).refresh()
    assert t.states["guard"][0].sum() == 1


@pytest.mark.rule("S1", "S22", "S71")
def test_the_fifth_round_has_no_cleanup_and_the_game_ends() -> None:
    t = Table("japanese", "romans").goods(0, vp=10, wood=3, worker=2, gold=5).hand(0, "statue")
    t.lay(0, "mill", "ruins", "jap farm")
    gate = t.lay(0, "jap gate")
    t.lay(0, "jap shrine")
    under = t.lay(0, "brewer", "canteen", "mason a", place=4)
    for name in (under, under - 1, under - 2):
        del name
    s = t.states[0]
    s["under"][(s["place"] == 4)] = gate - NUM_COMMON_CARDS
    s["shrine"], s["round"] = 7, 5
    t.stack(("END_ROUND", 0)).refresh()
    assert t.states["status"][0] == ENDED
    found = t.score(0)
    assert found == {
        "track": 10, "common_locations": 2, "faction_locations": 6, "gate": 2, "shrine": 5, "goods": 5, "hand": 1,
        "collection": 0, "score": 25, "rank": 1,
    }  # fmt: skip
    assert t.game.rewards(t.states, 0) == [1.0, -1.0]


@pytest.mark.rule("S77", "SQ77")
@pytest.mark.parametrize(("resources", "points"), [(2, 0), (3, 2), (6, 2), (7, 5), (11, 5), (12, 10), (40, 10)])
def test_the_shrine_at_the_end(resources: int, points: int) -> None:
    t = Table("japanese", "romans")
    t.lay(0, "jap shrine")
    t.states["shrine"] = resources
    assert t.score(0)["shrine"] == points


@pytest.mark.rule("S72", "SQ72")
def test_ties() -> None:
    """Workers and resources, then hand cards, then shared; gold and tokens do not count."""
    t = Table("japanese", "romans").goods(0, vp=9, gold=9, raze=9, defence=5, wood=1).goods(1, vp=9, worker=1)
    assert [t.score(seat)["rank"] for seat in (0, 1)] == [1, 1]
    t.hand(1, "statue")
    assert [t.score(seat)["rank"] for seat in (0, 1)] == [2, 1]
    t.goods(0, food=1)
    assert [t.score(seat)["rank"] for seat in (0, 1)] == [1, 2]
    t.goods(1, vp=10)
    assert [t.score(seat)["rank"] for seat in (0, 1)] == [2, 1]


@pytest.mark.rule("S72")
def test_rewards_by_rank_and_by_margin() -> None:
    """The second place is shared; a margin of more than a hundred points counts as a hundred."""
    t = Table("japanese", "romans", "egyptians", "barbarians").goods(0, vp=150).goods(1, vp=40).goods(2, vp=40)
    for kind, rewards in (
        ("win", [1, -1, -1, -1]),
        ("rank", [1, 0, 0, -1]),
        ("margin", [1, -1, -1, -1]),
    ):
        assert ImperialSettlers(t.game.config, kind).rewards(t.states, 0) == pytest.approx(rewards)  # type: ignore[arg-type]
    t.goods(0, vp=60)
    assert ImperialSettlers(t.game.config, "margin").rewards(t.states, 0) == pytest.approx([0.2, -0.2, -0.2, -0.6])


@pytest.mark.rule("SQ-length")
def test_a_game_is_cut_off() -> None:
    t = Dealt(1, players=2, max_decisions=3)
    for _ in range(3):
        t.play(t.legal[0])
    assert t.states["status"][0] == TRUNCATED and t.legal == [] and t.score(0)["rank"] in (1, 2)
