"""Recorded games as files of JSON lines: what was dealt, the decisions as text with what was drawn, the result.

The first line holds the game, its version, the seed, the configuration and the position dealt, each further one a
decision, the last one the result. Every line carries a check over itself and all lines before it, so that a damaged,
truncated or edited file is refused with the line that is wrong. Whether the decisions are legal, and whether the
same was drawn, shows when the game is played again. Files of format 1 contain neither deal nor draws.
"""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, NoReturn, TypeVar

from .fields import whole
from .game import Game
from .random import M32, Chance
from .session import Session

FORMAT: Final = 2
"""Version of the files that are written."""

FIRST_DECISION: Final = 2
"""Number of the line of the first decision."""

_CHECK_BYTES: Final = 8

AnyGame = TypeVar("AnyGame", bound=Game)


@dataclass(frozen=True, slots=True)
class Replay:
    """A recorded game.

    Attributes:
        game: name of the game.
        version: version of the game's rules and actions.
        seed: seed of the deal; None if it is not known.
        config: configuration of the game, as JSON values.
        decisions: seat and text of each action that was chosen, in order.
        result: how the game stood at the end, as JSON values.
        dealt: document of the game as it was dealt; None in files of format 1.
        chance: what was drawn after each decision; empty in files of format 1.
    """

    game: str
    version: int
    seed: int | None
    config: Mapping[str, Any]
    decisions: tuple[tuple[int, str], ...]
    result: Mapping[str, Any]
    dealt: Mapping[str, Any] | None = None
    chance: tuple[Chance | None, ...] = ()


def record(session: Session) -> Replay:
    """The game of a session whose log began with the deal.

    Raises:
        ValueError: the session does not keep a log, or its log began with a game under way.
    """
    game, log = session.game, session.log
    if log.dealt is None:
        raise ValueError("a replay begins with the deal: this log began with a game under way")
    states = game.new_states(1)
    game.load(states, 0, log.dealt)
    dealt, result = game.to_document(states, 0), session.result()
    return Replay(
        game.name, game.version, log.seed, game.options(), tuple(log.decisions), result, dealt, tuple(log.chance)
    )


def game_of(replay: Replay, game: type[AnyGame]) -> AnyGame:
    """The game of a replay in its configuration.

    Raises:
        ValueError: the configuration is impossible.
    """
    try:
        return game.of_options(replay.config)
    except (TypeError, ValueError) as error:
        raise ValueError(f"line 1: {error}") from None


def play_again(session: Session, replay: Replay, decisions: int | None = None, *, forced: bool = False) -> None:
    """Play a recorded game again, and check it.

    Args:
        session: a session with a log, of :func:`game_of` the replay.
        replay: the game.
        decisions: how many of its decisions to play, at most; None for all.
        forced: begin with the recorded deal, and draw after each decision what was recorded, instead of dealing and
            drawing from the seed. Then the seed is not needed, and draws do not depend on earlier ones.

    Raises:
        TypeError: the number of decisions is not an integer.
        ValueError: it is negative, a decision is not allowed, or something else was dealt, drawn or reached than
            recorded; names the line of the file.
    """
    game, dealt, chances = session.game, replay.dealt, replay.chance or (None,) * len(replay.decisions)

    def fail(number: int, text: object) -> NoReturn:
        raise ValueError(f"line {number}: {text}") from None

    if decisions is not None and whole(decisions, "the number of decisions") < 0:
        raise ValueError(f"the number of decisions must be 0 or more, not {decisions}")
    if forced:
        if dealt is None:
            fail(1, "the deal was not recorded: it can be played from the seed only")
        try:
            states = game.new_states(1)
            game.load(states, 0, game.save(game.of_document(dealt), 0))  # with the options of the first line
            session.take_up(states, dealt=True)
        except (TypeError, ValueError) as error:
            fail(1, error)
    elif replay.seed is None:
        fail(1, "the seed was not recorded: the game can be played from what was dealt and drawn only (forced)")
    else:
        try:
            session.reset(replay.seed)
        except ValueError as error:
            fail(1, error)
        if dealt is not None and dealt != game.to_document(session.states, 0):
            fail(1, f"seed {replay.seed} deals another game than the recorded one")
    for number, ((seat, text), chance) in enumerate(
        zip(replay.decisions[:decisions], chances, strict=False), FIRST_DECISION
    ):
        if seat != session.seat:
            fail(number, f"seat {session.seat} is to act, not seat {seat}")
        try:
            session.play(text, chance if forced else None)
        except ValueError as error:
            fail(number, error)
        now = session.log.chance[-1]
        if replay.chance and now != chance:
            fail(number, f"{now or 'nothing'} was drawn, not the recorded {chance or 'nothing'}")
    if len(session.decisions) == len(replay.decisions) and session.result() != replay.result:
        number = FIRST_DECISION + len(replay.decisions)
        fail(number, f"the game played again ends with {session.result()}, not {dict(replay.result)}")


def write_replay(path: str | os.PathLike[str], replay: Replay) -> None:
    """Write a recorded game; an existing file is replaced once the new one is complete.

    Raises:
        ValueError: the deal and what was drawn are not in it, as it was read from a file of format 1.
    """
    text = replay_text(replay)
    target = Path(path)
    if target.exists() and not target.is_file():  # a pipe or a device, which stays what it is
        target.write_text(text, encoding="utf-8")
        return
    draft = target.with_name(f"{target.name}.part")
    draft.write_text(text, encoding="utf-8")
    draft.replace(target)


def replay_text(replay: Replay) -> str:
    """The content of the file of a recorded game.

    Raises:
        ValueError: see :func:`write_replay`.
    """
    if replay.dealt is None or len(replay.chance) != len(replay.decisions):
        raise ValueError("a replay is written with its deal and what was drawn: play it again and record that")
    head = {
        "format": FORMAT,
        "game": replay.game,
        "version": replay.version,
        "seed": replay.seed,
        "config": dict(replay.config),
        "dealt": replay.dealt,
    }
    lines: list[dict[str, Any]] = [head]
    for (seat, text), chance in zip(replay.decisions, replay.chance, strict=True):
        drawn = {} if chance is None else {"rng": chance.rng, "drawn": chance.words}
        lines.append({"seat": seat, "action": text, **drawn})
    lines.append({"decisions": len(replay.decisions), "result": dict(replay.result)})
    check, texts = "", []
    for line in lines:
        check = _check(check, line)
        texts.append(json.dumps(line | {"check": check}, ensure_ascii=False))
    return "\n".join(texts) + "\n"


def read_replay(path: str | os.PathLike[str], game: str, version: int) -> Replay:
    """Read a recorded game.

    Args:
        path: the file.
        game: the game that it must be of.
        version: the version of that game.

    Raises:
        OSError: the file cannot be read.
        ValueError: it is not a replay of this game and version, or it was damaged, truncated or edited; names the line.
    """
    return parse_replay(Path(path).read_bytes(), os.fspath(path), game, version)


def parse_replay(data: bytes, name: str, game: str, version: int) -> Replay:
    """Read a recorded game from the bytes of its file, which messages call by a name; see :func:`read_replay`."""

    def fail(number: int, text: str) -> NoReturn:
        raise ValueError(f"{name}, line {number}: {text}")

    try:
        texts = data.decode("utf-8").splitlines()
    except UnicodeDecodeError as error:
        raise ValueError(f"{name} is not a replay: it is not UTF-8 text ({error.reason})") from None
    check, lines = "", []
    for number, text in enumerate(texts, 1):
        try:
            line = json.loads(text)
            if not isinstance(line, dict) or not isinstance(line.get("check"), str):
                fail(number, "damaged: an object with a check is needed")
            given = line.pop("check")
            check = _check(check, line)
        except (json.JSONDecodeError, RecursionError):
            fail(number, "damaged: this is not JSON")
        if given != check:
            fail(number, "the check does not match: this line was changed, or one before it was taken out or put in")
        lines.append(line)

    head = lines[0] if lines else {}
    with_chance = head.get("format") != 1
    kinds: dict[str, Any] = {"format": int, "game": str, "version": int, "seed": int, "config": dict}
    if with_chance:
        kinds |= {"seed": int | None, "dealt": dict}
    if set(head) != set(kinds) or any(
        isinstance(head[key], bool) or not isinstance(head[key], kind) for key, kind in kinds.items()
    ):
        fail(1, f"a replay begins with an object of {', '.join(kinds)}")
    for key, needed in (("format", FORMAT if with_chance else 1), ("game", game), ("version", version)):
        if head[key] != needed:
            fail(1, f"{key} {head[key]!r} cannot be read; {needed!r} is needed")
    decisions: list[tuple[int, str]] = []
    chances: list[Chance | None] = []
    for number, line in enumerate(lines[1:], FIRST_DECISION):
        if set(line) == {"decisions", "result"} and isinstance(line["result"], dict):
            if type(line["decisions"]) is not int or line["decisions"] != len(decisions):
                fail(number, f"{line['decisions']} decisions were recorded, but {len(decisions)} are in the file")
            if number < len(lines):
                fail(number + 1, "nothing may follow the result")
            return Replay(
                game, version, head["seed"], head["config"], tuple(decisions), line["result"], head.get("dealt"),
                tuple(chances),
            )  # fmt: skip
        drawn = {key: line.pop(key) for key in ("rng", "drawn") if with_chance and key in line}
        if set(line) != {"seat", "action"} or type(line["seat"]) is not int or not isinstance(line["action"], str):
            fail(number, "a decision has a seat and an action; the last line has decisions and result")
        if drawn and not (len(drawn) == 2 and all(map(_are_words, drawn.values())) and len(drawn["rng"]) == 4):
            fail(number, "what was drawn is rng, the four words of the generator before, and drawn, a list of words")
        decisions.append((line["seat"], line["action"]))
        if with_chance:
            chances.append(Chance(tuple(drawn["rng"]), tuple(drawn["drawn"])) if drawn else None)
    fail(len(lines) + 1, "the result is missing: the file was cut off")


def _are_words(value: object) -> bool:
    """Whether this is a list of numbers below 2**32."""
    return isinstance(value, list) and all(type(word) is int and 0 <= word <= M32 for word in value)


def _check(before: str, line: Mapping[str, Any]) -> str:
    """The check of a line: a digest of the check before it and of its content."""
    content = json.dumps(line, sort_keys=True, separators=(",", ":"))
    return hashlib.blake2b((before + content).encode(), digest_size=_CHECK_BYTES).hexdigest()
