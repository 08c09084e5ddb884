"""The rule statements of Imperial Settlers; ``python -m scythe_env.imperial_settlers.statements`` writes their page.

S1 to S144 go through the rules, SQ rows settle what they leave open, named after the statement that they settle.
"""

from __future__ import annotations

from typing import Final

from ..core.statements import Statements

STATEMENTS: Final = Statements(__package__)

if __name__ == "__main__":
    STATEMENTS.main()
