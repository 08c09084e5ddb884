"""What a spectator or a seat sees of a game, in plain Python values.

The pictures are drawn from this view alone, and the view contains only what the fields of the state show
(:meth:`.Fields.hide`), so hidden facts cannot appear in them.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from ...core.fields import SPECTATOR, Record, check_viewer
from .. import steps
from ..components import AUTOMA_ACTS, FACTIONS
from ..consistency import tracker_stars
from ..constants import (
    ENDED,
    FLAG,
    MAX_PLAYERS,
    NO_TOKEN,
    NONE,
    NUM_HEXES,
    NUM_PLACES,
    NUM_SLOTS,
    NUM_WORKERS,
    OBJECTIVE_IN_HAND,
    RUNNING,
    TRAP,
)
from ..engine import kernel_of
from ..names import CARD_VALUES, PLACES
from ..rules.scoring import NUM_SCORE_PARTS, SCORE_RANK, SCORE_TOTAL
from ..state import FIELDS

TILE_TEXTS: Final = (
    "Tunnels beside structures",
    "Lakes beside structures",
    "Encounters beside structures",
    "Structures on tunnels",
    "Structures in a straight line",
    "Structures on farms and tundra",
)
"""What the structure bonus tiles count."""

_NUMBERS: Final = ("faction", "mat", "power", "popularity", "coins", "factory_card", "section")
_ROWS: Final = ("cubes", "boxes", "recruits", "stars")
"""What a seat has as in the record."""


@dataclass(frozen=True, slots=True)
class Units:
    """The units of one seat in one place."""

    seat: int
    character: bool
    mechs: int
    workers: int


@dataclass(frozen=True, slots=True)
class Place:
    """What is in a hex or on a home base.

    ``structure`` is a seat and a kind, ``tokens`` are counts by resource, ``trap`` is the good that a trap takes;
    ``combat`` says that a combat is due or under way here, ``moving`` that the unit which moves now is here.
    """

    units: tuple[Units, ...]
    structure: tuple[int, int] | None
    tokens: tuple[int, ...]
    encounter: bool
    flag: bool
    trap: int | None
    armed: bool
    combat: bool
    moving: bool


@dataclass(frozen=True, slots=True)
class Automa:
    """What an Automa has of its own: the token of its star tracker, its card in use (-1: none), and what moved last.

    ``stars`` are those of the tracker, ``factory`` says whether it has taken a Factory card.
    """

    level: int
    space: int
    stars: int
    card: int
    last: str
    factory: bool


@dataclass(frozen=True, slots=True)
class Seat:
    """The mats of one seat: ``cards`` in hand and ``workers`` off the mat as numbers, pieces by slot.

    ``hand`` are the combat cards by value and ``objectives`` the cards in hand where they may be seen, else None.
    ``result`` is the final score and the rank (1 is best) once the game is over. ``automa`` is None for a person, and
    ``mat`` -1 for an Automa.
    """

    faction: int
    mat: int
    power: int
    popularity: int
    coins: int
    cards: int
    hand: tuple[int, ...] | None
    objectives: tuple[int, ...] | None
    workers: int
    mechs: tuple[bool, ...]
    structures: tuple[bool, ...]
    cubes: tuple[int, ...]
    boxes: tuple[int, ...]
    recruits: tuple[int, ...]
    stars: tuple[int, ...]
    factory_card: int
    section: int
    result: tuple[int, int] | None
    automa: Automa | None

    @property
    def star_total(self) -> int:
        """All stars that the seat has placed."""
        return sum(self.stars) + (self.automa.stars if self.automa else 0)


@dataclass(frozen=True, slots=True)
class View:
    """A game as somebody sees it; ``places`` are the hexes, then the home bases in the order of the factions.

    ``deck``, ``discard``, ``encounter_deck`` and ``factory_deck`` are numbers of cards. When the game is over,
    ``seat_to_act`` and ``decision`` are -1; so is a ``decision`` that the viewer is not told of.
    """

    status: int
    round: int
    active: int
    seat_to_act: int
    decision: int
    encounter_card: int
    tile: int
    deck: int
    discard: int
    encounter_deck: int
    factory_deck: int
    seats: tuple[Seat, ...]
    places: tuple[Place, ...]

    @property
    def hands(self) -> list[tuple[str, str]]:
        """The hands that may be seen, in words: combat cards and objectives."""
        hands = []
        for seat in self.seats:
            if seat.hand is not None and seat.objectives is not None:
                cards = [value for value, n in zip(CARD_VALUES, seat.hand, strict=True) for _ in range(n)]
                texts = (" ".join(cards) or "none", " ".join(str(card + 1) for card in seat.objectives) or "none")
                hands.append((f"{FACTIONS[seat.faction].capitalize()}: cards {texts[0]}", f"objectives {texts[1]}"))
        return hands

    @property
    def over(self) -> bool:
        """Whether the game is over."""
        return self.status != RUNNING

    @property
    def due(self) -> str:
        """What is due, in words; or how the game ended."""
        if self.over:
            return "ended by a sixth star" if self.status == ENDED else "stopped by the limit of rounds"
        if self.decision == NONE:
            return "the rest of the turn"
        card = f" (card {self.encounter_card + 1})" if self.encounter_card != NONE else ""
        return steps.DECISIONS[self.decision] + card


def _automa(state: Record, seat: int) -> Automa | None:
    """What a seat has as an Automa, all of which is open."""
    if not state["level"][seat]:
        return None
    _, act, unit, origin, place = state["last"][seat].tolist()
    last = ""
    if act != NONE:
        names = ("character", *("mech",) * NUM_SLOTS, "worker")
        last = f"{AUTOMA_ACTS[act].replace('_', ' ')}: {names[unit]} "
        last += f"stays on {PLACES[place]}" if origin == place else f"{PLACES[origin]} to {PLACES[place]}"
    return Automa(
        level=int(state["level"][seat]),
        space=int(state["space"][seat]),
        stars=tracker_stars(state, seat),
        card=int(state["automa_card"][state["pile"][seat]]),
        last=last,
        factory=bool(state["face_down"][seat].any()),
    )


def view(states: NDArray[np.void], i: int, viewer: int = SPECTATOR) -> View:
    """What a seat, or a spectator, may see of game ``i``.

    Raises:
        IndexError: ``i`` is out of range.
        ValueError: no game has been dealt there.
    """
    i = FIELDS.place(states, i)
    dealt = states[i]
    players = int(dealt["players"])
    if players == 0:
        raise ValueError(f"no game has been dealt in states[{i}], so there is nothing to draw")
    visible, shown = FIELDS.hide(states, i, check_viewer(viewer, players))
    steps.TABLE.hide(visible, viewer)
    game = visible[0]
    fighting = game["combat_due"].tolist()
    # combat_place keeps the place of the last combat; a decision about it says that it is under way
    if game["decision"] != NONE and steps.TABLE[game["decision"]].place == "combat_place":
        fighting[game["combat_place"]] = 1
    moving = int(game["unit_place"]) if game["unit"] != NONE else NONE
    characters, mechs = game["character"].tolist(), game["mechs"].tolist()
    structures, workers = game["structures"].tolist(), game["workers"].tolist()
    tokens = game["tokens"].tolist()
    encounters, laid, armed = (game[name].tolist() for name in ("encounters", "faction_tokens", "armed"))

    def place(at: int) -> Place:
        units = tuple(
            Units(seat, characters[seat] == at, mechs[seat].count(at), workers[seat][at])
            for seat in range(players)
            if characters[seat] == at or at in mechs[seat] or workers[seat][at]
        )
        if at >= NUM_HEXES:
            return Place(units, None, tuple(tokens[at]), False, False, None, False, False, moving == at)
        built = next(((s, structures[s].index(at)) for s in range(players) if at in structures[s]), None)
        return Place(
            units=units,
            structure=built,
            tokens=tuple(tokens[at]),
            encounter=bool(encounters[at]),
            flag=laid[at] == FLAG,
            trap=laid[at] - TRAP if laid[at] not in (NO_TOKEN, FLAG) else None,
            armed=bool(armed[at]),
            combat=bool(fighting[at]),
            moving=moving == at,
        )

    results: list[tuple[int, int] | None] = [None] * players
    if game["status"] != RUNNING:
        parts = np.zeros((MAX_PLAYERS, NUM_SCORE_PARTS), np.int32)
        kernel_of(states, i).score(states, i, parts)
        results = [(int(row[SCORE_TOTAL]), int(row[SCORE_RANK])) for row in parts[:players]]

    own = np.asarray(shown["cards"].all(axis=1)).tolist()  # hands that are seen whole
    held = dealt["objective_state"] == OBJECTIVE_IN_HAND
    columns = {name: game[name].tolist() for name in _NUMBERS}
    columns |= {name: list(map(tuple, game[name].tolist())) for name in _ROWS}
    seats = tuple(
        Seat(
            **{name: column[s] for name, column in columns.items()},
            cards=int(dealt["cards"][s].sum()),
            hand=tuple(game["cards"][s].tolist()) if own[s] else None,
            objectives=tuple(game["objective"][s][held[s]].tolist()) if own[s] else None,
            workers=NUM_WORKERS - int(game["workers_left"][s]),
            mechs=tuple(spot != NONE for spot in mechs[s]),
            structures=tuple(spot != NONE for spot in structures[s]),
            result=results[s],
            automa=_automa(dealt, s),
        )
        for s in range(players)
    )
    course = ("status", "round", "active", "seat_to_act", "decision", "encounter_card", "tile")
    return View(
        **{name: int(game[name]) for name in course},
        **{name: int(dealt[name].sum()) for name in ("deck", "discard", "encounter_deck", "factory_deck")},
        seats=seats,
        places=tuple(place(at) for at in range(NUM_PLACES)),
    )
