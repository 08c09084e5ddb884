"""A second opinion on a position: ``python -m tests.referee position.json ["decision" ...]``.

Prints whose decision is due and what is legal; given decisions, which are played one after another, the document after
them first. What is drawn meanwhile the referee draws by itself.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Sequence
from pathlib import Path

from scythe_env.scythe.notation import from_json, to_json

from .documents import document_of, referee_of
from .table import RefereeError


def main(arguments: Sequence[str] | None = None) -> int:
    """Answer from the command line; the exit status is 1 if the position or a decision is refused."""
    parser = argparse.ArgumentParser(prog="python -m tests.referee", description=__doc__)
    parser.add_argument("position", type=Path, help="a document (docs/notation.md) that stands at the start of a turn")
    parser.add_argument("decisions", nargs="*", help='texts of decisions, such as "section produce"')
    options = parser.parse_args(arguments)
    try:
        document = to_json(from_json(options.position.read_text(encoding="utf-8")))
        referee = referee_of(document, options.decisions)
    except (OSError, ValueError, RefereeError) as error:
        print(error, file=sys.stderr)
        return 1
    if options.decisions:
        print(json.dumps(document_of(referee, document), indent=1))
    if referee.seat is None:
        print("the game is over")
    else:
        print(f"{referee.table.players[referee.seat].faction}: {referee.decision}")
    print(*(f"  {text}" for text in referee.legal()), sep="\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
