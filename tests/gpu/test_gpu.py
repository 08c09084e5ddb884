"""Games in device memory. Without a GPU: the kernel is compiled and linked for one, and runs in Numba's simulator."""

from __future__ import annotations

import functools
import importlib.util
import json
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from scythe_training.gpu_bench import device, torch_sees_games

from scythe_env.core import gpu
from scythe_env.core.compiling import JIT
from scythe_env.core.game import Game
from scythe_env.core.gpu import DeviceGames
from scythe_env.imperial_settlers.game import ImperialSettlers
from scythe_env.scythe.config import ScytheConfig
from scythe_env.scythe.game import Scythe

from . import games

ROOT = Path(__file__).parents[2]
CONSTANT_MEMORY = 65_536  # bytes that a kernel can have

needs_extra = pytest.mark.skipif(
    importlib.util.find_spec("numba_cuda") is None, reason="the extra gpu is not installed"
)
compiled_only = pytest.mark.skipif(not JIT, reason="compiling is switched off")


@functools.cache
def missing() -> str:
    """Why there are no games on a GPU here, or nothing."""
    try:
        gpu.require_device()
    except (ImportError, RuntimeError) as error:
        return str(error)
    return ""


needs_gpu = pytest.mark.skipif(bool(missing()), reason=missing())


def run(module: str, *arguments: str, **variables: str) -> Any:
    """What a module of these tests prints as JSON when it runs in a process of its own."""
    done = subprocess.run(
        [sys.executable, "-m", f"tests.gpu.{module}", *arguments],
        env={**os.environ, **variables},
        cwd=ROOT,
        capture_output=True,
        text=True,
    )
    assert not done.returncode, done.stderr
    return json.loads(done.stdout.splitlines()[-1])


@needs_extra
@compiled_only
@pytest.mark.slow
@pytest.mark.parametrize("name", games.BY_NAME)
def test_the_kernel_links_and_its_code_plays_as_the_processor(name: str, tmp_path: Path) -> None:
    """What :mod:`.link` prints of the kernel compiled for a GPU that is not there, with a cache empty before."""
    linked = run("link", str(tmp_path), name)
    assert linked["rules"] > 200
    assert linked["integers"] == ["int64"]  # no version of a rule is made for a constant
    assert linked["constant"] < CONSTANT_MEMORY
    assert linked["compiled"] == [True, False]  # the second kernel comes from the disk
    # a multiplication that is fused with an addition is rounded once, so it must be exact: by a power of two
    assert linked["factors"]
    assert all(np.frexp(factor)[0] in (0.5, -0.5) for factor in linked["factors"])
    for game, digests in zip(games.BY_NAME[name], linked["played"], strict=True):
        expected, over = games.on_processor(game, games.LONG)
        assert digests == expected
        assert over >= 10


@needs_extra
@compiled_only
@pytest.mark.slow
@pytest.mark.parametrize("name", games.BY_NAME)
def test_the_simulator_plays_as_the_processor(name: str) -> None:
    simulated = run("games", name, NUMBA_ENABLE_CUDASIM="1", NUMBA_DISABLE_JIT="1")
    for game, digests in zip(games.BY_NAME[name], simulated, strict=True):
        expected, over = games.on_processor(game)
        assert digests == expected
        assert over >= 2


@needs_gpu
@pytest.mark.parametrize("game", [*games.GAMES, *games.SETTLERS], ids=lambda game: f"{game.name} {game.num_players}")
def test_the_gpu_plays_as_the_processor(game: Game) -> None:
    assert games.on_device(game, games.LONG) == games.on_processor(game, games.LONG)[0]


@needs_gpu
def test_whole_random_games_on_the_gpu() -> None:
    games.check_random(Scythe(ScytheConfig(players=5)), 256)
    games.check_random(ImperialSettlers(), 256)


@needs_gpu
def test_refusals_on_the_gpu() -> None:
    games.check_refusals(games.GAMES[0])


@needs_gpu
@pytest.mark.skipif(not torch_sees_games(), reason="PyTorch for CUDA is not installed")
def test_torch_shares_the_memory() -> None:
    games.check_sharing(games.GAMES[0])


@needs_gpu
def test_the_gpu_is_measured() -> None:
    assert device()
    games.check_benchmark()


@needs_gpu
def test_actions_come_from_the_gpu() -> None:
    batch = DeviceGames(games.GAMES[0], 2)
    batch.reset(0)
    with pytest.raises(TypeError, match="in host memory"):
        batch.step(np.zeros(2, np.int64))


def test_a_missing_extra_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None)
    with pytest.raises(ImportError, match=r"pip install 'scythe-env\[gpu\]'"):
        DeviceGames(games.GAMES[0], 1)


@needs_extra
@compiled_only
def test_a_missing_gpu_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(gpu.cuda, "is_available", lambda: False)
    with pytest.raises(RuntimeError, match="no CUDA GPU can be used"):
        DeviceGames(games.GAMES[0], 1)


@needs_extra
@pytest.mark.parametrize(("simulated", "jit"), [(True, True), (False, False)])
def test_variables_that_do_not_fit_are_named(monkeypatch: pytest.MonkeyPatch, simulated: bool, jit: bool) -> None:
    monkeypatch.setattr(gpu, "SIMULATED", simulated)
    monkeypatch.setattr(gpu, "JIT", jit)
    with pytest.raises(RuntimeError, match="NUMBA_DISABLE_JIT=1"):
        DeviceGames(games.GAMES[0], 1)


@needs_gpu
@pytest.mark.skipif(not torch_sees_games(), reason="PyTorch for CUDA is not installed")
def test_the_example_of_the_page_runs():
    page = (ROOT / "docs" / "gpu.md").read_text("utf-8")
    for example in re.findall(r"```python\n(.*?)```", page, re.DOTALL):
        exec(example, {})
