"""What Scythe shows of hidden things, which re-deals are tested, and what a re-deal can change."""

from __future__ import annotations

import itertools
from typing import Any, ClassVar, Final

import numpy as np
from numba import int64

from scythe_env.core.compiling import entry, rule
from scythe_env.core.events import Event, Told
from scythe_env.core.fields import SPECTATOR
from scythe_env.core.game import Game, States
from scythe_env.core.random import M32, below
from scythe_env.scythe import events
from scythe_env.scythe.actions import A_DONE
from scythe_env.scythe.config import ScytheConfig
from scythe_env.scythe.constants import (
    MAX_PLAYERS,
    NONE,
    NUM_CARD_VALUES,
    NUM_FACTORY_CARDS,
    NUM_SIDES,
    OBJECTIVE_IN_HAND,
    OBJECTIVES_DEALT,
)
from scythe_env.scythe.game import Scythe
from scythe_env.scythe.knowledge import knows_factory
from scythe_env.scythe.redeal import redeal
from scythe_env.scythe.rules.automa.redeal import redeal_with_automas
from scythe_env.scythe.state import LAYOUT

from ..scythe import invariants
from ..scythe.playing import choose_lively
from .leaks import ReDeals
from .stretches import Line

_OPTIONS: Final[dict[str, dict[str, Any]]] = {
    "default": {},
    "promo cards": {"promo_encounters": True, "promo_factory": True, "promo_objectives": True},
    "gains declined, forced decisions asked": {"decline_gains": True, "play_forced": False},
    "standing observed": {"observe_seats": 7, "observe_standing": True},
}
_TABLES: Final = {
    f"{players}, {name}": {"players": players} | options
    for players, (name, options) in itertools.product(range(1, 8), _OPTIONS.items())
}
_AUTOMAS: Final[dict[str, dict[str, Any]]] = {
    "1 + 1": {"players": 1, "automas": 1},
    "2 + 3": {"players": 2, "automas": 3, "automa_seats": [0, 2, 4], "automa_level": [1, 2, 4]},
    "1 + 2": {"players": 1, "automas": 2, "automa_team": "cooperative", "automa_shared_deck": True},
    "3 + 4": {"players": 3, "automas": 4, "automa_level": 4, "promo_factory": True},
}


def _told(tables: dict[str, dict[str, Any]]) -> dict[str, Scythe]:
    return {name: Scythe(ScytheConfig(**options | {"play_forced": False})) for name, options in tables.items()}


OBSERVED: Final = {name: Scythe(ScytheConfig(**options)) for name, options in _TABLES.items()}
"""Games of which observations, masks and infos are compared."""
AUTOMAS: Final = _told(_AUTOMAS)
"""Games with Automas."""
TOLD: Final = _told(_TABLES) | AUTOMAS
"""Games of which documents, logs and pictures are compared; they ask for forced decisions, too."""


def dealing(redeal: Any) -> Any:
    """The rule that deals everything anew that is hidden from a seat, or from spectators for NONE, by a re-deal.

    An empty chair knows what a spectator knows; where all chairs are taken, the game is dealt anew for each. In which
    order the others hold their objectives is hidden, too.
    """

    @rule
    def deal_anew(s, viewer, low, high):
        if viewer != NONE:
            redeal(s, viewer, low, high)
        elif s.players < MAX_PLAYERS:
            redeal(s, s.players, low, high)
        else:
            for seat in range(s.players):
                redeal(s, seat, low, (high + seat) & M32)
        for seat in range(s.players):
            if seat != viewer and below(s, 2):
                card, state = s.objective[seat, 0], s.objective_state[seat, 0]
                s.objective[seat, 0], s.objective_state[seat, 0] = s.objective[seat, 1], s.objective_state[seat, 1]
                s.objective[seat, 1], s.objective_state[seat, 1] = card, state

    return deal_anew


deal_anew = dealing(redeal)
deal_anew_with_automas = dealing(redeal_with_automas)


@entry(LAYOUT, int64, int64, int64, int64)
def dealt_anew(states, i, viewer, low, high):
    """Deal game ``i`` anew for a viewer."""
    deal_anew(states[i], viewer, low, high)


@entry(LAYOUT, int64, int64, int64, int64)
def dealt_anew_with_automas(states, i, viewer, low, high):
    """The same of a game with Automas."""
    deal_anew_with_automas(states[i], viewer, low, high)


@rule
def count_dealt(s, twin, dealt):
    """Count in ``dealt`` in which of its kinds a re-deal differs."""
    hands = objectives = choices = knowledge = factory = 0
    for seat in range(s.players):
        for value in range(NUM_CARD_VALUES):
            hands |= s.cards[seat, value] != twin.cards[seat, value]
            for owner in range(s.players):
                knowledge |= s.known[seat, owner, value] != twin.known[seat, owner, value]
        for k in range(OBJECTIVES_DEALT):
            if s.objective_state[seat, k] == OBJECTIVE_IN_HAND:
                objectives |= s.objective[seat, k] != twin.objective[seat, k]
    for card in range(NUM_FACTORY_CARDS):
        factory |= s.factory_deck[card] != twin.factory_deck[card]
    for side in range(NUM_SIDES):
        choices |= s.dial[side] != twin.dial[side]
        for value in range(NUM_CARD_VALUES):
            choices |= s.played[side, value] != twin.played[side, value]
    dealt[0] += hands
    dealt[1] += objectives
    dealt[2] += factory
    dealt[3] += choices
    dealt[4] += knowledge


@rule
def same_infos(s, twin, seat):
    """Whether the infos of a seat are the same but for scores."""
    return s.faction[seat] == twin.faction[seat] and s.mat[seat] == twin.mat[seat]


RE_DEALS: Final = ReDeals(
    deal_anew,
    count_dealt,
    same_infos,
    invariants.choose_lively,
    ("hands", "objectives", "Factory cards", "choices of a combat", "what others know"),
)


AUTOMA_FOUGHT: Final = "an Automa has fought"


class Shown(Line):
    """Shows cards to their new owner and cards discarded, and in the end what was chosen in secret in a combat."""

    done = A_DONE
    choose = staticmethod(choose_lively)
    shown: ClassVar[dict[type[Told], set[str]]] = {
        events.CardsDrawn: {"cards"},
        events.CardStolen: {"value"},
        events.HandSeen: {"hand"},
        events.CardsDiscarded: {"cards"},
        events.CombatDecided: {"attacker", "defender", "winner"},
    }

    @classmethod
    def deal_anew(cls, game: Game, states: States, viewer: int, low: int, high: int) -> None:
        """Also the order of objectives."""
        deal = dealt_anew_with_automas if game.scripted_seats else dealt_anew
        deal(states, 0, viewer, low, high)

    def play(self, action: int) -> None:
        """An Automa that may have fought shows cards and what was chosen in secret."""
        secret = self.row.secret
        super().play(action)
        if secret and self.game.scripted_seats:
            self.upset = AUTOMA_FOUGHT

    def note(self, before: States) -> None:
        """Fights cost Automas cards or power."""
        automas = list(self.game.scripted_seats)
        if any(np.any(before[name][0, automas] > self.states[name][0, automas]) for name in ("cards", "power")):
            self.upset = AUTOMA_FOUGHT

    def revealed(self, event: Event, other: Event) -> str | None:
        """After a combat with different choices everything may differ."""
        return "a combat was revealed" if isinstance(event, events.CombatDecided) else None

    def known(self) -> Any:
        """The own hand, what is known of others, and Factory cards that were looked at."""
        state = self.states[0]
        if self.viewer == SPECTATOR:
            return ()
        view = self.game.layout.view(self.states, 0)
        looked = getattr(knows_factory, "py_func", knows_factory)(view, self.viewer)
        factory = state["factory_deck"].tobytes() if looked else b""
        return state["cards"][self.viewer].tobytes(), state["known"][self.viewer].tobytes(), factory
