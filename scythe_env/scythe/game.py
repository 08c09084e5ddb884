"""Scythe as a game of the environments: :class:`Scythe`."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from ..core.fields import SPECTATOR
from ..core.game import Game, States
from ..core.kernel import STATUSES
from ..core.observation import Block, layout
from ..core.picture import Picture
from .actions import ACTIONS
from .components import FACTIONS, MATS
from .config import ScytheConfig
from .constants import MAX_PLAYERS, RUNNING
from .engine import RULES
from .observation import GAME, SEAT, STANDING
from .render import render, render_svg
from .render.colours import FACTION_COLOURS
from .rules.scoring import REWARDS, SCORE_PARTS, Reward
from .state import FIELDS
from .steps import TABLE

if TYPE_CHECKING:
    from .events import Event


class Scythe(Game):
    """The rules of Scythe in one configuration.

    Logs, documents and pictures are imported when they are asked for, as that takes a while.

    Args:
        config: set-up and rule options, by default those of :class:`ScytheConfig`.
        reward: what the end of the game is worth to a seat, from -1 to 1.

            - ``"win"``: 1 for the winner, -1 for the others; k seats that share the victory get ``2 / k - 1`` each,
              as if one of them were drawn.
            - ``"rank"``: falls evenly from 1 for the first place to -1 for the last; equal seats share the mean of
              their places.
            - ``"score"``: the own coins in two hundreds, cut off at 1.
            - ``"margin"``: the distance in coins to the best other score, in hundreds, cut off at -1 and 1; for a
              single player the own score.

    Raises:
        ValueError: the reward is unknown.
    """

    name = "scythe_v0"
    version = 1
    config_type = ScytheConfig
    fields = FIELDS
    steps = TABLE
    actions = ACTIONS
    blocks = GAME, SEAT
    score_columns = (*SCORE_PARTS, "total", "rank")
    score_rows = MAX_PLAYERS
    reward_names = REWARDS
    rules = RULES
    lesson: ClassVar[Mapping[str, Any]] = MappingProxyType({"players": 2, "max_rounds": 30})
    ending = "stars"
    info_names: ClassVar[Mapping[str, Sequence[str]]] = MappingProxyType({"faction": FACTIONS, "mat": MATS})
    seat_key = "faction"
    seat_colours = FACTION_COLOURS
    config: ScytheConfig

    def __new__(cls, config: ScytheConfig | None = None, reward: Reward | None = None) -> Scythe:
        """The game of a configuration: with Automas a :class:`.ScytheWithAutomas`, which others do without."""
        if cls is Scythe and isinstance(config, ScytheConfig) and config.automas:
            from .automa_game import ScytheWithAutomas

            return super().__new__(ScytheWithAutomas)
        return super().__new__(cls)

    def observation_blocks(self) -> tuple[Block, ...]:
        """The blocks of a seat's observation in order, with what the options ask for."""
        tables = (*self.blocks, STANDING) if self.config.observe_standing else self.blocks
        return layout(self.config.observe_seats or self.num_players, *tables)

    def results(self, scores: NDArray[np.int32]) -> list[dict[str, int]]:
        """Parts of the score, score and rank of each seat, from a table of :meth:`scores` or of a batch."""
        names = (*SCORE_PARTS, "score", "rank")
        return [dict(zip(names, row, strict=True)) for row in scores[: self.num_players].tolist()]

    def variant(self, states: States, i: int) -> int:
        """The faction of the seat to act."""
        return int(states["faction"][i, states["seat_to_act"][i]])

    def beginning(self, states: States, i: int) -> Iterator[Event]:
        """The seats, and the turn that is under way."""
        from . import changes

        return changes.beginning(states[i])

    def events(self, before: States, after: States, action: int, forced: bool) -> Iterator[Event]:
        """The decision, what it brought about, and at the end the scores."""
        from . import changes
        from .events import GameOver

        yield from changes.changes(before[0], after[0], action, forced)
        if after["status"][0] != RUNNING:
            yield GameOver(**self.result(after, 0))

    def tracks(self, states: States, i: int) -> list[dict[str, int]]:
        """Coins, stars, power and popularity of each seat."""
        from .consistency import star_total

        game = states[i]
        return [
            {
                "coins": int(game["coins"][seat]),
                "stars": star_total(game, seat),
                "power": int(game["power"][seat]),
                "popularity": int(game["popularity"][seat]),
            }
            for seat in range(self.num_players)
        ]

    def result(self, states: States, i: int) -> dict[str, Any]:
        """How the game stands: status, round, and the scores in seat order, as JSON values."""
        scores = [
            {"faction": self.player_name(states, i, seat), **dict(zip(self.score_columns, row, strict=True))}
            for seat, row in enumerate(self.scores(states, i).tolist())
        ]
        return {"status": STATUSES[states["status"][i]], "round": int(states["round"][i]), "scores": scores}

    def to_document(self, states: States, i: int, seat: int | None = None) -> dict[str, Any]:
        """Game ``i`` as :func:`.notation.to_json` writes it."""
        from .notation import to_json

        return to_json(states, i, seat)

    def of_document(self, document: Mapping[str, Any]) -> States:
        """The game of a document, see :func:`.notation.from_json`."""
        from .notation import from_json

        return from_json(document)

    def render(self, states: States, i: int, mode: str, seat: int = SPECTATOR) -> str | NDArray[np.uint8]:
        """The game as text ("ansi") or as an image ("rgb_array"), as a seat sees it, by default a spectator."""
        return render(states, i, mode, seat)

    def picture(self, states: States, i: int, seat: int = SPECTATOR) -> Picture:
        """The game as SVG, where places and sections stand for the actions that choose them."""
        return render_svg(states, i, seat)

    def notes(self, states: States, i: int, seat: int = SPECTATOR) -> list[str]:
        """The options of an encounter under way, and for a seat its cards and the Factory cards to choose from."""
        from .cards import notes

        return notes(self.fields.hide(states, i, seat)[0][0], seat)
