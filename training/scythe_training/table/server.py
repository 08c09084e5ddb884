"""The server of the table: games, recorded games and positions over HTTP, for the page and for nobody else.

Everything is kept in memory; games are also written to a folder after each decision of a person, as replays, from which
they go on when the server starts again.
"""

from __future__ import annotations

import asyncio
import copy
import json
import logging
import secrets
import threading
from collections.abc import Awaitable, Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path
from typing import Any, Final, TypeVar

from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import JSONResponse, PlainTextResponse, Response
from starlette.routing import Mount, Route
from starlette.staticfiles import StaticFiles
from starlette.types import ASGIApp, Receive, Scope, Send

from scythe_env.core import options
from scythe_env.core.agent import Agent
from scythe_env.core.game import Game
from scythe_env.core.planning import PlanningAgent
from scythe_env.core.replay import game_of, parse_replay, play_again, record, replay_text
from scythe_env.core.session import Session
from scythe_env.core.viewer import FILES
from scythe_env.core.viewer.recorded import Judge, RecordedGame

from ..conduct import CONDUCT
from ..files import read_json, write_file
from .play import HUMAN, Conflict, TableGame, asked
from .scenes import Parts, position, scene

T = TypeVar("T")

PAGE: Final = Path(__file__).parent / "page"
"""Folder of the page's files."""

MOST_BYTES: Final = 20_000_000
"""Of a request."""

MOST_GAMES: Final = 200
"""Games, and recorded games, that are kept in memory; the oldest goes first."""

_log: Final = logging.getLogger(__name__)
_WAIT: Final = 20.0  # seconds that a page waits for a change before it asks again
_LOOK: Final = 0.005  # seconds between two looks for a change
_COOKIE: Final = "scythe_table"
_HEADERS: Final = {
    "Content-Security-Policy": "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; "
    "frame-ancestors 'none'; base-uri 'none'; form-action 'none'",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cache-Control": "no-store",
}


class Table:
    """What a server keeps.

    Args:
        game: the rules, with the options that new games have unless the page says others.
        agents: the agents that the page may name, by their texts; made when they first play.
        folder: where games are kept, None for nowhere.
        judge: the text of the agent whose net tells chances, if it has one; None for nobody.
    """

    def __init__(
        self,
        game: Game,
        agents: Mapping[str, Callable[[Game], Agent]],
        folder: Path | None = None,
        judge: str | None = None,
    ) -> None:
        self.game, self.folder, self._judge = game, folder, judge
        self.parts = Parts()
        self._makers = dict(agents)
        self._games: dict[str, TableGame] = {}
        self._recorded: dict[str, RecordedGame] = {}
        self._saver = ThreadPoolExecutor(1, "saver")
        self._restoring, self._keeping = threading.Lock(), threading.Lock()

    @property
    def agents(self) -> list[str]:
        """The texts of the agents."""
        return [*self._makers]

    def new_game(self, asked: Mapping[str, Any]) -> str:
        """Begin a game.

        Args:
            asked: ``seats``, a text for each that is not scripted; and, if wanted, ``seed``, ``analysis``, ``paused``,
                and what :meth:`game_for` takes; of a recorded game ``at``, the position to go on from.

        Returns:
            The name of the game.

        Raises:
            ValueError: something is missing or impossible.
        """
        seats = _texts(asked.get("seats"), "seats")
        seed = asked.get("seed")
        seed = secrets.randbelow(2**32) if seed is None else _number(seed, "seed", 0, 2**32 - 1)
        session, name = self._begin(asked, len(seats), seed), secrets.token_hex(8)
        table = self._seat(name, session, seats, seed, bool(asked.get("analysis")), bool(asked.get("paused")))
        self._keep(self._games, name, table)
        self._write(name, table)
        return name

    def game_of(self, name: str) -> TableGame:
        """A game by its name, from its file if the server was started anew.

        Raises:
            KeyError: there is none.
            ValueError: its file is damaged.
        """
        with self._restoring:  # once, though several pages ask for it
            if (table := self._games.get(name)) is None:
                table = self._restored(name)
                self._keep(self._games, name, table)
        return table

    def new_recorded(self, data: bytes, name: str) -> str:
        """Take up a recorded game; returns its name.

        Raises:
            ValueError: it is damaged, or of another game.
        """
        kind = type(self.game)
        key = secrets.token_hex(8)
        replay = parse_replay(data, name, kind.name, kind.version)
        session = Session(game_of(replay, kind), log=True)
        play_again(session, replay, forced=replay.seed is None)
        self._keep(self._recorded, key, RecordedGame(session, self.judge_for(session.game)))
        return key

    def recorded_of(self, name: str) -> RecordedGame:
        """A recorded game by its name.

        Raises:
            KeyError: there is none.
        """
        return self._recorded[name]

    def position_of(self, document: Any) -> Session:
        """A session that stands at the position of a document.

        Raises:
            ValueError: it is not one of a position of the game; the message says where.
        """
        if not isinstance(document, dict):
            raise ValueError("a position is a JSON object; docs/notation.md says what is in it")
        states = self.game.of_document(document)
        session = Session(type(self.game).of_record(states, 0), log=True)
        session.take_up(states, dealt=True)
        return session

    def game_for(self, asked: Mapping[str, Any]) -> Game:
        """The rules of what is asked for.

        Args:
            asked: the ``options`` of the game, or a position that has its own: ``document`` or ``recorded``; without
                any, the rules are those of the table.

        Raises:
            KeyError: there is no such recorded game.
            ValueError: an option is unknown or impossible, or nobody could play.
        """
        named = [name for name in ("options", "document", "recorded") if name in asked]
        if len(named) > 1:
            raise ValueError(f"a game begins by one of options, document and recorded, not by {' and '.join(named)}")
        if "document" in asked:
            return self.position_of(asked["document"]).game
        if "recorded" in asked:
            return self.recorded_of(str(asked["recorded"])).game
        return self._with_options(asked["options"]) if "options" in asked else self.game

    def agent(self, text: str, game: Game) -> Agent:
        """A new agent.

        Raises:
            ValueError: the table does not have it, or it does not fit the game.
        """
        if text not in self._makers:
            raise ValueError(f"unknown agent {text!r}; this table has {', '.join(self._makers)}")
        return self._makers[text](game)

    def judge_for(self, game: Game) -> Judge | None:
        """What tells the chances of the seats in a game."""
        judge = None if self._judge is None else self.agent(self._judge, game)
        return judge.judge if isinstance(judge, PlanningAgent) and judge.has_net else None

    def close(self) -> None:
        """End all games, once those that changed are written."""
        for table in self._games.values():
            table.close()
        self._saver.shutdown()

    def _with_options(self, given: object) -> Game:
        kind = type(self.game)
        names = [row.name for row in options.options(kind.config_type)]
        game = kind.of_options(options.named(given, names))
        if not game.agent_seats:
            raise ValueError(f"all {game.num_players} seats are scripted: at least one is for a person or an agent")
        return game

    def _begin(self, asked: Mapping[str, Any], players: int, seed: int) -> Session:
        game = self.game_for(asked)
        if players != len(game.agent_seats):
            raise ValueError(f"the game has {len(game.agent_seats)} seats for players, but {players} are given")
        session = Session(game, log=True)
        if "document" in asked:
            session = self.position_of(asked["document"])
        elif "recorded" in asked:
            recorded = self.recorded_of(str(asked["recorded"]))
            at = recorded.at(_number(asked.get("at"), "at", 0, recorded.count))
            session.take_up(at.states, dealt=True)
        else:
            session.reset(seed)
        return session

    def _seat(
        self, name: str, session: Session, seats: Sequence[str], seed: int, analysis: bool, paused: bool
    ) -> TableGame:
        agents = {text: self.agent(text, session.game) for text in dict.fromkeys(seats) if text != HUMAN}
        return TableGame(
            session,
            seats,
            agents,
            seed=seed,
            analysis=analysis,
            paused=paused,
            judge=self.judge_for(session.game),
            changed=partial(self._changed, name),
        )

    def _keep(self, kept: dict[str, T], name: str, one: T) -> None:
        """Keep a game or a recorded game; the oldest beyond the limit are forgotten."""
        with self._keeping:
            kept[name] = one
            gone = [kept.pop(next(iter(kept))) for _ in range(len(kept) - MOST_GAMES)]
        for old in gone:
            if isinstance(old, TableGame):
                old.close()

    # -- files ---------------------------------------------------------------------------------------------------------

    def _changed(self, name: str, table: TableGame) -> None:
        """Have a game written to its file where a person may take it up again, or it is over."""
        session = table.session
        waits = session.running and table.seats[session.seat] == HUMAN
        if waits or not session.running:
            self._write(name, table)

    def _write(self, name: str, table: TableGame) -> None:
        """Have a game written to its file."""
        if self.folder is not None:
            self._saver.submit(self._save, self.folder / f"{name}.json", table)

    def _save(self, file: Path, table: TableGame) -> None:
        with table.lock:
            session = copy.copy(table.session)
        document = {"seats": table.players, "analysis": table.analysis, "replay": replay_text(record(session))}
        try:
            write_file(file, json.dumps(document).encode())
        except OSError as error:
            _log.error("%s: %s: the game would not go on after a restart", file, error.strerror)

    def _restored(self, name: str) -> TableGame:
        file = None if self.folder is None or not name.isalnum() else self.folder / f"{name}.json"
        if file is None or not file.exists():
            raise KeyError(name)
        document, kind = read_json(file), type(self.game)
        if not isinstance(document, dict) or set(document) != {"seats", "analysis", "replay"}:
            raise ValueError(f"{file}: damaged")
        replay = parse_replay(str(document["replay"]).encode(), str(file), kind.name, kind.version)
        session = Session(game_of(replay, kind), log=True)
        play_again(session, replay, forced=True)
        seats = _texts(document["seats"], "seats")
        return self._seat(name, session, seats, 0, bool(document["analysis"]), HUMAN not in seats)


def application(
    table: Table, hosts: Sequence[str], token: str | None = None, keep_waiting: Callable[[], bool] = lambda: True
) -> Starlette:
    """The server as an ASGI application.

    Args:
        table: what it serves.
        hosts: values of the header Host that are answered; empty for any, where a token is needed.
        token: what requests must bring in their cookie, or once in their address; None for none.
        keep_waiting: whether requests may wait for changes; no longer when the server stops.
    """
    pages = _Pages(table, keep_waiting)
    routes = [
        Route("/api/about", pages.about),
        Route("/api/seats", pages.seats, methods=["POST"]),
        Route("/api/games", pages.new_game, methods=["POST"]),
        Route("/api/games/{name}", pages.watch),
        Route("/api/games/{name}/actions", pages.act, methods=["POST"]),
        Route("/api/games/{name}/undo", pages.undo, methods=["POST"]),
        Route("/api/games/{name}/pace", pages.pace, methods=["POST"]),
        Route("/api/games/{name}/replay", pages.replay),
        Route("/api/games/{name}/document", pages.document),
        Route("/api/recorded", pages.new_recorded, methods=["POST"]),
        Route("/api/recorded/{name}/{at:int}", pages.look),
        Route("/api/recorded/{name}/{at:int}/document", pages.recorded_document),
        Route("/api/positions", pages.show_position, methods=["POST"]),
        Mount("/view", StaticFiles(directory=FILES)),
        Mount("/", StaticFiles(directory=PAGE, html=True)),
    ]
    return Starlette(routes=routes, middleware=[Middleware(_Guard, hosts=tuple(hosts), token=token)])


class _Guard:
    """Lets in only requests of the table's own page: of its host, its origin, and with its token."""

    def __init__(self, app: ASGIApp, hosts: tuple[str, ...], token: str | None) -> None:
        self._app, self._hosts, self._token = app, hosts, token

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        request = Request(scope)
        refused = self._refused(request)
        if refused:
            await PlainTextResponse(refused, 403, _HEADERS)(scope, receive, send)
            return

        async def with_headers(message: Any) -> None:
            if message["type"] == "http.response.start":
                headers = dict(_HEADERS)
                if self._token and request.query_params.get("token"):
                    headers["Set-Cookie"] = f"{_COOKIE}={self._token}; HttpOnly; SameSite=Strict; Path=/"
                message["headers"] += [(name.lower().encode(), value.encode()) for name, value in headers.items()]
            await send(message)

        await self._app(scope, receive, with_headers)

    def _refused(self, request: Request) -> str:
        host, origin = request.headers.get("host", ""), request.headers.get("origin")
        if self._hosts and host not in self._hosts:
            return f"this table is not at {host!r}"
        if origin is not None and origin.split("://")[-1] != host:
            return f"pages of {origin!r} may not use this table"
        if request.method == "POST" and request.headers.get("content-type", "") != "application/json":
            return "requests are JSON"
        if self._token:
            given = request.query_params.get("token") or request.cookies.get(_COOKIE, "")
            if not secrets.compare_digest(given.encode(), self._token.encode()):
                return "the address needs the token that the command printed"
        return ""


Handler = Callable[["_Pages", Request], Awaitable[Response]]


def _answered(handler: Handler) -> Handler:
    """Tell what was wrong with a request in one line."""

    async def answer(self: _Pages, request: Request) -> Response:
        try:
            return await handler(self, request)
        except Conflict as error:
            return JSONResponse({"error": str(error)}, 409)
        except KeyError:
            return JSONResponse({"error": "there is no such game at this table"}, 404)
        except (ValueError, IndexError) as error:
            return JSONResponse({"error": str(error)}, 400)

    return answer


class _Pages:
    """What is answered to each request."""

    def __init__(self, table: Table, keep_waiting: Callable[[], bool]) -> None:
        self._table, self._keep_waiting = table, keep_waiting

    async def _game(self, request: Request) -> TableGame:
        return await run_in_threadpool(self._table.game_of, request.path_params["name"])

    @_answered
    async def about(self, request: Request) -> Response:
        """What can be played, and by whom."""
        game = self._table.game
        rows = options.options(game.config_type)
        return JSONResponse(
            {
                "game": game.title,
                "options": [row._asdict() | {"type": row.type.__name__} for row in rows],
                "given": options.briefly(game.config),
                "agents": [HUMAN, *self._table.agents],
                "default": self._table.agents[0] if self._table.agents else HUMAN,
            }
        )

    @_answered
    async def seats(self, request: Request) -> Response:
        """What plays each seat of a game that may be asked for: null where a person or an agent does."""
        game = await run_in_threadpool(self._table.game_for, await _body(request))
        scripted = [game.script_name if seat in game.scripted_seats else None for seat in range(game.num_players)]
        return JSONResponse({"seats": scripted})

    @_answered
    async def new_game(self, request: Request) -> Response:
        """Begin a game."""
        asked = await _body(request)
        return JSONResponse({"game": await run_in_threadpool(self._table.new_game, asked)})

    @_answered
    async def watch(self, request: Request) -> Response:
        """A game as a seat sees it; waits for a change if the page has the present version."""
        query = request.query_params
        table = await self._game(request)
        viewer = _viewer(query.get("seat"), len(table.seats))
        version = _number(query.get("version", "-1"), "version", -1, 2**53)
        known = _number(query.get("parts", "0"), "parts", 0, 2**31)
        events = _number(query.get("events", "0"), "events", 0, 2**31)
        for _ in range(int(_WAIT / _LOOK)):
            if table.version != version or not self._keep_waiting():
                break
            await asyncio.sleep(_LOOK)
        return JSONResponse(await run_in_threadpool(_scene, table, viewer, self._table.parts, known, events))

    @_answered
    async def act(self, request: Request) -> Response:
        """Play a decision."""
        asked = await _body(request)
        table = await self._game(request)
        numbers = (_number(asked.get(name), name, -1, 2**53) for name in ("seat", "action", "version"))
        await run_in_threadpool(table.act, *numbers)
        return JSONResponse({})

    @_answered
    async def undo(self, request: Request) -> Response:
        """Take a decision back."""
        asked = await _body(request)
        table = await self._game(request)
        numbers = (_number(asked.get(name), name, -1, 2**53) for name in ("seat", "version"))
        await run_in_threadpool(table.undo, *numbers)
        return JSONResponse({})

    @_answered
    async def pace(self, request: Request) -> Response:
        """Say how agents go on."""
        asked = await _body(request)
        table = await self._game(request)
        delay = asked.get("delay", 0)
        if not isinstance(delay, int | float) or isinstance(delay, bool):
            raise ValueError(f"delay must be a number of seconds, not {delay!r}")
        await run_in_threadpool(
            lambda: table.pace(paused=bool(asked.get("paused")), delay=delay, until=asked.get("until"))
        )
        return JSONResponse({})

    @_answered
    async def replay(self, request: Request) -> Response:
        """The game so far as a file; with the secrets of all seats."""
        table = await self._game(request)
        with table.lock:
            if table.session.running and HUMAN in table.seats and not table.analysis:
                raise ValueError("the file holds the secrets of all seats: it can be saved when the game is over")
            text = replay_text(record(table.session))
        return _download(text, "game.jsonl")

    @_answered
    async def document(self, request: Request) -> Response:
        """The position as a document, as a seat sees it."""
        table = await self._game(request)
        viewer = _viewer(request.query_params.get("seat"), len(table.seats))
        with table.lock:
            return JSONResponse(_document(table.session, viewer, table.analysis))

    @_answered
    async def new_recorded(self, request: Request) -> Response:
        """Take up a recorded game."""
        asked = await _body(request)
        data = str(asked.get("text", "")).encode()
        name = await run_in_threadpool(self._table.new_recorded, data, str(asked.get("name", "the file")))
        recorded = self._table.recorded_of(name)
        about = {"count": recorded.count, "marks": recorded.marks, "course": recorded.course}
        return JSONResponse({"recorded": name, **about})

    @_answered
    async def look(self, request: Request) -> Response:
        """A position of a recorded game."""
        recorded, at = self._table.recorded_of(request.path_params["name"]), request.path_params["at"]
        viewer = _viewer(request.query_params.get("seat"), recorded.game.num_players)
        known = _number(request.query_params.get("parts", "0"), "parts", 0, 2**31)
        shown = position(recorded.at(at), viewer, self._table.parts, known)
        return JSONResponse({**shown, "at": at, "lines": recorded.lines(at, viewer), "viewer": viewer})

    @_answered
    async def recorded_document(self, request: Request) -> Response:
        """A position of a recorded game as a document."""
        recorded = self._table.recorded_of(request.path_params["name"])
        return JSONResponse(_document(recorded.at(request.path_params["at"]), None, True))

    @_answered
    async def show_position(self, request: Request) -> Response:
        """A position of a document: its picture, what is legal, and what an agent would do if one is named."""
        asked = await _body(request)
        session = self._table.position_of(asked.get("document"))
        known = _number(asked.get("parts", 0), "parts", 0, 2**31)
        viewer = session.seat if session.running else None
        shown = position(session, viewer, self._table.parts, known)
        if asked.get("agent") is not None and session.running:
            shown["advice"] = await run_in_threadpool(_advice, self._table, session, str(asked["agent"]))
        return JSONResponse({**shown, "viewer": viewer})


def _scene(table: TableGame, viewer: int | None, parts: Parts, known: int, events: int) -> dict[str, Any]:
    with table.lock:
        return scene(table, viewer, parts, known, events)


def _document(session: Session, viewer: int | None, whole: bool) -> dict[str, Any]:
    """The document of a position: all of it, or as a viewer sees it."""
    from scythe_env.core.fields import SPECTATOR

    seat = None if whole else SPECTATOR if viewer is None else viewer
    return session.game.to_document(session.states, 0, seat)


def _advice(table: Table, session: Session, text: str) -> dict[str, Any]:
    """What an agent would do."""
    player = CONDUCT.player(session.game, text, table.agent(text, session.game))
    player.reset(0)
    action, thoughts = asked(player, text, session.game, session.states, session.seat, session.mask)
    name = session.game.action_text(session.states, 0, action)
    return {"agent": text, "action": action, "text": name, "thoughts": thoughts}


async def _body(request: Request) -> dict[str, Any]:
    """The JSON object of a request.

    Raises:
        ValueError: it is too long, or something else.
    """
    data = b""
    async for part in request.stream():
        data += part
        if len(data) > MOST_BYTES:
            raise ValueError(f"requests have at most {MOST_BYTES:,} bytes")
    try:
        found = json.loads(data)
    except (ValueError, RecursionError) as error:
        raise ValueError(f"this is not JSON: {error}") from None
    if not isinstance(found, dict):
        raise ValueError("a JSON object is needed")
    return found


def _number(value: Any, name: str, low: int, high: int) -> int:
    try:
        number = int(value) if isinstance(value, int | str) and not isinstance(value, bool) else None
    except ValueError:
        number = None
    if number is None or not low <= number <= high:
        raise ValueError(f"{name} must be an integer from {low} to {high}, not {value!r}")
    return number


def _viewer(text: str | None, seats: int) -> int | None:
    return None if text in (None, "") else _number(text, "seat", 0, seats - 1)


def _texts(value: Any, name: str) -> list[str]:
    if not isinstance(value, list) or not value or not all(isinstance(one, str) for one in value):
        raise ValueError(f"{name} must be a list of texts, one for each seat")
    return value


def _download(text: str, name: str) -> Response:
    return Response(
        text, media_type="application/jsonl", headers={"Content-Disposition": f'attachment; filename="{name}"'}
    )
