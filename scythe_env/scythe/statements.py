"""The rule statements of Scythe: ``python -m scythe_env.scythe.statements > docs/conformance.md`` writes their page.

R1 to R238 with lettered additions go through the rules chapter by chapter, P1 to P28 say which printing is followed, Q
rows settle what the rules leave open (named after the statement that they settle: Q64, or Q27.1 and Q27.2 if there are
several), and the steps of a turn (T0, BO1, ...) put everything in order. A1 to A110, QA rows and the steps AU0 to AC8
do the same for Automas.
"""

from __future__ import annotations

from typing import Final

from ..core.statements import Statements

STATEMENTS: Final = Statements(__package__)

if __name__ == "__main__":
    STATEMENTS.main()
