"""Marks that last for one turn or one Move action (section R), and the rules that clear them."""

from __future__ import annotations

from typing import Any

from .. import steps
from ..constants import NONE
from ..state import FIELDS


def _clearing(name: str, *kinds: int) -> Any:
    """A rule that clears all marks that last until one of some steps."""
    return FIELDS.emptying(name, *(field for field in FIELDS if field.until in kinds))


clear_turn = FIELDS.emptying(
    "clear_turn", *map(FIELDS.__getitem__, ("coerced", "crossed", "drove_off", "new_recruits", "new_structures"))
)
"""T0: what was marked in the last turn no longer counts."""

clear_cargo = FIELDS.emptying("clear_cargo", FIELDS["cargo"])
"""Nothing is loaded."""

clear_moved = _clearing("clear_moved", steps.END_UNIT, steps.UNIT)
"""No unit is moving, and none counts as moved any more."""

clear_move = _clearing("clear_move", steps.END_UNIT, steps.UNIT, steps.END_MOVE)
"""The Move action is over: forget where its units came from and what was due where they ended."""

clear_open = FIELDS.emptying("clear_open", *(field for field in FIELDS if field.until != NONE))
"""All steps lapse with the end of the game, and with them what was marked until one of them."""

clear_encounter = _clearing("clear_encounter", steps.END_ENCOUNTER)
"""EN5: the card leaves."""

clear_produce = _clearing("clear_produce", steps.PRODUCE_PLACE)
"""Produce is over."""
