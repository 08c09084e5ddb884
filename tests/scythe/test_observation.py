"""The observation: its blocks, what it shows, and that nothing hidden leaks into it or into re-dealt states."""

from __future__ import annotations

from itertools import islice
from typing import Any

import numpy as np
import pytest

from scythe_env.core.compiling import JIT
from scythe_env.core.session import Session
from scythe_env.scythe import engine, steps
from scythe_env.scythe.actions import NUM_ACTIONS, parse_action
from scythe_env.scythe.config import ScytheConfig
from scythe_env.scythe.constants import NONE, NUM_HEXES, OBJECTIVE_COMPLETED
from scythe_env.scythe.game import Scythe
from scythe_env.scythe.notation import from_json
from scythe_env.scythe.observation import CLIP, STANDING
from scythe_env.scythe.rules.control import controlled_tokens
from scythe_env.scythe.rules.scoring import SCORE_TOTAL
from scythe_env.scythe.state import LAYOUT, STATE

from .playing import check_invariants, deal, digest, layout, new_record, observation_size, random_game

EVERY = 7 if JIT else 60  # decisions between two looks at a random game


def observe(states: np.ndarray, seat: int) -> np.ndarray:
    """The observation of a seat, written over garbage."""
    out = np.full(observation_size(int(states["players"][0])), np.nan, np.float32)
    engine.observe(states, 0, seat, out)
    return out


def seen(states: np.ndarray, seat: int, **options: Any) -> dict[str, np.ndarray]:
    """The blocks of what a seat sees of a game with some of the options of observations, written over garbage."""
    game = Scythe(ScytheConfig(players=int(states["players"][0]), **options))
    out = np.full(game.observation_size, np.nan, np.float32)
    game.observe(states, 0, seat, out)
    return {block.name: out[block.where] for block in game.observation_blocks()}


def block(states: np.ndarray, seat: int, name: str) -> np.ndarray:
    """One block of a seat's observation in its shape."""
    found = next(block for block in layout(int(states["players"][0])) if block.name == name)
    return observe(states, seat)[found.where].reshape(found.shape)


def copy(states: np.ndarray) -> np.ndarray:
    """An independent copy of the records."""
    return np.frombuffer(bytearray(states.tobytes()), STATE)


@pytest.mark.parametrize("players", range(1, 8))
def test_blocks_tile_the_vector(players: int) -> None:
    blocks = layout(players)
    end = 0
    for part in blocks:
        assert part.where.start == end and part.where.stop - part.where.start == np.prod(part.shape)
        assert part.meaning
        end = part.where.stop
    assert end == observation_size(players)
    assert len({part.name for part in blocks}) == len(blocks)


@pytest.mark.parametrize("standing", [False, True])
@pytest.mark.parametrize("players", range(1, 8))
def test_every_room_has_the_blocks_of_the_seats_and_zeros(players: int, standing: bool) -> None:
    """One network fits all tables that there is room for: what is seen stays where it is, and the rest is 0."""
    states = new_record(players)
    for _ in islice(random_game(states, players), 100):
        pass
    narrow = seen(states, players - 1, observe_standing=standing)
    assert np.concatenate(list(seen(states, players - 1).values())).tolist() == observe(states, players - 1).tolist()
    for room in range(players, 8):
        wide = seen(states, players - 1, observe_seats=room, observe_standing=standing)
        assert [name for name in wide if name in narrow] == list(narrow)
        assert all(np.array_equal(wide[name], narrow[name]) for name in narrow)
        assert not any(wide[name].any() for name in wide if name not in narrow)
        options = {"observe_seats": room, "observe_standing": standing}
        equal = {Scythe(ScytheConfig(players=n, **options)).interface() for n in range(1, room + 1)}
        assert len(equal) == 1 and (standing or equal == {Scythe(ScytheConfig(players=room)).interface()})


def test_the_standing_is_the_score_table_and_the_resources() -> None:
    states = new_record(3)
    for k, _ in enumerate(random_game(states, 4)):
        if k % EVERY:
            continue
        scores = Scythe(ScytheConfig(players=3)).scores(states, 0)
        for seat in range(3):
            found = seen(states, seat, observe_standing=True)
            for distance in range(3):
                other = (seat + distance) % 3
                parts, total = scores[other, :SCORE_TOTAL], scores[other, SCORE_TOTAL]
                assert found[f"seat_{distance}.score_parts"] * 25 == pytest.approx(parts)
                assert found[f"seat_{distance}.score"] * 50 == pytest.approx(total)
                assert found[f"seat_{distance}.lead"] * 50 == pytest.approx(total - scores[seat, SCORE_TOTAL])
                held = [controlled_tokens(LAYOUT.view(states, 0), other, r) for r in range(4)]
                assert (found[f"seat_{distance}.resources"] * 4).tolist() == held


@pytest.mark.rule("Q-open", "R14")
@pytest.mark.parametrize("secret", [{"combat_cards": {"2": 1, "5": 1}}, {"objectives": [2, 16]}])
def test_the_standing_tells_what_lies_open(secret: dict[str, Any]) -> None:
    """Coins and the board count; hands and objectives, completed ones in hand among them, do not."""
    saxony = {"faction": "saxony", "mat": "industrial", "combat_cards": {"3": 2}, "objectives": [2, 12], "coins": 4}
    nordic = {"faction": "nordic", "mat": "patriotic"}

    def standing(**other: Any) -> dict[str, list[float]]:
        states = from_json({"players": [nordic, saxony | other], "turn": {"active": "nordic"}})
        found = seen(states, 0, observe_standing=True)
        return {block.name: found[f"seat_1.{block.name}"].tolist() for block in STANDING.blocks()}

    assert standing(**secret) == standing()
    assert standing(coins=54)["lead"][0] == pytest.approx(standing()["lead"][0] + 1)


@pytest.mark.parametrize("players", [2, 5])
def test_options_of_observations_are_not_in_the_record(players: int) -> None:
    """So positions, saved games and documents of one table can be looked at with the options of another."""
    plain = Scythe(ScytheConfig(players=players))
    game = Scythe(ScytheConfig(players=players, observe_seats=6, observe_standing=True))
    assert game.new_states(1).tobytes() == plain.new_states(1).tobytes()
    session = Session(game)
    session.reset(3)
    document = game.to_document(session.states, 0)
    assert not [name for name in document["options"] if name.startswith("observe")]
    plain.check_configured(game.of_document(document))
    assert game.of_options(game.options()).observation_size == game.observation_size


def test_observations_are_within_their_bounds() -> None:
    """Also where a seat is rich beyond all measure."""
    rich = {"faction": "nordic", "mat": "patriotic", "coins": 10_000, "workers": {"F4": 2}}
    poor = {"faction": "saxony", "mat": "industrial"}
    states = from_json({"players": [rich, poor], "tokens": {"F4": {"oil": 9_000}}, "turn": {"active": "nordic"}})
    game = Scythe(ScytheConfig(players=2, observe_standing=True))
    space = game.observation_space()
    for seat in range(2):
        out = np.full(game.observation_size, np.nan, np.float32)
        game.observe(states, 0, seat, out)
        assert space.contains(out)
    assert seen(states, 0, observe_standing=True)["seat_1.lead"] == -CLIP


def test_what_is_seen_of_the_set_up() -> None:
    states = new_record(
        3, wanted_faction=[1, 4, 5, -1, -1, -1, -1], wanted_mat=[0, 3, 6, -1, -1, -1, -1], wanted_tile=2
    )
    deal(states, 1)
    assert states["active"][0] == 0  # Industrial begins (R4)
    assert block(states, 0, "acting")[0] == 1 and block(states, 1, "acting")[0] == 0
    assert block(states, 0, "decision").argmax() == steps.SECTION and not block(states, 1, "decision").any()
    assert block(states, 2, "tile").tolist() == [0, 0, 1, 0, 0, 0]
    assert block(states, 1, "encounters").sum() == 11
    # seat 1 is Crimea; the seat after it Saxony, then Nordic
    assert [int(block(states, 1, f"seat_{k}.faction").argmax()) for k in range(3)] == [4, 5, 1]
    assert [float(block(states, 1, f"seat_{k}.power")[0] * 16) for k in range(3)] == [5, 1, 4]  # R2
    assert [round(float(block(states, 1, f"seat_{k}.coins")[0] * 32)) for k in range(3)] == [6, 7, 4]  # R7
    assert [round(float(block(states, 1, f"seat_{k}.hand")[0] * 8)) for k in range(3)] == [0, 4, 1]
    assert block(states, 1, "seat_0.character").argmax() == NUM_HEXES + 4
    assert block(states, 1, "seat_2.active")[0] == 1
    own = np.zeros(27)
    own[states["objective"][0, 1]] = 1
    assert (block(states, 1, "objectives") == own).all()
    assert (block(states, 2, "seat_0.cards") * 4 == states["cards"][0, 2]).all()
    assert not block(states, 2, "seat_1.cards").any()


@pytest.mark.rule("Q121")
def test_only_what_was_chosen_in_secret_is_dealt_anew() -> None:
    """While the attacker is asked for Artillery nothing is chosen yet; once it is, others get another choice."""
    side = {"power": 7, "combat_cards": {"2": 1}, "workers": {"base": 2}}
    nordic = {"faction": "nordic", "mat": "patriotic", "character": "A4", "mechs": {"artillery": "A1"}, **side}
    crimea = {"faction": "crimea", "mat": "industrial", "character": "A5", **side}
    states = from_json({"players": [nordic, crimea], "turn": {"active": "nordic"}, "encounters": []})
    mask = np.zeros(NUM_ACTIONS, np.int8)

    def play(*texts: str) -> None:
        for text in texts:
            seat = states["seat_to_act"][0]
            engine.apply(
                states, 0, parse_action(text, int(states["decision"][0]), int(states["faction"][0, seat])), mask
            )

    def dials(seat: int) -> set[int]:
        found = set()
        for seed in range(30):
            other = copy(states)
            engine.determinize(other, 0, seat, seed, 0)
            found.add(int(other["dial"][0, 0]))
        return found

    engine.resume(states, 0, mask)
    play("section move", "take", "units", "character", "A5", "done")
    assert states["decision"][0] == steps.COMBAT_ABILITY
    assert dials(0) == dials(1) == {0}
    play("take", "3", "done")
    assert (states["decision"][0], states["seat_to_act"][0]) == (steps.DIAL, 1)
    assert dials(0) == {3} and dials(1) == set(range(7))  # 6 power is left


@pytest.mark.parametrize("players", [3, 7])
def test_determinize_deals_consistently(players: int) -> None:
    states = new_record(players, promo_encounters=1, promo_factory=1, promo_objectives=1)
    changed = 0
    for k, (mask, _) in enumerate(random_game(states, players)):
        if k % EVERY:
            continue
        for seat in range(players):
            other = copy(states)
            engine.determinize(other, 0, seat, k, 0)
            check_invariants(other, mask)
            s, t = states[0], other[0]
            for name in STATE.names:
                if name not in ("rng", "cards", "deck", "known", "objective", "factory_deck", "dial", "played"):
                    assert (s[name] == t[name]).all(), name
            assert (s["cards"][seat] == t["cards"][seat]).all()
            assert (s["known"][seat] == t["known"][seat]).all() and (s["known"][:, seat] == t["known"][:, seat]).all()
            assert (s["cards"].sum(axis=1) == t["cards"].sum(axis=1)).all()
            assert (s["known"].sum(axis=2) == t["known"].sum(axis=2)).all()
            assert (s["objective"][seat] == t["objective"][seat]).all()
            done = s["objective_state"] == OBJECTIVE_COMPLETED
            assert (s["objective"][done] == t["objective"][done]).all()
            assert s["factory_deck"].sum() == t["factory_deck"].sum()
            if s["factory_card"][seat] != NONE:
                assert (s["factory_deck"] == t["factory_deck"]).all()  # Q, combat hand and deck
            changed += digest(states) != digest(other)
    assert changed


def test_determinize_hides_the_future() -> None:
    """Re-deals with other seeds differ in all that is hidden, with the same seed in nothing."""
    states = new_record(4)
    deal(states, 3)
    dealt = []
    for seed in range(30):
        other = copy(states)
        engine.determinize(other, 0, 0, seed, 0)
        again = copy(states)
        engine.determinize(again, 0, 0, seed, 0)
        assert digest(other) == digest(again)
        dealt.append(other[0])
    for name in ("cards", "objective", "factory_deck", "rng"):
        assert len({state[name].tobytes() for state in dealt}) > 10, name


@pytest.mark.rule("R213", "Q14")
def test_a_stolen_card_is_known_to_its_two_owners() -> None:
    states = new_record(3, wanted_faction=[1, 4, 5, -1, -1, -1, -1])
    deal(states, 2)
    from scythe_env.scythe.rules.goods import steal_card
    from scythe_env.scythe.state import LAYOUT

    before = states["cards"][0].copy()
    steal_card(LAYOUT.view(states, 0), 1, 2)  # Crimea from Saxony
    stolen = states["cards"][0, 1] - before[1]
    assert stolen.sum() == 1 and (states["cards"][0, 2] == before[2] - stolen).all()
    assert (block(states, 2, "seat_2.cards") * 4 == stolen).all()  # Saxony sees Crimea two seats on
    assert not block(states, 0, "seat_1.cards").any()  # Nordic does not
    assert (block(states, 1, "seat_1.shown") * 4 == stolen).all()  # Crimea knows that Saxony knows
