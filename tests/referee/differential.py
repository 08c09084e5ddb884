"""Games played by the engine and the referee side by side, compared after every decision.

Run as ``python -m tests.referee.differential --games 200 --seed 1``. The first difference of a game is reported with
its seed, the number of the decision, what either side says, and the decisions before; the rules settle who is wrong.
A long run shows how far it is, and ends with its summary on Ctrl-C too.
"""

from __future__ import annotations

import argparse
import random
import sys
from collections import Counter, deque
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from scythe_env.scythe import actions, constants, engine, steps
from scythe_env.scythe.components import HEX_NAMES
from scythe_env.scythe.state import STATE

from .components import (
    BOTTOMS,
    CARD_VALUES,
    CUBES,
    FACTIONS,
    GOODS,
    RESOURCES,
    STAR_KINDS,
    STRUCTURES,
    TOPS,
    factions,
    load,
)
from .policy import Policy
from .positions import level, scramble
from .referee import Chance, Referee, plain
from .table import Config, Deal, Options, RefereeError

MAT_NAMES = [row["name"] for row in load("player_mats")["mats"]]
PLACES = actions.PLACES
STATUS = {constants.RUNNING: "running", constants.ENDED: "ended", constants.TRUNCATED: "truncated"}
LONGEST = 20000  # decisions of a game
PROGRESS = 50  # games after which a run says how far it is
OBJECTIVE_STATUS = ("in hand", "completed", "left")
SCORE_PARTS = ("coins", "stars", "territories", "resources", "structures", "meander", "total", "rank")


@dataclass
class Difference:
    """Where engine and referee part."""

    seed: int
    number: int
    setup: str
    what: str
    engine: Any
    referee: Any
    decisions: list[str]

    def __str__(self) -> str:
        """All of it, the last decisions first."""
        return "\n".join(
            [
                f"seed {self.seed}, decision {self.number}: {self.what}",
                f"  {self.setup}",
                f"  engine : {self.engine}",
                f"  referee: {self.referee}",
                *(f"    {line}" for line in self.decisions),
            ]
        )


@dataclass
class Tally:
    """What happened in the games that were compared."""

    games: int = 0
    decisions: Counter[str] = field(default_factory=Counter)
    ends: Counter[str] = field(default_factory=Counter)
    stars: Counter[str] = field(default_factory=Counter)
    differences: list[Difference] = field(default_factory=list)


class EngineGame:
    """A game of the engine, with a readable face."""

    def __init__(self, seed: int) -> None:
        """Draw a configuration from the seed and set the game up."""
        draw = random.Random(seed)
        self.states = np.zeros(1, STATE)
        self.state = self.states[0]
        self.mask = np.zeros(actions.NUM_ACTIONS, np.int8)
        players = draw.choice((1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 7))
        self.state["players"] = players
        self.state["max_rounds"] = draw.choice((10, 60, 100, 100, 100))
        for name in ("promo_encounters", "promo_factory", "promo_objectives", "exclude_banned_pairs"):
            self.state[name] = draw.random() < 0.5
        self.state["relentless_factory"] = draw.random() < 0.5
        self.state["camaraderie_always"] = draw.random() < 0.3
        self.state["decline_gains"] = draw.random() < 0.25
        self.state["play_forced"] = 0
        self.state["wanted_tile"] = -1
        self.state["wanted_faction"] = -1
        self.state["wanted_mat"] = -1
        raw = engine.raw_bytes(self.states)
        engine.setup(self.states, raw, 0, seed & 0xFFFFFFFF, seed >> 32, self.mask)

    @property
    def players(self) -> int:
        """The number of players."""
        return int(self.state["players"])

    def scramble(self, seed: int) -> None:
        """Put a random position in the place of the start."""
        scramble(self.state, seed)
        engine.resume(self.states, 0, self.mask)

    def referee(self) -> Referee:
        """A referee with the same set-up and deal."""
        state, seats = self.state, range(self.players)
        config = Config(
            factions=[FACTIONS[state["faction"][seat]] for seat in seats],
            mats=[MAT_NAMES[state["mat"][seat]] for seat in seats],
            tile=int(state["tile"]) + 1,
            options=Options(
                relentless_factory=bool(state["relentless_factory"]),
                camaraderie_always=bool(state["camaraderie_always"]),
                decline_gains=bool(state["decline_gains"]),
                max_rounds=int(state["max_rounds"]),
            ),
        )
        deal = Deal(
            objectives=[[int(card) + 1 for card in state["objective"][seat]] for seat in seats],
            hands=[by_value(state["cards"][seat]) for seat in seats],
            factory_cards=numbers(state["factory_deck"]),
        )
        return Referee(config, deal)

    def setup_faults(self) -> list[str]:
        """What a set-up may not be (R1-R16)."""
        state, faults = self.state, []
        dealt_factions = [int(state["faction"][seat]) for seat in range(self.players)]
        dealt_mats = [int(state["mat"][seat]) for seat in range(self.players)]
        objectives = [int(card) for seat in range(self.players) for card in state["objective"][seat]]
        factory = numbers(state["factory_deck"])
        if dealt_factions != sorted(set(dealt_factions)):
            # clockwise from some seat: a rotation of the ring
            turn = dealt_factions.index(min(dealt_factions))
            if dealt_factions[turn:] + dealt_factions[:turn] != sorted(set(dealt_factions)):
                faults.append(f"factions {dealt_factions} do not sit clockwise")
        if len(set(dealt_mats)) < len(dealt_mats):
            faults.append(f"player mats {dealt_mats}")
        if len(set(objectives)) < len(objectives) or max(objectives) >= (27 if state["promo_objectives"] else 23):
            faults.append(f"objectives {objectives}")
        if len(factory) != self.players + 1 or max(factory) > (18 if state["promo_factory"] else 12):
            faults.append(f"Factory cards {factory}")
        if sum(state["encounter_deck"]) != (42 if state["promo_encounters"] else 28):
            faults.append(f"encounter deck {state['encounter_deck']}")
        for faction, mat in zip(dealt_factions, dealt_mats, strict=True):
            pair = [FACTIONS[faction], MAT_NAMES[mat]]
            if state["exclude_banned_pairs"] and pair in load("tracks")["banned_pairs"]:
                faults.append(f"banned pair {pair}")
        return faults

    @property
    def decision(self) -> str | None:
        """The name of the decision that is due."""
        due = int(self.state["decision"])
        return None if due < 0 else steps.DECISIONS[due]

    def legal(self) -> dict[str, int]:
        """The legal actions: text and number."""
        due, seat = int(self.state["decision"]), int(self.state["seat_to_act"])
        if due < 0:
            return {}
        faction = int(self.state["faction"][seat])
        return {actions.action_text(int(action), due, faction): int(action) for action in np.flatnonzero(self.mask)}

    def advice(self) -> str:
        """The action of the heuristic agent."""
        from scythe_agents.heuristic import choose  # the agents are a package of their own

        action = int(choose(self.states, 0, self.mask))
        seat = int(self.state["seat_to_act"])
        return actions.action_text(action, int(self.state["decision"]), int(self.state["faction"][seat]))

    def apply(self, action: int) -> None:
        """Play an action."""
        engine.apply(self.states, 0, action, self.mask)

    def chance(self) -> Chance:
        """The cards as they lie now."""
        state = self.state
        card = int(state["encounter_card"])
        return Chance(
            hands=[by_value(state["cards"][seat]) for seat in range(self.players)],
            deck=by_value(state["deck"]),
            discard=by_value(state["discard"]),
            encounter_card=card + 1 if card >= 0 else None,
        )

    def board(self) -> dict[str, Any]:
        """The position, as the referee writes it."""
        state = {name: self.state[name].tolist() for name in STATE.names or ()}
        card = int(state["encounter_card"])
        return {
            "status": STATUS[int(state["status"])],
            "round": int(state["round"]),
            "active": int(state["active"]),
            "players": [self.player(state, seat) for seat in range(self.players)],
            "tokens": {
                place: {name: int(number) for name, number in zip(RESOURCES, row, strict=True) if number}
                for place, row in zip(PLACES, state["tokens"], strict=True)
                if any(row)
            },
            "encounters": named(HEX_NAMES, state["encounters"]),
            "encounter card": card + 1 if card >= 0 else None,
            "faction tokens": {
                place: "flag" if token == constants.FLAG else GOODS[token - constants.TRAP]
                for place, token in zip(HEX_NAMES, state["faction_tokens"], strict=True)
                if token
            },
            "armed": named(HEX_NAMES, state["armed"]),
            "factory cards": numbers(state["factory_deck"]),
            "deck": plain(by_value(state["deck"])),
            "discard": plain(by_value(state["discard"])),
            "combats due": named(HEX_NAMES, state["combat_due"]),
        }

    def player(self, state: dict[str, Any], seat: int) -> dict[str, Any]:
        """One player's side of the position."""
        faction = FACTIONS[state["faction"][seat]]
        factory_card, section = int(state["factory_card"][seat]), int(state["section"][seat])
        objectives = {
            int(card) + 1: OBJECTIVE_STATUS[status]
            for card, status in zip(state["objective"][seat], state["objective_state"][seat], strict=True)
        }
        return {
            "faction": faction,
            "mat": MAT_NAMES[state["mat"][seat]],
            "power": int(state["power"][seat]),
            "popularity": int(state["popularity"][seat]),
            "coins": int(state["coins"][seat]),
            "cards": plain(by_value(state["cards"][seat])),
            "objectives": dict(sorted(objectives.items())),
            "factory card": factory_card + 1 if factory_card >= 0 else None,
            "section": (*TOPS, "factory")[section] if section >= 0 else None,
            "cubes": named(CUBES, state["cubes"][seat]),
            "boxes": {bottom: int(number) for bottom, number in zip(BOTTOMS, state["boxes"][seat], strict=True)},
            "recruits": named(BOTTOMS, state["recruits"][seat]),
            "one time": named(GOODS, state["one_time"][seat]),
            "stars": {
                kind: int(number) for kind, number in zip(STAR_KINDS, state["stars"][seat], strict=True) if number
            },
            "workers left": int(state["workers_left"][seat]),
            "workers": {
                place: int(number)
                for place, number in sorted(zip(PLACES, state["workers"][seat], strict=True))
                if number
            },
            "character": PLACES[state["character"][seat]],
            "mechs": {
                mech: PLACES[place]
                for mech, place in zip(factions()[faction]["mechs"], state["mechs"][seat], strict=True)
                if place >= 0
            },
            "structures": {
                structure: PLACES[place]
                for structure, place in zip(STRUCTURES, state["structures"][seat], strict=True)
                if place >= 0
            },
        }

    def scores(self) -> list[dict[str, int]]:
        """The score of every seat."""
        out = np.zeros((constants.MAX_PLAYERS, len(SCORE_PARTS)), np.int32)
        engine.score(self.states, 0, out)
        return [dict(zip(SCORE_PARTS, map(int, row), strict=True)) for row in out[: self.players]]


def by_value(row: Any) -> dict[int, int]:
    """Combat cards by value, without zeros."""
    return {value: int(number) for value, number in zip(CARD_VALUES, row, strict=True) if number}


def numbers(row: Any) -> list[int]:
    """The numbers of the cards that are marked in a row."""
    return [int(card) + 1 for card in np.flatnonzero(row)]


def named(names: tuple[str, ...], row: Any) -> list[str]:
    """The names that are marked in a row, sorted."""
    return sorted(name for name, mark in zip(names, row, strict=True) if mark)


def first_difference(engine_side: Any, referee_side: Any, path: str = "") -> tuple[str, Any, Any] | None:
    """The first place in which two positions differ, and what stands there."""
    if engine_side == referee_side:
        return None
    if isinstance(engine_side, dict) and isinstance(referee_side, dict):
        for key in [*engine_side, *(key for key in referee_side if key not in engine_side)]:
            found = first_difference(engine_side.get(key), referee_side.get(key), f"{path} {key}".strip())
            if found:
                return found
        return None
    if isinstance(engine_side, list) and isinstance(referee_side, list) and len(engine_side) == len(referee_side):
        for index, (one, other) in enumerate(zip(engine_side, referee_side, strict=True)):
            found = first_difference(one, other, f"{path} {index}")
            if found:
                return found
        return None
    return path, engine_side, referee_side


def play(seed: int, tally: Tally, scrambled: bool = False, heuristic: bool = False) -> Difference | None:
    """Play one game on both sides up to its end or the first difference.

    Args:
        seed: of the configuration, the game and the random player.
        tally: where decisions, stars and ends are counted.
        scrambled: whether to begin in a random position.
        heuristic: whether some seats are played by the heuristic agent.
    """
    play_on = EngineGame(seed)
    setup = ""
    recent: deque[str] = deque(maxlen=25)
    number = 0

    def differ(what: str, engine_side: Any, referee_side: Any) -> Difference:
        return Difference(seed, number, setup, what, engine_side, referee_side, list(recent))

    referee = play_on.referee()
    options = [name for name in ("relentless_factory", "camaraderie_always", "decline_gains") if play_on.state[name]]
    setup = ", ".join(
        [f"{player.seat} {player.faction} {player.mat}" for player in referee.table.players]
        + [f"tile {referee.table.tile}", *options]
    )
    if faults := play_on.setup_faults():
        return differ("set-up", faults, None)
    if scrambled:
        play_on.scramble(seed)
        referee.arrange(play_on.board())
    policy = Policy(seed)
    experts = [seat for seat in range(play_on.players) if heuristic and policy.random.random() < 0.7]
    while True:
        decision = play_on.decision
        if decision in ("section", None):
            found = first_difference(play_on.scores(), referee.scores())
            if found:
                return differ(f"scores: {found[0]} ({decision})", play_on.scores(), referee.scores())
        if decision != referee.decision:
            return differ("decision", f"{decision} {list(play_on.legal())}", f"{referee.decision} {referee.legal()}")
        found = first_difference(play_on.board(), referee.board())
        if found:
            return differ(f"position: {found[0]} ({decision})", found[1], found[2])
        if decision is None:
            break
        seat = int(play_on.state["seat_to_act"])
        if seat != referee.seat:
            return differ(f"seat of {decision}", seat, referee.seat)
        legal = play_on.legal()
        if set(legal) != set(referee.legal()):
            only_engine = sorted(set(legal) - set(referee.legal()))
            only_referee = sorted(set(referee.legal()) - set(legal))
            return differ(f"legal actions of {decision}", f"only {only_engine}", f"only {only_referee}")
        if number == LONGEST:
            return differ("length", "the game goes on", None)
        text = play_on.advice() if seat in experts else policy.choose(referee)
        recent.append(f"{number}: {FACTIONS[play_on.state['faction'][seat]]} {decision}: {text}")
        number += 1
        tally.decisions[decision] += 1
        play_on.apply(legal[text])
        try:
            referee.apply(text, play_on.chance())
        except RefereeError as error:
            return differ("chance", play_on.chance(), str(error))
    tally.games += 1
    tally.ends[referee.table.status] += 1
    for player in referee.table.players:
        tally.stars.update(player.stars)
    return None


def probe_scores(seed: int) -> Difference | None:
    """Compare the scores and ranks of a random position, its totals made equal by coins."""
    game = EngineGame(seed)
    referee = game.referee()
    scramble(game.state, seed)
    level(game.state, seed)
    totals = [score["total"] for score in game.scores()]
    for seat, total in enumerate(totals):
        game.state["coins"][seat] += max(totals) - total
    engine.resume(game.states, 0, game.mask)
    referee.arrange(game.board())
    found = first_difference(game.scores(), referee.scores())
    if found is None:
        return None
    return Difference(seed, 0, str(game.board()), f"scores: {found[0]}", game.scores(), referee.scores(), [])


def probe_objectives(seed: int) -> Difference | None:
    """Compare what may be revealed in a random position, all objectives by turns, when a section is chosen and after a
    turn without actions.
    """
    game = EngineGame(seed)
    referee = game.referee()
    scramble(game.state, seed)
    seat, saved = int(game.state["active"]), game.states.copy()
    for first in range(0, constants.NUM_OBJECTIVES, 2):
        game.states[:] = saved
        game.state["objective"][seat] = (first, (first + 1) % constants.NUM_OBJECTIVES)
        game.state["objective_state"][seat] = constants.OBJECTIVE_IN_HAND
        engine.resume(game.states, 0, game.mask)
        referee.arrange(game.board())
        while game.state["seat_to_act"] == seat and game.decision is not None:
            legal = game.legal()
            if game.decision != referee.decision or set(legal) != set(referee.legal()):
                setup = str(game.board())
                return Difference(seed, first, setup, f"objectives in {game.decision}", legal, referee.legal(), [])
            if game.decision == "end of turn":
                break
            text = "done" if "done" in legal else next(text for text in legal if text.startswith("section "))
            game.apply(legal[text])
            referee.apply(text, game.chance())
    return None


def compare(seeds: range, scrambled: bool, heuristic: bool, stop_after: int, tally: Tally) -> None:
    """Play a game for each seed, and print each difference; stop after some of them.

    ``scrambled`` begins in random positions, and looks at scores and objectives in some more of them.
    """
    for number, game_seed in enumerate(seeds, 1):
        probes = [probe_scores(game_seed), probe_objectives(game_seed)] if scrambled else []
        for difference in (play(game_seed, tally, scrambled, heuristic), *probes):
            if difference is None:
                continue
            print(difference, flush=True)
            tally.differences.append(difference)
        if number % PROGRESS == 0:
            decisions = sum(tally.decisions.values())
            print(f"{number} games, {decisions} decisions, {len(tally.differences)} differences", flush=True)
        if len(tally.differences) >= stop_after:
            break


def main() -> int:
    """Compare games from the command line; the exit status is 1 if there was a difference."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--scrambled", action="store_true", help="begin in random positions")
    parser.add_argument("--heuristic", action="store_true", help="let the heuristic agent play some seats")
    parser.add_argument("--stop-after", type=int, default=10, help="differences after which to stop")
    options = parser.parse_args()
    tally = Tally()
    seeds = range(options.seed, options.seed + options.games)
    with suppress(KeyboardInterrupt):
        compare(seeds, options.scrambled, options.heuristic, options.stop_after, tally)
    print(f"{tally.games} games to their end, {sum(tally.decisions.values())} decisions")
    print(f"ends: {dict(tally.ends)}; stars: {dict(tally.stars)}")
    print(f"decisions: {dict(tally.decisions.most_common())}")
    print(f"{len(tally.differences)} differences")
    return 1 if tally.differences else 0


if __name__ == "__main__":
    sys.exit(main())
