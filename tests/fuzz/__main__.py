"""A long run of hostile inputs.

Run as ``python -m tests.fuzz --minutes 30 --seed 1``; prints each fault with the command that repeats it, and a table.
Inputs of one kind only: ``--kind saves``; one input: ``--kind saves --seed 1 --number 17``.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter

from .run import KINDS, inputs, try_one


def main() -> int:
    """Run, and print what became of the inputs."""
    parser = argparse.ArgumentParser(prog="python -m tests.fuzz", description=__doc__)
    parser.add_argument("--minutes", type=float, help="how long to run")
    parser.add_argument("--inputs", type=int, help="how many inputs of each kind")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--kind", choices=KINDS, action="append")
    parser.add_argument("--number", type=int, help="try this one input of the kind, in this process")
    parser.add_argument("--messages", action="store_true", help="list what was said to refuse inputs")
    args = parser.parse_args()
    kinds = tuple(args.kind or KINDS)
    if args.number is not None:
        for kind in kinds:
            print(*try_one(kind, args.seed, args.number))
        return 0
    counts: dict[str, Counter[str]] = {kind: Counter() for kind in kinds}
    said: Counter[str] = Counter()
    for kind, number, (what, text) in inputs(
        kinds, args.seed, args.inputs, args.minutes or (None if args.inputs else 1)
    ):
        counts[kind][what] += 1
        if what == "fault":
            print(f"python -m tests.fuzz --kind {kind} --seed {args.seed} --number {number}\n{text}\n", flush=True)
        elif args.messages:
            said[f"{kind}: {text:.100}"] += 1
    print("| inputs | tried | accepted | refused | faults |\n| --- | --- | --- | --- | --- |")
    for kind, one in counts.items():
        print(f"| {kind} | {one.total():,} | {one['accepted']:,} | {one['refused']:,} | {one['fault']:,} |")
    for text, times in said.most_common():
        print(times, text)
    return int(any(one["fault"] for one in counts.values()))


if __name__ == "__main__":
    sys.exit(main())
