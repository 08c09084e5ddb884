"""How functions run, decided when the package is imported."""

from __future__ import annotations

import os
from typing import Any

import numba

JIT: bool = not numba.config.DISABLE_JIT  # type: ignore[attr-defined]
"""Whether functions are compiled; False ("interpreted") under ``NUMBA_DISABLE_JIT=1``."""
PLAIN: bool = JIT and os.environ.get("SCYTHE_ENV_PLAIN_NUMBA", "0") not in ("", "0")
"""Whether they are compiled by Numba's public interface alone."""
OPTIONS: dict[str, Any] = {
    "nogil": True,
    "error_model": "numpy",
    "_nrt": False,  # rules allocate nothing, so Numba need not count references to arrays
    "boundscheck": bool(numba.config.BOUNDSCHECK),  # type: ignore[attr-defined]
}
