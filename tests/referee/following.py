"""A referee that follows an engine: where positions leave open what chance did, it tries what fits."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from heapq import heappop, heappush
from typing import Any

from .documents import Document, chance_of, referee_of, set_up
from .referee import Referee
from .table import Chance, RefereeError

Rules = Callable[[Document], Referee]
Found = tuple[str, Any, Any]

UNLIKELY = 4  # what a pick costs that a position speaks against, where another one costs 1
MOST_TRIES = 500
"""Ways in which chance may have brought about a position that are tried before it counts as a difference."""


class Follower:
    """A referee, what it began with, and what was played since.

    Attributes:
        referee: the referee as the game stands.
        difference: the first one between it and the document that it was told last; None if they agree.
        tried_all: whether every play of chance was tried for the last action, where none fits.
    """

    def __init__(self, document: Document, compare: Callable[[Referee, Document], Found | None]) -> None:
        """Begin with a game that was just set up.

        Args:
            document: the position.
            compare: finds the first difference between a referee and a document.
        """
        self._compare = compare
        self._begin(set_up, document)

    def begin_turn(self, document: Document) -> None:
        """Begin anew at the start of a turn: all that lasts is in the document."""
        self._begin(referee_of, document)

    def _begin(self, rules: Rules, document: Document) -> None:
        self._rules, self._document = rules, document
        self._played: list[tuple[str, Chance]] = []
        self.tried_all = True
        self._tried = False  # the referee has played an action that did not lead where it should
        self.referee = rules(document)
        self.difference = self._compare(self.referee, document)

    def play(self, text: str, document: Document) -> None:
        """Play an action that led the engine to a document.

        If no play of chance leads there, the referee stands where the likeliest one leads.

        Raises:
            RefereeError: the action is not legal, or the cards of the document cannot have come about.
        """
        end = chance_of(document)
        plans: list[tuple[int, tuple[int, ...]]] = [(0, ())]  # a heap, by how far they are from what is likeliest
        for _ in range(MOST_TRIES):
            if not plans:
                break
            cost, plan = heappop(plans)
            if self._fits(text, replace(end, plan=plan), document):
                self.tried_all = True
                return
            picks = self.referee.table.picks
            for place in range(len(plan), len(picks)):
                before = tuple(number for number, _ in picks[:place])
                for other, likely in enumerate(picks[place][1][1:], 1):
                    heappush(plans, (cost + (1 if likely else UNLIKELY), (*before, other)))
        self.tried_all = not plans
        self._fits(text, replace(end, own={}), document, strict=True)

    def _fits(self, text: str, chance: Chance, document: Document, strict: bool = False) -> bool:
        """Whether what chance is said to have done leads to a document; the referee then stands there."""
        if self._tried:
            self.referee = self._again()
        self._tried = True
        try:
            self.referee.apply(text, chance)
        except RefereeError:
            if strict:
                raise
            return False
        self.difference = self._compare(self.referee, document)
        if self.difference is not None:
            return False
        self._played.append((text, chance))
        self._tried = False
        return True

    def _again(self) -> Referee:
        """A referee that stands before the action that is being played."""
        referee = self._rules(self._document)
        for text, chance in self._played:
            referee.apply(text, chance)
        return referee
