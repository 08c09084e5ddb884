"""Games as videos and animated pictures: :func:`write_video`, and :class:`RecordVideo` for environments."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray
from pettingzoo import AECEnv
from pettingzoo.utils.wrappers import BaseWrapper

Frame = NDArray[np.uint8]

FORMATS: Final = (".gif", ".mp4")
"""Endings of files that can be written."""

_LONGEST: Final = 0.9  # seconds that the last picture stays


def check_video(file: Path) -> Path:
    """The file itself, if a video can be written to it.

    Raises:
        ValueError: its ending is not one of :data:`FORMATS`.
        ModuleNotFoundError: ``.mp4`` needs a package that is not installed (extra ``video``).
    """
    if file.suffix not in FORMATS:
        raise ValueError(f"{file}: a video ends with {' or '.join(FORMATS)}")
    if file.suffix == ".mp4":
        import imageio_ffmpeg  # noqa: F401  # so that it is missed before a game is played
    return file


def write_video(file: Path, frames: Iterable[Frame], fps: float = 4) -> int:
    """Write pictures as a video.

    Args:
        file: ``.gif``, or ``.mp4`` with the extra ``video``.
        frames: uint8 (height, width, 3), all of one size; every second row and column is shown.
        fps: pictures a second.

    Returns:
        How many there were.

    Raises:
        ValueError: the file ends otherwise, there are no frames, or ``fps`` is not from 0.1 to 60.
        OSError: the file cannot be written.
    """
    check_video(file)
    if not 0.1 <= fps <= 60:
        raise ValueError(f"fps must be 0.1 to 60, not {fps}")
    halved = (np.ascontiguousarray(frame[::2, ::2]) for frame in frames)
    first = next(halved, None)
    if first is None:
        raise ValueError("there are no pictures to make a video of")
    return (_write_gif if file.suffix == ".gif" else _write_mp4)(file, first, halved, fps)


def _write_gif(file: Path, first: Frame, frames: Iterable[Frame], fps: float) -> int:
    from PIL import Image

    images = [Image.fromarray(frame).quantize(64) for frame in (first, *frames)]
    durations = [round(1000 / fps)] * (len(images) - 1) + [round(1000 * _LONGEST)]
    images[0].save(file, save_all=True, append_images=images[1:], duration=durations, loop=0)
    return len(images)


def _write_mp4(file: Path, first: Frame, frames: Iterable[Frame], fps: float) -> int:
    import imageio_ffmpeg

    height, width = first.shape[:2]
    writer = imageio_ffmpeg.write_frames(str(file), (width, height), fps=fps, macro_block_size=1, quality=7)
    writer.send(None)
    count = 0
    for frame in (first, *frames):
        writer.send(frame)
        count += 1
    writer.close()
    return count


class RecordVideo(BaseWrapper):  # type: ignore[misc]
    """Writes a video of each game of an AEC environment: ``folder/game-0.mp4`` and so on, when the game is over.

    Args:
        env: with ``render_mode="rgb_array"``.
        folder: where the videos go; it is made if it is missing.
        suffix: ``.mp4`` (extra ``video``) or ``.gif``.
        fps: pictures a second.

    Raises:
        ValueError: the environment has another render mode, or videos cannot be written so.
    """

    def __init__(self, env: AECEnv, folder: Path | str, suffix: str = ".mp4", fps: float = 4) -> None:
        super().__init__(env)
        if getattr(env.unwrapped, "render_mode", None) != "rgb_array":
            raise ValueError('a video needs an environment with render_mode="rgb_array"')
        self._folder = Path(folder)
        check_video(self._folder / f"game{suffix}")
        self._suffix, self._fps, self._number = suffix, fps, 0
        self._frames: list[Frame] = []

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin a game; what was recorded of one that is not over is written."""
        self._write()
        super().reset(seed=seed, options=options)
        self._note()

    def step(self, action: Any) -> None:
        """Play an action, and record how the game stands then."""
        running = not any(self.terminations.values()) and not any(self.truncations.values())
        super().step(action)
        if running:
            self._note()
            if any(self.terminations.values()) or any(self.truncations.values()):
                self._write()

    def close(self) -> None:
        """Write what was recorded, and close the environment."""
        self._write()
        super().close()

    def _note(self) -> None:
        self._frames.append(self.env.render())

    def _write(self) -> None:
        if self._frames:
            self._folder.mkdir(parents=True, exist_ok=True)
            write_video(self._folder / f"game-{self._number}{self._suffix}", self._frames, self._fps)
            self._number += 1
            self._frames = []
