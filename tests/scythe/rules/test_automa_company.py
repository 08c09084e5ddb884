"""Automas, chapters P to R: the end and the score, Albion and Togawa, several players; what is known of them."""

from __future__ import annotations

import numpy as np
import pytest

from scythe_env.core.agent import RandomAgent
from scythe_env.core.batch import rollout
from scythe_env.core.fields import SPECTATOR
from scythe_env.scythe.components import FACTIONS, HEX_NAMES
from scythe_env.scythe.config import ScytheConfig
from scythe_env.scythe.game import Scythe
from scythe_env.scythe.notation import to_json

from .table import Table, automa, seat

HOME = {"character": "base", "workers": {"base": 2}}


def game_of(table: Table) -> Scythe:
    """The game with the seats and options of a table, for what environments ask of it."""
    state = table.state
    automas = np.flatnonzero(state["level"]).tolist()
    team = ("competitive", "cooperative")[state["automa_team"]]
    players = int(state["players"]) - len(automas)
    return Scythe(ScytheConfig(players=players, automas=len(automas), automa_seats=automas, automa_team=team))


# -- the score ---------------------------------------------------------------------------------------------------------


@pytest.mark.rule("A90", "A91", "QA90.1", "QA5.3")
def test_an_automa_scores_with_popularity_ten() -> None:
    us = automa("nordic", character="D4", workers={"A4": 1, "C4": 1}, coins=7, space=9, stars={"power": 1}, level=2)
    table = Table(us, seat("saxony"), active="saxony", tokens={"A4": {"oil": 3}, "C4": {"wood": 2}, "A5": {"oil": 4}})
    # two stars at 4, the Factory three territories and two more at 3, two pairs at 2
    assert table.scores()["nordic"] == {
        "coins": 7, "stars": 8, "territories": 15, "resources": 4, "structures": 0, "meander": 0,
        "total": 34, "rank": 1,
    }  # fmt: skip


@pytest.mark.rule("QA90.1", "QA90.2")
def test_its_resources_may_be_left_out() -> None:
    def ranks(**options: bool) -> tuple[int, int]:
        us = automa("nordic", workers={"A4": 1, "base": 1}, character="base", coins=0, power=5)
        human = seat(
            "saxony", workers={"F1": 1, "G1": 1}, character="base", coins=0, popularity=8, power=5, mat="militant"
        )
        table = Table(us, human, active="saxony", tokens={"A4": {"oil": 6}}, options=options)
        scores = table.scores()
        return scores["nordic"]["resources"], scores["nordic"]["rank"]

    assert ranks() == (6, 1)
    assert ranks(automa_scores_resources=False) == (0, 2)


@pytest.mark.rule("A92", "QA66")
def test_pieces_off_the_faction_mat_break_ties() -> None:
    # equal scores; the Automa has two workers and a mech, the human two workers and a mech and more power
    us = automa("nordic", workers={"A4": 1, "base": 1}, character="mat", mechs={"speed": "base"}, coins=4, power=3)
    human = {"workers": {"F1": 1, "base": 1}, "character": "base", "coins": 4, "popularity": 8, "power": 5}
    scores = Table(us, seat("saxony", **human), active="saxony").scores()
    assert [scores[name]["total"] for name in ("nordic", "saxony")] == [7, 7] and scores["nordic"]["rank"] == 1
    us = us | {"mechs": {}}
    scores = Table(us, seat("saxony", **human), active="saxony").scores()
    assert scores["saxony"]["rank"] == 1  # a mech that is back on the mat does not count


@pytest.mark.rule("A93", "QA93")
def test_the_human_wins_with_the_better_result() -> None:
    for coins, reward in ((30, 1.0), (1, -1.0)):
        table = Table(automa("nordic", **HOME), seat("saxony", **HOME, coins=coins), active="saxony")
        assert game_of(table).rewards(table.states, 0) == [-reward, reward]


@pytest.mark.rule("QA2", "A91")
def test_polania_as_automa_has_no_coins_for_encounters() -> None:
    players = [seat(name, **HOME) for name in FACTIONS if name not in ("polania", "togawa")]
    table = Table(*players, automa("polania", workers={"D2": 1, "E1": 1}), active="saxony")
    assert table.scores()["polania"]["meander"] == 0


@pytest.mark.rule("A96", "A97", "A95")
def test_flags_and_armed_traps_count_for_it() -> None:
    us = automa("albion", character="B2", workers={"A3": 1, "A1": 1})
    table = Table(us, seat("saxony", **HOME), active="saxony", flags=["A3", "A1", "C3"])
    assert table.scores()["albion"]["territories"] == 4 * 3  # the flag beside its base and the lost one do not count
    us = automa("togawa", **HOME)
    traps = {"F6": {"takes": "power"}, "D7": {"takes": "coins", "armed": False}}
    table = Table(us, seat("saxony", **HOME), active="saxony", traps=traps, tokens={"F6": {"metal": 2}})
    assert table.scores()["togawa"]["territories"] == 3 and table.scores()["togawa"]["resources"] == 2


# -- humans and Automa pieces ------------------------------------------------------------------------------------------


@pytest.mark.rule("QA5.1", "A5")
def test_an_automa_is_a_player_for_objectives_and_encounters() -> None:
    human = {"character": "D4", "workers": {"base": 2}, "objectives": [5], "power": 6, "section": "trade"}
    for power, revealed in ((6, True), (7, False)):
        table = Table(automa("nordic", 3, power=power, **HOME), seat("saxony", **human), active="saxony")
        table.play("section move")
        while table.decision not in ("end of turn", "section"):
            table.play("done")
        assert (table.decision == "end of turn") == revealed
    # card 31 C: a look at a hand, which may be the Automa's
    table = Table(
        automa("nordic", 3, combat_cards={"5": 2}, workers={"base": 2}),
        seat("saxony", character="F1", workers={"base": 2}, coins=9, popularity=9),
        active="saxony", encounters=["F2"], encounter_deck=[31], options={"promo_encounters": True},
    )  # fmt: skip
    table.units().move("character", "F2").play("done", "option C")
    assert table.decision == "look" and table.legal == {"nordic"}
    table.play("nordic")
    assert table.state["known"][1, 0].tolist() == [0, 0, 0, 2]


@pytest.mark.rule("QA5.1", "A72")
@pytest.mark.parametrize("fought", [True, False])
def test_its_workers_sent_home_complete_the_objective_of_retreats(fought: bool) -> None:
    human = seat("saxony", workers={"base": 2}, mechs={"speed": "G1"}, power=14, objectives=[6], combat_cards={})
    us = automa("nordic", 5, power=0, workers={"F1": 2}, character="F1" if fought else "base")
    table = Table(us, human, active="saxony")
    table.units().move("mech G1", "F1")
    while table.decision in ("unit", "dial"):
        table.play("7" if table.decision == "dial" else "done")
    assert table["saxony"].power == (7 if fought else 14)
    assert "reveal 6" in table.legal


@pytest.mark.rule("QA5.1")
def test_its_units_bar_what_promo_card_42_leads_to() -> None:
    # beside F2: workers of Saxony on F1 and G1, those of the Automa on F3, its character on E3, the lake G2
    us = automa("nordic", 5, character="E3", workers={"F3": 1, "base": 1})
    human = seat("saxony", character="F1", workers={"F1": 1, "G1": 1}, coins=9, popularity=9)
    options = {"promo_encounters": True}
    table = Table(us, human, active="saxony", encounters=["F2"], encounter_deck=[42], options=options)
    table.units().move("character", "F2").play("done", "option B")
    assert table.legal == {"E2", "done"}


@pytest.mark.rule("QA5.2", "A97")
def test_its_base_is_not_inactive() -> None:
    human = seat("crimea", character="base", workers={"base": 2}, mechs={"wayfare": "G3"})
    table = Table(human, automa("saxony", 3, **HOME))
    reached = table.reach("mech G3")
    assert "polania base" in reached and "saxony base" not in reached


@pytest.mark.rule("QA5.2", "QA98.1")
def test_its_units_make_a_farm_occupied() -> None:
    human = seat("crimea", character="base", workers={"base": 2}, mechs={"wayfare": "G3"})
    automas = [automa(name, **HOME) for name in ("nordic", "rusviet", "togawa", "saxony", "polania")]
    for place, free in (("base", True), ("A2", False)):
        albion = automa("albion", character=place, workers={"base": 2})
        table = Table(albion, *automas[:3], human, *automas[3:], active="crimea")
        assert ("A2" in table.reach("mech G3")) == free


@pytest.mark.rule("QA5.2")
def test_its_units_and_traps_bar_a_retreat() -> None:
    human = seat("nordic", character="E4", workers={"base": 2}, power=0, combat_cards={}, mechs={"seaworthy": "base"})
    us = automa("togawa", 16, space=9, power=9, character="D4", mechs={"toka": "D3"}, workers={"base": 2})
    for seed in range(40):
        table = Table(human, us, active="togawa", encounters=[], seed=seed, traps={"E5": {"takes": "coins"}})
        if table.decision == "dial":
            table.play("0")
            assert table["nordic"].character == "nordic base" and table["togawa"].character == "E4"  # no free lake
            return
    raise AssertionError("the Automa never attacked")


# -- several players ---------------------------------------------------------------------------------------------------


@pytest.mark.rule("A98", "A99", "A100", "A102", "A108", "QA60")
@pytest.mark.parametrize("team", ["competitive", "cooperative"])
@pytest.mark.parametrize(("players", "automas"), [(1, 2), (2, 1), (2, 5), (0, 7)])
def test_any_mix_plays_to_the_end(players: int, automas: int, team: str) -> None:
    if players == 0:
        team = "competitive"
    levels = [1 + k % 4 for k in range(automas)]
    config = ScytheConfig(players=players, automas=automas, automa_level=levels, automa_team=team, max_rounds=40)
    scores = rollout(Scythe(config), RandomAgent(), range(2))
    ranks = scores[:, : players + automas, 7]
    assert (ranks.min(axis=1) == 1).all()
    assert team == "competitive" or set(ranks.flat) <= {1, 2}


@pytest.mark.rule("A99", "QA93")
def test_in_a_cooperative_game_the_means_are_compared() -> None:
    def table(nordic: int, rusviet: int, saxony: int) -> Table:
        players = (
            automa("nordic", **HOME, coins=nordic), automa("rusviet", **HOME, coins=rusviet),
            seat("saxony", **HOME, coins=saxony),
        )  # fmt: skip
        return Table(*players, active="saxony", options={"automa_team": "cooperative"})

    for coins, ranks, rewards in (
        ((51, 10, 31), [2, 2, 1], [-1.0, -1.0, 1.0]),  # by half a coin
        ((51, 10, 30), [1, 1, 2], [1.0, 1.0, -1.0]),
        ((50, 10, 30), [1, 1, 1], [0.0, 0.0, 0.0]),
    ):
        at = table(*coins)
        assert [row["rank"] for row in at.scores().values()] == ranks
        assert game_of(at).rewards(at.states, 0) == rewards
    margin = Scythe(ScytheConfig(players=1, automas=2, automa_team="cooperative"), "margin")
    at = table(50, 10, 40)
    assert margin.rewards(at.states, 0) == [-0.1, -0.1, 0.1]
    score = Scythe(ScytheConfig(players=1, automas=2, automa_team="cooperative"), "score")
    assert score.rewards(at.states, 0) == [coins / 200 for coins in (50, 10, 40)]


@pytest.mark.rule("A36", "QA36", "A99", "QA60")
@pytest.mark.parametrize(("team", "fights"), [("competitive", True), ("cooperative", False)])
def test_automas_fight_each_other_only_in_a_competitive_game(team: str, fights: bool) -> None:
    human = seat("rusviet", **HOME)
    own = {"power": 9, "combat_cards": {}, "workers": {"base": 2}}
    for seed in range(40):
        first = automa("nordic", 16, 6, 10, space=9, character="D4", **own)
        table = Table(
            first, human, automa("saxony", 6, 10, character="E4", **own), active="nordic", encounters=[],
            options={"automa_team": team}, seed=seed,
        )  # fmt: skip
        if table["nordic"].card == 16:
            assert (table["nordic"].last is not None and table["nordic"].last[0] == "attack_combat") == fights
            return
    raise AssertionError("card 16 was never drawn")


@pytest.mark.rule("QA36")
def test_the_unit_of_another_automa_bars_a_territory_all_the_same() -> None:
    # E4 would be the goal of the worker; the other Automa's worker stands there, and nobody threatens it
    for team in ("competitive", "cooperative"):
        us = automa("nordic", 3, space=4, workers={"E3": 1, "F4": 1}, character="base")
        other = automa("saxony", workers={"E4": 1, "base": 1}, character="base")
        table = Table(us, seat("rusviet", **HOME), other, active="nordic", options={"automa_team": team})
        assert table["nordic"].last[2] not in ("E4", "E3")


@pytest.mark.rule("QA57", "QA60")
@pytest.mark.parametrize(("team", "trap"), [("competitive", "power disarmed"), ("cooperative", "power armed")])
def test_traps_of_an_automa_and_other_automas(team: str, trap: str) -> None:
    us = automa("nordic", 3, power=5, workers={"A4": 1, "base": 1}, character="base")
    table = Table(
        us, seat("rusviet", **HOME), automa("togawa", **HOME), active="nordic", traps={"B5": {"takes": "power"}},
        options={"automa_team": team},
    )  # fmt: skip
    assert table["nordic"].last[2] == "B5" and table.traps == {"B5": trap}


@pytest.mark.rule("A101", "A102", "A106", "QA101")
def test_one_deck_for_all() -> None:
    players = automa("nordic", 3, 6, **HOME), automa("rusviet", **HOME), seat("saxony", **HOME)
    players[1]["automa"] = {"level": 3, "space": 7}
    table = Table(*players, active="nordic", options={"automa_shared_deck": True})
    first, second = table["nordic"], table["rusviet"]
    assert first.deck == second.deck == set() and first.card == second.card  # the last one that any of them used
    assert {first.space, second.space} == {1, 8}  # each moves its own token
    # each that comes to scheme II shuffles all cards again
    players[1]["automa"]["space"] = 8
    table = Table(*players, active="nordic", options={"automa_shared_deck": True})
    assert len(table["nordic"].deck) == 19


@pytest.mark.rule("A103", "QA103.1")
def test_with_more_seats_the_token_settles_the_tie_of_a_turn() -> None:
    # A4 and A5 are as near to the base; from Crimea's base A4 is nearer or as near, from Rusviet's A5
    def origin(token: str) -> tuple[str, str]:
        us = automa("nordic", 3, workers={"A4": 1, "A5": 1}, character="base")
        table = Table(us, seat("crimea", **HOME), seat("saxony", **HOME), active="nordic", tie_token=token)
        return table["nordic"].last[1], FACTIONS[table.state["tie_base"]]

    assert origin("albion")[0] == "A4" and origin("rusviet")[0] == "A5"
    assert origin("rusviet")[1] != "rusviet"


# -- what is known -----------------------------------------------------------------------------------------------------


@pytest.mark.rule("A9", "QA21.1", "QA27", "A101")
def test_decks_and_trackers_are_open_and_hands_are_not() -> None:
    us = automa("nordic", 3, 6, 9, of={"card": 4, "factory_card": [7]}, combat_cards={"5": 2}, **HOME)
    table = Table(us, seat("saxony", **HOME), active="saxony")
    for viewer in (0, 1, SPECTATOR):
        player = to_json(table.states, 0, viewer)["players"][0]
        own = player["automa"]
        assert (own["level"], own["space"], own["card"], own["deck"]) == (2, 0, 4, [3, 6, 9])
        assert player["combat_cards"] == 2  # not even its own view shows them
        assert own["factory_card"] == 1  # that it has one


@pytest.mark.rule("QA69.2", "QA27", "A69")
def test_who_has_looked_knows_the_cards_but_not_which_was_taken() -> None:
    config = ScytheConfig(players=2, automas=1, factions=["saxony", "polania", "nordic"])
    game = Scythe(config)
    us = automa("nordic", 15, character="C3", workers={"base": 2})
    table = Table(
        seat("saxony", factory_card=1, **HOME), seat("polania", **HOME), us, active="nordic",
        factory_cards=[2, 3, 4], encounters=[],
    )  # fmt: skip
    assert len(table["nordic"].face_down) == 1 and len(table.factory) == 2
    assert to_json(table.states)["players"][2]["automa"]["drawn_from"] == ["saxony"]
    start = next(block.where.start for block in game.observation_blocks() if block.name == "factory_deck")

    def seen(observer: int) -> set[int]:
        out = np.empty(game.observation_size, np.float32)
        game.observe(table.states, 0, observer, out)
        return {card + 1 for card in range(12) if out[start + card]}

    assert seen(0) == {2, 3, 4} and seen(1) == set()
    assert to_json(table.states, 0, 0)["factory_cards"] == 2
    taken: dict[int, set[int]] = {0: set(), 1: set()}
    for viewer, found in taken.items():
        for seed in range(120):
            again = table.states.copy()
            game.determinize(again, 0, viewer, seed)
            cards = np.flatnonzero(again["face_down"][0, 2]) + 1
            assert len(cards) == 1 and again["factory_deck"][0].sum() == 2
            assert viewer == 1 or {*cards.tolist(), *(np.flatnonzero(again["factory_deck"][0]) + 1).tolist()} == {
                2,
                3,
                4,
            }
            found |= set(cards.tolist())
    assert taken[0] == {2, 3, 4} and taken[1] == set(range(2, 13))


@pytest.mark.rule("QA69.2", "QA27")
def test_a_card_taken_before_somebody_looked_may_be_any_other() -> None:
    game = Scythe(ScytheConfig(players=1, automas=1, factions=["saxony", "nordic"]))
    us = automa("nordic", 3, of={"factory_card": [7]}, **HOME)
    table = Table(seat("saxony", factory_card=1, **HOME), us, active="saxony", factory_cards=[2])
    found = set()
    for seed in range(150):
        again = table.states.copy()
        game.determinize(again, 0, 0, seed)
        assert (np.flatnonzero(again["factory_deck"][0]) + 1).tolist() == [2]
        found |= set((np.flatnonzero(again["face_down"][0, 1]) + 1).tolist())
    assert found == set(range(3, 13))


@pytest.mark.rule("QA27", "A9")
def test_a_redeal_deals_its_hand_anew_and_looks_the_same() -> None:
    config = ScytheConfig(players=2, automas=2, factions=["albion", "rusviet", "crimea", "polania"])
    game, mask = Scythe(config), np.zeros(220, np.int8)
    states = game.new_states(1)
    game.reset(states, 0, 5, mask)
    rng = np.random.default_rng(5)
    hands = set()
    for number in range(120):
        if not mask.any():
            break
        game.step(states, 0, int(rng.choice(np.flatnonzero(mask))), mask)
        for viewer in (0, 1):
            again = states.copy()
            game.determinize(again, 0, viewer, number)
            before, after = np.empty((2, game.observation_size), np.float32)
            game.observe(states, 0, viewer, before)
            game.observe(again, 0, viewer, after)
            assert (before == after).all()
            game.check(again)
            hands.add(tuple(again["cards"][0, 2].tolist()))
    assert len(hands) > 3


@pytest.mark.rule("QA27")
def test_observations_show_trackers_and_decks() -> None:
    config = ScytheConfig(players=1, automas=2, automa_level=[1, 4])
    game = Scythe(config)
    states, mask = game.new_states(1), np.zeros(game.num_actions, np.int8)
    game.reset(states, 0, 2, mask)
    blocks = {block.name: block.where for block in game.observation_blocks()}
    assert game.observation_space().shape == (game.observation_size,)
    out = np.empty(game.observation_size, np.float32)
    game.observe(states, 0, 0, out)
    assert out[blocks["seat_0.automa"]].tolist() == [0, 0, 0, 0]
    assert out[blocks["seat_1.automa"]].tolist() == [1, 0, 0, 0]
    assert out[blocks["seat_2.automa"]].tolist() == [0, 0, 0, 1]
    assert (out[blocks["seat_1.automa_deck"]] == 1).all() and not out[blocks["seat_0.automa_deck"]].any()
    assert out[blocks["seat_2.water_open"]] == 1 and out[blocks["seat_1.water_open"]] == 0
    assert out[blocks["tie_token"]].tolist() == [1, 0, 0, 0, 0, 0, 0]
    assert not out[blocks["seat_1.mat"]].any()
    assert "automa_decision" in blocks and len(HEX_NAMES) == 47
    without = {block.name for block in Scythe(ScytheConfig(players=3)).observation_blocks()}
    assert not any("automa" in name for name in without)
