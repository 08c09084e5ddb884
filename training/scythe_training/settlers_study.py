"""How games of Imperial Settlers go when agents play against themselves: scores, who wins, with which cards.

All figures have 95 % intervals: Wilson's for shares, normal ones for means.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from typing import Any, Final, NamedTuple

import numpy as np
import numpy.typing as npt
from numpy.typing import NDArray
from rich.table import Table

from scythe_env.core.agent import Agent, Player
from scythe_env.core.fields import whole
from scythe_env.core.game import Mask, States
from scythe_env.imperial_settlers import purposes, steps
from scythe_env.imperial_settlers.actions import A_FACE
from scythe_env.imperial_settlers.components import FACTIONS, load_components
from scythe_env.imperial_settlers.config import ImperialSettlersConfig
from scythe_env.imperial_settlers.constants import MAX_PLAYERS, NUM_FACES
from scythe_env.imperial_settlers.game import ImperialSettlers
from scythe_env.imperial_settlers.rules.scoring import PARTS, RANK, SCORE

from .conduct import CONDUCT, STOP, AgentFailed, Conduct
from .evaluation import CONFIDENCE_Z, play, wilson
from .tables import simple_table

STUDY_FILE: Final = "imperial_settlers.json"
SHOWN_CARDS: Final = 8
"""Cards that the terminal shows, the best and as many of the worst."""

LEAST_SEATS: Final = 30
"""Seats that must have built a card, so that it is listed."""

_DIGITS: Final = 4  # of figures in a document
_PARTS: Final = PARTS[:SCORE]
_BUILDS: Final = {
    (steps.HAND, purposes.HAND_BUILD),
    (steps.HAND, purposes.HAND_WAIVED),
    (steps.DEAL, purposes.DEAL_BUILD),
}
"""Decisions in which a card is chosen that is built then."""

Estimate = list[float]
"""A figure and the ends of its interval."""


class Card(NamedTuple):
    """A design.

    Attributes:
        name: as the card has it.
        deck: "common" or a faction.
    """

    name: str
    deck: str


def _cards() -> tuple[Card, ...]:
    decks = ("common", *FACTIONS)
    return tuple(Card(design.name, decks[design.deck]) for design in load_components().designs)


CARDS: Final = _cards()
DESIGN_OF: Final = np.array([face.design for face in load_components().faces])
"""The design of each face."""


@dataclass
class Games:
    """Games of an agent at a size of table; everything by game and seat.

    Attributes:
        factions: (games, seats).
        places: in the order of play of the first round, from 1, (games, seats).
        scores: the parts of the score, the score and the rank, (games, seats, parts).
        built: how often each design was built, (games, seats, designs).
    """

    factions: NDArray[np.int64]
    places: NDArray[np.int64]
    scores: NDArray[np.int64]
    built: NDArray[np.int64]

    @classmethod
    def of(cls, rows: Sequence[tuple[npt.ArrayLike, ...]]) -> Games:
        """Games that were noted one by one."""
        return cls(*(np.array(column, np.int64) for column in zip(*rows, strict=True)))

    @property
    def wins(self) -> NDArray[np.float64]:
        """The share of each seat in the victory, (games, seats); a single player wins against the virtual one."""
        first = self.scores[:, :, RANK] == 1
        return np.asarray(first / np.maximum(first.sum(1, keepdims=True), 1))


class _Watched(Player):
    """A player who notes what is built; every card that is built is chosen if forced decisions are asked."""

    def __init__(self, game: ImperialSettlers, name: str, agent: Agent, conduct: Conduct) -> None:
        super().__init__(game, agent)
        self.built, self._player = np.zeros(NUM_FACES, np.int64), conduct.player(game, name, agent)

    def reset(self, seed: int) -> None:
        self._player.reset(seed)
        self.built[:] = 0

    def choose(self, states: States, i: int, seat: int, mask: Mask) -> int:
        action = self._player.choose(states, i, seat, mask)
        s = states[i]
        top = s["depth"] - 1
        if (s["step_kind"][top], s["step_a"][top]) in _BUILDS:
            self.built[action - A_FACE] += 1
        return action


def game_of(options: Mapping[str, Any], players: int) -> ImperialSettlers:
    """The game of a study at a size of table; forced decisions are asked, so that buildings can be noted.

    Raises:
        ValueError: the configuration is impossible.
    """
    return ImperialSettlers(ImperialSettlersConfig(**{**options, "players": players, "play_forced": False}))


def check(
    options: Mapping[str, Any],
    agents: Sequence[str],
    players: Sequence[int],
    games: int,
    seed: int,
    conduct: Conduct = CONDUCT,
) -> None:
    """Refuse what cannot be studied.

    Raises:
        ValueError: agents or sizes are missing, fewer than 2 games are requested, the seed is negative, or an agent or
            a configuration is impossible.
    """
    if not agents or not players or games < 2 or whole(seed, "the seed") < 0:
        raise ValueError(
            f"{len(agents)} agents, {len(players)} sizes of tables, {games} games, seed {seed}: give at least one "
            "agent, one size, 2 games and a seed of 0 or larger"
        )
    for size, agent in product(players, agents):
        conduct.agent(agent, game_of(options, size))


def study(
    options: Mapping[str, Any],
    agents: Sequence[str],
    players: Sequence[int],
    games: int,
    seed: int = 0,
    advance: Callable[[], Any] = lambda: None,
    stopped: Callable[[], bool] = lambda: False,
    conduct: Conduct = CONDUCT,
) -> dict[str, Any]:
    """Play games, each agent against copies of itself, and tell how they went.

    Deals are the same for all agents, and a game depends on nothing but the seed, its number and its agent.

    Args:
        options: of the game, but for the players and ``play_forced``.
        agents: their texts (:mod:`.core.registry`).
        players: sizes of the tables.
        games: of each agent at each size.
        seed: of deals and agents, 0 or larger.
        advance: called after each game.
        stopped: asked after each game whether to end with those that are played.
        conduct: what follows if an agent fails: all ends, or the game is left out.

    Returns:
        The study as it is written to JSON; figures are lists of a value and the ends of its interval.

    Raises:
        ValueError: see :func:`check`; or an agent failed, and all ends then.
    """
    check(options, agents, players, games, seed, conduct)
    found: dict[str, Any] = {}
    failures: list[str] = []
    rows: dict[tuple[str, int], list[tuple[npt.ArrayLike, ...]]] = {}
    pairs = product(dict.fromkeys(agents), dict.fromkeys(players))
    played = (((name, n), row) for name, n in pairs for row in _played(options, name, n, games, seed, conduct))
    for key, row in played:
        if isinstance(row, str):
            failures.append(row)
        else:
            rows.setdefault(key, []).append(row)
        advance()
        if stopped():
            break
    for agent in dict.fromkeys(agents):
        if tables := {size: Games.of(own) for (name, size), own in rows.items() if name == agent and len(own) > 1}:
            found[agent] = _report(tables)
    told = {"failures": failures} if failures else {}
    return {"game": ImperialSettlers.name, "options": dict(options), "seed": seed, "agents": found, **told}


def _played(
    options: Mapping[str, Any], agent: str, size: int, games: int, seed: int, conduct: Conduct = CONDUCT
) -> Iterator[tuple[npt.ArrayLike, ...] | str]:
    """Play games one after the other; each is noted as :class:`Games` has it, or what went wrong if an agent failed.

    Raises:
        AgentFailed: an agent failed, and all ends then.
    """
    game = game_of(options, size)
    seats = [_Watched(game, agent, conduct.agent(agent, game), conduct) for _ in range(size)]
    states, mask = game.new_states(1), np.zeros(game.num_actions, np.int8)
    for number in range(games):
        deal, *own = np.random.SeedSequence((seed, size, number)).generate_state(size + 1, np.uint64).tolist()
        for player, player_seed in zip(seats, own, strict=True):
            player.reset(player_seed)
        try:
            play(game, states, mask, dict(enumerate(seats)), deal)
        except AgentFailed as failed:
            failure = f"game {number} of {size} players: {failed}"
            if conduct.failures == STOP:
                raise AgentFailed(failure) from failed
            yield failure
            continue
        s = states[0]
        built = [np.bincount(DESIGN_OF, player.built, len(CARDS)) for player in seats]
        began = (int(s["first"]) - int(s["round"]) + 1) % size  # the marker has gone on by one seat each round
        places = (np.arange(size) - began) % size + 1
        yield s["faction"][:size].copy(), places, game.scores(states, 0)[:size].copy(), built


# -- figures -----------------------------------------------------------------------------------------------------------


def _mean(values: npt.ArrayLike) -> Estimate:
    found = np.asarray(values, np.float64)
    half = CONFIDENCE_Z * float(found.std(ddof=1)) / math.sqrt(len(found)) if len(found) > 1 else math.inf
    return [round(float(found.mean()) + side * half, _DIGITS) for side in (0, -1, 1)]


def _share(wins: NDArray[np.float64]) -> Estimate:
    return [round(value, _DIGITS) for value in wilson(min(float(wins.sum()), len(wins)), len(wins))]


def _report(tables: Mapping[int, Games]) -> dict[str, Any]:
    sizes = {str(size): found for size, found in tables.items()}
    return {
        "games": {size: len(found.factions) for size, found in sizes.items()},
        "scores": {size: _scores(found) for size, found in sizes.items()},
        "factions": {size: _groups(found, found.factions, dict(enumerate(FACTIONS))) for size, found in sizes.items()},
        "order": {
            size: _groups(found, found.places, {place: str(place) for place in range(1, MAX_PLAYERS + 1)})
            for size, found in sizes.items()
            if size != "1"
        },
        "cards": list(_by_card([found for size, found in tables.items() if size > 1])),
    }


def _scores(games: Games) -> dict[str, Estimate]:
    """Means over games; the winner's are the mean of joint winners."""
    totals, wins = games.scores[:, :, SCORE], games.wins
    if totals.shape[1] == 1:
        found = {"score": _mean(totals[:, 0]), "beats the virtual player": _share(wins[:, 0])}
        return found | {part: _mean(games.scores[:, 0, k]) for k, part in enumerate(_PARTS)}
    ordered = np.sort(totals, axis=1)
    found = {"winner": _mean((totals * wins).sum(1)), "seat": _mean(totals.mean(1))}
    found["lead"] = _mean(ordered[:, -1] - ordered[:, -2])
    return found | {
        f"winner: {part}": _mean((games.scores[:, :, k] * wins).sum(1))
        for k, part in enumerate(_PARTS)
        if part != "collection"
    }


def _groups(games: Games, of: NDArray[np.int64], names: Mapping[int, str]) -> dict[str, dict[str, Estimate]]:
    """Scores and wins of the seats of each group."""
    totals, wins = games.scores[:, :, SCORE], games.wins
    return {
        name: {"score": _mean(totals[of == value]), "wins": _share(wins[of == value])}
        for value, name in names.items()
        if (of == value).sum() > 1
    }


def _by_card(tables: Sequence[Games]) -> Iterator[dict[str, Any]]:
    """How often those who built a card win, the best card first; and what their factions win at such tables."""
    if not tables:
        return
    wins = np.concatenate([table.wins.ravel() for table in tables])
    built = np.concatenate([table.built.reshape(-1, len(CARDS)) for table in tables]) > 0
    expected = np.concatenate([_faction_wins(table).ravel() for table in tables])
    rows: list[dict[str, Any]] = []
    for k, card in enumerate(CARDS):
        seats = built[:, k]
        if seats.sum() >= LEAST_SEATS:
            beyond = _mean(wins[seats] - expected[seats])
            share = _share(wins[seats])
            row = {"card": card.name, "deck": card.deck, "seats": int(seats.sum()), "wins": share, "beyond": beyond}
            rows.append(row)
    yield from sorted(rows, key=lambda row: -row["beyond"][0])


def _faction_wins(games: Games) -> NDArray[np.float64]:
    """For each seat the share of games that its faction wins at this size of table, (games, seats)."""
    expected = np.zeros(games.factions.shape)
    for faction in range(len(FACTIONS)):
        of = games.factions == faction
        if of.any():
            expected[of] = games.wins[of].mean()
    return expected


# -- tables for the terminal -------------------------------------------------------------------------------------------


def percent(estimate: Estimate, plus: str = "") -> str:
    """A share with its interval; a difference of shares with ``plus="+"``."""
    rate, low, high = (f"{100 * value:{plus}.1f}" for value in estimate)
    return f"{rate} % ({low} to {high})"


def points(estimate: Estimate) -> str:
    """A mean with half of its interval."""
    return f"{estimate[0]:.1f} ±{estimate[2] - estimate[0]:.1f}"


def tables(document: Mapping[str, Any]) -> Iterator[Table]:
    """For each agent: scores, factions and places by number of players, and the best and the worst cards."""
    for agent, found in document["agents"].items():
        sizes = list(found["games"])
        for about in ("scores", "factions", "order"):
            table = simple_table(f"{agent}: {about} by number of players", "", *sizes)
            names = dict.fromkeys(name for size in found[about].values() for name in size)
            for name in names:
                table.add_row(name, *(_cell(found[about].get(size, {}).get(name)) for size in sizes))
            yield table
        if cards := found["cards"]:
            yield _card_table(agent, cards)


def _cell(found: Any) -> str:
    if found is None:
        return ""
    if isinstance(found, dict):
        return f"{points(found['score'])}, {100 * found['wins'][0]:.0f} %"
    return points(found)


def _card_table(agent: str, cards: Sequence[Mapping[str, Any]]) -> Table:
    columns = "card", "deck", "seats", "wins", "beyond their faction's"
    table = simple_table(f"{agent}: wins of those who built a card", *columns, left=2)
    shown = cards if len(cards) <= 2 * SHOWN_CARDS else [*cards[:SHOWN_CARDS], *cards[-SHOWN_CARDS:]]
    for row in shown:
        beyond = percent(row["beyond"], "+")
        table.add_row(row["card"], row["deck"], f"{row['seats']:,}", percent(row["wins"]), beyond)
    return table
