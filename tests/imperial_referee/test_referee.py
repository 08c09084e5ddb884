"""The referee on points that are easily got wrong; the differential test leans on it."""

from __future__ import annotations

from collections import Counter

import pytest

from . import attack, rounds, scoring
from .activation import activate
from .building import build_from_hand
from .chance import Dice
from .components import COMMON, attack_cards, faces
from .goods import gain_vp
from .lookout import lookout
from .payment import can_pay, pay_resources, ways_to_pay
from .production import production
from .razing import raze_opponent
from .table import Ask, Card, Deal, Deciding, Options, Table, new_table
from .turn import spend_workers


def table_of(*factions: str, **options: object) -> Table:
    """A table with full decks and nothing on it."""
    table = new_table(Options(**options), list(factions), Dice([1, 2, 3, 4]))  # type: ignore[arg-type]
    for deck in table.deck:
        table.deck[deck] = Counter({face: face.copies for face in faces().values() if face.design.deck == deck})
    return table


def lay(table: Table, owner: int, *names: str) -> Card:
    """Lay locations; returns the last."""
    table.locations += [Card(faces()[name], owner) for name in names]
    return table.locations[-1]


def give(table: Table, seat: int, *names: str, **goods: int) -> None:
    """Give hand cards and goods."""
    table.players[seat].hand += Counter(faces()[name] for name in names)
    table.players[seat].goods.update(goods)


def answer(deciding: Deciding, *answers: str) -> list[Ask]:
    """Answer decisions, those without a choice by themselves; returns what was asked, with what is due at last."""
    asked, left = [], list(answers)
    try:
        due = next(deciding)
        while True:
            if len(due.options) == 1:
                due = deciding.send(due.options[0])
                continue
            asked.append(due)
            if not left:
                break
            assert left[0] in due.options, f"{left[0]} is not in {due}"
            due = deciding.send(left.pop(0))
    except StopIteration:
        assert not left
    return asked


# -- Lookout and Production --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("options", "players", "open_cards"),
    [
        ({"lookout": "standard"}, 3, [4, 3, 2, 4, 3, 2]),
        ({"lookout": "standard", "peaceful": True}, 4, [5, 4, 3, 2]),
        ({"lookout": "advanced"}, 2, [5, 4, 3, 2]),
        ({"lookout": "advanced"}, 3, [5, 4, 4, 3, 3, 2]),
        ({"lookout": "advanced"}, 4, [5, 4, 4, 4, 3, 3, 3, 2]),
        ({"lookout": "advanced", "peaceful": True}, 4, [5, 4, 4, 4]),
    ],
)
def test_how_many_cards_lie_open(options: dict[str, object], players: int, open_cards: list[int]) -> None:
    table = table_of("romans", "japanese", "egyptians", "barbarians", **options)
    table.players = table.players[:players]
    seen = []
    deciding = lookout(table)
    due = next(deciding, None)
    while due is not None:
        seen.append(table.open.total())
        try:
            due = deciding.send(due.options[0])
        except StopIteration:
            break
    assert seen == open_cards
    assert table.open.total() == 0
    assert sum(player.hand.total() for player in table.players) == len(open_cards)


def test_cards_are_passed_to_the_left() -> None:
    table = table_of("romans", "japanese", lookout="alternative")
    table.deck[COMMON] = Counter(faces()[name] for name in ("mill", "statue", "tavern", "ruins", "town", "porters"))
    for player, names in zip(table.players, (("mill", "statue", "tavern"), ("ruins", "town", "porters")), strict=True):
        player.in_front = [faces()[name] for name in names]
    table.deck[COMMON].clear()
    answer(lookout(table), "mill", "town", "ruins", "tavern")
    assert [sorted(face.name for face in player.hand) for player in table.players] == [
        ["mill", "ruins"],
        ["tavern", "town"],
    ]
    assert sorted(face.name for face in table.discard[COMMON]) == ["porters", "statue"]
    assert [[face.name for face in player.known_to_right] for player in table.players] == [["ruins"], ["tavern"]]


def test_production_asks_for_draws_of_deals_and_the_school_first() -> None:
    table = table_of("japanese", "romans")
    lay(table, 0, "jap school of diplomacy", "watchtower", "rubble", "quarry common")
    table.players[0].deals = [Deal(faces()["jap shrine"]), Deal(faces()["jap farm"])]
    asked = answer(production(table, 0), "common card", "card", "stop", "faction card")
    assert [ask.decision for ask in asked] == ["deck", "convert", "convert", "deck"]
    assert asked[1].options == ("worker", "card", "stop")
    assert +table.players[0].goods == {"worker": 5, "wood": 1, "stone": 3, "raze": 1, "vp": 1}


# -- paying ------------------------------------------------------------------------------------------------------------


def test_gold_stands_in_for_each_resource() -> None:
    goods = Counter(wood=1, stone=2, gold=2)
    assert ways_to_pay(goods, {"wood": 2, "stone": 1}) == [(1, 0, 0), (1, 1, 0), (2, 0, 0)]
    table = table_of("romans", "japanese")
    give(table, 0, wood=1, stone=2, gold=2)
    asked = answer(pay_resources(table.players[0], {"wood": 2, "stone": 1}), "1", "0")
    assert [ask.options for ask in asked] == [("1", "2"), ("0", "1")]
    assert +table.players[0].goods == {"stone": 1, "gold": 1}
    assert can_pay(table.players[0], {"any_resource": 2}) and not can_pay(table.players[0], {"any_resource": 3})


def test_settlers_are_paid_so_that_the_new_card_can_be_paid_too() -> None:
    table = table_of("romans", "japanese")
    give(table, 0, "rom builder", wood=1, gold=1)
    lay(table, 0, "settlers")
    assert answer(activate(table, 0)) == [], "the wood for the Settlers, the gold for the stone of the Builder"
    assert +table.players[0].goods == {"wood": 1, "stone": 1}


def test_a_sacrificed_location_is_gone_before_the_new_one_counts() -> None:
    table = table_of("barbarians", "japanese")
    give(table, 0, "bar hill fort", wood=2)
    lay(table, 0, "armorer", "barracks")
    answer(build_from_hand(table, 0), "armorer")
    assert table.players[0].goods["vp"] == 2


# -- razing and taking over --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("guard", "tokens", "left"), [(False, 2, 0), (True, 3, 0)])
def test_protection_costs_a_token(guard: bool, tokens: int, left: int) -> None:
    table = table_of("romans", "japanese")
    give(table, 0, raze=tokens)
    lay(table, 1, "mill").guard = guard
    answer(raze_opponent(table, 0))
    assert +table.players[0].goods == {"worker": 1, "food": 1}
    assert table.players[1].goods["wood"] == 1 and table.players[1].foundations == [faces()["mill"]]


def test_wood_goes_to_who_took_a_location_over_and_the_foundation_to_its_owner() -> None:
    table = table_of("romans", "egyptians", "barbarians")
    give(table, 0, raze=2)
    lay(table, 2, "old forest").taken_by = 1
    answer(raze_opponent(table, 0))
    assert table.players[1].goods["wood"] == 1 and table.players[2].goods["wood"] == 0
    assert table.players[2].foundations == [faces()["old forest"]]


def test_nobody_aims_at_who_has_passed() -> None:
    table = table_of("romans", "egyptians", "barbarians")
    give(table, 0, raze=2)
    lay(table, 1, "mill")
    lay(table, 2, "town")
    table.players[1].passed = True
    answer(raze_opponent(table, 0))
    assert table.players[2].foundations == [faces()["town"]]


# -- reactions ---------------------------------------------------------------------------------------------------------


def test_an_oasis_brings_four_workers_a_round() -> None:
    table = table_of("romans", "egyptians")
    give(table, 0, worker=12)
    oasis = lay(table, 1, "egy oasis")
    table.players[1].passed = True
    answer(spend_workers(table, 0), "wood", "wood", "wood", "stone", "food", "stop")
    assert table.players[1].goods["worker"] == 4 and oasis.uses == 4


@pytest.mark.parametrize(("gained", "sphinxes", "total"), [(1, 2, 1), (2, 1, 3), (3, 2, 5)])
def test_each_sphinx_adds_one(gained: int, sphinxes: int, total: int) -> None:
    table = table_of("egyptians", "romans")
    lay(table, 0, *["egy sphinx"] * sphinxes)
    gain_vp(table, 0, gained)
    assert table.players[0].goods["vp"] == total


def test_two_uses_are_paid_one_after_the_other() -> None:
    table = table_of("egyptians", "romans")
    give(table, 0, gold=2)
    lay(table, 0, "egy royal baths", "castle a").uses = 2
    asked = answer(activate(table, 0), "2")
    assert [ask.decision for ask in asked] == ["uses"]
    assert table.players[0].goods["gold"] == 1, "the second use found nothing to clear and was dropped"


def test_what_is_kept_in_cleanup() -> None:
    table = table_of("romans", "japanese")
    for seat in (0, 1):
        give(table, seat, wood=2, food=3, gold=1, worker=1, raze=2, vp=5)
        lay(table, seat, "mill").guard = True
    lay(table, 0, "rom warehouses")
    lay(table, 1, "jap farm").guard = True
    rounds.cleanup(table)
    assert +table.players[0].goods == {"wood": 2, "food": 3, "raze": 2, "vp": 5}
    assert +table.players[1].goods == {"food": 3, "vp": 5}
    assert [card.face.name for card in table.locations if card.guard] == ["jap farm"]


# -- the solo game -----------------------------------------------------------------------------------------------------


def solo(faction: str, line: list[str], *names: str) -> Table:
    """A solo game with some open attack cards, the first target first, and own locations."""
    table = table_of(faction)
    table.line, table.attack_deck = line, Counter(attack_cards())
    lay(table, 0, *names)
    return table


@pytest.mark.parametrize(
    ("line", "names", "taken", "after"),
    [
        # the third target is the first that fits; the two used ones go to the far end
        (["wood", "card", "food", "gold"], ["mill", "hunter joe"], "hunter joe", ["card", "gold", "wood", "food"]),
        # two equal goods need two open cards
        (["wood", "card"], ["old forest"], None, ["wood", "card"]),
        (["wood", "wood"], ["old forest"], "old forest", ["wood", "wood"]),
        # action before feature before production; then what cost more, then more stone
        (["vp", "stone"], ["statue", "armorer", "monument", "mason b"], "mason b", ["vp", "stone"]),
        (["gold", "stone"], ["supplier", "merchants guild", "apartment"], None, None),
        (["card", "wood"], ["ruins"], None, ["card", "wood"]),
    ],
)
def test_attacks(line: list[str], names: list[str], taken: str | None, after: list[str] | None) -> None:
    table = solo("romans", line, *names)
    asked = answer(attack.attack(table))
    if after is None:
        assert sorted(asked[0].options) == ["apartment", "supplier"], "both cost one wood and two stone"
        return
    assert [face.name for face in table.collection] == [taken] * (taken is not None)
    assert table.line == after


def test_victory_points_take_a_faction_location_of_the_japanese() -> None:
    table = solo("japanese", ["vp", "wood", "vp"], "jap farm", "jap stalls", "jap garrison", "jap gate", "statue")
    answer(attack.attack(table))
    assert [face.name for face in table.collection] == ["jap garrison"], "raze comes before worker and food"
    assert table.line == ["wood", "vp", "vp"]


def test_a_single_player_needs_more_faction_locations_than_the_collection_has_cards() -> None:
    table = solo("romans", [], "rom bank", "rom bank")
    table.collection = [faces()["mill"]]
    assert scoring.scores(table)[0]["rank"] == 1
    table.collection.append(faces()["ruins"])
    assert scoring.scores(table)[0]["rank"] == 2


# -- scoring -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("on_it", "vp"), [(2, 0), (3, 2), (6, 2), (7, 5), (11, 5), (12, 10), (20, 10)])
def test_steps_of_the_shrine(on_it: int, vp: int) -> None:
    table = table_of("japanese", "romans")
    lay(table, 0, "jap shrine")
    table.shrine = on_it
    assert scoring.parts(table, 0)["shrine"] == vp


def test_ties_go_by_workers_and_resources_then_by_hand_cards() -> None:
    table = table_of("romans", "japanese", "egyptians", "barbarians")
    for seat, (vp, worker, cards) in enumerate([(3, 2, 0), (5, 1, 1), (5, 1, 2), (5, 1, 1)]):
        give(table, seat, *["ruins"] * cards, vp=vp, worker=worker, gold=9 - seat)
    lay(table, 0, "rom bank")
    assert [row["rank"] for row in scoring.scores(table)] == [1, 3, 2, 3]
