"""The state of one game: one element of the structured dtype :data:`STATE`, declared field by field in :data:`FIELDS`.

Cards that lie hidden or are equal for everybody (decks, hands, discards, open cards) are counted by face: no decision
and no view can depend on which of two equal copies is meant, and a deck needs no order, as cards are drawn at random.
Each card on the table has a place of its own, as things lie on it. The cards of a face take these places in order,
and markers of Trade Routes, which nobody knows, take them from the end, so that the places do not betray them.
"""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from ..core.compiling import rule
from ..core.fields import MARK, Axis, Field, Fields, Number, named, nobody, owner
from ..core.machine import STATUS, STEP_NUMBER
from ..core.options import recorded
from ..core.random import M32
from . import constants
from .components import CARDS, FACES, FACTIONS, PLAIN_GOODS, RAZE_GOODS
from .config import MAX_DECISIONS, ImperialSettlersConfig
from .steps import DECISIONS

I8, I2, I1 = np.int64, np.int16, np.int8
AMOUNT: Final = Number(0, 10_000)
STACK_SIZE: Final = 32


def _seats(state: Any, *at: int) -> tuple[str, ...]:
    """The seats of the game."""
    return tuple(f"player_{seat}" for seat in range(int(state["players"])))


def _parties(state: Any, *at: int) -> tuple[str, ...]:
    """The seats, and the virtual player behind a single one."""
    seats = _seats(state)
    return (*seats, "virtual player") if len(seats) == 1 else seats


SEAT: Final = Axis("player", constants.MAX_PLAYERS, _seats)
PARTY: Final = Axis("player", constants.MAX_PLAYERS, _parties)
FACTION: Final = named("faction", FACTIONS)
FACE: Final = named("face", FACES)
COMMON: Final = named("common face", FACES[: constants.NUM_COMMON_FACES])
CARD: Final = named("card", CARDS)
COMMON_CARD: Final = named("common card", CARDS[: constants.NUM_COMMON_CARDS])
FACTION_CARD: Final = named("faction card", CARDS[constants.NUM_COMMON_CARDS :])
PLACE: Final = named("place", constants.PLACES)
GOOD: Final = named("good", PLAIN_GOODS)
TARGET: Final = named("target", RAZE_GOODS)
ROUTE: Final = named("faction with Trade Routes", constants.MERCHANTS)
LEVEL: Final = Axis("step", STACK_SIZE)
IN_LINE: Final = named("attack card", tuple(f"target {k + 1}" for k in range(constants.NUM_ATTACK_CARDS)))
IN_FRONT: Final = named("card in front", tuple(f"card {k + 1}" for k in range(constants.OFFERED)))


def sees_card(s: Any, seat: int, card: int) -> bool:
    """Whether a seat sees what lies in a card's place: markers of Trade Routes were never looked at (S78)."""
    return bool(s.place[card] != constants.MARKER)


@rule
def sees_right(s: Any, seat: int, holder: int) -> bool:
    """Whether a seat knows what the right-hand neighbour of a holder knows of its hand: it is one of the two."""
    return bool(seat == holder or seat == (holder + s.players - 1) % s.players)


@rule
def sees_offered(s: Any, seat: int, holder: int) -> bool:
    """Whether a seat knows the cards in front of a holder: they are its own, or it passed them."""
    return bool(seat == holder or (s.passed_on == 1 and sees_right(s, seat, holder)))


def sees_drawn(s: Any, seat: int) -> bool:
    """Whether a seat knows the cards just drawn: it drew them."""
    return bool(seat == s.drawer)


FIELDS: Final = Fields(
    Field("rng", I8, (Axis("word", 4),), Number(0, M32), seen=nobody),
    # -- 2 bytes: course of the game -----------------------------------------------------------------------------------
    Field("players", I2),
    Field("status", I2, holds=STATUS),
    Field("round", I2, holds=Number(0, constants.NUM_ROUNDS)),
    Field("max_decisions", I2, holds=Number(1, MAX_DECISIONS)),
    Field("decisions", I2, holds=AMOUNT, seen=nobody),  # made so far; forced ones, which hands may tell of, are not
    Field("step_a", I2, (LEVEL,), STEP_NUMBER),
    Field("step_b", I2, (LEVEL,), STEP_NUMBER),
    # -- 2 bytes: cards and goods --------------------------------------------------------------------------------------
    Field("goods", I2, (SEAT, GOOD), AMOUNT, key="players[].goods"),
    Field("convertible", I2, (GOOD,), AMOUNT, key="in_progress.convertible"),  # just gained, may be given up
    Field("kept", I2, (SEAT,), COMMON, seen=owner, key="players[].kept"),  # of the cards in front, until all chose
    Field("shrine", I2, holds=AMOUNT, key="shrine"),  # resources on the Shrine
    # -- 1 byte: configuration -----------------------------------------------------------------------------------------
    *(Field(row.field, I1, holds=MARK) for row in recorded(ImperialSettlersConfig) if row.type is bool),
    Field("lookout", I1, holds=named("lookout", constants.LOOKOUTS)),
    # -- 1 byte: course of the game ------------------------------------------------------------------------------------
    Field("first", I1, holds=SEAT),  # has the first-player marker
    Field("active", I1, holds=SEAT),  # whose Production or turn it is
    Field("decision", I1, holds=named("decision", DECISIONS)),
    Field("seat_to_act", I1, holds=SEAT),
    Field("depth", I1),
    Field("step_kind", I1, (LEVEL,)),
    Field("step_seat", I1, (LEVEL,)),
    Field("passed_on", I1, holds=MARK, key="lookout.passed_on"),  # the cards in front came from the right
    Field("drawer", I1, holds=SEAT, key="in_progress.drawer"),  # who drew what is noted below
    # -- 1 byte: seats -------------------------------------------------------------------------------------------------
    Field("wanted_faction", I1, (SEAT,), FACTION),
    Field("faction", I1, (SEAT,), FACTION, key="players[].faction"),
    Field("passed", I1, (SEAT,), MARK, key="players[].passed"),
    Field("defence", I1, (SEAT,), key="players[].defence"),  # tokens in the supply
    Field("hand", I1, (SEAT, FACE), seen=owner, counted=True, key="players[].hand"),
    Field("offered", I1, (SEAT, IN_FRONT), COMMON, seen=sees_offered, key="players[].in_front"),
    Field("known", I1, (SEAT, COMMON), key="players[].known"),  # at least so many in hand, as everybody knows
    Field("from_right", I1, (SEAT, COMMON), seen=sees_right, key="players[].known_to_right"),
    # -- 1 byte: decks -------------------------------------------------------------------------------------------------
    Field("deck", I1, (FACE,), seen=nobody, counted=True, key="deck"),
    Field("discard", I1, (FACE,), key="discard"),
    Field("open", I1, (COMMON,), key="lookout.open"),
    Field("drawn", I1, (FACE,), seen=sees_drawn, key="in_progress.drawn"),  # hand cards just drawn, may be given up
    # -- 1 byte: cards on the table ------------------------------------------------------------------------------------
    Field("place", I1, (CARD,), PLACE, seen=sees_card, key="cards.place"),
    Field("owner", I1, (CARD,), PARTY, seen=sees_card, key="cards.owner"),
    Field("under", I1, (CARD,), FACTION_CARD, seen=sees_card, key="cards.under"),  # the location that it lies under
    Field("taken_by", I1, (CARD,), SEAT, key="cards.taken_by"),  # who marked it by Temple of Ra, until Cleanup
    Field("guard", I1, (CARD,), MARK, key="cards.guarded"),  # a defence token, on a faction location a samurai
    Field("blocked", I1, (CARD,), MARK, key="cards.blocked"),  # by Scorpion Breeder
    Field("uses", I1, (CARD,), key="cards.uses"),  # of its ability this round
    Field("age", I1, (COMMON_CARD,), key="cards.age"),  # of a foundation: 1 is its owner's oldest
    Field("routes", I1, (ROUTE, FACTION_CARD), key="routes"),  # deals of a faction by markers under a location
    # -- 1 byte: the solo game -----------------------------------------------------------------------------------------
    Field("attack_deck", I1, (TARGET,), key="solo.deck"),
    Field("line", I1, (IN_LINE,), TARGET, key="solo.line"),  # open attack cards, the first target first
    Field("attack_deals", I1, (TARGET,), key="solo.deals"),  # attack cards as deals of the player
    Field("spare", I1, (Axis("byte", 1),)),
)
"""The fields of a state, with comments where the name does not say what they mean."""

CONFIGURED: Final = frozenset(row.field for row in recorded(ImperialSettlersConfig))
LAYOUT: Final = FIELDS.layout
STATE: Final = LAYOUT.dtype
