"""Situations and games as readable documents: :func:`to_json` and :func:`from_json`.

A document names everything as people do: hexes (``F2``), factions, mech abilities, counts. It has two parts: the keys
of :data:`BOARD_KEYS` hold what lies on the table and in the hands, those of :data:`ENGINE_KEYS` what the engine needs
to go on from the middle of a turn. What a document leaves out takes the set-up's value, so that a situation is written
down in a few lines; a document of :func:`to_json` leaves nothing out and gives back the same bytes.
``docs/notation.md`` describes the keys.
"""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Iterable, Mapping
from typing import TYPE_CHECKING, Any, Final, NoReturn

import numpy as np
from numpy.typing import NDArray

from ..core.steps import PLAIN
from . import engine, steps
from .actions import NUM_ACTIONS
from .components import (
    BOTTOM_ACTIONS,
    FACTIONS,
    HEX_NAMES,
    MATS,
    RESOURCES,
    STAR_GOALS,
    STRUCTURES,
    TILE_KINDS,
    load_components,
)
from .config import ScytheConfig
from .consistency import ENCOUNTER_CARDS_BASE, FACTORY_CARDS_BASE, OBJECTIVES_BASE, check
from .constants import (
    FLAG,
    NO_TOKEN,
    NONE,
    NUM_ENCOUNTERS,
    NUM_FACTORY_CARDS,
    NUM_FIGHTERS,
    NUM_HEXES,
    NUM_OBJECTIVES,
    NUM_PLACES,
    NUM_WORKERS,
    OBJECTIVE_COMPLETED,
    OBJECTIVE_IN_HAND,
    OBJECTIVE_LEFT,
    RUNNING,
    SAXONY,
    STAR_OBJECTIVE,
    TRAP,
)
from .names import (
    CARD_VALUES,
    CARGO,
    CUBES,
    GOODS,
    LETTERS,
    PLACES,
    SECTIONS,
    SIDES,
    STATUSES,
    Names,
    fail,
    mech_names,
    unit_names,
)
from .state import STATE

if TYPE_CHECKING:
    from .document import Document, InProgress

__all__ = ["BOARD_KEYS", "ENGINE_KEYS", "from_json", "to_json"]

FORMAT: Final = 1
"""Version of the documents."""

BOARD_KEYS: Final = (
    "version",
    "options",
    "players",
    "tokens",
    "encounters",
    "flags",
    "traps",
    "combat_deck",
    "combat_discard",
    "encounter_deck",
    "factory_cards",
    "tile",
    "turn",
)
"""Keys of a document that say what lies on the table, what is in the hands, and whose decision is due."""

ENGINE_KEYS: Final = ("in_progress", "rng")
"""Keys that hold what the engine remembers: the steps of the turn under way, and the random generator."""

MAX_STEP_NUMBER: Final = 10_000
SWITCHES: Final = (
    "promo_encounters",
    "promo_factory",
    "promo_objectives",
    "exclude_banned_pairs",
    "relentless_factory",
    "camaraderie_always",
    "decline_gains",
    "play_forced",
)
NONE_FIELDS: Final = (
    "decision", "seat_to_act", "unit", "unit_place", "mill_place", "encounter_card", "combat_place", "defender",
    "winner", "faction", "mat", "seat_of", "objective", "factory_card", "section", "character", "mechs", "structures",
    "origin", "ended",
)  # fmt: skip
"""Fields that hold -1 where there is nothing."""

Record = Any  # one element of an array of STATE; numpy types its fields loosely


def to_json(states: NDArray[Any], i: int = 0) -> dict[str, Any]:
    """The document of a game; :func:`from_json` gives back the same record.

    Args:
        states: array of :data:`~scythe_env.scythe.state.STATE`, shape (n,).
        i: which of its games.

    Returns:
        A dictionary of strings, whole numbers, booleans, ``None``, lists and dictionaries, ready for ``json.dumps``.
        All keys of the board part are there; ``in_progress`` leaves out what holds nothing.

    Raises:
        ValueError: the array has another dtype, or the record is no state of a game (it was damaged).
        IndexError: there is no game ``i``.
    """
    if states.dtype != STATE or states.ndim != 1:
        raise ValueError(f"an array of STATE of shape (n,) is needed, not of {states.dtype} of shape {states.shape}")
    state = states[i]
    try:
        document = _write(state)
        again = _build(_read(document))
    except (ValueError, IndexError) as error:
        raise ValueError(f"states[{i}] is no state of a game: {error}") from None
    if again.tobytes() != states[i : i + 1].tobytes():
        wrong = [name for name in STATE.names or () if not np.array_equal(again[0][name], state[name])]
        raise ValueError(f"states[{i}] is no state of a game: {', '.join(wrong)} hold what no game can hold")
    return document


def from_json(document: Mapping[str, Any] | str) -> NDArray[Any]:
    """The game of a document.

    Args:
        document: a dictionary, or its JSON text. See ``docs/notation.md``.

    Returns:
        Array of :data:`~scythe_env.scythe.state.STATE` of shape (1,), with the decision that is due.

    Raises:
        ValueError: the text is no JSON (with line and column), or the document is not consistent (with the place in it
            and what is allowed there).
    """
    model = _read(_parse(document) if isinstance(document, str) else document)
    states = _build(model)
    check(states[0], model.in_progress is not None)
    _resume(states, model)
    _check_due(states[0], model)
    return states


# -- reading -----------------------------------------------------------------------------------------------------------


def _parse(text: str) -> Any:
    """The value of a JSON text; equal keys and numbers such as NaN are refused."""

    def pairs(entries: list[tuple[str, Any]]) -> dict[str, Any]:
        value = dict(entries)
        if len(value) < len(entries):
            keys = [key for key, _ in entries]
            twice = next(key for key in keys if keys.count(key) > 1)
            raise ValueError(f"the document: the key {twice!r} occurs twice in one object")
        return value

    def constant(name: str) -> NoReturn:
        fail("the document", f"{name} is no number of JSON")

    try:
        return json.loads(text, object_pairs_hook=pairs, parse_constant=constant)
    except json.JSONDecodeError as error:
        fail(f"line {error.lineno}, column {error.colno}", f"damaged JSON: {error.msg}")
    except RecursionError:
        fail("the document", "it is nested too deeply")


def _read(document: object) -> Document:
    from . import document as shape

    return shape.read(document)


def _index(place: str, value: object, names: Names) -> int:
    """The index of a name that the shape of a document leaves open; capitals do not matter."""
    text = value.lower().replace(" ", "_") if isinstance(value, str) else value
    for index, name in enumerate(names):
        if text == name.lower().replace(" ", "_"):
            return index
    fail(place, f"{value!r} is not allowed; allowed are {', '.join(names)}")


def _build(model: Document) -> NDArray[Any]:
    """The record of a document whose shape is right, before its consistency is checked, as array of shape (1,)."""
    states = np.zeros(1, STATE)
    for name in NONE_FIELDS:
        states[name] = NONE
    state: Record = states[0]
    _build_options(states, model)
    for seat, player in enumerate(model.players):
        _build_player(state, seat, player)
    _build_knowledge(state, model)
    _build_board(state, model)
    _build_turn(state, model)
    if model.in_progress is not None:
        _build_progress(state, model.in_progress)
    _deal(state, model)
    return states


def _build_options(states: NDArray[Any], model: Document) -> None:
    try:
        config = ScytheConfig(players=len(model.players), **model.options.model_dump(exclude_none=True))
    except ValueError as error:
        fail("options", str(error))
    config.write(states)


def _build_player(state: Record, seat: int, player: Any) -> None:
    data = load_components()
    place = f"players[{seat}]"
    faction, mat = data.factions[player.faction], data.mats[player.mat]
    home = NUM_HEXES + player.faction

    def at(spot: int) -> int:
        return home if spot == NUM_PLACES else spot

    def given(value: Any, default: Any) -> Any:
        return default if value is None else value

    state["faction"][seat], state["mat"][seat] = player.faction, player.mat
    state["seat_of"][player.faction] = seat
    state["power"][seat] = given(player.power, faction.power)
    state["popularity"][seat] = given(player.popularity, mat.popularity)
    state["coins"][seat] = given(player.coins, mat.coins)
    state["factory_card"][seat] = given(player.factory_card, 0) - 1
    state["section"][seat] = given(player.section, NONE)
    if player.upgrades is not None:
        state["cubes"][seat][player.upgrades.benefits] = 1
        for bottom, cubes in player.upgrades.costs.items():
            state["boxes"][seat][bottom] = cubes
    state["recruits"][seat][given(player.recruits, [])] = 1
    state["one_time"][seat][given(player.one_time_bonuses, [])] = 1
    for kind, number in given(player.stars, {}).items():
        state["stars"][seat][kind] = number
    state["character"][seat] = at(given(player.character, home))
    for name, spot in given(player.mechs, {}).items():
        slot = _index(f"{place}.mechs", name, faction.mechs)
        if state["mechs"][seat][slot] != NONE:
            fail(f"{place}.mechs", f"the mech {faction.mechs[slot]} occurs twice")
        state["mechs"][seat][slot] = at(spot)
    for kind, hex_ in given(player.structures, {}).items():
        state["structures"][seat][kind] = hex_
    for spot, number in given(player.workers, dict.fromkeys(faction.workers, 1)).items():
        state["workers"][seat][at(spot)] += number
    on_board = int(state["workers"][seat].sum())
    state["workers_left"][seat] = given(player.workers_on_mat, NUM_WORKERS - on_board)


def _build_knowledge(state: Record, model: Document) -> None:
    for seat, player in enumerate(model.players):
        for faction, cards in (player.knows or {}).items():
            owner = int(state["seat_of"][faction])
            if owner == NONE:
                fail(f"players[{seat}].knows", f"{FACTIONS[faction]} is not in the game")
            for value, number in cards.items():
                state["known"][seat][owner][value] = number


def _build_board(state: Record, model: Document) -> None:
    for place, resources in (model.tokens or {}).items():
        for resource, number in resources.items():
            state["tokens"][place][resource] = number
    encounters = load_components().board.encounters if model.encounters is None else model.encounters
    state["encounters"][list(encounters)] = 1
    for hex_ in model.flags or ():
        state["faction_tokens"][hex_] = FLAG
    for hex_, trap in (model.traps or {}).items():
        if state["faction_tokens"][hex_] != NO_TOKEN:
            fail(f"traps.{HEX_NAMES[hex_]}", "there is a flag; one faction token a territory is allowed (R220)")
        state["faction_tokens"][hex_] = TRAP + trap.takes
        state["armed"][hex_] = trap.armed is not False


def _build_turn(state: Record, model: Document) -> None:
    turn = model.turn

    def seat_of(key: str) -> int:
        faction = getattr(turn, key, None)
        if faction is None:
            return NONE
        seat = int(state["seat_of"][faction])
        if seat == NONE:
            fail(f"turn.{key}", f"{FACTIONS[faction]} is not in the game")
        return seat

    state["status"] = RUNNING if turn is None or turn.status is None else turn.status
    state["round"] = 1 if turn is None or turn.round is None else turn.round
    first = seat_of("first")
    state["first"] = min(range(len(model.players)), key=lambda seat: model.players[seat].mat) if first < 0 else first
    active = seat_of("active")
    state["active"] = state["first"] if active < 0 else active


def _deal(state: Record, model: Document) -> None:
    """Fill what a document leaves out of decks, hands, tile and generator, from its seed."""
    data = load_components()
    chance = random.Random(0 if model.seed is None else model.seed)
    state["rng"] = model.rng or [chance.getrandbits(32) for _ in range(3)] + [1]

    left = {value: kind.count for value, kind in enumerate(data.combat_cards)}
    for hand in (*(player.combat_cards for player in model.players), model.combat_deck, model.combat_discard):
        for value, number in (hand or {}).items():
            left[value] -= number
    for value, number in left.items():
        if number < 0:
            text = f"{-number} too many of value {value + 2} in hands, deck and discard pile"
            fail("combat_deck", f"{text}; the game has {data.combat_cards[value].count} (R12)")
    for seat, player in enumerate(model.players):
        hand = player.combat_cards
        if hand is None:
            pool = [value for value, number in left.items() for _ in range(number)]
            wanted = data.factions[player.faction].combat_cards
            if len(pool) < wanted:
                fail(f"players[{seat}].combat_cards", f"{wanted} are to be dealt, but only {len(pool)} are left")
            hand = dict.fromkeys(range(4), 0)
            for value in chance.sample(pool, wanted):
                hand[value] += 1
                left[value] -= 1
        for value, number in hand.items():
            state["cards"][seat][value] = number
    # the deck takes what is left, or the discard pile where the deck is given alone
    discard = dict.fromkeys(range(4), 0) if model.combat_deck is None else left
    for field, pile, rest in (("deck", model.combat_deck, left), ("discard", model.combat_discard, discard)):
        for value, number in (rest if pile is None else pile).items():
            state[field][value] = number

    pool = list(range(NUM_OBJECTIVES if state["promo_objectives"] else OBJECTIVES_BASE))
    for player in model.players:
        pool = [card for card in pool if card + 1 not in (player.objectives or ())]
    for seat, player in enumerate(model.players):
        cards = [card - 1 for card in player.objectives or ()]
        dealt = chance.sample(pool, 2 - len(cards))
        pool = [card for card in pool if card not in dealt]
        state["objective"][seat] = cards + dealt
        _objective_states(state, seat, player)

    last = NUM_ENCOUNTERS if state["promo_encounters"] else ENCOUNTER_CARDS_BASE
    deck = range(1, last + 1) if model.encounter_deck is None else model.encounter_deck
    state["encounter_deck"][[card - 1 for card in deck]] = 1
    taken = [player.factory_card for player in model.players if player.factory_card is not None]
    if model.factory_cards is None:
        last = NUM_FACTORY_CARDS if state["promo_factory"] else FACTORY_CARDS_BASE
        pool = [card for card in range(1, last + 1) if card not in taken]
        on_factory = chance.sample(pool, len(model.players) + 1 - len(taken))
    else:
        on_factory = model.factory_cards
    state["factory_deck"][[card - 1 for card in on_factory]] = 1
    drawn = chance.randrange(len(TILE_KINDS))
    wanted = int(state["wanted_tile"])
    state["tile"] = model.tile if model.tile is not None else drawn if wanted == NONE else wanted


def _objective_states(state: Record, seat: int, player: Any) -> None:
    """What became of the objective cards: by default the first ones are completed, as many as there are stars."""
    cards = [int(card) + 1 for card in state["objective"][seat]]
    if player.completed_objectives is None:
        completed = cards[: int(state["stars"][seat][STAR_OBJECTIVE])]
    else:
        completed = player.completed_objectives
    left = player.left_objectives
    if left is None:
        left = [] if player.faction == SAXONY or not completed else [card for card in cards if card not in completed]
    for key, numbers, mark in (
        ("completed_objectives", completed, OBJECTIVE_COMPLETED),
        ("left_objectives", left, OBJECTIVE_LEFT),
    ):
        for number in numbers:
            if number not in cards:
                fail(f"players[{seat}].{key}", f"{number} is none of the objectives {cards}")
            if state["objective_state"][seat][cards.index(number)] != OBJECTIVE_IN_HAND:
                fail(f"players[{seat}].{key}", f"{number} is among completed_objectives too")
            state["objective_state"][seat][cards.index(number)] = mark


def _build_progress(state: Record, progress: InProgress) -> None:
    """The steps and marks of a turn under way."""
    active = int(state["faction"][state["active"]])
    units = unit_names(active)

    def unit(key: str, name: object, last: int = NUM_FIGHTERS) -> int:
        return _index(f"in_progress.move.{key}", name, units[:last])

    for level, step in enumerate(progress.steps):
        _build_step(state, level, step)
    state["depth"] = len(progress.steps)
    if progress.steps and state["step_kind"][level] < steps.NUM_DECISIONS:
        state["decision"], state["seat_to_act"] = state["step_kind"][level], state["step_seat"][level]
    for key, field in (("coercion_used", "coerced"), ("river_crossed", "crossed"), ("drove_off", "drove_off")):
        state[field] = bool(getattr(progress, key))
    state["new_recruits"][progress.new_recruits or []] = 1
    state["new_structures"][progress.new_structures or []] = 1

    if (move := progress.move) is not None:
        if move.unit is not None:
            state["unit"] = unit("unit", move.unit, len(units))
        state["unit_place"] = NONE if move.place is None else move.place
        state["steps_left"] = move.steps_left or 0
        for key in ("stopped", "encounter_due", "token_due"):
            state[key] = bool(getattr(move, key))
        for name, number in (move.cargo or {}).items():
            state["cargo"][_index("in_progress.move.cargo", name, CARGO)] = number
        for key in ("moved", "rearm_due"):
            for name in getattr(move, key) or ():
                state[key][unit(key, name)] = 1
        for key in ("origin", "ended", "came_workers"):
            for name, value in (getattr(move, key) or {}).items():
                state[key][unit(key, name)] = value
        for name, resources in (move.came_tokens or {}).items():
            for resource, number in resources.items():
                state["came_tokens"][unit("came_tokens", name)][resource] = number
        for place, number in (move.walked or {}).items():
            state["walked"][place] = number
        state["combat_due"][move.combat_due or []] = 1

    if (produce := progress.produce) is not None:
        state["produce_left"] = produce.left or 0
        state["mill_place"] = NONE if produce.mill is None else produce.mill
        for hex_, number in (produce.producers or {}).items():
            state["producers"][hex_] = number

    if (encounter := progress.encounter) is not None:
        state["encounter_card"] = (encounter.card or 0) - 1
        state["options_taken"][encounter.options_taken or []] = 1

    if (combat := progress.combat) is not None:
        state["combat_place"] = NONE if combat.place is None else combat.place
        for key in ("defender", "winner"):
            faction = getattr(combat, key)
            if faction is None:
                continue
            if state["seat_of"][faction] == NONE:
                fail(f"in_progress.combat.{key}", f"{FACTIONS[faction]} is not in the game")
            state[key] = state["seat_of"][faction]
        state["driven"] = combat.driven or 0
        for side, power in (combat.dial or {}).items():
            state["dial"][side] = power
        for side, cards in (combat.played or {}).items():
            for value, number in cards.items():
                state["played"][side][value] = number
        state["retreat_lakes"][combat.retreat_lakes or []] = 1


def _build_step(state: Record, level: int, step: Mapping[str, int | str | None]) -> None:
    place = f"in_progress.steps[{level}]"
    kind = _index(f"{place}.step", step.get("step"), steps.STEPS)
    faction = _index(f"{place}.faction", step.get("faction"), FACTIONS)
    seat = int(state["seat_of"][faction])
    if seat == NONE:
        fail(f"{place}.faction", f"{FACTIONS[faction]} is not in the game")
    numbers = steps.TABLE[kind].numbers
    allowed = ["step", "faction", *(number.key for number in numbers)]
    for key in step:
        if key not in allowed:
            fail(place, f"unknown key {key!r}; allowed are {', '.join(allowed)}")
    state["step_kind"][level], state["step_seat"][level] = kind, seat
    for field, number in zip(("step_a", "step_b"), numbers, strict=False):
        value, names = step.get(number.key), number.names_for(faction)
        if names is PLAIN:
            if isinstance(value, bool) or not isinstance(value, int) or not 0 <= value <= MAX_STEP_NUMBER:
                fail(f"{place}.{number.key}", f"{value!r} is not allowed; a number of 0..{MAX_STEP_NUMBER} is needed")
            state[field][level] = value
        elif value is None and number.optional:
            state[field][level] = NONE
        else:
            state[field][level] = _index(f"{place}.{number.key}", value, names)


def _resume(states: NDArray[Any], model: Document) -> None:
    """Bring a running game to the decision that is due; without ``in_progress`` a turn starts."""
    state: Record = states[0]
    if state["status"] != RUNNING:
        return
    if model.in_progress is None:
        state["depth"] = 1
        state["step_kind"][0], state["step_seat"][0] = steps.START_TURN, state["active"]
    engine.resume(states, 0, np.zeros(NUM_ACTIONS, np.int8))


def _check_due(state: Record, model: Document) -> None:
    """The decision and its seat, where a document gives them, must be those that are due."""
    if model.turn is None:
        return
    due = _name(state["decision"], steps.DECISIONS)
    if model.turn.decision not in (None, due):
        fail("turn.decision", f"{'nothing' if due is None else repr(due)} is due, not {model.turn.decision!r}")
    seat, asked = int(state["seat_to_act"]), model.turn.to_act
    if asked is not None and (seat == NONE or state["faction"][seat] != asked):
        name = "nobody" if seat == NONE else FACTIONS[state["faction"][seat]]
        fail("turn.to_act", f"{name} is to act, not {FACTIONS[asked]}")


# -- writing -----------------------------------------------------------------------------------------------------------


def _amounts(row: Iterable[Any], names: Names) -> dict[str, int]:
    """The numbers of a row that are not zero, by name."""
    return {name: int(number) for name, number in zip(names, row, strict=True) if number}


def _marked(row: Iterable[Any], names: Names) -> list[str]:
    """The names whose mark is set."""
    return [name for name, mark in zip(names, row, strict=True) if mark]


def _places(row: Iterable[Any], names: Names, places: Names = PLACES) -> dict[str, str]:
    """The places of a row that are not -1, by name."""
    return {name: places[place] for name, place in zip(names, row, strict=True) if place != NONE}


def _name(index: Any, names: Names) -> str | None:
    return None if index == NONE else names[index]


def _filled(entries: dict[str, Any]) -> dict[str, Any]:
    """The entries that hold something."""
    return {key: value for key, value in entries.items() if value not in (None, False, 0, [], {})}


def _write(state: Record) -> dict[str, Any]:
    seats = range(int(state["players"]))

    def faction_of(seat: Any) -> str | None:
        return None if seat == NONE else FACTIONS[state["faction"][seat]]

    traps = {
        HEX_NAMES[hex_]: {"takes": GOODS[token - TRAP], "armed": bool(state["armed"][hex_])}
        for hex_, token in enumerate(state["faction_tokens"])
        if token >= TRAP
    }
    return {
        "version": FORMAT,
        "options": {
            "factions": [_name(state["wanted_faction"][seat], FACTIONS) for seat in seats],
            "mats": [_name(state["wanted_mat"][seat], MATS) for seat in seats],
            "tile": _name(state["wanted_tile"], TILE_KINDS),
            **{name: bool(state[name]) for name in SWITCHES},
            "max_rounds": int(state["max_rounds"]),
        },
        "players": [_write_player(state, seat) for seat in seats],
        "tokens": {PLACES[p]: _amounts(row, RESOURCES) for p, row in enumerate(state["tokens"]) if row.any()},
        "encounters": _marked(state["encounters"], HEX_NAMES),
        "flags": [HEX_NAMES[hex_] for hex_, token in enumerate(state["faction_tokens"]) if token == FLAG],
        "traps": traps,
        "combat_deck": _amounts(state["deck"], CARD_VALUES),
        "combat_discard": _amounts(state["discard"], CARD_VALUES),
        "encounter_deck": [card + 1 for card in range(NUM_ENCOUNTERS) if state["encounter_deck"][card]],
        "factory_cards": [card + 1 for card in range(NUM_FACTORY_CARDS) if state["factory_deck"][card]],
        "tile": TILE_KINDS[state["tile"]],
        "turn": {
            "status": STATUSES[state["status"]],
            "round": int(state["round"]),
            "first": faction_of(state["first"]),
            "active": faction_of(state["active"]),
            "decision": _name(state["decision"], steps.DECISIONS),
            "to_act": faction_of(state["seat_to_act"]),
        },
        "in_progress": _write_progress(state, faction_of),
        "rng": [int(word) for word in state["rng"]],
    }


def _write_player(state: Record, seat: int) -> dict[str, Any]:
    faction = int(state["faction"][seat])
    objectives = [int(card) + 1 for card in state["objective"][seat]]
    known = {
        FACTIONS[state["faction"][owner]]: _amounts(row, CARD_VALUES)
        for owner, row in enumerate(state["known"][seat])
        if row.any()
    }

    def in_state(mark: int) -> list[int]:
        return [card for card, value in zip(objectives, state["objective_state"][seat], strict=True) if value == mark]

    return {
        "faction": FACTIONS[faction],
        "mat": MATS[state["mat"][seat]],
        "power": int(state["power"][seat]),
        "popularity": int(state["popularity"][seat]),
        "coins": int(state["coins"][seat]),
        "combat_cards": _amounts(state["cards"][seat], CARD_VALUES),
        "knows": known,
        "objectives": objectives,
        "completed_objectives": in_state(OBJECTIVE_COMPLETED),
        "left_objectives": in_state(OBJECTIVE_LEFT),
        "factory_card": None if state["factory_card"][seat] == NONE else int(state["factory_card"][seat]) + 1,
        "section": _name(state["section"][seat], SECTIONS),
        "upgrades": {
            "benefits": _marked(state["cubes"][seat], CUBES),
            "costs": _amounts(state["boxes"][seat], BOTTOM_ACTIONS),
        },
        "mechs": _places(state["mechs"][seat], mech_names(faction)),
        "structures": _places(state["structures"][seat], STRUCTURES, HEX_NAMES),
        "recruits": _marked(state["recruits"][seat], BOTTOM_ACTIONS),
        "one_time_bonuses": _marked(state["one_time"][seat], GOODS),
        "character": PLACES[state["character"][seat]],
        "workers": _amounts(state["workers"][seat], PLACES),
        "workers_on_mat": int(state["workers_left"][seat]),
        "stars": _amounts(state["stars"][seat], STAR_GOALS),
    }


def _write_progress(state: Record, faction_of: Callable[[Any], str | None]) -> dict[str, Any]:
    units = unit_names(int(state["faction"][state["active"]]))
    fighters = units[:NUM_FIGHTERS]
    move = {
        "unit": _name(state["unit"], units),
        "place": _name(state["unit_place"], PLACES),
        "steps_left": int(state["steps_left"]),
        "stopped": bool(state["stopped"]),
        "encounter_due": bool(state["encounter_due"]),
        "token_due": bool(state["token_due"]),
        "cargo": _amounts(state["cargo"], CARGO),
        "moved": _marked(state["moved"], fighters),
        "walked": _amounts(state["walked"], PLACES),
        "origin": _places(state["origin"], fighters),
        "ended": _places(state["ended"], fighters),
        "came_workers": _amounts(state["came_workers"], fighters),
        "came_tokens": {
            name: _amounts(row, RESOURCES)
            for name, row in zip(fighters, state["came_tokens"], strict=True)
            if row.any()
        },
        "rearm_due": _marked(state["rearm_due"], fighters),
        "combat_due": _marked(state["combat_due"], HEX_NAMES),
    }
    produce = {
        "left": int(state["produce_left"]),
        "mill": _name(state["mill_place"], PLACES),
        "producers": _amounts(state["producers"], HEX_NAMES),
    }
    encounter = {
        "card": int(state["encounter_card"]) + 1,
        "options_taken": _marked(state["options_taken"], LETTERS),
    }
    combat = {
        "place": _name(state["combat_place"], PLACES),
        "defender": faction_of(state["defender"]),
        "winner": faction_of(state["winner"]),
        "driven": int(state["driven"]),
        "dial": _amounts(state["dial"], SIDES),
        "played": {
            side: _amounts(row, CARD_VALUES) for side, row in zip(SIDES, state["played"], strict=True) if row.any()
        },
        "retreat_lakes": _marked(state["retreat_lakes"], HEX_NAMES),
    }
    return {
        "steps": [_write_step(state, level) for level in range(int(state["depth"]))],
        **_filled(
            {
                "coercion_used": bool(state["coerced"]),
                "river_crossed": bool(state["crossed"]),
                "drove_off": bool(state["drove_off"]),
                "new_recruits": _marked(state["new_recruits"], BOTTOM_ACTIONS),
                "new_structures": _marked(state["new_structures"], STRUCTURES),
                "move": _filled(move),
                "produce": _filled(produce),
                "encounter": _filled(encounter),
                "combat": _filled(combat),
            }
        ),
    }


def _write_step(state: Record, level: int) -> dict[str, Any]:
    kind = int(state["step_kind"][level])
    faction = int(state["faction"][state["step_seat"][level]])
    step: dict[str, Any] = {"step": steps.STEPS[kind], "faction": FACTIONS[faction]}
    for field, number in zip(("step_a", "step_b"), steps.TABLE[kind].numbers, strict=False):
        value, names = state[field][level], number.names_for(faction)
        step[number.key] = int(value) if names is PLAIN else _name(value, names)
    return step
