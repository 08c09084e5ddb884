"""Reporting to the user what is compiled."""

from __future__ import annotations

import contextlib
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

from .modes import PLAIN

Progress = Callable[[int, int | None, str], None]
"""Called as ``progress(done, total_estimate, name)``: functions compiled, of how many (None: unknown), the last."""

_TITLE = "compiling the rules by plain Numba, which takes minutes" if PLAIN else "compiling the rules, once"

_reporter: _Reporter | None = None


@dataclass
class _Reporter:
    progress: Progress
    missing: set[str] = field(default_factory=set)  # addresses of the functions that make up the estimated total
    done: int = 0
    started: bool = False

    def report(self, name: str, compiled: int) -> None:
        self.done += compiled
        if compiled or not self.started:
            self.started = True
            total = len(self.missing)
            self.progress(self.done, total if 0 < total >= self.done else None, name)


@contextlib.contextmanager
def compile_progress(progress: Progress | None = None) -> Iterator[_Reporter]:
    """Report what is compiled inside the block, in any thread; say nothing if all is loaded from the cache.

    Args:
        progress: the callback, called at the start (done = 0) and after each function. By default a line on standard
            error, kept up to date on a terminal. Inside another such block it is ignored: the outer one reports.
    """
    global _reporter
    if _reporter is not None:
        yield _reporter
        return
    _reporter = _Reporter(progress or _print_progress)
    try:
        yield _reporter
    finally:
        if progress is None and _reporter.done and sys.stderr.isatty():
            print(file=sys.stderr)
        _reporter = None


@contextlib.contextmanager
def compiling(name: str) -> Iterator[None]:
    """Report a function that is compiled in the block."""
    if _reporter is not None:
        _reporter.report(name, 0)
    yield
    if _reporter is not None:
        _reporter.report(name, 1)


def _print_progress(done: int, total: int | None, name: str) -> None:
    if sys.stderr.isatty():
        count = f"{done} of {total}" if total else f"{done}"
        print(f"\r\x1b[K{_TITLE}: {count} {name}", end="", file=sys.stderr, flush=True)
    elif done == 0:
        count = f"{total} function{'s' * (total != 1)}, about 0.1 s each" if total else "..."
        print(f"{_TITLE}: {count}", file=sys.stderr, flush=True)
