"""A situation for each design: what it costs, what it gives when built, in Production, when activated, as a feature.

What is expected is written down here as the cards say it, independent of the data file; designs with a rule of their
own have further tests beside those of their chapter.
"""

from __future__ import annotations

from collections import Counter

import pytest

from scythe_env.imperial_settlers.components import FACES, FACTIONS, load_components

from .table import DECKS, Table

W, S, F, G, K, R, V = "wood", "stone", "food", "gold", "worker", "raze", "vp"
PLENTY = {"wood": 9, "stone": 9, "food": 9, "worker": 9, "raze": 9}
BOARDS = {
    "barbarians": {"worker": 5, "raze": 1, "defence": 1},
    "japanese": {"worker": 4, "wood": 1, "raze": 1, "defence": 1},
    "romans": {"worker": 2, "wood": 1, "stone": 1, "raze": 1, "defence": 1},
    "egyptians": {"worker": 3, "gold": 1, "raze": 1, "defence": 1},
}

COSTS = {
    "statue": "WSS", "supplier": "WSS", "wood storage": "WWS", "carpenters workshop": "WWW", "gallows": "WW",
    "mill": "WWW", "old forest": "WW", "quarry common": "WS", "rubble": "WWS", "village common a": "W",
    "village common b": "W", "town": "WS", "farmers at work": "WWW", "mammas baths": "WWS", "armorer": "WS",
    "gold mine": "WS", "grain field": "WF", "lords fields": "WWS", "monument": "S", "merchants guild": "WWS",
    "gold creek": "WS", "wood supplier": "WWW", "goldsmiths workshop": "WS", "marketplace": "WW", "coal mine": "WS",
    "mason a": "WS", "mason b": "SS", "court sculptor": "S", "masons guild": "WWS", "missionaries": "FF",
    "settlers": "W", "acting troupe": "WW", "lumberjacks": "WW", "carpenter": "WWS", "joiner": "WW", "castle a": "WS",
    "castle b": "SS", "tavern": "WS", "barracks": "WSS", "confectioner": "WWS", "pig farmer a": "WS",
    "pig farmer b": "WW", "brewer": "W", "imperial messenger": "F", "new forest": "W", "hanseatic league": "WSS",
    "lumberjacks route": "WW", "watchtower": "WW", "ruins": "", "baker": "WWS", "sawmill": "W", "canteen": "WWW",
    "meeting place": "WWS", "monty the merchant": "WSS", "apartment": "WSS", "hunter joe": "W",
    "above ground mine": "S", "porters": "WW",
    "bar primeval forest": "W", "bar altar": "WWL", "bar raid": "WL", "bar saboteurs a": "WL", "bar saboteurs b": "WL",
    "bar sentry tower": "WWL", "bar dark chapel a": "WSSL", "bar dark chapel b": "WSSL", "bar pack a": "WL",
    "bar pack b": "WL", "bar rabble": "WL", "bar settlement": "W", "bar hill fort": "WWL", "bar expedition": "WSL",
    "bar stone pit": "SL", "bar barter": "WL", "bar fighting pit": "WSL", "bar idol": "SSSL", "bar mission": "WWL",
    "bar frontier": "WSL", "bar robbers": "WL",
    "jap farm": "W", "jap rice fields": "F", "jap geisha house": "WL", "jap garrison": "WL",
    "jap daimyos castle a": "SSL", "jap daimyos castle b": "SSL", "jap temple of buddha": "SL", "jap casino": "WWL",
    "jap gate": "WL", "jap shrine": "WSL", "jap stalls": "WL", "jap negotiator": "WL", "jap sake brewery": "WL",
    "jap trade route a": "SL", "jap trade route b": "SL", "jap trade route c": "SL", "jap dojo": "WL",
    "jap ninjas": "SL", "jap sumo school": "WL", "jap master swordsmith": "SL", "jap school of diplomacy": "WL",
    "rom sculptors workshop": "SL", "rom sculptors apprentice a": "SL", "rom sculptors apprentice b": "SL",
    "rom gladiator school": "SL", "rom engineers": "WSL", "rom gardens": "WSL", "rom spies": "WSL",
    "rom architect": "SSL", "rom administration": "SSL", "rom headquarters": "SSL", "rom legion": "FL",
    "rom warehouses": "SL", "rom builder": "SL", "rom fortification": "SSL", "rom trade colony": "WSSL",
    "rom barracks": "FL", "rom stonemason": "WSL", "rom bank": "SL", "rom colossus": "SSL",
    "egy desert": "", "egy altar of bastet": "SL", "egy chariot builder": "WSL", "egy pharaohs guard": "FFL",
    "egy oasis": "FL", "egy slaver": "SL", "egy royal baths": "SL", "egy golden bazaar": "L",
    "egy scorpion breeder": "WSL", "egy caravan": "F", "egy temple of ra": "SL", "egy sanctuary": "SSL",
    "egy avenue of sphinxes": "SSL", "egy sphinx": "SL", "egy goldsmith": "SSL", "egy slaves": "SL",
    "egy stone pit": "SL", "egy pyramid": "SS",
}  # fmt: skip

BONUSES = {  # what comes once, when built; "cards" are drawn
    "statue": {V: 1, "cards": 1}, "wood storage": {V: 1, "cards": 1}, "baker": {V: 1, "cards": 1},
    "meeting place": {V: 1, "cards": 1}, "apartment": {V: 1, "cards": 1}, "quarry common": {S: 1},
    "village common a": {K: 1}, "village common b": {K: 1}, "farmers at work": {"cards": 1}, "grain field": {F: 1},
    "tavern": {"cards": 1}, "lumberjacks route": {W: 1}, "watchtower": {"cards": 1}, "ruins": {K: 1},
    "bar hill fort": {V: 1}, "bar idol": {V: 4}, "jap dojo": {"cards": 1}, "rom legion": {"cards": 1},
    "egy desert": {"cards": 2}, "egy oasis": {K: 2},
}  # fmt: skip

PRODUCTIONS = {  # what comes when built and in every Production
    "old forest": {W: 2}, "quarry common": {S: 1}, "rubble": {S: 1}, "village common a": {K: 1},
    "village common b": {K: 1}, "town": {K: 2}, "farmers at work": {}, "mammas baths": {K: 1}, "armorer": {R: 1},
    "grain field": {F: 1}, "lords fields": {F: 1}, "monument": {V: 1}, "merchants guild": {G: 1}, "gold creek": {G: 1},
    "wood supplier": {W: 1}, "lumberjacks route": {W: 1}, "watchtower": {"cards": 1},
    "bar primeval forest": {W: 2}, "bar sentry tower": {R: 1, K: 1}, "bar settlement": {K: 2},
    "bar stone pit": {R: 1, S: 1},
    "jap farm": {K: 1, F: 1}, "jap rice fields": {F: 2}, "jap geisha house": {K: 1}, "jap daimyos castle a": {},
    "jap daimyos castle b": {}, "jap temple of buddha": {"cards": 1},
    "rom architect": {"cards": 1}, "rom legion": {"cards": 1}, "rom builder": {W: 1, S: 1},
    "rom trade colony": {K: 1, G: 1}, "rom barracks": {K: 2}, "rom stonemason": {S: 2}, "rom bank": {G: 1},
    "egy altar of bastet": {S: 1}, "egy pharaohs guard": {V: 2}, "egy caravan": {F: 1, K: 1}, "egy stone pit": {S: 2},
    "egy pyramid": {G: 1, S: 1},
}  # fmt: skip

ACTIONS = {  # uses a round, what a use costs, what it gives, for those that only give goods
    "gold mine": (2, {K: 1}, {G: 1}), "goldsmiths workshop": (1, {K: 1, G: 1}, {V: 2}),
    "marketplace": (1, {W: 1, S: 1, F: 1}, {V: 3}), "coal mine": (1, {K: 1}, {S: 2}),
    "mason a": (1, {K: 1, S: 1}, {V: 2}), "mason b": (1, {K: 1, S: 1}, {V: 2}), "court sculptor": (2, {S: 1}, {V: 1}),
    "masons guild": (1, {K: 1, S: 2}, {V: 3}), "missionaries": (1, {K: 1, R: 1}, {V: 3}),
    "lumberjacks": (1, {K: 1}, {W: 2}), "carpenter": (1, {K: 1, W: 2}, {V: 3}), "joiner": (1, {K: 1, W: 1}, {V: 2}),
    "castle a": (2, {K: 1}, {"cards": 1}), "castle b": (2, {K: 1}, {"cards": 1}), "barracks": (2, {K: 1}, {R: 1}),
    "confectioner": (1, {K: 1, F: 2}, {V: 3}), "pig farmer a": (1, {K: 1, F: 1}, {V: 2}),
    "pig farmer b": (1, {K: 1, F: 1}, {V: 2}), "brewer": (2, {F: 1}, {V: 1}), "new forest": (2, {K: 1}, {W: 1}),
    "sawmill": (2, {W: 1}, {V: 1}), "hunter joe": (1, {K: 1}, {F: 2}), "above ground mine": (2, {K: 1}, {S: 1}),
    "bar altar": (2, {K: 1}, {V: 1}), "bar expedition": (1, {R: 1}, {G: 1, V: 2}),
    "bar fighting pit": (1, {K: 2}, {R: 2}),
    "jap casino": (2, {K: 1}, {G: 1}), "jap stalls": (2, {F: 1}, {V: 1}), "jap sumo school": (1, {K: 1, F: 1}, {R: 1}),
    "jap master swordsmith": (1, {S: 1}, {R: 1, V: 1}),
    "rom sculptors workshop": (1, {K: 1, S: 1}, {V: 2}), "rom sculptors apprentice a": (2, {S: 1}, {V: 1}),
    "rom sculptors apprentice b": (2, {S: 1}, {V: 1}), "rom gladiator school": (1, {K: 1}, {R: 1}),
    "rom colossus": (1, {K: 1, S: 3}, {V: 4}),
    "egy golden bazaar": (1, {F: 1}, {G: 1, V: 1}), "egy avenue of sphinxes": (2, {G: 2}, {V: 2}),
    "egy goldsmith": (1, {K: 1, G: 1}, {V: 3}), "egy slaves": (1, {K: 1}, {S: 2, V: 1}),
}  # fmt: skip

REWARDS = {  # features that reward a building: one that fits, one that does not, what it brings
    "supplier": ("quarry common", "mill", {G: 1, V: 1}), "carpenters workshop": ("new forest", "mill", {G: 1, V: 1}),
    "mill": ("brewer", "new forest", {G: 1, V: 1}), "canteen": ("town", "brewer", {G: 1, V: 1}),
    "monty the merchant": ("gold mine", "brewer", {G: 1, V: 1}), "bar frontier": ("gallows", "brewer", {G: 1, V: 1}),
    "jap sake brewery": ("town", "brewer", {G: 1, V: 1}), "rom gardens": ("brewer", "town", {V: 2}),
    "rom fortification": ("gallows", "brewer", {V: 2}),
}  # fmt: skip

RAZE_FIELDS = {
    "statue": "VS", "supplier": "GS", "wood storage": "WW", "carpenters workshop": "GW", "gallows": "VW", "mill": "KF",
    "old forest": "WW", "quarry common": "SS", "rubble": "SS", "village common a": "KK", "village common b": "KW",
    "town": "KK", "farmers at work": "KG", "mammas baths": "KF", "armorer": "VS", "gold mine": "VG",
    "grain field": "FF", "lords fields": "FF", "monument": "VS", "merchants guild": "GS", "gold creek": "GK",
    "wood supplier": "WW", "goldsmiths workshop": "VG", "marketplace": "GW", "coal mine": "KS", "mason a": "WS",
    "mason b": "VS", "court sculptor": "KS", "masons guild": "GS", "missionaries": "VK", "settlers": "KW",
    "acting troupe": "KW", "lumberjacks": "WW", "carpenter": "VW", "joiner": "VW", "castle a": "CC", "castle b": "CC",
    "tavern": "CC", "barracks": "VK", "confectioner": "GF", "pig farmer a": "KF", "pig farmer b": "KF", "brewer": "WF",
    "imperial messenger": "KG", "new forest": "WW", "hanseatic league": "VG", "lumberjacks route": "WW",
    "watchtower": "CC", "baker": "VF", "sawmill": "KW", "canteen": "KF", "meeting place": "KC",
    "monty the merchant": "GS", "apartment": "GS", "hunter joe": "WF", "above ground mine": "SS", "porters": "KS",
}  # fmt: skip

DEALS = {
    "bar primeval forest": W, "bar altar": G, "bar raid": W, "bar saboteurs a": "card", "bar saboteurs b": G,
    "bar sentry tower": K, "bar dark chapel a": K, "bar dark chapel b": R, "bar pack a": R, "bar pack b": G,
    "bar rabble": K, "bar settlement": K, "bar hill fort": W, "bar expedition": S, "bar stone pit": S, "bar barter": F,
    "bar fighting pit": R, "bar idol": K, "bar mission": "card", "bar frontier": R, "bar robbers": K,
    "jap farm": K, "jap rice fields": F, "jap geisha house": K, "jap garrison": R, "jap daimyos castle a": S,
    "jap daimyos castle b": G, "jap temple of buddha": "card", "jap casino": G, "jap gate": F, "jap shrine": "card",
    "jap stalls": F, "jap negotiator": G, "jap sake brewery": F, "jap trade route a": F, "jap trade route b": K,
    "jap trade route c": V, "jap dojo": V, "jap ninjas": R, "jap sumo school": K, "jap master swordsmith": S,
    "jap school of diplomacy": G,
    "rom sculptors workshop": S, "rom sculptors apprentice a": G, "rom sculptors apprentice b": S,
    "rom gladiator school": K, "rom engineers": R, "rom gardens": F, "rom spies": "card", "rom architect": "card",
    "rom administration": "card", "rom headquarters": S, "rom legion": R, "rom warehouses": F, "rom builder": S,
    "rom fortification": K, "rom trade colony": K, "rom barracks": R, "rom stonemason": S, "rom bank": G,
    "rom colossus": S,
    "egy desert": K, "egy altar of bastet": "card", "egy chariot builder": R, "egy pharaohs guard": R, "egy oasis": K,
    "egy slaver": K, "egy royal baths": K, "egy golden bazaar": K, "egy scorpion breeder": R, "egy caravan": "card",
    "egy temple of ra": K, "egy sanctuary": G, "egy avenue of sphinxes": K, "egy sphinx": G, "egy goldsmith": G,
    "egy slaves": S, "egy stone pit": S, "egy pyramid": G,
}  # fmt: skip

LETTERS = {"W": W, "S": S, "F": F, "G": G, "K": K, "V": V, "C": "card"}


def table_for(name: str) -> Table:
    """A table at which seat 0 plays the faction of a card, or the Romans."""
    design = load_components().designs[load_components().faces[FACES.index(name)].design]
    faction = FACTIONS[design.deck - 1] if design.deck else "romans"
    return Table(faction, "barbarians" if faction != "barbarians" else "romans")


def change(before: dict[str, int], after: dict[str, int]) -> dict[str, int]:
    """What changed between two supplies."""
    return {k: n for k in {**before, **after} if (n := after.get(k, 0) - before.get(k, 0))}


def build(t: Table, name: str) -> None:
    """Build a hand card at seat 0; a foundation is discarded where one is asked for, all answers are the first one."""
    t.play("build", name)
    while t.seat == 0 and t.due not in ("turn", "over"):
        if t.due == "offer":
            t.play("stop")
        elif t.due == "option":
            t.play(t.legal[-1])
        else:
            t.play("foundation" if "foundation" in t.legal else t.legal[0])


@pytest.mark.rule("S12", "S33", "S34", "S35", "S38", "S39", "S40", "S42")
@pytest.mark.parametrize("name", FACES)
def test_building(name: str) -> None:
    cost = Counter(COSTS[name])
    paid = {LETTERS[letter]: n for letter, n in cost.items() if letter != "L"}
    t = table_for(name).goods(0, **paid, raze=0).hand(0, name)
    if cost["L"]:
        assert "build" not in t.legal, "a location symbol needs a location"
        t.foundation(0, "ruins")
    for good in paid:  # each resource is needed
        t.goods(0, **{good: paid[good] - 1})
        assert "build" not in t.legal
        t.goods(0, **{good: paid[good]})
    build(t, name)
    expected = Counter(BONUSES.get(name, {})) + Counter(PRODUCTIONS.get(name, {}))
    if name in REWARDS:  # a feature rewards its own building, too
        expected += Counter(REWARDS[name][2])
    if name in ("rom administration", "rom headquarters"):
        expected += Counter({V: 1})
    assert name in t.on_table(0)
    assert len(t.cards(0)) == expected.pop("cards", 0)
    assert t.has(0) == dict(expected)
    assert t.on_table(0, "foundation") == []


@pytest.mark.rule("S26", "S27")
@pytest.mark.parametrize("name", PRODUCTIONS)
def test_production(name: str) -> None:
    t = table_for(name)
    t.lay(0, name)
    t.stack(("END_ROUND", 0), ("NEXT_TURN", 0), ("PRODUCE", 0))
    if name == "egy pharaohs guard":
        t.play(name)
        assert t.legal == ["raze", "vp"]
        t.play("vp")
    while t.due in ("location", "deck", "keep drawn"):
        t.play(t.legal[0])
    faction = t.game.player_name(t.states, 0, 0)
    gained = change(BOARDS[faction], t.has(0)) | ({"cards": len(t.cards(0))} if t.cards(0) else {})
    assert gained == PRODUCTIONS[name]


COUNTED = {  # what is counted, another card with it, the good, the most
    "rubble": ("quarry common", S, 3), "mammas baths": ("town", K, 3), "lords fields": ("brewer", F, 3),
    "merchants guild": ("gold mine", G, 3), "wood supplier": ("new forest", W, 3),
    "jap geisha house": ("town", K, 3), "egy altar of bastet": ("quarry common", S, 3),
}  # fmt: skip


@pytest.mark.rule("S42")
@pytest.mark.parametrize(("name", "row"), COUNTED.items())
def test_production_by_colour(name: str, row: tuple[str, str, int]) -> None:
    """One for each location of the colour, itself included, up to a limit."""
    other, good, most = row
    seats = [table_for(name).game.player_name(table_for(name).states, 0, seat) for seat in range(2)]
    extra = {"town": ["acting troupe", "canteen", "porters"], "brewer": ["mill", "baker", "hunter joe"]}
    extra |= {
        "quarry common": ["coal mine", "mason a", "statue"],
        "gold mine": ["gold creek", "apartment", "marketplace"],
    }
    extra |= {"new forest": ["joiner", "sawmill", "old forest"]}
    for n in range(len(extra[other]) + 1):
        supplies = []
        for cards in (extra[other][:n], [name, *extra[other][:n]]):
            t = Table(*seats)
            t.lay(0, *cards)
            t.stack(("END_ROUND", 0), ("NEXT_TURN", 0), ("PRODUCE", 0)).refresh()
            supplies.append(t.has(0))
        assert change(*supplies) == {good: min(n + 1, most)}


@pytest.mark.rule("S42")
@pytest.mark.parametrize(
    ("name", "others"),
    [
        ("statue", ["quarry common"] * 3 + ["coal mine", "rubble", "supplier"]),
        ("wood storage", ["new forest"] * 3 + ["joiner"] * 2 + ["sawmill"]),
        ("baker", ["pig farmer a"] * 2 + ["brewer", "mill", "hunter joe", "confectioner"]),
        ("meeting place", ["village common a"] * 2 + ["town", "canteen", "porters", "settlers"]),
        ("apartment", ["gold mine"] * 2 + ["goldsmiths workshop"] * 2 + ["gold creek", "marketplace"]),
        ("bar hill fort", ["armorer"] * 3 + ["barracks"] * 2 + ["gallows"]),
    ],
)
def test_points_by_colour_are_limited(name: str, others: list[str]) -> None:
    """1 VP for each location of the colour, itself included, at most 6."""
    for n in (3, 6):
        t = table_for(name).goods(0, **PLENTY).hand(0, name)
        t.foundation(0, "ruins")
        t.lay(0, *others[:n])
        before = t.vp(0)
        build(t, name)
        feature = 1 if name == "statue" and "supplier" in others[:n] else 0
        feature += 1 if name in ("baker",) and "mill" in others[:n] else 0
        feature += 1 if name == "meeting place" and "canteen" in others[:n] else 0
        assert t.vp(0) - before - feature == min(n + 1, 6)


@pytest.mark.rule("S56", "S57", "S58")
@pytest.mark.parametrize(("name", "row"), ACTIONS.items())
def test_activation(name: str, row: tuple[int, dict[str, int], dict[str, int]]) -> None:
    uses, cost, gains = row
    t = table_for(name).goods(0, **{good: n * uses for good, n in cost.items()})
    t.lay(0, name)
    for good, n in cost.items():  # each part of the cost is needed
        t.goods(0, **{good: n - 1})
        assert "activate" not in t.legal
        t.goods(0, **{good: n * uses})
    t.play("activate", name)
    if uses == 2:
        assert t.due == "uses"
        t.play("2")
    else:
        assert t.due != "uses"
    while t.due == "deck":
        t.play("common card")
    expected = Counter({good: n * uses for good, n in gains.items()})
    assert len(t.cards(0)) == expected.pop("cards", 0)
    assert t.has(0) == dict(expected)
    assert t.states["uses"][0].sum() == uses
    t.goods(0, **PLENTY, gold=9).stack(("END_ROUND", 0), ("NEXT_TURN", 0), ("TURN", 0))
    assert "activate" not in t.legal, "used as often as it may be"


@pytest.mark.rule("S41")
@pytest.mark.parametrize(("name", "row"), REWARDS.items())
def test_features_that_reward_building(name: str, row: tuple[str, str, dict[str, int]]) -> None:
    fits, other, brings = row
    for built, expected in ((fits, brings), (other, {})):
        gains = []
        for with_feature in (True, False):
            t = table_for(name).goods(0, **PLENTY).hand(0, built)
            if with_feature:
                t.lay(0, name)
            before = t.has(0)
            build(t, built)
            gains.append(Counter(change(before, t.has(0))))
        gains[0].subtract(gains[1])
        assert {k: n for k, n in gains[0].items() if n} == expected


@pytest.mark.rule("S46", "S52")
@pytest.mark.parametrize("name", [name for name in FACES if not name.startswith(("bar ", "rom ", "egy "))])
def test_raze_fields(name: str) -> None:
    t = table_for(name).goods(0, raze=1).hand(0, name)
    field = Counter("V") if name.startswith("jap ") else Counter(RAZE_FIELDS.get(name, ""))
    if name in ("ruins", "jap gate", "jap shrine"):
        assert "raze from hand" not in t.legal
        return
    t.play("raze from hand", name)
    while t.due == "deck":
        t.play("common card")
    assert t.discards == [name]
    assert len(t.cards(0)) == field.pop("C", 0)
    assert t.has(0) == {LETTERS[letter]: n for letter, n in field.items()}


@pytest.mark.rule("S28", "S44")
@pytest.mark.parametrize(("name", "good"), DEALS.items())
def test_deals(name: str, good: str) -> None:
    t = table_for(name).goods(0, food=1).hand(0, name)
    t.play("deal", name)
    if good == "card":
        t.play("common card")
    assert t.on_table(0, "deal") == [name]
    assert t.has(0) == ({} if good == "card" else {good: 1})
    assert len(t.cards(0)) == (good == "card")


def test_every_design_is_here() -> None:
    assert set(COSTS) == set(FACES)
    assert set(DEALS) == {name for name in FACES if name[:4] in ("bar ", "jap ", "rom ", "egy ")}
    assert set(RAZE_FIELDS) == {name for name in FACES if name not in DEALS} - {"ruins"}
    assert len(DECKS) == 5
    special = {  # whose situations are in other files
        "gallows", "settlers", "acting troupe", "tavern", "imperial messenger", "hanseatic league", "porters",
        "bar raid", "bar saboteurs", "bar dark chapel", "bar pack", "bar rabble", "bar barter", "bar mission",
        "bar robbers", "jap garrison", "jap gate", "jap shrine", "jap negotiator", "jap trade route", "jap dojo",
        "jap ninjas", "jap school of diplomacy", "rom engineers", "rom spies", "rom administration",
        "rom headquarters", "rom warehouses", "egy desert", "egy chariot builder", "egy oasis", "egy slaver",
        "egy royal baths", "egy scorpion breeder", "egy temple of ra", "egy sanctuary", "egy sphinx",
    }  # fmt: skip
    plain = {*BONUSES, *PRODUCTIONS, *ACTIONS, *REWARDS}
    designs = {design.key.replace("_", " ") for design in load_components().designs}
    named = {name[:-2] if name not in designs else name for name in plain}
    assert designs - named <= special and len(designs) == 126
