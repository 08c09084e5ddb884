"""The log of a game: every decision with what it brought about, as events and as text; and recorded games.

:class:`GameLog` plays decisions and notes events. What happened is read off the record before and after each decision,
so the log knows next to no rules. By default it shows what a spectator sees; with ``full`` also hands and drawn cards.
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import asdict
from textwrap import indent
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from ..core.game import check_seed
from ..core.replay import FIRST_DECISION, Replay, read_replay, write_replay
from . import engine, steps
from .actions import (
    A_CARD,
    A_DONE,
    A_FACTION,
    A_NUMBER,
    A_REVEAL,
    CUBES,
    GOODS,
    NUM_ACTIONS,
    PLACES,
    action_text,
    parse_action,
)
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
from .constants import (
    CRIMEA,
    FLAG,
    MAX_PLAYERS,
    NONE,
    NUM_FIGHTERS,
    NUM_OBJECTIVES,
    RUNNING,
    TOGAWA,
    TRAP,
)
from .events import (
    Built,
    CardsDiscarded,
    CardsDrawn,
    CardStolen,
    CombatBegan,
    CombatDecided,
    Decided,
    DecidedInSecret,
    Deployed,
    EncounterDrawn,
    Enlisted,
    Event,
    FactoryCardTaken,
    GameOver,
    Goods,
    HandSeen,
    LogBegan,
    Moved,
    NewWorkers,
    ObjectiveRevealed,
    Side,
    StarPlaced,
    Start,
    TokenPlaced,
    Tokens,
    TrapSprung,
    TurnBegan,
    Upgraded,
    Went,
)
from .game import SCORE_PARTS, Scythe
from .names import CARD_VALUES, STATUSES, step_keys, unit_names
from .rules.scoring import NUM_SCORE_PARTS, SCORE_RANK, SCORE_TOTAL
from .state import STATE

__all__ = ["GameLog", "load_replay", "replay", "save_replay"]

Record = Any  # one element of an array of STATE; numpy types its fields loosely
_INDENT: Final = "  "


class GameLog:
    """Plays a game decision by decision and notes what happens.

    Forced decisions are noted too. The game that the log was made from stays as it is.

    Attributes:
        events: all that has happened since the log began.
        decisions: seat and text of each action that was chosen; forced ones are not among them.
        config, seed: of the deal, where the log began with it; else None.
    """

    def __init__(self, states: NDArray[Any], i: int = 0, *, full: bool = False) -> None:
        """Begin with a game that is under way.

        Args:
            states: array of :data:`~scythe_env.scythe.state.STATE`, shape (n,).
            i: which of its games.
            full: show hands, objectives, drawn cards and secret choices too.

        Raises:
            ValueError: the array has another dtype.
        """
        if states.dtype != STATE or states.ndim != 1:
            raise ValueError(f"an array of STATE of shape (n,) is needed, not {states.dtype} of shape {states.shape}")
        self.events: list[Event] = []
        self.decisions: list[tuple[int, str]] = []
        self.config: ScytheConfig | None = None
        self.seed: int | None = None
        self._full = full
        self._states = states[[i]]
        self._play_forced = bool(self._states["play_forced"][0])
        self._states["play_forced"] = 0
        self._mask = np.zeros(NUM_ACTIONS, np.int8)
        engine.resume(self._states, 0, self._mask)
        state = self._states[0]
        self._note(_beginning(state))
        if self.running:
            self._note(_turn(state))
            self._play_on()

    @classmethod
    def deal(cls, config: ScytheConfig, seed: int, *, full: bool = False) -> GameLog:
        """Begin with a new game.

        Raises:
            TypeError, ValueError: the seed is no integer of 0 .. 2**64 - 1.
        """
        game = Scythe(config)
        states = game.new_states(1)
        game.reset(states, 0, check_seed(seed), np.zeros(NUM_ACTIONS, np.int8))
        log = cls(states, full=full)
        log.config, log.seed = config, seed
        return log

    @property
    def states(self) -> NDArray[Any]:
        """A copy of the game where it stands, array of STATE of shape (1,)."""
        states = self._states.copy()
        states["play_forced"] = self._play_forced
        return states

    @property
    def running(self) -> bool:
        """Whether the game goes on."""
        return bool(self._states["status"][0] == RUNNING)

    @property
    def seat(self) -> int:
        """The seat to act, -1 when the game is over."""
        return int(self._states["seat_to_act"][0])

    @property
    def legal(self) -> list[str]:
        """The texts of the actions that are allowed now."""
        return [self._text(int(action)) for action in np.flatnonzero(self._mask)]

    def play(self, action: int | str) -> list[Event]:
        """Play an action, given by its number or its text, and forced ones after it.

        Returns:
            The events that it brought about.

        Raises:
            ValueError: the game is over, or the action is not allowed; nothing has changed.
        """
        if not self.running:
            raise ValueError("the game is over")
        decision, faction = int(self._states["decision"][0]), self._faction
        number = parse_action(action, decision, faction) if isinstance(action, str) else int(action)
        text = action_text(number, decision, faction)
        if not self._mask[number]:
            name = steps.DECISIONS[decision]
            raise ValueError(f"{text!r} is not allowed in the decision {name!r} of {FACTIONS[faction]}: {self.legal}")
        known = len(self.events)
        self.decisions.append((self.seat, text))
        self._apply(number, forced=False)
        self._play_on()
        return self.events[known:]

    def lines(self, events: Iterable[Event] | None = None) -> Iterator[str]:
        """The log as lines of text, of all events or of those given."""
        for event in self.events if events is None else events:
            yield from indent(event.text(), _INDENT * event.level).split("\n")

    def __str__(self) -> str:
        """The whole log as text."""
        return "\n".join(self.lines())

    def result(self) -> dict[str, Any]:
        """How the game stands: status, round, and the scores in seat order, as JSON values."""
        state = self._states[0]
        return {
            "status": STATUSES[state["status"]],
            "round": int(state["round"]),
            "scores": list(_scores(self._states)),
        }

    @property
    def _faction(self) -> int:
        return int(self._states["faction"][0][self.seat])

    def _text(self, action: int) -> str:
        return action_text(action, int(self._states["decision"][0]), self._faction)

    def _play_on(self) -> None:
        """Play decisions with one legal action, if the game does."""
        while self._play_forced and self.running and self._mask.sum() == 1:
            self._apply(int(self._mask.argmax()), forced=True)

    def _apply(self, action: int, forced: bool) -> None:
        before = self._states.copy()[0]
        engine.apply(self._states, 0, action, self._mask)
        after = self._states[0]
        decision, seat = int(before["decision"]), int(before["seat_to_act"])
        faction = int(before["faction"][seat])
        decided = DecidedInSecret if decision in (steps.DIAL, steps.COMBAT_CARD) else Decided
        text = action_text(action, decision, faction)
        self._note(decided(FACTIONS[faction], steps.DECISIONS[decision], _about(before), text, forced))
        self._note(*_Comparison(before, after, action).events())
        if not self.running:
            scores = _scores(self._states)
            self._note(GameOver(STATUSES[after["status"]], int(after["round"]), scores))
        elif (before["round"], before["active"]) != (after["round"], after["active"]):
            self._note(_turn(after))

    def _note(self, *events: Event) -> None:
        self.events.extend(event if self._full else event.seen_by(None) for event in events)


# -- what happened -----------------------------------------------------------------------------------------------------


def _beginning(state: Record) -> LogBegan:
    seats = []
    for seat in range(int(state["players"])):
        hand = _by_value(state["cards"][seat])
        names = tuple(_objective(int(card)) for card in state["objective"][seat])
        seats.append(
            Start(
                FACTIONS[state["faction"][seat]],
                MATS[state["mat"][seat]],
                int(state["coins"][seat]),
                int(state["power"][seat]),
                int(state["popularity"][seat]),
                sum(hand.values()),
                hand,
                names,
            )
        )
    return LogBegan(TILE_KINDS[state["tile"]].replace("_", " "), tuple(seats))


def _turn(state: Record) -> TurnBegan:
    return TurnBegan(int(state["round"]), FACTIONS[state["faction"][state["active"]]])


def _about(state: Record) -> tuple[str, ...]:
    """What the decision that is due is about: the names among the numbers of its step."""
    top = int(state["depth"]) - 1
    keys = step_keys(int(state["decision"]), int(state["faction"][state["seat_to_act"]]))
    values = int(state["step_a"][top]), int(state["step_b"][top])
    return tuple(names[value] for (_, names), value in zip(keys, values, strict=False) if names and value != NONE)


def _scores(states: NDArray[Any]) -> tuple[dict[str, Any], ...]:
    """Faction, parts of the score, total and rank of each seat."""
    out = np.zeros((MAX_PLAYERS, NUM_SCORE_PARTS), np.int32)
    engine.score(states, 0, out)
    return tuple(
        {
            "faction": FACTIONS[states["faction"][0][seat]],
            **dict(zip(SCORE_PARTS, row, strict=False)),
            "total": row[SCORE_TOTAL],
            "rank": row[SCORE_RANK],
        }
        for seat, row in enumerate(out[: int(states["players"][0])].tolist())
    )


def _by_value(row: Iterable[Any]) -> dict[str, int]:
    return {value: int(number) for value, number in zip(CARD_VALUES, row, strict=True) if number}


def _objective(card: int) -> str:
    return f"{card + 1} ({load_components().objectives[card].name})"


def _amounts(pairs: Iterable[tuple[str, int]]) -> str:
    return ", ".join(f"{number} {name.replace('_', ' ')}" for name, number in pairs)


def _encounter(card: int) -> tuple[str, ...]:
    """The options of an encounter card as text."""
    lines = []
    for option in load_components().encounters[card].options:
        costs = (("coins", option.coins), ("popularity", option.popularity))
        pay = _amounts((name, cost) for name, cost in costs if cost)
        lines.append(f"{option.option}{f' for {pay}' if pay else ''}: {_amounts(option.gains)}")
    return tuple(lines)


def _factory(card: int) -> str:
    """The top action of a Factory card as text."""
    data = load_components().factory_cards[card]
    gains = _amounts(data.gains)
    return f"{_amounts(data.pay)} for {gains if data.take == 'all' else f'one of {gains}'}"


class _Comparison:
    """The events between the record before an action and the record after it."""

    def __init__(self, before: Record, after: Record, action: int) -> None:
        self.before, self.after, self.action = before, after, action
        self.decision, self.seat = int(before["decision"]), int(before["seat_to_act"])
        players, active = int(before["players"]), int(before["active"])
        self.seats = [(active + k) % players for k in range(players)]
        self.names = [FACTIONS[faction] for faction in before["faction"][:players]]
        self.tokens = after["tokens"].astype(int) - before["tokens"]
        self.workers = after["workers"].astype(int) - before["workers"]
        self.moving = NONE  # the unit of a step, whose place changes by that

    def events(self) -> Iterator[Event]:
        """What happened, in the order in which it is told."""
        yield from self._choice()
        yield from self._traps()
        yield from self._combat_result()
        for seat in self.seats:
            yield from self._units(seat)
        yield from self._resources()
        for seat in self.seats:
            yield from self._goods(seat)
        yield from self._cards()
        for seat in self.seats:
            yield from self._mat(seat)
        for seat in self.seats:
            yield from self._stars(seat)
        yield from self._next()

    def _choice(self) -> Iterator[Event]:
        """What follows from the chosen action itself."""
        name, action = self.names[self.seat], self.action
        if A_REVEAL <= action < A_REVEAL + NUM_OBJECTIVES:
            yield ObjectiveRevealed(name, _objective(action - A_REVEAL))
        if self.decision == steps.STEP:
            yield self._step()
        if self.decision == steps.LOOK:
            owner = int(self.before["seat_of"][action - A_FACTION])
            yield HandSeen(name, self.names[owner], _by_value(self.before["cards"][owner]))
        card = int(self.after["factory_card"][self.seat])
        if self.decision == steps.FACTORY_CHOICE:
            yield FactoryCardTaken(name, card + 1, _factory(card))

    def _step(self) -> Moved:
        """A step of the moving unit; its cargo is taken out of what else changed."""
        unit, origin, place = int(self.before["unit"]), int(self.before["unit_place"]), self.action
        units = unit_names(int(self.before["faction"][self.seat]))
        cargo = [int(number) for number in self.before["cargo"]]
        workers = cargo[0] + cargo[1]
        alone = int(units[unit] == "worker")
        for at, sign in ((origin, 1), (place, -1)):
            self.workers[self.seat][at] += sign * (workers + alone)
            self.tokens[at] += sign * np.array(cargo[2:])
        self.moving = unit
        tokens = {name: number for name, number in zip(RESOURCES, cargo[2:], strict=True) if number}
        return Moved(self.names[self.seat], units[unit], PLACES[origin], PLACES[place], workers, tokens)

    def _traps(self) -> Iterator[Event]:
        changed = self.before["faction_tokens"] != self.after["faction_tokens"]
        for hex_ in np.flatnonzero(changed | (self.before["armed"] != self.after["armed"])).tolist():
            old, new = int(self.before["faction_tokens"][hex_]), int(self.after["faction_tokens"][hex_])
            armed = int(self.after["armed"][hex_]) - int(self.before["armed"][hex_])
            if new == FLAG:
                yield TokenPlaced(self.names[self.seat], HEX_NAMES[hex_], None, rearmed=False)
            elif armed > 0:
                yield TokenPlaced(FACTIONS[TOGAWA], HEX_NAMES[hex_], GOODS[new - TRAP], rearmed=new == old)
            else:
                yield TrapSprung(HEX_NAMES[hex_], GOODS[new - TRAP])

    def _played(self) -> tuple[NDArray[Any], NDArray[Any]] | None:
        """Dials (2,) and cards (2, 4) of a combat that was revealed now, or None."""
        if self.decision not in (steps.DIAL, steps.COMBAT_CARD):
            return None
        top, side = int(self.after["depth"]) - 1, int(self.before["step_a"][int(self.before["depth"]) - 1])
        still = self.after["decision"] == steps.COMBAT_CARD and self.after["step_a"][top] == 1
        if side == 0 or still:
            return None
        dial, played = self.before["dial"].astype(int), self.before["played"].astype(int)
        if self.decision == steps.DIAL:
            dial[1] = self.action - A_NUMBER
        elif self.action != A_DONE:
            played[1][self.action - A_CARD] += 1
        return dial, played

    def _combat_result(self) -> Iterator[Event]:
        revealed = self._played()
        if revealed is None:
            return
        seats = int(self.before["active"]), int(self.before["defender"])
        sides = [Side(self.names[seat], int(revealed[0][k]), _by_value(revealed[1][k])) for k, seat in enumerate(seats)]
        winner = sides[0] if sides[0].total >= sides[1].total else sides[1]
        yield CombatDecided(PLACES[self.before["combat_place"]], sides[0], sides[1], winner.faction)

    def _units(self, seat: int) -> Iterator[Event]:
        """Units of a seat that came to the board or changed their place otherwise than by a step."""
        name, units = self.names[seat], unit_names(int(self.before["faction"][seat]))
        old = [int(self.before["character"][seat]), *self.before["mechs"][seat].tolist()]
        new = [int(self.after["character"][seat]), *self.after["mechs"][seat].tolist()]
        if seat == self.seat and self.moving in range(NUM_FIGHTERS):
            old[self.moving] = self.action
        for unit, (origin, place) in enumerate(zip(old, new, strict=True)):
            if origin == NONE and place != NONE:
                yield Deployed(name, units[unit], PLACES[place])
            elif origin != place:
                yield Went(name, units[unit], 1, PLACES[origin], PLACES[place])
        changes = self.workers[seat].tolist()
        if not any(changes):
            return
        came = int(self.before["workers_left"][seat]) - int(self.after["workers_left"][seat])
        arrivals = [place for place, change in enumerate(changes) for _ in range(change)]
        if came:
            yield NewWorkers(name, came, PLACES[arrivals[0]], int(self.after["workers_left"][seat]))
            arrivals = arrivals[came:]
        for origin, change in enumerate(changes):
            gone, arrivals = arrivals[: max(-change, 0)], arrivals[max(-change, 0) :]
            for place, number in Counter(gone).items():
                yield Went(name, "worker", number, PLACES[origin], PLACES[place])

    def _resources(self) -> Iterator[Event]:
        for place in np.flatnonzero(self.tokens.any(axis=1)).tolist():
            amounts = {name: int(n) for name, n in zip(RESOURCES, self.tokens[place], strict=True) if n}
            yield Tokens(PLACES[place], amounts)

    def _goods(self, seat: int) -> Iterator[Event]:
        changes = {}
        for good in ("coins", "power", "popularity"):
            now = int(self.after[good][seat])
            if now != self.before[good][seat]:
                changes[good] = now - int(self.before[good][seat]), now
        if changes:
            yield Goods(self.names[seat], changes)

    def _cards(self) -> Iterator[Event]:
        """Combat cards that were paid, stolen, lost or drawn; those of a combat are told with its result."""
        change = self.after["cards"].astype(int) - self.before["cards"]
        revealed = self._played()
        if revealed is not None:
            for side, seat in enumerate((int(self.before["active"]), int(self.before["defender"]))):
                change[seat] += revealed[1][side]
        paid = np.zeros_like(change)
        if self.decision in (steps.PAY_CARD, steps.COERCE) and self.action != A_DONE:
            paid[self.seat][self.action - A_CARD] = 1
        change += paid
        thief = int(self.before["seat_of"][CRIMEA])
        for seat in self.seats:
            lost = paid[seat] + np.maximum(-change[seat], 0)
            if thief not in (NONE, seat) and (stolen := (change[seat] < 0) & (change[thief] > 0)).any():
                value = int(stolen.argmax())
                yield CardStolen(self.names[thief], self.names[seat], CARD_VALUES[value])
                lost[value] -= 1
                change[thief][value] -= 1
            now = int(self.after["cards"][seat].sum())
            if lost.any():
                yield CardsDiscarded(self.names[seat], _by_value(lost), now)
        for seat in self.seats:
            drawn = np.maximum(change[seat], 0)
            if drawn.any():
                now = int(self.after["cards"][seat].sum())
                yield CardsDrawn(self.names[seat], int(drawn.sum()), _by_value(drawn), now)

    def _mat(self, seat: int) -> Iterator[Event]:
        """Upgrades, structures and recruits."""
        name = self.names[seat]
        new = {
            field: np.flatnonzero(self.after[field][seat] != self.before[field][seat]).tolist()
            for field in ("cubes", "boxes", "structures", "recruits", "one_time")
        }
        for cube, bottom in zip(new["cubes"], new["boxes"], strict=True):
            yield Upgraded(name, CUBES[cube], BOTTOM_ACTIONS[bottom])
        for kind in new["structures"]:
            yield Built(name, STRUCTURES[kind], HEX_NAMES[self.after["structures"][seat][kind]])
        for bottom, good in zip(new["recruits"], new["one_time"], strict=True):
            yield Enlisted(name, BOTTOM_ACTIONS[bottom], GOODS[good])

    def _stars(self, seat: int) -> Iterator[Event]:
        new = self.after["stars"][seat].astype(int) - self.before["stars"][seat]
        total = int(self.before["stars"][seat].sum())
        for kind in np.flatnonzero(new):
            total += int(new[kind])
            yield StarPlaced(self.names[seat], STAR_GOALS[kind].replace("_", " "), total)

    def _next(self) -> Iterator[Event]:
        """What begins now: an encounter, a combat."""
        card = int(self.after["encounter_card"])
        if card not in (NONE, self.before["encounter_card"]):
            yield EncounterDrawn(self.names[self.after["active"]], card + 1, _encounter(card))
        if self._in_combat(self.after) and (not self._in_combat(self.before) or self._played() is not None):
            attacker, defender = int(self.after["active"]), int(self.after["defender"])
            yield CombatBegan(PLACES[self.after["combat_place"]], self.names[attacker], self.names[defender])

    @staticmethod
    def _in_combat(state: Record) -> bool:
        """Whether a combat is under way whose sides have not revealed yet."""
        return steps.REVEAL_COMBAT in state["step_kind"][: int(state["depth"])]


# -- recorded games ----------------------------------------------------------------------------------------------------


def save_replay(path: str | os.PathLike[str], log: GameLog) -> None:
    """Record the game of a log that began with its deal.

    Raises:
        ValueError: the log began with a game under way.
    """
    if log.config is None or log.seed is None:
        raise ValueError("a replay begins with the deal: make the log by GameLog.deal")
    config = {key: list(value) if isinstance(value, tuple) else value for key, value in asdict(log.config).items()}
    decisions = tuple(log.decisions)
    write_replay(path, Replay(Scythe.name, Scythe.version, log.seed, config, decisions, log.result()))


def load_replay(path: str | os.PathLike[str]) -> Replay:
    """Read a recorded game of Scythe.

    Raises:
        OSError: the file cannot be read.
        ValueError: it is no replay of this game and version, or it was damaged, cut off or edited; names the line.
    """
    return read_replay(path, Scythe.name, Scythe.version)


def replay(record: Replay, decisions: int | None = None, *, full: bool = False) -> GameLog:
    """Play a recorded game again, as far as its end or the number of decisions that is asked for.

    Raises:
        ValueError: the configuration or a decision is not allowed, or the result is another one than recorded; names
            the line of the file.
    """
    try:
        log = GameLog.deal(ScytheConfig(**record.config), record.seed, full=full)
    except (TypeError, ValueError) as error:
        raise ValueError(f"line {FIRST_DECISION - 1}: {error}") from None
    for number, (seat, text) in enumerate(record.decisions[:decisions], FIRST_DECISION):
        if seat != log.seat:
            raise ValueError(f"line {number}: seat {log.seat} is to act, not seat {seat}")
        try:
            log.play(text)
        except ValueError as error:
            raise ValueError(f"line {number}: {error}") from None
    if len(log.decisions) == len(record.decisions) and log.result() != record.result:
        number = FIRST_DECISION + len(record.decisions)
        raise ValueError(f"line {number}: the game played again ends with {log.result()}, not {dict(record.result)}")
    return log
