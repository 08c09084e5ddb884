"""Games in the memory of a GPU, one thread per game, played by the same rules as on the CPU: :class:`DeviceGames`.

Needs a CUDA GPU and the extra ``gpu`` (numba-cuda with NVIDIA's compiler). With ``NUMBA_ENABLE_CUDASIM=1`` and
``NUMBA_DISABLE_JIT=1`` in the environment Numba's simulator runs the same kernel without a GPU, interpreted and in host
memory: for tests.
"""

from __future__ import annotations

import functools
import importlib.util
from collections.abc import Callable
from importlib.metadata import version
from pathlib import Path
from typing import Any, Final

import numba.cuda
import numpy as np
from numpy.typing import DTypeLike, NDArray

from .batch import Seeds, seed_words
from .compiling import JIT, RULES, DiskCache, Layout, Rows, widen
from .game import RUNNING, Game, Rules, States
from .kernel import agents_of
from .loops import DEAL, SEATING, dealer
from .random import random_legal

cuda: Any = numba.cuda

SIMULATED: Final = bool(numba.config.ENABLE_CUDASIM)  # type: ignore[attr-defined]
"""Whether Numba's simulator stands in for a GPU."""

REFUSED: Final = -1
"""Outcome of a step whose action was not legal: the game has not changed."""

PLAY, RANDOM = 0, 1  # what the kernel is to do, if not to DEAL
DEFAULT_STREAM: Final = 1  # its number in DLPack
BLOCK: Final = 32  # threads: a single warp, so that small batches spread over all multiprocessors


class DeviceArray:
    """An array in device memory that others share without copies through DLPack: ``torch.from_dlpack(array)``.

    It stays where it is; the games write into it.

    Attributes:
        shape: its shape.
        dtype: its NumPy dtype.
    """

    def __init__(self, shape: tuple[int, ...], dtype: DTypeLike) -> None:
        host: NDArray[Any] = np.zeros(shape, dtype)
        self.shape = host.shape
        self.dtype = host.dtype
        self._memory = host if SIMULATED else cuda.to_device(host)

    def to_host(self) -> NDArray[Any]:
        """A copy in host memory, made once the GPU has finished what was queued before."""
        return _to_host(self._memory)

    def __dlpack__(self, **options: Any) -> Any:
        return _strided(self._memory).__dlpack__(**options)

    def __dlpack_device__(self) -> Any:
        return _strided(self._memory).__dlpack_device__()


class DeviceGames:
    r"""N games of one configuration in device memory, each at a decision; when one ends, the same step deals the next.

    The caller makes the decisions of all seats, and nothing is copied to the host: actions come from device memory, and
    results stay there. Methods return before the GPU is done. What is queued after them on CUDA's default stream, which
    PyTorch uses too unless told otherwise, finds their results.

    Games are dealt as in a :class:`.Batch`: episode e of a game that was reset with a seed has the seed
    ``seed + (e << 32)``, so equal seeds and actions give the same records, byte for byte.

    The first call on a kind of GPU compiles the rules for it, which takes about a minute; then they are cached on disk.

    Args:
        game: the rules.
        n: number of games.
        observing: whether observations are wanted.

    Attributes:
        game: the rules.
        size: number of games.
        masks: legal actions of the seat to act, int8 (n, ``num_actions``).
        observations: what the seat to act may know, float32 (n, ``observation_size``); (1, 1) if unwanted.
        seats: seat to act, int64 (n,).
        outcomes: how the last call ended a game, int8 (n,): RUNNING not at all, ENDED by the rules, TRUNCATED by a
            limit; REFUSED, the action was not legal and the game has not changed. Masks, observations and seats are
            those of the game that was dealt after it.
        rewards: reward of each seat by that end, float32 (n, ``num_players``); 0 without one.
        scores: score table of the game that ended last, int32 (n, \*``score_shape``).

    Raises:
        ImportError: the extra is not installed.
        RuntimeError: there is no GPU, or the environment variables do not fit together.
        ValueError: ``n`` is not positive.
    """

    def __init__(self, game: Game, n: int, *, observing: bool = True) -> None:
        require_device()
        if n < 1:
            raise ValueError(f"a batch holds at least one game, not {n}")
        self.game = game
        self.size = n
        self.masks = DeviceArray((n, game.num_actions), np.int8)
        self.observations = DeviceArray((n, game.observation_size) if observing else (1, 1), np.float32)
        self._observing = observing
        self.seats = DeviceArray((n,), np.int64)
        self.outcomes = DeviceArray((n,), np.int8)
        self.rewards = DeviceArray((n, game.num_players), np.float32)
        self.scores = DeviceArray((n, *game.score_shape), np.int32)
        self._states = _to_device(game.new_states(n))
        self._seating = _to_device(np.zeros(n, SEATING.dtype))
        self._actions = DeviceArray((n,), np.int64)  # of jobs that need none
        self._dealt = False

    def reset(self, seeds: Seeds) -> None:
        """Deal all games anew; the random players start anew too.

        Args:
            seeds: a seed of 0 .. 2**64 - 1 for each game, (n,), or one number s for s, s + 1, .... They should differ
                in their lower 32 bits.

        Raises:
            TypeError, ValueError: a seed is not such a number, or their number is wrong.
        """
        seating = np.zeros(self.size, SEATING.dtype)
        seating["low"], seating["high"] = seed_words(seeds, self.size)
        self._seating = _to_device(seating)
        self._dealt = True
        self._run(DEAL, 1, self._actions._memory)

    def step(self, actions: Any) -> None:
        """Play an action in each game.

        Args:
            actions: contiguous int64 (n,) in device memory, from anything that speaks DLPack, such as a PyTorch tensor.

        Raises:
            RuntimeError: no game was dealt yet.
            TypeError: the actions are something else.
        """
        self._require_dealt()
        self._run(PLAY, 1, self._checked(actions))

    def play_random(self, decisions: int) -> None:
        """Play that many legal actions in each game, one after the other in one launch, each as likely as the others.

        They are those that :class:`.RandomAgent` plays in a batch with the same seeds. Outcomes and rewards are those
        of the game that ended last in this call.

        Raises:
            RuntimeError: no game was dealt yet.
            ValueError: ``decisions`` is not positive.
        """
        self._require_dealt()
        if decisions < 1:
            raise ValueError(f"at least one decision is played, not {decisions}")
        self._run(RANDOM, decisions, self._actions._memory)

    def states(self) -> States:
        """A copy of the games' records in host memory, (n,)."""
        return _to_host(self._states)

    def _run(self, job: int, decisions: int, actions: Any) -> None:
        game = self.game
        arrays = self.masks, self.observations, self.seats, self.outcomes, self.rewards, self.scores
        blocks = -(-self.size // BLOCK)
        _kernel(game.rules)[blocks, BLOCK](
            *_records(game.layout, self._states),
            _records(SEATING, self._seating)[0],
            *(_argument(array._memory) for array in arrays),
            _argument(actions),
            job,
            decisions,
            int(self._observing),
            game.num_players,
            game.reward_kind,
        )

    def _checked(self, actions: Any) -> Any:
        try:
            view = _strided(actions)
        except Exception as error:
            raise TypeError(f"actions must be an array in device memory, not {type(actions).__name__}") from error
        where = "device" if view.is_device_accessible or SIMULATED else "host"
        if view.shape != (self.size,) or view.dtype != np.int64 or view.strides not in (None, (1,)) or where == "host":
            raise TypeError(
                f"actions must be contiguous int64 ({self.size},) in device memory, "
                f"not {view.dtype} {view.shape} in {where} memory"
            )
        if SIMULATED:
            return np.from_dlpack(view)
        interface = {"shape": view.shape, "typestr": view.dtype.str, "data": (view.ptr, False), "version": 3}
        return cuda.from_cuda_array_interface(interface, owner=view)

    def _require_dealt(self) -> None:
        if not self._dealt:
            raise RuntimeError("no game was dealt yet: call reset() first")


def require_device() -> None:
    """Say what is missing to play on a GPU, if anything is.

    Raises:
        ImportError: the extra is not installed.
        RuntimeError: there is no GPU, or the environment variables do not fit together.
    """
    if importlib.util.find_spec("numba_cuda") is None:
        raise ImportError("games on a GPU need numba-cuda: pip install 'scythe-env[gpu]'")
    if SIMULATED and JIT:
        raise RuntimeError("NUMBA_ENABLE_CUDASIM=1 needs NUMBA_DISABLE_JIT=1 too: the simulator runs interpreted rules")
    if not SIMULATED and not JIT:
        raise RuntimeError("NUMBA_DISABLE_JIT=1 is set, but rules are compiled for a GPU: unset it")
    if not cuda.is_available():
        reason = " ".join((cuda.cuda_error() or "none was found").split())
        raise RuntimeError(f"no CUDA GPU can be used: {reason}")


@functools.cache
def _kernel(rules: Rules) -> Any:
    """The kernel of a game; compiled when it is first launched."""
    do, observe, score, reward = rules.do, rules.observe, rules.score, rules.reward
    advance, deal = agents_of(rules).advance, dealer(rules)

    def play(
        states: Any,
        raw: Any,
        seating: Any,
        masks: Any,
        observations: Any,
        seats: Any,
        outcomes: Any,
        rewards: Any,
        scores: Any,
        actions: Any,
        job: int,
        decisions: int,
        observing: int,
        players: int,
        reward_kind: int,
    ) -> None:
        i = cuda.grid(1)
        if i >= outcomes.shape[0]:
            return
        s = states[i]
        mask = masks[i]
        outcomes[i] = RUNNING
        for seat in range(players):
            rewards[i, seat] = 0
        dealing = job == DEAL
        for _ in range(decisions):
            if not dealing:
                action = random_legal(seating[i], mask) if job == RANDOM else actions[i]
                if action < 0 or action >= mask.shape[0] or mask[action] == 0:
                    outcomes[i] = REFUSED
                else:
                    do(s, action)
                    advance(s, mask)
                if s.status != RUNNING:
                    outcomes[i] = s.status
                    score(s, scores[i])
                    reward(scores[i], players, reward_kind, rewards[i])
                    dealing = True
            if dealing:
                deal(s, raw, i, seating[i], players)
                advance(s, mask)
                dealing = False
            if observing:
                observe(s, s.seat_to_act, observations[i])
        seats[i] = s.seat_to_act

    return cuda.jit(play) if SIMULATED else _compilable(play)


# --- Compiling for the GPU --------------------------------------------------------------------------------------------

_ON_DEVICE: Final = "_CUDATypingContext__dispatcher"  # where numba-cuda looks for a CPU function's version for the GPU


def _compilable(kernel: Callable[..., None]) -> Any:
    """Numba's object for a kernel that calls rules, set up to compile them quickly and once."""
    from numba.core.target_extension import target_override
    from numba.cuda.dispatcher import CUDADispatcher, _Kernel

    class Rule(CUDADispatcher):
        """The version of a rule for the GPU: as on the CPU, only one for all integers."""

        def compile_device(self, args: tuple[Any, ...], return_type: Any = None) -> Any:
            return super().compile_device(tuple(map(widen, args)), return_type)

    class Cache(DiskCache):
        """Linked code on disk, addressed like the CPU's: Numba's own cache does not notice an edited rule."""

        def load_overload(self, sig: tuple[Any, ...], target_context: Any) -> Any:
            with target_override("cuda"):
                return self._load(self._file(sig, target_context.codegen()), lambda parts: _Kernel._rebuild(**parts))

        def save_overload(self, sig: tuple[Any, ...], kernel: Any) -> None:
            self._save(self._file(sig, kernel.codegen), kernel._reduce_states())

        def _file(self, sig: tuple[Any, ...], codegen: Any) -> Path | None:
            return super()._file((*sig, version("numba-cuda")), codegen)

    for rule in RULES:
        if not hasattr(rule, _ON_DEVICE):
            setattr(rule, _ON_DEVICE, Rule(rule.py_func, {"device": True, "debug": False, "opt": True}))
    dispatcher = cuda.jit(kernel, lto=False)  # rules are compiled into one module anyway: LTO would only do it twice
    dispatcher._cache = Cache(dispatcher)
    return dispatcher


# --- Memory: on the device, or in the simulator's place of it ---------------------------------------------------------


def _to_device(array: NDArray[Any]) -> Any:
    return array if SIMULATED else cuda.to_device(array)


def _to_host(memory: Any) -> NDArray[Any]:
    return memory.copy() if SIMULATED else memory.copy_to_host()  # type: ignore[no-any-return]


def _argument(memory: Any) -> Any:
    """An array as the kernel takes it."""
    if not SIMULATED:
        return memory
    return memoryview(memory) if memory.ndim == 1 else Rows(memory)


def _records(layout: Layout, memory: Any) -> tuple[Any, Any]:
    """Records as the kernel takes them, and their bytes, int8 (n, bytes per record)."""
    raw = memory.view(np.int8).reshape(len(memory), layout.dtype.itemsize)
    return layout.interpreted(memory) if SIMULATED else memory, _argument(raw)


def _strided(memory: Any) -> Any:
    """NVIDIA's view of any array, for DLPack; our stream, the default one, waits for what the array's owner does."""
    from cuda.core.utils import StridedMemoryView

    return StridedMemoryView.from_any_interface(memory, stream_ptr=-1 if SIMULATED else DEFAULT_STREAM)
