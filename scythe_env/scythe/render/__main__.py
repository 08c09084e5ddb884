"""Draw a game that is played at random: ``python -m scythe_env.scythe.render board.png --seed 7 --decisions 400``."""

from __future__ import annotations

import argparse

import numpy as np

from ...core.session import print_ansi
from .. import engine
from ..actions import A_DONE, NUM_ACTIONS
from ..config import ScytheConfig
from ..constants import RUNNING
from ..state import STATE
from . import render_ansi, render_rgb


def main() -> None:
    """Play, and write an image or print the text."""
    parser = argparse.ArgumentParser(
        prog="python -m scythe_env.scythe.render",
        description="Play a game at random, but eagerly (nothing is declined that can be done), and draw it.",
    )
    parser.add_argument("file", nargs="?", help="image file to write, such as board.png; without it text is printed")
    parser.add_argument("--players", type=int, default=5, metavar="N", help="1 to 7 (default 5)")
    parser.add_argument("--seed", type=int, default=0, metavar="N", help="of the deal and of the play (default 0)")
    parser.add_argument("--decisions", type=int, default=400, metavar="N", help="decisions to play (default 400)")
    args = parser.parse_args()
    if not 0 <= args.seed < 2**32:
        parser.error(f"--seed {args.seed} is not in 0..2**32 - 1")
    try:
        config = ScytheConfig(players=args.players)
    except ValueError as error:
        parser.error(str(error))
    states = np.zeros(1, STATE)
    config.write(states)
    mask = np.zeros(NUM_ACTIONS, np.int8)
    rng = np.random.default_rng(args.seed)
    engine.setup(states, engine.raw_bytes(states), 0, args.seed, 0, mask)
    for _ in range(args.decisions):
        if states["status"][0] != RUNNING:
            break
        mask[A_DONE] = 0  # there may be more, as forced decisions are played automatically
        engine.apply(states, 0, int(rng.choice(np.flatnonzero(mask))), mask)
    if args.file is None:
        print_ansi(render_ansi(states))
        return
    image = render_rgb(states)
    from PIL import Image

    Image.fromarray(image).save(args.file, optimize=True)


if __name__ == "__main__":
    main()
