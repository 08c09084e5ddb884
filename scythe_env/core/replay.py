"""Recorded games as files of JSON lines: what was dealt, the decisions as text, the result.

The first line names the game, its version, the seed and the configuration, each further one a decision, the last one
the result. Every line carries a check over itself and all lines before it, so that a file which was damaged, cut off or
edited is refused with the line that is wrong. Whether the decisions are legal shows when the game is played again.
"""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, NoReturn

FORMAT: Final = 1
"""Version of the files."""

FIRST_DECISION: Final = 2
"""Number of the line of the first decision."""

_CHECK_BYTES: Final = 8


@dataclass(frozen=True, slots=True)
class Replay:
    """A recorded game.

    Attributes:
        game: name of the game.
        version: version of the game's rules and actions.
        seed: seed of the deal.
        config: configuration of the game, as JSON values.
        decisions: seat and text of each action that was chosen, in order.
        result: how the game stood at the end, as JSON values.
    """

    game: str
    version: int
    seed: int
    config: Mapping[str, Any]
    decisions: tuple[tuple[int, str], ...]
    result: Mapping[str, Any]


def write_replay(path: str | os.PathLike[str], replay: Replay) -> None:
    """Write a recorded game; an existing file is replaced once the new one is complete."""
    head = {
        "format": FORMAT,
        "game": replay.game,
        "version": replay.version,
        "seed": replay.seed,
        "config": dict(replay.config),
    }
    lines: list[dict[str, Any]] = [head, *({"seat": seat, "action": text} for seat, text in replay.decisions)]
    lines.append({"decisions": len(replay.decisions), "result": dict(replay.result)})
    check, texts = "", []
    for line in lines:
        check = _check(check, line)
        texts.append(json.dumps(line | {"check": check}, ensure_ascii=False))
    target = Path(path)
    draft = target.with_name(f"{target.name}.part")
    draft.write_text("\n".join(texts) + "\n", encoding="utf-8")
    draft.replace(target)


def read_replay(path: str | os.PathLike[str], game: str, version: int) -> Replay:
    """Read a recorded game.

    Args:
        path: the file.
        game: the game that it must be of.
        version: the version of that game.

    Raises:
        OSError: the file cannot be read.
        ValueError: it is no replay of this game and version, or it was damaged, cut off or edited; names the line.
    """

    def fail(number: int, text: str) -> NoReturn:
        raise ValueError(f"{os.fspath(path)}, line {number}: {text}")

    try:
        texts = Path(path).read_text(encoding="utf-8").splitlines()
    except UnicodeDecodeError as error:
        raise ValueError(f"{os.fspath(path)} is no replay: it is no text in UTF-8 ({error.reason})") from None
    check, lines = "", []
    for number, text in enumerate(texts, 1):
        try:
            line = json.loads(text)
        except (json.JSONDecodeError, RecursionError):
            fail(number, "damaged: this is no JSON")
        if not isinstance(line, dict) or not isinstance(line.get("check"), str):
            fail(number, "damaged: an object with a check is needed")
        given = line.pop("check")
        check = _check(check, line)
        if given != check:
            fail(number, "the check does not match: this line was changed, or one before it was taken out or put in")
        lines.append(line)

    head = lines[0] if lines else {}
    kinds = {"format": int, "game": str, "version": int, "seed": int, "config": dict}
    if set(head) != set(kinds) or any(type(head[key]) is not kind for key, kind in kinds.items()):
        fail(1, f"a replay begins with an object of {', '.join(kinds)}")
    for key, needed in (("format", FORMAT), ("game", game), ("version", version)):
        if head[key] != needed:
            fail(1, f"{key} {head[key]!r} cannot be read; {needed!r} is needed")
    decisions: list[tuple[int, str]] = []
    for number, line in enumerate(lines[1:], FIRST_DECISION):
        if set(line) == {"decisions", "result"} and isinstance(line["result"], dict):
            if line["decisions"] != len(decisions):
                fail(number, f"{line['decisions']} decisions were recorded, but {len(decisions)} stand here")
            if number < len(lines):
                fail(number + 1, "nothing may follow the result")
            return Replay(game, version, head["seed"], head["config"], tuple(decisions), line["result"])
        if set(line) != {"seat", "action"} or type(line["seat"]) is not int or not isinstance(line["action"], str):
            fail(number, "a decision has a seat and an action; the last line has decisions and result")
        decisions.append((line["seat"], line["action"]))
    fail(len(lines) + 1, "the result is missing: the file was cut off")


def _check(before: str, line: Mapping[str, Any]) -> str:
    """The check of a line: a digest of the check before it and of its content."""
    content = json.dumps(line, sort_keys=True, separators=(",", ":"))
    return hashlib.blake2b((before + content).encode(), digest_size=_CHECK_BYTES).hexdigest()
