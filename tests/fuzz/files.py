"""Hostile files: replays, policies, checkpoints and data sets."""

from __future__ import annotations

import functools
import importlib.util
import json
import shutil
import struct
import tempfile
from pathlib import Path
from random import Random
from typing import Any

import numpy as np

from scythe_env.core.agent import RandomAgent
from scythe_env.core.replay import _check, read_replay
from scythe_env.core.session import Session
from scythe_env.scythe.config import ScytheConfig
from scythe_env.scythe.game import Scythe
from scythe_env.scythe.log import GameLog, replay, save_replay

from .values import as_text, border, damaged, odd_json, torn

try:
    from scythe_training import datasets

    DATA = True
except ModuleNotFoundError:
    DATA = False
try:
    import torch
    from scythe_training.files import DIGESTS_FILE, seal
    from scythe_training.policy import PolicyAgent, StoredPolicy, shapes
    from scythe_training.settings import TrainingSettings
    from scythe_training.training import CHECKPOINTS_FOLDER, TrainingRun, _optimizer

    TRAINING = True
except ModuleNotFoundError:
    TRAINING = False


@functools.cache
def scratch() -> Path:
    """A folder for the files of this process."""
    folder = Path(tempfile.mkdtemp(prefix="fuzz"))
    import atexit

    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    return folder


@functools.cache
def recorded(number: int) -> list[Any]:
    """The lines of a replay."""
    log, rng = (
        GameLog.deal(ScytheConfig(players=1 + number % 4, max_rounds=2 + number % 3), number),
        np.random.default_rng(number),
    )
    while log.running and rng.random() < 0.99:
        log.play(int(rng.choice(np.flatnonzero(log.mask))))
    save_replay(scratch() / "whole.jsonl", log)
    return [json.loads(line) for line in (scratch() / "whole.jsonl").read_text(encoding="utf-8").splitlines()]


def files(draw: Random) -> None:
    """A file in which something is wrong: refused, or as good as a valid one."""
    kinds = [replays, replays, *([policies] * 3 if TRAINING else []), *([data_sets] if DATA else [])]
    return draw.choice(kinds)(draw)


def replays(draw: Random) -> None:
    """A replay with changed lines, under checks that fit or not."""
    lines, path = recorded(draw.randrange(6)), scratch() / "replay.jsonl"
    if draw.random() < 0.6:
        changed = damaged(draw, lines, recorded(draw.randrange(6)), odd_json)
        check, texts = "", []
        for line in changed if isinstance(changed, list) else [changed]:
            text = as_text(draw, line)
            try:
                line = json.loads(text)
                line.pop("check")
                text = json.dumps(line | {"check": (check := _check(check, line))})
            except (ValueError, AttributeError, KeyError, TypeError, RecursionError):
                pass  # a line without a check, or not an object
            texts.append(text)
        data = "\n".join(texts).encode()
    else:
        data = torn(draw, "\n".join(map(json.dumps, lines)).encode())
    path.write_bytes(data)
    forced = draw.random() < 0.5
    with border():
        found = read_replay(path, Scythe.name, Scythe.version)
        log = replay(found, forced=forced)
    save_replay(path, log)
    again = replay(read_replay(path, Scythe.name, Scythe.version), forced=True)
    assert again.states.tobytes() == log.states.tobytes() and again.result() == log.result()
    assert list(log.decisions) == list(found.decisions), "other decisions were played"
    Scythe(ScytheConfig(players=log.game.num_players)).check(log.states)


# -- policies and checkpoints ------------------------------------------------------------------------------------------


@functools.cache
def trained(number: int) -> dict[str, bytes]:
    """The files of a checkpoint, by name; each number has other ones."""
    settings = TrainingSettings(
        config=ScytheConfig(players=2 + number % 2, max_rounds=2), games=2, steps=4, batch=8,
        hidden=(3,) * (1 + number % 2), decisions=16, evaluate_every=0, seed=number,
    )  # fmt: skip
    folder = scratch() / f"trained{number}"
    TrainingRun.start(settings, folder).learn()
    found = max((folder / CHECKPOINTS_FOLDER).iterdir())
    return {path.name: path.read_bytes() for path in found.iterdir() if path.name != DIGESTS_FILE}


def policies(draw: Random) -> None:
    """A checkpoint with changed files, under digests that fit or not; loaded as policy or resumed."""
    whole, other = trained(draw.randrange(3)), trained(draw.randrange(3))
    run = scratch() / "run"
    shutil.rmtree(run, ignore_errors=True)
    folder = run / CHECKPOINTS_FOLDER / "000000016"
    folder.mkdir(parents=True)
    for name, data in whole.items():
        (folder / name).write_bytes(data)
    seal(folder)
    resealed = draw.random() < 0.8
    path = folder / draw.choice([*whole, *whole, DIGESTS_FILE])
    data, how = path.read_bytes(), draw.random()
    if how < 0.1:
        data = other.get(path.name, b"")
    elif how < 0.3:
        data = torn(draw, data)
    elif path.suffix == ".json":
        data = as_text(
            draw, damaged(draw, json.loads(data), json.loads(other.get(path.name, b"[1]")), odd_json)
        ).encode()
        if draw.random() < 0.1:
            data = data.replace(b"scythe-policy-2", b"scythe-policy-1")
    else:
        data = _damaged_tensors(draw, data, other[path.name])
    if how > 0.97:
        path.unlink()
    else:
        path.write_bytes(data)
    if resealed and path.name != DIGESTS_FILE:
        seal(folder)
    if draw.random() < 0.05:
        (folder / DIGESTS_FILE).unlink(missing_ok=True)
    with border():
        stored = StoredPolicy.load(folder)
    training = stored.settings.training
    game = training.make_game()
    session, agent = Session(game), PolicyAgent(stored, game, greedy=draw.random() < 0.5)
    session.reset(1)
    for _ in range(20):
        if session.running:
            session.step(agent.act(session.observe(session.seat), session.mask))
    copied = run / "copied"
    stored.save(copied)
    again = StoredPolicy.load(copied)
    assert again.settings == stored.settings or stored.settings.format != again.settings.format
    assert all((again.weights[name] == stored.weights[name]).all() for name in shapes(training))
    if training.games * training.steps <= 1000 and max(training.hidden) < 1000 and draw.random() < 0.5:
        with border():
            resumed = TrainingRun.resume(run)
        assert resumed.model.num_timesteps == stored.settings.decisions
        _optimizer(resumed.model)
        np.random.random(1000), torch.rand(1000)


def _damaged_tensors(draw: Random, data: bytes, other: bytes) -> bytes:
    """A safetensors file with another header or other numbers."""
    size = struct.unpack("<Q", data[:8])[0]
    header, body = json.loads(data[8 : 8 + size]), data[8 + size :]
    if draw.random() < 0.5:
        text = as_text(
            draw, damaged(draw, header, json.loads(other[8 : 8 + struct.unpack("<Q", other[:8])[0]]), odd_json)
        ).encode()
        return struct.pack("<Q", draw.choice([len(text)] * 9 + [2**63])) + text + body
    numbers = np.frombuffer(bytearray(body), np.uint8)
    first = draw.randrange(len(numbers)) & ~3
    value = draw.choice([np.nan, np.inf, 1e38, -1.0, 3e9])
    put = np.array([value], np.float32 if draw.random() < 0.5 else np.float64).astype(np.float32).view(np.uint8)
    if draw.random() < 0.5:
        put = np.array([draw.choice([2**31, 2**32 - 1, 624, 625, 0])], np.uint32).view(np.uint8)
    numbers[first : first + 4] = put[: len(numbers[first : first + 4])]
    return data[: 8 + size] + numbers.tobytes()


# -- data sets ---------------------------------------------------------------------------------------------------------

PLAYED = Scythe(ScytheConfig(players=2, max_rounds=1))


@functools.cache
def recorded_data() -> dict[str, bytes]:
    """A data set of two games in each form, by the name of its file."""
    parts = list(datasets.recorded(PLAYED, [RandomAgent()] * 2, 2))
    there = importlib.util.find_spec("pyarrow") is not None
    names = ["whole.npz", *(["whole.parquet"] if there else [])]
    for name in names:
        datasets.WRITERS[Path(name).suffix](scratch() / name, PLAYED, ["random", "other"], parts)
    return {name: (scratch() / name).read_bytes() for name in names}


def data_sets(draw: Random) -> None:
    """A data set with changed bytes, or one whose arrays are others, read to learn from."""
    name = draw.choice([*recorded_data()])
    path, data = scratch() / f"changed{Path(name).suffix}", recorded_data()[name]
    if path.suffix == ".npz" and draw.random() < 0.7:
        arrays = dict(np.load(scratch() / name))
        _change_array(draw, arrays, draw.choice([*arrays]))
        np.savez(path, **arrays)
    else:
        path.write_bytes(torn(draw, data))
    with border():
        found = datasets.read_examples(path, PLAYED, draw.choice(["random", "other"]))
    n = len(found.actions)
    assert n and found.observations.dense().shape == (n, PLAYED.observation_size)
    assert np.isfinite(found.observations.entries).all() and np.isfinite(found.rewards).all()
    assert (found.masks[np.arange(n), found.actions] == 1).all() and np.isin(found.seats, (0, 1)).all()


def _change_array(draw: Random, arrays: dict[str, Any], name: str) -> None:
    """Change what is in an array, its type or its shape, or leave it out."""
    array, how = arrays[name], draw.random()
    if how < 0.1:
        del arrays[name]
    elif array.ndim == 0:
        changed = damaged(draw, json.loads(str(array)), [1], odd_json)
        arrays[name] = np.array(as_text(draw, changed).replace("\0", ""))
    elif how < 0.3:
        arrays[name] = array[draw.randrange(3) :]
    elif how < 0.4:
        kind = draw.choice([np.float64, np.int16, np.complex64, "S3", "U2"])
        arrays[name] = array.astype(kind) if array.dtype.kind in "ifb" else np.zeros(array.shape, kind)
    elif how < 0.5:
        arrays[name] = array.reshape(-1, 1)
    elif array.dtype.kind in "ifb":
        number = draw.choice([-1, 0, 1, 2, 7, 10**4, float("nan"), float("inf"), 2**62])
        changed = array.copy()
        with np.errstate(all="ignore"):
            changed.flat[draw.randrange(array.size)] = np.asarray(number).astype(array.dtype)
        arrays[name] = changed
