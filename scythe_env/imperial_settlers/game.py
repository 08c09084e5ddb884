"""Imperial Settlers as a game of the environments: :class:`ImperialSettlers`."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Any, ClassVar, Final, get_args

import numpy as np
from numpy.typing import NDArray

from ..core.events import Event
from ..core.fields import SPECTATOR
from ..core.game import Game, Rules, States
from ..core.kernel import STATUSES
from ..core.picture import Picture
from .actions import ACTIONS
from .components import FACTIONS
from .config import ImperialSettlersConfig
from .constants import BUILT, MAX_PLAYERS, RUNNING, VP, WORKER
from .observation import GAME, SEAT, observe_seat
from .redeal import redeal
from .render import log, render_ansi, render_rgb, render_svg
from .render.colours import FACTION_COLOURS
from .rules.decisions import advance, do
from .rules.scoring import PARTS, Reward, reward_game, score_game
from .rules.setup import setup_game
from .state import FIELDS
from .steps import TABLE

TITLES: Final = {80: "emperor", 70: "king", 60: "castellan", 50: "knight", 40: "squire", 30: "servant", 0: "plebeian"}
"""From which score on a single player has which title (S138)."""


def title(score: int) -> str:
    """The title of a single player with a score (S138)."""
    return next(name for least, name in TITLES.items() if score >= least)


class ImperialSettlers(Game):
    """The rules of Imperial Settlers (base game, without expansions) in one configuration.

    Args:
        config: set-up and rule options, by default those of :class:`ImperialSettlersConfig`.
        reward: what the end of the game is worth to a seat, from -1 to 1.

            - ``"win"``: 1 for the winner, -1 for the others; k seats that share the victory get ``2 / k - 1`` each.
              A single player gets 1 for beating the virtual player, else -1 (S137).
            - ``"rank"``: falls evenly from 1 for the first place to -1 for the last; equal seats share the mean of
              their places. For a single player as ``"win"``.
            - ``"margin"``: the distance in points to the best other score, in hundreds, cut off at -1 and 1; for a
              single player the own score.

    Raises:
        ValueError: the reward is unknown.
    """

    name = "imperial_settlers_v0"
    version = 1
    config_type = ImperialSettlersConfig
    fields = FIELDS
    steps = TABLE
    actions = ACTIONS
    blocks = GAME, SEAT
    score_columns = PARTS
    score_rows = MAX_PLAYERS
    reward_names = get_args(Reward)
    rules = Rules(setup_game, do, advance, observe_seat, score_game, reward_game, redeal)
    lesson: ClassVar[Mapping[str, Any]] = MappingProxyType({"players": 2, "max_decisions": 1000})
    ending = "rounds"
    info_names: ClassVar[Mapping[str, Sequence[str]]] = MappingProxyType({"faction": FACTIONS})
    seat_key = "faction"
    seat_colours = FACTION_COLOURS
    config: ImperialSettlersConfig

    def beginning(self, states: States, i: int) -> Iterator[Event]:
        """The seats with their hands, and what lies open."""
        return log.beginning(states[i])

    def events(self, before: States, after: States, action: int, forced: bool) -> Iterator[Event]:
        """The decision, what it brought about, and at the end the scores."""
        yield from log.changes(before[0], after[0], self.action_text(before, 0, action), forced)
        if after["status"][0] != RUNNING:
            yield log.GameOver(**self.result(after, 0))

    def tracks(self, states: States, i: int) -> list[dict[str, int]]:
        """Victory points, locations, workers and hand cards of each seat."""
        s = states[i]
        built = s["place"] == BUILT
        return [
            {
                "points": int(s["goods"][seat, VP]),
                "locations": int((built & (s["owner"] == seat)).sum()),
                "workers": int(s["goods"][seat, WORKER]),
                "cards": int(s["hand"][seat].sum()),
            }
            for seat in range(self.num_players)
        ]

    def result(self, states: States, i: int) -> dict[str, Any]:
        """How the game stands, as JSON values: status, round, the parts of the scores; a single player's title."""
        rows = enumerate(self.results(self.scores(states, i)))
        seats: list[dict[str, Any]] = [{"faction": self.player_name(states, i, seat), **row} for seat, row in rows]
        if self.num_players == 1:
            seats[0] |= {"won": seats[0]["rank"] == 1, "title": title(seats[0]["score"])}
        return {"status": STATUSES[states["status"][i]], "round": self.rounds(states, i), "scores": seats}

    def render(self, states: States, i: int, mode: str, seat: int = SPECTATOR) -> str | NDArray[np.uint8]:
        """The game as text ("ansi") or as an image ("rgb_array"), as a seat sees it, by default a spectator."""
        if mode == "ansi":
            return render_ansi(states, i, seat)
        return render_rgb(states, i, seat, self.scores(states, i))

    def picture(self, states: States, i: int, seat: int = SPECTATOR) -> Picture:
        """The game as SVG, where cards, goods, decks and boards stand for the actions that choose them."""
        return render_svg(states, i, seat, self.scores(states, i))
