"""The Move action of the mat and of the Factory cards (chapters C and N, sequence 3)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Generator

from .components import RESOURCES, base_of, factions, tracks
from .gains import left_behind
from .table import Ask, Automa, Choosing, Counting, Deciding, Player, Table, ask, ask_number

Entering = Generator[Ask, str, bool]
Loading = Generator[Ask, str, tuple[int, int, Counter[str]]]

SEAFARING = ("seaworthy", "submerge", "suiton")


def destinations(table: Table, player: Player, unit: str, place: str, toka: bool = True) -> list[str]:
    """The places that a unit ("character", a mech or "worker") may enter from a place with one step.

    ``toka=False`` leaves out what only Togawa's river crossing allows.
    """
    board, found = table.board, set[str]()
    fighter = unit != "worker"
    seafaring = fighter and any(player.has(ability) for ability in SEAFARING)

    # common edges (R37-R42)
    for other in board.beside(place):
        edge = board.edge(place, other)
        if (
            edge == "land"
            or (edge == "river" and may_cross(table, player, fighter, place, other, toka))
            or (edge == "lake" and seafaring)
        ):
            found.add(other)
    if seafaring and player.has("submerge") and board.is_lake(place):
        found.update(board.lakes)

    # tunnels and the own Mine, for every unit (R35, R58, R59)
    mine = table.own_mine(player)
    if place in board.tunnels:
        found.update(board.tunnels)
        if mine is not None:
            found.add(mine)
    if place == mine:
        found.update(board.tunnels)

    if fighter:
        found.update(_network(table, player, place))
    found.discard(place)
    found = {other for other in found if not board.is_base(other)}
    if fighter and player.has("wayfare"):
        found.update(_wayfare(table, player, place))
    if not fighter:
        # workers on foot: no lakes, no place with an enemy unit (R41, R49)
        found = {other for other in found if not board.is_lake(other) and not table.enemies_at(player, other)}
    return [other for other in board.places if other in found]


def may_cross(table: Table, player: Player, fighter: bool, place: str, other: str, toka: bool) -> bool:
    """Whether a unit may cross the river between two places."""
    if not fighter:
        return player.faction == "nordic"  # Swim (R203)
    if player.has("riverwalk") and table.board.terrain(other) in factions()[player.faction]["riverwalk"]:
        return True  # (R39)
    if player.has("burrow") and (table.is_tunnel_for(player, place) or table.is_tunnel_for(player, other)):
        return True  # (R221)
    return toka and player.has("toka") and not table.turn.crossed  # (R229)


def _network(table: Table, player: Player, place: str) -> set[str]:
    """Places joined by the abilities of character and mechs, Wayfare apart."""
    board, found = table.board, set[str]()

    def controls(other: str, terrain: str) -> bool:
        return board.terrain(other) == terrain and table.controller(other) is player

    if player.has("underpass"):  # (R200, R201)
        joined = {other for other in board.hexes if controls(other, "mountain") or table.is_tunnel_for(player, other)}
        if place in joined:
            found |= joined
    if player.has("township"):  # (R214, R215)
        joined = {other for other in board.hexes if controls(other, "village")} | {board.factory}
        if place in joined:
            found |= joined
    if player.has("rally"):  # (R222)
        found |= {other for other in board.hexes if player.workers[other]}
        found |= {other for other, token in table.faction_tokens.items() if token == "flag"}
    if player.has("shinobi"):  # (R232)
        found |= {other for other, token in table.faction_tokens.items() if token != "flag"}
    return found


def _wayfare(table: Table, player: Player, place: str) -> set[str]:
    """Crimea's jumps: to bases, with six or seven players to unoccupied farms (R211, R235)."""
    board = table.board
    if len(table.players) >= 6:
        farms = {other for other in board.hexes if board.terrain(other) == "farm"}
        if board.is_base(place) and place != player.base:
            return set()
        return {other for other in farms if not any(someone.units_at(other) for someone in table.players)} - {place}
    inactive = {base_of(faction) for faction in factions() if table.find(faction) is None}
    return (inactive | {player.base}) - {place}


def movable(table: Table, player: Player) -> dict[str, tuple[str, str]]:
    """The units that may move now (Q 27): text of the action, unit and place."""
    turn, found = table.turn, dict[str, tuple[str, str]]()

    def may_leave(unit: str, place: str) -> bool:
        return place not in turn.combats and bool(destinations(table, player, unit, place))

    if "character" not in turn.moved and may_leave("character", player.character):
        found["character"] = ("character", player.character)
    for mech, place in player.mechs.items():
        if place is not None and mech not in turn.moved and may_leave(mech, place):
            found.setdefault(f"mech {place}", (mech, place))
    for place in table.board.places:
        if player.workers[place] > turn.walked[place] and may_leave("worker", place):
            found[f"worker {place}"] = ("worker", place)
    return found


def move_units(table: Table, units: int, steps: int) -> Deciding:
    """MV1 to MV6: up to ``units`` units, each some steps."""
    player = table.player
    while units:
        found = movable(table, player)
        if not found:
            return
        answer = yield from ask(player.seat, "unit", [*found, "done"])
        if answer == "done":
            return
        units -= 1
        unit, place = found[answer]
        yield from move_unit(table, player, unit, place, steps + (unit != "worker" and player.has("speed")))


def move_unit(table: Table, player: Player, unit: str, place: str, steps: int) -> Deciding:
    """One unit's whole move (MV2 to MV6)."""
    turn, board = table.turn, table.board
    origin = place
    if unit == "worker":
        turn.walked[place] += 1
    else:
        turn.moved.add(unit)
    while True:
        fresh, walked, cargo = yield from load(table, player, unit, place)
        to = yield from ask(player.seat, "step", destinations(table, player, unit, place))
        if to not in destinations(table, player, unit, place, toka=False):
            turn.crossed = True
        # the unit and what goes along
        if unit == "worker":
            player.move_worker(place, to)
            walked = 1
        else:
            if unit == "character":
                player.character = to
            else:
                player.mechs[unit] = to
            player.move_worker(place, to, fresh + walked)
        turn.walked[place] -= walked
        turn.walked[to] += walked
        for resource, number in cargo.items():
            table.tokens[place][resource] -= number
            table.tokens[to][resource] += number
        stopped = yield from enter(table, player, unit, to)
        if to in turn.combats:
            turn.origin[unit] = origin
            turn.came[unit] = (fresh + walked, cargo)
        place = to
        steps -= 1
        if stopped or not steps or not destinations(table, player, unit, place):
            break
        if (yield from ask(player.seat, "onward", ["take", "done"])) == "done":
            break
    if unit == "worker":
        return
    turn.ended[unit] = place
    if board.is_base(place) or place in turn.combats or place == turn.encounter:
        return
    yield from faction_choices(table, player, unit)


def load(table: Table, player: Player, unit: str, place: str) -> Loading:
    """MV2: the workers and tokens that go along (Q 30), kind by kind."""
    fresh = walked = 0
    other_mech = any(mech != unit for mech in player.mechs_at(place))
    on_lake = table.board.is_lake(place)
    if unit not in ("character", "worker"):
        must = on_lake and not other_mech  # (R206)
        marked = table.turn.walked[place]
        fresh = yield from how_many(player, player.workers[place] - marked, must)
        walked = yield from how_many(player, marked, must)
    other_fighter = other_mech or (unit != "character" and player.character == place)
    cargo: Counter[str] = Counter()
    for resource in RESOURCES:
        number = yield from how_many(player, table.tokens[place][resource], on_lake and not other_fighter)
        if number:
            cargo[resource] = number
    return fresh, walked, cargo


def how_many(player: Player, present: int, must: bool) -> Counting:
    """A number of what is present; no question where all must come or nothing is there."""
    if must or not present:
        return present
    chosen = 0
    while chosen < present:
        most = min(16, present - chosen)
        number = yield from ask_number(player.seat, "cargo", most)
        chosen += number
        if number < 16:
            break
    return chosen


def enter(table: Table, player: Player, unit: str, place: str) -> Entering:
    """MV4: what happens to a unit that enters a place; returns whether it stops."""
    turn, stopped = table.turn, False
    if table.board.is_base(place):
        return False
    trap = table.faction_tokens.get(place)
    if place in table.armed and player.faction != "togawa" and trap is not None:
        spring(table, player, trap)
        table.armed.discard(place)
        stopped = True
    if unit == "worker":
        return stopped
    if table.enemy_fighters_at(player, place):
        turn.combats.add(place)
        stopped = True
    else:
        for enemy in table.enemies_at(player, place):
            evicted = table.send_home(enemy, place)
            if not (player.has("camaraderie") and table.options.camaraderie_always):
                player.popularity = max(0, player.popularity - evicted)
            turn.drove_off = True
            stopped = True
            if isinstance(enemy, Automa):
                yield from left_behind(table, player, enemy, place)
    if unit == "character" and place in table.encounters:
        turn.encounter = place
        stopped = True
    return stopped


def spring(table: Table, player: Player, trap: str) -> None:
    """The penalty of a trap (R226): lose what one has if it is less; an Automa's popularity stays (A59)."""
    number = tracks()["traps"][trap.replace(" ", "_")]
    if trap == "power":
        player.power = max(0, player.power - number)
    elif trap == "popularity":
        if isinstance(player, Automa):
            return
        player.popularity = max(0, player.popularity - number)
    elif trap == "coins":
        player.coins = max(0, player.coins - number)
    else:
        for _ in range(number):
            table.throw_random_card(player)


def faction_choices(table: Table, player: Player, unit: str) -> Deciding:
    """TK1 and TK2 for one unit, once in a Move action."""
    if unit in table.turn.asked:
        return
    place = player.character if unit == "character" else player.mechs[unit]
    if place is None or place != table.turn.ended.get(unit) or table.board.is_base(place):
        return
    if unit == "character" and place not in table.faction_tokens:
        kinds = unplaced_tokens(table, player)
        if kinds:
            table.turn.asked.add(unit)
            yield from place_token(table, player, place, kinds)
    elif player.has("shinobi") and place in table.faction_tokens and place not in table.armed:
        if table.faction_tokens[place] == "flag":
            return
        table.turn.asked.add(unit)
        if (yield from ask(player.seat, "rearm", ["take", "done"])) == "take":
            table.armed.add(place)


def unplaced_tokens(table: Table, player: Player) -> list[str]:
    """The tokens that a player may still place: flags, or kinds of traps."""
    placed = list(table.faction_tokens.values())
    if player.faction == "albion" and placed.count("flag") < tracks()["flags"]:
        return ["flag"]
    if player.faction == "togawa":
        return [kind for kind in ("power", "coins", "popularity", "combat cards") if kind not in placed]
    return []


def place_token(table: Table, player: Player, place: str, kinds: list[str]) -> Deciding:
    """TK1: a flag or an armed trap, or not."""
    flag = kinds == ["flag"]
    answer: str = yield from _token(player, ["take"] if flag else kinds)
    if answer != "done":
        table.faction_tokens[place] = "flag" if flag else answer
        if not flag:
            table.armed.add(place)


def _token(player: Player, options: list[str]) -> Choosing:
    return (yield from ask(player.seat, "faction token", [*options, "done"]))
