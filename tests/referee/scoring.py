"""The end of the game: units of undone moves, the score, the ranks (chapter M, steps G1 to G4)."""

from __future__ import annotations

from fractions import Fraction

from .components import NEIGHBOUR_STEPS, RESOURCES, tiles, tracks
from .table import Automa, Player, Table

PARTS = ("coins", "stars", "territories", "resources", "structures", "meander", "total", "rank")


def undo_moves(table: Table) -> None:
    """G2: units that wait for a combat go back to where their move began (Q 185, 186)."""
    turn, player = table.turn, table.player
    for unit in ["character", *player.mechs]:
        place = player.character if unit == "character" else player.mechs[unit]
        if place is None or place not in turn.combats:
            continue
        to = turn.origin[unit]
        workers, cargo = turn.came[unit]
        blocked = bool(table.enemies_at(player, to))
        if blocked:
            to = player.base
        if unit == "character":
            player.character = to
        else:
            player.mechs[unit] = to
        player.move_worker(place, to, workers)
        if not blocked:
            for resource, number in cargo.items():
                table.tokens[place][resource] -= number
                table.tokens[to][resource] += number
    turn.combats.clear()


def final_controller(table: Table, place: str) -> Player | None:
    """Who controls a territory at the end; an armed trap alone holds it for Togawa (R228)."""
    return table.controller(place) or (table.find("togawa") if place in table.armed else None)


def structure_count(table: Table, player: Player, kind: str) -> int:
    """What a structure bonus tile counts (R193)."""
    board = table.board
    own = [place for place in player.structures.values() if place is not None]
    beside = {place for structure in own for place in board.beside(structure)}
    if kind == "tunnels_beside":
        return sum(place in board.tunnels for place in beside)
    if kind == "lakes_beside":
        return sum(board.is_lake(place) for place in beside)
    if kind == "encounters_beside":
        return sum(board.hexes[place].encounter for place in beside)
    if kind == "on_tunnels":
        return sum(place in board.tunnels for place in own)
    if kind == "on_farm_or_tundra":
        return sum(board.terrain(place) in ("farm", "tundra") for place in own)
    longest = 0
    for start in own:
        for q, r in NEIGHBOUR_STEPS:
            length, here = 1, board.hexes[start]
            while (following := board.at.get((here.q + q, here.r + r))) in own:
                length, here = length + 1, board.hexes[str(following)]
            longest = max(longest, length)
    return longest


def scores(table: Table) -> list[dict[str, int]]:
    """G3, G4: the parts of every player's score, in seat order."""
    board = table.board
    controllers = {place: final_controller(table, place) for place in board.hexes}
    results: list[dict[str, int]] = []
    ties: list[tuple[int, ...]] = []
    for player in table.players:
        tier = next(row for row in tracks()["tiers"] if row["min"] <= player.popularity <= row["max"])
        held = [place for place, controller in controllers.items() if controller is player]
        flags = [
            place
            for place, token in table.faction_tokens.items()
            if token == "flag" and player.faction == "albion" and place in held
            if place not in board.beside(player.base)
        ]
        territories = len(held) + (tracks()["factory_territories"] - 1) * (board.factory in held) + len(flags)
        automa = isinstance(player, Automa)
        tokens = sum(table.tokens[place][resource] for place in held for resource in RESOURCES)
        if automa and not table.options.automa_scores_resources:
            tokens = 0
        tile = tiles()[table.tile]
        count = structure_count(table, player, table.tile)
        meander = 0
        if len(table.players) >= 6 and player.faction == "polania" and not automa:
            meander = 3 * sum(board.hexes[place].encounter for place in held)
        result = {
            "coins": player.coins,
            "stars": player.stars.total() * tier["star"],
            "territories": territories * tier["territory"],
            "resources": tokens // 2 * tier["resource_pair"],
            "structures": tile["coins"][min(count, len(tile["coins"]) - 1)],
            "meander": meander,
        }
        result["total"] = sum(result.values())
        results.append(result)
        ties.append(
            (
                result["total"],
                player.workers_out + player.mechs_out + player.structures_out,
                player.power,
                player.popularity,
                tokens,
                len(held) + len(flags),
                player.stars.total(),
            )
        )
    if table.cooperative:
        means = side_means(table, [result["total"] for result in results])
        ranks = [1 + (mean < max(means)) for mean in means]
    else:
        ranks = [1 + sum(other > tie for other in ties) for tie in ties]
    for result, rank in zip(results, ranks, strict=True):
        result["rank"] = rank
    return results


def side_means(table: Table, totals: list[int]) -> list[Fraction]:
    """For every seat the mean total of its side: humans against Automas (A99)."""
    sides = [isinstance(player, Automa) for player in table.players]
    means = {
        side: Fraction(sum(total for total, its in zip(totals, sides, strict=True) if its is side), sides.count(side))
        for side in set(sides)
    }
    return [means[side] for side in sides]
