"""The referee on points that are easily got wrong; the differential test leans on it."""

from __future__ import annotations

import pytest

from .referee import Referee
from .table import Config, Deal, Options, Player

MATS = ["industrial", "engineering", "militant", "patriotic", "innovative", "mechanical", "agricultural"]
START_CARDS = {"albion": 0, "nordic": 1, "rusviet": 2, "togawa": 2, "crimea": 0, "saxony": 4, "polania": 3}


def set_up(*factions: str, **options: bool) -> Referee:
    """A game at its start: mats in the order of their numbers, objectives that stay out of the way."""
    deal = Deal(
        objectives=[[2 * seat + 1, 2 * seat + 2] for seat in range(len(factions))],
        hands=[{2: START_CARDS[faction]} for faction in factions],
        factory_cards=list(range(1, len(factions) + 2)),
    )
    return Referee(Config(list(factions), MATS[: len(factions)], options=Options(**options)), deal)


def side(referee: Referee, faction: str) -> Player:
    """The player with a faction."""
    player = referee.table.find(faction)
    assert player is not None
    return player


def place(player: Player, character: str | None = None, mechs: str = "", workers: str = "") -> None:
    """Arrange a player's units: "riverwalk F2, speed F3", "F2 F2 G1"; all workers named, none on the mat beyond 8."""
    if character:
        player.character = character
    for entry in filter(None, mechs.split(", ")):
        name, where = entry.rsplit(" ", 1)
        player.mechs[name] = where
    if workers:
        player.workers.clear()
        player.workers.update(workers.split())
        player.workers_left = 8 - player.workers.total()


def start(referee: Referee, *texts: str, seat: int = 0) -> Referee:
    """Begin the turn of a seat and play some actions."""
    referee.table.active = seat
    referee.begin_turn()
    return play(referee, *texts)


def play(referee: Referee, *texts: str) -> Referee:
    """Play actions."""
    for text in texts:
        referee.apply(text)
    return referee


def due(referee: Referee) -> tuple[str | None, list[str]]:
    """The decision that is due and its legal actions, sorted."""
    return referee.decision, sorted(referee.legal())


MOVE = ("section move", "take", "units")


# -- Move --------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("R45", "R46", "R47", "R46a", "R48")
def test_mech_drives_workers_off_and_its_own_worker_walks_on() -> None:
    referee = set_up("crimea", "saxony")
    crimea, saxony = side(referee, "crimea"), side(referee, "saxony")
    place(crimea, "H1", "speed H1", "H1 H1")
    place(saxony, workers="G3 G3 G3")
    crimea.popularity = 2
    referee.table.tokens["G3"]["food"] = 2
    start(referee, *MOVE, "mech H1", "1", "G3")
    assert saxony.workers == {"G3": 0, "saxony base": 3}
    assert crimea.popularity == 0
    assert saxony.cards == 4
    assert not crimea.stars["combat_wins"]
    assert referee.table.tokens["G3"]["food"] == 2
    # the mech stopped in spite of Speed, but its worker has not moved itself
    assert due(referee) == ("unit", ["character", "done", "worker G3", "worker H1"])
    play(referee, "worker G3", "0")
    assert due(referee) == ("step", ["G4", "H1"])


@pytest.mark.rule("R49", "R50")
def test_workers_on_foot_stay_away_from_enemies() -> None:
    referee = set_up("crimea", "saxony")
    place(side(referee, "crimea"), workers="G3")
    place(side(referee, "saxony"), "H1", workers="G4")
    start(referee, *MOVE)
    assert "worker G3" not in referee.legal()


@pytest.mark.rule("R34", "R206")
def test_what_stands_on_a_lake_has_to_come_along() -> None:
    referee = set_up("nordic", "saxony")
    nordic = side(referee, "nordic")
    place(nordic, "C4", "seaworthy C4, speed B5", "C4 A4")
    referee.table.tokens["C4"]["oil"] = 1
    start(referee, *MOVE, "character")
    assert due(referee) == ("cargo", ["0", "1"])  # the mech stays with the token
    play(referee, "0", "D4", "done", "mech C4")
    assert referee.decision == "step"  # worker and token must come
    play(referee, "D5")
    assert nordic.workers["D5"] == 1
    assert referee.table.tokens["D5"]["oil"] == 1
    assert due(referee) == ("onward", ["done", "take"])
    # a worker does not step onto a lake by itself
    assert referee.table.board.is_lake("C4")


@pytest.mark.rule("R203")
def test_nordic_workers_swim() -> None:
    referee = set_up("nordic", "saxony")
    place(side(referee, "nordic"), workers="A4 B5")
    start(referee, *MOVE, "worker B5")
    assert due(referee) == ("step", ["A4", "A5", "B4", "B6", "C5"])


@pytest.mark.rule("R229")
def test_toka_crosses_one_river_a_turn() -> None:
    referee = set_up("togawa", "saxony")
    place(side(referee, "togawa"), "D5", "toka D5", "F7")
    start(referee, *MOVE, "character")
    assert "D6" in referee.legal()
    play(referee, "D6", "mech D5")
    assert "D6" not in referee.legal()


@pytest.mark.rule("R211", "R212", "R109")
def test_wayfare_to_inactive_bases() -> None:
    referee = set_up("crimea", "saxony")
    place(side(referee, "crimea"), "H1", "wayfare H1", "H1")
    start(referee, *MOVE, "character")
    bases = [text for text in referee.legal() if text.endswith("base")]
    assert bases == ["albion base", "nordic base", "rusviet base", "togawa base", "crimea base", "polania base"]
    play(referee, "rusviet base")
    assert side(referee, "crimea").character == "rusviet base"


@pytest.mark.rule("R235")
def test_wayfare_at_six_players_goes_to_empty_farms() -> None:
    referee = set_up("albion", "nordic", "rusviet", "crimea", "saxony", "polania")
    place(side(referee, "crimea"), "H1", "wayfare H1", "H1")
    start(referee, *MOVE, "character", seat=3)
    # beside G4, a neighbour; the farms A2 and D1 hold workers
    assert sorted(referee.legal()) == ["B6", "B7", "E3", "G3", "G4", "G6"]


# -- flags and traps ---------------------------------------------------------------------------------------------------


@pytest.mark.rule("R226", "R227")
def test_trap_stops_and_punishes_once() -> None:
    referee = set_up("rusviet", "togawa")
    rusviet = side(referee, "rusviet")
    place(rusviet, "D5", "speed D5", "C6")
    place(side(referee, "togawa"), workers="E6 F7")
    referee.table.faction_tokens["E6"] = "power"
    referee.table.armed.add("E6")
    rusviet.power, rusviet.popularity = 2, 3
    start(referee, *MOVE, "mech D5", "E6")
    assert (rusviet.power, rusviet.popularity) == (0, 2)
    assert not referee.table.armed
    assert referee.table.faction_tokens == {"E6": "power"}
    play(referee, "character", "E6")
    assert due(referee) == ("onward", ["done", "take"])  # disarmed: goes on
    assert rusviet.popularity == 2


@pytest.mark.rule("R217", "R219", "R220", "R222")
def test_flag_is_placed_at_the_end_of_the_move_and_rally_uses_it() -> None:
    referee = set_up("albion", "saxony")
    place(side(referee, "albion"), "D4", "rally A1", "A1")
    side(referee, "albion").factory_card = 9
    start(referee, *MOVE, "character", "E4")
    assert due(referee) == ("faction token", ["done", "take"])
    play(referee, "take", "mech A1", "0")
    assert "E4" in referee.legal()


@pytest.mark.rule("R219", "R143")
def test_trap_waits_for_the_encounter() -> None:
    referee = set_up("togawa", "saxony")
    place(side(referee, "togawa"), "E6")
    start(referee, *MOVE, "character", "F6", "done")
    assert referee.decision == "encounter"
    play(referee, "option A")
    while referee.decision != "faction token":
        play(referee, referee.legal()[0])
    assert referee.legal() == ["power", "coins", "popularity", "combat cards", "done"]


@pytest.mark.rule("R232")
def test_shinobi_arms_a_trap_again() -> None:
    referee = set_up("togawa", "saxony")
    place(side(referee, "togawa"), "D4", "shinobi G6", "F7")
    side(referee, "togawa").factory_card = 9
    referee.table.faction_tokens["E4"] = "coins"
    start(referee, *MOVE, "mech G6", "E4")
    assert due(referee) == ("rearm", ["done", "take"])
    play(referee, "take")
    assert referee.table.armed == {"E4"}


# -- combat ------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("R124", "R125", "R127", "R129", "R131", "R132")
def test_tie_goes_to_the_attacker() -> None:
    referee = set_up("rusviet", "crimea")
    rusviet, crimea = side(referee, "rusviet"), side(referee, "crimea")
    place(rusviet, "D5", workers="C6")
    place(crimea, "crimea base", "scout E6", "E6 E6")
    rusviet.power, rusviet.popularity = 3, 5
    crimea.power = 5
    start(referee, *MOVE, "character", "E6", "done")
    # Scout takes a card of the attacker before the dials
    assert (rusviet.cards, crimea.cards) == (1, 1)
    play(referee, "3", "card 2", "5", "done")
    assert (rusviet.power, crimea.power) == (0, 0)
    assert (rusviet.cards, crimea.cards) == (0, 2)
    assert rusviet.stars == {"combat_wins": 1}
    assert rusviet.popularity == 3
    assert crimea.mechs["scout"] == "crimea base"
    assert crimea.workers["crimea base"] == 2


@pytest.mark.rule("R208", "R119")
def test_artillery_costs_a_power() -> None:
    referee = set_up("nordic", "saxony")
    place(side(referee, "nordic"), "D5", "artillery A4")
    place(side(referee, "saxony"), "E6")
    side(referee, "saxony").power = 1
    start(referee, *MOVE, "character", "E6", "done", "take")
    assert side(referee, "nordic").power == 3
    assert side(referee, "saxony").power == 0
    assert due(referee) == ("dial", ["0", "1", "2", "3"])


@pytest.mark.rule("R204", "R205")
def test_seaworthy_retreat_to_a_lake_with_a_worker() -> None:
    referee = set_up("nordic", "saxony")
    nordic = side(referee, "nordic")
    place(nordic, "nordic base", "seaworthy D5", "D5 D5")
    place(side(referee, "saxony"), "E6", "underpass G1")
    start(referee, *MOVE, "character", "D5", "done", "1", "card 2", "0", "done", seat=1)
    assert due(referee) == ("retreat unit", ["C4", "E5", "nordic base"])
    play(referee, "E5")
    assert due(referee) == ("retreat worker", ["E5", "nordic base"])
    play(referee, "E5", "nordic base")
    assert nordic.workers["E5"] == 1
    assert nordic.workers["nordic base"] == 1


@pytest.mark.rule("R185", "R186", "R139")
def test_sixth_star_in_a_combat_undoes_the_other_attack() -> None:
    referee = set_up("rusviet", "saxony")
    rusviet, saxony = side(referee, "rusviet"), side(referee, "saxony")
    place(rusviet, "D4", "speed D5", "D5 D5")
    place(saxony, "E6", "disarm E4")
    rusviet.stars.update(["upgrades", "mechs", "workers", "power", "popularity"])
    referee.table.tokens["D5"]["metal"] = 3
    start(referee, *MOVE, "character", "E4", "mech D5", "1", "2", "E6")
    assert due(referee) == ("combat", ["E4", "E6"])
    play(referee, "E4", "3", "done", "0", "done")
    assert referee.decision is None
    assert rusviet.mechs["speed"] == "D5"
    assert rusviet.workers["D5"] == 2
    assert referee.table.tokens["D5"]["metal"] == 3
    assert rusviet.character == "E4"
    assert saxony.character == "E6"


@pytest.mark.rule("R210", "R47")
def test_camaraderie_is_for_combats_unless_the_option_says_more() -> None:
    for always, left in ((False, 3), (True, 4)):
        referee = set_up("polania", "saxony", camaraderie_always=always)
        polania = side(referee, "polania")
        place(polania, "D4", "camaraderie D5")
        place(side(referee, "saxony"), workers="E6")
        polania.popularity = 4
        start(referee, *MOVE, "mech D5", "E6")
        assert polania.popularity == left


# -- stars -------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("R183")
def test_star_of_a_neighbour_waits_for_the_bottom_action() -> None:
    for stars, neighbour in ((0, {"power": 1}), (5, {})):
        referee = set_up("rusviet", "crimea")
        rusviet, crimea = side(referee, "rusviet"), side(referee, "crimea")
        crimea.recruits.add("upgrade")
        crimea.power = 15
        rusviet.stars["combat_wins"] = stars
        rusviet.cubes.update(["move units", "move coins", "bolster power", "bolster cards", "trade popularity"])
        referee.table.tokens["C6"]["oil"] = 3
        start(referee, "section bolster", "done", "take", "produce territories")
        play(referee, referee.legal()[0])
        assert crimea.power == 16
        assert crimea.stars == neighbour
        assert rusviet.stars["upgrades"] == 1
        assert (referee.decision is None) == (stars == 5)


@pytest.mark.rule("R99", "R102", "R104")
def test_ongoing_bonuses() -> None:
    referee = set_up("rusviet", "crimea")
    rusviet, crimea = side(referee, "rusviet"), side(referee, "crimea")
    crimea.recruits.add("enlist")
    referee.table.tokens["C6"]["food"] = 4
    start(referee, "section trade", "done", "take", "enlist", "combat cards")
    assert crimea.cards == 1  # both neighbours at once, but once
    assert rusviet.cards == 4  # the new recruit gives nothing yet


# -- Produce, encounters, cards ----------------------------------------------------------------------------------------


@pytest.mark.rule("R76", "R79", "R81")
def test_mill_is_an_extra_territory() -> None:
    referee = set_up("saxony", "rusviet")
    saxony = side(referee, "saxony")
    place(saxony, workers="F1 G1 G1")
    saxony.structures["mill"] = "G3"
    start(referee, "section produce", "take")
    assert due(referee) == ("produce on", ["F1", "G1", "G3", "done"])
    play(referee, "F1", "1", "G1", "2")
    assert due(referee) == ("produce on", ["G3", "done"])
    play(referee, "G3", "1")
    assert referee.table.tokens["G3"]["food"] == 1
    assert referee.table.tokens["G1"]["oil"] == 2
    place(side(referee, "rusviet"), workers="G3")
    saxony.section = None
    start(referee, "section produce", "take")
    assert due(referee) == ("produce on", ["F1", "G1", "done"])


@pytest.mark.rule("R69", "R70")
def test_produce_has_to_be_payable() -> None:
    referee = set_up("saxony", "rusviet")
    saxony = side(referee, "saxony")
    place(saxony, workers="F1 F1 F1 G1 G1 G1")
    saxony.popularity = 0
    start(referee, "section produce")
    assert referee.seat == 1  # neither action is possible
    saxony.popularity = 1
    saxony.section = None
    start(referee, "section produce", "take")
    assert (saxony.power, saxony.popularity) == (0, 0)


@pytest.mark.rule("R154")
def test_meander_pays_the_second_option_with_the_first() -> None:
    referee = set_up("polania", "saxony")
    polania = side(referee, "polania")
    place(polania, "D1", workers="C1")
    polania.coins, polania.popularity = 0, 0
    start(referee, *MOVE, "character", "D2")
    referee.table.encounter_deck = {1}
    play(referee, "done")
    assert due(referee) == ("encounter", ["option A"])
    play(referee, "option A")
    assert due(referee) == ("encounter", ["done", "option B"])
    play(referee, "option B", "4")
    assert (polania.coins, polania.popularity) == (0, 1)
    assert referee.table.tokens["D2"]["food"] == 4
    assert "D2" not in referee.table.encounters


@pytest.mark.rule("R111", "R112")
def test_coercion_stands_for_one_token_a_turn() -> None:
    referee = set_up("crimea", "saxony")
    crimea = side(referee, "crimea")
    crimea.hand[5] = 1
    referee.table.deck[5] -= 1
    referee.table.tokens["H1"]["oil"] = 2
    start(referee, "section bolster", "done", "take")
    assert due(referee) == ("coerce", ["card 5"])  # three oil are due
    play(referee, "card 5")
    assert referee.table.discard == {5: 1}
    assert referee.table.tokens["H1"]["oil"] == 0
    assert referee.decision == "upgrade cube"


@pytest.mark.rule("R167", "R168", "R171")
def test_windows_of_objectives() -> None:
    referee = set_up("rusviet", "saxony")
    rusviet = side(referee, "rusviet")
    rusviet.objectives = {12: "in hand", 8: "in hand"}
    rusviet.coins = 20
    start(referee, "section move")
    assert due(referee) == ("top action", ["done", "take"])
    play(referee, "done")
    assert due(referee) == ("end of turn", ["done", "reveal 12"])
    play(referee, "reveal 12")
    assert rusviet.objectives == {12: "completed", 8: "left"}
    assert rusviet.stars == {"objective": 1}
    assert referee.seat == 1


# -- score -------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("R188", "R189", "R191", "R218", "R228", "R190")
def test_score() -> None:
    referee = set_up("albion", "togawa")
    albion, togawa = side(referee, "albion"), side(referee, "togawa")
    place(albion, "D4", workers="A1 D5")
    place(togawa, "E7", workers="F7")
    albion.coins, albion.popularity = 4, 7
    albion.stars["combat_wins"] = 2
    togawa.coins, togawa.popularity = 1, 0
    for flag in ("A1", "D4", "D5", "G4"):
        referee.table.faction_tokens[flag] = "flag"
    referee.table.faction_tokens.update({"F4": "power", "F5": "coins", "F6": "popularity"})
    referee.table.armed.update(["F4", "F6"])
    albion.structures["mill"] = "F6"
    referee.table.tokens["F4"]["oil"] = 5
    referee.table.tokens["F5"]["oil"] = 5
    referee.table.tokens["D5"]["oil"] = 3
    first, second = referee.scores()
    assert list(first) == ["coins", "stars", "territories", "resources", "structures", "meander", "total", "rank"]
    # A1, D4 (3), D5, F6 by the Mill, flags on D4 and D5; the one on A1 stands beside the home base
    assert list(first.values()) == [4, 8, 24, 2, 2, 0, 40, 1]
    # E7, F7, the armed trap on F4 with its five tokens
    assert list(second.values()) == [1, 0, 6, 2, 0, 0, 9, 2]
