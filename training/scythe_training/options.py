"""The options of a game on the command line, made from the dataclass that declares them: :func:`game_command`."""

from __future__ import annotations

import inspect
from collections.abc import Mapping
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import TYPE_CHECKING, Annotated, Any, ClassVar, Final

import typer
from typer.core import TyperCommand

from . import DEFAULT_GAME

if TYPE_CHECKING:
    from scythe_env.core.game import Game
    from scythe_env.core.options import Option

OPEN: Final = "-"
"""In place of an entry of a sequence: left open."""

_SHORT: Final = {"players": ("--players", "-p")}
_SIMPLE: Final = (bool, int, float, str)


def declared(kind: Any) -> tuple[Option, ...]:
    """The options of a game, as its ``config_type`` declares them."""
    from scythe_env.core.options import options

    return options(kind.config_type)


@dataclass(frozen=True)
class Chosen:
    """What a command line says about the game.

    Attributes:
        name: registered name of the game.
        kind: the game.
        defaults: defaults of the command that differ from those declared.
        given: the options that were given.
    """

    name: str
    kind: Any
    defaults: Mapping[str, Any]
    given: Mapping[str, Any]

    def config(self) -> Any:
        """The options of the game.

        Raises:
            ValueError: they are impossible.
        """
        return self.kind.config_type(**{**self.defaults, **self.given})

    def make(self) -> Any:
        """The game; raises what :meth:`config` does."""
        return self.kind(self.config())


class GameCommand(TyperCommand):
    """A command with ``--game`` and the options of the game; ``ctx.obj`` is what was :class:`Chosen`."""

    lesson: ClassVar[bool]
    defaults: ClassVar[Mapping[str, Any]]

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Find the game first, as it decides which options there are."""
        from scythe_env.core.registry import game_class

        named = [b for a, b in pairwise(args) if a == "--game"]
        named += [arg.removeprefix("--game=") for arg in args if arg.startswith("--game=")]
        name = named[-1] if named else DEFAULT_GAME
        try:
            kind = game_class(name)
        except ValueError as error:
            raise typer.BadParameter(str(error), ctx, param_hint="--game") from None
        names = [option.name for option in declared(kind)]
        own = kind.lesson if self.lesson else self.defaults
        ctx.obj = Chosen(name, kind, {key: own[key] for key in own if key in names}, {})
        ctx.meta[__name__] = _parameters(ctx.obj)
        return super().parse_args(ctx, args)

    def get_params(self, ctx: Any) -> list[Any]:
        """The parameters of the command and of the game."""
        return [*super().get_params(ctx), *ctx.meta.get(__name__, ())]

    def invoke(self, ctx: Any) -> Any:
        """Run the command with the game in ``ctx.obj``."""
        del ctx.params["game"]
        values = {option: ctx.params.pop(option.name) for option in declared(ctx.obj.kind)}
        given = {
            option.name: value if option.type in _SIMPLE else _entries(value)
            for option, value in values.items()
            if value is not None
        }
        ctx.obj = replace(ctx.obj, given=given)
        return super().invoke(ctx)


def game_command(lesson: bool = False, **defaults: Any) -> type[GameCommand]:
    """The class of a command with the options of a game.

    Args:
        lesson: whether the defaults are those of a first training (:attr:`.Game.lesson`).
        defaults: otherwise, defaults that differ from those declared; those of options that a game lacks do not matter.
    """
    return type("OwnCommand", (GameCommand,), {"lesson": lesson, "defaults": defaults})


def _parameters(chosen: Chosen) -> list[Any]:
    """The parameters of a game, made by Typer from a signature; those that are not given become None."""

    def options() -> None: ...

    panel = f"Options of {chosen.name}"
    named = typer.Option("--game", help="Registered name of the game.", rich_help_panel=panel)
    parameters = [_parameter("game", Annotated[str, named], DEFAULT_GAME)]
    for option in declared(chosen.kind):
        default = chosen.defaults.get(option.name, option.default)
        text = f"{option.help[:1].upper()}{option.help[1:]}."
        text += f" From 1 to {option.most}." if option.most else ""
        text += f" Allowed: {', '.join(option.names)}." if option.names else ""
        if option.type not in _SIMPLE:
            text += f" With commas between, {OPEN} where it is left open."
        if default is not None:
            text += f" Default: {('no', 'yes')[default] if option.type is bool else default}."
        info = typer.Option(*_SHORT.get(option.name, ()), help=text, rich_help_panel=panel)
        kind = option.type if option.type in _SIMPLE else str
        parameters.append(_parameter(option.name, Annotated[kind | None, info], None))
    options.__signature__ = inspect.Signature(parameters)  # type: ignore[attr-defined]
    app = typer.Typer(add_completion=False)
    app.command()(options)
    return list(typer.main.get_command(app).params)


def _parameter(name: str, annotation: Any, default: Any) -> inspect.Parameter:
    return inspect.Parameter(name, inspect.Parameter.KEYWORD_ONLY, default=default, annotation=annotation)


def spelled(game: Game) -> str:
    """The game as a command line says it, with what differs from the defaults that are declared."""
    from scythe_env.core.registry import registered_name

    name = registered_name(game)
    words = [] if name == DEFAULT_GAME else [f"--game {name}"]
    for option in declared(game):
        value, word = getattr(game.config, option.name), option.name.replace("_", "-")
        if value == option.default:
            continue
        if option.type is bool:
            words.append(f"--{'' if value else 'no-'}{word}")
        else:
            shown = value if option.type in _SIMPLE else ",".join(OPEN if one is None else one for one in value)
            words.append(f"--{word} {shown}")
    return " ".join(words)


def _entries(text: str) -> list[str | None]:
    return [None if entry == OPEN else entry for entry in text.split(",")]
