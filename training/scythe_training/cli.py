"""The command ``scythe``. What a command needs is imported when it runs, so that help is fast and torch is optional."""

from __future__ import annotations

import contextlib
import json
import os
import re
import shlex
import sys
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Final, NoReturn

import typer
from rich.console import Console
from typer.core import TyperGroup

from . import DEFAULT_GAME
from .options import PPO, game_command
from .signals import Interrupted, first_signal, interrupt
from .tables import progress_bar, tell_failures

if TYPE_CHECKING:
    from scythe_env.core.agent import Agent
    from scythe_env.core.game import Game
    from scythe_env.core.recording import Decisions

    from .benchmark import Benchmark
    from .conduct import Conduct


_EXTRAS: Final = {
    "ray": "ray",
    "minari": "minari",
    "pyarrow": "parquet",
    "starlette": "web",
    "uvicorn": "web",
    "imageio_ffmpeg": "video",
}
"""Which extra installs a package, if it is another than ``train``."""

_OF_FILES: Final = ("policy", "sb3")
"""Registered agents that play what is in a file, which their text must name."""

_THREADS: Final = min(2, os.cpu_count() or 1)
"""Threads of torch: a small network does not gain from more than two."""


class Commands(TyperGroup):
    """The commands: faults of files and memory end them with one line, and so do SIGINT and SIGTERM."""

    def invoke(self, ctx: Any) -> Any:
        """Run a command."""
        try:
            with first_signal(interrupt):
                result = super().invoke(ctx)
                sys.stdout.flush()
                return result
        except BrokenPipeError:  # nobody reads any more, which is not worth a line
            raise
        except OSError as error:
            if error.filename is None:
                _drop_output()
            name = error.filename or "standard output"  # as files are named where they are written
            _fail(f"{os.fsdecode(name)}: {error.strerror}" if error.strerror else str(error))
        except MemoryError as error:
            _fail(f"not enough memory: {error}")
        except Interrupted as stopped:
            _stop(stopped, str(stopped))


app = typer.Typer(
    cls=Commands,
    no_args_is_help=True,
    add_completion=False,
    rich_markup_mode="markdown",
    pretty_exceptions_show_locals=False,
    context_settings={"help_option_names": ["-h", "--help"]},
    help="""
Play the board game Scythe, and train agents that play it.

Start with **scythe demo**: it shows a game, trains an agent for a few minutes and compares it with the baselines.

An agent is **random** (any legal action), **heuristic** (a script with a sensible plan) or another that a package has
registered, the folder of a trained policy, such as **runs/first/policy**, or a class of your own: **module:Class**,
**file.py:Class**. Settings follow it, separated by commas: **runs/first/policy:greedy=false**. Each command explains
more: **scythe train --help**.
""",
)

Seed = Annotated[int, typer.Option("--seed", "-s", min=0, max=2**32 - 1, help="Equal seeds give equal results.")]
SeedOfNew = Annotated[
    int | None, typer.Option("--seed", "-s", min=0, max=2**32 - 1, help="Of what begins in the folder. Default: 0.")
]
JsonOutput = Annotated[bool, typer.Option("--json", help="Print JSON instead of tables.")]
AgentNames = Annotated[
    list[str] | None,
    typer.Argument(help="random, heuristic, a policy's folder, module:Class or file.py:Class; see 'scythe --help'."),
]
GameName = Annotated[str, typer.Option(help="Registered name of the game.")]
Full = Annotated[bool, typer.Option("--full", help="Show hands and secret choices too.")]
OnRay = Annotated[
    str | None,
    typer.Option(
        metavar="ADDRESS",
        help="Distribute the games over the Ray cluster at HOST:PORT; auto: the one that runs on this machine; "
        "local: one that is started for it.",
    ),
]
Trust = Annotated[
    bool,
    typer.Option("--trust", help="Load models of Stable-Baselines3 (.zip), which can run code when they are loaded."),
]


def _on_failure(*others: str) -> Any:
    """The option that says what follows if an agent fails, of a command where not only all may end."""
    told = {"lost": "lost, the game for it", "left-out": "left-out, the game from the result"}
    return typer.Option(
        "--failures",
        help=f"What follows if an agent raises, plays illegally or takes too long: "
        f"{'; '.join(('stop', *(told[name] for name in others)))}. But for stop, one that cannot be loaded fails in "
        "each game.",
    )


OnFailure = Annotated[str, _on_failure("lost", "left-out")]
OnFailureLost = Annotated[str, _on_failure("lost")]
OnFailureLeftOut = Annotated[str, _on_failure("left-out")]
TimeLimit = Annotated[
    float | None, typer.Option(min=0, metavar="SECONDS", help="How long an agent may take for a decision.")
]


def _no_agent(ctx: typer.Context, place: Path) -> Path:
    """Refuse a new folder or file with the name of a registered agent: the first argument was forgotten."""
    from scythe_env.core.registry import agent_names

    if not place.exists() and str(place) in agent_names(ctx.obj.kind):
        raise typer.BadParameter(f"{place} is an agent; what is to be written comes first, such as runs/{place}")
    return place


RunFolder = Annotated[
    Path, typer.Argument(help="Folder of the run: policy, checkpoints, TensorBoard logs.", callback=_no_agent)
]


def _console() -> Console:
    return Console(highlight=False, markup=False)  # names may have square brackets


def _fail(message: str) -> NoReturn:
    """End with exit code 2 and a short message."""
    from rich.text import Text

    Console(stderr=True, highlight=False).print(Text.assemble(("error:", "bold red"), f" {message}"), soft_wrap=True)
    raise typer.Exit(2)


def _drop_output() -> None:
    """Send what standard output still holds nowhere, as the interpreter would fail to write it again at its end."""
    with contextlib.suppress(OSError):  # a test's output is no file
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, sys.stdout.fileno())
        os.close(nowhere)


def _stop(stopped: Interrupted, message: str) -> NoReturn:
    """End as a signal asks, with a short message."""
    Console(stderr=True, highlight=False, markup=False).print(message, soft_wrap=True)
    raise typer.Exit(128 + stopped.signal) from None


@contextlib.contextmanager
def _checked() -> Iterator[None]:
    """Turn errors in the user's input into a message; only around code that checks input."""
    try:
        yield
    except ModuleNotFoundError as error:
        package = (error.name or "").partition(".")[0]
        extra = _EXTRAS.get(package, "train")
        _fail(
            f"this needs the package {package}, which the extra {extra!r} installs: "
            f"python -m pip install 'scythe-env[{extra}]'"
        )
    except ValueError as error:
        _fail(str(error))


def _game(ctx: typer.Context) -> Game:
    """The game that the command line describes."""
    with _checked():
        return ctx.obj.make()  # type: ignore[no-any-return]


def _agents(names: list[str], game: Game, conduct: Conduct | None = None) -> dict[str, Agent]:
    from .conduct import CONDUCT

    with _checked():
        return {name: (conduct or CONDUCT).agent(name, game) for name in dict.fromkeys(names)}


def _conduct(
    failures: str = "stop", seconds: float | None = None, trusted: bool = False, without: str | None = None
) -> Conduct:
    """How games deal with agents, in a command where one of what may follow if one fails makes no sense."""
    from .conduct import FAILURES, Conduct

    with _checked():
        if failures == without:
            allowed = ", ".join(one for one in FAILURES if one != without)
            raise ValueError(f"failures {failures!r} makes no sense here; allowed are {allowed}")
        return Conduct(failures=failures, seconds=seconds, trusted=trusted)


# -- demo --------------------------------------------------------------------------------------------------------------


_DEMO: Final = {
    "decisions": 2_000_000, "evaluate_every": 50_000, "evaluation_deals": 10, "threads": _THREADS, "hidden": (64, 64),
    "games": 256, "steps": 32, "learning_rate": 1e-3, "gae_lambda": 0.97, "entropy": 0.03, "shaping": 1.0,
}  # fmt: skip
"""Settings of the demo's training that differ from those declared, see docs/strength.md."""


@app.command(cls=game_command(lesson=True, settings=_DEMO))
def demo(
    ctx: typer.Context,
    minutes: Annotated[float, typer.Option(min=0.05, help="Limit of the training.")] = 8,
    folder: Annotated[
        Path | None, typer.Option(help="Folder of the run. Default: runs/demo, with a number appended if taken.")
    ] = None,
) -> None:
    """See everything in a few minutes: a game, a training, a comparison.

    The rules are compiled (once), heuristic agents play a game whose log is shown, an agent is trained with
    MaskablePPO from random weights for two players, and a table compares it with agents that come with the package.

    **Examples**

        scythe demo

        scythe demo --minutes 1 --folder runs/short
    """
    _prepare_torch()
    with _checked():
        from . import demo as steps
        from .settings import TrainingSettings
        from .training import check_new_run
    console = _console()
    with _checked():
        lesson = {"game": ctx.obj.name, "config": ctx.obj.config(), **steps.lesson(ctx.obj.name), **_DEMO}
        training = TrainingSettings(**{**lesson, **ctx.obj.settings})
        run = check_new_run(folder or _free_folder(Path("runs/demo")))
    console.rule("1. The rules are compiled, once", align="left")
    _compile(console)
    console.rule("2. A game of the best baseline", align="left")
    steps.show_game(training.make_game(), training.seed, console)
    console.rule("3. An agent is trained", align="left")
    with _trained(run):
        steps.train(run, training, minutes, console)
    steps.compare(run, training, console)


def _free_folder(folder: Path) -> Path:
    """The folder, or the first of folder-2, folder-3, ... that does not exist."""
    free, number = folder, 1
    while free.exists():
        number += 1
        free = folder.with_name(f"{folder.name}-{number}")
    return free


def _compile(console: Console) -> None:
    """Compile all entries with a progress bar; say so if they came from the cache."""
    from scythe_env.core.compiling import compile_all

    with progress_bar(console) as progress:
        task = progress.add_task("compiling", visible=False)
        compile_all(lambda done, total, name: progress.update(task, completed=done, total=total, visible=True))
        if not progress.tasks[0].visible:
            console.print("They were already compiled.")


@app.command(name="compile")
def compile_rules(
    game: GameName = DEFAULT_GAME,
) -> None:
    """Compile the rules of a game and its baselines into the cache, so that later starts take a second.

    Agents that search are compiled when they first play.

    The cache is in SCYTHE_ENV_CACHE_DIR, which may be a folder of a container's image.

    **Examples**

        scythe compile

        SCYTHE_ENV_CACHE_DIR=/opt/scythe scythe compile
    """
    from scythe_env.core.agent import RuleAgent
    from scythe_env.core.compiling import cache_folder
    from scythe_env.core.loops import calls, observer, payer, stepper
    from scythe_env.core.registry import game_class

    from .evaluation import baselines

    with _checked():
        rules = game_class(game)()
    console = _console()
    for loop in (stepper, observer, payer):
        loop(rules.layout, rules.rules)
    _compile(console)
    compiled = map(RuleAgent.of, _agents(baselines(rules), rules).values())
    calls(rules.layout, [agent for agent in compiled if agent is not None])
    console.print(f"compiled rules are in {cache_folder()}", soft_wrap=True)


# -- play --------------------------------------------------------------------------------------------------------------


@app.command(cls=game_command(players=2))
def play(
    ctx: typer.Context,
    names: AgentNames = None,
    seed: Seed = 0,
    full: Full = False,
    log_file: Annotated[Path | None, typer.Option("--log", help="Write the log to this file, not to stdout.")] = None,
    replay_file: Annotated[Path | None, typer.Option("--replay", help="Record the game, for 'scythe replay'.")] = None,
    trust: Trust = False,
    time_limit: TimeLimit = None,
) -> None:
    """Let agents play one game and print its log, or play against them.

    The agents take the seats in the order given; the last one takes those that are left. A seat of **human** is yours:
    you are shown the board and your choices, and answer by number.

    **Examples**

        scythe play

        scythe play heuristic random --players 5 --seed 7

        scythe play human expert --replay game.jsonl

        scythe play runs/first/policy heuristic --max-rounds 30 --log game.txt --replay game.jsonl

        scythe play my_agents.py:Cautious random --factions nordic,- --promo-encounters
    """
    from scythe_env.core.session import print_ansi

    from .evaluation import baselines
    from .files import naming
    from .games import fill_seats, play_logged, summary
    from .terminal import HUMAN, play_by_hand

    game = _game(ctx)
    with _checked():
        seats = fill_seats(names or baselines(game)[:1], len(game.agent_seats))
    conduct = _conduct(seconds=time_limit, trusted=trust)
    agents = _agents([name for name in seats if name != HUMAN], game, conduct)
    stopped: list[Interrupted] = []

    def ask(prompt: str) -> str:
        try:
            return input(prompt)
        except Interrupted as signalled:  # ends the game like "quit", so that it is kept
            stopped.append(signalled)
            raise EOFError from None

    with contextlib.ExitStack() as stack:
        out = sys.stdout
        if log_file:
            stack.enter_context(naming(log_file))
            out = stack.enter_context(log_file.open("w", encoding="utf-8"))
        with _checked():
            if HUMAN in seats:
                log = play_by_hand(game, seats, agents, seed, ask, print_ansi, conduct)
                log.viewer = "all" if full or not log.running else None
                if log_file or not log.running:
                    print("\n".join(log.lines(log.events if log_file else log.events[-1:])), file=out)
            else:
                line_up = [agents[name] for name in seats]
                for log, events in play_logged(game, line_up, seed, "all" if full else None, conduct):
                    for line in log.lines(events):
                        print(line, file=out)
    _console().print(summary(log, seats), soft_wrap=True)
    if replay_file:
        from scythe_env.core.replay import record, write_replay

        with naming(replay_file):
            write_replay(replay_file, record(log))
    if stopped:
        _stop(stopped[0], str(stopped[0]))


@app.command()
def replay(
    file: Annotated[Path, typer.Argument(help="A game recorded by 'scythe play --replay'.")],
    game: GameName = DEFAULT_GAME,
    decisions: Annotated[int | None, typer.Option(min=0, help="Stop after this many decisions.")] = None,
    full: Full = False,
    html: Annotated[Path | None, typer.Option(help="Write a page that shows the game, in one file.")] = None,
    image: Annotated[Path | None, typer.Option(help="Draw the last position, such as end.png or end.svg.")] = None,
    video: Annotated[Path | None, typer.Option(help="Write a video, .gif or .mp4 (extra video).")] = None,
) -> None:
    """Play a recorded game again, check it and print its log, or show it: a page for any browser, a picture, a video.

    A damaged, truncated or edited file is refused with the line that is wrong.

    **Examples**

        scythe replay game.jsonl

        scythe replay game.jsonl --decisions 40 --full

        scythe replay game.jsonl --html game.html --video game.mp4

        scythe replay game.jsonl --decisions 100 --image position.png
    """
    from scythe_env.core.registry import game_class
    from scythe_env.core.replay import game_of, play_again, read_replay
    from scythe_env.core.session import Session

    with _checked():
        kind = game_class(game)
        record = read_replay(file, kind.name, kind.version)
        session = Session(game_of(record, kind), log=True, viewer="all" if full else None)
        play_again(session, record, decisions)
    if html is None and image is None and video is None:
        print(session)
    if html is not None:
        from scythe_env.core.viewer import game_page

        _write(html, lambda file: file.write_text(game_page(session, session.viewer), encoding="utf-8"))
    if image is not None:
        _write(image, partial(_draw, session.game, session.states))
    if video is not None:
        from scythe_env.core.video import write_video
        from scythe_env.core.viewer.recorded import RecordedGame

        recorded = RecordedGame(session)
        states = (recorded.at(at).states for at in range(recorded.count + 1))
        _write(video, lambda file: write_video(file, (_pixels(session.game, one) for one in states)))


def _write(file: Path, write: Callable[[Path], Any]) -> None:
    """Write a file that a command was asked for, and say so."""
    from .files import naming

    with _checked(), naming(file):
        write(file)
    _console().print(str(file), soft_wrap=True)


def _pixels(game: Game, states: Any) -> Any:
    return game.render(states, 0, "rgb_array")


def _draw(game: Game, states: Any, file: Path) -> None:
    """Write how a game stands as text, SVG or an image, by the ending of the file.

    Raises:
        ValueError: the game does not have pictures, or images do not have such an ending.
    """
    if file.suffix == ".txt":
        file.write_text(str(game.render(states, 0, "ansi")), encoding="utf-8")
    elif file.suffix == ".svg":
        picture = game.picture(states, 0)
        if picture is None:
            raise ValueError(f"{game.name} cannot be drawn")
        file.write_text(picture.svg, encoding="utf-8")
    else:
        from PIL import Image

        Image.fromarray(_pixels(game, states)).save(file)


@app.command(cls=game_command())
def render(
    ctx: typer.Context,
    file: Annotated[
        Path, typer.Argument(help="The image to write, such as board.png or board.svg, or a text: board.txt.")
    ],
    names: AgentNames = None,
    seed: Seed = 0,
    rounds: Annotated[int, typer.Option(min=0, help="Rounds to play first.")] = 15,
    trust: Trust = False,
) -> None:
    """Draw a game that agents have played for some rounds.

    **Examples**

        scythe render board.png

        scythe render board.png heuristic random --players 3 --seed 7 --rounds 20
    """
    from .evaluation import baselines
    from .files import naming
    from .games import fill_seats, play_logged

    game = _game(ctx)
    with _checked():
        seats = fill_seats(names or baselines(game)[:1], len(game.agent_seats))
    agents = _agents(seats, game, _conduct(trusted=trust))
    with _checked():
        for log, _ in play_logged(game, [agents[name] for name in seats], seed):
            if game.rounds(log.states, 0) > rounds:
                break
    with _checked(), naming(file):
        _draw(game, log.states, file)
    _console().print(f"{file}: {len(log.decisions)} decisions were played", soft_wrap=True)


@app.command(cls=game_command(players=2))
def table(
    ctx: typer.Context,
    names: AgentNames = None,
    host: Annotated[
        str, typer.Option(help="Address to listen at; beyond this machine with --token only.")
    ] = "127.0.0.1",
    port: Annotated[int, typer.Option(min=0, max=65535, help="0: any that is free.")] = 8765,
    token: Annotated[str | None, typer.Option(help="What the address must bring, at least 16 characters.")] = None,
    folder: Annotated[Path | None, typer.Option(help="Where games are kept. Default: the user's state folder.")] = None,
    judge: Annotated[str, typer.Option(help="Agent at the table whose net tells chances.")] = "expert",
    browser: Annotated[bool, typer.Option(help="Open the page in a browser.")] = True,
    trust: Trust = False,
) -> None:
    """Sit down at a table in the browser: play, watch agents, look into recorded games and positions.

    People play against all installed agents, and those named here: only the command line can name agents that run code
    of yours. Games are kept and go on after a restart.

    **Examples**

        scythe table

        scythe table expert:seconds=1 runs/first/policy --players 3

        scythe table --host 0.0.0.0 --token "$(openssl rand -hex 16)" --no-browser
    """
    from platformdirs import user_state_path

    from scythe_env.core.registry import agent_names, parse_agent

    game = _game(ctx)
    with _checked():
        from .table.command import address_of, serve
        from .table.server import Table

        own = (*_OF_FILES, *(names or ()))
        found = [*(names or ()), *(name for name in agent_names(game) if name not in own)]
        for name in names or ():
            parse_agent(name, game, trusted=trust)
        if _is_given(ctx, "judge"):
            _check_judge(judge, found, game, trust)
        socket, url = address_of(host, port, token)
    kept = user_state_path("scythe-env") / "table" if folder is None else folder
    kept.mkdir(parents=True, exist_ok=True)
    _console().print(f"The table is at {url}\nCtrl-C ends it; games are kept in {kept}", soft_wrap=True)
    agents = {name: partial(parse_agent, name, trusted=trust) for name in found}
    serve(Table(game, agents, kept, judge if judge in agents else None), socket, url, token, browser)


def _check_judge(judge: str, agents: list[str], game: Game, trust: bool) -> None:
    """Refuse an agent that does not tell chances.

    Raises:
        ValueError: it is not at the table, or has no net.
    """
    from scythe_env.core.planning import PlanningAgent
    from scythe_env.core.registry import parse_agent

    if judge not in agents:
        raise ValueError(f"judge {judge!r} is not at this table; it has {', '.join(agents)}")
    agent = parse_agent(judge, game, trusted=trust)
    if not isinstance(agent, PlanningAgent) or not agent.has_net:
        raise ValueError(f"judge {judge!r} has no net that tells chances")


# -- evaluate ----------------------------------------------------------------------------------------------------------


@app.command(cls=game_command(players=2))
def evaluate(
    ctx: typer.Context,
    names: AgentNames = None,
    deals: Annotated[int, typer.Option("--deals", "-n", min=1, help="Each is played once for each seat.")] = 100,
    seed: Seed = 0,
    ray: OnRay = None,
    trust: Trust = False,
    failures: OnFailure = "stop",
    time_limit: TimeLimit = None,
    as_json: JsonOutput = False,
) -> None:
    """Let agents play against each other: win rates with 95 % intervals, scores and ranks.

    Each deal is played as often as there are seats, with the agents one seat further each time, so that luck affects
    all equally. If there are fewer agents than seats, the last one takes the remaining seats; if there are more,
    every combination plays. The result is the same wherever the games are played.

    **Examples**

        scythe evaluate heuristic random --players 5

        scythe evaluate runs/first/policy heuristic random --max-rounds 30 --deals 500

        scythe evaluate heuristic random --json > result.json

        scythe evaluate heuristic random --deals 100000 --ray 10.0.0.1:6379

        scythe evaluate model.zip my_agents.py:Bold heuristic --trust --failures lost --time-limit 10
    """
    from .evaluation import baselines, num_games
    from .evaluation import evaluate as run
    from .tables import evaluation_tables

    game = _game(ctx)
    conduct = _conduct(failures, time_limit, trust)
    agents = _agents(names or baselines(game), game, conduct)
    with contextlib.ExitStack() as stack:
        if ray is not None:
            with _checked():
                from .distributed import cluster
                from .distributed import evaluate as run

                stack.enter_context(cluster(ray))
        stack.enter_context(_checked())
        total = num_games(len(agents), len(game.agent_seats), deals)
        advance, stopped = stack.enter_context(_playing(total))
        result = run(
            game, agents, deals=deals, seed=seed, conduct=conduct, advance=advance, stopped=lambda: bool(stopped)
        )
    tell_failures(result.failures)
    if result.games and as_json:
        print(json.dumps({**game.options(), **result.as_dict()}, indent=2))
    elif result.games:
        _console().print(*evaluation_tables(result))
    elif not stopped:
        _fail("an agent failed in every game: there is nothing to tell")
    if stopped:
        _stop(stopped[0], f"{stopped[0]}: {result.games:,} of {total:,} games were played")


@contextlib.contextmanager
def _playing(games: int) -> Iterator[tuple[Callable[[], None], list[Interrupted]]]:
    """Show the progress of games on standard error, which leaves standard output to the result.

    Yields:
        What is called after each game, and a list that gets the signal at which no more are to be played.
    """
    stopped: list[Interrupted] = []
    with (
        progress_bar(Console(stderr=True, markup=False)) as progress,
        first_signal(lambda number: stopped.append(Interrupted(number))),
    ):
        task = progress.add_task("playing", total=games)
        yield lambda: progress.advance(task), stopped


def _sharing(ray: str | None, stack: contextlib.ExitStack) -> Any:
    """What plays games on a Ray cluster, to which it connects until the stack is left; None without an address."""
    if ray is None:
        return None
    from .distributed import cluster, share_out

    stack.enter_context(cluster(ray))
    return share_out


# -- ladder ------------------------------------------------------------------------------------------------------------


@app.command(cls=game_command(players=2))
def ladder(
    ctx: typer.Context,
    folder: Annotated[
        Path, typer.Argument(help="Folder of the ladder; it is made if it does not exist.", callback=_no_agent)
    ],
    names: AgentNames = None,
    deals: Annotated[
        int, typer.Option("--deals", "-n", min=1, help="Of each agent; each is played in every seat.")
    ] = 50,
    seed: SeedOfNew = None,
    ray: OnRay = None,
    trust: Trust = False,
    failures: OnFailure = "stop",
    time_limit: TimeLimit = None,
    as_json: JsonOutput = False,
) -> None:
    """Rate agents by games against each other; more agents may join, and more deals be played, later.

    Each agent plays the same deals, from every seat, against agents drawn from those that joined before it. Ratings are
    on the scale of Elo, with the heuristic at 1000. What is missing is played, so a ladder that was stopped goes on.

    **Examples**

        scythe ladder runs/two random heuristic tuned quick --deals 200

        scythe ladder runs/two runs/first/policy --deals 200

        scythe ladder runs/four heuristic tuned quick --players 4 --ray local
    """
    from .evaluation import baselines
    from .tables import ladder_table

    conduct = _conduct(failures, time_limit, trust)
    with contextlib.ExitStack() as stack:
        with _checked():
            from .files import alone
            from .ladder import LADDER_FILE, Ladder

            if (folder / LADDER_FILE).exists():
                stack.enter_context(alone(folder))
                fixed = [*ctx.obj.given, *([] if seed is None else ["seed"])]
                if fixed or ctx.obj.name != DEFAULT_GAME:
                    _fail(f"the ladder in {folder} has its game, options and seed: give agents, --deals and --ray only")
                table = Ladder.open(folder, conduct)
            else:
                table = Ladder.start(folder, _game(ctx), seed or 0, conduct)
                stack.enter_context(alone(folder))
            table.join(names or ([] if table.agents else list(reversed(baselines(table.game)))))
            total = len(table.missing(deals))
            spread = _sharing(ray, stack)
        stack.enter_context(_checked())
        advance, stopped = stack.enter_context(_playing(total))
        table.play(deals, advance, lambda: bool(stopped), spread)
    tell_failures(table.failures)
    if as_json:
        print(json.dumps(table.as_dict(), indent=2))
    else:
        _console().print(ladder_table(table))
    if stopped:
        _stop(stopped[0], f"{stopped[0]}: {len(table.missing(deals)):,} of {total:,} deals are left")


# -- benchmark ---------------------------------------------------------------------------------------------------------


_OF_TASK: Final = {"threads": _THREADS, "decisions": "the task's budget", "opponents": ("the task's opponent",)}
"""Settings of a benchmark's training that differ from those declared, as help shows them."""


@app.command(cls=game_command(settings=_OF_TASK, without=("seed", "method"), fixed=True))
def benchmark(
    ctx: typer.Context,
    task: Annotated[str, typer.Argument(help="Name of the task, such as two-heuristic-v1; an unknown one lists them.")],
    names: Annotated[
        list[str] | None,
        typer.Argument(help="Agents that have learned elsewhere, one for each training seed, 3 to 10."),
    ] = None,
    folder: Annotated[
        Path | None, typer.Option(help="Folder of what is trained and found. Default: runs/benchmark/TASK/METHOD.")
    ] = None,
    method: Annotated[
        str | None, typer.Option(help="Name of the method, as tables show it. Default without agents: ppo.")
    ] = None,
    seeds: Annotated[
        int | None, typer.Option(min=3, max=10, help="Training seeds, without agents. Default: 3.")
    ] = None,
    trust: Trust = False,
    failures: OnFailureLost = "stop",
    time_limit: TimeLimit = None,
    as_json: JsonOutput = False,
) -> None:
    """Compare a method of learning with others on a task: the same games, opponents, budget and test for all.

    Without agents, MaskablePPO learns the task with the settings given, once for each training seed. Agents that other
    methods have made are given with the method's name and with the decisions that each has learned from. Then each
    plays the deals of the test. Stopped and started again, it goes on.

    The result is a file, result.json, which can be added to docs/results/benchmark; docs/benchmark.md has the tasks,
    their rules and all results.

    **Examples**

        scythe benchmark two-heuristic-v1 --folder runs/bench

        scythe benchmark two-heuristic-v1 --folder runs/wide --method "ppo, wide" --hidden 256,256 --seeds 5

        scythe benchmark two-tuned-v1 a/policy b/policy "agents.py:Mine:file=c.pt" --method Mine --decisions 900000

        scythe benchmark two-heuristic-v1 a.zip b.zip c.zip --method SB3 --decisions 1000000 --trust --failures lost

        scythe benchmark four-heuristic-v1 --folder runs/four
    """
    _prepare_torch()
    conduct = _conduct(failures, time_limit, trust, without="left-out")
    with _checked():
        from .benchmark import RESULT_FILE, Benchmark, Entry, task_of
        from .files import alone
        from .tables import benchmark_table

        chosen = task_of(task)
        given = dict(ctx.obj.settings)
        if names and (method is None or seeds is not None or set(given) != {"decisions"}):
            _fail("agents are given with --method and --decisions, and with no setting of a training")
        method = method or PPO
        place = folder or Path("runs/benchmark") / task / re.sub(r"\W+", "-", method).strip("-").lower()
        if names:
            entry = Entry(task=task, method=method, decisions=given["decisions"], agents=tuple(names))
        else:
            entry = Entry.trained(chosen, method, seeds or 3, place, **{"threads": _THREADS, **given})
        run = Benchmark(entry, place, conduct)
    with contextlib.ExitStack() as stack:
        with _checked():
            stack.enter_context(alone(place))
        for seed in run.missing():
            _learn_task(run, seed)
        tell_failures(run.failures)
        with _checked():
            result = run.result()
    if as_json:
        print((place / RESULT_FILE).read_text(encoding="utf-8"))
    else:
        _console().print(benchmark_table(result))
        _console().print(f"written: {place / RESULT_FILE}", soft_wrap=True)


def _learn_task(run: Benchmark, seed: int) -> None:
    """Train the agent of a seed, if it is trained here, and test it."""
    again = "the same command goes on"
    try:
        with _checked():
            run.train(seed, Console(stderr=True, highlight=False, markup=False))
            with _playing(run.task.games) as (advance, stopped):
                run.test(seed, advance, lambda: bool(stopped))
    except Interrupted as signalled:
        _stop(signalled, f"{signalled} while seed {seed} was trained; {again}")
    if stopped:
        _stop(stopped[0], f"{stopped[0]} while seed {seed} was tested; {again}")


# -- study -------------------------------------------------------------------------------------------------------------


@app.command(cls=game_command(without=("players", "play_forced")))
def study(
    ctx: typer.Context,
    folder: Annotated[
        Path, typer.Argument(help="Folder for the CSV files and the plots, or the JSON file.", callback=_no_agent)
    ],
    names: AgentNames = None,
    players: Annotated[
        list[int] | None,
        typer.Option(
            "--players", "-p", help="Seats at the table; may be given several times. Default: 2 to 7, or 1 to 4."
        ),
    ] = None,
    games: Annotated[
        int, typer.Option("--games", "-n", min=2, max=100_000, help="For each agent at each number of seats.")
    ] = 100,
    seed: SeedOfNew = None,
    ray: OnRay = None,
    trust: Trust = False,
    failures: OnFailureLeftOut = "stop",
    time_limit: TimeLimit = None,
    as_json: JsonOutput = False,
) -> None:
    """Study how games go: rounds, scores and their parts, stars, combats, who wins; with 95 % intervals.

    Each agent plays against copies of itself. Means and win rates are shown and written as CSV files and plots, and so
    is what models say that tell factions, mats and places in the order of play apart: chances and fair bids. What is
    missing in the folder is played, so a study that was stopped goes on, and more agents and games may join later.

    **imperial-settlers** has a study of its own: scores and wins by faction and place in the order of play, and how
    often those win who built a card. Its games are not kept: the folder gets the figures as imperial_settlers.json.

    **Examples**

        scythe study results

        scythe study results heuristic --players 5 --games 1000

        scythe study results heuristic --game imperial-settlers --games 1000

        scythe study results quick expert:candidates=12 --players 4 --games 300 --ray local

        scythe study results my_agents.py:Bold --failures left-out --time-limit 5
    """
    conduct = _conduct(failures, time_limit, trust, without="lost")
    if ctx.obj.name != DEFAULT_GAME:
        chosen, sizes = names or ["random", "heuristic"], players or [1, 2, 3, 4]
        _study_settlers(ctx, folder, chosen, sizes, games, seed or 0, ray, conduct, as_json)
        return
    with contextlib.ExitStack() as stack:
        with _checked():
            from .files import alone
            from .study import STUDY_FILE, Study
            from .study_report import Report

            if known := (folder / STUDY_FILE).exists():
                stack.enter_context(alone(folder))
                result = Study.open(folder, conduct)
                if other := result.differs(ctx.obj.given, seed):
                    _fail(f"the study in {folder} was begun with another {', '.join(other)}")
            else:
                result = Study.start(folder, ctx.obj.given, seed or 0, conduct)
            chosen = names or result.agents or ["random", "heuristic"]
            sizes = players or result.players or list(range(2, 8))
            total = len(result.missing(chosen, sizes, games))
            if not known:
                stack.enter_context(alone(folder))
            spread = _sharing(ray, stack)
        stack.enter_context(_checked())
        advance, stopped = stack.enter_context(_playing(total))
        result.play(chosen, sizes, games, advance, lambda: bool(stopped), spread)
    tell_failures(result.failures)
    if result.agents:
        report = Report.of(result)
        files = report.save()
        if as_json:
            print(json.dumps(report.as_dict(), indent=2))
        else:
            _console().print(*report.tables())
            _console().print(f"written: {', '.join(map(str, files))}", soft_wrap=True)
    if stopped:
        left = len(result.missing(chosen, sizes, games))
        _stop(stopped[0], f"{stopped[0]}: {left:,} of {total:,} games are left; the same command goes on")


def _study_settlers(
    ctx: typer.Context,
    folder: Path,
    agents: list[str],
    players: list[int],
    games: int,
    seed: int,
    ray: str | None,
    conduct: Conduct,
    as_json: bool,
) -> None:
    """Study games of Imperial Settlers."""
    from . import settlers_study
    from .files import write_file

    if ctx.obj.name != "imperial-settlers":
        _fail(f"there are studies of {DEFAULT_GAME} and imperial-settlers, not of {ctx.obj.name}")
    if ray is not None:
        _fail("the study of imperial-settlers is not distributed: leave out --ray")
    with _checked():
        settlers_study.check(ctx.obj.given, agents, players, games, seed, conduct)
        folder.mkdir(parents=True, exist_ok=True)
        total = len(dict.fromkeys(agents)) * len(dict.fromkeys(players)) * games
        with _playing(total) as (advance, stopped):
            found = settlers_study.study(
                ctx.obj.given, agents, players, games, seed, advance, lambda: bool(stopped), conduct
            )
    tell_failures(found.get("failures", []))
    if stopped and not found["agents"]:
        _stop(stopped[0], f"{stopped[0]}: too few games were played for figures")
    file = folder / settlers_study.STUDY_FILE
    write_file(file, (json.dumps(found, indent=1) + "\n").encode())
    if as_json:
        print(json.dumps(found, indent=2))
    else:
        _console().print(*settlers_study.tables(found))
        _console().print(f"written: {file}", soft_wrap=True)
    if stopped:
        _stop(stopped[0], f"{stopped[0]}: the figures are of the games played until then")


# -- bench -------------------------------------------------------------------------------------------------------------


@app.command(cls=game_command())
def bench(
    ctx: typer.Context,
    seconds: Annotated[
        float, typer.Option(min=0.01, max=3600, help="Duration of each repetition; there are five.")
    ] = 1.0,
    compiling: Annotated[bool, typer.Option(help="Measure the first compile too: most of a minute.")] = True,
    peers: Annotated[bool, typer.Option("--peers", help="Also measure games of other installed packages.")] = False,
    gpu: Annotated[bool, typer.Option("--gpu", help="Measure games on the GPU instead.")] = False,
    as_json: JsonOutput = False,
) -> None:
    """Measure how fast the environment is on this machine.

    All loops except the training run on one thread unless stated otherwise. Figures scatter by about ten percent, more
    on a busy machine.

    **Examples**

        scythe bench

        scythe bench --no-compiling --seconds 0.2

        scythe bench --players 0 --automas 2

        scythe bench --peers

        scythe bench --gpu

        scythe bench --json > bench.json
    """
    _prepare_torch()
    game = _game(ctx)
    if (peers or gpu) and ctx.obj.name != DEFAULT_GAME:
        _fail(f"--peers and --gpu measure {DEFAULT_GAME}, not {ctx.obj.name}")
    if gpu and ctx.obj.given:
        _fail(f"--gpu measures games with options of its own: leave out {', '.join(ctx.obj.given)}")
    from .bench import Figure, as_dict, measure, ratios
    from .origin import machine
    from .tables import number

    measured = measure(game, seconds, compiling, _THREADS)
    if gpu:
        from . import gpu_bench

        try:
            device = gpu_bench.device()
        except (ImportError, RuntimeError) as error:
            _fail(str(error))
        measured = gpu_bench.measure(seconds)
    figures: list[Figure] = []
    console = _console()
    if not as_json:
        about = machine()
        console.print(f"{about['processor']}, {about['cores']} cores, {about['system']}")
        console.print(", ".join(f"{name} {text}" for name, text in about["versions"].items()) + "\n")
        if gpu:
            console.print(device)
    for figure in measured:
        figures.append(figure)
        if not as_json:
            console.print(f"{number(figure.value):>11} {figure.unit:<12} {figure.meaning}", soft_wrap=True)
    if not as_json:
        console.print()
        for text, factor in ratios({figure.key: figure.value for figure in figures}):
            console.print(f"{text} {factor:.1f}")
    beside = []
    if peers:
        from .peers import LOOPS, table
        from .peers import as_dict as peers_as_dict
        from .peers import measure as measure_peers

        beside = list(measure_peers(seconds, LOOPS))
        if not as_json:
            console.print(table(beside))
    if as_json:
        print(json.dumps(as_dict(figures) | ({"peers": peers_as_dict(beside)} if peers else {}), indent=2))


# -- info --------------------------------------------------------------------------------------------------------------


@app.command(cls=game_command())
def info(
    ctx: typer.Context,
    actions: Annotated[bool, typer.Option("--actions", help="List every action with its text.")] = False,
    as_json: JsonOutput = False,
) -> None:
    """Show the spaces, the blocks of the observation and the catalogue of actions.

    **Examples**

        scythe info --players 2

        scythe info --actions

        scythe info --json | python -m json.tool
    """
    from .describe import action_table, as_dict, observation_table, spaces_text

    game = _game(ctx)
    if as_json:
        print(json.dumps(as_dict(game), indent=2))
        return
    console = _console()
    console.print(spaces_text(game))
    if not actions:
        console.print(observation_table(game))
    console.print(action_table(game, actions))


# -- agents ------------------------------------------------------------------------------------------------------------


@app.command()
def agents(
    game: Annotated[str | None, typer.Option(help="Registered name of a game. Default: all games.")] = None,
    ladder: Annotated[
        list[Path] | None,
        typer.Option(help="Folder of a ladder, or its JSON, for ratings and costs. Default: those of the package."),
    ] = None,
    measure: Annotated[bool, typer.Option("--measure", help="Measure a turn of each agent at a table of two.")] = False,
    as_json: JsonOutput = False,
) -> None:
    """List the agents that are installed, by the games that they play: what they are, whose they are.

    Ratings, and the milliseconds of a turn where the games of a ladder were played, come with the package or are those
    of ladders of your own; turns can be measured on this machine, too.

    **Examples**

        scythe agents

        scythe agents --game imperial-settlers --measure

        scythe agents --ladder runs/two --ladder runs/four
    """
    from scythe_env.core.registry import game_class, game_names

    with _checked():
        from .agents import installed, ladder_ratings, rated, shipped_ratings
        from .tables import agents_tables

        found = [
            agent
            for name in ([game] if game else game_names())
            for agent in installed(name, game_class(name), measure, _OF_FILES)
        ]
        for one in map(ladder_ratings, ladder) if ladder else shipped_ratings():
            found = rated(found, one)
    if as_json:
        print(json.dumps([agent.as_dict() for agent in found], indent=2))
    else:
        _console().print(*agents_tables(found))


# -- rules -------------------------------------------------------------------------------------------------------------


@app.command()
def rules(
    statement: Annotated[str, typer.Argument(help="Its id: R131 or 131, R33a, Q27.1, P4, or a step of a turn: MV4.")],
    game: GameName = DEFAULT_GAME,
    tests: Annotated[Path, typer.Option("--tests", help="Folder of the tests, in a clone.")] = Path("tests"),
) -> None:
    """Show a rule statement and the tests that check it.

    **Examples**

        scythe rules R131

        scythe rules q27.1
    """
    from scythe_env.core.registry import game_class
    from scythe_env.core.statements import rule_tests

    with _checked():
        found = game_class(game).statements().find(statement)
        checks = rule_tests(tests).get(found.id, ()) if tests.is_dir() else [f"no folder {tests}: see --tests"]
    console = _console()
    console.print(f"{found.id}  {found.text}", soft_wrap=True)
    if found.none is not None:
        console.print(f"without consequence in the game: {found.none}", soft_wrap=True)
    for check in checks:
        console.print(f"  {check}", soft_wrap=True)


# -- dataset -----------------------------------------------------------------------------------------------------------


@app.command(cls=game_command(players=2))
def dataset(
    ctx: typer.Context,
    file: Annotated[
        Path,
        typer.Argument(
            help="The file to write, such as games.npz or games.parquet, or a folder for Minari.", callback=_no_agent
        ),
    ],
    names: AgentNames = None,
    games: Annotated[int, typer.Option("--games", "-n", min=1, max=10_000_000, help="How many are played.")] = 100,
    reward: Annotated[
        str | None, typer.Option(help="What a game pays, one of its rewards. Default: the last, as for trainings.")
    ] = None,
    seed: Seed = 0,
    trust: Trust = False,
    failures: OnFailureLeftOut = "stop",
    time_limit: TimeLimit = None,
) -> None:
    """Write what agents do as a data set for offline learning: observations, masks, actions, results.

    If there are fewer agents than seats, the last one takes the remaining seats; they sit one seat further each game. A
    file that ends in .npz has a row for each decision, in compressed arrays; its observations must fit into memory. One
    that ends in .parquet has the same columns, and is written as games are played. A folder becomes a Minari data set,
    with an episode for each seat of each game. **scythe train --method clone --examples** learns from all of them.

    The seed is that of the first deal, and each further deal has the next one: seeds that are to share no deals must be
    as far apart as there are games.

    **Examples**

        scythe dataset games.npz heuristic

        scythe dataset games.parquet tuned random --games 1000

        scythe dataset data/mixed tuned heuristic random --players 5 --games 1000
    """
    from .evaluation import baselines
    from .games import fill_seats

    game = _game(ctx)
    with _checked():
        game = type(game)(game.config, reward or game.reward_names[-1])
        seats = fill_seats(names or baselines(game)[:1], len(game.agent_seats))
    conduct, left_out = _conduct(failures, time_limit, trust, without="lost"), list[str]()
    agents = _agents(seats, game, conduct)
    with _checked(), _playing(games) as (advance, stopped):
        from . import datasets

        def leave_out(failure: str) -> None:
            left_out.append(failure)
            advance()

        def parts() -> Iterator[Decisions]:
            line_up = [agents[name] for name in seats]
            for part in datasets.recorded(
                game, line_up, games, seed,
                names=seats, conduct=conduct, left_out=leave_out, stopped=lambda: bool(stopped),
            ):  # fmt: skip
                yield part
                for _ in range(len(part.finals) // game.num_players):
                    advance()

        write = datasets.WRITERS.get(file.suffix, datasets.write_minari)
        try:
            decisions = write(file, game, seats, parts())
        finally:
            tell_failures(left_out)
    _console().print(f"{file}: {decisions:,} decisions", soft_wrap=True)
    if stopped:
        _stop(stopped[0], f"{stopped[0]}: the games played until then were kept")


# -- train -------------------------------------------------------------------------------------------------------------


@app.command(cls=game_command(lesson=True, settings={"threads": _THREADS}))
def train(
    ctx: typer.Context,
    folder: RunFolder,
    minutes: Annotated[float | None, typer.Option(min=0, help="Stop after this time, with a checkpoint.")] = None,
    method: Annotated[
        str,
        typer.Option(
            help="What is trained: ppo, a policy; evolve, the weights of a script; value, a value net; clone, a policy "
            "that does what another agent does."
        ),
    ] = PPO,
    resume: Annotated[
        bool, typer.Option("--resume", help="Go on with the run in the folder, as it was set up.")
    ] = False,
    trust: Trust = False,
) -> None:
    """Train an agent: a policy with MaskablePPO, or the parts of agents that search.

    **ppo**: the policy plays one seat, drawn for each game, and the opponents play the others. The folder gets the
    policy (weights as safetensors, settings as JSON), checkpoints to resume from, and logs for TensorBoard.

    **evolve**: the weights of a script are evolved by CMA-ES; the folder gets them as weights.json.

    **value**: games are played by given agents, and a net learns what their positions were worth; the folder gets it as
    value.safetensors. Each method has settings of its own: **scythe train --method value --help**.

    **clone**: a policy learns to do what another agent does; the folder is as after ppo.

    **Examples**

        scythe train runs/first --minutes 5

        scythe train runs/first --resume --decisions 2000000

        scythe train runs/second --opponent heuristic --opponent runs/first/policy

        scythe train runs/third --games 256 --steps 128 --batch 2048 --hidden 256,256

        scythe train runs/script --method evolve --players 4 --minutes 30

        scythe evaluate heuristic:weights=runs/script/weights.json heuristic

        scythe train runs/net --method value --play heuristic --play quick --games 50000

        scythe evaluate expert:net=runs/net/value.safetensors expert

        scythe train runs/clone --method clone --agent tuned --players 2

        scythe train runs/read --method clone --agent tuned --examples games.parquet --players 2 --decisions 1000000

        tensorboard --logdir runs
    """
    _prepare_torch()
    given = dict(ctx.obj.settings)
    if resume:
        method = _resumed(ctx, folder)
    if method != PPO:
        _train_part(ctx, folder, method, minutes, resume, trust)
        return
    with _checked():
        from .settings import TrainingSettings
        from .training import POLICY_FOLDER, TrainingRun

        if resume:
            run = TrainingRun.resume(folder, given.get("decisions"), trusted=trust)
        else:
            settings = TrainingSettings(
                **{"game": ctx.obj.name, "config": ctx.obj.config(), "threads": _THREADS, **given}
            )
            run = TrainingRun.start(settings, folder, trusted=trust)
    console = _console()
    with _trained(folder):
        policy = run.learn(minutes, console)
    console.print(
        f"{policy.settings.decisions:,} decisions learned; the policy is in {folder / POLICY_FOLDER}", soft_wrap=True
    )


def _resumed(ctx: typer.Context, folder: Path) -> str:
    """By which method the run in a folder is trained, which goes on as it was set up."""
    with _checked():
        method = _method_of(folder)
    if _is_given(ctx, "method") and ctx.obj.method != method:
        _fail(f"the run in {folder} is trained by {method}, not by {ctx.obj.method}")
    free = ("decisions", "minutes") if method == PPO else ("minutes",)
    fixed = [*([] if ctx.obj.name == DEFAULT_GAME else ["game"]), *ctx.obj.given, *ctx.obj.settings]
    if fixed := [name for name in fixed if name not in free]:
        words = " and ".join(f"--{name}" for name in free)
        _fail(f"--resume takes {', '.join(fixed)} from the run; only {words} go{'es' * (len(free) == 1)} with it")
    return method


def _is_given(ctx: typer.Context, name: str) -> bool:
    """Whether a parameter of a command is on the command line."""
    source = ctx.get_parameter_source(name)
    return source is not None and source.name == "COMMANDLINE"


def _method_of(folder: Path) -> str:
    """By which method the run in a folder is trained."""
    from .cloning import SETTINGS_FILE
    from .evolution import HISTORY_FILE
    from .files import put_back
    from .value import PIECES_FOLDER

    put_back(folder)
    if (folder / HISTORY_FILE).exists():
        return "evolve"
    if (folder / SETTINGS_FILE).exists():
        return "clone"
    return "value" if (folder / PIECES_FOLDER).exists() else PPO


def _train_part(
    ctx: typer.Context, folder: Path, method: str, minutes: float | None, resume: bool, trust: bool
) -> None:
    """Train by another method than MaskablePPO."""
    if trust and method != "clone":
        _fail(f"--trust does nothing for {method}, whose agents are compiled: leave it out")
    console, replaced = _console(), method == "evolve"
    with contextlib.ExitStack() as stack, _checked():
        from .cloning import Cloning
        from .evolution import WEIGHTS_FILE, Evolution
        from .files import alone
        from .settings import METHODS
        from .training import POLICY_FOLDER
        from .value import NET_FILE, ValueRun

        kinds: dict[str, tuple[Any, str]] = {
            "evolve": (Evolution, WEIGHTS_FILE),
            "value": (ValueRun, NET_FILE),
            "clone": (Cloning, POLICY_FOLDER),
        }
        kind, file = kinds[method]
        loading = {"trusted": trust} if method == "clone" else {}
        if resume:
            stack.enter_context(alone(folder, replaced))
            run = kind.resume(folder, **loading)
        else:
            values = {"game": ctx.obj.name, "config": ctx.obj.config(), "threads": _THREADS, **ctx.obj.settings}
            run = kind.start(METHODS[method](**values), folder, **loading)
            stack.enter_context(alone(folder, replaced))
        try:
            run.run(minutes, console)
        except Interrupted as stopped:
            _stop(stopped, f"{stopped}. 'scythe train {shlex.quote(str(folder))} --resume' goes on.")
    console.print(f"{run.told}; written: {folder / file}", soft_wrap=True)


@contextlib.contextmanager
def _trained(folder: Path) -> Iterator[None]:
    """Say what is left of a training that a signal stopped or whose weights are no longer finite."""
    from .training import POLICY_FOLDER, Stopped

    try:
        yield
    except Stopped as stopped:
        _stop(
            stopped,
            f"{stopped}: {stopped.policy.settings.decisions:,} decisions learned; the policy is in "
            f"{folder / POLICY_FOLDER}. 'scythe train {shlex.quote(str(folder))} --resume' goes on.",
        )
    except ValueError as error:
        _fail(str(error))


def _prepare_torch() -> None:
    """Let torch's threads sleep while they wait, as spinning ones are ten times slower when other processes run too.

    This must happen before torch is loaded, which is why nothing in this module imports it.
    """
    os.environ.setdefault("OMP_WAIT_POLICY", "PASSIVE")
