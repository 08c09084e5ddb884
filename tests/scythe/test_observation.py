"""The observation: its blocks, what it shows, and that nothing hidden leaks into it or into re-dealt states."""

from __future__ import annotations

import numpy as np
import pytest

from scythe_env.core.compiling import JIT
from scythe_env.scythe import engine, steps
from scythe_env.scythe.actions import NUM_ACTIONS, parse_action
from scythe_env.scythe.constants import NONE, NUM_HEXES, OBJECTIVE_COMPLETED
from scythe_env.scythe.notation import from_json
from scythe_env.scythe.observation import layout, observation_size
from scythe_env.scythe.state import STATE

from .playing import check_invariants, deal, digest, new_record, random_game

EVERY = 7 if JIT else 60  # decisions between two looks at a random game


def observe(states: np.ndarray, seat: int) -> np.ndarray:
    """The observation of a seat, written over garbage."""
    out = np.full(observation_size(int(states["players"][0])), np.nan, np.float32)
    engine.observe(states, 0, seat, out)
    return out


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
