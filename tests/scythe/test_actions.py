"""The catalogue of actions: numbers without a text, and texts that do not name an action."""

from __future__ import annotations

import pytest

from scythe_env.scythe import steps
from scythe_env.scythe.actions import action_text, parse_action
from scythe_env.scythe.components import FACTIONS

NORDIC = FACTIONS.index("nordic")


@pytest.mark.parametrize("action", [-1, 220])
def test_numbers_outside_the_catalogue_are_refused(action: int) -> None:
    with pytest.raises(ValueError, match=rf"action {action} is not in 0\.\.219"):
        action_text(action, steps.SECTION, NORDIC)


@pytest.mark.parametrize(
    ("text", "decision", "message"),
    [
        ("G1", steps.UNIT, "unknown action 'G1' in decision 'unit': there it is called 'worker G1'"),
        ("worker G1", steps.STEP, "unknown action 'worker G1' in decision 'step'; .* 'scythe info --actions'"),
        ("underpass", steps.DEPLOY_MECH, "unknown action 'underpass' in decision 'deploy mech'"),  # one of Saxony's
    ],
)
def test_texts_that_name_no_action_are_refused(text: str, decision: int, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        parse_action(text, decision, NORDIC)
