"""Where a result comes from: when, by which code and on which machine it was found."""

from __future__ import annotations

import datetime
import os
import platform
import subprocess
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any, Final

import scythe_env

PACKAGES: Final = (
    "scythe-env",
    "numpy",
    "numba",
    "gymnasium",
    "pettingzoo",
    "torch",
    "stable-baselines3",
    "sb3-contrib",
)


@dataclass(frozen=True, kw_only=True)
class Origin:
    """Where a result comes from.

    Attributes:
        date: the day, as 2026-11-29.
        version: of the package.
        commit: of its repository, with ``-dirty`` if files differ from it; None if it is not run from one.
        processor: its model.
        cores: that may be used.
    """

    date: str
    version: str
    commit: str | None
    processor: str
    cores: int

    def __post_init__(self) -> None:
        datetime.date.fromisoformat(self.date)

    @classmethod
    def here(cls) -> Origin:
        """Today, with this code on this machine."""
        day = datetime.datetime.now(datetime.UTC).date().isoformat()
        return cls(date=day, version=scythe_env.__version__, commit=_commit(), processor=_processor(), cores=_cores())

    def __str__(self) -> str:
        commit = f", commit {self.commit[:10]}{self.commit[40:]}" if self.commit else ""
        return f"{self.date}, version {self.version}{commit}, on {self.processor}, {self.cores} cores"


def machine() -> dict[str, Any]:
    """Processor, cores that may be used, operating system and versions of what is installed."""
    versions = {"python": platform.python_version()}
    for name in PACKAGES:
        try:
            versions[name] = version(name)
        except PackageNotFoundError:
            continue
    return {"processor": _processor(), "cores": _cores(), "system": platform.platform(), "versions": versions}


def _commit() -> str | None:
    """The commit that this file is from, if git knows it: a package may be installed within another repository."""
    file = Path(__file__)

    def git(*words: str) -> str:
        command = ["git", "-C", str(file.parent), *words]
        return subprocess.run(command, check=True, capture_output=True, text=True).stdout.strip()

    try:
        git("ls-files", "--error-unmatch", file.name)
        return git("describe", "--always", "--dirty", "--abbrev=40", "--exclude=*")
    except (OSError, subprocess.CalledProcessError):
        return None


def _cores() -> int:
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def _processor() -> str:
    info = Path("/proc/cpuinfo")
    if info.exists():
        for line in info.read_text(encoding="utf-8").splitlines():
            if line.startswith("model name"):
                return line.partition(":")[2].strip()
    return platform.processor() or platform.machine()
