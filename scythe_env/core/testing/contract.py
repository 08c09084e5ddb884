"""What holds for every game that fulfils the contract, checked during random games."""

from __future__ import annotations

import json
import pickle
from collections.abc import Callable, Iterator

import numpy as np

from ..game import NONE, RUNNING, Game, Mask, Observation, States
from ..session import Session

Choose = Callable[[Mask, np.random.Generator], int]


def at_random(mask: Mask, rng: np.random.Generator) -> int:
    """One of the legal actions, each equally likely."""
    legal = np.flatnonzero(mask)
    return int(legal[rng.integers(len(legal))])


def random_game(game: Game, states: States, seed: int, choose: Choose = at_random) -> Iterator[tuple[Mask, int]]:
    """Deal game 0 and play it to its end; yields the mask and the action before each action."""
    mask: Mask = np.ones(game.num_actions, np.int8)
    game.reset(states, 0, seed, mask)
    rng = np.random.default_rng(seed)
    while game.seat_to_act(states, 0) != NONE:
        action = choose(mask, rng)
        yield mask, action
        game.step(states, 0, action, mask)
    assert not mask.any(), "an action is legal after the end"


def check_game(
    game: Game, seed: int, choose: Choose = at_random, when: Callable[[States, int], bool] = lambda states, k: True
) -> None:
    """Play a random game twice with the same seed; assert what :func:`check_position` does, and equal results.

    Args:
        game: the game.
        seed: of the deal and the player.
        choose: the player.
        when: says whether to check a decision, given the record and the decision's number.
    """
    states, again = game.new_states(1), game.new_states(1)
    for _ in random_game(game, again, seed + 1, choose):
        pass  # a deal forgets the game before
    pairs = zip(random_game(game, states, seed, choose), random_game(game, again, seed, choose), strict=True)
    for k, ((mask, action), (_, other)) in enumerate(pairs):
        assert action == other and states.tobytes() == again.tobytes(), f"decision {k}: the same seed, another game"
        if when(states, k):
            check_position(game, states, mask, k)
    assert states["status"][0] != RUNNING
    rewards = game.rewards(states, 0)
    assert len(rewards) == game.num_players and all(-1 <= reward <= 1 for reward in rewards)
    json.dumps([game.result(states, 0), game.infos(states, 0)])


def check_position(game: Game, states: States, mask: Mask, seed: int = 0) -> None:
    """Assert what holds where a decision is due.

    - Something is legal; looking changes nothing; texts of actions differ and parse back.
    - Bytes, documents, copies and pickles give back the same record.
    - Observations are within their space; they and the mask do not depend on what is hidden from their seat.
    """
    bytes_, legal = states[:1].tobytes(), np.flatnonzero(mask).tolist()
    assert legal and set(mask.tolist()) <= {0, 1}
    texts = [game.action_text(states, 0, action) for action in legal]
    assert len(set(texts)) == len(texts)
    assert [game.parse_action(states, 0, text) for text in texts] == legal
    assert game.of_document(json.loads(json.dumps(game.to_document(states, 0)))).tobytes() == bytes_
    session = Session(game)
    session.take_up(states)
    twin = pickle.loads(pickle.dumps(session))
    assert twin.save() == session.save() == game.save(states, 0) and (twin.mask == mask).all()
    space = game.observation_space()
    for seat in range(game.num_players):
        seen: Observation = np.full(game.observation_size, np.nan, np.float32)
        game.observe(states, 0, seat, seen)
        assert space.contains(seen), f"seat {seat}: values outside their ranges"
        game.determinize(twin.states, 0, seat, seed)
        assert (twin.observe(seat) == seen).all(), f"seat {seat} sees what is hidden from it"
        if seat == session.seat:
            now: Mask = np.zeros_like(mask)
            game.legal(twin.states, 0, now)
            assert (now == mask).all(), "what is legal depends on what is hidden"
        game.load(twin.states, 0, session.save())
    assert states[:1].tobytes() == bytes_
