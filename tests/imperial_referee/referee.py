"""The referee: a game of Imperial Settlers that is told the decisions, and says what is legal."""

from __future__ import annotations

from .rounds import game
from .table import Ask, RefereeError, Table


class Referee:
    """One game from the deal on; it draws cards with the dice of its table."""

    def __init__(self, table: Table) -> None:
        """Begin with a table on which the cards of the first round were dealt; stop at the first decision."""
        self.table = table
        self.decisions = 0
        self._game = game(table)
        self._due: Ask | None = next(self._game)

    @property
    def decision(self) -> str | None:
        """The name of the decision that is due, None when the game is over."""
        return None if self._due is None else self._due.decision

    @property
    def seat(self) -> int | None:
        """Whose decision it is."""
        return None if self._due is None else self._due.seat

    def legal(self) -> list[str]:
        """The texts of the legal actions."""
        return [] if self._due is None else list(self._due.options)

    def apply(self, text: str) -> None:
        """Play an action, and with ``play_forced`` the decisions after it that have one legal answer.

        The decision after which a game is cut off leads nowhere any more.

        Raises:
            RefereeError: the action is not legal.
        """
        if text not in self.legal():
            raise RefereeError(f"{text!r} is not legal in {self.decision!r}; legal are {', '.join(self.legal())}")
        self.decisions += 1
        if self.decisions == self.table.options.max_decisions:
            self.table.status, self._due = "truncated", None
            return
        try:
            self._due = self._game.send(text)
            while self.table.options.play_forced and len(self._due.options) == 1:
                self._due = self._game.send(self._due.options[0])
        except StopIteration:
            self._due = None
