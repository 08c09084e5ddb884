"""Compiles a game's kernel for a GPU that need not be there, links it, and prints what it takes as JSON.

What is linked is cached in the folder that is given before the game's name. Then the kernel's LLVM code plays games on
the processor, whose digests are printed too. Numba-cuda asks a device for its compute capability and then loads onto it
what was linked: both are replaced here.
"""

from __future__ import annotations

import json
import math
import re
import struct
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from cuda.bindings import nvjitlink
from numba.cuda import codegen, dispatcher
from numba.cuda.codegen import CUDACodeLibrary
from numba.cuda.typing.typeof import typeof

from scythe_env.core import gpu
from scythe_env.core.compiling import RULES, cache
from scythe_env.core.game import Game

from . import games
from .retarget import Retargeted

CAPABILITY = (9, 0, "a")
LINKER_PTX = nvjitlink.InputType.PTX


class NoDevice:
    """Stands in for a device and for its context."""

    compute_capability = CAPABILITY[:2]

    @property
    def device(self) -> NoDevice:
        return self


class Recorder:
    """Stands in for a kernel: keeps the arguments of its launch."""

    def __getitem__(self, configuration: tuple[int, int]) -> Any:
        return self.launch

    def launch(self, *arguments: Any) -> None:
        self.arguments = arguments


def launched(game: Game) -> tuple[Any, ...]:
    """The arguments of a launch, with arrays in host memory."""
    recorder, kernel = Recorder(), gpu._kernel
    gpu.require_device = lambda: None
    gpu.cuda.to_device = lambda array: array
    gpu._kernel = lambda rules: recorder
    gpu.DeviceGames(game, 2).reset(1)
    gpu._kernel = kernel
    return recorder.arguments


def played(kernel: Any, tested: Sequence[Game]) -> list[list[str]]:
    """Digests of games that the kernel's LLVM code plays on the processor, in host memory."""
    retargeted = Retargeted(kernel.library.llvm_strs, kernel.entry_name)
    gpu._kernel = lambda rules: retargeted
    gpu._to_host = lambda array: array.copy()
    gpu.DeviceGames._checked = lambda self, actions: actions
    games.check_random(type(tested[0])(), 16)
    return [games.on_device(game, games.LONG) for game in tested]


def link(ptx: str) -> str:
    """What the linker, ptxas within it, says about the code."""
    code = ptx.encode()
    handle = nvjitlink.create(2, ["-arch=sm_{}{}{}".format(*CAPABILITY), "-verbose"])
    nvjitlink.add_data(handle, LINKER_PTX, code, len(code), "kernel")
    try:
        nvjitlink.complete(handle)
    except nvjitlink.nvJitLinkError:
        log = bytearray(nvjitlink.get_error_log_size(handle))
        nvjitlink.get_error_log(handle, log)
        raise SystemExit(log.decode()) from None
    log = bytearray(nvjitlink.get_info_log_size(handle))
    nvjitlink.get_info_log(handle, log)
    return log.decode()


def numbers(pattern: str, text: str) -> list[int]:
    return [int(number) for number in re.findall(pattern, text)]


def factors(ptx: str) -> list[float]:
    """What floating-point multiplications, fused with additions or not, multiply by; NaN for what is not a constant."""
    found = set()
    for line in re.findall(r"\b(?:mul|fma|mad)[.a-z]*\.f(?:32|64)\s.*", ptx):
        constant = re.search(r"\b0d([0-9A-F]{16})", line)
        found.add(struct.unpack(">d", bytes.fromhex(constant[1]))[0] if constant else math.nan)
    return sorted(found)


def main() -> None:
    tested = games.BY_NAME[sys.argv[2]]
    game = type(tested[0])()
    signature = tuple(map(typeof, launched(game)))
    codegen.devices.get_context = NoDevice
    dispatcher.get_current_device = NoDevice
    CUDACodeLibrary._ensure_cc = lambda library, cc: cc or CAPABILITY
    dispatcher._Kernel.bind = lambda kernel: kernel.library.get_cubin()
    rules_folder, cache.cache_folder = cache.cache_folder, lambda: Path(sys.argv[1])
    first = gpu._kernel(game.rules)
    kernel = first.compile(signature)
    gpu._kernel.cache_clear()
    again = gpu._kernel(game.rules)
    assert again.compile(signature).library.get_cubin().code == kernel.library.get_cubin().code
    cache.cache_folder = rules_folder
    ptx = kernel.library.get_asm_str()
    log = link(ptx)
    on_device = [getattr(rule, gpu._ON_DEVICE).overloads for rule in RULES]
    integers = {t for versions in on_device for args in versions for t in args if str(t).startswith(("int", "Literal"))}
    figures = {
        "rules": sum(bool(versions) for versions in on_device),
        "versions": sum(map(len, on_device)),
        "integers": sorted(map(str, integers)),
        "factors": factors(ptx),
        "registers": max(numbers(r"Used (\d+) registers", log)),
        "constant": sum(numbers(r"(\d+) bytes cmem\[3\]", log)),
        "stack": max(numbers(r"(\d+) bytes stack frame", log)),
        "spilled": sum(numbers(r"(\d+) bytes spill stores", log)),
        "played": played(kernel, tested),
        "compiled": [bool(k.stats.cache_misses) for k in (first, again)],
    }
    print(json.dumps(figures))


if __name__ == "__main__":
    main()
