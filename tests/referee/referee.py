"""The referee: a game of Scythe that is told the decisions and what chance did, and says what is legal."""

from __future__ import annotations

from .scoring import scores
from .table import Ask, Chance, Config, Deal, RefereeError, Table
from .turn import game


class Referee:
    """One game. Where it is not told what chance did, it draws cards by itself."""

    def __init__(self, config: Config, deal: Deal, seed: int = 0) -> None:
        """Set up a game and stop at the first decision."""
        self.table = Table(config, deal, seed)
        self.begin_turn()

    def begin_turn(self) -> None:
        """Begin the turn of the active seat in the position that lies on the table, unless the game is over."""
        self._game = game(self.table)
        self._due: Ask | None = None
        self._go_on(None)

    # -- what is due -------------------------------------------------------------------------------------------------
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

    def apply(self, text: str, chance: Chance | None = None) -> None:
        """Play an action, and with ``play_forced`` the decisions after it that have one legal answer.

        Args:
            text: the action.
            chance: what was drawn in answer; without it the referee draws.

        Raises:
            RefereeError: the action is not legal, or chance cannot have done what it is said to have done.
        """
        if self._due is None:
            raise RefereeError(f"{text!r} is not legal: the game is over")
        if text not in self._due.options:
            raise RefereeError(f"{text!r} is not legal in {self._due.decision!r}; legal are {', '.join(self.legal())}")
        self.table.chance, self.table.picks = chance, []
        self._go_on(text)
        if chance is not None:
            self._check_cards(chance)

    def _go_on(self, text: str | None) -> None:
        """Answer the decision that is due, and those after it that play themselves; None begins."""
        try:
            self._due = self._game.send(text)  # type: ignore[arg-type]  # what a generator that begins is sent
            while self.table.options.play_forced and len(self._due.options) == 1:
                self._due = self._game.send(self._due.options[0])
        except StopIteration:
            self._due = None

    def _check_cards(self, chance: Chance) -> None:
        """The cards must lie as chance is said to have left them: no others can have been drawn."""
        table = self.table
        here = [*(+player.hand for player in table.players), +table.deck, +table.discard, table.encounter_deck]
        there = [*chance.hands, chance.deck, chance.discard, chance.encounter_deck]
        piles = [*(player.faction for player in table.players), "deck", "discard pile", "encounter deck"]
        for pile, mine, other in zip(piles, here, there, strict=True):
            if mine != other:
                raise RefereeError(f"cards of {pile}: {mine} by the rules, {other} by chance")

    def scores(self) -> list[dict[str, int]]:
        """The score of every seat in parts, with total and rank, as the position stands."""
        return scores(self.table)
