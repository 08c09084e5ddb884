"""Scythe as a game of the environments: :class:`Scythe`."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import Any, ClassVar, Final, Literal, get_args

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from ..core.game import Game, States
from ..core.observation import Block
from . import changes
from .actions import BLOCKS, NUM_ACTIONS, action_text, parse_action
from .components import FACTIONS, MATS
from .config import ScytheConfig
from .constants import MAX_PLAYERS, RUNNING
from .engine import RULES
from .events import Event, GameOver
from .names import STATUSES
from .notation import from_json, to_json
from .observation import layout, observation_size
from .render import render
from .rules.scoring import NUM_SCORE_PARTS, SCORE_RANK, SCORE_TOTAL
from .state import LAYOUT
from .steps import DECISIONS, SECTION, UNIT

Reward = Literal["win", "rank", "margin"]

SCORE_PARTS: Final = ("coins", "stars", "territories", "resources", "structures", "meander")
"""The first columns of a score table, in coins; total and rank follow. "meander" is Polania's at 6 or 7 (R235)."""


class Scythe(Game):
    """The rules of Scythe in one configuration.

    Args:
        config: set-up and rule options, by default those of :class:`ScytheConfig`.
        reward: what the end of the game is worth to a seat, from -1 to 1.

            - ``"win"``: 1 for the winner, -1 for the others; k seats that share the victory get ``2 / k - 1`` each,
              as if one of them were drawn.
            - ``"rank"``: falls evenly from 1 for the first place to -1 for the last; equal seats share the mean of
              their places.
            - ``"margin"``: the distance in coins to the best other score, in hundreds, cut off at -1 and 1; for a
              single player the own score.

    Raises:
        ValueError: the reward is unknown.
    """

    name = "scythe_v0"
    num_actions = NUM_ACTIONS
    score_shape = (MAX_PLAYERS, NUM_SCORE_PARTS)
    rules = RULES
    layout = LAYOUT
    version = 1

    def __init__(self, config: ScytheConfig | None = None, reward: Reward = "win") -> None:
        if reward not in get_args(Reward):
            raise ValueError(f"reward {reward!r} is unknown; allowed are {', '.join(map(repr, get_args(Reward)))}")
        self.config = config or ScytheConfig()
        self.reward = reward
        self.reward_kind = get_args(Reward).index(reward)  # as in rules.scoring
        self.num_players = self.config.players
        self.observation_size = observation_size(self.num_players)

    def configure(self, states: States) -> None:
        """Write the configuration."""
        self.config.write(states)

    def infos(self, states: States, i: int) -> list[dict[str, Any]]:
        """Faction and player mat of each seat; once the game is over also score, its parts, and rank."""
        seats = range(self.num_players)
        infos: list[dict[str, Any]] = [
            {"faction": FACTIONS[states["faction"][i, seat]], "mat": MATS[states["mat"][i, seat]]} for seat in seats
        ]
        if states["status"][i] != RUNNING:
            for info, result in zip(infos, self.results(self.scores(states, i)), strict=True):
                info.update(result)
        return infos

    def results(self, scores: NDArray[np.int32]) -> list[dict[str, Any]]:
        """Score, its parts and rank of each seat, from a table of :meth:`scores` or of a batch."""
        return [
            {
                "score": row[SCORE_TOTAL],
                "score_parts": dict(zip(SCORE_PARTS, row, strict=False)),
                "rank": row[SCORE_RANK],
            }
            for row in scores[: self.num_players].tolist()
        ]

    def action_text(self, states: States, i: int, action: int) -> str:
        """The text of an action in the decision that is due."""
        return action_text(action, int(states["decision"][i]), self._faction(states, i))

    def parse_action(self, states: States, i: int, text: str) -> int:
        """The action with this text in the decision that is due.

        Raises:
            ValueError: the text does not name an action.
        """
        return parse_action(text, int(states["decision"][i]), self._faction(states, i))

    def player_name(self, states: States, i: int, seat: int) -> str:
        """The faction of a seat."""
        return FACTIONS[int(states["faction"][i, seat])]

    def beginning(self, states: States, i: int) -> Iterator[Event]:
        """The seats, and the turn that is under way."""
        return changes.beginning(states[i])

    def events(self, before: States, after: States, action: int, forced: bool) -> Iterator[Event]:
        """The decision, what it brought about, and at the end the scores."""
        yield from changes.changes(before[0], after[0], action, forced)
        if after["status"][0] != RUNNING:
            yield GameOver(**self.result(after, 0))

    def result(self, states: States, i: int) -> dict[str, Any]:
        """How the game stands: status, round, and the scores in seat order, as JSON values."""
        scores = [
            {
                "faction": self.player_name(states, i, seat),
                **dict(zip(SCORE_PARTS, row, strict=False)),
                "total": row[SCORE_TOTAL],
                "rank": row[SCORE_RANK],
            }
            for seat, row in enumerate(self.scores(states, i).tolist())
        ]
        return {"status": STATUSES[states["status"][i]], "round": int(states["round"][i]), "scores": scores}

    def to_document(self, states: States, i: int) -> dict[str, Any]:
        """Game ``i`` as :func:`.notation.to_json` writes it."""
        return to_json(states, i)

    def of_document(self, document: Mapping[str, Any]) -> States:
        """The game of a document, see :func:`.notation.from_json`."""
        return from_json(document)

    def render(self, states: States, i: int, mode: str) -> str | NDArray[np.uint8]:
        """The game as text ("ansi") or as an image ("rgb_array"), as a spectator sees it."""
        return render(states, i, mode)

    def observation_space(self) -> spaces.Box:
        """A new space of the observation vectors, with the bounds of their blocks."""
        low = np.empty(self.observation_size, np.float32)
        high = np.empty(self.observation_size, np.float32)
        for block in layout(self.num_players):
            low[block.where], high[block.where] = block.low, block.high
        return spaces.Box(low, high, dtype=np.float32)

    def _faction(self, states: States, i: int) -> int:
        return int(states["faction"][i, states["seat_to_act"][i]])

    # -- what commands, training and descriptions ask ------------------------------------------------------------------

    config_type = ScytheConfig
    reward_names = get_args(Reward)
    lesson: ClassVar[Mapping[str, Any]] = MappingProxyType({"players": 2, "max_rounds": 30})
    ending = "stars"
    action_blocks = BLOCKS
    decision_names = DECISIONS

    def observation_blocks(self) -> tuple[Block, ...]:
        """The blocks of a seat's observation; see :func:`.observation.layout`."""
        return layout(self.num_players)

    def action_texts(self, action: int) -> list[str]:
        """The texts that an action has: of a worker or of a place by decision, of a mech by faction."""
        texts = [action_text(action, decision, k) for decision in (SECTION, UNIT) for k in range(len(FACTIONS))]
        return list(dict.fromkeys(texts))
