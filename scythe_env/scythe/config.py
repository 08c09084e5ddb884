"""What a game of Scythe is played with: :class:`ScytheConfig`."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, fields
from itertools import combinations, product
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from .components import FACTIONS, MATS, TILE_KINDS, load_components
from .constants import MAX_PLAYERS, NONE

MAX_ROUNDS: Final = 30_000

Names = tuple[str | None, ...]


@dataclass(frozen=True, kw_only=True)
class ScytheConfig:
    """The set-up and the rule options of a game; what is None is drawn anew for each game.

    Attributes:
        players: number of seats, 1 to 7; one player practises without opponents (R234).
        factions: the faction of each seat or None, clockwise from seat 0. The seats follow the ring of R5: albion,
            nordic, rusviet, togawa, crimea, saxony, polania, from any of them on.
        mats: the player mat of each seat or None; the lowest number in the game plays first (R4).
        tile: the structure bonus tile, by what it counts (R11).
        promo_encounters: shuffle in the encounter cards 29 to 42.
        promo_factory: shuffle in the Factory cards 13 to 18.
        promo_objectives: shuffle in the objectives 24 to 27.
        exclude_banned_pairs: never deal Rusviet with Industrial or Crimea with Patriotic (R16).
        relentless_factory: Relentless holds for the Factory card too (R23).
        camaraderie_always: Camaraderie covers workers driven off without a combat too (R210).
        decline_gains: gains that come by themselves are decisions, as are Shield, Ronin and Scout (R20, R85, R119).
        play_forced: decisions with one legal action are played on automatically.
        max_rounds: number of rounds after which a game is cut off and scored as it stands.

    Raises:
        ValueError: the configuration is impossible; the message says what is allowed.
    """

    players: int = 5
    factions: Sequence[str | None] | None = None
    mats: Sequence[str | None] | None = None
    tile: str | None = None
    promo_encounters: bool = False
    promo_factory: bool = False
    promo_objectives: bool = False
    exclude_banned_pairs: bool = False
    relentless_factory: bool = True
    camaraderie_always: bool = False
    decline_gains: bool = False
    play_forced: bool = True
    max_rounds: int = 100

    def __post_init__(self) -> None:
        _check_number("players", self.players, MAX_PLAYERS)
        _check_number("max_rounds", self.max_rounds, MAX_ROUNDS)
        for field in fields(self):
            value = getattr(self, field.name)
            if isinstance(field.default, bool) and not isinstance(value, bool):
                raise ValueError(f"{field.name} must be True or False, not {value!r}")
        if self.tile is not None:
            _check_names("tile", [self.tile], TILE_KINDS)
        # tuples, so that equal configurations are equal and can be keys
        object.__setattr__(self, "factions", self._names("factions", FACTIONS))
        object.__setattr__(self, "mats", self._names("mats", MATS))
        self._check_ring()
        if self.exclude_banned_pairs:
            self._check_bans()

    def write(self, states: NDArray[np.void]) -> None:
        """Set the configuration fields of all records in an array of states."""
        for field in fields(self):
            if field.type in ("int", "bool"):  # called alike in the record
                states[field.name] = getattr(self, field.name)
        states["wanted_tile"] = NONE if self.tile is None else TILE_KINDS.index(self.tile)
        for name, wanted, allowed in (("wanted_faction", self.factions, FACTIONS), ("wanted_mat", self.mats, MATS)):
            states[name] = NONE
            for seat, value in enumerate(wanted or ()):
                states[name][:, seat] = NONE if value is None else allowed.index(value)

    def _names(self, name: str, allowed: tuple[str, ...]) -> Names | None:
        """A field with a name for each seat as a checked tuple; None when nothing is asked for."""
        value: Any = getattr(self, name)
        if value is None:
            return None
        if isinstance(value, str) or not isinstance(value, Sequence):
            raise ValueError(f"{name} must be a sequence with an entry for each seat, or None, not {value!r}")
        if len(value) != self.players:
            raise ValueError(
                f"{name} has {len(value)} entries, but there are {self.players} players: "
                "give one for each seat, None where it is to be drawn"
            )
        _check_names(name, value, allowed)
        given = [entry for entry in value if entry is not None]
        for entry in given:
            if given.count(entry) > 1:
                raise ValueError(f"{name} has {entry!r} twice; each can be played by one seat only")
        return tuple(value) if given else None

    def _fills(self) -> Iterator[tuple[int, ...]]:
        """All ways to give factions to the seats; none if the factions asked for cannot sit as R5 demands."""
        wanted = self.factions or (None,) * self.players
        for chosen in combinations(range(len(FACTIONS)), self.players):
            for turn in range(self.players):
                seated = chosen[turn:] + chosen[:turn]
                if all(name in (None, FACTIONS[faction]) for name, faction in zip(wanted, seated, strict=True)):
                    yield seated

    def _check_ring(self) -> None:
        """Refuse factions that do not sit in clockwise order, or that leave no faction for a seat between them."""
        if next(self._fills(), None) is None:
            raise ValueError(
                f"factions {_listed(self.factions or ())} cannot sit in this order: clockwise the seats follow the "
                f"ring {', '.join(FACTIONS)}, from any of them on, with a faction left for each None"
            )

    def _check_bans(self) -> None:
        """Refuse a configuration in which every deal has a banned pair."""
        banned = load_components().tracks.banned_pairs
        wanted = self.mats or (None,) * self.players
        for faction, mat in zip(self.factions or (), wanted, strict=False):
            if (faction, mat) in banned:
                raise ValueError(f"{faction} with {mat} is a banned pair, and exclude_banned_pairs is set")
        free = [mat for mat in MATS if mat not in wanted]
        for seated in self._fills():
            # only two factions have a banned mat, so it is enough to look at what these can be dealt
            options = [
                [mat for mat in (free if name is None else [name]) if (FACTIONS[faction], mat) not in banned]
                for faction, name in zip(seated, wanted, strict=True)
                if any(FACTIONS[faction] == pair[0] for pair in banned)
            ]
            if any(len(set(mats)) == len(mats) for mats in product(*options)):
                return
        pairs = " and ".join(f"{faction} with {mat}" for faction, mat in banned)
        raise ValueError(
            f"exclude_banned_pairs leaves no way to deal the player mats: {pairs} are banned; "
            f"asked for are factions {_listed(self.factions or ())} and mats {_listed(wanted)}"
        )


def _check_number(name: str, value: object, largest: int) -> None:
    if isinstance(value, bool) or not isinstance(value, int) or not 1 <= value <= largest:
        raise ValueError(f"{name} must be an integer from 1 to {largest}, not {value!r}")


def _check_names(name: str, values: Iterable[object], allowed: tuple[str, ...]) -> None:
    for value in values:
        if value is not None and value not in allowed:
            raise ValueError(f"{name}: unknown name {value!r}; allowed are {', '.join(allowed)}")


def _listed(names: Iterable[str | None]) -> str:
    return ", ".join(str(name) for name in names) or "None"
