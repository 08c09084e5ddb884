"""Rules as small functions over a record: compiled by Numba, or run as they are.

A game declares its state as a :class:`Layout`, its constants as :func:`table`, its rules with :func:`rule`, and what
Python calls with :func:`entry`::

    STATE = Layout([("rng", np.int64, 4), ("gold", np.int64), ("units", np.int16, (2, 4))])
    PRICE = table([3, 5], np.int8)

    @rule
    def price(kind):
        return PRICE[kind]

    @entry(STATE, int64, int64, int8[:, ::1])
    def buy(states, i, kind, masks):
        s = states[i]
        s.gold -= price(kind)
        masks[i, kind] = s.gold >= price(kind)

    states = np.zeros(8, STATE.dtype)
    buy(states, 3, 1, np.zeros((8, 2), np.int8))

Nothing is compiled at import. An entry compiles itself and the rules it reaches on its first call, once for each
content of its code: the result is kept on disk under a digest of all that its meaning depends on (functions, constants,
tables, settings), so that an edit recompiles what it touches and nothing stale is ever loaded. Globals are frozen by
then: changing a constant or a table afterwards has no effect.

With ``NUMBA_DISABLE_JIT=1`` in the environment before the import, the same source runs interpreted. Records and arrays
then appear inside the functions as memoryviews, whose elements are Python integers: they compute as compiled code does,
where numpy's small scalars would not, and they check the range of what is stored. For both modes to agree, rules index
fully (``s.units[p, k]``, never the row ``s.units[p]``).
"""

from __future__ import annotations

import contextlib
import ctypes
import dis
import functools
import hashlib
import inspect
import numbers
import operator
import os
import pickle
import re
import sys
import time
import types as pytypes
import warnings
import weakref
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, TypeVar

import numba
import numpy as np
import numpy.typing as npt
import platformdirs
from llvmlite import binding as llvm  # type: ignore[import-untyped]
from numba.core import caching, cgutils, codegen, compiler, config, event, serialize, types
from numba.core.compiler_lock import global_compiler_lock
from numba.core.dispatcher import Dispatcher
from numba.core.extending import _Intrinsic
from numba.core.registry import cpu_target
from numba.core.typeconv.castgraph import Conversion
from numba.extending import intrinsic
from numba.np import arrayobj
from numba.np.numpy_support import as_dtype, from_dtype

F = TypeVar("F", bound=Callable[..., Any])
Progress = Callable[[int, int | None, str], None]
"""Called as ``progress(done, total_estimate, name)``: functions compiled, of how many (None: unknown), the last."""

JIT: bool = not config.DISABLE_JIT  # type: ignore[attr-defined]
"""Whether functions are compiled; False ("interpreted") under ``NUMBA_DISABLE_JIT=1``."""

OPTIONS: dict[str, Any] = {
    "nogil": True,
    "_nrt": False,  # rules allocate nothing, so Numba need not count references to arrays
    "error_model": "numpy",
    "boundscheck": bool(config.BOUNDSCHECK),  # type: ignore[attr-defined]
}
SETTINGS = ("OPT", "LOOP_VECTORIZE", "SLP_VECTORIZE", "DEBUGINFO_DEFAULT")  # Numba's own that change the machine code
LIBRARIES = ("math", "numba", "numpy")  # fixed by name: their contents are Numba's business
MAX_AGE = 60 * 24 * 3600  # seconds since its last use after which a cache file is deleted

RULES: list[Any] = []
"""Every compiled rule, for checks such as ``len(r.signatures) <= 1``; empty when interpreted."""
ENTRIES: list[Any] = []
"""Every compiled entry; empty when interpreted."""


# --- Declaring --------------------------------------------------------------------------------------------------------


def rule(f: F) -> F:
    """Compile ``f``, a function that only other rules and entries call; return ``f`` itself when interpreted.

    Integers, booleans and literals all arrive as int64, so that one version serves every caller. Tests may call a rule
    from Python with a record made by :meth:`Layout.view`, which compiles it once more, by itself.

    Raises:
        TypeError: ``f`` has default arguments (each default would compile a version of its own).
    """
    if f.__defaults__ or f.__kwdefaults__:
        raise TypeError(f"{f.__qualname__}: a rule has no default arguments")
    if not JIT:
        return f
    dispatcher = _widening(_dispatcher(f, _RuleCompiler, _RuleCache))
    dispatcher.add_overload = lambda result: dispatcher.overloads.update({result.signature.args: result})
    from_python = _widening(_dispatcher(f, _Compiler, DiskCache))
    dispatcher._compile_for_args = lambda *args: from_python.compile(tuple(map(from_python.typeof_pyval, args)))
    dispatcher.by_itself = from_python
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
        return (_compiled_entry if JIT else _interpreted_entry)(f, names, signature)  # type: ignore[return-value]

    return decorate


def table(values: npt.ArrayLike, dtype: npt.DTypeLike) -> Any:
    """Return a read-only constant array for rules to index; a memoryview of it when interpreted.

    Code that is not compiled may read it through ``np.asarray``, which gives an array in both modes.

    Args:
        values: one or more dimensions, indexed fully in rules. Compiled code holds a copy for each function that names
            the table: read larger tables through one small accessor rule.
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


class Layout:
    """The dtype of one game's state, fit for compiled and interpreted rules.

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
                types first, and a spare field last where needed, so that no byte is padding. Then copies, comparison,
                pickles and digests of states may go over plain bytes.

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
        self._views: dict[int, tuple[Any, _States]] = {}

    def __reduce__(self) -> tuple[type[Layout], tuple[Any]]:
        return Layout, (self.dtype,)

    @functools.cached_property
    def states_type(self) -> Any:
        """Numba's type of an array of states."""
        aligned, unmarked = (from_dtype(dtype)[::1] for dtype in (self.dtype, np.dtype(self.dtype.descr)))
        # numpy holds a dtype without the mark of alignment equal, and Numba may take either for the other
        cpu_target.typing_context.tm.set_compatible(unmarked, aligned, Conversion.safe)
        return aligned

    @functools.cached_property
    def view_class(self) -> type[Any]:
        """The class of one interpreted state: fields as attributes, scalars as int, arrays as memoryviews."""
        fields = {name: self.dtype[name].shape == () for name in self.dtype.names or ()}
        body = {name: _field_property(name, scalar) for name, scalar in fields.items()}
        return type("StateView", (_StateView,), {"__slots__": tuple("_" + name for name in fields), **body})

    def view(self, states: npt.NDArray[np.void], i: int) -> Any:
        """Return state ``i`` as a rule takes it, its fields readable and writable as attributes; a view, not a copy.

        For tests and tools, in either mode: calling a rule from Python is slow when compiled.
        """
        return states.view(self.dtype).view(np.recarray)[i] if JIT else self.interpreted(states)[i]

    def interpreted(self, states: npt.NDArray[np.void]) -> _States:
        """Return the array as interpreted code sees it: ``[i]`` gives a :attr:`view_class` object, kept for next time.

        Raises:
            TypeError: ``states`` is not a writable C-contiguous one-dimensional array of this layout.
        """
        key = id(states)
        found = self._views.get(key)
        if found is None:
            if not _accepts(self, states):
                raise TypeError(f"states must be {_name(self)}, not {_describe(states)}")
            # the callback runs before the array's memory and id are freed, so neither can be met again in the cache
            reference = weakref.ref(states, lambda _: self._views.pop(key, None))
            found = self._views[key] = reference, _States(self, states)
        elif not states.flags.writeable:
            raise TypeError(f"states must be {_name(self)}, not {_describe(states)}")
        return found[1]


def compile_all(progress: Progress | None = None) -> None:
    """Compile, or load from the cache, every entry that was imported; nothing happens when interpreted.

    Args:
        progress: told of each function compiled (none if all was cached); by default it goes to standard error.
    """
    with compile_progress(progress) as reporter:
        for dispatcher in ENTRIES:
            reporter.expect(dispatcher)
        for dispatcher in ENTRIES:
            dispatcher.freeze()


@contextlib.contextmanager
def compile_progress(progress: Progress | None = None) -> Iterator[_Reporter]:
    """Report what is compiled inside the block, in any thread; say nothing if all is loaded from the cache.

    Args:
        progress: the callback, called at the start (done = 0) and after each function. By default a line on standard
            error, kept up to date on a terminal. Inside another such block it is ignored: the outer one reports.
    """
    global _reporter
    if _reporter is not None:
        yield _reporter
        return
    _reporter = _Reporter(progress or _print_progress)
    try:
        with event.install_listener("numba:compile", _reporter):
            yield _reporter
    finally:
        if progress is None and _reporter.done and sys.stderr.isatty():
            print(file=sys.stderr)
        _reporter = None


# --- Compiled ---------------------------------------------------------------------------------------------------------


class _Compiler(compiler.Compiler):
    """Numba's compiler: machine code, here of an entry with all rules that it reaches."""

    def compile_extra(self, func: Any) -> Any:
        self.state.flags.no_cfunc_wrapper = True
        result = super().compile_extra(func)  # type: ignore[no-untyped-call]
        for environment in result._find_referenced_environments():  # those of the rules, as Numba knows only its own
            result.library.codegen.set_env(environment.env_name, environment)
        return result


class _RuleCompiler(compiler.Compiler):
    """Compiles a rule to LLVM's code only, which is optimised and made machine code inside the entries that reach it.

    Numba would do both for each rule with all that it calls, and add wrappers, in twice the time.
    """

    def compile_extra(self, func: Any) -> Any:
        self.state.library = _RuleLibrary(self.state.targetctx.codegen(), func.__qualname__)  # type: ignore[no-untyped-call]
        flags = self.state.flags
        flags.no_compile = flags.no_cfunc_wrapper = flags.no_cpython_wrapper = True
        result = super().compile_extra(func)._replace(entry_point=object())  # type: ignore[no-untyped-call]
        self.state.targetctx.insert_user_function(result.entry_point, result.fndesc, [result.library])
        return result


class _RuleLibrary(codegen.JITCodeLibrary):
    """A rule's code and that of the rules it calls, ready to be linked into others, as Numba does."""

    def finalize(self) -> None:
        for library in dict.fromkeys(self._linking_libraries):
            self._final_module.link_in(library._get_module_for_linking(), preserve=True)
        for function in self._final_module.functions:
            if not function.is_declaration and function.linkage == llvm.Linkage.external:
                function.linkage = "linkonce_odr"  # several callers may bring it, and whoever inlines it may drop it
        self._finalize_dynamic_globals()  # type: ignore[no-untyped-call]
        self._finalized = True


def _dispatcher(f: Callable[..., Any], compiler_class: Any, cache_class: Any) -> Any:
    dispatcher: Any = numba.njit(**OPTIONS, pipeline_class=compiler_class)(f)
    dispatcher._cache = cache_class(dispatcher)
    dispatcher.__reduce_ex__ = lambda protocol: f.__qualname__  # pickled and deep-copied by name, like a function
    return dispatcher


def _widening(dispatcher: Any) -> Any:
    compile_ = dispatcher.compile
    dispatcher.compile = lambda sig: compile_(tuple(map(widen, sig)))
    return dispatcher


def widen(t: Any) -> Any:
    """The type that a rule takes for an argument of Numba's type ``t``: int64 for every smaller integer and literal."""
    t = types.unliteral(t)  # type: ignore[no-untyped-call]
    small = isinstance(t, types.Boolean) or (isinstance(t, types.Integer) and t.bitwidth < 64)  # type: ignore[attr-defined]
    return types.int64 if small else t


def _compiled_entry(f: Callable[..., Any], names: tuple[str, ...], signature: tuple[Any, ...]) -> Any:
    """Return the dispatcher itself, as a Python wrapper would double the cost of a call; Numba's hooks do the rest."""
    dispatcher = _dispatcher(f, _Compiler, DiskCache)
    compile_, explain_ = dispatcher.compile, dispatcher._explain_matching_error

    def freeze() -> Any:
        with global_compiler_lock, compile_progress() as reporter:
            if not dispatcher.overloads:
                reporter.expect(dispatcher)
                compile_(tuple(kind.states_type if isinstance(kind, Layout) else kind for kind in signature))
                dispatcher.disable_compile()
            return next(iter(dispatcher.overloads.values())).entry_point

    def first_call(*args: Any) -> Any:
        entry_point = freeze()
        if not dispatcher._search_new_conversions(*args):  # the machine code trusts its arguments
            explain(*args)
        return entry_point

    def explain(*args: Any) -> None:
        for name, kind, value in zip(names, signature, args, strict=True):
            if not _accepts(kind, value):
                raise TypeError(f"{f.__qualname__}: {name} must be {_name(kind)}, not {_describe(value)}")
        explain_(*args)

    dispatcher.freeze = freeze
    dispatcher.compile = lambda sig: freeze()
    dispatcher._compile_for_args = first_call
    dispatcher._explain_matching_error = explain
    ENTRIES.append(dispatcher)
    return dispatcher


def _accepts(kind: Any, value: Any) -> bool:
    """Whether an entry takes ``value`` for a parameter of this kind."""
    if isinstance(kind, Layout):
        return isinstance(value, np.ndarray) and value.ndim == 1 and value.flags.carray and value.dtype == kind.dtype
    if isinstance(kind, types.Array):
        return (
            isinstance(value, np.ndarray)
            and value.ndim == kind.ndim
            and (value.flags.carray if kind.layout == "C" else value.flags.behaved)
            and value.dtype == _numpy_type(kind.dtype)
        )
    return type(value) is int or isinstance(value, numbers.Real | np.bool_)  # the common case first


_numpy_type = functools.cache(as_dtype)


def _name(kind: Any) -> str:
    if isinstance(kind, Layout):
        return "a writable C-contiguous 1-D array of the state layout"
    return f"a writable {kind}" if isinstance(kind, types.Array) else str(kind)


def _describe(value: Any) -> str:
    if not isinstance(value, np.ndarray):
        return type(value).__name__
    dtype = value.dtype if value.dtype.names is None else f"{value.dtype.itemsize}-byte records"
    flags = ("" if value.flags.writeable else " read-only") + ("" if value.flags.c_contiguous else " strided")
    return f"a{flags} {value.ndim}-D array of {dtype}"


# --- Interpreted ------------------------------------------------------------------------------------------------------


def _interpreted_entry(f: Callable[..., Any], names: tuple[str, ...], signature: tuple[Any, ...]) -> Callable[..., Any]:
    def converter(name: str, kind: Any) -> Callable[[Any], Any]:
        if isinstance(kind, Layout):
            return kind.interpreted
        if isinstance(kind, types.Array):
            make: Callable[[Any], Any] = memoryview if kind.ndim == 1 else Rows
        else:
            make = int if isinstance(kind, types.Integer) else float

        def convert(value: Any) -> Any:
            if not _accepts(kind, value):
                raise TypeError(f"{f.__qualname__}: {name} must be {_name(kind)}, not {_describe(value)}")
            return make(value)

        return convert

    converters = tuple(map(converter, names, signature))

    @functools.wraps(f)
    def call(*args: Any) -> Any:
        if len(args) != len(converters):
            raise TypeError(f"{f.__qualname__} takes {len(converters)} arguments, not {len(args)}")
        return f(*[convert(value) for convert, value in zip(converters, args, strict=True)])

    return call


class Rows:
    """An array of several dimensions as interpreted code sees it: ``[i, j]`` is an element, ``[i]`` a row.

    A memoryview alone has no rows.
    """

    __slots__ = ("_array", "_view", "shape")

    def __init__(self, array: npt.NDArray[Any]) -> None:
        self._array, self._view, self.shape = array, memoryview(array), array.shape  # type: ignore[arg-type]

    def __getitem__(self, key: int | tuple[int, ...]) -> Any:
        if isinstance(key, tuple):
            return self._view[key]
        row = self._array[key]
        return memoryview(row) if row.ndim == 1 else Rows(row)

    def __setitem__(self, key: tuple[int, ...], value: Any) -> None:
        self._view[key] = value


class _States(dict[int, Any]):
    """An array of states as interpreted code sees it: views by index, built when first asked for.

    It uses the array's memory without a reference to the array, lest the cache of these objects keep arrays alive.
    """

    def __init__(self, layout: Layout, states: npt.NDArray[np.void]) -> None:
        memory = (ctypes.c_char * states.nbytes).from_address(states.ctypes.data)
        self._view_class = layout.view_class
        self._array: npt.NDArray[np.void] = np.ndarray(states.shape, layout.dtype, memory)  # type: ignore[arg-type]
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

    def __setitem__(self, i: int, view: _StateView) -> None:
        """Copy a state, as assigning an array's element does."""
        self._array[i] = view._array[view._index]


class _StateView:
    """One interpreted state. A field's memoryview is built at its first use, as each takes a microsecond."""

    __slots__ = ("_array", "_index")

    def __init__(self, array: npt.NDArray[np.void], index: int) -> None:
        self._array = array
        self._index = index

    def __getattr__(self, slot: str) -> memoryview:
        """Fill an empty slot: "_x" for field "x", with a single element if that is a scalar."""
        if slot not in self.__slots__:
            raise AttributeError(f"a state has no field {slot!r}")
        cells = self._array[slot[1:]]
        one = slice(self._index, self._index + 1) if cells.ndim == 1 else self._index
        view = memoryview(cells[one])  # type: ignore[arg-type]
        setattr(self, slot, view)
        return view


def _field_property(name: str, scalar: bool) -> property:
    if not scalar:  # read-only, as compiled code copies where rebinding the attribute would share
        return property(operator.attrgetter("_" + name))
    scope: dict[str, Any] = {}  # generated code, as a closure over the name would cost a getattr each time
    exec(f"def get(s): return s._{name}[0]\ndef put(s, value): s._{name}[0] = value", scope)
    return property(scope["get"], scope["put"])


# --- Content digests --------------------------------------------------------------------------------------------------

_contents: dict[Any, tuple[str, frozenset[Any]]] = {}


def _content(dispatcher: Any, path: tuple[Any, ...] = ()) -> tuple[str, frozenset[Any]]:
    """Return a digest of all that the function's meaning depends on, and the functions it reaches, itself included.

    Comments, docstrings and line numbers do not count. ``path`` are the callers on the way here.

    Raises:
        TypeError: the function recurses, or refers to something whose content cannot be told.
    """
    if dispatcher in path:
        raise TypeError("rules do not recurse: " + " -> ".join(d.__name__ for d in (*path, dispatcher)))
    if dispatcher not in _contents:
        f = dispatcher.py_func
        kind = type(dispatcher._cache).__name__
        versions = numba.__version__, sys.version_info[:2]
        settings = [kind, *versions, OPTIONS, *(getattr(config, name) for name in SETTINGS)]
        parts = [repr(settings), f.__module__, f.__qualname__, _code_text(f.__code__, f.__doc__)]
        reached = frozenset([dispatcher])
        cells = zip(f.__code__.co_freevars, (cell.cell_contents for cell in f.__closure__ or ()), strict=True)
        for name, value in (*_globals_read(f.__code__, f.__globals__), *cells):
            if isinstance(value, Dispatcher):
                _require_rule(value, f)
                mark, further = _content(value, (*path, dispatcher))
                reached |= further
            else:
                mark = _mark(value, f"{name} in {f.__qualname__}")
            parts.append(f"{name}={mark}")
        _contents[dispatcher] = hashlib.sha256("\n".join(parts).encode()).hexdigest(), reached
    return _contents[dispatcher]


def _address(dispatcher: Any) -> str:
    return _content(dispatcher)[0][:32]


def _require_rule(dispatcher: Any, caller: Callable[..., Any]) -> None:
    if dispatcher in ENTRIES or not isinstance(dispatcher._cache, DiskCache):
        raise TypeError(f"{caller.__qualname__} calls {dispatcher.__name__}, which is not a rule")


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
                raise TypeError(f"{code.co_name} uses module {name} other than by its attributes")
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
    """Return text that tells ``value`` from any other constant; refuse what cannot be told, rather than guess."""
    if value is None or value is Ellipsis or isinstance(value, np.generic | types.Type):
        return repr(value)
    if type(value) in (bool, int, float, complex, str, bytes):
        return repr(value)
    if isinstance(value, tuple):
        return f"({','.join(_mark(v, place) for v in value)})"
    if isinstance(value, np.ndarray) and value.dtype.kind in "bif":
        return f"{value.dtype.str} {value.shape} {hashlib.sha256(value.tobytes()).hexdigest()}"
    if isinstance(value, _Intrinsic):
        return f"{value._name} {_code_text(value._defn.__code__)}"
    module = getattr(value, "__module__", None) or ""
    if callable(value) and module.partition(".")[0] in (*LIBRARIES, "builtins"):
        return f"{module}.{getattr(value, '__qualname__', repr(value))}"
    raise TypeError(
        f"{place} is a {type(value).__name__}: rules refer to rules, tables, numbers and tuples of them only"
    )


# --- Cache ------------------------------------------------------------------------------------------------------------


class DiskCache(caching.NullCache):
    """One dispatcher's compiled code on disk: a file named by content, signature and processor, checksum first."""

    def __init__(self, dispatcher: Any) -> None:
        self._dispatcher = dispatcher

    def _file(self, sig: tuple[Any, ...], codegen: Any) -> Path | None:
        folder = cache_folder()
        if folder is None:
            return None
        target = hashlib.sha256(repr((sig, codegen.magic_tuple())).encode()).hexdigest()[:16]
        name = re.sub(r"\W", "_", self._dispatcher.__name__)
        return folder / f"{name}-{_address(self._dispatcher)}-{target}.bin"

    def load_overload(self, sig: tuple[Any, ...], target_context: Any) -> Any:
        """The compiled code, None where there is none or it is damaged; Numba calls this."""
        target_context.refresh()
        return self._load(
            self._file(sig, target_context.codegen()), lambda parts: self._from_parts(target_context, *parts)
        )

    def save_overload(self, sig: tuple[Any, ...], result: Any) -> None:
        """Keep compiled code; Numba calls this."""
        if result.library.has_dynamic_globals:
            warnings.warn(f"{self._dispatcher.__name__} is not cached: it uses too large a table", stacklevel=2)
        else:
            self._save(self._file(sig, result.codegen), self._to_parts(result))

    def _to_parts(self, result: Any) -> tuple[Any, ...]:
        return result._reduce()  # type: ignore[no-any-return]

    def _from_parts(self, target_context: Any, *parts: Any) -> Any:
        return compiler.CompileResult._rebuild(target_context, *parts)  # type: ignore[no-untyped-call]

    def _load(self, file: Path | None, rebuild: Callable[[Any], Any]) -> Any:
        if file is None or not file.exists():
            return None
        try:
            data = file.read_bytes()
            if hashlib.sha256(data[32:]).digest() != data[:32]:
                return None
            result = rebuild(pickle.loads(data[32:]))
        except Exception:
            return None
        with contextlib.suppress(OSError):
            os.utime(file)
        return result

    def _save(self, file: Path | None, parts: Any) -> None:
        if file is None:
            return
        payload = serialize.dumps(parts)  # type: ignore[no-untyped-call]
        temporary = file.with_suffix(f".{os.getpid()}.tmp")
        try:
            temporary.write_bytes(hashlib.sha256(payload).digest() + payload)
            temporary.replace(file)
            _prune(file.parent)
        except OSError as error:
            with contextlib.suppress(OSError):
                temporary.unlink(missing_ok=True)
            _warn_uncached(f"{file.parent}: {error.strerror}")


class _RuleCache(DiskCache):
    """A rule's code for LLVM on disk."""

    def _to_parts(self, result: Any) -> tuple[Any, ...]:
        result.fndesc.typemap = result.fndesc.calltypes = None  # large, and of no use any more
        code = result.library._get_module_for_linking().as_bitcode()
        return result.library.name, code, result.fndesc, result.environment, result.signature

    def _from_parts(self, target_context: Any, *parts: Any) -> Any:
        name, code, fndesc, environment, signature = parts
        library = _RuleLibrary(target_context.codegen(), name)  # type: ignore[no-untyped-call]
        library._final_module = llvm.parse_bitcode(code)
        library.finalize()
        return compiler.compile_result(  # type: ignore[no-untyped-call]
            typing_context=target_context.typing_context,
            target_context=target_context,
            entry_point=object(),
            library=library,
            signature=signature,
            objectmode=False,
            fndesc=fndesc,
            environment=environment,
        )


@functools.cache
def cache_folder() -> Path | None:
    """Return where compiled code is kept, or None, with one warning, if there is no such place.

    It is made inside ``$SCYTHE_ENV_CACHE_DIR``, or else inside the user's cache directory. As its files are pickles, a
    folder that another user owns or can write to is refused.
    """
    base = os.environ.get("SCYTHE_ENV_CACHE_DIR") or platformdirs.user_cache_dir("scythe-env", appauthor=False)
    folder = Path(base).absolute() / "compiled"
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        status = folder.stat()
    except OSError as error:
        _warn_uncached(f"{folder}: {error.strerror}")
        return None
    if hasattr(os, "getuid") and (status.st_uid not in (0, os.getuid()) or status.st_mode & 0o022):
        _warn_uncached(f"{folder} belongs to or can be written by other users")
        return None
    return folder


@functools.cache
def _warn_uncached(reason: str) -> None:
    advice = "set SCYTHE_ENV_CACHE_DIR to a folder of your own, or the rules are compiled anew by each process"
    warnings.warn(f"compiled rules cannot be cached ({reason}): {advice}", RuntimeWarning, stacklevel=3)


@functools.cache
def _prune(folder: Path) -> None:
    """Delete files that were not used for long; once a process. Loading a file counts as use."""
    for file in folder.glob("*-*-*.*"):
        with contextlib.suppress(OSError):
            if time.time() - file.stat().st_mtime > MAX_AGE:
                file.unlink()


# --- Progress ---------------------------------------------------------------------------------------------------------

_reporter: _Reporter | None = None


class _Reporter(event.Listener):
    def __init__(self, progress: Progress) -> None:
        self.done = 0
        self._progress = progress
        self._started = False
        self._missing: set[str] = set()

    def expect(self, dispatcher: Any) -> None:
        """Add the functions that the dispatcher reaches and that are not in the cache yet to the estimated total."""
        folder = cache_folder()
        cached = set() if folder is None else {file.name.split("-")[1] for file in folder.glob("*-*-*.bin")}
        if not dispatcher.overloads and _address(dispatcher) not in cached:
            reached = {_address(d) for d in _content(dispatcher)[1] if not d.overloads}
            self._missing |= reached - cached

    def on_start(self, compile_event: Any) -> None:
        if not self._started and self._ours(compile_event):
            self._started = True
            self._report(compile_event)

    def on_end(self, compile_event: Any) -> None:
        if self._ours(compile_event):
            self.done += 1
            self._report(compile_event)

    def _ours(self, compile_event: Any) -> bool:
        return isinstance(compile_event.data["dispatcher"]._cache, DiskCache)  # Numba compiles helpers of its own, too

    def _report(self, compile_event: Any) -> None:
        total = len(self._missing)
        known = total > 0 and self.done <= total
        self._progress(self.done, total if known else None, compile_event.data["dispatcher"].__name__)


def _print_progress(done: int, total: int | None, name: str) -> None:
    if sys.stderr.isatty():
        count = f"{done} of {total}" if total else f"{done}"
        print(f"\r\x1b[Kcompiling the rules, once: {count} {name}", end="", file=sys.stderr, flush=True)
    elif done == 0:
        count = f"{total} functions, some 0.1 s each" if total else "..."
        print(f"compiling the rules, once: {count}", file=sys.stderr, flush=True)


# --- Rules called by their address ------------------------------------------------------------------------------------

_functions: dict[int, Callable[..., Any]] = {}


def address_of(function: Any, *signature: Any) -> int:
    """Compile a rule by itself, or load it from the cache, and tell where it is in this process.

    Args:
        function: the rule. It returns an int64.
        signature: for each parameter a :class:`Layout` (one of its records) or a Numba type, as for :func:`entry`.

    Returns:
        The address for :func:`call_at`; of the function itself when interpreted. What is there stays in memory.

    Raises:
        TypeError: the rule returns something else.
    """
    if not JIT:
        _functions[id(function)] = function
        return id(function)
    dispatcher = function.by_itself
    types_ = tuple(kind.states_type.dtype if isinstance(kind, Layout) else kind for kind in signature)
    with global_compiler_lock, compile_progress() as reporter:
        if types_ not in dispatcher.overloads:
            reporter.expect(dispatcher)
            dispatcher.compile(types_)
    result = dispatcher.overloads[types_]
    if result.signature.return_type != types.int64:
        raise TypeError(f"{function.__name__} returns {result.signature.return_type}, not int64")
    return int(result.library.get_pointer_to_function(result.fndesc.llvm_func_name))


if JIT:

    @intrinsic
    def call_at(typing_context, address, arguments):  # type: ignore[no-untyped-def]
        """Call the rule at an address (:func:`address_of`) with a tuple of arguments of exactly its types."""

        def generate(context, builder, signature, values):  # type: ignore[no-untyped-def]
            convention = context.call_conv
            function_type = convention.get_function_type(types.int64, arguments.types)
            function = builder.inttoptr(values[0], function_type.as_pointer())
            unpacked = cgutils.unpack_tuple(builder, values[1], len(arguments.types))  # type: ignore[no-untyped-call]
            status, result = convention.call_function(builder, function, types.int64, arguments.types, unpacked)
            with cgutils.if_unlikely(builder, status.is_error):  # type: ignore[no-untyped-call]
                convention.return_status_propagate(builder, status)
            return result

        return types.int64(address, arguments), generate

    @intrinsic
    def floats_at(typing_context, address, count):  # type: ignore[no-untyped-def]
        """The array of float32 at an address."""
        array_type = types.float32[::1]

        def generate(context, builder, signature, values):  # type: ignore[no-untyped-def]
            array = arrayobj.make_array(array_type)(context, builder)  # type: ignore[no-untyped-call]
            size = context.get_constant(types.intp, 4)
            data = builder.inttoptr(values[0], array.data.type)
            arrayobj.populate_array(array, data, [values[1]], [size], size, None)  # type: ignore[no-untyped-call]
            return array._getvalue()

        return array_type(address, count), generate

else:

    def call_at(address: int, arguments: tuple[Any, ...]) -> Any:  # type: ignore[misc]
        """Call the rule at an address (:func:`address_of`) with a tuple of arguments."""
        return _functions[address](*arguments)

    def floats_at(address: int, count: int) -> Any:  # type: ignore[misc]
        """The array of float32 at an address."""
        return memoryview((ctypes.c_float * count).from_address(address)).cast("B").cast("f")
