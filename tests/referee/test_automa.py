"""The Automa before the referee alone: its cards and trackers, the known moves, turns and combats as situations."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from .adapter import AUTOMA_DECISION, LEFT_BEHIND_DECISION
from .automa_moves import AutomaMove, find_move, first_of
from .components import FACTIONS, automa_cards, automa_data, base_of, board, trackers
from .referee import Referee
from .table import Automa, AutomaDeck, Config, Deal, Options
from .test_referee import MATS, MOVE, START_CARDS, due, place, play, side


def game(*factions: str, automas: dict[str, int], rules: dict[str, Any] | None = None, **options: bool) -> Referee:
    """A game at its start that stops before each Automa's turn; Automas by level."""
    seats = {factions.index(faction): level for faction, level in automas.items()}
    mats = iter(MATS)
    config = Config(
        list(factions),
        [None if seat in seats else next(mats) for seat in range(len(factions))],
        options=Options(ask_automas=True, **options),
        automas=seats,
        **(rules or {}),
    )
    deal = Deal(
        objectives=[[] if seat in seats else [2 * seat + 1, 2 * seat + 2] for seat in range(len(factions))],
        hands=[{2: START_CARDS[faction]} for faction in factions],
        factory_cards=list(range(1, len(factions) + 2)),
    )
    return Referee(config, deal)


def automa_of(referee: Referee, faction: str) -> Automa:
    """The Automa of a faction."""
    player = side(referee, faction)
    assert isinstance(player, Automa)
    return player


def units(automa: Automa, character: str | None = None, mechs: str = "", workers: str = "") -> Automa:
    """Arrange an Automa's units: "base", "C5 base"; what is not named is on its mat."""
    at = {"base": automa.base}
    automa.character = at.get(character or "", character)
    standing = [at.get(name, name) for name in mechs.split()]
    automa.mechs = dict(zip(automa.mechs, [*standing, None, None, None, None], strict=False))
    automa.workers = Counter(at.get(name, name) for name in workers.split())
    automa.workers_left = 8 - automa.workers.total()
    return automa


def take_turn(referee: Referee, faction: str, card: int, *texts: str) -> Referee:
    """An Automa's turn with a card, and the decisions of humans in it."""
    automa = automa_of(referee, faction)
    automa.deck.cards = {card}
    referee.table.active = automa.seat
    referee.begin_turn()
    return play(referee, "take", *texts)


def next_combat_card(automa: Automa, *cards: int) -> None:
    """Leave only these Automa cards to be drawn."""
    automa.deck.cards = set(cards)


# -- cards, trackers, map ----------------------------------------------------------------------------------------------


@pytest.mark.rule("A6", "A16", "A17", "A19", "A83", "A85")
def test_cards_and_trackers_add_up() -> None:
    cards, sums = automa_cards(), automa_data()["invariants"]
    assert sorted(cards) == list(range(1, 20))
    signs = Counter(card[half]["bonus"] for card in cards.values() for half in ("I", "II"))
    assert (
        {sign: signs[sign] for sign in signs if sign} == sums["bonus_counts"] == dict.fromkeys(sums["bonus_counts"], 6)
    )
    assert [number for number, card in cards.items() if not card["star"]] == sums["cards_without_star"]
    assert [number for number, card in cards.items() if card["skip_autometta"]] == sums["skip_cards"]
    assert sorted(trackers()) == [1, 2, 3, 4]
    for tracker in trackers().values():
        assert len(tracker["stars_at"]) == 6
        assert tracker["stars_at"][0] == tracker["scheme_II_at"]
        assert tracker["stars_at"][-1] == tracker["spaces"] - 1
        steps = [card["star"] and not (tracker["obeys_skip"] and card["skip_autometta"]) for card in cards.values()]
        assert sum(steps) == (14 if tracker["level"] == 1 else 16)


@pytest.mark.rule("A41")
def test_reading_order_is_row_by_row() -> None:
    hexes = list(board().hexes)
    assert hexes == sorted(hexes)
    assert [board().hexes[name].r for name in hexes] == sorted(board().hexes[name].r for name in hexes)


@pytest.mark.rule("A40")
def test_distances_are_those_of_the_tables() -> None:
    data = automa_data()
    for name in board().hexes:
        assert board().distance(name, board().factory) == data["distance_to_factory"][name]
        for faction in FACTIONS:
            assert board().distance(name, base_of(faction)) == data["distance_from_base"][faction][name]


@pytest.mark.rule("A39")
def test_neighbours_of_home_bases_are_those_of_the_tables() -> None:
    data = automa_data()
    for faction in FACTIONS:
        base = base_of(faction)
        land = [name for name in board().beside(base) if board().edge(base, name) == "land"]
        assert sorted(board().beside(base)) == sorted(data["base_neighbours_open"][faction])
        assert sorted(land) == sorted(data["base_neighbours_restricted"][faction])


@pytest.mark.rule("A103", "A104")
def test_the_tie_token_visits_every_base_and_tells_all_territories_apart() -> None:
    referee = game("nordic", "crimea", "polania", automas={"nordic": 2})
    table = referee.table
    ring = ["albion", "rusviet", "crimea", "polania", "nordic", "togawa", "saxony"]
    for _ in range(2):
        for base in ring:
            assert table.tie_token == base
            first_of(table, [base_of(base), next(iter(board().hexes))], lambda name: 0)
    hexes = list(board().hexes)
    for start in ring:
        for one in hexes:
            for other in hexes[hexes.index(one) + 1 :]:
                table.tie_token = start
                assert first_of(table, [one, other], lambda name: 0) == first_again(table, start, other, one)


def first_again(table: Any, start: str, *places: str) -> str:
    """The same choice with the places in another order."""
    table.tie_token = start
    return first_of(table, places, lambda name: 0)


# -- the known moves ---------------------------------------------------------------------------------------------------


def known_position(row: dict[str, Any]) -> Referee:
    """The position of a row of the data."""
    enemy = next((unit["at"].removeprefix("base:") for unit in row["enemy_units"] if ":" in unit["at"]), "saxony")
    referee = game(*sorted((row["automa"], enemy), key=FACTIONS.index), automas={row["automa"]: 2})
    automa = automa_of(referee, row["automa"])
    automa.space = automa.tracker["water_open_from"] if row["water_open"] else 0
    automa.power = row["power"]
    automa.factory_card = 1 if row["has_factory_card"] else None
    at = {kind: [unit["at"] for unit in row["automa_units"] if unit["kind"] == kind] for kind in KINDS}
    at = {kind: [automa.base if name == "base" else name for name in names] for kind, names in at.items()}
    automa.character = next(iter(at["character"]), None)
    automa.mechs = dict(zip(automa.mechs, [*at["mech"], None, None, None, None], strict=False))
    automa.workers = Counter(at["worker"])
    foe = side(referee, enemy)
    foe.workers.clear()
    mechs = iter(foe.mechs)
    for unit in row["enemy_units"]:
        name = base_of(enemy) if ":" in unit["at"] else unit["at"]
        if unit["kind"] == "worker":
            foe.workers[name] += 1
        elif unit["kind"] == "mech":
            foe.mechs[next(mechs)] = name
        else:
            foe.character = name
    if row["encounter_tokens"] != "all 11":
        referee.table.encounters = set(row["encounter_tokens"])
    return referee


KINDS = ("character", "mech", "worker")
POSITIONS = automa_data()["test_positions"]


@pytest.mark.rule(
    "A31", "A34", "A37", "A38", "A42", "A43", "A44", "A45", "A46", "A47", "A48", "A49", "A51", "A53", "A54"
)
@pytest.mark.parametrize("row", POSITIONS, ids=[f"{row['name']}-{row['act']}" for row in POSITIONS])
def test_known_moves(row: dict[str, Any]) -> None:
    referee = known_position(row)
    automa = automa_of(referee, row["automa"])
    symbol = {key: row[key] for key in ("act", "min_power") if key in row}
    found = find_move(referee.table, automa, symbol)
    if row["result"] is None:
        assert found is None
        return
    assert found is not None
    kind = found.unit if found.unit in ("character", "worker") else "mech"
    start = "base" if found.start == automa.base else found.start
    assert (kind, start, found.to) == tuple(row["result"][key] for key in ("unit", "from", "to"))


def move_of(referee: Referee, seated: str, act: str, **symbol: Any) -> AutomaMove | None:
    """What a symbol would do now."""
    return find_move(referee.table, automa_of(referee, seated), {"act": act, **symbol})


@pytest.mark.rule("A27")
def test_a_symbol_in_brackets_is_for_its_faction() -> None:
    referee = game("nordic", "saxony", automas={"nordic": 2})
    assert move_of(referee, "nordic", "worker", faction="nordic") is not None
    assert move_of(referee, "nordic", "worker", faction="crimea") is None


@pytest.mark.rule("A39", "A43")
def test_a_worker_steps_out_of_the_home_base_when_nothing_else_is_on_the_board() -> None:
    referee = game("crimea", "saxony", automas={"crimea": 2})
    crimea = units(automa_of(referee, "crimea"), "base", "base", "base base")
    assert move_of(referee, "crimea", "worker") == AutomaMove("worker", "crimea base", "G3")
    for act in ("encounter_factory", "character", "mech", "attack_combat", "attack_workers"):
        assert move_of(referee, "crimea", act) is None
    crimea.space = 4  # G2 is a lake beside the base, as near to the Factory as G3 and before it in reading order
    assert move_of(referee, "crimea", "worker") == AutomaMove("worker", "crimea base", "G2")


@pytest.mark.rule("A44", "A45")
def test_workers_keep_away_from_enemy_combat_units_even_beyond_a_river() -> None:
    referee = game("nordic", "saxony", automas={"nordic": 2})
    units(automa_of(referee, "nordic"), workers="A4 A5")
    assert move_of(referee, "nordic", "worker") == AutomaMove("worker", "A4", "B5")
    place(side(referee, "saxony"), "C5")
    assert board().edge("C5", "B5") == "river"
    moved = move_of(referee, "nordic", "worker")
    assert moved is not None
    assert moved.to not in ("B5", *board().beside("C5"))
    place(side(referee, "saxony"), "B5", mechs="riverwalk A4")
    assert move_of(referee, "nordic", "worker") is None


@pytest.mark.rule("A46")
def test_the_factory_is_sought_until_its_card_is_taken() -> None:
    referee = game("nordic", "saxony", automas={"nordic": 2})
    nordic = units(automa_of(referee, "nordic"), "base", workers="D5")
    nordic.space = 4
    assert move_of(referee, "nordic", "encounter_factory") == AutomaMove("character", "nordic base", "D4")
    nordic.factory_card = 3
    assert move_of(referee, "nordic", "encounter_factory") == AutomaMove("character", "nordic base", "D6")
    nordic.mechs["riverwalk"] = "D6"
    referee.table.encounters = {"D6"}
    assert move_of(referee, "nordic", "encounter_factory") is None


@pytest.mark.rule("A47", "A49")
def test_enemies_on_home_bases_draw_only_when_there_are_no_others() -> None:
    referee = game("nordic", "saxony", automas={"nordic": 2})
    nordic = units(automa_of(referee, "nordic"), "B4", workers="B3")
    nordic.space = 4
    # in reach of B3 and B4 nothing is nearer to the Saxon base than C2
    assert move_of(referee, "nordic", "character") == AutomaMove("character", "B4", "C2")
    place(side(referee, "saxony"), mechs="speed H1")
    assert move_of(referee, "nordic", "character") == AutomaMove("character", "B4", "C3")
    assert board().distance("C2", "saxony base") < board().distance("C3", "H1")


@pytest.mark.rule("A52")
def test_attacks_on_workers_seek_many_workers_alone() -> None:
    referee = game("nordic", "saxony", automas={"nordic": 2})
    nordic = units(automa_of(referee, "nordic"), "C3", "", "D4")
    nordic.space = 4
    saxony = side(referee, "saxony")
    place(saxony, "C2", workers="C2 C2 C2 B4 E4 E4")
    assert move_of(referee, "nordic", "attack_workers") == AutomaMove("character", "C3", "E4")
    place(saxony, "E4")
    # three workers are on C2 now, where no combat unit is
    assert move_of(referee, "nordic", "attack_workers") == AutomaMove("character", "C3", "C2")


@pytest.mark.rule("A50", "A51")
def test_attacks_need_power_and_begin_nearest_home_with_the_mech() -> None:
    referee = game("nordic", "saxony", automas={"nordic": 2})
    nordic = units(automa_of(referee, "nordic"), "base", "base B4", "C3")
    nordic.space, nordic.power = 4, 5
    saxony = side(referee, "saxony")
    place(saxony, "D4", mechs="riverwalk D4, speed D3, disarm C2", workers="C4 C4")
    assert move_of(referee, "nordic", "attack_combat", min_power=6) is None
    # D3 and C2 hold one combat unit each, D3 is nearer to the Factory
    assert move_of(referee, "nordic", "attack_combat", min_power=5) == AutomaMove("riverwalk", "nordic base", "D3")
    assert move_of(referee, "nordic", "attack_workers") == AutomaMove("riverwalk", "nordic base", "C4")


@pytest.mark.rule("A56")
def test_a_unit_on_the_best_territory_stays_or_leaves_the_symbol_to_the_next() -> None:
    row = next(row for row in POSITIONS if row["name"] == "start_crimea" and row["act"] == "worker")
    referee = known_position(row)
    assert move_of(referee, "crimea", "worker") == AutomaMove("worker", "G3", "G3")
    referee.table.options.automa_stay_counts = False
    assert move_of(referee, "crimea", "worker") is None


@pytest.mark.rule("A56", "A57")
def test_nothing_happens_where_a_unit_stays() -> None:
    referee = game("togawa", "saxony", automas={"togawa": 2})
    togawa = units(automa_of(referee, "togawa"), "F6", "", "F7")
    place(side(referee, "saxony"), "E6")
    referee.table.encounters = {"F6"}
    take_turn(referee, "togawa", 14)  # the token lies where it stands
    assert togawa.character == "F6"
    assert referee.table.encounters == {"F6"}
    assert not referee.table.faction_tokens
    assert (togawa.workers["togawa base"], togawa.space) == (1, 1)


@pytest.mark.rule("A103")
def test_with_more_than_two_seats_the_token_settles_ties_and_goes_on() -> None:
    referee = game("nordic", "crimea", "saxony", automas={"nordic": 2})
    table = referee.table
    assert move_of(referee, "nordic", "worker") is not None
    uses = ["albion", "rusviet", "crimea", "polania", "nordic", "togawa", "saxony"].index(table.tie_token)
    assert uses >= 1  # A4 and A5 are equally near to the base
    table.tie_token = "rusviet"
    moved = move_of(referee, "nordic", "worker")
    assert moved is not None
    assert moved.start == "A5"  # nearer to the Rusviet base


# -- the turn ----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("A8", "A9", "A10", "A11", "A12", "A13", "A14")
def test_set_up() -> None:
    referee = game("nordic", "saxony", automas={"nordic": 3})
    nordic = automa_of(referee, "nordic")
    assert (nordic.power, nordic.cards, nordic.coins, nordic.popularity) == (4, 1, 5, 10)
    assert (nordic.character, nordic.workers, nordic.workers_left, nordic.mechs_out) == (
        "nordic base", {"A4": 1, "A5": 1}, 6, 0,
    )  # fmt: skip
    assert (nordic.space, nordic.deck.in_use, len(nordic.deck.cards)) == (0, None, 19)
    assert referee.table.first == referee.seat == 1


@pytest.mark.rule("A30", "A31", "A33", "A76")
def test_a_turn_moves_gains_and_advances() -> None:
    referee = game("nordic", "saxony", automas={"nordic": 2})
    nordic = automa_of(referee, "nordic")
    take_turn(referee, "nordic", 1)
    assert nordic.workers == {"A4": 0, "A5": 1, "B5": 1, "nordic base": 1}
    assert (nordic.power, nordic.workers_left, nordic.space, nordic.deck.in_use) == (5, 5, 1, 1)
    assert referee.seat == 1
    # no mech and no valid territory: the gains come all the same
    take_turn(referee, "nordic", 10)
    assert (nordic.mechs_out, nordic.power, nordic.space) == (1, 7, 2)


@pytest.mark.rule("A17")
def test_autometta_skips_what_bears_the_crossed_gear() -> None:
    for level, coins, space in ((1, 5, 0), (2, 6, 1)):
        referee = game("nordic", "saxony", automas={"nordic": level})
        nordic = automa_of(referee, "nordic")
        take_turn(referee, "nordic", 7)
        assert (nordic.coins, nordic.space, nordic.deck.in_use) == (coins, space, 7)


@pytest.mark.rule("A78", "A79")
def test_units_come_back_from_the_mat_to_the_base() -> None:
    referee = game("rusviet", "saxony", automas={"rusviet": 2})
    rusviet = units(automa_of(referee, "rusviet"), None, "", "C6 D7 C5 C4 D6 D5 B6 B7")
    take_turn(referee, "rusviet", 8)  # two figures for Rusviet, and no worker is left for others
    assert (rusviet.character, rusviet.mechs_out) == ("rusviet base", 1)
    take_turn(referee, "rusviet", 14)
    assert (rusviet.workers_left, rusviet.cards) == (0, 3)


@pytest.mark.rule("A18", "A24", "A25", "A85", "A86")
@pytest.mark.parametrize("level", [1, 2, 3, 4])
def test_the_tracker_alone_ends_the_game(level: int) -> None:
    referee = game("nordic", "saxony", automas={"nordic": level}, play_forced=False)
    nordic = automa_of(referee, "nordic")
    tracker = nordic.tracker
    steps = 0
    while referee.decision is not None:
        before, scheme = nordic.space, nordic.scheme
        take_turn(referee, "nordic", 1 if scheme == "I" else 3)
        steps += 1
        assert nordic.space == before + 1
        assert nordic.stars["tracker"] == sum(space <= nordic.space for space in tracker["stars_at"])
        assert len(nordic.deck.cards) == (19 if nordic.space == tracker["scheme_II_at"] else 0)
        referee.table.random.seed(steps)
    assert nordic.stars.total() == 6
    assert nordic.space <= tracker["spaces"] - 1
    assert steps == nordic.space


@pytest.mark.rule("A2", "A29", "A63", "A64")
def test_power_and_cards_in_a_combat() -> None:
    assert automa_cards()[5]["combat"] == {"power_by_range": [2, 4, 7], "cards": 1}
    for power, spent in ((1, 1), (7, 2), (8, 4), (13, 4), (14, 7)):
        referee = game("nordic", "saxony", automas={"nordic": 2})
        nordic = units(automa_of(referee, "nordic"), "D4", workers="D5")
        nordic.power = power
        nordic.hand = Counter({5: 1})
        place(side(referee, "saxony"), "E4")
        referee.table.active = 1
        referee.begin_turn()
        next_combat_card(nordic, 5)
        play(referee, *MOVE, "character", "D4", "done", "0", "done")
        assert nordic.power == power - spent
        assert nordic.cards == 0
        assert nordic.stars["combat_wins"] == 1
        assert side(referee, "saxony").character == "saxony base"


@pytest.mark.rule("A64")
def test_cards_by_the_box_or_one_for_each_unit() -> None:
    for per_unit, left in ((False, 1), (True, 3)):
        referee = game("nordic", "saxony", automas={"nordic": 2}, automa_cards_per_unit=per_unit)
        nordic = units(automa_of(referee, "nordic"), "D4")
        nordic.hand = Counter({2: 4})
        place(side(referee, "saxony"), "E4")
        referee.table.active = 1
        referee.begin_turn()
        next_combat_card(nordic, 13)
        play(referee, *MOVE, "character", "D4", "done", "0", "done")
        assert nordic.cards == left


@pytest.mark.rule("A87", "A88")
def test_a_saxon_automa_has_two_combat_stars_at_most() -> None:
    referee = game("nordic", "saxony", automas={"saxony": 2})
    saxony = units(automa_of(referee, "saxony"), "D4", workers="E4")
    saxony.stars["combat_wins"] = 2
    place(side(referee, "nordic"), "D5")
    referee.table.active = 0
    referee.begin_turn()
    next_combat_card(saxony, 5)
    play(referee, *MOVE, "character", "D4", "done", "0", "done")
    assert side(referee, "nordic").character == "nordic base"
    assert saxony.stars == {"combat_wins": 2}


@pytest.mark.rule("A4", "A66", "A72", "A73", "A75")
def test_a_human_who_beats_it_takes_what_the_box_shows() -> None:
    referee = game("nordic", "saxony", automas={"nordic": 2})
    nordic, saxony = units(automa_of(referee, "nordic"), None, "C3", "C3 C3"), side(referee, "saxony")
    nordic.power, nordic.hand = 4, Counter()
    nordic.deck.in_use = 5
    place(saxony, "D4")
    saxony.factory_card = 1
    saxony.power, saxony.popularity = 7, 5
    table = referee.table
    table.active = 1
    referee.begin_turn()
    next_combat_card(nordic, 3)
    play(referee, *MOVE, "character", "C3", "done", "7", "done")
    assert table.tokens["C3"] == {"wood": 4}
    assert (nordic.mechs_out, nordic.workers["nordic base"]) == (0, 2)
    assert (saxony.popularity, nordic.popularity) == (3, 10)
    assert nordic.cards == 1  # for the power that it showed
    assert saxony.stars == {"combat_wins": 1}
    assert nordic.deck.in_use == 5


@pytest.mark.rule("A72", "A73")
def test_where_the_kind_is_free_the_human_names_each_token() -> None:
    referee = game("nordic", "saxony", automas={"nordic": 2})
    nordic, saxony = units(automa_of(referee, "nordic"), None, "", "D4"), side(referee, "saxony")
    nordic.deck.in_use = 2
    place(saxony, "E4")
    referee.table.active = 1
    referee.begin_turn()
    play(referee, *MOVE, "character", "D4")
    assert due(referee) == (LEFT_BEHIND_DECISION, ["food", "metal", "oil", "wood"])
    assert nordic.workers["nordic base"] == 1
    play(referee, "oil", "metal")
    assert referee.table.tokens["D4"] == {"oil": 1, "metal": 1}
    assert referee.decision == "unit"


@pytest.mark.rule("A72")
def test_before_its_first_turn_nothing_is_left_behind() -> None:
    referee = game("nordic", "saxony", automas={"nordic": 2})
    units(automa_of(referee, "nordic"), None, "", "D4")
    place(side(referee, "saxony"), "E4")
    referee.table.active = 1
    referee.begin_turn()
    play(referee, *MOVE, "character", "D4")
    assert referee.decision == "unit"
    assert not referee.table.tokens["D4"]


@pytest.mark.rule("A5", "A60", "A61", "A62", "A67", "A74")
def test_it_attacks_and_the_human_decides_first() -> None:
    referee = game("nordic", "saxony", automas={"nordic": 4})
    nordic, saxony = units(automa_of(referee, "nordic"), "D5", "", "C5"), side(referee, "saxony")
    nordic.space, nordic.power, nordic.hand = 8, 10, Counter({2: 1, 5: 1})
    place(saxony, "F2", mechs="disarm E6", workers="E6 F1")
    saxony.popularity, saxony.power = 4, 9
    referee.table.tokens["E6"]["oil"] = 2
    take_turn(referee, "nordic", 17)  # scheme II: needs 8 power
    assert (referee.decision, referee.seat) == ("dial", 1)
    assert nordic.deck.cards == set()
    next_combat_card(nordic, 6)
    play(referee, "2", "card 2")  # Disarm took 2 power in the tunnel; of the 8 left 7 are spent
    assert nordic.character == "E6"
    assert (nordic.power, nordic.cards) == (1, 1)
    assert referee.table.tokens["E6"] == {"oil": 2}
    assert (saxony.mechs["disarm"], saxony.workers["saxony base"]) == ("saxony base", 1)
    assert (saxony.popularity, nordic.popularity) == (4, 10)
    assert nordic.stars == {"combat_wins": 1}
    assert (nordic.coins, nordic.workers["nordic base"]) == (6, 1)  # the gains come after the combat


@pytest.mark.rule("A65", "A74", "A79")
def test_a_beaten_attacker_is_back_on_the_mat_and_leaves_nothing() -> None:
    referee = game("nordic", "saxony", automas={"nordic": 4})
    nordic, saxony = units(automa_of(referee, "nordic"), "D5", "", "C5"), side(referee, "saxony")
    nordic.space, nordic.power, nordic.hand = 8, 10, Counter()
    place(saxony, "D4", workers="F1")
    saxony.power = 9
    saxony.stars["combat_wins"] = 1
    take_turn(referee, "nordic", 17)
    next_combat_card(nordic, 3)
    play(referee, "7", "card 2")
    assert nordic.character is None
    assert nordic.factory_card is None
    assert not referee.table.tokens["D4"]
    assert saxony.stars["combat_wins"] == 2
    assert nordic.cards == 1
    assert nordic.coins == 6
    take_turn(referee, "nordic", 16)
    assert nordic.character == "nordic base"


@pytest.mark.rule("A20", "A89")
def test_a_sixth_star_in_its_combat_ends_the_game() -> None:
    referee = game("nordic", "saxony", automas={"nordic": 4})
    nordic, saxony = units(automa_of(referee, "nordic"), "D5", "", "C5"), side(referee, "saxony")
    nordic.space, nordic.power, nordic.hand = 8, 10, Counter()
    place(saxony, "D4", workers="F1")
    saxony.power = 9
    saxony.stars.update({"upgrades": 1, "combat_wins": 4})
    take_turn(referee, "nordic", 17)
    next_combat_card(nordic, 3)
    play(referee, "7", "card 2")
    assert referee.decision is None
    assert nordic.coins == 5
    assert saxony.stars.total() == 6


@pytest.mark.rule("A52", "A58")
def test_it_drives_workers_off_without_losing_popularity() -> None:
    referee = game("nordic", "saxony", automas={"nordic": 2})
    nordic, saxony = units(automa_of(referee, "nordic"), "B4", "", "B3"), side(referee, "saxony")
    nordic.space = 4
    place(saxony, "F2", workers="C3 C3 F1")
    referee.table.tokens["C3"]["wood"] = 1
    take_turn(referee, "nordic", 19)
    assert nordic.character == "C3"
    assert saxony.workers["saxony base"] == 2
    assert referee.table.tokens["C3"] == {"wood": 1}
    assert nordic.popularity == 10
    assert not nordic.stars["combat_wins"]


@pytest.mark.rule("A59")
@pytest.mark.parametrize(
    ("trap", "lost"),
    [("power", (3, 0, 0, 0)), ("coins", (0, 4, 0, 0)), ("combat cards", (0, 0, 2, 0)), ("popularity", (0, 0, 0, 0))],
)
def test_a_human_trap(trap: str, lost: tuple[int, int, int, int]) -> None:
    referee = game("rusviet", "togawa", automas={"rusviet": 2})
    rusviet = units(automa_of(referee, "rusviet"), "D5", "", "C6 C6")
    rusviet.space, rusviet.hand, rusviet.power = 4, Counter({3: 3}), 6
    place(side(referee, "togawa"), "F6", workers="G6")
    take = move_of(referee, "rusviet", "character")
    assert take is not None
    referee.table.faction_tokens[take.to] = trap
    referee.table.armed.add(take.to)
    referee.table.encounters.clear()
    rusviet.factory_card = 1
    had = (rusviet.power, rusviet.coins, rusviet.cards, rusviet.popularity)
    take_turn(referee, "rusviet", 13)  # $1
    now = (rusviet.power, rusviet.coins - 1, rusviet.cards, rusviet.popularity)
    assert tuple(before - after for before, after in zip(had, now, strict=True)) == lost
    assert rusviet.character == take.to
    assert not referee.table.armed


@pytest.mark.rule("A68")
def test_its_character_takes_encounter_tokens_away() -> None:
    referee = game("nordic", "saxony", automas={"nordic": 2})
    take_turn(referee, "nordic", 14)
    assert automa_of(referee, "nordic").character == "B5"
    assert "B5" not in referee.table.encounters
    assert len(referee.table.encounter_deck) == 28


@pytest.mark.rule("A69")
def test_its_character_takes_one_factory_card() -> None:
    referee = game("nordic", "saxony", automas={"nordic": 2})
    nordic = units(automa_of(referee, "nordic"), "D5", "", "D5")
    take_turn(referee, "nordic", 14)
    assert nordic.character == "D4"
    assert sorted([nordic.factory_card, *referee.table.factory_cards]) == [1, 2, 3]
    nordic.character = "D5"
    taken = nordic.factory_card
    take_turn(referee, "nordic", 18)
    assert nordic.factory_card == taken
    assert len(referee.table.factory_cards) == 2


@pytest.mark.rule("A95", "A96")
@pytest.mark.parametrize("faction", ["albion", "togawa"])
def test_flags_and_traps_of_an_automa(faction: str) -> None:
    for places in (True, False):
        referee = game(
            *sorted((faction, "saxony"), key=FACTIONS.index), automas={faction: 2}, automa_places_tokens=places
        )
        take_turn(referee, faction, 14)
        character = automa_of(referee, faction).character
        assert not board().is_base(character)
        tokens = referee.table.faction_tokens
        assert list(tokens) == [character] * places
        assert referee.table.armed == ({character} if places and faction == "togawa" else set())


@pytest.mark.rule("A81", "A82", "A83", "A107")
def test_recruit_bonuses_go_to_human_neighbours() -> None:
    referee = game("nordic", "rusviet", "crimea", "saxony", automas={"nordic": 2, "rusviet": 2})
    rusviet, crimea, saxony = (side(referee, faction) for faction in ("rusviet", "crimea", "saxony"))
    for player in (rusviet, crimea, saxony):
        player.recruits.add("upgrade")
    power = [player.power for player in (rusviet, crimea, saxony)]
    crimea.power = power[1] = 15
    take_turn(referee, "rusviet", 1)
    assert [player.power for player in (crimea, saxony)] == [16, power[2]]
    assert crimea.stars == {"power": 1}
    take_turn(referee, "nordic", 1)
    assert saxony.power == power[2] + 1


@pytest.mark.rule("A20", "A81", "A89")
def test_a_star_by_a_bonus_lapses_when_the_automa_ends_the_game() -> None:
    for stars, crimea_stars in ((4, {"power": 1}), (5, {})):
        referee = game("nordic", "crimea", automas={"nordic": 2})
        nordic, crimea = automa_of(referee, "nordic"), side(referee, "crimea")
        crimea.recruits.add("upgrade")
        crimea.power = 15
        nordic.stars["tracker"] = stars
        nordic.space = 8
        take_turn(referee, "nordic", 1)
        assert (crimea.power, crimea.stars) == (16, crimea_stars)
        assert (referee.decision is None) == (stars == 5)


@pytest.mark.rule("A84")
def test_an_automa_gains_nothing_from_the_bottom_action_of_a_neighbour() -> None:
    referee = game("nordic", "rusviet", automas={"nordic": 2})
    nordic = automa_of(referee, "nordic")
    referee.table.tokens["C6"]["oil"] = 3
    referee.table.active = 1
    referee.begin_turn()
    play(referee, "section bolster", "done", "take", "produce territories")
    play(referee, referee.legal()[0])
    assert (referee.decision, nordic.power, nordic.coins, nordic.popularity) == (AUTOMA_DECISION, 4, 5, 10)


@pytest.mark.rule("A5", "A62")
def test_scout_takes_a_card_that_only_the_thief_knows() -> None:
    referee = game("nordic", "rusviet", "crimea", automas={"nordic": 2})
    nordic = units(automa_of(referee, "nordic"), "D4", workers="D5")
    nordic.hand = Counter({5: 2})
    place(side(referee, "crimea"), "E4", mechs="scout H1")
    table = referee.table
    table.known[1, 0] = Counter({5: 2})
    table.active = 2
    referee.begin_turn()
    play(referee, *MOVE, "character", "D4", "done")
    assert (nordic.hand[5], side(referee, "crimea").hand[5]) == (1, 1)
    assert {pair: +cards for pair, cards in table.known.items() if +cards} == {(1, 0): Counter({5: 1})}


@pytest.mark.rule("A96", "A97")
def test_a_human_meets_the_trap_of_an_automa() -> None:
    referee = game("togawa", "saxony", automas={"togawa": 2})
    togawa, saxony = units(automa_of(referee, "togawa"), None, "", "F7"), side(referee, "saxony")
    table = referee.table
    table.faction_tokens["G3"] = "coins"
    table.armed.add("G3")
    before = referee.scores()[0]["territories"]
    table.armed.clear()
    assert referee.scores()[0]["territories"] == before - 3
    table.armed.add("G3")
    place(saxony, "G4")
    table.active = 1
    referee.begin_turn()
    play(referee, *MOVE, "character", "G3")
    assert saxony.coins == 0
    assert not table.armed
    assert togawa.popularity == 10


@pytest.mark.rule("A87")
def test_its_power_star_ends_the_game_after_the_gains() -> None:
    referee = game("nordic", "crimea", automas={"nordic": 2})
    nordic, crimea = automa_of(referee, "nordic"), side(referee, "crimea")
    crimea.recruits.add("upgrade")
    nordic.power, nordic.stars["tracker"] = 15, 5
    take_turn(referee, "nordic", 1)
    assert (nordic.power, nordic.workers["nordic base"], nordic.space) == (16, 1, 0)
    assert nordic.stars == {"tracker": 5, "power": 1}
    assert referee.decision is None
    assert crimea.power == 5


# -- the deck ----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("A21", "A23")
def test_an_empty_deck_is_made_of_all_cards_again() -> None:
    referee = game("nordic", "saxony", automas={"nordic": 2})
    nordic = automa_of(referee, "nordic")
    take_turn(referee, "nordic", 4)
    assert nordic.deck == AutomaDeck(set(), 4)
    referee.table.active = 0
    referee.begin_turn()
    play(referee, "take")
    assert len(nordic.deck.cards) == 18
    assert nordic.deck.in_use not in nordic.deck.cards


@pytest.mark.rule("A22", "A23")
def test_the_card_in_use_stays_out_of_a_deck_for_a_combat() -> None:
    referee = game("nordic", "saxony", automas={"nordic": 2})
    nordic = units(automa_of(referee, "nordic"), "D4", workers="D5")
    nordic.deck.cards, nordic.deck.in_use = set(), 6
    place(side(referee, "saxony"), "E4")
    referee.table.active = 1
    referee.begin_turn()
    play(referee, *MOVE, "character", "D4", "done", "0", "done")
    assert len(nordic.deck.cards) == 17
    assert nordic.deck.in_use == 6
    assert 6 not in nordic.deck.cards


# -- several Automas ---------------------------------------------------------------------------------------------------


def two_against(cooperative: bool) -> Referee:
    referee = game(
        "nordic", "rusviet", "saxony", automas={"nordic": 4, "rusviet": 4}, rules={"cooperative": cooperative}
    )
    nordic, rusviet = automa_of(referee, "nordic"), automa_of(referee, "rusviet")
    units(nordic, "C5", "", "B5")
    units(rusviet, "D5", "", "D5 D6")
    nordic.space, nordic.power, rusviet.power = 8, 12, 9
    place(side(referee, "saxony"), "F1", workers="G1")
    return referee


@pytest.mark.rule("A99", "A105")
def test_automas_fight_each_other_when_they_compete() -> None:
    referee = two_against(cooperative=False)
    nordic, rusviet = automa_of(referee, "nordic"), automa_of(referee, "rusviet")
    nordic.deck.in_use = rusviet.deck.in_use = 5
    nordic.hand, rusviet.hand = Counter(), Counter({2: 1})
    referee.table.active = 0
    nordic.deck.cards = {17}
    rusviet.deck.cards = {11}
    referee.begin_turn()
    # the attacker's card comes of a new deck without the card in use
    play(referee, "take")
    assert (nordic.deck.in_use, len(nordic.deck.cards)) == (17, 17)
    assert rusviet.deck == AutomaDeck(set(), 5)
    assert nordic.stars["combat_wins"] + rusviet.stars["combat_wins"] == 1
    assert not any(referee.table.tokens[name] for name in ("D5", "C5"))
    assert not rusviet.hand[2]


@pytest.mark.rule("A36", "A99")
def test_cooperating_automas_leave_each_other_alone() -> None:
    referee = two_against(cooperative=True)
    assert move_of(referee, "nordic", "attack_combat", min_power=1) is None
    assert move_of(referee, "nordic", "attack_workers") is None
    moved = move_of(referee, "nordic", "character")
    assert moved is not None
    assert moved.to not in ("D5", "D6")
    referee.table.cooperative = False
    assert move_of(referee, "nordic", "attack_combat", min_power=1) == AutomaMove("character", "C5", "D5")


@pytest.mark.rule("A101", "A102", "A106")
def test_one_deck_has_one_card_in_use() -> None:
    referee = game("nordic", "rusviet", "saxony", automas={"nordic": 2, "rusviet": 2}, rules={"one_deck": True})
    nordic, rusviet = automa_of(referee, "nordic"), automa_of(referee, "rusviet")
    assert nordic.deck is rusviet.deck
    take_turn(referee, "nordic", 2)
    assert rusviet.deck.in_use == 2
    assert nordic.space == 1
    assert rusviet.space == 0


@pytest.mark.rule("A90", "A91", "A99")
def test_scores_of_a_cooperative_game_are_means() -> None:
    referee = game("nordic", "rusviet", "saxony", automas={"nordic": 2, "rusviet": 2}, rules={"cooperative": True})
    saxony = side(referee, "saxony")
    totals = [score["total"] for score in referee.scores()]
    saxony.coins += totals[0] + totals[1] - 2 * totals[2]
    assert 2 * referee.scores()[2]["total"] >= totals[0] + totals[1]
    saxony.coins = 0
    assert [score["rank"] for score in referee.scores()] == [1, 1, 2]
    total = referee.scores()[2]["total"]
    nordic, rusviet = side(referee, "nordic"), side(referee, "rusviet")
    nordic.coins = rusviet.coins = 0
    rusviet.coins = 2 * (100 + total) - sum(score["total"] for score in referee.scores()[:2])
    saxony.coins = 100
    assert [score["rank"] for score in referee.scores()] == [1, 1, 1]
    rusviet.coins -= 1
    assert [score["rank"] for score in referee.scores()] == [2, 2, 1]
    referee.table.cooperative = False
    assert sorted(score["rank"] for score in referee.scores()) == [1, 2, 3]


@pytest.mark.rule("A2", "A90")
def test_a_polanian_automa_has_no_coins_for_encounter_territories() -> None:
    seats = ("albion", "nordic", "rusviet", "crimea", "saxony", "polania")
    for automas, coins in (({"polania": 1}, 0), ({"albion": 1}, 3)):
        referee = game(*seats, automas=automas)
        side(referee, "polania").workers["D2"] = 1
        assert referee.scores()[5]["meander"] == coins


@pytest.mark.rule("A90")
def test_tokens_score_unless_the_option_says_no() -> None:
    for scores, coins in ((True, 4), (False, 0)):
        referee = game("nordic", "saxony", automas={"nordic": 2}, automa_scores_resources=scores)
        referee.table.tokens["A4"]["oil"] = 5
        assert referee.scores()[0]["resources"] == coins
        assert referee.scores()[0]["structures"] == 0
