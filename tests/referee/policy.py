"""Random play with a bias towards what rarely happens by chance: bottom actions, combats, encounters, the Factory."""

from __future__ import annotations

import random

from .components import BOTTOM_RESOURCE, RESOURCES
from .gains import can_pay_tokens, may_coerce
from .referee import Referee
from .table import Player, Table
from .turn import bottom_cost, can_pay_bottom, can_pay_top


class Policy:
    """Chooses an action for the decision that is due; each game has a temper of its own."""

    def __init__(self, seed: int) -> None:
        """Draw the temper of a game."""
        self.random = random.Random(seed)
        self.uniform = self.random.random() < 0.1
        self.passing = self.random.choice((0.03, 0.1, 0.3))
        self.warlike = self.random.choice((0.2, 2.0, 8.0))

    def choose(self, referee: Referee) -> str:
        """An action for the decision that is due."""
        legal = referee.legal()
        decision, seat = referee.decision, referee.seat
        assert decision is not None and seat is not None
        if self.uniform or len(legal) == 1:
            return self.random.choice(legal)
        player = referee.table.players[seat]
        weights = [self.weight(referee.table, player, decision, text) for text in legal]
        return self.random.choices(legal, weights)[0]

    def weight(self, table: Table, player: Player, decision: str, text: str) -> float:
        """How likely an action is, compared with the others."""
        if text.startswith("reveal "):
            return 2.0
        if text == "done":
            return self.passing
        if decision == "section":
            return self.section(table, player, text.removeprefix("section "))
        if decision in ("step", "relocate to", "retreat unit"):
            return self.step(table, player, text)
        if decision in ("cargo", "produce number", "dial", "relocate number", "printed tokens", "gain"):
            return 0.3 + float(int(text) ** 1.5)
        if decision == "unit":
            return {"character": 3.0, "mech": 2.0}.get(text.split()[0], 1.0)
        if decision in ("token", "pay type"):
            return self.token(table, player, text)
        if decision == "trade":
            return 3.0 if text == "resources" else 1.0
        if decision == "move":
            return 8.0 if text == "units" else 1.0
        if decision == "produce on":
            return 0.5 + player.workers[text]
        return 1.0

    def section(self, table: Table, player: Player, section: str) -> float:
        """Sections are liked for what can be paid on them."""
        if section == "factory":
            return 4.0
        bottom = str(player.columns[section]["bottom"])
        weight = 0.5 + 1.5 * can_pay_top(player, section) + 8.0 * can_pay_bottom(table, player, bottom)
        return weight * (2.0 if section in ("move", "produce") else 1.0)

    def step(self, table: Table, player: Player, place: str) -> float:
        """Places are liked for what happens there."""
        weight = 1.0 + 2.0 * (place in table.board.lakes) + 1.0 * table.board.is_base(place)
        if table.enemy_fighters_at(player, place):
            weight += 3.0 * self.warlike
        elif table.enemies_at(player, place):
            weight += 2.0 * self.warlike
        if place in table.encounters:
            weight += 5.0
        if place == table.board.factory:
            weight += 4.0
        if place in table.faction_tokens:
            weight += 3.0
        return weight

    def token(self, table: Table, player: Player, resource: str) -> float:
        """Tokens are liked where they are lacking for a bottom action that has an effect."""
        if resource not in RESOURCES:
            return 1.0
        bottom = next(name for name, paid in BOTTOM_RESOURCE.items() if paid == resource)
        cost = bottom_cost(player, bottom)
        if can_pay_tokens(table, player, resource, cost, may_coerce(table, player)):
            return 0.3
        return 1.0 + 2.0 * can_pay_tokens(table, player, resource, cost - 2, coerce=False)
