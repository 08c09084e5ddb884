"""The configuration of a game of Scythe: :class:`ScytheConfig`."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations, product
from typing import Final

from ..core.fields import States
from ..core.options import check, documented, option, recorded, write
from .components import FACTIONS, MATS, TILE_KINDS, load_components
from .constants import COOPERATIVE, MAX_PLAYERS, NUM_LEVELS
from .names import TEAMS

MAX_ROUNDS: Final = 250  # seven players make at most 84 of a thing in a round, so no int16 overflows from 10,000 on
DEFAULT_LEVEL: Final = 2


@documented
@dataclass(frozen=True, kw_only=True)
class ScytheConfig:
    """The set-up and the rule options of a game; what is None is drawn anew for each game.

    Raises:
        ValueError: the configuration is impossible; the message says what is allowed.
    """

    players: int = option(
        5,
        "number of seats without those of Automas; one player practises without opponents (R234)",
        least=0,
        most=MAX_PLAYERS,
        common=True,
    )
    factions: Sequence[str | None] | None = option(
        None,
        f"the faction of each seat or None, clockwise as in the ring {', '.join(FACTIONS)}, from any on (R5)",
        names=FACTIONS,
        each_seat=True,
        field="wanted_faction",
    )
    mats: Sequence[str | None] | None = option(
        None,
        "the player mat of each seat or None, as for Automas; the lowest plays first (R4)",
        names=MATS,
        each_seat=True,
        field="wanted_mat",
    )
    tile: str | None = option(
        None, "the structure bonus tile, by what it counts (R11)", names=TILE_KINDS, field="wanted_tile"
    )
    promo_encounters: bool = option(False, "shuffle in the encounter cards 29 to 42")
    promo_factory: bool = option(False, "shuffle in the Factory cards 13 to 18")
    promo_objectives: bool = option(False, "shuffle in the objectives 24 to 27")
    exclude_banned_pairs: bool = option(False, "never deal Rusviet with Industrial or Crimea with Patriotic (R16)")
    relentless_factory: bool = option(True, "Relentless holds for the Factory card too (R23)")
    camaraderie_always: bool = option(False, "Camaraderie covers workers driven off without a combat too (R210)")
    decline_gains: bool = option(
        False, "gains that come by themselves are decisions, as are Shield, Ronin and Scout (R20, R85, R119)"
    )
    play_forced: bool = option(True, "decisions with one legal action are played automatically")
    max_rounds: int = option(100, "rounds after which a game is cut off and scored as it stands", most=MAX_ROUNDS)
    automas: int = option(
        0, "number of seats that Automas play (A98); 7 seats in all", least=0, most=MAX_PLAYERS, within="automas",
        common=True,
    )  # fmt: skip
    automa_seats: Sequence[int] | None = option(
        None, "the seats of the Automas; by default the last ones", several=set, least=0, most=MAX_PLAYERS - 1,
        field="scripted", within="automas",
    )  # fmt: skip
    automa_level: int | Sequence[int] = option(
        DEFAULT_LEVEL, "the level of all Automas or of each, easy to very hard (A16)", several=list, most=NUM_LEVELS,
        field="wanted_level", within="automas", common=True,
    )  # fmt: skip
    automa_team: str = option(
        TEAMS[0], "whether each Automa plays for itself or all against the others (A99)", names=TEAMS, within="automas"
    )
    automa_shared_deck: bool = option(False, "one deck of Automa cards for all Automas (A101)", within="automas")
    automa_stay_counts: bool = option(
        True, "an Automa's unit whose best territory is its own has used the symbol (QA56)", within="automas"
    )
    automa_cards_per_unit: bool = option(
        False, "an Automa plays at most one combat card for each of its units there (QA64)", within="automas"
    )
    automa_scores_resources: bool = option(True, "resources count for an Automa's score (QA90)", within="automas")
    automa_places_tokens: bool = option(True, "Automas place flags and traps (QA95)", within="automas")
    observe_seats: int | None = option(
        None,
        "seats that observations have room for, empty ones are 0; None for those of the game",
        most=MAX_PLAYERS,
        observing=True,
    )
    observe_standing: bool = option(
        False, "observations end with the score of each seat as it stands, and its resources", observing=True
    )

    def __post_init__(self) -> None:
        check(self)
        self._seat_automas()
        if self.observe_seats is not None and self.observe_seats < self.seats:
            raise ValueError(
                f"observe_seats must be at least the number of seats, {self.seats}, not {self.observe_seats}"
            )
        self._check_ring()
        if self.exclude_banned_pairs:
            self._check_bans()

    @property
    def seats(self) -> int:
        """The number of all seats."""
        return self.players + self.automas

    @property
    def seats_of_automas(self) -> tuple[int, ...]:
        """The seats of the Automas."""
        return tuple(self.automa_seats or ())

    def write(self, states: States) -> None:
        """Set the configuration fields of all records in an array of states."""
        write(self, states)
        states["players"] = self.seats

    def _seat_automas(self) -> None:
        """Give every Automa its seat and its level, and refuse tables that cannot be."""
        if not 1 <= self.seats <= MAX_PLAYERS:
            raise ValueError(
                f"players and automas must be 1 to {MAX_PLAYERS} together, not {self.players} and {self.automas}"
            )
        given = self.automa_seats
        numbers = tuple(
            range(self.players, self.seats) if given is None else [given] if isinstance(given, int) else given
        )
        wrong = [seat for seat in numbers if seat >= self.seats]
        if len(numbers) != self.automas or len(set(numbers)) < len(numbers) or wrong:
            raise ValueError(
                f"automa_seats must be {self.automas} different seats of 0..{self.seats - 1}, one for each Automa, "
                f"not {_listed(numbers)}"
            )
        level = self.automa_level
        levels = (level,) * self.automas if isinstance(level, int) else tuple(level)
        if len(levels) != self.automas:
            raise ValueError(f"automa_level must be a number or one for each of {self.automas} Automas, not {levels}")
        if self.automa_team == TEAMS[COOPERATIVE] and 0 in (self.players, self.automas):
            raise ValueError(f"automa_team {TEAMS[COOPERATIVE]} needs both sides")
        for seat in numbers:
            if self.mats is not None and self.mats[seat] is not None:
                raise ValueError(f"mats gives seat {seat} {self.mats[seat]!r}, but Automas have no player mat")
        object.__setattr__(self, "automa_seats", tuple(sorted(numbers)))
        object.__setattr__(self, "automa_level", levels)

    def _fills(self) -> Iterator[tuple[int, ...]]:
        """All ways to give factions to the seats; none if the requested factions cannot sit as R5 requires."""
        wanted = self.factions or (None,) * self.seats
        for chosen in combinations(range(len(FACTIONS)), self.seats):
            for turn in range(self.seats):
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
        wanted = self.mats or (None,) * self.seats
        for faction, mat in zip(self.factions or (), wanted, strict=False):
            if (faction, mat) in banned:
                raise ValueError(f"{faction} with {mat} is a banned pair, and exclude_banned_pairs is set")
        free = [mat for mat in MATS if mat not in wanted]
        for seated in self._fills():
            # only two factions have a banned mat, so it is enough to look at what these can be dealt
            options = [
                [mat for mat in (free if name is None else [name]) if (FACTIONS[faction], mat) not in banned]
                for seat, (faction, name) in enumerate(zip(seated, wanted, strict=True))
                if seat not in self.seats_of_automas and any(FACTIONS[faction] == pair[0] for pair in banned)
            ]
            if any(len(set(mats)) == len(mats) for mats in product(*options)):
                return
        pairs = " and ".join(f"{faction} with {mat}" for faction, mat in banned)
        raise ValueError(
            f"exclude_banned_pairs leaves no way to deal the player mats: {pairs} are banned; "
            f"asked for are factions {_listed(self.factions or ())} and mats {_listed(wanted)}"
        )


def _listed(names: Iterable[object]) -> str:
    return ", ".join(str(name) for name in names) or "None"


RECORDED: Final = recorded(ScytheConfig)
"""The rows of the options that are in the record of a game."""
