"""The actions of a game: one ``Discrete(n)`` space divided into named blocks, each declared once as a row."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

Names = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ActionBlock:
    """A row: actions that mean the same kind of thing.

    Attributes:
        name: of the block.
        first: the number of its first action.
        texts: the text of each action; or a function that gives them for a faction (or whatever else texts differ by).
        meaning: what the actions stand for.
        instead: other texts that they have in some decisions, by the number of the decision.
    """

    name: str
    first: int
    texts: Names | Callable[[int], Names]
    meaning: str
    instead: Mapping[int, Names] = field(default_factory=dict)

    @property
    def size(self) -> int:
        """Number of actions."""
        return len(self.texts_for(0, -1))

    def texts_for(self, faction: int, decision: int) -> Names:
        """The texts in a decision of a seat of this faction."""
        texts = self.texts if isinstance(self.texts, tuple) else self.texts(faction)
        return self.instead.get(decision, texts)


class ActionTable:
    """The actions of a game, in the order in which their blocks are declared.

    A module declares the rows as constants, which hold the number of the first action of a block::

        ACTIONS = ActionTable(("walk", "rest"))
        A_PLACE: Final = ACTIONS.block("place", ("A1", "A2"), "a place")
        A_DONE: Final = ACTIONS.block("done", ("done",), "stop, skip, decline, pass")

    Args:
        decisions: what the decisions are called, by their number.
        variants: number of factions (or of whatever else texts differ by).
    """

    def __init__(self, decisions: Names, variants: int = 1) -> None:
        self.blocks: list[ActionBlock] = []
        self._decisions, self._variants = decisions, variants
        self._texts: dict[tuple[int, int], Names] = {}
        self._numbers: dict[tuple[int, int], dict[str, int]] = {}

    def block(self, name: str, texts: Names | Callable[[int], Names], meaning: str, **row: Any) -> int:
        """Declare a block; the arguments are attributes of :class:`ActionBlock`. Returns its first action."""
        first = sum(block.size for block in self.blocks)
        self.blocks.append(ActionBlock(name, first, texts, meaning, **row))
        return first

    @cached_property
    def size(self) -> int:
        """Number of actions; to be asked once all blocks are declared."""
        return sum(block.size for block in self.blocks)

    @cached_property
    def _special(self) -> frozenset[int]:
        """Decisions in which actions have other texts."""
        return frozenset(decision for block in self.blocks for decision in block.instead)

    def texts(self, decision: int, faction: int) -> Names:
        """The texts of all actions in a decision of a seat of this faction."""
        key = decision if decision in self._special else -1, faction
        if key not in self._texts:
            self._texts[key] = tuple(text for block in self.blocks for text in block.texts_for(faction, key[0]))
        return self._texts[key]

    def all_texts(self, action: int) -> list[str]:
        """The texts that an action has: in any decision, of a seat of any faction."""
        keys = [(decision, k) for decision in (-1, *sorted(self._special)) for k in range(self._variants)]
        return list(dict.fromkeys(self.texts(*key)[action] for key in keys))

    def text(self, action: int, decision: int, faction: int) -> str:
        """The stable text of an action in a decision of a seat of this faction.

        Raises:
            ValueError: the number is out of range.
        """
        if not 0 <= action < self.size:
            raise ValueError(f"action {action} is not in 0..{self.size - 1}")
        return self.texts(decision, faction)[action]

    def parse(self, text: str, decision: int, faction: int) -> int:
        """The action with this text; the inverse of :meth:`text`.

        Raises:
            ValueError: no action has the text in this decision.
        """
        words = " ".join(text.split())
        key = decision if decision in self._special else -1, faction
        if key not in self._numbers:
            self._numbers[key] = {text: action for action, text in enumerate(self.texts(decision, faction))}
        if words in self._numbers[key]:
            return self._numbers[key][words]
        name = self._decisions[decision]
        usual = self.texts(-1, faction)
        if words in usual:
            here = self.texts(decision, faction)[usual.index(words)]
            raise ValueError(f"unknown action {text!r} in decision {name!r}: there it is called {here!r}")
        raise ValueError(
            f"unknown action {text!r} in decision {name!r}; the catalogue is printed by 'scythe info --actions'"
        )
