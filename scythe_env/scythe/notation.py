"""Situations and games as readable documents: :func:`to_json` and :func:`from_json`.

A document names everything as people do: hexes (``F2``), factions, mech abilities, counts. It has two parts: the keys
of :data:`BOARD_KEYS` hold what lies on the table and in the hands, those of :data:`ENGINE_KEYS` what the engine needs
to go on from the middle of a turn. What a document leaves out has its value after set-up, so that a situation takes
a few lines; a document of :func:`to_json` leaves nothing out and gives back the same bytes. The rows of
:data:`.state.FIELDS` say how documents show each field; this module handles keys that combine several fields.
``docs/notation.md`` describes the keys.
"""

from __future__ import annotations

import json
import random
import re
from collections.abc import Mapping
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from ..core import document as documents
from ..core import options
from ..core.document import Document, Form, entries, filled, indices, mapping, mark, number
from ..core.fields import Name, Number, Record, check_viewer, fail
from . import constants, engine, steps
from .actions import NUM_ACTIONS
from .components import HEX_NAMES, load_components
from .config import DEFAULT_LEVEL, ScytheConfig
from .consistency import cards_of, check, first_seat, uses_tie_token
from .constants import FLAG, NO_TOKEN, NONE, NUM_HEXES, OBJECTIVE_COMPLETED, OBJECTIVE_LEFT, RUNNING, TRAP
from .names import CARD_VALUES, GOODS
from .state import FIELDS, GOOD, HEX, OBJECTIVE, SEAT

__all__ = ["BOARD_KEYS", "ENGINE_KEYS", "from_json", "to_json"]

FORMAT: Final = 1
"""Version of the documents."""

ENGINE_KEYS: Final = ("in_progress", "rng")
"""Keys that hold what the engine remembers: the steps of the turn under way, and the random generator."""

_PLAYER: Final = (
    "faction mat power popularity coins combat_cards knows objectives completed_objectives left_objectives "
    "factory_card section upgrades.benefits upgrades.costs mechs structures recruits one_time_bonuses character "
    "workers workers_on_mat stars automa.level automa.space automa.card automa.deck automa.factory_card "
    "automa.drawn_from"
)
_OF_AGENTS: Final = (
    *("mat", "objectives", "completed_objectives", "left_objectives", "factory_card", "section", "upgrades"),
    *("structures", "recruits", "one_time_bonuses"),
)
"""What players have that Automas have not."""
_FOLLOWING: Final = ("players", "automas", "automa_seats", "automa_level")
"""Options that follow from the players of a document."""
_PROGRESS: Final = (
    "steps coercion_used river_crossed drove_off new_recruits new_structures move.unit move.place move.steps_left "
    "move.stopped move.encounter_due move.token_due move.cargo move.moved move.walked move.origin move.ended "
    "move.came_workers move.came_tokens move.rearm_due move.combat_due"
)
FORM: Final = Form(
    FIELDS,
    [
        *("version", "seed", "options", *(f"players[].{key}" for key in _PLAYER.split())),
        *("tokens", "encounters", "flags", "traps", "combat_deck", "combat_discard", "encounter_deck", "factory_cards"),
        *("tile", "tie_token", "turn.status", *(f"in_progress.{key}" for key in _PROGRESS.split())),
    ],
)
"""What documents look like: the keys of the fields, and those that this module reads and writes, in their order."""

BOARD_KEYS: Final = tuple(key.removesuffix("[]") for key in FORM.tree if key not in ("seed", *ENGINE_KEYS))
"""Keys of a document that say what lies on the table, what is in the hands, and whose decision is due."""

_COLLISION: Final = re.compile("units of .* are on (?P<place>.*), where")


def to_json(states: NDArray[Any], i: int = 0, seat: int | None = None) -> Document:
    """The document of a game; :func:`from_json` gives back the same record.

    Args:
        states: array of :data:`~scythe_env.scythe.state.STATE`, shape (n,).
        i: which of its games.
        seat: whose view is wanted: a document of what this seat may know, or everybody for
            :data:`~scythe_env.core.fields.SPECTATOR`. Hidden cards are given as their number, or as ``None`` where it
            shows which are known; other hidden things are left out. None for the whole game.

    Returns:
        A dictionary of strings, whole numbers, booleans, ``None``, lists and dictionaries, ready for ``json.dumps``.
        All keys of the board part are there; ``in_progress`` leaves out what holds nothing.

    Raises:
        ValueError: the array has another dtype, the record is not a state of a game (it was damaged), or the seat does
            not exist.
        IndexError: ``i`` is out of range.
    """
    i = FIELDS.place(states, i)
    state = states[i]
    try:
        document = _write(state)
        again = _build(document)
    except (ValueError, IndexError) as error:
        raise ValueError(f"states[{i}] is not a state of a game: {error}") from None
    if again.tobytes() != state.tobytes():
        wrong = [row.key or row.name for row in FIELDS if not np.array_equal(again[0][row.name], state[row.name])]
        raise ValueError(f"states[{i}] is not a state of a game: {', '.join(wrong)} hold impossible values")
    if seat is None:
        return document
    visible, shown = FIELDS.hide(states, i, check_viewer(seat, int(state["players"])))
    steps.TABLE.hide(visible, seat)
    document = _write(visible[0])
    FORM.conceal(document, state, shown)
    return document


def from_json(document: Mapping[str, Any] | str) -> NDArray[Any]:
    """The game of a document.

    Args:
        document: a dictionary, or its JSON text. See ``docs/notation.md``.

    Returns:
        Array of :data:`~scythe_env.scythe.state.STATE` of shape (1,), with the decision that is due.

    Raises:
        ValueError: the text is not JSON (with line and column), or the document is not consistent (with the place in it
            and what is allowed there).
    """
    if not isinstance(document, str | Mapping):
        way = ": to_json makes one" if isinstance(document, np.ndarray) or hasattr(document, "states") else ""
        raise ValueError(f"a document is a dictionary or JSON text, not {type(document).__name__}{way}")
    parsed = documents.parse(document) if isinstance(document, str) else document
    states = _build(parsed)
    under_way = parsed.get("in_progress") is not None
    try:
        check(states[0], under_way)
    except ValueError as error:
        raise ValueError(f"{error}{_left_out(parsed, states[0], str(error))}") from None
    _resume(states, under_way)
    _check_due(states, parsed)
    return states


def _left_out(document: Mapping[str, Any], state: Record, message: str) -> str:
    """What a message about an impossible position has to add where something in it was left out of the document."""
    try:
        whole = _write(state)
    except (ValueError, IndexError):  # so impossible that it cannot be written
        return ""
    collision = _COLLISION.search(message)
    notes = []
    for seat, (given, player) in enumerate(zip(document["players"], whole["players"], strict=True)):
        for key, value in player.items():
            on_place = collision and key in ("character", "workers") and collision["place"] in json.dumps(value)
            named = f"players[{seat}]" in message and re.search(rf"\b{key}\b", message)
            if given.get(key) is None and (on_place or named):
                notes.append(f"players[{seat}].{key} is {json.dumps(value)} when left out")
    for key in ("encounters", "encounter_deck", "combat_deck"):
        if document.get(key) is None and re.search(rf"\b{key}\b", message):
            notes.append(f"{key} is {json.dumps(whole[key])} when left out")
    return "".join(f"; {note}" for note in notes)


# -- reading -----------------------------------------------------------------------------------------------------------


def _build(document: Any) -> NDArray[Any]:
    """The record of a document before its consistency is checked, as array of shape (1,)."""
    FORM.check(document)
    number(_given(document, "version", FORMAT), Number(FORMAT, FORMAT), "version")
    players = entries(_given(document, "players"), "players", 1, constants.MAX_PLAYERS)
    states = FIELDS.empty()
    state: Record = states[0]
    automas = [seat for seat, player in enumerate(players) if player.get("automa") is not None]
    levels = []
    for seat in automas:
        level = _given(players[seat]["automa"], "level", DEFAULT_LEVEL)
        levels.append(number(level, Number(1, constants.NUM_LEVELS), f"players[{seat}].automa.level"))
    options.of_document(
        ScytheConfig, document.get("options") or {}, players=len(players) - len(automas), automas=len(automas),
        automa_seats=automas, automa_level=levels,
    ).write(states)  # fmt: skip
    for seat, player in enumerate(players):
        for key in ("faction",) if seat in automas else ("faction", "mat"):
            _given(player, key, place=f"players[{seat}].")
        for key in _OF_AGENTS if seat in automas else ():
            if player.get(key) is not None:
                fail(f"players[{seat}].{key}", "an Automa has none (A1, A2)")
    FORM.read(states, document, "players[].faction", "players[].mat")
    state["level"][automas] = levels
    _set_up(state)
    FORM.read(states, document)
    for seat, player in enumerate(players):
        _read_drawn_from(state, seat, player.get("automa") or {})
        if player.get("workers_on_mat") is None:
            state["workers_left"][seat] = max(0, constants.NUM_WORKERS - int(state["workers"][seat].sum()))
    _build_tokens(state, document)
    progress = document.get("in_progress") or {}
    documents.read_steps(steps.TABLE, state, progress.get("steps") or [], "in_progress.steps")
    _deal(state, document, players)
    return states


def _given(node: Mapping[str, Any], key: str, default: Any = None, place: str = "") -> Any:
    """The value of a key, which is required unless there is a default."""
    value = node.get(key)
    if value is None and default is None:
        fail(f"{place}{key}", "it is missing")
    return default if value is None else value


def _set_up(state: Record) -> None:
    """What a set-up says about seats with their factions and mats, and the course of the game."""
    data = load_components()
    seats = range(int(state["players"]))
    automas = np.flatnonzero(state["level"])
    if len(automas):
        state["tie_base"] = constants.TIE_START
        state["pile"][automas] = automas[0] if state["automa_shared_deck"] else automas
        state["automa_deck"][state["pile"][automas]] = 1
    for seat in seats:
        faction = data.factions[state["faction"][seat]]
        mat = data.automa if state["level"][seat] else data.mats[state["mat"][seat]]
        state["seat_of"][state["faction"][seat]] = seat
        state["power"][seat], state["popularity"][seat], state["coins"][seat] = faction.power, mat.popularity, mat.coins
        state["character"][seat] = NUM_HEXES + state["faction"][seat]
        state["workers"][seat][list(faction.workers)] = 1
    state["encounters"][list(data.board.encounters)] = 1
    state["encounter_deck"][cards_of(state, "encounters")] = 1
    state["status"], state["round"] = RUNNING, 1
    state["first"] = state["active"] = first_seat(state)


def _read_drawn_from(state: Record, seat: int, automa: Mapping[str, Any]) -> None:
    """The seats that know the cards from which an Automa drew its Factory card."""
    place = f"players[{seat}].automa.drawn_from"
    if (given := automa.get("drawn_from")) is not None:
        knowing = indices(SEAT, state, (), entries(given, place), place)
        state["drawn_from"][seat] = sum(1 << other for other in knowing)


def _build_tokens(state: Record, document: Document) -> None:
    """Flags and traps, which are one field."""
    flags = entries(_given(document, "flags", []), "flags", most=constants.MAX_FLAGS)
    for hex_ in indices(HEX, state, (), flags, "flags"):
        state["faction_tokens"][hex_] = FLAG
    traps = mapping(_given(document, "traps", {}), "traps")
    for hex_, name in indices(HEX, state, (), traps, "traps").items():
        place, trap = f"traps.{HEX_NAMES[hex_]}", traps[name]
        for key in mapping(trap, place):
            if key not in ("takes", "armed"):
                fail(place, f"unknown key {key!r:.60}; allowed are takes, armed")
        if state["faction_tokens"][hex_] != NO_TOKEN:
            fail(place, "there is a flag; one faction token per territory is allowed (R220)")
        takes = _given(trap, "takes", place=f"{place}.")
        state["faction_tokens"][hex_] = TRAP + GOOD.index(state, (), takes, f"{place}.takes")
        state["armed"][hex_] = mark(_given(trap, "armed", True), f"{place}.armed")


def _deal(state: Record, document: Document, players: list[Document]) -> None:
    """Fill what a document leaves out of decks, hands, tile and generator, from its seed."""
    data = load_components()
    chance = random.Random(number(_given(document, "seed", 0), Number(0, 2**32 - 1), "seed"))
    if document.get("rng") is None:
        state["rng"] = [*(chance.getrandbits(32) for _ in range(3)), 1]
    counts = np.array([kind.count for kind in data.combat_cards])
    left = counts - state["cards"].sum(axis=0) - state["deck"] - state["discard"]
    for value in np.flatnonzero(left < 0).tolist():
        text = f"{-left[value]} too many of value {CARD_VALUES[value]} in hands, deck and discard pile"
        fail("combat_deck", f"{text}; the game has {counts[value]} (R12)")
    for seat, player in enumerate(players):
        if player.get("combat_cards") is None:
            pool = np.repeat(np.arange(len(left)), left).tolist()
            wanted = data.factions[state["faction"][seat]].combat_cards
            if len(pool) < wanted:
                fail(f"players[{seat}].combat_cards", f"{wanted} are to be dealt, but only {len(pool)} are left")
            for value in chance.sample(pool, wanted):
                state["cards"][seat][value] += 1
                left[value] -= 1
    # the deck takes what is left, or the discard pile where the deck is given alone
    if document.get("combat_deck") is None:
        state["deck"] = left
    elif document.get("combat_discard") is None:
        state["discard"] = left

    _deal_objectives(state, players, chance)
    taken = [int(card) for card in state["factory_card"] if card != NONE]
    taken += np.flatnonzero(state["face_down"].any(axis=0)).tolist()
    if document.get("factory_cards") is None:
        pool = [card for card in cards_of(state, "factory_cards") if card not in taken]
        needed = len(players) + constants.FACTORY_CARDS_BEYOND_PLAYERS - len(taken)
        state["factory_deck"][chance.sample(pool, needed)] = 1
    drawn, wanted = chance.randrange(constants.NUM_TILES), int(state["wanted_tile"])
    if document.get("tile") is None:
        state["tile"] = drawn if wanted == NONE else wanted


def _deal_objectives(state: Record, players: list[Document], chance: random.Random) -> None:
    """Objective cards and what became of them: by default the first ones are completed, as many as there are stars."""

    def cards(seat: int, key: str) -> list[int] | None:
        given, place = players[seat].get(key), f"players[{seat}].{key}"
        if given is None:
            return None
        return list(indices(OBJECTIVE, state, (), entries(given, place, most=constants.OBJECTIVES_DEALT), place))

    automas = np.flatnonzero(state["level"]).tolist()
    state["objective_state"][automas] = OBJECTIVE_LEFT
    held = [cards(seat, "objectives") or [] for seat in range(len(players))]
    pool = [card for card in cards_of(state, "objectives") if not any(card in own for own in held)]
    for seat, own in enumerate(held):
        if seat in automas:
            continue
        dealt = chance.sample(pool, constants.OBJECTIVES_DEALT - len(own))
        pool = [card for card in pool if card not in dealt]
        own += dealt
        state["objective"][seat] = own
        completed, left = cards(seat, "completed_objectives"), cards(seat, "left_objectives")
        if completed is None:
            completed = own[: state["stars"][seat][constants.STAR_OBJECTIVE]]
        if left is None:
            leaves = completed and state["faction"][seat] != constants.SAXONY
            left = [card for card in own if card not in completed] if leaves else []
        marks = (("completed_objectives", completed, OBJECTIVE_COMPLETED), ("left_objectives", left, OBJECTIVE_LEFT))
        for key, chosen, mark_ in marks:
            for card in chosen:
                if card not in own:
                    fail(f"players[{seat}].{key}", f"{card + 1} is not one of the objectives {[c + 1 for c in own]}")
                if key == "left_objectives" and card in completed:
                    fail(f"players[{seat}].{key}", f"{card + 1} is among completed_objectives too")
                state["objective_state"][seat][own.index(card)] = mark_


def _resume(states: NDArray[Any], under_way: bool) -> None:
    """Bring a running game to the decision that is due; without ``in_progress`` a turn starts."""
    state: Record = states[0]
    if state["status"] != RUNNING:
        return
    if not under_way:
        state["depth"] = 1
        begins = steps.AUTOMA_TURN if state["level"][state["active"]] else steps.START_TURN
        state["step_kind"][0], state["step_seat"][0] = begins, state["active"]
    engine.kernel_of(states).resume(states, 0, np.zeros(NUM_ACTIONS, np.int8))


def _check_due(states: NDArray[Any], document: Any) -> None:
    """The decision and its seat, where a document gives them, must be those that are due."""
    asked = states.copy()
    FORM.read(asked, document, "turn.decision", "turn.to_act")
    due, seat = int(states["decision"][0]), int(states["seat_to_act"][0])
    decision, to_act = int(asked["decision"][0]), int(asked["seat_to_act"][0])
    if decision != due:
        text = "nothing" if due == NONE else repr(steps.DECISIONS[due])
        fail("turn.decision", f"{text} is due, not {steps.DECISIONS[decision]!r}")
    if to_act != seat:
        names = (*SEAT.names_in(states[0], ()), "nobody")
        fail("turn.to_act", f"{names[seat]} is to act, not {names[to_act]}")


# -- writing -----------------------------------------------------------------------------------------------------------


def _write(state: Record) -> Document:
    """The document of a record, in which what is hidden may be empty."""
    seats, given = range(int(state["players"])), options.read(ScytheConfig, state)
    tokens = {HEX_NAMES[hex_]: int(token) for hex_, token in enumerate(state["faction_tokens"]) if token != NO_TOKEN}
    cards = [[None if card == NONE else int(card) + 1 for card in state["objective"][seat]] for seat in seats]

    def in_state(mark_: int) -> list[list[int | None]]:
        states = state["objective_state"]
        return [[card for card, kind in zip(cards[seat], states[seat], strict=True) if kind == mark_] for seat in seats]

    document = FORM.write(
        state,
        {
            "version": FORMAT,
            "options": {key: value for key, value in given.items() if key not in _FOLLOWING},
            "players[].objectives": [sorted(own, key=lambda card: card is not None) for own in cards],
            "players[].completed_objectives": in_state(OBJECTIVE_COMPLETED),
            "players[].left_objectives": in_state(OBJECTIVE_LEFT),
            "flags": [hex_ for hex_, token in tokens.items() if token == FLAG],
            "traps": {
                hex_: {"takes": GOODS[token - TRAP], "armed": bool(state["armed"][HEX_NAMES.index(hex_)])}
                for hex_, token in tokens.items()
                if token != FLAG
            },
            "in_progress.steps": documents.write_steps(steps.TABLE, state),
            "players[].automa.drawn_from": [_names_of(state, int(bits)) for bits in state["drawn_from"]],
        },
    )
    for seat, player in zip(seats, document["players"], strict=True):
        for key in _OF_AGENTS if state["level"][seat] else ["automa"]:
            del player[key]
        if state["level"][seat] and state["character"][seat] == NONE:
            player["character"] = "mat"
    if not uses_tie_token(state):
        del document["tie_token"]
    progress = document["in_progress"]
    document["in_progress"] = {"steps": progress["steps"], **filled(progress)}
    return document


def _names_of(state: Record, bits: int) -> list[Name]:
    """The seats whose bits are set, as documents call them."""
    return [name for seat, name in enumerate(SEAT.names_in(state, ())) if bits >> seat & 1]
