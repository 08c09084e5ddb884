"""What property tests of all games share: how many examples they try, and random choices to play by."""

from __future__ import annotations

import os
import random

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st

from scythe_env.core.compiling import JIT

ASKED = os.environ.get("SCYTHE_EXAMPLES")
"""Number of examples of a longer search, which tries other ones in every run."""

PROPERTY = settings(
    max_examples=int(ASKED or (40 if JIT else 10)),
    derandomize=ASKED is None,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large, HealthCheck.filter_too_much],
    print_blob=True,
)
"""Settings of the property tests."""


def decisions(most: int = 80) -> st.SearchStrategy[bytes]:
    """What to choose, one byte a decision; the ``choice`` of a game says what a byte means.

    The bytes come from a seed, as hypothesis itself likes to repeat a byte.
    """
    seeds, lengths = st.integers(0, 2**32 - 1), st.integers(most // 2, most)
    return st.builds(lambda seed, length: random.Random(seed).randbytes(length), seeds, lengths)
