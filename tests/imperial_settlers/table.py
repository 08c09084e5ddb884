"""Situations for the tests: a table in the Action phase with nothing on it, onto which a test puts what it needs."""

from __future__ import annotations

from typing import Any, Self

import numpy as np

from scythe_env.core.machine import push
from scythe_env.imperial_settlers import steps
from scythe_env.imperial_settlers.components import CARDS, FACES, FACTIONS, PLAIN_GOODS, RAZE_GOODS
from scythe_env.imperial_settlers.config import ImperialSettlersConfig
from scythe_env.imperial_settlers.constants import (
    BUILT,
    DEAL,
    FOUNDATION,
    MARKER,
    NONE,
    NUM_FACES,
    PLACES,
)
from scythe_env.imperial_settlers.game import ImperialSettlers
from scythe_env.imperial_settlers.state import LAYOUT
from scythe_env.imperial_settlers.tables import card_face, copies, deck_start, face_deck, first_card

DECKS = ("common", *FACTIONS)


def rule_of(lookup: Any) -> Any:
    """A table's rule as Python calls it."""
    return getattr(lookup, "py_func", lookup)


class Table:
    """A game of some factions, seat by seat, in which seat 0 has its first turn; one faction is the solo game."""

    def __init__(self, *factions: str, **options: Any) -> None:
        players = len(factions)
        # nothing is played by itself, so that looking at what is legal changes nothing
        config = ImperialSettlersConfig(players=players, factions=factions, play_forced=False, **options)
        self.game = ImperialSettlers(config)
        self.states = self.game.new_states(1)
        self.mask = np.zeros(self.game.num_actions, np.int8)
        self.game.reset(self.states, 0, 1, self.mask)
        s = self.states[0]
        for field in ("hand", "known", "from_right", "open", "discard", "goods", "defence", "depth"):
            s[field] = 0
        for field in ("step_kind", "step_seat", "step_a", "step_b"):
            s[field] = 0
        for field in ("place", "owner", "under", "kept", "offered"):
            s[field] = NONE
        s["passed_on"] = 0
        decks = [0, *(1 + FACTIONS.index(faction) for faction in factions)]
        for face in range(NUM_FACES):
            s["deck"][face] = rule_of(copies)(face) if rule_of(face_deck)(face) in decks else 0
        s["round"], s["first"], s["active"] = 1, 0, 0
        self.stack(("END_ROUND", 0), ("NEXT_TURN", 0), ("TURN", 0))

    # -- putting things on the table -----------------------------------------------------------------------------------

    def stack(self, *rows: tuple[str, int] | tuple[str, int, int, int]) -> Self:
        """Let these steps be due, the last one first: name and seat, perhaps their numbers."""
        s = LAYOUT.view(self.states, 0)
        self.states["depth"] = 0
        for name, seat, *numbers in rows:
            a, b = numbers or (0, 0)
            getattr(push, "py_func", push)(s, getattr(steps, name), seat, a, b)
        return self._changed()

    def _changed(self) -> Self:
        """What is due follows once somebody looks."""
        self._stale = True
        return self

    def refresh(self) -> Self:
        """Go on to the decision that is due."""
        if self._stale:
            self._stale = False
            self.game.legal(self.states, 0, self.mask)
        return self

    def goods(self, seat: int, **amounts: int) -> Self:
        """Give goods to a seat."""
        for name, n in amounts.items():
            if name == "defence":
                self.states["defence"][0, seat] = n
            else:
                self.states["goods"][0, seat, PLAIN_GOODS.index(name)] = n
        return self._changed()

    def hand(self, seat: int, *names: str) -> Self:
        """Give cards of the decks to a hand."""
        for name in names:
            self._take(FACES.index(name))
            self.states["hand"][0, seat, FACES.index(name)] += 1
        return self._changed()

    def lay(self, owner: int, *names: str, place: int = BUILT) -> int:
        """Lay cards of the decks on the table; returns the last one."""
        card = NONE
        for name in names:
            face = FACES.index(name)
            self._take(face)
            card = rule_of(first_card)(face)
            while self.states["place"][0, card] != NONE:
                card += 1
            self.states["place"][0, card], self.states["owner"][0, card] = place, owner
        self._changed()
        return int(card)

    def _take(self, face: int) -> None:
        """A card comes from its deck, if it is there."""
        self.states["deck"][0, face] -= self.states["deck"][0, face] > 0

    def deals(self, owner: int, *names: str) -> int:
        """Tuck deals under a board."""
        return self.lay(owner, *names, place=DEAL)

    def foundation(self, owner: int, name: str) -> int:
        """Lay a foundation."""
        age = int(((self.states["place"][0] == FOUNDATION) & (self.states["owner"][0] == owner)).sum()) + 1
        card = self.lay(owner, name, place=FOUNDATION)
        self.states["age"][0, card] = age
        self._changed()
        return card

    def set(self, field: str, card: int, value: int = 1) -> Self:
        """Set a field of a card."""
        self.states[field][0, card] = value
        return self._changed()

    def only(self, *names: str) -> Self:
        """Let the decks of these cards hold nothing else; the other decks stay."""
        decks = {rule_of(face_deck)(FACES.index(name)) for name in names}
        for deck in decks:
            self.empty(DECKS[deck])
        for name in names:
            self.states["deck"][0, FACES.index(name)] += 1
        return self._changed()

    def empty(self, deck: str) -> Self:
        """Empty a deck."""
        k = DECKS.index(deck)
        self.states["deck"][0, rule_of(deck_start)(k) : rule_of(deck_start)(k + 1)] = 0
        return self._changed()

    # -- playing -------------------------------------------------------------------------------------------------------

    @property
    def legal(self) -> list[str]:
        """The texts of what is legal."""
        self.refresh()
        return [self.game.action_text(self.states, 0, int(action)) for action in np.flatnonzero(self.mask)]

    @property
    def due(self) -> str:
        """The decision that is due."""
        self.refresh()
        return self.game.decision_names[self.states["decision"][0]] if self.states["status"][0] == 0 else "over"

    @property
    def seat(self) -> int:
        """Who is to act."""
        self.refresh()
        return int(self.states["seat_to_act"][0])

    def play(self, *texts: str) -> Self:
        """Play actions by their texts, each of which must be legal."""
        for text in texts:
            assert text in self.legal, f"{text!r} is not legal in {self.due!r}: {self.legal}"
            self.game.step(self.states, 0, self.game.parse_action(self.states, 0, text), self.mask)
        return self

    # -- looking -------------------------------------------------------------------------------------------------------

    def has(self, seat: int) -> dict[str, int]:
        """The goods of a seat that it has any of."""
        self.refresh()
        row = self.states["goods"][0, seat].tolist()
        found = {name: n for name, n in zip(PLAIN_GOODS, row, strict=True) if n}
        return found | ({"defence": int(self.states["defence"][0, seat])} if self.states["defence"][0, seat] else {})

    def vp(self, seat: int) -> int:
        """The victory points of a seat."""
        return self.has(seat).get("vp", 0)

    def cards(self, seat: int) -> list[str]:
        """The hand of a seat."""
        return self._named("hand", seat)

    @property
    def discards(self) -> list[str]:
        """The discard piles."""
        return self._named("discard")

    def on_table(self, owner: int, place: str = "location") -> list[str]:
        """What an owner has in a place on the table."""
        self.refresh()
        s = self.states[0]
        here = (s["place"] == PLACES.index(place)) & (s["owner"] == owner)
        return [FACES[rule_of(card_face)(card)] for card in np.flatnonzero(here).tolist()]

    def line(self) -> list[str]:
        """The open attack cards, the first target first."""
        return [RAZE_GOODS[good] for good in self.states["line"][0].tolist() if good != NONE]

    def score(self, seat: int) -> dict[str, int]:
        """The parts of the score of a seat."""
        return dict(zip(self.game.score_columns, self.game.scores(self.states, 0)[seat].tolist(), strict=True))

    def _named(self, field: str, *at: int) -> list[str]:
        self.refresh()
        row = self.states[field][(0, *at)].tolist()
        return [FACES[face] for face, n in enumerate(row) for _ in range(n)]


def card(name: str) -> int:
    """The number of a card by its name."""
    return CARDS.index(name)


__all__ = ["MARKER", "Table", "card"]
