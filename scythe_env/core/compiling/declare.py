"""What a game is written with: :func:`rule`, :func:`entry`, :func:`table`, :func:`lookup`."""

from __future__ import annotations

import functools
import hashlib
import inspect
import sys
from collections.abc import Callable
from typing import Any, TypeVar

import numba
import numpy as np
import numpy.typing as npt
from numba import types

from .interpreted import interpreted
from .layout import Layout, check
from .modes import JIT, OPTIONS, PLAIN
from .progress import Progress, compile_progress, compiling

if JIT and not PLAIN:
    from . import numba_hooks

F = TypeVar("F", bound=Callable[..., Any])

RULES: list[Any] = []
"""Every compiled rule, for checks such as ``len(r.signatures) <= 1``; empty when interpreted."""
ENTRIES: list[Any] = []
"""Every compiled entry; empty when interpreted."""


def rule(f: F) -> F:
    """Compile ``f``, a function that only other rules and entries call; return ``f`` itself when interpreted.

    Integers, booleans and literals all arrive as int64, so that one version serves every caller. Tests may call a rule
    from Python with a record made by :meth:`Layout.view`, which compiles it once more, by itself.

    Raises:
        TypeError: ``f`` has default arguments (each default would compile a version of its own), or belongs to a module
            that cannot be imported (its code could be saved, but not loaded again).
    """
    if f.__defaults__ or f.__kwdefaults__:
        raise TypeError(f"{f.__qualname__}: a rule must not have default arguments")
    if f.__module__ not in sys.modules:
        raise TypeError(f"{f.__qualname__}: there is no module {f.__module__}, which a rule needs")
    if not JIT:
        return f
    dispatcher: Any = numba.njit(**OPTIONS)(f) if PLAIN else numba_hooks.Rule(f)
    dispatcher.is_rule = True
    RULES.append(dispatcher)
    return dispatcher  # type: ignore[no-any-return]


def entry(*signature: Any) -> Callable[[F], F]:
    """Make the decorated function callable from Python, with positional arguments of exactly these types.

    Args:
        signature: for each parameter a :class:`Layout` (a one-dimensional C-contiguous array of its records) or a Numba
            type: a scalar (``int64``, ``float64``) or an array (``int8[::1]``, ``float32[:, ::1]``). Arrays must be
            writable. The types are spelt out, rather than taken from the first call, so that a mistaken first call
            cannot fix them and that compiling ahead needs no arguments.

    Integers of any size convert to ``int64`` (``np.int8`` costs a microsecond, a float loses its fraction); any other
    mismatch raises TypeError at the call. Entries call rules, not entries.

    Raises:
        TypeError: (when decorating) the signature has not one type for each parameter.
    """

    def decorate(f: F) -> F:
        names = tuple(inspect.signature(f).parameters)
        if len(names) != len(signature):
            raise TypeError(f"{f.__qualname__}: {len(signature)} types for {len(names)} parameters")
        if not JIT:
            return _checking(f, f, names, signature)  # type: ignore[no-any-return]
        ENTRIES.append(_plain_entry(f, names, signature) if PLAIN else numba_hooks.Entry(f, names, signature))
        return ENTRIES[-1]  # type: ignore[no-any-return]

    return decorate


def table(values: npt.ArrayLike, dtype: npt.DTypeLike) -> Any:
    """Return a read-only constant array for rules to index; a memoryview of it when interpreted.

    Code that is not compiled may read it through ``np.asarray``, which gives an array in both modes.

    Args:
        values: one or more dimensions, indexed fully in rules. Compiled code holds a copy for each function that names
            the table: read larger tables through :func:`lookup`.
        dtype: signed integer or float type that holds the values exactly.

    Raises:
        ValueError: another kind of dtype, no dimension, or a value that does not fit.
        OverflowError: a Python integer that does not fit.
    """
    array = np.array(values, dtype, order="C")
    if array.dtype.kind not in "if" or not array.dtype.isnative or array.ndim == 0:
        raise ValueError(f"a table is an array of signed integers or floats, not {array.dtype} of shape {array.shape}")
    if array.dtype.kind == "i" and not np.array_equal(array, np.asarray(values)):
        raise ValueError(f"table values do not fit {array.dtype}")
    array.setflags(write=False)
    return array if JIT else memoryview(array)  # type: ignore[arg-type]


def lookup(values: npt.ArrayLike, dtype: npt.DTypeLike = np.int8) -> Any:
    """Return a rule that gives an element of a :func:`table` of up to four dimensions, called with its indices."""
    cells: Any = table(values, dtype)
    readers = (
        *(lambda i: cells[i], lambda i, j: cells[i, j]),
        *(lambda i, j, k: cells[i, j, k], lambda i, j, k, m: cells[i, j, k, m]),
    )
    read: Any = readers[cells.ndim - 1]
    content = np.asarray(cells).tobytes() + f"{cells.shape} {np.dtype(dtype).str}".encode()
    # code of equal names is taken for the same where it is linked, so different tables need different names
    read.__name__, read.__qualname__ = "lookup", f"lookup_{hashlib.sha256(content).hexdigest()[:16]}"
    return rule(read)


def compile_all(progress: Progress | None = None) -> None:
    """Compile, or load from the cache, every entry that was imported; nothing happens when interpreted.

    Args:
        progress: called for each function compiled (none if all was cached); by default it writes to standard error.
    """
    with compile_progress(progress) as reporter:
        for compiled in ENTRIES:
            reporter.missing |= compiled.missing()
        for compiled in ENTRIES:
            compiled.freeze()


def _checking(f: Callable[..., Any], run: Any, names: tuple[str, ...], signature: tuple[Any, ...]) -> Any:
    """``run`` with its arguments checked and converted to what interpreted, or plainly compiled, code takes."""

    def converter(name: str, kind: Any) -> Callable[[Any], Any]:
        if isinstance(kind, Layout):
            make: Any = (lambda states: states.view(kind.dtype)) if JIT else kind.interpreted
        elif isinstance(kind, types.Array):
            make = np.asarray if JIT else interpreted
        else:
            make = int if isinstance(kind, types.Integer) else float

        def convert(value: Any) -> Any:
            check(f.__qualname__, name, kind, value)
            return make(value)

        return make if isinstance(kind, Layout) and not JIT else convert  # interpreted states are checked once

    converters = tuple(map(converter, names, signature))

    @functools.wraps(f)
    def call(*args: Any) -> Any:
        if len(args) != len(converters):
            raise TypeError(f"{f.__qualname__} takes {len(converters)} arguments, not {len(args)}")
        return run(*[convert(value) for convert, value in zip(converters, args, strict=True)])

    return call


def _plain_entry(f: Callable[..., Any], names: tuple[str, ...], signature: tuple[Any, ...]) -> Any:
    """An entry that Numba's public interface compiles on its first call."""

    @functools.cache
    def version() -> Any:
        kinds = tuple(kind.states_type if isinstance(kind, Layout) else kind for kind in signature)
        with compile_progress(), compiling(f.__name__):
            return numba.njit([kinds], **OPTIONS)(f)

    call = _checking(f, lambda *args: version()(*args), names, signature)
    call.missing, call.freeze = set, version
    return call
