"""The configuration of a game of Imperial Settlers: :class:`ImperialSettlersConfig`."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ..core.options import check, documented, option
from .components import FACTIONS
from .constants import LOOKOUTS, MAX_PLAYERS

MAX_DECISIONS = 10_000


@documented
@dataclass(frozen=True, kw_only=True)
class ImperialSettlersConfig:
    """The set-up and the rule options of a game; what is None is drawn anew for each game.

    Raises:
        ValueError: the configuration is impossible; the message says what is allowed.
    """

    players: int = option(
        4, "number of seats; one player meets the virtual player (S121)", most=MAX_PLAYERS, common=True
    )
    factions: Sequence[str | None] | None = option(
        None, "the faction of each seat or None", names=FACTIONS, each_seat=True, field="wanted_faction"
    )
    lookout: str = option("standard", "how cards are drafted (S24, S110, S111)", names=LOOKOUTS, common=True)
    peaceful: bool = option(False, "opponents' locations are razed by abilities of cards only (S115)", common=True)
    reshuffle_factions: bool = option(False, "an empty faction deck is made of its discards (S15)")
    gold_on_shrine: bool = option(False, "gold may lie on the Shrine for a resource (S77)")
    routes_outlive_locations: bool = option(False, "a Trade Route's deal stays when its location leaves play (S78)")
    robbers_hit_routes: bool = option(False, "Robbers may discard the deal of a Trade Route (S101)")
    reset_activates: bool = option(False, "a cleared location is activated at once, free, if it clears none (S90)")
    chapel_keeps_vp: bool = option(False, "Dark Chapel does not convert victory points (S100)")
    play_forced: bool = option(True, "decisions with one legal action are played automatically")
    max_decisions: int = option(
        4000, "decisions after which a game is cut off and scored as it stands", most=MAX_DECISIONS
    )

    def __post_init__(self) -> None:
        check(self)
        if self.players == 1 and (self.lookout != "standard" or self.peaceful):
            raise ValueError("variants of Lookout and the peaceful game need 2 to 4 players (S121)")
