"""All that relies on Numba's internals. docs/numba.md says what each hook gains, and what to do when Numba changes.

Nothing imports this module under ``SCYTHE_ENV_PLAIN_NUMBA=1``.
"""

# Numba is hardly typed.
# mypy: disable-error-code="attr-defined, misc, no-any-return, no-untyped-call, override"

from __future__ import annotations

import functools
import warnings
from collections.abc import Callable
from typing import Any

import numba
import numpy as np
from llvmlite import binding as llvm  # type: ignore[import-untyped]
from numba.core import codegen, compiler
from numba.core.compiler_lock import global_compiler_lock
from numba.core.registry import CPUDispatcher, cpu_target
from numba.core.typeconv.castgraph import Conversion

from . import cache
from .content import content
from .layout import Layout, check, widen
from .modes import OPTIONS
from .progress import compile_progress, compiling

# --- Compiling --------------------------------------------------------------------------------------------------------


class _Compiler(compiler.Compiler):
    """Machine code of a function with all rules that it reaches, without the wrapper for C that Numba would add."""

    def compile_extra(self, func: Any) -> Any:
        self.state.flags.no_cfunc_wrapper = True
        with compiling(func.__name__):
            result = super().compile_extra(func)
        for environment in result._find_referenced_environments():  # those of the rules, as Numba knows only its own
            result.library.codegen.set_env(environment.env_name, environment)
        return result


class _RuleCompiler(compiler.Compiler):
    """A rule as LLVM code only, which is optimised and turned into machine code inside the entries that reach it.

    Numba would do both for each rule with everything that it calls, and add wrappers, in twice the time.
    """

    def compile_extra(self, func: Any) -> Any:
        self.state.library = _RuleLibrary(self.state.targetctx.codegen(), func.__qualname__)
        flags = self.state.flags
        flags.no_compile = flags.no_cfunc_wrapper = flags.no_cpython_wrapper = True
        with compiling(func.__name__):
            result = super().compile_extra(func)._replace(entry_point=object())
        self.state.targetctx.insert_user_function(result.entry_point, result.fndesc, [result.library])
        return result


class _RuleLibrary(codegen.JITCodeLibrary):
    """A rule's code and that of the rules it calls, ready to be linked into others, as Numba does."""

    def finalize(self) -> None:
        for library in dict.fromkeys(self._linking_libraries):
            self._final_module.link_in(library._get_module_for_linking(), preserve=True)
        for function in self._final_module.functions:
            if not function.is_declaration and function.linkage == llvm.Linkage.external:
                function.linkage = "linkonce_odr"  # several callers may include it; those that inline it may drop it
        self._finalize_dynamic_globals()
        self._finalized = True


class _Cache(cache.DiskCache):
    """Machine code on disk; Numba's own cache does not notice an edited rule, constant or table."""

    def load_overload(self, sig: tuple[Any, ...], target_context: Any) -> Any:
        target_context.refresh()
        file = self._file(sig, target_context.codegen())
        return self._load(file, lambda parts: self._from_parts(target_context, *parts))

    def save_overload(self, sig: tuple[Any, ...], result: Any) -> None:
        if result.library.has_dynamic_globals:
            warnings.warn(f"{self._dispatcher.__name__} is not cached: it uses too large a table", stacklevel=2)
        else:
            self._save(self._file(sig, result.codegen), self._to_parts(result))

    def _to_parts(self, result: Any) -> tuple[Any, ...]:
        return result._reduce()

    def _from_parts(self, target_context: Any, *parts: Any) -> Any:
        return compiler.CompileResult._rebuild(target_context, *parts)


class _RuleCache(_Cache):
    """A rule's code for LLVM on disk."""

    def _to_parts(self, result: Any) -> tuple[Any, ...]:
        result.fndesc.typemap = result.fndesc.calltypes = None  # large, and not needed any more
        kept = {"fndesc": result.fndesc, "environment": result.environment, "signature": result.signature}
        return result.library.name, result.library._get_module_for_linking().as_bitcode(), kept

    def _from_parts(self, target_context: Any, *parts: Any) -> Any:
        name, code, kept = parts
        library = _RuleLibrary(target_context.codegen(), name)
        library._final_module = llvm.parse_bitcode(code)
        library.finalize()
        kept |= {"typing_context": target_context.typing_context, "target_context": target_context}
        return compiler.compile_result(entry_point=object(), library=library, objectmode=False, **kept)


# --- Functions --------------------------------------------------------------------------------------------------------


class _Compiled(CPUDispatcher):
    """What ``numba.njit(**OPTIONS)(f)`` gives, with our compiler and our cache."""

    _compiler_class: Any = _Compiler
    _cache_class: Any = _Cache

    def __init__(self, f: Callable[..., Any]) -> None:
        super().__init__(f, targetoptions={"nopython": True, **OPTIONS}, pipeline_class=self._compiler_class)
        self._cache: Any = self._cache_class(self)

    @property
    def address(self) -> str:
        """The key by which the cache finds it."""
        return self._cache.address

    def missing(self) -> set[str]:
        """Addresses of the functions it reaches that are neither compiled nor cached, if it is not."""
        cached = cache.addresses()
        known = self.overloads or self.address in cached
        return set() if known else {f.address for f in content(self)[1] if not f.overloads} - cached

    def __reduce__(self) -> Any:  # pickled and deep-copied by name, like a function; Numba would pickle the source
        return self.py_func.__qualname__


class _Widening(_Compiled):
    """One version for all integers; Numba would compile one for each type, and one for each constant."""

    def compile(self, sig: tuple[Any, ...]) -> Any:
        return super().compile(tuple(map(widen, sig)))


class Rule(_Widening):
    """What other rules and entries call; where Python calls it, a version for Python is compiled as well."""

    _compiler_class, _cache_class = _RuleCompiler, _RuleCache

    def add_overload(self, result: Any) -> None:
        """Keep a version, which Python cannot call."""
        self.overloads[result.signature.args] = result

    def _compile_for_args(self, *args: Any) -> Any:
        return self.for_python.compile(tuple(map(self.typeof_pyval, args)))

    @functools.cached_property
    def for_python(self) -> _Widening:
        """A version with machine code of its own, with all rules that it reaches."""
        return _Widening(self.py_func)


class Entry(_Compiled):
    """What Python calls: the dispatcher itself, as a function around it would double the cost of a call."""

    def __init__(self, f: Callable[..., Any], names: tuple[str, ...], signature: tuple[Any, ...]) -> None:
        super().__init__(f)
        self._parameters = tuple(zip(names, signature, strict=True))

    def freeze(self) -> Any:
        """Compile or load its only version; Numba would compile another for other arguments."""
        with global_compiler_lock, compile_progress() as reporter:
            if not self.overloads:
                reporter.missing |= self.missing()
                kinds = [kind for _, kind in self._parameters]
                super().compile(tuple(_states_type(kind) if isinstance(kind, Layout) else kind for kind in kinds))
                self.disable_compile()
            return next(iter(self.overloads.values())).entry_point

    def _compile_for_args(self, *args: Any) -> Any:
        entry_point = self.freeze()
        if not self._search_new_conversions(*args):  # the machine code trusts its arguments
            self._explain_matching_error(*args)
        return entry_point

    def _explain_matching_error(self, *args: Any) -> None:  # Numba would print the type of the whole record
        for (name, kind), value in zip(self._parameters, args, strict=True):
            check(self.py_func.__qualname__, name, kind, value)
        super()._explain_matching_error(*args)


def _states_type(layout: Layout) -> Any:
    """The type of an array of states, which from now on also accepts a dtype that lacks the alignment flag.

    NumPy considers such a dtype equal, and may return either; Numba would refuse it.
    """
    unmarked = numba.from_dtype(np.dtype(layout.dtype.descr))[::1]
    cpu_target.typing_context.tm.set_compatible(unmarked, layout.states_type, Conversion.safe)
    return layout.states_type
