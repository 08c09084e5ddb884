"""Short runs of the comparison of games with their re-deals, and the cases in which views once told hidden things."""

from __future__ import annotations

from typing import Any

import pytest

from scythe_env.core.compiling import JIT
from scythe_env.core.fields import SPECTATOR
from scythe_env.scythe.config import ScytheConfig
from scythe_env.scythe.game import Scythe
from scythe_env.scythe.log import GameLog
from scythe_env.scythe.notation import from_json, to_json

from ..scythe.test_notation import combat_document
from . import scythe
from .leaks import search
from .stretches import stretches


@pytest.mark.rule("R14", "Q14", "Q121")
@pytest.mark.parametrize("players", range(1, 8))
def test_nothing_shown_depends_on_what_is_hidden(players: int) -> None:
    observed: Any = {"observe_seats": 7, "observe_standing": True} if players % 3 == 0 else {}
    game = Scythe(ScytheConfig(players=players, play_forced=False, decline_gains=players % 2 == 0, **observed))
    found = stretches(scythe.Shown, game, players, 200 if JIT else 20, 1)
    assert found["documents"] >= (200 if JIT else 20) and found["pictures"] == 1 and (found["notes"] or not JIT)


@pytest.mark.rule("QA27")
@pytest.mark.parametrize("table", scythe.AUTOMAS)
def test_nothing_shown_beside_automas_depends_on_what_is_hidden(table: str) -> None:
    found = stretches(scythe.Shown, scythe.AUTOMAS[table], 1, 200 if JIT else 20, 1)
    assert found["documents"] >= (200 if JIT else 20) and found["pictures"] == 1 and (found["notes"] or not JIT)


@pytest.mark.skipif(not JIT, reason="too slow when interpreted")
@pytest.mark.rule("R14", "Q14", "Q121")
def test_observations_masks_and_infos_of_re_deals() -> None:
    game = Scythe(ScytheConfig(players=7, observe_standing=True))
    leak, (decisions, redeals, _), dealt = search(scythe.RE_DEALS, game, (1, 2), 5_000)
    assert not leak and decisions == 5_000 and redeals >= 35_000 and min(dealt) > 0


def at_the_end(card: int) -> GameLog:
    """Saxony, which completes objectives 12 at the end of the turn and 18 before, has done its top action."""
    saxony = {"faction": "saxony", "mat": "industrial", "power": 0, "popularity": 13, "coins": 20}
    saxony |= {"workers": {"base": 5}, "objectives": [card, 6], "combat_cards": {}}
    albion = {"faction": "albion", "mat": "mechanical", "objectives": [23, 22], "combat_cards": {}}
    log = GameLog(from_json({"players": [saxony, albion], "turn": {"active": "saxony"}}))
    log.play("section move")
    while log.seat == 0 and log.states["decision"][0] not in (2, 3):
        log.play("done")
    return log


@pytest.mark.rule("R14", "R167", "R168")
def test_a_document_does_not_tell_that_an_objective_can_be_revealed() -> None:
    """What the others are not told of is not due in their views, nor is the step for it on the stack."""
    bottom, end = (at_the_end(card).states for card in (18, 12))
    due = [to_json(states)["turn"]["decision"] for states in (bottom, end)]
    assert due == ["bottom action", "end of turn"]
    for seat in (1, SPECTATOR):
        views = [to_json(states, 0, seat) for states in (bottom, end)]
        assert views[0] == views[1] and views[0]["turn"]["decision"] is None
        assert [step["step"] for step in views[0]["in_progress"]["steps"]] == ["end turn"]
    for states, decision in zip((bottom, end), due, strict=True):
        own = to_json(states, 0, 0)
        assert own["turn"]["decision"] == own["in_progress"]["steps"][-1]["step"] == decision


@pytest.mark.rule("R14", "R167")
def test_a_document_does_not_tell_in_which_order_objectives_were_dealt() -> None:
    views = []
    for cards in ([3, 7], [7, 3]):
        document: dict[str, Any] = combat_document()
        document["players"][0] |= {"objectives": cards, "stars": {"objective": 1}, "completed_objectives": [3]}
        document["players"][1] |= {"objectives": [1, 2]}
        states = from_json(document)
        views.append([to_json(states, 0, seat) for seat in (1, SPECTATOR)])
        assert views[-1][0]["players"][0]["objectives"] == [None, 3]
    assert views[0] == views[1]


@pytest.mark.rule("R121", "Q121")
def test_a_document_does_not_tell_how_many_cards_were_chosen() -> None:
    """Nordic attacks with two fighters, and may choose a second card."""
    document: dict[str, Any] = combat_document()
    document["players"][1] |= {"combat_cards": {"2": 1, "4": 1, "5": 1}, "mechs": {"speed": "F2"}}
    views = []
    for cards in ((), ("card 2",), ("card 5",)):
        log = GameLog(from_json(document))
        for text in ("3", *cards):
            log.play(text)
        assert (log.seat, to_json(log.states)["turn"]["decision"]) == (1, "combat card")
        views.append([to_json(log.states, 0, seat) for seat in (0, SPECTATOR)])
    assert views[0] == views[1] == views[2]
