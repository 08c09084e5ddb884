"""SIGINT (Ctrl-C) and SIGTERM, at which work ends with what is done."""

from __future__ import annotations

import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType


class Interrupted(KeyboardInterrupt):
    """A signal came.

    Attributes:
        signal: SIGINT or SIGTERM.
    """

    def __init__(self, number: int) -> None:
        self.signal = signal.Signals(number)
        super().__init__(f"stopped by {self.signal.name}")


def interrupt(number: int) -> None:
    """Raise :class:`Interrupted` for a signal."""
    raise Interrupted(number)


@contextmanager
def first_signal(do: Callable[[int], object]) -> Iterator[None]:
    """Let the first SIGINT or SIGTERM in the block call ``do`` with its number; then they do what they did before.

    Outside the main thread, where no handlers may be set, they do so all the time.
    """
    if threading.current_thread() is not threading.main_thread():
        yield
        return

    def handle(number: int, frame: FrameType | None) -> None:
        restore()
        do(number)

    before = {number: signal.signal(number, handle) for number in (signal.SIGINT, signal.SIGTERM)}

    def restore() -> None:
        for number, handler in before.items():
            signal.signal(number, handler)

    try:
        yield
    finally:
        restore()
