"""Logs, documents and pictures of a game and of a re-deal for a viewer, both played on with the same open actions.

The generator stays the same, so open draws do. Where others choose in secret (dial and cards of a combat), both games
choose on their own; a decision of which the viewer is not told may come up in one of them alone, and is played there.
A stretch ends where the rules show the viewer something that was hidden (a card that it draws, a combat revealed).
"""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import Any, Final

import numpy as np

from scythe_env.core.events import Event, Told
from scythe_env.scythe import events, steps
from scythe_env.scythe.actions import A_DONE
from scythe_env.scythe.constants import NONE, RUNNING
from scythe_env.scythe.game import Scythe
from scythe_env.scythe.knowledge import knows_factory
from scythe_env.scythe.notation import to_json
from scythe_env.scythe.render import render

from ..scythe.playing import choose_lively
from .leaks import dealt_anew, dealt_anew_with_automas

SHOWN: Final[dict[type[Told], set[str]]] = {
    events.CardsDrawn: {"cards"},
    events.CardStolen: {"value"},
    events.HandSeen: {"hand"},
    events.CardsDiscarded: {"cards"},
    events.CombatDecided: {"attacker", "defender", "winner"},
}
"""What events show of hidden things, as the rules want it: cards to their new owner, cards discarded, a combat."""


class LeakError(AssertionError):
    """A viewer is shown something that depends on what is hidden from it."""


def veiled(event: Event) -> Event:
    """An event without what it may show of hidden things."""
    return replace(event, **dict.fromkeys(SHOWN.get(type(event), ())))


class Line:
    """One of the two games: its record, its mask, and what the viewer was told since both were last compared."""

    def __init__(self, game: Scythe, states: np.ndarray, viewer: int) -> None:
        self.game, self.states, self.viewer = game, states, viewer
        self.mask = np.zeros(game.num_actions, np.int8)
        game.legal(states, 0, self.mask)
        self.name = None if viewer == NONE else game.player_name(states, 0, viewer)
        self.told: list[Event] = []
        self.fought = False  # whether an Automa may have fought, which shows cards and what was chosen in secret

    @property
    def due(self) -> tuple[int, ...]:
        """The decision, its seat and its numbers."""
        state = self.states[0]
        top = int(state["depth"]) - 1
        return tuple(
            int(x) for x in (state["decision"], state["seat_to_act"], state["step_a"][top], state["step_b"][top])
        )

    @property
    def row(self) -> steps.Any:
        """The row of the decision that is due."""
        return steps.TABLE[self.due[0]]

    @property
    def untold(self) -> bool:
        """Whether the viewer may not be told that there was something to choose."""
        over = self.states["status"][0] != RUNNING
        return not over and self.due[1] != self.viewer and self.row.unseen("done")

    def play(self, action: int) -> None:
        """Play an action and note what the viewer is told."""
        before, secret = self.states.copy(), self.row.secret
        forced = int(self.mask.sum()) == 1
        self.game.step(self.states, 0, action, self.mask)
        automas = list(self.game.scripted_seats)
        less = (np.any(before[name][0, automas] > self.states[name][0, automas]) for name in ("cards", "power"))
        self.fought |= bool(automas) and (secret or any(less))
        happened = self.game.events(before, self.states, action, forced)
        self.told += [event.seen_by(self.name) for event in happened if event.is_seen_by(self.name)]

    @property
    def known(self) -> tuple[Any, ...]:
        """The hidden things that the viewer knows."""
        state = self.states[0]
        if self.viewer == NONE:
            return ()
        view = self.game.layout.view(self.states, 0)
        looked = getattr(knows_factory, "py_func", knows_factory)(view, self.viewer)
        factory = state["factory_deck"].tobytes() if looked else b""
        return state["cards"][self.viewer].tobytes(), state["known"][self.viewer].tobytes(), factory


def stretch(
    game: Scythe, states: np.ndarray, viewer: int, dice: np.random.Generator, length: int, pictures: bool = False
) -> Counter[str]:
    """Compare what a viewer is shown of a game and of its re-deal, at every decision of a stretch.

    Args:
        game: the rules, which ask for forced decisions too, as logs do.
        states: the game, (1,), which stays as it is.
        viewer: a seat, or NONE for a spectator.
        dice: what is chosen and re-dealt.
        length: the largest number of decisions.
        pictures: whether to compare pictures too, at the first decision.

    Returns:
        How many documents, log lines and pictures were compared, and why the stretch ended.

    Raises:
        LeakError: with the first difference.
    """
    twin = states.copy()
    deal = dealt_anew_with_automas if game.scripted_seats else dealt_anew
    deal(twin, 0, viewer, *dice.integers(2**32, size=2).tolist())
    twin["rng"] = states["rng"]
    one, other = both = Line(game, states.copy(), viewer), Line(game, twin, viewer)
    for line in both:
        line.told += [event.seen_by(line.name) for event in game.beginning(line.states, 0)]
    found: Counter[str] = Counter()
    for _ in range(length):
        if (end := compare(one, other, found)) is not None:
            found[end] += 1
            return found
        if pictures and not found["pictures"]:
            for mode in ("ansi", "rgb_array"):
                if not np.array_equal(render(one.states, 0, mode, viewer), render(other.states, 0, mode, viewer)):
                    raise LeakError(f"the picture ({mode}) of viewer {viewer} differs")
            found["pictures"] += 1
        if not go_on(one, other, viewer, dice):
            found["nothing can be played in both"] += 1
            return found
    found["long enough"] += 1
    return found


def go_on(one: Line, other: Line, viewer: int, dice: np.random.Generator) -> bool:
    """Play an action in both games, then what the viewer is not told of, until the same is due in both.

    Returns:
        Whether there was an action for both.
    """
    if one.row.secret and one.due[1] != viewer:
        for line in (one, other):
            line.play(choose_lively(line.mask, dice))
    else:
        common = one.mask & other.mask
        if not common.any():
            return False
        action = choose_lively(common, dice)
        for line in (one, other):
            line.play(action)
    while one.due != other.due and (one.untold or other.untold):
        for line in (one, other):
            if line.untold:
                line.play(choose_lively(line.mask, dice) if line.row.secret else A_DONE)
    return True


def compare(one: Line, other: Line, found: Counter[str]) -> str | None:
    """Compare what was told and what is shown of two games; why the stretch ends here, or None."""
    if one.fought or other.fought:
        return "an Automa has fought"
    if [veiled(event) for event in one.told] != [veiled(event) for event in other.told]:
        # after a combat with different choices everything may differ
        for a, b in zip(one.told, other.told, strict=False):
            if veiled(a) != veiled(b):
                break
            if a != b and isinstance(a, events.CombatDecided):
                return "a combat was revealed"
        raise LeakError("\n".join(["the log differs:", *map(str, one.told), "and", *map(str, other.told)]))
    found["events"] += len(one.told)
    if one.told != other.told:
        return "hidden cards were shown"
    one.told, other.told = [], []
    if one.known != other.known:
        return "the viewer learned hidden things"
    viewer, game = one.viewer, one.game
    documents = [to_json(line.states, 0, viewer) for line in (one, other)]
    if documents[0] != documents[1]:
        wrong = [key for key in documents[0] if documents[0][key] != documents[1][key]]
        raise LeakError(f"{wrong} of the document of viewer {viewer} differ: {[d[wrong[0]] for d in documents]}")
    found["documents"] += 1
    if one.due != other.due:
        raise LeakError(f"{one.due} is due in one game, {other.due} in the other")
    if viewer != NONE:
        seen = np.zeros((2, game.observation_size), np.float32)
        for k, line in enumerate((one, other)):
            game.observe(line.states, 0, viewer, seen[k])
        if not np.array_equal(*seen):
            raise LeakError(f"the observation of seat {viewer} differs")
        if one.due[1] == viewer and not np.array_equal(one.mask, other.mask):
            raise LeakError(f"the mask of seat {viewer} differs")
    if game.infos(one.states, 0) != game.infos(other.states, 0):
        raise LeakError("the infos differ")
    return "the game is over" if one.states["status"][0] != RUNNING else None


def stretches(
    game: Scythe, seed: int, documents: int, pictures: int = 0, *, length: int = 20, apart: int = 15
) -> Counter[str]:
    """Stretches from positions of random games, for each viewer in turn, until enough documents were compared.

    Args:
        game: the rules, which ask for forced decisions too.
        seed: of games and choices.
        documents: how many documents to compare.
        pictures: how many pictures.
        length: decisions of a stretch.
        apart: decisions between the positions.

    Raises:
        LeakError: with the first difference.
    """
    dice, found, turn = np.random.default_rng(seed), Counter[str](), 0
    states, mask = game.new_states(1), np.zeros(game.num_actions, np.int8)
    viewers = (NONE, *game.agent_seats)
    while found["documents"] < documents or found["pictures"] < pictures:
        game.reset(states, 0, int(dice.integers(2**32)), mask)
        since = 0
        while mask.any() and (found["documents"] < documents or found["pictures"] < pictures):
            viewer = viewers[turn % len(viewers)]
            if since <= 0 and not Line(game, states, viewer).untold:
                found += stretch(game, states, viewer, dice, length, found["pictures"] < pictures)
                turn, since = turn + 1, apart
            since -= 1
            game.step(states, 0, choose_lively(mask, dice), mask)
    return found
