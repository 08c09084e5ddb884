"""The options of games and trainings on the command line, made from their rows: :func:`game_command`."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import TYPE_CHECKING, Annotated, Any, ClassVar, Final, NamedTuple

import typer
from typer.core import TyperCommand

from . import DEFAULT_GAME

if TYPE_CHECKING:
    from scythe_env.core.game import Game
    from scythe_env.core.options import Option

    from .settings import GameSettings, Setting

PPO: Final = "ppo"
"""The method of a training without another."""

OPEN: Final = "-"
"""In place of an entry of a sequence: left open."""

_FLAGS: Final = {
    "players": ("--players", "-p"),
    "opponents": ("--opponent", "-o"),
    "decisions": ("--decisions", "-d"),
    "seed": ("--seed", "-s"),
}
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
        settings: the settings of a training that were given.
        method: what kind of training it is.
    """

    name: str
    kind: Any
    defaults: Mapping[str, Any]
    given: Mapping[str, Any]
    settings: Mapping[str, Any]
    method: str = PPO

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
    settings: ClassVar[Mapping[str, Any] | None]
    without: ClassVar[tuple[str, ...]]
    fixed: ClassVar[bool]
    defaults: ClassVar[Mapping[str, Any]]

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Find the game first, as it decides which options there are."""
        from scythe_env.core.registry import game_class

        name = DEFAULT_GAME if self.fixed or "game" in self.without else _named("--game", args, DEFAULT_GAME)
        method = PPO if self.settings is None or "method" in self.without else _named("--method", args, PPO)
        try:
            kind = game_class(name)
        except ValueError as error:
            raise typer.BadParameter(str(error), ctx, param_hint="--game") from None
        if self.settings is not None and method not in _methods():
            allowed = ", ".join(_methods())
            raise typer.BadParameter(f"{method!r} is unknown; allowed are {allowed}", ctx, param_hint="--method")
        names = [option.name for option in declared(kind)]
        lesson = self.lesson and (self.settings is None or _methods()[method].as_lesson)
        own = kind.lesson if lesson else self.defaults
        ctx.obj = Chosen(name, kind, {key: own[key] for key in own if key in names}, {}, {}, method)
        offers = [*_of_training(kind, self.settings, method), *([] if self.fixed else _of_game(ctx.obj))]
        ctx.meta[__name__] = _parameters([offer for offer in offers if offer.name not in self.without])
        return super().parse_args(ctx, args)

    def get_params(self, ctx: Any) -> list[Any]:
        """The parameters of the command and of the game."""
        return [*super().get_params(ctx), *ctx.meta.get(__name__, ())]

    def invoke(self, ctx: Any) -> Any:
        """Run the command with the game in ``ctx.obj``."""
        ctx.params.pop("game", None)

        def given(rows: Iterable[Option | Setting], read: Callable[[Any, Any], Any]) -> dict[str, Any]:
            values = {row: ctx.params.pop(row.name, None) for row in rows if row.name not in self.without}
            return {row.name: read(row, value) for row, value in values.items() if value not in (None, [], ())}

        settings = () if self.settings is None else _rows_of_training(ctx.obj.method)
        ctx.obj = replace(
            ctx.obj,
            given=given(declared(ctx.obj.kind), _value),
            settings=given(settings, lambda row, value: _numbers(value) if row.many and row.type is int else value),
        )
        return super().invoke(ctx)


def game_command(
    lesson: bool = False,
    settings: Mapping[str, Any] | None = None,
    without: tuple[str, ...] = (),
    fixed: bool = False,
    **defaults: Any,
) -> type[GameCommand]:
    """The class of a command with the options of a game.

    Args:
        lesson: whether the defaults are those of a first training (:attr:`.Game.lesson`).
        settings: if the command has the settings of a training too, their defaults that differ from those declared.
        without: options that the command has not, or has in a form of its own.
        fixed: whether the command decides by itself what is played, so that neither the game nor its options are given.
        defaults: otherwise, defaults that differ from those declared; those of options that a game lacks do not matter.
    """
    own = {"lesson": lesson, "settings": settings, "without": without, "fixed": fixed, "defaults": defaults}
    return type("OwnCommand", (GameCommand,), own)


class _Offer(NamedTuple):
    """An option of a command; one that is not given becomes None."""

    name: str
    type: Any
    help: str
    panel: str


def _of_game(chosen: Chosen) -> Iterator[_Offer]:
    """The options of a game."""
    panel = f"Options of {chosen.name}"
    yield _Offer("game", str, f"Registered name of the game. Default: {DEFAULT_GAME}.", panel)
    for option in declared(chosen.kind):
        default = chosen.defaults.get(option.name, option.default)
        text = f"{option.help[:1].upper()}{option.help[1:]}."
        text += f" From {option.least} to {option.most}." if option.most else ""
        text += f" Allowed: {', '.join(option.names)}." if option.names else ""
        if option.type not in _SIMPLE:
            text += " With commas between" + (f", {OPEN} where it is left open." if option.names else ".")
        if default is not None:
            text += f" Default: {('no', 'yes')[default] if option.type is bool else default}."
        yield _Offer(option.name, option.type if option.type in _SIMPLE else str, text, panel)


def _named(option: str, args: list[str], default: str) -> str:
    """What an option is on a command line that is yet to be parsed."""
    named = [b for a, b in pairwise(args) if a == option]
    named += [arg.removeprefix(f"{option}=") for arg in args if arg.startswith(f"{option}=")]
    return named[-1] if named else default


def _methods() -> Mapping[str, type[GameSettings]]:
    from .settings import METHODS

    return METHODS


def _rows_of_training(method: str) -> tuple[Setting, ...]:
    from .settings import rows

    return rows(_methods()[method])


def _of_training(kind: Any, defaults: Mapping[str, Any] | None, method: str) -> Iterator[_Offer]:
    """The settings of a training by a method for a game, or none."""
    if defaults is None:
        return
    for row in _rows_of_training(method):
        if row.name == "reward":
            row = row._replace(names=kind.reward_names, default=kind.reward_names[-1])
        default = defaults.get(row.name, row.default)
        texts = row.many and row.type is str
        sentences = (
            row.help,
            row.allowed,
            "may be given several times" if texts else "with commas between" if row.many else "",
            f"default: {','.join(map(str, default)) if row.many else 'none' if default == '' else default}",
        )
        text = " ".join(f"{sentence[:1].upper()}{sentence[1:]}." for sentence in sentences if sentence)
        form = list[str] if texts else str if row.many else row.type
        yield _Offer(row.name, form, text, "Settings of the training")


def _parameters(offers: Iterable[_Offer]) -> list[Any]:
    """The parameters of options, made by Typer from a signature."""

    def options() -> None: ...

    options.__signature__ = inspect.Signature(  # type: ignore[attr-defined]
        [
            inspect.Parameter(
                offer.name,
                inspect.Parameter.KEYWORD_ONLY,
                default=None,
                annotation=Annotated[
                    offer.type | None,
                    typer.Option(*_FLAGS.get(offer.name, ()), help=offer.help, rich_help_panel=offer.panel),
                ],
            )
            for offer in offers
        ]
    )
    app = typer.Typer(add_completion=False)
    app.command()(options)
    return list(typer.main.get_command(app).params)


def spelled(game: Game, **defaults: Any) -> str:
    """The game as a command line says it, with what differs from the defaults.

    Args:
        game: the game.
        defaults: those of the command that differ from those declared.
    """
    from scythe_env.core.registry import registered_name

    name = registered_name(game)
    words = [] if name == DEFAULT_GAME else [f"--game {name}"]
    for option in declared(game):
        value, word = getattr(game.config, option.name), option.name.replace("_", "-")
        is_default = value == defaults.get(option.name, option.default)
        if is_default or (option.within and not getattr(game.config, option.within)):
            continue
        if option.type is bool:
            words.append(f"--{'' if value else 'no-'}{word}")
        else:
            shown = value if option.type in _SIMPLE else ",".join(OPEN if one is None else str(one) for one in value)
            words.append(f"--{word} {shown}")
    return " ".join(words)


def _value(row: Option, value: Any) -> Any:
    """What was given for an option of a game."""
    if row.type in _SIMPLE:
        return value
    if row.names:
        return _entries(value)
    numbers = _numbers(value)
    return numbers if len(numbers) > 1 else numbers[0]  # the configuration says what one number stands for


def _entries(text: str) -> list[str | None]:
    return [None if entry == OPEN else entry for entry in text.split(",")]


def _numbers(text: str) -> list[int | str]:
    """Numbers with commas between; what is none is refused with the option or setting."""
    return [int(entry) if entry.strip().isdecimal() else entry for entry in text.split(",")]
