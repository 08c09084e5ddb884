"""What passes between Python and compiled code: the record of a game (:class:`Layout`), and arguments."""

from __future__ import annotations

import functools
import hashlib
import numbers
import weakref
from collections.abc import Mapping
from typing import Any

import numba
import numpy as np
import numpy.typing as npt
from numba import types

from .interpreted import States
from .modes import JIT


class Layout:
    """The dtype of one game's state, suitable for compiled and interpreted rules.

    Attributes:
        dtype: the structured dtype; ``np.zeros(n, layout.dtype)`` holds n states.
        digest: 16 hexadecimal digits that change with any field's name, type, shape or place: save it with states.
    """

    dtype: np.dtype[np.void]
    digest: str

    def __init__(self, fields: Any) -> None:
        """Check and adopt the fields.

        Args:
            fields: a list of (name, type) or (name, type, shape), or a dtype made of one: signed integers only, larger
                types first, and a spare field last where needed, to avoid padding. Then copies, comparison, pickles and
                digests of states may use plain bytes.

        Raises:
            ValueError: a field of another type, a name with a leading underscore, or padding.
        """
        given = np.dtype(fields)
        if given.names is None:
            raise ValueError("a layout has named fields")
        parts = [(name, given[name].base, given[name].shape) for name in given.names]
        for name, base, _ in parts:
            if base.kind != "i" or not base.isnative:
                raise ValueError(f"field {name} is {base}, not a signed integer")
            if not name.isidentifier() or name.startswith("_"):
                raise ValueError(f"field name {name!r} is not a public identifier")
        self.dtype = np.dtype(parts, align=True)  # GPUs refuse records that are not marked as aligned
        padding = self.dtype.itemsize - sum(given[name].itemsize for name in given.names)
        if padding or self.dtype != given:
            raise ValueError(f"{padding} bytes of padding: order fields by size, largest first, and add a spare field")
        text = "\n".join(f"{name} {base.str} {shape}" for name, base, shape in parts)
        self.digest = hashlib.sha256(text.encode()).hexdigest()[:16]
        self._views: dict[int, tuple[Any, States]] = {}

    def __reduce__(self) -> tuple[type[Layout], tuple[Any]]:
        return Layout, (self.dtype,)

    def __str__(self) -> str:
        return "a writable C-contiguous 1-D array of the state layout"

    @property
    def states_type(self) -> Any:
        """Numba's type of an array of states."""
        return numba.from_dtype(self.dtype)[::1]

    def accepts(self, states: Any) -> bool:
        """Whether entries accept it as an array of states."""
        return (
            isinstance(states, np.ndarray) and states.ndim == 1 and states.flags.carray and states.dtype == self.dtype
        )

    def view(self, states: npt.NDArray[np.void], i: int) -> Any:
        """Return state ``i`` as a rule takes it, its fields readable and writable as attributes; a view, not a copy.

        For tests and tools, in either mode: calling a rule from Python is slow when compiled.
        """
        return states.view(self.dtype).view(np.recarray)[i] if JIT else self.interpreted(states)[i]

    def interpreted(self, states: npt.NDArray[np.void]) -> States:
        """Return the array as interpreted code sees it: ``[i]`` gives an object with the fields, kept for later.

        Raises:
            TypeError: ``states`` is not a writable C-contiguous one-dimensional array of this layout.
        """
        key = id(states)
        found = self._views.get(key)
        if found is None and self.accepts(states):
            # the callback runs before the array's memory and id are freed, so neither can be met again in the cache
            reference = weakref.ref(states, lambda _: self._views.pop(key, None))
            found = self._views[key] = reference, States(self.dtype, states)
        if found is None or not states.flags.writeable:
            raise TypeError(f"states must be {self}, not {describe(states)}")
        return found[1]


def widen(t: Any) -> Any:
    """The type that a rule takes for an argument of Numba's type ``t``: int64 for every smaller integer and literal."""
    t = types.unliteral(t)  # type: ignore[no-untyped-call]
    small = isinstance(t, types.Boolean) or (isinstance(t, types.Integer) and t.bitwidth < 64)  # type: ignore[attr-defined]
    return types.int64 if small else t


def check(function: str, name: str, kind: Any, value: Any) -> None:
    """Check that a function takes a value for a parameter of this kind, a :class:`.Layout` or Numba's type.

    Raises:
        TypeError: it does not; the message says what it takes.
    """
    if not _accepts(kind, value):
        wanted = f"a writable {kind}" if isinstance(kind, types.Array) else kind
        found = describe(value) if isinstance(kind, Layout) else _describe(value)
        raise TypeError(f"{function.rpartition('.')[2]}: {name} must be {wanted}, not {found}")


def describe(value: Any) -> str:
    """What was given in place of an array of records, and how to get one from it."""
    found = _describe(value)
    if isinstance(value, Mapping | str):
        return f"{found}: Game.of_document makes one of a document"
    if isinstance(value, np.void):
        return f"{found}, a single record: states[i : i + 1] is an array"
    return f"{found}: its states are one" if hasattr(value, "states") else found


def _accepts(kind: Any, value: Any) -> bool:
    if isinstance(kind, Layout):
        return kind.accepts(value)
    if isinstance(kind, types.Array):
        return (
            isinstance(value, np.ndarray)
            and value.ndim == kind.ndim
            and (value.flags.carray if kind.layout == "C" else value.flags.behaved)
            and value.dtype == _numpy_type(kind.dtype)
        )
    return type(value) is int or isinstance(value, numbers.Real | np.bool_)  # the common case first


@functools.cache
def _numpy_type(t: Any) -> np.dtype[Any]:
    return np.dtype(str(t))


def _describe(value: Any) -> str:
    if not isinstance(value, np.ndarray):
        return type(value).__name__
    dtype = value.dtype if value.dtype.names is None else f"{value.dtype.itemsize}-byte records"
    flags = ("" if value.flags.writeable else " read-only") + ("" if value.flags.c_contiguous else " strided")
    return f"a{flags} {value.ndim}-D array of {dtype}"
