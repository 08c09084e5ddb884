"""Compiled code on disk: the folder and its files."""

from __future__ import annotations

import contextlib
import functools
import glob
import hashlib
import os
import pickle
import re
import time
import warnings
from collections.abc import Callable
from pathlib import Path
from typing import Any

import platformdirs

from .content import content

MAX_AGE = 60 * 24 * 3600  # seconds since its last use after which a cache file is deleted


class DiskCache:
    """One dispatcher's compiled code: a file named by content, signature and processor, checksum first.

    Numba calls a subclass's ``load_overload(sig, target_context)`` and ``save_overload(sig, result)``.
    """

    cache_path = None  # Numba's statistics ask for it

    def __init__(self, dispatcher: Any) -> None:
        self._dispatcher = dispatcher

    @functools.cached_property
    def address(self) -> str:
        """What the code is found by: the kind of code and the content."""
        return hashlib.sha256(f"{type(self).__name__} {content(self._dispatcher)[0]}".encode()).hexdigest()[:32]

    def _file(self, sig: tuple[Any, ...], codegen: Any) -> Path | None:
        folder = cache_folder()
        if folder is None:
            return None
        target = hashlib.sha256(repr((sig, codegen.magic_tuple())).encode()).hexdigest()[:16]
        name = re.sub(r"\W", "_", self._dispatcher.__name__)
        return folder / f"{name}-{self.address}-{target}.bin"

    def _load(self, file: Path | None, rebuild: Callable[[Any], Any]) -> Any:
        """What ``rebuild`` makes of a file's parts; None if it is missing, damaged or, with a warning, useless."""
        try:
            data = b"" if file is None else file.read_bytes()
        except OSError:
            return None
        if file is None or hashlib.sha256(data[32:]).digest() != data[:32]:
            return None
        try:
            result = rebuild(pickle.loads(data[32:]))
        except Exception as error:
            warnings.warn(f"{file} cannot be loaded, so it is compiled anew: {error!r}", RuntimeWarning, stacklevel=2)
            return None
        with contextlib.suppress(OSError):
            os.utime(file)
        return result

    def _save(self, file: Path | None, parts: Any) -> None:
        if file is None:
            return
        payload = pickle.dumps(parts)
        temporary = file.with_suffix(f".{os.getpid()}.tmp")
        try:
            temporary.write_bytes(hashlib.sha256(payload).digest() + payload)
            temporary.replace(file)
            _prune(file.parent)
        except OSError as error:
            with contextlib.suppress(OSError):
                temporary.unlink(missing_ok=True)
            _warn_uncached(f"{file.parent}: {error.strerror}")


def addresses() -> set[str]:
    """Addresses of all code in the folder."""
    folder = cache_folder()
    return set() if folder is None else {name.split("-")[1] for name in glob.iglob("*-*-*.bin", root_dir=folder)}


@functools.cache
def cache_folder() -> Path | None:
    """Return where compiled code is kept, or None, with one warning, if it cannot be kept.

    It is made inside ``$SCYTHE_ENV_CACHE_DIR``, or else inside ``$NUMBA_CACHE_DIR`` or the user's cache directory. As
    its files are pickles, a folder that another user owns or can write to is refused; one of root may be read only.
    """
    try:
        base = _base()
    except RuntimeError:  # of a user that the system does not know, without a home
        _warn_uncached("this user has no home folder")
        return None
    folder = base / "compiled"
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        status = folder.stat()
    except OSError as error:
        _warn_uncached(f"{folder}: {error.strerror}")
        return None
    if not os.access(folder, os.R_OK | os.X_OK):
        _warn_uncached(f"{folder} belongs to another user and cannot be read")
        return None
    if hasattr(os, "getuid") and (status.st_uid not in (0, os.getuid()) or status.st_mode & 0o022):
        _warn_uncached(f"{folder} belongs to or can be written by other users")
        return None
    return folder


def _base() -> Path:
    """The folder in which the folder is.

    Raises:
        RuntimeError: it is not known, as the user has no home.
    """
    if own := os.environ.get("SCYTHE_ENV_CACHE_DIR"):
        return Path(own).absolute()
    if shared := os.environ.get("NUMBA_CACHE_DIR"):
        return Path(shared).absolute() / "scythe-env"
    user = Path(platformdirs.user_cache_dir("scythe-env", appauthor=False))
    if user.parts[0] == "~":  # some versions of platformdirs leave what they cannot replace
        raise RuntimeError("no home folder")
    return user.absolute()


@functools.cache
def _warn_uncached(reason: str) -> None:
    advice = "set SCYTHE_ENV_CACHE_DIR to a folder of your own, or the rules are compiled anew by each process"
    warnings.warn(f"compiled rules cannot be cached ({reason}): {advice}", RuntimeWarning, stacklevel=3)


@functools.cache
def _prune(folder: Path) -> None:
    """Delete files that were not used for long; once per process. Loading a file counts as use."""
    for file in folder.glob("*-*-*.*"):
        with contextlib.suppress(OSError):
            if time.time() - file.stat().st_mtime > MAX_AGE:
                file.unlink()
