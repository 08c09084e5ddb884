"""Kill a training at random moments, also while it writes a checkpoint, and resume it each time.

Run as ``python -m tests.training.kills --times 20 --seed 1``. Prints a line for each kill; ends with an error if a
training does not go on from its last whole checkpoint. docs/training.md has the result of a run.
"""

from __future__ import annotations

import argparse
import random
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

from scythe_training.policy import StoredPolicy
from scythe_training.training import TrainingRun, last_checkpoint

COMMAND = (sys.executable, "-c", "from scythe_training.cli import app; app()", "train")
OPTIONS = (
    *("--max-rounds", "3", "--games", "16", "--steps", "16", "--batch", "128", "--hidden", "8", "--threads", "1"),
    *("--evaluate-every", "0", "--checkpoint-every", "256", "--decisions", str(10**9)),
)
LONGEST = 12.0  # seconds from the start of the command to a kill: some of them pass before it trains


def checkpoints(folder: Path) -> list[str]:
    """The names of what is in the folder of checkpoints."""
    found = folder / "checkpoints"
    return [path.name for path in found.iterdir()] if found.is_dir() else []


def kills(folder: Path, times: int, seed: int) -> Iterator[str]:
    """Kill a training in a folder again and again, every other time as it begins to write a checkpoint.

    Yields:
        What was seen, for each kill.

    Raises:
        AssertionError: a checkpoint that was whole is gone or cannot be resumed from.
    """
    dice = random.Random(seed)
    resumed = 0
    for number in range(times):
        # before there is a checkpoint to resume from, a training begins anew
        how = ["--resume"] if any(name.isdigit() for name in checkpoints(folder)) else OPTIONS
        with subprocess.Popen([*COMMAND, str(folder), *how], stdout=subprocess.DEVNULL) as process:
            began, wait, writing = time.monotonic(), dice.uniform(0, LONGEST), number % 2 == 1
            seen = 0
            while time.monotonic() - began < wait or writing:
                names = checkpoints(folder)
                seen = max([seen, *(int(name) for name in names if name.isdigit())])
                if writing and seen > resumed and any(name.endswith(".partial") for name in names):
                    time.sleep(dice.uniform(0, 0.003))
                    break
                assert process.poll() is None, f"the training ended by itself with {process.returncode}"
            process.kill()
        writing = writing and any(name.endswith(".partial") for name in checkpoints(folder))
        if not seen and not checkpoints(folder):
            yield f"{number + 1}: killed before the training began"
            continue
        last = last_checkpoint(folder)
        run = TrainingRun.resume(folder)
        assert run.model.num_timesteps == int(last.name) >= max(seen, resumed)
        work = "writing a checkpoint" if writing else "before it wrote a checkpoint" if seen <= resumed else "at work"
        resumed = int(last.name)
        yield f"{number + 1}: killed {work}; goes on from {resumed:,}"
    wanted = resumed + 512
    subprocess.run(
        [*COMMAND, str(folder), "--resume", "--decisions", str(wanted)], check=True, stdout=subprocess.DEVNULL
    )
    assert StoredPolicy.load(folder / "policy").settings.decisions == int(last_checkpoint(folder).name) == wanted
    assert not list(folder.rglob("*.partial"))


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--times", type=int, default=20)
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        for line in kills(Path(folder) / "run", arguments.times, arguments.seed):
            print(line, flush=True)
        print("and ends well")


if __name__ == "__main__":
    main()
