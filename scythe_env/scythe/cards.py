"""What cards say, in words that follow from their rows: for logs, and for people who play.

The words are those of people who know the board game. Where a number may stand, it is ``{n}``; ``{s}`` and ``{y}`` are
the endings of a word that follows it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final

from ..core.fields import Record
from . import steps
from .components import (
    CONTROLLED_TERRAINS,
    PRIMARY_TERRAINS,
    RESOURCES,
    Condition,
    EncounterCard,
    FactoryCard,
    Objective,
    load_components,
)
from .constants import NONE, OBJECTIVE_COMPLETED, OBJECTIVE_IN_HAND

_DATA: Final = load_components()

_AMOUNTS: Final = {
    "coins": "{n} coin{s}",
    "combat_cards": "{n} combat card{s}",
    "any": "{n} resource{s} of your choice",
    "different": "{n} resource{s} of different types",
    "worker": "{n} worker{s}",
    "upgrade": "{n} upgrade{s}",
    "deploy": "{n} mech{s}",
    "build": "{n} structure{s}",
    "enlist": "{n} recruit{s}",
    "look": "{n} look{s} at the combat cards of an opponent",
    "relocate": "{n} shift{s} of units from there to an empty territory beside it",
    "produce": "production on {n} territor{y}",
}
"""Costs and gains that are not called by their names in the data."""

_TIMINGS: Final = {"any": "at any time in your turn", "end_of_turn": "at the end of your turn"}

_QUANTITIES: Final = {
    **{
        name: f"{{n}} {terrain}{{s}} that you control"
        for name, terrain in zip(CONTROLLED_TERRAINS, PRIMARY_TERRAINS, strict=True)
    },
    "controlled_tunnels": "{n} tunnel{s} that you control",
    "power": "{n} power",
    "popularity": "{n} popularity",
    "coins": "{n} coin{s}",
    "mechs": "{n} mech{s} deployed",
    "workers": "{n} worker{s} off your mat",
    "upgrades": "{n} upgrade{s} made",
    "structures": "{n} structure{s} built",
    "recruits": "{n} recruit{s} enlisted",
    "workers_minus_recruits": "{n} more worker{s} off your mat than recruits enlisted",
    "most_tokens_with_all_types": f"{{n}} resource{{s}}, all {len(RESOURCES)} types among them, on one territory that "
    "you control",
    "most_pieces": "{n} piece{s} of yours (character, mechs, workers, structures) on one territory",
    "fewest_tokens_by_type": "{n} resource{s} of each type on territories that you control",
    "wolf_territories": "{n} territor{y} with your character, exactly one mech, exactly one worker and at least "
    f"{_DATA.tracks.wolf_tokens} resources",
    "controlled_around_factory": "{n} territor{y} beside the Factory that you control",
    "most_controlled_around_lake": "{n} territor{y} around one lake that you control",
    "most_tokens_of_type": "{n} resource{s} of one type on territories that you control",
    "combat_cards": "{n} combat card{s} in hand",
    "combat_stars": "{n} star{s} for combat",
    "most_workers_beside_factory": "{n} worker{s} on one territory beside the Factory",
    "terrains_with_worker": f"{{n}} kind{{s}} of terrain ({', '.join(PRIMARY_TERRAINS)}) with a worker of yours",
    "structures_beside_home": "{n} structure{s} beside your home base",
}
"""The quantities that count something."""

_FACTS: Final = {
    "controlled_factory": ("no control of the Factory", "control of the Factory"),
    "highest_power": ("an opponent with more power", "no opponent with more power"),
    "drove_off_worker": (
        "no worker of an opponent driven off this turn",
        "a worker of an opponent driven off this turn",
    ),
    "factory_cards": ("no Factory card", "a Factory card"),
}
"""The quantities that are 0 or 1, with what each of the two means."""

_EQUAL: Final = {"workers_minus_recruits": "as many workers off your mat as recruits enlisted"}
"""The quantities that compare two numbers, with what it means that these are equal."""


def _worded(template: str, number: int, bound: str = "") -> str:
    return template.format(n=bound or number, s="" if number == 1 else "s", y="y" if number == 1 else "ies")


def _amounts(pairs: Iterable[tuple[str, int]], last: str = ", ") -> str:
    return last.join(_worded(_AMOUNTS.get(name, f"{{n}} {name}"), number) for name, number in pairs)


def _condition(condition: Condition) -> str:
    low, high = condition.min, condition.max
    if condition.quantity in _FACTS:
        return _FACTS[condition.quantity][bool(low)]
    if condition.quantity in _EQUAL and low == high == 0:
        return _EQUAL[condition.quantity]
    if high is None:
        number, bound = low or 0, f"at least {low or 0}"
    elif low is None:
        number, bound = high, f"at most {high}" if high else "no"
    else:
        number, bound = high, f"exactly {low}" if low == high else f"{low} to {high}"
    return _worded(_QUANTITIES[condition.quantity], number, bound)


def objective_title(card: Objective) -> str:
    """What an objective is called: its number and its name."""
    return f"{card.number} ({card.name})"


def objective(card: Objective) -> str:
    """What an objective is called, when it may be revealed, and what must hold then."""
    asked = ", ".join(map(_condition, card.conditions))
    return f"objective {objective_title(card)}, {_TIMINGS[card.timing]}: {asked}"


def encounter(card: EncounterCard) -> tuple[str, ...]:
    """What each option of an encounter card costs and gives."""
    return tuple(
        f"option {option.option}{f' for {_amounts(option.pay)}' if option.pay else ''}: {_amounts(option.gain)}"
        for option in card.options
    )


def factory_top(card: FactoryCard) -> str:
    """What the top action of a Factory card costs and gives."""
    return f"{_amounts(card.pay)} for {_amounts(card.gain, ', ' if card.take == 'all' else ' or ')}"


def factory(card: FactoryCard) -> str:
    """What the two halves of a Factory card do; the lower one is the same on all of them."""
    tracks = _DATA.tracks
    units = _worded("a move of {n} unit{s}", tracks.factory_move_units)
    territories = _worded("up to {n} territor{y}", tracks.factory_move_steps)
    return f"Factory card {card.number}: {factory_top(card)} (top), {units} {territories} (bottom)"


_HELD: Final[Mapping[int, str]] = {OBJECTIVE_IN_HAND: "in hand", OBJECTIVE_COMPLETED: "completed"}


def notes(state: Record, seat: int) -> list[str]:
    """The cards that matter to a seat now: an encounter under way, Factory cards to choose from, and its own cards.

    Args:
        state: the record of a game in which all that the seat may not see is empty (:meth:`.Fields.hide`).
        seat: the seat that looks; a spectator has no cards.
    """
    lines: list[str] = []
    if (card := int(state["encounter_card"])) != NONE:
        lines += encounter(_DATA.encounters[card])
    if seat < 0:
        return lines
    if state["decision"] == steps.FACTORY_CHOICE and state["seat_to_act"] == seat:
        lines += [factory(_DATA.factory_cards[k]) for k in state["factory_deck"].nonzero()[0]]
    if (card := int(state["factory_card"][seat])) != NONE:
        lines.append(factory(_DATA.factory_cards[card]))
    for card, held in zip(state["objective"][seat].tolist(), state["objective_state"][seat].tolist(), strict=True):
        if card != NONE and held in _HELD:
            lines.append(f"{_HELD[held]}: {objective(_DATA.objectives[card])}")
    return lines
