"""Running hostile inputs in processes of their own, so that one that kills or hangs its process is named."""

from __future__ import annotations

import contextlib
import faulthandler
import io
import logging
import multiprocessing
import time
import traceback
import warnings
from collections.abc import Callable, Iterator
from itertools import count
from multiprocessing.connection import Connection
from random import Random
from typing import NamedTuple

KINDS = ("files", "documents", "saves", "api", "agents")
LIMIT = 20.0
"""Seconds that an input may take."""

FIRST = 300.0
"""Seconds that the first input of a process and of a kind may take: code is loaded."""


class Outcome(NamedTuple):
    """What became of an input: accepted, refused with a message, or a fault with its description."""

    what: str
    text: str = ""


def try_one(kind: str, seed: int, number: int) -> Outcome:
    """Give one input to the border in this process."""
    from . import agents, api, files, positions
    from .values import Refused

    makers: dict[str, Callable[[Random], object]] = {
        **{"files": files.files, "documents": positions.documents, "saves": positions.saves},
        **{"api": api.api, "agents": agents.agents},
    }
    try:
        with contextlib.redirect_stdout(io.StringIO()), warnings.catch_warnings():
            warnings.simplefilter("ignore")
            makers[kind](Random(f"{kind} {seed} {number}"))
    except Refused as refusal:
        return Outcome("refused", str(refusal))
    except Exception:
        return Outcome("fault", traceback.format_exc(limit=-6))
    return Outcome("accepted")


def _serve(pipe: Connection) -> None:
    """Try the inputs that are asked for."""
    faulthandler.enable()
    logging.disable()
    while task := pipe.recv():
        pipe.send(try_one(*task))


class Worker:
    """A process that tries inputs one after the other, and is replaced when it dies."""

    def __init__(self) -> None:
        self._seen: set[str] = set()
        self._process: multiprocessing.process.BaseProcess | None = None

    def try_one(self, kind: str, seed: int, number: int) -> Outcome:
        """Give an input to the border in the process."""
        if self._process is None:
            context = multiprocessing.get_context("spawn")
            self._pipe, theirs = context.Pipe()
            self._process = context.Process(target=_serve, args=(theirs,), daemon=True)
            self._process.start()
            theirs.close()
            self._seen = set()
        self._pipe.send((kind, seed, number))
        limit = LIMIT if kind in self._seen else FIRST
        self._seen.add(kind)
        try:
            if self._pipe.poll(limit):
                return self._pipe.recv()
            found = Outcome("fault", f"a hang: no answer within {limit:g} s")
        except (EOFError, OSError):
            self._process.join(10)
            found = Outcome("fault", f"the process died with exit code {self._process.exitcode}")
        self.close()
        return found

    def close(self) -> None:
        """End the process."""
        if self._process is not None:
            self._process.kill()
            self._process.join()
            self._pipe.close()
            self._process = None


def inputs(
    kinds: tuple[str, ...], seed: int, most: int | None, minutes: float | None
) -> Iterator[tuple[str, int, Outcome]]:
    """Try inputs of some kinds in turn; yields the kind, the number and the outcome of each.

    Args:
        kinds: which.
        seed: of all of them.
        most: how many of each; None for no limit.
        minutes: for how long; None for no limit.
    """
    worker, end = Worker(), None if minutes is None else time.monotonic() + 60 * minutes
    try:
        for number in count() if most is None else range(most):
            for kind in kinds:
                yield kind, number, worker.try_one(kind, seed, number)
            if end is not None and time.monotonic() > end:
                return
    finally:
        worker.close()
