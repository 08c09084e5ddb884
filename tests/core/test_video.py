"""Games as videos."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest
from PIL import Image

from scythe_env import scythe_v0
from scythe_env.core.video import RecordVideo, write_video

FRAMES = [np.full((20, 30, 3), 40 * k, np.uint8) for k in range(5)]


def play(env: Any, seed: int, steps: int) -> None:
    env.reset(seed=seed)
    for k, agent in enumerate(env.agent_iter()):
        observation, _, over, cut, _ = env.last()
        if over or cut or k >= steps:
            break
        env.step(int(np.flatnonzero(observation["action_mask"])[0]) if agent else None)


def test_animated_pictures_hold_all_frames(tmp_path: Path) -> None:
    assert write_video(tmp_path / "a.gif", FRAMES, fps=10) == 5
    with Image.open(tmp_path / "a.gif") as image:
        assert image.n_frames == 5 and image.size == (15, 10)


def test_videos_hold_all_frames(tmp_path: Path) -> None:
    imageio_ffmpeg = pytest.importorskip("imageio_ffmpeg")
    assert write_video(tmp_path / "a.mp4", [np.repeat(np.repeat(f, 8, 0), 8, 1) for f in FRAMES], fps=5) == 5
    frames, seconds = imageio_ffmpeg.count_frames_and_secs(str(tmp_path / "a.mp4"))
    assert frames == 5 and seconds == pytest.approx(1, abs=0.1)


@pytest.mark.parametrize(
    ("name", "frames", "fps", "message"),
    [
        ("a.avi", FRAMES, 4, r"ends with \.gif or \.mp4"),
        ("a.gif", [], 4, "no pictures"),
        ("a.gif", FRAMES, 0, "fps must be 0.1 to 60, not 0"),
    ],
)
def test_impossible_videos_are_refused(tmp_path: Path, name: str, frames: Any, fps: float, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        write_video(tmp_path / name, frames, fps)
    assert not list(tmp_path.iterdir())


def test_each_game_of_an_environment_is_recorded(tmp_path: Path) -> None:
    env = RecordVideo(scythe_v0.env(players=2, max_rounds=1, render_mode="rgb_array"), tmp_path / "videos", ".gif")
    play(env, 1, 1000)
    play(env, 2, 3)
    env.close()
    with (
        Image.open(tmp_path / "videos" / "game-0.gif") as first,
        Image.open(tmp_path / "videos" / "game-1.gif") as second,
    ):
        assert first.n_frames > 4 and second.n_frames == 4


def test_videos_need_pictures(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="rgb_array"):
        RecordVideo(scythe_v0.env(players=2), tmp_path)
