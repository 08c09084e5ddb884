"""What Imperial Settlers shows of hidden things, which re-deals are tested, and what a re-deal can change."""

from __future__ import annotations

from typing import Any, ClassVar, Final

import numpy as np

from scythe_env.core.compiling import rule
from scythe_env.core.events import Told
from scythe_env.core.fields import SPECTATOR
from scythe_env.core.game import Game, States
from scythe_env.imperial_settlers.actions import A_STOP
from scythe_env.imperial_settlers.constants import MARKER, NUM_CARDS, NUM_COMMON_FACES, NUM_FACES, OFFERED
from scythe_env.imperial_settlers.redeal import redeal
from scythe_env.imperial_settlers.render import log

from ..imperial_settlers import invariants
from ..imperial_settlers.playing import lively
from ..imperial_settlers.soak import CONFIGS, configured
from .leaks import ReDeals
from .stretches import Line

OBSERVED: Final = {name: configured(name) for name in CONFIGS}
"""Games of which observations, masks and infos are compared."""
TOLD: Final = {name: configured(name, play_forced=False) for name in CONFIGS}
"""Games of which documents, logs and pictures are compared; they ask for forced decisions, too."""

HIDDEN_CARDS: Final = ("hand", "open", "discard", "offered", "drawn")
"""The fields in which the rules show a viewer cards that it did not know: drawn, laid open, passed or discarded."""


@rule
def count_dealt(s, twin, dealt):
    """Count in ``dealt`` in which of its kinds a re-deal differs."""
    hands = drawn = in_front = kept = knowledge = markers = 0
    for seat in range(s.players):
        for face in range(NUM_FACES):
            hands |= s.hand[seat, face] != twin.hand[seat, face]
            if face < NUM_COMMON_FACES:
                knowledge |= s.from_right[seat, face] != twin.from_right[seat, face]
        for place in range(OFFERED):
            in_front |= s.offered[seat, place] != twin.offered[seat, place]
        kept |= s.kept[seat] != twin.kept[seat]
    for face in range(NUM_FACES):
        drawn |= s.drawn[face] != twin.drawn[face]
    for card in range(NUM_CARDS):
        markers |= (s.place[card] == MARKER) != (twin.place[card] == MARKER)
    dealt[0] += hands
    dealt[1] += drawn
    dealt[2] += in_front
    dealt[3] += kept
    dealt[4] += knowledge
    dealt[5] += markers


@rule
def same_infos(s, twin, seat):
    """Whether the infos of a seat are the same but for scores."""
    return s.faction[seat] == twin.faction[seat]


RE_DEALS: Final = ReDeals(
    redeal,
    count_dealt,
    same_infos,
    invariants.choose_lively,
    ("hands", "cards just drawn", "cards in front", "choices of them", "what others know", "markers"),
)


class Shown(Line):
    """Shows cards where there was a draw, a choice in secret, or a marker left its location, and no others."""

    done = A_STOP
    choose = staticmethod(lively)
    pictures: ClassVar[tuple[str, ...]] = ("ansi", "rgb_array")
    shown: ClassVar[dict[type[Told], set[str]]] = {
        log.LaidOpen: {"cards"},
        log.Drew: {"cards"},
        log.Attacked: {"target"},
    }

    def __init__(self, game: Game, states: States, viewer: int) -> None:
        super().__init__(game, states, viewer)
        self.drawn = False  # whether there was such a draw or choice since both were last compared

    @classmethod
    def deal_anew(cls, game: Game, states: States, viewer: int, low: int, high: int) -> None:
        """An empty chair knows what a spectator knows."""
        game.kernel.determinize(states, 0, game.num_players if viewer == SPECTATOR else viewer, low, high)

    def play(self, action: int) -> None:
        """Choices in secret show what they are about when all have chosen."""
        self.drawn |= self.row.secret
        super().play(action)

    def note(self, before: States) -> None:
        """Draws move the generator; a marker whose location is gone is shown, too."""
        markers = [(states["place"] == MARKER).sum() for states in (before, self.states)]
        self.drawn |= not np.array_equal(before["rng"], self.states["rng"]) or bool(markers[1] < markers[0])

    def compared(self) -> None:
        """The next difference needs another draw."""
        super().compared()
        self.drawn = False

    def known(self) -> Any:
        """The cards that the viewer sees, if it may have come to see others."""
        if not self.drawn:
            return ()
        visible, _ = self.game.fields.hide(self.states, 0, self.viewer)
        return [visible[name].tobytes() for name in HIDDEN_CARDS]
