"""Logs, documents, notes and pictures of a game and of a re-deal for a viewer, compared as both are played on.

Both are played with the same open actions. The generator stays the same, so open draws do. Where others choose in
secret, both games choose on their own; a decision of which the viewer is not told may come up in one of them alone, and
is played there. A stretch ends where the rules show the viewer something that was hidden. What that can be differs from
game to game: each has a class of :class:`Line` for it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from typing import Any, ClassVar

import numpy as np

from scythe_env.core.events import Event, Told
from scythe_env.core.fields import SPECTATOR
from scythe_env.core.game import RUNNING, Game, Mask, States
from scythe_env.core.steps import Step


class LeakError(AssertionError):
    """A viewer is shown something that depends on what is hidden from it."""


class Line:
    """One of the two games: its record, its mask, and what the viewer was told since both were last compared.

    Attributes:
        done: the action that stops, declines or passes.
        shown: what events show of hidden things, as the rules want it: the names of such fields by the kind of event.
        choose: chooses an action, given the mask and a generator.
        pictures: the modes of pictures to compare.
    """

    done: ClassVar[int]
    shown: ClassVar[dict[type[Told], set[str]]] = {}
    choose: ClassVar[Callable[[Mask, np.random.Generator], int]]
    pictures: ClassVar[tuple[str, ...]] = ("ansi", "rgb_array")

    def __init__(self, game: Game, states: States, viewer: int) -> None:
        self.game, self.states, self.viewer = game, states, viewer
        self.mask = np.zeros(game.num_actions, np.int8)
        game.legal(states, 0, self.mask)
        self.name = None if viewer == SPECTATOR else game.player_name(states, 0, viewer)
        self.told: list[Event] = []
        self.upset = ""  # why the rules may have shown anything in the actions played, if they may

    @classmethod
    def deal_anew(cls, game: Game, states: States, viewer: int, low: int, high: int) -> None:
        """Deal everything anew that is hidden from a viewer."""
        raise NotImplementedError

    def known(self) -> Any:
        """The hidden things that the viewer knows; they differ where the rules have just shown it some."""
        raise NotImplementedError

    def note(self, before: States) -> None:
        """Note what else matters of the action just played."""

    def compared(self) -> None:
        """Forget what happened, as it was compared."""
        self.told = []

    def revealed(self, event: Event, other: Event) -> str | None:
        """Why a stretch ends with two events that differ in what the rules show, after which anything may; or None."""
        return None

    @classmethod
    def veiled(cls, event: Event) -> Event:
        """An event without what it may show of hidden things."""
        return replace(event, **dict.fromkeys(cls.shown.get(type(event), ())))

    @property
    def due(self) -> tuple[int, ...]:
        """The decision, its seat and its numbers."""
        state = self.states[0]
        top = int(state["depth"]) - 1
        return tuple(
            int(x) for x in (state["decision"], state["seat_to_act"], state["step_a"][top], state["step_b"][top])
        )

    @property
    def row(self) -> Step:
        """The row of the decision that is due."""
        return self.game.steps[self.due[0]]

    @property
    def untold(self) -> bool:
        """Whether the viewer may not be told that there was something to choose."""
        over = self.states["status"][0] != RUNNING
        return not over and self.due[1] != self.viewer and self.row.unseen("done")

    def play(self, action: int) -> None:
        """Play an action and note what the viewer is told."""
        before, forced = self.states.copy(), int(self.mask.sum()) == 1
        self.game.step(self.states, 0, action, self.mask)
        self.note(before)
        happened = self.game.events(before, self.states, action, forced)
        self.told += [event.seen_by(self.name) for event in happened if event.is_seen_by(self.name)]


def stretch(
    kind: type[Line],
    game: Game,
    states: States,
    viewer: int,
    dice: np.random.Generator,
    length: int,
    pictures: bool = False,
) -> Counter[str]:
    """Compare what a viewer is shown of a game and of its re-deal, at every decision of a stretch.

    Args:
        kind: what the game shows.
        game: the rules, which ask for forced decisions too, as logs do.
        states: the game, (1,), which stays as it is.
        viewer: a seat, or SPECTATOR.
        dice: what is chosen and re-dealt.
        length: the largest number of decisions.
        pictures: whether to compare pictures too, at the first decision.

    Returns:
        How many documents, log lines, notes and pictures were compared, and why the stretch ended.

    Raises:
        LeakError: with the first difference.
    """
    twin = states.copy()
    kind.deal_anew(game, twin, viewer, *dice.integers(2**32, size=2).tolist())
    twin["rng"] = states["rng"]
    one, other = both = kind(game, states.copy(), viewer), kind(game, twin, viewer)
    found: Counter[str] = Counter()
    if one.due != other.due and one.due[1] != viewer:
        found["the cards dealt do not fit what was chosen before"] += 1
        return found
    for line in both:
        line.told += [event.seen_by(line.name) for event in game.beginning(line.states, 0)]
    for _ in range(length):
        if (end := compare(one, other, found)) is not None:
            found[end] += 1
            return found
        if pictures and not found["pictures"]:
            for mode in kind.pictures:
                if not np.array_equal(*(game.render(line.states, 0, mode, viewer) for line in both)):
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
            line.play(line.choose(line.mask, dice))
    else:
        common = one.mask & other.mask
        if not common.any():
            return False
        action = one.choose(common, dice)
        for line in (one, other):
            line.play(action)
    while one.due != other.due and (one.untold or other.untold):
        for line in (one, other):
            if line.untold:
                line.play(line.choose(line.mask, dice) if line.row.secret else line.done)
    return True


def compare(one: Line, other: Line, found: Counter[str]) -> str | None:
    """Compare what was told and what is shown of two games; why the stretch ends here, or None."""
    if upset := one.upset or other.upset:
        return upset
    told = [[line.veiled(event) for event in line.told] for line in (one, other)]
    if told[0] != told[1]:
        for a, b, veiled, other_veiled in zip(one.told, other.told, *told, strict=False):
            if veiled != other_veiled:
                break
            if a != b and (end := one.revealed(a, b)) is not None:
                return end
        raise LeakError("\n".join(["the log differs:", *map(str, one.told), "and", *map(str, other.told)]))
    found["events"] += len(one.told)
    if one.told != other.told:
        return "hidden cards were shown"
    if one.known() != other.known():
        return "the viewer learned hidden things"
    for line in (one, other):
        line.compared()
    viewer, game = one.viewer, one.game
    documents = [game.to_document(line.states, 0, viewer) for line in (one, other)]
    if documents[0] != documents[1]:
        wrong = [key for key in documents[0] if documents[0][key] != documents[1][key]]
        raise LeakError(f"{wrong} of the document of viewer {viewer} differ: {[d[wrong[0]] for d in documents]}")
    found["documents"] += 1
    notes = [game.notes(line.states, 0, viewer) for line in (one, other)]
    if notes[0] != notes[1]:
        raise LeakError(f"the notes of viewer {viewer} differ: {notes}")
    found["notes"] += len(notes[0])
    if one.due != other.due:
        raise LeakError(f"{one.due} is due in one game, {other.due} in the other")
    if viewer != SPECTATOR:
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
    kind: type[Line], game: Game, seed: int, documents: int, pictures: int = 0, *, length: int = 20, apart: int = 15
) -> Counter[str]:
    """Stretches from positions of random games, for each viewer in turn, until enough documents were compared.

    Args:
        kind: what the game shows.
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
    viewers = (SPECTATOR, *game.agent_seats)
    while found["documents"] < documents or found["pictures"] < pictures:
        game.reset(states, 0, int(dice.integers(2**32)), mask)
        since = 0
        while mask.any() and (found["documents"] < documents or found["pictures"] < pictures):
            viewer = viewers[turn % len(viewers)]
            if since <= 0 and not kind(game, states, viewer).untold:
                found += stretch(kind, game, states, viewer, dice, length, found["pictures"] < pictures)
                turn, since = turn + 1, apart
            since -= 1
            game.step(states, 0, kind.choose(mask, dice), mask)
    return found
