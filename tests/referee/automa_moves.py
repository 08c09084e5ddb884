"""The six move symbols of the Automa: which unit, which territories are valid, which of them is chosen (chapter H)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from .components import automa_data, base_of
from .table import Automa, Player, Table

Key = Callable[[str], Any]


@dataclass(frozen=True)
class AutomaMove:
    """A move: the unit ("worker", "character" or a mech), where it stands and where it is put."""

    unit: str
    start: str
    to: str


def find_move(table: Table, automa: Automa, symbol: dict[str, Any]) -> AutomaMove | None:
    """What a symbol does; None if it cannot be carried out (A31-A34)."""
    if symbol.get("faction", automa.faction) != automa.faction:
        return None
    if automa.power < symbol.get("min_power", 0):
        return None
    selected = SELECTED[symbol["act"]](table, automa)
    if selected is None:
        return None
    unit, start = selected
    valid = [place for place in table.board.hexes if place in VALID[symbol["act"]](table, automa, unit, start)]
    if not valid:
        return None
    key = KEYS[symbol["act"]](table, automa, start)
    to = first_of(table, valid, lambda place: (key(place), table.board.distance(place, table.board.factory)))
    if to == start and not table.options.automa_stay_counts:
        return None
    return AutomaMove(unit, start, to)


# -- ties --------------------------------------------------------------------------------------------------------------


def first_of(table: Table, places: Iterable[str], key: Key) -> str:
    """The place with the smallest key; ties go by reading order, with more than two seats by the token (A41, A103)."""
    places = list(dict.fromkeys(places))
    least = min(map(key, places))
    tied = [place for place in places if key(place) == least]
    if len(table.players) <= 2:
        return min(tied, key=list(table.board.hexes).index) if len(tied) > 1 else tied[0]
    while len(tied) > 1:
        nearest = min(table.board.distance(base_of(table.tie_token), place) for place in tied)
        tied = [place for place in tied if table.board.distance(base_of(table.tie_token), place) == nearest]
        token = automa_data()["tie_token"]
        ring = token["ring"]
        table.tie_token = ring[(ring.index(table.tie_token) + token["step"]) % len(ring)]
    return tied[0]


# -- units to select ---------------------------------------------------------------------------------------------------

Selected = tuple[str, str] | None


def _nearest_home(table: Table, automa: Automa, units: dict[str, list[str]]) -> Selected:
    """Of units by place the one nearest the own home base (A43); on one place the first."""
    if not units:
        return None
    place = first_of(table, units, lambda place: table.board.distance(place, automa.base))
    return units[place][0], place


def _select_worker(table: Table, automa: Automa) -> Selected:
    return _nearest_home(table, automa, {place: ["worker"] for place in automa.workers.elements()})


def _select_character(table: Table, automa: Automa) -> Selected:
    return None if automa.character is None else ("character", automa.character)


def _select_mech(table: Table, automa: Automa) -> Selected:
    places = [place for place in automa.mechs.values() if place is not None]
    return _nearest_home(table, automa, {place: automa.mechs_at(place) for place in places})


def _select_fighter(table: Table, automa: Automa) -> Selected:
    """Character or mech; in one place the mech (A51)."""
    places = [place for place in (automa.character, *automa.mechs.values()) if place is not None]
    return _nearest_home(table, automa, {place: [*automa.mechs_at(place), "character"] for place in places})


SELECTED: dict[str, Callable[[Table, Automa], Selected]] = {
    "worker": _select_worker,
    "encounter_factory": _select_character,
    "character": _select_character,
    "mech": _select_mech,
    "attack_combat": _select_fighter,
    "attack_workers": _select_fighter,
}


# -- neighbourhoods ----------------------------------------------------------------------------------------------------


def neighbourhood(table: Table, automa: Automa, place: str) -> set[str]:
    """The neighbourhood of an own unit (A37, A38); a home base has none (A39)."""
    board = table.board
    if board.is_base(place):
        return set()
    if automa.water_open:
        return {place, *board.beside(place)}
    return {place, *(other for other in board.beside(place) if board.edge(place, other) == "land")}


def base_neighbours(automa: Automa) -> set[str]:
    """The territories beside the own home base, which count for the worker symbol."""
    key = "base_neighbours_open" if automa.water_open else "base_neighbours_restricted"
    return set(automa_data()[key][automa.faction])


def _area(table: Table, automa: Automa) -> set[str]:
    return {near for place in automa.units() for near in neighbourhood(table, automa, place)}


def _threatened(table: Table, automa: Automa) -> set[str]:
    """The whole neighbourhoods of enemy combat units: rivers and lakes do not matter there (A45)."""
    held = [place for place in table.board.hexes if any(foe.fighters_at(place) for foe in table.foes(automa))]
    return {near for place in held for near in (place, *table.board.beside(place))}


# -- valid territories -------------------------------------------------------------------------------------------------


def _free(table: Table, automa: Automa, places: Iterable[str]) -> Iterator[str]:
    """Places without units of other players."""
    return (place for place in places if not table.enemies_at(automa, place))


def _valid_for_worker(table: Table, automa: Automa, unit: str, start: str) -> set[str]:
    area = _area(table, automa) | base_neighbours(automa)
    valid = {place for place in _free(table, automa, area) if automa.workers[place] == (place == start)}
    return valid - _threatened(table, automa)


def _valid_for_character(table: Table, automa: Automa, unit: str, start: str) -> set[str]:
    return {place for place in _free(table, automa, _area(table, automa)) if not automa.mechs_at(place)}


def _valid_for_encounter(table: Table, automa: Automa, unit: str, start: str) -> set[str]:
    sought = set(table.encounters)
    if automa.factory_card is None:
        sought.add(table.board.factory)
    return _valid_for_character(table, automa, unit, start) & sought


def _valid_for_mech(table: Table, automa: Automa, unit: str, start: str) -> set[str]:
    area = _area(table, automa)
    return {place for place in _free(table, automa, area) if automa.fighters_at(place) == (place == start)}


def _foes_alone(table: Table, automa: Automa) -> Iterator[tuple[str, int, int]]:
    """Places in reach with enemies only: place, number of enemy combat units, number of enemy workers."""
    for place in _area(table, automa):
        foes = [foe for foe in table.foes(automa) if foe.units_at(place)]
        if foes and len(foes) == len(table.enemies_at(automa, place)):
            yield place, *_strength(foes, place)


def _strength(foes: Iterable[Player], place: str) -> tuple[int, int]:
    foes = list(foes)
    return sum(foe.fighters_at(place) for foe in foes), sum(foe.workers[place] for foe in foes)


def _valid_for_attack(table: Table, automa: Automa, unit: str, start: str) -> set[str]:
    return {place for place, fighters, _ in _foes_alone(table, automa) if fighters}


def _valid_for_workers(table: Table, automa: Automa, unit: str, start: str) -> set[str]:
    return {place for place, fighters, workers in _foes_alone(table, automa) if workers and not fighters}


VALID: dict[str, Callable[[Table, Automa, str, str], set[str]]] = {
    "worker": _valid_for_worker,
    "encounter_factory": _valid_for_encounter,
    "character": _valid_for_character,
    "mech": _valid_for_mech,
    "attack_combat": _valid_for_attack,
    "attack_workers": _valid_for_workers,
}


# -- destinations ------------------------------------------------------------------------------------------------------


def _most_own_units(table: Table, automa: Automa, start: str) -> Key:
    """Fewest first of minus the own other units in whose neighbourhood a place lies (A42, A45)."""
    others = automa.units()
    others.remove(start)
    near = [neighbourhood(table, automa, place) for place in others]
    return lambda place: -sum(place in one for one in near)


def _nearest_enemy(table: Table, automa: Automa, start: str) -> Key:
    """Distance to the nearest enemy combat unit; those on home bases count when there are no others (A47, A49)."""
    places = [place for place in table.board.places if any(foe.fighters_at(place) for foe in table.foes(automa))]
    places = [place for place in places if not table.board.is_base(place)] or places
    return lambda place: min((table.board.distance(place, enemy) for enemy in places), default=0)


def _fewest_fighters(table: Table, automa: Automa, start: str) -> Key:
    return lambda place: _strength(table.foes(automa), place)[0]


def _most_workers(table: Table, automa: Automa, start: str) -> Key:
    return lambda place: -_strength(table.foes(automa), place)[1]


def _no_preference(table: Table, automa: Automa, start: str) -> Key:
    return lambda place: 0


KEYS: dict[str, Callable[[Table, Automa, str], Key]] = {
    "worker": _most_own_units,
    "encounter_factory": _no_preference,
    "character": _nearest_enemy,
    "mech": _nearest_enemy,
    "attack_combat": _fewest_fighters,
    "attack_workers": _most_workers,
}
