"""Folders of files that belong together: they get their name only when whole, and hold a digest of each file."""

from __future__ import annotations

import hashlib
import json
import os
import shutil
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

from scythe_env.core.document import parse

DIGESTS_FILE: Final = "digests.json"


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
        partial.write_bytes(data)
        os.replace(partial, file)


def write_whole(folder: Path, files: Mapping[str, bytes]) -> None:
    """Write a folder of files, or replace one of such files.

    Args:
        folder: the folder; it gets its name when all files are written.
        files: what they hold, by name.

    Raises:
        ValueError: the folder holds other files, which would be lost.
        OSError: a file cannot be written; the folder is as before.
    """
    if folder.exists():
        others = sorted({path.name for path in folder.iterdir()} - {*files, DIGESTS_FILE})
        if others:
            raise ValueError(f"{folder} holds {others[0]!r} besides what is written: give another folder")
    partial, old = (folder.absolute().with_name(f"{folder.absolute().name}.{part}") for part in ("partial", "old"))
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
