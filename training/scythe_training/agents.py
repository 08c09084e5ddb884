"""The agents that are installed, with what is known of them."""

from __future__ import annotations

import inspect
import re
from collections.abc import Collection, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from scythe_env.core.game import Game
from scythe_env.core.registry import agent_entries, parse_agent

from .evaluation import turn_time
from .files import read_json
from .ladder import Ladder


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
    ratings: dict[str, float]


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


def rated(agents: Sequence[Installed], ladder: Path) -> list[Installed]:
    """The agents with ratings, and with times of turns that are not known yet, of a ladder.

    Args:
        agents: the agents.
        ladder: its folder, or the file that ``scythe ladder --json`` wrote.

    Raises:
        ValueError: it is missing or damaged.
    """
    document = Ladder.open(ladder).as_dict() if ladder.is_dir() else read_json(ladder)
    try:
        game, about = document["game"], f"{document['players']} players"
        ratings = {one["agent"]: float(one["rating"]) for one in document["ratings"]}
        times = {name: float(time) for name, time in document["milliseconds"].items()}
    except (KeyError, TypeError, ValueError, AttributeError):
        raise ValueError(f"{ladder}: not a ladder") from None
    return [
        one._replace(
            ratings=one.ratings | {about: ratings[one.name]},
            milliseconds=times.get(one.name) if one.milliseconds is None else one.milliseconds,
        )
        if one.game == game and one.name in ratings
        else one
        for one in agents
    ]
