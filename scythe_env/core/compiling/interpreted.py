"""Records and arrays as interpreted code sees them: their elements are Python integers, checked for range when stored.

Memoryviews do that faster than anything else in Python; they lack rows, which :class:`Rows` adds.
"""

from __future__ import annotations

import ctypes
import functools
from typing import Any

import numpy as np
import numpy.typing as npt


class Rows:
    """An array of several dimensions: ``[i, j]`` is an element, ``[i]`` a row, as in compiled code."""

    __slots__ = ("_array", "_view", "shape")

    def __init__(self, array: npt.NDArray[Any]) -> None:
        self._array, self._view, self.shape = array, memoryview(array), array.shape  # type: ignore[arg-type]

    def __getitem__(self, key: Any) -> Any:
        try:
            return self._view[key]
        except NotImplementedError:  # what a memoryview raises for a row
            return interpreted(self._array[key])

    def __setitem__(self, key: tuple[int, ...], value: Any) -> None:
        self._view[key] = value


def interpreted(array: npt.NDArray[Any]) -> Any:
    """The array as interpreted code sees it, in the same memory."""
    return memoryview(array) if array.ndim == 1 else Rows(array)  # type: ignore[arg-type]


class States(dict[int, Any]):
    """An array of states: views by index, built when first asked for.

    It uses the array's memory without a reference to the array, so that the cache of these objects frees arrays.
    """

    def __init__(self, dtype: np.dtype[np.void], states: npt.NDArray[np.void]) -> None:
        memory = (ctypes.c_char * states.nbytes).from_address(states.ctypes.data)
        self._view_class = _state_class(dtype)
        self._array: npt.NDArray[np.void] = np.ndarray(states.shape, dtype, memory)  # type: ignore[arg-type]
        self.shape = states.shape

    def __len__(self) -> int:
        return len(self._array)

    def __missing__(self, i: int) -> Any:
        if not 0 <= i < len(self):
            if not -len(self) <= i < 0:
                raise IndexError(f"state {i} of {len(self)}")
            return self[i + len(self)]
        view = self._view_class(self._array, i)
        super().__setitem__(i, view)
        return view

    def __setitem__(self, i: int, view: _State) -> None:
        """Copy a state, as assigning an array's element does."""
        self._array[i] = view._array[view._index]


class _State:
    """One state. The view of a field is built at its first use, as each takes a microsecond."""

    __slots__ = ("_array", "_index")

    def __init__(self, array: npt.NDArray[np.void], index: int) -> None:
        object.__setattr__(self, "_array", array)
        object.__setattr__(self, "_index", index)

    def __getattr__(self, slot: str) -> Any:
        """Fill an empty slot: "x" for an array field, "_x" for a scalar, as a view of one element."""
        if slot not in self.__slots__:
            raise AttributeError(f"unknown field {slot!r} of a state")
        cells = self._array[slot.lstrip("_")]
        one = slice(self._index, self._index + 1) if slot.startswith("_") else self._index
        view = interpreted(cells[one])
        object.__setattr__(self, slot, view)
        return view


@functools.cache
def _state_class(dtype: np.dtype[np.void]) -> type[Any]:
    """The class of one state: fields as attributes, scalars as int, arrays indexed fully or by row."""
    names = dtype.names or ()
    scalars = frozenset(name for name in names if dtype[name].shape == ())
    body: dict[str, Any] = {"__slots__": tuple("_" * (name in scalars) + name for name in names)}
    for name in scalars:  # generated code, as a closure over the name would cost a getattr each time
        exec(f"def get(s): return s._{name}[0]\ndef put(s, value): s._{name}[0] = value", body)
        body[name] = property(body.pop("get"), body.pop("put"))
    put = object.__setattr__

    def put_scalar(state: Any, name: str, value: Any) -> None:
        if name not in scalars:  # compiled code would copy the array where this would share it
            raise AttributeError(f"{name!r} is not a scalar field")
        put(state, name, value)

    return type("StateView", (_State,), body | {"__setattr__": put_scalar})
