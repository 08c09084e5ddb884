"""The turn of an Automa as a sequence (section U of its statements)."""

from __future__ import annotations

from typing import Any

from .automa_deck import draw_turn_card
from .automa_moves import AutomaMove, find_move
from .combat import combats
from .components import automa_cards, tracks
from .gains import bonus_of, new_worker
from .movement import spring, unplaced_tokens
from .table import Automa, Deciding, Table, Turn

BONUS_OF = {"power": "upgrade", "coin": "deploy", "popularity": "build", "combat_card": "enlist"}
"""The bottom action whose recruit brings what a sign shows (A81)."""


def automa_turn(table: Table, automa: Automa) -> Deciding:
    """AU0 to AU9."""
    table.turn = Turn()
    card = automa_cards()[draw_turn_card(table, automa)]
    automa.last = {"card": automa.deck.in_use}
    if automa.tracker["obeys_skip"] and card["skip_autometta"]:
        return
    half = card[automa.scheme]
    yield from make_move(table, automa, half["move"])
    take_gains(table, automa, half["gain"])
    table.end_if_six()
    yield from recruit_bonus(table, automa, half["bonus"])
    if card["star"]:
        advance(table, automa)
        table.end_if_six()
    for human in table.others(automa):
        table.place_stars(human, ["popularity", "power"])
        table.end_if_six()


def make_move(table: Table, automa: Automa, line: list[dict[str, Any]]) -> Deciding:
    """AU2: the first symbol of a line that can be carried out (A31)."""
    for symbol in line:
        move = find_move(table, automa, symbol)
        if move is not None:
            automa.last |= {"act": symbol["act"], "unit": move.unit, "from": move.start, "to": move.to}
            if move.to != move.start:
                yield from carry_out(table, automa, move)
            return


def carry_out(table: Table, automa: Automa, move: AutomaMove) -> Deciding:
    """AU3 to AU5: put the unit down, and what follows from it (A57)."""
    place = move.to
    if move.unit == "worker":
        automa.move_worker(move.start, place)
    elif move.unit == "character":
        automa.character = place
    else:
        automa.mechs[move.unit] = place
    meet_trap(table, automa, place)
    enemy = next(iter(table.enemies_at(automa, place)), None)
    if enemy is not None and enemy.fighters_at(place):
        table.turn.combats.add(place)
        yield from combats(table)
    elif enemy is not None:
        table.send_home(enemy, place)
    if move.unit == "character" and automa.character == place:
        visit(table, automa, place)


def meet_trap(table: Table, automa: Automa, place: str) -> None:
    """AU3: an enemy's armed trap (A59)."""
    owner = table.find("togawa")
    if place in table.armed and owner in table.foes(automa):
        spring(table, automa, table.faction_tokens[place])
        table.armed.discard(place)


def visit(table: Table, automa: Automa, place: str) -> None:
    """AU5: encounter token, Factory card, flag or trap (A68, A69, A95)."""
    end = table.chance
    table.encounters.discard(place)
    if place == table.board.factory and automa.factory_card is None and table.factory_cards:
        taken = () if end is None else ({end.factory_card[automa.seat]},)
        automa.factory_card = table.pick(sorted(table.factory_cards), *taken)
        table.factory_cards.discard(automa.factory_card)
    kinds = unplaced_tokens(table, automa)
    if kinds and place not in table.faction_tokens and table.options.automa_places_tokens:
        kind = table.pick(kinds, *(() if end is None else ({end.traps.get(place)},)))
        table.faction_tokens[place] = kind
        if kind != "flag":
            table.armed.add(place)


def take_gains(table: Table, automa: Automa, gains: list[dict[str, Any]]) -> None:
    """AU6: the gains in their order, with the star for 16 power (A76-A79, A87)."""
    for symbol in gains:
        if symbol.get("faction", automa.faction) != automa.faction:
            continue
        for _ in range(symbol["n"]):
            take_gain(table, automa, symbol["gain"])
    table.place_stars(automa, ["power"])


def take_gain(table: Table, automa: Automa, good: str) -> None:
    """One of a good."""
    if good == "power":
        automa.power = min(tracks()["power_max"], automa.power + 1)
    elif good == "coin":
        automa.coins += 1
    elif good == "combat_card":
        table.draw_card(automa)
    elif good == "worker":
        if automa.workers_left:
            new_worker(automa, automa.base)
    elif automa.character is None:
        automa.character = automa.base
    else:
        mech = next((mech for mech, place in automa.mechs.items() if place is None), None)
        if mech is not None:
            automa.mechs[mech] = automa.base


def recruit_bonus(table: Table, automa: Automa, sign: str | None) -> Deciding:
    """AU7: human neighbours with the recruit of a sign (A81, A82)."""
    if sign is None:
        return
    good, number = bonus_of(tracks()["recruit_bonuses"][BONUS_OF[sign]])
    for neighbour in table.neighbours(automa):
        if BONUS_OF[sign] in neighbour.recruits:
            yield from table.gain(neighbour, good, number)


def advance(table: Table, automa: Automa) -> None:
    """AU8: the tracker token, its star, and the shuffle of all cards at scheme II (A24, A85, A86)."""
    tracker = automa.tracker
    if automa.space == tracker["spaces"] - 1:
        return
    automa.space += 1
    if automa.space in tracker["stars_at"]:
        table.place_star(automa, "tracker")
    if automa.space == tracker["scheme_II_at"]:
        automa.deck.cards = set(automa_cards())
