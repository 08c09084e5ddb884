"""What happened in a game of Scythe, derived from its record before and after an action, almost without the rules."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..core.events import decided
from ..core.fields import Record
from . import components, constants, events, steps
from .actions import A_CARD, A_DONE, A_FACTION, A_NUMBER, A_REVEAL, action_text
from .cards import encounter, factory_top, objective_title
from .components import FACTIONS, HEX_NAMES, load_components
from .consistency import star_total
from .constants import DEFENDER, LAST_CARD, NONE, RUNNING, TOGAWA, TRAP
from .names import CARD_VALUES, CUBES, GOODS, PLACES, unit_names


def beginning(state: Record) -> Iterator[events.Event]:
    """The events with which a log begins."""
    seats: list[events.Start | events.AutomaStart] = []
    for seat in range(int(state["players"])):
        name, hand = FACTIONS[state["faction"][seat]], _by_value(state["cards"][seat])
        coins, power, popularity = (int(state[good][seat]) for good in ("coins", "power", "popularity"))
        if level := int(state["level"][seat]):
            seats.append(events.AutomaStart(name, level, coins, power, sum(hand.values())))
            continue
        mat = components.MATS[state["mat"][seat]]
        objectives = tuple(_objective(int(card)) for card in state["objective"][seat])
        seats.append(events.Start(name, mat, coins, power, popularity, sum(hand.values()), hand, objectives))
    yield events.LogBegan(components.TILE_KINDS[state["tile"]].replace("_", " "), tuple(seats))
    if state["status"] == RUNNING:
        yield _turn(state)


def changes(before: Record, after: Record, action: int, forced: bool) -> Iterator[events.Event]:
    """The events between the record before an action and the record after it, except the end of the game."""
    decision, seat = int(before["decision"]), int(before["seat_to_act"])
    faction = int(before["faction"][seat])
    text = action_text(action, decision, faction)
    yield decided(steps.TABLE[decision], FACTIONS[faction], steps.TABLE.subject(before), text, forced)
    comparison = _Comparison(before, after, action)
    yield from comparison.told()
    for turn, going_on in comparison.automa_turns:
        yield from comparison.automa_turn(turn, going_on)
    yield from comparison.driven_off
    yield from comparison.begun()
    new = (before["round"], before["active"]) != (after["round"], after["active"])
    if after["status"] == RUNNING and new and not after["level"][after["active"]]:
        yield _turn(after)


def _turn(state: Record) -> events.TurnBegan:
    return events.TurnBegan(int(state["round"]), FACTIONS[state["faction"][state["active"]]])


def _turns(before: Record, after: Record) -> Iterator[tuple[int, int]]:
    """Round and seat of the turns that began between two records, in order."""
    players, first = int(before["players"]), int(before["first"])
    past, now = (int(state["round"]) * players + (int(state["active"]) - first) % players for state in (before, after))
    for turn in range(past + 1, now + 1):
        yield turn // players, (first + turn) % players


def _by_value(row: Iterable[Any]) -> dict[str, int]:
    return {value: int(number) for value, number in zip(CARD_VALUES, row, strict=True) if number}


def _objective(card: int) -> str:
    return objective_title(load_components().objectives[card])


class _Fight(NamedTuple):
    """What both sides of a combat revealed, the attacker first."""

    place: int
    seats: tuple[int, int]
    dials: Sequence[int]
    cards: NDArray[np.int_]  # (2, 4): how many of each value


def _fought(state: Record, attacker: int, place: int) -> _Fight | None:
    """The last fight with an Automa that a seat began, if one is on record."""
    defender, *parts = state["fought"][attacker].tolist()
    if not defender:
        return None
    dials, packed = parts[:2], parts[2:]
    cards = [number for part in packed for number in divmod(part, constants.FOUGHT_DIGIT)]
    return _Fight(place, (attacker, defender - 1), dials, np.reshape(cards, (2, len(CARD_VALUES))))


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
        self.moving = NONE  # the unit of a step, whose place the step changes
        self.moved: dict[int, tuple[int, int]] = {}  # units of Automas whose moves are told
        self.automa_turns = [(turn, False) for turn in _turns(before, after) if after["level"][turn[1]]]
        if before["level"][active]:  # its turn was under way
            self.automa_turns.insert(0, ((int(before["round"]), active), True))
        acted = [seat for (_, seat), _ in self.automa_turns]
        self.seats = [seat for seat in self.seats if seat not in acted]  # what these did is told with their turns
        changed = (before["faction_tokens"] != after["faction_tokens"]) | (before["armed"] != after["armed"])
        self.marked = set(np.flatnonzero(changed).tolist())
        self.marked_by = {seat: self.marked & {int(after["last"][seat][constants.LAST_TO])} for seat in acted}
        self.revealed = self._revealed()
        turns = [seat for (_, seat), going_on in self.automa_turns if not going_on]
        self.fights = {seat: _fought(after, seat, int(after["last"][seat][constants.LAST_TO])) for seat in turns}
        self.driven_off: list[events.Event] = []  # units told after the turns in which Automas drove them off

    def told(self) -> Iterator[events.Event]:
        """What happened, in the order in which it is logged."""
        yield from self._choice()
        yield from self._traps(self.marked.difference(*self.marked_by.values()))
        if self.revealed:
            yield self._combat(self.revealed)
        for seat in self.seats:
            yield from self._units_by_themselves(seat)
        yield from self._resources()
        for seat in self.seats:
            yield from self._goods(seat)
        yield from self._cards(self.seats)
        for seat in self.seats:
            yield from self._mat(seat)
        for seat in self.seats:
            yield from self._stars(seat)
        yield from self._encounter()

    def begun(self) -> Iterator[events.CombatBegan]:
        """A combat that begins now, which is the last that happened."""
        if self._in_combat(self.after) and (not self._in_combat(self.before) or self.revealed):
            yield self._began(*(int(self.after[key]) for key in ("active", "defender", "combat_place")))

    def automa_turn(self, turn: tuple[int, int], going_on: bool) -> Iterator[events.Event]:
        """What an Automa did in its turn, as far as it has come."""
        name, seat = self.names[turn[1]], turn[1]
        if not going_on:
            yield events.TurnBegan(turn[0], name)
            yield events.AutomaDrew(name, int(self.after["last"][seat][LAST_CARD]) + 1, self._automa_move(seat))
            if fight := self.fights[seat]:
                yield self._began(*fight.seats, fight.place)
                yield self._combat(fight)
        yield from self._traps(self.marked_by[seat])
        yield from self._units_by_themselves(seat)
        yield from self._goods(seat)
        yield from self._cards([seat])
        yield from self._stars(seat)
        if (space := int(self.after["space"][seat])) != self.before["space"][seat]:
            yield events.TrackerMoved(name, space + 1, star_total(self.after, seat))

    def _automa_move(self, seat: int) -> str | None:
        """The symbol that an Automa carried out and what its unit did; the unit is removed from the other changes."""
        _, act, unit, origin, place = self.after["last"][seat].tolist()
        if act == NONE:
            return None
        units = unit_names(int(self.after["faction"][seat]))
        if unit < constants.NUM_FIGHTERS:
            self.moved[seat] = unit, place
        else:
            self.workers[seat][origin] += 1
            self.workers[seat][place] -= 1
        way = f"stays on {PLACES[place]}" if origin == place else f"{PLACES[origin]} -> {PLACES[place]}"
        return f"{components.AUTOMA_ACTS[act].replace('_', ' ')}, {units[unit]} {way}"

    def _choice(self) -> Iterator[events.Event]:
        """What follows from the chosen action itself."""
        name, action = self.names[self.seat], self.action
        if A_REVEAL <= action < A_REVEAL + constants.NUM_OBJECTIVES:
            yield events.ObjectiveRevealed(name, _objective(action - A_REVEAL))
        if self.decision == steps.STEP:
            yield self._step()
        if self.decision == steps.LOOK:
            owner = int(self.before["seat_of"][action - A_FACTION])
            yield events.HandSeen(name, self.names[owner], _by_value(self.before["cards"][owner]))
        card = int(self.after["factory_card"][self.seat])
        if self.decision == steps.FACTORY_CHOICE:
            yield events.FactoryCardTaken(name, card + 1, factory_top(load_components().factory_cards[card]))

    def _step(self) -> events.Moved:
        """A step of the moving unit; its cargo is removed from the other changes."""
        unit, origin, place = int(self.before["unit"]), int(self.before["unit_place"]), self.action
        units = unit_names(int(self.before["faction"][self.seat]))
        cargo = [int(number) for number in self.before["cargo"]]
        workers = cargo[0] + cargo[1]
        alone = int(units[unit] == "worker")
        for at, sign in ((origin, 1), (place, -1)):
            self.workers[self.seat][at] += sign * (workers + alone)
            self.tokens[at] += sign * np.array(cargo[2:])
        self.moving = unit
        tokens = {name: number for name, number in zip(components.RESOURCES, cargo[2:], strict=True) if number}
        return events.Moved(self.names[self.seat], units[unit], PLACES[origin], PLACES[place], workers, tokens)

    def _traps(self, hexes: set[int]) -> Iterator[events.Event]:
        """Flags and traps that changed in some hexes."""
        for hex_ in sorted(hexes):
            old, new = int(self.before["faction_tokens"][hex_]), int(self.after["faction_tokens"][hex_])
            armed = int(self.after["armed"][hex_]) - int(self.before["armed"][hex_])
            if new == constants.FLAG:
                yield events.TokenPlaced(FACTIONS[constants.ALBION], HEX_NAMES[hex_], None, rearmed=False)
            elif armed > 0:
                yield events.TokenPlaced(FACTIONS[TOGAWA], HEX_NAMES[hex_], GOODS[new - TRAP], rearmed=new == old)
            else:
                yield events.TrapSprung(HEX_NAMES[hex_], GOODS[new - TRAP])

    def _revealed(self) -> _Fight | None:
        """The combat that was under way, if both sides have revealed now."""
        if self.decision not in (steps.DIAL, steps.COMBAT_CARD):
            return None
        place, attacker, defender = (int(self.before[key]) for key in ("combat_place", "active", "defender"))
        if self.before["level"][[attacker, defender]].any():
            same = all(self.before[key] == self.after[key] for key in ("combat_place", "active", "round"))
            return None if same and self._in_combat(self.after) else _fought(self.after, attacker, place)
        top, side = int(self.after["depth"]) - 1, int(self.before["step_a"][int(self.before["depth"]) - 1])
        still = self.after["decision"] == steps.COMBAT_CARD and self.after["step_a"][top] == DEFENDER
        if side == constants.ATTACKER or still:
            return None
        dials, cards = self.before["dial"].astype(int), self.before["played"].astype(int)
        if self.decision == steps.DIAL:
            dials[DEFENDER] = self.action - A_NUMBER
        elif self.action != A_DONE:
            cards[DEFENDER][self.action - A_CARD] += 1
        return _Fight(place, (attacker, defender), dials, cards)

    def _combat(self, fight: _Fight) -> events.CombatDecided:
        sides = [
            events.Side(self.names[seat], int(dial), _by_value(cards))
            for seat, dial, cards in zip(fight.seats, fight.dials, fight.cards, strict=True)
        ]
        winner = sides[0] if sides[0].total >= sides[1].total else sides[1]
        return events.CombatDecided(PLACES[fight.place], sides[0], sides[1], winner.faction)

    def _units_by_themselves(self, seat: int) -> Iterator[events.Event]:
        """Units that went elsewhere, without those that Automas drove off or beat in turns of their own."""
        automas_fought = bool(self.automa_turns) and not self.revealed
        base, fight = PLACES[constants.NUM_HEXES + int(self.before["faction"][seat])], self.fights.get(seat)
        for event in self._units(seat):
            went_home = isinstance(event, events.Went) and event.place == base
            beaten = isinstance(event, events.Returned) and not (fight and event.origin == PLACES[fight.place])
            if automas_fought and (went_home or beaten):
                self.driven_off.append(event)
            else:
                yield event

    def _units(self, seat: int) -> Iterator[events.Event]:
        """Units of a seat that came to the board or changed their place otherwise than by a step."""
        name, units = self.names[seat], unit_names(int(self.before["faction"][seat]))
        old = [int(self.before["character"][seat]), *self.before["mechs"][seat].tolist()]
        new = [int(self.after["character"][seat]), *self.after["mechs"][seat].tolist()]
        if seat == self.seat and self.moving in range(constants.NUM_FIGHTERS):
            old[self.moving] = self.action
        if seat in self.moved:
            old[self.moved[seat][0]] = self.moved[seat][1]
        for unit, (origin, place) in enumerate(zip(old, new, strict=True)):
            if origin == NONE and place != NONE:
                yield events.Deployed(name, units[unit], PLACES[place])
            elif place == NONE and origin != NONE:
                yield events.Returned(name, units[unit], PLACES[origin])
            elif origin != place:
                yield events.Went(name, units[unit], 1, PLACES[origin], PLACES[place])
        changes = self.workers[seat].tolist()
        if not any(changes):
            return
        came = int(self.before["workers_left"][seat]) - int(self.after["workers_left"][seat])
        arrivals = [place for place, change in enumerate(changes) for _ in range(change)]
        if came:
            yield events.NewWorkers(name, came, PLACES[arrivals[0]], int(self.after["workers_left"][seat]))
            arrivals = arrivals[came:]
        for origin, change in enumerate(changes):
            gone, arrivals = arrivals[: max(-change, 0)], arrivals[max(-change, 0) :]
            for place, number in Counter(gone).items():
                yield events.Went(name, "worker", number, PLACES[origin], PLACES[place])

    def _resources(self) -> Iterator[events.Event]:
        for place in np.flatnonzero(self.tokens.any(axis=1)).tolist():
            amounts = {name: int(n) for name, n in zip(components.RESOURCES, self.tokens[place], strict=True) if n}
            yield events.Tokens(PLACES[place], amounts)

    def _goods(self, seat: int) -> Iterator[events.Event]:
        changes = {}
        for good in ("coins", "power", "popularity"):
            now = int(self.after[good][seat])
            if now != self.before[good][seat]:
                changes[good] = now - int(self.before[good][seat]), now
        if changes:
            yield events.Goods(self.names[seat], changes)

    def _cards(self, seats: list[int]) -> Iterator[events.Event]:
        """Combat cards that seats paid, lost or drew; those of a combat are logged with its result."""
        change = self.after["cards"].astype(int) - self.before["cards"]
        for fight in (self.revealed, *self.fights.values()):
            if fight:
                change[list(fight.seats)] += fight.cards
        paid = np.zeros_like(change)
        if self.decision in (steps.PAY_CARD, steps.COERCE) and self.action != A_DONE:
            paid[self.seat][self.action - A_CARD] = 1
        change += paid
        thief = int(self.before["seat_of"][constants.CRIMEA])
        for seat in seats:
            lost = paid[seat] + np.maximum(-change[seat], 0)
            if thief not in (NONE, seat) and (stolen := (change[seat] < 0) & (change[thief] > 0)).any():
                value = int(stolen.argmax())
                yield events.CardStolen(self.names[thief], self.names[seat], CARD_VALUES[value])
                lost[value] -= 1
                change[thief][value] -= 1
            now = int(self.after["cards"][seat].sum())
            if lost.any():
                yield events.CardsDiscarded(self.names[seat], _by_value(lost), now)
        for seat in seats:
            drawn = np.maximum(change[seat], 0)
            if drawn.any():
                now = int(self.after["cards"][seat].sum())
                kind = events.CardsDrawnUnseen if self.after["level"][seat] else events.CardsDrawn
                yield kind(self.names[seat], int(drawn.sum()), _by_value(drawn), now)

    def _mat(self, seat: int) -> Iterator[events.Event]:
        """Upgrades, structures and recruits."""
        name = self.names[seat]
        new = {
            field: np.flatnonzero(self.after[field][seat] != self.before[field][seat]).tolist()
            for field in ("cubes", "boxes", "structures", "recruits", "one_time")
        }
        for cube, bottom in zip(new["cubes"], new["boxes"], strict=True):
            yield events.Upgraded(name, CUBES[cube], components.BOTTOM_ACTIONS[bottom])
        for kind in new["structures"]:
            yield events.Built(name, components.STRUCTURES[kind], HEX_NAMES[self.after["structures"][seat][kind]])
        for bottom, good in zip(new["recruits"], new["one_time"], strict=True):
            yield events.Enlisted(name, components.BOTTOM_ACTIONS[bottom], GOODS[good])

    def _stars(self, seat: int) -> Iterator[events.Event]:
        new = self.after["stars"][seat].astype(int) - self.before["stars"][seat]
        total = star_total(self.before, seat)
        for kind in np.flatnonzero(new):
            total += int(new[kind])
            yield events.StarPlaced(self.names[seat], components.STAR_GOALS[kind].replace("_", " "), total)

    def _encounter(self) -> Iterator[events.EncounterDrawn]:
        card = int(self.after["encounter_card"])
        if card not in (NONE, self.before["encounter_card"]):
            options = encounter(load_components().encounters[card])
            yield events.EncounterDrawn(self.names[self.after["active"]], card + 1, options)

    def _began(self, attacker: int, defender: int, place: int) -> events.CombatBegan:
        return events.CombatBegan(PLACES[place], self.names[attacker], self.names[defender])

    @staticmethod
    def _in_combat(state: Record) -> bool:
        """Whether a combat is under way whose sides have not revealed yet."""
        return steps.REVEAL_COMBAT in state["step_kind"][: int(state["depth"])]
