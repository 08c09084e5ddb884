"""The agents that are installed, with what is known of them."""

from __future__ import annotations

import inspect
import re
from collections.abc import Collection, Sequence
from pathlib import Path
from typing import Any, Final, NamedTuple

from scythe_env.core.game import Game
from scythe_env.core.registry import agent_entries, parse_agent

from .evaluation import turn_time
from .files import read_json

RATINGS_FILE: Final = Path(__file__).with_name("ratings.json")
"""What :func:`ratings_of` makes of the ladders in ``docs/results/ladder``, written by ``docs/pages.py``."""


class Rated(NamedTuple):
    """A rating on the scale of Elo, and the ends of its 95 % interval."""

    rating: float
    low: float
    high: float


class Installed(NamedTuple):
    """An agent that a package has registered.

    Attributes:
        game: registered name of the game.
        name: its own.
        package: that registered it, and its version.
        about: what it is, in a sentence; why it cannot be had if it cannot.
        milliseconds: a turn takes it, if that was measured.
        ratings: by the ladders that it is on, such as "2 players".
    """

    game: str
    name: str
    package: str
    about: str
    milliseconds: float | None
    ratings: dict[str, Rated]

    def as_dict(self) -> dict[str, Any]:
        """The agent as JSON values."""
        return self._asdict() | {"ratings": {about: rated._asdict() for about, rated in self.ratings.items()}}


def installed(name: str, game: type[Game], measure: bool, of_files: Collection[str]) -> list[Installed]:
    """The agents of a game.

    Args:
        name: its registered name.
        game: the game.
        measure: whether to measure a turn of each at a table of two.
        of_files: names of agents that need a file, so that there is none to measure.
    """
    found = []
    for entry in agent_entries(game):
        milliseconds = None
        try:
            about = _described(entry.load())
            if measure and entry.name not in of_files:
                table: Any = game
                two = table(table.config_type(players=2))
                milliseconds = 1000 * turn_time(two, entry.name, parse_agent(entry.name, two))
        except Exception as error:  # of code that others wrote
            about = f"cannot be had: {type(error).__name__}: {error}"
        package = f"{entry.dist.name} {entry.dist.version}" if entry.dist else ""
        found.append(Installed(name, entry.name, package, about, milliseconds, {}))
    return found


def _described(agent: object) -> str:
    """The first paragraph of what an agent says about itself, as plain text."""
    paragraph = " ".join((inspect.getdoc(agent) or "").partition("\n\n")[0].split())
    return re.sub(r":\w+:`[.~]?([^`]*)`", r"\1", paragraph).replace("`", "")


def ladder_ratings(ladder: Path) -> dict[str, Any]:
    """The ratings of a ladder, see :func:`ratings_of`.

    Args:
        ladder: its folder, or the file that ``scythe ladder --json`` wrote.

    Raises:
        ValueError: it is missing or damaged.
    """
    if ladder.is_dir():
        from .ladder import Ladder

        return ratings_of(Ladder.open(ladder).as_dict())
    try:
        return ratings_of(read_json(ladder))
    except (KeyError, TypeError, AttributeError):
        raise ValueError(f"{ladder}: not a ladder") from None


def shipped_ratings() -> list[dict[str, Any]]:
    """The ratings that come with the package, by ladder."""
    return read_json(RATINGS_FILE)  # type: ignore[no-any-return]


def ratings_of(ladder: dict[str, Any]) -> dict[str, Any]:
    """Of what ``scythe ladder --json`` writes: game, players, ratings by agent with their intervals, times of turns.

    Raises:
        KeyError, TypeError, AttributeError: it is not that.
    """
    ratings = {one["agent"]: {name: round(one[name], 1) for name in Rated._fields} for one in ladder["ratings"]}
    milliseconds = {name: round(time, 3) for name, time in ladder["milliseconds"].items()}
    return {
        "game": ladder["game"],
        "players": ladder["players"],
        "ratings": ratings,
        "milliseconds": {name: milliseconds[name] for name in ratings if name in milliseconds},
    }


def rated(agents: Sequence[Installed], ladder: dict[str, Any]) -> list[Installed]:
    """The agents with ratings, and with times of turns that are not known yet, of a ladder.

    Args:
        agents: the agents.
        ladder: what :func:`ratings_of` made of it.
    """
    about, ratings, times = f"{ladder['players']} players", ladder["ratings"], ladder["milliseconds"]
    return [
        one._replace(
            ratings=one.ratings | {about: Rated(**ratings[one.name])},
            milliseconds=times.get(one.name) if one.milliseconds is None else one.milliseconds,
        )
        if one.game == ladder["game"] and one.name in ratings
        else one
        for one in agents
    ]
