"""Games and agents by name, as packages register them, and agents as text: :func:`parse_agent`.

A package registers its games and agents as entry points in its ``pyproject.toml``; nothing is imported until it is
asked for. A game is registered under its name without the version, an agent for every game or for one::

    [project.entry-points."scythe_env.games"]
    race = "package.race:Race"

    [project.entry-points."scythe_env.agents"]
    patient = "package.agents:Patient"

    [project.entry-points."scythe_env.agents.race"]
    sprinter = "package.race_agents:Sprinter"

The text of an agent is one of these, where a registered name takes precedence over a folder of the same name:

- ``sprinter``: a registered name;
- ``runs/first/policy``: the folder of a stored policy, short for ``policy:folder=runs/first/policy``;
- ``path/to/model.zip``: a model saved by Stable-Baselines3, short for ``sb3:file=path/to/model.zip``; it may run code
  when it is loaded, so the caller must trust it;
- ``package.module:Class``: a class, or a function that returns an agent;
- ``path/to/file.py:Class``: the same in a file, which is executed to get it.

Arguments of the constructor follow as ``:key=value,key=value``, parsed by their annotations. Arguments called ``game``
and ``trusted`` are not given: they are set to the game that is to be played, and to whether files that may run code
when they are loaded are trusted.
"""

from __future__ import annotations

import hashlib
import inspect
import os
import re
import sys
from collections.abc import Callable, Sequence
from importlib.metadata import EntryPoint, entry_points
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from typing import Any, Final

from .agent import Agent
from .fields import shown
from .game import Game

GAMES: Final = "scythe_env.games"
AGENTS: Final = "scythe_env.agents"
"""Groups of entry points; that of the agents of one game has the game's name appended, with underscores."""

LineUp = Agent | str | Sequence[Agent | str]
"""An agent or its text, for all other seats, or one for each."""

_POLICY: Final = "policy"  # the name under which the agent is registered that plays a stored policy
_MODEL: Final = "sb3"  # that of the agent that plays a model of Stable-Baselines3
_TEXT: Final = re.compile(r"(?P<name>.+?)(?::(?P<settings>[A-Za-z_]\w*=.*))?", re.DOTALL)
_OBJECT: Final = re.compile(r"(?P<module>[A-Za-z_][\w.]*|.+\.py):(?P<name>[A-Za-z_][\w.]*)", re.DOTALL)


def game_names() -> list[str]:
    """The names of the registered games."""
    return _names(GAMES)


def game_class(name: str) -> type[Game]:
    """The game that is registered under a name.

    Raises:
        ValueError: the name is unknown, several packages claim it, or what is registered cannot be imported.
    """
    entry = _registered(name, GAMES)
    if entry is None:
        allowed = ", ".join(game_names()) or "none: they are registered when the package is installed"
        raise ValueError(f"unknown game {name!r}: registered are {allowed}")
    kind = _imported(f"game {name!r}", entry.load)
    if not (isinstance(kind, type) and issubclass(kind, Game)):
        raise ValueError(f"game {name!r}: {entry.value} is not a Game")
    return kind


def registered_name(game: Game | type[Game]) -> str:
    """The name under which a game is registered: its name without the version, its words joined by hyphens."""
    return re.sub(r"_v\d+$", "", game.name).replace("_", "-")


def agent_names(game: Game | type[Game]) -> list[str]:
    """The names of the registered agents that play a game."""
    return _names(*_groups(game))


def agent_entries(game: Game | type[Game]) -> list[EntryPoint]:
    """What packages have registered as agents that play a game, by name; nothing is imported."""
    found = (entry for group in _groups(game) for entry in entry_points(group=group))
    return sorted(found, key=lambda entry: entry.name)


def parse_agent(text: str, game: Game, *, trusted: bool = False) -> Agent:
    """A new agent by its text, as the module's description has it.

    Args:
        text: name, folder, class or file, and settings.
        game: the game that it is to play.
        trusted: whether a file may be loaded that can run code then, such as a model of Stable-Baselines3.

    Raises:
        TypeError: this is not a text.
        ValueError: the agent is unknown, cannot be made or does not fit the game; the message says why, and what is
            allowed.
    """
    if not isinstance(text, str):
        raise TypeError(f"the text of an agent is needed, such as 'random', not {shown(text)}")
    what = f"agent {text!r}"
    match = _TEXT.fullmatch(text)
    if match is None:
        raise ValueError(f"unknown {what}; {_allowed(game)}")
    name, settings = match["name"], _settings(what, match["settings"])
    make = _maker(what, name, game)
    if make is None and os.path.isdir(name):  # False for what cannot be a path, too
        make, settings = _maker(what, _POLICY, game), settings | {"folder": name}
    if make is None and name.endswith(".zip"):
        make, settings = _maker(what, _MODEL, game), settings | {"file": name}
    if make is None:
        raise ValueError(f"unknown {what}; {_allowed(game)}")
    if not callable(make) or (isinstance(make, type) and not issubclass(make, Agent)):
        raise ValueError(f"{what}: {name} is not an Agent")
    try:
        agent = make(**_arguments(make, settings, {"game": game, "trusted": trusted}))
    except Exception as error:  # of code that others wrote
        raise ValueError(f"{what}: {_reason(error)}") from error
    if not isinstance(agent, Agent):
        raise ValueError(f"{what}: {name} made a {type(agent).__name__}, which is not an Agent")
    return agent


def parse_line_up(line_up: LineUp, game: Game, known: dict[str, Agent]) -> Agent | list[Agent]:
    """A line-up in which each text is replaced by its agent.

    Args:
        line_up: agents or texts.
        game: the game that they are to play.
        known: agents by their texts, shared by equal texts; new ones are added.

    Raises:
        TypeError: an opponent is neither an agent nor a text.
        ValueError: see :func:`parse_agent`.
    """

    def parsed(one: Agent | str) -> Agent:
        if isinstance(one, Agent):
            return one
        if not isinstance(one, str):
            way = f", a class: {one.__name__}() makes one" if isinstance(one, type) else ""
            raise TypeError(f"an opponent is an Agent or its text such as 'random', not {shown(one)}{way}")
        if one not in known:
            known[one] = parse_agent(one, game)
        return known[one]

    return [parsed(one) for one in line_up] if isinstance(line_up, list | tuple) else parsed(line_up)  # type: ignore


# -- entry points ------------------------------------------------------------------------------------------------------


def _groups(game: Game | type[Game]) -> tuple[str, str]:
    return AGENTS, f"{AGENTS}.{registered_name(game).replace('-', '_')}"  # groups have no hyphens


def _names(*groups: str) -> list[str]:
    return sorted({entry.name for group in groups for entry in entry_points(group=group)})


def _registered(name: str, *groups: str) -> EntryPoint | None:
    """What is registered under a name.

    Raises:
        ValueError: it is claimed more than once.
    """
    found = [entry for group in groups for entry in entry_points(group=group, name=name)]
    if len(found) > 1:
        claims = ", ".join(f"{entry.value} of {entry.dist.name if entry.dist else 'no package'}" for entry in found)
        raise ValueError(f"the name {name!r} is registered more than once: {claims}; uninstall all but one of these")
    return found[0] if found else None


def _maker(what: str, name: str, game: Game) -> Any:
    """What makes the agent of a name, if it is registered or is a class of a module or file; else None."""
    entry = _registered(name, *_groups(game))
    if entry is not None:
        return _imported(what, entry.load)
    match = _OBJECT.fullmatch(name)
    if match is None:
        return None
    module, attribute = match["module"], match["name"]
    if module.endswith(".py"):
        return _imported(what, lambda: _in_file(Path(module), attribute))
    return _imported(what, EntryPoint(name, name, AGENTS).load)


def _imported(what: str, load: Callable[[], Any]) -> Any:
    try:
        return load()
    except Exception as error:  # of code that others wrote
        raise ValueError(f"{what} cannot be imported: {type(error).__name__}: {error}") from error


def _in_file(file: Path, name: str) -> Any:
    """What a file calls by a name."""
    module = _module_of(file)
    if not hasattr(module, name):
        raise AttributeError(f"{file} has no {name!r}")
    return getattr(module, name)


def _module_of(file: Path) -> Any:
    """The module in a file, which is run only once."""
    path = file.resolve(strict=True)
    name = f"{path.stem}_{hashlib.sha256(str(path).encode()).hexdigest()[:8]}"
    if name not in sys.modules:
        spec = spec_from_file_location(name, path)
        assert spec is not None and spec.loader is not None  # as it ends with .py
        module = sys.modules[name] = module_from_spec(spec)
        try:
            spec.loader.exec_module(module)
        except BaseException:
            del sys.modules[name]
            raise
    return sys.modules[name]


def _allowed(game: Game) -> str:
    names = ", ".join(agent_names(game)) or "none, as no package is installed that has any"
    return (
        f"allowed are the registered names ({names}), the folder of a stored policy, a model's .zip, module:Class and "
        "file.py:Class, each with settings such as :key=value,key=value"
    )


# -- settings ----------------------------------------------------------------------------------------------------------


def _settings(what: str, text: str | None) -> dict[str, str]:
    """The settings of an agent's text by their keys."""
    settings: dict[str, str] = {}
    for part in text.split(",") if text else ():
        key, equals, value = part.partition("=")
        if not equals or key in settings:
            raise ValueError(f"{what}: settings are key=value with a comma between, each key once, not {text!r}")
        settings[key] = value
    return settings


def _arguments(make: Any, settings: dict[str, str], given: dict[str, Any]) -> dict[str, Any]:
    """The arguments of a constructor by settings, and those of others that are given if it has them.

    Raises:
        ValueError: a setting is unknown, missing or of the wrong type.
    """
    import pydantic  # takes a while, and most agents are named without settings

    # a class may choose another one for a game in __new__
    called = getattr(make, "__init__") if isinstance(make, type) else make  # noqa: B009  # unsound by the type, not here
    parameters = dict(inspect.signature(called, eval_str=bool(settings)).parameters)
    if isinstance(make, type):
        del parameters["self"]
    allowed = {name: one for name, one in parameters.items() if one.kind not in (one.VAR_POSITIONAL, one.VAR_KEYWORD)}
    arguments = {name: value for name, value in given.items() if allowed.pop(name, None)}
    for key, value in settings.items():
        if key not in allowed:
            raise ValueError(f"unknown setting {key!r}; allowed are {', '.join(allowed) or 'none'}")
        annotation = allowed[key].annotation
        kind = str if annotation is inspect.Parameter.empty else annotation
        try:
            arguments[key] = pydantic.TypeAdapter(kind).validate_python(value)
        except pydantic.ValidationError as error:
            raise ValueError(f"setting {key}={value}: {error.errors()[0]['msg']}") from None
    missing = [name for name, one in allowed.items() if one.default is one.empty and name not in arguments]
    if missing:
        raise ValueError(f"missing settings {', '.join(missing)}; allowed are {', '.join(allowed)}")
    return arguments


def _reason(error: Exception) -> str:
    return str(error) if isinstance(error, ValueError) else f"{type(error).__name__}: {error}"
