"""Digests of what compiled functions mean, by which the cache finds them: nothing stale is ever loaded."""

from __future__ import annotations

import dis
import hashlib
import sys
import types as pytypes
from collections.abc import Iterator
from typing import Any

import numba
import numpy as np
from numba import types
from numba.core.extending import _Intrinsic

from .modes import OPTIONS

SETTINGS = ("OPT", "LOOP_VECTORIZE", "SLP_VECTORIZE", "DEBUGINFO_DEFAULT")  # Numba's own that change the machine code
LIBRARIES = ("math", "numba", "numpy")  # identified by name: their contents are up to Numba

_contents: dict[Any, tuple[str, frozenset[Any]]] = {}


def content(dispatcher: Any, path: tuple[Any, ...] = ()) -> tuple[str, frozenset[Any]]:
    """Return a digest of all that the function's meaning depends on, and the functions it reaches, itself included.

    Comments, docstrings and line numbers do not count. ``path`` holds the callers on the way here.

    Raises:
        TypeError: the function recurses, or refers to something whose content cannot be told.
    """
    if dispatcher in path:
        raise TypeError("rules do not recurse: " + " -> ".join(d.__name__ for d in (*path, dispatcher)))
    if dispatcher not in _contents:
        f = dispatcher.py_func
        versions = numba.__version__, sys.version_info[:2]
        settings = [*versions, OPTIONS, *(getattr(numba.config, name) for name in SETTINGS)]
        parts = [repr(settings), f.__module__, f.__qualname__, _code_text(f.__code__, f.__doc__)]
        reached = frozenset([dispatcher])
        cells = zip(f.__code__.co_freevars, (cell.cell_contents for cell in f.__closure__ or ()), strict=True)
        for name, value in (*_globals_read(f.__code__, f.__globals__), *cells):
            if hasattr(value, "py_func"):
                if not getattr(value, "is_rule", False):
                    raise TypeError(f"{f.__qualname__} calls {value.__name__}, which is not a rule")
                mark, further = content(value, (*path, dispatcher))
                reached |= further
            else:
                mark = _mark(value, f"{name} in {f.__qualname__}")
            parts.append(f"{name}={mark}")
        _contents[dispatcher] = hashlib.sha256("\n".join(parts).encode()).hexdigest(), reached
    return _contents[dispatcher]


def _code_text(code: pytypes.CodeType, doc: str | None = None) -> str:
    constants = [
        _code_text(c) if isinstance(c, pytypes.CodeType) else _mark(c, code.co_name)
        for k, c in enumerate(code.co_consts)
        if not (k == 0 and c in (None, doc))
    ]
    names = code.co_names, code.co_varnames, code.co_freevars, code.co_cellvars, code.co_argcount
    return repr((code.co_code.hex(), code.co_exceptiontable.hex(), constants, names))


def _globals_read(code: pytypes.CodeType, scope: dict[str, Any]) -> Iterator[tuple[str, Any]]:
    """Yield (dotted name, value) of the globals that the code reads, and of the attributes it reads of modules."""
    name, value = "", None
    for step in dis.get_instructions(code):
        if step.opname == "EXTENDED_ARG":  # belongs to the next instruction
            continue
        if isinstance(value, pytypes.ModuleType):
            if step.opname not in ("LOAD_ATTR", "LOAD_METHOD"):
                raise TypeError(f"{code.co_name} uses module {name} other than through its attributes")
            name, value = f"{name}.{step.argval}", getattr(value, step.argval)
        elif step.opname == "LOAD_GLOBAL" and step.argval in scope:
            name, value = step.argval, scope[step.argval]
        else:
            continue
        if not isinstance(value, pytypes.ModuleType):
            yield name, value
            value = None
    for constant in code.co_consts:
        if isinstance(constant, pytypes.CodeType):
            yield from _globals_read(constant, scope)


def _mark(value: Any, place: str) -> str:
    """Return text that distinguishes ``value`` from any other constant; refuse values for which it is unknown."""
    if value is None or value is Ellipsis or isinstance(value, np.generic | types.Type):
        return repr(value)
    if type(value) in (bool, int, float, complex, str, bytes):
        return repr(value)
    if isinstance(value, tuple):
        kind = _mark(type(value), place) if hasattr(value, "_fields") else ""
        return f"{kind}({','.join(_mark(v, place) for v in value)})"
    if isinstance(value, type) and issubclass(value, tuple) and hasattr(value, "_fields"):
        if "<locals>" in value.__qualname__:  # code from the cache finds it by its name
            raise TypeError(f"{place}: a NamedTuple that rules use is defined at the top of a module")
        defaults = tuple(getattr(value, "_field_defaults", {}).items())
        return f"{value.__module__}.{value.__qualname__} {value._fields} {_mark(defaults, place)}"
    if isinstance(value, frozenset):
        return f"{{{','.join(sorted(_mark(v, place) for v in value))}}}"
    if isinstance(value, np.ndarray) and value.dtype.kind in "bif":
        return f"{value.dtype.str} {value.shape} {hashlib.sha256(value.tobytes()).hexdigest()}"
    if isinstance(value, _Intrinsic):
        return f"{value._name} {_code_text(value._defn.__code__)}"
    module = getattr(value, "__module__", None) or ""
    if callable(value) and module.partition(".")[0] in (*LIBRARIES, "builtins"):
        return f"{module}.{getattr(value, '__qualname__', repr(value))}"
    raise TypeError(
        f"{place} is a {type(value).__name__}: rules refer to rules, tables, numbers, tuples of them, and NamedTuples"
    )
