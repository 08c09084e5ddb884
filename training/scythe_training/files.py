"""Files and folders that get their name only when they are whole, and folders in which one command works at a time."""

from __future__ import annotations

import csv
import hashlib
import io
import json
import os
import shutil
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

from scythe_env.core.document import parse

DIGESTS_FILE: Final = "digests.json"
LOCK_FILE: Final = "run.lock"


def check_new(folder: Path, ours: Collection[str] = (), instead: str = "or resume the run in it") -> Path:
    """The folder, if something new may begin in it.

    Args:
        folder: the folder.
        ours: what may be in it, beside the file of :func:`alone`: left by a command that was killed as it began.
        instead: what can be done besides giving another folder.

    Raises:
        ValueError: it is not empty.
        OSError: it cannot be read.
    """
    if folder.exists() and any(path.name not in (LOCK_FILE, *ours) for path in folder.iterdir()):
        raise ValueError(f"{folder} is not an empty folder: give another{f', {instead}' if instead else ''}")
    return folder


@contextmanager
def alone(folder: Path, replaced: bool = False) -> Iterator[None]:
    """Keep other commands out of a folder in the block.

    Args:
        folder: the folder; it is made if it does not exist.
        replaced: whether it is replaced as a whole meanwhile; then the lock lies beside it.

    Raises:
        ValueError: another command is at work in it.
        OSError: it cannot be written.
    """
    from filelock import FileLock, Timeout

    folder.mkdir(parents=True, exist_ok=True)
    lock = _beside(folder, "lock") if replaced else folder / LOCK_FILE
    try:
        with FileLock(lock, timeout=0):
            yield
    except Timeout:
        raise ValueError(f"{folder}: another command is at work in it") from None


@contextmanager
def naming(file: Path) -> Iterator[None]:
    """Let an OSError in the block, such as that of a full disk, name the file, as not all of them do."""
    try:
        yield
    except OSError as error:
        error.filename = error.filename or str(file)
        raise


def write_file(file: Path, data: bytes) -> None:
    """Write a file, which gets its name when it is whole.

    Raises:
        OSError: it cannot be written; names the file, which is as before.
    """
    partial = file.with_name(f"{file.name}.partial")
    with naming(file):
        try:
            partial.write_bytes(data)
        except OSError:
            partial.unlink(missing_ok=True)  # what is left would only fill the disk
            raise
        os.replace(partial, file)


def csv_text(rows: Iterable[Iterable[Any]]) -> str:
    """Rows as the text of a CSV file."""
    text = io.StringIO(newline="")
    csv.writer(text, lineterminator="\n").writerows(rows)
    return text.getvalue()


class GrowingFile:
    """A file that grows by entries of one or more lines; what a process was writing as it died gives way to the next.

    Args:
        path: the file, which is not there until it is :meth:`read`.

    Attributes:
        path: the file.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self._size = self._whole = 0  # bytes: of the file, and of its whole entries

    def read(self) -> str:
        """The whole lines of the file; empty if it is not there.

        Raises:
            ValueError: they are not text.
        """
        data = self.path.read_bytes() if self.path.exists() else b""
        self._size, self._whole = len(data), data.rfind(b"\n") + 1
        try:
            return data[: self._whole].decode()
        except UnicodeDecodeError as error:
            raise ValueError(f"{self.path}: damaged: {error}") from None

    def keep(self, whole: str) -> None:
        """Say which lines at the beginning of the file are whole entries; by default all that were read."""
        self._whole = len(whole.encode())

    @contextmanager
    def growing(self) -> Iterator[Callable[[str], None]]:
        """What appends an entry to the file, which is written at once.

        Raises:
            ValueError: something else has written to the file since.
            OSError: it cannot be written; entries before are kept.
        """

        def append(entry: str) -> None:
            out.write(entry.encode())
            out.flush()
            self._size = self._whole = out.tell()

        with naming(self.path), self.path.open("ab") as out:
            if out.tell() != self._size:
                raise ValueError(f"{self.path}: another command has written to it: start again")
            out.truncate(self._whole)
            self._size = self._whole
            yield append


def write_whole(folder: Path, files: Mapping[str, bytes]) -> None:
    """Write a folder of files, or replace one of such files.

    Args:
        folder: the folder; it gets its name when all files are written.
        files: what they hold, by name.

    Raises:
        ValueError: the folder holds other files, which would be lost.
        OSError: a file cannot be written; the folder is as before.
    """
    put_back(folder)
    if folder.exists():
        others = sorted({path.name for path in folder.iterdir()} - {*files, DIGESTS_FILE})
        if others:
            raise ValueError(f"{folder} holds {others[0]!r} besides what is written: give another folder")
    partial, old = _beside(folder, "partial"), _beside(folder, "old")
    for left in (partial, old):
        if left.exists():
            shutil.rmtree(left)
    try:
        partial.mkdir(parents=True)
        for name, data in files.items():
            with naming(folder / name):
                (partial / name).write_bytes(data)
        with naming(folder / DIGESTS_FILE):
            seal(partial)
    except OSError:
        shutil.rmtree(partial, ignore_errors=True)  # what is left would only fill the disk
        raise
    if folder.exists():
        os.replace(folder, old)
    os.replace(partial, folder)
    shutil.rmtree(old, ignore_errors=True)


def put_back(folder: Path) -> None:
    """Give a folder its name again if a process died as :func:`write_whole` replaced it."""
    if not folder.exists() and _beside(folder, "old").exists():
        os.replace(_beside(folder, "old"), folder)


def _beside(folder: Path, part: str) -> Path:
    """A name beside a folder."""
    return folder.absolute().with_name(f"{folder.absolute().name}.{part}")


def seal(folder: Path) -> None:
    """Write the digests of the files in a folder."""
    digests = {path.name: _digest(path) for path in sorted(folder.iterdir()) if path.name != DIGESTS_FILE}
    (folder / DIGESTS_FILE).write_text(json.dumps(digests, indent=2) + "\n", encoding="utf-8")


def check_whole(folder: Path, *names: str) -> None:
    """Refuse a folder whose files are not those that were written together.

    Args:
        folder: the folder.
        names: files that must be there.

    Raises:
        ValueError: names the file that is missing, damaged or another one.
    """
    digests = read_json(folder / DIGESTS_FILE)
    if not isinstance(digests, dict) or not set(names) <= set(digests):
        raise ValueError(f"{folder / DIGESTS_FILE}: damaged: digests of {', '.join(names)} are needed")
    for name, digest in digests.items():
        file = folder / Path(name).name
        try:
            found = _digest(file)
        except OSError as error:
            raise ValueError(f"{file}: {error.strerror}") from None
        if found != digest:
            raise ValueError(f"{file}: damaged: it is not the file that was written with {DIGESTS_FILE}")


def read_json(file: Path) -> Any:
    """The document in a file.

    Raises:
        ValueError: the file is missing or is not JSON, or a key occurs twice.
    """
    try:
        return parse(file.read_text(encoding="utf-8"))
    except OSError as error:
        raise ValueError(f"{file}: {error.strerror}") from None
    except ValueError as error:
        raise ValueError(f"{file}: damaged: {error}") from None


def _digest(file: Path) -> str:
    return hashlib.sha256(file.read_bytes()).hexdigest()
