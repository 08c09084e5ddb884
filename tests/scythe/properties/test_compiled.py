"""Generated documents are played alike by the compiled rules and by the interpreted ones."""

from __future__ import annotations

import hashlib
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import Phase, given, settings

from scythe_env.core.compiling import JIT
from scythe_env.scythe import engine
from scythe_env.scythe.notation import from_json

from ...properties import PROPERTY, decisions
from .documents import Document, documents
from .games import observed, played, scored

ROOT = Path(__file__).parents[3]
CODE = """
import json, sys
sys.path.insert(0, sys.argv[1])
from tests.scythe.properties.test_compiled import trace
for document, choices in json.load(sys.stdin):
    print(json.dumps(trace(document, bytes(choices))))
"""


def digest(*parts: bytes) -> str:
    """A digest of some bytes."""
    return hashlib.blake2b(b"".join(parts), digest_size=8).hexdigest()


def trace(document: Document, choices: bytes) -> list[str]:
    """A digest for each decision, of the state, the mask, and the observations and scores of all seats."""
    states = from_json(document)
    players = int(states["players"][0])
    digests = []
    for mask in played(states, choices):
        views = [observed(states, seat).tobytes() for seat in range(players)]
        digests.append(digest(states.tobytes(), mask.tobytes(), scored(states).tobytes(), *views))
    for seat in range(players):
        dealt = states.copy()
        engine.determinize(dealt, 0, seat, len(choices), seat)
        digests.append(digest(dealt.tobytes()))
    return digests


def examples() -> list[tuple[Document, bytes]]:
    """Documents and decisions of the strategies."""
    found: list[tuple[Document, bytes]] = []

    @settings(PROPERTY, phases=[Phase.generate], database=None)
    @given(documents(), decisions())
    def collect(document: Document, choices: bytes) -> None:
        found.append((document, choices))

    collect()
    return found


@pytest.mark.skipif(not JIT, reason="compares compiled play with interpreted play")
def test_compiled_and_interpreted_play_agree() -> None:
    games = examples()
    done = subprocess.run(
        [sys.executable, "-c", CODE, str(ROOT)],
        input=json.dumps([(document, list(choices)) for document, choices in games]),
        capture_output=True,
        text=True,
        env={**os.environ, "NUMBA_DISABLE_JIT": "1"},
        check=True,
        cwd=ROOT,
    )
    interpreted = [json.loads(line) for line in done.stdout.splitlines()]
    for k, ((document, choices), digests) in enumerate(zip(games, interpreted, strict=True)):
        assert trace(document, choices) == digests, f"example {k}: {document}, {list(choices)}"
