"""Objectives: what counts, and which cards may be revealed (chapter K)."""

from __future__ import annotations

from .components import RESOURCES, objectives
from .table import Player, Table


def quantity(table: Table, player: Player, name: str) -> int:
    """A number that an objective asks for (R173, Q 173)."""
    board = table.board
    controlled = table.controlled(player)
    tokens = {resource: sum(table.tokens_of(player, resource).values()) for resource in RESOURCES}
    if name.startswith("controlled_") and name.removeprefix("controlled_") in (
        "mountain",
        "farm",
        "tundra",
        "forest",
        "village",
        "factory",
    ):
        return sum(board.terrain(place) == name.removeprefix("controlled_") for place in controlled)
    if name == "controlled_tunnels":
        return sum(place in board.tunnels for place in controlled)
    if name == "highest_power":
        return int(all(player.power >= other.power for other in table.players))
    if name == "drove_off_worker":
        return int(table.turn.drove_off)
    if name == "factory_cards":
        return int(player.factory_card is not None)
    if name == "workers_minus_recruits":
        return player.workers_out - len(player.recruits)
    if name == "most_tokens_with_all_types":
        full = [place for place in controlled if all(table.tokens[place][resource] for resource in RESOURCES)]
        return max((table.tokens[place].total() for place in full), default=0)
    if name == "most_pieces":
        return max(player.units_at(place) + len(player.structures_at(place)) for place in board.hexes)
    if name == "fewest_tokens_by_type":
        return min(tokens.values())
    if name == "most_tokens_of_type":
        return max(tokens.values())
    if name == "wolf_territories":
        return sum(
            player.character == place
            and len(player.mechs_at(place)) == 1
            and player.workers[place] == 1
            and table.tokens[place].total() >= 5
            for place in controlled
        )
    if name == "controlled_around_factory":
        return sum(place in controlled for place in board.beside(board.factory))
    if name == "most_controlled_around_lake":
        return max(sum(place in controlled for place in board.beside(lake)) for lake in board.lakes)
    if name == "most_workers_beside_factory":
        return max(player.workers[place] for place in board.beside(board.factory))
    if name == "terrains_with_worker":
        terrains = {board.terrain(place) for place in controlled if player.workers[place]}
        return len(terrains & {"mountain", "farm", "tundra", "forest", "village"})
    if name == "structures_beside_home":
        return sum(len(player.structures_at(place)) for place in board.beside(player.base))
    return {
        "power": player.power,
        "popularity": player.popularity,
        "coins": player.coins,
        "mechs": player.mechs_out,
        "workers": player.workers_out,
        "upgrades": len(player.cubes),
        "structures": player.structures_out,
        "recruits": len(player.recruits),
        "combat_cards": player.cards,
        "combat_stars": player.stars["combat_wins"],
    }[name]


def completed(table: Table, player: Player, number: int) -> bool:
    """Whether all conditions of a card hold now (R169)."""
    for condition in objectives()[number]["conditions"]:
        value = quantity(table, player, condition["quantity"])
        if not condition.get("min", value) <= value <= condition.get("max", value):
            return False
    return True


def revealable(table: Table, player: Player, end_of_turn: bool) -> list[str]:
    """The cards that may be revealed in a window (Q 168)."""
    return [
        f"reveal {number}"
        for number, status in player.objectives.items()
        if status == "in hand"
        and (end_of_turn or objectives()[number]["timing"] == "any")
        and completed(table, player, number)
    ]


def reveal(table: Table, player: Player, number: int) -> None:
    """Reveal a card: a star; the other card leaves too, except Saxony's (R167)."""
    player.objectives[number] = "completed"
    for other, status in player.objectives.items():
        if player.faction != "saxony" and status == "in hand":
            player.objectives[other] = "left"
    table.place_star(player, "objective")
    table.end_if_six()
