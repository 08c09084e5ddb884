"""Compiling: a tiny game of two modules, written anew for each test so that tests can edit it."""

from __future__ import annotations

import copy
import hashlib
import importlib
import io
import os
import pickle
import shutil
import subprocess
import sys
import tempfile
import time
import weakref
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np
import pytest
from numba import int64

from scythe_env.core.compiling import (
    JIT,
    Layout,
    cache,
    compile_all,
    compile_progress,
    declare,
    entry,
    lookup,
    modes,
    rule,
    table,
)

compiled_only = pytest.mark.skipif(not JIT or modes.PLAIN, reason="our compiling is switched off")

CONSTANTS = "FEE = 1\nLIMITS = (9, 99)\n"
PRICES = '''
import numpy as np
from scythe_env.core.compiling import rule, table
from tiny import constants

PRICE = table([3, 5], np.int8)

@rule
def price(kind):
    """What a unit costs."""
    return PRICE[kind] + constants.FEE
'''
GAME = """
import numpy as np
from numba import int8, int64
from scythe_env.core.compiling import Layout, entry, rule
from scythe_env.core.random import below, seed_rng
from tiny.constants import LIMITS
from tiny.prices import price

STATE = Layout([("rng", np.int64, 4), ("gold", np.int64), ("units", np.int8, (2, 4))])

@rule
def recruit(s, seat, kind):
    s.units[seat, kind] += 1  # a comment
    return s.units[seat, kind] > 1

@rule
def gain(s, n):
    s.gold = min(s.gold + n, LIMITS[1])

@entry(STATE, int64, int64)
def reset(states, i, seed):
    s = states[i]
    seed_rng(s, seed & 0xFFFFFFFF, seed >> 32, i)
    s.gold = 0
    gain(s, 20)

@entry(STATE, int64, int64, int8[:, ::1])
def step(states, i, kind, masks):
    s = states[i]
    if kind < 2:
        s.gold -= price(kind)
        gain(s, recruit(s, 0, kind))
    gain(s, below(s, 3))
    recruit(s, 1, below(s, 4))
    for k in range(2):
        masks[i, k] = s.gold >= price(k)
    return s.gold

@entry(STATE)
def spread(states):
    for i in range(1, len(states)):
        states[i] = states[0]
"""
RULES_OF_STEP = ["below", "draw32", "gain", "price", "recruit", "step"]


class Tiny:
    """The game's sources in a folder, imported anew by :meth:`load`, and its cache."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.cache = folder / "cache"
        self.cache.mkdir(mode=0o700)
        (folder / "tiny").mkdir()
        for name, text in {"__init__": "", "constants": CONSTANTS, "prices": PRICES, "game": GAME}.items():
            self.write(name, text)

    def write(self, name: str, text: str) -> None:
        (self.folder / "tiny" / f"{name}.py").write_text(text)

    def load(self) -> ModuleType:
        for name in [m for m in sys.modules if m.partition(".")[0] == "tiny" or m == "scythe_env.core.random"]:
            del sys.modules[name]  # the generator, too: its rules keep what they have compiled
        importlib.invalidate_caches()
        return importlib.import_module("tiny.game")


def install(folder: Path, monkeypatch: pytest.MonkeyPatch) -> Tiny:
    game = Tiny(folder)
    monkeypatch.syspath_prepend(folder)
    monkeypatch.setattr(sys, "dont_write_bytecode", True)  # its time stamps are too coarse for quick edits
    monkeypatch.setattr(declare, "RULES", [])
    monkeypatch.setattr(declare, "ENTRIES", [])
    monkeypatch.setattr(cache, "cache_folder", lambda: game.cache)
    return game


@pytest.fixture
def cold(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Tiny:
    """The tiny game with an empty cache."""
    return install(tmp_path, monkeypatch)


@pytest.fixture(scope="module")
def compiled_files(tmp_path_factory: pytest.TempPathFactory) -> Path:
    with pytest.MonkeyPatch.context() as monkeypatch:
        game = install(tmp_path_factory.mktemp("compiled"), monkeypatch)
        game.load()
        compile_all()
        return game.cache


@pytest.fixture
def tiny(cold: Tiny, compiled_files: Path) -> Tiny:
    """The tiny game, compiled before: content-addressed files do not depend on where the sources are."""
    shutil.copytree(compiled_files, cold.cache, dirs_exist_ok=True)
    return cold


def new_game(game: ModuleType, n: int = 3) -> tuple[Any, Any]:
    return np.zeros(n, game.STATE.dtype), np.zeros((n, 2), np.int8)


def play(game: ModuleType) -> bytes:
    states, masks = new_game(game)
    for i in range(3):
        game.reset(states, i, 2**40 + 7)
        for k in range(20):
            game.step(states, i, k % 3, masks)
    return states.tobytes() + masks.tobytes()


def compiled_by_step(game: ModuleType) -> list[str]:
    """Take a step and return the names of the functions that this compiled."""
    told: list[tuple[int, int | None, str]] = []
    with compile_progress(lambda *report: told.append(report)):
        game.step(*new_game(game)[:1], 0, 0, new_game(game)[1])
    return sorted(name for done, _, name in told if done)


# --- Both modes -------------------------------------------------------------------------------------------------------


def test_rules_act_on_the_record(tiny: Tiny) -> None:
    game = tiny.load()
    states, masks = new_game(game)
    game.reset(states, 1, 0)
    assert game.step(states, 1, 1, masks) in (14, 15, 16)  # 20 - (5 + 1), and 0 to 2 more
    assert states["units"][1].sum(axis=1).tolist() == [1, 1]
    assert masks.tolist() == [[0, 0], [1, 1], [0, 0]]
    assert not states[0].tobytes().strip(b"\0")


def test_states_are_copied_by_assignment(tiny: Tiny) -> None:
    game = tiny.load()
    states, masks = new_game(game)
    game.reset(states, 0, 5)
    game.spread(states)
    assert states[0] == states[2]
    game.step(states, 2, 0, masks)
    assert states[0] == states[1] != states[2]


@pytest.mark.parametrize("kind", [1, np.int8(1), np.int64(1), True, np.bool_(True), 1.7])
def test_numbers_convert(tiny: Tiny, kind: Any) -> None:
    game = tiny.load()
    states, masks = new_game(game)
    game.step(states, 0, kind, masks)
    assert states["units"][0, 0].tolist() == [0, 1, 0, 0]


def test_wrong_arguments_are_refused_before_anything_happens(tiny: Tiny) -> None:
    game = tiny.load()
    states, masks = new_game(game, 4)
    other = np.dtype([("rng", np.int64, 4), ("gold", np.int64), ("units", np.int8, (4, 2))], align=True)
    read_only = states.copy()
    read_only.setflags(write=False)
    wrong = [
        (states.view(other), 0, 0, masks, "states must be .* not a 1-D array of 48-byte records"),
        (states.view(np.int64), 0, 0, masks, "states must be .* not a 1-D array of int64"),
        (states[::2], 0, 0, masks, "strided"),
        (states.reshape(2, 2), 0, 0, masks, "2-D"),
        (read_only, 0, 0, masks, "read-only"),
        (states, 0, 0, masks.view(np.bool_), "masks must be .* not a 2-D array of bool"),
        (states, 0, 0, masks[0], "1-D"),
        (states, 0, 0, masks.T, "strided"),
        (states, 0, 0, None, "NoneType"),
        (states, 0, "1", masks, "kind must be int64, not str"),
    ]
    for _ in range(2):  # the first call of all, which has to compile, and later ones
        for *arguments, message in wrong:
            with pytest.raises(TypeError, match=message):
                game.step(*arguments)
        for arguments in [(states, 0, 0), (states, 0, 0, masks, 0)]:
            with pytest.raises(TypeError):
                game.step(*arguments)
        assert not states.tobytes().strip(b"\0")
    states.setflags(write=False)  # after a good call as well
    with pytest.raises(TypeError, match="read-only"):
        game.step(states, 0, 0, masks)


@pytest.mark.parametrize("first", [0, 1])
def test_equal_dtypes_are_taken(tiny: Tiny, first: int) -> None:
    """Whether a dtype is marked as aligned does not show when numpy compares it, yet it is part of Numba's type."""
    game = tiny.load()
    states, masks = new_game(game)
    unmarked = states.view(np.dtype(game.STATE.dtype.descr))
    assert unmarked.dtype == states.dtype
    assert unmarked.dtype.isalignedstruct != states.dtype.isalignedstruct
    for k in range(4):
        game.step([states, unmarked][(k + first) % 2], 0, 1, masks)
    assert states["units"][0, 0, 1] == 4


def test_layout_view_serves_rules_and_tests(tiny: Tiny) -> None:
    game = tiny.load()
    states, _ = new_game(game)
    s = game.STATE.view(states, 1)
    s.units[1, 2] = 4
    assert game.recruit(s, 1, 2)
    s.gold = 7
    game.gain(s, np.int8(2))
    assert (states["gold"].tolist(), states["units"][1, 1, 2]) == ([0, 9, 0], 5)


def test_entries_and_layouts_pickle(tiny: Tiny) -> None:
    game = tiny.load()
    play(game)
    for f in (game.step, game.gain):
        assert pickle.loads(pickle.dumps(f)) is f
        assert copy.deepcopy(f) is f
    for twin in (pickle.loads(pickle.dumps(game.STATE)), copy.deepcopy(game.STATE)):
        assert (twin.dtype, twin.digest) == (game.STATE.dtype, game.STATE.digest)
    states, masks = new_game(game)
    game.step(pickle.loads(pickle.dumps(states)), 0, 0, masks)


def test_declarations_are_checked() -> None:
    with pytest.raises(TypeError, match="default"):
        rule(lambda s, n=1: n)
    nowhere: dict[str, Any] = {"__name__": "nowhere"}
    exec("def f(s): return 1", nowhere)
    with pytest.raises(TypeError, match="no module nowhere"):
        rule(nowhere["f"])
    with pytest.raises(TypeError, match="1 types for 2 parameters"):
        entry(int64)(lambda a, b: a)
    for values, dtype in [
        ([1, 2], np.uint8),
        ([True], np.bool_),
        (3, np.int8),
        (np.array([300]), np.int8),
        ([1.5], np.int8),
    ]:
        with pytest.raises(ValueError, match="table"):
            table(values, dtype)
    with pytest.raises(OverflowError):
        table([300], np.int8)
    with pytest.raises((ValueError, TypeError)):
        table([1], np.int8)[0] = 2
    assert table([[1, 2], [3, 4]], np.int16)[1, 0] == 3


LOOKUP_1, LOOKUP_2A, LOOKUP_2B, LOOKUP_3, LOOKUP_4 = (
    lookup(np.arange(24).reshape(shape) + shape[0]) for shape in ((24,), (4, 6), (6, 4), (2, 3, 4), (1, 2, 3, 4))
)


@entry(int64[::1])
def look_up(out):
    out[0] = LOOKUP_1(23)
    out[1] = LOOKUP_2A(3, 5)
    out[2] = LOOKUP_2B(5, 3)
    out[3] = LOOKUP_3(1, 2, 3)
    out[4] = LOOKUP_4(0, 1, 2, 3)


def test_tables_are_looked_up_by_a_rule_each() -> None:
    found = np.zeros(5, np.int64)
    look_up(found)
    assert found.tolist() == [23 + 24, 23 + 4, 23 + 6, 23 + 2, 23 + 1]
    assert len({LOOKUP_1, LOOKUP_2A, LOOKUP_2B, LOOKUP_3, LOOKUP_4}) == 5


@pytest.mark.parametrize(
    ("fields", "message"),
    [
        ([("a", np.uint8)], "not a signed integer"),
        ([("a", np.float64)], "not a signed integer"),
        ([("a", ">i4")], "not a signed integer"),
        ([("a", [("b", np.int8)])], "not a signed integer"),
        ([("_a", np.int8)], "public identifier"),
        ([("a", np.int8), ("b", np.int64)], "7 bytes of padding"),
        ([("a", np.int64), ("b", np.int8)], "7 bytes of padding"),
        (np.dtype([("a", np.int64), ("b", np.int8)], align=True), "7 bytes of padding"),
        (np.dtype({"names": ["a"], "formats": [np.int8], "offsets": [1]}), "padding"),
        (np.int64, "named fields"),
    ],
)
def test_layouts_are_checked(fields: Any, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        Layout(fields)


def test_layout_digest_tells_layouts_apart() -> None:
    same = [Layout([("a", np.int64), ("b", np.int64)]), Layout(np.dtype([("a", "i8"), ("b", "i8")]))]
    others = [
        Layout([("b", np.int64), ("a", np.int64)]),
        Layout([("a", np.int64), ("b", np.int64, 1)]),
        Layout([("a", np.int64), ("b", np.int32), ("c", np.int32)]),
    ]
    assert len({layout.digest for layout in same}) == 1
    assert len({layout.digest for layout in same + others}) == 4


NAMED = """
from typing import NamedTuple
from numba import float64, int64
from scythe_env.core.compiling import entry, rule
from tiny.game import STATE

class Best(NamedTuple):
    place: int
    worth: float

@rule
def best(row, factor):
    found = Best(-1, 0.0)
    for i in range(len(row)):
        if row[i] * factor > found[1]:
            found = Best(i, row[i] * factor)
    return found

@rule
def better(a, b):
    return a if a[1] >= b[1] else b

@entry(STATE, int64, float64)
def step(states, i, factor):
    s = states[i]
    found = better(best(s.units[0], factor), best(s.units[1], factor))
    return found.place * 1000 + found.worth
"""


def test_rows_and_named_tuples_pass_between_rules(cold: Tiny) -> None:
    """Compiled, from the cache, and after an edit of the class alone."""
    edited = NAMED.replace("place: int", "worth: int").replace("worth: float", "place: float")
    for text, expected in ((NAMED, 3004.5), (NAMED, 3004.5), (edited, 4503.0), (NAMED, 3004.5)):
        cold.write("named", text)
        states, _ = new_game(cold.load())
        states["units"][1] = [[1, 0, 2, 0], [1, 0, 2, 3]]
        assert importlib.import_module("tiny.named").step(states, 1, 1.5) == expected


def test_interpreted_states() -> None:
    layout = Layout([("gold", np.int64), ("units", np.int8, (2, 4))])
    states = np.zeros(2, layout.dtype)
    view = layout.interpreted(states)
    assert layout.interpreted(states) is view
    assert view[-1] is view[1] is not view[0]
    assert len(view) == 2
    assert view.shape == (2,)
    with pytest.raises(IndexError):
        view[2]
    view[1].units[1, 3] = 5
    with pytest.raises(ValueError, match="memoryview"):
        view[1].units[0, 0] = 128
    assert (view[1].units[1][3], view[1].units[-1].tolist()) == (5, [0, 0, 0, 5])
    view[1].units[1][3] += 1
    with pytest.raises(AttributeError):
        view[1].units = view[0].units
    with pytest.raises(AttributeError, match="unknown field 'silver'"):
        _ = view[1].silver
    assert type(view[1].gold) is int
    assert states["units"].tolist() == [[[0] * 4] * 2, [[0] * 4, [0, 0, 0, 6]]]


def test_interpreted_states_do_not_keep_arrays_alive() -> None:
    layout = Layout([("gold", np.int64)])
    for n in range(20):  # ids of dead arrays come back
        states = np.full(1, n, layout.dtype)
        assert layout.interpreted(states)[0].gold == n
        gone = weakref.ref(states)
        del states
        assert gone() is None


# --- Compiled ---------------------------------------------------------------------------------------------------------


@compiled_only
@pytest.mark.parametrize(
    "switch", ["NUMBA_DISABLE_JIT", pytest.param("SCYTHE_ENV_PLAIN_NUMBA", marks=pytest.mark.slow)]
)
def test_this_file_passes_in_other_modes_and_games_are_the_same(tiny: Tiny, switch: str) -> None:
    def run(*arguments: str) -> str:
        environment = os.environ | {switch: "1"}
        result = subprocess.run(
            [sys.executable, *arguments], env=environment, capture_output=True, text=True, check=False
        )
        assert result.returncode == 0, result.stdout + result.stderr
        return result.stdout

    run("-m", "pytest", "-q", __file__)
    folders = [str(Path(__file__).parent), str(tiny.folder)]
    program = f"import sys; sys.path[:0] = {folders}; import test_compiling, tiny.game; "
    assert run("-c", program + "print(test_compiling.play(tiny.game).hex())").strip() == play(tiny.load()).hex()


@compiled_only
def test_nothing_compiles_at_import(cold: Tiny) -> None:
    game = cold.load()
    assert not any(f.signatures for f in declare.RULES + declare.ENTRIES)
    assert not list(cold.cache.iterdir())
    game.step(*new_game(game)[:1], 0, 0, new_game(game)[1])
    assert not game.reset.signatures


@compiled_only
def test_a_second_process_compiles_nothing(tmp_path: Path) -> None:
    program = (
        "from scythe_env.core.session import Session; from tests.core.race.game import Race; Session(Race()).reset(1)"
    )

    def told() -> str:
        done = subprocess.run(
            [sys.executable, "-c", program],
            env=os.environ | {"SCYTHE_ENV_CACHE_DIR": str(tmp_path)}, capture_output=True, text=True, check=True,
        )  # fmt: skip
        return done.stderr

    assert "compiling the rules" in told()
    assert told() == ""


@compiled_only
def test_one_signature_each(cold: Tiny) -> None:
    game = cold.load()
    play(game)
    states, masks = new_game(game)
    game.step(states, 0, np.int8(0), masks)
    game.gain(game.STATE.view(states, 0), True)
    assert {f.__name__: len(f.signatures) for f in declare.RULES if f.signatures} == dict.fromkeys(
        ["below", "draw32", "gain", "price", "recruit", "seed_rng"], 1
    )
    assert [len(f.signatures) for f in declare.ENTRIES] == [1, 1, 0]


@compiled_only
@pytest.mark.parametrize(
    ("file", "old", "new", "compiled"),
    [
        ("prices", "constants.FEE", "constants.FEE * 2", ["price", "step"]),
        ("prices", "[3, 5]", "[4, 5]", ["price", "step"]),
        ("prices", "np.int8)", "np.int16)", ["price", "step"]),
        ("constants", "FEE = 1", "FEE = 2", ["price", "step"]),
        ("constants", "(9, 99)", "(9, 98)", ["gain", "step"]),
        ("game", "np.int8, (2, 4)", "np.int16, (2, 4)", ["below", "draw32", "gain", "recruit", "step"]),
        ("game", "  # a comment", "", []),
        ("game", "@rule", "# a comment\n\n@rule", []),
        ("prices", "What a unit costs.", "The price of a unit.", []),
        ("constants", "9, 9", "9,9", []),
    ],
)
def test_edits(tiny: Tiny, file: str, old: str, new: str, compiled: list[str]) -> None:
    original = (tiny.folder / "tiny" / f"{file}.py").read_text()
    assert old in original
    assert compiled_by_step(tiny.load()) == []
    tiny.write(file, original.replace(old, new))
    assert compiled_by_step(tiny.load()) == compiled
    assert compiled_by_step(tiny.load()) == []
    tiny.write(file, original)
    assert compiled_by_step(tiny.load()) == []


@compiled_only
def test_an_edit_takes_effect(cold: Tiny) -> None:
    before = play(cold.load())
    cold.write("constants", CONSTANTS.replace("1", "2"))
    after = play(cold.load())
    cold.write("constants", CONSTANTS)
    assert before == play(cold.load()) != after


@compiled_only
def test_numba_settings_count(cold: Tiny, monkeypatch: pytest.MonkeyPatch) -> None:
    assert compiled_by_step(cold.load()) == RULES_OF_STEP
    monkeypatch.setitem(modes.OPTIONS, "boundscheck", True)
    game = cold.load()
    assert compiled_by_step(game) == RULES_OF_STEP
    with pytest.raises(IndexError):
        game.step(*new_game(game)[:1], 3, 0, new_game(game)[1])


@compiled_only
@pytest.mark.parametrize(
    "damage",
    [lambda data: b"", lambda data: data[:-100], lambda data: data[:999] + bytes([data[999] ^ 1]) + data[1000:]],
    ids=["empty", "cut off", "one bit"],
)
def test_damaged_files_are_replaced(tiny: Tiny, damage: Any) -> None:
    expected = play(tiny.load())
    for file in tiny.cache.iterdir():
        file.write_bytes(damage(file.read_bytes()))
    game = tiny.load()
    assert compiled_by_step(game) == RULES_OF_STEP
    assert play(game) == expected
    assert compiled_by_step(tiny.load()) == []


@compiled_only
def test_intact_files_that_cannot_be_loaded_are_named(tiny: Tiny) -> None:
    expected = play(tiny.load())
    payload = pickle.dumps("not compiled code")
    for file in tiny.cache.iterdir():
        file.write_bytes(hashlib.sha256(payload).digest() + payload)
    game = tiny.load()
    with pytest.warns(RuntimeWarning, match=r"\.bin cannot be loaded, so it is compiled anew"):
        assert compiled_by_step(game) == RULES_OF_STEP
        assert play(game) == expected


@compiled_only
def test_old_files_are_pruned(cold: Tiny) -> None:
    old, used, foreign = (cold.cache / name for name in ("old-0-0.bin", "used-0-0.bin", "notes.txt"))
    for file, age in ((old, 61), (used, 59), (foreign, 61)):
        file.touch()
        os.utime(file, times=(time.time() - age * 24 * 3600,) * 2)
    play(cold.load())
    assert not old.exists()
    assert used.exists()
    assert foreign.exists()
    for file in cold.cache.glob("step-*"):
        os.utime(file, times=(0, 0))
    compiled_by_step(cold.load())
    assert all(file.stat().st_mtime > 0 for file in cold.cache.glob("step-*"))


@compiled_only
def test_a_cache_that_cannot_be_written_costs_one_warning(tiny: Tiny, monkeypatch: pytest.MonkeyPatch) -> None:
    cache._warn_uncached.cache_clear()
    expected = play(tiny.load())
    gone = tiny.cache / "gone"
    monkeypatch.setattr(cache, "cache_folder", lambda: gone)
    with pytest.warns(RuntimeWarning, match="gone: No such file") as told:
        assert play(tiny.load()) == expected
    assert len(told) == 1


def test_cache_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def folder(base: Path) -> Path | None:
        monkeypatch.setenv("SCYTHE_ENV_CACHE_DIR", str(base))
        cache.cache_folder.cache_clear()
        cache._warn_uncached.cache_clear()
        return cache.cache_folder()

    try:
        good = folder(tmp_path / "new")
        assert good == tmp_path / "new" / "compiled"
        assert good.stat().st_mode & 0o777 == 0o700
        good.chmod(0o777)
        with pytest.warns(RuntimeWarning, match="can be written by other users"):
            assert folder(tmp_path / "new") is None
        (tmp_path / "file").touch()
        with pytest.warns(RuntimeWarning, match="SCYTHE_ENV_CACHE_DIR"):
            assert folder(tmp_path / "file") is None
        monkeypatch.delenv("SCYTHE_ENV_CACHE_DIR")
        monkeypatch.setattr(cache.platformdirs, "user_cache_dir", lambda *a, **k: str(tmp_path / "user"))
        cache.cache_folder.cache_clear()
        assert cache.cache_folder() == tmp_path / "user" / "compiled"
        monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path / "numba"))
        cache.cache_folder.cache_clear()
        assert cache.cache_folder() == tmp_path / "numba" / "scythe-env" / "compiled"
        assert folder(tmp_path / "new2") == tmp_path / "new2" / "compiled"
    finally:
        cache.cache_folder.cache_clear()
        cache._warn_uncached.cache_clear()


def no_home(*names: str, **more: object) -> str:
    raise RuntimeError("Could not determine home directory.")


@pytest.mark.parametrize("user_cache_dir", [no_home, lambda *names, **more: "~/.cache/scythe-env"])
def test_a_user_without_a_home_plays_uncached(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, user_cache_dir: Callable[..., str]
) -> None:
    for name in ("SCYTHE_ENV_CACHE_DIR", "NUMBA_CACHE_DIR"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(cache.platformdirs, "user_cache_dir", user_cache_dir)
    cache.cache_folder.cache_clear()
    cache._warn_uncached.cache_clear()
    try:
        with pytest.warns(RuntimeWarning, match="this user has no home folder"):
            assert cache.cache_folder() is None
        assert not list(tmp_path.iterdir())
    finally:
        cache.cache_folder.cache_clear()
        cache._warn_uncached.cache_clear()


@pytest.mark.skipif(not hasattr(os, "getuid") or os.getuid() != 0, reason="only root can be another user for a while")
def test_a_folder_that_cannot_be_read_is_not_used() -> None:
    code = (
        "import os; from scythe_env.core.compiling.cache import addresses, cache_folder; "
        "os.setuid(65534); print(cache_folder(), addresses())"
    )
    with tempfile.TemporaryDirectory() as base:
        Path(base).chmod(0o755)
        (Path(base) / "compiled").mkdir(mode=0o700)
        done = subprocess.run(
            [sys.executable, "-c", code],
            env=os.environ | {"SCYTHE_ENV_CACHE_DIR": base},
            capture_output=True,
            text=True,
            check=False,
        )
    assert done.stdout.strip() == "None set()", done.stderr
    assert "belongs to another user and cannot be read" in done.stderr


@compiled_only
def test_progress_counts_up_to_what_is_missing(cold: Tiny) -> None:
    def reports() -> list[tuple[int, int | None, str]]:
        told: list[tuple[int, int | None, str]] = []
        cold.load()
        compile_all(lambda *report: told.append(report))
        return told

    first = reports()
    assert [done for done, _, _ in first] == list(range(10))  # six rules, three entries
    assert {total for _, total, _ in first} == {9}
    assert {name for _, _, name in first} >= {"reset", "step", "spread", *RULES_OF_STEP}
    assert reports() == []
    cold.write("prices", PRICES.replace("3, 5", "3, 6"))
    assert reports() == [(0, 2, "step"), (1, 2, "price"), (2, 2, "step")]


@compiled_only
def test_stderr_tells_of_compiling_once(cold: Tiny, capsys: pytest.CaptureFixture[str]) -> None:
    play(cold.load())
    assert capsys.readouterr().err.splitlines() == [
        "compiling the rules, once: 4 functions, about 0.1 s each",
        "compiling the rules, once: 4 functions, about 0.1 s each",
    ]
    play(cold.load())
    compile_all()
    assert capsys.readouterr().err == "compiling the rules, once: 1 function, about 0.1 s each\n"
    cold.load()
    compile_all()
    assert capsys.readouterr() == ("", "")


@compiled_only
def test_progress_on_a_terminal(cold: Tiny, monkeypatch: pytest.MonkeyPatch) -> None:
    screen = io.StringIO()
    monkeypatch.setattr(screen, "isatty", lambda: True)
    monkeypatch.setattr(sys, "stderr", screen)
    cold.load()
    compile_all()
    lines = screen.getvalue().split("\r\x1b[K")
    assert lines[1] == "compiling the rules, once: 0 of 9 reset"
    assert lines[-1] == "compiling the rules, once: 9 of 9 spread\n"


@compiled_only
def test_first_calls_on_several_threads(cold: Tiny) -> None:
    game = cold.load()
    states, masks = new_game(game, 4)
    with ThreadPoolExecutor(4) as pool:
        list(pool.map(lambda i: game.step(states, i, 0, masks), range(4)))
    assert states["units"][:, 0, 0].tolist() == [1] * 4
    assert len(game.step.signatures) == 1


def test_errors_in_rules_reach_python(cold: Tiny) -> None:
    """Fresh and from the cache, with arguments known at compile time and at run time."""
    source = """
from numba import int64
from scythe_env.core.compiling import entry, rule

@rule
def checked(a):
    assert a < 10, "too large"
    if a < 0:
        raise ValueError("too small")
    return a

@entry(int64)
def step(a):
    return checked(a)
"""
    cold.write("game", source)
    for _ in range(2):
        game = cold.load()
        for f in (game.step, game.checked, game.step):
            assert f(5) == 5
            with pytest.raises(AssertionError, match="too large"):
                f(10)
            with pytest.raises(ValueError, match="too small") as told:
                f(-3)
            assert told.value.args == ("too small",)


@compiled_only
@pytest.mark.parametrize(
    ("body", "message"),
    [
        ("    return f(a - 1) if a else 0", "f -> f"),
        ("    return main(a)", "calls main, which is not a rule"),
        ("    return plain(a)", "calls plain, which is not a rule"),
        ("    return text[a]", "text in f is a dict"),
        ("    module = np\n    return module.abs(a)", "other than through its attributes"),
        ("    return Local(a).n", "at the top of a module"),
    ],
)
def test_what_has_no_content_is_refused(tiny: Tiny, body: str, message: str) -> None:
    header = (
        "import collections\nimport numba\nimport numpy as np\nfrom scythe_env.core.compiling import entry, rule\n"
        "text, Local = {}, collections.namedtuple('Local', 'n')\nLocal.__qualname__ = 'make.<locals>.Local'\n"
    )
    functions = f"@rule\ndef f(a):\n{body}\n@entry(numba.int64)\ndef main(a):\n    return f(a)\n"
    tiny.write("game", f"{header}@numba.njit\ndef plain(a):\n    return a\n{functions}")
    with pytest.raises(TypeError, match=message):
        tiny.load().main(1)


@compiled_only
def test_names_of_libraries_types_closures_and_constants_count(tiny: Tiny) -> None:
    source = """
import math
import numpy as np
from math import floor
from numba import int8, int64
from scythe_env.core.compiling import entry, rule
K, X = np.int64(1), 0.5

def make(n):
    @rule
    def add(a):
        return a + n
    return add

add = make(2)

@entry(int64)
def step(a):
    if a in (1, 2, 3):
        a = int8(add(a)) + K
    return floor(a * X) + math.floor(np.minimum(np.pi, 4.0))
"""
    results = []
    for text in (source, source, source.replace("make(2)", "make(4)"), source.replace("math.floor", "math.ceil")):
        tiny.write("game", text)
        hits: list[str] = []
        with compile_progress(lambda done, total, name: hits.append(name)):  # noqa: B023
            results.append((tiny.load().step(1), bool(hits)))
    assert results == [(5, True), (5, False), (6, True), (6, True)]
