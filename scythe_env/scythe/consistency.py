"""Which positions are impossible: the checks of documents that :mod:`scythe_env.scythe.notation` makes."""

from __future__ import annotations

from typing import Final

import numpy as np

from ..core.document import check_steps
from ..core.fields import Record, fail
from . import constants, steps
from .components import BOTTOM_ACTIONS, FACTIONS, HEX_NAMES, MATS, STAR_GOALS, STRUCTURES, TILE_KINDS, load_components
from .config import ScytheConfig
from .constants import ALBION, CRIMEA, FLAG, MAX_STARS, NONE, NUM_HEXES, NUM_WORKERS, RUNNING, SAXONY, TOGAWA, TRAP
from .names import CARD_VALUES, CARGO, GOODS, PLACES, SIDES, mech_names, unit_names
from .state import FIELDS

_BEFORE_REVEAL: Final = steps.TABLE.group(steps.BEFORE_REVEAL)
_AFTER_REVEAL: Final = steps.TABLE.group(steps.AFTER_REVEAL)

_SEATED: Final = (("faction", FACTIONS), ("mat", MATS))
_SAILING: Final = ("seaworthy", "submerge", "suiton")  # abilities of mechs that open lakes
_PROMOS: Final = {"objectives": "promo_objectives", "encounters": "promo_encounters", "factory_cards": "promo_factory"}
_LASTING: Final = ("cubes", "mechs", "structures", "recruits", "workers")
"""What stars of the first kinds stand for, which is never lost again."""


def check(state: Record, in_progress: bool) -> None:
    """Refuse a record of an impossible position.

    Args:
        state: element of an array of STATE.
        in_progress: whether its steps and marks were given; without them the active seat is about to start its turn.

    Raises:
        ValueError: names the place in the document and what is allowed there.
    """
    seats = range(int(state["players"]))
    _check_seats(state)
    for seat in seats:
        if state["level"][seat]:
            _check_automa(state, seat)
        else:
            _check_mat(state, seat)
            _check_objectives(state, seat)
        _check_stars(state, seat)
        _check_units(state, seat)
    _check_hands(state)
    _check_decks(state)
    _check_board(state)
    _check_tokens(state)
    _check_turn(state, in_progress)
    if in_progress:
        _check_marks(state)
        for level, kind in enumerate(state["step_kind"][: state["depth"]].tolist()):
            if kind in (*_BEFORE_REVEAL, *_AFTER_REVEAL):
                _check_combat(state, kind, f"in_progress.steps[{level}]")
            if kind == steps.REVEAL_COMBAT:
                _check_automa_cards(state, level)
        check_steps(steps.TABLE, state, "in_progress.steps")


def _check_seats(state: Record) -> None:
    players = int(state["players"])
    factions, mats = (
        [None if index == NONE else names[index] for index in state[kind][:players]] for kind, names in _SEATED
    )
    automas = np.flatnonzero(state["level"][:players]).tolist()
    if (marked := sum(1 << seat for seat in automas)) != state["scripted"]:
        fail("players", f"the Automas are those of {marked:b}, not of {state['scripted']:b}")
    try:
        ScytheConfig(
            players=players - len(automas), automas=len(automas), automa_seats=automas, factions=factions, mats=mats,
            exclude_banned_pairs=bool(state["exclude_banned_pairs"]),
        )  # fmt: skip
    except ValueError as error:
        fail("players", str(error))
    for kind, names in _SEATED:
        for seat, (asked, there) in enumerate(zip(state[f"wanted_{kind}"][:players], state[kind], strict=False)):
            if asked not in (NONE, there):
                text = f"{names[asked]} was asked for, but the player has {names[there]}"
                fail(f"options.{kind}s[{seat}]", text)


def uses_tie_token(state: Record) -> bool:
    """Whether the tie token is in the game: with Automas and more than two seats (A103)."""
    return bool(state["level"].any()) and int(state["players"]) > constants.TWO_SEATS


def _check_mat(state: Record, seat: int) -> None:
    place = f"players[{seat}]"
    mat = load_components().mats[state["mat"][seat]]
    cubes, boxes = int(state["cubes"][seat].sum()), int(state["boxes"][seat].sum())
    if cubes != boxes:
        fail(f"{place}.upgrades", f"{cubes} cubes were taken off the benefits, but {boxes} cover costs")
    for column in mat.columns:
        if state["boxes"][seat][BOTTOM_ACTIONS.index(column.bottom)] > column.coverable:
            fail(f"{place}.upgrades.costs.{column.bottom}", f"the {mat.name} mat has {column.coverable} brackets there")
    recruits, bonuses = int(state["recruits"][seat].sum()), int(state["one_time"][seat].sum())
    if recruits != bonuses:
        fail(f"{place}.one_time_bonuses", f"{bonuses} are used, but there are {recruits} recruits")
    if state["section"][seat] == constants.FACTORY_SECTION and state["factory_card"][seat] == NONE:
        fail(f"{place}.section", "factory needs a factory_card")


def _check_automa(state: Record, seat: int) -> None:
    """What an Automa has of its own: tracker, deck, Factory card (A16-A21, A69)."""
    place, level = f"players[{seat}].automa", int(state["level"][seat])
    tracker = load_components().automa.trackers[level - 1]
    if (space := int(state["space"][seat])) >= tracker.spaces:
        last = tracker.spaces - 1
        fail(f"{place}.space", f"0 to {last} are the spaces of the tracker of level {level}, not {space}")
    if state["pile"][seat] != seat and (state["automa_deck"][seat].any() or state["automa_card"][seat] != NONE):
        fail(f"{place}.deck", "there is one deck for all, which the first Automa has (QA101)")
    if (cards := int(state["face_down"][seat].sum())) > 1:
        fail(f"{place}.factory_card", f"an Automa has one at most, not {cards} (A69)")
    for other in range(int(state["players"])):
        if state["drawn_from"][seat] >> other & 1 and not (cards and state["factory_card"][other] != NONE):
            name = FACTIONS[state["faction"][other]]
            fail(f"{place}.drawn_from", f"{name} knew the cards only if both have a Factory card (A69)")
    if (popularity := int(state["popularity"][seat])) != (needed := constants.AUTOMA_POPULARITY):
        fail(f"players[{seat}].popularity", f"it stays on {needed} for an Automa, not {popularity} (A11)")
    spots = [spot for spot in _spots(state, seat) if 0 <= spot < NUM_HEXES]
    if twice := [HEX_NAMES[spot] for spot in spots if spots.count(spot) > 1]:
        fail(f"players[{seat}]", f"two combat units of an Automa are on {twice[0]} (A50)")


def _check_stars(state: Record, seat: int) -> None:
    place = f"players[{seat}].stars"
    stars = state["stars"][seat]
    most = dict.fromkeys(STAR_GOALS, 1) | {"combat_wins": constants.MAX_COMBAT_STARS}
    if state["faction"][seat] == SAXONY and not state["level"][seat]:
        most |= {"combat_wins": MAX_STARS, "objective": constants.OBJECTIVES_DEALT}
    for goal, number in zip(STAR_GOALS, stars, strict=True):
        if number > most[goal]:
            fail(f"{place}.{goal}", f"at most {most[goal]} are allowed, not {number}")
        if number and state["level"][seat] and goal not in ("combat_wins", "power"):
            fail(f"{place}.{goal}", "no such goal brings an Automa a star (A87)")
    if (total := star_total(state, seat)) > MAX_STARS:
        fail(place, f"at most {MAX_STARS} in all are allowed, not {total} (R180)")
    for star, (goal, number), field in zip(stars, load_components().tracks.star_goals, _LASTING, strict=False):
        row = state[field][seat]
        there = row.sum() if field == "workers" else (row != FIELDS[field].empty).sum()
        if star and there < number:
            fail(f"{place}.{goal}", f"the star needs all {number}, but there are {there} (R175)")


def star_total(state: Record, seat: int) -> int:
    """The stars that a seat has placed, those of an Automa's tracker among them."""
    return int(state["stars"][seat].sum()) + tracker_stars(state, seat)


def tracker_stars(state: Record, seat: int) -> int:
    """The stars that an Automa has placed by its tracker; 0 for others."""
    level, space = int(state["level"][seat]), int(state["space"][seat])
    return sum(at <= space for at in load_components().automa.trackers[level - 1].stars_at) if level else 0


def _check_objectives(state: Record, seat: int) -> None:
    stars, saxony = state["stars"][seat], state["faction"][seat] == SAXONY
    marks = [int(mark) for mark in state["objective_state"][seat]]
    completed = marks.count(constants.OBJECTIVE_COMPLETED)
    place = f"players[{seat}].completed_objectives"
    if completed != stars[constants.STAR_OBJECTIVE]:
        fail(place, f"{completed} are completed, but there are {stars[constants.STAR_OBJECTIVE]} stars for objectives")
    if (marks.count(constants.OBJECTIVE_LEFT) > 0) != (completed > 0 and not saxony):
        text = "the other card leaves when one is completed, but Saxony's stays (R167)"
        fail(f"players[{seat}].left_objectives", text)


def _check_units(state: Record, seat: int) -> None:
    place = f"players[{seat}]"
    faction = int(state["faction"][seat])
    workers = int(state["workers"][seat].sum())
    if not constants.START_WORKERS <= workers <= NUM_WORKERS:
        text = f"{constants.START_WORKERS} to {NUM_WORKERS} have left the mat in every game, not {workers} (R3, R75)"
        fail(f"{place}.workers", text)
    if state["workers_left"][seat] != NUM_WORKERS - workers:
        fail(f"{place}.workers_on_mat", f"with {workers} on the board there are {NUM_WORKERS - workers}")
    fighters = ("character", *(f"mechs.{name}" for name in mech_names(faction)))
    spots = list(zip(fighters, _spots(state, seat), strict=True))
    spots += [(f"workers.{PLACES[spot]}", spot) for spot in range(constants.NUM_PLACES) if state["workers"][seat][spot]]
    mechs = {int(spot) for spot in state["mechs"][seat]}
    for key, spot in spots:
        if spot == NONE:
            continue
        if spot >= NUM_HEXES and spot != NUM_HEXES + faction and not (faction == CRIMEA and _by_wayfare(state, spot)):
            fail(f"{place}.{key}", f"a unit of {FACTIONS[faction]} cannot be on {PLACES[spot]} (R42, R211)")
        if _is_lake(spot) and not _sails(state, seat):
            who = "this Automa cannot enter (A3)" if state["level"][seat] else f"{FACTIONS[faction]} cannot enter (R38)"
            fail(f"{place}.{key}", f"{PLACES[spot]} is a lake, which {who}")
        if _is_lake(spot) and not state["level"][seat] and key.startswith("workers") and spot not in mechs:
            fail(f"{place}.{key}", f"{PLACES[spot]} is a lake; workers need an own mech there (R206)")
    for kind, spot in enumerate(state["structures"][seat]):
        key = f"{place}.structures.{STRUCTURES[kind]}"
        if spot != NONE and _is_lake(spot):
            fail(key, f"{HEX_NAMES[spot]} is a lake; structures stand on land (R91)")
        other, second = np.argwhere(state["structures"] == spot)[0].tolist()
        if spot != NONE and (other, second) != (seat, kind):
            fail(key, f"on {HEX_NAMES[spot]} there is the {STRUCTURES[second]} of players[{other}] (R91)")


def _sails(state: Record, seat: int) -> bool:
    """Whether lakes are open for a seat: by the ability of a mech (R38), for an Automa by its tracker (A3)."""
    if level := int(state["level"][seat]):
        return bool(state["space"][seat] >= load_components().automa.trackers[level - 1].water_open_from)
    names = mech_names(int(state["faction"][seat]))
    return any(name in _SAILING and spot != NONE for name, spot in zip(names, state["mechs"][seat], strict=True))


def _is_lake(place: int) -> bool:
    return place < NUM_HEXES and load_components().board.hexes[place].is_lake


def _by_wayfare(state: Record, base: int) -> bool:
    """Whether Wayfare can have led Crimea to a home base: its own or one that is not in the game (R211, R235)."""
    crimea, owner = int(state["seat_of"][CRIMEA]), state["seat_of"][base - NUM_HEXES]
    if crimea == NONE or owner not in (NONE, crimea) or state["players"] > constants.WAYFARE_BASE_PLAYERS:
        return False
    return bool(state["mechs"][crimea][constants.WAYFARE] != NONE)


def _check_hands(state: Record) -> None:
    numbers = state["cards"].sum(axis=0) + state["deck"] + state["discard"]
    for number, kind in zip(numbers, load_components().combat_cards, strict=True):
        if number != kind.count:
            text = f"{number} of value {kind.value} are in hands, deck and discard pile"
            fail("combat_deck", f"{text}; the game has {kind.count} (R12)")
    for seat, owner in np.argwhere(state["known"].any(axis=2)):
        place = f"players[{seat}].knows.{FACTIONS[state['faction'][owner]]}"
        if owner == seat:
            fail(place, "cards of others are meant")
        for known, held, value in zip(state["known"][seat][owner], state["cards"][owner], CARD_VALUES, strict=True):
            if known > held:
                fail(place, f"that hand has {held} of value {value}")


def _check_decks(state: Record) -> None:
    seats = range(int(state["players"]))
    drawable, on_factory = (np.flatnonzero(state[deck]).tolist() for deck in ("encounter_deck", "factory_deck"))
    dealt = np.argwhere(state["objective"] != NONE).tolist()
    objectives = [(f"players[{seat}].objectives", int(state["objective"][seat][k])) for seat, k in dealt]
    taken = [(f"players[{k}].factory_card", int(card)) for k, card in enumerate(state["factory_card"]) if card != NONE]
    taken += [(f"players[{k}].automa.factory_card", int(card)) for k, card in np.argwhere(state["face_down"])]
    _check_cards(state, "objectives", objectives)
    _check_cards(state, "encounters", [("encounter_deck", card) for card in drawable])
    _check_cards(state, "factory_cards", taken + [("factory_cards", card) for card in on_factory])
    if len(drawable) < (tokens := int(state["encounters"].sum())):
        text = f"there are {tokens} tokens of encounters, so as many cards are needed, not {len(drawable)}"
        fail("encounter_deck", text)
    if len(on_factory) != (needed := len(seats) + constants.FACTORY_CARDS_BEYOND_PLAYERS - len(taken)):
        text = f"{needed} are needed (one more than players, less those taken; R9), not {len(on_factory)}"
        fail("factory_cards", text)


def cards_of(state: Record, kind: str) -> list[int]:
    """The cards of a kind, a key of :data:`_PROMOS`, that are in the game: promo cards are with their option only."""
    return [card for card, row in enumerate(getattr(load_components(), kind)) if state[_PROMOS[kind]] or not row.promo]


def _check_cards(state: Record, kind: str, cards: list[tuple[str, int]]) -> None:
    """Each card is in the game, and in one place."""
    places: dict[int, str] = {}
    allowed = cards_of(state, kind)
    for place, card in cards:
        if card not in allowed:
            fail(place, f"{card + 1} is a promo card; options.{_PROMOS[kind]} is needed")
        if card in places:
            fail(place, f"{card + 1} belongs to {places[card].partition('.')[0]} already")
        places[card] = place


def _check_board(state: Record) -> None:
    seats = range(int(state["players"]))
    active = int(state["active"])
    revealed = any(kind in _AFTER_REVEAL for kind in state["step_kind"][: state["depth"]])
    standing = [_spots(state, seat) for seat in seats]
    workers = state["workers"].tolist()
    for place in range(constants.NUM_PLACES):
        fighters = [spots.count(place) for spots in standing]
        here = [seat for seat in seats if fighters[seat] or workers[seat][place]]
        due = place < NUM_HEXES and bool(state["combat_due"][place])
        retreating = place == state["combat_place"] and revealed
        fighting = len(here) == 2 and active in here and fighters[here[0]] and fighters[here[1]]
        if due and not retreating and not fighting:
            text = f"a combat on {PLACES[place]} needs the active player and one other, both with a character or mech"
            fail("in_progress.move.combat_due", text)
        if len(here) > 1 and not due:
            names = " and ".join(FACTIONS[state["faction"][seat]] for seat in here)
            fail("players", f"units of {names} are on {PLACES[place]}, where no combat is due")
        if not state["tokens"][place].any():
            continue
        if _is_lake(place) and not any(fighters) and not state["level"].any():  # Automas leave them (A54)
            fail(f"tokens.{PLACES[place]}", "tokens on a lake need a character or mech there (R206)")
        # undone moves may bring tokens to any base, but only when the game is over (R186)
        if place >= NUM_HEXES and state["status"] == RUNNING and not _by_wayfare(state, place):
            fail(f"tokens.{PLACES[place]}", "only Crimea's Wayfare brings tokens to a home base (R43, R211)")
    for hex_ in np.flatnonzero(state["encounters"]).tolist():
        data = load_components().board
        if not data.hexes[hex_].encounter:
            allowed = ", ".join(HEX_NAMES[at] for at in data.encounters)
            fail("encounters", f"{HEX_NAMES[hex_]} is not an encounter hex; allowed are {allowed}")


def _spots(state: Record, seat: int) -> list[int]:
    """Where the character and the mechs of a seat are, -1 for a mech on the mat."""
    return [int(state["character"][seat]), *state["mechs"][seat].tolist()]


def _check_tokens(state: Record) -> None:
    """Flags and traps."""
    taken: dict[int, int] = {}
    for hex_, token in enumerate(state["faction_tokens"]):
        if token == constants.NO_TOKEN:
            continue
        owner = ALBION if token == FLAG else TOGAWA
        seat = int(state["seat_of"][owner])
        key = "flags" if token == FLAG else f"traps.{HEX_NAMES[hex_]}"
        if seat == NONE:
            fail(key, f"{FACTIONS[owner]} is not in the game")
        if _is_lake(hex_) and not _sails(state, seat):
            fail(key, f"{HEX_NAMES[hex_]} is a lake, which {FACTIONS[owner]} cannot enter (R38)")
        if token != FLAG and int(token) in taken:
            good, other = GOODS[token - TRAP], HEX_NAMES[taken[int(token)]]
            fail(key, f"the trap that takes {good} is on {other} already; there is one of each kind (R226)")
        taken[int(token)] = hex_


def _check_turn(state: Record, in_progress: bool) -> None:
    seats = range(int(state["players"]))
    first = first_seat(state)
    if state["first"] != first:
        name = FACTIONS[state["faction"][first]]
        fail("turn.first", f"{name} begins, who has the player mat with the lowest number (R4)")
    if not uses_tie_token(state) and state["tie_base"] != (constants.TIE_START if state["level"].any() else NONE):
        fail("tie_token", "it is only used with Automas and more than two seats (A103)")
    if state["wanted_tile"] not in (NONE, state["tile"]):
        fail("tile", f"options.tile asks for {TILE_KINDS[state['wanted_tile']]}")
    if state["round"] > state["max_rounds"]:
        fail("turn.round", f"at most options.max_rounds ({state['max_rounds']}) is allowed, not {state['round']}")
    full = [seat for seat in seats if star_total(state, seat) == MAX_STARS]
    if state["status"] == constants.ENDED and not full:
        fail("turn.status", f"the game ends when a player has {MAX_STARS} stars, but nobody has (R181)")
    kinds = state["step_kind"][: state["depth"]]
    in_combat = any(kind in (*_BEFORE_REVEAL, *_AFTER_REVEAL) for kind in kinds)
    if state["status"] == RUNNING and full and not in_combat:
        text = f"with {MAX_STARS} stars the game is over; turn.status must be 'ended' (R181)"
        fail(f"players[{full[0]}].stars", text)
    if state["status"] != RUNNING and len(kinds) > 0:
        fail("in_progress.steps", "the game is over, so no step is left")
    if state["status"] == RUNNING and in_progress and len(kinds) == 0:
        fail("in_progress.steps", "the game is running, so a step is due; leave in_progress out to start a turn")


def first_seat(state: Record) -> int:
    """The seat that begins: the one with the lowest player mat (R4), or the first one if all are Automas (QA8)."""
    mats = {seat: int(mat) for seat, mat in enumerate(state["mat"][: state["players"]]) if mat != NONE}
    return min(mats, key=mats.__getitem__, default=0)


# -- a turn under way --------------------------------------------------------------------------------------------------


def _check_marks(state: Record) -> None:
    """Marks of a turn under way against the board."""
    seat = int(state["active"])
    faction = int(state["faction"][seat])
    if state["level"][seat] and state["drove_off"]:
        fail("in_progress.drove_off", "it is the turn of an Automa, which has no objectives (A2)")
    if state["coerced"] and faction != CRIMEA:
        fail("in_progress.coercion_used", "only Crimea has Coercion (R111)")
    if state["crossed"] and faction != TOGAWA:
        fail("in_progress.river_crossed", "only Togawa has Toka (R229)")
    for kind in np.flatnonzero(state["new_recruits"]).tolist():
        if not state["recruits"][seat][kind]:
            fail("in_progress.new_recruits", f"{FACTIONS[faction]} does not have the recruit of {BOTTOM_ACTIONS[kind]}")
    for kind in np.flatnonzero(state["new_structures"]).tolist():
        if state["structures"][seat][kind] == NONE:
            fail("in_progress.new_structures", f"{FACTIONS[faction]} has not built the {STRUCTURES[kind]}")

    to_come = state["step_kind"][: state["depth"]]
    for field in FIELDS:
        if field.until not in (NONE, *to_come) and (state[field.name] != field.empty).any():
            fail(field.key, f"this needs {steps.STEPS[field.until]!r} among the steps")
    move, units = "in_progress.move", unit_names(faction)
    workers, tokens = state["workers"][seat], state["tokens"]
    spots = _spots(state, seat)
    unit, place = int(state["unit"]), int(state["unit_place"])
    if (unit == NONE) != (place == NONE):
        fail(f"{move}.place", "unit and place belong together")
    works = unit == constants.UNIT_WORKER
    if unit != NONE and (workers[place] == 0 if works else spots[unit] != place):
        fail(f"{move}.place", f"the {units[unit]} is not on {PLACES[place]}")
    if works and state["walked"][place] == 0:
        fail(f"{move}.walked.{PLACES[place]}", "the worker that is moving counts as one that has walked")
    for at in np.flatnonzero(state["walked"] > workers).tolist():
        fail(f"{move}.walked.{PLACES[at]}", f"there are {workers[at]} workers")
    if state["cargo"].any():
        if unit == NONE:
            fail(f"{move}.cargo", "no unit is moving")
        here = [int(workers[place] - state["walked"][place]), int(state["walked"][place]), *tokens[place].tolist()]
        if not constants.UNIT_CHARACTER < unit < constants.UNIT_WORKER:
            here[: constants.CARGO_TOKENS] = [0] * constants.CARGO_TOKENS
        for number, most, name in zip(state["cargo"], here, CARGO, strict=True):
            if number > most:
                fail(f"{move}.cargo.{name}", f"{most} can go along from {PLACES[place]}, not {number}")
    for k, spot in enumerate(spots):
        for key in ("moved", "rearm_due", "came_workers", "came_tokens"):
            if spot == NONE and state[key][k].any():
                fail(f"{move}.{key}", f"the {units[k]} is not on the board")
    for at in np.flatnonzero(state["combat_due"]).tolist():
        units_here = [k for k, spot in enumerate(spots) if spot == at]
        if state["came_workers"][units_here].sum() > workers[at]:
            fail(f"{move}.came_workers", f"there are {workers[at]} workers on {PLACES[at]}")
        if (state["came_tokens"][units_here].sum(axis=0) > tokens[at]).any():
            fail(f"{move}.came_tokens", f"there are fewer tokens on {PLACES[at]}")
    for at in np.flatnonzero(state["producers"]).tolist():
        most = int(workers[at]) + (at == state["mill_place"])
        if state["producers"][at] > most:
            fail(f"in_progress.produce.producers.{HEX_NAMES[at]}", f"at most {most} can produce there")
    if state["mill_place"] != NONE and state["mill_place"] != state["structures"][seat][constants.MILL]:
        fail("in_progress.produce.mill", f"the mill of {FACTIONS[faction]} is not there")
    for lake in np.flatnonzero(state["retreat_lakes"]).tolist():
        if not _is_lake(lake):
            fail("in_progress.combat.retreat_lakes", f"{HEX_NAMES[lake]} is not a lake")


def _check_automa_cards(state: Record, level: int) -> None:
    """Before the reveal of a combat with Automas, and of no other, they draw their cards (A61)."""
    draw = level + 1 < state["depth"] and state["step_kind"][level + 1] == steps.AUTOMA_CARDS
    if draw != state["level"][[state["active"], state["defender"]]].any():
        needed = "is needed, as an Automa fights" if not draw else "is not allowed, as no Automa fights"
        fail(f"in_progress.steps[{level + 1}]", f"'automa cards' {needed} (A61)")


def _check_combat(state: Record, kind: int, place: str) -> None:
    """A step of a combat needs its place, its two sides, and before the reveal choices that can be paid."""
    hex_, defender, winner = int(state["combat_place"]), int(state["defender"]), int(state["winner"])
    sides = (int(state["active"]), defender)
    if not 0 <= hex_ < NUM_HEXES or not state["combat_due"][hex_]:
        fail("in_progress.combat.place", f"{steps.STEPS[kind]!r} needs a territory of in_progress.move.combat_due")
    if defender == NONE or defender == sides[0]:
        fail("in_progress.combat.defender", f"{steps.STEPS[kind]!r} needs an opponent of the active player")
    if kind in _BEFORE_REVEAL:
        if winner != NONE:
            fail("in_progress.combat.winner", f"{place} comes before the reveal")
        for side, seat in enumerate(sides):
            if hex_ not in _spots(state, seat):
                fail("in_progress.combat.place", f"the {SIDES[side]} needs a character or mech on {HEX_NAMES[hex_]}")
            if state["dial"][side] > state["power"][seat]:
                fail(f"in_progress.combat.dial.{SIDES[side]}", f"only {state['power'][seat]} power is left")
            if (state["played"][side] > state["cards"][seat]).any():
                fail(f"in_progress.combat.played.{SIDES[side]}", "the cards are not in the hand")
    elif winner not in sides:
        fail("in_progress.combat.winner", f"{place} comes after the reveal")
