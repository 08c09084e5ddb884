"""What a spectator or a seat sees of a game, in plain Python values.

The picture is drawn from this view alone, and the view contains only what the fields of the state show
(:meth:`.Fields.hide`), so hidden facts cannot appear in it.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from ...core.fields import SPECTATOR, Record, check_viewer
from ...core.game import States
from ..components import load_components
from ..constants import BUILT, COLLECTED, DEAL, FOUNDATION, NONE, NUM_COMMON_CARDS, RUNNING, UNDER_GATE, VIRTUAL
from ..purposes import GOOD_USES, HAND_USES, OWN_ATTACKED, PURPOSES
from ..rules.scoring import RANK, SCORE
from ..state import FIELDS
from ..steps import DEAL as DEAL_STEP
from ..steps import GOOD, HAND, KEEP, LOCATION, NEXT_TURN, PICK, PLAYER, PRODUCE, TABLE, TURN
from ..tables import FACE_OF

_DATA: Final = load_components()
_SHRINE: Final = next(k for k, face in enumerate(_DATA.faces) if face.name == "jap shrine")
_USES: Final = {LOCATION: PURPOSES, PLAYER: PURPOSES, DEAL_STEP: PURPOSES, HAND: HAND_USES, GOOD: GOOD_USES}
"""What decisions name that choose something for a purpose."""


def deck_of(face: int) -> int:
    """The deck of a face, 0 for the common one, else 1 + faction."""
    return _DATA.designs[_DATA.faces[face].design].deck


@dataclass(frozen=True, slots=True)
class Location:
    """A location on the table: who took it over (or -1), marks, uses this round, what lies on or under it."""

    face: int
    taken_by: int
    guarded: bool
    blocked: bool
    uses: int
    routes: int
    laid: int


@dataclass(frozen=True, slots=True)
class Party:
    """What somebody, perhaps the virtual player, has on the table.

    ``locations`` are those of each row; ``deals`` and ``collection`` are faces, ``attack_deals`` goods.
    """

    locations: tuple[tuple[Location, ...], ...]
    foundations: int
    deals: tuple[int, ...]
    attack_deals: tuple[int, ...]
    collection: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Seat(Party):
    """A seat: goods in the order of the goods, tokens, ``hand`` as the number of cards, and what all know of them.

    ``result`` is the final score and the rank (1 is best) once the game is over.
    """

    faction: int
    goods: tuple[int, ...]
    defence: int
    hand: int
    known: tuple[int, ...]
    passed: bool
    result: tuple[int, int] | None


@dataclass(frozen=True, slots=True)
class View:
    """A game as somebody sees it.

    ``decision`` is the step that is due, with its numbers ``a`` and ``b``; it is -1 when the game is over and where the
    viewer is not told of it. ``hand`` and ``front`` are faces that the viewing seat holds and has in front of it,
    ``drawn`` those of the hand that it just drew, ``open`` the faces that lie open. ``decks`` and ``discards`` are
    numbers of cards. The single player's opponent is ``virtual``, with the targets of its open attack cards ``line``.
    """

    status: int
    round: int
    first: int
    active: int
    viewer: int
    seat_to_act: int
    decision: int
    a: int
    b: int
    phase: str
    seats: tuple[Seat, ...]
    hand: tuple[int, ...]
    front: tuple[int, ...]
    drawn: tuple[int, ...]
    open: tuple[int, ...]
    decks: tuple[int, ...]
    discards: tuple[int, ...]
    virtual: Party | None
    line: tuple[int, ...]
    attack_deck: int

    @property
    def over(self) -> bool:
        """Whether the game is over."""
        return self.status != RUNNING

    @property
    def parties(self) -> tuple[Party, ...]:
        """The seats, and the virtual player behind a single one."""
        return (*self.seats, self.virtual) if self.virtual else self.seats

    @property
    def due(self) -> str:
        """What is due, in words."""
        if self.decision == NONE:
            return ""
        names = _USES.get(self.decision)
        return TABLE[self.decision].text + (f" ({names[self.a]})" if names else "")


def _faces(row: Iterable[Any]) -> tuple[int, ...]:
    """The faces of counted cards, each so many times."""
    return tuple(face for face, n in enumerate(row) for _ in range(n))


def _by_deck(row: Any) -> tuple[int, ...]:
    """How many cards of each deck there are among counted ones."""
    numbers = [0] * len(_DATA.decks)
    for face, n in enumerate(row):
        numbers[deck_of(face)] += int(n)
    return tuple(numbers)


def _phase(game: Record) -> str:
    """The part of the round, as the stack of steps shows it."""
    steps = game["step_kind"][: game["depth"]].tolist()
    if not steps:
        return ""
    if steps[-1] in (PICK, KEEP):
        return "Lookout"
    if TURN in steps:
        return "Actions"
    if steps[-1] == LOCATION and game["step_a"][len(steps) - 1] == OWN_ATTACKED:
        return "Attack"
    return "Production" if game["active"] != NONE else "Lookout" if NEXT_TURN in steps and PRODUCE in steps else ""


def routes_of(game: Record, card: int) -> list[int]:
    """The deals by markers under a card, by the factions that can have any; a common card bears none."""
    return game["routes"][:, card - NUM_COMMON_CARDS].tolist() if card >= NUM_COMMON_CARDS else []


def _location(game: Record, card: int) -> Location:
    face = FACE_OF[card]
    under = int(((game["place"] == UNDER_GATE) & (game["under"] == card - NUM_COMMON_CARDS)).sum())
    return Location(
        face=face,
        taken_by=int(game["taken_by"][card]),
        guarded=bool(game["guard"][card]),
        blocked=bool(game["blocked"][card]),
        uses=int(game["uses"][card]),
        routes=sum(routes_of(game, card)),
        laid=int(game["shrine"]) if face == _SHRINE else under,
    )


def _laid(game: Record, owner: int) -> dict[str, Any]:
    """What a party has on the table, by the fields of :class:`Party`."""
    own = {
        place: np.flatnonzero((game["owner"] == owner) & (game["place"] == place)).tolist()
        for place in (BUILT, FOUNDATION, DEAL, COLLECTED)
    }
    rows: tuple[list[Location], ...] = ([], [], [])
    for card in own[BUILT]:
        rows[_DATA.designs[_DATA.faces[FACE_OF[card]].design].row].append(_location(game, card))
    return {
        "locations": tuple(map(tuple, rows)),
        "foundations": len(own[FOUNDATION]),
        "deals": tuple(FACE_OF[card] for card in own[DEAL]),
        "attack_deals": _faces(game["attack_deals"]) if owner == 0 else (),
        "collection": tuple(FACE_OF[card] for card in own[COLLECTED]),
    }


def view(states: States, i: int, viewer: int, scores: NDArray[np.int32]) -> View:
    """What somebody may see of game ``i``.

    Args:
        states: records of the game, (n,).
        i: which of them.
        viewer: a seat, or :data:`.SPECTATOR`.
        scores: the rows of the score table of the seats, which are shown once the game is over.

    Raises:
        IndexError: ``i`` is out of range.
        ValueError: no game has been dealt there, or the seat does not exist.
    """
    i = FIELDS.place(states, i)
    dealt = states[i]
    players = int(dealt["players"])
    if players == 0 or dealt["round"] == 0:
        raise ValueError(f"no game has been dealt in states[{i}], so there is nothing to draw")
    visible, _ = FIELDS.hide(states, i, check_viewer(viewer, players))
    TABLE.hide(visible, viewer)
    game, top = visible[0], int(visible["depth"][0]) - 1
    told, over = game["decision"] != NONE, game["status"] != RUNNING
    seats = tuple(
        Seat(
            **_laid(game, seat),
            faction=int(game["faction"][seat]),
            goods=tuple(game["goods"][seat].tolist()),
            defence=int(game["defence"][seat]),
            hand=int(dealt["hand"][seat].sum()),
            known=_faces(game["known"][seat]),
            passed=bool(game["passed"][seat]),
            result=(int(scores[seat, SCORE]), int(scores[seat, RANK])) if over else None,
        )
        for seat in range(players)
    )
    own = viewer != SPECTATOR
    return View(
        **{name: int(game[name]) for name in ("status", "round", "first", "active", "seat_to_act")},
        viewer=viewer,
        decision=int(game["decision"]),
        a=int(game["step_a"][top]) if told else 0,
        b=int(game["step_b"][top]) if told else 0,
        phase=_phase(game),
        seats=seats,
        hand=_faces(game["hand"][viewer]) if own else (),
        front=tuple(face for face in game["offered"][viewer].tolist() if face != NONE) if own else (),
        drawn=_faces(game["drawn"]) if own and game["drawer"] == viewer else (),
        open=_faces(game["open"]),
        decks=_by_deck(dealt["deck"]),
        discards=_by_deck(game["discard"]),
        virtual=Party(**_laid(game, VIRTUAL)) if players == 1 else None,
        line=tuple(good for good in game["line"].tolist() if good != NONE),
        attack_deck=int(game["attack_deck"].sum()),
    )
