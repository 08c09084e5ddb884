"""A kernel's LLVM code compiled for this processor, to run what numba-cuda makes of the rules where there is no GPU."""

from __future__ import annotations

import ctypes
import re
from collections.abc import Iterator
from typing import Any

import llvmlite.binding as llvm
import numpy as np

RUNTIME = """
@thread = global i32 0
define i32 @gpu.tid.x() {
  %i = load i32, ptr @thread
  ret i32 %i
}
define i32 @gpu.ntid.x() { ret i32 1 }
define i32 @gpu.ctaid.x() { ret i32 0 }
define double @__nv_fmax(double %a, double %b) {
  %more = fcmp ogt double %a, %b
  %max = select i1 %more, double %a, double %b
  ret double %max
}
define double @__nv_fmin(double %a, double %b) {
  %less = fcmp olt double %a, %b
  %min = select i1 %less, double %a, double %b
  ret double %min
}
"""
"""What a GPU and its library give: the number of the thread, the larger and the smaller number."""

ARRAY = r"\[\d+ x "
POINTERS = [
    r"\b(?:i\d+|float|double|ptr)\s*\*+",
    *(ARRAY * n + r"[^\[\]{}()*]*" + r"\]" * n + r"\*+" for n in (1, 2, 3)),
    r"\{[^{}*]*(?:\{[^{}*]*\}[^{}*]*)*\}\*+",
    r"(?:void|i\d+|ptr) \([^()*]*\)\*+",
]
"""Types of pointers, from the inside to the outside."""


class Retargeted:
    """Stands in for a kernel: a launch runs its threads one after the other.

    Args:
        modules: the kernel's LLVM code in NVIDIA's dialect.
        entry: the kernel's name there.
    """

    def __init__(self, modules: list[str], entry: str) -> None:
        llvm.initialize_native_target()
        llvm.initialize_native_asmprinter()
        machine = llvm.Target.from_default_triple().create_target_machine(opt=1)
        whole = llvm.parse_assembly(RUNTIME)
        for text in dict.fromkeys(modules):
            whole.link_in(llvm.parse_assembly(plain(text)))
        whole.triple, whole.data_layout = llvm.get_default_triple(), str(machine.target_data)
        builder = llvm.create_pass_builder(machine, llvm.create_pipeline_tuning_options(speed_level=1))
        builder.getModulePassManager().run(whole, builder)
        self._engine = llvm.create_mcjit_compiler(whole, machine)
        self._engine.finalize_object()
        self._kernel = self._engine.get_function_address(entry)
        self._thread = ctypes.c_int32.from_address(self._engine.get_global_value_address("thread"))

    def __getitem__(self, configuration: tuple[int, int]) -> Any:
        blocks, threads = configuration

        def launch(*arguments: Any) -> None:
            words = [word for argument in arguments for word in parts(argument)]
            run = ctypes.CFUNCTYPE(None, *[ctypes.c_int64] * len(words))(self._kernel)
            for thread in range(blocks * threads):
                self._thread.value = thread
                run(*words)

        return launch


def parts(argument: Any) -> Iterator[int]:
    """An argument as numba-cuda hands it to a kernel, in 64-bit words."""
    if isinstance(argument, np.ndarray):
        yield from (0, 0, argument.size, argument.itemsize, argument.ctypes.data, *argument.shape, *argument.strides)
    else:
        yield argument


def plain(text: str) -> str:
    """LLVM code without what is NVIDIA's: target, kinds of memory, metadata, pointers that say what they point to."""
    names: list[str] = []

    def put_away(found: re.Match[str]) -> str:
        names.append(found[0])
        return f"\x01{len(names) - 1}\x02"

    text = re.sub(r"^(?:target |!|@\"?llvm\.used).*$", "", text, flags=re.M)
    text = re.sub(r", !\w+ !\d+", "", text).replace("llvm.nvvm.read.ptx.sreg.", "gpu.")
    text = re.sub(r'c?"[^"\n]*"', put_away, text)
    text = text.replace(" addrspace(4)", "").replace("addrspacecast", "bitcast")
    before = ""
    while text != before:
        before = text
        for pointer in POINTERS:
            text = re.sub(pointer, "ptr", text)
    return re.sub(r"\x01(\d+)\x02", lambda found: names[int(found[1])], text)
