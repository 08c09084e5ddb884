"""Games that two implementations play side by side: where they differ, what was compared, and the loop over seeds."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Any


@dataclass
class Difference:
    """Where engine and referee differ."""

    seed: int
    number: int
    setup: str
    what: str
    engine: Any
    referee: Any
    decisions: list[str]

    def __str__(self) -> str:
        """All of it, the last decisions first."""
        return "\n".join(
            [
                f"seed {self.seed}, decision {self.number}: {self.what}",
                f"  {self.setup}",
                f"  engine : {self.engine}",
                f"  referee: {self.referee}",
                *(f"    {line}" for line in self.decisions),
            ]
        )


@dataclass
class Tally:
    """What happened in the games that were compared."""

    games: int = 0
    decisions: Counter[str] = field(default_factory=Counter)
    ends: Counter[str] = field(default_factory=Counter)
    differences: list[Difference] = field(default_factory=list)


def first_difference(engine: Any, referee: Any, path: str = "") -> tuple[str, Any, Any] | None:
    """The first place in which two positions, as JSON values, differ, and both values."""
    if engine == referee:
        return None
    keys: Iterable[Any]
    if isinstance(engine, dict) and isinstance(referee, dict):
        keys = [*engine, *(key for key in referee if key not in engine)]
        engine, referee = ({key: side.get(key) for key in keys} for side in (engine, referee))
    elif isinstance(engine, list) and isinstance(referee, list) and len(engine) == len(referee):
        keys = range(len(engine))
    else:
        return path, engine, referee
    found = (first_difference(engine[key], referee[key], f"{path} {key}".strip()) for key in keys)
    return next(filter(None, found), None)


def compare(
    seeds: range, play: Callable[[int], Iterable[Difference | None]], tally: Tally, stop_after: int, progress: int
) -> None:
    """Play the games of each seed, and print each difference; stop after some of them.

    Args:
        seeds: of the games.
        play: compares the games of a seed, and counts them in the tally.
        tally: of all games.
        stop_after: number of differences.
        progress: number of seeds after which to report progress.
    """
    for number, seed in enumerate(seeds, 1):
        for difference in filter(None, play(seed)):
            print(difference, flush=True)
            tally.differences.append(difference)
        if number % progress == 0:
            decisions = sum(tally.decisions.values())
            print(f"{number} games, {decisions} decisions, {len(tally.differences)} differences", flush=True)
        if len(tally.differences) >= stop_after:
            break
